//! The memory of this machine.

/// Returns a message if this machine has less memory than `mebibytes`; `None` if it has enough, or
/// the system does not report it.
pub fn lacks(mebibytes: u64) -> Option<String> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    let total = kibibytes / 1024;
    (mebibytes > total).then(|| {
        format!("tables of {mebibytes} MiB do not fit into this machine's memory of {total} MiB")
    })
}
