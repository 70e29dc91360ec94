//! Matches: every bot meets every bot of the other contestants.

use super::Experiment;

/// Returns the line-ups in which every bot meets every bot of the other contestants.
pub fn pairs(contestants: &[Contestant]) -> Vec<String> {
    let mut pairs = Vec::new();
    for (at, (_, bots)) in contestants.iter().enumerate() {
        for one in bots {
            for other in contestants[at + 1..].iter().flat_map(|(_, bots)| bots) {
                pairs.extend([format!("{one}/{other}"), format!("{other}/{one}")]);
            }
        }
    }
    pairs
}

/// Returns the number of games of the two largest contestants in a cycle of pairs of first moves.
pub fn games_of_a_cycle(experiment: &Experiment, contestants: &[Contestant]) -> u64 {
    let mut sizes: Vec<usize> = contestants.iter().map(|(_, bots)| bots.len()).collect();
    sizes.sort();
    let sizes = sizes.iter().rev().take(2).product::<usize>();
    let meetings = sizes * experiment.setups.len() * experiment.rules.len();
    experiment.opening_pairs() * 2 * meetings as u64
}

/// A word, and the words of its bots: itself, or the members of a crew.
pub type Contestant = (String, Vec<String>);

/// Returns the contestant for whom a bot plays: a crew, or itself.
pub fn contestant_of<'c>(crews: &'c [Contestant], bot: &'c str) -> &'c str {
    let own = crews.iter().find(|(_, bots)| bots.iter().any(|it| it == bot));
    own.map_or(bot, |(crew, _)| crew)
}
