//! Reads arguments, and refuses wrong ones in the words of the module.

use std::ops::RangeInclusive;

use pasang::read::positions::{self, Requested, RulesOptions};
use pasang_core::base::random::HIGHEST_SEED;
use pasang_core::{BotSpec, Game};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};

use crate::{faults, wrong};

/// Makes a function for each number that Python gives, which reads it within its range.
macro_rules! whole_numbers {
    ($($name:ident: $type:ty = $range:expr),+ $(,)?) => {$(
        pub fn $name(given: &Bound<'_, PyAny>) -> PyResult<$type> {
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

fn within(given: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    if let Some(number) = given.extract().ok().filter(|number| range.contains(number)) {
        return Ok(number);
    }
    let (lowest, highest) = range.into_inner();
    let what = format!("`{name}` is a whole number from {lowest} to {highest}");
    let text = format!("{what}, not {}", shown(given)?);
    Err(if given.is_instance_of::<PyInt>() { wrong(text) } else { PyTypeError::new_err(text) })
}

/// Returns the beginning of what Python shows of an object.
pub fn shown(given: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(format!("{:.80}", given.repr()?.to_string_lossy()))
}

/// Reads a bot. Experiments know more kinds, which need other programs or files.
pub fn bot(text: &str) -> PyResult<BotSpec> {
    let spec = text.parse::<BotSpec>().map_err(wrong)?;
    match spec.is_external() {
        true => Err(wrong(format!("`{text}` is another program, and plays in experiments only"))),
        false => Ok(spec),
    }
}

/// Reads bots: one, or a list.
pub fn bots(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let found = given.extract().map(|text| vec![text]).or_else(|_| given.extract::<Vec<String>>());
    let Ok(texts) = found else {
        let what = format!("`bots` is a bot, such as \"greedy\", or a list, not {}", shown(given)?);
        return Err(PyTypeError::new_err(what));
    };
    texts.iter().try_for_each(|text| bot(text).map(drop))?;
    Ok(texts)
}

/// Reads toggles as settings `TOGGLE=VALUE`.
fn settings(toggles: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let setting = |(toggle, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        // Python writes `True`, files `true`.
        let value = value.str()?.to_string().to_lowercase();
        Ok(format!("{}={value}", toggle.extract::<String>()?.replace('_', "-")))
    };
    toggles.into_iter().flatten().map(setting).collect()
}

/// Finds rules: a preset, also with toggles as `Position.rules` has them, or a file; `toggles` are
/// set on top, in order.
pub fn rules(name: &str, toggles: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    RulesOptions::split(Some(name), settings(toggles)?).rules().map_err(faults)
}

/// Finds a position: a setup by name, file or rows, a position string, or a diagram.
pub fn start(
    setup: &str,
    rules: Option<&str>,
    toggles: Option<&Bound<'_, PyDict>>,
) -> PyResult<Requested> {
    positions::find(setup, &RulesOptions::split(rules, settings(toggles)?)).map_err(faults)
}
