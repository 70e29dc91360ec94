//! SHA-256 digests in hexadecimal.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

/// Formats bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the SHA-256 of the bytes.
pub fn digest_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A writer that digests everything written to it.
#[derive(Default)]
pub struct Digester(Sha256);

impl Digester {
    /// Returns the SHA-256 of everything written so far and starts anew.
    pub fn finish(&mut self) -> String {
        hex(&self.0.finalize_reset())
    }
}

impl Write for Digester {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
