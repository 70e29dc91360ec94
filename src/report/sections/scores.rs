//! How much moving first is worth: every cell's score with its interval and verdict, and what these
//! mean.

use std::collections::{BTreeSet, HashMap};

use super::{Asked, Group, MOST_LINES, section as made};
use crate::base::words::{Choice, counted};
use crate::games::Seat;
use crate::report::document::{
    Axis, Block, Chart, DotRow, Dots, Forest, ForestRow, Section, Shown,
};
use crate::report::words::{figure, percent, range, short, verdict};
use crate::stats::overview::{Overview, names};
use crate::stats::table::{Kind, PLAIN, Table, decimal};
use crate::stats::{ALPHA, Counted, Sampling, Verdict};

/// So many rows of a group are drawn; of more, as many of both ends.
const MOST_ROWS: usize = 300;

/// So many groups are drawn.
const MOST_DRAWN: usize = 12;

/// So many rule sets have a column each.
const MOST_RULES: usize = 12;

/// A score with its interval and sign is so wide.
const LONGEST_HEAD: usize = 20;

pub fn section(asked: &Asked<'_>) -> Option<Section> {
    let all = asked.all;
    if all.decider.is_some() {
        return None;
    }
    let is_wide = all.cells.len() > MOST_LINES && asked.rules.len() > 1;
    let tables = match is_wide {
        true => {
            let each = all.names(|cell| cell.labels.bots);
            each.into_iter().flat_map(|bots| by_rules(all, bots)).collect()
        }
        false => vec![Block::Table(String::new(), by_cell(all))],
    };
    let mut charts: Vec<Chart> = dots(asked).into_iter().map(Chart::Dots).collect();
    if let Some(axis) = axis(asked) {
        let played = asked.groups.iter().filter(|group| group.tally.games() > 0).take(MOST_DRAWN);
        charts.extend(played.map(|group| Chart::Forest(forest(asked, group, axis))));
    }
    let blocks = vec![Block::Drawn(charts, tables), Block::Notes(meaning(all))];
    made("scores", "How much moving first is worth", Shown::First, blocks)
}

/// How many games the cells have each.
fn games(cells: &[&Counted<'_>]) -> String {
    let games = || cells.iter().map(|cell| cell.tally.games());
    let (least, most) = (games().min().unwrap_or(0), games().max().unwrap_or(0));
    let matches = cells.iter().find_map(|cell| cell.tally.matches.as_ref());
    let (one, many) = match matches {
        Some(matches) => ("match", format!("matches of {} rounds", matches.rounds.len())),
        None => ("game", "games".to_owned()),
    };
    match (least, most) {
        (1, 1) => format!("1 {one}"),
        (least, most) if least == most => format!("{most} {many}"),
        (least, most) => format!("{least} to {most} {many}"),
    }
}

/// A line a cell.
fn by_cell(all: &Overview<'_>) -> Table {
    let mut table = Table::shown(&[
        ("setup", Kind::Word),
        ("rules", Kind::Word),
        ("bots", Kind::Word),
        (all.units(), Kind::Figure),
        ("first %", Kind::Figure),
        ("interval", Kind::Word),
        ("verdict", Kind::Word),
        ("draws %", Kind::Figure),
        ("stuck %", Kind::Figure),
        ("plies", Kind::Figure),
        ("distinct", Kind::Figure),
        ("most", Kind::Figure),
    ]);
    for cell in all.cells {
        let (labels, tally) = (&cell.labels, cell.tally);
        let score = cell.joint(Seat::FIRST);
        let verdict = match (tally.games(), all.has_matches()) {
            (0, true) => "no match",
            (0, false) => "no game",
            _ => verdict(cell.verdict()),
        };
        let distinct = cell.distinct().filter(|_| tally.games() > 0);
        let number = |number: Option<u64>| number.map_or_else(String::new, |it| it.to_string());
        table.row([
            labels.setup.to_owned(),
            labels.rules.to_owned(),
            labels.bots.to_owned(),
            tally.games().to_string(),
            score.map_or_else(String::new, |score| percent(score.mean)),
            score.map_or_else(String::new, |score| range(&score)),
            verdict.to_owned(),
            figure(tally.draws_share()),
            figure(tally.stuck_share()),
            tally.plies.mean().map_or_else(String::new, |plies| decimal(plies, 1)),
            number(distinct.map(|distinct| distinct.games)),
            number(distinct.map(|distinct| distinct.largest)),
        ]);
    }
    table
}

/// The cells of the same bots, a line a setup and a column a rule set: not more rule sets than are
/// looked through.
fn by_rules(all: &Overview<'_>, bots: &str) -> Vec<Block> {
    let cells: Vec<&Counted<'_>> =
        all.cells.iter().filter(|cell| cell.labels.bots == bots).collect();
    let every = names(cells.iter().copied(), |cell| cell.labels.rules);
    let rules = &every[..every.len().min(MOST_RULES)];
    let places: HashMap<(&str, &str), &Counted<'_>> =
        cells.iter().map(|&cell| ((cell.labels.setup, cell.labels.rules), cell)).collect();
    let score = |setup: &str, rules: &str| {
        let cell = places.get(&(setup, rules))?;
        let score = cell.joint(Seat::FIRST)?;
        let sign = cell.verdict().map_or("", Verdict::sign);
        Some(format!("{:>5} {:<12} {sign}", percent(score.mean), range(&score)))
    };
    let setups = names(cells.iter().copied(), |cell| cell.labels.setup);
    let table = |heads: &[String]| {
        let heads = heads.iter().map(|head| (head.as_str(), Kind::Word));
        let mut table =
            Table::shown(&[("setup", Kind::Word)].into_iter().chain(heads).collect::<Vec<_>>());
        for &setup in &setups {
            let scores = rules.iter().map(|rules| score(setup, rules).unwrap_or_default());
            table.row([setup.to_owned()].into_iter().chain(scores));
        }
        table
    };
    let heads: Vec<String> = rules.iter().map(|&rules| rules.to_owned()).collect();
    let caption =
        format!("{bots}, {} a cell: first player's score in %, with its interval", games(&cells));
    let is_long = |name: &String| name.chars().count() > LONGEST_HEAD;
    let mut blocks = match table(&heads) {
        table if table.fits(PLAIN) || !heads.iter().any(is_long) => {
            vec![Block::Table(caption, table)]
        }
        _ => {
            // Names that are wider than the scores below them would fold the table for nothing.
            let numbers: Vec<String> =
                (1..=rules.len()).map(|rule| format!("rules {rule}")).collect();
            let named =
                numbers.iter().zip(&heads).map(|(number, name)| format!("{number}: {name}"));
            vec![Block::Notes(named.collect()), Block::Table(caption, table(&numbers))]
        }
    };
    if every.len() > rules.len() {
        let more = counted((every.len() - rules.len()) as u64, "rule set");
        blocks.push(Block::Note(format!("and {more} more: see cells.csv")));
    }
    blocks
}

/// What the figures, signs and words mean, and how many cells have which verdict.
fn meaning(all: &Overview<'_>) -> Vec<String> {
    let cells = all.cells;
    let Some(terms) = cells.first().map(|cell| cell.terms) else { return Vec::new() };
    let seats: BTreeSet<u8> = cells.iter().map(|cell| cell.tally.seats).collect();
    let others = seats.iter().any(|&seats| seats > 2);
    let fair = |share: &dyn Fn(f64) -> String, least: u8| {
        let shares = seats.iter().filter(|&&seats| seats >= least).map(|&seats| {
            let share = share(1.0 / f64::from(seats));
            if seats == 2 { format!("{share} %") } else { format!("{share} % where {seats} play") }
        });
        shares.collect::<Vec<String>>().join(", ")
    };
    let mut words = Vec::new();
    if let Some(matches) = cells.iter().find_map(|cell| cell.tally.matches.as_ref()) {
        words.push(format!(
            "These are matches of {} rounds. The first player, seat 1, starts round 1. A match goes to the \
             highest sum of its rounds' scores, and scores as a round does. Lengths and endings are of rounds.",
            matches.rounds.len()
        ));
    }
    words.push(match others {
        true => {
            "The first player scores 1 for a win, 1/k for a draw of k players, else 0.".to_owned()
        }
        false => "The first player scores 1 for a win, 1/2 for a draw, 0 for a loss.".to_owned(),
    });
    let statements = terms.statements as usize;
    let each = decimal(100.0 * (1.0 - terms.alpha()), 3);
    let each = each.trim_end_matches('0').trim_end_matches('.');
    let chance = short(1.0 - ALPHA);
    words.push(match (terms.sampling, statements) {
        (Sampling::Open, 1) => format!("The interval holds with a chance of {chance} %."),
        (Sampling::Open, _) => format!(
            "All {statements} intervals hold together with a chance of {chance} %: each is made at \
             {each} %."
        ),
        (Sampling::Fixed, 1) => format!("The interval holds with a chance of about {chance} %."),
        (Sampling::Fixed, _) => format!(
            "All {statements} verdicts hold together with a chance of about {chance} %: each interval \
             is made at {each} %. Near 0 and 100 % intervals miss more often than that."
        ),
    });
    if terms.sampling == Sampling::Open {
        words.push(
            "Games were added after a look at the results, or may be: the intervals are those that hold \
             however often one looks, which are wider."
                .to_owned(),
        );
    }
    if seats.contains(&2) {
        words.push(
            "first (+): the first player is ahead, second (-): the second is; the interval lies all above, \
             or all below, 50 %."
                .to_owned(),
        );
    }
    if others {
        words.push(format!(
            "uneven (*): of more than two players one is ahead or behind; the interval lies all on one side of \
             the even share, {}.",
            fair(&short, 3)
        ));
    }
    let within = terms.within;
    let margin = fair(&|it| format!("{}-{}", short(it - within), short(it + within)), 2);
    let from = match all.names_margin {
        true => "",
        false => ", which counts as even unless an experiment says otherwise with `within`",
    };
    words.push(format!("balanced (=): the interval lies all within {margin}{from}."));
    words.push(
        "undecided (no sign): neither is shown, which does not say that the cell is even."
            .to_owned(),
    );
    if cells.iter().any(Counted::one_game) {
        words.push(format!(
            "one game: all {} of the cell are the same one, so there is no interval.",
            all.units()
        ));
    }
    words.extend(counts(all));
    words
}

/// How many cells have each verdict.
fn counts(all: &Overview<'_>) -> Option<String> {
    let verdicts = Verdict::ALL.iter().filter_map(|&wanted| {
        let found = all.cells.iter().filter(|cell| cell.verdict() == Some(wanted)).count();
        (found > 0).then(|| format!("{found} {}", wanted.word()))
    });
    let verdicts: Vec<String> = verdicts.collect();
    let cells = counted(all.cells.len() as u64, "cell");
    (all.cells.len() > 1 && !verdicts.is_empty())
        .then(|| format!("Of {cells}: {}.", verdicts.join(", ")))
}

/// Every setup on one line with its scores between several bots, or under several rule sets.
fn dots(asked: &Asked<'_>) -> Vec<Dots> {
    if asked.setups.len() < 2 {
        return Vec::new();
    }
    let played =
        || asked.groups.iter().filter(|group| group.is_mirror() && group.tally.games() > 0);
    let mut charts = Vec::new();
    for &rules in &asked.rules {
        let groups: Vec<&Group<'_>> = played().filter(|group| group.rules == rules).collect();
        charts
            .extend(dots_of(asked, format!("All bots under {rules}"), &groups, |group| group.bots));
    }
    if let Some(last) = played().next_back() {
        let groups: Vec<&Group<'_>> = played().filter(|group| group.bots == last.bots).collect();
        let title = format!("All rule sets between {}", last.bots);
        charts.extend(dots_of(asked, title, &groups, |group| group.rules));
    }
    charts
}

/// Nothing where there is one group, or more than marks, or their even scores differ.
fn dots_of<'a>(
    asked: &Asked<'_>,
    title: String,
    groups: &[&Group<'a>],
    name: impl Fn(&Group<'a>) -> &'a str,
) -> Option<Dots> {
    let first = groups.first()?;
    let alike = groups.iter().all(|group| group.tally.seats == first.tally.seats);
    if !(2..=Dots::MOST).contains(&groups.len()) || !alike {
        return None;
    }
    let score =
        |group: &Group<'_>, place: usize| Some(group.cells.get(place)?.1.score(Seat::FIRST)?.mean);
    let mut rows: Vec<(f64, DotRow)> = first
        .cells
        .iter()
        .enumerate()
        .take(MOST_ROWS)
        .map(|(place, (number, cell))| {
            let scores: Vec<Option<f64>> = groups.iter().map(|group| score(group, place)).collect();
            let known: Vec<f64> = scores.iter().copied().flatten().collect();
            let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
            let (setup, name) = (asked.setup_of(*number), cell.labels.setup.to_owned());
            (mean, DotRow { setup, name, scores })
        })
        .collect();
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    let scores = rows.iter().flat_map(|(_, row)| row.scores.iter().copied().flatten());
    let axis = scores.fold(even(first), |axis, score| axis.with(score, score)).with_room();
    Some(Dots {
        title,
        series: groups.iter().map(|group| name(group).to_owned()).collect(),
        axis,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    })
}

/// An axis that shows what is even in a group, and no more.
fn even(group: &Group<'_>) -> Axis {
    let within = group.cells.first().map_or(0.0, |(_, cell)| cell.terms.within);
    let fair = group.fair();
    Axis { ends: (fair - within, fair + within), fair, within }
}

impl Axis {
    fn with(self, low: f64, high: f64) -> Axis {
        Axis { ends: (self.ends.0.min(low), self.ends.1.max(high)), ..self }
    }

    /// With a little room beyond.
    fn with_room(self) -> Axis {
        let (low, high) = self.ends;
        let room = ((high - low) * 0.04).max(0.01);
        Axis { ends: ((low - room).max(0.0), (high + room).min(1.0)), ..self }
    }
}

/// From where to where all scores are drawn, with their intervals. Nothing without games.
fn axis(asked: &Asked<'_>) -> Option<Axis> {
    let mut axis: Option<Axis> = None;
    for group in &asked.groups {
        for score in group.cells.iter().filter_map(|(_, cell)| cell.joint(Seat::FIRST)) {
            let (low, high) =
                score.interval.map_or((score.mean, score.mean), |it| (it.low, it.high));
            let of_group = even(group);
            let all = axis.unwrap_or(of_group).with(of_group.ends.0, of_group.ends.1);
            axis = Some(all.with(low, high));
        }
    }
    axis.map(Axis::with_room)
}

fn forest(asked: &Asked<'_>, group: &Group<'_>, axis: Axis) -> Forest {
    let mut rows: Vec<ForestRow> = group
        .cells
        .iter()
        .filter_map(|(number, cell)| {
            let score = cell.joint(Seat::FIRST)?;
            Some(ForestRow {
                cell: *number,
                setup: asked.setup_of(*number),
                name: cell.labels.setup.to_owned(),
                score: score.mean,
                interval: score.interval,
                why_none: score.why_none(),
                verdict: cell.verdict(),
                few: cell.distinct_share().filter(|_| cell.has_few_games()),
            })
        })
        .collect();
    // The sort is stable: of equal scores the earlier cell comes first.
    rows.sort_by(|one, other| other.score.total_cmp(&one.score));
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    if left_out > 0 {
        rows.drain(MOST_ROWS / 2..rows.len() - MOST_ROWS / 2);
    }
    Forest { title: group.name(), axis: Axis { fair: group.fair(), ..axis }, rows, left_out }
}

/// Whether the first bot is known to be the weaker: by its budget, or because it does not look ahead.
pub(super) fn is_weaker(one: &str, other: &str) -> bool {
    let rank = |word: &str| ["random", "greedy"].iter().position(|it| *it == word).unwrap_or(2);
    rank(one) < rank(other) || thinks_farther(one, other)
}

/// Whether the second bot is the first with one number raised: words of bots, as `search:nodes=250`.
fn thinks_farther(one: &str, other: &str) -> bool {
    let parts = |word: &str| -> (String, Vec<String>) {
        let (kind, options) = word.split_once(':').unwrap_or((word, ""));
        (kind.to_owned(), options.split(',').map(str::to_owned).collect())
    };
    let ((kind, options), (other_kind, others)) = (parts(one), parts(other));
    if kind != other_kind || options.len() != others.len() {
        return false;
    }
    let changed: Vec<(&String, &String)> =
        options.iter().zip(&others).filter(|(one, other)| one != other).collect();
    let [(one, other)] = changed.as_slice() else { return false };
    let number = |option: &str| {
        let (key, value) = option.split_once('=')?;
        Some((key.to_owned(), value.parse::<u64>().ok()?))
    };
    match (number(one), number(other)) {
        (Some((key, less)), Some((other_key, more))) => key == other_key && less < more,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_the_weaker_bot_where_they_can() {
        for (one, other) in [
            ("random", "greedy"),
            ("greedy", "search:nodes=50"),
            ("random", "mcts:playouts=10"),
            ("search:nodes=250", "search:nodes=1000"),
            ("search:nodes=250,spread=1", "search:nodes=1000,spread=1"),
        ] {
            assert!(is_weaker(one, other) && !is_weaker(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("greedy", "greedy"),
            ("search:nodes=250", "mcts:playouts=640"),
            ("search:nodes=250", "search:depth=300"),
            ("search:nodes=250,spread=1", "search:nodes=1000,spread=2"),
        ] {
            assert!(!is_weaker(one, other) && !is_weaker(other, one), "{one} {other}");
        }
        assert!(!thinks_farther("random", "greedy"));
    }
}
