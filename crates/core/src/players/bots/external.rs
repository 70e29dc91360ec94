//! External players: engines, which are other programs, known by a name.

use std::fmt;

use super::options::{OptionText, Options};
use crate::base::diagnostic::{Diagnostic, ErrorKind};
use crate::base::random::GameRng;
use crate::games::{Chosen, GameRules};

/// Greatest length of a name in bytes.
pub const MAX_LENGTH: usize = 80;

/// Short name, stored inline so that it is `Copy`, like everything known of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// Padded with zeros, so that names are ordered as their texts are.
    bytes: [u8; MAX_LENGTH],
    length: u8,
}

impl Name {
    /// Returns the name; `None` unless it consists of letters, digits and `-`, `_`, `.`, `'`.
    pub fn new(text: &str) -> Option<Name> {
        if text.is_empty() || text.len() > MAX_LENGTH || !text.chars().all(fits) {
            return None;
        }
        let mut bytes = [0; MAX_LENGTH];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Name { bytes, length: text.len() as u8 })
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.length)];
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl Options for Name {
    fn read(OptionText { bot, text }: OptionText<'_>) -> Result<Name, Diagnostic> {
        let Some(text) = text else {
            let (span, what) = (0..bot.len(), format!("`{bot}` lacks a name"));
            let fault = Diagnostic::at(span, what, format!("expected `{bot}:NAME`"));
            return Err(fault.kind(ErrorKind::Missing));
        };
        Name::new(text).ok_or_else(|| {
            let (start, what) = (bot.len() + 1, format!("`{text}` is no name of a player"));
            let expected =
                format!("expected letters and digits, {MAX_LENGTH} bytes of them at most");
            Diagnostic::at(start..start + text.len(), what, expected)
        })
    }

    fn word(&self, bot: &str, _: bool) -> String {
        format!("{bot}:{self}")
    }
}

/// Returns whether a name may contain this character.
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

/// Placeholder for a player that is not here: never moves.
#[derive(Debug)]
pub(super) struct Unavailable;

impl<G: GameRules> super::Strategy<G> for Unavailable {
    fn choose_move(&mut self, _: &G, _: &G::Position, _: &mut GameRng) -> Chosen<G> {
        None
    }
}
