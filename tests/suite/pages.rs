//! Pages for readers: no link between them is dead.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the pages of the repository that people read.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "",
        "docs",
        "analysis",
        "crates/exact/proofs",
        "crates/exact/universe",
        "crates/tuning",
        "crates/tuning/notes",
    ];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|it| it == "md")).collect()
}

/// Returns a heading's link name: letters, digits and hyphens, in lower case, with hyphens for spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn no_link_is_dead() {
    let pages = pages();
    assert!(pages.len() > 10);
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for part in text.split("](").skip(1) {
            let link = part.split(')').next().unwrap();
            if link.contains("://") || link.contains('\n') {
                continue;
            }
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => page.clone(),
                _ => page.parent().unwrap().join(path),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !place.is_empty() {
                let target = fs::read_to_string(target).unwrap();
                let mut headings = target.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches('#')) == place);
                assert!(found, "{}: {link}", page.display());
            }
        }
    }
}

/// The first screen is the same in both languages.
#[test]
fn the_first_answer_is_the_same_in_malay() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let block = |page: &str| {
        let text = fs::read_to_string(root.join(page)).unwrap();
        text.split("```console\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
    };
    assert_eq!(block("README.ms.md"), block("README.md"));
}
