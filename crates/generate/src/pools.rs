//! Candidates for the tests of one bucket, from every source there is.
//!
//! No single source suffices. The solver finds the smallest pair and proves it so, and it reaches every bucket however
//! sparse; but the pairs that it finds next resemble each other, and it is confined to the small scope. Sampling is fast and
//! unbiased, but misses sparse buckets. Walks start from pairs of the other sources and reach the large scope, where there is
//! no circuit. If no walk leads to longer pairs, they are built part by part. Near misses come from correct pairs
//! ([`crate::near`]).
//!
//! All sources yield the same thing: a [`TestCandidate`] with its shape and the mutants that it exposes, so that
//! [`crate::choose`] compares candidates regardless of where they come from. `known` holds the canonical forms of all
//! candidates so far, so no pair is considered twice, up to renaming.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use decide::tests_of_bucket::{TestCounts, more_of, tests_of};
use decide::{DecideError, Session};
use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::bounds::{is_beyond, is_longer, most_elements};
use pairs::{Bucket, Concrete, PairStructure, Replay};
use sample::near_miss::NearMiss;
use sample::{PairConstructor, Walker, shrink};

use crate::choose::TestCandidate;
use crate::exposure::{Examiner, Exposed, MutantCoverage};
use suite::format::TestSource;
use suite::shape::PairShape;

/// The number of steps of a walk in the small scope, and in the large one.
const STEPS: usize = 150;
const LARGE_STEPS: usize = 400;
/// The greatest number of attempts to build longer pairs, and of pairs that are kept.
const MOST_ATTEMPTS: usize = 32;
const MOST_BUILT: usize = 8;
/// The number of drawn pairs that are shrunk if there is no solver.
const MOST_SHRUNK: usize = 8;

/// Makes candidates for one bucket.
#[derive(Debug)]
pub struct Pools<'a> {
    pub problem: &'a Problem,
    pub replay: &'a Replay<'a>,
    pub structure: &'a PairStructure,
    pub bucket: Bucket,
    pub random: Rng,
    /// The canonical forms of all candidates so far.
    pub known: BTreeSet<Vec<Concrete>>,
    pub examiner: Examiner<'a>,
}

impl Pools<'_> {
    /// A candidate, unless the pair is known.
    pub fn candidate(&mut self, pair: Vec<Concrete>, engine: TestSource) -> Option<TestCandidate> {
        self.candidate_with(pair, None, None, engine)
    }

    /// A near miss as a candidate.
    pub fn near(&mut self, miss: &NearMiss) -> Option<TestCandidate> {
        self.candidate_with(miss.pair.clone(), miss.original.as_deref(), None, TestSource::Random)
    }

    /// `correct`: a correct pair with the same input. `exposed`: the mutants that the pair exposes, if that is known.
    fn candidate_with(
        &mut self,
        pair: Vec<Concrete>,
        correct: Option<&[Concrete]>,
        exposed: Option<Exposed>,
        engine: TestSource,
    ) -> Option<TestCandidate> {
        let canonical = self.structure.canonical(&pair);
        if !self.known.insert(canonical.clone()) {
            return None;
        }
        let shape = PairShape::of(self.problem, self.structure, &mut self.replay.evaluator(), &pair, self.bucket);
        let exposed = exposed.unwrap_or_else(|| self.examiner.exposed(&pair, correct));
        Some(TestCandidate { pair, canonical, engine, shape, exposed })
    }

    fn candidates(&mut self, pairs: impl IntoIterator<Item = Vec<Concrete>>, engine: TestSource) -> Vec<TestCandidate> {
        pairs.into_iter().filter_map(|pair| self.candidate(pair, engine)).collect()
    }

    /// Candidates from the solver: small ones, the smallest first, and diverse ones.
    pub fn solved(
        &mut self,
        session: &mut Session<'_>,
        counts: TestCounts,
        seed: u64,
    ) -> Result<SolverCandidates, DecideError> {
        let tests = tests_of(session, self.bucket, counts, seed)?;
        let all = tests.small.len() + tests.diverse.len();
        Ok(SolverCandidates {
            exhausted: tests.exhausted.then_some(all),
            proven: tests.proven,
            small: self.candidates(tests.small, TestSource::Solver),
            diverse: self.candidates(tests.diverse, TestSource::Solver),
        })
    }

    /// More candidates from the solver, different from all known ones; and the number of pairs in the scope, if these are
    /// all.
    pub fn more(
        &mut self,
        session: &mut Session<'_>,
        scope: &Scope,
        wanted: usize,
        seed: u64,
    ) -> Result<(Vec<TestCandidate>, Option<usize>), DecideError> {
        let inside = |pair: &&Vec<Concrete>| !is_beyond(self.problem, scope, pair);
        let known: Vec<Vec<Concrete>> = self.known.iter().filter(inside).cloned().collect();
        let before = known.len();
        let tests = more_of(session, self.bucket, known, wanted, seed)?;
        let all = tests.exhausted.then_some(before + tests.diverse.len());
        Ok((self.candidates(tests.diverse, TestSource::Solver), all))
    }

    /// Small candidates from given pairs without a solver, smallest first.
    pub fn shrunk(&mut self, scope: &Scope, starts: &[Vec<Concrete>], wanted: usize) -> Vec<TestCandidate> {
        let mut evaluator = self.replay.evaluator();
        let starts = starts.iter().take(MOST_SHRUNK);
        let mut small: Vec<Vec<Concrete>> =
            starts.map(|pair| shrink(scope, self.structure, &mut evaluator, pair, self.bucket)).collect();
        small.sort_by(|left, right| self.structure.compare(left, right));
        let Some(least) = small.first().cloned() else { return Vec::new() };
        // Near the smallest pair there are others of nearly the same size.
        let mut walker = Walker::new(self.replay, scope);
        let size = walker.size(&least);
        for more in 0..2 * wanted {
            let target = size + u64::try_from(more % 3).unwrap_or(0);
            small.push(walker.walk(&least, self.bucket, target, STEPS, &mut self.random));
        }
        small.sort_by(|left, right| self.structure.compare(left, right));
        self.candidates(small, TestSource::Random)
    }

    /// At most `most` of the drawn pairs: those that expose the most mutants that are not yet covered.
    pub fn shortlisted(&mut self, pairs: &[Vec<Concrete>], cover: &MutantCoverage, most: usize) -> Vec<TestCandidate> {
        let mut seen = BTreeSet::new();
        let distinct = pairs.iter().filter(|pair| seen.insert(*pair));
        let mut left: Vec<(Exposed, &Vec<Concrete>)> =
            distinct.map(|pair| (self.examiner.exposed(pair, None), pair)).collect();
        let mut cover = cover.clone();
        let mut found = Vec::new();
        while found.len() < most {
            let worth = |exposed: &Exposed| {
                (cover.newly_exposed(exposed), cover.newly_exposed_pairs(exposed), cover.rarity(exposed))
            };
            let worths = left.iter().map(|(exposed, _)| worth(exposed)).enumerate();
            let Some((at, _)) = worths.max_by_key(|(at, worth)| (*worth, Reverse(*at))) else { break };
            let (exposed, pair) = left.remove(at);
            if let Some(candidate) = self.candidate_with(pair.clone(), None, Some(exposed), TestSource::Random) {
                cover.choose(&candidate.exposed);
                found.push(candidate);
            }
        }
        found
    }

    /// Drawn pairs as candidates.
    pub fn drawn(&mut self, pairs: &[Vec<Concrete>]) -> Vec<TestCandidate> {
        self.candidates(pairs.iter().cloned(), TestSource::Random)
    }

    /// Walks in a scope to random sizes that it allows.
    pub fn walked(&mut self, scope: &Scope, starts: &[Vec<Concrete>], number: usize) -> Vec<TestCandidate> {
        let mut walker = Walker::new(self.replay, scope);
        let largest = most_elements(scope);
        let mut found = Vec::new();
        for start in starts.iter().cycle().take(if starts.is_empty() { 0 } else { number }) {
            let target = self.random.u64(0..=largest);
            found.push(walker.walk(start, self.bucket, target, STEPS, &mut self.random));
        }
        self.candidates(found, TestSource::Random)
    }

    /// Walks to pairs of the large scope that are not in the small one. `before` is the number of earlier walks, so that all
    /// sizes are targets in turn.
    pub fn large(
        &mut self,
        scopes: [&Scope; 2],
        starts: &[Vec<Concrete>],
        before: usize,
        number: usize,
    ) -> LargeCandidates {
        let [small, large] = scopes;
        let mut walker = Walker::new(self.replay, large);
        let (from, to) = (most_elements(small), most_elements(large));
        let mut found = LargeCandidates::default();
        // From half the elements of the small scope to five sixths of those of the large one; there are few pairs beyond.
        let (low, high) = (from / 2 + 1, (5 * to / 6).max(from / 2 + 2));
        for (walk, start) in starts.iter().cycle().take(if starts.is_empty() { 0 } else { number }).enumerate() {
            let target = low + (high - low) * ((before + walk) as u64 % 5) / 5 + self.random.u64(0..=(high - low) / 5);
            let pair = walker.walk(start, self.bucket, target, LARGE_STEPS, &mut self.random);
            let longer = is_longer(small, &pair);
            if longer || is_beyond(self.problem, small, &pair) {
                let pool = if longer { &mut found.longer } else { &mut found.others };
                pool.extend(self.candidate(pair, TestSource::Random));
            }
        }
        found
    }

    /// Candidates that are longer than the small scope allows, built part by part.
    pub fn built(&mut self, constructor: &PairConstructor, small: &Scope) -> Vec<TestCandidate> {
        let mut evaluator = self.replay.evaluator();
        let mut found = Vec::new();
        for attempt in 0..MOST_ATTEMPTS {
            let pairs = constructor.construct(&mut evaluator, self.bucket, attempt % 2 == 0, &mut self.random);
            let longer = pairs.into_iter().filter(|pair| is_longer(small, pair)).take(MOST_BUILT);
            found.extend(self.candidates(longer, TestSource::Random));
            if !found.is_empty() {
                break;
            }
        }
        found
    }
}

/// Candidates beyond the small scope.
#[derive(Debug, Default)]
pub struct LargeCandidates {
    /// Candidates in which something has more elements than the small scope allows.
    pub longer: Vec<TestCandidate>,
    /// Candidates with other numbers or more atoms.
    pub others: Vec<TestCandidate>,
}

/// Candidates from the solver.
#[derive(Debug)]
pub struct SolverCandidates {
    pub small: Vec<TestCandidate>,
    pub diverse: Vec<TestCandidate>,
    /// The first small candidate is proven to be the smallest pair of the bucket.
    pub proven: bool,
    /// The number of pairs of the bucket in the scope, up to renaming, if these are all.
    pub exhausted: Option<usize>,
}
