//! How loading a submission went, and why it could not run.

use runner::outcome::located;
use runner::protocol::{LoadFailure, LoadFailureKind, Ready, UndefinedName};
use serde::{Deserialize, Serialize};

use crate::form::cut_long;
use crate::setup::for_shell;

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
            // Each name has a place of its own.
            Self::Failed(failed) if failed.lacks_names() && failed.undefined.iter().any(|one| one.file.is_some()) => {
                described(failed)
            }
            Self::Failed(failed) => located(described(failed), failed.file.as_deref(), failed.line),
        };
        Some(reason.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// With a reason that can be stored.
    #[must_use]
    pub(crate) fn cut(mut self) -> Self {
        if let Self::Unusable(why) | Self::NotStarted(why) = &mut self {
            cut_long(why);
        }
        self
    }

    /// What failures have in common: the reason without file and line. Names are part of it; of several undefined names, only
    /// the one with the lowest rank.
    pub fn reason_without_place(&self, rank: impl Fn(&str) -> usize) -> Option<String> {
        let Self::Failed(failed) = self else { return self.reason() };
        let message = without_places(&failed.message);
        let first = failed.undefined.iter().map(|one| &one.name).min_by_key(|name| (rank(name), *name));
        let undefined = first.map(|name| UndefinedName { name: name.clone(), ..UndefinedName::default() });
        let undefined = undefined.into_iter().collect();
        Self::Failed(Box::new(LoadFailure { file: None, line: None, message, undefined, ..(**failed).clone() }))
            .reason()
    }

    /// What is needed for [`Self::reason_without_place`], and nothing else, so that equal failures are equal. `None` if it ran.
    #[must_use]
    pub fn without_places(&self) -> Option<Self> {
        let Self::Failed(failed) = self else {
            return (!matches!(self, Self::Graded(_))).then(|| self.clone());
        };
        let only_name = |one: &UndefinedName| UndefinedName { name: one.name.clone(), ..UndefinedName::default() };
        Some(Self::Failed(Box::new(LoadFailure {
            file: None,
            line: None,
            message: without_places(&failed.message),
            undefined: failed.undefined.iter().map(only_name).collect(),
            notes: Vec::new(),
            ..(**failed).clone()
        })))
    }

    /// The reason without a word that the submission controls.
    pub fn reason_in_general(&self) -> Option<&'static str> {
        let Self::Failed(failed) = self else {
            return (!matches!(self, Self::Graded(_))).then_some("could not run");
        };
        Some(match failed.why {
            _ if failed.lacks_names() => "uses an undefined name",
            LoadFailureKind::Syntax => "syntax error",
            LoadFailureKind::Invalid => "cannot be compiled",
            LoadFailureKind::Import => "import error",
            LoadFailureKind::Raised => "raised an exception when loaded",
            LoadFailureKind::Missing => "does not define the predicate",
            _ => "could not run",
        })
    }

    /// Names that the submission uses and nothing defines.
    pub fn undefined(&self) -> &[UndefinedName] {
        if let Self::Failed(failed) = self { &failed.undefined } else { &[] }
    }

    /// How it was loaded, for instructors.
    pub fn notes(&self) -> &[String] {
        match self {
            Self::Graded(ready) => &ready.notes,
            Self::Failed(failed) => &failed.notes,
            Self::Unusable(_) | Self::NotStarted(_) => &[],
        }
    }
}

fn described(failed: &LoadFailure) -> String {
    if failed.lacks_names() {
        return format!("cannot be compiled: {}", not_defined(&failed.undefined, UndefinedName::text));
    }
    match (failed.why, &failed.class) {
        (LoadFailureKind::Syntax, _) => format!("syntax error: {}", failed.message),
        (LoadFailureKind::Invalid, _) => format!("cannot be compiled: {}", failed.message),
        (LoadFailureKind::Import, _) => format!("import error: {}", failed.message),
        (LoadFailureKind::Raised, Some(class)) => format!("raised {class} when loaded: {}", failed.message),
        (LoadFailureKind::Missing, _) if !failed.candidates.is_empty() => {
            let named: Vec<String> = failed.candidates.iter().map(|name| format!("`{name}`")).collect();
            let first = for_shell(&failed.candidates[0]);
            format!("{}; did they mean {}? pass `--alias {first}` to accept it", failed.message, named.join(" or "))
        }
        (LoadFailureKind::Ambiguous, _) => format!("{}: {}", failed.message, failed.candidates.join(", ")),
        _ => failed.message.clone(),
    }
}

/// At most this many names are listed.
const NAMES: usize = 5;

/// `` `all-true` (sort.arr:12) and `concat` (sort.arr:20) are not defined ``, with each name as `shown` says.
pub fn not_defined(undefined: &[UndefinedName], shown: impl Fn(&UndefinedName) -> String) -> String {
    let all: Vec<String> = undefined.iter().map(shown).collect();
    match all.split_at(all.len().min(NAMES)) {
        ([only], []) => format!("{only} is not defined"),
        ([first @ .., last], []) => format!("{} and {last} are not defined", first.join(", ")),
        (first, rest) => format!("{} and {} more are not defined", first.join(", "), rest.len()),
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
        failed(why, message, line).reason_without_place(|_| 0).expect("a reason")
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
        assert_eq!(LoadStatus::Graded(Ready::default()).reason(), None);
    }

    fn lacking(names: &[(&str, u64)]) -> LoadStatus {
        let undefined = |(name, line): &(&str, u64)| UndefinedName {
            name: (*name).to_owned(),
            file: (*line > 0).then(|| "a.arr".to_owned()),
            line: Some(*line),
            ..UndefinedName::default()
        };
        LoadStatus::Failed(Box::new(LoadFailure {
            file: Some("b.arr".to_owned()),
            line: Some(1),
            undefined: names.iter().map(undefined).collect(),
            ..LoadFailure::new(LoadFailureKind::Invalid, "The name `z` is unbound".to_owned())
        }))
    }

    #[test]
    fn undefined_names_are_the_reason() {
        let reason = |names: &[(&str, u64)]| lacking(names).reason().unwrap_or_default();
        assert_eq!(reason(&[("z", 2)]), "cannot be compiled: `z` (a.arr:2) is not defined");
        assert_eq!(
            reason(&[("z", 2), ("b", 3)]),
            "cannot be compiled: `z` (a.arr:2) and `b` (a.arr:3) are not defined"
        );
        // Without places of their own, they share the place of the failure.
        assert_eq!(reason(&[("z", 0)]), "cannot be compiled: `z` is not defined (b.arr:1)");
        let many = ["a", "b", "c", "d", "e", "f", "g"].map(|name| (name, 0));
        assert_eq!(reason(&many), "cannot be compiled: `a`, `b`, `c`, `d`, `e` and 2 more are not defined (b.arr:1)");
        assert_eq!(reason(&many[..5]), "cannot be compiled: `a`, `b`, `c`, `d` and `e` are not defined (b.arr:1)");
        assert_eq!(reason(&[]), "cannot be compiled: The name `z` is unbound (b.arr:1)");
        assert_eq!(lacking(&[("z", 2)]).reason_in_general(), Some("uses an undefined name"));
        assert_eq!(lacking(&[]).reason_in_general(), Some("cannot be compiled"));
    }

    #[test]
    fn equal_reasons_share_an_undefined_name() {
        let shared = |names: &[(&str, u64)], first: &str| {
            lacking(names).reason_without_place(|name| usize::from(name != first)).unwrap_or_default()
        };
        assert_eq!(shared(&[("z", 2)], "z"), "cannot be compiled: `z` is not defined");
        assert_eq!(shared(&[("b", 2), ("z", 3)], "z"), "cannot be compiled: `z` is not defined");
        assert_eq!(shared(&[("z", 2), ("b", 3)], "c"), "cannot be compiled: `b` is not defined");
    }

    /// Undefined names that only accompany a failure do not replace its message.
    #[test]
    fn other_failures_keep_their_message() {
        let LoadStatus::Failed(failed) = lacking(&[("z", 2)]) else { panic!("not failed") };
        let failed = LoadStatus::Failed(Box::new(LoadFailure { why: LoadFailureKind::Import, ..*failed }));
        assert_eq!(failed.reason().as_deref(), Some("import error: The name `z` is unbound (b.arr:1)"));
        assert_eq!(failed.reason_without_place(|_| 0).as_deref(), Some("import error: The name `z` is unbound"));
        assert_eq!((failed.undefined().len(), failed.reason_in_general()), (1, Some("import error")));
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
