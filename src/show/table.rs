//! Tables with columns declared once, for CSV files, their Frictionless descriptions, the
//! documentation, JSON and text output.
//!
//! A column has one type whatever the data: a word is never a number, and a missing value is an
//! empty field.

mod text;

use std::fmt::Write;

use pasang_core::base::text::decimal;
use serde_json::{Value as Json, json};

use crate::answer::interval::Interval;

pub use text::PLAIN;

/// The most frequent meaning of an empty field.
pub(super) const NO_GAMES: &str = "no games";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub kind: ColumnType,
    /// The unit of the values; empty if the name says it.
    pub unit: &'static str,
    /// The description of the values.
    pub what: String,
    /// The meaning of an empty field; empty if no field is.
    pub empty: &'static str,
}

/// Rows and columns: a CSV file, or text output.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The name of the file; empty for text output.
    pub file: &'static str,
    /// A description of the rows.
    pub what: &'static str,
    pub columns: Vec<Column>,
    /// The fields as in the CSV file; a missing value is empty.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Starts a table for text output, from the items that make its rows.
    pub fn of<R>(of: impl IntoIterator<Item = R>) -> TableBuilder<R> {
        Table::file("", "", of)
    }

    /// Starts a table for a file, from a description of its rows and the items that make them.
    pub fn file<R>(
        file: &'static str,
        what: &'static str,
        of: impl IntoIterator<Item = R>,
    ) -> TableBuilder<R> {
        let of: Vec<R> = of.into_iter().collect();
        let rows = vec![Vec::new(); of.len()];
        TableBuilder { of, table: Table { file, what, columns: Vec::new(), rows } }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the CSV file: a header and the rows, with the line break `\n`.
    pub fn csv(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::Any(b'\n'))
            .from_writer(&mut bytes);
        // Writing to memory does not fail.
        let _ = writer.write_record(self.columns.iter().map(|column| &column.name));
        for row in &self.rows {
            let _ = writer.write_record(row);
        }
        drop(writer);
        bytes
    }

    /// Returns the rows as JSON: numbers with the digits of the CSV file, and null for missing
    /// values.
    pub fn json(&self) -> Json {
        let value = |kind: ColumnType, text: &String| match kind {
            _ if text.is_empty() => Json::Null,
            ColumnType::Word | ColumnType::Figure => text.as_str().into(),
            _ => serde_json::from_str(text).unwrap_or(Json::Null),
        };
        let object = |row: &Vec<String>| -> Json {
            let fields = self.columns.iter().zip(row);
            fields.map(|(column, text)| (column.name.clone(), value(column.kind, text))).collect()
        };
        self.rows.iter().map(object).collect()
    }

    /// Describes the file as a resource of a tabular data package (Frictionless, profile
    /// `tabular-data-resource`).
    pub fn resource(&self) -> Json {
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
            "name": self.file.trim_end_matches(".csv"),
            "path": self.file,
            "profile": "tabular-data-resource",
            "description": self.what,
            "format": "csv",
            "mediatype": "text/csv",
            "encoding": "utf-8",
            "schema": { "fields": fields.collect::<Vec<_>>(), "missingValues": [""] },
        })
    }
}

/// A table builder: each column is declared and filled for all rows at once.
pub struct TableBuilder<R> {
    of: Vec<R>,
    table: Table,
}

impl<R> TableBuilder<R> {
    pub fn done(self) -> Table {
        self.table
    }

    pub fn column<F: Field>(
        mut self,
        name: &str,
        kind: ColumnType,
        what: &str,
        of: impl Fn(&R) -> F,
    ) -> TableBuilder<R> {
        for (row, of_row) in self.table.rows.iter_mut().zip(&self.of) {
            row.push(of(of_row).text(kind));
        }
        let (name, what) = (name.to_owned(), what.to_owned());
        let unit = if kind == SHARE { "share" } else { "" };
        let empty = if F::MAY_LACK { NO_GAMES } else { "" };
        self.table.columns.push(Column { name, kind, unit, what, empty });
        self
    }

    pub fn word<F: Field>(self, name: &str, what: &str, of: impl Fn(&R) -> F) -> TableBuilder<R> {
        self.column(name, ColumnType::Word, what, of)
    }

    pub fn whole<F: Field>(self, name: &str, what: &str, of: impl Fn(&R) -> F) -> TableBuilder<R> {
        self.column(name, ColumnType::Whole, what, of)
    }

    pub fn share<F: Field>(self, name: &str, what: &str, of: impl Fn(&R) -> F) -> TableBuilder<R> {
        self.column(name, SHARE, what, of)
    }

    pub fn mean<F: Field>(self, name: &str, what: &str, of: impl Fn(&R) -> F) -> TableBuilder<R> {
        self.column(name, MEAN, what, of)
    }

    /// Adds a left-aligned column for text output.
    pub fn left<F: Field>(self, name: &str, of: impl Fn(&R) -> F) -> TableBuilder<R> {
        self.column(name, ColumnType::Word, "", of)
    }

    /// Adds a right-aligned column for text output.
    pub fn right<F: Field>(self, name: &str, of: impl Fn(&R) -> F) -> TableBuilder<R> {
        self.column(name, ColumnType::Figure, "", of)
    }

    /// Adds the two ends of a share's interval.
    pub fn ends<F>(self, name: &str, what: &str, of: F) -> TableBuilder<R>
    where
        F: Fn(&R) -> Option<Interval>,
    {
        let (low, high) = (format!("{name}_low"), format!("{name}_high"));
        self.share(&low, &format!("{what}: its lower end"), |row| Some(of(row)?.low))
            .empty("no interval")
            .share(&high, "its upper end", |row| Some(of(row)?.high))
            .empty("no interval")
    }

    /// Sets the unit of the last column.
    pub fn unit(mut self, unit: &'static str) -> TableBuilder<R> {
        self.table.columns.iter_mut().rev().take(1).for_each(|column| column.unit = unit);
        self
    }

    /// Says that numbers have no unit: not all of them are shares.
    pub fn without_units(mut self) -> TableBuilder<R> {
        self.table.columns.iter_mut().for_each(|column| column.unit = "");
        self
    }

    /// Sets the meaning of an empty field of the last column.
    pub fn empty(mut self, says: &'static str) -> TableBuilder<R> {
        self.table.columns.iter_mut().rev().take(1).for_each(|column| column.empty = says);
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    Whole,
    /// A number with a fixed number of decimals.
    Decimal(usize),
    Word,
    /// A number for text output, an integer or formatted: right-aligned.
    Figure,
}

/// The type of shares and scores.
pub const SHARE: ColumnType = ColumnType::Decimal(6);

/// The type of all other means.
pub const MEAN: ColumnType = ColumnType::Decimal(4);

impl ColumnType {
    /// The name of the type in a Frictionless table schema.
    pub fn type_name(self) -> &'static str {
        match self {
            ColumnType::Whole => "integer",
            ColumnType::Decimal(_) => "number",
            ColumnType::Word | ColumnType::Figure => "string",
        }
    }
}

/// A type that can fill a column.
pub trait Field {
    /// `true` if a value may be missing.
    const MAY_LACK: bool = false;

    /// Formats the value as in the CSV file.
    fn text(self, kind: ColumnType) -> String;
}

impl<F: Field> Field for Option<F> {
    const MAY_LACK: bool = true;

    fn text(self, kind: ColumnType) -> String {
        self.map_or_else(String::new, |value| value.text(kind))
    }
}

impl Field for f64 {
    fn text(self, kind: ColumnType) -> String {
        match kind {
            ColumnType::Decimal(digits) => decimal(self, digits),
            _ if self > 0.0 && self < 0.001 => format!("{self:.3e}"),
            _ => decimal(self, 6),
        }
    }
}

macro_rules! fields {
    ($($type:ty)+) => {
        $(impl Field for $type {
            fn text(self, _: ColumnType) -> String {
                self.to_string()
            }
        })+
    };
}
fields! { u32 u64 i64 usize &str String }
