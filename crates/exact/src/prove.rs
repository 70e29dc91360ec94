//! `pasang-exact prove`: searches for a forced win and writes its certificate.

use std::path::PathBuf;

use clap::Args;
use pasang::commands::{TableSize, listen, whole};
use pasang::text::diagnostic::{Diagnostic, Source};
use pasang::text::failure::{CommandError, CommandResult, wrong};
use pasang::text::messages::{note, print};
use pasang::text::new_files::{must_be_new, write_new};
use pasang::text::{rules, setups};
use pasang_core::base::cancel::CancelToken;
use pasang_core::games::brunei::{self, Move, Position};
use pasang_core::games::rules::{Game, NamedRules};
use pasang_core::games::{self, GameRules, SearchGame, Seat};
use pasang_core::{Limits, SolveGoal, Solver};

use crate::proof::{Certificate, Claim, Claimed, Header, NoProof, build};
use crate::proof_number::{ProofNumberSearch, ProofStatus};

/// The options of `pasang-exact prove`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example: write down why the second player wins after a pair of first moves\n  \
    pasang-exact prove --setup catalogue-20 --after \"f b\" --out proof.txt\n\n\
    crates/exact/proofs/README.md has the format of certificates."
)]
pub struct Prove {
    /// Start from this setup
    #[arg(long, value_name = "NAME|FILE", default_value = "catalogue-01")]
    setup: String,
    /// Use these rules
    #[arg(long, value_name = "NAME|FILE", default_value = "brunei-slide")]
    rules: String,
    /// Change a toggle of the rules, as `entry=jump`; may be given several times
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,
    /// Search for a win of this player only [default: of either]
    #[arg(long, value_name = "1|2", value_parser = whole::<u8>(1..=2))]
    player: Option<u8>,
    /// Limit each search to N positions: one search for each player's win by stuck, and one by
    /// points
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(value_parser = whole::<u64>(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    hash: TableSize,
    /// Search for a win by stuck only, not for a result by points
    #[arg(long)]
    stuck: bool,
    /// Write the certificate into this file [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Maximum number of positions searched for each player, and again by the solver.
    pub nodes: u64,
    /// Size of each search's table in MiB.
    pub hash: u32,
}

/// Result of a proof attempt.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Proof, if there is one; it has been checked.
    pub proof: Option<Certificate>,
    /// Number of positions searched until it was found, or in all.
    pub nodes: u64,
    /// By seat: `true` if it is proven that this player cannot force the other to be stuck.
    pub averted: [bool; 2],
}

/// Search for a proof that one of these players can force a result.
pub struct Task<'a> {
    pub beginning: &'a Header,
    /// Position after the moves of `beginning`.
    pub position: &'a Position,
    pub players: &'a [Seat],
    pub effort: Effort,
    pub cancel: &'a CancelToken,
}

impl Prove {
    /// Searches for a proof.
    ///
    /// # Errors
    /// If the options are wrong, nothing can be written, or the user interrupts.
    pub fn run(self) -> CommandResult {
        self.out.as_deref().map_or(Ok(()), must_be_new)?;
        let effort = Effort { nodes: self.nodes, hash: self.hash.of_tables(1)? };
        let NamedRules { mut rules, .. } = rules::find(&self.rules)?;
        rules::set_all(&mut rules, &self.set)?;
        let Game::Brunei(game) = rules else { return Err(not_by_stuck()) };
        if self.stuck && !game.stuck_loses() {
            return Err(not_by_stuck());
        }
        refuse_new(&rules)?;
        let setup = setups::find(&self.setup)?;
        let refused =
            |why| Source::new(self.setup.as_str(), "").faults(vec![setup.unplayable(&why)]);
        let start = rules.start(&setup).map_err(refused)?;
        let after = Source::new("--after", self.after.as_str());
        let moves = start.read_moves(&after)?;
        let last = moves.into_iter().fold(start, games::Position::after_unchecked);
        let games::Position::Brunei(_, position) = last else {
            return Err(not_by_stuck());
        };
        if last.outcome().is_some() {
            let fault = Diagnostic::whole("the game is over there: nothing is left to be proved");
            return Err(after.faults(vec![fault]).into());
        }
        let after = self.after.split_whitespace().map(str::to_owned).collect();
        let beginning = Header { setup, rules: game, after };
        let interrupt = listen()?;
        let (both, cancel) = ([Seat::FIRST, Seat::SECOND], interrupt.cancel());
        let one = self.player.and_then(Seat::numbered);
        let players = one.as_ref().map_or(&both[..], std::slice::from_ref);
        let task = Task { beginning: &beginning, position: &position, players, effort, cancel };
        let attempt = match self.search(&task) {
            Ok(attempt) => attempt,
            Err(_) if interrupt.is_set() => return interrupt.ends(),
            Err(why) => return Err(anyhow::Error::from(why).into()),
        };
        self.tell(&attempt)?;
        interrupt.ends()
    }

    fn search(&self, task: &Task<'_>) -> Result<Attempt, NoProof> {
        let attempt = task.force()?;
        if attempt.proof.is_some() || self.stuck || task.cancel.is_cancelled() {
            return Ok(attempt);
        }
        let solved = task.result()?;
        Ok(Attempt { nodes: attempt.nodes + solved.nodes, averted: attempt.averted, ..solved })
    }

    fn tell(&self, attempt: &Attempt) -> CommandResult {
        let Some(proof) = &attempt.proof else {
            for seat in [Seat::FIRST, Seat::SECOND] {
                if attempt.averted[seat.index()] {
                    note(format_args!("player {seat} cannot force the other to be stuck"));
                }
            }
            return print(format_args!(
                "nothing proved: all searches together looked at {} positions\n",
                attempt.nodes
            ));
        };
        let text = proof.to_text();
        let Some(path) = &self.out else { return print(text) };
        write_new(path, text.as_bytes())?;
        let (claim, nodes, positions) = (proof.claim, attempt.nodes, proof.answered.len());
        print(format_args!(
            "{claim}: proved in {nodes} positions, and the certificate has {positions}\n"
        ))
    }
}

/// Refuses toggles that certificates do not record.
///
/// # Errors
/// If one of them differs from its default.
pub fn refuse_new(rules: &Game) -> CommandResult {
    let default = Game::default_of(rules.kind()).toggles();
    let mut both = rules.toggles().into_iter().zip(default);
    let Some((toggle, _)) = both.find(|(toggle, default)| default.is_omitted && !toggle.is_omitted)
    else {
        return Ok(());
    };
    let what = format!("certificates tell nothing of `{}`", toggle.name);
    Err(wrong(what, format!("leave out `{}`, or ask `pasang solve`", toggle.name)))
}

/// Returns the error for rules without wins by stuck.
pub fn not_by_stuck() -> CommandError {
    wrong(
        "no player wins by stuck under these rules",
        "only the game with kas and `stuck=loses` can be won so; `pasang solve` says who wins",
    )
}

/// Returns the move with the smallest proof among those after which the win is known to be forced;
/// `None` if there is none.
fn best(
    game: &brunei::Rules,
    prover: &mut ProofNumberSearch,
    position: &Position,
    is_there: &dyn Fn(&Position) -> bool,
) -> Option<Move> {
    let known = game.all_moves(position).into_iter().filter_map(|mv| {
        let next = game.after_move(position, mv);
        let size = prover.proof_size(game, &next)?;
        Some((if is_there(&next) { 0 } else { size }, mv))
    });
    known.min_by_key(|&(size, _)| size).map(|(_, mv)| mv)
}

impl Task<'_> {
    fn prover(&self, player: Seat) -> ProofNumberSearch {
        let mut prover = ProofNumberSearch::new(player, self.effort.hash);
        prover.set_observer(self.cancel.clone());
        prover
    }

    /// Builds the certificate of a win by stuck, from the search.
    fn by_stuck(
        &self,
        player: Seat,
        prover: &mut ProofNumberSearch,
    ) -> Result<Certificate, NoProof> {
        let game = &self.beginning.rules;
        let claim = Claim { player, what: Claimed::WinsByStuck };
        let mut answer = |position: &Position, is_there: &dyn Fn(&Position) -> bool| {
            best(game, prover, position, is_there).or_else(|| {
                // The proof is not in the table any more.
                let found = prover.prove(game, position, self.effort.nodes);
                (found == ProofStatus::Proven).then(|| best(game, prover, position, is_there))?
            })
        };
        build(self.beginning, self.position, claim, &mut answer)
    }

    /// Searches for a proof that one of the players wins by stuck.
    ///
    /// The players take turns, each time with twice as many positions, until one of them has a proof
    /// or all have used what the effort allows.
    ///
    /// # Errors
    /// If a forced win was found, and no certificate can be made.
    pub fn force(&self) -> Result<Attempt, NoProof> {
        /// Number of positions of the first turn.
        const FIRST: u64 = 1 << 16;
        let (game, most) = (&self.beginning.rules, self.effort.nodes);
        let mut attempt = Attempt { proof: None, nodes: 0, averted: [false; 2] };
        let mut provers: Vec<(Seat, ProofNumberSearch)> = Vec::new();
        if game.stuck_loses() {
            provers.extend(self.players.iter().map(|&seat| (seat, self.prover(seat))));
        }
        let mut turn = FIRST.min(most);
        while !provers.is_empty() && !self.cancel.is_cancelled() {
            let mut kept = Vec::new();
            for (seat, mut prover) in provers {
                let before = prover.nodes();
                let found = prover.prove(game, self.position, turn - before.min(turn));
                attempt.nodes += prover.nodes() - before;
                match found {
                    ProofStatus::Proven => {
                        attempt.proof = Some(self.by_stuck(seat, &mut prover)?);
                        return Ok(attempt);
                    }
                    ProofStatus::Disproven => attempt.averted[seat.index()] = true,
                    ProofStatus::Unknown => kept.push((seat, prover)),
                }
            }
            provers = kept;
            if turn >= most {
                break;
            }
            turn = (2 * turn).min(most);
        }
        Ok(attempt)
    }

    /// Searches for a proof of the result with the exact solver, for which positions include the
    /// scores.
    fn result(&self) -> Result<Attempt, NoProof> {
        let mut solver = Solver::with_table_mib(self.effort.hash);
        solver.set_cancel_token(self.cancel);
        let (goal, limits) = (SolveGoal::Outcome, Limits::nodes(self.effort.nodes));
        let mut solve = |position: &Position| {
            let position = games::Position::Brunei(self.beginning.rules, *position);
            solver.solve(&position, goal, limits)
        };
        let found = solve(self.position);
        let claim = match (found.result.value(), self.players) {
            (Some(1), _) => Some(Claim { player: Seat::FIRST, what: Claimed::Wins }),
            (Some(-1), _) => Some(Claim { player: Seat::SECOND, what: Claimed::Wins }),
            (Some(_), &[player, ..]) => Some(Claim { player, what: Claimed::DoesNotLose }),
            _ => None,
        };
        let mut answer =
            |position: &Position, _: &dyn Fn(&Position) -> bool| match solve(position).best_move? {
                games::Move::Brunei(mv, _) => Some(mv),
                games::Move::Bell(_) => None,
            };
        let proof = claim
            .filter(|claim| self.players.contains(&claim.player))
            .map(|claim| build(self.beginning, self.position, claim, &mut answer))
            .transpose()?;
        Ok(Attempt { proof, nodes: solver.nodes(), averted: [false; 2] })
    }
}
