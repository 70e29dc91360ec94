//! Games of a results folder as texts that people can read.

use std::ops::RangeInclusive;

use crate::experiment::schedule::GameId;
use crate::games::written::{Parts, board_of, result_words};
use crate::games::{Game, Seat};
use crate::playing::player::Player;
use crate::playing::prepared::Visit;
use crate::results::{FolderError, Opened};
use crate::stats::Round;

/// Writes games one after the other, in the order in which they were played. `wanted` are their
/// numbers; all of them where it is empty. Yields how many of each range there were.
///
/// # Errors
/// When they cannot be read, or `write` fails.
pub fn export<E: From<FolderError>>(
    opened: &Opened,
    wanted: &[RangeInclusive<u64>],
    mut write: impl FnMut(&str) -> Result<(), E>,
) -> Result<Vec<u64>, E> {
    let rounds = opened.prepared.rounds();
    let mut found = vec![0; wanted.len()];
    write(&head(opened))?;
    let of_match = |number: u64| number * rounds..=number * rounds + (rounds - 1);
    let meet = |one: &RangeInclusive<u64>, other: &RangeInclusive<u64>| {
        one.start() <= other.end() && other.start() <= one.end()
    };
    let is_wanted = |number: u64| {
        wanted.is_empty() || wanted.iter().any(|range| meet(range, &of_match(number)))
    };
    opened.each(is_wanted, |id, player| {
        for (number, round) in of_match(id.number).zip(player.rounds()) {
            let mut is_one = wanted.is_empty();
            for (range, found) in wanted.iter().zip(&mut found) {
                if range.contains(&number) {
                    *found += 1;
                    is_one = true;
                }
            }
            if is_one {
                write(&text_of(opened, (id, number), player, round))?;
            }
        }
        Ok::<(), E>(())
    })?;
    Ok(found)
}

/// What is said of all games.
fn head(opened: &Opened) -> String {
    let experiment = opened.experiment();
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("# Games of Pasang, written by pasang {version}.\n");
    if !experiment.title.is_empty() {
        let plain: String = experiment.title.chars().filter(|sign| !sign.is_control()).collect();
        text += &format!("# {plain}\n");
    }
    text += &format!("# seed {}\n", experiment.seed());
    text
}

/// One game.
fn text_of(
    opened: &Opened,
    (id, number): (GameId, u64),
    player: &Player<'_>,
    round: &Round,
) -> String {
    let prepared = &opened.prepared;
    let tell = Tell { opened, id, number, starter: round.starter };
    match prepared.visit(id.cell, &round.facts.ranks, tell) {
        Ok(text) => text,
        Err(_) => unreachable!("{} rounds have been played to their end", player.rounds().len()),
    }
}

struct Tell<'a> {
    opened: &'a Opened,
    id: GameId,
    number: u64,
    starter: Seat,
}

impl Visit for Tell<'_> {
    type Output = String;

    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) -> String {
        let Tell { opened, id, number, starter } = self;
        let cell = opened.experiment().cell(id.cell);
        let seats = game.seats();
        let mut position = start;
        let mut words = Vec::with_capacity(moves.len());
        for &mv in moves {
            words.push(game.word(&position, mv));
            game.apply(&mut position, mv);
        }
        // People are told by turns: who is the first to move is the first player.
        let bots = cell.lineup.in_seats(seats);
        let mut headers = vec![("game", number.to_string())];
        for turn in Seat::first(seats) {
            headers.push((turn.word(), bots[turn.at_table(starter, seats).index()].to_string()));
        }
        if let Some(outcome) = game.outcome(&position) {
            let scores = game.scores(&position);
            headers.push(("result", result_words(&outcome, &scores[..usize::from(seats)])));
        }
        let (rules, board) = (&cell.rules.rules, &board_of(cell.setup));
        let parts = Parts { headers: &headers, rules, board, moves: &words, numbered: seats == 2 };
        format!("\n{}", parts.to_text())
    }
}
