//! Checks of a results folder: digests, rows and tables are made again, and the games are played again.

use std::collections::BTreeSet;
use std::io::Write;

use super::folder_profile::check;
use super::folder_profile::{self, ANALYZED};
use super::publish::artifacts;
use crate::answer::counts::coarse_counts;
use crate::answer::{RunSummary, experiment_stats};
use crate::run::findings::{Findings, differing_line, digests, draw, surplus, without};
use crate::run::folder::{COUNTS, EXPERIMENT, Folder, JOURNAL, MANIFEST, OF_PROFILE, PROFILE};
use crate::run::journal::line_number;
use crate::run::{
    Artifact, FORMAT, FolderError, Manifest, PlayedGames, RunFolder, Workers, bots_of, maker,
};
use crate::text::diagnostic::{sanitized, some_of};
use crate::text::interrupt::Interrupt;
use crate::text::messages::note;
use pasang_core::base::digest::digest_of;
use pasang_core::base::text::{plural, shell_word};

/// Checks digests, rows, tables and answers, and plays games again, all or a sample by its seed. Without the
/// journal there is nothing to sample from.
pub fn verify(
    folder: &Folder,
    (games, seed): (Option<u64>, u64),
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<Findings, FolderError> {
    let mut findings = Findings::default();
    let Some(run_folder) = look(folder, &mut findings)? else {
        findings.left_out = Some("nothing says any more which they must be");
        return Ok(findings);
    };
    let (is_slim, is_finished) = (!folder.has(JOURNAL), run_folder.manifest.finished);
    if games.is_some() && is_slim && is_finished {
        let what = "has no games to draw from: without `--games` all are played again";
        return Err(FolderError::refused(folder.path(), what));
    }
    let mut search = Search { run_folder, workers, interrupt, findings, games, seed, is_slim };
    search.manifest()?;
    search.digests()?;
    // Games of another experiment might not even terminate.
    let proven = search.run_folder.manifest.files.get(EXPERIMENT);
    if proven.is_some() && folder.digest(EXPERIMENT)?.as_ref() != proven {
        search.findings.left_out = Some("they are not those of this experiment");
        return Ok(search.conclude());
    }
    // Playing them again takes as much memory as the run did.
    search.run_folder.experiment().check_memory(workers.threads())?;
    // A run that was killed as it began may have left the tables of a slim folder.
    if is_slim && (is_finished || folder.derived().next().is_some()) {
        search.play_all_again()?;
    }
    let mut there = Some((0, false));
    if search.run_folder.has_games() {
        there = search.with_games()?.map(|found| if is_slim { (0, false) } else { found });
    }
    if let Some(there) = there.filter(|_| !is_finished) {
        search.unfinished(there);
    }
    search.findings.list_not_examined(folder, &search.run_folder.manifest)?;
    Ok(search.conclude())
}

struct Search<'a> {
    run_folder: RunFolder,
    workers: &'a Workers,
    interrupt: &'a Interrupt,
    findings: Findings,
    /// Number of games to play again; `None` for all.
    games: Option<u64>,
    seed: u64,
    /// `true` if the folder has no journal.
    is_slim: bool,
}

impl Search<'_> {
    fn conclude(self) -> Findings {
        let Search { interrupt, findings, run_folder, .. } = self;
        let signal = interrupt.signal();
        let Findings { differ, unproved_pages, has_unproved, .. } = &findings;
        let is_proved = differ.is_empty() && unproved_pages.is_empty() && !has_unproved;
        let verified = is_proved && signal.is_none() && run_folder.manifest.finished;
        Findings { verified, interrupted: signal.is_some(), signal, ..findings }
    }

    fn agree(&mut self, what: impl Into<String>) {
        self.findings.agree.push(what.into());
    }

    fn differ(&mut self, what: impl Into<String>) {
        self.findings.differ.push(what.into());
    }
}

const NAMED: usize = 10;

/// The number of games from which a note says before that they take a while.
const MANY: u64 = 10_000;

/// Opens the folder. `None` if manifest or experiment is damaged: then only the digests are
/// checked, if the manifest is readable.
fn look(folder: &Folder, findings: &mut Findings) -> Result<Option<RunFolder>, FolderError> {
    let manifest = match folder.must_have_manifest() {
        Ok(manifest) => Some(manifest),
        Err(error) => {
            findings.differ.push(format!("{MANIFEST}: {}", error.into_damage()?));
            None
        }
    };
    // A file that cannot be accessed is an error, not a difference.
    let text = folder.read(EXPERIMENT)?;
    let experiment = match folder.experiment() {
        Err(FolderError::Experiment(faults)) => Err(faults.in_a_line()),
        Err(error) => Err(error.into_damage()?),
        Ok(experiment) => Ok(experiment),
    };
    let Some(manifest) = manifest else { return Ok(None) };
    if let Err(version) = manifest.check_versions() {
        // Bots missing in the experiment are a fault of the manifest. An unreadable experiment is
        // from another version if the manifest proves it.
        let proven = manifest.files.get(EXPERIMENT);
        let is_meant = match &experiment {
            Ok(experiment) => bots_of(experiment).keys().eq(manifest.bots.keys()),
            Err(_) => proven.is_none_or(|proven| *proven == digest_of(&text)),
        };
        if manifest.format != FORMAT || is_meant {
            return Err(version);
        }
    }
    let fault = match experiment {
        Ok(experiment) => match RunFolder::of(folder, manifest.clone(), experiment) {
            Ok(run_folder) => return Ok(Some(run_folder)),
            Err(error) => format!("{MANIFEST}: {}", error.into_damage()?),
        },
        Err(fault) => format!("{EXPERIMENT}: {fault}"),
    };
    findings.differ.push(fault);
    digests(folder, &manifest, findings)?;
    Ok(None)
}

impl Search<'_> {
    /// Checks that the manifest agrees with the experiment, and covers all that a finished run writes.
    fn manifest(&mut self) -> Result<(), FolderError> {
        let RunFolder { folder, manifest, compiled, schedule, .. } = &self.run_folder;
        let experiment = compiled.experiment();
        let begun =
            Manifest::begin(compiled.seed, schedule.len(), schedule.shard(), bots_of(experiment));
        let files = manifest.files.clone();
        let finished = manifest.finished;
        // An interrupted extension may have written the manifest and not yet the experiment.
        let games = if finished { begun.games } else { manifest.games };
        let Manifest { profile, looked, .. } = manifest.clone();
        let looked = looked.filter(|it| !finished || it.is_of(experiment.games));
        let expected = Manifest { files, finished, games, profile, looked, ..begun };
        let mut wrong = Vec::new();
        if manifest.finished {
            wrong.extend(without(manifest, &[EXPERIMENT, JOURNAL]));
            // A shard has no tables before `pasang report` makes them.
            if manifest.is_part() {
                wrong.extend(surplus(manifest, &[EXPERIMENT, JOURNAL]));
            }
        } else if !manifest.files.is_empty() {
            wrong.push("it has digests, and says that the run is not finished".to_owned());
        }
        let line = differing_line(&folder.read(MANIFEST)?, expected.to_json().as_bytes());
        wrong.extend(line.map(|line| format!("line {line} is not what {EXPERIMENT} makes it")));
        if games != schedule.len() {
            let expected = schedule.len();
            self.findings.not_proved.push(format!(
                "`games` of {MANIFEST}, which is {games} where the experiment has {expected}"
            ));
        }
        wrong.iter().for_each(|what| self.findings.differ.push(format!("{MANIFEST}: {what}")));
        Ok(())
    }

    fn digests(&mut self) -> Result<(), FolderError> {
        digests(&self.run_folder.folder, &self.run_folder.manifest, &mut self.findings)?;
        // An experiment has only one canonical text.
        let text = self.run_folder.folder.read(EXPERIMENT)?;
        if self.run_folder.experiment().to_toml().as_bytes() != text {
            self.differ(format!("{EXPERIMENT}: it is not written as this program resolves it"));
        }
        Ok(())
    }

    /// Recomputes what is made from the games, and compares it. An unfinished folder may have some,
    /// made by `pasang report`, or left by a run that was killed.
    fn files(&mut self, known: &RunSummary) -> Result<(), FolderError> {
        let RunFolder { manifest, .. } = &self.run_folder;
        let all = experiment_stats(&self.run_folder, known);
        let mut made = artifacts(&self.run_folder, known, &all)?;
        let counts = made.iter_mut().find(|it| it.name == COUNTS);
        counts.into_iter().for_each(|it| it.texts.extend(coarse_counts(&all)));
        drop(all);
        if manifest.finished && !manifest.is_part() {
            // The games determine which tables there are.
            let mut names: Vec<&str> = made.iter().map(|it| it.name).collect();
            // What a slim folder neither holds nor names is not claimed.
            let folder = &self.run_folder.folder;
            let claimed: Vec<&str> =
                names.iter().copied().filter(|name| !self.is_slim || folder.has(name)).collect();
            let mut wrong = without(manifest, &claimed);
            names.extend([EXPERIMENT, JOURNAL]);
            wrong.extend(surplus(manifest, &names));
            self.findings.differ.extend(wrong.iter().map(|what| format!("{MANIFEST}: {what}")));
        }
        made.extend(self.profile(known)?);
        self.findings.examined.extend(made.iter().map(|it| it.name));
        // A report contains the digests of all other files, so a difference in one of them is
        // reported only there.
        let (pages, tables): (Vec<_>, Vec<_>) = made.into_iter().partition(Artifact::is_page);
        let mut equal = Vec::new();
        for it in &tables {
            self.examine(it, &mut equal)?;
        }
        let pages = if self.findings.differ.is_empty() { pages } else { Vec::new() };
        for it in &pages {
            self.examine(it, &mut equal)?;
        }
        // Of a profile a sample of the cells was made again, and not the whole file.
        equal.retain(|name| !self.findings.has_unproved || !OF_PROFILE.contains(name));
        if !equal.is_empty() {
            self.agree(format!("{}: recomputed, all equal", equal.join(", ")));
        }
        Ok(())
    }

    /// Makes the profile again by the searches that the manifest names, of a sample of cells if games are
    /// sampled.
    fn profile(&mut self, known: &RunSummary) -> Result<Vec<Artifact>, FolderError> {
        let RunFolder { folder, compiled, manifest, .. } = &self.run_folder;
        if !OF_PROFILE.iter().any(|name| folder.has(name)) {
            return Ok(Vec::new());
        }
        if check(compiled.experiment()).is_err() || known.games < self.run_folder.schedule.len() {
            self.differ(format!("{PROFILE}: it is there, and these games have none"));
            return Ok(Vec::new());
        }
        let Some(searches) = manifest.profile.clone() else {
            let what = format!("{MANIFEST} does not say how positions were searched");
            self.unproved(&what);
            return Ok(Vec::new());
        };
        if folder_profile::searcher(&searches).is_none() {
            self.differ(format!("{MANIFEST}: `profile` names no search"));
            return Ok(Vec::new());
        }
        let cells = compiled.experiment().cell_count() as u64;
        let count = self.games.unwrap_or(u64::MAX).div_ceil(ANALYZED).min(cells);
        let drawn = draw(self.seed, count, cells);
        let work = (self.workers, self.interrupt);
        let made = folder_profile::again(&self.run_folder, known, searches, work, &drawn)?;
        if count < cells && !self.interrupt.is_set() {
            let left = plural(cells - count, "cell");
            self.unproved(&format!("{left} not measured again; without `--games` all are"));
        }
        Ok(made)
    }

    /// Names the files of the profile as not proved.
    fn unproved(&mut self, why: &str) {
        let there: Vec<&str> =
            OF_PROFILE.into_iter().filter(|name| self.run_folder.folder.has(name)).collect();
        self.findings.not_proved.push(format!("{} ({why})", there.join(", ")));
        self.findings.examined.extend(OF_PROFILE);
        self.findings.has_unproved = true;
    }

    /// Says what there is of an unfinished run.
    fn unfinished(&mut self, (rows, torn): (u64, bool)) {
        let RunFolder { folder, manifest, schedule, .. } = &self.run_folder;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy();
        if let Some(out) = name.strip_prefix('.').and_then(|name| name.strip_suffix(".part")) {
            let what =
                format!("a merge to `{}` was broken off here: it begins anew", sanitized(out));
            self.findings.agree.push(what);
        }
        self.findings.unfinished(rows, schedule.len(), torn);
        let tables = "tables and report, which are still to be made".to_owned();
        self.findings.not_proved.extend((!manifest.is_part()).then_some(tables));
    }

    /// Compares a file, or its digest in the manifest if it was left out with the journal, with what
    /// is expected. What is missing beside a journal is reported with the digests.
    fn examine(&mut self, it: &Artifact, equal: &mut Vec<&'static str>) -> Result<(), FolderError> {
        let RunFolder { folder, manifest, .. } = &self.run_folder;
        let (Artifact { name, texts }, maker) = (it, maker(it.name));
        let difference = if folder.has(name) {
            // The file may be far longer than expected.
            let most = texts.iter().map(Vec::len).max().unwrap_or(0) as u64 + 1;
            let found = folder.read_start(name, most)?;
            let lines = texts.iter().map(|text| differing_line(&found, text));
            lines.collect::<Option<Vec<usize>>>().map(|lines| format!("{name} line {}: it is not what this program makes of the games (`{maker}` makes it again)", lines[0]))
        } else if let Some(proven) = manifest.files.get(*name).filter(|_| self.is_slim) {
            (*proven != digest_of(it.bytes()))
                .then(|| format!("{name}: made again, its digest is not that of the manifest"))
        } else {
            return Ok(());
        };
        let Some(difference) = difference else {
            equal.push(name);
            return Ok(());
        };
        // Another version may have made another layout: then the figures stay unproved.
        let log = folder.run_log().ok();
        let is_own = log.and_then(|log| log.is_of_this_program()) == Some(true);
        if is_own || !it.is_page() {
            self.differ(difference);
        } else {
            // A page that was left out misleads no reader.
            if folder.has(name) {
                self.findings.unproved_pages.push(name);
            }
            self.findings.not_proved.push(format!(
                "{name} (another version of the program may have made it; `{maker}` makes it again)"
            ));
        }
        Ok(())
    }

    /// Checks the rows of the journal, and what is made from them; plays the games of a journal of its
    /// own again. Returns the number of its games, and whether its end is torn; `None` if it is damaged.
    fn with_games(&mut self) -> Result<Option<(u64, bool)>, FolderError> {
        let prefix = match self.run_folder.games(self.workers) {
            Ok(prefix) => prefix,
            Err(error) => {
                self.differ(format!("{JOURNAL} {}", error.into_damage()?));
                return Ok(None);
            }
        };
        let RunFolder { folder, manifest, schedule, .. } = &self.run_folder;
        let (rows, torn) = (prefix.reached, prefix.torn);
        let is_cut = manifest.finished && (rows < schedule.len() || torn);
        // Tables of a truncated journal would differ.
        let has_files = match manifest.finished {
            true => !is_cut,
            false => folder.derived().next().is_some(),
        };
        let cut = is_cut.then(|| {
            let (line, torn) = (line_number(rows), if torn { "is torn" } else { "is missing" });
            let of = manifest.games;
            format!("{JOURNAL} line {line} {torn}: the finished run had {of} rows")
        });
        if !self.is_slim {
            let all = plural(rows, "row");
            self.agree(format!("{JOURNAL}: {all}, each agrees with its own moves"));
        }
        self.findings.differ.extend(cut);
        if has_files {
            let known = self.run_folder.summarize(prefix, self.workers)?;
            self.files(&known)?;
        }
        if !self.is_slim {
            self.play_again(rows)?;
        }
        Ok(Some((rows, torn)))
    }

    /// Plays games again, a sample of `games` or all, as far as the seed determines them.
    fn play_again(&mut self, of: u64) -> Result<(), FolderError> {
        let schedule = self.run_folder.schedule;
        let experiment = self.run_folder.experiment();
        let games = self.games.filter(|&games| games < of);
        let is_seeded = |place: &u64| experiment.is_seeded(schedule.game(*place).cell);
        let seeded = (0..of).filter(is_seeded).count() as u64;
        let draw = |games| draw(self.seed, games, of).into_iter().filter(is_seeded);
        let drawn: Option<BTreeSet<u64>> = games.map(|games| draw(games).collect());
        let wanted = drawn.as_ref().map_or(seeded, |drawn| drawn.len() as u64);
        if seeded < of {
            let games = plural(of - seeded, "game");
            self.agree(format!(
                "{games} by players from outside: every move is legal, and no seed brings the others back"
            ));
            self.findings.not_proved.push(format!("what players from outside chose in {games}"));
        }
        if drawn.is_some() {
            let left = plural(seeded - wanted, "game");
            self.findings.not_proved.push(format!("{left} that were not played again"));
        }
        if wanted == 0 {
            return Ok(());
        }
        let is_wanted = |place: u64| drawn.as_ref().is_none_or(|drawn| drawn.contains(&place));
        let cancel = self.interrupt.cancel();
        match self.run_folder.play_again(is_wanted, self.workers, cancel)? {
            (_, Some((line, why))) => {
                self.differ(format!("{JOURNAL} line {line}: played again, {why}"));
            }
            (equal, None) => {
                let all = if equal == wanted { "all" } else { "so far all" };
                let number = |&place: &u64| schedule.game(place).number.to_string();
                let sample = drawn.as_ref().map_or_else(String::new, |drawn| {
                    let named = some_of(drawn.iter().map(number), NAMED);
                    format!("; drawn by `--sample-seed {}`: {named}", self.seed)
                });
                self.agree(format!("{equal} of {of} games played again: {all} equal{sample}"));
            }
        }
        Ok(())
    }

    /// Plays everything again into a temporary journal, for a folder without one.
    fn play_all_again(&mut self) -> Result<(), FolderError> {
        let RunFolder { compiled, schedule, manifest, .. } = &self.run_folder;
        let expected = manifest.files.get(JOURNAL).cloned();
        if manifest.finished && expected.is_none() {
            // A missing digest is reported with the manifest.
            return Ok(());
        }
        if !compiled.experiment().is_all_seeded() {
            self.differ(format!("{JOURNAL}: it is gone, and no seed brings its games back"));
            return Ok(());
        }
        if schedule.len() >= MANY {
            let (games, file) = (schedule.len(), self.run_folder.folder.file(EXPERIMENT));
            note(format_args!(
                "all {games} games are played again; `pasang plan {}` says how long that takes",
                shell_word(&file.display().to_string())
            ));
        }
        // An unnamed file vanishes however the program ends.
        let write = |error| FolderError::Write(std::env::temp_dir(), error);
        let mut journal = tempfile::tempfile().map_err(write)?;
        journal.write_all(compiled.form().header().as_bytes()).map_err(write)?;
        let mut played = PlayedGames::none(compiled);
        self.workers.play(&self.run_folder, &mut played, self.interrupt, |_, batch| {
            journal.write_all(&batch.rows).map_err(write)
        })?;
        if played.reached < schedule.len() {
            return Ok(());
        }
        self.run_folder.replayed = Some(journal);
        let of = played.reached;
        if expected.as_ref() == Some(&self.run_folder.journal_digest()?) {
            self.agree(format!("{of} games played again: the journal has the manifest's digest"));
        } else if expected.is_some() {
            let what = "played again, its digest is not that of the manifest";
            self.differ(format!("{JOURNAL}: {what}"));
        }
        Ok(())
    }
}
