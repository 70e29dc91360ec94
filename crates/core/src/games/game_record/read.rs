//! Parser of game records.

use super::{ABOUT, GameRecord, check_result};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorKind, Source, Span};
use crate::base::text::is_control;
use crate::games::board_file::{Header, lines};
use crate::games::rules::{Game, GameKind};
use crate::games::setup::{self, Setup};
use crate::games::{Position, Seat};

/// Headers of the record itself.
const OWN: [&str; 7] = ["game", "rules", "set", "setup", "position", "result", "moves"];

/// Headers of the board, which the setup or diagram parser reads.
const OF_BOARDS: [&str; 7] = ["name", "source", "origin", "stones", "to-move", "score", "phase"];

/// The most games whose faults are reported.
const MAX_WRONG: usize = 20;

/// Reads all games of a text.
pub(super) fn read_all(source: &Source) -> Result<Vec<GameRecord>, Diagnostics> {
    if is_bare(&source.text) {
        let what = format!("there is no game in `{}`: it is empty", source.name);
        let help = "`pasang export` writes games as text, and so does `save` in `pasang play`";
        return Err(
            source.faults(vec![Diagnostic::whole(what).kind(ErrorKind::Missing).help(help)])
        );
    }
    let mut games = Vec::new();
    let mut wrong: Vec<Diagnostics> = Vec::new();
    for part in parts(&source.text) {
        let alone = Source::new(source.name.as_str(), &source.text[part.clone()]);
        match read(&alone) {
            Ok(game) => games.push(game),
            Err(_) => {
                // Parsed again with preceding line breaks, so that faults have the line numbers of
                // the file; unnecessary for valid games.
                let before = source.text[..part.start].matches('\n').count();
                let text = "\n".repeat(before) + &alone.text;
                wrong.extend(read(&Source { text, ..alone }).err());
            }
        }
        if wrong.len() == MAX_WRONG {
            break;
        }
    }
    let mut wrong = wrong.into_iter();
    match wrong.next() {
        None => Ok(games),
        Some(mut first) => {
            wrong.for_each(|faults| first.push_elsewhere(faults));
            Err(first)
        }
    }
}

/// Returns whether a text consists of comments only.
fn is_bare(text: &str) -> bool {
    lines(text).all(|(_, line)| line.trim().is_empty())
}

/// Returns the span of each game: from a line `game:` to the next. Text before the first is a game
/// too, unless it consists of comments only.
fn parts(text: &str) -> Vec<Span> {
    let is_start = |line| Header::of(line, 0).is_some_and(|header| header.key == "game");
    let starts = lines(text).filter(|&(_, line)| is_start(line)).map(|(start, _)| start);
    let mut starts: Vec<usize> = starts.collect();
    if starts.first().is_none_or(|&first| !is_bare(&text[..first])) {
        starts.insert(0, 0);
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// The parts of a text.
struct Sheet<'s> {
    headers: Vec<Header<'s>>,
    /// The text with everything but the board blanked out.
    board: String,
    /// Start of the moves.
    moves: usize,
    faults: Vec<Diagnostic>,
}

/// Returns the span of a whole header.
fn span(header: &Header<'_>) -> Span {
    header.key_span.start..header.value_span.end
}

/// Separates headers, board and moves.
fn sheet(source: &Source) -> Sheet<'_> {
    let text = source.text.as_str();
    let (mut headers, mut faults): (Vec<Header<'_>>, _) = (Vec::new(), Vec::new());
    let mut board = String::new();
    for (line, (start, content)) in text.split_inclusive('\n').zip(lines(text)) {
        let header = match content.trim() {
            // A position string may stand without its header.
            value if Position::is_like(value) => {
                let at = start + content.len() - value.len();
                let span = at..at + value.len();
                Some(Header { key: "position", value, key_span: span.clone(), value_span: span })
            }
            _ => Header::of(content, start),
        };
        let is_word = |key: &str| key.chars().all(|sign| sign.is_alphabetic() || sign == '-');
        let is_header = |it: &Header<'_>| {
            let is_known = OWN.contains(&it.key) || ABOUT.contains(&it.key);
            is_known || !it.key.is_empty() && is_word(it.key) && !OF_BOARDS.contains(&it.key)
        };
        let Some(header) = header.filter(is_header) else {
            board += line;
            continue;
        };
        board += &wiped(line);
        let key = header.key;
        if !OWN.contains(&key) && !ABOUT.contains(&key) {
            let known = ABOUT.into_iter().chain(OWN).chain(OF_BOARDS);
            let what = format!("unknown header `{key}`");
            let fault = Diagnostic::at(span(&header), what, "a comment begins with `#`");
            faults.push(fault.did_you_mean(key, known));
        } else if key != "set" && headers.iter().any(|header| header.key == key) {
            let what = format!("header `{key}` given twice");
            faults.push(Diagnostic::repeated(span(&header), what));
        } else if key == "moves" {
            // The rest is moves. Comments there may contain `#`.
            board += &wiped(&text[start + line.len()..]);
            let moves =
                header.key_span.end + text[header.key_span.end..].find(':').unwrap_or(0) + 1;
            headers.push(header);
            return Sheet { headers, board, moves, faults };
        } else {
            headers.push(header);
        }
    }
    Sheet { headers, board, moves: text.len(), faults }
}

fn read(source: &Source) -> Result<GameRecord, Diagnostics> {
    let Sheet { headers, board, moves, mut faults } = sheet(source);
    let named = |key: &str| headers.iter().find(|header| header.key == key);
    let not_moves = headers.iter().filter(|header| header.key != "moves");
    faults.extend(not_moves.filter_map(Header::control_fault));
    let (moves, comments) = moves_of(source, moves, &mut faults);
    let word = named("position").and_then(|header| {
        let at = |fault| Diagnostic { span: Some(header.value_span.clone()), ..fault };
        header.value.parse::<Position>().map_err(|fault| faults.push(at(fault))).ok()
    });
    for header in headers.iter().filter(|it| word.is_some() && ["rules", "set"].contains(&it.key)) {
        let what = "rules beside a position, which says its own";
        faults.push(Diagnostic::at(span(header), what, "expected to be left out"));
    }
    let rules = match &word {
        Some(word) => word.rules(),
        None => rules_of(&headers, &mut faults),
    };
    for seat in Seat::first(Seat::MAX as u8).skip(usize::from(rules.seats())) {
        if let Some(header) = named(seat.word()) {
            let (seats, who) = (rules.seats(), seat.word());
            let what = format!("`{who}` in a game of {seats}");
            let expected = "expected to be left out, or other rules, as `set: players = 3`";
            faults.push(Diagnostic::at(span(header), what, expected));
        }
    }
    let header = named("setup").or(named("position"));
    let start = start_of(source, board, (header, word), &mut faults);
    let start = match start {
        Ok(Some(start)) if faults.is_empty() => start,
        Err(of_board) => {
            // A text without headers is probably not a game record.
            faults.retain(|_| !headers.is_empty());
            faults.extend_from_slice(of_board.list());
            return Err(source.faults(faults));
        }
        Ok(_) => return Err(source.faults(faults)),
    };
    // Diagnostics refer to the original text, not to the blanked one.
    let in_source = |faults: Diagnostics| source.faults(faults.list().to_vec());
    let (setup, start) = match start {
        Start::Setup(setup) => {
            let refused = |why| source.faults(vec![setup.unplayable(&why)]);
            let start = rules.start(&setup).map_err(refused)?;
            (Some(setup), start)
        }
        Start::Diagram(diagram) => (None, rules.read_diagram(&diagram).map_err(in_source)?),
        Start::Position(position) => (None, *position),
    };
    let moves = start.read_moves(&moves).map_err(in_source)?;
    let about = ABOUT.iter().filter_map(|&key| Some((key, named(key)?.value.to_owned())));
    let game = GameRecord {
        name: named("game").map_or_else(String::new, |header| header.value.to_owned()),
        about: about.filter(|(_, value)| !value.is_empty()).collect(),
        setup,
        start,
        moves,
        comments,
    };
    if let Some(header) = named("result") {
        let stated = (header.value, header.value_span.clone());
        check_result(&game.last(), stated).map_err(|fault| source.faults(vec![fault]))?;
    }
    Ok(game)
}

/// Start of a game as the text gives it.
enum Start {
    Setup(Setup),
    Diagram(Source),
    Position(Box<Position>),
}

fn rules_of(headers: &[Header<'_>], faults: &mut Vec<Diagnostic>) -> Game {
    let mut rules = Game::default_of(GameKind::Brunei);
    if let Some(header) = headers.iter().find(|header| header.key == "rules") {
        match Game::preset(header.value) {
            Ok(found) => rules = found,
            Err(fault) => {
                let label = "expected a name of `pasang rules list`".to_owned();
                faults.push(Diagnostic { label, span: Some(span(header)), ..fault });
                return rules;
            }
        }
    }
    let sets: Vec<&Header<'_>> = headers.iter().filter(|header| header.key == "set").collect();
    for (place, fault) in rules.set_all(sets.iter().map(|header| header.value)) {
        faults.push(Diagnostic { span: Some(span(sets[place])), ..fault });
    }
    rules
}

/// Reads the start of the game; `None` if `faults` has the reason.
fn start_of(
    source: &Source,
    board: String,
    (named, word): (Option<&Header<'_>>, Option<Position>),
    faults: &mut Vec<Diagnostic>,
) -> Result<Option<Start>, Diagnostics> {
    let first = lines(&board).find(|(_, line)| !line.trim().is_empty());
    match (named, first) {
        (Some(_), Some((start, line))) => {
            // Blanking keeps all positions.
            let start = start + line.len() - line.trim().len();
            let what = "a line that is no header";
            let expected = "the start is named already; a line `moves:` comes before the moves";
            faults.push(Diagnostic::at(start..start + line.trim().len(), what, expected));
            Ok(None)
        }
        (Some(header), None) if header.key == "position" => {
            Ok(word.map(|word| Start::Position(Box::new(word))))
        }
        (Some(header), None) => match setup::by_name(header.value) {
            Ok(setup) => Ok(Some(Start::Setup(setup))),
            Err(fault) => {
                faults.push(Diagnostic { span: Some(header.value_span.clone()), ..fault });
                Ok(None)
            }
        },
        (None, None) => {
            let what = format!("a game of `{}` does not say what it starts from", source.name);
            let help = "add a line `setup: catalogue-01`, or the rows of a setup, above `moves:`; a \
                        line `game:` begins another game";
            faults.push(Diagnostic::whole(what).kind(ErrorKind::Missing).help(help));
            Ok(None)
        }
        (None, Some(_)) => {
            let is_diagram = board.lines().any(|line| line.trim_start().starts_with("to-move"));
            let board = Source::new(source.name.as_str(), board);
            if is_diagram {
                return Ok(Some(Start::Diagram(board)));
            }
            Setup::parse(&board).map(|setup| Some(Start::Setup(setup)))
        }
    }
}

/// Returns the moves in place, with everything else blanked out, and the comments, each with the
/// number of moves before it.
fn moves_of(
    source: &Source,
    begin: usize,
    faults: &mut Vec<Diagnostic>,
) -> (Source, Vec<(usize, String)>) {
    let text = source.text.as_str();
    let mut moves = wiped(&text[..begin]);
    let (mut comments, mut count, mut at) = (Vec::new(), 0, begin);
    while at < text.len() {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        let is_end = |sign: char| sign.is_whitespace() || sign == '{' || sign == '#';
        let (length, is_move) = match rest.as_bytes()[0] {
            _ if blank > 0 => (blank, false),
            b'#' => (rest.find('\n').unwrap_or(rest.len()), false),
            b'{' => match rest.find('}') {
                Some(end) => {
                    let said = rest[1..end].split_whitespace().collect::<Vec<_>>().join(" ");
                    // Terminals obey control characters.
                    comments.push((count, said.replace(is_control, "\u{fffd}")));
                    (end + 1, false)
                }
                None => {
                    let what = "this comment is not closed";
                    faults.push(Diagnostic::at(at..at + 1, what, "expected a `}` behind it"));
                    (rest.len(), false)
                }
            },
            _ if number(rest) > 0 => (number(rest), false),
            _ => (rest.find(is_end).unwrap_or(rest.len()), true),
        };
        let part = &rest[..length];
        moves += &if is_move { part.to_owned() } else { wiped(part) };
        count += usize::from(is_move);
        at += length;
    }
    (Source::new(source.name.as_str(), moves), comments)
}

/// Returns the length of a move number such as `12.` or `12...` at the start of a text, or 0. No
/// move starts like that.
fn number(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let dots = text.bytes().skip(digits).take_while(|&sign| sign == b'.').count();
    if digits > 0 && dots > 0 { digits + dots } else { 0 }
}

/// Returns a blank text of the same length, with its line breaks.
fn wiped(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}
