//! Ctrl-C and the signal to terminate: the first stops a run cleanly, the second at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::halt::Halt;
use crate::terminal::wipe;

/// `timeout`, and some schedulers, send a signal to a program and then to its whole group: what
/// comes so soon after the first is the same one once more.
const ECHO: Duration = Duration::from_millis(50);

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
    halt: Halt,
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
        let interrupt = Interrupt::default();
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let heard = interrupt.clone();
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let mut first: Option<Instant> = None;
            for signal in &mut signals {
                match first {
                    None => {
                        first = Some(Instant::now());
                        heard.signal.store(signal as usize, Ordering::SeqCst);
                        heard.halt.set();
                    }
                    Some(first) if first.elapsed() < ECHO => {}
                    Some(_) => {
                        wipe();
                        signal_hook::low_level::exit(128 + signal)
                    }
                }
            }
        })?;
        Ok(interrupt)
    }

    /// Whether somebody asked to stop.
    pub fn is_set(&self) -> bool {
        self.halt.is_set()
    }

    /// The same, for those who only stop.
    pub fn halt(&self) -> &Halt {
        &self.halt
    }

    /// Who asked to stop, if anybody did.
    pub fn signal(&self) -> Option<Signal> {
        self.is_set().then(|| match self.signal.load(Ordering::Relaxed) as i32 {
            SIGTERM => Signal::Terminate,
            _ => Signal::Interrupt,
        })
    }
}
