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

/// How well somebody played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accuracy {
    /// The moves where there was a choice.
    pub choices: u32,
    /// Those of them that cost less than [`SMALL`].
    pub good: u32,
    /// What they cost of the chance together, in thousandths.
    pub lost: u32,
}

impl Ply {
    /// What the move cost of the mover's chance, in thousandths.
    pub fn lost(&self) -> u16 {
        self.better.as_ref().map_or(0, |better| better.chance - self.played.chance)
    }
}

impl Accuracy {
    /// The share of good moves, in hundredths.
    pub fn share(self) -> Option<u32> {
        (self.good * 200 + self.choices).checked_div(2 * self.choices)
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
        let mut position = *start;
        let mut sight = eye.look(&position)?;
        let mut review = Review { points: vec![sight.point], plies: vec![], moments: vec![] };
        for &mv in moves {
            let by = game.to_move(&position);
            let next = game.play(&position, mv);
            let found = eye.look(&next)?;
            let played = eye.seen(&position, mv, &found);
            let best = sight.best.filter(|&best| best != mv);
            let better = best.map(|best| {
                let found = eye.look(&game.play(&position, best))?;
                Some(eye.seen(&position, best, &found))
            });
            // A look a move further on may think otherwise.
            let better = match better {
                Some(better) => Some(better?).filter(|it| it.chance > played.chance),
                None => None,
            };
            let of = game.count(&position, &mut eye.moves) as usize;
            review.plies.push(Ply { by, of, played, better });
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

    /// How well a player played.
    pub fn accuracy(&self, seat: Seat) -> Accuracy {
        let own = self.plies.iter().filter(|ply| ply.by == seat && ply.of > 1);
        own.fold(Accuracy { choices: 0, good: 0, lost: 0 }, |sum, ply| Accuracy {
            choices: sum.choices + 1,
            good: sum.good + u32::from(ply.lost() < SMALL),
            lost: sum.lost + u32::from(ply.lost()),
        })
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
