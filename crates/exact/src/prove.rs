//! `pasang prove`: a forced win looked for, and its certificate written.

mod survey;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use pasang::cli::{Done, Stop, note};
use pasang::cli::{TableSize, Threads, listen, whole};
use pasang::cli::play_all;
use pasang_core::base::fault::{Fault, Source, in_words};
use pasang_core::base::halt::Halt;
use pasang_core::games::brunei;
use pasang_core::games::rules::{self, Named, Rules};
use pasang_core::games::written::Start;
use pasang_core::games::{Ruled, Seat, setup};
use crate::proof::{Beginning, Certificate, NoProof};
use crate::tasks::prove::{Attempt, Effort, Known, join, prove, prove_result};

/// The options of `pasang prove`.
#[derive(Clone, Debug, Args)]
pub struct Prove {
    /// Start from this setup [default: catalogue-01]
    #[arg(long, value_name = "NAME|FILE")]
    setup: Option<String>,
    /// Play by these rules [default: brunei-slide]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Change a toggle of the rules, as `entry=jump`; may be given several times
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,
    /// Look for a win of this player alone [default: of either]
    #[arg(long, value_name = "1|2", value_parser = whole::<u8>(1..=2))]
    player: Option<u8>,
    /// Look at so many positions at most, for each player
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: u64,
    #[command(flatten)]
    hash: TableSize,
    /// Look for a win by stuck only, and not for a result by points
    #[arg(long)]
    stuck: bool,
    /// Take answers from these certificates, and from their mirror images; search for the rest
    #[arg(long, value_name = "FILE", num_args = 1..)]
    with: Vec<PathBuf>,
    /// Write the certificate into this file [default: it is printed]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Try every opening pair, of all distinct patterns of the catalogue under five rule sets or of
    /// those named, and write what is found into this table; one that is there is gone on with
    #[arg(long, value_name = "FILE", conflicts_with_all = ["after", "player", "with", "out", "stuck"])]
    survey: Option<PathBuf>,
    /// Write the certificates that a survey finds into this folder
    #[arg(long, value_name = "FOLDER", requires = "survey")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl Prove {
    /// Looks for a proof.
    ///
    /// # Errors
    /// When the options are wrong, nothing can be written, or somebody interrupts.
    pub fn run(self) -> Done {
        if let Some(path) = &self.survey {
            return self.survey(path);
        }
        let effort = Effort { nodes: self.nodes, hash: self.hash.of_tables(1)?, positions: MOST };
        let name = self.rules.as_deref().unwrap_or("brunei-slide");
        let Named { mut rules, .. } = rules::find(name)?;
        rules::set_all(&mut rules, &self.set)?;
        let Rules::Brunei(game) = rules else { return Err(not_by_stuck()) };
        refuse_new(&rules)?;
        let word = self.setup.as_deref().unwrap_or("catalogue-01");
        let setup = setup::find(word, None)?;
        let start = Start::Setup(setup.clone()).position(&game, word)?;
        let position = play_all(&game, start, &self.after)?;
        if game.outcome(&position).is_some() {
            let fault = Fault::whole("the game is over there: nothing is left to be proved");
            return Err(Source::new("--after", "").faults(vec![fault]).into());
        }
        let known = self.known(&game)?;
        let after = self.after.split_whitespace().map(str::to_owned).collect();
        let beginning = Beginning { setup, rules, after };
        let interrupt = listen()?;
        let found = self.search(&game, (&beginning, &position), &known, (effort, interrupt.halt()));
        let attempt = match found {
            Ok(attempt) => attempt,
            Err(_) if interrupt.is_set() => return interrupt.ends(),
            Err(why) => return Err(anyhow::Error::from(why).into()),
        };
        self.tell(&attempt)?;
        interrupt.ends()
    }

    fn known(&self, game: &brunei::Rules) -> Result<Known<brunei::Rules>, Stop> {
        let mut known = Known::new();
        for path in &self.with {
            let (certificate, source) = Certificate::read(path)?;
            let Rules::Brunei(rules) = certificate.beginning.rules else { continue };
            known.add(&rules, &certificate).map_err(|fault| source.faults(vec![fault]))?;
            let same = |rules: brunei::Rules| brunei::Rules { reply: game.reply, ..rules };
            if same(rules) != *game {
                let what = "this proof is about other rules, and its answers do not help";
                return Err(source.faults(vec![Fault::whole(what)]).into());
            }
        }
        Ok(known)
    }

    fn search(
        &self,
        game: &brunei::Rules,
        at: (&Beginning, &brunei::Position),
        known: &Known<brunei::Rules>,
        (effort, halt): (Effort, &Halt),
    ) -> Result<Attempt, NoProof> {
        let players: Vec<Seat> = match self.player.and_then(Seat::numbered) {
            Some(player) => vec![player],
            None => vec![Seat::FIRST, Seat::SECOND],
        };
        if let (false, &[player]) = (self.with.is_empty(), &players[..]) {
            let proof = join(game, at, player, known, effort, halt)?;
            return Ok(Attempt { proof: Some(proof), nodes: 0, averted: [false; 2] });
        }
        let attempt = prove(game, at, &players, known, effort, halt)?;
        if attempt.proof.is_some() || self.stuck || halt.is_set() {
            return Ok(attempt);
        }
        let solved = prove_result(game, at, &players, effort, halt)?;
        Ok(Attempt { nodes: attempt.nodes + solved.nodes, averted: attempt.averted, ..solved })
    }

    fn tell(&self, attempt: &Attempt) -> Done {
        let Some(proof) = &attempt.proof else {
            for seat in [Seat::FIRST, Seat::SECOND] {
                if attempt.averted[seat.index()] {
                    note(format_args!("player {seat} cannot force the other to be stuck"));
                }
            }
            let mut out = std::io::stdout().lock();
            writeln!(out, "nothing proved within {} positions", attempt.nodes)?;
            return Ok(out.flush()?);
        };
        let (text, positions) = (proof.to_text(), proof.told.len());
        let mut out = std::io::stdout().lock();
        let Some(path) = &self.out else {
            write!(out, "{text}")?;
            return Ok(out.flush()?);
        };
        fs::write(path, text)
            .map_err(|error| anyhow::anyhow!(in_words(&error)))
            .with_context(|| format!("cannot write `{}`", path.display()))?;
        let Attempt { nodes, .. } = attempt;
        writeln!(out, "{}: proved in {nodes} positions, told in {positions}", proof.claim)?;
        Ok(out.flush()?)
    }
}

/// What is said under rules where nobody wins by stuck.
/// Refuses toggles that certificates do not tell.
fn refuse_new(rules: &Rules) -> Result<(), Stop> {
    let usual = Rules::usual(rules.kind()).toggles();
    let mut both = rules.toggles().into_iter().zip(usual);
    let Some((toggle, _)) = both.find(|(toggle, usual)| usual.unsaid && !toggle.unsaid) else {
        return Ok(());
    };
    let what = format!("certificates tell nothing of `{}`", toggle.name);
    let help = format!("leave out `{}`, or ask `pasang solve`", toggle.name);
    Err(Source::new("--rules", "").faults(vec![Fault::whole(what).help(help)]).into())
}

fn not_by_stuck() -> Stop {
    let what = "nobody wins by stuck under these rules";
    let help =
        "only the game with kas and `stuck=loses` can be won so; `pasang solve` tells who wins";
    Source::new("--rules", "").faults(vec![Fault::whole(what).help(help)]).into()
}

/// A certificate of more positions would be no use to anybody.
const MOST: usize = 1 << 20;
