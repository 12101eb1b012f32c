//! Control groups: the kernel counts the memory and the processes of a program and of everything that it starts, together.
//!
//! Takes limits; gives groups that processes enter before they run anything of a submission. All groups of a run are made below
//! the group in which the grader itself runs, in a parent of their own:
//!
//! ```text
//! v2: own ─ custodiet-… ─┬─ grader       (the grader, because a group with groups below it cannot have processes)
//!                        └─ group-NAME   (one for each `ControlGroup`)
//! v1: own ─ custodiet-… ─── group-NAME   (in each hierarchy: memory, pids and, if there is one, cpuacct)
//! ```
//!
//! Invariants: nothing outside of the grader's own group is changed. No path is followed out of the control group file system.
//! A dropped group leaves no process and no folder; what a killed run left is removed by the next run, unless it is in use.
//! If groups cannot be made, everything is as it was before, and [`NoControlGroups`] says why. Guarded by `tests/groups.rs`.

use std::path::PathBuf;
use std::time::Duration;

#[cfg(target_os = "linux")]
mod control;
#[cfg(target_os = "linux")]
mod folder;
#[cfg(target_os = "linux")]
mod leftovers;
#[cfg(target_os = "linux")]
mod members;
#[cfg(target_os = "linux")]
mod own;
#[cfg(target_os = "linux")]
mod v1;
#[cfg(target_os = "linux")]
mod v2;

#[cfg(target_os = "linux")]
pub use control::{ControlGroup, ControlGroups};

/// Which interface of the kernel is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    V1,
    V2,
}

impl std::fmt::Display for GroupKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::V1 => "version 1",
            Self::V2 => "version 2",
        })
    }
}

/// What the processes of a group can use together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    /// In bytes. None of it is swapped out.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
}

/// What the processes of a group use together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupUsage {
    /// In bytes, with the files in memory and the buffers of the kernel that belong to the group.
    pub memory: u64,
    /// The most memory so far. Linux 5.19 or later in v2.
    pub peak: Option<u64>,
    /// Processes and threads, with those that have exited and were not waited for.
    pub processes: u64,
    /// Processor time, with that of processes that have exited.
    pub cpu: Option<Duration>,
}

/// Why this run cannot have control groups.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoControlGroups {
    #[error("control groups exist on Linux only")]
    NotLinux,
    #[error("no mounted file system shows the control group of this process")]
    NotMounted,
    #[error("the control group of this process cannot count {missing}")]
    NoController { missing: String },
    #[error("the control group of this process is not delegated: `{}` cannot be changed", folder.display())]
    NotDelegated { folder: PathBuf },
    #[error("the control groups are mounted read-only: `{}` cannot be changed", folder.display())]
    ReadOnly { folder: PathBuf },
    /// v2: a group that has groups below it cannot have processes of its own.
    #[error("the control group of this process is shared with other processes: `{}`", folder.display())]
    Shared { folder: PathBuf },
    #[error("this process has made its control groups already")]
    AlreadyMade,
    #[error("control groups could not be made in `{}`: {reason}", folder.display())]
    Failed { folder: PathBuf, reason: String },
}

impl NoControlGroups {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NotLinux => "run custodiet on Linux, in a virtual machine or a container",
            Self::NotMounted => {
                "mount the control groups of this process, as root: `mount -t cgroup2 none /sys/fs/cgroup`; a container \
                 needs them in its own control group namespace"
            }
            Self::NoController { .. } => {
                "start custodiet where memory and processes are counted: `systemd-run --user --scope -p Delegate=yes \
                 custodiet grade …`, or as root `systemd-run --scope -p Delegate=yes custodiet grade …`; some kernels need \
                 `cgroup_enable=memory` on their command line"
            }
            Self::NotDelegated { .. } => {
                "start custodiet in a group of its own: `systemd-run --user --scope -p Delegate=yes custodiet grade …`, or \
                 run it as root"
            }
            Self::Shared { .. } => {
                "start custodiet in a group of its own: `systemd-run --user --scope -p Delegate=yes custodiet grade …`, or \
                 as root `systemd-run --scope -p Delegate=yes custodiet grade …`; in a container, make it the first and \
                 only process"
            }
            Self::ReadOnly { .. } => {
                "start the container with a writable `/sys/fs/cgroup`, or run custodiet outside of it"
            }
            Self::AlreadyMade => "use the groups that exist, or drop them first",
            Self::Failed { .. } => {
                "start custodiet in a group of its own: `systemd-run --user --scope -p Delegate=yes custodiet grade …`"
            }
        }
    }
}
