//! The answer on any game's results as tables, text, a page and JSON.

use crate::answer::any_game::joint;
use crate::answer::interval::Interval;
use pasang_balance::table::gate::enough;
use pasang_balance::table::{
    Answer, ClassAnswer, FactAnswer, Opening, OptionEffect, SeatRow, Share, Verdict,
};
use pasang_balance::{Direction, Statement};
use pasang_core::base::text::{Keyword, listed, plural, rounded};

use super::format::{count, percent, short, signed};
use super::{Block, ColumnType, Document, Section, Table, plots};

/// Returns the direction of a statement on a seat: of two, who is favoured.
fn direction(statement: Statement, seats: usize) -> Option<&'static str> {
    Some(match (statement.direction()?, seats) {
        (it, 2) => it.word(),
        (Direction::First, _) => "above",
        (Direction::Second, _) => "below",
    })
}

/// Writes a statement on a seat in a few words.
fn brief(statement: Statement, lack: &Option<String>, seats: usize) -> String {
    let words = [statement.size().map(Keyword::word), direction(statement, seats)];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    match (lack, words.is_empty()) {
        (Some(_), _) => "no interval".to_owned(),
        (None, true) => "open".to_owned(),
        (None, false) => words.join(", "),
    }
}

const SIZE: &str = "`within 5`, `within 10` or `beyond 10` percentage points of even";
const DIRECTION: &str =
    "`first` or `second` player favoured; `above` or `below` even with more seats";

/// Tabulates the seats by class and pattern, for a file.
pub fn rows(answer: &Answer) -> Table {
    const ROWS: &str = "Of tables: one row a class, pattern and seat.";
    let told = |row: &&SeatRow| row.lack.is_none();
    Table::file("balance.csv", ROWS, &answer.rows)
        .word("pattern", "pattern, map or start", |row| row.pattern.as_str())
        .word("class", "class of the players", |row| row.class.as_str())
        .whole("seat", "seat, from 1; of two only the first", |row| row.seat)
        .whole("games", "games of the row", |row| row.games)
        .whole("players", "players; 0: not named", |row| row.players)
        .share("score", "the seat's score", |row| row.score.mean)
        .ends("score", "its 95 % interval for the mean over players", |row| {
            told(row).then(|| row.score.interval())
        })
        .ends("one_more", "the same for one player more", |row| {
            row.score.one_more.map(|[low, high]| Interval { low, high })
        })
        .word("size", SIZE, |row| row.score.statement.size().map(Keyword::word))
        .empty("none is shown")
        .word("direction", DIRECTION, |row| direction(row.score.statement, answer.seats))
        .empty("neither is shown")
        .share("within_5", "probability of a score within 5 percentage points of even", |row| {
            told(row).then_some(row.score.statement.within[0])
        })
        .share("within_10", "within 10", |row| told(row).then_some(row.score.statement.within[1]))
        .share("above_even", "probability of a score above even", |row| {
            told(row).then_some(row.score.statement.first)
        })
        .share("nearest", "the probability to be the nearest to even", |row| row.nearest)
        .word("lack", "why there is no interval", |row| row.lack.clone())
        .empty("there is one")
        .done()
}

/// Tabulates the classes' seats, for a file.
pub fn class_table(answer: &Answer) -> Table {
    const ROWS: &str = "Of tables: one row a class and seat.";
    type Count = fn(&&ClassAnswer) -> f64;
    let counts: [(&str, &str, Count); 4] = [
        ("within_5", "number of patterns within 5 percentage points of even", |it| {
            it.counts[0].mean
        }),
        ("within_10", "within 10", |it| it.counts[1].mean),
        ("beyond_10", "beyond 10", |it| it.counts[2].mean),
        ("above_even", "above even", |it| it.counts[3].mean),
    ];
    let pair = |of: Option<[f64; 2]>| of.map(|[low, high]| Interval { low, high });
    let mut table = Table::file("classes.csv", ROWS, &answer.classes)
        .word("class", "class of the players", |it| it.class.as_str())
        .whole("seat", "seat, from 1; of two only the first", |it| it.seat)
        .whole("patterns", "patterns", |it| it.patterns)
        .whole("players", "players; 0: not named", |it| it.players)
        .whole("games", "games of the row", |it| it.games)
        .share("score", "the seat's mean score over the patterns", |it| it.score.mean)
        .ends("score", "its 95 % interval for the mean over players", |it| {
            it.lack.is_none().then(|| it.score.interval())
        })
        .ends("one_more", "the same for one player more", |it| pair(it.score.one_more))
        .ends("over_such", "the same over such patterns", |it| pair(it.over_such))
        .share("more", "difference from the first class, on the patterns of both", |it| {
            it.more_than_first.map(|it| it[0])
        })
        .empty("the first class")
        .ends("more", "its 95 % interval", |it| pair(it.more_than_first.map(|it| [it[1], it[2]])));
    for (name, what, of) in counts {
        table = table.mean(name, what, of);
    }
    table
        .word("size", SIZE, |it| it.score.statement.size().map(Keyword::word))
        .empty("none is shown")
        .word("direction", DIRECTION, |it| direction(it.score.statement, answer.seats))
        .empty("neither is shown")
        .word("lack", "why there is no interval", |it| it.lack.clone())
        .empty("there is one")
        .done()
}

/// Tabulates the options of the rules, for a file.
pub fn option_table(answer: &Answer) -> Table {
    const ROWS: &str = "Of tables: one row a class and value of an option.";
    let ends = |[low, high]: [f64; 2]| Some(Interval { low, high });
    Table::file("options.csv", ROWS, &answer.options)
        .word("class", "class of the players", |it| it.class.as_str())
        .word("option", "option of the rules", |it| it.option.as_str())
        .word("value", "its value", |it| it.value.as_str())
        .word("than", "the value that it is compared with", |it| it.than.as_str())
        .whole("games", "games with the value", |it| it.games)
        .share("effect", "difference of the first seat's score", |it| it.effect)
        .ends("effect", "its 95 % interval", |it| ends(it.interval))
        .ends("joint", "the joint interval", |it| ends(it.joint))
        .done()
}

/// Tabulates the first moves, for a file.
pub fn opening_table(answer: &Answer) -> Table {
    const ROWS: &str = "Of tables: one row a class, pattern and first move.";
    let ends = |low: f64, high: f64| Some(Interval { low, high });
    Table::file("openings.csv", ROWS, answer.first_moves())
        .word("pattern", "pattern, map or start", |it| it.pattern)
        .word("class", "class of the players", |it| it.class)
        .word("first", "the first move", |it| it.word)
        .share("effect", "effect on the score, less the mean of the openings", |it| it.effect[0])
        .ends("effect", "its 95 % interval", |it| ends(it.effect[1], it.effect[2]))
        .share("value", "score after the best reply", |it| it.value)
        .share("best", "probability to be the best", |it| it.best)
        .done()
}

/// Tabulates the facts, for a file: each mean, and how much more it is with values of options.
pub fn fact_table(answer: &Answer) -> Table {
    const ROWS: &str = "Of tables: one row a class and fact, then one a value of an option.";
    struct Row<'a> {
        of: &'a FactAnswer,
        by: Option<&'a OptionEffect>,
    }
    let rows = answer.facts.iter().flat_map(|of| {
        let effects = of.effects.iter().map(move |by| Row { of, by: Some(by) });
        std::iter::once(Row { of, by: None }).chain(effects)
    });
    let ends = |it: &Row<'_>| {
        let [low, high] = it.by.map_or(it.of.interval, |by| Some(by.interval))?;
        Some(Interval { low, high })
    };
    const MEAN: &str = "the mean";
    // Of small numbers too.
    const FACT: ColumnType = ColumnType::Decimal(9);
    Table::file("facts.csv", ROWS, rows)
        .word("class", "class of the players", |it| it.of.class.as_str())
        .word("fact", "number told of a game", |it| it.of.fact.as_str())
        .word("option", "option of the rules", |it| Some(it.by?.option.as_str()))
        .empty(MEAN)
        .word("value", "its value", |it| Some(it.by?.value.as_str()))
        .empty(MEAN)
        .word("than", "the value that it is compared with", |it| Some(it.by?.than.as_str()))
        .empty(MEAN)
        .whole("games", "games", |it| it.by.map_or(it.of.games, |by| by.games))
        .column("mean", FACT, "mean over patterns, or how much more with the value", |it| {
            it.by.map_or(it.of.mean, |by| by.effect)
        })
        .column("mean_low", FACT, "its 95 % interval: its lower end", |it| Some(ends(it)?.low))
        .empty("no interval")
        .column("mean_high", FACT, "its upper end", |it| Some(ends(it)?.high))
        .empty("no interval")
        .done()
}

/// Returns the answer as data.
pub fn json(answer: &Answer, gate: Option<&(Verdict, String)>) -> serde_json::Value {
    serde_json::json!({
        "seats": answer.seats, "games": answer.games, "without_result": answer.without_result,
        "without_rating": answer.without_rating, "notes": answer.notes,
        "classes": class_table(answer).json(), "balance": rows(answer).json(),
        "options": option_table(answer).json(), "openings": opening_table(answer).json(),
        "facts": fact_table(answer).json(),
        "required": gate.map(required),
    })
}

/// Returns a verdict with its sentence as data.
pub fn required((verdict, told): &(Verdict, String)) -> serde_json::Value {
    serde_json::json!({ "verdict": verdict.word(), "told": told })
}

/// Largest numbers of lines of the parts of the answer.
const MAX_CLASSES: usize = 6;
const MAX_PATTERNS: usize = 3;
/// Most classes whose patterns are counted.
const FEW_CLASSES: usize = 2;
/// Most patterns that are drawn.
const MAX_DRAWN: usize = 100;
const MAX_OPTIONS: usize = 2;

fn ends(score: &Share, lack: &Option<String>) -> String {
    match lack {
        Some(_) => String::new(),
        None => format!(" ({} to {})", percent(score.low), percent(score.high)),
    }
}

fn interval(score: &Share, lack: &Option<String>) -> String {
    percent(score.mean) + &ends(score, lack)
}

/// Formats the answer, `width` characters wide: the most telling rows of its tables.
pub fn text(answer: &Answer, width: usize) -> String {
    let mut all = document(answer);
    if answer.classes.len() > MAX_CLASSES {
        all.facts.push("`--json` has all classes".to_owned());
    }
    all.lead = vec![all.facts.join(", ")];
    all.sections.iter_mut().for_each(|it| it.title.clear());
    super::terminal::text(&all, width)
}

/// Makes the page of an answer, with all rows of its tables, and more sections.
pub fn page(answer: &Answer, more: impl IntoIterator<Item = Section>) -> Vec<u8> {
    let mut all = document(answer);
    all.sections.extend(more);
    super::html::html(&all)
}

fn document(answer: &Answer) -> Document {
    let Answer { seats, games, without_result, without_rating, .. } = *answer;
    let left_out = [(without_result, "result"), (without_rating, "rating")];
    let left_out = left_out.into_iter().filter(|it| it.0 > 0);
    let mut facts = vec![
        plural(answer.pattern_count() as u64, "pattern"),
        plural(games, "game"),
        format!("{seats} seats"),
    ];
    facts.extend(
        left_out.map(|(games, what)| format!("{} without {what} left out", plural(games, "game"))),
    );
    let section = |(id, title, blocks): (&'static str, &str, Vec<Block>)| {
        (!blocks.is_empty()).then(|| Section { id, title: title.to_owned(), blocks })
    };
    let sections = [
        ("classes", "By class", of_classes(answer)),
        ("patterns", "By pattern", of_patterns(answer)),
        ("options", "Options of the rules", of_options(answer)),
        ("openings", "Openings", of_openings(answer)),
        ("facts", "Facts", of_facts(answer)),
        ("unknown", "Unknown", unknown(answer)),
    ];
    Document {
        title: "Balance".to_owned(),
        facts,
        lead: vec![finding(answer)],
        sections: sections.into_iter().filter_map(section).collect(),
        ..Document::default()
    }
}

/// Says what the first classes' seats score.
fn finding(answer: &Answer) -> String {
    let told = |it: &ClassAnswer| {
        let whose = match answer.seats {
            2 => "The first player".to_owned(),
            _ => format!("Seat {}", it.seat),
        };
        let (mean, ends) = (percent(it.score.mean), ends(&it.score, &it.lack));
        let brief = brief(it.score.statement, &it.lack, answer.seats);
        format!("{whose}{} scores {mean} %{ends}, {brief}", between(&it.class))
    };
    let all: Vec<String> = answer.classes.iter().take(MAX_CLASSES).map(told).collect();
    all.join(". ") + "."
}

fn of_classes(answer: &Answer) -> Vec<Block> {
    let any = |of: fn(&ClassAnswer) -> bool| answer.classes.iter().any(of);
    let whom = match [any(|it| it.score.one_more.is_some()), any(|it| it.over_such.is_some())] {
        _ if !any(|it| it.players > 0) => "for players like these, who are not named",
        [true, true] => "for the mean over players, for one player more, and over such patterns",
        [true, false] => "for the mean over players, and for one player more",
        [false, true] => "for the mean over players, and over such patterns",
        [false, false] => "for the mean over players",
    };
    let even = short(1.0 / answer.seats as f64);
    let note = Block::Note(format!("Even is {even} %. Intervals hold with 95 %, {whom}."));
    let mut blocks = vec![Block::Table(String::new(), classes(answer, MAX_CLASSES)), note];
    if answer.classes.len() > MAX_CLASSES {
        blocks.push(all_of("classes", classes(answer, usize::MAX)));
    }
    blocks
}

/// Keeps a whole table for pages.
fn all_of(what: &str, table: Table) -> Block {
    Block::Fold(format!("All {what}"), vec![Block::Table(String::new(), table)])
}

fn of_patterns(answer: &Answer) -> Vec<Block> {
    let count = answer.pattern_count();
    if count < 2 {
        return Vec::new();
    }
    let most = MAX_PATTERNS - usize::from(answer.classes.len() > 4);
    let mut blocks = vec![Block::Table(String::new(), farthest(answer, most))];
    blocks.extend(counted(answer).into_iter().map(Block::Note));
    let is_drawn = answer.seats == 2 && count <= MAX_DRAWN;
    let picture = is_drawn.then(|| plots::patterns(&joint(answer))).flatten();
    blocks.extend(picture.map(|svg| Block::Picture { svg, is_card: false }));
    blocks.push(all_of("patterns", farthest(answer, usize::MAX)));
    blocks
}

fn of_options(answer: &Answer) -> Vec<Block> {
    let told = |it: &OptionEffect| {
        format!(
            "{} {} instead of {}{}: {} percentage points for the first player ({} to {}; with all others {} to {})",
            it.option,
            it.value,
            it.than,
            between(&it.class),
            signed(it.effect),
            signed(it.interval[0]),
            signed(it.interval[1]),
            signed(it.joint[0]),
            signed(it.joint[1]),
        )
    };
    folded(answer.strongest_options().into_iter().map(told), MAX_OPTIONS, "All others")
}

/// Tells of the opening that is the most surely far from the others.
fn of_openings(answer: &Answer) -> Vec<Block> {
    let told = |it: Opening<'_>| {
        let on = if it.pattern.is_empty() { String::new() } else { format!(" on {}", it.pattern) };
        format!(
            "Opening {}{on}{}: {} percentage points for the first player ({} to {})",
            it.word,
            between(it.class),
            signed(it.effect[0]),
            signed(it.effect[1]),
            signed(it.effect[2])
        )
    };
    let all = answer.surest_openings();
    let most = all.iter().take(1).filter(|it| it.sure() > 0.0).count();
    folded(all.into_iter().map(told), most, "All openings")
}

/// Tells the means of the facts in the first classes, and keeps the rest for pages.
fn of_facts(answer: &Answer) -> Vec<Block> {
    let number = |it: f64| {
        // Four digits or so.
        let digits = 3_i32.saturating_sub(libm::log10(it.abs().max(1e-3)).floor() as i32);
        rounded(it, digits.clamp(0, 6) as usize)
    };
    let told = |it: &FactAnswer| {
        let ends = it.interval.map_or(String::new(), |ends| {
            let [low, high] = ends.map(number);
            format!(" ({low} to {high})")
        });
        format!("{} {}{ends}", it.fact, number(it.mean))
    };
    let classes: Vec<&[FactAnswer]> = answer.facts.chunk_by(|a, b| a.class == b.class).collect();
    let of_class = |all: &&[FactAnswer]| {
        let between = between(&all[0].class);
        let all = listed(all.iter().map(told), "and");
        Block::Text(format!("Facts, means over patterns for these players{between}: {all}."))
    };
    let texts = classes.iter().take(FEW_CLASSES).map(of_class);
    let is_more =
        classes.len() > FEW_CLASSES || answer.facts.iter().any(|it| !it.effects.is_empty());
    let table = is_more.then(|| all_of("facts", fact_table(answer)));
    texts.chain(table).collect()
}

/// Shows the first sentences, and keeps the others for pages.
fn folded(mut told: impl Iterator<Item = String>, most: usize, title: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = told.by_ref().take(most).map(Block::Text).collect();
    let rest: Vec<String> = told.collect();
    if !rest.is_empty() {
        blocks.push(Block::Fold(title.to_owned(), vec![Block::Notes(rest)]));
    }
    blocks
}

fn between(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(" between {class}") }
}

/// Tabulates the seats of the first classes.
fn classes(answer: &Answer, most: usize) -> Table {
    let pair = |of: Option<[f64; 2]>| {
        of.map(|[low, high]| format!("{} to {}", percent(low), percent(high)))
    };
    let all = &answer.classes;
    let mut table = Table::of(&all[..all.len().min(most)]);
    if all.iter().any(|it| !it.class.is_empty()) {
        table = table.left("class", |it| it.class.as_str());
    }
    if answer.seats > 2 {
        table = table.right("seat", |it| it.seat);
    }
    let head = if answer.seats == 2 { "first player %" } else { "score %" };
    table = table
        .left(head, |it| interval(&it.score, &it.lack))
        .left("", |it| brief(it.score.statement, &it.lack, answer.seats));
    if all.iter().any(|it| it.score.one_more.is_some()) {
        table = table.left("one player more", |it| pair(it.score.one_more));
    }
    if all.iter().any(|it| it.over_such.is_some()) {
        table = table.left("over such patterns", |it| pair(it.over_such));
    }
    if all.iter().any(|it| it.more_than_first.is_some()) {
        table = table.left("than the first class", |it| {
            it.more_than_first.map(|[mean, low, high]| {
                format!("{} ({} to {})", signed(mean), signed(low), signed(high))
            })
        });
    }
    table.right("games", |it| count(it.games)).done()
}

/// Tabulates the patterns that are the farthest from even.
fn farthest(answer: &Answer, most: usize) -> Table {
    let mut all = answer.farthest();
    all.truncate(most);
    let has_class = all.iter().any(|it| !it.class.is_empty());
    let mut table = Table::of(all).left("farthest from even", |it| it.pattern.as_str());
    if has_class {
        table = table.left("class", |it| it.class.as_str());
    }
    if answer.seats > 2 {
        table = table.right("seat", |it| it.seat);
    }
    table
        .left("%", |it| interval(&it.score, &it.lack))
        .left("", |it| brief(it.score.statement, &it.lack, answer.seats))
        .right("games", |it| count(it.games))
        .done()
}

/// Counts the patterns near to even, class by class, and names the nearest.
fn counted(answer: &Answer) -> Vec<String> {
    if answer.seats > 2 || answer.classes.len() > FEW_CLASSES {
        return Vec::new();
    }
    let told = |it: &ClassAnswer| {
        let [five, ten, _, first] =
            it.counts.map(|it| format!("{:.0} ({:.0} to {:.0})", it.mean, it.low, it.high));
        let mut rows: Vec<&SeatRow> = answer.rows.iter().collect();
        rows.sort_by(|a, b| b.nearest.total_cmp(&a.nearest));
        let named =
            rows.iter().take(3).map(|row| format!("{} {} %", row.pattern, short(row.nearest)));
        let class = if it.class.is_empty() { String::new() } else { format!("{}: ", it.class) };
        let nearest = match answer.classes.len() {
            1 => format!(" Nearest to even: {}.", listed(named, "or")),
            _ => String::new(),
        };
        format!(
            "{class}{five} of {} patterns within 5 percentage points of even, {ten} within 10; {first} favour the first.{nearest}",
            it.patterns,
        )
    };
    answer.classes.iter().map(told).collect()
}

/// Says what is unknown, and how many games would tell.
fn unknown(answer: &Answer) -> Vec<Block> {
    let lack = answer.classes.iter().filter_map(|it| it.lack.as_ref()).min();
    let (open, needed) = answer.open_sizes();
    let of = match answer.rows.len() {
        1 => "The size".to_owned(),
        rows => format!("The size of {open} of {rows}"),
    };
    let half = if open > 1 { "for half of them " } else { "" };
    let told = match lack {
        Some(lack) => vec![format!("Unknown: {lack}.")],
        None if open == 0 => Vec::new(),
        None => vec![format!("{of} is open: {half}{}.", enough(needed, "games"))],
    };
    told.into_iter().chain(answer.notes.clone()).map(Block::Text).collect()
}
