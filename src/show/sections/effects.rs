//! Effects of the rules of a designed experiment, all varied at once.

use super::parts::{Answer, capital, drawn};
use super::{ReportContext, section as made};
use crate::answer::effects::{
    Effect, Estimated, Interaction, LEAST_SAMPLE, LineupEffects, MeasureEffects,
};
use crate::answer::interval::{ALPHA, Interval};
use crate::run::measures::measure;
use crate::show::document::{Block, Document, Section};
use crate::show::format::{plural, with_sign};
use crate::show::plots::EffectMark;
use crate::show::{Table, plots};
use pasang_core::base::text::{listed, rounded};
use pasang_core::profile::{self, MeasureKind};

/// The number of signs of a bar, which is odd.
const BAR_SIGNS: usize = 25;

const MAX_INTERACTIONS: usize = 5;

/// The largest interaction, as a share, that may stay unfound where effects add.
const SMALL: f64 = 0.03;

/// Returns the factor and the unit with which a measure is printed.
fn scale(number: usize) -> (f64, &'static str) {
    let is_number = number
        .checked_sub(1)
        .is_some_and(|number| profile::MEASURES[number].2 == MeasureKind::Number);
    if is_number { (1.0, "") } else { (100.0, " percentage points") }
}

/// Effects on a measure, with what printing them needs.
struct Printed<'e> {
    lineup: &'e LineupEffects,
    of: &'e MeasureEffects,
    factor: f64,
    /// The pairs of terms whose products are in the model.
    products: &'e [[usize; 2]],
}

impl<'e> Printed<'e> {
    fn of(lineup: &'e LineupEffects, of: &'e MeasureEffects) -> Printed<'e> {
        Printed { lineup, of, factor: scale(of.measure).0, products: &[] }
    }

    /// The effects on the score, beside the first value of the toggle on which they depend if the
    /// design tells them.
    fn score(lineup: &'e LineupEffects) -> Printed<'e> {
        match &lineup.told {
            Some((of, products)) => Printed { products, ..Printed::of(lineup, of) },
            None => Printed::of(lineup, &lineup.measures[0]),
        }
    }

    /// Names the value beside which the effects are, as a clause; empty if they are averages.
    fn beside(&self) -> String {
        self.products.first().map_or_else(String::new, |[changer, _]| {
            let [toggle, _, first] = &self.lineup.terms[*changer];
            format!(" where {toggle}={first}")
        })
    }

    /// States which effects the value of that toggle changes; `None` without products.
    fn changes(&self) -> Option<String> {
        let [changer, _] = self.products.first()?;
        let alpha = ALPHA / self.products.len() as f64;
        let is_shown = |effect: &Effect| {
            effect.told().interval(alpha).is_some_and(|it| it.low > 0.0 || it.high < 0.0)
        };
        let all = self.products.iter().zip(&self.of.products);
        let named = all.filter(|(_, effect)| is_shown(effect)).map(|([one, other], effect)| {
            let with =
                if one == changer { String::new() } else { format!("{}: ", self.name(*one)) };
            format!("{with}{} ({})", self.name(*other), self.signed(effect.all.mean))
        });
        let named: Vec<String> = named.collect();
        let name = self.name(*changer);
        Some(match named.is_empty() {
            true => format!("{name} significantly changes none of the others' effects."),
            false => format!("{name} changes others' effects: {}.", listed(named, "and")),
        })
    }

    fn figure(&self, value: f64) -> String {
        rounded(self.factor * value, if self.factor > 1.0 { 1 } else { 2 })
    }

    fn signed(&self, value: f64) -> String {
        with_sign(self.figure(value))
    }

    fn name(&self, term: usize) -> String {
        let [toggle, value, _] = &self.lineup.terms[term];
        format!("{toggle}={value}")
    }

    fn joint(&self, it: &Estimated) -> Option<Interval> {
        it.interval(self.lineup.alpha())
    }

    fn is_shown(&self, effect: &Effect) -> bool {
        self.joint(effect.told()).is_some_and(|it| it.low > 0.0 || it.high < 0.0)
    }

    fn range(&self, interval: Option<Interval>) -> String {
        interval.map_or_else(
            || "none".to_owned(),
            |it| format!("{} to {}", self.signed(it.low), self.signed(it.high)),
        )
    }

    /// Returns the terms with their effects, the largest first.
    fn sorted(&self) -> Vec<(usize, &'e Effect)> {
        let mut sorted: Vec<(usize, &Effect)> = self.of.effects.iter().enumerate().collect();
        sorted.sort_by(|one, other| other.1.all.mean.abs().total_cmp(&one.1.all.mean.abs()));
        sorted
    }

    /// Draws the effects on the first player's score.
    fn picture(&self) -> Option<Block> {
        let mark = |(term, effect): (usize, &Effect)| {
            let [toggle, value, against] = &self.lineup.terms[term];
            let told = effect.told();
            Some(EffectMark {
                name: EffectMark::name(toggle, value, against),
                mean: effect.all.mean,
                alone: told.interval(ALPHA)?,
                joint: self.joint(told)?,
            })
        };
        let marks: Vec<EffectMark> = self.of.effects.iter().enumerate().filter_map(mark).collect();
        (self.of.measure == 0 && !marks.is_empty()).then(|| Block::Picture {
            svg: plots::effects(&self.lineup.bots, &marks),
            is_card: false,
        })
    }

    fn table(&self) -> Table {
        let sorted = self.sorted();
        let ends = sorted.iter().flat_map(|(_, effect)| {
            let mean = effect.all.mean;
            self.joint(effect.told()).map_or([mean; 2], |it| [it.low, it.high])
        });
        let widest = ends.map(f64::abs).fold(0.0, f64::max);
        let step = step(self.factor * widest) / self.factor;
        let sd = |it: f64| self.figure(it);
        let mut table = Table::of(sorted)
            .left("rule", |(term, _)| self.name(*term))
            .left("against", |(term, _)| self.lineup.terms[*term][2].clone())
            .right("effect", |(_, effect)| self.signed(effect.all.mean))
            .left("95 % CI", |(_, effect)| self.range(effect.told().interval(ALPHA)))
            .left("joint", |(_, effect)| self.range(self.joint(effect.told())));
        if !self.products.is_empty() {
            let average = &self.lineup.measures[0].effects;
            table = table.right("on average", |(term, _)| self.signed(average[*term].all.mean));
        }
        table
            .right("patterns", |(_, effect)| effect.patterns_sd.map(sd))
            .left(&self.axis(step), |(_, effect)| {
                let place = |value: f64| value / step + (BAR_SIGNS / 2) as f64;
                drawn(BAR_SIGNS, place, effect.all.mean, self.joint(effect.told()))
            })
            .done()
    }

    fn axis(&self, step: f64) -> String {
        let end = self.figure((BAR_SIGNS / 2) as f64 * step);
        format!(
            "{:<width$}0{:>width$}",
            format!("-{end}"),
            format!("+{end}"),
            width = BAR_SIGNS / 2
        )
    }

    fn interactions(&self) -> Vec<&'e Interaction> {
        let mut all: Vec<&Interaction> = self.of.interactions.iter().collect();
        all.sort_by(|one, other| {
            let size = |it: &Interaction| it.effect.all.mean.abs();
            one.chance.total_cmp(&other.chance).then(size(other).total_cmp(&size(one)))
        });
        all
    }

    /// States whether effects add, which interactions are significant, and how large ones would have been
    /// found; `None` if nothing tells.
    fn additivity(&self) -> Option<String> {
        let all = self.interactions();
        let shown: Vec<String> = all
            .iter()
            .filter(|it| it.chance < ALPHA)
            .map(|it| {
                let [one, other] = it.terms.map(|term| self.name(term));
                format!("{one} with {other} ({})", self.signed(it.effect.all.mean))
            })
            .collect();
        let is_tight = self.factor > 1.0 && self.of.detectable.is_some_and(|it| it <= SMALL);
        let lack = self.of.lack_of_fit.map(|(sd, chance)| match chance < ALPHA {
            true => format!("effects do not quite add: beyond their sum rule sets differ by a standard deviation of {}", self.figure(sd)),
            false => {
                let claim = if is_tight && shown.is_empty() { "effects add: " } else { "" };
                format!("{claim}beyond their sum rule sets do not significantly differ")
            }
        });
        let interactions = (!all.is_empty()).then(|| match shown.is_empty() {
            true => self.none_of(all.len()),
            false => {
                let more = shown.len().saturating_sub(MAX_INTERACTIONS);
                let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
                let first = shown.into_iter().take(MAX_INTERACTIONS);
                format!("significant interactions: {}{rest}", listed(first, "and"))
            }
        });
        let told: Vec<String> = lack.into_iter().chain(interactions).collect();
        (!told.is_empty()).then(|| capital(&format!("{} (family-wise 95 %).", told.join("; "))))
    }

    /// States that no interaction is significant, and how large ones would have been.
    fn none_of(&self, count: usize) -> String {
        let found = self.of.detectable.map(|size| {
            let (size, unit) = (self.figure(size), scale(self.of.measure).1);
            format!(", and any of {size}{unit} would be found in nine of ten experiments")
        });
        let all = plural(count as u64, "interaction");
        format!("none of {all} is significant{}", found.unwrap_or_default())
    }

    /// Names the effects whose joint intervals exclude 0.
    fn significant<'a>(&self, effects: impl Iterator<Item = (usize, &'a Effect)>) -> Vec<String> {
        let shown = effects.filter(|(_, effect)| self.is_shown(effect));
        let named = |(term, effect): (usize, &Effect)| {
            format!("{} ({})", self.name(term), self.signed(effect.all.mean))
        };
        shown.map(named).collect()
    }

    fn told(&self) -> String {
        let sorted = self.sorted();
        let shown = self.significant(sorted.iter().copied());
        let (what, unit) = (measure(self.of.measure).1, scale(self.of.measure).1);
        let all = plural(sorted.len() as u64, "value");
        let these = self.of_these() + &self.beside();
        match (shown.as_slice(), sorted.as_slice()) {
            (shown, [(only, effect)]) => {
                let (name, by) = (self.name(*only), self.signed(effect.all.mean));
                let range = self.range(effect.told().interval(ALPHA));
                let how =
                    if shown.is_empty() { "does not significantly change" } else { "changes" };
                format!("{name} {how} the {what}{these}: {by}{unit} (95 % CI {range}).")
            }
            ([], _) => format!("None of {all} significantly changes the {what}{these}."),
            _ => format!(
                "Of {all} of the rules these significantly change the {what}{these}, in{}: {}.",
                if unit.is_empty() { " its own unit" } else { unit },
                listed(shown, "and")
            ),
        }
    }

    /// States which effects differ from those between the players of the first line-up.
    fn than(&self, first: &str) -> String {
        let named = self.significant(self.lineup.than_first.iter().enumerate());
        match named.len() {
            0 if self.lineup.terms.len() == 1 => {
                format!("That is not significantly other than between {first} players.")
            }
            0 => format!(
                "None of these effects is significantly other than between {first} players."
            ),
            _ => format!("Other than between {first} players: {}.", listed(named, "and")),
        }
    }

    /// Says where a statement holds that few patterns support.
    fn of_these(&self) -> String {
        match self.lineup.setups.as_slice() {
            [one] => format!(" on {one}"),
            some if some.len() < LEAST_SAMPLE => format!(" on these {} patterns", some.len()),
            _ => String::new(),
        }
    }
}

/// Returns what a sign of a bar stands for, so that an interval up to `widest` fits.
fn step(widest: f64) -> f64 {
    const STEPS: [f64; 9] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];
    let most = (BAR_SIGNS / 2) as f64;
    STEPS.into_iter().find(|step| most * step >= widest).unwrap_or(10.0)
}

/// Answers for a designed experiment; `None` for others.
pub(super) fn answer(context: &ReportContext<'_>) -> Option<Answer> {
    let first = context.all.effects?.first()?;
    let printed = Printed::score;
    let over = match first.setups.len() {
        1 => String::new(),
        some => format!(" on average over {some} patterns,"),
    };
    let mut words = vec![format!(
        "Which rules matter? {} With the values of the base it is {} %,{over} estimated from {}.",
        printed(first).told(),
        printed(first).figure(printed(first).of.base.all.mean),
        plural(first.rule_sets as u64, "rule set"),
    )];
    words.extend(printed(first).changes());
    words.extend(printed(first).additivity());
    words.extend(context.all.effects.iter().flat_map(|all| &all[1..]).map(|lineup| {
        let other = printed(lineup).than(&first.bots);
        format!("Between {} players: {} {other}", lineup.bots, printed(lineup).told())
    }));
    let whose = match first.setups.len() < LEAST_SAMPLE {
        true => "for what was played alone, too few patterns to tell of others",
        false => "for patterns of which these are a sample",
    };
    let how = match printed(first).beside() {
        none if none.is_empty() => ", on average over the other rules".to_owned(),
        beside => format!("{beside}; on average: over the other rules"),
    };
    let note = format!(
        "Effect: change of the first player's score in percentage points{how}; joint: intervals that hold together, \
         {whose}; patterns: standard deviation between them."
    );
    let blocks = vec![Block::Table(String::new(), printed(first).table()), Block::Note(note)];
    Some(Answer { words, blocks, additional: Vec::new() })
}

/// Builds the report of a designed experiment's profile: the effects on what searches measure. A brief one
/// has the main measures.
pub fn profile_effects(
    effects: &[LineupEffects],
    title: &str,
    searches: &str,
    is_brief: bool,
) -> Document {
    let (mut lead, mut blocks) = (Vec::new(), Vec::new());
    for lineup in effects {
        let of = |it: &&MeasureEffects| !is_brief || profile::MEASURES[it.measure - 1].3;
        let shown: Vec<Printed<'_>> =
            lineup.measures.iter().filter(of).map(|it| Printed::of(lineup, it)).collect();
        blocks.push(Block::Table(String::new(), matrix(lineup, &shown)));
        let additive = shown.iter().filter_map(|it| {
            Some(format!("{}: {}", capital(measure(it.of.measure).1), it.additivity()?))
        });
        blocks.extend(additive.filter(|_| !is_brief).map(Block::Note));
        lead.push(format!(
            "Effects of rules on how {} play, over {} under {} on {}, {searches}.",
            lineup.bots,
            plural(lineup.games, "game"),
            plural(lineup.rule_sets as u64, "rule set"),
            plural(lineup.setups.len() as u64, "pattern"),
        ));
    }
    let note = "Base: means under the base's values, in % where shares; below: changes, on average over the other \
                rules; *: significant, jointly over all effects on the measure.";
    blocks.push(Block::Note(note.to_owned()));
    let sections = made("profile", "Effects on how games play", blocks).into_iter().collect();
    Document { title: format!("How games play: {title}"), lead, sections, ..Document::default() }
}

/// Tabulates the effects on several measures, a column each.
fn matrix(lineup: &LineupEffects, shown: &[Printed<'_>]) -> Table {
    let rows = std::iter::once(None).chain((0..lineup.terms.len()).map(Some));
    let name = |term: &Option<usize>| term.map_or("base".to_owned(), |term| shown[0].name(term));
    let mut table = Table::of(rows).left(&lineup.bots, name);
    for printed in shown {
        let name = measure(printed.of.measure).0.replace('_', " ");
        table = table.right(&name, |term| match term {
            None => printed.figure(printed.of.base.all.mean),
            Some(term) => {
                let effect = &printed.of.effects[*term];
                let star = if printed.is_shown(effect) { "*" } else { " " };
                format!("{}{star}", printed.signed(effect.all.mean))
            }
        });
    }
    table.done()
}

/// Tabulates the effects on every measure.
pub(super) fn section(context: &ReportContext<'_>) -> Option<Section> {
    let measures = context
        .all
        .effects
        .unwrap_or_default()
        .iter()
        .flat_map(|lineup| lineup.measures.iter().map(move |of| Printed::of(lineup, of)));
    let picture = measures.clone().find_map(|printed| printed.picture());
    let blocks = measures.flat_map(|printed| {
        let caption = format!("{}, {}", measure(printed.of.measure).1, printed.lineup.bots);
        let table = [Block::Table(caption, printed.table())].into_iter();
        table.chain(printed.additivity().map(Block::Note))
    });
    let blocks: Vec<Block> = picture.into_iter().chain(blocks).collect();
    made("effects", "Effects of the rules, all varied at once", blocks)
}
