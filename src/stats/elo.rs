//! Who is better, and by how much: strength measured by games between different bots.
//!
//! # The model
//!
//! The first of two players scores p = 1 / (1 + exp(-(a - b + s))), where a and b are the strengths
//! of the two and s is what moving first is worth: the model of Zermelo (1929, "Die Berechnung der
//! Turnier-Ergebnisse als ein Maximumproblem der Wahrscheinlichkeitsrechnung", Math. Z. 29, pp.
//! 436-460) and of Bradley and Terry (1952, "Rank analysis of incomplete block designs", Biometrika
//! 39, pp. 324-345) with a term for the order of play (Davidson and Beaver 1977, "On extending the
//! Bradley-Terry model to incorporate within-pair order effects", Biometrics 33, pp. 693-702).
//! A draw is half a win and half a loss. 400 points of Elo are a factor of ten in the odds
//! (A. E. Elo 1978, "The rating of chessplayers, past and present").
//!
//! # The estimates
//!
//! Strengths and seat term are those of maximum likelihood, found by Newton's method: the logarithm
//! of the likelihood is concave (Hunter 2004, "MM algorithms for generalized Bradley-Terry models",
//! Ann. Statist. 32, pp. 384-406).
//!
//! # How far they may be off
//!
//! A bot may be better on one setup than on another, and the seat worth more. So it is setups, and
//! not games, that are independent of one another: with s the score residuals of a setup's games,
//! by parameter, I the information matrix and S setups, the covariances are
//!
//! ```text
//! I^-1 (S / (S - 1) * sum over the setups of s s') I^-1
//! ```
//!
//! (Liang and Zeger 1986, "Longitudinal data analysis using generalized linear models", Biometrika
//! 73, pp. 13-22), and an interval is as wide as Student's distribution with S - 1 degrees of freedom
//! has it. It speaks of a world of setups of which these are a sample. A few setups may agree by
//! chance: no interval is narrower than the normal one with the variances of I^-1, which are those of
//! the games alone. A setup and its mirror image are the same game, and count as one.
//!
//! Games on one setup say nothing of others. Then the interval is about that setup, with the
//! variances of I^-1; where its cells differ by more than chance, which Pearson's statistic by its
//! degrees of freedom tells, they are multiplied by that (McCullagh and Nelder 1989, "Generalized
//! linear models", 4.5). Below 1 they stay: intervals are never made narrower.
//!
//! Who never lost a game has no finite strength. A player stands in one *group* with whoever can be
//! reached from it, and reaches it, along games that were not lost: within a group estimates are
//! finite (Ford 1957, "Solution of a ranking problem from binary comparisons", Am. Math. Monthly
//! 64, pp. 28-33), and between groups there is a bound at most: all of n games won says that the
//! chance of a win is at least 0.025^(1/n) (Clopper and Pearson 1934, "The use of confidence or
//! fiducial limits", Biometrika 26, pp. 404-413).
//!
//! All arithmetic is `+ - * /`, the square root, and exponentials and logarithms of the `libm`
//! crate: figures have the same bytes on every machine.

mod fit;
mod matrix;
mod reach;
mod table;

use std::collections::BTreeSet;

use self::fit::Fit;
use self::reach::Reach;
use super::interval::Interval;

pub use table::{Contest, ladders_of};
pub(crate) use table::{Rated, elo_parts, rated};

/// A factor of e in the odds, in points of Elo: 400 / ln 10.
const ELO: f64 = 173.717_792_761_248_75;

/// What the first of two different players scored against the second, in one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Who moved first, and who second.
    pub players: [usize; 2],
    /// How many games count.
    pub games: f64,
    /// What the first scored in them: 1 for a win, 1/2 for a draw.
    pub score: f64,
    /// On which setup, by any number that no other one has.
    pub setup: usize,
}

/// Players that met, directly or by way of others, the strongest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The players.
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

/// A player of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Who.
    pub player: usize,
    /// Counted from 1: players of different groups cannot be told apart by a number.
    pub group: usize,
    /// How much stronger than the weakest of its group, in Elo.
    pub elo: Option<Estimate>,
    /// How much stronger than the next player of the ladder.
    pub above: Above,
}

/// A figure in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub elo: f64,
    /// Its interval at 95 %.
    pub interval: Interval,
}

/// How a player stands to the next one of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Above {
    /// There is no next one.
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

/// Why there are no estimates.
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
    let mut met = Reach::new(players);
    let mut above = Reach::new(players);
    for &Meeting { players: [first, second], games, score, .. } in &meetings {
        met.link(first, second);
        met.link(second, first);
        if score > 0.0 {
            above.link(first, second);
        }
        if score < games {
            above.link(second, first);
        }
    }
    met.close();
    above.close();
    let mut seen = vec![false; players];
    let mut ladders = Vec::new();
    for player in 0..players {
        if seen[player] || !met.reaches(player, player) {
            continue;
        }
        let members: Vec<usize> =
            (0..players).filter(|&other| met.reaches(player, other)).collect();
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

/// The ladder of players that met.
fn ladder(members: &[usize], meetings: &[Meeting], above: &Reach) -> Ladder {
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
        } else if !above.reaches(upper.player, lower.player) {
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
fn groups(members: &[usize], above: &Reach) -> Vec<Vec<usize>> {
    let alike = |one: usize, other: usize| {
        one == other || above.reaches(one, other) && above.reaches(other, one)
    };
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
            others.all(|other| !above.reaches(other[0], group[0]))
        });
        // Two groups never reach one another, so one of them is the highest.
        sorted.push(left.remove(highest.unwrap_or(0)));
    }
    sorted
}

/// On how many setups some games were played.
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
