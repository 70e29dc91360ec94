//! Processor time.

use std::time::Duration;

/// What this thread has used so far.
pub fn of_thread() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// What all threads of this process have used so far.
pub fn of_process() -> Duration {
    read(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn read(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to `time` alone.
    let failed = unsafe { libc::clock_gettime(clock, &raw mut time) };
    assert_eq!(failed, 0, "this system tells no processor time");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
