//! Fuzzes diagrams of positions of either game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::text::diagnostic::Source;
use pasang_core::games::rules::preset;
use pasang_fuzz::said;

fuzz_target!(|text: &str| {
    // A diagram belongs to one game; the number of bytes selects which.
    let name = ["brunei-slide", "bell"][text.len() % 2];
    let rules = preset(name).expect("it is one of the presets");
    let position = match rules.read_diagram(&Source::new("d.txt", text)) {
        Ok(position) => position,
        Err(faults) => return said(&faults),
    };
    // The position can be played on, and written.
    assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some());
    assert_eq!(rules.read_diagram(&Source::new("", position.diagram())), Ok(position));
    assert_eq!(position.to_string().parse(), Ok(position));
});
