//! Ctrl-C and the termination signal: the first stops a run cleanly, the second at once. On Windows
//! closing the console's window, logging off and shutting down count as the termination signal.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::terminal::wipe;
use pasang_core::base::cancel::CancelToken;

pub use system::{leave, on_signals};

/// Numbers of signals, the same on all systems.
const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// `timeout`, and some schedulers, send a signal to a program and then to its whole group: a signal
/// within this time of the first is a duplicate.
const ECHO: Duration = Duration::from_millis(50);

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
        let (Interrupt { cancel, asked }, mut first) = (interrupt.clone(), None::<Instant>);
        on_signals(move |number| match first {
            None => {
                first = Some(Instant::now());
                let signal = if number == SIGTERM { Signal::Terminate } else { Signal::Interrupt };
                let _ = asked.set(signal);
                cancel.cancel();
            }
            Some(first) if first.elapsed() < ECHO => {}
            Some(_) => {
                wipe();
                leave(number)
            }
        })?;
        Ok(interrupt)
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

/// Waits until stdin is closed, or the parent is another one, then does what the termination signal does: the
/// program that has started this one is gone, or wants it to stop. A fork of it may keep stdin open.
pub fn stop_with_stdin() {
    static STOP: std::sync::Once = std::sync::Once::new();
    #[cfg(unix)]
    std::thread::spawn(|| {
        let parent = std::os::unix::process::parent_id();
        while std::os::unix::process::parent_id() == parent {
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        STOP.call_once(|| system::raise(SIGTERM));
    });
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    STOP.call_once(|| system::raise(SIGTERM));
}

#[cfg(unix)]
mod system {
    use std::io;

    pub fn raise(number: i32) {
        let _ = signal_hook::low_level::raise(number);
    }

    /// Ends the program at once.
    pub fn leave(number: i32) -> ! {
        signal_hook::low_level::exit(128 + number)
    }

    /// Starts a thread that waits for Ctrl-C and the termination signal, and calls `act` with the
    /// signal's number.
    pub fn on_signals(mut act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
        let mut signals = signal_hook::iterator::Signals::new([super::SIGINT, super::SIGTERM])?;
        let listen = move || signals.forever().for_each(&mut act);
        std::thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
        Ok(())
    }
}

#[cfg(windows)]
mod system {
    use std::io;
    use std::sync::Mutex;

    use windows_sys::Win32::System::Console::{
        CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler,
    };
    use windows_sys::core::BOOL;

    type Act = dyn FnMut(i32) + Send;

    static ACT: Mutex<Option<Box<Act>>> = Mutex::new(None);

    pub fn raise(number: i32) {
        match ACT.lock().as_deref_mut() {
            Ok(Some(act)) => act(number),
            _ => leave(number),
        }
    }

    /// Ends the program at once.
    pub fn leave(number: i32) -> ! {
        std::process::exit(128 + number)
    }

    /// Calls `act` with the number of the signal that an event of the console stands for, on a thread
    /// of the system's.
    pub fn on_signals(act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
        unsafe extern "system" fn hear(event: u32) -> BOOL {
            let is_typed = matches!(event, CTRL_C_EVENT | CTRL_BREAK_EVENT);
            raise(if is_typed { super::SIGINT } else { super::SIGTERM });
            // The system ends the program on return, and in any case after some seconds.
            while !is_typed {
                std::thread::park();
            }
            1
        }
        if let Ok(mut place) = ACT.lock() {
            *place = Some(Box::new(act));
        }
        // SAFETY: the handler may be called at any time from now on, on any thread.
        match unsafe { SetConsoleCtrlHandler(Some(hear), 1) } {
            0 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }
}
