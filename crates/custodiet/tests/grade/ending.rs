//! A run that is told to end, or killed: nothing graded so far is lost, and nothing is left behind for long.

use std::fs::{self, DirEntry};
use std::process::Child;

use super::*;

/// Told to end at any moment, also while a submission is being copied, it leaves nothing.
#[test]
fn interrupted_at_any_moment_nothing_is_left() {
    let folder = Folder::new("interrupts");
    for number in 0..40 {
        folder.write(&format!("in/s{number}/predicate.py"), RIGHT);
        for file in 0..40 {
            folder.write(&format!("in/s{number}/data/f{file}.txt"), "x");
        }
    }
    let (input, dir) = (folder.path("in"), folder.path("results"));
    let mut random = fastrand::Rng::with_seed(3);
    let mut interrupted = 0;
    for turn in 0..12 {
        let mut run = folder
            .command(&["grade", "--no-prove", SUITE, &input, "-o", &dir, "--fresh", "--jobs", "4"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        while folder.left() == 0 && run.try_wait().expect("a process").is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(random.u64(20..600)));
        let _ = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
        interrupted += usize::from(run.wait().expect("it ends").code() == Some(130));
        assert_eq!(folder.left(), 0, "turn {turn}");
    }
    assert!(interrupted > 3, "{interrupted}");
}

/// Into whatever folder the next run grades, it removes what a killed one left; and nothing else.
#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let folder = Folder::new("killed");
    folder.write("in/slow.py", "def is_valid(edges, order):\n    while True: pass\n");
    let input = folder.path("in");
    let start = |dir: &str| {
        let mut command = folder.command(&["grade", "--no-prove", SUITE, &input, "-o", &folder.path(dir)]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
    };
    // Its own folder is there, and what a killed one left is gone.
    let wait_for = |run: &Child, count: usize| {
        let own = format!("custodiet-work-{}-", run.id());
        let is_own = |entry: &DirEntry| entry.file_name().to_string_lossy().starts_with(&own);
        for _ in 0..1000 {
            let mut entries = fs::read_dir(folder.path("tmp")).expect("a folder").flatten();
            if entries.any(|entry| is_own(&entry)) && folder.left() == count {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{} folders, not {count}", folder.left());
    };
    let mut killed = start("first");
    wait_for(&killed, 1);
    killed.kill().expect("it is killed");
    killed.wait().expect("it ends");
    // Others: not of a run, of no process, and of one that is alive.
    for other in
        ["custodiet-work-x", "custodiet-work-", "mine", &format!("custodiet-work-{}-00000000", std::process::id())]
    {
        folder.write(&format!("tmp/{other}/file"), "kept");
    }
    let mut alive = start("second");
    wait_for(&alive, 5);
    assert_eq!(
        folder.run(&["grade", "--no-prove", SUITE, &folder.write("right.py", RIGHT), "-o", &folder.path("third")]).0,
        0
    );
    assert_eq!(folder.left(), 5);
    let _ = Command::new("kill").args(["-INT", &alive.id().to_string()]).status();
    assert_eq!(alive.wait().expect("it ends").code(), Some(130));
    assert_eq!(folder.left(), 4);
}

/// A compiler may start other programs. They end with the grader, even if that is killed.
#[test]
fn processes_of_a_compiler_do_not_outlive_a_killed_run() {
    let folder = Folder::new("orphans");
    let doctor: serde_json::Value = serde_json::from_str(&folder.run(&["doctor", "--json"]).1).expect("JSON");
    let layers = doctor["layers"].as_array().expect("layers");
    let namespaces = layers.iter().find(|layer| layer["name"] == "namespaces").expect("a layer");
    if namespaces["works"] == false {
        // Nothing else ends them; `docs/sandbox.md` says so.
        return;
    }
    let adapter = "name = \"slow\"\nextensions = [\"slow\"]\n[tools.python3]\n[run]\ncommand = [\"{python3}\"]\n\
                   [compile]\ncommand = [\"{python3}\", \"-IS\", \"{adapter}/compile.py\"]\nprocesses = 5\n";
    folder.write("adapter/adapter.toml", adapter);
    let compiler = "import os, time\nfor _ in range(3):\n    if os.fork() == 0:\n        break\ntime.sleep(600)\n";
    let compiler = folder.write("adapter/compile.py", compiler);
    let input = folder.write("in/program.slow", "program");
    let dir = folder.path("results");
    let mut run = folder
        .command(&["grade", "--no-prove", SUITE, &input, "-o", &dir, "--adapter", &folder.path("adapter")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let running = || {
        let processes = fs::read_dir("/proc").expect("processes").flatten();
        let lines = processes.filter_map(|process| fs::read_to_string(process.path().join("cmdline")).ok());
        lines.filter(|line| line.contains(&compiler)).count()
    };
    let wait_until = |done: &dyn Fn() -> bool| {
        let since = std::time::Instant::now();
        while !done() && since.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait_until(&|| running() >= 4);
    assert_eq!(running(), 4, "the compiler and its children");
    run.kill().expect("it is killed");
    run.wait().expect("it ends");
    wait_until(&|| running() == 0);
    assert_eq!(running(), 0);
}

#[test]
fn killed_at_any_moment_nothing_is_lost() {
    killed_at_any_moment(&Folder::new("kill"));
}

#[test]
fn killed_at_any_moment_as_an_ordinary_user() {
    // Any other user is an ordinary one, and has run the test above.
    if fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
        killed_at_any_moment(&Folder::of_nobody("kill-ordinary"));
    }
}

fn killed_at_any_moment(folder: &Folder) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let suite = folder.write("suite.json", &fs::read_to_string(root.join(SUITE)).expect("a suite"));
    for number in 0..60 {
        let wrong = if number % 3 == 0 { "def is_valid(edges, order):\n    return len(order) > 2\n" } else { RIGHT };
        folder.write(&format!("in/s{number}.py"), &format!("# {number}\n{wrong}"));
    }
    let (dir, input) = (folder.path("results"), folder.path("in"));
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..50 {
        let mut run = folder
            .command(&["grade", "--no-prove", &suite, &input, "-o", &dir])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(random.u64(0..700)));
        run.kill().expect("it is killed");
        run.wait().expect("it ends");
    }
    let (code, text, errors) = folder.run(&["grade", "--no-prove", &suite, &input, "-o", &dir]);
    assert_eq!(code, 1, "{text}{errors}");
    let whole = folder.path("whole");
    folder.run(&["grade", "--no-prove", &suite, &input, "-o", &whole]);
    for file in ["results.json", "results.csv"] {
        let read = |dir: &str| fs::read(folder.0.join(dir).join(file)).expect("results");
        assert!(read("whole") == read("results"), "{file} differs");
    }
    assert_eq!(folder.left(), 0, "working folders are left");
    let marker = folder.0.join("tmp").display().to_string();
    let left = fs::read_dir("/proc").expect("processes").flatten().filter(|process| {
        let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(&marker)
    });
    assert_eq!(left.count(), 0, "processes are left");
}

#[test]
fn an_interrupted_run_says_how_to_continue() {
    let folder = Folder::new("interrupt");
    folder.write("in/slow.py", "def is_valid(edges, order):\n    while True: pass\n");
    folder.write("in/right.py", RIGHT);
    let dir = folder.path("results");
    let run = folder
        .command(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir, "--jobs", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let database = folder.0.join("results/results.sqlite-wal");
    for _ in 0..600 {
        if database.metadata().is_ok_and(|file| file.len() > 20_000) && folder.left() > 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let signal = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill");
    assert!(signal.success());
    let output = run.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("run the same command again to continue"));
    assert_eq!(folder.left(), 0);
}
