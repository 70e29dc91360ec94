//! The words that stand for bots.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::players::bots::BotSpec;

fuzz_target!(|word: &str| {
    match word.parse::<BotSpec>() {
        Ok(bot) => {
            assert_eq!(bot.to_string().parse(), Ok(bot));
            assert_eq!(bot.to_full().parse(), Ok(bot));
        }
        Err(fault) => {
            assert!(!fault.what.is_empty() && !fault.expected.is_empty());
            assert!(word.get(fault.span.clone()).is_some(), "{:?}", fault.span);
        }
    }
});
