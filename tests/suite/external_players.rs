//! External engines as players of an experiment (docs/protocol.md): correct ones, and ones that
//! crash, hang, cheat or print garbage.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{Place, assert_same, has, program, python, shown, skipped, table, until};

/// Engine as a shell script that works correctly up to a point.
const FAITHFUL: &str = r#"
while read -r order rest; do
    case $order in
        hello) echo "id shell"; echo "hello 1" ;;
        isready) echo readyok ;;
        go) SAY ;;
        quit) exit 0 ;;
    esac
done
"#;

/// Creates a place with an experiment of this engine against greedy.
fn place(command: &str, more: &str) -> Place {
    Place::with(&format!(
        "seed = 7\ngames = 4\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\n\
         bots = [\"greedy\", [\"engine:it\", \"greedy\"]]\nopenings = \"all\"\n{more}\n\
         [engine.it]\ncommand = {command}\npatience = 1\n"
    ))
}

/// Returns the command of `pasang engine`.
fn own(options: &str) -> String {
    format!("[\"{}\", \"engine\"]\n{options}", shown(program()))
}

#[test]
fn this_program_plays_itself_over_the_line() {
    let place =
        place(&own("options = { bot = \"search:depth=2\" }\npositions = 300"), "swap = true");
    place.good("run e.toml --engines --out one --threads 1");
    let verified = place.good("verify one");
    for said in [
        "12 rows, each agrees with its own moves",
        "8 games by players from outside: every move is legal, and no seed brings the others back\n",
        "4 of 12 games played again: all equal\n",
        "verified: nothing differs; not proved: what players from outside chose in 8 games\n",
    ] {
        assert!(verified.contains(said), "{said}: {verified}");
    }
    // It receives the seed of each game: the game is the same on any thread.
    place.good("run e.toml --engines --out two --threads 3");
    assert_eq!(place.text("one/games.csv"), place.text("two/games.csv"));
    // Different games have different seeds, with equal first moves or not.
    let games = place.table("one/games.csv");
    let by_engine = games.iter().filter(|row| row["bots"] == "engine:it/greedy");
    assert_eq!(
        by_engine.map(|row| row["moves"]).collect::<std::collections::BTreeSet<_>>().len(),
        4
    );
    // The searching engine is stronger.
    let report = place.good("report one --full").replace('\n', " ");
    assert!(report.contains("On catalogue-01 (brunei-slide) engine:it scores 87.5 "), "{report}");
    let cited = place.good("cite one");
    assert!(cited.contains("games of engines cannot be played again"), "{cited}");
    assert!(cited.contains("; openings = \"all\"\n"), "{cited}");
    let version = concat!("engines     it: pasang ", env!("CARGO_PKG_VERSION"));
    assert!(cited.contains(version), "{cited}");
    assert!(place.text("one/report.html").contains("Players from outside took part"));
    // Rules with other toggles, and Bell's game, are sent in full.
    let text = place
        .text("e.toml")
        .replace("rules = [\"brunei-slide\"]", "rules = [\"house\", \"bell-ludii\"]");
    let house = "[rule.house]\nbase = \"pasang-emas\"\nvalues = { black = 2, white = 3 }\nstuck = \"score-decides\"\n";
    place.write("rules.toml", format!("{text}\n{house}"));
    place.good("run rules.toml --engines --out rules");
    let verified = place.good("verify rules");
    assert!(verified.contains("verified: nothing differs; not proved: what players"), "{verified}");
}

#[test]
fn the_example_in_python_plays() {
    let Some(python) = python() else {
        return skipped("external_players::the_example_in_python_plays", "there is no Python");
    };
    let python = shown(Path::new(python.get_program()));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/random_engine.py");
    let place = place(&format!("[\"{python}\", \"{script}\"]"), "");
    let text = place.text("e.toml").replace("patience = 1", "patience = 60");
    place.write("e.toml", text);
    let ran =
        place.shell(&format!("PASANG={} pasang run e.toml --engines --out out", shown(program())));
    assert_eq!(ran.status, 0, "{ran}");
    let games = place.table("out/games.csv");
    let moves: Vec<&str> =
        games.iter().filter(|row| row["bots"].contains("engine")).map(|row| row["moves"]).collect();
    assert_eq!(moves.len(), 4);
    place.good("verify out");
}

/// Engine errors and their messages; earlier games are kept.
#[test]
fn whatever_an_engine_does_wrong_ends_the_run_with_a_message() {
    let faithful = |say: &str| ("[\"sh\", \"engine.sh\"]".to_owned(), format!("# {say}"));
    let reference = |script: &str| (format!("[\"sh\", \"-c\", \"{script}\"]"), String::new());
    for (case, (command, options), said) in [
        (
            "missing",
            ("[\"./no-such-engine\"]".to_owned(), String::new()),
            "cannot start `./no-such-engine`",
        ),
        ("crash", reference("exit 3"), "the program has ended (exit status: 3)"),
        ("hang", reference("cat > /dev/null"), "no `hello`: its time is up"),
        ("hello", reference("echo hello 2; cat > /dev/null"), "its protocol is 2, and 1 is wanted"),
        ("closed", reference("exec sleep 30 >&-"), "it has closed its end of the line"),
        ("endless", reference("yes rubbish"), "no `hello`: its time is up"),
        (
            "long",
            reference("head -c 3000000 /dev/zero; cat > /dev/null"),
            "no `hello`: its time is up",
        ),
        ("illegal", faithful("echo bestmove z9"), "`z9` is not legal"),
        ("nothing", faithful("echo bestmove"), "`bestmove` without a move"),
        ("escape", faithful("printf 'bestmove \\033[2Jx\\n'"), "`[2Jx` is not legal"),
        ("dies", faithful("exit 7"), "the program has ended (exit status: 7)"),
        ("slow", faithful("exec sleep 30"), "no `bestmove`: its time is up"),
        ("error", faithful("echo error no idea"), "it says `error no idea`"),
        (
            "option",
            (own("options = { bot = \"sarch\" }"), String::new()),
            "it says `error bot `sarch`",
        ),
    ] {
        let place = place(&command, &options);
        let say = options.strip_prefix("# ").unwrap_or_default();
        place.write("engine.sh", FAITHFUL.replace("SAY", say));
        let begin = Instant::now();
        let ran = place.pasang("run e.toml --engines --out out --threads 2");
        assert_eq!(ran.status, 1, "{case}: {ran}");
        assert!(ran.stderr.contains(said), "{case}: {ran}");
        assert!(ran.stderr.contains("engine `it`: "), "{case}: {ran}");
        assert!(!ran.stderr.contains('\u{1b}'), "{case}: {ran}");
        let kept = "kept: 1 game; once the engine is mended, the same command goes on from there";
        assert!(ran.stderr.contains(kept), "{case}: {ran}");
        // It is not waited for beyond its time limit, with room for a busy machine.
        assert!(begin.elapsed() < Duration::from_secs(25), "{case}");
        // The first game has only greedy, and is kept.
        assert_eq!(place.table("out/games.csv").len(), 1, "{case}");
        assert!(place.good("verify out").contains("unfinished: 1 of 8 games"), "{case}");
    }
}

/// After an engine that failed in its third game is fixed, the run resumes.
#[test]
fn a_run_goes_on_once_the_engine_is_mended() {
    let inner = "if [ -e broken ]; then n=$(cat count); n=$((n + 1)); echo $n > count; [ $n -gt 60 ] && exit 9; fi; \
                 true";
    let script = format!(
        "coproc=x\nmkfifo in.$$ out.$$ 2>/dev/null\n\"{}\" engine --bot greedy < in.$$ > out.$$ &\n\
         exec 3> in.$$ 4< out.$$\nwhile read -r line; do\n  case $line in\n    go*) {inner} ;;\n  esac\n\
         printf '%s\\n' \"$line\" >&3\n  case $line in\n    hello*) while read -r a <&4; do echo \"$a\"; \
         case $a in hello*) break ;; esac; done ;;\n    isready*|go*) read -r a <&4; echo \"$a\" ;;\n    \
         quit) exit ;;\n  esac\ndone\n",
        shown(program())
    );
    let place = place("[\"sh\", \"broken.sh\"]", "");
    place.write("broken.sh", script).write("broken", "").write("count", "0\n");
    let text = place.text("e.toml").replace("patience = 1", "patience = 30");
    place.write("e.toml", text);
    let why = "the program has ended (exit status: 9)";
    place.refuses("run e.toml --engines --out out --threads 1", 1, why);
    let before = place.text("out/games.csv");
    let games = table(&before).len();
    assert!((2..8).contains(&games), "{games}");
    place.remove("broken");
    place.good("run e.toml --engines --out out --threads 1");
    let after = place.text("out/games.csv");
    assert!(after.starts_with(&before) && table(&after).len() == 8);
    place.good("verify out");
}

/// One engine does not answer, and one does not read: more than a pipe holds is on its way to it,
/// 64 KiB on Linux (pipe(7)).
#[test]
fn neither_ctrl_c_nor_patience_waits_for_an_engine() {
    let long = format!("options = {{ text = \"{}\" }}", "x".repeat(200_000));
    for (script, options) in [
        ("touch there; exec sleep 60", ""),
        ("read -r hello; echo hello 1; touch there; exec sleep 60", &long),
    ] {
        let place = place(&format!("[\"sh\", \"-c\", \"{script}\"]\n{options}"), "");
        let text = place.text("e.toml");
        place.write("e.toml", text.replace("patience = 1", "patience = 600"));
        let mut run = place.start("run e.toml --engines --out out");
        until("the engine is asked", || place.has("there"));
        let begin = Instant::now();
        run.signal("INT");
        until("the run ends", || !run.is_alive());
        let ran = run.end();
        assert_eq!(ran.status, 130, "{ran}");
        assert!(ran.stderr.contains("to go on"), "{ran}");
        assert!(begin.elapsed() < Duration::from_secs(20));
        place.write("e.toml", text);
        let mut run = place.start("run e.toml --engines --out out");
        until("its time is up", || !run.is_alive());
        let ran = run.end();
        assert!(ran.status == 1 && ran.stderr.contains("its time is up"), "{ran}");
    }
}

/// An engine started by a wrapper is ended with it, whether the wrapper exits when asked to or not.
#[test]
fn what_an_engine_has_started_is_ended_with_it() {
    for script in ["exec sleep 300", "cat > /dev/null", "exit 0"] {
        let command = format!("[\"sh\", \"-c\", \"sleep 299 & echo $! > started; {script}\"]");
        let place = place(&command, "");
        assert_eq!(place.pasang("run e.toml --engines --out out").status, 1);
        let id = place.text("started").trim().to_owned();
        // An exited process may remain a zombie until it is reaped.
        until("the engine ends", || {
            let status = std::fs::read_to_string(format!("/proc/{id}/status"));
            status.map_or(true, |status| status.contains("\nState:\tZ"))
        });
    }
}

/// A process in a session of its own is ended too.
#[test]
#[cfg(target_os = "linux")]
fn what_an_engine_has_started_elsewhere_is_ended_with_it() {
    let place = place("[\"bash\", \"engine.sh\"]", "");
    let engine = own("");
    let engine = engine.split('"').nth(1).unwrap();
    place.write(
        "engine.sh",
        format!("setsid sleep 1000 & echo $! >> started\nexec \"{engine}\" engine --bot random\n"),
    );
    place.good("run e.toml --engines --out out");
    let started = place.text("started");
    assert!(!started.is_empty());
    for process in started.lines() {
        until("it ends", || {
            let status = std::fs::read_to_string(format!("/proc/{process}/status"));
            status.is_ok_and(|text| text.contains("State:\tZ"))
                || !Path::new(&format!("/proc/{process}")).exists()
        });
    }
}

/// `patience` says nothing of the time that a program has to show that it is an engine.
#[test]
fn a_stranger_s_commands_are_started_only_if_the_user_allows_it() {
    let place = place("[\"sh\", \"-c\", \"touch started; cat > /dev/null\"]", "");
    let text = place.text("e.toml").replace("patience = 1", "patience = 600");
    let (_, engine) = text.split_once("\n\n").unwrap();
    place.write("e.toml", &text).write("players.toml", engine);
    let command = "`sh -c 'touch started; cat > /dev/null'` as engine:it";
    let matched = "match engine:it random --players players.toml";
    for words in ["run e.toml", "profile e.toml", matched] {
        place.refuses(words, 2, command);
    }
    has(&place.good("plan e.toml"), "time      not known: `plan` starts no engine\n");
    assert!(place.json("plan e.toml --json")["seconds"].is_null());
    assert!(!place.has("started") && !place.has("results"));
    let begin = Instant::now();
    let ran = place.pasang(&format!("{matched} --engines"));
    assert!(ran.status == 1 && place.has("started"), "{ran}");
    assert!(ran.stderr.starts_with(&format!("starting {command}\n")), "{ran}");
    has(&ran.stderr, "no `hello`: its time is up");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

/// Verifying or reporting foreign results never starts a program that they name.
#[test]
fn commands_in_results_are_never_run_by_those_who_only_look() {
    let place = place(&own("positions = 50"), "");
    place.good("run e.toml --engines --out out");
    let text = place.text("out/experiment.toml");
    let at = text.find("command = ").unwrap();
    let line = text[at..].lines().next().unwrap();
    let changed = text.replace(line, "command = [\"touch\", \"started\"]");
    place.forge("out", "experiment.toml", changed);
    // With the games, and without: then they are unknown, and no engine is started for them.
    for round in 0..2 {
        for words in ["verify", "report", "export", "replay", "cite"] {
            let more = if words == "replay" { " 1" } else { "" };
            place.pasang(&format!("{words} out{more}"));
            assert!(!place.has("started"), "{words} {round}");
        }
        if round == 0 {
            place.remove("out/games.csv");
        }
    }
    // Irreproducible games are not replaced by others.
    let left = place.files("out");
    for words in ["replay out 1", "run out/experiment.toml --engines --out out"] {
        place.refuses(words, 2, "no seed brings them back");
    }
    assert_same(&place.files("out"), &left, "refused");
    assert!(!place.has("started"));
}

#[path = "../../examples/experiment.rs"]
#[allow(dead_code)]
mod own_bot;

/// A bot in Rust plays the games of its cell, and is named there like an engine.
#[test]
fn a_bot_of_the_callers_plays_in_an_experiment() {
    let cells = own_bot::cells().unwrap();
    let rows = table(&cells);
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0]["bots"], rows[0]["games"]), ("engine:most-stones/greedy", "120"));
}
