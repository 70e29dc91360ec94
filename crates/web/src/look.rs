//! Evaluation bar and game review of the page, as in `pasang review`: a line each, fields separated
//! by tabs.

use pasang_core::protocol::{ProtocolSession, format_evaluation};
use pasang_core::review::{MoveEval, Point};
use pasang_core::{CancelToken, Move, Review, Seat};

/// Evaluates the position: `point`, the first player's chance in thousandths, and the evaluation
/// for that player.
///
/// Reviews the `whole` game: a line `point` before each move and after the last; a line `ply` for
/// each move with its player, the number of legal moves, its cost, and, each after a tab, the move
/// played and the better one: its notation, stones captured, their points, replies left, the
/// mover's chance and evaluation, the expected line. Then for each player `choices`, the number of
/// good ones, the accuracy in thousandths, and the points lost per move in hundredths (empty if
/// there are none); `key_moves`, the plies that mattered; `proved`, the point from which on all is
/// proven.
///
/// # Errors
/// If the game is not one of two players, or the number is invalid.
pub fn looked(session: &ProtocolSession, positions: &str, whole: bool) -> Result<String, String> {
    let positions = positions.parse().map_err(|_| format!("`{positions}` is no number"))?;
    let game = session.game();
    if game.start.seats() != 2 {
        return Err("only games of two are looked at".to_owned());
    }
    let stopped = || "cancelled".to_owned();
    if !whole {
        return Point::of(&game.last(), positions).map(point).ok_or_else(stopped);
    }
    let review = Review::of(game, positions, &CancelToken::default()).ok_or_else(stopped)?;
    let mut lines: Vec<String> = review.points.iter().copied().map(point).collect();
    lines.extend(review.plies.iter().map(|ply| {
        let better = ply.better.as_ref().map(seen).unwrap_or_default();
        format!("ply\t{}\t{}\t{}{}{better}", ply.by, ply.of, ply.lost(), seen(&ply.played))
    }));
    lines.extend([Seat::FIRST, Seat::SECOND].map(|seat| {
        let it = review.accuracy(seat);
        let share = it.share.map(|share| share.to_string()).unwrap_or_default();
        let points = it.points_lost.map(|lost| lost.to_string()).unwrap_or_default();
        format!("choices\t{}\t{}\t{share}\t{points}", it.choices, it.good)
    }));
    let moments = review.key_moves.iter().map(|at| format!("\t{}", at + 1));
    lines.push(format!("moments{}", moments.collect::<String>()));
    lines.push(format!("proved\t{}", review.proved_from()));
    Ok(lines.join("\n"))
}

fn point(point: Point) -> String {
    format!("point\t{}\t{}", point.win_probability, format_evaluation(point.evaluation))
}

fn seen(seen: &MoveEval) -> String {
    let MoveEval { mv, takes: (stones, points), leaves, win_probability: chance, .. } = seen;
    let evaluation = format_evaluation(seen.evaluation);
    let line = seen.line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    format!("\t{mv}\t{stones}\t{points}\t{leaves}\t{chance}\t{evaluation}\t{line}")
}
