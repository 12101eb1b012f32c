//! Files and folders on the disk: looked at without following links, opened without blocking.

use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{Member, Place};
use crate::kinds::is_ignored;
use crate::options::{ENTRIES, Limits};
use crate::trouble::{LeftOut, Note, Trouble};

/// Opens a plain file and nothing else: no link, and no pipe that would wait for a writer.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a plain file")) }
}

/// What stands in a folder under one name, in the order of names.
#[derive(Debug)]
pub struct Listed {
    /// With replacement characters if it is not UTF-8.
    pub name: String,
    pub utf8: bool,
    pub path: PathBuf,
    pub kind: FileType,
}

/// What a folder holds, without what is ignored.
pub fn list(folder: &Path) -> io::Result<Vec<Listed>> {
    let mut listed = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (name, utf8) = match entry.file_name().into_string() {
            Ok(name) => (name, true),
            Err(name) => (name.to_string_lossy().into_owned(), false),
        };
        if !is_ignored(&name) {
            listed.push(Listed { name, utf8, path: entry.path(), kind: entry.file_type()? });
            if listed.len() > ENTRIES {
                return Err(io::Error::other(format!("more than {ENTRIES} files in one folder")));
            }
        }
    }
    listed.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(listed)
}

/// All files below a folder, and what was left out.
pub fn walk(folder: &Path, limits: &Limits) -> Result<(Vec<Member>, Vec<Note>), Trouble> {
    let mut walk = Walk { limits, members: Vec::new(), notes: Vec::new(), bytes: 0, seen: 0 };
    walk.folder(folder, "", 1)?;
    Ok((walk.members, walk.notes))
}

struct Walk<'a> {
    limits: &'a Limits,
    members: Vec<Member>,
    notes: Vec<Note>,
    bytes: u64,
    seen: usize,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, below: &str, depth: usize) -> Result<(), Trouble> {
        let shown = if below.is_empty() { "." } else { below.trim_end_matches('/') };
        if depth > self.limits.depth {
            return Err(Trouble::TooDeep { path: shown.into(), limit: self.limits.depth });
        }
        for listed in list(folder).map_err(|error| Trouble::unreadable(shown, &error))? {
            let path = format!("{below}{}", listed.name);
            self.seen += 1;
            if self.seen > ENTRIES {
                return Err(Trouble::TooMany { limit: self.limits.files });
            }
            if !listed.utf8 {
                return Err(Trouble::NotUtf8 { path });
            }
            if listed.kind.is_dir() {
                self.folder(&listed.path, &format!("{path}/"), depth + 1)?;
            } else if listed.kind.is_file() {
                self.file(path, listed.path)?;
            } else {
                let why = if listed.kind.is_symlink() { LeftOut::Link } else { LeftOut::Special };
                self.notes.push(Note::LeftOut { path, why });
            }
        }
        Ok(())
    }

    fn file(&mut self, path: String, on_disk: PathBuf) -> Result<(), Trouble> {
        let size = on_disk.symlink_metadata().map_err(|error| Trouble::unreadable(&path, &error))?.len();
        self.bytes = self.bytes.saturating_add(size);
        if self.bytes > self.limits.bytes {
            return Err(Trouble::TooBig { limit: self.limits.bytes });
        }
        if self.members.len() == self.limits.files {
            return Err(Trouble::TooMany { limit: self.limits.files });
        }
        self.members.push(Member { path, place: Place::Disk(on_disk) });
        Ok(())
    }
}
