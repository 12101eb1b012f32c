//! Runs a submission on the pairs of a decision.

use std::collections::BTreeMap;

use analysis::minimize::minimize;
use decision::{
    Answer, ConfirmedDecision, DecidedPair, GivenAnswer, PairPurpose, ProofVerdict, ProofWitness, Reason, Undecided,
    confirm,
};
use grading::{GradingRun, LoadStatus, PairRunner, StoredSubmission};
use lang::problem::{Problem, display_name};
use pairs::SubpropertySet;
use prove::{AcceptedPairs, DecidedSubmission};
use runner::Outcome;
use runner::prepared::PreparedSuite;
use submissions::Submission;
use suite::Test;
use suite::format::{SuiteBucket, TestKind, TestSource};

use crate::error::Result;

/// Runs a submission on the pairs of its decision, and on tests that the decision says nothing about; what may be said then.
pub fn confirmed(
    problem: &Problem,
    grading: &GradingRun<'_>,
    runner: &mut PairRunner,
    submission: &Submission,
    (DecidedSubmission { decision, outside, accepted, equal_to, entry }, tests): (DecidedSubmission, &[DecidedPair]),
) -> Result<ConfirmedDecision> {
    let outside: Vec<&DecidedPair> = outside.iter().filter_map(|number| tests.get(*number)).collect();
    let pairs: Vec<&DecidedPair> = decision.pairs.iter().chain(outside.iter().copied()).collect();
    if pairs.is_empty() {
        return Ok(confirm(decision, &[]));
    }
    let names: Vec<String> = problem.subproperties.iter().map(|property| property.name.to_string()).collect();
    let prepared = PreparedSuite::of_buckets(problem, &names, &buckets(&pairs), grading.prepared_suite.seed)?;
    let grading = GradingRun { prepared_suite: &prepared, support: grading.support.clone(), ..*grading };
    let stored = runner.run(&grading, submission);
    let given = given(&stored, pairs.len());
    let (of_decision, of_outside) = given.split_at(decision.pairs.len());
    let has_circuit = decision.claim.is_some();
    let fails: Vec<Vec<String>> = decision.buckets.iter().map(|bucket| bucket.fails.clone()).collect();
    let agrees = |(pair, given): (&DecidedPair, &GivenAnswer)| {
        pair.predicted.is_none() || matches!(given, GivenAnswer::Answered(answer) if *answer != Answer::NoAnswer)
    };
    let all_agree = decision.pairs.iter().zip(of_decision).all(agrees);
    let mut confirmed = confirm(decision, of_decision);
    let why_not = match &stored.status {
        LoadStatus::Graded(_) => None,
        LoadStatus::Failed(_) | LoadStatus::Unusable(_) => Some(Undecided::Load),
        // It is not its fault, and may be otherwise the next time.
        LoadStatus::NotStarted(_) => Some(Undecided::NotRun),
    };
    if let Some(kind) = why_not {
        let why = stored.status.reason().unwrap_or_default();
        return Ok(ConfirmedDecision::undecided(fails, &Reason::new(kind, why)));
    }
    // It was run, so what is missing took too long, and would the next time.
    for bucket in &mut confirmed.buckets {
        if let ProofVerdict::Undecided(reason) = &mut bucket.verdict
            && reason.kind == Undecided::NotRun
        {
            reason.kind = Undecided::Limits;
        }
    }
    if let (LoadStatus::Graded(ready), Some((file, name))) = (&stored.status, &entry)
        && (&ready.file, &ready.name) != (file, name)
    {
        let message = format!(
            "Python takes `{}` of `{}` for the predicate, and not `{name}` of `{file}`",
            ready.name, ready.file
        );
        return Ok(ConfirmedDecision::undecided(fails, &Reason::new(Undecided::Load, message)));
    }
    if !stored.unstable.is_empty() && confirmed.contradiction.is_none() {
        let message = "it answers the same pair differently when it is asked again";
        return Ok(ConfirmedDecision::undecided(fails, &Reason::new(Undecided::State, message)));
    }
    if all_agree && confirmed.contradiction.is_none() {
        confirmed.behaves_like = behavior(problem, &fails, &accepted);
        confirmed.equal_to = equal_to.map(|formula| formula.text);
    }
    for (test, given) in outside.iter().zip(of_outside) {
        if let GivenAnswer::Answered(answer) = given
            && !answer.is_right(test.expect)
        {
            confirmed.fail(&test.fails, witness(test, answer.clone(), has_circuit));
        }
    }
    Ok(confirmed)
}

/// The smallest formula that is true exactly where the predicate accepts, if it accepts all pairs or none in each bucket.
fn behavior(problem: &Problem, buckets: &[Vec<String>], accepted: &[Option<AcceptedPairs>]) -> Option<String> {
    let position = |name: &String| problem.subproperties.iter().position(|property| *property.name == **name);
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for (fails, accepted) in buckets.iter().zip(accepted) {
        let fails: SubpropertySet = fails.iter().filter_map(position).collect();
        match (*accepted)? {
            AcceptedPairs::All => yes.push(fails),
            AcceptedPairs::None => no.push(fails),
            AcceptedPairs::Some => return None,
        }
    }
    let count = problem.subproperties.len();
    let names: Vec<String> =
        problem.subproperties.iter().map(|property| display_name(&property.name, property.kind)).collect();
    let formula = minimize(count, &yes, &no).formula;
    (!buckets.is_empty()).then(|| formula.text(&names))
}

fn witness(test: &DecidedPair, answer: Answer, beyond_scope: bool) -> ProofWitness {
    ProofWitness {
        input: test.input.clone(),
        output: test.output.clone(),
        atoms: test.atoms.clone(),
        expect: test.expect,
        answer,
        smallest: false,
        beyond_scope,
    }
}

/// The pairs as tests, by bucket; the id of each says which pair it is.
fn buckets(pairs: &[&DecidedPair]) -> Vec<SuiteBucket> {
    let mut by_bucket: BTreeMap<&[String], Vec<Test>> = BTreeMap::new();
    for (number, pair) in pairs.iter().enumerate() {
        by_bucket.entry(&pair.fails).or_default().push(test(id(number), pair));
    }
    let bucket = |(fails, tests): (&[String], Vec<Test>)| SuiteBucket {
        fails: fails.to_vec(),
        focused_on: Vec::new(),
        only_large: false,
        short: None,
        tests,
    };
    by_bucket.into_iter().map(bucket).collect()
}

/// A witness as a test, to be shown.
pub fn test_of(witness: &ProofWitness) -> Test {
    let pair = DecidedPair {
        input: witness.input.clone(),
        output: witness.output.clone(),
        atoms: witness.atoms.clone(),
        fails: Vec::new(),
        expect: witness.expect,
        predicted: None,
        purpose: PairPurpose::Witness,
    };
    test("witness".to_owned(), &pair)
}

fn test(id: String, pair: &DecidedPair) -> Test {
    Test {
        id,
        input: pair.input.clone(),
        output: pair.output.clone(),
        expect: pair.expect,
        engine: TestSource::Solver,
        kind: TestKind::Diverse,
        proven: None,
        positive_kind: None,
        atoms: pair.atoms.clone(),
        family: None,
        shape: Vec::new(),
    }
}

fn id(number: usize) -> String {
    format!("p-{number}")
}

/// What the submission answered to each pair.
fn given(stored: &StoredSubmission, count: usize) -> Vec<GivenAnswer> {
    let not_run = || GivenAnswer::NotRun(stored.status.reason().unwrap_or_else(|| "it was not run".to_owned()));
    let mut all: Vec<GivenAnswer> = (0..count).map(|_| not_run()).collect();
    for (test, _, outcome) in &stored.outcomes {
        let number = test.strip_prefix("p-").and_then(|number| number.parse::<usize>().ok());
        if let Some(place) = number.and_then(|number| all.get_mut(number)) {
            *place = answer(outcome);
        }
    }
    all
}

fn answer(outcome: &Outcome) -> GivenAnswer {
    GivenAnswer::Answered(match outcome {
        Outcome::Accepted => Answer::Accepted,
        Outcome::Rejected => Answer::Rejected,
        Outcome::Raised(raised) => Answer::Raised(raised.class.clone()),
        Outcome::NotABoolean(ty) => Answer::NotBoolean(Some(ty.clone())),
        Outcome::TimedOut(_) | Outcome::OutOfMemory | Outcome::Crashed(_) => Answer::NoAnswer,
        Outcome::NotRun(_) => {
            return GivenAnswer::NotRun("it took too long on other pairs, so it was not run on all of them".to_owned());
        }
    })
}
