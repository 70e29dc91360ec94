//! Contents and text format of a certificate.

use std::fmt;
use std::ops::Range;

use pasang_core::base::text::Keyword;
use pasang_core::games::brunei::{self, Position};
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;
use pasang_core::games::{EndReason, GameRules, Outcome, SearchGame, Seat, StateKey};

pub(super) const FORMAT: u32 = 1;

pub(super) const OVER: &str = ".";

pub(super) const END: &str = "end";

pasang_core::keyword_enum! {
    /// Result that can be forced.
    pub enum Claimed ("claim") {
        /// The other player is stuck in the end, which loses regardless of the scores.
        WinsByStuck = "wins by stuck",
        /// The other player loses, by any ending.
        Wins = "wins",
        /// The other player does not win.
        DoesNotLose = "does not lose",
    }
}

/// Player, and the result that this player can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub player: Seat,
    pub what: Claimed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Stones before the first move.
    pub setup: Setup,
    pub rules: brunei::Rules,
    pub after: Vec<String>,
}

/// Reply of the loser, and the winner's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub reply: String,
    /// Winner's move; `None` if the game is over.
    pub answer: Option<String>,
    /// Number of the position that follows; `None` if the game is over.
    pub next: Option<usize>,
    pub span: Range<usize>,
}

/// Position where it is the loser's turn: every legal reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateNode {
    pub steps: Vec<Step>,
    pub span: Range<usize>,
}

/// See [`Claim::identity`].
pub(super) type Identity = (StateKey, [u16; 2]);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub beginning: Header,
    pub claim: Claim,
    /// First move, as the answer to no reply, if it is the winner's turn at first.
    pub first: Option<Step>,
    /// Positions, numbered from 1.
    pub answered: Vec<CertificateNode>,
}

impl Claim {
    pub fn from_text(text: &str) -> Option<Claim> {
        let players = [Seat::FIRST, Seat::SECOND].into_iter();
        let mut all =
            players.flat_map(|player| Claimed::ALL.iter().map(move |&what| Claim { player, what }));
        all.find(|claim| claim.to_string() == text)
    }

    /// Returns whether a game that ended so fulfils the claim.
    pub fn holds(self, outcome: Outcome) -> bool {
        let Claim { player, what } = self;
        let wins = outcome.winners.has(player) && outcome.winners.count() == 1;
        match what {
            Claimed::WinsByStuck => wins && outcome.ending == EndReason::Stuck,
            Claimed::Wins => wins,
            Claimed::DoesNotLose => outcome.winners.has(player),
        }
    }

    /// Returns the key that is equal for positions that are the same for the claim; without the
    /// scores, if only stuck counts.
    pub(super) fn identity(self, game: &brunei::Rules, position: &Position) -> Identity {
        let [one, two, ..] = game.scores(position);
        let by_stuck = self.what == Claimed::WinsByStuck;
        (game.state_key(position), if by_stuck { [0; 2] } else { [one, two] })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {} {}", self.player, self.what)
    }
}

impl Step {
    fn text(&self) -> String {
        let next = self.next.map_or_else(|| OVER.to_owned(), |next| next.to_string());
        let words = [Some(self.reply.clone()), self.answer.clone(), Some(next)];
        let words: Vec<String> = words.into_iter().flatten().collect();
        words.join(" ").trim_start().to_owned()
    }
}

impl Certificate {
    pub fn to_text(&self) -> String {
        let Header { setup, rules, after } = &self.beginning;
        let rules = Game::Brunei(*rules);
        let mut text = format!("proof: {FORMAT}\ngame: {}\nsetup: {}\n", rules.kind(), setup.name);
        for toggle in rules.toggles().into_iter().filter(|toggle| !toggle.is_omitted) {
            text += &format!("{}: {}\n", toggle.name, toggle.value.trim_matches('"'));
        }
        text += format!("after: {}", after.join(" ")).trim_end();
        text += &format!("\nclaim: {}\n\n{}\n", self.claim, setup.board());
        if let Some(first) = &self.first {
            text += &format!("0: {}\n", first.text());
        }
        for (number, answered) in (1..).zip(&self.answered) {
            let steps: Vec<String> = answered.steps.iter().map(Step::text).collect();
            text += &format!("{number}: {}\n", steps.join("; "));
        }
        text + END + "\n"
    }
}
