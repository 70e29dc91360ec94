//! The language of the project: comments, documents and messages use the field's terms (CONTRIBUTING.md). A short
//! list of phrases that hide them is refused.

use std::path::{Path, PathBuf};

/// Phrases that stand nowhere, in lower case and as whole words.
const PHRASES: [&str; 12] = [
    "so many",
    "so much",
    "whoever",
    "whomever",
    "somebody",
    "nobody",
    "is told",
    "are told",
    "is said",
    "are said",
    "nothing where",
    "endlessly",
];

/// Words that no doc comment begins with: it begins with a verb in the third person or a noun phrase.
const OPENERS: [&str; 5] = ["What", "Whether", "How", "So", "Who"];

/// Folders whose files are read, and the endings of those that are.
const FOLDERS: [&str; 10] =
    ["src", "crates", "tests/suite", "docs", "analysis", "proofs", "universe", "fuzz", ".ci", "setups"];
const ENDINGS: [&str; 6] = ["rs", "md", "py", "sh", "js", "toml"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" {
            files(&path, found);
        } else if path.extension().is_some_and(|it| ENDINGS.iter().any(|end| it == *end)) {
            found.push(path);
        }
    }
}

/// Returns what is wrong with a line, if anything is.
fn fault(line: &str) -> Option<String> {
    let plain = line.to_lowercase();
    let words: Vec<&str> =
        plain.split(|sign: char| !sign.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let text = format!(" {} ", words.join(" "));
    if let Some(phrase) = PHRASES.iter().find(|phrase| text.contains(&format!(" {phrase} "))) {
        return Some(format!("says `{phrase}`"));
    }
    let comment = line.trim_start().strip_prefix("/// ")?;
    let first = comment.split(' ').next()?;
    OPENERS.contains(&first).then(|| format!("begins with `{first}`"))
}

#[test]
fn phrases_that_hide_the_terms_of_the_field_are_refused() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<PathBuf> =
        ["README.md", "README.ms.md", "CONTRIBUTING.md", "build.rs"].map(|name| root.join(name)).into();
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), &mut all));
    let mut faults = Vec::new();
    for path in all.iter().filter(|path| !path.ends_with("tests/suite/language.rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.strip_prefix(&root).unwrap().display();
        let mut before = "";
        for (number, line) in (1..).zip(text.lines()) {
            let is_first = !before.trim_start().starts_with("///");
            let found = fault(line).filter(|it| is_first || !it.starts_with("begins"));
            faults.extend(found.map(|it| format!("{name}:{number} {it}")));
            before = line;
        }
    }
    assert!(faults.is_empty(), "{} lines:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_phrases_are_found() {
    assert!(fault("// So many games, as nobody knows.").is_some());
    assert!(fault("    /// Whether it is there.").is_some());
    assert!(fault("    /// Returns whether it is there.").is_none());
    assert!(fault("// Someone is bold.").is_none());
}
