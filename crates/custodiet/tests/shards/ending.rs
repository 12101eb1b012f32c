//! Killed at any moment, parts and merges leave nothing wrong, and the same command completes them.

use super::*;

fn drafts(lab: &Lab) -> usize {
    let entries = fs::read_dir(lab.0.path()).expect("a folder").flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().contains(".draft-")).count()
}

/// Many submissions that need not be run, so that merging takes a while and grading does not.
fn large_class(lab: &Lab) {
    write_class(&lab.path("class"));
    for number in 0..600 {
        fs::write(lab.path(&format!("class/blank_{number}.py")), "\n".repeat(number)).expect("written");
    }
    for index in 1..=3 {
        let (shard, part) = (format!("{index}/3"), format!("@part{index}"));
        assert_eq!(lab.run(&["grade", "--no-prove", SUITE, "@class", "--shard", &shard, "-o", &part]).code, Some(1));
    }
}

#[test]
fn a_merge_that_is_killed_leaves_nothing_wrong() {
    let lab = Lab::new();
    large_class(&lab);
    let merge = ["merge", "@part1", "@part2", "@part3", "-o", "@merged"];
    let since = Instant::now();
    assert_eq!(lab.run(&merge).code, Some(1));
    let usual = u64::try_from(since.elapsed().as_millis()).expect("a number");
    let whole = stored(&lab.path("merged"));
    fs::rename(lab.path("merged"), lab.path("reference")).expect("moved");
    let mut random = fastrand::Rng::with_seed(11);
    let (mut killed, mut left) = (0, 0);
    for turn in 0..24 {
        // Half of them replace results that were merged before.
        let had = turn % 2 == 1;
        if had {
            assert_eq!(lab.run(&merge).code, Some(1));
        }
        let mut run = lab.command(&merge).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(random.u64(0..usual)));
        run.kill().expect("it is killed");
        killed += usize::from(run.wait().expect("it ends").code().is_none());
        left += drafts(&lab);
        if had || lab.path("merged").exists() {
            assert_eq!(stored(&lab.path("merged")), whole, "turn {turn}");
            assert_eq!(lab.run(&["report", "@merged"]).code, Some(0), "turn {turn}");
        }
        let _ = fs::remove_dir_all(lab.path("merged"));
    }
    assert!(killed > 5 && left > 0, "{killed} were killed, {left} left a draft");
    assert_eq!(lab.run(&merge).code, Some(1));
    assert_same(&lab.path("merged"), &lab.path("reference"));
    assert_eq!(drafts(&lab), 0);
}

#[test]
fn an_interrupted_merge_leaves_nothing() {
    let lab = Lab::new();
    large_class(&lab);
    let mut interrupted = 0;
    let mut random = fastrand::Rng::with_seed(13);
    for _ in 0..12 {
        let mut run = lab
            .command(&["merge", "@part1", "@part2", "@part3", "-o", "@merged"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        while drafts(&lab) == 0 && run.try_wait().expect("a process").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(random.u64(0..150)));
        let _ = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
        interrupted += usize::from(run.wait().expect("it ends").code() == Some(130));
        assert_eq!(drafts(&lab), 0);
        let _ = fs::remove_dir_all(lab.path("merged"));
    }
    assert!(interrupted > 0);
}

/// A part that was killed is not complete, says so, and continues where it stopped.
#[test]
fn a_part_that_is_killed_continues() {
    let lab = Lab::with_parts();
    write_class(&lab.path("class"));
    // One of them takes a while.
    fs::write(
        lab.path("class/lax.py"),
        "import time\ndef is_valid(edges, order):\n    time.sleep(0.03)\n    return True\n",
    )
    .expect("written");
    let part = grading::Shard::of("lax.py", 3).index();
    let (shard, folder) = (format!("{part}/3"), format!("@part{part}"));
    let grade = ["grade", "--no-prove", SUITE, "@class", "--shard", &shard, "-o", &folder, "--jobs", "1"];
    let mut run = lab.command(&grade).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let is_begun = || {
        let sql = "select value like '%\"finished\":false%' from meta where key = 'shard'";
        lab.database(&format!("part{part}")).query_row(sql, [], |row| row.get::<_, bool>(0)).unwrap_or_default()
    };
    let since = Instant::now();
    while !is_begun() && since.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(10));
    }
    run.kill().expect("it is killed");
    run.wait().expect("it ends");
    // The list of submissions is still that of the run before; it is not believed.
    let again = format!("for part {shard} again, with -o");
    lab.refused(
        &["merge", &folder, "-o", "@merged"],
        &[&format!("part {shard} in `"), "is not complete", &again, "continues where it stopped"],
    );
    for index in 1..=3 {
        let (shard, part) = (format!("{index}/3"), format!("@part{index}"));
        let ran = lab.run(&["grade", "--no-prove", SUITE, "@class", "--shard", &shard, "-o", &part]);
        assert!(ran.code == Some(1) && ran.text.contains("graded before"), "{ran:?}");
    }
    assert_eq!(lab.merge(&[]).code, Some(1));
    assert_eq!(lab.json("merged/results.json")["submissions"].as_array().map(Vec::len), Some(14));
}
