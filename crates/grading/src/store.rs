//! The database of a results folder: what each submission did, in one transaction per submission.
//!
//! A submission is stored with all its outcomes, or not at all. Two runs cannot write to the same folder at the same time.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use runner::Outcome;
use runner::grade::Unstable;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::status::LoadStatus;
use crate::work::NoTemporaryFolder;

/// The version of the tables.
const VERSION: i64 = 2;
const NAME: &str = "results.sqlite";
const LOCK: &str = "lock";

const TABLES: &str = "
create table meta (key text primary key, value text not null) strict, without rowid;
create table submission (
    name text primary key,
    sha256 text not null,
    conditions text not null,
    language text not null,
    status text not null,
    unstable text not null,
    printed text not null
) strict, without rowid;
create table outcome (
    submission text not null references submission (name) on delete cascade,
    test text not null,
    digest text not null,
    outcome text not null,
    primary key (submission, test)
) strict, without rowid;
";

/// Since version 2: the file that was run, so that reports can show it after the submissions were moved.
const SOURCES: &str = "
create table source (
    submission text primary key references submission (name) on delete cascade,
    file text not null,
    text text not null
) strict, without rowid;
";

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
    #[error("the disk is full; free some space and run the same command again: nothing graded so far is lost")]
    Full,
    #[error("`{}`: {error}; if the file is damaged, move it away and run again", .path.display())]
    Database { path: PathBuf, error: rusqlite::Error },
}

impl StoreError {
    /// A file of the results folder that cannot be written.
    pub fn unwritable(path: &Path, error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull => Self::Full,
            _ => Self::Folder { path: path.to_owned(), error },
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
    connection: Connection,
    folder: PathBuf,
    /// Held for as long as the store is open.
    _lock: File,
}

impl Store {
    /// Opens the results folder of a problem, or creates it.
    pub fn open(folder: &Path, problem: &str) -> Result<Self, StoreError> {
        let failed = |error| StoreError::Folder { path: folder.to_owned(), error };
        let path = folder.join(NAME);
        if folder.is_dir() && !path.exists() {
            let mut entries = fs::read_dir(folder).map_err(failed)?.flatten();
            if entries.any(|entry| entry.file_name() != LOCK) {
                return Err(StoreError::NotResults(folder.to_owned()));
            }
        }
        make_private(folder).map_err(failed)?;
        let lock = File::create(folder.join(LOCK)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let database = |error| database(&path, error);
        let connection = Connection::open(&path).map_err(database)?;
        connection
            .execute_batch("pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;")
            .map_err(database)?;
        let mut store = Self { connection, folder: folder.to_owned(), _lock: lock };
        store.prepare(problem)?;
        Ok(store)
    }

    fn prepare(&mut self, problem: &str) -> Result<(), StoreError> {
        let version: i64 =
            self.query(|connection| connection.query_row("pragma user_version", [], |row| row.get(0)))?;
        if version > VERSION {
            return Err(StoreError::Newer(self.folder.clone()));
        }
        if version < VERSION {
            self.write(|transaction| {
                if version == 0 {
                    transaction.execute_batch(TABLES)?;
                }
                transaction.execute_batch(SOURCES)?;
                transaction.pragma_update(None, "user_version", VERSION)
            })?;
        }
        if version == 0 {
            self.set("problem", problem)?;
        }
        match self.get("problem")? {
            Some(found) if found != problem => {
                Err(StoreError::OtherProblem { folder: self.folder.clone(), found, wanted: problem.to_owned() })
            }
            _ => Ok(()),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn get(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.query(|connection| {
            connection.query_row("select value from meta where key = ?", [key], |row| row.get(0)).optional()
        })
    }

    pub fn set(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("insert or replace into meta values (?, ?)", [key, value]).map(drop)
        })
    }

    /// Reads a value that was saved as JSON. `None` if there is none, or if another release wrote it.
    pub fn load<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        Ok(self.get(key)?.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Saves a value as JSON.
    pub fn save(&mut self, key: &str, value: &impl Serialize) -> Result<(), StoreError> {
        self.set(key, &serde_json::to_string(value).unwrap_or_default())
    }

    /// What is stored of a submission.
    pub fn submission(&self, name: &str) -> Result<Option<StoredSubmission>, StoreError> {
        let row = self.query(|connection| {
            let sql = "select sha256, conditions, language, status, unstable, printed from submission where name = ?";
            let text = |row: &rusqlite::Row<'_>, index| row.get::<_, String>(index);
            connection
                .query_row(sql, [name], |row| {
                    Ok([text(row, 0)?, text(row, 1)?, text(row, 2)?, text(row, 3)?, text(row, 4)?, text(row, 5)?])
                })
                .optional()
        })?;
        let Some([sha256, conditions, language, status, unstable, printed]) = row else { return Ok(None) };
        // Another release wrote what cannot be read; the submission is graded again.
        let (Ok(status), Ok(unstable)) = (serde_json::from_str(&status), serde_json::from_str(&unstable)) else {
            return Ok(None);
        };
        let outcomes: Vec<(String, String, String)> = self.query(|connection| {
            let mut statement = connection.prepare("select test, digest, outcome from outcome where submission = ?")?;
            let rows = statement.query_map([name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })?;
        let outcomes = outcomes
            .into_iter()
            .filter_map(|(test, digest, outcome)| Some((test, digest, serde_json::from_str(&outcome).ok()?)))
            .collect();
        let source = self.query(|connection| {
            let sql = "select file, text from source where submission = ?";
            connection.query_row(sql, [name], |row| Ok(SourceFile { file: row.get(0)?, text: row.get(1)? })).optional()
        })?;
        let name = name.to_owned();
        Ok(Some(StoredSubmission { name, sha256, conditions, language, status, unstable, printed, source, outcomes }))
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
            Ok(())
        })
    }

    fn query<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        ask(&self.connection).map_err(|error| database(&self.folder.join(NAME), error))
    }

    fn write(
        &mut self,
        change: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let path = self.folder.join(NAME);
        let transaction = self.connection.transaction().map_err(|error| database(&path, error))?;
        change(&transaction).and_then(|()| transaction.commit()).map_err(|error| database(&path, error))
    }
}

fn database(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full,
        _ => StoreError::Database { path: path.to_owned(), error },
    }
}

/// A folder that only its owner can read: it holds the results of students.
fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}
