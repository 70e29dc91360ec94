//! The headline of a report, which a terminal shows alone by default: the answer to the
//! experiment's question, the figures behind it, and the players of the games.

use super::parts::{
    Answer, MAX_TOLD, Name, SHOWN, brief, capital, change, counts, is_known, names_apart,
};
use super::{
    Group, MAX_LINES, ReportContext, balance, effects, levels, of_figures, patterns, strength,
};
use crate::answer::balance::Statement;
use crate::answer::balance::sign;
use crate::answer::interval::difference;
use crate::answer::pooled::over;
use crate::answer::{CellStats, Estimate};
use crate::run::TWELFTHS;
use crate::show::Table;
use crate::show::contest::Standings;
use crate::show::document::Block;
use crate::show::format::{percent, plural, range};
use pasang_core::base::text::{listed, rounded};
use pasang_core::games::Seat;

/// The number of setups listed as farthest from even, and as nearest to it.
const FARTHEST: usize = 5;
const NEAREST: usize = 4;

pub fn headline(context: &ReportContext<'_>) -> Answer {
    if context.games() == 0 {
        return Answer { words: vec!["No game has been played yet.".to_owned()], ..<_>::default() };
    }
    let plain = context.plain();
    let joint = effects::answer(context)
        .or_else(|| levels::answer(context, &plain))
        .or_else(|| patterns::answer(context));
    let mut answer = match (joint, plain.len()) {
        (Some(joint), _) => joint,
        (None, 0) => of_others(context),
        (None, few) if few <= MAX_LINES && plain.iter().all(|cell| cell.balance.is_some()) => {
            balance::of_few(context, &plain)
        }
        (None, few) if few <= MAX_LINES || context.setups.len() == 1 => of_few(context, &plain),
        (None, _) => of_many(context),
    };
    if !plain.is_empty() && !context.head_to_heads.is_empty() {
        // What bots scored against others comes first, then the seat, by bots against themselves.
        let Answer { words, blocks, .. } = of_others(context);
        answer.words.splice(..0, words);
        answer.blocks.splice(..0, blocks);
    }
    answer.words.extend(context.strongest().into_iter().filter_map(seats));
    answer.additional.push(between(context));
    answer
}

/// Answers for contests between bots, and for more than two seats: sentences, and the first
/// section's tables.
fn of_others(context: &ReportContext<'_>) -> Answer {
    let of_two = Standings::of(context.all).and_then(|it| it.headline());
    let words = match of_two {
        Some(of_two) => of_two.to_vec(),
        None => context.head_to_heads.iter().filter_map(strength::best).take(MAX_TOLD).collect(),
    };
    let tables = of_figures(context).into_iter().find_map(|section| {
        let tables = section.blocks.into_iter().filter(|it| matches!(it, Block::Table(..)));
        Some(tables.collect::<Vec<_>>()).filter(|tables| !tables.is_empty())
    });
    Answer { words, blocks: tables.unwrap_or_default(), additional: Vec::new() }
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
        percent(group.cells[0].even_share())
    ))
}

/// Answers for a few cells: the statements, and a row for each cell.
fn of_few(context: &ReportContext<'_>, cells: &[&CellStats<'_>]) -> Answer {
    let names = names_apart(cells);
    let mut words: Vec<String> = of_rules(context).into_iter().collect();
    words.push(statements(context, cells, &names));
    let mut table = Table::of(cells.iter().map(|&cell| (cell, cell.score(Seat::FIRST))));
    for (head, name) in &names {
        table = table.left(head, |(cell, _)| name(cell));
    }
    table = table
        .right("games", |(cell, _)| cell.tally.games())
        .right("first player %", |(_, score)| figures(*score)[0].clone())
        .left("95 % CI", |(_, score)| figures(*score)[1].clone())
        .left("shown", |(cell, _)| brief(cell.statement(Seat::FIRST)));
    let is_length_known = cells.iter().all(|cell| cell.tally.plies.count() > 0);
    if is_length_known && names.iter().any(|(head, _)| *head == "rules") {
        table = table
            .right("moves", |(cell, _)| cell.tally.plies.mean().map(|plies| rounded(plies, 1)));
    }
    let blocks = vec![Block::Table(String::new(), table.done()), Block::Note(SHOWN.to_owned())];
    Answer { words, blocks, additional: Vec::new() }
}

/// Makes the statements on each cell, for a few, or counts them, for more.
fn statements(context: &ReportContext<'_>, cells: &[&CellStats<'_>], names: &[Name]) -> String {
    let all = context.all;
    let is_given = all.given_openings;
    // Beside rules with random columns, Bell's games begin differently.
    let how = match all.begun.as_str() {
        "" => String::new(),
        // Known patterns are compared with random openings only.
        _ if is_given && all.known_as.is_some() => ", with random openings".to_owned(),
        begun if is_given || names.iter().any(|(head, _)| *head == "rules") => {
            format!(", {begun}")
        }
        _ => String::new(),
    };
    let is_one_setup = names.iter().all(|(head, _)| *head != "setup");
    let question = match is_one_setup {
        true => format!("Is {} fair{how}?", cells[0].labels.setup),
        false => format!("Are they fair{how}?"),
    };
    if is_one_setup && cells.len() <= MAX_TOLD {
        let first = in_words(cells[0]);
        if cells.iter().all(|cell| in_words(cell) == first) {
            return format!("{question} {}.", capital(&first));
        }
        let each = cells.iter().map(|cell| {
            let which = names.iter().map(|(head, name)| match *head {
                "rules" => format!("under {} ", name(cell)),
                _ => format!("between {} players ", name(cell)),
            });
            format!("{}{}", which.collect::<String>(), in_words(cell))
        });
        return format!("{question} {}.", capital(&each.collect::<Vec<_>>().join("; ")));
    }
    let what = if context.setups.len() == cells.len() { "setup" } else { "line" };
    let counted = counts(cells);
    format!("{question} Of {}: {counted}.", plural(cells.len() as u64, what))
}

fn in_words(cell: &CellStats<'_>) -> String {
    let told = cell.statement(Seat::FIRST).map(Statement::answer);
    told.unwrap_or_else(|| "open: all games are identical".to_owned())
}

/// Formats a score and its interval, or a remark if there are too few games.
fn figures(score: Option<Estimate>) -> [String; 2] {
    match score {
        Some(score) if score.interval.is_none() || is_known(score.interval) => {
            [percent(score.mean), range(&score)]
        }
        _ => [String::new(), "too few games".to_owned()],
    }
}

/// Answers for many cells: the means, the number of setups that favour each player, the effects of
/// the rules, and the setups at both ends.
fn of_many(context: &ReportContext<'_>) -> Answer {
    let groups: Vec<&Group<'_>> =
        context.strongest().into_iter().filter(|group| group.tally.seats == 2).collect();
    let mut words = means(context, &groups).unwrap_or_default();
    words.extend(of_other_bots(context, &groups));
    words.extend(of_rules(context));
    let shown = &groups[..groups.len().min(MAX_TOLD)];
    for group in shown {
        let (rules, many) = (group.rules, group.cells.len());
        let told = counts(&group.cells);
        words.push(format!("Under {rules}, of {many} setups: {told}."));
    }
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
    let signs = "First player's score in % with its 95 % confidence interval: + favours the first player, - the \
                 second, = is within 10 points of even. The highest and the lowest of many scores look more extreme than \
                 they are.";
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
    let scored = scores(context, groups, |group| format!("under {}", group.rules))?;
    let setups = plural(context.setups.len() as u64, "setup");
    Some(vec![
        format!("The first player scores {scored}."),
        format!("That is the mean over {setups}, between {bots} players; 50 % would be even."),
    ])
}

/// Lists the first player's mean score in each of a few groups, or the range in many. `None` without
/// scores.
fn scores(
    context: &ReportContext<'_>,
    groups: &[&Group<'_>],
    label: impl Fn(&Group<'_>) -> String,
) -> Option<String> {
    let mean = |group: &&Group<'_>| over(&group.cells, context.all.common_random).first;
    let scores: Vec<Estimate> = groups.iter().map(mean).collect::<Option<_>>()?;
    let one = |(score, group): (&Estimate, &&Group<'_>)| {
        let range = score.interval;
        let range =
            range.map(|it| format!(" (95 % CI {} to {})", percent(it.low), percent(it.high)));
        format!("{} %{} {}", percent(score.mean), range.unwrap_or_default(), label(group))
    };
    let each = scores.iter().zip(groups);
    if scores.len() <= MAX_TOLD {
        return Some(listed(each.map(one), "and"));
    }
    let least = each.clone().min_by(|one, other| one.0.mean.total_cmp(&other.0.mean))?;
    let most = each.max_by(|one, other| one.0.mean.total_cmp(&other.0.mean))?;
    Some(format!("from {} to {}", one(least), one(most)))
}

/// States what the first player scores between the bots that the answer is not about.
fn of_other_bots(context: &ReportContext<'_>, told: &[&Group<'_>]) -> Option<String> {
    let is_other = |group: &&Group<'_>| {
        let is_told = told.iter().any(|it| (it.rules, it.bots) == (group.rules, group.bots));
        !is_told
            && group.cells[0].is_self_play()
            && group.tally.seats == 2
            && group.tally.games() > 0
    };
    let others: Vec<&Group<'_>> = context.groups.iter().filter(is_other).collect();
    let between = |group: &Group<'_>| match context.rules.len() {
        1 => format!("between {} players", group.bots),
        _ => format!("between {} players under {}", group.bots, group.rules),
    };
    let scored = scores(context, &others, between).filter(|_| !others.is_empty())?;
    Some(format!("It is {scored}."))
}

/// Lists the setups of a group with their scores, the farthest from even first.
fn ranked(group: &Group<'_>) -> Vec<String> {
    let scored = group.cells.iter().filter_map(|cell| Some((cell, cell.score(Seat::FIRST)?)));
    let mut scored: Vec<(&&CellStats<'_>, Estimate)> = scored.collect();
    // At this precision no two scores differ by rounding errors alone.
    let from_even = |score: &Estimate| ((score.mean - 0.5).abs() * 1e6).round();
    // The sort is stable: of equal scores the earlier setup comes first.
    scored.sort_by(|(_, one), (_, other)| from_even(other).total_cmp(&from_even(one)));
    let widest = scored.iter().map(|(cell, _)| cell.labels.setup.chars().count()).max();
    let line = |(cell, score): &(&&CellStats<'_>, Estimate)| {
        let (name, width) = (cell.labels.setup, widest.unwrap_or(0));
        let sign = sign(cell.statement(Seat::FIRST));
        let [mean, range] = figures(Some(*score));
        format!("{name:<width$} {mean:>5} {range:<10} {sign}").trim_end().to_owned()
    };
    scored.iter().map(line).collect()
}

/// States the effect of the rules, for exactly two rule sets with the same line-up whose games are
/// independent.
fn of_rules(context: &ReportContext<'_>) -> Option<String> {
    if context.all.common_random {
        return None;
    }
    match context.strongest().as_slice() {
        [one, other] if (one.bots, one.tally.seats, other.tally.seats) == (other.bots, 2, 2) => {
            let mean = |group: &Group<'_>| over(&group.cells, false).first;
            by([one.rules, other.rules], [mean(one), mean(other)])
        }
        _ => None,
    }
}

/// States the effect of the second of two rule sets from the score under each; `None` with too few
/// games.
fn by([against, of]: [&str; 2], scores: [Option<Estimate>; 2]) -> Option<String> {
    let [Some(first), Some(second)] = scores else { return None };
    let by = second.mean - first.mean;
    let found = difference(first.with_interval()?, second.with_interval()?);
    is_known(Some(found)).then(|| change([against, of], by, found))
}

/// States the bots and how games began, and which crew would tell more.
fn between(context: &ReportContext<'_>) -> String {
    let all = context.all;
    let bots = all.names(|cell| cell.labels.bots);
    let cell_of = |bots: &&str| all.cells.iter().find(|cell| cell.labels.bots == *bots);
    let played = bots.iter().filter_map(cell_of).map(|cell| match cell.labels.each {
        _ if cell.balance.is_some() && bots.len() > 1 => format!("of {}", cell.labels.bots),
        _ if cell.balance.is_some() => format!("of {}", balance::about(cell.labels.bots)),
        [first, second] if first != second => format!("of {first} against {second}"),
        _ => format!("between {} bots", cell.labels.bots),
    });
    let played = match bots.len() {
        0..=MAX_TOLD => listed(played, "and"),
        _ => "between bots".to_owned(),
    };
    let begun = if all.begun.is_empty() { String::new() } else { format!(", {}", all.begun) };
    let more = match bots.as_slice() {
        &[only] => balance::stronger(only),
        _ => None,
    };
    let more = more.map(|it| format!(" Stronger players: `--bots {it}`.")).unwrap_or_default();
    format!("Games {played}{begun}: people and other bots may score differently.{more}")
}
