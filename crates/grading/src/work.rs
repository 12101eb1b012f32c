//! The folders in which submissions are run: private, and removed at the end of the run.
//!
//! They are in the system's temporary folder, so that workers that run as another user can reach them. If a run is killed, the
//! next run by the same user removes what it left there. A run holds a lock on its folder, and a folder is removed only by a run
//! that gets this lock. No path that is stored anywhere is ever removed.
//!
//! Code that creates files in them holds the gate open. A run that is interrupted closes the gate for good and removes
//! everything, so nothing can appear again afterwards. Guarded by `tests/work.rs` and by `tests/grade.rs` of the command line.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};
use std::time::{Duration, Instant};

use runner::adapter::{Adapter, AdapterError, built_in};
use runner::grade::JobFolder;
use runner::remove::remove;
use sandbox::ControlGroups;
use sha2::{Digest, Sha256};

use crate::setup::SetupError;
use crate::store::StoreError;

const PREFIX: &str = "custodiet-work-";

/// How long to keep trying to remove folders that programs still write to. They end with this process.
const PATIENCE: Duration = Duration::from_secs(10);

/// Removed with everything in it when dropped.
#[derive(Debug)]
pub struct WorkFolder {
    folder: PathBuf,
    /// The lock on the folder says that its run is alive: a process id means nothing in another container.
    _lock: Option<File>,
    groups: Option<Arc<ControlGroups>>,
}

/// Those of this process, to be removed when it is interrupted.
static GROUPS: Mutex<Weak<ControlGroups>> = Mutex::new(Weak::new());

static GATE: RwLock<()> = RwLock::new(());

/// While this is held, files can be created. A thread must not take it twice. Blocks forever once a run is ending.
pub(crate) fn open() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks forever once a run is ending: whoever is about to end the process waits here until folders are removed.
pub fn wait_if_ending() {
    drop(open());
}

/// While this is held, nothing is created.
#[derive(Debug)]
#[must_use]
pub struct ClosedGate(#[expect(dead_code, reason = "held, not read")] RwLockWriteGuard<'static, ()>);

/// Removes folders in which programs may still run. The caller must end the process while it holds the returned gate.
pub fn abandon(folders: &[PathBuf]) -> ClosedGate {
    let closed = ClosedGate(GATE.write().unwrap_or_else(PoisonError::into_inner));
    let groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
    if let Some(groups) = groups {
        groups.abandon();
    }
    for folder in folders {
        // Programs that are just being started no longer find it.
        let away = beside(folder, "ended");
        let place = if fs::rename(folder, &away).is_ok() { &away } else { folder };
        let since = Instant::now();
        while discard(place).is_err() && since.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    closed
}

/// TMPDIR names a folder that does not exist. Creating it is up to the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the folder `{}` for temporary files does not exist; create it, or set TMPDIR to a folder that exists", .0.display())]
pub struct NoTemporaryFolder(pub PathBuf);

/// The system's temporary folder.
pub fn temporary() -> Result<PathBuf, NoTemporaryFolder> {
    let folder = std::env::temp_dir();
    if folder.is_dir() { Ok(folder) } else { Err(NoTemporaryFolder(folder)) }
}

/// Removes a folder, whatever it holds.
fn discard(folder: &Path) -> io::Result<()> {
    remove(folder, &beside(folder, "removed"))
}

/// `FOLDER.what`
fn beside(folder: &Path, what: &str) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(".");
    name.push(what);
    PathBuf::from(name)
}

/// A folder is locked long before it has this age.
const UNLOCKED: Duration = Duration::from_mins(1);

/// Removes the folders of killed runs: those of the same user that are not locked, and are not just about to be.
fn sweep(parent: &Path, own: &Path) -> io::Result<()> {
    let user = fs::metadata(own)?.uid();
    for entry in fs::read_dir(parent)?.flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse::<u32>().ok());
        let Some(process) = process else { continue };
        let path = entry.path();
        let Ok(found) = fs::symlink_metadata(&path) else { continue };
        // A process in another container can have our id, and another process the id of a killed run.
        let alive = process != std::process::id() && Path::new("/proc").join(process.to_string()).exists();
        let is_young = found.modified().ok().and_then(|time| time.elapsed().ok()).is_none_or(|age| age < UNLOCKED);
        if !found.is_dir() || found.uid() != user || path == own || (alive && is_young) {
            continue;
        }
        if let Ok(folder) = File::open(&path)
            && folder.try_lock().is_ok()
        {
            let _ = discard(&path);
        }
    }
    Ok(())
}

impl WorkFolder {
    /// Creates the folder, and removes those of runs that were killed.
    pub fn new() -> Result<Self, StoreError> {
        let name = format!("{PREFIX}{}-{:08x}", std::process::id(), fastrand::u32(..));
        let parent = temporary()?;
        let folder = parent.join(name);
        // Other users may pass through, but not list it.
        fs::DirBuilder::new()
            .mode(0o711)
            .create(&folder)
            .map_err(|error| StoreError::Folder { path: folder.clone(), error })?;
        let folder = fs::canonicalize(&folder)
            .and_then(|folder| fs::set_permissions(&folder, Permissions::from_mode(0o711)).map(|()| folder))
            .map_err(|error| StoreError::Folder { path: folder, error })?;
        sandbox::raise_descriptor_limit();
        let lock = File::open(&folder).ok().filter(|folder| folder.try_lock().is_ok());
        // Folders that cannot be removed are left to whoever owns them.
        let _ = sweep(&parent, &folder);
        // Without them, memory is watched instead of being counted by the kernel; `custodiet doctor` says why.
        let groups = ControlGroups::create().ok().map(Arc::new);
        if let Some(groups) = &groups {
            *GROUPS.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(groups);
        }
        Ok(Self { folder, _lock: lock, groups })
    }

    /// The control groups of this run, if the machine offers them.
    pub fn groups(&self) -> Option<Arc<ControlGroups>> {
        self.groups.clone()
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn adapters(&self) -> Result<Vec<Adapter>, SetupError> {
        let _open = open();
        let folder = self.folder.join("adapters");
        let adapters = built_in(&folder).map_err(SetupError::Adapter)?;
        let_everyone_read(&folder).map_err(|source| AdapterError::Write { path: folder, source })?;
        Ok(adapters)
    }

    /// Copies the files that submissions may import. Returns the copy and its hash.
    pub fn support(&self, given: &Path, prelude: Option<&Path>) -> io::Result<(PathBuf, String)> {
        let _open = open();
        let folder = self.folder.join("support");
        fs::create_dir_all(&folder)?;
        let mut sha = Sha256::new();
        if !given.as_os_str().is_empty() {
            copy(given, &folder, Path::new(""), &mut sha, &mut Vec::new())?;
        }
        if let Some(prelude) = prelude {
            let bytes = fs::read(prelude)?;
            sha.update(&bytes);
            fs::write(folder.join("prelude.arr"), bytes)?;
        }
        let_everyone_read(&folder)?;
        Ok((folder, hex::encode(sha.finalize())))
    }

    /// A file in the folder of a job that only this user can read, or only we.
    pub fn private_file(&self, job: &JobFolder, name: &str, text: &str, user: Option<u32>) -> io::Result<PathBuf> {
        let _open = open();
        let folder = job.folder.join("private");
        fs::create_dir_all(&folder)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        let file = folder.join(name);
        fs::write(&file, text)?;
        if let Some(user) = user {
            give_tree(&folder, user)?;
        }
        Ok(file)
    }

    /// The folders of one job, empty.
    pub fn area(&self, job: usize) -> io::Result<JobFolder> {
        let area = JobFolder { folder: self.folder.join(format!("job-{job}")) };
        let _open = open();
        area.clear()?;
        Ok(area)
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let _open = open();
        let _ = discard(&self.folder);
    }
}

/// Copies plain files and folders, in order, and adds their names and contents to the hash. `above` are the folders that lead
/// here; a link back to one of them is left out.
fn copy(from: &Path, to: &Path, below: &Path, sha: &mut Sha256, above: &mut Vec<PathBuf>) -> io::Result<()> {
    let here = fs::canonicalize(from.join(below))?;
    if above.contains(&here) {
        return Ok(());
    }
    let mut entries: Vec<_> = fs::read_dir(&here)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    above.push(here);
    for entry in entries {
        let path = below.join(entry.file_name());
        let kind = fs::metadata(entry.path())?;
        if kind.is_dir() {
            fs::create_dir_all(to.join(&path))?;
            copy(from, to, &path, sha, above)?;
        } else if kind.is_file() {
            let bytes = fs::read(entry.path())?;
            sha.update(path.as_os_str().as_encoded_bytes());
            sha.update(Sha256::digest(&bytes));
            fs::write(to.join(&path), bytes)?;
        }
    }
    above.pop();
    Ok(())
}

/// Workers run as other users, whatever the umask is.
fn let_everyone_read(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            let_everyone_read(&entry.path())?;
        } else {
            fs::set_permissions(entry.path(), Permissions::from_mode(0o644))?;
        }
    }
    fs::set_permissions(folder, Permissions::from_mode(0o755))
}

/// Lets only the worker's user read a submission.
pub fn give_tree(folder: &Path, user: u32) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            give_tree(&entry.path(), user)?;
        } else {
            chown(entry.path(), Some(0), Some(user))?;
            fs::set_permissions(entry.path(), Permissions::from_mode(0o440))?;
        }
    }
    chown(folder, Some(0), Some(user))?;
    fs::set_permissions(folder, Permissions::from_mode(0o750))
}
