//! Balance of one cell: the model fitted to a crew's games, with its verdict.

use super::{
    BalanceSummary, BalanceVerdict, CrewSize, FirstMoveSummary, OpeningDesign, Pair,
    VarianceComponents, fit,
};
use crate::base::random::SeedKey;
use crate::players::crew::Crew;
use crate::score::ScoreSum;

/// The family-wise error level: the probability that any statement of an experiment is wrong.
pub const ALPHA: f64 = 0.05;

/// Number of draws from the posterior.
pub const DRAWS: usize = 4000;

/// Returns the key of the draws: equal games make equal draws, whatever the seed of the experiment.
pub fn draws_key() -> SeedKey {
    SeedKey::new(0, &[b"balance"])
}

/// Balance of a cell, by the games of a crew.
#[derive(Clone, Debug)]
pub struct CellBalance {
    /// First moves and replies.
    pub design: OpeningDesign,
    /// Estimates.
    pub summary: BalanceSummary,
    /// Verdict on the score with random openings.
    pub verdict: BalanceVerdict,
}

impl CellBalance {
    /// Fits the model to the score sums by move indices; `statements` cells share the error level
    /// of simultaneous intervals. `None` without games.
    pub fn of(
        design: OpeningDesign,
        sums: impl FnMut(&Pair) -> ScoreSum,
        crew: &Crew,
        components: &VarianceComponents,
        statements: u64,
    ) -> Option<CellBalance> {
        let levels = [ALPHA, ALPHA / statements.max(1) as f64];
        let posterior = fit(&design, &design.sums(sums), CrewSize::of(crew), components)?;
        let summary = posterior.summary(DRAWS, &draws_key(), levels);
        let verdict = BalanceVerdict::of(summary.score_balanced, summary.score.joint);
        Some(CellBalance { design, summary, verdict })
    }

    /// Returns the first moves, with their mirror images; the one that is most probably the best
    /// comes first.
    pub fn best(&self) -> Vec<(String, FirstMoveSummary)> {
        self.summary.best(&self.design)
    }
}
