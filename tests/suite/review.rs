//! Games looked at again: what is proved is held against every line of play, tried plainly.

use pasang::base::random::Stream;
use pasang::games::bell;
use pasang::games::brunei::{self, Stuck};
use pasang::games::setup;
use pasang::players::Game;
use pasang::players::bots::Worth;
use pasang::review::{Review, SOLVED, chance};
use pasang_core::base::halt::Halt;

/// Who wins where both play as well as can be: every line to its end, without a table or a bound.
fn winner<G: Game>(game: &G, position: &G::Position) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return outcome.winners.of_two();
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let sign = if game.to_move(position).index() == 0 { 1 } else { -1 };
    let ends = moves.into_iter().map(|mv| sign * winner(game, &game.play(position, mv)));
    sign * ends.max().unwrap()
}

fn random_games_end_as_every_line_says<G: Game>(game: &G, start: G::Position) {
    let (mut proved, mut blunders) = (0, 0);
    for seed in 0..12 {
        let mut streams = ["a", "b"].map(|name| Stream::new(seed, name));
        let (mut last, mut scratch) = (start, Vec::new());
        let (mut moves, mut positions) = (Vec::new(), Vec::new());
        game.play_randomly(&mut last, &mut streams, &mut scratch, |position, chosen| {
            moves.push(chosen.mv);
            positions.push(*position);
        });
        positions.push(last);
        let review = Review::of(game, &start, &moves, 200, &Halt::default()).unwrap();
        assert_eq!((review.points.len(), review.plies.len()), (positions.len(), moves.len()));
        for (at, position) in positions.iter().enumerate() {
            let stones = game.stones(position).points().len();
            let Worth::Proved { result, .. } = review.points[at].worth else {
                assert!(stones > SOLVED, "{seed}: {at}");
                continue;
            };
            if stones > 9 {
                continue;
            }
            let expected = winner(game, position);
            assert_eq!(result, expected, "{seed}: {at}");
            assert_eq!(review.points[at].chance, [0, 500, 1000][(result + 1) as usize]);
            proved += 1;
            let Some(ply) = review.plies.get(at) else { continue };
            // What is lost is lost by the move that changes who wins.
            let change = (winner(game, &positions[at + 1]) - expected).unsigned_abs() as u16;
            assert_eq!(ply.lost(), change * 500, "{seed}: {at}");
            blunders += u32::from(change > 0);
            if let Some(better) = &ply.better {
                let word = |&mv: &G::Move| game.word(position, mv) == better.word;
                game.moves(position, &mut scratch);
                let best = *scratch.iter().find(|mv| word(mv)).unwrap();
                let next = game.play(position, best);
                assert_eq!(winner(game, &next), expected);
                assert_eq!(better.takes.0, stones - game.stones(&next).points().len());
                assert_eq!(better.leaves, game.count(&next, &mut scratch) as usize);
            }
        }
        let dearest = review.plies.iter().map(|ply| ply.lost()).max().unwrap();
        assert_eq!(review.moments.first().map_or(0, |&at| review.plies[at].lost()), dearest);
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
    // By Python: 1000 / (1 + math.exp(-3 * (0.204 + 4.038 / 60))), and so on.
    let brunei = chance::<brunei::Rules>;
    for (lead, left, expected) in CHANCES {
        assert_eq!(brunei(lead, left), expected, "{lead} {left}");
        assert_eq!(brunei(-lead, left), 1000 - expected, "{lead} {left}");
    }
    // What is not proved is never sure.
    assert_eq!(chance::<bell::Rules>(9000, 20), 990);
}

/// The lead in hundredths of a point, the points on the board, the chance in thousandths.
const CHANCES: [(i32, u16, u16); 4] =
    [(0, 180, 500), (50, 60, 534), (300, 60, 693), (300, 160, 665)];
