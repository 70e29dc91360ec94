//! `experiments/sample.py`, which replays a cell of a kept folder, against folders that were changed.

use std::sync::LazyLock;

use crate::support::{Place, Ran, amount, finished, has, program, python, skipped};

const SMALL: &str = r#"
seed = 5
games = 22
openings = ["c j", "d g"]
setups = ["catalogue-01", "catalogue-05", "catalogue-09"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["greedy", ["random", "greedy"]]
"#;

const CREW: &str = r#"
seed = 5
setups = ["catalogue-01", "catalogue-05"]
rules = ["brunei-slide"]
bots = ["crew:two"]
[crew.two]
members = ["random", "greedy"]
"#;

/// Creates a place with an experiment's folder `kept`, without its journal.
fn kept(experiment: &str) -> Place {
    let place = Place::with(experiment);
    place.good("run e.toml --out kept");
    place.remove("kept/games.csv");
    place
}

/// Replays a cell; `None` if there is no Python that parses TOML.
fn sampled(place: &Place, folder: &str) -> Option<Ran> {
    static CAN: LazyLock<bool> = LazyLock::new(|| {
        let asked = python().map(|mut it| it.args(["-c", "import tomllib"]).output().unwrap());
        asked.is_some_and(|asked| asked.status.success())
    });
    if !*CAN {
        skipped("sample", "there is no Python that reads TOML");
        return None;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/sample.py");
    let mut command = python()?;
    command.args([script.as_ref(), program().as_os_str()]).args([folder, "--seed", "1"]);
    Some(finished(command.current_dir(place.path(""))))
}

/// Returns the table with the fields of a column changed in all rows.
fn changed(table: &str, column: &str, change: impl Fn(&str) -> String) -> String {
    let place = table.lines().next().unwrap().split(',').position(|it| it == column).unwrap();
    let line = |(number, line): (usize, &str)| {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        fields[place] = if number == 0 { column.to_owned() } else { change(&fields[place]) };
        fields.join(",") + "\n"
    };
    table.lines().enumerate().map(line).collect()
}

/// Returns a slightly greater number, with the same number of decimals.
fn more(field: &str) -> String {
    let digits = field.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    field.parse().map_or(field.to_owned(), |it: f64| format!("{:.digits$}", it + 0.01))
}

/// Changes a column of a table, which the script must find.
fn must_be_found(place: &Place, file: &str, column: &str, change: &dyn Fn(&str) -> String) {
    place.copy("kept", "forged");
    let table = place.text(&format!("forged/{file}"));
    let forged = changed(&table, column, change);
    assert_ne!(forged, table, "{file}");
    place.forge("forged", file, &forged);
    let ran = sampled(place, "forged").unwrap();
    assert_eq!(ran.status, 1, "{ran}");
    has(&ran.stderr, &format!("forged: {file}: of cell "));
    has(&ran.stderr, &format!("`{column}`"));
}

#[test]
fn what_was_forged_is_found() {
    let place = kept(SMALL);
    let Some(sound) = sampled(&place, "kept") else { return };
    has(&sound.stdout, " of 12 is the same (--seed 1)\n");
    let method = |word: &str| word.replace("wilson", "wald");
    for (file, column, change) in [
        ("cells.csv", "direction", &(|_: &str| "first".to_owned()) as &dyn Fn(&str) -> String),
        ("cells.csv", "within_10", &more),
        ("cells.csv", "above_even", &more),
        ("cells.csv", "first_score_low", &more),
        ("cells.csv", "margin_mean", &more),
        ("cells.csv", "margin_low", &more),
        ("cells.csv", "interval_method", &method),
        ("cells.csv", "largest_multiplicity", &|it| format!("{it}1")),
        ("seats.csv", "score_low", &more),
        ("seats.csv", "side", &|_| "even".to_owned()),
        ("openings.csv", "joint_high", &|_| "0.5".to_owned()),
        ("branching.csv", "positions", &|it| format!("{it}1")),
    ]
    .into_iter()
    .step_by(amount(2, 1))
    {
        must_be_found(&place, file, column, change);
    }
    // Rows are cut off, and one of the cell that is replayed.
    for (file, rows) in
        [("cells.csv", 1), ("seats.csv", 2), ("openings.csv", 2), ("openings.csv", 3)]
    {
        place.copy("kept", "forged");
        let table = place.text(&format!("forged/{file}"));
        let lines: Vec<&str> = table.split_inclusive('\n').collect();
        let text = match rows {
            3 => lines.iter().filter(|line| !line.contains(",d,g,")).copied().collect(),
            _ => lines[..lines.len() - rows].concat(),
        };
        place.forge("forged", file, &text);
        let ran = sampled(&place, "forged").unwrap();
        assert_eq!(ran.status, 1, "{ran}");
        has(&ran.stderr, &format!("forged: {file}"));
    }
    // Digests of files that are not recomputed, and files that the manifest lacks.
    for (file, said) in [
        ("overall.csv", "overall.csv has another digest"),
        ("report.html", "report.html has another digest"),
        ("other.csv", "other.csv is not named by manifest.json"),
    ] {
        place.copy("kept", "forged");
        place.write(&format!("forged/{file}"), "forged");
        let ran = sampled(&place, "forged").unwrap();
        assert_eq!(ran.status, 1, "{ran}");
        has(&ran.stderr, said);
    }
}

#[test]
fn what_was_forged_of_a_crew_is_found() {
    let place = kept(CREW);
    let Some(sound) = sampled(&place, "kept") else { return };
    has(&sound.stdout, " of 2 is the same (--seed 1)\n");
    for (file, column, change) in [
        ("balance.csv", "alone", &more as &dyn Fn(&str) -> String),
        ("balance.csv", "alone_low", &more),
        ("balance.csv", "size", &|_| "within 5".to_owned()),
        ("balance.csv", "direction", &|_| "second".to_owned()),
        ("openings.csv", "wins_1", &|it| format!("{it}1")),
    ] {
        must_be_found(&place, file, column, change);
    }
}
