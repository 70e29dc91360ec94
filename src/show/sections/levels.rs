//! The answer on one pattern between players of all levels: a row each, with a bar.

use super::ReportContext;
use super::balance::{best, compared};
use super::known::{KnownPattern, known};
use super::parts::{Answer, BAR_HEAD, Figures, SHOWN, bar, capital};
use crate::answer::CellStats;
use crate::answer::balance::Statement;
use crate::answer::cell_stats::Labels;
use crate::answer::interval::{Interval, difference};
use crate::show::Table;
use crate::show::document::{Block, Document, Section};
use crate::show::format::{ends, percent, signed};
use pasang_balance::answer::JointRow;
use pasang_core::base::text::{Keyword, listed};
use pasang_core::players::crew::{CREWS, PREFIX};
use serde_json::{Value, json};

struct Level {
    class: String,
    is_played: bool,
    statement: Statement,
    score: (f64, Interval),
}

impl Level {
    /// Returns a level from the figures that the program carries.
    fn known(class: &str, figures: &Figures) -> Level {
        let Figures { statement, score, .. } = *figures;
        Level { class: class.to_owned(), is_played: true, statement, score }
    }

    fn of(row: &JointRow) -> Level {
        Level {
            class: row.class.clone(),
            is_played: row.games > 0,
            statement: row.statement,
            score: (row.score.mean, row.interval()),
        }
    }
}

/// Names the levels of each statement, from weak to strong.
fn statements(levels: &[Level]) -> String {
    let is_same = |one: &Level, other: &Level| one.statement.clause() == other.statement.clause();
    let runs: Vec<&[Level]> = levels.chunk_by(is_same).collect();
    if let [only] = runs.as_slice() {
        let all = if levels.len() > 1 { ", at every level" } else { "" };
        return format!("{}{all}", only[0].statement.answer());
    }
    let clause = |(at, run): (usize, &&[Level])| {
        let [from, to] = [&run[0], &run[run.len() - 1]].map(|it| it.class.as_str());
        let who = match at {
            _ if from == to => format!("for {from}"),
            0 => format!("up to {to}"),
            at if at + 1 == runs.len() => format!("from {from} on"),
            _ => format!("from {from} to {to}"),
        };
        format!("{who} {}", run[0].statement.clause())
    };
    runs.iter().enumerate().map(clause).collect::<Vec<_>>().join("; ")
}

fn table(levels: &[Level]) -> Vec<Block> {
    let is_predicted = levels.iter().any(|level| !level.is_played);
    let table = Table::of(levels)
        .left("players", |level| match level.is_played {
            true => level.class.clone(),
            false => format!("{} *", level.class),
        })
        .right("first player %", |level| percent(level.score.0))
        .left("95 % CI", |level| ends(level.score.1))
        .left("shown", |level| level.statement.brief())
        .left(BAR_HEAD, |level| bar(level.score))
        .done();
    let predicted = if is_predicted { " *: predicted from the games of the others." } else { "" };
    let meaning = format!("95 % CI: for the mean over bots of the level. {SHOWN}{predicted}");
    vec![Block::Table(String::new(), table), Block::Note(meaning)]
}

/// Answers on one pattern under one rule set that several crews played, for all levels.
pub(super) fn answer(context: &ReportContext<'_>, cells: &[&CellStats<'_>]) -> Option<Answer> {
    let joint = context.joint()?;
    let [setup] = context.setups.as_slice() else { return None };
    let levels: Vec<Level> = joint.rows.iter().map(Level::of).collect();
    // Crews are listed from weak to strong.
    let strongest = cells.last()?;
    let figures = Figures::of(strongest.balance?)?;
    let rules = strongest.labels.rules;
    let mut words =
        vec![format!("Is {setup} fair under {rules}? {}.", capital(&statements(&levels)))];
    words.extend(usual(context, strongest, &figures));
    let mut additional = vec![best(strongest.labels.bots, &figures)];
    additional.extend(compared(context, strongest));
    Some(Answer { words, blocks: table(&levels), additional })
}

/// Compares the score under changed rules with that under their preset, as kept results have it.
fn usual(context: &ReportContext<'_>, cell: &CellStats<'_>, figures: &Figures) -> Option<String> {
    let Labels { rules, bots, .. } = cell.labels;
    let (preset, changed) = rules.split_once('+')?;
    let names = context.all.known_as.as_ref()?;
    let before = known(preset, bots).find(|it| names.iter().any(|name| name == it.setup))?;
    let ((mean, interval), (usual, of_usual)) = (figures.score, before.figures.score);
    let Interval { low, high } = difference((usual, of_usual), (mean, interval));
    let [by, low, high] = [mean - usual, low, high].map(signed);
    Some(format!(
        "These are not the usual rules: with {changed} the first player scores {by} percentage points against {preset} in \
         the kept results (95 % CI {low} to {high}; {bots})."
    ))
}

/// Returns figures by the columns of `balance.csv`, and the best first moves with their best replies.
fn as_row([setup, rules, bots]: [&str; 3], figures: &Figures) -> Value {
    let Figures { score, unseen, value, statement, value_statement, .. } = figures;
    let best = figures.best.iter().map(|it| {
        let (reply, chance) = &it.reply;
        json!({ "move": it.words.join("/"), "best": it.chance, "reply": reply, "reply_best": chance })
    });
    json!({
        "setup": setup, "rules": rules, "bots": bots,
        "score": score.0, "score_low": score.1.low, "score_high": score.1.high,
        "unseen_low": unseen.low, "unseen_high": unseen.high,
        "value": value.0, "value_low": value.1.low, "value_high": value.1.high,
        "size": statement.size().map(Keyword::word), "direction": statement.direction().map(Keyword::word),
        "within_5": statement.within[0], "within_10": statement.within[1], "above_even": statement.first,
        "value_size": value_statement.size().map(Keyword::word),
        "value_direction": value_statement.direction().map(Keyword::word),
        "value_within_5": value_statement.within[0], "value_within_10": value_statement.within[1],
        "value_above_even": value_statement.first,
        "best": best.collect::<Vec<_>>(),
    })
}

/// Answers for a known pattern under a preset, from the figures that the program carries; the names are
/// those of its stones or, with `true`, of their mirror image. Also as rows with the columns of
/// `balance.csv`. `None` if it carries none.
pub fn known_pattern(
    setup: &str,
    (names, is_mirrored): &(Vec<String>, bool),
    rules: &str,
) -> Option<(Document, Value)> {
    let mirrored = |sign: char| match sign {
        'a'..='k' => char::from(b'a' + b'k' - sign as u8),
        other => other,
    };
    let found = CREWS.iter().filter_map(|crew| {
        let bots = format!("{PREFIX}{}", crew.name);
        let is_of = |it: &KnownPattern| names.iter().any(|name| name == it.setup);
        let mut figures = known(rules, &bots).find(is_of)?.figures;
        for it in figures.best.iter_mut().filter(|_| *is_mirrored) {
            for word in it.words.iter_mut().chain([&mut it.reply.0]) {
                *word = word.chars().map(mirrored).collect();
            }
        }
        Some((crew.name, bots, figures))
    });
    let found: Vec<(&str, String, Figures)> = found.collect();
    let (_, strongest, figures) = found.last()?;
    let rows = found.iter().map(|(_, bots, figures)| as_row([setup, rules, bots], figures));
    let rows = rows.collect();
    let levels: Vec<Level> =
        found.iter().map(|(class, _, figures)| Level::known(class, figures)).collect();
    let mut blocks = table(&levels);
    blocks.push(Block::Text(best(strongest, figures)));
    let known = "Known results: people and other bots may score differently. `--bots` or `--seed` plays new games.";
    blocks.push(Block::Text(known.to_owned()));
    let told = capital(&statements(&levels));
    let image = if *is_mirrored { "the mirror image of " } else { "" };
    let known_as = match names.iter().any(|name| name == setup) {
        true => String::new(),
        false => format!(" It has the stones of {image}{}.", listed(names.iter().cloned(), "and")),
    };
    let answer = format!("Is {setup} fair under {rules}? {told}.{known_as}");
    let sections = vec![Section { id: "known", title: String::new(), blocks }];
    Some((Document { lead: vec![answer], sections, ..Document::default() }, rows))
}
