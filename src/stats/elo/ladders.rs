//! Ladders of players from their meetings.

use std::collections::BTreeSet;

use super::fit::Fit;
use super::model::{Above, ELO, Ladder, Meeting, Step};

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

/// Who reaches whom.
struct Reach {
    size: usize,
    links: Vec<bool>,
}

impl Reach {
    fn new(size: usize) -> Reach {
        Reach { size, links: vec![false; size * size] }
    }

    fn link(&mut self, from: usize, to: usize) {
        self.links[from * self.size + to] = true;
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        self.links[from * self.size + to]
    }

    /// Adds all ways by way of others (Warshall 1962).
    fn close(&mut self) {
        for by in 0..self.size {
            for from in 0..self.size {
                if self.reaches(from, by) {
                    for to in 0..self.size {
                        if self.reaches(by, to) {
                            self.link(from, to);
                        }
                    }
                }
            }
        }
    }
}
