//! The report as data: the contents of `report.json` (`docs/reports.md`). Everything else that is shown or written is a rendering
//! of it.
//!
//! Figures come from `analysis`; this adds what people read: calls, places, sentences. Subproperties, buckets, tests and
//! submissions are referred to by their place in the lists of [`ClassReport`].

use analysis::attribute::CheckStatus;
use analysis::class::{CheckCounts, SharedUndecided};
use analysis::compare::ComparisonTable;
use analysis::diagnosis::{PredicateProblem, WrongShare};
use analysis::loading::{SharedNote, SharedUndefinedName};
use analysis::progress::ClassProgress;
use analysis::vocabulary::PublicFailure;
use analysis::{ClassCount, ClassSummary, ProofStatus, ProvedCell, Verdict};
use decision::{Claim, Reason};
use pairs::drawing::Drawing;
use runner::outcome::NotRunReason;
use runner::protocol::UndefinedName;
use serde::Serialize;

/// The version that this release writes.
pub const FORMAT: u64 = 1;

#[derive(Clone, Debug, Serialize)]
pub struct ClassReport {
    pub format: u64,
    pub problem: ProblemReport,
    pub suite: SuiteReport,
    /// The scope in which submissions were proved, in words. `null` if nothing was proved.
    pub scope: Option<String>,
    pub sandbox: String,
    /// Tests that an instructor excluded, with the reasons.
    pub excluded: Vec<grading::Exclusion>,
    pub summary: ClassSummary,
    /// The same, as if the deeply flawed had not been submitted.
    pub summary_without_deep: ClassSummary,
    /// Why submissions could not run.
    pub reasons: Vec<ReasonReport>,
    /// Names that submissions use and nothing defines; those that most submissions use first.
    pub undefined: Vec<SharedUndefinedName>,
    /// How submissions were loaded; what is noted about most submissions first.
    pub notes: Vec<SharedNote>,
    /// Why submissions could not be decided; the most common reason first.
    pub undecided: Vec<SharedUndecided>,
    /// In the order of the file.
    pub subproperties: Vec<SubpropertyReport>,
    pub groups: Vec<GroupReport>,
    pub buckets: Vec<BucketReport>,
    pub tests: Vec<TestReport>,
    /// Submissions that are wrong in the same buckets, and submissions that behave alike; largest first.
    pub fingerprints: Vec<ClusterReport>,
    pub behaviors: Vec<ClusterReport>,
    /// Submissions that are wrong in the same buckets as no other.
    pub like_no_other: ClassCount,
    /// Buckets on which submissions answer inconsistently, which may call for a new error subproperty; first the one that would
    /// explain most submissions.
    pub candidates: Vec<CandidateReport>,
    /// How many such buckets there are.
    pub mixed_buckets: ClassCount,
    /// Submissions with the same files as another one.
    pub submitted_twice: ClassCount,
    /// In the order of `results.json`. Of a large class, these are brief, and `submissions.jsonl` has everything.
    #[serde(skip_serializing_if = "is_large")]
    pub submissions: Vec<SubmissionReport>,
    /// Places in the list of submissions, with similar ones side by side.
    pub order: Vec<usize>,
    /// The folder with the pages of a large class, as seen from the page of the class.
    #[serde(skip)]
    pub pages: String,
    /// Names were replaced by numbers.
    #[serde(skip)]
    pub shared: bool,
    /// Charts name submissions; otherwise they number them.
    #[serde(skip)]
    pub names: bool,
    /// What changed since an earlier grading, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<ClassProgress>,
}

/// Labels in all drawings of a suite together.
pub const DRAWN: usize = 20_000;

/// Beyond this many submissions, a class is large.
pub const LARGE: usize = 1_000;

fn is_large(submissions: &[SubmissionReport]) -> bool {
    submissions.len() > LARGE
}

impl ClassReport {
    /// Whether its submissions are brief: everything about them is read and written one at a time.
    pub fn is_large(&self) -> bool {
        is_large(&self.submissions)
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct ProblemReport {
    pub name: String,
    pub doc: Option<String>,
    pub predicate: String,
    pub parameters: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    pub sha256: String,
    /// Tests that count.
    pub tests: usize,
    pub seed: u64,
}

/// A reason for which submissions could not run.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonReport {
    pub reason: String,
    pub submissions: Vec<usize>,
    /// Shared by so large a part of the class that it is probably not their fault.
    pub is_common: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct SubpropertyReport {
    pub name: String,
    /// As people see it.
    pub shown: String,
    pub required: bool,
    pub doc: Option<String>,
    pub hint: Option<String>,
    pub instead_of: Vec<usize>,
    pub stricter_than: Vec<usize>,
    pub errors: CheckCounts,
    /// Submissions whose mistake this error subproperty explains.
    pub explains: ClassCount,
}

#[derive(Clone, Debug, Serialize)]
pub struct GroupReport {
    pub name: String,
    pub members: Vec<usize>,
    pub errors: CheckCounts,
}

#[derive(Clone, Debug, Serialize)]
pub struct BucketReport {
    pub fails: Vec<usize>,
    pub focused_on: Vec<usize>,
    pub positive: bool,
    /// `exactly NO-NEW fails`
    pub words: String,
    /// Tests that count.
    pub tests: usize,
    /// Submissions that are wrong in it.
    pub wrong: ClassCount,
    /// Submissions that accept some of its pairs and reject others, without the deeply flawed and the unstable.
    pub mixed: ClassCount,
}

#[derive(Clone, Debug, Serialize)]
pub struct TestReport {
    pub id: String,
    pub bucket: usize,
    pub expect: bool,
    pub engine: suite::format::TestSource,
    pub kind: suite::format::TestKind,
    pub positive_kind: Option<suite::format::PositiveKind>,
    /// In Python's notation.
    pub call: String,
    /// The parameters as pictures, with marks where required subproperties fail. Empty beyond [`DRAWN`].
    #[serde(skip)]
    pub drawings: Vec<Drawing>,
    /// For each failing subproperty, where it fails.
    pub places: Vec<String>,
    /// Submissions that answer it wrongly or not at all.
    pub wrong: ClassCount,
    pub excluded: bool,
}

/// Submissions that are alike.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterReport {
    pub members: Vec<usize>,
    pub size: ClassCount,
    /// The formula of the first member, and whether it is the formula of all.
    pub behaves_like: FormulaReport,
    pub one_behavior: bool,
    /// Buckets in which the first member is wrong.
    pub fingerprint: Vec<usize>,
    /// The smallest test that all members answer wrongly; `null` if there is none.
    pub test: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormulaReport {
    pub text: String,
    /// Whether it accepts everything or nothing. A subproperty may be called `never`, so the text does not say.
    #[serde(skip)]
    pub constant: Option<bool>,
    /// There is provably no smaller formula.
    pub exact: bool,
    /// In every bucket of the suite, it accepts what should be accepted and nothing else.
    pub right: bool,
}

impl FormulaReport {
    /// What the formula alone does not say.
    pub fn remark(&self) -> Option<&'static str> {
        match (self.right, self.exact) {
            (true, _) => Some("as expected in most tests"),
            (false, false) => Some("not proven smallest"),
            (false, true) => None,
        }
    }
}

/// A bucket on which submissions answer inconsistently.
#[derive(Clone, Debug, Serialize)]
pub struct CandidateReport {
    pub bucket: usize,
    pub submissions: Vec<usize>,
    pub size: ClassCount,
    /// How many of them answer all of its tests alike.
    pub explained: usize,
    /// Its tests, those that most of these submissions accept first.
    pub tests: Vec<SplitReport>,
}

/// How many submissions accept and reject a test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SplitReport {
    pub test: usize,
    pub accepted: usize,
    pub rejected: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct SubmissionReport {
    /// Its place in the order of the report, from 1. It does not depend on who submitted it.
    pub number: usize,
    pub name: String,
    pub language: String,
    pub submitters: Vec<grading::roster::Person>,
    pub verdict: Verdict,
    /// `null` if it could not run.
    pub diagnosis: Option<DiagnosisReport>,
    /// Why it could not run.
    pub reason: Option<String>,
    /// The same for its author.
    pub reason_for_student: Option<String>,
    /// The same without a word that the submission chose while it was running.
    #[serde(skip)]
    pub public_reason: Option<String>,
    /// The same without a word that the submission controls.
    #[serde(skip)]
    pub reason_in_general: Option<&'static str>,
    /// It could not run because of the machine, or because its part is missing: nothing that its author can fix.
    #[serde(skip)]
    pub not_started: bool,
    /// Names that it uses and nothing defines.
    pub undefined: Vec<UndefinedName>,
    /// Places in the lists of fingerprints and behaviors. `null` if no wrong answer was seen.
    pub cluster: Option<usize>,
    pub behavior: Option<usize>,
    pub same_as: Option<String>,
    /// About its files, then about how it was loaded.
    pub notes: Vec<String>,
    pub printed: String,
    pub source: Option<SourceReport>,
}

impl SubmissionReport {
    pub fn is_deeply_flawed(&self) -> bool {
        self.diagnosis.as_ref().is_some_and(|diagnosis| !diagnosis.deeply_flawed.is_empty())
    }

    /// It answered differently when some test was run again.
    pub fn is_unstable(&self) -> bool {
        self.diagnosis.as_ref().is_some_and(|diagnosis| !diagnosis.unstable.is_empty())
    }

    /// Undefined names with their places, except those in the reason.
    pub fn further_undefined(&self) -> Vec<String> {
        let reason = self.reason.as_deref().unwrap_or_default();
        self.undefined.iter().map(UndefinedName::text).filter(|text| !reason.contains(text)).collect()
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct SourceReport {
    pub file: String,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct DiagnosisReport {
    /// `too lax`, `no mistake found by 380 tests`
    pub words: String,
    /// Tests that count.
    pub tests: usize,
    pub run: usize,
    /// Tests that count against it: answered wrongly, not at all, or not run because of it.
    pub wrong: usize,
    pub not_run: usize,
    /// Why some tests were not run.
    pub cut_short: Option<NotRunReason>,
    /// The same in words: `120 of 380 tests were not run because 20 timed out`
    #[serde(skip)]
    pub cut_short_words: Option<String>,
    /// How many tests count against it, roughly.
    #[serde(skip)]
    pub share: Option<WrongShare>,
    /// Tests that it answers wrongly or not at all, and tests that were not run. Together they are `wrong`.
    pub wrong_tests: Vec<usize>,
    pub not_run_tests: Vec<usize>,
    /// For each subproperty, how many tests of its focused buckets count against it.
    pub wrong_in_focused_buckets: Vec<usize>,
    /// Required subproperties, in the order of the file.
    pub subproperties: Vec<FindingReport>,
    /// By group.
    pub groups: Vec<CheckStatus>,
    pub behaves_like: BehaviorReport,
    pub correct: CorrectReport,
    /// Error subproperties that it seems to check in place of required ones, and those that make it too strict.
    pub instead: Vec<usize>,
    pub stricter: Vec<usize>,
    /// `compares only how many vertices there are, not which ones`, `unrecognized mistake: review by hand`
    pub explained: Vec<String>,
    /// What no subproperty explains. Empty if every mistake has a name.
    pub unrecognized: Vec<String>,
    pub mistakes: Vec<MistakeReport>,
    /// What its author is told, the most important first.
    pub problems: Vec<PredicateProblem>,
    pub failures: Vec<FailureReport>,
    /// Why it is deeply flawed; empty if it is not.
    pub deeply_flawed: Vec<String>,
    /// Wrong in negative buckets, but in none that is focused on a subproperty.
    pub unfocused: bool,
    /// Does not accept some correct output.
    pub positive: bool,
    /// Buckets in which it is wrong, by tests or proved.
    pub fingerprint: Vec<usize>,
    /// Those that tests show.
    pub sampled: Vec<usize>,
    pub proof: SubmissionProof,
    /// By bucket: tests accepted, rejected, without an answer.
    pub counts: Vec<[usize; 3]>,
    /// Tests that were answered differently when run again, with both answers.
    pub unstable: Vec<[String; 3]>,
    /// How many others behave alike, and are wrong in the same buckets.
    pub same_behavior: usize,
    pub same_fingerprint: usize,
}

/// What is proved about a submission.
#[derive(Clone, Debug, Serialize)]
pub struct SubmissionProof {
    pub status: ProofStatus,
    /// The same as a sentence: `correct on every pair within the scope`
    pub words: String,
    /// For which values of atoms it holds.
    pub claim: Option<Claim>,
    /// By bucket. Empty if nothing was asked.
    pub cells: Vec<ProvedCell>,
    /// The smallest pair for each bucket that is proved wrong and counts. The submission itself answered all of them.
    pub witnesses: Vec<WitnessReport>,
    /// Why it could not be decided, or not everywhere.
    pub reason: Option<Reason>,
    /// It is faulty, and no test counts against it.
    pub only_by_proof: bool,
    /// What it equals on every pair of the scope.
    pub behaves_like: Option<String>,
    /// What it equals if some of its checks are replaced by versions of them.
    pub equal_to: Option<String>,
    /// What else is known, as sentences.
    pub findings: Vec<String>,
}

impl SubmissionProof {
    /// How many buckets are in this state.
    pub fn count(&self, cell: ProvedCell) -> usize {
        self.cells.iter().filter(|one| **one == cell).count()
    }

    /// The reason on one line, with its place.
    pub fn reason_in_words(&self) -> Option<String> {
        let reason = self.reason.as_ref()?;
        let at = reason.at.as_ref().map(|at| format!(" ({}:{})", at.file, at.line)).unwrap_or_default();
        Some(format!("{}{at}", reason.message))
    }
}

/// A pair that shows that a bucket is answered wrongly.
#[derive(Clone, Debug, Serialize)]
pub struct WitnessReport {
    pub bucket: usize,
    /// In the submission's own language.
    pub call: String,
    /// `accepted`; `raised KeyError`
    pub given: String,
    /// The same without a word that the submission controls.
    #[serde(skip)]
    pub given_in_general: &'static str,
    pub expected: &'static str,
    /// For each failing subproperty, where it fails.
    pub places: Vec<String>,
    /// It is proved that no smaller pair of the bucket is answered wrongly.
    pub smallest: bool,
    /// No test of the bucket shows it.
    pub by_proof_only: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct FindingReport {
    pub subproperty: usize,
    pub status: CheckStatus,
    /// It is proved that it is checked on every pair of the scope.
    pub proved: bool,
    /// Tests in which it fails: accepted; and rejected or without an answer for no other known reason.
    pub accepted: usize,
    pub rejected: usize,
    pub failed: usize,
    /// It is checked, and the predicate accepts correct outputs for which that matters.
    #[serde(skip)]
    pub praised: bool,
}

/// How correct outputs are answered.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CorrectReport {
    pub accepted: usize,
    pub tests: usize,
    /// What holds of all that are accepted and of none that is not, if some are not: `` `edges` is empty ``
    pub only_if: Option<String>,
}

impl CorrectReport {
    /// `accepts 1 of 20 correct outputs: only if ...`; `None` if all are accepted.
    pub fn words(&self) -> Option<String> {
        let Self { accepted, tests, only_if } = self;
        let only_if = only_if.as_ref().map(|words| format!(", only if {words}")).unwrap_or_default();
        (accepted < tests).then(|| format!("accepts {accepted} of {tests}{only_if}"))
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct BehaviorReport {
    #[serde(flatten)]
    pub formula: FormulaReport,
    /// How many outcomes disagree with the formula, of how many.
    pub exceptions: usize,
    pub of: usize,
    /// Buckets in which they are.
    pub mixed: Vec<usize>,
}

impl BehaviorReport {
    /// How many outcomes agree with the formula.
    pub fn agreeing(&self) -> usize {
        self.of - self.exceptions
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MistakeCategory {
    /// Never checks a required subproperty.
    Misses,
    /// Checks a required subproperty only in some cases.
    InPart,
    /// Rejects correct outputs.
    Strict,
    /// Raises, times out, …
    Fails,
}

#[derive(Clone, Debug, Serialize)]
pub struct MistakeReport {
    pub kind: MistakeCategory,
    /// `misses UNIQUENESS`
    pub words: String,
    pub subproperty: Option<usize>,
    /// How it fails, if it gives no answer; without a word that the submission controls.
    #[serde(skip)]
    pub failure: Option<PublicFailure>,
    /// The smallest test that shows it, and how many do.
    pub test: usize,
    pub count: usize,
    /// In the submission's own language.
    pub call: String,
    /// `accepted`; `raised KeyError: 'c' (sort.py:9)`
    pub given: String,
    /// The same without a word that the submission controls.
    #[serde(skip)]
    pub given_in_general: &'static str,
    pub expected: &'static str,
    /// Where the failing subproperties fail.
    pub place: Option<String>,
    /// The same without a word of the problem file, which students do not see.
    pub spot: Option<String>,
    pub twin: Option<TwinReport>,
    /// The subproperties with which it disappears once they are checked.
    pub disappears_with: Vec<usize>,
}

/// The nearest test with the same expected answer that is answered as expected.
#[derive(Clone, Debug, Serialize)]
pub struct TwinReport {
    pub test: usize,
    pub call: String,
    pub given: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct FailureReport {
    /// `raised KeyError (sort.py:9)`
    pub kind: String,
    /// The same without a word that the submission controls.
    #[serde(skip)]
    pub kind_in_general: &'static str,
    pub tests: usize,
    /// Buckets, each with the number of its tests that fail.
    pub buckets: Vec<(usize, usize)>,
    /// The message of the first.
    pub message: String,
    /// The line of the submission's source that raised.
    pub line: Option<u64>,
}

/// What `custodiet compare` shows: with everybody, and without the deeply flawed.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonReport {
    pub format: u64,
    pub problem: String,
    pub all: ComparisonTable,
    pub without_deep: ComparisonTable,
}
