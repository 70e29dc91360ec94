//! Whether shards make up one experiment.

use std::collections::BTreeSet;

use crate::experiment::schedule::Shard;
use crate::playing::Interrupt;
use crate::results::folder::Folder;
use crate::results::{FolderError, Opened, Refusal};

/// So many missing shards are named.
const MOST_NAMED: usize = 20;

/// The shards, opened and in order, once they are seen to make up one experiment; nothing where
/// somebody interrupts.
pub(super) fn in_order(
    shards: &[Folder],
    interrupt: &Interrupt,
) -> Result<Option<Vec<Opened>>, FolderError> {
    let mut all: Vec<(Shard, Opened)> = Vec::new();
    for folder in shards {
        if interrupt.is_set() {
            return Ok(None);
        }
        let shard = Opened::read(folder)?;
        // What is not what the shard was finished with would merge into nonsense.
        shard.check_files()?;
        if shard.manifest.finished {
            shard.folder.check_has_journal()?;
        }
        all.push((shard.manifest.shard()?, shard));
    }
    all.sort_by_key(|(shard, _)| shard.part);
    let problems = problems(&all);
    if !problems.is_empty() {
        return Err(Refusal::NoExperiment(problems).into());
    }
    Ok(Some(all.into_iter().map(|(_, shard)| shard).collect()))
}

/// Why these shards do not make up one experiment.
fn problems(all: &[(Shard, Opened)]) -> Vec<String> {
    let Some((first, reference)) = all.first() else { return Vec::new() };
    let name = |opened: &Opened| opened.folder.path().display().to_string();
    let mut problems = Vec::new();
    for (shard, opened) in all {
        let mut is = |what: String| problems.push(format!("`{}` {what}", name(opened)));
        if let Some(difference) = opened.experiment().difference(reference.experiment()) {
            let other = name(reference);
            is(format!("is of another experiment than `{other}`: {difference}"));
        } else if opened.manifest.bots != reference.manifest.bots {
            is("was played by other versions of the bots".to_owned());
        }
        if shard.of != first.of {
            let of = first.of;
            is(format!("is shard {shard}, others are of {of}"));
        }
        if !opened.manifest.finished {
            is("is not finished".to_owned());
        }
    }
    for pair in all.windows(2) {
        if let [(one, opened), (other, twin)] = pair
            && one == other
        {
            problems.push(format!("`{}` and `{}` are both shard {one}", name(opened), name(twin)));
        }
    }
    problems.extend(missing(all, first.of));
    problems
}

/// Which shards of so many are not there, if there are any.
fn missing(all: &[(Shard, Opened)], of: u64) -> Option<String> {
    let there: BTreeSet<u64> = all.iter().map(|(shard, _)| shard.part).collect();
    let missing: Vec<String> = (1..=of)
        .filter(|part| !there.contains(part))
        .map(|part| Shard { part, of }.to_string())
        .collect();
    let more = match missing.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named: Vec<&str> = missing.iter().take(MOST_NAMED).map(String::as_str).collect();
    (!missing.is_empty()).then(|| format!("missing: {}{more}", named.join(", ")))
}
