//! A fixed workload, its speed, and a fingerprint of the games played.
//!
//! Workload and fingerprint are equal on every machine as long as the program plays the same games;
//! only the speed differs.

use std::time::Instant;

use sha2::{Digest, Sha256};

use pasang_core::base::cancel::CancelToken;
use pasang_core::base::digest::hex;
use pasang_core::base::random::SeedKey;
use pasang_core::games::{rules, setup};
use pasang_core::players::bots::MctsOptions;
use pasang_core::players::search::{ValueRange, search_by_score};
use pasang_core::{Bot, BotSpec, GameRunner, Limits, Position, SolveGoal, Solver};

/// The fingerprint of the workload by this version.
pub const FINGERPRINT: &str = "507824456b007a26";

#[derive(Clone, Copy)]
enum Job {
    /// Self-play: the bot and the number of games.
    Games(BotSpec, u64),
    Perft(u32),
    /// Alpha-beta search of the start position to this depth, without evaluation weights.
    Search(u8),
    /// Endgame solving: the stones left in a random game, and the number of positions.
    Solve(u32, u64),
    /// Self-play of `mcts`: playouts per move, and the number of games.
    Playouts(u32, u64),
}

/// The workload in order: rules, setup, job.
const JOBS: [(&str, &str, Job); 15] = [
    ("brunei-slide", "catalogue-01", Job::Games(BotSpec::Random, 200_000)),
    ("pasang-emas", "catalogue-01", Job::Games(BotSpec::Random, 200_000)),
    ("traditional", "catalogue-01", Job::Games(BotSpec::Random, 50_000)),
    ("brunei-slide", "catalogue-01", Job::Games(BotSpec::Greedy, 50_000)),
    ("bell", "bell-chequer", Job::Games(BotSpec::Random, 20_000)),
    ("bell-ludii", "bell-chequer", Job::Games(BotSpec::Random, 20_000)),
    ("brunei-slide", "catalogue-01", Job::Perft(10)),
    ("pasang-emas", "catalogue-01", Job::Perft(9)),
    ("bell", "bell-chequer", Job::Perft(9)),
    ("brunei-slide", "catalogue-01", Job::Search(14)),
    ("bell", "bell-chequer", Job::Search(10)),
    ("brunei-slide", "catalogue-01", Job::Solve(22, 40)),
    ("bell", "bell-chequer", Job::Solve(30, 40)),
    ("brunei-slide", "catalogue-01", Job::Playouts(500, 8)),
    ("bell", "bell-chequer", Job::Playouts(100, 4)),
];

const HASH: u32 = 64;

/// Number of games hashed together.
const CHUNK: u64 = 256;

/// Returns the table of measurements, and the fingerprint of all games, perft counts, search
/// results and playout moves; `None` if cancelled.
pub fn measure(cancel: &CancelToken) -> (String, Option<String>) {
    let mut rows = format!(
        "{:<8} {:<13} {:<13} {:<19} {:>11} {:>8} {:>12}\n",
        "work", "rules", "setup", "bots", "amount", "seconds", "per second"
    );
    let mut digest = Sha256::new();
    for (rules, setup, job) in JOBS {
        let begin = Instant::now();
        let start = setup::builtin(setup).and_then(|it| rules::preset(rules)?.start(&it).ok());
        let Some(start) = start else {
            unreachable!("the bench names presets and built-in setups")
        };
        let (work, bots, (amount, found)) = run(&start, job, cancel);
        let seconds = begin.elapsed().as_secs_f64();
        if cancel.is_cancelled() {
            return (rows, None);
        }
        digest.update(&found);
        let per_second = amount as f64 / seconds;
        rows += &format!(
            "{work:<8} {rules:<13} {setup:<13} {bots:<19} {amount:>11} {seconds:>8.2} {per_second:>12.0}\n"
        );
    }
    (rows, Some(hex(&digest.finalize()[..8])))
}

/// Runs a job; returns its kind, its bots, its amount of work, and its result as bytes.
fn run(start: &Position, job: Job, cancel: &CancelToken) -> (&'static str, String, (u64, Vec<u8>)) {
    match job {
        Job::Games(bot, amount) => {
            ("games", bot.to_string(), (amount, games(start, (bot, amount), cancel)))
        }
        Job::Perft(depth) => {
            let count = start.perft_until(depth, cancel).unwrap_or_default();
            ("perft", String::new(), (count, count.to_le_bytes().to_vec()))
        }
        Job::Search(depth) => ("search", format!("depth={depth}"), searched(start, depth, cancel)),
        Job::Solve(left, amount) => {
            ("solve", format!("solve={left}"), solved(start, (left, amount), cancel))
        }
        Job::Playouts(playouts, games) => {
            let bot = BotSpec::Mcts(MctsOptions { playouts, ..MctsOptions::default() });
            ("playouts", bot.to_string(), self::playouts(start, (bot, games), cancel))
        }
    }
}

/// Plays self-play games and returns their digest.
fn games(start: &Position, (bot, amount): (BotSpec, u64), cancel: &CancelToken) -> Vec<u8> {
    let key = SeedKey::new(0, &[b"bench"]);
    let mut runner = GameRunner::new(start);
    runner.specs(&vec![bot; start.seats().into()]);
    let mut digest = Sha256::new();
    for chunk in (0..amount.div_ceil(CHUNK)).take_while(|_| !cancel.is_cancelled()) {
        let mut indices = Vec::new();
        for index in chunk * CHUNK..((chunk + 1) * CHUNK).min(amount) {
            let played = runner.key(&key, index).run(&mut |_, chosen| {
                indices.extend((chosen.index as u16).to_le_bytes());
            });
            let Some(played) = played else { break };
            indices.push(played.outcome.winners.count() as u8);
            for score in played.last.scores().padded() {
                indices.extend(score.to_le_bytes());
            }
        }
        digest.update(Sha256::digest(&indices));
    }
    digest.finalize().to_vec()
}

/// Searches a position with the scores as its only evaluation; returns the number of nodes, and a
/// digest of the result.
fn searched(start: &Position, depth: u8, cancel: &CancelToken) -> (u64, Vec<u8>) {
    let (found, nodes) = search_by_score(start, HASH, Limits::depth(depth), cancel);
    (nodes, Sha256::digest(format!("{} {:?} {nodes}", found.move_index, found.value)).to_vec())
}

/// Solves positions; returns the number of nodes, and a digest of nodes and results.
fn solved(start: &Position, (left, amount): (u32, u64), cancel: &CancelToken) -> (u64, Vec<u8>) {
    let mut solver = Solver::with_table_mib(HASH);
    solver.set_cancel_token(cancel);
    let (mut nodes, mut text, mut random) = (0, String::new(), BotSpec::Random.build());
    for number in (0..amount).take_while(|_| !cancel.is_cancelled()) {
        // A random game until `left` stones remain or it is over.
        let mut rng = SeedKey::new(0, &[b"bench solve"]).rng(number);
        let mut position = *start;
        while position.stones().points().len() > left {
            let Some(mv) = random.choose_move(&position, &mut rng) else { break };
            position.play_unchecked(mv);
        }
        solver.clear();
        let found = solver.solve(&position, SolveGoal::Margin, Limits::NONE);
        for ValueRange { low, high } in [found.result, found.lead] {
            text += &format!("Bound {{ low: {low}, high: {high} }} ");
        }
        text += &format!("{}\n", solver.nodes());
        nodes += solver.nodes();
    }
    (nodes, Sha256::digest(text).to_vec())
}

/// Plays games of a bot against itself; returns the number of playouts, and a digest of it and the moves.
fn playouts(
    start: &Position,
    (bot, games): (BotSpec, u64),
    cancel: &CancelToken,
) -> (u64, Vec<u8>) {
    let key = SeedKey::new(0, &[b"bench"]);
    // One bot for all seats: it keeps no state between moves.
    let mut bot = bot.build();
    bot.set_cancel_token(cancel);
    let mut indices = Vec::new();
    for index in 0..games {
        let mut rng = key.rng(index);
        let mut position = *start;
        while let Some(chosen) = bot.choose_indexed(&position, &mut rng) {
            indices.extend((chosen.index as u16).to_le_bytes());
            position.play_unchecked(chosen.mv);
        }
    }
    let playouts = bot.playouts();
    (playouts, [&playouts.to_le_bytes()[..], &Sha256::digest(&indices)].concat())
}
