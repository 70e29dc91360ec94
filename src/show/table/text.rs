//! Tables as text.
//!
//! A table that is wider than the available width is folded: the columns that do not fit follow
//! below, with the label columns repeated beside them. If the labels alone take half the width, or do not
//! tell all rows apart, numbered rows link the parts instead.

use std::collections::BTreeSet;

use super::{Column, ColumnType, Table};

/// The width without a known terminal width: the same on every machine.
pub const PLAIN: usize = 120;

/// Separates two columns.
const GAP: &str = "  ";

/// A column's fields, padded to the same width; the first one is the header.
type Padded = Vec<String>;

impl Table {
    /// Formats the table for `width` columns, folded if necessary.
    pub fn text(&self, width: usize) -> String {
        let is_left = |column: &Column| column.kind == ColumnType::Word;
        let column = |(place, column): (usize, &Column)| {
            let fields = self.rows.iter().map(|row| row[place].as_str());
            padded([column.name.as_str()].into_iter().chain(fields), is_left(column))
        };
        let mut columns: Vec<Padded> = self.columns.iter().enumerate().map(column).collect();
        if width_of(&columns) <= width {
            return block(&columns);
        }
        // The label columns are those before the first figure.
        let labels = self.columns.iter().position(|column| !is_left(column)).unwrap_or(1).max(1);
        if width_of(&columns[..labels]) * 2 <= width && self.are_apart(labels) {
            return folded(&columns, labels, width);
        }
        let numbers: Vec<String> = (1..=self.rows.len()).map(|row| row.to_string()).collect();
        let numbers = ["row"].into_iter().chain(numbers.iter().map(String::as_str));
        columns.insert(0, padded(numbers, false));
        folded(&columns, 1, width)
    }

    /// Returns whether no two rows have the same labels; a blank one is that of the row above.
    fn are_apart(&self, labels: usize) -> bool {
        let (mut last, mut seen) = (vec![""; labels], BTreeSet::new());
        self.rows.iter().all(|row| {
            let new =
                last.iter().zip(row).map(|(above, it)| if it.is_empty() { above } else { &**it });
            last = new.collect();
            seen.insert(last.clone())
        })
    }
}

fn padded<'f>(fields: impl Iterator<Item = &'f str> + Clone, is_left: bool) -> Padded {
    let width = fields.clone().map(|field| field.chars().count()).max().unwrap_or(0);
    fields
        .map(|field| if is_left { format!("{field:<width$}") } else { format!("{field:>width$}") })
        .collect()
}

/// Formats the columns in parts that fit, as far as columns do, with the labels repeated in each.
fn folded(columns: &[Padded], labels: usize, width: usize) -> String {
    let (labels, others) = columns.split_at(labels);
    let mut parts: Vec<Vec<Padded>> = vec![labels.to_vec()];
    for column in others {
        let Some(part) = parts.last_mut() else { break };
        part.push(column.clone());
        if part.len() > labels.len() + 1 && width_of(part) > width {
            part.pop();
            parts.push([labels, std::slice::from_ref(column)].concat());
        }
    }
    parts.iter().map(|part| block(part)).collect::<Vec<String>>().join("\n")
}

fn width_of(columns: &[Padded]) -> usize {
    let widths = columns.iter().map(|column| column[0].chars().count() + GAP.len());
    widths.sum::<usize>().saturating_sub(GAP.len())
}

fn block(columns: &[Padded]) -> String {
    let rows = columns.first().map_or(0, Vec::len);
    let line = |row: usize| {
        let fields: Vec<&str> = columns.iter().map(|column| column[row].as_str()).collect();
        fields.join(GAP).trim_end().to_owned() + "\n"
    };
    (0..rows).map(line).collect()
}
