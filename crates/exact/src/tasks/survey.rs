//! Every opening pair of many patterns under several rule sets, tried for a forced win by stuck with
//! the same effort each.
//!
//! # The table
//!
//! One row a pair, in a fixed order: setups, then rules, then columns. So an interrupted table is a
//! prefix of the whole one, and is gone on with. Of a pattern that is its own mirror image, left and
//! right, each pair stands for its mirror image too, and only the first of both has a row. Two rule
//! sets that differ in `reply` alone play the same once the columns are taken: such a pair is tried
//! once, and has a row for each.

use std::collections::HashMap;
use std::fmt;

use super::in_order::in_order;
use super::prove::{Effort, Known, prove};
use crate::growing::may_be_cut;
use pasang_core::base::halt::Halt;
use pasang_core::board::Symmetry;
use pasang_core::games::brunei::{self, Reply};
use pasang_core::games::rules::Rules;
use pasang_core::games::setup::Setup;
use pasang_core::games::{Ruled, Seat, find_move};
use crate::proof::{Beginning, Certificate, check};

/// The table's first line.
pub const HEADER: &str = "setup,rules,first,second,tried,winner,nodes,positions,plies";

/// A pair to be tried.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The pattern.
    pub setup: Setup,
    /// What the rules are called.
    pub rules: String,
    /// The rules.
    pub game: brunei::Rules,
    /// The players' columns.
    pub columns: [String; 2],
    /// The place of the pair that is the same once the columns are taken: its own, or one before.
    pub same_as: usize,
}

/// What came of a pair: the end of its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found(String);

/// What came of a pair, with the certificate where there is one.
type Tried = (Found, Option<Certificate>);

/// Takes a pair's row, with the certificate where there is one.
pub type Takes<'t, E> = dyn FnMut(&Pair, String, Option<&Certificate>) -> Result<(), E> + 't;

/// The pairs of all these patterns under all these rules, in order.
pub fn pairs(setups: &[Setup], rules: &[(String, brunei::Rules)]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for setup in setups {
        let is_own_mirror = setup.stones.mapped(Symmetry::MirrorColumnF) == setup.stones;
        let mut seen = HashMap::new();
        for (name, game) in rules {
            let start = game.start(setup.stones);
            let firsts = words(game, &start);
            let mirror = |word: &String| {
                let place = firsts.iter().rev().position(|(_, other)| other == word);
                place.map(|place| firsts[place].1.clone())
            };
            for (mv, first) in &firsts {
                for (_, second) in words(game, &game.play(&start, *mv)) {
                    let columns = [first.clone(), second];
                    let mirrored = columns.each_ref().map(mirror);
                    if is_own_mirror && mirrored < columns.each_ref().map(|it| Some(it.clone())) {
                        continue;
                    }
                    let place = pairs.len();
                    let later = brunei::Rules { reply: Reply::AnyOther, ..*game };
                    let same = (Rules::Brunei(later), columns.clone());
                    let same_as = *seen.entry(same).or_insert(place);
                    let (setup, rules) = (setup.clone(), name.clone());
                    pairs.push(Pair { setup, rules, game: *game, columns, same_as });
                }
            }
        }
    }
    pairs
}

/// The moves of a position, as they are written.
fn words(game: &brunei::Rules, position: &brunei::Position) -> Vec<(brunei::Move, String)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|mv| (mv, game.word(position, mv))).collect()
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Pair {
    /// The begin of its row, with how many positions are looked at for each player.
    fn begin(&self, tried: u64) -> String {
        let [first, second] = &self.columns;
        format!("{},{},{first},{second},{tried},", self.setup.name, self.rules)
    }

    /// What its certificate is called.
    pub fn file(&self) -> String {
        let [first, second] = &self.columns;
        format!("{}-{}-{first}-{second}.txt", self.setup.name, self.rules)
    }

    fn attempt(&self, effort: Effort, halt: &Halt) -> Option<Tried> {
        let game = &self.game;
        let after = self.columns.to_vec();
        let mut position = game.start(self.setup.stones);
        for word in &after {
            position = game.play(&position, find_move(game, &position, word).ok()?);
        }
        let (setup, rules) = (self.setup.clone(), Rules::Brunei(*game));
        let beginning = Beginning { setup, rules, after };
        if let Some(outcome) = game.outcome(&position) {
            // Who is to enter first cannot.
            let winner = winner(outcome.winners.seats().next());
            return Some((Found(format!("{winner},0,0,0")), None));
        }
        let players = [Seat::FIRST, Seat::SECOND];
        let found = prove(game, (&beginning, &position), &players, &Known::new(), effort, halt);
        let attempt = found.ok().filter(|_| !halt.is_set())?;
        let nodes = attempt.nodes;
        let Some(proof) = attempt.proof else {
            let word = if attempt.averted == [true; 2] { "neither" } else { "open" };
            return Some((Found(format!("{word},{nodes},,")), None));
        };
        let checked = check(game, &proof, &mut |_, _| {}).ok()?;
        let winner = winner(Some(proof.claim.player));
        let found = format!("{winner},{nodes},{},{}", checked.positions, checked.plies);
        Some((Found(found), Some(proof)))
    }
}

fn winner(seat: Option<Seat>) -> &'static str {
    if seat == Some(Seat::FIRST) { "first" } else { "second" }
}

/// What a table that was begun says of these pairs, from the first on, and how many bytes of it do:
/// a last line without its end is dropped.
///
/// # Errors
/// When it is the table of other pairs, or of another effort: the line's number.
pub fn begun(text: &str, pairs: &[Pair], tried: u64) -> Result<(Vec<Found>, usize), usize> {
    let (mut found, mut bytes) = (Vec::new(), 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let begin = match number.checked_sub(1) {
            None => HEADER.to_owned(),
            Some(pair) => pairs.get(pair).map(|pair| pair.begin(tried)).ok_or(number + 1)?,
        };
        let Some(line) = line.strip_suffix('\n') else {
            // Only what this program may have begun to write is dropped.
            if !may_be_cut(line, &begin) {
                return Err(number + 1);
            }
            break;
        };
        if number == 0 {
            if line != begin {
                return Err(1);
            }
        } else {
            let rest = line.strip_prefix(&begin).ok_or(number + 1)?;
            found.push(Found(rest.to_owned()));
        }
        bytes += line.len() + 1;
    }
    Ok((found, bytes))
}

/// Tries the pairs behind those that are found already, and hands each row on in order, with the
/// certificate where there is one that no row before had.
///
/// # Errors
/// When the row cannot be taken.
pub fn run<E>(
    pairs: &[Pair],
    mut found: Vec<Found>,
    (effort, threads): (Effort, usize),
    halt: &Halt,
    take: &mut Takes<'_, E>,
) -> Result<(), E> {
    let tried_apart = |&place: &usize| pairs[place].same_as == place;
    let places: Vec<usize> = (found.len()..pairs.len()).filter(tried_apart).collect();
    let begin = |place: usize| pairs[place].begin(effort.nodes);
    // The rows up to a place, of pairs that are the same as one before.
    let copies = |found: &mut Vec<Found>, end: usize, take: &mut Takes<'_, E>| {
        while found.len() < end && pairs[found.len()].same_as < found.len() {
            let place = found.len();
            let same = found[pairs[place].same_as].clone();
            take(&pairs[place], format!("{}{same}", begin(place)), None)?;
            found.push(same);
        }
        Ok(())
    };
    let attempt = |place: usize| pairs[place].attempt(effort, halt);
    in_order(&places, (threads, halt), attempt, |place, (this, proof)| {
        copies(&mut found, place, take)?;
        take(&pairs[place], format!("{}{this}", begin(place)), proof.as_ref())?;
        found.push(this);
        Ok(())
    })?;
    copies(&mut found, pairs.len(), take)
}
