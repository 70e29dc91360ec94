//! Checks shared by the targets. Each target passes arbitrary text to a parser, which either
//! returns errors or a value that is written and read back unchanged. None may panic.

use pasang::text::diagnostic::{Diagnostics, render};

/// Checks that errors have a message, without characters that control a terminal.
pub fn said(faults: &Diagnostics) {
    // Formatting takes most of the time: each text is tried in one of four ways, so that more texts
    // are.
    match faults.in_a_line() {
        line if line.len() % 4 == 0 => assert!(!render(faults, true).is_empty()),
        line if line.len() % 4 == 1 => {
            let plain = render(faults, false);
            assert!(plain.starts_with("error: "), "{plain}");
            assert!(!plain.contains(|sign: char| sign.is_control() && sign != '\n'), "{plain:?}");
        }
        line => assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}"),
    }
}
