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
use super::options::{board, command_line_without, draw_seed, seed, whole};
use super::position::PositionArgs;
use crate::text::diagnostic::STDIN;
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::interrupt::{leave, on_signals};
use crate::text::messages::{complain, print};
use crate::text::new_files::write_new;
use crate::text::positions::Requested;
use crate::text::terminal::columns_of_stdout;
use pasang_core::base::random::{HIGHEST_SEED, SeedKey};
use pasang_core::base::text::{listed, plural, shell_word, shortened, wrapped};
use pasang_core::board::Trail;
use pasang_core::games::game_record::GameRecord;
use pasang_core::games::rules::Game;
use pasang_core::games::{EndReason, Move, Outcome, Position, Seat, Weights};
use pasang_core::players::bots::{BotSpec, Evaluation, LEVELS};

/// Default bot of the engine: strong, and answers at once.
pub(super) const DEFAULT_BOT: &str = "search:nodes=100000,solve=16";

/// Default level: a gentle one.
const DEFAULT_LEVEL: &str = "easy";

/// Bot behind `hint`, and its node limit: a second or two.
const ADVISER: &str = "search:nodes=100000,solve=24";
const LOOKED_AT: u64 = 4_000_000;

/// Longer lists of moves are printed only on request.
const FEW: usize = 24;

const MAX_LENGTH: u64 = 4096;

/// Maximum line width, for legibility.
const WIDTH: usize = 80;

const COMMANDS: &str = "\
    `moves`: all legal moves, with the points that each takes\n\
    `board`: the board\n\
    `hint`: a good move, and what it is worth\n\
    `undo`: back to your own last turn\n\
    `save FILE`: write the game into a file\n\
    `game`: the moves so far, and how it stands\n\
    `rules`: the rules of this game\n\
    `help`: this list\n\
    `quit`: leave";

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
    /// Bot in all other seats [default: the file's, or easy]
    ///
    /// beginner, easy, medium, good, strong, expert, strongest, or a bot with options.
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
            Some(path) => crate::text::read_game_record(path)?,
            None => {
                let Requested { setup, start, .. } = self.position.one()?;
                GameRecord { setup, ..GameRecord::new_unchecked(start, Vec::new()) }
            }
        };
        let table = self.table(&game)?;
        let mut session = Session::new(&self, game, table);
        session.position.read_moves(&after)?.into_iter().for_each(|mv| session.make(mv));
        // SIGINT and SIGTERM end the game at once, and print how to continue.
        let parting = session.parting.clone();
        let part = move |number| {
            let words = parting.lock().map(|words| words.clone()).unwrap_or_default();
            complain(format_args!("\n{words}"));
            leave(number);
        };
        on_signals(part).context("cannot listen to signals")?;
        session.run()
    }

    fn takes_stdin(&self) -> bool {
        let loads = self.load.as_deref().is_some_and(|path| path.as_os_str() == STDIN);
        loads || self.position.takes_stdin()
    }

    /// Determines bot, seat and seed from the options, else from the headers of the loaded file.
    ///
    /// # Errors
    /// If there is no such seat, or the file has another name there.
    fn table(&self, game: &GameRecord) -> Result<Table, CommandError> {
        let seats = game.start.seats();
        if let Some(seat) = self.seat.filter(|&seat| seat > seats) {
            let what = format!("`--seat {seat}`: {seats} play by these rules");
            return Err(wrong(what, format!("give a seat from 1 to {seats}")));
        }
        let bot = |word: &str| word.parse().ok().filter(|bot: &BotSpec| !bot.is_external());
        let seated: Vec<(u8, Option<&str>)> =
            turns(&game.start).map(|(seat, turn)| (seat.number(), game.player(turn))).collect();
        let free = seated.iter().find(|(_, name)| name.and_then(bot).is_none());
        let seat = self.seat.or(free.map(|(seat, _)| *seat)).unwrap_or(1);
        let own = seated.iter().find_map(|(at, name)| name.filter(|_| *at == seat));
        if let (Some(name), Some(own)) = (&self.name, own.filter(|own| bot(own).is_none()))
            && name != own
        {
            let what = format!("`--name {name}`: in the file player {seat} is {own}");
            return Err(wrong(what, "leave `--name` out, or take another seat by `--seat`"));
        }
        let mut others = seated.iter().filter(|(at, _)| *at != seat);
        let other = others.find_map(|(_, name)| name.and_then(bot));
        let said = game.about.iter().find(|(key, _)| *key == "seed");
        let said = said.and_then(|(_, seed)| seed.parse().ok());
        let seed = self.seed.or(said.filter(|&seed| seed <= HIGHEST_SEED));
        Ok(Table {
            bot: self.bot.or(other).unwrap_or_else(|| builtin_bot(DEFAULT_LEVEL)),
            seat: Some(seat).filter(|_| !self.two),
            seed: seed.unwrap_or_else(draw_seed),
        })
    }
}

/// Reads a bot whose word is known to be one.
fn builtin_bot(word: &str) -> BotSpec {
    let Ok(bot) = word.parse() else { unreachable!("a bot's word") };
    bot
}

/// Returns the players' seats at the table with their turns in the game: files name players by
/// turn.
fn turns(start: &Position) -> impl Iterator<Item = (Seat, Seat)> + use<> {
    let (starter, seats) = (start.turn(), start.seats());
    Seat::first(seats).map(move |turn| (turn.at_table(starter, seats), turn))
}

/// Reads a person's name. By a name of a bot, a loaded game would seat the bot.
fn own_name(word: &str) -> Result<String, String> {
    match word.parse::<BotSpec>() {
        Ok(_) => Err("a bot is called so; expected another name".to_owned()),
        Err(_) if word.trim().is_empty() => Err("expected a name".to_owned()),
        Err(_) => Ok(word.to_owned()),
    }
}

struct Table {
    bot: BotSpec,
    /// Seat of the person; `None` if people sit in all seats.
    seat: Option<u8>,
    seed: u64,
}

impl Table {
    fn is_person(&self, seat: Seat) -> bool {
        self.seat.is_none_or(|own| own == seat.number())
    }

    /// Returns a player's name in the output: `player 1`, `you`.
    fn called(&self, seat: Seat) -> String {
        if self.seat == Some(seat.number()) { "you".to_owned() } else { format!("player {seat}") }
    }
}

struct Session<'a> {
    play: &'a Play,
    table: Table,
    talk: Talk,
    bot: BuiltinBot,
    key: SeedKey,
    /// Explanations not yet printed, by phase of the game.
    lessons: Vec<Option<String>>,
    game: GameRecord,
    /// The moves of the loaded game.
    loaded: Vec<Move>,
    position: Position,
    /// Legal moves with their notations, sorted by these; they are numbered from 1.
    moves: Vec<(String, Move)>,
    /// Text printed when a signal ends the game: how to continue.
    parting: Arc<Mutex<String>>,
}

impl<'a> Session<'a> {
    fn new(play: &'a Play, game: GameRecord, table: Table) -> Session<'a> {
        let rules = game.start.rules();
        let lessons = if play.brief { Vec::new() } else { lessons::parts(&rules) };
        Session {
            play,
            talk: Talk::new(play.takes_stdin()),
            bot: table.bot.build(),
            key: SeedKey::new(table.seed, &[b"play", rules.identity().as_bytes()]),
            lessons: lessons.into_iter().map(Some).collect(),
            loaded: game.moves.clone(),
            position: game.last(),
            moves: Vec::new(),
            parting: Arc::default(),
            table,
            game,
        }
    }

    fn run(mut self) -> CommandResult {
        self.look();
        self.greet()?;
        self.go_on()?;
        loop {
            let prompt = match self.moves.is_empty() {
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
                ("rules", "") => print_wrapped(&lessons::whole(&self.rules()))?,
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

    fn rules(&self) -> Game {
        self.game.start.rules()
    }

    fn mover(&self) -> Seat {
        self.position.turn()
    }

    fn make(&mut self, mv: Move) {
        self.game.moves.push(mv);
        self.position.play_unchecked(mv);
    }

    /// Updates the legal moves and the parting words.
    fn look(&mut self) {
        let moves = self.position.legal_moves().into_iter();
        self.moves = moves.map(|mv| (mv.to_string(), mv)).collect();
        self.moves.sort();
        if let Ok(mut parting) = self.parting.lock() {
            *parting = self.parting_words();
        }
    }

    fn greet(&self) -> CommandResult {
        let (rules, seats) = (self.rules(), self.position.seats());
        let Table { bot, seat, seed, .. } = &self.table;
        let level = LEVELS.iter().find(|(_, word)| word.parse() == Ok(*bot));
        let levels = listed(LEVELS.iter().map(|(level, _)| (*level).to_owned()), "or");
        let bot = match level {
            Some((level, _)) => format!("the level `{level}`; `--bot` takes {levels}"),
            None => bot.to_string(),
        };
        let who = match seat {
            None => format!("{seats} people play: player 1 moves first."),
            Some(seat) => format!(
                "You are player {seat} of {seats}, against {bot}.\n\
                 Seed {seed}: `--seed` with it plays the same again."
            ),
        };
        let stones = match self.play.brief {
            true => String::new(),
            false => format!("\n{}", lessons::stones(&rules)),
        };
        let help = "`help` lists what can be typed, `quit` leaves.";
        print_wrapped(&format!(
            "Pasang: {}, {rules}. {who}\n{help}{stones}",
            self.game.start_name()
        ))
    }

    /// Plays the bots' moves until it is a person's turn, then shows the position.
    fn go_on(&mut self) -> CommandResult {
        while !self.moves.is_empty() && !self.table.is_person(self.mover()) {
            let mut rng = self.key.rng(self.game.moves.len() as u64);
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
        let who = self.table.called(self.mover());
        let plays = if who == "you" { "play" } else { "plays" };
        let text = format!("{who} {plays} {mv}: takes {}, {}", taken.join(" "), self.gain(mv));
        self.make(mv);
        self.look();
        print_wrapped(&text)
    }

    fn gain(&self, mv: Move) -> String {
        plural(self.position.captured_points(mv).into(), "point")
    }

    fn show_board(&self) -> CommandResult {
        let before = self.game.positions().zip(&self.game.moves).last();
        let trail = before.map(|(position, &mv)| Trail {
            path: position.path(mv),
            captured: position.captures(mv),
        });
        let (size, sign) = (self.position.board_size(), |point| self.position.sign(point));
        let board = board(size, sign, &trail.unwrap_or_default());
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
        let advance = self.rules().in_advance().map(|words| format!("; {words}"));
        let score =
            |points: String| format!("score {points}{}", advance.as_deref().unwrap_or_default());
        match over {
            None => say(score(self.position.format_scores())),
            Some(outcome) => print_wrapped(&format!(
                "The game is over. {}; {}.\n`game` lists its moves, `save FILE` keeps it, `undo` takes back, \
                 `quit` leaves.",
                self.result(&outcome),
                score(self.final_scores())
            )),
        }
    }

    /// Returns the scores at the end, of two players the person's own first.
    fn final_scores(&self) -> String {
        let scores = self.position.format_scores();
        match (self.table.seat, scores.split_once('-')) {
            (Some(2), Some((first, second))) if !second.contains('-') => {
                format!("{second}-{first}")
            }
            _ => scores,
        }
    }

    /// Returns result and reason as the person sees them: `You lose: you cannot move`.
    fn result(&self, outcome: &Outcome) -> String {
        let called = |seat: Seat| self.table.called(seat);
        let why = match outcome.ending {
            EndReason::Cleared => "no stone is left".to_owned(),
            EndReason::NoHops => "no stone can hop any more".to_owned(),
            EndReason::Stuck if self.rules().stuck_loses() => {
                format!("{} cannot move", called(self.mover()))
            }
            EndReason::Stuck => {
                format!("{} cannot move, and the score decides", called(self.mover()))
            }
        };
        let mut winners = outcome.winners.seats();
        let has_won = winners.any(|seat| self.table.seat == Some(seat.number()));
        let result = match (self.table.seat, outcome.winners.count()) {
            (Some(_), 1) if has_won => "You win".to_owned(),
            (Some(_), _) if !has_won => "You lose".to_owned(),
            (None, 1) => format!("Player {} wins", outcome.winners),
            _ => format!("A draw between {}", listed(outcome.winners.seats().map(called), "and")),
        };
        format!("{result}: {why}")
    }

    /// Lists the legal moves with their numbers and gains, unless there are more than `most`.
    fn say_moves(&self, most: usize) -> CommandResult {
        let all: Vec<usize> = (0..self.moves.len()).collect();
        let count = plural(all.len() as u64, "move");
        let who = format!("player {} to move, {count}", self.mover());
        match all.len() {
            0 => say("no moves: the game is over"),
            many if many > most => say(format_args!("{who}: `moves` lists them")),
            _ => say(format_args!("{who}:\n{}", self.listed(&all))),
        }
    }

    fn listed(&self, places: &[usize]) -> String {
        let widest = places.iter().map(|&place| self.moves[place].0.len()).max().unwrap_or(0);
        let digits = self.moves.len().to_string().len();
        let shown = |&place: &usize| {
            let (word, mv) = &self.moves[place];
            let gain = self.position.captured_points(*mv);
            format!("{:>digits$} {word:<widest$} +{gain:<3}", place + 1)
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
        // A fixed seed: of equally good moves always the same one.
        let mut rng = SeedKey::new(0, &[b"hint"]).rng(0);
        let limits = Limits::nodes(LOOKED_AT);
        let found = builtin_bot(ADVISER).build().analyze_with(&self.position, limits, &mut rng);
        let Some(analysis) = found else { return say("no hint: the game is over") };
        let player = |leads: bool| if leads { self.mover() } else { self.mover().next(2) };
        let evaluation = match analysis.evaluation {
            Some(Evaluation::Proven { result: 0, .. }) => "; with best play a draw".to_owned(),
            Some(Evaluation::Proven { result, margin }) => {
                let (who, more) = (player(result > 0), margin * result.signum());
                format!("; with best play player {who} wins, with {more:+} points")
            }
            Some(Evaluation::Lead(hundredths)) => {
                let lead = (hundredths.abs() + Weights::POINT / 2) / Weights::POINT;
                let lead = plural(lead.unsigned_abs().into(), "point");
                format!("; it seems that player {} will lead by {lead}", player(hundredths > 0))
            }
            Some(Evaluation::Stuck { wins }) => {
                format!("; player {} seems to win: the other gets stuck", player(wins))
            }
            _ => String::new(),
        };
        let mv = analysis.best_move;
        print_wrapped(&format!("hint: {mv}, takes {}{evaluation}", self.gain(mv)))
    }

    /// Takes back all moves since the person's last turn.
    fn undo(&mut self) -> CommandResult {
        let positions: Vec<Position> = self.game.positions().collect();
        let before = &positions[..self.game.moves.len()];
        let Some(own) = before.iter().rposition(|it| self.table.is_person(it.turn())) else {
            return say("nothing to take back: you have not moved yet");
        };
        let back = plural((before.len() - own) as u64, "move");
        self.position = positions[own];
        self.game.moves.truncate(own);
        self.look();
        say(format_args!("{back} taken back"))?;
        self.show()
    }

    /// Plays the typed move, or prints why it cannot.
    fn played_by_a_person(&mut self, text: &str) -> CommandResult {
        let shown = shortened(text);
        let words: Vec<&str> = self.moves.iter().map(|(word, _)| word.as_str()).collect();
        match meant(text, &words)[..] {
            [place] => {
                self.announce(self.moves[place].1)?;
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

    fn save(&mut self, file: &str) -> CommandResult {
        let GameRecord { about, start, .. } = &self.game;
        let Table { bot, seed, .. } = &self.table;
        let is_kept =
            |(key, _): &&(&str, String)| ["event", "place", "date", "consent"].contains(key);
        let players = turns(start).filter_map(|(seat, turn)| {
            let name = match self.table.is_person(seat) {
                true => self.play.name.clone().or(self.game.player(turn).map(str::to_owned))?,
                false => bot.to_string(),
            };
            Some((turn.word(), name))
        });
        let seed = (!self.play.two).then(|| ("seed", seed.to_string()));
        let about = about.iter().filter(is_kept).cloned().chain(players).chain(seed).collect();
        let again = format!("pasang play{} --load", if self.play.two { " --two" } else { "" });
        let game = GameRecord { about, comments: Vec::new(), ..self.game.clone() };
        let text = format!("# A game of Pasang. `{again} FILE` goes on with it.\n{game}");
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
        let moves = &self.game.moves;
        match moves.strip_prefix(self.loaded.as_slice()) {
            _ if moves.is_empty() => String::new(),
            Some(rest) if !self.play.takes_stdin() => {
                let mut command = command_line_without(&["--after", "--seed"]);
                if !self.play.two {
                    let _ = write!(command, " --seed {}", self.table.seed);
                }
                if !rest.is_empty() {
                    let _ = write!(command, " --after {}", shell_word(&in_a_line(rest, " ")));
                }
                format!("to go on:\n  {command}")
            }
            _ => format!("the moves so far: {}", in_a_line(moves, " ")),
        }
    }

    fn say_game(&self) -> CommandResult {
        let moves = &self.game.moves;
        let count = plural(moves.len() as u64, "move");
        let mut text = format!("{count}, score {}", self.position.format_scores());
        for (number, round) in (1..).zip(moves.chunks(self.position.seats().into())) {
            let _ = write!(text, "\n{number:>4}  {}", in_a_line(round, "  "));
        }
        say(text)
    }

    fn help(&self) -> CommandResult {
        let example = self.moves.first().map_or("c", |(word, _)| word);
        print_wrapped(&format!(
            "A move is typed by its number, by its word as `{example}`, or by any part that no other \
             move has: FROM-TO, or the one point where it starts or ends.{}\n\n{COMMANDS}",
            lessons::notation(&self.rules())
        ))
    }
}

fn in_a_line(moves: &[Move], apart: &str) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(apart)
}

fn say(text: impl Display) -> CommandResult {
    print(format_args!("{text}\n"))
}

/// Prints text, and wraps its paragraphs.
fn print_wrapped(text: &str) -> CommandResult {
    print(text.split('\n').map(|line| wrapped(line, width())).collect::<String>())
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
        let terminal = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };
        let terminal = stdin_is_spent.then(|| fs::File::open(terminal).ok()).flatten();
        match terminal {
            Some(terminal) => Talk { lines: Box::new(BufReader::new(terminal)), asks: true },
            None => {
                let asks = io::stdin().is_terminal();
                Talk { lines: Box::new(BufReader::new(io::stdin())), asks }
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
        let (mut bytes, failed) = (Vec::new(), "cannot read what is typed");
        let read = (&mut self.lines).take(MAX_LENGTH).read_until(b'\n', &mut bytes);
        let is_cut = read.context(failed)? as u64 == MAX_LENGTH && !bytes.ends_with(b"\n");
        if is_cut {
            self.lines.skip_until(b'\n').context(failed)?;
        }
        if bytes.is_empty() {
            if self.asks {
                writeln!(out)?;
            }
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let line = if is_cut { shortened(&line) } else { line };
        if !self.asks && !line.is_empty() {
            writeln!(out, "\n> {}", line.escape_debug())?;
        }
        if is_cut {
            writeln!(out, "a line of more than {MAX_LENGTH} bytes is no move and no command")?;
            return Ok(Some(String::new()));
        }
        Ok(Some(line))
    }
}
