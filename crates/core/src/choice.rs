//! What is a start worth where both players choose their first moves? The first player takes the first move
//! whose best reply leaves most: the value is the greatest, over the first moves, of the least, over the
//! replies, of the first player's expected scores. docs/statistics.md has the rules, with their sources.
//!
//! All follows from the sums of the pairs alone. Which pairs play is free: all that is said rests on stakes that may
//! be looked at at any time, wherever games go ([`anytime()`]).

pub mod anytime;

use self::anytime::{Stake, anytime};
use crate::base::halt::Halt;
use crate::games::setup::Setup;
use crate::players::Game;

/// Where a value is expected, from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// That of a part of what this one is about: a mean from a sum.
    #[must_use]
    pub fn part(self, whole: f64) -> Interval {
        Interval { low: self.low / whole, high: self.high / whole }
    }
}

/// A whole game's score in the unit of scores, twelfths: what one, two, three or four winners
/// share is a whole number of them.
pub const WHOLE: u64 = 12;

/// The sum of the first seat's scores, in twelfths of a game, and how many games these are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The scores.
    pub twelfths: u64,
    /// The games.
    pub games: u64,
}

impl Sums {
    /// The mean score; nothing without games.
    pub fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.twelfths as f64 / (WHOLE * self.games) as f64)
    }
}

/// The ranks of a game's first two moves; a move that was never made has none.
pub type Pair = [Option<u32>; 2];

/// On which terms games are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The chance of a mistake anywhere.
    pub alpha: f64,
    /// How many games are played in a round.
    pub batch: u64,
    /// No more games than these are played.
    pub most: u64,
}

/// First moves with their replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starts {
    /// The first moves.
    pub firsts: Vec<First>,
    /// How many pairs take turns in the games' indices, those included that are not weighed.
    pub turn: u64,
}

/// A first move that is weighed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// Its word, and that of its mirror image where it stands for that too.
    pub words: Vec<String>,
    /// What may be answered.
    pub replies: Vec<Reply>,
}

/// A reply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its words, likewise.
    pub words: Vec<String>,
    /// The pair, as tallies have it.
    pub pair: Pair,
    /// Its turn among the cell's pairs, from 0.
    pub place: u64,
}

crate::words! {
    /// Why no more games are played.
    pub enum End ("ended") {
        /// The interval is as narrow as asked.
        Narrow = "width",
        /// Another batch would be more than the most games.
        MostGames = "max-games",
    }
}

impl Starts {
    /// Those of pairs that take turns. Of two pairs that are each other's mirror image, where the setup is its
    /// own, the first stands for both.
    pub fn of<G: Game>(
        game: &G,
        start: &G::Position,
        pairs: &[[G::Move; 2]],
        setup: Option<&Setup>,
    ) -> Starts {
        let mirrored = setup.and_then(mirrored);
        let twin = |word: &String| {
            let columns = mirrored.as_ref()?;
            let place = columns.iter().position(|column| column == word)?;
            columns.iter().rev().nth(place).filter(|&twin| twin != word).cloned()
        };
        let words = |word: String| [twin(&word), Some(word)].into_iter().rev().flatten().collect();
        let mut firsts: Vec<First> = Vec::new();
        let (moves, mut replies) = (game.all_moves(start), Vec::new());
        let rank = |of: &[G::Move], mv| of.iter().position(|it| it == mv).map(|it| it as u32);
        for (place, [mv, reply]) in (0..).zip(pairs) {
            let after = game.play(start, *mv);
            game.moves(&after, &mut replies);
            let pair = [rank(&moves, mv), rank(&replies, reply)];
            let (word, reply) = (game.word(start, *mv), game.word(&after, *reply));
            let at = firsts.iter().position(|first| first.words.contains(&word));
            let at = at.unwrap_or_else(|| {
                firsts.push(First { words: words(word.clone()), replies: Vec::new() });
                firsts.len() - 1
            });
            let First { words: of_first, replies } = &mut firsts[at];
            let is_twin = of_first[0] != word || replies.iter().any(|it| it.words.contains(&reply));
            if !is_twin {
                // Replies to a column that is its own mirror image mirror each other.
                let words = if of_first.len() == 1 { words(reply) } else { vec![reply] };
                replies.push(Reply { words, pair, place });
            }
        }
        Starts { firsts, turn: pairs.len() as u64 }
    }

    /// How many pairs are weighed.
    pub fn pairs(&self) -> usize {
        self.firsts.iter().map(|first| first.replies.len()).sum()
    }

    /// What the games came to, by first move and reply.
    pub fn sums(&self, mut of: impl FnMut(&Reply) -> Sums) -> Vec<Vec<Sums>> {
        self.firsts.iter().map(|first| first.replies.iter().map(&mut of).collect()).collect()
    }

    /// The indices of the games of the next round, in order, from the sums and how many rounds there were. Once `halt` is set
    /// they are fewer, and of no use.
    ///
    /// # Errors
    /// When no more are played: says why.
    pub fn next_round(
        &self,
        sums: &[Vec<Sums>],
        rounds: u64,
        terms: &Terms,
        width: Option<f64>,
        halt: &Halt,
    ) -> Result<Vec<u64>, End> {
        let is_narrow = width.is_some_and(|width| {
            let Interval { low, high } = value(sums, terms.alpha);
            high - low <= width
        });
        if is_narrow {
            return Err(End::Narrow);
        }
        // Without a pair there is nothing to play.
        if (rounds + 1) * terms.batch > terms.most || self.firsts.is_empty() {
            return Err(End::MostGames);
        }
        let more = spread(sums, terms.batch, terms.alpha / self.pairs() as f64, halt);
        let replies = self.firsts.iter().flat_map(|first| &first.replies);
        let each = sums.iter().flatten().zip(more.iter().flatten());
        let mut indices = Vec::new();
        for (reply, (sums, &more)) in replies.zip(each) {
            let games = sums.games..sums.games + more;
            indices.extend(games.map(|of| of * self.turn + reply.place));
        }
        indices.sort_unstable();
        Ok(indices)
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

/// Every pair of first moves, in order.
pub fn pairs<G: Game>(game: &G, start: &G::Position) -> Vec<[G::Move; 2]> {
    let of_first = |first: G::Move| {
        let replies = game.all_moves(&game.play(start, first)).into_iter();
        replies.map(move |reply| [first, reply])
    };
    game.all_moves(start).into_iter().flat_map(of_first).collect()
}

/// The columns of a setup that is its own mirror image, in order.
fn mirrored(setup: &Setup) -> Option<Vec<String>> {
    let side = setup.side();
    let columns = side.columns().map(|column| side.letter(column).to_string());
    (setup.mirrored().stones == setup.stones).then(|| columns.collect())
}

/// The mean score, an even one without games.
pub fn mean_or_half(sums: Sums) -> f64 {
    sums.mean().unwrap_or(0.5)
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
fn spread(sums: &[Vec<Sums>], batch: u64, alpha: f64, halt: &Halt) -> Vec<Vec<u64>> {
    let mut more: Vec<Vec<u64>> = sums.iter().map(|first| vec![0; first.len()]).collect();
    let interval = |sums: Sums, more: u64| {
        let games = sums.games + more;
        let twelfths = mean_or_half(sums) * (WHOLE * games) as f64;
        anytime(twelfths.round() as u64, games, alpha)
    };
    let mut bounds: Vec<Vec<Interval>> =
        sums.iter().map(|first| first.iter().map(|&sums| interval(sums, 0)).collect()).collect();
    for _ in 0..batch {
        if halt.is_set() {
            break;
        }
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

/// What is known of a value.
#[derive(Clone, Debug)]
pub struct Value {
    /// The greatest of the least mean scores. A pair without games counts as even.
    pub estimate: f64,
    /// Its interval, which may be looked at at any time.
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

impl Value {
    /// What the sums of all pairs come to, at this chance of a mistake, and at that of what is said together with
    /// others. What is said of moves rests on the intervals of all pairs, which hold together.
    pub fn of(sums: &[Vec<Sums>], alpha: f64, alpha_each: f64) -> Value {
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
            interval: value(sums, alpha),
            joint: value(sums, alpha_each),
            losing: all.filter(|&first| ends(first, high) < 0.5).collect(),
            games: sums.get(first).and_then(|first| first.get(reply)).map_or(0, |it| it.games),
            unplayed: sums.iter().flatten().filter(|sums| sums.games == 0).count(),
            best,
            replies,
        }
    }
}
