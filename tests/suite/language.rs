//! The language of the project: comments, messages and documents use the field's terms (CONTRIBUTING.md). A short
//! list of phrases that hide them is refused, and no document grows past its limit.

use std::path::PathBuf;

/// Phrases that stand nowhere, in lower case and as whole words.
const PHRASES: &str = "so many; so much; whoever; whomever; somebody; nobody; is told; are told; is said; \
     are said; nothing where; endlessly";

/// Words that no doc comment begins with: it begins with a verb in the third person or a noun phrase.
const OPENERS: [&str; 5] = ["What", "Whether", "How", "So", "Who"];

/// Files and folders whose comments and prose are read.
const READ: &str = "README.md README.ms.md CONTRIBUTING.md docs analysis build.rs crates \
     fuzz/fuzz_targets fuzz/src src tests/suite";

/// Descriptions of columns, which the digests of kept results pin, and this file.
const UNREAD: [&str; 3] = ["src/show/tables/", "docs/columns.md", "tests/suite/language.rs"];

/// The most words of a document, of several together, or of all in a folder; last of all documents.
const WORDS: [(&str, usize); 15] = [
    ("README.md", 1_000),
    ("docs/answers.md", 3_400),
    ("docs/method.md", 2_250),
    ("docs/files.md", 2_800),
    ("docs/statistics.md", 3_000),
    ("docs/guide.md", 2_500),
    ("docs/columns.md", 2_680),
    ("crates/tuning", 3_500),
    ("crates/exact", 2_000),
    ("docs/rules.md", 2_200),
    ("docs/protocol.md", 1_200),
    ("docs/any-game.md", 900),
    ("CONTRIBUTING.md", 1_000),
    ("analysis", 900),
    (
        "CHANGELOG.md CONTRIBUTING.md README.md README.ms.md analysis crates/core/README.md \
         crates/python/README.md crates/tuning crates/exact docs",
        30_000,
    ),
];

/// Adds a file, or the Rust and Markdown files of a folder.
fn files(path: PathBuf, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(&path).unwrap();
        entries.for_each(|entry| files(entry.unwrap().path(), found));
    } else if path.extension().is_some_and(|it| it == "rs" || it == "md") {
        found.push(path);
    }
}

/// Returns what is wrong with a line of prose or code, if anything is.
fn fault(line: &str, is_code: bool) -> Option<String> {
    let reference = line.to_lowercase();
    let is_sign = |sign: char| !sign.is_alphanumeric() && sign != '_';
    let words: Vec<&str> = reference.split(is_sign).filter(|it| !it.is_empty()).collect();
    let text = format!(" {} ", words.join(" "));
    if let Some(phrase) = PHRASES.split("; ").find(|phrase| text.contains(&format!(" {phrase} "))) {
        return Some(format!("says `{phrase}`"));
    }
    if !is_code {
        return None;
    }
    let comment = line.trim_start().strip_prefix("/// ")?;
    let first = comment.split(' ').next()?;
    OPENERS.contains(&first).then(|| format!("begins with `{first}`"))
}

#[test]
fn phrases_that_hide_the_terms_of_the_field_are_refused() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    READ.split(' ').for_each(|name| files(root.join(name), &mut all));
    let mut faults = Vec::new();
    for path in &all {
        let is_code = path.extension().is_some_and(|it| it == "rs");
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        if UNREAD.iter().any(|unread| name.starts_with(unread)) {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let mut before = "";
        for (number, line) in (1..).zip(text.lines()) {
            let is_first = !before.trim_start().starts_with("///");
            let found = fault(line, is_code).filter(|it| is_first || !it.starts_with("begins"));
            faults.extend(found.map(|it| format!("{name}:{number} {it}")));
            before = line;
        }
    }
    assert!(faults.is_empty(), "{} lines:\n{}", faults.len(), faults.join("\n"));
}

/// Returns the number of words of documents and of those in folders, whose names have blanks between them.
fn words(names: &str) -> usize {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut pages = Vec::new();
    names.split(' ').for_each(|name| files(root.join(name), &mut pages));
    pages.retain(|page| page.extension().is_some_and(|it| it == "md"));
    let count = |page: &PathBuf| std::fs::read_to_string(page).unwrap().split_whitespace().count();
    pages.iter().map(count).sum()
}

#[test]
fn documents_stay_short() {
    for (names, most) in WORDS {
        let found = words(names);
        assert!(found <= most, "{names}: {found} words, at most {most}");
    }
}

/// Negative control.
#[test]
fn the_phrases_are_found() {
    assert!(fault(concat!("let n = 1; /", "/ so many games"), true).is_some());
    assert!(fault("As nobody knows.", false).is_some());
    assert!(fault("    /// Whether it is there.", true).is_some());
    assert!(fault("    /// Returns whether it is there.", true).is_none());
    assert!(fault("let so_many = what();", true).is_none());
}
