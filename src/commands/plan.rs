//! `pasang plan`: what an experiment will take, found out by playing a little of it.

use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use super::asked::Asked;
use super::ended::{Done, complain, note, print, print_json};
use super::options::{Threads, listen, whole};
use super::run::refuse_shards;
use crate::base::fault::{Fault, Source, drawn};
use crate::base::halt::Halt;
use crate::base::terminal::is_lively;
use crate::base::words::{all_of, core_hours, counted};
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, Margin, Rounds, memory};
use crate::playing::player::Player;
use crate::playing::prepared::Prepared;
use crate::stats::power::{POWER, certified, to_certify, to_certify_all, to_detect, to_find_best};
use crate::stats::verdict::score_interval;
use crate::stats::{ALPHA, Sampling, WHOLE, WITHIN, statements};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang plan fair.toml --shards 40 --threads 8")]
pub struct PlanCommand {
    #[command(flatten)]
    asked: Asked,
    /// Say, too, what each of so many shards takes on --threads threads of its own
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=Shard::MOST))]
    #[arg(allow_negative_numbers = true)]
    shards: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl PlanCommand {
    /// Plays a little, and says what to expect.
    pub fn run(self) -> Done {
        let experiment = self.asked.read(None)?;
        refuse_shards(&experiment, "--shards", self.shards.is_some())?;
        memory::check(&experiment, self.threads.count())?;
        let interrupt = listen()?;
        let Some(mut plan) = plan(&experiment, self.threads.count(), interrupt.halt()) else {
            if interrupt.halt().why().is_none() {
                let what = "a game of each rule set and line-up had come to its end";
                complain(format_args!("stopped before {what}"));
            }
            return interrupt.ends();
        };
        plan.shard = self.shards.map(|shards| plan.shard(shards));
        if let Some(shard) = &plan.shard {
            warn_if_short(shard, plan.threads);
        }
        if self.json { print_json(&plan) } else { print(in_words(&plan)) }
    }
}

/// All calibration together takes about this long, however many cells there are. A build with checks is one
/// for tests, which look at what is said and not at how fast the machine is.
const CALIBRATION: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 150 } else { 1500 });

#[derive(Clone, Copy, Debug, Serialize)]
struct ShardPlan {
    shards: u64,
    games: u64,
    /// How long it takes on as many threads as the plan is for.
    seconds: f64,
    bytes: u64,
    /// How long one machine takes for what is split.
    whole_seconds: f64,
    core_hours: f64,
    /// Where shards are so short that starting them takes longer: how many would take long enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    advised: Option<u64>,
}

impl ShardPlan {
    /// Shards that are shorter are mostly spent in waiting for their job to start.
    const SHORT: f64 = 60.0;
    /// Shards of so many seconds are not.
    const LONG: f64 = 600.0;
}

#[derive(Clone, Debug, Serialize)]
struct Plan {
    setups: usize,
    rules: usize,
    bots: usize,
    cells: usize,
    /// Games, or matches, a cell.
    games_a_cell: u64,
    games: u64,
    /// How many rounds a match has, where matches are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u64>,
    /// Where results decide how many games are played, after how many a cell each time: then games,
    /// time and disk are the most that there can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<u64>,
    /// How long they take on these threads.
    seconds: f64,
    threads: usize,
    /// How many games were played to find out.
    calibration_games: u64,
    bytes: u64,
    /// Half the width of a cell's interval for the first player's score, where it is widest.
    half_width: f64,
    /// How many games a cell it takes to know something.
    needed: Needed,
    /// Names of rule sets that are the same toggles, which are played once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_rules: Vec<Vec<String>>,
    /// Names of setups that are the same stones, which are played once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_setups: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardPlan>,
}

/// How many games a cell it takes to know something, with the chances that
/// [`power`](crate::stats::power) has.
#[derive(Clone, Debug, Serialize)]
struct Needed {
    /// The margin that the others are about: the experiment's, or that of experiments without.
    within: f64,
    /// The chance of an error in any of the experiment's statements.
    alpha: f64,
    /// How many statements share it.
    statements: u64,
    power: f64,
    /// To find a bias as large as the margin.
    detect: u64,
    /// To show that an even cell is balanced within the margin.
    certify: u64,
    /// The chance that so many show it of all cells at once, were they all even; nothing where
    /// cells share random numbers, for then nobody knows.
    certify_all_power: Option<f64>,
    /// To show it of all cells at once, were they all even.
    certify_all: u64,
    /// To find the most balanced setup, or one that is so within the margin, under one rule set
    /// and one line-up; nothing where there is one setup.
    best: Option<u64>,
}

impl Needed {
    fn by(experiment: &Experiment) -> Needed {
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
    fn shard(&self, shards: u64) -> ShardPlan {
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

/// Plays a little of an experiment, about as long as [`CALIBRATION`] and at least one game for each
/// rule set and line-up, and says what all of it will take on so many threads; nothing where somebody
/// wants to stop before.
fn plan(experiment: &Experiment, threads: usize, halt: &Halt) -> Option<Plan> {
    // How long games take does not hang on the seed.
    let prepared = Prepared::new(experiment.clone().settle(|| 0));
    let schedule = prepared.schedule(Shard::WHOLE);
    let cells = experiment.cell_count();
    // Games of the same rules and bots take about equally long, and as much room: they share their
    // time among all setups. Games of other rules and bots may be longer or slower: each kind
    // counts by its own mean, however many of its games were played here.
    let kinds = experiment.rules.len() * experiment.lineups.len();
    let share = CALIBRATION / u32::try_from(kinds).unwrap_or(u32::MAX);
    let mut player = Player::new(&prepared).heeding(halt, true);
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
        shard: None,
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

fn in_words(plan: &Plan) -> String {
    let Plan { setups, rules, bots, cells, games_a_cell, games, .. } = plan;
    let units = if plan.rounds.is_some() { "matches" } else { "games" };
    let played = match plan.rounds {
        Some(rounds) => format!("matches   {games} ({games_a_cell} a cell), {rounds} rounds each"),
        None => format!("games     {games} ({games_a_cell} a cell)"),
    };
    let played = match plan.batch {
        Some(batch) => format!("{played} at most: results decide after every {batch} a cell"),
        None => played,
    };
    let text = format!(
        "cells     {cells} ({} x {} x {})\n\
         {played}\n\
         time      about {} on {} (from {} {} played now)\n\
         disk      about {} for games.csv\n\
         interval  first player's score within {:.2} points of 100 either way, {}\n",
        counted(*setups as u64, "setup"),
        counted(*rules as u64, "rule set"),
        counted(*bots as u64, "line-up"),
        duration(plan.seconds),
        counted(plan.threads as u64, "thread"),
        plan.calibration_games,
        units,
        size(plan.bytes),
        100.0 * plan.half_width,
        match plan.batch {
            None => "in each cell at 95 %",
            Some(_) => "in a cell that plays all its games, at 95 %",
        }
    );
    let same = [(&plan.same_setups, "stones"), (&plan.same_rules, "toggles")];
    let same = same.into_iter().flat_map(|(lists, what)| {
        lists.iter().map(move |names| {
            let names = all_of(names.iter().map(String::as_str));
            format!("same      {names} are the same {what}: they are played once\n")
        })
    });
    let looks = plan.batch.map_or("", |_| {
        "looks     that is for numbers fixed before; where results decide, a cell may take more or fewer\n"
    });
    let shard = plan.shard.as_ref().map(|shard| shard_in_words(plan, shard)).unwrap_or_default();
    text + &needed(&plan.needed, units) + looks + &same.collect::<String>() + &shard
}

/// How many games, or matches, answer which question.
fn needed(needed: &Needed, units: &str) -> String {
    let Needed { within, statements, detect, certify, certify_all, .. } = needed;
    let margin = 100.0 * within;
    let power = 100.0 * needed.power;
    let (joint, of_all) = match statements {
        1 => (String::new(), String::new()),
        many => {
            let by_as_many = needed.certify_all_power.map_or_else(String::new, |power| {
                format!("; that all {many} are, {}", chance(power))
            });
            (
                format!(" (by intervals that hold for all {many} at once at 95 %)"),
                format!(
                    "{by_as_many}\n          {certify_all} {units} a cell: \
                     {power:.0} % sure to show it of all {many}, if all are even"
                ),
            )
        }
    };
    let best = needed.best.map_or_else(String::new, |best| {
        format!("best      {best} {units} a setup: 95 % sure of one within {margin} points of the most balanced\n")
    });
    format!(
        "detect    {detect} {units} a cell: {power:.0} % sure to see a cell's bias of {margin} points of 100{joint}\n\
         balance   {certify} {units} a cell: {power:.0} % sure to show that an even cell is within {margin} points{of_all}\n\
         {best}"
    )
}

/// A chance in whole parts of a hundred.
fn chance(share: f64) -> String {
    match 100.0 * share {
        percent if percent < 1.0 => "less than 1 %".to_owned(),
        percent => format!("about {percent:.0} %"),
    }
}

/// What a shard takes, and what all of them do.
fn shard_in_words(plan: &Plan, shard: &ShardPlan) -> String {
    let ShardPlan { shards, games, seconds, bytes, .. } = *shard;
    let (time, threads) = (duration(seconds), counted(plan.threads as u64, "thread"));
    let games = counted(games, if plan.rounds.is_some() { "match" } else { "game" });
    let hours = core_hours(shard.core_hours);
    format!(
        "shard     one of {shards}: {games}, about {time} on {threads}, about {}\n\
         in all    {hours}\n",
        size(bytes)
    )
}

/// Says on stderr where shards are too short for a cluster, and what would be better.
fn warn_if_short(shard: &ShardPlan, threads: usize) {
    let ShardPlan { shards, seconds, whole_seconds, .. } = *shard;
    let Some(advised) = shard.advised else { return };
    let what = format!(
        "each of {shards} shards takes about {}, and a job may wait for minutes until it starts",
        duration(seconds)
    );
    let whole = duration(whole_seconds);
    let threads = counted(threads as u64, "thread");
    let help = match advised {
        2.. => format!(
            "`--shards {advised}` makes it about {}",
            duration(whole_seconds / advised as f64)
        ),
        _ => format!(
            "without a cluster, `pasang run` takes about {whole} for all of it on one machine with {threads}"
        ),
    };
    let warning = Source::new("", "").warnings(vec![Fault::whole(what).help(help)]);
    note(drawn(&warning, is_lively(&std::io::stderr())));
}

/// A length of time in the unit that suits it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{:.0} s", s.max(1.0)),
        s if s < 90.0 * 60.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} hours", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// A number of bytes in the unit that suits it.
fn size(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e7 => format!("{:.1} MB", b / 1e6),
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
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
            let source = Source::new("e.toml", text);
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
