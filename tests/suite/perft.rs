//! Perft: counts of move sequences compared with tables from a separate implementation, through the
//! library, the command line, and (to a depth that is fast enough) the reference implementation.

use crate::dual_play::reference_rules;
use crate::reference;
use crate::support::{Place, amount, pasang};
use std::path::Path;

use crate::random_rules::{Board, RandomRules, setup};
use pasang_core::base::cancel::CancelToken;
use pasang_core::games::{bell, brunei, perft};

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

/// Perft implementation that is compared with a table; it may count to a lower depth.
type Counter = fn(&Table) -> Vec<u64>;

/// Parses a table.
fn read(line: &str) -> Table {
    let cells: Vec<&str> = line.split('\t').collect();
    let [setup, rules, settings, counts @ ..] = cells.as_slice() else { panic!("{line}") };
    let setting = |text: &str| {
        let (toggle, value) = text.split_once('=').unwrap();
        (toggle.to_owned(), value.to_owned())
    };
    assert!(counts.len() >= 5, "{line}");
    Table {
        setup: (*setup).to_owned(),
        rules: (*rules).to_owned(),
        settings: settings.split_whitespace().map(setting).collect(),
        counts: counts.iter().map(|count| count.parse().unwrap()).collect(),
    }
}

/// Compares every table with the counts.
fn check_files(count: Counter) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let there = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(there, FILES.len(), "the files in {} are those that are read", folder.display());
    for (file, tables) in FILES {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut checked = 0;
        for table in lines.map(read) {
            let counted = count(&table);
            assert!(!counted.is_empty(), "{table:?}");
            assert_eq!(counted, table.counts[..counted.len()], "{table:?}");
            checked += 1;
        }
        assert_eq!(checked, tables, "{file}");
    }
}

fn through_the_library(table: &Table) -> Vec<u64> {
    fn count<G: RandomRules>(mut game: G, table: &Table) -> Vec<u64> {
        table.settings.iter().for_each(|(toggle, value)| game.set(toggle, value));
        let start = game.start(table.board().stones());
        let count = |depth| perft(&game, &start, depth, &CancelToken::default()).unwrap();
        (1..=table.counts.len() as u32).map(count).collect()
    }
    match brunei::Rules::preset(&table.rules) {
        Some(rules) => count(rules, table),
        None => count(bell::Rules::preset(&table.rules).unwrap(), table),
    }
}

fn through_the_command_line(table: &Table) -> Vec<u64> {
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
    assert_eq!(ran.status, 0, "{ran}");
    // Exactly one line `DEPTH COUNT` for each depth, in order.
    let count = |(line, depth): (&str, usize)| {
        line.strip_prefix(&format!("{depth} ")).unwrap().parse().unwrap()
    };
    let counts: Vec<u64> = ran.stdout.lines().zip(1..).map(count).collect();
    assert_eq!(counts.len(), table.counts.len(), "{ran}");
    counts
}

/// To depth 4 or 3, as it is slow.
fn through_the_plain_rules(table: &Table) -> Vec<u64> {
    let board = table.board();
    let counts = |count: &dyn Fn(u32) -> u64| (1..=amount(3, 4)).map(count).collect();
    if reference::brunei::PRESETS.contains(&table.rules.as_str()) {
        let rules = reference_rules!(brunei, &table.rules, table.settings);
        let game = reference::brunei::Game::new(&rules, &board.rows());
        counts(&|depth| reference::perft(&game, depth))
    } else {
        let rules = reference_rules!(bell, &table.rules, table.settings);
        let game = reference::bell::Game::new(&rules, &board.rows());
        counts(&|depth| reference::perft(&game, depth))
    }
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
