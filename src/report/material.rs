//! What sections are made from.

use super::Digests;
use super::words::counted;
use crate::base::svg::Hollow;
use crate::board::Side;
use crate::experiment::{Lineup, Settled};
use crate::games::rules::{Kind, Named};
use crate::playing::prepared::Prepared;
use crate::results::survey::{Sample, Survey, group_count};
use crate::stats::carrying::Carrying;
use crate::stats::elo::{Rated, rated};
use crate::stats::{Counted, Overview, Tally, WITHIN};

/// What sections are made from.
pub struct Material<'a> {
    /// What was played.
    pub experiment: &'a Settled,
    /// Its games, to write moves and draw boards.
    pub prepared: &'a Prepared,
    /// The cells and how they hang together.
    pub all: &'a Overview<'a>,
    /// The cells.
    pub cells: &'a [Counted<'a>],
    /// Cells with the same rules and bots, together.
    pub groups: Vec<Group<'a>>,
    /// The ladders of the bots that met others.
    pub ladders: Vec<Rated<'a>>,
    /// What carries over between the cells, where there is something to compare.
    pub carrying: Option<Carrying>,
    /// How many games there are once all are played.
    pub of: u64,
    /// What the journal shows, where there is one.
    pub(super) survey: Option<&'a Survey>,
    /// What proves the other files; empty while the games are not finished.
    pub digests: &'a Digests,
}

/// Cells with the same rules and bots.
#[derive(Debug)]
pub struct Group<'a> {
    /// The rules.
    pub rules: &'a Named,
    /// The bots.
    pub lineup: &'a Lineup,
    /// The cells' numbers with the cells.
    pub cells: Vec<(usize, &'a Counted<'a>)>,
    /// The sums over all of them. Its openings are only to be used where every setup has the same
    /// first moves.
    pub tally: Tally,
    /// What the journal shows of them.
    pub(super) sample: Option<&'a Sample>,
}

impl<'a> Material<'a> {
    pub(super) fn new(
        prepared: &'a Prepared,
        all: &'a Overview<'a>,
        of: u64,
        survey: Option<&'a Survey>,
        digests: &'a Digests,
    ) -> Material<'a> {
        let experiment = prepared.experiment();
        let (cells, count) = (all.cells, group_count(experiment));
        let group = |group: usize| {
            let own: Vec<(usize, &Counted<'_>)> =
                cells.iter().enumerate().skip(group).step_by(count).collect();
            let mut tally = prepared.tally(group);
            own.iter().for_each(|(_, cell)| tally.merge(cell.tally));
            let cell = experiment.cell(group);
            let sample = survey.and_then(|survey| survey.groups.get(group));
            Group { rules: cell.rules, lineup: cell.lineup, cells: own, tally, sample }
        };
        let groups = (0..count).map(group).collect();
        let (ladders, carrying) = (rated(all), Carrying::of_cells(all));
        Material {
            experiment,
            prepared,
            all,
            cells,
            groups,
            ladders,
            carrying,
            of,
            survey,
            digests,
        }
    }

    /// So many games, or matches, in words.
    pub fn counted(&self, games: u64) -> String {
        counted(games, self.all.unit())
    }

    /// How far from even a score may lie and still be called balanced.
    pub fn within(&self) -> f64 {
        self.cells.first().map_or(WITHIN, |cell| cell.terms.within)
    }

    /// How many games, or matches, were played.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.tally.games()).sum()
    }

    /// What the journal shows of a cell, where it was looked at.
    pub(super) fn sample(&self, cell: usize) -> Option<&'a Sample> {
        self.survey.and_then(|survey| survey.cells.get(cell))
    }

    /// How large the board of a cell is.
    pub fn side(&self, cell: usize) -> Side {
        self.experiment.cell(cell).setup.side()
    }

    /// What is left out in the middle of the setups' boards: Bell's store where nothing but Bell's
    /// game is played.
    pub fn hollow(&self) -> Hollow {
        let all = self.experiment.rules.iter().all(|named| hollow_of(named) == Hollow::Store);
        if all { Hollow::Store } else { Hollow::Hole }
    }

    /// The number of the setup of a cell.
    pub fn setup_of(&self, cell: usize) -> usize {
        cell / self.groups.len().max(1)
    }
}

impl Group<'_> {
    /// The rules and the bots, in words.
    pub fn name(&self) -> String {
        format!("{}, {}", self.rules.name, self.lineup)
    }

    /// Whether the same bot sits in every seat.
    pub fn is_mirror(&self) -> bool {
        self.lineup.bots().iter().all(|bot| Some(bot) == self.lineup.bots().first())
    }

    /// The score of nobody's advantage.
    pub fn fair(&self) -> f64 {
        fair(&self.tally)
    }
}

/// What is left out in the middle of the board of a game by these rules.
pub fn hollow_of(named: &Named) -> Hollow {
    match named.rules.kind() {
        Kind::Brunei => Hollow::Hole,
        Kind::Bell => Hollow::Store,
    }
}

/// The score of nobody's advantage.
pub fn fair(tally: &Tally) -> f64 {
    1.0 / f64::from(tally.seats())
}
