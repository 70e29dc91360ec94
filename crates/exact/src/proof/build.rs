//! Builds certificates by traversing positions.

use std::collections::HashMap;

use super::certificate::{Certificate, CertificateNode, Claim, Header, Identity, Step};
use super::check::check;
use pasang_core::games::GameRules;
use pasang_core::games::brunei::{self, Move, Position};

/// Maximum number of positions of a certificate: a larger one would be of no use.
const MAX: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProof {
    /// No answer that wins is known.
    #[error("no answer that wins is known for a position of the proof")]
    Unanswered,
    /// An answer does not lead to the claimed result.
    #[error("an answer that should win does not")]
    Wrong,
    /// The certificate would have too many positions.
    #[error("the certificate would have more than {MAX} positions")]
    TooLarge,
}

/// Returns a move that wins for the player to move; `None` if none is known. The second argument
/// returns whether the certificate already has the position after a move: such an answer costs
/// nothing.
pub type Strategy<'s> = dyn FnMut(&Position, &dyn Fn(&Position) -> bool) -> Option<Move> + 's;

/// Reply, the answer to it, and the index of the position that follows.
type Reply = (String, Option<String>, Option<usize>);

struct Builder<'b> {
    game: &'b brunei::Rules,
    claim: Claim,
    answers: &'b mut Strategy<'b>,
    /// Indices of positions in `nodes`. The order of the map is never used.
    places: HashMap<Identity, usize>,
    nodes: Vec<Vec<Reply>>,
    /// Indices in post-order: each follows those that its position leads to.
    order: Vec<usize>,
}

/// Builds the certificate of a claim about a position, which this program's own check accepts.
///
/// # Errors
/// If an answer is missing or wrong, or there are too many positions.
pub fn build(
    beginning: &Header,
    position: &Position,
    claim: Claim,
    answers: &mut Strategy<'_>,
) -> Result<Certificate, NoProof> {
    let (places, nodes, order) = (HashMap::new(), Vec::new(), Vec::new());
    let game = &beginning.rules;
    let mut builder = Builder { game, claim, answers, places, nodes, order };
    let first = if game.to_move(position) == claim.player {
        Some(builder.answer(position)?)
    } else {
        builder.visit(position)?;
        None
    };
    let certificate = builder.written(beginning.clone(), first);
    check(&certificate).map_err(|_| NoProof::Wrong)?;
    Ok(certificate)
}

impl Builder<'_> {
    /// Adds a position where it is the loser's turn, with all that follow, and returns its index.
    fn visit(&mut self, position: &Position) -> Result<usize, NoProof> {
        let identity = self.claim.identity(self.game, position);
        if let Some(&place) = self.places.get(&identity) {
            return Ok(place);
        }
        let place = self.nodes.len();
        if place >= MAX {
            return Err(NoProof::TooLarge);
        }
        self.places.insert(identity, place);
        self.nodes.push(Vec::new());
        for reply in self.game.all_moves(position) {
            let next = self.game.after_move(position, reply);
            let (answer, follows) = match self.game.outcome(&next) {
                Some(outcome) if self.claim.holds(outcome) => (None, None),
                Some(_) => return Err(NoProof::Wrong),
                None => {
                    let (answer, follows) = self.answer(&next)?;
                    (Some(answer), follows)
                }
            };
            let reply = self.game.format_move(position, reply);
            self.nodes[place].push((reply, answer, follows));
        }
        self.order.push(place);
        Ok(place)
    }

    /// Returns the answer in a position where it is the winner's turn, and the index of the
    /// position that follows.
    fn answer(&mut self, position: &Position) -> Result<(String, Option<usize>), NoProof> {
        let Builder { game, claim, places, answers, .. } = self;
        let is_there = |position: &Position| places.contains_key(&claim.identity(game, position));
        let mv = answers(position, &is_there).ok_or(NoProof::Unanswered)?;
        let next = self.game.after_move(position, mv);
        let word = self.game.format_move(position, mv);
        match self.game.outcome(&next) {
            Some(outcome) if self.claim.holds(outcome) => Ok((word, None)),
            Some(_) => Err(NoProof::Wrong),
            None => Ok((word, Some(self.visit(&next)?))),
        }
    }

    /// Numbers the positions so that all moves lead to higher numbers.
    fn written(&self, beginning: Header, first: Option<(String, Option<usize>)>) -> Certificate {
        let mut numbers = vec![0; self.nodes.len()];
        for (number, &place) in (1..).zip(self.order.iter().rev()) {
            numbers[place] = number;
        }
        let step = |(reply, answer, next): &Reply| {
            let next = next.map(|place| numbers[place]);
            Step { reply: reply.clone(), answer: answer.clone(), next, span: 0..0 }
        };
        let answered = self.order.iter().rev().map(|&place| {
            let steps = self.nodes[place].iter().map(step).collect();
            CertificateNode { steps, span: 0..0 }
        });
        let answered = answered.collect();
        let first = first.map(|(mv, next)| step(&(String::new(), Some(mv), next)));
        Certificate { beginning, claim: self.claim, first, answered }
    }
}
