//! `pasang-exact universe`: solves all small patterns of one kind from their first move, row by row
//! into a file that is always a prefix of the finished one.

use std::path::PathBuf;

use clap::Args;
use pasang::commands::{TableSize, Threads, choice, whole};
use pasang::experiment::HIGHEST_SEED;
use pasang::text::failure::{CommandError, CommandResult, wrong};
use pasang::text::messages::print;
use pasang::text::rules;
use pasang_core::base::cancel::CancelToken;
use pasang_core::base::digest::digest_of;
use pasang_core::base::random::SeedKey;
use pasang_core::base::text::Keyword;
use pasang_core::board::{BoardSize, Group, Point, Stones};
use pasang_core::games::rules::{GameKind, NamedRules, presets};
use pasang_core::games::setup::{Origin, Setup, fourfold, fourfold_count, random_stones};
use pasang_core::players::opening_table::{OpeningTable, result_class, winner_word};
use pasang_core::{Limits, Position, SolveGoal, Solver};

use crate::files::{AppendFile, failed};

/// The options of `pasang-exact universe`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example: all patterns of side 5\n  \
    pasang-exact universe --out five.csv\n\n\
    The patterns of a side are those that look the same after a quarter turn, with as many \
    black as white stones: 20 of side 5, 924 of side 7. `pasang setups show fourfold-7-100` shows one. \
    With --any a random one of all patterns stands in each row, most without symmetry.\n\n\
    Interrupted, the command goes on where it stopped when it is given again. The file is the same \
    whatever the number of threads; with --nodes, --hash decides too which pairs stay open.")]
pub struct Universe {
    /// Set the number of points on a side of the board
    #[arg(long, value_name = "N", default_value = "5", value_parser = side)]
    side: BoardSize,
    /// Use these rules
    #[arg(long, value_name = "NAME|FILE", default_value = "brunei-slide")]
    rules: String,
    /// Write the solved patterns to this file, one row each; an unfinished one is resumed
    #[arg(long, value_name = "FILE.csv")]
    out: PathBuf,
    /// Order the patterns randomly with this seed, instead of by number
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>(0..=HIGHEST_SEED))]
    sample: Option<u64>,
    /// Draw from all patterns with as many black as white stones, symmetric or not
    #[arg(long, requires_all = ["sample", "patterns"])]
    any: bool,
    /// With --any: of these, draw from those with exactly this symmetry group alone, as `half-turn`
    #[arg(long, requires = "any", value_name = "SYMMETRY", value_parser = choice::<Group>())]
    symmetry: Option<Group>,
    /// Solve at most N patterns
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=MOST))]
    patterns: Option<u64>,
    /// Limit the search to N positions for each pair of first moves; unproven pairs stay open
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Solve for the winners alone: leave the margin out, which takes longest
    #[arg(long)]
    outcome: bool,
    #[command(flatten)]
    hash: TableSize,
    #[command(flatten)]
    threads: Threads,
}

/// Parses a board size whose patterns are few enough.
fn side(text: &str) -> Result<BoardSize, String> {
    let side = text.parse().ok().and_then(BoardSize::of_length);
    side.filter(|side| side.length() <= 7).ok_or_else(|| "expected 5 or 7".to_owned())
}

/// No more patterns are solved: more than anyone has time for.
const MOST: u64 = 100_000;

/// Header of the file; crates/exact/universe/README.md explains its columns.
const HEADER: &str = "place,setup,rows,rules,toggles,sample,limit,goal,winner,margin,wins,draws,loses,open,\
pairs,pairs_first,pairs_drawn,pairs_second,pairs_open,pairs_first_share,results\n";

impl Universe {
    /// Solves the patterns, and prints their number and the file's digest.
    ///
    /// # Errors
    /// If the options are wrong, the file cannot be written, or the user interrupts.
    pub fn run(self) -> CommandResult {
        let hash = self.hash.of_tables(self.threads.started())?;
        let NamedRules { name, rules } = self.rules()?;
        let setups = self.setups();
        let toggles = rules.differences();
        let toggles = toggles.iter().map(|toggle| format!("{}={}", toggle.name, toggle.word));
        let toggles = toggles.collect::<Vec<String>>().join(" ");
        let [sample, limit] = [self.sample, self.nodes]
            .map(|number| number.map_or_else(String::new, |number| number.to_string()));
        let (goal, goal_word) = match self.outcome {
            true => (SolveGoal::Outcome, "outcome"),
            false => (SolveGoal::Margin, "margin"),
        };
        let table = AppendFile {
            path: &self.out,
            header: HEADER,
            rows: setups.len(),
            begin: |place: usize| {
                let setup = &setups[place];
                let rows = setup.board().trim_end().replace('\n', "/");
                let of = [&setup.name, &rows, &name, &toggles, &sample, &limit].map(String::clone);
                [place.to_string()].into_iter().chain(of).chain([goal_word.to_owned()]).collect()
            },
            end: |place: usize, cancel: &CancelToken| {
                let (setup, limit) = (&setups[place], self.nodes);
                let found = solve_whole(&rules.start(setup).ok()?, goal, (hash, limit), cancel);
                // A cancelled search has no result.
                (!cancel.is_cancelled()).then(|| found.to_vec())
            },
        };
        table.grow(self.threads)?;
        let bytes = std::fs::read(&self.out).map_err(|error| failed(&error, "read", &self.out))?;
        let digest = digest_of(&bytes);
        print(format_args!("{} patterns, SHA-256 {digest}\n", setups.len()))
    }

    fn rules(&self) -> Result<NamedRules, CommandError> {
        let rules = rules::find(&self.rules)?;
        if rules.rules.kind() != GameKind::Brunei {
            let what = "small boards are of Brunei's game, and these rules are Bell's";
            return Err(wrong(what, "`pasang rules list` lists those of Brunei's"));
        }
        let preset = presets().find(|preset| preset.name == rules.name);
        if preset.is_some_and(|preset| preset.rules != rules.rules) {
            let what =
                format!("these rules are called `{}` and differ from the preset", rules.name);
            return Err(wrong(what, "give them another name"));
        }
        Ok(rules)
    }

    fn setups(&self) -> Vec<Setup> {
        let most = self.patterns.unwrap_or(MOST);
        if let (true, Some(seed)) = (self.any, self.sample) {
            return (1..=most).map(|number| self.random(seed, number)).collect();
        }
        let mut numbers: Vec<u64> = (0..fourfold_count(self.side)).collect();
        if let Some(seed) = self.sample {
            self.key(seed, b"universe").rng(0).shuffle(&mut numbers);
        }
        let numbers = numbers.into_iter().take(most as usize);
        numbers.filter_map(|number| fourfold(self.side, number)).collect()
    }

    /// Returns a pattern drawn from all, which depends only on side, seed and number.
    fn random(&self, seed: u64, number: u64) -> Setup {
        let side = self.side;
        let (kind, stones) = match self.symmetry {
            Some(group) => {
                let mut coins = self.key(seed, group.word().as_bytes()).rng(number);
                (group.word(), random_stones(group, side, &mut coins))
            }
            None => {
                let mut points: Vec<Point> = side.points().without(Point::CENTRE).collect();
                self.key(seed, b"any").rng(number).shuffle(&mut points);
                let (black, white) = points.split_at(points.len() / 2);
                let [black, white] = [black, white].map(|points| points.iter().copied().collect());
                ("any", Stones { black, white })
            }
        };
        let name = format!("{kind}-{}-{seed}-{number}", side.length());
        Setup { name, source: None, origin: Origin::Generated, stones, any_counts: false }
    }

    fn key(&self, seed: u64, purpose: &[u8]) -> SeedKey {
        SeedKey::new(seed, &[purpose, &[self.side.length() as u8]])
    }
}

/// Letters of the result classes in the file.
const LETTERS: [char; 4] = ['f', 'd', 's', 'o'];

/// Solves a game from its first position and returns the rest of its row.
fn solve_whole(
    start: &Position,
    goal: SolveGoal,
    (hash, limit): (u32, Option<u64>),
    cancel: &CancelToken,
) -> [String; 13] {
    let Some(mut pairs) = OpeningTable::of(start) else { return Default::default() };
    let mut solver = Solver::with_table_mib(hash);
    solver.set_cancel_token(cancel);
    let limit = limit.unwrap_or(u64::MAX);
    let budget = [u64::MAX, limit];
    pairs.prove(&mut solver, SolveGoal::Outcome, budget, |_| !cancel.is_cancelled());
    let result = pairs.result();
    let margin = match result.value() {
        Some(0) => Some(0),
        Some(_) if goal == SolveGoal::Margin => {
            let limits = Limits::nodes(limit.saturating_mul(pairs.all.len() as u64));
            solver.solve(start, SolveGoal::Margin, limits).lead.value()
        }
        _ => None,
    };
    let mut columns = [const { Vec::new() }; 4];
    for column in pairs.first_moves() {
        columns[result_class(column.result)].push(column.first.to_string());
    }
    let [wins, draws, loses, open] = columns.map(|words| words.join("/"));
    let letters = pairs.all.iter().map(|pair| LETTERS[result_class(pair.solution.result)]);
    let counts = pairs.counts();
    let all: u64 = counts.iter().sum();
    let share = counts[0] as f64 / all.max(1) as f64;
    let [first, drawn, second, unknown] = counts.map(|count| count.to_string());
    [
        winner_word(result).unwrap_or_default().to_owned(),
        margin.map_or_else(String::new, |margin| margin.to_string()),
        wins,
        draws,
        loses,
        open,
        all.to_string(),
        first,
        drawn,
        second,
        unknown,
        if counts[3] == 0 { format!("{share:.6}") } else { String::new() },
        letters.collect(),
    ]
}
