//! Bots that slip, the named levels, and the estimate of a player's level.

use std::path::Path;

use pasang_core::level::{ANCHORS, choices, estimate};
use pasang_core::players::bots::LEVELS;
use pasang_core::players::crew::Crew;
use pasang_core::{
    Bot, BotSpec, CancelToken, Evaluation, Game, GameRecord, GameRng, GameRunner, Limits, Move,
    Position, Seat, Setup,
};
use serde_json::Value;

use crate::support::{Place, amount, pasang};

fn start(setup: &str) -> Position {
    let game = Game::preset("brunei-slide").unwrap();
    game.start(&Setup::builtin(setup).unwrap()).unwrap()
}

fn played(words: [&str; 2], setup: &str, seed: u64) -> GameRecord {
    let bots = words.map(|word| Box::new(word.parse::<BotSpec>().unwrap().build()) as Box<dyn Bot>);
    GameRunner::new(&start(setup)).players(bots.into()).seed(seed).play()
}

/// Expected: the formula of docs/guide.md, written once more, over values that `search` gives. The
/// statistic is chi-square with as many degrees of freedom as other moves.
#[test]
fn slips_follow_their_model() {
    let game = played(["greedy", "greedy"], "catalogue-05", 3);
    let positions: Vec<Position> = game.positions().collect();
    let position = positions
        .iter()
        .rev()
        .find(|it| {
            it.outcome().is_none() && it.legal_moves().len() >= 4 && it.remaining_points() > 12
        })
        .unwrap();
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let mut search = "search:nodes=3000,hash=1".parse::<BotSpec>().unwrap().build();
    let values: Vec<f64> = moves
        .iter()
        .map(|&mv| {
            let next = position.after(mv).unwrap();
            if next.outcome().is_some() {
                return 200.0;
            }
            let sign = if next.turn() == position.turn() { 1.0 } else { -1.0 };
            match search.analyze(&next, Limits::NONE).unwrap().evaluation.unwrap() {
                Evaluation::Stuck { wins } => sign * if wins { 200.0 } else { -200.0 },
                other => sign * other.lead().unwrap(),
            }
        })
        .collect();
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    let odds: Vec<f64> = moves
        .iter()
        .zip(&values)
        .map(|(&mv, value)| {
            let takes = f64::from(position.captured_points(mv));
            (0.1 * takes).exp() * (1.0 + best - value).powf(-0.7)
        })
        .collect();
    let mut counts = vec![0.0; moves.len()];
    let mut bot = "slip:precision=0.7,nodes=3000,lure=0.1".parse::<BotSpec>().unwrap().build();
    let draws = 2000;
    for number in 0..draws {
        let chosen = bot.choose_move(position, &mut GameRng::new(number, "slips")).unwrap();
        counts[moves.iter().position(|&mv| mv == chosen).unwrap()] += 1.0;
    }
    let total: f64 = odds.iter().sum();
    let terms = odds.iter().zip(&counts).map(|(it, count)| {
        let expected = it / total * draws as f64;
        (count - expected) * (count - expected) / expected
    });
    let (statistic, freedom) = (terms.sum::<f64>(), moves.len() as f64 - 1.0);
    assert!(statistic < freedom + 4.0 * (2.0 * freedom).sqrt(), "{counts:?} {odds:?}");
}

/// The Elo of the named levels is that of the kept ladder, in the program and in the guide.
#[test]
fn levels_have_the_elo_of_the_kept_ladder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ladder = root.join("experiments/results/ladder-levels");
    let rated = pasang(&["match", ladder.to_str().unwrap(), "--json"]);
    let rated: Value = serde_json::from_str(&rated.stdout).unwrap();
    let elo = |word: &str| {
        let bots = rated["bots"].as_array().unwrap();
        bots.iter().find(|bot| bot["bot"] == word).map(|bot| bot["elo"].as_f64().unwrap())
    };
    let bottom = elo("random").unwrap();
    let guide = std::fs::read_to_string(root.join("docs/guide.md")).unwrap();
    let mut before = 0.0;
    for (level, word) in LEVELS {
        let spec = level.parse::<BotSpec>().unwrap();
        assert_eq!(spec, word.parse().unwrap());
        let Some(elo) = elo(&spec.to_string()).map(|elo| elo - bottom) else { continue };
        assert!(elo > before + 50.0, "{level}: {elo}");
        assert!(guide.contains(&format!("| `{level}` | `{word}` | {elo:.0} |")), "{level}: {elo}");
        if let Some((_, anchor)) = ANCHORS.iter().find(|(known, _)| *known == level) {
            assert!((anchor - elo).abs() < 0.5, "{level}: {elo}");
        }
        before = elo;
    }
    let crews = [
        ("beginner", "slip:precision=0.1"),
        ("easy", "slip:precision=0.4"),
        ("medium", "slip:precision=1"),
        ("quick", "search:nodes=1000"),
        ("club", "search:nodes=4000,solve=12"),
        ("strong", "search:nodes=16000"),
        ("master", "search:nodes=60000,solve=16"),
    ];
    for (crew, bot) in crews {
        let found = Crew::builtin(crew).unwrap().elo().unwrap();
        let elo = elo(bot).unwrap() - bottom;
        assert!((found - elo).abs() < 0.5, "{crew}: {found} instead of {elo}");
    }
    let of = |members: &[&str]| {
        let members = members.iter().map(|it| it.parse().unwrap()).collect();
        Crew { name: "own".to_owned(), members }.elo()
    };
    // Between rungs; beyond them, and of other bots, it is not known.
    let between = of(&["search:nodes=2000", "search:nodes=9000,eval=linear"]).unwrap();
    assert!((between - 1206.5).abs() < 0.1, "{between}");
    for unknown in [&["search:nodes=100"][..], &["greedy"], &["search:nodes=1000", "greedy"]] {
        assert_eq!(of(unknown), None);
    }
}

/// Both sides of three games tell weak from strong. `analysis/level.py` counts how often intervals
/// hold the truth.
#[test]
fn three_games_tell_a_level() {
    let level = |word: &str| {
        let games = (0..3).map(|seed| played([word; 2], "catalogue-12", seed));
        let found = games.flat_map(|game| {
            let of = |seat| choices(&game, seat, &CancelToken::default()).unwrap();
            [of(Seat::FIRST), of(Seat::SECOND)].concat()
        });
        estimate(&found.collect::<Vec<_>>())
    };
    // Elo by the kept ladder.
    for (word, elo) in
        [("slip:precision=0.4", 295.0), ("search:depth=2", 547.0), ("slip:precision=1", 621.0)]
            .into_iter()
            .take(amount(1, 3))
    {
        let found = level(word);
        let [low, high] = found.interval.map(Option::unwrap);
        assert!(low < elo && elo < high && !found.says_little(), "{word}: {found:?}");
    }
    let nothing = estimate(&[]);
    assert!(nothing.says_little() && nothing.interval == [Some(55.0), Some(1445.0)], "{nothing:?}");
}

/// Games whose positions have many moves, or moves that lose all by getting stuck. Elo by the kept
/// ladder.
#[test]
fn patterns_do_not_shift_the_level() {
    for (bot, setup, elo) in [
        ("mcts:playouts=40", "catalogue-04", 769.0),
        ("search:nodes=250", "catalogue-28", 862.0),
        ("search:nodes=250", "catalogue-31", 862.0),
    ]
    .into_iter()
    .take(amount(1, 3))
    {
        let place = Place::new();
        place.good(&format!("run --setup {setup} --bots {bot} --games 1 --seed 4711 --out games"));
        place.write("game.txt", place.good("export games 0"));
        let found: Value = serde_json::from_str(&place.good("level game.txt --json")).unwrap();
        let [low, high] = ["low", "high"].map(|it| found[0]["level"][it].as_f64().unwrap());
        assert!(low < elo && elo < high, "{bot} {setup}: {found}");
    }
}

#[test]
fn levels_are_told_by_player_or_refused() {
    let place = Place::new();
    place.write("a.txt", "setup: catalogue-05\nfirst: Ana\nsecond: Budi\nmoves: c h\n");
    let said = place.good("level a.txt");
    assert!(said.starts_with("Ana: too few moves to tell a level ("), "{said}");
    assert!(said.contains("\nBudi: too few moves"), "{said}");
    place.write("b.txt", "setup: catalogue-05\nfirst: Ana\nsecond: Budi\nmoves: c i\n");
    // The same game counts once.
    let one = place.good("level a.txt b.txt a.txt --player Budi --json");
    assert!(one.contains("\"games\": 2") && !one.contains("Ana"), "{one}");
    // So does a copy with another number, date or comment.
    let copy =
        "game: 9\ndate: 1999\nsetup: catalogue-05\nfirst: Ana\nsecond: Budi\nmoves: c {well} h\n";
    place.write("copy.txt", copy);
    let one = place.good("level a.txt copy.txt --player Budi --json");
    assert!(one.contains("\"games\": 1"), "{one}");
    place.refuses("level a.txt --player Cik", 2, "they have Ana, Budi");
    place.write("none.txt", "setup: catalogue-05\nfirst: Ana\n");
    place.refuses("level none.txt", 2, "no move of this game has been played");
    place.write("bell.txt", "rules: bell\nsetup: bell-chequer\nmoves:\n");
    place.refuses("level bell.txt", 2, "is for two players of Brunei's game");
}
