//! One game at the table, from the first question to the last.

mod files;
mod telling;
mod typed;

use std::path::Path;

use super::Parting;
use super::command::{Command, Typed};
use super::hint::hint;
use super::lessons::{self, Lessons};
use super::table::Table;
use super::talk::{Talk, is_stdin};
use crate::base::fault::{Faults, Source};
use crate::base::random::Key;
use crate::base::words::{counted, shell_word};
use crate::commands::ended::{Done, Stop};
use crate::games::rules::{Rules, Work};
use crate::games::written::{Start, read_moves};
use crate::games::{Chosen, Game, Seat};
use crate::players::bots::Bot;

/// More moves than this are listed only when somebody asks.
const FEW: usize = 24;
/// Of several that may be meant no more are shown.
const SHOWN: usize = 12;
/// A line of moves has no more signs.
const WIDTH: usize = 78;

/// What is to be done after a session.
pub enum Next {
    /// Nothing.
    Leave,
    /// Another game is played.
    Another(Box<Begun>),
}

/// A game that is sat down to.
#[derive(Clone, Debug)]
pub struct Begun {
    /// Its rules.
    pub rules: Rules,
    /// What it starts from.
    pub start: Start,
    /// How messages call that.
    pub name: String,
    /// The moves that are played already, one text after the other.
    pub moves: Vec<Source>,
    /// The options that begin it, as a shell reads them back; none where that cannot be told.
    pub options: Option<String>,
    /// How many of these texts the options bring with them.
    pub loaded: usize,
}

impl Begun {
    /// A game from a file, with moves behind its own.
    ///
    /// # Errors
    /// All that is wrong with the file.
    pub fn load(path: &Path, after: Source) -> Result<Begun, Faults> {
        let saved = crate::read::written_game(path)?;
        let name = path.display().to_string();
        let options = format!(" --load {}", shell_word(&name));
        Ok(Begun {
            rules: saved.rules,
            start: saved.start,
            options: (!is_stdin(&name)).then_some(options),
            name,
            moves: vec![saved.moves, after],
            loaded: 1,
        })
    }

    /// All moves that are played already, the first ones being those that the options bring.
    fn moves<G: Game>(
        &self,
        game: &G,
        start: &G::Position,
    ) -> Result<(Vec<G::Move>, usize), Faults> {
        let (mut all, mut loaded) = (Vec::new(), 0);
        let mut position = *start;
        for (number, source) in self.moves.iter().enumerate() {
            let moves = read_moves(game, &position, source)?;
            position = moves.iter().fold(position, |position, &mv| game.play(&position, mv));
            all.extend(moves);
            if number < self.loaded {
                loaded = all.len();
            }
        }
        Ok((all, loaded))
    }
}

/// Looks whether a game can be played at all.
struct Check<'a>(&'a Begun);

impl Work for Check<'_> {
    type Output = Result<(), Faults>;

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let start = self.0.start.position(game, &self.0.name)?;
        self.0.moves(game, &start).map(|_| ())
    }
}

/// A game at the table.
pub struct Session<'a, G: Game> {
    game: &'a G,
    begun: &'a Begun,
    table: &'a Table,
    talk: &'a mut Talk,
    parting: &'a Parting,
    bot: Box<dyn Bot<G>>,
    key: Key,
    lessons: Option<Lessons>,
    /// The position before each move, and the move.
    played: Vec<(G::Position, G::Move)>,
    position: G::Position,
    start: G::Position,
    /// The moves that the options bring.
    loaded: Vec<G::Move>,
    /// The legal moves, sorted by their words: a move's number is its place, counted from 1.
    moves: Vec<G::Move>,
    words: Vec<String>,
    /// The file that the game was written to: it may be written over.
    file: Option<String>,
}

impl<'a, G: Game> Session<'a, G> {
    /// Sits down to a game.
    ///
    /// # Errors
    /// When it cannot be played, or moves that are said to be played are not legal.
    pub fn new(
        game: &'a G,
        begun: &'a Begun,
        table: &'a Table,
        talk: &'a mut Talk,
        parting: &'a Parting,
    ) -> Result<Session<'a, G>, Faults> {
        let start = begun.start.position(game, &begun.name)?;
        let (given, loaded) = begun.moves(game, &start)?;
        let identity = begun.rules.identity();
        let mut session = Session {
            game,
            begun,
            table,
            talk,
            parting,
            bot: table.bot.make(),
            key: Key::new(table.seed, &[b"play", identity.as_bytes()]),
            lessons: (!table.brief).then(|| Lessons::of(&begun.rules)),
            played: Vec::new(),
            position: start,
            start,
            loaded: given[..loaded].to_vec(),
            moves: Vec::new(),
            words: Vec::new(),
            file: (begun.loaded > 0).then(|| begun.name.clone()),
        };
        given.into_iter().for_each(|mv| session.make(mv));
        session.look();
        Ok(session)
    }

    /// Plays until somebody leaves, or wants another game.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn run(mut self) -> Result<Next, Stop> {
        self.greet()?;
        self.go_on()?;
        loop {
            let prompt = match self.words.is_empty() {
                true => "the game is over".to_owned(),
                false => format!("player {}", self.mover()),
            };
            let Some(line) = self.talk.ask(&prompt)? else {
                self.leave()?;
                return Ok(Next::Leave);
            };
            let command = match Typed::read(&line) {
                Typed::Nothing => continue,
                Typed::Wrong(what) => {
                    self.talk.say(what)?;
                    continue;
                }
                Typed::Move(text) => {
                    self.played_by_a_person(&text)?;
                    continue;
                }
                Typed::Command(command) => command,
            };
            match command {
                Command::Moves => self.say_moves(usize::MAX)?,
                Command::Board(None) => self.show()?,
                Command::Board(Some(plies)) => self.show_after(plies)?,
                Command::Hint => self.hint()?,
                Command::Undo => self.undo()?,
                Command::Save(file) => self.save(&file)?,
                Command::Load(file) => {
                    if let Some(another) = self.load(&file)? {
                        return Ok(Next::Another(Box::new(another)));
                    }
                }
                Command::New => {
                    self.played.clear();
                    self.position = self.start;
                    self.look();
                    self.go_on()?;
                }
                Command::Game => self.say_game()?,
                Command::Rules => {
                    self.talk.tell(&lessons::whole(&self.begun.rules))?;
                    self.talk.say(lessons::toggles(&self.begun.rules))?;
                }
                Command::Help => self.help()?,
                Command::Quit => {
                    self.leave()?;
                    return Ok(Next::Leave);
                }
            }
        }
    }

    fn mover(&self) -> Seat {
        self.game.to_move(&self.position)
    }

    /// Makes a move, and says nothing.
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

    /// Lets bots move until it is a person's turn, and shows how it stands.
    fn go_on(&mut self) -> Done {
        while !self.words.is_empty() && !self.table.is_person(self.mover()) {
            // Each move is thought of anew: so a game that was left and gone on with is the same.
            self.bot.begin();
            let mut stream = self.key.stream(self.played.len() as u64);
            let Some(Chosen { mv, .. }) = self.bot.choose(self.game, &self.position, &mut stream)
            else {
                break;
            };
            self.announce(mv)?;
        }
        self.show()
    }

    /// Makes a move and says so.
    fn announce(&mut self, mv: G::Move) -> Done {
        let text = self.told(&self.position, mv);
        self.make(mv);
        self.look();
        self.talk.say(text)
    }

    fn hint(&mut self) -> Done {
        if self.words.is_empty() {
            return self.talk.say("no hint: the game is over");
        }
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let (rank, worth) = hint(self.game, &self.position, moves.len() as u32);
        let mv = moves[rank as usize];
        let word = self.game.word(&self.position, mv);
        let gain = counted(self.game.gain(&self.position, mv).into(), "point");
        self.talk.say(format_args!("hint: {word}, takes {gain}; {worth}"))
    }

    /// Back to a person's last turn.
    fn undo(&mut self) -> Done {
        let is_own = |(position, _): &(G::Position, G::Move)| {
            self.table.is_person(self.game.to_move(position))
        };
        let Some(own) = self.played.iter().rposition(is_own) else {
            return self.talk.say("nothing to take back: you have not moved yet");
        };
        let back = self.played.len() - own;
        self.position = self.played[own].0;
        self.played.truncate(own);
        self.look();
        self.talk.say(format_args!("{} taken back", counted(back as u64, "move")))?;
        self.show()
    }
}
