//! Perft: counts of move sequences compared with tables from a separate implementation, through the
//! library, the command line, and (to a depth that is fast enough) the reference implementation.

use crate::dual_play::reference_rules;
use crate::reference;
use crate::support::{Place, amount, pasang};
use std::fmt::Write;
use std::path::Path;

use crate::random_rules::{Board, RandomRules, setup};
use pasang::base::cancel::CancelToken;
use pasang::games::perft;
use pasang::games::{bell, brunei};

/// Files with the number of tables in each.
const FILES: [(&str, usize); 3] = [("brunei.tsv", 23), ("small.tsv", 9), ("bell.tsv", 4)];

/// Line of a file: a position, and the numbers of sequences of one move, of two, and so on.
#[derive(Debug)]
struct Table {
    setup: String,
    rules: String,
    /// Toggles set on top of the rules.
    settings: Vec<(String, String)>,
    counts: Vec<u64>,
}

impl Table {
    /// Returns the board: a setup's name, or the rows themselves, joined by `/`.
    fn board(&self) -> Board {
        let rows: Vec<&str> = self.setup.split('/').collect();
        if rows.len() > 1 { Board::new("rows", &rows) } else { setup(&self.setup) }
    }
}

/// Perft implementation that is compared with a table.
type Counter = fn(&Table) -> Result<Vec<u64>, String>;

/// Parses the tables of a text.
fn read(text: &str) -> Result<Vec<Table>, String> {
    let mut tables = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let wrong = || format!("no table: `{line}`");
        let cells: Vec<&str> = line.split('\t').collect();
        let [setup, rules, settings, counts @ ..] = cells.as_slice() else { return Err(wrong()) };
        let settings: Option<Vec<(String, String)>> = settings
            .split_whitespace()
            .map(|setting| setting.split_once('=').map(|(t, v)| (t.to_owned(), v.to_owned())))
            .collect();
        let counts: Option<Vec<u64>> = counts.iter().map(|count| count.parse().ok()).collect();
        tables.push(Table {
            setup: (*setup).to_owned(),
            rules: (*rules).to_owned(),
            settings: settings.ok_or_else(wrong)?,
            counts: counts.filter(|counts| counts.len() >= 5).ok_or_else(wrong)?,
        });
    }
    if tables.is_empty() { Err("no table at all".to_owned()) } else { Ok(tables) }
}

/// Compares every table of a text with the counts. `Err` lists all differences.
fn check(text: &str, count: Counter) -> Result<usize, String> {
    let tables = read(text)?;
    let mut differences = String::new();
    for table in &tables {
        let counted = count(table)?;
        if counted.is_empty() || !table.counts.starts_with(&counted) {
            let Table { setup, rules, settings, counts } = table;
            writeln!(
                differences,
                "{setup}, {rules} {settings:?}: table {counts:?}, counted {counted:?}"
            )
            .unwrap();
        }
    }
    if differences.is_empty() { Ok(tables.len()) } else { Err(differences) }
}

fn check_files(count: Counter) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let there = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(there, FILES.len(), "the files in {} are those that are read", folder.display());
    for (file, tables) in FILES {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        match check(&text, count) {
            Ok(checked) => assert_eq!(checked, tables, "{file}"),
            Err(differences) => panic!("{file}\n{differences}"),
        }
    }
}

fn through_the_library(table: &Table) -> Result<Vec<u64>, String> {
    fn count<G: RandomRules>(mut game: G, table: &Table) -> Vec<u64> {
        table.settings.iter().for_each(|(toggle, value)| game.set(toggle, value));
        let start = game.start(table.board().stones());
        let count = |depth| perft(&game, &start, depth, &CancelToken::default()).unwrap();
        (1..=table.counts.len() as u32).map(count).collect()
    }
    if let Some(rules) = brunei::Rules::preset(&table.rules) {
        Ok(count(rules, table))
    } else if let Some(rules) = bell::Rules::preset(&table.rules) {
        Ok(count(rules, table))
    } else {
        Err(format!("no preset `{}`", table.rules))
    }
}

fn through_the_command_line(table: &Table) -> Result<Vec<u64>, String> {
    let settings = table.settings.iter().map(|(toggle, value)| format!("--set={toggle}={value}"));
    let settings: Vec<String> = settings.collect();
    let depth = table.counts.len().to_string();
    let mut words = vec!["perft", "--rules", &table.rules, "--depth", &depth, "--setup"];
    let place = Place::new();
    let file = place.path("rows.txt");
    if table.setup.contains('/') {
        place.write("rows.txt", table.board().rows.join("\n"));
        words.push(file.to_str().unwrap());
    } else {
        words.push(&table.setup);
    }
    words.extend(settings.iter().map(String::as_str));
    let ran = pasang(&words);
    if ran.status != 0 {
        return Err(ran.to_string());
    }
    let text = ran.stdout;
    // Exactly one line `DEPTH COUNT` for each depth, in order.
    text.lines()
        .zip(1..)
        .map(|(line, depth)| {
            let count = line.strip_prefix(&format!("{depth} ")).and_then(|n| n.parse().ok());
            count.ok_or_else(|| format!("not a line of depth {depth}: `{line}`"))
        })
        .collect::<Result<Vec<u64>, String>>()
        .and_then(|counts| match counts.len() {
            lines if lines == table.counts.len() => Ok(counts),
            lines => Err(format!("{lines} lines for depth {depth}:\n{text}")),
        })
}

/// To depth 4 or 3, as it is slow.
fn through_the_plain_rules(table: &Table) -> Result<Vec<u64>, String> {
    let board = table.board();
    let counts = |count: &dyn Fn(u32) -> u64| (1..=amount(3, 4)).map(count).collect();
    Ok(if reference::brunei::PRESETS.contains(&table.rules.as_str()) {
        let rules = reference_rules!(brunei, &table.rules, table.settings);
        let game = reference::brunei::Game::new(&rules, &board.rows());
        counts(&|depth| reference::perft(&game, depth))
    } else {
        let rules = reference_rules!(bell, &table.rules, table.settings);
        let game = reference::bell::Game::new(&rules, &board.rows());
        counts(&|depth| reference::perft(&game, depth))
    })
}

#[test]
fn the_library_agrees_with_the_tables() {
    check_files(through_the_library);
}

#[test]
fn the_command_line_agrees_with_the_tables() {
    check_files(through_the_command_line);
}

#[test]
fn the_plain_rules_agree_with_the_tables() {
    check_files(through_the_plain_rules);
}

/// Negative control: a wrong table is detected.
#[test]
fn a_table_that_is_wrong_is_noticed() {
    let line = "catalogue-01\tbrunei-slide\t\t11\t60\t850\t12912\t60078";
    assert_eq!(check(line, through_the_library), Ok(1));
    let other_count = line.replace("60078", "60079");
    assert!(check(&other_count, through_the_library).unwrap_err().contains("60079"));
    for wrong in [
        "",
        "# only a comment\n",
        &line.replace("brunei-slide", "brunei-glide"),
        &line.replace("\t12912", ""),
        &line.replace("12912", "many"),
        &line.replace('\t', " "),
        &line.replace("slide\t", "slide\tcapture partial"),
    ] {
        assert!(check(wrong, through_the_library).is_err(), "{wrong}");
    }
}
