//! Balance against strength: the same setups, played by one bot against itself, and by another.

use super::{Asked, section as made};
use crate::base::words::counted;
use crate::games::Seat;
use crate::report::document::{Block, Section, Shown};
use crate::report::words::{percent, some};
use crate::stats::openings::Half;
use crate::stats::rank::kendall;
use crate::stats::table::{Kind, Table, decimal};
use crate::stats::{Counted, Verdict};

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

pub fn section(asked: &Asked<'_>) -> Option<Section> {
    let setups = asked.setups.len();
    if asked.all.ladder.len() < 2 || !(2..=MOST_COMPARED).contains(&setups) {
        return None;
    }
    let mut blocks = Vec::new();
    for rules in &asked.rules {
        let Some(ladder) = Ladder::of(asked, rules) else { continue };
        let caption = format!("Balance and strength, {rules}: setups from the most balanced on");
        blocks.push(Block::Table(caption, ladder.ranks()));
        if setups > MOST_LISTED {
            let more = counted((setups - MOST_LISTED) as u64, "setup");
            blocks.push(Block::Note(format!("and {more} more: see cells.csv")));
        }
        blocks.push(Block::Table(String::new(), ladder.alike()));
        blocks.push(Block::Text(ladder.winners(rules)));
        blocks.push(Block::Text(ladder.verdicts(rules)));
    }
    if !blocks.is_empty() {
        blocks.push(Block::Text(
            "Ranks come from scores that chance has moved: tau between two halves of the same games shows by \
             how much. A half has half of the games: rows above of equal truth would agree better than that. \
             1 is the same order, 0 none in common (Kendall's tau-b)."
                .to_owned(),
        ));
    }
    made("balance", "Balance and strength", Shown::More, blocks)
}

impl<'a> Ladder<'a> {
    /// Nothing where a cell has no games.
    fn of(asked: &Asked<'a>, rules: &str) -> Option<Ladder<'a>> {
        let bots: Vec<&str> = asked.all.ladder.iter().map(String::as_str).collect();
        let found: std::collections::HashMap<(&str, &str), &Counted<'a>> = asked
            .cells
            .iter()
            .filter(|cell| cell.labels.rules == rules && cell.tally.games() > 0)
            .map(|cell| ((cell.labels.setup, cell.labels.bots), cell))
            .collect();
        let setups = asked.setups.clone();
        let of_bots = |&bots: &&'a str| {
            setups.iter().map(|&setup| found.get(&(setup, bots)).copied()).collect()
        };
        let cells = bots.iter().map(of_bots).collect::<Option<Vec<Vec<_>>>>()?;
        Some(Ladder { setups, bots, cells })
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

    fn ranks(&self) -> Table {
        let columns: Vec<(&str, Kind)> = std::iter::once(("rank", Kind::Figure))
            .chain(self.bots.iter().map(|&bots| (bots, Kind::Word)))
            .collect();
        let mut table = Table::shown(&columns);
        let orders: Vec<Vec<usize>> = (0..self.bots.len()).map(|bot| self.order(bot)).collect();
        for rank in 0..self.setups.len().min(MOST_LISTED) {
            let entries = orders.iter().zip(&self.cells).map(|(order, cells)| {
                let setup = order[rank];
                format!("{:>5} {}", percent(score(cells[setup])), self.setups[setup])
            });
            table.row(std::iter::once((rank + 1).to_string()).chain(entries));
        }
        table
    }

    /// Kendall's tau between neighbours on the ladder and between its ends, and between the halves
    /// of each bot's own games.
    fn alike(&self) -> Table {
        let mut table = Table::shown(&[
            ("tau between", Kind::Word),
            ("and", Kind::Word),
            ("balance", Kind::Figure),
            ("first %", Kind::Figure),
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
            table.row([
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
            table.row([
                format!("half of {bots}"),
                "its other half".to_owned(),
                tau(&biases(0), &biases(1)),
                tau(&half(0), &half(1)),
            ]);
        }
        table
    }

    /// Which setup comes first under which bots.
    fn winners(&self, rules: &str) -> String {
        let best: Vec<&str> = (0..self.bots.len())
            .filter_map(|bot| Some(self.setups[*self.order(bot).first()?]))
            .collect();
        match best.first() {
            Some(first) if best.iter().all(|setup| setup == first) => {
                format!(
                    "Under {rules} the setup nearest to an even score is {first} for every bot."
                )
            }
            _ => {
                let each: Vec<String> = best
                    .iter()
                    .zip(&self.bots)
                    .map(|(setup, bots)| format!("{setup} between {bots}"))
                    .collect();
                format!(
                    "Under {rules} the setup nearest to an even score changes with the bots: {}.",
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
            return format!("Under {rules} no setup has two verdicts that contradict each other.");
        }
        format!(
            "Under {rules} the verdict on {} changes with the bots: {}.",
            counted(changed.len() as u64, "setup"),
            some(&changed)
        )
    }
}

fn score(cell: &Counted<'_>) -> f64 {
    cell.score(Seat::FIRST).map_or(0.0, |score| score.mean)
}
