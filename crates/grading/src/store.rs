//! The database of a results folder: what each submission did, in one transaction per submission.
//!
//! A submission is stored with all its outcomes, or not at all. Two runs cannot write to the same folder at the same time. What is
//! read may have been written by anyone: see [`database`](crate::database) and [`form`](crate::form).

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use runner::Outcome;
use runner::grade::Unstable;
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use serde::de::DeserializeOwned;
use suite::visible::visible;

use crate::database::{Access, Damage, Database, VERSION, damage};
use crate::folder::{self, EntryError, ForeignEntry};
use crate::form::Invalid;
use crate::packed::{TestList, pack};
use crate::private_copy::{PrivateCopy, is_writable};
use crate::rows::{self, Row, UnpackedSubmission};
use crate::status::LoadStatus;
use crate::upgrade::upgrade;
use crate::work::NoTemporaryFolder;

pub(crate) const NAME: &str = "results.sqlite";
const LOCK: &str = "lock";
/// A database that is being created.
const DRAFT: &str = "results.sqlite.";
/// Lists of tests that are kept in memory. Most folders have one.
const LISTS: usize = 20;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot write `{}`: {error}", .path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    #[error(transparent)]
    NoTemporaryFolder(#[from] NoTemporaryFolder),
    #[error("another custodiet is grading into `{}`", .0.display())]
    Busy(PathBuf),
    #[error("`{}` holds results of the problem `{found}`, not of `{wanted}`", .folder.display())]
    OtherProblem { folder: PathBuf, found: String, wanted: String },
    #[error("`{}` was written by a later release of custodiet", .0.display())]
    Newer(PathBuf),
    #[error("`{}` is not empty and does not hold results", .0.display())]
    NotResults(PathBuf),
    #[error("`{}` does not hold results", .0.display())]
    NoResults(PathBuf),
    #[error(
        "cannot start a thread: {0}; let other programs end, or raise the limit on processes (ulimit -u), and run the same command \
         again: nothing graded so far is lost"
    )]
    NoThread(std::io::Error),
    #[error("the disk is full; free some space and run the same command again: nothing graded so far is lost")]
    Full,
    #[error("`{}`: {error}; if the file is damaged, move it away and run again", .path.display())]
    Database { path: PathBuf, error: rusqlite::Error },
    #[error(
        "the outcomes of `{name}` cannot be stored in `{}`: there are more than a million, or the id of a test is too long; \
         use a suite that `custodiet suite` wrote", .path.display()
    )]
    NotStored { path: PathBuf, name: String },
    /// It may be as good as any other.
    #[error("cannot open `{}`: {error}", .path.display())]
    NotOpened { path: PathBuf, error: rusqlite::Error },
    #[error("`{}` is not a database that custodiet wrote: {damage}", .path.display())]
    Damaged { path: PathBuf, damage: Damage },
    #[error(transparent)]
    Foreign(#[from] ForeignEntry),
    #[error("the submissions in `{}` were graded with another suite than `suite.json`", .0.display())]
    OtherSuite(PathBuf),
    #[error("the list of submissions in `{}` was changed after grading, or written by another release", .0.display())]
    ChangedRoster(PathBuf),
    #[error("something that was proved about the submissions in `{}` is missing: it was changed after grading", .0.display())]
    ChangedProofs(PathBuf),
    #[error("the results of `{name}` in `{}` {why}", .folder.display())]
    Submission { folder: PathBuf, name: String, why: Invalid },
}

impl StoreError {
    /// A file of the results folder that cannot be written.
    pub fn unwritable(path: &Path, error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull => Self::Full,
            _ => Self::Folder { path: path.to_owned(), error },
        }
    }

    /// A database that cannot be used.
    pub(crate) fn damaged(path: PathBuf, damage: Damage) -> Self {
        match damage {
            Damage::Sqlite(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen) => {
                Self::NotOpened { path, error }
            }
            damage => Self::Damaged { path, damage },
        }
    }

    /// A file or folder in a results folder that cannot be opened.
    pub fn of_entry(path: &Path, error: EntryError) -> Self {
        match error {
            EntryError::Foreign(foreign) => Self::Foreign(foreign),
            EntryError::Io(error) => Self::unwritable(path, error),
        }
    }
}

/// One submission with its outcomes.
#[derive(Clone, Debug)]
pub struct StoredSubmission {
    pub name: String,
    pub sha256: String,
    /// A hash of everything that the outcomes depend on, except for the submission and the tests.
    pub conditions: String,
    pub language: String,
    pub status: LoadStatus,
    pub unstable: Vec<Unstable>,
    pub printed: String,
    /// The file that was run, or would have been run.
    pub source: Option<SourceFile>,
    /// Test, digest of its arguments, outcome.
    pub outcomes: Vec<(String, String, Outcome)>,
}

/// The text of a file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub file: String,
    pub text: String,
}

#[derive(Debug)]
pub struct Store {
    database: Database,
    folder: PathBuf,
    /// Lists of tests that were read, by their hashes.
    lists: RefCell<BTreeMap<String, Arc<TestList>>>,
    /// Held for as long as the store is open. `None` if the folder is read-only and nobody has ever locked it.
    _lock: Option<File>,
}

impl Store {
    /// Opens the results folder of a problem, or creates it.
    pub fn open(folder: &Path, problem: &str) -> Result<Self, StoreError> {
        let failed = |error| StoreError::Folder { path: folder.to_owned(), error };
        if folder.is_dir() && fs::symlink_metadata(folder.join(NAME)).is_err() {
            let mut entries = fs::read_dir(folder).map_err(failed)?.flatten();
            if entries.any(|entry| entry.file_name() != LOCK && !is_draft(&entry)) {
                return Err(StoreError::NotResults(folder.to_owned()));
            }
        }
        folder::make_private(folder).map_err(failed)?;
        let store = Self::open_for(folder, problem, Access::Write)?;
        // Nobody else writes here while the lock is held.
        remove_drafts(folder);
        Ok(store)
    }

    /// Opens the results folder of a problem to read it. What is stored there does not change, and it may be read-only.
    pub fn read(folder: &Path, problem: &str) -> Result<Self, StoreError> {
        Self::open_for(folder, problem, Access::Read)
    }

    fn open_for(folder: &Path, problem: &str, access: Access) -> Result<Self, StoreError> {
        let failed = |error| StoreError::Folder { path: folder.to_owned(), error };
        let entry = |error| StoreError::of_entry(folder, error);
        let lock = match folder::open_lock(folder, LOCK) {
            Err(EntryError::Io(error)) if access == Access::Read && is_refused(&error) => {
                if folder::regular(folder, LOCK).map_err(entry)?.is_none() {
                    None
                } else {
                    Some(folder::open(folder, LOCK).map_err(entry)?)
                }
            }
            opened => Some(opened.map_err(entry)?),
        };
        match lock.as_ref().map_or(Ok(()), File::try_lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // Links that lead to the folder are the user's. `SQLite` follows none.
        let real = fs::canonicalize(folder).map_err(failed)?;
        for beside in ["-wal", "-shm"] {
            folder::regular(folder, &format!("{NAME}{beside}")).map_err(entry)?;
        }
        folder::no_journal(folder, &format!("{NAME}-journal")).map_err(entry)?;
        let bytes = match folder::regular(folder, NAME).map_err(entry)? {
            Some(found) if found.len() > 0 => found.len(),
            _ if access == Access::Read => return Err(StoreError::NoResults(folder.to_owned())),
            _ => create(&real, problem)?,
        };
        let path = real.join(NAME);
        let damaged = |damage| StoreError::damaged(folder.join(NAME), damage);
        let is_read = access == Access::Read;
        let mut copy = (is_read && !is_writable(&real)).then(|| PrivateCopy::new(&real, bytes)).transpose()?;
        let opened = copy.as_ref().map_or_else(|| Database::open(&path, bytes), |copy| copy.open(bytes));
        let (mut database, version) = opened.map_err(damaged)?;
        if version > VERSION {
            return Err(StoreError::Newer(folder.to_owned()));
        }
        if version < VERSION && is_read && copy.is_none() {
            let new = PrivateCopy::new(&real, bytes)?;
            (database, _) = new.open(bytes).map_err(damaged)?;
            copy = Some(new);
        }
        let lists = RefCell::default();
        let mut store = Self { database, folder: folder.to_owned(), lists, _lock: lock };
        if version < VERSION {
            let clock = store.database.clock();
            store.write(|transaction| upgrade(transaction, version, &|| clock.restart()))?;
        }
        if let Some(copy) = copy {
            copy.forget(&store.database).map_err(damaged)?;
        }
        store.database.restrict(access).map_err(damaged)?;
        match store.get("problem")? {
            Some(found) if found == problem => Ok(store),
            found => {
                let (folder, found) = (folder.to_owned(), visible(&found.unwrap_or_default()));
                Err(StoreError::OtherProblem { folder, found, wanted: problem.to_owned() })
            }
        }
    }

    /// Replaces the database by that of another folder, which no one has open, all at once. Nothing else in either folder changes.
    pub fn replace_with(self, other: &Path) -> Result<(), StoreError> {
        let Self { database, folder, .. } = self;
        // What is pending goes into the old database, not into the new one.
        database.connection.close().map_err(|(_, error)| unwritten(&folder.join(NAME), error))?;
        let (from, to) = (other.join(NAME), folder.join(NAME));
        let synced = File::open(&from).and_then(|file| file.sync_all());
        synced.and_then(|()| fs::rename(&from, &to)).map_err(|error| StoreError::unwritable(&to, error))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn get(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.query(|connection| {
            connection.query_row("select value from meta where key = ?", [key], |row| row.get(0)).optional()
        })
    }

    /// Reads a value that was saved as JSON.
    pub fn load<T: DeserializeOwned>(&self, key: &'static str) -> Result<Option<T>, StoreError> {
        let Some(text) = self.get(key)? else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(|_| self.invalid(key))
    }

    /// A stored value that does not have the form that this release gives it.
    pub(crate) fn invalid(&self, key: &'static str) -> StoreError {
        StoreError::Damaged { path: self.folder.join(NAME), damage: Damage::Value(key) }
    }

    /// Saves a value as JSON.
    pub fn save(&mut self, key: &'static str, value: &impl Serialize) -> Result<(), StoreError> {
        let value = serde_json::to_string(value).unwrap_or_default();
        self.write(|transaction| set(transaction, key, &value))
    }

    /// What is stored about a submission. `None` if it has to be graded again.
    pub fn submission(&self, name: &str) -> Result<Option<StoredSubmission>, StoreError> {
        Ok(self.checked_submission(name)?.ok())
    }

    /// What is stored about a submission, or why that cannot be used.
    pub fn checked_submission(&self, name: &str) -> Result<Result<StoredSubmission, Invalid>, StoreError> {
        Ok(self.unpacked(name)?.map(UnpackedSubmission::whole))
    }

    /// The same, without a copy of the list of tests.
    pub(crate) fn unpacked(&self, name: &str) -> Result<Result<UnpackedSubmission, Invalid>, StoreError> {
        let Some((row, digest)) = self.query(|connection| Row::read(connection, name))? else {
            return Ok(Err(Invalid::Absent));
        };
        if digest != row.digest(name) {
            return Ok(Err(Invalid::Changed));
        }
        let Some(list) = self.test_list(&row.tests)? else { return Ok(Err(Invalid::Changed)) };
        Ok(row.parsed(name, list).ok_or(Invalid::Unreadable))
    }

    /// The list of tests with this hash, which most submissions share.
    fn test_list(&self, sha256: &str) -> Result<Option<Arc<TestList>>, StoreError> {
        if let Some(list) = self.lists.borrow().get(sha256) {
            return Ok(Some(Arc::clone(list)));
        }
        let Some(list) = self.query(|connection| rows::test_list(connection, sha256))? else { return Ok(None) };
        let list = Arc::new(list);
        self.keep(Arc::clone(&list));
        Ok(Some(list))
    }

    fn keep(&self, list: Arc<TestList>) {
        let mut lists = self.lists.borrow_mut();
        if lists.len() >= LISTS {
            lists.clear();
        }
        lists.insert(list.sha256.clone(), list);
    }

    /// Stores a submission. Outcomes of tests that were not run now stay, unless everything stored before is to be forgotten.
    pub fn store(&mut self, submission: &StoredSubmission, forget: bool) -> Result<(), StoreError> {
        let mut outcomes = Cow::Borrowed(&*submission.outcomes);
        if !forget && let Some(before) = self.submission(&submission.name)? {
            // Of two outcomes of one test, the later one counts.
            outcomes = Cow::Owned([before.outcomes, submission.outcomes.clone()].concat());
        }
        let Some((list, packed)) = pack(&outcomes) else {
            return Err(StoreError::NotStored { path: self.folder.join(NAME), name: visible(&submission.name) });
        };
        let is_new = !self.lists.borrow().contains_key(&list.sha256);
        let row = Row::new(submission, list.sha256.clone(), packed);
        let digest = row.digest(&submission.name);
        self.write(|transaction| {
            if is_new {
                rows::write_test_list(transaction, &list)?;
            }
            row.write(transaction, &submission.name, &digest)
        })?;
        self.keep(Arc::new(list));
        Ok(())
    }

    pub(crate) fn query<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.database.restart();
        ask(&self.database.connection).map_err(|error| StoreError::damaged(self.folder.join(NAME), damage(error)))
    }

    pub(crate) fn write(
        &mut self,
        change: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let path = self.folder.join(NAME);
        self.database.restart();
        let transaction = self.database.connection.transaction().map_err(|error| unwritten(&path, error))?;
        change(&transaction).and_then(|()| transaction.commit()).map_err(|error| unwritten(&path, error))
    }
}

/// Whether the folder or the disk is read-only.
fn is_refused(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem)
}

pub(crate) fn set(transaction: &rusqlite::Transaction<'_>, key: &str, value: &str) -> rusqlite::Result<()> {
    transaction.execute("insert or replace into meta values (?, ?)", [key, value]).map(drop)
}

/// Removes files that a killed run was about to put in the place of others: `NAME.RANDOM.part`.
fn remove_drafts(folder: &Path) {
    const NAMES: [&str; 9] = [
        "suite.json",
        "report.html",
        "report.json",
        "results.json",
        "results.csv",
        "submissions.csv",
        "submissions.jsonl",
        "buckets.csv",
        "outcomes.parquet",
    ];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let rest = NAMES.iter().find_map(|of| name.strip_prefix(of)?.strip_prefix('.')?.strip_suffix(".part"));
        let is_draft = rest.is_some_and(|random| !random.is_empty() && random.chars().all(char::is_alphanumeric));
        if is_draft && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_draft(entry: &fs::DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with(DRAFT)
}

/// Creates an empty database, whole or not at all, and removes what killed runs left. Returns its size.
fn create(folder: &Path, problem: &str) -> Result<u64, StoreError> {
    let path = folder.join(NAME);
    let failed = |error| StoreError::unwritable(&path, error);
    for entry in fs::read_dir(folder).map_err(failed)?.flatten().filter(is_draft) {
        let _ = fs::remove_file(entry.path());
    }
    // They belong to no database.
    for beside in ["-wal", "-shm"] {
        let _ = fs::remove_file(folder.join(format!("{NAME}{beside}")));
    }
    let draft = tempfile::Builder::new().prefix(DRAFT).suffix(".part").tempfile_in(folder).map_err(failed)?;
    Database::create(draft.path(), problem).map_err(|error| unwritten(&path, error))?;
    let bytes = draft.as_file().metadata().map_err(failed)?.len();
    draft.as_file().sync_all().map_err(failed)?;
    draft.persist(&path).map_err(|error| failed(error.error))?;
    Ok(bytes)
}

fn unwritten(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full,
        _ => StoreError::Database { path: path.to_owned(), error },
    }
}
