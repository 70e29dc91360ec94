//! Matches.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::clock;
use crate::elo::{self, Elo};
use crate::side::{self, Side, Version};

/// The options of a match.
#[derive(Clone, Debug, Args)]
pub struct Match {
    /// The rules: a preset or a file
    #[arg(long, default_value = "brunei-slide")]
    rules: String,
    /// Setups, names and groups; those with the same stones are played once
    #[arg(long, num_args = 1.., default_value = "catalogue")]
    setup: Vec<String>,
    /// The new version's bot
    #[arg(long, default_value = "search:nodes=8000")]
    new: String,
    /// The other bot
    #[arg(long, default_value = "search:nodes=8000")]
    old: String,
    /// Whose bot the other is
    #[arg(long, value_enum, default_value = "old")]
    against: Version,
    /// So many pairs of first moves a setup, drawn by the seed; all where nothing is said
    #[arg(long)]
    openings: Option<usize>,
    /// Changes the new bot's `nodes` or `playouts` until both use as much processor time
    #[arg(long)]
    equal_time: bool,
    /// Pairs of games a trial, to find equal time
    #[arg(long, default_value_t = 35)]
    pilot: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Two games, one in each seat, from one setup and pair of first moves.
struct Duel {
    setup: usize,
    first: [String; 2],
}

/// What one version used: processor time and moves.
#[derive(Clone, Copy, Default)]
struct Spent {
    time: Duration,
    moves: u64,
}

impl Spent {
    fn add(&mut self, other: Spent) {
        self.time += other.time;
        self.moves += other.moves;
    }
}

/// How a duel went: the new version's results by seat, 1, 0 or -1, and what new and old used.
struct Fought {
    setup: usize,
    results: [i32; 2],
    spent: [Spent; 2],
}

/// A sequence of numbers that looks random (splitmix64), to draw openings by.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

impl Match {
    /// Plays the match and prints what came of it.
    pub fn run(mut self) -> Result<()> {
        let setups = self.setups()?;
        let duels = self.duels(&setups)?;
        if self.equal_time {
            self.settle(&setups, &duels)?;
        }
        let fought = self.play(&setups, &duels, "")?;
        println!("{}", self.line(&setups, &fought));
        Ok(())
    }

    /// The setups, one of each that have the same stones under these rules.
    fn setups(&self) -> Result<Vec<String>> {
        let mut seen = BTreeSet::new();
        let mut setups = Vec::new();
        for word in &self.setup {
            for setup in side::setups(word)? {
                let side = side::seat(Version::New, "random", &setup, &self.rules)?;
                if seen.insert(side.board()) {
                    setups.push(setup);
                }
            }
        }
        Ok(setups)
    }

    /// All duels, one of each setup before the next of any: what is played first stands for all.
    fn duels(&self, setups: &[String]) -> Result<Vec<Duel>> {
        let mut draws = Draws(self.seed);
        let mut rounds: Vec<Vec<Duel>> = Vec::new();
        for (setup, name) in setups.iter().enumerate() {
            let mut side = side::seat(Version::New, "random", name, &self.rules)?;
            side.begin(0, 0);
            let mut pairs = Vec::new();
            for one in side.moves() {
                side.begin(0, 0);
                side.play(&one)?;
                pairs.extend(side.moves().into_iter().map(|two| [one.clone(), two]));
            }
            draws.shuffle(&mut pairs);
            pairs.truncate(self.openings.unwrap_or(usize::MAX));
            rounds.resize_with(rounds.len().max(pairs.len()), Vec::new);
            for (round, first) in rounds.iter_mut().zip(pairs) {
                round.push(Duel { setup, first });
            }
        }
        for round in &mut rounds {
            draws.shuffle(round);
        }
        Ok(rounds.into_iter().flatten().collect())
    }

    /// Finds the budget at which the new version uses as much time as the old.
    fn settle(&mut self, setups: &[String], duels: &[Duel]) -> Result<()> {
        let some = &duels[..self.pilot.min(duels.len())];
        for _ in 0..3 {
            let fought = self.play(setups, some, "trial: ")?;
            let ratio = spent(&fought, 1).time.as_secs_f64() / spent(&fought, 0).time.as_secs_f64();
            self.new = with_budget(&self.new, ratio)?;
            eprintln!("old time by new time {ratio:.3}: the new bot is now {}", self.new);
        }
        Ok(())
    }

    /// Plays duels.
    fn play(&self, setups: &[String], duels: &[Duel], what: &str) -> Result<Vec<Fought>> {
        ensure!(self.threads > 0, "`--threads` must be 1 or more");
        let next = AtomicUsize::new(0);
        let fought = Mutex::new(Vec::new());
        std::thread::scope(|scope| -> Result<()> {
            let work = || self.work(setups, duels, &next, &fought, what);
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                match thread.join() {
                    Ok(done) => done?,
                    Err(_) => bail!("a thread gave up"),
                }
            }
            Ok(())
        })?;
        Ok(fought.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    fn work(
        &self,
        setups: &[String],
        duels: &[Duel],
        next: &AtomicUsize,
        fought: &Mutex<Vec<Fought>>,
        what: &str,
    ) -> Result<()> {
        // The same tables for all duels, as when an experiment is run.
        let mut sides = [
            side::seat(Version::New, &self.new, &setups[0], &self.rules)?,
            side::seat(self.against, &self.old, &setups[0], &self.rules)?,
        ];
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(duel) = duels.get(index) else { return Ok(()) };
            let name = &setups[duel.setup];
            for side in &mut sides {
                side.lay(name)?;
            }
            let (mut results, mut used) = ([0; 2], [Spent::default(); 2]);
            for (seat, result) in results.iter_mut().enumerate() {
                let number = 2 * index as u64 + seat as u64;
                let (gained, spent) = game(&mut sides, seat, &duel.first, (self.seed, number))
                    .with_context(|| format!("{name} after {}", duel.first.join(" ")))?;
                *result = gained;
                used.iter_mut().zip(spent).for_each(|(used, spent)| used.add(spent));
            }
            let Ok(mut all) = fought.lock() else { bail!("another thread gave up") };
            all.push(Fought { setup: duel.setup, results, spent: used });
            let step = (duels.len() / 10).max(1);
            if all.len().is_multiple_of(step) {
                eprintln!("{what}{}", self.line(setups, &all));
            }
        }
    }

    /// What came of it, in a line.
    fn line(&self, setups: &[String], fought: &[Fought]) -> String {
        let mut counts = [0; 3];
        // By pattern, or by opening where there are few patterns.
        let by_setup = setups.len() >= 10;
        let mut clusters = vec![Vec::new(); setups.len().max(fought.len())];
        for (index, duel) in fought.iter().enumerate() {
            for result in duel.results {
                counts[(1 - result) as usize] += 1;
                let cluster = if by_setup { duel.setup } else { index };
                clusters[cluster].push(f64::from(result + 1) / 2.0);
            }
        }
        let [wins, draws, losses] = counts;
        let elo = match elo::of(&clusters) {
            Some(Elo { value, low, high }) => format!("{value:+.0} ({low:+.0} to {high:+.0})"),
            None => "unknown".to_owned(),
        };
        let games = (2 * fought.len()) as f64;
        let [new, old] = [spent(fought, 0), spent(fought, 1)];
        let time = |spent: Spent| {
            let seconds = spent.time.as_secs_f64();
            let (game, mv) = (1e3 * seconds / games, 1e6 * seconds / spent.moves.max(1) as f64);
            format!("{game:.1} ms a game, {mv:.0} us a move")
        };
        format!(
            "{}: new {} against {:?} {}: {games} games, won {wins}, drawn {draws}, lost {losses}, \
             Elo {elo}; time new {}; old {}; new by old {:.3}",
            self.rules,
            self.new,
            self.against,
            self.old,
            time(new),
            time(old),
            new.time.as_secs_f64() / old.time.as_secs_f64(),
        )
    }
}

/// What one side used in all.
fn spent(fought: &[Fought], side: usize) -> Spent {
    let mut sum = Spent::default();
    fought.iter().for_each(|duel| sum.add(duel.spent[side]));
    sum
}

/// Plays a game, the new version in a seat: its result, 1, 0 or -1, and what both used.
fn game(
    sides: &mut [Box<dyn Side>; 2],
    seat: usize,
    first: &[String],
    (seed, number): (u64, u64),
) -> Result<(i32, [Spent; 2])> {
    for side in sides.iter_mut() {
        side.begin(seed, number);
        for text in first {
            side.play(text)?;
        }
    }
    let mut spent = [Spent::default(); 2];
    while sides[0].result().is_none() {
        let mover = usize::from(sides[0].turn() != seat);
        let begin = clock::of_thread();
        let chosen = sides[mover].choose();
        spent[mover].time += clock::of_thread() - begin;
        spent[mover].moves += 1;
        let text = chosen.context("a bot gives up where there are moves")?;
        for side in sides.iter_mut() {
            side.play(&text)?;
        }
    }
    let [new, old] = [sides[0].result(), sides[1].result()];
    ensure!(new == old, "the versions disagree on how the game ended: {new:?} and {old:?}");
    let result = new.unwrap_or(0);
    Ok((if seat == 0 { result } else { -result }, spent))
}

/// The bot's word with its budget times a factor.
fn with_budget(word: &str, factor: f64) -> Result<String> {
    let mut found = false;
    let option = |option: &str| match option.rsplit_once('=') {
        Some((name, amount)) if name.ends_with("nodes") || name.ends_with("playouts") => {
            found = true;
            let amount: f64 = amount.parse()?;
            Ok(format!("{name}={}", (amount * factor).round().max(1.0)))
        }
        _ => Ok(option.to_owned()),
    };
    let options: Result<Vec<String>> = word.split(',').map(option).collect();
    let changed = options?.join(",");
    ensure!(found, "`{word}` has neither `nodes` nor `playouts`: leave `--equal-time` out");
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_changed_wherever_it_stands() {
        let changed = |word| with_budget(word, 1.5).ok();
        assert_eq!(changed("search:nodes=100").as_deref(), Some("search:nodes=150"));
        assert_eq!(
            changed("search:solve=9,nodes=100,hash=1").as_deref(),
            Some("search:solve=9,nodes=150,hash=1")
        );
        assert_eq!(changed("mcts:playouts=3").as_deref(), Some("mcts:playouts=5"));
        assert_eq!(changed("greedy"), None);
    }
}
