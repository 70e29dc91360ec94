//! What a position promises.

use super::{Feature, Input, Ruled, Weights};

/// A game whose positions can be judged, by features that are counted and what each is worth.
pub trait Judged: Ruled {
    /// The stages of a game between which the weights of features differ, in order; a row of
    /// them for each kind of rules between which weights differ too. None where the game cannot
    /// judge.
    const STAGES: &'static [&'static [&'static str]] = &[];

    /// What is counted to judge a position.
    const FEATURES: &'static [Feature] = &[];

    /// Counts the features of a position, as many as [`Judged::FEATURES`] names and in their order,
    /// and yields its stage, counted through all rows. None of it depends on the scores.
    fn features(&self, _position: &Self::Position, _features: &mut [i32]) -> usize {
        0
    }

    /// What is counted for a net.
    const INPUTS: &'static [Input] = &[];

    /// How many stages a net has.
    const NET_STAGES: usize = 0;

    /// Counts the inputs of a position, as many as [`Judged::INPUTS`] names and in their order, and
    /// yields its stage; nothing where nets do not judge.
    fn inputs(&self, _position: &Self::Position, _inputs: &mut [u8]) -> Option<usize> {
        None
    }

    /// The weights that the program brings for this game under these rules.
    fn fitted(&self) -> &'static Weights {
        static NONE: Weights = Weights::NONE;
        &NONE
    }

    /// The weights alone, as the program brought them before it had nets.
    fn linear(&self) -> &'static Weights {
        self.fitted()
    }

    /// What a position of a game for two promises the mover beyond the difference of the scores,
    /// in hundredths of a point. It does not depend on the scores, unless they may change hands.
    /// Nothing without weights.
    fn judge(&self, _position: &Self::Position, _weights: &Weights) -> i32 {
        0
    }
}
