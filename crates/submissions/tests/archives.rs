//! Archives: as one submission, as many, and damaged or hostile ones.

mod common;

use common::{Disk, copied, error, gz, ok, paths, said, summary, tar, tar_gz, text_zip, zip};
use submissions::{Gathered, Note, SkipReason, SubmissionError, Warning};
use tar::EntryType::{Block, Directory, Fifo, Link, Regular, Symlink, XGlobalHeader};

/// What becomes of an archive among submissions in a folder.
fn item(name: &str, bytes: &[u8]) -> Gathered {
    let disk = Disk::of(&[("in/other.py", "other")]);
    disk.put(&format!("in/{name}"), bytes);
    let mut gathered = disk.gather(&["in"]);
    assert_eq!(gathered.submissions.iter().filter(|one| one.name == "other.py" && one.content.is_ok()).count(), 1);
    gathered.submissions.retain(|one| one.name != "other.py");
    gathered.submissions.iter_mut().for_each(|one| one.origin.clear());
    if let Ok(files) = &gathered.submissions[0].content {
        assert_eq!(copied(&gathered.submissions[0]).len(), files.paths().count());
    }
    gathered
}

fn refused(name: &str, bytes: &[u8]) -> SubmissionError {
    error(&item(name, bytes).submissions[0]).clone()
}

/// What becomes of an archive that is given itself.
fn given(name: &str, bytes: &[u8]) -> Gathered {
    let disk = Disk::of(&[]);
    disk.put(name, bytes);
    let gathered = disk.gather(&[name]);
    // Before the folder goes away.
    gathered.submissions.iter().filter(|one| one.content.is_ok()).for_each(|one| drop(copied(one)));
    gathered
}

const FILES: [(&str, &str); 3] = [("sort.py", "x = 1"), ("lib/more.py", "y = 2"), ("data.txt", "")];

#[test]
fn all_kinds_hold_the_same() {
    let entries: Vec<(&[u8], tar::EntryType, &[u8])> =
        FILES.iter().map(|(path, text)| (path.as_bytes(), Regular, text.as_bytes())).collect();
    let plain = tar(&entries);
    let packed = [
        ("a.zip", text_zip(&FILES)),
        ("a.tar.gz", gz(&plain)),
        ("a.tgz", gz(&plain)),
        ("a.tar", plain.clone()),
        ("wrong-name.zip", gz(&plain)),
        ("wrong-name.tar.gz", text_zip(&FILES)),
        ("twice.zip", zip(&[("__MACOSX/x.zip", b"no"), ("a.tar.gz", &gz(&plain))])),
        ("thrice.tgz", gz(&tar(&[(b"x/a.zip", Regular, &zip(&[("a.tar", &plain)]))]))),
    ];
    for (name, bytes) in packed {
        let gathered = item(name, &bytes);
        assert_eq!(summary(&gathered), ok(&[name]));
        assert_eq!(paths(&gathered.submissions[0]), ["data.txt", "lib/more.py", "sort.py"], "{name}");
        let hash = gathered.submissions[0].content.as_ref().expect("content").sha256().to_string();
        assert_eq!(hash, item("other.zip", &text_zip(&FILES)).submissions[0].content.as_ref().expect("it").sha256());
    }
}

#[test]
fn a_folder_that_holds_one_archive() {
    let disk = Disk::of(&[("in/moodle_1_assignsubmission_file_/.DS_Store", ""), ("in/two/a.py", "1")]);
    disk.put("in/moodle_1_assignsubmission_file_/hw.zip", &text_zip(&FILES));
    disk.put("in/two/b.zip", &text_zip(&FILES));
    let gathered = disk.gather(&["in"]);
    assert_eq!(summary(&gathered), ok(&["moodle_1_assignsubmission_file_", "two"]));
    assert_eq!(copied(&gathered.submissions[0]).len(), 3);
    assert_eq!(paths(&gathered.submissions[1]), ["a.py", "b.zip"]);
}

#[test]
fn names_of_all_kinds() {
    let files = [("a b/ü–日本.py", "1"), ("it's \"so\".py", "2"), ("new\nline.py", "3"), ("./x//y.py", "4")];
    let expected = ["a b/ü–日本.py", "it's \"so\".py", "new\nline.py", "x/y.py"];
    for (name, bytes) in [("a.zip", text_zip(&files)), ("a.tgz", tar_gz(&files))] {
        assert_eq!(paths(&item(name, &bytes).submissions[0]), expected);
    }
    let backslashes = item("a.zip", &text_zip(&[("src\\sort.py", "1")]));
    assert_eq!(paths(&backslashes.submissions[0]), ["src/sort.py"]);
    // An old character set, without the mark of UTF-8.
    let mut old = text_zip(&[("cafX.py", "1")]);
    replace(&mut old, b"cafX", b"caf\x82");
    assert_eq!(paths(&item("a.zip", &old).submissions[0]), ["café.py"]);
    let long = format!("{}/{}.py", "d".repeat(120), "f".repeat(200));
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_data(&mut common::header(b"", Regular, 1), &long, &b"1"[..]).expect("an entry");
    let gathered = item("long.tar", &builder.into_inner().expect("an archive"));
    assert_eq!(paths(&gathered.submissions[0]), [long]);
}

fn replace(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    let places: Vec<usize> = (0..bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert!(!places.is_empty());
    places.iter().for_each(|at| bytes[*at..*at + to.len()].copy_from_slice(to));
}

#[test]
fn what_leads_out_is_refused() {
    for path in ["../evil.py", "a/../../evil.py", "/etc/evil.py", "C:\\evil.py", "..\\evil.py"] {
        let error = refused("a.zip", &text_zip(&[("a.py", "1"), (path, "2")]));
        assert!(matches!(error, SubmissionError::OutsideArchive { .. }), "{path}: {error}");
    }
    for path in ["../evil.py", "a/../../evil.py", "/etc/evil.py"] {
        let error = refused("a.tgz", &tar_gz(&[("a.py", "1"), (path, "2")]));
        assert_eq!(error, SubmissionError::OutsideArchive { path: path.into() });
    }
    assert!(matches!(refused("a.tar", &tar(&[(b"caf\xe9.py", Regular, b"1")])), SubmissionError::NotUtf8 { .. }));
}

#[test]
fn links_and_devices_are_left_out() {
    let entries: [(&[u8], tar::EntryType, &[u8]); 6] = [
        (b"pax", XGlobalHeader, b"12 a=bcdefg\n"),
        (b"a.py", Regular, b"1"),
        (b"b.py", Symlink, b""),
        (b"c.py", Link, b""),
        (b"d.py", Fifo, b""),
        (b"e.py", Block, b""),
    ];
    let gathered = item("a.tar", &tar(&entries));
    assert_eq!(paths(&gathered.submissions[0]), ["a.py"]);
    let note = |path: &str, reason| Note::Skipped { path: path.into(), reason };
    let (link, special) = (SkipReason::Link, SkipReason::Special);
    let expected = [note("b.py", link), note("c.py", link), note("d.py", special), note("e.py", special)];
    assert_eq!(gathered.submissions[0].notes, expected);
    let good = std::io::Cursor::new(text_zip(&[("a.py", "1")]));
    let mut writer = zip::ZipWriter::new_append(good).expect("an archive");
    writer.add_symlink("b.py", "/etc/passwd", zip::write::SimpleFileOptions::default()).expect("a link");
    let gathered = item("a.zip", &writer.finish().expect("an archive").into_inner());
    assert_eq!(paths(&gathered.submissions[0]), ["a.py"]);
    assert_eq!(gathered.submissions[0].notes, [note("b.py", link)]);
}

#[test]
fn entries_that_clash() {
    let mut twice = text_zip(&[("a.py", "1"), ("b.py", "2"), ("c.py", "3")]);
    replace(&mut twice, b"c.py", b"a.py");
    assert_eq!(refused("a.zip", &twice), SubmissionError::Duplicate { path: "a.py".into() });
    for files in [[("a.py", "1"), ("a.py", "2")], [("a.py", "1"), ("./a.py", "1")], [("a.py", "1"), ("a.py/b.py", "1")]]
    {
        assert_eq!(refused("a.tgz", &tar_gz(&files)), SubmissionError::Duplicate { path: "a.py".into() }, "{files:?}");
    }
    assert_eq!(
        refused("a.zip", &text_zip(&[("a.py", "1"), ("a.py/b.py", "1")])),
        SubmissionError::Duplicate { path: "a.py".into() }
    );
    // The two that clash are the last ones, and a folder given twice clashes with nothing.
    let mut last = text_zip(&[("x/", ""), ("y/", ""), ("b.py", "2"), ("a.py", "1"), ("c.py", "3")]);
    replace(&mut last, b"y/", b"x/");
    assert_eq!(paths(&item("a.zip", &last).submissions[0]), ["a.py", "b.py", "c.py"]);
    replace(&mut last, b"c.py", b"a.py");
    assert_eq!(refused("a.zip", &last), SubmissionError::Duplicate { path: "a.py".into() });
    let cases = item("a.zip", &text_zip(&[("a.py", "1"), ("A.py", "2")]));
    assert_eq!(cases.submissions[0].notes, [Note::SameButCase { one: "A.py".into(), other: "a.py".into() }]);
}

#[test]
fn damaged_archives() {
    let (good_zip, good_tar) = (text_zip(&FILES), tar_gz(&FILES));
    for (name, bytes) in [
        ("empty.zip", &b""[..]),
        ("text.zip", b"not an archive"),
        ("cut.zip", &good_zip[..good_zip.len() - 30]),
        ("cut.tgz", &good_tar[..good_tar.len() / 2]),
        ("cut.tar", &tar(&[(b"a.py", Regular, b"x = 1234")])[..512 + 5]),
        ("text.tar", b"neither"),
        ("gz.tar.gz", &gz(b"x = 1")),
    ] {
        let error = refused(name, bytes);
        assert_eq!(error.kind(), "unreadable", "{name}: {error}");
    }
    let mut flipped = zip(&[("a.py", b"x = 1234567890".repeat(20).as_slice())]);
    flipped[40] ^= 0x55;
    assert_eq!(refused("flipped.zip", &flipped).kind(), "unreadable");
    assert_eq!(refused("none.zip", &zip(&[])), SubmissionError::NoFiles);
    assert_eq!(refused("junk.zip", &text_zip(&[("__MACOSX/a.py", "1")])), SubmissionError::NoFiles);
    for name in ["a.rar", "a.7z", "a.tar.xz", "a.py.gz"] {
        assert_eq!(refused(name, b"Rar!"), SubmissionError::UnsupportedArchive { archive: name.into() });
    }
}

#[test]
fn limits_of_archives() {
    let deep = |names: usize| format!("{}a.py", "d/".repeat(names - 1));
    for (names, kind) in [(16, "ok"), (17, "refused")] {
        for bytes in [text_zip(&[(&deep(names), "1")]), tar_gz(&[(&deep(names), "1")])] {
            assert_eq!(summary(&item("a.zip", &bytes)), [("a.zip".to_string(), kind)], "{names} names");
        }
    }
    let files: Vec<String> = (0..1001).map(|index| format!("{index}.py")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|name| (name.as_str(), "1")).collect();
    for (count, kind) in [(1000, "ok"), (1001, "refused")] {
        for bytes in [text_zip(&files[..count]), tar_gz(&files[..count])] {
            assert_eq!(summary(&item("a.zip", &bytes)), [("a.zip".to_string(), kind)], "{count} files");
        }
    }
}

/// Bytes changed anywhere: a submission or a error, never more.
#[test]
fn random_damage() {
    let mut random = fastrand::Rng::with_seed(5);
    let disk = Disk::of(&[]);
    let good = [text_zip(&FILES), tar_gz(&FILES), tar(&[(b"a.py", Regular, b"1"), (b"x/", Directory, b"")])];
    for round in 0..900 {
        let mut bytes = good[round % 3].clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            bytes[at] = if random.bool() { 0xff } else { random.u8(..) };
        }
        if random.u8(..4) == 0 {
            bytes.truncate(random.usize(..bytes.len()));
        }
        disk.put("in/a.zip", &bytes);
        let as_item = disk.gather(&["in"]);
        assert_eq!(as_item.submissions.len(), 1);
        if as_item.submissions[0].content.is_ok() {
            copied(&as_item.submissions[0]);
        }
        let _ = disk.try_gather(&["in/a.zip"]);
    }
}

#[test]
fn encrypted_and_otherwise_packed() {
    let good = text_zip(&[("a.py", "1")]);
    let central = good.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("a list of files");
    let mut encrypted = good.clone();
    encrypted[6] |= 1;
    encrypted[central + 8] |= 1;
    assert_eq!(refused("a.zip", &encrypted), SubmissionError::Encrypted { path: "a.py".into() });
    let mut lzma = good;
    lzma[8] = 14;
    lzma[central + 10] = 14;
    assert_eq!(refused("a.zip", &lzma), SubmissionError::UnsupportedCompression { path: "a.py".into() });
}

#[test]
fn a_given_archive_of_many() {
    let canvas = [("doejane_1_2_sort.py", "1"), ("roejo_LATE_3_4_sort-1.py", "2"), ("notes.txt", "no")];
    for (name, bytes) in [("c.zip", text_zip(&canvas)), ("c.tar.gz", tar_gz(&canvas))] {
        let gathered = given(name, &bytes);
        assert_eq!(summary(&gathered), ok(&["doejane_1_2_sort.py", "roejo_LATE_3_4_sort-1.py"]));
        assert!(matches!(&gathered.warnings[..], [Warning::Skipped { files, .. }] if files == &["notes.txt"]));
    }
    let moodle = [
        ("Ada L_1_assignsubmission_file_/sort.py", "1"),
        ("Bob_2_assignsubmission_file_/x/y/sort.py", "2"),
        ("Eve_3_assignsubmission_file_/sort.txt", "3"),
    ];
    let wrapped = moodle.map(|(path, text)| (format!("hw1/all/{path}"), text));
    let wrapped: Vec<(&str, &str)> = wrapped.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    for bytes in [text_zip(&moodle), text_zip(&wrapped), tar_gz(&wrapped)] {
        let gathered = given("m.zip", &bytes);
        let kinds: Vec<&str> = summary(&gathered).into_iter().map(|(_, kind)| kind).collect();
        assert_eq!(kinds, ["ok", "ok", "empty"]);
        assert_eq!(gathered.submissions[0].name, "Ada L_1_assignsubmission_file_");
        assert_eq!(paths(&gathered.submissions[1]), ["x/y/sort.py"]);
        assert_eq!(gathered.warnings, []);
    }
    let inner = text_zip(&[("sort.py", "1")]);
    let gathered =
        given("z.zip", &zip(&[("a.zip", &inner), ("b.tar.gz", &tar_gz(&[("sort.py", "1")])), ("c.rar", b"R")]));
    let kinds: Vec<(String, &str)> = summary(&gathered);
    assert_eq!(kinds[..2], ok(&["a.zip", "b.tar.gz"]));
    assert_eq!(kinds[2], ("c.rar".to_string(), "unreadable"));
    assert_eq!(gathered.submissions[1].same_as.as_deref(), Some("a.zip"));
}

#[test]
fn a_given_export() {
    let yaml = "submission_1:\n  :submitters:\n  - :name: Ada\nsubmission_2:\n  :submitters: []\n";
    let files = [("x_export/submission_metadata.yml", yaml), ("x_export/submission_1/a.py", "1")];
    for bytes in [text_zip(&files), tar_gz(&files)] {
        let gathered = given("export.zip", &bytes);
        let expected = [("submission_1".to_string(), "ok"), ("submission_2".to_string(), "empty")];
        assert_eq!(summary(&gathered), expected);
        assert_eq!(gathered.submissions[0].submitters[0].name.as_deref(), Some("Ada"));
        assert!(gathered.submissions[0].origin.ends_with("export.zip/x_export/submission_1"));
        assert_eq!(gathered.warnings, []);
    }
}

#[test]
fn a_given_archive_of_one() {
    for files in [
        &[("sort.py", "1"), ("lib/more.py", "2")][..],
        &[("proj/sort.py", "1"), ("proj/more.py", "2")],
        &[("a.py", "1")],
        &[("proj/src/a.py", "1")],
    ] {
        let gathered = given("ada.zip", &text_zip(files));
        assert_eq!(summary(&gathered), ok(&["ada.zip"]), "{files:?}");
        assert_eq!(paths(&gathered.submissions[0]).len(), files.len());
    }
    let gathered = given("ada.zip", &text_zip(&[("a.py", "1"), ("b.py", "2")]));
    assert!(said(&gathered)[0].contains("its 2 files are treated as one submission"), "{:?}", said(&gathered));
    let broken = given("ada.zip", b"PK\x03\x04");
    assert_eq!(summary(&broken), [("ada.zip".to_string(), "unreadable")]);
}

#[test]
fn several_given_archives_are_one_submission_each() {
    let disk = Disk::of(&[]);
    let project = [("proj/src/a.py", "1"), ("proj/test/b.py", "2")];
    disk.put("ada.zip", &text_zip(&project));
    disk.put("bob.tar.gz", &tar_gz(&project));
    let yaml = "submission_1:\n  :submitters: []\n";
    disk.put("export.zip", &text_zip(&[("submission_metadata.yml", yaml), ("submission_1/a.py", "1")]));
    assert_eq!(disk.summary(&["ada.zip"]), ok(&["ada.zip"]));
    assert_eq!(disk.summary(&["ada.zip", "bob.tar.gz", "export.zip"]), ok(&["ada.zip", "bob.tar.gz", "submission_1"]));
}

/// A file that is in an archive twice costs one submission, wherever the two are listed.
#[test]
fn one_clash_among_many() {
    let names = ["cls/ada/s.py", "cls/bob/s.py", "cls/eve/s.py", "cls/eve/t.py", "cls/ida/s.py"];
    for (from, to, clashing) in [
        ("cls/ida/s.py", "cls/ada/s.py", "ada"),
        ("cls/bob/s.py", "cls/ada/s.py", "ada"),
        ("cls/eve/t.py", "cls/eve/s.py", "eve"),
    ] {
        let mut bytes = text_zip(&names.map(|name| (name, name)));
        replace(&mut bytes, from.as_bytes(), to.as_bytes());
        let gathered = given("all.zip", &bytes);
        assert_eq!(gathered.warnings, []);
        for one in &gathered.submissions {
            let duplicate = SubmissionError::Duplicate { path: format!("cls/{clashing}/s.py") };
            let expected = if one.name == clashing { Err(&duplicate) } else { Ok(()) };
            assert_eq!(one.content.as_ref().map(drop), expected, "{}", one.name);
        }
        let left = ["ada", "bob", "eve", "ida"].into_iter().filter(|name| !from.contains(name) || *name == "eve");
        let kept: Vec<&str> = gathered.submissions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(kept, left.collect::<Vec<_>>());
    }
}

/// Nobody is affected by the name of somebody else, however long.
#[test]
fn names_that_are_too_long() {
    let long = |end: &str| format!("{}{end}", "x".repeat(300));
    let start = "x".repeat(100);
    let all = [long("1"), long("2"), start.clone(), "b".into()].map(|name| format!("cls/{name}/s.py"));
    let files: Vec<(&str, &str)> = all.iter().map(|path| (path.as_str(), path.as_str())).collect();
    for bytes in [text_zip(&files), long_tar(&files)] {
        let gathered = given("all.zip", &bytes);
        let kinds = summary(&gathered);
        assert_eq!(kinds[0], ("b".into(), "ok"));
        assert_eq!(kinds[1], (start.clone(), "ok"));
        assert_eq!(kinds.len(), 4);
        for (name, kind) in &kinds[2..] {
            assert!(*kind == "refused" && name.starts_with(&start) && name.len() < 130, "{name}: {kind}");
        }
        assert_ne!(kinds[2].0, kinds[3].0);
        let said = error(&gathered.submissions[2]).to_string();
        assert!(said.contains(&gathered.submissions[2].name) && said.len() < 300, "{said}");
        // Somebody whose folder has the name that is made up for another.
        let made_up = format!("cls/{}/s.py", kinds[2].0);
        let more = [&files[..], &[(made_up.as_str(), "another")]].concat();
        let gathered = given("all.zip", &text_zip(&more));
        let names: Vec<String> =
            summary(&gathered).into_iter().filter(|(_, kind)| *kind == "ok").map(|(name, _)| name).collect();
        assert_eq!(names, ["b".to_string(), start.clone(), kinds[2].0.clone()]);
        assert_eq!((gathered.submissions.len(), gathered.warnings), (5, vec![]));
    }
    // A file keeps its extension, or it would not count as a submission.
    let canvas = [format!("roe_3_4_{}.py", long("")), "doe_1_2_a.py".into()];
    let gathered = given("c.zip", &text_zip(&canvas.each_ref().map(|name| (name.as_str(), "1"))));
    let kinds: Vec<&str> = summary(&gathered).into_iter().map(|(_, kind)| kind).collect();
    assert_eq!((kinds, gathered.warnings), (vec!["ok", "refused"], vec![]));
}

fn long_tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, text) in files {
        let mut header = common::header(b"", Regular, text.len() as u64);
        builder.append_data(&mut header, path, text.as_bytes()).expect("an entry");
    }
    builder.into_inner().expect("an archive")
}

/// One bad submission in an archive of many touches no other.
#[test]
fn bad_ones_among_many() {
    let files = [
        ("ada/a.py", "1"),
        ("bob/a.py", "2"),
        ("bob/../../evil.py", "3"),
        ("../evil.py", "4"),
        ("eve/a.py", "5"),
        ("eve/a.py/b", "6"),
    ];
    for bytes in [text_zip(&files), tar_gz(&files)] {
        let gathered = given("all.zip", &bytes);
        let expected = [("ada", "ok"), ("bob", "refused"), ("eve", "refused")];
        assert_eq!(summary(&gathered), expected.map(|(name, kind)| (name.to_string(), kind)));
        assert!(
            said(&gathered)[0].ends_with("`../evil.py` points outside its archive; unpack it by hand"),
            "{:?}",
            said(&gathered)
        );
    }
}
