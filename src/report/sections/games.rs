//! Games worth looking at.

use super::headed;
use crate::report::document::{Block, Section, Steps, Table};
use crate::report::film::Film;
use crate::report::material::Material;
use crate::report::words::count;
use crate::results::survey::{PICKS, Pick, Sample};

/// So many pairs of rules and bots have their games drawn.
const MOST_DRAWN: usize = 8;

/// Of so many pairs of rules and bots every position is drawn, of the others a few.
const MOST_STEPPED: usize = 2;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "Games to look at".to_owned();
    // Where no games are recorded a caveat says so.
    material.survey.as_ref()?;
    let mut blocks = vec![Block::Text(
        "Below each board stand the move that led there and the players' points. Dots mark the points \
         whose stones that move has taken, a line the way of what moved, from the ring on. Where few stones are left, what \
         the best play of both would make of it stands there too. The buttons, \
         and the arrow keys once one is pressed, go through a game. The command below a game shows it \
         in a terminal, when it is given in the folder of this report."
            .to_owned(),
    )];
    let mut parts = Vec::new();
    for (place, group) in material.groups.iter().take(MOST_DRAWN).enumerate() {
        let Some(sample) = group.sample else { continue };
        let mut drawn = Vec::new();
        for ((name, why), pick) in PICKS.iter().zip(&sample.picks) {
            if let Some(pick) = pick {
                drawn.extend(game(material, name, why, pick, place < MOST_STEPPED));
            }
        }
        if !drawn.is_empty() {
            parts.push((group.name(), drawn));
        }
    }
    blocks.extend(headed(parts));
    Some(Section { id: "games", title, blocks })
}

fn game(
    material: &Material<'_>,
    name: &str,
    why: &str,
    pick: &Pick,
    every_position: bool,
) -> Vec<Block> {
    let setup = &material.experiment.cell(pick.id.cell).setup.name;
    let text = format!(
        "{name} ({why}): game {} on {setup}{}, {} plies, {}.",
        pick.game,
        if material.all.has_matches() {
            format!(", started by player {}", pick.starter)
        } else {
            String::new()
        },
        pick.plies,
        result(pick)
    );
    let film = Film { starter: pick.starter, solves: every_position };
    // A journal that was read without a fault holds games only.
    let Ok(frames) = material.prepared.visit(pick.id.cell, &pick.ranks, film) else {
        return vec![Block::Text(text)];
    };
    let moves = frames.moves.clone();
    let boards = if every_position {
        let id = format!("game-{}-{}", pick.game, name.to_lowercase());
        Block::Steps(Steps { title: text.clone(), id, boards: frames.boards })
    } else {
        Block::Boards(frames.some())
    };
    vec![
        Block::Text(text),
        boards,
        Block::Command(replay(pick)),
        Block::Fold("all its moves".to_owned(), vec![Block::Text(moves)]),
    ]
}

fn replay(pick: &Pick) -> String {
    format!("pasang replay . {}", pick.game)
}

fn result(pick: &Pick) -> String {
    let scores: Vec<String> = pick.scores.iter().map(i64::to_string).collect();
    let (scores, ending) = (scores.join("\u{2013}"), &pick.ending);
    match pick.winner.as_str() {
        "draw" => format!("drawn at {scores} ({ending})"),
        winners if winners.contains('/') => {
            let winners = winners.replace('/', " and ");
            format!("shared by the {winners} player at {scores} ({ending})")
        }
        winner => format!("won by the {winner} player at {scores} ({ending})"),
    }
}

/// The games of a cell as a table.
pub fn of_cell(sample: &Sample) -> Block {
    let rows = PICKS.iter().zip(&sample.picks).filter_map(|((name, _), pick)| {
        let pick = pick.as_ref()?;
        let plies = count(pick.plies.unsigned_abs());
        Some(vec![(*name).to_owned(), plies, result(pick), replay(pick)])
    });
    Block::Table(Table {
        caption: "Games to look at".to_owned(),
        columns: ["game", "plies", "result", "to see it"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    })
}
