//! Fuzzes moves as people write them, played from a setup for as long as they are legal, and settings
//! of the rules.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::text::rules::set_all;
use pasang_core::games::rules::preset;
use pasang_core::games::setup::builtin;
use pasang_fuzz::said;

fuzz_target!(|text: &str| {
    for name in ["brunei-slide", "bell"] {
        // The same text as a setting of the rules.
        let mut set = preset(name).expect("it is one of the presets");
        if let Err(faults) = set_all(&mut set, &[text.to_owned()]) {
            said(&faults);
        }
        let setup = builtin("catalogue-01").expect("it is one of the setups");
        let rules = preset(name).expect("it is one of the presets");
        let mut position = rules.start(&setup).expect("both games are played from it");
        for word in text.split_whitespace() {
            match position.parse_move(word) {
                Ok(mv) => {
                    // The program's own notation stands for the same move.
                    assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
                    position.play_unchecked(mv);
                }
                Err(refusal) => {
                    assert!(!refusal.instead().is_empty());
                    break;
                }
            }
        }
    }
});
