//! The move order of docs/files.md, implemented from that text alone, decodes the column `moves` of
//! a journal.

use pasang_core::board::Point;
use pasang_core::games::setup::builtin;
use pasang_core::games::{GameRules, brunei, parse_move};

/// Sorts the moves of a position in the documented order. The board has the highest row first.
pub fn documented(moves: &[String], board: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
    let sign = |[column, row]: [i32; 2]| rows[rows.len() - row as usize][column as usize - 1];
    let mut sorted = moves.to_vec();
    sorted.sort_by_key(|text| match text.split_once('x') {
        Some((way, line)) => capture(way, line, &sign),
        None => hops(text),
    });
    sorted
}

/// Parses a point as column and row, from 1.
fn point(text: &str) -> [i32; 2] {
    let point: Point = text.parse().unwrap();
    [i32::from(point.column().index()) + 1, i32::from(point.row().index()) + 1]
}

/// Returns the sort key of a capture: a number for each rule of the order.
fn capture(way: &str, line: &str, sign: &impl Fn([i32; 2]) -> char) -> Vec<i32> {
    let (from, to) = way.split_once('-').unwrap();
    let (from, to) = (point(from), point(to));
    let sides = [('n', [0, 1]), ('e', [1, 0]), ('s', [0, -1]), ('w', [-1, 0])];
    let taken: Vec<i32> = sides
        .iter()
        .map(|&(side, _)| {
            let Some((_, number)) = line.split_once(side) else { return 0 };
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap()
        })
        .collect();
    // White after black: the nearest stone on a side that is taken.
    let side = taken.iter().position(|&number| number > 0).unwrap();
    let [right, up] = sides[side].1;
    let nearest = (1..)
        .map(|steps| [to[0] + steps * right, to[1] + steps * up])
        // On an entry the stone that becomes the ka is gone.
        .filter(|&there| there != from)
        .map(sign)
        .find(|sign| ['b', 'w'].contains(sign));
    let white = i32::from(nearest == Some('w'));
    let in_column = i32::from(taken[0] + taken[2] > 0);
    let [north, east, south, west] = taken[..] else { unreachable!() };
    let parts = [north + east, south + west];
    let key = if ['1', '2'].contains(&sign(from)) {
        let along_column = i32::from(from[0] == to[0]);
        vec![along_column, white, if along_column == 1 { to[1] } else { to[0] }]
    } else {
        let jump = i32::from(from[0].abs_diff(to[0]) > 1);
        vec![to[1], jump, from[0], in_column, white]
    };
    [key, parts.to_vec()].concat()
}

/// Returns the sort key of an opening, a corner or a chain.
fn hops(text: &str) -> Vec<i32> {
    let ways = [[0, 1], [1, 0], [0, -1], [-1, 0], [1, 1], [1, -1], [-1, -1], [-1, 1]];
    if text == "swap" {
        // After all columns.
        return vec![i32::from(u8::MAX)];
    }
    if text.len() == 1 {
        return vec![i32::from(text.as_bytes()[0])];
    }
    let points: Vec<[i32; 2]> = text.split('-').map(point).collect();
    if let [corner] = points[..] {
        return vec![corner[1], corner[0]];
    }
    let way = |pair: &[[i32; 2]]| {
        let [right, up] = [0, 1].map(|axis| (pair[1][axis] - pair[0][axis]).signum());
        ways.iter().position(|&way| way == [right, up]).unwrap() as i32
    };
    let hops: Vec<i32> = points.windows(2).map(way).collect();
    let start = [points[0][1], points[0][0]];
    [&hops[..1], &start, &hops[1..]].concat()
}

/// In the page's example each move has the rank beside it, and the digits are the record.
#[test]
fn the_documented_example_is_a_game() {
    let page = include_str!("../../docs/files.md");
    let (_, example) =
        page.split_once("An example, on `catalogue-01` under `brunei-slide`").unwrap();
    let (_, record) = example.split_once("begin `m").unwrap();
    let (record, rows) = record.split_once("`:").unwrap();
    let game = brunei::PRESETS.iter().find(|it| it.name == "brunei-slide").unwrap().rules;
    let mut position = game.start(builtin("catalogue-01").unwrap().stones);
    let mut digits = String::new();
    let lines = rows.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    for line in lines.take_while(|line| line.starts_with('|')) {
        let fields: Vec<&str> =
            line.split('|').map(|field| field.trim().trim_matches('`')).collect();
        let mv = parse_move(&game, &position, fields[1]).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let move_index = moves.iter().position(|&it| it == mv).unwrap();
        assert_eq!(fields[2], move_index.to_string(), "{line}");
        assert_eq!(u32::from_str_radix(fields[3], 36).unwrap() as usize, move_index, "{line}");
        digits += fields[3];
        game.apply(&mut position, mv);
    }
    assert_eq!(digits, record);
}
