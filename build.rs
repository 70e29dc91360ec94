//! Tells the program which version and which commit it is built from, where that can be known.

use std::path::Path;
use std::process::Command;

fn main() {
    // Who builds without git may say which commit it is.
    println!("cargo:rerun-if-env-changed=PASANG_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    match commit() {
        Some(commit) => {
            println!("cargo:rustc-env=PASANG_COMMIT={commit}");
            println!("cargo:rustc-env=PASANG_VERSION={version} ({commit})");
        }
        None => println!("cargo:rustc-env=PASANG_VERSION={version}"),
    }
}

/// The commit, in hex digits; nothing in a copy of the files without their history.
fn commit() -> Option<String> {
    let named = std::env::var("PASANG_COMMIT").unwrap_or_default();
    let commit = if named.is_empty() { from_git()? } else { named };
    let is_one = commit.bytes().all(|sign| sign.is_ascii_hexdigit()) && !commit.is_empty();
    is_one.then_some(commit)
}

fn from_git() -> Option<String> {
    // A copy may lie inside another repository, whose commits say nothing of it.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()?;
    if Path::new(&top).canonicalize().ok()? != own {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file])
            && Path::new(&path).exists()
        {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// What git answers, if there is a git and it does.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !answer.trim().is_empty()).then(|| answer.trim().to_owned())
}
