//! The estimates of a designed experiment of which predictions are made: a line of JSON for each line-up and
//! measure, in `effects.jsonl`, and for measures of `pasang profile` in `profile-effects.jsonl`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::effects::{Components, Design, LEAST_DEGREES, LineupEffects, MeasureEffects, Predictor};
use super::interval::{ALPHA, Interval};
use crate::experiment::Lineup;
use crate::run::measures::measure;
use crate::run::{FolderError, RunFolder, lines_of};

/// The estimates on a measure, as the tables have them: with six decimals.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptEffects {
    pub bots: String,
    pub measure: String,
    /// The standard deviations of a cell's mean around the model, and of what rule sets have beyond it.
    cell_sd: f64,
    lack_of_fit_sd: f64,
    /// The standard errors between bots of the level and of the effects.
    bots_sd: [f64; 2],
    /// By pattern, from its games alone: the level, and each effect.
    own: Vec<Vec<f64>>,
    /// The interactions of the pairs of effects whose products a model has.
    products: Vec<f64>,
    /// Each effect as terminal and report tell it, with its interval, and the one that holds with all others;
    /// `null` without one.
    pub effects: Vec<Option<[f64; 5]>>,
}

/// No measure of a game is larger.
const LARGEST: f64 = 1e5;

/// Rounds as tables do.
fn six(value: f64) -> f64 {
    pasang_core::base::text::half_away(value, 6)
}

impl KeptEffects {
    fn of(lineup: &LineupEffects, of: &MeasureEffects) -> KeptEffects {
        let pairs = lineup.told.iter().flat_map(|(_, pairs)| pairs);
        let alone = |pair: &[usize; 2]| {
            let found = of
                .interactions
                .iter()
                .find(|it| it.terms == *pair || it.terms == [pair[1], pair[0]]);
            found.map(|it| six(it.effect.all.mean))
        };
        let own = |pattern: usize| {
            let all = std::iter::once(&of.base).chain(&of.effects);
            all.map(|effect| six(effect.own[pattern])).collect()
        };
        let ends = |of: Option<Interval>| of.map(|it| [six(it.low), six(it.high)]);
        let effects = of.effects.iter().map(|effect| {
            let told = effect.told();
            let [low, high] = ends(told.interval(ALPHA))?;
            let [joint_low, joint_high] = ends(told.interval(lineup.alpha()))?;
            Some([six(told.mean), low, high, joint_low, joint_high])
        });
        KeptEffects {
            bots: lineup.bots.clone(),
            measure: measure(of.measure).0.to_owned(),
            cell_sd: six(of.components.cell.0.sqrt()),
            lack_of_fit_sd: of.lack_of_fit.map_or(0.0, |it| six(it.0)),
            bots_sd: of.bots.map(|it| six(it.sqrt())),
            own: (0..lineup.setups.len()).map(own).collect(),
            products: pairs.filter_map(alone).collect(),
            effects: effects.collect(),
        }
    }

    /// Returns what predicts the measure, by the design with products if these are known.
    pub fn predictor<'d>(&self, design: &'d Design, with: Option<&'d Design>) -> Predictor<'d> {
        let terms = self.effects.len();
        let free = design.rows.len().saturating_sub(1 + terms) as f64;
        // Where cells tell too little the games do, and they are many.
        let degrees = match (self.own.len() as f64 - 1.0) * free {
            few if few < LEAST_DEGREES => f64::from(u16::MAX),
            degrees => degrees,
        };
        let square = |sd: f64| sd * sd;
        let cell = (square(self.cell_sd), degrees);
        let components = Components { cell, lack: (square(self.lack_of_fit_sd), free) };
        let bots = self.bots_sd.map(square);
        let predictor = Predictor { design, components, bots, own: self.own.clone() };
        match with.filter(|with| with.products.len() == self.products.len()) {
            Some(with) => predictor.with_products(with, &self.products),
            None => predictor,
        }
    }

    /// Returns whether these can be estimates of this number of patterns and effects.
    fn is_of(&self, patterns: usize, terms: usize) -> bool {
        let sds = [self.cell_sd, self.lack_of_fit_sd].into_iter().chain(self.bots_sd);
        // A score is a share, which a sum of effects may leave a little.
        let most = if self.measure == measure(0).0 { 2.0 } else { LARGEST };
        let is_row =
            |own: &Vec<f64>| own.len() == 1 + terms && own.iter().all(|it| it.abs() <= most);
        self.own.len() == patterns
            && self.own.iter().all(is_row)
            && sds.into_iter().all(|it| (0.0..=most).contains(&it))
            && self.effects.len() == terms
    }
}

/// Returns the lines of the estimates of all line-ups.
pub fn lines(all: &[LineupEffects]) -> Vec<u8> {
    let measures = all.iter().flat_map(|lineup| lineup.measures.iter().map(move |of| (lineup, of)));
    lines_of(measures.map(|(lineup, of)| KeptEffects::of(lineup, of)))
}

impl RunFolder {
    /// Reads the estimates of a finished folder.
    ///
    /// # Errors
    /// If they are missing, not those that the run wrote, or cannot be those of its experiment.
    pub fn effects(&self, name: &'static str) -> Result<Vec<KeptEffects>, FolderError> {
        let experiment = self.experiment();
        let terms = experiment.factorial.as_ref().map_or(0, |it| it.terms().len());
        let found: Option<Vec<KeptEffects>> = self.lines(name)?;
        let lineups: Vec<String> = experiment
            .lineups
            .iter()
            .filter(|it| it.is_self_play())
            .map(Lineup::to_string)
            .collect();
        let is_of = |it: &KeptEffects| {
            it.is_of(experiment.setups.len(), terms) && lineups.contains(&it.bots)
        };
        let is_whole = |all: &Vec<KeptEffects>| {
            let known: BTreeSet<[&String; 2]> =
                all.iter().map(|it| [&it.bots, &it.measure]).collect();
            known.len() == all.len()
                && all.is_empty() == lineups.is_empty()
                && all.iter().all(is_of)
        };
        found.filter(is_whole).ok_or_else(|| self.no_table(name))
    }
}
