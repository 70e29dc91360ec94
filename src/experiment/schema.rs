//! The JSON schema of an experiment's file, for editors: made from the lists of keys and words
//! that the reader goes by.

mod bots;
mod tables;

use serde_json::{Map, Value, json};

use self::bots::bot;
use self::tables::{rule_table, setup_table, sweep};
use super::engines::{ENGINE_KEYS, MOST_BUDGET, MOST_PATIENCE};
use super::find::{FIND_KEYS, MOST_BALANCED};
use super::keys::{KEYS, REQUIRED};
use super::same::SAME_KEYS;
use super::write::{ALL, AS_CHOSEN};
use super::{
    FEWEST_NODES, HIGHEST_SEED, MOST_GAMES, MOST_NODES, MOST_OPENING_PLIES, MOST_ROUNDS,
    MOST_STONES, NextStart, Records,
};
use crate::base::words::Choice;
use crate::games::Seat;
use crate::games::rules::{Kind, presets, who_plays};
use crate::games::setup::{GROUPS, builtins};
use crate::players::bots::engine::OnFault;

/// The schema, after JSON Schema's draft 2020-12.
pub fn schema() -> Value {
    let properties: Map<String, Value> = KEYS
        .iter()
        .map(|&(key, meaning)| (key.to_owned(), described(property(key), meaning)))
        .collect();
    // `[find]` takes the place of `games`.
    let games = ["games", "find"];
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
            "if": { "required": ["find"] },
            "then": { "properties": {
                "records": { "not": { "const": Records::None.word() } },
                "rounds": { "maximum": 1 },
            } },
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
        "exact" => json!({ "type": "integer", "minimum": 1, "maximum": MOST_STONES }),
        "exact-nodes" => {
            json!({ "type": "integer", "minimum": FEWEST_NODES, "maximum": MOST_NODES })
        }
        "within" => {
            json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5 })
        }
        "find" => find(),
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
fn find() -> Value {
    let share = || json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5 });
    let shape = |key: &str| match key {
        "target" => json!({ "const": MOST_BALANCED }),
        "within" => share(),
        "confidence" => {
            json!({ "type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 1 })
        }
        _ => json!({ "type": "integer", "minimum": 1, "maximum": MOST_GAMES }),
    };
    let properties: Map<String, Value> = FIND_KEYS
        .iter()
        .map(|&(key, meaning)| (key.to_owned(), described(shape(key), meaning)))
        .collect();
    let keys = FIND_KEYS.iter().map(|&(key, _)| key);
    let required: Vec<&str> = keys.filter(|&key| key != "confidence").collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::setups::SETUP_KEYS;

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
