//! What the positions of a game that was played are worth under best play.
//!
//! The last positions are solved first: the table then knows most of what the ones before them
//! ask. All that is found depends on the game alone, and on the budget.

use pasang_core::base::halt::Halt;
use pasang_core::games::{Outcome, Ruled, Scores, Seat};
use pasang_core::players::Game;
use pasang_core::players::search::{Extent, Solver};

/// The table of a solver, in MiB: so much as is of use at the numbers of stones that can be solved
/// for every game.
const HASH: u32 = 32;

/// Which positions are solved.
#[derive(Clone, Copy, Debug)]
pub struct Few {
    /// Those with so many stones on the board or fewer.
    pub stones: u8,
    /// No more than so many positions are looked at for one of them.
    pub nodes: u64,
}

/// What a position is worth under best play: who wins, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// 1 where the first player wins, 0 for a draw, -1 where the second wins.
    pub result: i32,
    /// By how many points the first player leads in the end, with what a player is given; whoever
    /// wins by the other's being stuck may have fewer.
    pub margin: i32,
}

/// A position with few stones, in which a move was made.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    pub worth: Worth,
    pub seat: Seat,
    pub choices: u32,
    /// The ply of the move, from 1.
    pub ply: usize,
    pub stones: u8,
}

#[derive(Clone, Debug)]
pub struct Judged {
    /// The positions that were solved, in order: the last ones with few stones.
    pub solved: Vec<Solved>,
    /// How many positions with few stones stand before those, and were not solved.
    pub unsolved: usize,
    pub end: Worth,
}

impl Worth {
    fn of_end<G: Ruled>(game: &G, outcome: &Outcome, scores: &Scores) -> Worth {
        let (result, scores) = (outcome.winners.of_two(), game.held(scores));
        Worth { result, margin: i32::from(scores[0]) - i32::from(scores[1]) }
    }

    fn read(word: &str) -> Option<Worth> {
        let result = ["s", "d", "f"].iter().position(|sign| word.starts_with(sign))?;
        Some(Worth { result: result as i32 - 1, margin: word[1..].parse().ok()? })
    }

    /// The same in the view of a player: of two worths the better one is the greater.
    #[must_use]
    pub fn for_seat(self, seat: Seat) -> (i32, i32) {
        if seat == Seat::FIRST { (self.result, self.margin) } else { (-self.result, -self.margin) }
    }
}

impl Judged {
    /// The worths as files have them, with that of the end: `f` where the first player wins, `s` where the
    /// second does, `d` for a draw, and behind it the first player's points less the second's; joined by `/`.
    pub fn worths(&self) -> String {
        let word = |it: &Worth| {
            let sign = ['s', 'd', 'f'][(it.result + 1) as usize];
            format!("{sign}{}", it.margin)
        };
        let worths = self.solved.iter().map(|it| &it.worth).chain([&self.end]);
        worths.map(word).collect::<Vec<String>>().join("/")
    }

    /// The positions that were solved as files have them: the seat, the choices and the stones of each, as `f5x21`;
    /// nothing where none was.
    pub fn positions(&self) -> Option<String> {
        let word = |it: &Solved| {
            let sign = if it.seat == Seat::FIRST { 'f' } else { 's' };
            format!("{sign}{}x{}", it.choices, it.stones)
        };
        let words: Vec<String> = self.solved.iter().map(word).collect();
        Some(words.join("/")).filter(|text| !text.is_empty())
    }
}

impl Judged {
    /// Reads a row as [`Judged::worths`] and [`Judged::positions`] have it; `None` if it is no such row.
    pub fn read(unsolved: &str, ply: &str, worths: &str, positions: &str) -> Option<Judged> {
        let mut worths = worths.split('/').map(Worth::read).collect::<Option<Vec<Worth>>>()?;
        let end = worths.pop()?;
        let words: Vec<&str> = positions.split('/').filter(|word| !word.is_empty()).collect();
        let first = if words.is_empty() { 0 } else { ply.parse().ok()? };
        let read = |((ply, word), worth): ((usize, &str), Worth)| {
            let (choices, stones) = word.get(1..)?.split_once('x')?;
            let seat = if word.starts_with('f') { Seat::FIRST } else { Seat::SECOND };
            let (choices, stones) = (choices.parse().ok()?, stones.parse().ok()?);
            Some(Solved { worth, seat, choices, ply, stones })
        };
        let is_whole = words.len() == worths.len();
        let solved = (first..).zip(words).zip(worths).map(read).collect::<Option<_>>()?;
        is_whole.then_some(Judged { solved, unsolved: unsolved.parse().ok()?, end })
    }
}

/// Solves the positions of a game in which its last moves were made, from the first on that has few
/// stones. Where one cannot be solved within the budget, it and those before it are left out. Nothing
/// comes of a game that somebody stops.
pub fn judge<G: Game>(
    (game, start): (&G, &G::Position),
    played: &[u32],
    few: Few,
    halt: &Halt,
) -> Option<Judged> {
    let (mut position, mut moves, mut positions) = (*start, Vec::new(), Vec::new());
    for (ply, &rank) in (1..).zip(played) {
        game.moves(&position, &mut moves);
        let stones = game.stones(&position).points().len() as u8;
        if stones <= few.stones {
            positions.push((position, ply, stones, moves.len() as u32));
        }
        game.apply(&mut position, *moves.get(rank as usize)?);
    }
    let end = Worth::of_end(game, &game.outcome(&position)?, &game.scores(&position));
    let mut solver = Solver::new(HASH);
    solver.watched_by(halt.clone());
    let (mut worth, mut solved) = (end, Vec::new());
    for &(position, ply, stones, choices) in positions.iter().rev() {
        // Where there is one move, the position is worth what it leads to.
        if choices > 1 {
            let ranks: Vec<u32> = (0..choices).collect();
            let found = game.solve(&mut solver, &position, &ranks, (Extent::Margin, few.nodes));
            if halt.is_set() {
                return None;
            }
            let (Some(result), Some(margin)) = (found.result.value(), found.margin.value()) else {
                break;
            };
            worth = Worth { result, margin };
        }
        let seat = game.to_move(&position);
        solved.push(Solved { worth, seat, choices, ply, stones });
    }
    solved.reverse();
    Some(Judged { unsolved: positions.len() - solved.len(), solved, end })
}
