//! The JSON schema of an experiment's file, for editors: made from the lists of keys and words
//! that the reader goes by.

use serde_json::{Map, Value, json};

use super::adaptive::{FIND_KEYS, MOST_BALANCED, STOP_KEYS};
use super::engines::{ENGINE_KEYS, MOST_BUDGET, MOST_PATIENCE};
use super::keys::{KEYS, REQUIRED};
use super::same::SAME_KEYS;
use super::setups::{ANY, SETUP_KEYS};
use super::write::{ALL, AS_CHOSEN};
use super::{
    FEWEST_NODES, HIGHEST_SEED, MOST_GAMES, MOST_NODES, MOST_OPENING_PLIES, MOST_ROUNDS,
    MOST_STONES, NextStart, Records,
};
use crate::base::words::Choice;
use crate::board::Side;
use crate::games::rules::{Kind, presets, toggles, who_plays};
use crate::games::setup::{GROUPS, Origin, builtins};
use crate::games::{Seat, Shape};
use crate::players::bots::engine::OnFault;
use crate::players::bots::{BOTS, BotSpec, OUTSIDERS, OptionOf};

/// The schema, after JSON Schema's draft 2020-12.
pub fn schema() -> Value {
    let properties: Map<String, Value> = KEYS
        .iter()
        .map(|&(key, meaning)| (key.to_owned(), described(property(key), meaning)))
        .collect();
    // `[stop]` and `[find]` take the place of `games`.
    let games = ["games", "stop", "find"];
    let always = REQUIRED.iter().map(|&(key, _)| key).filter(|key| !games.contains(key));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An experiment of pasang",
        "type": "object",
        "properties": properties,
        "required": always.collect::<Vec<_>>(),
        "oneOf": games.map(|key| json!({ "required": [key] })),
        "allOf": conditions(),
        "additionalProperties": false,
        "$defs": {
            "setup": setup_entry(),
            "rules": rules_entry(),
            "bot": bot(),
            "setup-table": setup_table(),
            "rule-table": { "anyOf": [rule_table(Kind::Brunei), rule_table(Kind::Bell)] },
        },
    })
}

/// What keys demand of one another.
fn conditions() -> Value {
    json!([
        {
            "description": "What is decided is proved by the journal, game by game",
            "if": { "anyOf": [{ "required": ["stop"] }, { "required": ["find"] }] },
            "then": { "properties": {
                "records": { "not": { "const": Records::None.word() } },
                "rounds": { "maximum": 1 },
            } },
        },
        {
            "description": "A verdict has a margin",
            "if": {
                "required": ["stop"],
                "properties": { "stop": { "required": ["verdict"] } },
            },
            "then": { "required": ["within"] },
        },
        {
            "description": "There is a next round where there are several",
            "if": { "required": ["next-start"] },
            "then": { "required": ["rounds"], "properties": { "rounds": { "minimum": 2 } } },
        },
        {
            "description": "A budget is one for positions that are solved",
            "if": { "required": ["exact-nodes"] },
            "then": { "required": ["exact"] },
        },
        {
            "description": "It is single games whose positions are solved",
            "if": { "required": ["exact"] },
            "then": { "properties": { "rounds": { "maximum": 1 } } },
        },
        {
            "description": "Each of the bots meets each other one",
            "if": {
                "required": ["round-robin"],
                "properties": { "round-robin": { "const": true } },
            },
            "then": { "properties": {
                "bots": { "items": { "$ref": "#/$defs/bot" }, "minItems": 2 },
                "swap": false,
            } },
        },
    ])
}

/// Two columns, or a corner and a way of hops; `*` is any move.
const PAIR: &str = r"^\s*([a-k]\s+([a-k]|swap|\*)|[ak](1|11)\s+([a-k]\d{1,2}(-[a-k]\d{1,2})+|\*)|\*\s+([a-k]|swap|\*|[a-k]\d{1,2}(-[a-k]\d{1,2})+))\s*$";

/// What may stand at a key of the experiment.
fn property(key: &str) -> Value {
    match key {
        "title" => json!({ "type": "string" }),
        "seed" => json!({ "type": "integer", "minimum": 0, "maximum": HIGHEST_SEED }),
        "games" => json!({ "type": "integer", "minimum": 1, "maximum": MOST_GAMES }),
        "setups" => list(json!({ "$ref": "#/$defs/setup" })),
        "rules" => list(json!({ "$ref": "#/$defs/rules" })),
        "bots" => list(json!({ "anyOf": [
            { "$ref": "#/$defs/bot" },
            {
                "type": "array",
                "items": { "$ref": "#/$defs/bot" },
                "minItems": 2,
                "maxItems": Seat::MOST,
            },
        ] })),
        "swap" | "round-robin" | "common-random" => json!({ "type": "boolean" }),
        "openings" => json!({ "anyOf": [
            { "enum": [AS_CHOSEN, ALL] },
            list(json!({ "type": "string", "pattern": PAIR })),
        ] }),
        "opening-plies" => {
            json!({ "type": "integer", "minimum": 0, "maximum": MOST_OPENING_PLIES })
        }
        "rounds" => json!({ "type": "integer", "minimum": 1, "maximum": MOST_ROUNDS }),
        "next-start" => word::<NextStart>(),
        "records" => word::<Records>(),
        "imported" => json!({
            "type": "array",
            "items": { "type": "integer", "minimum": 0, "maximum": MOST_GAMES },
            "minItems": 1,
        }),
        "exact" => json!({ "type": "integer", "minimum": 1, "maximum": MOST_STONES }),
        "exact-nodes" => {
            json!({ "type": "integer", "minimum": FEWEST_NODES, "maximum": MOST_NODES })
        }
        "within" => {
            json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5 })
        }
        "stop" => adaptive(&STOP_KEYS),
        "find" => adaptive(&FIND_KEYS),
        "rule" => tables("rule-table"),
        "setup" => tables("setup-table"),
        "engine" => engines(),
        "same" => same(),
        "sweep" => sweep(),
        // A key of the reader's without a shape here: a test sees to it that there is none.
        _ => Value::Bool(true),
    }
}

/// A table that says how games are added.
fn adaptive(keys: &[(&str, &str)]) -> Value {
    let share = || json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5 });
    let shape = |key: &str| match key {
        "target" => json!({ "const": MOST_BALANCED }),
        "half-width" | "within" => share(),
        "verdict" => json!({ "const": true }),
        "confidence" => {
            json!({ "type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 1 })
        }
        _ => json!({ "type": "integer", "minimum": 1, "maximum": MOST_GAMES }),
    };
    let properties: Map<String, Value> = keys
        .iter()
        .map(|&(key, meaning)| (key.to_owned(), described(shape(key), meaning)))
        .collect();
    // One of `half-width` and `verdict` is wanted, and all of the others.
    let either = ["half-width", "verdict"];
    let required: Vec<&str> = keys
        .iter()
        .map(|&(key, _)| key)
        .filter(|key| !either.contains(key) && *key != "confidence")
        .collect();
    let mut table = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if keys.iter().any(|(key, _)| either.contains(key)) {
        table["oneOf"] = json!(either.map(|key| json!({ "required": [key] })));
    }
    table
}

/// Tables of other programs.
fn engines() -> Value {
    let text = || json!({ "type": "string", "minLength": 1 });
    let shape = |key: &str| match key {
        "command" => json!({ "type": "array", "items": text(), "minItems": 1 }),
        "options" => json!({ "type": "object", "additionalProperties": text() }),
        "on-fault" => word::<OnFault>(),
        "patience" => json!({ "type": "integer", "minimum": 1, "maximum": MOST_PATIENCE }),
        _ => json!({ "type": "integer", "minimum": 1, "maximum": MOST_BUDGET }),
    };
    let properties: Map<String, Value> = ENGINE_KEYS
        .iter()
        .map(|&(key, meaning)| (key.to_owned(), described(shape(key), meaning)))
        .collect();
    let engine = json!({
        "type": "object",
        "properties": properties,
        "required": ["command"],
        "additionalProperties": false,
    });
    json!({ "type": "object", "additionalProperties": engine })
}

/// Lists of names that stand for one thing.
fn same() -> Value {
    let names = json!({ "type": "array", "items": { "type": "string" }, "minItems": 2 });
    let lists = SAME_KEYS
        .iter()
        .map(|&(key, meaning)| (key.to_owned(), described(list(names.clone()), meaning)));
    let properties: Map<String, Value> = lists.collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn described(mut schema: Value, meaning: &str) -> Value {
    if let Value::Object(schema) = &mut schema {
        schema.insert("description".to_owned(), meaning.into());
    }
    schema
}

fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items, "minItems": 1, "uniqueItems": true })
}

/// Tables under names that the user chooses.
fn tables(definition: &str) -> Value {
    let definition = format!("#/$defs/{definition}");
    json!({ "type": "object", "additionalProperties": { "$ref": definition } })
}

/// One of a choice of words, each with what it means.
fn word<C: Choice>() -> Value {
    meanings(C::ALL.iter().map(|choice| (choice.word().to_owned(), choice.meaning().to_owned())))
}

fn meanings(words: impl Iterator<Item = (String, String)>) -> Value {
    let each = words.map(|(word, meaning)| match meaning.as_str() {
        "" => json!({ "const": word }),
        meaning => json!({ "const": word, "description": meaning }),
    });
    json!({ "anyOf": each.collect::<Vec<_>>() })
}

/// A word that is offered, or any other text.
fn offered(mut words: Value) -> Value {
    if let Some(Value::Array(each)) = words.get_mut("anyOf") {
        each.push(json!({ "type": "string" }));
    }
    words
}

fn setup_entry() -> Value {
    let groups = GROUPS.iter().map(|&name| (name.to_owned(), "A group of setups".to_owned()));
    let setups = builtins()
        .iter()
        .map(|setup| (setup.name.clone(), setup.source.clone().unwrap_or_default()));
    offered(meanings(groups.chain(setups)))
}

fn rules_entry() -> Value {
    let names = presets().map(|preset| (preset.name.clone(), who_plays(&preset.name).to_owned()));
    offered(meanings(names))
}

fn bot() -> Value {
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

fn setup_table() -> Value {
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

fn rule_table(kind: Kind) -> Value {
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

fn sweep() -> Value {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_shape() {
        for (key, meaning) in KEYS {
            assert!(property(key).is_object(), "{key}");
            assert_eq!(schema()["properties"][key]["description"], meaning, "{key}");
        }
        let table = setup_table();
        for &key in SETUP_KEYS {
            assert!(table["properties"][key].is_object(), "{key}");
        }
    }
}
