//! Proves one submission after the other.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use decision::{ConfirmedDecision, DecidedPair, PairPurpose, ProofFinding, Reason, SolverVerdict, Undecided};
use grading::{GradingRun, PairRunner};
use lang::problem::Problem;
use prove::{DecidedSubmission, HandedSubmission};
use runner::grade::JobFolder;
use submissions::{Submission, SubmissionError};
use suite::Suite;

use super::confined::ConfinedProver;
use super::handed::{self, TextFiles};
use super::replay;
use crate::error::{Error, Result};

/// Files of a submission in another language that are named.
const FOUND: usize = 3;

/// What is the same for all submissions.
#[derive(Debug)]
pub struct ProofSetup<'a> {
    pub problem: &'a Problem,
    /// Bounds of the scope, if they are not those of the file.
    pub scope: Option<&'a str>,
    /// Its adapters, sandbox and limits are used; its suite is not.
    pub grading: &'a GradingRun<'a>,
    /// Tests of a suite on which every submission is run, too.
    tests: Vec<DecidedPair>,
    /// Processor time for one submission.
    pub time: Duration,
    /// Decisions by the text of what was decided.
    known: Mutex<HashMap<String, KnownDecision>>,
}

/// A decision that holds for equal submissions.
#[derive(Clone, Debug)]
struct KnownDecision {
    decided: DecidedSubmission,
    /// The name of the file, if there is one file and its name plays no part.
    file: Option<String>,
}

/// A submission, and what is proved about it.
#[derive(Debug)]
pub struct ProvedSubmission {
    pub name: String,
    pub decision: ConfirmedDecision,
    /// Its files, if it could be compiled.
    pub handed: Option<HandedSubmission>,
    pub seconds: f64,
}

impl<'a> ProofSetup<'a> {
    pub fn new(
        problem: &'a Problem,
        scope: Option<&'a str>,
        suite: Option<&Suite>,
        grading: &'a GradingRun<'a>,
        time: Duration,
    ) -> Self {
        let tests = suite.map(tests).unwrap_or_default();
        Self { problem, scope, grading, tests, time, known: Mutex::default() }
    }
}

/// Proves submissions in one thread.
pub struct SubmissionProver<'a> {
    setup: &'a ProofSetup<'a>,
    area: JobFolder,
    confined: ConfinedProver,
    runner: PairRunner,
    support: std::result::Result<TextFiles, Reason>,
}

impl<'a> SubmissionProver<'a> {
    /// `job` is the number of the thread.
    pub fn new(setup: &'a ProofSetup<'a>, job: usize) -> Result<Self> {
        let grading = setup.grading;
        let (own, of_runner) = (2 * job, 2 * job + 1);
        let confined =
            ConfinedProver::start(grading.config, grading.work, own, (setup.problem, setup.scope), setup.time)?;
        let support = grading.support.as_ref().map_or(Ok(Vec::new()), |(folder, _)| handed::support(folder));
        let area = grading.work.area(own).map_err(Error::NoTemporary)?;
        Ok(Self { setup, area, confined, runner: PairRunner::new(grading, of_runner), support })
    }

    /// The concretizable buckets, or why nothing can be decided about any submission.
    pub fn buckets(&self) -> std::result::Result<&[Vec<String>], &str> {
        self.confined.buckets.as_deref().map_err(String::as_str)
    }

    pub fn prove(&mut self, submission: &Submission) -> Result<ProvedSubmission> {
        let started = Instant::now();
        let (decision, handed) = match self.provable(submission) {
            Ok(handed) => (self.decided(submission, handed.clone())?, Some(handed)),
            Err(reason) => (ConfirmedDecision::undecided(self.buckets().unwrap_or_default().to_vec(), &reason), None),
        };
        let (name, seconds) = (submission.name.clone(), started.elapsed().as_secs_f64());
        Ok(ProvedSubmission { name, decision, handed, seconds })
    }

    /// Its files, or why it cannot be proved.
    fn provable(&mut self, submission: &Submission) -> std::result::Result<HandedSubmission, Reason> {
        if let Err(SubmissionError::NoneOfLanguage { found, .. }) = &submission.content {
            let found: Vec<String> = found.iter().take(FOUND).map(|name| format!("`{name}`")).collect();
            let message = format!(
                "not provable: it is not written in Python ({}); `custodiet grade --adapter DIR` runs other languages",
                found.join(", ")
            );
            return Err(Reason::new(Undecided::Language, message));
        }
        if let Err(trouble) = &submission.content {
            return Err(Reason::new(Undecided::Load, trouble.to_string()));
        }
        match self.setup.grading.language_name(submission) {
            Some("python") => {}
            Some(other) => {
                return Err(Reason::new(Undecided::Language, format!("not provable: it is written in {other}")));
            }
            None => return Err(Reason::new(Undecided::Load, "no file in a known language")),
        }
        let not_copied = |error: std::io::Error| Reason::new(Undecided::Load, format!("cannot be copied: {error}"));
        self.area.clear().map_err(not_copied)?;
        let files = handed::files(submission, &self.area.submission());
        self.area.clear().map_err(not_copied)?;
        let name = self.setup.problem.predicate.iter().map(|predicate| predicate.name.to_string());
        Ok(HandedSubmission {
            files: files?,
            support: self.support.clone()?,
            predicate: name.chain(self.setup.grading.aliases.iter().cloned()).collect(),
            tests: self.setup.tests.clone(),
        })
    }

    fn decided(&mut self, submission: &Submission, handed: HandedSubmission) -> Result<ConfirmedDecision> {
        let (key, file) = key(&handed);
        let known = self.known().get(&key).cloned();
        let KnownDecision { decided, .. } = match known {
            Some(known) => known.renamed(file.as_deref()),
            None => {
                let known = KnownDecision { decided: self.confined.decide(handed)?, file };
                self.known().insert(key, known.clone());
                known
            }
        };
        let setup = self.setup;
        replay::confirmed(setup.problem, setup.grading, &mut self.runner, submission, (decided, &setup.tests))
    }

    fn known(&self) -> std::sync::MutexGuard<'a, HashMap<String, KnownDecision>> {
        self.setup.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is the same for submissions that are decided alike, and the name of a single file.
fn key(handed: &HandedSubmission) -> (String, Option<String>) {
    let normalized = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    let own = match handed.files.as_slice() {
        // Unless the code looks at it, or imports something that the file could be taken for, its name says nothing.
        [(path, text)] if !text.contains("__") && !mentions_stem(path, text) => Some(path.clone()),
        _ => None,
    };
    let files: Vec<(&str, String)> = handed
        .files
        .iter()
        .map(|(path, text)| (if own.is_some() { "" } else { path.as_str() }, normalized(text)))
        .collect();
    (suite::digest::sha256(format!("{files:?}").as_bytes()), own)
}

/// Whether a file of this name could be found by an import in the text, or is named in a way that only Python understands.
fn mentions_stem(path: &str, text: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.strip_suffix(".py").unwrap_or(file);
    let is_plain = !stem.is_empty() && stem.chars().all(|c| c.is_ascii_alphanumeric() || "_- .()".contains(c));
    !is_plain || text.contains(stem)
}

impl KnownDecision {
    /// The same decision about a file of another name.
    fn renamed(mut self, file: Option<&str>) -> Self {
        let (Some(known), Some(file)) = (self.file.clone(), file) else { return self };
        let rename = |at: &mut decision::SubmissionPlace| {
            if at.file == known {
                file.clone_into(&mut at.file);
            }
        };
        if let Some((entry, _)) = &mut self.decided.entry {
            file.clone_into(entry);
        }
        for bucket in &mut self.decided.decision.buckets {
            if let SolverVerdict::Undecided(reason) = &mut bucket.verdict {
                reason.at.iter_mut().for_each(rename);
            }
        }
        for finding in &mut self.decided.decision.findings {
            match finding {
                ProofFinding::Raises { at, .. } | ProofFinding::ChangesArgument { at, .. } => {
                    at.iter_mut().for_each(rename);
                }
                ProofFinding::Unreachable { at } => rename(at),
                ProofFinding::NotBoolean | ProofFinding::SetOrder | ProofFinding::InputOrder { .. } => {}
            }
        }
        self
    }
}

/// The tests of a suite as pairs.
pub fn tests(suite: &Suite) -> Vec<DecidedPair> {
    let of_bucket = |bucket: &suite::format::SuiteBucket| {
        let pair = |test: &suite::Test| DecidedPair {
            input: test.input.clone(),
            output: test.output.clone(),
            atoms: test.atoms.clone(),
            fails: bucket.fails.clone(),
            expect: test.expect,
            predicted: None,
            purpose: PairPurpose::Check,
        };
        bucket.tests.iter().map(pair).collect::<Vec<_>>()
    };
    suite.buckets.iter().flat_map(of_bucket).collect()
}
