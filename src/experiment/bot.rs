//! The word of one bot in an experiment.

use crate::base::diagnostic::Diagnostic;
use crate::base::toml_reader::{Reader, Value};
use crate::players::bots::BotSpec;

pub(super) fn read(value: &Value<'_>, reader: &Reader<'_>) -> Option<BotSpec> {
    let word = reader.string(value, "bots")?;
    match word.parse::<BotSpec>() {
        Ok(bot) => Some(bot),
        Err(fault) => {
            let span = reader.part(value, fault.span.clone().unwrap_or_default());
            reader.fault(Diagnostic { span: Some(span), ..fault });
            None
        }
    }
}
