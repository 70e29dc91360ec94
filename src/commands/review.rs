//! `pasang review`: analyzes a game: win probability, cost of each move, better moves.

use std::path::PathBuf;

use clap::Args;

use super::options::{listen, whole};
use super::page::with_review;
use crate::show::review::look;
use crate::show::{html, text, width};
use crate::text::failure::{CommandResult, wrong};
use crate::text::game_records::{chosen, must_have_moves, title_of};
use crate::text::messages::{print, print_json};
use crate::text::new_files::write_new;
use pasang_core::games::game_record::GameRecord;
use pasang_core::review::POSITIONS;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang review game.txt\n  pasang export results/quick 5 | pasang review -"
)]
pub struct Review {
    /// File of games (docs/files.md)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Name of the game (`game:`), or without one its position, from 1
    game: Option<String>,
    /// Node limit for each position of the game
    #[arg(long, value_name = "N", default_value_t = POSITIONS)]
    #[arg(value_parser = whole::<u64>(1..=1_000_000_000))]
    positions: u64,
    /// Write an HTML page with boards and the win probability curve
    ///
    /// A release writes the page of `pasang page`, opened at the review of this game.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
}

impl Review {
    pub fn run(self) -> CommandResult {
        let games = crate::text::read_game_records(&self.file)?;
        let written = chosen(&games, &self.file, self.game.as_deref())?;
        check(written)?;
        if let Some(file) = &self.html
            && let Some(page) = with_review(written, self.positions)
        {
            return write_new(file, page.as_bytes());
        }
        let interrupt = listen()?;
        let Some(looked) = look(written, self.positions, interrupt.cancel()) else {
            return interrupt.ends();
        };
        match &self.html {
            Some(file) => write_new(file, &html(&looked.document()))?,
            None if self.json => print_json(&looked.to_json())?,
            None => {
                let mut document = looked.document();
                document.lead.insert(1, title_of(written));
                print(text(&document, width()))?;
            }
        }
        interrupt.ends()
    }
}

/// Refuses a game that cannot be reviewed.
fn check(game: &GameRecord) -> CommandResult {
    let seats = game.start.seats();
    if seats != 2 {
        let what = format!("games of two can be reviewed, and this one is of {seats}");
        return Err(wrong(what, "`pasang replay` shows it"));
    }
    must_have_moves(game)
}
