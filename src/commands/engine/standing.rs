//! The position that an engine has been told.

use super::order::{Asked, Board};
use crate::base::fault::{Fault, Faults, Source};
use crate::base::words::{Choice, shortened};
use crate::commands::position::{USUAL_RULES, usual_setup};
use crate::games::rules::{self, Rules, Work};
use crate::games::setup::{self, Setup};
use crate::games::{Game, find_move};

/// A game so far; all of it is legal.
#[derive(Clone, Debug)]
pub struct Standing {
    /// By which rules.
    pub rules: Rules,
    /// What it started from.
    setup: Setup,
    /// The moves so far.
    moves: Vec<String>,
}

/// Something to be done with the position behind the last move.
pub trait AtStanding {
    /// What comes of it.
    type Output;

    /// Does it; so many moves have been played.
    fn at<G: Game>(self, game: &G, position: &G::Position, plies: usize) -> Self::Output;
}

impl Default for Standing {
    /// The first position that anybody would look at.
    fn default() -> Standing {
        Standing::new(Asked::default()).unwrap_or_else(|why| unreachable!("{why}"))
    }
}

impl Standing {
    /// A position that somebody asks for.
    pub fn new(asked: Asked) -> Result<Standing, String> {
        let name = asked.rules.as_deref().unwrap_or(USUAL_RULES);
        let mut rules = rules::preset(name).ok_or_else(|| {
            let meant = rules::nearest_preset(name).map(|near| format!("; did you mean `{near}`?"));
            format!("unknown rules `{}`{}", shortened(name), meant.unwrap_or_default())
        })?;
        crate::read::rules::set_all(&mut rules, &asked.set).map_err(|faults| in_a_line(&faults))?;
        let setup = match &asked.board {
            Board::Usual => setup_named(usual_setup(rules.kind()))?,
            Board::Setup(name) => setup_named(name)?,
            Board::Rows(rows) => in_rows(rows)?,
        };
        let standing = Standing { rules, setup, moves: asked.moves };
        standing.rules.play(Check(&standing))?;
        Ok(standing)
    }

    /// Does something with the position behind the last move.
    pub fn reach<W: AtStanding>(&self, work: W) -> W::Output {
        self.rules.play(Reach { standing: self, work })
    }

    /// Whether no move is left.
    pub fn is_over(&self) -> bool {
        self.reach(IsOver)
    }

    /// Whose turn it is and what may be played, or how it ended.
    pub fn in_words(&self) -> String {
        self.reach(InWords)
    }
}

/// A setup by its name. Another program names no files of this machine.
fn setup_named(name: &str) -> Result<Setup, String> {
    setup::by_name(name).map_err(|fault| said(&fault))
}

/// Rows with `/` between them, the highest first, with any number of stones.
fn in_rows(rows: &str) -> Result<Setup, String> {
    let board = rows.replace('/', "\n");
    let text = format!("name: rows\nstones: any\n\n{board}\n");
    Setup::parse(&Source::new("rows", text)).map_err(|faults| in_a_line(&faults))
}

/// The first thing that is wrong, without its place: nobody sees the lines that are counted.
fn in_a_line(faults: &Faults) -> String {
    faults.list().first().map(said).unwrap_or_default()
}

fn said(fault: &Fault) -> String {
    let parts = [fault.what.as_str(), &fault.expected, fault.help.as_deref().unwrap_or("")];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("; ").escape_debug().to_string()
}

/// Looks whether the game can be played, and whether each move is legal.
struct Check<'a>(&'a Standing);

impl Work for Check<'_> {
    type Output = Result<(), String>;

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let Standing { setup, moves, .. } = self.0;
        let start = setup.start(game);
        let mut position = start.map_err(|why| format!("this setup cannot be played: {why}"))?;
        for (number, word) in (1..).zip(moves) {
            let mv = find_move(game, &position, word).map_err(|refusal| {
                let instead = refusal.instead();
                format!("move {number}, `{}`, is not legal: {instead}", shortened(word))
            })?;
            game.apply(&mut position, mv);
        }
        Ok(())
    }
}

struct Reach<'a, W> {
    standing: &'a Standing,
    work: W,
}

impl<W: AtStanding> Work for Reach<'_, W> {
    type Output = W::Output;

    fn with<G: Game>(self, game: &G) -> W::Output {
        let Standing { setup, moves, .. } = self.standing;
        let mut position = game.start(setup.stones);
        for word in moves {
            let Ok(mv) = find_move(game, &position, word) else {
                unreachable!("moves are looked at before they are kept")
            };
            game.apply(&mut position, mv);
        }
        self.work.at(game, &position, moves.len())
    }
}

struct IsOver;

impl AtStanding for IsOver {
    type Output = bool;

    fn at<G: Game>(self, game: &G, position: &G::Position, _: usize) -> bool {
        game.outcome(position).is_some()
    }
}

struct InWords;

impl AtStanding for InWords {
    type Output = String;

    fn at<G: Game>(self, game: &G, position: &G::Position, _: usize) -> String {
        let scores = &game.scores(position)[..usize::from(game.seats())];
        let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
        let scores = scores.join("-");
        if let Some(outcome) = game.outcome(position) {
            let (ending, winners) = (outcome.ending.word(), outcome.winners);
            return format!("state over {ending} winner {winners} score {scores}");
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut words: Vec<String> = moves.iter().map(|&mv| game.word(position, mv)).collect();
        words.sort();
        let turn = game.to_move(position);
        format!("state turn {turn} score {scores} moves {}", words.join(" "))
    }
}
