//! Ladders from the tallies of cells.

use std::collections::HashMap;

use super::super::overview::Overview;
use super::super::score::WHOLE;
use super::ladders::ladders;
use super::model::{Above, Ladder, Meeting, Missing};
use crate::games::Seat;

/// The games between different bots under one rule set, of all setups together.
pub struct Contest<'a> {
    pub(crate) rules: &'a str,
    /// How many setups they were played on, mirror images apart.
    pub(crate) setups: usize,
    pub(crate) bots: Vec<&'a str>,
    /// By bot: all games, and what it scored in them in twelfths.
    totals: Vec<(u64, u64)>,
    meetings: Vec<Meeting>,
}

/// The contests of an experiment, by rule set in the order of the cells. Cells of more than two
/// seats, and those where a bot plays itself, say nothing of who is better.
fn contests<'a>(all: &Overview<'a>) -> Vec<Contest<'a>> {
    let mut contests: Vec<Contest<'a>> = Vec::new();
    let mut setups: Vec<Vec<&str>> = Vec::new();
    let first_of: HashMap<&str, &str> =
        all.mirrors.iter().map(|[first, second]| (second.as_str(), first.as_str())).collect();
    for cell in all.cells {
        let [first, second] = cell.labels.each else { continue };
        let games = cell.tally.games();
        if cell.tally.seats() != 2 || first == second || games == 0 {
            continue;
        }
        let rules = cell.labels.rules;
        let place = contests.iter().position(|contest| contest.rules == rules);
        let place = place.unwrap_or_else(|| {
            let (bots, totals, meetings) = (Vec::new(), Vec::new(), Vec::new());
            contests.push(Contest { rules, setups: 0, bots, totals, meetings });
            setups.push(Vec::new());
            contests.len() - 1
        });
        let contest = &mut contests[place];
        // A setup and its mirror image are one.
        let setup = first_of.get(cell.labels.setup).copied().unwrap_or(cell.labels.setup);
        let known = setups[place].iter().position(|&known| known == setup);
        let setup = known.unwrap_or_else(|| {
            setups[place].push(setup);
            contest.setups += 1;
            contest.setups - 1
        });
        let scores = [Seat::FIRST, Seat::SECOND].map(|seat| cell.tally.score(seat));
        let players = [first, second].map(|bot| contest.player(bot));
        for (player, score) in players.into_iter().zip(scores) {
            contest.totals[player].0 += games;
            contest.totals[player].1 += score;
        }
        // A game that is played once more says nothing new: a cell counts as many games as are
        // different in it, with the mean score of all of them.
        let counted = cell.distinct().map_or(games, |distinct| distinct.games) as f64;
        let score = counted * scores[0] as f64 / (WHOLE * games) as f64;
        contest.meetings.push(Meeting { players, games: counted, score, setup });
    }
    contests
}

/// The contests of an experiment with their ladders, in order.
pub fn ladders_of<'a>(all: &Overview<'a>) -> Vec<(Contest<'a>, Vec<Ladder>)> {
    let contests = contests(all).into_iter();
    contests
        .map(|contest| {
            let ladders = contest.ladders();
            (contest, ladders)
        })
        .collect()
}

impl<'a> Contest<'a> {
    fn player(&mut self, bot: &'a str) -> usize {
        self.bots.iter().position(|&known| known == bot).unwrap_or_else(|| {
            self.bots.push(bot);
            self.totals.push((0, 0));
            self.bots.len() - 1
        })
    }

    fn ladders(&self) -> Vec<Ladder> {
        ladders(self.bots.len(), &self.meetings)
    }

    /// How many games a bot played, and the share of them that it won.
    pub(crate) fn score(&self, player: usize) -> (u64, f64) {
        let (games, twelfths) = self.totals[player];
        (games, twelfths as f64 / (WHOLE * games) as f64)
    }
}

impl Ladder {
    /// How the interval above the next bot was made, or why there is none.
    pub(crate) fn method(&self, above: Above) -> &'static str {
        match (above, self.missing) {
            (Above::Last, _) => "",
            (Above::By(_), _) if self.setups > 1 => "t-95 over setups",
            (Above::By(_), _) => "wald-95 of one setup",
            (Above::AtLeast(_), _) => "shut-out-95",
            (Above::ByWayOfOthers, _) => "none: shut out by way of others",
            (Above::Unknown, None) => "none: no games tell",
            (Above::Unknown, Some(Missing::Confounded)) => "none: seats were not swapped",
            (Above::Unknown, Some(Missing::SeatDecides)) => "none: the seat decides",
        }
    }
}
