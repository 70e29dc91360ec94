//! Pictures of answers, as SVG without scripts: the patterns by score, what moving first is worth over
//! strength, and the effects of rules. Equal answers make equal bytes.

use super::format::{ends, percent, signed};
use super::svg;
use crate::base::markup::escaped;
use crate::base::text::listed;
use crate::stats::balance::Normal;
use crate::stats::decimal;
use crate::stats::interval::{ALPHA, Interval};
use crate::stats::profile::CellProfile;
use pasang_core::balance::answer::{ClassLine, Figure, JointBalance, JointRow, StrengthLine};
use pasang_core::board::{BOARD_SIZE, Point};
use pasang_core::profile::MEASURES;

/// Colours for a light and a dark page; the marks of series also differ in shape, for print in grey.
const STYLE: &str = "<style>svg{font:12px sans-serif;--ink:#222;--soft:#777;--band:#e4ece4;--s0:#9a6a00;--s1:#3b6fb6;--s2:#222;--paper:#fff}\
@media(prefers-color-scheme:dark){svg{--ink:#e8e8e8;--soft:#9a9a9a;--band:#2b382c;--s0:#e0b050;--s1:#8ab4f0;--s2:#f2f2f2;--paper:#151515}}\
text{fill:var(--ink)}.soft{fill:var(--soft)}.band{fill:var(--band)}.axis{stroke:var(--soft)}.m{text-anchor:middle}\
.s0,.s1,.s2{fill:var(--paper);stroke-width:2}.s0{stroke:var(--s0)}.s1{stroke:var(--s1)}.s2{stroke:var(--s2);fill:var(--s2)}</style>";

/// The number of series that a picture tells apart.
const SERIES: usize = 3;

/// More labels than these would overlap on an axis.
const MAX_LABELS: f64 = 11.5;

/// Axis of scores: from a coordinate on, over a length, which is negative upwards.
struct Axis {
    from: f64,
    length: f64,
    range: (f64, f64),
}

impl Axis {
    /// Returns the place of a score.
    fn at(&self, score: f64) -> f64 {
        let (low, high) = self.range;
        self.from + self.length * (score.clamp(low, high) - low) / (high - low)
    }

    /// Returns an axis that holds all scores, in steps of five percentage points.
    fn over(scores: impl Iterator<Item = Interval>, from: f64, length: f64) -> Axis {
        let (low, high) = scores
            .fold((0.45_f64, 0.55_f64), |(low, high), it| (low.min(it.low), high.max(it.high)));
        let range = ((low * 20.0).floor() / 20.0, (high * 20.0).ceil() / 20.0);
        Axis { from, length, range }
    }

    /// Returns the narrowest of some steps that leaves room for its labels.
    fn step(&self, steps: [f64; 3]) -> f64 {
        let (low, high) = self.range;
        let has_room = |step: &f64| (high - low) / step < MAX_LABELS;
        steps.into_iter().find(has_room).unwrap_or(steps[2])
    }

    /// Returns the scores of its labels.
    fn steps(&self, wide: f64) -> impl Iterator<Item = f64> {
        let (low, high) = self.range;
        let [from, to] = [(low / wide - 1e-9).ceil(), (high / wide + 1e-9).floor()];
        (from as i32..=to as i32).map(move |step| f64::from(step) * wide)
    }
}

fn number(value: f64) -> String {
    decimal(value, 1)
}

/// Frames a picture with its title and a text for screen readers.
fn framed([width, height]: [f64; 2], title: &str, text: &str, content: &str) -> String {
    let (title, text) = (escaped(title), escaped(text));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">{title}</title>\n\
         <desc id=\"d\">{text}</desc>\n{STYLE}\n{content}</svg>\n"
    )
}

/// Draws an estimate with its interval: series differ in colour and shape.
fn mark(series: usize, axis: &Axis, y: f64, score: Normal) -> String {
    let Interval { low, high } = score.interval(ALPHA);
    let [low, x, high, y] = [axis.at(low), axis.at(score.mean), axis.at(high), y].map(number);
    let shape = shape(series, &x, &y);
    format!("<path class=\"s{series}\" d=\"M{low} {y}H{high}\"/>{shape}\n")
}

/// Draws the disk or diamond of a series.
fn shape(series: usize, x: &str, y: &str) -> String {
    match series {
        1 => format!("<path class=\"s1\" d=\"M{x} {y}m-4 0l4-4 4 4-4 4z\"/>"),
        series => format!("<circle class=\"s{series}\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"),
    }
}

/// Draws labels of series side by side.
fn key(names: &[&str], left: f64, y: f64) -> String {
    let one = |(series, name): (usize, &&str)| {
        let x = left + 110.0 * series as f64;
        let [at, text, base, y] = [x, x + 10.0, y + 4.0, y].map(number);
        format!(
            "{}<text x=\"{text}\" y=\"{base}\">{}</text>\n",
            shape(series, &at, &y),
            escaped(name)
        )
    };
    names.iter().enumerate().map(one).collect()
}

/// The stones of a board and their colours; a small picture has room for black ones alone.
const STONES: [(char, &str); 2] = [('b', "#161616"), ('w', "#fff")];

/// Draws a board's stones on wood. A smaller board lies in the middle of that of eleven rows.
fn board(stones: &str, [x, y]: [f64; 2], side: f64, colours: &[(char, &str)]) -> String {
    let signs: Vec<Vec<char>> = stones.lines().map(|row| row.chars().collect()).collect();
    let corner = usize::from(BOARD_SIZE).saturating_sub(signs.len()) / 2;
    let is_of = |point: &Point, stone: char| {
        let (column, row) = (point.column().index().into(), usize::from(point.row().index()));
        let from_top = (signs.len() + corner).checked_sub(1 + row);
        let row = from_top.and_then(|at| signs.get(at));
        row.and_then(|row| row.get(usize::checked_sub(column, corner)?)) == Some(&stone)
    };
    let dots = |&(stone, colour): &(char, &str)| {
        let dots = svg::dots(Point::all().filter(|point| is_of(point, stone)));
        format!("<path stroke=\"{colour}\" stroke-linecap=\"round\" d=\"{dots}\"/>")
    };
    let dots: String = colours.iter().map(dots).collect();
    let wide = signs.len() + 1;
    let scale = side / wide as f64;
    let [x, y] = [x, y].map(|it| it - scale * corner as f64);
    let [x, y, scale] = [x, y, scale].map(|it| decimal(it, 2));
    format!(
        "<g transform=\"translate({x} {y})scale({scale})\"><rect x=\"{corner}\" y=\"{corner}\" width=\"{wide}\" height=\"{wide}\" rx=\"1\" fill=\"#e3bd7f\"/>\
         {dots}</g>\n"
    )
}

/// The height of a pattern's row.
const ROW: f64 = 24.0;

/// Draws the patterns under one rule set at the strongest classes, the most favourable to the first
/// player on top. `None` without classes.
pub fn patterns(joint: &JointBalance) -> Option<String> {
    let rules = &joint.classes.first()?.rules;
    let lines: Vec<&ClassLine> = joint.classes.iter().filter(|it| it.rules == *rules).collect();
    let lines = &lines[lines.len().saturating_sub(SERIES)..];
    let rows = |line: &ClassLine| &joint.rows[line.rows.clone()];
    let mut order: Vec<&JointRow> = rows(lines.last()?).iter().collect();
    order.sort_by(|one, other| other.score.mean.total_cmp(&one.score.mean));
    let all = lines.iter().flat_map(|line| rows(line)).map(|row| row.interval());
    let axis = Axis::over(all, 150.0, 540.0);
    let (top, bottom) = (56.0, 56.0 + ROW * order.len() as f64);
    let mut content = band(&axis, [top, bottom]);
    for (place, row) in order.iter().enumerate() {
        let y = top + ROW * (place as f64 + 0.5);
        content += &board(&row.stones, [4.0, y - 0.5 * ROW + 1.0], ROW - 2.0, &STONES[..1]);
        let name = escaped(&row.setup);
        content += &format!("<text x=\"34\" y=\"{}\">{name}</text>\n", number(y + 4.0));
        for (series, line) in lines.iter().enumerate() {
            let of = rows(line).iter().find(|it| it.stones == row.stones);
            let y = y + 6.5 * (series as f64 - 0.5 * (lines.len() - 1) as f64);
            content += &of.map(|it| mark(series, &axis, y, it.score)).unwrap_or_default();
        }
    }
    let names: Vec<&str> = lines.iter().map(|line| line.class.as_str()).collect();
    content += &key(&names, axis.from + 10.0, 14.0);
    let told = |row: &&JointRow| {
        format!("{} {} ({})", row.setup, percent(row.score.mean), ends(row.interval()))
    };
    let text = format!(
        "Score of the first player in per cent with random openings under {rules}, with 95 % intervals, between {} \
         players; of the last: {}.",
        listed(names.iter().map(|it| (*it).to_owned()), "and"),
        order.iter().map(told).collect::<Vec<_>>().join(", ")
    );
    let title = format!("The first player's score on {} patterns", order.len());
    Some(framed([700.0, bottom + 10.0], &title, &text, &content))
}

/// Draws the band within ten percentage points of even, the line of even, and the axis's labels.
fn band(axis: &Axis, [top, bottom]: [f64; 2]) -> String {
    let [from, to, even] = [0.4, 0.6, 0.5].map(|score| axis.at(score));
    let [x, width, height] = [from, to - from, bottom - top].map(number);
    let mut text = format!(
        "<rect class=\"band\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\n\
         <path class=\"axis\" d=\"M{} {top}V{bottom}\"/>\n",
        number(even)
    );
    // An axis with one label would have no scale.
    let step = if axis.steps(0.1).count() < 3 { 0.05 } else { 0.1 };
    for score in axis.steps(step) {
        let (x, y) = (number(axis.at(score)), number(top - 6.0));
        text += &format!(
            "<text class=\"m soft\" x=\"{x}\" y=\"{y}\">{} %</text>\n",
            decimal(100.0 * score, 0)
        );
    }
    text
}

/// Width of the picture of strengths without its margins, and the least distance of two names.
const WIDTH: f64 = 620.0;
const NAME: f64 = 62.0;

/// Draws the first player's mean score over the patterns by class, for each rule set: over the classes'
/// Elo, where all have one, with the line of the first rule set. `None` with fewer than two classes.
pub fn strengths(joint: &JointBalance) -> Option<String> {
    let mut classes: Vec<(&str, Option<f64>)> = Vec::new();
    let mut rules: Vec<&str> = Vec::new();
    for line in &joint.classes {
        if !classes.contains(&(&line.class, line.elo)) {
            classes.push((&line.class, line.elo));
        }
        if !rules.contains(&line.rules.as_str()) && rules.len() < SERIES {
            rules.push(&line.rules);
        }
    }
    if classes.len() < 2 {
        return None;
    }
    let all = joint.classes.iter().map(|it| Interval { low: it.score.low, high: it.score.high });
    let axis = Axis::over(all, 300.0, -240.0);
    let at = |score: f64| number(axis.at(score));
    let (left, right) = (56.0, 56.0 + WIDTH);
    let elos: Option<Vec<f64>> = classes.iter().map(|(_, elo)| *elo).collect();
    let most = elos.iter().flatten().copied().fold(0.0, f64::max);
    let across = |elo: f64| left + WIDTH * elo / most;
    let step = WIDTH / (classes.len() - 1) as f64;
    let place = |at: usize| elos.as_ref().map_or(left + step * at as f64, |it| across(it[at]));
    let mut content = String::new();
    let line = joint.strengths.iter().find(|it| elos.is_some() && it.rules == rules[0]);
    content += &line.map(|line| line_band(line, [0.0, most], across, &axis)).unwrap_or_default();
    for score in axis.steps(0.05) {
        let (y, is_even) = (at(score), (score - 0.5).abs() < 1e-9);
        let dash = if is_even { "" } else { " stroke-dasharray=\"1 5\"" };
        content += &format!(
            "<path class=\"axis\"{dash} d=\"M{left} {y}H{right}\"/><text class=\"soft\" x=\"4\" y=\"{y}\">{} %</text>\n",
            decimal(100.0 * score, 0)
        );
    }
    // Names that would overlap take turns in two rows.
    let mut ends = [f64::NEG_INFINITY; 2];
    for (index, (class, _)) in classes.iter().enumerate() {
        let x = place(index);
        let row = usize::from(x < ends[0]);
        ends[row] = x + NAME;
        let (x, y) = (number(x), 322 + 16 * row);
        content += &format!("<text class=\"m\" x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(class));
    }
    if elos.is_some() {
        content += &format!(
            "<text class=\"soft\" x=\"{left}\" y=\"356\">Elo above random moves, 0 to {most}</text>\n"
        );
    }
    let mut told = Vec::new();
    for (series, name) in rules.iter().enumerate() {
        let mut curve = Vec::new();
        for line in joint.classes.iter().filter(|it| it.rules == *name) {
            let index = classes.iter().position(|it| it.0 == line.class)?;
            let x = number(place(index) + 6.0 * series as f64);
            let [low, mean, high] = [line.score.low, line.score.mean, line.score.high].map(at);
            curve.push(format!("{x} {mean}"));
            content += &format!(
                "<path class=\"s{series}\" d=\"M{x} {low}V{high}\"/>{}\n",
                shape(series, &x, &mean)
            );
            told.push(format!("{} {name} {}", line.class, percent(line.score.mean)));
        }
        content += &format!(
            "<path class=\"s{series}\" style=\"fill:none\" d=\"M{}\"/>\n",
            curve.join("L")
        );
    }
    content += &key(&rules, left + 10.0, 14.0);
    let text = format!(
        "Mean score of the first player in per cent over the patterns with random openings, with 95 % intervals: {}.",
        told.join(", ")
    );
    Some(framed([right + 60.0, 366.0], "What moving first is worth, by strength", &text, &content))
}

/// Draws the 95 % band of a line over Elo.
fn line_band(
    line: &StrengthLine,
    [from, to]: [f64; 2],
    across: impl Fn(f64) -> f64,
    axis: &Axis,
) -> String {
    let half = |it: &Figure| 0.5 * (it.high - it.low);
    let end = |elo: f64, side: f64| {
        let hundreds = (elo - line.elo) / 100.0;
        let (level, slope) = (half(&line.score), half(&line.slope) * hundreds);
        let wide = (level * level + slope * slope).sqrt();
        let score = line.score.mean + line.slope.mean * hundreds + side * wide;
        format!("{} {}", number(across(elo)), number(axis.at(score)))
    };
    let elos = (0..=8).map(|at| from + (to - from) * f64::from(at) / 8.0);
    let path: Vec<String> =
        elos.clone().map(|it| end(it, 1.0)).chain(elos.rev().map(|it| end(it, -1.0))).collect();
    format!("<path class=\"band\" d=\"M{}Z\"/>\n", path.join("L"))
}

/// The number of best first moves on a card, and the least probability of one.
const MAX_BEST: usize = 4;
const LEAST_BEST: f64 = 0.05;

/// Draws the card of a pattern under the first rule set: its board, its score by class, and its best first
/// moves with their probabilities. `None` if the pattern is not among the rows.
pub fn card(joint: &JointBalance, setup: &str, best: &[(String, f64)]) -> Option<String> {
    let rules = &joint.classes.first()?.rules;
    let rows: Vec<&JointRow> =
        joint.rows.iter().filter(|it| it.setup == setup && it.rules == *rules).collect();
    let axis = Axis::over(rows.iter().map(|row| row.interval()), 320.0, 250.0);
    let (top, step) = (64.0, 26.0);
    let bottom = top + step * rows.len() as f64;
    let mut content = format!("<text x=\"8\" y=\"20\">{}</text>\n", escaped(setup));
    content += &board(&rows.first()?.stones, [8.0, 32.0], 190.0, &STONES);
    content += &band(&axis, [top, bottom]);
    for (place, row) in rows.iter().enumerate() {
        let y = top + step * (place as f64 + 0.5);
        let class = escaped(&row.class);
        content += &format!("<text x=\"220\" y=\"{}\">{class}</text>\n", number(y + 4.0));
        // A class without games is predicted.
        content += &mark(if row.games > 0 { 2 } else { 0 }, &axis, y, row.score);
    }
    let named = best.iter().take(MAX_BEST).filter(|(_, chance)| *chance >= LEAST_BEST);
    let named = named.map(|(word, chance)| format!("{word} {} %", decimal(100.0 * chance, 0)));
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        let text = escaped(&format!("Best first move: {}", named.join(", ")));
        content += &format!("<text x=\"220\" y=\"{}\">{text}</text>\n", number(bottom + 24.0));
    }
    let told = |row: &&JointRow| {
        format!("{} {} ({})", row.class, percent(row.score.mean), ends(row.interval()))
    };
    let text = format!(
        "Score of the first player in per cent with random openings under {rules}, with 95 % intervals: {}. Best \
         first moves: {}.",
        rows.iter().map(told).collect::<Vec<_>>().join(", "),
        if named.is_empty() { "not known".to_owned() } else { named.join(", ") }
    );
    let height = (bottom + 40.0).max(236.0);
    Some(framed([600.0, height], &format!("Is {setup} fair?"), &text, &content))
}

/// Draws the first player's chance to win over three games: the one nearest to the median of the drama,
/// the one with the most, and the one with the least. `None` with fewer than three searched games.
pub fn games(cells: &[CellProfile]) -> Option<String> {
    let drama = MEASURES.iter().position(|it| it.0 == "drama")?;
    let all = cells.iter().flat_map(|cell| cell.games.iter().map(move |it| (cell, it)));
    let mut all: Vec<_> = all.filter(|(_, (_, game))| !game.chances.is_empty()).collect();
    if all.len() < SERIES {
        return None;
    }
    all.sort_by(|one, other| one.1.1.values[drama].total_cmp(&other.1.1.values[drama]));
    let picked = [all[all.len() / 2], all[all.len() - 1], all[0]];
    let longest = picked.iter().map(|(_, (_, game))| game.chances.len()).max()?;
    let axis = Axis { from: 290.0, length: -250.0, range: (0.0, 1.0) };
    let (left, right) = (56.0, 640.0);
    let across = |ply: usize| left + (right - left) * ply as f64 / (longest - 1).max(1) as f64;
    let mut content = String::new();
    for chance in axis.steps(0.25) {
        let y = number(axis.at(chance));
        content += &format!(
            "<path class=\"axis\" stroke-dasharray=\"1 5\" d=\"M{left} {y}H{right}\"/><text class=\"soft\" x=\"4\" y=\"{y}\">{} %</text>\n",
            decimal(100.0 * chance, 0)
        );
    }
    let mut told = Vec::new();
    for (series, (name, (cell, (index, game)))) in NAMES.iter().zip(picked).enumerate() {
        let place = |(ply, &chance): (usize, &u16)| {
            format!("{} {}", number(across(ply)), number(axis.at(f64::from(chance) / 1000.0)))
        };
        let curve = game.chances.iter().enumerate().map(place).collect::<Vec<_>>().join("L");
        let dash = ["", " stroke-dasharray=\"7 4\"", " stroke-dasharray=\"2 3\""][series];
        content +=
            &format!("<path class=\"s{series}\"{dash} style=\"fill:none\" d=\"M{curve}\"/>\n");
        let x = across(game.chances.len() - 1);
        let last = f64::from(*game.chances.last()?) / 1000.0;
        content += &shape(series, &number(x), &number(axis.at(last)));
        told.push(format!(
            "{name}: {} under {}, {}, game {index} of its cell, {} plies",
            cell.setup,
            cell.rules,
            cell.bots,
            game.chances.len()
        ));
    }
    content += &key(&NAMES, left + 10.0, 14.0);
    content +=
        &format!("<text class=\"soft\" x=\"{left}\" y=\"316\">plies, 1 to {longest}</text>\n");
    let text = format!("The first player's chance to win before each move. {}.", told.join("; "));
    Some(framed([right + 40.0, 326.0], "How games go", &text, &content))
}

/// The names of the games in [`games`].
const NAMES: [&str; SERIES] = ["typical", "dramatic", "dull"];

/// An effect of a rule on the first player's score, with its interval alone and its joint one.
pub struct EffectMark {
    pub name: String,
    pub mean: f64,
    pub alone: Interval,
    pub joint: Interval,
}

impl EffectMark {
    /// Names a value of a toggle, and the value that it is compared with.
    pub fn name(toggle: &str, value: &str, against: &str) -> String {
        format!("{toggle} = {value}, not {against}")
    }
}

/// Draws the effects of rules, the largest on top: the joint interval is thin, that of the effect alone
/// thick.
pub fn effects(marks: &[EffectMark]) -> String {
    let mut sorted: Vec<&EffectMark> = marks.iter().collect();
    sorted.sort_by(|one, other| other.mean.total_cmp(&one.mean));
    let (low, high) = marks.iter().fold((-0.01_f64, 0.01_f64), |(low, high), it| {
        (low.min(it.joint.low), high.max(it.joint.high))
    });
    // No rule changes a score by more than the whole; what is beyond half of it stands at the end.
    let range = ((low.max(-0.5) * 50.0).floor() / 50.0, (high.min(0.5) * 50.0).ceil() / 50.0);
    let axis = Axis { from: 260.0, length: 300.0, range };
    let bottom = 30.0 + 22.0 * sorted.len() as f64;
    let mut content = String::new();
    for effect in axis.steps(axis.step([0.02, 0.05, 0.1])) {
        let x = number(axis.at(effect));
        let dash = if effect.abs() < 1e-9 { "" } else { " stroke-dasharray=\"1 5\"" };
        let label = signed(effect);
        let label = label.trim_end_matches(".0");
        content += &format!(
            "<path class=\"axis\"{dash} d=\"M{x} 24V{bottom}\"/><text class=\"m soft\" x=\"{x}\" y=\"16\">{label}</text>\n"
        );
    }
    for (place, it) in sorted.iter().enumerate() {
        let y = 40.0 + 22.0 * place as f64;
        let [y, base] = [y, y + 4.0].map(number);
        let [joint_low, low, x, high, joint_high] =
            [it.joint.low, it.alone.low, it.mean, it.alone.high, it.joint.high]
                .map(|value| number(axis.at(value)));
        // Effects that are significant jointly are filled.
        let series = if it.joint.low > 0.0 || it.joint.high < 0.0 { 2 } else { 0 };
        content += &format!(
            "<text x=\"4\" y=\"{base}\">{}</text><path class=\"s{series}\" style=\"stroke-width:1\" d=\"M{joint_low} {y}H{joint_high}\"/>\
             <path class=\"s{series}\" style=\"stroke-width:3\" d=\"M{low} {y}H{high}\"/>{}\n",
            escaped(&it.name),
            shape(series, &x, &y)
        );
    }
    let told = |it: &&EffectMark| {
        format!(
            "{} {} ({} to {})",
            it.name,
            signed(it.mean),
            signed(it.joint.low),
            signed(it.joint.high)
        )
    };
    let text = format!(
        "Change of the first player's score in percentage points, with joint 95 % intervals: {}.",
        sorted.iter().map(told).collect::<Vec<_>>().join("; ")
    );
    framed([580.0, bottom + 8.0], "Effects of the disputed rules", &text, &content)
}
