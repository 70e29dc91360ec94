//! The result of `[find]`: the most balanced setup.
//!
//! All intervals are confidence sequences, each at alpha / K for K cells.

use super::scores::forests;
use super::{ReportContext, section as made};
use crate::base::text::plural;
use crate::report::document::{Block, Section};
use crate::report::format::percent;
use crate::stats::best_arm::{ArmStatus, BestArmSearch, Contest, ContestView, End, mean_or_half};
use crate::stats::{CellStats, Table, points, rounded};

/// The state of a contest.
pub(super) struct ContestState<'a> {
    pub(super) rules: &'a str,
    pub(super) bots: &'a str,
    /// The number of setups in it.
    pub(super) setups: usize,
    /// The setups that are not out, in ascending order of the upper bound of their distance from
    /// even.
    pub(super) contenders: Vec<&'a str>,
    /// The contenders of which it is proved that no setup is nearer to even by more than `within`.
    pub(super) close: Vec<&'a str>,
    /// The indifference zone, in percentage points.
    pub(super) within: String,
    /// The reason why it ended; `None` while it is running.
    pub(super) end: Option<End>,
}

/// Returns the state of a contest; `None` if it has no cells.
pub(super) fn contest_state<'a>(
    cells: &[CellStats<'a>],
    contest: &Contest,
    find: &BestArmSearch,
) -> Option<ContestState<'a>> {
    let labels = cells[*contest.cells.first()?].labels;
    let name = |place: &usize| cells[contest.cells[*place]].labels.setup;
    let mut places: Vec<usize> = contest.contenders().collect();
    places.sort_by(|&a, &b| contest.distance(a).high.total_cmp(&contest.distance(b).high));
    let is_close =
        |place: &&usize| matches!(contest.standings[**place], ArmStatus::NearBest { .. });
    Some(ContestState {
        rules: labels.rules,
        bots: labels.bots,
        setups: contest.cells.len(),
        contenders: places.iter().map(name).collect(),
        close: places.iter().filter(is_close).map(name).collect(),
        within: points(find.within),
        end: contest.end,
    })
}

/// States the proved result, without a full stop.
pub(super) fn proved(state: &ContestState<'_>) -> String {
    let within = &state.within;
    match (state.end, state.contenders.as_slice()) {
        (Some(End::Winner), &[winner]) => {
            format!("{winner}: every other setup is significantly less balanced")
        }
        (Some(End::Set), contenders) => format!(
            "one of {}: they differ by at most {within} percentage points, \
             and every other setup is significantly less balanced",
            contenders.len()
        ),
        (Some(End::MostGames), contenders) => format!(
            "one of {}, which `max-games` games per setup do not separate",
            contenders.len()
        ),
        (_, contenders) => format!("undecided: {} setups are left", contenders.len()),
    }
}

pub fn section(context: &ReportContext<'_>, find: &BestArmSearch) -> Option<Section> {
    let mut blocks = vec![Block::Charts(forests(context), Vec::new())];
    for contest in &find.contests {
        let Some(state) = contest_state(context.all.cells, contest, find) else { continue };
        let ContestState { rules, bots, setups, .. } = state;
        let seen = ContestView::new(context.all.cells, contest, find);
        let spent: u64 = seen.sums.iter().map(|sums| sums.games).sum();
        blocks.push(Block::Text(format!("most balanced of {setups} setups: {rules}, {bots}")));
        blocks.push(Block::Text(format!("{}; {}", proved(&state), plural(spent, "game"))));
        let caption = String::new();
        blocks.push(Block::Table(caption, table(context.all.cells, &seen, contest, &state.within)));
    }
    let confidence = points(1.0 - find.stopping.alpha);
    blocks.push(Block::Text(format!(
        "From even: bounds of the distance of the first player's score from an even one, in percentage points. \
         Within N points of the most balanced: no other setup is nearer to even by more. All bounds and verdicts hold \
         simultaneously at {confidence} %, whenever games ended (confidence sequences). Estimate: the score shrunk \
         towards the mean of the setups (empirical Bayes). More games: the number per setup that would separate it \
         from the leader if the estimates were true. These are games between these bots: for other players \
         another setup may be the most balanced."
    )));
    made("decided", "The most balanced setup", blocks)
}

/// Builds the table of a contest: the contenders first, then the other setups, the last one
/// eliminated first.
fn table(
    cells: &[CellStats<'_>],
    seen: &ContestView<'_>,
    contest: &Contest,
    within: &str,
) -> Table {
    let mut places: Vec<usize> = (0..contest.cells.len()).collect();
    let order = |&place: &usize| match contest.standings[place] {
        ArmStatus::Eliminated { round, .. } => (u64::MAX - round, contest.distance(place).low),
        _ => (0, contest.distance(place).high),
    };
    places.sort_by(|a, b| {
        let ((a_round, a_off), (b_round, b_off)) = (order(a), order(b));
        a_round.cmp(&b_round).then(a_off.total_cmp(&b_off)).then(a.cmp(b))
    });
    let proved = |place: usize| match contest.standings[place] {
        ArmStatus::Eliminated { than, .. } => {
            format!("less balanced than {}", cells[than].labels.setup)
        }
        _ if seen.standing(place) == "winner" => "most balanced".to_owned(),
        ArmStatus::NearBest { .. } => format!("within {within} points of the most balanced"),
        ArmStatus::Active => "nothing".to_owned(),
    };
    Table::of(places)
        .left("setup", |&place| cells[contest.cells[place]].labels.setup)
        .right("games", |&place| seen.sums[place].games)
        .right("first %", |&place| percent(mean_or_half(seen.sums[place])))
        .left("from even", |&place| {
            let bounds = contest.distance(place);
            format!("{}-{}", rounded(100.0 * bounds.low, 2), rounded(100.0 * bounds.high, 2))
        })
        .right("estimate %", |&place| percent(seen.shrunken[place]))
        .left("proved", |&place| proved(place))
        .right("more games", |&place| seen.more_games(place))
        .done()
}
