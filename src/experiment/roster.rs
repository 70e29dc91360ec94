//! The roster: crews and engines that a file describes, where options name the bots.

use std::path::Path;

use super::{Engine, KEYS, Lineup, bots, engines};
use crate::text::diagnostic::{Diagnostic, Diagnostics, Source, read_text};
use crate::text::toml_reader::{OneOrList, Reader, Word};

/// Crews and engines that a file describes, for bots that are named by options.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    pub(super) crews: bots::OwnCrews,
    pub(super) engines: Vec<Engine>,
}

impl Roster {
    /// Reads the tables `[crew.NAME]` and `[engine.NAME]` of a file, which may be an experiment.
    pub fn read(path: &Path) -> Result<Roster, Diagnostics> {
        let source = read_text(path)?;
        let (reader, table) = Reader::parse(&source)?;
        let whole = reader.table(&table, "a file of players");
        whole.refuse_unknown(&KEYS);
        let roster =
            Roster { crews: whole.named("crew", bots::crew), engines: engines::read(&whole) };
        if roster.crews.is_empty() && roster.engines.is_empty() {
            let what = format!("`{}` has no table `[crew.NAME]` or `[engine.NAME]`", source.name);
            reader.fault(Diagnostic::whole(what));
        }
        reader.finish(Some(roster))
    }

    /// Finds the bots and crews that words name, each once.
    pub fn find(&self, words: &[String]) -> Result<Vec<Lineup>, Diagnostics> {
        let source = Source::new("bots", words.join("\n"));
        let reader = Reader::new(&source);
        let mut start = 0;
        let entries = words.iter().map(|text| {
            let span = start..start + text.len();
            start = span.end + 1;
            let words = vec![Word { text, span: span.clone() }];
            OneOrList { words, is_list: false, span }
        });
        let entries: Vec<OneOrList<'_>> = entries.collect();
        let lineups = bots::resolve(&entries, (&[], false), &self.crews, &reader);
        reader.finish(Some(lineups))
    }
}
