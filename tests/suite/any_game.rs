//! Games of the user's own, which a command plays (docs/any-game.md): one that keeps to the protocol,
//! and ones that end, hang, lie, or answer nonsense.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crate::support::{Place, amount, assert_same, finished, has, python, until};

/// Experiment of a command that answers by the seed alone.
const EXPERIMENT: &str = r#"
title = "Coins"
seed = 3
games = 4
setups = ["small", "large, \"quoted\""]
bots = ["crew:low", "one", ["one", "two"]]
swap = true

[game]
command = ["sh", "game.sh"]
timeout = 2

[crew.low]
members = ["a", "b"]

[factorial]
coins = [1, 2]
edge = ["yes", "no"]
"#;

/// Such a command, in the shell; `ANSWER` stands for its answer.
const GAME: &str = r#"
while read -r line; do
    seed=${line#*: }; seed=${seed%%,*}
    case $line in
        *describe*) echo '{"name": "Coins", "seats": 2, "setups": ["small", "large*"], "players": ["a", "b", "one", "two"], "options": {"coins": ["*"], "edge": ["yes", "no"]}}' ;;
        *) ANSWER ;;
    esac
done
"#;

const HONEST: &str = r#"echo "{\"winner\": $((seed % 3)), \"first\": \"m$((seed % 2))\", \"plies\": $((seed % 50)), \"record\": \"a, $seed\", \"facts\": {\"heads\": $((seed % 5)).5}}""#;

/// Creates a place with the experiment and a command that answers so.
fn place(answer: &str) -> Place {
    let place = Place::with(EXPERIMENT);
    place.write("game.sh", GAME.replace("ANSWER", answer));
    place
}

/// Returns the rows of a table, whose texts may stand in quotes.
fn games_of(place: &Place, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(place.path(name)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn a_command_plays_into_a_table() {
    let place = place(HONEST);
    place.refuses("run e.toml", 2, "error: the experiment starts another program: `sh game.sh`");
    assert!(!Path::new(&place.path("results")).exists());
    let said = place.good("run e.toml --engines --out one --threads 1");
    has(&said, "2 patterns, 128 games, 2 seats\n");
    place.good("run e.toml --engines --out two --threads 2");
    assert_same(&place.files("two"), &place.files("one"), "threads");
    let text = place.text("one/games.csv");
    let header =
        "pattern,coins,edge,class,bot_1,bot_2,winner,first,reply,plies,end,seed,record,heads\n";
    assert!(text.starts_with(header), "{text}");
    let rows = games_of(&place, "one/games.csv");
    assert_eq!(rows.len(), 128);
    for row in &rows {
        let seed: u64 = row["seed"].parse().unwrap();
        assert_eq!(row["winner"], ["draw", "1", "2"][(seed % 3) as usize]);
        assert_eq!(row["record"], format!("a, {seed}"));
    }
    let first = ["class", "bot_1", "bot_2"].map(|name| rows[0][name].as_str());
    assert_eq!(first, ["low", "a", "a"]);
    let of_b = rows.iter().filter(|row| row["bot_1"] == "b" && row["bot_2"] == "b").count();
    assert_eq!(of_b, 2 * 4 * 2, "every member plays half of the games of its crew");
    let seeds: BTreeSet<_> = rows.iter().map(|row| &row["seed"]).collect();
    assert_eq!(seeds.len(), 128);
    // Other cells change no game.
    let fewer = EXPERIMENT.replace("setups = [\"small\", ", "setups = [");
    place.write("fewer.toml", fewer).good("run fewer.toml --engines --out fewer");
    let fewer = place.text("fewer/games.csv");
    assert!(fewer.lines().all(|line| text.contains(line)));
    // A part of the combinations of options is drawn by the seed; its text reads back.
    let drawn =
        EXPERIMENT.replace("edge = [\"yes\", \"no\"]", "edge = [\"yes\", \"no\"]\nruns = 3");
    place.write("drawn.toml", &drawn).good("run drawn.toml --engines --out drawn");
    assert_eq!(games_of(&place, "drawn/games.csv").len(), 2 * 3 * 4 * 4);
    has(&place.good("verify drawn --engines --games 20"), "20 of 96 games played again: all equal");
    place.write("all.toml", drawn.replace("runs = 3", "runs = \"all\""));
    place.good("run all.toml --engines --out all");
    assert_same(&place.files("all"), &place.files("one"), "all combinations");
    // More games add to the end.
    place.good("run e.toml --engines --out two --games 8");
    assert!(place.text("two/games.csv").starts_with(&text));
    place.refuses("run e.toml --engines --out two", 2, "results can be extended, not cut");
    place.refuses(
        "run e.toml --engines --out two --seed 4",
        2,
        "there `seed = 3`, here `seed = 4`",
    );
    place.refuses("report one", 2, "has a game of its own, which a command plays");
}

#[test]
fn a_run_is_proved_cited_and_planned() {
    let place = place(HONEST);
    place.good("run e.toml --engines --out one");
    let said = place.good("verify one");
    has(
        &said,
        "nothing differs; not proved: the games (`--engines` lets `sh game.sh` play them again)",
    );
    let said = place.good("verify one --engines");
    has(&said, "128 of 128 games played again: all equal\n");
    has(&said, "verified: nothing differs\n");
    let said = place.good("verify one --engines --games 5 --sample-seed 1");
    has(&said, "5 of 128 games played again: all equal\n");
    let cited = place.good("cite one");
    has(&cited, "cells       32 (2 setups x 4 rule sets x 4 line-ups), games = 4\n");
    has(&cited, "says        game: Coins\n");
    let plan = place.good("plan e.toml");
    has(&plan, "cells     32 (2 setups x 4 rule sets x 4 line-ups)\ngames     128 (4 a cell)\n");
    has(&plan, "time      not known: with `--engines` a few games are played by `sh game.sh`\n");
    has(&place.good("plan e.toml --engines"), "games played now)\n");
    // A forged row is found, without the command.
    let forged = place.text("one/games.csv").replacen(",draw,", ",1,", 1);
    place.forge("one", "games.csv", &forged);
    place.good("verify one");
    let ran = place.pasang("verify one --engines");
    assert_eq!(ran.status, 3);
    has(&ran.stdout, "1 of 128 games played again have other answers");
    has(&ran.stdout, "column `winner` is `1`, expected `draw`");
    let other = forged.replacen(",a,a,", ",b,b,", 1);
    place.forge("one", "games.csv", other);
    has(&place.differs("one").stdout, "column `bot_1` is `b`, expected `a`");
    // Without its games there is nothing to prove, or to answer from.
    place.remove("one/games.csv");
    place.refuses("balance one", 2, "cannot read `one/games.csv`");
    place.refuses("verify one", 2, "`one` has no `games.csv`; to play its games again: pasang run");
}

#[test]
fn an_interrupted_run_goes_on() {
    let place = place(&format!("sleep 0.02; {HONEST}"));
    place.good("run e.toml --engines --out whole");
    let running = place.start("run e.toml --engines --out part --threads 2");
    until("some rows", || place.has("part/games.csv") && place.text("part/games.csv").len() > 1000);
    running.signal("TERM");
    let ran = running.end();
    assert_eq!(ran.status, 143, "{ran:?}");
    has(&ran.stderr, "of 128 games played; to go on:");
    let begun = place.text("part/games.csv");
    assert!(place.text("whole/games.csv").starts_with(&begun));
    // A torn row is dropped, also in the middle of a quoted text.
    let torn = "large, \"\"quoted\"\"\",1,yes,low,a,a,1,m0,,3,,5,\"a,\n";
    place.write("part/games.csv", begun + "\"" + torn);
    has(&place.good("verify part"), "unfinished: ");
    let more =
        "`part` is not finished; to go on: pasang run part/experiment.toml --out part --engines";
    ["balance", "cite"].iter().for_each(|it| place.refuses(&format!("{it} part"), 1, more));
    place.good("run e.toml --engines --out part");
    assert_same(&place.files("part"), &place.files("whole"), "resumed");
    // What is no row is not dropped.
    let text = place.text("whole/games.csv");
    place.unfinish("whole");
    place.write("whole/games.csv", text.replacen("m1", "\"m1", 1));
    place.refuses("run e.toml --engines --out whole", 1, "games.csv`: line ");
}

#[test]
fn shards_make_up_the_whole() {
    let place = place(HONEST);
    place.good("run e.toml --engines --out whole");
    for part in 1..=3 {
        place.good(&format!("run e.toml --engines --shard {part}/3 --out s{part}"));
    }
    place.refuses("merge s1 s3 --out merged", 2, "these shards cannot be merged: missing: 2/3");
    place.refuses("balance s1", 2, "is a shard, and has no tables of its own: merge all shards");
    place.good("merge s3 s1 s2 --out merged");
    place.refuses("balance merged whole", 2, "`whole` holds the games of `merged`");
    assert_same(&place.files("merged"), &place.files("whole"), "merged");
    has(&place.good("verify merged --engines"), "verified: nothing differs\n");
}

#[test]
fn what_the_command_does_not_have_is_refused() {
    let place = place(HONEST);
    for (from, to, said) in [
        (
            "\"small\"",
            "\"smal\"",
            "error: Coins has no setup `smal`\n |\n = help: did you mean `small`?",
        ),
        (
            "\"one\", \"two\"",
            "\"one\", \"tow\"",
            "error: Coins has no player `tow`\n |\n = help: did you mean `two`?",
        ),
        (
            "edge =",
            "egde =",
            "error: Coins has no option `egde`\n |\n = help: did you mean `edge`?",
        ),
        (
            "\"yes\",",
            "\"yess\",",
            "error: Coins has no value of the option `edge`: `yess`\n |\n = help: did you mean `yes`?",
        ),
        ("[\"one\", \"two\"]", "[\"one\", \"two\", \"a\"]", "error: Coins has 2 seats"),
    ] {
        place.write("e.toml", EXPERIMENT.replace(from, to));
        place.refuses("run e.toml --engines", 2, said);
    }
    for (from, to, said) in [
        ("crew:low", "crew:lwo", "no crew `lwo`"),
        ("coins =", "class =", "no option can be called `class`"),
        ("timeout", "timeuot", "did you mean `timeout`?"),
        ("command = [\"sh\", \"game.sh\"]", "", "`[game]` lacks the key `command`"),
        ("games = 4", "rules = []", "unknown key `rules`"),
        ("\"small\", ", "\"small\", \"small\", ", "`small` is given twice"),
        ("members = [\"a\", \"b\"]", "members = [\"one\", \"b\"]", "`one` is given twice"),
        ("[\"sh\", \"game.sh\"]", "[\"no-such-program\"]", "cannot start `no-such-program`"),
    ] {
        place.write("e.toml", EXPERIMENT.replace(from, to));
        place.refuses("run e.toml --engines", 2, said);
    }
}

#[test]
fn a_bad_command_ends_the_run_and_keeps_its_games() {
    // From the third question of a process on it answers so.
    for (number, (answer, said)) in [
        (
            "echo oops >&2; exit 3",
            "no answer: the program has ended (exit status: 3); a command answers line by line until its stdin ends\nit wrote to stderr:\n  oops",
        ),
        ("sleep 60", "no answer within 2 s; `timeout = SECONDS` below `[game]` allows more"),
        ("yes noise | head -n 100000 >&2; sleep 60", "no answer within 2 s"),
        ("echo nonsense", "its answer `nonsense` is none: expected ident"),
        ("echo '[1]'", "its answer `[1]` is none: invalid type: sequence"),
        ("echo '{\"winner\": 3}'", "must have as `winner` a seat from 1 to 2, or 0 for a draw"),
        ("echo '{\"winner\": \"first\"}'", "invalid type: string \"first\""),
        ("echo '{}'", "must have one of `winner`, `scores`, `places` and `error`"),
        (
            "echo '{\"winner\": 1, \"scores\": [1, 0]}'",
            "must have one of `winner`, `scores`, `places` and `error`",
        ),
        ("echo '{\"scores\": [1, 0]}'", "games before it told their results as `winner`"),
        ("echo '{\"scores\": [1, 0, 2]}'", "must have a number for each of the 2 seats"),
        ("echo '{\"winner\": 1, \"seed\": 5}'", "has another `seed` than the question, "),
        (
            "echo '{\"winner\": 1, \"facts\": {\"tails\": 1}}'",
            "games before it did not tell the fact `tails`",
        ),
        ("echo '{\"winner\": 1, \"facts\": {\"heads\": \"x\"}}'", "invalid type: string \"x\""),
        (
            "echo '{\"winner\": 1, \"facts\": {\"score_1\": 1}}'",
            "has a fact `score_1`: tables have such a column anyway",
        ),
        ("printf '{\"winner\": 1}\\n{\"winner\": 1}\\n'", "it wrote a line without a question"),
        ("head -c 3000000 /dev/zero | tr '\\0' x; echo", "its answer is longer than 1048576 bytes"),
    ].into_iter().enumerate() {
        let counted = format!("n=$((n + 1)); if [ $n -gt 2 ]; then {answer}; else {HONEST}; fi");
        let place = place(&counted);
        let ran = place.pasang("run e.toml --engines --out out --threads 1");
        assert_eq!(ran.status, 1, "{answer}: {ran:?}");
        has(&ran.stderr, said);
        has(&ran.stderr, "to play it by hand:\n  echo '{\"seed\": ");
        let rows = place.text("out/games.csv").lines().count() - 1;
        // A second line may be noticed later.
        assert!(rows == 2 || answer.starts_with("printf"), "{answer}: {rows} rows");
        has(&ran.stderr, &format!("error: row {}, game {rows} (setup small, coins = ", rows + 1));
        has(&ran.stderr, &format!("kept: {rows} games; once the game is mended"));
        if rows > 2 || number >= amount(2, usize::MAX) {
            continue;
        }
        // Once it is mended, the same command goes on, also with another time limit.
        place.write("e.toml", EXPERIMENT.replace("timeout = 2", "timeout = 5"));
        place.write("game.sh", GAME.replace("ANSWER", HONEST));
        place.good("run e.toml --engines --out out");
        has(
            &place.good("verify out --engines --games 9"),
            "9 of 128 games played again: all equal",
        );
    }
}

/// Every process of a command that answers too much says so, also the first time.
#[test]
fn first_answers_may_be_too_long() {
    let place = place("head -c 3000000 /dev/zero | tr '\\0' x; echo");
    let ran = place.pasang("run e.toml --engines --out out --threads 2");
    assert_eq!(ran.status, 1, "{ran:?}");
    has(&ran.stderr, "its answer is longer than 1048576 bytes");
}

#[test]
fn a_game_without_result_is_counted_and_no_loss() {
    let answer = format!(
        "if [ $((seed % 4)) = 0 ]; then echo '{{\"error\": \"time limit\"}}'; else {HONEST}; fi"
    );
    let one = place(&answer);
    let said = one.good("run e.toml --engines --out out");
    let rows = games_of(&one, "out/games.csv");
    let without = rows.iter().filter(|row| row["winner"].is_empty() && row["end"] == "time limit");
    let without = without.count();
    has(
        &said,
        &format!("{} games, 2 seats, {without} games without result left out", 128 - without),
    );
    assert_eq!(
        without,
        rows.iter().filter(|row| row["seed"].parse::<u64>().unwrap() % 4 == 0).count()
    );
    // A game without any result has a table, too.
    let never = place("echo '{\"error\": \"crash\"}'");
    let ran = never.pasang("run e.toml --engines --out out");
    assert_eq!((ran.status, &*ran.stdout), (0, ""), "{ran:?}");
    has(&ran.stderr, "none of the 128 games has a result");
    // It shows nothing, nor the contrary.
    let required = |place: &Place| {
        finished(place.command("run e.toml --engines --out out --require").arg("within 10"))
    };
    let ran = required(&never);
    assert_eq!(ran.status, 5, "{ran:?}");
    // A table that cannot be read is wrong, and not open.
    let large = place("echo '{\"winner\": 1, \"facts\": {\"x\": 1e200}}'");
    let ran = required(&large);
    assert_eq!(ran.status, 2, "{ran:?}");
    has(&ran.stderr, "`x` is `1e+200`");
}

/// A command that answers by something else than the seed: by how many games it has played, or by chance.
#[test]
fn a_command_that_lies_about_its_seed_is_found() {
    for answer in [
        "n=$((n + 1)); echo \"{\\\"winner\\\": $((1 + n / 2 % 2))}\"",
        "echo \"{\\\"winner\\\": $((1 + $(od -An -N1 -tu1 /dev/urandom) % 2))}\"",
    ] {
        let place = place(answer);
        place.good("run e.toml --engines --out out --threads 1");
        let ran = place.pasang("verify out --engines --threads 1");
        assert_eq!(ran.status, 3, "{ran:?}");
        has(
            &ran.stdout,
            " of 128 games played again have other answers: the game is not reproducible from its seed; row ",
        );
        has(&ran.stdout, "to play it by hand:");
    }
}

#[test]
fn scores_and_places_have_a_column_for_each_seat() {
    let text =
        "seed = 1\ngames = 6\nbots = [\"a\"]\n[game]\ncommand = [\"sh\", \"game.sh\"]\nseats = 3\n";
    let place = Place::with(text);
    for (answer, header, shares) in [
        ("scores\": [3, 1.5, 3]", "score_1,score_2,score_3", ["1 50.0", "2 0.0", "3 50.0"]),
        ("places\": [2, 1, 3]", "place_1,place_2,place_3", ["1 0.0", "2 100.0", "3 0.0"]),
    ] {
        place.write("game.sh", format!("while read -r line; do echo '{{\"{answer}}}'; done"));
        let out = &header[..5];
        let said = place.good(&format!("run e.toml --engines --out {out}"));
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        shares.into_iter().for_each(|share| has(&said, &format!(" {share} (")));
        let header =
            format!("pattern,class,bot_1,bot_2,bot_3,{header},first,reply,plies,end,seed,record\n");
        let text = place.text(&format!("{out}/games.csv"));
        assert!(text.starts_with(&format!("{header}standard,a,a,a,a,")), "{text}");
    }
}

#[test]
fn the_examples_play() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_node = Command::new("node").arg("--version").output().is_ok();
    for (name, runs, games) in
        [("connect", python().is_some(), amount(4, 8)), ("cards", has_node, 60)]
    {
        if !runs {
            continue;
        }
        let place = Place::new();
        for ending in ["toml", "py", "js"] {
            let file = format!("examples/{name}.{ending}");
            if let Ok(text) = std::fs::read_to_string(top.join(&file)) {
                // One board takes a fourth of the time.
                let boards = amount("\"6x7\", \"5x6\", ", "");
                place.write(&file, text.replace(boards, ""));
            }
        }
        place.good(&format!("run examples/{name}.toml --engines --games {games}"));
        let said = place.good(&format!("verify results/{name} --engines --games 20"));
        has(&said, "20 of ");
        has(&said, "games played again: all equal");
    }
}
