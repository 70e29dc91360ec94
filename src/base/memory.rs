//! What memory this machine has.

/// The memory of this machine in MiB, where the system tells.
fn total() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    read_total(&text)
}

fn read_total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

/// What to say where this machine has less memory than so many MiB.
pub fn lacks(mebibytes: u64) -> Option<String> {
    let total = total()?;
    (mebibytes > total).then(|| {
        format!("tables of {mebibytes} MiB do not fit into this machine's memory of {total} MiB")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_tells_in_kibibytes() {
        assert_eq!(read_total("MemTotal:       16384 kB\nMemFree: 1 kB\n"), Some(16));
        assert_eq!(read_total("MemFree: 1 kB\n"), None);
        assert_eq!(read_total("MemTotal: many\n"), None);
    }
}
