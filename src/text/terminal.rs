//! Terminal output: the width, whether animation is possible, and the progress line.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pasang_core::base::text::shell_word;

/// `true` if only errors are wanted on stderr: set once, for the whole program.
static QUIET: AtomicBool = AtomicBool::new(false);

pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Returns whether a stream may have animation and colours: it is a capable terminal, and
/// `NO_COLOR` is not set. A console of Windows is switched to escape sequences.
pub fn is_lively(stream: &impl IsTerminal) -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    let takes_escapes = || {
        let streams = [Term::stdout(), Term::stderr()];
        !cfg!(windows) || streams.iter().any(|it| it.features().colors_supported())
    };
    stream.is_terminal() && !plain && !dumb && takes_escapes()
}

/// Waits for Enter in a console window of the program's own, as by a double-click: it closes with the
/// program.
pub fn keep_window_open() {
    #[cfg(windows)]
    {
        use windows_sys::Win32::System::Console::GetConsoleProcessList;

        let mut processes = [0; 2];
        // SAFETY: the buffer has room for two.
        let others = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) } > 1;
        if !others && io::stdin().is_terminal() && io::stdout().is_terminal() {
            eprint!(
                "\nThis program is for a terminal: in the folder's window, type `cmd` into the line of the \
                 folder's name, then `pasang play`.\nEnter closes this window. "
            );
            let _ = io::stdin().read_line(&mut String::new());
        }
    }
}

/// Opens a file in the program in which the system shows such files, and does not wait for it.
pub fn show(path: &Path) -> io::Result<()> {
    let program = match std::env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(std::path::absolute(path)?).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null()).spawn().map(drop)
}

/// Returns the width of stdout in columns; `None` if it is not a terminal or has no known width.
pub fn columns_of_stdout() -> Option<usize> {
    columns(&Term::stdout())
}

fn columns(terminal: &Term) -> Option<usize> {
    let (_, columns) = terminal.is_term().then(|| terminal.size_checked()).flatten()?;
    Some(usize::from(columns)).filter(|&columns| columns > 0)
}

/// The columns left free after a progress line: the terminal writes `^C` there, which must not push
/// any of it into a second line, where it would not be erased.
const FREE: usize = 3;

/// The least time between two updates of the line.
const EVERY: Duration = Duration::from_millis(100);

/// A progress line on stderr, overwritten in place and erased at the end; absent if animation is
/// not possible.
#[derive(Debug)]
pub struct Line {
    bar: Option<ProgressBar>,
    /// The columns that a text has.
    room: usize,
    written: Cell<Option<Instant>>,
}

impl Line {
    pub fn on_stderr() -> Line {
        Line::of(None, "{msg}")
    }

    /// Adds a bar before the text, full after `steps` steps.
    pub fn with_bar(steps: u64) -> Line {
        Line::of(Some(steps), "{bar:12} {msg}")
    }

    fn of(steps: Option<u64>, template: &str) -> Line {
        // Users without colour get no animation either.
        let is_seen = is_lively(&io::stderr()) && !is_quiet();
        let style = ProgressStyle::with_template(template).map(|style| style.progress_chars("█▌░"));
        let style = style.unwrap_or(ProgressStyle::default_bar());
        let bar = || ProgressBar::with_draw_target(steps, ProgressDrawTarget::stderr());
        Line {
            bar: is_seen.then(|| bar().with_style(style)),
            // The bar takes twelve columns and a space.
            room: columns(&Term::stderr()).unwrap_or(80).saturating_sub(FREE + 13),
            written: Cell::new(None),
        }
    }

    /// Returns whether the line is visible.
    pub fn moves(&self) -> bool {
        self.bar.is_some()
    }

    /// Sets the number of steps done, shown with the next update.
    pub fn step(&self, steps: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(steps);
        }
    }

    /// Overwrites the line, with as much of the text as it has room for.
    pub fn write(&self, text: impl FnOnce() -> String) {
        let due = || self.written.get().is_none_or(|written| written.elapsed() >= EVERY);
        if let Some(bar) = self.bar.as_ref().filter(|_| due()) {
            bar.set_message(text().chars().take(self.room).collect::<String>());
            self.written.set(Some(Instant::now()));
        }
    }

    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Erases the line of the cursor before the program exits at once.
pub fn wipe() {
    if is_lively(&io::stderr()) {
        let _ = Term::stderr().clear_line();
    }
}

/// The option by which a program ends with the one that has started it.
pub const STOP_WITH_STDIN: &str = "stop-with-stdin";

/// Returns the command line as typed, without `options` and their values.
pub fn command_line_without(options: &[&str]) -> String {
    let mut words = Vec::new();
    let mut typed = std::env::args_os();
    while let Some(word) = typed.next() {
        let word = word.to_string_lossy();
        let (name, has_value) =
            word.split_once('=').map_or((&*word, false), |(name, _)| (name, true));
        match options.contains(&name) {
            true if has_value => {}
            true => drop(typed.next()),
            false if name.strip_prefix("--") == Some(STOP_WITH_STDIN) => {}
            false => words.push(shell_word(&word)),
        }
    }
    words.join(" ")
}
