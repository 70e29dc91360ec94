//! A game looked at again: the chance to win at every position, what each move cost, and which mattered.
//!
//! Each position of the game is searched alone, to a given number of positions, and so is what the best move
//! leads to: a move is held against the best one by two searches of one size, one move further on. With few stones left
//! the solver answers in place of the search, and what it says is proved.

use crate::base::halt::Halt;
use crate::base::random::Stream;
use crate::games::{Judged, Seat};
use crate::players::Game;
use crate::players::bots::{Bot, BotSpec, Worth};

/// So many positions are looked at for a position, where nobody says otherwise.
pub const POSITIONS: u64 = 10_000;

/// With so few stones a position is solved.
pub const SOLVED: u32 = 16;

/// A move that costs less of the chance, in thousandths, is as good as the best.
pub const SMALL: u16 = 20;

/// Multiplies the positions for a move that seems to cost something: a player who searched further than the review
/// is not blamed for it.
const SECOND_LOOK: u64 = 10;

/// So many moves are said to matter.
const MATTER: usize = 3;

/// A chance that is only seen and not proved is never surer, in thousandths.
const SUREST: u16 = 990;

/// A game looked at again.
#[derive(Clone, Debug)]
pub struct Review {
    /// What stands before each move, and behind the last one.
    pub points: Vec<Point>,
    /// What is to be said of each move.
    pub plies: Vec<Ply>,
    /// The moves that cost most, the dearest first, by their places in `plies`.
    pub moments: Vec<usize>,
}

/// A position of the game.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The first player's chance to win, a draw being half a win, in thousandths.
    pub chance: u16,
    /// What it is worth to the first player.
    pub worth: Worth,
    /// The points of the stones on the board.
    pub left: u16,
}

/// A move of the game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Whose it is.
    pub by: Seat,
    /// How many moves there were.
    pub of: usize,
    /// What was played.
    pub played: Seen,
    /// What was better; nothing where nothing was.
    pub better: Option<Seen>,
    /// By how many hundredths of a point the best move would have ended better; `None` where a player gets stuck.
    pub points_lost: Option<u32>,
}

/// A move, and what comes of it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The move.
    pub word: String,
    /// How many stones it takes, and their points.
    pub takes: (u32, u16),
    /// How many moves the next player has.
    pub leaves: usize,
    /// The mover's chance behind it, in thousandths.
    pub chance: u16,
    /// What it is worth to the mover.
    pub worth: Worth,
    /// What is expected behind it.
    pub line: Vec<String>,
}

/// How well a player played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accuracy {
    /// The moves where there was a choice.
    pub choices: u32,
    /// Those of them that cost less than [`SMALL`].
    pub good: u32,
    /// What they cost of the chance together, in thousandths.
    pub lost: u32,
    /// The accuracy in thousandths ([`Review::accuracy`]); `None` without a choice.
    pub share: Option<u16>,
    /// The mean of the moves' [`Ply::points_lost`]; `None` where no move has it.
    pub points_lost: Option<u32>,
}

impl Ply {
    /// What the move cost of the mover's chance, in thousandths.
    pub fn lost(&self) -> u16 {
        self.better.as_ref().map_or(0, |better| better.chance - self.played.chance)
    }

    /// Returns whether a larger search might clear the move of what it seems to cost.
    fn is_doubtful(&self) -> bool {
        self.lost() >= SMALL || self.points_lost.is_some_and(|lost| lost >= 100)
    }
}

impl Review {
    /// Looks at a game of two again; nothing where somebody wants to stop.
    pub fn of<G: Game>(
        game: &G,
        start: &G::Position,
        moves: &[G::Move],
        positions: u64,
        halt: &Halt,
    ) -> Option<Review> {
        let mut eye = Eye::new(game, positions, halt)?;
        let mut far = Eye::new(game, positions.saturating_mul(SECOND_LOOK), halt)?;
        let mut position = *start;
        let mut sight = eye.look(&position)?;
        let mut review = Review { points: vec![sight.point], plies: vec![], moments: vec![] };
        for &mv in moves {
            let next = game.play(&position, mv);
            let found = eye.look(&next)?;
            let mut ply = eye.ply(&position, mv, &sight, &found)?;
            if ply.is_doubtful() {
                let (sight, found) = (far.look(&position)?, far.look(&next)?);
                ply = far.ply(&position, mv, &sight, &found)?;
            }
            review.plies.push(ply);
            review.points.push(found.point);
            (position, sight) = (next, found);
        }
        let mut dear: Vec<usize> = (0..moves.len()).collect();
        dear.retain(|&at| review.plies[at].lost() >= SMALL);
        dear.sort_by_key(|&at| std::cmp::Reverse(review.plies[at].lost()));
        dear.truncate(MATTER);
        review.moments = dear;
        Some(review)
    }

    /// Computes a player's accuracy as lichess does (`AccuracyPercent.scala` of its server lila; described at
    /// <https://lichess.org/page/accuracy>): what a move cost of the chance makes its accuracy, moves weigh as much as
    /// the chance varies around them, and the mean of the weighted mean and the weighted harmonic mean counts.
    ///
    /// Two things differ. A move is held against the best one, not against the position before it. The harmonic mean is
    /// weighted too: most games of Pasang are decided long before they end, and moves that decide nothing
    /// would hide those that did.
    pub fn accuracy(&self, seat: Seat) -> Accuracy {
        let (mut weights, mut sum, mut inverse) = (0.0, 0.0, 0.0);
        let (mut choices, mut good, mut lost) = (0, 0, 0);
        let (mut points, mut with_points) = (0, 0);
        for (at, ply) in self.plies.iter().enumerate() {
            if ply.by != seat || ply.of < 2 {
                continue;
            }
            let (weight, accuracy) = (self.volatility(at), move_accuracy(ply.lost()));
            weights += weight;
            sum += weight * accuracy;
            inverse += weight / accuracy.max(1.0);
            choices += 1;
            good += u32::from(ply.lost() < SMALL);
            lost += u32::from(ply.lost());
            points += ply.points_lost.unwrap_or(0);
            with_points += u32::from(ply.points_lost.is_some());
        }
        let percent = (sum / weights + weights / inverse) / 2.0;
        Accuracy {
            choices,
            good,
            lost,
            share: (choices > 0).then(|| (10.0 * percent).round() as u16),
            points_lost: (points + with_points / 2).checked_div(with_points),
        }
    }

    /// Returns the standard deviation of the chance, in percentage points, over a tenth of the game around a move: 2 to
    /// 8 positions, and the result within 0.5 and 12, as lichess has it.
    fn volatility(&self, at: usize) -> f64 {
        let size = (self.plies.len() / 10).clamp(2, 8);
        let from = (at + 1).saturating_sub(size / 2).min(self.points.len() - size);
        let window = &self.points[from..from + size];
        let chances = || window.iter().map(|point| f64::from(point.chance) / 10.0);
        let mean = chances().sum::<f64>() / size as f64;
        let squares = chances().map(|chance| (chance - mean) * (chance - mean));
        (squares.sum::<f64>() / size as f64).sqrt().clamp(0.5, 12.0)
    }

    /// From which position on all is proved, by its place in `points`: it and what comes behind.
    pub fn proved_from(&self) -> usize {
        let is_open = |point: &Point| !matches!(point.worth, Worth::Proved { .. });
        self.points.iter().rposition(is_open).map_or(0, |last| last + 1)
    }
}

impl Point {
    /// What a position alone is seen to be; nothing where somebody wants to stop.
    pub fn of<G: Game>(game: &G, position: &G::Position, positions: u64) -> Option<Point> {
        Some(Eye::new(game, positions, &Halt::default())?.look(position)?.point)
    }
}

/// The chance to win, in thousandths, of a player who is expected to lead by so many hundredths of a point in the
/// end, with so many points on the board: a logistic formula, fitted to games ([`Judged::ODDS`]).
pub fn chance<G: Judged>(lead: i32, left: u16) -> u16 {
    let [sure, unsure] = G::ODDS;
    let odds = f64::from(lead) / 100.0 * (sure + unsure / f64::from(left.max(1)));
    ((1000.0 / (1.0 + libm::exp(-odds))).round() as u16).clamp(1000 - SUREST, SUREST)
}

/// Returns the accuracy in percent of a move that costs so many thousandths of the chance: lichess's curve, its point for
/// the doubt of the analysis among it.
fn move_accuracy(lost: u16) -> f64 {
    let points = f64::from(lost) / 10.0;
    let raw = 103.166_810_071_164_9 * libm::exp(-0.043_544_153_867_539_51 * points);
    (raw - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

fn chance_of<G: Judged>(worth: Worth, left: u16) -> u16 {
    match worth {
        Worth::Lead(lead) => chance::<G>(lead, left),
        Worth::Stuck { wins } => match wins {
            true => SUREST,
            false => 1000 - SUREST,
        },
        Worth::Proved { result, .. } => (500 * (result + 1)) as u16,
        Worth::Chance(thousandths) => thousandths as u16,
    }
}

fn turned(worth: Worth) -> Worth {
    match worth {
        Worth::Lead(lead) => Worth::Lead(-lead),
        Worth::Stuck { wins } => Worth::Stuck { wins: !wins },
        Worth::Proved { result, margin } => Worth::Proved { result: -result, margin: -margin },
        Worth::Chance(thousandths) => Worth::Chance(1000 - thousandths),
    }
}

/// Returns the lead at the end in hundredths of a point; `None` where a player seems to get stuck.
fn points(worth: Worth) -> Option<i32> {
    match worth {
        Worth::Lead(lead) => Some(lead),
        Worth::Proved { margin, .. } => Some(100 * margin),
        Worth::Stuck { .. } | Worth::Chance(_) => None,
    }
}

/// Looks at positions.
struct Eye<'g, G: Game> {
    game: &'g G,
    bot: Box<dyn Bot<G>>,
    moves: Vec<G::Move>,
    halt: Halt,
}

/// What is seen of a position.
struct Sight<M> {
    point: Point,
    best: Option<M>,
    line: Vec<String>,
}

impl<'g, G: Game> Eye<'g, G> {
    fn new(game: &'g G, positions: u64, halt: &Halt) -> Option<Eye<'g, G>> {
        let word = format!("search:nodes={positions},solve={SOLVED},hash=4");
        let mut bot = word.parse::<BotSpec>().ok()?.make::<G>();
        bot.set_halt(halt);
        Some(Eye { game, bot, moves: Vec::new(), halt: halt.clone() })
    }

    fn look(&mut self, position: &G::Position) -> Option<Sight<G::Move>> {
        let game = self.game;
        let left = game.values().sum(game.stones(position));
        let (worth, best, moves) = match game.outcome(position) {
            Some(outcome) => {
                let [first, second, ..] = game.held(&game.scores(position));
                let margin = i32::from(first) - i32::from(second);
                (Worth::Proved { result: outcome.winners.of_two(), margin }, None, Vec::new())
            }
            None => {
                self.bot.begin();
                let mut stream = Stream::new(1, "review");
                let advice = self.bot.advise(game, position, &mut stream, u64::MAX)?;
                // What a search found until somebody stopped it is no answer.
                if self.halt.is_set() {
                    return None;
                }
                let worth = advice.worth.unwrap_or(Worth::Lead(0));
                let is_first = game.to_move(position) == Seat::FIRST;
                let worth = if is_first { worth } else { turned(worth) };
                (worth, Some(advice.chosen.mv), advice.line)
            }
        };
        let (mut position, mut line) = (*position, Vec::new());
        for mv in moves {
            line.push(game.word(&position, mv));
            game.apply(&mut position, mv);
        }
        let point = Point { chance: chance_of::<G>(worth, left), worth, left };
        Some(Sight { point, best, line })
    }

    /// Holds a move against the best one that was seen; `found` is what stands behind it.
    fn ply(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        sight: &Sight<G::Move>,
        found: &Sight<G::Move>,
    ) -> Option<Ply> {
        let game = self.game;
        let played = self.seen(position, mv, found);
        let mut ply = Ply {
            by: game.to_move(position),
            of: game.count(position, &mut self.moves) as usize,
            points_lost: points(played.worth).map(|_| 0),
            played,
            better: None,
        };
        if let Some(best) = sight.best.filter(|&best| best != mv) {
            let found = self.look(&game.play(position, best))?;
            let best = self.seen(position, best, &found);
            let lost = points(best.worth).zip(points(ply.played.worth));
            ply.points_lost = lost.map(|(best, played)| (best - played).max(0).unsigned_abs());
            // A look a move further on may think otherwise.
            ply.better = Some(best).filter(|best| best.chance > ply.played.chance);
        }
        Some(ply)
    }

    fn seen(&mut self, position: &G::Position, mv: G::Move, found: &Sight<G::Move>) -> Seen {
        let game = self.game;
        let Point { chance, worth, .. } = found.point;
        let is_first = game.to_move(position) == Seat::FIRST;
        let (chance, worth) =
            if is_first { (chance, worth) } else { (1000 - chance, turned(worth)) };
        Seen {
            word: game.word(position, mv),
            takes: (game.taken(position, mv).len(), game.gain(position, mv)),
            leaves: game.count(&game.play(position, mv), &mut self.moves) as usize,
            chance,
            worth,
            line: found.line.clone(),
        }
    }
}
