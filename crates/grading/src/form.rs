//! What a database says, checked when it is read: values have the form that grading gives them, and belong together.
//!
//! A submission is stored with a digest of everything that is stored about it. It shows edits and mistakes; someone who writes
//! as custodiet does can compute it, too. Guarded by `tests/hostile_store.rs`.

use runner::Outcome;
use runner::outcome::Crash;
use runner::protocol::{LoadFailure, UndefinedName};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::status::LoadStatus;
use crate::store::StoredSubmission;

/// Bytes of a name, a path, a message. Runs keep less of each.
const SHORT: usize = 8 << 10;
/// Bytes of a source, of what was printed.
const LONG: usize = 500_000;
/// Entries of a list.
const MOST: usize = 1_000;

/// Why what is stored about a submission is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    #[error("are missing")]
    Absent,
    #[error("cannot be read")]
    Unreadable,
    #[error("were changed after grading, or written by another release")]
    Changed,
    #[error("are not complete")]
    Incomplete,
}

/// A digest of a value.
pub(crate) fn sealed(value: &impl Serialize) -> String {
    let text = serde_json::to_vec(value).unwrap_or_default();
    hex::encode(Sha256::digest(text))
}

/// Whether every text and list has a length that grading gives it.
/// `kinds` are the outcomes that it has.
pub(crate) fn is_well_formed(one: &StoredSubmission, kinds: &[Outcome]) -> bool {
    let source = one.source.as_ref().is_none_or(|source| short(&source.file) && source.text.len() <= LONG);
    let unstable = one.unstable.len() <= MOST
        && one.unstable.iter().all(|one| short(&one.test) && short(&one.first) && short(&one.then));
    [&one.name, &one.sha256, &one.conditions, &one.language].into_iter().all(|text| short(text))
        && one.printed.len() <= LONG
        && source
        && unstable
        && kinds.iter().all(outcome_fits)
        && status_fits(&one.status)
}

/// The part of a text that is stored.
pub(crate) fn cut(text: &str) -> String {
    text[..text.floor_char_boundary(SHORT)].to_owned()
}

/// The part of a reason, or of what was printed, that is stored.
pub(crate) fn cut_long(text: &mut String) {
    text.truncate(text.floor_char_boundary(LONG));
}

pub(crate) fn short(text: &str) -> bool {
    text.len() <= SHORT
}

fn outcome_fits(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Raised(raised) => {
            short(&raised.class) && short(&raised.message) && raised.file.as_deref().is_none_or(short)
        }
        Outcome::NotABoolean(text) | Outcome::Crashed(Crash::Breach(text)) => short(text),
        _ => true,
    }
}

fn status_fits(status: &LoadStatus) -> bool {
    let all = |texts: &[String]| texts.len() <= MOST && texts.iter().all(|text| short(text));
    match status {
        LoadStatus::Graded(ready) => short(&ready.file) && short(&ready.name) && all(&ready.notes),
        LoadStatus::Failed(failed) => {
            let LoadFailure { message, class, file, candidates, undefined, notes, .. } = &**failed;
            let optional = |text: &Option<String>| text.as_deref().is_none_or(short);
            let name = |one: &UndefinedName| short(&one.name) && optional(&one.file) && optional(&one.sketch);
            let names = undefined.len() <= MOST && undefined.iter().all(name);
            short(message) && optional(class) && optional(file) && all(candidates) && names && all(notes)
        }
        // A reason may list the files of a submission.
        LoadStatus::Unusable(why) | LoadStatus::NotStarted(why) => why.len() <= LONG,
    }
}
