//! Fuzzes tables of any game's results, and the answers from them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang_balance::table::{Gate, Table, TableOptions};

/// The longest table, in bytes: answers take time.
const MAX_BYTES: usize = 4000;

fuzz_target!(|text: &str| {
    if text.len() > MAX_BYTES {
        return;
    }
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let Some(header) = lines.next() else { return };
    // A column by this name is an option of the rules.
    let factors = header.iter().filter(|it| **it == "line").map(|it| (*it).to_owned()).collect();
    let options = TableOptions { factors, ..TableOptions::default() };
    let Ok(mut table) = Table::new(&header, &options) else { return };
    for (row, fields) in (2..).zip(lines) {
        if fields.len() != header.len() || table.add(row, &fields).is_err() {
            return;
        }
    }
    let Ok(answer) = table.answer() else { return };
    for row in &answer.rows {
        let (mean, interval) = (row.score.mean, row.score.interval());
        assert!(0.0 <= interval.low && interval.low <= mean && mean <= interval.high, "{row:?}");
        assert!(interval.high <= 1.0, "{row:?}");
    }
    let gate: Gate = "within 10".parse().unwrap_or_else(|_| unreachable!("it is one"));
    let _ = gate.verdict(&answer);
});
