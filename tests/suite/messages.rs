//! What the program says and does when something is not as it should be: a slip in a file, a file
//! of another kind, a signal while it works.

use std::time::{Duration, Instant};

use crate::support::{Place, Ran, until};

/// A single game that would take days.
const ENDLESS: &str = "seed = 1\ngames = 2\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\n\
                       bots = [\"mcts:playouts=1000000000\"]\n";

/// What stops at once needs no more than this, on a machine that does much else too.
const AT_ONCE: Duration = Duration::from_secs(10);

/// Starts the program, waits until it works, stops it, and says what it said.
fn stopped(place: &Place, words: &str, signal: &str) -> Ran {
    let run = place.start(words);
    // It listens to signals once it has begun to work.
    until("it listens", || run.signals("SigCgt") & (1 << 14 | 1 << 1) == 1 << 14 | 1 << 1);
    std::thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    run.signal(signal);
    let ran = run.end();
    assert!(begin.elapsed() < AT_ONCE, "{words}: {:?}", begin.elapsed());
    ran
}

#[test]
fn one_signal_ends_an_endless_game_and_says_how_to_go_on() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let place = Place::with(ENDLESS);
        let ran = stopped(&place, "run e.toml --out out --threads 2", signal);
        assert_eq!(ran.status, status, "{ran:?}");
        let lines: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(lines[lines.len() - 2], "stopped with 0 of 2 games played; to go on:");
        assert!(lines[lines.len() - 1].contains(" run e.toml --out out --threads 2"), "{ran:?}");
        assert_eq!(place.text("out/games.csv").lines().count(), 1);
    }
}

/// Search, as Monte Carlo does, looks whether to stop while it thinks about one move.
#[test]
fn searches_and_solutions_stop_too() {
    for bot in ["search:depth=60", "search:depth=1,solve=120", "search:nodes=1000000000000"] {
        let place = Place::with(&ENDLESS.replace("mcts:playouts=1000000000", bot));
        let ran = stopped(&place, "run e.toml --out out", "TERM");
        assert_eq!(
            (ran.status, ran.stderr.contains("stopped with 0 of 2")),
            (143, true),
            "{ran:?}"
        );
    }
}

/// The cells take turns: every second game is slow. What is played behind a dropped one is lost,
/// and what stays is the very beginning of the whole.
#[test]
fn what_is_kept_is_the_first_so_many_games() {
    let text = "seed = 1\ngames = 60\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\n\
                bots = [\"greedy\", \"search:depth=4\"]\n";
    let place = Place::with(text);
    place.good("run e.toml --out whole --threads 3");
    for _ in 0..4 {
        let run = place.start("run e.toml --out parts --threads 3");
        std::thread::sleep(Duration::from_millis(250));
        run.signal("INT");
        run.end();
    }
    place.good("run e.toml --out parts --threads 3");
    crate::support::assert_same(&place.files("parts"), &place.files("whole"), "stopped");
}

#[test]
fn long_commands_say_what_they_have_when_they_are_stopped() {
    let place = Place::with(ENDLESS);
    for (words, stdout, stderr) in [
        (
            "solve --setup catalogue-01 --rules brunei-slide",
            "winner  not proved\nopen    a b c d e f g h i j k\nnodes ",
            "this is what is proved so far",
        ),
        (
            "perft --setup catalogue-01 --rules brunei-slide --depth 60",
            "1 11\n2 60\n3 850\n",
            "stopped while counting depth ",
        ),
        ("plan e.toml", "", "stopped before a game of each rule set"),
        ("bench", "work ", "stopped before all was measured"),
    ] {
        let ran = stopped(&place, words, "INT");
        assert_eq!(ran.status, 130, "{words}: {ran:?}");
        assert!(ran.stdout.starts_with(stdout), "{words}: {ran:?}");
        assert!(ran.stderr.contains(stderr), "{words}: {ran:?}");
        assert!(!ran.stdout.contains("fingerprint"));
    }
}

/// Nothing moves where there is no terminal.
#[test]
fn a_solution_is_silent_where_there_is_no_terminal() {
    let place = Place::new();
    let ran = place.pasang("solve --setup catalogue-01 --rules brunei-slide --nodes 200000");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
}

/// The moves of the first position count like all others.
#[test]
fn a_solution_never_looks_at_more_positions_than_it_may() {
    let place = Place::new();
    for nodes in (1..=15).chain([100, 1000]) {
        for rules in ["brunei-slide", "bell"] {
            let text = place.good(&format!(
                "solve --setup catalogue-39 --rules {rules} --nodes {nodes} --json"
            ));
            let json: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(json["nodes"].as_u64().unwrap() <= nodes, "{rules} {nodes}: {text}");
        }
    }
}

const BOARD: &str = "wwwwwbbbbbw\nbwwwwbbbbww\nbbwwwbbbwww\nbbbwwbbwwww\nbbbbwbwwwww\nbbbbb_bbbbb\n\
                     wwwwwbwbbbb\nwwwwbbwwbbb\nwwwbbbwwwbb\nwwbbbbwwwwb\nwbbbbbwwwww\n";

/// As people type boards, and as they paste them.
#[test]
fn boards_are_read_as_people_write_them() {
    let place = Place::new();
    let spaced: String = BOARD
        .lines()
        .map(|row| row.chars().flat_map(|sign| [sign, ' ']).collect::<String>() + "\n")
        .collect();
    let numbered = |board: &str| -> String {
        let rows = board.lines().zip((1..=11).rev());
        rows.map(|(row, number)| format!("{number:>2}  {row}\n")).collect()
    };
    let both_sides: String =
        spaced.lines().zip((1..=11).rev()).map(|(row, n)| format!("{n} {row} {n}\n")).collect();
    let letters = "    a b c d e f g h i j k\n";
    let shown = place.good("setups show catalogue-01");
    let in_toml = |board: &str| {
        let rows: Vec<String> = board.lines().map(|row| format!("{row:?}")).collect();
        ENDLESS.replace("\"catalogue-01\"", "\"own\"")
            + &format!("[setup.own]\nrows = [{}]\n", rows.join(","))
    };
    for (name, text) in [
        ("blanks", spaced.clone()),
        ("capitals", BOARD.to_uppercase()),
        ("numbers", numbered(BOARD)),
        ("numbers-close", numbered(BOARD).replace(' ', "")),
        ("numbers-spaced", numbered(&spaced)),
        ("both-sides", both_sides),
        ("letters-below", numbered(&spaced) + letters),
        ("letters-above", letters.to_uppercase() + &numbered(&spaced) + letters),
        ("tabs", spaced.replace(' ', "\t")),
        ("shown", shown.clone()),
    ] {
        place.write(&format!("{name}.txt"), &text);
        let read = place.good(&format!("setups show --text {name}.txt"));
        assert!(read.ends_with(&format!("\n\n{BOARD}")), "{name}: {read}");
    }
    // What stands above a board that is shown is read as its headers.
    let text = place.good("setups show --text shown.txt");
    assert_eq!(text, place.good("setups show --text catalogue-01"));
    let mirrored = place.good("setups show mirror:catalogue-01");
    place.write("mirrored.txt", mirrored);
    assert!(
        place.good("setups show --text mirrored.txt").starts_with("name: mirror:catalogue-01\n")
    );
    for board in [spaced, BOARD.to_uppercase(), numbered(BOARD)] {
        place.write("own.toml", in_toml(&board).replace("mcts:playouts=1000000000", "random"));
        place.good("run own.toml --out own");
        std::fs::remove_dir_all(place.path("own")).unwrap();
    }
    // A diagram too, in which a `1` is no row's number.
    let diagram = "to-move: 1\nscore: 85-89\n\n11 1 . . . . . . . . . .\n10 . . . . . . . . . . .\n\
                   9 . . . . . . . . . . .\n8 . . . . . . . . . . .\n7 . . . . . . . . . . .\n\
                   6 W . . . . _ . . . . .\n5 . . . . . . . . . . .\n4 2 . . . . . . . . . .\n\
                   3 . . . . . . . . . . .\n2 . . b . . . . . . . .\n1 . . . . . . . . . . .\n\
                   \x20 a b c d e f g h i j k\n";
    place.write("diagram.txt", diagram);
    assert!(place.good("moves --position diagram.txt").starts_with("a11-"));
    let without: String = diagram
        .lines()
        .skip(3)
        .take(11)
        .map(|row| row.split_once(' ').unwrap().1.to_owned() + "\n")
        .collect();
    place.write("plain.txt", format!("to-move: 1\nscore: 85-89\n{without}"));
    assert_eq!(
        place.good("moves --position plain.txt"),
        place.good("moves --position diagram.txt")
    );
}

/// The messages, each by its first line.
fn errors(ran: &Ran) -> Vec<&str> {
    ran.stderr.lines().filter_map(|line| line.strip_prefix("error: ")).collect()
}

/// One slip, one message, which says what to do.
#[test]
fn one_slip_in_a_board_is_one_message() {
    let place = Place::new();
    let rows: Vec<&str> = BOARD.lines().collect();
    let with = |at: usize, row: &str| {
        let mut rows = rows.clone();
        rows[at] = row;
        rows.join("\n")
    };
    for (what, text) in [
        ("this row is broken in two", BOARD.replacen("bbwwwbbbwww", "bbwww\nbbbwww", 1)),
        ("2 rows stand in this line", BOARD.replacen("bbwwwbbbwww\n", "bbwwwbbbwww", 1)),
        ("unknown sign `x`", with(2, "bbwwxbbbwww")),
        ("unknown sign `x`", with(2, "bbwwxwbbbwww")),
        ("unknown signs `xyz`", with(2, "bbwxyzbbwww")),
        ("this row has 10 signs", with(2, "bbwwbbbwww")),
        ("no point on e6", with(5, "bbbb_bbbbbb")),
        ("the board has 10 rows", rows[..10].join("\n")),
        ("the board has 12 rows", BOARD.to_owned() + rows[0]),
        ("this row has 3 signs", with(2, "bbwwwbbbwww\nbbb")),
        ("11 rows have 12 signs, this one first", BOARD.replace('\n', "b\n")),
        ("unknown sign `o`, here and in 60 more places", BOARD.replace('w', "o").replace("_", "o")),
        ("unknown header `nmae`", format!("nmae: x\n{BOARD}")),
    ] {
        place.write("slip.txt", &text);
        let ran = place.pasang("setups check slip.txt");
        let found = errors(&ran);
        // Signs that stand together are told together, each such word once.
        let many = what.starts_with("unknown sign `o`");
        assert!(found.len() == 1 || many && found.len() < 6, "{what}\n{}", ran.stderr);
        assert!(found[0].starts_with(what) || many, "{what}\n{}", ran.stderr);
        assert_eq!(ran.status, 2);
    }
}

/// A file of another kind is called what it is, in one message.
#[test]
fn a_file_of_another_kind_is_called_what_it_is() {
    let place = Place::with(ENDLESS);
    place.write("mine.txt", BOARD);
    place.write("page.txt", "<html>\n<p>bwbw: 1\n");
    place.write("prose.txt", "Dear all,\n\nhere is the pattern: it has two rings.\nYours\n");
    place.write("rules.toml", "base = \"bell\"\n");
    place.write("games.csv", "game,cell,index\n0,0,0\n");
    place.write("cargo.toml", "[package]\nname = \"x\"\n");
    let plays = "an experiment plays it: `setups = [\"mine.txt\"]`";
    for (words, what, help) in [
        ("run mine.txt", "`mine.txt` is a setup: a pattern of stones, and no experiment", plays),
        ("run mine.txt", "`mine.txt` is", "`pasang setups check mine.txt`"),
        ("plan mine.txt", "`mine.txt` is a setup: a pattern of stones, and no experiment", plays),
        (
            "run rules.toml",
            "`rules.toml` is a table of rules, and no experiment",
            "rules = [\"rules.toml\"]",
        ),
        (
            "run games.csv",
            "`games.csv` is a table of results, and no experiment",
            "pasang report FOLDER",
        ),
        (
            "run cargo.toml",
            "`cargo.toml` is no experiment: it has none of the keys of one",
            "quick.toml",
        ),
        (
            "run prose.txt",
            "`prose.txt` is no experiment: it has none of the keys of one",
            "quick.toml",
        ),
        (
            "setups check e.toml",
            "`e.toml` is an experiment, and no board",
            "`pasang run e.toml` plays it",
        ),
        (
            "setups show ./rules.toml",
            "`./rules.toml` is a table of rules, and no board",
            "rules = [",
        ),
        (
            "setups check page.txt",
            "`page.txt` is a web page or a picture, and no board",
            "11 rows of 11 signs",
        ),
        ("setups check prose.txt", "`prose.txt` holds no board", "11 rows of 11 signs"),
        ("moves --setup catalogue-01 --rules ./mine.txt", "`./mine.txt` is a setup", "setups = ["),
        (
            "moves --setup catalogue-01 --rules e.toml",
            "`e.toml` is an experiment, and no file of rules",
            "plays it",
        ),
        (
            "moves --position mine.txt",
            "`mine.txt` is a setup, and no position",
            "`--setup` takes it",
        ),
        (
            "moves --rules bell --position mine.txt",
            "`mine.txt` is a setup, and no position",
            "`--setup` takes it",
        ),
    ] {
        let ran = place.pasang(words);
        let found = errors(&ran);
        assert!(found.len() == 1 && found[0].starts_with(what), "{words}\n{}", ran.stderr);
        assert!(ran.stderr.contains(help), "{words}\n{}", ran.stderr);
        assert!(ran.stderr.lines().count() <= 6, "{words}\n{}", ran.stderr);
        assert_eq!(ran.status, 2);
    }
}

/// What belongs to `--setup` is not passed over in silence where an experiment is named.
#[test]
fn options_of_a_setup_are_refused_beside_an_experiment() {
    let place = Place::new();
    for option in ["games 12", "bots greedy", "rules bell", "set reply=any-other", "openings all"] {
        let ran = place.pasang(&format!("run quick --{option}"));
        let word = option.split(' ').next().unwrap();
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{option}");
        assert!(ran.stderr.contains(&format!("`--{word}` beside `quick`")), "{}", ran.stderr);
    }
    assert!(!place.has("results"));
}

/// A word without its option was answered with an error about an experiment that nobody meant.
#[test]
fn a_word_that_stands_alone_is_answered_with_what_to_type() {
    let place = Place::new();
    for (words, told) in [
        ("run --setup catalogue-01 --bots greedy search:depth=2", "type `--bots search:depth=2`"),
        ("plan --setup catalogue-01 catalogue-02", "type `--setup catalogue-02`"),
        ("run --setup catalogue-01 --rules bell brunei-jump", "type `--rules brunei-jump`"),
        ("run --bots greedy", "name a setup, as `--setup catalogue-07`"),
    ] {
        let ran = place.pasang(words);
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{words}");
        assert!(ran.stderr.contains(told), "{words}: {}", ran.stderr);
    }
    // A folder has no name of signs that stand for others.
    let setup = place.good("setups show --text catalogue-01");
    place.write("one.txt", setup);
    place.good("run --setup on*.txt --games 1 --bots random");
    assert!(place.has("results/setups/games.csv"));
}

/// The statuses are this program's, one a line below the options.
#[test]
fn help_ends_with_the_exit_statuses() {
    let help = Place::new().good("--help");
    let (_, end) = help.split_once("Print version\n\nExit status:\n").unwrap();
    assert_eq!(end.lines().count(), 6, "{help}");
    assert!(!end.contains("`check`") && help.contains("\n\nPlay and look:\n  play "), "{help}");
}

/// What is wrong with a pattern's file is told with its place, whichever command reads it.
#[test]
fn a_faulty_pattern_is_told_by_run_as_by_others() {
    let place = Place::new();
    let board = place.good("setups show --text catalogue-05");
    let (head, rows) = board.split_at(board.find("\n\n").unwrap());
    for (what, changed) in [
        ("a sign", head.to_owned() + &rows.replacen('b', "x", 1)),
        ("a key", board.replacen("name:", "nmae:", 1)),
    ] {
        assert_ne!(changed, board);
        place.write("mine.txt", changed);
        let expected = place.pasang("setups show mine.txt");
        let ran = place.pasang("run --setup mine.txt --games 30");
        assert_eq!((expected.status, ran.status), (2, 2), "{what}");
        assert!(!expected.stderr.trim().is_empty());
        assert_eq!(ran.stderr, expected.stderr, "{what}");
    }
    assert!(!place.has("results"));
}

/// A key that is misspelt is told with what it seems to mean, and not once more as lacking.
#[test]
fn a_misspelt_key_is_one_message_with_a_hint() {
    let place = Place::new();
    let find = "setups = [\"catalogue-01\", \"catalogue-02\"]\nrules = [\"bell\"]\nbots = [\"random\"]\n\
                [find]\ntarget = \"most-balanced\"\nwithin = 0.02\nbatch = 10\nmax-games = 20\n";
    let rows: Vec<String> = BOARD.lines().map(|row| format!("{row:?}")).collect();
    let own = ENDLESS.replace("brunei-slide", "own").replace("catalogue-01", "mine")
        + &format!("[rule.own]\nbase = \"bell\"\n[setup.mine]\nrows = [{}]\n", rows.join(","));
    for (text, from, to) in [
        (ENDLESS, "setups", "setup"),
        (ENDLESS, "rules", "rule"),
        (ENDLESS, "setups", "setps"),
        (ENDLESS, "setups", "Setups"),
        (ENDLESS, "rules", "ruels"),
        (ENDLESS, "games", "game"),
        (ENDLESS, "bots", "bot"),
        (ENDLESS, "seed", "sead"),
        (find, "[find]", "[fnid]"),
        (find, "batch", "bacth"),
        (find, "max-games", "max_games"),
        (find, "within", "withn"),
        (find, "target", "tarqet"),
        (find, "max-games", "maxgames"),
        (&own, "base", "bas"),
        (&own, "rows", "row"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text);
        place.write("wrong.toml", &wrong);
        let ran = place.pasang("plan wrong.toml");
        assert_eq!(errors(&ran).len(), 1, "{from} {to}\n{}", ran.stderr);
        let meant = from.trim_matches(['[', ']']);
        assert!(ran.stderr.contains(&format!("did you mean `{meant}`?")), "{to}\n{}", ran.stderr);
    }
}

/// A glob is about built-in names, or about files; where nothing matches, there is a hint.
#[test]
fn globs_match_built_in_names() {
    let place = Place::new();
    place.write("catalogue-0x.txt", BOARD);
    place.write("draft-1", BOARD);
    let cells = |glob: &str| {
        place.write(
            "g.toml",
            ENDLESS.replace("catalogue-01", glob).replace("mcts:playouts=1000000000", "random"),
        );
        let _ = std::fs::remove_dir_all(place.path("g"));
        let ran = place.pasang("run g.toml --out g");
        let named = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
        let lines = ran.stdout.lines().skip_while(|line| !line.contains("rules  ")).skip(1);
        let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).map(named).collect();
        (lines, ran.stderr)
    };
    let numbers =
        |from: u32, to: u32| (from..=to).map(|it| format!("catalogue-{it:02}")).collect::<Vec<_>>();
    assert_eq!(cells("catalogue-0*").0, numbers(1, 9));
    assert_eq!(
        cells("catalogue-?2").0,
        ["catalogue-02", "catalogue-12", "catalogue-22", "catalogue-32"]
    );
    assert_eq!(cells("mirror:catalogue-0[").0, [""; 0]);
    assert_eq!(cells("mirror:catalogue-00*").0, [""; 0]);
    assert_eq!(cells("mirror:*-01").0, ["mirror:catalogue-01"]);
    // A `.` or a `/` tells that files are meant; a glob that no built-in name matches takes files.
    assert_eq!(cells("catalogue-0*.txt").0, ["catalogue-0x"]);
    assert_eq!(cells("./catalogue-0*").0, ["catalogue-0x"]);
    assert_eq!(cells("draft*").0, ["draft-1"]);
    let hint = cells("catalog-0*").1;
    assert!(hint.contains("no built-in setup and no file matches `catalog-0*`"), "{hint}");
    assert!(cells("zzz*").1.contains("`pasang setups list` names those that are built in"));
}

/// Many rules with long names, and many setups.
#[test]
fn tables_fit_where_nobody_says_how_wide_the_terminal_is() {
    let place = Place::new();
    let text = "seed = 1\ngames = 2\nsetups = [\"catalogue-0*\"]\nrules = [\"brunei-slide\"]\n\
                bots = [\"random\", [\"mcts:playouts=1,noise=0.25\", \"search:depth=1,eval=score\"]]\n\
                [sweep]\nreply = [\"diagonal\", \"diagonal-or-middle\", \"any-but-rotated\"]\n\
                stuck = [\"loses\", \"score-decides\"]\n";
    place.write("wide.toml", text);
    let ran = place.pasang("run wide.toml --out wide");
    assert_eq!(ran.status, 0, "{ran:?}");
    for words in ["report wide", "compare wide wide"] {
        let text = place.good(words);
        // Sentences are the terminal's to break.
        let in_columns = text.lines().filter(|line| line.trim().contains("  "));
        let widest = in_columns.max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 120, "{words}\n{widest}");
        assert!(text.contains("brunei-slide+reply="), "{words}\n{text}");
    }
    assert_eq!(ran.stdout, place.good("report wide"));
}

/// Signs between U+0080 and U+009F are commands to some terminals, as escape is to all; a fuzzer found
/// that they were printed as they are.
#[test]
fn control_signs_of_a_file_never_reach_the_terminal() {
    let place = Place::new();
    place.write("d.txt", "to-move: 1\nscore: 0-0\n\n.w..\u{1}\u{90}\u{1b}\u{9b}2J.....\n");
    let ran = place.pasang("moves --position d.txt");
    assert_eq!(ran.status, 2, "{ran:?}");
    let commands = ran.stderr.chars().filter(|&sign| sign.is_control() && sign != '\n');
    assert_eq!(commands.count(), 0, "{:?}", ran.stderr);
    assert!(ran.stderr.contains("this row has"), "{ran:?}");
}

/// The rows of a setup and nothing else.
fn bare_rows(place: &Place, name: &str) -> String {
    let shown = place.good(&format!("setups show {name} --text"));
    let rows = shown.lines().filter(|line| !line.contains(':') && !line.is_empty());
    rows.map(|row| format!("{row}\n")).collect()
}

#[test]
fn a_drawing_from_stdin_needs_no_name() {
    let place = Place::new();
    place.write("rows", bare_rows(&place, "catalogue-20"));
    for words in ["setups check -", "setups show -"] {
        let said = place.quiet(&format!("pasang {words} < rows"));
        assert!(said.contains("stdin\n") && said.contains("60 black, 60 white"), "{said}");
    }
    let said = place.quiet("pasang setups show --text mirror:- < rows");
    assert!(said.starts_with("name: mirror:stdin\n"), "{said}");
    let ran = place.shell("pasang run --setup - --games 2 --bots random --seed 1 < rows");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.starts_with("On stdin "), "{ran:?}");
    assert!(place.text("results/stdin/cells.csv").contains("\n0,stdin,"));
    // A name goes before it.
    let said = place.quiet("(echo name: mine; echo; cat rows) | pasang setups check -");
    assert!(said.starts_with("-\n  name      mine\n"), "{said}");
    // What is wrong there is told of stdin.
    let ran = place.shell("sed '1s/^./x/' rows | pasang setups check -");
    assert!(ran.status == 2 && ran.stderr.contains(" --> stdin:1:"), "{ran:?}");
}

#[test]
fn what_is_empty_or_no_folder_is_told_as_that() {
    let place = Place::new();
    place.write("empty", "").write("comments", "# nothing\n\n");
    for (words, name) in [
        ("replay -", "stdin"),
        ("replay - 1", "stdin"),
        ("replay empty", "empty"),
        ("replay comments 2", "comments"),
    ] {
        let ran = place.pasang(words);
        assert_eq!(ran.status, 2, "{ran:?}");
        let told = format!("error: there is no game in `{name}`: it is empty\n");
        assert!(ran.stderr.starts_with(&told), "{words}: {ran:?}");
    }
    place.good("run --setup catalogue-01 --bots random --games 4 --seed 1 --out out");
    let ran = place.pasang("verify out --games 0");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
    let told = "1 or more: that none is played again proves nothing of the games";
    assert!(ran.stderr.contains(told), "{ran:?}");
    place.write("out/games.csv", "");
    let ran = place.pasang("replay out 0");
    assert_eq!(ran.stderr, "error: game 0 has not been played: no game is in `games.csv`\n");
}

/// What is allowed is said wherever a value is not.
#[test]
fn values_that_are_not_allowed_lead_to_those_that_are() {
    let place = Place::new();
    for (words, told) in [
        ("--openings cz", "expected two columns from a to k, as `c j`; `*` is any move"),
        ("--openings cj", "expected two columns from a to k, as `c j`; `*` is any move"),
        ("--openings al", "did you mean `all`?"),
        ("--set stuck=foo", "expected `loses` or `score-decides`"),
        ("--bots search:depth=x", "expected a whole number from 1 to 120"),
    ] {
        let ran = place.pasang(&format!("run --setup catalogue-01 {words}"));
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stderr.contains(told), "{words}: {}", ran.stderr);
    }
}

/// On a narrow terminal no line of a list of moves is longer than it.
#[test]
fn lists_of_moves_fit_the_terminal() {
    let place = Place::new();
    for columns in [40, 30, 80] {
        let play = "pasang play --two --after \"c j\"";
        let ran = place.shell(&format!(
            "printf 'moves\\na5-a6\\nquit\\n' | TERM=xterm NO_COLOR=1 script -qec 'stty cols {columns} rows 24 -echo; {play}' /dev/null"
        ));
        let is_item =
            |line: &&str| line.starts_with("  ") && line.contains('-') && line.contains(" +");
        let lines: Vec<&str> =
            ran.stdout.lines().map(|line| line.trim_end_matches('\r')).filter(is_item).collect();
        assert!(lines.len() > 5, "{ran:?}");
        let widest = lines.iter().map(|line| line.len()).max().unwrap();
        assert!(widest < columns, "{columns}: {lines:#?}");
        // Three stand side by side where there is room.
        assert_eq!(widest > 50, columns == 80, "{lines:#?}");
    }
}

/// What is proved in a contest is said in words that the table explains.
#[test]
fn a_contest_says_how_near_to_the_most_balanced_is_proved() {
    let place = Place::with(
        "seed = 1\nsetups = [\"catalogue-01\", \"catalogue-02\"]\nrules = [\"brunei-slide\"]\n\
         bots = [\"random\"]\n\n[find]\ntarget = \"most-balanced\"\nwithin = 0.35\nbatch = 20\nmax-games = 60\n",
    );
    let said = place.good("run e.toml --out out");
    assert!(said.contains("  from even  "), "{said}");
    assert!(said.contains("  within 35 points of the most balanced"), "{said}");
    assert!(
        said.contains("From even: how far the first player's score is from an even one"),
        "{said}"
    );
    assert!(said.contains("Within so many points of the most balanced: no other setup"), "{said}");
}
