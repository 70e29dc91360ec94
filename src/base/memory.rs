//! The memory of this machine.

/// Returns a message if this machine has less memory than `mebibytes`; `None` if it has enough, or
/// the system does not report it.
pub fn lacks(mebibytes: u64) -> Option<String> {
    let total = total()?;
    (mebibytes > total).then(|| {
        format!("tables of {mebibytes} MiB do not fit into this machine's memory of {total} MiB")
    })
}

/// Returns the memory in mebibytes.
#[cfg(not(windows))]
fn total() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(windows)]
fn total() -> Option<u64> {
    use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

    let mut status =
        MEMORYSTATUSEX { dwLength: size_of::<MEMORYSTATUSEX>() as u32, ..Default::default() };
    // SAFETY: the structure says its own length.
    (unsafe { GlobalMemoryStatusEx(&mut status) } != 0).then_some(status.ullTotalPhys >> 20)
}
