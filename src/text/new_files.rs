//! New files, which the user names: none replaces another one.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::failure::{CommandResult, cannot_write, wrong};
use super::files;
use super::messages::note;

/// The file by which a folder of results is known.
pub const MANIFEST: &str = "manifest.json";

/// Refuses a path that exists, even as a dangling link.
pub fn must_be_new(path: &Path) -> CommandResult {
    if let Some(why) = files::unfit_name(path) {
        return Err(wrong(
            format!("cannot write `{}`: {why}", path.display()),
            "give another name",
        ));
    }
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let what = format!("`{}` is there already; nothing was written", path.display());
    Err(wrong(what, "give another name, or move it away"))
}

/// Refuses a path that cannot be written, before the work: by a new file, which is removed again. One
/// that is there may turn out to be the same.
pub fn must_be_writable(path: &Path) -> CommandResult {
    if path.is_file() {
        return Ok(());
    }
    write_new(path, &[])?;
    std::fs::remove_file(path).map_err(|error| cannot_write(path, &error))
}

/// Writes a new file and never overwrites; used for every file that the user names.
pub fn write_new(path: &Path, bytes: &[u8]) -> CommandResult {
    must_be_new(path)?;
    let mut file = File::create_new(path).map_err(|error| cannot_write(path, &error))?;
    file.write_all(bytes).map_err(|error| {
        // No part of a file passes for the whole.
        let _ = std::fs::remove_file(path);
        cannot_write(path, &error)
    })
}

/// Writes a new file; one that is there with these bytes stays, so that a command can be repeated.
pub fn write_same(path: &Path, bytes: &[u8]) -> CommandResult {
    if !files::read(path, bytes.len() as u64).is_ok_and(|there| there == bytes) {
        return write_new(path, bytes);
    }
    note(format_args!("`{}` is there already, and the same", path.display()));
    Ok(())
}

/// Writes new files into a folder, creating it if necessary; writes none if one of them exists.
pub fn write_new_into<B: AsRef<[u8]>>(folder: &Path, files: &[(String, B)]) -> CommandResult {
    must_be_new_in(folder, files)?;
    in_folder(folder, || {
        files.iter().try_for_each(|(name, bytes)| write_new(&folder.join(name), bytes.as_ref()))
    })
}

/// Gives files other names, short and unlike also where case does not count, as systems of files want it.
pub fn unlike<B>(mut files: Vec<(String, B)>) -> Vec<(String, B)> {
    let mut taken = HashSet::new();
    for (name, _) in &mut files {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "svg"));
        // A sign has up to four bytes, and a name may have 255.
        let stem: String = stem.chars().take(50).collect();
        let names = (1..).map(|copy| match copy {
            1 => format!("{stem}.{ending}"),
            copy => format!("{stem}-{copy}.{ending}"),
        });
        let free = names.into_iter().find(|name| taken.insert(name.to_lowercase()));
        *name = free.unwrap_or_default();
    }
    files
}

/// Refuses files that exist in a folder, and a folder of results, which holds nothing else.
pub fn must_be_new_in<B>(folder: &Path, files: &[(String, B)]) -> CommandResult {
    if folder.join(MANIFEST).exists() {
        let what = format!("`{}` is a folder of results", folder.display());
        return Err(wrong(what, "name another one, or one that does not exist"));
    }
    files.iter().try_for_each(|(name, _)| must_be_new(&folder.join(name)))
}

/// Does work that writes into a folder, which is created if necessary; if the work fails, folders that
/// were created for it and are empty are removed.
pub fn in_folder(folder: &Path, work: impl FnOnce() -> CommandResult) -> CommandResult {
    let missing = folder.ancestors().take_while(|it| !it.as_os_str().is_empty() && !it.exists());
    let missing: Vec<&Path> = missing.collect();
    let made = std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error));
    let done = made.and_then(|()| work());
    if done.is_err() {
        for folder in missing {
            // One that holds a file stays.
            let _ = std::fs::remove_dir(folder);
        }
    }
    done
}

/// Returns a name for a folder or a file, of parts that may have any signs.
pub fn folder_name(parts: impl IntoIterator<Item = String>) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_.=".contains(sign);
    let parts: Vec<String> = parts.into_iter().collect();
    let name = parts.join("-").replace(|sign| !is_plain(sign), "-");
    name.chars().take(MAX_NAME_LENGTH).collect()
}

const MAX_NAME_LENGTH: usize = 100;
