//! Programs in groups.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sandbox::{ControlGroup, ControlGroups, GroupKind, GroupLimits};

pub const MIB: u64 = 1 << 20;

pub type Outcome = Result<(), String>;

pub struct Test {
    pub name: &'static str,
    /// What this machine lacks to run it.
    pub lacking: fn(GroupKind) -> Option<&'static str>,
    pub run: fn(&ControlGroups) -> Outcome,
}

/// Fails with a message unless something holds.
pub fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise()) }
}

pub fn group(groups: &ControlGroups, name: &str, memory: u64, processes: u64) -> Result<ControlGroup, String> {
    groups.group(name, GroupLimits { memory, processes }).map_err(|error| format!("group {name}: {error}"))
}

/// A program, waited for when this value is dropped.
pub struct Program {
    child: Child,
    said: PathBuf,
}

/// Enters the group, then becomes Python. What it says is in a file: a pipe would be held open by what it starts.
pub fn python(group: &ControlGroup, name: &str, code: &str) -> Result<Program, String> {
    let enter = "for file in \"$@\"; do echo 0 > \"$file\" || exit 99; done; exec python3 -I -S -u -c \"$CODE\"";
    let said = std::env::temp_dir().join(format!("custodiet-groups-{}-{name}", std::process::id()));
    let output = fs::File::create(&said).map_err(|error| error.to_string())?;
    let child = Command::new("sh")
        .args(["-c", enter, "sh"])
        .args(group.entry_files())
        .env("CODE", code)
        .stdin(Stdio::null())
        .stdout(output)
        .spawn()
        .map_err(|error| error.to_string())?;
    Ok(Program { child, said })
}

impl Program {
    pub fn said(&self) -> String {
        fs::read_to_string(&self.said).unwrap_or_default()
    }

    pub fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(&self.said);
    }
}

/// Waits until something holds. Long, because machines can be slow.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) -> Outcome {
    let since = Instant::now();
    while !holds() {
        if since.elapsed() > Duration::from_mins(1) {
            return Err(format!("it did not happen that {what}"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// The IDs of all processes in a group.
pub fn members(group: &ControlGroup) -> Vec<u32> {
    let read = |file: PathBuf| fs::read_to_string(file).unwrap_or_default();
    let mut members: Vec<u32> =
        group.entry_files().into_iter().map(read).flat_map(|text| parsed(&text)).collect::<Vec<_>>();
    members.sort_unstable();
    members.dedup();
    members
}

fn parsed(text: &str) -> Vec<u32> {
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// The folder of a group in each hierarchy.
pub fn folders(group: &ControlGroup) -> Vec<PathBuf> {
    group.entry_files().iter().filter_map(|file| file.parent()).map(Path::to_owned).collect()
}

/// Whether a process runs: one that has exited and waits for its parent does not.
pub fn runs(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status.lines().any(|line| line.starts_with("State:") && !line.contains('Z') && !line.contains('X'))
}

/// Resident memory, in bytes.
pub fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
}
