//! Measures how fast workers start, and how fast they call a trivial predicate. `benches/grading.py` runs it.
//!
//!     cargo run --release -p custodiet-runner --example calls -- [CALLS] [STARTS]
//!
//! Prints one JSON object: seconds of wall and processor time.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use runner::adapter::built_in;
use runner::limits::RunLimits;
use runner::protocol::{Load, PROTOCOL};
use runner::starter::WorkerStarter;
use runner::worker::{Language, RunConfig, Worker};
use sandbox::{Layers, support, usage};
use serde_json::json;
use serde_json::value::RawValue;

const PREDICATE: &str = "def is_valid(edges, order):\n    return True\n";
const ARGUMENTS: &str = r#"[[{"tuple": ["a", "b"]}, {"tuple": ["b", "c"]}], ["a", "b", "c"]]"#;

fn main() -> Result<(), Box<dyn Error>> {
    sandbox::confine_if_asked();
    let mut numbers = std::env::args().skip(1).map(|text| text.parse());
    let calls: u32 = numbers.next().transpose()?.unwrap_or(100_000);
    let starts: u32 = numbers.next().transpose()?.unwrap_or(50);
    let folder = std::env::temp_dir().join(format!("custodiet-calls-{}", std::process::id()));
    let measured = measure(&folder, calls, starts);
    std::fs::remove_dir_all(&folder)?;
    println!("{:#}", measured?);
    Ok(())
}

fn measure(folder: &Path, calls: u32, starts: u32) -> Result<serde_json::Value, Box<dyn Error>> {
    let (submission, scratch) = (folder.join("submission"), folder.join("scratch"));
    std::fs::create_dir_all(&submission)?;
    std::fs::create_dir_all(&scratch)?;
    std::fs::write(submission.join("trivial.py"), PREDICATE)?;
    let adapter = built_in(folder)?.into_iter().find(|adapter| adapter.file.name == "python").ok_or("no Python")?;
    let tools = adapter.tools(Layers::NONE)?;
    let python = tools.paths["python3"].clone();
    let worker = adapter.folder.join("worker.py");
    let language = Language { adapter, tools };
    let load = Load {
        protocol: PROTOCOL,
        problem: "toposort".to_owned(),
        predicate: vec!["is_valid".to_owned()],
        parameters: vec!["edges".to_owned(), "order".to_owned()],
        signature: Vec::new(),
        records: Vec::new(),
        types: Vec::new(),
        submission: submission.display().to_string(),
        files: vec!["trivial.py".to_owned()],
        support: None,
        build: None,
        seed: 1,
    };
    let config = |layers, cold_start| RunConfig {
        layers,
        limits: RunLimits::default(),
        launcher: None,
        user: 0,
        cold_start,
        groups: None,
    };
    let full = support().layers()?;
    let mut starter = WorkerStarter::default();
    // The first one starts the server.
    drop(Worker::start(&config(full, false), &language, &load, &scratch, &mut starter));
    let mut seconds: BTreeMap<&str, Duration> = BTreeMap::new();
    let line = serde_json::to_string(&load)? + "\n";
    // By turns, so that other load on the machine affects all alike.
    for _ in 0..starts {
        for (name, layers, cold_start) in [("forked", full, false), ("full", full, true), ("none", Layers::NONE, true)]
        {
            let started = Instant::now();
            let (worker, _) = Worker::start(&config(layers, cold_start), &language, &load, &scratch, &mut starter);
            let worker = worker.map_err(|error| error.to_string())?;
            *seconds.entry(name).or_default() += started.elapsed();
            drop(worker);
        }
        let started = Instant::now();
        let mut bare = Command::new(&python)
            .args(["-s", "-S", "-P", "-B"])
            .arg(&worker)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut stdin = bare.stdin.take().ok_or("no stream")?;
        std::io::Write::write_all(&mut stdin, line.as_bytes())?;
        let mut answer = String::new();
        let stdout = bare.stdout.take().ok_or("no stream")?;
        std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut answer)?;
        *seconds.entry("bare").or_default() += started.elapsed();
        drop(stdin);
        bare.wait()?;
    }
    let arguments: Box<RawValue> = serde_json::from_str(ARGUMENTS)?;
    let asked: Vec<&RawValue> = vec![&arguments; calls as usize];
    let (worker, _) = Worker::start(&config(full, false), &language, &load, &scratch, &mut starter);
    let mut worker = worker.map_err(|error| error.to_string())?;
    let (before, own) =
        (usage(worker.pid()).unwrap_or_default().cpu, usage(std::process::id()).unwrap_or_default().cpu);
    let started = Instant::now();
    let answered = worker.call(&asked).outcomes.len();
    let wall = started.elapsed().as_secs_f64();
    let cpu = usage(worker.pid()).unwrap_or_default().cpu.saturating_sub(before).as_secs_f64();
    let grader = usage(std::process::id()).unwrap_or_default().cpu.saturating_sub(own).as_secs_f64();
    let milliseconds = |name: &str| seconds[name].as_secs_f64() * 1000.0 / f64::from(starts);
    Ok(json!({
        "calls": answered,
        "wall_seconds": wall,
        "worker_cpu_seconds": cpu,
        "grader_cpu_seconds": grader,
        "start_ms": { "forked": milliseconds("forked"), "full": milliseconds("full"), "no_sandbox": milliseconds("none"), "bare": milliseconds("bare") },
    }))
}
