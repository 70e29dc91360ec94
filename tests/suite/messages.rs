//! Messages and behaviour on errors: a mistake in a file, a file of the wrong kind, a signal during
//! work.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{Place, Ran, Running, until};

/// An experiment of two games that would take days.
const ENDLESS: &str = "seed = 1\ngames = 2\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\n\
                       bots = [\"mcts:playouts=1000000000\"]\n";

/// Upper bound on the time to stop, also on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(10);

/// Starts the program, signals it once it works, or closes its stdin, and returns how it ended.
fn stopped(place: &Place, words: &str, signal: &str) -> Ran {
    let (mut command, pipe) = (place.command(words), Stdio::piped);
    let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    let stdin = child.stdin.take();
    let run = Running::from(child);
    // Signal handlers are installed once work has begun.
    until("it listens", || run.signals("SigCgt") & (1 << 14 | 1 << 1) == 1 << 14 | 1 << 1);
    std::thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    match signal {
        "close" => drop(stdin),
        _ => run.signal(signal),
    }
    let ran = run.end();
    assert!(begin.elapsed() < AT_ONCE, "{words}: {:?}", begin.elapsed());
    ran
}

/// All searches check for cancellation within a move.
#[test]
fn one_signal_ends_an_endless_game_and_says_how_to_go_on() {
    for (bot, signal, status) in [
        ("mcts:playouts=1000000000", "INT", 130),
        ("mcts:playouts=1000000000", "TERM", 143),
        ("search:depth=60", "TERM", 143),
        ("search:depth=1,solve=120", "INT", 130),
        ("search:nodes=1000000000000", "TERM", 143),
        ("mcts:playouts=1000000000", "close", 143),
    ] {
        let place = Place::with(&ENDLESS.replace("mcts:playouts=1000000000", bot));
        let watch = if signal == "close" { "--stop-with-stdin " } else { "" };
        let ran = stopped(&place, &format!("{watch}run e.toml --out out --threads 2"), signal);
        assert_eq!(ran.status, status, "{ran:?}");
        let lines: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(lines[lines.len() - 2], "stopped with 0 of 2 games played; to go on:");
        assert!(lines[lines.len() - 1].contains(" run e.toml --out out --threads 2"), "{ran:?}");
        assert_eq!(place.text("out/games.csv").lines().count(), 1);
    }
}

/// Cells alternate, so that every second game is slow. Games after a missing one are discarded: the
/// journal is always a prefix of the whole.
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
        ("plan e.toml", "", "stopped before one game of each rule set"),
        ("bench", "work ", "stopped before all was measured"),
    ] {
        let ran = stopped(&place, words, "INT");
        assert_eq!(ran.status, 130, "{words}: {ran:?}");
        assert!(ran.stdout.starts_with(stdout), "{words}: {ran:?}");
        assert!(ran.stderr.contains(stderr), "{words}: {ran:?}");
        assert!(!ran.stdout.contains("fingerprint"));
    }
}

/// The moves of the first position count towards the node limit.
#[test]
fn a_solution_never_looks_at_more_positions_than_it_may() {
    let place = Place::new();
    for nodes in (1..=15).chain([100, 1000]) {
        for rules in ["brunei-slide", "bell"] {
            let words =
                format!("solve --setup catalogue-39 --rules {rules} --nodes {nodes} --json");
            assert!(place.json(&words)["nodes"].as_u64().unwrap() <= nodes, "{words}");
        }
    }
}

const BOARD: &str = "wwwwwbbbbbw\nbwwwwbbbbww\nbbwwwbbbwww\nbbbwwbbwwww\nbbbbwbwwwww\nbbbbb_bbbbb\n\
                     wwwwwbwbbbb\nwwwwbbwwbbb\nwwwbbbwwwbb\nwwbbbbwwwwb\nwbbbbbwwwww\n";

/// Boards as typed, and as pasted.
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
    // PowerShell writes UTF-16 with a mark, and lines that end as on Windows.
    let units: Vec<u16> = BOARD.replace('\n', "\r\n").encode_utf16().collect();
    let mut bytes: Vec<u8> =
        [0xfeff].iter().chain(&units).flat_map(|it| it.to_le_bytes()).collect();
    place.write("utf-16.txt", &bytes);
    assert!(place.good("setups show --text utf-16.txt").ends_with(&format!("\n\n{BOARD}")));
    bytes.pop();
    place.write("cut.txt", bytes);
    place.refuses("setups show --text cut.txt", 2, "is not UTF-8 text");
    // The lines above a printed board are parsed as its headers.
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
    // A diagram too, in which a `1` is not a row number.
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
    place.write("reference.txt", format!("to-move: 1\nscore: 85-89\n{without}"));
    assert_eq!(
        place.good("moves --position reference.txt"),
        place.good("moves --position diagram.txt")
    );
}

/// Help lists this program's exit statuses, one per line, below the options.
#[test]
fn help_ends_with_the_exit_statuses() {
    let help = Place::new().good("--help");
    let (_, end) = help.split_once("Print version\n\nExit status:\n").unwrap();
    assert_eq!(end.lines().count(), 8, "{help}");
    assert!(!end.contains("`check`") && help.contains("\n\nPlay and look:\n  play "), "{help}");
}

/// A glob matches built-in names or files; without a match, a hint is printed.
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
        let ran = place.pasang("run --full g.toml --out g");
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
    // A `.` or a `/` marks a file glob; a glob without a built-in match also takes files.
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
    let mut rules = Vec::new();
    let mut tables = String::new();
    for reply in ["diagonal", "diagonal-or-middle", "any-but-rotated"] {
        for stuck in ["loses", "score-decides"] {
            let name = format!("brunei-slide+reply={reply}+stuck={stuck}");
            tables += &format!(
                "[rule.{name:?}]\nbase = \"brunei-slide\"\nreply = {reply:?}\nstuck = {stuck:?}\n"
            );
            rules.push(name);
        }
    }
    let text = format!(
        "seed = 1\ngames = 2\nsetups = [\"catalogue-0*\"]\nrules = {rules:?}\n\
         bots = [\"random\", [\"mcts:playouts=1,noise=0.25\", \"search:depth=1,eval=score\"]]\n{tables}"
    );
    place.write("wide.toml", text);
    let ran = place.pasang("run wide.toml --out wide");
    assert_eq!(ran.status, 0, "{ran:?}");
    for words in ["report wide", "compare wide wide"] {
        let text = place.good(words);
        // Sentences are wrapped by the terminal.
        let in_columns = text.lines().filter(|line| line.trim().contains("  "));
        let widest = in_columns.max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 120, "{words}\n{widest}");
        assert!(text.contains("brunei-slide+reply="), "{words}\n{text}");
    }
    assert_eq!(ran.stdout, place.good("report wide"));
}

/// On a narrow terminal no word of an answer or a review is broken.
#[test]
fn sentences_fit_the_terminal() {
    let place = Place::new();
    place.good("run --setup catalogue-20 --bots random --games 60 --out r");
    let game = place.good("export r 5");
    place.write("game.txt", &game);
    let run = "pasang run -q --setup catalogue-20 --bots random --games 60 --out r";
    for command in [run, "pasang review game.txt --positions 50"] {
        let ran = place.shell(&format!(
            "TERM=xterm NO_COLOR=1 script -qec 'stty cols 40 rows 24 -echo; {command}' /dev/null"
        ));
        let lines = ran.stdout.lines().map(str::trim_end);
        let widest = lines.map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| (30..=40).contains(&widest)), "{ran}");
    }
}

/// On a narrow terminal no line of a list of moves exceeds it.
#[test]
fn lists_of_moves_fit_the_terminal() {
    let place = Place::new();
    for columns in [40, 30, 80] {
        let play = "pasang play --two --after \"c j\"";
        let ran = place.shell(&format!(
            "printf 'help\\nmoves\\na5-a6\\nb\\nquit\\n' | TERM=xterm NO_COLOR=1 script -qec 'stty cols {columns} rows 24 -echo; {play}' /dev/null"
        ));
        let is_item =
            |line: &&str| line.starts_with("  ") && line.contains('-') && line.contains(" +");
        let lines: Vec<&str> =
            ran.stdout.lines().map(|line| line.trim_end_matches('\r')).filter(is_item).collect();
        assert!(lines.len() > 5, "{ran:?}");
        let widest = lines.iter().map(|line| line.len()).max().unwrap();
        assert!(widest < columns, "{columns}: {lines:#?}");
        // Only commands to be copied may exceed the width.
        let told = ran.stdout.lines().filter(|line| !line.contains("pasang play"));
        // Typed input is not echoed here.
        let told = told.map(|line| line.trim_start_matches("player 1> ").trim_end());
        let widest_told = told.map(|line| line.chars().count()).max().unwrap();
        assert!(widest_told <= columns, "{columns}: {ran:?}");
        // Three columns, if there is room.
        assert_eq!(widest > 50, columns == 80, "{lines:#?}");
    }
}

/// Terminals break long lines within words.
#[test]
fn help_fits_the_terminal() {
    let place = Place::new();
    for command in ["", "run", "play", "repair", "rules show", "setups generate"] {
        let ran = place.shell(&format!(
            "TERM=xterm NO_COLOR=1 script -qec 'stty cols 80 rows 24; pasang {command} --help' /dev/null"
        ));
        // A command to be copied stays on one line.
        let told = ran.stdout.lines().filter(|line| !line.contains("pasang ")).map(str::trim_end);
        let widest = told.map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| (60..=80).contains(&widest)), "{ran}");
        let short = place.good(&format!("{command} -h"));
        assert!(short.lines().count() <= 30, "{short}");
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let place = Place::new();
    place.good("man .");
    for name in ["pasang", "pasang-run", "pasang-setups-check"] {
        let page = place.text(&format!("{name}.1"));
        assert!(page.contains(".SH OPTIONS") && page.contains("Print help"), "{page}");
    }
    place.refuses("man nowhere", 1, "cannot write the pages to nowhere");
}

/// A program with the page is tried by `.ci/static.sh`.
#[test]
fn a_program_without_the_page_says_how_to_get_it() {
    let place = Place::new();
    let why = "error: this program was built without the page\n |\n = help: releases have it; or ";
    place.refuses("page --out pasang.html", 2, why);
    assert!(!place.path("pasang.html").exists());
}

/// Examples name existing experiments and files that the reader has or can make.
#[test]
fn examples_name_experiments_that_there_are() {
    let place = Place::new();
    for command in ["run", "plan"] {
        let help = place.good(&format!("{command} --help"));
        let start = format!("  pasang {command} ");
        let examples = help.lines().filter_map(|line| line.strip_prefix(&start));
        let names: Vec<&str> = examples.filter_map(|rest| rest.split(' ').next()).collect();
        assert!(names.iter().any(|name| !name.starts_with('-')), "{help}");
        for name in names.into_iter().filter(|name| !name.starts_with('-')) {
            place.good(&format!("experiments show {name}"));
        }
    }
}

/// Rules from files are named after their tables, or after the files if the tables share a name.
#[test]
fn rules_of_two_files_are_told_apart() {
    let place = Place::new();
    for (file, toggle) in
        [("a", "stuck=score-decides"), ("b", "entry=jump"), ("c/a", "reply=any-other")]
    {
        let rules = place.good(&format!("rules show brunei-slide --set {toggle}"));
        assert!(rules.starts_with("[rule.mine]\n"));
        place.write(&format!("{file}.toml"), rules);
    }
    let run = "run --setup catalogue-20 --bots random --games 60 --openings as-chosen";
    let save = |rules: &str, names: &str| {
        place.good(&format!("{run} {rules} --save e.toml --out {}", names.replace('"', "")));
        let experiment = place.text("e.toml");
        let rules = experiment.split("\nrules = [").nth(1).unwrap().split(']').next().unwrap();
        assert_eq!(rules.split_whitespace().collect::<String>().trim_end_matches(','), names);
        place.remove("e.toml");
    };
    save("--rules a.toml", "\"mine\"");
    save("--rules a.toml --rules b.toml", "\"a\",\"b\"");
    save("--rules a.toml --rules brunei-jump", "\"mine\",\"brunei-jump\"");
    // A duplicate, and two rule sets with no distinct names.
    for (rules, said) in [
        ("--rules a.toml --rules a.toml", "rule set `mine` is given twice"),
        ("--rules a.toml --rules c/a.toml", "two rule sets are called `a`"),
    ] {
        place.refuses(&format!("{run} {rules}"), 2, said);
    }
}

#[test]
fn a_contest_of_bots_does_not_ask_whether_a_pattern_is_fair() {
    let place = Place::new();
    for (bots, title) in [
        ("--bots greedy/random", "Which bot is better on catalogue-20?"),
        ("--bots greedy --bots random/greedy", "Which bot is better on catalogue-20?"),
        ("--bots greedy --bots random", "Is catalogue-20 fair?"),
        ("--bots greedy/greedy", "Is catalogue-20 fair?"),
    ] {
        let ran = place.shell(&format!(
            "rm -rf e.toml out; pasang run -q --setup catalogue-20 --games 60 {bots} --save e.toml --out out"
        ));
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(place.text("e.toml").starts_with(&format!("title = \"{title}\"\n")), "{bots}");
        assert!(place.text("out/report.html").contains(&format!("<title>{title}")), "{bots}");
    }
}

/// The web page and the terminal have the same levels.
#[test]
fn a_level_is_a_bot() {
    let place = Place::new();
    for (level, bot) in pasang_core::players::bots::LEVELS {
        let [level, bot] = [level, bot].map(|bot| {
            place.quiet(&format!("echo 'go positions 500' | pasang engine --bot {bot} | head -n 1"))
        });
        assert_eq!(level, bot);
    }
    let ran = place.shell("echo quit | pasang play --bot easy --seed 1");
    assert!(
        ran.stdout.contains("against the level\n`easy`; `--bot` takes beginner, easy, medium,"),
        "{ran}"
    );
    // The default is gentle.
    let unasked = place.shell("echo quit | pasang play --seed 1");
    assert_eq!(unasked.stdout, ran.stdout);
}

/// On a small terminal the whole board is visible at each prompt, and the end names the player who lost.
#[test]
fn the_board_comes_last_and_the_end_is_the_players_own() {
    let place = Place::new();
    let first = "1\n".repeat(60);
    place.write("first", &first);
    let ran = place.shell("pasang play --setup catalogue-30 --bot greedy --seed 1 < first");
    let asked: Vec<&str> = ran.stdout.split("\n\n> ").collect();
    assert!(asked.len() > 5, "{ran}");
    for shown in &asked[..asked.len() - 1] {
        let lines: Vec<&str> = shown.lines().collect();
        let end = lines.len();
        assert!(lines[end - 1].starts_with("score ") || shown.contains("is over"), "{shown}");
        if lines[end - 1].starts_with("score ") {
            assert_eq!(lines[end - 2], "    a b c d e f g h i j k", "{shown}");
            assert!(lines[end - 13].starts_with("11  "), "{shown}");
        }
    }
    assert!(ran.stdout.contains("\nThe game is over. You lose: you cannot move; score "), "{ran}");
    let two = place.shell("pasang play --two --setup catalogue-30 < first");
    assert!(
        two.stdout.contains("\nThe game is over. Player 1 wins: player 2 cannot move; score "),
        "{two}"
    );
}

/// The second player reads the own points first at the end of a game, and the winner's in its review; the file has them in
/// the order of the seats.
#[test]
fn a_players_own_points_come_first() {
    let place = Place::new();
    let moves = "1\n".repeat(60);
    for (seed, expected) in [(3, "You lose"), (7, "You win")] {
        place.write("first", format!("{moves}save game-{seed}\nquit\n"));
        let ran = place.shell(&format!(
            "pasang play --setup fourfold-7-1 --bot random --seat 2 --seed {seed} < first"
        ));
        let written = place.text(&format!("game-{seed}"));
        let result = written.lines().find_map(|line| line.strip_prefix("result: ")).unwrap();
        let [winner, score, ..] = *result.split(' ').collect::<Vec<_>>() else {
            panic!("{result}")
        };
        let (first, second) = score.split_once('-').unwrap();
        assert!(ran.stdout.contains(expected), "{ran}");
        assert!(ran.stdout.contains(&format!("score {second}-{first}.")), "{result}: {ran}");
        let review = place.shell(&format!("pasang review game-{seed} --positions 50"));
        let ahead = if winner == "first" { score } else { &format!("{second}-{first}") };
        assert!(review.stdout.contains(&format!(", {ahead}: ")), "{result}: {review}");
    }
}
