//! Columns of a results folder: as declared, documented, described in the data package, and
//! written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Place, shown, table};
use pasang::answer::{CellStats, ExperimentStats, Labels};
use pasang::run::Tally;
use pasang::show::table::Column;
use pasang::show::tables::{games, profile};
use pasang::show::{Table, any_game, tables};
use pasang_balance::table::Answer;
use serde_json::Value;

const HEAD: &str = "# Every column of every table\n\n\
    Made from the program's own declarations. Shares and scores have six decimals, other means four. \
    [files.md](files.md)\nsays what the files are for, and how to load them, \
    [statistics.md](statistics.md) how figures are made.\n\n";

/// Returns every table that an experiment may have, with all of its columns.
fn described() -> Vec<Table> {
    let tally = Tally::new(4, 0);
    let cell = CellStats {
        number: 0,
        labels: Labels { setup: "", rules: "", bots: "", each: &[], phases: &[] },
        tally: &tally,
        distinct: None,
        balance: None,
    };
    let none = ExperimentStats { cells: vec![cell], ..ExperimentStats::default() };
    vec![
        games(true),
        tables::cells(&none),
        tables::seats(&none),
        tables::overall(&none),
        tables::openings(&none),
        tables::branching(&none),
        tables::balance(&none),
        tables::columns(&none),
        tables::effects("effects.csv", &[]),
        tables::interactions(&[]),
        tables::pattern_effects("pattern-effects.csv", &[]),
        profile(&[]),
        tables::effects("profile-effects.csv", &[]),
        tables::pattern_effects("profile-pattern-effects.csv", &[]),
        tables::joint_balance(&[]),
    ]
}

/// Returns the tables that `pasang balance --out` writes of any game.
fn of_any_game() -> [Table; 5] {
    let none = Answer::default();
    [
        any_game::rows(&none),
        any_game::class_table(&none),
        any_game::option_table(&none),
        any_game::opening_table(&none),
        any_game::fact_table(&none),
    ]
}

/// Returns the names and the description of a column, with both ends of an interval together; `None` for the upper end.
fn item(Column { name, kind, unit, what, empty }: &Column) -> Option<(String, String)> {
    let unit = if unit.is_empty() { kind.type_name() } else { unit };
    let empty = if empty.is_empty() { String::new() } else { format!("; empty: {empty}") };
    match (what.strip_suffix(": its lower end"), name.strip_suffix("_low")) {
        _ if what == "its upper end" => None,
        (Some(what), Some(stem)) => {
            Some((format!("`{name}`, `{stem}_high`"), format!(" ({unit}{empty}): {what}")))
        }
        _ => Some((format!("`{name}`"), format!(" ({unit}{empty}): {what}"))),
    }
}

/// Returns the columns of a file as a list in Markdown. Those of files before it are named and not described.
fn documented(table: &Table, before: &mut BTreeMap<(String, String), &'static str>) -> String {
    let items: Vec<(String, String)> = table.columns.iter().filter_map(item).collect();
    let mut text = format!("## `{}`\n\n{}\n\n", table.file, table.what);
    let known = |item: &(String, String)| before.get(item).copied();
    for group in items.chunk_by(|one, other| known(one).is_some() && known(one) == known(other)) {
        let names: Vec<&str> = group.iter().map(|(names, _)| names.as_str()).collect();
        let described = group[0].1.clone();
        let what = known(&group[0]).map_or(described, |file| format!(": as in `{file}`"));
        text += &format!("- {}{what}\n", names.join(", "));
    }
    for item in items {
        before.entry(item).or_insert(table.file);
    }
    text
}

/// `PASANG_WRITE=1 cargo test columns_are_documented` rewrites the page.
#[test]
fn columns_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/columns.md");
    let mut before = BTreeMap::new();
    let pages: Vec<String> = described()
        .iter()
        .chain(&of_any_game())
        .map(|table| documented(table, &mut before))
        .collect();
    let page = HEAD.to_owned() + &pages.join("\n");
    if std::env::var_os("PASANG_WRITE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    for (line, (found, expected)) in (1..).zip(written.lines().zip(page.lines())) {
        assert_eq!(found, expected, "docs/columns.md line {line}");
    }
    assert_eq!(written, page);
}

/// Experiments of `tests/data/columns`, which together write every table, optional columns included.
const EXPERIMENTS: [&str; 4] = ["crew", "factorial", "plain", "strength"];

/// Creates a place with the finished folder of each experiment.
fn folders() -> Place {
    let place = Place::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/columns");
    for name in EXPERIMENTS {
        let file = format!("{name}.toml");
        place.write(&file, fs::read(data.join(&file)).unwrap());
        place.good(&format!("run {file} --out {name}"));
    }
    place
}

/// The data package describes every CSV file of a folder, with its columns in order, and each field
/// has its column's type; together the folders have every file that there is.
#[test]
fn data_packages_describe_the_files() {
    let place = folders();
    let mut seen = BTreeSet::new();
    for name in EXPERIMENTS {
        let package: Value =
            serde_json::from_str(&place.text(&format!("{name}/datapackage.json"))).unwrap();
        let resources = package["resources"].as_array().unwrap();
        let described: BTreeMap<&str, &Value> =
            resources.iter().map(|it| (it["path"].as_str().unwrap(), it)).collect();
        let files = place.files(name);
        let tables: Vec<&String> = files.keys().filter(|file| file.ends_with(".csv")).collect();
        assert!(tables.iter().map(|file| file.as_str()).eq(described.keys().copied()), "{name}");
        for file in tables {
            seen.insert(file.clone());
            let fields = described[file.as_str()]["schema"]["fields"].as_array().unwrap();
            let names: Vec<&str> = fields.iter().map(|it| it["name"].as_str().unwrap()).collect();
            let text = String::from_utf8(files[file].clone()).unwrap();
            assert_eq!(text.lines().next(), Some(names.join(",").as_str()), "{name}/{file}");
            for row in table(&text) {
                for field in fields {
                    let (column, kind) = (field["name"].as_str().unwrap(), &field["type"]);
                    let value = row[column];
                    let fits = match kind.as_str().unwrap() {
                        _ if value.is_empty() => true,
                        "integer" => value.parse::<i64>().is_ok(),
                        "number" => value.parse::<f64>().is_ok() && !value.contains('n'),
                        "string" if column == "moves_digest" => value.len() == 16,
                        _ => value.parse::<f64>().is_err(),
                    };
                    assert!(fits, "{name}/{file} `{column}`: `{value}` is no {kind}");
                }
            }
        }
    }
    let all = described().into_iter().map(|table| table.file.to_owned());
    // Made later, by `pasang profile`.
    let all = all.filter(|file| !file.starts_with("profile"));
    assert_eq!(seen, all.collect::<BTreeSet<String>>());
    assert_eq!(games(false).columns.len() + 2, games(true).columns.len());
}

/// Returns the Python named by `PASANG_PYTHON`, which has the requested packages.
fn python() -> Option<Command> {
    let python = std::env::var_os("PASANG_PYTHON");
    if python.is_none() {
        eprintln!("not tried: PASANG_PYTHON names no Python");
    }
    python.map(Command::new)
}

/// pandas, polars and DuckDB read every file without options and with the declared types, and
/// Frictionless finds no fault. Needs a Python with these packages from PyPI
/// (`tests/data/tables/requirements.txt`), named by `PASANG_PYTHON`.
#[test]
fn other_programs_load_the_tables() {
    let Some(mut python) = python() else { return };
    let place = folders();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tables/load.py");
    let folders = EXPERIMENTS.map(|name| place.path(name));
    let ran = python.arg(&script).args(folders).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    let loaded = said.lines().filter(|line| line.ends_with(" tables")).count();
    assert_eq!(loaded, EXPERIMENTS.len(), "{said}");
}

/// Each kind of picture is seen outside a browser too: resvg renders it (`tests/data/pictures`).
#[test]
fn other_programs_draw_the_pictures() {
    let Some(mut python) = python() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = Place::new();
    let kept = |name| shown(&root.join("experiments/results").join(name)).to_owned();
    place.good(&format!("balance {} --svg pictures", kept("balance-quick")));
    place.good(&format!("rules predict {} --svg pictures", kept("disputed-rules")));
    place.good("run --setup catalogue-05 --games 120 --bots greedy --seed 1 --out out");
    place.good("profile out --positions 20 --svg pictures");
    place.write("pictures/setup.svg", place.good("setups show catalogue-05 --svg"));
    place.good("replay out 0 --svg pictures");
    let drawn = place.files("pictures").into_keys().filter(|name| name.ends_with(".svg"));
    let drawn = drawn.map(|name| place.path("pictures").join(name)).collect::<Vec<_>>();
    let documents = ["board", "effects", "games", "other-games", "patterns", "strengths"];
    let documents = documents.map(|name| root.join(format!("docs/{name}.svg")));
    let script = root.join("tests/data/pictures/render.py");
    let ran = python.arg(script).args(&drawn).args(documents).output().unwrap();
    assert!(ran.status.success() && drawn.len() > 40, "{ran:?}");
}
