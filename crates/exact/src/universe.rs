//! `pasang-exact universe`: all small patterns of one kind, solved from their first move, row by row into
//! a file that is a prefix of itself at any time.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use pasang::base::terminal::Line;
use pasang::commands::{
    Done, Stop, TableSize, Threads, complain, listen, must_be_new, whole, write_new,
};
use pasang::experiment::HIGHEST_SEED;
use pasang::experiment::Shard;
use pasang::read::rules;
use pasang_core::base::digest::digest_of;
use pasang_core::base::halt::Halt;
use pasang_core::base::random::Key;
use pasang_core::board::Side;
use pasang_core::games::Game;
use pasang_core::games::rules::{Kind, Named, Work, presets};
use pasang_core::games::setup::{Setup, fourfold, fourfold_count};
use pasang_core::players::search::{Extent, Pairs, Solver, solve, standing, winner_word};

use crate::against::print_against;
use crate::files::{Growing, failed, wrong};
use crate::in_order::in_order;
use crate::table::line;

/// The options of `pasang-exact universe`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example: all patterns of side 5, and how near the bots of a folder come to the truth\n  \
    pasang-exact universe --out five.csv\n  \
    pasang-exact universe --against results/small-boards --truth five.csv\n\n\
    The patterns of a side are those that look the same after a quarter turn, with as many \
    black as white stones: 20 of side 5, 924 of side 7. `pasang setups show fourfold-7-100` shows one.\n\n\
    Interrupted, the command goes on where it stopped when it is given again. The file is the same \
    whatever the number of threads.\n\n\
    With --against, `pairs` is the share of decided pairs of first moves after which the games' score is \
    on the side of the proved winner; `winner` the share of decided patterns whose mean score over all \
    pairs is; `choice` the share of all patterns where each side's best pairs, by the games, have the \
    proved result; each with its interval at 95 %. `r` is the correlation of the mean score with the \
    proved one over patterns, `excess` the difference of their means."
)]
pub struct Universe {
    /// How many points a side of the boards has
    #[arg(long, value_name = "N", default_value = "5", value_parser = side)]
    side: Side,
    /// Solve by these rules
    #[arg(long, value_name = "NAME|FILE", default_value = "brunei-slide")]
    rules: String,
    /// The file of the solved patterns, a row each; one that was begun is gone on with
    #[arg(long, value_name = "FILE.csv", required_unless_present = "against")]
    out: Option<PathBuf>,
    /// Take the patterns in an order drawn with this seed, instead of by number
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>(0..=HIGHEST_SEED))]
    #[arg(allow_negative_numbers = true)]
    sample: Option<u64>,
    /// Solve so many patterns at most
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    patterns: Option<u64>,
    /// Solve only part I of N of the patterns
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// Put the parts that shards have solved together, and solve nothing
    #[arg(long, value_name = "FILE.csv", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Hold the bots of this results folder against the solved patterns of `--truth`, and solve
    /// nothing: the folder must have played them with all pairs of first moves
    #[arg(long, value_name = "RESULTS", requires = "truth")]
    against: Option<PathBuf>,
    /// The files of solved patterns
    #[arg(long, value_name = "FILE.csv", num_args = 1.., requires = "against")]
    truth: Vec<PathBuf>,
    /// With --against: print JSON
    #[arg(long, requires = "against")]
    json: bool,
    /// Look at so many positions at most for each pair of first moves; what is not proved then stays
    /// open
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,
    #[command(flatten)]
    hash: TableSize,
    #[command(flatten)]
    threads: Threads,
}

/// Reads a side whose patterns are few enough.
fn side(text: &str) -> Result<Side, String> {
    let side = text.parse().ok().and_then(Side::of_length);
    side.filter(|side| side.length() <= 7).ok_or_else(|| "expected 5 or 7".to_owned())
}

/// The first line of the file; docs/small-boards.md says what its columns mean.
const HEADER: &str = "place,setup,rows,rules,limit,winner,margin,wins,draws,loses,open,pairs,\
pairs_first,pairs_drawn,pairs_second,pairs_open,pairs_first_share,results\n";

impl Universe {
    /// Solves, and says how far it came.
    ///
    /// # Errors
    /// When the options are wrong, the file cannot be written, or somebody interrupts.
    pub fn run(self) -> Done {
        if let Some(results) = &self.against {
            return print_against(results, &self.truth, self.json);
        }
        let Some(out) = &self.out else { return Ok(()) };
        if !self.merge.is_empty() {
            return merge(&self.merge, out);
        }
        let threads = self.threads.started();
        let hash = self.hash.of_tables(threads)?;
        let rules = self.rules()?;
        let setups: Vec<(u64, Setup)> = self
            .numbers()
            .into_iter()
            .filter_map(|(place, number)| Some((place, fourfold(self.side, number)?)))
            .collect();
        let beginning = |place: u64, setup: &Setup| -> [String; 5] {
            let rows = setup.board().trim_end().replace('\n', "/");
            let limit = self.nodes.map_or_else(String::new, |limit| limit.to_string());
            [place.to_string(), setup.name.clone(), rows, rules.name.clone(), limit]
        };
        let mut table = Growing::open(out, HEADER, |index| {
            let (place, setup) = setups.get(index)?;
            Some(line(beginning(*place, setup)).trim_end().to_owned() + ",")
        })?;
        let interrupt = listen()?;
        let (mut written, of) = (table.rows.len(), setups.len());
        let progress = Line::new();
        let tell = |written| progress.write(|_| format!("{written} of {of} patterns solved"));
        tell(written);
        let places: Vec<usize> = (written..of).collect();
        let halt = interrupt.halt();
        let solve = |index: usize| {
            let (place, setup) = &setups[index];
            let found = rules.rules.play(SolveWhole { setup, hash, limit: self.nodes, halt });
            // What was stopped is not known.
            let is_known = !halt.is_set();
            is_known.then(|| line(beginning(*place, setup).into_iter().chain(found)))
        };
        let done = in_order(&places, (threads, halt), solve, |_, row| {
            table.put(&row)?;
            written += 1;
            tell(written);
            Ok::<(), Stop>(())
        });
        progress.clear();
        done?;
        if interrupt.is_set() {
            complain(format_args!(
                "stopped: {written} of {of} patterns are solved; the same command goes on"
            ));
            return interrupt.ends();
        }
        let bytes = std::fs::read(out).map_err(|error| failed(&error, "read", out))?;
        say(written, &bytes)
    }

    fn rules(&self) -> Result<Named, Stop> {
        let rules = rules::find(&self.rules)?;
        if rules.rules.kind() != Kind::Brunei {
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

    /// The places and numbers of the patterns, in order.
    fn numbers(&self) -> Vec<(u64, u64)> {
        let mut numbers: Vec<u64> = (0..fourfold_count(self.side)).collect();
        if let Some(seed) = self.sample {
            let side = [self.side.length() as u8];
            Key::new(seed, &[b"universe", &side]).stream(0).shuffle(&mut numbers);
        }
        numbers.truncate(self.patterns.unwrap_or(u64::MAX).try_into().unwrap_or(usize::MAX));
        let Shard { part, of } = self.shard;
        let placed = (0..).zip(numbers);
        placed.filter(|(place, _)| place % of == part - 1).collect()
    }
}

fn say(rows: usize, bytes: &[u8]) -> Done {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{rows} patterns, SHA-256 {}", digest_of(bytes))?;
    Ok(stdout.flush()?)
}

/// Puts parts together, in the order of their rows' places.
fn merge(parts: &[PathBuf], out: &Path) -> Done {
    must_be_new(out)?;
    let mut rows: BTreeMap<u64, String> = BTreeMap::new();
    for part in parts {
        let text = std::fs::read_to_string(part).map_err(|error| failed(&error, "read", part))?;
        let name = part.display();
        let lines = text.strip_prefix(HEADER).filter(|_| text.ends_with('\n'));
        let lines = lines
            .ok_or_else(|| wrong(format!("`{name}` is no finished file of solved patterns"), ""))?;
        for line in lines.lines() {
            let place = line.split(',').next().and_then(|place| place.parse().ok());
            let place =
                place.ok_or_else(|| wrong(format!("`{name}` has a row without a place"), ""))?;
            if rows.insert(place, line.to_owned()).is_some_and(|other| other != line) {
                let what = format!("`{name}` has another row {place} than a part before it");
                return Err(wrong(what, ""));
            }
        }
    }
    if let Some(missing) = (0..).zip(rows.keys()).find_map(|(at, &it)| (at != it).then_some(at)) {
        let what = format!("none of the parts has row {missing}: give every part of one run");
        return Err(wrong(what, ""));
    }
    let merged = rows.values().fold(HEADER.to_owned(), |merged, row| merged + row + "\n");
    write_new(out, merged.as_bytes())?;
    say(rows.len(), merged.as_bytes())
}

/// Results as the file has them, by their standing.
const LETTERS: [char; 4] = ['f', 'd', 's', 'o'];

/// Solves the game from one setup; what comes of it is the rest of its row.
struct SolveWhole<'u> {
    setup: &'u Setup,
    hash: u32,
    limit: Option<u64>,
    halt: &'u Halt,
}

impl Work for SolveWhole<'_> {
    type Output = [String; 13];

    fn with<G: Game>(self, game: &G) -> [String; 13] {
        let start = game.start(self.setup.stones);
        let Some(mut pairs) = Pairs::of(game, &start) else { return Default::default() };
        let mut solver = Solver::new(self.hash);
        solver.watched_by(self.halt.clone());
        let limit = self.limit.unwrap_or(u64::MAX);
        let asked = (Extent::Outcome, u64::MAX, limit);
        pairs.prove(&mut solver, (game, &start), asked, |_| !self.halt.is_set());
        let result = pairs.result();
        let margin = match result.value() {
            Some(0) => Some(0),
            Some(_) => {
                let roots: Vec<u32> = (0..game.count(&start, &mut Vec::new())).collect();
                let asked = (Extent::Margin, limit.saturating_mul(pairs.all.len() as u64));
                solve(&mut solver, game, &start, &roots, asked).margin.value()
            }
            None => None,
        };
        let mut columns = [const { Vec::new() }; 4];
        for column in pairs.columns() {
            columns[standing(column.result)].push(game.word(&start, column.first));
        }
        let [wins, draws, loses, open] = columns.map(|words| words.join("/"));
        let letters = pairs.all.iter().map(|pair| LETTERS[standing(pair.solution.result)]);
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
}
