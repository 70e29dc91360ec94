//! A design that is typed as options of the command line.

use std::collections::BTreeMap;
use std::path::Path;

use super::design::{self, Design};
use super::openings::{self, KEYWORDS, OpeningContext};
use super::{Experiment, bots, rules, setups};
use crate::base::diagnostic::{Diagnostics, Source};
use crate::base::text::nearest;
use crate::base::toml_reader::{OneOrList, Reader, Word};

/// The values of the options; paths are relative to the current folder.
pub struct DesignOptions<'o> {
    pub title: String,
    /// The games a cell; `None` for a whole design of the crews.
    pub games: Option<u64>,
    pub setups: &'o [String],
    pub rules: &'o [String],
    /// Toggles to set in each rule set, as `TOGGLE=VALUE`.
    pub set: &'o [String],
    pub bots: &'o [String],
    /// `all`, `as-chosen`, or pairs of first moves between commas.
    pub openings: &'o str,
}

impl DesignOptions<'_> {
    /// Makes the experiment; faults are shown in the options as typed, one a line.
    pub fn experiment(self) -> Result<Experiment, Diagnostics> {
        let rules = match self.set {
            [] => self.rules.to_vec(),
            set => self.rules.iter().map(|base| format!("{base}+{}", set.join("+"))).collect(),
        };
        let mut text = String::new();
        let setups = words(&mut text, "--setup", self.setups);
        let rules = words(&mut text, "--rules", &rules);
        let bots = words(&mut text, "--bots", self.bots);
        let openings = words(&mut text, "--openings", [self.openings]).remove(0);
        let source = Source::new("options", &text);
        let mut own = BTreeMap::new();
        for (base, word) in self.rules.iter().zip(&rules).filter(|_| !self.set.is_empty()) {
            let mut rules = crate::read::rules::find(base)?.rules;
            crate::read::rules::set_all(&mut rules, self.set)?;
            own.insert(word.text.to_owned(), Some(rules));
        }
        let (reader, folder) = (Reader::new(&source), Path::new(""));
        let place = |key: &str| match key {
            "setups" => setups.first(),
            "rules" => rules.first(),
            _ => Some(&openings),
        };
        let span_of = |key: &str| place(key).map(|word| word.span.clone());
        let entries: Vec<OneOrList<'_>> = bots.iter().map(seat_words).collect();
        let setups_found = setups::resolve(&setups, &BTreeMap::new(), folder, &reader);
        let rules_found = rules::resolve(&rules, &own, folder, &reader);
        let lineups = bots::resolve(&entries, (&rules_found, false), &BTreeMap::new(), &reader);
        let context = OpeningContext { setups: &setups_found, rules: &rules_found };
        // Anything unlike both keywords is read as pairs.
        let is_list = nearest(openings.text, KEYWORDS).is_none();
        let words = if is_list { parts(&openings, ',') } else { vec![openings.clone()] };
        let said = OneOrList { words, is_list, span: openings.span.clone() };
        let openings_found = openings::resolve(&said, context, &reader);
        let design = Design {
            games: self.games,
            setups: setups_found,
            rules: rules_found,
            lineups,
            openings: Some(openings_found),
        };
        let title = self.title;
        let experiment =
            Experiment { title, ..design.experiment([Vec::new(), Vec::new()], &reader) };
        if reader.sound() {
            design::check(&experiment, span_of, &reader);
        }
        reader.finish(Some(experiment))
    }
}

/// Adds an option with each of its values to the text, one a line.
fn words<'w>(
    text: &mut String,
    option: &str,
    values: impl IntoIterator<Item = &'w (impl AsRef<str> + ?Sized + 'w)>,
) -> Vec<Word<'w>> {
    let word = |value: &'w _| {
        let value: &str = AsRef::as_ref(value);
        *text += &format!("{option} ");
        let span = text.len()..text.len() + value.len();
        *text += &format!("{value}\n");
        Word { text: value, span }
    };
    values.into_iter().map(word).collect()
}

/// Splits a word; its parts are without the spaces around them.
fn parts<'w>(word: &Word<'w>, between: char) -> Vec<Word<'w>> {
    let part = |part: &'w str| {
        let start = word.span.start + (part.as_ptr() as usize - word.text.as_ptr() as usize);
        Word { text: part, span: start..start + part.len() }
    };
    word.text.split(between).map(str::trim).map(part).collect()
}

fn seat_words<'w>(word: &Word<'w>) -> OneOrList<'w> {
    let words = parts(word, '/');
    OneOrList { is_list: words.len() > 1, words, span: word.span.clone() }
}
