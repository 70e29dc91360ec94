//! How many different games there are among the recorded ones.

use super::tally::Tally;

/// How often games of a cell are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distinct {
    /// How many different games there are.
    pub games: u64,
    /// How often the most frequent one was played.
    pub largest: u64,
}

impl Distinct {
    /// As much as a tally knows: whether all games are one.
    pub(super) fn known_to(tally: &Tally) -> Option<Distinct> {
        tally.one_game().then(|| Distinct { games: 1, largest: tally.games() })
    }
}

/// A game of a cell, and how often it was met.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    times: u64,
}

/// Games in the order in which they are counted: by digest, then by cell.
type Key = (u64, usize);

/// Counts the different games of each of `cells` cells. `games` gives every game's cell and digest
/// and may be called several times; it must give the same games each time, in any order.
///
/// At most `most` entries of 24 bytes, but two at least, are kept in memory. Where there are more different
/// games than that, each pass over the games counts those whose key lies in the next stretch of
/// all keys, and the stretch ends where memory does; so the result depends on the games alone.
///
/// # Errors
/// The first error that `games`, or any game of it, gives.
pub fn distinct<I, E>(
    cells: usize,
    most: usize,
    mut games: impl FnMut() -> Result<I, E>,
) -> Result<Vec<Distinct>, E>
where
    I: IntoIterator<Item = Result<(usize, u64), E>>,
{
    let most = most.max(2);
    let mut counts = vec![Distinct::default(); cells];
    let mut entries: Vec<Entry> = Vec::new();
    // The last key that an earlier pass counted.
    let mut done: Option<Key> = None;
    loop {
        // The last key of this pass, as soon as there must be another one.
        let mut last: Option<Key> = None;
        for game in games()? {
            let (cell, digest) = game?;
            let key = (digest, cell);
            if Some(key) <= done || last.is_some_and(|last| key > last) {
                continue;
            }
            if entries.len() == most {
                gather(&mut entries);
                // Half of the room is to be free again, lest every game means sorting anew.
                if entries.len() > most / 2 {
                    entries.truncate(most / 2);
                    last = entries.last().map(|entry| entry.key);
                    if last.is_some_and(|last| key > last) {
                        continue;
                    }
                }
            }
            entries.push(Entry { key, times: 1 });
        }
        gather(&mut entries);
        for entry in entries.drain(..) {
            let count = &mut counts[entry.key.1];
            count.games += 1;
            count.largest = count.largest.max(entry.times);
        }
        match last {
            Some(last) => done = Some(last),
            None => return Ok(counts),
        }
    }
}

/// Sorts the entries and makes those of the same game one.
fn gather(entries: &mut Vec<Entry>) {
    entries.sort_unstable_by_key(|entry| entry.key);
    entries.dedup_by(|next, first| {
        let same = next.key == first.key;
        if same {
            first.times += next.times;
        }
        same
    });
}
