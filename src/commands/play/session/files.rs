//! Games as files, and how to go on with one that is left.

use std::path::Path;

use super::super::talk::is_stdin;
use super::{Begun, Check, Session};
use crate::base::fault::{Source, drawn, in_words};
use crate::base::words::shell_word;
use crate::commands::ended::{Done, Stop};
use crate::games::written::{Parts, Start};
use crate::games::{Game, Seat};

impl<G: Game> Session<'_, G> {
    pub(super) fn save(&mut self, file: &str) -> Done {
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
            true => std::fs::write(path, text),
            false => std::fs::File::create_new(path)
                .and_then(|mut new| std::io::Write::write_all(&mut new, text.as_bytes())),
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
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                self.talk.say(format_args!("`{file}` is there already: choose another name"))
            }
            Err(error) => {
                self.talk.say(format_args!("cannot write `{file}`: {}", in_words(&error)))
            }
        }
    }

    pub(super) fn load(&mut self, file: &str) -> Result<Option<Begun>, Stop> {
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
    pub(super) fn leave(&self) -> Done {
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
    pub(super) fn parting_words(&self) -> String {
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
