//! Pictures of answers: the patterns by score, what moving first is worth over strength, cards of
//! patterns, how games go, and the effects of rules.

use super::format::{ends, percent, signed};
use crate::answer::interval::Interval;
use crate::answer::profile::CellProfile;
use crate::text::new_files::{folder_name, unlike};
use pasang_balance::BestMove;
use pasang_balance::answer::{ClassLine, Figure, JointBalance, JointRow, StrengthLine};
use pasang_core::base::markup::escaped;
use pasang_core::base::text::{decimal, listed};
use pasang_core::picture::{
    Axis, BAND, Card, CardRow, STONES, band, board, framed, mark, number, shape,
};
use pasang_core::profile::MEASURES;
use std::collections::BTreeSet;

/// The number of series that a picture tells apart.
const SERIES: usize = 3;

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

/// Writes a line that says what is drawn.
fn note([x, y]: [f64; 2], text: &str) -> String {
    format!("<text class=\"soft\" x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(text))
}

/// The line beside pictures of scores.
const SHADED: &str = "First player's score, 95 % intervals; shaded: 40 to 60 %";

/// The height of a pattern's row, and the place of its statement.
const ROW: f64 = 24.0;
const SHOWN: f64 = 396.0;

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
    let axis = Axis::over(all.chain([BAND]), 122.0, 262.0);
    let (top, bottom) = (72.0, 72.0 + ROW * order.len() as f64);
    let mut content = band(&axis, [top, bottom]);
    for (place, row) in order.iter().enumerate() {
        let y = top + ROW * (place as f64 + 0.5);
        content += &board(&row.stones, [4.0, y - 0.5 * ROW + 1.0], ROW - 2.0, &STONES[..1]);
        let name = escaped(&row.setup);
        content += &format!("<text x=\"34\" y=\"{}\">{name}</text>\n", number(y + 4.0));
        for (series, line) in lines.iter().enumerate() {
            let of = rows(line).iter().find(|it| it.stones == row.stones);
            let y = y + 6.5 * (series as f64 - 0.5 * (lines.len() - 1) as f64);
            content += &of
                .map(|it| mark(series, &axis, y, (it.score.mean, it.interval())))
                .unwrap_or_default();
        }
        content += &note([SHOWN, y + 4.0], &row.statement.brief());
    }
    let names: Vec<&str> = lines.iter().map(|line| line.class.as_str()).collect();
    let last = names.last()?;
    content += &key(&names, 14.0, 14.0);
    content += &note([4.0, 34.0], &format!("{SHADED}."));
    content += &note([SHOWN, 66.0], "shown");
    content += &note(
        [4.0, 52.0],
        &format!("Shown between {last} players: distance from even, with 95 %, and who is ahead"),
    );
    let told = |row: &&JointRow| {
        let (score, shown) = (percent(row.score.mean), row.statement.brief());
        format!("{} {score} ({}), {shown}", row.setup, ends(row.interval()))
    };
    let how = match rules.is_empty() {
        true => String::new(),
        false => format!(" with random openings under {rules}"),
    };
    let text = format!(
        "Score of the first player in per cent{how}, with 95 % intervals, between {} players; of the last: {}.",
        listed(names.iter().map(|it| (*it).to_owned()), "and"),
        order.iter().map(told).collect::<Vec<_>>().join(", ")
    );
    let title = format!("The first player's score on {} patterns", order.len());
    Some(framed([500.0, bottom + 10.0], &title, &text, &content))
}

/// Width of the picture of strengths without its margins, and the least distance of two names.
const WIDTH: f64 = 370.0;
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
    let axis = Axis::over(all, 300.0, -230.0);
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
        let ends = Axis { from: left, length: WIDTH, range: (0.0, most) };
        for elo in ends.steps(ends.step([100.0, 200.0, 500.0])) {
            let x = number(across(elo));
            content += &format!(
                "<path class=\"axis\" d=\"M{x} 346v5\"/><text class=\"m soft\" x=\"{x}\" y=\"364\">{elo}</text>\n"
            );
        }
        content += &note([left, 382.0], "Elo above random moves");
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
        let dash = if series > 0 { " stroke-dasharray=\"7 4\"" } else { "" };
        content += &format!(
            "<path class=\"s{series}\"{dash} style=\"fill:none\" d=\"M{}\"/>\n",
            curve.join("L")
        );
    }
    content += &key(&rules, left + 10.0, 14.0);
    content += &note([4.0, 34.0], "First player's mean score, 95 % intervals, side by side");
    if line.is_some() {
        content += &note([4.0, 52.0], "Shaded: a straight line over Elo, with its 95 % interval");
    }
    let text = format!(
        "Mean score of the first player in per cent over the patterns with random openings, with 95 % intervals: {}.",
        told.join(", ")
    );
    Some(framed([right + 34.0, 392.0], "What moving first is worth, by strength", &text, &content))
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
pub fn card(joint: &JointBalance, setup: &str, best: &[BestMove]) -> Option<String> {
    let rules = &joint.classes.first()?.rules;
    let rows: Vec<&JointRow> =
        joint.rows.iter().filter(|it| it.setup == setup && it.rules == *rules).collect();
    let stones = &rows.first()?.stones;
    let named = best.iter().take(MAX_BEST).filter(|it| it.chance >= LEAST_BEST);
    let named =
        named.map(|it| format!("{} {} %", it.words.join(" or "), decimal(100.0 * it.chance, 0)));
    let named = named.collect::<Vec<String>>().join(", ");
    let told = |row: &&JointRow| {
        format!("{} {} ({})", row.class, percent(row.score.mean), ends(row.interval()))
    };
    let text = format!(
        "Score of the first player in per cent with random openings under {rules}, with 95 % intervals: {}. Best \
         first moves: {}.",
        rows.iter().map(told).collect::<Vec<_>>().join(", "),
        if named.is_empty() { "not known" } else { &named }
    );
    let best = if named.is_empty() { named } else { format!(" Best first move: {named}.") };
    let drawn = |row: &&JointRow| CardRow {
        class: row.class.clone(),
        score: row.score.mean,
        interval: row.interval(),
        is_played: row.games > 0,
    };
    let has_open = rows.iter().any(|row| row.games == 0);
    let open = if has_open { "; an open dot: predicted, not played" } else { "" };
    let card = Card {
        title: &format!("Is {setup} fair?"),
        text: &text,
        name: setup,
        stones,
        rows: &rows.iter().map(drawn).collect::<Vec<_>>(),
        best: &format!("{SHADED}{open}.{best}"),
    };
    Some(card.svg())
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
    let (left, right) = (46.0, 430.0);
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
    for ply in (0..longest).step_by(20) {
        let x = number(across(ply));
        content += &format!("<text class=\"m soft\" x=\"{x}\" y=\"308\">{}</text>\n", ply + 1);
    }
    content += &note([left, 326.0], "First player's chance to win before each ply");
    let text = format!("The first player's chance to win before each move. {}.", told.join("; "));
    Some(framed([right + 30.0, 336.0], "How games go", &text, &content))
}

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
/// thick. Bots of one line-up play.
pub fn effects(bots: &str, marks: &[EffectMark]) -> String {
    let mut sorted: Vec<&EffectMark> = marks.iter().collect();
    sorted.sort_by(|one, other| other.mean.total_cmp(&one.mean));
    let (low, high) = marks.iter().fold((-0.01_f64, 0.01_f64), |(low, high), it| {
        (low.min(it.joint.low), high.max(it.joint.high))
    });
    // No rule changes a score by more than the whole; what is beyond half of it stands at the end.
    let range = ((low.max(-0.5) * 50.0).floor() / 50.0, (high.min(0.5) * 50.0).ceil() / 50.0);
    let axis = Axis { from: 238.0, length: 202.0, range };
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
        "Change of the first player's score in percentage points between {bots}, with joint 95 % intervals: {}.",
        sorted.iter().map(told).collect::<Vec<_>>().join("; ")
    );
    let what = format!("Change of the first player's score in percentage points, {bots}");
    content += &note([4.0, bottom + 18.0], &what);
    let what = "Thick: its own 95 % interval; thin: joint; filled: jointly significant";
    content += &note([4.0, bottom + 36.0], what);
    framed([460.0, bottom + 46.0], "Effects of the disputed rules", &text, &content)
}

/// Draws the patterns, the strengths, and each pattern's card.
pub fn pictures(all: &JointBalance) -> Vec<(String, Vec<u8>)> {
    // The strongest class comes last.
    let strongest = all.classes.iter().rfind(|it| it.rules == all.classes[0].rules);
    let rows = || strongest.map_or(&[][..], |it| &all.rows[it.rows.clone()]);
    let best = |setup: &str| {
        let row = rows().iter().find(|row| row.setup == setup)?;
        Some(row.openings.as_ref()?.moves())
    };
    let setups: BTreeSet<&str> = all.rows.iter().map(|row| row.setup.as_str()).collect();
    let card = |setup: &str| {
        // A pattern may have a name that no file may have.
        let file = folder_name(["card".to_owned(), setup.to_owned()]) + ".svg";
        (file, card(all, setup, &best(setup).unwrap_or_default()))
    };
    let both = [("patterns.svg", patterns(all)), ("strengths.svg", strengths(all))];
    let both = both.into_iter().map(|(name, it)| (name.to_owned(), it));
    let all = both.chain(setups.into_iter().map(card));
    unlike(all.filter_map(|(name, it)| Some((name, it?.into_bytes()))).collect())
}
