//! The search compared with a plain negamax, and the solver with brute force.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::random_rules::{self, Board, RandomRules, scattered, scored};
use crate::support::amount;
use pasang::text::diagnostic::Source;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::board::{BoardSize, Point, Stones};
use pasang_core::games::brunei::{self, Stuck};
use pasang_core::games::setup::{builtin, builtins};
use pasang_core::games::{
    DiagramFormat, EndReason, Evaluate, GameRules, SearchGame, Seat, Values, Winners, bell,
    parse_move,
};
use pasang_core::players::search::{
    AlphaBeta, Entry, Key, Limits, NullWindowSearch, SearchConfig, Solution, SolveGoal, Table,
    ValueRange, near_best_moves, search_root, solve,
};
use pasang_core::{Bot, BotSpec, Game, GameRunner, Move, Position};

/// Returns the change of the mover's lead in points by a move.
fn gain<G: SearchGame>(game: &G, position: &G::Position, next: &G::Position) -> i32 {
    let mover = game.to_move(position).index();
    let lead = |position| {
        let scores = game.scores(position).map(i32::from);
        scores[mover] - scores[1 - mover]
    };
    lead(next) - lead(position)
}

/// Returns the mover's final lead less the current one, in hundredths of a point: the plain
/// definition of a search to a depth.
fn negamax<G: SearchGame>(game: &G, position: &G::Position, depth: u8) -> i32 {
    let Values { black, white } = game.values();
    let stuck = match game.stuck_loses() {
        true => 100 * (60 * (i32::from(black) + i32::from(white))).max(1),
        false => 0,
    };
    if let Some(outcome) = game.outcome(position) {
        return if outcome.ending == EndReason::Stuck { -stuck } else { 0 };
    }
    if depth == 0 {
        // A swap of sides changes the lead by twice the first player's points.
        let (mut moves, [first, ..]) = (Vec::new(), game.scores(position));
        game.moves(position, &mut moves);
        let swaps = moves.iter().any(|&mv| game.format_move(position, mv) == "swap");
        let points = game.values().sum(game.stones(position)) + if swaps { 2 * first } else { 0 };
        let most = 100 * i32::from(points) + stuck;
        return game.evaluate(position, game.fitted()).clamp(-most, most);
    }
    move_values(game, position, depth).into_iter().max().unwrap()
}

/// Returns the result and the first player's final margin under best play: the result counts first,
/// then the margin, with a handicap in whole points. No window, no table, no pruning.
pub fn brute<G: SearchGame>(game: &G, position: &G::Position) -> (i32, i32) {
    if let Some(outcome) = game.outcome(position) {
        let [first, second, ..] = game.scores(position).map(i32::from);
        let result = if outcome.winners == Winners::only(Seat::FIRST) {
            1
        } else if outcome.winners == Winners::only(Seat::SECOND) {
            -1
        } else {
            0
        };
        return (result, first - second - game.handicap().points());
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let ends = moves.iter().map(|&mv| brute(game, &game.after_move(position, mv)));
    match game.to_move(position) {
        Seat::FIRST => ends.max().unwrap(),
        _ => ends.min().unwrap(),
    }
}

fn brunei_rules(rng: &mut GameRng) -> brunei::Rules {
    let settings = brunei::Rules::draw(rng);
    brunei::Rules::DEFAULT.with(&settings)
}

fn bell_rules(rng: &mut GameRng) -> bell::Rules {
    let settings = bell::Rules::draw(rng);
    let max_chain = 1 + 2 * rng.below(4) as u8;
    bell::Rules { players: 2, max_chain, ..bell::Rules::DEFAULT.with(&settings) }
}

/// Draws a diagram of few stones, with any player to move and any scores.
fn diagram<G: SearchGame>(game: &G, stones: u32, store: bool, rng: &mut GameRng) -> G::Position {
    let board = scattered(stones, store, rng);
    let first = rng.below(40) as i32;
    let second = match rng.below(3) {
        0 => first,
        1 => (first + rng.below(7) as i32 - 3).max(0),
        _ => rng.below(60) as i32,
    };
    let [first, second] = [first, second].map(|points| scored(points, game.values(), game.seats()));
    let to_move = 1 + rng.below(2);
    let rows = board.rows().join("\n");
    let text = format!("to-move: {to_move}\nscore: {first}-{second}\n\n{rows}\n");
    game.read_diagram(&Source::new("drawn", text)).unwrap()
}

/// Draws a position of a random game, after any number of moves.
fn along<G: SearchGame>(game: &G, stones: Stones, rng: &mut GameRng) -> G::Position {
    let mut position = game.start(stones);
    let mut moves = Vec::new();
    for _ in 0..rng.below(60) {
        let Some(chosen) = game.random_move(&position, &mut moves, rng) else { break };
        let next = game.after_move(&position, chosen.mv);
        if game.outcome(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}

fn indices<G: SearchGame>(game: &G, position: &G::Position) -> Vec<u32> {
    (0..game.move_count(position, &mut Vec::new())).collect()
}

/// Returns engines with a tiny, a small growing and a large transposition table.
fn engines<G: SearchGame>() -> [AlphaBeta<G>; 3] {
    [AlphaBeta::with_buckets(1), AlphaBeta::with_buckets(3), AlphaBeta::new(1)]
}

/// Compares all queries about a position: through any windows, and by iterative deepening.
fn compare<G: SearchGame>(
    game: &G,
    position: &G::Position,
    engines: &mut [AlphaBeta<G>],
    rng: &mut GameRng,
) {
    let mut moves = Vec::new();
    let depth = match game.move_count(position, &mut moves) {
        0 => return,
        1..=4 => 1 + rng.below(4) as u8,
        5..=12 => 1 + rng.below(3) as u8,
        _ => 1 + rng.below(2) as u8,
    };
    let plain = negamax(game, position, depth);
    let config = SearchConfig::for_play(game, Some(game.fitted()));
    let roots = indices(game, position);
    for engine in engines {
        let found = search_root(engine, game, &config, position, &roots, Limits::depth(depth));
        assert_eq!(found.value, Some(plain), "depth {depth}, {position:?}");
        game.moves(position, &mut moves);
        let next = game.after_move(position, moves[found.move_index as usize]);
        let gain = gain(game, position, &next);
        let reply = negamax(game, &next, depth - 1);
        assert_eq!(100 * gain - reply, plain, "the move, {position:?}");
        for _ in 0..3 {
            let alpha = plain - 500 + rng.below(1000) as i32;
            let beta = alpha + 1 + rng.below(300) as i32;
            let found = engine.value(game, &config, position, depth, alpha, beta);
            let sound = if plain <= alpha {
                (plain..=alpha).contains(&found)
            } else if plain >= beta {
                (beta..=plain).contains(&found)
            } else {
                found == plain
            };
            assert!(sound, "{found} for {plain} in {alpha}..{beta}, {position:?}");
        }
    }
}

/// Thousands of positions of both games, from whole games and with few stones, under rules drawn by
/// seed, with transposition tables of all sizes.
#[test]
fn a_search_finds_what_a_plain_negamax_finds() {
    let key = SeedKey::new(1, &[b"search"]);
    for number in 0..amount(100, 1000) {
        let rng = &mut key.rng(number);
        let rules = brunei_rules(rng);
        let board = random_rules::filled("filled", 60, rng);
        let mut tables = engines();
        for _ in 0..2 {
            let position = along(&rules, board.stones(), rng);
            compare(&rules, &position, &mut tables, rng);
            let stones = 2 + rng.below(20);
            let position = diagram(&rules, stones, false, rng);
            compare(&rules, &position, &mut tables, rng);
        }
        let rules = bell_rules(rng);
        let mut tables = engines();
        let position = along(&rules, board.stones(), rng);
        // Long chains make many moves.
        if rules.max_chain <= 3 {
            compare(&rules, &position, &mut tables, rng);
        }
        let stones = 2 + rng.below(14);
        let position = diagram(&rules, stones, true, rng);
        compare(&rules, &position, &mut tables, rng);
    }
}

/// Returns the value of each move by plain negamax, by index.
fn move_values<G: SearchGame>(game: &G, position: &G::Position, depth: u8) -> Vec<i32> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.iter().map(|&mv| {
        let next = game.after_move(position, mv);
        100 * gain(game, position, &next) - negamax(game, &next, depth - 1)
    });
    values.collect()
}

/// The moves within a tie window are those of a plain negamax, for any search order and any window.
#[test]
fn moves_within_a_spread_are_those_that_are_worth_it() {
    let key = SeedKey::new(3, &[b"spread"]);
    let (mut some, mut all, mut seen) = (0, 0, 0);
    for number in 0..400 {
        let rng = &mut key.rng(number);
        let rules = brunei_rules(rng);
        let board = random_rules::filled("filled", 60, rng);
        let position = along(&rules, board.stones(), rng);
        let mut roots = indices(&rules, &position);
        if roots.len() < 2 || roots.len() > 30 {
            continue;
        }
        let depth = if roots.len() <= 8 { 1 + rng.below(3) as u8 } else { 1 };
        let values = move_values(&rules, &position, depth);
        let best = values.iter().max().unwrap();
        let spread = 1 + rng.below(800) as i32;
        let near: Vec<u32> = roots
            .iter()
            .copied()
            .filter(|&move_index| values[move_index as usize] >= best - spread)
            .collect();
        rng.shuffle(&mut roots);
        let config = SearchConfig::for_play(&rules, Some(rules.fitted()));
        for engine in &mut engines() {
            let limits = Limits::depth(depth);
            let found = near_best_moves(engine, &rules, &config, &position, &roots, limits, spread);
            assert_eq!(found, near, "depth {depth}, {spread} of {values:?}");
        }
        seen += 1;
        some += u32::from(near.len() > 1 && near.len() < roots.len());
        all += u32::from(near.len() == roots.len());
    }
    assert!(seen > 200 && some > 50 && all > 5, "{seen} positions, {some} some, {all} all");
}

/// A selective search that reaches the end of all lines has the value and the move of a full
/// negamax.
#[test]
fn a_selective_search_that_comes_to_the_end_is_exact() {
    let key = SeedKey::new(4, &[b"selective"]);
    let mut seen = 0;
    for number in 0..amount(60, 600) {
        let rng = &mut key.rng(number);
        let rules = brunei::Rules { capture: brunei::Capture::Whole, ..brunei_rules(rng) };
        let position = diagram(&rules, 1 + rng.below(8), false, rng);
        let roots = indices(&rules, &position);
        if roots.is_empty() {
            continue;
        }
        let values = move_values(&rules, &position, 20);
        let config = SearchConfig::selective(&rules, Some(rules.fitted()));
        for engine in &mut engines() {
            let found = search_root(engine, &rules, &config, &position, &roots, Limits::depth(120));
            assert_eq!(found.value, values.iter().copied().max(), "{position:?}");
            assert_eq!(found.value, Some(values[found.move_index as usize]), "{position:?}");
        }
        seen += 1;
    }
    assert!(seen > amount(20, 200), "{seen} positions");
}

/// A bot with a tie window plays every move within it, about equally often, and no other.
#[test]
fn a_bot_with_a_spread_plays_any_move_within_it() {
    let key = SeedKey::new(5, &[b"spread"]);
    let rules = brunei::Rules::default();
    let board = random_rules::filled("filled", 60, &mut key.rng(0));
    let start = rules.start(board.stones());
    let values = move_values(&rules, &start, 2);
    let best = values.iter().max().unwrap();
    let near = |move_index: u32| values[move_index as usize] >= best - 300;
    let expected = (0..values.len() as u32).filter(|&move_index| near(move_index)).count();
    assert!(expected > 1 && expected < values.len(), "{expected} of {values:?}");
    let spec: BotSpec = "search:depth=2,spread=3".parse().unwrap();
    let (mut bot, start) = (spec.build(), Position::Brunei(rules, start));
    let mut counts = vec![0; values.len()];
    let mut rng = key.rng(1);
    let each = 60;
    for _ in 0..each * expected {
        bot.new_game();
        counts[bot.choose_indexed(&start, &mut rng).unwrap().index as usize] += 1;
    }
    for (move_index, &count) in (0..).zip(&counts) {
        // At most five standard deviations of a count with this mean.
        let sound = if near(move_index) { (22..=98).contains(&count) } else { count == 0 };
        assert!(sound, "{counts:?} for {values:?}");
    }
}

/// Returns solvers with a tiny, a small growing and a large transposition table.
fn solvers<G: SearchGame>() -> [NullWindowSearch<G>; 3] {
    [
        NullWindowSearch::with_buckets(1, 1),
        NullWindowSearch::with_buckets(3, 100),
        NullWindowSearch::new(1),
    ]
}

fn compare_solution<G: SearchGame>(
    game: &G,
    position: &G::Position,
    solvers: &mut [NullWindowSearch<G>],
    rng: &mut GameRng,
) -> (i32, i32) {
    let (result, margin) = brute(game, position);
    let mut roots = indices(game, position);
    rng.shuffle(&mut roots);
    // Among equally good moves the one that leaves the fewest replies, and among those the first.
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let after = |move_index: u32| game.after_move(position, moves[move_index as usize]);
    let good = roots
        .iter()
        .copied()
        .filter(|&move_index| brute(game, &after(move_index)) == (result, margin));
    let best =
        good.min_by_key(|&move_index| game.node(&after(move_index), &mut Vec::new()).mobility);
    for solver in solvers {
        let solution = solve(solver, game, position, &roots, SolveGoal::Margin, Limits::NONE);
        let Solution { result: proved, lead: by, best_move, .. } = solution;
        assert_eq!(
            (proved, by),
            (ValueRange::only(result), ValueRange::only(margin)),
            "{position:?}"
        );
        assert_eq!(best_move, best, "the move, {position:?}");
        let outcome = solve(solver, game, position, &roots, SolveGoal::Outcome, Limits::NONE);
        assert_eq!(outcome.result, ValueRange::only(result));
        // A node limit gives a weaker statement, still true.
        solver.clear();
        let some = u64::from(rng.below(60));
        let part = solve(solver, game, position, &roots, SolveGoal::Margin, Limits::nodes(some));
        assert!((part.result.low..=part.result.high).contains(&result), "{part:?}");
        assert!((part.lead.low..=part.lead.high).contains(&margin), "{part:?} {margin}");
        solver.clear();
    }
    (result, margin)
}

/// Small positions of both games, under rules and with scores drawn by seed.
#[test]
fn the_solver_finds_what_brute_force_finds() {
    let key = SeedKey::new(2, &[b"solve"]);
    let (mut seen, mut draws, mut won_with_fewer) = (0, 0, 0);
    let mut tables = solvers();
    let positions = amount(400, 4000);
    for number in 0..positions {
        let rng = &mut key.rng(number);
        let rules = brunei_rules(rng);
        let most = if rules.capture == brunei::Capture::Whole { 7 } else { 4 };
        let stones = 1 + rng.below(most);
        let position = diagram(&rules, stones, false, rng);
        for table in &mut tables {
            table.clear();
        }
        let (result, margin) = compare_solution(&rules, &position, &mut tables, rng);
        seen += u32::from(rules.outcome(&position).is_none());
        draws += u32::from(result == 0);
        won_with_fewer += u32::from(result * margin < 0 && rules.stuck == Stuck::Loses);
    }
    let mut tables = solvers();
    for number in positions..2 * positions {
        let rng = &mut key.rng(number);
        let rules = bell_rules(rng);
        let stones = 2 + rng.below(4);
        let position = diagram(&rules, stones, true, rng);
        for table in &mut tables {
            table.clear();
        }
        compare_solution(&rules, &position, &mut tables, rng);
        seen += u32::from(rules.outcome(&position).is_none());
    }
    assert!(u64::from(seen) > positions, "{seen} positions");
    let least = amount(2, 20);
    assert!(
        draws > least && won_with_fewer > least,
        "{draws} draws, {won_with_fewer} with fewer points"
    );
}

/// The same stones with kas anywhere: brute force gives equal values for positions with one key.
#[test]
fn positions_of_one_gist_are_worth_the_same() {
    let key = SeedKey::new(5, &[b"gist"]);
    let mut shared = 0;
    for number in 0..amount(40, 300) {
        let rng = &mut key.rng(number);
        let rules = brunei_rules(rng);
        let most = if rules.capture == brunei::Capture::Whole { 6 } else { 4 };
        let drawn = diagram(&rules, 2 + rng.below(most - 1), false, rng);
        let (stones, scores, mover) = (drawn.stones(), drawn.scores(), drawn.to_move());
        let mut found = HashMap::new();
        for _ in 0..60 {
            let kas = [(); 2].map(|()| Point::from_index(rng.below(121) as u8));
            let scores = [scores[0], scores[1]];
            let place =
                |kas| brunei::Position::main_phase(BoardSize::FULL, stones, kas, scores, mover);
            let Some(position) = place(kas) else { continue };
            let moves = rules.move_count(&position, &mut Vec::new());
            let value = (moves, brute(&rules, &position));
            let before = found.entry(rules.canonical_key(&position)).or_insert((position, value));
            assert_eq!(before.1, value, "{:?} and {position:?}", before.0);
            let is_other = rules.state_key(&before.0) != rules.state_key(&position);
            shared += u32::from(is_other && moves > 0);
        }
    }
    assert!(shared > amount(50, 400), "{shared} positions share a canonical key with another");
}

/// Memoized version of [`brute`].
fn brute_once<G: SearchGame>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, (i32, i32)>,
) -> (i32, i32) {
    if let Some(&found) = known.get(position) {
        return found;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let next = |mv: G::Move| game.after_move(position, mv);
    let ends: Vec<(i32, i32)> =
        moves.into_iter().map(|mv| brute_once(game, &next(mv), known)).collect();
    let found = match game.to_move(position) {
        _ if ends.is_empty() => brute(game, position),
        Seat::FIRST => ends.into_iter().max().unwrap(),
        _ => ends.into_iter().min().unwrap(),
    };
    known.insert(*position, found);
    found
}

/// Whole games of side 5 with the swap of sides, after the first move and after a swap: result,
/// margin, and the value of a search to a depth.
#[test]
fn a_swap_is_searched_like_any_move() {
    let key = SeedKey::new(2, &[b"swap"]);
    let (mut solver, mut searches) = (NullWindowSearch::new(1), engines());
    let mut best = [0; 2];
    for number in 20..amount(24, 32) {
        let rng = &mut key.rng(number);
        let board = loop {
            let board = random_rules::small(rng);
            if board.rows.len() == 5 {
                break board;
            }
        };
        let rules = brunei::Rules {
            swap_sides: true,
            capture: brunei::Capture::Whole,
            entry: brunei::Entry::Slide,
            reply: brunei::Reply::Diagonal,
            ..brunei_rules(rng)
        };
        let mut position = rules.start(board.stones());
        let mut moves = Vec::new();
        let first = rules.random_move(&position, &mut moves, rng).unwrap();
        rules.apply(&mut position, first.mv);
        rules.moves(&position, &mut moves);
        let swap = *moves.last().unwrap();
        assert_eq!(swap, brunei::Move::Swap);
        let after = rules.after_move(&position, swap);
        let mut known = HashMap::new();
        for at in [position, after] {
            let (result, margin) = brute_once(&rules, &at, &mut known);
            solver.clear();
            let roots = indices(&rules, &at);
            let found = solve(&mut solver, &rules, &at, &roots, SolveGoal::Margin, Limits::NONE);
            let proved = (found.result, found.lead);
            assert_eq!(proved, (ValueRange::only(result), ValueRange::only(margin)), "{at:?}");
            searches.iter_mut().for_each(AlphaBeta::clear);
            compare(&rules, &at, &mut searches, rng);
        }
        best[usize::from(known[&position] == known[&after])] += 1;
        // The option to swap never hurts the player who has it.
        let plain = brunei::Rules { swap_sides: false, ..rules };
        assert!(known[&position] <= brute_once(&plain, &position, &mut HashMap::new()));
    }
    assert!(best.iter().all(|&times| times > amount(0, 1)), "{best:?}");
}

/// Parses a position after both openings, as in the examples.
fn example(headers: &str, signs: &str) -> brunei::Position {
    let signs: Vec<&str> = signs.split(' ').collect();
    let sign = |column: i32, row: i32| {
        let point = format!("{}{row}", (b'a' + column as u8 - 1) as char);
        let found = signs.iter().find(|sign| sign[1..] == point);
        found.map_or(if point == "f6" { '_' } else { '.' }, |sign| sign.chars().next().unwrap())
    };
    let board = Board::of("example", sign);
    let text = format!("{headers}\n\n{}\n", board.rows().join("\n"));
    brunei::Rules::default().read_diagram(&Source::new("example", text)).unwrap()
}

/// The endings that the rules print as examples 5 and 6.
#[test]
fn the_endings_of_the_examples_are_solved() {
    let rules = brunei::Rules::default();
    let solved = |position: &brunei::Position| {
        let roots = indices(&rules, position);
        solve(
            &mut NullWindowSearch::new(1),
            &rules,
            position,
            &roots,
            SolveGoal::Margin,
            Limits::NONE,
        )
    };
    let text = |position: &brunei::Position, move_index: Option<u32>| {
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        rules.format_move(position, moves[move_index.unwrap() as usize])
    };

    let five = example("to-move: 1\nscore: 85-89", "1k11 2a4 wa6 bc2");
    let solution = solved(&five);
    assert_eq!(solution.result, ValueRange::only(1));
    assert_eq!(solution.lead, ValueRange::only(86 - 89));
    // Any move that takes c2 and leaves the opponent stuck is right.
    let best = rules
        .after_move(&five, parse_move(&rules, &five, &text(&five, solution.best_move)).unwrap());
    assert_eq!(rules.outcome(&best).unwrap().ending, EndReason::Stuck);
    assert_eq!(rules.scores(&best)[..2], [86, 89]);

    let six =
        example("to-move: 2\nscore: 80-80", "1a8 2c7 ba5 bc5 bd5 bb6 bb4 bd4 bc2 wb5 wd2 wk6 wk1");
    let solution = solved(&six);
    assert_eq!(solution.result, ValueRange::only(-1), "the first player is stuck in the end");
    // The printed line is one of the wins of the second player.
    let mut position = six;
    for start in ["c7-a7x", "a8-b8x", "a7-a5x"] {
        let mut moves = Vec::new();
        rules.moves(&position, &mut moves);
        let legal = moves
            .iter()
            .map(|&mv| rules.format_move(&position, mv))
            .find(|mv| mv.starts_with(start));
        position =
            rules.after_move(&position, parse_move(&rules, &position, &legal.unwrap()).unwrap());
    }
    assert_eq!(rules.outcome(&position).unwrap().winners, Winners::only(Seat::SECOND));
    assert_eq!(solved(&position).result, ValueRange::only(-1));
}

/// The output is the same for any number of threads, including long principal variations, although
/// helper threads search other lines at other times.
#[test]
fn threads_change_nothing_that_is_found() {
    let rules = brunei::Rules::default();
    let start = rules.start(random_rules::setup("catalogue-01").stones());
    let key = SeedKey::new(4, &[b"threads"]);
    let mut long = 0;
    for number in 0..amount(3, 12) {
        let rng = &mut key.rng(number);
        let (mut position, mut moves) = (start, Vec::new());
        while rules.stones(&position).points().len() > 32 {
            let Some(chosen) = rules.random_move(&position, &mut moves, rng) else { break };
            position = rules.after_move(&position, chosen.mv);
        }
        let roots = indices(&rules, &position);
        let found = [1, 2, 3].map(|threads| {
            let mut solver = NullWindowSearch::new(8).with_threads(threads);
            let found = [SolveGoal::Margin, SolveGoal::Outcome].map(|goal| {
                let found = solve(&mut solver, &rules, &position, &roots, goal, Limits::NONE);
                Solution { nodes: 0, ..found }
            });
            long += u32::from(solver.nodes() > 200_000);
            found
        });
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0], found[2]);
    }
    assert!(long > amount(1, 6), "{long} that others helped with");
}

fn games(runner: &mut GameRunner<'_>, seed: u64, numbers: &[u64]) -> Vec<Vec<u32>> {
    let key = SeedKey::new(seed, &[b"games"]);
    let game = |&number: &u64| {
        let mut indices = Vec::new();
        runner.key(&key, number).run(&mut |_, chosen| indices.push(chosen.index)).unwrap();
        indices
    };
    numbers.iter().map(game).collect()
}

fn runner(rules: Game, bot: BotSpec) -> GameRunner<'static> {
    let mut runner = GameRunner::new(&rules.start(&builtin("catalogue-01").unwrap()).unwrap());
    runner.specs(&[bot, bot]);
    runner
}

/// A bot's game depends on its seed, not on earlier games: tested where moves are often equal, as
/// by the score alone, and with random moves.
#[test]
fn a_game_depends_on_its_seed_and_on_nothing_before_it() {
    for word in [
        "search:depth=3,eval=score",
        "search:nodes=2000,solve=12,hash=1,eval=score",
        "search:nodes=50,solve=20,within=2000,eval=score",
        "search:depth=2,noise=0.2",
    ] {
        let bot: BotSpec = word.parse().unwrap();
        let table = || runner(Game::preset("brunei-slide").unwrap(), bot);
        let forwards = games(&mut table(), 1, &[0, 1, 2]);
        let mut backwards = games(&mut table(), 1, &[2, 1, 0]);
        backwards.reverse();
        assert_eq!(forwards, backwards, "{word}");
        assert_eq!(forwards[1], games(&mut table(), 1, &[1])[0], "{word}");
        assert_ne!(forwards[0], games(&mut table(), 2, &[0])[0], "{word}");
        assert_ne!(forwards[0], forwards[1], "{word}");
    }
}

/// All first moves of an even board are equal: each is played by some seed.
#[test]
fn equal_moves_are_played_in_turn() {
    let bot: BotSpec = "search:depth=1".parse().unwrap();
    let rules = Game::preset("brunei-slide").unwrap().with("values", "1/1").unwrap();
    let games = games(&mut runner(rules, bot), 3, &Vec::from_iter(0..80));
    let mut firsts: Vec<u32> = games.iter().map(|indices| indices[0]).collect();
    firsts.sort_by_key(|&move_index| Reverse(move_index));
    firsts.dedup();
    assert!(firsts.len() > 9, "{firsts:?}");
}

/// A bot with `within` keeps every provable win and draw, which the bot without it often loses;
/// lost positions, and those not proven within the limit, are searched as usual.
#[test]
fn within_keeps_what_can_be_proved_and_else_changes_nothing() {
    let result = |rules: &brunei::Rules, position: &brunei::Position, seat| {
        let (roots, goal) = (indices(rules, position), SolveGoal::Outcome);
        let found =
            solve(&mut NullWindowSearch::new(1), rules, position, &roots, goal, Limits::NONE);
        let result = found.result.value().unwrap();
        if seat == Seat::FIRST { result } else { -result }
    };
    let bots = ["nodes=1", "nodes=1,solve=14,within=1000000", "nodes=1,solve=14,within=1"];
    let bots = bots.map(|options| format!("search:{options}").parse::<BotSpec>().unwrap());
    let mut bots = bots.map(BotSpec::build);
    let (mut lost, mut thrown, mut moves) = (0, 0, Vec::new());
    for number in 0..300_usize {
        let rules = brunei::Rules::preset(["brunei-slide", "brunei-jump"][number % 2]).unwrap();
        let key = SeedKey::new(1, &[b"within"]);
        let mut rng = key.rng(number as u64);
        let mut position = rules.start(builtins()[number % builtins().len()].stones);
        while rules.stones(&position).points().len() > 14
            && let Some(chosen) = rules.random_move(&position, &mut moves, &mut rng)
        {
            rules.apply(&mut position, chosen.mv);
        }
        if rules.outcome(&position).is_some() {
            continue;
        }
        let (seat, wrapped) = (rules.to_move(&position), Position::Brunei(rules, position));
        let before = result(&rules, &position, seat);
        let chosen = bots.each_mut().map(|bot| {
            bot.new_game();
            let rng = || key.rng(1000 + number as u64);
            let played = bot.choose_move(&wrapped, &mut rng());
            let analysis = bot.analyze_with(&wrapped, Limits::NONE, &mut rng());
            assert_eq!(played, analysis.map(|it| it.best_move));
            let Some(Move::Brunei(mv, _)) = played else { panic!("a move of Brunei's game") };
            mv
        });
        assert_eq!(chosen[2], chosen[0]);
        let after = chosen.map(|mv| result(&rules, &rules.after_move(&position, mv), seat));
        assert_eq!(after[1], before, "{position:?}");
        thrown += u32::from(after[0] < before);
        if before < 0 {
            assert_eq!(chosen[1], chosen[0]);
            lost += 1;
        }
    }
    assert!(lost > 10 && thrown > 10, "{lost} lost, {thrown} thrown away");
}

/// Max^n by its definition, without a budget: every player takes the move that is best for the own
/// seat. Returns each seat's lead over the best other seat; no game may end on the way.
fn max_n(game: &bell::Rules, position: &bell::Position, depth: u32) -> Vec<i32> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert!(!moves.is_empty());
    if depth == 0 {
        let scores = &game.scores(position).map(i32::from)[..usize::from(game.seats())];
        let best_other =
            |seat| (0..scores.len()).filter(move |&it| it != seat).map(|it| scores[it]);
        return (0..scores.len()).map(|it| scores[it] - best_other(it).max().unwrap()).collect();
    }
    let me = game.to_move(position).index();
    let values = moves.iter().map(|&mv| max_n(game, &game.after_move(position, mv), depth - 1));
    values.reduce(|best, found| if found[me] > best[me] { found } else { best }).unwrap()
}

/// With three and four seats no move is worth more than the chosen one.
#[test]
fn a_search_for_many_finds_what_playing_every_move_finds() {
    let mut bot = "search:depth=2".parse::<BotSpec>().unwrap().build();
    for players in [3, 4] {
        let game = bell::Rules { players, ..bell::Rules::default() };
        let start = game.start(builtin("bell-chequer").unwrap().stones);
        let mut moves = Vec::new();
        for number in 0..40 {
            let mut rng = SeedKey::new(1, &[b"many"]).rng(number);
            let mut position = start;
            for _ in 0..8 + number % 12 {
                let chosen = game.random_move(&position, &mut moves, &mut rng).unwrap();
                game.apply(&mut position, chosen.mv);
            }
            let me = game.to_move(&position).index();
            let chosen = bot.choose_move(&Position::Bell(game, position), &mut rng);
            let Some(Move::Bell(mv)) = chosen else { panic!("a move of Bell's game") };
            let value = max_n(&game, &game.after_move(&position, mv), 1)[me];
            assert_eq!(value, max_n(&game, &position, 2)[me], "{position:?}");
        }
    }
}

// The transposition table.

/// Entry of 40 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number(u64);

impl Entry for Number {
    const EFFORT: (u32, u32) = (40, 8);
    const REPLACE_LAST_ON_TIE: bool = true;

    fn pack(self) -> u64 {
        self.0
    }

    fn unpack(data: u64) -> Self {
        Number(data & ((1 << 40) - 1))
    }
}

#[test]
fn what_is_written_down_is_found_until_all_is_forgotten() {
    let start = brunei::Rules::default();
    let state = start.state_key(&start.start(builtin("catalogue-01").unwrap().stones));
    let key = |salt| Key::of(&state, salt);
    let mut table = Table::with_buckets(1, 1);
    for round in 0..3 << 16 {
        let entry = Number(round);
        table.store(key(1), Number(7), 3);
        table.store(key(1), entry, 200);
        assert_eq!((table.probe(key(1)), table.probe(key(2))), (Some(entry), None));
        table.clear();
        assert_eq!(table.probe(key(1)), None);
    }
}
