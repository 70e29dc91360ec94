//! Counts distinct games among the recorded ones.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistinctGames {
    pub games: u64,
    /// The multiplicity of the most frequent game.
    pub largest: u64,
}

/// A game of a cell and its multiplicity.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    times: u64,
}

/// The order in which games are counted: by digest, then by cell.
type Key = (u64, usize);

/// Counts the distinct games of each cell in bounded memory.
///
/// Games are added in any order. At most a given number of entries of 24 bytes is kept in memory.
/// If there are more distinct games than that, [`DistinctCounter::end_pass`] asks for another pass over all
/// games: each pass counts the games whose key lies in the next range of keys, and the range ends
/// where memory does, so the result depends on the games alone.
#[derive(Debug)]
pub struct DistinctCounter {
    /// By cell; whole after the last pass.
    pub counts: Vec<DistinctGames>,
    entries: Vec<Entry>,
    most: usize,
    /// The last key that an earlier pass counted.
    done: Option<Key>,
    /// The last key of this pass, once another pass is needed.
    last: Option<Key>,
}

impl DistinctCounter {
    /// Creates a counter for `cells` cells with at most `most` entries, but at least two.
    pub fn new(cells: usize, most: usize) -> DistinctCounter {
        let counts = vec![DistinctGames::default(); cells];
        DistinctCounter { counts, entries: Vec::new(), most: most.max(2), done: None, last: None }
    }

    pub fn see(&mut self, cell: usize, digest: u64) {
        let key = (digest, cell);
        if Some(key) <= self.done || self.last.is_some_and(|last| key > last) {
            return;
        }
        if self.entries.len() == self.most {
            gather(&mut self.entries);
            // Half of the entries must be free again, or nearly every further game would sort anew.
            if self.entries.len() > self.most / 2 {
                self.entries.truncate(self.most / 2);
                self.last = self.entries.last().map(|entry| entry.key);
                if self.last.is_some_and(|last| key > last) {
                    return;
                }
            }
        }
        self.entries.push(Entry { key, times: 1 });
    }

    /// Ends a pass over all games. Returns whether another pass is needed.
    pub fn end_pass(&mut self) -> bool {
        gather(&mut self.entries);
        for entry in self.entries.drain(..) {
            let count = &mut self.counts[entry.key.1];
            count.games += 1;
            count.largest = count.largest.max(entry.times);
        }
        self.done = self.last.take();
        self.done.is_some()
    }
}

/// Sorts the entries and merges entries of the same game.
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
