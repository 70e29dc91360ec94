//! SHA-256, in hex.

use std::io::{self, Sink, Write};

use sha2::{Digest, Sha256};

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of some bytes.
pub fn digest_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Digests what is written through it.
pub struct Digester<W = Sink> {
    /// Where it goes.
    pub to: W,
    digest: Sha256,
}

impl Default for Digester {
    fn default() -> Digester {
        Digester::before(io::sink())
    }
}

impl<W> Digester<W> {
    /// Digests what goes there.
    pub fn before(to: W) -> Digester<W> {
        Digester { to, digest: Sha256::new() }
    }

    /// The SHA-256 of all that was written.
    pub fn finish(&mut self) -> String {
        hex(&self.digest.finalize_reset())
    }
}

impl Digester {
    /// Digests some bytes more.
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
