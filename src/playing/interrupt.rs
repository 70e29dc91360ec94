//! Ctrl-C and the termination signal: the first stops a run cleanly, the second at once. Without
//! Unix signals Ctrl-C simply ends the program; the games written by then count.

use std::io;
use std::sync::{Arc, OnceLock};

#[cfg(unix)]
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::base::cancel::CancelToken;
#[cfg(unix)]
use crate::base::terminal::wipe;

/// `timeout`, and some schedulers, send a signal to a program and then to its whole group: a signal
/// within this time of the first is a duplicate.
#[cfg(unix)]
const ECHO: std::time::Duration = std::time::Duration::from_millis(50);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    Interrupt,
    Terminate,
}

#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    cancel: CancelToken,
    asked: Arc<OnceLock<Signal>>,
}

impl Signal {
    /// Returns the exit status for the signal: 128 plus its number.
    pub const fn exit_status(self) -> u8 {
        match self {
            Signal::Interrupt => 130,
            Signal::Terminate => 143,
        }
    }
}

impl Interrupt {
    pub fn listen() -> io::Result<Interrupt> {
        let interrupt = Interrupt::default();
        #[cfg(unix)]
        interrupt.clone().hear()?;
        Ok(interrupt)
    }

    #[cfg(unix)]
    fn hear(self) -> io::Result<()> {
        use std::time::Instant;

        let mut first: Option<Instant> = None;
        on_signals(move |number| match first {
            None => {
                first = Some(Instant::now());
                let signal = if number == SIGTERM { Signal::Terminate } else { Signal::Interrupt };
                let _ = self.asked.set(signal);
                self.cancel.cancel();
            }
            Some(first) if first.elapsed() < ECHO => {}
            Some(_) => {
                wipe();
                signal_hook::low_level::exit(128 + number)
            }
        })
    }

    pub fn is_set(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Returns the cancellation token, for code that only needs to stop.
    pub fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    pub fn signal(&self) -> Option<Signal> {
        self.asked.get().copied()
    }
}

/// Waits until stdin is closed, then does what the termination signal does: the program that has
/// started this one is gone, or wants it to stop.
pub fn stop_with_stdin() {
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(SIGTERM);
    #[cfg(not(unix))]
    std::process::exit(Signal::Terminate.exit_status().into());
}

/// Starts a thread that waits for Ctrl-C and the termination signal, and calls `act` with the
/// signal's number.
#[cfg(unix)]
pub fn on_signals(mut act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let listen = move || signals.forever().for_each(&mut act);
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
    Ok(())
}
