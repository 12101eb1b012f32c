//! Where a case is run: a copy of its program, workers, and what they answer.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::compiler::Compiler;
use crate::grade::{Area, compile};
use crate::limits::Limits;
use crate::link::Printed;
use crate::outcome::Outcome;
use crate::protocol::{Failed, Load, PROTOCOL, RecordType};
use crate::worker::{Asked, Ground, Language, NoWorker, Worker};

/// In a comment on the line that messages must name.
pub const MARK: &str = "[here]";
/// A folder of a case that is given as `--support`.
const SUPPORT: &str = "support";

pub struct Bench<'a> {
    pub ground: Ground,
    language: &'a Language,
    area: Area,
    compiler: Compiler,
    pub load: Load,
}

/// One call, and what is expected of it.
pub struct Call {
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

impl<'a> Bench<'a> {
    pub fn new(ground: &Ground, language: &'a Language, area: Area) -> Self {
        let load = Load {
            protocol: PROTOCOL,
            problem: "conformance".to_owned(),
            predicate: language.adapter.file.names.of("is_valid"),
            parameters: vec!["kind".to_owned(), "value".to_owned()],
            records: vec![RecordType {
                name: "Point".to_owned(),
                fields: vec!["x".to_owned(), "y".to_owned()],
                kind: "dataclass",
                order: false,
            }],
            types: Vec::new(),
            submission: area.submission().display().to_string(),
            files: Vec::new(),
            support: None,
            build: None,
            seed: 1,
        };
        Self { ground: ground.clone(), language, area, compiler: Compiler::default(), load }
    }

    /// Copies a case's program. Whether it has files of the language.
    pub fn set_up(&mut self, folder: &Path) -> io::Result<bool> {
        self.area.clear()?;
        let support = self.area.folder.join(SUPPORT);
        if support.exists() {
            fs::remove_dir_all(&support)?;
        }
        let mut files = Vec::new();
        copy(folder, &self.area.submission(), "", &mut files)?;
        self.load.support = None;
        if folder.join(SUPPORT).is_dir() {
            fs::rename(self.area.submission().join(SUPPORT), &support)?;
            files.retain(|file| !file.starts_with(&format!("{SUPPORT}/")));
            self.load.support = Some(support.display().to_string());
        }
        files.retain(|file| self.language.adapter.file.is_of(file));
        files.sort();
        self.load.files = files;
        self.ground.limits = Limits::default();
        Ok(!self.load.files.is_empty())
    }

    /// A worker with the program loaded.
    pub fn start(&mut self) -> Result<Worker, String> {
        self.try_start().map_err(|(why, printed)| match why {
            NoWorker::Failed(failed) => {
                let message = place(&failed.message, failed.file.as_deref(), failed.line);
                format!("it is not loaded: {}: {message}{printed}", failed.why)
            }
            NoWorker::NotStarted(why) => format!("the worker cannot be started: {why}"),
        })
    }

    /// If there is none: why, and what it printed.
    fn try_start(&mut self) -> Result<Worker, (NoWorker, String)> {
        let (compiled, printed) = compile(&self.ground, self.language, &mut self.load, &self.area, &mut self.compiler);
        compiled.map_err(|why| (why, said(&printed)))?;
        let own = |error: io::Error| (NoWorker::NotStarted(error.to_string()), String::new());
        let scratch = self.area.fresh_scratch(&self.ground).map_err(own)?;
        let (worker, printed) = Worker::start(&self.ground, self.language, &self.load, &scratch);
        worker.map_err(|why| (why, said(&printed)))
    }

    /// How loading it fails.
    pub fn failure(&mut self) -> Result<Failed, String> {
        match self.try_start() {
            Ok(worker) => {
                let ready = worker.ready.clone();
                worker.end();
                Err(format!("it says that it is ready, with `{}` of {}; expected is `failed`", ready.name, ready.file))
            }
            Err((NoWorker::Failed(mut failed), printed)) => {
                failed.message += &printed;
                Ok(*failed)
            }
            Err((NoWorker::NotStarted(why), _)) => Err(format!("the worker cannot be started: {why}")),
        }
    }

    /// The file and line with the mark.
    pub fn marked(&self) -> Result<(String, u64), String> {
        for file in &self.load.files {
            let text = fs::read(self.area.submission().join(file)).map_err(|error| error.to_string())?;
            let line = String::from_utf8_lossy(&text).lines().position(|line| line.contains(MARK));
            if let Some(line) = line {
                return Ok((file.clone(), line as u64 + 1));
            }
        }
        Err(format!("write `{MARK}` in a comment on the line that is to be named"))
    }
}

/// Asks all calls at once, and compares. Gives the raw outcomes.
pub fn ask(worker: &mut Worker, calls: &[Call], faults: &mut Vec<String>) -> Result<Asked, String> {
    let arguments: Vec<Box<RawValue>> = calls.iter().map(Call::arguments).collect::<Result<_, _>>()?;
    let arguments: Vec<&RawValue> = arguments.iter().map(|raw| &**raw).collect();
    let asked = worker.ask_ahead(&arguments, arguments.len());
    for (number, call) in calls.iter().enumerate() {
        let Some(outcome) = asked.outcomes.get(number) else {
            faults.push(format!("{}: no answer, because the worker had ended", call.text()));
            break;
        };
        if !call.expect.is_met(outcome) {
            faults.push(format!("{}: expected {}, got {}", call.text(), call.expect.text(), told(outcome)));
        }
    }
    Ok(asked)
}

impl Call {
    pub fn new(kind: &'static str, value: &str, expect: Expect) -> Self {
        Self { kind, value: value.to_owned(), expect }
    }

    pub fn arguments(&self) -> Result<Box<RawValue>, String> {
        let kind = serde_json::Value::from(self.kind);
        RawValue::from_string(format!("[{kind}, {}]", self.value)).map_err(|error| error.to_string())
    }

    fn text(&self) -> String {
        format!("asked with \"{}\" and {}", self.kind, self.value)
    }
}

impl Expect {
    fn is_met(self, outcome: &Outcome) -> bool {
        use crate::outcome::Crash;
        match self {
            Self::True => *outcome == Outcome::Accepted,
            Self::False => *outcome == Outcome::Rejected,
            Self::NotABoolean => matches!(outcome, Outcome::NotABoolean(ty) if !ty.is_empty()),
            Self::TimedOut => matches!(outcome, Outcome::TimedOut(_)),
            Self::OutOfMemory => *outcome == Outcome::OutOfMemory,
            Self::Exited => matches!(outcome, Outcome::Crashed(Crash::Exit(_))),
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::True => "the answer true",
            Self::False => "the answer false",
            Self::NotABoolean => "`not_a_boolean` with the type",
            Self::TimedOut => "no answer within its time",
            Self::OutOfMemory => "`out_of_memory`, or the end of the worker",
            Self::Exited => "the end of the worker in the middle of the test",
        }
    }
}

/// An outcome in the words of the protocol.
pub fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Accepted => "the answer true".to_owned(),
        Outcome::Rejected => "the answer false".to_owned(),
        other if other.detail().is_empty() => format!("`{}`", other.word()),
        other => format!("`{}`: {}", other.word(), other.detail()),
    }
}

pub fn place(message: &str, file: Option<&str>, line: Option<u64>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{message} ({file}:{line})"),
        (Some(file), None) => format!("{message} ({file})"),
        _ => message.to_owned(),
    }
}

/// What was printed, as the end of a sentence.
fn said(printed: &Printed) -> String {
    let text = printed.to_text();
    if text.trim().is_empty() { String::new() } else { format!("; it printed: {}", text.trim()) }
}

/// A busy machine may take its time.
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
