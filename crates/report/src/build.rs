//! Builds the report model from stored results: figures by `analysis`, plus the words, calls and places that people read.
//!
//! Submissions are read one at a time. Of a large class, the model holds a brief entry for each, and [`ClassReporter::full`] reads
//! and describes one when it is needed, so memory does not grow with sources, outcomes and pairs. Guarded by
//! `tests/large_class.rs`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::answer_key::{BucketKey, GroupKey};
use analysis::attribute::Finding;
use analysis::behavior::FormulaCache;
use analysis::class::{Cluster, MixedBucket};
use analysis::diagnosis::{Mistake, MistakeKind};
use analysis::failures::FailureGroup;
use analysis::proof::CellWitness;
use analysis::vocabulary::PublicFailure;
use analysis::{
    AnalyzedSubmission, AnswerKey, AnswerKeyError, ClassAnalysis, ClassBuilder, Diagnosis, SuitePart, TestAnswer,
    TestPairs, Verdict,
};
use decision::{ConfirmedBucket, ProofVerdict};
use grading::results::{Results, SubmissionResult, SubmissionSource};
use grading::{LoadStatus, StoreError};
use lang::problem::Problem;
use pairs::drawing::{Drawing, Marks, drawings};
use pairs::names::{bucket_words, listed};
use pairs::{Bucket, SubpropertySet};
use runner::Outcome;
use runner::protocol::UndefinedName;
use suite::export::{call, comment, rendered_as, spot};

use crate::model::{
    BehaviorReport, BucketReport, CandidateReport, ClassReport, ClusterReport, CorrectReport, DRAWN, DiagnosisReport,
    FORMAT, FailureReport, FindingReport, FormulaReport, GroupReport, LARGE, MistakeCategory, MistakeReport,
    ProblemReport, ReasonReport, SourceReport, SplitReport, SubmissionProof, SubmissionReport, SubpropertyReport,
    SuiteReport, TestReport, TwinReport, WitnessReport,
};
use crate::order::{OrderKey, order};
use crate::plain::lines;
use crate::sentences;

/// The answer key of the stored suite, without the excluded tests.
pub fn answer_key(results: &Results) -> Result<AnswerKey, AnswerKeyError> {
    answer_key_of(results, SuitePart::All)
}

/// The same for a part of the suite.
pub fn answer_key_of(results: &Results, part: SuitePart) -> Result<AnswerKey, AnswerKeyError> {
    let tests = TestPairs::new(&results.problem, &results.suite)?;
    let excluded = results.exclusions.names();
    let key = AnswerKey::of_part(&results.problem, &results.suite, &tests, &excluded, part)?;
    Ok(key.with_proved(&results.problem, &results.proved_buckets, &excluded))
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error(transparent)]
    Key(#[from] AnswerKeyError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The report on a class, and what is needed to describe its submissions one by one.
pub struct ClassReporter<'a> {
    pub report: ClassReport,
    results: &'a Results,
    source: &'a dyn SubmissionSource,
    key: AnswerKey,
    calls: TestCalls<'a>,
    cache: RefCell<FormulaCache>,
}

impl std::fmt::Debug for ClassReporter<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ClassReporter").field("report", &self.report).finish_non_exhaustive()
    }
}

/// Reads all submissions once.
pub fn build<'a>(results: &'a Results, source: &'a dyn SubmissionSource) -> Result<ClassReporter<'a>, BuildError> {
    let (problem, suite) = (&results.problem, &results.suite);
    let tests = TestPairs::new(problem, suite)?;
    let excluded = results.exclusions.names();
    let key = AnswerKey::of_part(problem, suite, &tests, &excluded, SuitePart::All)?;
    let key = key.with_proved(problem, &results.proved_buckets, &excluded);
    let calls = TestCalls::new(problem, tests);
    let report = report(results, source, &key, &calls)?;
    Ok(ClassReporter { report, results, source, key, calls, cache: RefCell::default() })
}

impl ClassReporter<'_> {
    /// Everything about a submission, and what is stored about it.
    pub fn full(&self, index: usize) -> Result<(SubmissionResult, SubmissionReport), StoreError> {
        let one = self.source.read(index)?;
        let brief = &self.report.submissions[index];
        let mut cache = self.cache.borrow_mut();
        let analyzed = AnalyzedSubmission::new(&self.key, &one, &mut cache);
        let words: Vec<&str> = self.report.buckets.iter().map(|bucket| &*bucket.words).collect();
        let builder = Builder { results: self.results, key: &self.key, calls: &self.calls, words: &words };
        let mut shown = builder.submission(&one, analyzed.as_ref(), false);
        (shown.number, shown.cluster, shown.behavior) = (brief.number, brief.cluster, brief.behavior);
        if let (Some(shown), Some(brief)) = (&mut shown.diagnosis, &brief.diagnosis) {
            (shown.same_behavior, shown.same_fingerprint) = (brief.same_behavior, brief.same_fingerprint);
        }
        drop(analyzed);
        Ok((one, shown))
    }
}

/// The tests as calls of the predicate. Most of what is asked is asked again.
struct TestCalls<'a> {
    problem: &'a Problem,
    tests: TestPairs,
    calls: RefCell<BTreeMap<(usize, String), String>>,
    spots: RefCell<BTreeMap<(usize, usize), Option<String>>>,
    places: RefCell<BTreeMap<(usize, usize), String>>,
}

impl<'a> TestCalls<'a> {
    fn new(problem: &'a Problem, tests: TestPairs) -> Self {
        Self { problem, tests, calls: RefCell::default(), spots: RefCell::default(), places: RefCell::default() }
    }

    fn call(&self, test: usize, language: &str) -> String {
        let mut known = self.calls.borrow_mut();
        // Languages are names of adapters; a folder from a stranger could have as many as it has submissions.
        if known.len() > MOST_CALLS {
            known.clear();
        }
        let new = || call(self.problem, &self.tests.program, &self.tests.pairs[test], language);
        known.entry((test, language.to_owned())).or_insert_with(new).clone()
    }

    /// With marks where these subproperties fail. None if they have more labels than are left.
    fn drawings(&self, test: usize, fails: SubpropertySet, left: &mut usize) -> Vec<Drawing> {
        let (problem, program, pair) = (self.problem, &self.tests.program, &self.tests.pairs[test]);
        let fails = fails.iter().map(|position| problem.preconditions.len() + position);
        let drawings = drawings(problem, program, pair, &Marks::of(problem, program, pair, fails));
        let labels = drawings.iter().map(Drawing::labels).sum();
        match left.checked_sub(labels) {
            Some(rest) => {
                *left = rest;
                drawings
            }
            None => Vec::new(),
        }
    }

    fn spot(&self, test: usize, position: usize) -> Option<String> {
        let new = || spot(self.problem, &self.tests.program, position, &self.tests.pairs[test]);
        self.spots.borrow_mut().entry((test, position)).or_insert_with(new).clone()
    }

    fn place(&self, test: usize, position: usize) -> String {
        let new = || comment(self.problem, &self.tests.program, position, &self.tests.pairs[test]);
        self.places.borrow_mut().entry((test, position)).or_insert_with(new).clone()
    }
}

const MOST_CALLS: usize = 20_000;

fn positions(subproperties: SubpropertySet) -> Vec<usize> {
    subproperties.iter().collect()
}

/// Describes submissions.
struct Builder<'a> {
    results: &'a Results,
    key: &'a AnswerKey,
    calls: &'a TestCalls<'a>,
    /// Buckets in words.
    words: &'a [&'a str],
}

fn report(
    results: &Results,
    source: &dyn SubmissionSource,
    key: &AnswerKey,
    calls: &TestCalls<'_>,
) -> Result<ClassReport, StoreError> {
    let words: Vec<String> =
        key.buckets.iter().map(|bucket| bucket_words(&results.problem, Bucket::new(bucket.fails))).collect();
    let words: Vec<&str> = words.iter().map(|words| &**words).collect();
    let builder = Builder { results, key, calls, words: &words };
    let (mut class, is_large) = (ClassBuilder::new(key), results.members.len() > LARGE);
    let (mut submissions, mut keys) = (Vec::with_capacity(results.members.len()), Vec::new());
    let mut counts: BTreeSet<Arc<Vec<[usize; 3]>>> = BTreeSet::new();
    for index in 0..results.members.len() {
        let one = source.read(index)?;
        let analyzed = class.add(&one);
        let mut shown = builder.submission(&one, analyzed.as_ref(), is_large);
        let of_buckets = Arc::new(shown.diagnosis.as_ref().map(|one| one.counts.clone()).unwrap_or_default());
        let of_buckets = counts.get(&of_buckets).cloned().unwrap_or(of_buckets);
        counts.insert(Arc::clone(&of_buckets));
        keys.push(OrderKey::new(of_buckets, &one));
        if is_large && let Some(diagnosis) = &mut shown.diagnosis {
            diagnosis.counts = Vec::new();
        }
        submissions.push(shown);
    }
    let class = class.finish();
    for member in &class.members {
        let one = &mut submissions[member.index];
        (one.cluster, one.behavior) = (member.fingerprint, member.behavior);
        if let Some(diagnosis) = &mut one.diagnosis {
            diagnosis.same_behavior = class.same_behavior(member);
            diagnosis.same_fingerprint = class.same_fingerprint(member);
        }
    }
    Ok(ClassBuilding { builder, class: &class }.report(submissions, &keys))
}

/// Describes a class.
struct ClassBuilding<'a> {
    builder: Builder<'a>,
    class: &'a ClassAnalysis,
}

impl<'a> std::ops::Deref for ClassBuilding<'a> {
    type Target = Builder<'a>;

    fn deref(&self) -> &Builder<'a> {
        &self.builder
    }
}

impl ClassBuilding<'_> {
    fn report(&self, mut submissions: Vec<SubmissionReport>, keys: &[OrderKey]) -> ClassReport {
        let buckets = self.buckets();
        let fingerprints: Vec<ClusterReport> = self.class.fingerprints.iter().map(|one| self.cluster(one)).collect();
        let behaviors: Vec<ClusterReport> = self.class.behaviors.iter().map(|one| self.cluster(one)).collect();
        // The first member of a cluster stands for it in the picture.
        for cluster in &fingerprints {
            if let Some(one) = cluster.members.first()
                && let Some(diagnosis) = &mut submissions[*one].diagnosis
                && diagnosis.counts.is_empty()
            {
                diagnosis.counts = keys[*one].counts.to_vec();
            }
        }
        let order = order(&fingerprints, &submissions, keys);
        for (place, submission) in order.iter().enumerate() {
            submissions[*submission].number = place + 1;
        }
        let reasons = self.class.reasons.iter().map(|one| ReasonReport {
            reason: one.reason.clone(),
            submissions: one.submissions.clone(),
            is_common: one.is_common,
        });
        ClassReport {
            format: FORMAT,
            problem: self.problem(),
            suite: SuiteReport {
                sha256: self.results.sha256.clone(),
                tests: self.key.counted_tests(),
                seed: self.results.suite.seed,
            },
            scope: self.results.proved_buckets.first().map(|_| sentences::scope(&self.results.problem)),
            sandbox: self.results.sandbox.clone(),
            excluded: self.results.exclusions.0.clone(),
            summary: self.class.summary.clone(),
            summary_without_deep: self.class.summary_without_deep.clone(),
            reasons: reasons.collect(),
            undefined: self.class.undefined.clone(),
            notes: self.class.notes.clone(),
            undecided: self.class.undecided.clone(),
            subproperties: self.subproperties(),
            groups: self.groups(),
            buckets,
            tests: self.tests(),
            fingerprints,
            behaviors,
            like_no_other: self.class.like_no_other,
            candidates: self.class.mixed.iter().map(|mixed| self.candidate(mixed)).collect(),
            mixed_buckets: self.class.mixed_buckets,
            submitted_twice: self.class.submitted_twice,
            submissions,
            order,
            pages: String::new(),
            shared: false,
            names: false,
            progress: None,
        }
    }

    fn problem(&self) -> ProblemReport {
        let problem = &self.results.problem;
        let predicate = problem.predicate.as_ref();
        let parameters = predicate.map(|one| one.params.iter().map(|param| param.name.to_string()).collect());
        ProblemReport {
            name: readable(&problem.name),
            doc: problem.doc.as_deref().map(readable),
            predicate: predicate.map(|predicate| predicate.name.to_string()).unwrap_or_default(),
            parameters: parameters.unwrap_or_default(),
        }
    }

    fn subproperties(&self) -> Vec<SubpropertyReport> {
        let all = self.key.subproperties.iter().enumerate();
        all.map(|(position, property)| SubpropertyReport {
            name: property.name.clone(),
            shown: self.key.names[position].clone(),
            required: property.required,
            doc: property.doc.as_deref().map(readable),
            hint: property.hint.as_deref().map(readable),
            instead_of: positions(property.instead_of),
            stricter_than: positions(property.stricter_than),
            errors: self.class.subproperties[position],
            explains: self.class.explains[position],
        })
        .collect()
    }

    fn groups(&self) -> Vec<GroupReport> {
        let group = |(index, group): (usize, &GroupKey)| GroupReport {
            name: readable(&group.name),
            members: positions(group.members),
            errors: self.class.groups[index],
        };
        self.key.groups.iter().enumerate().map(group).collect()
    }

    fn buckets(&self) -> Vec<BucketReport> {
        let mixed = |number: usize| self.class.mixed.iter().find(|mixed| mixed.bucket == number);
        let bucket = |(number, bucket): (usize, &BucketKey)| BucketReport {
            fails: positions(bucket.fails),
            focused_on: positions(bucket.focused_on),
            positive: bucket.positive,
            words: self.words[number].to_owned(),
            tests: bucket.tests,
            wrong: self.class.wrong_in_bucket[number],
            mixed: mixed(number).map(|mixed| mixed.size).unwrap_or_default(),
        };
        self.key.buckets.iter().enumerate().map(bucket).collect()
    }

    fn tests(&self) -> Vec<TestReport> {
        let all = self.key.tests.iter().enumerate();
        let mut left = DRAWN;
        all.map(|(number, test)| TestReport {
            id: test.id.clone(),
            bucket: test.bucket,
            expect: test.expect,
            engine: test.engine,
            kind: test.kind,
            positive_kind: test.positive_kind,
            call: self.calls.call(number, "python"),
            drawings: self.calls.drawings(number, self.key.required_fails(number), &mut left),
            places: self.key.fails(number).iter().map(|position| self.calls.place(number, position)).collect(),
            wrong: self.class.wrong_in_test[number],
            excluded: test.excluded,
        })
        .collect()
    }

    fn cluster(&self, cluster: &Cluster) -> ClusterReport {
        let first = &cluster.first;
        ClusterReport {
            members: self.indices(&cluster.members),
            size: cluster.size,
            behaves_like: self.formula(first),
            one_behavior: cluster.one_behavior,
            fingerprint: first.fingerprint.clone(),
            test: cluster.test,
        }
    }

    /// Places in the list of all submissions.
    fn indices(&self, members: &[usize]) -> Vec<usize> {
        members.iter().map(|member| self.class.members[*member].index).collect()
    }

    fn candidate(&self, mixed: &MixedBucket) -> CandidateReport {
        let split = |&(test, accepted, rejected): &(usize, usize, usize)| SplitReport { test, accepted, rejected };
        CandidateReport {
            bucket: mixed.bucket,
            submissions: self.indices(&mixed.members),
            size: mixed.size,
            explained: mixed.explained,
            tests: mixed.tests.iter().map(split).collect(),
        }
    }
}

impl Builder<'_> {
    /// A submission without its place in the class. A brief entry has what the figures and lists of a class need.
    fn submission(
        &self,
        one: &SubmissionResult,
        analyzed: Option<&AnalyzedSubmission<'_>>,
        brief: bool,
    ) -> SubmissionReport {
        let mut shown = submission(one, brief);
        if let Some(analyzed) = analyzed {
            shown.verdict = analyzed.diagnosis.verdict;
            let diagnosis = if brief { self.brief(one, analyzed) } else { self.diagnosis(one, analyzed) };
            shown.diagnosis = Some(diagnosis);
        }
        shown
    }

    fn formula(&self, diagnosis: &Diagnosis) -> FormulaReport {
        let minimal = &diagnosis.behavior.minimal;
        FormulaReport {
            text: minimal.formula.text(&self.key.names),
            constant: minimal.formula.constant(),
            exact: minimal.exact,
            right: diagnosis.behavior.right,
        }
    }

    /// Without tests, pairs and sentences.
    fn brief(&self, one: &SubmissionResult, member: &AnalyzedSubmission<'_>) -> DiagnosisReport {
        let (diagnosis, fingerprint) = (&member.diagnosis, member.fingerprint());
        let mark = |is: bool| if is { vec![String::new()] } else { Vec::new() };
        let formula = FormulaReport { text: String::new(), constant: None, exact: false, right: false };
        DiagnosisReport {
            words: String::new(),
            tests: diagnosis.tests,
            run: diagnosis.run,
            wrong: diagnosis.wrong,
            not_run: diagnosis.not_run,
            cut_short: diagnosis.cut_short,
            cut_short_words: None,
            share: diagnosis.share,
            wrong_tests: Vec::new(),
            not_run_tests: Vec::new(),
            wrong_in_focused_buckets: Vec::new(),
            subproperties: diagnosis.attribution.findings.iter().map(|one| finding(one, diagnosis)).collect(),
            groups: Vec::new(),
            behaves_like: BehaviorReport { formula, exceptions: 0, of: diagnosis.run, mixed: Vec::new() },
            correct: CorrectReport::default(),
            instead: positions(diagnosis.attribution.instead),
            stricter: positions(diagnosis.attribution.stricter),
            explained: Vec::new(),
            unrecognized: mark(!diagnosis.unrecognized.is_empty()),
            mistakes: Vec::new(),
            problems: Vec::new(),
            failures: Vec::new(),
            deeply_flawed: mark(!diagnosis.deep_flaws.is_empty()),
            unfocused: fingerprint.is_unfocused(),
            positive: fingerprint.fails_positive(),
            fingerprint: Vec::new(),
            sampled: Vec::new(),
            proof: SubmissionProof {
                words: String::new(),
                witnesses: Vec::new(),
                findings: Vec::new(),
                ..self.proof(one, diagnosis, &[])
            },
            counts: member.answers.counts.iter().map(|one| [one.accepted, one.rejected, one.failed]).collect(),
            unstable: one.stored.unstable.iter().take(1).map(|_| <[String; 3]>::default()).collect(),
            same_behavior: 0,
            same_fingerprint: 0,
        }
    }

    fn diagnosis(&self, one: &SubmissionResult, member: &AnalyzedSubmission<'_>) -> DiagnosisReport {
        let (diagnosis, fingerprint) = (&member.diagnosis, member.fingerprint());
        let unstable = one.stored.unstable.iter();
        DiagnosisReport {
            words: sentences::verdict(diagnosis),
            tests: diagnosis.tests,
            run: diagnosis.run,
            wrong: diagnosis.wrong,
            not_run: diagnosis.not_run,
            cut_short: diagnosis.cut_short,
            cut_short_words: sentences::cut_short(diagnosis),
            share: diagnosis.share,
            wrong_tests: member.answers.wrong().collect(),
            not_run_tests: member.answers.with(TestAnswer::NotRun).collect(),
            wrong_in_focused_buckets: member.answers.lost_in_focused_buckets(),
            subproperties: diagnosis.attribution.findings.iter().map(|one| finding(one, diagnosis)).collect(),
            groups: diagnosis.groups.clone(),
            behaves_like: BehaviorReport {
                formula: self.formula(diagnosis),
                exceptions: diagnosis.behavior.exceptions(),
                of: diagnosis.run,
                mixed: diagnosis.behavior.mixed.iter().map(|(bucket, _)| *bucket).collect(),
            },
            correct: CorrectReport {
                accepted: diagnosis.correct.0,
                tests: diagnosis.correct.1,
                only_if: diagnosis.accepts_only_if.map(|place| self.key.traits[place].words(&self.results.problem)),
            },
            instead: positions(diagnosis.attribution.instead),
            stricter: positions(diagnosis.attribution.stricter),
            explained: sentences::explained(self.key, diagnosis),
            unrecognized: sentences::unrecognized(self.key, self.words, &diagnosis.unrecognized),
            mistakes: diagnosis.mistakes.iter().map(|mistake| self.mistake(one, mistake)).collect(),
            problems: diagnosis.problems.clone(),
            failures: diagnosis.failures.iter().map(|group| failure(one, group)).collect(),
            deeply_flawed: diagnosis.deep_flaws.iter().map(|flaw| sentences::deep_flaw(*flaw)).collect(),
            unfocused: fingerprint.is_unfocused(),
            positive: fingerprint.fails_positive(),
            fingerprint: diagnosis.fingerprint.clone(),
            sampled: diagnosis.sampled.clone(),
            proof: self.proof(one, diagnosis, &diagnosis.proof.witnesses),
            counts: member.answers.counts.iter().map(|one| [one.accepted, one.rejected, one.failed]).collect(),
            unstable: unstable.map(|one| [one.test.clone(), one.first.clone(), one.then.clone()]).collect(),
            same_behavior: 0,
            same_fingerprint: 0,
        }
    }

    /// What is proved, with these witnesses.
    fn proof(&self, one: &SubmissionResult, diagnosis: &Diagnosis, witnesses: &[CellWitness]) -> SubmissionProof {
        let proof = &diagnosis.proof;
        let decision = one.proof.as_deref();
        let decided = |witness: &CellWitness| decision?.buckets.get(witness.decided);
        let shown = witnesses.iter().filter_map(|witness| self.witness(one, witness, decided(witness)?));
        let findings = decision.map(|decision| &*decision.findings).unwrap_or_default();
        let is_faulty = diagnosis.verdict.is_faulty();
        SubmissionProof {
            status: proof.status,
            words: sentences::proof(diagnosis, &one.stored.language),
            claim: proof.claim,
            cells: proof.cells.clone(),
            witnesses: shown.collect(),
            reason: proof.reason.clone(),
            only_by_proof: diagnosis.is_found_by_proof_only(),
            behaves_like: proof.theorem.clone(),
            equal_to: decision.and_then(|decision| decision.equal_to.clone()).filter(|_| is_faulty),
            findings: findings.iter().map(sentences::proof_finding).collect(),
        }
    }

    fn witness(&self, one: &SubmissionResult, cell: &CellWitness, bucket: &ConfirmedBucket) -> Option<WitnessReport> {
        let ProofVerdict::Wrong(witness) = &bucket.verdict else { return None };
        let problem = self.calls.problem;
        // It was read when it was checked.
        let pair = rendered_as(problem, &witness.input, &witness.output, &witness.atoms).ok()?;
        let program = &self.calls.tests.program;
        let fails = self.key.buckets[cell.bucket].fails;
        Some(WitnessReport {
            bucket: cell.bucket,
            call: call(problem, program, &pair, &one.stored.language),
            given: sentences::proved_answer(&witness.answer),
            given_in_general: sentences::proved_answer_in_general(&witness.answer),
            expected: if witness.expect { "accepted" } else { "rejected" },
            places: fails.iter().map(|position| comment(problem, program, position, &pair)).collect(),
            smallest: witness.smallest,
            by_proof_only: cell.by_proof_only,
        })
    }

    fn mistake(&self, one: &SubmissionResult, mistake: &Mistake) -> MistakeReport {
        let (kind, subproperty, failure) = match &mistake.kind {
            MistakeKind::Misses(position) => (MistakeCategory::Misses, Some(*position), None),
            MistakeKind::ChecksInPart(position) => (MistakeCategory::InPart, Some(*position), None),
            MistakeKind::RejectsCorrect => (MistakeCategory::Strict, None, None),
            MistakeKind::Fails(failure) => {
                (MistakeCategory::Fails, None, Some(PublicFailure::of(failure, &one.stored.language)))
            }
        };
        let language = &one.stored.language;
        let expect = self.key.tests[mistake.test].expect;
        let place = match subproperty {
            Some(position) => Some(self.calls.place(mistake.test, position)),
            // An incorrect output without an answer: everything that fails in it.
            None if !expect => {
                let names = self.key.shown(self.key.required_fails(mistake.test));
                Some(format!("{} {}", listed(&names), if names.len() == 1 { "fails" } else { "fail" }))
            }
            None => None,
        };
        let outcome = &one.outcomes[mistake.test];
        MistakeReport {
            kind,
            words: sentences::mistake(self.key, mistake),
            subproperty,
            failure,
            test: mistake.test,
            count: mistake.count,
            call: self.calls.call(mistake.test, language),
            given: sentences::given(outcome),
            given_in_general: sentences::given_in_general(outcome),
            expected: if expect { "accepted" } else { "rejected" },
            place,
            spot: subproperty.and_then(|position| self.calls.spot(mistake.test, position)),
            twin: mistake.twin.map(|test| TwinReport {
                test,
                call: self.calls.call(test, language),
                given: sentences::given(&one.outcomes[test]),
            }),
            disappears_with: positions(mistake.disappears_with),
        }
    }
}

/// Text of the problem file with every character visible. The suite may be somebody else's.
fn readable(text: &str) -> String {
    lines(text).join("\n")
}

/// A submission as if it could not run; the diagnosis is added where there is one.
fn submission(one: &SubmissionResult, brief: bool) -> SubmissionReport {
    let stored = &one.stored;
    let source = stored.source.as_ref().filter(|_| !brief);
    let mut shown = SubmissionReport {
        number: 0,
        name: stored.name.clone(),
        language: stored.language.clone(),
        submitters: Vec::new(),
        verdict: Verdict::CouldNotRun,
        diagnosis: None,
        reason: stored.status.reason(),
        reason_for_student: None,
        public_reason: None,
        reason_in_general: stored.status.reason_in_general(),
        not_started: matches!(stored.status, LoadStatus::NotStarted(_)),
        undefined: Vec::new(),
        cluster: None,
        behavior: None,
        same_as: one.listed.same_as.clone(),
        notes: Vec::new(),
        printed: String::new(),
        source: source.map(|source| SourceReport { file: source.file.clone(), text: source.text.clone() }),
    };
    if brief {
        // Whether there are any is all that lists say.
        shown.undefined = stored.status.undefined().iter().take(1).map(|_| UndefinedName::default()).collect();
        shown.reason = shown.reason.map(|reason| reason.chars().take(REASON).collect());
    } else {
        shown.submitters.clone_from(&one.listed.submitters);
        shown.reason_for_student = sentences::reason_for_student(&stored.status);
        let text = source.map(|source| &*source.text);
        shown.public_reason = sentences::public_reason(&stored.status, &stored.language, text);
        shown.undefined = stored.status.undefined().to_vec();
        shown.notes = one.listed.notes.iter().chain(stored.status.notes()).cloned().collect();
        shown.printed.clone_from(&stored.printed);
    }
    shown
}

/// Characters of a reason that lists show.
const REASON: usize = 120;

fn finding(finding: &Finding, diagnosis: &Diagnosis) -> FindingReport {
    FindingReport {
        subproperty: finding.position,
        status: finding.status,
        proved: finding.proved,
        accepted: finding.accepted.len(),
        rejected: finding.rejected.len(),
        failed: finding.failed.len(),
        praised: diagnosis.praised.contains(finding.position),
    }
}

fn failure(one: &SubmissionResult, group: &FailureGroup) -> FailureReport {
    // A group has at least one test.
    let first = &one.outcomes[group.tests[0]];
    FailureReport {
        kind: group.kind.to_string(),
        kind_in_general: sentences::given_in_general(first),
        tests: group.tests.len(),
        buckets: group.buckets.iter().map(|(bucket, count)| (*bucket, *count)).collect(),
        message: sentences::given(first),
        line: raising_line(one, first),
    }
}

fn raising_line(one: &SubmissionResult, outcome: &Outcome) -> Option<u64> {
    let Outcome::Raised(raised) = outcome else { return None };
    let source = one.stored.source.as_ref()?;
    raised.line.filter(|_| raised.file.as_ref() == Some(&source.file))
}
