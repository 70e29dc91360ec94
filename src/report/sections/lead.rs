//! What is read first: the answer to the experiment's question in a sentence or a few, and the
//! setups that it is about. Whatever is said here stands with its interval further down.

use super::choice;
use super::find::{Found, found, proved};
use super::strength;
use super::{Asked, Group};
use crate::base::words::{counted, listed};
use crate::games::Seat;
use crate::report::words::{percent, signed};
use crate::stats::across::{across, over};
use crate::stats::decider::Decider;
use crate::stats::find::End;
use crate::stats::interval::Interval;
use crate::stats::{Counted, Measured, Overview, Verdict, WHOLE, points};

/// So many setups are named in a sentence.
const MOST_NAMED: usize = 6;

/// So many rule sets or contests have a sentence.
pub(super) const MOST_TOLD: usize = 3;

/// So many cells of one setup have a sentence each; of more a table says it better.
pub(super) const MOST_SENTENCES: usize = 6;

/// The first player's score on each known pattern by the games of `experiments/quick.toml`, as
/// `rules,bots,setup,score,low,high`: made of the kept results by a test.
const KNOWN: &str = include_str!("known_patterns.csv");

/// How many games each of these scores is the mean of.
pub const KNOWN_GAMES: u64 = 120;

/// What is to be read first: a paragraph each.
pub fn lead(asked: &Asked<'_>) -> Vec<String> {
    if asked.games() == 0 {
        return vec!["No game has been played yet.".to_owned()];
    }
    match asked.all.decider {
        Some(Decider::Find(find)) => {
            return found(asked.cells, find).iter().take(MOST_TOLD).map(contest).collect();
        }
        Some(Decider::Choice(choice)) => return choice::sentences(asked, choice),
        None => {}
    }
    let mut words: Vec<String> =
        asked.contests.iter().filter_map(strength::best).take(MOST_TOLD).collect();
    if words.is_empty() && asked.setups.len() == 1 {
        words = sentences(asked.all);
        words.extend(asked.strongest().into_iter().filter_map(seats));
    }
    if words.is_empty() { of_several(asked) } else { words }
}

/// A contest: who is left, and of whom something is proved.
fn contest(found: &Found<'_>) -> String {
    let Found { rules, bots, setups, contenders, close, within, .. } = found;
    let names = |names: &[&str]| match names.len() {
        0..=MOST_NAMED => listed(names.iter().map(|&name| name.to_owned()), "and"),
        many => format!("{many} setups"),
    };
    let mut text = format!(
        "The most balanced of {setups} setups between {bots} players under {rules} is {}.",
        proved(found)
    );
    if contenders.len() > 1 && contenders.len() <= MOST_NAMED {
        text += &format!(" Left are {}.", names(contenders));
    }
    if !close.is_empty() && found.end != Some(End::Winner) {
        text += &format!(" Shown to be within {within} points of it: {}.", names(close));
    }
    text
}

/// One setup in plain words, a sentence or two a cell, the last bots first, which mostly are the strongest: who
/// is ahead between which players, how sure that is, and how it compares with the known patterns.
fn sentences(all: &Overview<'_>) -> Vec<String> {
    let is_plain =
        |cell: &&Counted<'_>| cell.tally.seats == 2 && cell.terms.mirror && cell.tally.games() > 0;
    let cells: Vec<&Counted<'_>> = all.cells.iter().rev().filter(is_plain).collect();
    if cells.len() > MOST_SENTENCES {
        return Vec::new();
    }
    cells.iter().filter_map(|cell| sentence(all, cell)).collect()
}

fn sentence(all: &Overview<'_>, cell: &Counted<'_>) -> Option<String> {
    let score = cell.joint(Seat::FIRST)?;
    let labels = &cell.labels;
    let who = who(cell.verdict(), cell.terms.within);
    let sure = match score.interval {
        Some(it) => format!(
            "endlessly many games would give {} to {} %, {}95 % sure",
            percent(it.low),
            percent(it.high),
            if cell.terms.statements > 1 { "all such ranges together " } else { "" }
        ),
        None => "they do not say what more games would give".to_owned(),
    };
    let compared = score.interval.and_then(|it| compared(all, cell, it));
    Some(format!(
        "On {} {who} between {} players under {}: the first player scored {} % in {} {}; {sure}.{}",
        labels.setup,
        labels.bots,
        labels.rules,
        percent(score.mean),
        cell.tally.games(),
        all.units(),
        compared.map_or_else(String::new, |words| format!(" {words}"))
    ))
}

/// Who is ahead.
pub(super) fn who(verdict: Option<Verdict>, within: f64) -> String {
    match verdict {
        Some(Verdict::First) => "the first player is ahead".to_owned(),
        Some(Verdict::Second) => "the second player is ahead".to_owned(),
        Some(Verdict::Balanced) => {
            let within = points(within);
            format!("nobody is ahead by more than {within} points of a hundred")
        }
        _ => "nobody is shown to be ahead".to_owned(),
    }
}

/// The known patterns between the same players, with their scores and ranges, those with the same stones left
/// out; nothing where games began otherwise.
pub(super) fn known<'a>(
    all: &Overview<'_>,
    cell: &Counted<'_>,
) -> (Vec<(&'a str, f64, Interval)>, bool) {
    let Some(names) = all.known_as.filter(|_| !all.has_matches()) else {
        return Default::default();
    };
    let between = format!("{},{},", cell.labels.rules, cell.labels.bots);
    let line = |line: &'a str| {
        let (setup, figures) = line.strip_prefix(&between)?.split_once(',')?;
        let mut figures = figures.split(',').filter_map(|figure| figure.parse().ok());
        let mut next = || figures.next();
        Some((setup, next()?, Interval { low: next()?, high: next()? }))
    };
    let (same, others): (Vec<_>, Vec<_>) = KNOWN
        .lines()
        .filter_map(line)
        .partition(|(setup, ..)| names.iter().any(|name| name == setup));
    (others, !same.is_empty())
}

/// How many known patterns scored nearer to even between the same players. Wherever in its interval the score
/// truly lies, the number is one of these; nothing where that may be most of them.
pub(super) fn compared(
    all: &Overview<'_>,
    cell: &Counted<'_>,
    interval: Interval,
) -> Option<String> {
    let (others, is_known) = known(all, cell);
    let scores: Vec<f64> = others.iter().map(|&(_, score, _)| score).collect();
    let from_even = |score: f64| (score - 0.5).abs();
    let nearer = |distance: f64| scores.iter().filter(|&&it| from_even(it) < distance).count();
    let [low, high] = [interval.low, interval.high];
    let least = if low <= 0.5 && 0.5 <= high { 0.0 } else { from_even(low).min(from_even(high)) };
    let (least, most) = (nearer(least), nearer(from_even(low).max(from_even(high))));
    if scores.is_empty() || 2 * (most - least) > scores.len() {
        return None;
    }
    let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let other = if is_known { "other " } else { "" };
    Some(format!(
        "Of the {} {other}known patterns {many} came out nearer to even, in {KNOWN_GAMES} games each.",
        scores.len(),
    ))
}

/// What the seats score, where there are more than two.
fn seats(group: &Group<'_>) -> Option<String> {
    let tally = &group.tally;
    if tally.seats == 2 {
        return None;
    }
    let of = (WHOLE * tally.games()) as f64;
    let scores = Seat::first(tally.seats)
        .map(|seat| format!("{} %", percent(tally.score(seat) as f64 / of)));
    Some(format!(
        "Between {} {} players under {} the seats score, in the order in which they move, {}; an even share is \
         {} %.",
        tally.seats,
        group.bots,
        group.rules,
        listed(scores, "and"),
        percent(group.fair())
    ))
}

fn of_several(asked: &Asked<'_>) -> Vec<String> {
    let mirrors = asked.strongest();
    let two: Vec<&Group<'_>> =
        mirrors.iter().copied().filter(|group| group.tally.seats == 2).collect();
    let mut words = Vec::new();
    words.extend(means(asked, &two, false));
    words.extend(changes(asked));
    words.extend(two.iter().take(MOST_TOLD).map(|group| {
        let under = format!("Under {}", group.rules);
        favoured(&under, group, |_, cell| cell.verdict())
    }));
    words.extend(mirrors.iter().filter_map(|group| seats(group)));
    words
}

/// What moving first is worth on average, with ranges where they are wanted.
pub(super) fn means(asked: &Asked<'_>, groups: &[&Group<'_>], has_ranges: bool) -> Option<String> {
    let first = groups.first()?;
    let setups = counted(asked.setups.len() as u64, "setup");
    let scored = scored(asked, groups, has_ranges)?;
    Some(format!(
        "Between {} players the first player {scored}, on average over {setups}; 50 % would be even.",
        first.bots
    ))
}

/// The same without between whom and over what.
pub(super) fn scored(asked: &Asked<'_>, groups: &[&Group<'_>], has_ranges: bool) -> Option<String> {
    let mean = |group: &Group<'_>| {
        let cells: Vec<&Counted<'_>> = group.cells.iter().map(|&(_, cell)| cell).collect();
        over(&cells, asked.all.common_random).first
    };
    let mut scores: Vec<(Measured, &str)> = Vec::new();
    for group in groups {
        scores.push((mean(group)?, group.rules));
    }
    let of = if asked.all.has_matches() { "of a match " } else { "" };
    let one = |(score, rules): &(Measured, &str)| {
        let range = score.interval.filter(|_| has_ranges);
        let range = range.map(|it| format!(" ({} to {})", percent(it.low), percent(it.high)));
        format!("{} %{} under {rules}", percent(score.mean), range.unwrap_or_default())
    };
    let scored = match scores.as_slice() {
        [] => return None,
        few if few.len() <= MOST_TOLD => listed(few.iter().map(one), "and"),
        many => {
            let least = many.iter().min_by(|one, other| one.0.mean.total_cmp(&other.0.mean))?;
            let most = many.iter().max_by(|one, other| one.0.mean.total_cmp(&other.0.mean))?;
            format!("from {} to {}", one(least), one(most))
        }
    };
    Some(format!("{of}scores {scored}"))
}

/// What rules change, on the same random numbers, by the last bots.
pub(super) fn changes(asked: &Asked<'_>) -> Option<String> {
    let lines = across(asked.all);
    let bots = lines.iter().rfind(|line| line.change.is_some())?.bots;
    let changes: Vec<(&str, &str, f64, bool)> = lines
        .iter()
        .filter(|line| line.bots == bots)
        .filter_map(|line| {
            let change = line.change.as_ref()?;
            let mean = change.difference?.mean;
            let shown = change.joint.is_some_and(|it| it.low > 0.0 || it.high < 0.0);
            Some((line.rules, change.against, mean, shown))
        })
        .collect();
    let (_, against, ..) = *changes.first()?;
    let shown: Vec<String> = changes
        .iter()
        .filter(|change| change.3)
        .map(|(rules, _, mean, _)| format!("{rules} ({})", signed(*mean)))
        .collect();
    let all = changes.len();
    Some(match (shown.len(), all) {
        (0, 1) => format!(
            "That {} changes the first player's score against {against} is not shown.",
            changes[0].0
        ),
        (0, _) => format!(
            "None of the {all} other rule sets is shown to change the first player's score against {against}."
        ),
        _ => format!(
            "Against {against} the first player's score is shown to change, in points of a hundred, under {}{}.",
            listed(shown.iter().cloned(), "and"),
            match all - shown.len() {
                0 => String::new(),
                left => format!("; for the other {left} no change is shown"),
            }
        ),
    })
}

/// How many setups favour somebody, by the verdict of a cell with this number.
pub(super) fn favoured(
    under: &str,
    group: &Group<'_>,
    verdict: impl Fn(usize, &Counted<'_>) -> Option<Verdict>,
) -> String {
    let verdicts: Vec<Option<Verdict>> =
        group.cells.iter().map(|&(number, cell)| verdict(number, cell)).collect();
    format!(
        "{under}, of {} setups {}{}.",
        group.cells.len(),
        shown(&verdicts),
        of_others(&verdicts)
    )
}

/// How many of some cells are shown to favour whom, or to be even.
pub(super) fn shown(verdicts: &[Option<Verdict>]) -> String {
    let kinds = [
        (Verdict::First, "to favour the first player"),
        (Verdict::Second, "to favour the second player"),
        (Verdict::Balanced, "to be even"),
    ];
    let many = |wanted| verdicts.iter().filter(|&&it| it == Some(wanted)).count();
    let found = kinds.into_iter().map(|(wanted, what)| (many(wanted), what));
    let found = found.filter(|&(many, _)| many > 0).enumerate();
    let told: Vec<String> = found
        .map(|(place, (many, what))| match (place, many) {
            (0, 1) => format!("1 is shown {what}"),
            (0, many) => format!("{many} are shown {what}"),
            (_, many) => format!("{many} {what}"),
        })
        .collect();
    match told.is_empty() {
        true => "none is shown to favour anybody".to_owned(),
        false => listed(told, "and"),
    }
}

/// That of others nothing is shown, where there are others.
pub(super) fn of_others(verdicts: &[Option<Verdict>]) -> &'static str {
    let is_shown = |it: &Option<Verdict>| it.is_some_and(|it| it != Verdict::Undecided);
    match verdicts.iter().filter(|it| is_shown(it)).count() {
        // That nothing is shown has been said.
        0 => "",
        all if all == verdicts.len() => "",
        _ => "; of the others the games do not tell",
    }
}
