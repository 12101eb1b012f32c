//! Version 2: a single hierarchy, in which only groups without processes of their own can have limited groups below them.
//!
//! So the grader moves into a leaf if it is alone in its group, lets its group limit the groups below, and undoes both at the
//! end. In the root of the whole hierarchy the rule does not apply, and nothing is moved.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::control::{GroupRole, ParentGroup};
use super::folder::GroupFolder;
use super::own::OwnGroup;
use super::{GroupLimits, NoControlGroups, leftovers, members};

const CONTROLLERS: [&str; 2] = ["memory", "pids"];
const LEAF: &str = "grader";

/// The controllers that a group cannot use, if any.
pub fn missing(own: &OwnGroup) -> Option<String> {
    let available = own.folder.read("cgroup.controllers").unwrap_or_default();
    let missing = without(&available);
    (!missing.is_empty()).then(|| missing.join(" and "))
}

fn without(list: &str) -> Vec<&'static str> {
    CONTROLLERS.into_iter().filter(|name| !list.split_whitespace().any(|other| other == *name)).collect()
}

/// What was changed outside of the parent group.
#[derive(Debug, Default)]
pub struct Changes {
    moved: bool,
    enabled: Vec<&'static str>,
}

/// Makes the parent for the groups of this run. Everything is undone on failure.
pub fn make_parent(own: OwnGroup, name: &str) -> Result<(ParentGroup, Changes), NoControlGroups> {
    let own = own.folder;
    let path = own.path().to_owned();
    let is_root = matches!(own.read("cgroup.type"), Err(error) if error.kind() == io::ErrorKind::NotFound);
    let alone = || members::of(&own).is_ok_and(|members| members == [std::process::id()]);
    if !is_root && !alone() {
        return Err(NoControlGroups::Shared { folder: path });
    }
    leftovers::remove(&own);
    let folder = own.make(name).map_err(|error| NoControlGroups::because(&error, &path))?;
    let parent = ParentGroup { roles: vec![GroupRole::Memory, GroupRole::Processes, GroupRole::Cpu], own, folder };
    let mut changes = Changes::default();
    match prepare(&parent, is_root, &mut changes) {
        Ok(()) => Ok((parent, changes)),
        Err(error) => {
            undo(&parent, &changes, name.as_ref());
            Err(NoControlGroups::because(&error, &path))
        }
    }
}

fn prepare(parent: &ParentGroup, is_root: bool, changes: &mut Changes) -> io::Result<()> {
    if !is_root {
        let leaf = parent.folder.make(LEAF)?;
        leaf.write("cgroup.procs", "0")?;
        changes.moved = true;
    }
    let enabled = parent.own.read("cgroup.subtree_control")?;
    let missing = without(&enabled);
    if !missing.is_empty() {
        parent.own.write("cgroup.subtree_control", &signed('+', &missing))?;
        changes.enabled = missing;
    }
    parent.folder.write("cgroup.subtree_control", &signed('+', &CONTROLLERS))
}

fn signed(sign: char, controllers: &[&str]) -> String {
    controllers.iter().map(|name| format!("{sign}{name}")).collect::<Vec<_>>().join(" ")
}

/// Undoes what was changed, and removes the parent group. The order matters: a group gets processes only after it no longer
/// limits groups below, and it stops limiting them only after they have stopped. What fails is left to the next run.
pub fn undo(parent: &ParentGroup, changes: &Changes, name: &Path) {
    let _ = parent.folder.write("cgroup.subtree_control", &signed('-', &CONTROLLERS));
    if !changes.enabled.is_empty() {
        let _ = parent.own.write("cgroup.subtree_control", &signed('-', &changes.enabled));
    }
    if changes.moved
        && let Ok(leaf) = parent.folder.open(LEAF.as_ref())
    {
        // With us come processes that we started and that did not enter a group.
        for member in members::of(&leaf).unwrap_or_default() {
            let _ = parent.own.write("cgroup.procs", &member.to_string());
        }
    }
    members::remove_soon(&parent.own, name);
}

pub fn limit_memory(folder: &GroupFolder, limits: GroupLimits) -> io::Result<()> {
    folder.write("memory.max", &limits.memory.to_string())?;
    folder.write_if_any("memory.swap.max", "0")?;
    // The outcome belongs to the group, so it dies as a whole: if a compiler lost a part of itself, it would report an error in
    // the submission, and a submission could start the next child for each that is killed. Linux 4.19 or later.
    folder.write_if_any("memory.oom.group", "1")
}

pub fn memory(folder: &GroupFolder) -> Option<u64> {
    folder.number("memory.current")
}

pub fn peak(folder: &GroupFolder) -> Option<u64> {
    folder.number("memory.peak")
}

pub fn cpu(folder: &GroupFolder) -> Option<Duration> {
    folder.field("cpu.stat", "usage_usec").map(Duration::from_micros)
}

pub fn oom_kills(folder: &GroupFolder) -> u64 {
    folder.field("memory.events", "oom_kill").unwrap_or(0)
}

pub fn limit_hits(folder: &GroupFolder) -> u64 {
    folder.field("memory.events", "oom").unwrap_or(0)
}
