//! Caveats: what limits the meaning of the figures.

use super::ReportContext;
use crate::answer::experiment_stats::ExperimentStats;
use crate::show::format::{named, percent};
use pasang_core::base::text::plural;

const MAX_SAME: usize = 20;

/// Returns the caveats that apply, a sentence or two each.
pub(super) fn words(context: &ReportContext<'_>) -> Vec<String> {
    let all = context.all;
    let always = [BOTS].into_iter().chain((context.setups.len() > 1).then_some(SELECTED));
    let last = [
        all.given_openings.then_some(if all.allots_games { ALLOTTED } else { RANDOM }),
        all.common_random.then_some(COMMON),
        all.shares_games.then_some(SHARED),
    ];
    let own = all.stopped.clone().into_iter().chain(same(all)).chain(distinct(all));
    let own = own.chain(tested(all));
    always
        .map(str::to_owned)
        .chain(own)
        .chain(last.into_iter().flatten().map(str::to_owned))
        .collect()
}

const BOTS: &str = "These are games between bots. They show how setups and rules treat such players, not how \
                    people or stronger bots would score.";
const SELECTED: &str = "The highest and the lowest of many scores look more extreme than they are (selection \
                        effect), so this report names no most balanced setup.";
const RANDOM: &str =
    "Openings were random: each pair of first two moves equally often, and no bot chose them.";
const ALLOTTED: &str = "Games went where the value with best openings is open, and no bot chose its first move. Scores with random \
     openings weigh all pairs alike, by the model; shares and means of games do not.";
const SHARED: &str = "Crews of this experiment share bots: the games of these count for each crew, so that each is \
                      answered on alone.";
const COMMON: &str = "All cells use common random numbers, game by game: their scores are not independent of one \
                      another.";

/// Lists the aliases of setups and rule sets.
fn same(all: &ExperimentStats<'_>) -> Vec<String> {
    let kinds = [("stones", "setup"), ("toggles", "rule set")].into_iter().zip(all.same);
    let words = kinds.filter(|(_, lists)| !lists.is_empty()).map(|((what, one), lists)| {
        let shown = lists.iter().take(MAX_SAME).map(|names| names.join(" = "));
        let more = match lists.len().saturating_sub(MAX_SAME) {
            0 => String::new(),
            more => format!(", and {more} more in experiment.toml"),
        };
        format!(
            "Same {what}: {}{more}. Each is one {one}, played and counted once under its first name.",
            shown.collect::<Vec<String>>().join(", ")
        )
    });
    words.collect()
}

/// Counts distinct games, with a warning if they are few.
fn distinct(all: &ExperimentStats<'_>) -> Option<String> {
    let known = all.cells.iter().filter_map(|cell| Some((cell.distinct_share()?, cell)));
    let (least, worst) = known.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let most = worst.distinct?.largest;
    let times = match most {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        most => format!("{most} times"),
    };
    let warned = all.cells.iter().filter(|cell| cell.has_few_games()).count();
    let (least, worst) = (percent(least), named(worst));
    Some(match warned {
        0 => format!(
            "Distinct games: at least {least} % in every cell; the fewest in {worst}, where the most frequent \
             game was played {times}."
        ),
        warned => format!(
            "Warning: in {} fewer than 90 % of the games are distinct, the fewest in {worst}: {least} %, one \
             game {times}. Games are drawn independently, so the intervals are valid, but only for these bots, \
             which repeat few games.",
            plural(warned as u64, "cell")
        ),
    })
}

/// States how many statements are expected to be wrong.
fn tested(all: &ExperimentStats<'_>) -> Option<String> {
    (all.cells.len() > 1).then(|| {
        "Multiple comparisons: each interval and each statement stands alone; of 100 intervals about 5 miss. What \
         stands out among many may do so by chance."
            .to_owned()
    })
}
