//! What a run leaves in the temporary folder when it is told to end, or killed: nothing for long.

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
            .command(&["grade", SUITE, &input, "-o", &dir, "--fresh", "--jobs", "4"])
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
        let mut command = folder.command(&["grade", SUITE, &input, "-o", &folder.path(dir)]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
    };
    let wait_for = |count: usize| {
        for _ in 0..1000 {
            if folder.left() == count {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{} folders, not {count}", folder.left());
    };
    let mut killed = start("first");
    wait_for(1);
    killed.kill().expect("it is killed");
    killed.wait().expect("it ends");
    // Others: not of a run, of no process, and of one that is alive.
    for other in
        ["custodiet-work-x", "custodiet-work-", "mine", &format!("custodiet-work-{}-00000000", std::process::id())]
    {
        folder.write(&format!("tmp/{other}/file"), "kept");
    }
    let mut alive = start("second");
    wait_for(5);
    assert_eq!(folder.run(&["grade", SUITE, &folder.write("right.py", RIGHT), "-o", &folder.path("third")]).0, 0);
    assert_eq!(folder.left(), 5);
    let _ = Command::new("kill").args(["-INT", &alive.id().to_string()]).status();
    assert_eq!(alive.wait().expect("it ends").code(), Some(130));
    assert_eq!(folder.left(), 4);
}
