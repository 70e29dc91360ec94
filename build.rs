//! Tells the program which commit it is built from, where that can be known.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=.git/HEAD");
    println!("cargo:rerun-if-changed=.git/logs/HEAD");
    let git = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    if let Ok(output) = git
        && output.status.success()
    {
        println!(
            "cargo:rustc-env=PASANG_COMMIT={}",
            String::from_utf8_lossy(&output.stdout).trim()
        );
    }
}
