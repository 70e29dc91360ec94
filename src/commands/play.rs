//! `pasang play`: an interactive game in the terminal, against bots or with other people.

mod lessons;
mod reading;

use std::fmt::{Display, Write as _};
use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::Context;
use clap::Args;
use pasang_core::{Bot, BuiltinBot, Limits};

use self::reading::meant;
use super::position::PositionArgs;
use super::run::draw_seed;
use crate::base::diagnostic::STDIN;
use crate::base::random::HIGHEST_SEED;
use crate::base::random::SeedKey;
use crate::base::terminal::{columns_of_stdout, is_lively, wrapped};
use crate::base::text::{listed, plural, shell_word, shortened};
use crate::cli::exit::{CommandError, CommandResult, complain, print, write_new, wrong};
use crate::cli::options::{board, command_line_without, seed, whole};
#[cfg(unix)]
use crate::playing::on_signals;
use crate::read::positions::Requested;
use pasang_core::board::Trail;
use pasang_core::games::game_record::{GameRecord, Parts};
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;
use pasang_core::games::{EndReason, Move, Outcome, Position, Seat, Weights};
use pasang_core::players::bots::{BotSpec, Evaluation};

/// Default bot: strong, and answers at once.
pub(super) const DEFAULT_BOT: &str = "search:nodes=100000,solve=16";

/// Bot behind `hint`, and its node limit: a second or two.
const ADVISER: &str = "search:nodes=100000,solve=24";
const LOOKED_AT: u64 = 4_000_000;

/// Longer lists of moves are printed only on request.
const FEW: usize = 24;

/// Maximum number of bytes of a line.
const MAX_LENGTH: u64 = 4096;

/// Maximum line width, for legibility.
const WIDTH: usize = 80;

/// Commands besides moves: name, argument, description.
const COMMANDS: [(&str, &str, &str); 9] = [
    ("moves", "", "all legal moves, with the points that each takes"),
    ("board", "", "the board"),
    ("hint", "", "a good move, and what it is worth"),
    ("undo", "", "back to your own last turn"),
    ("save", "FILE", "write the game into a file"),
    ("game", "", "the moves so far, and how it stands"),
    ("rules", "", "the rules of this game"),
    ("help", "", "this list"),
    ("quit", "", "leave"),
];

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang play --setup catalogue-07 --bot search:depth=4 --seat 2"
)]
pub struct Play {
    #[command(flatten)]
    position: PositionArgs,
    /// Continue a game written by `save`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "rules", "set", "position"])]
    load: Option<PathBuf>,
    /// Bot in all other seats [default: the file's, or search:nodes=100000,solve=16]
    ///
    /// beginner, easy, fair, good, strong, expert, strongest, or a bot with options.
    #[arg(long, value_name = "BOT", value_parser = BotSpec::builtin)]
    bot: Option<BotSpec>,
    /// Your seat; seat 1 moves first [default: the file's free seat, or 1]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=4))]
    seat: Option<u8>,
    /// Your name in the saved game
    #[arg(long, value_name = "NAME", conflicts_with = "two", value_parser = own_name)]
    name: Option<String>,
    /// Play without bots: people sit in all seats
    #[arg(long, conflicts_with_all = ["bot", "seat"])]
    two: bool,
    /// Random seed of the bots [default: the file's, or drawn and printed]
    #[arg(long, value_name = "N", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Do not explain the rules as they come up
    #[arg(long)]
    brief: bool,
}

impl Play {
    pub fn run(self) -> CommandResult {
        let after = self.position.after();
        let game = match &self.load {
            Some(path) => crate::read::read_game_record(path)?,
            None => {
                let Requested { setup, start, .. } = self.position.one()?;
                GameRecord { setup, ..GameRecord::new_unchecked(start, Vec::new()) }
            }
        };
        let seats = game.start.seats();
        if let Some(seat) = self.seat.filter(|&seat| seat > seats) {
            let what = format!("`--seat {seat}`: {seats} play by these rules");
            return Err(wrong(what, format!("give a seat from 1 to {seats}")));
        }
        let mut session = Session::new(&self, game);
        let moves = session.position.read_moves(&after)?;
        moves.into_iter().for_each(|mv| session.make(mv));
        // SIGINT and SIGTERM end the game at once, and print how to continue.
        #[cfg(unix)]
        {
            let parting = session.parting.clone();
            let leave = move |number| {
                let words = parting.lock().map(|words| words.clone()).unwrap_or_default();
                complain(format_args!("\n{words}"));
                signal_hook::low_level::exit(128 + number);
            };
            on_signals(leave).context("cannot listen to signals")?;
        }
        session.run()
    }

    fn takes_stdin(&self) -> bool {
        let loads = self.load.as_deref().is_some_and(|path| path.as_os_str() == STDIN);
        loads || self.position.takes_stdin()
    }

    /// Determines bot, seat and seed from the options, else from the headers of the loaded file.
    /// `turns` are the seats with their words in the file.
    fn table(&self, about: &About, turns: &[(Seat, &str)]) -> Table {
        let said = |key: &str| about.iter().find(|(it, _)| *it == key).map(|(_, value)| value);
        let of_program = |bot: &BotSpec| !bot.is_external();
        let bot = |word: &str| said(word)?.parse().ok().filter(of_program);
        let free = turns.iter().find(|(_, word)| bot(word).is_none());
        let seat = self.seat.or(free.map(|(seat, _)| seat.number())).unwrap_or(1);
        let mut others = turns.iter().filter(|(at, _)| at.number() != seat);
        let other = others.find_map(|(_, word)| bot(word));
        let seed = said("seed").and_then(|seed| seed.parse().ok());
        let seed = self.seed.or(seed.filter(|&seed| seed <= HIGHEST_SEED));
        let Ok(default) = DEFAULT_BOT.parse() else { unreachable!("a bot's word") };
        Table {
            bot: self.bot.or(other).unwrap_or(default),
            seat: Some(seat).filter(|_| !self.two),
            seed: seed.unwrap_or_else(draw_seed),
            is_drawn: seed.is_none(),
        }
    }
}

/// Reads a person's name. By a name of a bot, a loaded game would seat the bot.
fn own_name(word: &str) -> Result<String, String> {
    match word.parse::<BotSpec>() {
        Ok(_) => Err("a bot is called so; expected another name".to_owned()),
        Err(_) if word.trim().is_empty() => Err("expected a name".to_owned()),
        Err(_) => Ok(word.to_owned()),
    }
}

/// Headers of a game file.
type About = Vec<(&'static str, String)>;

struct Table {
    bot: BotSpec,
    /// Seat of the person; `None` if people sit in all seats.
    seat: Option<u8>,
    seed: u64,
    /// Set if no seed was given.
    is_drawn: bool,
}

impl Table {
    fn is_person(&self, seat: Seat) -> bool {
        self.seat.is_none_or(|own| own == seat.number())
    }

    /// Returns a player's name in the output: `player 1`, `you`.
    fn called(&self, seat: Seat) -> String {
        match self.seat == Some(seat.number()) {
            true => "you".to_owned(),
            false => format!("player {seat}"),
        }
    }
}

/// Text printed when a signal ends the game: how to continue.
type Parting = Arc<Mutex<String>>;

struct Session<'a> {
    play: &'a Play,
    rules: Game,
    table: Table,
    /// Seats in turn order, with their words in files.
    turns: Vec<(Seat, &'static str)>,
    talk: Talk,
    bot: BuiltinBot,
    key: SeedKey,
    /// Explanations not yet printed, by phase of the game.
    lessons: Vec<Option<String>>,
    played: Vec<(Position, Move)>,
    position: Position,
    /// Legal moves sorted by notation; they are numbered from 1.
    moves: Vec<Move>,
    words: Vec<String>,
    parting: Parting,
    /// The start, with the moves of the loaded game.
    begun: GameRecord,
}

impl<'a> Session<'a> {
    fn new(play: &'a Play, begun: GameRecord) -> Session<'a> {
        let (rules, position) = (begun.start.rules(), begun.start);
        let (starter, seats) = (position.turn(), position.seats());
        let turns: Vec<(Seat, &'static str)> =
            Seat::first(seats).map(|turn| (turn.at_table(starter, seats), turn.word())).collect();
        let table = play.table(&begun.about, &turns);
        let mut session = Session {
            play,
            rules,
            talk: Talk::new(play.takes_stdin()),
            bot: table.bot.build(),
            key: SeedKey::new(table.seed, &[b"play", rules.identity().as_bytes()]),
            lessons: match play.brief {
                true => Vec::new(),
                false => lessons::parts(&rules).into_iter().map(Some).collect(),
            },
            played: Vec::new(),
            position,
            moves: Vec::new(),
            words: Vec::new(),
            parting: Parting::default(),
            turns,
            table,
            begun,
        };
        session.begun.moves.clone().into_iter().for_each(|mv| session.make(mv));
        session
    }

    fn run(mut self) -> CommandResult {
        self.look();
        self.greet()?;
        self.go_on()?;
        loop {
            let prompt = match self.words.is_empty() {
                true => "the game is over".to_owned(),
                false => format!("player {}", self.mover()),
            };
            let Some(line) = self.talk.ask(&prompt)? else { break };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let (word, rest) = (word.to_lowercase(), rest.trim());
            match (word.as_str(), rest) {
                ("", _) => {}
                ("moves", "") => self.say_moves(usize::MAX)?,
                ("board", "") => self.show_board()?,
                ("hint", "") => self.hint()?,
                ("undo", "") => self.undo()?,
                ("save", "") => say("`save` needs a file: `save game.txt`")?,
                ("save", file) => self.save(file)?,
                ("game", "") => self.say_game()?,
                ("rules", "") => print_wrapped(&lessons::whole(&self.rules))?,
                ("help" | "?", "") => self.help()?,
                ("quit" | "exit" | "q", "") => break,
                _ => self.played_by_a_person(&line)?,
            }
        }
        match self.parting_words() {
            words if words.is_empty() => Ok(()),
            words => say(words),
        }
    }

    fn mover(&self) -> Seat {
        self.position.turn()
    }

    fn make(&mut self, mv: Move) {
        self.played.push((self.position, mv));
        self.position.play_unchecked(mv);
    }

    /// Updates the legal moves and the parting words.
    fn look(&mut self) {
        let moves = self.position.legal_moves().into_iter();
        let mut sorted: Vec<(String, Move)> = moves.map(|mv| (mv.to_string(), mv)).collect();
        sorted.sort();
        (self.words, self.moves) = sorted.into_iter().unzip();
        if let Ok(mut parting) = self.parting.lock() {
            *parting = self.parting_words();
        }
    }

    fn greet(&self) -> CommandResult {
        let name = match (&self.begun.setup, &self.play.load) {
            (Some(setup), _) => setup.name.clone(),
            (None, Some(path)) => path.display().to_string(),
            (None, None) => self.play.position.name(),
        };
        let (rules, seats) = (lessons::named(&self.rules), self.position.seats());
        let Table { bot, seat, seed, .. } = &self.table;
        let who = match seat {
            None => format!("{seats} people play: player 1 moves first."),
            Some(seat) => format!(
                "You are player {seat} of {seats}, against {bot}.\n\
                 Seed {seed}: `--seed` with it plays the same again."
            ),
        };
        let stones = match self.play.brief {
            true => String::new(),
            false => format!("\n{}", lessons::stones(&self.rules)),
        };
        let help = "`help` lists what can be typed, `quit` leaves.";
        print_wrapped(&format!("Pasang: {name}, {rules}. {who}\n{help}{stones}"))
    }

    /// Plays the bots' moves until it is a person's turn, then shows the position.
    fn go_on(&mut self) -> CommandResult {
        while !self.words.is_empty() && !self.table.is_person(self.mover()) {
            let mut rng = self.key.rng(self.played.len() as u64);
            // Each search starts afresh, so that a game that was left continues in the same way.
            self.bot.new_game();
            let Some(mv) = self.bot.choose_move(&self.position, &mut rng) else { break };
            self.announce(mv)?;
        }
        self.show()
    }

    /// Makes a move and prints it: `player 2 plays k7-j7xw3: takes g7 h7 i7, 6 points`.
    fn announce(&mut self, mv: Move) -> CommandResult {
        let (position, size) = (&self.position, self.position.board_size());
        let taken: Vec<String> = position.captures(mv).map(|point| size.name(point)).collect();
        let gain = plural(position.captured_points(mv).into(), "point");
        let who = self.table.called(self.mover());
        let plays = if who == "you" { "play" } else { "plays" };
        let text = format!("{who} {plays} {mv}: takes {}, {gain}", taken.join(" "));
        self.make(mv);
        self.look();
        print_wrapped(&text)
    }

    fn show_board(&self) -> CommandResult {
        let trail = self.played.last().map(|(position, mv)| Trail {
            path: position.path(*mv),
            captured: position.captures(*mv),
        });
        let (size, sign) = (self.position.board_size(), |point| self.position.sign(point));
        let board = board(size, sign, &trail.unwrap_or_default(), is_lively(&io::stdout()));
        say(format_args!("\n{}", board.trim_end()))
    }

    /// Prints explanation and moves first, so that board and score stay in view on a small screen.
    fn show(&mut self) -> CommandResult {
        let over = self.position.outcome();
        if over.is_none() {
            let part = self.position.phase_index();
            if let Some(lesson) = self.lessons.get_mut(part).and_then(Option::take) {
                print_wrapped(&format!("\n{lesson}"))?;
            }
            say("")?;
            self.say_moves(FEW)?;
        }
        self.show_board()?;
        let score = self.position.format_scores();
        let advance = self.rules.in_advance().map(|words| format!("; {words}")).unwrap_or_default();
        match over {
            None => say(format_args!("score {score}{advance}")),
            Some(outcome) => print_wrapped(&format!(
                "The game is over. {}; score {score}{advance}.\n`game` lists its moves, `save FILE` keeps it, `undo` \
                 takes back, `quit` leaves.",
                self.result(&outcome)
            )),
        }
    }

    /// Returns result and reason as the person sees them: `You lose: you cannot move`.
    fn result(&self, outcome: &Outcome) -> String {
        let why = match outcome.ending {
            EndReason::Cleared => "no stone is left".to_owned(),
            EndReason::NoHops => "no stone can hop any more".to_owned(),
            EndReason::Stuck => {
                let decides = if self.rules.stuck_loses() { "" } else { ", and the score decides" };
                format!("{} cannot move{decides}", self.table.called(self.mover()))
            }
        };
        let won: Vec<Seat> = outcome.winners.seats().collect();
        let own = self.table.seat.map(|own| won.iter().any(|seat| seat.number() == own));
        let who = listed(won.iter().map(|seat| self.table.called(*seat)), "and");
        let result = match (own, won.len()) {
            (Some(true), 1) => "You win".to_owned(),
            (Some(false), _) => "You lose".to_owned(),
            (None, 1) => format!("Player {} wins", won[0]),
            _ => format!("A draw between {who}"),
        };
        format!("{result}: {why}")
    }

    /// Lists the legal moves with their numbers and gains, unless there are more than `most`.
    fn say_moves(&self, most: usize) -> CommandResult {
        if self.words.is_empty() {
            return say("no moves: the game is over");
        }
        let count = plural(self.words.len() as u64, "move");
        let who = format!("player {} to move, {count}", self.mover());
        if self.words.len() > most {
            return say(format_args!("{who}: `moves` lists them"));
        }
        let all: Vec<usize> = (0..self.words.len()).collect();
        say(format_args!("{who}:\n{}", self.listed(&all)))
    }

    fn listed(&self, places: &[usize]) -> String {
        let widest = places.iter().map(|&place| self.words[place].len()).max().unwrap_or(0);
        let digits = self.words.len().to_string().len();
        let shown = |&place: &usize| {
            let gain = self.position.captured_points(self.moves[place]);
            let (number, word) = (place + 1, &self.words[place]);
            format!("{number:>digits$} {word:<widest$} +{gain:<3}")
        };
        // Lines break between items; a terminal would break within them.
        let a_line = ((width() - 1) / (digits + widest + 9)).max(1);
        let lines = places.chunks(a_line).map(|line| {
            let line: Vec<String> = line.iter().map(shown).collect();
            format!("  {}", line.join("   ").trim_end())
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn hint(&self) -> CommandResult {
        let Ok(adviser) = ADVISER.parse::<BotSpec>() else { unreachable!("a bot's word") };
        // A fixed seed: of equally good moves always the same one.
        let mut rng = SeedKey::new(0, &[b"hint"]).rng(0);
        let limits = Limits::nodes(LOOKED_AT);
        let analysis = adviser.build().analyze_with(&self.position, limits, &mut rng);
        let Some(analysis) = analysis else { return say("no hint: the game is over") };
        let leader = |is_mover: bool| if is_mover { self.mover() } else { self.mover().next(2) };
        let evaluation = match analysis.evaluation {
            Some(Evaluation::Proven { result: 0, .. }) => "; with best play a draw".to_owned(),
            Some(Evaluation::Proven { result, margin }) => {
                let (who, more) = (leader(result > 0), margin * result.signum());
                format!("; with best play player {who} wins, with {more:+} points")
            }
            Some(Evaluation::Lead(hundredths)) => {
                let lead = (hundredths.abs() + Weights::POINT / 2) / Weights::POINT;
                let lead = plural(lead.unsigned_abs().into(), "point");
                format!("; it seems that player {} will lead by {lead}", leader(hundredths > 0))
            }
            Some(Evaluation::Stuck { wins }) => {
                format!("; player {} seems to win: the other gets stuck", leader(wins))
            }
            _ => String::new(),
        };
        let mv = analysis.best_move;
        let gain = plural(self.position.captured_points(mv).into(), "point");
        print_wrapped(&format!("hint: {mv}, takes {gain}{evaluation}"))
    }

    /// Takes back all moves since the person's last turn.
    fn undo(&mut self) -> CommandResult {
        let is_own = |(position, _): &(Position, Move)| self.table.is_person(position.turn());
        let Some(own) = self.played.iter().rposition(is_own) else {
            return say("nothing to take back: you have not moved yet");
        };
        let back = self.played.len() - own;
        self.position = self.played[own].0;
        self.played.truncate(own);
        self.look();
        say(format_args!("{} taken back", plural(back as u64, "move")))?;
        self.show()
    }

    /// Plays the typed move, or prints why it cannot.
    fn played_by_a_person(&mut self, text: &str) -> CommandResult {
        let shown = shortened(text);
        match meant(text, &self.words)[..] {
            [place] => {
                self.announce(self.moves[place])?;
                self.go_on()
            }
            [] => {
                let why = self.position.parse_move(text).err();
                let instead = why.map(|refusal| refusal.instead()).unwrap_or_default();
                print_wrapped(&format!("`{shown}` is no move and no command; {instead}"))
            }
            ref places => {
                let many = places.len();
                print_wrapped(&format!(
                    "`{shown}` may be any of {many} moves: type more of it, or a number"
                ))?;
                say(self.listed(places))
            }
        }
    }

    fn all_words(&self) -> Vec<String> {
        self.played.iter().map(|(_, mv)| mv.to_string()).collect()
    }

    fn save(&mut self, file: &str) -> CommandResult {
        let GameRecord { setup, start, .. } = &self.begun;
        let board = setup.as_ref().map_or_else(|| start.diagram(), Setup::to_text);
        let Table { bot, seed, .. } = &self.table;
        let players = self.turns.iter().filter_map(|&(seat, word)| {
            if !self.table.is_person(seat) {
                return Some((word, bot.to_string()));
            }
            let of_file = self.begun.about.iter().find(|(key, _)| *key == word);
            let name = self.play.name.as_ref().or(of_file.map(|(_, name)| name))?;
            Some((word, name.clone()))
        });
        let seed = (!self.play.two).then(|| ("seed", seed.to_string()));
        let kept = ["event", "place", "date", "consent"];
        let about = self.begun.about.iter().filter(|(key, _)| kept.contains(key)).cloned();
        let headers: Vec<(&str, String)> = about.chain(players).chain(seed).collect();
        let moves = &self.all_words();
        let parts =
            Parts { headers: &headers, rules: &self.rules, board: &board, moves, numbered: false };
        let again = format!("pasang play{} --load", if self.play.two { " --two" } else { "" });
        let text =
            format!("# A game of Pasang. `{again} FILE` goes on with it.\n{}", parts.to_text());
        match write_new(Path::new(file), text.as_bytes()) {
            Ok(()) => say(format_args!(
                "the game is in {file}; to go on:\n  {again} {}",
                shell_word(file)
            )),
            Err(CommandError::Wrong(faults)) => print_wrapped(&faults.in_a_line()),
            Err(CommandError::Failed(error)) => say(error),
            Err(other) => Err(other),
        }
    }

    /// Returns how to continue the game; empty before the first move.
    fn parting_words(&self) -> String {
        let words = self.all_words();
        let loaded: Vec<String> = self.begun.moves.iter().map(Move::to_string).collect();
        let Table { seed, is_drawn, .. } = &self.table;
        match words.strip_prefix(loaded.as_slice()) {
            _ if words.is_empty() => String::new(),
            Some(rest) if !self.play.takes_stdin() => {
                let mut command = command_line_without(&["--after"]);
                if *is_drawn && !self.play.two {
                    let _ = write!(command, " --seed {seed}");
                }
                if !rest.is_empty() {
                    let _ = write!(command, " --after {}", shell_word(&rest.join(" ")));
                }
                format!("to go on:\n  {command}")
            }
            _ => format!("the moves so far: {}", words.join(" ")),
        }
    }

    fn say_game(&self) -> CommandResult {
        let words = self.all_words();
        let seats = usize::from(self.position.seats());
        let count = plural(words.len() as u64, "move");
        let mut text = format!("{count}, score {}", self.position.format_scores());
        for (number, round) in (1..).zip(words.chunks(seats)) {
            let _ = write!(text, "\n{number:>4}  {}", round.join("  "));
        }
        say(text)
    }

    fn help(&self) -> CommandResult {
        let example = self.words.first().map_or("c", String::as_str);
        print_wrapped(&format!(
            "A move is typed by its number, by its word as `{example}`, or by any part that no other \
             move has: FROM-TO, or the one point where it starts or ends.{}",
            lessons::notation(&self.rules)
        ))?;
        let mut text = String::new();
        for (name, rest, about) in COMMANDS {
            let about = wrapped(about, width().saturating_sub(15).max(15));
            let about = about.trim_end().replace('\n', &format!("\n{:15}", ""));
            let _ = write!(text, "\n  {:<12} {about}", format!("{name} {rest}"));
        }
        say(text)
    }
}

fn say(text: impl Display) -> CommandResult {
    print(format_args!("{text}\n"))
}

/// Prints text, and wraps its paragraphs.
fn print_wrapped(text: &str) -> CommandResult {
    let lines = text.split('\n').map(|line| wrapped(line, width()));
    print(lines.collect::<String>())
}

fn width() -> usize {
    columns_of_stdout().map_or(WIDTH, |columns| columns.min(WIDTH))
}

struct Talk {
    lines: Box<dyn BufRead>,
    /// Set if the input is a terminal: then a prompt is printed, else the input is echoed, which
    /// makes the output a transcript.
    asks: bool,
}

impl Talk {
    /// Reads from stdin or, if that was used for a setup, from the terminal.
    fn new(stdin_is_spent: bool) -> Talk {
        let terminal = stdin_is_spent.then(|| fs::File::open("/dev/tty").ok()).flatten();
        match terminal {
            Some(terminal) => Talk { lines: Box::new(BufReader::new(terminal)), asks: true },
            None => {
                let stdin = io::stdin();
                let asks = stdin.is_terminal();
                Talk { lines: Box::new(BufReader::new(stdin)), asks }
            }
        }
    }

    /// Returns the next line, trimmed; `None` at the end of the input.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, CommandError> {
        let mut out = io::stdout().lock();
        if self.asks {
            write!(out, "\n{prompt}> ")?;
        }
        out.flush()?;
        let mut bytes = Vec::new();
        let read = (&mut self.lines).take(MAX_LENGTH).read_until(b'\n', &mut bytes);
        if read.context("cannot read what is typed")? == 0 {
            if self.asks {
                writeln!(out)?;
            }
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.asks && !line.is_empty() {
            writeln!(out, "\n> {}", line.escape_debug())?;
        }
        Ok(Some(line))
    }
}
