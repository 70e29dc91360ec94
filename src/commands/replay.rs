//! `pasang replay`: shows a game on the board, step by step.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::moves::outcome_json;
use super::options::whole;
use crate::experiment::schedule::GameId;
use crate::run::folder::{Folder, JOURNAL};
use crate::run::{FolderError, RunFolder};
use crate::show::{Board, board};
use crate::text::diagnostic::{STDIN, Source, read_text, some_of};
use crate::text::failure::{CommandError, CommandResult, missing, wrong};
use crate::text::messages::{print, print_json};
use crate::text::new_files::write_new_into;
use pasang_core::base::text::{Keyword, plural};
use pasang_core::board::{Trail, draw};
use pasang_core::games::game_record::{GameRecord, winner_word};
use pasang_core::games::text_kind::TextKind;
use pasang_core::games::{Outcome, Position, Seat, score_words};

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

/// Returns the JSON header of a game of a results folder.
pub fn head(run_folder: &RunFolder, id: GameId) -> Value {
    let cell = run_folder.experiment().cell(id.cell);
    let mut head = json!({
        "game": id.number,
        "setup": cell.setup.name,
        "rules": cell.rules.name,
        "bots": cell.lineup.to_string(),
        "cell": id.cell,
        "index": id.index,
    });
    if let Some(player) = run_folder.compiled.crew_player(id) {
        head["member"] = run_folder.compiled.bots(id)[0].to_string().into();
        head["image"] = player.image.word().into();
    }
    head
}

/// Adds a game's positions and, if it is over, its outcome in the terms of games.csv.
pub fn add_steps(head: &mut Value, steps: Vec<Step>) {
    if let Some(Step { object, outcome: Some(outcome), .. }) = steps.last() {
        let seats = object["scores"].as_array().map_or(0, Vec::len);
        head["winner"] = winner_word(outcome.winners, seats).into();
        head["ending"] = outcome.ending.word().into();
        head["scores"] = object["scores"].clone();
    }
    head["positions"] = steps.into_iter().map(|step| step.object).collect();
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
fn file_of_games(path: &Path) -> bool {
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

pub struct Step {
    caption: String,
    /// Comments on it in the file.
    said: Vec<String>,
    picture: Board,
    /// Outcome by seat, if the game is over here.
    outcome: Option<Outcome>,
    pub object: Value,
}

impl Step {
    fn text(&self) -> String {
        let Board { side, trail, .. } = &self.picture;
        let board = board(*side, |point| self.picture.sign(point), trail);
        let said: String = self.said.iter().map(|said| format!("  {said}\n")).collect();
        format!("\n{}\n{said}{board}", self.caption)
    }
}

/// Returns the positions of a game, each with the move before it.
pub fn steps_of(game: &GameRecord, title: &str) -> Vec<Step> {
    let (seats, size) = (usize::from(game.start.seats()), game.start.board_size());
    let step = |position: &Position, trail: Trail, caption: String, mut object: Value| {
        let sign = |point| position.sign(point);
        object["scores"] = json!(&position.scores()[..seats]);
        object["rows"] = draw(size, sign).lines().collect();
        object["position"] = position.to_string().into();
        let board = Board::new(format!("{title}; {caption}"), size, sign);
        let picture = Board { trail, ..board };
        Step { picture, caption, said: Vec::new(), outcome: None, object }
    };
    let mut position = game.start;
    let before = "before the first move".to_owned();
    let mut steps = vec![step(&position, Trail::default(), before, json!({ "ply": 0 }))];
    for (ply, &mv) in (1..).zip(&game.moves) {
        let player = position.turn();
        let trail = Trail { path: position.path(mv), captured: position.captures(mv) };
        let mut object = json!({
            "ply": ply,
            "player": player.number(),
            "move": mv.to_string(),
            "takes": trail.captured.map(|point| size.name(point)).collect::<Vec<_>>(),
        });
        position.play_unchecked(mv);
        let scores = score_words(&position.scores()[..seats]);
        let mut caption = format!("ply {ply}: player {player} plays {mv}, {scores}");
        let outcome = position.outcome();
        if let Some(outcome) = &outcome {
            caption += &format!("; the game is over: {outcome}, {scores}");
            object["outcome"] = outcome_json(outcome);
        }
        steps.push(Step { outcome, ..step(&position, trail, caption, object) });
    }
    steps
}
