//! Crews: bots that share a cell, on the board and on its mirror image.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::{Place, amount, assert_same, has, table};
use pasang::experiment::Experiment;
use pasang::text::diagnostic::Source;
use pasang_core::base::random::SeedKey;
use pasang_core::board::Symmetry;
use pasang_core::games::rules::presets;
use pasang_core::games::setup::builtins;
use pasang_core::players::crew::{Crew, Image};
use serde_json::Value;

use pasang_core::{BotSpec, Game, GameRunner, Move, Position, Setup};

const SMALL: &str = r#"
seed = 5
games = 360
setups = ["catalogue-02", "catalogue-07"]
rules = ["brunei-slide"]
bots = ["crew:mine", "greedy"]
[crew.mine]
members = ["random", "greedy", "search:depth=1"]
"#;

/// Each game at the mirror image is the mirror image of the game on the mirrored setup.
fn plays_the_mirror_image(start: &Position, bot: BotSpec, index: u64) {
    let mirror = Symmetry::MirrorColumnF;
    let other = start.mapped(mirror).unwrap();
    let key = SeedKey::new(3, &[b"mirror"]);
    let play = |start: &Position, first: Move, image: Image| {
        let (mut runner, mut moves) = (GameRunner::new(start), Vec::new());
        runner.specs(&[bot, bot]).image(image).opening([first]).unwrap();
        runner.key(&key, index).run(&mut |_, chosen| moves.push(chosen.mv)).unwrap();
        moves
    };
    let first = start.legal_moves()[0];
    let seen = play(start, first, Image::Mirror);
    let there = play(&other, first.mapped(mirror), Image::Board);
    let back: Vec<Move> = there.into_iter().map(|mv| mv.mapped(mirror)).collect();
    assert_eq!(seen, back, "{bot} {index}");
}

#[test]
fn a_game_at_the_mirror_image_is_one_on_the_mirrored_setup() {
    let bots = ["random", "greedy", "search:nodes=100", "mcts:playouts=20"];
    for (number, rules) in (0..).zip(presets().filter(|rules| rules.rules.seats() == 2)) {
        for index in 0..amount(4, 40) {
            let bot = bots[index as usize % bots.len()].parse().unwrap();
            let setup = &builtins()[(7 * number + 3 * index as usize) % builtins().len()];
            plays_the_mirror_image(&rules.rules.start(setup).unwrap(), bot, index);
        }
    }
}

/// Every member plays every pair on both images, and the journal tells which.
#[test]
fn the_journal_tells_who_played() {
    let place = Place::played(SMALL);
    let text = place.text("out/games.csv");
    let rows = table(&text);
    let (own, others): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["bots"] == "crew:mine");
    assert!(others.iter().all(|row| row["member"].is_empty() && row["image"].is_empty()));
    let mut seen: Vec<_> = own
        .iter()
        .map(|row| {
            let index: u64 = row["index"].parse().unwrap();
            (row["setup"], row["member"], row["image"], index % 60)
        })
        .collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 2 * 3 * 2 * 60);
    // An exported game names the member, not the crew.
    let game = rows.iter().find(|row| row["bots"] == "crew:mine" && row["member"] == "3").unwrap();
    let exported = place.good(&format!("export out {}", game["game"]));
    has(&exported, "\nfirst: search:depth=1\nsecond: search:depth=1\n");
    let shown = place.good(&format!("replay out {}", game["game"]));
    has(&shown, &format!("game {}: {}, brunei-slide, crew:mine, ", game["game"], game["setup"]));
    // A changed word is found, though the moves still agree.
    place.write("out/games.csv", text.replacen(",1,board\n", ",1,mirror\n", 1));
    has(&place.differs("out").stdout, "games.csv");
}

/// `verify` makes the tables of the model again: changed ones are found, though the manifest has
/// their digests.
#[test]
fn forged_tables_are_found_and_made_again() {
    let place = Place::with(SMALL);
    place.good("run e.toml --out whole");
    let whole = place.files("whole");
    let said = place.good("verify whole");
    // What a report says of options and files is code.
    let page = place.text("whole/report.html");
    assert!(!page.contains('`'), "{page}");
    has(&said, "balance.csv, columns.csv, datapackage.json, report.html: recomputed, all equal");
    for (name, from, to) in
        [("balance.csv", "\n0,", "\n1,"), ("columns.csv", ",second,", ",first,")]
    {
        place.copy("whole", "out");
        let forged = place.text(&format!("out/{name}")).replacen(from, to, 1);
        place.write(&format!("out/{name}"), &forged);
        has(&place.differs("out").stdout, &format!("DIFFERS {name}: its digest"));
        place.forge("out", name, &forged);
        has(&place.differs("out").stdout, &format!("DIFFERS {name} line"));
        place.remove(&format!("out/{name}"));
        place.good("report out");
        assert_same(&place.files("out"), &whole, "report");
    }
    // Without the journal the games are played again.
    place.copy("whole", "slim");
    place.remove("slim/games.csv");
    has(&place.good("verify slim"), "played again: the journal has the manifest's digest");
    assert_eq!(place.good("replay slim 99"), place.good("replay whole 99"));
}

/// Without its games a folder answers as with them, from its counts. What these do not hold is refused.
#[test]
fn counts_tell_the_same_answer() {
    let plain = "seed = 7\ngames = 120\nsetups = [\"catalogue-0*\"]\nrules = [\"brunei-slide\", \"bell\"]\nbots = [\"random\", \"greedy\"]\n";
    let one = "seed = 7\ngames = 60\nsetups = [\"catalogue-05\"]\nrules = [\"pasang-emas\"]\nbots = [\"greedy\"]\nopenings = \"all\"\n";
    let met = "seed = 7\ngames = 60\nsetups = [\"catalogue-05\"]\nrules = [\"brunei-slide\"]\nbots = [[\"random\", \"greedy\"], [\"greedy\", \"random\"]]\nopenings = \"all\"\n";
    for experiment in [SMALL, plain, one, met] {
        let place = Place::played(experiment);
        let told = place.good("report out");
        let rated = place.pasang("match out").stdout;
        place.remove("out/games.csv");
        let files = place.files("out");
        assert_eq!(
            place.good("report out"),
            told + "told by `counts.jsonl`, without lengths of games; without `games.csv` the files stay as they are\n"
        );
        assert_eq!(place.files("out"), files);
        assert_eq!(place.pasang("match out").stdout, rated);
        // Only a match of two has pairs of games, and its answer needs them.
        let counts = place.text("out/counts.jsonl");
        assert_eq!(counts.matches("\"seat_pairs\":[").count(), usize::from(experiment == met));
        assert_eq!(rated.is_empty(), experiment != met);
        if let Some(at) = counts.find("\"seat_pairs\":[") {
            let of_pairs = &counts[at..=at + counts[at..].find("],").unwrap() + 1];
            place.forge("out", "counts.jsonl", counts.replacen(of_pairs, "", 1));
            place.refuses("match out", 1, "this is no table of this experiment");
            place.forge("out", "counts.jsonl", &counts);
        }
        for form in ["--full", "--json"] {
            place.refuses(
                &format!("report out {form}"),
                2,
                "`out` has no `games.csv`; to play its games again",
            );
        }
    }
    // Where counts do not tell, the journal does: a shard, and a designed experiment.
    let place = Place::with(met);
    place.good("run e.toml --shard 1/2 --out part");
    assert!(place.good("match part").contains("greedy"));
    place.good("run --setup fourfold-5-1 --vary stuck --bots random/greedy --bots greedy/random --games 24 --out design");
    assert!(place.good("match design").contains("greedy"));
    // The same games in another order of line-ups are the same.
    let turned = met.replace(
        "[\"random\", \"greedy\"], [\"greedy\", \"random\"]",
        "[\"greedy\", \"random\"], [\"random\", \"greedy\"]",
    );
    place.good("run e.toml --out one");
    place.write("turned.toml", &turned);
    place.good("run turned.toml --out two");
    let compared = place.good("compare one two");
    assert_eq!(compared.matches("the same results").count(), 2, "{compared}");
    let designed = Place::with("");
    designed.good("run --setup fourfold-5-1 --vary stuck --bots random --games 24 --out out");
    designed.remove("out/games.csv");
    designed.refuses("report out", 2, "`out` has no `games.csv`; to play its games again");
    // Neither another experiment nor impossible counts are believed.
    let place = Place::played(one);
    place.remove("out/games.csv");
    let (experiment, counts) = (place.text("out/experiment.toml"), place.text("out/counts.jsonl"));
    place.write("out/experiment.toml", experiment.replacen("\"all\"", "\"as-chosen\"", 1));
    place.refuses("report out", 1, "this is not the file that the run finished with");
    place.write("out/experiment.toml", experiment);
    let crew = Place::played(SMALL);
    crew.remove("out/games.csv");
    let forged = crew.text("out/counts.jsonl").replacen("[\"a\",", "[\"z\",", 1);
    crew.forge("out", "counts.jsonl", &forged);
    crew.refuses("report out", 1, "counts.jsonl");
    for forged in ["[1,0,12]", "[1,0,5]"] {
        let found = ["[1,0,0]", "[1,1,12]"].map(|it| counts.replacen(it, forged, 1));
        let forged = found.into_iter().find(|it| *it != counts).unwrap();
        place.forge("out", "counts.jsonl", &forged);
        place.refuses("report out", 1, "counts.jsonl");
    }
}

/// A joint answer counts no game twice, and believes no score sums that games cannot have.
#[test]
fn joint_answers_count_each_game_once() {
    let place = Place::with(SMALL);
    let two = SMALL.replace("\"crew:mine\", \"greedy\"", "\"crew:mine\", \"crew:more\"");
    let two = two + "[crew.more]\nmembers = [\"random\", \"greedy\", \"search:depth=2\"]\n";
    place.write("two.toml", &two);
    place.write("mine.toml", two.replace(", \"crew:more\"", ""));
    place.write("more.toml", two.replace("\"crew:mine\", ", ""));
    for name in ["two", "mine", "more"] {
        place.good(&format!("run {name}.toml --out {name}"));
    }
    place.good("balance mine");
    place.refuses("balance mine more", 2, "`more` holds games of `mine`: catalogue-02");
    place.refuses("balance two", 2, "plays catalogue-02 under brunei-slide twice");
    place.refuses("balance mine mine", 2, "`mine` is given twice");
    // Neither does a report: where crews share a bot, it tells of each alone.
    let one = two.replace(", \"catalogue-07\"", "");
    place.write("one.toml", &one);
    place.write(
        "apart.toml",
        one.replace(
            "[\"random\", \"greedy\", \"search:depth=2\"]",
            "[\"mcts:playouts=2\", \"search:depth=2\"]",
        ),
    );
    let levels =
        |name: &str| place.good(&format!("run {name}.toml --out {name}")).contains("of the level");
    assert!(levels("apart") && !levels("one"));
    has(&place.good("report one --full"), "Crews of this experiment share bots");
    // A game less, more wins than games, more score than that, more games than a sum can count, a pair told
    // twice or of no game, another cell or label, and no text of this form: each with its digest in the manifest.
    let none = "`out/counts.jsonl`: this is no table of this experiment";
    let forged = [
        ("\"1 board\":[1,", "\"1 board\":[0,", 1, none),
        ("[1,1,12]", "[1,2,12]", 1, none),
        ("[1,1,12]", "[1,1,13]", 1, none),
        ("[1,1,12]", "[18446744073709551615,1,12]", 1, none),
        ("[\"a\",\"h\",", "[\"a\",\"g\",", 1, none),
        (
            "[\"a\",\"g\",",
            "[\"a\",\"a\",",
            2,
            "`out` is kept without counts by pair of first moves",
        ),
        ("{\"cell\":0", "{\"cell\":1", 1, none),
        ("brunei-slide", "brunei-jump", 1, none),
        ("{\"cell\":0", "[\"cell\":0", 1, none),
    ];
    for (from, to, status, part) in forged {
        place.copy("mine", "out");
        let counts = place.text("out/counts.jsonl");
        assert!(counts.contains(from), "{from}");
        place.forge("out", "counts.jsonl", counts.replacen(from, to, 1));
        place.refuses("balance out", status, part);
    }
}

/// The counts are those of the journal, counted here row by row. A folder kept without its games may have
/// coarser ones, which `verify` compares, and of which answers are made as far as they go.
#[test]
fn counts_are_those_of_the_journal() {
    let place = Place::played(SMALL);
    type Counts = BTreeMap<(String, String, String), [u64; 3]>;
    let mut counted = Counts::new();
    for row in place.table("out/games.csv") {
        let player = match row["member"] {
            "" => "all".to_owned(),
            member => format!("{member} {}", row["image"]),
        };
        // The ranks of the first two moves, in order as in the list of pairs.
        let pair = row["moves"][1..5].to_owned();
        let [games, wins, twelfths] =
            counted.entry((row["cell"].to_owned(), pair, player)).or_default();
        let score = match row["winner"] {
            "first" => 12,
            "second" => 0,
            _ => 6,
        };
        (*games, *wins, *twelfths) = (*games + 1, *wins + score / 12, *twelfths + score);
    }
    let mut found = Counts::new();
    let pairs: BTreeSet<String> = counted.keys().map(|it| it.1.clone()).collect();
    let text = place.text("out/counts.jsonl");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &lines {
        let openings = line["openings"].as_array().unwrap();
        assert_eq!(openings.len(), pairs.len());
        for (opening, pair) in openings.iter().zip(&pairs) {
            for (player, count) in opening[2].as_object().unwrap() {
                let key = (line["cell"].to_string(), pair.clone(), player.clone());
                found.insert(key, [0, 1, 2].map(|at| count[at].as_u64().unwrap()));
            }
        }
    }
    assert_eq!(found, counted);
    let told = place.good("balance out");
    let coarse = |by_pair: bool| -> String {
        let sum = |counts: Vec<&Value>| {
            let all = counts.iter().flat_map(|it| it.as_object().unwrap().values());
            [0, 1, 2].map(|at| all.clone().map(|it| it[at].as_u64().unwrap()).sum::<u64>())
        };
        let opening = |first: &Value, second: &Value, counts: Vec<&Value>| {
            let [games, wins, twelfths] = sum(counts);
            format!("[{first},{second},{{\"all\":[{games},{wins},{twelfths}]}}]")
        };
        let line = |line: &Value| {
            let openings = line["openings"].as_array().unwrap();
            let all =
                || opening(&"".into(), &"".into(), openings.iter().map(|it| &it[2]).collect());
            let pairs = openings.iter().map(|it| opening(&it[0], &it[1], vec![&it[2]]));
            let openings = if by_pair { pairs.collect::<Vec<_>>().join(",") } else { all() };
            format!(
                "{{\"cell\":{},\"setup\":{},\"rules\":{},\"bots\":{},\"distinct\":{},\"openings\":[{openings}]}}\n",
                line["cell"], line["setup"], line["rules"], line["bots"], line["distinct"]
            )
        };
        lines.iter().map(line).collect()
    };
    place.remove("out/games.csv");
    place.forge("out", "counts.jsonl", coarse(true));
    has(&place.good("verify out"), "counts.jsonl");
    assert_eq!(place.good("balance out"), told);
    place.forge("out", "counts.jsonl", coarse(true).replacen("[6,", "[5,", 1));
    has(&place.differs("out").stdout, "DIFFERS counts.jsonl line 1");
    place.forge("out", "counts.jsonl", coarse(false));
    place.good("verify out");
    for words in ["balance out", "compare out out"] {
        place.refuses(words, 2, "is kept without counts by pair of first moves");
    }
}

/// The games of a crew follow from the seed alone: whatever the threads, shards, interruptions or
/// other cells.
#[test]
fn crews_are_reproducible() {
    let place = Place::with(SMALL);
    place.good("run e.toml --out whole --threads 1");
    place.shards(2);
    place.good("merge s1 s2 --out merged");
    let whole = place.files("whole");
    assert_same(&place.files("merged"), &whole, "two shards");
    let journal = place.text("whole/games.csv");
    for cut in [journal.len() / 2, journal.len() - 3] {
        place.begin("whole", "cut");
        place.write("cut/games.csv", &journal[..cut]);
        place.good("run e.toml --out cut");
        assert_same(&place.files("cut"), &whole, "resumed");
    }
    // Another design only adds games.
    place.write("long.toml", SMALL.replace("games = 360", "games = 720"));
    place.good("run long.toml --out long");
    place.good("run long.toml --out cut");
    assert_same(&place.files("cut"), &place.files("long"), "extended");
    // A crew of another name with the same members plays the same games.
    place.write("f.toml", SMALL.replace("mine", "other").replace("\"catalogue-02\", ", ""));
    place.good("run f.toml --out other");
    let moves = |folder: &str| -> Vec<String> {
        let rows = place.table(&format!("{folder}/games.csv"));
        let own = rows.iter().filter(|row| row["setup"] == "catalogue-07");
        own.map(|row| row["moves"].to_owned()).collect()
    };
    assert_eq!(moves("whole"), moves("other"));
    // Cells are compared by the members of crews, whatever their names.
    let compared = place.good("compare whole long");
    assert_eq!(compared.matches("  crew:mine  ").count(), 2, "{compared}");
    has(&place.good("compare whole other"), "2 cells in both, 2 only in A, 0 only in B");
}

/// Games that are allotted follow from those before: for any number of threads and other cells, after an
/// interruption at each end of a round and within one, from a journal or without.
#[test]
fn allotted_games_are_reproducible() {
    let best = SMALL.replace("seed", "openings = \"best\"\nseed").replace(", \"greedy\"", "");
    let place = Place::with(&best);
    place.good("run e.toml --out whole --threads 1");
    place.good("run e.toml --out two --threads 2");
    let whole = place.files("whole");
    assert_same(&place.files("two"), &whole, "two threads");
    let journal = place.text("whole/games.csv");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    let few = [0, 239, 240, 719];
    for games in amount(few.to_vec(), vec![0, 1, 239, 240, 241, 300, 360, 719]) {
        place.begin("whole", "cut");
        place.write("cut/games.csv", lines[..=games].concat());
        place.good("run e.toml --out cut");
        assert_same(&place.files("cut"), &whole, &format!("resumed after {games} games"));
    }
    place.write("long.toml", best.replace("games = 360", "games = 480"));
    place.good("run long.toml --out long");
    place.good("run long.toml --out cut");
    assert_same(&place.files("cut"), &place.files("long"), "extended");
    place.write("f.toml", best.replace("\"catalogue-02\", ", ""));
    place.good("run f.toml --out alone");
    let games = |folder: &str| -> Vec<Vec<&str>> {
        let rows = place.table(&format!("{folder}/games.csv"));
        let own = rows.iter().filter(|row| row["setup"] == "catalogue-07");
        own.map(|row| ["moves", "member", "image"].map(|key| row[key]).to_vec()).collect()
    };
    assert_eq!(games("whole"), games("alone"));
    // Each pair was played at least twice, and some much more often; the players of each differ by one game.
    let (mut pairs, mut of_players) = (BTreeMap::new(), BTreeMap::new());
    for row in place.table("whole/games.csv") {
        let pair = (row["setup"], &row["moves"][..5]);
        *pairs.entry(pair).or_insert(0) += 1;
        *of_players.entry((pair, row["member"], row["image"])).or_insert(0) += 1;
    }
    assert_eq!((pairs.len(), pairs.values().min()), (120, Some(&2)));
    assert!(pairs.values().max() > Some(&12), "{pairs:?}");
    for (pair, games) in pairs {
        let least = of_players.iter().filter(|((of, ..), _)| *of == pair).map(|(_, games)| *games);
        assert_eq!(least.max(), Some((games + 3) / 4), "{pair:?}");
    }
    has(&place.good("verify whole"), "720 of 720 games played again: all equal");
    place.copy("whole", "slim");
    place.remove("slim/games.csv");
    has(&place.good("verify slim"), "720 games played again");
    assert_eq!(place.good("replay slim 700"), place.good("replay whole 700"));
    place.refuses("run e.toml --out shard --shard 1/2", 2, "follows from all games before");
    has(&place.good("plan e.toml"), "with even shares (simulated)");
    place.write("g.toml", best.replace("\"crew:mine\"", "\"crew:mine\", \"greedy\""));
    place.refuses("run g.toml --out g", 2, "`best` openings between single bots");
}

/// The patterns of side 5 are solved pair by pair (`crates/exact/universe`, made by `pasang-exact`). Bots that
/// search to the end of the game play perfectly on both images of the board: each pair has the
/// exact result, and so have the mean and the maximin of all pairs.
#[test]
fn perfect_crews_find_the_truth_of_solved_boards() {
    let truths = table(include_str!("../../crates/exact/universe/fourfold-5-brunei-jump.csv"));
    // With two patterns of each result, or all.
    let some = [0, 1, 2, 4, 9, 10].map(|number| format!("fourfold-5-{number}"));
    let place = Place::with(&format!(
        "seed = 4\nsetups = {:?}\nrules = [\"brunei-jump\"]\nbots = [\"crew:perfect\"]\n\
         [crew.perfect]\nmembers = [\"search:nodes=100,solve=30\", \"search:depth=2,solve=30\"]\n",
        amount(some.to_vec(), vec!["fourfold-5".to_owned()])
    ));
    place.good("run e.toml --out out");
    let openings = place.table("out/openings.csv");
    let mut seen = [0; 3];
    for row in place.table("out/balance.csv") {
        let truth = truths.iter().find(|truth| truth["setup"] == row["setup"]).unwrap();
        let number = |column: &str| truth[column].parse::<f64>().unwrap();
        let exact = (number("pairs_first") + number("pairs_drawn") / 2.0) / number("pairs");
        assert!((row["score"].parse::<f64>().unwrap() - exact).abs() < 1e-6, "{row:?}");
        // Every member plays each pair on both images.
        assert_eq!(row["games"].parse::<f64>().unwrap(), 4.0 * number("pairs"));
        let pairs = openings.iter().filter(|pair| pair["setup"] == row["setup"]);
        let mut least: BTreeMap<&str, f64> = BTreeMap::new();
        let mut results: Vec<(&str, &str, &str)> = Vec::new();
        for pair in pairs {
            let score = pair["first_score"].parse().unwrap();
            let so_far = least.entry(pair["first"]).or_insert(1.0);
            *so_far = so_far.min(score);
            let result = match score {
                1.0 => "f",
                0.5 => "d",
                0.0 => "s",
                _ => panic!("{pair:?}"),
            };
            results.push((pair["first"], pair["second"], result));
        }
        results.sort();
        let results: String = results.iter().map(|it| it.2).collect();
        assert_eq!(results, truth["results"], "{}", row["setup"]);
        let value = least.values().copied().fold(0.0, f64::max);
        let winner = ["second", "draw", "first"][(2.0 * value) as usize];
        assert_eq!(winner, truth["winner"], "{}", row["setup"]);
        seen[(2.0 * value) as usize] += 1;
    }
    assert!(seen.iter().all(|&number| number > 1), "{seen:?}");
}

/// `pasang run --setup` plays half a design of three crews, and a whole one of two rule sets by `club`.
#[test]
fn a_setup_is_played_by_three_crews() {
    let place = Place::new();
    has(&place.good("plan --setup catalogue-07"), "games     720 (240 a cell)\n");
    let both = "plan --setup catalogue-07 --rules brunei-slide --rules brunei-jump";
    has(&place.good(both), "games     960 (480 a cell)\n");
    place.good("run --setup fourfold-5-1");
    let folder = "results/fourfold-5-1";
    let experiment = place.text(&format!("{folder}/experiment.toml"));
    // 12 pairs, by four members on two images.
    has(&experiment, "\ngames = 48\n");
    has(
        &experiment,
        "\nbots = [\n    \"crew:medium\",\n    \"crew:quick\",\n    \"crew:club\",\n]\n",
    );
    assert_eq!(place.table(&format!("{folder}/balance.csv")).len(), 3);
    // Other numbers of games are rounded up to whole designs.
    let ran = place.pasang("run --setup fourfold-5-1 --bots crew:beginner --games 50");
    has(&ran.stderr, "96 games instead of 50: each of the 12 pairs");
    has(&ran.stderr, "by every member of the crew");
    assert!(place.has("results/fourfold-5-1-crew-beginner-50/balance.csv"), "{ran}");
}

/// A report begins with a picture: the card of a pattern with stones of both colours instead of its board, and
/// the effects of rules beside the boards. That of a shard says what it is.
#[test]
fn reports_begin_with_a_picture() {
    let place = Place::new();
    place.good("run --setup fourfold-5-1 --out card");
    place.good("run --setup fourfold-5-1 --setup fourfold-5-2 --vary stuck --vary entry=slide,jump --bots random --games 24 --out rules");
    place.good("run --setup fourfold-5-1 --bots random --games 24 --shard 1/2 --out part");
    place.good("report part");
    let report = |folder: &str| place.text(&format!("{folder}/report.html"));
    let (card, rules) = (report("card"), report("rules"));
    let has_board = |html: &str| html.contains("class=\"concerned\"");
    for html in [&card, &rules] {
        has(html, "<p class=\"plot\"><img src=\"data:image/svg+xml,%3Csvg ");
    }
    assert!(!has_board(&card) && has_board(&rules));
    for colour in ["%23161616", "%23fff"] {
        has(&card, &format!("stroke=&quot;{colour}&quot;"));
    }
    has(&report("part"), "One shard of several");
    assert!(!card.contains("One shard"));
}

/// A crew of twelve has the four bots of its class and eight with nets of their own, which play other
/// games than the four, in both games.
#[test]
fn crews_of_twelve_are_of_the_class_of_four() {
    for (twelve, four) in [("quick12", "quick"), ("club12", "club")] {
        let [twelve, four] = [twelve, four].map(|name| Crew::builtin(name).unwrap());
        assert_eq!((twelve.class(), four.class()), (four.class(), &*four.name));
        assert_eq!((&twelve.members[..4], twelve.members.len()), (&*four.members, 12));
        assert_eq!(twelve.elo(), four.elo());
    }
    let (members, key) = (Crew::builtin("quick12").unwrap().members, SeedKey::new(1, &[b"twelve"]));
    for (setup, rules) in [("catalogue-05", "brunei-slide"), ("bell-chequer", "bell")] {
        let setup = Setup::builtin(setup).unwrap();
        let start = Game::preset(rules).unwrap().start(&setup).unwrap();
        let games = members.iter().map(|bot| {
            let mut game = String::new();
            let mut runner = GameRunner::new(&start);
            runner.specs(&[*bot, *bot]).key(&key, 0);
            runner.run(&mut |_, chosen| game += &format!("{} ", chosen.mv)).unwrap();
            game
        });
        assert_eq!(games.collect::<BTreeSet<String>>().len(), 12, "{rules}");
    }
}

/// A written experiment names every member, and reads back.
#[test]
fn crews_of_an_experiment_read_back() {
    let read = |text: &str| Experiment::parse(&Source::new("e.toml", text), Path::new(""));
    let experiment = read(SMALL).unwrap();
    let text = experiment.to_toml();
    has(&text, "\n[crew.mine]\nmembers = [\"random\", \"greedy\", ");
    assert_eq!(read(&text).unwrap(), experiment);
    // Without `games` crews play one design.
    let design = SMALL.replace("games = 360\n", "").replace(", \"greedy\"]\n[", "]\n[");
    assert_eq!(read(&design).unwrap().games, 360);
    let swapped = SMALL.replace("\"random\", \"greedy\"", "\"greedy\", \"random\"");
    let difference = experiment.difference(&read(&swapped).unwrap()).unwrap();
    has(&difference, "`crew.mine.members[1]` is ");
}

/// By hand: quotas 3.5, 1.75, 1.75 and 0.
#[test]
fn largest_remainders_share_all_seats() {
    use pasang::run::allotment::apportion;
    assert_eq!(apportion(&[4, 2, 2, 0], 7), [3, 2, 2, 0]);
    assert_eq!(apportion(&[1, 1, 1], 4), [2, 1, 1]);
}
