//! Which files exist for a program: a root of its own in a mount namespace.
//!
//! Takes the list from which Landlock's rules are made. The new root is an empty file system into which every file and folder of
//! the list is mounted under its own path, read-only unless it may be written. Links on the way there are created anew. Nothing
//! else exists, not even `/proc`, so what a path outside of the list names cannot be asked.
//!
//! Invariant: when [`enter`] returns, the old root cannot be reached by any path. Guarded by `tests/confines.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change, unmount,
};
use rustix::process::{chdir, pivot_root};

use crate::confine::ConfineError;
use crate::files::FileAccess;

/// Any folder that exists on every machine: the new root is prepared on top of it.
const PLACE: &str = "/tmp";

/// A list of files as it is to be mounted.
#[derive(Debug, Default)]
struct Plan {
    /// Where links are, and what they say.
    links: BTreeMap<PathBuf, PathBuf>,
    /// Real paths. If one is listed several times, what may be done with it is the union.
    mounts: BTreeMap<PathBuf, BTreeSet<FileAccess>>,
}

/// Moves this process, and all others in its mount namespace, to a root that contains only these files.
pub fn enter(rules: &[(PathBuf, FileAccess)]) -> Result<(), ConfineError> {
    let mut plan = Plan::default();
    for (path, access) in rules {
        plan.add(path, *access);
    }
    let failed = |step: &'static str| move |source: Errno| ConfineError::Step { step, source };
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(failed("make mounts private"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", PLACE, "tmpfs", flags, c"mode=755,size=1m").map_err(failed("mount an empty root"))?;
    folder(&Path::new(PLACE).join("old"))?;
    folder(&Path::new(PLACE).join("new"))?;
    pivot_root(PLACE, Path::new(PLACE).join("old")).map_err(failed("change the root"))?;
    chdir("/").map_err(failed("enter the new root"))?;
    mount_bind_recursive("/new", "/new").map_err(failed("mount the new root"))?;
    for (path, accesses) in &plan.mounts {
        plan.mount(path, accesses)?;
    }
    for (link, target) in &plan.links {
        let place = inside("/new", link);
        if let Some(parent) = place.parent() {
            folder(parent)?;
        }
        match symlink(target, &place) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(unprepared(link, error)),
            _ => {}
        }
    }
    // Stacks the root that is left on top of the new one, and takes it off again: there is no folder left for it.
    chdir("/new").map_err(failed("enter the new root"))?;
    pivot_root(".", ".").map_err(failed("change the root"))?;
    unmount(".", UnmountFlags::DETACH).map_err(failed("leave the old root"))?;
    chdir("/").map_err(failed("enter the new root"))?;
    restrict("/", libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV, false)
        .map_err(failed("make the new root read-only"))
}

impl Plan {
    /// Follows links as the kernel does. A path that does not exist is left out.
    fn add(&mut self, path: &Path, access: FileAccess) {
        const MOST_LINKS: usize = 40;
        let (mut links, mut followed) = (BTreeMap::new(), 0);
        let mut real = PathBuf::from("/");
        let mut left: Vec<PathBuf> = parts(path);
        while let Some(part) = left.pop() {
            if part == Path::new("..") {
                real.pop();
                continue;
            }
            let next = real.join(part);
            match fs::read_link(&next) {
                Ok(_) if followed == MOST_LINKS => return,
                Ok(target) => {
                    followed += 1;
                    if target.is_absolute() {
                        real = PathBuf::from("/");
                    }
                    left.extend(parts(&target));
                    links.insert(next, target);
                }
                Err(_) => real = next,
            }
        }
        if real.exists() && real != Path::new("/") {
            self.mounts.entry(real).or_default().insert(access);
            self.links.extend(links);
        }
    }

    fn mount(&self, path: &Path, accesses: &BTreeSet<FileAccess>) -> Result<(), ConfineError> {
        let is_device = accesses.contains(&FileAccess::ReadDevice) || accesses.contains(&FileAccess::WriteDevice);
        let is_writable = accesses.contains(&FileAccess::Write);
        // What lies in a folder that is mounted with the same attributes is there already.
        let covers =
            |above: &Path| self.mounts.get(above).is_some_and(|of| is_writable == of.contains(&FileAccess::Write));
        if !is_device && path.ancestors().skip(1).any(covers) {
            return Ok(());
        }
        let (from, to) = (inside("/old", path), inside("/new", path));
        let metadata = fs::metadata(&from).map_err(|error| unprepared(path, error))?;
        if metadata.is_dir() {
            folder(&to)?;
        } else if !to.exists() {
            if let Some(parent) = to.parent() {
                folder(parent)?;
            }
            fs::write(&to, "").map_err(|error| unprepared(path, error))?;
        }
        let failed = |source: Errno| unprepared(path, source.into());
        mount_bind_recursive(&from, &to).map_err(failed)?;
        let mut attributes = libc::MOUNT_ATTR_NOSUID;
        if !is_device {
            attributes |= libc::MOUNT_ATTR_NODEV;
        }
        if !is_writable && !accesses.contains(&FileAccess::WriteDevice) {
            attributes |= libc::MOUNT_ATTR_RDONLY;
        }
        restrict(&to, attributes, true).map_err(failed)
    }
}

/// The parts of a path, last first.
fn parts(path: &Path) -> Vec<PathBuf> {
    let named = path.components().filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    named.rev().map(|part| PathBuf::from(part.as_os_str())).collect()
}

/// An absolute path below a folder.
fn inside(folder: &str, path: &Path) -> PathBuf {
    Path::new(folder).join(path.strip_prefix("/").unwrap_or(path))
}

/// Creates a folder that every user may enter and list, and those above it.
fn folder(path: &Path) -> Result<(), ConfineError> {
    fs::DirBuilder::new().recursive(true).mode(0o755).create(path).map_err(|error| unprepared(path, error))
}

fn unprepared(path: &Path, source: io::Error) -> ConfineError {
    ConfineError::PrivateRoot { path: path.to_owned(), source }
}

/// Adds attributes to a mount. Unlike remounting, this keeps attributes that only the owner of the mount may clear.
#[expect(unsafe_code, reason = "no safe function changes the attributes of mounts")]
fn restrict(path: impl AsRef<Path>, attributes: u64, recursive: bool) -> Result<(), Errno> {
    let path = CString::new(path.as_ref().as_os_str().as_encoded_bytes()).map_err(|_| Errno::INVAL)?;
    let change = libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let flags = if recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path ends with a null byte, and the kernel reads as many bytes of the attributes as it is told.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            &raw const change,
            size_of::<libc::mount_attr>(),
        )
    };
    if done == 0 { Ok(()) } else { Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::INVAL)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_and_remembered() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = fs::canonicalize(folder.path()).expect("it is there");
        fs::create_dir(folder.join("real")).expect("a folder");
        fs::write(folder.join("real/file"), "").expect("a file");
        symlink("real", folder.join("relative")).expect("a link");
        symlink(folder.join("relative/../relative"), folder.join("absolute")).expect("a link");
        let mut plan = Plan::default();
        for (path, access) in [("absolute/file", FileAccess::Read), ("real/file", FileAccess::Execute)] {
            plan.add(&folder.join(path), access);
        }
        plan.add(&folder.join("relative/nothing"), FileAccess::Read);
        symlink("circle", folder.join("circle")).expect("a link");
        plan.add(&folder.join("circle"), FileAccess::Read);
        let accesses = BTreeSet::from([FileAccess::Read, FileAccess::Execute]);
        assert_eq!(plan.mounts, BTreeMap::from([(folder.join("real/file"), accesses)]));
        assert_eq!(
            plan.links,
            BTreeMap::from([
                (folder.join("relative"), PathBuf::from("real")),
                (folder.join("absolute"), folder.join("relative/../relative")),
            ])
        );
    }
}
