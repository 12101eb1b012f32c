//! Positive tests: functional or relational, the latter in families of one input with several correct outputs.

use std::collections::BTreeMap;

use compile::Concrete;
use engine::tests_of_bucket::other_outputs;
use engine::{Failure, Session};
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::{Bucket, Judged, Replay};
use random::Walker;
use random::edits::Lean;

use crate::fill::Draft;
use crate::format::{Engine, Kind, PositiveKind, Test};
use crate::lattice::is_positive;
use crate::pools::{Pools, is_beyond};
use crate::render::{family_id, input_text};

/// Edits tried to find other outputs for an input.
const EDITS: usize = 400;
/// Tests that are added to one to make a family.
const MEMBERS: usize = 2;
/// Outputs asked of the solver for each that is wanted: some may be equal to others up to renaming.
const CHOICE: usize = 4;

/// Gives the positive tests of a bucket that have one input the name of their family, and no other test one. A functional
/// test is in none: the others of its input are beyond the scope.
pub fn gather(tests: &mut [Test]) {
    let in_family = |test: &Test| test.expect && test.positive_kind != Some(PositiveKind::Functional);
    let mut inputs: BTreeMap<String, usize> = BTreeMap::new();
    for test in tests.iter().filter(|test| in_family(test)) {
        *inputs.entry(input_text(test)).or_default() += 1;
    }
    for test in tests {
        let input = input_text(test);
        let several = in_family(test) && inputs.get(&input).is_some_and(|number| *number > 1);
        test.family = several.then(|| family_id(&input));
        if several {
            test.positive_kind = Some(PositiveKind::Relational);
        }
    }
}

#[derive(Debug)]
pub struct Families<'a, 'p> {
    pub problem: &'a Problem,
    /// The small and the large one.
    pub scopes: [&'a Scope; 2],
    pub replay: &'a Replay<'a>,
    pub session: Option<&'a Session<'p>>,
    /// Whether outputs may be found by edits.
    pub walks: bool,
    pub bucket: Bucket,
}

impl Families<'_, '_> {
    /// Says of each test whether its output is the only correct one. What is beyond the small scope may be known to be
    /// relational, and is never said to be functional.
    pub fn classify(&self, drafts: &mut [Draft], random: &mut Rng) -> Result<(), Failure> {
        for draft in drafts {
            draft.positive_kind = self.kind(&draft.pair, random)?;
        }
        Ok(())
    }

    pub fn kind(&self, pair: &[Concrete], random: &mut Rng) -> Result<Option<PositiveKind>, Failure> {
        if let Some(session) = self.session.filter(|_| !is_beyond(self.problem, self.scopes[0], pair)) {
            let others = other_outputs(session, pair, 1)?;
            return Ok(match (others.pairs.is_empty(), others.exhausted) {
                (true, true) => Some(PositiveKind::Functional),
                (true, false) => None,
                (false, _) => Some(PositiveKind::Relational),
            });
        }
        let others = if self.walks { self.edited(pair, 1, false, random) } else { Vec::new() };
        Ok((!others.is_empty()).then_some(PositiveKind::Relational))
    }

    /// More tests with inputs of these, so many at most. The large and diverse ones come first.
    pub fn members(&self, drafts: &[Draft], most: usize, pools: &mut Pools<'_>) -> Result<Vec<Draft>, Failure> {
        let mut found = Vec::new();
        for wanted in [Kind::Diverse, Kind::Large, Kind::Small, Kind::Smallest] {
            for draft in drafts.iter().filter(|draft| draft.kind == wanted) {
                if draft.positive_kind != Some(PositiveKind::Relational) || found.len() >= most {
                    continue;
                }
                let members = self.members_of(draft, MEMBERS.min(most - found.len()), pools)?;
                found.extend(members);
            }
        }
        Ok(found)
    }

    fn members_of(&self, draft: &Draft, most: usize, pools: &mut Pools<'_>) -> Result<Vec<Draft>, Failure> {
        let mut others: Vec<(Vec<Concrete>, Engine)> = Vec::new();
        if self.walks {
            let edited = self.edited(&draft.pair, CHOICE * most, true, &mut pools.random);
            others.extend(edited.into_iter().map(|pair| (pair, Engine::Random)));
        }
        if let Some(session) = self.session.filter(|_| !is_beyond(self.problem, self.scopes[0], &draft.pair)) {
            let solved = other_outputs(session, &draft.pair, CHOICE * most)?;
            // Of both engines in turn.
            for (position, pair) in solved.pairs.into_iter().enumerate() {
                let at = (2 * position + 1).min(others.len());
                others.insert(at, (self.with_input_of(&draft.pair, &pair), Engine::Solver));
            }
        }
        let mut members = Vec::new();
        for (pair, engine) in others {
            if members.len() == most {
                break;
            }
            if self.replay.check_bucket(&pair, self.bucket).is_err() {
                // Correct, and in another positive bucket.
                continue;
            }
            let Some(candidate) = pools.candidate(pair, engine) else { continue };
            let beyond = is_beyond(self.problem, self.scopes[0], &candidate.pair);
            let kind = match draft.kind {
                _ if beyond => Kind::Large,
                Kind::Smallest | Kind::Small => Kind::Small,
                Kind::Diverse | Kind::Large => Kind::Diverse,
            };
            members.push(Draft {
                pair: candidate.pair,
                canonical: candidate.canonical,
                engine,
                kind,
                proven: None,
                positive_kind: Some(PositiveKind::Relational),
                shape: candidate.shape.words(),
            });
        }
        Ok(members)
    }

    /// The output of a pair with the input of another, which is the same but for orders that say nothing.
    fn with_input_of(&self, input: &[Concrete], output: &[Concrete]) -> Vec<Concrete> {
        let sides = self.replay.problem().predicate.iter().flat_map(|predicate| &predicate.params);
        let values = sides.zip(input.iter().zip(output));
        values.map(|(param, (from, to))| if param.side == Side::Input { from } else { to }.clone()).collect()
    }

    /// Other correct outputs, found by edits of the output; in the same bucket, or in any positive one.
    fn edited(&self, pair: &[Concrete], most: usize, same_bucket: bool, random: &mut Rng) -> Vec<Vec<Concrete>> {
        let scope = self.scopes[usize::from(is_beyond(self.problem, self.scopes[0], pair))];
        let mut walker = Walker::new(self.replay, scope);
        let original = walker.forms().sorted(pair);
        let mut here = pair.to_vec();
        let mut found: Vec<Vec<Concrete>> = Vec::new();
        for _ in 0..EDITS {
            if found.len() == most {
                break;
            }
            let Some(edited) = walker.editor().edit_one_place(&here, Lean::Either, random) else { continue };
            if self.with_input_of(pair, &edited) != edited {
                continue;
            }
            let Judged::In(bucket) = walker.judge().judge(&edited) else { continue };
            let fits = if same_bucket { bucket == self.bucket } else { is_positive(self.problem, bucket) };
            if !fits {
                continue;
            }
            here.clone_from(&edited);
            if walker.forms().sorted(&edited) != original && !found.contains(&edited) {
                found.push(edited);
            }
        }
        found
    }
}
