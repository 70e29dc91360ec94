//! Fuzzes setups.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::text::diagnostic::Source;
use pasang_core::games::setup::Setup;
use pasang_fuzz::said;

fuzz_target!(|text: &str| {
    match Setup::parse(&Source::new("s.txt", text)) {
        Ok(setup) => assert_eq!(Setup::parse(&Source::new("", setup.to_text())), Ok(setup)),
        Err(faults) => said(&faults),
    }
});
