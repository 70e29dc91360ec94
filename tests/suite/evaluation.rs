//! Evaluation of positions: the features are computed again from the reference implementation of
//! each game.

use std::collections::{BTreeMap, BTreeSet};

use crate::dual_play::Twice;
use crate::random_rules::{self, Board, filled, one, setups};
use crate::reference::{self, Colour, ReferenceGame};
use pasang_core::base::digest::digest_of;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::board::Symmetry;
use pasang_core::games::brunei::{self, Phase, Stuck};
use pasang_core::games::{
    DiagramFormat, Evaluate, GameRules, MORE_NETS, SearchGame, Weights, bell,
};

/// The preset of a game, and a toggle that is not drawn, with its value.
type Kind = (&'static str, (&'static str, &'static str));

// The feature counts consider replies alone; the choice between reply and swap is separate.
const BRUNEI: Kind = ("brunei-slide", ("swap-sides", "false"));
const BELL: Kind = ("bell", ("players", "2"));

/// Plays random games under random rules and visits every position on the way, twice.
fn positions<G: Twice>(
    (preset, (toggle, value)): Kind,
    games: u64,
    mut see: impl FnMut(&G, &G::Position, &G::Plain, &mut GameRng),
) {
    let setups = setups();
    for number in 0..games {
        let mut rng = SeedKey::new(5, &[b"judge"]).rng(number);
        let board: Board = match number % 3 {
            0 => filled("drawn", 60, &mut rng),
            _ => one(&mut rng, &setups).clone(),
        };
        let mut settings = G::draw(&mut rng);
        settings.0.retain(|(drawn, _)| *drawn != toggle);
        settings.0.push((toggle, value.to_owned()));
        let game = G::named(preset).with(&settings);
        let mut reference = G::reference(preset, &settings, &board);
        let mut position = game.start(board.stones());
        let mut moves = Vec::new();
        loop {
            see(&game, &position, &reference, &mut rng);
            match game.random_move(&position, &mut moves, &mut rng) {
                Some(chosen) => {
                    reference.play(&game.format_move(&position, chosen.mv));
                    game.apply(&mut position, chosen.mv);
                }
                None => break,
            }
        }
    }
}

/// Draws random weights for all features of a game.
fn drawn_weights<G: SearchGame>(rng: &mut GameRng) -> Weights {
    let count = G::RULE_GROUPS * G::STAGES.len() * G::FEATURES.len();
    let linear: Vec<i32> = (0..count).map(|_| rng.below(2001) as i32 - 1000).collect();
    Weights { linear: linear.leak(), net: None }
}

fn features<G: SearchGame>(game: &G, position: &G::Position) -> (usize, Vec<i32>) {
    let mut features = vec![i32::MIN; G::FEATURES.len()];
    (game.features(position, &mut features), features)
}

fn by_name<G: SearchGame>(game: &G, position: &G::Position) -> BTreeMap<&'static str, i32> {
    let names = G::FEATURES.iter().copied();
    names.zip(features(game, position).1).collect()
}

/// The evaluation is the weighted sum of the features, without scores, which these features omit.
/// It is equal on a board that is rotated or mirrored.
fn judges_by_features<G: Twice>(kind: Kind, games: u64) {
    let weights = drawn_weights::<G>(&mut GameRng::new(1, "weights"));
    let (mut seen, mut turned) = (0, 0);
    positions(kind, games, |game: &G, position, _, rng| {
        let (stage, features) = features(game, position);
        let of_stage = &weights.linear[stage * features.len()..];
        let sum: i32 = features.iter().zip(of_stage).map(|(f, w)| f * w).sum();
        assert_eq!(game.evaluate(position, &weights), sum);
        assert_eq!(game.evaluate(position, &Weights { linear: &[], net: None }), 0);
        let symmetry = *one(rng, &Symmetry::ALL);
        if game.respects(position, symmetry) {
            let there = game.map_position(position, symmetry);
            assert_eq!(game.evaluate(&there, &weights), sum, "{symmetry:?}");
            turned += 1;
        }
        seen += 1;
    });
    assert!(seen > 2000 && turned > 1000, "{seen} {turned}");
}

#[test]
fn brunei_judges_by_its_features() {
    judges_by_features::<brunei::Rules>(BRUNEI, 120);
}

#[test]
fn bell_judges_by_its_features() {
    judges_by_features::<bell::Rules>(BELL, 60);
}

#[test]
fn brunei_counts_what_a_plain_look_at_the_board_finds() {
    let mut stages = BTreeMap::new();
    positions(BRUNEI, 150, |game: &brunei::Rules, position, reference, _| {
        let found = by_name(game, position);
        let mover = position.to_move().index();
        let mut expected = BTreeMap::from([("turn", 1)]);
        let names = |prefix: &str| -> Vec<&'static str> {
            let all = brunei::Rules::FEATURES.iter().copied();
            all.filter(|name| name.starts_with("other-") == (prefix == "other-")).collect()
        };
        for (seat, prefix) in [(mover, ""), (1 - mover, "other-")] {
            // In the second opening the first player has nothing to do yet.
            let passed = matches!(position.phase(), Phase::SecondOpening { .. }) && seat == 0;
            let points = if passed { Vec::new() } else { reference.takes(seat) };
            let points: Vec<i32> = points.into_iter().map(|points| points as i32).collect();
            for name in names(prefix) {
                let count = points.len() as i32;
                let value = match name.trim_start_matches("other-") {
                    "turn" => 1,
                    "moves" => count,
                    "best" => points.iter().copied().max().unwrap_or(0),
                    "all" => points.iter().sum(),
                    "reach" => reference.reach(seat) as i32,
                    few => {
                        let few = few.trim_start_matches("moves-").parse::<i32>().unwrap();
                        i32::from(count == few && !passed)
                    }
                };
                expected.insert(name, value);
            }
        }
        assert_eq!(found, expected, "{}", game.write_diagram(position));
        // If lines are taken whole, the mover's lines are the moves.
        if game.capture == brunei::Capture::Whole {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            assert_eq!(found["moves"], moves.len() as i32);
        }
        let left = position.stones().points().len();
        let stage = match position.phase() {
            Phase::FirstOpening => "column-1".to_owned(),
            Phase::SecondOpening { .. } => "column-2".to_owned(),
            Phase::FirstEntry { .. } => "entry-1".to_owned(),
            Phase::SecondEntry { .. } => "entry-2".to_owned(),
            Phase::Main => format!("left-{}", (left / 10 * 10).min(100)),
        };
        let found = features(game, position).0;
        let kind = usize::from(game.stuck == Stuck::ScoreDecides);
        let count = brunei::Rules::STAGES.len();
        assert_eq!((found / count, brunei::Rules::STAGES[found % count]), (kind, stage.as_str()));
        *stages.entry(found).or_insert(0) += 1;
    });
    assert!(stages.len() >= 28, "{stages:?}");
}

#[test]
fn bell_counts_what_a_plain_look_at_the_board_finds() {
    let mut longest = [0; 8];
    positions(BELL, 60, |game: &bell::Rules, position, reference, _| {
        let found = by_name(game, position);
        let stones = reference.stones();
        let mut expected: BTreeMap<&str, i32> = found.keys().map(|&name| (name, 0)).collect();
        expected.insert("turn", 1);
        let mut count = |name: &'static str, by: i32| *expected.get_mut(name).unwrap() += by;
        let over = |colour| if colour == Colour::White { "white-hops" } else { "black-hops" };
        if game.phase(position) == 0 {
            for corner in reference::bell::CORNERS {
                if let Some(&colour) = stones.get(&corner) {
                    count(over(colour), 1);
                }
            }
        } else {
            // Ends of chains, with the direction of the last hop; stones stay in place.
            let mut ends = BTreeSet::new();
            for &from in stones.keys() {
                for way in reference::bell::DIRECTIONS {
                    if let Some((colour, to)) = reference.single_hop(from, way) {
                        count(over(colour), 1);
                        ends.insert((to, way));
                    }
                }
            }
            for length in 2..=7 {
                let mut next = BTreeSet::new();
                for &(from, last) in &ends {
                    for way in reference::bell::DIRECTIONS {
                        let back = (way.0 + last.0, way.1 + last.1);
                        if let Some((_, to)) = reference.single_hop(from, way)
                            && back != (0, 0)
                        {
                            next.insert((to, way));
                        }
                    }
                }
                ends = next;
                let names = ["chain-2", "chain-3", "chain-4", "chain-5", "chain-6", "chain-7"];
                count(names[length - 2], i32::from(!ends.is_empty()));
                longest[length] += i32::from(!ends.is_empty());
                if length == 3 {
                    count("ends-3", ends.len() as i32);
                }
            }
        }
        let any = i32::from(expected["white-hops"] > 0);
        expected.insert("any-white", any);
        assert_eq!(found, expected, "{}", game.write_diagram(position));

        let left = stones.len() / 10 * 10;
        let stage =
            if game.phase(position) == 0 { "corner".to_owned() } else { format!("left-{left}") };
        assert_eq!(bell::Rules::STAGES[features(game, position).0], stage);
    });
    assert!(longest[2..].iter().all(|&seen| seen > 50), "{longest:?}");
}

#[test]
fn more_than_two_players_are_not_judged() {
    let game = bell::Rules { players: 3, ..bell::Rules::default() };
    let start = game.start(random_rules::setup("bell-chequer").stones());
    let weights = drawn_weights::<bell::Rules>(&mut GameRng::new(3, "weights"));
    assert_eq!(game.evaluate(&start, &weights), 0);
}

/// Compares the digests of all parameters, in order, with those by which the recorded games
/// were played.
fn are_those_recorded<G: SearchGame>(game: &G, weights: &str, nets: [&str; 3 + MORE_NETS]) {
    let with_nets = G::WEIGHTS.iter().filter(|it| it.net.is_some());
    assert_eq!(with_nets.clone().count(), nets.len());
    for (of, net) in with_nets.zip(nets) {
        let Weights { linear, net: Some(of_net) } = *of else { panic!("a net judges") };
        assert_eq!(*game.linear(), Weights { linear, net: None });
        assert_eq!(linear.len(), G::RULE_GROUPS * G::STAGES.len() * G::FEATURES.len());
        let bytes: Vec<u8> = linear.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        assert_eq!(digest_of(&bytes), weights);
        let rows = of_net.output.iter().chain(of_net.hidden);
        let bytes: Vec<u8> = rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes).collect();
        assert_eq!(digest_of(&bytes), net);
    }
}

#[test]
fn tables_are_those_that_recorded_games_were_played_by() {
    are_those_recorded(
        &brunei::Rules::default(),
        "fd0ba72157c99382c8f7d6298262d961b421001afbcc1ce36868692f899e4867",
        [
            "54f4c275dbf192e561cdec88ce695cc092c4aa6b3b9f6168e0f3d4c3a3cc7c27",
            "8b8f978c48d73cf9896f3e5352a68768d6ce93b6a11f4ec127628733b51e1642",
            "ad2d55f781b32dbbaf565f9228de5e334a38255f557d6a0dc0045c36d6188cbd",
            "00889e8a7f772eb39ab9cb781cc162f3dc1ba8a5e3391632b5830a4875bb8333",
            "821bfb801b06783dd2f95d0add18b50af3454199726a7013d47f6b6ed4f0ccca",
            "69f98b34948a2accbbad053d1a42bca4bf033823776ef734ee39e77687adf377",
            "69c159c2efcec98ebf8b2d0b7ec5620ddedee02eb45b52c72e2af7baa7c7a688",
            "465a599cd536063899de174268029c8652d7ba2dd190cd661eea4e2e25502ec6",
            "1dee09c210a8ace09ffa4642fdc1c8f44cfec38190388f66f74ebeb96b55f46f",
            "b9327ec74f93b482b5df1da7e971edec01ac0309935393a2ed27f90343c4151e",
            "a3bae3f363f5ce3e0ec6df2ee9f1da67485d8d8f16a2fd812db98f980edfbb5c",
        ],
    );
    are_those_recorded(
        &bell::Rules::default(),
        "f584c854483ade1d6c16548f74c5b14f31f4c191d12e63769e5085598148c204",
        [
            "8ec665a2889e4f22990b31f25043088ff03a99a319b262a1c57b616669579a2d",
            "885450db3f26a172690b6bb630c829f12504259446ba028d61869351eaaae7a4",
            "9226c6fd4109848be4798f9d5a87d151e9093af233e1434000d686b620dc5b7b",
            "a68a02a80af99ba67c7b753479ddac2208d4ee5ff6e4ca6c7bf64db0a64baeb1",
            "6fed08d8829b78989ad8acdffc4cda114cb70e2f2e41988c1afa3f19fad184d4",
            "9ac3d346fac8455154bb34d5e06ec3aa5b989e1efc5e39707bf160616d720dbf",
            "b6eee7f6f51b0fb326d3f5aa088eeb0d304751ba8b88e8fe7aef402136aa6016",
            "ac20d014f1603d1adc23e12b7b8cbe78afc06a50a2c97909ca2cfefe6afd3aeb",
            "dccb4b17f8c7ede798085aa606d55945d3fb9e3f187f9b3e5416d7cbef0a09c5",
            "7a15157ec97c3cbd29c0351f87758adac8c0299823bcb9c73ca1b0ae5b32a92f",
            "28c51ce8de3781db9fd3f41890d0257393dbe4904ac18adc3b303a0f8bf7dfe4",
        ],
    );
}
