//! Fixed work: how fast it is done here, and a fingerprint of the games that were played.
//!
//! The work is the same on every machine and in every run, and so is the fingerprint, as long as
//! the program plays the same games; only the speed differs.

use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::base::digest::hex;
use crate::base::halt::Halt;
use crate::base::random::Key;
use crate::games::rules::{self, Work};
use crate::games::setup::{self, Setup};
use crate::games::{Chosen, Game, Weights, perft_until};
use crate::players::bots::mcts::Mcts;
use crate::players::bots::{Bot, BotSpec, MctsOptions};
use crate::players::play::{Seating, Watch};
use crate::players::search::{Aim, Engine, Extent, Solver, solve, think};

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Every measurement, in order.
    pub rows: Vec<Row>,
    /// A digest of all games played, all sequences counted, all values and nodes of searches, and
    /// all moves that playouts chose; nothing where somebody stopped it before.
    pub fingerprint: Option<String>,
}

/// One measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `games`, `perft`, `search`, `solve` or `playouts`.
    pub work: &'static str,
    /// The rules.
    pub rules: &'static str,
    /// The setup.
    pub setup: &'static str,
    /// The bot in every seat, or how deep a search is; empty for perft.
    pub bots: String,
    /// How many threads did the work.
    pub threads: usize,
    /// How many games were played, move sequences counted, nodes looked at, or playouts made.
    pub amount: u64,
    /// How long it took.
    pub seconds: f64,
    /// How many a second.
    pub per_second: f64,
}

/// Games for the bench: rules, setup, bot and number.
const GAMES: [(&str, &str, BotSpec, u64); 6] = [
    ("brunei-slide", "catalogue-01", BotSpec::Random, 200_000),
    ("pasang-emas", "catalogue-01", BotSpec::Random, 200_000),
    ("traditional", "catalogue-01", BotSpec::Random, 50_000),
    ("brunei-slide", "catalogue-01", BotSpec::Greedy, 50_000),
    ("bell", "bell-chequer", BotSpec::Random, 20_000),
    ("bell-ludii", "bell-chequer", BotSpec::Random, 20_000),
];

/// Counts for the bench: rules, setup and depth.
const PERFT: [(&str, &str, u32); 3] = [
    ("brunei-slide", "catalogue-01", 10),
    ("pasang-emas", "catalogue-01", 9),
    ("bell", "bell-chequer", 9),
];

/// Searches of the position before the first move for the bench, without weights: rules, setup and
/// depth.
const SEARCHES: [(&str, &str, u8); 2] =
    [("brunei-slide", "catalogue-01", 14), ("bell", "bell-chequer", 10)];

/// Exact solutions for the bench: rules, setup, stones left and number of positions, each from a
/// random game.
const SOLVED: [(&str, &str, u32, u64); 2] =
    [("brunei-slide", "catalogue-01", 22, 40), ("bell", "bell-chequer", 30, 40)];

/// The table of searches, in MiB.
const HASH: u32 = 64;

/// Playouts for the bench: rules, setup, playouts a move and games.
const PLAYOUTS: [(&str, &str, u32, u64); 2] =
    [("brunei-slide", "catalogue-01", 500, 8), ("bell", "bell-chequer", 100, 4)];

/// Games that one thread plays before it takes more.
const CHUNK: u64 = 256;

/// Does the work on one thread, and the games on all of them too, until somebody wants to stop.
///
/// # Errors
/// When the threads cannot be started.
pub fn bench(threads: usize, halt: &Halt) -> Result<Report, rayon::ThreadPoolBuildError> {
    let mut rows = Vec::new();
    let fingerprint = measure(threads, halt, &mut rows)?;
    Ok(Report { rows, fingerprint })
}

/// Does the work and notes each measurement; nothing is made of one that was stopped.
fn measure(
    threads: usize,
    halt: &Halt,
    rows: &mut Vec<Row>,
) -> Result<Option<String>, rayon::ThreadPoolBuildError> {
    let mut digest = Sha256::new();
    let mut counts = vec![1];
    counts.extend(Some(threads).filter(|&threads| threads > 1));
    for (rules, setup, bot, amount) in GAMES {
        let mut expected = None;
        for &threads in &counts {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            let begin = Instant::now();
            let games =
                pool.install(|| with(rules, setup, |setup| Games { setup, bot, amount, halt }));
            let seconds = begin.elapsed().as_secs_f64();
            if halt.is_set() {
                return Ok(None);
            }
            if expected.is_none() {
                digest.update(games);
            }
            // Threads decide nothing: that is what makes results reproducible.
            let first = *expected.get_or_insert(games);
            assert_eq!(first, games, "threads changed the games");
            let bots = bot.to_string();
            rows.push(row("games", rules, setup, bots, threads, amount, seconds));
        }
    }
    for (rules, setup, depth) in PERFT {
        let begin = Instant::now();
        let count = with(rules, setup, |setup| Perft { setup, depth, halt });
        let seconds = begin.elapsed().as_secs_f64();
        let Some(count) = count else { return Ok(None) };
        digest.update(count.to_le_bytes());
        rows.push(row("perft", rules, setup, String::new(), 1, count, seconds));
    }
    for (rules, setup, depth) in SEARCHES {
        let begin = Instant::now();
        let (nodes, found) = with(rules, setup, |setup| Searched { setup, depth, halt });
        let seconds = begin.elapsed().as_secs_f64();
        if halt.is_set() {
            return Ok(None);
        }
        digest.update(found);
        rows.push(row("search", rules, setup, format!("depth={depth}"), 1, nodes, seconds));
    }
    for (rules, setup, left, amount) in SOLVED {
        let begin = Instant::now();
        let (nodes, found) = with(rules, setup, |setup| Solved { setup, left, amount, halt });
        let seconds = begin.elapsed().as_secs_f64();
        if halt.is_set() {
            return Ok(None);
        }
        digest.update(found);
        rows.push(row("solve", rules, setup, format!("solve={left}"), 1, nodes, seconds));
    }
    for (rules, setup, playouts, games) in PLAYOUTS {
        let options = MctsOptions { playouts, ..MctsOptions::default() };
        let begin = Instant::now();
        let (made, moves) = with(rules, setup, |setup| Playouts { setup, options, games, halt });
        let seconds = begin.elapsed().as_secs_f64();
        if halt.is_set() {
            return Ok(None);
        }
        digest.update(made.to_le_bytes());
        digest.update(moves);
        let bots = BotSpec::Mcts(options).to_string();
        rows.push(row("playouts", rules, setup, bots, 1, made, seconds));
    }
    Ok(Some(hex(&digest.finalize()[..8])))
}

fn row(
    work: &'static str,
    rules: &'static str,
    setup: &'static str,
    bots: String,
    threads: usize,
    amount: u64,
    seconds: f64,
) -> Row {
    let per_second = amount as f64 / seconds;
    Row { work, rules, setup, bots, threads, amount, seconds, per_second }
}

fn with<T, W: Work<Output = T>>(rules: &str, setup: &str, work: impl FnOnce(Setup) -> W) -> T {
    match (rules::preset(rules), setup::builtin(setup)) {
        (Some(rules), Some(setup)) => rules.play(work(setup)),
        _ => unreachable!("the bench names presets and built-in setups"),
    }
}

/// Plays random games; a digest of them.
struct Games<'h> {
    setup: Setup,
    bot: BotSpec,
    amount: u64,
    halt: &'h Halt,
}

impl Work for Games<'_> {
    type Output = [u8; 32];

    fn with<G: Game>(self, game: &G) -> [u8; 32] {
        let start = game.start(self.setup.stones);
        let key = Key::new(0, &[b"bench"]);
        let bots = vec![self.bot; usize::from(game.seats())];
        let chunks: Vec<[u8; 32]> = (0..self.amount.div_ceil(CHUNK))
            .into_par_iter()
            .map_init(
                || Seating::new(&bots),
                |table, chunk| {
                    let mut ranks = Ranks(Vec::new());
                    if self.halt.is_set() {
                        return [0; 32];
                    }
                    for index in chunk * CHUNK..((chunk + 1) * CHUNK).min(self.amount) {
                        let played = table.play(game, &start, (&key, index), &[], &mut ranks);
                        let Some(played) = played else { break };
                        ranks.0.push(played.outcome.winners.count() as u8);
                        for score in played.scores {
                            ranks.0.extend(score.to_le_bytes());
                        }
                    }
                    Sha256::digest(&ranks.0).into()
                },
            )
            .collect();
        Sha256::digest(chunks.concat()).into()
    }
}

/// Writes down the rank of every move.
struct Ranks(Vec<u8>);

impl<G: Game> Watch<G> for Ranks {
    fn ply(&mut self, _: &G, _: &G::Position, chosen: &Chosen<G::Move>) {
        self.0.extend((chosen.rank as u16).to_le_bytes());
    }
}

/// Counts move sequences.
struct Perft<'h> {
    setup: Setup,
    depth: u32,
    halt: &'h Halt,
}

impl Work for Perft<'_> {
    type Output = Option<u64>;

    fn with<G: Game>(self, game: &G) -> Option<u64> {
        perft_until(game, &game.start(self.setup.stones), self.depth, self.halt)
    }
}

/// Searches the first position: how many nodes, and a digest of them and what was found.
struct Searched<'h> {
    setup: Setup,
    depth: u8,
    halt: &'h Halt,
}

impl Work for Searched<'_> {
    type Output = (u64, [u8; 32]);

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let start = game.start(self.setup.stones);
        let mut engine = Engine::new(HASH);
        engine.watched_by(self.halt.clone());
        let roots: Vec<u32> = (0..game.count(&start, &mut Vec::new())).collect();
        let aim = Aim::play(game, None::<&Weights>);
        let found = think(&mut engine, game, &aim, &start, &roots, (self.depth, u64::MAX));
        let text = format!("{} {:?} {}", found.rank, found.value, engine.nodes());
        (engine.nodes(), Sha256::digest(text).into())
    }
}

/// Solves positions: how many nodes, and a digest of them and what was found.
struct Solved<'h> {
    setup: Setup,
    left: u32,
    amount: u64,
    halt: &'h Halt,
}

impl Work for Solved<'_> {
    type Output = (u64, [u8; 32]);

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let mut solver = Solver::new(HASH);
        solver.watched_by(self.halt.clone());
        let (mut nodes, mut text, mut moves) = (0, String::new(), Vec::new());
        for number in 0..self.amount {
            if self.halt.is_set() {
                break;
            }
            // A random game, up to where so many stones are left or it is over.
            let mut stream = Key::new(0, &[b"bench solve"]).stream(number);
            let mut position = game.start(self.setup.stones);
            while game.stones(&position).points().len() > self.left {
                let Some(chosen) = game.random_move(&position, &mut moves, &mut stream) else {
                    break;
                };
                game.apply(&mut position, chosen.mv);
            }
            solver.clear();
            let roots: Vec<u32> = (0..game.count(&position, &mut moves)).collect();
            let all = (Extent::Margin, u64::MAX);
            let found = solve(&mut solver, game, &position, &roots, all);
            text += &format!("{:?} {:?} {}\n", found.result, found.margin, solver.nodes());
            nodes += solver.nodes();
        }
        (nodes, Sha256::digest(text).into())
    }
}

/// Plays games of `mcts` against itself; how many playouts it made, and a digest of its moves.
struct Playouts<'h> {
    setup: Setup,
    options: MctsOptions,
    games: u64,
    halt: &'h Halt,
}

impl Work for Playouts<'_> {
    type Output = (u64, [u8; 32]);

    fn with<G: Game>(self, game: &G) -> (u64, [u8; 32]) {
        let start = game.start(self.setup.stones);
        let key = Key::new(0, &[b"bench"]);
        // One bot for all seats: it remembers nothing from one move to the next.
        let mut bot = Mcts::new(self.options);
        <Mcts<G> as Bot<G>>::heed(&mut bot, self.halt);
        let mut ranks = Ranks(Vec::new());
        for index in 0..self.games {
            let mut stream = key.stream(index);
            let mut position = start;
            while let Some(chosen) = bot.choose(game, &position, &mut stream) {
                ranks.ply(game, &position, &chosen);
                game.apply(&mut position, chosen.mv);
            }
        }
        (bot.playouts(), Sha256::digest(&ranks.0).into())
    }
}
