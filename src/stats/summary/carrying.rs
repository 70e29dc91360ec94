//! What carries over from bot to bot, and from rule set to rule set.

mod strength;

use self::strength::{chosen, with_strength};
use super::{ends, figure, filled, percent};
use crate::base::words::{Choice, counted};
use crate::stats::carrying::agreement::{Agreement, Between};
use crate::stats::carrying::lasting::{AGREE, Across, Lasting};
use crate::stats::carrying::parts::Of;
use crate::stats::carrying::{Carrying, Group, Rung};
use crate::stats::columns::decimal;
use crate::stats::grid::{Grid, Side};
use crate::stats::interval::Interval;
use crate::stats::part::Part;
use crate::stats::verdict::Verdict;

/// So many setups that are nearest to even are listed.
const MOST_NEAREST: usize = 5;

/// The pieces of all that is said.
pub(crate) fn parts(carrying: &Carrying) -> Vec<Part> {
    let mut parts = Vec::new();
    for group in carrying.groups.iter().filter(|group| group.rungs.len() > 1) {
        parts.extend(between_bots(carrying, group));
    }
    parts.extend(between_rules(carrying));
    parts.extend(variance(carrying));
    for group in &carrying.groups {
        let lasting: Vec<&Lasting> =
            carrying.lasting.iter().filter(|it| it.rules == group.rules).collect();
        parts.extend(of_setups(group, &lasting));
    }
    parts.extend(with_strength(carrying));
    parts.extend(chosen(carrying));
    parts
}

/// The agreement of two things, whichever of them is named first.
fn found<'c>(
    carrying: &'c Carrying,
    between: Between,
    of: &str,
    [one, other]: [&str; 2],
) -> Option<&'c Agreement> {
    carrying.agreements.iter().find(|it| {
        let two = [it.two[0].as_str(), it.two[1].as_str()];
        it.between == between && it.of == of && (two == [one, other] || two == [other, one])
    })
}

/// A correlation; a dash where there is none.
fn correlation(agreement: Option<&Agreement>) -> String {
    agreement.and_then(|it| it.truth).map_or_else(|| "-".to_owned(), |it| decimal(it, 2))
}

fn ends_of(Interval { low, high }: Interval) -> String {
    format!("{} to {}", decimal(low, 2), decimal(high, 2))
}

/// How alike the setups' true scores are with each two bots of a rule set.
fn between_bots(carrying: &Carrying, group: &Group) -> Vec<Part> {
    let Group { rules, rungs } = group;
    let mut columns = vec![
        ("row".to_owned(), Side::Right),
        ("bots".to_owned(), Side::Left),
        ("Elo".to_owned(), Side::Right),
        ("first %".to_owned(), Side::Right),
        ("reliability".to_owned(), Side::Right),
    ];
    columns.extend((2..=rungs.len()).map(|row| (format!("r with {row}"), Side::Right)));
    let named: Vec<(&str, Side)> =
        columns.iter().map(|(name, side)| (name.as_str(), *side)).collect();
    let mut grid = Grid::new(&named);
    for (place, rung) in rungs.iter().enumerate() {
        let with =
            |other: usize| found(carrying, Between::Bots, rules, [&rung.bots, &rungs[other].bots]);
        let some = (0..rungs.len()).filter(|&other| other != place).find_map(|other| {
            let agreement = with(other)?;
            agreement.reliability[usize::from(agreement.two[1] == rung.bots)]
        });
        let score = rung.patterns.iter().map(|it| it.mean()).sum::<f64>() / group.count() as f64;
        let mut row = vec![
            (place + 1).to_string(),
            rung.bots.clone(),
            rung.elo.map_or_else(String::new, |elo| decimal(elo, 0)),
            percent(score),
            some.map_or_else(|| "-".to_owned(), |it| decimal(it, 2)),
        ];
        let later =
            |other: usize| if other > place { correlation(with(other)) } else { String::new() };
        row.extend((1..rungs.len()).map(later));
        grid.row(row);
    }
    let mut words =
        "r: the correlation of the setups' true scores, chance taken out: 1 where both bots \
                     rank and space the setups alike. Reliability: the part of the variance of the \
                     scores that is not chance."
            .to_owned();
    let from =
        carrying.lasting.iter().find(|it| it.rules == *rules).and_then(|it| it.pooled.as_ref());
    words += &match from {
        Some(pooled) => {
            let pairs = agreeing(carrying, group, &pooled.from);
            let [least, most] = [f64::min, f64::max].map(|better| {
                pairs.iter().filter_map(|it| it.truth).reduce(better).unwrap_or_default()
            });
            let low = pairs.iter().filter_map(|it| Some(it.interval?.low)).reduce(f64::min);
            format!(
                " From {} on they are {} to {}; the lowest end of their intervals is {}.",
                pooled.from,
                decimal(least, 2),
                decimal(most, 2),
                low.map_or_else(|| "-".to_owned(), |low| decimal(low, 2)),
            )
        }
        None if strongest_agree(carrying, group) => {
            " From the bot that is named on, it cannot be told.".to_owned()
        }
        None => format!(" The two strongest do not agree by {AGREE} or more."),
    };
    vec![
        Part::Title(format!("Do bots agree on the setups? {rules}, {} setups", group.count())),
        Part::Table(grid),
        Part::Note(filled(&words)),
    ]
}

/// Whether the two strongest bots of which it can be told agree.
fn strongest_agree(carrying: &Carrying, group: &Group) -> bool {
    let mut told = group.rungs.iter().rev().filter(|rung| rung.tells_chance());
    let (Some(one), Some(other)) = (told.next(), told.next()) else { return false };
    found(carrying, Between::Bots, &group.rules, [&one.bots, &other.bots])
        .is_some_and(|it| it.truth.is_some_and(|truth| truth >= AGREE))
}

/// The agreements of the bots from one on.
fn agreeing<'c>(carrying: &'c Carrying, group: &Group, from: &str) -> Vec<&'c Agreement> {
    let names: Vec<&str> = group
        .rungs
        .iter()
        .map(|rung| rung.bots.as_str())
        .skip_while(|&bots| bots != from)
        .collect();
    let is_one = |it: &&Agreement| {
        it.between == Between::Bots
            && it.of == group.rules
            && it.two.iter().all(|bots| names.contains(&bots.as_str()))
    };
    carrying.agreements.iter().filter(is_one).collect()
}

/// How alike the setups' true scores are under each two rule sets, between the strongest bot that has both.
fn between_rules(carrying: &Carrying) -> Vec<Part> {
    let mut grid = Grid::new(&[
        ("rules", Side::Left),
        ("and", Side::Left),
        ("bots", Side::Left),
        ("setups", Side::Right),
        ("seen", Side::Right),
        ("r", Side::Right),
        ("interval", Side::Left),
    ]);
    let (mut rows, mut passed_over) = (0, false);
    for (place, one) in carrying.groups.iter().enumerate() {
        for other in &carrying.groups[place + 1..] {
            let of = |bots: &str| found(carrying, Between::Rules, bots, [&one.rules, &other.rules]);
            let strongest = |told: bool| {
                let of = |rung: &Rung| of(&rung.bots).filter(|it| it.truth.is_some() || !told);
                one.rungs.iter().rev().find_map(of)
            };
            let Some(first) = strongest(false) else { continue };
            let agreement = strongest(true).unwrap_or(first);
            passed_over |= agreement.of != first.of;
            let why = || agreement.method.trim_start_matches("none: ").to_owned();
            grid.row([
                one.rules.clone(),
                other.rules.clone(),
                agreement.of.clone(),
                agreement.patterns.to_string(),
                agreement.seen.map_or_else(|| "-".to_owned(), |it| decimal(it, 2)),
                correlation(Some(agreement)),
                agreement.interval.map_or_else(why, ends_of),
            ]);
            rows += 1;
        }
    }
    if rows == 0 {
        return Vec::new();
    }
    let told = if passed_over { ", and of which it can be told" } else { "" };
    let words = format!(
        "Between the strongest bot that plays both{told}. seen: the correlation of the scores of the games; r: of \
         the true ones."
    );
    vec![
        Part::Title("Do rule sets agree on the setups?".to_owned()),
        Part::Table(grid),
        Part::Note(filled(&words)),
    ]
}

/// To what the variance of a game belongs.
fn variance(carrying: &Carrying) -> Vec<Part> {
    if carrying.parts.is_empty() {
        return Vec::new();
    }
    let columns: Vec<(&str, Side)> = std::iter::once(("rules", Side::Left))
        .chain(Of::ALL.iter().flat_map(|of| [(of.word(), Side::Right), ("interval", Side::Left)]))
        .collect();
    let mut grid = Grid::new(&columns);
    for parts in &carrying.parts {
        let each =
            parts.shares.iter().flat_map(|&(share, interval)| [percent(share), ends(interval)]);
        grid.row(std::iter::once(parts.rules.clone()).chain(each));
    }
    let words = "In % of the variance of a game's score. `by bot`: what one bot sees otherwise than the \
                 others; pair: the first two moves; chance: what is left when all these are known.";
    vec![
        Part::Title("What decides a game?".to_owned()),
        Part::Table(grid),
        Part::Note(filled(words)),
    ]
}

/// What is said of each setup: those that favour somebody, and those nearest to even.
fn of_setups(group: &Group, lasting: &[&Lasting]) -> Vec<Part> {
    if lasting.is_empty() {
        return Vec::new();
    }
    let mut grid = Grid::new(&[
        ("who is ahead", Side::Left),
        ("setup", Side::Left),
        ("first %", Side::Right),
        ("interval", Side::Left),
        ("bot by bot", Side::Left),
        ("from", Side::Left),
        ("first % with each bot", Side::Left),
    ]);
    let pooled = |it: &Lasting| it.pooled.as_ref().map(|it| it.score);
    let ahead = |it: &Lasting| -> Option<Verdict> {
        let by_all = it.pooled.as_ref().map(|it| it.verdict).filter(|it| *it != Verdict::Undecided);
        by_all.or(it.verdict)
    };
    let mut told: Vec<(&Lasting, Verdict)> =
        lasting.iter().filter_map(|it| Some((*it, ahead(it)?))).collect();
    let last = |it: &Lasting| pooled(it).or(it.scores.last().copied()).unwrap_or(0.5);
    told.sort_by(|one, other| last(other.0).total_cmp(&last(one.0)));
    for (it, verdict) in &told {
        grid.row([
            verdict.word().to_owned(),
            it.setup.clone(),
            figure(pooled(it)),
            it.pooled.as_ref().map_or_else(String::new, |it| ends(it.interval)),
            it.across.word().to_owned(),
            it.from.clone().unwrap_or_default(),
            each_score(it),
        ]);
    }
    let mut parts = vec![Part::Title(format!("Which setups favour somebody? {}", group.rules))];
    if !told.is_empty() {
        parts.push(Part::Table(grid));
    }
    let with = |wanted: Verdict| told.iter().filter(|(_, verdict)| *verdict == wanted).count();
    let count = |across: Across| lasting.iter().filter(|it| it.across == across).count();
    let words = format!(
        "Of {} setups {} favour the first player, {} the second, by the games of the bots that are pooled \
         (intervals of all setups hold together at 95 %) or bot by bot: lasting ({}) where every bot from the \
         named one on has that verdict alone, contradicted ({}) where two bots have different verdicts; the other {} \
         are open.",
        lasting.len(),
        with(Verdict::First),
        with(Verdict::Second),
        count(Across::Lasting),
        count(Across::Contradicted),
        count(Across::Open)
    );
    let words = filled(&words);
    parts.push(if told.is_empty() { Part::Words(words) } else { Part::Note(words) });
    parts.extend(nearest(lasting));
    parts
}

/// The first player's score with each bot, in %.
fn each_score(lasting: &Lasting) -> String {
    lasting.scores.iter().map(|&score| percent(score)).collect::<Vec<String>>().join(" ")
}

/// The setups that are nearest to even by the games of the bots that are pooled.
fn nearest(lasting: &[&Lasting]) -> Vec<Part> {
    let mut bounds: Vec<(f64, &Lasting)> = lasting
        .iter()
        .filter_map(|it| {
            let Interval { low, high } = it.pooled.as_ref()?.interval;
            Some(((high - 0.5).abs().max((low - 0.5).abs()), *it))
        })
        .collect();
    bounds.sort_by(|one, other| one.0.total_cmp(&other.0));
    let Some((_, first)) = bounds.first() else { return Vec::new() };
    let Some(pooled) = &first.pooled else { return Vec::new() };
    let mut grid = Grid::new(&[
        ("nearest to even", Side::Left),
        ("games", Side::Right),
        ("first %", Side::Right),
        ("interval", Side::Left),
        ("at most off", Side::Right),
        ("first % with each bot", Side::Left),
    ]);
    for (bound, it) in bounds.iter().take(MOST_NEAREST) {
        let Some(pooled) = &it.pooled else { continue };
        grid.row([
            it.setup.clone(),
            pooled.games.to_string(),
            percent(pooled.score),
            ends(pooled.interval),
            percent(*bound),
            each_score(it),
        ]);
    }
    let out = bounds.iter().filter(|(_, it)| {
        let of = |it: &Lasting| it.pooled.as_ref().map(|it| it.interval);
        let best = of(first).map_or(1.0, |it| (it.high - 0.5).abs().max((it.low - 0.5).abs()));
        of(it).is_some_and(|it| (it.low - 0.5).max(0.5 - it.high) > best)
    });
    let words = format!(
        "By the games from {} on, {}; the intervals of all setups hold together at 95 %. \
         {} of {} setups are shown to be less even than {}.",
        pooled.from,
        counted(pooled.rungs as u64, "bot"),
        out.count(),
        lasting.len(),
        first.setup
    );
    vec![Part::Table(grid), Part::Note(filled(&words))]
}
