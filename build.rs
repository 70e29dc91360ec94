//! Embeds the version and the commit that the program is built from, as far as they are known, and
//! with the feature `page` the page.
//!
//! It reruns when a source changes, not when something is committed: a commit does not trigger a
//! rebuild. So a program that was built before its sources were committed reports that they had
//! changed since the commit that it names.

use std::path::Path;
use std::process::Command;

/// The sources of the program.
const SOURCES: [&str; 8] = [
    "build.rs",
    "CITATION.cff",
    "Cargo.lock",
    "Cargo.toml",
    "crates/balance",
    "crates/core",
    "experiments/*.toml",
    "src",
];

fn main() {
    // A build without git may set the commit.
    println!("cargo:rerun-if-env-changed=PASANG_COMMIT");
    for source in SOURCES {
        // Results lie beside the experiments and are no sources.
        match source.strip_suffix("/*.toml") {
            Some(folder) => tables_in(folder),
            None if Path::new(source).exists() => println!("cargo:rerun-if-changed={source}"),
            None => {}
        }
    }
    if std::env::var_os("CARGO_FEATURE_PAGE").is_some() {
        // src/commands/page.rs includes the file.
        println!("cargo:rerun-if-env-changed=PASANG_PAGE");
        let page = std::env::var("PASANG_PAGE").unwrap_or_default();
        match Path::new(&page).canonicalize().as_deref().map(Path::display) {
            Ok(page) => {
                println!("cargo:rerun-if-changed={page}\ncargo:rustc-env=PASANG_PAGE={page}")
            }
            Err(_) => println!(
                "cargo::error=PASANG_PAGE is not the page of crates/web/build.sh: `{page}`"
            ),
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

/// Watches each TOML file of a folder.
fn tables_in(folder: &str) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|ending| ending == "toml") {
            println!("cargo:rerun-if-changed={}", entry.path().display());
        }
    }
}

/// Returns the commit in hex digits, with `+` appended if sources have changed since; `None` in a
/// copy of the files without their history.
fn commit() -> Option<String> {
    let named = std::env::var("PASANG_COMMIT").unwrap_or_default();
    let is_one =
        |commit: &String| commit.bytes().all(|sign| sign.is_ascii_hexdigit()) && !commit.is_empty();
    if !named.is_empty() {
        return Some(named).filter(is_one);
    }
    // A copy may lie inside another repository, whose commits do not apply to it.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()?;
    if Path::new(&top).canonicalize().ok()? != own {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).filter(is_one)?;
    let changed = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

/// Returns the output of git; `None` if git is missing or fails.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| answer.trim().to_owned())
}
