//! What the targets share. Each target gives a reader any text: the reader refuses it in words, or
//! what it read can be written down and reads back as the same. None may panic.

use pasang::base::fault::{Faults, drawn};

/// What is wrong must be said, without a sign that a terminal would obey.
pub fn said(faults: &Faults) {
    // Setting a message takes most of the time: in one of four ways, so that more texts are tried.
    match faults.in_a_line() {
        line if line.len() % 4 == 0 => assert!(!drawn(faults, true).is_empty()),
        line if line.len() % 4 == 1 => {
            let plain = drawn(faults, false);
            assert!(plain.starts_with("error: "), "{plain}");
            assert!(!plain.contains(|sign: char| sign.is_control() && sign != '\n'), "{plain:?}");
        }
        line => assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}"),
    }
}
