//! Files, folders and exports on the disk become submissions.

mod common;

use std::path::PathBuf;

use common::{Disk, computed, copied, error, ok, paths, said, summary, text_zip};
use submissions::{GatherError, GatherOptions, Note, Submission, SubmissionError, Submitter, Warning, gather};

#[test]
fn a_folder_of_files_and_folders() {
    let disk = Disk::of(&[
        ("in/submission_10.py", "x = 10"),
        ("in/submission_2.py", "x = 2"),
        ("in/ada/sort.py", "x = 1"),
        ("in/ada/more/data.txt", "data"),
        ("in/proj/proj/a.py", "x = 3"),
        ("in/README.md", "no"),
        ("in/grades.csv", "no"),
        ("in/.DS_Store", "no"),
        ("in/__MACOSX/._a.py", "no"),
        ("in/.git/config", "no"),
        ("in/Thumbs.db", "no"),
    ]);
    disk.put("in/eve.zip", &text_zip(&[("eve/sort.py", "x = 4")]));
    let gathered = disk.gather(&["in"]);
    assert_eq!(summary(&gathered), ok(&["ada", "eve.zip", "proj", "submission_2.py", "submission_10.py"]));
    let folder = disk.path("in");
    assert_eq!(gathered.warnings, [Warning::Skipped { folder: folder.clone(), files: vec!["grades.csv".into()] }]);
    assert!(said(&gathered)[0].ends_with("/grades.csv` is not a submission and was skipped"), "{:?}", said(&gathered));
    let all: Vec<Vec<&str>> = gathered.submissions.iter().map(paths).collect();
    assert_eq!(
        all,
        [
            vec!["more/data.txt", "sort.py"],
            vec!["eve/sort.py"],
            vec!["proj/a.py"],
            vec!["submission_2.py"],
            vec!["submission_10.py"]
        ]
    );
    assert_eq!(gathered.submissions[0].origin, folder.join("ada"));
    assert_eq!(gathered.submissions[3].origin, folder.join("submission_2.py"));
    assert!(gathered.submissions.iter().all(|one| one.notes.is_empty() && one.same_as.is_none()));
}

#[test]
fn ignored_inside_a_submission() {
    let disk = Disk::of(&[
        ("in/a/sort.py", "1"),
        ("in/a/__pycache__/sort.py", "no"),
        ("in/a/node_modules/x/y.py", "no"),
        ("in/a/.venv/z.py", "no"),
        ("in/a/b/desktop.ini", "no"),
    ]);
    assert_eq!(paths(&disk.gather(&["in"]).submissions[0]), ["sort.py"]);
}

#[test]
fn single_files() {
    let disk = Disk::of(&[("a.py", "1"), ("x/b.PY", "2"), ("notes.txt", "no"), ("submission_metadata.yml", "no")]);
    assert_eq!(disk.summary(&["x/b.PY", "a.py"]), ok(&["a.py", "b.PY"]));
    let gathered = disk.gather(&["a.py", "notes.txt", "submission_metadata.yml"]);
    assert_eq!(summary(&gathered), ok(&["a.py"]));
    assert!(matches!(gathered.warnings[..], [Warning::Skipped { .. }, Warning::MetadataAlone { .. }]));
}

#[test]
fn nothing_and_not_there() {
    let disk = Disk::of(&[("a.py", "1"), ("in/notes.md", "no")]);
    let missing = disk.try_gather(&["a.py", "nope", "neither"]).expect_err("an error");
    assert_eq!(missing, GatherError::NotFound(vec![disk.path("nope"), disk.path("neither")]));
    let nothing = disk.try_gather(&["in"]).expect_err("an error");
    let text = nothing.to_string();
    assert!(text.starts_with("no submissions in `") && text.contains("looked for .py files"), "{text}");
    assert!(text.ends_with("/notes.md` is not a submission and was skipped"), "{text}");
}

#[test]
fn empty_submissions_are_reported() {
    let disk = Disk::of(&[
        ("in/a/", ""),
        ("in/b/notes.txt", "x"),
        ("in/c.py", ""),
        ("in/d/x.py", " \n\t"),
        ("in/d/y.py", ""),
        ("in/e/x.py", ""),
        ("in/e/y.py", "1"),
        ("in/f/.hidden.py", "1"),
    ]);
    disk.put("in/g.py", b"\xff\xfe \0\n\0");
    disk.put("in/h.py", b"\xff\xfex\0\n\0");
    let gathered = disk.gather(&["in"]);
    let kinds: Vec<&str> = summary(&gathered).into_iter().map(|(_, kind)| kind).collect();
    assert_eq!(kinds, ["empty", "empty", "empty", "empty", "ok", "empty", "empty", "ok"]);
    let one = |index: usize| error(&gathered.submissions[index]);
    assert_eq!(*one(0), SubmissionError::NoFiles);
    assert_eq!(one(1).to_string(), "empty: it contains no .py file, only `notes.txt`");
    assert_eq!(one(3).to_string(), "empty: `x.py` and `y.py` contain only white space");
    assert_eq!(*one(5), SubmissionError::NoFiles);
}

#[test]
fn copies_are_byte_for_byte() {
    let disk = Disk::of(&[]);
    let contents: [&[u8]; 4] = [b"\xff\xfex\0=\x001\0", b"\xef\xbb\xbfx = 1\r\n", b"\xff\x00\x80", b"x = 1\n"];
    for (index, content) in contents.iter().enumerate() {
        disk.put(&format!("in/s/{index}/a.py"), content);
    }
    let gathered = disk.gather(&["in"]);
    let copy = copied(&gathered.submissions[0]);
    let expected: Vec<(String, Vec<u8>)> =
        contents.iter().enumerate().map(|(index, content)| (format!("{index}/a.py"), content.to_vec())).collect();
    assert_eq!(copy, expected);
}

#[test]
fn names_of_all_kinds() {
    let names =
        ["a b.py", "ü–日本.py", "it's \"so\".py", "new\nline.py", "`tick`.py", "-rf.py", "back\\slash.py", "a..py"];
    let disk = Disk::of(&[]);
    for name in names {
        disk.put(&format!("in/{name}"), name.as_bytes());
        disk.put(&format!("in/folder {name}/{name}"), b"of folder");
    }
    let gathered = disk.gather(&["in"]);
    for name in names {
        let one = gathered.submissions.iter().find(|one| one.name == name).expect("a submission");
        assert_eq!(copied(one), [(name.to_string(), name.as_bytes().to_vec())]);
        let folder = format!("folder {name}");
        let one = gathered.submissions.iter().find(|one| one.name == folder).expect("a submission");
        assert_eq!(copied(one), [(name.to_string(), b"of folder".to_vec())]);
    }
    assert_eq!(gathered.submissions.len(), 2 * names.len());
}

#[test]
fn duplicates_are_marked_with_whose() {
    let disk = Disk::of(&[
        ("in/a.py", "x = 1"),
        ("in/b.py", "x = 2"),
        ("in/c/sort.py", "x = 1"),
        ("in/c/README.md", "mine"),
        ("in/d/a.py", "x = 1"),
        ("in/d/b.py", "x = 2"),
        ("in/e/empty.py", ""),
        ("in/f/empty.py", ""),
    ]);
    let gathered = disk.gather(&["in"]);
    let same: Vec<Option<&str>> = gathered.submissions.iter().map(|one| one.same_as.as_deref()).collect();
    assert_eq!(same, [None, None, Some("a.py"), None, None, None]);
}

#[test]
fn hashes_stay_the_same_until_something_changes() {
    let disk = Disk::of(&[("in/a/x.py", "1"), ("in/a/y.py", "2"), ("in/b/y.py", "2"), ("in/b/x.py", "1")]);
    disk.put("in/c.zip", &text_zip(&[("y.py", "2"), ("x.py", "1")]));
    let hashes = || -> Vec<String> {
        let gathered = disk.gather(&["in"]);
        gathered.submissions.iter().map(|one| one.content.as_ref().expect("content").sha256().into()).collect()
    };
    let before = hashes();
    assert!(before[0] == before[1] && before[0] == before[2] && before[0].len() == 64);
    disk.put("in/a/data.txt", b"");
    let after = hashes();
    assert!(before[0] != after[0] && before[1] == after[1]);
}

#[test]
fn a_change_between_listing_and_copying_is_reported() {
    let disk = Disk::of(&[("in/a.py", "1"), ("in/b.py", "2"), ("in/c.py", "3"), ("in/d.py", "4")]);
    let gathered = disk.gather(&["in"]);
    disk.put("in/a.py", b"other");
    std::fs::remove_file(disk.path("in/b.py")).expect("removed");
    let copy = |index: usize| gathered.submissions[index].copy_to(&disk.path("copy"));
    assert_eq!(copy(0), Err(SubmissionError::Changed));
    assert!(matches!(copy(1), Err(SubmissionError::Unreadable { .. })));
    assert_eq!(copy(2), Ok(vec![PathBuf::from("c.py")]));
    let grown = std::fs::OpenOptions::new().write(true).open(disk.path("in/d.py")).expect("a file");
    grown.set_len(1 << 26).expect("grown");
    assert_eq!(copy(3), Err(SubmissionError::TooLarge { limit: 16 << 20 }));
    let again = copy(2).expect_err("nothing is overwritten");
    assert_eq!(again.kind(), "not_copied");
}

#[test]
fn equal_names_carry_their_folders() {
    let disk = Disk::of(&[("x/a.py", "1"), ("y/a.py", "2"), ("y/b.py", "3")]);
    let gathered = disk.gather(&["x", "y", "y/b.py"]);
    assert_eq!(summary(&gathered), ok(&["b.py", "x/a.py", "y/a.py"]));
    assert_eq!(gathered.submissions[1].notes, [Note::Renamed { from: "a.py".into() }]);
    let renamed = Warning::Renamed { from: "a.py".into(), to: vec!["x/a.py".into(), "y/a.py".into()] };
    assert_eq!(gathered.warnings, [Warning::GivenTwice { origin: disk.path("y/b.py") }, renamed]);
    assert_eq!(copied(&gathered.submissions[1]), [("a.py".to_string(), b"1".to_vec())]);
}

#[test]
fn paths_with_dots() {
    let disk = Disk::of(&[("x/a.py", "1"), ("y/b.py", "1")]);
    assert_eq!(disk.summary(&["x/../x/.", "x/../y/b.py"]), ok(&["a.py", "b.py"]));
    assert_eq!(disk.gather(&["x", "x/../x"]).warnings.len(), 1);
}

const EXPORT: &str = "---
submission_2:
  :submitters:
  - :name: Ada Lovelace
    :sid: '007'
    :email: ada@example.edu
  - :name: Alan Turing
    :sid: '008'
    :email:
  :score: 1.0
submission_10:
  :submitters:
  - :name: Grace Hopper
    :sid: 9
  :results: {tests: [{name: x, score: 1}]}
submission_11:
  :submitters:
  - :name: Nobody
report.pdf:
  :submitters:
  - :name: Pete
";

fn export() -> Disk {
    Disk::of(&[
        ("in/submission_metadata.yml", EXPORT),
        ("in/submission_2/sort.py", "1"),
        ("in/submission_10/sort.py", "2"),
        ("in/submission_30/sort.py", "3"),
        ("in/report.pdf", "pdf"),
        ("in/other.pdf", "pdf"),
    ])
}

#[test]
fn a_gradescope_export() {
    let gathered = export().gather(&["in"]);
    let expected: Vec<(String, &str)> = [
        ("report.pdf", "empty"),
        ("submission_2", "ok"),
        ("submission_10", "ok"),
        ("submission_11", "empty"),
        ("submission_30", "ok"),
    ]
    .map(|(name, kind)| (name.to_string(), kind))
    .into();
    assert_eq!(summary(&gathered), expected);
    let who = |name: &str, sid: &str, email: &str| Submitter {
        name: Some(name.into()),
        sid: (!sid.is_empty()).then(|| sid.into()),
        email: (!email.is_empty()).then(|| email.into()),
    };
    let submitters: Vec<&[Submitter]> = gathered.submissions.iter().map(|one| one.submitters.as_slice()).collect();
    assert_eq!(submitters[0], [who("Pete", "", "")]);
    assert_eq!(submitters[1], [who("Ada Lovelace", "007", "ada@example.edu"), who("Alan Turing", "008", "")]);
    assert_eq!(submitters[2], [who("Grace Hopper", "9", "")]);
    assert_eq!(submitters[3], [who("Nobody", "", "")]);
    assert!(submitters[4].is_empty());
    assert_eq!(*error(&gathered.submissions[3]), SubmissionError::Missing);
    assert!(matches!(&gathered.warnings[..], [Warning::Skipped { files, .. }] if files == &["other.pdf"]));
}

#[test]
fn an_export_in_a_folder_of_its_own() {
    let disk = export();
    std::fs::create_dir(disk.path("out")).expect("a folder");
    std::fs::rename(disk.path("in"), disk.path("out/assignment_1_export")).expect("moved");
    let gathered = disk.gather(&["out"]);
    assert_eq!(gathered.submissions.len(), 5);
    assert_eq!(gathered.submissions[1].origin, disk.path("out/assignment_1_export/submission_2"));
    assert_eq!(gathered.submissions[1].submitters.len(), 2);
}

#[test]
fn corrupt_metadata_is_a_warning() {
    let disk = export();
    disk.put("in/submission_metadata.yml", b"submission_2: [");
    let gathered = disk.gather(&["in"]);
    assert_eq!(summary(&gathered), ok(&["submission_2", "submission_10", "submission_30"]));
    assert!(gathered.submissions.iter().all(|one| one.submitters.is_empty()));
    assert!(matches!(gathered.warnings[..], [Warning::Metadata { .. }, Warning::Skipped { .. }]));
    assert!(said(&gathered)[0].contains("not valid YAML: line 2, column 1"), "{:?}", said(&gathered));
}

#[test]
fn a_single_folder_is_reported() {
    let disk = Disk::of(&[("in/hw1/ada.py", "1"), ("in/hw1/bob.py", "2"), ("one/ada/a.py", "1")]);
    let gathered = disk.gather(&["in"]);
    assert_eq!(summary(&gathered), ok(&["hw1"]));
    assert_eq!(gathered.warnings, [Warning::OneFolder { folder: disk.path("in/hw1") }]);
    assert_eq!(disk.gather(&["one"]).warnings, []);
}

#[test]
fn files_of_one_person_from_canvas() {
    let files = [
        ("doejane_12345_1_sort.py", "from helper import x"),
        ("doejane_12345_2_helper-1.py", "x = 1"),
        ("doejane_12345_3_notes.txt", "mine"),
        ("roeada_LATE_7_4_sort.py", "x = 2"),
        ("wubob_8_5_sort.py", "x = 3"),
        ("wubob_8_6_all.zip", "no archive"),
        ("README.md", "no"),
    ];
    let disk = Disk::of(&files.map(|(name, text)| (format!("in/{name}").leak() as &str, text)));
    disk.put("all.zip", &text_zip(&files));
    for path in ["in", "all.zip"] {
        let gathered = disk.gather(&[path]);
        let names = ["doejane_12345", "roeada_LATE_7_4_sort.py", "wubob_8_5_sort.py", "wubob_8_6_all.zip"];
        let found: Vec<&str> = gathered.submissions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(found, names, "{path}");
        assert_eq!(paths(&gathered.submissions[0]), ["helper.py", "notes.txt", "sort.py"], "{path}");
        assert_eq!(copied(&gathered.submissions[0])[0], ("helper.py".to_owned(), b"x = 1".to_vec()), "{path}");
        assert_eq!(gathered.warnings, [], "{path}");
    }
    // Where names would be the same, nothing is taken from them.
    let disk =
        Disk::of(&[("in/a_1_2_x-1.py", "1"), ("in/a_1_3_x.py", "2"), ("in/b_1_2_x.py", "1"), ("in/b_1_3_x.py", "2")]);
    let gathered = disk.gather(&["in"]);
    assert_eq!(paths(&gathered.submissions[0]), ["x-1.py", "x.py"]);
    assert_eq!(paths(&gathered.submissions[1]), ["b_1_2_x.py", "b_1_3_x.py"]);
}

#[test]
fn a_project_is_one_submission() {
    let two = [("src/sort.py", "1"), ("test/test_sort.py", "2"), ("README.md", "no")];
    let described = [("sorting/sort.py", "1"), ("tests/test_sort.py", "2"), ("pyproject.toml", "[project]")];
    for files in [two, described] {
        let disk = Disk::of(&files.map(|(name, text)| (format!("ada/{name}").leak() as &str, text)));
        disk.put("bob.zip", &text_zip(&files));
        disk.put("eve.zip", &text_zip(&files.map(|(name, text)| (format!("eve-main/{name}").leak() as &str, text))));
        for (path, name) in [("ada", "ada"), ("bob.zip", "bob.zip"), ("eve.zip", "eve.zip")] {
            let gathered = disk.gather(&[path]);
            assert_eq!(summary(&gathered), ok(&[name]));
            assert_eq!((paths(&gathered.submissions[0]).len(), gathered.warnings.len()), (3, 0), "{path}");
        }
    }
    let disk = Disk::of(&[("in/ada/sort.py", "1"), ("in/bob/sort.py", "2"), ("in/pyproject.toml", "[project]")]);
    assert_eq!(disk.summary(&["in"]), ok(&["ada", "bob"]));
}

#[test]
fn other_languages() {
    let disk =
        Disk::of(&[("in/a.py", "1"), ("in/b.arr", "1"), ("in/c.d.ts", "1"), ("in/arr", "1"), ("in/x.notarr", "1")]);
    let options = GatherOptions::new([".ARR", "d.ts"]);
    let gathered = gather(&[disk.path("in")], &options).expect("submissions");
    assert_eq!(summary(&gathered), ok(&["b.arr", "c.d.ts"]));
}

#[test]
fn a_thousand_submissions() {
    let disk = Disk::of(&[]);
    for index in 0..1000 {
        disk.put(&format!("in/submission_{index}/sort.py"), format!("x = {index}\n").repeat(500).as_bytes());
        disk.put(&format!("in/submission_{index}/lib/more.py"), b"y = 2");
    }
    let start = computed();
    let gathered = disk.gather(&["in"]);
    let took = computed().saturating_sub(start);
    assert_eq!(gathered.submissions.len(), 1000);
    let in_order =
        gathered.submissions.iter().enumerate().all(|(index, one)| one.name == format!("submission_{index}"));
    assert!(in_order);
    assert!(took.as_secs() < 5, "took {took:?}");
}

#[test]
fn submissions_can_be_sent_to_threads() {
    fn needs<T: Send + Sync + Clone>() {}
    needs::<Submission>();
}

#[test]
fn a_folder_may_hold_more_submissions_than_an_archive() {
    let disk = Disk::of(&[("class/s0.py", "")]);
    for number in 1..66_000 {
        std::fs::write(disk.path(&format!("class/s{number}.py")), "1").expect("a file is written");
    }
    let gathered = disk.gather(&["class"]);
    assert_eq!(gathered.submissions.len(), 66_000);
    assert!(gathered.warnings.is_empty());
}
