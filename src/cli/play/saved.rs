//! A game as a file: its rules, what it starts from, its moves in their notation.
//!
//! ```text
//! # A game of Pasang. `pasang play --load FILE` goes on with it.
//! rules: brunei-slide          a preset of `pasang rules list`
//! set: stuck = "score-decides" a toggle that is not as in the preset, a line each
//! name: mine                   from here on a setup or a diagram, as in a file of its own
//!
//! wwwwwbbbbbb
//! ...
//!
//! moves: c j b4-c4xn3
//! k7-j7xw3                     and on to the end of the file
//! ```
//!
//! All but the board may be left out: a file of a setup is a game that has not begun.

use std::path::Path;

use crate::base::fault::{Fault, Faults, Source};
use crate::cli::position::Start;
use crate::games::rules::{self, Rules};
use crate::games::setup::Setup;

/// A game that can be gone on with.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Its rules.
    pub rules: Rules,
    /// What it starts from.
    pub start: Start,
    /// Its moves, where they stand in the file.
    pub moves: Source,
}

/// So many moves are written on a line.
const A_LINE: usize = 8;

/// A game as a text that reads back as the same game. `board` is the setup or the diagram that it
/// starts from.
pub fn to_text(rules: &Rules, board: &str, moves: &[String]) -> String {
    let mut text = "# A game of Pasang. `pasang play --load FILE` goes on with it.\n".to_owned();
    let usual = Rules::usual(rules.kind());
    let same = |named: &rules::Named| named.rules == *rules;
    let is_usual = |named: &rules::Named| named.rules == usual;
    let exact = rules::presets().find(same);
    let settings = if exact.is_some() { Vec::new() } else { rules.differences() };
    if let Some(base) = exact.or_else(|| rules::presets().find(is_usual)) {
        text += &format!("rules: {}\n", base.name);
    }
    for setting in settings {
        text += &format!("set: {} = {}\n", setting.name, setting.value);
    }
    text += board;
    text += "\nmoves:\n";
    for line in moves.chunks(A_LINE) {
        text += &line.join(" ");
        text.push('\n');
    }
    text
}

/// Reads a game from a file.
///
/// # Errors
/// All that is wrong with its rules, or with what it starts from.
pub fn read(path: &Path) -> Result<Saved, Faults> {
    let source = Source::read(path)?;
    let mut settings: Vec<(String, std::ops::Range<usize>)> = Vec::new();
    let mut named: Option<(&str, std::ops::Range<usize>)> = None;
    // Each part is read from the whole text with the other parts wiped out, so that what is wrong
    // is told with its line.
    let (mut board, mut moves) = (String::new(), String::new());
    let mut are_moves = false;
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or("").trim_end();
        let span = start..start + content.len();
        start += line.len();
        let head = content.split_once(':').filter(|_| !are_moves);
        match head.map(|(key, value)| (key.trim(), value.trim())) {
            Some(("rules", name)) => named = Some((name, span)),
            Some(("set", setting)) => settings.push((setting.to_owned(), span)),
            Some(("moves", value)) => {
                are_moves = true;
                board += &wiped(line);
                let at = content.len() - value.len();
                moves += &(wiped(&line[..at]) + value + &wiped(&line[content.len()..]));
                continue;
            }
            _ if are_moves => {
                board += &wiped(line);
                moves += &(content.to_owned() + &wiped(&line[content.len()..]));
                continue;
            }
            _ => {
                board += line;
                moves += &wiped(line);
                continue;
            }
        }
        board += &wiped(line);
        moves += &wiped(line);
    }
    let mut rules = match named {
        None => rules::presets().next().map_or(Rules::usual(rules::Kind::Brunei), |it| it.rules),
        Some((name, span)) => rules::preset(name).ok_or_else(|| {
            let expected = "expected a name of `pasang rules list`";
            let fault = Fault::at(span, format!("unknown rules `{name}`"), expected);
            source.faults(vec![match rules::nearest_preset(name) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault,
            }])
        })?,
    };
    for (setting, span) in settings {
        rules::set_all(&mut rules, &[setting]).map_err(|faults| {
            let place = |fault: &Fault| Fault { span: Some(span.clone()), ..fault.clone() };
            source.faults(faults.list().iter().map(place).collect())
        })?;
    }
    let is_diagram = board.lines().any(|line| line.trim_start().starts_with("to-move"));
    let board = Source::new(source.name.as_str(), board);
    let start =
        if is_diagram { Start::Diagram(board) } else { Start::Setup(Setup::parse(&board)?) };
    Ok(Saved { rules, start, moves: Source::new(source.name, moves) })
}

/// A text of as many bytes without a sign in it, its line breaks kept.
fn wiped(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::setup::builtin;

    /// Writes a text, and reads it as a game.
    fn reread(text: &str) -> Result<Saved, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        std::fs::write(&path, text).unwrap();
        read(&path).map_err(|faults| {
            let shown = faults.render(false);
            shown.replace(&path.display().to_string(), "game.txt")
        })
    }

    #[test]
    fn a_game_reads_back_by_any_rules() {
        let setup = builtin("catalogue-05").unwrap();
        let moves: Vec<String> = (0..20).map(|number| format!("m{number}")).collect();
        let mut all: Vec<Rules> = rules::presets().map(|named| named.rules).collect();
        for (preset, settings) in [
            ("pasang-emas", ["stuck=score-decides", "values={ black = 0, white = 3 }"]),
            ("bell-ludii", ["players=4", "max-chain=3"]),
        ] {
            let mut changed = rules::preset(preset).unwrap();
            rules::set_all(&mut changed, &settings.map(str::to_owned)).unwrap();
            all.push(changed);
        }
        for rules in all {
            let saved = reread(&to_text(&rules, &setup.to_text(), &moves)).unwrap();
            assert_eq!(saved.rules, rules);
            assert!(matches!(&saved.start, Start::Setup(read) if *read == setup));
            assert!(saved.moves.text.split_whitespace().eq(moves.iter().map(String::as_str)));
        }
    }

    #[test]
    fn a_setup_alone_is_a_game_that_has_not_begun() {
        let setup = builtin("catalogue-05").unwrap();
        let saved = reread(&setup.to_text()).unwrap();
        assert_eq!(saved.rules, rules::preset("brunei-slide").unwrap());
        assert_eq!(saved.moves.text.trim(), "");
        let text = setup.to_text() + "moves: c j # a comment\nb4-c4xn3\n";
        let saved = reread(&text).unwrap();
        assert!(saved.moves.text.split_whitespace().eq(["c", "j", "b4-c4xn3"]));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let board = builtin("catalogue-05").unwrap().to_text();
        let wrong = |text: String| reread(&text).unwrap_err();
        let said = wrong(format!("rules: brunei-slid\n{board}"));
        assert!(said.contains("--> game.txt:1:1") && said.contains("`brunei-slide`"), "{said}");
        let said = wrong(format!("# mine\nset: stuck = lost\n{board}"));
        assert!(said.contains("--> game.txt:2:1"), "{said}");
        let said = wrong(format!("rules: bell\n{}", board.replacen('_', "x", 1)));
        assert!(said.contains("--> game.txt:11:"), "{said}");
    }
}
