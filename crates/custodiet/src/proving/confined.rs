//! The confined process in which submissions are decided, as its client sees it.

use std::time::Duration;

use decision::{Decision, Reason, Undecided};
use grading::WorkFolder;
use lang::problem::Problem;
use prove::{DecidedSubmission, ExplainedSubmission, GivenFunctions, HandedSubmission, ProveAnswer, ProveRequest};
use runner::service::{Service, ServiceError, ServiceProgram};
use runner::worker::RunConfig;

use super::server::PREPARING;
use crate::error::{Error, Result};

/// Of each process, in bytes.
const MEMORY: u64 = 1 << 30;

/// Decides submissions of one problem.
#[derive(Debug)]
pub struct ConfinedProver {
    service: Service,
    /// Processor time for one submission.
    time: Duration,
    /// The concretizable buckets, or why nothing can be decided.
    pub buckets: std::result::Result<Vec<Vec<String>>, String>,
}

impl ConfinedProver {
    /// `problem` is in the scope of its file, unless there is another one; `job` is the number of a job that runs nothing else.
    pub fn start(
        config: &RunConfig,
        work: &WorkFolder,
        job: usize,
        (problem, scope): (&Problem, Option<&str>),
        time: Duration,
    ) -> Result<Self> {
        let mut prover = Self::service(config, work, job, (problem, scope, &[]), time)?;
        prover.buckets = match prover.ask(&ProveRequest::Problem) {
            Ok(ProveAnswer::Problem { buckets }) => Ok(buckets),
            Ok(ProveAnswer::Undecided { message }) => Err(message),
            Ok(ProveAnswer::Submission(_) | ProveAnswer::Explained(_)) => {
                Err("the prover answered another question".to_owned())
            }
            Err(ServiceError::NotStarted(error)) => return Err(not_started(&error)),
            Err(error) => Err(format!("the problem could not be compiled: {error}")),
        };
        Ok(prover)
    }

    /// One that only says what explains submissions, and knows no buckets.
    pub fn explaining(
        config: &RunConfig,
        work: &WorkFolder,
        job: usize,
        problem: &Problem,
        time: Duration,
    ) -> Result<Self> {
        Self::service(config, work, job, (problem, None, &["--explain"]), time)
    }

    fn service(
        config: &RunConfig,
        work: &WorkFolder,
        job: usize,
        (problem, scope, options): (&Problem, Option<&str>, &[&str]),
        time: Duration,
    ) -> Result<Self> {
        let user = config.user + u32::try_from(job).unwrap_or(0);
        let config = RunConfig { user, ..config.clone() };
        let area = work.area(job).map_err(Error::NoTemporary)?;
        let source = work
            .private_file(&area, "problem.py", &problem.source.text, config.other_user())
            .map_err(Error::NoTemporary)?;
        let own = std::env::current_exe()
            .map_err(|error| Error::Internal(format!("the path of this program is not known: {error}")))?;
        let mut command = vec![own.display().to_string(), "prove-server".to_owned()];
        command.push(format!("--name={}", problem.name));
        command.extend(scope.map(|scope| format!("--scope={scope}")));
        command.extend(options.iter().map(|option| (*option).to_owned()));
        command.extend(["--".to_owned(), source.display().to_string()]);
        let program = ServiceProgram { command, read: vec![source], memory: MEMORY, preparing: PREPARING };
        let service = Service::new(&config, program, &area).map_err(|error| not_started(&error))?;
        Ok(Self { service, time, buckets: Err(String::new()) })
    }

    /// What the solver says about a submission.
    pub fn decide(&mut self, submission: HandedSubmission) -> Result<DecidedSubmission> {
        let buckets = match &self.buckets {
            Ok(buckets) => buckets.clone(),
            Err(message) => return Ok(undecided(&[], &submission, &Reason::new(Undecided::Problem, message))),
        };
        let request = ProveRequest::Submission(submission);
        let answer = self.ask(&request);
        let ProveRequest::Submission(submission) = request else { return Err(unexpected()) };
        let reason = match answer {
            Ok(ProveAnswer::Submission(decided)) if decided.decision.format == decision::FORMAT => return Ok(*decided),
            Ok(ProveAnswer::Undecided { message }) => Reason::new(Undecided::Problem, message),
            Ok(_) => return Err(unexpected()),
            Err(ServiceError::TimedOut) => {
                let seconds = self.time.as_secs();
                Reason::new(Undecided::Limits, format!("it took more than {seconds} s; pass a larger --prove-time"))
            }
            Err(ServiceError::OutOfMemory) => {
                Reason::new(Undecided::Limits, format!("it took more than {} MiB of memory", MEMORY >> 20))
            }
            Err(ServiceError::Crashed(how)) => {
                Reason::new(Undecided::Limits, format!("the prover failed, which is a fault of Custodiet: {how}"))
            }
            Err(ServiceError::NotStarted(error)) => return Err(not_started(&error)),
        };
        Ok(undecided(&buckets, &submission, &reason))
    }

    /// Which of some functions a submission equals, together with subproperties.
    pub fn explain(&mut self, submission: HandedSubmission, functions: GivenFunctions) -> Result<ExplainedSubmission> {
        let open = |reason: String| ExplainedSubmission { reason: Some(reason), ..ExplainedSubmission::default() };
        match self.ask(&ProveRequest::Explain(submission, functions)) {
            Ok(ProveAnswer::Explained(explained)) => Ok(*explained),
            Ok(ProveAnswer::Undecided { message }) => Ok(open(message)),
            Ok(ProveAnswer::Problem { .. } | ProveAnswer::Submission(_)) => Err(unexpected()),
            Err(ServiceError::NotStarted(error)) => Err(not_started(&error)),
            Err(error) => Ok(open(error.to_string())),
        }
    }

    fn ask(&mut self, request: &ProveRequest) -> std::result::Result<ProveAnswer, ServiceError> {
        let line = serde_json::to_vec(request).map_err(|error| ServiceError::Crashed(error.to_string()))?;
        let answer = self.service.ask(&line, self.time)?;
        serde_json::from_slice(&answer.line)
            .map_err(|error| ServiceError::Crashed(format!("sent an unreadable answer: {error}")))
    }
}

fn undecided(buckets: &[Vec<String>], submission: &HandedSubmission, reason: &Reason) -> DecidedSubmission {
    DecidedSubmission {
        decision: Decision::undecided(buckets.to_vec(), reason),
        outside: (0..submission.tests.len()).collect(),
        accepted: vec![None; buckets.len()],
        equal_to: None,
        entry: None,
    }
}

fn unexpected() -> Error {
    Error::Internal("the prover answered another question".to_owned())
}

fn not_started(error: &runner::worker::StartError) -> Error {
    Error::Usage(format!("the prover cannot be started: {error}"))
}
