//! Tables whose columns are declared once: the CSV file, the JSON, the description for other programs
//! and the documentation are each a short loop over the same list.
//!
//! A column has one type whatever the data: a word is never a number, and where there is nothing to
//! say the field is empty.

mod description;
mod value;

use serde_json::Value as Json;

use super::interval::Interval;

pub use description::{Described, Description};
pub use value::{Kind, Value, decimal};
pub(super) use value::{MEAN, SHARE};

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

    /// In what the last two columns are measured, the ends of an interval.
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
        self.written(true, rows)
    }

    /// The same rows without the header, to be added to a file.
    pub fn csv_rows(&self, rows: impl Iterator<Item = R>) -> Vec<u8> {
        self.written(false, rows)
    }

    fn written(&self, header: bool, rows: impl Iterator<Item = R>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::Any(b'\n'))
            .from_writer(&mut bytes);
        // Writing to memory does not fail.
        if header {
            let _ = writer.write_record(self.columns.iter().map(|column| &column.name));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
