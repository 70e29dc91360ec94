//! Terminal sessions of the commands about positions, rules and results folders.
//!
//! The files in `tests/data/commands` are sessions: after `$ ` a command, continued after `> `;
//! then its stdout, then, below `-- stderr`, its stderr; then its exit status as `-- exit N`, if it
//! is not 0. Each file is run in a new folder by `bash`, with `pipefail`. `BLESS=1 cargo test
//! --test suite commands::` rewrites the files from the output, for review.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crate::support::{Place, pasang, shown};
use pasang::text::diagnostic::{Diagnostics, Source, render};
use pasang::text::toml_reader::Reader;
use pasang_core::base::text::Keyword;
use pasang_core::games::rules::{self, Game, GameKind};
use pasang_core::games::{Standing, ToggleType, Values};

const SESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/commands");

/// Runs a file of `tests/data/commands`.
fn play(name: &str) {
    let file = Path::new(SESSIONS).join(name).with_extension("txt");
    let text = std::fs::read_to_string(&file).unwrap();
    let folder = Place::new();
    let mut seen = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(seen, "{line}").unwrap();
        let Some(first) = line.strip_prefix("$ ") else { continue };
        let mut command = first.to_owned();
        while let Some(line) = lines.next_if(|line| line.starts_with("> ")) {
            write!(command, "\n{}", &line[2..]).unwrap();
            writeln!(seen, "{line}").unwrap();
        }
        let home = folder.path("");
        let home = home.to_str().unwrap().trim_end_matches('/');
        seen += &folder.shell(&command).to_string().replace(home, "/home/me");
        // Skips the output recorded when the session was written.
        let is_next = |line: &&str| ["$ ", "# "].iter().any(|sign| line.starts_with(sign));
        if !lines.peek().is_none_or(|line| line.is_empty() || is_next(line)) {
            while lines.next().is_some_and(|line| !line.starts_with("-- exit ")) {}
        }
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, seen).unwrap();
    } else if seen != text {
        let same = seen.lines().zip(text.lines()).take_while(|(seen, text)| seen == text).count();
        let below = |text: &str| text.lines().skip(same).take(20).collect::<Vec<_>>().join("\n");
        panic!(
            "{}:{}: seen\n{}\n\nexpected\n{}",
            file.display(),
            same + 1,
            below(&seen),
            below(&text)
        );
    }
}

macro_rules! sessions {
    ($($(#[doc = $about:literal])* $test:ident = $name:literal,)+) => {
        $($(#[doc = $about])* #[test] fn $test() { play($name); })+

        #[test]
        fn every_session_is_played() {
            let files: BTreeSet<String> = std::fs::read_dir(SESSIONS)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|file| file.ends_with(".txt") && file != "random.txt")
                .collect();
            let played: BTreeSet<String> = [$($name),+].map(|name| format!("{name}.txt")).into();
            assert_eq!(files, played);
        }
    };
}

sessions! {
    the_worked_examples_of_the_rules = "examples",
    rule_sets_are_listed_and_shown = "rules",
    toggles_are_set_or_refused = "set",
    files_of_rules_are_read_or_refused = "rules-files",
    diagrams_are_read_or_refused = "diagrams",
    a_position_is_one_word = "words",
    moves_are_played_or_refused = "after",
    output_ends_early_or_fails = "pipes",
    positions_are_solved = "solve",
    small_boards_are_like_the_large_one = "small",
    what_is_odd_about_an_experiment_is_said = "warnings",
    numbers_are_read_or_refused = "numbers",
    an_experiment_without_a_file = "asked",
    a_person_plays = "play",
    nothing_but_errors_is_said_where_that_is_asked_for = "quiet",
    what_programs_read = "json",
    setups_are_shown_checked_and_made = "setups",
    slips_are_told_once_with_what_would_do = "slips",
    games_are_read_or_refused = "games",
    a_game_is_looked_at_again = "review",
    shards_are_merged_or_refused = "merge",
    orders_are_kept_or_refused = "engine",
    changed_files_of_results_are_named = "damage",
    folders_that_are_no_results_are_left_alone = "folders",
    what_results_say_of_themselves = "results",
    crews_are_answered_for_together = "balance",
    matches_are_proved_and_gone_on_with = "matches",
    what_is_there_is_not_lost = "care",
}

/// Returns the moves that the program lists after others.
fn moves(rules: &str, after: &str) -> Vec<String> {
    let seen = pasang(&["moves", "--rules", rules, "--after", after]);
    assert_eq!((seen.status, seen.stderr.as_str()), (0, ""), "{rules}: {after}");
    seen.stdout.lines().map(str::to_owned).collect()
}

/// Second half of example 2: after every entry of the first player, the second can make a ka of six
/// stones.
#[test]
fn after_every_entry_of_the_first_player_the_second_has_the_same_six_stones() {
    let entries = moves("brunei-slide", "c j");
    assert_eq!(entries.len(), 19);
    for entry in entries {
        let answers = moves("brunei-slide", &format!("c j {entry}"));
        let kas: BTreeSet<&str> = answers.iter().map(|mv| mv.split_once('-').unwrap().0).collect();
        assert_eq!(kas, ["i10", "i11", "i7", "i9", "k7", "k9"].into(), "{entry}");
    }
}

/// Parses the rules in a text under `[rule.NAME]`, as in an experiment.
fn pasted(text: &str, name: &str) -> Game {
    let source = Source::new("experiment.toml", text);
    let (reader, table) = Reader::parse(&source).unwrap();
    let whole = reader.table(&table, "an experiment");
    let tables = reader.subtable(whole.value("rule").unwrap(), "rule", "`rule`").unwrap();
    let table = reader.subtable(tables.value(name).unwrap(), name, "a rule set").unwrap();
    let rules = pasang::text::rules::from_table(&table);
    reader.finish(rules).unwrap()
}

#[test]
fn what_show_prints_can_be_pasted_and_used_as_a_file() {
    let folder = Place::new();
    for preset in rules::presets() {
        let (name, setup) = (preset.name.as_str(), "catalogue-32");
        let text = folder.quiet(&format!("pasang rules show {name}"));
        folder.write("copy.toml", &text);
        assert_eq!(folder.quiet("pasang rules show copy.toml"), text);
        // Without its first line the text is a bare table.
        folder.write("bare.toml", text.split_once('\n').unwrap().1);
        let perft = |rules: &str| {
            folder.quiet(&format!("pasang perft --depth 4 --setup {setup} --rules {rules}"))
        };
        assert_eq!(perft("copy.toml"), perft(name));
        assert_eq!(perft("bare.toml"), perft(name));
        let experiment = format!("title = \"x\"\nseed = 1\n\n{text}\n[crew.x]\nmembers = []\n");
        assert_eq!(pasted(&experiment, name), preset.rules, "{text}");
    }
    // Names that TOML requires in quotes.
    for file in ["two words", "a\"b", "é", "a.b", "back\\slash", "new\nline", "tab\t", "'", "b]#"]
    {
        folder.write(&format!("{file}.toml"), "game = \"bell\"\nplayers = 3\n");
        let path = folder.path(&format!("{file}.toml"));
        let text = pasang(&["rules", "show", shown(&path)]);
        assert_eq!((text.status, text.stderr.as_str()), (0, ""), "{file}");
        let bell = pasang_core::games::bell::Rules { players: 3, ..Default::default() };
        assert_eq!(pasted(&text.stdout, file), Game::Bell(bell), "{}", text.stdout);
    }
}

/// A preset's name stands for its own toggles in every experiment: changed rules need another name.
#[test]
fn what_show_prints_of_changed_rules_can_be_pasted() {
    let folder = Place::new();
    let head = "seed = 1\ngames = 2\nsetups = [\"catalogue-01\"]\nbots = [\"random\"]\n";
    folder.write("brunei-jump.toml", "base = \"geoludie\"\n");
    for (shown, name, copy) in [
        ("brunei-jump", "brunei-jump", "base = \"brunei-jump\""),
        ("brunei-jump --set entry=jump", "brunei-jump", "base = \"brunei-jump\""),
        (
            "brunei-jump --set stuck=score-decides",
            "mine",
            "base = \"brunei-jump\"\nstuck = \"score-decides\"",
        ),
        ("bell --set players=2 --set max-chain=3", "mine", "base = \"bell\"\nmax-chain = 3"),
        ("./brunei-jump.toml", "mine", "base = \"geoludie\""),
    ] {
        let text = folder.quiet(&format!("pasang rules show {shown}"));
        assert!(text.starts_with(&format!("[rule.{name}]\n")), "{shown}: {text}");
        // The printed rules play the same games as rules written by hand.
        let run = |file: &str, rules: &str| {
            folder.write(file, format!("{head}rules = [\"{name}\"]\n\n{rules}\n"));
            let seen =
                folder.shell(&format!("pasang run {file} --out r && cat r/games.csv; rm -r r"));
            assert_eq!(seen.status, 0, "{shown}\n{seen}");
            seen.stdout
        };
        let by_hand = format!("[rule.{name}]\n{copy}");
        assert_eq!(run("pasted.toml", &text), run("by-hand.toml", &by_hand), "{shown}");
    }
}

#[test]
fn every_value_of_every_toggle_can_be_set_and_reads_back() {
    let stones = |most| {
        let table = |black, white| format!("{{ black = {black}, white = {white} }}");
        (0..=most).flat_map(|black| (0..=most).map(move |white| table(black, white))).collect()
    };
    let values = |shape| -> Vec<String> {
        match shape {
            ToggleType::Words(words) => words.iter().map(|&(word, _)| word.to_owned()).collect(),
            ToggleType::Number { least, most, odd } => {
                let numbers = (least..=most).filter(|number| odd.is_none() || number % 2 == 1);
                numbers.map(|number| number.to_string()).collect()
            }
            ToggleType::Flag(_) => ["false", "true"].map(str::to_owned).to_vec(),
            ToggleType::Points => stones(Values::MAX),
            ToggleType::Decimal { least, most, step, .. } => {
                let tenths = (least..=most).step_by(step as usize);
                tenths.map(|tenths| (tenths as f64 / 10.0).to_string()).collect()
            }
        }
    };
    for preset in ["traditional", "bell-ludii"] {
        let start = rules::preset(preset).unwrap();
        for (name, shape) in rules::toggles(start.kind()) {
            let mut seen = BTreeSet::new();
            for value in values(shape) {
                let mut rules = start;
                pasang::text::rules::set_all(&mut rules, &[format!("{name}={value}")]).unwrap();
                let shown = rules.toggles().into_iter().find(|shown| shown.name == name).unwrap();
                assert_eq!(shown.value.trim_matches('"'), value, "{name}");
                let others = |rules: &Game| {
                    rules.toggles().into_iter().filter(|t| t.name != name).collect::<Vec<_>>()
                };
                assert_eq!(others(&rules), others(&start), "{name}={value}");
                assert_eq!(pasted(&format!("[rule.x]\n{}", rules.to_toml()), "x"), rules);
                assert!(seen.insert(rules), "{name}={value}");
            }
        }
    }
}

/// The page has words for every toggle and its values.
#[test]
fn the_page_has_words_for_every_toggle() {
    let words = include_str!("../../crates/web/page/words.js");
    for (name, shape) in GameKind::ALL.iter().flat_map(|&kind| rules::toggles(kind)) {
        let values: Vec<&str> = match shape {
            ToggleType::Words(words) => words.iter().map(|(word, _)| *word).collect(),
            ToggleType::Flag(_) => vec!["false", "true"],
            _ => Vec::new(),
        };
        let keys = values.iter().map(|value| format!("-{value}"));
        for key in ["".to_owned(), "-about".to_owned()].into_iter().chain(keys) {
            assert!(words.contains(&format!("\"toggle-{name}{key}\": [")), "{name}{key}");
        }
    }
}

/// The tables of docs/rules.md, written by hand, have every toggle of each game with its values,
/// default first, their standings, and every preset.
#[test]
fn toggles_and_presets_are_those_of_the_documentation() {
    let told = include_str!("../../docs/rules.md");
    let cells = |line: &str| -> Vec<String> {
        line.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
    };
    let quoted = |text: &str| -> Vec<String> {
        text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let told_of = |values: &[(String, Standing)]| {
        let part = |standing: &str| {
            let own = values.iter().filter(|(_, it)| it.word() == standing);
            let own: Vec<String> = own.map(|(value, _)| format!("`{value}`")).collect();
            let all = if own.len() == values.len() { "all".to_owned() } else { own.join(", ") };
            (!own.is_empty()).then(|| format!("{standing}: {all}"))
        };
        ["disputed", "custom", "what if"]
            .into_iter()
            .filter_map(part)
            .collect::<Vec<_>>()
            .join("; ")
    };
    for (kind, default) in [(GameKind::Brunei, "brunei-slide"), (GameKind::Bell, "bell")] {
        let head = format!("The toggles and their values, the first of each as in `{default}`");
        let (_, table) = told.split_once(&head).and_then(|(_, it)| it.split_once("\n\n")).unwrap();
        let told: Vec<Vec<String>> =
            table.lines().skip(2).take_while(|line| line.starts_with('|')).map(cells).collect();
        let toggles = rules::toggles(kind);
        assert_eq!(told.len(), toggles.len(), "{kind}");
        assert_eq!(rules::preset(default), Some(Game::default_of(kind)));
        let default = Game::default_of(kind).toggles();
        for ((told, (name, shape)), default) in told.iter().zip(toggles).zip(default) {
            assert_eq!(told[0], format!("`{name}`"));
            let standings = rules::standings(kind).into_iter().find(|it| it.0 == name).unwrap().1;
            assert_eq!(told.get(2).map_or("", String::as_str), told_of(&standings), "{name}");
            match shape {
                ToggleType::Words(words) => {
                    let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                    assert_eq!(quoted(&told[1]), words, "{name}");
                    assert_eq!(default.word, words[0], "{name}");
                }
                ToggleType::Number { most, .. } => {
                    assert!(told[1].starts_with(&default.value), "{name}");
                    assert!(told[1].ends_with(&most.to_string()), "{name}");
                }
                ToggleType::Flag(_) => assert_eq!(quoted(&told[1]), ["false", "true"], "{name}"),
                ToggleType::Points | ToggleType::Decimal { .. } => {
                    assert!(told[1].contains(&default.value) || kind == GameKind::Bell, "{name}");
                }
            }
        }
    }
    let named: BTreeSet<String> = rules::presets().map(|preset| preset.name).collect();
    for name in &named {
        assert!(told.contains(&format!("`{name}`")), "{name}");
        assert!(!rules::source_of(name).is_empty(), "{name}");
    }
}

#[test]
fn settings_that_are_refused_change_nothing() {
    let start = rules::preset("bell").unwrap();
    let mut rules = start;
    let settings = ["players=3", "diagonals=none", "max-chain=2"].map(str::to_owned);
    assert_eq!(pasang::text::rules::set_all(&mut rules, &settings).unwrap_err().list().len(), 1);
    assert_eq!(rules, start);
    pasang::text::rules::set_all(&mut rules, &settings[..2]).unwrap();
    assert_ne!(rules, start);
}

/// Every command has its own help, with an example; the first page lists them in groups.
#[test]
fn every_command_is_helped_by_an_example() {
    let folder = Place::new();
    let help = folder.quiet("pasang --help");
    let (groups, _) = help.split_once("\nOptions:\n").unwrap();
    let commands: Vec<&str> = groups
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|word| !word.starts_with('<'))
        .collect();
    assert_eq!(commands.iter().collect::<BTreeSet<_>>().len(), 25, "{help}");
    for command in commands {
        let help = folder.quiet(&format!("pasang {command} --help"));
        let below: Vec<String> = match help.split_once("\nCommands:\n") {
            None => vec![command.to_owned()],
            Some((_, list)) => list
                .lines()
                .take_while(|line| !line.is_empty())
                .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
                .filter_map(|line| line.split_whitespace().next())
                .filter(|&name| name != "help")
                .map(|name| format!("{command} {name}"))
                .collect(),
        };
        for words in below {
            let help = folder.quiet(&format!("pasang {words} --help"));
            let (_, examples) = help.split_once("\nExample").expect(&words);
            assert!(examples.contains(&format!("pasang {words}")), "{words}\n{help}");
        }
    }
}

/// The exit status reports incomplete stdout; a closed reader is no error.
#[cfg(target_os = "linux")]
#[test]
fn every_command_minds_whether_stdout_can_be_written() {
    let folder = Place::new();
    folder.write(
        "e.toml",
        "games = 2\nseed = 1\nsetups = [\"catalogue-01\"]\nrules = [\"bell\"]\nbots = [\"random\"]\n",
    );
    folder.shell("pasang run e.toml --out r");
    folder.write("g.txt", "setup: catalogue-01\nmoves: c j\n");
    let commands = "--version; --help; help; help rules show; moves --help; moves; moves --rules bell \
         --after a1; perft --depth 2; rules list; rules list --json; rules show bell; rules \
         show bell --json; moves --json; setups list; setups list --json; setups show \
         catalogue-01; setups show --text catalogue-01; setups show --svg catalogue-01; \
         setups show --json catalogue-01; setups check catalogue-01; setups generate \
         --symmetry full --seed 1; plan e.toml; run e.toml --out r2; report r; verify r; \
         verify r --json; compare r r; compare --json r r; replay r 0; replay r 0 --json; \
         review g.txt; export r; cite r";
    let mut commands: Vec<&str> = commands.split("; ").collect();
    let shells =
        ["bash", "elvish", "fish", "powershell", "zsh"].map(|s| format!("completions {s}"));
    commands.extend(shells.iter().map(String::as_str));
    for command in commands {
        let full = folder.shell(&format!("pasang {command} > /dev/full"));
        assert_eq!(full.status, 1, "{command}\n{full}");
        let errors: Vec<&str> =
            full.stderr.lines().filter(|line| line.starts_with("error")).collect();
        let expected = ["error: cannot write to stdout: no space left on device"];
        assert_eq!(errors, expected, "{command}\n{full}");
        assert!(full.stderr.ends_with(&format!("{}\n", expected[0])), "{command}\n{full}");
        std::fs::remove_dir_all(folder.path("r2")).ok();

        let closed = folder.shell(&format!("pasang {command} | true"));
        assert_eq!(closed.status, 0, "{command}\n{closed}");
        assert!(!closed.stderr.contains("error"), "{command}\n{closed}");
        std::fs::remove_dir_all(folder.path("r2")).ok();
    }
}

/// Returns bash's completions after these words, in a folder with two files.
fn offered(words: &str) -> Vec<String> {
    let folder = Place::new();
    folder.write("catalogue-mine.txt", "").write("mine.toml", "");
    let line = format!(
        "eval \"$(pasang completions bash)\"; COMP_WORDS=(pasang {words}); \
         COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _pasang pasang \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    folder.shell(&line).stdout.lines().map(str::to_owned).collect()
}

#[test]
fn a_shell_offers_the_words_that_may_stand_somewhere() {
    for (words, expected) in [
        ("setups generate --symmetry mirror-r", &["mirror-row", "mirror-rising"][..]),
        ("experiments show ladder", &["ladder", "ladder-strong", "ladder-levels"]),
        ("moves --setup catalogue-m", &["catalogue-mine.txt"]),
    ] {
        let offered: BTreeSet<String> = offered(words).into_iter().collect();
        assert_eq!(offered, expected.iter().map(|it| it.to_string()).collect(), "{words}");
    }
    // The other shells complete the same words.
    let folder = Place::new();
    for shell in ["zsh", "fish"] {
        let script = folder.quiet(&format!("pasang completions {shell}"));
        assert!(script.contains("mirror-falling"), "{shell}");
    }
}

/// `plan` predicts the size of the journal: here with many setups, rules and bots of different game
/// lengths and speeds, and numbers of games with one to six digits.
#[test]
fn a_plan_says_how_large_the_journal_becomes() {
    let folder = Place::new();
    for (setups, rules, bots, more, games) in [
        ("catalogue", r#""brunei-slide", "bell""#, r#""random", "greedy""#, "", 150),
        (
            "catalogue-07",
            r#""pasang-emas""#,
            r#""random", "search:depth=1""#,
            "openings = \"all\"",
            990,
        ),
        ("catalogue-distinct", r#""brunei-jump""#, r#""random""#, "", 120),
    ] {
        let text = format!(
            "seed = 5\ngames = {games}\nsetups = [\"{setups}\"]\nrules = [{rules}]\nbots = [{bots}]\n{more}\n"
        );
        folder.write("e.toml", &text);
        let plan = folder.json("plan --json e.toml");
        let told = plan["bytes"].as_f64().unwrap();
        assert_eq!(folder.shell("pasang run e.toml --out r").status, 0);
        let real = std::fs::metadata(folder.path("r/games.csv")).unwrap().len() as f64;
        std::fs::remove_dir_all(folder.path("r")).unwrap();
        // On a busy machine fewer games are calibrated, so the estimate is rougher: the standard
        // deviation of a row's length is 15 to 20 % of the mean in these journals, and most of the
        // calibrated games are the quicker bot's. A tenth of them may represent the slower bot,
        // which plays half of the journal.
        let games = plan["calibration_games"].as_f64().unwrap();
        let near = 0.015 + 3.0 * 0.2 * (0.25 * (10.0 + 1.1) / games).sqrt();
        assert!((told / real - 1.0).abs() < near, "told {told}, is {real}, {games} games\n{text}");
    }
    // So few games are all played, each once.
    folder.write("e.toml", "seed = 1\ngames = 2\nsetups = [\"catalogue-05\", \"catalogue-06\"]\nrules = [\"brunei-slide\"]\nbots = [\"random\"]\n");
    let told = folder.json("plan --json e.toml")["bytes"].as_u64();
    folder.good("run e.toml --out few");
    assert_eq!(told, Some(folder.text("few/games.csv").len() as u64));
}

/// A refusal has a message, which contains no control characters.
fn assert_said(faults: &Diagnostics, text: &str) {
    assert!(!faults.list().is_empty(), "{text:?}");
    let plain = render(faults, false);
    assert!(plain.starts_with("error: "), "{text:?}\n{plain}");
    let harmful = |sign: char| sign.is_control() && sign != '\n';
    assert!(!plain.contains(harmful), "{text:?}\n{plain:?}");
    assert!(!render(faults, true).is_empty());
}

/// Diagnostics are rendered at any claimed place, even beyond the text.
#[test]
fn faults_are_drawn_at_odd_places() {
    use pasang::text::diagnostic::Diagnostic;
    for text in [
        "",
        "\n",
        "\r\n",
        "a",
        "a\n",
        "a\r\n",
        "é",
        "é\n\t漢\r",
        "\u{301}a\u{1f600}\n\n",
        "\t\t\n\r\r\n",
        "\u{202e}\u{1b}[31m\0",
        "a\n\u{feff}b\n",
        "no break",
    ] {
        let source = Source::new("o\u{1b}d\nd.txt", text);
        for start in 0..text.len() + 3 {
            for end in start..text.len() + 3 {
                for expected in ["", "expected\nless", "é\t\u{1b}"] {
                    let fault = Diagnostic::at(start..end, "w\u{1b}hat\u{301}\n", expected);
                    let faults = source.faults(vec![fault.clone(), fault.help("h\u{1b}elp")]);
                    assert_said(&faults, text);
                }
            }
            // A span that ends before it starts must not panic.
            let backwards = Diagnostic { span: Some(start..0), ..Diagnostic::whole("what") };
            assert_said(&source.faults(vec![backwards]), text);
        }
    }
    let many = (0..50).map(|_| Diagnostic::whole("again")).collect();
    let text = render(&Source::new("many.txt", "").faults(many), false);
    assert!(text.ends_with("\n\nand 30 more like these"), "{text}");
}
