//! The groups of a run, whichever version the kernel offers.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::io::Errno;

use super::folder::{GroupFolder, error_number};
use super::own::OwnGroups;
use super::{GroupKind, GroupLimits, GroupUsage, NoControlGroups, leftovers, members, v1, v2};

/// How long a run that is ending kills what enters its groups.
const PATIENCE: Duration = Duration::from_secs(5);

/// How the names of groups begin, below the parent of this run.
const GROUP_PREFIX: &str = "group-";

/// What a hierarchy counts for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRole {
    Memory,
    Processes,
    Cpu,
}

/// The parent of all groups of this run, in one hierarchy.
#[derive(Debug)]
pub struct ParentGroup {
    pub roles: Vec<GroupRole>,
    /// The group in which the grader was started.
    pub own: GroupFolder,
    pub folder: GroupFolder,
}

/// The control groups of a run of the grader. A process has them once; everything is undone when they are dropped together with
/// the last group.
#[derive(Debug)]
pub struct ControlGroups {
    run: Arc<Run>,
}

#[derive(Debug)]
struct Run {
    name: String,
    parents: Vec<ParentGroup>,
    /// In version 2 only.
    changes: Option<v2::Changes>,
    /// Nothing may enter a group any more.
    abandoned: AtomicBool,
}

/// Set while a [`Run`] exists: a second one would be made below the leaf of the first.
static MADE: AtomicBool = AtomicBool::new(false);

impl ControlGroups {
    /// Also removes what killed runs left.
    pub fn create() -> Result<Self, NoControlGroups> {
        if MADE.swap(true, Ordering::SeqCst) {
            return Err(NoControlGroups::AlreadyMade);
        }
        let run = Run::make();
        if run.is_err() {
            MADE.store(false, Ordering::SeqCst);
        }
        Ok(Self { run: Arc::new(run?) })
    }

    pub fn kind(&self) -> GroupKind {
        self.run.kind()
    }

    /// Makes an empty group. The name consists of letters, digits, `-` and `_`, and no other group has it at the time.
    pub fn group(&self, name: &str, limits: GroupLimits) -> io::Result<ControlGroup> {
        let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if name.is_empty() || name.len() > 100 || !name.bytes().all(is_usual) {
            let message = format!("`{}` is not the name of a control group", name.escape_debug());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        // Dropped on failure, with all folders that were made so far.
        let mut group =
            ControlGroup { run: self.run.clone(), name: format!("{GROUP_PREFIX}{name}"), limits, folders: Vec::new() };
        for parent in &self.run.parents {
            group.folders.push(parent.folder.make(&group.name)?);
        }
        let memory = group.folder(GroupRole::Memory).ok_or(io::ErrorKind::NotFound)?;
        match self.kind() {
            GroupKind::V1 => v1::limit_memory(memory, limits)?,
            GroupKind::V2 => v2::limit_memory(memory, limits)?,
        }
        group.limit_processes(limits.processes)?;
        Ok(group)
    }
}

impl ControlGroups {
    /// Kills everything in all groups and removes them, while other threads may still use them: for a run that is ending.
    pub fn abandon(&self) {
        self.run.abandoned.store(true, Ordering::SeqCst);
        // A process that was just being started may still enter a group: as long as that is possible, there is one to kill.
        let since = Instant::now();
        while !self.run.kill_groups() && since.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.run.remove();
    }
}

impl Run {
    /// Kills everything in all groups and removes them, but not the parents: in version 2 this process is in a leaf below. Returns
    /// whether none is left.
    fn kill_groups(&self) -> bool {
        let mut gone = true;
        for parent in &self.parents {
            let names = parent.folder.folders().unwrap_or_default();
            for name in names.iter().filter(|name| name.to_string_lossy().starts_with(GROUP_PREFIX)) {
                if let Ok(group) = parent.folder.open(name) {
                    members::kill(&[&group]);
                }
                gone &= members::remove_empty(&parent.folder, name);
            }
        }
        gone
    }

    fn remove(&self) {
        for parent in &self.parents {
            match &self.changes {
                Some(changes) => v2::undo(parent, changes, self.name.as_ref()),
                None => drop(members::remove_soon(&parent.own, self.name.as_ref())),
            }
        }
    }

    fn make() -> Result<Self, NoControlGroups> {
        let own = OwnGroups::find();
        let name = leftovers::new_name();
        let lacking = match own.v2 {
            Some(group) => match v2::missing(&group) {
                None => {
                    let (parent, changes) = v2::make_parent(group, &name)?;
                    return Ok(Self {
                        name,
                        parents: vec![parent],
                        changes: Some(changes),
                        abandoned: AtomicBool::new(false),
                    });
                }
                // Systems with both versions count memory in version 1.
                Some(missing) => NoControlGroups::NoController { missing },
            },
            None => NoControlGroups::NotMounted,
        };
        if !v1::counts_memory(&own.v1) {
            return Err(lacking);
        }
        let parents = v1::make_parents(own.v1, &name)?;
        Ok(Self { name, parents, changes: None, abandoned: AtomicBool::new(false) })
    }

    fn kind(&self) -> GroupKind {
        if self.changes.is_some() { GroupKind::V2 } else { GroupKind::V1 }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.remove();
        MADE.store(false, Ordering::SeqCst);
    }
}

/// A group of processes with common limits. Dropping it kills them and removes the group.
#[derive(Debug)]
pub struct ControlGroup {
    run: Arc<Run>,
    name: String,
    limits: GroupLimits,
    /// In the order of the parents; shorter only while the group is being made.
    folders: Vec<GroupFolder>,
}

impl ControlGroup {
    /// A process enters the group by writing `0` to each of these files. What it starts afterwards is in the group, too.
    /// Until it has written to the last one, it is in a part of the group only, and must not be moved by others.
    pub fn entry_files(&self) -> Vec<PathBuf> {
        self.folders.iter().map(|folder| folder.path().join("cgroup.procs")).collect()
    }

    /// Moves a process with all its threads into the group, but neither its children nor the memory that it has so far.
    pub fn add(&self, pid: u32) -> io::Result<()> {
        if pid == 0 || pid == std::process::id() {
            let message = "the process that made a control group cannot enter it";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        if self.run.abandoned.load(Ordering::SeqCst) {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "the run is ending"));
        }
        self.folders.iter().try_for_each(|folder| folder.write("cgroup.procs", &pid.to_string()))
    }

    /// How many processes in the group the kernel has killed because memory was used up: that of the group, of a group above,
    /// or of the machine. In version 2 all processes of the group are killed at once; in version 1 only one, so call
    /// [`ControlGroup::kill`] then.
    pub fn oom_kills(&self) -> u64 {
        self.folder(GroupRole::Memory).map_or(
            0,
            match self.run.kind() {
                GroupKind::V1 => v1::oom_kills,
                GroupKind::V2 => v2::oom_kills,
            },
        )
    }

    /// How often the group has reached its own limit of memory. If processes were killed and it has not, the machine or a group
    /// above ran out of memory. In version 1 files in memory, which can be dropped, count as well.
    pub fn limit_hits(&self) -> u64 {
        self.folder(GroupRole::Memory).map_or(
            0,
            match self.run.kind() {
                GroupKind::V1 => v1::limit_hits,
                GroupKind::V2 => v2::limit_hits,
            },
        )
    }

    /// `None` if the group was removed by someone else.
    pub fn usage(&self) -> Option<GroupUsage> {
        let (memory, processes) = (self.folder(GroupRole::Memory)?, self.folder(GroupRole::Processes)?);
        let cpu = self.folder(GroupRole::Cpu);
        let processes = processes.number("pids.current")?;
        Some(match self.run.kind() {
            GroupKind::V1 => GroupUsage {
                memory: v1::memory(memory)?,
                peak: v1::peak(memory),
                processes,
                cpu: cpu.and_then(v1::cpu),
            },
            GroupKind::V2 => GroupUsage {
                memory: v2::memory(memory)?,
                peak: v2::peak(memory),
                processes,
                cpu: cpu.and_then(v2::cpu),
            },
        })
    }

    /// Kills everything in the group. Returns whether nothing is left: a process that the kernel cannot end stays. The group can
    /// be used again.
    pub fn kill(&self) -> bool {
        // Nothing can be started while processes are killed one by one.
        let _ = self.limit_processes(0);
        let killed = members::kill(&self.folders.iter().collect::<Vec<_>>());
        let _ = self.limit_processes(self.limits.processes);
        killed
    }

    fn limit_processes(&self, most: u64) -> io::Result<()> {
        // The kernel has no number this large for processes.
        let most = if most > 1 << 22 { "max".to_owned() } else { most.to_string() };
        self.folder(GroupRole::Processes).ok_or(io::ErrorKind::NotFound)?.write("pids.max", &most)
    }

    fn folder(&self, role: GroupRole) -> Option<&GroupFolder> {
        let at = self.run.parents.iter().position(|parent| parent.roles.contains(&role))?;
        self.folders.get(at)
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        self.kill();
        for (parent, _) in self.run.parents.iter().zip(&self.folders) {
            members::remove_soon(&parent.folder, self.name.as_ref());
        }
    }
}

impl NoControlGroups {
    pub(super) fn because(error: &io::Error, folder: &Path) -> Self {
        let folder = folder.to_owned();
        match error_number(error).map(Errno::from_raw_os_error) {
            Some(Errno::ACCESS | Errno::PERM) => Self::NotDelegated { folder },
            Some(Errno::ROFS) => Self::ReadOnly { folder },
            Some(Errno::BUSY) => Self::Shared { folder },
            _ => Self::Failed { folder, reason: error.to_string() },
        }
    }
}
