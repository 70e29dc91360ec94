//! Games by their first two moves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::score::WHOLE;
use crate::games::Game;

/// The ranks of a game's first two moves; a move that was never made has none.
pub type Pair = [Option<u32>; 2];

/// What the games came to that began with the same two moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// How many games.
    pub games: u64,
    /// How many the first seat won.
    pub wins_1: u64,
    /// How many were drawn.
    pub draws: u64,
    /// What the first seat scored, in twelfths of a game.
    pub first_score: u64,
    /// The games in two halves, those of even and those of odd [rounds](super::Facts::round): what
    /// is chosen by the games of one can be measured by those of the other.
    pub halves: [Half; 2],
    /// The sum of the first seat's points less the second's; 0 beyond two seats.
    pub margin: i64,
    pub(super) alike: Alike,
}

/// One half of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Half {
    /// How many games.
    pub games: u64,
    /// What the first seat scored, in twelfths of a game.
    pub first_score: u64,
}

impl Half {
    pub(super) fn merge(&mut self, other: &Half) {
        self.games += other.games;
        self.first_score += other.first_score;
    }

    /// The first seat's mean score; nothing without games.
    pub(crate) fn mean(&self) -> Option<f64> {
        let whole = WHOLE as f64 * self.games as f64;
        (self.games > 0).then(|| self.first_score as f64 / whole)
    }
}

/// Whether games were all the same one. Nothing is compared any more once two differed, so that
/// this costs next to nothing where games do differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Alike {
    /// There was no game.
    #[default]
    NoGame,
    /// All were the game with these ranks.
    One(Vec<u32>),
    /// Two of them differed.
    Several,
}

impl Alike {
    #[inline]
    pub(super) fn add(&mut self, ranks: &[u32]) {
        match self {
            Alike::Several => {}
            Alike::One(all) if all == ranks => {}
            Alike::One(_) => *self = Alike::Several,
            Alike::NoGame => *self = Alike::One(ranks.to_vec()),
        }
    }

    /// Whether all were the same game.
    pub(super) fn one(&self) -> bool {
        matches!(self, Alike::One(_))
    }

    pub(super) fn merge(&mut self, other: &Alike) {
        match other {
            Alike::NoGame => {}
            Alike::One(ranks) => self.add(ranks),
            Alike::Several => *self = Alike::Several,
        }
    }
}

impl Opening {
    /// Whether there were several games, and all of them the same one.
    pub fn one_game(&self) -> bool {
        self.games > 1 && self.alike.one()
    }

    fn merge(&mut self, other: &Opening) {
        self.games += other.games;
        self.wins_1 += other.wins_1;
        self.draws += other.draws;
        self.first_score += other.first_score;
        self.margin += other.margin;
        self.halves.iter_mut().zip(&other.halves).for_each(|(half, other)| half.merge(other));
        self.alike.merge(&other.alike);
    }
}

/// The openings of a cell's games, found by the ranks of the two moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<(Pair, Opening)>", from = "Vec<(Pair, Opening)>")]
pub(super) struct Openings {
    /// By the first move's place, then by the second's. A move's place is its rank and one more;
    /// place 0 is for games that had no such move.
    near: Vec<Vec<Opening>>,
    /// Those with a place too far for the lists.
    far: BTreeMap<Pair, Opening>,
}

/// Places from here on are kept in the map; few boards have so many moves so early.
const FAR: usize = 1024;

fn place(rank: Option<u32>) -> usize {
    rank.map_or(0, |rank| rank as usize + 1)
}

fn rank(place: usize) -> Option<u32> {
    place.checked_sub(1).map(|rank| rank as u32)
}

impl Openings {
    /// The opening of the game with these ranks.
    #[inline]
    pub(super) fn of(&mut self, ranks: &[u32]) -> &mut Opening {
        self.at([ranks.first().copied(), ranks.get(1).copied()])
    }

    #[inline]
    fn at(&mut self, pair: Pair) -> &mut Opening {
        let [first, second] = pair.map(place);
        if first >= FAR || second >= FAR {
            return self.far.entry(pair).or_default();
        }
        if first >= self.near.len() {
            self.near.resize_with(first + 1, Vec::new);
        }
        let seconds = &mut self.near[first];
        if second >= seconds.len() {
            // Just so much room: there may be very many of these lists, and they soon have all
            // that they will.
            seconds.reserve_exact(second + 1 - seconds.len());
            seconds.resize_with(second + 1, Opening::default);
        }
        &mut seconds[second]
    }

    pub(super) fn merge(&mut self, other: &Openings) {
        other.iter().for_each(|(pair, opening)| self.at(pair).merge(opening));
    }

    /// The openings that were played, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Pair, &Opening)> {
        let near = self.near.iter().enumerate().flat_map(|(first, seconds)| {
            seconds
                .iter()
                .enumerate()
                .map(move |(second, opening)| ([rank(first), rank(second)], opening))
        });
        let mut all: Vec<(Pair, &Opening)> =
            near.chain(self.far.iter().map(|(&pair, opening)| (pair, opening))).collect();
        all.retain(|(_, opening)| opening.games > 0);
        all.sort_by_key(|&(pair, _)| pair);
        all.into_iter()
    }
}

impl From<Vec<(Pair, Opening)>> for Openings {
    fn from(all: Vec<(Pair, Opening)>) -> Openings {
        let mut openings = Openings::default();
        for (pair, opening) in all.iter().filter(|(_, opening)| opening.games > 0) {
            openings.at(*pair).merge(opening);
        }
        openings
    }
}

impl From<Openings> for Vec<(Pair, Opening)> {
    fn from(openings: Openings) -> Vec<(Pair, Opening)> {
        openings.iter().map(|(pair, opening)| (pair, opening.clone())).collect()
    }
}

/// The texts of the moves with these ranks, one after the other from a position; as many as there
/// are such moves.
pub fn opening_texts<G: Game>(game: &G, start: &G::Position, ranks: &[u32]) -> Vec<String> {
    let mut position = *start;
    let mut moves = Vec::new();
    let mut texts = Vec::with_capacity(ranks.len());
    for &rank in ranks {
        let Some(chosen) = game.ranked(&position, rank, &mut moves) else { break };
        texts.push(game.word(&position, chosen.mv));
        game.apply(&mut position, chosen.mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_come_back_in_order_wherever_they_are_kept() {
        let games: [&[u32]; 7] =
            [&[2, 1, 5], &[0, 5000], &[], &[3], &[2000, 0], &[2, 1, 6], &[2, 0]];
        let mut openings = Openings::default();
        for ranks in games {
            let opening = openings.of(ranks);
            opening.games += 1;
            opening.alike.add(ranks);
        }
        let pairs: Vec<(Pair, u64)> =
            openings.iter().map(|(pair, opening)| (pair, opening.games)).collect();
        assert_eq!(
            pairs,
            [
                ([None, None], 1),
                ([Some(0), Some(5000)], 1),
                ([Some(2), Some(0)], 1),
                ([Some(2), Some(1)], 2),
                ([Some(3), None], 1),
                ([Some(2000), Some(0)], 1),
            ]
        );
        let json = serde_json::to_string(&openings).unwrap();
        assert_eq!(serde_json::from_str::<Openings>(&json).unwrap(), openings);
    }

    #[test]
    fn games_are_alike_until_one_differs_whatever_the_order() {
        let same = |ranks: &[&[u32]]| {
            let mut alike = Alike::default();
            ranks.iter().for_each(|ranks| alike.add(ranks));
            alike
        };
        let parts = [same(&[]), same(&[&[1, 2]]), same(&[&[1, 2], &[1, 2]]), same(&[&[1]])];
        let merged = |places: &[usize]| {
            places.iter().fold(Alike::default(), |mut all, &place| {
                all.merge(&parts[place]);
                all
            })
        };
        assert_eq!(merged(&[0, 1, 2]), Alike::One(vec![1, 2]));
        assert_eq!(merged(&[2, 0, 1, 0]), Alike::One(vec![1, 2]));
        for places in [&[1, 3][..], &[3, 0, 2], &[3, 1, 3]] {
            assert_eq!(merged(places), Alike::Several);
            let mut twice = merged(places);
            twice.merge(&merged(&[1]));
            assert_eq!(twice, Alike::Several);
        }
    }
}
