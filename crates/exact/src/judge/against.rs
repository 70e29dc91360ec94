//! Bots against perfect play: what the moves of a seat of a cell lost, and those of a bot under one
//! rule set over all setups.

use std::collections::HashMap;

use super::counted::{Counted, Measured, OPEN, why_none};
use super::exact::{Exact, Losses};
use super::histogram::Histogram;
use super::overview::{Draws, Overview, SHARED};
use super::ratio::{Ratio, Scale, ratio};
use super::terms::Sampling;
use crate::games::Seat;

/// The moves of a player, and the games in which they were made, of one cell or of several.
#[derive(Clone, Debug)]
pub struct Against<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The bot.
    pub bot: &'a str,
    /// On how many setups it played.
    pub setups: usize,
    /// The cells that it played in.
    cells: Vec<&'a Counted<'a>>,
    /// What its moves lost, by cell.
    losses: Vec<&'a Losses>,
    why_none: Option<&'static str>,
}

/// What sits in a seat.
fn bot<'a>(cell: &Counted<'a>, seat: Seat) -> &'a str {
    let each = cell.labels.each;
    each.get(seat.index()).or(each.first()).map_or("", String::as_str)
}

impl<'a> Against<'a> {
    /// The moves of a cell's seat; nothing where no positions are solved.
    pub fn of_seat(cell: &'a Counted<'a>, seat: Seat) -> Option<Against<'a>> {
        let losses = vec![cell.tally.exact()?.of_seat(seat)];
        let (rules, bot) = (cell.labels.rules, bot(cell, seat));
        let why_none = open(cell).or(why_none(cell.one_game()));
        Some(Against { rules, bot, setups: 1, cells: vec![cell], losses, why_none })
    }

    /// The bots under each rule set, in the order of the cells; none where no positions are solved.
    pub fn bots(all: &Overview<'a>) -> Vec<Against<'a>> {
        let mut found: Vec<Against<'a>> = Vec::new();
        let mut setups: Vec<Vec<&str>> = Vec::new();
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        for cell in all.cells {
            let Some(exact) = cell.tally.exact() else { continue };
            let rules = cell.labels.rules;
            let bots = [Seat::FIRST, Seat::SECOND].map(|seat| bot(cell, seat));
            let of_each = [Seat::FIRST, Seat::SECOND].map(|seat| exact.of_seat(seat));
            let players = match bots[0] == bots[1] {
                true => vec![(bots[0], exact.of_both())],
                false => bots.into_iter().zip(of_each).collect(),
            };
            for (bot, losses) in players {
                let place = *places.entry((rules, bot)).or_insert(found.len());
                if place == found.len() {
                    let (cells, losses) = (Vec::new(), Vec::new());
                    found.push(Against { rules, bot, setups: 0, cells, losses, why_none: None });
                    setups.push(Vec::new());
                }
                let (against, setups) = (&mut found[place], &mut setups[place]);
                against.cells.push(cell);
                against.losses.push(losses);
                if !setups.contains(&cell.labels.setup) {
                    setups.push(cell.labels.setup);
                    against.setups += 1;
                }
                let of_cell = open(cell).or(why_none(cell.one_game()));
                against.why_none = against.why_none.or(of_cell);
            }
        }
        for against in &mut found {
            let shared = all.draws == Draws::Common && against.setups > 1;
            against.why_none = against.why_none.or(shared.then_some(SHARED));
        }
        found
    }

    fn measured(&self, of: impl Fn(&Losses) -> &Ratio, scale: Scale) -> Option<Measured> {
        let each: Vec<Ratio> = self.losses.iter().map(|losses| *of(losses)).collect();
        ratio(&each, scale, self.why_none)
    }

    fn sum(&self, of: impl Fn(&Losses) -> u64) -> u64 {
        self.losses.iter().map(|losses| of(losses)).sum()
    }

    fn exact(&self) -> impl Iterator<Item = &'a Exact> {
        self.cells.iter().filter_map(|cell| cell.tally.exact())
    }

    /// How many games it played.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.tally.games()).sum()
    }

    /// How many of these have a solved position.
    pub fn solved_games(&self) -> u64 {
        self.exact().map(Exact::games).sum()
    }

    /// How many of these have a position that the budget did not suffice for.
    pub fn unsolved_games(&self) -> u64 {
        self.exact().map(Exact::unsolved_games).sum()
    }

    /// How many positions these have that were solved, and how many that the budget did not suffice
    /// for, whoever was to move.
    pub fn positions(&self) -> [u64; 2] {
        self.exact()
            .map(Exact::positions)
            .fold([0; 2], |sums, it| [sums[0] + it[0], sums[1] + it[1]])
    }

    /// How many of its moves were held against perfect play.
    pub fn moves(&self) -> u64 {
        self.sum(|losses| losses.held.y)
    }

    /// How many of them were made in positions that were not lost.
    pub fn open_moves(&self) -> u64 {
        self.sum(|losses| losses.open_held.y)
    }

    /// The share of moves that kept the result.
    pub fn held(&self) -> Option<Measured> {
        self.measured(|losses| &losses.held, Scale::Share(1.0))
    }

    /// The same in positions that were not lost.
    pub fn open_held(&self) -> Option<Measured> {
        self.measured(|losses| &losses.open_held, Scale::Share(1.0))
    }

    /// The share of moves that kept result and margin.
    pub fn best(&self) -> Option<Measured> {
        self.measured(|losses| &losses.best, Scale::Share(1.0))
    }

    /// How much of a result a move lost.
    pub fn results(&self) -> Option<Measured> {
        self.measured(|losses| &losses.results, Scale::Share(2.0))
    }

    /// How many points a move lost.
    pub fn points(&self) -> Option<Measured> {
        self.measured(|losses| &losses.points, Scale::Points)
    }

    /// How many points a move lost that kept the result.
    pub fn points_held(&self) -> Option<Measured> {
        self.measured(|losses| &losses.points_held, Scale::Points)
    }

    /// How many games were decided by their first solved position.
    pub fn by_then(&self) -> u64 {
        self.exact().map(Exact::by_then).sum()
    }

    /// Their share of the games that have a solved position.
    pub fn by_then_share(&self) -> Option<Measured> {
        let of = |exact: &Exact| Ratio::of_games(exact.by_then(), exact.games());
        let each: Vec<Ratio> = self.exact().map(of).collect();
        ratio(&each, Scale::Share(1.0), self.why_none)
    }

    /// Of the games that were decided later, the ply with which, and the stones before that move:
    /// the means.
    pub fn decided(&self, what: Decided) -> Option<Measured> {
        let of = |exact: &Exact| Ratio::of_numbers(exact.decided()[what as usize]);
        let each: Vec<Ratio> = self.exact().map(of).collect();
        ratio(&each, Scale::Points, self.why_none)
    }

    /// The same: the medians.
    pub fn decided_median(&self, what: Decided) -> Option<f64> {
        let mut all = Histogram::default();
        self.exact().for_each(|exact| all.merge(exact.decided()[what as usize]));
        all.percentile(50)
    }
}

/// What is told of the move that decided a game.
#[derive(Clone, Copy, Debug)]
pub enum Decided {
    /// Which ply it was.
    Ply,
    /// The stones before it.
    Stones,
}

fn open(cell: &Counted<'_>) -> Option<&'static str> {
    (cell.terms.sampling == Sampling::Open).then_some(OPEN)
}
