//! One question has one answer: terminal, report, JSON, tables and pictures of one folder say the same. The page and
//! Python are asked in `crates/web/check.py` and `crates/python/tests`.

use serde_json::Value;

use crate::support::{Place, has};
use pasang_core::profile::{MEASURES, MeasureKind};

const EXPERIMENT: &str = r#"
seed = 4
setups = ["catalogue-05", "catalogue-18"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["crew:plain"]
[crew.plain]
members = ["greedy", "random"]
"#;
const ASKED: &str = "e.toml --out out";

/// Returns the text of a page or picture, without tags, in single blanks.
fn text(page: &str) -> String {
    let parts = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let words: Vec<&str> = parts.flat_map(str::split_whitespace).collect();
    words.join(" ").replace("&#39;", "'")
}

fn percent(share: &Value) -> String {
    format!("{:.1}", 100.0 * share.as_f64().unwrap())
}

fn signed(share: &Value) -> String {
    format!("{:+.1}", 100.0 * share.as_f64().unwrap())
}

/// Says both statements as the terminal does.
fn shown(row: &Value) -> String {
    let words = [&row["size"], &row["direction"]].into_iter().filter_map(Value::as_str);
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_pattern_is_as_even_wherever_one_asks() {
    let place = Place::with(EXPERIMENT);
    let terminal = text(&place.good(&format!("run {ASKED}")));
    let all = place.json(&format!("run {ASKED} --json"));
    let balance = place.json("balance out --json");
    place.good("balance out --out table --svg pictures");
    let report = text(&place.text("out/report.html"));
    let figures = [
        "score",
        "score_low",
        "score_high",
        "value",
        "value_low",
        "value_high",
        "within_5",
        "within_10",
    ];
    let [kept, made, cells] =
        ["out/balance.csv", "table/balance.csv", "out/cells.csv"].map(|name| place.table(name));
    for row in all["balance"].as_array().unwrap() {
        let is_own = |other: &&Value| ["setup", "rules"].iter().all(|key| other[key] == row[key]);
        let others = [&all["joint"]["balance"], &balance["balance"]];
        let others = others.map(|it| it.as_array().unwrap().iter().find(is_own).unwrap());
        for key in figures.into_iter().chain([
            "size",
            "direction",
            "value_size",
            "value_direction",
            "first_move",
        ]) {
            others.iter().for_each(|other| assert_eq!(other[key], row[key], "{key} {row}"));
        }
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let [setup, rules] = ["setup", "rules"].map(|key| word(&row[key]));
        let (score, low, high) =
            (percent(&row["score"]), percent(&row["score_low"]), percent(&row["score_high"]));
        for table in [&kept, &made, &cells] {
            let is_cells = std::ptr::eq(table, &cells);
            let found =
                table.iter().find(|it| it["setup"] == setup && it["rules"] == rules).unwrap();
            let first = if is_cells { "first_score" } else { "score" };
            for (end, key) in [("", "score"), ("_low", "score_low"), ("_high", "score_high")] {
                let told: f64 = found[format!("{first}{end}").as_str()].parse().unwrap();
                assert_eq!(told, row[key].as_f64().unwrap(), "{key} {row}");
            }
            assert_eq!(
                (found["size"], found["direction"]),
                (word(&row["size"]).as_str(), word(&row["direction"]).as_str())
            );
        }
        has(&terminal, &format!("{setup} {rules} random {score} {low}-{high}"));
        let told = format!("{score} {low}\u{2013}{high}");
        assert!(report.contains(&told), "{told}");
        if rules == "brunei-slide" {
            let told = format!("{setup} {score} ({low}-{high}), {}", shown(row));
            has(&text(&place.text("pictures/patterns.svg")), &told);
            has(
                &text(&place.text(&format!("pictures/card-{setup}.svg"))),
                &format!("plain {score} ({low}-{high})"),
            );
        }
    }
    // What the rules change.
    let [line] = balance["rules"].as_array().unwrap().as_slice() else { panic!("{balance}") };
    assert_eq!(&all["joint"]["rules"][0], line);
    let [by, low, high] = ["mean", "low", "high"].map(|key| signed(&line["difference"][key]));
    let told = format!("brunei-jump less brunei-slide {by} ({low} to {high})");
    has(&text(&place.good("balance out --html page.html")), &told);
    has(&text(&place.text("page.html")), &told);
    let told = format!(
        "Under brunei-jump the first player's score differs by {by} percentage points from that under brunei-slide \
         (95 % CI {low} to {high})"
    );
    assert!(terminal.contains(&told) && report.contains(&told), "{told}");
}

/// The kept games of class club, which were allotted to openings.
#[test]
fn allotted_games_tell_of_best_openings_first() {
    let place = Place::new();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/results/openings-club");
    let terminal = text(&place.good(&format!("balance {kept} --html page.html")));
    let told = &place.json(&format!("balance {kept} --json"))["best_openings"][0];
    let told = text(told.as_str().unwrap());
    has(&told, "With best openings, club under brunei-slide: 19 of 35 patterns are within 10");
    has(&text(&place.text("page.html")), &told);
    let [first, then] = [&*told, "With random openings:"].map(|it| terminal.find(it).unwrap());
    assert!(first < then);
    place.write("games.csv", "winner\n1\n");
    for (more, what) in
        [("games.csv", "were allotted to openings"), ("--fact x", "are about tables")]
    {
        place.refuses(&format!("balance {kept} {more}"), 2, what);
    }
}

/// Says a row's figure with its interval, in percentage points, as tables of effects do.
fn effect(row: &Value) -> String {
    let [by, low, high] = ["effect", "played_low", "played_high"].map(|key| signed(&row[key]));
    format!("{by} {low} to {high}")
}

const DESIGN: &str = r#"
seed = 5
games = 60
setups = ["catalogue-05", "catalogue-09", "catalogue-18"]
bots = ["crew:plain"]
[crew.plain]
members = ["greedy", "random"]
[factorial]
base = "brunei-slide"
runs = "all"
stuck = ["loses", "score-decides"]
capture = ["whole", "partial"]
"#;

/// Which rules matter: terminal, data, table, report, picture and prediction.
#[test]
fn a_rule_is_worth_the_same_wherever_one_asks() {
    let place = Place::with(DESIGN);
    let terminal = text(&place.good(&format!("run {ASKED}")));
    let rows = place.json(&format!("run {ASKED} --json"))["effects"].clone();
    place.good("rules predict out --svg pictures");
    let [report, picture] = ["out/report.html", "pictures/effects.svg"].map(|it| place.text(it));
    let [report, told_by_picture] = [&report, &picture].map(|it| text(it));
    let table = place.table("out/effects.csv");
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), table.len());
    for (row, kept) in rows.iter().zip(&table) {
        for (key, value) in row.as_object().unwrap() {
            let told = kept[key.as_str()];
            match value.as_f64() {
                Some(figure) => assert_eq!(told.parse::<f64>().unwrap(), figure, "{key} {row}"),
                None => assert_eq!(told, value.as_str().unwrap_or_default(), "{key} {row}"),
            }
        }
        if row["measure"] != "score" || row["toggle"] == "base" {
            continue;
        }
        let [toggle, value] = ["toggle", "value"].map(|key| row[key].as_str().unwrap());
        let (told, name) = (effect(row), format!("{toggle}={value}"));
        let against = row["against"].as_str().unwrap();
        for said in [&terminal, &report] {
            has(said, &format!("{name} {against} {told}"));
        }
        let [low, high] = ["played_joint_low", "played_joint_high"].map(|key| &row[key]);
        let (by, drawn) = (signed(&row["effect"]), format!("{toggle} = {value}, not {against}"));
        has(&told_by_picture, &format!("{drawn} {by} ({} to {})", signed(low), signed(high)));
        // What is called significant, or filled, is so by intervals that hold together.
        let is_shown = low.as_f64().unwrap() > 0.0 || high.as_f64().unwrap() < 0.0;
        let series = if is_shown { 2 } else { 0 };
        has(&picture, &format!("{drawn}</text><path class=\"s{series}\""));
        let claimed = format!("{name} ({by})");
        let [found, again] = [&terminal, &report].map(|it| it.contains(&claimed));
        assert_eq!([found, again], [is_shown; 2], "{claimed}");
    }
    // The prediction for the base has the mean of its row, and an interval of its own.
    let base = rows.iter().find(|row| row["measure"] == "score" && row["toggle"] == "base");
    let data = &place.json("rules predict out --json")["predictions"][0];
    let [mean, low, high] = ["mean", "low", "high"].map(|key| percent(&data[key]));
    assert_eq!(mean, percent(&base.unwrap()["effect"]));
    let said = text(&place.good("rules predict out"));
    has(&said, &format!("the first player scores {mean} % (95 % CI {low} to {high})"));
    for said in [&terminal, &report] {
        has(said, &format!("With the values of the base it is {mean} %"));
    }
}

/// Which bot is better: terminal, data, the folder asked again, report and tables.
#[test]
fn a_bot_is_as_strong_wherever_one_asks() {
    for (bots, is_decided) in [("greedy random", false), ("search:depth=1 random", true)] {
        let place = Place::new();
        let terminal = text(&place.good(&format!("match {bots} --games 120 --seed 3 --out out")));
        let all = place.json("match out --json");
        assert_eq!(text(&place.good("match out")), terminal);
        let report = text(&place.text("out/report.html"));
        let round = |it: &Value| match it.as_f64().unwrap().round() {
            0.0 => "0".to_owned(),
            elo => format!("{elo:+}"),
        };
        let with_ends = |of: &Value, keys: [&str; 3], shown: &dyn Fn(&Value) -> String| {
            let [mean, low, high] = keys.map(|key| shown(&of[key]));
            format!("{mean} ({low} to {high})")
        };
        let found = &all["match"];
        let score = with_ends(found, ["score", "low", "high"], &percent);
        let elo = with_ends(found, ["elo", "elo_low", "elo_high"], &round);
        let first = with_ends(&all["first_move"], ["elo", "low", "high"], &round);
        let first = first.replacen(' ', " Elo ", 1);
        let [one, other] = [0, 1].map(|at| bots.split(' ').nth(at).unwrap());
        assert_eq!(!found["answer"].is_null(), is_decided, "{found}");
        let verdict = match is_decided {
            true => format!("{one} is better than {other}."),
            false => format!("{one} against {other}: not decided."),
        };
        for said in [&terminal, &report] {
            has(said, &verdict);
            has(said, &format!("scores {score} % of {} games, Elo {elo}", found["games"]));
        }
        has(&terminal, &format!("Moving first is worth {first}"));
        let cells = place.table("out/cells.csv");
        for row in all["bots"].as_array().unwrap() {
            let name = row["bot"].as_str().unwrap();
            let seat = |bots: &str| if bots.starts_with(name) { "wins_1" } else { "wins_2" };
            let wins: u64 =
                cells.iter().map(|it| it[seat(it["bots"])].parse::<u64>().unwrap()).sum();
            assert_eq!(row["wins"], wins, "{row}");
            has(&terminal, &format!("{name} {} {wins} {}", found["games"], row["draws"]));
        }
    }
}

/// Measures of play: terminal, data, table and page.
#[test]
fn a_game_plays_alike_wherever_one_asks() {
    let place = Place::with(
        "seed = 5\ngames = 60\nsetups = [\"catalogue-05\"]\nrules = [\"brunei-slide\"]\nbots = [\"greedy\"]\n",
    );
    place.good(&format!("run {ASKED}"));
    let terminal = text(&place.good("profile out --positions 20"));
    let rows = place.json("profile out --positions 20 --json")["profile"].clone();
    let (table, page) = (place.table("out/profile.csv"), text(&place.text("out/profile.html")));
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), table.len());
    for (row, kept) in rows.iter().zip(&table) {
        assert_eq!(row["measure"], kept["measure"]);
        let figures = ["mean", "mean_low", "mean_high"].map(|key| row[key].as_f64().unwrap());
        for (key, figure) in ["mean", "mean_low", "mean_high"].iter().zip(figures) {
            assert_eq!(kept[*key].parse::<f64>().unwrap(), figure, "{row}");
        }
        // Numbers have two digits on the page and one on the terminal; shares are in percent.
        let (_, title, kind, is_brief) =
            *MEASURES.iter().find(|it| row["measure"] == it.0).unwrap();
        let said = |digits: usize| {
            let (unit, scale, digits) = match kind {
                MeasureKind::Number => ("", 1.0, digits),
                _ => (" %", 100.0, 1),
            };
            let [mean, low, high] = figures.map(|it| format!("{:.digits$}", scale * it));
            format!("{title}{unit} {mean} ({low}-{high})")
        };
        has(&page, &said(2));
        assert_eq!(terminal.contains(&said(1)), is_brief, "{}\n{terminal}", said(1));
    }
    // The score is that of the folder.
    let cell = &place.table("out/cells.csv")[0];
    let [score, low, high] = ["first_score", "first_score_low", "first_score_high"]
        .map(|key| format!("{:.1}", 100.0 * cell[key].parse::<f64>().unwrap()));
    for said in [&terminal, &page] {
        has(said, &format!("first player score % {score} ({low}-{high})"));
    }
}

/// Which of two rule sets is fairer on a pattern: run, report and balance have one interval.
#[test]
fn which_rules_are_fairer_has_one_interval() {
    let place = Place::new();
    let rules = "--rules brunei-slide --rules brunei-jump";
    place.good(&format!(
        "run --setup fourfold-5-1 {rules} --bots crew:beginner --games 60 --out out"
    ));
    let line = place.json("balance out --json")["rules"][0].clone();
    let points = |of: &str| format!("{:+.1}", 100.0 * line["nearer"][of].as_f64().unwrap());
    let (sign, mean) = (points("mean").starts_with('-'), points("mean")[1..].to_owned());
    let [low, high] = ["low", "high"].map(points);
    let place_of = if sign { "farther from" } else { "nearer to" };
    // Of farther ones the ends change places and signs.
    let turned = |of: &str| of.replace('-', "~").replace('+', "-").replace('~', "+");
    let ends = if sign { [turned(&high), turned(&low)] } else { [low.clone(), high.clone()] };
    let expected =
        format!("{mean} percentage points {place_of} even (95 % CI {} to {})", ends[0], ends[1]);
    let report = place.text("out/report.html");
    has(&place.good("report out").replace('\n', " "), &expected);
    has(&report, &expected);
    has(&place.good("balance out"), &format!("{} ({low} to {high})", points("mean")));
}

/// Beside a table the folder of a crew counts as one player, as a remark says; its score is that of its games.
#[test]
fn a_folder_counts_beside_a_table() {
    let place = Place::new();
    place.good("run --setup fourfold-5-1 --bots crew:beginner --games 100 --out out");
    place.write("games.csv", "pattern,class,winner\nother,beginner,1\nother,beginner,2\n");
    let both = place.json("balance out games.csv --json");
    let alone = &place.table("out/cells.csv")[0];
    let row = both["balance"].as_array().unwrap().iter().find(|it| it["pattern"] != "other");
    let number = |column: &str| alone[column].parse::<f64>().unwrap();
    let expected = (number("wins_1") + 0.5 * number("draws")) / number("games");
    assert!((row.unwrap()["score"].as_f64().unwrap() - expected).abs() < 1e-6, "{both}");
    let told = place.good("balance out games.csv").replace('\n', " ");
    has(&told, "Beside a table a crew counts as one player");
    assert!(!told.contains("One player"), "{told}");
}
