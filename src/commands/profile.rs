//! `pasang profile`: measures how games play: length, choice, drama, ends, use of the board.
//!
//! It measures a sample of a folder's games, which `run` plays if there is no folder: all games up to
//! a number by their moves, and fewer by a search at every ply.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use pasang_core::profile::{MEASURES, Profile as GameProfile, no_wear};
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
        let run_folder = self.folder()?;
        let folder = &run_folder.folder;
        let _lock = folder.lock()?;
        let cells = self.measure(&run_folder, bot)?;
        let table = profile(&cells);
        folder.write(table.file, &table.csv())?;
        let document = profile_report(&cells, &run_folder.experiment().title, self.positions);
        folder.write(PAGE, &html(&document))?;
        if let Some(file) = &self.each {
            write_new(file, &each(&cells).csv())?;
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
            folder.file(table.file).display(),
            folder.file(PAGE).display()
        ));
        Ok(())
    }

    /// Returns the folder to measure, after playing its games if that is asked for.
    fn folder(&self) -> Result<RunFolder, CommandError> {
        let Some(path) = self.run.args.results() else {
            let experiment = self.run.args.read(self.run.seed)?;
            check(&experiment)?;
            let (played, _) = self.run.play_into_its_folder(experiment)?;
            played.publish(&played.stats())?;
            return Ok(played.run_folder);
        };
        if self.run.has_options() {
            return Err(wrong("these games are played already", "leave out the options of `run`"));
        }
        let run_folder = RunFolder::open_finished(path)?;
        check(run_folder.experiment())?;
        run_folder.check_files()?;
        Ok(run_folder)
    }

    /// Measures a sample of the games of each cell.
    fn measure(
        &self,
        run_folder: &RunFolder,
        bot: BotSpec,
    ) -> Result<Vec<CellProfile>, CommandError> {
        let (experiment, compiled) = (run_folder.experiment(), &run_folder.compiled);
        let key = |purpose: &[u8]| SeedKey::new(experiment.seed(), &[b"profile", purpose]);
        let (draws, plies) = (key(b"games"), key(b"plies"));
        let profile = |cell: Cell<'_>| CellProfile {
            number: cell.number,
            setup: cell.setup.name.clone(),
            rules: cell.rules.name.clone(),
            bots: cell.lineup.to_string(),
            strata: compiled.opening_pairs(cell.number).max(1),
            games: BTreeMap::new(),
            wear: no_wear(),
        };
        let mut cells: Vec<CellProfile> = experiment.cells().map(profile).collect();
        // Cells with as many pairs have the same sample, so that rule sets can be compared in pairs.
        let strata: BTreeSet<u64> = cells.iter().map(|cell| cell.strata).collect();
        let sample = |pairs: u64| (pairs, sample(experiment.games, pairs, &draws));
        let samples: BTreeMap<u64, BTreeMap<u64, bool>> = strata.into_iter().map(sample).collect();
        let drawn = |id: GameId| samples[&cells[id.cell].strata].get(&id.index).copied();
        let mut games: Vec<(GameId, bool, Vec<u32>)> = Vec::new();
        run_folder.each(
            |number| drawn(run_folder.schedule.numbered(number)).is_some(),
            |id, player| {
                let moves = player.rounds()[0].facts.indices.clone();
                games.push((id, drawn(id) == Some(true), moves));
                Ok::<(), FolderError>(())
            },
        )?;
        let (workers, interrupt) = (self.run.threads.workers()?, listen()?);
        let mut progress = Progress::new(0, games.len() as u64, None);
        let work = |(id, is_analyzed, moves): &(GameId, bool, Vec<u32>)| {
            let (game, mut rng) = (compiled.game(id.cell, moves), plies.rng(id.index));
            match is_analyzed {
                true => GameProfile::analyzed(&game, bot, &mut rng, interrupt.cancel()),
                false => Some(GameProfile::of(&game)),
            }
        };
        let take = |(id, ..): &(GameId, bool, Vec<u32>), game| {
            cells[id.cell].add(id.index, game);
            progress.add(1);
            Ok::<(), CommandError>(())
        };
        workers.in_order(&games, interrupt.cancel(), work, take)?;
        if interrupt.signal().is_some() {
            complain("stopped; the same command measures from the start");
        }
        interrupt.ends()?;
        Ok(cells)
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

/// Makes the table of single games, in the order of their numbers: values, the chances before each
/// move, and the moves compared.
fn each(cells: &[CellProfile]) -> Table {
    let mut rows = Vec::new();
    for cell in cells {
        rows.extend(cell.games.iter().map(|(&index, game)| (index, cell.number, game)));
    }
    rows.sort_by_key(|&(index, cell, _)| (index, cell));
    let mut table = Table::file("games", "", rows)
        .whole("game", "", |(index, cell, _)| index * cells.len() as u64 + *cell as u64)
        .whole("cell", "", |(_, cell, _)| *cell)
        .whole("index", "", |(index, ..)| *index);
    for (at, measure) in MEASURES.iter().enumerate() {
        table = table.share(measure.name, "", |(.., game)| game.values.get(at).copied());
    }
    let compared = |(ply, moves): &(usize, Vec<(u16, i32)>)| {
        let moves = moves.iter().map(|(chance, points)| format!("{chance}:{points}"));
        format!("{ply} {}", moves.collect::<Vec<_>>().join(" "))
    };
    let chances = |game: &GameProfile| game.chances.iter().map(u16::to_string).collect::<Vec<_>>();
    let all = |game: &GameProfile| game.compared.iter().map(compared).collect::<Vec<_>>();
    table
        .word("chances", "", |(.., game)| chances(game).join(" "))
        .word("compared", "", |(.., game)| all(game).join("; "))
        .done()
}
