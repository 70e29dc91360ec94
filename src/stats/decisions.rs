//! What was decided by `[find]`, in words.
//!
//! All intervals are those that may be looked at at any time, each at alpha / K for K cells.

use super::columns::decimal;
use super::counted::Counted;
use super::find::{Contest, End, Find, Standing};
use super::grid::{Grid, Side, percent};
use super::part::Part;
use super::shrink::shrunken;
use super::sums::Sums;
use crate::experiment::MOST_GAMES;

/// How a contest stands: what people want to know first.
pub(crate) struct Found<'a> {
    /// The rule set.
    pub(crate) rules: &'a str,
    /// The bots.
    pub(crate) bots: &'a str,
    /// How many setups are in it.
    pub(crate) setups: usize,
    /// Those that are not out, the one nearest to even first.
    pub(crate) contenders: Vec<&'a str>,
    /// Those of them of which it is shown that no setup is nearer to even by more than `within`.
    pub(crate) close: Vec<&'a str>,
    /// How much that is, in points of a hundred.
    pub(crate) within: String,
    /// How it ended, if it did.
    pub(crate) end: Option<End>,
    /// What is proved, a sentence without its full stop.
    pub(crate) proved: String,
    /// How many games were spent.
    pub(crate) games: u64,
    /// The setups with what is known of each.
    pub(crate) grid: Grid,
}

/// The contests of an experiment, in order.
pub(crate) fn found<'a>(cells: &[Counted<'a>], find: &Find) -> Vec<Found<'a>> {
    let within = points(find.within());
    let contest = |contest: &Contest| {
        let seen = Seen::new(cells, contest, find);
        let labels = cells[*contest.cells().first()?].labels;
        let name = |place: usize| cells[contest.cells()[place]].labels.setup;
        let mut places: Vec<usize> = contest.contenders().collect();
        places.sort_by(|&a, &b| contest.distance(a).high.total_cmp(&contest.distance(b).high));
        let contenders: Vec<&str> = places.iter().map(|&place| name(place)).collect();
        let is_close =
            |place: &&usize| matches!(contest.standings()[**place], Standing::Close { .. });
        let close = places.iter().filter(is_close).map(|&place| name(place)).collect();
        let proved = match (contest.end(), contenders.as_slice()) {
            (Some(End::Winner), &[winner]) => {
                format!("{winner}: every other setup is proved less balanced")
            }
            (Some(End::Set), contenders) => format!(
                "one of {}: they are proved to differ by at most {within} points, \
                 every other setup to be less balanced",
                contenders.len()
            ),
            (Some(End::MostGames), contenders) => format!(
                "one of {}, which `max-games` games a setup do not tell apart",
                contenders.len()
            ),
            (_, contenders) => format!("not decided yet: {} setups are left", contenders.len()),
        };
        Some(Found {
            rules: labels.rules,
            bots: labels.bots,
            setups: contest.cells().len(),
            end: contest.end(),
            proved,
            games: seen.sums.iter().map(|sums| sums.games).sum(),
            grid: contest_grid(cells, &seen),
            contenders,
            close,
            within: within.clone(),
        })
    };
    find.contests().iter().filter_map(contest).collect()
}

/// A share in points of a hundred, without decimals that are 0.
fn points(share: f64) -> String {
    let text = decimal(100.0 * share, 4);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn end_word(end: Option<End>) -> &'static str {
    match end {
        None => "open",
        Some(End::Winner) => "winner",
        Some(End::Set) => "set",
        Some(End::MostGames) => "max-games",
    }
}

/// A contest with what its cells came to.
pub(super) struct Seen<'c> {
    contest: &'c Contest,
    sums: Vec<Sums>,
    pub(super) shrunken: Vec<f64>,
    alpha: f64,
    within: String,
}

impl<'c> Seen<'c> {
    pub(super) fn new(cells: &[Counted<'_>], contest: &'c Contest, find: &Find) -> Seen<'c> {
        let sums: Vec<Sums> =
            contest.cells().iter().map(|&cell| Sums::of(cells[cell].tally)).collect();
        let shrunken = shrunken(&sums);
        Seen { contest, sums, shrunken, alpha: find.alpha_each(), within: points(find.within()) }
    }

    pub(super) fn standing(&self, place: usize) -> &'static str {
        match self.contest.standings()[place] {
            Standing::Out { .. } => "out",
            _ if self.contest.end() == Some(End::Winner) => "winner",
            Standing::Close { .. } => "close",
            Standing::Open => "open",
        }
    }

    /// About how many games more would tell a contender from the leader, if the leader had as many
    /// in all and both true scores were the shrunken estimates; nothing for the leader, for what
    /// is out, and where no number of games would do.
    pub(super) fn more_games(&self, place: usize) -> Option<u64> {
        let leader = self.contest.leader()?;
        if place == leader || self.standing(place) == "out" {
            return None;
        }
        let apart = |games: u64| {
            let [one, other] = [place, leader].map(|place| {
                let twelfths = (self.shrunken[place] * 12.0 * games as f64) as u64;
                let interval = Sums { twelfths, games }.interval(self.alpha);
                super::find::Distance::of(interval, self.contest.fair())
            });
            one.low > other.high || other.low > one.high
        };
        let mut too_few = self.sums[place].games.max(1);
        let mut enough = too_few;
        while !apart(enough) {
            too_few = enough;
            enough *= 2;
            if enough > MOST_GAMES {
                return None;
            }
        }
        // To three figures: it is an estimate.
        while enough - too_few > (enough / 1000).max(1) {
            let middle = too_few + (enough - too_few) / 2;
            if apart(middle) { enough = middle } else { too_few = middle }
        }
        Some(enough - self.sums[place].games)
    }
}

/// What was decided, for people.
pub(crate) fn parts(cells: &[Counted<'_>], find: &Find) -> Vec<Part> {
    let mut parts = Vec::new();
    for found in found(cells, find) {
        let Found { rules, bots, setups, proved, grid, .. } = found;
        let words = format!("most balanced of {setups} setups: {rules}, {bots}\n{proved}\n");
        parts.extend([Part::Words(words), Part::Table(grid)]);
    }
    let confidence = points(1.0 - find.terms().alpha);
    parts.push(Part::Words(format!(
        "Points are hundredths of a game. From even: how far the first player's score is from an even \
         one, at\nleast and at most. Within so many points of the most balanced: no other setup is \
         nearer to even by more.\nAll bounds and all that is said to be proved hold together at \
         {confidence} %, whenever games ended.\nEstimate: the score drawn towards the mean of the \
         setups, which corrects for luck. More games: about\nhow many, a setup, would tell it \
         from the leader, if the estimates were true.\nThese are games between these bots: other \
         players may find another setup the most balanced.\n"
    )));
    parts
}

/// The setups of a contest: the contenders first, the others as they went out, the last one first.
fn contest_grid(cells: &[Counted<'_>], seen: &Seen<'_>) -> Grid {
    let contest = seen.contest;
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("games", Side::Right),
        ("first %", Side::Right),
        ("from even", Side::Left),
        ("estimate %", Side::Right),
        ("proved", Side::Left),
        ("more games", Side::Right),
    ]);
    let mut places: Vec<usize> = (0..contest.cells().len()).collect();
    let order = |&place: &usize| match contest.standings()[place] {
        Standing::Out { round, .. } => (u64::MAX - round, contest.distance(place).low),
        _ => (0, contest.distance(place).high),
    };
    places.sort_by(|a, b| {
        let ((a_round, a_off), (b_round, b_off)) = (order(a), order(b));
        a_round.cmp(&b_round).then(a_off.total_cmp(&b_off)).then(a.cmp(b))
    });
    for place in places {
        let (sums, bounds) = (seen.sums[place], contest.distance(place));
        let proved = match contest.standings()[place] {
            Standing::Out { than, .. } => {
                format!("less balanced than {}", cells[than].labels.setup)
            }
            _ if seen.standing(place) == "winner" => "most balanced".to_owned(),
            Standing::Close { .. } => format!("within {} points of the most balanced", seen.within),
            Standing::Open => "nothing".to_owned(),
        };
        grid.row([
            cells[contest.cells()[place]].labels.setup.to_owned(),
            sums.games.to_string(),
            percent(sums.mean()),
            format!("{}-{}", decimal(100.0 * bounds.low, 2), decimal(100.0 * bounds.high, 2)),
            percent(seen.shrunken[place]),
            proved,
            seen.more_games(place).map_or_else(String::new, |more| more.to_string()),
        ]);
    }
    grid
}
