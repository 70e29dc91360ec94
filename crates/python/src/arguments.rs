//! Reads arguments, and refuses wrong ones in the words of the module.

use std::ops::RangeInclusive;

use pasang::text::positions;
use pasang::text::positions::{Requested, RulesOptions};
use pasang_core::BotSpec;
use pasang_core::base::random::HIGHEST_SEED;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::{Any, Dict, faults, wrong};

/// Makes a function for each number that Python gives, which reads it within its range.
macro_rules! whole_numbers {
    ($($name:ident: $type:ty = $range:expr),+ $(,)?) => {$(
        pub fn $name(given: &Any<'_>) -> PyResult<$type> {
            within(given, stringify!($name), $range).map(|number| number as $type)
        }
    )+};
}

whole_numbers! {
    depth: u32 = 0..=200,
    n: usize = 1..=1 << 20,
    nodes: u64 = 1..=u64::MAX,
    seed: u64 = 0..=HIGHEST_SEED,
    table_mib: u32 = 1..=65_536,
    threads: usize = 1..=1024,
}

fn within(given: &Any<'_>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    if let Some(number) = given.extract().ok().filter(|number| range.contains(number)) {
        return Ok(number);
    }
    let (lowest, highest) = range.into_inner();
    let error = mistyped(&format!("`{name}` is a whole number from {lowest} to {highest}"), given);
    Err(if given.is_instance_of::<PyInt>() { wrong(error.value(given.py())) } else { error })
}

/// Returns the error of an object that is not what is expected, with the beginning of its `repr`.
pub fn mistyped(what: &str, given: &Any<'_>) -> PyErr {
    PyTypeError::new_err(format!("{what}, not {:.80}", format!("{given:?}")))
}

/// Reads a bot. Experiments know more kinds, which need other programs or files.
pub fn bot(text: &str) -> PyResult<BotSpec> {
    BotSpec::builtin(text).map_err(wrong)
}

/// Reads bots: one, or a list.
pub fn bots(given: &Any<'_>) -> PyResult<Vec<String>> {
    let texts = given.extract().map(|text| vec![text]).or_else(|_| given.extract::<Vec<String>>());
    let what = "`bots` is a bot, such as \"greedy\", or a list";
    let texts = texts.map_err(|_| mistyped(what, given))?;
    texts.iter().try_for_each(|text| bot(text).map(drop))?;
    Ok(texts)
}

/// Reads rules: a preset, also with toggles as `Position.rules` has them, or a file; `toggles` are
/// set on top, in order.
pub fn rules(name: Option<&str>, toggles: Option<&Dict<'_>>) -> PyResult<RulesOptions> {
    let setting = |(toggle, value): (Any<'_>, Any<'_>)| {
        // Python writes `True`, files `true`.
        let value = value.str()?.to_string().to_lowercase();
        Ok(format!("{}={value}", toggle.extract::<String>()?.replace('_', "-")))
    };
    let settings = toggles.into_iter().flatten().map(setting).collect::<PyResult<_>>()?;
    Ok(RulesOptions::split(name, settings))
}

/// Finds a position: a setup by name, file or rows, a position string, or a diagram.
pub fn start(setup: &str, name: Option<&str>, toggles: Option<&Dict<'_>>) -> PyResult<Requested> {
    positions::find(setup, &rules(name, toggles)?).map_err(faults)
}
