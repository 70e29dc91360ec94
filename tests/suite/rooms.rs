//! The rooms of the source stand in an order, and each uses only those before it.

use std::fs;
use std::path::{Path, PathBuf};

/// As the first page of the documentation tells them.
const ROOMS: [&str; 14] = [
    "base",
    "board",
    "games",
    "players",
    "choice",
    "review",
    "protocol",
    "read",
    "experiment",
    "stats",
    "playing",
    "results",
    "report",
    "commands",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a text names as `crate::ROOM`, its unit tests and comments left out.
fn named(text: &str) -> Vec<usize> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = code.flat_map(|line| line.split("crate::").skip(1));
    let room = |rest: &str| {
        let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
        let name = &rest[..end.unwrap_or(rest.len())];
        ROOMS.iter().position(|&room| room == name)
    };
    names.filter_map(room).collect()
}

#[test]
fn no_room_uses_one_behind_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut uses = 0;
    for root in [root.join("crates/core/src"), root.join("src")] {
        let mut files = Vec::new();
        sources(&root, &mut files);
        for file in files {
            let own = file.strip_prefix(&root).unwrap().with_extension("");
            let room = own.iter().next().unwrap().to_str().unwrap();
            let Some(own_place) = ROOMS.iter().position(|&name| name == room) else {
                assert!(["lib", "main"].contains(&room), "`{room}` is no room");
                continue;
            };
            for place in named(&fs::read_to_string(&file).unwrap()) {
                let shown = file.display();
                assert!(place <= own_place, "{shown} uses `{}`, behind it", ROOMS[place]);
                uses += 1;
            }
        }
    }
    // A reader of sources that finds nothing would find no fault either.
    assert!(uses > 500, "{uses} uses");
}
