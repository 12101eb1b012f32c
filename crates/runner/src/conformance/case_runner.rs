//! Runs the program of a case: copies it, starts workers and compares their answers.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::grade::{JobFolder, WarmProcesses, compile};
use crate::limits::RunLimits;
use crate::outcome::{Crash, Outcome};
use crate::protocol::{Load, LoadFailure, PROTOCOL, RecordType};
use crate::worker::{CallResults, Language, LoadError, RunConfig, StartError, Worker};

use super::violation::Violation;

/// Marks, in a comment, the line that an adapter has to report.
pub const MARK: &str = "[here]";
/// The folder of a case that is passed as `--support`.
const SUPPORT: &str = "support";

pub struct CaseRunner<'a> {
    pub config: RunConfig,
    language: &'a Language,
    job: JobFolder,
    warm: WarmProcesses,
    pub load: Load,
}

/// One call of the predicate, and the expected result.
pub struct TestCall {
    pub kind: &'static str,
    pub value: String,
    pub expect: Expect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    True,
    False,
    NotABoolean,
    TimedOut,
    OutOfMemory,
    Exited,
}

impl<'a> CaseRunner<'a> {
    pub fn new(config: &RunConfig, language: &'a Language, job: JobFolder) -> Self {
        let load = Load {
            protocol: PROTOCOL,
            problem: "conformance".to_owned(),
            predicate: language.adapter.file.names.of("is_valid"),
            parameters: vec!["kind".to_owned(), "value".to_owned()],
            signature: vec!["str".into(), "any".into()],
            records: vec![RecordType {
                name: "Point".to_owned(),
                fields: vec!["x".to_owned(), "y".to_owned()],
                types: vec!["int".into(), "int".into()],
                kind: "dataclass",
                order: false,
                union: false,
            }],
            types: Vec::new(),
            submission: job.submission().display().to_string(),
            files: Vec::new(),
            support: None,
            build: None,
            seed: 1,
        };
        Self { config: config.clone(), language, job, warm: WarmProcesses::default(), load }
    }

    /// Copies the program of a case. Returns whether it has files in the language.
    pub fn set_up(&mut self, folder: &Path) -> io::Result<bool> {
        self.job.clear()?;
        let support = self.job.folder.join(SUPPORT);
        if support.exists() {
            fs::remove_dir_all(&support)?;
        }
        let mut files = Vec::new();
        copy(folder, &self.job.submission(), "", &mut files)?;
        self.load.support = None;
        if folder.join(SUPPORT).is_dir() {
            fs::rename(self.job.submission().join(SUPPORT), &support)?;
            files.retain(|file| !file.starts_with(&format!("{SUPPORT}/")));
            self.load.support = Some(support.display().to_string());
        }
        files.retain(|file| self.language.adapter.file.is_of(file));
        files.sort();
        self.load.files = files;
        self.config.limits = RunLimits::default();
        Ok(!self.load.files.is_empty())
    }

    /// A worker that has loaded the program.
    pub fn start(&mut self) -> Result<Worker, Violation> {
        self.try_start().map_err(|(error, printed)| match error {
            LoadError::Failed(failure) => Violation::NotLoaded { failure, printed },
            LoadError::NotStarted(error) => Violation::NotStarted(error),
        })
    }

    /// On an error, also returns what the program printed.
    fn try_start(&mut self) -> Result<Worker, (LoadError, String)> {
        let (compiled, printed) =
            compile(&self.config, self.language, &mut self.load, &self.job, &mut self.warm.compiler);
        compiled.map_err(|error| (error, printed.to_text()))?;
        let scratch = self.job.fresh_scratch(&self.config);
        let scratch = scratch.map_err(|error| (StartError::Folder(error).into(), String::new()))?;
        let (worker, printed) =
            Worker::start(&self.config, self.language, &self.load, &scratch, &mut self.warm.starter);
        worker.map_err(|error| (error, printed.to_text()))
    }

    /// The failure to load the program, and what it printed.
    pub fn failure(&mut self) -> Result<(Box<LoadFailure>, String), Violation> {
        match self.try_start() {
            Ok(worker) => {
                let ready = worker.ready.clone();
                worker.kill();
                Err(Violation::LoadedAnyway { name: ready.name, file: ready.file })
            }
            Err((LoadError::Failed(failure), printed)) => Ok((failure, printed)),
            Err((LoadError::NotStarted(error), _)) => Err(Violation::NotStarted(error)),
        }
    }

    /// The file and line with the mark.
    pub fn marked(&self) -> Result<(String, u64), Violation> {
        for file in &self.load.files {
            let text = fs::read(self.job.submission().join(file)).map_err(Violation::Program)?;
            let line = String::from_utf8_lossy(&text).lines().position(|line| line.contains(MARK));
            if let Some(line) = line {
                return Ok((file.clone(), line as u64 + 1));
            }
        }
        Err(Violation::NoMark)
    }
}

/// Sends all calls at once and compares the outcomes.
pub fn check_calls(
    worker: &mut Worker,
    calls: &[TestCall],
    violations: &mut Vec<Violation>,
) -> Result<CallResults, Violation> {
    let arguments: Vec<Box<RawValue>> = calls.iter().map(TestCall::arguments).collect::<Result<_, _>>()?;
    let arguments: Vec<&RawValue> = arguments.iter().map(|raw| &**raw).collect();
    let results = worker.call_ahead(&arguments, arguments.len());
    for (number, call) in calls.iter().enumerate() {
        let Some(outcome) = results.outcomes.get(number) else {
            violations.push(Violation::NoAnswer { call: call.text() });
            break;
        };
        if !call.expect.is_met(outcome) {
            let (expected, outcome) = (call.expect, outcome.clone());
            violations.push(Violation::WrongOutcome { call: call.text(), expected, outcome });
        }
    }
    Ok(results)
}

impl TestCall {
    pub fn new(kind: &'static str, value: &str, expect: Expect) -> Self {
        Self { kind, value: value.to_owned(), expect }
    }

    pub fn arguments(&self) -> Result<Box<RawValue>, serde_json::Error> {
        let kind = serde_json::Value::from(self.kind);
        RawValue::from_string(format!("[{kind}, {}]", self.value))
    }

    fn text(&self) -> String {
        format!("\"{}\" and {}", self.kind, self.value)
    }
}

impl Expect {
    fn is_met(self, outcome: &Outcome) -> bool {
        match self {
            Self::True => *outcome == Outcome::Accepted,
            Self::False => *outcome == Outcome::Rejected,
            Self::NotABoolean => matches!(outcome, Outcome::NotABoolean(ty) if !ty.is_empty()),
            Self::TimedOut => matches!(outcome, Outcome::TimedOut(_)),
            Self::OutOfMemory => *outcome == Outcome::OutOfMemory,
            Self::Exited => matches!(outcome, Outcome::Crashed(Crash::Exit(_))),
        }
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::True => "the answer true",
            Self::False => "the answer false",
            Self::NotABoolean => "`not_a_boolean` with the type",
            Self::TimedOut => "a time-out",
            Self::OutOfMemory => "`out_of_memory`, or a worker killed for lack of memory",
            Self::Exited => "the worker to exit during the test",
        })
    }
}

/// Long enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

fn copy(from: &Path, to: &Path, below: &str, files: &mut Vec<String>) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().display());
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()), &format!("{name}/"), files)?;
        } else {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
            files.push(name);
        }
    }
    Ok(())
}
