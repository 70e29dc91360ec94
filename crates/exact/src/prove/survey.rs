//! `pasang prove --survey`: every opening pair of many patterns.

use std::fs;
use std::path::Path;

use super::Prove;
use pasang_core::base::fault::{Fault, Source, in_words};
use crate::growing::Growing;
use pasang::base::terminal::Line;
use pasang::cli::{Done, Stop, note};
use pasang::cli::listen;
use pasang_core::games::brunei;
use pasang_core::games::rules::{self, Rules};
use pasang_core::games::setup::{self, Setup};
use crate::tasks::prove::Effort;
use crate::tasks::survey::{HEADER, Pair, begun, pairs, run};

/// The rules that pairs are tried under where none are told.
const RULES: [&str; 5] =
    ["pasang-emas", "brunei-slide", "brunei-jump", "geoludie", "geoludie-jump"];

/// The patterns that are tried where none are told.
const SETUPS: &str = "catalogue-distinct";

impl Prove {
    /// Tries the pairs that the table lacks, and adds their rows.
    pub(super) fn survey(&self, path: &Path) -> Done {
        let pairs = self.pairs()?;
        let tried = self.nodes;
        if let Some(folder) = &self.certificates {
            fs::create_dir_all(folder).map_err(|error| failed(error, "make the folder", folder))?;
        }
        let (mut table, text) =
            Growing::open(path).map_err(|error| failed(error, "go on with", path))?;
        let (found, bytes) = begun(&text, &pairs, tried).map_err(|line| {
            let what =
                format!("line {line} of this table is of other pairs, or of other `--nodes`");
            let fault = Fault::whole(what).help("name a file that is not there yet");
            Stop::from(Source::new(path.display().to_string(), "").faults(vec![fault]))
        })?;
        table.cut(bytes).map_err(|error| failed(error, "write", path))?;
        if bytes == 0 {
            put(&mut table, HEADER, path)?;
        }
        let interrupt = listen()?;
        let line = Line::new();
        let mut rows = found.len();
        let threads = self.threads.started();
        let hash = self.hash.of_tables(threads)?;
        let effort = Effort { nodes: tried, hash, positions: super::MOST };
        let done =
            run(&pairs, found, (effort, threads), interrupt.halt(), &mut |pair, row, proof| {
                if let (Some(folder), Some(proof)) = (&self.certificates, proof) {
                    let file = folder.join(pair.file());
                    fs::write(&file, proof.to_text())
                        .map_err(|error| failed(error, "write", &file))?;
                }
                put(&mut table, &row, path)?;
                rows += 1;
                line.write(|_| format!("{rows} of {} pairs", pairs.len()));
                Ok::<(), anyhow::Error>(())
            });
        line.clear();
        done?;
        note(format_args!("{rows} of {} pairs are tried", pairs.len()));
        interrupt.ends()
    }

    fn pairs(&self) -> Result<Vec<Pair>, Stop> {
        let word = self.setup.as_deref().unwrap_or(SETUPS);
        let setups: Vec<Setup> = setup::find_all(word, Path::new("."))
            .map_err(|not_found| Stop::Wrong(not_found.into()))?;
        let names = match &self.rules {
            Some(name) => vec![name.as_str()],
            None => RULES.to_vec(),
        };
        let mut games: Vec<(String, brunei::Rules)> = Vec::new();
        for name in names {
            let mut named = rules::find(name)?;
            rules::set_all(&mut named.rules, &self.set)?;
            super::refuse_new(&named.rules)?;
            match named.rules {
                Rules::Brunei(game) if game.stuck == brunei::Stuck::Loses => {
                    games.push((named.name, game));
                }
                _ => return Err(super::not_by_stuck()),
            }
        }
        Ok(pairs(&setups, &games))
    }
}

fn put(table: &mut Growing, line: &str, path: &Path) -> anyhow::Result<()> {
    table.put(format!("{line}\n").as_bytes()).map_err(|error| failed(error, "write", path))
}

fn failed(error: std::io::Error, what: &str, path: &Path) -> anyhow::Error {
    let why = anyhow::anyhow!(in_words(&error));
    why.context(format!("cannot {what} `{}`", path.display()))
}
