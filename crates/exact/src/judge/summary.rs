//! What is printed: how near the bots come to perfect play, and when games were decided.

use pasang::stats::{Kind, Measured, Table, rounded};

use super::figures::Player;

/// Seats are shown one by one up to so many.
const MOST_SEATS: usize = 24;

const MOVES: &str = "Moves of positions with few stones, where there was a choice. kept: the share that kept the \
                     result that\nbest play has; not lost: the same in positions that were not lost; best: the \
                     share that kept the margin\nin points, too. lost: what a move lost on average, in results \
                     (1 from a win to a loss, 1/2 to or from a\ndraw), and in points where it kept the result. \
                     Each interval is at 95 % for its line alone: games are\nindependent, the moves of a game \
                     are not.\n";

const DECIDED: &str = "games: those with a solved position; by then: the share of them whose result under best \
                       play was\nthat of the game from the first solved position on, however long before that \
                       it was decided. The other\ngames were decided for good by a later move: its ply and the \
                       stones before it.\n";

/// Bots under their rule sets, then the seats of the cells where they are few.
pub fn text(bots: &[Player<'_>], seats: &[Player<'_>]) -> String {
    let names = |row: &Player<'_>| row.words.clone();
    let mut text = format!("Against perfect play\n\n{}{MOVES}", moves("rules bot", names, bots));
    text += "\nWhen games were decided under perfect play\n\n";
    let columns =
        ["games", "by then %", "interval", "later", "ply", "interval", "stones", "interval"];
    text += &table("rules bot", names, &columns, bots, decided);
    text += DECIDED;
    if seats.len() <= MOST_SEATS {
        text += "\nAgainst perfect play, seat by seat\n\n";
        let names = |row: &Player<'_>| [0, 1, 4, 3].map(|word| row.words[word].clone()).to_vec();
        text += &moves("setup rules bot seat", names, seats);
    }
    text
}

fn share(found: Option<Measured>) -> [String; 2] {
    shown(found, |share| rounded(100.0 * share, 1), "-")
}

fn number(found: Option<Measured>, digits: usize) -> [String; 2] {
    shown(found, |number| rounded(number, digits), " to ")
}

fn shown(found: Option<Measured>, text: impl Fn(f64) -> String, to: &str) -> [String; 2] {
    let Some(Measured { mean, interval, .. }) = found else { return Default::default() };
    let ends = interval.map(|it| [text(it.low), text(it.high)].join(to));
    [text(mean), ends.unwrap_or_default()]
}

fn moves(head: &str, names: fn(&Player<'_>) -> Vec<String>, rows: &[Player<'_>]) -> String {
    let lost = ["lost results", "lost points", "interval"];
    let columns =
        [["moves", "kept %", "interval", "not lost %", "best %"].as_slice(), &lost].concat();
    table(head, names, &columns, rows, |of| {
        let [kept, kept_ends] = share(of.held());
        let [points, points_ends] = number(of.points_held(), 2);
        let [[open, _], [best, _]] = [share(of.open_held()), share(of.best())];
        let [results, _] = number(of.results(), 4);
        let count = of.moves().to_string();
        vec![count, kept, kept_ends, open, best, results, points, points_ends]
    })
}

fn decided(of: &Player<'_>) -> Vec<String> {
    let [games, by_then] = [of.sum(|cell| cell.solved_games), of.sum(|cell| cell.by_then)];
    let (share, ply) = (share(of.by_then()), number(of.decided_ply(), 1));
    let stones = number(of.decided_stones(), 1);
    let [games, later] = [games, games - by_then].map(|count| count.to_string());
    [vec![games], share.to_vec(), vec![later], ply.to_vec(), stones.to_vec()].concat()
}

fn table(
    head: &str,
    names: fn(&Player<'_>) -> Vec<String>,
    columns: &[&str],
    rows: &[Player<'_>],
    figures: impl Fn(&Player<'_>) -> Vec<String>,
) -> String {
    let words = head.split(' ').map(|name| (name, Kind::Word));
    let columns: Vec<(&str, Kind)> =
        words.chain(columns.iter().map(|&name| (name, Kind::Figure))).collect();
    let mut table = Table::shown(&columns);
    rows.iter().for_each(|row| table.row([names(row), figures(row)].concat()));
    table.text(usize::MAX)
}
