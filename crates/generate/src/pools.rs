//! Candidates for the tests of one bucket: from the solver, drawn, and walked to.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use decide::tests_of_bucket::{TestCounts as Counts, more_of, tests_of};
use decide::{DecideError as Failure, Session};
use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::bounds::{is_beyond, is_longer, most_elements};
use pairs::{Bucket, Concrete, Forms, Replay};
use sample::miss::Miss;
use sample::{Constructor, Walker, shrink};

use crate::choose::Candidate;
use crate::half_right::{Cover, Examiner, Shown};
use suite::format::Engine;
use suite::shape::Shape;

/// Steps of a walk to one candidate at the solver's scope, and in the large one.
const STEPS: usize = 150;
const LARGE_STEPS: usize = 400;
/// Times that longer pairs are built up before there are some, and how many of them are kept.
const MOST_ATTEMPTS: usize = 32;
const MOST_BUILT: usize = 8;
/// Drawn pairs that are made small, where the solver is not asked.
const MOST_SHRUNK: usize = 8;

/// Makes candidates for one bucket.
#[derive(Debug)]
pub struct Pools<'a> {
    pub problem: &'a Problem,
    pub replay: &'a Replay<'a>,
    pub forms: &'a Forms,
    pub bucket: Bucket,
    pub random: Rng,
    /// Canonical forms of all that was made so far.
    pub known: BTreeSet<Vec<Concrete>>,
    pub examiner: Examiner<'a>,
}

impl Pools<'_> {
    /// A candidate, unless the same was there before.
    pub fn candidate(&mut self, pair: Vec<Concrete>, engine: Engine) -> Option<Candidate> {
        self.like(pair, None, engine)
    }

    /// A near miss as a candidate.
    pub fn near(&mut self, miss: &Miss) -> Option<Candidate> {
        self.like(miss.pair.clone(), miss.of.as_deref(), Engine::Random)
    }

    fn like(&mut self, pair: Vec<Concrete>, right: Option<&[Concrete]>, engine: Engine) -> Option<Candidate> {
        let canonical = self.forms.canonical(&pair);
        if !self.known.insert(canonical.clone()) {
            return None;
        }
        let shape = Shape::of(self.problem, self.forms, &mut self.replay.judge(), &pair, self.bucket);
        let shown = self.examiner.shown(&pair, right);
        Some(Candidate { pair, canonical, engine, shape, shown })
    }

    fn candidates(&mut self, pairs: impl IntoIterator<Item = Vec<Concrete>>, engine: Engine) -> Vec<Candidate> {
        pairs.into_iter().filter_map(|pair| self.candidate(pair, engine)).collect()
    }

    /// Small ones, the smallest first, and diverse ones; and whether there are no others in the scope.
    pub fn solved(&mut self, session: &mut Session<'_>, counts: Counts, seed: u64) -> Result<Solved, Failure> {
        let tests = tests_of(session, self.bucket, counts, seed)?;
        let all = tests.small.len() + tests.diverse.len();
        Ok(Solved {
            exhausted: tests.exhausted.then_some(all),
            proven: tests.proven,
            small: self.candidates(tests.small, Engine::Solver),
            diverse: self.candidates(tests.diverse, Engine::Solver),
        })
    }

    /// More from the solver, beside all that is known; and how many there are in the scope, if these are all.
    pub fn more(
        &mut self,
        session: &mut Session<'_>,
        scope: &Scope,
        wanted: usize,
        seed: u64,
    ) -> Result<(Vec<Candidate>, Option<usize>), Failure> {
        let inside = |pair: &&Vec<Concrete>| !is_beyond(self.problem, scope, pair);
        let known: Vec<Vec<Concrete>> = self.known.iter().filter(inside).cloned().collect();
        let before = known.len();
        let tests = more_of(session, self.bucket, known, wanted, seed)?;
        let all = tests.exhausted.then_some(before + tests.diverse.len());
        Ok((self.candidates(tests.diverse, Engine::Solver), all))
    }

    /// Small ones from given pairs, without a solver, smallest first.
    pub fn shrunk(&mut self, scope: &Scope, starts: &[Vec<Concrete>], wanted: usize) -> Vec<Candidate> {
        let mut judge = self.replay.judge();
        let starts = starts.iter().take(MOST_SHRUNK);
        let mut small: Vec<Vec<Concrete>> =
            starts.map(|pair| shrink(scope, self.forms, &mut judge, pair, self.bucket)).collect();
        small.sort_by(|left, right| self.forms.compare(left, right));
        let Some(least) = small.first().cloned() else { return Vec::new() };
        // Beside the smallest there are others nearly as small.
        let mut walker = Walker::new(self.replay, scope);
        let size = walker.size(&least);
        for more in 0..2 * wanted {
            let target = size + u64::try_from(more % 3).unwrap_or(0);
            small.push(walker.walk(&least, self.bucket, target, STEPS, &mut self.random));
        }
        small.sort_by(|left, right| self.forms.compare(left, right));
        self.candidates(small, Engine::Random)
    }

    /// Of pairs that were drawn, so many that show most beside what is chosen.
    pub fn shortlisted(&mut self, pairs: &[Vec<Concrete>], cover: &Cover, most: usize) -> Vec<Candidate> {
        let mut seen = BTreeSet::new();
        let distinct = pairs.iter().filter(|pair| seen.insert(*pair));
        let mut left: Vec<(Shown, &Vec<Concrete>)> =
            distinct.map(|pair| (self.examiner.shown(pair, None), pair)).collect();
        let mut cover = cover.clone();
        let mut found = Vec::new();
        while found.len() < most {
            let worth = |shown: &Shown| (cover.gain(shown), cover.gain_of_twos(shown), cover.again(shown));
            let worths = left.iter().map(|(shown, _)| worth(shown)).enumerate();
            let Some((at, _)) = worths.max_by_key(|(at, worth)| (*worth, Reverse(*at))) else { break };
            let (shown, pair) = left.remove(at);
            if let Some(candidate) = self.candidate(pair.clone(), Engine::Random) {
                cover.choose(&shown);
                found.push(candidate);
            }
        }
        found
    }

    pub fn drawn(&mut self, pairs: &[Vec<Concrete>]) -> Vec<Candidate> {
        self.candidates(pairs.iter().cloned(), Engine::Random)
    }

    /// So many walks at a scope, to all sizes that it allows.
    pub fn walked(&mut self, scope: &Scope, starts: &[Vec<Concrete>], number: usize) -> Vec<Candidate> {
        let mut walker = Walker::new(self.replay, scope);
        let largest = most_elements(scope);
        let mut found = Vec::new();
        for start in starts.iter().cycle().take(if starts.is_empty() { 0 } else { number }) {
            let target = self.random.u64(0..=largest);
            found.push(walker.walk(start, self.bucket, target, STEPS, &mut self.random));
        }
        self.candidates(found, Engine::Random)
    }

    /// So many walks to pairs of the large scope that are not in the small one: those in which something is longer than
    /// the small scope allows, and the others. Those before count, so that all sizes are headed for in turn.
    pub fn large(&mut self, scopes: [&Scope; 2], starts: &[Vec<Concrete>], before: usize, number: usize) -> Large {
        let [small, large] = scopes;
        let mut walker = Walker::new(self.replay, large);
        let (from, to) = (most_elements(small), most_elements(large));
        let mut found = Large::default();
        // From half of what the small scope holds to five sixths of what the large one does: beyond, there are few.
        let (low, high) = (from / 2 + 1, (5 * to / 6).max(from / 2 + 2));
        for (walk, start) in starts.iter().cycle().take(if starts.is_empty() { 0 } else { number }).enumerate() {
            let target = low + (high - low) * ((before + walk) as u64 % 5) / 5 + self.random.u64(0..=(high - low) / 5);
            let pair = walker.walk(start, self.bucket, target, LARGE_STEPS, &mut self.random);
            let longer = is_longer(small, &pair);
            if longer || is_beyond(self.problem, small, &pair) {
                let pool = if longer { &mut found.longer } else { &mut found.others };
                pool.extend(self.candidate(pair, Engine::Random));
            }
        }
        found
    }

    /// Pairs that are longer than the small scope allows, built up instead of walked to.
    pub fn built(&mut self, constructor: &Constructor, small: &Scope) -> Vec<Candidate> {
        let mut judge = self.replay.judge();
        let mut found = Vec::new();
        for attempt in 0..MOST_ATTEMPTS {
            let pairs = constructor.construct(&mut judge, self.bucket, attempt % 2 == 0, &mut self.random);
            let longer = pairs.into_iter().filter(|pair| is_longer(small, pair)).take(MOST_BUILT);
            found.extend(self.candidates(longer, Engine::Random));
            if !found.is_empty() {
                break;
            }
        }
        found
    }
}

/// Candidates beyond the small scope.
#[derive(Debug, Default)]
pub struct Large {
    /// Something has more elements than the small scope allows.
    pub longer: Vec<Candidate>,
    /// With other numbers or more atoms.
    pub others: Vec<Candidate>,
}

/// What the solver gave.
#[derive(Debug)]
pub struct Solved {
    pub small: Vec<Candidate>,
    pub diverse: Vec<Candidate>,
    /// The first small one is proven to be the smallest.
    pub proven: bool,
    /// How many pairs there are in all, up to renaming, if these are all.
    pub exhausted: Option<usize>,
}
