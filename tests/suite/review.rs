//! Game reviews: proven results compared with exhaustive search.

use pasang::base::diagnostic::Source;
use pasang::base::random::GameRng;
use pasang::board::BoardSize;
use pasang::games::brunei::{self, Stuck};
use pasang::games::game_record::GameRecord;
use pasang::games::rules::{GameKind, Rules};
use pasang::games::setup::{self, Setup};
use pasang::games::{Move, Seat};
use pasang::players::PlayableGame;
use pasang::players::bots::Evaluation;
use pasang::review::{Accuracy, MoveEval, POSITIONS, Ply, Point, Review, SOLVED, win_probability};
use pasang_core::base::cancel::CancelToken;

/// Returns the winner under perfect play, by plain exhaustive search.
fn winner<G: PlayableGame>(game: &G, position: &G::Position) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return outcome.winners.of_two();
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let sign = if game.to_move(position).index() == 0 { 1 } else { -1 };
    let ends = moves.into_iter().map(|mv| sign * winner(game, &game.after_move(position, mv)));
    sign * ends.max().unwrap()
}

fn random_games_end_as_every_line_says<G: PlayableGame>(game: &G, start: G::Position) {
    let (mut proved, mut blunders) = (0, 0);
    for seed in 0..12 {
        let mut rngs = ["a", "b"].map(|name| GameRng::new(seed, name));
        let (mut last, mut scratch) = (start, Vec::new());
        let (mut moves, mut positions) = (Vec::new(), Vec::new());
        game.play_randomly(&mut last, &mut rngs, &mut scratch, |position, chosen| {
            moves.push(chosen.mv);
            positions.push(*position);
        });
        positions.push(last);
        let wrapped = moves.iter().map(|&mv| game.wrap_move(&start, mv)).collect();
        let record = GameRecord::new_unchecked(game.wrap(start), wrapped);
        let review = Review::of(&record, 200, &CancelToken::default()).unwrap();
        assert_eq!((review.points.len(), review.plies.len()), (positions.len(), moves.len()));
        for (at, position) in positions.iter().enumerate() {
            let stones = game.stones(position).points().len();
            let Evaluation::Proven { result, .. } = review.points[at].evaluation else {
                assert!(stones > SOLVED, "{seed}: {at}");
                continue;
            };
            if stones > 9 {
                continue;
            }
            let expected = winner(game, position);
            assert_eq!(result, expected, "{seed}: {at}");
            assert_eq!(review.points[at].win_probability, [0, 500, 1000][(result + 1) as usize]);
            proved += 1;
            let Some(ply) = review.plies.get(at) else { continue };
            // A move that changes the winner loses the difference.
            let change = (winner(game, &positions[at + 1]) - expected).unsigned_abs() as u16;
            assert_eq!(ply.lost(), change * 500, "{seed}: {at}");
            blunders += u32::from(change > 0);
            if let Some(better) = &ply.better {
                let word = |&mv: &G::Move| game.wrap_move(position, mv) == better.mv;
                game.moves(position, &mut scratch);
                let best = *scratch.iter().find(|mv| word(mv)).unwrap();
                let next = game.after_move(position, best);
                assert_eq!(winner(game, &next), expected);
                assert_eq!(better.takes.0, stones - game.stones(&next).points().len());
                assert_eq!(better.leaves, game.move_count(&next, &mut scratch) as usize);
            }
        }
        let dearest = review.plies.iter().map(|ply| ply.lost()).max().unwrap();
        assert_eq!(review.key_moves.first().map_or(0, |&at| review.plies[at].lost()), dearest);
    }
    assert!(proved > 40 && blunders > 3, "{proved} {blunders}");
}

#[test]
fn what_is_proved_is_so_in_every_line() {
    let small = setup::by_name("fourfold-5-1").unwrap();
    let game = brunei::Rules::default();
    random_games_end_as_every_line_says(&game, small.start(&game).unwrap());
    let game = brunei::Rules { stuck: Stuck::ScoreDecides, ..game };
    random_games_end_as_every_line_says(&game, small.start(&game).unwrap());
}

#[test]
fn a_chance_grows_with_the_lead_and_with_the_end() {
    // Expected figures by Python: 1000 / (1 + math.exp(-3 * (0.204 + 4.038 / 60))), and so on.
    let brunei = |lead, left| win_probability(GameKind::Brunei, lead, left);
    for (lead, left, expected) in CHANCES {
        assert_eq!(brunei(lead, left), expected, "{lead} {left}");
        assert_eq!(brunei(-lead, left), 1000 - expected, "{lead} {left}");
    }
    // An unproven win is never certain.
    assert_eq!(win_probability(GameKind::Bell, 9000, 20), 990);
}

/// The lead in hundredths of a point, the points on the board, the win probability in thousandths.
const CHANCES: [(i32, u16, u16); 4] =
    [(0, 180, 500), (50, 60, 534), (300, 60, 693), (300, 160, 665)];

/// Reviews a game of Brunei. Returns the accuracy of both players.
fn accuracy_of(setup: &str, words: &str, positions: u64) -> [Accuracy; 2] {
    let start = Setup::builtin(setup).unwrap();
    let start = Rules::preset("brunei-slide").unwrap().start(&start).unwrap();
    let moves = start.read_moves(&Source::new("moves", words)).unwrap();
    let record = GameRecord::new_unchecked(start, moves);
    assert!(record.last().outcome().is_some(), "{setup}: the game is over");
    let review = Review::of(&record, positions, &CancelToken::default()).unwrap();
    [Seat::FIRST, Seat::SECOND].map(|seat| review.accuracy(seat))
}

/// Regression: moves in a lost position cost nothing (34 of 37 moves here), so the accuracy was 92 %.
#[test]
fn a_player_who_takes_the_first_move_of_each_list_is_not_called_accurate() {
    for (seat, setup, moves) in [
        (Seat::FIRST, "catalogue-27", LOST_67_TO_109),
        (Seat::SECOND, "catalogue-03", LOST_67_TO_110),
    ] {
        let it = accuracy_of(setup, moves, 2000)[seat.index()];
        assert!(it.share.unwrap() <= 600, "{setup}: {it:?}");
        assert!(it.points_lost.unwrap() >= 150, "{setup}: {it:?}");
        assert!(10 * it.good >= 7 * it.choices, "{setup}: {it:?}");
    }
}

/// A bot with 100,000 positions searches deeper than the review's first pass.
#[test]
fn a_bot_that_searches_further_than_the_review_is_not_blamed() {
    for it in accuracy_of("catalogue-07", DRAWN_BY_STRONG_BOTS, POSITIONS) {
        assert!(it.share.unwrap() >= 950 && it.points_lost.unwrap() <= 10, "{it:?}");
    }
}

/// Expected figures by Python, from the formula in docs/guide.md.
#[test]
fn accuracy_is_weighed_by_how_much_the_chance_varies() {
    let seen = |chance| MoveEval {
        mv: Move::Brunei(brunei::Move::Swap, BoardSize::FULL),
        takes: (0, 0),
        leaves: 0,
        win_probability: chance,
        evaluation: Evaluation::Lead(0),
        line: Vec::new(),
    };
    let point = |at: u32| Point {
        win_probability: ((at * at * 37 + 113 * at) % 1001) as u16,
        evaluation: Evaluation::Lead(0),
        left: 0,
    };
    let ply = |at: u16| {
        let lost = if at.is_multiple_of(3) { at * 29 % 400 } else { 0 };
        Ply {
            by: if at.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND },
            of: 2,
            played: seen(500 - lost),
            better: Some(seen(500)),
            points_lost: (at % 4 < 2).then_some(u32::from(at)),
        }
    };
    let review = Review {
        points: (0..46).map(point).collect(),
        plies: (0..45).map(ply).collect(),
        key_moves: Vec::new(),
    };
    let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| review.accuracy(seat));
    assert_eq!((first.share, second.share), (Some(786), Some(739)));
    // 0, 4, .. 44 and 1, 5, .. 41.
    assert_eq!((first.points_lost, second.points_lost), (Some(22), Some(21)));
}

/// The first player took the first move of each list, against `greedy`.
const LOST_67_TO_109: &str = "\
a g b2-a2xe1 f9-g9xe2w1 a2-a1xe3 g9-g7xe2w1 a1-a3xe1 g7-g11xe3 a3-a4xe1 g11-g7xe1w2 a4-a3xe3 \
g7-g10xe1 a3-a4xe1 g10-g8xw1 a4-a3xe1 g8-f8xn1 a3-a4xe1 f8-f10xw1 a4-a3xe1 f10-e10xn1s2 \
a3-a5xe1 e10-e11xe2w1 a5-a3xe1 e11-e8xe1w2 a3-b3xn1 e8-e6xw3 b3-a3xn1 e6-c6xn2s1 a3-a5xe1 \
c6-c3xe3 a5-a7xe1 c3-g3xs1 a7-a5xe1 g3-e3xn1s2 a5-a1xe1 e3-a3xn3 a1-a2xe1 a3-i3xs1 a2-a1xe1 \
i3-f3xn1 a1-a4xe3 f3-c3xn1 a4-a10xe1 c3-g3xn1 a10-a1xe1 g3-g5xe1 a1-a4xe1 g5-h5xn1 a4-a1xe1 \
h5-h6xe1 a1-a4xe1 h6-i6xn1 a4-a7xe1 i6-i8xw1 a7-a9xe1 i8-b8xn1 a9-c9xn1 b8-b11xw1 c9-c8xe1 \
b11-k11xs1 c8-d8xn1 k11-k10xw1 d8-d9xe1 k10-j10xs1 d9-d8xe1 j10-j6xe1 d8-d9xe1 j6-k6xs1 \
d9-g9xs1 k6-j6xs3 g9-d9xn1 j6-j2xe1w2 d9-d10xe1 j2-k2xs1 d10-i10xs1 k2-k5xw1";

/// The second player took the first move of each list, against `greedy`.
const LOST_67_TO_110: &str = "\
j a k4-j4xw3 b10-a10xe1 j4-g4xs3 a10-a11xe1 g4-i4xn3 a11-a8xe1 i4-j4xn1 a8-a11xe3 j4-i4xn3s2 \
a11-a8xe3 i4-i2xe1 a8-a11xe1 i2-i3xw1 a11-a8xe1 i3-i6xe1 a8-a11xe3 i6-k6xn3s2 a11-a9xe3 \
k6-k4xw1 a9-b9xs1 k4-h4xn1 b9-a9xs1 h4-k4xn2s1 a9-a11xe1 k4-h4xn1s2 a11-a6xe1 h4-h2xw1 a6-a7xe1 \
h2-h4xw3 a7-a6xe3 h4-d4xn2s1 a6-a7xe1 d4-h4xn3 a7-a8xe1 h4-e4xs3 a8-a7xe1 e4-d4xn1s2 a7-a10xe1 \
d4-d2xw3 a10-a7xe1 d2-d5xw3 a7-a10xe1 d5-d9xe3 a10-a5xe1 d9-d1xe1 a5-a7xe1 d1-g1xn1 a7-a5xe1 \
g1-g3xw1 a5-a8xe1 g3-h3xn1 a8-a10xe1 h3-h9xe1 a10-b10xs1 h9-c9xs1 b10-b4xw1 c9-c3xw1 b4-a4xs1 \
c3-b3xs1 a4-a10xe1 b3-a3xs1 a10-c10xs1 a3-g3xn1 c10-c1xe1";

/// Both are `search:nodes=100000,solve=16`.
const DRAWN_BY_STRONG_BOTS: &str = "\
g e f3-g3xe1w2 f9-e9xe2w1 g3-h3xn2s1 e9-d9xn1s2 h3-d3xn2s1 d9-h9xn1s2 d3-e3xn1s2 h9-g9xn2s1 \
e3-d3xn2s1 g9-h9xn1s2 d3-d7xw1 h9-h5xe1 d7-d8xe2w1 h5-h4xe1w2 d8-d1xe2w1 h4-h1xe1 d1-d2xe2w1 \
h1-h10xe1w2 d2-d1xw1 h10-h1xe1 d1-d7xe1w2 h1-h5xe2w1 d7-a7xn2s1 h5-h11xe1w2 a7-a6xe1 h11-g11xs1 \
a6-a9xe1 g11-g7xe1 a9-b9xn2s3 g7-g10xe2w1 b9-b8xe1 g10-i10xs3 b8-g8xs1 i10-i4xe1 g8-g9xw1 \
i4-i8xe1 g9-g3xw1 i8-a8xs1 g3-g1xw1 a8-j8xs1 g1-b1xn1 j8-a8xn1s2 b1-b2xe2w1 a8-a4xe1 b2-e2xn1 \
a4-a3xe3 e2-k2xn1 a3-e3xn1 k2-k6xw1 e3-c3xn1 k6-j6xn1 c3-k3xn1 j6-j9xe1 k3-c3xn1 j9-k9xn1 \
c3-j3xn1";
