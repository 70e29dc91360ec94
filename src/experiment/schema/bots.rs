//! Bots as an experiment's file names them.

use serde_json::{Value, json};

use super::described;
use crate::players::bots::{BOTS, BotSpec, OUTSIDERS, OptionOf};

pub(super) fn bot() -> Value {
    let each = BOTS.iter().map(|&(name, meaning, _)| {
        let options = BotSpec::options_of(name);
        let told = options.iter().map(|option| {
            let OptionOf { name, about, usual, .. } = option;
            format!("; `{name}`: {about} ({usual} where it is not given)")
        });
        let told: String = told.collect();
        described(bot_word(name, &options), &format!("{meaning}{told}"))
    });
    let outside = OUTSIDERS.iter().map(|(name, meaning, _)| {
        let pattern = format!("^{name}:[\\p{{L}}\\p{{N}}_.'-]+$");
        described(json!({ "type": "string", "pattern": pattern }), meaning)
    });
    json!({
        "anyOf": each.chain(outside).collect::<Vec<_>>(),
        "examples": BOTS.map(|(name, ..)| name),
    })
}

/// The words of one bot: its name, and options that it has, none of them twice.
fn bot_word(name: &str, options: &[OptionOf]) -> Value {
    if options.is_empty() {
        return json!({ "const": name });
    }
    let each = options.iter().map(|option| format!("{}={}", option.name, option.pattern));
    let one = format!("({})", each.collect::<Vec<_>>().join("|"));
    let twice = |option: &OptionOf| json!({ "pattern": format!("[:,]{0}=.*,{0}=", option.name) });
    let mut word = json!({
        "type": "string",
        "pattern": format!("^{name}(:{one}(,{one})*)?$"),
        "not": { "anyOf": options.iter().map(twice).collect::<Vec<_>>() },
    });
    let together = options.iter().filter_map(|option| {
        let (value, other) = option.with?;
        Some(json!({
            "if": { "pattern": format!("[:,]{}={value}(,|$)", option.name) },
            "then": { "pattern": format!("[:,]{other}=") },
        }))
    });
    let together: Vec<Value> = together.collect();
    if !together.is_empty() {
        word["allOf"] = together.into();
    }
    word
}
