//! What is proved about a submission, beside what the tests show.
//!
//! Takes the answers to the tests and the decision, if there is one; says of each bucket of the key what is proved. A proof and a
//! test are never mixed up: *proved* is about every pair of the scope, a test about one pair.
//!
//! Invariants: a submission is proved correct only if every bucket with a pair in the scope is, and no test counts against it; a test
//! in the scope that contradicts a proof withdraws all that was proved to be correct. Excluded buckets make nobody faulty.
//! Guarded by the tests below.

use decision::{Answer, Claim, ConfirmedBucket, ConfirmedDecision, ProofVerdict, ProofWitness, Reason, Undecided};
use pairs::SubpropertySet;
use runner::Outcome;
use serde::Serialize;

use crate::answer_key::AnswerKey;
use crate::answers::{SubmissionAnswers, TestAnswer};
use crate::attribute::{Attribution, CheckStatus};

/// What a proof says of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProvedCell {
    /// No pair of the scope that counts is in it.
    NoPair,
    /// Every pair of the scope is answered correctly.
    Correct,
    /// The submission answered a pair of the scope wrongly.
    Wrong,
    Undecided,
}

/// What proofs say of a submission as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofStatus {
    /// Correct on every pair of the scope, and no test shows otherwise.
    Proved,
    /// Wrong in some bucket; or correct in the scope, and a test beyond it shows a mistake.
    Refuted,
    Undecided,
    /// Nothing was asked: it is not written in Python, or proofs were not wanted.
    TestsOnly,
}

impl ProofStatus {
    /// The word that files and the page use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
            Self::TestsOnly => "tests_only",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofDiagnosis {
    pub status: ProofStatus,
    pub claim: Option<Claim>,
    /// By bucket of the key. Empty if nothing was asked.
    pub cells: Vec<ProvedCell>,
    /// For each bucket that is proved wrong and counts.
    pub witnesses: Vec<CellWitness>,
    /// Buckets that are proved wrong and do not count. They make nobody faulty, and show that nothing that fails in them is checked
    /// always.
    wrong_where_excluded: Vec<usize>,
    /// Why it is undecided.
    pub reason: Option<Reason>,
    /// What it equals on every pair of the scope, in words.
    pub theorem: Option<String>,
}

/// A bucket that is proved wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellWitness {
    /// Of the key.
    pub bucket: usize,
    /// Its place among the buckets of the decision.
    pub decided: usize,
    /// No test of the bucket shows it.
    pub by_proof_only: bool,
    pub kind: WrongAnswerKind,
}

/// How a witness is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongAnswerKind {
    /// An incorrect output is accepted.
    Accepts,
    /// A correct output is not accepted.
    DoesNotAccept,
    /// An incorrect output gets no answer.
    NoAnswer,
}

impl WrongAnswerKind {
    fn of(witness: &ProofWitness) -> Self {
        match witness.answer {
            _ if witness.expect => Self::DoesNotAccept,
            Answer::Accepted => Self::Accepts,
            _ => Self::NoAnswer,
        }
    }
}

impl ProofDiagnosis {
    /// Nothing is proved.
    pub fn none() -> Self {
        Self {
            status: ProofStatus::TestsOnly,
            claim: None,
            cells: Vec::new(),
            witnesses: Vec::new(),
            wrong_where_excluded: Vec::new(),
            reason: None,
            theorem: None,
        }
    }

    pub fn new(answers: &SubmissionAnswers<'_>, decision: Option<&ConfirmedDecision>, unstable: bool) -> Self {
        let Some(decision) = decision else { return Self::none() };
        let key = answers.key;
        let mut cells = vec![ProvedCell::NoPair; key.buckets.len()];
        let mut witnesses = Vec::new();
        let (sampled, mut wrong_where_excluded) = (answers.fingerprint(), Vec::new());
        for (decided, bucket) in decision.buckets.iter().enumerate() {
            let Some(place) = place(key, bucket) else { continue };
            cells[place] = match &bucket.verdict {
                ProofVerdict::Correct => ProvedCell::Correct,
                ProofVerdict::Undecided(_) => ProvedCell::Undecided,
                ProofVerdict::Wrong(_) if key.buckets[place].excluded => {
                    wrong_where_excluded.push(place);
                    ProvedCell::NoPair
                }
                ProofVerdict::Wrong(witness) => {
                    let by_proof_only = !sampled.contains(&place);
                    let kind = WrongAnswerKind::of(witness);
                    witnesses.push(CellWitness { bucket: place, decided, by_proof_only, kind });
                    ProvedCell::Wrong
                }
            };
        }
        let mut reason = decision.reason().cloned();
        if let Some(withdrawn) = withdrawn(answers, &cells, unstable) {
            let correct = cells.iter_mut().filter(|cell| **cell == ProvedCell::Correct);
            correct.for_each(|cell| *cell = ProvedCell::Undecided);
            reason = Some(withdrawn);
        }
        let is_correct = |cell: &ProvedCell| matches!(cell, ProvedCell::Correct | ProvedCell::NoPair);
        let all_correct =
            wrong_where_excluded.is_empty() && cells.contains(&ProvedCell::Correct) && cells.iter().all(is_correct);
        let status = match (all_correct, answers.lost().next().is_some()) {
            _ if !witnesses.is_empty() => ProofStatus::Refuted,
            (true, false) => ProofStatus::Proved,
            (true, true) => ProofStatus::Refuted,
            (false, _) => ProofStatus::Undecided,
        };
        if status == ProofStatus::Undecided && reason.is_none() {
            let message = if wrong_where_excluded.is_empty() {
                "nothing was decided"
            } else {
                "it is wrong only where tests are excluded from grading"
            };
            reason = Some(Reason::new(Undecided::Problem, message));
        }
        let theorem = decision.behaves_like.clone().filter(|_| status == ProofStatus::Refuted && !all_correct);
        let reason = reason.filter(|_| cells.contains(&ProvedCell::Undecided) || status == ProofStatus::Undecided);
        Self { status, claim: decision.claim, cells, witnesses, wrong_where_excluded, reason, theorem }
    }

    pub fn cell(&self, bucket: usize) -> ProvedCell {
        self.cells.get(bucket).copied().unwrap_or(ProvedCell::NoPair)
    }

    /// Buckets that are proved wrong and count.
    pub fn wrong(&self) -> impl Iterator<Item = usize> {
        self.witnesses.iter().map(|witness| witness.bucket)
    }

    pub(crate) fn shows(&self, kind: WrongAnswerKind) -> bool {
        self.witnesses.iter().any(|witness| witness.kind == kind)
    }

    /// Lets an attribution say what is proved: what the tests found to be checked is proved to be, or a witness shows that it is
    /// not, or not always.
    pub(crate) fn refine(&self, answers: &SubmissionAnswers<'_>, attribution: &mut Attribution) {
        let key = answers.key;
        let accepts_some = answers.with(TestAnswer::Accepted).next().is_some();
        for finding in &mut attribution.findings {
            let fails = |bucket: &usize| key.buckets[*bucket].fails.contains(finding.position);
            let cells: Vec<ProvedCell> = (0..self.cells.len()).filter(fails).map(|bucket| self.cell(bucket)).collect();
            let is_correct = |cell: &ProvedCell| matches!(cell, ProvedCell::Correct | ProvedCell::NoPair);
            // What is excluded from grading altogether is not reported on, whatever is proved about it.
            let counts = (0..key.buckets.len()).any(|bucket| fails(&bucket) && !key.buckets[bucket].excluded);
            let is_proved = cells.contains(&ProvedCell::Correct)
                && cells.iter().all(is_correct)
                && !self.wrong_where_excluded.iter().any(fails)
                && counts
                && accepts_some;
            let is_accepted =
                self.witnesses.iter().any(|witness| fails(&witness.bucket) && witness.kind == WrongAnswerKind::Accepts);
            match finding.status {
                CheckStatus::Checked | CheckStatus::Untested if is_proved => {
                    finding.status = CheckStatus::Checked;
                    finding.proved = true;
                }
                CheckStatus::Untested if is_accepted && finding.rejected.is_empty() => {
                    finding.status = CheckStatus::Missed;
                }
                CheckStatus::Checked | CheckStatus::Untested if is_accepted => finding.status = CheckStatus::InPart,
                _ => {}
            }
            if is_accepted {
                attribution.evident = attribution.evident.without(finding.position);
            }
        }
    }
}

/// The bucket of the key in which these fail.
fn place(key: &AnswerKey, bucket: &ConfirmedBucket) -> Option<usize> {
    let position = |name: &String| key.subproperties.iter().position(|one| one.name == *name);
    let fails: Option<SubpropertySet> = bucket.fails.iter().map(position).collect();
    let fails = fails?;
    key.buckets.iter().position(|one| one.fails == fails)
}

/// Why nothing that was proved to be correct may be believed.
fn withdrawn(answers: &SubmissionAnswers<'_>, cells: &[ProvedCell], unstable: bool) -> Option<Reason> {
    let key = answers.key;
    if unstable {
        return Some(Reason::new(Undecided::State, "its answers changed when tests were run again"));
    }
    // An answer that took too long contradicts nothing: the machine may be slow. Excluded tests count here.
    let contradicts = |(number, outcome): &(usize, &Outcome)| {
        let test = &key.tests[*number];
        let is_answer = !matches!(outcome, Outcome::TimedOut(_) | Outcome::OutOfMemory | Outcome::Crashed(_));
        is_answer
            && !test.beyond_scope
            && cells.get(test.bucket) == Some(&ProvedCell::Correct)
            && TestAnswer::of(outcome).is_wrong(test.expect)
    };
    let (number, _) = answers.outcomes.iter().enumerate().find(contradicts)?;
    let id = &key.tests[number].id;
    let message = format!("test {id} contradicts the proof, which is a fault of Custodiet; please report it");
    Some(Reason::new(Undecided::Contradiction, message))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use decision::FORMAT;
    use runner::outcome::NotRunReason;

    use super::*;
    use crate::behavior::FormulaCache;
    use crate::cases::case;
    use crate::diagnosis::{Diagnosis, diagnose};
    use crate::verdict::Verdict;

    /// A decision on buckets: `+` correct, `a` a pair accepted, `r` rejected, `e` raised, `?` undecided.
    fn decision(buckets: &[(&str, char)]) -> ConfirmedDecision {
        let witness = |expect: bool, answer: Answer| {
            let (input, output) = Default::default();
            let (atoms, smallest, beyond_scope) = (BTreeMap::default(), true, false);
            ProofVerdict::Wrong(Box::new(ProofWitness { input, output, atoms, expect, answer, smallest, beyond_scope }))
        };
        let bucket = |(fails, verdict): &(&str, char)| ConfirmedBucket {
            fails: fails.chars().map(String::from).collect(),
            verdict: match verdict {
                '+' => ProofVerdict::Correct,
                'a' => witness(false, Answer::Accepted),
                'r' => witness(true, Answer::Rejected),
                'e' => witness(!fails.chars().any(char::is_uppercase), Answer::Raised("KeyError".to_owned())),
                _ => ProofVerdict::Undecided(Reason::new(Undecided::Size, "too large")),
            },
        };
        ConfirmedDecision {
            format: FORMAT,
            claim: Some(Claim::Equality),
            buckets: buckets.iter().map(bucket).collect(),
            ..ConfirmedDecision::undecided([], &Reason::new(Undecided::Size, ""))
        }
    }

    /// Buckets with outcomes on tests, and what is decided of each.
    fn diagnosis(buckets: &[(&str, &str, char)], change: impl Fn(&mut AnswerKey)) -> Diagnosis {
        let tests: Vec<(&str, &str)> = buckets.iter().map(|(fails, outcomes, _)| (*fails, *outcomes)).collect();
        let decided: Vec<(&str, char)> = buckets.iter().map(|(fails, _, decided)| (*fails, *decided)).collect();
        let (mut key, outcomes) = case("A B x", &tests);
        change(&mut key);
        let decision = decision(&decided);
        let answers = SubmissionAnswers::new(&key, &outcomes);
        diagnose(&answers, Some(&decision), "python", false, &mut FormulaCache::default())
    }

    #[track_caller]
    fn check(buckets: &[(&str, &str, char)], verdict: Verdict, status: ProofStatus) -> Diagnosis {
        let diagnosis = diagnosis(buckets, |_| {});
        assert_eq!((diagnosis.verdict, diagnosis.proof.status), (verdict, status), "{:?}", diagnosis.proof);
        diagnosis
    }

    #[test]
    fn correct_in_every_bucket_is_proved_correct() {
        let right = [("", "++", '+'), ("A", "--", '+'), ("B", "-", '+'), ("AB", "-", '+')];
        let diagnosis = check(&right, Verdict::ProvedCorrect, ProofStatus::Proved);
        assert!(diagnosis.attribution.findings.iter().all(|finding| finding.proved));
        assert_eq!(diagnosis.proof.theorem.as_deref(), Some("A and B"));
        assert!(diagnosis.fingerprint.is_empty());
        // One bucket that is undecided is enough.
        let open = [("", "++", '+'), ("A", "--", '+'), ("B", "-", '+'), ("AB", "-", '?')];
        let diagnosis = check(&open, Verdict::NoMistakeFound, ProofStatus::Undecided);
        assert_eq!(diagnosis.proof.reason.expect("a reason").message, "too large");
        assert!(diagnosis.attribution.findings.iter().all(|finding| !finding.proved));
        assert_eq!(diagnosis.proof.theorem, None);
    }

    #[test]
    fn a_bucket_without_tests_counts() {
        let lax = [("", "++", '+'), ("A", "--", '+'), ("B", "-", '+'), ("AB", "", 'a')];
        let diagnosis = check(&lax, Verdict::TooLax, ProofStatus::Refuted);
        assert_eq!((diagnosis.wrong, &*diagnosis.fingerprint, &*diagnosis.sampled), (0, &[3][..], &[][..]));
        assert!(diagnosis.is_found_by_proof_only() && diagnosis.proof.witnesses[0].by_proof_only);
        let strict = [("", "++", 'r'), ("A", "--", '+'), ("B", "-", '+'), ("AB", "", '+')];
        check(&strict, Verdict::TooStrict, ProofStatus::Refuted);
        let raises = [("", "++", '+'), ("A", "--", 'e'), ("B", "-", '+')];
        check(&raises, Verdict::NoAnswer, ProofStatus::Refuted);
        let both = [("", "++", 'r'), ("A", "-+", 'a'), ("B", "-", '+')];
        let diagnosis = check(&both, Verdict::TooLaxAndTooStrict, ProofStatus::Refuted);
        assert!(!diagnosis.is_found_by_proof_only());
        assert_eq!((&*diagnosis.fingerprint, &*diagnosis.sampled), (&[0, 1][..], &[1][..]));
    }

    /// What only a proof shows is not a problem that its author is told: others did not get such a test.
    #[test]
    fn what_only_a_proof_shows_costs_no_points() {
        let lax = [("", "++", '+'), ("A", "--", '+'), ("B", "-", 'a'), ("AB", "-", '+')];
        let diagnosis = check(&lax, Verdict::TooLax, ProofStatus::Refuted);
        assert_eq!((diagnosis.wrong, diagnosis.problems.len(), diagnosis.mistakes.len()), (0, 0, 0));
        let statuses: Vec<_> = diagnosis.attribution.findings.iter().map(|one| (one.status, one.proved)).collect();
        assert_eq!(statuses, [(CheckStatus::Checked, true), (CheckStatus::InPart, false)]);
    }

    #[test]
    fn a_failed_test_beyond_the_scope_overrides_a_proof() {
        let buckets = [("", "++", '+'), ("A", "-+", '+'), ("B", "-", '+')];
        let beyond = diagnosis(&buckets, |key| key.tests[3].beyond_scope = true);
        assert_eq!((beyond.verdict, beyond.proof.status), (Verdict::TooLax, ProofStatus::Refuted));
        assert_eq!((beyond.proof.cell(1), &*beyond.fingerprint), (ProvedCell::Correct, &[1][..]));
        assert_eq!(beyond.proof.theorem, None);
        // In the scope, it shows that we are wrong.
        let within = diagnosis(&buckets, |_| {});
        assert_eq!((within.verdict, within.proof.status), (Verdict::TooLax, ProofStatus::Undecided));
        assert_eq!(within.proof.reason.expect("a reason").kind, Undecided::Contradiction);
        assert!(within.proof.cells.iter().all(|cell| *cell == ProvedCell::Undecided));
    }

    #[test]
    fn tests_that_were_not_run_prevent_a_proof() {
        let cut = [("", "+.", '+'), ("A", "-", '+'), ("B", "-", '+')];
        let diagnosis = check(&cut, Verdict::NoAnswer, ProofStatus::Refuted);
        assert_eq!(diagnosis.cut_short, Some(NotRunReason::Budget));
    }

    #[test]
    fn excluded_buckets_make_nobody_faulty() {
        let lax = [("", "++", '+'), ("A", "--", '+'), ("B", "-", 'a')];
        let diagnosis = diagnosis(&lax, |key| key.buckets[2].excluded = true);
        assert_eq!((diagnosis.verdict, diagnosis.proof.status), (Verdict::NoMistakeFound, ProofStatus::Undecided));
        assert!(diagnosis.fingerprint.is_empty());
    }

    /// What a proof found in an excluded bucket still shows that a subproperty is not always checked.
    #[test]
    fn excluded_buckets_do_not_make_a_subproperty_proved() {
        let statuses = |buckets: &[(&str, &str, char)], excluded: &[usize]| -> Vec<_> {
            let exclude = |key: &mut AnswerKey| {
                excluded.iter().for_each(|bucket| key.buckets[*bucket].excluded = true);
                key.tests.iter_mut().for_each(|test| test.excluded = excluded.contains(&test.bucket));
            };
            let findings = diagnosis(buckets, exclude).attribution.findings;
            findings.into_iter().map(|one| (one.status, one.proved)).collect()
        };
        let (checked, untested) = (CheckStatus::Checked, CheckStatus::Untested);
        // B is missed and excluded: nothing is said of it, though a bucket in which it fails is proved correct.
        let lax = [("", "++", '+'), ("A", "--", '+'), ("B", "++", 'a'), ("AB", "--", '+')];
        assert_eq!(statuses(&lax, &[2, 3]), [(checked, true), (untested, false)]);
        // The same without its mistake.
        let right = [("", "++", '+'), ("A", "--", '+'), ("B", "--", '+'), ("AB", "--", '+')];
        assert_eq!(statuses(&right, &[2, 3]), [(checked, true), (untested, false)]);
        assert_eq!(statuses(&right, &[3]), [(checked, true), (checked, true)]);
        // A mistake in an excluded bucket shows that A, which still counts, is not proved, either.
        let both = [("", "++", '+'), ("A", "--", '+'), ("B", "--", '+'), ("AB", "++", 'a')];
        assert_eq!(statuses(&both, &[3]), [(checked, false), (checked, false)]);
    }

    #[test]
    fn a_predicate_that_rejects_everything_checks_nothing() {
        let never = [("", "--", 'r'), ("A", "--", '+'), ("B", "-", '+')];
        let diagnosis = check(&never, Verdict::TooStrict, ProofStatus::Refuted);
        assert!(diagnosis.attribution.findings.iter().all(|one| one.status == CheckStatus::Untested && !one.proved));
    }
}
