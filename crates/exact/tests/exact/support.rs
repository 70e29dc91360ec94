//! A folder for the time being, and the programs in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Parser;
use tempfile::TempDir;

/// A folder of a test's own, gone when the test is over.
pub struct Place(TempDir);

/// How a program ended and what it printed.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// `pasang-exact` with these words, which may have spaces.
    pub fn exact(&self, words: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pasang-exact"));
        finished(command.args(words).current_dir(&self.0).stdin(Stdio::null()))
    }

    /// The same with words that are separated by spaces.
    pub fn run(&self, words: &str) -> Ran {
        self.exact(&words.split_whitespace().collect::<Vec<_>>())
    }

    /// What it prints on stdout, when it ends well.
    pub fn good(&self, words: &str) -> String {
        let ran = self.run(words);
        assert_eq!(ran.status, 0, "{words}\n{ran:?}");
        ran.stdout
    }

    /// It must refuse what it is given, saying this; its exit status is 2.
    pub fn refused(&self, words: &str, told: &str) {
        let ran = self.run(words);
        assert_eq!(ran.status, 2, "{words}\n{ran:?}");
        assert!(ran.stderr.contains(told), "{words}: {told}\n{ran:?}");
    }

    /// Runs a shell's command line here; what it prints on either stream.
    pub fn shell(&self, line: &str) -> String {
        let programs = Path::new(env!("CARGO_BIN_EXE_pasang-exact")).parent().unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("bash");
        command.args(["-c", &format!("exec 2>&1; {line}")]).env("PATH", path);
        finished(command.current_dir(&self.0).stdin(Stdio::null())).stdout
    }

    /// What the program `pasang`, of whose library this is made, prints.
    pub fn pasang(&self, words: &str) -> String {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "support::pasang", "--ignored", "--nocapture"]);
        finished(command.env(WORDS, words).current_dir(&self.0)).stdout
    }
}

/// What [`pasang`] is told.
const WORDS: &str = "PASANG_WORDS";

/// The other program, for other tests: this crate's tests are not given its path.
#[test]
#[ignore = "other tests call it"]
fn pasang() {
    let Ok(words) = std::env::var(WORDS) else { return };
    let words = ["pasang", "-q"].into_iter().chain(words.split_whitespace());
    let _ = pasang::commands::run(pasang::commands::Cli::parse_from(words));
}

/// Runs a command to its end.
pub fn finished(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    Ran { status: output.status.code().unwrap(), stdout, stderr }
}

/// A table by its columns' names; no field of it may be quoted, or hold a comma.
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
