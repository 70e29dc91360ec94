//! The profile of a folder: a sample of its games is measured; tables and page are made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use pasang_core::base::random::SeedKey;
use pasang_core::base::text::Keyword;
use pasang_core::games::Seat;
use pasang_core::players::bots::{BotSpec, Eval};
use pasang_core::profile::{MEASURES, Profile as GameProfile};

use super::tables::{self, profile};
use super::{Document, Table, html, profile_effects, profile_report};
use crate::answer::effects::LineupEffects;
use crate::answer::profile::CellProfile;
use crate::answer::{CellStats, Estimate, RunSummary, designed, experiment_stats, kept_effects};
use crate::experiment::schedule::GameId;
use crate::experiment::{Cell, Experiment, Openings};
use crate::run::folder::{
    PROFILE, PROFILE_EFFECTS, PROFILE_ESTIMATES, PROFILE_PAGE, PROFILE_PATTERN_EFFECTS,
};
use crate::run::measures::{OF_SEARCHES, values_of};
use crate::run::{Artifact, FolderError, RunFolder, Searches, Workers, played_games};
use crate::text::failure::{CommandResult, wrong};
use crate::text::interrupt::Interrupt;
use serde_json::{Value, json};

pub const POSITIONS: RangeInclusive<u64> = 1..=1_000_000_000;

/// Largest number of games of a cell measured by their moves.
const MEASURED: u64 = 2000;

/// Number of games of a cell whose positions are searched, or two for each pair of first moves.
pub const ANALYZED: u64 = 120;

/// Number of games of a cell of a designed experiment: every game counts for every rule.
const DESIGNED: u64 = 8;

/// Returns the bot that searches so; `None` if none does.
pub fn searcher(Searches { nodes, eval }: &Searches) -> Option<BotSpec> {
    let bot = format!("search:nodes={nodes},solve=16,hash=1,eval={eval}");
    bot.parse().ok().filter(|_| POSITIONS.contains(nodes))
}

/// Says how positions were searched.
fn told(Searches { nodes, eval }: &Searches) -> String {
    let other = if eval == Eval::Fitted.word() { String::new() } else { format!(", eval={eval}") };
    format!("searched to {nodes} nodes a position{other}")
}

/// The measured games of a folder.
pub struct FolderProfile<'f> {
    run_folder: &'f RunFolder,
    pub cells: Vec<CellProfile>,
    /// The effects of the rules of a designed experiment.
    effects: Option<Vec<LineupEffects>>,
    pub searches: Searches,
}

impl FolderProfile<'_> {
    pub fn report(&self, is_brief: bool) -> Document {
        let (title, searches) = (&self.run_folder.experiment().title, told(&self.searches));
        match &self.effects {
            Some(effects) => profile_effects(effects, title, &searches, is_brief),
            None => profile_report(&self.cells, title, &searches, is_brief),
        }
    }

    /// Makes the tables, the main one first.
    pub fn tables(&self) -> Vec<Table> {
        match &self.effects {
            Some(effects) => vec![
                tables::effects(PROFILE_EFFECTS, effects),
                tables::pattern_effects(PROFILE_PATTERN_EFFECTS, effects),
            ],
            None => vec![profile(&self.cells)],
        }
    }

    pub fn artifacts(&self) -> Vec<Artifact> {
        let tables = self.tables().into_iter().map(|table| (table.file, table.csv()));
        let estimates = self.effects.iter().map(|it| (PROFILE_ESTIMATES, kept_effects::lines(it)));
        let made = tables.chain(estimates).chain([(PROFILE_PAGE, html(&self.report(false)))]);
        made.map(|(name, text)| Artifact { name, texts: vec![text] }).collect()
    }
}

/// Returns the effects of a designed experiment's rules on what searches measure; `None` for others, and
/// where cells lack games.
fn effects(run_folder: &RunFolder, cells: &[CellProfile]) -> Option<Vec<LineupEffects>> {
    let compiled = &run_folder.compiled;
    let mut sums = played_games::no_sums(compiled);
    for (cell, sums) in cells.iter().zip(&mut sums) {
        for (&index, game) in cell.games.iter().filter(|(_, game)| !game.chances.is_empty()) {
            let id = GameId { number: 0, cell: cell.number, index };
            let bot = compiled.crew_player(id).map_or(0, |player| player.member);
            sums[bot].add(values_of(0.0, game));
        }
    }
    designed::effects_of(compiled, &sums, OF_SEARCHES).filter(|found| !found.is_empty())
}

/// Measures a sample of the games of each wanted cell, whose estimated scores are given. Passes each
/// game, and the number of all, to `see`. After an interruption games are missing.
pub fn measure<'f>(
    folder: &'f RunFolder,
    scores: Vec<Option<Estimate>>,
    searches: Searches,
    (workers, interrupt): (&Workers, &Interrupt),
    is_wanted: impl Fn(usize) -> bool + Sync,
    mut see: impl FnMut(GameId, &GameProfile, u64),
) -> Result<FolderProfile<'f>, FolderError> {
    let Some(bot) = searcher(&searches) else {
        return Err(folder.folder.manifest_error("`profile` names no search".to_owned()));
    };
    let (experiment, compiled) = (folder.experiment(), &folder.compiled);
    let key = |purpose: &[u8]| SeedKey::new(compiled.seed, &[b"profile", purpose]);
    let (draws, plies) = (key(b"games"), key(b"plies"));
    let profile = |(cell, score): (Cell<'_>, Option<Estimate>)| CellProfile {
        number: cell.number,
        setup: cell.setup.name.clone(),
        rules: cell.rules.name.clone(),
        bots: cell.lineup.to_string(),
        strata: compiled.opening_pairs(cell.number).max(1),
        games: BTreeMap::new(),
        wear: Vec::new(),
        score: score.and_then(|it| it.with_interval()).filter(|_| cell.lineup.is_self_play()),
    };
    let mut cells: Vec<CellProfile> = experiment.cells().zip(scores).map(profile).collect();
    // Cells with as many pairs have the same sample, so that rule sets can be compared in pairs.
    let is_designed = experiment.factorial.is_some() && experiment.openings == Openings::Shuffled;
    let sample = |cell: &CellProfile| match is_designed {
        true => first_turns(experiment),
        false => sample(experiment.games, cell.strata, &draws),
    };
    let samples: Vec<BTreeMap<u64, bool>> = cells.iter().map(sample).collect();
    let drawn =
        |id: GameId| samples[id.cell].get(&id.index).filter(|_| is_wanted(id.cell)).copied();
    let mut games: Vec<(GameId, Vec<u32>)> = Vec::new();
    let is_drawn = |number| drawn(folder.schedule.numbered(number)).is_some();
    folder.each(is_drawn, |id, player| {
        games.push((id, player.facts().indices.clone()));
        Ok::<(), FolderError>(())
    })?;
    let work = |(id, moves): &(GameId, Vec<u32>)| {
        let (game, mut rng) = (compiled.game(id.cell, moves), plies.rng(id.index));
        match drawn(*id)? {
            true => GameProfile::analyzed(&game, bot, &mut rng, interrupt.cancel()),
            false => Some(GameProfile::of(&game)),
        }
    };
    let take = |(id, _): &(GameId, Vec<u32>), game: GameProfile| {
        see(*id, &game, games.len() as u64);
        cells[id.cell].add(id.index, game);
        Ok::<(), FolderError>(())
    };
    workers.in_order(&games, interrupt.cancel(), work, take)?;
    let effects = effects(folder, &cells);
    Ok(FolderProfile { run_folder: folder, cells, effects, searches })
}

/// Makes the profile of a folder's games again, of a sample of the cells if they are not all drawn: page and
/// effects rest on all cells. None after an interrupt.
pub fn again(
    run_folder: &RunFolder,
    known: &RunSummary,
    searches: Searches,
    (workers, interrupt): (&Workers, &Interrupt),
    drawn: &BTreeSet<u64>,
) -> Result<Vec<Artifact>, FolderError> {
    let RunFolder { folder, compiled, .. } = run_folder;
    let all = experiment_stats(run_folder, known);
    let is_designed = compiled.experiment().factorial.is_some();
    let score = |cell: &CellStats<'_>| cell.score(Seat::FIRST).filter(|_| !is_designed);
    let scores = all.cells.iter().map(score).collect();
    drop(all);
    let is_drawn = |cell: usize| drawn.contains(&(cell as u64));
    let work = (workers, interrupt);
    let measured = measure(run_folder, scores, searches, work, is_drawn, |_, _, _| {})?;
    if interrupt.is_set() {
        return Ok(Vec::new());
    }
    let mut made = if drawn.len() == compiled.experiment().cell_count() {
        measured.artifacts()
    } else {
        let (name, table) = (PROFILE, profile(&measured.cells).csv());
        let found = if folder.has(name) { folder.read(name)? } else { Vec::new() };
        let texts = vec![with_rows(&found, &table, is_drawn)];
        vec![Artifact { name, texts }]
    };
    made.retain(|it| folder.has(it.name));
    Ok(made)
}

/// Returns a table in which the rows of the drawn cells, and the header, are those of another one.
fn with_rows(table: &[u8], other: &[u8], is_drawn: impl Fn(usize) -> bool) -> Vec<u8> {
    let cell = |line: &&[u8]| -> Option<usize> {
        std::str::from_utf8(line.split(|&sign| sign == b',').next()?).ok()?.parse().ok()
    };
    let lines = |text| <[u8]>::split_inclusive(text, |&sign: &u8| sign == b'\n');
    let kept = lines(table).filter(|line| cell(line).is_some_and(|cell| !is_drawn(cell)));
    let mut all: Vec<&[u8]> = lines(other).chain(kept).collect();
    all.sort_by_key(cell);
    all.concat()
}

/// Returns the first games of a cell whose openings are in random order, all to analyze: whole turns of the
/// crew's players.
fn first_turns(experiment: &Experiment) -> BTreeMap<u64, bool> {
    let players = experiment.players();
    let most = players * (DESIGNED / players).max(1);
    (0..most.min(experiment.games)).map(|index| (index, true)).collect()
}

/// Draws the indices of the games to measure, the same number of each pair of first moves; `true` for
/// those to analyze.
fn sample(games: u64, pairs: u64, key: &SeedKey) -> BTreeMap<u64, bool> {
    let of_each = |most: u64| most.div_ceil(pairs).max(2) as usize;
    let mut sample = BTreeMap::new();
    for pair in 0..pairs {
        let mut indices: Vec<u64> = (pair..games).step_by(pairs as usize).collect();
        key.rng(pair).shuffle(&mut indices);
        let drawn = indices.into_iter().take(of_each(MEASURED)).enumerate();
        sample.extend(drawn.map(|(place, index)| (index, place < of_each(ANALYZED))));
    }
    sample
}

/// Refuses an experiment whose games cannot be measured.
pub fn check(experiment: &Experiment) -> CommandResult {
    let is_of_two = experiment.rules.iter().all(|named| named.rules.seats() == 2);
    match is_of_two {
        true => Ok(()),
        false => Err(wrong("only games of two players are measured", "leave out the others")),
    }
}

/// Returns the values of a game as JSON.
pub fn values(id: GameId, game: &GameProfile) -> Value {
    let values = MEASURES.iter().zip(&game.values).map(|(it, value)| (it.0, value));
    json!({
        "game": id.number, "cell": id.cell, "index": id.index,
        "values": values.collect::<BTreeMap<_, _>>(),
        "chances": game.chances, "compared": game.compared,
    })
}
