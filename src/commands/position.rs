//! Options that specify a position.

use std::path::Path;

use clap::Args;
use pasang_core::protocol::{DEFAULT_RULES, default_setup};

use crate::base::diagnostic::{Diagnostic, Diagnostics, STDIN, Source, read_text};
use crate::base::text::plural;
use crate::cli::exit::{CommandError, CommandResult, print, wrong};
use crate::games::Position;
use crate::games::rules::{NamedRules, Rules};
use crate::games::setup::Setup;

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
pub struct Requested {
    /// The setup, if it is one, before the first move.
    pub setup: Option<Setup>,
    /// The start, before the moves of `--after`.
    pub start: Position,
    /// The position string, if it comes from a list.
    pub listed: Option<String>,
}

impl PositionArgs {
    /// Does the work at each position, after the moves of `--after`; a position of a list is printed
    /// as a heading. The work is given the text of a position of a list.
    pub fn each(
        &self,
        is_json: bool,
        mut work: impl FnMut(Position, Option<&str>) -> CommandResult,
    ) -> CommandResult {
        for (place, Requested { start, listed, .. }) in self.all()?.into_iter().enumerate() {
            if let Some(word) = listed.as_ref().filter(|_| !is_json) {
                let apart = if place > 0 { "\n" } else { "" };
                print(format_args!("{apart}{word}\n"))?;
            }
            let moves = start.read_moves(&self.after())?;
            let last = moves.into_iter().fold(start, Position::after_unchecked);
            work(last, listed.as_deref())?;
        }
        Ok(())
    }

    /// Returns the only position; `Err` if several are given.
    pub fn one(&self) -> Result<Requested, CommandError> {
        let mut all = self.all()?;
        match (all.len(), all.pop()) {
            (1, Some(requested)) => Ok(requested),
            (many, _) => {
                let what = format!("{} are given", plural(many as u64, "position"));
                Err(wrong(what, "give one"))
            }
        }
    }

    fn all(&self) -> Result<Vec<Requested>, Diagnostics> {
        let Some(position) = &self.position else {
            let rules = self.rules()?;
            let setup = self.setup.as_deref().unwrap_or(default_setup(rules.kind()));
            let found = crate::read::setups::find(setup)?;
            let refused = |why| Source::new(setup, "").faults(vec![found.unplayable(&why)]);
            let start = rules.start(&found).map_err(refused)?;
            return Ok(vec![Requested { setup: Some(found), start, listed: None }]);
        };
        if Position::is_like(position) {
            let source = Source::new("--position", position.as_str());
            return Ok(vec![Requested { listed: None, ..self.of_word(&source, position)? }]);
        }
        let source = read_text(Path::new(position))?;
        let says = |line: &'_ str| line.split('#').next().unwrap_or_default().trim().to_owned();
        let lines: Vec<String> =
            source.text.lines().map(says).filter(|line| !line.is_empty()).collect();
        if lines.first().is_some_and(|line| Position::is_like(line)) {
            return lines.iter().map(|line| self.of_word(&source, line)).collect();
        }
        let start = self.rules()?.read_diagram(&source)?;
        Ok(vec![Requested { setup: None, start, listed: None }])
    }

    fn of_word(&self, source: &Source, word: &str) -> Result<Requested, Diagnostics> {
        let at = source.text.find(word).map(|start| start..start + word.len());
        let in_source = |fault| source.faults(vec![Diagnostic { span: at.clone(), ..fault }]);
        let mut start = word.parse::<Position>().map_err(in_source)?;
        if self.rules.is_some() {
            let fault = Diagnostic::whole("`--rules` beside a position that says its own rules");
            return Err(fault.help("leave out `--rules`").into());
        }
        if !self.set.is_empty() {
            let mut rules = start.rules();
            crate::read::rules::set_all(&mut rules, &self.set)?;
            let diagram = Source::new("the position", start.diagram());
            start = rules.read_diagram(&diagram)?;
        }
        Ok(Requested { setup: None, start, listed: Some(word.to_owned()) })
    }

    fn rules(&self) -> Result<Rules, Diagnostics> {
        let name = self.rules.as_deref().unwrap_or(DEFAULT_RULES);
        let NamedRules { mut rules, .. } = crate::read::rules::find(name)?;
        crate::read::rules::set_all(&mut rules, &self.set)?;
        Ok(rules)
    }

    /// Returns a name for the position in messages.
    pub fn name(&self) -> String {
        let named = self.position.as_ref().filter(|position| !Position::is_like(position));
        named.map_or("the position", String::as_str).to_owned()
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
