//! Fuzzes experiments.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use pasang::experiment::Experiment;
use pasang::text::diagnostic::Source;
use pasang_fuzz::said;

fuzz_target!(|text: &str| {
    // No file is opened: without a slash, plain or escaped, no path leads out of a folder that does
    // not exist.
    if text.contains('/') || text.contains("2f") || text.contains("2F") {
        return;
    }
    let parse = |text| Experiment::parse(&Source::new("e.toml", text), Path::new("no/such/folder"));
    match parse(text.to_owned()) {
        Ok(experiment) => assert_eq!(parse(experiment.to_toml()), Ok(experiment)),
        Err(faults) => said(&faults),
    }
});
