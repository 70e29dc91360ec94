//! Players that the program does not bring along: engines, which are other programs, known by a name.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::NoBot;
use crate::base::random::Stream;
use crate::games::{Chosen, Ruled};

/// So many bytes a name has at most.
pub const LONGEST: usize = 80;

/// A player from outside. A word tells it, as `engine:mine`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outsider {
    /// Which program it is.
    pub name: Name,
}

/// The words of players from outside, with what they are and the version of what is recorded of
/// their games.
pub const OUTSIDERS: [(&str, &str, u32); 1] =
    [(Outsider::WORD, "another program, as `engine:NAME` beside `[engine.NAME]`", 1)];

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
    /// What stands before the name.
    pub const WORD: &'static str = "engine";

    /// Reads what stands behind the colon of its word.
    pub(super) fn read(name: Option<&str>, start: usize) -> Result<Outsider, NoBot> {
        let word = Outsider::WORD;
        let Some(text) = name else {
            return Err(NoBot {
                what: format!("`{word}` lacks a name"),
                expected: format!("expected `{word}:NAME`"),
                nearest: None,
                span: 0..word.len(),
            });
        };
        Name::new(text).map(|name| Outsider { name }).ok_or_else(|| NoBot {
            what: format!("`{text}` is no name of a player"),
            expected: format!("expected letters and digits, {LONGEST} bytes of them at most"),
            nearest: None,
            span: start..start + text.len(),
        })
    }
}

impl fmt::Display for Outsider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", Outsider::WORD, self.name))
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
    fn names_are_kept() {
        assert_eq!(Name::new("Ali").unwrap().as_str(), "Ali");
        assert_eq!(Name::new(&"x".repeat(80)).unwrap().to_string().len(), 80);
        for unfit in ["", "a b", "a/b", "a,b", "a:b", "a\n", &"x".repeat(81), &"é".repeat(41)] {
            assert_eq!(Name::new(unfit), None, "{unfit}");
        }
        // The bytes behind a short name do not matter, and order is that of the texts.
        assert!(Name::new("Ali").unwrap() < Name::new("Ali2").unwrap());
    }
}
