//! The lines that are exchanged with workers and compilers, as `docs/adapters.md` describes them.
//!
//! A submission controls its worker, so nothing in a line is trusted: [`read_answer`] and [`read_reply`] accept only what the
//! protocol allows, and cut what is too long.

mod loading;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::outcome::{Outcome, RaisedException};
pub use loading::{LoadFailure, LoadFailureKind, Ready, UndefinedName};

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;

/// The longest line that a worker may send.
pub const MAX_LINE_BYTES: usize = 64 << 10;

/// The longest message or name that is kept.
const MAX_CHARACTERS: usize = 500;

/// The first line to a worker, and part of each request to a compiler.
#[derive(Clone, Debug, Serialize)]
pub struct Load {
    pub protocol: u64,
    pub problem: String,
    pub predicate: Vec<String>,
    pub parameters: Vec<String>,
    /// Their types, see [`crate::values::type_json`].
    pub signature: Vec<serde_json::Value>,
    pub records: Vec<RecordType>,
    /// The names of atoms and numbers.
    pub types: Vec<String>,
    pub submission: String,
    pub files: Vec<String>,
    pub support: Option<String>,
    pub build: Option<String>,
    pub seed: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct RecordType {
    pub name: String,
    pub fields: Vec<String>,
    /// The types of the fields.
    pub types: Vec<serde_json::Value>,
    pub kind: &'static str,
    pub order: bool,
    /// One of several records of a union.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub union: bool,
}

/// What a compiler is asked to do.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CompileRequest<'a> {
    Compile(&'a Load),
    /// Whether what the instructor supplies can be used. Names no submission.
    Check(&'a Load),
}

/// One call of the predicate.
#[derive(Debug, Serialize)]
pub struct CallRequest<'a> {
    pub test: usize,
    pub arguments: &'a RawValue,
}

/// A worker's reply to the first line, and a compiler's reply to each.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadReply {
    Ready(Ready),
    Compiled(bool),
    Failed(LoadFailure),
}

/// How a worker or compiler broke the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    #[error("`{line}` is not an answer")]
    NotAnAnswer { line: String },
    #[error("`{line}` does not contain exactly one of `answer`, `raised`, `not_a_boolean` and `out_of_memory`")]
    NotOneAnswer { line: String },
    #[error("it answered test {answered} instead of test {expected}")]
    WrongTest { answered: usize, expected: usize },
    #[error("it sent `{line}` without being asked")]
    Unsolicited { line: String },
    #[error("it sent more than {MAX_LINE_BYTES} bytes on one line")]
    LineTooLong,
    #[error("it closed its output and kept running")]
    ClosedOutput,
    #[error("it sent several lines instead of one")]
    SeveralReplies,
    #[error("`{line}` is not a reply")]
    NotAReply { line: String },
    #[error("it sent `compiled` instead of `ready` or `failed`")]
    NotReady,
    #[error("it loaded `{name}` of `{file}`, which was not requested")]
    WrongPredicate { name: String, file: String },
}

impl ProtocolError {
    pub fn wrong_predicate(ready: &Ready) -> Self {
        Self::WrongPredicate { name: short(&ready.name), file: short(&ready.file) }
    }

    pub fn unsolicited(line: &[u8]) -> Self {
        Self::Unsolicited { line: cut(line) }
    }
}

/// A submission controls its worker: a place outside the submission is dropped.
fn place(file: Option<String>, line: Option<u64>, files: &[String]) -> (Option<String>, Option<u64>) {
    match file {
        Some(file) if !files.contains(&file) => (None, None),
        file => (file, line),
    }
}

/// The part of a text that is kept.
fn short(text: &str) -> String {
    text.chars().take(MAX_CHARACTERS).collect()
}

/// A reply to [`Load`] or [`CompileRequest`] about a submission with these files.
pub fn read_reply(line: &[u8], files: &[String]) -> Result<LoadReply, ProtocolError> {
    if line.len() > MAX_LINE_BYTES {
        return Err(ProtocolError::LineTooLong);
    }
    match serde_json::from_slice(line) {
        Ok(LoadReply::Failed(failure)) if failure.why.is_reported() => Ok(LoadReply::Failed(failure.trimmed(files))),
        Ok(LoadReply::Ready(ready)) => Ok(LoadReply::Ready(ready.trimmed())),
        Ok(reply @ LoadReply::Compiled(_)) => Ok(reply),
        Ok(LoadReply::Failed(_)) | Err(_) => Err(ProtocolError::NotAReply { line: cut(line) }),
    }
}

/// A reply to a [`CallRequest`]: exactly one of the last four fields is set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CallReply {
    test: usize,
    answer: Option<bool>,
    raised: Option<RaisedException>,
    not_a_boolean: Option<String>,
    out_of_memory: Option<bool>,
}

/// Reads the answer to test number `expected` of a submission with these files.
pub fn read_answer(line: &[u8], expected: usize, files: &[String]) -> Result<Outcome, ProtocolError> {
    // A line that comes together with its end was not measured while it was received.
    if line.len() > MAX_LINE_BYTES {
        return Err(ProtocolError::LineTooLong);
    }
    // The parser would also take the values as a list, without their names.
    let is_object = line.trim_ascii_start().starts_with(b"{");
    let reply: Option<CallReply> = serde_json::from_slice(line).ok().filter(|_| is_object);
    let reply = reply.ok_or_else(|| ProtocolError::NotAnAnswer { line: cut(line) })?;
    if reply.test != expected {
        return Err(ProtocolError::WrongTest { answered: reply.test, expected });
    }
    match reply {
        CallReply { answer: Some(true), raised: None, not_a_boolean: None, out_of_memory: None, .. } => {
            Ok(Outcome::Accepted)
        }
        CallReply { answer: Some(false), raised: None, not_a_boolean: None, out_of_memory: None, .. } => {
            Ok(Outcome::Rejected)
        }
        CallReply { answer: None, raised: Some(raised), not_a_boolean: None, out_of_memory: None, .. } => {
            let (file, line) = place(raised.file, raised.line, files);
            Ok(Outcome::Raised(RaisedException {
                class: short(&raised.class),
                message: short(&raised.message),
                file,
                line,
            }))
        }
        CallReply { answer: None, raised: None, not_a_boolean: Some(ty), out_of_memory: None, .. } => {
            Ok(Outcome::NotABoolean(short(&ty)))
        }
        CallReply { answer: None, raised: None, not_a_boolean: None, out_of_memory: Some(true), .. } => {
            Ok(Outcome::OutOfMemory)
        }
        _ => Err(ProtocolError::NotOneAnswer { line: cut(line) }),
    }
}

/// The beginning of a line, for messages.
fn cut(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(80)]).replace(char::is_control, " ");
    if line.len() > 80 { format!("{text}…") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, outcome: &Result<Outcome, ProtocolError>) {
        assert_eq!(read_answer(line.as_bytes(), 7, &["a.py".to_owned()]), *outcome);
    }

    #[test]
    fn answers_are_one_of_four() {
        check(r#"{"test": 7, "answer": true}"#, &Ok(Outcome::Accepted));
        check(r#"{"answer": false, "test": 7}"#, &Ok(Outcome::Rejected));
        check(r#"{"test": 7, "not_a_boolean": "int"}"#, &Ok(Outcome::NotABoolean("int".to_owned())));
        check(r#"{"test": 7, "out_of_memory": true}"#, &Ok(Outcome::OutOfMemory));
        let raised = RaisedException { class: "A".to_owned(), message: "b".to_owned(), file: None, line: Some(3) };
        check(r#"{"test": 7, "raised": {"class": "A", "message": "b", "line": 3}}"#, &Ok(Outcome::Raised(raised)));
    }

    #[test]
    fn long_texts_are_cut_and_foreign_places_dropped() {
        let long = "x".repeat(600);
        let line = format!(
            r#"{{"test": 7, "raised": {{"class": "{long}", "message": "", "file": "/etc/passwd", "line": 3}}}}"#
        );
        check(
            &line,
            &Ok(Outcome::Raised(RaisedException { class: long[..500].to_owned(), ..RaisedException::default() })),
        );
        let raised = RaisedException { file: Some("a.py".to_owned()), line: Some(3), ..RaisedException::default() };
        check(
            r#"{"test": 7, "raised": {"class": "", "message": "", "file": "a.py", "line": 3}}"#,
            &Ok(Outcome::Raised(raised)),
        );
    }

    #[test]
    fn anything_else_is_a_breach() {
        check(r#"{"test": 8, "answer": true}"#, &Err(ProtocolError::WrongTest { answered: 8, expected: 7 }));
        for line in [r#"{"test": 7}"#, r#"{"test": 7, "answer": true, "out_of_memory": true}"#] {
            check(line, &Err(ProtocolError::NotOneAnswer { line: line.to_owned() }));
        }
        for line in [
            r#"{"test": 7, "answer": 1}"#,
            r#"{"test": 7, "answer": true, "test": 7}"#,
            r#"{"test": 7, "answer": true, "x": 1}"#,
            "[7, true, null, null, null]",
            "hello",
        ] {
            check(line, &Err(ProtocolError::NotAnAnswer { line: line.to_owned() }));
        }
    }

    #[test]
    fn a_line_is_too_long_even_if_it_comes_at_once() {
        let answer = |bytes: usize| format!(r#"{{"test": 7, "answer": true{}}}"#, " ".repeat(bytes - 27));
        assert_eq!(answer(MAX_LINE_BYTES).len(), MAX_LINE_BYTES);
        check(&answer(MAX_LINE_BYTES), &Ok(Outcome::Accepted));
        check(&answer(MAX_LINE_BYTES + 1), &Err(ProtocolError::LineTooLong));
        assert_eq!(read_reply(answer(MAX_LINE_BYTES + 1).as_bytes(), &[]), Err(ProtocolError::LineTooLong));
    }

    #[test]
    fn a_worker_cannot_claim_what_the_grader_observes() {
        let reply = |why: &str| {
            let line = format!(r#"{{"failed": {{"why": "{why}", "message": "m"}}}}"#);
            read_reply(line.as_bytes(), &[])
        };
        let failure = LoadFailure::new(LoadFailureKind::Syntax, "m".to_owned());
        assert_eq!(reply("syntax"), Ok(LoadReply::Failed(failure)));
        for why in ["timed_out", "out_of_memory", "crashed", "unheard_of"] {
            assert!(matches!(reply(why), Err(ProtocolError::NotAReply { .. })), "{why}");
        }
    }
}
