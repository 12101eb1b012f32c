//! The Python adapter's worker, without the sandbox: only for submissions that belong to this project.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use lang::problem::{AtomKind, Problem, RecordKind};
use lang::submission::SubmissionFile;
use pairs::{Concrete, rendered};
use serde_json::{Value as Json, json};

use super::Answer;

/// How long a worker may think about one pair.
const PATIENCE: Duration = Duration::from_secs(3);

pub struct Adapter {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// It did not answer in time, or ended.
    gone: bool,
    /// Removed with the worker.
    folder: tempfile::TempDir,
}

impl Adapter {
    /// Starts a worker; an error is why the submission could not be loaded, and the class of an exception.
    pub fn start(problem: &Problem, files: &[SubmissionFile], seed: u64) -> Result<Self, (String, String)> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for file in files {
            let path = folder.path().join(&file.path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent).expect("a folder");
            }
            std::fs::write(path, &file.text).expect("a file");
        }
        let worker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../adapters/python/worker.py");
        let mut child = Command::new("python3")
            .args(["-s", "-S", "-P", "-B"])
            .arg(worker)
            .env("PYTHONHASHSEED", seed.to_string())
            .env("PYTHONUTF8", "1")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("python3");
        let input = child.stdin.take().expect("a stream");
        let output = BufReader::new(child.stdout.take().expect("a stream"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut adapter = Self { child, input, lines, gone: false, folder };
        let folder = adapter.folder.path().display().to_string();
        let reply = adapter.ask(&orders(problem, files, &folder));
        let Some(reply) = reply else { return Err(("no answer".to_owned(), String::new())) };
        if reply.get("ready").is_some() {
            return Ok(adapter);
        }
        let text = |key: &str| reply["failed"][key].as_str().unwrap_or_default().to_owned();
        Err((text("why"), text("class")))
    }

    fn ask(&mut self, line: &Json) -> Option<Json> {
        if self.gone || writeln!(self.input, "{line}").is_err() {
            self.gone = true;
            return None;
        }
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => serde_json::from_str(&line).ok(),
            Err(_) => {
                self.gone = true;
                None
            }
        }
    }

    pub fn answer(&mut self, problem: &Problem, pair: &[Concrete], kinds: &[AtomKind]) -> Answer {
        let arguments: Vec<Json> = rendered(pair, kinds).iter().map(|value| json_of(problem, value)).collect();
        let Some(reply) = self.ask(&json!({ "test": 0, "arguments": arguments })) else { return Answer::Endless };
        match &reply["answer"] {
            Json::Bool(true) => Answer::Accepts,
            Json::Bool(false) => Answer::Rejects,
            _ => match (reply["not_a_boolean"].as_str(), reply["raised"]["class"].as_str()) {
                (Some(name), _) => Answer::Other(name.to_owned()),
                (_, Some(class)) => Answer::Raises(class.to_owned()),
                _ => Answer::Endless,
            },
        }
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        // It may be in an endless loop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn orders(problem: &Problem, files: &[SubmissionFile], folder: &str) -> Json {
    let predicate = problem.predicate.as_ref().expect("a predicate");
    let records = problem.records.iter().filter(|record| record.kind != RecordKind::Enum).map(|record| {
        let fields: Vec<String> = record.fields.iter().map(|field| field.name.to_string()).collect();
        let kind = if record.kind == RecordKind::NamedTuple { "namedtuple" } else { "dataclass" };
        let order = record.kind == RecordKind::Dataclass { order: true };
        json!({ "name": *record.name, "fields": fields, "types": [], "kind": kind, "order": order })
    });
    let types = problem.atoms.iter().map(|atom| &atom.name).chain(problem.numbers.iter().map(|number| &number.name));
    json!({
        "protocol": 1,
        "problem": problem.name,
        "predicate": [*predicate.name],
        "parameters": predicate.params.iter().map(|param| param.name.to_string()).collect::<Vec<_>>(),
        "signature": [],
        "records": records.collect::<Vec<_>>(),
        "types": types.map(ToString::to_string).collect::<Vec<_>>(),
        "submission": folder,
        "files": files.iter().map(|file| &file.path).collect::<Vec<_>>(),
        "support": null,
        "build": null,
        "seed": 1,
    })
}

/// A value as workers receive it.
fn json_of(problem: &Problem, value: &Concrete) -> Json {
    let all = |items: &[Concrete]| items.iter().map(|item| json_of(problem, item)).collect::<Vec<_>>();
    match value {
        Concrete::None => Json::Null,
        Concrete::Bool(truth) => json!(truth),
        Concrete::Int(number) => json!(number),
        Concrete::Str(text) => json!(**text),
        Concrete::Member(_, _, name) => json!(**name),
        Concrete::Text(_) => json!(value.as_text().unwrap_or_default()),
        Concrete::Tuple(items) => json!({ "tuple": all(items) }),
        Concrete::List(items) => json!(all(items)),
        Concrete::Set { elements, frozen: false } => json!({ "set": all(elements) }),
        Concrete::Set { elements, frozen: true } => json!({ "frozenset": all(elements) }),
        Concrete::Dict(entries) => {
            let entries = entries.iter().map(|(key, value)| json!([json_of(problem, key), json_of(problem, value)]));
            json!({ "dict": entries.collect::<Vec<_>>() })
        }
        Concrete::Record(class, fields) | Concrete::Node(class, fields) => {
            json!({ "record": *problem.records[usize::from(class.0)].name, "fields": all(fields) })
        }
        Concrete::Atom(..) => unreachable!("atoms are rendered"),
    }
}
