//! The verdict on each bucket, by the solver.

use std::collections::{BTreeMap, BTreeSet};

use compile::{ChangedThing, Refusal, RefusalKind};
use decision::{Claim, DecidedBucket, DecidedPair, Decision, FORMAT, PairPurpose, Reason, SolverVerdict, Undecided};
use lang::problem::AtomKind;
use lang::submission::SubmissionProgram;
use pairs::{Bucket, Concrete};
use serde::{Deserialize, Serialize};
use solver::SolveResult;

use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;
use crate::findings::findings;
use crate::limits::{Budget, ProofLimits};
use crate::phases::{ProofPhase, ProofWork};
use crate::prover::Prover;
use crate::reasons::{gave_up, place, refused};
use crate::versions::{self, VersionFormula};
use crate::{checks, tiny};

/// Which pairs of a bucket a submission accepts, whatever else it does with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AcceptedPairs {
    All,
    None,
    Some,
}

/// What the solver says about a submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecidedSubmission {
    pub decision: Decision,
    /// The numbers of the tests that are not among the pairs of the decision, since they lie outside the scope.
    pub outside: Vec<usize>,
    /// For each bucket; `None` where it is not known.
    pub accepted: Vec<Option<AcceptedPairs>>,
    /// What it is a version of, if in some bucket it accepts some pairs and not all.
    pub equal_to: Option<VersionFormula>,
    /// The file and the name of the predicate that was decided. `None` if it could not be loaded.
    pub entry: Option<(String, String)>,
}

/// What the solver says with one way to show atoms.
type DecidedKinds = (Decision, Vec<Option<AcceptedPairs>>, Option<VersionFormula>);

impl DecidedSubmission {
    pub(crate) fn undecided(decided: &DecidedProblem<'_>, reason: &Reason, tests: usize) -> Self {
        let decision = Decision::undecided(decided.all_fails(), reason);
        Self {
            accepted: vec![None; decision.buckets.len()],
            decision,
            outside: (0..tests).collect(),
            equal_to: None,
            entry: None,
        }
    }
}

/// Decides a submission in every bucket, for every kind of atoms.
pub fn decide_submission(
    decided: &DecidedProblem<'_>,
    submission: &SubmissionProgram,
    limits: &ProofLimits,
    tests: &[DecidedPair],
) -> DecidedSubmission {
    let mut joined: Option<DecidedKinds> = None;
    let mut added = BTreeSet::new();
    let mut budget = Budget::new(limits);
    for kinds in decided.kinds() {
        // What it equals with one way to show atoms, it must equal with all.
        let wanted = match &joined {
            None => WantedFormula::Any,
            Some((_, _, known)) => WantedFormula::Same(known.clone()),
        };
        let (decision, accepted, equal) =
            decide_kinds(decided, submission, (&kinds, &wanted), (limits, &mut budget), (tests, &mut added));
        // What holds of any names, or of any names in their order, holds of all kinds.
        let is_general = matches!(decision.claim, Some(Claim::Equality | Claim::Order));
        joined = Some(match joined {
            None => (decision, accepted, equal),
            Some((known, before, _)) => {
                let accepted = before.iter().zip(accepted).map(|(one, other)| together(*one, other)).collect();
                (both(known, decision), accepted, equal)
            }
        });
        if is_general {
            break;
        }
    }
    match joined {
        None => DecidedSubmission::undecided(decided, &gave_up(), tests.len()),
        Some((decision, accepted, equal_to)) => {
            let outside = (0..tests.len()).filter(|number| !added.contains(number)).collect();
            let entry = Some((submission.file.clone(), submission.name.clone()));
            DecidedSubmission { decision, outside, accepted, equal_to, entry }
        }
    }
}

/// Which pairs are accepted with two ways to show them.
fn together(one: Option<AcceptedPairs>, other: Option<AcceptedPairs>) -> Option<AcceptedPairs> {
    let (one, other) = (one?, other?);
    Some(if one == other { one } else { AcceptedPairs::Some })
}

/// Correct is what is correct for all kinds of atoms, wrong what is wrong for one. What is smallest for one kind need not be for
/// another.
fn both(mut joined: Decision, other: Decision) -> Decision {
    let offset = joined.pairs.len();
    joined.pairs.extend(other.pairs);
    joined.claim = joined.claim.and(other.claim);
    for (known, other) in joined.buckets.iter_mut().zip(other.buckets) {
        match (&known.verdict, other.verdict) {
            (SolverVerdict::Wrong { witness, .. }, _) => {
                known.verdict = SolverVerdict::Wrong { witness: *witness, smallest: false };
            }
            (_, SolverVerdict::Correct) => {}
            (known_verdict, SolverVerdict::Wrong { witness, smallest }) => {
                let smallest = smallest && *known_verdict == SolverVerdict::Correct;
                known.verdict = SolverVerdict::Wrong { witness: witness + offset, smallest };
            }
            (SolverVerdict::Correct, undecided) => known.verdict = undecided,
            (SolverVerdict::Undecided(_), _) => {}
        }
    }
    // A line that no pair of one kind reaches may be reached by pairs of another one.
    let is_absence = |finding: &decision::ProofFinding| matches!(finding, decision::ProofFinding::Unreachable { .. });
    joined.findings.retain(|finding| !is_absence(finding) || other.findings.contains(finding));
    for finding in other.findings {
        if !is_absence(&finding) && !joined.findings.contains(&finding) {
            joined.findings.push(finding);
        }
    }
    joined
}

/// Which formula with versions is looked for.
enum WantedFormula {
    Any,
    /// This one; with `None`, none is.
    Same(Option<VersionFormula>),
}

fn decide_kinds(
    decided: &DecidedProblem<'_>,
    submission: &SubmissionProgram,
    (kinds, wanted): (&[AtomKind], &WantedFormula),
    (limits, budget): (&ProofLimits, &mut Budget),
    (tests, added): (&[DecidedPair], &mut BTreeSet<usize>),
) -> DecidedKinds {
    let open =
        |reason: &Reason| (Decision::undecided(decided.all_fails(), reason), vec![None; decided.buckets.len()], None);
    limits.watch.enters(ProofPhase::Compile, ProofWork::default());
    match SubmissionCircuit::new(decided, submission, kinds, (limits, &mut *budget)) {
        Err(refusal) => open(&refused(submission, &refusal)),
        Ok(circuit) => {
            let mut prover = Prover::new(decided, submission, &circuit, kinds, (limits, budget));
            if let Some(reason) = prover.kept_state() {
                return open(&reason);
            }
            prover.enters(ProofPhase::Tiny);
            match tiny::difference(&prover) {
                None => {
                    checks::add_tests(&mut prover, tests, added);
                    prover.decide(wanted)
                }
                Some((bucket, pair)) => {
                    prover.add(bucket, &pair, PairPurpose::Check);
                    let message =
                        "its circuit and its evaluation differ, which is a fault of Custodiet; please report it";
                    let reason = Reason::new(Undecided::Contradiction, message);
                    let (decision, accepted, equal) = open(&reason);
                    (Decision { pairs: prover.pairs, ..decision }, accepted, equal)
                }
            }
        }
    }
}

impl Prover<'_, '_> {
    /// Why a later call may answer differently: an earlier one has changed something.
    pub fn kept_state(&mut self) -> Option<Reason> {
        let circuit = self.circuit;
        let mut changes = circuit.compiled.changes.iter().filter(|change| change.what == ChangedThing::Module);
        let mut result = SolveResult::Unsat;
        let change = changes.find(|change| {
            result = self.can_be(change.when);
            result != SolveResult::Unsat
        })?;
        let at = place(self.submission, change.at);
        if result == SolveResult::Unknown {
            return Some(Reason { at, ..gave_up() });
        }
        let message = "a call may change something that later calls see".to_owned();
        Some(Reason { kind: Undecided::State, at, message })
    }

    fn decide(mut self, wanted: &WantedFormula) -> DecidedKinds {
        let (decided, circuit) = (self.decided, self.circuit);
        self.enters(ProofPhase::Buckets);
        let is_wrong = self.where_possible(circuit.is_wrong, &decided.buckets);
        let shown = std::mem::take(&mut self.shown);
        let not_wrong: Vec<Bucket> = of_result(&is_wrong, SolveResult::Unsat).collect();
        let is_unknown = self.where_possible(circuit.unknown, &not_wrong);
        let verdict = |this: &mut Self, bucket: &Bucket| match (is_wrong.get(bucket), is_unknown.get(bucket)) {
            (Some(SolveResult::Sat), _) => this.wrong(*bucket, shown.get(bucket)),
            (Some(SolveResult::Unsat), Some(SolveResult::Unsat)) => SolverVerdict::Correct,
            (Some(SolveResult::Unsat), Some(SolveResult::Sat)) => SolverVerdict::Undecided(this.why_unknown(*bucket)),
            _ => SolverVerdict::Undecided(gave_up()),
        };
        let verdicts: Vec<SolverVerdict> = decided.buckets.iter().map(|bucket| verdict(&mut self, bucket)).collect();
        let accepted = self.accepted(&verdicts);
        let bucket =
            |(bucket, verdict): (&Bucket, SolverVerdict)| DecidedBucket { fails: decided.fails(*bucket), verdict };
        let buckets = decided.buckets.iter().zip(verdicts).map(bucket).collect();
        self.enters(ProofPhase::Findings);
        self.expect_less();
        let findings = findings(&mut self);
        self.enters(ProofPhase::Checks);
        checks::add(&mut self);
        let claim = Some(circuit.claim());
        let equal = self.version(&accepted, wanted);
        self.enters(ProofPhase::End);
        (Decision { format: FORMAT, claim, buckets, pairs: self.pairs, findings }, accepted, equal)
    }

    /// What the submission equals, if no formula over the subproperties does.
    fn version(&mut self, accepted: &[Option<AcceptedPairs>], wanted: &WantedFormula) -> Option<VersionFormula> {
        let differs = accepted.contains(&Some(AcceptedPairs::Some)) && !accepted.contains(&None);
        match wanted {
            WantedFormula::Same(None) => None,
            WantedFormula::Same(Some(known)) => versions::equal(self, Some(known)),
            WantedFormula::Any => differs.then(|| versions::equal(self, None)).flatten(),
        }
    }

    /// Which pairs of each bucket are accepted, in any order of sets.
    fn accepted(&mut self, verdicts: &[SolverVerdict]) -> Vec<Option<AcceptedPairs>> {
        let (decided, circuit) = (self.decided, self.circuit);
        let open = decided.buckets.iter().zip(verdicts).filter(|(_, verdict)| **verdict != SolverVerdict::Correct);
        let open: Vec<Bucket> = open.map(|(bucket, _)| *bucket).collect();
        let unknown = self.where_possible(circuit.unknown, &open);
        let known: Vec<Bucket> = of_result(&unknown, SolveResult::Unsat).collect();
        let accepts = circuit.answer().accepts;
        let accepted = self.where_possible(accepts, &known);
        let others = self.where_possible(!accepts, &known);
        let of_bucket = |(bucket, verdict): (&Bucket, &SolverVerdict)| match (accepted.get(bucket), others.get(bucket))
        {
            _ if *verdict == SolverVerdict::Correct => {
                Some(if decided.is_positive(*bucket) { AcceptedPairs::All } else { AcceptedPairs::None })
            }
            (Some(SolveResult::Sat), Some(SolveResult::Unsat)) => Some(AcceptedPairs::All),
            (Some(SolveResult::Unsat), Some(SolveResult::Sat)) => Some(AcceptedPairs::None),
            (Some(SolveResult::Sat), Some(SolveResult::Sat)) => Some(AcceptedPairs::Some),
            _ => None,
        };
        decided.buckets.iter().zip(verdicts).map(of_bucket).collect()
    }

    /// A bucket with a wrong answer: the smallest pair that shows it, or if the solver gives up, one that was found.
    fn wrong(&mut self, bucket: Bucket, shown: Option<&Vec<Concrete>>) -> SolverVerdict {
        let positive = self.decided.is_positive(bucket);
        let wrong = self.circuit.wrong.of(positive);
        let Some(one_order) = self.circuit.wrong_in_one_order else {
            let smallest = self.smallest(bucket, &[wrong]);
            return match smallest.or_else(|| Some((shown?.clone(), false))) {
                Some((pair, smallest)) => {
                    // A smaller pair whose answer is not known may be answered wrongly, too.
                    let unknown = self.circuit.unknown;
                    let smallest = smallest && self.ask_about_answer(bucket, &[unknown]) == SolveResult::Unsat;
                    let witness = self.add(bucket, &pair, PairPurpose::Witness);
                    SolverVerdict::Wrong { witness, smallest }
                }
                None => SolverVerdict::Undecided(gave_up()),
            };
        };
        // In some order of sets. Python is more likely to iterate over a set in the order of its values than in any other.
        for lits in [&[wrong, one_order.of(positive)][..], &[wrong]] {
            if let Some((pair, _)) = self.smallest(bucket, lits) {
                self.add(bucket, &pair, PairPurpose::Suspect);
            }
        }
        let message = "the answer depends on the order in which Python iterates over a set";
        SolverVerdict::Undecided(Reason::new(Undecided::SetOrder, message))
    }

    /// The reason for the first unknown answer that a pair of the bucket can have.
    fn why_unknown(&mut self, bucket: Bucket) -> Reason {
        let circuit = self.circuit;
        for unknown in &circuit.answer().unknown {
            if self.ask_about_answer(bucket, &[unknown.when]) != SolveResult::Sat {
                continue;
            }
            // Whatever it does there, running it shows whether that is right.
            if let Some((pair, _)) = self.smallest(bucket, &[unknown.when]) {
                self.add(bucket, &pair, PairPurpose::Suspect);
            }
            return self.refusal(&unknown.refusal);
        }
        gave_up()
    }

    fn refusal(&self, refusal: &Refusal) -> Reason {
        let reason = refused(self.submission, refusal);
        match refusal.kind {
            RefusalKind::TooLarge(_) => Reason { kind: Undecided::Size, ..reason },
            _ => reason,
        }
    }
}

fn of_result(results: &BTreeMap<Bucket, SolveResult>, wanted: SolveResult) -> impl Iterator<Item = Bucket> {
    results.iter().filter(move |(_, result)| **result == wanted).map(|(bucket, _)| *bucket)
}
