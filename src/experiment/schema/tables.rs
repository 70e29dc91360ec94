//! The tables in which an experiment's file draws setups, and sets the toggles of rules.

use serde_json::{Map, Value, json};

use super::{list, meanings, word};
use crate::base::words::Choice;
use crate::board::Side;
use crate::experiment::setups::{ANY, SETUP_KEYS};
use crate::games::rules::{Kind, presets, toggles, who_plays};
use crate::games::setup::Origin;
use crate::games::{Seat, Shape};

pub(super) fn setup_table() -> Value {
    let properties: Map<String, Value> = SETUP_KEYS
        .iter()
        .map(|&key| {
            let value = match key {
                "source" => json!({ "type": "string", "description": "Where it is from" }),
                "origin" => word::<Origin>(),
                "to-move" => json!({
                    "type": "integer", "minimum": 1, "maximum": Seat::MOST,
                    "description": "Of a diagram: whose turn it is",
                }),
                "score" => json!({
                    "type": "string", "pattern": r"^\d+(-\d+){1,3}$",
                    "description": "Of a diagram: the points so far",
                }),
                "stones" => json!({ "const": ANY, "description": "Counts other than 60 and 60" }),
                "rows" => json!({
                    "description": "Row 11 first: `b` black, `w` white, `_` for f6; \
                        a small board has 5, 7 or 9 rows of as many signs",
                    "anyOf": Side::ALL.map(rows),
                }),
                _ => Value::Bool(true),
            };
            (key.to_owned(), value)
        })
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": ["rows"],
        "additionalProperties": false,
    })
}

/// The rows of a board of one side.
fn rows(side: Side) -> Value {
    let length = side.length();
    json!({
        "type": "array",
        "items": { "type": "string", "pattern": format!("^[bw_.1-4]{{{length}}}$") },
        "minItems": length,
        "maxItems": length,
    })
}

pub(super) fn rule_table(kind: Kind) -> Value {
    let bases = presets().filter(|preset| preset.rules.kind() == kind);
    let bases = bases.map(|preset| (preset.name.clone(), who_plays(&preset.name).to_owned()));
    let heads = [
        ("game".to_owned(), json!({ "const": kind.word(), "description": kind.meaning() })),
        ("base".to_owned(), meanings(bases)),
    ];
    let toggles = toggles(kind).into_iter().map(|(name, shape)| (name.to_owned(), toggle(shape)));
    let properties: Map<String, Value> = heads.into_iter().chain(toggles).collect();
    json!({
        "type": "object",
        "properties": properties,
        "anyOf": [{ "required": ["game"] }, { "required": ["base"] }],
        "additionalProperties": false,
    })
}

/// What a toggle may be set to.
fn toggle(shape: Shape) -> Value {
    match shape {
        Shape::Words(words) => {
            let words = words.into_iter();
            meanings(words.map(|(word, meaning)| (word.to_owned(), meaning.to_owned())))
        }
        Shape::Number { least, most, odd: false } => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        Shape::Number { least, most, odd: true } => {
            json!({ "enum": (least..=most).filter(|number| number % 2 == 1).collect::<Vec<_>>() })
        }
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Points { most } => {
            let points = json!({ "type": "integer", "minimum": 0, "maximum": most });
            json!({
                "type": "object",
                "properties": { "black": points.clone(), "white": points },
                "additionalProperties": false,
            })
        }
    }
}

pub(super) fn sweep() -> Value {
    let toggles = Kind::ALL.iter().flat_map(|&kind| toggles(kind));
    let properties: Map<String, Value> =
        toggles.map(|(name, shape)| (name.to_owned(), list(toggle(shape)))).collect();
    json!({
        "type": "object",
        "properties": properties,
        "minProperties": 1,
        "additionalProperties": false,
    })
}
