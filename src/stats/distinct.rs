//! How many different games there are among the recorded ones.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distinct {
    pub games: u64,
    /// How often the most frequent one was played.
    pub largest: u64,
}

/// A game of a cell, and how often it was met.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    times: u64,
}

/// Games in the order in which they are counted: by digest, then by cell.
type Key = (u64, usize);

/// Counts the different games of each cell.
///
/// All games are shown to it, in any order. At most a given number of entries of 24 bytes is kept
/// in memory. Where there are more different games than that, [`Census::end_pass`] says that all
/// games are wanted once more: each pass counts those whose key lies in the next stretch of all
/// keys, and the stretch ends where memory does; so the result depends on the games alone.
#[derive(Debug)]
pub struct Census {
    counts: Vec<Distinct>,
    entries: Vec<Entry>,
    most: usize,
    /// The last key that an earlier pass counted.
    done: Option<Key>,
    /// The last key of this pass, as soon as there must be another one.
    last: Option<Key>,
}

impl Census {
    /// Of so many cells, with at most so many entries, but two at least.
    pub fn new(cells: usize, most: usize) -> Census {
        let counts = vec![Distinct::default(); cells];
        Census { counts, entries: Vec::new(), most: most.max(2), done: None, last: None }
    }

    pub fn see(&mut self, cell: usize, digest: u64) {
        let key = (digest, cell);
        if Some(key) <= self.done || self.last.is_some_and(|last| key > last) {
            return;
        }
        if self.entries.len() == self.most {
            gather(&mut self.entries);
            // Half of the room is to be free again, lest every game means sorting anew.
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

    /// Ends a pass over all games; whether another one is wanted.
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

    /// What was counted, by cell.
    pub fn into_counts(self) -> Vec<Distinct> {
        self.counts
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
