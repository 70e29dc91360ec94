//! SHA-256 digests in hexadecimal.

use std::io::{self, Sink, Write};

use sha2::{Digest, Sha256};

/// Formats bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the SHA-256 of the bytes.
pub fn digest_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A writer that digests everything written through it.
pub struct Digester<W = Sink> {
    /// The underlying writer.
    pub to: W,
    digest: Sha256,
}

impl Default for Digester {
    fn default() -> Digester {
        Digester::before(io::sink())
    }
}

impl<W> Digester<W> {
    /// Wraps a writer.
    pub fn before(to: W) -> Digester<W> {
        Digester { to, digest: Sha256::new() }
    }

    /// Returns the SHA-256 of everything written so far and starts anew.
    pub fn finish(&mut self) -> String {
        hex(&self.digest.finalize_reset())
    }
}

impl Digester {
    /// Adds bytes to the digest.
    pub fn add(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
    }
}

impl<W: Write> Write for Digester<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
