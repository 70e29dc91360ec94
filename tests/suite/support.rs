//! Shared test support: temporary folders, runs of the program in them, and readers of its output.

// Other tests include this file by its path.
#[path = "support/chance.rs"]
pub mod chance;
#[path = "support/figures.rs"]
pub mod figures;
#[path = "support/page.rs"]
pub mod page;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{fmt, fs};

use pasang_core::base::digest::digest_of;
use pasang_core::games::setup::{Setup, builtin};
use serde_json::Value;
use tempfile::TempDir;

/// File of a results folder that may differ between equal runs.
const MAY_DIFFER: &str = "run-info.json";

/// Upper bound on all waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// Temporary folder of a test, deleted unless the test fails; the program runs in it, so that its
/// messages show relative paths.
pub struct Place(TempDir);

/// Exit status and output of a program.
#[derive(Debug)]
pub struct Ran {
    /// Exit status, or 128 and the number of the signal that killed it.
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Running program.
pub struct Running(Option<Child>);

/// Experiment that lasts long enough to be killed many times.
pub const LONG: &str = r#"
seed = 11
games = 15000
setups = ["catalogue-01", "catalogue-05", "catalogue-09"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["random"]
"#;

/// Returns how much a test does: `full` where `PASANG_EXHAUSTIVE` is set, as in the gate, else
/// `quick`.
pub fn amount<T>(quick: T, full: T) -> T {
    if std::env::var_os("PASANG_EXHAUSTIVE").is_some() { full } else { quick }
}

/// Returns the number of a seat from its word in files.
pub fn seat_number(word: &str) -> usize {
    1 + ["first", "second", "third", "fourth"].iter().position(|&it| it == word).unwrap()
}

/// Files of a folder by name.
pub type Files = BTreeMap<String, Vec<u8>>;

impl Place {
    pub fn new() -> Place {
        Place(tempfile::Builder::new().prefix("pasang-test-").tempdir().unwrap())
    }

    /// Creates a place with an experiment in the file `e.toml`.
    pub fn with(experiment: &str) -> Place {
        let place = Place::new();
        place.write("e.toml", experiment);
        place
    }

    /// Creates a place with an experiment and its finished folder `out`.
    pub fn played(experiment: &str) -> Place {
        let place = Place::with(experiment);
        place.good("run e.toml --out out");
        place
    }

    /// Creates a place with the finished folder `whole`, and the unfinished one `begun`.
    pub fn begun(experiment: &str) -> Place {
        let place = Place::with(experiment);
        place.good("run e.toml --out whole");
        place.begin("whole", "begun");
        place
    }

    /// Plays all of `of` shards, into `s1` and so on.
    pub fn shards(&self, of: u32) {
        for part in 1..=of {
            self.good(&format!("run e.toml --shard {part}/{of} --out s{part}"));
        }
    }

    /// Copies a finished folder with all its games, in the state of a run killed before it wrote
    /// the tables.
    pub fn begin(&self, whole: &str, begun: &str) {
        self.copy(whole, begun);
        self.unfinish(begun);
    }

    /// Turns a finished folder into such an unfinished one.
    pub fn unfinish(&self, folder: &str) {
        for name in self.files(folder).into_keys() {
            if !["experiment.toml", "games.csv", "manifest.json"].contains(&name.as_str()) {
                self.remove(&format!("{folder}/{name}"));
            }
        }
        let name = format!("{folder}/manifest.json");
        let manifest = self.text(&name).replace("\"finished\": true", "\"finished\": false");
        let files = manifest.find("  \"files\": {").unwrap();
        self.write(&name, manifest[..files].to_owned() + "  \"files\": {}\n}\n");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and creates the folders above it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Place {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Writes a built-in setup to a file, under another name.
    pub fn write_setup(&self, file: &str, of: &str, name: &str) {
        let setup = Setup { name: name.to_owned(), ..builtin(of).unwrap() };
        self.write(file, setup.to_text());
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    /// Returns the rows of a table's file, which stay in memory until the tests end.
    pub fn table(&self, name: &str) -> Vec<BTreeMap<&'static str, &'static str>> {
        table(self.text(name).leak())
    }

    /// Replaces a file of a folder, and its digest in the manifest, as a forger would.
    pub fn forge(&self, folder: &str, name: &str, bytes: impl AsRef<[u8]>) {
        let digest = digest_of(bytes.as_ref());
        self.write(&format!("{folder}/{name}"), bytes);
        let path = format!("{folder}/manifest.json");
        let manifest = self.text(&path);
        let (head, files) = manifest.split_once("\"files\": {\n").unwrap();
        let (files, tail) = files.split_once("\n  }").unwrap();
        let mut files: BTreeMap<&str, &str> = files
            .lines()
            .map(|line| line.trim_end_matches(',').split_once(": ").unwrap())
            .collect();
        let (name, digest) = (format!("    \"{name}\""), format!("\"{digest}\""));
        files.insert(&name, &digest);
        let files: Vec<String> =
            files.iter().map(|(name, digest)| format!("{name}: {digest}")).collect();
        self.write(&path, format!("{head}\"files\": {{\n{}\n  }}{tail}", files.join(",\n")));
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// Copies the files of a results folder, replacing an existing one.
    pub fn copy(&self, from: &str, to: &str) {
        let _ = fs::remove_dir_all(self.path(to));
        fs::create_dir_all(self.path(to)).unwrap();
        let entries = fs::read_dir(self.path(from)).unwrap().map(Result::unwrap);
        for entry in entries.filter(|it| it.path().is_file()) {
            fs::copy(entry.path(), self.path(to).join(entry.file_name())).unwrap();
        }
    }

    /// Returns the files of a results folder that two equal runs must have equal.
    pub fn files(&self, folder: &str) -> Files {
        let mut files = Files::new();
        for entry in fs::read_dir(self.path(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            assert!(!name.ends_with(".part"), "{name} was left behind");
            if name != MAY_DIFFER && name != ".lock" {
                files.insert(name, fs::read(entry.path()).unwrap());
            }
        }
        files
    }

    /// Returns the program with these words, separated by spaces, on its command line.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(program());
        command.args(words.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub fn pasang(&self, words: &str) -> Ran {
        finished(&mut self.command(words))
    }

    /// Runs the program to its end, which must succeed. Returns its stdout.
    pub fn good(&self, words: &str) -> String {
        let ran = self.pasang(words);
        assert_eq!(ran.status, 0, "{words}\n{ran:?}");
        ran.stdout
    }

    /// Runs the program, which must print JSON. Returns it.
    pub fn json(&self, words: &str) -> Value {
        serde_json::from_str(&self.good(words)).unwrap()
    }

    /// Runs the program, which must end with this status, no stdout and exactly this stderr.
    pub fn ends(&self, words: &str, status: i32, said: &str) {
        let Ran { status: found, stdout, stderr } = self.pasang(words);
        assert_eq!((found, stdout.as_str(), stderr.as_str()), (status, "", said), "{words}");
    }

    /// Runs the program, which must end with this status, no stdout and this part of stderr.
    pub fn refuses(&self, words: &str, status: i32, part: &str) {
        let ran = self.pasang(words);
        assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{words}\n{ran}");
        has(&ran.stderr, part);
    }

    /// Verifies a folder that must differ.
    pub fn differs(&self, folder: &str) -> Ran {
        let ran = self.pasang(&format!("verify {folder}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (3, ""), "{ran:?}");
        ran
    }

    /// Starts the program.
    pub fn start(&self, words: &str) -> Running {
        let mut command = self.command(words);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Running(Some(child))
    }

    /// Runs a shell's command line here; `pasang` in it is the program.
    pub fn shell(&self, line: &str) -> Ran {
        let mut path = program().parent().unwrap().as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut command = Command::new("bash");
        command.args(["-o", "pipefail", "-c", line]).current_dir(&self.0).stdin(Stdio::null());
        finished(command.env("PATH", path))
    }

    /// Returns the stdout of a shell's command line, which must succeed with empty stderr.
    pub fn quiet(&self, line: &str) -> String {
        let ran = self.shell(line);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "$ {line}");
        ran.stdout
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.disable_cleanup(true);
            println!("see {}", self.0.path().display());
        }
    }
}

impl fmt::Display for Ran {
    /// Formats the output as a terminal session would show it, with the exit status; omits empty
    /// parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.stdout.is_empty() && self.stderr.is_empty() && self.status == 0 {
            return Ok(());
        }
        f.write_str(&self.stdout)?;
        if !self.stdout.is_empty() && !self.stdout.ends_with('\n') {
            f.write_str("\n-- no line break\n")?;
        }
        if !self.stderr.is_empty() {
            write!(f, "-- stderr\n{}", self.stderr)?;
        }
        writeln!(f, "-- exit {}", self.status)
    }
}

/// Returns the tested program: the one built with the tests, or `PASANG_PROGRAM`.
pub fn program() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let of_crate =
            option_env!("CARGO_BIN_EXE_pasang").or(option_env!("CARGO_BIN_EXE_pasang-exact"));
        let built = || of_crate.unwrap().into();
        std::env::var_os("PASANG_PROGRAM").map_or_else(built, |named| {
            Path::new(&named).canonicalize().expect("PASANG_PROGRAM names no program")
        })
    });
    &PROGRAM
}

/// Runs the program to its end with these words, which may have spaces.
pub fn pasang(words: &[&str]) -> Ran {
    finished(Command::new(program()).args(words).stdin(Stdio::null()))
}

/// Returns the Python that `PASANG_PYTHON` names, or the system's; `None` if there is none.
pub fn python() -> Option<Command> {
    // What is named may be a script that looks for a Python each time.
    static FOUND: LazyLock<Option<String>> = LazyLock::new(|| {
        let named = std::env::var_os("PASANG_PYTHON").unwrap_or_else(|| "python3".into());
        let asked = Command::new(named).args(["-c", "import sys; print(sys.executable)"]).output();
        let path = String::from_utf8(asked.ok()?.stdout).unwrap();
        Some(path.trim().to_owned()).filter(|path| !path.is_empty())
    });
    FOUND.as_ref().map(Command::new)
}

/// Runs a command to its end.
pub fn finished(command: &mut Command) -> Ran {
    ran(command.output().unwrap())
}

fn ran(output: Output) -> Ran {
    let ran = Ran {
        status: number(output.status),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!ran.stderr.contains("panicked"), "{ran}");
    ran
}

fn number(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    status.code().unwrap_or_else(|| 128 + signal.unwrap())
}

impl From<Child> for Running {
    fn from(child: Child) -> Running {
        Running(Some(child))
    }
}

impl Running {
    pub fn id(&self) -> u32 {
        self.0.as_ref().unwrap().id()
    }

    /// Returns whether it is still running.
    pub fn is_alive(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_none()
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let id = self.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Returns a line of the process status in `/proc`; `None` once it has ended.
    pub fn status(&self, line: &str) -> Option<String> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let found = text.lines().find_map(|found| found.strip_prefix(line)?.strip_prefix(':'));
        found.map(|found| found.trim().to_owned())
    }

    /// Returns a signal mask from the process status.
    pub fn signals(&self, line: &str) -> u64 {
        self.status(line).map_or(0, |hex| u64::from_str_radix(&hex, 16).unwrap())
    }

    /// Waits for its end.
    pub fn end(mut self) -> Ran {
        ran(self.0.take().unwrap().wait_with_output().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A failed test leaves no process behind.
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until a condition holds; fails after the time limit.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Asserts that a text contains this part.
#[track_caller]
pub fn has(said: &str, part: &str) {
    assert!(said.contains(part), "{said}\nlacks\n{part}");
}

/// Asserts that two folders have the same files with the same bytes.
pub fn assert_same(found: &Files, expected: &Files, what: &str) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(found), names(expected), "{what}");
    for (name, bytes) in expected {
        let found = &found[name];
        if found != bytes {
            let same = found.iter().zip(bytes).take_while(|(a, b)| a == b).count();
            let line = 1 + bytes[..same].iter().filter(|&&byte| byte == b'\n').count();
            panic!("{what}: {name} differs in line {line}");
        }
    }
}

/// Parses a table by its columns' names; no field may be quoted, or contain a comma.
pub fn table(csv: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields.len(), header.len(), "{line}");
            header.iter().copied().zip(fields).collect()
        })
        .collect()
}

/// Prints on the terminal, even if test output is captured, that a test is skipped.
pub fn skipped(test: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "{test}: left out, {why}");
}

/// Returns a path as text.
pub fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}
