//! The cells with their scores and verdicts, and what the figures mean.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use super::{MOST_LINES, figure, percent, range, short};
use crate::base::words::{Choice, counted};
use crate::games::Seat;
use crate::stats::columns::decimal;
use crate::stats::counted::Counted;
use crate::stats::grid::{Grid, Side};
use crate::stats::overview::{MarginFrom, Overview, names};
use crate::stats::tally::Tally;
use crate::stats::terms::{ALPHA, Sampling};
use crate::stats::verdict::Verdict;

/// So many rule sets have a column each.
const MOST_RULES: usize = 12;

/// A score with its interval and sign is so wide.
const LONGEST_HEAD: usize = 20;

pub(super) fn section(all: &Overview<'_>, room: usize) -> String {
    let rules = all.names(|cell| cell.labels.rules);
    let wide = all.cells.len() > MOST_LINES && rules.len() > 1;
    let mut text = String::new();
    if wide {
        for bots in all.names(|cell| cell.labels.bots) {
            let of_bots: Vec<&Counted<'_>> =
                all.cells.iter().filter(|cell| cell.labels.bots == bots).collect();
            // Writing to memory does not fail.
            let _ = writeln!(text, "{bots}, {} a cell", games(&of_bots));
            let _ = writeln!(text, "first-player score in %, with its interval\n");
            text += &by_rules(&of_bots, room);
            text.push('\n');
        }
    } else {
        text += &by_cell(all).text(room);
        text.push('\n');
    }
    text += &legend(all, if wide { Tell::Signs } else { Tell::Words }).concat();
    text += &counts(all);
    text
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
fn by_cell(all: &Overview<'_>) -> Grid {
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("rules", Side::Left),
        ("bots", Side::Left),
        (all.units(), Side::Right),
        ("first %", Side::Right),
        ("interval", Side::Left),
        ("verdict", Side::Left),
        ("draws %", Side::Right),
        ("stuck %", Side::Right),
        ("plies", Side::Right),
        ("distinct", Side::Right),
        ("most", Side::Right),
    ]);
    for cell in all.cells {
        let labels = &cell.labels;
        let score = cell.joint(Seat::FIRST);
        let verdict = match (cell.tally.games(), cell.verdict()) {
            (0, _) if all.has_matches() => "no match",
            (0, _) => "no game",
            (_, None) => "none",
            (_, Some(verdict)) => verdict.word(),
        };
        let distinct = cell.distinct().filter(|_| cell.tally.games() > 0);
        let number = |number: Option<u64>| number.map_or_else(String::new, |it| it.to_string());
        grid.row([
            labels.setup.to_owned(),
            labels.rules.to_owned(),
            labels.bots.to_owned(),
            cell.tally.games().to_string(),
            score.map_or_else(String::new, |score| percent(score.mean)),
            score.map_or_else(String::new, |score| range(&score)),
            verdict.to_owned(),
            figure(cell.tally.draws_share()),
            figure(cell.tally.stuck_share()),
            plies(cell.tally),
            number(distinct.map(|distinct| distinct.games)),
            number(distinct.map(|distinct| distinct.largest)),
        ]);
    }
    grid
}

/// A line a setup and a column a rule set, for cells of the same bots: not more rule sets than are
/// looked through.
fn by_rules(cells: &[&Counted<'_>], room: usize) -> String {
    let all = names(cells.iter().copied(), |cell| cell.labels.rules);
    let rules = &all[..all.len().min(MOST_RULES)];
    let places: HashMap<(&str, &str), &Counted<'_>> =
        cells.iter().map(|&cell| ((cell.labels.setup, cell.labels.rules), cell)).collect();
    let fields = |setup: &str| {
        let scores = rules.iter().map(|&rules| {
            let cell = places.get(&(setup, rules))?;
            let score = cell.joint(Seat::FIRST)?;
            Some(format!("{:>5} {:<12} {}", percent(score.mean), range(&score), sign(cell)))
        });
        scores.map(Option::unwrap_or_default).collect::<Vec<String>>()
    };
    let setups = names(cells.iter().copied(), |cell| cell.labels.setup);
    let grid = |heads: &[String]| {
        let heads = heads.iter().map(|head| (head.as_str(), Side::Left));
        let mut grid =
            Grid::new(&[("setup", Side::Left)].into_iter().chain(heads).collect::<Vec<_>>());
        for &setup in &setups {
            grid.row([setup.to_owned()].into_iter().chain(fields(setup)));
        }
        grid
    };
    let named: Vec<String> = rules.iter().map(|&rules| rules.to_owned()).collect();
    let mut text = String::new();
    let is_long = |name: &String| name.chars().count() > LONGEST_HEAD;
    if grid(&named).fits(room) || !named.iter().any(is_long) {
        text += &grid(&named).text(room);
    } else {
        // Names that are wider than the scores below them would fold the table for nothing.
        let numbers: Vec<String> = (1..=rules.len()).map(|rule| format!("rules {rule}")).collect();
        for (number, name) in numbers.iter().zip(&named) {
            let _ = writeln!(text, "{number:<8}  {name}");
        }
        text.push('\n');
        text += &grid(&numbers).text(room);
    }
    if all.len() > rules.len() {
        let more = counted((all.len() - rules.len()) as u64, "rule set");
        let _ = writeln!(text, "and {more} more: see cells.csv");
    }
    text
}

fn plies(tally: &Tally) -> String {
    tally.plies().mean().map_or_else(String::new, |plies| decimal(plies, 1))
}

fn sign(cell: &Counted<'_>) -> &'static str {
    cell.verdict().map_or("", Verdict::sign)
}

/// How a legend names verdicts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tell {
    /// By their words.
    Words,
    /// By their signs.
    Signs,
}

/// What the figures, signs and words mean; each sentence with its line breaks.
pub(crate) fn legend(all: &Overview<'_>, tell: Tell) -> Vec<String> {
    let cells = all.cells;
    let Some(terms) = cells.first().map(|cell| cell.terms) else { return Vec::new() };
    let seats: BTreeSet<u8> = cells.iter().map(|cell| cell.tally.seats()).collect();
    let others = seats.iter().any(|&seats| seats > 2);
    let fair = |share: &dyn Fn(f64) -> String, least: u8| {
        let shares = seats.iter().filter(|&&seats| seats >= least).map(|&seats| {
            let share = share(1.0 / f64::from(seats));
            if seats == 2 { format!("{share} %") } else { format!("{share} % where {seats} play") }
        });
        shares.collect::<Vec<String>>().join(", ")
    };
    let mut words = Vec::new();
    if all.has_matches() {
        words.push(
            "The first player, seat 1, starts round 1. A match goes to the highest sum of its \
             rounds' scores,\nand scores as a round does. Lengths and endings are of rounds.\n"
                .to_owned(),
        );
    }
    words.push(if others {
        "The first player scores 1 for a win, 1/k for a draw of k players, else 0.\n".to_owned()
    } else {
        "The first player scores 1 for a win, 1/2 for a draw, 0 for a loss.\n".to_owned()
    });
    let statements = terms.statements as usize;
    let each = decimal(100.0 * (1.0 - terms.alpha()), 3);
    let each = each.trim_end_matches('0').trim_end_matches('.');
    let chance = short(1.0 - ALPHA);
    words.push(match (terms.sampling, statements) {
        (Sampling::Open, 1) => format!("The interval holds with a chance of {chance} %.\n"),
        (Sampling::Open, _) => format!(
            "All {statements} intervals hold together with a chance of {chance} %: each is made at \
             {each} %.\n"
        ),
        (Sampling::Fixed, 1) => {
            format!("The interval holds with a chance of about {chance} %.\n")
        }
        (Sampling::Fixed, _) => format!(
            "All {statements} verdicts hold together with a chance of about {chance} %: each interval \
             is made at {each} %.\nNear 0 and 100 % intervals miss more often than that.\n"
        ),
    });
    if terms.sampling == Sampling::Open {
        words.push(
            "Games were added after a look at the results, or may be: the intervals are those \
             that hold\nhowever often one looks, which are wider.\n"
                .to_owned(),
        );
    }
    let word = |verdict: Verdict| match tell {
        Tell::Signs => verdict.sign().to_owned(),
        Tell::Words => format!("{}:", verdict.word()),
    };
    if seats.contains(&2) {
        let (first, second) = (word(Verdict::First), word(Verdict::Second));
        words.push(format!(
            "{first} the first player is ahead, {second} the second is; the whole interval lies \
             above, or below, 50 %.\n"
        ));
    }
    if others {
        words.push(format!(
            "{} of more than two players one is ahead or behind; the whole interval lies on one \
             side of\nthe even share, {}.\n",
            word(Verdict::Uneven),
            fair(&short, 3)
        ));
    }
    let within = terms.within;
    let margin = fair(&|it| format!("{}-{}", short(it - within), short(it + within)), 2);
    let from = match all.margin_from {
        MarginFrom::Experiment => "",
        MarginFrom::Default => {
            ",\nwhich counts as even unless an experiment says otherwise with `within`"
        }
    };
    let (balanced, undecided) = match tell {
        Tell::Signs => ("= balanced:", "no sign:"),
        Tell::Words => ("balanced:", "undecided:"),
    };
    words.push(format!("{balanced} the whole interval lies within {margin}{from}.\n"));
    words
        .push(format!("{undecided} neither is shown, which does not say that the cell is even.\n"));
    if all.cells.iter().any(Counted::one_game) {
        words.push(format!(
            "one game: all {} of the cell are the same one, so there is no interval.\n",
            all.units()
        ));
    }
    words
}

/// How many cells have each verdict.
fn counts(all: &Overview<'_>) -> String {
    let mut text = String::new();
    let verdicts = Verdict::ALL.iter().filter_map(|&wanted| {
        let found = all.cells.iter().filter(|cell| cell.verdict() == Some(wanted)).count();
        (found > 0).then(|| format!("{found} {}", wanted.word()))
    });
    let verdicts: Vec<String> = verdicts.collect();
    if all.cells.len() > 1 && !verdicts.is_empty() {
        let cells = counted(all.cells.len() as u64, "cell");
        text += &format!("Of {cells}: {}.\n", verdicts.join(", "));
    }
    text
}
