//! Where merged results go. A new folder appears by being renamed, when it is complete. In a folder of results that were merged
//! before, the database is replaced in one step; the files that follow from it come after, as for `regrade`. Results of a run are
//! never replaced.
//!
//! Invariant: a merge that is killed at any moment leaves the destination as it was, or complete but for files that the next merge
//! or `report` writes again. What it leaves beside the destination, the next merge removes. Guarded by `tests/shards.rs`.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use grading::{Exclusions, MergeRecord, Roster, Store};

use crate::commands::grade::suite_file::SuiteFile;
use crate::error::{Error, Result};
use crate::interrupt;

#[derive(Debug)]
pub struct Destination {
    folder: PathBuf,
    /// Of results that were merged before. It is locked while this is held.
    before: Option<Store>,
}

impl Destination {
    /// Refuses a folder that holds anything else than merged results of the same suite.
    pub fn open(folder: &Path, suite_file: &SuiteFile) -> Result<Self> {
        let shown = folder.display();
        let refuse = |message: String, help: &str| Err(Error::usage(message).with_help(help));
        if folder.exists() && !folder.is_dir() {
            return refuse(format!("-o: `{shown}` is a file"), "pass a folder for results; it is created");
        }
        let is_new = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        if is_new {
            // The user may have named an empty folder by a link.
            let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            return Ok(Self { folder, before: None });
        }
        let store = Store::open(folder, &suite_file.problem.name)?;
        if MergeRecord::load(&store)?.is_none() {
            return refuse(
                format!("`{shown}` holds results that were graded, not merged, and they would be lost"),
                "pass another folder with -o",
            );
        }
        if Roster::load(&store)?.is_some_and(|roster| roster.suite != suite_file.sha256) {
            return refuse(
                format!("`{shown}` holds merged results of another suite"),
                "pass another folder with -o, or remove this one",
            );
        }
        Ok(Self { folder: folder.to_owned(), before: Some(store) })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn store(&self) -> Option<&Store> {
        self.before.as_ref()
    }

    /// What was excluded from results that were merged before.
    pub fn exclusions(&self) -> Result<Option<Exclusions>> {
        Ok(self.before.as_ref().map(Exclusions::load).transpose()?)
    }

    /// Moves finished results to their place. Returns whether there were any before.
    pub fn publish(self, draft: Draft) -> Result<bool> {
        let failed = |path: &Path, source| Error::NotWritten { path: path.to_owned(), source };
        let Some(before) = self.before else {
            draft.publish(&self.folder).map_err(|error| failed(&self.folder, error))?;
            return Ok(false);
        };
        before.replace_with(draft.folder())?;
        let entries = fs::read_dir(draft.folder()).map_err(|error| failed(&self.folder, error))?;
        for entry in entries.flatten() {
            let place = self.folder.join(entry.file_name());
            if entry.file_name() != LOCK {
                make_way(&place, &entry)
                    .and_then(|()| fs::rename(entry.path(), &place))
                    .map_err(|error| failed(&place, error))?;
            }
        }
        Ok(true)
    }
}

/// A folder replaces only an empty one, such as the pages of a large class.
fn make_way(place: &Path, new: &fs::DirEntry) -> io::Result<()> {
    match fs::symlink_metadata(place) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(place),
        Ok(_) if new.file_type()?.is_dir() => fs::remove_file(place),
        _ => Ok(()),
    }
}

/// The name of the file that a store locks.
const LOCK: &str = "lock";

/// A folder that is being written, beside its place. It disappears unless it is published.
#[derive(Debug)]
pub struct Draft {
    /// Empty once it is published.
    folder: PathBuf,
    /// Says that its process is alive. Some file systems cannot lock a folder; there, nothing is removed.
    _lock: Option<File>,
}

impl Draft {
    /// From now on, a signal that ends the program removes the draft and the `other` folder first. `next` says how to continue.
    pub fn beside(place: &Path, other: Option<&Path>, next: &'static str) -> Result<Self> {
        let failed = |source: io::Error| Error::Unwritable { path: place.to_owned(), source };
        let absolute = std::path::absolute(place).map_err(failed)?;
        let parent = absolute.parent().unwrap_or(&absolute);
        fs::create_dir_all(parent).map_err(failed)?;
        let prefix = format!(".{}.draft-", absolute.file_name().unwrap_or_default().to_string_lossy());
        sweep(parent, &prefix);
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let folder = parent.join(format!("{prefix}{}-{:x}", std::process::id(), since.as_nanos()));
        // The name comes first, so that there is no moment at which a signal would leave the folder behind.
        interrupt::remove_on_exit(
            [Some(folder.clone()), other.map(Path::to_owned)].into_iter().flatten().collect(),
            next,
        );
        let lock = create_locked(&folder).map_err(failed)?;
        Ok(Self { folder, _lock: lock })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Moves a finished folder to its place, where there is nothing, or an empty folder.
    pub fn publish(mut self, place: &Path) -> io::Result<()> {
        fs::rename(&self.folder, place)?;
        self.folder = PathBuf::new();
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A signal may be the reason why writing failed. Then the process must not end before everything is removed.
        grading::work::wait_if_ending();
        if !self.folder.as_os_str().is_empty() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Creates a folder and locks it. In between, another merge may take it for that of a killed process and remove it: then it is created
/// again. `None` if folders cannot be locked here; then nobody removes it.
fn create_locked(folder: &Path) -> io::Result<Option<File>> {
    loop {
        // Only its owner can read it: it holds the work of students.
        match fs::DirBuilder::new().mode(0o700).create(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => created?,
        }
        let Ok(file) = File::open(folder) else { continue };
        match file.try_lock() {
            Ok(()) if folder.exists() => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            // It is being removed, or was just now.
            Ok(()) | Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Removes the drafts of killed processes.
fn sweep(parent: &Path, prefix: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_draft = entry.file_name().to_string_lossy().starts_with(prefix);
        if is_draft
            && fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir())
            && File::open(&path).is_ok_and(|folder| folder.try_lock().is_ok())
        {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Another merge sweeps all the time. What it finds unlocked, for a moment, is created again.
    #[test]
    fn a_draft_is_never_swept_by_another_merge() {
        let parent = tempfile::tempdir().expect("a folder");
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !is_done.load(Ordering::Relaxed) {
                        sweep(parent.path(), ".draft-");
                    }
                });
            }
            for number in 0..500 {
                let folder = parent.path().join(format!(".draft-{number}"));
                let lock = create_locked(&folder).expect("a folder");
                let written = fs::write(folder.join("file"), "kept");
                assert!(lock.is_some() && written.is_ok() && folder.join("file").exists(), "{number}: {written:?}");
            }
            is_done.store(true, Ordering::Relaxed);
        });
        sweep(parent.path(), ".draft-");
        assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0, "killed ones are swept");
    }
}
