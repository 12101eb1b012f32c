//! The report as data: what `report.json` holds (`docs/reports.md`), and what all other reports are made of.
//!
//! Subproperties, buckets and tests are referred to by their place in the lists of [`Report`].

use analysis::attribute::Standing;
use analysis::compare::Table;
use analysis::statement::Verdict;
use serde::Serialize;

/// The version that this release writes.
pub const FORMAT: u64 = 1;

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub format: u64,
    pub problem: About,
    pub suite: SuiteAbout,
    pub sandbox: String,
    /// Tests that an instructor took out, with the reasons.
    pub excluded: Vec<grading::excluded::Exclusion>,
    pub summary: Summary,
    /// The same, as if the deeply flawed had not been handed in.
    pub summary_without_deep: Summary,
    /// In the order of the file.
    pub subproperties: Vec<Subproperty>,
    pub groups: Vec<Group>,
    pub buckets: Vec<Bucket>,
    pub tests: Vec<Test>,
    /// Submissions that are wrong in the same buckets, and that behave alike; largest first.
    pub fingerprints: Vec<Cluster>,
    pub behaviours: Vec<Cluster>,
    /// Buckets that may want a new error subproperty; the one that concerns most submissions first.
    pub candidates: Vec<Candidate>,
    /// In the order of `results.json`.
    pub submissions: Vec<Submission>,
    /// Places in the list of submissions, those that are wrong in similar buckets side by side.
    pub order: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
pub struct About {
    pub name: String,
    pub doc: Option<String>,
    pub predicate: String,
    pub parameters: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SuiteAbout {
    pub sha256: String,
    /// Tests that count.
    pub tests: usize,
    pub seed: u64,
}

/// How many submissions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    pub submissions: usize,
    pub no_mistake_found: usize,
    pub faulty: usize,
    pub too_lax: usize,
    pub too_strict: usize,
    pub both: usize,
    pub fails: usize,
    pub could_not_run: usize,
    /// Caught by no focused bucket.
    pub unfocused: usize,
    /// Do not accept some right pair.
    pub positive: usize,
    pub deeply_flawed: usize,
    pub unknown_shape: usize,
    pub unstable: usize,
    pub cut_short: usize,
    /// Not counting those that are the same as another.
    pub distinct_fingerprints: usize,
}

/// How many submissions, all and without the deeply flawed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    pub all: usize,
    pub without_deep: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct Subproperty {
    pub name: String,
    /// As people see it.
    pub shown: String,
    pub required: bool,
    pub doc: Option<String>,
    pub hint: Option<String>,
    pub instead_of: Vec<usize>,
    pub stricter_than: Vec<usize>,
    pub errors: Errors,
    /// Submissions whose error it explains, for an error subproperty.
    pub explains: Count,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Errors {
    pub missed: Count,
    pub in_part: Count,
    /// Wrong in a bucket that is focused on it.
    pub focused: Count,
}

#[derive(Clone, Debug, Serialize)]
pub struct Group {
    pub name: String,
    pub members: Vec<usize>,
    pub errors: Errors,
}

#[derive(Clone, Debug, Serialize)]
pub struct Bucket {
    pub fails: Vec<usize>,
    pub focused_on: Vec<usize>,
    pub positive: bool,
    /// `exactly NO-NEW fails`
    pub words: String,
    /// Tests that count.
    pub tests: usize,
    /// Submissions that are wrong in it.
    pub wrong: Count,
    /// Submissions that accept some of its pairs and reject others.
    pub mixed: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct Test {
    pub id: String,
    pub bucket: usize,
    pub expect: bool,
    pub engine: suite::format::TestSource,
    pub kind: suite::format::TestKind,
    pub positive_kind: Option<suite::format::PositiveKind>,
    /// In Python's notation.
    pub call: String,
    /// For each failing subproperty, where it fails.
    pub places: Vec<String>,
    /// Submissions that answer it wrongly.
    pub wrong: usize,
    pub excluded: bool,
}

/// Submissions that are alike.
#[derive(Clone, Debug, Serialize)]
pub struct Cluster {
    /// Places in the list of submissions.
    pub members: Vec<usize>,
    /// Of the first member; and whether it is the same for all.
    pub behaves_like: Formula,
    pub one_behaviour: bool,
    /// Buckets in which the first member is wrong.
    pub fingerprint: Vec<usize>,
    /// The smallest test that all members answer wrongly; `null` if there is none.
    pub test: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Formula {
    pub text: String,
    /// It was proven that there is no smaller one.
    pub exact: bool,
    /// It says the same as a right predicate, in every bucket of the suite.
    pub right: bool,
}

impl Formula {
    /// What the formula alone does not say.
    pub fn remark(&self) -> Option<&'static str> {
        match (self.right, self.exact) {
            (true, _) => Some("right in most tests of every bucket"),
            (false, false) => Some("perhaps not the smallest formula"),
            (false, true) => None,
        }
    }
}

/// A bucket that some submissions answer now so, now so.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    pub bucket: usize,
    pub submissions: Vec<usize>,
    /// Its tests, those that most of these submissions accept first.
    pub tests: Vec<Split>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Split {
    pub test: usize,
    pub accepted: usize,
    pub rejected: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct Submission {
    /// Its place in the order of the report, from 1. Says nothing of who handed it in.
    pub number: usize,
    pub name: String,
    pub language: String,
    pub submitters: Vec<grading::roll::Person>,
    /// `null` if it could not run.
    pub statement: Option<Statement>,
    /// Why it could not run.
    pub reason: Option<String>,
    /// The same for the one who wrote it.
    pub reason_for_student: Option<String>,
    /// Places in the lists of fingerprints and behaviours. `null` without a mistake.
    pub cluster: Option<usize>,
    pub behaviour: Option<usize>,
    pub same_as: Option<String>,
    pub notes: Vec<String>,
    pub printed: String,
    pub source: Option<Source>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Source {
    pub file: String,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Statement {
    pub verdict: Verdict,
    /// `too lax`, `no mistake found by 380 tests`
    pub words: String,
    pub run: usize,
    pub wrong: usize,
    pub not_run: usize,
    /// Tests that it answers wrongly, or not at all.
    pub wrong_tests: Vec<usize>,
    /// Required subproperties, in the order of the file.
    pub subproperties: Vec<Finding>,
    /// By group.
    pub groups: Vec<Standing>,
    pub behaves_like: Behaviour,
    /// Error subproperties that it seems to check in place of required ones, and by which it seems to demand too much.
    pub instead: Vec<usize>,
    pub stricter: Vec<usize>,
    /// `compares only how many vertices there are, not which ones`, `unknown shape: read this one`
    pub explained: Vec<String>,
    /// What no subproperty explains; empty if what is wrong has a name.
    pub unknown_shape: Vec<String>,
    /// The most important first.
    pub mistakes: Vec<Mistake>,
    pub failures: Vec<Failure>,
    /// Why it is deeply flawed; empty if it is not.
    pub deeply_flawed: Vec<String>,
    /// No focused bucket catches it.
    pub unfocused: bool,
    /// Buckets in which it is wrong.
    pub fingerprint: Vec<usize>,
    /// By bucket: tests accepted, rejected, without an answer.
    pub counts: Vec<[usize; 3]>,
    /// Asked twice, answered differently: test and both answers.
    pub unstable: Vec<[String; 3]>,
    /// How many others behave alike.
    pub same_behaviour: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub subproperty: usize,
    pub standing: Standing,
    /// Tests in which it fails: accepted all the same; rejected and without an answer for no other reason that is known.
    pub accepted: usize,
    pub rejected: usize,
    pub failed: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct Behaviour {
    #[serde(flatten)]
    pub formula: Formula,
    /// Outcomes that it does not agree with, of how many.
    pub exceptions: usize,
    pub of: usize,
    /// Buckets in which they are.
    pub mixed: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    /// Does not check a required subproperty, or only in part.
    Misses,
    InPart,
    /// Rejects right pairs.
    Strict,
    /// Raises, never ends, …
    Fails,
}

#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    pub kind: MistakeKind,
    /// `misses UNIQUENESS`
    pub words: String,
    pub subproperty: Option<usize>,
    /// The smallest test that shows it, and how many do.
    pub test: usize,
    pub count: usize,
    /// In the submission's own language.
    pub call: String,
    /// `accepted`; `raised KeyError: 'c' (sort.py:9)`
    pub given: String,
    pub expected: &'static str,
    /// Where what fails in it fails.
    pub place: Option<String>,
    /// The same without a word of the problem file, which students do not see.
    pub spot: Option<String>,
    pub twin: Option<Twin>,
}

/// A near test that is answered rightly.
#[derive(Clone, Debug, Serialize)]
pub struct Twin {
    pub test: usize,
    pub call: String,
    pub given: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// `raised KeyError (sort.py:9)`
    pub kind: String,
    pub tests: usize,
    /// Bucket, and how many of its tests.
    pub buckets: Vec<(usize, usize)>,
    /// What the first of them said.
    pub message: String,
    /// The line of the submission's source that raised.
    pub line: Option<u64>,
}

/// What `custodiet compare` gives: with everybody, and without the deeply flawed.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub format: u64,
    pub problem: String,
    pub all: Table,
    pub without_deep: Table,
}
