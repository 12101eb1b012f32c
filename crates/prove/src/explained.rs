//! Which of some functions a submission equals, together with subproperties.
//!
//! Takes functions that were added to the problem file, the preferred ones first; gives the first that is proved to say what the
//! submission does, on every pair of the scope. As for `versions`, one function comes before two.
//!
//! Nothing here is shown before the recorded answers of the submission agree with `accepts`.

use std::collections::BTreeSet;

use decision::{Answer, Claim, DecidedPair, PairPurpose};
use lang::problem::Problem;
use lang::submission::SubmissionProgram;
use pairs::Concrete;
use serde::{Deserialize, Serialize};

use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;
use crate::limits::{Budget, ProofLimits};
use crate::prover::Prover;
use crate::reasons::refused;
use crate::versions::{Versions, equal_among};
use crate::{checks, tiny};

/// Functions beside the problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GivenFunctions {
    /// The problem file, followed by the functions.
    pub text: String,
    /// Their names, the preferred ones first.
    pub names: Vec<String>,
}

/// What is known about a submission and some functions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ExplainedSubmission {
    /// For each test whether the circuit of the submission accepts it; `None` if it is not a pair of the scope, or is not known.
    pub accepts: Vec<Option<bool>>,
    /// The names of functions that the submission equals, together with some subproperties.
    pub equal_to: Option<Vec<String>>,
    /// Pairs that tell other functions from it, and whether they are accepted.
    pub learned: Vec<(DecidedPair, bool)>,
    /// Why nothing can be decided.
    pub reason: Option<String>,
}

pub(crate) fn explained(
    decided: &DecidedProblem<'_>,
    submission: &SubmissionProgram,
    functions: &GivenFunctions,
    limits: &ProofLimits,
    tests: &[DecidedPair],
) -> ExplainedSubmission {
    let open = |reason: &str| ExplainedSubmission { reason: Some(reason.to_owned()), ..ExplainedSubmission::default() };
    let all_kinds = decided.kinds();
    let Some(kinds) = all_kinds.first() else { return open("it has no kinds of atoms") };
    let mut budget = Budget::new(limits);
    let circuit = match SubmissionCircuit::new(decided, submission, kinds, (limits, &mut budget)) {
        Ok(circuit) => circuit,
        Err(refusal) => return open(&refused(submission, &refusal).message),
    };
    if circuit.claim() == Claim::Values && all_kinds.len() > 1 {
        return open("its answers depend on the values of names");
    }
    let mut prover = Prover::new(decided, submission, &circuit, kinds, (limits, &mut budget));
    if let Some(reason) = prover.kept_state() {
        return open(&reason.message);
    }
    if tiny::difference(&prover).is_some() {
        return open("its circuit and its evaluation differ, which is a fault of Custodiet; please report it");
    }
    let mut added = BTreeSet::new();
    checks::add_tests(&mut prover, tests, &mut added);
    let mut accepts = vec![None; tests.len()];
    for (number, pair) in added.iter().zip(&prover.pairs) {
        accepts[*number] = pair.predicted.as_ref().map(|answer| *answer == Answer::Accepted);
    }
    let known: Vec<Vec<Concrete>> =
        added.iter().filter_map(|number| inside(decided, &circuit, &tests[*number])).collect();
    let versions = Versions::of(decided, mutants::given(decided.problem, &functions.text, &functions.names));
    let (found, learned) = equal_among(&prover, &versions, &known);
    let pair = |(pair, accepts): (Vec<Concrete>, bool)| Some((pair_of(decided.problem, &prover, &pair)?, accepts));
    let learned = learned.into_iter().filter_map(pair).collect();
    let names = |numbers: Vec<usize>| numbers.into_iter().filter_map(|number| versions.words(number)).collect();
    ExplainedSubmission { accepts, equal_to: found.map(|formula| names(formula.versions)), learned, reason: None }
}

/// A test as a pair of the circuit.
fn inside(decided: &DecidedProblem<'_>, circuit: &SubmissionCircuit, test: &DecidedPair) -> Option<Vec<Concrete>> {
    let pair = checks::concrete(decided.problem, test)?;
    circuit.layout.encode(&pair).is_some().then_some(pair)
}

fn pair_of(problem: &Problem, prover: &Prover<'_, '_>, pair: &[Concrete]) -> Option<DecidedPair> {
    let bucket = decide::Replay::new(problem).evaluator().bucket(pair)?;
    Some(checks::pair_of(prover.decided, (bucket, pair), prover.kinds, None, PairPurpose::Check))
}
