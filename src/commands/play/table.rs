//! Who sits at the table.

use crate::games::Seat;
use crate::players::bots::BotSpec;

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
