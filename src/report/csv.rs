//! The rows of `cells.csv`.

use super::Exporter;
use super::document::Document;

/// Writes the rows of `cells.csv`.
#[derive(Clone, Copy, Debug)]
pub struct Csv;

impl Exporter for Csv {
    fn export(&self, document: &Document) -> Vec<u8> {
        document.cells.csv.clone()
    }
}
