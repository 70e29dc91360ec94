//! Games that were written down: read from files, and called by their names.

use std::path::Path;

use super::diagnostic::{Diagnostics, STDIN, Source, read_text, read_text_up_to, some_of};
use super::failure::{CommandError, CommandResult, wrong};
use pasang_core::base::text::plural;
use pasang_core::games::Seat;
use pasang_core::games::game_record::{GameRecord, LARGEST};
use pasang_core::games::text_kind::TextKind;

/// Reads the games of a file.
pub fn read_game_records(path: &Path) -> Result<Vec<GameRecord>, Diagnostics> {
    GameRecord::parse_all(&read_text_up_to(path, LARGEST)?)
}

/// Reads the only game of a file.
pub fn read_game_record(path: &Path) -> Result<GameRecord, Diagnostics> {
    GameRecord::parse_one(&read_text_up_to(path, LARGEST)?)
}

/// Returns a game of a file by its name or, if it has none, by its position.
pub fn chosen<'g>(
    games: &'g [GameRecord],
    file: &Path,
    name: Option<&str>,
) -> Result<&'g GameRecord, CommandError> {
    let file = file.display();
    let holds = plural(games.len() as u64, "game");
    let named = |word: &str| games.iter().find(|game| game.name == word);
    let placed = |word: &str| {
        let game = games.get(word.parse::<usize>().ok()?.checked_sub(1)?);
        game.filter(|game| game.name.is_empty())
    };
    let what = match (name, games) {
        (None, [only]) => return Ok(only),
        (None, _) => format!("`{file}` holds {holds}: say which one"),
        (Some(word), _) => match named(word).or_else(|| placed(word)) {
            Some(game) => return Ok(game),
            None => format!("there is no game `{word}` among the {holds} of `{file}`"),
        },
    };
    let called = games.iter().enumerate().map(|(place, game)| match game.name.as_str() {
        "" => (place + 1).to_string(),
        name => name.to_owned(),
    });
    Err(wrong(what, format!("they are called {}", some_of(called, NAMED))))
}

/// Maximum number of games named in a message.
const NAMED: usize = 12;

/// Returns whether a path is a file that may hold games, and not a results folder.
pub fn file_of_games(path: &Path) -> bool {
    if path.as_os_str() == STDIN {
        return true;
    }
    // For other kinds of files the messages for folders apply.
    let is_other = |source: &Source| {
        use TextKind::{Diagram, Setup};
        TextKind::of(&source.text).is_some_and(|kind| ![Setup, Diagram].contains(&kind))
    };
    path.is_file() && !read_text(path).is_ok_and(|source| is_other(&source))
}

pub fn must_have_moves(game: &GameRecord) -> CommandResult {
    match game.moves.is_empty() {
        true => Err(wrong("no move of this game has been played", "`pasang play` plays it")),
        false => Ok(()),
    }
}

pub fn title_of(written: &GameRecord) -> String {
    let mut title = "game".to_owned();
    if !written.name.is_empty() {
        title += &format!(" {}", written.name);
    }
    title += &format!(": {}, {}", written.start_name(), written.start.rules());
    for (key, value) in &written.about {
        let is_seat = Seat::first(Seat::MAX as u8).any(|seat| seat.word() == *key);
        title += &if is_seat { format!("; {key} {value}") } else { format!(", {value}") };
    }
    title
}
