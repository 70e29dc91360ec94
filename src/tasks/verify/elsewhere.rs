//! A file for the time being.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use crate::results::FolderError;

/// A file for a journal that is wanted for the time being. It loses its name as soon as it has one,
/// so that nothing is left of it however the program ends.
pub(super) struct Elsewhere {
    /// What it was called.
    pub(super) path: PathBuf,
    pub(super) journal: Arc<File>,
    /// Whether the system keeps the name for as long as the file is open.
    is_named: bool,
}

impl Elsewhere {
    /// A file that nobody else has, even where temporary folders are shared with other machines.
    pub(super) fn make() -> Result<Elsewhere, FolderError> {
        let id = std::process::id();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut attempt = 0;
        loop {
            let path = std::env::temp_dir().join(format!("pasang-verify-{id}-{attempt}"));
            match options.open(&path) {
                Ok(journal) => {
                    let is_named = std::fs::remove_file(&path).is_err();
                    return Ok(Elsewhere { path, journal: Arc::new(journal), is_named });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => attempt += 1,
                Err(error) => return Err(FolderError::Write(path, error)),
            }
        }
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        if self.is_named {
            // Left behind it does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
