//! Opens the files of a results folder, which may be a stranger's, safely.
//!
//! Only regular files are read: a pipe without a writer blocks forever, and a device may have no
//! end. Nothing is written through a link, which may lead anywhere.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

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

/// Opens a file for appending, creating it if necessary.
pub fn to_append(path: &Path) -> io::Result<File> {
    match check_own(path)? {
        // Not every system locks a file that is opened for appending only.
        true => OpenOptions::new().read(true).append(true).open(path),
        // Does not follow a link created in the meantime.
        false => OpenOptions::new().read(true).append(true).create_new(true).open(path),
    }
}

/// Opens a new file for writing, replacing any present entry.
pub fn to_write(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(path)
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
