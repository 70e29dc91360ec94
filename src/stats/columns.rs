//! Tables whose columns are declared once: the CSV file, the JSON, the description for other programs
//! and the documentation are each a short loop over the same list.
//!
//! A column has one type whatever the data: a word is never a number, and where there is nothing to
//! say the field is empty.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::interval::Interval;

/// What the fields of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Whole,
    /// A number with so many decimals.
    Decimal(usize),
    /// A probability, which may be tiny.
    Chance,
    /// A word or a text.
    Word,
}

/// A share or a score.
pub(super) const SHARE: Kind = Kind::Decimal(6);

/// Any other mean.
pub(super) const MEAN: Kind = Kind::Decimal(4);

/// What stands in a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// There is nothing to say.
    Nothing,
    /// A whole number.
    Whole(i128),
    /// Any number.
    Number(f64),
    /// A word or a text.
    Word(String),
}

/// One column of a table over rows of type `R`.
pub struct Column<'r, R> {
    /// What it is called.
    pub name: String,
    /// What its fields are.
    pub kind: Kind,
    /// In what they are measured; empty where the name says it.
    pub unit: &'static str,
    /// What they mean.
    pub what: String,
    /// What an empty field says; empty where there is none.
    pub empty: &'static str,
    of: Box<dyn Fn(&R) -> Value + 'r>,
}

/// The columns of a file, in order.
pub struct Table<'r, R> {
    /// The file's name.
    pub file: &'static str,
    /// What its rows are.
    pub rows: &'static str,
    /// The columns.
    pub columns: Vec<Column<'r, R>>,
}

/// What a column is, whatever the rows: all that readers of a file need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// What it is called.
    pub name: String,
    /// What its fields are.
    pub kind: Kind,
    /// In what they are measured.
    pub unit: &'static str,
    /// What they mean.
    pub what: String,
    /// What an empty field says.
    pub empty: &'static str,
}

/// A file and its columns, whatever the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The file's name.
    pub file: &'static str,
    /// What its rows are.
    pub rows: &'static str,
    /// The columns.
    pub columns: Vec<Described>,
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

impl<'r, R> Table<'r, R> {
    pub(super) fn new(file: &'static str, rows: &'static str) -> Table<'r, R> {
        Table { file, rows, columns: Vec::new() }
    }

    /// Adds a column.
    pub(super) fn column<V: Into<Value>>(
        mut self,
        name: impl Into<String>,
        kind: Kind,
        what: impl Into<String>,
        of: impl Fn(&R) -> V + 'r,
    ) -> Table<'r, R> {
        self.columns.push(Column {
            name: name.into(),
            kind,
            unit: if kind == SHARE { "share" } else { "" },
            what: what.into(),
            empty: "",
            of: Box::new(move |row| of(row).into()),
        });
        self
    }

    pub(super) fn word<V: Into<Value>>(
        self,
        name: impl Into<String>,
        what: impl Into<String>,
        of: impl Fn(&R) -> V + 'r,
    ) -> Table<'r, R> {
        self.column(name, Kind::Word, what, of)
    }

    pub(super) fn whole<V: Into<Value>>(
        self,
        name: impl Into<String>,
        what: impl Into<String>,
        of: impl Fn(&R) -> V + 'r,
    ) -> Table<'r, R> {
        self.column(name, Kind::Whole, what, of)
    }

    pub(super) fn share<V: Into<Value>>(
        self,
        name: impl Into<String>,
        what: impl Into<String>,
        of: impl Fn(&R) -> V + 'r,
    ) -> Table<'r, R> {
        self.column(name, SHARE, what, of)
    }

    pub(super) fn mean<V: Into<Value>>(
        self,
        name: impl Into<String>,
        what: impl Into<String>,
        of: impl Fn(&R) -> V + 'r,
    ) -> Table<'r, R> {
        self.column(name, MEAN, what, of)
    }

    /// Adds the two ends of an interval.
    pub(super) fn ends(
        self,
        name: &str,
        kind: Kind,
        what: &str,
        of: impl Fn(&R) -> Option<Interval> + Clone + 'r,
    ) -> Table<'r, R> {
        let high = of.clone();
        self.column(format!("{name}_low"), kind, format!("{what}: its lower end"), move |row| {
            of(row).map(|interval| interval.low)
        })
        .empty("there is no interval")
        .column(format!("{name}_high"), kind, format!("{what}: its upper end"), move |row| {
            high(row).map(|interval| interval.high)
        })
        .empty("there is no interval")
    }

    /// In what the last column is measured.
    pub(super) fn unit(mut self, unit: &'static str) -> Table<'r, R> {
        if let Some(last) = self.columns.last_mut() {
            last.unit = unit;
        }
        self
    }

    /// The same of the last two columns, the ends of an interval.
    pub(super) fn units(mut self, unit: &'static str) -> Table<'r, R> {
        self.columns.iter_mut().rev().take(2).for_each(|column| column.unit = unit);
        self
    }

    /// What an empty field of the last column says.
    pub(super) fn empty(mut self, says: &'static str) -> Table<'r, R> {
        if let Some(last) = self.columns.last_mut() {
            last.empty = says;
        }
        self
    }

    /// Each column's value, in order.
    fn values(&self, row: &R) -> impl Iterator<Item = (&Column<'r, R>, Value)> {
        self.columns.iter().map(|column| (column, (column.of)(row)))
    }

    /// The file: a header, and the rows under it, with the line break `\n`.
    pub fn csv(&self, rows: impl Iterator<Item = R>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::Any(b'\n'))
            .from_writer(&mut bytes);
        // Writing to memory does not fail.
        let _ = writer.write_record(self.columns.iter().map(|column| &column.name));
        for row in rows {
            let _ = writer.write_record(self.values(&row).map(|(column, value)| {
                debug_assert!(column.kind.fits(&value), "{}: {value:?}", column.name);
                value.text(column.kind)
            }));
        }
        drop(writer);
        bytes
    }

    /// The rows as JSON: numbers as numbers, as they stand in the file, and null for nothing.
    pub fn json(&self, rows: impl Iterator<Item = R>) -> Json {
        let row = |row: R| -> Json {
            self.values(&row)
                .map(|(column, value)| (column.name.clone(), value.json(column.kind)))
                .collect()
        };
        rows.map(row).collect()
    }

    /// The table without its rows.
    pub fn described(&self) -> Description {
        let of = |column: &Column<'_, R>| Described {
            name: column.name.clone(),
            kind: column.kind,
            unit: column.unit,
            what: column.what.clone(),
            empty: column.empty,
        };
        let columns = self.columns.iter().map(of).collect();
        Description { file: self.file, rows: self.rows, columns }
    }
}

impl Kind {
    /// The type's name in a Frictionless table schema.
    pub fn type_name(self) -> &'static str {
        match self {
            Kind::Whole => "integer",
            Kind::Decimal(_) | Kind::Chance => "number",
            Kind::Word => "string",
        }
    }

    fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Nothing) => true,
            (Kind::Whole, value) => matches!(value, Value::Whole(_)),
            (Kind::Decimal(_) | Kind::Chance, value) => matches!(value, Value::Number(_)),
            (Kind::Word, value) => matches!(value, Value::Word(_)),
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

    fn json(&self, kind: Kind) -> Json {
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

impl<V: Into<Value>> From<Option<V>> for Value {
    fn from(value: Option<V>) -> Value {
        value.map_or(Value::Nothing, V::into)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        if number.is_finite() { Value::Number(number) } else { Value::Nothing }
    }
}

macro_rules! whole {
    ($($type:ty)+) => {
        $(impl From<$type> for Value {
            fn from(number: $type) -> Value {
                Value::Whole(number as i128)
            }
        })+
    };
}
whole! { u64 i64 usize }

/// No word, no field.
impl From<&str> for Value {
    fn from(word: &str) -> Value {
        if word.is_empty() { Value::Nothing } else { Value::Word(word.to_owned()) }
    }
}

impl From<String> for Value {
    fn from(word: String) -> Value {
        Value::from(word.as_str())
    }
}

impl Description {
    /// The file as a resource of a tabular data package (Frictionless, profile
    /// `tabular-data-resource`).
    pub fn resource(&self) -> Json {
        let name = self.file.trim_end_matches(".csv");
        let fields = self.columns.iter().map(|column| {
            let mut description = format!("{}.", column.what);
            if !column.empty.is_empty() {
                let _ = write!(description, " Empty: {}.", column.empty);
            }
            let mut field = json!({
                "name": column.name,
                "type": column.kind.type_name(),
                "description": description,
            });
            if !column.unit.is_empty() {
                field["unit"] = column.unit.into();
            }
            field
        });
        json!({
            "name": name,
            "path": self.file,
            "profile": "tabular-data-resource",
            "description": self.rows,
            "format": "csv",
            "mediatype": "text/csv",
            "encoding": "utf-8",
            "schema": { "fields": fields.collect::<Vec<_>>(), "missingValues": [""] },
        })
    }

    /// The columns as a table in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "## `{}`\n\n{}\n\n| column | type | unit | meaning | an empty field says |\n\
             |---|---|---|---|---|\n",
            self.file, self.rows
        );
        for Described { name, kind, unit, what, empty } in &self.columns {
            let _ =
                writeln!(text, "| `{name}` | {} | {unit} | {what} | {empty} |", kind.type_name());
        }
        text
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

    #[test]
    fn a_table_says_the_same_in_every_form() {
        type Row = (&'static str, Option<f64>, u64);
        let table: Table<'_, Row> = Table::new("some.csv", "One row a thing.")
            .word("name", "what it is called", |row: &Row| row.0)
            .share("score", "its score", |row: &Row| row.1)
            .empty("no games")
            .column("chance", Kind::Chance, "how likely", |row: &Row| row.1.map(|it| it * 1e-9))
            .whole("games", "how many", |row: &Row| row.2)
            .unit("games");
        let rows: [Row; 2] = [("a,b", Some(0.25), 3), ("c", None, 0)];
        let csv = String::from_utf8(table.csv(rows.into_iter())).unwrap();
        assert_eq!(csv, "name,score,chance,games\n\"a,b\",0.250000,2.500e-10,3\nc,,,0\n");
        let json = table.json(rows.into_iter());
        assert_eq!(json[0], json!({ "name": "a,b", "score": 0.25, "chance": 2.5e-10, "games": 3 }));
        assert_eq!(json[1]["score"], Json::Null);
        let resource = table.described().resource();
        assert_eq!(resource["schema"]["fields"][1]["type"], "number");
        assert_eq!(resource["schema"]["fields"][1]["description"], "its score. Empty: no games.");
        assert!(
            table.described().markdown().contains("| `games` | integer | games | how many |  |")
        );
    }
}
