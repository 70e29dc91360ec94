//! Maximin value of a start where both players choose their first moves: the maximum, over the
//! first moves, of the minimum, over the replies, of the first player's expected score.
//! docs/statistics.md has the method, with its sources.
//!
//! Everything follows from the score sums of the pairs alone. Any pair may play next: the intervals
//! are confidence sequences ([`confidence_sequence()`]), which hold at any time and wherever games go.

pub mod confidence_sequence;

use self::confidence_sequence::{BettingMartingale, confidence_sequence};
use crate::base::cancel::CancelToken;
use crate::games::setup::Setup;
use crate::players::PlayableGame;

/// Confidence interval from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the interval divided by `whole`: from a sum to a mean.
    #[must_use]
    pub fn part(self, whole: f64) -> Interval {
        Interval { low: self.low / whole, high: self.high / whole }
    }
}

/// Number of twelfths in the score of a whole game: what one, two, three or four winners share is
/// an integer.
pub const TWELFTHS: u64 = 12;

/// Sum of the first seat's scores in twelfths of a game, and number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreSum {
    /// Sum of the scores.
    pub twelfths: u64,
    /// Number of games.
    pub games: u64,
}

impl ScoreSum {
    /// Returns the mean score; `None` without games.
    pub fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.twelfths as f64 / (TWELFTHS * self.games) as f64)
    }
}

/// Move indices of a game's first two moves; `None` for a move that was never made.
pub type Pair = [Option<u32>; 2];

/// Stopping rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppingRule {
    /// Error probability, over all times and pairs together.
    pub alpha: f64,
    /// Number of games in a round.
    pub batch: u64,
    /// Maximum number of games.
    pub most: u64,
}

/// First moves with their replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningMatrix {
    /// First moves.
    pub firsts: Vec<FirstMove>,
    /// Number of pairs that take turns in the games' indices, including those that are not
    /// evaluated.
    pub stride: u64,
}

/// First move that is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// Its notation, and its mirror image's if it stands for that too.
    pub words: Vec<String>,
    /// Replies to it.
    pub replies: Vec<Reply>,
}

/// Reply to a first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its notation, likewise.
    pub words: Vec<String>,
    /// Move indices of the pair, as in tallies.
    pub pair: Pair,
    /// Index among the cell's pairs, from 0.
    pub place: u64,
}

crate::keyword_enum! {
    /// Reason why no more games are played.
    pub enum End ("ended") {
        /// The interval is as narrow as requested.
        Narrow = "width",
        /// Another batch would exceed the maximum number of games.
        MostGames = "max-games",
    }
}

impl OpeningMatrix {
    /// Returns the openings of pairs that take turns. Of two pairs that are each other's mirror
    /// image, where the setup is its own, the first stands for both.
    pub fn of<G: PlayableGame>(
        game: &G,
        start: &G::Position,
        pairs: &[[G::Move; 2]],
        setup: Option<&Setup>,
    ) -> OpeningMatrix {
        let mirrored = setup.and_then(mirrored);
        let twin = |word: &String| {
            let columns = mirrored.as_ref()?;
            let place = columns.iter().position(|column| column == word)?;
            columns.iter().rev().nth(place).filter(|&twin| twin != word).cloned()
        };
        let words = |word: String| [twin(&word), Some(word)].into_iter().rev().flatten().collect();
        let mut firsts: Vec<FirstMove> = Vec::new();
        let (moves, mut replies) = (game.all_moves(start), Vec::new());
        let move_index = |of: &[G::Move], mv| of.iter().position(|it| it == mv).map(|it| it as u32);
        for (place, [mv, reply]) in (0..).zip(pairs) {
            let after = game.after_move(start, *mv);
            game.moves(&after, &mut replies);
            let pair = [move_index(&moves, mv), move_index(&replies, reply)];
            let (word, reply) = (game.format_move(start, *mv), game.format_move(&after, *reply));
            let at = firsts.iter().position(|first| first.words.contains(&word));
            let at = at.unwrap_or_else(|| {
                firsts.push(FirstMove { words: words(word.clone()), replies: Vec::new() });
                firsts.len() - 1
            });
            let FirstMove { words: of_first, replies } = &mut firsts[at];
            let is_twin = of_first[0] != word || replies.iter().any(|it| it.words.contains(&reply));
            if !is_twin {
                // Replies to a column that is its own mirror image mirror each other.
                let words = if of_first.len() == 1 { words(reply) } else { vec![reply] };
                replies.push(Reply { words, pair, place });
            }
        }
        OpeningMatrix { firsts, stride: pairs.len() as u64 }
    }

    /// Returns the number of pairs that are evaluated.
    pub fn pairs(&self) -> usize {
        self.firsts.iter().map(|first| first.replies.len()).sum()
    }

    /// Returns the score sums, by first move and reply.
    pub fn sums(&self, mut of: impl FnMut(&Reply) -> ScoreSum) -> Vec<Vec<ScoreSum>> {
        self.firsts.iter().map(|first| first.replies.iter().map(&mut of).collect()).collect()
    }

    /// Returns the indices of the next round's games, in order, from the sums and the number of
    /// rounds so far. Once `cancel` is set they are fewer, and must not be used.
    ///
    /// # Errors
    /// If no more games are played: the reason.
    pub fn next_round(
        &self,
        sums: &[Vec<ScoreSum>],
        rounds: u64,
        stopping: &StoppingRule,
        width: Option<f64>,
        cancel: &CancelToken,
    ) -> Result<Vec<u64>, End> {
        let is_narrow = width.is_some_and(|width| {
            let Interval { low, high } = value(sums, stopping.alpha);
            high - low <= width
        });
        if is_narrow {
            return Err(End::Narrow);
        }
        // Without a pair there is nothing to play.
        if (rounds + 1) * stopping.batch > stopping.most || self.firsts.is_empty() {
            return Err(End::MostGames);
        }
        let more = allocate(sums, stopping.batch, stopping.alpha / self.pairs() as f64, cancel);
        let replies = self.firsts.iter().flat_map(|first| &first.replies);
        let each = sums.iter().flatten().zip(more.iter().flatten());
        let mut indices = Vec::new();
        for (reply, (sums, &more)) in replies.zip(each) {
            let games = sums.games..sums.games + more;
            indices.extend(games.map(|of| of * self.stride + reply.place));
        }
        indices.sort_unstable();
        Ok(indices)
    }

    /// Returns the notation of first moves, with their mirror images.
    pub fn words(&self, firsts: &[usize]) -> String {
        let words = firsts.iter().flat_map(|&first| self.firsts[first].words.iter());
        words.map(String::as_str).collect::<Vec<_>>().join("/")
    }

    /// Returns the notation of at most `most` replies that may be best against the first of the
    /// best first moves.
    pub fn reply_words(&self, value: &MaximinEstimate, most: usize) -> String {
        let first = value.best.first().map(|&first| &self.firsts[first]);
        let replies = value.replies.iter().take(most).zip(std::iter::repeat(first));
        let words = replies.filter_map(|(&reply, first)| Some(&first?.replies[reply].words));
        words.flatten().map(String::as_str).collect::<Vec<_>>().join("/")
    }
}

/// Returns every pair of first moves, in order.
pub fn pairs<G: PlayableGame>(game: &G, start: &G::Position) -> Vec<[G::Move; 2]> {
    let of_first = |first: G::Move| {
        let replies = game.all_moves(&game.after_move(start, first)).into_iter();
        replies.map(move |reply| [first, reply])
    };
    game.all_moves(start).into_iter().flat_map(of_first).collect()
}

/// Returns the columns, in order, of a setup that is its own mirror image; `None` for other setups.
fn mirrored(setup: &Setup) -> Option<Vec<String>> {
    let side = setup.side();
    let columns = side.columns().map(|column| side.letter(column).to_string());
    (setup.mirrored().stones == setup.stones).then(|| columns.collect())
}

/// Returns the mean score, or one half without games.
pub fn mean_or_half(sums: ScoreSum) -> f64 {
    sums.mean().unwrap_or(0.5)
}

/// Returns the confidence interval of the maximin value, valid at any time, from the sums by first
/// move and reply: the probability that it ever misses is at most `alpha`, half of it at each end.
///
/// The value is more than p if one first move's replies all score more: of each first move the
/// least wealth of the bets against scores up to p counts, and the mean of these over the first
/// moves. It is less than p if every first move has a reply that scores less: of each first move
/// the mean wealth over its replies counts, and the least of these.
pub fn value(sums: &[Vec<ScoreSum>], alpha: f64) -> Interval {
    let wealths: Vec<Vec<Option<BettingMartingale>>> = sums
        .iter()
        .map(|first| {
            first.iter().map(|sums| BettingMartingale::of(sums.twelfths, sums.games)).collect()
        })
        .collect();
    let enough = 2.0 / alpha;
    let is_more = |p: f64| {
        let least = wealths.iter().map(|first| {
            let above = first.iter().map(|wealth| wealth.as_ref().map_or(0.0, |it| it.above(p)));
            above.fold(f64::INFINITY, f64::min)
        });
        least.sum::<f64>() >= enough * wealths.len() as f64
    };
    let is_less = |p: f64| {
        wealths.iter().all(|first| {
            let below = first.iter().map(|wealth| wealth.as_ref().map_or(0.0, |it| it.below(p)));
            below.sum::<f64>() >= enough * first.len() as f64
        })
    };
    Interval { low: end(0.0, 1.0, is_more), high: end(1.0, 0.0, is_less) }
}

/// Number of bisections of an end.
const BISECTION_STEPS: u32 = 53;

/// Bisects for the last point on the way from `outer` to `inner` at which `is_shown` holds.
fn end(mut outer: f64, mut inner: f64, is_shown: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..BISECTION_STEPS {
        let middle = 0.5 * (outer + inner);
        *(if is_shown(middle) { &mut outer } else { &mut inner }) = middle;
    }
    outer
}

/// Allocates a batch to the pairs, game by game, as if each game scored its pair's mean, by
/// confidence intervals of the pairs at level `alpha` each.
///
/// Follows Maximin-LUCB (Garivier, Kaufmann and Koolen 2016): of the first move with the highest
/// upper end, the reply that sets that end and the reply with the lowest lower end, which may yet
/// refute it; of the first move with the highest lower end, the reply that sets that end. Of these
/// three pairs the one with the fewest games plays.
fn allocate(sums: &[Vec<ScoreSum>], batch: u64, alpha: f64, cancel: &CancelToken) -> Vec<Vec<u64>> {
    let mut more: Vec<Vec<u64>> = sums.iter().map(|first| vec![0; first.len()]).collect();
    let interval = |sums: ScoreSum, more: u64| {
        let games = sums.games + more;
        let twelfths = mean_or_half(sums) * (TWELFTHS * games) as f64;
        confidence_sequence(twelfths.round() as u64, games, alpha)
    };
    let mut bounds: Vec<Vec<Interval>> =
        sums.iter().map(|first| first.iter().map(|&sums| interval(sums, 0)).collect()).collect();
    for _ in 0..batch {
        if cancel.is_cancelled() {
            break;
        }
        let least = |first: usize, of: fn(&Interval) -> f64| {
            let each = bounds[first].iter().map(of).enumerate();
            each.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
        };
        let best = |of: fn(&Interval) -> f64| {
            let each = (0..sums.len()).map(|first| (first, least(first, of).1));
            // The first of equal ones.
            each.rev().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default().0
        };
        let (low, high) = (|it: &Interval| it.low, |it: &Interval| it.high);
        let (hoped, sure) = (best(high), best(low));
        let pairs = [
            (hoped, least(hoped, high).0),
            (hoped, least(hoped, low).0),
            (sure, least(sure, low).0),
        ];
        let games =
            |&(first, reply): &(usize, usize)| sums[first][reply].games + more[first][reply];
        let Some((first, reply)) = pairs.into_iter().min_by_key(games) else { break };
        more[first][reply] += 1;
        bounds[first][reply] = interval(sums[first][reply], more[first][reply]);
    }
    more
}

/// Estimate of a maximin value.
#[derive(Clone, Debug)]
pub struct MaximinEstimate {
    /// Maximin of the mean scores. A pair without games counts as even.
    pub estimate: f64,
    /// Confidence interval, valid at any time.
    pub interval: Interval,
    /// Confidence interval that holds simultaneously with those of all other cells.
    pub joint: Interval,
    /// First moves that may be best, the estimate's first.
    pub best: Vec<usize>,
    /// Replies to the first of them that may be best, likewise.
    pub replies: Vec<usize>,
    /// First moves that significantly favour the second player.
    pub refuted: Vec<usize>,
    /// Number of games of the estimate's pair.
    pub games: u64,
    /// Number of pairs without games.
    pub unplayed: usize,
}

impl MaximinEstimate {
    /// Estimates the value from the sums of all pairs, with error probability `alpha`, and
    /// `alpha_each` for the simultaneous interval. Statements about moves rest on the simultaneous
    /// intervals of all pairs.
    pub fn of(sums: &[Vec<ScoreSum>], alpha: f64, alpha_each: f64) -> MaximinEstimate {
        let pairs = sums.iter().map(Vec::len).sum::<usize>().max(1);
        let interval =
            |sums: &ScoreSum| confidence_sequence(sums.twelfths, sums.games, alpha / pairs as f64);
        let of_pairs: Vec<Vec<Interval>> =
            sums.iter().map(|first| first.iter().map(interval).collect()).collect();
        let least = |ends: &[f64]| ends.iter().copied().fold(1.0, f64::min);
        let ends = |first: usize, of: fn(&Interval) -> f64| {
            least(&of_pairs[first].iter().map(of).collect::<Vec<_>>())
        };
        let means: Vec<Vec<f64>> =
            sums.iter().map(|first| first.iter().map(|&it| mean_or_half(it)).collect()).collect();
        let (low, high) = (|it: &Interval| it.low, |it: &Interval| it.high);
        let all = 0..sums.len();
        let most = all.clone().map(|first| ends(first, low)).fold(0.0, f64::max);
        let mut best: Vec<usize> = all.clone().filter(|&first| ends(first, high) >= most).collect();
        best.sort_by(|&a, &b| least(&means[b]).total_cmp(&least(&means[a])));
        // The estimate's first move is never eliminated.
        let first = best.first().copied().unwrap_or_default();
        let replies_of = |first: usize| -> Vec<usize> {
            let (Some(of_first), Some(means)) = (of_pairs.get(first), means.get(first)) else {
                return Vec::new();
            };
            let most = ends(first, high);
            let mut replies: Vec<usize> =
                (0..of_first.len()).filter(|&reply| of_first[reply].low <= most).collect();
            replies.sort_by(|&a, &b| means[a].total_cmp(&means[b]));
            replies
        };
        let replies = replies_of(first);
        let reply = replies.first().copied().unwrap_or_default();
        MaximinEstimate {
            estimate: least(means.get(first).map_or(&[], Vec::as_slice)),
            interval: value(sums, alpha),
            joint: value(sums, alpha_each),
            refuted: all.filter(|&first| ends(first, high) < 0.5).collect(),
            games: sums.get(first).and_then(|first| first.get(reply)).map_or(0, |it| it.games),
            unplayed: sums.iter().flatten().filter(|sums| sums.games == 0).count(),
            best,
            replies,
        }
    }
}
