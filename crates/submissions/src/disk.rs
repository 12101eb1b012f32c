//! Files and folders on disk: listed without following links, opened without blocking.

use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use crate::errors::{Note, SkipReason, SubmissionError};
use crate::files::{FilePlace, ListedFile};
use crate::kinds::is_ignored;
use crate::options::{ENTRIES, SubmissionLimits};

/// Why a file or folder on disk cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("not a regular file")]
    NotAFile,
    #[error("the folder contains more than {limit} files; divide them among several folders, and pass all of these")]
    TooManyEntries { limit: usize },
}

/// Opens a regular file and nothing else: no link, and no pipe, which would wait for a writer.
pub fn open(path: &Path) -> Result<File, DiskError> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(DiskError::NotAFile) }
}

/// An entry of a folder.
#[derive(Debug)]
pub struct FolderEntry {
    /// With replacement characters if it is not UTF-8.
    pub name: String,
    pub utf8: bool,
    pub path: PathBuf,
    pub kind: FileType,
}

/// The entries of a folder in the order of their names, without ignored ones, if there are at most `limit`.
pub fn list(folder: &Path, limit: usize) -> Result<Vec<FolderEntry>, DiskError> {
    let mut listed = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (name, utf8) = match entry.file_name().into_string() {
            Ok(name) => (name, true),
            Err(name) => (name.to_string_lossy().into_owned(), false),
        };
        if !is_ignored(&name) {
            listed.push(FolderEntry { name, utf8, path: entry.path(), kind: entry.file_type()? });
            if listed.len() > limit {
                return Err(DiskError::TooManyEntries { limit });
            }
        }
    }
    listed.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(listed)
}

/// All files below a folder, and notes about skipped ones.
pub fn walk(folder: &Path, limits: &SubmissionLimits) -> Result<(Vec<ListedFile>, Vec<Note>), SubmissionError> {
    let mut walk = Walk { limits, members: Vec::new(), notes: Vec::new(), bytes: 0, seen: 0 };
    walk.folder(folder, "", 1)?;
    Ok((walk.members, walk.notes))
}

struct Walk<'a> {
    limits: &'a SubmissionLimits,
    members: Vec<ListedFile>,
    notes: Vec<Note>,
    bytes: u64,
    seen: usize,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, below: &str, depth: usize) -> Result<(), SubmissionError> {
        let shown = if below.is_empty() { "." } else { below.trim_end_matches('/') };
        if depth > self.limits.depth {
            return Err(SubmissionError::TooDeep { path: shown.into(), limit: self.limits.depth });
        }
        let entries = list(folder, ENTRIES).map_err(|error| match error {
            DiskError::TooManyEntries { .. } => SubmissionError::TooManyFiles { limit: self.limits.files },
            error => SubmissionError::unreadable(shown, error),
        })?;
        for listed in entries {
            let path = format!("{below}{}", listed.name);
            self.seen += 1;
            if self.seen > ENTRIES {
                return Err(SubmissionError::TooManyFiles { limit: self.limits.files });
            }
            if !listed.utf8 {
                return Err(SubmissionError::NotUtf8 { path });
            }
            if listed.kind.is_dir() {
                self.folder(&listed.path, &format!("{path}/"), depth + 1)?;
            } else if listed.kind.is_file() {
                self.file(path, listed.path)?;
            } else {
                let reason = if listed.kind.is_symlink() { SkipReason::Link } else { SkipReason::Special };
                self.notes.push(Note::Skipped { path, reason });
            }
        }
        Ok(())
    }

    fn file(&mut self, path: String, on_disk: PathBuf) -> Result<(), SubmissionError> {
        let size = on_disk.symlink_metadata().map_err(|error| SubmissionError::unreadable(&path, error))?.len();
        self.bytes = self.bytes.saturating_add(size);
        if self.bytes > self.limits.bytes {
            return Err(SubmissionError::TooLarge { limit: self.limits.bytes });
        }
        if self.members.len() == self.limits.files {
            return Err(SubmissionError::TooManyFiles { limit: self.limits.files });
        }
        self.members.push(ListedFile { path, place: FilePlace::Disk(on_disk) });
        Ok(())
    }
}
