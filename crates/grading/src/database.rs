//! Opens the database of a results folder, which anyone may have prepared.
//!
//! The schema must be exactly ours: no trigger, view, index or table besides, so that a statement does what it says. The trees
//! are checked before they are read, values have a maximal length, and a statement that takes too long is interrupted. See "Untrusted
//! database files" in `SQLite`'s documentation. Guarded by `tests/hostile_store.rs`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::upgrade::{SOURCES_2, TABLES_1};

/// The version of the tables.
pub(crate) const VERSION: i64 = 4;

/// The tables of version 3. `SQLite` keeps this text, and it is compared: a change of a single space is a new version.
pub(crate) const TABLES_3: &str = "
create table meta (key text primary key, value text not null) strict, without rowid;
create table test_list (sha256 text primary key, tests text not null) strict, without rowid;
create table submission (
    name text primary key,
    sha256 text not null,
    conditions text not null,
    language text not null,
    status text not null,
    unstable text not null,
    printed text not null,
    tests text not null,
    kinds text not null,
    answers blob not null,
    digest text not null
) strict, without rowid;
create table source (
    submission text primary key references submission (name) on delete cascade,
    file text not null,
    text text not null
) strict, without rowid;
";

/// What version 4 added: what was proved about submissions.
pub(crate) const PROOFS_4: &str = "
create table proof (
    submission text primary key references submission (name) on delete cascade,
    sha256 text not null,
    question text not null,
    conditions text not null,
    milliseconds integer not null,
    decision text not null,
    digest text not null
) strict, without rowid;
";

/// A hundred thousand submissions with sources of 3 KB take a tenth of it.
pub(crate) const MAX_BYTES: u64 = 4 << 30;
/// Of one value. The roster of a hundred thousand takes less.
const MAX_VALUE: i32 = 64 << 20;
/// For one statement, in milliseconds. Checking the largest database takes less.
const PATIENCE: u64 = 60_000;
/// Instructions between two looks at the clock.
const STEPS: i32 = 10_000;

/// Why a database is not one that custodiet wrote.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    #[error("it is larger than {} GiB", MAX_BYTES >> 30)]
    TooLarge,
    #[error("its tables are not those of a results folder")]
    Schema,
    #[error("its pages are damaged")]
    Pages,
    #[error("reading it takes too long")]
    TooSlow,
    #[error("the value of `{0}` in it is invalid")]
    Value(&'static str),
    #[error("{0}")]
    Sqlite(rusqlite::Error),
}

/// What may be done with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// A connection, and the moment at which the current statement is interrupted.
#[derive(Debug)]
pub(crate) struct Database {
    pub connection: Connection,
    start: Instant,
    due: Arc<AtomicU64>,
}

impl Database {
    /// Creates a database with empty tables. The caller moves it to its place.
    pub fn create(path: &Path, problem: &str) -> rusqlite::Result<()> {
        let connection = Connection::open_with_flags(path, flags())?;
        connection.execute_batch("pragma journal_mode = wal")?;
        connection.execute_batch(&format!("begin; {TABLES_3} {PROOFS_4}"))?;
        connection.execute("insert into meta values ('problem', ?)", [problem])?;
        connection.pragma_update(None, "user_version", VERSION)?;
        connection.execute_batch("commit")?;
        connection.close().map_err(|(_, error)| error)
    }

    /// Opens and checks a database; returns its version. Its path has no links.
    pub fn open(path: &Path, bytes: u64) -> Result<(Self, i64), Damage> {
        if bytes > MAX_BYTES {
            return Err(Damage::TooLarge);
        }
        let connection = Connection::open_with_flags(path, flags()).map_err(Damage::Sqlite)?;
        let mut database = Self { connection, start: Instant::now(), due: Arc::new(AtomicU64::new(0)) };
        let version = database.set_limits().and_then(|()| database.version()).map_err(damage)?;
        database.check(version)?;
        Ok((database, version))
    }

    /// From now on, nothing else can be done.
    pub fn restrict(&self, access: Access) -> Result<(), Damage> {
        let mode = match access {
            Access::Read => "pragma query_only = on",
            Access::Write => "pragma synchronous = normal; pragma foreign_keys = on",
        };
        self.connection.execute_batch(mode).map_err(damage)
    }

    /// From now on, reading needs no file but the database itself, which may lose its name.
    pub fn without_log(&self) -> Result<(), Damage> {
        let mode = "pragma journal_mode = delete";
        let found: String = self.connection.query_row(mode, [], |row| row.get(0)).map_err(damage)?;
        if found == "delete" { Ok(()) } else { Err(Damage::Schema) }
    }

    fn set_limits(&mut self) -> rusqlite::Result<()> {
        let (start, due) = (self.start, Arc::clone(&self.due));
        let is_due = move || milliseconds(start.elapsed()) > due.load(Ordering::Relaxed);
        self.restart();
        let connection = &mut self.connection;
        connection.progress_handler(STEPS, Some(is_due))?;
        for (limit, most) in [
            (Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE),
            (Limit::SQLITE_LIMIT_SQL_LENGTH, 10_000),
            (Limit::SQLITE_LIMIT_COLUMN, 50),
            (Limit::SQLITE_LIMIT_EXPR_DEPTH, 20),
            (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 5),
            (Limit::SQLITE_LIMIT_FUNCTION_ARG, 10),
            (Limit::SQLITE_LIMIT_ATTACHED, 0),
            (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 20),
            (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
            (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
        ] {
            connection.set_limit(limit, most)?;
        }
        for (option, value) in [
            (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
            (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        ] {
            connection.set_db_config(option, value)?;
        }
        connection.execute_batch("pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0")
    }

    /// From now on, a statement has all of its time.
    pub fn restart(&self) {
        self.clock().restart();
    }

    /// To restart while the connection is in use.
    pub fn clock(&self) -> StatementClock {
        StatementClock { start: self.start, due: Arc::clone(&self.due) }
    }

    fn version(&self) -> rusqlite::Result<i64> {
        self.connection.query_row("pragma user_version", [], |row| row.get(0))
    }

    /// Tables as this release and earlier ones create them, in the mode in which they do, and undamaged.
    fn check(&self, version: i64) -> Result<(), Damage> {
        // The tables of a later release are not known.
        if version > VERSION {
            return Ok(());
        }
        let ours = match version {
            1 => TABLES_1.to_owned(),
            2 => format!("{TABLES_1} {SOURCES_2}"),
            3 => TABLES_3.to_owned(),
            _ => format!("{TABLES_3} {PROOFS_4}"),
        };
        let expected = Connection::open_in_memory()
            .and_then(|memory| memory.execute_batch(&ours).and_then(|()| schema(&memory)))
            .map_err(Damage::Sqlite)?;
        if version < 1 || schema(&self.connection).map_err(damage)? != expected {
            return Err(Damage::Schema);
        }
        let ask = |pragma: &str| self.connection.query_row(pragma, [], |row| row.get::<_, String>(0)).map_err(damage);
        if ask("pragma journal_mode")? != "wal" {
            return Err(Damage::Schema);
        }
        self.restart();
        if ask("pragma quick_check(1)")? == "ok" { Ok(()) } else { Err(Damage::Pages) }
    }
}

/// The moment at which the current statement of a database is interrupted.
#[derive(Debug)]
pub(crate) struct StatementClock {
    start: Instant,
    due: Arc<AtomicU64>,
}

impl StatementClock {
    pub fn restart(&self) {
        self.due.store(milliseconds(self.start.elapsed()) + PATIENCE, Ordering::Relaxed);
    }
}

/// No link is followed, and a path is never taken for an address.
fn flags() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW
}

/// Everything that a schema says, whatever its kind. At most one row more than there can be.
fn schema(connection: &Connection) -> rusqlite::Result<Vec<[Option<String>; 4]>> {
    let mut statement = connection.prepare("select type, name, tbl_name, sql from sqlite_schema limit 20")?;
    let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    let mut rows: Vec<_> = rows.collect::<rusqlite::Result<_>>()?;
    rows.sort();
    Ok(rows)
}

pub(crate) fn damage(error: rusqlite::Error) -> Damage {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::OperationInterrupted) => Damage::TooSlow,
        _ => Damage::Sqlite(error),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
