//! What the games have cost so far, as the folders tell.

use std::fs::File;
use std::io::Read;

use serde_json::Value;

use crate::results::folder::{Folder, RUN_INFO};

/// No folder has been written by so many runs that they fill this.
const LARGEST: u64 = 1 << 24;

/// For how many seconds processors were at work for a folder; nothing where it does not tell, or
/// what it tells cannot be read: nothing depends on it.
pub(super) fn core_seconds(folder: &Folder) -> Option<f64> {
    let path = folder.file(RUN_INFO);
    if !path.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(path).ok()?.take(LARGEST).read_to_string(&mut text).ok()?;
    added_up(&serde_json::from_str(&text).ok()?)
}

/// The sum over all runs, wherever they stand: one alone, or a list with one for each run.
fn added_up(info: &Value) -> Option<f64> {
    let own = || Some(info.get("seconds")?.as_f64()? * info.get("threads")?.as_f64()?);
    let within: Vec<f64> = match info {
        Value::Array(list) => list.iter().filter_map(added_up).collect(),
        Value::Object(map) => map.values().filter_map(added_up).chain(own()).collect(),
        _ => Vec::new(),
    };
    within.into_iter().reduce(|one, other| one + other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_counts_with_its_threads() {
        let sum = |text: &str| added_up(&serde_json::from_str(text).unwrap());
        assert_eq!(sum(r#"{"threads": 4, "seconds": 2.5, "games": 7}"#), Some(10.0));
        let list = r#"[{"threads": 1, "seconds": 3}, {"threads": 2, "seconds": 1.5}]"#;
        assert_eq!(sum(list), Some(6.0));
        assert_eq!(sum(&format!(r#"{{"format": 1, "runs": {list}}}"#)), Some(6.0));
        assert_eq!(sum(r#"{"threads": 4, "games": 7}"#), None);
        assert_eq!(sum(r#"{"threads": "4", "seconds": 1}"#), None);
        assert_eq!(sum("[]"), None);
        assert_eq!(sum("7"), None);
    }
}
