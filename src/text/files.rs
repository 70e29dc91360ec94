//! Opens the files of a results folder, which may be a stranger's, safely.
//!
//! Only regular files are read: a pipe without a writer blocks forever, and a device may have no
//! end. Nothing is written through a link, which may lead anywhere.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

/// Opens a file for reading; follows a link to one.
pub fn to_read(path: &Path) -> io::Result<File> {
    must_be_file(&fs::metadata(path)?)?;
    File::open(path)
}

/// Reads a file of at most `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Reads at most one byte beyond the limit: the size that a file system reports may be stale.
    let mut bytes = Vec::new();
    to_read(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it has more than {most} bytes, the limit for files of its kind");
        return Err(io::Error::new(ErrorKind::InvalidData, what));
    }
    Ok(bytes)
}

/// Opens a file for writing behind its end, creating it if necessary.
pub fn to_append(path: &Path) -> io::Result<File> {
    let is_there = check_own(path)?;
    // Not every system locks or cuts a file that is opened for appending only. A new one: does not
    // follow a link created in the meantime.
    let mut file = OpenOptions::new().read(true).write(true).create_new(!is_there).open(path)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Cuts a file to its first bytes; writing goes on behind them.
pub fn cut(file: &mut File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::Start(bytes)).map(drop)
}

/// Renames a file or folder, over one that is there. On Windows another program, such as a virus
/// scanner, may have it open for a moment.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    for _ in 0..10 {
        match fs::rename(from, to) {
            Err(error) if is_kept(&error) => std::thread::sleep(Duration::from_millis(100)),
            done => return done,
        }
    }
    fs::rename(from, to)
}

/// Returns whether another program may keep this one from a file, as on Windows: access is denied, or
/// the file or a part of it is in use.
pub fn is_kept(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 33))
}

/// Returns the reason why Windows can have no file or folder of this name, if there is one.
pub fn unfit_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = |sign: char| sign.is_ascii_digit() || "¹²³".contains(sign);
    let is_number = |rest: &str| rest.chars().count() == 1 && rest.contains(is_port);
    let port = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let is_device = ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(&&*stem);
    if is_device || port.is_some_and(is_number) {
        return Some(format!("on Windows `{stem}` is a device"));
    }
    name.ends_with(['.', ' ']).then(|| "on Windows no name ends with a dot or a blank".to_owned())
}

/// Opens a new file for writing, replacing any present entry.
pub fn to_write(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// Returns whether there is a regular file to append to; `Err` if there is something else.
pub fn check_own(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Ok(found) if found.is_symlink() => Err(io::Error::other(
            "it is a link, and results are written to no other place than their folder: \
             choose another --out",
        )),
        found => must_be_file(&found?).map(|()| true),
    }
}

fn must_be_file(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        Ok(())
    } else if found.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::other("it is a pipe or a device, and a file is wanted"))
    }
}
