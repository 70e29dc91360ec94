//! Bots against perfect play, as far as positions were solved.

use super::{MOST_LINES, ends, figure};
use crate::base::words::counted;
use crate::games::Seat;
use crate::stats::against::{Against, Decided};
use crate::stats::columns::decimal;
use crate::stats::counted::Measured;
use crate::stats::exact::Exact;
use crate::stats::grid::{Grid, Side};
use crate::stats::overview::Overview;
use crate::stats::part::Part;

/// Nothing where no positions are solved.
pub(crate) fn parts(all: &Overview<'_>, most_lines: usize) -> Vec<Part> {
    let bots = Against::bots(all);
    if bots.is_empty() {
        return Vec::new();
    }
    let name = |of: &Against<'_>| vec![of.rules.to_owned(), of.bot.to_owned()];
    let names = [("rules", Side::Left), ("bot", Side::Left)];
    let mut parts = vec![
        Part::Title("Against perfect play".to_owned()),
        Part::Table(moves(&names, bots.iter().map(|of| (name(of), of)))),
        Part::Note(MOVES.to_owned()),
        Part::Title("When games were decided under perfect play".to_owned()),
        Part::Table(decided(&names, bots.iter().map(|of| (name(of), of)))),
        Part::Note(DECIDED.to_owned()),
    ];
    let seats: Vec<(Vec<String>, Against<'_>)> = all
        .cells
        .iter()
        .flat_map(|cell| {
            let labels = cell.labels;
            [Seat::FIRST, Seat::SECOND].into_iter().filter_map(move |seat| {
                let of = Against::of_seat(cell, seat)?;
                let names = [labels.setup, labels.rules, of.bot, seat.word()];
                Some((names.map(str::to_owned).to_vec(), of))
            })
        })
        .collect();
    if seats.len() <= 2 * most_lines.max(MOST_LINES) {
        let names = ["setup", "rules", "bot", "seat"].map(|name| (name, Side::Left));
        parts.push(Part::Title("Against perfect play, seat by seat".to_owned()));
        let rows = seats.iter().map(|(names, of)| (names.clone(), of));
        parts.push(Part::Table(moves(&names, rows)));
    }
    let exact = || all.cells.iter().filter_map(|cell| cell.tally.exact());
    let unsolved: u64 = exact().map(|exact| exact.positions()[1]).sum();
    parts.push(Part::Words(match unsolved {
        0 => "Every position with so few stones was solved.\n".to_owned(),
        _ => {
            let of: u64 = exact().map(|exact| exact.positions().iter().sum::<u64>()).sum();
            let games = counted(exact().map(Exact::unsolved_games).sum(), "game");
            format!(
                "For {unsolved} of {of} positions, the first ones with so few stones in {games}, the budget did \
                 not suffice: these\nare not judged.\n"
            )
        }
    }));
    parts
}

const MOVES: &str = "Moves of positions with few stones, where there was a choice. kept: the share that kept the \
                     result that\nbest play has; not lost: the same in positions that were not lost; best: the \
                     share that kept the margin\nin points, too. lost: what a move lost on the mean, in results \
                     (1 from a win to a loss, 1/2 to or from a\ndraw), and in points where it kept the result. \
                     Each interval is at 95 % for its line alone: games are\nindependent, the moves of a game \
                     are not.\n";

const DECIDED: &str = "games: those with a solved position; by then: the share of them whose result under best \
                       play was\nthat of the game from the first solved position on, however long before that \
                       it was decided. The other\ngames were decided for good by a later move: its ply and the \
                       stones before it.\n";

fn share(found: Option<Measured>) -> [String; 2] {
    let interval = found.and_then(|found| found.interval);
    [figure(found.map(|found| found.mean)), interval.map_or_else(String::new, ends)]
}

fn number(found: Option<Measured>, digits: usize) -> [String; 2] {
    let text = |value: f64| decimal(value, digits);
    let interval = found.and_then(|found| found.interval);
    let ends = interval.map(|it| format!("{} to {}", text(it.low), text(it.high)));
    [found.map_or_else(String::new, |found| text(found.mean)), ends.unwrap_or_default()]
}

fn grid(names: &[(&str, Side)], columns: &[(&str, Side)]) -> Grid {
    Grid::new(&[names, columns].concat())
}

fn moves<'r, 'a: 'r>(
    names: &[(&str, Side)],
    rows: impl Iterator<Item = (Vec<String>, &'r Against<'a>)>,
) -> Grid {
    let mut grid = grid(
        names,
        &[
            ("moves", Side::Right),
            ("kept %", Side::Right),
            ("interval", Side::Left),
            ("not lost %", Side::Right),
            ("best %", Side::Right),
            ("lost results", Side::Right),
            ("lost points", Side::Right),
            ("interval", Side::Left),
        ],
    );
    for (mut fields, of) in rows {
        let [open, _] = share(of.open_held());
        let [results, _] = number(of.results(), 4);
        fields.push(of.moves().to_string());
        fields.extend(share(of.held()));
        let [best, _] = share(of.best());
        fields.extend([open, best, results]);
        fields.extend(number(of.points_held(), 2));
        grid.row(fields);
    }
    grid
}

fn decided<'r, 'a: 'r>(
    names: &[(&str, Side)],
    rows: impl Iterator<Item = (Vec<String>, &'r Against<'a>)>,
) -> Grid {
    let mut grid = grid(
        names,
        &[
            ("games", Side::Right),
            ("by then %", Side::Right),
            ("interval", Side::Left),
            ("later", Side::Right),
            ("ply", Side::Right),
            ("interval", Side::Left),
            ("stones", Side::Right),
            ("interval", Side::Left),
        ],
    );
    for (mut fields, of) in rows {
        fields.push(of.solved_games().to_string());
        fields.extend(share(of.by_then_share()));
        fields.push((of.solved_games() - of.by_then()).to_string());
        fields.extend(number(of.decided(Decided::Ply), 1));
        fields.extend(number(of.decided(Decided::Stones), 1));
        grid.row(fields);
    }
    grid
}
