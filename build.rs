//! Tells the program which version and which commit it is built from, where that can be known.
//!
//! It looks again when a source has changed and not when something was committed: a commit compiles
//! nothing anew. So a program that was built before its sources were committed says that these had
//! changed since the commit that it names.

use std::path::Path;
use std::process::Command;

/// What the program is made of.
const SOURCES: [&str; 8] = [
    "build.rs",
    "CITATION.cff",
    "Cargo.lock",
    "Cargo.toml",
    "crates/core",
    "experiments/*.toml",
    "setups",
    "src",
];

fn main() {
    // Who builds without git may say which commit it is.
    println!("cargo:rerun-if-env-changed=PASANG_COMMIT");
    for source in SOURCES {
        // Results lie beside the experiments, and nothing is made of them.
        match source.strip_suffix("/*.toml") {
            Some(folder) => tables_in(folder),
            None if Path::new(source).exists() => println!("cargo:rerun-if-changed={source}"),
            None => {}
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    match commit() {
        Some(commit) => {
            println!("cargo:rustc-env=PASANG_COMMIT={commit}");
            println!("cargo:rustc-env=PASANG_VERSION={version} ({commit})");
        }
        None => println!("cargo:rustc-env=PASANG_VERSION={version}"),
    }
}

/// Looks at each of a folder's tables.
fn tables_in(folder: &str) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|ending| ending == "toml") {
            println!("cargo:rerun-if-changed={}", entry.path().display());
        }
    }
}

/// The commit, in hex digits, with `+` behind it where sources were changed since; nothing in a copy of
/// the files without their history.
fn commit() -> Option<String> {
    let named = std::env::var("PASANG_COMMIT").unwrap_or_default();
    let is_one =
        |commit: &String| commit.bytes().all(|sign| sign.is_ascii_hexdigit()) && !commit.is_empty();
    if !named.is_empty() {
        return Some(named).filter(is_one);
    }
    // A copy may lie inside another repository, whose commits say nothing of it.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()?;
    if Path::new(&top).canonicalize().ok()? != own {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).filter(is_one)?;
    let changed = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

/// What git answers, if there is a git and it does.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| answer.trim().to_owned())
}
