//! What the terminal says where nobody asks for all of it: the answer in a sentence or a few, the figures that
//! it rests on, and between whom it was played.

use super::lead::{changes, compared, lead, means, who};
use super::{Asked, Group, MOST_LINES, of_figures};
use crate::base::words::listed;
use crate::games::Seat;
use crate::report::document::{Block, Section};
use crate::report::words::{counted, percent, range, signed};
use crate::stats::across::over;
use crate::stats::interval::{Interval, difference};
use crate::stats::table::{Kind, Table};
use crate::stats::{Counted, Measured, Overview, Verdict};

/// So many cells have their verdict in the first sentence.
const MOST_SAID: usize = 3;

/// So many rule sets stand side by side.
const MOST_RULES: usize = 3;

/// So many setups are named that came out farthest from even, and nearest to it.
const FARTHEST: usize = 5;
const NEAREST: usize = 4;

/// A score whose interval is wider than this is not known.
const WIDEST: f64 = 0.4;

/// The answer, and what stands below it.
pub fn brief(all: &Overview<'_>) -> (Vec<String>, Vec<Section>) {
    let asked = Asked::of(all);
    let is_plain =
        |cell: &&Counted<'_>| cell.tally.seats == 2 && cell.terms.mirror && cell.tally.games() > 0;
    let plain: Vec<&Counted<'_>> = all.cells.iter().filter(is_plain).collect();
    let is_of_others = all.decider.is_some() || !asked.ladders.is_empty();
    let (words, mut blocks) = match plain.len() {
        0 => of_others(&asked),
        _ if is_of_others => of_others(&asked),
        few if few <= MOST_LINES || asked.setups.len() == 1 => of_few(&asked, &plain),
        _ => of_many(&asked),
    };
    if asked.games() > 0 {
        blocks.push(Block::Text(between(&asked)));
    }
    (words, vec![Section { id: "brief", title: String::new(), blocks }])
}

/// Of contests, ladders and more than two seats: the answer, and its first tables.
fn of_others(asked: &Asked<'_>) -> (Vec<String>, Vec<Block>) {
    let tables = of_figures(asked).into_iter().find_map(|section| {
        let tables = section.blocks.into_iter().filter(|it| matches!(it, Block::Table(..)));
        Some(tables.collect::<Vec<_>>()).filter(|tables| !tables.is_empty())
    });
    (lead(asked), tables.unwrap_or_default())
}

/// A verdict, and a line for each cell.
fn of_few(asked: &Asked<'_>, cells: &[&Counted<'_>]) -> (Vec<String>, Vec<Block>) {
    let all = asked.all;
    let differ = |name: fn(&Counted<'_>) -> String| {
        cells.iter().any(|cell| name(cell) != name(cells[0])).then_some(name)
    };
    let setup = differ(|cell| cell.labels.setup.to_owned());
    let rules = differ(|cell| cell.labels.rules.to_owned());
    let bots = differ(|cell| cell.labels.bots.to_owned());
    let mut words = vec![match setup {
        Some(_) => format!("Are they fair? {}.", capital(&counts(cells))),
        None => {
            let one = |cell: &&Counted<'_>| {
                let under = rules.map(|name| format!("under {}", name(cell)));
                let between = bots.map(|name| format!("between {} players", name(cell)));
                let which: Vec<String> = under.into_iter().chain(between).collect();
                [&which[..], &[said(cell)]].concat().join(" ")
            };
            let answer = match cells.len() {
                0..=MOST_SAID => cells.iter().map(one).collect::<Vec<_>>().join("; "),
                _ => counts(cells),
            };
            format!("Is {} fair? {}.", cells[0].labels.setup, capital(&answer))
        }
    }];
    words.extend(differences(asked));

    let names = [("setup", setup), ("rules", rules), ("bots", bots)];
    let names = || names.into_iter().filter_map(|(head, name)| Some((head, name?)));
    let mut columns: Vec<(&str, Kind)> = names().map(|(head, _)| (head, Kind::Word)).collect();
    columns.extend([
        (all.units(), Kind::Figure),
        ("first player %", Kind::Figure),
        ("range", Kind::Word),
        ("ahead", Kind::Word),
    ]);
    let mut table = Table::shown(&columns);
    for cell in cells {
        let mut fields: Vec<String> = names().map(|(_, name)| name(cell)).collect();
        fields.push(cell.tally.games().to_string());
        let score = cell.joint(Seat::FIRST).filter(is_known);
        fields.push(score.map_or_else(String::new, |score| percent(score.mean)));
        fields.push(match cell.joint(Seat::FIRST) {
            Some(score) if score.interval.is_none() || is_known(&score) => range(&score),
            _ => format!("too few {}", all.units()),
        });
        fields.push(ahead(cell.verdict()).to_owned());
        table.row(fields);
    }
    let mut notes = vec![match cells.len() {
        1 => "range: where endlessly many such games would put it, 95 % sure.".to_owned(),
        _ => "range: where endlessly many such games would put it; all together 95 % sure."
            .to_owned(),
    }];
    let compares = cells.iter().take(if setup.is_some() { 0 } else { MOST_SAID });
    notes.extend(compares.filter_map(|cell| {
        let interval = cell.joint(Seat::FIRST)?.interval?;
        compared(all, cell, interval)
    }));
    (words, vec![Block::Table(String::new(), table), Block::Notes(notes)])
}

/// The averages, how many setups favour whom, what rules change, and the setups at both ends.
fn of_many(asked: &Asked<'_>) -> (Vec<String>, Vec<Block>) {
    let groups: Vec<&Group<'_>> =
        asked.strongest().into_iter().filter(|group| group.tally.seats == 2).collect();
    let mut words: Vec<String> = means(asked, &groups, true).into_iter().collect();
    words.extend(differences(asked));
    words.extend(favoured(asked, &groups));
    let shown = &groups[..groups.len().min(MOST_RULES)];
    let heads = shown.iter().map(|group| (group.rules, Kind::Word));
    let columns: Vec<(&str, Kind)> = [("from even", Kind::Word)].into_iter().chain(heads).collect();
    let mut table = Table::shown(&columns);
    let ranked: Vec<Vec<String>> = shown.iter().map(|group| ranked(group)).collect();
    let most = ranked.iter().map(Vec::len).max().unwrap_or(0);
    let is_told = |place: usize| place < FARTHEST || place + NEAREST >= most;
    for place in (0..most).filter(|&place| is_told(place)) {
        let end = match place {
            0 => "farthest",
            place if place == most.saturating_sub(NEAREST).max(FARTHEST) => "nearest",
            _ => "",
        };
        let lines = ranked.iter().map(|lines| lines.get(place).cloned().unwrap_or_default());
        table.row([end.to_owned()].into_iter().chain(lines));
    }
    let signs = "First player's score in %, with its range: + the first player is ahead, - the second; all ranges are \
                 right together with a chance of 95 %. The highest and the lowest of many scores look more extreme \
                 than they are.";
    let mut blocks = vec![Block::Table(String::new(), table), Block::Note(signs.to_owned())];
    if groups.len() > shown.len() {
        let more =
            format!("{} more rule sets: `--full` and cells.csv.", groups.len() - shown.len());
        blocks.push(Block::Note(more));
    }
    (words, blocks)
}

/// The setups of a group with their scores, those farthest from even first.
fn ranked(group: &Group<'_>) -> Vec<String> {
    let scored = group.cells.iter().filter_map(|(_, cell)| Some((cell, cell.joint(Seat::FIRST)?)));
    let mut scored: Vec<(&&Counted<'_>, Measured)> = scored.collect();
    // So finely no two scores differ by their rounding alone.
    let from_even = |score: &Measured| ((score.mean - 0.5).abs() * 1e6).round();
    // The sort is stable: of equal scores the earlier setup comes first.
    scored.sort_by(|(_, one), (_, other)| from_even(other).total_cmp(&from_even(one)));
    let widest = scored.iter().map(|(cell, _)| cell.labels.setup.chars().count()).max();
    let line = |(cell, score): &(&&Counted<'_>, Measured)| {
        let (name, width) = (cell.labels.setup, widest.unwrap_or(0));
        let sign = cell.verdict().map_or("", Verdict::sign);
        let figures = match score.interval.is_none() || is_known(score) {
            true => format!("{:>5} {:<10}", percent(score.mean), range(score)),
            false => "too few games".to_owned(),
        };
        format!("{name:<width$} {figures} {sign}").trim_end().to_owned()
    };
    scored.iter().map(line).collect()
}

/// What the second rule set changes against the first, where there are two, and one line-up of each.
fn differences(asked: &Asked<'_>) -> Option<String> {
    if asked.all.common_random {
        return changes(asked);
    }
    let groups = asked.strongest();
    let [one, other] = groups.as_slice() else { return None };
    if (one.bots, one.tally.seats, other.tally.seats) != (other.bots, 2, 2) {
        return None;
    }
    let [first, second] = [one, other].map(|group| {
        let cells: Vec<&Counted<'_>> = group.cells.iter().map(|&(_, cell)| cell).collect();
        over(&cells, false).first
    });
    let (first, second) = (first?, second?);
    let by = second.mean - first.mean;
    let Interval { low, high } =
        difference((first.mean, first.interval?), (second.mean, second.interval?));
    if high - low > WIDEST {
        return None;
    }
    let (of, against) = (other.rules, one.rules);
    let range = |low, high| format!("{} to {}", percent(low), percent(high));
    Some(match (low > 0.0, high < 0.0) {
        (true, _) => format!(
            "Under {of} the first player scores {} points more than under {against} ({}).",
            percent(by),
            range(low, high)
        ),
        (_, true) => format!(
            "Under {of} the first player scores {} points less than under {against} ({}).",
            percent(-by),
            range(-high, -low)
        ),
        _ => format!(
            "That {of} changes the first player's score against {against} is not shown: {} points, {} to {}.",
            signed(by),
            signed(low),
            signed(high)
        ),
    })
}

/// How many setups favour whom under each of a few rule sets.
fn favoured(asked: &Asked<'_>, groups: &[&Group<'_>]) -> Option<String> {
    if groups.is_empty() || groups.len() > MOST_RULES {
        return None;
    }
    let many = |group: &Group<'_>, wanted: Verdict| {
        group.cells.iter().filter(|(_, cell)| cell.verdict() == Some(wanted)).count()
    };
    let favour = groups.iter().enumerate().map(|(place, group)| {
        let (first, second) = (many(group, Verdict::First), many(group, Verdict::Second));
        match place {
            0 => format!(
                "{first} are shown to favour the first player and {second} the second under {}",
                group.rules
            ),
            _ => format!("{first} and {second} under {}", group.rules),
        }
    });
    let even = groups.iter().filter(|group| many(group, Verdict::Balanced) > 0);
    let even = even.map(|group| {
        format!("; {} are shown to be even under {}", many(group, Verdict::Balanced), group.rules)
    });
    let is_open = groups.iter().any(|group| many(group, Verdict::Undecided) > 0);
    Some(format!(
        "Of {} {}{}{}.",
        counted(asked.setups.len() as u64, "setup"),
        listed(favour, "and"),
        even.collect::<String>(),
        if is_open { "; of the others the games do not tell" } else { "" }
    ))
}

/// What is said of a cell in an answer.
fn said(cell: &Counted<'_>) -> String {
    let verdict = cell.verdict();
    let who = who(verdict, cell.terms.within);
    match verdict {
        Some(Verdict::First | Verdict::Second) => format!("no: {who}"),
        Some(Verdict::Balanced) => format!("yes: {who}"),
        None => "that cannot be told: all games are the same one".to_owned(),
        _ => "that cannot be told yet".to_owned(),
    }
}

/// The same in a table.
fn ahead(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::First) => "the first player",
        Some(Verdict::Second) => "the second player",
        Some(Verdict::Balanced) => "nobody",
        _ => "cannot tell yet",
    }
}

/// How many cells are what.
fn counts(cells: &[&Counted<'_>]) -> String {
    let many = |wanted: &[Option<Verdict>]| {
        cells.iter().filter(|cell| wanted.contains(&cell.verdict())).count()
    };
    let told = [
        (many(&[Some(Verdict::Balanced)]), "to be even"),
        (many(&[Some(Verdict::First)]), "to favour the first player"),
        (many(&[Some(Verdict::Second)]), "to favour the second"),
    ];
    let told = told.into_iter().filter(|(many, _)| *many > 0).enumerate();
    let mut words: Vec<String> = told
        .map(|(place, (many, what))| match (place, many) {
            (0, 1) => format!("1 is shown {what}"),
            (0, _) => format!("{many} are shown {what}"),
            _ => format!("{many} {what}"),
        })
        .collect();
    let open = many(&[Some(Verdict::Undecided), None]);
    if words.is_empty() {
        return "that cannot be told yet of any".to_owned();
    }
    if open > 0 {
        words.push(format!("of {open} it cannot be told yet"));
    }
    format!("of {} lines below {}", cells.len(), words.join(", "))
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Whether a score's interval says anything.
fn is_known(score: &Measured) -> bool {
    score.interval.is_some_and(|it| it.high - it.low <= WIDEST)
}

/// Who played, and how games began.
fn between(asked: &Asked<'_>) -> String {
    let all = asked.all;
    let bots = all.names(|cell| cell.labels.bots);
    let bots = match bots.len() {
        0..=MOST_SAID => {
            format!("{} bots", listed(bots.iter().map(|&bots| bots.to_owned()), "and"))
        }
        _ => "bots".to_owned(),
    };
    let begun = if all.begun.is_empty() { String::new() } else { format!(": {}", all.begun) };
    format!(
        "These are games between {bots}{begun}. They do not say how people, or stronger bots, would fare."
    )
}
