//! What pages show of `pasang-exact` is what it prints.

use std::path::Path;

use crate::page::{Example, examples, matches};
use crate::support::Place;

#[test]
fn pages_show_what_the_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut count = 0;
    for page in ["docs/guide.md", "docs/answers.md"] {
        let place = Place::new();
        for there in ["experiments", "universe"] {
            std::os::unix::fs::symlink(root.join(there), place.path(there)).unwrap();
        }
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        let own = |example: &Example| example.command.starts_with("pasang-exact ");
        for Example { command, shown } in examples(&text).into_iter().filter(own) {
            let printed = place.shell(&command);
            let printed: Vec<&str> = printed.lines().collect();
            assert!(
                matches(&shown, &printed),
                "{page}: `{command}` prints\n{}",
                printed.join("\n")
            );
            count += 1;
        }
    }
    assert_eq!(count, 3);
}

#[test]
fn the_help_names_every_command() {
    let help = Place::new().shell("pasang-exact --help");
    for command in ["prove", "check", "survey", "universe", "judge"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(command)), "{help}");
        let own = Place::new().shell(&format!("pasang-exact {command} --help"));
        assert!(own.contains("Example"), "{own}");
    }
}
