//! An interruption while proofs are written leaves nothing unfinished behind, and loses nothing.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PROBLEM: &str = "problems/toposort.py";
/// Large enough for the proofs to take some time.
const SCOPE: &str = "Vertex=7,edges=7,order=8";

const MAX_TRIES: usize = 20;

fn analyze(scope: &str, dir: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args(["analyze", PROBLEM, "--scope", scope, "--proof"])
        .arg(dir)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs")
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// Waits until a proof is being written to an unfinished folder, or the program has ended.
fn wait_for_draft(dir: &Path, child: &mut Child) {
    let is_draft = |path: &PathBuf| path.to_string_lossy().ends_with(".part") && path.join("001.cnf").exists();
    while !entries(dir).iter().any(is_draft) && child.try_wait().expect("a process").is_none() {
        sleep(Duration::from_millis(2));
    }
}

/// Sends a signal while proofs are written; returns the exit code.
fn interrupted(signal: &str, target: &Path) -> Option<i32> {
    let mut child = analyze(SCOPE, target);
    wait_for_draft(target.parent().expect("a folder"), &mut child);
    let _ = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
    child.wait().expect("an end").code()
}

#[test]
fn drafts_are_removed_and_the_old_folder_stays() {
    let dir = std::env::temp_dir().join(format!("custodiet-interrupt-{}", std::process::id()));
    fs::create_dir_all(&dir).expect("a folder");
    let target = dir.join("proof");
    for signal in ["INT", "TERM"] {
        // On a busy machine the signal may come after the end; then the folder is a new one.
        let found = (0..MAX_TRIES).find_map(|_| {
            assert!(analyze("Vertex=2,edges=1,order=2", &target).wait().expect("an end").success());
            let before = fs::read(target.join("manifest.json")).expect("a manifest");
            let code = interrupted(signal, &target);
            assert_eq!(entries(&dir), std::slice::from_ref(&target), "{signal}");
            let after = fs::read(target.join("manifest.json")).expect("a manifest");
            (code != Some(0)).then_some((code, before == after))
        });
        assert_eq!(found, Some((Some(130), true)), "{signal}");
    }
    fs::remove_dir_all(&dir).expect("a folder");
}
