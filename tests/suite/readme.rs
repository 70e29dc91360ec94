//! Every `console` block of README is run, in order and in one folder with the experiments of the
//! clone, and must print what README shows. A line `...` stands for any lines, `…` within a line for any text.

use std::path::PathBuf;

use crate::support::Place;

/// A command and the lines that README shows below it.
#[derive(Debug)]
struct Example {
    command: String,
    shown: Vec<String>,
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match line.strip_prefix("$ ") {
                Some(command) => {
                    examples.push(Example { command: command.to_owned(), shown: Vec::new() });
                }
                None => examples.last_mut().unwrap().shown.push(line.to_owned()),
            },
        }
    }
    examples
}

/// Whether a line is what README shows, where `…` stands for any text.
fn line_matches(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = parts.next().and_then(|first| printed.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether lines are what README shows, where `...` stands for any lines.
fn matches(shown: &[String], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((gap, behind)) if gap == "..." => {
            (0..=printed.len()).any(|skipped| matches(behind, &printed[skipped..]))
        }
        Some((line, behind)) => printed
            .split_first()
            .is_some_and(|(first, rest)| line_matches(line, first) && matches(behind, rest)),
    }
}

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
    let readme = include_str!("../../README.md");
    let examples = examples(readme);
    assert!(examples.len() >= 10, "README has lost its examples");

    let folder = Place::new();
    // The folder stands for the clone: what is kept there is there.
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(root.join("experiments"), folder.path("experiments")).unwrap();
    for Example { command, shown } in &examples {
        // A file that README shows with `cat` is the file that the next commands read.
        let file = command.strip_prefix("cat ").filter(|file| !folder.has(file));
        if let Some(file) = file {
            folder.write(file, shown.join("\n") + "\n");
        }
        let printed = folder.shell(&format!("exec 2>&1; {command}")).stdout;
        // How far a long run has come is told now and then, and is nothing to compare.
        let printed: Vec<&str> = printed.lines().filter(|line| !line.contains(" s left")).collect();
        assert!(
            matches(shown, &printed),
            "`{command}` prints\n{}\nand README shows\n{}",
            printed.join("\n"),
            shown.join("\n")
        );
    }
}
