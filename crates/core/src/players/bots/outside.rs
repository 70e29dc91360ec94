//! Players that the program does not bring along: people, whose games are imported, and engines, which
//! are other programs. Both are known by a name.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Engine, NoBot};
use crate::base::random::Stream;
use crate::games::{Chosen, Ruled};

/// So many bytes a name has at most.
pub const LONGEST: usize = 80;

/// A player from outside. A word tells it, as `person:Ali` or `engine:mine`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outsider {
    /// What it is.
    pub kind: Kind,
    /// Who it is.
    pub name: Name,
}

/// What a player from outside is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Somebody whose games are imported.
    Person,
    /// A program that is asked over a line protocol.
    Engine,
}

/// The words of players from outside, with what they are and the version of what is recorded of
/// their games.
pub const OUTSIDERS: [(&str, &str, u32); 2] = [
    ("person", "somebody whose games were imported, as `person:Ali`", 1),
    ("engine", "another program, as `engine:NAME` beside `[engine.NAME]`", 1),
];

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 2] = [Kind::Person, Kind::Engine];

    /// Its word.
    pub const fn word(self) -> &'static str {
        OUTSIDERS[self as usize].0
    }
}

/// A name of a few signs. It is copied like a number, as all that is known of a bot.
#[derive(Clone, Copy)]
pub struct Name {
    bytes: [u8; LONGEST],
    length: u8,
}

impl Name {
    /// The name, if it is one: letters, digits and `-`, `_`, `.`, `'`.
    pub fn new(text: &str) -> Option<Name> {
        if text.is_empty() || text.len() > LONGEST || !text.chars().all(fits) {
            return None;
        }
        let mut bytes = [0; LONGEST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Name { bytes, length: text.len() as u8 })
    }

    /// The nearest that is a name to what people are called: what does not fit becomes a `-`. Nothing
    /// where it is too long, or nothing of it fits.
    pub fn of_person(text: &str) -> Option<Name> {
        let parts = text.split(|sign| !fits(sign)).filter(|part| !part.is_empty());
        Name::new(&parts.collect::<Vec<_>>().join("-"))
    }

    /// As a text.
    pub fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.length)];
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// Whether a sign may stand in a name.
fn fits(sign: char) -> bool {
    sign.is_alphanumeric() || "-_.'".contains(sign)
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Name {}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.as_str().hash(hasher);
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Outsider {
    /// Whether it is this engine.
    pub(super) fn is(&self, engine: &Engine) -> bool {
        self.kind == Kind::Engine && self.name == engine.name
    }

    /// Reads what stands behind the colon of its word.
    pub(super) fn read(kind: Kind, name: Option<&str>, start: usize) -> Result<Outsider, NoBot> {
        let word = kind.word();
        let Some(text) = name else {
            return Err(NoBot {
                what: format!("`{word}` lacks a name"),
                expected: format!("expected `{word}:NAME`"),
                nearest: None,
                span: 0..word.len(),
            });
        };
        Name::new(text).map(|name| Outsider { kind, name }).ok_or_else(|| NoBot {
            what: format!("`{text}` is no name of a player"),
            expected: match Name::of_person(text) {
                Some(near) => format!("expected a name without blanks, as `{word}:{near}`"),
                None => format!("expected letters and digits, {LONGEST} bytes of them at most"),
            },
            nearest: None,
            span: start..start + text.len(),
        })
    }
}

impl fmt::Display for Outsider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.kind.word(), self.name))
    }
}

/// Somebody who is not here: gives up at once.
#[derive(Debug)]
pub(super) struct Absent;

impl<G: Ruled> super::Bot<G> for Absent {
    fn choose(&mut self, _: &G, _: &G::Position, _: &mut Stream) -> Option<Chosen<G::Move>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_and_made_of_what_people_are_called() {
        assert_eq!(Name::new("Ali").unwrap().as_str(), "Ali");
        assert_eq!(Name::new(&"x".repeat(80)).unwrap().to_string().len(), 80);
        for unfit in ["", "a b", "a/b", "a,b", "a:b", "a\n", &"x".repeat(81), &"é".repeat(41)] {
            assert_eq!(Name::new(unfit), None, "{unfit}");
        }
        for (said, name) in [
            ("Haji Ali (Tutong)", Some("Haji-Ali-Tutong")),
            (" Siti, 12 / second ", Some("Siti-12-second")),
            ("Đặng", Some("Đặng")),
            ("?!", None),
        ] {
            let made = Name::of_person(said);
            assert_eq!(made.as_ref().map(Name::as_str), name);
            assert!(made.is_none_or(|made| Name::new(made.as_str()) == Some(made)));
        }
        // The bytes behind a short name do not matter, and order is that of the texts.
        assert!(Name::new("Ali").unwrap() < Name::new("Ali2").unwrap());
    }
}
