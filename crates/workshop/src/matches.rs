//! Matches between two versions of the program, each asked for its moves by `pasang engine`
//! (docs/protocol.md): two processes, so that any version that knows the protocol can be one side.
//!
//! What is printed depends on the machine, for it measures processor time; the games themselves do
//! not, once the budgets are settled.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow, bail, ensure};
use pasang_core::base::random::Stream;
use pasang_core::board::Point;
use pasang_core::games::setup::builtins;

use crate::elo;

/// The options of a match.
#[derive(Clone, Debug, clap::Args)]
pub struct Match {
    /// The older program
    #[arg(long, value_name = "PROGRAM")]
    old: PathBuf,
    /// The newer program
    #[arg(long, value_name = "PROGRAM", default_value = "target/release/pasang")]
    new: PathBuf,
    /// The older program's bot
    #[arg(long, default_value = "search:nodes=8000")]
    old_bot: String,
    /// The newer program's bot
    #[arg(long, default_value = "search:nodes=8000")]
    new_bot: String,
    /// The rules: a preset
    #[arg(long, default_value = "brunei-slide")]
    rules: String,
    /// The setups whose names begin so; those with the same stones are played once
    #[arg(long, default_value = "catalogue-")]
    setup: String,
    /// So many pairs of first moves a setup, drawn by the seed [default: all]
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

/// A program that is asked for moves.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// How many answers it gave, and what each cost beside the search, in seconds.
    answers: u64,
    cost: f64,
}

/// So many answers without a search tell what an answer costs beside it.
const EMPTY: u64 = 300;

impl Engine {
    fn start(program: &Path, bot: &str) -> Result<Engine> {
        let mut child = Command::new(program)
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{} has no pipes", program.display());
        };
        let output = BufReader::new(output);
        let mut engine = Engine { child, input, output, answers: 0, cost: 0.0 };
        engine.say(&format!("set bot {bot}"))?;
        engine.ask("isready", "readyok")?;
        let begin = engine.time()?;
        for _ in 0..EMPTY {
            engine.ask("go positions 1", "bestmove ")?;
        }
        engine.cost = (engine.time()? - begin) / EMPTY as f64;
        Ok(engine)
    }

    fn say(&mut self, order: &str) -> Result<()> {
        writeln!(self.input, "{order}").context("an engine has ended")
    }

    /// What stands behind the first words of the answer.
    fn ask(&mut self, order: &str, answer: &str) -> Result<String> {
        self.say(order)?;
        loop {
            let mut line = String::new();
            ensure!(self.output.read_line(&mut line)? > 0, "an engine has ended");
            ensure!(!line.starts_with("error"), "an engine says: {}", line.trim());
            if let Some(rest) = line.strip_prefix(answer) {
                return Ok(rest.trim().to_owned());
            }
        }
    }

    /// The processor time that its searches used so far, in seconds: a new table for each answer and
    /// what else an answer costs are left out.
    fn time(&self) -> Result<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // Behind the name, which may hold anything: the 12th and 13th are ticks of a hundredth.
        let words = stat.rsplit(')').next().unwrap_or("").split_whitespace();
        let ticks: f64 = words.skip(11).take(2).map(|word| word.parse().unwrap_or(0.0)).sum();
        Ok(ticks / 100.0 - self.answers as f64 * self.cost)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}

/// Two games, one in each seat, from one setup and pair of first moves.
struct Duel {
    setup: usize,
    first: String,
}

/// How a duel went: the new version's score in both games, a draw being a half, and the time that
/// new and old used.
struct Fought {
    setup: usize,
    scores: [f64; 2],
    time: [f64; 2],
}

impl Match {
    /// Plays the match and prints what came of it.
    pub fn run(mut self) -> Result<()> {
        let setups = self.setups();
        let duels = self.duels(&setups)?;
        if self.equal_time {
            let some = &duels[..self.pilot.min(duels.len())];
            for _ in 0..3 {
                let [new, old] = time(&self.play(&setups, some)?);
                self.new_bot = with_budget(&self.new_bot, old / new)?;
                eprintln!("old time by new {:.3}: the new bot is now {}", old / new, self.new_bot);
            }
        }
        println!("{}", self.line(&setups, &self.play(&setups, &duels)?));
        Ok(())
    }

    /// The setups, one of each that have the same stones.
    fn setups(&self) -> Vec<&'static str> {
        let mut seen = Vec::new();
        let mut setups = Vec::new();
        for setup in builtins().iter().filter(|setup| setup.name.starts_with(&self.setup)) {
            let [black, white] =
                [setup.stones.black, setup.stones.white].map(|set| set.without(Point::CENTRE));
            if !seen.contains(&(black, white)) {
                seen.push((black, white));
                setups.push(setup.name.as_str());
            }
        }
        setups
    }

    /// An order that tells a position.
    fn position(&self, setup: &str, moves: &str) -> String {
        format!("position rules {} setup {setup} moves {moves}", self.rules)
    }

    /// All duels, one of each setup before the next of any: what is played first stands for all.
    fn duels(&self, setups: &[&str]) -> Result<Vec<Duel>> {
        let mut engine = Engine::start(&self.new, "random")?;
        let mut moves = |setup: &str, after: &str| -> Result<Vec<String>> {
            engine.say(&self.position(setup, after))?;
            let state = engine.ask("state", "state ")?;
            let (_, moves) = state.split_once("moves ").context("no first move")?;
            Ok(moves.split_whitespace().map(str::to_owned).collect())
        };
        let mut stream = Stream::new(self.seed, "matches");
        let mut rounds: Vec<Vec<Duel>> = Vec::new();
        for (setup, name) in setups.iter().enumerate() {
            let mut pairs = Vec::new();
            for one in moves(name, "")? {
                pairs.extend(moves(name, &one)?.into_iter().map(|two| format!("{one} {two}")));
            }
            stream.shuffle(&mut pairs);
            pairs.truncate(self.openings.unwrap_or(usize::MAX));
            rounds.resize_with(rounds.len().max(pairs.len()), Vec::new);
            for (round, first) in rounds.iter_mut().zip(pairs) {
                round.push(Duel { setup, first });
            }
        }
        for round in &mut rounds {
            stream.shuffle(round);
        }
        Ok(rounds.into_iter().flatten().collect())
    }

    fn play(&self, setups: &[&str], duels: &[Duel]) -> Result<Vec<Fought>> {
        let next = AtomicUsize::new(0);
        let fought = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let work = || self.work(setups, duels, &next, &fought);
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined.into_iter().try_for_each(|done| done.map_err(|_| anyhow!("a thread gave up"))?)
        })?;
        fought.into_inner().map_err(|_| anyhow!("a thread gave up"))
    }

    fn work(
        &self,
        setups: &[&str],
        duels: &[Duel],
        next: &AtomicUsize,
        fought: &Mutex<Vec<Fought>>,
    ) -> Result<()> {
        let mut engines =
            [Engine::start(&self.new, &self.new_bot)?, Engine::start(&self.old, &self.old_bot)?];
        let mut begin = [engines[0].time()?, engines[1].time()?];
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(duel) = duels.get(index) else { return Ok(()) };
            let mut scores = [0.0; 2];
            for (seat, score) in scores.iter_mut().enumerate() {
                *score = self
                    .game(&mut engines, seat, (setups[duel.setup], &duel.first), 2 * index + seat)
                    .with_context(|| format!("{} after {}", setups[duel.setup], duel.first))?;
            }
            let end = [engines[0].time()?, engines[1].time()?];
            let time = [end[0] - begin[0], end[1] - begin[1]];
            begin = end;
            let Ok(mut all) = fought.lock() else { bail!("another thread gave up") };
            all.push(Fought { setup: duel.setup, scores, time });
            if all.len().is_multiple_of((duels.len() / 10).max(1)) {
                eprintln!("{}", self.line(setups, &all));
            }
        }
    }

    /// Plays a game, the new version in a seat: its score.
    fn game(
        &self,
        engines: &mut [Engine; 2],
        seat: usize,
        (setup, first): (&str, &str),
        number: usize,
    ) -> Result<f64> {
        for engine in engines.iter_mut() {
            engine.say(&format!("set seed {}", self.seed + number as u64))?;
        }
        let mut moves = first.to_owned();
        loop {
            // Both are asked, so that both have the same work beside the search.
            let position = self.position(setup, &moves);
            let mut states = Vec::new();
            for engine in engines.iter_mut() {
                engine.say(&position)?;
                states.push(engine.ask("state", "state ")?);
            }
            ensure!(states[0] == states[1], "the versions disagree: {}", states.join("; "));
            let words: Vec<&str> = states[0].split_whitespace().collect();
            match words[..] {
                ["over", _, "winner", winner, ..] => {
                    let own = ["1", "2"][seat];
                    return Ok(if winner == own {
                        1.0
                    } else if winner.contains('/') {
                        0.5
                    } else {
                        0.0
                    });
                }
                ["turn", turn, ..] => {
                    let mover = usize::from(turn != ["1", "2"][seat]);
                    let answer = engines[mover].ask("go", "bestmove ")?;
                    engines[mover].answers += 1;
                    let mv = answer.split_whitespace().next().context("no move")?;
                    moves = format!("{moves} {mv}");
                }
                _ => bail!("an engine says: {}", states[0]),
            }
        }
    }

    /// What came of it, in a line.
    fn line(&self, setups: &[&str], fought: &[Fought]) -> String {
        let mut counts = [0; 3];
        // By pattern, or by opening where there are few patterns.
        let by_setup = setups.len() >= 10;
        let mut clusters = vec![Vec::new(); setups.len().max(fought.len())];
        for (index, duel) in fought.iter().enumerate() {
            for score in duel.scores {
                counts[(2.0 - 2.0 * score) as usize] += 1;
                clusters[if by_setup { duel.setup } else { index }].push(score);
            }
        }
        let [wins, draws, losses] = counts;
        let elo = match elo::of(&clusters) {
            Some([value, low, high]) => format!("{value:+.0} ({low:+.0} to {high:+.0})"),
            None => "unknown".to_owned(),
        };
        let games = 2 * fought.len();
        let [new, old] = time(fought);
        let each = |seconds: f64| 1e3 * seconds / games as f64;
        format!(
            "{}: new {} against old {}: {games} games, won {wins}, drawn {draws}, lost {losses}, \
             Elo {elo}; ms a game: new {:.1}, old {:.1}, new by old {:.3}",
            self.rules,
            self.new_bot,
            self.old_bot,
            each(new),
            each(old),
            new / old,
        )
    }
}

/// What new and old used in all, in seconds.
fn time(fought: &[Fought]) -> [f64; 2] {
    [0, 1].map(|side| fought.iter().map(|duel| duel.time[side]).sum())
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
    fn a_budget_changes_and_nothing_else() {
        assert_eq!(
            with_budget("search:nodes=8000,eval=linear", 0.5).unwrap(),
            "search:nodes=4000,eval=linear"
        );
        assert_eq!(with_budget("mcts:playouts=3", 0.1).unwrap(), "mcts:playouts=1");
        assert!(with_budget("search:depth=4", 2.0).is_err());
    }
}
