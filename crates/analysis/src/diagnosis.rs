//! The diagnosis of one submission: its verdict, what it checks and misses, and the tests that show it.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use decision::ConfirmedDecision;
use pairs::SubpropertySet;
use runner::outcome::{NotRunReason, Outcome};
use suite::format::PositiveKind;

use crate::answer_key::AnswerKey;
use crate::answers::{SubmissionAnswers, TestAnswer};
use crate::attribute::{Attribution, CheckStatus, attribute, group_status};
use crate::behavior::{Behavior, FormulaCache, behavior};
use crate::failures::{FailureGroup, FailureKind, failures};
use crate::proof::{ProofDiagnosis, ProofStatus, WrongAnswerKind};
use crate::traits::accepts_only_if;
use crate::twin::twin;
use crate::verdict::Verdict;
use crate::vocabulary::PublicFailure;

#[derive(Clone, Debug)]
pub struct Diagnosis {
    pub verdict: Verdict,
    /// How many tests count.
    pub tests: usize,
    /// How many of them were run.
    pub run: usize,
    /// How many of them count against it: answered wrongly, not at all, or not run because of it.
    pub wrong: usize,
    /// How many of these were not run, and why.
    pub not_run: usize,
    pub cut_short: Option<NotRunReason>,
    /// How many tests timed out.
    pub timed_out: usize,
    /// How many tests count against it, roughly. `None` if no test does.
    pub share: Option<WrongShare>,
    /// Buckets in which it is wrong, by tests or proved; in the order of the key.
    pub fingerprint: Vec<usize>,
    /// Those that tests show.
    pub sampled: Vec<usize>,
    pub proof: ProofDiagnosis,
    pub attribution: Attribution,
    /// For each group of the answer key.
    pub groups: Vec<CheckStatus>,
    pub behavior: Behavior,
    pub failures: Vec<FailureGroup>,
    /// What no subproperty explains. Empty if every mistake has a name.
    pub unrecognized: Vec<Unrecognized>,
    /// What is not checked first, in the order of the file.
    pub mistakes: Vec<Mistake>,
    /// What its author is told, the most important first.
    pub problems: Vec<PredicateProblem>,
    pub deep_flaws: Vec<DeepFlaw>,
    /// How many correct outputs are accepted, and how many tests there are of them, of those that were run.
    pub correct: (usize, usize),
    /// The trait in the key that decides which correct outputs are accepted, if some are rejected and one trait explains all.
    pub accepts_only_if: Option<usize>,
    /// Checked subproperties of which the tests show that checking them is more than rejecting nearly everything.
    pub praised: SubpropertySet,
}

impl Diagnosis {
    /// It is faulty, and no test counts against it.
    pub fn is_found_by_proof_only(&self) -> bool {
        self.verdict.is_faulty() && self.wrong == 0
    }

    pub fn raises(&self) -> bool {
        self.failures.iter().any(|group| matches!(group.kind, FailureKind::Raised { .. }))
    }
}

/// A share of the tests, so coarse that it says little about any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongShare {
    /// At most a third.
    Few,
    /// At most two thirds.
    Half,
    Most,
}

impl WrongShare {
    pub fn of(some: usize, all: usize) -> Option<Self> {
        match some {
            0 => None,
            _ if some * 3 <= all => Some(Self::Few),
            _ if some * 3 <= all * 2 => Some(Self::Half),
            _ => Some(Self::Most),
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Few => "a few",
            Self::Half => "about half",
            Self::Most => "most",
        }
    }
}

/// Something that no subproperty explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unrecognized {
    /// A subproperty whose failures are sometimes rejected and sometimes accepted.
    InPart(usize),
    /// Correct outputs are rejected, and no error subproperty says why.
    Strict,
    /// A bucket of the suite some of whose pairs are accepted and some rejected.
    Mixed(usize),
}

/// So flawed that a finer analysis says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeepFlaw {
    /// Does not accept most correct outputs, whether they are the only ones for their input or not.
    RejectsMostCorrect,
    /// Accepts most pairs in which every required subproperty fails.
    AcceptsEverythingWrong,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub kind: MistakeKind,
    /// The smallest test that shows it.
    pub test: usize,
    /// How many tests show it.
    pub count: usize,
    /// The nearest test with the same expected answer that is answered as expected.
    pub twin: Option<usize>,
    /// Subproperties of earlier mistakes that fail in everything that shows this one: it disappears when they are checked.
    pub disappears_with: SubpropertySet,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// Never checks a required subproperty.
    Misses(usize),
    /// Checks a required subproperty only in some cases.
    ChecksInPart(usize),
    /// Rejects correct outputs.
    RejectsCorrect,
    /// Some tests get no answer.
    Fails(FailureKind),
}

/// What the author of a predicate is told to fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PredicateProblem {
    /// It answered differently when some test was run again.
    Unstable,
    /// It could not be loaded again, or all tests together took too long. Tests that time out are mistakes of their own.
    CutShort,
    /// A place in the list of mistakes.
    Mistake(usize),
}

/// `decision` is what was proved. `unstable`: it answered differently when some test was run again.
pub fn diagnose(
    answers: &SubmissionAnswers<'_>,
    decision: Option<&ConfirmedDecision>,
    language: &str,
    unstable: bool,
    cache: &mut FormulaCache,
) -> Diagnosis {
    let key = answers.key;
    let mut attribution = attribute(answers);
    let mut proof = ProofDiagnosis::new(answers, decision, unstable);
    proof.refine(answers, &mut attribution);
    let behavior = behavior(answers, &proof, cache);
    if proof.status == ProofStatus::Proved {
        proof.theorem = Some(behavior.minimal.formula.text(&key.names));
    }
    let sampled = answers.fingerprint();
    let fingerprint: BTreeSet<usize> = sampled.iter().copied().chain(proof.wrong()).collect();
    let failures = failures(answers);
    let (tests, run) = (key.counted_tests(), answers.run());
    let mistakes = mistakes(answers, &attribution, &failures, &proof);
    let cut_short = cut_short(answers);
    Diagnosis {
        verdict: verdict(answers, &proof, unstable),
        tests,
        run,
        wrong: answers.lost().count(),
        not_run: tests - run,
        cut_short,
        timed_out: timed_out(&failures),
        share: WrongShare::of(answers.lost().count(), tests),
        fingerprint: fingerprint.into_iter().collect(),
        sampled,
        proof,
        groups: key.groups.iter().map(|group| group_status(&attribution.findings, group.members)).collect(),
        unrecognized: unrecognized(answers, &attribution),
        problems: problems(key, language, &mistakes, unstable, cut_short),
        mistakes,
        deep_flaws: deep_flaws(answers),
        correct: correct(answers),
        accepts_only_if: accepts_only_if(answers),
        praised: praised(answers, &attribution),
        behavior,
        attribution,
        failures,
    }
}

fn verdict(answers: &SubmissionAnswers<'_>, proof: &ProofDiagnosis, unstable: bool) -> Verdict {
    let lax = answers.wrong().any(|test| answers.to(test) == TestAnswer::Accepted);
    let strict = answers.wrong().any(|test| answers.key.tests[test].expect);
    let (lax, strict) =
        (lax || proof.shows(WrongAnswerKind::Accepts), strict || proof.shows(WrongAnswerKind::DoesNotAccept));
    match (lax, strict) {
        (true, true) => Verdict::TooLaxAndTooStrict,
        (true, false) => Verdict::TooLax,
        (false, true) => Verdict::TooStrict,
        // Wrong, or not run.
        (false, false) if answers.lost().next().is_some() || proof.shows(WrongAnswerKind::NoAnswer) => {
            Verdict::NoAnswer
        }
        (false, false) if unstable => Verdict::Unstable,
        (false, false) if proof.status == ProofStatus::Proved => Verdict::ProvedCorrect,
        (false, false) => Verdict::NoMistakeFound,
    }
}

/// Why the last of the tests that were not run was not run.
fn cut_short(answers: &SubmissionAnswers<'_>) -> Option<NotRunReason> {
    let counted = answers.outcomes.iter().zip(&answers.key.tests).filter(|(_, test)| !test.excluded);
    let reason = |(outcome, _)| match outcome {
        &Outcome::NotRun(why) => Some(why),
        _ => None,
    };
    counted.filter_map(reason).next_back()
}

fn timed_out(failures: &[FailureGroup]) -> usize {
    failures.iter().filter(|group| group.kind == FailureKind::TimedOut).map(|group| group.tests.len()).sum()
}

/// Prefers correct outputs, then tests in which no required subproperty but `position` fails, then tests that are not shown yet, then small ones.
fn smallest(
    answers: &SubmissionAnswers<'_>,
    tests: &[usize],
    position: Option<usize>,
    shown: &[usize],
) -> Option<usize> {
    let key = answers.key;
    let others = |test: usize| position.map_or(0, |position| key.required_fails(test).without(position).len());
    tests
        .iter()
        .copied()
        .min_by_key(|test| (!key.tests[*test].expect, others(*test), shown.contains(test), key.tests[*test].rank))
}

fn mistakes(
    answers: &SubmissionAnswers<'_>,
    attribution: &Attribution,
    failures: &[FailureGroup],
    proof: &ProofDiagnosis,
) -> Vec<Mistake> {
    let key = answers.key;
    let mut all: Vec<Mistake> = Vec::new();
    let mut add = |kind: MistakeKind, tests: &[usize], position: Option<usize>, disappears_with: SubpropertySet| {
        let shown: Vec<usize> = all.iter().map(|mistake| mistake.test).collect();
        if let Some(test) = smallest(answers, tests, position, &shown) {
            let twin = twin(key, test, &|other| answers.is_as_expected(other));
            all.push(Mistake { kind, test, count: tests.len(), twin, disappears_with });
        }
    };
    let mut lacking: Vec<_> = attribution.findings.iter().filter(|finding| !finding.accepted.is_empty()).collect();
    // What is never checked matters more than what is checked in some cases.
    lacking.sort_by_key(|finding| (finding.status == CheckStatus::InPart, finding.position));
    let mut to_check = SubpropertySet::EMPTY;
    for finding in lacking {
        let position = finding.position;
        let kind = match finding.status {
            CheckStatus::InPart => MistakeKind::ChecksInPart(position),
            _ => MistakeKind::Misses(position),
        };
        let disappears_with = disappears_with(answers, proof, &finding.accepted, position, to_check);
        if disappears_with.is_empty() {
            to_check.insert(position);
        }
        add(kind, &finding.accepted, Some(position), disappears_with);
    }
    let rejects: Vec<usize> = answers.with(TestAnswer::Rejected).filter(|test| key.tests[*test].expect).collect();
    add(MistakeKind::RejectsCorrect, &rejects, None, SubpropertySet::EMPTY);
    for group in failures {
        add(MistakeKind::Fails(group.kind.clone()), &group.tests, None, SubpropertySet::EMPTY);
    }
    all
}

/// Those of the subproperties in `to_check` without which `position` would not be seen to be missed: in every pair that is
/// accepted although it fails, one of them fails, too. Empty if some pair shows it alone.
fn disappears_with(
    answers: &SubmissionAnswers<'_>,
    proof: &ProofDiagnosis,
    accepted: &[usize],
    position: usize,
    to_check: SubpropertySet,
) -> SubpropertySet {
    let key = answers.key;
    let proved = proof.witnesses.iter().filter(|witness| witness.kind == WrongAnswerKind::Accepts);
    let proved = proved.map(|witness| key.buckets[witness.bucket].fails).filter(|fails| fails.contains(position));
    let shown: Vec<SubpropertySet> = accepted.iter().map(|test| key.fails(*test)).chain(proved).collect();
    if shown.iter().any(|fails| fails.is_disjoint(to_check)) {
        return SubpropertySet::EMPTY;
    }
    // One is easier to understand than several.
    let one = to_check.iter().find(|one| shown.iter().all(|fails| fails.contains(*one)));
    one.map_or_else(
        || shown.iter().fold(SubpropertySet::EMPTY, |all, fails| all | (*fails & to_check)),
        SubpropertySet::one,
    )
}

fn correct(answers: &SubmissionAnswers<'_>) -> (usize, usize) {
    let run = (0..answers.key.tests.len()).filter(|test| answers.key.tests[*test].expect && answers.is_answered(*test));
    let (mut accepted, mut all) = (0, 0);
    for test in run {
        all += 1;
        accepted += usize::from(answers.to(test) == TestAnswer::Accepted);
    }
    (accepted, all)
}

/// A predicate that rejects most correct outputs rejects most incorrect ones, too, whatever is wrong with them. So what it is seen
/// to reject counts only where it accepts a correct output for the same input.
fn praised(answers: &SubmissionAnswers<'_>, attribution: &Attribution) -> SubpropertySet {
    let key = answers.key;
    let checked = attribution.with(CheckStatus::Checked);
    let (accepted, all) = correct(answers);
    if accepted * 2 > all {
        return checked;
    }
    let accepted: BTreeSet<usize> = answers
        .with(TestAnswer::Accepted)
        .filter(|test| key.tests[*test].expect)
        .map(|test| key.tests[test].input)
        .collect();
    let rejected: Vec<usize> =
        answers.with(TestAnswer::Rejected).filter(|test| accepted.contains(&key.tests[*test].input)).collect();
    checked
        .iter()
        .filter(|one| rejected.iter().any(|test| key.required_fails(*test) == SubpropertySet::one(*one)))
        .collect()
}

/// Answers that change come first, then what cut the run short, correct outputs without an answer, correct outputs that are
/// rejected, what is not checked, and incorrect outputs without an answer. Failures that are the same to its author are one
/// problem: how many there are must not depend on names that the submission chooses.
fn problems(
    key: &AnswerKey,
    language: &str,
    mistakes: &[Mistake],
    unstable: bool,
    cut_short: Option<NotRunReason>,
) -> Vec<PredicateProblem> {
    let failure = |mistake: &Mistake| match &mistake.kind {
        MistakeKind::Fails(failure) => Some(PublicFailure::of(failure, language)),
        _ => None,
    };
    let is_repeated = |place: usize| {
        let failure_here = failure(&mistakes[place]);
        failure_here.is_some() && mistakes[..place].iter().any(|other| failure(other) == failure_here)
    };
    let is_own = |place: &usize| mistakes[*place].disappears_with.is_empty();
    let mut places: Vec<usize> = (0..mistakes.len()).filter(|place| is_own(place) && !is_repeated(*place)).collect();
    places.sort_by_key(|place| match mistakes[*place].kind {
        MistakeKind::Fails(_) if key.tests[mistakes[*place].test].expect => 0,
        MistakeKind::RejectsCorrect => 1,
        MistakeKind::Misses(_) => 2,
        MistakeKind::ChecksInPart(_) => 3,
        MistakeKind::Fails(_) => 4,
    });
    let unstable = unstable.then_some(PredicateProblem::Unstable);
    let is_its_own = |reason: &NotRunReason| matches!(reason, NotRunReason::Budget | NotRunReason::NotLoaded);
    let cut_short = cut_short.filter(is_its_own).map(|_| PredicateProblem::CutShort);
    unstable.into_iter().chain(cut_short).chain(places.into_iter().map(PredicateProblem::Mistake)).collect()
}

fn unrecognized(answers: &SubmissionAnswers<'_>, attribution: &Attribution) -> Vec<Unrecognized> {
    let key = answers.key;
    let mut all = Vec::new();
    for finding in &attribution.findings {
        if finding.status.is_lacking() && !finding.rejected.is_empty() && !finding.accepted.is_empty() {
            all.push(Unrecognized::InPart(finding.position));
        }
    }
    let is_explained = |test: usize| !key.fails(test).is_disjoint(attribution.stricter);
    if answers.with(TestAnswer::Rejected).any(|test| key.tests[test].expect && !is_explained(test)) {
        all.push(Unrecognized::Strict);
    }
    // Failures speak for themselves: only a bucket with both answers is a puzzle.
    let mixed = answers.counts.iter().enumerate().filter(|(_, counts)| counts.is_mixed());
    all.extend(mixed.map(|(bucket, _)| Unrecognized::Mixed(bucket)));
    all
}

fn deep_flaws(answers: &SubmissionAnswers<'_>) -> Vec<DeepFlaw> {
    let key = answers.key;
    let answered: Vec<usize> = (0..key.tests.len()).filter(|test| answers.is_answered(*test)).collect();
    // Whether most of some tests are answered wrongly; `None` if there are none.
    let mostly_wrong = |of: &dyn Fn(usize) -> bool| {
        let some = answered.iter().filter(|test| of(**test));
        let wrong = some.clone().filter(|test| !answers.is_as_expected(**test)).count();
        let all = some.count();
        (all > 0).then_some(wrong * 2 > all)
    };
    let of_kind = |kind: Option<PositiveKind>| {
        mostly_wrong(&|test| key.tests[test].expect && key.tests[test].positive_kind == kind)
    };
    let kinds = [Some(PositiveKind::Functional), Some(PositiveKind::Relational), None].map(of_kind);
    let mut flaws = Vec::new();
    if kinds.contains(&Some(true)) && !kinds.contains(&Some(false)) {
        flaws.push(DeepFlaw::RejectsMostCorrect);
    }
    // What raises for such a pair does not accept it.
    let accepted = |test: &usize| answers.to(*test) == TestAnswer::Accepted;
    let all_fail: Vec<usize> = answered.into_iter().filter(|test| key.required_fails(*test) == key.required).collect();
    if all_fail.iter().filter(|test| accepted(test)).count() * 2 > all_fail.len() {
        flaws.push(DeepFlaw::AcceptsEverythingWrong);
    }
    flaws
}
