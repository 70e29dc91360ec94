//! Checks of a folder whose games a command played: digests and rows, and games that it plays again.

use std::collections::BTreeMap;

use anyhow::anyhow;

use super::findings::{Findings, digests, draw};
use super::folder::{Folder, JOURNAL, MANIFEST};
use super::game_command::{GameCommands, failure};
use super::{FolderError, GameColumns, GameFolder, GameJournal, Manifest, Workers};
use crate::experiment::game::GameExperiment;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::interrupt::Interrupt;
use crate::text::messages::note;
use pasang_core::base::random::SeedKey;

/// Checks a folder: digests, rows, and games by playing them again if the command may be started.
pub fn verify(
    folder: &Folder,
    experiment: &GameExperiment,
    (games, seed): (Option<u64>, u64),
    engines: bool,
    work: (&Workers, &Interrupt),
) -> Result<Findings, CommandError> {
    let manifest = folder.must_have_manifest()?;
    manifest.check_versions()?;
    let mut findings = Findings::default();
    digests(folder, &manifest, &mut findings)?;
    let (shard, is_finished) = (folder.shard(&manifest)?, manifest.finished);
    let looked = manifest.looked.filter(|it| !is_finished || it.is_of(experiment.games));
    let played = GameFolder { folder, experiment, shard, looked };
    if is_finished {
        folder.check_has_journal()?;
    }
    let files = manifest.files.clone();
    let expected = Manifest { finished: is_finished, files, ..played.begun() };
    if expected != manifest || is_finished && !manifest.files.contains_key(JOURNAL) {
        findings.differ.push(format!("{MANIFEST}: it is not that of this experiment"));
    }
    let mut rows = BTreeMap::new();
    let take = |_: &GameColumns, place, row: &[String]| drop(rows.insert(place, row.to_vec()));
    let journal = match played.journal(take) {
        Ok(journal) => journal,
        Err(error) => {
            findings.differ.push(format!("{JOURNAL} {}", error.into_damage()?));
            return Ok(findings);
        }
    };
    let (there, of) = (journal.reached, journal.schedule.len());
    if is_finished && (there < of || journal.is_torn) {
        findings.differ.push(format!("{JOURNAL}: {there} of {of} rows"));
    } else if is_finished {
        let what =
            format!("{JOURNAL}: {there} rows, each with the players and the seed of its game");
        findings.agree.push(what);
    } else {
        findings.unfinished(there, of, journal.is_torn);
    }
    findings.list_not_examined(folder, &manifest)?;
    let command = experiment.shell_command();
    if !findings.differ.is_empty() {
        findings.left_out = Some("they are not those of this experiment");
    } else if !engines {
        let what = format!("the games (`--engines` lets `{command}` play them again)");
        findings.not_proved.push(what);
    } else {
        note(format_args!("starting `{command}`"));
        let sample = draw(seed, games.unwrap_or(u64::MAX).min(there), there);
        let mut places: Vec<u64> = sample.into_iter().collect();
        // In another order than they were played: what a command remembers differs then.
        SeedKey::new(seed, &[b"order of games"]).rng(0).shuffle(&mut places);
        play_again(experiment, &journal, (&places, &rows), work, &mut findings)?;
    }
    findings.verified = findings.differ.is_empty() && engines && is_finished;
    Ok(findings)
}

/// Plays games of a journal again and compares their rows.
fn play_again(
    experiment: &GameExperiment,
    journal: &GameJournal<'_>,
    (places, rows): (&[u64], &BTreeMap<u64, Vec<String>>),
    (workers, interrupt): (&Workers, &Interrupt),
    findings: &mut Findings,
) -> CommandResult {
    let Some(columns) = &journal.columns else { return Ok(()) };
    let commands = GameCommands::new(experiment, interrupt.cancel());
    let order = |place| experiment.order(journal.schedule.game(place));
    let work = |&place: &u64| commands.play(&order(place), place + 1);
    let (mut played, mut differing) = (0, BTreeMap::new());
    workers.in_order(places, interrupt.cancel(), work, |&place, answer| {
        played += 1;
        let again = columns.row(&order(place), &answer);
        let difference = again.map_or_else(Some, |row| columns.difference(&rows[&place], &row));
        differing.extend(difference.map(|what| (place, what)));
        Ok::<(), FolderError>(())
    })?;
    if let Some(why) = interrupt.cancel().why() {
        return Err(CommandError::Failed(anyhow!("{}", why.trim_end())));
    }
    findings.signal = interrupt.signal();
    findings.interrupted = findings.signal.is_some();
    let all = journal.reached;
    let Some((&place, what)) = differing.first_key_value() else {
        findings.agree.push(format!("{played} of {all} games played again: all equal"));
        if played < all {
            findings.not_proved.push(format!("{} games, not played again", all - played));
        }
        return Ok(());
    };
    let count = differing.len();
    findings.differ.push(format!(
        "{JOURNAL}: {count} of {played} games played again have other answers: the game is not \
         reproducible from its seed; {}",
        failure(experiment, &order(place), place + 1, what).trim_end().replace("\n", " ")
    ));
    Ok(())
}
