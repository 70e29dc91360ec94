//! Every `console` block of README, of the answers and of the guide is run, in order and in one folder a page with
//! the experiments and the universe of the clone, and must print what the page shows; those that call a script of
//! `analysis` are run by `analysis/check.py`. A line `...` stands for any lines, `…` within a line for any text.

use std::path::PathBuf;

use crate::support::Place;

use crate::support::page::{Example, examples, matches};

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
    shows_what_is_printed("README.md", include_str!("../../README.md"));
}

#[test]
fn the_guide_shows_what_the_commands_print() {
    shows_what_is_printed("docs/guide.md", include_str!("../../docs/guide.md"));
}

#[test]
fn the_answers_show_what_the_commands_print() {
    shows_what_is_printed("docs/answers.md", include_str!("../../docs/answers.md"));
}

fn shows_what_is_printed(name: &str, page: &str) {
    // What another program prints is compared in that program's tests.
    let mut examples = examples(page);
    examples.retain(|example| !example.command.starts_with("pasang-exact "));
    assert!(examples.len() >= 2, "{name} has lost its examples");

    let folder = Place::new();
    // The folder stands for the clone: what is kept there is there.
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for there in ["experiments", "universe"] {
        std::os::unix::fs::symlink(root.join(there), folder.path(there)).unwrap();
    }
    // The first command goes on with what it has played before, and prints the same.
    folder.copy("experiments/results/quick", "results/quick");
    for Example { command, shown } in &examples {
        // A file that the page shows with `cat` is the file that the next commands read.
        let file = command.strip_prefix("cat ").filter(|file| !folder.has(file));
        if let Some(file) = file {
            folder.write(file, shown.join("\n") + "\n");
        }
        let printed = folder.shell(&format!("exec 2>&1; {command}")).stdout;
        // How far a long run has come is told now and then, and is nothing to compare.
        let printed: Vec<&str> = printed.lines().filter(|line| !line.contains(" left, ")).collect();
        assert!(
            matches(shown, &printed),
            "`{command}` prints\n{}\nand {name} shows\n{}",
            printed.join("\n"),
            shown.join("\n")
        );
    }
}
