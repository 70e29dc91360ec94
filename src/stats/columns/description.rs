//! Files and their columns without the rows: for other programs, and for people.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::Kind;

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
