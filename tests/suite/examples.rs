//! The worked examples of Pasang's rules (1.7), which come from the diagrams of J. P. Neto's page
//! on the game: setup `catalogue-01`, preset `brunei-slide`.

use crate::drawn::{Board, setup};
use pasang::board::{Point, PointSet};
use pasang::games::brunei::{Position, Rules};
use pasang::games::{Ending, Outcome, Ruled, Seat, Winners, find_move};

fn rules() -> Rules {
    Rules::preset("brunei-slide").unwrap()
}

/// The position after these moves from the setup.
fn after(moves: &str) -> Position {
    play(rules().start(setup("catalogue-01").stones()), moves)
}

fn play(mut position: Position, moves: &str) -> Position {
    for text in moves.split_whitespace() {
        let mv = find_move(&rules(), &position, text).unwrap_or_else(|refusal| {
            panic!("`{text}`: {}", refusal.instead());
        });
        rules().apply(&mut position, mv);
    }
    position
}

/// The texts of all moves, sorted.
fn moves(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    rules().moves(position, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| rules().word(position, mv)).collect();
    texts.sort();
    texts
}

fn points(names: &str) -> PointSet {
    names.split_whitespace().map(|name| name.parse::<Point>().unwrap()).collect()
}

/// The stones that a move takes off the board: those it captures, and one that becomes a ka.
fn taken(position: &Position, mv: &str) -> PointSet {
    position.stones().points() - play(*position, mv).stones().points()
}

/// The stones that can become a ka.
fn entering(position: &Position) -> PointSet {
    moves(position).iter().map(|text| text.split('-').next().unwrap().parse().unwrap()).collect()
}

fn scores(position: &Position) -> [u16; 2] {
    [position.scores()[0], position.scores()[1]]
}

/// A position from the signs of a diagram.
fn diagram(rows: [&str; 11], scores: [u16; 2], to_move: Seat) -> Position {
    let board = Board::new("diagram", &rows);
    let kas = ['1', '2'].map(|ka| board.find(ka).unwrap());
    Position::main_phase(board.side(), board.stones(), kas, scores, to_move).unwrap()
}

#[test]
fn example_1_the_players_take_columns_c_and_j() {
    let start = after("");
    assert_eq!(taken(&start, "c"), points("c1 c2 c3 c4 c5"));
    assert_eq!(start.stones().black & points("c1 c2 c3 c4 c5"), points("c1 c2"));
    let first = after("c");
    assert_eq!(scores(&first), [8, 0]);
    assert_eq!(taken(&first, "j"), points("j7 j8 j9 j10 j11"));
    assert_eq!(first.stones().black & points("j7 j8 j9 j10 j11"), points("j11"));
    assert_eq!(scores(&after("c j")), [8, 9]);
}

#[test]
fn example_2_these_stones_can_become_kas() {
    let opened = after("c j");
    assert_eq!(entering(&opened), points("b1 b2 b3 b4 b5 d1 d2 d3 d4 d5"));
    let entries = moves(&opened);
    assert!(!entries.is_empty());
    for entry in entries {
        let second = entering(&play(opened, &entry));
        assert_eq!(second, points("i7 i9 i10 i11 k7 k9"), "after {entry}");
    }
}

#[test]
fn example_3_the_kas_enter() {
    let opened = after("c j");
    assert_eq!(taken(&opened, "b4-c4xn3"), points("b4 c6 c7 c8"));
    let first = after("c j b4-c4xn3");
    assert_eq!(scores(&first), [11, 9]);
    assert_eq!(taken(&first, "k7-j7xw3"), points("k7 g7 h7 i7"));
    assert_eq!(scores(&after("c j b4-c4xn3 k7-j7xw3")), [11, 15]);
}

#[test]
fn example_4_lines_on_both_sides_count_together() {
    let entered = after("c j b4-c4xn3 k7-j7xw3");
    assert_eq!(taken(&entered, "c4-c7xe1w2"), points("a7 b7 d7"));
    let first = play(entered, "c4-c7xe1w2");
    assert_eq!(scores(&first), [14, 15]);
    assert_eq!(taken(&first, "j7-g7xn4s1"), points("g8 g9 g10 g11 g6"));
    let second = play(first, "j7-g7xn4s1");
    assert_eq!(scores(&second), [14, 20]);
    assert_eq!(moves(&second), ["c7-b7xn2s1", "c7-c2xe3", "c7-c3xe3", "c7-d7xs1"]);
    for (mv, captured) in [
        ("c7-b7xn2s1", "b8 b9 b6"),
        ("c7-c2xe3", "d2 e2 f2"),
        ("c7-c3xe3", "d3 e3 f3"),
        ("c7-d7xs1", "d6"),
    ] {
        assert_eq!(taken(&second, mv), points(captured), "{mv}");
    }
}

#[test]
fn example_5_the_second_player_is_stuck() {
    let position = diagram(
        [
            "..........1",
            "...........",
            "...........",
            "...........",
            "...........",
            "w...._.....",
            "...........",
            "2..........",
            "...........",
            "..b........",
            "...........",
        ],
        [85, 89],
        Seat::FIRST,
    );
    assert_eq!(rules().outcome(&position), None);
    assert_eq!(taken(&position, "k11-k2xw1"), points("c2"));
    let end = play(position, "k11-k2xw1");
    assert_eq!(end.stones().points(), points("a6"));
    assert_eq!(scores(&end), [86, 89]);
    let first_wins = Outcome { ending: Ending::Stuck, winners: Winners::only(Seat::FIRST) };
    assert_eq!(rules().outcome(&end), Some(first_wins));
    assert!(moves(&end).is_empty());
}

#[test]
fn example_6_the_centre_blocks_the_way_out() {
    let position = diagram(
        [
            "...........",
            "...........",
            "...........",
            "1..........",
            "..2........",
            ".b..._....w",
            "bwbb.......",
            ".b.b.......",
            "...........",
            "..bw.......",
            "..........w",
        ],
        [0, 0],
        Seat::SECOND,
    );
    assert_eq!(taken(&position, "c7-a7xs1"), points("a5"));
    let answered = play(position, "c7-a7xs1");
    assert_eq!(moves(&answered), ["a8-b8xs1"]);
    assert_eq!(taken(&answered, "a8-b8xs1"), points("b6"));
    let before_the_end = play(answered, "a8-b8xs1");
    assert_eq!(taken(&before_the_end, "a7-a5xe1"), points("b5"));
    let end = play(before_the_end, "a7-a5xe1");
    assert_eq!(end.stones().points().len(), 8);
    assert_eq!(end.to_move(), Seat::FIRST);
    let second_wins = Outcome { ending: Ending::Stuck, winners: Winners::only(Seat::SECOND) };
    assert_eq!(rules().outcome(&end), Some(second_wins));
}
