//! What a solver proved of a position, in words and as JSON.

use serde_json::json;

use crate::answer::proof::ProvenLine;
use pasang_core::players::opening_table::{result_class, winner_word};
use pasang_core::players::search::ValueRange;
use pasang_core::{Seat, Solution, SolveGoal};

fn winner(result: ValueRange) -> &'static str {
    match (result.low, result.high) {
        (1, _) => "player 1",
        (_, -1) => "player 2",
        (0, 0) => "neither player, a draw",
        (0, _) => "not proved: player 2 does not win",
        (_, 0) => "not proved: player 1 does not win",
        _ => "not proved",
    }
}

impl ProvenLine {
    /// Says what is proved.
    pub fn in_words(&self, goal: SolveGoal, counted: bool) -> String {
        let Solution { result, lead: margin, .. } = self.solution;
        let mut text = format!("winner  {}\n", winner(result));
        match (self.scores, margin.value()) {
            (Some([one, two]), Some(_)) => {
                text += &format!("score   {one}-{two}\n");
                text += &self.by.map_or_else(String::new, |by| format!("by      {by}\n"));
            }
            (_, Some(points)) => {
                text += &format!("margin  player 1 has {points} points more than player 2\n");
            }
            (_, None) if margin != ValueRange::UNBOUNDED && goal == SolveGoal::Margin => {
                text += &format!(
                    "margin  not proved: player 1 has between {} and {} points more than player 2\n",
                    margin.low, margin.high
                );
            }
            _ => {}
        }
        if !self.line.is_empty() {
            text += &format!("line    {}\n", self.line.join(" "));
            if self.scores.is_none() {
                text += "        and on: the rest of the line is not proved\n";
            }
        }
        let mut columns = [const { Vec::new() }; 4];
        for (word, result) in &self.columns {
            columns[result_class(*result)].push(word.as_str());
        }
        for (what, words) in ["wins", "draws", "loses", "open"].into_iter().zip(columns) {
            if !words.is_empty() {
                text += &format!("{what:<6}  {}\n", words.join(" "));
            }
        }
        if counted {
            text += &format!("nodes   {}\n", self.nodes);
        }
        text
    }

    /// Returns what is proved as JSON.
    pub fn to_json(&self, counted: bool) -> serde_json::Value {
        let Solution { result, lead: margin, .. } = self.solution;
        let winner = match result.value() {
            Some(1) => json!(Seat::FIRST.number()),
            Some(-1) => json!(Seat::SECOND.number()),
            Some(_) => json!("draw"),
            None => json!(null),
        };
        let shown =
            |bound: ValueRange| (bound != ValueRange::UNBOUNDED).then_some([bound.low, bound.high]);
        let mut object = json!({
            "winner": winner,
            "result": [result.low, result.high],
            "margin": shown(margin),
            "score": margin.value().and(self.scores),
            "by": self.by,
            "line": self.line,
            "nodes": counted.then_some(self.nodes),
        });
        if !self.columns.is_empty() {
            let columns = self.columns.iter().map(|(word, result)| {
                json!({ "column": word, "winner": winner_word(*result), "result": shown(*result) })
            });
            object["columns"] = columns.collect();
        }
        object
    }
}
