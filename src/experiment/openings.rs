//! The first moves of games: `openings`.

use std::collections::BTreeSet;

use super::write::{ALL, AS_CHOSEN};
use super::{Located, Openings};
use crate::base::diagnostic::Diagnostic;
use crate::base::toml_reader::{Reader, Value};
use crate::board::Stones;
use crate::games::parse_move;
use crate::games::rules::{NamedRules, Rules};
use crate::games::setup::Setup;
use crate::players::{GameVisitor, PlayableGame};

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
            Openings::All => return of_words([ANY; 2]),
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
        struct Count<'o>(&'o Openings, Stones);
        impl GameVisitor for Count<'_> {
            type Output = usize;

            fn visit<G: PlayableGame>(self, game: &G) -> usize {
                self.0.pairs(game, &game.start(self.1)).len()
            }
        }
        rules.dispatch(Count(self, stones))
    }
}

fn named<G: PlayableGame>(game: &G, position: &G::Position, word: &str) -> Vec<G::Move> {
    let mut moves = game.all_moves(position);
    if word != ANY {
        moves.retain(|&mv| game.format_move(position, mv) == word);
    }
    moves
}

pub(super) fn read(
    value: &Value<'_>,
    context: OpeningContext<'_>,
    reader: &Reader<'_>,
) -> Openings {
    if value.get_ref().as_array().is_some() {
        return Openings::Listed(pairs(value, context, reader));
    }
    match value.get_ref().as_str() {
        Some(AS_CHOSEN) => Openings::AsChosen,
        Some(ALL) => Openings::All,
        word => {
            let what = match word {
                Some(word) => format!("unknown value `{word}` for `openings`"),
                None => "`openings` is neither a text nor a list".to_owned(),
            };
            let expected = "expected `all`, `as-chosen`, or a list of pairs such as `\"c j\"`";
            let fault = Diagnostic::at(value.span(), what, expected);
            reader.fault(fault.did_you_mean(word.unwrap_or_default(), [ALL, AS_CHOSEN]));
            Openings::AsChosen
        }
    }
}

fn pairs(value: &Value<'_>, context: OpeningContext<'_>, reader: &Reader<'_>) -> Vec<[String; 2]> {
    let list = reader.some_list(value, "openings", "expected at least one pair");
    let mut pairs = Vec::new();
    for value in list.unwrap_or_default() {
        let Some(text) = reader.string(value, "openings") else { continue };
        match pair(text, value, context) {
            Err(fault) => reader.fault(fault),
            Ok(words) if pairs.contains(&words) => {
                let what = format!("opening `{}` is given twice", words.join(" "));
                reader.fault_at(value.span(), what, "once is enough");
            }
            Ok(words) => pairs.push(words),
        }
    }
    pairs
}

/// Reads the two moves of a pair; `Err` if some game cannot begin with them.
fn pair(
    text: &str,
    value: &Value<'_>,
    context: OpeningContext<'_>,
) -> Result<[String; 2], Diagnostic> {
    let of_bell = |named: &Located<NamedRules>| matches!(named.thing.rules, Rules::Bell(_));
    let any_bell = context.rules.iter().any(of_bell);
    let only_bell = any_bell && context.rules.iter().all(of_bell);
    let fault = |(what, expected): (String, String)| {
        let fault = Diagnostic::at(value.span(), what, expected);
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
            let (what, expected) =
                rules.dispatch(OpeningCheck { words, stones: setup.thing.stones })?;
            Some((format!("{what} on `{}` under `{name}`", setup.thing.name), expected))
        })
    })
}

/// Asks a game why it cannot begin with a pair of moves.
struct OpeningCheck<'w> {
    words: [&'w str; 2],
    stones: Stones,
}

impl GameVisitor for OpeningCheck<'_> {
    type Output = Option<(String, String)>;

    fn visit<G: PlayableGame>(self, game: &G) -> Option<(String, String)> {
        // An unplayable setup has its own error.
        if game.check_setup(self.stones).is_err() {
            return None;
        }
        let [first, second] = self.words;
        let start = game.start(self.stones);
        let firsts = named(game, &start, first);
        let answers = |&first: &G::Move| named(game, &game.after_move(&start, first), second);
        if firsts.iter().any(|first| !answers(first).is_empty()) {
            return None;
        }
        let shown = second.escape_debug();
        match firsts.as_slice() {
            [] => {
                let what = format!("`{}` is no first move", first.escape_debug());
                Some((what, parse_move(game, &start, first).err()?.instead()))
            }
            &[only] => {
                let what =
                    format!("`{shown}` is no answer to `{}`", game.format_move(&start, only));
                Some((
                    what,
                    parse_move(game, &game.after_move(&start, only), second).err()?.instead(),
                ))
            }
            _ => {
                Some((format!("`{shown}` answers no first move"), "expected one that does".into()))
            }
        }
    }
}
