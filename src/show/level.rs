//! How strong a player is, in words and as JSON.

use serde_json::{Value, json};

use crate::text::numbers::rounded;
use pasang_core::level::{self, Level};

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
