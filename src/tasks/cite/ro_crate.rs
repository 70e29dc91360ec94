//! What archives of research data want to know of a results folder: RO-Crate 1.1, as JSON-LD.

use serde_json::{Value, json};

use super::Citation;
use crate::results::FolderError;
use crate::results::folder::{Folder, JOURNAL, MANIFEST, REPORT, beside_the_manifest};

/// What the standard calls the file.
pub const NAME: &str = "ro-crate-metadata.json";

impl Citation {
    /// The folder as a research object: its files with their digests, and the run that made them.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn to_ro_crate(&self, folder: &Folder) -> Result<Value, FolderError> {
        let names = beside_the_manifest().chain([MANIFEST]);
        let names: Vec<&str> = names.filter(|name| folder.has(name)).collect();
        let named = |name: &&str| json!({ "@id": name });
        let parts: Vec<Value> = names.iter().map(named).collect();
        let programs: Vec<Value> = (1..)
            .zip(&self.made_by.versions)
            .map(|(number, (version, commit))| {
                json!({
                    "@id": format!("#pasang-{number}"),
                    "@type": "SoftwareApplication",
                    "name": "pasang",
                    "version": version,
                    "identifier": commit,
                })
            })
            .collect();
        let instruments: Vec<Value> =
            programs.iter().map(|program| json!({ "@id": program["@id"] })).collect();
        let title = if self.title.is_empty() { "Results of pasang" } else { &self.title };
        let mut graph = vec![
            json!({
                "@id": NAME,
                "@type": "CreativeWork",
                "conformsTo": { "@id": "https://w3id.org/ro/crate/1.1" },
                "about": { "@id": "./" },
            }),
            json!({
                "@id": "./",
                "@type": "Dataset",
                "name": title,
                "description": format!("Games of Pasang: {}; {} games", self.design, self.games),
                "datePublished": self.made_by.day,
                "identifier": format!("sha256:{}", self.digest),
                "hasPart": parts,
                "mentions": { "@id": "#run" },
            }),
            json!({
                "@id": "#run",
                "@type": "CreateAction",
                "name": "The games were played, or imported, and counted",
                "description": self.proof,
                "instrument": instruments,
                "object": { "@id": "experiment.toml" },
                "result": { "@id": "./" },
            }),
        ];
        graph.extend(programs);
        for name in names {
            graph.push(json!({
                "@id": name,
                "@type": "File",
                "encodingFormat": match name.rsplit('.').next() {
                    Some("csv") => "text/csv",
                    Some("json") => "application/json",
                    Some("html") => "text/html",
                    Some("toml") => "application/toml",
                    _ => "text/plain",
                },
                "description": match name {
                    JOURNAL => "Every game, with all its moves: all else is made from it",
                    REPORT => "The report for people",
                    MANIFEST => "The digests that prove the other files",
                    _ => "docs/formats.md of pasang says what stands in it",
                },
                "sha256": folder.digest(name)?,
            }));
        }
        Ok(json!({ "@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph }))
    }
}
