//! Fits the evaluation: what a position promises beyond its score, learnt from games that the
//! program plays against itself.
//!
//! A generation of games is played by a short search that judges positions with the weights found
//! so far, none in the first. Each game begins with a few random moves, so that no two are alike,
//! and what happened in it after them is material: a position, and who won in the end. By logistic
//! regression, stage by stage, the features get those weights that make the results likeliest
//! ([`fit()`]). The next generation plays with them.
//!
//! Weights are relative to the score: the regression says what a point of the score is worth, in
//! log-odds, and what each feature is; their quotient is what the feature is worth in points.
//!
//! All of it follows from the seed. Games are played in any order on any number of threads, and
//! counted in the order of their numbers; sums are added up in one order only, and logarithms come
//! from a library of the program's own, so that the file is the same on every machine.

mod fit;
mod label;
mod learn;
mod selfplay;

use std::fmt::{self, Write as _};

use rayon::prelude::*;

use crate::base::halt::Halt;
use crate::base::random::Key;
use crate::games::bell;
use crate::games::brunei::{self, Stuck};
use crate::games::rules::Kind;
use crate::games::setup::{Setup, builtins};
use crate::games::{Feature, Input, Judged, ONE, Searched, Weights};
use crate::players::search::{Aim, Engine};

pub use fit::{Fit, Sample, fit};
pub use label::Labelled;
pub use learn::{Learnt, learn};

/// What is to be tuned, and with how much work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Which game.
    pub game: Kind,
    /// What is fitted.
    pub form: Form,
    /// Where the random numbers start.
    pub seed: u64,
    /// How many games are played in each generation.
    pub games: u64,
    /// How many times the weights are fitted, each time on games played with the last ones.
    pub generations: u32,
}

crate::words! {
    /// What a judgement is made of.
    pub enum Form ("form") {
        /// A net, fitted to what searches say of positions
        Net = "net",
        /// A weight for each feature and stage, fitted to who won
        Linear = "linear",
    }
}

/// A net and where it comes from.
#[derive(Clone, Debug)]
pub struct TunedNet {
    tuning: Tuning,
    inputs: &'static [Input],
    learnt: Learnt,
}

/// What tuning makes: a file.
#[derive(Clone, Debug)]
pub enum Made {
    /// Of weights.
    Linear(Tuned),
    /// Of a net.
    Net(TunedNet),
}

impl Made {
    /// The file.
    pub fn to_toml(&self) -> String {
        match self {
            Made::Linear(tuned) => tuned.to_toml(),
            Made::Net(tuned) => tuned.to_toml(),
        }
    }
}

/// Weights and where they come from.
#[derive(Clone, Debug)]
pub struct Tuned {
    tuning: Tuning,
    features: &'static [Feature],
    stages: &'static [&'static [&'static str]],
    fits: Vec<Fit>,
    /// The weights.
    pub weights: Weights,
}

/// The rules under which the Brunei game is played, in turn; each both ways of being stuck.
const BRUNEI: [&str; 3] = ["brunei-slide", "brunei-jump", "pasang-emas"];

/// The rules under which Bell's game is played, in turn.
const BELL: [&str; 2] = ["bell", "bell-ludii"];

impl Tuning {
    /// The work that made what the program brings.
    pub const fn of(game: Kind, form: Form) -> Tuning {
        // Bell's games take longer.
        let (games, generations) = match (game, form) {
            (Kind::Brunei, Form::Net) => (10_000, 2),
            (Kind::Bell, Form::Net) => (2000, 2),
            (Kind::Brunei, Form::Linear) => (8000, 3),
            (Kind::Bell, Form::Linear) => (1000, 3),
        };
        Tuning { game, form, seed: 1, games, generations }
    }

    /// Plays and fits, unless somebody wants to stop.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn run(
        self,
        threads: usize,
        halt: &Halt,
    ) -> Result<Option<Made>, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(pool.install(|| match (self.game, self.form) {
            (Kind::Brunei, Form::Linear) => {
                let presets = BRUNEI.into_iter().filter_map(brunei::Rules::preset);
                let both = |rules| {
                    [Stuck::Loses, Stuck::ScoreDecides]
                        .map(|stuck| brunei::Rules { stuck, ..rules })
                };
                self.tune(&presets.flat_map(both).collect::<Vec<_>>(), halt).map(Made::Linear)
            }
            (Kind::Bell, Form::Linear) => {
                let presets = BELL.into_iter().filter_map(bell::Rules::preset);
                self.tune(&presets.collect::<Vec<_>>(), halt).map(Made::Linear)
            }
            (Kind::Brunei, Form::Net) => {
                let presets = BRUNEI.into_iter().filter_map(brunei::Rules::preset);
                self.tune_net(&presets.collect::<Vec<_>>(), halt).map(Made::Net)
            }
            (Kind::Bell, Form::Net) => {
                let presets = BELL.into_iter().filter_map(bell::Rules::preset);
                self.tune_net(&presets.collect::<Vec<_>>(), halt).map(Made::Net)
            }
        }))
    }

    /// Fits a net. The first generation is labelled by the weights that the program brings.
    fn tune_net<G: Searched>(self, tables: &[G], halt: &Halt) -> Option<TunedNet> {
        let setups = builtins();
        let mut weights = tables.first()?.linear().clone();
        let mut learnt = None;
        for generation in 0..self.generations {
            let key = Key::new(self.seed, &[b"label", &generation.to_le_bytes()]);
            let games: Option<Vec<Vec<Labelled>>> = (0..self.games)
                .into_par_iter()
                .map_init(
                    || Engine::new(TABLE),
                    |engine, number| {
                        if halt.is_set() {
                            return None;
                        }
                        let (game, setup) = table(tables, setups, number);
                        let start = game.start(setup.stones);
                        let aim = Aim::play(game, Some(&weights));
                        let mut stream = key.stream(number);
                        Some(label::play(game, &start, (engine, &aim), &mut stream))
                    },
                )
                .collect();
            let positions: Vec<Labelled> = games?.into_iter().flatten().collect();
            let found = learn(G::INPUTS, G::NET_STAGES, &positions, self.seed)?;
            weights.net = Some(found.net.clone());
            learnt = Some(found);
        }
        Some(TunedNet { tuning: self, inputs: G::INPUTS, learnt: learnt? })
    }

    fn tune<G: Judged>(self, tables: &[G], halt: &Halt) -> Option<Tuned> {
        let setups = builtins();
        let depth = depth(self.game);
        let mut weights = Weights::NONE;
        let mut fits: Vec<Fit> = Vec::new();
        for generation in 0..self.generations {
            let key = Key::new(self.seed, &[b"tune", &generation.to_le_bytes()]);
            let games: Option<Vec<Vec<Sample>>> = (0..self.games)
                .into_par_iter()
                .map(|number| {
                    if halt.is_set() {
                        return None;
                    }
                    let (game, setup) = table(tables, setups, number);
                    let mut stream = key.stream(number);
                    let start = game.start(setup.stones);
                    Some(selfplay::play(game, &start, (&weights, depth), &mut stream))
                })
                .collect();
            let samples: Vec<Sample> = games?.into_iter().flatten().collect();
            let mut first = 0;
            fits.clear();
            for stages in G::STAGES {
                let stages = first..first + stages.len();
                first = stages.end;
                if halt.is_set() {
                    return None;
                }
                fits.extend(fit(&samples, stages, G::FEATURES.len()));
            }
            weights = Weights { stages: fits.iter().map(Fit::weights).collect(), net: None };
        }
        let (features, stages) = (G::FEATURES, G::STAGES);
        Some(Tuned { tuning: self, features, stages, fits, weights })
    }
}

impl fmt::Display for Tuning {
    /// The command that does it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tuning { game, form, seed, games, generations } = self;
        write!(
            f,
            "pasang tune --game {game} --form {form} --seed {seed} --games {games} --generations {generations}"
        )
    }
}

/// How many plies the players look ahead. Bell's game has three times the moves.
const fn depth(game: Kind) -> u32 {
    match game {
        Kind::Brunei => 3,
        Kind::Bell => 2,
    }
}

/// The rules and the setup of a game: every setup under all rules in turn.
fn table<'a, G>(tables: &'a [G], setups: &'a [Setup], number: u64) -> (&'a G, &'a Setup) {
    let rules = number % tables.len() as u64;
    let setup = number / tables.len() as u64 % setups.len() as u64;
    (&tables[rules as usize], &setups[setup as usize])
}

/// The size of the tables by which positions are labelled, in MiB.
const TABLE: u32 = 2;

impl TunedNet {
    /// The file of the net.
    pub fn to_toml(&self) -> String {
        let Tuning { game, seed, games, generations, .. } = self.tuning;
        let Learnt { net, positions, explained } = &self.learnt;
        format!(
            "# What positions of the {game} game promise beyond their score: a net, the {ONE}th part of whose\n\
             # sums counts, in hundredths of a point. Made by\n#\n#     {}\n#\n\
             # and the same again wherever that is run.\n\n\
             game = \"{game}\"\nversion = \"{}\"\nseed = {seed}\ngames = {games}\n\
             generations = {generations}\n\n\
             # How many positions of the last generation were learnt from, and the share of the variance of\n\
             # what searches say of others that is foretold.\npositions = {positions}\nexplained = {explained:.4}\n\n\
             # By stage, what each of the sums is worth.\n{}",
            self.tuning,
            env!("CARGO_PKG_VERSION"),
            net.to_toml(self.inputs),
            ONE = ONE,
        )
    }
}

impl Tuned {
    /// The file of weights.
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "# What positions of the {} game promise beyond their score, in hundredths of a point.\n\
             # Each weight is for one of its feature. Made by\n#\n#     {}\n#\n\
             # and the same again wherever that is run.\n\n",
            self.tuning.game, self.tuning,
        );
        let Tuning { game, seed, games, generations, .. } = self.tuning;
        let _ = writeln!(text, "game = \"{game}\"");
        let _ = writeln!(text, "version = \"{}\"", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(text, "seed = {seed}");
        let _ = writeln!(text, "games = {games}");
        let _ = writeln!(text, "generations = {generations}");
        text.push_str("\n# In the order of the weights.\nfeatures = [\n");
        let widest = self.features.iter().map(|feature| feature.name.len()).max().unwrap_or(0);
        for Feature { name, meaning } in self.features {
            let name = format!("\"{name}\",");
            let _ = writeln!(text, "  {name:<width$}  # {meaning}", width = widest + 3);
        }
        text.push_str(
            "]\n\n# Of each stage: how many positions were seen in it, the log-odds of winning that a \
             point of\n# the score is worth, and the mean logarithmic loss of a forecast by the score \
             alone and by\n# score and weights together.\n",
        );
        for (name, fit) in self.stages.iter().copied().flatten().zip(&self.fits) {
            let weights: Vec<String> = fit.weights().iter().map(i32::to_string).collect();
            let _ = writeln!(
                text,
                "\n[[stage]]\nname = \"{name}\"\npositions = {}\npoint = {:.4}\nloss-by-score = {:.4}\n\
                 loss = {:.4}\nweights = [{}]",
                fit.positions,
                fit.point,
                fit.loss_by_score,
                fit.loss,
                weights.join(", "),
            );
        }
        text
    }
}
