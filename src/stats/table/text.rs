//! Tables as text.
//!
//! A table that is wider than the available width is folded: the columns that do not fit follow
//! below, with the label columns repeated beside them. If the labels alone take half the width,
//! numbered rows link the parts instead.

use super::{ColumnType, Table};

/// The width without a known terminal width: the same on every machine.
pub const PLAIN: usize = 120;

/// Separates two columns.
const GAP: &str = "  ";

/// Columns of text, each as wide as its widest field.
struct Grid {
    is_left: Vec<bool>,
    /// The first one is the header.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Formats the table for `width` columns, folded if necessary.
    pub fn text(&self, width: usize) -> String {
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let grid = Grid {
            is_left: self.columns.iter().map(|column| column.kind == ColumnType::Word).collect(),
            rows: [names].into_iter().chain(self.texts()).collect(),
        };
        grid.text(width)
    }
}

impl Grid {
    fn text(&self, width: usize) -> String {
        let all: Vec<usize> = (0..self.is_left.len()).collect();
        if self.width(&all) <= width {
            return self.block(&all);
        }
        let names = self.names();
        if self.width(&all[..names]) * 2 > width {
            return self.numbered().folded(1, width);
        }
        self.folded(names, width)
    }

    /// Returns the number of leading label columns: the columns before the first figure.
    fn names(&self) -> usize {
        self.is_left.iter().position(|is_left| !is_left).unwrap_or(1).max(1)
    }

    /// Adds a column of row numbers in front.
    fn numbered(&self) -> Grid {
        let is_left = [false].into_iter().chain(self.is_left.iter().copied()).collect();
        let rows = self.rows.iter().enumerate().map(|(number, row)| {
            let number = if number == 0 { "row".to_owned() } else { number.to_string() };
            [number].into_iter().chain(row.iter().cloned()).collect()
        });
        Grid { is_left, rows: rows.collect() }
    }

    /// Formats the table in parts that fit, as far as columns do, with the first columns repeated
    /// in each.
    fn folded(&self, beside: usize, width: usize) -> String {
        let beside: Vec<usize> = (0..beside).collect();
        let mut parts: Vec<Vec<usize>> = vec![beside.clone()];
        for column in beside.len()..self.is_left.len() {
            let Some(part) = parts.last_mut() else { break };
            part.push(column);
            if part.len() > beside.len() + 1 && self.width(part) > width {
                part.pop();
                parts.push([beside.as_slice(), &[column]].concat());
            }
        }
        parts.iter().map(|part| self.block(part)).collect::<Vec<String>>().join("\n")
    }

    /// Returns the width of some columns together.
    fn width(&self, columns: &[usize]) -> usize {
        let widths = columns.iter().map(|&column| self.width_of(column) + GAP.len());
        widths.sum::<usize>().saturating_sub(GAP.len())
    }

    fn width_of(&self, column: usize) -> usize {
        let fields = self.rows.iter().filter_map(|row| row.get(column));
        fields.map(|field: &String| field.chars().count()).max().unwrap_or(0)
    }

    fn block(&self, columns: &[usize]) -> String {
        let widths: Vec<usize> = columns.iter().map(|&column| self.width_of(column)).collect();
        let mut text = String::new();
        for row in &self.rows {
            let fields = columns.iter().zip(&widths).filter_map(|(&column, &width)| {
                let field = row.get(column)?;
                Some(match self.is_left[column] {
                    true => format!("{field:<width$}"),
                    false => format!("{field:>width$}"),
                })
            });
            let line = fields.collect::<Vec<String>>().join(GAP);
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(names: [&str; 2]) -> Table {
        Table::of(names)
            .left("setup", |name| *name)
            .left("bots", |_| "greedy")
            .right("games", |_| "1000")
            .right("first %", |_| "51.2")
            .left("interval", |_| "49.1-53.3")
            .right("plies", |_| "45.1")
            .done()
    }

    #[test]
    fn what_does_not_fit_follows_below_beside_the_names() {
        let text = "setup  bots    games  first %\n\
                    one    greedy   1000     51.2\n\
                    two    greedy   1000     51.2\n\
                    \n\
                    setup  bots    interval   plies\n\
                    one    greedy  49.1-53.3   45.1\n\
                    two    greedy  49.1-53.3   45.1\n";
        assert_eq!(grid(["one", "two"]).text(35), text);
    }

    #[test]
    fn where_names_are_long_rows_have_numbers() {
        let text = "row  setup                   bots\n  \
                    1  one-with-a-long-name    greedy\n  \
                    2  other-with-a-long-name  greedy\n\
                    \n\
                    row  games  first %  interval   plies\n  \
                    1   1000     51.2  49.1-53.3   45.1\n  \
                    2   1000     51.2  49.1-53.3   45.1\n";
        assert_eq!(grid(["one-with-a-long-name", "other-with-a-long-name"]).text(40), text);
    }

    /// Whatever the width, every field is there, and no line is wider unless a column is.
    #[test]
    fn every_line_fits_and_nothing_is_lost() {
        for names in [["one", "two"], ["one-with-a-long-name", "other-with-a-long-name"]] {
            for width in 30..60 {
                let text = grid(names).text(width);
                assert!(text.lines().all(|line| line.chars().count() <= width), "{width}\n{text}");
                for field in ["games", "first %", "interval", "plies", names[1], "49.1-53.3"] {
                    assert!(text.contains(field), "{width}\n{text}");
                }
            }
        }
    }
}
