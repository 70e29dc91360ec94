//! Ctrl-C and the signal to terminate: the first stops a run cleanly, the second at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Who asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The signal to terminate.
    Terminate,
}

/// Whether somebody asked to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    set: Arc<AtomicBool>,
    /// The number of the signal, 0 for none.
    signal: Arc<AtomicUsize>,
}

impl Signal {
    /// The exit status that tells of it: 128 and the signal's number.
    pub const fn exit_status(self) -> u8 {
        match self {
            Signal::Interrupt => 130,
            Signal::Terminate => 143,
        }
    }
}

impl Interrupt {
    /// Listens to signals from now on.
    ///
    /// # Errors
    /// When the system does not let it.
    pub fn listen() -> io::Result<Interrupt> {
        use signal_hook::consts::{SIGINT, SIGTERM};

        let interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds nothing set and sets it, the second ends the
            // program on the spot.
            let set = &interrupt.set;
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, set.clone())?;
            let number = interrupt.signal.clone();
            signal_hook::flag::register_usize(signal, number, signal as usize)?;
            signal_hook::flag::register(signal, set.clone())?;
        }
        Ok(interrupt)
    }

    /// Whether somebody asked to stop.
    pub fn is_set(&self) -> bool {
        self.set.load(Ordering::Relaxed)
    }

    /// Who asked to stop, if anybody did.
    pub fn signal(&self) -> Option<Signal> {
        self.is_set().then(|| match self.signal.load(Ordering::Relaxed) as i32 {
            signal_hook::consts::SIGTERM => Signal::Terminate,
            _ => Signal::Interrupt,
        })
    }
}
