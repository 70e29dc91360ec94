//! Tables as files and as text.

/// A line of a CSV file.
pub fn line<S: AsRef<str>>(fields: impl IntoIterator<Item = S>) -> String {
    let quoted = |field: S| {
        let field = field.as_ref();
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.to_owned()
        }
    };
    fields.into_iter().map(quoted).collect::<Vec<String>>().join(",") + "\n"
}

/// Rows of text, each column as wide as its widest field; the columns behind the first `names` stand
/// to the right.
pub fn aligned(rows: &[Vec<String>], names: usize) -> String {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let fields = row.iter().zip(&widths).enumerate().map(|(place, (field, &width))| {
            if place < names { format!("{field:<width$}") } else { format!("{field:>width$}") }
        });
        text += fields.collect::<Vec<String>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_commas_stay_one_field() {
        assert_eq!(line(["a,b", "c", "say \"d\""]), "\"a,b\",c,\"say \"\"d\"\"\"\n");
    }

    #[test]
    fn figures_stand_to_the_right() {
        let rows = [["name", "games"], ["a", "7"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows, 1), "name  games\na         7\n");
    }
}
