//! What somebody typed that is no command: a move, or why it is none.

use super::super::command::nearest_command;
use super::super::reading::{Reading, read};
use super::{SHOWN, Session};
use crate::base::words::shortened;
use crate::board::Point;
use crate::commands::ended::Done;
use crate::games::Game;

impl<G: Game> Session<'_, G> {
    /// Plays what somebody typed, or says why not.
    pub(super) fn played_by_a_person(&mut self, text: &str) -> Done {
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
    pub(super) fn why_not(&self, text: &str) -> Option<String> {
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
