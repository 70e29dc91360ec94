//! `pasang-exact judge`: the moves of a finished results folder held against perfect play.

mod figures;
mod ratio;
mod summary;
mod sums;
mod worth;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use pasang::Recorded;
use pasang::base::terminal::Line;
use pasang::commands::{
    Done, Stop, Threads, complain, listen, must_be_new, note, whole, write_new,
};
use pasang::experiment::Settled;
use pasang_core::base::halt::Halt;
use pasang_core::games::rules::Rules;
use pasang_core::games::setup::Setup;
use pasang_core::games::{Game, Seat, bell, brunei};
use pasang_core::players::search::Solver;
use serde_json::json;

use self::figures::{Figures, field, fields, names, values};
use self::sums::Sums;
use self::worth::{Few, HASH, Judged, judge};
use crate::files::{failed, wrong};
use crate::in_order::in_order;
use crate::table::line;

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
    #[command(flatten)]
    threads: Threads,
}

/// A game of the journal: its cell, and the ranks of its moves.
struct Played {
    cell: usize,
    ranks: Vec<u32>,
}

/// A row of figures.
pub struct Player<'a> {
    /// The words in front.
    names: Vec<String>,
    /// The words that stand in the file and not in the summary: a cell's number, or how many setups.
    more: Vec<String>,
    figures: Figures<'a>,
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
            return Err(wrong(
                "matches of several rounds are not judged: only single games are",
                "",
            ));
        }
        let is_for_two = |cell: usize| experiment.cell(cell).rules.rules.seats() == 2;
        if !(0..experiment.cell_count()).any(is_for_two) {
            return Err(wrong("only games of two players can be solved, and there are none", ""));
        }
        let out = self.out.clone().unwrap_or_else(|| self.results.join("judge"));
        must_be_new(&out)?;
        let Tables { files, summary } = self.judge(&recorded)?;
        fs::create_dir(&out).map_err(|error| failed(&error, "make the folder", &out))?;
        for (name, text) in &files {
            write_new(&out.join(name), text.as_bytes())?;
        }
        let mut stdout = io::stdout().lock();
        write!(stdout, "{summary}")?;
        stdout.flush()?;
        note(format_args!("the tables are in {}", out.display()));
        Ok(())
    }

    fn judge(&self, recorded: &Recorded) -> Result<Tables, Stop> {
        let experiment = recorded.experiment();
        let is_for_two = |cell: usize| experiment.cell(cell).rules.rules.seats() == 2;
        let threads = self.threads.started();
        let interrupt = listen()?;
        let mut games: Vec<(u64, Played)> = Vec::new();
        recorded.each_game(|number, cell, ranks| {
            if is_for_two(cell) {
                games.push((number, Played { cell, ranks: ranks.to_vec() }));
            }
        })?;
        let mut cells = vec![Sums::default(); experiment.cell_count()];
        let mut worths = line(["game", "worths", "unsolved"]);
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
        let judged = in_order(&places, (threads, halt), work, |place, judged: Judged| {
            let (number, game) = &games[place];
            cells[game.cell].add(&judged);
            worths += &line([number.to_string(), judged.worths(), judged.unsolved.to_string()]);
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
        worths: String,
    ) -> Tables {
        let experiment = recorded.experiment();
        let why_none = why_none(recorded.is_open(), games, cells.len());
        let seats = seats(experiment, cells, &why_none);
        let bots = bots(experiment, cells, &why_none);
        let in_front = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let csv = |front: Vec<String>, rows: &[Player<'_>]| {
            let header = line(front.into_iter().chain(names()));
            let row = |it: &Player<'_>| line(it.more.iter().cloned().chain(values(&it.figures)));
            rows.iter().map(row).fold(header, |text, row| text + &row)
        };
        let files = vec![
            ("exact.csv", csv(in_front(&SEATS.map(|it| it.0)), &seats)),
            ("exact-bots.csv", csv(in_front(&BOTS.map(|it| it.0)), &bots)),
            ("worths.csv", worths),
            ("datapackage.json", self.package(recorded)),
        ];
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
        let files = files.into_iter().chain([("summary.txt", summary.clone())]).collect();
        Tables { files, summary }
    }

    /// What the files hold, for other programs: a tabular data package (Frictionless).
    fn package(&self, recorded: &Recorded) -> String {
        let resource = |path: &str, rows: &str, fields: Vec<serde_json::Value>| {
            json!({
                "name": path.trim_end_matches(".csv"),
                "path": path,
                "profile": "tabular-data-resource",
                "description": rows,
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "schema": { "fields": fields, "missingValues": [""] },
            })
        };
        let of = |front: &[(&str, &str, &str)]| {
            let front = front.iter().map(|(name, kind, what)| field(name, kind, what));
            front.chain(fields()).collect()
        };
        let worths = WORTHS.map(|(name, kind, what)| field(name, kind, what)).to_vec();
        let package = json!({
            "profile": "tabular-data-package",
            "name": "pasang-exact",
            "title": recorded.experiment().title,
            "description": format!(
                "The games held against perfect play: positions with {} stones or fewer, {} looked at \
                 for each at most",
                self.stones, self.nodes
            ),
            "resources": [
                resource("exact.csv", "One row a cell and seat.", of(&SEATS)),
                resource(
                    "exact-bots.csv",
                    "One row a rule set and bot, whatever the setup, the seat and the other bot.",
                    of(&BOTS),
                ),
                resource("worths.csv", "One row a game.", worths),
            ],
        });
        format!("{package:#}\n")
    }
}

/// What is written and printed.
struct Tables {
    files: Vec<(&'static str, String)>,
    summary: String,
}

/// The words in front of a seat's figures.
const SEATS: [(&str, &str, &str); 6] = [
    ("cell", "integer", "the cell's number, from 0"),
    ("setup", "string", "its setup"),
    ("rules", "string", "its rule set"),
    ("bots", "string", "its bots, joined by `/` where seats have different ones"),
    ("seat", "string", "the seat whose moves these are: `first` or `second`"),
    ("bot", "string", "the bot that sits there"),
];

/// The words in front of a bot's figures.
const BOTS: [(&str, &str, &str); 3] = [
    ("rules", "string", "the rule set"),
    ("bot", "string", "the bot"),
    ("setups", "integer", "on how many setups it played"),
];

const WORTHS: [(&str, &str, &str); 3] = [
    ("game", "integer", "the game's number in the experiment, from 0"),
    (
        "worths",
        "string",
        "what the last positions in which a move was made are worth under best play, in order, joined by \
         `/`: `f` the first player wins, `s` the second, `d` a draw, and the first's points less the \
         second's at the end",
    ),
    ("unsolved", "integer", "positions with so few stones that were not solved, all before those"),
];

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

/// By cell: why its figures have no intervals, where they have none.
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

/// Which bot sits in a seat of a cell.
fn bot_of(experiment: &Settled, cell: usize, seat: Seat) -> String {
    experiment.cell(cell).lineup.in_seats(2)[seat.index()].to_string()
}

fn played(cells: &[Sums]) -> impl Iterator<Item = (usize, &Sums)> {
    cells.iter().enumerate().filter(|(_, sums)| sums.games > 0)
}

/// The seats of the cells, in order.
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
            let more = [number.to_string()].into_iter().chain(words.map(str::to_owned)).collect();
            let names = [setup, rules, bot.as_str(), seat.word()].map(str::to_owned).to_vec();
            let figures = Figures { cells: vec![sums], losses, why_none };
            found.push(Player { names, more, figures });
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
            let names = vec![cell.rules.name.clone(), bot];
            let place = found.iter().position(|(there, _)| there.names == names);
            let place = place.unwrap_or_else(|| {
                let figures = Figures { cells: Vec::new(), losses: Vec::new(), why_none: None };
                found.push((Player { names, more: Vec::new(), figures }, Vec::new()));
                found.len() - 1
            });
            let (Player { figures, .. }, setups) = &mut found[place];
            figures.cells.push(sums);
            figures.losses.push(losses);
            figures.why_none = figures.why_none.or(why_none[number]);
            if !setups.contains(&cell.setup.name.as_str()) {
                setups.push(&cell.setup.name);
            }
        }
    }
    let finish = |(mut player, setups): (Player<'a>, Vec<&str>)| {
        let shared = experiment.common_random && setups.len() > 1;
        let why = shared.then_some("none: the setups share random numbers");
        player.figures.why_none = player.figures.why_none.or(why);
        player.more = [player.names.clone(), vec![setups.len().to_string()]].concat();
        player
    };
    found.into_iter().map(finish).collect()
}
