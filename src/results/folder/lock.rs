//! One run a folder at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::{FolderError, files};

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
        let file = files::to_append(&path).map_err(write)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(write(error)),
        }
    }
}
