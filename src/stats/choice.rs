//! `[choice]`: what does the first player score where both choose their first moves, and bots make all
//! others? The first player takes the first move whose best reply leaves most: the value of a cell is
//! the greatest, over the first moves, of the least, over the replies, of the first player's expected
//! scores. docs/statistics.md has the rules, with their sources.
//!
//! Each cell decides for itself, from the sums of its pairs alone. Which pairs play in a round is free:
//! all that is said rests on stakes that may be looked at at any time, wherever games go
//! ([`super::anytime`]).

use super::anytime::{Stake, anytime};
use super::find::{Terms, mean_or_half};
use super::interval::Interval;
use super::tally::{Pair, Sums, Tally, WHOLE};
use super::verdict::{Verdict, standing};

/// The values of cells, all on the same terms.
#[derive(Clone, Debug)]
pub struct Choice {
    pub terms: Terms,
    /// How narrow a value's interval is to be; nothing where all games are played.
    pub width: Option<f64>,
    pub cells: Vec<Chooser>,
    rounds: u64,
}

/// A cell's first moves, and how it ended.
#[derive(Clone, Debug)]
pub struct Chooser {
    pub firsts: Vec<First>,
    /// How many pairs take turns in the cell's indices, those included that are not weighed.
    pub turn: u64,
    /// Nothing while it goes on.
    pub end: Option<End>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// Its word, and that of its mirror image where it stands for that too.
    pub words: Vec<String>,
    pub replies: Vec<Reply>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub words: Vec<String>,
    /// The pair, as tallies have it.
    pub pair: Pair,
    /// Its turn among the cell's pairs, from 0.
    pub place: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The interval is as narrow as asked.
    Narrow,
    /// Another batch would be more than the most games.
    MostGames,
}

impl Choice {
    pub fn new(
        terms: Terms,
        width: Option<f64>,
        cells: impl IntoIterator<Item = (Vec<First>, u64)>,
    ) -> Choice {
        let cells = cells.into_iter().map(|(firsts, turn)| Chooser { firsts, turn, end: None });
        Choice { terms, width, cells: cells.collect(), rounds: 0 }
    }

    /// The chance of a mistake where something is said of all cells together.
    pub fn alpha_each(&self) -> f64 {
        self.terms.alpha / self.cells.len().max(1) as f64
    }

    /// Sees the tallies, and says which games are played in the next round: cells and indices, in order.
    pub fn next_round(&mut self, tallies: &[Tally]) -> Vec<(usize, u64)> {
        let most = (self.rounds + 1) * self.terms.batch;
        let mut games = Vec::new();
        for (number, (cell, tally)) in self.cells.iter_mut().zip(tallies).enumerate() {
            if cell.end.is_some() {
                continue;
            }
            let sums = cell.sums(tally);
            let is_narrow = self.width.is_some_and(|width| {
                let Interval { low, high } = value(&sums, self.terms.alpha);
                high - low <= width
            });
            // Without a pair there is nothing to play.
            let is_all = most > self.terms.most || cell.firsts.is_empty();
            cell.end = match is_narrow {
                true => Some(End::Narrow),
                false => is_all.then_some(End::MostGames),
            };
            if cell.end.is_none() {
                let alpha = self.terms.alpha / cell.pairs() as f64;
                let more = spread(&sums, self.terms.batch, alpha);
                let replies = cell.firsts.iter().flat_map(|first| &first.replies);
                let each = sums.iter().flatten().zip(more.iter().flatten());
                let start = games.len();
                for (reply, (sums, &more)) in replies.zip(each) {
                    let indices = sums.games..sums.games + more;
                    games.extend(indices.map(|of| (number, of * cell.turn + reply.place)));
                }
                games[start..].sort_unstable();
            }
        }
        self.rounds += 1;
        games
    }
}

impl Chooser {
    /// What the games came to, by first move and reply.
    pub fn sums(&self, tally: &Tally) -> Vec<Vec<Sums>> {
        let of = |reply: &Reply| {
            let opening = tally.openings.get(&reply.pair);
            opening.map_or_else(Sums::default, |opening| Sums {
                twelfths: opening.first_score,
                games: opening.games,
            })
        };
        self.firsts.iter().map(|first| first.replies.iter().map(of).collect()).collect()
    }
}

/// The interval of a value that may be looked at at any time, from the sums by first move and reply: the
/// chance that it ever misses is at most `alpha`, half of it on each side.
///
/// That the value is more than p needs one first move all of whose replies score more: of each the least
/// stake against scores up to p counts, and the mean of these over the first moves. That it is less needs
/// a reply to every first move that scores less: of each the mean stake over its replies counts,
/// and the least of these.
pub fn value(sums: &[Vec<Sums>], alpha: f64) -> Interval {
    let stakes: Vec<Vec<Option<Stake>>> = sums
        .iter()
        .map(|first| first.iter().map(|sums| Stake::of(sums.twelfths, sums.games)).collect())
        .collect();
    let enough = 2.0 / alpha;
    let is_more = |p: f64| {
        let least = stakes.iter().map(|first| {
            let above = first.iter().map(|stake| stake.as_ref().map_or(0.0, |it| it.above(p)));
            above.fold(f64::INFINITY, f64::min)
        });
        least.sum::<f64>() >= enough * stakes.len() as f64
    };
    let is_less = |p: f64| {
        stakes.iter().all(|first| {
            let below = first.iter().map(|stake| stake.as_ref().map_or(0.0, |it| it.below(p)));
            below.sum::<f64>() >= enough * first.len() as f64
        })
    };
    Interval { low: end(0.0, 1.0, is_more), high: end(1.0, 0.0, is_less) }
}

/// Halvings until an end is known.
const HALVINGS: u32 = 53;

/// How far from `outer` towards `inner` something is shown.
fn end(mut outer: f64, mut inner: f64, is_shown: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (outer + inner);
        *(if is_shown(middle) { &mut outer } else { &mut inner }) = middle;
    }
    outer
}

/// Shares a batch out among the pairs, game by game, as if each came to its pair's mean, by the intervals of
/// the pairs, each at this chance of a mistake.
///
/// After Maximin-LUCB (Garivier, Kaufmann and Koolen 2016): of the first move that may be worth most, the
/// reply that bounds it from above and the one that may yet refute it; of the first move that is surely
/// worth most, the reply that bounds it from below. Of these three the pair with the fewest games plays.
fn spread(sums: &[Vec<Sums>], batch: u64, alpha: f64) -> Vec<Vec<u64>> {
    let mut more: Vec<Vec<u64>> = sums.iter().map(|first| vec![0; first.len()]).collect();
    let interval = |sums: Sums, more: u64| {
        let games = sums.games + more;
        let twelfths = mean_or_half(sums) * (WHOLE * games) as f64;
        anytime(twelfths.round() as u64, games, alpha)
    };
    let mut bounds: Vec<Vec<Interval>> =
        sums.iter().map(|first| first.iter().map(|&sums| interval(sums, 0)).collect()).collect();
    for _ in 0..batch {
        let least = |first: usize, of: fn(&Interval) -> f64| {
            let each = bounds[first].iter().map(of).enumerate();
            each.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
        };
        let best = |of: fn(&Interval) -> f64| {
            let each = (0..sums.len()).map(|first| (first, least(first, of).1));
            // Of several the first.
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

#[derive(Clone, Debug)]
pub struct Value {
    /// The greatest of the least mean scores. A pair without games counts as even.
    pub estimate: f64,
    pub interval: Interval,
    /// The interval that holds together with those of all other cells.
    pub joint: Interval,
    /// The first moves that may be best, that of the estimate first.
    pub best: Vec<usize>,
    /// The replies to the first of them that may be best, likewise.
    pub replies: Vec<usize>,
    /// The first moves after which the second player is shown to score more than the first.
    pub losing: Vec<usize>,
    /// How many games the pair has that the estimate is of.
    pub games: u64,
    /// How many pairs have none.
    pub unplayed: usize,
}

impl Choice {
    /// What is known of a cell. What is said of moves rests on the intervals of all its pairs, which hold
    /// together.
    pub fn value(&self, cell: usize, tally: &Tally) -> Value {
        let sums = self.cells[cell].sums(tally);
        let alpha = self.terms.alpha;
        let pairs = sums.iter().map(Vec::len).sum::<usize>().max(1);
        let interval = |sums: &Sums| anytime(sums.twelfths, sums.games, alpha / pairs as f64);
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
        // Where the estimate is of is never shown to be worse.
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
        Value {
            estimate: least(means.get(first).map_or(&[], Vec::as_slice)),
            interval: value(&sums, alpha),
            joint: value(&sums, self.alpha_each()),
            losing: all.filter(|&first| ends(first, high) < 0.5).collect(),
            games: sums.get(first).and_then(|first| first.get(reply)).map_or(0, |it| it.games),
            unplayed: sums.iter().flatten().filter(|sums| sums.games == 0).count(),
            best,
            replies,
        }
    }
}

impl Value {
    pub fn verdict(&self, within: f64) -> Verdict {
        Verdict::by_first(standing(self.joint, 0.5, within))
    }
}

impl Chooser {
    pub fn pairs(&self) -> usize {
        self.firsts.iter().map(|first| first.replies.len()).sum()
    }

    /// First moves, with their mirror images.
    pub fn words(&self, firsts: &[usize]) -> String {
        let words = firsts.iter().flat_map(|&first| self.firsts[first].words.iter());
        words.map(String::as_str).collect::<Vec<_>>().join("/")
    }

    /// The first so many of the replies that may be best to the first move that is told first.
    pub fn reply_words(&self, value: &Value, most: usize) -> String {
        let first = value.best.first().map(|&first| &self.firsts[first]);
        let replies = value.replies.iter().take(most).zip(std::iter::repeat(first));
        let words = replies.filter_map(|(&reply, first)| Some(&first?.replies[reply].words));
        words.flatten().map(String::as_str).collect::<Vec<_>>().join("/")
    }
}

pub(crate) fn end_word(end: Option<End>) -> &'static str {
    match end {
        None => "open",
        Some(End::Narrow) => "width",
        Some(End::MostGames) => "max-games",
    }
}
