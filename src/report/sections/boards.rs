//! Where on the board things happen.

use super::headed;
use crate::board::svg::Hollow;
use crate::board::{Point, Side};
use crate::report::chart::{Mapped, map};
use crate::report::document::{Block, Section};
use crate::report::material::{Material, hollow_of};
use crate::report::words::counted;
use crate::results::survey::Maps;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = match material.hollow() {
        // No kas stand anywhere where nothing but Bell's game is played.
        Hollow::Store => "Where stones are taken".to_owned(),
        Hollow::Hole => "Where kas stand and stones are taken".to_owned(),
    };
    if material.survey.is_none() {
        let words = "Not available: no games were recorded.".to_owned();
        return Some(Section { id: "boards", title, blocks: vec![Block::Text(words)] });
    }
    let mut words = "The larger a disk, the more happened on its point; disks of a row share one \
                     measure."
        .to_owned();
    if material.hollow() == Hollow::Hole {
        words += " The first player sits at the bottom.";
    }
    let mut blocks = vec![Block::Text(words)];
    if material.all.has_matches() {
        blocks.push(Block::Text(
            "Here player 1 is whoever was the first to move in a round.".to_owned(),
        ));
    }
    let mut parts = Vec::new();
    for group in &material.groups {
        let Some(maps) = group.sample.map(|sample| &sample.maps).filter(|maps| maps.games > 0)
        else {
            continue;
        };
        let part = if maps.games < group.tally.rounds() {
            let cells = group.cells.len().max(1) as u64;
            format!("From the first {} of each cell.", counted(maps.games.div_ceil(cells), "game"))
        } else {
            "From all games.".to_owned()
        };
        let sides = group.cells.iter().map(|&(number, _)| material.side(number));
        let side = sides.max().unwrap_or(Side::FULL);
        let maps =
            Block::Beside(of_maps(maps, (side, hollow_of(group.rules)), group.tally.seats()));
        parts.push((group.name(), vec![maps, Block::Text(part)]));
    }
    blocks.extend(headed(parts));
    Some(Section { id: "boards", title, blocks })
}

/// The maps of one cell or of several.
pub fn of_maps(maps: &Maps, (side, hollow): (Side, Hollow), seats: u8) -> Vec<Block> {
    let most = |all: &[[u64; Point::COUNT as usize]]| all.iter().flatten().copied().max();
    let mut figures = Vec::new();
    if maps.positions > 0 {
        let most = most(&maps.kas).unwrap_or(0);
        for (seat, class) in [(0, "d1"), (1, "d2")] {
            let title = format!("Where player {}'s ka stands", seat + 1);
            let what = "share of the positions with both kas on the board";
            let (counts, of) = (&maps.kas[seat], maps.positions);
            let mapped = Mapped { side, hollow, counts, of, most, what };
            figures.push(Block::Figure(map(&title, class, &mapped)));
        }
    }
    let taken = &maps.taken[..usize::from(seats)];
    let most = most(taken).unwrap_or(0);
    for (seat, counts) in taken.iter().enumerate() {
        let title = format!("Where player {} takes stones", seat + 1);
        let class = ["d1", "d2", "d0", "d0"][seat];
        let mapped =
            Mapped { side, hollow, counts, of: maps.games, most, what: "share of the games" };
        figures.push(Block::Figure(map(&title, class, &mapped)));
    }
    figures
}
