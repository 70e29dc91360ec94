//! What the first two moves are worth where both players choose the best.
//!
//! Whoever picks the best of many pairs by their scores picks luck too. So the pairs are chosen by the games of *other*
//! rungs, those that are pooled with this one, and this rung's games, which had no part in the
//! choice, say what the chosen ones are worth. For each pattern the first player takes the column whose
//! worst reply leaves most, by the mean of the other rungs; the mean over the patterns has Student's
//! interval. It is the value of choosing by that much knowledge: with more games a pair it would be chosen better,
//! by both.
//!
//! How many patterns seem to be won by whom so, by the scores that chose, is told beside it: these have the luck
//! of choosing in them, most of it on the side of whoever has more to choose from.

use super::{Group, Pattern, Rung};
use crate::stats::interval::{Interval, t};
use crate::stats::terms::Begun;

/// What choosing makes of the patterns at one rung.
#[derive(Clone, Debug, PartialEq)]
pub struct Choosing {
    /// The rule set.
    pub rules: String,
    /// The bot whose games say what the chosen pairs are worth.
    pub bots: String,
    /// The bots whose games chose.
    pub chosen_by: Vec<String>,
    /// How many patterns.
    pub patterns: usize,
    /// The first player's score where pairs are drawn.
    pub drawn: f64,
    /// The first player's score in the chosen pairs, with its interval at 95 %.
    pub chosen: (f64, Interval),
    /// Of how many patterns the chosen pair scores more than a half by the games that chose.
    pub first_ahead: usize,
    /// Of how many less.
    pub second_ahead: usize,
}

/// What choosing makes of each of some rungs, two at least; nothing where bots chose their first moves.
pub(super) fn all(group: &Group, pooled: &[usize]) -> Vec<Choosing> {
    let rungs: Vec<&Rung> = pooled.iter().map(|&place| &group.rungs[place]).collect();
    if rungs.len() < 2 || rungs.iter().any(|rung| rung.begun != Begun::All) {
        return Vec::new();
    }
    let of_rung = |measured: usize| {
        let others = || (0..rungs.len()).filter(|&place| place != measured);
        let each: Option<Vec<(f64, f64)>> = (0..group.count())
            .map(|place| {
                let chosen_by: Vec<&Pattern> =
                    others().map(|rung| &rungs[rung].patterns[place]).collect();
                best(&chosen_by, &rungs[measured].patterns[place])
            })
            .collect();
        let each = each?;
        let count = each.len() as f64;
        let mean = each.iter().map(|it| it.1).sum::<f64>() / count;
        let off = each.iter().map(|it| (it.1 - mean) * (it.1 - mean)).sum::<f64>();
        let half = t(each.len() as u64 - 1) * (off / (count - 1.0) / count).sqrt();
        let interval = Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) };
        let drawn = rungs[measured].patterns.iter().map(Pattern::mean).sum::<f64>() / count;
        Some(Choosing {
            rules: group.rules.clone(),
            bots: rungs[measured].bots.clone(),
            chosen_by: others().map(|rung| rungs[rung].bots.clone()).collect(),
            patterns: each.len(),
            drawn,
            chosen: (mean, interval),
            first_ahead: each.iter().filter(|it| it.0 > 0.5).count(),
            second_ahead: each.iter().filter(|it| it.0 < 0.5).count(),
        })
    };
    (0..rungs.len()).filter_map(of_rung).collect()
}

/// The score of the pair that both would choose, by the games that choose, and by those that measure;
/// nothing where these have other pairs.
fn best(chosen_by: &[&Pattern], measured: &Pattern) -> Option<(f64, f64)> {
    // By column: the worst reply's score, and the pair's place.
    let mut columns: Vec<(&str, f64, usize)> = Vec::new();
    for (place, pair) in measured.pairs.iter().enumerate() {
        let score = |pattern: &&Pattern| {
            let found = pattern.pairs.get(place).filter(|it| it.words == pair.words)?;
            Some(found.mean())
        };
        let scores = chosen_by.iter().map(score).collect::<Option<Vec<f64>>>()?;
        let score = scores.iter().sum::<f64>() / scores.len() as f64;
        match columns.iter_mut().find(|(column, ..)| *column == pair.words[0]) {
            Some(worst) if score < worst.1 => (worst.1, worst.2) = (score, place),
            Some(_) => {}
            None => columns.push((&pair.words[0], score, place)),
        }
    }
    let better = |best: (f64, usize), column: &(&str, f64, usize)| {
        if column.1 > best.0 { (column.1, column.2) } else { best }
    };
    let (score, place) = columns.iter().fold((f64::NEG_INFINITY, 0), better);
    Some((score, measured.pairs.get(place)?.mean()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::carrying::Pair;

    fn pattern(wins: [u64; 4]) -> Pattern {
        let words = [["a", "h"], ["a", "i"], ["b", "h"], ["b", "i"]];
        let pairs = words.into_iter().zip(wins);
        let pairs = pairs.map(|(words, wins)| Pair::of(words.map(str::to_owned), 4, wins, 0));
        Pattern::of("p", "p", Begun::All, pairs)
    }

    /// Column a: 3/4 and 0 of 4; column b: 2/4 and 1/4. So b, answered by i, by the games that choose:
    /// 1/4; in the others that pair scored 4 of 4.
    #[test]
    fn one_rung_chooses_and_another_tells() {
        let (choosing, measured) = (pattern([3, 0, 2, 1]), pattern([0, 0, 0, 4]));
        assert_eq!(best(&[&choosing], &measured), Some((0.25, 1.0)));
        // Together with a rung that has it the other way round: a 0 and 4 of 4, b 3 and 3 of 4.
        let other = pattern([0, 4, 3, 3]);
        assert_eq!(best(&[&choosing, &other], &measured), Some((0.5, 1.0)));
    }
}
