//! What stands in a field, and how it is written.

use serde_json::Value as Json;

/// What the fields of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Whole,
    /// A number with so many decimals.
    Decimal(usize),
    /// A probability, which may be tiny.
    Chance,
    Word,
    /// A text that people read as a number: it stands at the right.
    Figure,
}

/// A share or a score.
pub(in crate::stats) const SHARE: Kind = Kind::Decimal(6);

/// Any other mean.
pub(in crate::stats) const MEAN: Kind = Kind::Decimal(4);

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Nothing,
    Whole(i64),
    Number(f64),
    Word(String),
}

/// A number with so many decimals; nothing for what is no number, and no minus before a zero.
pub fn decimal(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

impl Kind {
    /// The type's name in a Frictionless table schema.
    pub fn type_name(self) -> &'static str {
        match self {
            Kind::Whole => "integer",
            Kind::Decimal(_) | Kind::Chance => "number",
            Kind::Word | Kind::Figure => "string",
        }
    }

    pub(super) fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Nothing) => true,
            (Kind::Whole, value) => matches!(value, Value::Whole(_)),
            (Kind::Decimal(_) | Kind::Chance, value) => matches!(value, Value::Number(_)),
            (Kind::Word | Kind::Figure, value) => matches!(value, Value::Word(_)),
        }
    }
}

impl Value {
    /// What stands in the file.
    pub fn text(&self, kind: Kind) -> String {
        match (self, kind) {
            (Value::Nothing, _) => String::new(),
            (Value::Word(word), _) => word.clone(),
            (Value::Whole(number), _) => number.to_string(),
            (Value::Number(number), Kind::Decimal(digits)) => decimal(*number, digits),
            // A probability.
            (&Value::Number(number), _) if number >= 0.001 || number == 0.0 => decimal(number, 6),
            (Value::Number(number), _) => format!("{number:.3e}"),
        }
    }

    pub(super) fn json(&self, kind: Kind) -> Json {
        match self {
            Value::Nothing => Json::Null,
            Value::Word(word) => word.as_str().into(),
            // As it stands in the file, so that both say the same.
            Value::Whole(_) | Value::Number(_) => {
                serde_json::from_str(&self.text(kind)).unwrap_or(Json::Null)
            }
        }
    }
}

/// What a column is made of: a number or a word, or perhaps one.
pub trait Field {
    /// Whether there may be nothing to say.
    const MAY_LACK: bool = false;

    fn value(self) -> Value;
}

impl<F: Field> Field for Option<F> {
    const MAY_LACK: bool = true;

    fn value(self) -> Value {
        self.map_or(Value::Nothing, F::value)
    }
}

impl Field for f64 {
    fn value(self) -> Value {
        if self.is_finite() { Value::Number(self) } else { Value::Nothing }
    }
}

macro_rules! whole {
    ($($type:ty)+) => {
        $(impl Field for $type {
            fn value(self) -> Value {
                Value::Whole(self as i64)
            }
        })+
    };
}
whole! { u64 i64 usize }

/// No word, no field.
impl Field for &str {
    fn value(self) -> Value {
        if self.is_empty() { Value::Nothing } else { Value::Word(self.to_owned()) }
    }
}

impl Field for String {
    fn value(self) -> Value {
        self.as_str().value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_plain() {
        assert_eq!(decimal(-0.000_04, 4), "0.0000");
        assert_eq!(decimal(-0.000_06, 4), "-0.0001");
        assert_eq!(decimal(0.125, 2), "0.12");
        assert_eq!(decimal(f64::NAN, 4), "");
        assert_eq!(decimal(f64::NEG_INFINITY, 4), "");
    }
}
