//! The lines that are exchanged with workers and compilers. `docs/adapters.md` is their description.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::outcome::{Outcome, Raised};

/// The version that this release speaks.
pub const PROTOCOL: u64 = 1;

/// The longest line of a worker.
pub const MOST_BYTES: usize = 64 << 10;

/// The longest message or name that is kept.
const MOST_CHARACTERS: usize = 500;

/// The first line to a worker; also what a compiler is asked.
#[derive(Clone, Debug, Serialize)]
pub struct Load {
    pub protocol: u64,
    pub problem: String,
    pub predicate: Vec<String>,
    pub parameters: Vec<String>,
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
    pub kind: &'static str,
    pub order: bool,
}

#[derive(Debug, Serialize)]
pub struct Compile<'a> {
    pub compile: &'a Load,
}

/// One call of the predicate.
#[derive(Debug, Serialize)]
pub struct Call<'a> {
    pub test: usize,
    pub arguments: &'a RawValue,
}

/// What a worker says to the first line, and a compiler to each.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loaded {
    Ready(Ready),
    Compiled(bool),
    Failed(Failed),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready {
    pub file: String,
    pub name: String,
}

/// Why a submission cannot be loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    pub why: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
}

impl Failed {
    /// Whether it is one of the reasons that a worker may give.
    pub fn is_known(&self) -> bool {
        ["syntax", "invalid", "missing", "ambiguous", "import", "raised", "arity"].contains(&&*self.why)
    }

    /// Without what is too long or speaks of files that are none of the submission's.
    #[must_use]
    pub fn trimmed(self, files: &[String]) -> Self {
        let (file, line) = place(self.file, self.line, files);
        Self {
            message: short(&self.message),
            class: self.class.as_deref().map(short),
            candidates: self.candidates.iter().take(10).map(|candidate| short(candidate)).collect(),
            file,
            line,
            why: self.why,
        }
    }
}

/// A worker is under the submission's control: a place elsewhere is dropped.
fn place(file: Option<String>, line: Option<u64>, files: &[String]) -> (Option<String>, Option<u64>) {
    match file {
        Some(file) if !files.contains(&file) => (None, None),
        file => (file, line),
    }
}

/// As much of a text as is kept.
pub fn short(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}

/// An answer to a call: exactly one of the last four.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the names are those of the protocol")]
struct Answer {
    test: usize,
    answer: Option<bool>,
    raised: Option<Raised>,
    not_a_boolean: Option<String>,
    out_of_memory: Option<bool>,
}

/// Reads the answer to test number `asked` of a submission with these files; or says what is wrong with it.
pub fn read_answer(line: &[u8], asked: usize, files: &[String]) -> Result<Outcome, String> {
    let answer: Answer = serde_json::from_slice(line).map_err(|_| format!("`{}` is no answer", cut(line)))?;
    if answer.test != asked {
        return Err(format!("an answer to test {} instead of {asked}", answer.test));
    }
    match answer {
        Answer { answer: Some(true), raised: None, not_a_boolean: None, out_of_memory: None, .. } => {
            Ok(Outcome::Accepted)
        }
        Answer { answer: Some(false), raised: None, not_a_boolean: None, out_of_memory: None, .. } => {
            Ok(Outcome::Rejected)
        }
        Answer { answer: None, raised: Some(raised), not_a_boolean: None, out_of_memory: None, .. } => {
            let (file, line) = place(raised.file, raised.line, files);
            Ok(Outcome::Raised(Raised { class: short(&raised.class), message: short(&raised.message), file, line }))
        }
        Answer { answer: None, raised: None, not_a_boolean: Some(ty), out_of_memory: None, .. } => {
            Ok(Outcome::NotABoolean(short(&ty)))
        }
        Answer { answer: None, raised: None, not_a_boolean: None, out_of_memory: Some(true), .. } => {
            Ok(Outcome::OutOfMemory)
        }
        _ => Err(format!("`{}` is no answer, or several", cut(line))),
    }
}

/// The beginning of a line, for messages.
pub fn cut(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(80)]).replace(char::is_control, " ");
    if line.len() > 80 { format!("{text}…") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, outcome: &Result<Outcome, &str>) {
        assert_eq!(
            read_answer(line.as_bytes(), 7, &["a.py".to_owned()]).as_ref().map_err(String::as_str),
            outcome.as_ref().map_err(|e| *e)
        );
    }

    #[test]
    fn answers_are_one_of_four() {
        check(r#"{"test": 7, "answer": true}"#, &Ok(Outcome::Accepted));
        check(r#"{"answer": false, "test": 7}"#, &Ok(Outcome::Rejected));
        check(r#"{"test": 7, "not_a_boolean": "int"}"#, &Ok(Outcome::NotABoolean("int".to_owned())));
        check(r#"{"test": 7, "out_of_memory": true}"#, &Ok(Outcome::OutOfMemory));
        let raised = Raised { class: "A".to_owned(), message: "b".to_owned(), file: None, line: Some(3) };
        check(r#"{"test": 7, "raised": {"class": "A", "message": "b", "line": 3}}"#, &Ok(Outcome::Raised(raised)));
    }

    #[test]
    fn what_is_too_long_or_elsewhere_is_dropped() {
        let long = "x".repeat(600);
        let line = format!(
            r#"{{"test": 7, "raised": {{"class": "{long}", "message": "", "file": "/etc/passwd", "line": 3}}}}"#
        );
        check(&line, &Ok(Outcome::Raised(Raised { class: long[..500].to_owned(), ..Raised::default() })));
        let raised = Raised { file: Some("a.py".to_owned()), line: Some(3), ..Raised::default() };
        check(
            r#"{"test": 7, "raised": {"class": "", "message": "", "file": "a.py", "line": 3}}"#,
            &Ok(Outcome::Raised(raised)),
        );
    }

    #[test]
    fn anything_else_is_a_breach() {
        check(r#"{"test": 8, "answer": true}"#, &Err("an answer to test 8 instead of 7"));
        check(r#"{"test": 7}"#, &Err("`{\"test\": 7}` is no answer, or several"));
        check(
            r#"{"test": 7, "answer": true, "out_of_memory": true}"#,
            &Err("`{\"test\": 7, \"answer\": true, \"out_of_memory\": true}` is no answer, or several"),
        );
        check(r#"{"test": 7, "answer": 1}"#, &Err("`{\"test\": 7, \"answer\": 1}` is no answer"));
        check(
            r#"{"test": 7, "answer": true, "test": 7}"#,
            &Err("`{\"test\": 7, \"answer\": true, \"test\": 7}` is no answer"),
        );
        check(
            r#"{"test": 7, "answer": true, "x": 1}"#,
            &Err("`{\"test\": 7, \"answer\": true, \"x\": 1}` is no answer"),
        );
        check("hello", &Err("`hello` is no answer"));
    }
}
