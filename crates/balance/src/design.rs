//! First moves and replies of a start, with the symmetries of their effects.

use pasang_core::board::BoardSize;
use pasang_core::board::Symmetry::{self, HalfTurn, MirrorColumnF, MirrorRow6};
use pasang_core::games::setup::Setup;
use pasang_core::games::{Move, Position};
use pasang_core::score::ScoreSum;

/// Move indices of a game's first two moves; `None` for a move that was never made.
pub type Pair = [Option<u32>; 2];

/// Returns the move indices and the notation of legal pairs of first moves.
pub fn described(start: &Position, pairs: &[[Move; 2]]) -> Vec<(Pair, [String; 2])> {
    let describe = |&pair: &[Move; 2]| {
        let indices = start.indexed(pair)?.map(|mv| Some(mv.index));
        Some((indices, pair.map(|mv| mv.to_string())))
    };
    pairs.iter().filter_map(describe).collect()
}

/// First moves, replies, and the legal pairs that they form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningDesign {
    /// First moves.
    pub firsts: Vec<OpeningMove>,
    /// Replies.
    pub replies: Vec<OpeningMove>,
    /// Pairs.
    pub pairs: Vec<OpeningPair>,
    /// Number of effects; replies have minus those of first moves if it is antisymmetric.
    pub effects: usize,
    is_antisymmetric: bool,
}

/// First move or reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningMove {
    /// Its notation, and its mirror image's if it stands for that too.
    pub words: Vec<String>,
    /// Index of its effect.
    pub(super) effect: usize,
}

/// Pair of a first move and a reply. Of two that are each other's mirror image, where the pattern
/// is its own, the first stands for both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningPair {
    /// Notation of both moves.
    pub words: [String; 2],
    /// Index of the first move.
    pub first: usize,
    /// Index of the reply.
    pub reply: usize,
    /// Move indices, as in tallies, of the pairs that it stands for.
    pub keys: Vec<Pair>,
}

impl OpeningDesign {
    /// Returns the design of legal pairs of the first moves of a pattern. Bell's game has no
    /// symmetries.
    pub fn of(start: &Position, pairs: &[[Move; 2]], setup: &Setup) -> OpeningDesign {
        let setup = Some(setup).filter(|_| matches!(start, Position::Brunei(..)));
        let symmetries = setup.map_or(&[][..], |setup| setup.symmetry().elements());
        let side = setup.map_or(BoardSize::FULL, Setup::side);
        let columns = side.columns().map(|column| side.letter(column).to_string());
        let columns: Vec<String> = columns.collect();
        OpeningDesign::new(described(start, pairs), &columns, symmetries)
    }

    /// Returns the design of pairs, with their move indices and notation, of a pattern with these
    /// columns and symmetries.
    pub fn new(
        openings: impl IntoIterator<Item = (Pair, [String; 2])>,
        columns: &[String],
        symmetries: &[Symmetry],
    ) -> OpeningDesign {
        let has = |symmetry| symmetries.contains(&symmetry);
        let place = |word: &String| columns.iter().position(|column| column == word);
        let opposite = |word: &String| columns.iter().rev().nth(place(word)?).cloned();
        let twin = |word: &String| opposite(word).filter(|_| has(MirrorColumnF));
        let mut design = OpeningDesign::default();
        let OpeningDesign { firsts, replies, pairs, .. } = &mut design;
        for (key, words) in openings {
            let twins = words.each_ref().map(twin);
            let is_known = |pair: &&mut OpeningPair| {
                pair.words == words
                    || pair.words.iter().map(Some).eq(twins.iter().map(Option::as_ref))
            };
            if let Some(pair) = pairs.iter_mut().find(is_known) {
                pair.keys.extend(Some(key).filter(|key| !pair.keys.contains(key)));
                continue;
            }
            let [first, reply] = [(&mut *firsts, 0), (&mut *replies, 1)]
                .map(|(levels, at)| index_of(levels, &words[at], twins[at].clone()));
            pairs.push(OpeningPair { words, first, reply, keys: vec![key] });
        }
        // The first move that a reply becomes.
        let turned = |word: &String| match (has(HalfTurn), has(MirrorRow6)) {
            (true, _) => opposite(word),
            (_, is_mirrored) => place(word).filter(|_| is_mirrored).map(|_| word.clone()),
        };
        let mut all = firsts.iter().chain(&*replies);
        let is_antisymmetric = all.all(|it| turned(&it.words[0]).is_some());
        let mut effects = Vec::new();
        for first in firsts {
            first.effect = index_of(&mut effects, &first.words[0], twin(&first.words[0]));
        }
        let before = if is_antisymmetric { 0 } else { effects.len() };
        let mut effects = if is_antisymmetric { effects } else { Vec::new() };
        for reply in replies {
            let word = turned(&reply.words[0]).filter(|_| is_antisymmetric);
            let word = word.unwrap_or_else(|| reply.words[0].clone());
            reply.effect = before + index_of(&mut effects, &word, twin(&word));
        }
        design.is_antisymmetric = is_antisymmetric;
        design.effects = before + effects.len();
        design
    }

    /// Returns the score sums of the pairs, from those of the move indices.
    pub fn sums(&self, mut of: impl FnMut(&Pair) -> ScoreSum) -> Vec<ScoreSum> {
        let mut sum = |pair: &OpeningPair| {
            pair.keys.iter().map(&mut of).fold(ScoreSum::default(), |all, one| ScoreSum {
                twelfths: all.twelfths + one.twelfths,
                games: all.games + one.games,
            })
        };
        self.pairs.iter().map(&mut sum).collect()
    }

    /// Returns the effects of the pairs, and then each effect by itself, as sums of effects.
    pub(super) fn loadings(&self) -> Vec<Vec<f64>> {
        let mut loadings = vec![vec![0.0; self.effects]; self.pairs.len() + self.effects];
        for (pair, row) in self.pairs.iter().zip(&mut loadings) {
            row[self.firsts[pair.first].effect] += 1.0;
            row[self.replies[pair.reply].effect] += self.sign();
        }
        for effect in 0..self.effects {
            loadings[self.pairs.len() + effect][effect] = 1.0;
        }
        loadings
    }

    /// Returns the sign of the replies' effects.
    pub(super) fn sign(&self) -> f64 {
        if self.is_antisymmetric { -1.0 } else { 1.0 }
    }
}

/// Returns the index of a word's level, which is added if it is new.
fn index_of(levels: &mut Vec<OpeningMove>, word: &String, twin: Option<String>) -> usize {
    let known = levels.iter().position(|level| level.words.contains(word));
    known.unwrap_or_else(|| {
        let twin = twin.filter(|twin| twin != word);
        levels.push(OpeningMove {
            words: [word.clone()].into_iter().chain(twin).collect(),
            effect: 0,
        });
        levels.len() - 1
    })
}
