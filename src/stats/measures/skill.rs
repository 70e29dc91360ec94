//! How many rungs of strength a setup separates.

use crate::games::Seat;
use crate::stats::elo::{Meeting, ladders};
use crate::stats::overview::Overview;
use crate::stats::score::WHOLE;

/// What the games between different bots on one setup tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The setup.
    pub setup: &'a str,
    /// How many bots played others.
    pub bots: usize,
    /// How many games they played.
    pub games: u64,
    /// How many steps their ladder has: from each bot to the next weaker one.
    pub steps: usize,
    /// How many of these are shown to be steps upwards.
    pub shown: usize,
}

/// The setups on which different bots played one another, by rule set, in the order of the cells.
/// Cells of more than two seats, and those where a bot plays itself, say nothing of who is better.
pub fn skills<'a>(all: &Overview<'a>) -> Vec<Skill<'a>> {
    struct Sums<'a> {
        skill: Skill<'a>,
        bots: Vec<&'a str>,
        meetings: Vec<Meeting>,
    }
    let mut found: Vec<Sums<'a>> = Vec::new();
    for cell in all.cells {
        let [first, second] = cell.labels.each else { continue };
        let games = cell.tally.games();
        if cell.tally.seats() != 2 || first == second || games == 0 {
            continue;
        }
        let (rules, setup) = (cell.labels.rules, cell.labels.setup);
        let place =
            found.iter().position(|sums| (sums.skill.rules, sums.skill.setup) == (rules, setup));
        let place = place.unwrap_or_else(|| {
            let skill = Skill { rules, setup, bots: 0, games: 0, steps: 0, shown: 0 };
            found.push(Sums { skill, bots: Vec::new(), meetings: Vec::new() });
            found.len() - 1
        });
        let Sums { skill, bots, meetings } = &mut found[place];
        skill.games += games;
        let players = [first, second].map(|bot| {
            bots.iter().position(|known| known == bot).unwrap_or_else(|| {
                bots.push(bot);
                bots.len() - 1
            })
        });
        // A game that is played once more says nothing new.
        let counted = cell.distinct().map_or(games, |distinct| distinct.games) as f64;
        let score = counted * cell.tally.score(Seat::FIRST) as f64 / (WHOLE * games) as f64;
        meetings.push(Meeting { players, games: counted, score, setup: 0 });
    }
    let finished = found.into_iter().map(|Sums { skill, bots, meetings }| {
        let (steps, shown) = rungs(bots.len(), &meetings);
        Skill { bots: bots.len(), steps, shown, ..skill }
    });
    finished.collect()
}

/// How many steps the ladders of so many players have, and how many are shown to lead upwards.
fn rungs(players: usize, meetings: &[Meeting]) -> (usize, usize) {
    let ladders = ladders(players, meetings);
    let steps = || ladders.iter().flat_map(|ladder| &ladder.steps);
    let shown = steps().filter(|step| step.above.separated() == Some(true)).count();
    (steps().count() - ladders.len(), shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three bots, each pair of neighbours in either order, a hundred games each: the weak one loses
    /// 90 of them; the upper two are far apart, even, or nearly so.
    #[test]
    fn a_setup_separates_as_many_rungs_as_its_own_games_show() {
        let ladder = |upper: f64| {
            let meeting = |players, score| Meeting { players, games: 100.0, score, setup: 0 };
            [
                meeting([0, 1], upper),
                meeting([1, 0], 100.0 - upper),
                meeting([1, 2], 90.0),
                meeting([2, 1], 10.0),
            ]
        };
        assert_eq!(rungs(3, &ladder(90.0)), (2, 2));
        assert_eq!(rungs(3, &ladder(50.0)), (2, 1));
        // Of 200 games 104 are no proof, 120 are.
        assert_eq!(rungs(3, &ladder(52.0)), (2, 1));
        assert_eq!(rungs(3, &ladder(60.0)), (2, 2));
        // Two pairs that never met stand on two ladders, of a step each.
        let apart = [([0, 1], 90.0), ([1, 0], 10.0), ([2, 3], 50.0), ([3, 2], 50.0)];
        let apart =
            apart.map(|(players, score)| Meeting { players, games: 100.0, score, setup: 0 });
        assert_eq!(rungs(4, &apart), (2, 1));
        assert_eq!(rungs(2, &[]), (0, 0));
    }
}
