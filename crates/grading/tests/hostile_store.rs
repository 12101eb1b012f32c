//! Databases that someone else prepared, or that were damaged: an error or what was stored, never a panic, a hang or anything else.

use std::fs;
use std::path::Path;

use grading::form::Invalid;
use grading::store::SourceFile;
use grading::{Exclusions, LoadStatus, RecordedSetup, Roster, Store, StoreError, StoredSubmission};
use runner::Outcome;
use runner::protocol::Ready;
use rusqlite::Connection;

fn stored(name: &str, outcomes: usize) -> StoredSubmission {
    let outcome = |number: usize| (format!("{number:04}"), "d".repeat(32), Outcome::Accepted);
    StoredSubmission {
        name: name.to_owned(),
        sha256: "aa".to_owned(),
        conditions: "bb".to_owned(),
        language: "python".to_owned(),
        status: LoadStatus::Graded(Ready { file: name.to_owned(), name: "is_valid".to_owned(), notes: Vec::new() }),
        unstable: Vec::new(),
        printed: String::new(),
        source: Some(SourceFile { file: name.to_owned(), text: "def is_valid(): ...\n".repeat(50) }),
        outcomes: (0..outcomes).map(outcome).collect(),
    }
}

/// A store with two submissions.
fn store() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    for name in ["a.py", "b.py"] {
        store.store(&stored(name, 300), true).expect("stored");
    }
    folder
}

fn database(folder: &Path) -> Connection {
    Connection::open(folder.join("results.sqlite")).expect("a database")
}

/// Reads everything that commands read.
fn read_all(folder: &Path) -> Result<(), StoreError> {
    let store = Store::read(folder, "toposort")?;
    Roster::load(&store)?;
    Exclusions::load(&store)?;
    RecordedSetup::load(&store)?;
    for name in ["a.py", "b.py", "c.py"] {
        let _checked = store.checked_submission(name)?;
    }
    Ok(())
}

/// Bytes anywhere in the file are changed: what is read is an error, or is marked as changed, or is what was stored.
#[test]
fn damaged_files_never_panic() {
    let honest = store();
    let whole = fs::read(honest.path().join("results.sqlite")).expect("a database");
    let original = format!("{:?}", Store::read(honest.path(), "toposort").expect("a store").submission("a.py"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = fastrand::Rng::with_seed(11);
    let (mut refused, mut changed, mut kept) = (0, 0, 0);
    for turn in 0..400 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..8) {
            let at = if random.bool() { random.usize(..200) } else { random.usize(..bytes.len()) };
            bytes[at] = random.u8(..);
        }
        if turn % 10 == 0 {
            bytes.truncate(random.usize(..bytes.len()));
        }
        for beside in ["-wal", "-shm"] {
            let _ = fs::remove_file(folder.path().join(format!("results.sqlite{beside}")));
        }
        fs::write(folder.path().join("results.sqlite"), bytes).expect("written");
        match read_all(folder.path()) {
            Err(_) => refused += 1,
            Ok(()) => {
                let store = Store::read(folder.path(), "toposort").expect("a store");
                match store.checked_submission("a.py").expect("no fault") {
                    Ok(one) => {
                        assert_eq!(format!("{:?}", Ok::<_, StoreError>(Some(one))), original, "turn {turn}");
                        kept += 1;
                    }
                    Err(_) => changed += 1,
                }
            }
        }
    }
    assert!(refused > 50 && changed > 5 && kept > 20, "{refused} {changed} {kept}");
}

/// The log beside the database is as untrusted.
#[test]
fn damaged_logs_never_panic() {
    let honest = store();
    let log = honest.path().join("results.sqlite-wal");
    let connection = database(honest.path());
    connection.execute_batch("pragma wal_autocheckpoint = 0; insert into meta values ('more', 'x')").expect("changed");
    let (whole, frames) = (fs::read(honest.path().join("results.sqlite")), fs::read(&log).expect("a log"));
    drop(connection);
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..100 {
        let mut bytes = frames.clone();
        for _ in 0..random.usize(1..8) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        let _ = fs::remove_file(folder.path().join("results.sqlite-shm"));
        fs::write(folder.path().join("results.sqlite"), whole.as_ref().expect("a database")).expect("written");
        fs::write(folder.path().join("results.sqlite-wal"), bytes).expect("written");
        let _ = read_all(folder.path());
    }
}

#[test]
fn readers_change_nothing() {
    let folder = store();
    let mut store = Store::read(folder.path(), "toposort").expect("a store");
    assert!(matches!(store.store(&stored("c.py", 1), true), Err(StoreError::Database { .. })));
    assert!(matches!(store.save("setup", &1), Err(StoreError::Database { .. })));
    drop(store);
    let empty = tempfile::tempdir().expect("a folder");
    assert!(matches!(Store::read(empty.path(), "toposort"), Err(StoreError::NoResults(_))));
}

/// A run that was killed while it created its database starts anew.
#[test]
fn unfinished_databases_are_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["results.sqlite.abc.part", "results.sqlite.abc.part-wal", "lock"] {
        fs::write(folder.path().join(name), "unfinished").expect("written");
    }
    drop(Store::open(folder.path(), "toposort").expect("a store"));
    assert!(!folder.path().join("results.sqlite.abc.part").exists());
    fs::write(folder.path().join("results.sqlite"), "").expect("emptied");
    fs::write(folder.path().join("results.sqlite-wal"), "of another database").expect("written");
    drop(Store::open(folder.path(), "toposort").expect("a store"));
    let names = fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["lock", "results.sqlite"]);
}

/// Whatever is edited about a submission, it is noticed.
#[test]
fn every_edit_of_a_row_is_noticed() {
    for change in [
        "update submission set sha256 = 'ab'",
        "update submission set conditions = 'ab'",
        "update submission set language = 'ab'",
        "update submission set status = '{\"unusable\":\"x\"}'",
        "update submission set unstable = '[]' || ' '",
        "update submission set printed = 'x'",
        "update source set file = 'x'",
        "update source set text = 'x'",
        "delete from source",
        "update submission set kinds = '[\"rejected\"]'",
        "update submission set answers = zeroblob(299)",
        "update submission set answers = cast(zeroblob(300) || x'00' as blob)",
        "update submission set tests = 'x'",
        "delete from test_list",
        "update test_list set tests = replace(tests, '\"0007\"', '\"0007b\"')",
        "update test_list set tests = replace(tests, 'ddd', 'eee')",
        "update submission set digest = ''",
        "update submission set digest = 'x'",
        // The results of one student as those of another.
        "update submission set digest = (select digest from submission where name = 'b.py') where name = 'a.py'",
        "pragma foreign_keys = off; delete from submission where name = 'a.py'; update submission set name = 'a.py' where name = 'b.py'",
    ] {
        let folder = store();
        database(folder.path()).execute_batch(change).expect("changed");
        let store = Store::read(folder.path(), "toposort").expect("a store");
        let found = store.checked_submission("a.py").expect("no fault");
        assert_eq!(found.expect_err(change), Invalid::Changed, "{change}");
        assert!(store.submission("a.py").expect("no fault").is_none(), "{change}: it is graded again");
    }
}

/// Someone who can compute digests still cannot store texts without end.
#[test]
fn long_texts_are_not_read() {
    let long = || "x".repeat(600_000);
    let changes: [fn(&mut StoredSubmission, String); 6] = [
        |one, long| one.printed = long,
        |one, long| one.language = long,
        |one, long| one.status = LoadStatus::Unusable(long),
        |one, long| one.outcomes[0].2 = Outcome::NotABoolean(long),
        |one, long| one.source = Some(SourceFile { file: "a.py".to_owned(), text: long }),
        |one, long| {
            let notes = vec![long];
            one.status = LoadStatus::Graded(Ready { file: "a.py".to_owned(), name: "f".to_owned(), notes });
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let folder = store();
        let mut one = stored("a.py", 3);
        change(&mut one, long());
        Store::open(folder.path(), "toposort").expect("a store").store(&one, true).expect("stored");
        let store = Store::read(folder.path(), "toposort").expect("a store");
        assert_eq!(
            store.checked_submission("a.py").expect("no fault").expect_err("too long"),
            Invalid::Unreadable,
            "{number}"
        );
    }
}
