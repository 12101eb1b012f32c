//! Parts that someone else prepared: refused, without a trace.

use super::*;

#[test]
fn damaged_and_prepared_databases_are_refused() {
    for change in [
        "create trigger t after insert on meta begin delete from outcome; end",
        "drop table source",
        "pragma user_version = 0",
        "update meta set value = '7' where key = 'shard'",
        "update meta set value = '[[[[' where key = 'shard'",
        "update meta set value = replace(value, '\"shard\":[2,3]', '\"shard\":[9,3]') where key = 'shard'",
        "update meta set value = replace(value, '\"shard\":[2,3]', '\"shard\":[1,3]') where key = 'shard'",
        "update meta set value = replace(value, 'lax.py', 'fax.py') where key = 'shard'",
        "update meta set value = replace(value, '\"finished\":false', '\"finished\":true') where key = 'shard'",
    ] {
        let lab = Lab::with_parts();
        if change.contains("finished") {
            // A part that was never completed claims to be.
            lab.database("part2")
                .execute_batch("update meta set value = replace(value, '\"finished\":true', '\"finished\":false') where key = 'shard'")
                .expect("changed");
        }
        let changed = lab.database("part2").execute_batch(change);
        changed.unwrap_or_else(|error| panic!("{change}: {error}"));
        if change.contains("finished") {
            // Both edits together are the original.
            assert_eq!(lab.merge(&[]).code, Some(1));
            continue;
        }
        lab.merge_refused(&["is not a database that custodiet wrote", "help: "]);
    }
}

/// Outcomes and lists that do not belong together.
#[test]
fn edited_outcomes_are_refused() {
    for (change, said) in [
        ("update submission set answers = cast(answers || x'00' as blob)", "were changed after grading"),
        ("update submission set kinds = '[]'", "were changed after grading"),
        ("delete from submission", "are missing"),
        ("update meta set value = replace(value, '.py', '.xx') where key = 'roll'", "list of submissions"),
        ("delete from meta where key = 'roll'", "is not complete"),
        ("delete from meta where key = 'shard'", "is not a part of a class"),
    ] {
        let lab = Lab::with_parts();
        lab.database("part2").execute_batch(change).expect("changed");
        lab.merge_refused(&[said, "help: "]);
    }
}

/// A part cannot speak for a submission of another part.
#[test]
fn a_roster_of_other_submissions_is_refused() {
    let lab = Lab::with_parts();
    let roll: String = lab
        .database("part1")
        .query_row("select value from meta where key = 'roll'", [], |row| row.get(0))
        .expect("a roster");
    lab.database("part2").execute("update meta set value = ? where key = 'roll'", [roll]).expect("changed");
    lab.merge_refused(&["the list of submissions", "was changed after grading"]);
}

#[test]
fn links_are_not_followed() {
    for name in ["results.sqlite", "results.sqlite-wal", "lock"] {
        let lab = Lab::with_parts();
        fs::write(lab.path("precious"), "precious").expect("written");
        let place = lab.path("part2").join(name);
        let _ = fs::remove_file(&place);
        std::os::unix::fs::symlink(lab.path("precious"), &place).expect("a link");
        lab.merge_refused(&["is a symbolic link"]);
        assert_eq!(fs::read_to_string(lab.path("precious")).expect("still there"), "precious");
    }
    let lab = Lab::with_parts();
    fs::remove_file(lab.path("part1/suite.json")).expect("removed");
    std::os::unix::fs::symlink("/dev/zero", lab.path("part1/suite.json")).expect("a link");
    lab.merge_refused(&["is a symbolic link"]);
}

/// Merging changes nothing in the parts.
#[test]
fn parts_are_only_read() {
    let lab = Lab::with_parts();
    let database = |part: &str| fs::read(lab.path(part).join("results.sqlite")).expect("a database");
    let before = ["part1", "part2", "part3"].map(database);
    assert_eq!(lab.merge(&[]).code, Some(1));
    assert!(["part1", "part2", "part3"].map(database) == before);
}
