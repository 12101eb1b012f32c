//! Brings the databases of earlier releases into the present form.
//!
//! Version 3 had no proofs. Version 1 had no sources. Up to version 2, each outcome was a row of its own, and the digest of a submission was in `meta`; a
//! submission that does not have its digest is taken over without one, so that it is graded again. Guarded by
//! `tests/upgrading.rs`.

use runner::Outcome;
use rusqlite::{Connection, OptionalExtension, Transaction};

use crate::database::{PROOFS_4, TABLES_3, VERSION};
use crate::form::sealed;
use crate::packed::pack;
use crate::rows::{Row, write_test_list};

/// The tables of version 1. `SQLite` keeps this text, and it is compared.
pub(crate) const TABLES_1: &str = "
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

/// What version 2 added: the file that was run, so that reports can show it after the submissions were moved.
pub(crate) const SOURCES_2: &str = "
create table source (
    submission text primary key references submission (name) on delete cascade,
    file text not null,
    text text not null
) strict, without rowid;
";

/// Replaces the tables of an earlier version. `restart` gives statements all of their time again.
pub(crate) fn upgrade(transaction: &Transaction<'_>, version: i64, restart: &dyn Fn()) -> rusqlite::Result<()> {
    if version < 3 {
        to_version_3(transaction, version, restart)?;
    }
    transaction.execute_batch(PROOFS_4)?;
    transaction.pragma_update(None, "user_version", VERSION)
}

fn to_version_3(transaction: &Transaction<'_>, version: i64, restart: &dyn Fn()) -> rusqlite::Result<()> {
    if version == 1 {
        transaction.execute_batch(SOURCES_2)?;
    }
    transaction.execute_batch(
        "alter table meta rename to old_meta; alter table submission rename to old_submission;
         alter table outcome rename to old_outcome; alter table source rename to old_source",
    )?;
    transaction.execute_batch(TABLES_3)?;
    transaction.execute_batch("insert into meta select * from old_meta where key not like 'digest of %'")?;
    let mut after = String::new();
    let sql = "select name from old_submission where name > ? order by name limit 1";
    while let Some(name) = transaction.query_row(sql, [&after], |row| row.get::<_, String>(0)).optional()? {
        restart();
        convert(transaction, &name)?;
        after = name;
    }
    transaction
        .execute_batch("drop table old_outcome; drop table old_source; drop table old_submission; drop table old_meta")
}

/// What version 2 stored about a submission.
struct OldRows {
    columns: [String; 6],
    source: Option<(String, String)>,
    outcomes: Vec<(String, String, String)>,
}

impl OldRows {
    fn read(connection: &Connection, name: &str) -> rusqlite::Result<Self> {
        let sql = "select sha256, conditions, language, status, unstable, printed from old_submission where name = ?";
        let columns = connection.query_row(sql, [name], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?])
        })?;
        let sql = "select file, text from old_source where submission = ?";
        let source = connection.query_row(sql, [name], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let sql = "select test, digest, outcome from old_outcome where submission = ? order by test";
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(Self { columns, source, outcomes: rows.collect::<rusqlite::Result<_>>()? })
    }
}

fn convert(transaction: &Transaction<'_>, name: &str) -> rusqlite::Result<()> {
    let old = OldRows::read(transaction, name)?;
    let key = format!("digest of {name}");
    let digest =
        transaction.query_row("select value from old_meta where key = ?", [key], |row| row.get(0)).optional()?;
    let is_unchanged = digest.as_ref() == Some(&sealed(&(name, &old.columns, &old.source, &old.outcomes)));
    let outcome = |(test, digest, outcome): &(String, String, String)| {
        Some((test.clone(), digest.clone(), serde_json::from_str::<Outcome>(outcome).ok()?))
    };
    let outcomes: Option<Vec<_>> = old.outcomes.iter().map(outcome).collect();
    let packed = outcomes.as_deref().and_then(pack);
    let is_good = is_unchanged && packed.is_some();
    // What cannot be packed gets no digest, so it is graded again.
    let Some((list, packed)) = packed.or_else(|| pack(&[])) else { return Ok(()) };
    write_test_list(transaction, &list)?;
    let row = Row { columns: old.columns, source: old.source, tests: list.sha256, packed };
    let digest = if is_good { row.digest(name) } else { String::new() };
    row.write(transaction, name, &digest)
}
