//! `pasang profile`: measures how games play: length, choice, drama, ends, use of the board.
//!
//! It measures a sample of a folder's games, which `run` plays if there is no folder: all games up to
//! a number by their moves, and fewer by a search at every ply.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use pasang_core::profile::{MEASURES, Profile as GameProfile, Wear};
use serde_json::{Map, Value, json};

use super::run::Run;
use crate::base::diagnostic::Diagnostics;
use crate::base::random::SeedKey;
use crate::base::text::Keyword;
use crate::cli::exit::{
    CommandError, CommandResult, complain, note, print, print_json, write_new, write_new_into,
    wrong,
};
use crate::cli::options::{choice, listen, whole, width};
use crate::experiment::schedule::{GameId, Shard};
use crate::experiment::{Cell, Experiment};
use crate::players::bots::{BotSpec, Eval};
use crate::playing::Progress;
use crate::report::{Board, html, maps, profile_report, text};
use crate::results::{FolderError, RunFolder};
use crate::stats::Table;
use crate::stats::profile::{CellProfile, profile};

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang profile results/quick\n  pasang profile --setup mine.txt --rules brunei-slide --rules brunei-jump"
)]
pub struct Profile {
    #[command(flatten)]
    run: Run,
    /// Node limit of the search for each position
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = whole::<u64>(1..=1_000_000_000))]
    positions: u64,
    /// Evaluation of the search, as in `search:eval=`
    #[arg(long, value_name = "EVAL", default_value = "fitted", value_parser = choice::<Eval>())]
    eval: Eval,
    /// Write the values of each game to this CSV file
    #[arg(long, value_name = "FILE.csv")]
    each: Option<PathBuf>,
    /// Write maps of the board's use to this folder, as landed-brunei-slide.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
}

/// Largest number of games of a cell measured by their moves.
const MEASURED: u64 = 2000;

/// Number of games of a cell whose positions are searched, or two for each pair of first moves.
const ANALYZED: u64 = 120;

/// Name of the page.
const PAGE: &str = "profile.html";

impl Profile {
    pub fn run(self) -> CommandResult {
        if self.run.shard != Shard::WHOLE {
            return Err(wrong("a shard has no profile", "merge all shards, and profile the whole"));
        }
        let word =
            format!("search:nodes={},solve=16,hash=1,eval={}", self.positions, self.eval.word());
        let bot: BotSpec = word.parse().map_err(Diagnostics::from)?;
        let (run_folder, path) = self.folder()?;
        let experiment = run_folder.experiment();
        let folder = run_folder.folder.clone();
        let _lock = folder.lock()?;
        let (cells, rows) = self.measure(&run_folder, bot)?;
        let table = profile(&cells);
        folder.write(table.file, &table.csv())?;
        let document = profile_report(&cells, &experiment.title, self.positions);
        folder.write(PAGE, &html(&document))?;
        if let Some(file) = &self.each {
            write_new(file, &each(&rows).csv())?;
        }
        let maps = maps(&cells);
        if let Some(svg) = &self.svg {
            let picture =
                |(name, board): &(String, Board)| (format!("{name}.svg"), board.svg().into_bytes());
            write_new_into(svg, &maps.iter().map(picture).collect::<Vec<_>>())?;
        }
        if self.run.form.json {
            let maps = maps.into_iter().map(|(name, board)| (name, board.heat.into()));
            let wear: Map<String, Value> = maps.collect();
            print_json(&json!({ "profile": table.json(), "wear": wear }))?;
        } else {
            print(text(&document, width()))?;
        }
        note(format_args!(
            "the profile is in {} and {}",
            path.join(table.file).display(),
            path.join(PAGE).display()
        ));
        Ok(())
    }

    /// Returns the folder to measure, after playing its games if that is asked for.
    fn folder(&self) -> Result<(RunFolder, PathBuf), CommandError> {
        if let Some(path) = self.run.args.results() {
            if self.run.has_options() {
                return Err(wrong(
                    "these games are played already",
                    "leave out the options of `run`",
                ));
            }
            let run_folder = RunFolder::open_finished(path)?;
            check(run_folder.experiment())?;
            run_folder.check_files()?;
            return Ok((run_folder, path.to_owned()));
        }
        let experiment = self.run.args.read(self.run.seed)?;
        check(&experiment)?;
        let (played, path) = self.run.play_into_its_folder(experiment)?;
        played.publish(&played.stats())?;
        Ok((played.run_folder, path))
    }

    /// Measures a sample of the games of each cell; returns the single games if they are asked for.
    fn measure(
        &self,
        run_folder: &RunFolder,
        bot: BotSpec,
    ) -> Result<(Vec<CellProfile>, Vec<Row>), CommandError> {
        let (experiment, compiled) = (run_folder.experiment(), &run_folder.compiled);
        let key = |purpose: &[u8]| SeedKey::new(experiment.seed(), &[b"profile", purpose]);
        let (draws, plies) = (key(b"games"), key(b"plies"));
        // Cells with as many pairs have the same sample, so that rule sets can be compared in pairs.
        let mut samples = BTreeMap::new();
        let pairs: Vec<u64> =
            (0..compiled.cell_count()).map(|cell| compiled.opening_pairs(cell).max(1)).collect();
        for &pairs in &pairs {
            samples.entry(pairs).or_insert_with(|| sample(experiment.games, pairs, &draws));
        }
        let drawn = |id: GameId| samples[&pairs[id.cell]].get(&id.index).copied();
        let mut games: Vec<(GameId, Vec<u32>)> = Vec::new();
        run_folder.each(
            |number| drawn(run_folder.schedule.numbered(number)).is_some(),
            |id, player| {
                games.push((id, player.rounds()[0].facts.indices.clone()));
                Ok::<(), FolderError>(())
            },
        )?;
        let profile = |cell: Cell<'_>| CellProfile {
            number: cell.number,
            setup: cell.setup.name.clone(),
            rules: cell.rules.name.clone(),
            bots: cell.lineup.to_string(),
            strata: pairs[cell.number],
            games: BTreeMap::new(),
            wear: Wear::default(),
        };
        let mut cells: Vec<CellProfile> = experiment.cells().map(profile).collect();
        let (workers, interrupt) = (self.run.threads.workers()?, listen()?);
        let mut progress = Progress::new(0, games.len() as u64);
        let mut rows = Vec::new();
        let places: Vec<usize> = (0..games.len()).collect();
        let work = |place: usize| {
            let (id, moves) = &games[place];
            let record = compiled.game(id.cell, moves);
            match drawn(*id) {
                Some(true) => {
                    let mut rng = plies.rng(id.index);
                    GameProfile::analyzed(&record, bot, &mut rng, interrupt.cancel())
                }
                _ => Some(GameProfile::of(&record)),
            }
        };
        let take = |place: usize, game: GameProfile| {
            let id = games[place].0;
            cells[id.cell].wear.merge(&game.wear);
            cells[id.cell].games.insert(id.index, game.values.clone());
            if self.each.is_some() {
                rows.push((id, game));
            }
            progress.add(1);
            Ok::<(), CommandError>(())
        };
        workers.in_order(&places, interrupt.cancel(), work, take)?;
        if interrupt.signal().is_some() {
            complain("stopped; the same command measures from the start");
        }
        interrupt.ends()?;
        Ok((cells, rows))
    }
}

/// Refuses an experiment whose games cannot be measured.
fn check(experiment: &Experiment) -> CommandResult {
    let is_of_two = experiment.rules.iter().all(|named| named.rules.seats() == 2);
    if is_of_two && experiment.rounds() == 1 {
        return Ok(());
    }
    Err(wrong("only single games of two players are measured", "leave out the others"))
}

/// A game with its measures.
type Row = (GameId, GameProfile);

/// Draws the indices of the games to measure, the same number of each pair of first moves; `true` for
/// those to analyze.
fn sample(games: u64, pairs: u64, key: &SeedKey) -> BTreeMap<u64, bool> {
    let of_each = |most: u64| most.div_ceil(pairs).max(2) as usize;
    let mut sample = BTreeMap::new();
    for pair in 0..pairs {
        let mut indices: Vec<u64> = (pair..games).step_by(pairs as usize).collect();
        key.rng(pair).shuffle(&mut indices);
        let drawn = indices.into_iter().take(of_each(MEASURED)).enumerate();
        sample.extend(drawn.map(|(place, index)| (index, place < of_each(ANALYZED))));
    }
    sample
}

/// Makes the table of single games: values, the chances before each move, and the moves compared.
fn each(rows: &[Row]) -> Table {
    let mut table = Table::file("games", "", rows)
        .whole("game", "", |(id, _)| id.number)
        .whole("cell", "", |(id, _)| id.cell)
        .whole("index", "", |(id, _)| id.index);
    for (at, measure) in MEASURES.iter().enumerate() {
        table = table.share(measure.name, "", |(_, game)| game.values.get(at).copied());
    }
    let compared = |(ply, moves): &(usize, Vec<(u16, i32)>)| {
        let moves = moves.iter().map(|(chance, points)| format!("{chance}:{points}"));
        format!("{ply} {}", moves.collect::<Vec<_>>().join(" "))
    };
    let chances = |game: &GameProfile| game.chances.iter().map(u16::to_string).collect::<Vec<_>>();
    let all = |game: &GameProfile| game.compared.iter().map(compared).collect::<Vec<_>>();
    table
        .word("chances", "", |(_, game)| chances(game).join(" "))
        .word("compared", "", |(_, game)| all(game).join("; "))
        .done()
}
