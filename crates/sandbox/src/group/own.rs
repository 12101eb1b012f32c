//! Where the control groups of this process are in the file system.
//!
//! Takes `/proc/self/cgroup` and `/proc/self/mountinfo`; gives an open folder for each hierarchy that is mounted and shows the
//! group of this process. Containers mount a part of a hierarchy, have a namespace whose root is their own group, or keep a mount
//! that was made outside of it; so a folder counts only if it lists this process.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::GroupFolder;
use super::{GroupKind, members};

/// One hierarchy, and the group of this process in it.
#[derive(Debug)]
pub struct OwnGroup {
    /// The controllers of a v1 hierarchy. Empty in v2, where a file of the folder lists them.
    pub controllers: Vec<String>,
    pub folder: GroupFolder,
}

/// The groups of this process: the v2 hierarchy, and all v1 hierarchies.
#[derive(Debug, Default)]
pub struct OwnGroups {
    pub v2: Option<OwnGroup>,
    pub v1: Vec<OwnGroup>,
}

impl OwnGroups {
    pub fn find() -> Self {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let mounts: Vec<Mount> = mounts.lines().filter_map(Mount::parse).collect();
        let mut own = Self::default();
        for membership in groups.lines().filter_map(Membership::parse) {
            // The last mount covers earlier ones in the same place.
            let folder = mounts.iter().rev().find_map(|mount| open(mount, &membership));
            let Some(folder) = folder else { continue };
            let group = OwnGroup { controllers: membership.controllers.clone(), folder };
            match membership.kind() {
                GroupKind::V2 => own.v2 = Some(group),
                GroupKind::V1 => own.v1.push(group),
            }
        }
        own
    }
}

fn open(mount: &Mount, membership: &Membership) -> Option<GroupFolder> {
    let below = mount.shows(membership)?;
    let folder = GroupFolder::below(&mount.point, &below, membership.kind()).ok()?;
    members::of(&folder).ok()?.contains(&std::process::id()).then_some(folder)
}

/// A line of `/proc/self/cgroup`.
#[derive(Debug, PartialEq, Eq)]
struct Membership {
    controllers: Vec<String>,
    path: PathBuf,
}

impl Membership {
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.splitn(3, ':');
        let (number, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
        let controllers: Vec<String> =
            controllers.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        // Number 0 is v2, which has no controllers here.
        ((number == "0") == controllers.is_empty()).then(|| Self { controllers, path: path.into() })
    }

    fn kind(&self) -> GroupKind {
        if self.controllers.is_empty() { GroupKind::V2 } else { GroupKind::V1 }
    }
}

/// A line of `/proc/self/mountinfo` about control groups.
#[derive(Debug, PartialEq, Eq)]
struct Mount {
    kind: GroupKind,
    /// The part of the hierarchy that is mounted.
    root: PathBuf,
    point: PathBuf,
    options: Vec<String>,
}

impl Mount {
    fn parse(line: &str) -> Option<Self> {
        let (mount, system) = line.split_once(" - ")?;
        let mut mount = mount.split(' ').skip(3);
        let (root, point) = (unescape(mount.next()?), unescape(mount.next()?));
        let mut system = system.split(' ');
        let kind = match system.next()? {
            "cgroup" => GroupKind::V1,
            "cgroup2" => GroupKind::V2,
            _ => return None,
        };
        let options = system.nth(1)?.split(',').map(str::to_owned).collect();
        Some(Self { kind, root: root.into(), point: point.into(), options })
    }

    /// The path of a group below the mount point, if it is there.
    fn shows(&self, membership: &Membership) -> Option<PathBuf> {
        let same = self.kind == membership.kind()
            && membership.controllers.iter().all(|controller| self.options.contains(controller));
        // Paths with `..` lie outside of our namespace, and nobody says what is in between.
        let outside = |path: &Path| path.components().any(|part| part == std::path::Component::ParentDir);
        if !same || outside(&self.root) || outside(&membership.path) {
            return None;
        }
        membership.path.strip_prefix(&self.root).ok().map(Path::to_owned)
    }
}

/// Blanks and backslashes are written as `\` and three octal digits.
fn unescape(field: &str) -> String {
    let mut parts = field.split('\\');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) if code.is_ascii() => {
                text.push(char::from(code));
                text.push_str(part.get(3..).unwrap_or_default());
            }
            _ => {
                text.push('\\');
                text.push_str(part);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mount: &str, membership: &str, expected: Option<&str>) {
        let mount = Mount::parse(mount).expect("a mount of control groups");
        let membership = Membership::parse(membership).expect("a membership");
        let found = mount.shows(&membership).map(|below| mount.point.join(below));
        assert_eq!(found, expected.map(PathBuf::from));
    }

    const WHOLE: &str = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";

    #[test]
    fn a_group_is_found_below_the_mounted_part() {
        check(WHOLE, "0::/user.slice/a.scope", Some("/sys/fs/cgroup/user.slice/a.scope"));
        check(WHOLE, "0::/", Some("/sys/fs/cgroup"));
        check(WHOLE, "0::/../other", None);
        check(WHOLE, "4:memory:/", None);
        let bound = "40 31 0:32 /docker/a /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory";
        check(bound, "4:memory:/docker/a", Some("/sys/fs/cgroup/memory"));
        check(bound, "4:memory:/docker/a/b", Some("/sys/fs/cgroup/memory/b"));
        check(bound, "4:memory:/docker/ab", None);
        check(bound, "8:pids:/docker/a", None);
        check("40 31 0:32 /.. /mnt rw - cgroup2 cgroup2 rw", "0::/", None);
        let joined = "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct";
        check(joined, "2:cpu,cpuacct:/a", Some("/sys/fs/cgroup/cpu,cpuacct/a"));
        check("40 31 0:32 / /a\\040b\\134c rw - cgroup cgroup rw,name=x:y", "1:name=x:/", None);
        check("40 31 0:32 / /a\\040b\\134c rw - cgroup2 none rw", "0::/x:y", Some("/a b\\c/x:y"));
    }

    #[test]
    fn other_lines_are_skipped() {
        for line in ["", "1 2 3", "31 23 0:28 / /sys rw - tmpfs tmpfs rw", "31 23 0:28 / /sys rw - cgroup"] {
            assert_eq!(Mount::parse(line), None, "{line:?}");
        }
        for line in ["", "0:", "0:memory:/", "3::/", "x"] {
            assert_eq!(Membership::parse(line), None, "{line:?}");
        }
    }
}
