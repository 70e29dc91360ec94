//! Columns of text.

/// Columns of text, each as wide as its widest field.
pub(crate) struct Grid {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

/// Where a column's fields stand.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Left,
    Right,
}

impl Grid {
    pub(super) fn new(columns: &[(&str, Side)]) -> Grid {
        let mut grid =
            Grid { sides: columns.iter().map(|&(_, side)| side).collect(), rows: Vec::new() };
        grid.row(columns.iter().map(|&(name, _)| name.to_owned()));
        grid
    }

    pub(super) fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        self.rows.push(fields.into_iter().map(|field| field.trim_end().to_owned()).collect());
    }

    /// The columns' names.
    pub(crate) fn columns(&self) -> &[String] {
        self.rows.first().map_or(&[], Vec::as_slice)
    }

    /// The rows below them.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[String]> {
        self.rows.iter().skip(1).map(Vec::as_slice)
    }

    pub(super) fn text(&self) -> String {
        let width = |column| {
            let widths = self.rows.iter().filter_map(|row| row.get(column));
            widths.map(|field: &String| field.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.sides.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let fields =
                row.iter().zip(&widths).zip(&self.sides).map(
                    |((field, &width), side)| match side {
                        Side::Left => format!("{field:<width$}"),
                        Side::Right => format!("{field:>width$}"),
                    },
                );
            let line = fields.collect::<Vec<String>>().join("  ");
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}
