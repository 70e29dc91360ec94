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
#[cfg(test)]
mod tests;

use std::fmt::{self, Write as _};

use clap::ValueEnum;
use rayon::prelude::*;

use pasang_core::base::random::{Key, Stream};
use pasang_core::games::brunei::Stuck;
use pasang_core::games::setup::builtins;
use pasang_core::games::{Input, Judged, ONE, Row, Ruled, Searched, Weights, bell, brunei};
use pasang_core::players::search::{Aim, Engine};

use fit::{Fit, Sample, fit};
use label::Labelled;
use learn::{Learnt, learn};

/// What is to be tuned, and with how much work.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Tuning {
    /// The game whose positions are to be judged
    #[arg(long, value_enum)]
    game: Kind,
    /// What is fitted
    #[arg(long, value_enum, default_value = "net")]
    form: Form,
    /// The same seed gives the same numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played in each generation [default: what made the numbers that the program has]
    #[arg(long)]
    games: Option<u64>,
    /// How many times to play and fit, each time with what was found before [default: likewise]
    #[arg(long)]
    generations: Option<u32>,
}

/// Which game.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Brunei,
    Bell,
}

/// What a judgement is made of.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Form {
    /// A net, fitted to what searches say of positions
    Net,
    /// A weight for each feature and stage, fitted to who won
    Linear,
}

/// The rules under which the Brunei game is played, in turn; for weights both ways of being stuck.
const BRUNEI: [&str; 3] = ["brunei-slide", "brunei-jump", "pasang-emas"];

/// The rules under which Bell's game is played, in turn.
const BELL: [&str; 2] = ["bell", "bell-ludii"];

/// The size of the tables by which positions are labelled, in MiB.
const TABLE: u32 = 2;

impl Tuning {
    /// Plays and fits; a source file of what was found.
    pub fn run(self) -> String {
        match self.game {
            Kind::Brunei => {
                let presets = BRUNEI.into_iter().filter_map(brunei::Rules::preset);
                let both = |rules| {
                    [Stuck::Loses, Stuck::ScoreDecides]
                        .map(|stuck| brunei::Rules { stuck, ..rules })
                };
                match self.form {
                    Form::Linear => self.weights(&presets.flat_map(both).collect::<Vec<_>>()),
                    Form::Net => self.net(&presets.collect::<Vec<_>>()),
                }
            }
            Kind::Bell => {
                let presets: Vec<_> = BELL.into_iter().filter_map(bell::Rules::preset).collect();
                match self.form {
                    Form::Linear => self.weights(&presets),
                    Form::Net => self.net(&presets),
                }
            }
        }
    }

    fn games(self) -> u64 {
        // Bell's games take longer.
        self.games.unwrap_or(match (self.game, self.form) {
            (Kind::Brunei, Form::Net) => 10_000,
            (Kind::Bell, Form::Net) => 2000,
            (Kind::Brunei, Form::Linear) => 8000,
            (Kind::Bell, Form::Linear) => 1000,
        })
    }

    fn generations(self) -> u32 {
        self.generations.unwrap_or(if self.form == Form::Net { 2 } else { 3 })
    }

    /// What every game of a generation yields, in order: every setup under all rules in turn, each
    /// game with random numbers of its own.
    fn play<G, T, S>(
        self,
        (tables, what, generation): (&[G], &str, u32),
        state: impl Fn() -> S + Send + Sync,
        game: impl Fn(&mut S, &G, &G::Position, &mut Stream) -> Vec<T> + Send + Sync,
    ) -> Vec<T>
    where
        G: Ruled,
        T: Send,
    {
        let key = Key::new(self.seed, &[what.as_bytes(), &generation.to_le_bytes()]);
        let one = |state: &mut S, number: u64| {
            let rules = &tables[(number % tables.len() as u64) as usize];
            let setup = number / tables.len() as u64 % builtins().len() as u64;
            let start = rules.start(builtins()[setup as usize].stones);
            game(state, rules, &start, &mut key.stream(number))
        };
        let games: Vec<Vec<T>> = (0..self.games()).into_par_iter().map_init(state, one).collect();
        games.into_iter().flatten().collect()
    }

    /// Fits a net. The first generation is labelled by the weights that the program brings.
    fn net<G: Searched>(self, tables: &[G]) -> String {
        let mut weights = *tables[0].linear();
        let mut text = String::new();
        for generation in 0..self.generations() {
            let positions: Vec<Labelled> = self.play(
                (tables, "label", generation),
                || Engine::new(TABLE),
                |engine, game, start, stream| {
                    let aim = Aim::play(game, Some(&weights));
                    label::play(game, start, (engine, &aim), stream)
                },
            );
            let learnt = learn(G::INPUTS, G::NET_STAGES, &positions, self.seed);
            weights.net = Some(learnt.net);
            text = self.write_net(G::INPUTS, &learnt);
        }
        text
    }

    /// Fits weights.
    fn weights<G: Judged>(self, tables: &[G]) -> String {
        // How many plies the players look ahead. Bell's game has three times the moves.
        let depth = match self.game {
            Kind::Brunei => 3,
            Kind::Bell => 2,
        };
        let mut weights = Weights::NONE;
        let mut fits: Vec<Fit> = Vec::new();
        for generation in 0..self.generations() {
            let samples: Vec<Sample> = self.play(
                (tables, "tune", generation),
                || (),
                |(), game, start, stream| selfplay::play(game, start, (&weights, depth), stream),
            );
            fits.clear();
            for kind in 0..G::KINDS {
                let stages = kind * G::STAGES.len()..(kind + 1) * G::STAGES.len();
                fits.extend(fit(&samples, stages, G::FEATURES.len()));
            }
            // Weights are kept for as long as the program runs, as those are that it brings.
            let linear: Vec<i32> = fits.iter().flat_map(Fit::weights).collect();
            weights = Weights { linear: linear.leak(), net: None };
        }
        self.write_weights(G::STAGES, &fits)
    }

    /// How a file begins.
    fn head(self, what: &str) -> String {
        format!("# {what}. Made by\n#\n#     {self}\n#\n# and the same again wherever that is run")
    }

    fn write_net(self, inputs: &[Input], learnt: &Learnt) -> String {
        let Learnt { net, positions, explained } = learnt;
        let what =
            format!("A net, the {ONE}th part of whose sums counts, in hundredths of a point");
        let list = |text: &mut String, rows: &[Row]| {
            for Row(row) in rows {
                *text += &line(row);
                text.push('\n');
            }
        };
        let mut text = format!(
            "{}: from {positions} positions of the last generation. Of the variance\n\
             # of what searches say of others it foretells a share of {explained:.4}.\n\n\
             # By stage, what each of the sums is worth.\n",
            self.head(&what),
        );
        list(&mut text, net.worth);
        text += "\n# By input and value, what is added to the sums.\n";
        let mut rows = net.rows;
        for input in inputs {
            let here;
            (here, rows) = rows.split_at(usize::from(input.most) + 1);
            let _ = writeln!(text, "# {}", input.name);
            list(&mut text, here);
        }
        text
    }

    fn write_weights(self, stages: &[&str], fits: &[Fit]) -> String {
        let what = "What one of each feature of a position is worth, in hundredths of a point";
        let mut text = format!(
            "{}. After each stage: how many positions were seen in it, the\n\
             # log-odds of winning that a point of the score is worth, and the mean logarithmic loss of a forecast\n\
             # by the score alone and by score and weights together.\n\n",
            self.head(what),
        );
        for (name, fit) in stages.iter().cycle().zip(fits) {
            let Fit { positions, point, loss_by_score, loss, .. } = fit;
            let _ = writeln!(
                text,
                "{} # {name}: {positions}, {point:.4}, {loss_by_score:.4}, {loss:.4}",
                line(&fit.weights()),
            );
        }
        text
    }
}

/// Numbers with a blank between them.
fn line(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Tuning {
    /// The command that does it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |value: clap::builder::PossibleValue| value.get_name().to_owned();
        let (game, form) = (self.game.to_possible_value(), self.form.to_possible_value());
        let (game, form) =
            (game.map_or_else(String::new, name), form.map_or_else(String::new, name));
        let (games, generations) = (self.games(), self.generations());
        write!(
            f,
            "pasang-workshop tune --game {game} --form {form} --seed {} --games {games} --generations {generations}",
            self.seed
        )
    }
}
