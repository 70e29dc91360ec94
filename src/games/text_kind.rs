//! What a text seems to be: for whoever was given a file of another kind than it wanted.

use toml::de::DeTable;

use crate::board::SIDE;

/// A kind of text that is easily taken for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guise {
    /// A pattern of stones.
    Setup,
    /// A position.
    Diagram,
    /// What is to be played.
    Experiment,
    /// A table of toggles.
    Rules,
    /// The games of a results folder, or another of its tables.
    Results,
    /// A web page, or a picture of lines.
    Markup,
    /// JSON.
    Json,
}

/// The keys that only experiments have.
const OF_EXPERIMENTS: [&str; 5] = ["setups", "rules", "bots", "games", "openings"];

/// The keys that only rules have.
const OF_RULES: [&str; 2] = ["game", "base"];

impl Guise {
    /// What the text seems to be, if it seems anything.
    pub fn of(text: &str) -> Option<Guise> {
        let begin = text.trim_start();
        let has = |keys: &[&str]| text.lines().any(|line| keys.iter().any(|key| sets(line, key)));
        let boards = text.lines().filter(|line| is_like_a_row(line)).count();
        if begin.starts_with('<') {
            Some(Guise::Markup)
        } else if begin.starts_with('{') {
            Some(Guise::Json)
        } else if begin.starts_with("game,cell,") || begin.starts_with("cell,setup,") {
            Some(Guise::Results)
        } else if boards > usize::from(SIDE) / 2 && DeTable::parse(text).is_err() {
            let of_diagrams =
                |line: &str| line.starts_with("to-move:") || line.starts_with("score:");
            Some(if text.lines().any(of_diagrams) { Guise::Diagram } else { Guise::Setup })
        } else if has(&OF_EXPERIMENTS) {
            Some(Guise::Experiment)
        } else if has(&OF_RULES) {
            Some(Guise::Rules)
        } else {
            None
        }
    }

    /// What it is, with its article.
    pub fn in_words(self) -> &'static str {
        match self {
            Guise::Setup => "a setup: a pattern of stones",
            Guise::Diagram => "a diagram: a position",
            Guise::Experiment => "an experiment",
            Guise::Rules => "a table of rules",
            Guise::Results => "a table of results",
            Guise::Markup => "a web page or a picture",
            Guise::Json => "JSON",
        }
    }

    /// What to do with a file of this kind, if there is something.
    pub fn use_of(self, file: &str) -> Option<String> {
        match self {
            Guise::Setup => Some(format!(
                "an experiment plays it: `setups = [\"{file}\"]` in a file as \
                 `experiments/quick.toml`; `pasang setups check {file}` looks for misprints"
            )),
            Guise::Diagram => Some(format!("`pasang solve --position {file}` takes it")),
            Guise::Experiment => Some(format!("`pasang run {file}` plays it")),
            Guise::Rules => Some(format!("an experiment names it: `rules = [\"{file}\"]`")),
            Guise::Results => {
                Some("`pasang report FOLDER` reads the folder that it is in".to_owned())
            }
            Guise::Markup | Guise::Json => None,
        }
    }
}

/// Whether a line of TOML gives a key a value.
fn sets(line: &str, key: &str) -> bool {
    let rest = line.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Whether a line may be a row of a board, with or without its number and blanks: most of its
/// signs are those of boards.
pub fn is_like_a_row(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or("");
    let of_boards = |sign: &char| "bw._12".contains(sign.to_ascii_lowercase());
    let signs = || line.chars().filter(|sign| !sign.is_whitespace());
    let (all, known) = (signs().count(), signs().filter(of_boards).count());
    known >= 5 && known * 3 >= all * 2 && !line.contains(['=', ':', '"', ','])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::setup::builtin;

    #[test]
    fn texts_are_told_apart() {
        let board = builtin("catalogue-01").unwrap().board();
        let rules = "base = \"bell\"\n";
        for (text, kind) in [
            (board.as_str(), Some(Guise::Setup)),
            (&format!("to-move: 1\nscore: 1-2\n{board}"), Some(Guise::Diagram)),
            (&format!("# mine\nname: x\n{}", board.to_uppercase()), Some(Guise::Setup)),
            (include_str!("../../experiments/quick.toml"), Some(Guise::Experiment)),
            ("setups = [\"a\n", Some(Guise::Experiment)),
            (rules, Some(Guise::Rules)),
            ("game,cell,index\n0,0,0\n", Some(Guise::Results)),
            ("<svg>", Some(Guise::Markup)),
            ("{\"a\": 1}", Some(Guise::Json)),
            ("", None),
            ("hello\n", None),
            ("bwbwb wbwbw\n", None),
        ] {
            assert_eq!(Guise::of(text), kind, "{text}");
        }
    }
}
