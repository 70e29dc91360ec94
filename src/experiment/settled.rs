//! An experiment with its seed.

use std::ops::Deref;

use super::Experiment;

/// An experiment in which nothing is left open: it has a seed, and only such a one is played.
///
/// It is read like the [`Experiment`] that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Names the seed.
    experiment: Experiment,
    seed: u64,
}

impl Settled {
    /// What its random numbers are made from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The experiment, which names the seed now.
    pub fn into_experiment(self) -> Experiment {
        self.experiment
    }
}

impl Experiment {
    /// Settles the seed: it is the one that the experiment names, or else the one that is drawn.
    pub fn settle(self, draw: impl FnOnce() -> u64) -> Settled {
        let seed = self.seed.unwrap_or_else(draw);
        Settled { experiment: Experiment { seed: Some(seed), ..self }, seed }
    }

    /// The experiment with the seed that it names; the experiment itself where it names none.
    ///
    /// # Errors
    /// When it names none.
    pub fn settled(self) -> Result<Settled, Box<Experiment>> {
        match self.seed {
            Some(seed) => Ok(Settled { experiment: self, seed }),
            None => Err(Box::new(self)),
        }
    }
}

impl Deref for Settled {
    type Target = Experiment;

    fn deref(&self) -> &Experiment {
        &self.experiment
    }
}
