//! The parent groups of runs: their names, and the removal of those whose run was killed.
//!
//! A name says which process made the group: its process namespace, its ID and its start time. A random part keeps names apart.
//!
//! Invariant: only folders with such a name are removed, only if that process is gone, and only if no process is in them: the
//! last is ensured by the kernel. A process that another namespace could hide counts as running.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::os::unix::fs::MetadataExt;

use rustix::io::Errno;
use rustix::process::test_kill_process;

use super::folder::GroupFolder;
use super::members;

const PREFIX: &str = "custodiet";

/// The process that made a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Maker {
    /// The number of its process namespace.
    namespace: u64,
    pid: u32,
    /// When it was started, in the kernel's ticks since boot.
    start: u64,
}

/// A new name for the groups of this run.
pub fn new_name() -> String {
    let pid = std::process::id();
    let maker = Maker { namespace: namespace(), pid, start: start_of(pid).unwrap_or(0) };
    // The hasher's keys are random.
    name(maker, RandomState::new().hash_one(()))
}

fn name(maker: Maker, random: u64) -> String {
    format!("{PREFIX}-{}-{}-{}-{random:016x}", maker.namespace, maker.pid, maker.start)
}

impl Maker {
    fn parse(name: &str) -> Option<Self> {
        let fields: Vec<&str> = name.split('-').collect();
        let [PREFIX, namespace, pid, start, random] = fields[..] else { return None };
        let maker = Self { namespace: namespace.parse().ok()?, pid: pid.parse().ok()?, start: start.parse().ok()? };
        let random = u64::from_str_radix(random, 16).ok()?;
        // Other spellings of the same numbers are not ours.
        (self::name(maker, random) == name).then_some(maker)
    }

    fn is_gone(self) -> bool {
        let Some(pid) = members::pid(self.pid).filter(|_| self.namespace != 0 && self.namespace == namespace()) else {
            return false;
        };
        // `/proc` may hide processes of others, a signal does not.
        test_kill_process(pid) == Err(Errno::SRCH)
            || (self.start != 0 && start_of(self.pid).is_some_and(|start| start != self.start))
    }
}

/// Removes what killed runs left in a group.
pub fn remove(own: &GroupFolder) {
    for name in own.folders().unwrap_or_default() {
        if name.to_str().and_then(Maker::parse).is_some_and(Maker::is_gone) {
            members::remove_empty(own, &name);
        }
    }
}

/// 0 if it is unknown.
fn namespace() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |namespace| namespace.ino())
}

fn start_of(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program is in parentheses and may contain anything. The start is the 20th field after it.
    status.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_processes_that_are_gone_count() {
        let pid = std::process::id();
        let own = Maker::parse(&new_name()).expect("a name");
        assert_eq!(own, Maker { namespace: namespace(), pid, start: start_of(pid).expect("a start") });
        let mut child = std::process::Command::new("true").spawn().expect("a process");
        let other = Maker { pid: child.id(), ..own };
        child.wait().expect("it exits");
        for (maker, gone) in [
            (own, false),
            (other, true),
            (Maker { start: own.start + 1, ..own }, true),
            (Maker { namespace: own.namespace + 1, ..other }, false),
            (Maker { namespace: 0, ..other }, false),
            (Maker { pid: 0, ..own }, false),
        ] {
            assert_eq!(maker.is_gone(), gone, "{maker:?}");
        }
    }

    #[test]
    fn other_names_are_not_ours() {
        let maker = Maker { namespace: 4_026_531_836, pid: 12, start: 34 };
        let ours = name(maker, 5);
        assert_eq!(ours, "custodiet-4026531836-12-34-0000000000000005");
        assert_eq!(Maker::parse(&ours), Some(maker));
        for other in [
            "custodiet",
            "custodiet-1-2-3",
            "custodiet-1-2-3-4",
            "custodiet-1-02-3-0000000000000005",
            "custodiet-1-2-3-0000000000000005-",
            "other-1-2-3-0000000000000005",
            "system.slice",
        ] {
            assert_eq!(Maker::parse(other), None, "{other}");
        }
    }
}
