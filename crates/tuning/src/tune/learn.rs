//! Fits a net by minibatch gradient descent.
//!
//! The optimizer is Adam (Kingma and Ba 2015, "Adam: a method for stochastic optimization", ICLR).
//! Only sums, products, quotients and square roots are taken, and exponentials of libm, which are
//! the same on every machine, in an order that the seed alone determines.
//!
//! The loss is the squared error of search values; or the log loss of results, where the chance of
//! a win is logistic in the lead and the net's value together, so that both are in points.

use super::Labels;
use super::label::Labelled;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::{ACTIVATION_MAX, HIDDEN_UNITS, Input, Net, Row, Weights};

#[derive(Clone, Debug, PartialEq)]
pub struct Learnt {
    pub net: Net,
    pub positions: usize,
    /// Share that the net explains of the held-out values' variance; or of the results' entropy.
    pub explained: f64,
    /// By stage, how many points of lead and value make one unit of the log-odds of winning.
    pub scales: Vec<f32>,
}

/// Unit of the values to learn, in hundredths of a point: ten points.
const UNIT: f32 = 1000.0;

/// The same in points.
const POINTS: f32 = UNIT / Weights::POINT as f32;

/// Greatest absolute value in units: beyond it a player is stuck.
const MAX: f32 = 4.0;

/// Number of epochs.
const ROUNDS: usize = 10;

/// Batch size.
const BATCH: usize = 512;

/// Initial step size; it falls to a twentieth.
const STEP: f32 = 0.003;

/// Inverse share of the positions that are held out.
const APART: usize = 20;

/// Parameters with their gradients, and the moments that Adam keeps of each.
struct Fitted {
    values: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Fitted {
    fn new(values: Vec<f32>) -> Fitted {
        let zeros = vec![0.0; values.len()];
        Fitted { values, slopes: zeros.clone(), means: zeros.clone(), squares: zeros }
    }

    /// Takes a step; `fading` is the weight that the first step still has in the running moments.
    fn step(&mut self, length: f32, count: f32, fading: [f32; 2]) {
        for index in 0..self.values.len() {
            let slope = self.slopes[index] / count;
            self.slopes[index] = 0.0;
            self.means[index] = 0.9 * self.means[index] + 0.1 * slope;
            self.squares[index] = 0.999 * self.squares[index] + 0.001 * slope * slope;
            let mean = self.means[index] / (1.0 - fading[0]);
            let square = self.squares[index] / (1.0 - fading[1]);
            self.values[index] -= length * mean / (square.sqrt() + 1e-8);
        }
    }
}

/// Initial points of lead and value for one unit of the log-odds of winning.
const SCALE: f32 = 20.0;

/// Net with floating-point parameters.
struct Model {
    labels: Labels,
    rows: Fitted,
    worth: Fitted,
    /// Log-odds of winning by stage for one unit of lead and value.
    odds: Fitted,
}

/// Training example: the rows that its inputs select.
struct Lesson {
    rows: Vec<u16>,
    stage: usize,
    /// Search value in units, or chance of a win.
    value: f32,
    /// The mover's lead in units.
    lead: f32,
}

impl Model {
    fn new(inputs: &[Input], stages: usize, labels: Labels, rng: &mut GameRng) -> Model {
        let count: usize = inputs.iter().map(|input| usize::from(input.most) + 1).sum();
        // Small random numbers; all sums but the first begin halfway between their limits.
        let mut small = || (rng.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * 0.15;
        let mut rows: Vec<f32> = (0..count * HIDDEN_UNITS).map(|_| small()).collect();
        let first = inputs.first().map_or(0, |input| usize::from(input.most) + 1);
        for row in rows.chunks_mut(HIDDEN_UNITS).take(first) {
            row[1..].iter_mut().for_each(|value| *value += 0.5);
        }
        let start = |place: usize| match place {
            0 => 1.0,
            _ if place.is_multiple_of(2) => 0.5,
            _ => -0.5,
        };
        let worth = (0..stages * HIDDEN_UNITS).map(|index| start(index % HIDDEN_UNITS)).collect();
        let odds = vec![POINTS / SCALE; stages];
        Model {
            labels,
            rows: Fitted::new(rows),
            worth: Fitted::new(worth),
            odds: Fitted::new(odds),
        }
    }

    /// Returns the predicted chance of a win where the net has this value.
    fn chance(&self, lesson: &Lesson, value: f32) -> f32 {
        1.0 / (1.0 + libm::expf(-(lesson.lead + value) * self.odds.values[lesson.stage]))
    }

    /// Returns the sums of a position, and the predicted value.
    fn foretell(&self, lesson: &Lesson) -> ([f32; HIDDEN_UNITS], f32) {
        let mut sums = [0.0; HIDDEN_UNITS];
        for &row in &lesson.rows {
            let row = &self.rows.values[usize::from(row) * HIDDEN_UNITS..][..HIDDEN_UNITS];
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
        let worth = &self.worth.values[lesson.stage * HIDDEN_UNITS..][..HIDDEN_UNITS];
        let mut value = sums[0] * worth[0];
        for place in 1..HIDDEN_UNITS {
            value += sums[place].clamp(0.0, 1.0) * worth[place];
        }
        (sums, value)
    }

    /// Adds the gradients of one position's squared error, or of its log loss.
    fn learn(&mut self, lesson: &Lesson) {
        let (sums, value) = self.foretell(lesson);
        let miss = match self.labels {
            Labels::Search => value - lesson.value,
            Labels::Results => {
                let miss = self.chance(lesson, value) - lesson.value;
                self.odds.slopes[lesson.stage] += miss * (lesson.lead + value);
                miss * self.odds.values[lesson.stage]
            }
        };
        let at = lesson.stage * HIDDEN_UNITS;
        let mut slopes = [0.0; HIDDEN_UNITS];
        for place in 0..HIDDEN_UNITS {
            let straight = place == 0;
            let sum = if straight { sums[place] } else { sums[place].clamp(0.0, 1.0) };
            self.worth.slopes[at + place] += miss * sum;
            if straight || (sums[place] > 0.0 && sums[place] < 1.0) {
                slopes[place] = miss * self.worth.values[at + place];
            }
        }
        for &row in &lesson.rows {
            let row = &mut self.rows.slopes[usize::from(row) * HIDDEN_UNITS..][..HIDDEN_UNITS];
            for (slope, add) in row.iter_mut().zip(slopes) {
                *slope += add;
            }
        }
    }

    /// Returns the net in integers.
    fn net(&self, inputs: usize) -> Net {
        // No sum ever overflows a 16-bit word.
        let most = (i32::from(i16::MAX) / inputs.max(1) as i32) as f32;
        let row = |values: &[f32], by: f32, most: f32| {
            let mut row = Row::default();
            for (whole, value) in row.0.iter_mut().zip(values) {
                *whole = ((value * by).clamp(-most, most) + 0.5).floor() as i16;
            }
            row
        };
        let rows = self
            .rows
            .values
            .chunks(HIDDEN_UNITS)
            .map(|values| row(values, ACTIVATION_MAX as f32, most));
        let worth =
            self.worth.values.chunks(HIDDEN_UNITS).map(|values| row(values, UNIT, 32_000.0));
        // A net lives as long as the program, like the one that it brings.
        Net { hidden: rows.collect::<Vec<_>>().leak(), output: worth.collect::<Vec<_>>().leak() }
    }
}

pub fn learn(
    inputs: &[Input],
    stages: usize,
    positions: &[Labelled],
    labels: Labels,
    seed: u64,
) -> Learnt {
    let mut starts = Vec::new();
    let mut next = 0;
    for input in inputs {
        starts.push(next);
        next += u16::from(input.most) + 1;
    }
    let lesson = |position: &Labelled| Lesson {
        rows: starts.iter().zip(&position.inputs).map(|(at, &by)| at + u16::from(by)).collect(),
        stage: position.stage,
        value: match labels {
            Labels::Search => (position.value as f32 / UNIT).clamp(-MAX, MAX),
            Labels::Results => (position.value + 1) as f32 / 2.0,
        },
        lead: position.lead as f32 / POINTS,
    };
    let apart = positions.len() / APART;
    let lessons: Vec<Lesson> = positions.iter().skip(apart).map(lesson).collect();
    let kept: Vec<Lesson> = positions.iter().take(apart).map(lesson).collect();
    let key = SeedKey::new(seed, &[b"learn"]);
    let mut model = Model::new(inputs, stages, labels, &mut key.rng(0));
    let mut rng = key.rng(1);
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let mut fading = [1.0, 1.0];
    for round in 0..ROUNDS {
        rng.shuffle(&mut order);
        let length = STEP * (1.0 - round as f32 / ROUNDS as f32).max(0.05);
        for batch in order.chunks(BATCH) {
            for &index in batch {
                model.learn(&lessons[index as usize]);
            }
            fading = [fading[0] * 0.9, fading[1] * 0.999];
            let count = batch.len() as f32;
            model.rows.step(length, count, fading);
            model.worth.step(length, count, fading);
            model.odds.step(length, count, fading);
        }
    }
    let net = model.net(inputs.len());
    let scales = model.odds.values.iter().map(|odds| POINTS / odds).collect();
    Learnt { net, positions: positions.len(), explained: explained(&model, &kept), scales }
}

/// Returns the share of the values' variance that is explained, or of the results' entropy.
fn explained(model: &Model, lessons: &[Lesson]) -> f64 {
    let count = lessons.len().max(1) as f64;
    let mean = lessons.iter().map(|lesson| f64::from(lesson.value)).sum::<f64>() / count;
    let (mut all, mut missed) = (0.0, 0.0);
    for lesson in lessons {
        let value = f64::from(lesson.value);
        let told = model.foretell(lesson).1;
        if let Labels::Results = model.labels {
            let chance = f64::from(model.chance(lesson, told)).clamp(1e-6, 1.0 - 1e-6);
            all += libm::log(2.0);
            missed -= value * libm::log(chance) + (1.0 - value) * libm::log(1.0 - chance);
            continue;
        }
        let miss = value - f64::from(told);
        all += (value - mean) * (value - mean);
        missed += miss * miss;
    }
    if all > 0.0 { 1.0 - missed / all } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pasang_core::games::starts;

    const INPUTS: [Input; 12] = [Input { name: "any", most: 9 }; 12];
    const STARTS: [u16; 12] = starts(&INPUTS);

    /// Returns positions in which the first two inputs count, and only both together.
    fn positions(count: u64) -> Vec<Labelled> {
        let mut rng = SeedKey::new(3, &[b"lessons"]).rng(0);
        let position = |_| {
            let inputs = [0; 12].map(|_: u8| rng.below(10) as u8);
            let both = inputs[0] >= 5 && inputs[1] >= 5;
            let value = if both { 1500 } else { -500 };
            Labelled { stage: 0, inputs: inputs.to_vec(), value, lead: 0 }
        };
        (0..count).map(position).collect()
    }

    /// A sum of separate contributions of the inputs explains at most two thirds.
    #[test]
    fn what_two_inputs_say_together_is_learnt() {
        let learnt = learn(&INPUTS, 1, &positions(40_000), Labels::Search, 1);
        assert!(learnt.explained > 0.98, "{}", learnt.explained);
        for position in positions(100) {
            let inputs: [u8; 12] = position.inputs.try_into().unwrap();
            let judged = learnt.net.evaluate(0, &STARTS, &inputs);
            assert!((judged - position.value).abs() < 300, "{inputs:?}: {judged}");
        }
    }

    /// The lead and a net's value of two inputs decide, by the logistic with a scale of 8 points;
    /// the net finds both the value and the scale.
    #[test]
    fn results_teach_the_value_in_points() {
        let mut rng = SeedKey::new(4, &[b"results"]).rng(0);
        let mut played = positions(100_000);
        for position in &mut played {
            position.lead = rng.below(41) as i32 - 20;
            let points = (position.lead + position.value / 100) as f32;
            let chance = 1.0 / (1.0 + libm::expf(-points / 8.0));
            position.value =
                if (rng.below(1 << 20) as f32) < chance * (1 << 20) as f32 { 1 } else { -1 };
        }
        let learnt = learn(&INPUTS, 1, &played, Labels::Results, 1);
        assert!((learnt.scales[0] - 8.0).abs() < 0.5, "{:?}", learnt.scales);
        let misses = positions(100).into_iter().map(|position| {
            let inputs: [u8; 12] = position.inputs.try_into().unwrap();
            (learnt.net.evaluate(0, &STARTS, &inputs) - position.value).abs()
        });
        assert!(misses.sum::<i32>() < 100 * 150);
    }
}
