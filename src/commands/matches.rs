//! `pasang match`: which bot is better, and by how much.
//!
//! A match is an ordinary experiment: every pair of first moves from both seats. Two bots play whole
//! cycles of these until a confidence sequence answers the question, which may be asked after every
//! cycle; the folder then holds an experiment of as many games. More bots play a fixed number.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::experiment_args::{ExperimentArgs, folder_name, or_default, read_roster};
use super::run::{Contest, Run};
use crate::base::terminal::is_lively;
use crate::base::text::{is_control, listed, wrapped};
use crate::cli::exit::{CommandError, CommandResult, note, print, print_json, wrong};
use crate::cli::options::{Form, Threads, number, seed, whole, width};
use crate::experiment::{Experiment, Lineup, Roster};
use crate::playing::Look;
use crate::report::{percent, short, with_sign};
use crate::results::folder::{EXPERIMENT, Folder, MATCH};
use crate::results::{Artifact, FolderError, RunFolder, experiment_stats};
use crate::stats::confidence_sequence::{
    PairCounts, confidence_sequence, pair_mean, paired_confidence_sequence,
};
use crate::stats::interval::Interval;
use crate::stats::rating::{Meeting, Ratings, elo_of, expected_score, rate, superiority};
use crate::stats::{ALPHA, ExperimentStats, ScoreSum, TWELFTHS, Table, rounded};
use pasang_core::games::Seat;
use pasang_core::players::bots::BotSpec;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang match search:nodes=1000 search:nodes=1200\n  pasang match random greedy search:depth=2 search:nodes=1000\n  pasang match results/mine"
)]
pub struct Match {
    /// Bots or crews that meet, or a folder of results with bots that met
    ///
    /// Two play until it is clear which is better, or that both are within 20 Elo. Every member of a
    /// crew meets every bot of the others.
    #[arg(value_name = "BOT|CREW|RESULTS", required = true)]
    words: Vec<String>,
    /// Play on this setup; may be repeated [default: catalogue-05]
    #[arg(long, value_name = "NAME|FILE")]
    setup: Vec<String>,
    /// Play by these rules; may be repeated [default: brunei-slide]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Vec<String>,
    /// Set a toggle of the rules; may be repeated
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Pairs of first moves, as `c j, a g`, or `as-chosen` [default: all]
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<String>,
    /// Most games of a pair of bots, in whole cycles [default: 20000, of three bots or more one cycle]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=MAX_GAMES))]
    games: Option<u64>,
    #[command(flatten)]
    question: Question,
    /// File with tables `[crew.NAME]` and `[engine.NAME]` of players
    #[arg(long, value_name = "FILE.toml")]
    players: Option<PathBuf>,
    /// Start the programs of the tables `[engine.NAME]`
    #[arg(long)]
    engines: bool,
    /// Random seed [default: 2026]
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Results folder [default: results/NAME, after setup and bots]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Question of a match of two; by default which bot is better.
#[derive(Clone, Copy, Debug, Default, Args, Serialize, Deserialize)]
struct Question {
    /// Ask whether the first bot is this much stronger than the second, or less than `--elo1`
    #[arg(long, value_name = "ELO", requires = "elo1", allow_negative_numbers = true)]
    #[arg(value_parser = number(-2000.0..=2000.0))]
    elo0: Option<f64>,
    /// The other bound of the question
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true)]
    #[arg(value_parser = number(-2000.0..=2000.0))]
    elo1: Option<f64>,
    /// Stop when the score's interval is this narrow, in percentage points
    #[arg(long, value_name = "POINTS", conflicts_with = "elo0")]
    #[arg(value_parser = number(0.1..=50.0))]
    until: Option<f64>,
}

const MAX_GAMES: u64 = 1_000_000_000;

/// Default maximum of games of two bots.
const MOST: u64 = 20_000;

/// Bots within this many Elo of each other are about equal.
const ALIKE: f64 = 20.0;

/// Games grow at least by a quarter from one look to the next: later looks come less often.
const GROWTH: u64 = 4;

impl Match {
    pub fn run(self) -> CommandResult {
        if let [only] = self.words.as_slice() {
            return self.rate(only);
        }
        let contestants = self.contestants()?;
        self.question.check(contestants.len())?;
        let run = Run::of(self.design(&contestants), self.threads);
        let experiment = run.args.read(self.seed)?;
        let out = match &self.out {
            Some(out) => out.clone(),
            None => run.free_folder(&self.name(), &experiment),
        };
        let each = games_of_a_cycle(&experiment, &contestants);
        let is_of_two = contestants.len() == 2;
        let most = self.games.unwrap_or(if is_of_two { MOST } else { each }).div_ceil(each);
        if let Some(games) = self.games.filter(|&games| games < most * each) {
            let limit = most * each;
            note(format_args!(
                "up to {limit} games instead of {games}: each pair of first moves is played equally often"
            ));
        }
        let kept = Kept { question: self.question, contestants, cycles: Some(most) };
        self.play(&run, &experiment, &kept, &out)
    }

    /// Plays a match in a folder, or resumes it there.
    fn play(&self, run: &Run, experiment: &Experiment, kept: &Kept, out: &Path) -> CommandResult {
        let most = kept.cycles.unwrap_or(1);
        let limit = most * games_of_a_cycle(experiment, &kept.contestants);
        let (cycle, is_of_two) = (experiment.opening_pairs(), kept.contestants.len() == 2);
        let mut cycles = if is_of_two { 1 } else { most };
        // What is there was not enough.
        let folder = Folder::at(out);
        if folder.has(EXPERIMENT) {
            cycles = cycles.max(folder.experiment()?.games.div_ceil(cycle));
        }
        let mut look = None;
        let (played, standings) = loop {
            let games = cycles * cycle;
            let contest = Contest { question: kept.text(), look };
            let played =
                run.play_on(Experiment { games, ..experiment.clone() }, out, Some(contest))?;
            let standings = Standings::of(&played.stats(), &kept.contestants)?;
            if !is_of_two || kept.question.answer(&standings).is_some() || cycles >= most {
                break (played, standings);
            }
            let words = standings.in_brief();
            if !is_lively(&std::io::stderr()) {
                note(format_args!("{words}, {} games", standings.score_of(0).games));
            }
            look = Some(Look { limit, words });
            cycles = (cycles + cycles.div_ceil(GROWTH)).min(most);
        };
        folder.write(MATCH, &kept.answered(&standings))?;
        played.publish(&played.stats())?;
        self.show(&standings, kept)?;
        note(format_args!("results are in {}", out.display()));
        Form::default().name_report(out);
        Ok(())
    }

    /// Rates the bots that met in a folder of results, or goes on with its match.
    fn rate(&self, word: &str) -> CommandResult {
        let path = PathBuf::from(word);
        if !path.is_dir() {
            let what = format!("`{word}` meets no other bot, and is no folder of results");
            return Err(wrong(what, "name two bots or more"));
        }
        let has_lists = [&self.setup, &self.rules, &self.set].iter().any(|list| !list.is_empty());
        let has_files = self.out.is_some() || self.players.is_some();
        let says_how = self.games.is_some() || self.seed.is_some() || self.openings.is_some();
        if has_lists || has_files || says_how {
            return Err(wrong(
                "these games are played already",
                "leave out the options of a match",
            ));
        }
        let run_folder = RunFolder::read(&Folder::open(&path)?)?;
        run_folder.check_files()?;
        let kept = Kept::read(&run_folder)?;
        // The question that the match was to answer, unless there is another.
        let asked = |kept: Kept| match self.question.is_asked() {
            true => Kept { question: self.question, ..kept },
            false => kept,
        };
        if !run_folder.manifest.finished && kept.cycles.is_some() {
            if !run_folder.experiment().is_all_seeded() {
                let what = format!("`{word}` is not finished, and has engines");
                return Err(wrong(what, "the command of the match goes on, and starts them"));
            }
            let run = Run::of(ExperimentArgs::default(), self.threads);
            return self.play(&run, run_folder.experiment(), &asked(kept), &path);
        }
        run_folder.must_be_finished()?;
        run_folder.folder.check_has_journal()?;
        let workers = self.threads.workers()?;
        let known = run_folder.summarize(run_folder.games(&workers)?, &workers)?;
        let stats = experiment_stats(&run_folder.compiled, &known);
        let standings = Standings::of(&stats, &kept.contestants)?;
        let folder = &run_folder.folder;
        if folder.has(MATCH) && folder.read(MATCH)? != kept.answered(&standings) {
            return Err(not_as_written(folder).into());
        }
        let kept = asked(kept);
        kept.question.check(standings.bots.len())?;
        self.show(&standings, &kept)
    }

    fn contestants(&self) -> Result<Vec<Contestant>, CommandError> {
        let lineups = read_roster(self.players.as_deref())?.find(&self.words)?;
        let contestant = |(word, lineup): (&String, Lineup)| {
            (word.clone(), lineup.bots().iter().map(BotSpec::to_string).collect())
        };
        let contestants: Vec<Contestant> = self.words.iter().zip(lineups).map(contestant).collect();
        for (at, (word, bots)) in contestants.iter().enumerate() {
            for (other, theirs) in &contestants[..at] {
                if let Some(bot) = bots.iter().find(|bot| theirs.contains(bot)) {
                    let what = format!("`{bot}` plays for `{other}` and for `{word}`");
                    return Err(wrong(what, "a bot against itself is a draw"));
                }
            }
        }
        Ok(contestants)
    }

    /// Returns the experiment in which every bot meets every bot of the other contestants.
    fn design(&self, contestants: &[Contestant]) -> ExperimentArgs {
        ExperimentArgs {
            setup: or_default(&self.setup, "catalogue-05"),
            rules: self.rules.clone(),
            set: self.set.clone(),
            bots: pairs(contestants),
            players: self.players.clone(),
            engines: self.engines,
            openings: self.openings.clone().or_else(|| Some("all".to_owned())),
            ..ExperimentArgs::default()
        }
    }

    fn name(&self) -> String {
        let seed = self.seed.map(|seed| format!("seed-{seed}"));
        let lists = [&self.words, &self.setup, &self.rules, &self.set].into_iter().flatten();
        let parts = lists.chain(&self.openings).cloned().chain(seed);
        folder_name(["match".to_owned()].into_iter().chain(parts))
    }

    fn show(&self, standings: &Standings, kept: &Kept) -> CommandResult {
        match self.json {
            true => print_json(&kept.to_json(standings)),
            false => print(standings.text(kept.question.answer(standings))),
        }
    }
}

/// Returns the number of games of the two largest contestants in a cycle of pairs of first moves.
fn games_of_a_cycle(experiment: &Experiment, contestants: &[Contestant]) -> u64 {
    let mut sizes: Vec<usize> = contestants.iter().map(|(_, bots)| bots.len()).collect();
    sizes.sort();
    let sizes = sizes.iter().rev().take(2).product::<usize>();
    let meetings = sizes * experiment.setups.len() * experiment.rules.len();
    experiment.opening_pairs() * 2 * meetings as u64
}

impl Question {
    fn is_asked(&self) -> bool {
        self.until.or(self.elo0).is_some()
    }

    /// Refuses a question that is asked of two bots if there are more.
    fn check(&self, bots: usize) -> CommandResult {
        if self.is_asked() && bots > 2 {
            return Err(wrong("`--elo0` and `--until` are about two bots", "name two"));
        }
        match self.elo0.zip(self.elo1) {
            Some((low, high)) if low >= high => {
                Err(wrong(format!("`--elo0 {low}` is not below `--elo1 {high}`"), "exchange them"))
            }
            _ => Ok(()),
        }
    }

    /// Answers the question about the first of two bots, if their confidence sequence does.
    fn answer(&self, standings: &Standings) -> Option<String> {
        let [one, other] = standings.bots.as_slice() else { return None };
        let (_, [_, low, high]) = standings.estimate();
        let is_over = |elo: f64| low > expected_score(elo);
        let is_under = |elo: f64| high < expected_score(elo);
        Some(match (self.until, self.elo0.zip(self.elo1)) {
            (Some(points), _) if high - low <= points / 100.0 => {
                format!("{one} against {other}: the interval is narrow enough")
            }
            (None, Some((elo0, _))) if is_over(elo0) => {
                format!("{one} is more than {elo0} Elo stronger than {other}")
            }
            (None, Some((_, elo1))) if is_under(elo1) => {
                format!("{one} is less than {elo1} Elo stronger than {other}")
            }
            (None, None) if is_over(0.0) => format!("{one} is better than {other}"),
            (None, None) if is_under(0.0) => format!("{other} is better than {one}"),
            (None, None) if is_over(-ALIKE) && is_under(ALIKE) => {
                format!("{one} and {other} are within {ALIKE} Elo of each other")
            }
            _ => return None,
        })
    }
}

/// Content of `match.json` beside the answer: while the match is played, this alone.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Kept {
    question: Question,
    contestants: Vec<Contestant>,
    /// The most cycles that it may take, until it is finished.
    cycles: Option<u64>,
}

fn not_as_written(folder: &Folder) -> FolderError {
    FolderError::Refused(format!(
        "`{}` is not as `pasang match` wrote it: the command of the match makes it again; or remove it",
        folder.file(MATCH).display()
    ))
}

impl Kept {
    /// Reads the question and the contestants of a match; none without the file. `Err` if they are
    /// not those of the experiment.
    pub(super) fn read(
        RunFolder { folder, compiled, .. }: &RunFolder,
    ) -> Result<Kept, FolderError> {
        if !folder.has(MATCH) {
            return Ok(Kept::default());
        }
        let kept: Option<Kept> = serde_json::from_slice(&folder.read(MATCH)?).ok();
        kept.filter(|kept| kept.is_of(compiled.experiment())).ok_or_else(|| not_as_written(folder))
    }

    /// Returns whether a match between these contestants designs an experiment so.
    fn is_of(&self, experiment: &Experiment) -> bool {
        let contestants = &self.contestants;
        let names: BTreeSet<&String> = contestants.iter().map(|(word, _)| word).collect();
        let is_named = |(word, bots): &Contestant| {
            let is_plain = !bots.is_empty() && !word.contains(is_control);
            is_plain && bots_named(word).is_none_or(|it| it == *bots)
        };
        names.len() == contestants.len()
            && self.cycles.is_none_or(|it| (1..=MAX_GAMES).contains(&it))
            && contestants.iter().all(is_named)
            && experiment.lineups.iter().map(Lineup::to_string).eq(pairs(contestants))
            && self.question.check(contestants.len()).is_ok()
    }

    /// Returns what is not proved of crews of the user's own, whose members only the file names.
    pub(super) fn unproved_names(&self) -> Vec<String> {
        let words = self.contestants.iter().map(|(word, _)| word);
        let words = words.filter(|word| bots_named(word).is_none());
        words.map(|word| format!("which bots `{word}` names")).collect()
    }

    /// Returns the text of `match.json` while the match is played.
    pub(super) fn text(&self) -> Vec<u8> {
        // A struct of texts and numbers always serialises.
        format!("{:#}\n", serde_json::to_value(self).unwrap_or_default()).into_bytes()
    }

    /// Returns the text of `match.json` with the answer.
    fn answered(&self, standings: &Standings) -> Vec<u8> {
        format!("{:#}\n", self.to_json(standings)).into_bytes()
    }

    fn to_json(&self, standings: &Standings) -> Value {
        let mut all = standings.to_json(self.question.answer(standings));
        all["question"] = json!(self.question);
        all["contestants"] = json!(self.contestants);
        all
    }

    /// Returns `match.json` as the games make it, of a match that is played also as it was begun.
    pub(super) fn artifact(
        &self,
        all: &ExperimentStats<'_>,
        is_finished: bool,
    ) -> Result<Artifact, CommandError> {
        let mut texts = vec![self.answered(&Standings::of(all, &self.contestants)?)];
        texts.extend((!is_finished).then(|| self.text()));
        Ok(Artifact { name: MATCH, texts, maker: "pasang match" })
    }
}

/// Returns the bots that a word names without a file of players; `None` if it names none.
fn bots_named(word: &str) -> Option<Vec<String>> {
    let found = Roster::default().find(&[word.to_owned()]).ok()?;
    Some(found.first()?.bots().iter().map(BotSpec::to_string).collect())
}

/// Returns the line-ups in which every bot meets every bot of the other contestants.
fn pairs(contestants: &[Contestant]) -> Vec<String> {
    let mut pairs = Vec::new();
    for (at, (_, bots)) in contestants.iter().enumerate() {
        for one in bots {
            for other in contestants[at + 1..].iter().flat_map(|(_, bots)| bots) {
                pairs.extend([format!("{one}/{other}"), format!("{other}/{one}")]);
            }
        }
    }
    pairs
}

/// A player's word, and the words of its bots: itself, or the members of a crew.
type Contestant = (String, Vec<String>);

/// The games of bots that met.
struct Standings {
    bots: Vec<String>,
    /// Wins, draws and losses by bot.
    results: Vec<[u64; 3]>,
    ratings: Ratings,
    /// Pairs of games of the first of two bots.
    pairs: PairCounts,
    /// Setups and rules.
    place: String,
    /// The number of different games, if they are few.
    few_games: Option<u64>,
}

impl Standings {
    /// Counts the games between contestants; a bot of no contestant is one itself.
    fn of(
        all: &ExperimentStats<'_>,
        contestants: &[Contestant],
    ) -> Result<Standings, CommandError> {
        let (mut bots, mut results) = (Vec::<String>::new(), Vec::<[u64; 3]>::new());
        let contestant = |bot: &str| {
            let has_bot = |(_, bots): &&Contestant| bots.iter().any(|it| it == bot);
            contestants.iter().find(has_bot).map_or(bot.to_owned(), |(word, _)| word.clone())
        };
        let (mut meetings, mut distinct, mut has_few_games) = (Vec::new(), 0, false);
        let mut pairs = PairCounts::default();
        for (cell, pair) in all.cells.iter().filter_map(|cell| Some((cell, cell.contest()?))) {
            let [first, second] = pair.map(|bot| {
                let name = contestant(bot);
                bots.iter().position(|it| *it == name).unwrap_or_else(|| {
                    bots.push(name);
                    results.push([0; 3]);
                    bots.len() - 1
                })
            });
            let tally = cell.tally;
            let [wins, losses] = [Seat::FIRST, Seat::SECOND].map(|seat| tally.wins(seat));
            for (bot, won, lost) in [(first, wins, losses), (second, losses, wins)] {
                let result = &mut results[bot];
                *result = [result[0] + won, result[1] + tally.draws(), result[2] + lost];
            }
            let of_cell = all.seat_pairs.get(cell.number).copied().unwrap_or_default();
            for (score, count) in of_cell.into_iter().enumerate() {
                pairs[if first == 0 { score } else { 4 - score }] += count;
            }
            meetings.push(Meeting { first, second, sum: tally.sum(Seat::FIRST) });
            distinct += cell.distinct.map_or(0, |it| it.games);
            has_few_games |= cell.has_few_games();
        }
        if meetings.is_empty() {
            return Err(wrong("no two bots met there", "`pasang match BOT BOT` plays a match"));
        }
        let ratings = rate(bots.len(), &meetings);
        let names = [all.names(|cell| cell.labels.setup), all.names(|cell| cell.labels.rules)];
        let [setups, rules] =
            names.map(|names| listed(names.into_iter().map(str::to_owned), "and"));
        let place = format!("{setups} ({rules})");
        let few_games = has_few_games.then_some(distinct);
        Ok(Standings { bots, results, ratings, pairs, place, few_games })
    }

    fn score_of(&self, bot: usize) -> ScoreSum {
        let [wins, draws, losses] = self.results[bot];
        ScoreSum { twelfths: TWELFTHS * wins + TWELFTHS / 2 * draws, games: wins + draws + losses }
    }

    fn text(&self, answer: Option<String>) -> String {
        let is_of_two = self.bots.len() == 2;
        let mut text = String::new();
        if is_of_two {
            let open = || format!("{} against {}: not decided", self.bots[0], self.bots[1]);
            let answer = format!("{}. {}", answer.unwrap_or_else(open), self.so_far());
            text = wrapped(&answer, width()) + "\n";
        }
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        let elo = |bot: usize| self.ratings.players[bot].elo;
        order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
        let result = |place: usize| move |bot: &usize| self.results[*bot][place];
        let mut table = Table::of(order)
            .left("bot", |&bot| self.bots[bot].as_str())
            .right("games", |&bot| self.score_of(bot).games)
            .right("wins", result(0))
            .right("draws", result(1))
            .right("losses", result(2))
            .right("score %", |&bot| percent(self.score_of(bot).mean().unwrap_or(0.5)))
            .right("Elo", |&bot| signed(elo(bot)));
        // Two may have stopped by their result, so that no interval of a fixed sample holds.
        if !is_of_two {
            table = table
                .left("95 % CI", |&bot| range(self.ratings.players[bot].interval))
                .right("best %", |&bot| short(self.ratings.players[bot].best));
        }
        let (first_move, interval) = self.ratings.first_move;
        let told = if is_of_two { "" } else { "; best: the probability of being the strongest" };
        let note = format!(
            "Moving first is worth {} Elo ({}). Elo: above the mean of these bots{told}.",
            signed(first_move),
            range(interval)
        );
        text + &table.done().text(width()) + &wrapped(&note, width())
    }

    /// Returns the games of the first of two bots, its score, and the ends of its confidence sequence.
    fn estimate(&self) -> (ScoreSum, [f64; 3]) {
        let sum = self.score_of(0);
        let Interval { low, high } = match self.is_paired() {
            true => paired_confidence_sequence(&self.pairs, ALPHA),
            false => confidence_sequence(sum.twelfths, sum.games, ALPHA),
        };
        (sum, [sum.mean().unwrap_or(0.5), low, high])
    }

    /// Returns whether all games of two bots are in pairs of one opening.
    fn is_paired(&self) -> bool {
        self.bots.len() == 2 && 2 * self.pairs.iter().sum::<u64>() == self.score_of(0).games
    }

    /// States how many single games a game in pairs of one opening is worth.
    fn worth_of_pairs(&self) -> String {
        let (mean, pairs) = (pair_mean(&self.pairs), self.pairs.iter().sum::<u64>() as f64);
        let square = |(halves, &count): (usize, &u64)| {
            let by = halves as f64 / 4.0 - mean;
            by * by * count as f64
        };
        let spread = self.pairs.iter().enumerate().map(square).sum::<f64>() / pairs;
        let worth = 0.5 * mean * (1.0 - mean) / spread;
        if !self.is_paired() || !worth.is_finite() {
            return String::new();
        }
        format!(
            " Each opening was played twice, with seats changed: that tells as much as {} times as many games.",
            rounded(worth, 1)
        )
    }

    /// Describes the state of a match of two in a line.
    fn in_brief(&self) -> String {
        let (sum, scores) = self.estimate();
        let [score, low, high] = scores.map(percent);
        let [elo, elo_low, elo_high] = scores.map(elo_words);
        let los = percent(superiority(sum));
        format!(
            "{score} % ({low} to {high}), Elo {elo} ({elo_low} to {elo_high}), stronger with probability {los} %"
        )
    }

    /// Describes the state of a match of two.
    fn so_far(&self) -> String {
        let (sum, scores) = self.estimate();
        let [score, elo] = [scores.map(percent), scores.map(elo_words)]
            .map(|[mean, low, high]| format!("{mean} ({low} to {high})"));
        let repeated = self.few_games.map_or_else(String::new, |games| {
            format!(" Only {games} games are different: they say less than it seems.")
        });
        let (place, bot, games, los) =
            (&self.place, &self.bots[0], sum.games, percent(superiority(sum)));
        format!(
            "On {place} {bot} scores {score} % of {games} games, Elo {elo}: 95 % CI at any number of games. It is the stronger \
             one with probability {los} % (by a test for a number of games fixed before).{}{repeated}",
            self.worth_of_pairs()
        )
    }

    fn to_json(&self, answer: Option<String>) -> Value {
        let bots = self.bots.iter().enumerate().map(|(bot, name)| {
            let ([wins, draws, losses], rating) = (self.results[bot], self.ratings.players[bot]);
            json!({ "bot": name, "wins": wins, "draws": draws, "losses": losses, "elo": rating.elo,
                    "elo_low": rating.interval.low, "elo_high": rating.interval.high, "best": rating.best })
        });
        let (elo, Interval { low, high }) = self.ratings.first_move;
        let sequence = (self.bots.len() == 2).then(|| {
            let (sum, scores) = self.estimate();
            let ([_, low, high], [elo, elo_low, elo_high]) = (scores, scores.map(elo_of));
            json!({ "games": sum.games, "score": sum.mean(), "low": low, "high": high,
                    "elo": elo, "elo_low": elo_low, "elo_high": elo_high, "los": superiority(sum), "pairs": self.pairs, "answer": answer })
        });
        json!({ "bots": bots.collect::<Vec<_>>(), "first_move": { "elo": elo, "low": low, "high": high },
                "match": sequence, "place": self.place })
    }
}

fn elo_words(score: f64) -> String {
    elo_of(score).map_or("unbounded".to_owned(), signed)
}

fn signed(elo: f64) -> String {
    with_sign(rounded(elo, 0))
}

fn range(Interval { low, high }: Interval) -> String {
    format!("{} to {}", signed(low), signed(high))
}
