//! Fits the evaluation nets: the value of a position beyond its score, learnt from self-play.
//!
//! Each generation of games is played by a short search with the evaluation found so far, at first
//! the linear weights that the program brings. Games begin with a few random moves, so that no two
//! are alike, and the search values of positions are the training targets, or the games' results.
//!
//! Everything follows from the seed. Games are played in any order on any number of threads and
//! collected in the order of their numbers; sums are added up in one order only, so that the file
//! is the same on every machine.

mod label;
mod learn;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write as _};

use clap::ValueEnum;
use rayon::prelude::*;

use pasang_core::base::random::SeedKey;
use pasang_core::games::setup::builtins;
use pasang_core::games::{ACTIVATION_MAX, Input, Row, SearchGame, bell, brunei};
use pasang_core::players::search::{AlphaBeta, SearchConfig};

use label::Labelled;
use learn::{Learnt, learn};

#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Tuning {
    /// Game of the net
    #[arg(long, value_enum)]
    game: Kind,
    /// Seed of games and net
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games per generation [default: as for the built-in net]
    #[arg(long)]
    games: Option<u64>,
    /// Number of rounds of self-play and fitting, each with the net of the round before
    #[arg(long, default_value_t = 2)]
    generations: u32,
    /// Label positions by the selective search, which bots play with
    #[arg(long)]
    selective: bool,
    /// Label of a position, from which the net learns
    #[arg(long, value_enum, default_value_t = Labels::Search)]
    labels: Labels,
}

/// Label of a position, from which a net learns.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Labels {
    /// Value that a search finds
    Search,
    /// Result of the game that searches play on from there
    Results,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Brunei,
    Bell,
}

/// Rules under which Brunei's game is played, in turn.
const BRUNEI: [&str; 3] = ["brunei-slide", "brunei-jump", "pasang-emas"];

/// Rules under which Bell's game is played, in turn.
const BELL: [&str; 2] = ["bell", "bell-ludii"];

/// Size in MiB of the transposition tables with which positions are labelled.
const TABLE: u32 = 2;

impl Tuning {
    /// Plays and fits, and returns the text of the net's file.
    pub fn run(self) -> String {
        match self.game {
            Kind::Brunei => {
                self.net(BRUNEI.into_iter().filter_map(brunei::Rules::preset).collect())
            }
            Kind::Bell => self.net(BELL.into_iter().filter_map(bell::Rules::preset).collect()),
        }
    }

    fn games(self) -> u64 {
        // Bell's games take longer.
        self.games.unwrap_or(match self.game {
            Kind::Brunei => 10_000,
            Kind::Bell => 2000,
        })
    }

    /// Fits a net. The first generation is labelled with the weights that the program brings. Every
    /// setup is played under all rules in turn, each game with its own random numbers.
    fn net<G: SearchGame>(self, tables: Vec<G>) -> String {
        let mut weights = *tables[0].linear();
        let mut text = String::new();
        for generation in 0..self.generations {
            let key = SeedKey::new(self.seed, &[b"label", &generation.to_le_bytes()]);
            let one = |engine: &mut AlphaBeta<G>, number: u64| {
                let rules = &tables[(number % tables.len() as u64) as usize];
                let setup = number / tables.len() as u64 % builtins().len() as u64;
                let start = rules.start(builtins()[setup as usize].stones);
                let config = match self.selective {
                    true => SearchConfig::selective(rules, Some(&weights)),
                    false => SearchConfig::for_play(rules, Some(&weights)),
                };
                let play = match self.labels {
                    Labels::Search => label::play,
                    Labels::Results => label::play_for_results,
                };
                play(rules, &start, (engine, &config), &mut key.rng(number))
            };
            let games = (0..self.games()).into_par_iter().map_init(|| AlphaBeta::new(TABLE), one);
            let positions = games.collect::<Vec<Vec<Labelled>>>().concat();
            let learnt = learn(G::INPUTS, G::NET_STAGES, &positions, self.labels, self.seed);
            text = self.write_net(G::INPUTS, &learnt);
            weights.net = Some(learnt.net);
        }
        text
    }

    fn write_net(self, inputs: &[Input], learnt: &Learnt) -> String {
        let Learnt { net, positions, explained, scales } = learnt;
        let list = |text: &mut String, rows: &[Row]| {
            for Row(row) in rows {
                let _ = writeln!(text, "{}", row.map(|number| number.to_string()).join(" "));
            }
        };
        let (measure, target) = match self.labels {
            Labels::Search => ("variance", "what searches say"),
            Labels::Results => ("entropy", "the results"),
        };
        let mut odds = String::new();
        if self.labels == Labels::Results {
            odds += " By stage, a unit of the log-odds of\n# winning is this many points:";
            scales.iter().for_each(|scale| odds += &format!(" {scale:.1}"));
            odds += ".";
        }
        let mut text = format!(
            "# A net, the {ACTIVATION_MAX}th part of whose sums counts, in hundredths of a point. Made by\n#\n#     {self}\n#\n\
             # and the same again wherever that is run: from {positions} positions of the last generation. Of the {measure}\n\
             # of {target} of others it foretells a share of {explained:.4}.{odds}\n\n\
             # By stage, what each of the sums is worth.\n",
        );
        list(&mut text, net.output);
        text += "\n# By input and value, what is added to the sums.\n";
        let mut rows = net.hidden;
        for input in inputs {
            let here;
            (here, rows) = rows.split_at(usize::from(input.most) + 1);
            let _ = writeln!(text, "# {}", input.name);
            list(&mut text, here);
        }
        text
    }
}

impl fmt::Display for Tuning {
    /// Writes the command that makes the net.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game.to_possible_value();
        let game = game.as_ref().map_or("", |value| value.get_name());
        let Tuning { seed, generations, .. } = self;
        let games = self.games();
        let selective = if self.selective { " --selective" } else { "" };
        let labels = if self.labels == Labels::Results { " --labels results" } else { "" };
        write!(
            f,
            "pasang-tuning tune --game {game} --seed {seed} --games {games} --generations {generations}{selective}{labels}"
        )
    }
}
