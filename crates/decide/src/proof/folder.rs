//! A folder that appears whole or not at all.
//!
//! It is filled under a temporary name beside its target and renamed when it is complete. An existing folder is replaced
//! only if it is empty or contains nothing but a proof. (`tempfile` replaces files atomically, not folders, and does not
//! clean up when a signal ends the process; so this is our own code.)
//!
//! Invariant: until [`FolderDraft::finish`] the target is unchanged, and if that fails it still is; no draft stays behind,
//! not even after [`abandon_drafts`]. Guarded by `tests/proofs.rs` and the command line's `tests/interrupt.rs`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::manifest::{MANIFEST, Manifest, ManifestError, SUBMISSIONS_FORMAT, is_ours};
use super::parts::format_of;
use super::write::{Obstacle, WriteError};

/// The most drafts of one process for one target.
const MOST_DRAFTS: u32 = 1000;
const MOST_TRIES: u32 = 100;

/// The drafts of this process. Only the holder of the lock may create, rename or remove one.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes unfinished drafts when the process is about to end. Afterwards no draft can be begun or finished: threads that
/// try wait forever.
pub fn abandon_drafts() {
    let drafts = drafts();
    for path in &*drafts {
        // Another thread may still be writing into it.
        for _ in 0..MOST_TRIES {
            if !path.exists() || fs::remove_dir_all(path).is_ok() {
                break;
            }
        }
    }
    std::mem::forget(drafts);
}

/// Checks before the work is done whether a folder can be written there. Leaves nothing behind.
pub fn check_target(dir: &Path) -> Result<(), WriteError> {
    FolderDraft::begin(dir).map(drop)
}

/// A folder that is being filled.
#[derive(Debug)]
pub struct FolderDraft {
    pub path: PathBuf,
    target: PathBuf,
    /// Folders that had to be created for it, outermost first.
    parents: Vec<PathBuf>,
}

impl FolderDraft {
    pub fn begin(target: &Path) -> Result<Self, WriteError> {
        check_replaceable(target)?;
        // A link stays; the folder that it points to is replaced.
        let target =
            if target.exists() { fs::canonicalize(target).map_err(unwritable(target))? } else { target.to_owned() };
        let mut drafts = drafts();
        let parents = make_parents(&target)?;
        for number in 0..MOST_DRAFTS {
            let path = beside(&target, &format!("{number}.part"))?;
            match fs::create_dir(&path) {
                Ok(()) => {
                    drafts.push(path.clone());
                    return Ok(Self { path, target, parents });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    remove_empty(&parents);
                    return Err(unwritable(&path)(error));
                }
            }
        }
        Err(in_the_way(&target, Obstacle::TooManyDrafts))
    }

    pub fn finish(self) -> Result<(), WriteError> {
        // The lock keeps `abandon_drafts` from running between the renames. Dropping the draft needs the lock again.
        let drafts = drafts();
        let done = self.put_in_place();
        drop(drafts);
        done
    }

    fn put_in_place(&self) -> Result<(), WriteError> {
        check_replaceable(&self.target)?;
        if !self.target.exists() {
            return fs::rename(&self.path, &self.target).map_err(unwritable(&self.target));
        }
        let old = self.path.with_extension("old");
        fs::rename(&self.target, &old).map_err(unwritable(&self.target))?;
        if let Err(error) = fs::rename(&self.path, &self.target) {
            let _ = fs::rename(&old, &self.target);
            return Err(unwritable(&self.target)(error));
        }
        fs::remove_dir_all(&old).map_err(unwritable(&old))
    }
}

impl Drop for FolderDraft {
    fn drop(&mut self) {
        let mut drafts = drafts();
        drafts.retain(|path| *path != self.path);
        // It was renamed, or nothing can be done.
        let _ = fs::remove_dir_all(&self.path);
        remove_empty(&self.parents);
    }
}

/// Creates the missing parents of the target and returns them.
fn make_parents(target: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let missing = target.ancestors().skip(1).take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    missing.reverse();
    for (made, dir) in missing.iter().enumerate() {
        if let Err(error) = fs::create_dir(dir) {
            remove_empty(&missing[..made]);
            return Err(unwritable(dir)(error));
        }
    }
    Ok(missing)
}

/// Removes the empty ones of these folders, innermost first.
fn remove_empty(dirs: &[PathBuf]) {
    for dir in dirs.iter().rev() {
        let _ = fs::remove_dir(dir);
    }
}

fn beside(target: &Path, ending: &str) -> Result<PathBuf, WriteError> {
    let Some(name) = target.file_name() else {
        return Err(in_the_way(target, Obstacle::NoName));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.{ending}", std::process::id()));
    Ok(target.with_file_name(hidden))
}

/// Rejects a target that must not be replaced.
fn check_replaceable(target: &Path) -> Result<(), WriteError> {
    if target.file_name().is_none() {
        return Err(in_the_way(target, Obstacle::NoName));
    }
    let entries = match fs::read_dir(target) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => return Err(in_the_way(target, Obstacle::File)),
        Err(error) => return Err(unwritable(target)(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry.map_err(unwritable(target))?.file_name().to_string_lossy().into_owned());
    }
    if names.is_empty() {
        return Ok(());
    }
    if let Some(other) = names.iter().filter(|name| !is_ours(name)).min() {
        return Err(in_the_way(target, Obstacle::Foreign(other.clone())));
    }
    match fs::read(target.join(MANIFEST)).map(|text| Manifest::read(&text)) {
        Ok(Ok(_) | Err(ManifestError::Version(_))) => Ok(()),
        _ if format_of(target).is_some_and(|format| format == SUBMISSIONS_FORMAT) => Ok(()),
        _ => Err(in_the_way(target, Obstacle::NotAProof)),
    }
}

fn in_the_way(target: &Path, why: Obstacle) -> WriteError {
    WriteError::InTheWay { dir: target.to_owned(), why }
}

pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |error| WriteError::Unwritable { path, error }
}
