//! How the report was made, and how to prove it.

use crate::report::document::{Block, Section, Table};
use crate::report::material::Material;
use crate::report::words::count;
use crate::results::FORMAT;

/// A resolved experiment longer than this is not copied into the report.
const LONGEST_EXPERIMENT: usize = 100_000;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let experiment = material.experiment;
    let bots = experiment.lineups.iter().flat_map(|lineup| lineup.bots());
    let mut bots: Vec<String> =
        bots.map(|bot| format!("{} (version {})", bot, bot.version())).collect();
    bots.sort();
    bots.dedup();
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let facts = vec![
        row("program", format!("pasang {}", env!("CARGO_PKG_VERSION"))),
        row("format of the files", FORMAT.to_string()),
        row("seed", experiment.seed().to_string()),
        row(&format!("{} a cell", experiment.units()), count(experiment.games)),
        row("bots", bots.join(", ")),
    ];
    let how = if !experiment.is_all_seeded() {
        "Players from outside took part, and no seed brings their games back. Every move was found \
         legal, and the tables and this report follow from the games, byte for byte. To prove that, give \
         this command in the folder of the report; it plays the other games again."
    } else {
        "All games follow from the experiment and its seed: whoever plays it again gets the \
         same games, the same tables and this same report, byte for byte. To prove it, give \
         this command in the folder of the report; it plays all games again."
    };
    let mut blocks = vec![
        Block::Text(how.to_owned()),
        Block::Command("pasang verify .".to_owned()),
        Block::Table(Table {
            caption: "Made with".to_owned(),
            columns: ["what", "which"].map(str::to_owned).to_vec(),
            rows: facts,
        }),
    ];
    if !material.digests.is_empty() {
        let files = material.digests.iter().map(|(name, digest)| (name.clone(), digest.clone()));
        blocks.push(Block::Files(files.collect()));
    }
    let text = experiment.to_toml();
    blocks.push(if text.len() <= LONGEST_EXPERIMENT {
        Block::Fold("experiment.toml, fully resolved".to_owned(), vec![Block::Listing(text)])
    } else {
        Block::Text("The experiment, fully resolved, is experiment.toml beside it.".to_owned())
    });
    Some(Section { id: "making", title: "How this was made".to_owned(), blocks })
}
