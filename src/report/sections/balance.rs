//! The balance of the cells that a crew plays: the answer, and its figures.

use serde_json::{Value, json};

use super::answer::MAX_TOLD;
use super::answer::{Answer, Figures, capital, names_apart};
use super::known::{KNOWN_COUNT, known};
use super::levels::{self, Level};
use super::scores::forests;
use super::{Group, MAX_LINES, ReportContext, section as made};
use crate::base::text::{Keyword, listed, plural};
use crate::report::document::{Block, Section};
use crate::report::format::{ends, percent, short, signed};
use crate::stats::balance::{BalanceVerdict, CellBalance, difference_from_even, nearest_to_even};
use crate::stats::interval::Interval;
use crate::stats::joint::JointRow;
use crate::stats::{CellStats, Table};
use pasang_core::players::crew::{CREWS, PREFIX};

/// A line of the answer: a cell, or a known pattern.
struct Line {
    /// The labels that differ between lines.
    names: Vec<String>,
    figures: Figures,
}

/// Returns the headings of the labels, and a line for each cell that a crew plays.
fn lines(cells: &[&CellStats<'_>]) -> (Vec<&'static str>, Vec<Line>) {
    let names = names_apart(cells);
    let line = |cell: &&CellStats<'_>| {
        let names = names.iter().map(|(_, name)| name(cell)).collect();
        Some(Line { names, figures: Figures::of(cell.balance?) })
    };
    let lines = cells.iter().filter_map(line).collect();
    (names.iter().map(|(head, _)| *head).collect(), lines)
}

/// The signs of a bar, from `BAR_FROM` per cent on, and the per cent that each stands for.
const BAR_SIGNS: usize = 31;
const BAR_FROM: f64 = 20.0;
const BAR_STEP: f64 = 2.0;

/// The heading of bars.
pub(super) const BAR_HEAD: &str = "20 %           50           80";

/// Draws an interval as a bar.
pub(super) fn bar((mean, Interval { low, high }): (f64, Interval)) -> String {
    let last = BAR_SIGNS - 1;
    let place = |share: f64| (((100.0 * share - BAR_FROM) / BAR_STEP).round() as usize).min(last);
    let mut signs = vec!['.'; BAR_SIGNS];
    signs[last / 2] = ':';
    signs[place(low)..=place(high)].fill('=');
    signs[place(mean)] = 'o';
    signs.into_iter().collect()
}

/// Tabulates lines: two rows each, with random and with best openings; `is_joint` if all intervals
/// hold together, `pairs` names the openings of the score.
fn table(heads: &[&str], lines: &[Line], is_joint: bool, pairs: &'static str) -> Vec<Block> {
    let rows = lines.iter().flat_map(|line| [(line, true), (line, false)]);
    let mut table = Table::of(rows);
    for (place, head) in heads.iter().enumerate() {
        // The label of the row above is not repeated.
        table = table.left(head, |(line, is_random)| is_random.then(|| line.names[place].clone()));
    }
    let score = |(line, is_random): &(&Line, bool)| match is_random {
        true => line.figures.score,
        false => line.figures.value,
    };
    let chance = |(line, is_random): &(&Line, bool), place: usize| {
        let within = if *is_random { line.figures.within } else { line.figures.value_within };
        whole_percent(within[place])
    };
    let table = table
        .left("openings", move |(_, is_random)| if *is_random { pairs } else { "best" })
        .right("first player %", |row| percent(score(row).0))
        .left("95 % CI", |row| ends(score(row).1))
        .left("unseen bot", |(line, is_random)| is_random.then(|| ends(line.figures.unseen)))
        .right("within 5", |row| chance(row, 0))
        .right("within 10", |row| chance(row, 1))
        .left(BAR_HEAD, |row| bar(score(row)))
        .done();
    let joint = if is_joint && lines.len() > 1 { ", simultaneous for all lines" } else { "" };
    let meaning = format!(
        "95 % CI: for the mean over bots of this strength{joint}. Unseen bot: 95 % prediction interval. Within 5, \
         10: the probability that an unseen bot comes that near to 50 %. Best openings: maximin."
    );
    vec![Block::Table(String::new(), table), Block::Note(meaning)]
}

/// Names the openings of a score.
pub(super) fn openings(context: &ReportContext<'_>) -> &'static str {
    if context.all.lists_openings { "given" } else { "random" }
}

/// The largest number of first moves that are named.
const MAX_BEST: usize = 3;

/// The least probability of a first move that is named.
const LEAST_BEST: f64 = 0.05;

/// States the score with best openings between a crew's players, and names the best first moves with
/// their probabilities.
pub(super) fn best(bots: &str, figures: &Figures) -> String {
    let (value, interval) = figures.value;
    let [value, interval] = [percent(value), ends(interval)];
    format!("Best openings, {bots}: first player {value} % ({interval}). {}", moves(figures))
}

/// Names the best first moves with their probabilities.
fn moves(figures: &Figures) -> String {
    let named = figures.best.iter().take(MAX_BEST).filter(|(_, chance)| *chance >= LEAST_BEST);
    let of = |(word, chance): &(String, f64)| {
        format!("{} {}", word.replace('/', " or "), whole_percent(*chance))
    };
    format!("Best first move, with probability: {}.", named.map(of).collect::<Vec<_>>().join("; "))
}

/// Describes a crew.
pub(super) fn about(word: &str) -> String {
    let name = word.strip_prefix(PREFIX).unwrap_or(word);
    let found = CREWS.iter().find(|crew| crew.name == name);
    found.map_or_else(|| word.to_owned(), |crew| format!("{word} ({})", crew.about))
}

/// Names the built-in crew above this one; `None` if there is none.
pub(super) fn stronger(word: &str) -> Option<String> {
    let name = word.strip_prefix(PREFIX)?;
    let place = CREWS.iter().position(|crew| crew.name == name)?;
    Some(format!("{PREFIX}{}", CREWS.get(place + 1)?.name))
}

/// Answers for a few cells: the verdicts, and two rows for each cell.
pub(super) fn of_few(context: &ReportContext<'_>, cells: &[&CellStats<'_>]) -> Answer {
    let (heads, lines) = lines(cells);
    let mut words = vec![verdicts(context, &lines)];
    if let [one, other] = cells
        && one.labels.setup == other.labels.setup
        && one.labels.bots == other.labels.bots
    {
        words.extend(fairer(one, other));
    }
    let mut additional = Vec::new();
    if let [only] = lines.as_slice()
        && only.figures.best.len() > 1
    {
        additional.push(moves(&only.figures));
    }
    if let [cell] = cells {
        additional.extend(compared(context, cell));
    }
    let blocks = table(&heads, &lines, true, openings(context));
    Answer { words, blocks, additional }
}

/// Formats a probability in whole per cent.
pub(super) fn whole_percent(chance: f64) -> String {
    format!("{} %", short((100.0 * chance).round() / 100.0))
}

/// States the verdict of each line, for a few, or counts them, for more.
fn verdicts(context: &ReportContext<'_>, lines: &[Line]) -> String {
    let question = match context.setups.as_slice() {
        [only] => format!("Is {only} fair?"),
        _ => "Are they fair?".to_owned(),
    };
    match lines {
        [only] => format!("{question} {}.", capital(&only.figures.told())),
        few if few.len() <= MAX_TOLD => {
            let each =
                few.iter().map(|it| format!("{}: {}", it.names.join(", "), it.figures.told()));
            format!("{question} {}.", each.collect::<Vec<_>>().join("; "))
        }
        many => {
            let counted = counts(many.iter().map(|line| line.figures.verdict));
            let what = if context.setups.len() == many.len() { "setup" } else { "cell" };
            format!("{question} Of {} {counted}.", plural(many.len() as u64, what))
        }
    }
}

/// Counts verdicts, as a clause.
pub(super) fn counts(verdicts: impl Iterator<Item = BalanceVerdict> + Clone) -> String {
    let kinds = [
        (BalanceVerdict::Within5, "balanced within 5 percentage points"),
        (BalanceVerdict::Within10, "balanced within 10"),
        (BalanceVerdict::First, "in favour of the first player"),
        (BalanceVerdict::Second, "in favour of the second"),
        (BalanceVerdict::Inconclusive, "inconclusive"),
    ];
    let many = |wanted| verdicts.clone().filter(|it| *it == wanted).count();
    let found = kinds.into_iter().map(|(wanted, words)| (many(wanted), words));
    let found = found.filter(|(many, _)| *many > 0);
    listed(found.map(|(many, words)| format!("{many} {words}")), "and")
}

/// States which of two rule sets comes nearer to even.
fn fairer(one: &CellStats<'_>, other: &CellStats<'_>) -> Option<String> {
    let scores = [one, other].map(|cell| Some(cell.balance?.summary.random_openings));
    let (by, Interval { low, high }) = difference_from_even(scores[0]?, scores[1]?);
    let [one, other] = [one, other].map(|cell| cell.labels.rules);
    let (nearer, place, by, low, high) = match by < 0.0 {
        true => (one, "farther from", -by, -high, -low),
        false => (other, "nearer to", by, low, high),
    };
    let (by, range) = (percent(by), format!("95 % CI {} to {}", signed(low), signed(high)));
    Some(match low > 0.0 {
        true => format!("{nearer} is fairer, by {by} percentage points ({range})."),
        false => format!(
            "Neither rule set is shown to be fairer: {other} is {by} percentage points {place} even ({range})."
        ),
    })
}

/// Places a cell among the known patterns. `None` if the same crew did not play them by these rules.
pub(super) fn compared(context: &ReportContext<'_>, cell: &CellStats<'_>) -> Option<String> {
    let own = context.all.known_as.as_ref()?;
    let others = known(cell.labels.rules, cell.labels.bots);
    let others = others.filter(|it| own.iter().all(|name| name != it.setup));
    let others: Vec<f64> = others.map(|it| (it.figures.score.0 - 0.5).abs()).collect();
    let is_of = |row: &&JointRow| cell.labels.bots.strip_prefix(PREFIX) == Some(&row.class);
    let row = context.all.joint.as_ref()?.rows.iter().find(is_of)?;
    let distance = (row.score.mean - 0.5).abs();
    let nearer = others.iter().filter(|&&it| it < distance).count();
    (!others.is_empty()).then(|| {
        let other = if others.len() < KNOWN_COUNT { "other " } else { "" };
        format!("Of the {} {other}known patterns {nearer} came out nearer to even.", others.len())
    })
}

/// The largest number of setups named as the most balanced.
const MAX_NEAREST: usize = 4;

/// Answers for a group of many cells: the verdicts, and the setups that are most probably the
/// nearest to even.
pub(super) fn of_group(group: &Group<'_>) -> Vec<String> {
    let cells: Vec<(&str, &CellBalance)> =
        group.cells.iter().filter_map(|it| Some((it.labels.setup, it.balance?))).collect();
    let counted = counts(cells.iter().map(|(_, it)| it.verdict));
    let (rules, many) = (group.rules, cells.len());
    let scores: Vec<_> = cells.iter().map(|(_, it)| it.summary.random_openings).collect();
    let chances = nearest_to_even(&scores);
    let mut ranked: Vec<(&str, f64)> = cells.iter().map(|it| it.0).zip(chances).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    let named = ranked.iter().take(MAX_NEAREST);
    let named = named.map(|(name, chance)| format!("{name} ({})", whole_percent(*chance)));
    vec![
        format!("Under {rules}, of {many} setups {counted}."),
        format!("The nearest to even is, with probability: {}.", listed(named, "or")),
    ]
}

/// Shows all figures of all cells that a crew plays.
pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let cells: Vec<&CellStats<'_>> =
        context.all.cells.iter().filter(|cell| cell.balance.is_some()).collect();
    if cells.is_empty() {
        return None;
    }
    let (heads, lines) = lines(&cells);
    let mut blocks =
        vec![Block::Charts(forests(context), table(&heads, &lines, true, openings(context)))];
    let best = cells.iter().zip(&lines).take(MAX_LINES).map(|(cell, line)| {
        format!("{}, {}: {}", cell.labels.setup, cell.labels.rules, moves(&line.figures))
    });
    blocks.push(Block::Notes(best.collect()));
    blocks.push(Block::Notes(vec![
        "A crew is a set of different bots of about the same strength; they share the pairs of first moves, on the \
         board and on its mirror image. The intervals come from a hierarchical model of what the bots have in common; \
         balance.csv and columns.csv have all figures."
            .to_owned(),
        "The verdict: balanced within 5, or 10, percentage points if an unseen bot's score is so with probability \
         95 %; else in favour of a player if the interval, which holds for all cells together, excludes 50 %; else \
         inconclusive."
            .to_owned(),
    ]));
    made("balance", "Balance for bots that were not seen", blocks)
}

/// Mirrors the letter of a column.
fn mirrored(sign: char) -> char {
    match sign {
        'a'..='k' => char::from(b'a' + b'k' - sign as u8),
        other => other,
    }
}

/// The keys of [`as_row`] for intervals.
const ENDS: [[&str; 2]; 3] =
    [["score_low", "score_high"], ["unseen_low", "unseen_high"], ["value_low", "value_high"]];

/// Returns figures by the columns of `balance.csv`, and the best first moves.
fn as_row([setup, rules, bots]: [&str; 3], figures: &Figures) -> Value {
    let Figures { score, unseen, value, within, value_within, .. } = figures;
    let best = figures.best.iter().map(|(word, best)| json!({ "move": word, "best": best }));
    let mut row = json!({
        "setup": setup, "rules": rules, "bots": bots,
        "score": score.0, "value": value.0,
        "within_5": within[0], "within_10": within[1],
        "value_within_5": value_within[0], "value_within_10": value_within[1],
        "verdict": figures.verdict.word(), "best": best.collect::<Vec<_>>(),
    });
    for ([low, high], interval) in ENDS.into_iter().zip([score.1, *unseen, value.1]) {
        row[low] = interval.low.into();
        row[high] = interval.high.into();
    }
    row
}

/// Answers for a known pattern under a preset, from the figures that the program carries: one or two
/// rows for each crew, and the same as data. `None` if it carries none.
pub fn known_pattern(
    setup: &str,
    (names, is_mirrored): &(Vec<String>, bool),
    rules: &str,
) -> Option<(Vec<String>, Section, Value)> {
    let lines = CREWS.iter().filter_map(|crew| {
        let word = format!("{PREFIX}{}", crew.name);
        let found = known(rules, &word).find(|it| names.iter().any(|name| name == it.setup));
        let mut pattern = found?;
        for (word, _) in pattern.figures.best.iter_mut().filter(|_| *is_mirrored) {
            *word = word.chars().map(mirrored).collect();
        }
        Some(Line { names: vec![word], figures: pattern.figures })
    });
    let lines: Vec<Line> = lines.collect();
    let strongest = lines.last()?;
    let rows = lines.iter().map(|it| as_row([setup, rules, it.names[0].as_str()], &it.figures));
    let rows = rows.collect();
    let class = |line: &Line| line.names[0].trim_start_matches(PREFIX).to_owned();
    let levels: Vec<Level> =
        lines.iter().map(|line| Level::known(&class(line), &line.figures)).collect();
    let mut blocks = levels::table(&levels);
    blocks.push(Block::Text(best(&strongest.names[0], &strongest.figures)));
    blocks.push(Block::Text(format!(
        "Known results: people and other bots may score differently. The verdicts allow for all {KNOWN_COUNT} \
         patterns at once, the intervals do not. `--bots` or `--seed` plays new games."
    )));
    let told = capital(&levels::verdicts(&levels));
    let image = if *is_mirrored { "the mirror image of " } else { "" };
    let known_as = match names.iter().any(|name| name == setup) {
        true => String::new(),
        false => format!(" It has the stones of {image}{}.", listed(names.iter().cloned(), "and")),
    };
    let answer = format!("Is {setup} fair under {rules}? {told}.{known_as}");
    Some((vec![answer], Section { id: "known", title: String::new(), blocks }, rows))
}
