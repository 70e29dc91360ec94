//! Output of `pasang-exact` on pages equals its real output.

use std::path::Path;

use crate::support::Place;
use crate::support::page::{Example, examples, matches};

#[test]
fn pages_show_what_the_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let (mut count, place) = (0, Place::new());
    let text = std::fs::read_to_string(root.join("docs/guide.md")).unwrap();
    let own = |example: &Example| example.command.starts_with("pasang-exact ");
    for Example { command, shown } in examples(&text).into_iter().filter(own) {
        let printed = place.shell(&format!("exec 2>&1; {command}")).stdout;
        let printed: Vec<&str> = printed.lines().collect();
        assert!(matches(&shown, &printed), "`{command}` prints\n{}", printed.join("\n"));
        count += 1;
    }
    assert_eq!(count, 2);
}

#[test]
fn the_help_names_every_command() {
    let place = Place::new();
    let help = place.good("--help");
    for command in ["prove", "check", "survey", "universe", "judge"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(command)), "{help}");
        let own = place.good(&format!("{command} --help"));
        assert!(own.contains("Example"), "{own}");
    }
}
