//! Tables of any game's results, read from files and folders.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::experiment::game::GameExperiment;
use crate::run::folder::{Folder, JOURNAL, digest_of_file};
use crate::text::diagnostic::in_words;
use crate::text::failure::{CommandError, missing, wrong};
use pasang_balance::answer::CrewCell;
use pasang_balance::table::{Answer, Table as Games, TableError, TableOptions, csv_file};

/// A column that only Pasang's own games have.
const OWN: &str = ",moves_digest";

/// Returns whether a path is a results folder of Pasang's games, and no table of another game's.
pub fn is_ours(path: &Path) -> bool {
    let mut head = String::new();
    let games = || File::open(path.join(JOURNAL)).map(|file| file.take(10_000));
    match games().map(|file| BufReader::new(file).read_line(&mut head)) {
        Ok(_) => head.contains(OWN),
        // Of another game's folder only its games tell.
        Err(_) => path.is_dir() && !matches!(Folder::at(path).game(), Ok(Some(_))),
    }
}

fn refused(path: &Path, error: TableError) -> CommandError {
    let row = error.row.map_or(String::new(), |row| format!(", line {row}"));
    wrong(format!("`{}`{row}: {}", path.display(), error.what), error.help)
}

/// Answers on tables and on cells of Pasang's folders, all together.
pub fn answer(
    tables: &[PathBuf],
    cells: &[CrewCell],
    options: &TableOptions,
) -> Result<Answer, CommandError> {
    Ok(read(tables, cells, options)?.answer()?)
}

/// Reads tables, one after the other, and cells of Pasang's folders.
fn read(
    tables: &[PathBuf],
    cells: &[CrewCell],
    options: &TableOptions,
) -> Result<Games, CommandError> {
    let (mut games, mut known) = (None, BTreeMap::<String, &Path>::new());
    for path in tables {
        let file = if path.is_dir() { path.join(JOURNAL) } else { path.clone() };
        let is_stdin = path.as_os_str() == "-";
        if !is_stdin && std::fs::metadata(&file).is_ok_and(|it| !it.is_file()) {
            let what = format!("`{}` is no regular file", file.display());
            return Err(wrong(what, "`-` reads a table from stdin"));
        }
        let failed = |error: io::Error| {
            missing(format!("cannot read `{}`: {}", file.display(), in_words(&error)))
        };
        let (digest, reader): (String, Box<dyn Read>) = match is_stdin {
            true => ("-".to_owned(), Box::new(io::stdin())),
            false => {
                let digest = File::open(&file).and_then(digest_of_file).map_err(failed)?;
                (digest, Box::new(File::open(&file).map_err(failed)?))
            }
        };
        if let Some(before) = known.insert(digest, path) {
            return Err(given_twice(path, before));
        }
        csv_file::read(&mut games, BufReader::with_capacity(1 << 16, reader), options)
            .map_err(failed)?
            .map_err(|error| refused(&file, error))?;
    }
    if !cells.is_empty() {
        of_crews(&mut games, cells)?;
    }
    games.ok_or_else(|| missing("there is no table"))
}

/// Refuses games that are named twice, or that two names have.
pub fn given_twice(path: &Path, before: &Path) -> CommandError {
    let (path, before) = (path.display(), before.display());
    if path.to_string() == before.to_string() {
        return wrong(format!("`{path}` is given twice"), "name it once");
    }
    wrong(format!("`{path}` holds the games of `{before}`"), "name one of them")
}

/// Adds the cells of crews, by their pairs of first moves.
fn of_crews(games: &mut Option<Games>, cells: &[CrewCell]) -> Result<(), TableError> {
    let names = ["pattern", "class", "bot", "first", "reply", "score", "games"];
    let none = TableOptions::default();
    match games.as_mut() {
        Some(games) => games.columns(&names, &none)?,
        None => *games = Some(Games::new(&names, &none)?),
    }
    let is_one = cells.iter().all(|it| it.rules == cells[0].rules);
    let Some(games) = games else { return Ok(()) };
    games.has_crews = true;
    for cell in cells {
        let class =
            if is_one { cell.class.clone() } else { format!("{}, {}", cell.class, cell.rules) };
        let Some((design, sums)) = &cell.openings else { continue };
        for (pair, sum) in design.pairs.iter().zip(&sums.sums) {
            let Some(mean) = sum.mean() else { continue };
            let [first, reply] = &pair.words;
            let (score, count) = (mean.to_string(), sum.games.to_string());
            let crew = format!("crew:{}", cell.class);
            games.add(0, &[&*cell.setup, &class, &crew, first, reply, &score, &count])?;
        }
    }
    Ok(())
}

/// Returns the answer that the games of a folder give, as a table of any game, or the reason why they give none.
pub fn of_game(
    folder: &Folder,
    experiment: &GameExperiment,
) -> Result<Result<Answer, TableError>, CommandError> {
    let options = options_of(folder, experiment)?;
    Ok(read(&[folder.file(JOURNAL)], &[], &options)?.answer())
}

/// Returns the options and facts of a folder's games.
pub fn options_of(
    folder: &Folder,
    experiment: &GameExperiment,
) -> Result<TableOptions, CommandError> {
    let varying = experiment.options.factors.iter().filter(|it| it.values.len() > 1);
    let factors = varying.map(|it| it.toggle.clone()).collect();
    Ok(TableOptions { factors, facts: folder.facts()?, ..TableOptions::default() })
}
