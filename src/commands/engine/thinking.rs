//! A bot at work for somebody else: from the position to the line that answers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::standing::{AtStanding, Standing};
use crate::base::halt::Halt;
use crate::base::random::Key;
use crate::games::Game;
use crate::players::bots::{Advice, BotSpec, Worth};

/// The line that answers, or what stopped the thread.
pub type Answered = std::thread::Result<String>;

/// What is to be thought about.
pub struct Think {
    /// Who thinks, with the budget.
    pub bot: BotSpec,
    /// Looking at so many positions at most.
    pub most: u64,
    /// Where the random numbers come from.
    pub seed: u64,
    /// About what.
    pub standing: Standing,
    /// Tells when it is enough.
    pub halt: Halt,
}

impl Think {
    /// Thinks, and answers. The bot knows nothing of what it was asked before: the same question
    /// with the same budget of positions has the same answer.
    pub fn answered(&self) -> Answered {
        catch_unwind(AssertUnwindSafe(|| self.standing.reach(Ask(self))))
    }
}

struct Ask<'a>(&'a Think);

impl AtStanding for Ask<'_> {
    type Output = String;

    fn at<G: Game>(self, game: &G, position: &G::Position, plies: usize) -> String {
        let Think { bot, most, seed, halt, .. } = self.0;
        let mut bot = bot.make::<G>();
        bot.begin();
        bot.heed(halt);
        let mut stream = Key::new(*seed, &[b"engine"]).stream(plies as u64);
        match bot.advise(game, position, &mut stream, *most) {
            Some(advice) => in_words(game, position, &advice),
            // Nobody is asked where the game is over.
            None => "error no move was found".to_owned(),
        }
    }
}

fn in_words<G: Game>(game: &G, position: &G::Position, advice: &Advice<G::Move>) -> String {
    let mut text = format!("bestmove {}", game.word(position, advice.chosen.mv));
    if let Some(worth) = advice.worth {
        text += &match worth {
            Worth::Lead(hundredths) => {
                let sign = if hundredths < 0 { '-' } else { '+' };
                let (points, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
                format!(" value points {sign}{points}.{rest:02}")
            }
            Worth::Stuck { wins } => format!(" value stuck {}", if wins { "win" } else { "loss" }),
            Worth::Proved { result, margin } => {
                let result = ["loss", "draw", "win"][(result.signum() + 1) as usize];
                format!(" value proved {result} {margin:+}")
            }
            Worth::Chance(thousandths) => {
                format!(" value chance {}.{:03}", thousandths / 1000, thousandths % 1000)
            }
        };
    }
    if advice.looked_at > 0 {
        text += &format!(" positions {}", advice.looked_at);
    }
    if !advice.line.is_empty() {
        text += " line";
        let mut position = *position;
        for &mv in &advice.line {
            text += &format!(" {}", game.word(&position, mv));
            game.apply(&mut position, mv);
        }
    }
    text
}
