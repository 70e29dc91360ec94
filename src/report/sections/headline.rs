//! The headline of a report, which a terminal shows alone by default: the answer to the
//! experiment's question, the figures behind it, and the players of the games.

use super::find::{ContestState, contest_state, proved};
use super::scores::{KNOWN_GAMES, other_known_patterns};
use super::verdicts::{MAX_TOLD, ahead, counts, favoured, is_known, who};
use super::{Group, MAX_LINES, ReportContext, choice, of_figures, strength};
use crate::base::text::listed;
use crate::games::Seat;
use crate::report::document::Block;
use crate::report::format::{percent, plural, range, signed};
use crate::stats::adaptive_sampler::AdaptiveSampler;
use crate::stats::best_arm::End;
use crate::stats::interval::{Interval, difference};
use crate::stats::pooled::{RuleEffect, over, pool_cells};
use crate::stats::{CellStats, Estimate, ExperimentStats, TWELFTHS, Table, Verdict, rounded};

/// The largest number of setups named in a sentence.
const MAX_NAMED: usize = 6;

/// The number of setups listed as farthest from even, and as nearest to it.
const FARTHEST: usize = 5;
const NEAREST: usize = 4;

/// The two measures: random openings and best openings (maximin).
const WHERE: [&str; 2] = ["with random openings", "with best openings"];

#[derive(Default)]
pub struct Answer {
    /// The answer, one entry a paragraph; the first is the title of a report.
    pub words: Vec<String>,
    /// The figures behind it, which a report has in its sections.
    pub blocks: Vec<Block>,
    /// Remarks beside the answer.
    pub additional: Vec<String>,
}

/// Builds the answer; `chosen` is the same experiment with best openings (maximin).
pub fn headline(context: &ReportContext<'_>, chosen: Option<&ExperimentStats<'_>>) -> Answer {
    if context.games() == 0 {
        return Answer { words: vec!["No game has been played yet.".to_owned()], ..<_>::default() };
    }
    let all = context.all;
    let is_plain = |cell: &CellStats<'_>| {
        cell.tally.seats == 2 && cell.inference.mirror && cell.tally.games() > 0
    };
    let plain: Vec<&CellStats<'_>> = all.cells.iter().filter(|cell| is_plain(cell)).collect();
    let mut answer = match plain.len() {
        _ if all.sampler.is_some() || !context.head_to_heads.is_empty() => of_others(context),
        0 => of_others(context),
        few if few <= MAX_LINES || context.setups.len() == 1 || chosen.is_some() => {
            of_few(context, &plain, chosen)
        }
        _ => of_many(context),
    };
    if all.sampler.is_none() && context.head_to_heads.is_empty() {
        answer.words.extend(context.strongest().into_iter().filter_map(seats));
    }
    answer.additional.push(between(context, chosen));
    answer
}

/// Answers for adaptive sampling, for contests between bots, and for more than two seats:
/// sentences, and the first section's tables.
fn of_others(context: &ReportContext<'_>) -> Answer {
    let words = match context.all.sampler {
        Some(AdaptiveSampler::Find(find)) => {
            let contests = find.contests.iter();
            let found = contests.filter_map(|it| contest_state(context.all.cells, it, find));
            found.take(MAX_TOLD).flat_map(|found| contest(&found)).collect()
        }
        Some(AdaptiveSampler::Choice(choice)) => choice::sentences(context, choice),
        None => context.head_to_heads.iter().filter_map(strength::best).take(MAX_TOLD).collect(),
    };
    let tables = of_figures(context).into_iter().find_map(|section| {
        let tables = section.blocks.into_iter().filter(|it| matches!(it, Block::Table(..)));
        Some(tables.collect::<Vec<_>>()).filter(|tables| !tables.is_empty())
    });
    Answer { words, blocks: tables.unwrap_or_default(), additional: Vec::new() }
}

/// States the outcome of a contest: the contenders, and the setups proved close.
fn contest(found: &ContestState<'_>) -> Vec<String> {
    let ContestState { rules, bots, setups, contenders, close, within, .. } = found;
    let names = |names: &[&str]| match names.len() {
        0..=MAX_NAMED => listed(names.iter().map(|&name| name.to_owned()), "and"),
        many => format!("{many} setups"),
    };
    let mut words = vec![format!(
        "The most balanced of {setups} setups between {bots} players under {rules} is {}.",
        proved(found)
    )];
    if contenders.len() > 1 && contenders.len() <= MAX_NAMED {
        words.push(format!("Left are {}.", names(contenders)));
    }
    if !close.is_empty() && found.end != Some(End::Winner) {
        words.push(format!("Within {within} percentage points of it: {}.", names(close)));
    }
    words
}

/// States the seats' scores, with more than two seats; else `None`.
fn seats(group: &Group<'_>) -> Option<String> {
    let tally = &group.tally;
    if tally.seats == 2 {
        return None;
    }
    let of = (TWELFTHS * tally.games()) as f64;
    let scores = Seat::first(tally.seats)
        .map(|seat| format!("{} %", percent(tally.score(seat) as f64 / of)));
    Some(format!(
        "Between {} {} players under {} the seats score, in the order of play, {}; an even share is {} %.",
        tally.seats,
        group.bots,
        group.rules,
        listed(scores, "and"),
        percent(group.even_share())
    ))
}

/// A column head and the function that labels a cell under it.
type Name = (&'static str, fn(&CellStats<'_>) -> String);

/// Returns the labels that differ between some cells.
fn names_apart(cells: &[&CellStats<'_>]) -> Vec<Name> {
    let all: [Name; 3] = [
        ("setup", |cell| cell.labels.setup.to_owned()),
        ("rules", |cell| cell.labels.rules.to_owned()),
        ("bots", |cell| cell.labels.bots.to_owned()),
    ];
    let is_apart = |(_, name): &Name| cells.iter().any(|cell| name(cell) != name(cells[0]));
    all.into_iter().filter(is_apart).collect()
}

/// A cell with its score and verdict by each measure.
struct Line<'a, 'c> {
    cell: &'c CellStats<'a>,
    scores: Vec<Option<Estimate>>,
    verdicts: Vec<Option<Verdict>>,
}

/// Answers for a few cells: the verdicts, and a row for each cell and measure.
fn of_few(
    context: &ReportContext<'_>,
    cells: &[&CellStats<'_>],
    chosen: Option<&ExperimentStats<'_>>,
) -> Answer {
    let all = context.all;
    let measures: Vec<&ExperimentStats<'_>> = [all].into_iter().chain(chosen).collect();
    let lines = cells.iter().map(|&cell| {
        let figures = measures.iter().map(|it| it.requested(&it.cells[cell.number]));
        let (scores, verdicts) = figures.unzip();
        Line { cell, scores, verdicts }
    });
    let lines: Vec<Line<'_, '_>> = lines.collect();
    let names = names_apart(cells);
    let has = |wanted: &str| names.iter().any(|(head, _)| *head == wanted);
    let mut words = vec![verdicts(context, &lines, &names)];
    words.extend(of_rules(context, &lines));

    let mut rows = Vec::new();
    for line in &lines {
        let cells = measures.iter().map(|it| &it.cells[line.cell.number]);
        rows.extend(cells.enumerate().map(|(place, cell)| (line, place, cell)));
    }
    let mut table = Table::of(rows);
    for (head, name) in &names {
        // The label of the row above is not repeated.
        table = table.left(head, |(_, place, cell)| (*place == 0).then(|| name(cell)));
    }
    if chosen.is_some() {
        table = table.left("openings", |(_, place, _)| ["random", "best"][*place]);
    }
    let shown = |line: &Line<'_, '_>, place: usize| figures(line.scores[place], all.units());
    table = table
        .right(all.units(), |(.., cell)| cell.tally.games())
        .right("first player %", |(line, place, _)| shown(line, *place)[0].clone())
        .left("95 % CI", |(line, place, _)| shown(line, *place)[1].clone())
        .left("verdict", |(line, place, _)| ahead(line.verdicts[*place]));
    if has("rules") {
        table = table
            .right("moves", |(.., cell)| cell.tally.plies.mean().map(|plies| rounded(plies, 1)));
    }
    if chosen.is_some() {
        table = table.left("best so far", |(line, place, cell)| {
            match (measures[*place].sampler, line.scores[*place]) {
                (Some(AdaptiveSampler::Choice(by)), Some(it)) if is_known(it.interval) => {
                    Some(choice::best(by, cell))
                }
                _ => None,
            }
        });
    }
    let family = match (lines.len(), measures.len()) {
        (1, _) => "",
        (_, 1) => "; all intervals hold simultaneously",
        _ => "; the intervals of each measure hold simultaneously",
    };
    let maximin = if chosen.is_some() { " Best openings: maximin." } else { "" };
    let meaning = format!("95 % CI: 95 % confidence interval{family}.{maximin}");
    let compares = lines.iter().take(if has("setup") { 0 } else { MAX_TOLD });
    let additional =
        compares.filter_map(|line| compared(all, line.cell, line.scores.first()?.as_ref()?));
    Answer {
        words,
        additional: additional.collect(),
        blocks: vec![Block::Table(String::new(), table.done()), Block::Note(meaning)],
    }
}

/// States the verdict of each cell, for a few, or counts them, for more.
fn verdicts(context: &ReportContext<'_>, lines: &[Line<'_, '_>], names: &[Name]) -> String {
    let (all, is_both) = (context.all, lines[0].verdicts.len() > 1);
    let is_given = lines[0].cell.inference.given_openings;
    // Beside rules with random columns, Bell's games begin differently.
    let how = match all.begun {
        _ if is_both => String::new(),
        "" => String::new(),
        // Known patterns are compared with random openings only.
        _ if is_given && all.known_as.is_some() => format!(", {}", WHERE[0]),
        begun if is_given || names.iter().any(|(head, _)| *head == "rules") => {
            format!(", {begun}")
        }
        _ => String::new(),
    };
    let is_one_setup = names.iter().all(|(head, _)| *head != "setup");
    let question = match is_one_setup {
        true => format!("Is {} fair{how}?", lines[0].cell.labels.setup),
        false => format!("Are they fair{how}?"),
    };
    if is_one_setup && lines.len() <= MAX_TOLD {
        let told =
            |line: &Line<'_, '_>| verdict_in_words(&line.verdicts, line.cell.inference.within);
        let first = told(&lines[0]);
        if lines.iter().all(|line| told(line) == first) {
            return format!("{question} {}.", capital(&first));
        }
        let each = lines.iter().map(|line| {
            let which = names.iter().map(|(head, name)| match *head {
                "rules" => format!("under {} ", name(line.cell)),
                _ => format!("between {} players ", name(line.cell)),
            });
            format!("{}{}", which.collect::<String>(), told(line))
        });
        return format!("{question} {}.", capital(&each.collect::<Vec<_>>().join("; ")));
    }
    let what = if context.setups.len() == lines.len() { "setup" } else { "line" };
    let of = |place: usize| {
        let cells = lines.iter().map(|line| (line.scores[place], line.verdicts[place]));
        counts(&cells.collect::<Vec<_>>(), all.units())
    };
    let told = match (of(0), is_both) {
        (drawn, false) => format!(" {drawn}"),
        (drawn, true) if drawn == of(1) => {
            format!(" {drawn}, with random and with best openings")
        }
        (drawn, true) => format!(", {}, {drawn}; {}, {}", WHERE[0], WHERE[1], of(1)),
    };
    format!("{question} Of {}{told}.", plural(lines.len() as u64, what))
}

/// States whether a cell is fair, by one measure or by both.
fn verdict_in_words(verdicts: &[Option<Verdict>], within: f64) -> String {
    let of = |wanted: &[Verdict]| -> Vec<(&str, String)> {
        let found = WHERE.into_iter().zip(verdicts);
        let found = found.filter(|(_, it)| it.is_some_and(|it| wanted.contains(&it)));
        found.map(|(at, it)| (at, who(*it, within))).collect()
    };
    match of(&[Verdict::First, Verdict::Second]).as_slice() {
        [(_, one)] if verdicts.len() == 1 => return format!("no: {one}"),
        [(at, one)] => return format!("no: {at} {one}"),
        [(_, one), (_, other)] if one == other => {
            return format!("no: {one}, with random and with best openings");
        }
        [(at, one), (there, other)] => return format!("no: {at} {one}, {there} {other}"),
        _ => {}
    }
    match of(&[Verdict::Balanced]).as_slice() {
        [(_, even), ..] if of(&[Verdict::Balanced]).len() == verdicts.len() => {
            format!("yes: {even}")
        }
        [(at, even), ..] => format!("yes, {at}: {even}"),
        [] if verdicts == [None] => "inconclusive: all games are identical".to_owned(),
        [] => "inconclusive".to_owned(),
    }
}

/// Formats a score and its interval, or a remark if there are too few games.
fn figures(score: Option<Estimate>, units: &str) -> [String; 2] {
    match score {
        Some(score) if score.interval.is_none() || is_known(score.interval) => {
            [percent(score.mean), range(&score)]
        }
        _ => [String::new(), format!("too few {units}")],
    }
}

/// Capitalizes the first letter.
fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Answers for many cells: the means, the number of setups that favour each player, the effects of
/// the rules, and the setups at both ends.
fn of_many(context: &ReportContext<'_>) -> Answer {
    let groups: Vec<&Group<'_>> =
        context.strongest().into_iter().filter(|group| group.tally.seats == 2).collect();
    let mut words = means(context, &groups).unwrap_or_default();
    words.extend(of_rules(context, &[]));
    let shown = &groups[..groups.len().min(MAX_TOLD)];
    let told =
        shown.iter().map(|group| favoured(&format!("Under {}", group.rules), context, group));
    words.extend(told);
    let ranked: Vec<Vec<String>> = shown.iter().map(|group| ranked(group)).collect();
    let most = ranked.iter().map(Vec::len).max().unwrap_or(0);
    let is_told = |place: &usize| *place < FARTHEST || place + NEAREST >= most;
    let mut table = Table::of((0..most).filter(is_told)).left("from even", |&place| match place {
        0 => "farthest",
        place if place == most.saturating_sub(NEAREST).max(FARTHEST) => "nearest",
        _ => "",
    });
    for (group, lines) in shown.iter().zip(&ranked) {
        table = table.left(group.rules, |&place| lines.get(place).cloned());
    }
    let signs = "First player's score in % with its simultaneous 95 % confidence interval: + favours the first \
                 player, - the second. The highest and the lowest of many scores look more extreme than they are.";
    let mut blocks = vec![Block::Table(String::new(), table.done()), Block::Note(signs.to_owned())];
    if groups.len() > shown.len() {
        let more =
            format!("{} more rule sets: `--full` and cells.csv.", groups.len() - shown.len());
        blocks.push(Block::Note(more));
    }
    Answer { words, blocks, additional: Vec::new() }
}

/// States the first player's mean score with its interval, as the title of a report, and the setups
/// and bots that it is about. `None` without scores.
fn means(context: &ReportContext<'_>, groups: &[&Group<'_>]) -> Option<Vec<String>> {
    let bots = groups.first()?.bots;
    let scores: Option<Vec<(Estimate, &str)>> = groups
        .iter()
        .map(|group| Some((mean(group, context.all.common_random)?, group.rules)))
        .collect();
    let scores = scores?;
    let one = |(score, rules): &(Estimate, &str)| {
        let range = score.interval;
        let range =
            range.map(|it| format!(" (95 % CI {} to {})", percent(it.low), percent(it.high)));
        format!("{} %{} under {rules}", percent(score.mean), range.unwrap_or_default())
    };
    let scored = match scores.as_slice() {
        few if few.len() <= MAX_TOLD => listed(few.iter().map(one), "and"),
        many => {
            let least = many.iter().min_by(|one, other| one.0.mean.total_cmp(&other.0.mean))?;
            let most = many.iter().max_by(|one, other| one.0.mean.total_cmp(&other.0.mean))?;
            format!("from {} to {}", one(least), one(most))
        }
    };
    let of = if context.all.has_matches() { "of a match " } else { "" };
    let setups = plural(context.setups.len() as u64, "setup");
    Some(vec![
        format!("The first player {of}scores {scored}."),
        format!("That is the mean over {setups}, between {bots} players; 50 % would be even."),
    ])
}

/// Returns the first player's mean score over all setups of a group.
fn mean(group: &Group<'_>, common_random: bool) -> Option<Estimate> {
    over(&group.cells, common_random).first
}

/// Lists the setups of a group with their scores, the farthest from even first.
fn ranked(group: &Group<'_>) -> Vec<String> {
    let scored =
        group.cells.iter().filter_map(|cell| Some((cell, cell.simultaneous(Seat::FIRST)?)));
    let mut scored: Vec<(&&CellStats<'_>, Estimate)> = scored.collect();
    // At this precision no two scores differ by rounding errors alone.
    let from_even = |score: &Estimate| ((score.mean - 0.5).abs() * 1e6).round();
    // The sort is stable: of equal scores the earlier setup comes first.
    scored.sort_by(|(_, one), (_, other)| from_even(other).total_cmp(&from_even(one)));
    let widest = scored.iter().map(|(cell, _)| cell.labels.setup.chars().count()).max();
    let line = |(cell, score): &(&&CellStats<'_>, Estimate)| {
        let (name, width) = (cell.labels.setup, widest.unwrap_or(0));
        let sign = cell.verdict().map_or("", Verdict::sign);
        let [mean, range] = figures(Some(*score), "games");
        format!("{name:<width$} {mean:>5} {range:<10} {sign}").trim_end().to_owned()
    };
    scored.iter().map(line).collect()
}

/// States the effects of the rules: paired with common random numbers, else for exactly two rule
/// sets with the same line-up.
fn of_rules(context: &ReportContext<'_>, lines: &[Line<'_, '_>]) -> Vec<String> {
    if context.all.common_random {
        return changes(context).into_iter().collect();
    }
    let drawn = match context.strongest().as_slice() {
        [one, other] if (one.bots, one.tally.seats, other.tally.seats) == (other.bots, 2, 2) => {
            by([one.rules, other.rules], [mean(one, false), mean(other, false)])
        }
        _ => None,
    };
    let chosen = match lines {
        [one, other] if one.scores.len() > 1 => {
            let [here, there] = [one, other].map(|line| line.cell.labels);
            let scores = [one, other].map(|line| line.scores[1]);
            by([here.rules, there.rules], scores)
                .filter(|_| (here.setup, here.bots) == (there.setup, there.bots))
        }
        _ => None,
    };
    let is_both = lines.first().is_some_and(|line| line.scores.len() > 1);
    let told = WHERE.into_iter().zip([drawn, chosen]).filter_map(|(at, told)| {
        let told = told?;
        Some(if is_both { format!("{}: {told}", capital(at)) } else { capital(&told) })
    });
    told.collect()
}

/// States the effect of the second of two rule sets from the score under each; `None` with too few
/// games.
fn by([against, of]: [&str; 2], scores: [Option<Estimate>; 2]) -> Option<String> {
    let [Some(first), Some(second)] = scores else { return None };
    let by = second.mean - first.mean;
    let change = difference((first.mean, first.interval?), (second.mean, second.interval?));
    let Interval { low, high } = change;
    let range = |low, high| format!("{} to {}", percent(low), percent(high));
    Some(match (low > 0.0, high < 0.0) {
        _ if !is_known(Some(change)) => return None,
        (true, _) => format!(
            "under {of} the first player scores {} percentage points more than under {against} (95 % CI {}).",
            percent(by),
            range(low, high)
        ),
        (_, true) => format!(
            "under {of} the first player scores {} percentage points less than under {against} (95 % CI {}).",
            percent(-by),
            range(-high, -low)
        ),
        _ => format!(
            "the difference between {against} and {of} is not significant: {} percentage points (95 % CI {} to {}).",
            signed(by),
            signed(low),
            signed(high)
        ),
    })
}

/// States the paired effects of the rules, with common random numbers, between the last bots
/// listed.
fn changes(context: &ReportContext<'_>) -> Option<String> {
    let lines = pool_cells(context.all);
    let bots = lines.iter().rfind(|line| line.change.is_some())?.bots;
    let of_bots = lines.iter().filter(|line| line.bots == bots);
    let changes: Vec<(&str, &RuleEffect<'_>, f64)> = of_bots
        .filter_map(|line| {
            let change = line.change.as_ref()?;
            Some((line.rules, change, change.difference?.mean))
        })
        .collect();
    let (rules, RuleEffect { against, .. }, _) = changes.first()?;
    let is_shown = |it: &Interval| it.low > 0.0 || it.high < 0.0;
    let shown =
        changes.iter().filter(|(_, change, _)| change.joint.is_some_and(|it| is_shown(&it)));
    let shown: Vec<String> =
        shown.map(|(rules, _, mean)| format!("{rules} ({})", signed(*mean))).collect();
    let all = changes.len();
    Some(match (shown.len(), all) {
        (0, 1) => {
            format!(
                "{rules} does not significantly change the first player's score against {against}."
            )
        }
        (0, _) => format!(
            "None of the {all} other rule sets significantly changes the first player's score against {against}."
        ),
        _ => format!(
            "Against {against} the first player's score changes significantly, in percentage points, under {}{}.",
            listed(shown.iter().cloned(), "and"),
            match all - shown.len() {
                0 => String::new(),
                left => format!("; the other {left} are inconclusive"),
            }
        ),
    })
}

/// Counts the known patterns that scored nearer to even between the same players, as a range over
/// all scores in the cell's interval. `None` without an interval or known patterns, or if the range
/// covers more than half of them.
fn compared(all: &ExperimentStats<'_>, cell: &CellStats<'_>, score: &Estimate) -> Option<String> {
    let Interval { low, high } = score.interval?;
    let (others, is_known) = other_known_patterns(all, cell);
    let scores: Vec<f64> = others.iter().map(|&(_, score, _)| score).collect();
    let from_even = |score: f64| (score - 0.5).abs();
    let nearer = |distance: f64| scores.iter().filter(|&&it| from_even(it) < distance).count();
    let least = if low <= 0.5 && 0.5 <= high { 0.0 } else { from_even(low).min(from_even(high)) };
    let (least, most) = (nearer(least), nearer(from_even(low).max(from_even(high))));
    if scores.is_empty() || 2 * (most - least) > scores.len() {
        return None;
    }
    let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let other = if is_known { "other " } else { "" };
    Some(format!(
        "Of the {} {other}known patterns {many} came out nearer to even ({KNOWN_GAMES} games each).",
        scores.len(),
    ))
}

/// States the bots and how games began; for known patterns under the default rules, also where to
/// find results of stronger bots.
fn between(context: &ReportContext<'_>, chosen: Option<&ExperimentStats<'_>>) -> String {
    let all = context.all;
    let mut bots = all.names(|cell| cell.labels.bots);
    let more = chosen.map(|all| all.names(|cell| cell.labels.bots)).unwrap_or_default();
    bots.extend(more.into_iter().filter(|name| !bots.contains(name)).collect::<Vec<_>>());
    let bots = match bots.len() {
        0..=MAX_TOLD => {
            format!("{} bots", listed(bots.iter().map(|&bots| bots.to_owned()), "and"))
        }
        _ => "bots".to_owned(),
    };
    let begun = match chosen {
        None if !all.begun.is_empty() => format!(", {}", all.begun),
        _ => String::new(),
    };
    let is_known =
        all.known_as.is_some_and(|names| names.iter().any(|it| it.starts_with("catalogue-")));
    match is_known && all.cells.iter().all(|cell| cell.labels.rules == "brunei-slide") {
        true => format!("Games between {bots}{begun}; stronger: docs/answers.md."),
        false => {
            format!("Games between {bots}{begun}: people and other bots may score differently.")
        }
    }
}
