//! Options that specify a position.

use std::path::Path;

use clap::Args;
use pasang_core::protocol::{DEFAULT_RULES, default_setup};

use super::exit::{CommandError, CommandResult, print, wrong};
use crate::base::diagnostic::{Diagnostic, Diagnostics, STDIN, Source, read_text};
use crate::base::text::plural;
use crate::games::game_record::{StartPosition, read_moves};
use crate::games::position_string::PositionString;
use crate::games::rules::{NamedRules, Rules};
use crate::players::{GameVisitor, PlayableGame};

/// Options that specify a position.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Start from this setup [default: catalogue-01, for Bell bell-chequer]
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "position")]
    setup: Option<String>,
    /// Play by these rules [default: brunei-slide, or the position's own]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Set a toggle, as `stuck=score-decides`; may be repeated
    ///
    /// `pasang rules show NAME` lists the toggles, docs/rules.md their values.
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Start from this position: a word, a file, or `-` for stdin
    ///
    /// A file holds a diagram, or position words (docs/protocol.md), one per line.
    #[arg(long, value_name = "WORD|FILE")]
    position: Option<String>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,
}

/// A requested position, possibly one of a list.
#[derive(Clone, Debug)]
pub struct Meant {
    pub rules: Rules,
    pub start: StartPosition,
    /// Name of the start position on the command line.
    pub name: String,
    /// The position word, if it comes from a list.
    pub listed: Option<String>,
}

/// Work to be done at a position of either game.
pub trait AtPosition {
    fn at<G: PlayableGame>(&self, game: &G, position: G::Position, meant: &Meant) -> CommandResult;
}

impl PositionArgs {
    /// Does the work at each position; a position of a list is printed as a heading.
    pub fn each(&self, is_json: bool, work: &impl AtPosition) -> CommandResult {
        for (place, meant) in self.all()?.iter().enumerate() {
            if let Some(word) = meant.listed.as_ref().filter(|_| !is_json) {
                let apart = if place > 0 { "\n" } else { "" };
                print(format_args!("{apart}{word}\n"))?;
            }
            meant.rules.dispatch(Reach { args: self, meant, work })??;
        }
        Ok(())
    }

    /// Returns the only position; `Err` if several are given.
    pub fn one(&self) -> Result<Meant, CommandError> {
        let mut all = self.all()?;
        match (all.len(), all.pop()) {
            (1, Some(meant)) => Ok(meant),
            (many, _) => {
                let what = format!("{} are given", plural(many as u64, "position"));
                Err(wrong(what, "give one"))
            }
        }
    }

    fn all(&self) -> Result<Vec<Meant>, Diagnostics> {
        let Some(position) = &self.position else {
            let rules = self.rules_named(None)?;
            let setup = self.setup.as_deref().unwrap_or(default_setup(rules.kind()));
            let start = StartPosition::Setup(crate::read::setups::find(setup, None)?);
            return Ok(vec![Meant { rules, start, name: setup.to_owned(), listed: None }]);
        };
        if PositionString::is_meant(position) {
            let source = Source::new("--position", position.as_str());
            return Ok(vec![Meant { listed: None, ..self.of_word(&source, position)? }]);
        }
        let source = read_text(Path::new(position))?;
        let says = |line: &'_ str| line.split('#').next().unwrap_or_default().trim().to_owned();
        let lines: Vec<String> =
            source.text.lines().map(says).filter(|line| !line.is_empty()).collect();
        if lines.first().is_some_and(|line| PositionString::is_meant(line)) {
            return lines.iter().map(|line| self.of_word(&source, line)).collect();
        }
        let (rules, name) = (self.rules_named(None)?, position.clone());
        Ok(vec![Meant { rules, start: StartPosition::Diagram(source), name, listed: None }])
    }

    fn of_word(&self, source: &Source, word: &str) -> Result<Meant, Diagnostics> {
        let at = source.text.find(word).map(|start| start..start + word.len());
        let PositionString { rules, diagram } = PositionString::parse(word)
            .map_err(|fault| source.faults(vec![Diagnostic { span: at.clone(), ..fault }]))?;
        if self.rules.is_some() {
            let fault = Diagnostic::whole("`--rules` beside a position that says its own rules");
            return Err(Source::new("", "").faults(vec![fault.help("leave out `--rules`")]));
        }
        let rules = self.rules_named(Some(rules))?;
        let (start, name) = (StartPosition::Diagram(diagram), "the position".to_owned());
        Ok(Meant { rules, start, name, listed: Some(word.to_owned()) })
    }

    fn rules_named(&self, own: Option<Rules>) -> Result<Rules, Diagnostics> {
        let mut rules = match own {
            Some(rules) => rules,
            None => {
                let name = self.rules.as_deref().unwrap_or(DEFAULT_RULES);
                let NamedRules { rules, .. } = crate::read::rules::find(name)?;
                rules
            }
        };
        crate::read::rules::set_all(&mut rules, &self.set)?;
        Ok(rules)
    }

    pub fn after(&self) -> Source {
        Source::new("--after", self.after.as_str())
    }

    /// Returns whether the setup or the position is read from stdin, which is then exhausted.
    pub fn takes_stdin(&self) -> bool {
        let named = [self.setup.as_deref(), self.position.as_deref()];
        named.into_iter().flatten().any(|name| name.trim_start_matches("mirror:") == STDIN)
    }
}

/// Resolves the position once the game is known.
struct Reach<'a, W> {
    args: &'a PositionArgs,
    meant: &'a Meant,
    work: &'a W,
}

impl<W: AtPosition> GameVisitor for Reach<'_, W> {
    type Output = Result<CommandResult, Diagnostics>;

    fn visit<G: PlayableGame>(self, game: &G) -> Self::Output {
        let start = self.meant.start.position(game, &self.meant.name)?;
        let moves = read_moves(game, &start, &self.args.after())?;
        let last = moves.into_iter().fold(start, |position, mv| game.after_move(&position, mv));
        Ok(self.work.at(game, last, self.meant))
    }
}
