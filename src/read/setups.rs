//! Finds setups by name, file, group or glob.

use std::path::{Path, PathBuf};

use wildmatch::WildMatch;

use crate::base::diagnostic::{Diagnostic, Diagnostics, Source, in_words, looks_like_a_file};
use crate::base::text::{Keyword, nearest, one_of};
use crate::board::Group;
use crate::games::setup::{
    GENERATED, GROUPS, Setup, builtins, generated, group, split_mirror, without_file,
};
use crate::games::text_kind::TextKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// The word matches nothing. The fault has no place; a caller that knows the word's place adds
    /// it.
    Word(Diagnostic),
    /// The word names a file that has faults.
    File(Diagnostics),
}

impl From<NotFound> for Diagnostics {
    fn from(not_found: NotFound) -> Diagnostics {
        match not_found {
            NotFound::Word(fault) => Source::new("", "").faults(vec![fault]),
            NotFound::File(faults) => faults,
        }
    }
}

/// Finds a setup by built-in name, by a file's path, or by `mirror:` and one of these.
///
/// A built-in name takes precedence over a file of that name. Paths are relative to the given
/// folder, or to the current one.
pub fn find(text: &str, relative_to: Option<&Path>) -> Result<Setup, Diagnostics> {
    Ok(strict(look_from(text, relative_to)?)?)
}

/// Finds a setup as [`find`] does, for display only: a wrong count of stones is returned
/// separately.
pub fn look(text: &str) -> Result<(Setup, Option<Diagnostics>), Diagnostics> {
    Ok(look_from(text, None)?)
}

/// Finds all setups that a word of [`find`], a group's name, or a glob stands for: `*` matches any
/// characters, `?` one. A glob with a `/` or a `.` in it matches the files of a folder; any other
/// one matches built-in names, and files only if no built-in name matches. The matches of a glob
/// are sorted by name.
pub fn find_all(text: &str, relative_to: &Path) -> Result<Vec<Setup>, NotFound> {
    let (is_mirrored, word) = split_mirror(text);
    let setups = if let Some(setups) = group(word) {
        setups
    } else if is_glob(word) && !relative_to.join(word).exists() {
        let known = if is_about_files(word) { Vec::new() } else { matching_builtins(word) };
        if known.is_empty() { read_files(&matching_files(word, relative_to)?)? } else { known }
    } else {
        return Ok(vec![strict(look_from(text, Some(relative_to))?)?]);
    };
    Ok(if is_mirrored { setups.iter().map(Setup::mirrored).collect() } else { setups })
}

fn strict((setup, miscount): (Setup, Option<Diagnostics>)) -> Result<Setup, NotFound> {
    miscount.map_or(Ok(setup), |faults| Err(NotFound::File(faults)))
}

fn look_from(
    text: &str,
    relative_to: Option<&Path>,
) -> Result<(Setup, Option<Diagnostics>), NotFound> {
    let (is_mirrored, word) = split_mirror(text);
    let path = relative_to.map_or_else(|| PathBuf::from(word), |folder| folder.join(word));
    let (setup, miscount) = if let Some(setup) = without_file(word).or_else(|| generated(word)) {
        (setup, None)
    } else if looks_like_a_file(word, "txt", &path) {
        read_file(&path)?
    } else {
        return Err(NotFound::Word(unknown(word, &path)));
    };
    Ok((if is_mirrored { setup.mirrored() } else { setup }, miscount))
}

fn read_file(path: &Path) -> Result<(Setup, Option<Diagnostics>), NotFound> {
    let source = read_text(path)?;
    if TextKind::of(&source.text) == Some(TextKind::Diagram) {
        let what = format!("`{}` is a diagram, and a setup is wanted", source.name);
        let help = "`--position` takes it, where a command has that";
        return Err(NotFound::Word(Diagnostic::whole(what).help(help)));
    }
    Setup::look(&source).map_err(NotFound::File)
}

fn read_text(path: &Path) -> Result<Source, NotFound> {
    crate::base::diagnostic::read_text(path).map_err(|faults| match faults.list() {
        [fault] if fault.span.is_none() => NotFound::Word(fault.clone()),
        _ => NotFound::File(faults),
    })
}

/// Reads every file before it reports what is wrong with any.
fn read_files(files: &[PathBuf]) -> Result<Vec<Setup>, NotFound> {
    let mut setups = Vec::new();
    let mut wrong: Vec<Diagnostics> = Vec::new();
    for path in files {
        match read_file(path).and_then(strict) {
            Ok(setup) => setups.push(setup),
            Err(not_found) => wrong.push(not_found.into()),
        }
    }
    let wrong = wrong.into_iter().reduce(|mut first, other| {
        first.push_elsewhere(other);
        first
    });
    wrong.map_or(Ok(setups), |faults| Err(NotFound::File(faults)))
}

fn unknown(word: &str, path: &Path) -> Diagnostic {
    if is_glob(word) {
        let what = format!("`{}` may stand for several setups", word.escape_debug());
        return Diagnostic::whole(what).help("name one of them; experiments take several");
    }
    if let Some(setups) = group(word) {
        return Diagnostic::whole(format!("`{word}` is a group of {} setups", setups.len()))
            .help(format!("name one of them, such as `{}`", setups[0].name));
    }
    if word.starts_with(GENERATED) && word.contains('-') {
        let symmetries = one_of(Group::words());
        return Diagnostic::whole(format!("`{}` is no generated setup", word.escape_debug())).help(
            format!(
                "expected {GENERATED}-SYMMETRY-SEED-NUMBER, as `{GENERATED}-full-7-1`, with a number from 1; \
                 symmetries are {symmetries}"
            ),
        );
    }
    let names = builtins().iter().map(|setup| setup.name.as_str());
    let list = "`pasang setups list` names those there are; a file's name ends in `.txt`";
    Diagnostic::whole(format!("unknown setup `{}`", word.escape_debug())).help(
        match nearest(word, names.chain(GROUPS.iter().copied())) {
            _ if Path::new(&format!("{}.txt", path.display())).exists() => {
                format!("did you mean `{word}.txt`?")
            }
            Some(near) => format!("did you mean `{near}`? {list}"),
            None => list.to_owned(),
        },
    )
}

fn is_glob(word: &str) -> bool {
    word.contains(['*', '?'])
}

fn is_about_files(glob: &str) -> bool {
    glob.contains('.') || glob.contains(std::path::is_separator)
}

/// Returns the built-in setups whose names match, sorted by name.
fn matching_builtins(glob: &str) -> Vec<Setup> {
    let pattern = WildMatch::new(glob);
    let mut found: Vec<Setup> =
        builtins().iter().filter(|setup| pattern.matches(&setup.name)).cloned().collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// Returns the files whose names match the last part of the path, sorted by name.
fn matching_files(glob: &str, relative_to: &Path) -> Result<Vec<PathBuf>, NotFound> {
    let refuse = |what: String| NotFound::Word(Diagnostic::whole(what));
    let (folder, pattern) = match glob.rfind(std::path::is_separator) {
        Some(at) => glob.split_at(at + 1),
        None => ("", glob),
    };
    if is_glob(folder) {
        let what = format!("`*` and `?` stand in the folder's name of `{glob}`");
        let help = "they may stand in the file's name, behind the last separator";
        return Err(NotFound::Word(Diagnostic::whole(what).help(help)));
    }
    let folder = relative_to.join(folder);
    let unreadable = |error: std::io::Error| {
        refuse(format!("cannot read the folder of `{glob}`: {}", in_words(&error)))
    };
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(here).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        let path = folder.join(&name);
        let name = name.to_string_lossy().into_owned();
        // As in a shell, a hidden file matches only if the pattern has the dot.
        let is_hidden = name.starts_with('.') && !pattern.starts_with('.');
        if !is_hidden && WildMatch::new(pattern).matches(&name) && path.is_file() {
            files.push((name, path));
        }
    }
    if files.is_empty() {
        if is_about_files(glob) {
            return Err(refuse(format!("no file matches `{glob}`")));
        }
        let list = "`pasang setups list` names those that are built in";
        let what = format!("no built-in setup and no file matches `{glob}`");
        return Err(NotFound::Word(Diagnostic::whole(what).help(list)));
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::board::Symmetry;
    use crate::games::setup::builtin;

    fn names(setups: &[Setup]) -> Vec<&str> {
        setups.iter().map(|setup| setup.name.as_str()).collect()
    }

    fn put(folder: &TempDir, file: &str, text: &str) {
        std::fs::write(folder.path().join(file), text).unwrap();
    }

    fn board_of(name: &str) -> String {
        builtin(name).unwrap().board()
    }

    fn what_of(error: NotFound) -> (String, Option<String>) {
        match error {
            NotFound::Word(fault) => (fault.message, fault.help),
            NotFound::File(faults) => panic!("{faults}"),
        }
    }

    /// The list of patterns gives the numbers with equal stones: 33 and 26, 36 and 25, 37 and 29,
    /// 38 and 19.
    #[test]
    fn the_groups_have_the_setups_that_the_list_of_patterns_tells_apart() {
        assert_eq!(group("catalogue").unwrap().len(), 39);
        let distinct = group("catalogue-distinct").unwrap();
        let expected: Vec<String> = (1..=39)
            .filter(|number| ![33, 36, 37, 38].contains(number))
            .map(|number| format!("catalogue-{number:02}"))
            .collect();
        assert_eq!(names(&distinct), expected);
        // Bell's chequer has the stones of catalogue-39.
        assert_eq!(group("all").unwrap(), distinct);
        assert_eq!(group("catalog"), None);
        for (twin, first) in [(33, 26), (36, 25), (37, 29), (38, 19)] {
            let board = |number| board_of(&format!("catalogue-{number}"));
            assert_eq!(board(twin), board(first));
        }
        for name in GROUPS {
            assert!(group(name).is_some(), "{name}");
        }
    }

    #[test]
    fn a_built_in_name_goes_before_a_file_and_a_file_may_have_any_name() {
        let folder = TempDir::new().unwrap();
        put(&folder, "catalogue-01", &board_of("catalogue-02"));
        put(&folder, "no-ending", &board_of("catalogue-03"));
        put(&folder, "with.txt", &board_of("catalogue-04"));
        let find = |text: &str| find(text, Some(folder.path()));
        assert_eq!(find("catalogue-01").unwrap(), builtin("catalogue-01").unwrap());
        assert_eq!(find("./catalogue-01").unwrap().board(), board_of("catalogue-02"));
        assert_eq!(find("no-ending").unwrap().name, "no-ending");
        assert_eq!(find("with.txt").unwrap().name, "with");
        assert_eq!(find("mirror:with.txt").unwrap().name, "mirror:with");
        let mirrored = builtin("catalogue-01").unwrap().stones.mapped(Symmetry::MirrorColumnF);
        assert_eq!(find("mirror:catalogue-01").unwrap().stones, mirrored);
        for file in ["missing.txt", "MISSING.TXT", "missing/"] {
            let missing = find(file).unwrap_err().to_string();
            let end = format!("{file}`: no such file or directory");
            assert!(missing.ends_with(&end), "{missing}");
        }
    }

    #[test]
    fn groups_and_globs_stand_for_several_setups() {
        let folder = TempDir::new().unwrap();
        for (file, like) in
            [("b.txt", "catalogue-02"), ("a.txt", "catalogue-01"), ("ab.txt", "catalogue-03")]
        {
            put(&folder, file, &board_of(like));
        }
        put(&folder, ".hidden.txt", "no setup");
        put(&folder, "notes.md", "no setup");
        std::fs::create_dir(folder.path().join("folder.txt")).unwrap();
        let find = |text: &str| find_all(text, folder.path());
        assert_eq!(names(&find("*.txt").unwrap()), ["a", "ab", "b"]);
        assert_eq!(names(&find("./?.txt").unwrap()), ["a", "b"]);
        assert_eq!(names(&find("mirror:?.txt").unwrap()), ["mirror:a", "mirror:b"]);
        assert_eq!(names(&find("a.txt").unwrap()), ["a"]);
        assert_eq!(find("mirror:catalogue").unwrap().len(), 39);
        let what = |text: &str| what_of(find(text).unwrap_err()).0;
        assert_eq!(what("*.toml"), "no file matches `*.toml`");
        assert_eq!(what("*/a.txt"), "`*` and `?` stand in the folder's name of `*/a.txt`");
        assert_eq!(
            what("none/*.txt"),
            "cannot read the folder of `none/*.txt`: no such file or directory"
        );
        assert!(matches!(find("*.md"), Err(NotFound::File(_))));
        put(&folder, "short.txt", &board_of("catalogue-01").replacen('b', "w", 1));
        assert!(matches!(find("*t.txt"), Err(NotFound::File(_))));
    }
}
