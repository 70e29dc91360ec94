//! What carries over: whether what games say of patterns holds from bot to bot and from rule set to
//! rule set.
//!
//! # Rungs
//!
//! A [`Rung`] is one bot, in every seat, under one rule set, over some patterns. A pattern's *true*
//! score there is what endlessly many games would come to; the score that is seen lies around it by
//! chance, with a variance that the games tell ([`pattern`]). What is said of several rungs is said
//! of true scores: chance makes patterns differ, and rungs disagree, and both can be taken out.
//!
//! - [`agreement`]: how alike the patterns' true scores are at two rungs.
//! - [`parts`]: to what the variance of a game belongs: pattern, pattern by bot, pair of first moves, chance.
//! - [`lasting`]: what is said of a pattern at every rung from some strength on.
//! - [`axis`]: how the first player's score goes with the bots' strength.
//! - [`choosing`]: what the first moves are worth where both choose the best.
//!
//! Rungs of one rule set stand in the order of their Elo, where it is known of all, or else as they
//! were given. All of it is about two players, the same bot in both seats, and a number of games that
//! was fixed before the first of them.
//!
//! A rung with one game a pair does not tell chance from pattern ([`Rung::tells_chance`]). Its scores and verdicts
//! stand beside the others', and it is a point of the axis; what takes chance out goes without it.

pub mod agreement;
pub mod axis;
pub mod choosing;
mod jackknife;
pub mod lasting;
pub mod parts;
pub mod pattern;

use self::agreement::Agreement;
use self::axis::Axis;
use self::choosing::Choosing;
use self::lasting::Lasting;
use self::parts::Parts;
pub use self::pattern::{Pair, Pattern};
use super::overview::{Draws, Overview};
use super::terms::{Begun, Lineup, Sampling, WITHIN};

/// With fewer patterns nothing is said of how they differ: so few would correlate with anything.
pub const LEAST_PATTERNS: usize = 10;

/// More rungs of one rule set are not compared.
const MOST_RUNGS: usize = 40;

/// One bot in every seat, under one rule set, over some patterns.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// What the rule set is called.
    pub rules: String,
    /// What the bot is called.
    pub bots: String,
    /// How strong it is, where that is known.
    pub elo: Option<f64>,
    /// From which results it is: rungs of the same results may share random numbers.
    pub source: usize,
    /// Which random numbers were drawn.
    pub draws: Draws,
    /// How its games began.
    pub begun: Begun,
    /// The patterns, in order.
    pub patterns: Vec<Pattern>,
}

impl Rung {
    /// Whether the variance by chance is known of every pattern.
    pub fn tells_chance(&self) -> bool {
        self.patterns.iter().all(|pattern| pattern.variance().is_some())
    }
}

/// The rungs of one rule set over the patterns that all of them have, the weakest first.
#[derive(Clone, Debug)]
pub struct Group {
    /// What the rule set is called.
    pub rules: String,
    /// The rungs.
    pub rungs: Vec<Rung>,
}

impl Group {
    /// The rungs of each rule set. Those with the same bot are told apart by the name of their
    /// source, if there is one.
    pub fn of(rungs: Vec<Rung>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for rung in rungs {
            match groups.iter_mut().find(|group| group.rules == rung.rules) {
                Some(group) => group.rungs.push(rung),
                None => groups.push(Group { rules: rung.rules.clone(), rungs: vec![rung] }),
            }
        }
        for Group { rungs, .. } in &mut groups {
            rungs.truncate(MOST_RUNGS);
            keep_common(rungs);
            if rungs.iter().all(|rung| rung.elo.is_some()) {
                let elo = |rung: &Rung| rung.elo.unwrap_or_default();
                rungs.sort_by(|one, other| elo(one).total_cmp(&elo(other)));
            }
        }
        groups
    }

    /// The patterns' names, in order.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.rungs.first().into_iter().flat_map(|rung| rung.patterns.iter().map(Pattern::name))
    }

    /// How many patterns there are.
    pub fn count(&self) -> usize {
        self.rungs.first().map_or(0, |rung| rung.patterns.len())
    }
}

/// Leaves the patterns that all rungs have, in the order of the first.
fn keep_common(rungs: &mut [Rung]) {
    let Some(first) = rungs.first() else { return };
    let keys: Vec<String> = first.patterns.iter().map(|pattern| pattern.key.clone()).collect();
    let find = |rung: &Rung, key: &str| rung.patterns.iter().position(|it| it.key == key);
    let common: Vec<&String> =
        keys.iter().filter(|key| rungs.iter().all(|rung| find(rung, key).is_some())).collect();
    for rung in rungs.iter_mut() {
        let places = common.iter().filter_map(|key| find(rung, key));
        rung.patterns = places.map(|place| rung.patterns[place].clone()).collect();
    }
}

/// All that is said of some rungs.
#[derive(Clone, Debug)]
pub struct Carrying {
    /// The rungs, by rule set.
    pub groups: Vec<Group>,
    /// How alike the patterns are at two rungs: of one rule set first, then of one bot.
    pub agreements: Vec<Agreement>,
    /// To what the variance of a game belongs, by rule set.
    pub parts: Vec<Parts>,
    /// What is said of each pattern over the rungs, by rule set.
    pub lasting: Vec<Lasting>,
    /// How the first player's score goes with strength, by rule set: over all patterns, then of each.
    pub axes: Vec<Axis>,
    /// What the first moves are worth where both choose the best, by rung.
    pub choosing: Vec<Choosing>,
}

impl Carrying {
    /// What some rungs say; nothing where there are no two to be compared, or too few patterns.
    /// `from` is the bot from which on scores are pooled; without it, the weakest from which on bots agree.
    pub fn of(rungs: Vec<Rung>, from: Option<&str>, within: f64) -> Option<Carrying> {
        let groups: Vec<Group> =
            Group::of(rungs).into_iter().filter(|group| group.count() >= LEAST_PATTERNS).collect();
        let agreements = agreement::all(&groups);
        if agreements.is_empty() {
            return None;
        }
        Some(Carrying {
            parts: groups.iter().filter_map(Parts::of).collect(),
            lasting: lasting::all(&groups, &agreements, from, within),
            axes: groups.iter().flat_map(axis::of_group).collect(),
            choosing: groups
                .iter()
                .flat_map(|group| choosing::all(group, &lasting::pooled(group, &agreements, from)))
                .collect(),
            agreements,
            groups,
        })
    }

    /// What an experiment's own cells say. Nothing where results decide how many games there are,
    /// where matches are played, and with more than two players.
    pub fn of_cells(all: &Overview<'_>) -> Option<Carrying> {
        if all.decider.is_some() || all.has_matches() {
            return None;
        }
        let ladders = super::elo::ladders_of(all);
        let elo = |rules: &str, bots: &str| {
            let (contest, ladders) = ladders.iter().find(|(contest, _)| contest.rules == rules)?;
            let mut steps = ladders.first()?.steps.iter();
            Some(steps.find(|step| contest.bots[step.player] == bots)?.elo?.elo)
        };
        let mut rungs: Vec<Rung> = Vec::new();
        for (number, cell) in all.cells.iter().enumerate() {
            let (terms, tally) = (cell.terms, cell.tally);
            let is_one = terms.lineup == Lineup::Mirror && terms.sampling == Sampling::Fixed;
            if !is_one || tally.seats() != 2 || tally.games() == 0 {
                continue;
            }
            let labels = cell.labels;
            let pairs = tally.openings().map(|(pair, opening)| {
                let ranks: Vec<u32> = pair.into_iter().flatten().collect();
                let mut words = (all.texts)(number, &ranks).into_iter();
                let words = [words.next().unwrap_or_default(), words.next().unwrap_or_default()];
                Pair::of(words, opening.games, opening.wins_1, opening.draws)
            });
            let pattern = Pattern::of(labels.setup, labels.setup, terms.begun, pairs);
            let same =
                |rung: &&mut Rung| (&*rung.rules, &*rung.bots) == (labels.rules, labels.bots);
            match rungs.iter_mut().find(same) {
                Some(rung) => rung.patterns.push(pattern),
                None => rungs.push(Rung {
                    rules: labels.rules.to_owned(),
                    bots: labels.bots.to_owned(),
                    elo: elo(labels.rules, labels.bots),
                    source: 0,
                    draws: all.draws,
                    begun: terms.begun,
                    patterns: vec![pattern],
                }),
            }
        }
        let within = all.cells.first().map_or(WITHIN, |cell| cell.terms.within);
        Carrying::of(rungs, None, within)
    }
}
