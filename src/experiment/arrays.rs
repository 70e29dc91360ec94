//! Balanced arrays: the levels of several factors in a number of runs, a fraction of all combinations.
//!
//! Where the number of runs is a power of a prime, a linear orthogonal array is sought (Bose 1947;
//! Rao 1947), whose factors of other numbers of levels are collapsed (Addelman 1962): of strength 3,
//! so that main effects are clear of two-way interactions, else of strength 2. Otherwise entries of
//! balanced columns are exchanged (Li and Wu 1997) until the runs coincide least (Xu 2003). All of it
//! is integer arithmetic: the same seed gives the same array on every machine.

use pasang_core::base::random::{GameRng, SeedKey};

/// The levels of each factor, run by run.
pub type Array = Vec<Vec<usize>>;

/// Primes over which linear arrays are sought.
const PRIMES: [usize; 3] = [2, 3, 5];

/// Number of arrays of a kind, of which the best is taken.
const TRIES: u64 = 24;

/// Most elements that a search for a linear array may consider.
const MAX_STEPS: usize = 20_000;

/// Most comparisons of two runs in all searches by exchanges.
const MAX_COMPARISONS: usize = 300_000_000;

/// Returns what `finish` makes of the array of `runs` runs, for factors with these numbers of levels,
/// whose runs coincide least; `None` if it makes nothing of any. Its second argument is whether the
/// array is linear.
pub fn balanced<T>(
    levels: &[usize],
    runs: usize,
    seed: u64,
    finish: impl Fn(&Array, bool) -> Option<T>,
) -> Option<T> {
    let key = SeedKey::new(seed, &[b"factorial design"]);
    let field = PRIMES.iter().find_map(|&prime| Field::of(prime, runs));
    let best = |arrays: &mut dyn Iterator<Item = Array>, is_linear| {
        let found =
            arrays.filter_map(|array| Some((moments(levels, &array), finish(&array, is_linear)?)));
        // Of equal ones the first.
        found.min_by_key(|(moments, _)| *moments).map(|(_, found)| found)
    };
    for strength in [3, 2] {
        let mut linear =
            (0..TRIES).filter_map(|it| field?.array(levels, strength, &mut key.rng(it)));
        if let Some(found) = best(&mut linear, true) {
            return Some(found);
        }
    }
    let a_try = 10 * runs * runs.min(64) * runs * levels.len();
    let tries = (MAX_COMPARISONS / a_try.max(1)).clamp(2, TRIES as usize) as u64;
    let mut exchanged = (0..tries).map(|it| exchanged(levels, runs, &mut key.rng(TRIES + it)));
    best(&mut exchanged, false)
}

/// Returns the weighted number of factors in which two runs coincide (Xu 2003, "Minimum moment
/// aberration for nonregular designs and supersaturated designs", Statistica Sinica 13).
pub(super) fn coincidence(levels: &[usize], one: &[usize], other: &[usize]) -> u64 {
    let pairs = one.iter().zip(other).zip(levels);
    pairs.map(|((one, other), &count)| if one == other { count as u64 } else { 0 }).sum()
}

/// Returns the cost of a coincidence: balance by twos counts most, then that by threes.
pub(super) fn cost(same: u64) -> u64 {
    same * same * (64 + same)
}

/// Returns the sums of the second, third and fourth powers of all coincidences: the fewer, the better
/// balanced are factors by twos, by threes and by fours.
fn moments(levels: &[usize], array: &Array) -> [u64; 3] {
    let mut sums = [0; 3];
    for (number, one) in array.iter().enumerate() {
        for other in &array[..number] {
            let same = coincidence(levels, one, other);
            sums = [sums[0] + same.pow(2), sums[1] + same.pow(3), sums[2] + same.pow(4)];
        }
    }
    sums
}

/// Vectors over a prime field, as numbers in base `prime`.
#[derive(Clone, Copy)]
struct Field {
    prime: usize,
    size: usize,
}

/// A search for the generators of a linear array.
struct Search<'s> {
    field: Field,
    strength: usize,
    /// Dimension of each factor's space.
    dimensions: &'s [u32],
    /// Nonzero vectors in random order.
    vectors: Vec<usize>,
    steps: usize,
}

impl Field {
    /// Returns the space with this number of vectors; `None` if it is no power of the prime.
    fn of(prime: usize, size: usize) -> Option<Field> {
        let mut power = prime;
        while power < size {
            power *= prime;
        }
        (power == size).then_some(Field { prime, size })
    }

    fn digits(self, vector: usize) -> impl Iterator<Item = usize> {
        let digits = std::iter::successors(Some(vector), move |rest| Some(rest / self.prime));
        digits.take(self.size.ilog2() as usize + 1).map(move |rest| rest % self.prime)
    }

    fn number(self, digits: impl Iterator<Item = usize>) -> usize {
        let place = std::iter::successors(Some(1), move |power| Some(power * self.prime));
        digits.zip(place).map(|(digit, power)| digit * power).sum()
    }

    fn plus(self, one: usize, other: usize) -> usize {
        let pairs = self.digits(one).zip(self.digits(other));
        // Zero digits beyond the size add nothing.
        self.number(pairs.map(|(one, other)| (one + other) % self.prime))
    }

    fn dot(self, one: usize, other: usize) -> usize {
        let products = self.digits(one).zip(self.digits(other)).map(|(one, other)| one * other);
        products.sum::<usize>() % self.prime
    }

    /// Returns the nonzero vectors of the span of a space and one more vector.
    fn span(self, space: &[usize], vector: usize) -> Vec<usize> {
        let multiples = std::iter::successors(Some(vector), |&it| Some(self.plus(it, vector)));
        let mut span = space.to_vec();
        for multiple in multiples.take(self.prime - 1) {
            span.push(multiple);
            span.extend(space.iter().map(|&it| self.plus(it, multiple)));
        }
        span
    }

    /// Returns a linear array of this strength; `None` if none was found.
    fn array(self, levels: &[usize], strength: usize, rng: &mut GameRng) -> Option<Array> {
        let dimension =
            |&count: &usize| (1..).find(|&power| self.prime.pow(power) >= count).unwrap_or(1);
        let mut order: Vec<usize> = (0..levels.len()).collect();
        // The largest spaces are the hardest to place.
        order.sort_by_key(|&factor| std::cmp::Reverse(dimension(&levels[factor])));
        let dimensions: Vec<u32> = order.iter().map(|&at| dimension(&levels[at])).collect();
        let mut vectors: Vec<usize> = (1..self.size).collect();
        rng.shuffle(&mut vectors);
        let mut search =
            Search { field: self, strength, dimensions: &dimensions, vectors, steps: 0 };
        let found = search.place(&mut Vec::new(), Vec::new(), Vec::new())?;
        let run = |run: usize| {
            let mut row = vec![0; levels.len()];
            for (&factor, generators) in order.iter().zip(&found) {
                let digits = generators.iter().map(|&generator| self.dot(run, generator));
                let level = self.number(digits);
                row[factor] = level % levels[factor];
            }
            row
        };
        Some((0..self.size).map(run).collect())
    }
}

impl Search<'_> {
    /// Places the next generator of the factor behind those in `spaces`, whose own generators so far
    /// span `space`, and all after it. Returns the generators of every factor; `None` if there are
    /// none, or the search took too long.
    fn place(
        &mut self,
        spaces: &mut Vec<Vec<usize>>,
        space: Vec<usize>,
        own: Vec<usize>,
    ) -> Option<Vec<Vec<usize>>> {
        let Some(&dimension) = self.dimensions.get(spaces.len()) else { return Some(Vec::new()) };
        if own.len() == dimension as usize {
            spaces.push(space);
            let rest = self.place(spaces, Vec::new(), Vec::new());
            spaces.pop();
            return rest.map(|rest| std::iter::once(own).chain(rest).collect());
        }
        let taken = self.taken(spaces);
        for at in 0..self.vectors.len() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            let vector = self.vectors[at];
            if space.contains(&vector) || taken[vector] {
                continue;
            }
            let wider = self.field.span(&space, vector);
            if wider.iter().any(|&it| taken[it]) {
                continue;
            }
            let generators = own.iter().copied().chain([vector]).collect();
            if let Some(found) = self.place(spaces, wider, generators) {
                return Some(found);
            }
        }
        None
    }

    /// Returns the vectors that a further factor may not have: those of the others and, for strength
    /// 3, of the sums of two of them.
    fn taken(&self, spaces: &[Vec<usize>]) -> Vec<bool> {
        let mut taken = vec![false; self.field.size];
        spaces.iter().flatten().for_each(|&it| taken[it] = true);
        if self.strength > 2 {
            for (number, one) in spaces.iter().enumerate() {
                for other in spaces[..number].iter().flatten() {
                    one.iter().for_each(|&it| taken[self.field.plus(it, *other)] = true);
                }
            }
        }
        taken
    }
}

/// Returns an array of balanced columns after exchanges of two entries of a column, as long as they
/// make the runs coincide less.
fn exchanged(levels: &[usize], runs: usize, rng: &mut GameRng) -> Array {
    let mut array = vec![vec![0; levels.len()]; runs];
    for (factor, &count) in levels.iter().enumerate() {
        let mut column: Vec<usize> = (0..runs).map(|run| run % count).collect();
        rng.shuffle(&mut column);
        array.iter_mut().zip(column).for_each(|(row, level)| row[factor] = level);
    }
    // Of many runs, each is exchanged with some of the others.
    let partners = runs.min(64);
    loop {
        let mut is_better = false;
        for factor in 0..levels.len() {
            for one in 0..runs {
                for _ in 0..partners {
                    let other = rng.below(runs as u32) as usize;
                    is_better |= exchange(levels, &mut array, factor, [one, other]);
                }
            }
        }
        if !is_better {
            return array;
        }
    }
}

/// Exchanges an entry of two runs if they then coincide less with the others.
fn exchange(levels: &[usize], array: &mut Array, factor: usize, [one, other]: [usize; 2]) -> bool {
    let (first, second) = (array[one][factor], array[other][factor]);
    if first == second {
        return false;
    }
    let weight = levels[factor] as i64;
    let cost = |same| cost(same) as i64;
    let mut change = 0;
    for (run, row) in array.iter().enumerate().filter(|(run, _)| ![one, other].contains(run)) {
        let gain = i64::from(row[factor] == second) - i64::from(row[factor] == first);
        if gain == 0 {
            continue;
        }
        for (with, gain) in [(one, gain), (other, -gain)] {
            let same = coincidence(levels, &array[with], &array[run]);
            let then = same.saturating_add_signed(gain * weight);
            change += cost(then) - cost(same);
        }
    }
    if change >= 0 {
        return false;
    }
    array[one][factor] = second;
    array[other][factor] = first;
    true
}
