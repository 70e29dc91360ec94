//! Where on the board things happen.

use super::headed;
use crate::base::svg::Hollow;
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
    // Where no games are recorded a caveat says so.
    material.survey.as_ref()?;
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

/// What each player's dots are called in the style sheet, which gives each a colour of its own: they are
/// told apart by those, too, who do not see all colours.
const OF_SEATS: [&str; 4] = ["d1", "d2", "d3", "d4"];

/// The maps of one cell or of several.
pub fn of_maps(maps: &Maps, (side, hollow): (Side, Hollow), seats: u8) -> Vec<Block> {
    let most = |all: &[[u64; Point::COUNT as usize]]| all.iter().flatten().copied().max();
    let mut figures = Vec::new();
    if maps.positions > 0 {
        let most = most(&maps.kas).unwrap_or(0);
        for (seat, class) in OF_SEATS.into_iter().enumerate().take(maps.kas.len()) {
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
        let class = OF_SEATS[seat];
        let mapped =
            Mapped { side, hollow, counts, of: maps.games, most, what: "share of the games" };
        figures.push(Block::Figure(map(&title, class, &mapped)));
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::style::STYLE;
    use std::collections::BTreeSet;

    #[test]
    fn each_of_four_players_has_a_colour_of_its_own() {
        let maps = Maps { games: 1, taken: [[1; Point::COUNT as usize]; 4], ..Maps::default() };
        let blocks = of_maps(&maps, (Side::FULL, crate::base::svg::Hollow::Store), 4);
        let classes: BTreeSet<&str> = blocks
            .iter()
            .filter_map(|block| match block {
                Block::Figure(figure) => figure.svg.split("\"dot ").nth(1)?.split('"').next(),
                _ => None,
            })
            .collect();
        assert_eq!(classes.len(), 4);
        let named = |class: &str| {
            let rule = STYLE.split(&format!(".{class} {{ stroke: var(--")).nth(1);
            rule.and_then(|rule| rule.split(')').next()).map(|name| format!("--{name}: "))
        };
        let names: Vec<String> = classes.iter().filter_map(|class| named(class)).collect();
        // On light pages, and on dark ones.
        for place in [1, 2] {
            let colour = |name: &String| STYLE.split(name.as_str()).nth(place)?.split(';').next();
            let colours: BTreeSet<&str> = names.iter().filter_map(colour).collect();
            assert_eq!(colours.len(), 4, "{colours:?}");
        }
    }
}
