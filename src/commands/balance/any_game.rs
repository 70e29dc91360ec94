//! Tables of any game's results: read from files and folders, answered by the core, and told.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::base::diagnostic::in_words;
use crate::base::text::{listed, plural};
use crate::cli::exit::{CommandError, CommandResult, missing, print, print_json, wrong};
use crate::cli::options::width;
use crate::report::format::{count, percent, short, signed};
use crate::stats::Table;
use crate::stats::interval::Interval;
use pasang_core::balance::answer::{ClassLine, CrewCell, Figure, JointBalance, JointRow};
use pasang_core::balance::table::gate::enough;
use pasang_core::balance::table::{
    Answer, ClassAnswer, Gate, OpeningCell, OptionEffect, SeatRow, Share, Table as Games,
    TableError, TableOptions, Verdict,
};
use pasang_core::balance::{Direction, Normal, Statement};
use pasang_core::base::text::Keyword;

/// The name of a results folder's games.
const GAMES: &str = "games.csv";
/// A column that only Pasang's own games have.
const OWN: &str = ",moves_digest";

/// Returns whether a path is a results folder of Pasang's games, and no table of another game's.
pub fn is_ours(path: &Path) -> bool {
    let mut head = String::new();
    let games = || File::open(path.join(GAMES)).map(|file| file.take(10_000));
    match games().map(|file| BufReader::new(file).read_line(&mut head)) {
        Ok(_) => head.contains(OWN),
        Err(_) => path.is_dir(),
    }
}

fn refused(path: &Path, unit: &str, error: TableError) -> CommandError {
    let row = error.row.map_or(String::new(), |row| format!(", {unit} {row}"));
    wrong(format!("`{}`{row}: {}", path.display(), error.what), error.help)
}

/// Reads tables, one after the other, and cells of Pasang's folders, and answers on all together.
pub fn answer(
    tables: &[PathBuf],
    cells: &[CrewCell],
    options: &TableOptions,
) -> Result<Answer, CommandError> {
    let mut games: Option<Games> = None;
    for path in tables {
        let file = if path.is_dir() { path.join(GAMES) } else { path.clone() };
        let open = || -> io::Result<Box<dyn Read>> {
            Ok(if path.as_os_str() == "-" {
                Box::new(io::stdin())
            } else {
                Box::new(File::open(&file)?)
            })
        };
        if path.as_os_str() != "-" && std::fs::metadata(&file).is_ok_and(|it| !it.is_file()) {
            let what = format!("`{}` is no regular file", file.display());
            return Err(wrong(what, "`-` reads a table from stdin"));
        }
        let failed = |error: &io::Error| {
            missing(format!("cannot read `{}`: {}", file.display(), in_words(error)))
        };
        let mut reader = BufReader::with_capacity(1 << 16, open().map_err(|error| failed(&error))?);
        let delimiter = delimiter(&mut reader).map_err(|error| failed(&error))?;
        let Some(delimiter) = delimiter else {
            let what = format!("`{}` is no text in UTF-8", file.display());
            return Err(wrong(what, "save it as CSV (UTF-8)"));
        };
        read(&mut games, reader, delimiter, (&file, options))?;
    }
    if !cells.is_empty() {
        of_crews(&mut games, cells).map_err(|error| wrong(error.what, error.help))?;
    }
    let Some(games) = games else { return Err(missing("there is no table")) };
    games.answer().map_err(|error| wrong(error.what, error.help))
}

/// Finds what parts the fields of a table, by its first line; `None` for text of two bytes a sign. A
/// first line that says it, as spreadsheets write, is taken away.
fn delimiter(reader: &mut impl BufRead) -> io::Result<Option<u8>> {
    let head = reader.fill_buf()?;
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return Ok(None);
    }
    let bare = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if let Some(&[sign, ..]) = bare.strip_prefix(b"sep=") {
        reader.read_until(b'\n', &mut Vec::new())?;
        return Ok(Some(sign));
    }
    let line = bare.split(|it| *it == b'\n').next().unwrap_or_default();
    let times = |sign: u8| line.iter().filter(|it| **it == sign).count();
    // Of equally many the first.
    Ok(b";\t,".iter().copied().rev().max_by_key(|sign| times(*sign)))
}

/// Adds the rows of a table.
fn read(
    games: &mut Option<Games>,
    reader: impl Read,
    delimiter: u8,
    (path, options): (&Path, &TableOptions),
) -> CommandResult {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(reader);
    let failed = |error: csv::Error| missing(format!("cannot read `{}`: {error}", path.display()));
    let header = reader.byte_headers().map_err(failed)?.clone();
    let names: Vec<Cow<'_, str>> = header.iter().map(String::from_utf8_lossy).collect();
    let names: Vec<&str> = names.iter().map(|it| it.trim()).collect();
    let begun = match games.as_mut() {
        Some(games) => games.columns(&names, options),
        None => Games::new(&names, options).map(|new| *games = Some(new)),
    };
    begun.map_err(|error| refused(path, "line", error))?;
    let Some(games) = games else { return Ok(()) };
    let least = games.used().last().map_or(0, |it| it + 1);
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(failed)? {
        if record.iter().all(<[u8]>::is_empty) {
            continue;
        }
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() < least || record.len() > names.len() {
            let what = format!(
                "`{}`, line {line}: {}, and {} in the header",
                path.display(),
                plural(record.len() as u64, "field"),
                names.len()
            );
            return Err(wrong(
                what,
                "quote fields that hold the sign between fields, as a decimal comma may",
            ));
        }
        if record.iter().any(|field| std::str::from_utf8(field).is_err()) {
            let what = format!("`{}`, line {line}: this is no text in UTF-8", path.display());
            return Err(wrong(what, "save it as CSV (UTF-8)"));
        }
        let fields: Vec<Cow<'_, str>> = record.iter().map(String::from_utf8_lossy).collect();
        games.add(line, &fields).map_err(|error| refused(path, "line", error))?;
    }
    Ok(())
}

/// Adds the cells of crews, by their pairs of first moves.
fn of_crews(games: &mut Option<Games>, cells: &[CrewCell]) -> Result<(), TableError> {
    let names = ["pattern", "class", "bot", "first", "reply", "score", "games"];
    let none = TableOptions::default();
    match games.as_mut() {
        Some(games) => games.columns(&names, &none)?,
        None => *games = Some(Games::new(&names, &none)?),
    }
    let is_one = cells.iter().all(|it| it.rules == cells[0].rules);
    let Some(games) = games else { return Ok(()) };
    for cell in cells {
        let class =
            if is_one { cell.class.clone() } else { format!("{}, {}", cell.class, cell.rules) };
        let Some((design, sums)) = &cell.openings else { continue };
        for (pair, sum) in design.pairs.iter().zip(&sums.sums) {
            let Some(mean) = sum.mean() else { continue };
            let [first, reply] = &pair.words;
            let (score, count) = (mean.to_string(), sum.games.to_string());
            let crew = format!("crew:{}", cell.class);
            games.add(0, &[&*cell.setup, &class, &crew, first, reply, &score, &count])?;
        }
    }
    Ok(())
}

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

/// Tabulates the seats by class and pattern, for a file.
pub fn rows(answer: &Answer) -> Table {
    const ROWS: &str =
        "One row a class, pattern and seat, written by `pasang balance --out` of tables.";
    let told = |row: &&SeatRow| row.lack.is_none();
    Table::file("balance.csv", ROWS, &answer.rows)
        .word("pattern", "pattern, map or start", |row| row.pattern.as_str())
        .word("class", "class of the players", |row| row.class.as_str())
        .whole("seat", "seat, from 1; of two only the first", |row| row.seat)
        .whole("games", "games", |row| row.games)
        .whole("players", "players; 0 if they are not named", |row| row.players)
        .share("score", "the seat's score", |row| row.score.mean)
        .ends("score", "its 95 % interval for the mean over players", |row| {
            told(row).then(|| row.score.interval())
        })
        .ends("one_more", "the same for one player more", |row| {
            row.score.one_more.map(|[low, high]| Interval { low, high })
        })
        .word("size", "`within 5`, `within 10` or `beyond 10` percentage points of even", |row| {
            row.score.statement.size().map(Keyword::word)
        })
        .empty("none is shown")
        .word(
            "direction",
            "`first` or `second` player favoured; `above` or `below` even with more seats",
            |row| direction(row.score.statement, answer.seats),
        )
        .empty("neither is shown")
        .share("within_5", "probability of a score within 5 percentage points of even", |row| {
            told(row).then_some(row.score.statement.within[0])
        })
        .share("within_10", "within 10", |row| told(row).then_some(row.score.statement.within[1]))
        .share("above_even", "probability of a score above even", |row| {
            told(row).then_some(row.score.statement.first)
        })
        .share("nearest", "probability to be the nearest to even of its class", |row| row.nearest)
        .word("lack", "reason why there is no interval", |row| row.lack.clone())
        .empty("there is one")
        .done()
}

/// Tabulates the classes' seats, for a file.
pub fn class_table(answer: &Answer) -> Table {
    const ROWS: &str = "One row a class and seat, written by `pasang balance --out` of tables.";
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
        .whole("players", "players; 0 if they are not named", |it| it.players)
        .whole("games", "games", |it| it.games)
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
        .word("size", "as in `balance.csv`", |it| it.score.statement.size().map(Keyword::word))
        .empty("none is shown")
        .word("direction", "as in `balance.csv`", |it| direction(it.score.statement, answer.seats))
        .empty("neither is shown")
        .word("lack", "reason why there is no interval", |it| it.lack.clone())
        .empty("there is one")
        .done()
}

/// Tabulates the options of the rules, for a file.
pub fn option_table(answer: &Answer) -> Table {
    const ROWS: &str =
        "One row a class and value of an option, written by `pasang balance --out` of tables.";
    let ends = |[low, high]: [f64; 2]| Some(Interval { low, high });
    Table::file("options.csv", ROWS, &answer.options)
        .word("class", "class of the players", |it| it.class.as_str())
        .word("option", "option of the rules", |it| it.option.as_str())
        .word("value", "its value", |it| it.value.as_str())
        .word("than", "the value that it is compared with", |it| it.than.as_str())
        .whole("games", "games with the value", |it| it.games)
        .share("effect", "difference of the first seat's score", |it| it.effect)
        .ends("effect", "its 95 % interval", |it| ends(it.interval))
        .ends("joint", "the interval that holds with those of all options", |it| ends(it.joint))
        .done()
}

/// Tabulates the first moves, for a file.
pub fn opening_table(answer: &Answer) -> Table {
    const ROWS: &str =
        "One row a class, pattern and first move, written by `pasang balance --out` of tables.";
    let ends = |low: f64, high: f64| Some(Interval { low, high });
    Table::file("openings.csv", ROWS, openings(answer))
        .word("pattern", "pattern, map or start", |it| it.pattern)
        .word("class", "class of the players", |it| it.class)
        .word("first", "what the first player began with", |it| it.word)
        .share("effect", "effect on the score, less the mean of the openings", |it| it.effect[0])
        .ends("effect", "its 95 % interval", |it| ends(it.effect[1], it.effect[2]))
        .share("value", "score after the best reply", |it| it.value)
        .share("best", "probability to be the best", |it| it.best)
        .done()
}

/// Returns the answer as data.
pub fn json(answer: &Answer, gate: Option<&(Verdict, String)>) -> serde_json::Value {
    serde_json::json!({
        "seats": answer.seats, "games": answer.games, "without_result": answer.without_result,
        "without_rating": answer.without_rating, "notes": answer.notes,
        "classes": class_table(answer).json(), "balance": rows(answer).json(),
        "options": option_table(answer).json(), "openings": opening_table(answer).json(),
        "required": gate.map(|(verdict, told)| serde_json::json!({"verdict": word(*verdict), "told": told})),
    })
}

/// Returns the word of a verdict.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Shown => "shown",
        Verdict::Contrary => "contrary",
        Verdict::Open => "open",
    }
}

/// First move of a class's games on a pattern.
struct Opening<'a> {
    pattern: &'a str,
    class: &'a str,
    word: &'a str,
    effect: [f64; 3],
    value: f64,
    best: f64,
}

fn openings(answer: &Answer) -> Vec<Opening<'_>> {
    let of_cell = |cell| {
        let OpeningCell { pattern, class, design, summary }: &OpeningCell = cell;
        design.firsts.iter().zip(&summary.firsts).map(move |(mv, it)| Opening {
            pattern,
            class,
            word: &mv.words[0],
            effect: [it.effect.mean, it.effect.interval.low, it.effect.interval.high],
            value: it.value.mean,
            best: it.best,
        })
    };
    answer.openings.iter().flat_map(of_cell).collect()
}

/// Largest numbers of lines of the parts of the answer.
const MAX_CLASSES: usize = 6;
const MAX_PATTERNS: usize = 3;
/// Most classes whose patterns are counted.
const FEW_CLASSES: usize = 2;
const MAX_OPTIONS: usize = 2;

fn interval(score: &Share, lack: &Option<String>) -> String {
    let ends = || format!(" ({} to {})", percent(score.low), percent(score.high));
    format!("{}{}", percent(score.mean), if lack.is_none() { ends() } else { String::new() })
}

/// Formats the answer, `width` characters wide, in at most 20 lines.
pub fn text(answer: &Answer, width: usize) -> String {
    let Answer { seats, games, without_result, without_rating, .. } = *answer;
    let patterns = answer.rows.iter().map(|it| &it.pattern).collect::<BTreeSet<_>>().len();
    let left_out = |games: u64, what: &str| match games {
        0 => String::new(),
        some => format!("; {} without {what} left out", plural(some, "game")),
    };
    let mut text = format!(
        "{}, {}, {seats} seats{}{}{}\n\n",
        plural(patterns as u64, "pattern"),
        plural(games, "game"),
        left_out(without_result, "result"),
        left_out(without_rating, "rating"),
        if answer.classes.len() > MAX_CLASSES { "; `--json` has all classes" } else { "" },
    );
    text += &classes(answer).text(width);
    let whom = match answer.classes.iter().any(|it| it.players > 0) {
        true if answer.classes.iter().any(|it| it.over_such.is_some()) => {
            "for the mean over players, for one player more, and over such patterns"
        }
        true => "for the mean over players, and for one player more",
        false => "for players like these, who are not named",
    };
    text +=
        &format!("Even is {} %. Intervals hold with 95 %, {whom}.\n", short(1.0 / seats as f64));
    if patterns > 1 {
        text += &format!("\n{}{}", of_patterns(answer).text(width), counted(answer));
    }
    for it in strongest_options(answer) {
        text += &format!(
            "{} {} instead of {}{}: {} percentage points for the first player ({} to {}; with all others {} to {})\n",
            it.option,
            it.value,
            it.than,
            between(&it.class),
            signed(it.effect),
            signed(it.interval[0]),
            signed(it.interval[1]),
            signed(it.joint[0]),
            signed(it.joint[1]),
        );
    }
    // The one that is the most surely far from the others.
    let sure = |it: &Opening<'_>| it.effect[1].max(-it.effect[2]);
    let openings = openings(answer);
    let most = openings.iter().max_by(|a, b| sure(a).total_cmp(&sure(b)));
    if let Some(it) = most.filter(|it| sure(it) > 0.0) {
        let on = if it.pattern.is_empty() { String::new() } else { format!(" on {}", it.pattern) };
        text += &format!(
            "Opening {}{on}{}: {} percentage points for the first player ({} to {})\n",
            it.word,
            between(it.class),
            signed(it.effect[0]),
            signed(it.effect[1]),
            signed(it.effect[2])
        );
    }
    text += &unknown(answer);
    for note in &answer.notes {
        text += &format!("{note}\n");
    }
    text
}

fn between(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(" between {class}") }
}

fn strongest_options(answer: &Answer) -> Vec<&OptionEffect> {
    let mut all: Vec<&OptionEffect> = answer.options.iter().collect();
    all.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
    all.truncate(MAX_OPTIONS);
    all
}

/// Tabulates the classes' seats.
fn classes(answer: &Answer) -> Table {
    let pair = |of: Option<[f64; 2]>| {
        of.map(|[low, high]| format!("{} to {}", percent(low), percent(high)))
    };
    let all = &answer.classes;
    let mut table = Table::of(&all[..all.len().min(MAX_CLASSES)]);
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
fn of_patterns(answer: &Answer) -> Table {
    let mut all: Vec<&SeatRow> = answer.rows.iter().collect();
    let even = 1.0 / answer.seats as f64;
    let distance = |it: &SeatRow| (it.score.mean - even).abs();
    all.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    all.truncate(MAX_PATTERNS - usize::from(answer.classes.len() > 4));
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
fn counted(answer: &Answer) -> String {
    if answer.seats > 2 || answer.classes.len() > FEW_CLASSES {
        return String::new();
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
            1 => format!("Nearest to even: {}.\n", listed(named, "or")),
            _ => String::new(),
        };
        format!(
            "{class}{five} of {} patterns within 5 percentage points of even, {ten} within 10; {first} favour the first.\n{nearest}",
            it.patterns,
        )
    };
    answer.classes.iter().map(told).collect()
}

/// Says what is unknown, and how many games would tell.
fn unknown(answer: &Answer) -> String {
    let even = 1.0 / answer.seats as f64;
    let lacks: BTreeSet<&String> =
        answer.classes.iter().filter_map(|it| it.lack.as_ref()).collect();
    if let Some(lack) = lacks.first() {
        return format!("Unknown: {lack}.\n");
    }
    let open = answer.rows.iter().filter(|it| it.score.statement.size().is_none());
    let open: Vec<&SeatRow> = open.collect();
    let needed = |it: &&SeatRow| {
        let distance = ((it.score.mean - even).abs() - 0.1).abs();
        it.score.needed(distance, 0.05, it.games, it.players)
    };
    let mut all: Vec<[f64; 2]> = open.iter().filter_map(needed).collect();
    all.sort_by(|a, b| a[0].total_cmp(&b[0]));
    if open.is_empty() {
        return String::new();
    }
    let half = all.get(all.len() / 2).copied();
    let of = if answer.rows.len() == 1 {
        "The size".to_owned()
    } else {
        format!("The size of {} of {}", open.len(), answer.rows.len())
    };
    format!(
        "{of} is open: {}{}.\n",
        if open.len() > 1 { "for half of them " } else { "" },
        enough(half)
    )
}

/// Reads a requirement.
pub fn gate(word: Option<&str>) -> Result<Option<Gate>, CommandError> {
    let gate = word.map(str::parse::<Gate>).transpose();
    gate.map_err(|error| wrong(error.what, error.help))
}

/// Prints an answer with the sentence on what is required, and ends with the verdict's status.
pub fn end(answer: &Answer, judged: Option<(Verdict, String)>, is_json: bool) -> CommandResult {
    match is_json {
        true => print_json(&json(answer, judged.as_ref()))?,
        false => {
            let told = judged.as_ref().map_or(String::new(), |(_, told)| format!("{told}\n"));
            print(text(answer, width()) + &told)?;
        }
    }
    status(judged.map(|it| it.0))
}

/// Judges a requirement with an error probability.
pub fn judged(gate: &Gate, answer: &Answer, error: f64) -> Result<(Verdict, String), CommandError> {
    gate.verdict_at(answer, error).map_err(|error| wrong(error.what, error.help))
}

/// Ends a command with the status of a verdict.
pub fn status(verdict: Option<Verdict>) -> CommandResult {
    match verdict {
        None | Some(Verdict::Shown) => Ok(()),
        Some(Verdict::Contrary) => Err(CommandError::NotShown(4)),
        Some(Verdict::Open) => Err(CommandError::NotShown(5)),
    }
}

/// Returns the answer on two seats as pictures take it.
pub fn joint(answer: &Answer) -> JointBalance {
    let mut all = JointBalance::default();
    let normal = |it: &Share| {
        let middle = (it.mean * it.worth + 0.5) / (it.worth + 1.0);
        Normal { mean: it.mean, sd: (middle * (1.0 - middle) / (it.worth + 1.0)).sqrt() }
    };
    for it in &answer.rows {
        all.rows.push(JointRow {
            setup: it.pattern.clone(),
            stones: it.pattern.clone(),
            class: it.class.clone(),
            rules: String::new(),
            games: it.games,
            score: normal(&it.score),
            bounds: Some(it.score.interval()),
            alone: None,
            unseen: normal(&it.score),
            statement: it.score.statement,
            nearest: it.nearest,
            near: 0.0,
            is_near: false,
            may_be_near: true,
            openings: None,
            cells: Vec::new(),
        });
    }
    for it in &answer.classes {
        let rows = |end: bool| {
            let mut all = answer.rows.iter().enumerate().filter(|(_, row)| row.class == it.class);
            let found = if end { all.next_back() } else { all.next() };
            found.map_or(0, |it| it.0)
        };
        let [within_5, within_10, beyond_10, first] = it.counts;
        all.classes.push(ClassLine {
            class: it.class.clone(),
            rules: String::new(),
            elo: None,
            score: Figure::new(it.score.mean, it.score.interval()),
            over_such: None,
            more_than_first: None,
            patterns_of_both: 0,
            within_5,
            within_10,
            beyond_10,
            first,
            rows: rows(false)..rows(true) + 1,
        });
    }
    all
}

/// Returns the rows of an answer of ours, which a requirement judges.
pub fn of_joint(all: &JointBalance) -> Answer {
    let row = |it: &JointRow| SeatRow {
        pattern: it.setup.clone(),
        class: it.class.clone(),
        seat: 1,
        games: it.games,
        players: 0,
        score: Share::of(it.score),
        nearest: it.nearest,
        lack: None,
    };
    Answer::of_rows(all.rows.iter().filter(|it| it.games > 0).map(row).collect())
}
