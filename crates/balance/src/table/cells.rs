//! The games of a table, class by class and pattern by pattern.

use std::collections::BTreeMap;

use super::{Numbers, Sum, Table, printable, summed};

/// Games that have all but the players' seats in common.
pub(super) struct Entry<'t> {
    pub combo: u32,
    pub opening: u32,
    pub sitting: &'t [i32],
    /// Number of games, weighed so that all openings and options count alike.
    pub games: f64,
    /// The same, as they were played.
    pub played: u64,
    /// By seat: sums of the scores, and of their squares.
    pub seats: Vec<[f64; 2]>,
}

/// Games of a class on a pattern.
pub(super) struct Cell<'t> {
    pub pattern: u32,
    pub entries: Vec<Entry<'t>>,
    pub games: u64,
}

/// Seats of a table, and who sits there.
pub(super) struct Shape {
    pub seats: usize,
    /// Seats of the answer: of two, one is enough.
    pub told: Vec<usize>,
    pub is_rated: bool,
}

/// Weighs games so that all openings and options count alike, unless most of what they tell is lost.
fn weigh(entries: &mut [Entry<'_>]) {
    let strata = summed(entries.iter().map(|it| ([it.combo, it.opening], [it.games])));
    let (count, games) = (strata.len() as f64, strata.iter().map(|it| it.1[0]).sum::<f64>());
    let worth = count * count / strata.iter().map(|it| 1.0 / it.1[0]).sum::<f64>();
    if count < 2.0 || worth < 0.5 * games {
        return;
    }
    for it in entries {
        let stratum = [it.combo, it.opening];
        let Ok(at) = strata.binary_search_by_key(&stratum, |it| it.0) else { continue };
        let by = worth / count / strata[at].1[0];
        it.games *= by;
        it.seats.iter_mut().for_each(|sums| *sums = sums.map(|sum| by * sum));
    }
}

/// Reads a class's sums as cells, each with its games.
pub(super) fn cells<'t>(
    sums: impl Iterator<Item = (&'t [u32; 5], &'t Sum)>,
    sittings: &'t [Vec<i32>],
    seats: usize,
) -> Vec<Cell<'t>> {
    let mut cells: Vec<Cell<'t>> = Vec::new();
    for (&[_, pattern, combo, opening, sitting], sum) in sums {
        if cells.last().is_none_or(|it| it.pattern != pattern) {
            cells.push(Cell { pattern, entries: Vec::new(), games: 0 });
        }
        let share = 1.0 / seats as f64;
        let seat = |seat: usize| {
            let [won, square] = sum.seats.get(seat).copied().unwrap_or_default();
            [won + share * sum.draws, square + share * share * sum.draws]
        };
        if let Some(cell) = cells.last_mut() {
            cell.games += sum.games;
            cell.entries.push(Entry {
                combo,
                opening,
                sitting: &sittings[sitting as usize],
                games: sum.games as f64,
                played: sum.games,
                seats: (0..seats).map(seat).collect(),
            });
        }
    }
    cells.iter_mut().for_each(|it| weigh(&mut it.entries));
    cells
}

/// Returns who sits where, players in the order of their names: so it matters not who was named first.
fn sittings(table: &Table) -> Vec<Vec<i32>> {
    let mut all = table.sittings.clone().names();
    let ranks: BTreeMap<u32, i32> = table.players.0.values().copied().zip(0..).collect();
    for it in all.iter_mut().flatten().filter(|_| !ranks.is_empty()) {
        *it = ranks[&(*it as u32)];
    }
    all
}

/// Names of what is numbered.
pub(super) struct Names {
    pub patterns: Vec<String>,
    pub classes: Vec<String>,
    pub options: Vec<Vec<String>>,
    pub openings: Vec<[String; 2]>,
    pub factors: Vec<String>,
    pub facts: Vec<String>,
    pub sittings: Vec<Vec<i32>>,
}

impl Names {
    pub fn of(table: &Table) -> Names {
        fn names<T: Ord + Clone>(of: &Numbers<T>) -> Vec<T> {
            of.names()
        }
        let column = |at: &usize| printable(&table.columns.names[*at]);
        let columns = |of: &[usize]| of.iter().map(column).collect();
        let words = |of: Vec<String>| of.iter().map(|it| printable(it)).collect::<Vec<String>>();
        Names {
            patterns: words(names(&table.patterns)),
            classes: words(names(&table.classes)),
            options: names(&table.options).into_iter().map(words).collect(),
            openings: names(&table.openings)
                .into_iter()
                .map(|it| it.map(|word| printable(&word)))
                .collect(),
            factors: columns(&table.columns.factors),
            facts: columns(&table.columns.facts),
            sittings: sittings(table),
        }
    }
}
