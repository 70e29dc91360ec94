//! What positions are judged by: the features are counted again here, point by point, from the rules.

use std::collections::BTreeMap;

use crate::drawn::{self, Board, Toggled, filled, in_store, one, setups};
use pasang::base::random::{Key, Stream};
use pasang::board::{Colour, Point, Stones, Symmetry};
use pasang::games::bell::{self, Diagonals, EvenChain};
use pasang::games::brunei::{self, Entry, EntryCapture, Jump, Phase, Stuck, Way};
use pasang::games::{Drawn, Game, Judged, Ruled, Seat, Weights};

/// Plays random games under random rules and shows every position on the way.
fn positions<G: Toggled>(games: u64, mut see: impl FnMut(&G, &G::Position, &mut Stream)) {
    let presets = ["brunei-slide", "bell"];
    let setups = setups();
    for number in 0..games {
        let mut stream = Key::new(5, &[b"judge"]).stream(number);
        let board: Board = match number % 3 {
            0 => filled("drawn", 60, &mut stream),
            _ => one(&mut stream, &setups).clone(),
        };
        let preset = presets[usize::from(G::PHASES.len() == 2)];
        let mut game = G::named(preset).with(&G::draw(&mut stream));
        if preset == "bell" {
            game.set("players", "2");
        } else {
            // What is counted knows of replies alone; choosing between them and a swap comes after.
            game.set("swap-sides", "false");
        }
        let mut position = game.start(board.stones());
        let mut moves = Vec::new();
        loop {
            see(&game, &position, &mut stream);
            match game.random_move(&position, &mut moves, &mut stream) {
                Some(chosen) => game.apply(&mut position, chosen.mv),
                None => break,
            }
        }
    }
}

/// Weights drawn by chance, as many as the game wants.
fn drawn_weights<G: Game>(stream: &mut Stream) -> Weights {
    let count = G::KINDS * G::STAGES.len() * G::FEATURES.len();
    let linear: Vec<i32> = (0..count).map(|_| stream.below(2001) as i32 - 1000).collect();
    Weights { linear: linear.leak(), net: None }
}

fn features<G: Game>(game: &G, position: &G::Position) -> (usize, Vec<i32>) {
    let mut features = vec![i32::MIN; G::FEATURES.len()];
    (game.features(position, &mut features), features)
}

fn by_name<G: Game>(game: &G, position: &G::Position) -> BTreeMap<&'static str, i32> {
    let names = G::FEATURES.iter().copied();
    names.zip(features(game, position).1).collect()
}

/// The judgement is the features, each times its weight, and nothing else: no scores, for none of the
/// features below has any. It reads the same on a board that is turned or mirrored.
fn judges_by_features<G: Toggled>(games: u64) {
    let weights = drawn_weights::<G>(&mut Stream::new(1, "weights"));
    let (mut seen, mut turned) = (0, 0);
    positions(games, |game: &G, position, stream| {
        let (stage, features) = features(game, position);
        let of_stage = &weights.linear[stage * features.len()..];
        let sum: i32 = features.iter().zip(of_stage).map(|(f, w)| f * w).sum();
        assert_eq!(game.judge(position, &weights), sum);
        assert_eq!(game.judge(position, &Weights::NONE), 0);
        let symmetry = *one(stream, &Symmetry::ALL);
        if game.respects(position, symmetry) {
            let there = game.map_position(position, symmetry);
            assert_eq!(game.judge(&there, &weights), sum, "{symmetry:?}");
            turned += 1;
        }
        seen += 1;
    });
    assert!(seen > 2000 && turned > 1000, "{seen} {turned}");
}

#[test]
fn brunei_judges_by_its_features() {
    judges_by_features::<brunei::Rules>(120);
}

#[test]
fn bell_judges_by_its_features() {
    judges_by_features::<bell::Rules>(60);
}

// The features of the Brunei game, point by point.

/// A point so many columns and rows away, if the board has it.
fn step(from: Point, (columns, rows): (i8, i8)) -> Option<Point> {
    let column = ('a'..='k').nth(usize::try_from(from.column().index() as i8 + columns).ok()?)?;
    let row = from.row().index() as i8 + rows + 1;
    (1..=11).contains(&row).then(|| format!("{column}{row}").parse().unwrap())
}

/// The points in a direction, nearest first.
fn ray(from: Point, direction: (i8, i8)) -> impl Iterator<Item = Point> {
    std::iter::successors(step(from, direction), move |&point| step(point, direction))
}

const EAST: (i8, i8) = (1, 0);
const WEST: (i8, i8) = (-1, 0);
const NORTH: (i8, i8) = (0, 1);
const SOUTH: (i8, i8) = (0, -1);

/// What can be taken by standing on a point, along a row or a column: the points of each odd line.
fn spoils(stones: Stones, at: Point, sides: [(i8, i8); 2], ka: Option<Point>) -> Vec<u16> {
    let mut lines: BTreeMap<Colour, u16> = BTreeMap::new();
    for side in sides {
        let mut colour = None;
        for point in ray(at, side) {
            if point == Point::CENTRE || Some(point) == ka {
                break;
            }
            match stones.at(point) {
                None => {}
                Some(found) if *colour.get_or_insert(found) == found => {
                    *lines.entry(found).or_default() += 1;
                }
                Some(_) => break,
            }
        }
    }
    lines.retain(|_, count| *count % 2 == 1);
    let worth = |(colour, count): (Colour, u16)| match colour {
        Colour::Black => count,
        Colour::White => 1000 * count,
    };
    lines.into_iter().map(worth).collect()
}

/// What a player could take: each line as black stones and thousand times white ones; and how far
/// the ka can go.
fn outlook(game: &brunei::Rules, position: &brunei::Position, seat: usize) -> (Vec<u16>, i32) {
    let stones = position.stones();
    let rows = if seat == 0 { 1..=5 } else { 7..=11 };
    let point = |column: usize, row: i32| -> Point {
        format!("{}{row}", ('a'..='k').nth(column).unwrap()).parse().unwrap()
    };
    let kas = [1, 2].map(|number| position.ka(Seat::numbered(number).unwrap()));
    let (own, other) = (kas[seat], kas[1 - seat]);
    let mut taken = Vec::new();
    let mut reach = 0;
    let passage = match position.phase() {
        Phase::Main => None,
        Phase::FirstEntry { passages } => Some(passages[seat]),
        Phase::SecondEntry { passage, .. } if seat == 1 => Some(passage),
        Phase::SecondEntry { .. } => None,
        Phase::FirstOpening | Phase::SecondOpening { .. } => {
            for column in 0..11 {
                let five: Vec<Point> = rows.clone().map(|row| point(column, row)).collect();
                let open = match position.phase() {
                    Phase::SecondOpening { first } => {
                        seat == 1 && game.allows_reply(first, five[0].column())
                    }
                    _ => true,
                };
                if open {
                    let white = five.iter().filter(|&&at| stones.at(at) == Some(Colour::White));
                    let white = white.count() as u16;
                    taken.push(5 - white + 1000 * white);
                }
            }
            return (taken, 0);
        }
    };
    let Some(passage) = passage else {
        let own = own.unwrap();
        for (along, across) in [([EAST, WEST], [NORTH, SOUTH]), ([NORTH, SOUTH], [EAST, WEST])] {
            for direction in along {
                let free = |at: &Point| {
                    *at != Point::CENTRE && Some(*at) != other && stones.at(*at).is_none()
                };
                for at in ray(own, direction).take_while(free) {
                    reach += 1;
                    taken.extend(spoils(stones, at, across, other));
                }
            }
        }
        return (taken, reach);
    };
    // How many columns a stone may cross.
    let jumps = if game.jump == Jump::Far { 2..=10 } else { 2..=2 };
    let mut ways: Vec<i8> = match game.entry {
        Entry::Slide => vec![1],
        Entry::Jump => jumps.clone().collect(),
        Entry::Either | Entry::FirstDecides => (1..=1).chain(jumps.clone()).collect(),
    };
    if let Phase::SecondEntry { bound: Some(way), .. } = position.phase() {
        ways = if way == Way::Slide { vec![1] } else { jumps.collect() };
    }
    for row in rows {
        let to = point(usize::from(passage.index()), row);
        for way in &ways {
            for side in [EAST, WEST] {
                let Some(from) = step(to, (side.0 * way, 0)) else { continue };
                let over = step(to, side).unwrap();
                let over = *way == 1 || game.jump != Jump::Stone || stones.at(over).is_some();
                if stones.at(from).is_none() || !over {
                    continue;
                }
                let mut left = stones;
                left.black = left.black.without(from);
                left.white = left.white.without(from);
                taken.extend(spoils(left, to, [EAST, WEST], other));
                if game.entry_capture == EntryCapture::RowOrColumn {
                    taken.extend(spoils(left, to, [NORTH, SOUTH], other));
                }
            }
        }
    }
    (taken, 0)
}

#[test]
fn brunei_counts_what_a_plain_look_at_the_board_finds() {
    let mut stages = BTreeMap::new();
    positions(150, |game: &brunei::Rules, position, _| {
        let found = by_name(game, position);
        let mover = position.to_move().index();
        let mut expected = BTreeMap::from([("turn", 1)]);
        let names = |prefix: &str| -> Vec<&'static str> {
            let all = brunei::Rules::FEATURES.iter().copied();
            all.filter(|name| name.starts_with("other-") == (prefix == "other-")).collect()
        };
        for (seat, prefix) in [(mover, ""), (1 - mover, "other-")] {
            let (taken, reach) = outlook(game, position, seat);
            // In the second opening the first player has nothing to do yet.
            let passed = matches!(position.phase(), Phase::SecondOpening { .. }) && seat == 0;
            let points: Vec<i32> = taken
                .iter()
                .map(|lines| (lines % 1000, lines / 1000))
                .map(|(black, white)| game.values.worth(black.into(), white.into()).into())
                .collect();
            for name in names(prefix) {
                let count = taken.len() as i32;
                let value = match name.trim_start_matches("other-") {
                    "turn" => 1,
                    "moves" => count,
                    "best" => points.iter().copied().max().unwrap_or(0),
                    "all" => points.iter().sum(),
                    "reach" => reach,
                    few => {
                        let few = few.trim_start_matches("moves-").parse::<i32>().unwrap();
                        i32::from(count == few && !passed)
                    }
                };
                expected.insert(name, value);
            }
        }
        assert_eq!(found, expected, "{}", game.write_diagram(position));
        // The mover's lines are the moves, where lines are taken whole.
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

// The features of Bell's game, point by point.

const HOPS: [(i8, i8); 8] = [NORTH, EAST, SOUTH, WEST, (1, 1), (1, -1), (-1, -1), (-1, 1)];

fn is_in_store(point: Point) -> bool {
    in_store(i32::from(point.column().index()) + 1, i32::from(point.row().index()) + 1)
}

/// The point that a hop goes over and the one where it ends, with a stone on the one and none on
/// the other.
fn hop(game: &bell::Rules, stones: Stones, from: Point, way: usize) -> Option<(Point, Point)> {
    let marked = [
        ["a1", "b2", "c3", "d4"],
        ["k1", "j2", "i3", "h4"],
        ["a11", "b10", "c9", "d8"],
        ["k11", "j10", "i9", "h8"],
    ];
    let over = step(from, HOPS[way])?;
    let to = step(over, HOPS[way])?;
    let on_board = ![from, over, to].into_iter().any(is_in_store);
    let texts = [from, over, to].map(|point| point.to_string());
    let marked = marked.iter().any(|line| texts.iter().all(|text| line.contains(&text.as_str())));
    let runs = way < 4 || game.diagonals == Diagonals::Marked && marked;
    let open = stones.at(over).is_some() && stones.at(to).is_none();
    (on_board && runs && open).then_some((over, to))
}

#[test]
fn bell_counts_what_a_plain_look_at_the_board_finds() {
    let mut longest = [0; 8];
    positions(60, |game: &bell::Rules, position, _| {
        let found = by_name(game, position);
        let stones = position.stones();
        let mut expected: BTreeMap<&str, i32> = found.keys().map(|&name| (name, 0)).collect();
        expected.insert("turn", 1);
        let mut count = |name: &'static str, by: i32| *expected.get_mut(name).unwrap() += by;
        let white = |point: Point| stones.at(point) == Some(Colour::White);
        if position.is_opening() {
            for corner in ["a1", "k1", "a11", "k11"].map(|text| text.parse::<Point>().unwrap()) {
                if stones.at(corner).is_some() {
                    count(if white(corner) { "white-hops" } else { "black-hops" }, 1);
                }
            }
        } else {
            // Where chains end, with the direction of the last hop; stones stay where they are.
            let mut ends = std::collections::BTreeSet::new();
            for from in stones.points() {
                for way in 0..8 {
                    if let Some((over, to)) = hop(game, stones, from, way) {
                        count(if white(over) { "white-hops" } else { "black-hops" }, 1);
                        ends.insert((to, way));
                    }
                }
            }
            for length in 2..=7 {
                let mut next = std::collections::BTreeSet::new();
                for &(from, last) in &ends {
                    for (way, &(columns, rows)) in HOPS.iter().enumerate() {
                        let back = (columns + HOPS[last].0, rows + HOPS[last].1);
                        if let Some((_, to)) = hop(game, stones, from, way)
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

        let left = stones.points().len() / 10 * 10;
        let stage =
            if position.is_opening() { "corner".to_owned() } else { format!("left-{left}") };
        assert_eq!(bell::Rules::STAGES[features(game, position).0], stage);
    });
    assert!(longest[2..].iter().all(|&seen| seen > 50), "{longest:?}");
}

/// Short chains are told exactly: there is one just when there is such a move.
#[test]
fn bells_chains_of_three_are_those_of_the_moves() {
    let mut seen = [0; 2];
    positions(60, |game: &bell::Rules, position, _| {
        let game = bell::Rules {
            diagonals: Diagonals::None,
            even_chain: EvenChain::Forfeited,
            max_chain: 7,
            ..*game
        };
        if position.is_opening() {
            return;
        }
        let found = by_name(&game, position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let hops = |mv: &bell::Move| mv.to_string().matches('-').count();
        for (name, length) in [("chain-2", 2), ("chain-3", 3)] {
            let there = moves.iter().any(|mv| hops(mv) == length);
            assert_eq!(found[name], i32::from(there), "{}", game.write_diagram(position));
            seen[usize::from(there)] += 1;
        }
    });
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}

#[test]
fn more_than_two_players_are_not_judged() {
    let game = bell::Rules { players: 3, ..bell::Rules::default() };
    let start = game.start(drawn::setup("bell-chequer").stones());
    let weights = drawn_weights::<bell::Rules>(&mut Stream::new(3, "weights"));
    assert_eq!(game.judge(&start, &weights), 0);
}

/// A position where the other player could take nothing is worth more than one like it where
/// there is much to take: what the weights must have learnt of being stuck.
#[test]
fn the_shipped_weights_know_what_being_stuck_is() {
    let game = brunei::Rules::default();
    let weights = game.linear();
    let place =
        |name: &str| brunei::Rules::FEATURES.iter().position(|&feature| feature == name).unwrap();
    let (none, five) = (place("other-moves-0"), place("other-moves-5"));
    for stage in 5..15 {
        let weights = &weights.linear[stage * brunei::Rules::FEATURES.len()..];
        assert!(weights[none] > weights[five] + 500, "{stage}");
    }
}
