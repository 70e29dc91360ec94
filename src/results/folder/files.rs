//! How the files of a folder are opened.
//!
//! What is read must be a file: a pipe that nobody writes to is waited for without end, and a
//! device may have no end. What is written is never written through a link, which may lead
//! anywhere.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a file to be read; a link to one will do.
pub(super) fn to_read(path: &Path) -> io::Result<File> {
    must_be_file(&fs::metadata(path)?)?;
    File::open(path)
}

/// The bytes of a file, if they are no more than so many.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Reads a byte beyond at most: the size that a file system reports may be stale.
    let mut bytes = Vec::new();
    to_read(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it has more than {most} bytes, and none of its kind has so many");
        return Err(io::Error::new(ErrorKind::InvalidData, what));
    }
    Ok(bytes)
}

/// Opens a file to write behind what it holds; makes it where it is not there.
pub(super) fn to_append(path: &Path) -> io::Result<File> {
    match check_own(path)? {
        // Not every system locks a file that is only appended to.
        true => OpenOptions::new().read(true).append(true).open(path),
        // Whatever has come there since is not followed.
        false => OpenOptions::new().read(true).append(true).create_new(true).open(path),
    }
}

/// Opens a new file to be written, in the place of whatever may be there.
pub(super) fn to_write(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(path)
}

/// Whether there is something that may be written behind; an error where there is something else.
pub(super) fn check_own(path: &Path) -> io::Result<bool> {
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
