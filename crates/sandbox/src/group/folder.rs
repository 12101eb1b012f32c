//! A folder of the control group file system, held open.
//!
//! Every access is relative to the open folder and names one entry of it, so no link and no `..` can lead elsewhere. A folder
//! that is not in a control group file system is not opened.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fstatfs, mkdirat, openat, unlinkat};

use super::GroupKind;

const V1_MAGIC: u64 = 0x0027_e0eb;
const V2_MAGIC: u64 = 0x6367_7270;

/// Files of control groups are short; only lists of processes can be longer than a page.
const LONGEST_FILE: u64 = 4 << 20;

#[derive(Debug)]
pub struct GroupFolder {
    open: OwnedFd,
    path: PathBuf,
}

impl GroupFolder {
    /// The folder below a mount point. Both paths are absolute, without links and `..`.
    pub fn below(mount: &Path, path: &Path, kind: GroupKind) -> io::Result<Self> {
        let mut folder = Self { open: openat(CWD, mount, FOLDER, Mode::empty())?, path: mount.to_owned() };
        for component in path.components() {
            match component {
                Component::Normal(name) => folder = folder.open(Path::new(name))?,
                Component::RootDir | Component::CurDir => {}
                Component::ParentDir | Component::Prefix(_) => return Err(not_a_name(path)),
            }
        }
        if folder.kind()? != Some(kind) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a control group"));
        }
        Ok(folder)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn kind(&self) -> io::Result<Option<GroupKind>> {
        let magic = u64::try_from(fstatfs(&self.open)?.f_type).unwrap_or(0);
        Ok(match magic {
            V1_MAGIC => Some(GroupKind::V1),
            V2_MAGIC => Some(GroupKind::V2),
            _ => None,
        })
    }

    /// Opens a folder in this one.
    pub fn open(&self, name: &Path) -> io::Result<Self> {
        let open = openat(&self.open, entry(name)?, FOLDER, Mode::empty())?;
        Ok(Self { open, path: self.path.join(name) })
    }

    /// Makes a folder in this one.
    pub fn make(&self, name: &str) -> io::Result<Self> {
        mkdirat(&self.open, entry(Path::new(name))?, Mode::from_raw_mode(0o755))?;
        self.open(Path::new(name)).inspect_err(|_| drop(self.remove(Path::new(name))))
    }

    /// Removes a folder in this one. The kernel refuses if it contains a process or a folder.
    pub fn remove(&self, name: &Path) -> io::Result<()> {
        Ok(unlinkat(&self.open, entry(name)?, AtFlags::REMOVEDIR)?)
    }

    /// The names of the folders in this one.
    pub fn folders(&self) -> io::Result<Vec<PathBuf>> {
        let mut names = Vec::new();
        for found in Dir::read_from(&self.open)? {
            let found = found?;
            let name = String::from_utf8_lossy(found.file_name().to_bytes()).into_owned();
            if found.file_type() == FileType::Directory && name != "." && name != ".." {
                names.push(PathBuf::from(name));
            }
        }
        Ok(names)
    }

    pub fn read(&self, name: &str) -> io::Result<String> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = File::from(openat(&self.open, entry(Path::new(name))?, flags, Mode::empty())?);
        let mut text = String::new();
        file.take(LONGEST_FILE).read_to_string(&mut text)?;
        Ok(text)
    }

    pub fn write(&self, name: &str, value: &str) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(openat(&self.open, entry(Path::new(name))?, flags, Mode::empty())?);
        // In one call: the kernel takes every write as a command.
        file.write_all(value.as_bytes())
            .map_err(|error| io::Error::new(error.kind(), Refused { file: self.path.join(name), error }))
    }

    /// Writes to a file that some kernels do not have.
    pub fn write_if_any(&self, name: &str, value: &str) -> io::Result<()> {
        match self.write(name, value) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }

    /// The number in a file.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.read(name).ok()?.trim().parse().ok()
    }

    /// The number behind a word, in a file with a word and a number on each line.
    pub fn field(&self, name: &str, word: &str) -> Option<u64> {
        let text = self.read(name).ok()?;
        text.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' ')?.trim().parse().ok())
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The kernel did not accept what was written to a file.
#[derive(Debug, thiserror::Error)]
#[error("`{}`: {error}", file.display())]
struct Refused {
    file: PathBuf,
    error: io::Error,
}

/// The kernel's number of an error, also if it came with a file.
pub fn error_number(error: &io::Error) -> Option<i32> {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<Refused>());
    inner.map_or(error.raw_os_error(), |refused| refused.error.raw_os_error())
}

/// Exactly one normal component.
fn entry(name: &Path) -> io::Result<&Path> {
    let mut components = name.components();
    match (components.next(), components.next()) {
        (Some(Component::Normal(only)), None) if only == name.as_os_str() => Ok(name),
        _ => Err(not_a_name(name)),
    }
}

fn not_a_name(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("`{}` is not the name of a control group", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_entries_are_accepted() {
        for (name, accepted) in
            [("group-a", true), ("..", false), (".", false), ("", false), ("a/b", false), ("/a", false), ("a/", false)]
        {
            assert_eq!(entry(Path::new(name)).is_ok(), accepted, "{name:?}");
        }
    }

    #[test]
    fn other_file_systems_and_links_are_not_opened() {
        let folder = std::env::temp_dir().join(format!("custodiet-group-folder-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("real")).expect("a folder");
        std::os::unix::fs::symlink("real", folder.join("link")).expect("a link");
        let plain =
            GroupFolder { open: openat(CWD, &folder, FOLDER, Mode::empty()).expect("opened"), path: folder.clone() };
        assert!(plain.open(Path::new("real")).is_ok());
        assert!(plain.open(Path::new("link")).is_err());
        for kind in [GroupKind::V1, GroupKind::V2] {
            assert!(GroupFolder::below(&folder, Path::new("/real"), kind).is_err());
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
