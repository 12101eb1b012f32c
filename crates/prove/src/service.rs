//! Deciding submissions as requests and answers, which cross the boundary between processes.
//!
//! The process that answers is confined and handles one request: see `custodiet prove`.

use decision::{DecidedPair, Reason};
use lang::submission::SubmissionProgram;
use serde::{Deserialize, Serialize};

use crate::decided_problem::{DecidedProblem, UndecidedProblem};
use crate::explained::{ExplainedSubmission, GivenFunctions, explained};
use crate::limits::ProofLimits;
use crate::loading::LoadedFrom;
use crate::{DecidedSubmission, decide_submission};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProveRequest {
    /// What is known about the problem.
    Problem,
    Submission(HandedSubmission),
    /// Which of these functions a submission equals.
    Explain(HandedSubmission, GivenFunctions),
}

/// A submission as it was handed in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HandedSubmission {
    /// The path of each file, and its text.
    pub files: Vec<(String, String)>,
    /// What submissions may import.
    pub support: Vec<(String, String)>,
    /// The names that the predicate may have.
    pub predicate: Vec<String>,
    /// Tests of a suite on which it is compared, too.
    pub tests: Vec<DecidedPair>,
}

impl HandedSubmission {
    pub(crate) fn loaded_from(&self) -> LoadedFrom<'_> {
        LoadedFrom { predicate: &self.predicate, files: &self.files, support: &self.support }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProveAnswer {
    /// The concretizable buckets: in each, the subproperties that fail.
    Problem {
        buckets: Vec<Vec<String>>,
    },
    /// Nothing can be decided about any submission.
    Undecided {
        message: String,
    },
    Submission(Box<DecidedSubmission>),
    Explained(Box<ExplainedSubmission>),
}

/// Answers a request.
pub fn answer(
    decided: &Result<DecidedProblem<'_>, UndecidedProblem>,
    request: &ProveRequest,
    limits: &ProofLimits,
) -> ProveAnswer {
    let decided = match decided {
        Ok(decided) => decided,
        Err(why) => return ProveAnswer::Undecided { message: why.to_string() },
    };
    match request {
        ProveRequest::Problem => ProveAnswer::Problem { buckets: decided.all_fails() },
        ProveRequest::Submission(handed) => {
            let undecided = |reason: &_| DecidedSubmission::undecided(decided, reason, handed.tests.len());
            let decided = loaded(decided, handed, |program| decide_submission(decided, program, limits, &handed.tests));
            ProveAnswer::Submission(Box::new(decided.unwrap_or_else(|reason| undecided(&reason))))
        }
        ProveRequest::Explain(handed, functions) => {
            let of = |program: &_| explained(decided, program, functions, limits, &handed.tests);
            let found = loaded(decided, handed, of).unwrap_or_else(|reason| ExplainedSubmission {
                reason: Some(reason.message),
                ..ExplainedSubmission::default()
            });
            ProveAnswer::Explained(Box::new(found))
        }
    }
}

fn loaded<T>(
    decided: &DecidedProblem<'_>,
    submission: &HandedSubmission,
    with: impl FnOnce(&SubmissionProgram) -> T,
) -> Result<T, Reason> {
    submission.loaded_from().program(decided.problem).map(|program| with(&program))
}
