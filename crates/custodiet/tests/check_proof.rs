//! `custodiet check-proof` as people run it.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

/// A temporary folder for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-check-proof-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Proves `dedupe` in a folder `proof`.
fn prove(folder: &Folder) {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/dedupe.py"));
    let loaded = lang::load::load_file(file);
    let problem = &loaded.problem;
    let scope = lang::scope::override_bounds(problem, "Item=3,items=3,kept=3").expect("a scope");
    let mut session = decide::Session::new(problem, &scope, &decide::DecideSettings::default()).expect("a circuit");
    let analysis = decide::analyze(&mut session).expect("an analysis");
    decide::write_proofs(&session, &analysis, &folder.0.join("proof")).expect("a folder");
}

fn run(args: &[&str], folder: &Folder) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    let output = command.args(args).current_dir(&folder.0).env("NO_COLOR", "1").output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_valid_proof_is_accepted() {
    let folder = Folder::new("good");
    prove(&folder);
    let (code, text, errors) = run(&["check-proof", "proof"], &folder);
    assert_eq!((code, &*errors), (0, ""));
    assert!(text.starts_with("✓ proved: dedupe\n  scope        3 items in all, ≤ 3 items, kept ≤ 3\n"), "{text}");
    let (code, text, errors) = run(&["check-proof", "proof", "--json"], &folder);
    assert_eq!((code, &*errors), (0, ""));
    let json: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&json["proven"], &json["problem"]), (&Json::from(true), &Json::from("dedupe")));
    assert_eq!(json["scope"], "Item=3,items=3,kept=3");
}

#[test]
fn a_changed_proof_is_rejected() {
    let folder = Folder::new("changed");
    prove(&folder);
    std::fs::write(folder.0.join("proof/001.lrat"), "").expect("written");
    let (code, text, errors) = run(&["check-proof", "proof"], &folder);
    assert_eq!((code, &*errors), (1, ""));
    assert!(text.starts_with("✗ not proved: `001.lrat` was changed: ") && text.contains("\nhelp: "), "{text}");
    let (code, text, _) = run(&["check-proof", "proof", "--json"], &folder);
    let json: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &json["proven"]), (1, &Json::from(false)));
    assert_eq!((&json["kind"], &json["file"]), (&Json::from("changed"), &Json::from("001.lrat")));
}

#[test]
fn other_folders_are_incorrect_usage() {
    let folder = Folder::new("none");
    let (code, text, errors) = run(&["check-proof", "nowhere"], &folder);
    assert_eq!((code, &*text), (2, ""));
    assert!(errors.starts_with("error: cannot read the folder `nowhere`: no such folder\nhelp: "), "{errors}");
    let (code, _, errors) = run(&["check-proof", "."], &folder);
    assert!(code == 2 && errors.starts_with("error: `.` is not a proof folder: "), "{errors}");
}
