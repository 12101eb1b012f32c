//! Links, special files, invalid names, missing permissions: reported, never followed, never waited for.

#![cfg(unix)]

mod common;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

use common::{Disk, copied, error, ok, paths, summary};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use submissions::{GatherError, Note, SkipReason, SubmissionError};

fn fifo(disk: &Disk, path: &str) {
    mknodat(CWD, disk.path(path), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
}

#[test]
fn links_are_not_followed() {
    let disk = Disk::of(&[("secret.py", "key"), ("folder/x.py", "key"), ("in/a/a.py", "1")]);
    symlink(disk.path("secret.py"), disk.path("in/a/b.py")).expect("a link");
    symlink(disk.path("folder"), disk.path("in/a/sub")).expect("a link");
    symlink("a.py", disk.path("in/a/inner.py")).expect("a link");
    symlink(disk.path("secret.py"), disk.path("in/link.py")).expect("a link");
    symlink(disk.path("folder"), disk.path("in/linked")).expect("a link");
    symlink(disk.path("nowhere"), disk.path("in/broken.zip")).expect("a link");
    symlink(disk.path("secret.py"), disk.path("in/notes.txt")).expect("a link");
    let gathered = disk.gather(&["in"]);
    let refused = |name: &str| (name.to_string(), "refused");
    let expected = [("a".to_string(), "ok"), refused("broken.zip"), refused("link.py"), refused("linked")];
    assert_eq!(summary(&gathered), expected);
    assert_eq!(*error(&gathered.submissions[2]), SubmissionError::Symlink { path: "link.py".into() });
    let skipped = |path: &str| Note::Skipped { path: path.into(), reason: SkipReason::Link };
    assert_eq!(gathered.submissions[0].notes, [skipped("b.py"), skipped("inner.py"), skipped("sub")]);
    assert_eq!(copied(&gathered.submissions[0]), [("a.py".to_string(), b"1".to_vec())]);
}

#[test]
fn a_given_link_is_followed() {
    let disk = Disk::of(&[("folder/x.py", "1")]);
    symlink(disk.path("folder"), disk.path("current")).expect("a link");
    symlink(disk.path("folder/x.py"), disk.path("y.py")).expect("a link");
    assert_eq!(disk.summary(&["current"]), ok(&["x.py"]));
    assert_eq!(disk.summary(&["y.py"]), ok(&["y.py"]));
    symlink(disk.path("nowhere"), disk.path("broken")).expect("a link");
    assert!(matches!(disk.try_gather(&["broken"]), Err(GatherError::NoSubmissions { .. })));
}

#[test]
fn a_link_put_there_later_is_not_followed() {
    let disk = Disk::of(&[("secret.py", "1"), ("in/a.py", "1")]);
    let gathered = disk.gather(&["in"]);
    fs::remove_file(disk.path("in/a.py")).expect("removed");
    symlink(disk.path("secret.py"), disk.path("in/a.py")).expect("a link");
    assert!(matches!(gathered.submissions[0].copy_to(&disk.path("copy")), Err(SubmissionError::Unreadable { .. })));
}

#[test]
fn pipes_and_sockets_do_not_block() {
    let disk = Disk::of(&[("in/a/a.py", "1")]);
    fifo(&disk, "in/a/pipe.py");
    fifo(&disk, "in/pipe.py");
    let _socket = UnixListener::bind(disk.path("in/a/s.py")).expect("a socket");
    let gathered = disk.gather(&["in"]);
    assert_eq!(summary(&gathered), [("a".to_string(), "ok"), ("pipe.py".to_string(), "refused")]);
    assert_eq!(paths(&gathered.submissions[0]), ["a.py"]);
    assert_eq!(gathered.submissions[0].notes.len(), 2);
    assert_eq!(disk.summary(&["in/pipe.py"]), [("pipe.py".to_string(), "refused")]);
    fs::remove_file(disk.path("in/a/a.py")).expect("removed");
    fifo(&disk, "in/a/a.py");
    assert!(matches!(gathered.submissions[0].copy_to(&disk.path("copy")), Err(SubmissionError::Unreadable { .. })));
}

#[test]
fn names_that_are_not_utf8() {
    let disk = Disk::of(&[("in/ok/a.py", "1"), ("in/inner/a.py", "1")]);
    fs::write(disk.path("in").join(OsStr::from_bytes(b"caf\xe9.py")), "1").expect("a file");
    fs::write(disk.path("in/inner").join(OsStr::from_bytes(b"\xff.txt")), "1").expect("a file");
    let gathered = disk.gather(&["in"]);
    let unreadable = |name: &str| (name.to_string(), "unreadable");
    assert_eq!(summary(&gathered), [unreadable("caf\u{fffd}.py"), unreadable("inner"), ("ok".to_string(), "ok")]);
    assert_eq!(*error(&gathered.submissions[1]), SubmissionError::NotUtf8 { path: "\u{fffd}.txt".into() });
}

/// A user who may read everything lacks no permission; then the submissions are fine.
#[test]
fn missing_permissions() {
    let disk = Disk::of(&[("in/a.py", "1"), ("in/b/x.py", "1"), ("in/c.py", "1")]);
    for path in ["in/a.py", "in/b"] {
        fs::set_permissions(disk.path(path), fs::Permissions::from_mode(0o000)).expect("set");
    }
    let readable = fs::File::open(disk.path("in/a.py")).is_ok();
    let kind = if readable { "ok" } else { "unreadable" };
    let expected = [("a.py".to_string(), kind), ("b".to_string(), kind), ("c.py".to_string(), "ok")];
    let seen = disk.summary(&["in"]);
    fs::set_permissions(disk.path("in/b"), fs::Permissions::from_mode(0o755)).expect("set");
    assert_eq!(seen, expected);
}

#[test]
fn limits_of_folders() {
    let disk = Disk::of(&[("in/deep/a.py", "1"), ("in/fine/a.py", "1"), ("in/sparse.py", "1"), ("in/wide/a.py", "1")]);
    disk.put(&format!("in/deep/{}a.py", "d/".repeat(16)), b"1");
    disk.put(&format!("in/fine/{}a.py", "d/".repeat(15)), b"1");
    fs::File::create(disk.path("in/sparse.py")).and_then(|file| file.set_len(1 << 40)).expect("a file");
    for index in 0..1000 {
        disk.put(&format!("in/wide/{index}.txt"), b"");
    }
    let gathered = disk.gather(&["in"]);
    let expected = [("deep", "refused"), ("fine", "ok"), ("sparse.py", "refused"), ("wide", "refused")];
    assert_eq!(summary(&gathered), expected.map(|(name, kind)| (name.to_string(), kind)));
    assert!(matches!(error(&gathered.submissions[0]), SubmissionError::TooDeep { limit: 16, .. }));
    assert_eq!(
        error(&gathered.submissions[2]).to_string(),
        "refused: it is larger than 16 MiB; remove what the program does not need"
    );
    assert_eq!(*error(&gathered.submissions[3]), SubmissionError::TooManyFiles { limit: 1000 });
}
