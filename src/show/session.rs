//! An interactive game in the terminal, against bots or with other people.

mod lessons;
mod reading;
mod talk;

use std::fmt::{Display, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::Context;
use pasang_core::{Bot, BuiltinBot, Limits};

use self::reading::meant;
use self::talk::Talk;
use super::board;
use crate::text::diagnostic::Source;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::interrupt::{leave, on_signals};
use crate::text::messages::{complain, print};
use crate::text::new_files::write_new;
use crate::text::terminal::{columns_of_stdout, command_line_without};
use pasang_core::base::random::SeedKey;
use pasang_core::base::text::{listed, plural, shell_word, shortened, wrapped};
use pasang_core::board::Trail;
use pasang_core::games::game_record::GameRecord;
use pasang_core::games::rules::Game;
use pasang_core::games::{EndReason, Move, Outcome, Position, Seat, Weights};
use pasang_core::players::bots::{BotSpec, Evaluation, LEVELS};

/// Bot behind `hint`, and its node limit: a second or two.
const ADVISER: &str = "search:nodes=100000,solve=24";
const LOOKED_AT: u64 = 4_000_000;

/// Longer lists of moves are printed only on request.
const FEW: usize = 24;

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

/// Reads a bot whose word is known to be one.
pub fn builtin_bot(word: &str) -> BotSpec {
    let Ok(bot) = word.parse() else { unreachable!("a bot's word") };
    bot
}

/// Seats of a game, and its seed.
pub struct Table {
    pub bot: BotSpec,
    /// Seat of the person; `None` if people sit in all seats.
    pub seat: Option<u8>,
    /// Name of the person in the saved game; `None` for the one that it has.
    pub name: Option<String>,
    pub seed: u64,
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

/// Returns the players' seats at the table with their turns in the game: files name players by
/// turn.
pub fn turns(start: &Position) -> impl Iterator<Item = (Seat, Seat)> + use<> {
    let (starter, seats) = (start.turn(), start.seats());
    Seat::first(seats).map(move |turn| (turn.at_table(starter, seats), turn))
}

/// A game that goes on line by line.
pub struct Session {
    /// `true` if the rules are not explained as they come up.
    is_brief: bool,
    /// `true` if the game was read from stdin, which is then exhausted.
    takes_stdin: bool,
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

impl Session {
    /// Begins with a game, which may have moves.
    pub fn new(game: GameRecord, table: Table, is_brief: bool, takes_stdin: bool) -> Session {
        let rules = game.start.rules();
        let lessons = if is_brief { Vec::new() } else { lessons::parts(&rules) };
        Session {
            is_brief,
            takes_stdin,
            talk: Talk::new(takes_stdin),
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

    /// Plays `after` and then what is typed, until the person leaves.
    pub fn run(mut self, after: &Source) -> CommandResult {
        self.position.read_moves(after)?.into_iter().for_each(|mv| self.make(mv));
        // SIGINT and SIGTERM end the game at once, and print how to continue.
        let parting = self.parting.clone();
        let part = move |number| {
            let words = parting.lock().map(|words| words.clone()).unwrap_or_default();
            complain(format_args!("\n{words}"));
            leave(number);
        };
        on_signals(part).context("cannot listen to signals")?;
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
        let stones = match self.is_brief {
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
                true => self.table.name.clone().or(self.game.player(turn).map(str::to_owned))?,
                false => bot.to_string(),
            };
            Some((turn.word(), name))
        });
        let seed = self.table.seat.is_some().then(|| ("seed", seed.to_string()));
        let about = about.iter().filter(is_kept).cloned().chain(players).chain(seed).collect();
        let again =
            format!("pasang play{} --load", if self.table.seat.is_none() { " --two" } else { "" });
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
            Some(rest) if !self.takes_stdin => {
                let mut command = command_line_without(&["--after", "--seed"]);
                if self.table.seat.is_some() {
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
