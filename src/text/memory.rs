//! The memory that this program may use.

/// Returns a message if there is less memory than `mebibytes`; `None` if there is enough, or the
/// system does not report it.
pub fn lacks(mebibytes: u64) -> Option<String> {
    let total = total()?;
    (mebibytes > total)
        .then(|| format!("tables of {mebibytes} MiB do not fit into memory of {total} MiB"))
}

/// Returns the memory in mebibytes: that of the machine, or of the process's control group if that
/// has less.
#[cfg(not(windows))]
pub fn total() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let text = read("/proc/meminfo")?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    let of_group = read("/proc/self/cgroup").and_then(|text| {
        let group = text.lines().find_map(|line| line.strip_prefix("0::"))?;
        read(&format!("/sys/fs/cgroup{group}/memory.max"))?.trim().parse().ok()
    });
    Some((kibibytes << 10).min(of_group.unwrap_or(u64::MAX)) >> 20)
}

#[cfg(windows)]
pub fn total() -> Option<u64> {
    use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

    let mut status =
        MEMORYSTATUSEX { dwLength: size_of::<MEMORYSTATUSEX>() as u32, ..Default::default() };
    // SAFETY: the structure says its own length.
    (unsafe { GlobalMemoryStatusEx(&mut status) } != 0).then_some(status.ullTotalPhys >> 20)
}
