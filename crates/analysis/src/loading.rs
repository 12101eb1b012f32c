//! What submissions of a class have in common before any test runs: why they cannot run, names that nothing defines, and
//! notes about how they were loaded.
//!
//! Takes the load statuses; gives lists in which every text stands once, with the submissions that it is about.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use grading::LoadStatus;
use grading::results::SubmissionResult;
use serde::Serialize;

/// A reason for which submissions could not run, as places in the list of all submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedReason {
    pub reason: String,
    pub submissions: Vec<usize>,
    /// Shared by so large a part of the class that it is probably not their fault.
    pub is_common: bool,
}

/// A name that submissions in one language use and nothing defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedUndefinedName {
    pub name: String,
    pub language: String,
    /// Places in the list of all submissions.
    pub submissions: Vec<usize>,
    /// Some of these submissions import a file that does not exist and may define it.
    pub from_missing_file: bool,
    /// The beginning of a definition; where submissions differ, the one that most of them have.
    pub sketch: Option<String>,
}

/// What is noted about loading submissions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedNote {
    pub note: String,
    /// Places in the list of all submissions.
    pub submissions: Vec<usize>,
}

/// A reason that at least one in this many submissions share is probably not their fault.
const COMMON: usize = 10;

/// What is known about loading a class, while submissions are added. Every text is kept once.
#[derive(Debug, Default)]
pub struct LoadingCounts {
    /// By name and language.
    names: BTreeMap<(String, String), UndefinedCounts>,
    notes: BTreeMap<String, Vec<usize>>,
    /// By language and status without places: the status, and who has it.
    unrun: BTreeMap<(String, String), (LoadStatus, Vec<usize>)>,
}

#[derive(Debug, Default)]
struct UndefinedCounts {
    submissions: Vec<usize>,
    from_missing_file: bool,
    /// How many submissions have which sketch.
    sketches: BTreeMap<String, usize>,
}

/// A submission that has something several times counts once.
fn add(submissions: &mut Vec<usize>, index: usize) -> bool {
    let is_new = submissions.last() != Some(&index);
    if is_new {
        submissions.push(index);
    }
    is_new
}

impl LoadingCounts {
    /// Adds a submission. Their places increase.
    pub fn add(&mut self, index: usize, one: &SubmissionResult) {
        let (status, language) = (&one.stored.status, &one.stored.language);
        for undefined in status.undefined() {
            let counts = self.names.entry((undefined.name.clone(), language.clone())).or_default();
            counts.from_missing_file |= undefined.from.is_some();
            // The first sketch of a submission is its vote.
            if add(&mut counts.submissions, index)
                && let Some(sketch) = &undefined.sketch
            {
                *counts.sketches.entry(sketch.clone()).or_default() += 1;
            }
        }
        for note in status.notes() {
            add(self.notes.entry(note.clone()).or_default(), index);
        }
        if let Some(status) = status.without_places() {
            let text = format!("{status:?}");
            let (_, submissions) = self.unrun.entry((language.clone(), text)).or_insert_with(|| (status, Vec::new()));
            submissions.push(index);
        }
    }

    /// Why submissions could not run, in alphabetical order. A submission that lacks several names counts for the most frequent
    /// of them; `undefined` lists these first.
    pub fn reasons(&self, class: usize, undefined: &[SharedUndefinedName]) -> Vec<SharedReason> {
        let ranks = undefined.iter().enumerate().map(|(rank, one)| ((&*one.name, &*one.language), rank));
        let ranks: BTreeMap<(&str, &str), usize> = ranks.collect();
        let mut reasons: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for ((language, _), (status, submissions)) in &self.unrun {
            let rank = |name: &str| ranks.get(&(name, &**language)).copied().unwrap_or(usize::MAX);
            reasons.entry(status.reason_without_place(rank).unwrap_or_default()).or_default().extend(submissions);
        }
        let reason = |(reason, mut submissions): (String, Vec<usize>)| {
            submissions.sort_unstable();
            let is_common = submissions.len() >= 2 && submissions.len() * COMMON >= class;
            SharedReason { reason, submissions, is_common }
        };
        reasons.into_iter().map(reason).collect()
    }

    /// Names that nothing defines: those that most submissions use first, then by name.
    pub fn undefined(&self) -> Vec<SharedUndefinedName> {
        let name = |((name, language), counts): (&(String, String), &UndefinedCounts)| SharedUndefinedName {
            name: name.clone(),
            language: language.clone(),
            submissions: counts.submissions.clone(),
            from_missing_file: counts.from_missing_file,
            // The one that most submissions have; of several, the first in alphabetical order.
            sketch: counts.sketches.iter().min_by_key(|(_, votes)| Reverse(**votes)).map(|(sketch, _)| sketch.clone()),
        };
        let mut names: Vec<SharedUndefinedName> = self.names.iter().map(name).collect();
        names.sort_by_key(|one| Reverse(one.submissions.len()));
        names
    }

    /// Those that are about most submissions first, then in alphabetical order.
    pub fn notes(&self) -> Vec<SharedNote> {
        let note = |(note, submissions): (&String, &Vec<usize>)| SharedNote {
            note: note.clone(),
            submissions: submissions.clone(),
        };
        let mut notes: Vec<SharedNote> = self.notes.iter().map(note).collect();
        notes.sort_by_key(|one| Reverse(one.submissions.len()));
        notes
    }
}

#[cfg(test)]
mod tests {
    use grading::StoredSubmission;
    use grading::roster::RosterEntry;
    use runner::protocol::{LoadFailure, LoadFailureKind, Ready, UndefinedName};

    use super::*;

    fn counts(all: &[SubmissionResult]) -> LoadingCounts {
        let mut counts = LoadingCounts::default();
        all.iter().enumerate().for_each(|(index, one)| counts.add(index, one));
        counts
    }

    fn undefined(all: &[SubmissionResult]) -> Vec<SharedUndefinedName> {
        counts(all).undefined()
    }

    fn notes(all: &[SubmissionResult]) -> Vec<SharedNote> {
        counts(all).notes()
    }

    fn reasons(all: &[SubmissionResult], undefined: &[SharedUndefinedName]) -> Vec<SharedReason> {
        counts(all).reasons(all.len(), undefined)
    }

    fn submission(language: &str, status: LoadStatus) -> SubmissionResult {
        let stored = StoredSubmission {
            name: String::new(),
            sha256: String::new(),
            conditions: String::new(),
            language: language.to_owned(),
            status,
            unstable: Vec::new(),
            printed: String::new(),
            source: None,
            outcomes: Vec::new(),
        };
        SubmissionResult { listed: RosterEntry::default(), stored, outcomes: Vec::new(), proof: None }
    }

    /// A submission that lacks names: `all=fun all(): end` has a sketch.
    fn lacking(names: &[&str]) -> SubmissionResult {
        let undefined = |(at, text): (usize, &&str)| {
            let (name, sketch) = text.split_once('=').map_or((*text, None), |(name, sketch)| (name, Some(sketch)));
            UndefinedName {
                name: name.to_owned(),
                file: Some("a.arr".to_owned()),
                line: u64::try_from(at).ok(),
                sketch: sketch.map(str::to_owned),
                from: None,
            }
        };
        let undefined = names.iter().enumerate().map(undefined).collect();
        let failure = LoadFailure::new(LoadFailureKind::Invalid, String::new());
        submission("pyret", LoadStatus::Failed(Box::new(LoadFailure { undefined, ..failure })))
    }

    fn noting(notes: &[&str]) -> SubmissionResult {
        let notes = notes.iter().map(|note| (*note).to_owned()).collect();
        submission("pyret", LoadStatus::Graded(Ready { notes, ..Ready::default() }))
    }

    #[test]
    fn the_most_frequent_names_come_first() {
        let all = [lacking(&["b", "c"]), noting(&[]), lacking(&["c", "a"]), lacking(&["c"])];
        let names: Vec<_> = undefined(&all).into_iter().map(|one| (one.name, one.submissions)).collect();
        let name = |name: &str, submissions: &[usize]| (name.to_owned(), submissions.to_vec());
        assert_eq!(names, [name("c", &[0, 2, 3]), name("a", &[2]), name("b", &[0])]);
    }

    #[test]
    fn the_most_frequent_sketch_is_taken() {
        let chosen = |all: &[SubmissionResult]| undefined(all)[0].sketch.clone();
        assert_eq!(chosen(&[lacking(&["a"])]), None);
        assert_eq!(chosen(&[lacking(&["a"]), lacking(&["a=2"])]).as_deref(), Some("2"));
        assert_eq!(chosen(&[lacking(&["a=1"]), lacking(&["a=2"]), lacking(&["a=2"])]).as_deref(), Some("2"));
        assert_eq!(chosen(&[lacking(&["a=2"]), lacking(&["a=1"])]).as_deref(), Some("1"));
    }

    #[test]
    fn a_name_is_of_one_language() {
        let mut all = [lacking(&["a=1"]), lacking(&["a=2"])];
        "other".clone_into(&mut all[0].stored.language);
        let names: Vec<_> = undefined(&all).into_iter().map(|one| (one.language, one.sketch)).collect();
        let name = |language: &str, sketch: &str| (language.to_owned(), Some(sketch.to_owned()));
        assert_eq!(names, [name("other", "1"), name("pyret", "2")]);
    }

    #[test]
    fn a_file_that_is_missing_may_define_it() {
        let mut all = [lacking(&["a"]), lacking(&["a", "b"])];
        if let LoadStatus::Failed(failed) = &mut all[0].stored.status {
            failed.undefined[0].from = Some("common.arr".to_owned());
        }
        let names: Vec<_> = undefined(&all).into_iter().map(|one| (one.name, one.from_missing_file)).collect();
        assert_eq!(names, [("a".to_owned(), true), ("b".to_owned(), false)]);
    }

    #[test]
    fn equal_notes_are_counted_together() {
        let mut all = vec![noting(&["b", "a"]), noting(&["c", "b", "b"]), lacking(&["x"])];
        if let LoadStatus::Failed(failed) = &mut all[2].stored.status {
            failed.notes.push("b".to_owned());
        }
        let notes: Vec<_> = notes(&all).into_iter().map(|one| (one.note, one.submissions)).collect();
        let note = |note: &str, submissions: &[usize]| (note.to_owned(), submissions.to_vec());
        assert_eq!(notes, [note("b", &[0, 1, 2]), note("a", &[0]), note("c", &[1])]);
    }

    #[test]
    fn submissions_that_lack_a_common_name_have_the_same_reason() {
        let mut all = vec![lacking(&["a", "z"]), lacking(&["z"]), lacking(&["b", "z"]), lacking(&["a"])];
        all.extend((0..27).map(|_| noting(&[])));
        let shared = |all: &[SubmissionResult]| -> Vec<(String, Vec<usize>, bool)> {
            reasons(all, &undefined(all)).into_iter().map(|one| (one.reason, one.submissions, one.is_common)).collect()
        };
        let reason = |name: &str, submissions: &[usize], is_common| {
            (format!("cannot be compiled: `{name}` is not defined"), submissions.to_vec(), is_common)
        };
        assert_eq!(shared(&all), [reason("a", &[3], false), reason("z", &[0, 1, 2], false)]);
        assert_eq!(shared(&all[..30]), [reason("a", &[3], false), reason("z", &[0, 1, 2], true)]);
    }
}
