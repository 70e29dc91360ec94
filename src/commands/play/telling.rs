//! Who sits at the table, how it stands, and what a move does, in words and on the board.

use std::fmt::Write as _;

use super::lessons;
use super::reading::COMMANDS;
use super::session::{Begun, Session};
use super::talk::Talk;
use crate::base::words::counted;
use crate::board::{Colour, Point, Trail};
use crate::commands::ended::Done;
use crate::games::written::Start;
use crate::games::{Ending, Game, Outcome, Seat};
use crate::players::bots::BotSpec;

/// More moves than this are listed only when somebody asks.
const FEW: usize = 24;
/// A line of moves has no more signs.
const WIDTH: usize = 78;

/// Who plays, and how it is told.
#[derive(Clone, Debug)]
pub struct Table {
    /// Where the person sits who plays against bots; nothing where only people play.
    pub person: Option<Seat>,
    /// Who plays in the other seats.
    pub bot: BotSpec,
    /// What the bots' random numbers are made from.
    pub seed: u64,
    /// Whether the seed was drawn.
    pub drawn: bool,
    /// Whether the rules are left out.
    pub brief: bool,
    /// The options that say so much, but for the seed, as a shell reads them back.
    pub options: String,
}

impl Table {
    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.person.is_none_or(|person| person == seat)
    }

    /// What a player is called: `player 1`, `you (player 1)`.
    pub fn called(&self, seat: Seat) -> String {
        match self.person {
            Some(person) if person == seat => format!("you (player {seat})"),
            _ => format!("player {seat}"),
        }
    }

    /// Who plays, in a line.
    pub fn introduced(&self, seats: u8) -> String {
        let Some(person) = self.person else {
            return format!("{seats} people play: player 1 moves first.");
        };
        let others: Vec<String> = Seat::first(seats)
            .filter(|&seat| seat != person)
            .map(|seat| seat.to_string())
            .collect();
        let (players, are) = if others.len() == 1 { ("player", "is") } else { ("players", "are") };
        format!("You are player {person}; {players} {} {are} {}.", others.join(" and "), self.bot)
    }
}

impl<G: Game> Session<'_, G> {
    pub(super) fn greet(&mut self) -> Done {
        let Begun { rules, start, name, .. } = self.begun;
        let name = match start {
            Start::Setup(setup) => &setup.name,
            Start::Diagram(_) => name,
        };
        let mut text = format!("Pasang: {name}, {}. ", lessons::named(rules));
        text += &self.table.introduced(self.game.seats());
        if self.table.person.is_some() {
            let seed = self.table.seed;
            let drawn =
                if self.table.drawn { ": `--seed` with it plays the same again" } else { "" };
            let _ = write!(text, "\nSeed {seed}{drawn}.");
        }
        text += "\n`help` lists what can be typed, `quit` leaves.";
        self.talk.tell(&text)
    }

    /// What a move does: `player 2 plays k7-j7xw3: 3 white stones (g7 h7 i7), 6 points`.
    pub(super) fn told(&self, position: &G::Position, mv: G::Move) -> String {
        let game = self.game;
        let (side, seat) = (game.side(position), game.to_move(position));
        let taken = game.taken(position, mv);
        let stones = game.stones(position).only(taken);
        let counts: Vec<String> = Colour::BOTH
            .into_iter()
            .map(|colour| (stones.of(colour).len(), colour.word()))
            .filter(|&(count, _)| count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let points: Vec<String> = taken.map(|point| side.name(point)).collect();
        let gain = counted(game.gain(position, mv).into(), "point");
        let (word, who) = (game.word(position, mv), self.table.called(seat));
        let plays = if who.starts_with("you") { "play" } else { "plays" };
        format!(
            "{who} {plays} {word}: takes {} ({}), {gain}",
            counts.join(" and "),
            points.join(" ")
        )
    }

    /// Shows the board and how it stands, and tells the rule that comes up.
    pub(super) fn show(&mut self) -> Done {
        let trail = self.played.last().map(|(position, mv)| Trail {
            way: self.game.way(position, *mv),
            taken: self.game.taken(position, *mv),
        });
        self.board(&self.position, &trail.unwrap_or_default())?;
        let Session { game, position, table, .. } = self;
        let scores = &game.scores(position)[..usize::from(game.seats())];
        if let Some(outcome) = game.outcome(position) {
            let last = game.to_move(position);
            let left = game.stones(position).points().len();
            let mut text = over(table, &outcome, scores, last, left);
            let stuck = lessons::of_stuck(&self.begun.rules)
                .filter(|_| outcome.ending == Ending::Stuck && !table.brief);
            if let Some(stuck) = stuck {
                let _ = write!(text, "\n{stuck}");
            }
            if let Some(words) = self.begun.rules.in_advance() {
                let _ = write!(text, " The scores are without the handicap: {words}.");
            }
            let moves = counted(self.played.len() as u64, "move");
            let _ = write!(
                text,
                "\n`game` lists its {moves}, `board N` shows it after the first N of them, \
                 `save FILE` keeps it, `undo` takes back, `new` plays again, `quit` leaves."
            );
            return self.talk.tell(&text);
        }
        let score: Vec<String> = scores.iter().map(u16::to_string).collect();
        let advance = self.begun.rules.in_advance().map(|words| format!("; {words}"));
        self.talk.say(format_args!("score {}{}", score.join("-"), advance.unwrap_or_default()))?;
        let part = game.phase(position);
        if let Some(lesson) = self.lessons.as_mut().and_then(|lessons| lessons.at(part)) {
            self.talk.tell(&format!("\n{lesson}\n\n"))?;
        }
        self.say_moves(FEW)
    }

    pub(super) fn board(&self, position: &G::Position, trail: &Trail) -> Done {
        let sign = |point: Point| self.game.sign(position, point);
        self.talk.board(self.game.side(position), sign, trail)
    }

    /// The board as it was after so many moves.
    pub(super) fn show_after(&mut self, plies: usize) -> Done {
        let Some(before) = plies.checked_sub(1) else {
            return self.board(&self.start, &Trail::default());
        };
        let Some((position, mv)) = self.played.get(before) else {
            let played = counted(self.played.len() as u64, "move");
            return self.talk.say(format_args!("`board {plies}`: {played} played so far"));
        };
        let trail =
            Trail { way: self.game.way(position, *mv), taken: self.game.taken(position, *mv) };
        let after = self.game.play(position, *mv);
        self.board(&after, &trail)?;
        self.talk.say(format_args!("move {plies}: {}", self.told(position, *mv)))
    }

    /// Lists the legal moves with their numbers and what they take, if they are no more than so many.
    pub(super) fn say_moves(&self, most: usize) -> Done {
        if self.words.is_empty() {
            return self.talk.say("no moves: the game is over");
        }
        let count = counted(self.words.len() as u64, "move");
        let who = format!("player {} to move, {count}", self.mover());
        if self.words.len() > most {
            return self.talk.say(format_args!("{who}: `moves` lists them"));
        }
        let all: Vec<usize> = (0..self.words.len()).collect();
        self.talk.say(format_args!("{who}:\n{}", self.listed(&all)))
    }

    /// Some of the legal moves, in columns.
    pub(super) fn listed(&self, places: &[usize]) -> String {
        let widest = places.iter().map(|&place| self.words[place].len()).max().unwrap_or(0);
        let digits = self.words.len().to_string().len();
        let shown = |&place: &usize| {
            let gain = self.game.gain(&self.position, self.moves[place]);
            let (number, word) = (place + 1, &self.words[place]);
            format!("{number:>digits$} {word:<widest$} +{gain:<3}")
        };
        // Items of a list stay whole: a terminal would break lines within them.
        let columns = WIDTH.min(Talk::width() + 1);
        let a_line = (columns / (digits + widest + 9)).max(1);
        let lines = places.chunks(a_line).map(|line| {
            let line: Vec<String> = line.iter().map(shown).collect();
            format!("  {}", line.join("   ").trim_end())
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(super) fn all_words(&self) -> Vec<String> {
        self.played.iter().map(|(position, mv)| self.game.word(position, *mv)).collect()
    }

    pub(super) fn say_game(&self) -> Done {
        let words = self.all_words();
        let scores = &self.game.scores(&self.position)[..usize::from(self.game.seats())];
        let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
        let count = counted(words.len() as u64, "move");
        let mut text = format!("{count}, score {}", scores.join("-"));
        let seats = usize::from(self.game.seats());
        for (number, round) in (1..).zip(words.chunks(seats)) {
            let _ = write!(text, "\n{number:>4}  {}", round.join("  "));
        }
        self.talk.say(text)
    }

    pub(super) fn help(&self) -> Done {
        let example = self.words.first().map_or("c", String::as_str);
        let mut text = format!(
            "A move is typed by its number, by its word as `{example}`, or by any part that no other \
             move has:\nFROM-TO, or the one point where it starts or ends.\n"
        );
        for (name, rest, about) in COMMANDS {
            let _ = write!(text, "\n  {:<12} {about}", format!("{name} {rest}"));
        }
        self.talk.say(text)
    }
}

/// How a game ended: who won, the scores, and why. `last` is whoever had to move, `left` how many
/// stones are on the board.
fn over(table: &Table, outcome: &Outcome, scores: &[u16], last: Seat, left: u32) -> String {
    let score: Vec<String> = scores.iter().map(u16::to_string).collect();
    let score = score.join("-");
    let winners: Vec<String> = outcome.winners.seats().map(|seat| table.called(seat)).collect();
    let who = match winners.as_slice() {
        [only] if only.starts_with("you") => format!("{only} win"),
        [only] => format!("{only} wins"),
        several => format!("a draw between {}", several.join(" and ")),
    };
    let why = match outcome.ending {
        Ending::Cleared => "no stone is left".to_owned(),
        Ending::Stuck => {
            let (stones, are) =
                (counted(left.into(), "stone"), if left == 1 { "is" } else { "are" });
            format!("player {last} cannot move, and {stones} {are} left")
        }
        Ending::NoHops => format!("player {last} has no hop"),
    };
    format!("The game is over: {who}, {score}; {why}.")
}
