//! The answer on many patterns that crews played: what moving first is worth, what the rules change,
//! how many are near to even, and the patterns at both ends.

use super::ReportContext;
use super::balance::openings;
use super::parts::{Answer, BAR_HEAD, MAX_TOLD, bar, capital};
use crate::answer::balance::Credible;
use crate::answer::interval::Interval;
use crate::show::Table;
use crate::show::document::Block;
use crate::show::format::{ends, percent, signed};
use pasang_balance::answer::{ClassLine, Figure, JointBalance, JointRow, RulesLine};
use pasang_core::base::text::listed;

/// A score with its interval; `None` if it is not known.
type Score = Option<(f64, Interval)>;
/// A row with the score that is asked for.
type Scored<'r> = (&'r JointRow, (f64, Interval));

/// The number of patterns listed as farthest from even, and as nearest to it.
const LISTED: usize = 5;

/// Answers on many patterns that crews alone played, for the strongest class.
pub(super) fn answer(context: &ReportContext<'_>) -> Option<Answer> {
    let joint = context.joint()?;
    let class = &joint.classes.last()?.class;
    let lines: Vec<&ClassLine> =
        joint.classes.iter().filter(|line| line.class == *class).take(MAX_TOLD).collect();
    let mut counted =
        lines.iter().map(|line| format!("under {}, {}", line.rules, joint.told(line)));
    let of_values = lines.iter().filter(|_| context.all.allots_games).filter_map(|line| {
        let told = joint.told_of_values(line)?;
        Some(format!("With best openings, under {}, {told}", line.rules))
    });
    let mut words: Vec<String> = of_values.collect();
    let first = counted.next()?;
    let first = match words.is_empty() {
        true => capital(&first),
        false => format!("With random openings, {first}"),
    };
    words.extend([first, worth(&lines)]);
    words.extend(joint.rules.iter().filter(|it| it.class == *class).take(MAX_TOLD).map(changed));
    words.extend(counted.map(|it| capital(&it)));
    let (openings, of): (_, fn(&JointRow) -> Score) = match context.all.allots_games {
        true => ("best", |row| {
            let Credible { mean, interval } = row.openings.as_ref()?.summary.value;
            Some((mean, interval))
        }),
        false => (openings(context), |row| Some((row.score.mean, row.interval()))),
    };
    let signs = format!(
        "Score of the first player in % with {openings} openings, by all games together: 95 % CI for the mean over bots."
    );
    let blocks = vec![Block::Table(String::new(), table(joint, &lines, of)), Block::Note(signs)];
    Some(Answer { words, blocks, additional: Vec::new() })
}

/// Returns the interval over such patterns as a part of a sentence; empty if there is none.
fn over_such(of: &Option<Figure>, form: fn(f64) -> String) -> String {
    of.map_or(String::new(), |it| {
        format!("; over such patterns {} to {}", form(it.low), form(it.high))
    })
}

/// States the mean score over the patterns under each rule set.
fn worth(lines: &[&ClassLine]) -> String {
    let each = lines.iter().map(|it| {
        let Figure { mean, low, high } = it.score;
        let [mean, low, high] = [mean, low, high].map(percent);
        let such = over_such(&it.over_such, percent);
        format!("{mean} % (95 % CI on these patterns {low} to {high}{such}) under {}", it.rules)
    });
    format!("On average over them the first player scores {}.", listed(each, "and"))
}

/// States what the second of two rule sets changes.
fn changed(line: &RulesLine) -> String {
    let RulesLine { rules: [one, other], difference, .. } = line;
    let Figure { mean, low, high } = *difference;
    let is_shown = low > 0.0 || high < 0.0;
    let what = if is_shown { "changes" } else { "does not significantly change" };
    let [mean, low, high] = [mean, low, high].map(signed);
    let such = over_such(&line.over_such, signed);
    format!(
        "{other} {what} that against {one}: {mean} percentage points (95 % CI on these patterns {low} to {high}{such})."
    )
}

/// Tabulates the patterns that are farthest from even and nearest to it, by score.
fn table(joint: &JointBalance, lines: &[&ClassLine], score: fn(&JointRow) -> Score) -> Table {
    let of = |line: &ClassLine| {
        joint.rows[line.rows.clone()].iter().filter_map(move |row| Some((row, score(row)?)))
    };
    let from_even = |(_, (mean, _)): &Scored<'_>| (mean - 0.5).abs();
    let mut rows: Vec<Scored<'_>> = of(lines[0]).collect();
    rows.sort_by(|one, other| from_even(other).total_cmp(&from_even(one)));
    let last = rows.len().saturating_sub(LISTED);
    let mut ends_of: Vec<(Scored<'_>, &str)> =
        rows.iter().take(LISTED.min(last)).map(|row| (*row, "uneven")).collect();
    ends_of.extend(rows[last..].iter().map(|row| (*row, "even")));
    ends_of.sort_by(|((_, one), _), ((_, other), _)| other.0.total_cmp(&one.0));
    let rules = &lines[0].rules;
    let mut table = Table::of(ends_of)
        .left("most", |(_, which)| *which)
        .left("pattern", |((row, _), _)| row.setup.as_str())
        .left(&format!("{rules} %"), |((_, (mean, interval)), _)| {
            format!("{} ({})", percent(*mean), ends(*interval))
        })
        .left(BAR_HEAD, |((_, score), _)| bar(*score));
    for line in &lines[1..] {
        table = table.right(&format!("{} %", line.rules), |((row, _), _)| {
            of(line).find(|it| it.0.setup == row.setup).map(|(_, (mean, _))| percent(mean))
        });
    }
    table.done()
}
