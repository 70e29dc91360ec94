//! What can be typed but moves.

use crate::base::words::{nearest, shortened};

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

#[cfg(test)]
mod tests {
    use super::*;

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
