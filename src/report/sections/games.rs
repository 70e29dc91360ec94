//! The games themselves: how long and how close they are, some to look at, and how all were made.

use super::{Asked, Group, OfGames, section as made};
use crate::base::words::Choice;
use crate::games::{Ending, Seat};
use crate::report::chart::{Sides, histogram};
use crate::report::document::{Block, Chart, Figure, Section, Shown, Steps};
use crate::report::film::Film;
use crate::report::words::{count, percent};
use crate::results::FORMAT;
use crate::results::survey::{PICKS, Pick};
use crate::stats::Tally;
use crate::stats::table::{Kind, Table};

/// So many pairs of rules and bots have their games drawn.
const MOST_DRAWN: usize = 3;

/// A resolved experiment longer than this is not copied into the report.
const LONGEST_EXPERIMENT: usize = 100_000;

/// How long games are, how close, and how they end.
pub fn shapes(asked: &Asked<'_>) -> Option<Section> {
    let mut blocks = Vec::new();
    for group in asked.main_groups(MOST_DRAWN) {
        let figures: Vec<Figure> = [length(group), margin(group)].into_iter().flatten().collect();
        let words = figures.iter().map(|figure| Block::Text(figure.words.clone())).collect();
        blocks.push(Block::Drawn(figures.into_iter().map(Chart::Figure).collect(), words));
        blocks.push(endings(group));
    }
    made("shapes", "How long, and how close", Shown::Page, blocks)
}

fn length(group: &Group<'_>) -> Option<Figure> {
    let title = format!("Length, {}", group.name());
    histogram(&title, "plies", group.tally.plies(), Sides::One)
}

fn margin(group: &Group<'_>) -> Option<Figure> {
    let over = if group.tally.matches().is_some() { " over a match" } else { "" };
    let title = format!("Points of player 1 less those of player 2{over}, {}", group.name());
    histogram(&title, "points", group.tally.margin(), Sides::Two)
}

/// Endings by winner.
fn endings(group: &Group<'_>) -> Block {
    let tally: &Tally = &group.tally;
    let seats: Vec<Seat> = Seat::first(tally.seats()).collect();
    let names: Vec<String> = seats.iter().map(|seat| format!("won by {seat} %")).collect();
    let mut columns = vec![("ending", Kind::Word)];
    columns.extend(names.iter().map(|name| (name.as_str(), Kind::Figure)));
    columns.extend([("drawn %", Kind::Figure), ("in all %", Kind::Figure)]);
    let mut table = Table::shown(&columns);
    let share = |times: u64| percent(times as f64 / tally.rounds().max(1) as f64);
    let of = |ending: &Ending| {
        let winners = seats.iter().map(|&seat| Some(seat)).chain([None]);
        winners.map(|winner| tally.ended(*ending, winner)).collect::<Vec<u64>>()
    };
    let mut row = |name: &str, won: Vec<u64>| {
        let all = won.iter().sum();
        table.row([name.to_owned()].into_iter().chain(won.into_iter().chain([all]).map(share)));
    };
    let there = Ending::ALL.iter().filter(|&&ending| tally.endings(ending) > 0);
    let mut sums = vec![0; seats.len() + 1];
    for ending in there {
        let won = of(ending);
        sums.iter_mut().zip(&won).for_each(|(sum, won)| *sum += won);
        row(ending.word(), won);
    }
    row("all", sums);
    let caption = match tally.matches() {
        None => format!("Endings by winner, {}", group.name()),
        Some(_) => {
            format!(
                "Endings of rounds by winner, {}; 1 is whoever was the first to move",
                group.name()
            )
        }
    };
    Block::Table(caption, table)
}

/// Games worth looking at; nothing where none are there.
pub fn games(asked: &Asked<'_>, of_games: &OfGames<'_>) -> Option<Section> {
    let survey = of_games.survey?;
    let mut table = Table::shown(&[
        ("game", Kind::Word),
        ("rules, bots", Kind::Word),
        ("setup", Kind::Word),
        ("plies", Kind::Figure),
        ("result", Kind::Word),
        ("to see it", Kind::Word),
    ]);
    let mut drawn = Vec::new();
    let mains = asked.main_groups(MOST_DRAWN);
    for (group, sample) in asked.groups.iter().zip(&survey.groups) {
        let Some(main) = mains.iter().find(|main| main.name() == group.name()) else { continue };
        for (place, ((name, why), pick)) in PICKS.iter().zip(&sample.picks).enumerate() {
            let Some(pick) = pick else { continue };
            let setup = asked.cells[pick.id.cell].labels.setup.to_owned();
            let rounds = asked.all.has_matches();
            let starter = format!(", started by player {}", pick.starter);
            let result = format!("{}{}", result(pick), if rounds { &starter } else { "" });
            let replay = format!("pasang replay . {}", pick.game);
            table.row([
                format!("{name}: {why}"),
                main.name(),
                setup,
                pick.plies.to_string(),
                result,
                replay,
            ]);
            if place == 0 {
                drawn.extend(steps(of_games, main, name, pick));
            }
        }
    }
    let words = "Below each board stand the move that led there and the players' points. Dots mark the points \
                 whose stones that move has taken, a line the way of what moved, from the ring on. Where few \
                 stones are left, what the best play of both would make of it stands there too. The commands show \
                 a game in a terminal, in the folder of this report.";
    let mut blocks = vec![Block::Table(String::new(), table), Block::Text(words.to_owned())];
    blocks.extend(drawn);
    made("games", "Games to look at", Shown::Page, blocks)
}

/// A game to step through.
fn steps(of_games: &OfGames<'_>, group: &Group<'_>, name: &str, pick: &Pick) -> Vec<Block> {
    // A journal that was read without a fault holds games only.
    let film = Film { starter: pick.starter };
    let Ok((boards, moves)) = of_games.prepared.visit(pick.id.cell, &pick.ranks, film) else {
        return Vec::new();
    };
    let title = format!("{name}, {}: game {}", group.name(), pick.game);
    let id = format!("game-{}", pick.game);
    vec![
        Block::Steps(Steps { title: title.clone(), id, boards }),
        Block::Fold(format!("{title}, all its moves"), vec![Block::Text(moves)]),
    ]
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

/// How the report was made, and how to prove it.
pub fn making(of_games: &OfGames<'_>) -> Option<Section> {
    let experiment = of_games.prepared.experiment();
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
        (&format!("{} a cell", experiment.units()), count(experiment.games)),
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
        Block::Command("pasang verify .".to_owned()),
        Block::Table("Made with".to_owned(), table),
    ];
    if !of_games.digests.is_empty() {
        let files = of_games.digests.iter().map(|(name, digest)| (name.clone(), digest.clone()));
        blocks.push(Block::Files(files.collect()));
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
    made("making", "How this was made", Shown::Page, blocks)
}
