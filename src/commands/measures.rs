//! `pasang measures`: what a folder's games show beside who wins them.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::ended::Done;
use super::options::{Threads, listen, room, whole};
use crate::results::folder::Folder;
use crate::stats::measures::{Evened, Figure, Measures, PLIES, Skill};
use crate::stats::{Grid, Side, decimal, tables};
use crate::tasks::measures::{Asked, measure};

/// The deepest search to judge a position with.
const DEEPEST: u64 = 8;

/// The options of `pasang measures`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "behind, drama, most: in what share of positions the later winner was judged to be behind, by \
    how many points there, and by how many at most. settled: the ply with which the judgement came to name \
    the winner for good. right N: after N plies, the share of winners whom it names. pairs: how many \
    equally likely pairs of first moves would vary as much as those that were chosen. moves: their mean \
    number in a position. tree: the power of ten that is the tree's size, after Tuah; knuth: the same by \
    Knuth's estimate, from games of `random`.\n\n\
    Judgements are a search's, and no proof: `pasang-exact judge` has that. docs/measures.md defines \
    each measure, with its source."
)]
pub struct Measure {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// One row a setup, and not all setups together
    #[arg(long)]
    setups: bool,
    /// Look at so many games of each cell at most, the first ones [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    games: Option<u64>,
    /// Judge positions by looking so many plies ahead; 0: by the fitted weights alone
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u8>(0..=DEEPEST))]
    #[arg(allow_negative_numbers = true)]
    depth: u8,
    /// Print JSON, with every figure and its interval
    #[arg(long)]
    json: bool,
    /// Write every figure and its interval into this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl Measure {
    /// Looks at the games and prints what they come to.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        let workers = self.threads.workers()?;
        let interrupt = listen()?;
        let asked = Asked { games: self.games.unwrap_or(u64::MAX), depth: self.depth };
        let Some(found) = measure(&folder, asked, &workers, &interrupt)? else {
            return interrupt.ends();
        };
        found.show(self.setups, |measures, skills, evened| self.tell(measures, skills, &evened))
    }

    fn tell(
        &self,
        measures: Vec<Measures<'_>>,
        skills: Vec<Skill<'_>>,
        evened: &[Evened<'_>],
    ) -> Done {
        if let Some(path) = &self.csv {
            let bytes = tables::measures().csv(measures.iter().cloned());
            std::fs::write(path, bytes)
                .with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        let mut stdout = std::io::stdout().lock();
        if self.json {
            let told = json!({
                "measures": tables::measures().json(measures.into_iter()),
                "skill": tables::skills().json(skills.into_iter()),
                "handicap": tables::evened().json(evened.iter().cloned()),
            });
            writeln!(stdout, "{told:#}")?;
            return Ok(stdout.flush()?);
        }
        write!(stdout, "{}", grid(&measures, self.setups).text(room()))?;
        if !skills.is_empty() {
            writeln!(stdout, "\nSteps of strength that each setup shows by its own games")?;
            write!(stdout, "{}", rungs(&skills).text(room()))?;
        }
        if !evened.is_empty() {
            writeln!(stdout, "\nWhat points given to the second player do")?;
            write!(stdout, "{}", handicaps(evened, self.setups).text(room()))?;
        }
        Ok(stdout.flush()?)
    }
}

/// A figure with its interval.
fn shown(figure: &Figure, times: f64, digits: usize) -> String {
    let Some(measured) = figure else { return String::new() };
    let text = |value: f64| decimal(value * times, digits);
    match measured.interval {
        Some(it) => format!("{} ({} to {})", text(measured.mean), text(it.low), text(it.high)),
        None => text(measured.mean),
    }
}

fn grid(measures: &[Measures<'_>], by_setup: bool) -> Grid {
    let right = PLIES.map(|ply| format!("right {ply}, %"));
    let mut columns = vec![("rules", Side::Left), ("bots", Side::Left)];
    columns.extend(by_setup.then_some(("setup", Side::Left)));
    let figures = ["games", "behind, %", "drama", "most", "settled"];
    columns.extend(figures.map(|name| (name, Side::Right)));
    columns.extend(right.iter().map(|name| (name.as_str(), Side::Right)));
    columns.extend(["pairs", "moves", "tree", "knuth"].map(|name| (name, Side::Right)));
    let mut grid = Grid::new(&columns);
    for row in measures {
        let mut fields = vec![row.rules.to_owned(), row.bots.to_owned()];
        fields.extend(row.setup.filter(|_| by_setup).map(str::to_owned));
        fields.extend([
            row.games.to_string(),
            shown(&row.behind, 100.0, 1),
            shown(&row.drama, 1.0, 2),
            shown(&row.drama_most, 1.0, 2),
            shown(&row.settled, 1.0, 1),
        ]);
        fields.extend(row.right.iter().map(|right| shown(right, 100.0, 1)));
        fields.extend([
            shown(&row.variety, 1.0, 1),
            shown(&row.branching, 1.0, 2),
            shown(&row.tuah, 1.0, 2),
            row.knuth.map_or_else(String::new, |(size, _)| decimal(size, 1)),
        ]);
        grid.row(fields);
    }
    grid
}

fn rungs(skills: &[Skill<'_>]) -> Grid {
    let names = ["bots", "games", "steps", "shown"].map(|name| (name, Side::Right));
    let columns = [("rules", Side::Left), ("setup", Side::Left)];
    let mut grid = Grid::new(&[columns.as_slice(), &names].concat());
    for row in skills {
        let numbers = [row.bots as u64, row.games, row.steps as u64, row.shown as u64];
        let words = [row.rules, row.setup].map(str::to_owned);
        grid.row(words.into_iter().chain(numbers.map(|number| number.to_string())));
    }
    grid
}

fn handicaps(evened: &[Evened<'_>], by_setup: bool) -> Grid {
    let mut columns = vec![("rules", Side::Left), ("bots", Side::Left)];
    columns.extend(by_setup.then_some(("setup", Side::Left)));
    let figures = ["games", "handicaps", "a point, %", "even at"];
    columns.extend(figures.map(|name| (name, Side::Right)));
    let mut grid = Grid::new(&columns);
    for row in evened {
        let mut fields = vec![row.rules.to_owned(), row.bots.to_owned()];
        fields.extend(row.setup.filter(|_| by_setup).map(str::to_owned));
        fields.extend([row.games.to_string(), row.handicaps.to_string()]);
        fields.extend([shown(&Some(row.worth), 100.0, 2), shown(&row.even, 1.0, 1)]);
        grid.row(fields);
    }
    grid
}
