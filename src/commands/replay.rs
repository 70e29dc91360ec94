//! `pasang replay`: shows a game on the board, step by step.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::options::whole;
use crate::run::folder::{Folder, JOURNAL};
use crate::run::{FolderError, RunFolder};
use crate::show::steps::{Step, add_steps, head, steps_of};
use crate::text::failure::{CommandResult, missing, wrong};
use crate::text::game_records::{chosen, file_of_games, title_of};
use crate::text::messages::{print, print_json};
use crate::text::new_files::write_new_into;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang replay results/quick 5\n  pasang replay games.txt 1 --svg pictures"
)]
pub struct Replay {
    /// Results folder, or a file of games (docs/files.md)
    #[arg(value_name = "RESULTS|FILE")]
    results: PathBuf,
    /// Number of the game in games.csv, or its name in a file
    ///
    /// In a file, the name follows `game:`; a game without one has its position, counted from 1.
    game: Option<String>,
    /// Write an SVG of each position to this folder, as game-5-ply-000.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print JSON: moves, captures, and scores and board after each
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Print position words, one per line, for `pasang solve --position -`
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    words: bool,
}

impl Replay {
    pub fn run(self) -> CommandResult {
        if file_of_games(&self.results) { self.of_file() } else { self.of_folder() }
    }

    fn of_file(self) -> CommandResult {
        let games = crate::text::read_game_records(&self.results)?;
        let written = chosen(&games, &self.results, self.game.as_deref())?;
        let title = title_of(written);
        let mut steps = steps_of(written, &title);
        for (ply, said) in &written.comments {
            steps[*ply].said.push(said.clone());
        }
        // Names of games may have any characters; file names are plain.
        let name = match written.name.as_str() {
            "" => {
                let place = games.iter().position(|it| std::ptr::eq(it, written));
                (place.unwrap_or(0) + 1).to_string()
            }
            name => name.replace(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_', "-"),
        };
        self.show(&title, &name, json!({ "game": name, "title": title }), steps)
    }

    fn of_folder(self) -> CommandResult {
        let help = "the column `game` of games.csv has the numbers";
        let wanted = "a game's number is wanted behind the results folder";
        let word = self.game.as_deref().ok_or_else(|| wrong(wanted, help))?;
        let game = whole::<u64>(0..=u64::MAX)(word);
        let game =
            game.map_err(|why| wrong(format!("`{word}` is no game's number: {why}"), help))?;
        let run_folder = RunFolder::read(&Folder::open(&self.results)?)?;
        let compiled = &run_folder.compiled;
        if run_folder.schedule.place(game).is_none() {
            let games = run_folder.schedule.len();
            let what = format!("there is no game {game} among the {games} games of this folder");
            return Err(missing(what));
        }
        let id = run_folder.schedule.numbered(game);
        // The journal has the moves; without it, the bots play them again.
        let mut moves = None;
        run_folder.each(
            |it| it == game,
            |_, player| {
                moves = Some(player.facts().indices.clone());
                Ok::<(), FolderError>(())
            },
        )?;
        let Some(moves) = moves else {
            return Err(missing(format!("game {game} has not been played: `{JOURNAL}` lacks it")));
        };
        let cell = run_folder.experiment().cell(id.cell);
        let mut title = format!(
            "game {game}: {}, {}, {}, number {} of its cell",
            cell.setup.name, cell.rules.name, cell.lineup, id.index
        );
        if let Some(player) = compiled.crew_player(id) {
            title += &format!(", {} ({})", compiled.bots(id)[0], player.image);
        }
        if let Some(words) = cell.rules.rules.in_advance() {
            title += &format!(", where {words} (the scores are without them)");
        }
        let steps = steps_of(&compiled.game(id.cell, &moves), &title);
        self.show(&title, &game.to_string(), head(&run_folder, id), steps)
    }

    fn show(&self, title: &str, name: &str, mut head: Value, steps: Vec<Step>) -> CommandResult {
        if let Some(folder) = &self.svg {
            // One folder may hold pictures of several games.
            let pictures = (0..).zip(&steps).map(|(ply, step): (usize, _)| {
                (format!("game-{name}-ply-{ply:03}.svg"), step.picture.svg())
            });
            return write_new_into(folder, &pictures.collect::<Vec<_>>());
        }
        if self.words {
            let word = |step: &Step| step.object["position"].as_str().map(|it| format!("{it}\n"));
            return print(steps.iter().filter_map(word).collect::<String>());
        }
        if self.json {
            add_steps(&mut head, steps);
            return print_json(&head);
        }
        let text: String = steps.iter().map(Step::text).collect();
        print(format_args!("{title}\n{text}"))
    }
}
