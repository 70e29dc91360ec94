//! What carries over from bot to bot, in words.

pub(crate) mod carrying;

use super::carrying::Carrying;
use super::grid::percent;
use super::interval::Interval;
use super::overview::Overview;
use super::part::{Part, text};

/// What carries over within the experiment.
pub(crate) fn carrying_parts(all: &Overview<'_>) -> Vec<Part> {
    Carrying::of_cells(all).map_or_else(Vec::new, |carrying| carrying::parts(&carrying))
}

/// What carries over between some rungs, in so many columns of signs.
pub fn carrying_in(carrying: &Carrying, room: usize) -> String {
    text(&carrying::parts(carrying), room)
}

/// Columns of a line that is filled with words.
const WIDTH: usize = 100;

fn figure(share: Option<f64>) -> String {
    share.map_or_else(String::new, percent)
}

fn ends(interval: Interval) -> String {
    format!("{}-{}", percent(interval.low), percent(interval.high))
}

/// A text in lines of at most [`WIDTH`] columns; a longer word has a line to itself.
fn filled(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        lines += word;
        width += length;
    }
    lines.push('\n');
    lines
}
