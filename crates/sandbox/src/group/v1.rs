//! Version 1: one hierarchy for each controller, or for some of them together.

use std::io;
use std::time::Duration;

use super::control::{GroupRole, ParentGroup};
use super::folder::GroupFolder;
use super::own::OwnGroup;
use super::{GroupLimits, NoControlGroups, leftovers};

const CONTROLLERS: [(&str, GroupRole); 3] =
    [("memory", GroupRole::Memory), ("pids", GroupRole::Processes), ("cpuacct", GroupRole::Cpu)];

/// Whether memory is counted in a hierarchy of version 1.
pub fn counts_memory(own: &[OwnGroup]) -> bool {
    own.iter().any(|group| group.controllers.iter().any(|controller| controller == "memory"))
}

/// Makes a parent for the groups of this run in each hierarchy. Those that were made are removed on failure.
pub fn make_parents(own: Vec<OwnGroup>, name: &str) -> Result<Vec<ParentGroup>, NoControlGroups> {
    let mut parents: Vec<ParentGroup> = Vec::new();
    for group in own {
        let has = |controller: &str| group.controllers.iter().any(|other| other == controller);
        let roles: Vec<GroupRole> = CONTROLLERS.iter().filter(|(name, _)| has(name)).map(|(_, role)| *role).collect();
        if roles.is_empty() {
            continue;
        }
        leftovers::remove(&group.folder);
        match group.folder.make(name) {
            Ok(folder) => parents.push(ParentGroup { roles, own: group.folder, folder }),
            // Processor time is counted if that is possible.
            Err(_) if roles == [GroupRole::Cpu] => {}
            Err(error) => {
                remove(&parents, name);
                return Err(NoControlGroups::because(&error, group.folder.path()));
            }
        }
    }
    for (controller, role) in CONTROLLERS {
        if role != GroupRole::Cpu && !parents.iter().any(|parent| parent.roles.contains(&role)) {
            remove(&parents, name);
            return Err(NoControlGroups::NoController { missing: controller.to_owned() });
        }
    }
    Ok(parents)
}

fn remove(parents: &[ParentGroup], name: &str) {
    for parent in parents {
        let _ = parent.own.remove(name.as_ref());
    }
}

pub fn limit_memory(folder: &GroupFolder, limits: GroupLimits) -> io::Result<()> {
    let memory = limits.memory.to_string();
    folder.write("memory.limit_in_bytes", &memory)?;
    // Memory and swap together. Kernels that do not count swap can at least be asked not to swap. The limit is a little higher,
    // because this counter is asked first, and recent kernels do not count how often it refuses.
    let with_swap = limits.memory.saturating_add(1 << 20).to_string();
    folder.write_if_any("memory.memsw.limit_in_bytes", &with_swap)?;
    let _ = folder.write("memory.swappiness", "0");
    // Buffers of TCP are counted separately, and only if they are limited.
    let _ = folder.write("memory.kmem.tcp.limit_in_bytes", &memory);
    // Inherited from the parent, where it may have been changed: processes would be stopped instead of killed.
    folder.write("memory.oom_control", "0")
}

pub fn memory(folder: &GroupFolder) -> Option<u64> {
    let tcp = folder.number("memory.kmem.tcp.usage_in_bytes").unwrap_or(0);
    Some(folder.number("memory.usage_in_bytes")?.saturating_add(tcp))
}

pub fn peak(folder: &GroupFolder) -> Option<u64> {
    folder.number("memory.max_usage_in_bytes")
}

pub fn cpu(folder: &GroupFolder) -> Option<Duration> {
    folder.number("cpuacct.usage").map(Duration::from_nanos)
}

/// Linux 4.13 or later.
pub fn oom_kills(folder: &GroupFolder) -> u64 {
    folder.field("memory.oom_control", "oom_kill").unwrap_or(0)
}

pub fn limit_hits(folder: &GroupFolder) -> u64 {
    ["memory.failcnt", "memory.memsw.failcnt"].iter().filter_map(|file| folder.number(file)).sum()
}
