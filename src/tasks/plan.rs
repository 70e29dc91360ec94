//! What an experiment will take: found out by playing a little of it.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::base::halt::Halt;
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, Margin, Rounds};
use crate::playing::player::Player;
use crate::playing::prepared::Prepared;
use crate::stats::power::{POWER, certified, to_certify, to_certify_all, to_detect, to_find_best};
use crate::stats::verdict::score_interval;
use crate::stats::{ALPHA, Sampling, WHOLE, WITHIN, statements};

/// All calibration together takes about this long, however many cells there are. A build with checks is one
/// for tests, which look at what is said and not at how fast the machine is.
pub const CALIBRATION: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 150 } else { 1500 });

/// What each shard of an experiment will take.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShardPlan {
    /// How many shards there are.
    pub shards: u64,
    /// How many games the largest has.
    pub games: u64,
    /// How long it takes on as many threads as the plan is for.
    pub seconds: f64,
    /// How large its journal will be.
    pub bytes: u64,
    /// How long one machine takes for what is split.
    pub whole_seconds: f64,
    /// How long processors are at work on all games.
    pub core_hours: f64,
    /// Where shards are so short that starting them takes longer: how many would take long enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advised: Option<u64>,
}

impl ShardPlan {
    /// Shards that are shorter are mostly spent in waiting for their job to start.
    const SHORT: f64 = 60.0;
    /// Shards of so many seconds are not.
    const LONG: f64 = 600.0;
}

/// What to expect.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// How many setups, rule sets and line-ups of bots there are.
    pub setups: usize,
    /// Rule sets.
    pub rules: usize,
    /// Line-ups of bots.
    pub bots: usize,
    /// The product of these.
    pub cells: usize,
    /// Games, or matches, a cell.
    pub games_a_cell: u64,
    /// All games, or matches.
    pub games: u64,
    /// How many rounds a match has, where matches are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// Where results decide how many games are played, after how many a cell each time: then games,
    /// time and disk are the most that there can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
    /// How long they take on these threads.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// How many games were played to find out.
    pub calibration_games: u64,
    /// How large the journal will be.
    pub bytes: u64,
    /// Half the width of a cell's interval for the first player's score, where it is widest.
    pub half_width: f64,
    /// How many games a cell it takes to know something.
    pub needed: Needed,
    /// Names of rule sets that are the same toggles, which are played once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub same_rules: Vec<Vec<String>>,
    /// Names of setups that are the same stones, which are played once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub same_setups: Vec<Vec<String>>,
}

/// How many games a cell it takes to know something, with the chances that
/// [`power`](crate::stats::power) has.
#[derive(Clone, Debug, Serialize)]
pub struct Needed {
    /// The margin that the others are about: the experiment's, or that of experiments without.
    pub within: f64,
    /// The chance of an error in any of the experiment's statements.
    pub alpha: f64,
    /// How many statements share it.
    pub statements: u64,
    /// The chance to find what is there.
    pub power: f64,
    /// To find a bias as large as the margin.
    pub detect: u64,
    /// To show that an even cell is balanced within the margin.
    pub certify: u64,
    /// The chance that so many show it of all cells at once, were they all even; nothing where
    /// cells share random numbers, for then nobody knows.
    pub certify_all_power: Option<f64>,
    /// To show it of all cells at once, were they all even.
    pub certify_all: u64,
    /// To find the most balanced setup, or one that is so within the margin, under one rule set
    /// and one line-up; nothing where there is one setup.
    pub best: Option<u64>,
}

impl Needed {
    /// What an experiment needs.
    pub fn by(experiment: &Experiment) -> Needed {
        let within = experiment.margin().map_or(WITHIN, Margin::share);
        let seats = experiment.rules.iter().map(|named| named.rules.seats());
        let a_rule_set: u64 = seats.map(statements).sum();
        let of_each = experiment.setups.len() * experiment.lineups.len();
        let statements = a_rule_set * of_each as u64;
        let alpha = ALPHA / statements as f64;
        let certify = to_certify(within, alpha);
        let apart = !experiment.common_random || statements == 1;
        Needed {
            certify_all_power: apart.then(|| certified(statements, certify, within, alpha)),
            certify_all: to_certify_all(statements, within, alpha),
            within,
            alpha: ALPHA,
            statements,
            power: POWER,
            detect: to_detect(within, alpha),
            certify,
            best: to_find_best(experiment.setups.len() as u64, within, ALPHA),
        }
    }
}

impl Plan {
    /// What each of so many shards will take, on as many threads as the plan is for.
    pub fn shard(&self, shards: u64) -> ShardPlan {
        let part = |games: u64| games as f64 / self.games as f64;
        let games = self.games.div_ceil(shards);
        let seconds = self.seconds * part(games);
        let advised = (self.seconds / ShardPlan::LONG) as u64;
        ShardPlan {
            shards,
            games,
            seconds,
            bytes: (self.bytes as f64 * part(games)) as u64,
            whole_seconds: self.seconds,
            core_hours: self.seconds * self.threads as f64 / 3600.0,
            advised: (shards > 1 && seconds < ShardPlan::SHORT).then_some(advised.max(1)),
        }
    }
}

/// Plays a little of an experiment, about as long as `calibration` and at least one game for each
/// rule set and line-up, and says what all of it will take on so many threads; nothing where somebody
/// wants to stop before.
pub fn plan(
    experiment: &Experiment,
    threads: usize,
    calibration: Duration,
    halt: &Halt,
) -> Option<Plan> {
    // How long games take does not hang on the seed.
    let prepared = Prepared::new(experiment.clone().settle(|| 0));
    let schedule = prepared.schedule(Shard::WHOLE);
    let cells = experiment.cell_count();
    // Games of the same rules and bots take about equally long, and as much room: they share their
    // time among all setups. Games of other rules and bots may be longer or slower: each kind
    // counts by its own mean, however many of its games were played here.
    let kinds = experiment.rules.len() * experiment.lineups.len();
    let share = calibration / u32::try_from(kinds).unwrap_or(u32::MAX);
    let mut player = Player::new(&prepared).heeding(halt).asking_engines();
    let (mut seconds_a_round, mut bytes_a_round, mut played) = (0.0, 0.0, 0);
    let mut row = Vec::new();
    for kind in 0..kinds {
        let begin = Instant::now();
        let (mut games, mut bytes) = (0_u64, 0);
        while games == 0 || begin.elapsed() < share {
            let setup = (kind as u64 + games) % experiment.setups.len() as u64;
            let cell = setup * kinds as u64 + kind as u64;
            let number = spread(games, experiment.games) * cells as u64 + cell;
            let id = schedule.numbered(number);
            player.play(id)?;
            row.clear();
            player.write_rows(id, &mut row);
            bytes += row.len();
            games += 1;
        }
        let mean = |sum: f64| sum / games as f64 * experiment.setups.len() as f64;
        seconds_a_round += mean(begin.elapsed().as_secs_f64());
        bytes_a_round += mean(bytes as f64);
        played += games;
    }
    let games = schedule.most();
    let header = prepared.form().header().len() as u64;
    let journal = header + (bytes_a_round * experiment.games as f64) as u64;
    Some(Plan {
        same_rules: experiment.same.rules.clone(),
        same_setups: experiment.same.setups.clone(),
        setups: experiment.setups.len(),
        rules: experiment.rules.len(),
        bots: experiment.lineups.len(),
        cells,
        games_a_cell: experiment.games,
        games,
        rounds: experiment.rounds.map(Rounds::count),
        batch: experiment.find.map(|find| find.batch),
        seconds: seconds_a_round * experiment.games as f64 / threads as f64,
        threads,
        calibration_games: played,
        bytes: journal,
        half_width: half_width(experiment),
        needed: Needed::by(experiment),
    })
}

/// The index of a calibration game, one of so many. Wherever they stop, they lie evenly among all
/// indices: numbers of games have more digits the later they come, and openings take turns. The
/// multiples of the golden ratio do so (Knuth, The Art of Computer Programming, vol. 3, 6.4).
fn spread(place: u64, games: u64) -> u64 {
    /// The golden ratio without its whole part, as a part of 2^64.
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    const MIDDLE: u64 = 1 << 63;
    let part = MIDDLE.wrapping_add(place.wrapping_mul(GOLDEN));
    ((u128::from(part) * u128::from(games)) >> 64) as u64
}

/// Half the width of a cell's interval at an even score, where it is widest, once all its games
/// are played.
fn half_width(experiment: &Experiment) -> f64 {
    let sampling = experiment.find.map_or(Sampling::Fixed, |_| Sampling::Open);
    let games = experiment.games;
    let interval = score_interval(WHOLE / 2 * games, games, ALPHA, sampling);
    interval.map_or(0.5, |interval| (interval.high - interval.low) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance that an even cell of so many games is shown to be balanced, exactly: the sum over
    /// all numbers of wins whose Wilson interval, of so many standard deviations, lies within the
    /// margin.
    fn exactly(games: u64, margin: f64, z: f64) -> f64 {
        let n = games as f64;
        let ways = |wins: f64| {
            libm::lgamma(n + 1.0) - libm::lgamma(wins + 1.0) - libm::lgamma(n - wins + 1.0)
        };
        let is_shown = |wins: f64| {
            let (p, d) = (wins / n, 1.0 + z * z / n);
            let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / d;
            ((p + z * z / (2.0 * n)) / d - 0.5).abs() + half <= margin
        };
        let wins = (0..=games).map(|wins| wins as f64).filter(|&wins| is_shown(wins));
        wins.map(|wins| (ways(wins) - n * std::f64::consts::LN_2).exp()).sum()
    }

    /// The games that `plan` asks for were enough for one cell, and were said to be for all: of 35
    /// even cells, all would have been shown to be balanced with a chance of a fortieth.
    #[test]
    fn balance_is_foretold_for_one_cell_and_for_all() {
        // Quantiles at 0.05 / 2 / cells, from Python's `statistics.NormalDist`.
        for (setups, cells, z) in [
            ("\"catalogue-01\", \"catalogue-02\"", 2, 2.2414027276049446),
            // Of 39 names, 35 different setups.
            ("\"catalogue\"", 35, 3.188815258638457),
        ] {
            let text = format!(
                "games = 10\nseed = 1\nsetups = [{setups}]\nrules = [\"brunei-slide\"]\nbots = [\"random\"]\n"
            );
            let source = crate::base::fault::Source::new("e.toml", text);
            let mut experiment = Experiment::parse(&source, std::path::Path::new("")).unwrap();
            let needed = Needed::by(&experiment);
            assert_eq!(needed.statements, cells);
            let one = exactly(needed.certify, 0.02, z);
            assert!((0.89..0.92).contains(&one), "{cells}: {one}");
            let all = one.powi(cells as i32);
            let said = needed.certify_all_power.unwrap();
            assert!((said - all).abs() < 0.02, "{cells}: {said} {all}");
            let all = exactly(needed.certify_all, 0.02, z).powi(cells as i32);
            assert!((0.89..0.92).contains(&all), "{cells}: {all}");
            // Where cells share random numbers, they may all fail together or one by one.
            experiment.common_random = true;
            assert_eq!(Needed::by(&experiment).certify_all_power, None);
            assert_eq!(Needed::by(&experiment).certify_all, needed.certify_all);
        }
    }

    /// Of the first so many indices each tenth of all has its tenth, give or take two.
    #[test]
    fn calibration_games_lie_evenly_among_all() {
        for games in [1, 7, 2000, 1_000_000_000_000] {
            for count in [10, 30, 35, 1000] {
                let mut tenths = [0_i64; 10];
                for index in (0..count).map(|place| spread(place, games)) {
                    assert!(index < games);
                    tenths[(u128::from(index) * 10 / u128::from(games)) as usize] += 1;
                }
                let even = tenths.iter().all(|&found| (found - count as i64 / 10).abs() <= 2);
                assert!(even || games < 10, "{games} {count} {tenths:?}");
            }
        }
    }
}
