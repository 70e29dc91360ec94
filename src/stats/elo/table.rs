//! Ladders from the tallies of cells, as a table for people.

use std::collections::HashMap;

use super::super::columns::decimal;
use super::super::grid::{Grid, Side};
use super::super::overview::Overview;
use super::super::part::Part;
use super::super::score::WHOLE;
use super::ladders::ladders;
use super::model::{Above, Estimate, Ladder, Meeting, Missing};
use crate::games::Seat;

/// The games between different bots under one rule set, of all setups together.
pub struct Contest<'a> {
    pub(in crate::stats) rules: &'a str,
    /// How many setups they were played on, mirror images apart.
    pub(in crate::stats) setups: usize,
    pub(in crate::stats) bots: Vec<&'a str>,
    /// By bot: all games, and what it scored in them in twelfths.
    totals: Vec<(u64, u64)>,
    meetings: Vec<Meeting>,
}

/// The contests of an experiment, by rule set in the order of the cells. Cells of more than two
/// seats, and those where a bot plays itself, say nothing of who is better.
fn contests<'a>(all: &Overview<'a>) -> Vec<Contest<'a>> {
    let mut contests: Vec<Contest<'a>> = Vec::new();
    let mut setups: Vec<Vec<&str>> = Vec::new();
    let first_of: HashMap<&str, &str> =
        all.mirrors.iter().map(|[first, second]| (second.as_str(), first.as_str())).collect();
    for cell in all.cells {
        let [first, second] = cell.labels.each else { continue };
        let games = cell.tally.games();
        if cell.tally.seats() != 2 || first == second || games == 0 {
            continue;
        }
        let rules = cell.labels.rules;
        let place = contests.iter().position(|contest| contest.rules == rules);
        let place = place.unwrap_or_else(|| {
            let (bots, totals, meetings) = (Vec::new(), Vec::new(), Vec::new());
            contests.push(Contest { rules, setups: 0, bots, totals, meetings });
            setups.push(Vec::new());
            contests.len() - 1
        });
        let contest = &mut contests[place];
        // A setup and its mirror image are one.
        let setup = first_of.get(cell.labels.setup).copied().unwrap_or(cell.labels.setup);
        let known = setups[place].iter().position(|&known| known == setup);
        let setup = known.unwrap_or_else(|| {
            setups[place].push(setup);
            contest.setups += 1;
            contest.setups - 1
        });
        let scores = [Seat::FIRST, Seat::SECOND].map(|seat| cell.tally.score(seat));
        let players = [first, second].map(|bot| contest.player(bot));
        for (player, score) in players.into_iter().zip(scores) {
            contest.totals[player].0 += games;
            contest.totals[player].1 += score;
        }
        // A game that is played once more says nothing new: a cell counts as many games as are
        // different in it, with the mean score of all of them.
        let counted = cell.distinct().map_or(games, |distinct| distinct.games) as f64;
        let score = counted * scores[0] as f64 / (WHOLE * games) as f64;
        contest.meetings.push(Meeting { players, games: counted, score, setup });
    }
    contests
}

/// The contests of an experiment with their ladders, in order.
pub fn ladders_of<'a>(all: &Overview<'a>) -> Vec<(Contest<'a>, Vec<Ladder>)> {
    let contests = contests(all).into_iter();
    contests
        .map(|contest| {
            let ladders = contest.ladders();
            (contest, ladders)
        })
        .collect()
}

impl<'a> Contest<'a> {
    fn player(&mut self, bot: &'a str) -> usize {
        self.bots.iter().position(|&known| known == bot).unwrap_or_else(|| {
            self.bots.push(bot);
            self.totals.push((0, 0));
            self.bots.len() - 1
        })
    }

    fn ladders(&self) -> Vec<Ladder> {
        ladders(self.bots.len(), &self.meetings)
    }

    /// How many games a bot played, and the share of them that it won.
    pub(in crate::stats) fn score(&self, player: usize) -> (u64, f64) {
        let (games, twelfths) = self.totals[player];
        (games, twelfths as f64 / (WHOLE * games) as f64)
    }
}

impl Ladder {
    /// How the interval above the next bot was made, or why there is none.
    pub(in crate::stats) fn method(&self, above: Above) -> &'static str {
        match (above, self.missing) {
            (Above::Last, _) => "",
            (Above::By(_), _) if self.setups > 1 => "t-95 over setups",
            (Above::By(_), _) => "wald-95 of one setup",
            (Above::AtLeast(_), _) => "shut-out-95",
            (Above::ByWayOfOthers, _) => "none: shut out by way of others",
            (Above::Unknown, None) => "none: no games tell",
            (Above::Unknown, Some(Missing::Confounded)) => "none: seats were not swapped",
            (Above::Unknown, Some(Missing::SeatDecides)) => "none: the seat decides",
        }
    }
}

/// A ladder, and where it stands.
pub(crate) struct Rated<'a> {
    /// The rule set.
    pub(crate) rules: &'a str,
    /// The bots by the numbers that the ladder has for them.
    pub(crate) bots: Vec<&'a str>,
    /// The ladder.
    pub(crate) ladder: Ladder,
    title: String,
    grid: Grid,
    below: String,
}

/// The ladders of an experiment, in order.
pub(crate) fn rated<'a>(all: &Overview<'a>) -> Vec<Rated<'a>> {
    let mut rated = Vec::new();
    for (contest, ladders) in ladders_of(all) {
        let setups = match contest.setups {
            1 => "1 setup".to_owned(),
            setups => format!("{setups} setups"),
        };
        rated.extend(ladders.into_iter().map(|ladder| Rated {
            rules: contest.rules,
            bots: contest.bots.clone(),
            title: format!("Who is better, {}, {setups}, in Elo", contest.rules),
            grid: lines(&contest, &ladder),
            below: below(&ladder),
            ladder,
        }));
    }
    rated
}

/// What people read; nothing where no two different bots played one another.
pub(crate) fn elo_parts(all: &Overview<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    for rated in rated(all) {
        parts.extend([Part::Title(rated.title), Part::Table(rated.grid)]);
        if !rated.below.is_empty() {
            parts.push(Part::Words(rated.below));
        }
    }
    if !parts.is_empty() {
        let words = "Each interval is at 95 %; 100 Elo more win 64 games of 100, 200 more 76, 400 \
                     more 91.\n";
        parts.push(Part::Words(words.to_owned()));
    }
    parts
}

fn lines(contest: &Contest<'_>, ladder: &Ladder) -> Grid {
    let whole = |elo: f64| decimal(elo, 0);
    let mut grid = Grid::new(&[
        ("bot", Side::Left),
        ("games", Side::Right),
        ("score %", Side::Right),
        ("Elo", Side::Right),
        ("above the next", Side::Left),
        ("", Side::Left),
    ]);
    for step in &ladder.steps {
        let (games, score) = contest.score(step.player);
        let above = match step.above {
            Above::Last => String::new(),
            Above::By(Estimate { elo, interval }) => {
                let (low, high) = (whole(interval.low), whole(interval.high));
                format!("{} from {low} to {high}", whole(elo))
            }
            Above::AtLeast(bound) if bound <= 0.0 => "it lost no game of few".to_owned(),
            Above::AtLeast(bound) => format!("{} at least: it lost no game", whole(bound)),
            other => ladder.method(other).replace("none: ", ""),
        };
        let note = match step.above.separated() {
            Some(false) => "not separated",
            _ => "",
        };
        // Within a group figures can be compared, and one group follows another by a bound only.
        let elo = match (step.elo, ladder.missing) {
            (Some(elo), _) => whole(elo.elo),
            (None, None) if ladder.steps.iter().any(|step| step.elo.is_some()) => "-".to_owned(),
            _ => String::new(),
        };
        grid.row([
            contest.bots[step.player].to_owned(),
            games.to_string(),
            decimal(100.0 * score, 1),
            elo,
            above,
            note.to_owned(),
        ]);
    }
    grid
}

/// What stands below a ladder.
fn below(ladder: &Ladder) -> String {
    let mut text = String::new();
    if let Some(Estimate { elo, interval }) = ladder.seat {
        let [elo, low, high] = [elo, interval.low, interval.high].map(|elo| decimal(elo, 0));
        text += &format!("Moving first is worth {elo} Elo, from {low} to {high}.\n");
    }
    if let Some(dispersion) = ladder.dispersion.filter(|&dispersion| dispersion > 1.0) {
        text += &format!(
            "Cells differ {} times as much as chance makes them.\n",
            decimal(dispersion, 2)
        );
    }
    if ladder.seat.is_some() {
        text += match ladder.setups {
            1 => "These intervals are about this setup only; on others it may be otherwise.\n",
            _ => {
                "These intervals allow for setups that differ: they are about other setups too, of \
                 which these\nare a sample.\n"
            }
        };
    }
    text += match ladder.missing {
        Some(Missing::Confounded) => {
            "Who is better cannot be told from who moves first: `swap = true` has bots change \
             seats.\n"
        }
        Some(Missing::SeatDecides) => "Moving first or second decided all games.\n",
        None => "",
    };
    text
}
