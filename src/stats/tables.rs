//! The tables of a results folder, as CSV.
//!
//! A field is empty where there is nothing to say: no games, no such seat, no such phase, an
//! ending of the other game. Shares and scores have six decimals, all other means four.
//!
//! In `cells.csv`, behind the columns that every version has:
//!
//! | columns | what |
//! |---|---|
//! | `interval_method`, `margin_method` | how the intervals were made, or why there are none |
//! | `verdict`, `within` | what may be said of the cell, with which margin |
//! | `joint_level`, `joint_method` | the level of the intervals that verdicts use, and how they were made |
//! | `p_value`, `p_holm` | how surprising an even cell would be, alone and as one of all cells |
//! | `first_joint_low` .. `fourth_standing` | each seat's interval that the verdict uses, and what it says |
//! | `compensation`, `.._low`, `.._high` | points for the second player that would even it out, or `none` |
//! | `decided_margin_median` | the median margin of games that did not end stuck |
//! | `best_opening_chosen_by`, `best_opening_score`, `.._low`, `.._high` | the best first moves' worth |
//! | `largest_multiplicity` | how often the most frequent game was played |
//! | `cleared_1` .. `no_hops_draw` | games by ending and by the only winner, `draw` without one |
//! | `second_score` .. `fourth_score_high` | the other seats' scores, as `first_score` |
//! | `margin_sd`, `margin_min` .. `margin_max` | the margin's standard deviation, extremes, quartiles |
//! | `plies_sd`, `plies_min`, `plies_p05` .. `plies_p95` | the same of the games' lengths, with percentiles |
//! | `moves_PHASE_mean` | how many moves there were where one was made |
//! | `lead_changes_mean` | how often the lead went from one seat to another |
//! | `lead_for_good_share` | the share of games that a leader won alone |
//! | `lead_for_good_ply_mean`, `.._median` | the ply with which these came to lead for good |
//! | `points_SEAT_mean`, `points_PHASE_SEAT_mean` | points a game, in all and gained in a phase |

use super::across::{Across, across, over};
use super::counted::{Counted, Measured, why_none};
use super::histogram::Histogram;
use super::interval::Interval;
use super::minimax::Choice as Best;
use super::openings::Pair;
use super::overview::{Draws, Overview};
use super::paired::{Paired, Toggled};
use super::tally::part;
use super::terms::{ALPHA, Sampling};
use super::verdict::holm;
use crate::game::{Ending, Seat};
use crate::words::Choice;

/// The endings with the number of seats of the game that they belong to.
const ENDINGS: [(Ending, u8); 3] = [(Ending::Cleared, 2), (Ending::Stuck, 2), (Ending::NoHops, 4)];

/// The phases of both games with their numbers of seats.
const PHASES: [(&str, u8); 5] =
    [("opening", 2), ("entry", 2), ("main", 2), ("corner", 4), ("hop", 4)];

/// A share or a score.
fn share(value: f64) -> String {
    decimal(value, 6)
}

/// Any other mean.
fn mean(value: f64) -> String {
    decimal(value, 4)
}

/// A number with so many decimals; nothing for what is no number, and no minus before a zero.
pub fn decimal(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// A probability, which may be tiny.
fn probability(value: f64) -> String {
    if value >= 0.001 || value == 0.0 { share(value) } else { format!("{value:.3e}") }
}

/// A row while it is made: every field beside the name of its column, so that no table's header
/// can differ from its rows.
#[derive(Default)]
struct Row(Vec<(String, String)>);

impl Row {
    fn put(&mut self, column: impl Into<String>, field: impl ToString) {
        self.0.push((column.into(), field.to_string()));
    }

    fn maybe<T: ToString>(&mut self, column: impl Into<String>, field: Option<T>) {
        self.put(column, field.map_or_else(String::new, |field| field.to_string()));
    }

    fn decimal(&mut self, column: impl Into<String>, value: Option<f64>, text: fn(f64) -> String) {
        self.maybe(column, value.map(text));
    }

    /// The ends of an interval.
    fn interval(&mut self, name: &str, of: Option<Measured>, text: fn(f64) -> String) {
        self.ends(name, of.and_then(|of| of.interval), text);
    }

    /// The ends of an interval.
    fn ends(&mut self, name: &str, interval: Option<Interval>, text: fn(f64) -> String) {
        self.decimal(format!("{name}_low"), interval.map(|interval| interval.low), text);
        self.decimal(format!("{name}_high"), interval.map(|interval| interval.high), text);
    }

    /// A score, its interval, and how that was made.
    fn measured(&mut self, name: &str, of: Option<Measured>) {
        self.decimal(name, of.map(|of| of.mean), share);
        self.interval(name, of, share);
        self.maybe(format!("{name}_method"), of.map(|of| of.method));
    }

    /// A cell's number and names.
    fn cell(number: usize, cell: &Counted<'_>) -> Row {
        let mut row = Row::default();
        row.put("cell", number);
        row.put("setup", cell.labels.setup);
        row.put("rules", cell.labels.rules);
        row.put("bots", cell.labels.bots);
        row
    }
}

/// Rows under a header, with the line break `\n`. A table of no rows has a header too: that of
/// the row given for it.
fn csv(header: &Row, rows: impl Iterator<Item = Row>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(&mut bytes);
    // Writing to memory does not fail.
    let _ = writer.write_record(header.0.iter().map(|(column, _)| column));
    for row in rows {
        debug_assert!(row.0.iter().map(|(column, _)| column).eq(header.0.iter().map(|(c, _)| c)));
        let _ = writer.write_record(row.0.iter().map(|(_, field)| field));
    }
    drop(writer);
    bytes
}

/// A cell without games, for the headers.
fn nothing<R>(with: impl FnOnce(&Counted<'_>) -> R) -> R {
    let labels = super::Labels { setup: "", rules: "", bots: "", phases: &[] };
    let terms = super::Terms::default();
    with(&Counted { labels, tally: &super::Tally::new(2, 0), distinct: None, terms })
}

/// `cells.csv`: one row a cell. The cells stand in order, the first one has the number 0.
pub fn cells_csv(cells: &[Counted<'_>]) -> Vec<u8> {
    let header = nothing(|cell| cell_row(0, cell, None));
    let values: Vec<Option<f64>> = cells.iter().map(Counted::p_value).collect();
    let cells = cells.iter().zip(holm(&values)).enumerate();
    csv(&header, cells.map(|(number, (cell, adjusted))| cell_row(number, cell, adjusted)))
}

/// A cell's row; `adjusted` is its p-value as one of many.
fn cell_row(number: usize, cell: &Counted<'_>, adjusted: Option<f64>) -> Row {
    let tally = cell.tally;
    let (games, seats) = (tally.games(), tally.seats());
    // Where games are rounds of matches, what follows the scores is of rounds.
    let rounds = tally.rounds();
    // Of no games nothing is known, but that there are none.
    let count = |count: u64| (games > 0).then_some(count);
    let sits = |seat: Seat| seat.number() <= seats;
    let (first, margin) = (cell.score(Seat::FIRST), cell.margin());
    let distinct = cell.distinct().filter(|_| games > 0);
    let mut row = Row::cell(number, cell);
    row.put("games", games);
    for seat in all_seats() {
        row.maybe(format!("wins_{seat}"), count(tally.wins(seat)).filter(|_| sits(seat)));
    }
    row.maybe("draws", count(tally.draws()));
    row.decimal("first_score", first.map(|first| first.mean), share);
    row.interval("first_score", first, share);
    row.decimal("margin_mean", margin.map(|margin| margin.mean), mean);
    row.interval("margin", margin, mean);
    row.decimal("stuck_share", tally.stuck_share(), share);
    row.decimal("plies_mean", tally.plies().mean(), mean);
    row.maybe("plies_max", tally.plies().greatest());
    row.maybe("distinct_games", distinct.map(|distinct| distinct.games));

    row.maybe("interval_method", first.map(|first| first.method));
    row.maybe("margin_method", margin.map(|margin| margin.method));
    row.maybe("largest_multiplicity", distinct.map(|distinct| distinct.largest));
    verdict(&mut row, cell, adjusted);
    sources(&mut row, cell);
    // Bell's games end without a hop, and Brunei's never do: one game tells which it is.
    let bell = tally.endings(Ending::NoHops) > 0;
    for (ending, most_seats) in ENDINGS {
        let applies = bell == (ending == Ending::NoHops);
        let name = ending.word().replace('-', "_");
        for seat in Seat::first(most_seats) {
            let games = count(tally.ended(ending, Some(seat))).filter(|_| applies && sits(seat));
            row.maybe(format!("{name}_{seat}"), games);
        }
        row.maybe(format!("{name}_draw"), count(tally.ended(ending, None)).filter(|_| applies));
    }
    for (seat, name) in all_seats().zip(["first", "second", "third", "fourth"]).skip(1) {
        let score = cell.score(seat);
        row.decimal(format!("{name}_score"), score.map(|score| score.mean), share);
        row.interval(&format!("{name}_score"), score, share);
    }
    spread(&mut row, "margin", tally.margin());
    for (name, percent) in [("q1", 25), ("median", 50), ("q3", 75)] {
        row.decimal(format!("margin_{name}"), tally.margin().percentile(percent), mean);
    }
    row.maybe("margin_max", tally.margin().greatest());
    spread(&mut row, "plies", tally.plies());
    for percent in [5, 25, 50, 75, 95] {
        row.decimal(format!("plies_p{percent:02}"), tally.plies().percentile(percent), mean);
    }
    let phase = |name| cell.labels.phases.iter().position(|&phase| phase == name);
    for (name, _) in PHASES {
        let moves = phase(name).and_then(|phase| tally.moves(phase).mean());
        row.decimal(format!("moves_{name}_mean"), moves, mean);
    }
    row.decimal("lead_changes_mean", tally.lead_changes().mean(), mean);
    let for_good = tally.lead_for_good();
    row.decimal("lead_for_good_share", part(for_good.count(), rounds), share);
    row.decimal("lead_for_good_ply_mean", for_good.mean(), mean);
    row.decimal("lead_for_good_ply_median", for_good.percentile(50), mean);
    for seat in all_seats() {
        let points = part(tally.points(seat), rounds).filter(|_| sits(seat));
        row.decimal(format!("points_{seat}_mean"), points, mean);
    }
    for (name, most_seats) in PHASES {
        for seat in Seat::first(most_seats) {
            let points = phase(name)
                .filter(|_| sits(seat))
                .and_then(|phase| part(tally.points_in(phase, seat), rounds));
            row.decimal(format!("points_{name}_{seat}_mean"), points, mean);
        }
    }
    row
}

/// What may be said of the cell, and from which intervals.
fn verdict(row: &mut Row, cell: &Counted<'_>, adjusted: Option<f64>) {
    let joint = cell.joint(Seat::FIRST);
    let there = joint.filter(|joint| joint.interval.is_some());
    row.maybe("verdict", cell.verdict());
    row.decimal("within", there.map(|_| cell.terms.within), share);
    row.decimal("joint_level", there.map(|_| 1.0 - cell.terms.alpha()), |it| decimal(it, 9));
    row.maybe("joint_method", joint.map(|joint| joint.method));
    row.decimal("p_value", cell.p_value(), probability);
    row.decimal("p_holm", adjusted, probability);
    for (seat, name) in all_seats().zip(["first", "second", "third", "fourth"]) {
        row.interval(&format!("{name}_joint"), cell.joint(seat), share);
        row.maybe(format!("{name}_standing"), cell.standing(seat));
    }
}

/// Where the advantage comes from.
fn sources(row: &mut Row, cell: &Counted<'_>) {
    let compensation = cell.compensation();
    let interval = compensation.and_then(|compensation| compensation.interval);
    row.maybe("compensation", compensation.map(|compensation| compensation.points));
    row.maybe("compensation_low", interval.map(|[low, _]| low));
    row.maybe("compensation_high", interval.map(|[_, high]| high));
    let median = cell.tally.decided_margin().percentile(50);
    row.decimal("decided_margin_median", median, mean);
    let best = cell.best_opening();
    row.decimal("best_opening_chosen_by", best.map(|best| best.chosen_by), share);
    row.decimal("best_opening_score", best.map(|best| best.score.mean), share);
    row.interval("best_opening_score", best.map(|best| best.score), share);
}

fn all_seats() -> impl Iterator<Item = Seat> {
    Seat::first(Seat::MOST as u8)
}

fn spread(row: &mut Row, name: &str, numbers: &Histogram) {
    row.decimal(format!("{name}_sd"), numbers.deviation(), mean);
    row.maybe(format!("{name}_min"), numbers.least());
}

/// `openings.csv`: one row a cell, first move and second move, in the order of their ranks. A game
/// that ended earlier has no such move, and its field is empty.
///
/// `texts` gives the texts of a cell's first moves by their ranks, as
/// [`opening_texts`](super::opening_texts) does.
pub fn openings_csv(
    cells: &[Counted<'_>],
    texts: impl Fn(usize, &[u32]) -> Vec<String>,
) -> Vec<u8> {
    let header = nothing(|cell| opening_row((0, cell), [None, None], &<_>::default(), None, &[]));
    // Made one by one as they are written: there may be very many.
    let rows = cells.iter().enumerate().flat_map(|(number, cell)| {
        let best = cell.best_opening();
        let texts = &texts;
        cell.tally.openings().map(move |(pair, opening)| {
            let ranks: Vec<u32> = pair.into_iter().flatten().collect();
            opening_row((number, cell), pair, opening, best, &texts(number, &ranks))
        })
    });
    csv(&header, rows)
}

fn opening_row(
    (number, cell): (usize, &Counted<'_>),
    pair: Pair,
    opening: &super::Opening,
    best: Option<Best>,
    texts: &[String],
) -> Row {
    let score = cell.opening_score(opening);
    let margin = (cell.tally.seats() == 2 && opening.games > 0)
        .then(|| opening.margin as f64 / opening.games as f64);
    let mut row = Row::cell(number, cell);
    for (place, (name, rank)) in ["first", "second"].into_iter().zip(pair).enumerate() {
        row.maybe(name, rank.and_then(|_| texts.get(place)));
    }
    row.put("games", opening.games);
    row.put("wins_1", opening.wins_1);
    row.put("draws", opening.draws);
    row.decimal("first_score", score.map(|score| score.mean), share);
    row.interval("first_score", score, share);
    row.decimal("margin_mean", margin, mean);
    row.ends("joint", cell.opening_joint(opening), share);
    for (half, name) in opening.halves.iter().zip(["even", "odd"]) {
        row.put(format!("{name}_games"), half.games);
        row.decimal(format!("{name}_score"), half.mean(), share);
    }
    let is_best = best.is_some_and(|best| pair == best.pair.map(Some));
    row.put("best", if is_best { "best" } else { "" });
    row
}

/// `paired.csv`: one row for each two rule sets of which one setup's games drew the same random
/// numbers.
pub fn paired_csv(cells: &[Counted<'_>], toggled: &[Toggled]) -> Vec<u8> {
    let none = Paired::default();
    let header = nothing(|cell| paired_row((0, cell), cell, &none, 1));
    let rows = toggled.iter().map(|Toggled { against, cell, paired }| {
        paired_row((*cell, &cells[*cell]), &cells[*against], paired, toggled.len())
    });
    csv(&header, rows)
}

fn paired_row(
    (number, cell): (usize, &Counted<'_>),
    against: &Counted<'_>,
    paired: &Paired,
    all: usize,
) -> Row {
    let games = paired.games();
    let mut row = Row::cell(number, cell);
    row.put("against", against.labels.rules);
    row.put("games", games);
    row.put("moves_changed", paired.moves_changed());
    row.decimal("moves_changed_share", part(paired.moves_changed(), games), share);
    row.decimal("parting_ply_mean", paired.parting.mean(), mean);
    row.decimal("parting_ply_median", paired.parting.percentile(50), mean);
    row.put("result_changed", paired.result_changed);
    row.decimal("result_changed_share", part(paired.result_changed, games), share);
    row.decimal("difference", paired.mean(), share);
    let (alone, joint, method) = match cell.terms.sampling {
        Sampling::Open => (None, None, "none: games may be added"),
        Sampling::Fixed => {
            let (alone, joint) = (paired.interval(ALPHA), paired.interval(ALPHA / all as f64));
            let method = if joint.is_some() { "paired-t" } else { "none: no spread" };
            (alone, joint, method)
        }
    };
    row.ends("difference", alone, share);
    row.ends("difference_joint", joint, share);
    row.put("method", method);
    row
}

/// `overall.csv`: one row for each rule set and line-up, over all setups, each of which counts
/// alike. Nothing where there is no such row.
pub fn overall_csv(all: &Overview<'_>) -> Option<Vec<u8>> {
    let header = overall_row(&over(&[], Draws::Own));
    let lines = across(all);
    (!lines.is_empty()).then(|| csv(&header, lines.iter().map(overall_row)))
}

fn overall_row(across: &Across<'_>) -> Row {
    let mut row = Row::default();
    row.put("rules", across.rules);
    row.put("bots", across.bots);
    row.put("setups", across.setups);
    row.put("games", across.games);
    row.measured("first_score", across.first);
    row.decimal("imbalance", across.imbalance, share);
    row.decimal("draws_share", across.draws, share);
    row.decimal("stuck_share", across.stuck, share);
    row.decimal("plies_mean", across.plies, mean);
    row.measured("starter_score", across.starters);
    let change = across.change.as_ref();
    row.maybe("against", change.map(|change| change.against));
    row.maybe("compared", change.map(|change| change.games));
    row.decimal("moves_changed_share", change.and_then(|change| change.moves), share);
    row.decimal("result_changed_share", change.and_then(|change| change.results), share);
    row.measured("difference", change.and_then(|change| change.difference));
    row.ends("difference_joint", change.and_then(|change| change.joint), share);
    row
}

/// `branching.csv`: one row a cell, phase and number of moves, in order: in how many positions
/// where a move was made there were so many, and their share of the phase's.
pub fn branching_csv(cells: &[Counted<'_>]) -> Vec<u8> {
    let header = nothing(|cell| branching_row(0, cell, "", (0, 0), 0));
    let rows = cells.iter().enumerate().flat_map(|(number, cell)| {
        cell.labels.phases.iter().enumerate().flat_map(move |(phase, name)| {
            let moves = cell.tally.moves(phase);
            let all = moves.count();
            moves.iter().map(move |of| branching_row(number, cell, name, of, all))
        })
    });
    csv(&header, rows)
}

fn branching_row(
    number: usize,
    cell: &Counted<'_>,
    phase: &str,
    (moves, positions): (i64, u64),
    all: u64,
) -> Row {
    let mut row = Row::cell(number, cell);
    row.put("phase", phase);
    row.put("moves", moves);
    row.put("positions", positions);
    row.decimal("share", part(positions, all), share);
    row
}

/// `rounds.csv`, of matches: one row a cell and round, and one for `all` of them. What being the
/// first to move was worth, whoever it was, and what seat 1 scored, which started round 1.
///
/// Rounds of the same number are as independent as matches are; for all rounds it is the matches
/// whose mean scores have the interval.
pub fn rounds_csv(cells: &[Counted<'_>]) -> Vec<u8> {
    let header = nothing(|cell| round_row(0, cell, "", [0; 2], [None; 2]));
    let mut rows = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let Some(matches) = cell.tally.matches() else { continue };
        let (count, sampling) = (matches.count(), cell.terms.sampling);
        let why = why_none(cell.one_game());
        for (round, sums) in (1..).zip(matches.rounds()) {
            let scores = [sums.starter_score, sums.first_score];
            let scores = scores.map(|sum| Measured::score((sum, count), sampling, why));
            let counts = [count, sums.first_starts];
            rows.push(round_row(number, cell, &format!("{round}"), counts, scores));
        }
        let first_starts = matches.rounds().iter().map(|sums| sums.first_starts).sum();
        let sums = [matches.starters(), matches.first()];
        let number_of_rounds = matches.rounds().len();
        let scores = sums.map(|sums| Measured::of_matches(sums, number_of_rounds, sampling, why));
        rows.push(round_row(number, cell, "all", [cell.tally.rounds(), first_starts], scores));
    }
    csv(&header, rows.into_iter())
}

fn round_row(
    number: usize,
    cell: &Counted<'_>,
    round: &str,
    [games, first_starts]: [u64; 2],
    [starter, first]: [Option<Measured>; 2],
) -> Row {
    let mut row = Row::cell(number, cell);
    row.put("round", round);
    row.put("games", games);
    row.decimal("first_starts_share", part(first_starts, games), share);
    for (name, score) in [("starter_score", starter), ("first_score", first)] {
        row.decimal(name, score.map(|score| score.mean), share);
        row.interval(name, score, share);
    }
    row.maybe("interval_method", starter.map(|score| score.method));
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ruled;
    use crate::{bell, brunei};

    #[test]
    fn every_phase_and_every_ending_has_its_columns() {
        let mut phases: Vec<&str> = brunei::Rules::PHASES.to_vec();
        phases.extend(bell::Rules::PHASES);
        assert_eq!(PHASES.map(|(name, _)| name).to_vec(), phases);
        assert_eq!(ENDINGS.map(|(ending, _)| ending), Ending::ALL);
    }

    #[test]
    fn decimals_are_plain() {
        assert_eq!(decimal(-0.000_04, 4), "0.0000");
        assert_eq!(decimal(-0.000_06, 4), "-0.0001");
        assert_eq!(decimal(0.125, 2), "0.12");
        assert_eq!(decimal(f64::NAN, 4), "");
        assert_eq!(decimal(f64::NEG_INFINITY, 4), "");
    }
}
