//! Proofs of a run, after its tests: each submission in Python is decided in every bucket.
//!
//! The engine is called here and hands plain data to `grading`, which stores it, and knows no engine. Guarded by `tests/proofs.rs`.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use decision::{ConfirmedDecision, Reason, Undecided};
use grading::conditions::ProofConditions;
use grading::proofs::question;
use grading::{GradingRun, JobProver, MakeProver, ProofChecker, ProofEvent, ProofRun, Store};
use submissions::Submission;

use super::suite_file::SuiteFile;
use crate::commands::bar::Bar;
use crate::error::{Error, Result};
use crate::proving::{ProofSetup, SubmissionProver};
use crate::style;

/// How submissions of a run are proved.
#[derive(Clone, Debug)]
pub struct ProofOptions {
    /// The limits that decide how far a proof goes; only one of them is a time.
    pub conditions: ProofConditions,
    pub jobs: usize,
    pub fresh: bool,
}

impl ProofOptions {
    /// `milliseconds` is the limit on processor time for one submission.
    pub fn new(milliseconds: u64, jobs: usize, fresh: bool) -> Self {
        // In words, so that another release with other limits proves again.
        let limits = format!("{:?}", prove::ProofLimits::default());
        Self { conditions: ProofConditions { milliseconds, limits }, jobs, fresh }
    }

    /// Proves all submissions that are not proved yet, and stores each decision as it comes.
    pub fn prove(
        &self,
        file: &SuiteFile,
        grading: &GradingRun<'_>,
        submissions: &[Submission],
        store: &mut Store,
    ) -> Result<()> {
        // A suite may have another scope than its problem file.
        let scope = ::report::sentences::scope(&file.problem);
        let time = Duration::from_millis(self.conditions.milliseconds);
        // The tests of the suite were run just now; `analysis` compares them with what is proved.
        let setup = ProofSetup::new(&file.problem, Some(&scope), None, grading, time);
        let failure: Mutex<Option<String>> = Mutex::default();
        let failed = |error: Error| {
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
            error
        };
        let make_prover = |job: usize| -> Result<JobProver<'_, Error>> {
            let mut prover = SubmissionProver::new(&setup, job).map_err(failed)?;
            let open = prover.buckets().err().map(|why| undecided(file, why));
            Ok(Box::new(move |submission, _| match &open {
                Some(decision) => Ok(decision.clone()),
                None => Ok(prover.prove(submission).map_err(failed)?.decision),
            }))
        };
        match prove_class(self, file, submissions, &make_prover, store) {
            Err(error) => match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
                // The tests were run, and their outcomes are stored.
                Some(why) => {
                    let warning = style::doubtful("warning:");
                    remark!("{warning} not all submissions are proved, and these are judged by tests alone: {why}");
                    Ok(())
                }
                None => Err(error),
            },
            proved => proved,
        }
    }
}

/// Nothing can be decided about any submission of the problem.
fn undecided(file: &SuiteFile, why: &str) -> ConfirmedDecision {
    let buckets = file.suite.buckets.iter().filter(|bucket| !bucket.only_large).map(|bucket| bucket.fails.clone());
    ConfirmedDecision::undecided(buckets, &Reason::new(Undecided::Problem, why))
}

fn prove_class(
    options: &ProofOptions,
    file: &SuiteFile,
    submissions: &[Submission],
    make_prover: &MakeProver<'_, Error>,
    store: &mut Store,
) -> Result<()> {
    let ProofOptions { conditions, jobs, fresh } = options;
    let checker = ProofChecker::new(&file.problem);
    let question = question(&file.suite);
    let run = ProofRun {
        make_prover,
        checker: &checker,
        question: &question,
        limits: &conditions.limits,
        milliseconds: conditions.milliseconds,
        jobs: *jobs,
        fresh: *fresh,
    };
    let mut bar: Option<Bar> = None;
    grading::prove(&run, submissions, store, &mut |event| match event {
        ProofEvent::Begins { all, known } if all > known => {
            let mut new = Bar::new("proving", Some(["decided", "submissions"]), all, *jobs);
            new.start(known);
            bar = Some(new);
        }
        ProofEvent::Begins { .. } => {}
        ProofEvent::Decided(number) => bar.iter_mut().for_each(|bar| (0..number).for_each(|_| bar.step())),
    })
}
