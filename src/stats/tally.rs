//! The sums over a cell's games.

use serde::{Deserialize, Serialize};

use super::facts::Facts;
use super::histogram::Histogram;
use super::matches::{Matches, Round};
use super::openings::{Opening, Openings, Pair};
use super::score::{DRAWN, add_each, part, place, share};
use crate::games::{Ending, Seat};

/// The sums over a cell's games. Tallies of any parts of the games, added in any order, are equal
/// to the tally of all of them.
///
/// No sum can overflow: with 10^10 games of fewer than 10^4 plies, points and moves each, none of
/// the counts is beyond 10^18, and 64 bits hold 1.8 times 10^19, or half of it with a sign. Sums
/// of squares are only taken when they are asked for, with 128 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tally {
    seats: u8,
    endings: Endings,
    /// By seat, in twelfths of a game.
    scores: [u64; Seat::MOST],
    /// The first seat's points less the second's; nothing beyond two seats.
    margin: Histogram,
    /// That margin of the games that did not end stuck: there the points decided.
    decided_margin: Histogram,
    plies: Histogram,
    /// By phase and seat.
    points: Vec<[u64; Seat::MOST]>,
    /// How many moves there were, by phase, wherever one was made.
    moves: Vec<Histogram>,
    lead_changes: Histogram,
    lead_for_good: Histogram,
    openings: Openings,
    /// The matches, where the games are rounds of such. The sums above go by turn then: the first
    /// seat is that of whoever was the first to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    matches: Option<Matches>,
}

/// Games by ending and by the seat that won, those without a single winner last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Endings {
    cleared: [u64; DRAWN + 1],
    stuck: [u64; DRAWN + 1],
    no_hops: [u64; DRAWN + 1],
}

impl Endings {
    fn all(&self) -> [&[u64; DRAWN + 1]; 3] {
        [&self.cleared, &self.stuck, &self.no_hops]
    }

    fn of(&self, ending: Ending) -> &[u64; DRAWN + 1] {
        match ending {
            Ending::Cleared => &self.cleared,
            Ending::Stuck => &self.stuck,
            Ending::NoHops => &self.no_hops,
        }
    }

    fn of_mut(&mut self, ending: Ending) -> &mut [u64; DRAWN + 1] {
        match ending {
            Ending::Cleared => &mut self.cleared,
            Ending::Stuck => &mut self.stuck,
            Ending::NoHops => &mut self.no_hops,
        }
    }
}

impl Tally {
    /// The tally of no games, of so many seats and phases.
    pub fn new(seats: u8, phases: usize) -> Tally {
        Tally {
            seats,
            endings: Endings::default(),
            scores: [0; Seat::MOST],
            margin: Histogram::default(),
            decided_margin: Histogram::default(),
            plies: Histogram::default(),
            points: vec![[0; Seat::MOST]; phases],
            moves: vec![Histogram::default(); phases],
            lead_changes: Histogram::default(),
            lead_for_good: Histogram::default(),
            openings: Openings::default(),
            matches: None,
        }
    }

    /// The tally of no matches, of so many rounds each; one round is a game.
    #[must_use]
    pub fn of_rounds(self, rounds: u64) -> Tally {
        Tally { matches: (rounds > 1).then(|| Matches::new(rounds)), ..self }
    }

    /// Adds a match, or a game, that of one round.
    pub fn add_match(&mut self, rounds: &[Round]) {
        rounds.iter().for_each(|round| self.add(&round.facts));
        if let Some(matches) = &mut self.matches {
            matches.add(rounds, self.seats);
        }
    }

    /// Adds a game; one that is not finished changes nothing.
    pub fn add(&mut self, facts: &Facts) {
        let Some(end) = facts.end() else { return };
        let winners = end.outcome.winners;
        let drawn = winners.count() != 1;
        let winner = if drawn { None } else { winners.seats().next() };
        self.endings.of_mut(end.outcome.ending)[place(winner)] += 1;
        for seat in Seat::first(self.seats) {
            self.scores[seat.index()] += share(winners, seat);
        }
        let margin = if self.seats == 2 {
            let margin = i64::from(end.scores[0]) - i64::from(end.scores[1]);
            self.margin.add(margin);
            if end.outcome.ending != Ending::Stuck {
                self.decided_margin.add(margin);
            }
            margin
        } else {
            0
        };
        self.plies.add(facts.ranks.len() as i64);
        for (phase, choices, gained) in facts.stretches() {
            add_each(&mut self.points[phase], &gained.map(u64::from));
            let moves = &mut self.moves[phase];
            choices.iter().for_each(|&of| moves.add(of.into()));
        }
        self.lead_changes.add(facts.lead_changes().into());
        if let Some(ply) = facts.lead_for_good() {
            self.lead_for_good.add(ply.into());
        }
        let opening = self.openings.of(&facts.ranks);
        opening.games += 1;
        opening.wins_1 += u64::from(winner == Some(Seat::FIRST));
        opening.draws += u64::from(drawn);
        opening.first_score += share(winners, Seat::FIRST);
        opening.margin += margin;
        let half = &mut opening.halves[(facts.round % 2) as usize];
        half.games += 1;
        half.first_score += share(winners, Seat::FIRST);
        opening.alike.add(&facts.ranks);
    }

    /// Adds the games of another tally of the same cell.
    pub fn merge(&mut self, other: &Tally) {
        debug_assert_eq!((self.seats, self.moves.len()), (other.seats, other.moves.len()));
        add_each(&mut self.endings.cleared, &other.endings.cleared);
        add_each(&mut self.endings.stuck, &other.endings.stuck);
        add_each(&mut self.endings.no_hops, &other.endings.no_hops);
        add_each(&mut self.scores, &other.scores);
        self.margin.merge(&other.margin);
        self.decided_margin.merge(&other.decided_margin);
        self.plies.merge(&other.plies);
        self.points.iter_mut().zip(&other.points).for_each(|(sums, other)| add_each(sums, other));
        self.moves.iter_mut().zip(&other.moves).for_each(|(moves, other)| moves.merge(other));
        self.lead_changes.merge(&other.lead_changes);
        self.lead_for_good.merge(&other.lead_for_good);
        self.openings.merge(&other.openings);
        if let (Some(matches), Some(other)) = (&mut self.matches, &other.matches) {
            matches.merge(other);
        }
    }

    /// How many play.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// How many phases the game has.
    pub fn phases(&self) -> usize {
        self.moves.len()
    }

    /// The matches, where the games are rounds of such.
    pub fn matches(&self) -> Option<&Matches> {
        self.matches.as_ref()
    }

    /// How many games were added, be they rounds of matches or not.
    pub fn rounds(&self) -> u64 {
        self.endings.all().into_iter().flatten().sum()
    }

    /// How many games were added, or how many matches.
    pub fn games(&self) -> u64 {
        self.matches.as_ref().map_or_else(|| self.rounds(), Matches::count)
    }

    /// How many games, or matches, this seat won alone.
    pub fn wins(&self, seat: Seat) -> u64 {
        self.won(Some(seat))
    }

    /// How many games, or matches, several seats won together.
    pub fn draws(&self) -> u64 {
        self.won(None)
    }

    /// The share of games, or matches, that several seats won together.
    pub fn draws_share(&self) -> Option<f64> {
        part(self.draws(), self.games())
    }

    /// The share of games, or of the rounds of matches, that ended with somebody stuck.
    pub fn stuck_share(&self) -> Option<f64> {
        part(self.endings(Ending::Stuck), self.rounds())
    }

    fn won(&self, winner: Option<Seat>) -> u64 {
        match &self.matches {
            Some(matches) => matches.wins(winner),
            None => self.endings.all().map(|ending| ending[place(winner)]).iter().sum(),
        }
    }

    /// How many games ended like this and were won by this seat alone, or by several together; of
    /// rounds, seat 1 is whoever was the first to move.
    pub fn ended(&self, ending: Ending, winner: Option<Seat>) -> u64 {
        self.endings.of(ending)[place(winner)]
    }

    /// How many games ended like this.
    pub fn endings(&self, ending: Ending) -> u64 {
        self.endings.of(ending).iter().sum()
    }

    /// What a seat scored, in twelfths of a game, or of a match.
    pub fn score(&self, seat: Seat) -> u64 {
        match &self.matches {
            Some(matches) => matches.score(seat),
            None => self.scores[seat.index()],
        }
    }

    /// The first seat's points less the second's, at the end of a game, or of a match; nothing
    /// beyond two seats.
    pub fn margin(&self) -> &Histogram {
        self.matches.as_ref().map_or(&self.margin, Matches::margin)
    }

    /// The margins of games, be they rounds of matches or not; of rounds by turn, the first to move
    /// first.
    pub fn margin_by_turn(&self) -> &Histogram {
        &self.margin
    }

    /// The margins of the games that did not end stuck.
    pub fn decided_margin(&self) -> &Histogram {
        &self.decided_margin
    }

    /// The games' lengths in plies.
    pub fn plies(&self) -> &Histogram {
        &self.plies
    }

    /// The points that a seat gained, over all games; of rounds, seat 1 is whoever was the first
    /// to move.
    pub fn points(&self, seat: Seat) -> u64 {
        self.points.iter().map(|points| points[seat.index()]).sum()
    }

    /// The points that a seat gained in a phase, over all games.
    pub fn points_in(&self, phase: usize, seat: Seat) -> u64 {
        self.points[phase][seat.index()]
    }

    /// How many moves there were in a phase's positions, wherever one was made.
    pub fn moves(&self, phase: usize) -> &Histogram {
        &self.moves[phase]
    }

    /// How often the lead went from one seat to another, by games. A seat leads while it alone has
    /// the most points; a lead that is lost to equal points and regained is no change.
    pub fn lead_changes(&self) -> &Histogram {
        &self.lead_changes
    }

    /// The plies, counted from 1, with which winners came to lead and stayed in the lead to the
    /// end. Counts only games that a seat won alone and led at the end.
    pub fn lead_for_good(&self) -> &Histogram {
        &self.lead_for_good
    }

    /// The openings that were played, in the order of their ranks.
    pub fn openings(&self) -> impl Iterator<Item = (Pair, &Opening)> {
        self.openings.iter()
    }

    /// Whether there were several games, or matches, and all of them the same one.
    pub fn one_game(&self) -> bool {
        if let Some(matches) = &self.matches {
            return matches.one_match();
        }
        let mut openings = self.openings.iter();
        matches!((openings.next(), openings.next()), (Some((_, only)), None) if only.one_game())
    }
}
