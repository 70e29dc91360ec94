//! `pasang run --until decided`: runs that stop once their question is answered. How often they err is
//! simulated in `looks.rs`.

use serde_json::Value;

use crate::support::{Place, assert_same, has, until};

const RANDOM: &str = "run --setup catalogue-05 --bots random --games 6000 --until decided";

/// Compares the folders of a plain run and of one that stopped, which says so.
fn same_but_stop(place: &Place, plain: &str, stopped: &str) {
    let files = |folder| {
        let mut files = place.files(folder);
        for name in ["manifest.json", "report.html"] {
            files.remove(name);
        }
        files
    };
    assert_same(&files(plain), &files(stopped), stopped);
    let looked =
        |folder: &str| place.text(&format!("{folder}/manifest.json")).contains("\"looked\"");
    assert_eq!([looked(plain), looked(stopped)], [false, true], "{stopped}");
}

#[test]
fn runs_stop_when_sizes_are_decided() {
    let place = Place::new();
    let said = place.good(&format!("{RANDOM} --out one --threads 1"));
    has(&said, "Decided after ");
    assert!(said.ends_with("\nShown: 1 within 10.\n"), "{said}");
    let games = place.json("verify one --json")["verified"].clone();
    assert_eq!(games, true);
    // The folder is that of a plain run of as many games, but that it says where it stopped.
    let games = &place.table("one/cells.csv")[0]["games"];
    let count: u64 = games.parse().unwrap();
    assert!(count.is_multiple_of(60) && (120..6000).contains(&count), "{count}");
    place.good(&format!("run --setup catalogue-05 --bots random --games {games} --out plain"));
    same_but_stop(&place, "plain", "one");
    let stopped = format!("Decided after {games} of at most 6000 games a cell");
    for told in
        [place.good("report one --full"), place.good("cite one"), place.text("one/report.html")]
    {
        has(&told, &stopped);
    }
    assert!(!place.good("report plain").contains("Decided after"));
    assert_eq!(place.json("verify one --json")["verified"], true);
    has(place.json("report one --json")["stopped"].as_str().unwrap(), &stopped);
    // What cannot be is not believed.
    place.copy("one", "forged");
    let manifest = place.text("forged/manifest.json");
    place.write("forged/manifest.json", manifest.replacen("\"most\": 6000", "\"most\": 60", 1));
    has(&place.differs("forged").stdout, "DIFFERS manifest.json");
    let files = place.files("one");
    // The same command finds it decided, any number of threads decides alike, and so does a resumed run.
    assert_eq!(place.good(&format!("{RANDOM} --out one")), said);
    assert_same(&place.files("one"), &files, "again");
    place.good(&format!("{RANDOM} --out two --threads 3"));
    assert_same(&place.files("two"), &files, "threads");
    place.good("run --setup catalogue-05 --bots random --games 60 --out part");
    place.unfinish("part");
    place.good(&format!("{RANDOM} --out part"));
    assert_same(&place.files("part"), &files, "resumed");
    // A run that was stopped amid a look goes on to it by its experiment file, too.
    place.copy("one", "begun");
    place.unfinish("begun");
    place.good("run begun/experiment.toml --out begun");
    assert_same(&place.files("begun"), &files, "begun");
    // Half of the error is the first look's: 60 games of a clear case do.
    let clear = place.good(
        "run --setup catalogue-05 --bots search:depth=1/random --games 600 --until decided --out clear",
    );
    has(&clear, "Decided after 60 of at most 600 games a cell, in 1 look");
    let open = place.good(&format!("{} --out open", RANDOM.replace("6000", "60")));
    // It could stop nowhere else.
    assert!(open.ends_with("\nOpen: 1 of 1 sizes.\n") && !open.contains(" look"), "{open}");
    let refused = format!("{RANDOM} --shard 1/2 --seed 1 --out shard");
    place.refuses(&refused, 2, "where it stops follows from all games");
    place.refuses(&RANDOM.replace("decided", "noon"), 2, "[possible values: decided]");
    assert!(!place.has("shard"));
}

/// Several cells, rules varied by design, and games that go where the best openings are open.
#[test]
fn runs_of_every_form_stop() {
    let place = Place::new();
    for (name, run, games, open) in [
        ("cells", "catalogue-05 --setup catalogue-09 --bots random", 1200, 0),
        ("design", "catalogue-05 --vary stuck --bots random", 900, 1),
        ("best", "fourfold-5-1 --bots crew:beginner --openings best", 120, 1),
    ] {
        let run = format!("run --setup {run}");
        let said =
            place.good(&format!("{run} --games {games} --until decided --out {name} --threads 1"));
        has(&said, if open > 0 { "Played to the most, " } else { "Decided after " });
        let played = &place.table(&format!("{name}/cells.csv"))[0]["games"];
        place.good(&format!("{run} --games {played} --out plain-{name} --threads 2"));
        same_but_stop(&place, &format!("plain-{name}"), name);
    }
    // What games cannot meet is refused before one is played.
    for (run, require, told) in [
        (
            "--bots crew:beginner",
            "no option beyond 3",
            "no pattern has games with two values of an option",
        ),
        ("--bots crew:beginner", "seat 3 within 5", "there is no seat 3"),
        ("--bots crew:beginner --vary stuck", "within 10", "with rules varied by design"),
        ("--bots random", "within 10", "asks of the mean over bots"),
    ] {
        let ran = place.shell(&format!(
            "pasang run --setup catalogue-05 {run} --until decided --require '{require}' --out none"
        ));
        assert_eq!(ran.status, 2, "{ran:?}");
        has(&ran.stderr, told);
        assert!(!place.has("none"));
    }
}

/// The same pattern goes on from another working directory.
#[test]
fn a_pattern_is_the_same_from_any_folder() {
    let place = Place::new();
    place.write_setup("sub/mine.txt", "catalogue-05", "mine");
    place.good("run --setup sub/mine.txt --bots random --games 60 --seed 1 --out there");
    let ran = place.shell(
        "cd sub && pasang run --setup mine.txt --bots random --games 120 --seed 1 --out ../there",
    );
    assert_eq!(ran.status, 0, "{ran}");
}

#[test]
fn runs_stop_when_what_is_required_is_decided() {
    let place = Place::new();
    let run = |rest: &str| {
        place.shell(&format!(
            "pasang run --setup fourfold-5-1 --bots crew:beginner --until decided {rest}"
        ))
    };
    let ran = run("--games 1440 --require 'first 0..20' --out out");
    assert_eq!(ran.status, 4, "{ran:?}");
    has(&ran.stdout, "The contrary is shown of fourfold-5-1 between beginner: ");
    has(&ran.stdout.replace('\n', " "), "Decided after 48 of at most 1440 games a cell");
    // Results folders have the page that tables have, with the figures of the terminal.
    let said = place.good("balance out --html page.html");
    let score = said.lines().find_map(|line| line.strip_prefix("beginner  brunei-slide  "));
    let score = score.unwrap().split_once(')').unwrap().0;
    let (page, lead) = (place.text("page.html"), "<h1>The first player between beginner scores ");
    has(&page, &format!("{lead}{}", score.replacen(' ', " % ", 1)));
    let ran = run("--games 480 --require 'within 0.1' --out open");
    assert_eq!(ran.status, 5, "{ran:?}");
    has(&ran.stdout.replace('\n', " "), "Played to the most, 480 games a cell");
    // Effects of rules are those of options: a stuck player who does not lose is worth more than a point, and
    // less than half of all games.
    for (beyond, status, told) in
        [("50", 0, "Shown: the farthest is stuck"), ("0.1", 4, "The contrary is shown of stuck")]
    {
        let require = format!("--require 'no option beyond {beyond}' --out beyond-{beyond}");
        let ran = place.shell(&format!(
            "pasang run --setup catalogue-05 --vary stuck --bots greedy --games 600 --seed 1 {require} --json"
        ));
        assert_eq!(ran.status, status, "{ran:?}");
        has(&ran.stderr.replace('\n', " "), told);
        let found: Value = serde_json::from_str(&ran.stdout).unwrap();
        has(found["required"]["told"].as_str().unwrap(), told);
    }
}

/// A command whose first player wins seven games of eight.
const COINS: &str = "title = \"Coins\"\nseed = 3\ngames = 3000\nsetups = [\"a\", \"b\"]\nbots = [\"crew:all\"]\n\
                     [crew.all]\nmembers = [\"k\", \"l\", \"m\", \"n\"]\n[game]\ncommand = [\"sh\", \"game.sh\"]\nseats = 2\n";
const GAME: &str = "while read -r line; do seed=${line#*: }; seed=${seed%%,*}\n\
                    case $line in *describe*) echo '{}' ;; *) echo \"{\\\"winner\\\": $((1 + (seed / 8 % 8 == 0)))}\" ;; esac\ndone\n";

#[test]
fn games_of_a_command_stop_too() {
    let place = Place::with(COINS);
    place.write("game.sh", GAME);
    let command = "run e.toml --engines --until decided";
    let said = place.good(&format!("{command} --out one --threads 1"));
    has(&said, "Shown, each alone: 2 beyond 10.");
    has(&said, "Decided after ");
    has(&said, " of at most 3000 games a cell");
    let files = place.files("one");
    assert_eq!(place.good(&format!("{command} --out one")), said);
    assert_same(&place.files("one"), &files, "again");
    let running = place.start(&format!("{command} --out two --threads 2"));
    until("some rows", || place.has("two/games.csv") && place.text("two/games.csv").len() > 1000);
    running.signal("TERM");
    running.end();
    place.good(&format!("{command} --out two --threads 3"));
    assert_same(&place.files("two"), &files, "resumed");
    let games = (place.text("one/games.csv").lines().count() - 1) / 2;
    place.good(&format!("run e.toml --engines --games {games} --out plain"));
    same_but_stop(&place, "plain", "one");
    // A table is judged with the error that the looks left.
    for (folder, is_told) in [("one", true), ("plain", false)] {
        assert_eq!(place.good(&format!("balance {folder}")).contains("Decided after "), is_told);
        assert_eq!(place.good(&format!("cite {folder}")).contains("Decided after "), is_told);
    }
    place.good("verify one");
    let ran =
        place.shell(&format!("pasang {command} --out far --games 500 --require 'first 60..88'"));
    assert_eq!(ran.status, 5, "{ran:?}");
    has(&ran.stdout, "Played to the most, 500 games a cell");
    // What a run leaves open is not shown by another command on its folder.
    let judge = "--require 'first 60..92'";
    for command in [
        format!("{command} --out judged --games 500 {judge}"),
        format!("balance judged {judge}"),
        format!("run e.toml --engines --out judged --games 500 {judge}"),
    ] {
        assert_eq!(place.shell(&format!("pasang {command}")).status, 5, "{command}");
    }
    // Games that are played again keep it, and a folder of a fixed number of games does not get it.
    place.remove("judged/games.csv");
    place.good("run e.toml --engines --games 500 --out judged");
    assert_eq!(place.shell(&format!("pasang balance judged {judge}")).status, 5);
    place.good("run e.toml --engines --games 500 --out fixed");
    place.shell(&format!("pasang {command} --games 500 --out fixed"));
    assert_eq!(place.shell(&format!("pasang balance fixed {judge}")).status, 0);
    let ran = place.shell(&format!("pasang {command} --out near --require 'within 10' --json"));
    assert_eq!(ran.status, 4, "{ran:?}");
    has(&ran.stdout, "Decided after ");
    place.refuses(&format!("{command} --shard 1/2"), 2, "where it stops follows from all games");
    // Three seats, and options varied.
    let third = GAME.replace("(1 + (seed / 8 % 8 == 0))", "(1 + seed / 8 % 4 % 3)");
    let more = COINS.replace("seats = 2", "seats = 3") + "[factorial]\ndrop = [\"x\", \"y\"]\n";
    place.write("game.sh", third).write("e.toml", &more);
    for (require, status, told) in [
        ("seat 1 30..60", 0, "Shown, all 2: "),
        ("seat 1 within 5", 4, "The contrary is shown of "),
        ("no option beyond 12", 0, "Shown: the farthest is drop y instead of x between all"),
        ("seat 4 within 5", 2, "there is no seat 4"),
    ] {
        let out = format!("--out t{status}{}", require.len());
        let ran = place.shell(&format!("pasang {command} --require '{require}' {out}"));
        assert_eq!(ran.status, status, "{ran:?}");
        has(&(ran.stdout + &ran.stderr), told);
    }
    assert!(!place.has("t215"));
    place.write("e.toml", COINS.replace("seats = 2", "seats = 3"));
    let ran = place.shell(&format!("pasang {command} --require 'no option beyond 3' --out t0"));
    assert_eq!((ran.status, place.has("t0")), (2, false), "{ran:?}");
    has(&ran.stderr, "vary rules or options by design");
}
