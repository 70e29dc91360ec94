//! One game at the table, from the first question to the last.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use super::Parting;
use super::hint::hint;
use super::lessons::{self, Lessons};
use super::reading::{Command, Reading, Typed, nearest_command, read};
use super::talk::{Talk, is_stdin};
use super::telling::Table;
use crate::base::fault::{Faults, Source, drawn, in_words};
use crate::base::random::Key;
use crate::base::words::{counted, shell_word, shortened};
use crate::board::Point;
use crate::commands::ended::{Done, Stop};
use crate::games::rules::{Rules, Work};
use crate::games::written::{Parts, Start, read_moves};
use crate::games::{Chosen, Game, Seat};
use crate::players::bots::Bot;

/// Of several that may be meant no more are shown.
const SHOWN: usize = 12;

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
    pub(super) game: &'a G,
    pub(super) begun: &'a Begun,
    pub(super) table: &'a Table,
    pub(super) talk: &'a mut Talk,
    pub(super) parting: &'a Parting,
    pub(super) bot: Box<dyn Bot<G>>,
    pub(super) key: Key,
    pub(super) lessons: Option<Lessons>,
    /// The position before each move, and the move.
    pub(super) played: Vec<(G::Position, G::Move)>,
    pub(super) position: G::Position,
    pub(super) start: G::Position,
    /// The moves that the options bring.
    pub(super) loaded: Vec<G::Move>,
    /// The legal moves, sorted by their words: a move's number is its place, counted from 1.
    pub(super) moves: Vec<G::Move>,
    pub(super) words: Vec<String>,
    /// The file that the game was written to: it may be written over.
    pub(super) file: Option<String>,
}

impl<'a, G: Game> Session<'a, G> {
    /// Sits down to a game.
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

    pub(super) fn mover(&self) -> Seat {
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

    /// Plays what somebody typed, or says why not.
    fn played_by_a_person(&mut self, text: &str) -> Done {
        if self.words.is_empty() {
            let shown = shortened(text);
            return match nearest_command(text) {
                Some(near) => {
                    self.talk.say(format_args!("`{shown}` is no command; did you mean `{near}`?"))
                }
                None => {
                    self.talk.say(format_args!("`{shown}`: the game is over; `undo` takes back"))
                }
            };
        }
        match read(text, &self.words) {
            Reading::One(place) => {
                self.announce(self.moves[place])?;
                self.go_on()
            }
            Reading::Several(places) => {
                let shown: Vec<usize> = places.iter().copied().take(SHOWN).collect();
                let more = match places.len() - shown.len() {
                    0 => String::new(),
                    more => format!("\n  and {more} more"),
                };
                self.talk.say(format_args!(
                    "`{}` may be any of {} moves: type more of it, or a number\n{}{more}",
                    shortened(text),
                    places.len(),
                    self.listed(&shown)
                ))
            }
            Reading::None(why, places) => {
                let mut said = self.why_not(text).unwrap_or(why);
                if let Some(near) = nearest_command(text) {
                    return self.talk.say(format_args!("{said}; did you mean `{near}`?"));
                }
                match places.len() {
                    0 => return self.talk.tell(&said),
                    all if all == self.words.len() => said += "\nlegal moves:",
                    _ => said += "\nnearest legal moves (`moves` lists all):",
                }
                self.talk.tell(&said)?;
                self.talk.say(self.listed(&places))
            }
        }
    }

    /// Why the own ka cannot go where somebody wants it to, where that is what they typed.
    fn why_not(&self, text: &str) -> Option<String> {
        let ka = *self.game.kas(&self.position).get(self.mover().index())?;
        let (side, ka) = (self.game.side(&self.position), ka?);
        let way = text.to_lowercase();
        let (from, to) = way.split('x').next()?.split_once('-')?;
        let to = side.points().into_iter().find(|&point| side.name(point) == to.trim())?;
        if from.trim() != side.name(ka) || to == ka {
            return None;
        }
        let goes = format!("from {} to {}", side.name(ka), side.name(to));
        let between = between(ka, to);
        let Some(mut between) = between else {
            return Some(format!("{goes} is no straight way: a ka goes along a row or a column"));
        };
        let is_free = |&point: &Point| self.game.sign(&self.position, point) == '.';
        if let Some(blocked) = between.find(|point| !is_free(point)) {
            return Some(format!("the way {goes} is not free: {} is in it", side.name(blocked)));
        }
        let leads = self.words.iter().any(|word| {
            word.strip_prefix(&format!("{}-{}x", side.name(ka), side.name(to))).is_some()
        });
        (!leads).then(|| format!("{goes} the way is free, but it takes no odd line across its way"))
    }

    fn save(&mut self, file: &str) -> Done {
        let board = match &self.begun.start {
            Start::Setup(setup) => setup.to_text(),
            Start::Diagram(_) => self.game.write_diagram(&self.start),
        };
        let (rules, moves) = (&self.begun.rules, &self.all_words());
        // What a bot is called is known; people may add their names.
        let starter = self.game.to_move(&self.start);
        let seats = self.game.seats();
        let headers: Vec<(&str, String)> = Seat::first(seats)
            .filter(|turn| !self.table.is_person(turn.at_table(starter, seats)))
            .map(|turn| (turn.word(), self.table.bot.to_string()))
            .collect();
        let parts = Parts { headers: &headers, rules, board: &board, moves, numbered: false };
        let text = format!(
            "# A game of Pasang. `pasang play --load FILE` goes on with it.\n{}",
            parts.to_text()
        );
        let path = Path::new(file);
        let is_own = self.file.as_deref() == Some(file);
        let written = match is_own {
            true => fs::write(path, text),
            false => fs::File::create_new(path).and_then(|mut new| new.write_all(text.as_bytes())),
        };
        match written {
            Ok(()) => {
                self.file = Some(file.to_owned());
                self.talk.say(format_args!(
                    "the game is in {file}; to go on:\n  pasang play --load {}{}{}",
                    shell_word(file),
                    self.table.options,
                    self.seed_word()
                ))
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                self.talk.say(format_args!("`{file}` is there already: choose another name"))
            }
            Err(error) => {
                self.talk.say(format_args!("cannot write `{file}`: {}", in_words(&error)))
            }
        }
    }

    fn load(&mut self, file: &str) -> Result<Option<Begun>, Stop> {
        if is_stdin(file) {
            self.talk.say("`load -`: what is typed are commands; give a file")?;
            return Ok(None);
        }
        let nothing = Source::new("--after", "");
        let read = Begun::load(Path::new(file), nothing)
            .and_then(|begun| begun.rules.play(Check(&begun)).map(|()| begun));
        let begun = match read {
            Ok(begun) => begun,
            Err(faults) => {
                self.talk.say(drawn(&faults, false))?;
                return Ok(None);
            }
        };
        let seats = begun.rules.seats();
        if self.table.person.is_some_and(|person| person.number() > seats) {
            self.talk
                .say(format_args!("`{file}` is a game for {seats}, and you sit further on"))?;
            return Ok(None);
        }
        Ok(Some(begun))
    }

    /// Says how to go on.
    fn leave(&self) -> Done {
        match self.parting_words() {
            words if words.is_empty() => Ok(()),
            words => self.talk.say(words),
        }
    }

    /// The option that says which random numbers a bot draws.
    fn seed_word(&self) -> String {
        match self.table.person {
            Some(_) => format!(" --seed {}", self.table.seed),
            None => String::new(),
        }
    }

    /// How to go on from here; nothing where nothing was played.
    fn parting_words(&self) -> String {
        if self.played.is_empty() {
            return String::new();
        }
        let words = self.all_words();
        let is_loaded = self.loaded.len() <= words.len()
            && self.played.iter().zip(&self.loaded).all(|((_, mv), loaded)| mv == loaded);
        let Some(options) = self.begun.options.as_ref().filter(|_| is_loaded) else {
            return format!("the moves so far: {}", words.join(" "));
        };
        let after = &words[self.loaded.len()..];
        let after = match after.len() {
            0 => String::new(),
            _ => format!(" --after {}", shell_word(&after.join(" "))),
        };
        let seed = self.seed_word();
        let whole = if self.words.is_empty() { "to look at it again" } else { "to go on" };
        format!("{whole}:\n  pasang play{options}{}{seed}{after}", self.table.options)
    }
}

/// The points between one and another on the same row or column, the other among them; nothing
/// where they lie otherwise.
fn between(from: Point, to: Point) -> Option<impl Iterator<Item = Point>> {
    let step = |from: u8, to: u8| (to > from) as i16 - (to < from) as i16;
    let columns = step(from.column().index(), to.column().index());
    let rows = step(from.row().index(), to.row().index());
    if columns != 0 && rows != 0 {
        return None;
    }
    let by = columns + rows * i16::from(crate::board::SIDE);
    let (mut at, end) = (i16::from(from.index()), i16::from(to.index()));
    Some(std::iter::from_fn(move || {
        if at == end {
            return None;
        }
        at += by;
        Some(Point::from_index(at as u8))
    }))
}
