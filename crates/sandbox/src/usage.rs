//! What a process has used so far. The caller reads it and kills the process when it is too much.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// What a process has used since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUsage {
    /// Processor time of all threads together.
    pub cpu: Duration,
    /// Time that the first thread was ready to run but waited for a processor: the machine's fault, not the program's.
    pub queued: Duration,
    /// Resident memory and its page tables, in bytes.
    pub memory: u64,
    pub threads: u64,
}

/// `None` if there is no such process.
pub fn usage(pid: u32) -> Option<ResourceUsage> {
    let cpu = cpu_time(pid)?;
    let schedule = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let queued = schedule.split_whitespace().nth(1).and_then(|field| field.parse().ok()).unwrap_or(0);
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let memory = memory(&status).or_else(|| memory_of_threads(pid)).unwrap_or(0);
    let threads = number(&status, "Threads").unwrap_or(0);
    Some(ResourceUsage { cpu, queued: Duration::from_nanos(queued), memory, threads })
}

/// What all processes of a session use together. Those that have exited count if a process of the session waited for them.
pub fn session_usage(session: u32) -> ResourceUsage {
    let mut all = ResourceUsage::default();
    for (pid, stat) in processes_of(session) {
        let fields: Vec<&str> = stat.split_whitespace().collect();
        let ticks: u64 = fields.iter().skip(CPU_FIELDS).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
        all.cpu += Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second().max(1));
        all.threads += fields.get(THREADS_FIELD).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
        all.memory += own_memory(pid).unwrap_or(0);
    }
    all
}

// Behind the name of the process, which may contain anything, in `/proc/PID/stat`.
const SESSION_FIELD: usize = 3;
/// Of the process, and of children that it waited for.
const CPU_FIELDS: usize = 11;
const THREADS_FIELD: usize = 17;

/// The processes of a session, each with what `/proc/PID/stat` says behind its name.
fn processes_of(session: u32) -> impl Iterator<Item = (u32, String)> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter_map(move |pid| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let stat = stat.rsplit_once(')')?.1.to_owned();
        let of = stat.split_whitespace().nth(SESSION_FIELD)?.parse::<u32>().ok()?;
        (of == session).then_some((pid, stat))
    })
}

/// The memory of a process, in bytes, with its share of what it has in common with others.
fn own_memory(pid: u32) -> Option<u64> {
    let sum = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let status = || fs::read_to_string(format!("/proc/{pid}/status")).ok().and_then(|status| memory(&status));
    number(&sum, "Pss").map(|kibibytes| kibibytes * 1024).or_else(status).or_else(|| memory_of_threads(pid))
}

fn number(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

/// In bytes. `None` if the thread has exited.
fn memory(status: &str) -> Option<u64> {
    Some((number(status, "VmRSS")? + number(status, "VmPTE").unwrap_or(0)) * 1024)
}

/// The first thread may have exited while others go on: then these know the memory of the process.
fn memory_of_threads(pid: u32) -> Option<u64> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let status = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("status")).ok();
    threads.flatten().filter_map(status).find_map(|status| memory(&status))
}

/// Reads the clock that counts the processor time of a process.
#[expect(unsafe_code, reason = "no safe function reads the clock of another process")]
fn cpu_time(pid: u32) -> Option<Duration> {
    let mut clock: libc::clockid_t = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both write only to the variable that they are given.
    let read = unsafe {
        libc::clock_getcpuclockid(libc::pid_t::try_from(pid).ok()?, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    read.then(|| Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanoseconds))
}

/// The disk space that a folder takes, in bytes, and the number of its entries. Stops counting beyond `most` of either, so that
/// it is always fast. A folder that its owner cannot read, or that is too deep to have a path, may contain anything and counts as
/// infinite: for root, too, who could read it, so that outcomes are the same.
pub fn folder_size(folder: &Path, most: u64) -> (u64, u64) {
    let (mut bytes, mut entries) = (0, 0);
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if fs::symlink_metadata(&folder).is_ok_and(|found| found.mode() & READABLE != READABLE) {
            return (u64::MAX, u64::MAX);
        }
        let entries_of = match fs::read_dir(folder) {
            Ok(entries_of) => entries_of,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            // It is we who are out of descriptors or memory: that says nothing about the folder.
            Err(error) if is_our_own_shortage(&error) => return (bytes, entries),
            Err(_) => return (u64::MAX, u64::MAX),
        };
        for entry in entries_of.flatten() {
            entries += 1;
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            bytes += metadata.blocks() * 512;
            if bytes > most || entries > most {
                return (bytes, entries);
            }
        }
    }
    (bytes, entries)
}

/// What a folder's owner needs to list what is in it, and how large it is.
const READABLE: u32 = 0o500;

fn is_our_own_shortage(error: &std::io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM))
}

/// Lets this process open as many files as it may: every worker takes several.
pub fn raise_descriptor_limit() {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let most = rustix::process::Rlimit { current: limit.maximum, ..limit };
    // Without it, fewer workers can run at the same time.
    let _ = rustix::process::setrlimit(rustix::process::Resource::Nofile, most);
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;

    /// Whoever asks: root could read all of them.
    #[test]
    fn a_closed_folder_counts_as_infinite() {
        use std::os::unix::fs::PermissionsExt;
        let top = tempfile::tempdir().expect("a folder");
        let inner = top.path().join("inner");
        fs::create_dir(&inner).expect("a folder");
        fs::write(inner.join("file"), vec![1; 10_000]).expect("a file");
        let size_with = |mode: u32| {
            fs::set_permissions(&inner, fs::Permissions::from_mode(mode)).expect("a mode");
            folder_size(top.path(), 1 << 30)
        };
        let open = size_with(0o700);
        assert!(open.0 >= 10_000 && open.1 == 2, "{open:?}");
        assert_eq!(size_with(0o500), open);
        for mode in [0o000, 0o100, 0o200, 0o300, 0o400, 0o600, 0o077] {
            assert_eq!(size_with(mode), (u64::MAX, u64::MAX), "{mode:o}");
        }
        assert_eq!(size_with(0o700), open);
        // A file is as large as it is, whatever its mode.
        fs::set_permissions(inner.join("file"), fs::Permissions::from_mode(0o000)).expect("a mode");
        assert_eq!(folder_size(top.path(), 1 << 30), open);
    }

    /// 60 is `exit` on x86-64, which ends one thread only.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn memory_is_seen_after_the_first_thread_has_exited() {
        let program = "import ctypes, threading, time\n\
                       def hold():\n    held = bytearray(200 << 20)\n    time.sleep(20)\n\
                       threading.Thread(target=hold).start()\n\
                       ctypes.CDLL(None).syscall(60, 0)\n";
        let mut child =
            Command::new("python3").args(["-c", program]).stdout(Stdio::null()).spawn().expect("python3 starts");
        let (since, mut seen) = (Instant::now(), 0);
        let exited = |pid: u32| {
            let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            status.lines().any(|line| line.starts_with("State:") && line.contains('Z'))
        };
        while since.elapsed() < Duration::from_secs(15) && seen < 150 << 20 {
            if exited(child.id()) {
                seen = usage(child.id()).map_or(0, |usage| usage.memory);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        let _ = child.wait();
        assert!(seen >= 150 << 20, "{seen} bytes were seen");
    }
}
