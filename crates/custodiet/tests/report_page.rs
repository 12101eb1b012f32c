//! `report` as people use it: which files it writes, where, and what it says to machines.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

struct Folder(PathBuf);

impl Folder {
    /// Two submissions, graded.
    fn graded(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-report-{}-{name}", std::process::id()));
        let folder = Self(path);
        let handed_in = folder.0.join("handed-in");
        std::fs::create_dir_all(&handed_in).expect("a folder");
        for name in ["accepts_duplicates.py", "right_positions.py"] {
            let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../submissions/toposort").join(name);
            std::fs::copy(sample, handed_in.join(name)).expect("copied");
        }
        let suite = "docs/examples/toposort-suite.json";
        let graded = folder.run(&["grade", suite, &folder.path("handed-in"), "-o", &folder.path("results")]);
        assert!(graded.0 <= 1, "{graded:?}");
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file")
    }

    /// Exit code, output, errors.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        let output = command.args(args).current_dir(root).env("NO_COLOR", "1").output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_page_and_json_are_written_and_named() {
    let folder = Folder::graded("written");
    let (code, said, _) = folder.run(&["report", &folder.path("results")]);
    assert_eq!(code, 0);
    for name in ["results/report.html", "results/report.json"] {
        assert!(said.contains(&folder.path(name)), "{said}");
    }
    let page = folder.read("results/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("accepts_duplicates.py"));
    assert!(page.contains("misses UNIQUENESS") && page.contains("no mistake found by 82 tests"));
    // The same results give the same bytes.
    folder.run(&["report", &folder.path("results"), "-o", &folder.path("again.html")]);
    assert!(page == folder.read("again.html"));
}

#[test]
fn the_summary_is_json() {
    let folder = Folder::graded("summary");
    let (code, said, _) = folder.run(&["report", &folder.path("results"), "--json"]);
    let said: Json = serde_json::from_str(&said).expect("JSON");
    assert_eq!(code, 0);
    assert_eq!((&said["summary"]["submissions"], &said["summary"]["too_lax"]), (&2.into(), &1.into()));
    assert_eq!(said["subproperties"][2]["errors"]["missed"]["all"], 1);
    assert_eq!(said["files"][0], folder.path("results/report.html"));
}

#[test]
fn the_page_for_the_class_is_another_file() {
    let folder = Folder::graded("shared");
    let (code, said, _) = folder.run(&["report", &folder.path("results"), "--share"]);
    assert_eq!((code, said), (0, folder.path("results/report-share.html") + "\n"));
    let page = folder.read("results/report-share.html");
    assert!(page.contains("submission 2") && page.contains("misses UNIQUENESS"));
    assert!(!page.contains("accepts_duplicates") && !page.contains("def is_valid"));
    assert!(!folder.0.join("results/report.html").exists());
}

#[test]
fn what_cannot_be_written_is_said_first() {
    let folder = Folder::graded("refused");
    let (code, said, why) = folder.run(&["report", &folder.path("results"), "-o", &folder.path("no/such/page.html")]);
    assert_eq!((code, &*said), (2, ""));
    assert!(why.contains("there is no folder") && why.contains("mkdir -p"), "{why}");
    let (code, _, why) = folder.run(&["report", &folder.path("handed-in")]);
    assert!(code == 2 && why.contains("there are no results in"), "{why}");
}
