//! A private copy of a database that has to be read but cannot be read where it is.
//!
//! Reading a results folder changes nothing that is stored in it. But `SQLite` creates files beside a database even to read it, which is
//! impossible in a folder that is read-only, and a database of an earlier release has to be upgraded first. Both happen in a copy.
//! It loses its name as soon as it can be read, so nothing is left, however the process ends. Guarded by `tests/upgrading.rs`, and by
//! `tests/trouble.rs` of the command line.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::{Access as Permission, access};
use tempfile::TempDir;

use crate::database::{Damage, Database, MAX_BYTES};
use crate::folder::{self, EntryError};
use crate::store::{NAME, StoreError};
use crate::work::temporary;

/// Whether `SQLite` can use the database of this folder where it is.
pub(crate) fn is_writable(folder: &Path) -> bool {
    [folder, &folder.join(NAME)].iter().all(|path| access(*path, Permission::WRITE_OK).is_ok())
}

/// A database without a place of its own, and the folder in which it still has a name.
#[derive(Debug)]
pub(crate) struct PrivateCopy {
    folder: TempDir,
}

impl PrivateCopy {
    /// Copies the database of a results folder, with what was not yet written into it.
    pub fn new(from: &Path, bytes: u64) -> Result<Self, StoreError> {
        if bytes > MAX_BYTES {
            return Err(StoreError::Damaged { path: from.join(NAME), damage: Damage::TooLarge });
        }
        let parent = temporary()?;
        let folder = tempfile::Builder::new().prefix("custodiet-read-").tempdir_in(&parent);
        let copy = Self { folder: folder.map_err(|error| StoreError::unwritable(&parent, error))? };
        for name in [NAME.to_owned(), format!("{NAME}-wal")] {
            match folder::open(from, &name) {
                Ok(file) => copy.add(&file, &name)?,
                Err(EntryError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(StoreError::of_entry(&from.join(name), error)),
            }
        }
        Ok(copy)
    }

    fn add(&self, file: &File, name: &str) -> Result<(), StoreError> {
        let path = self.folder.path().join(name);
        let new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        let copied = new.and_then(|mut new| io::copy(&mut file.take(MAX_BYTES), &mut new));
        copied.map(drop).map_err(|error| StoreError::unwritable(&path, error))
    }

    /// Opens and checks the copy; returns its version.
    pub fn open(&self, bytes: u64) -> Result<(Database, i64), Damage> {
        Database::open(&self.folder.path().join(NAME), bytes)
    }

    /// Removes the name of the copy. The connection goes on reading it.
    pub fn forget(self, database: &Database) -> Result<(), Damage> {
        database.without_log()
    }
}
