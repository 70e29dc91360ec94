//! Profile of a game: measures of how it played, not of who won.
//!
//! Where the Ludii system has a measure (Piette et al. 2021, "General board game concepts"; class
//! names of its package `metrics`), the definition is Ludii's, with the chance to win as the
//! evaluation of a position. `docs/statistics.md` defines all of them.

use self::MeasureKind::{Event, Number, Share};
use crate::base::cancel::CancelToken;
use crate::base::random::GameRng;
use crate::board::Point;
use crate::games::game_record::GameRecord;
use crate::games::{EndReason, Move, Position, Seat, Winners};
use crate::players::bots::BotSpec;
use crate::review::Analyzer;

/// Measure of a game: its name in tables, its name for readers, the kind of its values, and whether
/// a short report has it.
pub type Measure = (&'static str, &'static str, MeasureKind, bool);

/// Kind of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// A number, such as of plies.
    Number,
    /// A share of a game or of a board, or a chance, from 0 to 1.
    Share,
    /// 1 for a game in which something happened, 0 for others: its mean is a share of games.
    Event,
}

/// Number of the first measures, which need the moves alone.
pub const OF_MOVES: usize = 7;

/// All measures: those of the moves, seven of the win probability's curve, and three of plies at which
/// all moves are compared.
pub const MEASURES: [Measure; 17] = [
    ("plies", "length in plies", Number, true),
    ("legal_moves", "moves to choose from", Number, true),
    ("decision_moves", "plies with a choice", Share, false),
    ("score_lead_changes", "lead changes (score)", Number, true),
    ("stuck", "games ending stuck", Event, true),
    ("leader_loses", "fewer points win", Event, true),
    ("coverage", "points visited", Share, false),
    ("lead_change", "new favourites by ply", Share, false),
    ("drama", "winner's deficit", Share, true),
    ("drama_max", "its maximum", Share, false),
    ("turning_point", "turning point", Share, true),
    ("decided", "decided after", Share, true),
    ("decisiveness", "decisiveness", Share, false),
    ("stability", "variance of the chance", Share, false),
    ("good_moves", "moves near the best", Number, true),
    ("clarity_narrowness", "moves that stand out", Share, false),
    ("agency", "random move costs", Share, true),
];

/// Number of plies per game at which all moves are compared.
const COMPARED: usize = 2;

/// Use of each point of the board: landings of kas, or of stones that hop; passages between
/// two points of a move; stones captured.
pub type Wear = Vec<[u32; 3]>;

fn add_wear(wear: &mut Wear, position: &Position, mv: Move) {
    let mut count = |point: i32, kind: usize| wear[point as usize][kind] += 1;
    for ends in position.path(mv).windows(2) {
        let [from, to] = [ends[0], ends[1]].map(|it| i32::from(it.index()));
        let columns = ends[0].column().index().abs_diff(ends[1].column().index());
        let steps = i32::from(columns.max(ends[0].row().index().abs_diff(ends[1].row().index())));
        (1..steps).for_each(|step| count(from + (to - from) / steps * step, 1));
        count(to, 0);
    }
    position.captures(mv).for_each(|it| count(it.index().into(), 2));
}

/// Profile of a game of two players.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Values in the order of [`MEASURES`]; only the first [`OF_MOVES`] without an analysis.
    pub values: Vec<f64>,
    /// First player's chance to win before each move, in thousandths; empty without an analysis.
    pub chances: Vec<u16>,
    /// Plies, from 1, at which all moves were compared, with the mover's chance after each move in
    /// thousandths, and its lead in hundredths of a point.
    pub compared: Vec<(usize, Vec<(u16, i32)>)>,
    /// Use of the board.
    pub wear: Wear,
}

impl Profile {
    /// Measures a finished game of two players by its moves.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Game, GameRunner, Setup, profile::Profile};
    ///
    /// let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-05")?)?;
    /// let record = GameRunner::new(&start).play();
    /// assert_eq!(Profile::of(&record).values[0], record.moves.len() as f64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &GameRecord) -> Profile {
        let (mut last, mut wear, mut leader) =
            (game.start, vec![[0; 3]; Point::COUNT.into()], None);
        let (mut legal, mut choices, mut changes) = (0, 0, 0);
        for &mv in &game.moves {
            let count = last.legal_moves().len();
            legal += count;
            choices += u32::from(count > 1);
            add_wear(&mut wear, &last, mv);
            last.play_unchecked(mv);
            let now = leader_of(&last);
            changes += u32::from(now.is_some() && leader.is_some() && now != leader);
            leader = now.or(leader);
        }
        let (plies, outcome) = (game.moves.len() as f64, last.outcome());
        let (winner, ahead) = (outcome.and_then(|it| it.winner()), leader_of(&last));
        let event = |has_happened: bool| f64::from(u8::from(has_happened));
        let visited = wear.iter().filter(|uses| uses[0] > 0).count();
        let values = vec![
            plies,
            legal as f64 / plies,
            f64::from(choices) / plies,
            f64::from(changes),
            event(outcome.is_some_and(|it| it.ending == EndReason::Stuck)),
            event(winner.is_some() && ahead.is_some() && ahead != winner),
            visited as f64 / f64::from(game.start.board_size().points().len()),
        ];
        Profile { values, chances: Vec::new(), compared: Vec::new(), wear }
    }

    /// Measures also what rests on an analysis of every position, by this bot; `rng` draws the plies
    /// at which all moves are compared. `None` if cancelled.
    pub fn analyzed(
        game: &GameRecord,
        bot: BotSpec,
        rng: &mut GameRng,
        cancel: &CancelToken,
    ) -> Option<Profile> {
        let (mut profile, mut analyzer) = (Profile::of(game), Analyzer::by(bot, cancel));
        let positions: Vec<Position> = game.positions().collect();
        let (last, positions) = positions.split_last()?;
        for position in positions {
            profile.chances.push(analyzer.evaluate(position)?.point.win_probability);
        }
        let chances = profile.chances.iter().map(|&it| f64::from(it) / 1000.0).collect::<Vec<_>>();
        profile.values.extend(of_curve(&chances, last.outcome()?.winners));
        let mut open: Vec<usize> = (0..positions.len()).collect();
        open.retain(|&place| positions[place].legal_moves().len() > 1);
        let (count, mut sums) = (open.len().min(COMPARED), [0.0; 3]);
        for part in 0..count {
            // One from each part of the game.
            let (from, to) = (part * open.len() / count, (part + 1) * open.len() / count);
            let place = open[from + rng.below((to - from) as u32) as usize];
            let moves = analyzer.moves(&positions[place])?;
            sums.iter_mut().zip(of_choice(&moves)).for_each(|(sum, value)| *sum += value);
            profile.compared.push((place + 1, moves));
        }
        profile.values.extend(sums.map(|sum| if count > 0 { sum / count as f64 } else { 0.0 }));
        Some(profile)
    }
}

/// Returns the player ahead in points, with the handicap.
fn leader_of(position: &Position) -> Option<Seat> {
    let [first, second, ..] = position.adjusted_scores();
    (first != second).then_some(if first > second { Seat::FIRST } else { Seat::SECOND })
}

/// Returns the measures of a curve: the first player's chance before each move.
fn of_curve(chances: &[f64], winners: Winners) -> [f64; 7] {
    let (plies, is_draw) = (chances.len() as f64, winners.count() > 1);
    let of_winner = |first: f64| if winners.has(Seat::FIRST) { first } else { 1.0 - first };
    let sign = |chance: &f64| chance.partial_cmp(&0.5);
    let changes = chances.windows(2).filter(|pair| sign(&pair[0]) != sign(&pair[1])).count();
    // Both players of a draw are winners: the mean of their deficits. It is decided at its end.
    let own = |first: f64| if is_draw { 0.5 } else { of_winner(first) };
    let behind = chances.iter().map(|&first| first.max(1.0 - first) - own(first));
    let last = |is_low: fn(f64) -> bool| {
        let last = chances.iter().rposition(|&first| is_draw || is_low(of_winner(first)));
        last.map_or(0.0, |last| (last + 1) as f64 / plies)
    };
    let loser_best = chances.iter().map(|&first| 1.0 - of_winner(first)).fold(0.0, f64::max);
    let passes = chances.iter().position(|&first| is_draw || of_winner(first) > loser_best);
    let mean = chances.iter().sum::<f64>() / plies;
    let variance = chances.iter().map(|it| (it - mean) * (it - mean)).sum::<f64>() / plies;
    [
        // The first favourite is a change from none.
        (changes + 1) as f64 / plies,
        behind.clone().sum::<f64>() / plies,
        behind.fold(0.0, f64::max),
        last(|chance| chance <= 0.5),
        last(|chance| chance < 0.9),
        passes.map_or(1.0, |at| at as f64 / plies),
        2.0 * variance,
    ]
}

/// Returns the measures of a choice between moves, by chance and points.
fn of_choice(moves: &[(u16, i32)]) -> [f64; 3] {
    let chances = || moves.iter().map(|&(chance, _)| f64::from(chance) / 1000.0);
    let count = moves.len() as f64;
    let best_points = moves.iter().map(|&(_, points)| points).max().unwrap_or(0);
    let good = moves.iter().filter(|&&(_, points)| best_points - points <= 100).count();
    let (best, mean) = (chances().fold(0.0, f64::max), chances().sum::<f64>() / count);
    let narrow = chances().filter(|&chance| chance > mean + 0.75 * (best - mean)).count();
    [good as f64, narrow as f64 / count, best - mean]
}
