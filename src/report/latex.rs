//! The tables of a report for papers in LaTeX.
//!
//! No preamble, so that a paper takes them in by `\input`; it wants the packages `booktabs` and `longtable`.
//! What is shown on request in a browser, and all about single cells, is left out.

use super::Exporter;
use super::document::{Block, Document};
use super::grid::Grid;

/// Writes tables as LaTeX.
#[derive(Clone, Copy, Debug)]
pub struct Latex;

impl Exporter for Latex {
    fn export(&self, document: &Document) -> Vec<u8> {
        let mut text = String::from(
            "% Tables of a report of pasang, for \\input in a paper.\n\
             % In its preamble: \\usepackage{booktabs,longtable}\n",
        );
        text += &format!("% {}\n", one_line(&document.title));
        text += &format!("% {}\n", one_line(&document.facts.join("; ")));
        for section in &document.sections {
            let mut number = 0;
            tables(&section.blocks, &mut |grid| {
                number += 1;
                text += &table(grid, &format!("tab:pasang-{}-{number}", section.id));
            });
        }
        text.into_bytes()
    }
}

/// Shows every table that stands open.
fn tables(blocks: &[Block], see: &mut impl FnMut(&Grid)) {
    for block in blocks {
        match block {
            Block::Beside(inner) => tables(inner, see),
            // Digests are for files, and not for papers.
            Block::Files(_) => {}
            block => {
                let grid = Grid::of(block).filter(|grid| !grid.rows.is_empty());
                grid.iter().for_each(&mut *see);
            }
        }
    }
}

fn table(grid: &Grid, label: &str) -> String {
    let row = |fields: &[String]| {
        let fields: Vec<String> = fields.iter().map(|field| plain(field)).collect();
        format!("{} \\\\\n", fields.join(" & "))
    };
    let is_figure = |place: usize| {
        let mut fields = grid.rows.iter().filter_map(|row| row.get(place));
        place > 0 && fields.all(|field| !field.contains(char::is_alphabetic))
    };
    let sides: String =
        (0..grid.columns.len()).map(|place| if is_figure(place) { 'r' } else { 'l' }).collect();
    let rows: String = grid.rows.iter().map(|fields| row(fields)).collect();
    let caption = [&grid.caption, &grid.note].map(|words| plain(words));
    let caption = caption.join(". ").trim_end_matches(['.', ' ']).replace(".. ", ". ");
    format!(
        "\n\\begin{{longtable}}{{{sides}}}\n\\caption{{{caption}.}}\\label{{{label}}}\\\\\n\\toprule\n{}\\midrule\n\
         \\endhead\n\\bottomrule\n\\endfoot\n{rows}\\end{{longtable}}\n",
        row(&grid.columns),
    )
}

/// A text as a comment has it.
fn one_line(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

/// A text that is shown as it is: nothing in it is a sign of the format.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '\u{2212}' => escaped += "$-$",
            '\u{d7}' => escaped += "$\\times$",
            '\u{b7}' => escaped += "$\\cdot$",
            '\u{2013}' => escaped += "--",
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_commands() {
        assert_eq!(plain("50 % & a_b\\c{}\n"), "50 \\% \\& a\\_b\\textbackslash{}c\\{\\} ");
        assert_eq!(
            plain("−4 to 3|<~^>"),
            "$-$4 to 3\\textbar{}\\textless{}\\textasciitilde{}\\textasciicircum{}\\textgreater{}"
        );
    }

    #[test]
    fn columns_of_figures_stand_right() {
        let fields = |row: [&str; 3]| row.map(str::to_owned).to_vec();
        let grid = Grid {
            caption: "What it is.".to_owned(),
            columns: fields(["a", "b", "c"]),
            rows: vec![fields(["1", "2.5", "x"]), fields(["y", "", "3"])],
            note: String::new(),
        };
        let made = table(&grid, "tab:it");
        let expected = "\n\\begin{longtable}{lrl}\n\\caption{What it is.}\\label{tab:it}\\\\\n\\toprule\na & b & c \\\\\n\
                        \\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n1 & 2.5 & x \\\\\ny &  & 3 \\\\\n\\end{longtable}\n";
        assert_eq!(made, expected);
    }
}
