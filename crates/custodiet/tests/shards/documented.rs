//! The scripts in `docs/scale.md` do what the page says.

use super::*;

/// The text between two lines of the page, exclusive.
fn block(start: &str, end: &str) -> String {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/scale.md")).expect("the page");
    let from = page.find(start).unwrap_or_else(|| panic!("no {start}")) + start.len();
    let rest = &page[from..];
    rest[..rest.find(end).expect("an end")].to_owned()
}

/// Runs a script as a batch system would, for each of 16 tasks, and merges.
fn run_tasks(script: &str, variable: &str, first: usize) {
    let lab = Lab::new();
    write_class(&lab.path("handed-in"));
    fs::copy(Path::new(ROOT).join(SUITE), lab.path("toposort.json")).expect("copied");
    let programs = Path::new(env!("CARGO_BIN_EXE_custodiet")).parent().expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    // The class to compare with was judged by tests alone.
    let script = script.replace("custodiet grade ", "custodiet grade --no-prove ");
    for task in first..first + 16 {
        let output = Command::new("sh")
            .args(["-c", &script])
            .env("PATH", format!("{}:{path}", programs.display()))
            .env(variable, task.to_string())
            .env("TMPDIR", lab.path("tmp"))
            .current_dir(lab.0.path())
            .output()
            .expect("it runs");
        // Faulty submissions are no failure of the task.
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let parts: Vec<String> = (1..=16).map(|part| format!("@parts/{part}")).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let ran = lab.run(&[&["merge"], &parts[..], &["-o", "@merged"]].concat());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_same(&lab.path("merged"), &graded().join("whole"));
}

#[test]
fn the_array_of_slurm() {
    run_tasks(&block("```sh\n#!/bin/bash\n", "```"), "SLURM_ARRAY_TASK_ID", 1);
}

#[test]
fn the_job_of_kubernetes() {
    let script = block("            - |\n", "          resources:");
    let script: Vec<&str> = script.lines().map(str::trim_start).collect();
    let script = script.join("\n").replace("/class/", "").replace("\"/parts/", "\"parts/");
    run_tasks(&script, "JOB_COMPLETION_INDEX", 0);
}

/// A failure that is not about submissions remains one.
#[test]
fn failures_are_reported() {
    let lab = Lab::new();
    let programs = Path::new(env!("CARGO_BIN_EXE_custodiet")).parent().expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new("sh");
    command.args(["-c", &block("```sh\n#!/bin/bash\n", "```")]).current_dir(lab.0.path());
    command.env("PATH", format!("{}:{path}", programs.display())).env("SLURM_ARRAY_TASK_ID", "1");
    assert_eq!(command.output().expect("it runs").status.code(), Some(2));
}
