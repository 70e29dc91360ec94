//! Scores of different bots against one another: a stronger bot in one seat hides the advantage of
//! the seat. `analysis/elo.py` ranks bots that did not meet.

use std::collections::BTreeSet;

use super::{ReportContext, section as made};
use crate::base::text::listed;
use crate::games::Seat;
use crate::report::document::{Block, Section};
use crate::report::format::percent;
use crate::stats::best_arm::mean_or_half;
use crate::stats::{ExperimentStats, ScoreSum, Table};

/// The bots that met others under one rule set, in order of first occurrence.
pub(super) struct Contest<'a> {
    rules: &'a str,
    /// Each bot with its score against others at a table of two.
    bots: Vec<(&'a str, ScoreSum)>,
    /// The pairs of first and second player that occurred.
    seated: BTreeSet<[&'a str; 2]>,
}

pub(super) fn contests<'a>(all: &ExperimentStats<'a>) -> Vec<Contest<'a>> {
    let mut contests: Vec<Contest<'a>> = Vec::new();
    for cell in all.cells {
        let [first, second] = cell.labels.each else { continue };
        let games = cell.tally.games();
        if cell.tally.seats != 2 || first == second || games == 0 {
            continue;
        }
        let rules = cell.labels.rules;
        let place = contests.iter().position(|contest| contest.rules == rules);
        let place = place.unwrap_or_else(|| {
            contests.push(Contest { rules, bots: Vec::new(), seated: BTreeSet::new() });
            contests.len() - 1
        });
        contests[place].seated.insert([first, second]);
        let bots = &mut contests[place].bots;
        for (bot, seat) in [(first, Seat::FIRST), (second, Seat::SECOND)] {
            let twelfths = cell.tally.score(seat);
            match bots.iter_mut().find(|(it, _)| *it == bot) {
                Some((_, it)) => {
                    (it.games, it.twelfths) = (it.games + games, it.twelfths + twelfths)
                }
                None => bots.push((bot, ScoreSum { twelfths, games })),
            }
        }
    }
    contests
}

/// Names the bot with the highest score, in a sentence; bots with different numbers of games met
/// different opponents and are not ranked.
pub(super) fn best(contest: &Contest<'_>) -> Option<String> {
    if contest.bots.iter().any(|(_, it)| it.games != contest.bots[0].1.games) {
        return Some(format!(
            "{} bots met different opponents under {}: their scores do not rank them.",
            contest.bots.len(),
            contest.rules
        ));
    }
    let most = contest.bots.iter().map(|(_, sums)| sums.twelfths).max()?;
    let best: Vec<_> = contest.bots.iter().filter(|(_, sums)| sums.twelfths == most).collect();
    let names = listed(best.iter().map(|(bot, _)| (*bot).to_owned()), "and");
    let [how, whose] = match best.len() {
        1 => ["scored highest:", "its"],
        _ => ["tied for the highest score: each", "their"],
    };
    let (_, sums) = best[0];
    Some(format!(
        "Of {} bots that met others under {} {names} {how} {} % of {whose} {} games against them{}.",
        contest.bots.len(),
        contest.rules,
        percent(mean_or_half(*sums)),
        sums.games,
        if contest.keeps_seats() {
            ", but not in both seats, so strength and seat cannot be separated"
        } else {
            ""
        }
    ))
}

impl Contest<'_> {
    /// Returns whether any pair of bots did not swap seats.
    fn keeps_seats(&self) -> bool {
        self.seated.iter().any(|[one, other]| !self.seated.contains(&[*other, *one]))
    }
}

pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let mut blocks = Vec::new();
    for contest in &context.contests {
        let table = Table::of(&contest.bots)
            .left("bot", |(bot, _)| *bot)
            .right("games", |(_, it)| it.games)
            .right("score %", |(_, it)| percent(mean_or_half(*it)))
            .done();
        blocks.push(Block::Table(format!("Games against other bots, {}", contest.rules), table));
        if contest.keeps_seats() {
            let words =
                "Strength and seat cannot be separated: `swap = true` has bots change seats.";
            blocks.push(Block::Text(words.to_owned()));
        }
    }
    made("strength", "Strength of the bots", blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_is_a_tie() {
        let contest = |scores: &[(&'static str, u64)]| Contest {
            rules: "brunei-slide",
            bots: scores
                .iter()
                .map(|&(bot, twelfths)| (bot, ScoreSum { twelfths, games: 2 }))
                .collect(),
            seated: BTreeSet::new(),
        };
        assert_eq!(
            best(&contest(&[("greedy", 12), ("engine:mine", 12)])).unwrap(),
            "Of 2 bots that met others under brunei-slide greedy and engine:mine tied for the highest score: \
             each 50.0 % of their 2 games against them."
        );
        let words = best(&contest(&[("greedy", 6), ("random", 18)])).unwrap();
        assert!(words.contains(" random scored highest: 75.0 % of its 2 games"), "{words}");
    }
}
