//! How strong a player is, in words and as JSON.

use serde_json::{Value, json};

use crate::text::diagnostic::sanitized;
use pasang_core::base::text::{plural, rounded};
use pasang_core::level::{self, Choice, Level};

/// Describes a level: "about 640 Elo (95 % CI 450 to 830): `easy` to `good`".
pub fn in_words(level: &Level) -> String {
    let [low, high] = level.interval;
    let elo = |elo: f64| rounded(elo, 0);
    let interval = match (low, high) {
        (Some(low), Some(high)) => format!("{} to {}", elo(low), elo(high)),
        (None, Some(high)) => format!("at most {}", elo(high)),
        (Some(low), None) => format!("at least {}", elo(low)),
        (None, None) => "the whole scale".to_owned(),
    };
    if level.says_little() {
        return format!("too few moves to tell a level (95 % CI {interval} Elo)");
    }
    let names = [low.unwrap_or(0.0), high.unwrap_or(f64::INFINITY)].map(level::nearest);
    let named = match names {
        [one, other] if one == other => format!("`{one}`"),
        [one, other] => format!("`{one}` to `{other}`"),
    };
    format!("about {} Elo (95 % CI {interval}): {named}", elo(level.elo))
}

/// Returns a level as JSON.
pub fn level_json(level: &Level) -> Value {
    json!({
        "elo": (!level.says_little()).then_some(level.elo),
        "low": level.interval[0],
        "high": level.interval[1],
        "too_few": level.says_little(),
    })
}

/// The note below levels.
pub const SCALE: &str = "Elo above random moves, on the scale of bots that slip (docs/guide.md); no games of people made it.";

/// Games of a player, and the choices in them.
#[derive(Default)]
pub struct Player {
    pub games: usize,
    pub choices: Vec<Choice>,
}

impl Player {
    /// Returns the estimate as JSON.
    pub fn to_json(&self, name: &str) -> Value {
        let level = level_json(&level::estimate(&self.choices));
        json!({ "player": name, "games": self.games, "moves": self.choices.len(), "level": level })
    }

    /// Returns a line on the estimate.
    pub fn in_words(&self, name: &str) -> String {
        let [games, moves] = [(self.games, "game"), (self.choices.len(), "move")]
            .map(|(count, what)| plural(count as u64, what));
        let (name, level) = (sanitized(name), in_words(&level::estimate(&self.choices)));
        format!("{name}: {level}; {games}, {moves} with a choice.")
    }
}
