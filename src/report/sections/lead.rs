//! What is read first: the answer to the experiment's question in a sentence or a few, and the
//! setups that it is about. Whatever is said here stands with its interval further down.

mod contests;

use crate::base::words::listed;
use crate::games::Seat;
use crate::games::rules::Named;
use crate::report::material::{Group, Material};
use crate::report::words::{count, counted, percent, signed};
use crate::stats::across::{across, over};
use crate::stats::carrying::Carrying;
use crate::stats::decisions::found;
use crate::stats::summary::sentence;
use crate::stats::{Counted, Verdict, WHOLE};

use self::contests::contests;
use super::answer::{points, strongest};
use super::scores::thinks_farther;

/// So many setups are named in a sentence.
const MOST_NAMED: usize = 6;

/// So many boards are drawn.
const MOST_DRAWN: usize = 4;

/// So many rule sets, contests or ladders have a sentence.
const MOST_TOLD: usize = 3;

/// The answer, and the setups that it is about with a few words on each.
#[derive(Default)]
pub struct Lead {
    /// Paragraphs.
    pub words: Vec<String>,
    /// The setups' numbers.
    pub setups: Vec<(usize, String)>,
}

/// What is to be read first.
pub fn lead(material: &Material<'_>) -> Lead {
    if material.games() == 0 {
        return Lead { words: vec!["No game has been played yet.".to_owned()], ..Lead::default() };
    }
    let mut lead = match material.all.decider {
        Some(find) => contests(material, &found(material.cells, find)),
        None => match rivals(material) {
            words if !words.is_empty() => Lead { words, setups: in_order(material) },
            _ if material.experiment.setups.len() == 1 => of_one(material),
            _ => of_several(material),
        },
    };
    if material.games() < material.of {
        // Whoever reads nothing else must know.
        let (played, of) = (count(material.games()), count(material.of));
        let (units, are) = (material.all.units(), if material.games() == 1 { "is" } else { "are" });
        let words =
            format!("Only {played} of {of} {units} {are} played yet: all of this may change.");
        lead.words.insert(0, words);
    }
    lead
}

/// Who is better, where bots differ.
fn rivals(material: &Material<'_>) -> Vec<String> {
    let told = material.ladders.iter().filter_map(strongest).take(MOST_TOLD).map(|answer| {
        format!("{} is the {} under {}. {}", answer.figure, answer.what, answer.label, answer.text)
    });
    told.chain(shares(material)).collect()
}

/// The share of each bot's seats in what was to be won, where more than two sit together.
fn shares(material: &Material<'_>) -> Vec<String> {
    let mut told = Vec::new();
    for rules in &material.experiment.rules {
        let of_rules = |group: &&Group<'_>| {
            std::ptr::eq(group.rules, rules)
                && !group.is_mirror()
                && group.tally.seats() > 2
                && group.tally.games() > 0
        };
        let mut sums: Vec<(String, u64, u64)> = Vec::new();
        for group in material.groups.iter().filter(of_rules) {
            let seats = Seat::first(group.tally.seats());
            for (seat, bot) in seats.zip(group.lineup.in_seats(group.tally.seats())) {
                let (bot, won) = (bot.to_string(), group.tally.score(seat));
                let of = WHOLE * group.tally.games();
                match sums.iter_mut().find(|(name, ..)| *name == bot) {
                    Some(sum) => (sum.1, sum.2) = (sum.1 + won, sum.2 + of),
                    None => sums.push((bot, won, of)),
                }
            }
        }
        sums.sort_by(|one, other| (other.1 * one.2).cmp(&(one.1 * other.2)));
        let seats = rules.rules.seats();
        if sums.len() > 1 {
            let share = |(bot, won, of): &(String, u64, u64)| {
                format!("{bot} {} %", percent(*won as f64 / *of as f64))
            };
            told.push(format!(
                "Under {}, with {seats} players at a table, a seat scores on average: {}; an even share is \
                 {} %.",
                rules.name,
                listed(sums.iter().map(share), "and"),
                percent(1.0 / f64::from(seats))
            ));
        }
    }
    told
}

/// One setup: the plain sentences of the summary, or those of its seats.
fn of_one(material: &Material<'_>) -> Lead {
    let mut words = sentence::sentences(material.all);
    words.extend(mirrors(material).iter().filter_map(seats));
    if words.is_empty() {
        return Lead { setups: in_order(material), ..of_several(material) };
    }
    Lead { words, setups: in_order(material) }
}

/// The strongest line-up of each rule set that has one bot in all seats, as far as their words tell; else the
/// last, for bots are mostly listed from weak to strong.
fn mirrors<'m, 'a>(material: &'m Material<'a>) -> Vec<&'m Group<'a>> {
    let last = |rules: &'a Named| {
        let of_rules = |group: &&Group<'_>| {
            std::ptr::eq(group.rules, rules) && group.is_mirror() && group.tally.games() > 0
        };
        let last = material.groups.iter().rfind(of_rules)?;
        Some(material.groups.iter().filter(of_rules).fold(last, |strongest, group| {
            let [one, other] = [strongest, group].map(|group| group.lineup.to_string());
            if is_weaker(&one, &other) { group } else { strongest }
        }))
    };
    material.experiment.rules.iter().filter_map(last).collect()
}

/// Whether the first bot is known to be the weaker: by its budget, or because it does not look ahead.
fn is_weaker(one: &str, other: &str) -> bool {
    let rank = |word: &str| ["random", "greedy"].iter().position(|it| *it == word).unwrap_or(2);
    rank(one) < rank(other) || thinks_farther(one, other)
}

/// What the seats score, where there are more than two.
fn seats(group: &&Group<'_>) -> Option<String> {
    let (tally, fair) = (&group.tally, percent(group.fair()));
    if tally.seats() == 2 {
        return None;
    }
    let of = (WHOLE * tally.games()) as f64;
    let scores = Seat::first(tally.seats())
        .map(|seat| format!("{} %", percent(tally.score(seat) as f64 / of)));
    Some(format!(
        "Between {} {} players under {} the seats score, in the order in which they move, {}; an even share is \
         {fair} %.",
        tally.seats(),
        group.lineup,
        group.rules.name,
        listed(scores, "and")
    ))
}

fn of_several(material: &Material<'_>) -> Lead {
    let mirrors = mirrors(material);
    let two: Vec<&Group<'_>> =
        mirrors.iter().copied().filter(|group| group.tally.seats() == 2).collect();
    let mut words = Vec::new();
    words.extend(means(material, &two));
    words.extend(changes(material));
    words.extend(favoured(material, &two));
    words.extend(mirrors.iter().filter_map(seats));
    let setups = match two.first().or(mirrors.first()) {
        Some(group) => ends(material, group),
        None => in_order(material),
    };
    Lead { words, setups }
}

/// What moving first is worth on the whole.
fn means(material: &Material<'_>, groups: &[&Group<'_>]) -> Option<String> {
    let mean = |group: &Group<'_>| {
        let cells: Vec<&Counted<'_>> = group.cells.iter().map(|&(_, cell)| cell).collect();
        Some(over(&cells, material.all.draws).first?.mean)
    };
    let mut scores: Vec<(f64, &str)> = Vec::new();
    for group in groups {
        scores.push((mean(group)?, &group.rules.name));
    }
    let last = groups.first()?;
    let setups = counted(material.experiment.setups.len() as u64, "setup");
    let mut text = format!("Between {} players the first player ", last.lineup);
    if material.all.has_matches() {
        text += "of a match ";
    }
    let told = |(score, rules): &(f64, &str)| format!("{} % under {rules}", percent(*score));
    match scores.as_slice() {
        [] => return None,
        few if few.len() <= MOST_TOLD => {
            text += &format!("scores {}", listed(few.iter().map(told), "and"));
        }
        many => {
            let least = many.iter().min_by(|one, other| one.0.total_cmp(&other.0))?;
            let most = many.iter().max_by(|one, other| one.0.total_cmp(&other.0))?;
            text += &format!("scores from {} to {}", told(least), told(most));
        }
    }
    Some(format!("{text}, on average over {setups}; 50 % would be even."))
}

/// What rules change, on the same random numbers, by the last bots.
fn changes(material: &Material<'_>) -> Option<String> {
    let lines = across(material.all);
    let bots = lines.iter().rfind(|line| line.change.is_some())?.bots;
    let changes: Vec<(&str, &str, f64, bool)> = lines
        .iter()
        .filter(|line| line.bots == bots)
        .filter_map(|line| {
            let change = line.change.as_ref()?;
            let mean = change.difference?.mean;
            let shown = change.joint.is_some_and(|it| it.low > 0.0 || it.high < 0.0);
            Some((line.rules, change.against, 100.0 * mean, shown))
        })
        .collect();
    let (_, against, ..) = *changes.first()?;
    let shown: Vec<String> = changes
        .iter()
        .filter(|change| change.3)
        .map(|(rules, _, points, _)| format!("{rules} ({})", signed(*points)))
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

/// How many setups favour somebody: what carries over from bot to bot where that is known, or else
/// what the last bots show.
fn favoured(material: &Material<'_>, groups: &[&Group<'_>]) -> Vec<String> {
    let carrying = material.carrying.as_ref();
    groups.iter().take(MOST_TOLD).filter_map(|group| of_rules(carrying, group)).collect()
}

fn of_rules(carrying: Option<&Carrying>, group: &Group<'_>) -> Option<String> {
    let rules = &group.rules.name;
    let number = |wanted: Verdict| {
        group.cells.iter().filter(|(_, cell)| cell.verdict() == Some(wanted)).count()
    };
    let all = group.cells.len();
    if let Some(carrying) = carrying {
        let mut pooled = carrying
            .lasting
            .iter()
            .filter(|it| it.rules == *rules)
            .filter_map(|it| it.pooled.as_ref());
        let from = pooled.next().filter(|it| it.rungs > 1).map(|it| it.from.clone());
        if let Some(from) = from {
            let of = |wanted| {
                let is_it = |it: &&crate::stats::carrying::lasting::Lasting| {
                    it.rules == *rules && it.verdict == Some(wanted)
                };
                carrying.lasting.iter().filter(is_it).count()
            };
            return Some(format!(
                "Under {rules}, by all bots from {from} on together, {} of {all} setups favour the first player \
                 and {} the second: this carries over from one of these bots to the others.",
                of(Verdict::First),
                of(Verdict::Second)
            ));
        }
    }
    let even = match number(Verdict::Balanced) {
        0 => String::new(),
        some => {
            let within = group.cells.first().map(|(_, cell)| points(cell)).unwrap_or_default();
            format!(", {some} to be even within {within} points")
        }
    };
    let open = match number(Verdict::Undecided) {
        0 => String::new(),
        some => format!("; for {some} the games do not tell"),
    };
    Some(format!(
        "Under {rules}, {} of {all} setups are shown to favour the first player, {} the second{even}{open}.",
        number(Verdict::First),
        number(Verdict::Second)
    ))
}

/// The setups in order, if they are few.
fn in_order(material: &Material<'_>) -> Vec<(usize, String)> {
    let setups = material.experiment.setups.iter().map(|setup| setup.name.clone());
    setups.enumerate().take(MOST_DRAWN).collect()
}

/// The setups that come out nearest to even, and those farthest from it.
fn ends(material: &Material<'_>, group: &Group<'_>) -> Vec<(usize, String)> {
    let mut order = super::gallery::by_balance(material, group);
    if order.len() > MOST_DRAWN {
        order.drain(MOST_DRAWN / 2..order.len() - MOST_DRAWN / 2);
        for (place, (_, words)) in order.iter_mut().enumerate() {
            let end = if place < MOST_DRAWN / 2 { "nearest to even" } else { "farthest" };
            *words = format!("{end}: {words}");
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::is_weaker;

    #[test]
    fn words_tell_the_weaker_bot_where_they_can() {
        for (one, other) in [
            ("random", "greedy"),
            ("greedy", "search:nodes=50"),
            ("random", "mcts:playouts=10"),
            ("search:nodes=50", "search:nodes=1000"),
        ] {
            assert!(is_weaker(one, other) && !is_weaker(other, one), "{one} {other}");
        }
        // Games tell this, and words do not.
        let [one, other] = ["mcts:playouts=640", "search:nodes=250"];
        assert!(!is_weaker(one, other) && !is_weaker(other, one));
        assert!(!is_weaker("greedy", "greedy"));
    }
}
