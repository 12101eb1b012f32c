//! How loading a submission went, as its worker or compiler reports it.
//!
//! Nothing in it is trusted: [`Ready::trimmed`] and [`LoadFailure::trimmed`] cut what is too long, and drop what is outside
//! the submission.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{place, short};
use crate::outcome::located;

/// At most this many candidates, undefined names and notes are kept.
const CANDIDATES: usize = 10;
const UNDEFINED: usize = 50;
const NOTES: usize = 20;

/// The predicate that a worker loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready {
    pub file: String,
    pub name: String,
    /// How the submission was loaded, for instructors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Ready {
    #[must_use]
    pub(super) fn trimmed(self) -> Self {
        Self { notes: trimmed_notes(&self.notes), ..self }
    }
}

/// Why a submission cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadFailure {
    pub why: LoadFailureKind,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// Names that the submission uses and nothing defines, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undefined: Vec<UndefinedName>,
    /// How loading it was attempted, for instructors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// A compiler found it. Otherwise the submission was already running, and may have chosen every word.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before_running: bool,
}

/// A name that nothing defines, and where it is first used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndefinedName {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The beginning of a definition, in the language of the submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sketch: Option<String>,
    /// A file that the submission imports, that is missing, and that should define it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadFailureKind {
    Syntax,
    /// The compiler rejects it.
    Invalid,
    /// There is no function with the predicate's name.
    Missing,
    /// Several files define the predicate.
    Ambiguous,
    Import,
    Raised,
    /// The predicate takes another number of parameters.
    Arity,
    TimedOut,
    OutOfMemory,
    Crashed,
}

impl LoadFailureKind {
    /// Whether workers and compilers report it. The grader observes the others itself.
    pub fn is_reported(self) -> bool {
        !matches!(self, Self::TimedOut | Self::OutOfMemory | Self::Crashed)
    }

    /// The name in the protocol and in result files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Invalid => "invalid",
            Self::Missing => "missing",
            Self::Ambiguous => "ambiguous",
            Self::Import => "import",
            Self::Raised => "raised",
            Self::Arity => "arity",
            Self::TimedOut => "timed_out",
            Self::OutOfMemory => "out_of_memory",
            Self::Crashed => "crashed",
        }
    }
}

impl fmt::Display for LoadFailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl LoadFailure {
    pub fn new(why: LoadFailureKind, message: String) -> Self {
        Self {
            why,
            message,
            class: None,
            file: None,
            line: None,
            candidates: Vec::new(),
            undefined: Vec::new(),
            notes: Vec::new(),
            before_running: false,
        }
    }

    /// Whether undefined names are the reason. Otherwise they only accompany it.
    pub fn lacks_names(&self) -> bool {
        self.why == LoadFailureKind::Invalid && !self.undefined.is_empty()
    }

    /// Cuts what is too long, and drops repeated names, places outside the submission, and what is not the name of a function
    /// but should be one.
    #[must_use]
    pub(super) fn trimmed(self, files: &[String]) -> Self {
        let (file, line) = place(self.file, self.line, files);
        let mut names = BTreeSet::new();
        let is_new = |one: &UndefinedName| !one.name.trim().is_empty() && names.insert(one.name.clone());
        let undefined = self.undefined.into_iter().filter(is_new).take(UNDEFINED);
        let are_functions = self.why == LoadFailureKind::Missing;
        let candidates = self.candidates.iter().filter(|name| !are_functions || is_function_name(name));
        Self {
            message: short(&self.message),
            class: self.class.as_deref().map(short),
            candidates: candidates.take(CANDIDATES).map(|candidate| short(candidate)).collect(),
            undefined: undefined.map(|one| one.trimmed(files)).collect(),
            notes: trimmed_notes(&self.notes),
            file,
            line,
            why: self.why,
            before_running: false,
        }
    }
}

/// Names of functions in any language: `is_valid`, `is-valid`, `valid?`, `$valid`. They are suggested as options.
fn is_function_name(name: &str) -> bool {
    !name.starts_with(['-', '?', '!'])
        && !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "_-?!$".contains(c))
}

impl UndefinedName {
    /// The name and where it is used: `` `all-true` (sort.arr:12) ``.
    pub fn text(&self) -> String {
        located(format!("`{}`", self.name), self.file.as_deref(), self.line)
    }

    #[must_use]
    fn trimmed(self, files: &[String]) -> Self {
        let (file, line) = place(self.file, self.line, files);
        let sketch = self.sketch.filter(|sketch| !sketch.trim().is_empty());
        Self {
            name: short(&self.name),
            file,
            line,
            sketch: sketch.as_deref().map(short),
            from: self.from.as_deref().map(short),
        }
    }
}

fn trimmed_notes(notes: &[String]) -> Vec<String> {
    notes.iter().filter(|note| !note.trim().is_empty()).take(NOTES).map(|note| short(note)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{LoadReply, read_reply};

    fn reply(json: &serde_json::Value) -> LoadReply {
        read_reply(json.to_string().as_bytes(), &["a.arr".to_owned()]).expect("a reply")
    }

    fn failed(json: &serde_json::Value) -> LoadFailure {
        match reply(&serde_json::json!({ "failed": json })) {
            LoadReply::Failed(failure) => failure,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_new_can_be_absent() {
        let ready = Ready { file: "a.arr".to_owned(), name: "f".to_owned(), notes: Vec::new() };
        let json = serde_json::json!({ "file": "a.arr", "name": "f" });
        assert_eq!(reply(&serde_json::json!({ "ready": json })), LoadReply::Ready(ready.clone()));
        assert_eq!(serde_json::to_value(&ready).expect("JSON"), json);
        let json = serde_json::json!({ "why": "invalid", "message": "m" });
        let failure = failed(&json);
        assert_eq!(failure, LoadFailure::new(LoadFailureKind::Invalid, "m".to_owned()));
        assert_eq!(serde_json::to_value(&failure).expect("JSON"), json);
        let json = serde_json::json!({ "name": "x" });
        let name: UndefinedName = serde_json::from_value(json.clone()).expect("a name");
        assert_eq!(serde_json::to_value(&name).expect("JSON"), json);
    }

    #[test]
    fn notes_are_cut() {
        let mut notes = vec!["x".repeat(600), " \n".to_owned()];
        notes.extend((0..30).map(|number| number.to_string()));
        let json = serde_json::json!({ "ready": { "file": "a.arr", "name": "f", "notes": notes } });
        let LoadReply::Ready(ready) = reply(&json) else { panic!("not ready") };
        assert_eq!((ready.notes.len(), ready.notes[0].len(), &*ready.notes[1]), (20, 500, "0"));
        let failure = failed(&serde_json::json!({ "why": "syntax", "message": "m", "notes": notes }));
        assert_eq!(failure.notes, ready.notes);
    }

    #[test]
    fn undefined_names_are_cut_and_foreign_places_dropped() {
        let long = "x".repeat(600);
        let mut undefined = vec![
            serde_json::json!({ "name": "all-true", "file": "a.arr", "line": 12, "sketch": "fun all-true():\nend" }),
            serde_json::json!({ "name": long, "file": "/etc/passwd", "line": 3, "sketch": long }),
            serde_json::json!({ "name": " ", "file": "a.arr", "line": 1 }),
            serde_json::json!({ "name": "b", "sketch": "\n" }),
            serde_json::json!({ "name": "all-true", "file": "a.arr", "line": 14 }),
        ];
        undefined.extend((0..90).map(|number| serde_json::json!({ "name": number.to_string() })));
        let failure = failed(&serde_json::json!({ "why": "invalid", "message": "m", "undefined": undefined }));
        let names = &failure.undefined;
        assert_eq!((names.len(), names[0].text()), (50, "`all-true` (a.arr:12)".to_owned()));
        assert_eq!(names[0].sketch.as_deref(), Some("fun all-true():\nend"));
        let cut = || long[..500].to_owned();
        assert_eq!(names[1], UndefinedName { name: cut(), sketch: Some(cut()), ..UndefinedName::default() });
        assert_eq!(names[2], UndefinedName { name: "b".to_owned(), ..UndefinedName::default() });
        assert_eq!((&*names[3].name, &*names[49].name), ("0", "46"));
        assert!(failure.lacks_names());
        let failure = failed(&serde_json::json!({ "why": "import", "message": "m", "undefined": undefined }));
        assert!(!failure.lacks_names() && failure.undefined.len() == 50);
    }

    #[test]
    fn words_are_those_of_the_protocol() {
        use LoadFailureKind as Kind;
        for kind in [
            Kind::Syntax,
            Kind::Invalid,
            Kind::Missing,
            Kind::Ambiguous,
            Kind::Import,
            Kind::Raised,
            Kind::Arity,
            Kind::TimedOut,
            Kind::OutOfMemory,
            Kind::Crashed,
        ] {
            assert_eq!(serde_json::to_value(kind).expect("a word"), kind.word());
        }
    }
}
