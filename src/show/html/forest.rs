//! Renders forest plots: estimates with their intervals, each on a strip of its own.

use maud::{Markup, html};

use super::Plain;
use crate::answer::balance::sign;
use crate::answer::balance::{Direction, Size, Statement};
use crate::show::document::{ForestPlot, ForestRow};
use crate::show::format::{ONE_GAME, count};
use pasang_core::base::text::{decimal, rounded};

/// The least distance between two labels of the axis, as a share of its width.
const MIN_GAP: f64 = 0.22;

/// The orders of rows, with the identifiers by which the style sheet sorts; the first is the order
/// as given.
const ORDERS: [(&str, &str); 3] =
    [("by-figure", "score"), ("by-even", "distance from even"), ("by-name", "name")];

/// Renders forest plots of which the reader selects one, with a selection of the row order if
/// `has_orders`. Works without a script: buttons are inputs, and the style sheet shows the
/// selection.
pub fn chart(forests: &[ForestPlot], has_orders: bool) -> Markup {
    let group = forests.iter().find_map(|one| Some(format!("g-{}", one.rows.first()?.id)));
    let group = group.unwrap_or_default();
    html! {
        div.chart { "\n"
            @if has_orders {
                p.by.orders {
                    span { "order:" }
                    @for (place, (id, name)) in ORDERS.into_iter().enumerate() {
                        input type="radio" name="order" id=(id) checked[place == 0];
                        label for=(id) { (name) }
                    }
                } "\n"
            }
            div.tabs { "\n"
                @for (place, one) in forests.iter().enumerate() {
                    @let id = format!("{group}-{place}");
                    input type="radio" name=(group) id=(id) checked[place == 0];
                    label for=(id) { (Plain(&one.title)) }
                    (forest(one))
                }
            } "\n"
        } "\n"
    }
}

fn forest(forest: &ForestPlot) -> Markup {
    let mut by_name: Vec<&ForestRow> = forest.rows.iter().collect();
    by_name.sort_by(|one, other| one.name.cmp(&other.name));
    let mut by_even: Vec<&ForestRow> = forest.rows.iter().collect();
    let away = |row: &ForestRow| (row.estimate - forest.even_share).abs();
    by_even.sort_by(|one, other| away(other).total_cmp(&away(one)));
    let place = |all: &[&ForestRow], row: &ForestRow| {
        all.iter().position(|&it| std::ptr::eq(it, row)).unwrap_or(0)
    };
    html! {
        div.panel {
            @if !forest.note.is_empty() { p.text { (Plain(&forest.note)) } }
            table.forest {
                caption.hidden { (Plain(&forest.title)) } "\n"
                thead {
                    tr {
                        th scope="col" { "setup" }
                        th scope="col" class="axis" { (axis(forest)) }
                        th scope="col" class="score" { "score" }
                        th scope="col" { span.hidden { "shown" } }
                    }
                } "\n"
                tbody { "\n"
                    @for row in &forest.rows {
                        @let places = [place(&by_name, row), place(&by_even, row)];
                        (line(forest, row, places)) "\n"
                    }
                }
            }
            @if forest.omitted_rows > 0 {
                p.text {
                    (count(forest.omitted_rows as u64))
                    " rows between the highest and the lowest are left out."
                }
            }
        } "\n"
    }
}

fn line(forest: &ForestPlot, row: &ForestRow, [by_name, by_even]: [usize; 2]) -> Markup {
    let figure = |figure: f64| rounded(figure, 1);
    let (sign, meaning) = match row.setup {
        None => (String::new(), "a known pattern".to_owned()),
        Some(_) => {
            let clause = row.statement.map(Statement::clause);
            (sign(row.statement), clause.unwrap_or_else(|| "no interval".to_owned()))
        }
    };
    html! {
        tr.known[row.setup.is_none()] id=(row.id) style={ "--n:" (by_name) ";--e:" (by_even) } {
            th scope="row" {
                a.self href={ "#" (row.id) } {
                    @if let Some(setup) = row.setup {
                        svg.mini aria-hidden="true" { use href={ "#s" (setup) } {} }
                    }
                    span { (Plain(&row.name)) }
                }
            }
            td.strip { (strip(forest, row)) }
            td.score {
                b { (figure(row.estimate)) } " "
                span {
                    @match row.interval {
                        Some(ends) => { (figure(ends.low)) "\u{2013}" (figure(ends.high)) },
                        None => { (ONE_GAME) },
                    }
                }
            }
            td class={ "lean " (class_of(row.statement)) } title=(meaning) {
                span aria-hidden="true" { (sign) }
                span.hidden { (meaning) }
                @if let Some(warning) = &row.warning { abbr title=(Plain(warning)) { "\u{2020}" } }
            }
        }
    }
}

/// Returns the CSS class of a statement, which is also the identifier of its mark.
fn class_of(statement: Option<Statement>) -> &'static str {
    let Some(of) = statement else { return "ln" };
    match (of.direction(), of.size()) {
        (Some(Direction::First), _) => "lf",
        (Some(Direction::Second), _) => "lo",
        (None, Some(Size::Within5 | Size::Within10)) => "lb",
        (None, _) => "ln",
    }
}

/// Returns the position of a figure on a strip, in per cent of its width: a strip may have any
/// width, and disks stay round.
fn place(forest: &ForestPlot, figure: f64) -> f64 {
    let (low, high) = forest.axis_range;
    100.0 * (figure - low) / (high - low)
}

fn per_cent(forest: &ForestPlot, figure: f64) -> String {
    decimal(place(forest, figure), 2) + "%"
}

/// Renders the axis: the even figure in bold, and figures at equal distances from it, spaced so
/// that they do not overlap on a narrow strip.
fn axis(forest: &ForestPlot) -> Markup {
    const STEPS: [f64; 10] = [1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 500.0];
    let (low, high) = forest.axis_range;
    let is_wide = |step: &f64| step / (high - low) >= MIN_GAP;
    let step = STEPS.into_iter().find(is_wide).unwrap_or(1000.0);
    let others = (1..=20).flat_map(|times| {
        let away = f64::from(times) * step;
        [forest.even_share - away, forest.even_share + away]
    });
    let fits = |figure: &f64| (4.0..=96.0).contains(&place(forest, *figure));
    html! {
        svg height="20" aria-hidden="true" {
            @for figure in others.filter(fits) {
                text.t.m x=(per_cent(forest, figure)) y="14" { (rounded(figure, 0)) }
            }
            text.t.m.even x=(per_cent(forest, forest.even_share)) y="14" { (rounded(forest.even_share, 0)) }
        }
    }
}

fn strip(forest: &ForestPlot, row: &ForestRow) -> Markup {
    let at = |figure: f64| per_cent(forest, figure);
    let [low, high] = [-forest.within, forest.within]
        .map(|away| place(forest, forest.even_share + away).clamp(0.0, 100.0));
    let class = class_of(row.statement);
    html! {
        svg class=(class) aria-hidden="true" {
            rect.band x={ (decimal(low, 2)) "%" } width={ (decimal(high - low, 2)) "%" } height="100%" {}
            line.fair x1=(at(forest.even_share)) x2=(at(forest.even_share)) y2="100%" {}
            @if let Some(ends) = row.interval {
                line class=(if row.warning.is_some() { "iv fw" } else { "iv" })
                    x1=(at(ends.low)) x2=(at(ends.high)) y1="50%" y2="50%" {}
            }
            use href={ "#" (class) } x=(at(row.estimate)) y="50%" {}
        }
    }
}
