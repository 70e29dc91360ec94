//! Finds setups by name, file, group or glob.

use std::path::{Path, PathBuf};

use wildmatch::WildMatch;

use super::diagnostic::{Diagnostic, Diagnostics, Source, in_words, looks_like_a_file, read_text};
use pasang_core::base::text::nearest;
use pasang_core::games::setup::{
    GROUPS, Setup, builtin, builtins, generated, group, split_mirror, without_file,
};
use pasang_core::games::text_kind::TextKind;

/// Finds a setup by built-in name, by a file's path, or by `mirror:` and one of these.
///
/// A built-in name takes precedence over a file of that name.
pub fn find(text: &str) -> Result<Setup, Diagnostics> {
    find_in(text, Path::new(""), Setup::parse)
}

/// Finds a setup as [`find`] does, for display only: with any count of stones.
pub fn look(text: &str) -> Result<Setup, Diagnostics> {
    find_in(text, Path::new(""), |source| Ok(Setup::look(source)?.0))
}

/// A parser of a setup's text.
type Parse = fn(&Source) -> Result<Setup, Diagnostics>;

fn find_in(text: &str, folder: &Path, parse: Parse) -> Result<Setup, Diagnostics> {
    let (is_mirrored, word) = split_mirror(text);
    let path = folder.join(word);
    let setup = match without_file(word).or_else(|| generated(word)) {
        Some(setup) => setup,
        None if looks_like_a_file(word, "txt", &path) => read_file(&path, parse)?,
        None => return Err(unknown(word, &path).into()),
    };
    Ok(if is_mirrored { setup.mirrored() } else { setup })
}

/// Finds all setups that a word of [`find`], a group's name, or a glob stands for: `*` matches any
/// characters, `?` one. A glob with a `/` or a `.` in it matches the files of a folder; any other
/// one matches built-in names, and files only if no built-in name matches. The matches of a glob
/// are sorted by name. Paths are relative to the folder.
pub fn find_all(text: &str, folder: &Path) -> Result<Vec<Setup>, Diagnostics> {
    let (is_mirrored, word) = split_mirror(text);
    let setups = if let Some(setups) = group(word) {
        setups
    } else if is_glob(word) && !folder.join(word).exists() {
        let is_about_files = word.contains('.') || word.contains(std::path::is_separator);
        let pattern = WildMatch::new(word);
        let is_known = |setup: &&Setup| !is_about_files && pattern.matches(&setup.name);
        let mut known: Vec<Setup> = builtins().iter().filter(is_known).cloned().collect();
        known.sort_by(|one, other| one.name.cmp(&other.name));
        if known.is_empty() { read_files(&matching_files(word, folder)?)? } else { known }
    } else {
        return Ok(vec![find_in(text, folder, Setup::parse)?]);
    };
    Ok(if is_mirrored { setups.iter().map(Setup::mirrored).collect() } else { setups })
}

fn read_file(path: &Path, parse: Parse) -> Result<Setup, Diagnostics> {
    let source = read_text(path)?;
    if TextKind::of(&source.text) == Some(TextKind::Diagram) {
        let what = format!("`{}` is a diagram, and a setup is wanted", source.name);
        let help = "`--position` takes it, where a command has that";
        return Err(Diagnostic::whole(what).help(help).into());
    }
    parse(&source)
}

/// Reads every file before it reports what is wrong with any.
fn read_files(files: &[PathBuf]) -> Result<Vec<Setup>, Diagnostics> {
    let (mut setups, mut wrong) = (Vec::new(), None::<Diagnostics>);
    for path in files {
        match (read_file(path, Setup::parse), &mut wrong) {
            (Ok(setup), _) => setups.push(setup),
            (Err(faults), Some(wrong)) => wrong.push_elsewhere(faults),
            (Err(faults), None) => wrong = Some(faults),
        }
    }
    wrong.map_or(Ok(setups), Err)
}

fn unknown(word: &str, path: &Path) -> Diagnostic {
    if let Some(setups) = group(word) {
        return Diagnostic::whole(format!("`{word}` is a group of {} setups", setups.len()))
            .help(format!("name one of them, such as `{}`", setups[0].name));
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

/// Returns the files whose names match the last part of the path, sorted by name.
fn matching_files(glob: &str, relative_to: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let (folder, pattern) = match glob.rfind(std::path::is_separator) {
        Some(at) => glob.split_at(at + 1),
        None => ("", glob),
    };
    if is_glob(folder) {
        let what = format!("`*` and `?` stand in the folder's name of `{glob}`");
        let help = "they may stand in the file's name, behind the last separator";
        return Err(Diagnostic::whole(what).help(help));
    }
    let folder = relative_to.join(folder);
    let unreadable = |error: std::io::Error| {
        Diagnostic::whole(format!("cannot read the folder of `{glob}`: {}", in_words(&error)))
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
        let what = format!("no built-in setup and no file matches `{glob}`");
        let list = "`pasang setups list` names those that are built in";
        return Err(Diagnostic::whole(what).help(list));
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// Returns the names of the known patterns with these stones, or with their mirror image.
pub fn known_names(setup: &Setup) -> Vec<String> {
    let images = [setup.stones, setup.mirrored().stones];
    let known = builtins().iter().filter(|known| images.contains(&known.stones));
    known.map(|known| known.name.clone()).collect()
}

/// Returns the names of the known patterns with these stones; if there are none, of those with the
/// mirror image, and `true`.
pub fn known_images(setup: &Setup) -> (Vec<String>, bool) {
    let has_stones = |name: &String| builtin(name).is_some_and(|it| it.stones == setup.stones);
    let (own, mirrored): (Vec<_>, Vec<_>) = known_names(setup).into_iter().partition(has_stones);
    if own.is_empty() { (mirrored, true) } else { (own, false) }
}
