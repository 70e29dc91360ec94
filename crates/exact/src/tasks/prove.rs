//! Forced wins looked for, and certificates of them made.

use std::collections::HashMap;

use pasang_core::base::fault::Fault;
use pasang_core::base::halt::Halt;
use pasang_core::board::Symmetry;
use pasang_core::games::{Game, Searched, Seat, Words, find_move};
use crate::proof::{
    Answers, Beginning, Certificate, Claim, Claimed, NoProof, build, check,
};
use pasang_core::players::search::{Extent, Finding, Prover, Solver, solve};

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// So many positions are looked at, at most, for each player, and as many by the solver.
    pub nodes: u64,
    /// MiB that each search remembers positions in.
    pub hash: u32,
    /// A certificate has so many positions at most.
    pub positions: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The proof, where there is one, which has been checked.
    pub proof: Option<Certificate>,
    /// How many positions were looked at until it was found, or in all.
    pub nodes: u64,
    /// By seat: whether it is sure that this player cannot force the other to be stuck.
    pub averted: [bool; 2],
}

/// Answers that are known from other certificates, by position.
pub struct Known<G: Searched>(HashMap<Words, G::Move>);

impl<G: Game> Known<G> {
    /// Nothing known yet.
    pub fn new() -> Known<G> {
        Known(HashMap::new())
    }

    /// Adds the answers of a certificate, which is checked, the winner's last move before it among
    /// them; and their mirror images.
    ///
    /// # Errors
    /// When it does not prove what it says.
    pub fn add(&mut self, game: &G, certificate: &Certificate) -> Result<(), Fault> {
        check(game, certificate, &mut |position, mv| self.learn(game, position, mv))?;
        let Beginning { setup, after, .. } = &certificate.beginning;
        let (mut position, mut last) = (game.start(setup.stones), None);
        for word in after {
            // The check has seen that it is legal.
            let Ok(mv) = find_move(game, &position, word) else { return Ok(()) };
            last = Some((position, mv));
            position = game.play(&position, mv);
        }
        let is_own = |position: &G::Position| game.to_move(position) == certificate.claim.player;
        if let Some((position, mv)) = last.filter(|(position, _)| is_own(position)) {
            self.learn(game, &position, mv);
        }
        Ok(())
    }

    fn learn(&mut self, game: &G, position: &G::Position, mv: G::Move) {
        self.0.entry(game.words(position)).or_insert(mv);
        let mirror = Symmetry::MirrorColumnF;
        if game.respects(position, mirror) {
            let position = game.map_position(position, mirror);
            self.0.entry(game.words(&position)).or_insert_with(|| game.map_move(mv, mirror));
        }
    }
}

/// Answers from what is known, and else by searching for them.
struct Searching<'s, G: Searched> {
    game: &'s G,
    known: &'s Known<G>,
    prover: &'s mut Prover<G>,
    nodes: u64,
}

impl<G: Game> Searching<'_, G> {
    /// Of the moves after which the win is known to be forced, the one with the smallest proof.
    fn best(
        &mut self,
        position: &G::Position,
        is_told: &dyn Fn(&G::Position) -> bool,
    ) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut best: Option<(u32, G::Move)> = None;
        for mv in moves {
            let next = self.game.play(position, mv);
            let Some(size) = self.prover.known(self.game, &next) else { continue };
            let size = if is_told(&next) { 0 } else { size };
            if best.is_none_or(|(least, _)| size < least) {
                best = Some((size, mv));
            }
        }
        Some(best?.1)
    }
}

impl<G: Game> Answers<G> for Searching<'_, G> {
    fn answer(
        &mut self,
        position: &G::Position,
        is_told: &dyn Fn(&G::Position) -> bool,
    ) -> Option<G::Move> {
        if let Some(&mv) = self.known.0.get(&self.game.words(position)) {
            return Some(mv);
        }
        if let Some(mv) = self.best(position, is_told) {
            return Some(mv);
        }
        // What was proved is not in the table any more.
        match self.prover.prove(self.game, position, self.nodes) {
            Finding::Forced => self.best(position, is_told),
            _ => None,
        }
    }
}

/// Answers of the exact solver.
struct Solving<'s, G: Searched> {
    game: &'s G,
    solver: &'s mut Solver<G>,
    nodes: u64,
}

impl<G: Game> Answers<G> for Solving<'_, G> {
    fn answer(
        &mut self,
        position: &G::Position,
        _: &dyn Fn(&G::Position) -> bool,
    ) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let ranks: Vec<u32> = (0..moves.len() as u32).collect();
        let found = solve(self.solver, self.game, position, &ranks, (Extent::Outcome, self.nodes));
        moves.get(found.rank? as usize).copied()
    }
}

/// Looks for a proof that one of these players wins by stuck.
///
/// The players have their turns, each time with twice as many positions to look at, until one of
/// them has a proof or all have had what the effort allows.
pub fn prove<G: Game>(
    game: &G,
    (beginning, position): (&Beginning, &G::Position),
    players: &[Seat],
    known: &Known<G>,
    effort: Effort,
    halt: &Halt,
) -> Result<Attempt, NoProof> {
    /// The first turn's.
    const FIRST: u64 = 1 << 16;
    let mut attempt = Attempt { proof: None, nodes: 0, averted: [!game.stuck_loses(); 2] };
    let mut provers: Vec<(Seat, Prover<G>)> = Vec::new();
    if game.stuck_loses() {
        provers.extend(players.iter().map(|&seat| (seat, Prover::new(seat, effort.hash))));
    }
    for (_, prover) in &mut provers {
        prover.watched_by(halt.clone());
    }
    let mut turn = FIRST.min(effort.nodes);
    while !provers.is_empty() && !halt.is_set() {
        let mut kept = Vec::new();
        for (seat, mut prover) in provers {
            let before = prover.nodes();
            let found = prover.prove(game, position, turn - before.min(turn));
            attempt.nodes += prover.nodes() - before;
            match found {
                Finding::Forced => {
                    let claim = Claim { player: seat, what: Claimed::WinsByStuck };
                    let nodes = effort.nodes;
                    let mut answers = Searching { game, known, prover: &mut prover, nodes };
                    let about = (beginning.clone(), position);
                    let proof = build(game, about, claim, effort.positions, &mut answers)?;
                    attempt.proof = Some(sound(game, proof)?);
                    return Ok(attempt);
                }
                Finding::Averted => attempt.averted[seat.index()] = true,
                Finding::Open => kept.push((seat, prover)),
            }
        }
        provers = kept;
        if turn >= effort.nodes {
            break;
        }
        turn = (2 * turn).min(effort.nodes);
    }
    Ok(attempt)
}

/// Makes a certificate from what other certificates know, with a search for what they do not.
///
/// # Errors
/// When an answer is missing.
pub fn join<G: Game>(
    game: &G,
    (beginning, position): (&Beginning, &G::Position),
    player: Seat,
    known: &Known<G>,
    effort: Effort,
    halt: &Halt,
) -> Result<Certificate, NoProof> {
    let claim = Claim { player, what: Claimed::WinsByStuck };
    let mut prover = Prover::new(player, effort.hash);
    prover.watched_by(halt.clone());
    let mut answers = Searching { game, known, prover: &mut prover, nodes: effort.nodes };
    let about = (beginning.clone(), position);
    let proof = build(game, about, claim, effort.positions, &mut answers)?;
    sound(game, proof)
}

/// Looks for a proof of the result by the exact solver, where positions with their scores count.
pub fn prove_result<G: Game>(
    game: &G,
    (beginning, position): (&Beginning, &G::Position),
    players: &[Seat],
    effort: Effort,
    halt: &Halt,
) -> Result<Attempt, NoProof> {
    let mut solver = Solver::new(effort.hash);
    solver.watched_by(halt.clone());
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let ranks: Vec<u32> = (0..moves.len() as u32).collect();
    let found = solve(&mut solver, game, position, &ranks, (Extent::Outcome, effort.nodes));
    let mut attempt = Attempt { proof: None, nodes: solver.nodes(), averted: [false; 2] };
    let claim = match (found.result.value(), players) {
        (Some(1), _) => Claim { player: Seat::FIRST, what: Claimed::Wins },
        (Some(-1), _) => Claim { player: Seat::SECOND, what: Claimed::Wins },
        (Some(_), &[player, ..]) => Claim { player, what: Claimed::DoesNotLose },
        _ => return Ok(attempt),
    };
    if !players.contains(&claim.player) {
        return Ok(attempt);
    }
    let mut answers = Solving { game, solver: &mut solver, nodes: effort.nodes };
    let about = (beginning.clone(), position);
    let proof = build(game, about, claim, effort.positions, &mut answers)?;
    attempt.proof = Some(sound(game, proof)?);
    attempt.nodes = solver.nodes();
    Ok(attempt)
}

/// A certificate that this program's own check accepts.
fn sound<G: Game>(game: &G, proof: Certificate) -> Result<Certificate, NoProof> {
    match check(game, &proof, &mut |_, _| {}) {
        Ok(_) => Ok(proof),
        Err(_) => Err(NoProof::Wrong),
    }
}
