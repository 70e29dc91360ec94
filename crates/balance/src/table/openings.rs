//! Openings of a table's games: best linear unbiased prediction, with variances between openings by
//! moments (DerSimonian and Laird 1986).

use super::super::{
    ALPHA, BalanceSummary, DRAWS, OpeningDesign, VarianceComponents, draws_key, posterior,
};
use super::cells::{Cell, Names};
use super::summed;

/// Openings of the games of a class on a pattern.
#[derive(Clone, Debug)]
pub struct OpeningCell {
    /// Pattern.
    pub pattern: String,
    /// Class.
    pub class: String,
    /// First moves and replies.
    pub design: OpeningDesign,
    /// Their effects and values.
    pub summary: BalanceSummary,
}

/// First move of a class's games on a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// Pattern.
    pub pattern: &'a str,
    /// Class.
    pub class: &'a str,
    /// The move.
    pub word: &'a str,
    /// Effect on the score, less the mean of the openings, and the ends of its 95 % interval.
    pub effect: [f64; 3],
    /// Score after the best reply.
    pub value: f64,
    /// Probability to be the best.
    pub best: f64,
}

impl Opening<'_> {
    /// Returns the distance from the other openings that is shown; below 0 if none is.
    pub fn sure(&self) -> f64 {
        self.effect[1].max(-self.effect[2])
    }
}

/// Most pairs of a pattern, and most work, so that time is bounded.
const MOST_PAIRS: usize = 200;
const MOST_WORK: usize = 2_000_000_000;

/// Sums of squares of scores around their mean, in units of their errors, over several groups.
#[derive(Default)]
struct Spread {
    squares: f64,
    freedom: f64,
    scale: f64,
}

impl Spread {
    /// Adds scores, each with the inverse of its error's variance.
    fn add(&mut self, scores: &[[f64; 2]]) {
        let all: f64 = scores.iter().map(|it| it[1]).sum();
        let mean = scores.iter().map(|[score, by]| by * score).sum::<f64>() / all;
        self.squares += scores.iter().map(|[it, by]| by * (it - mean) * (it - mean)).sum::<f64>();
        self.freedom += scores.len() as f64 - 1.0;
        self.scale += all - scores.iter().map(|it| it[1] * it[1]).sum::<f64>() / all;
    }

    fn variance(&self) -> f64 {
        ((self.squares - self.freedom) / self.scale.max(f64::MIN_POSITIVE)).max(0.0)
    }
}

/// Games of the first seat by pair: their number, and the sum of the scores.
struct Sums {
    design: OpeningDesign,
    pairs: Vec<[f64; 2]>,
}

/// Opening, and who sits where.
type Who<'t> = (u32, &'t [i32]);

/// Returns the sums of a cell, and adds to `scatter` how players differ at a pair.
fn sums(cell: &Cell<'_>, names: &Names, scatter: &mut Spread) -> Sums {
    let entries = cell.entries.iter();
    let players = summed(entries.map(|it| ((it.opening, it.sitting), [it.games, it.seats[0][0]])));
    let pairs = || players.chunk_by(|one, other| one.0.0 == other.0.0);
    let words = pairs().map(|it| names.openings[it[0].0.0 as usize].clone());
    let keyed = words.enumerate().map(|(at, words)| ([Some(at as u32), None], words));
    let design = OpeningDesign::new(keyed, &[], &[]);
    let pair = |own: &[(Who<'_>, [f64; 2])]| {
        let all = own.iter().fold([0.0; 2], |sum, (_, it)| [sum[0] + it[0], sum[1] + it[1]]);
        let middle = (all[1] + 0.5) / (all[0] + 1.0);
        let by = |games: f64| games / (middle * (1.0 - middle));
        scatter.add(&own.iter().map(|(_, it)| [it[1] / it[0], by(it[0])]).collect::<Vec<_>>());
        all
    };
    Sums { design, pairs: pairs().map(pair).collect() }
}

/// Finds the openings of all classes' cells; `None` if they are too many.
pub(super) fn openings(classes: &[&[Cell<'_>]], names: &Names) -> Option<Vec<OpeningCell>> {
    let (mut scatter, mut work, mut all) = (Spread::default(), 0, Vec::new());
    for (class, cells) in classes.iter().enumerate() {
        for cell in *cells {
            let sums = sums(cell, names, &mut scatter);
            work += sums.pairs.len() * sums.pairs.len() * DRAWS;
            if sums.pairs.len() > MOST_PAIRS || work > MOST_WORK {
                return None;
            }
            all.push((class, cell.pattern, sums));
        }
    }
    let score = |it: &[f64; 2]| (it[1] + 0.5) / (it[0] + 1.0);
    let (mut games, mut of_games) = (0.0, 0.0);
    for it in all.iter().flat_map(|it| &it.2.pairs) {
        games += it[0];
        of_games += it[0] * score(it) * (1.0 - score(it));
    }
    // Players who differ at pairs by more than their games vary make errors larger.
    let scatter = (scatter.squares / scatter.freedom.max(1.0)).max(1.0);
    let game = scatter * of_games / games;
    let (mut pairs, mut firsts) = (Spread::default(), Spread::default());
    for (.., it) in &all {
        let mut sums = vec![[0.0; 2]; it.design.firsts.len()];
        for (pair, own) in it.design.pairs.iter().zip(&it.pairs) {
            sums[pair.first] = [sums[pair.first][0] + own[0], sums[pair.first][1] + own[1]];
        }
        let mean = |it: &[f64; 2]| [it[1] / it[0], it[0] / game];
        pairs.add(&it.pairs.iter().map(mean).collect::<Vec<_>>());
        firsts.add(&sums.iter().map(mean).collect::<Vec<_>>());
    }
    // Without replies a pair is its first move.
    let has_replies = all.iter().any(|(.., it)| it.design.replies.len() > 1);
    let of_pairs = pairs.variance();
    let column = if has_replies { firsts.variance().min(0.5 * of_pairs) } else { of_pairs };
    let pair = if has_replies { of_pairs - 2.0 * column } else { 0.0 };
    let components = VarianceComponents { column, pair, interaction: 0.0, game, bot: 0.0 };
    let cell = |(class, pattern, Sums { design, pairs }): (usize, u32, Sums)| {
        let means: Vec<(usize, f64)> = pairs.iter().map(|it| it[1] / it[0]).enumerate().collect();
        let error =
            |one: usize, other: usize| if one == other { game / pairs[one][0] } else { 0.0 };
        let found = posterior(&design, &means, &components, error, 0.0);
        let summary = found.summary(DRAWS, &draws_key(), ALPHA);
        let (pattern, class) = (&names.patterns[pattern as usize], &names.classes[class]);
        OpeningCell { pattern: pattern.clone(), class: class.clone(), design, summary }
    };
    Some(all.into_iter().map(cell).collect())
}
