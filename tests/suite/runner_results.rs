//! Contents of results folders, and output of the commands that read them.

use std::collections::{BTreeMap, BTreeSet};

use crate::overall::wilson;
use crate::support::figures::near;
use crate::support::{Place, assert_same, seat_number, skipped, table};
use pasang_core::base::random::GameRng;

/// Three setups, both games, two and three players.
const SMALL: &str = r#"
seed = 7
games = 12
setups = ["catalogue-01", "catalogue-05"]
rules = ["brunei-slide", "bell-of-three", "bell"]
bots = ["random", "greedy"]

[rule.bell-of-three]
base = "bell"
players = 3
"#;

/// Returns the journal's values of each game, by the names of its cell and its index.
fn games(place: &Place, folder: &str) -> BTreeMap<(String, String, String, String), String> {
    let journal = place.text(&format!("{folder}/games.csv"));
    journal
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.splitn(7, ',').collect();
            let name = |place: usize| fields[place].to_owned();
            ((name(3), name(4), name(5), name(2)), name(6))
        })
        .collect()
}

#[test]
fn adding_a_cell_or_renaming_one_changes_no_game() {
    let few = "seed = 5\ngames = 15\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\n\
               bots = [\"random\", \"greedy\"]\n";
    let place = Place::with(few);
    place.good("run e.toml --out few");
    let few_games = games(&place, "few");
    assert_eq!(few_games.len(), 30);
    for (from, to) in [
        ("[\"catalogue-01\"]", "[\"catalogue-05\", \"catalogue-01\", \"catalogue-09\"]"),
        ("[\"brunei-slide\"]", "[\"bell\", \"brunei-jump\", \"brunei-slide\"]"),
        ("[\"random\", ", "[[\"greedy\", \"random\"], \"random\", "),
        ("games = 15", "games = 40"),
        ("games = 15", "games = 15\ntitle = \"Other\""),
    ] {
        let more = few.replace(from, to);
        assert_ne!(more, few);
        place.write("more.toml", &more);
        place.good("run more.toml --out more");
        let more_games = games(&place, "more");
        for (cell, game) in &few_games {
            assert_eq!(more_games.get(cell), Some(game), "{cell:?} beside {to}");
        }
        std::fs::remove_dir_all(place.path("more")).unwrap();
    }

    place.write_setup("renamed.txt", "catalogue-01", "a setup of mine");
    let renamed =
        few.replace("catalogue-01", "renamed.txt").replace("\"brunei-slide\"", "\"house\"")
            + "[rule.house]\nbase = \"brunei-slide\"\n";
    place.write("renamed.toml", renamed);
    place.good("run renamed.toml --out renamed");
    let without_names = |games: BTreeMap<(String, String, String, String), String>| {
        games.into_iter().map(|((_, _, bots, index), game)| ((bots, index), game)).collect()
    };
    let named: BTreeMap<(String, String), String> = without_names(few_games);
    assert_eq!(without_names(games(&place, "renamed")), named);

    // A list that repeats one bot puts it in every seat.
    place.write("list.toml", few.replace("\"random\", \"greedy\"", "[\"random\", \"random\"]"));
    place.good("run list.toml --out list");
    for ((_, index), game) in without_names(games(&place, "list")) {
        assert_eq!(named[&("random".to_owned(), index)], game);
    }

    place.write("seed.toml", few.replace("seed = 5", "seed = 6"));
    place.good("run seed.toml --out seed");
    for (cell, game) in without_names(games(&place, "seed")) {
        assert_ne!(named[&cell], game, "another seed makes other games");
    }
}

#[test]
fn common_random_numbers_are_common_to_rules_and_own_ones_are_not() {
    let text = "seed = 3\ngames = 60\nsetups = [\"catalogue-05\"]\nbots = [\"random\"]\n\
                rules = [\"brunei-slide\", \"by-score\"]\ncommon-random = true\n\
                [rule.by-score]\nbase = \"brunei-slide\"\nstuck = \"score-decides\"\n";
    let place = Place::with(text);
    place.good("run e.toml --out common");
    place.write("own.toml", text.replace("common-random = true", "common-random = false"));
    place.good("run own.toml --out own");
    let moves = |folder: &str, rules: &str| -> Vec<String> {
        let games = games(&place, folder);
        let games = games.iter().filter(|((_, found, ..), _)| found == rules);
        games.map(|(_, game)| game.rsplit(',').next().unwrap().to_owned()).collect()
    };
    // Until the end, which they score differently, the two rule sets play alike.
    assert_eq!(moves("common", "brunei-slide"), moves("common", "by-score"));
    let outcomes = |rules: &str| {
        place.table("common/cells.csv").into_iter().find(|row| row["rules"] == rules).unwrap()["wins_1"].to_owned()
    };
    assert_ne!(outcomes("brunei-slide"), outcomes("by-score"));
    let alike = moves("own", "brunei-slide")
        .iter()
        .zip(moves("own", "by-score"))
        .filter(|(a, b)| *a == b)
        .count();
    assert_eq!(alike, 0);
    // Common random numbers change the games: the setting is part of the seed derivation.
    assert_ne!(moves("common", "brunei-slide"), moves("own", "brunei-slide"));
    // A cell of the same seed, rules and counts has the same games in any folder.
    place.write("score.toml", text.replace("\"brunei-slide\", \"by-score\"", "\"by-score\""));
    place.good("run score.toml --out score");
    let compared = place.good("compare score common");
    assert!(compared.contains("  equal counts  the same results\n"), "{compared}");
    assert!(compared.contains("\n1 cell in both, 0 only in A, 1 only in B; "), "{compared}");
}

#[test]
fn openings_are_played_equally_often_and_seats_in_every_order() {
    let text = "seed = 3\ngames = 1000\nsetups = [\"catalogue-01\", \"catalogue-05\"]\n\
                bots = [[\"random\", \"greedy\"]]\nswap = true\n\
                rules = [\"brunei-slide\", \"any-reply\"]\nopenings = \"all\"\n\
                [rule.any-reply]\nbase = \"brunei-slide\"\nreply = \"any-other\"\n";
    let place = Place::with(text);
    place.good("run e.toml --out all");
    let openings = |folder: &str| -> BTreeMap<String, Vec<(String, u64)>> {
        let mut cells: BTreeMap<String, Vec<(String, u64)>> = BTreeMap::new();
        for row in place.table(&format!("{folder}/openings.csv")) {
            let cell = [row["setup"], row["rules"], row["bots"]].join(" ");
            let pair = [row["first"], row["second"]].join(" ");
            cells.entry(cell).or_default().push((pair, row["games"].parse().unwrap()));
        }
        cells
    };
    let all = openings("all");
    assert_eq!(all.len(), 8);
    assert!(all.contains_key("catalogue-05 any-reply greedy/random"));
    assert!(all.contains_key("catalogue-05 any-reply random/greedy"));
    for (cell, pairs) in &all {
        // To the middle column, all others reply; to another one, the five of the far side. Or to
        // each one, all ten others.
        let expected = if cell.contains("any-reply") { 11 * 10 } else { 10 + 10 * 5 };
        assert_eq!(pairs.len(), expected, "{cell}");
        let counts: BTreeSet<u64> = pairs.iter().map(|&(_, games)| games).collect();
        let least = 1000 / expected as u64;
        assert!(counts.is_subset(&BTreeSet::from([least, least + 1])), "{cell}: {counts:?}");
    }
    // A multiple of 60 and of 110.
    place.write("exact.toml", text.replace("games = 1000", "games = 660"));
    place.good("run exact.toml --out exact");
    for (cell, pairs) in openings("exact") {
        let each = 660 / pairs.len() as u64;
        assert!(pairs.iter().all(|&(_, games)| games == each), "{cell}: {pairs:?}");
    }

    place.write("list.toml", text.replace("\"all\"", "[\"c j\", \"f a\", \"k b\"]"));
    place.good("run list.toml --out list");
    for (cell, pairs) in openings("list") {
        let pairs: BTreeMap<String, u64> = pairs.into_iter().collect();
        let expected = [("c j", 334), ("f a", 333), ("k b", 333)];
        assert_eq!(pairs, expected.map(|(pair, games)| (pair.to_owned(), games)).into(), "{cell}");
    }
    place.good("verify list");
}

/// Returns a replay's text after its last ply, and the signs of the last board.
fn last(replay: &str) -> (String, String) {
    let step = replay.rsplit("\n\n").next().unwrap();
    let (caption, board) = step.split_once('\n').unwrap();
    let rows = board.lines().take(11).map(|row| row.split_whitespace().skip(1).collect::<String>());
    (caption.to_owned(), rows.collect())
}

/// Returns the total value of the stones on a board.
fn value(board: &str) -> u64 {
    board.chars().map(|sign| u64::from(sign == 'b') + 2 * u64::from(sign == 'w')).sum()
}

#[test]
fn any_game_is_replayed_from_its_number() {
    let place = Place::played(SMALL);
    place.copy("out", "slim");
    place.remove("slim/games.csv");
    place.good("run e.toml --out shard --shard 3/4");
    let journal = place.text("out/games.csv");
    let rows = table(&journal);
    let mut rng = GameRng::new(1, "games to replay");
    let drawn: BTreeSet<usize> = (0..40).map(|_| rng.below(144) as usize).chain([0, 143]).collect();
    for number in drawn {
        let row = &rows[number];
        let replay = place.good(&format!("replay out {number}"));
        let title = format!(
            "game {number}: {}, {}, {}, number {} of its cell\n\nbefore the first move\n",
            row["setup"], row["rules"], row["bots"], row["index"]
        );
        assert!(replay.starts_with(&title), "{replay}");
        let plies = replay.lines().filter(|line| line.starts_with("ply ")).count();
        assert_eq!(plies.to_string(), row["plies"]);
        let (caption, board) = last(&replay);
        let scores: Vec<&str> = ["score_1", "score_2", "score_3", "score_4"]
            .into_iter()
            .map(|column| row[column])
            .filter(|score| !score.is_empty())
            .collect();
        let who = match row["winner"] {
            "draw" => "a draw of players 1 and 2".to_owned(),
            shared if shared.contains('/') => {
                let seats = shared.split('/').map(|seat| seat_number(seat).to_string());
                format!("a draw of players {}", seats.collect::<Vec<_>>().join(" and "))
            }
            winner => format!("player {} wins", seat_number(winner)),
        };
        let over = format!("; the game is over: {}, {who}, {}", row["ending"], scores.join("-"));
        assert!(
            caption.starts_with(&format!("ply {plies}: ")) && caption.ends_with(&over),
            "{caption}\n{over}"
        );
        // Stones are on the board or were captured; in Brunei's game two became kas.
        let total: u64 = scores.iter().map(|score| score.parse::<u64>().unwrap()).sum();
        let gone =
            value(&last(replay.split("\n\nply 1:").next().unwrap()).1) - value(&board) - total;
        let kas = if row["rules"] == "brunei-slide" { 2..=4 } else { 0..=0 };
        assert!(kas.contains(&gone), "game {number}: {gone} points are neither here nor there");
        // Without the journal the bots play the game again.
        assert_eq!(place.good(&format!("replay slim {number}")), replay);
        let of_shard = format!("replay shard {number}");
        // Index plus cell, of twelve.
        if (number / 12 + number % 12) % 4 == 2 {
            assert_eq!(place.good(&of_shard), replay);
        } else {
            let why =
                format!("error: there is no game {number} among the 36 games of this folder\n");
            place.ends(&of_shard, 2, &why);
        }
    }
    for folder in ["out", "slim"] {
        for number in ["144", "18446744073709551615"] {
            let why =
                format!("error: there is no game {number} among the 144 games of this folder\n");
            place.ends(&format!("replay {folder} {number}"), 2, &why);
        }
    }
    assert_eq!(place.pasang("replay out -1").status, 2);
    assert_eq!(place.pasang("replay out first").status, 2);

    assert_eq!(place.good("replay out 5 --svg pictures/of/it"), "");
    let plies: usize = rows[5]["plies"].parse().unwrap();
    let pictures = place.files("pictures/of/it");
    let expected: Vec<String> = (0..=plies).map(|ply| format!("game-5-ply-{ply:03}.svg")).collect();
    assert_eq!(pictures.keys().cloned().collect::<Vec<_>>(), expected);
    for picture in pictures.values() {
        let text = std::str::from_utf8(picture).unwrap();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
    }
    place.good("replay slim 5 --svg again");
    assert_same(&place.files("again"), &pictures, "from the bots");
    // Moves of another game stand beside them, whatever their lengths.
    for number in [6, 7] {
        place.good(&format!("replay out {number} --svg again"));
        let own = format!("game-{number}-ply-");
        let found = place.files("again").into_keys().filter(|name| name.starts_with(&own)).count();
        assert_eq!(found, 1 + rows[number]["plies"].parse::<usize>().unwrap());
    }
    let mut beside = place.files("again");
    beside.retain(|name, _| name.starts_with("game-5-"));
    assert_same(&beside, &pictures, "beside other games");

    // Past the end of an incomplete journal there is no game yet.
    let ends: Vec<usize> = journal.match_indices('\n').map(|(at, _)| at + 1).collect();
    place.write("out/games.csv", &journal[..ends[10]]);
    assert_eq!(place.pasang("replay out 9").status, 0);
    for number in [10, 99] {
        let why = format!("error: game {number} has not been played: `games.csv` lacks it\n");
        place.ends(&format!("replay out {number}"), 2, &why);
    }
    // An invalid row is not shown.
    place.write(
        "out/games.csv",
        journal.replacen("\n0,0,0,catalogue-01,", "\n0,0,0,catalogue-02,", 1),
    );
    let why = "error: `out/games.csv`: line 2: column `setup` is `catalogue-02`, expected `catalogue-01`; \
               move it away, and `pasang run out/experiment.toml --out out` plays its games again\n";
    place.ends("replay out 0", 1, why);
}

/// Computes the interval of Newcombe's method 10, from Wilson's bounds as roots of a quadratic.
fn newcombe(one: (f64, f64), other: (f64, f64)) -> [f64; 3] {
    let (p1, p2) = (one.0, other.0);
    let ([low1, high1], [low2, high2]) = (wilson(one.0, one.1), wilson(other.0, other.1));
    let d = p2 - p1;
    [d, d - (p2 - low2).hypot(high1 - p1), d + (high2 - p2).hypot(p1 - low1)]
}

#[test]
fn folders_are_compared_cell_by_cell() {
    let one_cell = "seed = 1\ngames = 400\nsetups = [\"catalogue-05\"]\nrules = [\"brunei-slide\"]\n\
                    bots = [\"random\"]\n";
    let place = Place::with(one_cell);
    place.good("run e.toml --out a");
    let rows = place.text("a/cells.csv");
    let score = |text: &str| -> f64 { table(text)[0]["first_score"].parse().unwrap() };
    // Halves round away from zero.
    let shown = format!("{:.2}", (10_000.0 * score(&rows)).round() / 100.0);
    let counted = "1 cell in both, 0 only in A, 0 only in B; first player's score, \
                   95 % CI for each cell alone\n";
    assert_eq!(
        place.good("compare a a"),
        format!(
            "setup         rules         bots    games    A %    B %  B - A  95 % CI  method       verdict\n\
             catalogue-05  brunei-slide  random    400  {shown}  {shown}  +0.00  -        equal games  the same games\n\
             {counted}"
        )
    );

    // Other seeds: two samples.
    for (seed, games) in [(2, 400), (3, 150), (4, 1)] {
        let folder = format!("b{seed}");
        let text = one_cell.replace("seed = 1", &format!("seed = {seed}"));
        place.write("b.toml", text.replace("400", &games.to_string()));
        place.good(&format!("run b.toml --out {folder}"));
        let json = place.json(&format!("compare a {folder} --json"));
        let row = &json["comparisons"][0]["rows"][0];
        let figure = |value: &serde_json::Value| value.as_f64().unwrap();
        let other_rows = place.text(&format!("{folder}/cells.csv"));
        let (first, second) = (figure(&row["first_score"][0]), figure(&row["first_score"][1]));
        assert!((first - score(&rows)).abs() < 1e-6 && (second - score(&other_rows)).abs() < 1e-6);
        let expected = newcombe((first, 400.0), (second, f64::from(games)));
        for (name, expected) in ["difference", "low", "high"].into_iter().zip(expected) {
            near(figure(&row[name]), expected, 1e-12, name);
        }
        assert_eq!(row["method"], "newcombe-95");
        assert_eq!(row["games"], serde_json::json!([400, games]));
        // The table has the same figures.
        let text = place.good(&format!("compare a {folder}"));
        let ends = format!("{:+.2} to {:+.2}", 100.0 * expected[1], 100.0 * expected[2]);
        assert!(text.contains(&format!("  {ends}  newcombe-95  not significant\n")), "{text}");
    }

    // A folder without its games still has its tables.
    let with_games = place.good("compare a b2");
    place.remove("b2/games.csv");
    assert_eq!(place.good("compare a b2"), with_games);

    // The same experiment repeated: the manifests show it, with games or without.
    place.good("run e.toml --out again");
    place.remove("again/games.csv");
    let text = place.good("compare a again");
    assert!(text.contains("  +0.00  -        equal games  the same games\n"), "{text}");
    // Folders without common cells get a reason, and folders without tables a hint.
    place.write("c.toml", one_cell.replace("05", "07"));
    place.good("run c.toml --out c");
    let why = "A and B have no cell in common: none with the same stones, toggles and bots. `pasang balance` answers on crews of all classes together.\n";
    assert_eq!(place.good("compare a c"), why);
    place.good("run e.toml --shard 1/2 --out part");
    let why = "error: `part` is a shard, and has no tables of its own: merge all shards first\n";
    place.ends("compare part a", 2, why);

    // One pattern under two rule sets, and a third folder.
    place.write("jump.toml", one_cell.replace("slide", "jump"));
    place.good("run jump.toml --out jump");
    let text = place.good("compare a jump b3");
    assert!(text.contains("catalogue-05  brunei-slide, brunei-jump  random"), "{text}");
    assert!(text.contains("  C - A  ") && text.contains("only in C"), "{text}");

    // Counts tell as much with the games as without them.
    place.write("openings.toml", format!("openings = [\"c j\"]\n{one_cell}"));
    place.good("run openings.toml --out openings");
    let compared = place.good("compare a openings");
    assert!(compared.contains("newcombe-95") && compared.contains("One seed: "), "{compared}");
    place.remove("openings/games.csv");
    assert_eq!(place.good("compare a openings"), compared);
}

/// CSV writes these names in quotes, and the last look like other fields.
#[test]
fn names_with_commas_and_quotes_change_nothing_but_themselves() {
    let setups = SMALL.replace("catalogue-01", "1.txt").replace("catalogue-05", "5.txt");
    let experiment = setups.replace("\"bell\"]", "\"brunei-jump\"]");
    let place = Place::with(&experiment);
    let run = |[one, two]: [&str; 2], out: &str| {
        place.write_setup("1.txt", "catalogue-01", one);
        place.write_setup("5.txt", "catalogue-05", two);
        place.good(&format!("run e.toml --out {out}"));
    };
    run(["one", "two"], "plain");
    for names in [["a,b", "\"quoted\", twice"], [",,,a", "1,2,draw,stuck,7,7,,,1,00,00"]] {
        run(names, names[0]);
        let [one, two] = names.map(|name| format!("\"{}\"", name.replace('"', "\"\"")));
        for file in ["games.csv", "cells.csv", "seats.csv"] {
            let text = place.text(&format!("{}/{file}", names[0]));
            let text = text.replace(&one, "one").replace(&two, "two");
            assert_eq!(text, place.text(&format!("plain/{file}")), "{file}");
        }
    }
}

#[test]
fn stdout_says_nothing_of_time_place_and_threads() {
    let place = Place::with(SMALL);
    place.write("deep/down/f.toml", SMALL);
    let pairs = [
        ("run e.toml --out a --threads 1", "run deep/down/f.toml --out deep/b --threads 5"),
        ("run e.toml --out a --json", "run e.toml --out deep/b --json --threads 2"),
        ("report a", "report deep/b --threads 4"),
        ("report a --json", "report deep/b --json --threads 1"),
        ("verify a", "verify ./deep/../deep/b/ --threads 3"),
        ("compare a deep/b", "compare deep/b a"),
        ("compare a deep/b --json", "compare deep/b a --json"),
        ("replay a 7", "replay deep/b 7"),
    ];
    for (one, other) in pairs {
        let (first, second) = (place.pasang(one), place.pasang(other));
        assert_eq!((first.status, second.status), (0, 0), "{one}");
        assert_eq!(first.stdout, second.stdout, "{one} and {other}");
        assert!(!first.stdout.is_empty());
        for text in [&first.stdout, &first.stderr, &second.stdout, &second.stderr] {
            assert!(!text.contains('\x1b') && !text.contains('\r'), "{text:?}");
        }
        assert!(!second.stdout.contains("deep"), "{}", second.stdout);
    }
    assert_eq!(place.good("report a"), place.good("run e.toml --out a"));
    for wrong in ["run nothing.toml", "verify nothing", "merge a --out a", "run e.toml --threads 0"]
    {
        let ran = place.pasang(wrong);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{wrong}");
        assert!(!ran.stderr.contains('\x1b'), "{ran:?}");
    }
}

#[test]
fn nothing_moves_on_a_terminal_without_colours() {
    let place = Place::with(&SMALL.replace("games = 12", "games = 300"));
    let on_terminal = |before: &str, words: &str| {
        place.shell(&format!("{before} script -qec \"pasang {words}\" /dev/null"))
    };
    if place.shell("script -qec true /dev/null").status != 0 {
        return skipped("nothing_moves_on_a_terminal_without_colours", "there is no `script` here");
    }
    for (before, out) in [("NO_COLOR=1", "a"), ("env -u NO_COLOR TERM=dumb", "b")] {
        for words in ["run e.toml --out ", "report ", "verify ", "verify nothing/"] {
            let ran = on_terminal(before, &format!("{words}{out}"));
            assert!(!ran.stdout.contains('\x1b'), "{words}: {ran:?}");
        }
    }
    let coloured = on_terminal("env -u NO_COLOR TERM=xterm", "verify nothing").stdout;
    assert!(coloured.contains('\x1b'), "{coloured:?}");
    // No speed is shown before it is known.
    let moving = on_terminal("env -u NO_COLOR TERM=xterm", "run e.toml --out c").stdout;
    assert!(moving.contains(" of 3600 games") && !moving.contains(", ,"), "{moving:?}");
    let quiet = on_terminal("env -u NO_COLOR TERM=xterm", "run -q e.toml --out d").stdout;
    assert!(quiet.contains("catalogue-01") && !quiet.contains("games,"), "{quiet:?}");
    assert!(moving.contains("results are in") && !quiet.contains("results are in"), "{quiet:?}");
}

#[test]
fn nobody_need_listen() {
    let place = Place::with(SMALL);
    let without_seed = SMALL.replace("seed = 7", "");
    place.write("none.toml", without_seed);
    place.good("run e.toml --out out");
    let whole = place.files("out");
    // Output into a closed pipe: the folder decides the exit status.
    let closed = |words: &str, redirected: &str| {
        let line = format!("exec 9> >(true); wait $!; pasang {words} {redirected}");
        let ran = place.shell(&line);
        assert_eq!(ran.status, 0, "{words} {redirected}: {ran:?}");
        assert!(!ran.stderr.contains("panicked"), "{ran:?}");
    };
    for (number, redirected) in [">&9", ">&9 2>&9", "2>&9"].iter().enumerate() {
        closed(&format!("run e.toml --out out{number}"), redirected);
        assert_same(&place.files(&format!("out{number}")), &whole, redirected);
        closed(&format!("run none.toml --out none{number}"), redirected);
        let manifest = place.text(&format!("none{number}/manifest.json"));
        assert!(manifest.contains("\"finished\": true"), "{redirected}");
        closed(&format!("merge out --out merged{number}"), redirected);
        assert_same(&place.files(&format!("merged{number}")), &whole, redirected);
    }
    // A full disk behind stderr is no error.
    let ran = place.shell("pasang run e.toml --out full 2> /dev/full");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_same(&place.files("full"), &whole, "stderr on a full disk");
}

/// The expected values come from `date --utc --date=@N +%FT%TZ`.
#[test]
fn times_are_those_of_the_calendar() {
    for (seconds, told) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (951_868_800, "2000-03-01T00:00:00Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(pasang::run::run_log::utc(seconds), told);
    }
}
