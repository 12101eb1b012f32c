//! The files of a results folder. People exchange such folders, so nothing in one is trusted: no link in it is followed, and only
//! regular files are opened. The folder itself is the user's choice and may be a link.
//!
//! Guarded by `tests/hostile_store.rs` and by `tests/untrusted_results.rs` of the command line.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// Something in a results folder that custodiet did not put there.
#[derive(Debug, thiserror::Error)]
#[error("`{}` cannot be used: `{name}` in it {found}; remove it, or use another folder", .folder.display())]
pub struct ForeignEntry {
    pub folder: PathBuf,
    pub name: String,
    pub found: ForeignKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignKind {
    #[error("is a symbolic link, and links are not followed")]
    Link,
    #[error("is not a regular file")]
    NotAFile,
    #[error("is not a folder")]
    NotAFolder,
    #[error("was left by another program")]
    Journal,
}

/// Why a file of a results folder cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    #[error(transparent)]
    Foreign(#[from] ForeignEntry),
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn foreign(folder: &Path, name: &str, found: ForeignKind) -> ForeignEntry {
    ForeignEntry { folder: folder.to_owned(), name: name.to_owned(), found }
}

/// The metadata of a regular file. `None` if nothing has this name.
pub fn regular(folder: &Path, name: &str) -> Result<Option<Metadata>, EntryError> {
    match fs::symlink_metadata(folder.join(name)) {
        Ok(found) if found.is_symlink() => Err(foreign(folder, name, ForeignKind::Link).into()),
        Ok(found) if !found.is_file() => Err(foreign(folder, name, ForeignKind::NotAFile).into()),
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Opens a regular file for reading.
pub fn open(folder: &Path, name: &str) -> Result<File, EntryError> {
    opened(folder, name, OpenOptions::new().read(true))
}

/// Opens a file for locking, and creates it if it does not exist. Its content stays.
pub(crate) fn open_lock(folder: &Path, name: &str) -> Result<File, EntryError> {
    opened(folder, name, OpenOptions::new().read(true).write(true).create(true).truncate(false))
}

fn opened(folder: &Path, name: &str, options: &mut OpenOptions) -> Result<File, EntryError> {
    // Says what is wrong with most of what cannot be opened; the flags hold even if something is exchanged in between.
    regular(folder, name)?;
    // Without the second flag, opening a pipe would wait.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = options.custom_flags(flags.bits().cast_signed()).open(folder.join(name))?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(foreign(folder, name, ForeignKind::NotAFile).into()) }
}

/// A folder in a results folder. It is created if it does not exist.
pub fn subfolder(folder: &Path, name: &str) -> Result<PathBuf, EntryError> {
    let path = folder.join(name);
    match fs::symlink_metadata(&path) {
        Ok(found) if found.is_symlink() => Err(foreign(folder, name, ForeignKind::Link).into()),
        Ok(found) if !found.is_dir() => Err(foreign(folder, name, ForeignKind::NotAFolder).into()),
        Ok(_) => Ok(path),
        Err(_) => {
            fs::create_dir(&path)?;
            Ok(path)
        }
    }
}

/// `SQLite` would act on a rollback journal, and remove a file that it names. Our databases have none, at any moment.
pub(crate) fn no_journal(folder: &Path, name: &str) -> Result<(), EntryError> {
    match regular(folder, name)? {
        Some(_) => Err(foreign(folder, name, ForeignKind::Journal).into()),
        None => Ok(()),
    }
}

/// A folder that only its owner can read: it holds the results of students.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}
