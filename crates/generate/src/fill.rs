//! The tests of one bucket.
//!
//! Takes pairs of the bucket, from which everything else is reached; gives tests in the order smallest, small, diverse,
//! large. The result depends on the seed, the bucket and what its session was asked before, and on nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use decide::tests_of_bucket::TestCounts as Counts;
use decide::{DecideError as Failure, Session};
use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use mutants::Mutant;
use pairs::{Bucket, Concrete, Forms, Replay};
use sample::Constructor;
use sample::miss::{Edit, Miss};

use crate::choose::{Candidate, Novelty};
use crate::family::Families;
use crate::half_right::examine;
use crate::near::Near;
use crate::pools::{Large, Pools};
use crate::stop::Stop;
use crate::stored::stored;
use pairs::is_longer;
use suite::format::{Engine, Kind, Mix, PositiveKind};

/// Conflicts that the solver may spend on one question about one bucket.
pub const CONFLICTS: u64 = 3_000;
/// Candidates made for each one that is wanted.
const CHOICE: usize = 2;
/// Small pairs beyond those that are wanted, to choose among.
const MORE_SMALL: usize = 8;
/// Drawn pairs that are looked at closely.
const SHORTLIST: usize = 32;
/// Walks to large pairs for each one that is wanted, at most.
const MOST_WALKS: usize = 30;
/// The same for pairs that are longer than the small scope allows.
const MOST_LARGE: usize = 16;

/// What is the same for all buckets.
#[derive(Debug)]
pub struct Shared<'a> {
    pub problem: &'a Problem,
    pub small: &'a Scope,
    pub large: &'a Scope,
    /// With names and orders removed, for pairs of both scopes.
    pub forms: &'a Forms,
    /// Whether pairs are drawn and walked to.
    pub random: bool,
    pub seed: u64,
    pub stop: &'a Stop,
    /// Made by the first bucket that cannot do without.
    pub constructor: OnceLock<Option<Constructor>>,
    pub near: BTreeMap<Bucket, Near>,
    pub mutants: Vec<Mutant>,
}

/// One bucket and what is known of it.
#[derive(Clone, Debug)]
pub struct Job {
    pub bucket: Bucket,
    /// Pairs of the bucket in the small scope, or in the large one if there are none.
    pub starts: Vec<Vec<Concrete>>,
    /// Drawn ones.
    pub drawn: Vec<Vec<Concrete>>,
    /// No pair of the small scope is in it.
    pub only_large: bool,
    pub positive: bool,
    pub wanted: Mix,
    /// Tests beyond these, in families where there are any.
    pub more: usize,
    /// Canonical forms of the tests that it has already.
    pub kept: BTreeSet<Vec<Concrete>>,
    /// Candidates that were drawn in all, for the reason why there are too few.
    pub candidates: u64,
}

/// A test that lacks only what depends on the others.
#[derive(Clone, Debug)]
pub struct Draft {
    /// As it is stored.
    pub pair: Vec<Concrete>,
    pub canonical: Vec<Concrete>,
    pub engine: Engine,
    pub kind: Kind,
    /// Of the smallest: no smaller one exists.
    pub proven: Option<bool>,
    pub positive_kind: Option<PositiveKind>,
    pub shape: Vec<String>,
}

#[derive(Debug, Default)]
pub struct Filled {
    pub tests: Vec<Draft>,
    /// Where tests were kept: the smallest pair of the bucket in its canonical form, and whether that is proven.
    pub smallest: Option<(Vec<Concrete>, bool)>,
    /// Why there are fewer than wanted.
    pub short: Option<String>,
}

/// A seed of its own for each bucket and purpose.
pub fn seed_for(seed: u64, bucket: Bucket, purpose: u64) -> u64 {
    let mut mixed = seed ^ u64::from(bucket.failing().bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ purpose << 48;
    for _ in 0..2 {
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    mixed ^ mixed >> 31
}

/// Finds the tests of a bucket, with a session unless the solver is not to be asked.
pub fn fill(shared: &Shared<'_>, job: &Job, session: Option<&mut Session<'_>>) -> Result<Filled, Failure> {
    let wanted = job.wanted.total() + job.more;
    let mut session = session.filter(|_| !job.only_large);
    let smallest = match &mut session {
        Some(session) if !job.kept.is_empty() && !shared.stop.is_due() => session.smallest(job.bucket)?,
        _ => None,
    };
    let smallest = smallest.map(|(pair, proven)| (shared.forms.canonical(&pair), proven));
    if wanted == 0 {
        return Ok(Filled { smallest, ..Filled::default() });
    }
    let replay = Replay::new(shared.problem);
    let (examiner, cover) = examine(shared.problem, &shared.mutants, job.bucket);
    let mut filling = Filling {
        shared,
        job,
        pools: Pools {
            problem: shared.problem,
            replay: &replay,
            forms: shared.forms,
            bucket: job.bucket,
            random: Rng::with_seed(seed_for(shared.seed, job.bucket, 1)),
            known: job.kept.clone(),
            examiner,
        },
        novelty: Novelty::new(cover),
        chosen: Vec::new(),
        solved: Vec::new(),
        drawn: Vec::new(),
        large: Large::default(),
        edits: BTreeSet::new(),
        exhausted: None,
        proven: false,
        walks: 0,
    };
    if !shared.stop.is_due() {
        filling.small(session.as_deref_mut())?;
        filling.diverse();
        filling.large();
        filling.top_up(job.wanted.total(), session.as_deref_mut())?;
    }
    if shared.stop.is_due() {
        filling.take_what_is_there(wanted);
    }
    let mut drafts = filling.drafts()?;
    if job.positive && !shared.stop.is_due() {
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
    let short = (drafts.len() < wanted && !shared.stop.is_due()).then(|| filling.reason());
    Ok(Filled { tests: drafts, smallest, short })
}

/// The work on one bucket.
struct Filling<'a> {
    shared: &'a Shared<'a>,
    job: &'a Job,
    pools: Pools<'a>,
    novelty: Novelty,
    /// Not yet drafts.
    chosen: Vec<(Kind, Candidate)>,
    /// Candidates that are left, by where they come from.
    solved: Vec<Candidate>,
    drawn: Vec<Candidate>,
    large: Large,
    /// What was done to correct pairs to make those that were chosen.
    edits: BTreeSet<Edit>,
    /// How many pairs there are in the small scope up to renaming, if the solver gave all.
    exhausted: Option<usize>,
    /// The smallest is proven to be.
    proven: bool,
    /// Walks in the large scope so far.
    walks: usize,
}

/// How many were chosen, and the rest.
struct Chosen {
    chosen: usize,
    left: Vec<Candidate>,
}

impl Filling<'_> {
    fn choose(&mut self, kind: Kind, candidate: Candidate) {
        self.chosen.push((kind, candidate));
    }

    /// Time is up: pairs by which the bucket was found are better than nothing.
    fn take_what_is_there(&mut self, wanted: usize) {
        let starts = &self.job.starts;
        for candidate in self.pools.drawn(starts).into_iter().take(wanted.saturating_sub(self.chosen.len())) {
            self.choose(Kind::Small, candidate);
        }
    }

    /// The smallest and small ones. On the way the solver gives diverse ones too.
    fn small(&mut self, session: Option<&mut Session<'_>>) -> Result<(), Failure> {
        let Mix { smallest, small, diverse, large } = self.job.wanted;
        let wanted = smallest + small;
        let mut found = match session {
            Some(session) => {
                // What is kept already may be found again.
                let kept = self.job.kept.len();
                let large = if self.shared.random { 0 } else { large + self.job.more };
                // With drawn ones beside them half of these are enough, and they are what takes longest.
                let choice = if self.shared.random { 1 } else { CHOICE };
                let counts = Counts { small: wanted + kept + MORE_SMALL, diverse: choice * (diverse + large) };
                let solved = self.pools.solved(session, counts, seed_for(self.shared.seed, self.job.bucket, 2))?;
                self.exhausted = solved.exhausted;
                // What is kept already was left out.
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
            self.novelty.note(&candidate);
            self.choose(Kind::Smallest, candidate);
        }
        for _ in 0..small {
            let Some(candidate) = self.novelty.take(&mut found) else { break };
            self.choose(Kind::Small, candidate);
        }
        // Found on the way, and no worse than others.
        self.solved.extend(found);
        Ok(())
    }

    /// Diverse ones, of both engines in turn.
    fn diverse(&mut self) {
        let wanted = self.job.wanted.diverse;
        if self.shared.random && self.exhausted.is_none() && !self.job.only_large {
            self.drawn = self.pools.shortlisted(&self.job.drawn, &self.novelty.cover, SHORTLIST);
            let lacking = (CHOICE * (wanted + self.job.more)).saturating_sub(self.drawn.len());
            let starts: Vec<Vec<Concrete>> = self.job.starts.iter().chain(&self.job.drawn).cloned().collect();
            if lacking > 0 && !self.shared.stop.is_due() {
                let walked = self.pools.walked(self.shared.small, &starts, lacking);
                self.drawn.extend(walked);
            }
        }
        let near = self.near_misses(|near| &near.small, Kind::Diverse, wanted / 2);
        self.drawn.extend(near.left);
        self.take_diverse(wanted - near.chosen);
    }

    /// Chooses so many near misses, if there are.
    fn near_misses(&mut self, which: fn(&Near) -> &Vec<Miss>, kind: Kind, wanted: usize) -> Chosen {
        let misses = self.shared.near.get(&self.job.bucket).map(which).into_iter().flatten().filter(|_| wanted > 0);
        let mut near = Vec::new();
        for miss in misses {
            near.extend(self.pools.near(miss).map(|found| (miss.edit, found)));
        }
        let before = self.chosen.len();
        while self.chosen.len() < before + wanted {
            let Some(candidate) = self.novelty.take_near(&mut near, &mut self.edits) else { break };
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
            let Some(candidate) = self.novelty.take_of(first, second) else { return };
            self.choose(Kind::Diverse, candidate);
        }
    }

    fn large(&mut self) {
        let near = self.near_misses(|near| &near.large, Kind::Large, self.job.wanted.large / 2);
        let wanted = self.job.wanted.large - near.chosen;
        let (longer, others): (Vec<_>, Vec<_>) =
            near.left.into_iter().partition(|candidate| is_longer(self.shared.small, &candidate.pair));
        self.large.longer.extend(longer);
        self.large.others.extend(others);
        self.walk_far(CHOICE * wanted);
        // Sizes beyond the small scope are what these tests are for.
        while self.large.longer.len() < wanted && self.walks < MOST_LARGE * wanted && self.may_walk() {
            if self.large.longer.is_empty() && self.walks >= MOST_LARGE * wanted / 2 {
                self.build_longer();
            }
            self.walk_far(CHOICE * wanted);
        }
        self.take_large(wanted);
    }

    /// Starts for walks among longer pairs, where none led to any.
    fn build_longer(&mut self) {
        let Shared { problem, small, large, .. } = self.shared;
        let constructor = self.shared.constructor.get_or_init(|| Constructor::new(problem, small, large));
        if let Some(constructor) = constructor {
            let found = self.pools.built(constructor, small);
            self.large.longer.extend(found);
        }
    }

    fn may_walk(&self) -> bool {
        self.shared.random && !self.shared.stop.is_due()
    }

    fn walk_far(&mut self, number: usize) {
        if !self.may_walk() {
            return;
        }
        let mut starts = self.job.starts.clone();
        starts.extend(self.chosen.iter().map(|(_, candidate)| candidate.pair.clone()));
        // From what is large already it is not far to more of it.
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
            let Large { longer, others } = &mut self.large;
            let Some(candidate) = self.novelty.take(longer).or_else(|| self.novelty.take(others)) else { return };
            self.choose(Kind::Large, candidate);
        }
    }

    /// Chooses until there are so many: what is left over first, then more from the solver and by walking.
    fn top_up(&mut self, wanted: usize, session: Option<&mut Session<'_>>) -> Result<(), Failure> {
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

    /// So many tests more, in families as far as inputs with several correct outputs are found.
    fn in_families(
        &mut self,
        families: &Families<'_>,
        mut session: Option<&mut Session<'_>>,
        wanted: usize,
    ) -> Result<Vec<Draft>, Failure> {
        let (mut found, mut alone) = (Vec::new(), Vec::new());
        for _ in 0..wanted {
            if found.len() + 2 > wanted || self.shared.stop.is_due() {
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

    /// Chooses so many of those that are left over.
    fn take_left(&mut self, wanted: usize) {
        let all = self.chosen.len() + wanted;
        self.take_diverse(wanted);
        self.take_large(all - self.chosen.len());
    }

    /// What was chosen, as it is stored, replayed.
    fn drafts(&mut self) -> Result<Vec<Draft>, Failure> {
        let mut drafts = Vec::new();
        for (kind, candidate) in std::mem::take(&mut self.chosen) {
            let Candidate { pair, canonical, engine, shape, .. } = candidate;
            let shown = stored(self.shared.forms, &pair, kind, &mut self.pools.random);
            let replay = self.pools.replay;
            // A function that goes by the order of a set may say something else under other names.
            let pair = match replay.check_bucket(&shown, self.job.bucket) {
                Ok(()) => shown,
                Err(_) => {
                    replay.check_bucket(&pair, self.job.bucket)?;
                    pair
                }
            };
            let shape = shape.words();
            let proven = (kind == Kind::Smallest).then_some(self.proven);
            drafts.push(Draft { pair, canonical, engine, kind, proven, positive_kind: None, shape });
        }
        Ok(drafts)
    }

    fn reason(&self) -> String {
        let walks = match self.walks {
            0 => String::new(),
            // Without a large scope they were walks in the scope itself.
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
