//! Writes a folder with proofs about submissions.

use std::fs;
use std::path::{Path, PathBuf};

use decide::proof::WriteError;
use decide::proof::hash;
use decide::proof::parts::{FolderDraft, MANIFEST, PROBLEM, SEAL, prove, seal, write_file};
use decision::{ConfirmedDecision, DecisionStatus, ProofVerdict};
use solver::SolverLimits;

use super::formula::{ClaimedBuckets, formula};
use super::manifest::{ProofManifest, ProvedFiles, SubmissionEntry, cnf_name, proof_name, submission_name};
use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;
use crate::limits::ProofLimits;
use crate::service::HandedSubmission;

/// Of the solver, for one proof.
const MOST_CONFLICTS: u64 = 400_000;

/// A folder that is being filled.
#[derive(Debug)]
pub struct SubmissionProofs<'a, 'p> {
    decided: &'a DecidedProblem<'p>,
    draft: FolderDraft,
    manifest: ProofManifest,
    dir: PathBuf,
}

/// A folder that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenSubmissionProofs {
    pub dir: PathBuf,
    /// How many submissions it is about.
    pub submissions: usize,
    pub proofs: usize,
    /// The size of all files together.
    pub bytes: u64,
}

impl<'a, 'p> SubmissionProofs<'a, 'p> {
    pub fn begin(decided: &'a DecidedProblem<'p>, dir: &Path) -> Result<Self, WriteError> {
        let draft = FolderDraft::begin(dir)?;
        write_file(&draft.path.join(PROBLEM), decided.problem.source.text.as_bytes())?;
        let manifest = ProofManifest::new(decided.problem, &decided.scope);
        Ok(Self { decided, draft, manifest, dir: dir.to_owned() })
    }

    /// Adds a proof of everything that is decided to be correct. `false` if nothing is.
    pub fn add(
        &mut self,
        name: &str,
        handed: &HandedSubmission,
        decision: &ConfirmedDecision,
        limits: &ProofLimits,
    ) -> Result<bool, WriteError> {
        let correct = decision.buckets.iter().filter(|bucket| bucket.verdict == ProofVerdict::Correct);
        let correct: Vec<Vec<String>> = correct.map(|bucket| bucket.fails.clone()).collect();
        let (Some(claim), false) = (decision.claim, correct.is_empty()) else { return Ok(false) };
        let correct = (decision.status() != DecisionStatus::Proved).then_some(correct);
        let not_compiled = |why: String| WriteError::NotCompiled(format!("`{}`: {why}", name.escape_debug()));
        let program =
            handed.loaded_from().program(self.decided.problem).map_err(|reason| not_compiled(reason.message))?;
        let buckets = correct.as_ref().map(|all| self.decided.named(all));
        if buckets.as_ref().is_some_and(Option::is_none) {
            return Err(not_compiled("its buckets are not those of the problem".to_owned()));
        }
        let buckets = buckets.flatten();
        let number = self.manifest.submissions.len() + 1;
        let kinds = self.decided.kinds_of(claim);
        let solving = SolverLimits { deadline: limits.deadline, ..SolverLimits::conflicts(MOST_CONFLICTS) };
        for (turn, kinds) in (1..).zip(&kinds) {
            let own = SubmissionCircuit::with_claim(self.decided, &program, (claim, kinds), limits)
                .map_err(|refusal| not_compiled(refusal.to_string()))?;
            let cnf = formula(self.decided, own, &ClaimedBuckets { correct: buckets.as_deref(), name });
            let names = [cnf_name(number, turn), proof_name(number, turn)];
            let what = format!("`{}` is correct", name.escape_debug());
            if let Err(error) = prove(&self.draft.path, &cnf, [&names[0], &names[1]], &what, &solving) {
                // The proofs of other submissions are worth keeping.
                for turn in 1..=turn {
                    let _ = fs::remove_file(self.draft.path.join(cnf_name(number, turn)));
                    let _ = fs::remove_file(self.draft.path.join(proof_name(number, turn)));
                }
                return Err(error);
            }
        }
        let handed = ProvedFiles {
            predicate: handed.predicate.clone(),
            files: handed.files.clone(),
            support: handed.support.clone(),
        };
        let path = self.draft.path.join(submission_name(number));
        let text = serde_json::to_string_pretty(&handed).unwrap_or_default();
        write_file(&path, format!("{text}\n").as_bytes())?;
        let proofs = kinds.iter().map(|kinds| self.decided.shown_kinds(claim, kinds)).collect();
        self.manifest.submissions.push(SubmissionEntry { name: name.to_owned(), claim, correct, proofs });
        Ok(true)
    }

    pub fn finish(mut self) -> Result<WrittenSubmissionProofs, WriteError> {
        let mut bytes = 0;
        for name in self.manifest.expected_files() {
            let path = self.draft.path.join(&name);
            let unwritable = |error| WriteError::Unwritable { path: path.clone(), error };
            let digest = hash::of_file(&path).map_err(unwritable)?;
            let unwritable = |error| WriteError::Unwritable { path: path.clone(), error };
            bytes += fs::metadata(&path).map_err(unwritable)?.len();
            self.manifest.files.insert(name, digest);
        }
        let path = self.draft.path.join(MANIFEST);
        let text = serde_json::to_string_pretty(&self.manifest)
            .map_err(|error| WriteError::Unwritable { path: path.clone(), error: error.into() })?;
        let text = format!("{text}\n");
        write_file(&path, text.as_bytes())?;
        write_file(&self.draft.path.join(SEAL), seal(text.as_bytes()).as_bytes())?;
        let proofs = self.manifest.submissions.iter().map(|entry| entry.proofs.len()).sum();
        let submissions = self.manifest.submissions.len();
        self.draft.finish()?;
        Ok(WrittenSubmissionProofs { dir: self.dir, submissions, proofs, bytes: bytes + text.len() as u64 })
    }
}
