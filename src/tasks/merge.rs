//! Shards into the one folder that an unsharded run would have written.

use std::collections::BTreeSet;
use std::io::Write;

use crate::base::words::all_of;
use crate::experiment::Records;
use crate::experiment::schedule::Shard;
use crate::playing::prepared::Stage;
use crate::playing::{Crew, Interrupt, Signal};
use crate::results::folder::{
    EXPERIMENT, Folder, FolderError, JOURNAL, MANIFEST, MERGING, REPORT, RUN_INFO, RoundPart,
    TABLES, TALLIES, Turns,
};
use crate::results::{Known, Prefix, read_journal};
use crate::tasks::run::{
    Finished, Opened, Part, check_truth, finish, manifest, open, read_tallies, write_tallies,
};

/// What came of merging.
#[derive(Debug)]
pub enum Merged {
    /// All games are there.
    Finished(Box<Finished>),
    /// A round is there, and another one follows.
    Round {
        /// Which round was merged.
        number: u64,
        /// How many games are there.
        games: u64,
    },
    /// Somebody stopped it; the same can be merged again.
    Interrupted(Signal),
}

/// Shards that make up one experiment, or one round of it, in order.
#[derive(Debug)]
pub struct Shards {
    all: Vec<(Folder, Opened)>,
}

/// Refuses a folder that these shards cannot be merged into: those of a whole experiment want an
/// empty one, or one that was left half merged, those of a round the one that has the rounds
/// before it.
///
/// # Errors
/// When it is another one, or cannot be read.
pub fn check_room(shards: &[Folder], out: &Folder) -> Result<(), FolderError> {
    let first = shards.first().map(Folder::manifest).transpose()?.flatten();
    check_room_for(shards, first.and_then(|manifest| manifest.round).as_ref(), out)
}

fn check_room_for<'f>(
    shards: impl IntoIterator<Item = &'f Folder>,
    round: Option<&RoundPart>,
    out: &Folder,
) -> Result<(), FolderError> {
    out.refuse_foreign()?;
    out.check_journal_is_own()?;
    let foreign = |what: String| {
        let shown = out.path().display();
        Err(FolderError::Foreign(format!("`{shown}` {what}")))
    };
    let place = |folder: &Folder| folder.path().canonicalize().ok();
    if let Some(own) = place(out)
        && shards.into_iter().any(|shard| place(shard).as_ref() == Some(&own))
        && out.has(MERGING)
    {
        return foreign("is one of the shards: choose another --out".to_owned());
    }
    match round {
        None if out.has(MANIFEST) && !out.has(MERGING) => {
            foreign("holds results already: choose another --out".to_owned())
        }
        Some(RoundPart { number, .. }) if *number > 1 && !out.has(MANIFEST) => foreign(format!(
            "is empty: shards of round {number} are merged into the folder that has the rounds \
             before it"
        )),
        _ => Ok(()),
    }
}

impl Shards {
    /// Opens shards; nothing where somebody interrupts.
    ///
    /// # Errors
    /// When one is missing, given twice, unfinished, or of another experiment, or files cannot be
    /// read.
    pub fn read(folders: &[Folder], interrupt: &Interrupt) -> Result<Option<Shards>, FolderError> {
        let shards = in_order(folders, interrupt)?;
        Ok(shards.map(|all| Shards { all }))
    }

    fn first(&self) -> Result<&Opened, FolderError> {
        let none = || FolderError::Foreign("there are no shards to merge".to_owned());
        Ok(&self.all.first().ok_or_else(none)?.1)
    }

    /// How many games, or matches, they have together.
    fn games(&self) -> u64 {
        self.all.iter().map(|(_, opened)| opened.manifest.games).sum()
    }

    /// That they end before all is decided, whatever their manifests say.
    fn too_short(&self) -> FolderError {
        let names = self.all.iter().map(|(folder, _)| folder.path().display().to_string());
        let names = all_of(names.collect::<Vec<_>>().iter().map(String::as_str));
        FolderError::Foreign(format!(
            "{names} cannot be merged: the games there are not all that the experiment wants; \
             `pasang verify` says what differs"
        ))
    }

    /// Merges them into a folder, which must be locked.
    ///
    /// # Errors
    /// When that is no folder for them, or files cannot be read or written.
    pub fn merge(
        &self,
        out: &Folder,
        crew: &Crew,
        interrupt: &Interrupt,
    ) -> Result<Merged, FolderError> {
        let round = self.first()?.manifest.round.as_ref();
        check_room_for(self.all.iter().map(|(folder, _)| folder), round, out)?;
        let merged = match round {
            Some(round) => self.merge_round(out, round, crew, interrupt),
            None => self.merge_whole(out, crew, interrupt),
        };
        match (merged?, interrupt.signal()) {
            (Some(merged), _) => Ok(merged),
            (None, signal) => Ok(Merged::Interrupted(signal.unwrap_or(Signal::Interrupt))),
        }
    }

    /// Adds the runs that the shards tell of.
    fn add_turns(&self, turns: &mut Turns) -> Result<(), FolderError> {
        self.all.iter().try_for_each(|(folder, Opened { manifest, .. })| {
            let round = manifest.round.as_ref().map(|round| round.number);
            turns.add_part(folder.turns()?, manifest.shard.as_deref(), round);
            Ok(())
        })
    }

    /// Adds a round to the folder that has the rounds before it; nothing where somebody interrupts.
    fn merge_round(
        &self,
        out: &Folder,
        round: &RoundPart,
        crew: &Crew,
        interrupt: &Interrupt,
    ) -> Result<Option<Merged>, FolderError> {
        let Opened { experiment, stage, .. } = self.first()?;
        let seed = experiment.seed.unwrap_or_default();
        let shown = out.path().display();
        let foreign = |what: String| FolderError::Foreign(format!("`{shown}` {what}"));
        let number = round.number;
        // Everything is looked at before anything is changed.
        let before = rounds_before(out, self.first()?, crew)?;
        let kept = match usize::try_from(number).ok().and_then(|number| number.checked_sub(2)) {
            None => None,
            Some(last) => match before.round_ends.get(last) {
                Some(&bytes) => Some(bytes),
                None => {
                    let there = before.round_ends.len();
                    return Err(foreign(format!(
                        "has {there} whole rounds, and these are shards of round {number}"
                    )));
                }
            },
        };
        if before.round_ends.len() as u64 > number {
            return Err(foreign(format!("has more than {number} rounds already")));
        }
        let digest = kept.map(|bytes| out.digest_of_first(JOURNAL, bytes)).transpose()?;
        if digest != round.after
            || !before.course.round(number).is_some_and(|known| known.is_same(&round.round()))
        {
            let before = number - 1;
            return Err(foreign(format!(
                "does not hold the {before} rounds after which these shards were played"
            )));
        }
        let mut turns = out.turns()?;
        // Those of an earlier merge of the same round are replaced, as its rows are.
        turns.runs.retain(|turn| turn.round != Some(number));
        self.add_turns(&mut turns)?;
        let schedule = stage.schedule(Shard::WHOLE);
        let part = Part::Shard(Shard::WHOLE);
        out.write(MANIFEST, manifest(experiment, seed, &schedule, &part).to_json().as_bytes())?;
        out.write(EXPERIMENT, experiment.to_toml().as_bytes())?;
        append_round(&self.all, (out, stage), kept, round.round().games(), interrupt)?;
        if interrupt.is_set() {
            return Ok(None);
        }
        out.write_turns(&turns)?;
        let Prefix { games, tallies, course, .. } = read_journal(out, stage, &schedule, crew)?;
        if course.is_open() {
            return Ok(Some(Merged::Round { number, games }));
        }
        if interrupt.is_set() {
            return Ok(None);
        }
        let manifest = manifest(experiment, seed, &course.schedule, &part).finished();
        let whole = (experiment, stage);
        let known = Known::read(out, whole, (&course, games), tallies, manifest.sampling(), crew)?;
        let finished =
            Finished { experiment: experiment.clone(), known, of: course.schedule.len() };
        finish(out, &finished, (stage, &course.schedule), manifest)?;
        Ok(Some(Merged::Finished(Box::new(finished))))
    }

    /// Merges all there is; nothing where somebody interrupts.
    fn merge_whole(
        &self,
        out: &Folder,
        crew: &Crew,
        interrupt: &Interrupt,
    ) -> Result<Option<Merged>, FolderError> {
        // From here on, and until all is there, the same command may begin anew.
        out.mark(MERGING)?;
        clear(out)?;
        let merged = self.write(out, crew, interrupt);
        if matches!(merged, Err(_) | Ok(None)) {
            // What cannot be removed now, the next merge removes.
            let _ = clear(out).and_then(|()| out.remove(MERGING));
            // To be stopped in the middle of a file may look like a fault of it.
            return if interrupt.is_set() { Ok(None) } else { merged };
        }
        out.remove(MERGING)?;
        merged
    }

    fn write(
        &self,
        out: &Folder,
        crew: &Crew,
        interrupt: &Interrupt,
    ) -> Result<Option<Merged>, FolderError> {
        let Opened { experiment, stage, .. } = self.first()?;
        let (experiment, seed) = (experiment.clone(), experiment.seed.unwrap_or_default());
        let schedule = stage.schedule(Shard::WHOLE);
        // Whoever looked at a shard has looked.
        let looks = self.all.iter().flat_map(|(_, opened)| opened.manifest.looks.iter().copied());
        let manifest = manifest(&experiment, seed, &schedule, &Part::Shard(Shard::WHOLE));
        let manifest = manifest.looked_at(looks, &experiment);
        out.write(MANIFEST, manifest.to_json().as_bytes())?;
        out.write(EXPERIMENT, experiment.to_toml().as_bytes())?;
        let mut manifest = manifest.finished();
        let sampling = manifest.sampling();
        let (known, schedule) = match experiment.records {
            Records::All => {
                join_journals(&self.all, (out, stage), self.games(), interrupt)?;
                let prefix = read_journal(out, stage, &schedule, crew)?;
                if interrupt.is_set() {
                    return Ok(None);
                }
                let (whole, games) = ((&experiment, stage), (&prefix.course, prefix.games));
                let known = Known::read(out, whole, games, prefix.tallies, sampling, crew)?;
                // In rounds the games alone say which there are.
                let course = prefix.course;
                if course.is_open() || course.schedule.len() != prefix.games {
                    return Err(self.too_short());
                }
                manifest.games = prefix.games;
                (known, course.schedule)
            }
            Records::None => {
                let mut tallies = stage.tallies();
                for (folder, opened) in &self.all {
                    let part = read_tallies(folder, &opened.stage, &opened.schedule)?;
                    tallies.iter_mut().zip(&part.tallies).for_each(|(all, part)| all.merge(part));
                }
                write_tallies(out, schedule.len(), &tallies)?;
                (Known::without_records(tallies, sampling), schedule)
            }
        };
        if interrupt.is_set() {
            return Ok(None);
        }
        let mut turns = Turns::default();
        self.add_turns(&mut turns)?;
        out.write_turns(&turns)?;
        let finished = Finished { experiment, known, of: schedule.len() };
        finish(out, &finished, (stage, &schedule), manifest)?;
        Ok(Some(Merged::Finished(Box::new(finished))))
    }
}

/// What the folder holds that a round is to be added to.
fn rounds_before(out: &Folder, shard: &Opened, crew: &Crew) -> Result<Prefix, FolderError> {
    let shown = out.path().display();
    // The manifest is written first: a merge may have ended behind it.
    if !out.has(EXPERIMENT) && !out.has(JOURNAL) {
        return Ok(Prefix::empty(&shard.stage, &shard.stage.schedule(Shard::WHOLE)));
    }
    let there = open(out)?;
    if let Some(difference) = shard.experiment.difference(&there.experiment) {
        return Err(FolderError::Foreign(format!(
            "`{shown}` holds another experiment: {difference}"
        )));
    }
    if there.manifest.finished || there.manifest.round.is_some() {
        return Err(FolderError::Foreign(format!(
            "`{shown}` is finished, or a shard itself: nothing can be added to it"
        )));
    }
    let stage: &Stage = &there.stage;
    match out.has(JOURNAL) {
        true => read_journal(out, stage, &there.schedule, crew),
        false => Ok(Prefix::empty(stage, &there.schedule)),
    }
}

/// Puts the rows of a round behind the first so many bytes of the journal; without any, behind
/// its header. What an earlier attempt had put there is replaced.
fn append_round(
    shards: &[(Folder, Opened)],
    (out, stage): (&Folder, &Stage),
    kept: Option<u64>,
    games: u64,
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    let path = out.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let journal = out.append_to_journal()?;
    journal.set_len(kept.unwrap_or_default()).map_err(write)?;
    let mut journal = std::io::BufWriter::with_capacity(1 << 16, journal);
    if kept.is_none() {
        journal.write_all(stage.form().header().as_bytes()).map_err(write)?;
    }
    let mut fault = None;
    let rows = write_rows(shards, games, &mut journal, (&mut fault, interrupt));
    if let Some(fault) = fault {
        return Err(fault);
    }
    if interrupt.is_set() {
        // Another merge replaces what is written so far.
        return Ok(());
    }
    rows.map_err(write)?;
    let journal = journal.into_inner().map_err(|error| write(error.into_error()))?;
    journal.sync_all().map_err(write)
}

/// What is written into the merged folder, the manifest last: without it the rest is nobody's.
fn written() -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().chain([REPORT, RUN_INFO, JOURNAL, TALLIES, EXPERIMENT, MANIFEST])
}

/// Removes what a merge writes.
fn clear(out: &Folder) -> Result<(), FolderError> {
    written().try_for_each(|name| out.remove(name))
}

/// So many missing shards are named.
const MOST_NAMED: usize = 20;

/// The shards, opened and in order, once they are seen to make up one experiment.
fn in_order(
    shards: &[Folder],
    interrupt: &Interrupt,
) -> Result<Option<Vec<(Folder, Opened)>>, FolderError> {
    let mut opened: Vec<(Shard, &Folder, Opened)> = Vec::new();
    for folder in shards {
        if interrupt.is_set() {
            return Ok(None);
        }
        let there = open(folder)?;
        // What is not what the shard was finished with would merge into nonsense.
        check_truth(folder, &there.manifest)?;
        if there.manifest.finished {
            folder.check_has_truth(there.experiment.records)?;
        }
        opened.push((there.manifest.shard()?, folder, there));
    }
    opened.sort_by_key(|(shard, ..)| shard.part);
    let mut problems = Vec::new();
    if let Some((first, first_folder, reference)) = opened.first() {
        let name = |folder: &Folder| folder.path().display().to_string();
        for (shard, folder, there) in &opened {
            let is = |what: String| format!("`{}` {what}", name(folder));
            if let Some(difference) = there.experiment.difference(&reference.experiment) {
                let other = name(first_folder);
                problems.push(is(format!("is of another experiment than `{other}`: {difference}")));
            } else if there.manifest.bots != reference.manifest.bots {
                problems.push(is("was played by other versions of the bots".to_owned()));
            }
            if there.manifest.round != reference.manifest.round {
                let of = |round: &Option<RoundPart>| match round {
                    None => "no round".to_owned(),
                    Some(round) => format!("round {}", round.number),
                };
                let (its, other) = (of(&there.manifest.round), of(&reference.manifest.round));
                let after = if its == other { ", after other games" } else { "" };
                problems.push(is(format!("is a shard of {its}, others are of {other}{after}")));
            }
            if shard.of != first.of {
                let (is_shard, of) = (shard, first.of);
                problems.push(is(format!("is shard {is_shard}, others are of {of}")));
            }
            if !there.manifest.finished {
                problems.push(is("is not finished".to_owned()));
            }
        }
        for pair in opened.windows(2) {
            if let [(one, folder, _), (other, second, _)] = pair
                && one == other
            {
                problems.push(format!(
                    "`{}` and `{}` are both shard {one}",
                    name(folder),
                    name(second)
                ));
            }
        }
        let there: BTreeSet<u64> = opened.iter().map(|(shard, ..)| shard.part).collect();
        let missing: Vec<String> = (1..=first.of)
            .filter(|part| !there.contains(part))
            .map(|part| Shard { part, of: first.of }.to_string())
            .collect();
        if !missing.is_empty() {
            let more = match missing.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let named: Vec<&str> = missing.iter().take(MOST_NAMED).map(String::as_str).collect();
            problems.push(format!("missing: {}{more}", named.join(", ")));
        }
    }
    if !problems.is_empty() {
        let problems = problems.join("; ");
        return Err(FolderError::Foreign(format!("these shards cannot be merged: {problems}")));
    }
    Ok(Some(opened.into_iter().map(|(_, folder, opened)| (folder.clone(), opened)).collect()))
}

/// Writes the rows of all shards in game order.
fn join_journals(
    shards: &[(Folder, Opened)],
    (out, stage): (&Folder, &Stage),
    games: u64,
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    let mut fault = None;
    let written = out.write_with(JOURNAL, |file| {
        file.write_all(stage.form().header().as_bytes())?;
        write_rows(shards, games, file, (&mut fault, interrupt))
    });
    match fault {
        Some(fault) => Err(fault),
        None => written,
    }
}

/// Writes the rows of so many games, or matches, from each journal in turn, until somebody
/// interrupts. Where one of them cannot be read, `fault` says why.
fn write_rows(
    shards: &[(Folder, Opened)],
    games: u64,
    file: &mut impl Write,
    (fault, interrupt): (&mut Option<FolderError>, &Interrupt),
) -> std::io::Result<()> {
    let mut journals = Vec::new();
    for (folder, Opened { stage, .. }) in shards {
        match folder.rows(stage.form()) {
            Ok(journal) => journals.push((folder, journal)),
            Err(found) => {
                *fault = Some(found);
                return Err(std::io::ErrorKind::NotFound.into());
            }
        }
    }
    for place in 0..games {
        if interrupt.is_set() {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let turn = (place % journals.len() as u64) as usize;
        let (folder, journal) = &mut journals[turn];
        match journal.next_rows() {
            Ok(Some(rows)) => {
                file.write_all(rows)?;
                file.write_all(b"\n")?;
            }
            Ok(None) => {
                let what = "it ends too early; `pasang verify` says what differs".to_owned();
                *fault = Some(FolderError::Damaged(folder.file(JOURNAL), what));
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            Err(found) => {
                *fault = Some(found);
                return Err(std::io::ErrorKind::InvalidData.into());
            }
        }
    }
    Ok(())
}
