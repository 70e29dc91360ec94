//! `pasang-exact judge`: the moves of a finished results folder held against perfect play.

mod figures;
mod ratio;
mod summary;
mod sums;
mod worth;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::Args;
use pasang::base::fault::in_words;
use pasang::base::terminal::Line;
use pasang::commands::{Done, Stop, Threads, complain, ended, listen, missing, must_be_new};
use pasang::commands::{note, print, whole, write_new, wrong};
use pasang::experiment::Settled;
use pasang::stats::Table;
use pasang::{JUDGED, Recorded};
use pasang_core::base::halt::Halt;
use pasang_core::games::rules::Rules;
use pasang_core::games::setup::Setup;
use pasang_core::games::{Seat, bell, brunei};
use pasang_core::players::Game;
use pasang_core::players::search::Solver;
use serde_json::{Value, json};

use self::figures::{Player, columns};
use self::sums::Sums;
use self::worth::{Few, HASH, Judged, judge};
use crate::files::failed;

/// The options of `pasang-exact judge`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example: how often does each bot keep a result that it has, near the end?\n  \
    pasang-exact judge results/quick --stones 14\n\n\
    Every position with so few stones is solved, last ones first, and every move made there held \
    against the best. Twenty stones take seconds a game, and each three more ten times as long. \
    exact-bots.csv has a row for each rule set and bot, exact.csv for each seat of each cell, worths.csv \
    for each game what its last positions are worth; datapackage.json says what the columns mean, summary.txt is what is printed. The \
    files are the same whatever the number of threads."
)]
pub struct Judge {
    /// A finished results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Solve positions with so many stones on the board or fewer
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = whole::<u8>(1..=120), allow_negative_numbers = true)]
    stones: u8,
    /// Look at so many positions at most for one of a game's; what is not solved then is not judged
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    #[arg(value_parser = whole::<u64>(1000..=1_000_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
    /// Write the tables into this new folder [default: RESULTS/judge]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write nothing: solve everything again, and say whether the tables that are there are right
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    threads: Threads,
}

/// A game of the journal: its cell, and the ranks of its moves.
struct Played {
    cell: usize,
    ranks: Vec<u32>,
}

impl Judge {
    /// Solves what has few stones, and writes and prints what came of it.
    ///
    /// # Errors
    /// When the folder cannot be judged, the tables are there already, or somebody interrupts.
    pub fn run(self) -> Done {
        let recorded = Recorded::open(&self.results)?;
        let experiment = recorded.experiment();
        if experiment.rounds.is_some() {
            return Err(missing("matches of several rounds are not judged: only single games are"));
        }
        let is_for_two = |cell: usize| experiment.cell(cell).rules.rules.seats() == 2;
        if !(0..experiment.cell_count()).any(is_for_two) {
            return Err(missing("only games of two players can be solved, and there are none"));
        }
        let out = self.out.clone().unwrap_or_else(|| self.results.join(JUDGED));
        if self.check {
            return self.compare(&recorded, &out);
        }
        must_be_new(&out)?;
        let files = self.judge(&recorded)?;
        fs::create_dir(&out).map_err(|error| failed(&error, "make the folder", &out))?;
        for (name, text) in &files {
            write_new(&out.join(name), text.as_bytes())?;
        }
        print(&files[SUMMARY])?;
        note(format_args!("the tables are in {}", out.display()));
        Ok(())
    }

    /// Holds the tables that are there against what they must be.
    fn compare(&self, recorded: &Recorded, out: &Path) -> Done {
        let path = out.join(PACKAGE);
        let named = "name a folder that `judge` has written";
        let bytes = fs::read(&path).map_err(|error| {
            wrong(format!("cannot read `{}`: {}", path.display(), in_words(&error)), named)
        })?;
        let package: Value = serde_json::from_slice(&bytes)
            .map_err(|error| wrong(format!("`{}`: {error}", path.display()), named))?;
        if package["description"] != self.description() {
            let what = format!("`{}` does not say: {}", path.display(), self.description());
            return Err(wrong(what, "give the options that it was made with"));
        }
        let (mut equal, mut differing) = (Vec::new(), String::new());
        for (name, made) in self.judge(recorded)? {
            match fs::read(out.join(name)) {
                Ok(found) if found == made.as_bytes() => equal.push(name),
                Ok(found) => {
                    let same =
                        found.iter().zip(made.as_bytes()).take_while(|(one, other)| one == other);
                    let line = 1 + same.filter(|(sign, _)| **sign == b'\n').count();
                    differing +=
                        &format!("DIFFERS {name} line {line}: solved again, it is another\n");
                }
                Err(error) => differing += &format!("DIFFERS {name}: {}\n", in_words(&error)),
            }
        }
        if !equal.is_empty() {
            print(format!("{}: solved again, equal\n", equal.join(", ")))?;
        }
        match differing.is_empty() {
            true => {
                print("verified: nothing differs; not proved: the games, as `pasang verify` does\n")
            }
            false => ended(print(differing), Err(Stop::Differs)),
        }
    }

    fn description(&self) -> String {
        format!(
            "The games held against perfect play: positions with {} stones or fewer, {} looked at for \
             each at most",
            self.stones, self.nodes
        )
    }

    fn judge(&self, recorded: &Recorded) -> Result<Files, Stop> {
        let experiment = recorded.experiment();
        let is_for_two = |cell: usize| experiment.cell(cell).rules.rules.seats() == 2;
        let workers = self.threads.workers()?;
        let interrupt = listen()?;
        let mut games: Vec<(u64, Played)> = Vec::new();
        recorded.each_game(|number, cell, ranks| {
            if is_for_two(cell) {
                games.push((number, Played { cell, ranks: ranks.to_vec() }));
            }
        })?;
        let mut cells = vec![Sums::default(); experiment.cell_count()];
        let mut worths = Vec::new();
        let few = Few { stones: self.stones, nodes: self.nodes };
        let (places, halt): (Vec<usize>, _) = ((0..games.len()).collect(), interrupt.halt());
        // Each thread takes solvers that another one has done with, if there are any.
        let solvers: Mutex<Vec<Solvers>> = Mutex::default();
        let taken = || solvers.lock().ok()?.pop();
        let work = |place: usize| {
            let game = &games[place].1;
            let cell = experiment.cell(game.cell);
            let mut own = taken().unwrap_or_default();
            let judged = own.judge(&cell.rules.rules, cell.setup, &game.ranks, few, halt);
            if let Ok(mut solvers) = solvers.lock() {
                solvers.push(own);
            }
            judged
        };
        let (progress, mut done) = (Line::new(), 0);
        let judged = workers.in_order(&places, halt, work, |place, judged: Judged| {
            let (number, game) = &games[place];
            cells[game.cell].add(&judged);
            worths.push((*number, judged.worths(), judged.unsolved));
            done += 1;
            progress.write(|_| format!("{done} of {} games judged", games.len()));
            Ok::<(), Stop>(())
        });
        progress.clear();
        judged?;
        if interrupt.is_set() {
            complain("stopped: nothing was written");
        }
        interrupt.ends()?;
        Ok(self.tables(recorded, &games, &cells, worths))
    }

    fn tables(
        &self,
        recorded: &Recorded,
        games: &[(u64, Played)],
        cells: &[Sums],
        worths: Vec<(u64, String, usize)>,
    ) -> Files {
        let experiment = recorded.experiment();
        let why_none = why_none(recorded.is_open(), games, cells.len());
        let seats = seats(experiment, cells, &why_none);
        let bots = bots(experiment, cells, &why_none);
        let mut summary = summary::text(&bots, &seats);
        let count = |of: fn(&Sums) -> u64| cells.iter().map(of).sum::<u64>();
        let (solved, unsolved) = (count(|cell| cell.solved), count(|cell| cell.unsolved));
        summary += &match unsolved {
            0 => "\nEvery position with so few stones was solved.\n".to_owned(),
            _ => format!(
                "\nFor {unsolved} of {} positions, the first ones with so few stones in {} games, the \
                 budget did not suffice:\nthese are not judged.\n",
                solved + unsolved,
                count(|cell| cell.unsolved_games),
            ),
        };
        let seats = Table::file("exact.csv", "One row a cell and seat.", seats)
            .whole("cell", "the cell's number, from 0", |row| row.number)
            .word("setup", "its setup", |row| row.words[0].clone())
            .word("rules", "its rule set", |row| row.words[1].clone())
            .word("bots", "its bots, joined by `/` where seats have different ones", |row| {
                row.words[2].clone()
            })
            .word("seat", "the seat whose moves these are: `first` or `second`", |row| {
                row.words[3].clone()
            })
            .word("bot", "the bot that sits there", |row| row.words[4].clone());
        let of_bots = "One row a rule set and bot, whatever the setup, the seat and the other bot.";
        let bots = Table::file("exact-bots.csv", of_bots, bots)
            .word("rules", "the rule set", |row| row.words[0].clone())
            .word("bot", "the bot", |row| row.words[1].clone())
            .whole("setups", "on how many setups it played", |row| row.number);
        let worths = Table::file("worths.csv", "One row a game.", worths)
            .whole("game", "the game's number in the experiment, from 0", |row| row.0)
            .word("worths", WORTHS, |row| row.1.clone())
            .whole(
                "unsolved",
                "positions with so few stones that were not solved, all before those",
                |row| row.2,
            );
        let tables = [columns(seats).done(), columns(bots).done(), worths.done()];
        // What the files hold, for other programs: a tabular data package (Frictionless).
        let package = json!({
            "profile": "tabular-data-package",
            "name": "pasang-exact",
            "title": experiment.title,
            "description": self.description(),
            "resources": tables.each_ref().map(Table::resource),
        });
        let mut files: Files = [(SUMMARY, summary), (PACKAGE, format!("{package:#}\n"))].into();
        for table in tables {
            files.insert(table.file, String::from_utf8(table.csv()).unwrap_or_default());
        }
        files
    }
}

/// What is written, by name.
type Files = BTreeMap<&'static str, String>;

/// What the others are.
const PACKAGE: &str = "datapackage.json";

/// What is printed, too.
const SUMMARY: &str = "summary.txt";

const WORTHS: &str = "what the last positions in which a move was made are worth under best play, in order, \
                      joined by `/`: `f` the first player wins, `s` the second, `d` a draw, and the first's \
                      points less the second's at the end";

/// Solvers of either game, made when they are first wanted.
#[derive(Default)]
struct Solvers {
    brunei: Option<Solver<brunei::Rules>>,
    bell: Option<Solver<bell::Rules>>,
}

impl Solvers {
    fn judge(
        &mut self,
        rules: &Rules,
        setup: &Setup,
        ranks: &[u32],
        few: Few,
        halt: &Halt,
    ) -> Option<Judged> {
        fn with<G: Game>(
            solver: &mut Option<Solver<G>>,
            game: &G,
            setup: &Setup,
            (ranks, few, halt): (&[u32], Few, &Halt),
        ) -> Option<Judged> {
            let solver = solver.get_or_insert_with(|| {
                let mut solver = Solver::new(HASH);
                solver.watched_by(halt.clone());
                solver
            });
            let start = setup.start(game).ok()?;
            judge(solver, (game, &start), ranks, few, halt)
        }
        match rules {
            Rules::Brunei(game) => with(&mut self.brunei, game, setup, (ranks, few, halt)),
            Rules::Bell(game) => with(&mut self.bell, game, setup, (ranks, few, halt)),
        }
    }
}

fn why_none(is_open: bool, games: &[(u64, Played)], cells: usize) -> Vec<Option<&'static str>> {
    let mut firsts: HashMap<usize, &[u32]> = HashMap::new();
    let (mut counts, mut differs) = (vec![0; cells], vec![false; cells]);
    for (_, Played { cell, ranks }) in games {
        counts[*cell] += 1;
        differs[*cell] |= *firsts.entry(*cell).or_insert(ranks) != ranks.as_slice();
    }
    let why = |(count, differs): (u64, bool)| match (is_open, count > 1 && !differs) {
        (true, _) => Some("none: games may be added"),
        (false, true) => Some("none: one distinct game"),
        (false, false) => None,
    };
    counts.into_iter().zip(differs).map(why).collect()
}

fn bot_of(experiment: &Settled, cell: usize, seat: Seat) -> String {
    experiment.cell(cell).lineup.in_seats(2)[seat.index()].to_string()
}

fn played(cells: &[Sums]) -> impl Iterator<Item = (usize, &Sums)> {
    cells.iter().enumerate().filter(|(_, sums)| sums.games > 0)
}

fn seats<'a>(
    experiment: &Settled,
    cells: &'a [Sums],
    why_none: &[Option<&'static str>],
) -> Vec<Player<'a>> {
    let mut found = Vec::new();
    for (number, sums) in played(cells) {
        let cell = experiment.cell(number);
        let [setup, rules] = [&cell.setup.name, &cell.rules.name];
        for seat in [Seat::FIRST, Seat::SECOND] {
            let bot = bot_of(experiment, number, seat);
            let (losses, why_none) = (vec![&sums.seats[seat.index()]], why_none[number]);
            let words = [setup, rules, &cell.lineup.to_string(), seat.word(), &bot];
            let words = words.map(str::to_owned).to_vec();
            found.push(Player { words, number, cells: vec![sums], losses, why_none });
        }
    }
    found
}

/// The bots under each rule set, in the order of the cells.
fn bots<'a>(
    experiment: &Settled,
    cells: &'a [Sums],
    why_none: &[Option<&'static str>],
) -> Vec<Player<'a>> {
    let mut found: Vec<(Player<'a>, Vec<&str>)> = Vec::new();
    for (number, sums) in played(cells) {
        let cell = experiment.cell(number);
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|it| bot_of(experiment, number, it));
        let [of_first, of_second] = &sums.seats;
        let players = match first == second {
            true => vec![(first, &sums.both)],
            false => vec![(first, of_first), (second, of_second)],
        };
        for (bot, losses) in players {
            let words = vec![cell.rules.name.clone(), bot];
            let place = found.iter().position(|(there, _)| there.words == words);
            let place = place.unwrap_or_else(|| {
                let (cells, losses) = (Vec::new(), Vec::new());
                found
                    .push((Player { words, number: 0, cells, losses, why_none: None }, Vec::new()));
                found.len() - 1
            });
            let (player, setups) = &mut found[place];
            player.cells.push(sums);
            player.losses.push(losses);
            player.why_none = player.why_none.or(why_none[number]);
            if !setups.contains(&cell.setup.name.as_str()) {
                setups.push(&cell.setup.name);
            }
        }
    }
    let finish = |(mut player, setups): (Player<'a>, Vec<&str>)| {
        let shared = experiment.common_random && setups.len() > 1;
        let why = shared.then_some("none: the setups share random numbers");
        player.why_none = player.why_none.or(why);
        player.number = setups.len();
        player
    };
    found.into_iter().map(finish).collect()
}
