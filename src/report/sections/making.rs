//! How a report was made, and how to prove it.

use super::section as made;
use crate::experiment::Settled;
use crate::report::Digests;
use crate::report::document::{Block, Section};
use crate::report::words::count;
use crate::results::FORMAT;
use crate::stats::table::{Kind, Table};

/// A resolved experiment longer than this is not copied into the report.
const LONGEST_EXPERIMENT: usize = 100_000;

pub fn making(experiment: &Settled, digests: &Digests) -> Option<Section> {
    let bots = experiment.lineups.iter().flat_map(|lineup| lineup.bots());
    let mut bots: Vec<String> =
        bots.map(|bot| format!("{} (version {})", bot, bot.version())).collect();
    bots.sort();
    bots.dedup();
    let mut table = Table::shown(&[("what", Kind::Word), ("which", Kind::Word)]);
    for (what, which) in [
        ("program", format!("pasang {}", env!("CARGO_PKG_VERSION"))),
        ("format of the files", FORMAT.to_string()),
        ("seed", experiment.seed().to_string()),
        (
            &match experiment.sought {
                None => format!("{} a cell", experiment.units()),
                Some(_) => format!("{} a cell, at most", experiment.units()),
            },
            count(experiment.games),
        ),
        ("bots", bots.join(", ")),
    ] {
        table.row([what.to_owned(), which]);
    }
    let how = match experiment.is_all_seeded() {
        true => {
            "All games follow from the experiment and its seed: whoever plays it again gets the same games, the \
             same tables and this same report, byte for byte. To prove it, give this command in the folder of \
             the report; it plays all games again."
        }
        false => {
            "Players from outside took part, and no seed brings their games back. Every move was found legal, and \
             the tables and this report follow from the games, byte for byte. To prove that, give this command \
             in the folder of the report; it plays the other games again."
        }
    };
    let mut blocks = vec![
        Block::Text(how.to_owned()),
        Block::Listing("pasang verify .".to_owned()),
        Block::Text("This shows a game on the board, by its number in games.csv:".to_owned()),
        Block::Listing("pasang replay . 0".to_owned()),
        Block::Table("Made with".to_owned(), table),
    ];
    if !digests.is_empty() {
        let mut table = Table::shown(&[("file", Kind::Word), ("SHA-256", Kind::Word)]);
        digests.iter().for_each(|(name, digest)| table.row([name.clone(), digest.clone()]));
        blocks.push(Block::Table("The files beside this report".to_owned(), table));
    }
    let text = experiment.to_toml();
    blocks.push(match text.len() <= LONGEST_EXPERIMENT {
        true => {
            Block::Fold("experiment.toml, fully resolved".to_owned(), vec![Block::Listing(text)])
        }
        false => Block::Text(
            "The experiment, fully resolved, is experiment.toml beside this report.".to_owned(),
        ),
    });
    made("making", "How this was made", blocks)
}
