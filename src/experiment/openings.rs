//! The first moves of games: `openings`.

use std::collections::BTreeSet;

use super::{Located, Openings};
use crate::text::diagnostic::Diagnostic;
use crate::text::toml_reader::{OneOrList, Reader, Word};
use pasang_core::games::rules::{Game, NamedRules};
use pasang_core::games::setup::Setup;
use pasang_core::{Move, Position};

/// The words for openings that are no list.
pub(super) const KEYWORDS: [(&str, Openings); 4] = [
    ("all", Openings::All),
    ("shuffled", Openings::Shuffled),
    ("best", Openings::Best),
    ("as-chosen", Openings::AsChosen),
];

/// The wildcard for any legal move.
const ANY: &str = "*";

impl Openings {
    /// Returns the pairs of first moves that take turns from this position, without duplicates;
    /// none if the bots choose.
    pub fn pairs(&self, start: &Position) -> Vec<[Move; 2]> {
        let list = match self {
            Openings::AsChosen => return Vec::new(),
            Openings::All | Openings::Shuffled | Openings::Best => return start.opening_pairs(),
            Openings::Listed(list) => list,
        };
        let mut pairs = Vec::new();
        for [first, second] in list {
            for first in named(start, first) {
                let replies = named(&start.after_unchecked(first), second).into_iter();
                // A pair that several entries name takes one turn.
                let new = replies.map(|reply| [first, reply]).filter(|pair| !pairs.contains(pair));
                let new: Vec<_> = new.collect();
                pairs.extend(new);
            }
        }
        pairs
    }
}

fn named(position: &Position, word: &str) -> Vec<Move> {
    let moves = position.legal_moves().into_iter();
    moves.filter(|mv| word == ANY || mv.to_string() == word).collect()
}

/// Reads a keyword, or pairs of first moves, with which a game of each setup and rule set must be able
/// to begin.
pub(super) fn resolve(
    said: &OneOrList<'_>,
    setups: &[Located<Setup>],
    rules: &[Located<NamedRules>],
    reader: &Reader<'_>,
) -> Openings {
    if said.is_list {
        return Openings::Listed(pairs(said, setups, rules, reader));
    }
    let word = said.words[0].text;
    if let Some((_, openings)) = KEYWORDS.into_iter().find(|(known, _)| *known == word) {
        return openings;
    }
    let what = format!("unknown value `{word}` for `openings`");
    let expected =
        "expected `all`, `shuffled`, `best`, `as-chosen`, or a list of pairs such as `\"c j\"`";
    let fault = Diagnostic::at(said.span.clone(), what, expected);
    reader.fault(fault.did_you_mean(word, KEYWORDS.map(|(word, _)| word)));
    Openings::AsChosen
}

fn pairs(
    OneOrList { words, span, .. }: &OneOrList<'_>,
    setups: &[Located<Setup>],
    rules: &[Located<NamedRules>],
    reader: &Reader<'_>,
) -> Vec<[String; 2]> {
    if words.is_empty() {
        reader.fault_at(span.clone(), "`openings` is an empty list", "expected at least one pair");
    }
    let mut pairs = Vec::new();
    for word in words {
        match pair(word, setups, rules) {
            Err(fault) => reader.fault(fault),
            Ok(words) if pairs.contains(&words) => {
                let what = format!("opening `{}` is given twice", words.join(" "));
                reader.fault(Diagnostic::repeated(word.span.clone(), what));
            }
            Ok(words) => pairs.push(words),
        }
    }
    pairs
}

/// Reads the two moves of a pair; `Err` if a game of some setup and rule set cannot begin with them.
fn pair(
    Word { text, span }: &Word<'_>,
    setups: &[Located<Setup>],
    rules: &[Located<NamedRules>],
) -> Result<[String; 2], Diagnostic> {
    let shown = text.escape_debug();
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[first, second] = words.as_slice() else {
        let what = format!("`{shown}` is no pair of first moves");
        let expected = "expected two moves, as `c j`, by Bell's rules `a1 c1-a1`; `*` is any move";
        return Err(Diagnostic::at(span.clone(), what, expected));
    };
    let pair = [first, second].map(str::to_owned);
    let opening = Openings::Listed(vec![pair.clone()]);
    let mut seen = BTreeSet::new();
    for NamedRules { name, rules } in rules.iter().map(|named| &named.thing) {
        for setup in setups.iter().map(|setup| &setup.thing) {
            // Brunei's openings depend on the board size only, not on the stones.
            if matches!(rules, Game::Brunei(_)) && !seen.insert((name, setup.side())) {
                continue;
            }
            // A setup that cannot be played has an error of its own.
            if rules.start(setup).is_ok_and(|start| opening.pairs(&start).is_empty()) {
                let what = format!("`{shown}` begins no game on `{}` under `{name}`", setup.name);
                let expected = "expected two legal moves, as `pasang moves` lists them";
                return Err(Diagnostic::at(span.clone(), what, expected));
            }
        }
    }
    Ok(pair)
}
