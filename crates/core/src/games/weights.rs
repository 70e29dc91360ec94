//! What a position's features are worth: the numbers behind an evaluation.

use serde::Deserialize;

use super::Net;

/// Weights, by stage of a game and by feature. Which features there are, and what makes a stage,
/// is the game's own affair; a position is worth the sum of its features, each times its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// By stage, then by feature: hundredths of a point for one of the feature.
    pub stages: Vec<Vec<i32>>,
    /// Judges where there is one, and where the game can count its inputs.
    pub net: Option<Net>,
}

/// Something about a position that can be counted and may be worth something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// A short name, as in files of weights.
    pub name: &'static str,
    /// What is counted.
    pub meaning: &'static str,
}

/// What a file of weights must hold; the rest says where they come from.
#[derive(Deserialize)]
struct File {
    features: Vec<String>,
    stage: Vec<Stage>,
}

#[derive(Deserialize)]
struct Stage {
    name: String,
    weights: Vec<i32>,
}

impl Weights {
    /// A point of the score, in the unit of weights.
    pub const POINT: i32 = 100;

    /// No weights: nothing is worth anything.
    pub const NONE: Weights = Weights { stages: Vec::new(), net: None };

    /// Reads a file of weights, for a game with these features and stages.
    ///
    /// # Errors
    /// When it is none, or one for other features or stages.
    pub fn read(text: &str, features: &[Feature], stages: &[&[&str]]) -> Result<Weights, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        if !file.features.iter().eq(features.iter().map(|feature| feature.name)) {
            return Err("the file's `features` are not those of the game".to_owned());
        }
        if !file.stage.iter().map(|stage| &stage.name).eq(stages.iter().copied().flatten()) {
            return Err("the file's stages are not those of the game".to_owned());
        }
        if let Some(stage) = file.stage.iter().find(|stage| stage.weights.len() != features.len()) {
            return Err(format!("stage `{}` has not a weight for each feature", stage.name));
        }
        Ok(Weights {
            stages: file.stage.into_iter().map(|stage| stage.weights).collect(),
            net: None,
        })
    }

    /// Weights from a file that the program brings: the tests read it, so that no build that passed
    /// them can panic here.
    pub fn shipped(text: &str, features: &[Feature], stages: &[&[&str]]) -> Weights {
        Weights::read(text, features, stages).unwrap_or_else(|what| panic!("{what}"))
    }

    /// What the features are worth at a stage.
    #[inline(always)]
    pub fn worth<const N: usize>(&self, stage: usize, features: &[i32; N]) -> i32 {
        match self.stages.get(stage) {
            // As many weights as features: the loop is unrolled.
            Some(weights) if weights.len() == N => {
                (0..N).map(|index| weights[index] * features[index]).sum()
            }
            _ => 0,
        }
    }
}
