//! What somebody types: a command, or a few signs that mean a move.

use crate::base::words::{listed, nearest, shortened};

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// What is no command, and so a move.
    Move(String),
    /// One of the commands.
    Command(Command),
    /// A command with something wrong about it.
    Wrong(String),
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The legal moves.
    Moves,
    /// The board, as it is or after so many moves.
    Board(Option<usize>),
    /// A good move with its value.
    Hint,
    /// Back to one's own last turn.
    Undo,
    /// The game into a file.
    Save(String),
    /// A game from a file.
    Load(String),
    /// The same from the start.
    New,
    /// The moves so far.
    Game,
    /// The rules.
    Rules,
    /// What can be typed.
    Help,
    /// To leave.
    Quit,
}

/// Every command with what stands behind it and what it does.
pub const COMMANDS: [(&str, &str, &str); 11] = [
    ("moves", "", "all legal moves, with the points that each takes"),
    ("board", "[N]", "the board; with a number, as it was after so many moves"),
    ("hint", "", "a good move, and what it is worth"),
    ("undo", "", "back to your own last turn"),
    ("save", "FILE", "write the game into a file"),
    ("load", "FILE", "go on with a game from a file"),
    ("new", "", "the same again, from the start"),
    ("game", "", "the moves so far, and how it stands"),
    ("rules", "", "the rules of this game"),
    ("help", "", "this list"),
    ("quit", "", "leave"),
];

impl Typed {
    /// Reads a line.
    pub fn read(line: &str) -> Typed {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let command = match word.as_str() {
            "" => return Typed::Nothing,
            "moves" => Command::Moves,
            "board" if rest.is_empty() => Command::Board(None),
            "board" => match rest.parse() {
                Ok(number) => return Typed::Command(Command::Board(Some(number))),
                Err(_) => {
                    let what = format!("`board {}`: expected a number of moves", shortened(rest));
                    return Typed::Wrong(what);
                }
            },
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "save" | "load" if rest.is_empty() => {
                return Typed::Wrong(format!("`{word}` needs a file: `{word} game.txt`"));
            }
            "save" => return Typed::Command(Command::Save(rest.to_owned())),
            "load" => return Typed::Command(Command::Load(rest.to_owned())),
            "new" => Command::New,
            "game" => Command::Game,
            "rules" => Command::Rules,
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ => return Typed::Move(line.to_owned()),
        };
        if rest.is_empty() {
            return Typed::Command(command);
        }
        Typed::Wrong(format!("`{word}` stands alone, found `{}` behind it", shortened(rest)))
    }
}

/// The command that a word may have been meant for.
pub fn nearest_command(word: &str) -> Option<&'static str> {
    nearest(word, COMMANDS.iter().map(|&(name, ..)| name))
}

/// What a typed text means among the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The move at this place of the list.
    One(usize),
    /// Any of these.
    Several(Vec<usize>),
    /// None of them: says why, and which come nearest.
    None(String, Vec<usize>),
}

/// So many moves are named that come near.
const NEAREST: usize = 5;

/// Finds the move that is meant. `words` are the legal moves, in the order in which they are
/// numbered. A move is meant by its number, by its word, or by any part of it that no other move
/// has: `FROM-TO`, the way of a stone, or the one point where it starts or ends.
pub fn read(typed: &str, words: &[String]) -> Reading {
    let text = tidied(typed);
    // A number below 0 is no move with a dash before it.
    if typed.trim_start().starts_with('-') {
        let shown = shortened(typed);
        return Reading::None(format!("`{shown}` is no move and no command"), Vec::new());
    }
    if let Some(place) = words.iter().position(|word| *word == text) {
        return Reading::One(place);
    }
    if !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit()) {
        return match text.parse::<usize>() {
            Ok(number) if (1..=words.len()).contains(&number) => Reading::One(number - 1),
            _ => {
                let what =
                    format!("there is no move {text}: they are numbered 1 to {}", words.len());
                Reading::None(what, Vec::new())
            }
        };
    }
    let meant: Vec<usize> =
        (0..words.len()).filter(|&place| is_meant(&text, &words[place])).collect();
    match meant[..] {
        [only] => Reading::One(only),
        [] => Reading::None(why_none(&text, words), nearest_moves(&text, words)),
        _ => Reading::Several(meant),
    }
}

/// In small letters, and with a `-` between points however they were put apart.
fn tidied(typed: &str) -> String {
    let text = typed.to_lowercase().replace('-', " ");
    text.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The points that a move goes by.
fn points(word: &str) -> Vec<&str> {
    word.split('x').next().unwrap_or("").split('-').collect()
}

/// Whether a text stands for a move: its beginning, or its first point and its last.
fn is_meant(text: &str, word: &str) -> bool {
    let starts = word.strip_prefix(text);
    let whole = |rest: &str| text.contains('x') || rest.starts_with(['x', '-']);
    if starts.is_some_and(whole) {
        return true;
    }
    let (way, ends) = (points(word), points(text));
    match ends[..] {
        _ if text.contains('x') => false,
        [point] => way.len() > 1 && (way.first() == Some(&point) || way.last() == Some(&point)),
        [from, to] => way.first() == Some(&from) && way.last() == Some(&to),
        _ => false,
    }
}

/// Whether a text looks like a point or a column.
fn is_place(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(|first| first.is_ascii_lowercase())
        && signs.all(|sign| sign.is_ascii_digit())
        && text.len() <= 3
}

fn why_none(text: &str, words: &[String]) -> String {
    let shown = shortened(text);
    let typed = points(text);
    if !typed.iter().all(|&point| is_place(point)) {
        return format!("`{shown}` is no move and no command");
    }
    let of_columns = words.iter().all(|word| word.len() == 1);
    if of_columns {
        return format!("column `{shown}` cannot be taken now");
    }
    let mut starts: Vec<&str> =
        words.iter().filter_map(|word| points(word).first().copied()).collect();
    starts.dedup();
    let from = typed[0];
    if !starts.contains(&from) {
        let starts = match starts[..] {
            [only] => format!(": all start at {only}"),
            _ => String::new(),
        };
        return format!("`{shown}`: no legal move starts at {from}{starts}");
    }
    let to = typed.last().copied().unwrap_or(from);
    let ends =
        |word: &&String| points(word).first() == Some(&from) && points(word).last() == Some(&to);
    let there: Vec<String> = words.iter().filter(ends).map(|word| format!("`{word}`")).collect();
    if there.is_empty() {
        return format!("`{shown}`: no legal move goes from {from} to {to}");
    }
    format!("`{shown}`: from {from} to {to} there is {}", listed(there, "or"))
}

/// The moves that come nearest, those that start alike first.
fn nearest_moves(text: &str, words: &[String]) -> Vec<usize> {
    let first = points(text)[0];
    let mut order: Vec<usize> = (0..words.len()).collect();
    let far = |&place: &usize| {
        let word = &words[place];
        (points(word).first() != Some(&first), strsim::osa_distance(text, word), place)
    };
    order.sort_by_key(far);
    order.truncate(NEAREST);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_part_of_a_move_is_enough_where_no_other_has_it() {
        // Example 4 of the rules, and a move that goes to the same point.
        let main = words("c4-b7xn2s1 c4-c2xe3 c4-c3xe3 c4-d7xs1 c4-d7xe3");
        for (typed, meant) in [
            ("c4-c2xe3", 1),
            ("C4-C2", 1),
            ("c4 c2", 1),
            ("c4 - c2", 1),
            ("c2", 1),
            ("3", 2),
            ("c4-d7xs", 3),
            ("c4-b7xn2", 0),
        ] {
            assert_eq!(read(typed, &main), Reading::One(meant), "{typed}");
        }
        assert_eq!(read("c4-d7", &main), Reading::Several(vec![3, 4]));
        assert_eq!(read("c4", &main), Reading::Several(vec![0, 1, 2, 3, 4]));
        assert_eq!(read("c4-d7x", &main), Reading::Several(vec![3, 4]));
    }

    #[test]
    fn a_short_way_is_not_taken_for_a_long_one() {
        let hops = words("c1-a1 c1-a1-a3-c3 e1-c1 e1-e3-c3");
        assert_eq!(read("c1-a1", &hops), Reading::One(0));
        assert_eq!(read("c1-c3", &hops), Reading::One(1));
        assert_eq!(read("e1-e3", &hops), Reading::One(3));
        assert_eq!(read("c3", &hops), Reading::Several(vec![1, 3]));
        assert_eq!(read("c", &words("a b c")), Reading::One(2));
    }

    #[test]
    fn what_is_none_is_told_with_the_nearest() {
        let main = words("c4-b7xn2s1 c4-c2xe3 c4-c3xe3");
        let said = |typed, words: &[String]| match read(typed, words) {
            Reading::None(why, nearest) => (why, nearest),
            other => panic!("{typed}: {other:?}"),
        };
        let (why, nearest) = said("b4-c4", &main);
        assert_eq!(why, "`b4-c4`: no legal move starts at b4: all start at c4");
        assert_eq!(nearest.len(), 3);
        let (why, nearest) = said("c4-c2xw3", &main);
        assert_eq!(
            (why.as_str(), nearest[0]),
            ("`c4-c2xw3`: from c4 to c2 there is `c4-c2xe3`", 1)
        );
        assert_eq!(said("c4-c9", &main).0, "`c4-c9`: no legal move goes from c4 to c9");
        assert_eq!(said("mvoes", &main).0, "`mvoes` is no move and no command");
        assert_eq!(said("9", &main).0, "there is no move 9: they are numbered 1 to 3");
        assert_eq!(said("d", &words("g h i")).0, "column `d` cannot be taken now");
        assert_eq!(said("-", &main).0, "`-` is no move and no command");
    }

    #[test]
    fn commands_are_told_from_moves() {
        for (name, rest, _) in COMMANDS {
            let line = if rest == "FILE" { format!("{name} a b.txt") } else { name.to_uppercase() };
            assert!(matches!(Typed::read(&line), Typed::Command(_)), "{line}");
        }
        let save = Command::Save("Mine 1.txt".to_owned());
        assert_eq!(Typed::read("save  Mine 1.txt"), Typed::Command(save));
        assert_eq!(Typed::read("board 12"), Typed::Command(Command::Board(Some(12))));
        for column in 'a'..='k' {
            assert_eq!(Typed::read(&column.to_string()), Typed::Move(column.to_string()));
        }
        for line in ["board x", "save", "undo 2"] {
            assert!(matches!(Typed::read(line), Typed::Wrong(_)), "{line}");
        }
    }
}
