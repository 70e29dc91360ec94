//! The answer on the games of crews for the terminal: all classes and rule sets together.

use std::collections::BTreeSet;

use pasang_balance::answer::{ClassLine, Figure, JointBalance, JointRow, RulesLine, StrengthLine};
use pasang_balance::{Statement, shown};
use pasang_core::base::text::{half_away, listed, plural, rounded, wrapped};

use super::Table;
use super::document::{Block, Section};
use super::format::{percent, short, signed, with_sign};

/// Explains the columns of the most even patterns.
const NEAREST: &str = "Nearest: the probability to be the nearest to even. Within 2 percentage points of even: the number that are with 95 %, and the greatest number that may be.\n";

const DIFFERENCES: &str =
    "Differences of the mean score and of the mean distance from even, in percentage points.";

const PREDICTED: &str = " *";

/// Largest numbers of lines of the parts of the answer.
const MAX_CLASSES: usize = 16;
const MAX_NEAREST: usize = 6;
const MAX_RULES: usize = 8;
const MAX_NAMED: usize = 3;

/// Formats the answer, `width` characters wide; first what is known of best openings.
pub fn text(all: &JointBalance, best_openings: &[String], width: usize) -> String {
    let games = all.rows.iter().map(|row| row.games).sum::<u64>();
    let patterns = patterns(all);
    let mut text = format!(
        "{}, {}, all classes and rule sets together\n\n",
        plural(patterns as u64, "pattern"),
        plural(games, "game")
    );
    if !best_openings.is_empty() {
        text += &format!("{}\n\nWith random openings:\n\n", best_openings.join("\n"));
    }
    text += &classes(all).text(width);
    if all.rows.iter().any(|row| row.games == 0) {
        text += "* predicted: this class did not play.\n";
    }
    text += &own_games(all);
    text += "95 % CI of the mean over bots of the class, on these patterns and over such patterns. Then the number of patterns within 5 and within 10 percentage points of even, and in favour of the first player, each with its 95 % interval.\n\n";
    for lines in all.strengths.chunk_by(|one, other| one.rules == other.rules) {
        text += &strength(lines);
    }
    if all.strengths.is_empty() && all.classes.iter().any(|line| line.class != all.classes[0].class)
    {
        text += "No line over strength: under no rule set did three classes of known Elo play the same patterns.\n";
    }
    if patterns > 1 {
        text += &evenness(all).text(width);
        text += NEAREST;
    }
    if !all.rules.is_empty() {
        let lines = strongest(&all.rules, MAX_RULES);
        text += &format!("\n{}{DIFFERENCES}\n", rules(all, lines).text(width));
    }
    let cut = [(all.classes.len(), MAX_CLASSES), (all.rules.len(), MAX_RULES)];
    if cut.iter().any(|(count, most)| count > most) {
        text += "Lines of the weakest classes are left out: `--json` prints all, and `--out DIR` writes the table.\n";
    }
    // Tables are no wider already.
    let is_long = |line: &&str| line.chars().count() > width;
    let lines = text.lines().map(|line| match is_long(&line) {
        true => wrapped(line, width),
        false => format!("{line}\n"),
    });
    lines.collect()
}

/// Tells of the values with best openings, by class and rule set.
pub fn values(all: &JointBalance) -> Vec<String> {
    let told = all.classes.iter().filter_map(|line| {
        let told = all.told_of_values(line)?;
        Some(format!("With best openings, {} under {}: {told}", line.class, line.rules))
    });
    told.collect()
}

/// Counts the patterns of all classes and rule sets.
fn patterns(all: &JointBalance) -> usize {
    all.rows.iter().map(|row| row.stones.as_str()).collect::<BTreeSet<_>>().len()
}

/// Says how many patterns are compared, if not all.
fn on(compared: usize, all: &JointBalance) -> String {
    let count = plural(compared as u64, "pattern");
    if compared < patterns(all) { format!(", {count}") } else { String::new() }
}

/// Tells what moving first gains with strength under one rule set, over all classes and the stronger half.
fn strength(lines: &[StrengthLine]) -> String {
    let two = |of: f64| with_sign(rounded(100.0 * of, 2));
    let told = lines.iter().map(|StrengthLine { slope, classes: [first, last], .. }| {
        format!("{} from {first} to {last}", with_interval(slope, two))
    });
    let told = told.collect::<Vec<_>>().join(", ");
    format!("Per 100 Elo, {}: {told}.\n", lines[0].rules)
}

fn with_interval(of: &Figure, form: impl Fn(f64) -> String) -> String {
    format!("{} ({} to {})", form(of.mean), form(of.low), form(of.high))
}

/// Returns the ends of the interval of a mean over such patterns; empty if there is none.
fn range(of: Option<Figure>, form: impl Fn(f64) -> String) -> String {
    of.map_or(String::new(), |it| format!("{} to {}", form(it.low), form(it.high)))
}

/// Says what the games of the strongest class show without those of the others.
fn own_games(all: &JointBalance) -> String {
    let has_games = |it: &&ClassLine| all.rows[it.rows.clone()].iter().any(|row| row.games > 0);
    let Some(last) = all.classes.iter().rfind(has_games) else { return String::new() };
    if all.classes[0].class == last.class {
        return String::new();
    }
    let lines = all.classes.iter().filter(|it| it.class == last.class);
    let told = lines.map(|line| {
        let alone = all.rows[line.rows.clone()].iter().filter_map(|row| row.alone);
        format!(
            "By its own games alone, {} under {}: {}.\n",
            line.class,
            line.rules,
            shown(alone.map(Statement::of))
        )
    });
    told.collect()
}

/// Returns the last lines: the strongest classes come last, and matter most.
fn strongest<T>(lines: &[T], most: usize) -> &[T] {
    &lines[lines.len().saturating_sub(most)..]
}

/// Tabulates the mean score of each class, and how many patterns are near to even.
fn classes(all: &JointBalance) -> Table {
    let count = |of: &Figure| format!("{:.0} ({:.0}-{:.0})", of.mean, of.low, of.high);
    let mut table = Table::of(strongest(&all.classes, MAX_CLASSES))
        .left("class", |line| {
            let is_played = all.rows[line.rows.clone()].iter().any(|row| row.games > 0);
            format!("{}{}", line.class, if is_played { "" } else { PREDICTED })
        })
        .left("rules", |line| line.rules.as_str())
        .left("first player %", |line| with_interval(&line.score, percent));
    if all.classes.iter().any(|line| line.over_such.is_some()) {
        table = table.left("such patterns", |line| range(line.over_such, percent));
    }
    table = table.left("than the first class", |line| {
        let with = |it| with_interval(&it, signed) + &on(line.patterns_of_both, all);
        line.more_than_first.map_or(String::new(), with)
    });
    if all.classes.iter().any(|line| line.rows.len() != patterns(all)) {
        table = table.right("patterns", |line| line.rows.len());
    }
    table
        .left("within 5", |line| count(&line.within_5))
        .left("within 10", |line| count(&line.within_10))
        .left("first's", |line| count(&line.first))
        .done()
}

/// Tabulates the most even patterns of each class.
fn evenness(all: &JointBalance) -> Table {
    let rows = |line: &ClassLine| all.rows[line.rows.clone()].iter();
    let nearest = |line: &ClassLine| {
        let mut ranked: Vec<&JointRow> = rows(line).collect();
        ranked.sort_by(|one, other| other.nearest.total_cmp(&one.nearest));
        let name =
            |row: &&JointRow| format!("{} {} %", row.setup, short(half_away(row.nearest, 2)));
        listed(ranked.iter().take(MAX_NAMED).map(name), "or")
    };
    let count =
        |line: &ClassLine, is: fn(&JointRow) -> bool| rows(line).filter(|row| is(row)).count();
    Table::of(strongest(&all.classes, MAX_NEAREST))
        .left("class", |line| line.class.as_str())
        .left("rules", |line| line.rules.as_str())
        .left("nearest", |line| nearest(line))
        .right("within 2", |line| count(line, |row| row.is_near))
        .right("at most", |line| count(line, |row| row.may_be_near))
        .done()
}

/// Returns the section of a page on rule sets in pairs; `None` without any.
pub fn rule_sets(all: &JointBalance) -> Option<Section> {
    let blocks = || vec![Block::Table(DIFFERENCES.to_owned(), rules(all, &all.rules))];
    let is_any = !all.rules.is_empty();
    is_any.then(|| Section { id: "rules", title: "Rule sets".to_owned(), blocks: blocks() })
}

/// Tabulates rule sets in pairs.
fn rules(all: &JointBalance, lines: &[RulesLine]) -> Table {
    let mut table = Table::of(lines)
        .left("class", |line| line.class.as_str())
        .left("rules", |RulesLine { rules: [one, other], .. }| format!("{other} less {one}"))
        .left("first player's score", |line| {
            with_interval(&line.difference, signed) + &on(line.patterns, all)
        });
    if all.rules.iter().any(|line| line.over_such.is_some()) {
        table = table.left("over such patterns", |line| range(line.over_such, signed));
    }
    table.left("nearer to even", |line| with_interval(&line.nearer, signed)).done()
}
