//! `pasang level`: how strong a player is, from games that they played.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

use clap::Args;

use super::options::listen;
use crate::show::level::{Player, SCALE};
use crate::show::width;
use crate::text::diagnostic::some_of;
use crate::text::failure::{CommandResult, wrong};
use crate::text::game_records::{must_have_moves, title_of};
use crate::text::messages::{note, print, print_json};
use pasang_core::base::text::{plural, wrapped};
use pasang_core::games::Seat;
use pasang_core::games::game_record::GameRecord;
use pasang_core::level::{self};

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang level game.txt\n  pasang level --player Ana club/*.txt\n  pasang export results/quick 1-3 | pasang level -"
)]
pub struct LevelCommand {
    /// Files of games (docs/files.md)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only this player, by the name in the games (`first:`, `second:`), or `first` or `second`
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl LevelCommand {
    pub fn run(self) -> CommandResult {
        let mut games = Vec::new();
        for file in &self.files {
            games.extend(crate::text::read_game_records(file)?);
        }
        let (read, refusal) = (games.len(), games.iter().find_map(|game| check(game).err()));
        let mut seen = HashSet::new();
        games.retain(|game| {
            check(game).is_ok() && seen.insert((game.start, game.moves.clone(), names_of(game)))
        });
        if let (true, Some(refusal)) = (games.is_empty(), refusal) {
            return Err(refusal);
        }
        if games.len() < read {
            let left_out = plural((read - games.len()) as u64, "game");
            note(format_args!(
                "{left_out} left out: repeated, without moves, or not of two on Brunei's full board"
            ));
        }
        let interrupt = listen()?;
        let mut players = BTreeMap::<String, Player>::new();
        for game in &games {
            let names = names_of(game);
            for seat in [Seat::FIRST, Seat::SECOND] {
                let name = names[seat.index()].clone();
                if self.player.as_ref().is_some_and(|it| *it != name && it != seat.word()) {
                    continue;
                }
                let Some(choices) = level::choices(game, seat, interrupt.cancel()) else {
                    return interrupt.ends();
                };
                let player = players.entry(name).or_default();
                // A player of both seats has one game.
                let is_counted = seat == Seat::SECOND && names[0] == names[1];
                player.games += usize::from(!is_counted);
                player.choices.extend(choices);
            }
        }
        if players.is_empty() {
            let names: BTreeSet<String> = games.iter().flat_map(names_of).collect();
            let what = format!("no game has a player `{}`", self.player.unwrap_or_default());
            return Err(wrong(what, format!("they have {}", some_of(names.into_iter(), NAMED))));
        }
        let players = players.iter();
        if self.json {
            print_json(&players.map(|(name, it)| it.to_json(name)).collect::<Vec<_>>())?;
        } else {
            print(
                players.map(|(name, it)| wrapped(&it.in_words(name), width())).collect::<String>(),
            )?;
            note(SCALE);
        }
        interrupt.ends()
    }
}

/// Refuses a game that tells no level.
fn check(game: &GameRecord) -> CommandResult {
    if !level::is_rated(game) {
        let what = format!("the scale is for two players of Brunei's game: {}", title_of(game));
        return Err(wrong(what, "it was measured on full boards of 11 by 11 points"));
    }
    must_have_moves(game)
}

const NAMED: usize = 8;

fn names_of(game: &GameRecord) -> [String; 2] {
    [Seat::FIRST, Seat::SECOND]
        .map(|seat| game.player(seat).unwrap_or_else(|| seat.word()).to_owned())
}
