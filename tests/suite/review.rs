//! Game reviews: proven results compared with exhaustive search.

use crate::search::brute;
use pasang_core::base::cancel::CancelToken;
use pasang_core::board::BoardSize;
use pasang_core::games::game_record::GameRecord;
use pasang_core::games::rules::GameKind;
use pasang_core::games::setup;
use pasang_core::players::bots::Evaluation;
use pasang_core::review::{
    Accuracy, MoveEval, POSITIONS, Ply, Point, Review, SOLVED, win_probability,
};
use pasang_core::{Game, GameRunner, Move, Position, Seat};

/// Returns the winner under perfect play, by exhaustive search.
fn winner(position: &Position) -> i32 {
    let Position::Brunei(game, at) = position else { panic!("of Brunei's game") };
    brute(game, at).0
}

fn random_games_end_as_every_line_says(start: &Position) {
    let (mut proved, mut blunders) = (0, 0);
    for seed in 0..12 {
        let record = GameRunner::new(start).seed(seed).play();
        let positions: Vec<Position> = record.positions().collect();
        let review = Review::of(&record, 200, &CancelToken::default()).unwrap();
        assert_eq!(
            (review.points.len(), review.plies.len()),
            (positions.len(), record.moves.len())
        );
        for (at, position) in positions.iter().enumerate() {
            let stones = position.stones().points().len();
            let Evaluation::Proven { result, .. } = review.points[at].evaluation else {
                assert!(stones > SOLVED, "{seed}: {at}");
                continue;
            };
            if stones > 9 {
                continue;
            }
            let expected = winner(position);
            assert_eq!(result, expected, "{seed}: {at}");
            assert_eq!(review.points[at].win_probability, [0, 500, 1000][(result + 1) as usize]);
            proved += 1;
            let Some(ply) = review.plies.get(at) else { continue };
            // A move that changes the winner loses the difference.
            let change = (winner(&positions[at + 1]) - expected).unsigned_abs() as u16;
            assert_eq!(ply.lost(), change * 500, "{seed}: {at}");
            blunders += u32::from(change > 0);
            if let Some(better) = &ply.better {
                let next = position.after(better.mv).unwrap();
                assert_eq!(winner(&next), expected);
                assert_eq!(better.takes.0, stones - next.stones().points().len());
                assert_eq!(better.leaves, next.legal_moves().len());
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
    for stuck in ["loses", "score-decides"] {
        let game = Game::preset("brunei-slide").unwrap().with("stuck", stuck).unwrap();
        random_games_end_as_every_line_says(&game.start(&small).unwrap());
    }
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

/// Reviews a finished game. Returns the accuracy of both players.
fn accuracy_of(game: &str, positions: u64) -> [Accuracy; 2] {
    let record: GameRecord = game.parse().unwrap();
    assert!(record.last().outcome().is_some(), "{game}");
    let review = Review::of(&record, positions, &CancelToken::default()).unwrap();
    [Seat::FIRST, Seat::SECOND].map(|seat| review.accuracy(seat))
}

/// Regression: moves in a lost position cost nothing (34 of 37 moves here), so the accuracy was 92 %.
#[test]
fn a_player_who_takes_the_first_move_of_each_list_is_not_called_accurate() {
    for (seat, game) in [
        (Seat::FIRST, include_str!("../data/review/lost-67-to-109.txt")),
        (Seat::SECOND, include_str!("../data/review/lost-67-to-110.txt")),
    ] {
        let it = accuracy_of(game, 2000)[seat.index()];
        assert!(it.share.unwrap() <= 600, "{seat:?}: {it:?}");
        assert!(it.points_lost.unwrap() >= 150, "{seat:?}: {it:?}");
        assert!(10 * it.good >= 7 * it.choices, "{seat:?}: {it:?}");
    }
}

/// A bot with 100,000 positions searches deeper than the review's first pass.
#[test]
fn a_bot_that_searches_further_than_the_review_is_not_blamed() {
    let game = include_str!("../data/review/drawn-by-strong-bots.txt");
    for it in accuracy_of(game, POSITIONS) {
        assert!(it.share.unwrap() >= 950 && it.points_lost.unwrap() <= 10, "{it:?}");
    }
}

/// Expected figures by Python, from the formula in docs/guide.md.
#[test]
fn accuracy_is_weighed_by_how_much_the_chance_varies() {
    let seen = |chance| MoveEval {
        mv: Move::Brunei(pasang_core::games::brunei::Move::Swap, BoardSize::FULL),
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
