//! `pasang play`: a person plays a game in the terminal, against a bot or with other people.

mod lessons;
mod reading;

use std::fmt::{Display, Write as _};
use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, anyhow};
use clap::Args;
use pasang_core::protocol::level;

use self::reading::meant;
use super::ended::{Done, Stop, cannot_write, complain, print, write_new, wrong};
use super::options::{board, command_line_without, seed, whole};
use super::position::{Meant, PositionArgs};
use super::run::draw_seed;
use crate::base::fault::{Faults, STDIN, Source};
use crate::base::halt::Halt;
use crate::base::random::HIGHEST_SEED;
use crate::base::random::Key;
use crate::base::terminal::{columns_of_stdout, filled, is_lively};
use crate::base::words::{counted, listed, nearest, shell_word, shortened};
use crate::board::Trail;
use crate::experiment::{Engine, described};
use crate::games::rules::Rules;
use crate::games::word::word_of;
use crate::games::written::{Parts, Start, read_moves};
use crate::games::{Chosen, Ending, Outcome, Seat, Weights, find_move, score_words};
use crate::players::bots::{Bot, BotSpec, Worth};
use crate::players::{Game, Work};
#[cfg(unix)]
use crate::playing::on_signals;
use crate::playing::seated;

/// Strong, and answers at once.
pub(super) const USUAL_BOT: &str = "search:nodes=100000,solve=16";

/// Whom `hint` asks, and how many positions may be looked at: a second or two.
const ADVISER: &str = "search:nodes=100000,solve=24";
const LOOKED_AT: u64 = 4_000_000;

/// More moves than this are listed only when somebody asks.
const FEW: usize = 24;

/// Of several that may be meant no more are shown.
const SHOWN: usize = 12;

/// More signs of a line than any command has are not read.
const LONGEST: u64 = 4096;

/// Lines are no wider than this: longer ones are hard to read.
const WIDTH: usize = 80;

/// What can be typed besides a move: with what stands behind it, and what it does.
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
    /// Go on with a game that `save` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "rules", "set", "position"])]
    load: Option<PathBuf>,
    /// Who plays in all other seats: random, greedy, easy, fair, good, strong, strongest, or a bot with
    /// options [default: the file's bot, or search:nodes=100000,solve=16]
    #[arg(long, value_name = "BOT", value_parser = |word: &str| level(word).parse::<BotSpec>())]
    bot: Option<BotSpec>,
    /// Start the bot `engine:NAME` as a table `[engine.NAME]` of this file says; it may be an experiment
    #[arg(long, value_name = "FILE", conflicts_with = "two")]
    engines: Option<PathBuf>,
    /// Sit here; whoever sits at 1 moves first [default: the file's seat without a bot, or 1]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=4))]
    #[arg(allow_negative_numbers = true)]
    seat: Option<u8>,
    /// Play without a bot: people sit in all seats
    #[arg(long, conflicts_with_all = ["bot", "seat"])]
    two: bool,
    /// The same seed and the same moves make the same game [default: the file's, or one is drawn,
    /// and told]
    #[arg(long, value_name = "N", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Leave out the rules, which are otherwise told as they come up
    #[arg(long)]
    brief: bool,
}

impl Play {
    pub fn run(self) -> Done {
        let after = self.position.after();
        let (rules, start, name, before) = match &self.load {
            Some(path) => {
                let saved = crate::read::written_game(path)?;
                let before = Some((saved.about, saved.moves));
                (saved.rules, saved.start, path.display().to_string(), before)
            }
            None => {
                let Meant { rules, start, name, .. } = self.position.one()?;
                (rules, start, name, None)
            }
        };
        let seats = rules.seats();
        if let Some(seat) = self.seat.filter(|&seat| seat > seats) {
            let what = format!("`--seat {seat}`: {seats} play by these rules");
            return Err(wrong(what, format!("give a seat from 1 to {seats}")));
        }
        let engines = self.engines()?;
        rules.play(Sit { play: &self, rules: &rules, engines, start, name, before, after })
    }

    /// The engines that may sit at the table: that of `--bot` is among them.
    fn engines(&self) -> Result<Vec<Engine>, Stop> {
        let engines = self.engines.as_deref().map_or(Ok(Vec::new()), described)?;
        let Some(BotSpec::Outside(name)) = self.bot else { return Ok(engines) };
        if engines.iter().any(|engine| engine.name == name) {
            return Ok(engines);
        }
        let help = match &self.engines {
            Some(path) => {
                format!("add a table `[engine.{name}]` with its `command` to `{}`", path.display())
            }
            None => format!("give `--engines FILE`, a file with a table `[engine.{name}]`"),
        };
        Err(wrong(format!("nothing says how `engine:{name}` is started"), help))
    }

    fn takes_stdin(&self) -> bool {
        let loads = self.load.as_deref().is_some_and(|path| path.as_os_str() == STDIN);
        loads || self.position.takes_stdin()
    }

    /// Who plays: as it was typed, or else as the file says that `save` has written. Each of `turns` is
    /// a seat and the word for it there.
    fn table(&self, about: &About, turns: &[(Seat, &str)], engines: &[Engine]) -> Table {
        let is_there = |bot: &BotSpec| match bot {
            BotSpec::Outside(name) => engines.iter().any(|engine| engine.name == *name),
            _ => true,
        };
        let bot = |word: &String| word.parse().ok().filter(is_there);
        let said = |key: &str| about.iter().find(|(it, _)| *it == key).map(|(_, value)| value);
        let bots = turns.iter().map(|&(seat, word)| (seat, said(word).and_then(bot)));
        let bots: Vec<(Seat, Option<BotSpec>)> = bots.collect();
        let free = bots.iter().find(|(_, bot)| bot.is_none()).map(|(seat, _)| seat.number());
        let seat = self.seat.or(free).unwrap_or(1);
        let other = bots.into_iter().filter(|(at, _)| at.number() != seat).find_map(|(_, bot)| bot);
        let seed = said("seed").and_then(|seed| seed.parse().ok());
        let seed = self.seed.or(seed.filter(|&seed| seed <= HIGHEST_SEED));
        let Ok(usual) = USUAL_BOT.parse() else { unreachable!("a bot's word") };
        Table {
            bot: self.bot.or(other).unwrap_or(usual),
            seat: Some(seat).filter(|_| !self.two),
            seed: seed.unwrap_or_else(draw_seed),
            is_drawn: seed.is_none(),
        }
    }
}

/// What is said of a game in its file.
type About = Vec<(&'static str, String)>;

struct Table {
    bot: BotSpec,
    /// Where a person sits who plays against bots; without, people sit everywhere.
    seat: Option<u8>,
    seed: u64,
    /// Whether nobody has named the seed.
    is_drawn: bool,
}

impl Table {
    fn is_person(&self, seat: Seat) -> bool {
        self.seat.is_none_or(|own| own == seat.number())
    }

    /// What a player is called: `player 1`, `you`.
    fn called(&self, seat: Seat) -> String {
        match self.seat == Some(seat.number()) {
            true => "you".to_owned(),
            false => format!("player {seat}"),
        }
    }
}

struct Sit<'a> {
    play: &'a Play,
    rules: &'a Rules,
    engines: Vec<Engine>,
    start: Start,
    /// How messages call what it starts from.
    name: String,
    /// What the file says of the game that is gone on with, and its moves; those of `--after`.
    before: Option<(About, Source)>,
    after: Source,
}

impl Work for Sit<'_> {
    type Output = Done;

    fn with<G: Game>(self, game: &G) -> Done {
        let Sit { play, rules, engines, start, name, before, after } = self;
        let first = start.position(game, &name)?;
        let (starter, seats) = (game.to_move(&first), game.seats());
        let turns: Vec<(Seat, &'static str)> =
            Seat::first(seats).map(|turn| (turn.at_table(starter, seats), turn.word())).collect();
        let (about, before) = before.unzip();
        let table = play.table(&about.unwrap_or_default(), &turns, &engines);
        let (mut bot, halt) = (seated(table.bot, &engines), Halt::default());
        bot.set_halt(&halt);
        let mut session = Session {
            game,
            play,
            rules,
            talk: Talk::new(play.takes_stdin()),
            bot,
            halt,
            key: Key::new(table.seed, &[b"play", rules.identity().as_bytes()]),
            lessons: match play.brief {
                true => Vec::new(),
                false => lessons::parts(rules).into_iter().map(Some).collect(),
            },
            played: Vec::new(),
            position: first,
            loaded: Vec::new(),
            moves: Vec::new(),
            words: Vec::new(),
            file: play.load.as_deref().map(|path| path.display().to_string()),
            parting: Parting::default(),
            begun: (start, first),
            turns,
            table,
        };
        if let Some(before) = before {
            session.make_all(&before)?;
            session.loaded = session.played.iter().map(|&(_, mv)| mv).collect();
        }
        session.make_all(&after)?;
        // Ctrl-C, and the signal to terminate, end the game at once, with a word on how to go on.
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
}

/// What is printed when somebody leaves at once: how to go on.
type Parting = Arc<Mutex<String>>;

struct Session<'a, G: Game> {
    game: &'a G,
    play: &'a Play,
    rules: &'a Rules,
    table: Table,
    /// The seats in the order of their turns, and what files call these.
    turns: Vec<(Seat, &'static str)>,
    talk: Talk,
    bot: Box<dyn Bot<G>>,
    /// Says what an engine did wrong.
    halt: Halt,
    key: Key,
    /// What is still to be told of each part of the game.
    lessons: Vec<Option<String>>,
    played: Vec<(G::Position, G::Move)>,
    position: G::Position,
    /// The moves of the file that is gone on with.
    loaded: Vec<G::Move>,
    /// The legal moves, sorted by their words: a move's number is its place, counted from 1.
    moves: Vec<G::Move>,
    words: Vec<String>,
    /// The file that the game was written to, or was to be: it may be written over.
    file: Option<String>,
    parting: Parting,
    begun: (Start, G::Position),
}

impl<G: Game> Session<'_, G> {
    fn run(mut self) -> Done {
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
                ("rules", "") => tell(&lessons::whole(self.rules))?,
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
        self.game.to_move(&self.position)
    }

    /// Makes the moves of a text, and says nothing.
    fn make_all(&mut self, source: &Source) -> Result<(), Faults> {
        let moves = read_moves(self.game, &self.position, source)?;
        moves.into_iter().for_each(|mv| self.make(mv));
        Ok(())
    }

    fn make(&mut self, mv: G::Move) {
        self.played.push((self.position, mv));
        self.game.apply(&mut self.position, mv);
    }

    /// Looks at the position anew: the legal moves, and how to go on from here.
    fn look(&mut self) {
        let Session { game, position, moves, words, .. } = self;
        game.moves(position, moves);
        let mut sorted: Vec<(String, G::Move)> =
            moves.iter().map(|&mv| (game.word(position, mv), mv)).collect();
        sorted.sort_by(|one, other| one.0.cmp(&other.0));
        (*words, *moves) = sorted.into_iter().unzip();
        if let Ok(mut parting) = self.parting.lock() {
            *parting = self.parting_words();
        }
    }

    fn greet(&self) -> Done {
        let name = match &self.begun.0 {
            Start::Setup(setup) => setup.name.clone(),
            Start::Diagram(source) => source.name.clone(),
        };
        let (rules, seats) = (lessons::named(self.rules), self.game.seats());
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
            false => format!("\n{}", lessons::stones(self.rules)),
        };
        let help = "`help` lists what can be typed, `quit` leaves.";
        tell(&format!("Pasang: {name}, {rules}. {who}\n{help}{stones}"))
    }

    /// Lets bots move until it is a person's turn, and shows how it stands.
    fn go_on(&mut self) -> Done {
        while !self.words.is_empty() && !self.table.is_person(self.mover()) {
            // Each move is thought of anew: so a game that was left and gone on with is the same.
            self.bot.begin();
            if self.table.bot.is_outside() {
                self.bot.start_from(&self.start_word());
                for (position, mv) in &self.played {
                    self.bot.follow(self.game, position, *mv);
                }
            }
            let mut stream = self.key.stream(self.played.len() as u64);
            let Some(Chosen { mv, .. }) = self.bot.choose(self.game, &self.position, &mut stream)
            else {
                let Some(why) = self.halt.why() else { break };
                if !self.played.is_empty() {
                    say(self.parting_words())?;
                }
                return Err(Stop::Failed(anyhow!("{why}")));
            };
            self.announce(mv)?;
        }
        self.show()
    }

    /// Returns the start of the game, as the protocol of engines has it.
    fn start_word(&self) -> String {
        match &self.begun {
            (Start::Setup(setup), _) => self.rules.start_in_an_order(&setup.board()),
            (Start::Diagram(_), first) => {
                format!("word {}", word_of(self.game, self.rules, first))
            }
        }
    }

    /// Makes a move and says so: `player 2 plays k7-j7xw3: takes g7 h7 i7, 6 points`.
    fn announce(&mut self, mv: G::Move) -> Done {
        let (game, position) = (self.game, &self.position);
        let side = game.side(position);
        let taken: Vec<String> = game.taken(position, mv).map(|point| side.name(point)).collect();
        let gain = counted(game.gain(position, mv).into(), "point");
        let (word, who) = (game.word(position, mv), self.table.called(self.mover()));
        let plays = if who == "you" { "play" } else { "plays" };
        let text = format!("{who} {plays} {word}: takes {}, {gain}", taken.join(" "));
        self.make(mv);
        self.look();
        tell(&text)
    }

    fn show_board(&self) -> Done {
        let trail = self.played.last().map(|(position, mv)| Trail {
            way: self.game.way(position, *mv),
            taken: self.game.taken(position, *mv),
        });
        let sign = |point| self.game.sign(&self.position, point);
        let side = self.game.side(&self.position);
        let board = board(side, sign, &trail.unwrap_or_default(), is_lively(&io::stdout()));
        say(format_args!("\n{}", board.trim_end()))
    }

    /// Prints the rule that comes up and the moves, then the board and the score, which stay in view on a small screen.
    fn show(&mut self) -> Done {
        let over = self.game.outcome(&self.position);
        if over.is_none() {
            let part = self.game.phase(&self.position);
            if let Some(lesson) = self.lessons.get_mut(part).and_then(Option::take) {
                tell(&format!("\n{lesson}"))?;
            }
            say("")?;
            self.say_moves(FEW)?;
        }
        self.show_board()?;
        let scores = self.game.scores(&self.position);
        let score = score_words(&scores[..usize::from(self.game.seats())]);
        let advance = self.rules.in_advance().map(|words| format!("; {words}")).unwrap_or_default();
        match over {
            None => say(format_args!("score {score}{advance}")),
            Some(outcome) => tell(&format!(
                "The game is over. {}; score {score}{advance}.\n`game` lists its moves, `save FILE` keeps it, `undo` \
                 takes back, `quit` leaves.",
                self.result(&outcome)
            )),
        }
    }

    /// Returns who won and why, in the words of the person who plays: `You lose: you cannot move`.
    fn result(&self, outcome: &Outcome) -> String {
        let why = match outcome.ending {
            Ending::Cleared => "no stone is left".to_owned(),
            Ending::NoHops => "no stone can hop any more".to_owned(),
            Ending::Stuck => {
                let decides = if self.game.stuck_loses() { "" } else { ", and the score decides" };
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

    /// Lists the legal moves with their numbers and what they take, if they are no more than so many.
    fn say_moves(&self, most: usize) -> Done {
        if self.words.is_empty() {
            return say("no moves: the game is over");
        }
        let count = counted(self.words.len() as u64, "move");
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
            let gain = self.game.gain(&self.position, self.moves[place]);
            let (number, word) = (place + 1, &self.words[place]);
            format!("{number:>digits$} {word:<widest$} +{gain:<3}")
        };
        // Items of a list stay in one piece: a terminal would break lines within them.
        let a_line = ((width() - 1) / (digits + widest + 9)).max(1);
        let lines = places.chunks(a_line).map(|line| {
            let line: Vec<String> = line.iter().map(shown).collect();
            format!("  {}", line.join("   ").trim_end())
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn hint(&self) -> Done {
        let (game, position) = (self.game, &self.position);
        let Ok(adviser) = ADVISER.parse::<BotSpec>() else { unreachable!("a bot's word") };
        // Of equally good moves always the same one.
        let mut stream = Key::new(0, &[b"hint"]).stream(0);
        let advice = adviser.make().advise(game, position, &mut stream, LOOKED_AT);
        let Some(advice) = advice else { return say("no hint: the game is over") };
        let (mover, other) = (self.mover(), self.mover().next(2));
        let of = |wins: bool| if wins { mover } else { other };
        let points = |number: i32| counted(number.unsigned_abs().into(), "point");
        let worth = match advice.worth {
            Some(Worth::Proved { result: 0, .. }) => "; with best play a draw".to_owned(),
            Some(Worth::Proved { result, margin: 0 }) => {
                let half = game.handicap().tie().is_some();
                let by = if half { "by stuck or half a point" } else { "by stuck" };
                format!("; with best play player {} wins {by}, the scores equal", of(result > 0))
            }
            Some(Worth::Proved { result, margin }) => {
                let lead = points(margin);
                let ahead =
                    if (margin > 0) == (result > 0) { "with" } else { "by stuck, the other with" };
                format!("; with best play player {} wins, {ahead} {lead} more", of(result > 0))
            }
            Some(Worth::Stuck { wins }) => {
                format!("; player {} seems to win: the other gets stuck", of(wins))
            }
            Some(Worth::Lead(hundredths)) => {
                match (hundredths.abs() + Weights::POINT / 2) / Weights::POINT {
                    0 => "; it seems that the scores will be equal".to_owned(),
                    lead => {
                        let (who, lead) = (of(hundredths > 0), points(lead));
                        format!("; it seems that player {who} will lead by {lead}")
                    }
                }
            }
            Some(Worth::Chance(_)) | None => String::new(),
        };
        let (word, gain) =
            (game.word(position, advice.chosen.mv), game.gain(position, advice.chosen.mv));
        tell(&format!("hint: {word}, takes {}{worth}", points(gain.into())))
    }

    /// Back to a person's last turn.
    fn undo(&mut self) -> Done {
        let is_own = |(position, _): &(G::Position, G::Move)| {
            self.table.is_person(self.game.to_move(position))
        };
        let Some(own) = self.played.iter().rposition(is_own) else {
            return say("nothing to take back: you have not moved yet");
        };
        let back = self.played.len() - own;
        self.position = self.played[own].0;
        self.played.truncate(own);
        self.look();
        say(format_args!("{} taken back", counted(back as u64, "move")))?;
        self.show()
    }

    /// Plays what somebody typed, or says why not.
    fn played_by_a_person(&mut self, text: &str) -> Done {
        let shown = shortened(text);
        match meant(text, &self.words)[..] {
            [place] => {
                self.announce(self.moves[place])?;
                self.go_on()
            }
            [] => {
                let first = text.split_whitespace().next().unwrap_or_default();
                let near = nearest(first, COMMANDS.iter().map(|&(name, ..)| name));
                let instead = match (near, find_move(self.game, &self.position, text)) {
                    (Some(near), _) => format!("did you mean `{near}`?"),
                    (None, Err(refusal)) => refusal.instead(),
                    (None, Ok(_)) => String::new(),
                };
                tell(&format!("`{shown}` is no move and no command; {instead}"))
            }
            ref places => {
                let more = match places.len().saturating_sub(SHOWN) {
                    0 => String::new(),
                    more => format!("\n  and {more} more"),
                };
                let many = places.len();
                tell(&format!(
                    "`{shown}` may be any of {many} moves: type more of it, or a number"
                ))?;
                say(format_args!("{}{more}", self.listed(&places[..many.min(SHOWN)])))
            }
        }
    }

    fn all_words(&self) -> Vec<String> {
        self.played.iter().map(|(position, mv)| self.game.word(position, *mv)).collect()
    }

    fn save(&mut self, file: &str) -> Done {
        let (start, first) = &self.begun;
        let board = match start {
            Start::Setup(setup) => setup.to_text(),
            Start::Diagram(_) => self.game.write_diagram(first),
        };
        // What a bot is called is known; people may add their names.
        let Table { bot, seed, .. } = &self.table;
        let bots = self.turns.iter().filter(|(seat, _)| !self.table.is_person(*seat));
        let bots = bots.map(|&(_, word)| (word, bot.to_string()));
        let seed = (!self.play.two).then(|| ("seed", seed.to_string()));
        let headers: Vec<(&str, String)> = bots.chain(seed).collect();
        let moves = &self.all_words();
        let parts =
            Parts { headers: &headers, rules: self.rules, board: &board, moves, numbered: false };
        let text = format!(
            "# A game of Pasang. `pasang play{} --load FILE` goes on with it.\n{}",
            if self.play.two { " --two" } else { "" },
            parts.to_text()
        );
        let path = Path::new(file);
        let written = match self.file.as_deref() == Some(file) {
            true => fs::write(path, text).map_err(|error| cannot_write(path, &error)),
            false => write_new(path, text.as_bytes()),
        };
        match written {
            Ok(()) => {}
            Err(Stop::Wrong(_)) => {
                self.file = Some(file.to_owned());
                let again = "the same once more writes over it, another name does not";
                return tell(&format!("`{file}` is there already; {again}"));
            }
            Err(Stop::Failed(error)) => return say(error),
            Err(other) => return Err(other),
        }
        // Whoever saves again is asked.
        self.file = None;
        let of_file = ["--setup", "--rules", "--set", "--position", "--load", "--after"];
        let words = self.again(&of_file);
        say(format_args!("the game is in {file}; to go on:\n  {words} --load {}", shell_word(file)))
    }

    /// The command as it was typed, without some options, and with the seed.
    fn again(&self, without: &[&str]) -> String {
        let Table { seed, is_drawn, .. } = &self.table;
        let seed = match self.play.two || !is_drawn {
            true => String::new(),
            false => format!(" --seed {seed}"),
        };
        command_line_without(without) + &seed
    }

    /// How to go on from here; nothing where nothing was played.
    fn parting_words(&self) -> String {
        if self.played.is_empty() {
            return String::new();
        }
        let words = self.all_words();
        let loaded = self.loaded.len();
        let is_loaded = loaded <= words.len()
            && self.played.iter().zip(&self.loaded).all(|((_, mv), loaded)| mv == loaded);
        if !is_loaded || self.play.takes_stdin() {
            return format!("the moves so far: {}", words.join(" "));
        }
        let mut command = self.again(&["--after"]);
        if words.len() > loaded {
            let _ = write!(command, " --after {}", shell_word(&words[loaded..].join(" ")));
        }
        format!("to go on:\n  {command}")
    }

    fn say_game(&self) -> Done {
        let words = self.all_words();
        let seats = usize::from(self.game.seats());
        let scores = &self.game.scores(&self.position)[..seats];
        let count = counted(words.len() as u64, "move");
        let mut text = format!("{count}, score {}", score_words(scores));
        for (number, round) in (1..).zip(words.chunks(seats)) {
            let _ = write!(text, "\n{number:>4}  {}", round.join("  "));
        }
        say(text)
    }

    fn help(&self) -> Done {
        let example = self.words.first().map_or("c", String::as_str);
        tell(&format!(
            "A move is typed by its number, by its word as `{example}`, or by any part that no other \
             move has: FROM-TO, or the one point where it starts or ends.{}",
            lessons::notation(self.rules)
        ))?;
        let mut text = String::new();
        for (name, rest, about) in COMMANDS {
            let about = filled(about, width().saturating_sub(15).max(15));
            let about = about.trim_end().replace('\n', &format!("\n{:15}", ""));
            let _ = write!(text, "\n  {:<12} {about}", format!("{name} {rest}"));
        }
        say(text)
    }
}

fn say(text: impl Display) -> Done {
    print(format_args!("{text}\n"))
}

/// Says something in sentences, each paragraph in lines that are not too long.
fn tell(text: &str) -> Done {
    let lines = text.split('\n').map(|line| filled(line, width()));
    print(lines.collect::<String>())
}

fn width() -> usize {
    columns_of_stdout().map_or(WIDTH, |columns| columns.min(WIDTH))
}

struct Talk {
    lines: Box<dyn BufRead>,
    /// Whether somebody types at a terminal: then they are asked, else what they say is repeated, so
    /// that the output tells the whole session.
    asks: bool,
}

impl Talk {
    /// Talks with whoever is at stdin; where a setup has been read from there, with the terminal.
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

    /// The next line, trimmed; nothing at the end of all input.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Stop> {
        let mut out = io::stdout().lock();
        if self.asks {
            write!(out, "\n{prompt}> ")?;
        }
        out.flush()?;
        let mut bytes = Vec::new();
        let read = (&mut self.lines).take(LONGEST).read_until(b'\n', &mut bytes);
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
