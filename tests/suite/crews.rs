//! Crews: bots that share a cell, on the board and on its mirror image.

use std::path::Path;

use crate::support::{Place, amount, assert_same, has, table};
use pasang::base::diagnostic::{Source, render};
use pasang::base::random::SeedKey;
use pasang::board::Symmetry;
use pasang::experiment::Experiment;
use pasang::games::rules::{Rules, presets};
use pasang::games::setup::builtins;
use pasang::games::{Game, IndexedMove};
use pasang::players::PlayableGame;
use pasang::players::bots::BotSpec;
use pasang::players::crew::Image;
use pasang::players::play::GameRunner;

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
fn plays_the_mirror_image<G: PlayableGame>(
    game: &G,
    start: &G::Position,
    bot: BotSpec,
    index: u64,
) {
    let mirror = Symmetry::MirrorColumnF;
    let other = game.map_position(start, mirror);
    let key = SeedKey::new(3, &[b"mirror"]);
    let play = |start: &G::Position, first: &[G::Move], image: Image| {
        let mut runner = GameRunner::new(&[bot, bot]);
        runner.set_image(image);
        let mut moves = Vec::new();
        let mut see = |_: &G, _: &G::Position, chosen: &IndexedMove<G::Move>| moves.push(chosen.mv);
        runner.play(game, start, (&key, index), first, &mut see).unwrap();
        moves
    };
    let first = [game.all_moves(start)[0]];
    let seen = play(start, &first, Image::Mirror);
    let there = play(&other, &first.map(|mv| game.map_move(mv, mirror)), Image::Board);
    let back: Vec<G::Move> = there.iter().map(|&mv| game.map_move(mv, mirror)).collect();
    assert_eq!(seen, back, "{bot} {index}");
}

#[test]
fn a_game_at_the_mirror_image_is_one_on_the_mirrored_setup() {
    let bots = ["random", "greedy", "search:nodes=100", "mcts:playouts=20"];
    for (number, rules) in (0..).zip(presets().filter(|rules| rules.rules.seats() == 2)) {
        for index in 0..amount(4, 40) {
            let bot = bots[index as usize % bots.len()].parse().unwrap();
            let setup = &builtins()[(7 * number + 3 * index as usize) % builtins().len()];
            match &rules.rules {
                Rules::Brunei(game) => {
                    plays_the_mirror_image(game, &game.start(setup.stones), bot, index)
                }
                Rules::Bell(game) => {
                    plays_the_mirror_image(game, &game.start(setup.stones), bot, index)
                }
            }
        }
    }
}

/// Every member plays every pair on both images, and the journal tells which.
#[test]
fn the_journal_tells_who_played() {
    let place = Place::with(SMALL);
    place.good("run e.toml --out out");
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
    place.good("verify out");
    // A changed word is found, though the moves still agree.
    place.write("out/games.csv", text.replacen(",1,board\n", ",1,mirror\n", 1));
    has(&place.differs("out").stdout, "games.csv");
}

/// The games of a crew follow from the seed alone: whatever the threads, shards or other cells.
#[test]
fn crews_are_reproducible() {
    let place = Place::with(SMALL);
    place.good("run e.toml --out whole --threads 1");
    for part in 1..=2 {
        place.good(&format!("run e.toml --shard {part}/2 --out s{part} --threads 2"));
    }
    place.good("merge s1 s2 --out merged");
    assert_same(&place.files("merged"), &place.files("whole"), "two shards");
    // A crew of another name with the same members plays the same games.
    place.write("f.toml", SMALL.replace("mine", "other").replace("\"catalogue-02\", ", ""));
    place.good("run f.toml --out other");
    let moves = |folder: &str| -> Vec<String> {
        let text = place.text(&format!("{folder}/games.csv"));
        let rows = table(&text);
        let own = rows.iter().filter(|row| row["setup"] == "catalogue-07");
        own.map(|row| row["moves"].to_owned()).collect()
    };
    assert_eq!(moves("whole"), moves("other"));
}

#[test]
fn designs_that_no_crew_can_play_are_refused() {
    let refused = |from: &str, to: &str| {
        let text = SMALL.replace(from, to);
        assert_ne!(text, SMALL);
        let source = Source::new("e.toml", &text);
        render(&Experiment::parse(&source, Path::new("")).unwrap_err(), false)
    };
    has(&refused("games = 360", "games = 400"), "expected 360 or 720");
    has(&refused("games = 360", "games = 60"), "^ expected 360");
    has(
        &refused("games = 360", "games = 360\nopenings = \"as-chosen\""),
        "expected `all` or a list",
    );
    has(&refused("games = 360", "games = 360\nrounds = 3"), "crews play single games");
    has(&refused("games = 360", "games = 360\nopening-plies = 2"), "beside `opening-plies`");
    let four = "[rule.four]\nbase = \"bell\"\nplayers = 4\n[crew.mine]";
    let text = SMALL.replace("brunei-slide", "four").replace("[crew.mine]", four);
    let source = Source::new("e.toml", &text);
    has(&render(&Experiment::parse(&source, Path::new("")).unwrap_err(), false), "`four` seats 4");
}
