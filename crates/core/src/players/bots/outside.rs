//! Players that the program does not bring along: engines, which are other programs, known by a name.

use std::fmt;

use super::OUTSIDE;
use crate::base::fault::Fault;
use crate::base::random::Stream;
use crate::games::{Chosen, Ruled};

/// So many bytes a name has at most.
pub const LONGEST: usize = 80;

/// A name of a few signs. It is copied like a number, as all that is known of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// Behind the name zeros, so that the order of names is that of their texts.
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

    /// Reads what stands behind the colon of its word.
    pub(super) fn read(name: Option<&str>, start: usize) -> Result<Name, Fault> {
        let Some(text) = name else {
            let (span, what) = (0..OUTSIDE.len(), format!("`{OUTSIDE}` lacks a name"));
            return Err(Fault::at(span, what, format!("expected `{OUTSIDE}:NAME`")));
        };
        Name::new(text).ok_or_else(|| {
            let what = format!("`{text}` is no name of a player");
            let expected = format!("expected letters and digits, {LONGEST} bytes of them at most");
            Fault::at(start..start + text.len(), what, expected)
        })
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
