//! Reports in a real browser: headless Chromium, which `.ci/run` installs where it is missing.
//! Without one these tests print that they are skipped; with `PASANG_BROWSER=required` in the
//! environment they fail instead.

use std::collections::BTreeMap;
use std::process::Command;

use crate::support::{Place, table};
use serde_json::Value;

/// Experiment with a setup whose name is markup, two games, and bots of several strengths.
const EXPERIMENT: &str = r#"
title = "Is <b>bold</b> & \"quoted\" text shown as it is?"
seed = 11
games = 40
setups = ["catalogue-01", "catalogue-05", "script.txt"]
rules = ["brunei-slide", "pasang-emas", "bell"]
bots = ["random", "greedy"]
"#;

/// Name of that setup.
const NAME: &str = "<script>alert(1)</script>";

const WATCH: &str = include_str!("../data/browser/watch.js");
const LOOK: &str = include_str!("../data/browser/look.js");

fn browser() -> Option<String> {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    let runs = |name: &str| Command::new(name).arg("--version").output().is_ok();
    let found = known.into_iter().find(|name| runs(name)).map(str::to_owned);
    if found.is_none() {
        let required = std::env::var("PASANG_BROWSER").is_ok_and(|value| value == "required");
        assert!(!required, "no browser: none of {known:?} can be run");
        println!("skipped: there is no browser; `.ci/run` installs one and looks at a report");
    }
    found
}

/// Returns the page with permission to run the scripts that inspect it.
fn watched(page: &str) -> String {
    let policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
    assert!(page.contains(&format!("content=\"{policy}\"")), "the page has no policy");
    page.replace(policy, &format!("{policy}; script-src 'unsafe-inline'"))
        .replacen("</title>", &format!("</title><script>{WATCH}</script>"), 1)
        .replacen("</body>", &format!("<script>{LOOK}</script></body>"), 1)
}

/// Returns what the scripts report of pages, by name, each in a window of this width.
fn look(
    browser: &str,
    place: &Place,
    pages: &[(&str, String)],
    width: u32,
    dark: bool,
) -> BTreeMap<String, Value> {
    let mut frames = String::new();
    for (name, page) in pages {
        place.write(name, watched(page));
        frames += &format!("<iframe src=\"{name}\" width=\"{width}\" height=\"700\"></iframe>");
    }
    let listen = "<script>addEventListener('message', function (e) { var p = document.createElement('pre'); \
                  p.textContent = e.data.join(' '); document.body.appendChild(p); });</script>";
    place.write("around.html", format!("<!doctype html><body>{listen}{frames}</body>"));
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .args(["--virtual-time-budget=20000"])
        .args(dark.then_some("--blink-settings=preferredColorScheme=0"))
        .arg(format!("--user-data-dir={}", place.path("profile").display()))
        .args(["--dump-dom"])
        .arg(format!("file://{}", place.path("around.html").display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let seen: BTreeMap<String, Value> = dom
        .split("<pre>")
        .skip(1)
        .map(|rest| {
            let (name, json) = rest.split("</pre>").next().unwrap().split_once(' ').unwrap();
            (name.to_owned(), serde_json::from_str(&decoded(json)).unwrap())
        })
        .collect();
    assert_eq!(seen.len(), pages.len(), "{dom}\n{}", String::from_utf8_lossy(&output.stderr));
    seen
}

/// Decodes the output of `encodeURIComponent`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let hex = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap()
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).unwrap()
}

/// Returns the faults of a page, each as a word and its subject.
fn problems(seen: &Value, cells: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut must = |sound: bool, what: String| {
        if !sound {
            problems.push(what);
        }
    };
    must(seen["wrong"] == serde_json::json!([]), format!("wrong: {}", seen["wrong"]));
    must(seen["requests"] == serde_json::json!([]), format!("requests: {}", seen["requests"]));
    // The scripts that inspect the page.
    must(seen["scripts"] == 2, format!("scripts: {}", seen["scripts"]));
    let title = "Pasang \u{b7} Is <b>bold</b> & \"quoted\" text shown as it is?";
    must(seen["asked"] == title, format!("title: {}", seen["asked"]));
    // Findings stand above; the reader selects rules and bots, and their order.
    must(
        seen["charts"] == serde_json::json!(["0", "1", "by-name"]),
        format!("chart: {}", seen["charts"]),
    );
    let width = seen["width"].as_u64().unwrap();
    for wide in [&seen["closed"], &seen["wide"]] {
        must(wide.as_u64().unwrap() <= width, format!("scroll: {wide} in {width}"));
    }
    must(seen["texts"].as_u64().unwrap() > 300, format!("texts: {}", seen["texts"]));
    must(seen["pale"] == serde_json::json!([]), format!("contrast: {}", seen["pale"]));
    must(seen["nameless"] == 0, format!("nameless: {}", seen["nameless"]));
    for key in ["loose", "twice"] {
        must(seen[key] == serde_json::json!([]), format!("{key}: {}", seen[key]));
    }
    // The headline is on the first screen, and the boards are large enough to be distinguished.
    let first = &seen["first"];
    must(first["titleEnds"].as_f64().is_some_and(|end| end < 700.0), format!("first: {first}"));
    let boards = first["boards"].as_array().unwrap();
    let is_large = |board: &Value| board.as_u64().unwrap() >= 130;
    must(!boards.is_empty() && boards.iter().all(is_large), format!("first: {first}"));
    // A game shows one position at a time: first, next, last.
    let steps: Vec<Vec<String>> = serde_json::from_value(seen["steps"].clone()).unwrap();
    must(steps.len() == 2, format!("steps: {} games", steps.len()));
    for seen in steps {
        let only = |place: usize| {
            let one = |at: usize| if at == place { '1' } else { '0' };
            (0..seen[0].len()).map(one).collect::<String>()
        };
        let expected = [only(0), only(1), only(seen[0].len() - 1)];
        must(seen == expected, format!("steps: {seen:?}"));
    }
    let sections = seen["sections"].as_array().unwrap().len();
    must(sections >= 5, format!("sections: {}", seen["sections"]));

    // Both statements, as the title of the mark says them.
    let shown = |size: &str, direction: &str| {
        let points = size.split(' ').nth(1).unwrap_or_default();
        match (size, direction) {
            ("", "") => "open: these games show neither size nor side".to_owned(),
            ("", of) => format!("the {of} player's, by how much is open"),
            ("beyond 10", of) => format!("the {of} player's, by more than 10 percentage points"),
            (_, "") => format!("within {points} percentage points of even, neither side shown"),
            (_, of) => format!("the {of} player's, within {points} percentage points"),
        }
    };
    // Every cell has its row, with the figures of cells.csv rounded again.
    // Halves of the six decimals round away from zero.
    let percent = |field: &str| {
        let millionths: u32 = field.replace('.', "").parse().unwrap();
        let tenths = (millionths + 500) / 1000;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let mut expected: Vec<Vec<String>> = table(cells)
        .iter()
        .map(|row| {
            let number = |column: &str| row[column].parse::<f64>().unwrap();
            let few = number("distinct_games") / number("games") < 0.9;
            vec![
                format!("{}, {}", row["rules"], row["bots"]),
                row["setup"].to_owned(),
                percent(row["first_score"]),
                format!(
                    "{}\u{2013}{}",
                    percent(row["first_score_low"]),
                    percent(row["first_score_high"])
                ),
                shown(row["size"], row["direction"]),
                if few { "\u{2020}" } else { "" }.to_owned(),
            ]
        })
        .collect();
    expected.sort();
    let mut rows: Vec<Vec<String>> = serde_json::from_value(seen["rows"].clone()).unwrap();
    let scores = |rows: &[Vec<String>]| -> Vec<(String, f64)> {
        rows.iter().map(|row| (row[0].clone(), row[2].parse().unwrap_or(f64::NAN))).collect()
    };
    let in_order =
        scores(&rows).windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 >= pair[1].1);
    must(in_order, "order: rows are not sorted by score".to_owned());
    rows.sort();
    must(rows == expected, format!("rows: {rows:?}, expected {expected:?}"));
    problems
}

#[test]
fn a_reader_sees_what_the_tables_say() {
    let place = Place::with(EXPERIMENT);
    place.write_setup("script.txt", "catalogue-09", NAME);
    place.good("run e.toml --out out");
    let (page, cells) = (place.text("out/report.html"), place.text("out/cells.csv"));
    assert!(cells.contains(NAME));

    // The file requests no other resource.
    assert!(!page.contains("<script") && !page.contains(" src=") && !page.contains("url("));
    assert!(!page.contains("@import") && !page.contains("<link") && !page.contains("<iframe"));
    for (at, _) in page.match_indices("href=\"") {
        let to = page[at + 6..].split('"').next().unwrap();
        assert!(to.starts_with('#') || place.has(&format!("out/{to}")), "{to}");
    }
    assert!(!page.contains("<b>bold") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));

    let Some(browser) = browser() else { return };
    // Negative controls: each check fails on a copy of the page with one thing broken.
    let score = page.find("<td class=\"score\"><b>").unwrap() + 21;
    let row = page[..score].rfind("<tr").unwrap();
    let row_end = row + page[row..].find("</tr>").unwrap() + 5;
    let with =
        |from: usize, to: usize, text: &str| format!("{}{text}{}", &page[..from], &page[to..]);
    let main = page.find("<main>").unwrap() + 6;
    let word = row + page[row..].find("<span class=\"hidden\">").unwrap() + 21;
    let broken = [
        ("value.html", "rows:", with(score, score + 4, "12.3")),
        ("statement.html", "rows:", with(word, word + 1, "x")),
        ("row.html", "rows:", with(row, row_end, "")),
        ("error.html", "wrong:", with(main, main, "<script>throw 'x'</script>")),
        (
            "request.html",
            "wrong:",
            with(main, main, "<img src=\"http://localhost:9/a.png\" alt=\"\">"),
        ),
        ("wide.html", "scroll:", with(main, main, "<div style=\"width:50rem\">wide</div>")),
        (
            "pale.html",
            "contrast:",
            with(main, main, "<p style=\"color:#999;background:#fff\">pale</p>"),
        ),
        ("nameless.html", "nameless:", with(main, main, "<svg role=\"img\"></svg>")),
        ("loose.html", "loose:", with(main, main, "<a href=\"#nowhere\">nowhere</a>")),
        ("late.html", "first:", page.replacen("<h1>", "<h1 style=\"margin-top:40rem\">", 1)),
        ("still.html", "steps:", page.replacen("title=\"on\"", "onclick=\"return false\"", 1)),
        ("shut.html", "chart:", page.replacen(".tabs > input:not", ".gone > input:not", 1)),
        ("markup.html", "title:", page.replace("&lt;b&gt;bold&lt;/b&gt;", "<b>bold</b>")),
    ];
    let mut pages = vec![("sound.html", page.clone())];
    pages.extend(broken.iter().map(|(name, _, page)| (*name, page.clone())));
    let phone = look(&browser, &place, &pages, 380, false);
    assert_eq!(phone["sound.html"]["width"], 380);
    assert_eq!(problems(&phone["sound.html"], &cells), Vec::<String>::new());
    for (name, kind, _) in &broken {
        let found = problems(&phone[*name], &cells);
        assert!(found.iter().any(|found| found.starts_with(kind)), "{name}: {found:?}");
    }

    let sound = [("sound.html", page)];
    let dark = look(&browser, &place, &sound, 1280, true);
    assert_eq!(problems(&dark["sound.html"], &cells), Vec::<String>::new());
    assert_ne!(dark["sound.html"]["ground"], phone["sound.html"]["ground"]);
}

/// Returns the rows of the table with this caption, each with its fields joined.
fn rows_of(seen: &Value, caption: &str) -> Vec<String> {
    let tables: Vec<Vec<String>> = serde_json::from_value(seen["tables"].clone()).unwrap();
    let found = tables.iter().find(|table| table[0] == caption);
    found.unwrap_or_else(|| panic!("no {caption}: {tables:?}"))[1..].to_vec()
}

#[test]
fn ladders_are_shown_as_their_tables_have_them() {
    let Some(browser) = browser() else { return };
    let place = Place::with(
        "seed = 4\ngames = 60\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\nswap = true\n\
         bots = [[\"greedy\", \"mcts:playouts=1\"], [\"greedy\", \"mcts:playouts=2\"]]\n",
    );
    place.good("run e.toml --out ladder");
    let pages = [("ladder.html", place.text("ladder/report.html"))];
    let seen = look(&browser, &place, &pages, 380, false);

    let ladder = &seen["ladder.html"];
    let shown = rows_of(ladder, "Games against other bots, brunei-slide");
    let mut scores = ["greedy", "mcts:playouts=1", "mcts:playouts=2"].map(|bot| (bot, 0.0));
    for row in place.table("ladder/cells.csv") {
        let first: f64 = 60.0 * row["first_score"].parse::<f64>().unwrap();
        for (bot, score) in row["bots"].split('/').zip([first, 60.0 - first]) {
            scores.iter_mut().filter(|it| it.0 == bot).for_each(|it| it.1 += score);
        }
    }
    assert_eq!(shown.len(), scores.len(), "{shown:?}");
    for ((bot, score), row) in scores.iter().zip(&shown) {
        let [name, games, percent] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let [games, percent] = [games, percent].map(|it| it.parse::<f64>().unwrap());
        assert_eq!((name, games), (*bot, if *bot == "greedy" { 240.0 } else { 120.0 }));
        assert!((100.0 * score / games - percent).abs() <= 0.051, "{row}");
    }
    let best = ladder["title"].as_str().unwrap();
    assert!(best.starts_with("3 bots met different opponents under brunei-slide"), "{best}");

    for page in seen.values() {
        assert_eq!(page["wrong"], serde_json::json!([]));
        assert_eq!(page["pale"], serde_json::json!([]));
        assert!(page["wide"].as_u64() <= page["width"].as_u64(), "{page}");
    }
}
