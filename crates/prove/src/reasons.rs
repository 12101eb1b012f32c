//! Why something is undecided, in words.

use compile::{Construct, Refusal, RefusalKind};
use decision::{Reason, SubmissionPlace, Undecided};
use lang::ast::Span;
use lang::submission::{SubmissionFailure, SubmissionProgram};

/// Where and why a submission has no circuit, or none for some pairs.
pub(crate) fn refused(submission: &SubmissionProgram, refusal: &Refusal) -> Reason {
    let construct = match refusal.kind {
        RefusalKind::Unsupported(Construct::OtherStatement | Construct::OtherExpression | Construct::UnknownName) => {
            submission.construct_in(refusal.at).map(|found| found.message.clone())
        }
        _ => None,
    };
    let kind = match refusal.kind {
        RefusalKind::Unsupported(_) | RefusalKind::UnlistedOperand { .. } | RefusalKind::Endless { .. } => {
            Undecided::Construct
        }
        RefusalKind::Time { .. } => Undecided::Limits,
        RefusalKind::Layout { .. } | RefusalKind::TooLarge(_) | RefusalKind::Steps | RefusalKind::Internal { .. } => {
            Undecided::Size
        }
    };
    let message = match &refusal.kind {
        // The pair is in the refusal, and need not be repeated.
        RefusalKind::Endless { .. } => "a loop or recursion that does not end for some pair".to_owned(),
        _ => construct.unwrap_or_else(|| refusal.to_string()),
    };
    Reason { kind, at: place(submission, refusal.at), message }
}

pub(crate) fn place(submission: &SubmissionProgram, at: Span) -> Option<SubmissionPlace> {
    submission.place(at).map(|(file, line)| SubmissionPlace { file: file.to_owned(), line })
}

/// How many functions are named that may have been meant as the predicate, and how long their names are, in bytes.
const CANDIDATES: usize = 3;
const LONGEST: usize = 60;

pub(crate) fn gave_up() -> Reason {
    Reason::new(Undecided::Solver, "the solver gave up; pass a smaller scope")
}

/// Why a submission that cannot be loaded is undecided.
pub fn not_loaded(failure: &SubmissionFailure) -> Reason {
    let at = |file: &str, line: usize| Some(SubmissionPlace { file: file.to_owned(), line });
    let (at, message) = match failure {
        SubmissionFailure::Syntax { file, line, message } => (at(file, *line), message.clone()),
        SubmissionFailure::Missing { candidates } => {
            let named = candidates.iter().filter(|name| name.len() <= LONGEST).take(CANDIDATES);
            let named: Vec<&str> = named.map(String::as_str).collect();
            let advice = named.first().map(|first| {
                format!("; did they mean `{}`? pass `--alias {first}` to accept it", named.join("` or `"))
            });
            (None, format!("no file defines the predicate{}", advice.unwrap_or_default()))
        }
        SubmissionFailure::Ambiguous { candidates } => {
            (None, format!("several files define the predicate: {}", candidates.join(", ")))
        }
        SubmissionFailure::Arity { file, line } => {
            (at(file, *line), "the predicate does not take as many arguments as the problem has parameters".to_owned())
        }
        SubmissionFailure::TooLarge => (None, "its files are too large".to_owned()),
    };
    Reason { kind: Undecided::Load, at, message }
}
