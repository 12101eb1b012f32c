//! Links in a results folder are never followed: nothing outside it is written, truncated, read or removed.

use super::*;

/// Every file that some command writes.
const WRITTEN: [&str; 9] = [
    "report.html",
    "report-share.html",
    "results.json",
    "results.csv",
    "report.json",
    "submissions.csv",
    "buckets.csv",
    "outcomes.parquet",
    "feedback/lax.py.md",
];

#[test]
fn written_files_replace_links() {
    let victim = Victim::new();
    fs::create_dir(victim.path("results/feedback")).expect("a folder");
    for name in WRITTEN {
        victim.write(&format!("targets/{name}"), "precious");
        victim.link(name, victim.path("targets").join(name));
    }
    victim.run_all(|name, ran| assert!(ran.code < Some(2), "{name}: {ran:?}"));
    for name in WRITTEN {
        assert_eq!(fs::read_to_string(victim.path("targets").join(name)).expect("there"), "precious", "{name}");
        assert!(victim.path("results").join(name).symlink_metadata().is_ok_and(|file| file.is_file()), "{name}");
    }
}

#[test]
fn grade_replaces_links() {
    let victim = Victim::new();
    let input = honest().join("in").display().to_string();
    for name in ["suite.json", "report.html", "results.csv"] {
        victim.write(&format!("targets/{name}"), "precious");
        victim.link(name, victim.path("targets").join(name));
    }
    let ran = victim.run(&["grade", "--no-prove", SUITE, &input, "-o", "R"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for name in ["suite.json", "report.html", "results.csv"] {
        assert_eq!(fs::read_to_string(victim.path("targets").join(name)).expect("there"), "precious", "{name}");
    }
}

/// A file that the user names is the user's: links are followed as before.
#[test]
fn a_page_that_the_user_names_may_be_a_link() {
    let victim = Victim::new();
    std::os::unix::fs::symlink(victim.path("page.html"), victim.path("link.html")).expect("a link");
    victim.write("page.html", "old");
    let ran = victim.run(&["report", "R", "-o", &victim.shown("link.html")]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(fs::read_to_string(victim.path("page.html")).expect("a page").len() > 1000);
    assert!(victim.path("link.html").is_symlink());
}

#[test]
fn the_lock_is_not_a_link() {
    let victim = Victim::new();
    victim.link("lock", victim.path("precious.txt"));
    victim.refused("`lock` in it is a symbolic link");
    // A link to nothing would create a file.
    victim.link("lock", victim.path("created"));
    victim.refused("`lock` in it is a symbolic link");
    assert!(!victim.path("created").exists());
    let input = honest().join("in").display().to_string();
    let ran = victim.run(&["grade", "--no-prove", SUITE, &input, "-o", "R"]);
    assert!(ran.code == Some(2) && ran.errors.contains("symbolic link"), "{ran:?}");
}

/// A second name of a file of the user: it is locked, and not emptied.
#[test]
fn the_lock_is_not_truncated() {
    let victim = Victim::new();
    fs::remove_file(victim.path("results/lock")).expect("removed");
    fs::hard_link(victim.path("precious.txt"), victim.path("results/lock")).expect("a second name");
    victim.run_all(|name, ran| assert!(ran.code < Some(2), "{name}: {ran:?}"));
    victim.untouched();
}

#[test]
fn the_database_is_not_a_link() {
    let victim = Victim::new();
    victim.copy("other");
    let before = fs::read(victim.path("other/results.sqlite")).expect("a database");
    victim.link("results.sqlite", victim.path("other/results.sqlite"));
    victim.refused("`results.sqlite` in it is a symbolic link");
    assert!(fs::read(victim.path("other/results.sqlite")).expect("a database") == before, "it was written");
}

#[test]
fn files_beside_the_database_are_not_links() {
    for name in ["results.sqlite-wal", "results.sqlite-shm", "results.sqlite-journal"] {
        let victim = Victim::new();
        victim.link(name, victim.path("precious.txt"));
        victim.refused(name);
    }
}

#[test]
fn the_suite_is_not_a_link() {
    let victim = Victim::new();
    let suite = fs::read_to_string(victim.path("results/suite.json")).expect("a suite");
    let outside = victim.write("suite.json", &suite);
    victim.link("suite.json", outside);
    victim.refused("`suite.json` in it is a symbolic link");
}

#[test]
fn the_folder_of_the_pages_is_not_a_link() {
    let victim = Victim::new();
    let home = victim.path("home");
    victim.write("home/lax.py.md", "precious");
    victim.write("home/notes.md", "precious");
    victim.link("feedback", &home);
    victim.set("feedback", &json!({ "reveal": "hints", "files": ["notes.md", "lax.py.md"] }));
    for args in [&["feedback", "R"][..], &["regrade", "R", "--exclude", "uniqueness", "--reason", "r"]] {
        let ran = victim.run(args);
        assert!(ran.code == Some(2) && ran.errors.contains("`feedback` in it is a symbolic link"), "{ran:?}");
    }
    let names: Vec<_> = fs::read_dir(&home).expect("a folder").flatten().collect();
    assert_eq!(names.len(), 2);
    for name in ["lax.py.md", "notes.md"] {
        assert_eq!(fs::read_to_string(home.join(name)).expect("there"), "precious", "{name}");
    }
}

/// The list of pages is stored. Only pages are removed.
#[test]
fn only_old_pages_are_removed() {
    let victim = Victim::new();
    for name in
        ["feedback/notes.txt", "feedback/kept", "feedback/.hidden.md", "feedback/old.py.md", "feedback/dir.md/x"]
    {
        victim.write(&format!("results/{name}"), "precious");
    }
    let files =
        ["../../precious.txt", "/etc/hostname", "notes.txt", "kept", ".hidden.md", "..", "", "dir.md", "old.py.md"];
    victim.set("feedback", &json!({ "reveal": "hints", "files": files }));
    let ran = victim.run(&["feedback", "R"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for name in ["feedback/notes.txt", "feedback/kept", "feedback/.hidden.md", "feedback/dir.md/x"] {
        assert!(victim.path("results").join(name).exists(), "{name}");
    }
    assert!(!victim.path("results/feedback/old.py.md").exists(), "the page of a submission that is gone");
    victim.untouched();
}

fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

/// Pipes have no reader and no writer: opening one would wait forever.
#[test]
fn pipes_are_not_waited_for() {
    for name in ["lock", "suite.json", "results.sqlite", "results.sqlite-wal"] {
        let victim = Victim::new();
        pipe(&victim.path("results").join(name));
        victim.refused(name);
    }
    let victim = Victim::new();
    for name in ["report.html", "results.csv", "results.json"] {
        pipe(&victim.path("results").join(name));
    }
    assert_eq!(victim.run(&["report", "R"]).code, Some(0));
}

/// `grade FILE` reads the suite of the folder, to use it again.
#[test]
fn an_endless_suite_is_not_read() {
    let victim = Victim::new();
    let input = honest().join("in").display().to_string();
    victim.link("suite.json", "/dev/zero");
    let ran = victim.run(&["grade", "--no-prove", "problems/toposort.py", &input, "-o", "R"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(victim.path("results/suite.json").symlink_metadata().is_ok_and(|file| file.is_file()));
    pipe(&victim.path("results/suite.json"));
    let ran = victim.run(&["grade", "--no-prove", "problems/toposort.py", &input, "-o", "R"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
}
