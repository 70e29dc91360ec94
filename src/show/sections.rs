//! The sections of a report, in reading order. A new one is a line in [`of_figures`], and a
//! function in a file of its own.

mod balance;
mod caveats;
mod effects;
mod games;
mod headline;
mod known;
mod levels;
mod openings;
mod overall;
mod parts;
mod patterns;
mod scores;
mod strength;

pub use effects::profile_effects;
pub use levels::known_pattern;
use parts::Answer;

use std::collections::BTreeMap;

use super::document::{Block, Document, Section};
use super::format::{count, plural};
use super::svg::CentreMark;
use crate::answer::{CellStats, ExperimentStats, Labels};
use crate::run::highlights::Highlights;
use crate::run::{RunFolder, Tally};
use pasang_balance::answer::JointBalance;
use pasang_core::games::rules::GameKind;

/// The largest number of cells with a row each and all figures; of more, the tables have the
/// details.
const MAX_LINES: usize = 12;

/// The input of all sections: the cells, their relations, and values derived from them.
struct ReportContext<'a> {
    all: &'a ExperimentStats<'a>,
    setups: Vec<&'a str>,
    rules: Vec<&'a str>,
    groups: Vec<Group<'a>>,
    /// The results of bots that met others.
    head_to_heads: Vec<strength::HeadToHead<'a>>,
}

/// The cells with the same rules and bots, one a setup.
struct Group<'a> {
    rules: &'a str,
    bots: &'a str,
    cells: Vec<&'a CellStats<'a>>,
    tally: Tally,
}

impl<'a> ReportContext<'a> {
    fn of(all: &'a ExperimentStats<'a>) -> ReportContext<'a> {
        let groups = all.groups().into_iter().map(|cells| {
            let Labels { rules, bots, .. } = cells[0].labels;
            let mut tally = cells[0].tally.clone();
            cells[1..].iter().for_each(|cell| tally.merge(cell.tally));
            Group { rules, bots, cells, tally }
        });
        ReportContext {
            all,
            setups: all.names(|cell| cell.labels.setup),
            rules: all.names(|cell| cell.labels.rules),
            groups: groups.collect(),
            head_to_heads: strength::head_to_heads(all),
        }
    }

    /// Returns the cells that say what a seat is worth: two seats, both orders and images of the board, and no bot
    /// against another.
    fn plain(&self) -> Vec<&'a CellStats<'a>> {
        let is_plain = |cell: &&CellStats<'_>| {
            let is_of_two = cell.tally.seats == 2 && cell.tally.games() > 0;
            is_of_two && cell.contest().is_none()
        };
        self.all.cells.iter().filter(is_plain).collect()
    }

    /// Returns the answer by all games together where it is what the report tells: on many patterns, or on one
    /// between players of several classes.
    fn joint(&self) -> Option<&'a JointBalance> {
        let joint = self.all.joint?;
        let cells = self.plain();
        let is_told = match (self.setups.len(), self.rules.len()) {
            (1, 1) => cells.len() > 1,
            (1, _) => false,
            _ => cells.len() > MAX_LINES,
        };
        (is_told && cells.iter().all(|cell| cell.balance.is_some())).then_some(joint)
    }

    /// Returns the number of games played.
    fn games(&self) -> u64 {
        self.all.cells.iter().map(|cell| cell.tally.games()).sum()
    }

    /// Returns one line-up with equal bots for each rule set: the last one that looks ahead, or
    /// else the last; bots are mostly listed from weak to strong.
    fn strongest(&self) -> Vec<&Group<'a>> {
        let weight =
            |bots: &str| ["random", "greedy"].iter().position(|it| *it == bots).unwrap_or(2);
        let of_rules = |rules: &&str| {
            let groups = self.groups.iter().filter(|group| {
                group.rules == *rules && group.cells[0].is_self_play() && group.tally.games() > 0
            });
            groups.max_by_key(|group| weight(group.bots))
        };
        self.rules.iter().filter_map(of_rules).collect()
    }
}

impl Group<'_> {
    fn name(&self) -> String {
        format!("{}, {}", self.rules, self.bots)
    }
}

/// Makes a section; `None` without blocks.
fn section(id: &'static str, title: &str, blocks: Vec<Block>) -> Option<Section> {
    (!blocks.is_empty()).then(|| Section { id, title: title.to_owned(), blocks })
}

/// Builds the headline and the figures behind it.
pub fn brief(all: &ExperimentStats<'_>) -> Document {
    let Answer { words: lead, mut blocks, additional } =
        headline::headline(&ReportContext::of(all));
    blocks.extend(additional.into_iter().chain(all.stopped.clone()).map(Block::Text));
    let sections = vec![Section { id: "brief", title: String::new(), blocks }];
    Document { lead, sections, ..Document::default() }
}

/// Builds the lead and all sections of figures.
pub fn full(all: &ExperimentStats<'_>) -> Document {
    of_context(&ReportContext::of(all))
}

fn of_context(context: &ReportContext<'_>) -> Document {
    let Answer { words, additional, .. } = headline::headline(context);
    let lead = words.into_iter().chain(additional).collect();
    Document { lead, sections: of_figures(context), ..Document::default() }
}

fn of_figures(context: &ReportContext<'_>) -> Vec<Section> {
    let caveats = section("caveats", "Limitations", vec![Block::Notes(caveats::words(context))]);
    if context.all.effects.is_some() {
        // Its cells have few games each.
        let sections = [effects::section(context), overall::section(context), caveats];
        return sections.into_iter().flatten().collect();
    }
    let sections = [
        // Strength hides the advantage of a seat: with different bots it comes first.
        strength::section(context),
        balance::section(context),
        scores::section(context),
        overall::section(context),
        overall::seats(context),
        openings::section(context),
        caveats,
    ];
    sections.into_iter().flatten().collect()
}

/// Builds the report; `digests` is empty while the run is unfinished.
pub fn document(
    all: &ExperimentStats<'_>,
    RunFolder { compiled, schedule, .. }: &RunFolder,
    picks: &[Highlights],
    digests: &BTreeMap<String, String>,
) -> Document {
    let context = ReportContext::of(all);
    let experiment = compiled.experiment();
    let (games, of) = (context.games(), schedule.len());
    let mut document = of_context(&context);
    let mut played = plural(games, "game");
    if games < of {
        // First, for readers who read nothing else.
        let (some, of) = (count(games), count(of));
        let are = if games == 1 { "is" } else { "are" };
        let words = format!("Only {some} of {of} games {are} played yet: all of this may change.");
        document.lead.insert(0, words);
        played = format!("{some} of {of} games");
    }
    if schedule.is_part() {
        let words = "One shard of several: `pasang merge` puts them together.";
        document.lead.insert(0, words.to_owned());
    }
    document.sections.extend(games::games(&context, compiled, picks));
    document.sections.extend(games::provenance(compiled, digests));
    let cells = [
        plural(experiment.setups.len() as u64, "setup"),
        plural(experiment.rules.len() as u64, "rule set"),
        plural(experiment.lineups.len() as u64, "pairing"),
    ];
    Document {
        title: match experiment.title.trim() {
            "" => "Games of Pasang".to_owned(),
            title => title.to_owned(),
        },
        facts: vec![played, cells.join(" \u{d7} "), format!("seed {}", compiled.seed)],
        setups: experiment.setups.iter().map(|setup| (setup.name.clone(), setup.stones)).collect(),
        centre_mark: CentreMark::store_if(
            experiment.rules.iter().all(|named| named.rules.kind() == GameKind::Bell),
        ),
        ..document
    }
}
