//! The review of a game: the chance to win, the cost of each move, and better moves.

use serde_json::{Value, json};

use super::level::{in_words, level_json};
use super::steps::outcome_json;
use super::{Block, Board, Document, GameReplay, Section, Table};
use crate::text::diagnostic::sanitized;
use crate::text::game_records::title_of;
use pasang_core::base::cancel::CancelToken;
use pasang_core::base::text::{Keyword, plural};
use pasang_core::board::Trail;
use pasang_core::games::game_record::GameRecord;
use pasang_core::games::{Move, Position, Seat};
use pasang_core::level::{self, Level};
use pasang_core::players::bots::Evaluation;
use pasang_core::review::{self, Accuracy, MoveEval, SOLVED};

/// A game with its review.
pub struct ReviewedGame<'g> {
    game: &'g GameRecord,
    names: [String; 2],
    review: review::Review,
    positions: u64,
    /// Levels by seat; none by rules that the scale does not cover.
    levels: Vec<Level>,
}

/// Reviews a game, and estimates how strong its players are; `None` if cancelled.
pub fn look<'g>(
    game: &'g GameRecord,
    positions: u64,
    cancel: &CancelToken,
) -> Option<ReviewedGame<'g>> {
    let review = review::Review::of(game, positions, cancel)?;
    let names = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let named = |name| format!("{} ({})", sanitized(name), seat.word());
        game.player(seat).map_or_else(|| format!("Player {seat}"), named)
    });
    let mut levels = Vec::new();
    if level::is_rated(game) {
        for seat in [Seat::FIRST, Seat::SECOND] {
            levels.push(level::estimate(&level::choices(game, seat, cancel)?));
        }
    }
    Some(ReviewedGame { game, names, review, positions, levels })
}

/// Describes what a move captures, and how many replies it leaves.
fn deed(seen: &MoveEval) -> String {
    let (stones, points) = seen.takes;
    let replies = match seen.leaves {
        0 => "no reply".to_owned(),
        1 => "1 reply".to_owned(),
        more => format!("{more} replies"),
    };
    let taken = if stones > 0 { format!("takes {stones} for {points}, ") } else { String::new() };
    format!("{} {taken}leaves {replies}", seen.mv)
}

fn percent(thousandths: u16) -> String {
    format!("{} %", (thousandths + 5) / 10)
}

/// Formats a win probability or, if it is proved, the result.
fn fate(seen: &MoveEval) -> String {
    match seen.evaluation {
        Evaluation::Proven { result: 0, .. } => "a draw, proved".to_owned(),
        Evaluation::Proven { result, margin } => {
            let how = if result > 0 { "won" } else { "lost" };
            format!("{how} with {margin:+} points, proved")
        }
        _ => percent(seen.win_probability),
    }
}

impl ReviewedGame<'_> {
    /// Returns who won, and from which ply on the winner was ahead.
    fn verdict(&self) -> String {
        let [first, second] = &self.names;
        let Some(outcome) = self.game.last().outcome() else {
            let last = self.review.points[self.review.points.len() - 1].win_probability;
            return format!("Unfinished: {first} has a chance of {}.", percent(last));
        };
        let result = outcome.winners.of_two();
        let (winner, loser) = if result > 0 { (first, second) } else { (second, first) };
        let score = self.game.last().format_scores();
        if result == 0 {
            return format!("{first} and {second} drew, {score}: {}.", outcome.ending.word());
        }
        let is_behind = |chance: u16| if result > 0 { chance < 500 } else { chance > 500 };
        let behind = self.review.points.iter().rposition(|point| is_behind(point.win_probability));
        let since = match behind {
            Some(at) => format!("ahead for good from ply {}", at + 1),
            None => "never behind".to_owned(),
        };
        let ending = outcome.ending.word();
        // The winner's points first, as the sentence has the names.
        let score = match score.split_once('-') {
            Some((first, second)) if result < 0 => format!("{second}-{first}"),
            _ => score,
        };
        format!("{winner} beat {loser}, {score}: {ending}; {since}.")
    }

    /// Draws the first player's win probability, one character per position, or fewer for long games.
    fn curve(&self) -> String {
        let points = &self.review.points;
        let step = points.len().div_ceil(COLUMNS);
        let sign = |point: &review::Point| {
            BARS[usize::from(point.win_probability.min(999)) * BARS.len() / 1000]
        };
        points.iter().step_by(step).map(sign).collect()
    }

    /// Returns a line on how strong the players are.
    fn level(&self) -> Option<String> {
        let [first, second] = self.levels.as_slice() else { return None };
        let [first, second] = [first, second].map(in_words);
        Some(format!("Level: {}, {first}; {}, {second}.", self.names[0], self.names[1]))
    }

    fn player(&self, seat: Seat) -> String {
        let Accuracy { choices, good, share, points_lost, .. } = self.review.accuracy(seat);
        let Some(share) = share else { return "had no choice".to_owned() };
        let points = points_lost.map_or_else(String::new, |lost| {
            format!(", {:.1} points lost per move", f64::from(lost) / 100.0)
        });
        let moves = plural(choices.into(), "move");
        format!(
            "accuracy {}{points}; {good} of {moves} cost less than 2 % of the chance to win, and the \
             others count by what they cost",
            percent(share)
        )
    }

    /// Describes a key move: the player, the loss, the move played, and the better one.
    fn moment(&self, at: usize) -> String {
        let ply = &self.review.plies[at];
        let Some(better) = &ply.better else { return String::new() };
        let line: Vec<String> = better.line.iter().take(4).map(Move::to_string).collect();
        let then =
            if line.is_empty() { String::new() } else { format!("; then {}", line.join(" ")) };
        format!(
            "Ply {}, {}: {} -> {}. Played: {}. Better: {}{then}.",
            at + 1,
            self.names[ply.by.index()],
            fate(better),
            fate(&ply.played),
            deed(&ply.played),
            deed(better)
        )
    }

    fn remark(&self) -> String {
        // The end of a game is proved trivially.
        let told = self.review.points.len() - usize::from(self.game.last().outcome().is_some());
        let proved = match self.review.proved_from() {
            from if from < told => format!("proved from ply {} on; ", from + 1),
            _ => String::new(),
        };
        format!(
            "Chances are {proved}estimated from {} positions a move, with {SOLVED} stones or fewer \
             solved; docs/guide.md says how.",
            self.positions
        )
    }

    /// Builds the report: the key moves, with boards on a page, and a table of all moves.
    pub fn document(&self) -> Document {
        let review = &self.review;
        let first = &self.names[0];
        let player = |seat: Seat| format!("{}: {}", self.names[seat.index()], self.player(seat));
        let step = match review.points.len().div_ceil(COLUMNS) {
            1 => "ply by ply".to_owned(),
            step => format!("a bar for {step} plies"),
        };
        let curve = format!("{}  chance of {first}, {step}", self.curve());
        let positions: Vec<Position> = self.game.positions().collect();
        let boards = review.key_moves.iter().map(|&at| {
            let (ply, position) = (&review.plies[at], &positions[at]);
            let moves = [("played", Some(&ply.played)), ("better", ply.better.as_ref())];
            let boards = moves.into_iter().filter_map(|(how, seen)| {
                let mv = seen?.mv;
                let title = format!("before ply {}, {how}: {mv}", at + 1);
                let sign = |point| position.sign(point);
                let board = Board::new(title.clone(), position.board_size(), sign);
                let trail = Trail { path: position.path(mv), captured: position.captures(mv) };
                Some(Board { trail, caption: title, ..board })
            });
            let moves: Vec<String> = self.game.moves[..at].iter().map(Move::to_string).collect();
            let (title, id) = (format!("Ply {}", at + 1), format!("ply-{}", at + 1));
            GameReplay { title, id, boards: boards.collect(), moves: moves.join(" ") }
        });
        let chance = |at: usize| percent(review.points[at + 1].win_probability);
        let table = Table::of(review.plies.iter().enumerate())
            .right("ply", |(at, _)| at + 1)
            .left("move", |(_, ply)| ply.played.mv.to_string())
            .right(&format!("chance of {first}"), |(at, _)| chance(*at))
            .right("cost", |(_, ply)| (ply.lost() > 0).then(|| percent(ply.lost())))
            .left("better", |(_, ply)| ply.better.as_ref().map(|better| better.mv.to_string()))
            .done();
        let moments = match review.key_moves.is_empty() {
            true => vec!["No move cost much: all were about as good as the best.".to_owned()],
            false => review.key_moves.iter().map(|&at| self.moment(at)).collect(),
        };
        let blocks = vec![
            Block::Notes(moments),
            Block::Replays(boards.collect()),
            Block::Fold("All moves".to_owned(), vec![Block::Table(String::new(), table)]),
            Block::Text(self.remark()),
        ];
        Document {
            title: title_of(self.game),
            lead: [self.verdict(), curve, player(Seat::FIRST), player(Seat::SECOND)]
                .into_iter()
                .chain(self.level())
                .collect(),
            sections: vec![Section { id: "moves", title: "Key moves".to_owned(), blocks }],
            ..Document::default()
        }
    }

    /// Returns the review as JSON.
    pub fn to_json(&self) -> Value {
        let review = &self.review;
        let evaluation = |evaluation: Evaluation| match evaluation {
            Evaluation::Lead(lead) => json!({ "lead": f64::from(lead) / 100.0 }),
            Evaluation::Stuck { wins } => json!({ "stuck": if wins { "win" } else { "loss" } }),
            Evaluation::Proven { result, margin } => json!({ "proved": result, "margin": margin }),
            Evaluation::WinProbability(_) => json!({}),
        };
        let share = |thousandths: u16| f64::from(thousandths) / 1000.0;
        let seen = |seen: &MoveEval| {
            json!({
                "move": seen.mv.to_string(),
                "takes": seen.takes.0,
                "points": seen.takes.1,
                "leaves": seen.leaves,
                "chance": share(seen.win_probability),
                "worth": evaluation(seen.evaluation),
                "line": seen.line.iter().map(Move::to_string).collect::<Vec<_>>(),
            })
        };
        let points = review.points.iter().map(|point| {
            json!({ "chance": share(point.win_probability), "worth": evaluation(point.evaluation), "left": point.left })
        });
        let plies = (1..).zip(&review.plies).map(|(number, ply): (usize, _)| {
            json!({
                "ply": number,
                "player": ply.by.number(),
                "of": ply.of,
                "lost": share(ply.lost()),
                "points_lost": ply.points_lost.map(|lost| f64::from(lost) / 100.0),
                "played": seen(&ply.played),
                "better": ply.better.as_ref().map(seen),
            })
        });
        let players = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let Accuracy { choices, good, lost, share: accuracy, points_lost } =
                review.accuracy(seat);
            let name = &self.names[seat.index()];
            json!({
                "name": name,
                "accuracy": accuracy.map(share),
                "points_lost": points_lost.map(|lost| f64::from(lost) / 100.0),
                "choices": choices,
                "good": good,
                "lost": f64::from(lost) / 1000.0,
                "level": self.levels.get(seat.index()).map(level_json),
            })
        });
        json!({
            "title": title_of(self.game),
            "outcome": self.game.last().outcome().map(|outcome| outcome_json(&outcome)),
            "players": players,
            "moments": review.key_moves.iter().map(|at| at + 1).collect::<Vec<_>>(),
            "proved_from": review.proved_from() + 1,
            "points": points.collect::<Vec<_>>(),
            "plies": plies.collect::<Vec<_>>(),
        })
    }
}

const COLUMNS: usize = 52;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
