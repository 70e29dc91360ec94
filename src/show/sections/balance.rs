//! The balance of the cells that a crew plays: the answer, and its figures.

use super::known::{KNOWN_COUNT, known};
use super::parts::{
    Answer, BAR_HEAD, Figures, MAX_TOLD, SHOWN, bar, capital, change, names_apart, whole_percent,
};
use super::scores::forests;
use super::{MAX_LINES, ReportContext, section as made};
use crate::answer::CellStats;
use crate::answer::balance::{Statement, shown};
use crate::answer::interval::Interval;
use crate::show::document::{Block, Section};
use crate::show::format::{ends, percent, signed};
use crate::show::{Table, plots};
use pasang_balance::BestMove;
use pasang_balance::answer::Figure;
use pasang_core::base::text::plural;
use pasang_core::board::BoardSize;
use pasang_core::players::crew::{BuiltinCrew, CREWS, PREFIX};

/// A line of the answer: a cell.
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
        Some(Line { names, figures: Figures::of(cell.balance?)? })
    };
    let lines = cells.iter().filter_map(line).collect();
    (names.iter().map(|(head, _)| *head).collect(), lines)
}

/// Tabulates lines: two rows each, with random and with best openings. `pairs` names the openings of the
/// score.
fn table(heads: &[&str], lines: &[Line], pairs: &'static str) -> Vec<Block> {
    let mut table = Table::of(lines.iter().flat_map(|line| [(line, true), (line, false)]));
    for (place, head) in heads.iter().enumerate() {
        // The label of the row above is not repeated.
        table = table.left(head, |(line, is_random)| is_random.then(|| line.names[place].clone()));
    }
    let score = |(line, is_random): &(&Line, bool)| match is_random {
        true => line.figures.score,
        false => line.figures.value,
    };
    let statement = |(line, is_random): &(&Line, bool)| match is_random {
        true => line.figures.statement,
        false => line.figures.value_statement,
    };
    let table = table
        .left("openings", move |(_, is_random)| if *is_random { pairs } else { "best" })
        .right("first player %", |row| percent(score(row).0))
        .left("95 % CI", |row| ends(score(row).1))
        .left("unseen bot", |(line, is_random)| is_random.then(|| ends(line.figures.unseen)))
        .left("shown", |row| statement(row).brief())
        .left(BAR_HEAD, |row| bar(score(row)))
        .done();
    let meaning = "95 % CI: for the mean over bots of this strength. Unseen bot: 95 % prediction interval. Best \
                   openings: maximin."
        .to_owned();
    vec![Block::Table(String::new(), table), Block::Note(meaning)]
}

pub(super) fn openings(context: &ReportContext<'_>) -> &'static str {
    if context.all.lists_openings { "given" } else { "random" }
}

const MAX_BEST: usize = 3;

const LEAST_BEST: f64 = 0.05;

/// States the score with best openings between a crew's players, and names the best first moves with
/// their probabilities.
pub(super) fn best(bots: &str, figures: &Figures) -> String {
    let (value, interval) = figures.value;
    let [value, interval] = [percent(value), ends(interval)];
    let bots = bots.trim_start_matches(PREFIX);
    format!("Best openings, {bots}: {value} % ({interval}). {}", moves(figures))
}

/// Names the best first moves with their probabilities, and the best reply to each.
fn moves(figures: &Figures) -> String {
    let named = figures.best.iter().take(MAX_BEST).filter(|it| it.chance >= LEAST_BEST);
    let of = |BestMove { words, chance, reply }: &BestMove| {
        let to = match words.len() {
            1 => String::new(),
            _ => format!(" to {}", words[0]),
        };
        let (reply, by) = (&reply.0, whole_percent(reply.1));
        format!("{} {} (best reply{to}: {reply} {by})", words.join(" or "), whole_percent(*chance))
    };
    format!("Best first move, with probability: {}.", named.map(of).collect::<Vec<_>>().join("; "))
}

pub(super) fn about(word: &str) -> String {
    let found = BuiltinCrew::named(word.strip_prefix(PREFIX).unwrap_or(word));
    found.map_or_else(|| word.to_owned(), |crew| format!("{word} ({})", crew.about))
}

/// Names the built-in crew above this one; `None` if there is none.
pub(super) fn stronger(word: &str) -> Option<String> {
    let name = word.strip_prefix(PREFIX)?;
    let class = BuiltinCrew::named(name)?.class;
    let place = CREWS.iter().position(|crew| crew.name == class)?;
    Some(format!("{PREFIX}{}", CREWS.get(place + 1)?.name))
}

/// Answers for a few cells: the statements, and two rows for each cell.
pub(super) fn of_few(context: &ReportContext<'_>, cells: &[&CellStats<'_>]) -> Answer {
    let (heads, lines) = lines(cells);
    let mut words: Vec<String> = changes(context).collect();
    // Of several classes it is no single answer.
    let place = if words.len() > 1 { 0 } else { words.len() };
    words.insert(place, statements(context, &lines));
    if let [one, other] = cells
        && one.labels.setup == other.labels.setup
        && one.labels.bots == other.labels.bots
    {
        words.extend(fairer(context));
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
    let blocks = table(&heads, &lines, openings(context));
    Answer { words, blocks, additional }
}

/// States what the second of two rule sets changes, for the mean over the patterns.
fn changes<'c>(context: &ReportContext<'c>) -> impl Iterator<Item = String> + use<'c> {
    let is_of_two = context.rules.len() == 2;
    let lines = context.all.joint.map_or(&[][..], |joint| &joint.rules);
    let is_one = lines.len() == 1;
    lines.iter().filter(move |_| is_of_two).map(move |line| {
        let Figure { mean, low, high } = line.difference;
        let told = change(line.rules.each_ref().map(String::as_str), mean, Interval { low, high });
        match is_one {
            true => told,
            false => format!("Between {} players: {told}", line.class),
        }
    })
}

/// Makes the statements on each line, for a few, or counts them, for more.
fn statements(context: &ReportContext<'_>, lines: &[Line]) -> String {
    let question = match context.setups.as_slice() {
        [only] => format!("Is {only} fair?"),
        _ => "Are they fair?".to_owned(),
    };
    // The question is that for which games were allotted.
    let (question, of): (_, fn(&Figures) -> Statement) = match context.all.allots_games {
        true => (question.replace('?', " with best openings?"), |it| it.value_statement),
        false => (question, |it| it.statement),
    };
    let told = |it: &Line| of(&it.figures).answer();
    match lines {
        [only] => format!("{question} {}.", capital(&told(only))),
        few if few.len() <= MAX_TOLD => {
            let each = few.iter().map(|it| format!("{}: {}", it.names.join(", "), told(it)));
            format!("{question} {}.", each.collect::<Vec<_>>().join("; "))
        }
        many => {
            let all = many.iter().map(|line| of(&line.figures));
            let what = if context.setups.len() == many.len() { "setup" } else { "cell" };
            format!("{question} Of {}: {}.", plural(many.len() as u64, what), shown(all))
        }
    }
}

/// States which of two rule sets comes nearer to even, of one class on one pattern.
fn fairer(context: &ReportContext<'_>) -> Option<String> {
    let [line] = context.all.joint?.rules.as_slice() else { return None };
    let [one, other] = &line.rules;
    let Figure { mean: by, low, high } = line.nearer;
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
    // The known patterns are those of the full board.
    let row = cell.balance?;
    if row.stones.lines().count() != BoardSize::FULL.length() {
        return None;
    }
    let distance = (row.score.mean - 0.5).abs();
    let nearer = others.iter().filter(|&&it| it < distance).count();
    (!others.is_empty()).then(|| {
        let other = if others.len() < KNOWN_COUNT { "other " } else { "" };
        let of = if context.all.allots_games { "With random openings, of" } else { "Of" };
        format!("{of} the {} {other}known patterns {nearer} came out nearer to even.", others.len())
    })
}

/// Draws what the games of several classes say together: the card of the only pattern, or the means of many.
fn picture(context: &ReportContext<'_>) -> Option<Block> {
    let joint = context.joint()?;
    match context.setups.as_slice() {
        [only] => {
            let strongest = joint.rows.iter().rev().find_map(|row| row.openings.as_ref())?;
            let svg = plots::card(joint, only, &strongest.moves())?;
            Some(Block::Picture { svg, is_card: true })
        }
        _ => Some(Block::Picture { svg: plots::strengths(joint)?, is_card: false }),
    }
}

/// Shows all figures of all cells that a crew plays.
pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let cells: Vec<&CellStats<'_>> =
        context.all.cells.iter().filter(|cell| cell.balance.is_some()).collect();
    if cells.is_empty() {
        return None;
    }
    let (heads, lines) = lines(&cells);
    let mut blocks: Vec<Block> = picture(context).into_iter().collect();
    blocks.push(Block::Charts(forests(context), table(&heads, &lines, openings(context))));
    let best = lines.iter().take(MAX_LINES).map(|line| match line.names.as_slice() {
        [] => moves(&line.figures),
        names => format!("{}: {}", names.join(", "), moves(&line.figures)),
    });
    blocks.push(Block::Notes(best.collect()));
    blocks.push(Block::Notes(vec![
        "A crew is a set of different bots of about the same strength; they share the pairs of first moves, on the \
         board and on its mirror image. The intervals come from a hierarchical model of what the bots have in common; \
         balance.csv and columns.csv have all figures."
            .to_owned(),
        SHOWN.to_owned(),
    ]));
    made("balance", "Balance for bots that were not seen", blocks)
}
