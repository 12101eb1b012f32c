//! How loading a submission went, and why it could not run.

use runner::protocol::{LoadFailure, LoadFailureKind, Ready};
use serde::{Deserialize, Serialize};

/// How loading a submission went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadStatus {
    /// It was loaded and run.
    Graded(Ready),
    /// It could not be loaded.
    Failed(Box<LoadFailure>),
    /// It could not even be tried: unreadable, empty, in no known language.
    Unusable(String),
    /// Not the fault of the submission.
    NotStarted(String),
}

impl LoadStatus {
    /// Why the submission could not run, on one line. `None` if it ran.
    pub fn reason(&self) -> Option<String> {
        let reason = match self {
            Self::Graded(_) => return None,
            Self::Unusable(why) | Self::NotStarted(why) => why.clone(),
            Self::Failed(failed) => {
                let place = match (&failed.file, failed.line) {
                    (Some(file), Some(line)) => format!(" ({file}:{line})"),
                    (Some(file), None) => format!(" ({file})"),
                    _ => String::new(),
                };
                described(failed) + &place
            }
        };
        Some(reason.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// What failures have in common: the reason without file and line. Names are part of it.
    pub fn reason_without_place(&self) -> Option<String> {
        let Self::Failed(failed) = self else { return self.reason() };
        let message = without_places(&failed.message);
        Self::Failed(Box::new(LoadFailure { file: None, line: None, message, ..(**failed).clone() })).reason()
    }

    /// The reason without a word that the submission controls.
    pub fn reason_in_general(&self) -> Option<&'static str> {
        let Self::Failed(failed) = self else {
            return (!matches!(self, Self::Graded(_))).then_some("could not run");
        };
        Some(match failed.why {
            LoadFailureKind::Syntax => "syntax error",
            LoadFailureKind::Invalid => "cannot be compiled",
            LoadFailureKind::Import => "import error",
            LoadFailureKind::Raised => "raised an exception when loaded",
            LoadFailureKind::Missing => "does not define the predicate",
            _ => "could not run",
        })
    }
}

fn described(failed: &LoadFailure) -> String {
    match (failed.why, &failed.class) {
        (LoadFailureKind::Syntax, _) => format!("syntax error: {}", failed.message),
        (LoadFailureKind::Invalid, _) => format!("cannot be compiled: {}", failed.message),
        (LoadFailureKind::Import, _) => format!("import error: {}", failed.message),
        (LoadFailureKind::Raised, Some(class)) => format!("raised {class} when loaded: {}", failed.message),
        (LoadFailureKind::Missing, _) if !failed.candidates.is_empty() => {
            let named: Vec<String> = failed.candidates.iter().map(|name| format!("`{name}`")).collect();
            let first = &failed.candidates[0];
            format!("{}; did they mean {}? pass `--alias {first}` to accept it", failed.message, named.join(" or "))
        }
        (LoadFailureKind::Ambiguous, _) => format!("{}: {}", failed.message, failed.candidates.join(", ")),
        _ => failed.message.clone(),
    }
}

/// A message without the numbers of lines and columns: `after 'if' statement on line …`, `at prelude:…`
fn without_places(message: &str) -> String {
    let mut before = "";
    let words = message.split(' ').map(|word| {
        let is_number = matches!(before, "line" | "lines" | "column") && word.starts_with(|c: char| c.is_ascii_digit());
        before = word;
        if is_number {
            return format!("…{}", word.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        let place = word.match_indices(':').find(|(at, _)| word[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
        place.map_or_else(|| word.to_owned(), |(at, _)| format!("{}:…", &word[..at]))
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(why: LoadFailureKind, message: &str, line: u64) -> LoadStatus {
        let (file, line) = (Some(format!("s{line}.py")), Some(line));
        LoadStatus::Failed(Box::new(LoadFailure { file, line, ..LoadFailure::new(why, message.to_owned()) }))
    }

    fn shared(why: LoadFailureKind, message: &str, line: u64) -> String {
        failed(why, message, line).reason_without_place().expect("a reason")
    }

    #[test]
    fn equal_reasons_differ_only_in_their_place() {
        let same = [
            shared(LoadFailureKind::Syntax, "expected an indented block after 'if' statement on line 3", 4),
            shared(LoadFailureKind::Syntax, "expected an indented block after 'if' statement on line 17", 18),
        ];
        assert_eq!(same[0], "syntax error: expected an indented block after 'if' statement on line …");
        assert_eq!(same[0], same[1]);
        assert_ne!(
            shared(LoadFailureKind::Syntax, "expected ':'", 1),
            shared(LoadFailureKind::Syntax, "'(' was never closed", 1)
        );
        assert_ne!(
            shared(LoadFailureKind::Import, "No module named 'a'", 1),
            shared(LoadFailureKind::Import, "No module named 'b'", 1)
        );
        assert_eq!(
            shared(LoadFailureKind::Invalid, "`f` at prelude:2:32-2:41 shadows", 1),
            "cannot be compiled: `f` at prelude:… shadows"
        );
        assert_eq!(without_places("ratio 1:2 of lines: 3 é:4"), "ratio 1:… of lines: 3 é:…");
    }

    #[test]
    fn a_reason_is_one_line_with_its_place() {
        assert_eq!(
            failed(LoadFailureKind::Syntax, "expected\n ':'", 2).reason().as_deref(),
            Some("syntax error: expected ':' (s2.py:2)")
        );
        assert_eq!(LoadStatus::Unusable("no files".to_owned()).reason().as_deref(), Some("no files"));
        let ready = Ready { file: "a.py".to_owned(), name: "f".to_owned() };
        assert_eq!(LoadStatus::Graded(ready).reason(), None);
    }

    #[test]
    fn a_general_reason_quotes_nobody() {
        assert_eq!(failed(LoadFailureKind::Syntax, "Ann (ann.py:2)", 2).reason_in_general(), Some("syntax error"));
        assert_eq!(
            failed(LoadFailureKind::Raised, "Ann", 2).reason_in_general(),
            Some("raised an exception when loaded")
        );
        assert_eq!(LoadStatus::NotStarted("Ann".to_owned()).reason_in_general(), Some("could not run"));
    }
}
