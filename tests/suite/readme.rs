//! Runs the `console` blocks of README, the answers and the guide, in order, in one folder per page
//! with the repository's experiments, and compares the output. `analysis/check.py` runs the blocks
//! that call its scripts. A line `...` stands for any lines, `…` within a line for any text.

use std::path::PathBuf;

use crate::support::Place;
use crate::support::page::{Example, examples, matches};

/// Commands that play for ten seconds; no later command needs what they write.
const LONG: [&str; 2] = ["pasang bench", "pasang run --setup mine.txt"];

const README: (&str, &str) = ("README.md", include_str!("../../README.md"));
const GUIDE: (&str, &str) = ("docs/guide.md", include_str!("../../docs/guide.md"));
const ANSWERS: (&str, &str) = ("docs/answers.md", include_str!("../../docs/answers.md"));

#[test]
fn shown_lines_are_compared_as_meant() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(matches(&lines("a\n...\nz"), &["a", "b", "c", "z"]));
    assert!(matches(&lines("a\n...\nz"), &["a", "z"]));
    assert!(!matches(&lines("a\n...\nz"), &["a", "b"]));
    assert!(!matches(&lines("a"), &["a", "b"]));
    assert!(matches(&lines("in … s on … threads"), &["in 5 s on 2 threads"]));
    assert!(!matches(&lines("in … s on … threads"), &["in 5 s on 2 thread"]));
    assert!(!matches(&lines("in … s"), &["on 5 s"]));
}

#[test]
fn readme_shows_what_the_commands_print() {
    shows_what_is_printed(README, false);
}

#[test]
fn the_guide_shows_what_the_commands_print() {
    shows_what_is_printed(GUIDE, false);
}

#[test]
fn the_answers_show_what_the_commands_print() {
    shows_what_is_printed(ANSWERS, false);
}

#[test]
#[ignore = "plays for a minute"]
fn long_commands_print_what_the_documents_show() {
    shows_what_is_printed(README, true);
    shows_what_is_printed(GUIDE, true);
}

fn shows_what_is_printed((name, page): (&str, &str), with_long: bool) {
    // Output of other programs is compared in their own tests.
    let mut examples = examples(page);
    examples.retain(|example| !example.command.starts_with("pasang-exact "));
    assert!(!examples.is_empty(), "{name} has lost its examples");
    examples.retain(|example| with_long || !LONG.contains(&example.command.as_str()));

    let folder = Place::new();
    // The folder stands for the clone, with its kept files.
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for there in ["experiments", "examples"] {
        std::os::unix::fs::symlink(root.join(there), folder.path(there)).unwrap();
    }
    for Example { command, shown } in &examples {
        // A file that the page shows with `cat` is created for the next commands.
        let file = command.strip_prefix("cat ").filter(|file| !folder.has(file));
        if let Some(file) = file {
            folder.write(file, shown.join("\n") + "\n");
        }
        let printed = folder.shell(&format!("exec 2>&1; {command}")).stdout;
        // Progress lines of a long run are not compared.
        let printed: Vec<&str> = printed.lines().filter(|line| !line.contains(" left, ")).collect();
        assert!(
            matches(shown, &printed),
            "`{command}` prints\n{}\nand {name} shows\n{}",
            printed.join("\n"),
            shown.join("\n")
        );
    }
}
