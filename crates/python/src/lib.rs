//! The native part of the Python module `pasang`.
//!
//! It stands on the façade of `pasang-core`. Experiments are played by the program itself, as a
//! process of its own: see `python/pasang/experiments.py`.

mod arguments;
mod balance;
mod learning;
mod players;
mod position;
mod record;
mod table;

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError::Timeout};
use std::thread;
use std::time::Duration;

use pasang::experiment::Experiment;
use pasang::text::diagnostic::render;
use pasang_core::base::memory::OutOfMemory;
use pasang_core::{CancelToken, Diagnostics, IllegalMoveError as CoreIllegalMove};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

create_exception!(pasang, Error, PyValueError, "Wrong input, in the words of the program.");
create_exception!(pasang, IllegalMoveError, Error, "A move that is not legal, with near misses.");

// Python's objects are aligned to 16 bytes, and positions want more: they are kept in boxes.
const _: () =
    assert!(align_of::<(position::Position, record::Game, players::Bot, learning::Batch)>() <= 16);

type Any<'py> = Bound<'py, PyAny>;
type Dict<'py> = Bound<'py, PyDict>;

fn wrong(what: impl ToString) -> PyErr {
    Error::new_err(what.to_string())
}

fn faults(faults: Diagnostics) -> PyErr {
    let text = format!("\n{}", render(&faults, false)).replace("\nerror: ", "\n");
    // The options of the program are parameters here.
    wrong(text.replace("> --set:", "> toggles:").replace("`--setup`", "`setup`").trim())
}

fn illegal(error: CoreIllegalMove) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// Does work that takes long without the interpreter's lock. Ctrl-C cancels it by the token; a
/// table that found no memory raises.
fn interruptible<T: Send>(
    py: Python<'_>,
    cancel: CancelToken,
    work: impl FnOnce(&CancelToken) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let worker = scope.spawn(|| {
                let _done = done;
                work(&cancel)
            });
            let mut interrupted = Ok(());
            while is_done.recv_timeout(Duration::from_millis(50)) == Err(Timeout) {
                if let Err(signal) = Python::attach(|py| py.check_signals()) {
                    cancel.cancel();
                    interrupted = Err(signal);
                }
            }
            let result = worker.join().map_err(|thrown| match thrown.downcast::<OutOfMemory>() {
                Ok(it) => PyMemoryError::new_err(it.to_string()),
                Err(thrown) => resume_unwind(thrown),
            });
            interrupted.and(result)
        })
    })
}

/// Writes the experiment of a file fully resolved: it reads back as the same one on any machine.
#[pyfunction]
fn resolve(file: std::path::PathBuf) -> PyResult<String> {
    Ok(Experiment::read(&file).map_err(faults)?.to_toml())
}

/// The board game Pasang of Brunei: rules, bots, a solver, tables of results, and environments.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        Error, IllegalMoveError,
        balance::{Balance, balance_of, columns_of},
        learning::{Batch, action_count, action_of, legal_actions, move_of, observe},
        players::{Analysis, Bot, Solution, solve},
        position::{Outcome, Position},
        record::{Game, play_game},
        resolve,
        table::Table,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("PLANES", pasang_core::learning::PLANES)?;
        module.add("ACTION_NUMBERING", pasang_core::learning::ACTION_NUMBERING)?;
        let presets = pasang_core::games::rules::presets().map(|preset| preset.name);
        module.add("PRESETS", presets.collect::<Vec<_>>())?;
        let setups = pasang_core::games::setup::builtins().iter().map(|setup| setup.name.as_str());
        module.add("SETUPS", setups.collect::<Vec<_>>())
    }
}
