//! What is read first: the answer to the experiment's question in a sentence or a few, and the
//! setups that it is about. Whatever is said here stands with its interval further down.

use super::find::{Found, found};
use super::strength::strongest;
use super::{Asked, Group};
use crate::base::words::{counted, listed};
use crate::games::Seat;
use crate::report::words::{percent, short, signed};
use crate::stats::across::{across, over};
use crate::stats::find::End;
use crate::stats::interval::Interval;
use crate::stats::{Counted, Overview, Verdict, WHOLE};

/// So many setups are named in a sentence.
const MOST_NAMED: usize = 6;

/// So many boards are drawn.
const MOST_DRAWN: usize = 4;

/// So many rule sets, contests or ladders have a sentence.
const MOST_TOLD: usize = 3;

/// So many cells of one setup have a sentence each; of more a table says it better.
const MOST_SENTENCES: usize = 6;

/// The first player's score on each known pattern by the games of `experiments/first-player.toml`, as
/// `rules,bots,setup,score`: made of the kept results by a test.
const KNOWN: &str = include_str!("known_patterns.csv");

/// How many games each of these scores is the mean of.
pub const KNOWN_GAMES: u64 = 240;

/// The answer, and the setups that it is about with a few words on each.
#[derive(Default)]
pub struct Lead {
    /// Paragraphs.
    pub words: Vec<String>,
    /// The setups' numbers.
    pub setups: Vec<(usize, String)>,
}

/// What is to be read first.
pub fn lead(asked: &Asked<'_>) -> Lead {
    if asked.games() == 0 {
        return Lead { words: vec!["No game has been played yet.".to_owned()], ..Lead::default() };
    }
    if let Some(find) = asked.all.decider {
        return contests(asked, &found(asked.cells, find));
    }
    let mut words = rivals(asked);
    if words.is_empty() && asked.setups.len() == 1 {
        words = sentences(asked.all);
        words.extend(asked.strongest().into_iter().filter_map(seats));
    }
    match words.is_empty() {
        true => of_several(asked),
        false => Lead { words, setups: in_order(asked) },
    }
}

/// Contests: who is left, and of whom something is proved.
fn contests(asked: &Asked<'_>, contests: &[Found<'_>]) -> Lead {
    let words = contests.iter().take(MOST_TOLD).map(contest).collect();
    let setups = contests.first().map_or(Vec::new(), |found| nearest(asked, found));
    Lead { words, setups }
}

/// The setups of a contest of which something is shown, then those that are left.
fn nearest(asked: &Asked<'_>, found: &Found<'_>) -> Vec<(usize, String)> {
    let mut names = found.close.clone();
    names.extend(found.contenders.iter().filter(|name| !found.close.contains(name)));
    let drawn = |name: &&str| {
        let is_it = |cell: &&Counted<'_>| {
            let labels = cell.labels;
            (labels.setup, labels.rules, labels.bots) == (*name, found.rules, found.bots)
        };
        let cell = asked.cells.iter().find(is_it)?;
        let score = percent(cell.score(Seat::FIRST)?.mean);
        let number = asked.setups.iter().position(|setup| setup == name)?;
        Some((number, format!("{name}: first player {score} %")))
    };
    names.iter().take(MOST_DRAWN).filter_map(drawn).collect()
}

fn contest(found: &Found<'_>) -> String {
    let Found { rules, bots, setups, contenders, close, within, .. } = found;
    let names = |names: &[&str]| listed(names.iter().map(|&name| name.to_owned()), "and");
    let out = setups - contenders.len();
    let between = format!("Between {bots} players under {rules}");
    let others = match out {
        0 => String::new(),
        1 => "; the other one is shown to be less even".to_owned(),
        out => format!("; the other {out} are shown to be less even"),
    };
    match (found.end, contenders.as_slice()) {
        (Some(End::Winner), &[winner]) => format!(
            "{between}, {winner} is the most balanced of {setups} setups: every other one is shown to be \
             less even."
        ),
        (Some(End::Set), contenders) => format!(
            "{between}, {} of {setups} setups are the most balanced{}: they are shown to differ by no more \
             than {within} points of a hundred{others}.",
            contenders.len(),
            if contenders.len() <= MOST_NAMED {
                format!(", {}", names(contenders))
            } else {
                String::new()
            }
        ),
        (end, contenders) => {
            let so_far = if end.is_none() { "so far " } else { "" };
            let shown =
                format!("shown to be within {within} points of a hundred of the most balanced. ");
            let mut text = format!("{between}, {so_far}");
            text += &match close.as_slice() {
                [] => "no setup is shown to be the most balanced. ".to_owned(),
                close if close.len() <= MOST_NAMED => {
                    let are = if close.len() == 1 { "is" } else { "are" };
                    format!("{} {are} {shown}", names(close))
                }
                close => format!("{} setups are {shown}", close.len()),
            };
            text += &format!(
                "{} of {setups} setups are not told apart by these games",
                contenders.len()
            );
            if contenders.len() <= MOST_NAMED {
                text += &format!(": {}", names(contenders));
            }
            text + &others + "."
        }
    }
}

/// Who is better, where bots differ.
fn rivals(asked: &Asked<'_>) -> Vec<String> {
    let ladders = asked.ladders.iter().filter_map(strongest).take(MOST_TOLD);
    ladders.chain(shares(asked)).collect()
}

/// The share of each bot's seats in what was to be won, where more than two sit together.
fn shares(asked: &Asked<'_>) -> Vec<String> {
    let mut words = Vec::new();
    for &rules in &asked.rules {
        let of_rules = |group: &&Group<'_>| {
            group.rules == rules
                && !group.is_mirror()
                && group.tally.seats > 2
                && group.tally.games() > 0
        };
        let mut sums: Vec<(&str, u64, u64)> = Vec::new();
        let mut seats = 0;
        for group in asked.groups.iter().filter(of_rules) {
            seats = group.tally.seats;
            for (seat, bot) in Seat::first(seats).zip(group.each) {
                let (won, of) = (group.tally.score(seat), WHOLE * group.tally.games());
                match sums.iter_mut().find(|(name, ..)| name == bot) {
                    Some(sum) => (sum.1, sum.2) = (sum.1 + won, sum.2 + of),
                    None => sums.push((bot, won, of)),
                }
            }
        }
        sums.sort_by(|one, other| (other.1 * one.2).cmp(&(one.1 * other.2)));
        if sums.len() > 1 {
            let share = |(bot, won, of): &(&str, u64, u64)| {
                format!("{bot} {} %", percent(*won as f64 / *of as f64))
            };
            words.push(format!(
                "Under {rules}, with {seats} players at a table, a seat scores on average: {}; an even share is \
                 {} %.",
                listed(sums.iter().map(share), "and"),
                percent(1.0 / f64::from(seats))
            ));
        }
    }
    words
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
    let who = match cell.verdict() {
        Some(Verdict::First) => "the first player is ahead".to_owned(),
        Some(Verdict::Second) => "the second player is ahead".to_owned(),
        Some(Verdict::Balanced) => {
            let within = percent(cell.terms.within);
            format!("nobody is ahead by more than {within} points of a hundred")
        }
        _ => "nobody is shown to be ahead".to_owned(),
    };
    let sure = match score.interval {
        Some(it) => format!(
            "endlessly many would give from {} to {} %, {}",
            percent(it.low),
            percent(it.high),
            match cell.terms.statements {
                1 => "which is 95 % sure",
                _ => "and all such ranges here are right together with a chance of 95 %",
            }
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
        compared.unwrap_or_default()
    ))
}

/// How many known patterns scored nearer to even between the same players, those with the same stones left
/// out. Wherever in its interval the score truly lies, the number is one of these; nothing where that may
/// be most of them.
fn compared(all: &Overview<'_>, cell: &Counted<'_>, interval: Interval) -> Option<String> {
    let names = all.known_as.filter(|_| !all.has_matches())?;
    let between = format!("{},{},", cell.labels.rules, cell.labels.bots);
    let known = KNOWN.lines().filter_map(|line| line.strip_prefix(&between)?.split_once(','));
    let (same, others): (Vec<_>, Vec<_>) =
        known.partition(|(setup, _)| names.iter().any(|name| name == setup));
    let scores: Vec<f64> = others.iter().filter_map(|(_, score)| score.parse().ok()).collect();
    let from_even = |score: f64| (score - 0.5).abs();
    let nearer = |distance: f64| scores.iter().filter(|&&it| from_even(it) < distance).count();
    let [low, high] = [interval.low, interval.high];
    let least = if low <= 0.5 && 0.5 <= high { 0.0 } else { from_even(low).min(from_even(high)) };
    let (least, most) = (nearer(least), nearer(from_even(low).max(from_even(high))));
    if scores.is_empty() || 2 * (most - least) > scores.len() {
        return None;
    }
    let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let other = if same.is_empty() { "" } else { "other " };
    Some(format!(
        " Of the {} {other}known patterns, in {KNOWN_GAMES} games each between the same players, {many} came \
         out nearer to even.",
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

fn of_several(asked: &Asked<'_>) -> Lead {
    let mirrors = asked.strongest();
    let two: Vec<&Group<'_>> =
        mirrors.iter().copied().filter(|group| group.tally.seats == 2).collect();
    let mut words = Vec::new();
    words.extend(means(asked, &two));
    words.extend(changes(asked));
    words.extend(two.iter().take(MOST_TOLD).map(|group| favoured(group)));
    words.extend(mirrors.iter().filter_map(|group| seats(group)));
    let setups = match two.first().or(mirrors.first()) {
        Some(group) => extremes(asked, group),
        None => in_order(asked),
    };
    Lead { words, setups }
}

/// What moving first is worth on average.
fn means(asked: &Asked<'_>, groups: &[&Group<'_>]) -> Option<String> {
    let mean = |group: &Group<'_>| {
        let cells: Vec<&Counted<'_>> = group.cells.iter().map(|&(_, cell)| cell).collect();
        Some(over(&cells, asked.all.common_random).first?.mean)
    };
    let mut scores: Vec<(f64, &str)> = Vec::new();
    for group in groups {
        scores.push((mean(group)?, group.rules));
    }
    let first = groups.first()?;
    let setups = counted(asked.setups.len() as u64, "setup");
    let of = if asked.all.has_matches() { "of a match " } else { "" };
    let one = |(score, rules): &(f64, &str)| format!("{} % under {rules}", percent(*score));
    let scored = match scores.as_slice() {
        [] => return None,
        few if few.len() <= MOST_TOLD => listed(few.iter().map(one), "and"),
        many => {
            let least = many.iter().min_by(|one, other| one.0.total_cmp(&other.0))?;
            let most = many.iter().max_by(|one, other| one.0.total_cmp(&other.0))?;
            format!("from {} to {}", one(least), one(most))
        }
    };
    Some(format!(
        "Between {} players the first player {of}scores {scored}, on average over {setups}; 50 % would be even.",
        first.bots
    ))
}

/// What rules change, on the same random numbers, by the last bots.
fn changes(asked: &Asked<'_>) -> Option<String> {
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

/// How many setups favour somebody.
fn favoured(group: &Group<'_>) -> String {
    let number = |wanted: Verdict| {
        group.cells.iter().filter(|(_, cell)| cell.verdict() == Some(wanted)).count()
    };
    let even = match number(Verdict::Balanced) {
        0 => String::new(),
        some => {
            let within = group.cells.first().map(|(_, cell)| short(cell.terms.within));
            format!(", {some} to be even within {} points", within.unwrap_or_default())
        }
    };
    let open = match number(Verdict::Undecided) {
        0 => String::new(),
        some => format!("; for {some} the games do not tell"),
    };
    format!(
        "Under {}, {} of {} setups are shown to favour the first player, {} the second{even}{open}.",
        group.rules,
        number(Verdict::First),
        group.cells.len(),
        number(Verdict::Second)
    )
}

/// The setups in order, if they are few.
fn in_order(asked: &Asked<'_>) -> Vec<(usize, String)> {
    asked.setups.iter().map(|&name| name.to_owned()).enumerate().take(MOST_DRAWN).collect()
}

/// The setups that come out nearest to even, and those farthest from it.
fn extremes(asked: &Asked<'_>, group: &Group<'_>) -> Vec<(usize, String)> {
    let fair = group.fair();
    let mut order: Vec<(f64, usize, String)> = group
        .cells
        .iter()
        .filter_map(|(number, cell)| {
            let score = cell.score(Seat::FIRST)?.mean;
            let words = format!("{}: first player {} %", cell.labels.setup, percent(score));
            Some(((score - fair).abs(), asked.setup_of(*number), words))
        })
        .collect();
    // The sort is stable: of equal scores the earlier setup comes first.
    order.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut setups: Vec<(usize, String)> =
        order.into_iter().map(|(_, setup, words)| (setup, words)).collect();
    if setups.len() > MOST_DRAWN {
        setups.drain(MOST_DRAWN / 2..setups.len() - MOST_DRAWN / 2);
        for (place, (_, words)) in setups.iter_mut().enumerate() {
            let end = if place < MOST_DRAWN / 2 { "nearest to even" } else { "farthest" };
            *words = format!("{end}: {words}");
        }
    }
    setups
}
