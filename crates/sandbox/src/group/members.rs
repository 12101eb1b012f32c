//! The processes of a group, and how they are killed.
//!
//! A process ID that was read may belong to another process a moment later. So a process is held by a file descriptor first, and
//! gets the signal only if the group still lists its ID afterwards.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::folder::GroupFolder;

/// Longer than the kernel needs to end processes with much memory on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);
/// So that file descriptors suffice.
const AT_ONCE: usize = 128;
/// Nobody nests control groups this deep.
const DEEPEST: usize = 16;

/// The IDs of the processes in a group, without those in groups below. 0 stands for a process of another namespace.
pub fn of(folder: &GroupFolder) -> io::Result<Vec<u32>> {
    Ok(folder.read("cgroup.procs")?.lines().filter_map(|line| line.trim().parse().ok()).collect())
}

/// Kills all processes in these groups and in the groups below. Returns whether none is left.
pub fn kill(folders: &[&GroupFolder]) -> bool {
    let since = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        let occupied: Vec<&&GroupFolder> = folders.iter().filter(|folder| is_occupied(folder, DEEPEST)).collect();
        if occupied.is_empty() {
            return true;
        }
        if since.elapsed() > PATIENCE {
            return false;
        }
        for folder in occupied {
            // Linux 5.14 or later, v2. It misses a process whose first thread has exited: the kernel sends the signal to that
            // thread only. So the others get one of ours as well.
            let _ = folder.write("cgroup.kill", "1");
            signal_all(folder, DEEPEST);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn is_occupied(folder: &GroupFolder, deepest: usize) -> bool {
    match folder.field("cgroup.events", "populated") {
        Some(populated) => populated != 0,
        None => {
            of(folder).is_ok_and(|members| !members.is_empty())
                || below(folder, deepest).iter().any(|inner| is_occupied(inner, deepest - 1))
        }
    }
}

fn below(folder: &GroupFolder, deepest: usize) -> Vec<GroupFolder> {
    let names = if deepest == 0 { Vec::new() } else { folder.folders().unwrap_or_default() };
    names.iter().filter_map(|name| folder.open(name).ok()).collect()
}

fn signal_all(folder: &GroupFolder, deepest: usize) {
    below(folder, deepest).iter().for_each(|inner| signal_all(inner, deepest - 1));
    let own = std::process::id();
    let members = of(folder).unwrap_or_default();
    let others = members.into_iter().filter(|member| *member != own);
    let held: Vec<_> =
        others.filter_map(pid).take(AT_ONCE).map(|pid| (pid, pidfd_open(pid, PidfdFlags::empty()))).collect();
    let still = of(folder).unwrap_or_default();
    for (pid, process) in held {
        if !still.iter().any(|member| i64::from(*member) == i64::from(pid.as_raw_nonzero().get())) {
            continue;
        }
        // It may have exited in the meantime: the caller looks again.
        let _ = match process {
            Ok(process) => pidfd_send_signal(process, Signal::KILL),
            // Before Linux 5.3.
            Err(Errno::NOSYS) => kill_process(pid, Signal::KILL),
            Err(error) => Err(error),
        };
    }
}

pub fn pid(number: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(number).ok()?)
}

/// Removes a folder and the folders in it, as far as no process is in them. Returns whether all of them are gone.
pub fn remove_empty(parent: &GroupFolder, name: &Path) -> bool {
    remove_to(parent, name, DEEPEST)
}

fn remove_to(parent: &GroupFolder, name: &Path, deepest: usize) -> bool {
    if deepest > 0
        && let Ok(folder) = parent.open(name)
    {
        for inner in folder.folders().unwrap_or_default() {
            remove_to(&folder, &inner, deepest - 1);
        }
    }
    match parent.remove(name) {
        Ok(()) => true,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Removes what [`remove_empty`] removes, and gives the kernel a moment to forget processes that were just killed.
pub fn remove_soon(parent: &GroupFolder, name: &Path) -> bool {
    let since = Instant::now();
    while !remove_empty(parent, name) {
        if since.elapsed() > Duration::from_secs(2) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}
