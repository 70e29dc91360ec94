//! What a position's features are worth: the numbers behind an evaluation.

/// Weights, by stage of a game and by feature. Which features there are, and what makes a stage,
/// is the game's own affair; a position is worth the sum of its features, each times its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// By stage, then by feature: hundredths of a point for one of the feature.
    pub stages: Vec<Vec<i32>>,
}

impl Weights {
    /// A point of the score, in the unit of weights.
    pub const POINT: i32 = 100;

    /// No weights: nothing is worth anything.
    pub const NONE: Weights = Weights { stages: Vec::new() };
}
