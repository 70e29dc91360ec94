//! `pasang-exact survey`: every opening pair of many patterns under several rule sets, tried for a forced
//! win by stuck with the same effort each.
//!
//! # The table
//!
//! One row a pair, in a fixed order: setups, then rules, then columns. So an interrupted table is a
//! prefix of the finished one, and is gone on with. Of a pattern that is its own mirror image, left and
//! right, each pair stands for its mirror image too, and only the first of both has a row. Two rule
//! sets that differ in `reply` alone play the same once the columns are taken: such a pair is tried
//! once, and has a row for each.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use pasang::base::terminal::Line;
use pasang::commands::{Done, Stop, TableSize, Threads, listen, note, whole, write_new};
use pasang::read::{rules, setups};
use pasang_core::base::halt::Halt;
use pasang_core::board::Symmetry;
use pasang_core::games::brunei::{self, Reply};
use pasang_core::games::rules::Rules;
use pasang_core::games::setup::Setup;
use pasang_core::games::{Ruled, Seat, find_move};

use crate::files::{Growing, failed};
use crate::in_order::in_order;
use crate::proof::{Beginning, Certificate, check};
use crate::prove::{Effort, Known, MOST, force, not_by_stuck, refuse_new};

/// The options of `pasang-exact survey`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example: try all pairs of one pattern under one rule set\n  \
    pasang-exact survey --setup catalogue-20 --rules brunei-slide --out pairs.csv\n\n\
    Interrupted, the command goes on where it stopped when it is given again. The table is the same \
    whatever the number of threads.")]
pub struct Survey {
    /// Try these patterns
    #[arg(long, value_name = "NAME|GROUP|FILE", default_value = "catalogue-distinct")]
    setup: String,
    /// Try them under these rules [default: pasang-emas, brunei-slide, brunei-jump, geoludie and
    /// geoludie-jump]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Change a toggle of the rules, as `entry=jump`; may be given several times
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Look at so many positions at most, for each player
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: u64,
    /// The table of what is found; one that was begun is gone on with
    #[arg(long, value_name = "FILE.csv")]
    out: PathBuf,
    /// Write the certificates that are found into this folder
    #[arg(long, value_name = "FOLDER")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    hash: TableSize,
    #[command(flatten)]
    threads: Threads,
}

/// The rules that pairs are tried under where none are named.
const RULES: [&str; 5] =
    ["pasang-emas", "brunei-slide", "brunei-jump", "geoludie", "geoludie-jump"];

/// The table's first line.
const HEADER: &str = "setup,rules,first,second,tried,winner,nodes,positions,plies\n";

/// A pair to be tried.
#[derive(Clone, Debug)]
struct Pair {
    setup: Setup,
    /// What the rules are called.
    rules: String,
    game: brunei::Rules,
    /// The players' columns.
    columns: [String; 2],
    /// The place of the pair that is the same once the columns are taken: its own, or one before.
    same_as: usize,
}

impl Survey {
    /// Tries the pairs that the table lacks, and adds their rows.
    ///
    /// # Errors
    /// When the options are wrong, a file cannot be written, or somebody interrupts.
    pub fn run(self) -> Done {
        let pairs = pairs(&self.setups()?, &self.games()?);
        if let Some(folder) = &self.certificates {
            fs::create_dir_all(folder)
                .map_err(|error| failed(&error, "make the folder", folder))?;
        }
        let threads = self.threads.started();
        let hash = self.hash.of_tables(threads)?;
        let effort = Effort { nodes: self.nodes, hash, positions: MOST };
        let begin = |place: usize| pairs.get(place).map(|pair| pair.begin(self.nodes));
        let mut table = Growing::open(&self.out, HEADER, begin)?;
        let interrupt = listen()?;
        let line = Line::new();
        // What came of each pair: the end of its row.
        let mut found: Vec<String> = Vec::with_capacity(pairs.len());
        for (pair, row) in pairs.iter().zip(&table.rows) {
            found.push(row[pair.begin(self.nodes).len()..].to_owned());
        }
        let tried_apart = |&place: &usize| pairs[place].same_as == place;
        let places: Vec<usize> = (found.len()..pairs.len()).filter(tried_apart).collect();
        let mut add = |found: &mut Vec<String>, end: String| -> Done {
            table.put(&format!("{}{end}\n", pairs[found.len()].begin(self.nodes)))?;
            found.push(end);
            line.write(|_| format!("{} of {} pairs", found.len(), pairs.len()));
            Ok(())
        };
        // The rows up to a place, of pairs that are the same as one before.
        let copies = |found: &mut Vec<String>, end: usize, add: &mut Add<'_>| -> Done {
            while found.len() < end && pairs[found.len()].same_as < found.len() {
                let same = found[pairs[found.len()].same_as].clone();
                add(found, same)?;
            }
            Ok(())
        };
        let attempt = |place: usize| pairs[place].attempt(effort, interrupt.halt());
        let done =
            in_order(&places, (threads, interrupt.halt()), attempt, |place, (end, proof)| {
                copies(&mut found, place, &mut add)?;
                if let (Some(folder), Some(proof)) = (&self.certificates, proof) {
                    let (path, text) = (folder.join(pairs[place].file()), proof.to_text());
                    // Whoever was interrupted behind a certificate and before its row writes it again.
                    if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
                        write_new(&path, text.as_bytes())?;
                    }
                }
                add(&mut found, end)
            });
        let done = done.and_then(|()| copies(&mut found, pairs.len(), &mut add));
        line.clear();
        done?;
        note(format_args!("{} of {} pairs are tried", found.len(), pairs.len()));
        interrupt.ends()
    }

    fn setups(&self) -> Result<Vec<Setup>, Stop> {
        setups::find_all(&self.setup, Path::new("."))
            .map_err(|not_found| Stop::Wrong(not_found.into()))
    }

    fn games(&self) -> Result<Vec<(String, brunei::Rules)>, Stop> {
        let names = match &self.rules {
            Some(name) => vec![name.as_str()],
            None => RULES.to_vec(),
        };
        let mut games = Vec::new();
        for name in names {
            let mut named = rules::find(name)?;
            rules::set_all(&mut named.rules, &self.set)?;
            refuse_new(&named.rules)?;
            match named.rules {
                Rules::Brunei(game) if game.stuck == brunei::Stuck::Loses => {
                    games.push((named.name, game));
                }
                _ => return Err(not_by_stuck()),
            }
        }
        Ok(games)
    }
}

/// Adds the next row, given its end.
type Add<'a> = dyn FnMut(&mut Vec<String>, String) -> Done + 'a;

/// The pairs of all these patterns under all these rules, in order.
fn pairs(setups: &[Setup], rules: &[(String, brunei::Rules)]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for setup in setups {
        let is_own_mirror = setup.stones.mapped(Symmetry::MirrorColumnF) == setup.stones;
        let mut seen = HashMap::new();
        for (name, game) in rules {
            let start = game.start(setup.stones);
            let firsts = words(game, &start);
            let mirror = |word: &String| {
                let place = firsts.iter().rev().position(|(_, other)| other == word);
                place.map(|place| firsts[place].1.clone())
            };
            for (mv, first) in &firsts {
                for (_, second) in words(game, &game.play(&start, *mv)) {
                    let columns = [first.clone(), second];
                    let mirrored = columns.each_ref().map(mirror);
                    if is_own_mirror && mirrored < columns.each_ref().map(|it| Some(it.clone())) {
                        continue;
                    }
                    let place = pairs.len();
                    let later = brunei::Rules { reply: Reply::AnyOther, ..*game };
                    let same = (Rules::Brunei(later), columns.clone());
                    let same_as = *seen.entry(same).or_insert(place);
                    let (setup, rules) = (setup.clone(), name.clone());
                    pairs.push(Pair { setup, rules, game: *game, columns, same_as });
                }
            }
        }
    }
    pairs
}

/// The moves of a position, as they are written.
fn words(game: &brunei::Rules, position: &brunei::Position) -> Vec<(brunei::Move, String)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|mv| (mv, game.word(position, mv))).collect()
}

impl Pair {
    /// The begin of its row, with how many positions are looked at for each player.
    fn begin(&self, tried: u64) -> String {
        let [first, second] = &self.columns;
        format!("{},{},{first},{second},{tried},", self.setup.name, self.rules)
    }

    /// What its certificate is called.
    fn file(&self) -> String {
        let [first, second] = &self.columns;
        format!("{}-{}-{first}-{second}.txt", self.setup.name, self.rules)
    }

    /// The end of its row, with the certificate where there is one; nothing where somebody interrupts.
    fn attempt(&self, effort: Effort, halt: &Halt) -> Option<(String, Option<Certificate>)> {
        let game = &self.game;
        let after = self.columns.to_vec();
        let mut position = game.start(self.setup.stones);
        for word in &after {
            position = game.play(&position, find_move(game, &position, word).ok()?);
        }
        let (setup, rules) = (self.setup.clone(), Rules::Brunei(*game));
        let beginning = Beginning { setup, rules, after };
        if let Some(outcome) = game.outcome(&position) {
            // Who is to enter first cannot.
            let winner = winner(outcome.winners.seats().next());
            return Some((format!("{winner},0,0,0"), None));
        }
        let players = [Seat::FIRST, Seat::SECOND];
        let found = force(game, (&beginning, &position), &players, &Known::new(), effort, halt);
        let attempt = found.ok().filter(|_| !halt.is_set())?;
        let nodes = attempt.nodes;
        let Some(proof) = attempt.proof else {
            let word = if attempt.averted == [true; 2] { "neither" } else { "open" };
            return Some((format!("{word},{nodes},,"), None));
        };
        let checked = check(game, &proof, &mut |_, _| {}).ok()?;
        let winner = winner(Some(proof.claim.player));
        let end = format!("{winner},{nodes},{},{}", checked.positions, checked.plies);
        Some((end, Some(proof)))
    }
}

fn winner(seat: Option<Seat>) -> &'static str {
    if seat == Some(Seat::FIRST) { "first" } else { "second" }
}
