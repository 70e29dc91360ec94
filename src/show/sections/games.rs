//! Selected games, and the provenance of the report.

use std::collections::BTreeMap;

use super::{Group, ReportContext, section as made};
use crate::run::FORMAT;
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::highlights::{Highlights, PICKS, Pick};
use crate::show::document::{Block, GameReplay, Section};
use crate::show::format::count;
use crate::show::svg::Board;
use crate::show::table::Table;
use pasang_core::board::Trail;
use pasang_core::games::{Move, Position};

/// The largest number of pairs of rules and bots whose games are listed; the first pair's games are
/// shown as boards.
const MAX_LISTED: usize = 3;

/// A resolved experiment longer than this, in bytes, is not copied into the report.
const LONGEST_EXPERIMENT: usize = 100_000;

/// Lists the selected games; those of the first group are shown position by position.
pub fn games(
    context: &ReportContext<'_>,
    compiled: &CompiledExperiment,
    picks: &[Highlights],
) -> Option<Section> {
    let (mut rows, mut drawn) = (Vec::new(), Vec::new());
    let mut mains = context.strongest();
    if mains.is_empty() {
        mains = context.groups.iter().filter(|group| group.tally.games() > 0).collect();
    }
    mains.truncate(MAX_LISTED);
    for (group, picks) in context.groups.iter().zip(picks) {
        let Some(main) = mains.iter().find(|main| main.name() == group.name()) else { continue };
        for ((name, why), pick) in PICKS.iter().zip(picks) {
            let Some(pick) = pick else { continue };
            rows.push((format!("{name}: {why}"), main.name(), pick));
            if std::ptr::eq(*main, mains[0]) {
                drawn.push(steps(compiled, main, name, pick));
            }
        }
    }
    let table = Table::of(rows)
        .left("game", |(name, ..)| name.clone())
        .left("rules, bots", |(_, group, _)| group.clone())
        .left("setup", |(.., pick)| context.all.cells[pick.id.cell].labels.setup)
        .right("plies", |(.., pick)| pick.indices.len())
        .left("result", |(.., pick)| result(pick))
        .left("to see it", |(.., pick)| format!("pasang replay . {}", pick.id.number))
        .done();
    let words = "Below each board stand the move that led there and the players' points. Dots mark the points \
                 whose stones that move has taken, a line the way of what moved, from the ring on. The commands \
                 show a game in a terminal, in the folder of this report.";
    let listed = Block::Table(String::new(), table);
    made(
        "games",
        "Games to look at",
        vec![Block::Replays(drawn), listed, Block::Text(words.to_owned())],
    )
}

/// Renders a game to step through: the first position and the position after each move.
fn steps(compiled: &CompiledExperiment, group: &Group<'_>, name: &str, pick: &Pick) -> GameReplay {
    let game = compiled.game(pick.id.cell, &pick.indices);
    let seats = usize::from(game.start.seats());
    let board = |position: &Position, title: String| {
        Board::new(title, position.board_size(), |point| position.sign(point))
    };
    let begin = "the beginning".to_owned();
    let mut boards = vec![Board { caption: begin.clone(), ..board(&game.start, begin) }];
    let (mut position, last) = (game.start, game.moves.len());
    for (ply, &mv) in (1..).zip(&game.moves) {
        let seat = position.turn();
        let trail = Trail { path: position.path(mv), captured: position.captures(mv) };
        position.play_unchecked(mv);
        let scores: Vec<String> = position.scores()[..seats].iter().map(u16::to_string).collect();
        let scores = scores.join("\u{2013}");
        let title = format!("after ply {ply}, player {seat} played {mv}, score {scores}");
        let caption = format!("{ply} of {last} \u{b7} player {seat}: {mv} \u{b7} {scores}");
        boards.push(Board { trail, caption, ..board(&position, title) });
    }
    let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
    GameReplay {
        title: format!("{name}, {}: game {}", group.name(), pick.id.number),
        id: format!("game-{}", pick.id.number),
        boards,
        moves: moves.join(" "),
    }
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

const SEEDED: &str = "All games follow from the experiment and its seed: another run makes the same games, the \
                      same tables and this same report, byte for byte. To prove it, give this command in the \
                      folder of the report; it plays all games again.";
const UNSEEDED: &str = "Players from outside took part, and no seed brings their games back. Every move was found \
                        legal, and the tables and this report follow from the games, byte for byte. To prove that, \
                        give this command in the folder of the report; it plays the other games again.";

/// States how the report was made and how to verify it.
pub fn provenance(
    compiled: &CompiledExperiment,
    digests: &BTreeMap<String, String>,
) -> Option<Section> {
    let experiment = compiled.experiment();
    let bots = experiment.lineups.iter().flat_map(|lineup| lineup.bots());
    let mut bots: Vec<String> =
        bots.map(|bot| format!("{} (version {})", bot, bot.version())).collect();
    bots.sort();
    bots.dedup();
    let table = Table::of([
        ("program", format!("pasang {}", env!("CARGO_PKG_VERSION"))),
        ("format of the files", FORMAT.to_string()),
        ("seed", compiled.seed.to_string()),
        ("games a cell", count(experiment.games)),
        ("bots", bots.join(", ")),
    ])
    .left("what", |(what, _)| *what)
    .left("which", |(_, which)| which.clone())
    .done();
    let how = if experiment.is_all_seeded() { SEEDED } else { UNSEEDED };
    let mut blocks = vec![
        Block::Text(how.to_owned()),
        Block::Listing("pasang verify .".to_owned()),
        Block::Table("Made with".to_owned(), table),
    ];
    if !digests.is_empty() {
        let files = Table::of(digests).left("file", |file| file.0.clone());
        let table = files.left("SHA-256", |file| file.1.clone()).done();
        blocks.push(Block::Table("The files beside this report".to_owned(), table));
    }
    let text = experiment.to_toml();
    let resolved = "experiment.toml, fully resolved";
    let elsewhere = "The experiment, fully resolved, is experiment.toml beside this report.";
    blocks.push(match text.len() <= LONGEST_EXPERIMENT {
        true => Block::Fold(resolved.to_owned(), vec![Block::Listing(text)]),
        false => Block::Text(elsewhere.to_owned()),
    });
    made("making", "How this was made", blocks)
}
