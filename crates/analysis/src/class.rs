//! A class as a whole: which errors are common, who makes the same ones, which buckets hide an error without a name.

use std::collections::{BTreeMap, HashMap};

use grading::results::Results;
use pairs::SubpropertySet;

use crate::answer_key::AnswerKey;
use crate::answers::{SubmissionAnswers, TestAnswer};
use crate::attribute::CheckStatus;
use crate::behavior::FormulaCache;
use crate::diagnosis::{Diagnosis, diagnose};
use crate::loading::{self, SharedNote, SharedReason, SharedUndefinedName};
use crate::summary::{ClassCount, ClassSummary};

/// A submission that could be run.
#[derive(Debug)]
pub struct AnalyzedSubmission<'a> {
    /// Its place among all submissions.
    pub index: usize,
    pub answers: SubmissionAnswers<'a>,
    pub diagnosis: Diagnosis,
    /// It answered differently when some test was run again.
    pub unstable: bool,
}

impl AnalyzedSubmission<'_> {
    /// Wrong in a negative bucket, and in none that is focused on a subproperty.
    pub fn is_unfocused(&self) -> bool {
        let key = self.answers.key;
        let negative =
            || self.diagnosis.fingerprint.iter().map(|bucket| &key.buckets[*bucket]).filter(|one| !one.positive);
        negative().next().is_some() && negative().all(|bucket| bucket.focused_on.is_empty())
    }

    /// Wrong in a bucket that is focused on one of these.
    pub fn is_wrong_in_focus(&self, subproperties: SubpropertySet) -> bool {
        let focused_on = |bucket: &usize| self.answers.key.buckets[*bucket].focused_on;
        self.diagnosis.fingerprint.iter().any(|bucket| !focused_on(bucket).is_disjoint(subproperties))
    }

    /// Wrong in a negative bucket.
    pub fn fails_negative(&self) -> bool {
        self.diagnosis.fingerprint.iter().any(|bucket| !self.answers.key.buckets[*bucket].positive)
    }

    /// Does not accept some correct output.
    pub fn fails_positive(&self) -> bool {
        self.diagnosis.fingerprint.iter().any(|bucket| self.answers.key.buckets[*bucket].positive)
    }

    /// Some answer was seen to be wrong. A submission that was cut short may be faulty without it.
    pub fn has_fingerprint(&self) -> bool {
        !self.diagnosis.fingerprint.is_empty()
    }

    pub fn is_deeply_flawed(&self) -> bool {
        !self.diagnosis.deep_flaws.is_empty()
    }
}

/// Diagnoses the submissions that could be run, in the order of the results.
pub fn analyze<'a>(results: &'a Results, key: &'a AnswerKey) -> Vec<AnalyzedSubmission<'a>> {
    let mut cache = FormulaCache::default();
    let ran = results.submissions.iter().enumerate().filter(|(_, one)| one.ran());
    ran.map(|(index, one)| {
        let answers = SubmissionAnswers::new(key, &one.outcomes);
        let unstable = !one.stored.unstable.is_empty();
        let diagnosis = diagnose(&answers, &one.stored.language, unstable, &mut cache);
        AnalyzedSubmission { index, answers, diagnosis, unstable }
    })
    .collect()
}

#[derive(Debug)]
pub struct ClassAnalysis<'a> {
    pub key: &'a AnswerKey,
    /// Those that could be run.
    pub members: Vec<AnalyzedSubmission<'a>>,
    pub summary: ClassSummary,
    /// As if the deeply flawed ones had not been submitted.
    pub summary_without_deep: ClassSummary,
    /// By position of the subproperty.
    pub subproperties: Vec<CheckCounts>,
    /// By group of the answer key.
    pub groups: Vec<CheckCounts>,
    /// By subproperty: submissions whose mistake an error subproperty explains.
    pub explains: Vec<ClassCount>,
    /// By bucket and by test of the suite: submissions that are wrong there.
    pub wrong_in_bucket: Vec<ClassCount>,
    pub wrong_in_test: Vec<ClassCount>,
    /// Largest first. Submissions of which no wrong answer was seen are in none.
    pub fingerprints: Vec<Cluster>,
    pub behaviors: Vec<Cluster>,
    /// Clusters of one submission: it is wrong in the same buckets as no other.
    pub like_no_other: ClassCount,
    /// The bucket that most submissions answer inconsistently first.
    pub mixed: Vec<MixedBucket>,
    /// How many buckets submissions answer inconsistently.
    pub mixed_buckets: ClassCount,
    /// Submissions with the same files as another one.
    pub submitted_twice: ClassCount,
    /// Why submissions could not run.
    pub reasons: Vec<SharedReason>,
    /// Names that submissions use and nothing defines.
    pub undefined: Vec<SharedUndefinedName>,
    /// How submissions were loaded.
    pub notes: Vec<SharedNote>,
}

/// How many submissions miss a subproperty or a group, or check it only in part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CheckCounts {
    pub missed: ClassCount,
    pub in_part: ClassCount,
    /// Wrong in a bucket that is focused on it.
    pub focused: ClassCount,
}

impl CheckCounts {
    /// Missed, or checked only in part.
    pub fn not_checked(&self) -> usize {
        self.missed.all + self.in_part.all
    }
}

/// Submissions that are alike, as places in the list of members.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub members: Vec<usize>,
    pub size: ClassCount,
    /// The smallest test that all of them answer wrongly, if there is one.
    pub test: Option<usize>,
    /// All behave like one formula.
    pub one_behavior: bool,
}

/// A bucket of which members accept some pairs and reject others. An error subproperty that distinguishes them may be missing.
#[derive(Clone, Debug)]
pub struct MixedBucket {
    pub bucket: usize,
    pub members: Vec<usize>,
    pub size: ClassCount,
    /// Its tests, with how many of these members accept and reject them; those accepted by most first.
    pub tests: Vec<(usize, usize, usize)>,
}

impl<'a> ClassAnalysis<'a> {
    pub fn new(key: &'a AnswerKey, results: &'a Results) -> Self {
        let members = analyze(results, key);
        let could_not_run = results.submissions.len() - members.len();
        let all: Vec<&AnalyzedSubmission<'_>> = members.iter().collect();
        let without_deep: Vec<&AnalyzedSubmission<'_>> =
            members.iter().filter(|member| !member.is_deeply_flawed()).collect();
        let (summary, summary_without_deep) =
            (ClassSummary::new(&all, could_not_run), ClassSummary::new(&without_deep, could_not_run));
        let counts = |is: &dyn Fn(&AnalyzedSubmission<'_>) -> bool| count(&members, is);
        let of_subproperty = |position: usize| {
            let has = |member: &AnalyzedSubmission<'_>, status: CheckStatus| {
                member.diagnosis.attribution.with(status).contains(position)
            };
            CheckCounts {
                missed: counts(&|member| has(member, CheckStatus::Missed)),
                in_part: counts(&|member| has(member, CheckStatus::InPart)),
                focused: counts(&|member| member.is_wrong_in_focus(SubpropertySet::one(position))),
            }
        };
        let of_group = |group: usize| CheckCounts {
            missed: counts(&|member| member.diagnosis.groups[group] == CheckStatus::Missed),
            in_part: counts(&|member| member.diagnosis.groups[group] == CheckStatus::InPart),
            focused: counts(&|member| member.is_wrong_in_focus(key.groups[group].members)),
        };
        let explains = |position: usize| {
            counts(&|member| {
                let attribution = &member.diagnosis.attribution;
                (attribution.instead | attribution.stricter).contains(position)
            })
        };
        let fingerprints = clusters(key, &members, |member| member.diagnosis.fingerprint.clone());
        let mixed = mixed(key, &members);
        let undefined = loading::undefined(&results.submissions);
        Self {
            key,
            summary,
            summary_without_deep,
            subproperties: (0..key.names.len()).map(of_subproperty).collect(),
            groups: (0..key.groups.len()).map(of_group).collect(),
            explains: (0..key.names.len()).map(explains).collect(),
            wrong_in_bucket: (0..key.buckets.len())
                .map(|bucket| counts(&|member| member.diagnosis.fingerprint.contains(&bucket)))
                .collect(),
            wrong_in_test: (0..key.tests.len()).map(|test| counts(&|member| member.answers.is_wrong(test))).collect(),
            like_no_other: ClassCount::of_sizes(fingerprints.iter().map(|cluster| cluster.size), |size| size == 1),
            fingerprints,
            behaviors: clusters(key, &members, |member| {
                let diagnosis = &member.diagnosis;
                // A formula is the whole story only if nothing is mixed and everything was answered.
                let is_whole = diagnosis.behavior.mixed.is_empty() && diagnosis.failures.is_empty();
                let more = if is_whole { Vec::new() } else { diagnosis.fingerprint.clone() };
                (diagnosis.behavior.minimal.formula.clone(), more)
            }),
            mixed_buckets: ClassCount::of_sizes(mixed.iter().map(|mixed| mixed.size), |size| size > 0),
            mixed,
            submitted_twice: submitted_twice(results, &members),
            reasons: loading::reasons(&results.submissions, &undefined),
            undefined,
            notes: loading::notes(&results.submissions),
            members,
        }
    }
}

impl ClassAnalysis<'_> {
    /// How many others behave like a member.
    pub fn same_behavior(&self, member: usize) -> usize {
        others(&self.behaviors, member)
    }

    /// How many others are wrong in the same buckets as a member.
    pub fn same_fingerprint(&self, member: usize) -> usize {
        others(&self.fingerprints, member)
    }
}

/// How many others are in the cluster of a member.
fn others(clusters: &[Cluster], member: usize) -> usize {
    clusters.iter().find(|cluster| cluster.members.contains(&member)).map_or(0, |cluster| cluster.members.len() - 1)
}

fn submitted_twice(results: &Results, members: &[AnalyzedSubmission<'_>]) -> ClassCount {
    let is_repeated = |index: usize| results.submissions[index].listed.same_as.is_some();
    let all = (0..results.submissions.len()).filter(|index| is_repeated(*index)).count();
    let deep = members.iter().filter(|member| member.is_deeply_flawed() && is_repeated(member.index)).count();
    ClassCount { all, without_deep: all - deep }
}

fn count(members: &[AnalyzedSubmission<'_>], is: &dyn Fn(&AnalyzedSubmission<'_>) -> bool) -> ClassCount {
    let counted = members.iter().filter(|member| is(member));
    ClassCount { all: counted.clone().count(), without_deep: counted.filter(|one| !one.is_deeply_flawed()).count() }
}

fn size(members: &[AnalyzedSubmission<'_>], of: &[usize]) -> ClassCount {
    let without_deep = of.iter().filter(|member| !members[**member].is_deeply_flawed()).count();
    ClassCount { all: of.len(), without_deep }
}

fn clusters<K: Eq + std::hash::Hash>(
    key: &AnswerKey,
    members: &[AnalyzedSubmission<'_>],
    alike: impl Fn(&AnalyzedSubmission<'_>) -> K,
) -> Vec<Cluster> {
    let mut order: Vec<Vec<usize>> = Vec::new();
    let mut places = HashMap::new();
    for (index, member) in members.iter().enumerate().filter(|(_, member)| member.has_fingerprint()) {
        let place = *places.entry(alike(member)).or_insert_with(|| {
            order.push(Vec::new());
            order.len() - 1
        });
        order[place].push(index);
    }
    order.sort_by_key(|members| std::cmp::Reverse(members.len()));
    let formula = |member: usize| &members[member].diagnosis.behavior.minimal.formula;
    let cluster = |of: Vec<usize>| Cluster {
        test: shared_test(key, members, &of),
        one_behavior: of.iter().all(|member| formula(*member) == formula(of[0])),
        size: size(members, &of),
        members: of,
    };
    order.into_iter().map(cluster).collect()
}

/// The smallest test that all of these answer wrongly.
fn shared_test(key: &AnswerKey, members: &[AnalyzedSubmission<'_>], of: &[usize]) -> Option<usize> {
    let mut wrong: BTreeMap<usize, usize> = BTreeMap::new();
    for member in of {
        for test in members[*member].answers.wrong() {
            *wrong.entry(test).or_default() += 1;
        }
    }
    let shared = wrong.into_iter().filter(|(_, count)| *count == of.len()).map(|(test, _)| test);
    shared.min_by_key(|test| key.tests[*test].rank)
}

fn mixed(key: &AnswerKey, members: &[AnalyzedSubmission<'_>]) -> Vec<MixedBucket> {
    let mut all = Vec::new();
    for bucket in 0..key.buckets.len() {
        let of: Vec<usize> =
            (0..members.len()).filter(|member| members[*member].answers.counts[bucket].is_mixed()).collect();
        if of.is_empty() {
            continue;
        }
        let with = |test: usize, answer: TestAnswer| {
            of.iter().filter(|member| members[**member].answers.to(test) == answer).count()
        };
        let mut tests: Vec<(usize, usize, usize)> = (0..key.tests.len())
            .filter(|test| key.tests[*test].bucket == bucket)
            .map(|test| (test, with(test, TestAnswer::Accepted), with(test, TestAnswer::Rejected)))
            .filter(|(_, accepted, rejected)| accepted + rejected > 0)
            .collect();
        tests.sort_by_key(|(test, accepted, _)| (std::cmp::Reverse(*accepted), key.tests[*test].rank));
        all.push(MixedBucket { bucket, size: size(members, &of), members: of, tests });
    }
    all.sort_by_key(|mixed| std::cmp::Reverse(mixed.members.len()));
    all
}
