//! Tables of any game's results, read from files and folders; and what is required of the answer.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::run::folder::{Folder, digest_of_file};
use crate::show::any_game::{json, text};
use crate::show::width;
use crate::text::diagnostic::in_words;
use crate::text::failure::{CommandError, CommandResult, missing, wrong};
use crate::text::messages::{print, print_json};
use pasang_balance::answer::CrewCell;
use pasang_balance::table::{
    Answer, Gate, Table as Games, TableError, TableOptions, Verdict, csv_file,
};

/// The name of a results folder's games.
const GAMES: &str = "games.csv";
/// A column that only Pasang's own games have.
const OWN: &str = ",moves_digest";

/// Returns whether a path is a results folder of Pasang's games, and no table of another game's.
pub fn is_ours(path: &Path) -> bool {
    let mut head = String::new();
    let games = || File::open(path.join(GAMES)).map(|file| file.take(10_000));
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

/// Reads tables, one after the other, and cells of Pasang's folders, and answers on all together.
pub fn answer(
    tables: &[PathBuf],
    cells: &[CrewCell],
    options: &TableOptions,
) -> Result<Answer, CommandError> {
    let (mut games, mut known) = (None, BTreeMap::<String, &Path>::new());
    for path in tables {
        let file = if path.is_dir() { path.join(GAMES) } else { path.clone() };
        let open = || -> io::Result<Box<dyn Read>> {
            Ok(if path.as_os_str() == "-" {
                Box::new(io::stdin())
            } else {
                Box::new(File::open(&file)?)
            })
        };
        if path.as_os_str() != "-" && std::fs::metadata(&file).is_ok_and(|it| !it.is_file()) {
            let what = format!("`{}` is no regular file", file.display());
            return Err(wrong(what, "`-` reads a table from stdin"));
        }
        let failed = |error: &io::Error| {
            missing(format!("cannot read `{}`: {}", file.display(), in_words(error)))
        };
        let digest = match path.as_os_str() == "-" {
            true => Ok("-".to_owned()),
            false => File::open(&file).and_then(digest_of_file),
        };
        let digest = digest.map_err(|error| failed(&error))?;
        if let Some(before) = known.insert(digest, path) {
            return Err(given_twice(path, before));
        }
        let reader = open().map(|it| BufReader::with_capacity(1 << 16, it));
        reader
            .and_then(|it| csv_file::read(&mut games, it, options))
            .map_err(|error| failed(&error))?
            .map_err(|error| refused(&file, error))?;
    }
    if !cells.is_empty() {
        of_crews(&mut games, cells).map_err(|error| wrong(error.what, error.help))?;
    }
    let Some(games) = games else { return Err(missing("there is no table")) };
    games.answer().map_err(|error| wrong(error.what, error.help))
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

/// Reads a requirement.
pub fn gate(word: Option<&str>) -> Result<Option<Gate>, CommandError> {
    let gate = word.map(str::parse::<Gate>).transpose();
    gate.map_err(|error| wrong(error.what, error.help))
}

/// Prints an answer with the sentence on what is required, and ends with the verdict's status.
pub fn end(answer: &Answer, judged: Option<(Verdict, String)>, is_json: bool) -> CommandResult {
    match is_json {
        true => print_json(&json(answer, judged.as_ref()))?,
        false => {
            let told = judged.as_ref().map_or(String::new(), |(_, told)| format!("{told}\n"));
            print(text(answer, width()) + &told)?;
        }
    }
    status(judged.map(|it| it.0))
}

/// Judges a requirement with an error probability.
pub fn judged(gate: &Gate, answer: &Answer, error: f64) -> Result<(Verdict, String), CommandError> {
    gate.verdict_at(answer, error).map_err(|error| wrong(error.what, error.help))
}

/// Ends a command with the status of a verdict.
pub fn status(verdict: Option<Verdict>) -> CommandResult {
    match verdict {
        None | Some(Verdict::Shown) => Ok(()),
        Some(Verdict::Contrary) => Err(CommandError::NotShown(4)),
        Some(Verdict::Open) => Err(CommandError::NotShown(5)),
    }
}
