//! Fuzzes the words of bots.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang_core::players::bots::BotSpec;

fuzz_target!(|word: &str| {
    match word.parse::<BotSpec>() {
        Ok(bot) => {
            assert_eq!(bot.to_string().parse(), Ok(bot));
            assert_eq!(bot.to_canonical_string().parse(), Ok(bot));
        }
        Err(fault) => {
            assert!(!fault.message.is_empty());
            let span = fault.span.unwrap_or(0..word.len());
            assert!(word.get(span.clone()).is_some(), "{span:?}");
        }
    }
});
