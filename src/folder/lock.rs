//! One run a folder at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use super::FolderError;

/// Empty; that it is there says nothing, only whether it is locked. It is never removed: whoever
/// waited for a removed file would hold a lock that keeps nobody out.
const LOCK: &str = ".lock";

/// Keeps other runs out of a folder until it is dropped, or the program ends in whatever way.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn take(folder: &Path) -> Result<Lock, FolderError> {
        let path = folder.join(LOCK);
        let write = |error| FolderError::Write(path.clone(), error);
        // Not every system locks a file that is only appended to.
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(&path).map_err(write)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(write(error)),
        }
    }
}
