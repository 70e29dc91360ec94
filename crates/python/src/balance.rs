//! Balance of any game, from a table of results.

use pasang::show::any_game;
use pasang_balance::table::{Answer, Gate, Table as Games, TableError, TableOptions, Verdict};
use pasang_core::base::text::Keyword;
use pyo3::prelude::*;

use crate::table::Table;
use crate::wrong;

/// The worth of each seat of a table's games. `patterns`, `classes`, `options`, `openings` and `facts`
/// are tables; `required` is the verdict on what was required.
#[pyclass(frozen, module = "pasang")]
pub struct Balance {
    answer: Answer,
    verdict: Option<(Verdict, String)>,
}

/// Width of the text.
const WIDTH: usize = 100;

#[pymethods]
impl Balance {
    /// The patterns, one row a class and seat (of two seats the first): the score with its 95 % interval
    /// for the mean over players, the two statements, size and direction, and their probabilities.
    #[getter]
    fn patterns(&self) -> PyResult<Table> {
        Table::from_csv(&any_game::rows(&self.answer))
    }

    /// The classes' seats: the mean score over the patterns, and differences from the first class.
    #[getter]
    fn classes(&self) -> PyResult<Table> {
        Table::from_csv(&any_game::class_table(&self.answer))
    }

    /// The options of the rules: how much more the first player scores with one value than with another.
    #[getter]
    fn options(&self) -> PyResult<Table> {
        Table::from_csv(&any_game::option_table(&self.answer))
    }

    /// The first player's openings, one row a pattern and class: effect on the score, and the
    /// probability to be the best against the best reply.
    #[getter]
    fn openings(&self) -> PyResult<Table> {
        Table::from_csv(&any_game::opening_table(&self.answer))
    }

    /// The facts: their means, and how much they change with the options.
    #[getter]
    fn facts(&self) -> PyResult<Table> {
        Table::from_csv(&any_game::fact_table(&self.answer))
    }

    /// `shown`, `contrary` or `open`: the verdict on what was required; `None` if nothing was.
    #[getter]
    fn required(&self) -> Option<&'static str> {
        self.verdict.as_ref().map(|it| it.0.word())
    }

    fn __repr__(&self) -> String {
        let told = self.verdict.as_ref().map_or(String::new(), |it| it.1.clone());
        format!("{}{told}", any_game::text(&self.answer, WIDTH)).trim_end().to_owned()
    }
}

fn begun(
    names: &[String],
    columns: Vec<(String, String)>,
    factors: Vec<String>,
    facts: Vec<String>,
) -> Result<Games, TableError> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Games::new(&names, &TableOptions { columns, factors, facts })
}

/// Returns the places of the columns that `balance_of` reads, given what they mean.
#[pyfunction]
pub fn columns_of(
    names: Vec<String>,
    columns: Vec<(String, String)>,
    factors: Vec<String>,
    facts: Vec<String>,
) -> PyResult<Vec<usize>> {
    Ok(begun(&names, columns, factors, facts).map_err(wrong)?.used().into_iter().collect())
}

/// Analyses a table by its columns, all of one length; see `pasang.balance`.
#[pyfunction]
#[pyo3(signature = (names, values, columns, factors, facts, require = None))]
pub fn balance_of(
    py: Python<'_>,
    names: Vec<String>,
    values: Vec<Vec<String>>,
    columns: Vec<(String, String)>,
    factors: Vec<String>,
    facts: Vec<String>,
    require: Option<&str>,
) -> PyResult<Balance> {
    let gate = require.map(str::parse::<Gate>).transpose().map_err(wrong)?;
    let answer = py.detach(|| {
        let mut games = begun(&names, columns, factors, facts)?;
        let rows = values.first().map_or(0, Vec::len);
        let mut fields = Vec::with_capacity(values.len());
        for row in 0..rows {
            fields.clear();
            fields.extend(values.iter().map(|column| column.get(row).map_or("", String::as_str)));
            games.add(row as u64, &fields)?;
        }
        games.answer()
    });
    let answer = answer.map_err(wrong)?;
    let verdict = gate.map(|it| it.verdict(&answer)).transpose().map_err(wrong)?;
    Ok(Balance { answer, verdict })
}
