//! An experiment made ready to be played: every cell with its game, its first position and its
//! random numbers.

use crate::base::halt::Halt;
use crate::base::random::Key;
use crate::experiment::schedule::{self, GameId, Schedule, Shard};
use crate::experiment::{Cell, Experiment, NextStart, Openings, Rounds};
use crate::games::bell;
use crate::games::brunei;
use crate::games::rules::Rules;
use crate::games::{Game, Outcome, Seat, Winners, find_move, scores_at_table};
use crate::players::play::{NoGame, Table, replay};
use crate::playing::journal::{Form, MatchRound, Row, RowLabels, write_row};
use crate::stats::adaptive::Decider;
use crate::stats::{Facts, Round, Tally, opening_texts, share, winners_of};

/// An experiment, ready to be played.
#[derive(Debug)]
pub struct Stage {
    cells: Vec<CellStage>,
    /// How many different line-ups of bots there are.
    lineups: usize,
    games: u64,
    /// How matches are played, where they are.
    rounds: Option<Rounds>,
    /// What decides on each round, where games are played in rounds.
    decider: Option<Decider>,
}

/// A cell, ready to be played.
#[derive(Debug)]
struct CellStage {
    labels: RowLabels,
    arena: Arena,
    /// How many parts its game has.
    phases: usize,
    key: Key,
    /// Which line-up plays, and the bots in its seats.
    lineup: usize,
    bots: Vec<crate::players::bots::BotSpec>,
}

/// A game of either kind: here, and only here, it is looked up which.
#[derive(Debug)]
enum Arena {
    Brunei(Ready<brunei::Rules>),
    Bell(Ready<bell::Rules>),
}

#[derive(Debug)]
struct Ready<G: Game> {
    game: G,
    start: G::Position,
    /// First moves that are played in turn, game by game; none where bots choose them.
    openings: Vec<[G::Move; 2]>,
}

/// How a game, or a match, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Who won.
    pub winners: Winners,
}

impl Finished {
    /// What the first seat scored, in twelfths: 12 for a win, a draw's share else.
    pub fn first_score(&self) -> u64 {
        share(self.winners, Seat::FIRST)
    }
}

/// Rounds take streams of their own: so many bits of a stream's number are for the index.
const INDEX_BITS: u32 = 46;

// The highest index and the highest round leave two bits for the seat.
const _: () = assert!(crate::experiment::MOST_GAMES <= 1 << INDEX_BITS);
const _: () = assert!(crate::experiment::MOST_ROUNDS <= 1 << (62 - INDEX_BITS));

/// A game's place in a record that a position and its moves are wanted of.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Sees the game, its first position and the moves in order.
    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) -> Self::Output;
}

impl Stage {
    /// Makes an experiment ready; `seed` is the one that it is played with.
    pub fn new(experiment: &Experiment, seed: u64) -> Stage {
        let cells = experiment.cells().map(|cell| CellStage::new(experiment, &cell, seed));
        Stage {
            cells: cells.collect(),
            lineups: experiment.lineups.len(),
            games: experiment.games,
            rounds: experiment.rounds,
            decider: Decider::of(experiment),
        }
    }

    /// How many rounds are played for each index of a cell: 1 where it is single games.
    pub fn rounds(&self) -> u64 {
        self.rounds.map_or(1, Rounds::count)
    }

    /// Which columns the journal has.
    pub fn form(&self) -> Form {
        Form { rounds: self.rounds() }
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// How many play in a cell.
    pub fn seats(&self, cell: usize) -> u8 {
        self.cells[cell].bots.len() as u8
    }

    /// Who is the first to move in the round after one of so many plies. Seats take turns one
    /// after the other in both games, and every move captures: whoever made the last one captured
    /// the last stone.
    fn next_starter(&self, starter: Seat, plies: usize, seats: u8) -> Seat {
        match self.rounds.map(|rounds| rounds.next_start) {
            Some(NextStart::Alternate) => starter.next(seats),
            Some(NextStart::LastCapturer) => {
                let turns = plies.checked_sub(1).map_or(0, |last| last % usize::from(seats));
                (0..turns).fold(starter, |seat, _| seat.next(seats))
            }
            None => starter,
        }
    }

    /// The games, or a shard's part of them, in order. Where games are played in rounds there is
    /// no round yet, and no shard but the whole.
    pub fn schedule(&self, shard: Shard) -> Schedule {
        if self.decider.is_some() {
            return Schedule::in_rounds(self.cells.len(), self.games);
        }
        Schedule::new(self.cells.len(), self.games, shard)
    }

    /// What decides on each round, before any game: where games are played in rounds.
    pub fn decider(&self) -> Option<&Decider> {
        self.decider.as_ref()
    }

    /// The shard's part of a round.
    pub fn schedule_of_round(&self, round: schedule::Round, shard: Shard) -> Schedule {
        Schedule::of_round(self.cells.len(), self.games, round, shard)
    }

    /// A tally for each cell, still empty.
    pub fn tallies(&self) -> Vec<Tally> {
        (0..self.cells.len()).map(|cell| self.tally(cell)).collect()
    }

    /// A cell's tally, still empty.
    pub fn tally(&self, cell: usize) -> Tally {
        self.cells[cell].tally().of_rounds(self.rounds())
    }

    /// The texts of a cell's first and second move, by their ranks.
    pub fn opening_texts(&self, cell: usize, ranks: &[u32]) -> Vec<String> {
        match &self.cells[cell].arena {
            Arena::Brunei(ready) => opening_texts(&ready.game, &ready.start, ranks),
            Arena::Bell(ready) => opening_texts(&ready.game, &ready.start, ranks),
        }
    }

    /// Where two recorded games, each of a cell, part: the first ply, counted from 1, at which
    /// their moves differ or only one of them goes on; nothing where all their moves are the same.
    /// Moves are compared by what they are, for the rules may give them other ranks.
    pub fn parting(&self, one: (usize, &[u32]), other: (usize, &[u32])) -> Option<u32> {
        match (&self.cells[one.0].arena, &self.cells[other.0].arena) {
            (Arena::Brunei(ready), Arena::Brunei(twin)) => parting((ready, one.1), (twin, other.1)),
            (Arena::Bell(ready), Arena::Bell(twin)) => parting((ready, one.1), (twin, other.1)),
            _ => Some(1),
        }
    }

    /// Shows a recorded game to a visitor.
    ///
    /// # Errors
    /// When the record is no game.
    pub fn visit<V: Visit>(
        &self,
        cell: usize,
        ranks: &[u32],
        visitor: V,
    ) -> Result<V::Output, NoGame> {
        match &self.cells[cell].arena {
            Arena::Brunei(ready) => ready.visit(ranks, visitor),
            Arena::Bell(ready) => ready.visit(ranks, visitor),
        }
    }
}

impl CellStage {
    fn new(experiment: &Experiment, cell: &Cell<'_>, seed: u64) -> CellStage {
        let rules = cell.rules.rules;
        let seats = rules.seats();
        let bots = cell.lineup.in_seats(seats);
        let words: Vec<String> = bots.iter().map(|bot| bot.to_full()).collect();
        let words = words.join("/");
        let stones = cell.setup.stones;
        let on_common = experiment.common_random;
        let own = |text: String| if on_common { String::new() } else { text };
        let black = own(format!("{:x}", stones.black.bits()));
        let white = own(format!("{:x}", stones.white.bits()));
        let rule_text = own(rules.identity());
        let purpose = ["game", &black, &white, &rule_text, &words].map(str::as_bytes);
        let labels =
            RowLabels::new(&cell.setup.name, &cell.rules.name, &cell.lineup.to_string(), seats);
        let arena = match rules {
            Rules::Brunei(rules) => Arena::Brunei(Ready::new(rules, cell, &experiment.openings)),
            Rules::Bell(rules) => Arena::Bell(Ready::new(rules, cell, &experiment.openings)),
        };
        let lineup = cell.number % experiment.lineups.len();
        let key = Key::new(seed, &purpose);
        CellStage { labels, arena, phases: rules.phases().len(), key, lineup, bots }
    }

    fn tally(&self) -> Tally {
        Tally::new(self.bots.len() as u8, self.phases)
    }
}

impl<G: Game> Ready<G> {
    fn new(game: G, cell: &Cell<'_>, openings: &Openings) -> Ready<G> {
        let start = game.start(cell.setup.stones);
        let openings = match openings {
            Openings::AsChosen => Vec::new(),
            Openings::All => all_pairs(&game, &start),
            // The experiment's reader has seen that each pair is legal.
            Openings::Pairs(pairs) => pairs
                .iter()
                .filter_map(|[first, second]| {
                    let first = find_move(&game, &start, first).ok()?;
                    let second = find_move(&game, &game.play(&start, first), second).ok()?;
                    Some([first, second])
                })
                .collect(),
        };
        Ready { game, start, openings }
    }

    /// The first moves of the game with this index.
    fn first(&self, index: u64) -> &[G::Move] {
        match self.openings.len() as u64 {
            0 => &[],
            pairs => &self.openings[(index % pairs) as usize],
        }
    }

    /// How often the opening of the game with this index has had its turn before.
    fn round(&self, index: u64) -> u64 {
        index / (self.openings.len() as u64).max(1)
    }

    fn visit<V: Visit>(&self, ranks: &[u32], visitor: V) -> Result<V::Output, NoGame> {
        let mut played = Moves(Vec::new());
        replay(&self.game, &self.start, ranks, &mut Vec::new(), &mut played)?;
        Ok(visitor.visit(&self.game, self.start, &played.0))
    }
}

fn parting<G: Game>(
    (ready, ranks): (&Ready<G>, &[u32]),
    (twin, twin_ranks): (&Ready<G>, &[u32]),
) -> Option<u32> {
    let (mut position, mut twin_position) = (ready.start, twin.start);
    let mut moves = Vec::new();
    for (ply, (&rank, &twin_rank)) in (1..).zip(ranks.iter().zip(twin_ranks)) {
        let chosen = ready.game.ranked(&position, rank, &mut moves);
        let other = twin.game.ranked(&twin_position, twin_rank, &mut moves);
        match (chosen, other) {
            (Some(chosen), Some(other)) if chosen.mv == other.mv => {
                ready.game.apply(&mut position, chosen.mv);
                twin.game.apply(&mut twin_position, other.mv);
            }
            _ => return Some(ply),
        }
    }
    let both = ranks.len().min(twin_ranks.len());
    (ranks.len() != twin_ranks.len()).then(|| both as u32 + 1)
}

/// Every pair of first moves, in order.
fn all_pairs<G: Game>(game: &G, start: &G::Position) -> Vec<[G::Move; 2]> {
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    game.moves(start, &mut firsts);
    let mut pairs = Vec::new();
    for first in firsts {
        game.moves(&game.play(start, first), &mut seconds);
        pairs.extend(seconds.iter().map(|&second| [first, second]));
    }
    pairs
}

/// Remembers the moves.
struct Moves<M>(Vec<M>);

impl<G: Game> crate::players::play::Watch<G> for Moves<G::Move> {
    fn ply(&mut self, _: &G, _: &G::Position, chosen: &crate::games::Chosen<G::Move>) {
        self.0.push(chosen.mv);
    }
}

/// Plays the games, or matches, of a stage, one after the other: each thread has its own.
pub struct Player<'s> {
    stage: &'s Stage,
    brunei: Seated<brunei::Rules>,
    bell: Seated<bell::Rules>,
    /// The rounds of the match played last, or the one game.
    rounds: Vec<Round>,
    moves_text: Vec<u8>,
    halt: Halt,
}

/// The bots of one game: a table for each line-up, and scratch space.
struct Seated<G: Game> {
    tables: Vec<Option<(usize, Table<G>)>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Seated<G> {
    fn new(lineups: usize) -> Seated<G> {
        Seated { tables: (0..lineups).map(|_| None).collect(), moves: Vec::new() }
    }

    /// Plays round number `place`, counted from 0, of the match with this index.
    fn play(
        &mut self,
        ready: &Ready<G>,
        cell: &CellStage,
        (index, place): (u64, u64),
        Round { starter, facts }: &mut Round,
        halt: &Halt,
    ) -> Option<()> {
        let seats = cell.bots.len();
        // The same line-up may sit at tables of two, three and four.
        let table = match &mut self.tables[cell.lineup] {
            Some((found, table)) if *found == seats => table,
            slot => {
                let (_, table) = slot.insert((seats, Table::new(&cell.bots)));
                table.heed(halt);
                table
            }
        };
        table.start_with(*starter);
        facts.clear();
        facts.round = ready.round(index);
        // All rounds of a match have the same first moves: each pair comes up equally often.
        let first = ready.first(index);
        let draws = place << INDEX_BITS | index;
        let played = table.play(&ready.game, &ready.start, (&cell.key, draws), first, facts);
        facts.finish(&ready.game, &played?);
        Some(())
    }

    fn replay(
        &mut self,
        ready: &Ready<G>,
        (index, ranks): (u64, &[u32]),
        facts: &mut Facts,
    ) -> Result<(), NoGame> {
        facts.clear();
        facts.round = ready.round(index);
        let played = replay(&ready.game, &ready.start, ranks, &mut self.moves, facts)?;
        facts.finish(&ready.game, &played);
        Ok(())
    }
}

impl<'s> Player<'s> {
    /// A player of the stage's games.
    pub fn new(stage: &'s Stage) -> Player<'s> {
        Player {
            stage,
            brunei: Seated::new(stage.lineups),
            bell: Seated::new(stage.lineups),
            rounds: vec![Round::default(); stage.rounds() as usize],
            moves_text: Vec::new(),
            halt: Halt::default(),
        }
    }

    /// One that drops the game it plays as soon as somebody wants it to stop.
    #[must_use]
    pub fn heeding(self, halt: &Halt) -> Player<'s> {
        Player { halt: halt.clone(), ..self }
    }

    /// Plays a game, or all rounds of a match; what is known of it stays here. Nothing comes of
    /// one that is dropped.
    pub fn play(&mut self, id: GameId) -> Option<Finished> {
        let cell = &self.stage.cells[id.cell];
        let mut starter = Seat::FIRST;
        for (place, round) in (0..).zip(&mut self.rounds) {
            round.starter = starter;
            let which = (id.index, place);
            match &cell.arena {
                Arena::Brunei(ready) => self.brunei.play(ready, cell, which, round, &self.halt)?,
                Arena::Bell(ready) => self.bell.play(ready, cell, which, round, &self.halt)?,
            }
            let plies = round.facts.ranks.len();
            starter = self.stage.next_starter(starter, plies, cell.bots.len() as u8);
        }
        Some(self.finished(id))
    }

    /// Plays a game again from its record, or a match from those of its rounds, asking no bot;
    /// what is known of it stays here.
    ///
    /// # Errors
    /// When a record is no whole game, with its place.
    pub fn replay(
        &mut self,
        id: GameId,
        records: &[Vec<u32>],
    ) -> Result<Finished, (usize, NoGame)> {
        let cell = &self.stage.cells[id.cell];
        let mut starter = Seat::FIRST;
        for (place, (round, ranks)) in self.rounds.iter_mut().zip(records).enumerate() {
            round.starter = starter;
            let (record, facts) = ((id.index, ranks.as_slice()), &mut round.facts);
            let replayed = match &cell.arena {
                Arena::Brunei(ready) => self.brunei.replay(ready, record, facts),
                Arena::Bell(ready) => self.bell.replay(ready, record, facts),
            };
            replayed.map_err(|fault| (place, fault))?;
            starter = self.stage.next_starter(starter, ranks.len(), cell.bots.len() as u8);
        }
        Ok(self.finished(id))
    }

    fn finished(&self, id: GameId) -> Finished {
        match winners_of(&self.rounds, self.stage.seats(id.cell)) {
            Some(winners) => Finished { winners },
            None => unreachable!("every round has been played to its end"),
        }
    }

    /// The rounds of the match played last, in order; those of a game are the one game.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The same to keep, in exchange for some that are not needed any more, if there are any.
    pub fn take_rounds(&mut self, old: Option<Vec<Round>>) -> Vec<Round> {
        let old = old.unwrap_or_else(|| vec![Round::default(); self.rounds.len()]);
        std::mem::replace(&mut self.rounds, old)
    }

    /// Adds the game, or the match, played last to its cell's tally.
    pub fn add_to(&self, tally: &mut Tally) {
        tally.add_match(&self.rounds);
    }

    /// Appends the journal's row of the game played last, or the rows of the match.
    pub fn write_rows(&mut self, id: GameId, lines: &mut Vec<u8>) {
        let seats = self.stage.seats(id.cell);
        let form = self.stage.form();
        for (place, Round { starter, facts }) in (0..).zip(&self.rounds) {
            let Some((outcome, scores)) = facts.result() else { continue };
            let winners = outcome.winners.at_table(*starter, seats);
            let round = MatchRound { number: id.number, round: place + 1, starter: *starter };
            let row = Row {
                id,
                game: id.number * form.rounds + place,
                round: (form.rounds > 1).then_some(round),
                labels: &self.stage.cells[id.cell].labels,
                outcome: Outcome { winners, ..outcome },
                scores: scores_at_table(&scores, *starter, seats),
                ranks: &facts.ranks,
            };
            write_row(&row, &mut self.moves_text, lines);
        }
    }
}
