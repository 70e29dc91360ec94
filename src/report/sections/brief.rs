//! What the terminal says where nobody asks for all of it: the answer in a sentence or a few, the figures that
//! it rests on, and between whom it was played.

use super::choice::best;
use super::lead::{changes, compared, lead, means, of_others as left_open, scored, shown, who};
use super::{Asked, Group, MOST_LINES, of_figures};
use crate::base::words::listed;
use crate::games::Seat;
use crate::report::document::{Block, Section};
use crate::report::words::{counted, percent, range, signed};
use crate::stats::across::over;
use crate::stats::decider::Decider;
use crate::stats::interval::{Interval, difference};
use crate::stats::table::{Kind, Table, rounded};
use crate::stats::{Counted, Measured, Overview, Verdict};

/// So many cells have their verdict in the first sentence.
const MOST_SAID: usize = 3;

/// So many rule sets stand side by side.
const MOST_RULES: usize = 3;

/// So many setups are named that came out farthest from even, and nearest to it.
const FARTHEST: usize = 5;
const NEAREST: usize = 4;

/// A score whose interval is wider than this is not known.
pub(super) const WIDEST: f64 = 0.4;

/// The answer, and what stands below it.
pub fn brief(all: &Overview<'_>) -> (Vec<String>, Vec<Section>) {
    let asked = Asked::of(all);
    let (words, mut blocks) = answer(&asked);
    if asked.games() > 0 {
        blocks.push(Block::Text(between(&asked)));
    }
    (words, vec![Section { id: "brief", title: String::new(), blocks }])
}

/// What is said of a cell where columns are drawn, and where both players choose them.
struct Both<'a, 'c> {
    cell: &'c Counted<'a>,
    scores: [Option<Measured>; 2],
    verdicts: [Option<Verdict>; 2],
    games: [u64; 2],
}

/// The answer by both measures, of cells in the same order.
pub fn both(all: &Overview<'_>, chosen: &Overview<'_>) -> (Vec<String>, Vec<Section>) {
    let Some(Decider::Choice(choice)) = chosen.decider else { return brief(all) };
    let asked = Asked::of(all);
    let pairs = all.cells.iter().zip(chosen.cells).enumerate();
    let lines: Vec<Both<'_, '_>> = pairs
        .map(|(number, (cell, twin))| {
            let [(drawn, ahead), (value, leads)] = [all, chosen].map(|it| it.asked(number));
            let games = [cell.tally.games(), twin.tally.games()];
            Both { cell, scores: [drawn, value], verdicts: [ahead, leads], games }
        })
        .collect();
    let figures = |score: Option<Measured>| match score {
        Some(score) if score.interval.is_none() || is_known(&score) => {
            [percent(score.mean), range(&score)]
        }
        _ => [String::new(), "too few games".to_owned()],
    };
    let (mut words, mut table);
    if let [Both { cell, scores, verdicts, games }] = lines.as_slice() {
        let within = cell.terms.within;
        let answer = capital(&of_both(*verdicts, within));
        words = vec![format!("Is {} fair? {answer}.", cell.labels.setup)];
        table = Table::shown(&[
            ("columns", Kind::Word),
            ("games", Kind::Figure),
            ("first player %", Kind::Figure),
            ("range", Kind::Word),
            ("ahead", Kind::Word),
            ("best so far", Kind::Word),
        ]);
        for (place, name) in ["drawn", "both choose"].into_iter().enumerate() {
            let [mean, range] = figures(scores[place]);
            let ahead = ahead(verdicts[place]).to_owned();
            let best = match place {
                1 if !mean.is_empty() => best(choice, 0, &chosen.cells[0]),
                _ => String::new(),
            };
            table.row([name.to_owned(), games[place].to_string(), mean, range, ahead, best]);
        }
    } else {
        let of = |place: usize| -> Vec<Option<Verdict>> {
            lines.iter().map(|line| line.verdicts[place]).collect()
        };
        let told = match asked.setups.as_slice() {
            [setup] if lines.len() <= MOST_SAID => {
                let told = lines.iter().map(|line| {
                    let within = line.cell.terms.within;
                    (which(line.cell, all.cells), of_both(line.verdicts, within))
                });
                let told = each(told.collect());
                format!("Is {setup} fair? {}.", capital(&told))
            }
            setups => {
                let what = if setups.len() == lines.len() { "setup" } else { "line" };
                let lines = counted(lines.len() as u64, what);
                let told = match [shown(&of(0)), shown(&of(1))] {
                    [drawn, chosen] if drawn == chosen => {
                        format!(" {drawn}, whether columns are drawn or chosen")
                    }
                    [drawn, chosen] => {
                        format!(", where columns are drawn, {drawn}; where both choose, {chosen}")
                    }
                };
                format!("Are they fair? Of {lines}{told}.")
            }
        };
        words = vec![told];
        words.extend(differences(&asked).map(|told| format!("Where columns are drawn: {told}")));
        if let [one, other] = lines.as_slice()
            && (one.cell.labels.setup, one.cell.labels.bots)
                == (other.cell.labels.setup, other.cell.labels.bots)
        {
            let names = [one, other].map(|line| line.cell.labels.rules);
            let told =
                one.scores[1].zip(other.scores[1]).and_then(|(one, other)| by(names, one, other));
            words.extend(told.map(|told| format!("Where both choose: {told}")));
        }
        let names = names_apart(lines.iter().map(|line| line.cell));
        let heads = names.iter().map(|(head, _)| (*head, Kind::Word));
        let columns: Vec<(&str, Kind)> =
            heads.chain([("drawn columns", Kind::Word), ("both choose", Kind::Word)]).collect();
        table = Table::shown(&columns);
        for line in &lines {
            let names = names.iter().map(|(_, name)| name(line.cell));
            let measures = line.scores.iter().zip(line.verdicts).map(|(score, verdict)| {
                let [mean, range] = figures(*score);
                let sign = verdict.map_or("", Verdict::sign);
                format!("{mean:>5} {range:<10} {sign}").trim().to_owned()
            });
            table.row(names.chain(measures).collect::<Vec<_>>());
        }
    }
    let mut notes = vec![match lines.len() {
        1 => "range: where endlessly many such games would put it, each 95 % sure.".to_owned(),
        _ => "First player's score in %, and where endlessly many such games would put it, all of a column together \
              95 % sure: + the first player is ahead, - the second, = nobody."
            .to_owned(),
    }];
    if let [Both { cell, scores: [Some(Measured { interval: Some(it), .. }), _], .. }] = lines[..] {
        notes.extend(compared(all, cell, it));
    }
    let [drawn, spread] = [all, chosen].map(|all| all.names(|cell| cell.labels.bots));
    let new = spread.into_iter().filter(|name| !drawn.contains(name)).collect::<Vec<_>>();
    let bots = listed(drawn.iter().chain(&new).map(|&name| name.to_owned()), "and");
    notes.push(match is_kept(all) {
        true => format!("Games between {bots} bots; stronger: docs/answers.md."),
        false => format!("Games between {bots} bots: others may fare otherwise."),
    });
    let blocks = vec![Block::Table(String::new(), table), Block::Notes(notes)];
    (words, vec![Section { id: "brief", title: String::new(), blocks }])
}

/// Whether it is a known pattern, which stronger players played: those kept are of one rule set.
fn is_kept(all: &Overview<'_>) -> bool {
    let is_known =
        all.known_as.is_some_and(|names| names.iter().any(|it| it.starts_with("catalogue-")));
    is_known && all.cells.iter().all(|cell| cell.labels.rules == "brunei-slide")
}

/// Whether a pattern is fair where columns are drawn, and where both players choose them.
fn of_both([drawn, chosen]: [Option<Verdict>; 2], within: f64) -> String {
    let ahead = |verdict: Option<Verdict>| match verdict {
        Some(Verdict::First) => Some("the first player is ahead"),
        Some(Verdict::Second) => Some("the second player is ahead"),
        _ => None,
    };
    let is_even = |verdict: Option<Verdict>| verdict == Some(Verdict::Balanced);
    let even = who(Some(Verdict::Balanced), within);
    match (ahead(drawn), ahead(chosen)) {
        (Some(one), Some(other)) if one == other => {
            format!("no: {one}, whether columns are drawn or chosen")
        }
        (Some(one), Some(other)) => {
            format!("no: where columns are drawn {one}, where both choose them {other}")
        }
        (Some(who), None) => format!("no: where columns are drawn {who}"),
        (None, Some(who)) => format!("no: where both players choose their columns {who}"),
        _ if is_even(drawn) && is_even(chosen) => format!("yes: {even}"),
        _ if is_even(drawn) => format!("yes, where columns are drawn: {even}"),
        _ if is_even(chosen) => format!("yes, where both players choose: {even}"),
        _ => "that cannot be told yet".to_owned(),
    }
}

/// What is said of each of a few; once where it is the same of all.
fn each(told: Vec<(String, String)>) -> String {
    match told.as_slice() {
        [(_, first), others @ ..] if others.iter().all(|(_, said)| said == first) => first.clone(),
        told => {
            told.iter().map(|(which, said)| format!("{which}{said}")).collect::<Vec<_>>().join("; ")
        }
    }
}

/// Which of some cells it is, by its rules and bots: `under brunei-jump `.
fn which(cell: &Counted<'_>, cells: &[Counted<'_>]) -> String {
    let names = names_apart(cells.iter());
    let told = names.iter().filter_map(|(head, name)| match *head {
        "rules" => Some(format!("under {} ", name(cell))),
        "bots" => Some(format!("between {} players ", name(cell))),
        _ => None,
    });
    told.collect()
}

fn answer(asked: &Asked<'_>) -> (Vec<String>, Vec<Block>) {
    let all = asked.all;
    let is_plain =
        |cell: &&Counted<'_>| cell.tally.seats == 2 && cell.terms.mirror && cell.tally.games() > 0;
    let plain: Vec<&Counted<'_>> = all.cells.iter().filter(is_plain).collect();
    let is_of_others = all.decider.is_some() || !asked.contests.is_empty();
    match plain.len() {
        0 => of_others(asked),
        _ if is_of_others => of_others(asked),
        few if few <= MOST_LINES || asked.setups.len() == 1 => of_few(asked, &plain),
        _ => of_many(asked),
    }
}

/// The answer as a title, and what to make of it in a few sentences.
pub(super) fn told(asked: &Asked<'_>) -> (String, Vec<String>) {
    let (mut words, blocks) = answer(asked);
    let two = asked.strongest().into_iter().filter(|group| group.tally.seats == 2);
    let two: Vec<&Group<'_>> = two.collect();
    let title = match scored(asked, &two, false) {
        Some(scored) if words.first() == means(asked, &two, true).as_ref() => {
            format!("The first player {scored}")
        }
        _ if words.is_empty() => "No game has been played yet".to_owned(),
        _ => {
            // A title is its first sentence.
            let first = words.remove(0);
            let end = first.find(". ").map_or(first.len(), |end| end + 1);
            let (title, rest) = first.split_at(end);
            if !rest.is_empty() {
                words.insert(0, rest.trim().to_owned());
            }
            title.trim_end_matches('.').to_owned()
        }
    };
    for block in blocks {
        // What ranges are, the chart says.
        if let Block::Notes(notes) = block {
            words.extend(notes.into_iter().skip(1));
        }
    }
    words.truncate(MOST_SAID);
    (title, words)
}

/// Of contests and more than two seats: the answer, and its first tables.
fn of_others(asked: &Asked<'_>) -> (Vec<String>, Vec<Block>) {
    let tables = of_figures(asked).into_iter().find_map(|section| {
        let tables = section.blocks.into_iter().filter(|it| matches!(it, Block::Table(..)));
        Some(tables.collect::<Vec<_>>()).filter(|tables| !tables.is_empty())
    });
    (lead(asked), tables.unwrap_or_default())
}

/// How a cell is told from others, with the head of that column.
type Name = (&'static str, fn(&Counted<'_>) -> String);

/// The names that are not the same in all of some cells.
fn names_apart<'a: 'c, 'c>(cells: impl Iterator<Item = &'c Counted<'a>> + Clone) -> Vec<Name> {
    let all: [Name; 3] = [
        ("setup", |cell| cell.labels.setup.to_owned()),
        ("rules", |cell| cell.labels.rules.to_owned()),
        ("bots", |cell| cell.labels.bots.to_owned()),
    ];
    let is_apart = |(_, name): &Name| {
        let mut names = cells.clone().map(name);
        let first = names.next();
        names.any(|name| Some(name) != first)
    };
    all.into_iter().filter(is_apart).collect()
}

/// A verdict, and a line for each cell.
fn of_few(asked: &Asked<'_>, cells: &[&Counted<'_>]) -> (Vec<String>, Vec<Block>) {
    let all = asked.all;
    let names = names_apart(cells.iter().copied());
    let setup = names.iter().find(|(head, _)| *head == "setup");
    let has_rules = names.iter().any(|(head, _)| *head == "rules");
    let verdicts: Vec<Option<Verdict>> = cells.iter().map(|cell| cell.verdict()).collect();
    // Beside rules under which columns may be drawn Bell's are played otherwise.
    let is_given = cells[0].terms.given_openings;
    let how = match all.begun {
        begun if has_rules && !is_given && !begun.is_empty() => format!(", {begun}"),
        _ => String::new(),
    };
    let mut words = vec![match setup {
        Some(_) => format!("Are they fair{how}? {}.", counts(&verdicts)),
        None => {
            let one = |cell: &&Counted<'_>| (which(cell, all.cells), said(cell));
            let answer = match cells.len() {
                0..=MOST_SAID => each(cells.iter().map(one).collect()),
                _ => counts(&verdicts),
            };
            let answer = capital(&answer);
            // Where both choose them is another question, with another folder.
            let drawn = if is_given { ", where columns are drawn" } else { &how };
            format!("Is {} fair{drawn}? {}.", cells[0].labels.setup, answer)
        }
    }];
    words.extend(differences(asked).map(|told| capital(&told)));

    let mut columns: Vec<(&str, Kind)> =
        names.iter().map(|(head, _)| (*head, Kind::Word)).collect();
    columns.extend([
        (all.units(), Kind::Figure),
        ("first player %", Kind::Figure),
        ("range", Kind::Word),
        ("ahead", Kind::Word),
    ]);
    if has_rules {
        columns.push(("moves", Kind::Figure));
    }
    let mut table = Table::shown(&columns);
    for cell in cells {
        let mut fields: Vec<String> = names.iter().map(|(_, name)| name(cell)).collect();
        fields.push(cell.tally.games().to_string());
        let score = cell.joint(Seat::FIRST).filter(is_known);
        fields.push(score.map_or_else(String::new, |score| percent(score.mean)));
        fields.push(match cell.joint(Seat::FIRST) {
            Some(score) if score.interval.is_none() || is_known(&score) => range(&score),
            _ => format!("too few {}", all.units()),
        });
        fields.push(ahead(cell.verdict()).to_owned());
        if has_rules {
            fields
                .push(cell.tally.plies.mean().map_or_else(String::new, |plies| rounded(plies, 1)));
        }
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
    words.extend(differences(asked).map(|told| capital(&told)));
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
    by([one.rules, other.rules], first?, second?)
}

/// What the second of two rule sets changes, by the score under each.
fn by([against, of]: [&str; 2], first: Measured, second: Measured) -> Option<String> {
    let by = second.mean - first.mean;
    let Interval { low, high } =
        difference((first.mean, first.interval?), (second.mean, second.interval?));
    let range = |low, high| format!("{} to {}", percent(low), percent(high));
    Some(match (low > 0.0, high < 0.0) {
        _ if high - low > WIDEST => return None,
        (true, _) => format!(
            "under {of} the first player scores {} points more than under {against} ({}).",
            percent(by),
            range(low, high)
        ),
        (_, true) => format!(
            "under {of} the first player scores {} points less than under {against} ({}).",
            percent(-by),
            range(-high, -low)
        ),
        _ => format!(
            "between {against} and {of} no difference is shown: {} points, {} to {}.",
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
    let verdicts = |group: &Group<'_>| -> Vec<Option<Verdict>> {
        group.cells.iter().map(|(_, cell)| cell.verdict()).collect()
    };
    let favour =
        groups.iter().map(|group| format!("{} under {}", shown(&verdicts(group)), group.rules));
    let all: Vec<Option<Verdict>> = groups.iter().flat_map(|group| verdicts(group)).collect();
    let setups = counted(asked.setups.len() as u64, "setup");
    Some(format!("Of {setups} {}{}.", listed(favour, "and"), left_open(&all)))
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
fn counts(verdicts: &[Option<Verdict>]) -> String {
    format!("Of the {} below {}{}", verdicts.len(), shown(verdicts), left_open(verdicts))
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
pub(super) fn between(asked: &Asked<'_>) -> String {
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
