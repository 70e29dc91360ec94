//! In which column rows differ.

use super::row::Form;

/// What is said of a row whose columns are all as expected, and which is not.
pub const WRITTEN_OTHERWISE: &str = "it is written otherwise than this program writes it";

/// In which column two rows differ first.
pub fn difference(found: &[u8], expected: &[u8], form: Form) -> String {
    let fields = |line: &[u8]| -> Vec<String> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line);
        let record = reader.byte_records().next().and_then(Result::ok).unwrap_or_default();
        record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect()
    };
    let (found, expected) = (fields(found), fields(expected));
    let columns = form.header().trim_end().split(',');
    let mut columns = columns.zip(&expected).enumerate();
    let differing = columns.find(|&(place, (_, expected))| found.get(place) != Some(expected));
    match differing {
        Some((place, (column, expected))) => {
            let found = found.get(place).map_or("nothing", String::as_str);
            format!("column `{column}` is `{found}`, expected `{expected}`")
        }
        None => WRITTEN_OTHERWISE.to_owned(),
    }
}
