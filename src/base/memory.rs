//! What memory this machine has.

/// What to say where this machine has less memory than so many MiB, where the system tells.
pub fn lacks(mebibytes: u64) -> Option<String> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    let total = kibibytes / 1024;
    (mebibytes > total).then(|| {
        format!("tables of {mebibytes} MiB do not fit into this machine's memory of {total} MiB")
    })
}
