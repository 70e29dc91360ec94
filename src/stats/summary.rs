//! The table that people read when an experiment has been played.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use super::counted::{Counted, Labels, Measured};
use super::matches::Matches;
use super::tables::decimal;
use super::tally::{Tally, WHOLE};
use crate::game::{Ending, Seat};

/// So many cells get a line each, with all figures; more of them under several rule sets get a
/// line a setup and a column a rule set.
const MOST_LINES: usize = 12;

/// So many rounds have a column each.
const MOST_ROUNDS: usize = 8;

/// The table, with what its signs mean below it.
pub fn summary(cells: &[Counted<'_>]) -> String {
    let rules = names(cells, |cell| cell.labels.rules);
    let wide = cells.len() > MOST_LINES && rules.len() > 1;
    let mut text = String::new();
    if wide {
        for bots in names(cells, |cell| cell.labels.bots) {
            let of_bots: Vec<&Counted<'_>> =
                cells.iter().filter(|cell| cell.labels.bots == bots).collect();
            // Writing to memory does not fail.
            let _ = writeln!(text, "{bots}, {} a cell", games(&of_bots));
            let _ = writeln!(text, "first-player score in %, with its 95 % interval\n");
            text += &by_rules(&of_bots);
            text.push('\n');
        }
    } else {
        text += &by_cell(cells);
        text.push('\n');
    }
    if cells.iter().any(|cell| cell.tally.matches().is_some()) {
        text += "score of whoever is the first to move in a round, in %\n\n";
        text += &by_round(cells, wide);
        text.push('\n');
    }
    text += &legend(cells, wide);
    text
}

/// Names in the order in which they first occur.
fn names<'a>(
    cells: impl IntoIterator<Item = &'a Counted<'a>>,
    name: impl Fn(&'a Counted<'a>) -> &'a str,
) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    cells.into_iter().map(name).filter(|&name| seen.insert(name)).collect()
}

/// How many games the cells have each.
fn games(cells: &[&Counted<'_>]) -> String {
    let games = || cells.iter().map(|cell| cell.tally.games());
    let (least, most) = (games().min().unwrap_or(0), games().max().unwrap_or(0));
    let matches = cells.iter().find_map(|cell| cell.tally.matches());
    let (one, many) = match matches {
        Some(matches) => ("match", format!("matches of {} rounds", matches.rounds().len())),
        None => ("game", "games".to_owned()),
    };
    match (least, most) {
        (1, 1) => format!("1 {one}"),
        (least, most) if least == most => format!("{most} {many}"),
        (least, most) => format!("{least} to {most} {many}"),
    }
}

/// A line a cell.
fn by_cell(cells: &[Counted<'_>]) -> String {
    let matches = cells.iter().any(|cell| cell.tally.matches().is_some());
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("rules", Side::Left),
        ("bots", Side::Left),
        (if matches { "matches" } else { "games" }, Side::Right),
        ("first %", Side::Right),
        ("95 % interval", Side::Left),
        ("draws %", Side::Right),
        ("stuck %", Side::Right),
        ("plies", Side::Right),
        ("note", Side::Left),
    ]);
    for cell in cells {
        let labels = &cell.labels;
        let score = cell.score(Seat::FIRST);
        grid.row([
            labels.setup.to_owned(),
            labels.rules.to_owned(),
            labels.bots.to_owned(),
            cell.tally.games().to_string(),
            score.map_or_else(String::new, |score| percent(score.mean)),
            format!("{} {}", score.map_or_else(String::new, |score| ends(&score)), sign(cell)),
            figure(draws(cell.tally)),
            figure(stuck(cell.tally)),
            plies(cell.tally),
            note(cell),
        ]);
    }
    if names(cells, |cell| cell.labels.setup).len() > 1 {
        grid.gap();
        for rules in names(cells, |cell| cell.labels.rules) {
            for bots in names(cells, |cell| cell.labels.bots) {
                let of_both: Vec<&Counted<'_>> = cells
                    .iter()
                    .filter(|cell| (cell.labels.rules, cell.labels.bots) == (rules, bots))
                    .collect();
                let means = Means::of(&of_both);
                let (rules, bots) = (rules.to_owned(), bots.to_owned());
                grid.row([
                    "mean".to_owned(),
                    rules,
                    bots,
                    String::new(),
                    figure(means.first),
                    String::new(),
                    figure(means.draws),
                    figure(means.stuck),
                    means.plies.map_or_else(String::new, |plies| decimal(plies, 1)),
                    String::new(),
                ]);
            }
        }
    }
    grid.text()
}

/// A line a setup and a column a rule set, for cells of the same bots.
fn by_rules(cells: &[&Counted<'_>]) -> String {
    let rules = names(cells.iter().copied(), |cell| cell.labels.rules);
    let columns: Vec<(&str, Side)> = std::iter::once(("setup", Side::Left))
        .chain(rules.iter().map(|&rules| (rules, Side::Left)))
        .collect();
    let places: HashMap<(&str, &str), &Counted<'_>> =
        cells.iter().map(|&cell| ((cell.labels.setup, cell.labels.rules), cell)).collect();
    let mut grid = Grid::new(&columns);
    for setup in names(cells.iter().copied(), |cell| cell.labels.setup) {
        let scores = rules.iter().map(|&rules| {
            let cell = places.get(&(setup, rules))?;
            let score = cell.score(Seat::FIRST)?;
            Some(format!("{:>5} {:<12} {}", percent(score.mean), ends(&score), sign(cell)))
        });
        grid.row(
            std::iter::once(setup.to_owned()).chain(scores.map(|score| score.unwrap_or_default())),
        );
    }
    grid.gap();
    let of_rules: Vec<Vec<&Counted<'_>>> = rules
        .iter()
        .map(|&rules| cells.iter().copied().filter(|cell| cell.labels.rules == rules).collect())
        .collect();
    let means: Vec<Means> = of_rules.iter().map(|cells| Means::of(cells)).collect();
    let mut line = |name: &str, figures: Vec<String>| {
        let figures = figures.into_iter().map(|figure| format!("{figure:>5}"));
        grid.row(std::iter::once(name.to_owned()).chain(figures));
    };
    line("draws %", means.iter().map(|means| figure(means.draws)).collect());
    line("stuck %", means.iter().map(|means| figure(means.stuck)).collect());
    let plies = means.iter().map(|means| means.plies);
    line("plies", plies.map(|plies| plies.map_or_else(String::new, |it| decimal(it, 1))).collect());
    for wanted in ["+", "-"] {
        let signed = of_rules.iter().map(|cells| {
            let found = cells.iter().filter(|cell| sign(cell) == wanted).count();
            format!("{found:>5} of {}", cells.len())
        });
        line(&format!("cells {wanted}"), signed.collect());
    }
    line("mean", means.iter().map(|means| figure(means.first)).collect());
    grid.text()
}

/// A line a cell, or for many cells one for all setups of the same rules and bots, with a column
/// for each of the first rounds, one for all of them, and how often seat 1 starts.
fn by_round(cells: &[Counted<'_>], wide: bool) -> String {
    let rounds = cells.iter().filter_map(|cell| cell.tally.matches());
    let rounds = rounds.map(|matches| matches.rounds().len()).max().unwrap_or(0);
    let shown = rounds.min(MOST_ROUNDS);
    let names_of_rounds: Vec<String> = (1..=shown).map(|round| format!("round {round}")).collect();
    let heads = [("setup", Side::Left), ("rules", Side::Left), ("bots", Side::Left)];
    let columns =
        heads.into_iter().chain(names_of_rounds.iter().map(|name| (&**name, Side::Right)));
    let last =
        [("all", Side::Right), ("95 % interval", Side::Left), ("seat 1 starts %", Side::Right)];
    let mut grid = Grid::new(&columns.chain(last).collect::<Vec<_>>());
    let mut line = |setup: &str, of: &[&Counted<'_>]| {
        let Some(Labels { rules, bots, .. }) = of.first().map(|cell| cell.labels) else { return };
        let mean = |figure: &dyn Fn(&Matches) -> Option<f64>| {
            let matches = of.iter().filter_map(|cell| cell.tally.matches());
            let figures: Vec<f64> = matches.filter_map(figure).collect();
            let mean = figures.iter().sum::<f64>() / figures.len() as f64;
            (!figures.is_empty()).then_some(mean)
        };
        let share = |some: u64, of: u64| (of > 0).then(|| some as f64 / of as f64);
        let mut fields = vec![setup.to_owned(), rules.to_owned(), bots.to_owned()];
        fields.extend((0..shown).map(|round| {
            figure(mean(&|matches| {
                share(matches.rounds().get(round)?.starter_score, WHOLE * matches.count())
            }))
        }));
        fields.push(figure(mean(&|matches| {
            Some(matches.starters().mean()? / (WHOLE as f64 * matches.rounds().len() as f64))
        })));
        fields.push(match of {
            [cell] => cell.starters().map_or_else(String::new, |score| ends(&score)),
            _ => String::new(),
        });
        fields.push(figure(mean(&|matches| {
            let starts = matches.rounds().iter().map(|sums| sums.first_starts).sum();
            share(starts, matches.count() * matches.rounds().len() as u64)
        })));
        grid.row(fields);
    };
    if !wide {
        cells.iter().for_each(|cell| line(cell.labels.setup, &[cell]));
        return grid.text();
    }
    for rules in names(cells, |cell| cell.labels.rules) {
        for bots in names(cells, |cell| cell.labels.bots) {
            let of_both =
                cells.iter().filter(|cell| (cell.labels.rules, cell.labels.bots) == (rules, bots));
            line("mean", &of_both.collect::<Vec<_>>());
        }
    }
    grid.text()
}

/// Means over cells, each of which counts alike.
struct Means {
    first: Option<f64>,
    draws: Option<f64>,
    stuck: Option<f64>,
    plies: Option<f64>,
}

impl Means {
    fn of(cells: &[&Counted<'_>]) -> Means {
        let mean = |figure: &dyn Fn(&Counted<'_>) -> Option<f64>| {
            let figures: Vec<f64> = cells.iter().filter_map(|cell| figure(cell)).collect();
            (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / figures.len() as f64)
        };
        Means {
            first: mean(&|cell| cell.score(Seat::FIRST).map(|score| score.mean)),
            draws: mean(&|cell| draws(cell.tally)),
            stuck: mean(&|cell| stuck(cell.tally)),
            plies: mean(&|cell| cell.tally.plies().mean()),
        }
    }
}

fn percent(share: f64) -> String {
    decimal(share * 100.0, 1)
}

fn figure(share: Option<f64>) -> String {
    share.map_or_else(String::new, percent)
}

fn draws(tally: &Tally) -> Option<f64> {
    (tally.games() > 0).then(|| tally.draws() as f64 / tally.games() as f64)
}

fn stuck(tally: &Tally) -> Option<f64> {
    (tally.rounds() > 0).then(|| tally.endings(Ending::Stuck) as f64 / tally.rounds() as f64)
}

fn plies(tally: &Tally) -> String {
    tally.plies().mean().map_or_else(String::new, |plies| decimal(plies, 1))
}

/// The ends of an interval in per cent.
fn ends(score: &Measured) -> String {
    match score.interval {
        Some(interval) => format!("{}-{}", percent(interval.low), percent(interval.high)),
        None => "one game".to_owned(),
    }
}

/// Whom the cell favours beyond its interval.
fn sign(cell: &Counted<'_>) -> &'static str {
    let fair = 1.0 / f64::from(cell.tally.seats());
    match cell.score(Seat::FIRST).and_then(|score| score.interval) {
        Some(interval) if interval.low > fair => "+",
        Some(interval) if interval.high < fair => "-",
        _ => "",
    }
}

fn note(cell: &Counted<'_>) -> String {
    let games = cell.tally.games();
    match cell.distinct() {
        _ if games == 0 => "no game".to_owned(),
        _ if cell.one_game() => "one distinct game".to_owned(),
        Some(distinct) if distinct.games <= games / 2 => {
            format!("{} distinct games", distinct.games)
        }
        _ => String::new(),
    }
}

/// What the figures and signs mean.
fn legend(cells: &[Counted<'_>], wide: bool) -> String {
    let seats: BTreeSet<u8> = cells.iter().map(|cell| cell.tally.seats()).collect();
    let fair: Vec<String> = seats
        .iter()
        .map(|&seats| {
            let share = percent(1.0 / f64::from(seats));
            let share = share.strip_suffix(".0").unwrap_or(&share);
            match seats {
                2 => format!("{share} %"),
                seats => format!("{share} % where {seats} play"),
            }
        })
        .collect();
    let fair = fair.join(", ");
    let mut text = String::new();
    let others = seats.iter().any(|&seats| seats > 2);
    let matches = cells.iter().any(|cell| cell.tally.matches().is_some());
    if matches {
        text += "The first player, seat 1, starts round 1. A match goes to the highest sum of its \
                 rounds' scores,\nand scores as a round does. Lengths and endings are of rounds.\n";
    }
    if others {
        text += "The first player scores 1 for a win, 1/k for a draw of k players, else 0.\n";
    } else {
        text += "The first player scores 1 for a win, 1/2 for a draw, 0 for a loss.\n";
    }
    let other = if others { "the others" } else { "the second" };
    let _ = writeln!(
        text,
        "+ favours the first player, - {other}: the whole interval lies above, or below, {fair}."
    );
    if cells.iter().any(Counted::one_game) {
        let games = if matches { "matches" } else { "games" };
        let _ = writeln!(
            text,
            "one game: all {games} of the cell are the same one, so there is no interval."
        );
    }
    if wide {
        text += "Below the setups: means over them, and how many are marked.\n";
    }
    text += "Each interval is Wilson's at 95 % for its own cell. With many cells about one in \
             twenty misses,\nso this table names no most balanced setup.\n";
    text
}

/// Columns of text, each as wide as its widest field.
struct Grid {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

/// Where a column's fields stand.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Grid {
    fn new(columns: &[(&str, Side)]) -> Grid {
        let mut grid =
            Grid { sides: columns.iter().map(|&(_, side)| side).collect(), rows: Vec::new() };
        grid.row(columns.iter().map(|&(name, _)| name.to_owned()));
        grid
    }

    fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        self.rows.push(fields.into_iter().map(|field| field.trim_end().to_owned()).collect());
    }

    /// An empty line.
    fn gap(&mut self) {
        self.rows.push(Vec::new());
    }

    fn text(&self) -> String {
        let width = |column| {
            let widths = self.rows.iter().filter_map(|row| row.get(column));
            widths.map(|field: &String| field.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.sides.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let fields =
                row.iter().zip(&widths).zip(&self.sides).map(
                    |((field, &width), side)| match side {
                        Side::Left => format!("{field:<width$}"),
                        Side::Right => format!("{field:>width$}"),
                    },
                );
            let line = fields.collect::<Vec<String>>().join("  ");
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}
