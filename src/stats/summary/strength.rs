//! Balance against strength: the same setups, played by one bot against itself, and by another.

use super::{percent, some};
use crate::base::words::counted;
use crate::games::Seat;
use crate::stats::columns::decimal;
use crate::stats::counted::Counted;
use crate::stats::grid::{Grid, Side};
use crate::stats::openings::Half;
use crate::stats::overview::Overview;
use crate::stats::part::Part;
use crate::stats::rank::kendall;
use crate::stats::verdict::Verdict;

/// So many setups are listed with their ranks; and no more are compared than can be at once.
const MOST_LISTED: usize = 50;
const MOST_COMPARED: usize = 3000;

/// The setups' cells of one rule set, for each bot of the ladder.
struct Ladder<'a> {
    setups: Vec<&'a str>,
    bots: Vec<&'a str>,
    /// By bot, then by setup.
    cells: Vec<Vec<&'a Counted<'a>>>,
}

pub(crate) fn parts(all: &Overview<'_>) -> Vec<Part> {
    let setups = all.names(|cell| cell.labels.setup);
    if all.ladder.len() < 2 || setups.len() < 2 || setups.len() > MOST_COMPARED {
        return Vec::new();
    }
    let mut parts = Vec::new();
    for rules in all.names(|cell| cell.labels.rules) {
        let Some(ladder) = Ladder::of(all, &setups, rules) else { continue };
        let title = format!("Balance and strength, {rules}: setups from the most balanced on");
        parts.push(Part::Title(title));
        parts.extend(ladder.ranks());
        parts.push(Part::Table(ladder.alike()));
        parts.push(Part::Words(ladder.winners(rules)));
        parts.push(Part::Words(ladder.verdicts(rules)));
    }
    if !parts.is_empty() {
        let words = "Ranks come from scores that chance has moved: tau between two halves of the same \
                     games shows\nby how much. A half has half of the games: rows above of equal \
                     truth would agree better than that.\n1 is the same order, 0 none in common \
                     (Kendall's tau-b).\n";
        parts.push(Part::Words(words.to_owned()));
    }
    parts
}

impl<'a> Ladder<'a> {
    /// Nothing where a cell has no games.
    fn of(all: &Overview<'a>, setups: &[&'a str], rules: &str) -> Option<Ladder<'a>> {
        let bots: Vec<&str> = all.ladder.iter().map(String::as_str).collect();
        let found: std::collections::HashMap<(&str, &str), &Counted<'a>> = all
            .cells
            .iter()
            .filter(|cell| cell.labels.rules == rules && cell.tally.games() > 0)
            .map(|cell| ((cell.labels.setup, cell.labels.bots), cell))
            .collect();
        let cells = bots
            .iter()
            .map(|&bots| setups.iter().map(|&setup| found.get(&(setup, bots)).copied()).collect());
        let cells = cells.collect::<Option<Vec<Vec<_>>>>()?;
        Some(Ladder { setups: setups.to_vec(), bots, cells })
    }

    /// How far from an even share each setup's score is, for a bot.
    fn biases(&self, bot: usize) -> Vec<f64> {
        self.cells[bot].iter().map(|cell| (score(cell) - cell.fair()).abs()).collect()
    }

    /// The places of the setups, the most balanced first; of equal ones the first listed.
    fn order(&self, bot: usize) -> Vec<usize> {
        let biases = self.biases(bot);
        let mut order: Vec<usize> = (0..biases.len()).collect();
        order.sort_by(|&a, &b| biases[a].total_cmp(&biases[b]).then(a.cmp(&b)));
        order
    }

    fn ranks(&self) -> Vec<Part> {
        let columns: Vec<(&str, Side)> = std::iter::once(("rank", Side::Right))
            .chain(self.bots.iter().map(|&bots| (bots, Side::Left)))
            .collect();
        let mut grid = Grid::new(&columns);
        let orders: Vec<Vec<usize>> = (0..self.bots.len()).map(|bot| self.order(bot)).collect();
        let listed = self.setups.len().min(MOST_LISTED);
        for rank in 0..listed {
            let entries = orders.iter().zip(&self.cells).map(|(order, cells)| {
                let setup = order[rank];
                format!("{:>5} {}", percent(score(cells[setup])), self.setups[setup])
            });
            grid.row(std::iter::once((rank + 1).to_string()).chain(entries));
        }
        let mut parts = vec![Part::Table(grid)];
        if self.setups.len() > listed {
            let more = counted((self.setups.len() - listed) as u64, "setup");
            parts.push(Part::Note(format!("and {more} more: see cells.csv\n")));
        }
        parts
    }

    /// Kendall's tau between neighbours on the ladder and between its ends, and between the halves
    /// of each bot's own games.
    fn alike(&self) -> Grid {
        let mut grid = Grid::new(&[
            ("tau between", Side::Left),
            ("and", Side::Left),
            ("balance", Side::Right),
            ("first %", Side::Right),
        ]);
        let tau = |one: &[f64], other: &[f64]| {
            kendall(one, other).map_or_else(|| "-".to_owned(), |tau| decimal(tau, 2))
        };
        let scores =
            |bot: usize| self.cells[bot].iter().map(|cell| score(cell)).collect::<Vec<f64>>();
        let last = self.bots.len() - 1;
        let mut pairs: Vec<[usize; 2]> = (0..last).map(|bot| [bot, bot + 1]).collect();
        if last > 1 {
            pairs.push([0, last]);
        }
        for [one, other] in pairs {
            grid.row([
                self.bots[one].to_owned(),
                self.bots[other].to_owned(),
                tau(&self.biases(one), &self.biases(other)),
                tau(&scores(one), &scores(other)),
            ]);
        }
        for (bots, cells) in self.bots.iter().zip(&self.cells) {
            // Halves are of rounds, and the scores compared above are of matches.
            if cells.iter().any(|cell| cell.tally.matches().is_some()) {
                continue;
            }
            let halves: Option<Vec<[f64; 2]>> = cells
                .iter()
                .map(|cell| {
                    let [even, odd] = cell.tally.halves().map(|half: Half| half.mean());
                    Some([even?, odd?])
                })
                .collect();
            let Some(halves) = halves else { continue };
            let half = |at: usize| halves.iter().map(|half| half[at]).collect::<Vec<f64>>();
            let biases = |at: usize| {
                let halves = halves.iter().zip(cells);
                halves.map(|(half, cell)| (half[at] - cell.fair()).abs()).collect::<Vec<f64>>()
            };
            grid.row([
                format!("half of {bots}"),
                "its other half".to_owned(),
                tau(&biases(0), &biases(1)),
                tau(&half(0), &half(1)),
            ]);
        }
        grid
    }

    /// Which setup comes first under which bots.
    fn winners(&self, rules: &str) -> String {
        let best: Vec<&str> = (0..self.bots.len())
            .filter_map(|bot| Some(self.setups[*self.order(bot).first()?]))
            .collect();
        match best.first() {
            Some(first) if best.iter().all(|setup| setup == first) => {
                format!(
                    "Under {rules} the setup nearest to an even score is {first} for every bot.\n"
                )
            }
            _ => {
                let each: Vec<String> = best
                    .iter()
                    .zip(&self.bots)
                    .map(|(setup, bots)| format!("{setup} between {bots}"))
                    .collect();
                format!(
                    "Under {rules} the setup nearest to an even score changes with the bots:\n{}.\n",
                    each.join(", ")
                )
            }
        }
    }

    /// Which setups have different verdicts under different bots.
    fn verdicts(&self, rules: &str) -> String {
        let decided = |cell: &&&Counted<'_>| {
            cell.verdict().is_some_and(|verdict| verdict != Verdict::Undecided)
        };
        let changed: Vec<&str> = (0..self.setups.len())
            .filter(|&setup| {
                let cells = self.cells.iter().map(|cells| &cells[setup]);
                let mut verdicts = cells.filter(|cell| decided(cell)).map(|cell| cell.verdict());
                let first = verdicts.next();
                verdicts.any(|verdict| Some(verdict) != first)
            })
            .map(|setup| self.setups[setup])
            .collect();
        if changed.is_empty() {
            return format!(
                "Under {rules} no setup has two verdicts that contradict each other.\n"
            );
        }
        format!(
            "Under {rules} the verdict on {} changes with the bots: {}.\n",
            counted(changed.len() as u64, "setup"),
            some(&changed)
        )
    }
}

fn score(cell: &Counted<'_>) -> f64 {
    cell.score(Seat::FIRST).map_or(0.0, |score| score.mean)
}
