//! Experiment files: parsed, refused, written back and described.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::random_rules::{one, rngs};
use crate::support::{Place, has};
use pasang::experiment::{Experiment, Openings};
use pasang::text::diagnostic::{Source, render};
use pasang_core::games::rules::preset;
use pasang_core::games::setup::builtin;

/// Minimal experiment that tests extend.
const SMALLEST: &str = r#"games = 10
setups = ["catalogue-01"]
rules = ["brunei-slide"]
bots = ["greedy"]
"#;

/// Folder of these tests' files.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/experiments")
}

fn parse(text: &str) -> Result<Experiment, pasang::text::diagnostic::Diagnostics> {
    Experiment::parse(&Source::new("test.toml", text), Path::new("no/such/folder"))
}

pub fn sound(text: &str) -> Experiment {
    parse(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

/// Returns the faults of a text, without places.
pub fn whats(text: &str) -> Vec<String> {
    match parse(text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.in_order().iter().map(|(_, fault)| fault.message.clone()).collect(),
    }
}

/// Returns the smallest experiment with the line of one key replaced.
fn with(key: &str, line: &str) -> String {
    let lines: Vec<&str> = SMALLEST.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with(key)));
    lines
        .iter()
        .map(|old| if old.starts_with(key) { line } else { *old })
        .collect::<Vec<_>>()
        .join("\n")
}

fn names(experiment: &Experiment) -> (Vec<&str>, Vec<&str>, Vec<String>) {
    (
        experiment.setups.iter().map(|setup| setup.name.as_str()).collect(),
        experiment.rules.iter().map(|rules| rules.name.as_str()).collect(),
        experiment.lineups.iter().map(|lineup| lineup.to_string()).collect(),
    )
}

// Contents of an experiment.

#[test]
fn keys_that_are_left_out_have_their_usual_values() {
    let experiment = sound(SMALLEST);
    assert_eq!((experiment.title.as_str(), experiment.seed, experiment.games), ("", None, 10));
    assert!(!experiment.common_random);
    assert_eq!(experiment.openings, Openings::AsChosen);
    assert_eq!(experiment.setups, [builtin("catalogue-01").unwrap()]);
    assert_eq!(experiment.rules[0].rules, preset("brunei-slide").unwrap());
    assert_eq!(experiment.cell_count(), 1);
}

/// resolved.toml shows the meaning of the other keys.
#[test]
fn setups_are_those_that_are_named() {
    let experiment = Experiment::read(&data().join("sound/everything.toml")).unwrap();
    assert_eq!(experiment.setups[3].stones, experiment.setups[2].mirrored().stones);
    assert_eq!(experiment.setups[5].stones, builtin("catalogue-07").unwrap().stones);
    assert_eq!(experiment.setups[2].source.as_deref(), Some("author's \"book\", p. 7"));
}

/// A toggle that an older resolved experiment lacks has its default, and the games stay the same.
#[test]
fn a_toggle_that_a_file_does_not_know_has_its_usual_value() {
    let now = std::fs::read_to_string(data().join("resolved.toml")).unwrap();
    let before = now.replace("jump = \"stone\"\n", "");
    assert_ne!(before, now);
    let [now, before] = [now, before].map(|text| sound(&text));
    assert_eq!(before, now);
    let identity = |name: &str| preset(name).unwrap().identity();
    assert_eq!(identity("brunei-slide"), "brunei");
    assert_eq!(identity("geoludie-jump"), "brunei\nreply=\"diagonal-or-middle\"\nentry=\"jump\"");
}

#[test]
fn cells_go_by_setups_then_rules_then_bots() {
    let experiment = sound(
        "games = 1\nsetups = [\"catalogue-02\", \"catalogue-01\"]\n\
         rules = [\"geoludie\", \"brunei-jump\"]\nbots = [\"random\", \"greedy\"]\n",
    );
    let cells: Vec<String> = experiment
        .cells()
        .map(|cell| format!("{} {} {}", cell.setup.name, cell.rules.name, cell.lineup))
        .collect();
    let expected = [
        "catalogue-02 geoludie random",
        "catalogue-02 geoludie greedy",
        "catalogue-02 brunei-jump random",
        "catalogue-02 brunei-jump greedy",
        "catalogue-01 geoludie random",
        "catalogue-01 geoludie greedy",
        "catalogue-01 brunei-jump random",
        "catalogue-01 brunei-jump greedy",
    ];
    assert_eq!(cells, expected);
    for (number, cell) in experiment.cells().enumerate() {
        assert_eq!((cell.number, cell), (number, experiment.cell(number)));
    }
}

#[test]
fn bots_sit_seat_by_seat_or_everywhere() {
    let experiment = Experiment::read(&data().join("sound/bell.toml")).unwrap();
    let (_, rules, bots) = names(&experiment);
    assert_eq!(rules, ["one", "fifteen"]);
    assert_eq!(
        bots,
        ["random", "greedy/greedy/random", "greedy/random/greedy", "random/greedy/greedy"]
    );
    let seated = |lineup: usize| -> Vec<String> {
        experiment.lineups[lineup].seatings(3)[0].iter().map(ToString::to_string).collect()
    };
    assert_eq!(seated(0), ["random", "random", "random"]);
    assert_eq!(seated(2), ["greedy", "random", "greedy"]);
}

#[test]
fn windows_line_ends_and_byte_order_marks_do_no_harm() {
    let place = Place::new();
    let path = place.path("e.toml");
    place.write("e.toml", format!("\u{feff}{}", SMALLEST.replace('\n', "\r\n")));
    let read = Experiment::read(&path);
    let wrong = SMALLEST.replace("greedy", "greddy").replace('\n', "\r\n");
    place.write("e.toml", format!("\u{feff}{wrong}"));
    let refused = render(&Experiment::read(&path).unwrap_err(), false);
    assert_eq!(read.unwrap(), sound(SMALLEST));
    let expected = format!(
        "error: unknown bot `greddy`\n --> {}:4:10\n  |\n4 | bots = [\"greddy\"]\n  |          \
         ^^^^^^ expected `random`, ",
        path.display(),
    );
    assert!(refused.starts_with(&expected), "{refused}");
}

// Written experiments.

/// Returns every valid experiment of these tests.
fn all_sound() -> Vec<(String, Experiment)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(data().join("sound"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut all: Vec<(String, Experiment)> = files
        .iter()
        .map(|path| {
            let experiment = Experiment::read(path).unwrap_or_else(|faults| panic!("{faults}"));
            (path.display().to_string(), experiment)
        })
        .collect();
    assert_eq!(all.len(), 6);
    all.push(("quick".to_owned(), Experiment::read(Path::new("experiments/quick.toml")).unwrap()));
    all
}

#[test]
fn what_is_written_reads_back_from_any_folder() {
    for (name, experiment) in all_sound() {
        let text = experiment.to_toml();
        let again = parse(&text).unwrap_or_else(|faults| panic!("{name}\n{faults}"));
        assert_eq!(again, experiment, "{name}");
        assert_eq!(again.to_toml(), text, "{name}");
        assert_eq!(again.to_toml(), experiment.to_toml());
        assert_eq!(experiment.difference(&again), None);
        assert!(!text.contains("../"), "{name}");
    }
}

#[test]
fn the_bytes_that_are_written_stay_as_they_are() {
    let experiment = Experiment::read(&data().join("sound/everything.toml")).unwrap();
    let resolved = std::fs::read_to_string(data().join("resolved.toml")).unwrap();
    let seen = experiment.to_toml();
    assert!(seen == resolved, "seen:\n{seen}");
    assert_eq!(
        pasang_core::base::digest::digest_of(sound(SMALLEST).to_toml().as_bytes()),
        "04c30b501ef09a04c4a865487c9a5381d02f5afd6e3cd387d0d31519315ce13c"
    );
}

#[test]
fn tables_with_known_names_stand_for_the_very_same_things() {
    let experiment = Experiment::read(&data().join("sound/same-names.toml")).unwrap();
    assert_eq!(experiment.setups[0].stones, builtin("catalogue-02").unwrap().stones);
    let mirrored = builtin("bell-chequer").unwrap().mirrored();
    assert_eq!(experiment.setups[1].stones, mirrored.stones);
    for named in &experiment.rules {
        assert_eq!(Some(named.rules), preset(&named.name));
    }
}

#[test]
fn the_first_difference_is_told() {
    let experiment = sound(&format!("{SMALLEST}seed = 8\n"));
    let told = |text: &str| experiment.difference(&sound(text));
    let changed = |old: &str, new: &str| {
        let text = format!("{SMALLEST}seed = 8\n");
        assert!(text.contains(old));
        told(&text.replace(old, new)).unwrap()
    };
    assert_eq!(told(&experiment.to_toml()), None);
    assert_eq!(changed("seed = 8", "seed = 7"), "`seed` is 7 there and 8 here");
    assert_eq!(changed("seed = 8\n", ""), "`seed` is missing there and 8 here");
    assert_eq!(changed("games = 10", "games = 11"), "`games` is 11 there and 10 here");
    assert_eq!(
        changed("games", "openings = [\"a k\"]\ngames"),
        "`openings` is [\"a k\"] there and \"as-chosen\" here"
    );
    assert_eq!(
        changed("catalogue-01", "catalogue-02"),
        "`setups[1]` is \"catalogue-02\" there and \"catalogue-01\" here"
    );
    assert_eq!(
        changed("-slide\"", "-slide\", \"geoludie\""),
        "`rules[2]` is \"geoludie\" there and missing here"
    );
    assert_eq!(changed("greedy", "random"), "`bots[1]` is \"random\" there and \"greedy\" here");
    let own =
        |rest: &str| sound(&format!("{}\n[rule.own]\n{rest}", with("rules", "rules = [\"own\"]")));
    assert_eq!(
        own("game = \"brunei\"\nstuck = \"score-decides\"").difference(&own("game = \"brunei\"")),
        Some("`rule.own.stuck` is \"loses\" there and \"score-decides\" here".into())
    );
    assert_eq!(
        own("game = \"brunei\"").difference(&own("game = \"bell\"")),
        Some("`rule.own.game` is \"bell\" there and \"brunei\" here".into())
    );
    assert_eq!(
        own("game = \"bell\"").difference(&sound(SMALLEST)),
        Some("`rules[1]` is \"brunei-slide\" there and \"own\" here".into())
    );
    let mut other = experiment.clone();
    other.setups[0].stones = builtin("catalogue-02").unwrap().stones;
    let rows = "`setup.catalogue-01.rows[1]` is";
    assert!(experiment.difference(&other).unwrap().starts_with(rows));
}

// Refused experiments.

/// The messages for each file of `refused` are in a file beside it, with the folder's path as
/// `DIR`. A line `# ---` separates experiments. `BLESS=1` in the environment rewrites the messages, for review.
#[test]
fn faults_are_shown_where_they_stand() {
    let folder = data().join("refused");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|it| it == "toml")).collect();
    assert!(files.len() >= 12);
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let refused = |part: &str| {
            let faults = Experiment::parse(&Source::new(name, part), &folder);
            render(&faults.expect_err(part), false) + "\n"
        };
        let said = text.split("# ---\n").map(refused).collect::<Vec<_>>().join("# ---\n");
        let said = said.replace(&format!("{}/", folder.display()), "DIR/");
        let expected = path.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &said).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert!(said == expected, "{name}\nseen:\n{said}\nexpected:\n{expected}");
    }
}

#[test]
fn former_keys_are_told_with_the_version_that_reads_them() {
    let former = [
        ("rounds", "2"),
        ("next-start", "\"alternate\""),
        ("opening-plies", "2"),
        ("within", "0.1"),
        ("sweep", "{ stuck = [\"loses\"] }"),
    ];
    for (key, value) in former {
        let told = whats(&format!("{key} = {value}\n{SMALLEST}"));
        assert_eq!(told, [format!("`{key}` is no key of experiments any more")]);
    }
}

/// Returns the rows of a built-in setup as TOML, some of them changed.
fn rows(change: impl Fn(String) -> String) -> String {
    let board = change(builtin("catalogue-32").unwrap().board());
    let rows: String = board.lines().map(|row| format!("\"{row}\",\n")).collect();
    format!("rows = [\n{rows}]\n")
}

#[test]
fn two_names_of_one_thing_are_one() {
    // Without `swap` these are two line-ups.
    assert_eq!(
        names(&sound(&with("bots", "bots = [[\"greedy\", \"random\"], [\"random\", \"greedy\"]]")))
            .2,
        ["greedy/random", "random/greedy"]
    );
    // The catalogue prints some patterns twice: one setup under two names.
    assert_eq!(
        sound(&with("setups", "setups = [\"catalogue-26\", \"catalogue-33\"]")).cell_count(),
        1
    );
}

#[test]
fn openings_are_legal_under_all_rules() {
    // Choosing as the bots do works in any game, and so does `all`.
    let bell = with("rules", "rules = [\"bell\"]");
    assert_eq!(sound(&format!("{bell}\nopenings = \"as-chosen\"\n")).openings, Openings::AsChosen);
    let both = with("rules", "rules = [\"geoludie\", \"bell\"]");
    assert_eq!(sound(&format!("{both}\nopenings = \"all\"\n")).openings, Openings::All);
    sound(&format!("{bell}\nopenings = [\"a1 c1-a1\", \"k1  *\", \"* i9-k11\"]\n"));
    sound(&format!("{SMALLEST}openings = [\"c *\", \"* j\", \"c j\", \"* *\"]\n"));
}

/// Wildcards in a pair stay in the resolved experiment, as `all` does. Each rule set expands them
/// to its legal moves when games are played.
#[test]
fn pairs_that_are_left_open_are_all_that_are_legal() {
    let pairs_of = |openings: &str| {
        let place = Place::with(&format!(
            "games = 40\nseed = 3\nsetups = [\"catalogue-01\"]\n\
             rules = [\"brunei-slide\", \"geoludie\"]\nbots = [\"random\"]\nopenings = {openings}\n"
        ));
        place.good("run e.toml --out r");
        place.good("verify r");
        let resolved = format!("\nopenings = {openings}\n");
        assert!(place.text("r/experiment.toml").contains(&resolved), "{openings}");
        let mut found = [BTreeSet::new(), BTreeSet::new()];
        let text = place.text("r/openings.csv");
        let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = rows.next().unwrap();
        let at = |name: &str| header.iter().position(|&it| it == name).unwrap();
        for row in rows {
            let cell: usize = row[at("cell")].parse().unwrap();
            found[cell].insert(format!("{} {}", row[at("first")], row[at("second")]));
        }
        found.map(|pairs| pairs.into_iter().collect::<Vec<_>>().join(", "))
    };
    // The other half of the board, and under `geoludie` the middle column too.
    let [slide, geoludie] = pairs_of(r#"["c *"]"#);
    assert_eq!(slide, "c g, c h, c i, c j, c k");
    assert_eq!(geoludie, "c f, c g, c h, c i, c j, c k");
    assert_eq!(pairs_of(r#"["* b", "h b", "c j"]"#)[0], "c j, f b, g b, h b, i b, j b, k b");
}

#[test]
fn bells_openings_take_turns() {
    let experiment = |openings: &str| {
        format!(
            "games = 24\nseed = 3\nsetups = [\"bell-chequer\"]\nrules = [\"bell\"]\n\
             bots = [\"greedy\"]\nopenings = {openings}\n"
        )
    };
    let place = Place::with(&experiment("\"all\""));
    place.good("run e.toml --out all");
    place.good("verify all");
    let openings = |folder: &str| {
        let text = place.text(&format!("{folder}/openings.csv"));
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    // A stone may hop into each corner along the row, the column and the diagonal.
    let all = openings("all");
    assert_eq!(all.len(), 12, "{all:?}");
    place.write("e.toml", experiment(r#"["k11 *", "a1 c3-a1"]"#));
    place.good("run e.toml --out some");
    place.good("verify some");
    let some = openings("some");
    assert_eq!(some.len(), 4, "{some:?}");
    assert!(some[0].contains("a1,c3-a1,6,"), "{some:?}");
    assert!(some[1..].iter().all(|row| row.contains(",k11,")), "{some:?}");
}

#[test]
fn drawn_setups_are_named_by_symmetry_seed_and_number() {
    let drawn = ["1", "2", "3"].map(|number| format!("generated-half-turn-7-{number}"));
    let experiment = sound(&with("setups", &format!("setups = {drawn:?}")));
    let place = Place::new();
    place.good("setups generate --symmetry half-turn --seed 7 --count 3 --out drawn");
    place.write("e.toml", with("setups", "setups = [\"drawn/*.txt\"]"));
    let from_files = Experiment::read(&place.path("e.toml")).unwrap();
    assert_eq!(experiment.setups, from_files.setups);
    assert_eq!(experiment.to_toml(), from_files.to_toml());
    assert_eq!(
        place.good("setups show --text generated-half-turn-7-2"),
        place.text("drawn/generated-half-turn-7-2.txt")
    );
}

#[test]
fn a_file_of_rules_must_be_called_something() {
    let folder = Place::new();
    folder.write(" x.toml", "base = \"bell\"\n");
    folder.write("y.toml", "[rule.\"\"]\nbase = \"bell\"\n");
    folder.write("named", "[rule.z]\nbase = \"bell\"\n");
    let text = with("rules", "rules = [\" x.toml\", \"y.toml\", \"named\"]");
    let faults =
        Experiment::parse(&Source::new("test.toml", &*text), &folder.path("")).unwrap_err();
    let whats: Vec<&str> = faults.list().iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        whats,
        [
            "a name starts or ends with a space: of the rules in ` x.toml`",
            "a name is empty: of the rules in `y.toml`",
        ]
    );
    let text = with("rules", "rules = [\"named\"]");
    let experiment = Experiment::parse(&Source::new("test.toml", text), &folder.path("")).unwrap();
    assert_eq!(names(&experiment).1, ["z"]);
}

#[test]
fn experiments_that_are_too_large_are_refused_and_not_made() {
    let values: Vec<String> = (0..10)
        .flat_map(|black| {
            (0..10).map(move |white| format!("{{ black = {black}, white = {white} }}"))
        })
        .collect();
    let values = format!("values = [{}]\n", values.join(", "));
    let all = "[factorial]\nbase = \"bell\"\nruns = \"all\"\n";
    let bell = "games = 1000000000000\nsetups = [\"catalogue\"]\nbots = [\"random\"]\n";
    let three = format!("{bell}{all}{values}players = [2, 3, 4]\n");
    assert_eq!(sound(&three).cell_count(), 35 * 300);
    let toggles = "diagonals = [\"none\", \"marked\"]\nmax-chain = [1, 3, 5, 7, 9, 11, 13, 15]\n";
    assert_eq!(whats(&format!("{three}{toggles}handicap = [0, 1, 2]\n")), ["14400 rule sets"]);
    assert_eq!(
        whats(&format!("{three}{toggles}").replace("[\"catalogue\"]", "[\"catalogue-01\"]")),
        ["with every setup and rule set written out, this experiment is larger than 1 MiB"]
    );
    // 47 setups, since most are their own mirror image, under 1,600 rule sets: one line-up is
    // 75,200 cells, two are too many.
    let groups = "[\"catalogue\", \"mirror:catalogue\", \"bell-chequer\", \"mirror:bell-chequer\"]";
    let with_lineups = |count: usize| {
        let bots: Vec<String> = (1..=count).map(|depth| format!("search:depth={depth}")).collect();
        format!("{bell}{all}{values}{toggles}")
            .replace("[\"catalogue\"]", groups)
            .replace("bots = [\"random\"]", &format!("bots = {bots:?}"))
    };
    assert_eq!(sound(&with_lineups(1)).cell_count(), 75_200);
    assert_eq!(
        whats(&with_lineups(2)),
        ["47 setups, 1600 rule sets and 2 line-ups of bots make 150400 cells"]
    );
}

// Arbitrary texts.

#[test]
fn any_name_is_refused_or_reads_back() {
    let signs: Vec<char> = "abc:+=\"'\\#*? é./\u{7f}\u{85}\t".chars().collect();
    let mut read = 0;
    let drawn = rngs("experiments", "names")
        .take(256)
        .map(|mut rng| -> String { (0..rng.below(9)).map(|_| *one(&mut rng, &signs)).collect() });
    // Regression: a lone `?`, which is a wildcard, was not read back as a name.
    for name in drawn.chain(["?".to_owned()]) {
        let mut key = String::from("\"");
        for sign in name.chars() {
            key += &format!("\\u{:04x}", u32::from(sign));
        }
        key.push('"');
        let text = format!(
            "games = 1\nsetups = [{key}]\nrules = [{key}]\nbots = [\"random\"]\n\
             [rule.{key}]\nbase = \"geoludie\"\n[setup.{key}]\n{}",
            rows(|board| board)
        );
        match parse(&text) {
            Ok(experiment) => {
                assert_eq!(experiment.rules[0].name, name);
                assert_eq!(parse(&experiment.to_toml()), Ok(experiment), "{name:?}");
                read += 1;
            }
            Err(faults) => {
                let expected = name.is_empty()
                    || name.trim() != name
                    || name.starts_with(['=', '+'])
                    || !name.contains(char::is_alphabetic)
                    || name.contains(['#', '\u{7f}', '\u{85}', '\t']);
                assert!(expected, "{name:?}: {faults}");
            }
        }
    }
    assert!((10..=246).contains(&read), "{read}");
}

/// Many cells take memory, which a plan tells; more than fit are refused.
#[test]
fn cells_take_memory() {
    let experiment = |bots: u64| {
        let words: Vec<String> =
            (1..=bots).map(|it| format!("\"mcts:playouts={it},hash=1\"")).collect();
        let lists = "setups = [\"catalogue\"]\nrules = [\"brunei-slide\", \"brunei-jump\"]\n";
        format!("seed = 1\ngames = 1\n{lists}bots = [{}]\n", words.join(", "))
    };
    let place = Place::with(&experiment(100));
    has(&place.good("plan e.toml"), "memory    about 126 MB for the cells\n");
    place.write("e.toml", experiment(1500));
    place.refuses("plan e.toml", 2, "make 105000 cells");
}
