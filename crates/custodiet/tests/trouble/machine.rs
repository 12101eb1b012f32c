//! A machine that misbehaves: its clock jumps, it has no processes left, it kills our helpers, its results folder is read-only.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::*;

/// Makes the wall clock of the grader jump by hours, back and forth, at every look. Other clocks run as usual.
const JUMPING_CLOCK: &str = r"
#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_int looks;
static long jump(void) { return (long[]){0, 7200, -10800, 86400, -90000}[atomic_fetch_add(&looks, 1) % 5]; }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && clock == CLOCK_REALTIME) now->tv_sec += jump();
    return failed;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}
";

/// The library, or `None` on a machine without a C compiler.
fn jumping_clock(folder: &Folder) -> Option<String> {
    let (source, library) = (folder.path("clock.c"), folder.path("clock.so"));
    fs::write(&source, JUMPING_CLOCK).expect("written");
    let compiler = Command::new("cc").args(["-shared", "-fPIC", "-o", &library, &source]).output().ok()?;
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
    Some(library)
}

#[test]
fn a_clock_that_jumps_changes_no_outcome() {
    let folder = class("clock");
    // One that is wrong, one that takes its time, and one that never ends.
    fs::write(folder.0.join("in/lax.py"), "def is_valid(edges, order):\n    return True\n").expect("written");
    let slow = RIGHT.replace("    position =", "    for _ in range(200_000): pass\n    position =");
    fs::write(folder.0.join("in/slow.py"), slow).expect("written");
    let endless = "def is_valid(edges, order):\n    while len(order) > 3: pass\n    return True\n";
    fs::write(folder.0.join("in/endless.py"), endless).expect("written");
    let Some(clock) = jumping_clock(&folder) else { return };
    let code = "import time; print(any(abs(time.time() - time.time()) > 3000 for _ in range(5)))";
    let (_, jumps) =
        text(&command(&folder, "python3").args(["-c", code]).env("LD_PRELOAD", &clock).output().expect("it runs"));
    assert_eq!(jumps.trim(), "True", "the clock does not jump");
    let (code, said) = grade(&folder);
    assert_eq!(code, Some(1), "{said}");
    for turn in 0..2 {
        let results = format!("jumping{turn}");
        let mut run = command(&folder, env!("CARGO_BIN_EXE_custodiet"));
        run.args(arguments(&folder, &results)).env("LD_PRELOAD", &clock);
        let (code, said) = text(&run.output().expect("it runs"));
        assert_eq!(code, Some(1), "{said}");
        for file in ["results.json", "results.csv"] {
            let read = |results: &str| fs::read_to_string(folder.0.join(results).join(file)).expect("a file");
            assert_eq!(read(&results), read("results"), "{file}");
        }
    }
    assert_eq!(fs::read_dir(folder.0.join("tmp")).expect("a folder").count(), 0);
}

/// The user that has few processes. Root has no limit, so the tests of root use another user.
const USER: &str = "64321";

/// Runs the program as a user who may have this many processes and threads. `None` if that is impossible here.
fn with_few_processes(folder: &Folder, most: u32) -> Option<(Option<i32>, String)> {
    let mut run = command(folder, "prlimit");
    run.arg(format!("--nproc={most}:{most}"));
    if is_root() {
        run.args(["setpriv", &format!("--reuid={USER}"), &format!("--regid={USER}"), "--clear-groups"]);
    }
    let mut arguments = arguments(folder, "results");
    arguments[1] = folder.path("suite.json");
    run.current_dir(&folder.0).arg(folder.path("custodiet")).args(arguments);
    Some(text(&run.output().ok()?))
}

/// What another user may not reach is not a test of anything.
fn can_be_reached(folder: &Folder) -> bool {
    let mut run = Command::new("setpriv");
    run.args([&format!("--reuid={USER}"), &format!("--regid={USER}"), "--clear-groups", "--", "test", "-r"]);
    !is_root() || run.arg(folder.path("suite.json")).status().is_ok_and(|status| status.success())
}

#[test]
fn too_few_processes_are_nobodys_fault() {
    let folder = class("processes");
    fs::copy(env!("CARGO_BIN_EXE_custodiet"), folder.0.join("custodiet")).expect("a copy");
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(SUITE);
    fs::copy(suite, folder.0.join("suite.json")).expect("a copy");
    if is_root() {
        let changed = Command::new("chown").args(["-R", USER]).arg(&folder.0).status();
        assert!(changed.is_ok_and(|status| status.success()));
    }
    if !can_be_reached(&folder) {
        return;
    }
    let mut failed = 0;
    // From none at all to some that are enough for a part of the work. Other programs of the same user count, too.
    for most in [1, 2, 3, 4, 6, 8, 12] {
        let Some((code, said)) = with_few_processes(&folder, most) else { return };
        assert!(code.is_some() && !said.contains("panicked"), "{most}: {code:?} {said}");
        if code != Some(0) {
            failed += 1;
            assert!(said.contains("error: ") || said.contains("could not run"), "{most}: {said}");
        }
        let blamed = ["unstable", "timed out", "crashed", "out of memory", "mistake:"];
        assert!(!blamed.iter().any(|word| said.contains(word)), "{most}: {said}");
    }
    assert!(failed > 0, "one process was enough");
    let (code, said) = with_few_processes(&folder, 4000).expect("it runs");
    assert_eq!(code, Some(0), "{said}");
    is_complete(&folder, "results");
}

/// Processes below another one.
fn descendants(of: u32) -> Vec<u32> {
    let listed = Command::new("ps").args(["-e", "-o", "pid=,ppid="]).output().expect("ps");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let all: Vec<(u32, u32)> = listed
        .lines()
        .filter_map(|line| {
            let mut numbers = line.split_whitespace().map(|number| number.parse().ok());
            Some((numbers.next()??, numbers.next()??))
        })
        .collect();
    let mut found = vec![of];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(all.iter().filter(|(_, other)| *other == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}

/// Whether a process is a fork server; its workers have the same command line.
fn is_server(pid: u32) -> bool {
    let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&command).contains("--fork-server")
}

/// As a machine without memory would do. A worker whose server is gone has not crashed.
#[test]
fn a_fork_server_that_is_killed_is_nobodys_fault() {
    let folder = slow_class("server");
    let run = start(&folder, env!("CARGO_BIN_EXE_custodiet"));
    wait_for_worker(&folder);
    std::thread::sleep(Duration::from_millis(500));
    let servers: Vec<u32> = descendants(run.id()).into_iter().filter(|pid| is_server(*pid)).collect();
    assert!(!servers.is_empty(), "no fork server was found");
    for pid in servers {
        let _ = Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status();
    }
    let (code, said) = output(run);
    assert_eq!(code, Some(0), "{said}");
    is_complete(&folder, "results");
}

/// A container that is paused, or a machine that is suspended: nothing runs for longer than a test may wait.
#[test]
fn a_machine_that_stands_still_blames_nobody() {
    let folder = class("still");
    // It is in the middle of a wait, whenever the machine stops.
    let slow = RIGHT.replace("    position =", "    time.sleep(0.05)\n    position =");
    fs::write(folder.0.join("in/s0.py"), format!("import time\n{slow}")).expect("written");
    let run = start(&folder, env!("CARGO_BIN_EXE_custodiet"));
    wait_for_worker(&folder);
    for _ in 0..2 {
        std::thread::sleep(Duration::from_millis(300));
        let send = |signal: &str, pid: u32| {
            let _ = Command::new("kill").args([signal, &pid.to_string()]).stderr(Stdio::null()).status();
        };
        signal(&run, "-STOP");
        let workers = descendants(run.id());
        workers.iter().for_each(|pid| send("-STOP", *pid));
        std::thread::sleep(Duration::from_secs(6));
        // The grader looks before they can answer.
        signal(&run, "-CONT");
        std::thread::sleep(Duration::from_millis(300));
        workers.iter().for_each(|pid| send("-CONT", *pid));
    }
    let (code, said) = output(run);
    assert_eq!(code, Some(0), "{said}");
    is_complete(&folder, "results");
}

/// Reading needs no file beside the database, and changes nothing.
#[test]
fn a_read_only_results_folder_can_be_read() {
    if !is_root() {
        return;
    }
    let folder = class("read-only-report");
    let script = r#"mount -t tmpfs none "$disk" && "$@" >/dev/null && mount -o remount,ro "$disk" || exit 9
        "$1" report "$disk/results" --submission s1.py && "$1" report "$disk/results" --share -o "$TMPDIR/../page.html" &&
        rm "$TMPDIR/../page.html" && mount -o remount,rw "$disk" && rm "$disk/results/lock" && mount -o remount,ro "$disk" &&
        "$1" report "$disk/results" --submission s2.py"#;
    let (code, said) = in_namespace(&folder, script, "disk/results");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("s1.py") && said.contains("s2.py") && said.contains("no mistake found"), "{said}");
    assert_eq!(fs::read_dir(folder.0.join("tmp")).expect("a folder").count(), 0);
}

/// A part in which something could not be run because of the machine is not finished: merging it would report that as the result.
#[test]
fn a_part_that_was_not_run_is_not_merged() {
    let folder = slow_class("part");
    let grade = || {
        let mut run = command(&folder, env!("CARGO_BIN_EXE_custodiet"));
        run.args(arguments(&folder, "results")).args(["--shard", "1/1"]).spawn().expect("it starts")
    };
    let merge = || {
        let mut run = command(&folder, env!("CARGO_BIN_EXE_custodiet"));
        text(&run.args(["merge", &folder.path("results"), "-o", &folder.path("merged")]).output().expect("it runs"))
    };
    let run = grade();
    wait_for_worker(&folder);
    clean(&folder);
    let (code, said) = output(run);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("run the same command again"), "{said}");
    let (code, said) = merge();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("is not complete") && !folder.0.join("merged").exists(), "{said}");
    let (code, said) = output(grade());
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = merge();
    assert_eq!(code, Some(0), "{said}");
    is_complete(&folder, "merged");
}

/// What a submission computes after it closed its output is never taken for a test that takes too long, however late the grader looks.
#[test]
fn a_grader_that_looks_late_sees_the_same() {
    let folder = Folder::new("late");
    for part in ["in", "tmp"] {
        fs::create_dir_all(folder.0.join(part)).expect("a folder");
    }
    let closes = "import os\n\n\ndef is_valid(edges, order):\n    if len(order) == 3 and len(edges) == 1:\n        \
                  os.closerange(0, 256)\n        while True:\n            pass\n    return True\n";
    fs::write(folder.0.join("in/closes.py"), closes).expect("written");
    let (code, said) = grade(&folder);
    assert_eq!(code, Some(1), "{said}");
    let read = |results: &str| fs::read_to_string(folder.0.join(results).join("results.json")).expect("a file");
    let usual = read("results");
    assert!(usual.contains("crashed") && !usual.contains("timed_out"), "{usual}");
    fs::rename(folder.0.join("results"), folder.0.join("usual")).expect("moved");
    let run = start(&folder, env!("CARGO_BIN_EXE_custodiet"));
    wait_for_worker(&folder);
    for _ in 0..3 {
        signal(&run, "-STOP");
        // Longer than a test may compute.
        std::thread::sleep(Duration::from_secs(3));
        signal(&run, "-CONT");
        std::thread::sleep(Duration::from_millis(50));
    }
    let (code, said) = output(run);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(read("results"), usual);
}

/// Another version at the same path may answer differently, so nothing that the old one did is kept.
#[test]
fn a_tool_that_was_updated_runs_everything_again() {
    let folder = class("updated");
    let (adapter, tools) = (folder.0.join("adapter"), folder.0.join("bin"));
    fs::create_dir_all(&adapter).expect("a folder");
    fs::create_dir_all(&tools).expect("a folder");
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../adapters/python");
    for entry in fs::read_dir(python).expect("the adapter").flatten().filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), adapter.join(entry.file_name())).expect("copied");
    }
    let file = adapter.join("adapter.toml");
    let text_of = fs::read_to_string(&file).expect("a file").replace(r#"worker.py"]"#, r#"worker.py", "{marker}"]"#);
    // With one more argument, it does not become a fork server.
    let text_of: Vec<&str> = text_of.lines().filter(|line| !line.starts_with("fork_server")).collect();
    let text_of = text_of.join("\n");
    fs::write(&file, format!("{text_of}\n[tools.marker]\nversion = [\"--version\"]\n")).expect("written");
    let install = |version: u32| {
        use std::os::unix::fs::PermissionsExt;
        let tool = tools.join("marker");
        fs::write(&tool, format!("#!/bin/sh\necho marker {version}\n")).expect("written");
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).expect("a mode");
    };
    let known = || {
        let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
        let mut run = command(&folder, env!("CARGO_BIN_EXE_custodiet"));
        run.args(arguments(&folder, "results")).args(["--adapter", &folder.path("adapter"), "--json"]);
        let ran = run.env("PATH", path).output().expect("it runs");
        assert_eq!(ran.status.code(), Some(0), "{}", text(&ran).1);
        serde_json::from_slice::<Json>(&ran.stdout).expect("JSON")["known_before"].as_u64()
    };
    install(1);
    assert_eq!((known(), known()), (Some(0), Some(3)));
    install(2);
    assert_eq!((known(), known()), (Some(0), Some(3)));
}

/// A control group below our own, and its file that limits memory; `None` where it cannot be made.
fn memory_group(name: &str) -> Option<(std::path::PathBuf, &'static str)> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let below = |mount: &str, own: &str| Path::new(mount).join(own.trim_start_matches('/'));
    let of_version_1 = || {
        let own = groups.lines().find_map(|line| line.split_once(":memory:"))?.1;
        Some((below("/sys/fs/cgroup/memory", own), "memory.limit_in_bytes"))
    };
    let of_version_2 = || {
        let own = below("/sys/fs/cgroup", groups.lines().find_map(|line| line.strip_prefix("0::"))?);
        fs::write(own.join("cgroup.subtree_control"), "+memory").ok()?;
        Some((own, "memory.max"))
    };
    let (own, limit) = of_version_1().or_else(of_version_2)?;
    let folder = own.join(name);
    fs::create_dir(&folder).ok().map(|()| (folder, limit))
}

/// The grader is in a group that has less memory than a submission may use, as in a container that is too small.
#[test]
fn a_machine_without_memory_is_nobodys_fault() {
    let Some((group, limit)) = memory_group(&format!("custodiet-test-{}", std::process::id())) else {
        assert!(std::env::var_os("CUSTODIET_REQUIRE_GROUPS").is_none(), "no control group can be made here");
        return;
    };
    let folder = class("memory");
    let hungry = RIGHT.replace("    position =", "    held = bytearray(b'1') * (300 << 20)\n    position =");
    fs::write(folder.0.join("in/s1.py"), hungry).expect("written");
    let script = r#"echo 209715200 > "$group/$limit" && echo $$ > "$group/cgroup.procs" && exec "$@""#;
    let mut shell = command(&folder, "sh");
    shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_custodiet")]).args(arguments(&folder, "results"));
    let (code, said) = text(&shell.env("group", &group).env("limit", limit).output().expect("a shell starts"));
    fs::remove_dir(&group).expect("nothing is left in the group");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the machine ran out of memory; free some, or pass a lower --jobs"), "{said}");
    let results = folder.json("results/results.json");
    let of = |index: usize| results["submissions"][index]["verdict"].as_str().expect("a verdict").to_owned();
    assert_eq!([of(0), of(1), of(2)], ["no_mistake_found", "could_not_run", "no_mistake_found"]);
    completes(&folder);
}
