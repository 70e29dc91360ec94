//! `pasang profile`: measures how games play: length, choice, drama, ends, use of the board.
//!
//! It measures a sample of a folder's games, which `run` plays if there is no folder: all games up to
//! a number by their moves, and fewer by a search at every ply.

use std::path::PathBuf;

use clap::Args;
use pasang_core::profile::Profile as GameProfile;
use serde_json::{Value, json};

use super::options::{choice, listen, whole};
use super::run::Run;
use crate::experiment::schedule::{GameId, Shard};
use crate::run::folder::{MANIFEST, PROFILE_PAGE};
use crate::run::{Manifest, Progress, RunFolder, Searches};
use crate::show::folder_profile::{POSITIONS, check, measure, values};
use crate::show::publish::publish;
use crate::show::{maps, plots, text, width};
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::{complain, note, print, print_json};
use crate::text::new_files::{in_folder, must_be_writable, write_same};
use pasang_core::base::text::Keyword;
use pasang_core::players::bots::Eval;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang profile results/quick\n  pasang profile --setup mine.txt --rules brunei-slide --rules brunei-jump"
)]
pub struct Profile {
    #[command(flatten)]
    run: Run,
    /// Node limit of the search for each position
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = whole::<u64>(POSITIONS))]
    positions: u64,
    /// Evaluation of the search, as in `search:eval=`
    #[arg(long, value_name = "EVAL", default_value = "fitted", value_parser = choice::<Eval>())]
    eval: Eval,
    /// Write the values of each game to this file, a line of JSON each
    #[arg(long, value_name = "FILE.jsonl")]
    each: Option<PathBuf>,
    /// Write maps of the board's use, as landed-brunei-slide.svg, and three games' curves, games.svg, to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
}

impl Profile {
    pub fn run(self) -> CommandResult {
        if self.run.shard != Shard::WHOLE {
            return Err(wrong("a shard has no profile", "merge all shards, and profile the whole"));
        }
        match &self.svg {
            Some(svg) => in_folder(svg, || self.answer()),
            None => self.answer(),
        }
    }

    fn answer(&self) -> CommandResult {
        self.each.as_deref().map_or(Ok(()), must_be_writable)?;
        let run_folder = self.folder()?;
        let folder = &run_folder.folder;
        let _lock = folder.lock()?;
        let (workers, interrupt) = (self.run.threads.workers()?, listen()?);
        let searches = Searches { nodes: self.positions, eval: self.eval.word().to_owned() };
        let (mut progress, mut each) = (None, String::new());
        let see = |id: GameId, game: &GameProfile, of| {
            if self.each.is_some() {
                each += &format!("{}\n", values(id, game));
            }
            progress.get_or_insert_with(|| Progress::new(0, of, None)).add(1);
        };
        // The profile of a designed experiment has no scores of single cells.
        let scores = match run_folder.experiment().factorial {
            Some(_) => vec![None; run_folder.experiment().cell_count()],
            None => run_folder.scores()?.into_iter().map(|it| it.1).collect(),
        };
        let work = (&workers, &interrupt);
        let measured = measure(&run_folder, scores, searches, work, |_| true, see)?;
        drop(progress);
        if interrupt.signal().is_some() {
            complain("stopped; the same command measures from the start");
        }
        interrupt.ends()?;
        if let Some(file) = &self.each {
            write_same(file, each.as_bytes())?;
        }
        let maps = maps(&measured.cells);
        if let Some(svg) = &self.svg {
            for (name, board) in &maps {
                write_same(&svg.join(format!("{name}.svg")), board.svg().as_bytes())?;
            }
            if let Some(games) = plots::games(&measured.cells) {
                write_same(&svg.join("games.svg"), games.as_bytes())?;
            }
        }
        let made = measured.artifacts();
        let profile = Some(measured.searches.clone());
        let manifest = Manifest { profile, ..run_folder.manifest.clone() }.to_json();
        let mut files: Vec<(&str, &[u8])> = made.iter().map(|it| (it.name, it.bytes())).collect();
        files.push((MANIFEST, manifest.as_bytes()));
        folder.write_all(&files)?;
        let form = &self.run.form;
        if form.json {
            let maps = maps.into_iter().map(|(name, board)| (name, board.heat.into()));
            let table = measured.tables()[0].json();
            print_json(&json!({ "profile": table, "wear": Value::Object(maps.collect()) }))?;
        } else {
            let width = if form.is_brief() { width().min(80) } else { width() };
            print(text(&measured.report(form.is_brief()), width))?;
        }
        note(format_args!(
            "all measures, and maps, are in {}",
            folder.file(PROFILE_PAGE).display()
        ));
        Ok(())
    }

    /// Returns the folder to measure, after playing its games if that is asked for.
    fn folder(&self) -> Result<RunFolder, CommandError> {
        let path = match self.run.args.results() {
            Some(path) if !self.run.has_options() => path.to_owned(),
            Some(_) => {
                let help = "leave out the options of `run`";
                return Err(wrong("these games are played already", help));
            }
            None => {
                let experiment = self.run.args.read(self.run.seed)?;
                check(&experiment)?;
                let (run_folder, summary) = self.run.play_into_its_folder(experiment)?;
                publish(&run_folder, &summary)?;
                run_folder.folder.path().to_owned()
            }
        };
        let run_folder = RunFolder::open_finished(&path)?;
        check(run_folder.experiment())?;
        run_folder.check_files()?;
        Ok(run_folder)
    }
}
