//! Who is better, and by how much: strength measured by games between different bots.
//!
//! The first of two players scores p = 1 / (1 + exp(-(a - b + s))), where a and b are the strengths
//! of the two and s is what moving first is worth. Strengths and seat term are those of maximum likelihood.
//! It is setups, and not games, that are independent of one another: a bot may be better on one than on
//! another. docs/statistics.md has the model, the intervals and the sources of both.
//!
//! Who never lost a game has no finite strength. A player stands in one *group* with whoever can be
//! reached from it, and reaches it, along games that were not lost: within a group estimates are
//! finite, and between groups there is a bound at most: all of n games won says that the chance of a win
//! is at least 0.025^(1/n).

mod fit;

use std::collections::{BTreeSet, HashMap};

use self::fit::Fit;
use super::interval::Interval;
use super::overview::Overview;
use super::tally::WHOLE;
use crate::games::Seat;

/// A factor of e in the odds, in points of Elo: 400 / ln 10.
const ELO: f64 = 173.717_792_761_248_75;

/// What the first of two different players scored against the second, in one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Who moved first, and who second.
    pub players: [usize; 2],
    pub games: f64,
    /// What the first scored in them: 1 for a win, 1/2 for a draw.
    pub score: f64,
    /// On which setup, by any number that no other one has.
    pub setup: usize,
}

/// Players that met, directly or by way of others, the strongest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    pub steps: Vec<Step>,
    /// What moving first is worth, in Elo.
    pub seat: Option<Estimate>,
    /// Pearson's statistic by its degrees of freedom, where there are any.
    pub dispersion: Option<f64>,
    /// On how many setups the games were played that tell.
    pub setups: usize,
    /// Why there are no estimates, where there are none and might be.
    pub missing: Option<Missing>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub player: usize,
    /// Counted from 1: players of different groups cannot be told apart by a number.
    pub group: usize,
    /// How much stronger than the weakest of its group, in Elo.
    pub elo: Option<Estimate>,
    /// How much stronger than the next player of the ladder.
    pub above: Above,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub elo: f64,
    /// At 95 %.
    pub interval: Interval,
}

/// How a player stands to the next one of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Above {
    Last,
    /// Of the same group: by so much.
    By(Estimate),
    /// Of a higher group, and never lost against the next: by at least so much.
    AtLeast(f64),
    /// Of a higher group, without a game against the next.
    ByWayOfOthers,
    /// No game says so.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Whoever is better was always on the same side: seats were not swapped.
    Confounded,
    /// Moving first or second decided all games.
    SeatDecides,
}

impl Above {
    /// Whether the player is shown to be stronger: what an interval, or a bound, says.
    pub fn separated(self) -> Option<bool> {
        match self {
            Above::By(by) => Some(by.interval.low > 0.0),
            Above::AtLeast(bound) => Some(bound > 0.0),
            Above::Last | Above::ByWayOfOthers | Above::Unknown => None,
        }
    }
}

/// The ladders of so many players: one, unless some never met, even by way of others. Who played
/// nobody stands on none.
pub fn ladders(players: usize, meetings: &[Meeting]) -> Vec<Ladder> {
    let meetings: Vec<Meeting> =
        meetings.iter().copied().filter(|meeting| meeting.games > 0.0).collect();
    let met = reached(players, &meetings, |_| [true, true]);
    // Along games that were not lost.
    let above = reached(players, &meetings, |it| [it.score > 0.0, it.score < it.games]);
    let mut seen = vec![false; players];
    let mut ladders = Vec::new();
    for player in 0..players {
        if seen[player] || !met[player][player] {
            continue;
        }
        let members: Vec<usize> = (0..players).filter(|&other| met[player][other]).collect();
        members.iter().for_each(|&member| seen[member] = true);
        let own: Vec<Meeting> = meetings
            .iter()
            .copied()
            .filter(|meeting| members.contains(&meeting.players[0]))
            .collect();
        ladders.push(ladder(&members, &own, &above));
    }
    ladders
}

fn ladder(members: &[usize], meetings: &[Meeting], above: &[Vec<bool>]) -> Ladder {
    let groups = groups(members, above);
    let group_of = |player: usize| groups.iter().position(|group| group.contains(&player));
    // Between groups the estimate is that the higher one always wins: such games say no more.
    let within: Vec<Meeting> = meetings
        .iter()
        .copied()
        .filter(|meeting| group_of(meeting.players[0]) == group_of(meeting.players[1]))
        .collect();
    let fit = match within.is_empty() {
        true => Ok(None),
        false => Fit::new(&groups, &within).map(Some),
    };
    let (fit, missing) = match fit {
        Ok(fit) => (fit, None),
        Err(missing) => (None, Some(missing)),
    };
    let mut steps = Vec::new();
    for (group, members) in groups.iter().enumerate() {
        let mut members = members.clone();
        if let Some(fit) = &fit {
            // A stable sort: of equal ones the first named stands first.
            members.sort_by(|&one, &other| fit.strength(other).total_cmp(&fit.strength(one)));
        }
        let weakest = members.last().copied();
        for &player in &members {
            let elo = match (&fit, weakest) {
                (Some(fit), Some(weakest)) if members.len() > 1 => {
                    Some(fit.difference(player, weakest))
                }
                _ => None,
            };
            steps.push(Step { player, group: group + 1, elo, above: Above::Last });
        }
    }
    for place in 1..steps.len() {
        let (upper, lower) = (steps[place - 1], steps[place]);
        steps[place - 1].above = if upper.group == lower.group {
            fit.as_ref()
                .map_or(Above::Unknown, |fit| Above::By(fit.difference(upper.player, lower.player)))
        } else if !above[upper.player][lower.player] {
            Above::Unknown
        } else {
            match games_between(meetings, upper.player, lower.player) {
                0.0 => Above::ByWayOfOthers,
                games => Above::AtLeast(shut_out(games)),
            }
        };
    }
    Ladder {
        steps,
        seat: fit.as_ref().map(Fit::seat),
        dispersion: fit.as_ref().and_then(|fit| fit.dispersion),
        setups: setups(&within),
        missing,
    }
}

/// Players by group, the higher groups first.
fn groups(members: &[usize], above: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let alike = |one: usize, other: usize| one == other || above[one][other] && above[other][one];
    let mut left: Vec<Vec<usize>> = Vec::new();
    for &player in members {
        match left.iter_mut().find(|group| alike(group[0], player)) {
            Some(group) => group.push(player),
            None => left.push(vec![player]),
        }
    }
    let mut sorted = Vec::new();
    while !left.is_empty() {
        let highest = left.iter().position(|group| {
            let mut others = left.iter().filter(|other| other[0] != group[0]);
            others.all(|other| !above[other[0]][group[0]])
        });
        // Two groups never reach one another, so one of them is the highest.
        sorted.push(left.remove(highest.unwrap_or(0)));
    }
    sorted
}

fn setups(meetings: &[Meeting]) -> usize {
    let setups: BTreeSet<usize> = meetings.iter().map(|meeting| meeting.setup).collect();
    setups.len()
}

fn games_between(meetings: &[Meeting], one: usize, other: usize) -> f64 {
    let between =
        |meeting: &&Meeting| meeting.players == [one, other] || meeting.players == [other, one];
    meetings.iter().filter(between).map(|meeting| meeting.games).sum()
}

/// How much stronger, at least, is who won all of so many games: Elo of the chance 0.025^(1/n).
fn shut_out(games: f64) -> f64 {
    let log = libm::log(0.025) / games;
    ELO * (log - libm::log(-libm::expm1(log)))
}

/// Who reaches whom, by way of others too, along the links that a meeting makes from its first
/// player to its second, and back (Warshall 1962).
fn reached(
    players: usize,
    meetings: &[Meeting],
    links: impl Fn(&Meeting) -> [bool; 2],
) -> Vec<Vec<bool>> {
    let mut reached = vec![vec![false; players]; players];
    for meeting in meetings {
        let ([first, second], [there, back]) = (meeting.players, links(meeting));
        reached[first][second] |= there;
        reached[second][first] |= back;
    }
    for by in 0..players {
        let onward = reached[by].clone();
        for from in reached.iter_mut().filter(|from| from[by]) {
            from.iter_mut().zip(&onward).for_each(|(to, on)| *to |= on);
        }
    }
    reached
}

/// The games between different bots under one rule set, of all setups together.
#[derive(Default)]
pub struct Contest<'a> {
    pub(crate) rules: &'a str,
    /// How many setups they were played on, mirror images apart.
    pub(crate) setups: Vec<&'a str>,
    pub(crate) bots: Vec<&'a str>,
    /// By bot: all games, and what it scored in them in twelfths.
    totals: Vec<(u64, u64)>,
    meetings: Vec<Meeting>,
}

/// The contests of an experiment, by rule set in the order of the cells. Cells of more than two
/// seats, and those where a bot plays itself, say nothing of who is better.
fn contests<'a>(all: &Overview<'a>) -> Vec<Contest<'a>> {
    let mut contests: Vec<Contest<'a>> = Vec::new();
    let first_of: HashMap<&str, &str> =
        all.mirrors.iter().map(|[first, second]| (second.as_str(), first.as_str())).collect();
    for cell in all.cells {
        let [first, second] = cell.labels.each else { continue };
        let games = cell.tally.games();
        if cell.tally.seats != 2 || first == second || games == 0 {
            continue;
        }
        let rules = cell.labels.rules;
        let place = contests.iter().position(|contest| contest.rules == rules);
        let place = place.unwrap_or_else(|| {
            contests.push(Contest { rules, ..Contest::default() });
            contests.len() - 1
        });
        let contest = &mut contests[place];
        // A setup and its mirror image are one.
        let setup = first_of.get(cell.labels.setup).copied().unwrap_or(cell.labels.setup);
        let setup = place_of(&mut contest.setups, setup);
        let scores = [Seat::FIRST, Seat::SECOND].map(|seat| cell.tally.score(seat));
        let players = [first, second].map(|bot| place_of(&mut contest.bots, bot));
        contest.totals.resize(contest.bots.len(), (0, 0));
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

/// The place of a name in a list that it is added to where it is new.
fn place_of<'a>(names: &mut Vec<&'a str>, name: &'a str) -> usize {
    names.iter().position(|&known| known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

pub fn ladders_of<'a>(all: &Overview<'a>) -> Vec<(Contest<'a>, Vec<Ladder>)> {
    let contests = contests(all).into_iter();
    contests
        .map(|contest| {
            let ladders = ladders(contest.bots.len(), &contest.meetings);
            (contest, ladders)
        })
        .collect()
}

impl<'a> Contest<'a> {
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
