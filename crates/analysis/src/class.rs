//! A class as a whole: which errors are common, who makes the same ones, which buckets hide an error without a name.
//!
//! Submissions are added one at a time and forgotten: what is kept of each is a few numbers, so memory does not grow with the
//! number of tests times the number of submissions. Guarded by `tests/large_class.rs` of `report`.

use std::collections::{BTreeMap, HashMap};

use decision::Undecided;
use grading::results::SubmissionResult;
use pairs::SubpropertySet;

use crate::answer_key::AnswerKey;
use crate::answers::{SubmissionAnswers, TestAnswer};
use crate::attribute::CheckStatus;
use crate::behavior::FormulaCache;
use crate::diagnosis::{Diagnosis, diagnose};
use crate::fingerprint::Fingerprint;
use crate::loading::{LoadingCounts, SharedNote, SharedReason, SharedUndefinedName};
use crate::proof::ProofStatus;
use crate::summary::{ClassCount, ClassSummary};

/// A submission that could be run.
#[derive(Debug)]
pub struct AnalyzedSubmission<'a> {
    pub answers: SubmissionAnswers<'a>,
    pub diagnosis: Diagnosis,
    /// It answered differently when some test was run again.
    pub unstable: bool,
}

impl<'a> AnalyzedSubmission<'a> {
    /// Diagnoses a submission. `None` if it could not be run.
    pub fn new(key: &'a AnswerKey, one: &'a SubmissionResult, cache: &mut FormulaCache) -> Option<Self> {
        if !one.ran() {
            return None;
        }
        let answers = SubmissionAnswers::new(key, &one.outcomes);
        let unstable = !one.stored.unstable.is_empty();
        let diagnosis = diagnose(&answers, one.proof.as_deref(), &one.stored.language, unstable, cache);
        Some(Self { answers, diagnosis, unstable })
    }

    /// The buckets in which it is wrong.
    pub fn fingerprint(&self) -> Fingerprint<'_> {
        Fingerprint { key: self.answers.key, buckets: &self.diagnosis.fingerprint }
    }

    pub fn is_deeply_flawed(&self) -> bool {
        !self.diagnosis.deep_flaws.is_empty()
    }
}

#[derive(Debug)]
pub struct ClassAnalysis {
    /// Those that could be run.
    pub members: Vec<RunMember>,
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
    /// The bucket in which one new error subproperty would explain most submissions first.
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
    /// Why submissions could not be decided, the most common reason first.
    pub undecided: Vec<SharedUndecided>,
}

/// A reason for which submissions could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SharedUndecided {
    pub kind: Undecided,
    /// Parts of it may come from a submission.
    pub message: String,
    /// Places among all submissions.
    pub submissions: Vec<usize>,
}

/// Characters of a reason that are compared and kept.
const REASON: usize = 200;

/// What is kept of a submission that could be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunMember {
    /// Its place among all submissions.
    pub index: usize,
    pub is_deeply_flawed: bool,
    /// Places in the lists of clusters. `None` if no wrong answer was seen.
    pub fingerprint: Option<usize>,
    pub behavior: Option<usize>,
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
    /// The diagnosis of the first of them.
    pub first: Box<Diagnosis>,
}

/// A bucket of which members accept some pairs and reject others. An error subproperty that distinguishes them may be missing. Those
/// whose answers are erratic say nothing about that: the deeply flawed and the unstable are left out.
#[derive(Clone, Debug)]
pub struct MixedBucket {
    pub bucket: usize,
    pub members: Vec<usize>,
    pub size: ClassCount,
    /// The most members that answer all of its tests alike: one error subproperty can explain all of them.
    pub explained: usize,
    /// Its tests, with how many of these members accept and reject them; those accepted by most first.
    pub tests: Vec<(usize, usize, usize)>,
}

/// A class to which submissions are added, in the order of the results.
#[derive(Debug)]
pub struct ClassBuilder<'a> {
    key: &'a AnswerKey,
    cache: FormulaCache,
    submissions: usize,
    class: ClassAnalysis,
    fingerprints: Clusters<Vec<usize>>,
    /// By formula, and by what it does not say.
    behaviors: Clusters<(String, Vec<usize>)>,
    /// By bucket; and how many of its mixed members accept and reject each test.
    mixed: Vec<Vec<usize>>,
    split: Vec<(usize, usize)>,
    /// By bucket: how many mixed members answer its tests in the same way.
    patterns: Vec<BTreeMap<Vec<TestAnswer>, usize>>,
    loading: LoadingCounts,
    undecided: BTreeMap<(Undecided, String), Vec<usize>>,
}

impl<'a> ClassBuilder<'a> {
    pub fn new(key: &'a AnswerKey) -> Self {
        let counts = |number: usize| vec![ClassCount::default(); number];
        let class = ClassAnalysis {
            members: Vec::new(),
            summary: ClassSummary::default(),
            summary_without_deep: ClassSummary::default(),
            subproperties: vec![CheckCounts::default(); key.names.len()],
            groups: vec![CheckCounts::default(); key.groups.len()],
            explains: counts(key.names.len()),
            wrong_in_bucket: counts(key.buckets.len()),
            wrong_in_test: counts(key.tests.len()),
            fingerprints: Vec::new(),
            behaviors: Vec::new(),
            like_no_other: ClassCount::default(),
            mixed: Vec::new(),
            mixed_buckets: ClassCount::default(),
            submitted_twice: ClassCount::default(),
            reasons: Vec::new(),
            undefined: Vec::new(),
            notes: Vec::new(),
            undecided: Vec::new(),
        };
        Self {
            key,
            undecided: BTreeMap::new(),
            cache: FormulaCache::default(),
            submissions: 0,
            class,
            fingerprints: Clusters::default(),
            behaviors: Clusters::default(),
            mixed: vec![Vec::new(); key.buckets.len()],
            split: vec![(0, 0); key.tests.len()],
            patterns: vec![BTreeMap::new(); key.buckets.len()],
            loading: LoadingCounts::default(),
        }
    }

    /// Adds the next submission. Returns its analysis if it could be run.
    pub fn add<'b>(&mut self, one: &'b SubmissionResult) -> Option<AnalyzedSubmission<'b>>
    where
        'a: 'b,
    {
        let index = self.submissions;
        self.submissions += 1;
        self.loading.add(index, one);
        let analyzed = AnalyzedSubmission::new(self.key, one, &mut self.cache);
        let deep = analyzed.as_ref().is_some_and(AnalyzedSubmission::is_deeply_flawed);
        if one.listed.same_as.is_some() {
            self.class.submitted_twice.add(deep);
        }
        match &analyzed {
            Some(analyzed) => self.count(index, analyzed, deep),
            None => {
                self.class.summary.add_unrun();
                self.class.summary_without_deep.add_unrun();
            }
        }
        analyzed
    }

    fn count(&mut self, index: usize, one: &AnalyzedSubmission<'_>, deep: bool) {
        let (key, class, diagnosis) = (self.key, &mut self.class, &one.diagnosis);
        class.summary.add(one);
        if !deep {
            class.summary_without_deep.add(one);
        }
        let fingerprint = one.fingerprint();
        let explained = diagnosis.attribution.instead | diagnosis.attribution.stricter;
        for position in 0..key.names.len() {
            let counts = &mut class.subproperties[position];
            let has = |status: CheckStatus| diagnosis.attribution.with(status).contains(position);
            counts.missed.add_if(has(CheckStatus::Missed), deep);
            counts.in_part.add_if(has(CheckStatus::InPart), deep);
            counts.focused.add_if(fingerprint.is_in_focus(SubpropertySet::one(position)), deep);
            class.explains[position].add_if(explained.contains(position), deep);
        }
        for (group, counts) in class.groups.iter_mut().enumerate() {
            counts.missed.add_if(diagnosis.groups[group] == CheckStatus::Missed, deep);
            counts.in_part.add_if(diagnosis.groups[group] == CheckStatus::InPart, deep);
            counts.focused.add_if(fingerprint.is_in_focus(key.groups[group].members), deep);
        }
        diagnosis.fingerprint.iter().for_each(|bucket| class.wrong_in_bucket[*bucket].add(deep));
        one.answers.wrong().for_each(|test| class.wrong_in_test[test].add(deep));
        if let Some(reason) =
            diagnosis.proof.reason.as_ref().filter(|_| diagnosis.proof.status == ProofStatus::Undecided)
        {
            let message = reason.message.chars().take(REASON).collect();
            self.undecided.entry((reason.kind, message)).or_default().push(index);
        }
        let place = class.members.len();
        let mut member = RunMember { index, is_deeply_flawed: deep, fingerprint: None, behavior: None };
        if !diagnosis.fingerprint.is_empty() {
            // A formula is the whole story only if nothing is mixed and everything was answered.
            let is_whole = diagnosis.behavior.mixed.is_empty()
                && diagnosis.failures.is_empty()
                && diagnosis.fingerprint == diagnosis.sampled
                || diagnosis.proof.theorem.is_some();
            let more = if is_whole { Vec::new() } else { diagnosis.fingerprint.clone() };
            let theorem = diagnosis.proof.theorem.clone();
            let formula = theorem.unwrap_or_else(|| diagnosis.behavior.minimal.formula.text(&key.names));
            let behavior = (formula, more);
            member.fingerprint = Some(self.fingerprints.add(diagnosis.fingerprint.clone(), place, one, deep));
            member.behavior = Some(self.behaviors.add(behavior, place, one, deep));
        }
        class.members.push(member);
        if !deep && !one.unstable {
            self.count_mixed(place, one);
        }
    }

    /// Counts how a member answers the buckets of which it accepts some pairs and rejects others.
    fn count_mixed(&mut self, place: usize, one: &AnalyzedSubmission<'_>) {
        let mut patterns: BTreeMap<usize, Vec<TestAnswer>> = BTreeMap::new();
        for (test, of) in self.key.tests.iter().enumerate() {
            if !one.answers.counts[of.bucket].is_mixed() {
                continue;
            }
            let answer = one.answers.to(test);
            match answer {
                TestAnswer::Accepted => self.split[test].0 += 1,
                TestAnswer::Rejected => self.split[test].1 += 1,
                _ => {}
            }
            patterns.entry(of.bucket).or_default().push(answer);
        }
        for (bucket, pattern) in patterns {
            self.mixed[bucket].push(place);
            *self.patterns[bucket].entry(pattern).or_default() += 1;
        }
    }

    pub fn finish(self) -> ClassAnalysis {
        let (key, mut class) = (self.key, self.class);
        let (fingerprints, places) = self.fingerprints.finish(key);
        let (behaviors, behavior_places) = self.behaviors.finish(key);
        for member in &mut class.members {
            member.fingerprint = member.fingerprint.map(|place| places[place]);
            member.behavior = member.behavior.map(|place| behavior_places[place]);
        }
        let sizes = || fingerprints.iter().map(|cluster| cluster.size);
        class.like_no_other = ClassCount::of_sizes(sizes(), |size| size == 1);
        let distinct = ClassCount::of_sizes(sizes(), |size| size > 0);
        class.summary.distinct_fingerprints = distinct.all;
        class.summary_without_deep.distinct_fingerprints = distinct.without_deep;
        (class.fingerprints, class.behaviors) = (fingerprints, behaviors);
        for (bucket, members) in self.mixed.into_iter().enumerate().filter(|(_, members)| !members.is_empty()) {
            let tests = (0..key.tests.len()).filter(|test| key.tests[*test].bucket == bucket);
            let splits = tests.map(|test| (test, self.split[test].0, self.split[test].1));
            let mut tests: Vec<_> = splits.filter(|(_, accepted, rejected)| accepted + rejected > 0).collect();
            tests.sort_by_key(|(test, accepted, _)| (std::cmp::Reverse(*accepted), key.tests[*test].rank));
            let size = ClassCount { all: members.len(), without_deep: members.len() };
            let explained = self.patterns[bucket].values().copied().max().unwrap_or(0);
            class.mixed.push(MixedBucket { bucket, members, size, explained, tests });
        }
        class.mixed.sort_by_key(|mixed| std::cmp::Reverse((mixed.explained, mixed.members.len())));
        class.mixed_buckets = ClassCount::of_sizes(class.mixed.iter().map(|mixed| mixed.size), |size| size > 0);
        class.undefined = self.loading.undefined();
        class.notes = self.loading.notes();
        class.reasons = self.loading.reasons(self.submissions, &class.undefined);
        let undecided = self.undecided.into_iter();
        class.undecided =
            undecided.map(|((kind, message), submissions)| SharedUndecided { kind, message, submissions }).collect();
        class.undecided.sort_by(|one, other| {
            other.submissions.len().cmp(&one.submissions.len()).then_with(|| one.submissions.cmp(&other.submissions))
        });
        class
    }
}

impl ClassAnalysis {
    /// How many others behave like a member.
    pub fn same_behavior(&self, member: &RunMember) -> usize {
        member.behavior.map_or(0, |place| self.behaviors[place].members.len() - 1)
    }

    /// How many others are wrong in the same buckets as a member.
    pub fn same_fingerprint(&self, member: &RunMember) -> usize {
        member.fingerprint.map_or(0, |place| self.fingerprints[place].members.len() - 1)
    }
}

/// Clusters in the order of their first members.
#[derive(Debug)]
struct Clusters<K> {
    places: HashMap<K, usize>,
    all: Vec<OpenCluster>,
}

#[derive(Debug)]
struct OpenCluster {
    cluster: Cluster,
    /// Tests that all members answer wrongly.
    wrong: Vec<usize>,
}

impl<K> Default for Clusters<K> {
    fn default() -> Self {
        Self { places: HashMap::new(), all: Vec::new() }
    }
}

impl<K: Eq + std::hash::Hash> Clusters<K> {
    /// Adds a member to its cluster. Returns the place of the cluster.
    fn add(&mut self, alike: K, member: usize, one: &AnalyzedSubmission<'_>, deep: bool) -> usize {
        let place = *self.places.entry(alike).or_insert_with(|| {
            let first = Box::new(one.diagnosis.clone());
            let (members, size) = (Vec::new(), ClassCount::default());
            let cluster = Cluster { members, size, test: None, one_behavior: true, first };
            self.all.push(OpenCluster { cluster, wrong: one.answers.wrong().collect() });
            self.all.len() - 1
        });
        let OpenCluster { cluster, wrong } = &mut self.all[place];
        cluster.members.push(member);
        cluster.size.add(deep);
        cluster.one_behavior &= cluster.first.behavior.minimal.formula == one.diagnosis.behavior.minimal.formula;
        wrong.retain(|test| one.answers.is_wrong(*test));
        place
    }

    /// The clusters, largest first, and where each of them went.
    fn finish(self, key: &AnswerKey) -> (Vec<Cluster>, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(self.all[*place].cluster.members.len()));
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| places[*old] = new);
        let mut all: Vec<(usize, Cluster)> = Vec::new();
        for (old, OpenCluster { mut cluster, wrong }) in self.all.into_iter().enumerate() {
            cluster.test = wrong.into_iter().min_by_key(|test| key.tests[*test].rank);
            all.push((places[old], cluster));
        }
        all.sort_by_key(|(place, _)| *place);
        (all.into_iter().map(|(_, cluster)| cluster).collect(), places)
    }
}
