//! Databases of earlier releases are read, and what was graded with them is kept.

use std::fs;
use std::path::Path;

use grading::form::Invalid;
use grading::{Roster, Store};
use rusqlite::{Connection, params};
use sandbox::SandboxLevel;
use sha2::{Digest, Sha256};

/// The tables as the release before wrote them.
const VERSION_2: &str = "
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

create table source (
    submission text primary key references submission (name) on delete cascade,
    file text not null,
    text text not null
) strict, without rowid;
";

const STATUS: &str = r#"{"graded":{"file":"a.py","name":"is_valid"}}"#;
const RAISED: &str = r#"{"raised":{"class":"KeyError","message":"'c'","file":"a.py","line":9}}"#;

/// A folder with three submissions; `c.py` was edited after it was graded.
fn earlier() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Connection::open(folder.path().join("results.sqlite")).expect("a database");
    database.execute_batch("pragma journal_mode = wal").expect("a log");
    database.execute_batch(VERSION_2).expect("tables");
    database.execute("insert into meta values ('problem', 'toposort'), ('kept', '1')", []).expect("stored");
    for name in ["a.py", "b.py", "c.py"] {
        let columns = ["aa", "bb", "python", STATUS, "[]", "hello\n"];
        let source = (name == "a.py").then_some(["a.py", "def is_valid(): ...\n"]);
        let outcomes = [["t1", "d1", r#""accepted""#], ["t2", "d2", RAISED], ["t3", "d3", RAISED]];
        let [sha256, conditions, language, status, unstable, printed] = columns;
        let row = params![name, sha256, conditions, language, status, unstable, printed];
        database.execute("insert into submission values (?, ?, ?, ?, ?, ?, ?)", row).expect("stored");
        if let Some([file, text]) = source {
            database.execute("insert into source values (?, ?, ?)", [name, file, text]).expect("stored");
        }
        for [test, digest, outcome] in outcomes {
            let row = [name, test, digest, outcome];
            database.execute("insert into outcome values (?, ?, ?, ?)", row).expect("stored");
        }
        let sealed = serde_json::to_vec(&(name, &columns, &source, &outcomes)).expect("JSON");
        let row = [format!("digest of {name}"), hex::encode(Sha256::digest(sealed))];
        database.execute("insert into meta values (?, ?)", row).expect("stored");
    }
    database.execute("update outcome set outcome = '\"rejected\"' where submission = 'c.py'", []).expect("edited");
    database.pragma_update(None, "user_version", 2).expect("a version");
    folder
}

/// The names of the tables, and the version.
fn schema(folder: &Path) -> (Vec<String>, i64) {
    let database = Connection::open(folder.join("results.sqlite")).expect("a database");
    let mut statement = database.prepare("select name from sqlite_schema order by name").expect("a statement");
    let names = statement.query_map([], |row| row.get(0)).expect("rows").map(|row| row.expect("a name")).collect();
    (names, database.query_row("pragma user_version", [], |row| row.get(0)).expect("a version"))
}

/// Reading upgrades a copy. The folder stays as it is.
#[test]
fn everything_is_kept_and_edits_are_still_noticed() {
    const NEW: &[&str] = &["meta", "proof", "source", "submission", "test_list"];
    const OLD: &[&str] = &["meta", "outcome", "source", "submission"];
    for (open, after) in [(Store::open as fn(&Path, &str) -> _, (NEW, 4)), (Store::read, (OLD, 2))] {
        let folder = earlier();
        let path = folder.path().join("results.sqlite");
        let before = fs::read(&path).expect("a file");
        for _ in 0..2 {
            let store = open(folder.path(), "toposort").expect("a store");
            let one = store.submission("a.py").expect("no fault").expect("a submission");
            let outcomes: Vec<String> = one
                .outcomes
                .iter()
                .map(|(test, digest, outcome)| format!("{test} {digest} {} {}", outcome.word(), outcome.detail()))
                .collect();
            let raised = "KeyError: 'c' (a.py:9)";
            assert_eq!(
                outcomes,
                ["t1 d1 accepted ".to_owned(), format!("t2 d2 raised {raised}"), format!("t3 d3 raised {raised}")]
            );
            assert_eq!((&*one.sha256, &*one.conditions, &*one.printed), ("aa", "bb", "hello\n"));
            assert_eq!(one.source.expect("a source").text, "def is_valid(): ...\n");
            let other = store.submission("b.py").expect("no fault").expect("a submission");
            assert_eq!((other.outcomes.len(), other.source), (3, None));
            assert_eq!(store.checked_submission("c.py").expect("no fault").expect_err("edited"), Invalid::Changed);
            assert_eq!(store.load::<u32>("kept").expect("no fault"), Some(1));
        }
        assert_eq!(fs::read(&path).expect("a file") == before, after.1 == 2, "only opening it for a run changes it");
        assert_eq!(schema(folder.path()), (after.0.iter().map(ToString::to_string).collect(), after.1));
    }
}

/// The first version had neither sources nor digests: everything is graded again.
#[test]
fn the_first_version_is_read() {
    let folder = earlier();
    let database = Connection::open(folder.path().join("results.sqlite")).expect("a database");
    database
        .execute_batch("drop table source; delete from meta where key like 'digest%'; pragma user_version = 1")
        .expect("changed");
    drop(database);
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    assert!(store.submission("a.py").expect("no fault").is_none());
    Roster::of(SandboxLevel::Full, "00", Vec::new()).save(&mut store).expect("saved");
    drop(store);
    assert_eq!(schema(folder.path()).1, 4);
}

/// The third version had no proofs. Everything else stays as it is.
#[test]
fn the_third_version_gets_a_table_of_proofs() {
    let folder = earlier();
    drop(Store::open(folder.path(), "toposort").expect("a store"));
    let database = Connection::open(folder.path().join("results.sqlite")).expect("a database");
    database.execute_batch("drop table proof; pragma user_version = 3").expect("changed");
    drop(database);
    let store = Store::open(folder.path(), "toposort").expect("a store");
    assert_eq!(store.submission("a.py").expect("no fault").expect("a submission").outcomes.len(), 3);
    assert_eq!(store.proof("a.py").expect("no fault").expect("valid"), None);
    drop(store);
    assert_eq!(schema(folder.path()).1, 4);
}

/// Tables that no release wrote are not upgraded, and nothing in the folder changes.
#[test]
fn other_tables_are_refused() {
    let folder = earlier();
    let path = folder.path().join("results.sqlite");
    Connection::open(&path).expect("a database").execute_batch("create table more (a text)").expect("changed");
    let before = fs::read(&path).expect("a file");
    assert!(Store::open(folder.path(), "toposort").is_err());
    assert_eq!(fs::read(&path).expect("a file"), before);
}
