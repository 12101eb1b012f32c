//! Builds the report model from stored results: figures by `analysis`, plus the words, calls and places that people read.

use analysis::answer_key::{BucketKey, GroupKey};
use analysis::attribute::Finding;
use analysis::class::{Cluster, MixedBucket};
use analysis::diagnosis::{Mistake, MistakeKind};
use analysis::failures::FailureGroup;
use analysis::vocabulary::PublicFailure;
use analysis::{AnswerKey, AnswerKeyError, ClassAnalysis, Diagnosis, SuitePart, TestAnswer, TestPairs, Verdict};
use grading::results::{Results, SubmissionResult};
use lang::problem::Problem;
use pairs::names::{bucket_words, listed};
use pairs::{Bucket, SubpropertySet};
use runner::Outcome;
use suite::export::{call, comment, spot};

use crate::model::{
    BehaviorReport, BucketReport, CandidateReport, ClassReport, ClusterReport, DiagnosisReport, FORMAT, FailureReport,
    FindingReport, FormulaReport, GroupReport, MistakeCategory, MistakeReport, ProblemReport, ReasonReport,
    SourceReport, SplitReport, SubmissionReport, SubpropertyReport, SuiteReport, TestReport, TwinReport,
};
use crate::order::order;
use crate::sentences;

/// The answer key of the stored suite, without the excluded tests.
pub fn answer_key(results: &Results) -> Result<AnswerKey, AnswerKeyError> {
    answer_key_of(results, SuitePart::All)
}

/// The same for a part of the suite.
pub fn answer_key_of(results: &Results, part: SuitePart) -> Result<AnswerKey, AnswerKeyError> {
    let tests = TestPairs::new(&results.problem, &results.suite)?;
    AnswerKey::of_part(&results.problem, &results.suite, &tests, &results.exclusions.names(), part)
}

pub fn build(results: &Results) -> Result<ClassReport, AnswerKeyError> {
    let (problem, suite) = (&results.problem, &results.suite);
    let tests = TestPairs::new(problem, suite)?;
    let key = AnswerKey::of_part(problem, suite, &tests, &results.exclusions.names(), SuitePart::All)?;
    let class = ClassAnalysis::new(&key, results);
    let calls = TestCalls { problem, tests };
    Ok(Builder { results, key: &key, class: &class, calls: &calls }.report())
}

/// The tests as calls of the predicate.
struct TestCalls<'a> {
    problem: &'a Problem,
    tests: TestPairs,
}

impl TestCalls<'_> {
    fn call(&self, test: usize, language: &str) -> String {
        call(self.problem, &self.tests.program, &self.tests.pairs[test], language)
    }

    fn spot(&self, test: usize, position: usize) -> Option<String> {
        spot(self.problem, &self.tests.program, position, &self.tests.pairs[test])
    }

    fn place(&self, test: usize, position: usize) -> String {
        comment(self.problem, &self.tests.program, position, &self.tests.pairs[test])
    }
}

fn positions(subproperties: SubpropertySet) -> Vec<usize> {
    subproperties.iter().collect()
}

struct Builder<'a> {
    results: &'a Results,
    key: &'a AnswerKey,
    class: &'a ClassAnalysis<'a>,
    calls: &'a TestCalls<'a>,
}

impl Builder<'_> {
    fn report(&self) -> ClassReport {
        let buckets = self.buckets();
        let bucket_words: Vec<String> = buckets.iter().map(|bucket| bucket.words.clone()).collect();
        let mut submissions: Vec<SubmissionReport> = self.results.submissions.iter().map(submission).collect();
        for (place, member) in self.class.members.iter().enumerate() {
            let one = &mut submissions[member.index];
            one.verdict = member.diagnosis.verdict;
            one.diagnosis = Some(self.diagnosis(place, &bucket_words));
        }
        let fingerprints: Vec<ClusterReport> = self.class.fingerprints.iter().map(|one| self.cluster(one)).collect();
        let behaviors: Vec<ClusterReport> = self.class.behaviors.iter().map(|one| self.cluster(one)).collect();
        for (place, cluster) in fingerprints.iter().enumerate() {
            cluster.members.iter().for_each(|member| submissions[*member].cluster = Some(place));
        }
        for (place, cluster) in behaviors.iter().enumerate() {
            cluster.members.iter().for_each(|member| submissions[*member].behavior = Some(place));
        }
        let order = order(&fingerprints, &submissions);
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
            sandbox: self.results.sandbox.clone(),
            excluded: self.results.exclusions.0.clone(),
            summary: self.class.summary.clone(),
            summary_without_deep: self.class.summary_without_deep.clone(),
            reasons: reasons.collect(),
            undefined: self.class.undefined.clone(),
            notes: self.class.notes.clone(),
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
        }
    }

    fn problem(&self) -> ProblemReport {
        let problem = &self.results.problem;
        let predicate = problem.predicate.as_ref();
        let parameters = predicate.map(|one| one.params.iter().map(|param| param.name.to_string()).collect());
        ProblemReport {
            name: problem.name.clone(),
            doc: problem.doc.clone(),
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
            doc: property.doc.clone(),
            hint: property.hint.clone(),
            instead_of: positions(property.instead_of),
            stricter_than: positions(property.stricter_than),
            errors: self.class.subproperties[position],
            explains: self.class.explains[position],
        })
        .collect()
    }

    fn groups(&self) -> Vec<GroupReport> {
        let group = |(index, group): (usize, &GroupKey)| GroupReport {
            name: group.name.clone(),
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
            words: bucket_words(&self.results.problem, Bucket::new(bucket.fails)),
            tests: bucket.tests,
            wrong: self.class.wrong_in_bucket[number],
            mixed: mixed(number).map(|mixed| mixed.size).unwrap_or_default(),
        };
        self.key.buckets.iter().enumerate().map(bucket).collect()
    }

    fn tests(&self) -> Vec<TestReport> {
        let all = self.key.tests.iter().enumerate();
        all.map(|(number, test)| TestReport {
            id: test.id.clone(),
            bucket: test.bucket,
            expect: test.expect,
            engine: test.engine,
            kind: test.kind,
            positive_kind: test.positive_kind,
            call: self.calls.call(number, "python"),
            places: self.key.fails(number).iter().map(|position| self.calls.place(number, position)).collect(),
            wrong: self.class.wrong_in_test[number],
            excluded: test.excluded,
        })
        .collect()
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

    fn cluster(&self, cluster: &Cluster) -> ClusterReport {
        // A cluster has at least one member.
        let first = &self.class.members[cluster.members[0]].diagnosis;
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
            tests: mixed.tests.iter().map(split).collect(),
        }
    }

    fn diagnosis(&self, place: usize, bucket_words: &[String]) -> DiagnosisReport {
        let member = &self.class.members[place];
        let one = &self.results.submissions[member.index];
        let diagnosis = &member.diagnosis;
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
            subproperties: diagnosis.attribution.findings.iter().map(finding).collect(),
            groups: diagnosis.groups.clone(),
            behaves_like: BehaviorReport {
                formula: self.formula(diagnosis),
                exceptions: diagnosis.behavior.exceptions(),
                of: diagnosis.run,
                mixed: diagnosis.behavior.mixed.iter().map(|(bucket, _)| *bucket).collect(),
            },
            instead: positions(diagnosis.attribution.instead),
            stricter: positions(diagnosis.attribution.stricter),
            explained: sentences::explained(self.key, diagnosis),
            unrecognized: sentences::unrecognized(self.key, bucket_words, &diagnosis.unrecognized),
            mistakes: diagnosis.mistakes.iter().map(|mistake| self.mistake(one, mistake)).collect(),
            problems: diagnosis.problems.clone(),
            failures: diagnosis.failures.iter().map(|group| failure(one, group)).collect(),
            deeply_flawed: diagnosis.deep_flaws.iter().map(|flaw| sentences::deep_flaw(*flaw)).collect(),
            unfocused: member.is_unfocused(),
            positive: member.fails_positive(),
            fingerprint: diagnosis.fingerprint.clone(),
            counts: member.answers.counts.iter().map(|one| [one.accepted, one.rejected, one.failed]).collect(),
            unstable: unstable.map(|one| [one.test.clone(), one.first.clone(), one.then.clone()]).collect(),
            same_behavior: self.class.same_behavior(place),
            same_fingerprint: self.class.same_fingerprint(place),
        }
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
            words: sentences::mistake(self.key, &mistake.kind),
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
        }
    }
}

/// A submission as if it could not run; the diagnosis is added where there is one.
fn submission(one: &SubmissionResult) -> SubmissionReport {
    let stored = &one.stored;
    let source = stored.source.as_ref();
    SubmissionReport {
        number: 0,
        name: stored.name.clone(),
        language: stored.language.clone(),
        submitters: one.listed.submitters.clone(),
        verdict: Verdict::CouldNotRun,
        diagnosis: None,
        reason: stored.status.reason(),
        reason_for_student: sentences::reason_for_student(&stored.status),
        reason_in_general: stored.status.reason_in_general(),
        undefined: stored.status.undefined().to_vec(),
        cluster: None,
        behavior: None,
        same_as: one.listed.same_as.clone(),
        notes: one.listed.notes.iter().chain(stored.status.notes()).cloned().collect(),
        printed: stored.printed.clone(),
        source: source.map(|source| SourceReport { file: source.file.clone(), text: source.text.clone() }),
    }
}

fn finding(finding: &Finding) -> FindingReport {
    FindingReport {
        subproperty: finding.position,
        status: finding.status,
        accepted: finding.accepted.len(),
        rejected: finding.rejected.len(),
        failed: finding.failed.len(),
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
