//! The first moves of games: `openings`.

use std::collections::BTreeSet;

use super::write::{ALL, AS_CHOSEN};
use super::{Located, Openings};
use crate::base::diagnostic::Diagnostic;
use crate::base::toml_reader::{OneOrList, Reader, Word};
use crate::board::Stones;
use crate::games::rules::{NamedRules, Rules};
use crate::games::setup::Setup;
use crate::games::{Game as _, Move, Position};
use crate::players::PlayableGame;

pub(super) const KEYWORDS: [&str; 2] = [ALL, AS_CHOSEN];

/// The wildcard for any legal move.
const ANY: &str = "*";

/// The setups and rule sets whose games begin with the openings.
#[derive(Clone, Copy)]
pub(super) struct OpeningContext<'p> {
    pub(super) setups: &'p [Located<Setup>],
    pub(super) rules: &'p [Located<NamedRules>],
}

impl Openings {
    /// Returns the pairs of first moves that take turns from this position, without duplicates;
    /// none if the bots choose.
    pub fn pairs<G: PlayableGame>(&self, game: &G, start: &G::Position) -> Vec<[G::Move; 2]> {
        let of_words = |[first, second]: [&str; 2]| -> Vec<[G::Move; 2]> {
            let answered = named(game, start, first).into_iter().map(|first| {
                let seconds = named(game, &game.after_move(start, first), second);
                seconds.into_iter().map(move |second| [first, second])
            });
            answered.flatten().collect()
        };
        let list = match self {
            Openings::AsChosen => return Vec::new(),
            Openings::All => return pasang_core::balance::pairs(game, start),
            Openings::Listed(list) => list,
        };
        let mut pairs = Vec::new();
        for [first, second] in list {
            // A pair that several entries name takes one turn.
            let new = of_words([first, second]).into_iter().filter(|pair| !pairs.contains(pair));
            let new: Vec<_> = new.collect();
            pairs.extend(new);
        }
        pairs
    }

    /// Counts the pairs that take turns on a board with these stones.
    pub(super) fn count(&self, rules: &Rules, stones: Stones) -> usize {
        match rules {
            Rules::Brunei(game) => self.pairs(game, &game.start(stones)).len(),
            Rules::Bell(game) => self.pairs(game, &game.start(stones)).len(),
        }
    }
}

fn named<G: PlayableGame>(game: &G, position: &G::Position, word: &str) -> Vec<G::Move> {
    let mut moves = game.all_moves(position);
    if word != ANY {
        moves.retain(|&mv| game.format_move(position, mv) == word);
    }
    moves
}

/// Reads a keyword, or pairs of first moves, with which a game of each setup and rule set must be able
/// to begin.
pub(super) fn resolve(
    said: &OneOrList<'_>,
    context: OpeningContext<'_>,
    reader: &Reader<'_>,
) -> Openings {
    match said.words.first().map(|word| word.text) {
        _ if said.is_list => Openings::Listed(pairs(said, context, reader)),
        Some(AS_CHOSEN) | None => Openings::AsChosen,
        Some(ALL) => Openings::All,
        Some(other) => {
            let what = format!("unknown value `{other}` for `openings`");
            let expected = "expected `all`, `as-chosen`, or a list of pairs such as `\"c j\"`";
            let fault = Diagnostic::at(said.span.clone(), what, expected);
            reader.fault(fault.did_you_mean(other, KEYWORDS));
            Openings::AsChosen
        }
    }
}

fn pairs(
    OneOrList { words, span, .. }: &OneOrList<'_>,
    context: OpeningContext<'_>,
    reader: &Reader<'_>,
) -> Vec<[String; 2]> {
    if words.is_empty() {
        reader.fault_at(span.clone(), "`openings` is an empty list", "expected at least one pair");
    }
    let mut pairs = Vec::new();
    for word in words {
        match pair(word, context) {
            Err(fault) => reader.fault(fault),
            Ok(words) if pairs.contains(&words) => {
                let what = format!("opening `{}` is given twice", words.join(" "));
                reader.fault_at(word.span.clone(), what, "once is enough");
            }
            Ok(words) => pairs.push(words),
        }
    }
    pairs
}

/// Reads the two moves of a pair; `Err` if some game cannot begin with them.
fn pair(
    Word { text, span }: &Word<'_>,
    context: OpeningContext<'_>,
) -> Result<[String; 2], Diagnostic> {
    let of_bell = |named: &Located<NamedRules>| matches!(named.thing.rules, Rules::Bell(_));
    let any_bell = context.rules.iter().any(of_bell);
    let only_bell = any_bell && context.rules.iter().all(of_bell);
    let fault = |(what, expected): (String, String)| {
        let fault = Diagnostic::at(span.clone(), what, expected);
        match any_bell && !only_bell {
            true => fault.help(format!("`openings = \"{ALL}\"` goes with the rules of both games")),
            false => fault,
        }
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[first, second] = words.as_slice() else {
        let what = format!("`{}` is no pair of first moves", text.escape_debug());
        let expected = match only_bell {
            true => "expected a corner and an answer, as `a1 c1-a1`; `*` is any move",
            false => "expected two columns from a to k, as `c j`; `*` is any move",
        };
        return Err(fault((what, expected.to_owned())));
    };
    unplayable([first, second], context)
        .map_or(Ok([first, second].map(str::to_owned)), |why| Err(fault(why)))
}

/// Returns the first reason why a game of a setup and a rule set cannot begin so; `None` if all
/// can.
fn unplayable(words: [&str; 2], context: OpeningContext<'_>) -> Option<(String, String)> {
    let mut seen = BTreeSet::new();
    context.rules.iter().find_map(|named| {
        context.setups.iter().find_map(|setup| {
            let NamedRules { name, rules } = &named.thing;
            // Brunei's openings depend on the board size only, not on the stones.
            if matches!(rules, Rules::Brunei(_)) && !seen.insert((name, setup.thing.side())) {
                return None;
            }
            let (what, expected) = refuse_pair(rules, &setup.thing, words)?;
            Some((format!("{what} on `{}` under `{name}`", setup.thing.name), expected))
        })
    })
}

/// Returns why a game cannot begin with a pair of moves; `None` if it can, or if the setup cannot
/// be played, which has an error of its own.
fn refuse_pair(
    rules: &Rules,
    setup: &Setup,
    [first, second]: [&str; 2],
) -> Option<(String, String)> {
    let start = rules.start(setup).ok()?;
    let named = |position: &Position, word: &str| {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|mv| word == ANY || mv.to_string() == word);
        moves
    };
    let firsts = named(&start, first);
    let answers = |&first: &Move| named(&start.after_unchecked(first), second);
    if firsts.iter().any(|first| !answers(first).is_empty()) {
        return None;
    }
    let shown = second.escape_debug();
    Some(match firsts.as_slice() {
        [] => {
            let what = format!("`{}` is no first move", first.escape_debug());
            (what, start.parse_move(first).err()?.instead())
        }
        &[only] => {
            let error = start.after_unchecked(only).parse_move(second).err()?;
            (format!("`{shown}` is no answer to `{only}`"), error.instead())
        }
        _ => (format!("`{shown}` answers no first move"), "expected one that does".to_owned()),
    })
}
