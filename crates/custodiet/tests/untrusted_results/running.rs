//! Nothing is run because a results folder says so: no adapter, no submission, no file to import; and never without a sandbox.

use super::*;

/// A predicate that leaves a mark if nothing confines it.
fn marking(mark: &str) -> String {
    format!("def is_valid(edges, order):\n    open({mark:?}, 'w').close()\n    return True\n")
}

/// An adapter that leaves a mark as soon as it is started.
fn adapter(victim: &Victim, name: &str, mark: &str) -> String {
    let file =
        "name = \"python\"\nextensions = [\"py\"]\n\n[tools.sh]\n\n[run]\ncommand = [\"{sh}\", \"{adapter}/run.sh\"]\n";
    victim.write(&format!("{name}/run.sh"), &format!("touch '{mark}'\n"));
    victim.write(&format!("{name}/adapter.toml"), file);
    victim.shown(name)
}

fn replay(victim: &Victim, more: &[&str]) -> Ran {
    let test = first_test();
    victim.run(&[&["replay", "R", "lax.py", &test], more].concat())
}

/// A file outside of the sandbox cannot be written, or does not exist in there.
fn refused(text: &str) -> bool {
    ["PermissionError", "OSError", "FileNotFoundError"].iter().any(|class| text.contains(&format!("raised {class}")))
}

#[test]
fn the_sandbox_is_chosen_by_the_command_line() {
    let victim = Victim::new();
    let mark = victim.shown("mark");
    victim.write("in/lax.py", &marking(&mark));
    let input = victim.shown("in");
    victim.set_up("sandbox", json!("none"));
    victim.set_up("submissions", json!([input]));
    replay(&victim, &[]);
    assert!(!victim.path("mark").exists(), "run without a sandbox, as the folder asked");
    let ran = replay(&victim, &["--submissions", &input]);
    assert!(!victim.path("mark").exists(), "run without a sandbox, as the folder asked");
    assert!(ran.code == Some(1) && refused(&ran.text), "{ran:?}");
    let ran = replay(&victim, &["--submissions", &input, "--no-sandbox"]);
    assert!(ran.errors.contains("warning: no sandbox"), "{ran:?}");
    assert!(victim.path("mark").exists(), "the user asked for it: {ran:?}");
    victim.untouched();
}

#[test]
fn results_that_were_made_without_a_sandbox_are_resumed_in_one() {
    let victim = Victim::new();
    let mark = victim.shown("mark");
    let input = victim.write("in/lax.py", &marking(&mark));
    victim.set_up("sandbox", json!("none"));
    let ran = victim.run(&["grade", "--no-prove", SUITE, &input, "-o", "R", "--fresh"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(!victim.path("mark").exists());
}

#[test]
fn adapters_are_run_only_if_the_command_line_gives_them() {
    let victim = Victim::new();
    let mark = victim.shown("mark");
    let adapter = adapter(&victim, "results/adapter", &mark);
    let input = honest().join("in").display().to_string();
    victim.set_up("adapters", json!([adapter]));
    victim.set_up("sandbox", json!("none"));
    for more in [&[][..], &["--no-sandbox"], &["--submissions", &input], &["--submissions", &input, "--no-sandbox"]] {
        let ran = replay(&victim, more);
        assert!(!victim.path("mark").exists(), "{more:?}: the adapter was run: {ran:?}");
        assert_eq!(ran.code, Some(2), "{more:?}: {ran:?}");
        assert!(ran.errors.contains(&format!("--adapter {adapter}")), "{more:?}: {ran:?}");
    }
    let ran = replay(&victim, &["--submissions", &input, "--no-sandbox", "--adapter", &adapter]);
    assert!(victim.path("mark").exists(), "the user asked for it: {ran:?}");
    victim.untouched();
}

/// Another adapter than the stored one is the user's choice.
#[test]
fn the_adapter_of_the_command_line_replaces_the_stored_one() {
    let victim = Victim::new();
    let (mark, other) = (victim.shown("mark"), victim.shown("other-mark"));
    let stored = adapter(&victim, "adapter", &mark);
    let given = adapter(&victim, "other", &other);
    let input = honest().join("in").display().to_string();
    victim.set_up("adapters", json!([stored]));
    let ran = replay(&victim, &["--submissions", &input, "--no-sandbox", "--adapter", &given]);
    assert!(victim.path("other-mark").exists() && !victim.path("mark").exists(), "{ran:?}");
}

#[test]
fn submissions_are_read_only_if_the_command_line_gives_them() {
    let victim = Victim::new();
    let secret = victim.write("home/lax.py", "print('secret')\n");
    for stored in [json!([secret]), json!(["/proc/self/root"]), json!(["results"]), json!(["../home"])] {
        victim.set_up("submissions", stored.clone());
        let ran = replay(&victim, &[]);
        assert_eq!(ran.code, Some(2), "{stored}: {ran:?}");
        assert!(!ran.text.contains("secret") && !ran.errors.contains("'secret'"), "{stored}: {ran:?}");
        let path = stored[0].as_str().expect("a path");
        assert!(ran.errors.contains(&format!("--submissions {path}")), "{stored}: {ran:?}");
    }
}

#[test]
fn files_to_import_are_read_only_if_the_command_line_gives_them() {
    let victim = Victim::new();
    let input = honest().join("in").display().to_string();
    let ours = victim.write("home/helper.py", "SECRET = 1\n");
    victim.set_up("support", json!(victim.shown("home")));
    let ran = replay(&victim, &["--submissions", &input]);
    assert!(ran.code == Some(2) && ran.errors.contains("--support "), "{ran:?}");
    let ran = replay(&victim, &["--submissions", &input, "--support", &victim.shown("home")]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    victim.set_up("support", Json::Null);
    victim.set_up("prelude", json!(ours));
    let ran = replay(&victim, &["--submissions", &input]);
    assert!(ran.code == Some(2) && ran.errors.contains(&format!("--prelude {ours}")), "{ran:?}");
    // A prelude that never ends must not even be opened.
    victim.set_up("prelude", json!("/dev/zero"));
    assert_eq!(replay(&victim, &["--submissions", &input]).code, Some(2));
}

/// What people copy from the message means the path, whatever the path is.
#[test]
fn suggested_options_are_quoted() {
    let victim = Victim::new();
    victim.set_up("submissions", json!(["/tmp/x'; touch mark; '", "/a b", "/e\u{1b}[2J\n$(touch mark)"]));
    let ran = replay(&victim, &[]);
    assert!(ran.errors.contains(r"--submissions '/tmp/x'\''; touch mark; '\'''"), "{ran:?}");
    assert!(ran.errors.contains("--submissions '/a b'"), "{ran:?}");
    assert!(ran.errors.contains("'/e⟨U+001B⟩[2J↵$(touch mark)'"), "{ran:?}");
}

#[test]
fn limits_of_a_results_folder_are_within_those_of_the_command_line() {
    for (name, value) in [
        ("memory", json!(u64::MAX)),
        ("memory", json!(1)),
        ("milliseconds", json!(0)),
        ("milliseconds", json!(u64::MAX)),
        ("budget", json!(u64::MAX)),
        ("seed", json!(-1)),
        ("aliases", json!(["\u{1b}[2J"])),
        ("aliases", json!(vec!["a"; 10_000])),
        ("language", json!("x".repeat(100_000))),
        ("submissions", json!("no list")),
        ("sandbox", json!("\u{1b}[2J")),
    ] {
        let victim = Victim::new();
        let input = honest().join("in").display().to_string();
        victim.set_up(name, value.clone());
        let ran = replay(&victim, &["--submissions", &input]);
        assert!(ran.code == Some(2) && ran.errors.contains("results.sqlite"), "{name}: {ran:?}");
        assert!(ran.errors.len() < 2000 && !ran.errors.contains('\u{1b}'), "{name}: {ran:?}");
        victim.untouched();
    }
}

/// Stored paths of working folders were removed, even those of a run that was going on.
#[test]
fn no_working_folder_is_removed_because_a_folder_names_it() {
    let victim = Victim::new();
    let input = honest().join("in").display().to_string();
    let live = victim.path("elsewhere/custodiet-work-1-00000000");
    fs::create_dir_all(&live).expect("a folder");
    victim
        .database()
        .execute("insert or replace into meta values ('work', ?)", [live.display().to_string()])
        .expect("set");
    replay(&victim, &["--submissions", &input]);
    assert!(live.exists(), "replay removed it");
    victim.run(&["grade", "--no-prove", SUITE, &input, "-o", "R"]);
    assert!(live.exists(), "grade removed it");
}

/// A copy of the results of a run that is going on is graded into: the run goes on.
#[test]
fn grading_into_a_copy_does_not_end_the_run() {
    let victim = Victim::new();
    let slow = victim
        .write("slow/slow.py", "import time\ndef is_valid(edges, order):\n    time.sleep(0.05)\n    return True\n");
    let (input, first) = (honest().join("in").display().to_string(), victim.shown("first"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    command
        .args(["grade", "--no-prove", SUITE, &slow, "-o", &first])
        .current_dir(ROOT)
        .env("TMPDIR", victim.path("tmp"));
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let working = || fs::read_dir(victim.path("tmp")).expect("a folder").flatten().map(|entry| entry.path()).next();
    let own = (0..2000)
        .find_map(|_| {
            std::thread::sleep(Duration::from_millis(5));
            working().filter(|folder| folder.join("job-0/submission/slow.py").exists())
        })
        .expect("a working folder");
    fs::create_dir(victim.path("copy")).expect("a folder");
    for entry in fs::read_dir(&first).expect("results").flatten() {
        fs::copy(entry.path(), victim.path("copy").join(entry.file_name())).expect("copied");
    }
    let ran = victim.run(&["grade", "--no-prove", SUITE, &input, "-o", &victim.shown("copy")]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(own.exists(), "the working folder of the run is gone");
    assert_eq!(run.wait().expect("it ends").code(), Some(1));
    let results: Json =
        serde_json::from_str(&fs::read_to_string(victim.path("first/results.json")).expect("results")).expect("JSON");
    assert_eq!(results["submissions"][0]["status"], "graded", "{results}");
    victim.untouched();
}
