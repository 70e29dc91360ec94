//! Finds positions: the start from a setup, position strings, diagrams.

use std::path::Path;

use pasang_core::protocol::{DEFAULT_RULES, default_setup};

use super::diagnostic::{Diagnostic, Diagnostics, STDIN, Source, looks_like_a_file, read_text};
use super::{rules, setups};
use pasang_core::base::text::plural;
use pasang_core::games::Position;
use pasang_core::games::rules::{Game, NamedRules, preset};
use pasang_core::games::setup::{Setup, without_file};
use pasang_core::games::text_kind::TextKind;

/// Rules by name, with settings on top.
#[derive(Clone, Debug)]
pub struct RulesOptions {
    /// A preset or a file; by default `brunei-slide`, or the position's own rules.
    pub name: Option<String>,
    /// Settings `TOGGLE=VALUE`.
    pub set: Vec<String>,
}

/// A requested position, possibly one of a list.
#[derive(Clone, Debug)]
pub struct Requested {
    /// The setup, if it is one, before the first move.
    pub setup: Option<Setup>,
    pub start: Position,
    /// The position string, if it comes from a list.
    pub listed: Option<String>,
}

impl RulesOptions {
    /// Splits rules as a position string has them, `PRESET+TOGGLE=VALUE`, and adds settings; a file
    /// is left as it is.
    pub fn split(name: Option<&str>, more: Vec<String>) -> RulesOptions {
        let parts = name.and_then(|name| name.split_once('+'));
        let (name, own) = match parts.filter(|(base, _)| preset(base).is_some()) {
            Some((base, own)) => (Some(base), own.split('+').map(str::to_owned).collect()),
            None => (name, Vec::new()),
        };
        RulesOptions { name: name.map(str::to_owned), set: [own, more].concat() }
    }

    pub fn rules(&self) -> Result<Game, Diagnostics> {
        let name = self.name.as_deref().unwrap_or(DEFAULT_RULES);
        let NamedRules { mut rules, .. } = rules::find(name)?;
        rules::set_all(&mut rules, &self.set)?;
        Ok(rules)
    }
}

/// Finds a position by a setup's name, by a file of a setup or position, or reads such a text.
pub fn find(text: &str, options: &RulesOptions) -> Result<Requested, Diagnostics> {
    let path = Path::new(text);
    let is_text = text.contains('\n') || Position::is_like(text);
    let is_name = text == STDIN || without_file(text).is_some();
    let source = match !is_text && !is_name && looks_like_a_file(text, "txt", path) {
        true => read_text(path)?,
        false => Source::new("the text", text),
    };
    let first = lines(&source.text).next();
    if first.is_some_and(Position::is_like) || TextKind::of(&source.text) == Some(TextKind::Diagram)
    {
        return only(read(&source, options)?);
    }
    let rules = options.rules()?;
    match is_text {
        true => start(&rules, &source.name, Setup::parse(&source)?),
        false => start(&rules, text, setups::find(text)?),
    }
}

/// Starts from a setup by name or file, by default the first one of the game.
pub fn find_setup(name: Option<&str>, options: &RulesOptions) -> Result<Requested, Diagnostics> {
    let rules = options.rules()?;
    let name = name.unwrap_or(default_setup(rules.kind()));
    start(&rules, name, setups::find(name)?)
}

fn start(rules: &Game, word: &str, setup: Setup) -> Result<Requested, Diagnostics> {
    let refused = |why| Source::new(word, "").faults(vec![setup.unplayable(&why)]);
    let start = rules.start(&setup).map_err(refused)?;
    Ok(Requested { setup: Some(setup), start, listed: None })
}

/// Returns the only position of a list.
pub fn only(mut all: Vec<Requested>) -> Result<Requested, Diagnostics> {
    match (all.len(), all.pop()) {
        (1, Some(requested)) => Ok(requested),
        (many, _) => {
            let what = format!("{} are given", plural(many as u64, "position"));
            Err(Diagnostic::whole(what).help("give one").into())
        }
    }
}

/// Reads a text of one diagram, or of position strings, one per line.
pub fn read(source: &Source, options: &RulesOptions) -> Result<Vec<Requested>, Diagnostics> {
    if lines(&source.text).next().is_some_and(Position::is_like) {
        return lines(&source.text).map(|line| of_word(source, line, options)).collect();
    }
    let start = options.rules()?.read_diagram(source)?;
    Ok(vec![Requested { setup: None, start, listed: None }])
}

/// Returns the lines of a text without comments, but for empty ones.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty())
}

fn of_word(source: &Source, word: &str, options: &RulesOptions) -> Result<Requested, Diagnostics> {
    let at = source.text.find(word).map(|start| start..start + word.len());
    let in_source = |fault| source.faults(vec![Diagnostic { span: at.clone(), ..fault }]);
    let mut start = word.parse::<Position>().map_err(in_source)?;
    if options.name.is_some() {
        let fault = Diagnostic::whole("rules beside a position that says its own rules");
        return Err(fault.help("name no rules").into());
    }
    if !options.set.is_empty() {
        let mut changed = start.rules();
        rules::set_all(&mut changed, &options.set)?;
        let diagram = Source::new("the position", start.diagram());
        start = changed.read_diagram(&diagram)?;
    }
    Ok(Requested { setup: None, start, listed: Some(word.to_owned()) })
}
