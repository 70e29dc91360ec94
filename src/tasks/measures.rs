//! The games of a results folder, looked at again: what is measured beside who wins them.

use std::any::Any;

use rayon::prelude::*;

use crate::experiment::schedule::GameId;
use crate::games::rules::Rules;
use crate::games::{Game, Seat, Weights};
use crate::players::search::{Aim, Engine, think};
use crate::playing::journal::{JournalFault, rows};
use crate::playing::prepared::{Prepared, Visit};
use crate::playing::{Interrupt, Workers};
use crate::results::folder::Folder;
use crate::results::survey::group_count;
use crate::results::{Entry, FolderError, Known, Opened, Rows, with_cells};
use crate::stats::measures::{Evened, Measures, Row, Seen, Skill, Sums, skills};
use crate::stats::{Draws, Overview};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// So many games of each cell at most, the first ones.
    pub games: u64,
    /// How many plies a position is judged by looking ahead.
    pub depth: u8,
}

/// What was found in a folder.
#[derive(Debug)]
pub struct Measured {
    prepared: Prepared,
    known: Known,
    /// By cell.
    sums: Vec<Sums>,
}

/// Games that are looked at before what was found is added up, for each thread.
const BLOCK: usize = 64;

/// The table of a search to judge positions, in MiB.
const HASH: u32 = 1;

/// Looks at the games of a finished folder; nothing where somebody interrupts.
///
/// # Errors
/// When the folder is not finished, keeps no games, or they cannot be read.
pub fn measure(
    folder: &Folder,
    asked: Asked,
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<Option<Measured>, FolderError> {
    let opened = Opened::read(folder)?;
    folder.check_has_journal()?;
    if !opened.manifest.finished {
        return Err(FolderError::Unfinished(folder.path().to_owned(), folder.run_again()));
    }
    opened.check_files()?;
    let known = opened.known(opened.games(workers)?, workers)?;
    let prepared = &opened.prepared;
    let form = prepared.form();
    let mut sums = vec![Sums::default(); prepared.cell_count()];
    let mut wanted = vec![asked.games; prepared.cell_count()];
    let mut journal = Rows::of(folder, prepared, &known.played.schedule)?;
    loop {
        let mut block: Vec<(GameId, u64, Vec<u8>)> = Vec::new();
        while block.len() < BLOCK * workers.threads()
            && let Some(Entry { id, place, lines }) = journal.next()?
        {
            if wanted[id.cell] > 0 {
                wanted[id.cell] -= 1;
                block.push((id, place, lines.to_vec()));
            }
        }
        if block.is_empty() {
            break;
        }
        let look = || {
            let each = block.par_iter().map_init(Eyes::default, |eyes, (id, place, lines)| {
                let seen = rows(lines, form).map(|fields| {
                    let mut ranks = Vec::new();
                    fields.read_moves(&mut ranks)?;
                    let look = Look { eyes: &mut *eyes, depth: asked.depth, ranks: &ranks };
                    prepared.visit(id.cell, &ranks, look).ok()
                });
                let seen: Option<Vec<Seen>> = seen.collect();
                seen.ok_or_else(|| JournalFault::at(form.line(*place), "this is no row"))
            });
            each.collect::<Vec<Result<Vec<Seen>, JournalFault>>>()
        };
        let found = workers.install(look);
        if interrupt.is_set() {
            return Ok(None);
        }
        for ((id, ..), seen) in block.iter().zip(found) {
            let seen = seen.map_err(|fault| folder.journal_error(fault))?;
            seen.iter().for_each(|seen| sums[id.cell].add(seen));
        }
    }
    Ok(Some(Measured { prepared: opened.prepared, known, sums }))
}

impl Measured {
    /// Shows the measures, one for each rule set and line-up, or for each setup of these; what
    /// different bots show of setups; and what several handicaps show.
    pub fn show<R>(
        &self,
        by_setup: bool,
        work: impl FnOnce(Vec<Measures<'_>>, Vec<Skill<'_>>, Vec<Evened<'_>>) -> R,
    ) -> R {
        with_cells(&self.prepared, &self.known, |all: &Overview<'_>| {
            let experiment = self.prepared.experiment();
            let groups = group_count(experiment);
            let drawn = experiment.opening_plies > 0;
            let shared = all.draws == Draws::Common;
            let row = |cells: &[usize]| Row {
                cells: cells.iter().map(|&at| (&all.cells[at], &self.sums[at])).collect(),
                shared,
                drawn,
            };
            let count = all.cells.len();
            let rows: Vec<Vec<usize>> = match by_setup {
                true => (0..count).map(|cell| vec![cell]).collect(),
                false => {
                    (0..groups).map(|group| (group..count).step_by(groups).collect()).collect()
                }
            };
            let measures = rows.iter().filter_map(|cells| row(cells).measures()).collect();
            // Cells that differ by the handicap alone, and where setups are pooled by these.
            let mut alike: Vec<(Alike, Vec<(i8, usize)>)> = Vec::new();
            for cell in experiment.cells() {
                let (handicap, rules) = cell.rules.rules.without_handicap();
                let setup = if by_setup { cell.number / groups } else { 0 };
                let key = (rules, cell.number % experiment.lineups.len(), setup);
                let own = (handicap, cell.number);
                match alike.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, cells)) => cells.push(own),
                    None => alike.push((key, vec![own])),
                }
            }
            let evened = alike.iter().filter_map(|(_, cells)| {
                let (handicaps, cells): (Vec<i8>, Vec<usize>) = cells.iter().copied().unzip();
                row(&cells).evened(&handicaps)
            });
            work(measures, skills(all), evened.collect())
        })
    }
}

/// The rules without their handicap, the line-up's number, and the setup's where setups are apart.
type Alike = (Rules, usize, usize);

/// What games are looked at with: an engine for each game that there is.
#[derive(Default)]
struct Eyes(Vec<Box<dyn Any>>);

impl Eyes {
    fn engine<G: Game>(&mut self) -> Option<&mut Engine<G>> {
        let place = self.0.iter().position(|engine| engine.is::<Engine<G>>());
        let place = place.unwrap_or_else(|| {
            self.0.push(Box::new(Engine::<G>::new(HASH)));
            self.0.len() - 1
        });
        self.0[place].downcast_mut()
    }
}

/// Looks at one game.
struct Look<'l> {
    eyes: &'l mut Eyes,
    depth: u8,
    ranks: &'l [u32],
}

impl Visit for Look<'_> {
    type Output = Seen;

    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) -> Seen {
        let Look { eyes, depth, ranks } = self;
        let mut seen =
            Seen { opening: [ranks.first().copied(), ranks.get(1).copied()], ..Seen::default() };
        let engine = eyes.engine::<G>().filter(|_| game.seats() == 2);
        let mut position = start;
        let (mut scratch, mut legal) = (Vec::new(), Vec::new());
        for &mv in moves {
            seen.choices.push(game.count(&position, &mut scratch));
            legal.push(position);
            game.apply(&mut position, mv);
        }
        if let Some(engine) = engine {
            engine.clear();
            let judge = |position: &G::Position| judged(game, engine, position, depth);
            seen.judged = legal.iter().map(judge).collect();
            seen.result = game.outcome(&position).map_or(0, |outcome| outcome.winners.of_two());
        }
        seen
    }
}

/// By how much the first player leads, in hundredths of a point, as a search to a depth finds that it
/// will end; to no depth, as the fitted weights say.
fn judged<G: Game>(game: &G, engine: &mut Engine<G>, position: &G::Position, depth: u8) -> i32 {
    let mover = game.to_move(position);
    let [first, second, ..] = game.scores(position).map(i32::from);
    let promise = match depth {
        0 => game.judge(position, game.fitted()),
        _ => {
            let ranks: Vec<u32> = (0..game.count(position, &mut Vec::new())).collect();
            let aim = Aim::play(game, Some(game.fitted()));
            think(engine, game, &aim, position, &ranks, (depth, u64::MAX)).value.unwrap_or(0)
        }
    };
    let lead = (first - second + game.given(Seat::FIRST)) * Weights::POINT;
    if mover == Seat::FIRST { lead + promise } else { lead - promise }
}
