//! Finds the tests of one bucket.
//!
//! A bucket needs tests of four kinds, each for a reason. The *smallest* pair is what people are shown. A few *small* ones
//! confirm it. *Diverse* pairs of the small scope catch predicates that check something only in part. *Large* pairs, beyond
//! the scope that the solver decides, catch predicates that are correct only up to some size.
//!
//! The kinds are filled one after the other, each from the candidates that suit it ([`crate::pools`], [`crate::near`]),
//! always by greedy choice among more candidates than are needed ([`crate::choose`]). Half of the diverse and large tests of
//! a negative bucket are near misses, if there are any. If a kind cannot be filled, the others get its share; if there are
//! still too few tests, more are asked of the solver and walked to, until the budget is spent. Then the bucket says why it
//! is short. Positive buckets finally get families: several correct outputs for one input ([`crate::family`]).
//!
//! The result depends on the seed, the bucket and what its session was asked before, and on nothing else. Every budget is a
//! number of steps, never time, unless a time limit was given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use circuit::Deadline;
use compile::CompileOptions;
use decide::tests_of_bucket::TestCounts;
use decide::{DecideError, Session};
use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use mutants::Mutant;
use pairs::{Bucket, Concrete, PairStructure, Replay, is_longer};
use sample::PairConstructor;
use sample::near_miss::{EditDescription, NearMiss};

use crate::choose::{Chooser, TestCandidate};
use crate::exposure::examine;
use crate::family::Families;
use crate::near::BucketNearMisses;
use crate::pools::{LargeCandidates, Pools};
use crate::stored::stored;
use suite::format::{Mix, PositiveKind, TestKind, TestSource};

/// The number of conflicts that the solver may spend on one question about one bucket.
pub const CONFLICTS: u64 = 3_000;
/// The number of candidates for each test that is wanted.
const CHOICE: usize = 2;
/// The number of additional small pairs to choose among.
const MORE_SMALL: usize = 8;
/// The number of drawn pairs that become candidates.
const SHORTLIST: usize = 32;
/// The greatest number of walks for each test that is wanted.
const MOST_WALKS: usize = 30;
/// The same for tests that are longer than the small scope allows.
const MOST_LARGE: usize = 16;

/// What all buckets share.
#[derive(Debug)]
pub struct FillContext<'a> {
    pub problem: &'a Problem,
    pub small: &'a Scope,
    pub large: &'a Scope,
    /// The structure of pairs of both scopes.
    pub structure: &'a PairStructure,
    /// Whether the random engine is used.
    pub random: bool,
    /// Whether the solver is used.
    pub solver: bool,
    pub seed: u64,
    pub deadline: Deadline,
    /// Made by the first bucket that needs it.
    pub constructor: OnceLock<Option<PairConstructor>>,
    pub near: BTreeMap<Bucket, BucketNearMisses>,
    pub mutants: Vec<Mutant>,
}

/// One bucket and what is known of it.
#[derive(Clone, Debug)]
pub struct BucketJob {
    pub bucket: Bucket,
    /// Pairs of the bucket in the small scope, or in the large one if there are none.
    pub starts: Vec<Vec<Concrete>>,
    /// Drawn pairs of the bucket.
    pub drawn: Vec<Vec<Concrete>>,
    /// The bucket has no pair in the small scope.
    pub only_large: bool,
    pub positive: bool,
    pub wanted: Mix,
    /// The number of further tests, in families if possible.
    pub more: usize,
    /// The canonical forms of tests that are kept from an older suite.
    pub kept: BTreeSet<Vec<Concrete>>,
    /// The number of pairs that were drawn in all, for the message if there are too few tests.
    pub candidates: u64,
}

/// A test that lacks only what depends on other tests.
#[derive(Clone, Debug)]
pub struct TestDraft {
    /// As it is stored.
    pub pair: Vec<Concrete>,
    pub canonical: Vec<Concrete>,
    pub engine: TestSource,
    pub kind: TestKind,
    /// For the smallest test: whether no smaller pair exists.
    pub proven: Option<bool>,
    pub positive_kind: Option<PositiveKind>,
    pub shape: Vec<String>,
}

#[derive(Debug, Default)]
pub struct FilledBucket {
    pub tests: Vec<TestDraft>,
    /// If tests were kept: the canonical form of the smallest pair of the bucket, and whether it is proven smallest.
    pub smallest: Option<(Vec<Concrete>, bool)>,
    /// Why there are fewer tests than wanted.
    pub short: Option<String>,
}

/// A separate seed for each bucket and purpose.
pub fn seed_for(seed: u64, bucket: Bucket, purpose: u64) -> u64 {
    let mut mixed = seed ^ u64::from(bucket.failing().bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ purpose << 48;
    for _ in 0..2 {
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    mixed ^ mixed >> 31
}

/// Finds the tests of a bucket. Without a session, the solver is not used.
pub fn fill(
    shared: &FillContext<'_>,
    job: &BucketJob,
    session: Option<&mut Session<'_>>,
) -> Result<FilledBucket, DecideError> {
    let wanted = job.wanted.total() + job.more;
    let mut session = session.filter(|_| !job.only_large);
    let smallest = match &mut session {
        Some(session) if !job.kept.is_empty() && !shared.deadline.is_due() => session.smallest(job.bucket)?,
        _ => None,
    };
    let smallest = smallest.map(|(pair, proven)| (shared.structure.canonical(&pair), proven));
    if wanted == 0 {
        return Ok(FilledBucket { smallest, ..FilledBucket::default() });
    }
    let replay = Replay::new(shared.problem);
    // Without time to choose, it does not matter what a candidate exposes.
    let mutants = if shared.deadline.is_due() { &[] } else { &*shared.mutants };
    let (examiner, cover) = examine(shared.problem, mutants, job.bucket);
    let mut filling = Filling {
        shared,
        job,
        pools: Pools {
            problem: shared.problem,
            replay: &replay,
            structure: shared.structure,
            bucket: job.bucket,
            random: Rng::with_seed(seed_for(shared.seed, job.bucket, 1)),
            known: job.kept.clone(),
            examiner,
        },
        chooser: Chooser::new(cover),
        chosen: Vec::new(),
        solved: Vec::new(),
        drawn: Vec::new(),
        large: LargeCandidates::default(),
        edits: BTreeSet::new(),
        exhausted: None,
        proven: false,
        walks: 0,
    };
    if !shared.deadline.is_due() {
        filling.small(session.as_deref_mut())?;
        filling.diverse();
        filling.large();
        filling.top_up(job.wanted.total(), session.as_deref_mut())?;
    }
    if shared.deadline.is_due() {
        filling.take_what_is_there(wanted);
    }
    let mut drafts = filling.drafts()?;
    if job.positive && !shared.deadline.is_due() {
        let families = Families {
            problem: shared.problem,
            scopes: [shared.small, shared.large],
            replay: &replay,
            walks: shared.random,
            bucket: job.bucket,
        };
        let members = families.classify(session.as_deref(), &mut drafts, job.more, &mut filling.pools)?;
        drafts.extend(members);
        let more = filling.in_families(&families, session, wanted.saturating_sub(drafts.len()))?;
        drafts.extend(more);
    }
    drafts.sort_by_key(|draft| draft.kind);
    let out_of_time = shared.deadline.is_due().then(|| "the time limit was reached".to_owned());
    let short = (drafts.len() < wanted).then(|| out_of_time.unwrap_or_else(|| filling.reason()));
    Ok(FilledBucket { tests: drafts, smallest, short })
}

/// The work on one bucket.
struct Filling<'a> {
    shared: &'a FillContext<'a>,
    job: &'a BucketJob,
    pools: Pools<'a>,
    chooser: Chooser,
    /// Chosen candidates that are not drafts yet.
    chosen: Vec<(TestKind, TestCandidate)>,
    /// Candidates that were not chosen yet, by source.
    solved: Vec<TestCandidate>,
    drawn: Vec<TestCandidate>,
    large: LargeCandidates,
    /// The kinds of edits by which the chosen near misses were made.
    edits: BTreeSet<EditDescription>,
    /// The number of pairs in the small scope up to renaming, if the solver listed all of them.
    exhausted: Option<usize>,
    /// The smallest test is proven smallest.
    proven: bool,
    /// The number of walks in the large scope so far.
    walks: usize,
}

/// The number of chosen near misses, and the candidates that were not chosen.
struct Chosen {
    chosen: usize,
    left: Vec<TestCandidate>,
}

impl Filling<'_> {
    fn choose(&mut self, kind: TestKind, candidate: TestCandidate) {
        self.chosen.push((kind, candidate));
    }

    /// Falls back to the pairs by which the bucket was found: time is up, and they are better than nothing.
    fn take_what_is_there(&mut self, wanted: usize) {
        let starts = &self.job.starts;
        for candidate in self.pools.drawn(starts).into_iter().take(wanted.saturating_sub(self.chosen.len())) {
            self.choose(TestKind::Small, candidate);
        }
    }

    /// Chooses the smallest and small tests. The solver also returns diverse candidates.
    fn small(&mut self, session: Option<&mut Session<'_>>) -> Result<(), DecideError> {
        let Mix { smallest, small, diverse, large } = self.job.wanted;
        let wanted = smallest + small;
        let mut found = match session {
            Some(session) => {
                // Kept tests may be found again.
                let kept = self.job.kept.len();
                let large = if self.shared.random { 0 } else { large + self.job.more };
                // If pairs are also drawn, half as many are enough, and they take longest.
                let choice = if self.shared.random { 1 } else { CHOICE };
                let counts = TestCounts { small: wanted + kept + MORE_SMALL, diverse: choice * (diverse + large) };
                let solved = self.pools.solved(session, counts, seed_for(self.shared.seed, self.job.bucket, 2))?;
                self.exhausted = solved.exhausted;
                // Kept tests were left out.
                self.proven = solved.proven && kept == 0;
                self.solved = solved.diverse;
                solved.small
            }
            None if self.job.only_large => self.pools.shrunk(self.shared.large, &self.job.starts, wanted),
            None => {
                let starts: Vec<Vec<Concrete>> = self.job.starts.iter().chain(&self.job.drawn).cloned().collect();
                self.pools.shrunk(self.shared.small, &starts, wanted)
            }
        };
        let others = found.split_off(smallest.min(found.len()));
        for candidate in std::mem::replace(&mut found, others) {
            self.chooser.note(&candidate);
            self.choose(TestKind::Smallest, candidate);
        }
        for _ in 0..small {
            let Some(candidate) = self.chooser.take(&mut found) else { break };
            self.choose(TestKind::Small, candidate);
        }
        // The remaining small candidates are as good as others.
        self.solved.extend(found);
        Ok(())
    }

    /// Chooses diverse tests, of both engines in turn.
    fn diverse(&mut self) {
        let wanted = self.job.wanted.diverse;
        if self.shared.random && self.exhausted.is_none() && !self.job.only_large {
            self.drawn = self.pools.shortlisted(&self.job.drawn, &self.chooser.cover, SHORTLIST);
            let lacking = (CHOICE * (wanted + self.job.more)).saturating_sub(self.drawn.len());
            let starts: Vec<Vec<Concrete>> = self.job.starts.iter().chain(&self.job.drawn).cloned().collect();
            if lacking > 0 && !self.shared.deadline.is_due() {
                let walked = self.pools.walked(self.shared.small, &starts, lacking);
                self.drawn.extend(walked);
            }
        }
        let near = self.near_misses(|near| &near.small, TestKind::Diverse, wanted / 2);
        self.drawn.extend(near.left);
        self.take_diverse(wanted - near.chosen);
    }

    /// Chooses up to `wanted` near misses.
    fn near_misses(&mut self, which: fn(&BucketNearMisses) -> &Vec<NearMiss>, kind: TestKind, wanted: usize) -> Chosen {
        let misses = self.shared.near.get(&self.job.bucket).map(which).into_iter().flatten().filter(|_| wanted > 0);
        let mut near = Vec::new();
        for miss in misses {
            near.extend(self.pools.near(miss).map(|found| (miss.edit, found)));
        }
        let before = self.chosen.len();
        while self.chosen.len() < before + wanted {
            let Some(candidate) = self.chooser.take_near(&mut near, &mut self.edits) else { break };
            self.choose(kind, candidate);
        }
        let left = near.into_iter().map(|(_, candidate)| candidate).collect();
        Chosen { chosen: self.chosen.len() - before, left }
    }

    fn take_diverse(&mut self, wanted: usize) {
        for turn in 0..wanted {
            let pools = [&mut self.solved, &mut self.drawn];
            let [first, second] = if turn % 2 == 0 {
                pools
            } else {
                let [a, b] = pools;
                [b, a]
            };
            let Some(candidate) = self.chooser.take_of(first, second) else { return };
            self.choose(TestKind::Diverse, candidate);
        }
    }

    fn large(&mut self) {
        let near = self.near_misses(|near| &near.large, TestKind::Large, self.job.wanted.large / 2);
        let wanted = self.job.wanted.large - near.chosen;
        let (longer, others): (Vec<_>, Vec<_>) =
            near.left.into_iter().partition(|candidate| is_longer(self.shared.small, &candidate.pair));
        self.large.longer.extend(longer);
        self.large.others.extend(others);
        self.walk_far(CHOICE * wanted);
        // These tests are for sizes beyond the small scope.
        while self.large.longer.len() < wanted && self.walks < MOST_LARGE * wanted && self.may_walk() {
            if self.large.longer.is_empty() && self.walks >= MOST_LARGE * wanted / 2 {
                self.build_longer();
            }
            self.walk_far(CHOICE * wanted);
        }
        self.take_large(wanted);
    }

    /// Builds starts for walks among longer pairs, if no walk led to any.
    fn build_longer(&mut self) {
        let FillContext { problem, small, large, .. } = self.shared;
        let constructor = self.shared.constructor.get_or_init(|| {
            if !self.shared.solver {
                return PairConstructor::new(problem, small, large, self.shared.deadline);
            }
            PairConstructor::with_compiler(problem, small, large, |problem, scope| {
                let deadline = self.shared.deadline;
                let options = CompileOptions { symmetry: false, deadline, ..CompileOptions::default() };
                decide::compiler(problem, scope, options)
            })
        });
        if let Some(constructor) = constructor {
            let found = self.pools.built(constructor, small);
            self.large.longer.extend(found);
        }
    }

    fn may_walk(&self) -> bool {
        self.shared.random && !self.shared.deadline.is_due()
    }

    fn walk_far(&mut self, number: usize) {
        if !self.may_walk() {
            return;
        }
        let mut starts = self.job.starts.clone();
        starts.extend(self.chosen.iter().map(|(_, candidate)| candidate.pair.clone()));
        // Large pairs are close to other large pairs.
        let far = self.large.longer.iter().chain(&self.large.others).map(|candidate| candidate.pair.clone());
        let mut starts: Vec<Vec<Concrete>> = far.chain(starts).collect();
        self.pools.random.shuffle(&mut starts);
        let found = self.pools.large([self.shared.small, self.shared.large], &starts, self.walks, number);
        self.walks += number;
        self.large.longer.extend(found.longer);
        self.large.others.extend(found.others);
    }

    fn take_large(&mut self, wanted: usize) {
        for _ in 0..wanted {
            let LargeCandidates { longer, others } = &mut self.large;
            let Some(candidate) = self.chooser.take(longer).or_else(|| self.chooser.take(others)) else { return };
            self.choose(TestKind::Large, candidate);
        }
    }

    /// Chooses until there are `wanted` tests: first among the remaining candidates, then among more from the solver and from
    /// walks.
    fn top_up(&mut self, wanted: usize, session: Option<&mut Session<'_>>) -> Result<(), DecideError> {
        let lacking = |filling: &Self| wanted.saturating_sub(filling.chosen.len());
        self.take_left(lacking(self));
        if let Some(session) = session.filter(|_| lacking(self) > 0 && self.exhausted.is_none()) {
            let seed = seed_for(self.shared.seed, self.job.bucket, 6);
            let (more, exhausted) = self.pools.more(session, self.shared.small, CHOICE * lacking(self), seed)?;
            self.exhausted = exhausted;
            self.solved.extend(more);
            self.take_left(lacking(self));
        }
        let most = MOST_WALKS * (self.job.wanted.total() + self.job.more);
        while lacking(self) > 0 && self.walks < most && self.may_walk() {
            if self.exhausted.is_none() && !self.job.only_large {
                let starts: Vec<Vec<Concrete>> = self.job.starts.iter().chain(&self.job.drawn).cloned().collect();
                let walked = self.pools.walked(self.shared.small, &starts, CHOICE * lacking(self));
                self.drawn.extend(walked);
                self.take_diverse(lacking(self));
            }
            self.walk_far((CHOICE * lacking(self)).max(1));
            self.take_large(lacking(self));
        }
        Ok(())
    }

    /// Finds further tests, in families as far as there are inputs with several correct outputs.
    fn in_families(
        &mut self,
        families: &Families<'_>,
        mut session: Option<&mut Session<'_>>,
        wanted: usize,
    ) -> Result<Vec<TestDraft>, DecideError> {
        let (mut found, mut alone) = (Vec::new(), Vec::new());
        for _ in 0..wanted {
            if found.len() + 2 > wanted || self.shared.deadline.is_due() {
                break;
            }
            self.take_left(1);
            let mut drafts = self.drafts()?;
            let members =
                families.classify(session.as_deref(), &mut drafts, wanted - found.len() - 1, &mut self.pools)?;
            let one = if members.is_empty() { &mut alone } else { &mut found };
            one.extend(drafts);
            found.extend(members);
        }
        alone.truncate(wanted - found.len());
        found.extend(alone);
        self.top_up(wanted - found.len(), session.as_deref_mut())?;
        let mut last = self.drafts()?;
        families.classify(session.as_deref(), &mut last, 0, &mut self.pools)?;
        found.extend(last);
        Ok(found)
    }

    /// Chooses among the remaining candidates.
    fn take_left(&mut self, wanted: usize) {
        let all = self.chosen.len() + wanted;
        self.take_diverse(wanted);
        self.take_large(all - self.chosen.len());
    }

    /// Turns the chosen candidates into drafts: pairs as they will be stored, replayed.
    fn drafts(&mut self) -> Result<Vec<TestDraft>, DecideError> {
        let mut drafts = Vec::new();
        for (kind, candidate) in std::mem::take(&mut self.chosen) {
            let TestCandidate { pair, canonical, engine, shape, .. } = candidate;
            let shown = stored(self.shared.structure, &pair, kind, &mut self.pools.random);
            let replay = self.pools.replay;
            // A function that depends on the order of a set may answer differently under other names.
            let pair = match replay.check_bucket(&shown, self.job.bucket) {
                Ok(()) => shown,
                Err(_) => {
                    replay.check_bucket(&pair, self.job.bucket)?;
                    pair
                }
            };
            let shape = shape.words();
            let proven = (kind == TestKind::Smallest).then_some(self.proven);
            drafts.push(TestDraft { pair, canonical, engine, kind, proven, positive_kind: None, shape });
        }
        Ok(drafts)
    }

    fn reason(&self) -> String {
        let walks = match self.walks {
            0 => String::new(),
            // Without a large scope, these were walks in the scope itself.
            _ if self.shared.large.bounds == self.shared.small.bounds => String::new(),
            walks => format!(", and {walks} walks in the large scope led to no more"),
        };
        match self.exhausted {
            Some(1) => format!("only 1 pair exists within the scope, up to renaming{walks}"),
            Some(number) => format!("only {number} pairs exist within the scope, up to renaming{walks}"),
            None if self.job.candidates == 0 => format!("the solver found no more within its budget{walks}"),
            None => format!("no more found after {} candidates{walks}", self.job.candidates),
        }
    }
}
