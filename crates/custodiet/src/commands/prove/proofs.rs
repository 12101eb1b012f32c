//! `--proof DIR`: proofs of what was decided to be correct, for `custodiet check-proof`.
//!
//! A submission is compiled again here, which executes nothing of it and is limited. Only what its own process decided, and what the
//! submission has confirmed, gets a proof.

use std::path::Path;
use std::time::Duration;

use circuit::Deadline;
use decide::proof::WriteError;
use lang::problem::Problem;
use prove::proof::{SubmissionProofs, WrittenSubmissionProofs};
use prove::{DecidedProblem, ProofLimits};
use solver::SolverLimits;

use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::proving::ProvedSubmission;

/// What became of the folder.
#[derive(Debug)]
pub struct ProofFolder {
    /// `None` if there was nothing to write.
    pub written: Option<WrittenSubmissionProofs>,
    /// Submissions without a proof although something about them is decided to be correct, and why.
    pub left_out: Vec<(String, String)>,
}

pub fn write<'a>(
    dir: &Path,
    problem: &Problem,
    proved: impl Iterator<Item = &'a ProvedSubmission>,
    time: Duration,
) -> Result<ProofFolder> {
    let progress = Progress::new();
    progress.say("writing proofs …");
    let decided = DecidedProblem::without_buckets(problem, &problem.scope, SolverLimits::default())
        .map_err(|error| Error::No(format!("--proof: {error}")))?;
    let mut folder = SubmissionProofs::begin(&decided, dir)?;
    let (mut any, mut left_out) = (false, Vec::new());
    for submission in proved {
        let Some(handed) = &submission.handed else { continue };
        let limits = ProofLimits { deadline: Deadline::after(time), ..ProofLimits::default() };
        match folder.add(&submission.name, handed, &submission.decision, &limits) {
            Ok(added) => any |= added,
            Err(WriteError::GaveUp(_)) => {
                left_out.push((submission.name.clone(), "the solver gave up; pass a smaller scope".to_owned()));
            }
            Err(WriteError::NotCompiled(why)) => left_out.push((submission.name.clone(), why)),
            Err(error) => return Err(error.into()),
        }
    }
    let written = if any { Some(folder.finish()?) } else { None };
    Ok(ProofFolder { written, left_out })
}
