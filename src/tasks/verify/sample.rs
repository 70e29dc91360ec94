//! Some cells played again where the journal was left out: with their rows in the tables a few games
//! alone could not be compared.

use std::collections::BTreeSet;
use std::convert::Infallible;

use super::Search;
use super::games::draw;
use crate::base::words::counted;
use crate::experiment::schedule::Schedule;
use crate::playing::Played;
use crate::results::folder::{BRANCHING, CELLS, OPENINGS};
use crate::results::tables::tables;
use crate::results::{FolderError, Known, Opened};

impl Search<'_> {
    /// Plays whole cells again, drawn by the seed: so many that they have this many games or more.
    /// Their rows must say what the games come to.
    pub(super) fn some_cells(&mut self, games: u64) -> Result<(), FolderError> {
        let Opened { folder, prepared, manifest, .. } = &self.opened;
        let experiment = prepared.experiment();
        let (all, each) = (experiment.cells().count() as u64, experiment.games);
        let count = games.div_ceil(each.max(1)).clamp(1, all);
        let drawn = draw(manifest.seed, count, all);
        let cells: Vec<(usize, u64)> = drawn.iter().map(|&cell| (cell as usize, 0)).collect();
        let chosen: BTreeSet<String> = drawn.iter().map(u64::to_string).collect();
        let mut schedule = Schedule::in_rounds(all as usize, each);
        schedule.add_round(each, cells);
        let mut played = Played::nothing(prepared, &schedule);
        let pass = |_| Ok::<_, Infallible>(());
        let Ok(()) = self.workers.play(prepared, &mut played, u64::MAX, self.interrupt, pass);
        if !played.is_all() {
            return Ok(());
        }
        let reached = played.reached;
        let known = Known::of_tallies(played, manifest.sampling());
        let mut differing = Vec::new();
        let made = tables(prepared, &known);
        for (name, made) in
            made.iter().filter(|(name, _)| [CELLS, OPENINGS, BRANCHING].contains(name))
        {
            if !folder.has(name) {
                // Told already.
                continue;
            }
            let found = folder.read_up_to(name, u64::MAX)?;
            differing.extend(difference(name, &found, made, &chosen));
        }
        if differing.is_empty() {
            let cells = counted(drawn.len() as u64, "cell");
            let units = self.units();
            self.agree(format!(
                "{reached} {units} of {cells} of {all}, drawn by the seed, played again: their rows say what \
                 they come to"
            ));
        }
        self.findings.differ.extend(differing);
        Ok(())
    }
}

/// A row's line in the file, and its fields.
type Row = (usize, Vec<String>);

/// The first difference in the rows of these cells.
fn difference(name: &str, found: &[u8], made: &[u8], chosen: &BTreeSet<String>) -> Option<String> {
    let rows = |bytes: &[u8]| -> Option<(Vec<String>, Vec<Row>)> {
        let mut reader = csv::Reader::from_reader(bytes);
        let header = reader.headers().ok()?.iter().map(str::to_owned).collect();
        let mut rows = Vec::new();
        for (number, row) in reader.records().enumerate() {
            let row: Vec<String> = row.ok()?.iter().map(str::to_owned).collect();
            if row.first().is_some_and(|cell| chosen.contains(cell)) {
                rows.push((number + 2, row));
            }
        }
        Some((header, rows))
    };
    let (Some((header, found)), Some((_, made))) = (rows(found), rows(made)) else {
        return Some(format!("{name}: this is no table of this experiment"));
    };
    if found.len() != made.len() {
        let (there, wanted) = (found.len(), made.len());
        return Some(format!("{name}: the cells have {there} rows, and their games make {wanted}"));
    }
    found.iter().zip(&made).find_map(|((line, found), (_, made))| {
        let mut fields = header.iter().zip(found.iter().zip(made));
        let (column, (found, made)) =
            fields.find(|(column, (found, made))| is_of_the_cell(column) && found != made)?;
        Some(format!(
            "{name} line {line}: {column} is {found}, and the games played again make it {made}"
        ))
    })
}

/// Whether a column says what a cell's games come to, and nothing that hangs on other cells or on which
/// games are the same.
fn is_of_the_cell(column: &str) -> bool {
    let others = [
        "joint",
        "p_value",
        "p_holm",
        "verdict",
        "standing",
        "method",
        "_low",
        "_high",
        "distinct",
        "multiplicity",
        "compensation",
        "best",
    ];
    !others.iter().any(|part| column.contains(part))
}
