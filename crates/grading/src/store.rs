//! The database of a results folder: what each submission did, in one transaction per submission.
//!
//! A submission is stored with all its outcomes, or not at all. Two runs cannot write to the same folder at the same time. What is
//! read may have been written by anyone: see [`database`](crate::database) and [`form`](crate::form).

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use runner::Outcome;
use runner::grade::Unstable;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use suite::visible::visible;

use crate::database::{Access, Damage, Database, VERSION, damage};
use crate::folder::{self, EntryError, ForeignEntry};
use crate::form::{Invalid, is_well_formed, sealed};
use crate::status::LoadStatus;
use crate::work::NoTemporaryFolder;

const NAME: &str = "results.sqlite";
const LOCK: &str = "lock";
/// A database that is being created.
const DRAFT: &str = "results.sqlite.";
/// Outcomes of one submission that are read. Suites have fewer tests.
const MOST: usize = 1_000_000;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot write `{}`: {error}", .path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    #[error(transparent)]
    NoTemporaryFolder(#[from] NoTemporaryFolder),
    #[error("another custodiet is grading into `{}`; wait for it, or pass another folder with -o", .0.display())]
    Busy(PathBuf),
    #[error("`{}` holds results of the problem `{found}`, not of `{wanted}`; pass another folder with -o", .folder.display())]
    OtherProblem { folder: PathBuf, found: String, wanted: String },
    #[error("`{}` was written by a later release of custodiet; use that release, or pass another folder with -o", .0.display())]
    Newer(PathBuf),
    #[error("`{}` is not empty and does not hold results; pass another folder with -o", .0.display())]
    NotResults(PathBuf),
    #[error("`{}` does not hold results", .0.display())]
    NoResults(PathBuf),
    #[error("the disk is full; free some space and run the same command again: nothing graded so far is lost")]
    Full,
    #[error("`{}`: {error}; if the file is damaged, move it away and run again", .path.display())]
    Database { path: PathBuf, error: rusqlite::Error },
    #[error("`{}` is not a database that custodiet wrote: {damage}", .path.display())]
    Damaged { path: PathBuf, damage: Damage },
    #[error(transparent)]
    Foreign(#[from] ForeignEntry),
    #[error("the submissions in `{}` were graded with another suite than `suite.json`", .0.display())]
    OtherSuite(PathBuf),
    #[error("the list of submissions in `{}` was changed after grading, or written by another release", .0.display())]
    ChangedRoster(PathBuf),
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
    /// Held for as long as the store is open.
    _lock: File,
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
        Self::open_for(folder, problem, Access::Write)
    }

    /// Opens the results folder of a problem to read it.
    pub fn read(folder: &Path, problem: &str) -> Result<Self, StoreError> {
        Self::open_for(folder, problem, Access::Read)
    }

    fn open_for(folder: &Path, problem: &str, access: Access) -> Result<Self, StoreError> {
        let failed = |error| StoreError::Folder { path: folder.to_owned(), error };
        let entry = |error| StoreError::of_entry(folder, error);
        let lock = folder::open_lock(folder, LOCK).map_err(entry)?;
        match lock.try_lock() {
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
        let damaged = |damage| StoreError::Damaged { path: folder.join(NAME), damage };
        let (database, version) = Database::open(&path, bytes).map_err(damaged)?;
        if version > VERSION {
            return Err(StoreError::Newer(folder.to_owned()));
        }
        let mut store = Self { database, folder: folder.to_owned(), _lock: lock };
        if version < VERSION {
            store.write(Database::upgrade)?;
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
        let Self { database, folder, _lock } = self;
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
        let Some(rows) = self.query(|connection| Rows::read(connection, name))? else {
            return Ok(Err(Invalid::Absent));
        };
        if self.get(&digest_key(name))?.as_deref() != Some(&*rows.digest(name)) {
            return Ok(Err(Invalid::Changed));
        }
        Ok(rows.parsed(name).filter(is_well_formed).ok_or(Invalid::Unreadable))
    }

    /// Stores a submission. Outcomes of tests that were not run now stay, unless everything stored before is to be forgotten.
    pub fn store(&mut self, submission: &StoredSubmission, forget: bool) -> Result<(), StoreError> {
        let json = |value: &dyn Fn() -> serde_json::Result<String>| value().unwrap_or_default();
        let status = json(&|| serde_json::to_string(&submission.status));
        let unstable = json(&|| serde_json::to_string(&submission.unstable));
        self.write(|transaction| {
            if forget {
                transaction.execute("delete from outcome where submission = ?", [&submission.name])?;
            }
            transaction.execute(
                "insert into submission values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 on conflict (name) do update set sha256 = ?2, conditions = ?3, language = ?4, status = ?5, unstable = ?6, printed = ?7",
                params![submission.name, submission.sha256, submission.conditions, submission.language, status, unstable, submission.printed],
            )?;
            transaction.execute("delete from source where submission = ?", [&submission.name])?;
            if let Some(source) = &submission.source {
                let sql = "insert into source values (?, ?, ?)";
                transaction.execute(sql, [&submission.name, &source.file, &source.text])?;
            }
            let mut insert = transaction.prepare("insert or replace into outcome values (?, ?, ?, ?)")?;
            for (test, digest, outcome) in &submission.outcomes {
                insert.execute(params![submission.name, test, digest, json(&|| serde_json::to_string(outcome))])?;
            }
            match Rows::read(transaction, &submission.name)? {
                Some(rows) => set(transaction, &digest_key(&submission.name), &rows.digest(&submission.name)),
                None => Ok(()),
            }
        })
    }

    fn query<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.database.restart();
        ask(&self.database.connection)
            .map_err(|error| StoreError::Damaged { path: self.folder.join(NAME), damage: damage(error) })
    }

    fn write(
        &mut self,
        change: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let path = self.folder.join(NAME);
        self.database.restart();
        let transaction = self.database.connection.transaction().map_err(|error| unwritten(&path, error))?;
        change(&transaction).and_then(|()| transaction.commit()).map_err(|error| unwritten(&path, error))
    }
}

/// The texts that are stored about a submission.
struct Rows {
    /// `sha256`, `conditions`, `language`, `status`, `unstable`, `printed`.
    columns: [String; 6],
    source: Option<(String, String)>,
    /// Test, digest, outcome; by test.
    outcomes: Vec<(String, String, String)>,
}

impl Rows {
    fn read(connection: &Connection, name: &str) -> rusqlite::Result<Option<Self>> {
        let sql = "select sha256, conditions, language, status, unstable, printed from submission where name = ?";
        let columns = connection.query_row(sql, [name], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?])
        });
        let Some(columns) = columns.optional()? else { return Ok(None) };
        let sql = "select file, text from source where submission = ?";
        let source = connection.query_row(sql, [name], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let sql = "select test, digest, outcome from outcome where submission = ? order by test limit ?";
        let mut statement = connection.prepare(sql)?;
        let limit = i64::try_from(MOST).unwrap_or(i64::MAX);
        let rows = statement.query_map(params![name, limit], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let outcomes = rows.collect::<rusqlite::Result<_>>()?;
        Ok(Some(Self { columns, source, outcomes }))
    }

    /// Shows edits and mistakes. Anyone who writes as we do can compute it.
    fn digest(&self, name: &str) -> String {
        sealed(&(name, &self.columns, &self.source, &self.outcomes))
    }

    /// `None` if something is not what this release writes.
    fn parsed(self, name: &str) -> Option<StoredSubmission> {
        let [sha256, conditions, language, status, unstable, printed] = self.columns;
        let outcome = |(test, digest, outcome): (String, String, String)| {
            Some((test, digest, serde_json::from_str(&outcome).ok()?))
        };
        Some(StoredSubmission {
            name: name.to_owned(),
            sha256,
            conditions,
            language,
            status: serde_json::from_str(&status).ok()?,
            unstable: serde_json::from_str(&unstable).ok()?,
            printed,
            source: self.source.map(|(file, text)| SourceFile { file, text }),
            outcomes: self.outcomes.into_iter().map(outcome).collect::<Option<_>>()?,
        })
    }
}

fn set(transaction: &rusqlite::Transaction<'_>, key: &str, value: &str) -> rusqlite::Result<()> {
    transaction.execute("insert or replace into meta values (?, ?)", [key, value]).map(drop)
}

/// Where the digest of a submission is stored.
fn digest_key(name: &str) -> String {
    format!("digest of {name}")
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
