//! Trouble that submissions have nothing to do with, while they are graded: a full disk, a cleaned temporary folder, too few
//! descriptors or processes, a clock that jumps, a stopped or replaced grader, a closed terminal.
//!
//! What always holds: nobody is blamed for it, the message says what to do, and the same command completes afterwards with the
//! results of an undisturbed run. Disks are mounted in a mount namespace of their own, which only root can create; for other
//! users those tests end at once.
#![cfg(target_os = "linux")]

mod folder;
#[path = "trouble/machine.rs"]
mod machine;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use folder::Folder;
use serde_json::Value as Json;

const SUITE: &str = "docs/examples/toposort-suite.json";
const RIGHT: &str = "
def is_valid(edges, order):
    position = {vertex: i for i, vertex in enumerate(order)}
    vertices = {vertex for edge in edges for vertex in edge}
    right = len(position) == len(order) and position.keys() == vertices
    return right and all(position[a] < position[b] for a, b in edges)
";

/// A class in which each submission takes a few seconds, so that there is time for trouble.
fn slow_class(name: &str) -> Folder {
    let folder = class(name);
    for number in 0..3 {
        let text = format!(
            "# {number}\nimport time\n{}",
            RIGHT.replace("    position =", "    time.sleep(0.03)\n    position =")
        );
        fs::write(folder.0.join(format!("in/s{number}.py")), text).expect("written");
    }
    folder
}

fn class(name: &str) -> Folder {
    let folder = Folder::new(name);
    for part in ["in", "tmp", "disk"] {
        fs::create_dir_all(folder.0.join(part)).expect("a folder");
    }
    for number in 0..3 {
        fs::write(folder.0.join(format!("in/s{number}.py")), format!("# {number}\n{RIGHT}")).expect("written");
    }
    folder
}

/// The arguments of `grade` for this class.
fn arguments(folder: &Folder, results: &str) -> Vec<String> {
    let text = |text: &str| text.to_owned();
    vec![
        text("grade"),
        text(SUITE),
        folder.path("in"),
        text("-o"),
        folder.path(results),
        text("--jobs"),
        text("1"),
        text("--no-prove"),
    ]
}

fn command(folder: &Folder, program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).env("TMPDIR", folder.path("tmp"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(folder: &Folder, program: &str) -> Child {
    command(folder, program).args(arguments(folder, "results")).spawn().expect("it starts")
}

fn output(child: Child) -> (Option<i32>, String) {
    text(&child.wait_with_output().expect("it ends"))
}

fn text(output: &Output) -> (Option<i32>, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

fn grade(folder: &Folder) -> (Option<i32>, String) {
    output(start(folder, env!("CARGO_BIN_EXE_custodiet")))
}

/// Waits until a worker runs a submission.
fn wait_for_worker(folder: &Folder) {
    for _ in 0..1000 {
        let areas = fs::read_dir(folder.0.join("tmp")).expect("a folder").flatten();
        let jobs = areas.flat_map(|area| fs::read_dir(area.path()).into_iter().flatten().flatten());
        if jobs.into_iter().any(|job| job.path().join("scratch").is_dir()) {
            std::thread::sleep(Duration::from_millis(300));
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no worker was started");
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

/// All submissions are correct, and nothing says otherwise.
#[track_caller]
fn is_complete(folder: &Folder, results: &str) {
    let results = folder.json(&format!("{results}/results.json"));
    let verdicts: Vec<&Json> =
        results["submissions"].as_array().expect("a list").iter().map(|one| &one["verdict"]).collect();
    assert_eq!(verdicts, ["no_mistake_found"; 3]);
    let left: Vec<_> = fs::read_dir(folder.0.join("tmp")).expect("a folder").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The same command, without trouble.
#[track_caller]
fn completes(folder: &Folder) {
    let (code, text) = grade(folder);
    assert_eq!(code, Some(0), "{text}");
    is_complete(folder, "results");
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// Runs a script with the program as its arguments. `$disk` is a folder on which it can mount something.
fn in_namespace(folder: &Folder, script: &str, results: &str) -> (Option<i32>, String) {
    let mut shell = command(folder, "unshare");
    shell.args(["-m", "sh", "-c", script, "sh", env!("CARGO_BIN_EXE_custodiet")]).args(arguments(folder, results));
    text(&shell.env("disk", folder.path("disk")).output().expect("unshare starts"))
}

#[test]
fn a_full_temporary_folder_is_nobodys_fault() {
    if !is_root() {
        return;
    }
    let folder = class("full-tmp");
    fs::remove_file(folder.0.join("in/s1.py")).expect("removed");
    fs::create_dir(folder.0.join("in/s1")).expect("a folder");
    fs::write(folder.0.join("in/s1/predicate.py"), RIGHT).expect("written");
    fs::write(folder.0.join("in/s1/data.txt"), "x".repeat(4 << 20)).expect("written");
    let script = r#"mount -t tmpfs -o size=2m none "$disk" && export TMPDIR="$disk" && exec "$@""#;
    let (code, text) = in_namespace(&folder, script, "results");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.to_lowercase().contains("no space left on device"), "{text}");
    // It used to be stored as a property of the submission, and was never tried again.
    completes(&folder);
}

#[test]
fn a_full_results_folder_loses_nothing() {
    if !is_root() {
        return;
    }
    let folder = class("full-results");
    let script = r#"mount -t tmpfs -o size=200k none "$disk" && { "$@"; echo "first: $?"; }
        mount -o remount,size=50m "$disk" && { "$@"; echo "second: $?"; cp -R "$disk/results" "$TMPDIR/../kept"; }"#;
    let (_, text) = in_namespace(&folder, script, "disk/results");
    assert!(
        text.contains("first: 3") && text.contains("the disk is full") && text.contains("free some space"),
        "{text}"
    );
    assert!(text.contains("second: 0"), "{text}");
    is_complete(&folder, "kept");
}

#[test]
fn a_read_only_results_folder_is_reported_before_anything_runs() {
    if !is_root() {
        return;
    }
    let folder = class("read-only");
    let script = r#"mount -t tmpfs -o ro none "$disk" && exec "$@""#;
    let (code, text) = in_namespace(&folder, script, "disk/results");
    assert!(code.is_some_and(|code| code > 1), "{code:?} {text}");
    assert!(text.contains("error: ") && text.contains("disk/results"), "{text}");
    let script = r#"mount -t tmpfs -o ro none "$disk" && export TMPDIR="$disk" && exec "$@""#;
    let (code, text) = in_namespace(&folder, script, "results");
    assert!(code.is_some_and(|code| code > 1), "{code:?} {text}");
    assert!(text.contains("error: ") && text.contains("/disk/"), "{text}");
    completes(&folder);
}

#[test]
fn too_few_descriptors_are_nobodys_fault() {
    for most in ["10", "16", "24", "40"] {
        let folder = class(&format!("descriptors-{most}"));
        let mut shell = command(&folder, "sh");
        shell.args(["-c", &format!("ulimit -n {most} && exec \"$@\""), "sh", env!("CARGO_BIN_EXE_custodiet")]);
        let (code, text) = text(&shell.args(arguments(&folder, "results")).output().expect("a shell"));
        assert!(code.is_some() && !text.contains("panicked"), "{code:?} {text}");
        completes(&folder);
    }
}

/// Empties the temporary folder.
fn clean(folder: &Folder) {
    for entry in fs::read_dir(folder.0.join("tmp")).expect("a folder").flatten() {
        // Something may be written to it at the same time.
        while entry.path().exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// It used to make the submission unstable: its copy was gone when tests were repeated.
#[test]
fn a_cleaned_temporary_folder_is_nobodys_fault() {
    let folder = slow_class("cleaned");
    let run = start(&folder, env!("CARGO_BIN_EXE_custodiet"));
    wait_for_worker(&folder);
    clean(&folder);
    let (code, text) = output(run);
    assert!(code.is_some_and(|code| code > 0), "{text}");
    assert!(!text.contains("unstable:") && text.contains("TMPDIR"), "{text}");
    completes(&folder);
}

#[test]
fn a_results_folder_that_is_moved_is_reported() {
    let folder = slow_class("moved");
    let run = start(&folder, env!("CARGO_BIN_EXE_custodiet"));
    wait_for_worker(&folder);
    fs::rename(folder.0.join("results"), folder.0.join("elsewhere")).expect("moved");
    let (code, text) = output(run);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("there is no folder"), "{text}");
    // What was graded is where the folder is now.
    fs::rename(folder.0.join("elsewhere"), folder.0.join("results")).expect("moved back");
    completes(&folder);
}

#[test]
fn a_grader_that_is_stopped_for_a_while_blames_nobody() {
    let folder = slow_class("stopped");
    let run = start(&folder, env!("CARGO_BIN_EXE_custodiet"));
    wait_for_worker(&folder);
    signal(&run, "-STOP");
    // Longer than a test may wait.
    std::thread::sleep(Duration::from_secs(6));
    signal(&run, "-CONT");
    let (code, text) = output(run);
    assert_eq!(code, Some(0), "{text}");
    is_complete(&folder, "results");
}

#[test]
fn a_closed_terminal_interrupts_the_run() {
    let folder = slow_class("hang-up");
    let run = start(&folder, env!("CARGO_BIN_EXE_custodiet"));
    wait_for_worker(&folder);
    signal(&run, "-HUP");
    let (code, text) = output(run);
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("run the same command again to continue"), "{text}");
    assert_eq!(fs::read_dir(folder.0.join("tmp")).expect("a folder").count(), 0);
    completes(&folder);
}

/// Workers are started from the program that runs, not from the file that has its name now.
#[test]
fn a_program_that_is_replaced_runs_to_the_end() {
    let folder = slow_class("replaced");
    let (program, other) = (folder.path("custodiet"), folder.path("other"));
    fs::copy(env!("CARGO_BIN_EXE_custodiet"), &program).expect("a copy");
    let run = start(&folder, &program);
    wait_for_worker(&folder);
    fs::write(&other, "not a program").expect("written");
    fs::rename(&other, &program).expect("replaced");
    let (code, text) = output(run);
    assert_eq!(code, Some(0), "{text}");
    is_complete(&folder, "results");
    assert!(Path::new(&program).exists());
}

/// Workers run as other users, who must be able to read what we create for them.
#[test]
fn a_strict_umask_changes_nothing() {
    let folder = class("umask");
    let mut shell = command(&folder, "sh");
    shell
        .args(["-c", r#"umask 077; exec "$@""#, "sh", env!("CARGO_BIN_EXE_custodiet")])
        .args(arguments(&folder, "kept"));
    let (code, said) = text(&shell.output().expect("a shell"));
    assert_eq!(code, Some(0), "{said}");
    is_complete(&folder, "kept");
}
