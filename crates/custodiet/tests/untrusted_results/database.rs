//! A database that is damaged, or made to do something when it is opened: one message, nothing else.

use std::io::Write;

use super::*;

const OURS: &str = "is not a database that custodiet wrote";

/// Whatever is in the schema besides our tables, it is not even looked at.
#[test]
fn the_schema_is_exactly_ours() {
    for change in [
        "create trigger t after insert on meta begin delete from source; end",
        "create trigger t after update on submission begin delete from source; end",
        "alter table source rename to hidden; create view source as select * from hidden",
        "create view v as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n",
        "create table extra (a)",
        "create index i on submission (status)",
        "create index i on submission (length(replace(status, 'a', 'b')))",
        "create virtual table v using fts3 (a)",
        "create virtual table v using rtree (a, b, c)",
        "analyze",
        "alter table meta add column more text",
        "alter table submission drop column printed",
        "drop table source",
        "alter table source add column g text generated always as (hex(text)) virtual",
        "drop table meta; create table meta (key text primary key, value text not null)",
        "create table \"sqlite-like\" (a); drop table test_list",
    ] {
        let victim = Victim::new();
        victim.sql(change);
        let ran = victim.run(&["report", "R"]);
        assert!(ran.code == Some(2) && ran.errors.contains(OURS), "{change}: {ran:?}");
        let input = honest().join("in").display().to_string();
        let ran = victim.run(&["grade", "--no-prove", SUITE, &input, "-o", "R"]);
        assert!(ran.code == Some(2) && ran.errors.contains(OURS), "{change}: {ran:?}");
        assert!(ran.errors.contains("-o"), "a way out: {ran:?}");
    }
    let victim = Victim::new();
    victim.sql("create trigger t after insert on meta begin delete from source; end");
    victim.refused(OURS);
}

#[test]
fn versions_are_checked() {
    for (version, said) in [(99, "later release"), (-1, OURS), (0, OURS), (1, OURS)] {
        let victim = Victim::new();
        victim.database().pragma_update(None, "user_version", version).expect("changed");
        victim.refused(said);
    }
}

#[test]
fn files_that_are_not_databases_are_refused() {
    let whole = fs::read(honest().join("results/results.sqlite")).expect("a database");
    let noise: Vec<u8> = (0..50_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let mut header = whole.clone();
    header[16..40].fill(0xff);
    for bytes in
        [b"not a database ".repeat(100), noise, whole[..whole.len() / 2].to_vec(), whole[..100].to_vec(), header]
    {
        let victim = Victim::new();
        fs::write(victim.path("results/results.sqlite"), bytes).expect("written");
        victim.refused(OURS);
    }
}

/// A folder is as bad as a file of the wrong kind.
#[test]
fn a_folder_in_place_of_the_database_is_refused() {
    let victim = Victim::new();
    fs::remove_file(victim.path("results/results.sqlite")).expect("removed");
    fs::create_dir(victim.path("results/results.sqlite")).expect("a folder");
    victim.refused("`results.sqlite` in it is not a regular file");
}

/// The size that a file claims to have costs nothing to send.
#[test]
fn huge_databases_are_refused() {
    let victim = Victim::new();
    let file = File::options().append(true).open(victim.path("results/results.sqlite")).expect("a database");
    file.set_len(1 << 40).expect("sparse");
    victim.refused("larger than");
}

#[test]
fn huge_values_are_refused() {
    let victim = Victim::new();
    victim.sql("update meta set value = printf('%.*c', 70000000, '[') where key = 'setup'");
    victim.refused(OURS);
}

#[test]
fn values_of_the_wrong_form_are_refused() {
    let nested = "[".repeat(100_000);
    for (key, value) in [
        ("setup", "{}"),
        ("setup", &*nested),
        ("roll", "7"),
        ("roll", &*nested),
        ("excluded", "\"all\""),
        ("excluded", "[{\"what\": 1}]"),
        ("problem", "another"),
    ] {
        let victim = Victim::new();
        victim.database().execute("insert or replace into meta values (?, ?)", [key, value]).expect("changed");
        let ran = victim.run(&["report", "R"]);
        assert!(ran.code == Some(2) && ran.errors.len() < 2000, "{key}: {ran:?}");
    }
    let victim = Victim::new();
    victim.sql("update meta set value = cast(x'7bff7d' as text) where key = 'setup'");
    victim.refused(OURS);
}

/// The pages of a tree refer to each other so that reading it takes years.
#[test]
fn a_tree_that_never_ends_is_refused() {
    let victim = Victim::new();
    let database = victim.database();
    let long = "x".repeat(300);
    database.execute_batch("begin").expect("begun");
    for number in 0..3000 {
        let row = [&*format!("{number:04}{long}"), "[]"];
        database.execute("insert into test_list values (?, ?)", row).expect("inserted");
    }
    database.execute_batch("commit; pragma wal_checkpoint(truncate)").expect("committed");
    let root: u32 = database
        .query_row("select rootpage from sqlite_schema where name = 'test_list'", [], |row| row.get(0))
        .expect("a page");
    drop(database);
    let root = usize::try_from(root).expect("a page");
    let path = victim.path("results/results.sqlite");
    let mut bytes = fs::read(&path).expect("a database");
    let size = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let inner: Vec<usize> =
        (1..bytes.len() / size).filter(|page| bytes[page * size] == 2).map(|page| page + 1).collect();
    let word = |bytes: &[u8], at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let mut leaf = root;
    while bytes[(leaf - 1) * size] == 2 {
        leaf = usize::try_from(word(&bytes, (leaf - 1) * size + 8)).expect("a page");
    }
    let mut chain = vec![root];
    chain.extend(inner.into_iter().filter(|page| *page != root).take(17));
    assert!(chain.len() > 8, "{} inner pages", chain.len());
    for (index, page) in chain.iter().enumerate() {
        let start = (page - 1) * size;
        let next = u32::try_from(*chain.get(index + 1).unwrap_or(&leaf)).expect("a page").to_be_bytes();
        let cells = usize::from(u16::from_be_bytes([bytes[start + 3], bytes[start + 4]]));
        for cell in 0..cells {
            let at = start + 12 + 2 * cell;
            let place = start + usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
            bytes[place..place + 4].copy_from_slice(&next);
        }
        bytes[start + 8..start + 12].copy_from_slice(&next);
    }
    fs::write(&path, bytes).expect("written");
    victim.refused(OURS);
}

/// `SQLite` removes the file that an interrupted transaction names as its "super-journal" after it has been rolled back.
#[test]
fn a_journal_removes_nothing() {
    let victim = Victim::new();
    // Journals are used in this mode only.
    let database = victim.database();
    let _: String = database.query_row("pragma journal_mode = delete", [], |row| row.get(0)).expect("changed");
    drop(database);
    let size = fs::metadata(victim.path("results/results.sqlite")).expect("a database").len();
    let magic = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let mut journal = magic.to_vec();
    // No records, a nonce, the number of pages, the size of a sector, the size of a page.
    for number in [0, 7, u32::try_from(size / 4096).expect("small"), 512, 4096] {
        journal.extend(number.to_be_bytes());
    }
    journal.resize(512, 0);
    let name = victim.shown("precious.txt");
    let sum: u32 = name.bytes().map(u32::from).sum();
    journal.extend((0x4000_0000_u32 / 4096 + 1).to_be_bytes());
    journal.extend(name.as_bytes());
    journal.extend(u32::try_from(name.len()).expect("short").to_be_bytes());
    journal.extend(sum.to_be_bytes());
    journal.extend(magic);
    let mut file = File::create(victim.path("results/results.sqlite-journal")).expect("a file");
    file.write_all(&journal).expect("written");
    victim.refused("results.sqlite-journal");
}

/// The database is opened under its own name only.
#[test]
fn a_folder_with_an_odd_name_is_a_folder() {
    let victim = Victim::new();
    let odd = victim.path("file:results?mode=memory&cache=shared#");
    fs::rename(victim.path("results"), &odd).expect("renamed");
    let ran = victim.run(&["report", &odd.display().to_string()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}
