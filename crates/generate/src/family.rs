//! Positive tests: functional or relational, the latter in families of one input with several correct outputs.

use std::collections::BTreeSet;

use decide::tests_of_bucket::other_outputs;
use decide::{DecideError as Failure, Session};
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::equality::plain;
use pairs::{Bucket, Concrete, Replay, is_beyond, is_positive};
use sample::Walker;

use crate::fill::Draft;
use crate::pools::Pools;
use suite::format::{Engine, Kind, PositiveKind};

/// Edits tried to find other outputs for an input.
const EDITS: usize = 400;
/// Tests that are added to one to make a family, at most.
const MEMBERS: usize = 3;
/// Outputs asked of the solver for each that is wanted: some may be equal to others up to renaming.
const CHOICE: usize = 4;

/// Pairs of one input, and what found them.
type Outputs = Vec<(Vec<Concrete>, Engine)>;

#[derive(Debug)]
pub struct Families<'a> {
    pub problem: &'a Problem,
    /// The small and the large one.
    pub scopes: [&'a Scope; 2],
    pub replay: &'a Replay<'a>,
    /// Whether outputs may be found by edits.
    pub walks: bool,
    pub bucket: Bucket,
}

impl Families<'_> {
    /// Whether edits find another correct output.
    pub fn is_relational(&self, pair: &[Concrete], random: &mut Rng) -> bool {
        !self.edited(pair, 1, random).is_empty()
    }

    /// Other correct outputs for the input of a pair, of both engines in turn; and whether its own is the only one. What is
    /// beyond the small scope may be known to be relational, and is never said to be functional.
    fn others(
        &self,
        session: Option<&Session<'_>>,
        pair: &[Concrete],
        most: usize,
        random: &mut Rng,
    ) -> Result<(Outputs, Option<PositiveKind>), Failure> {
        let mut exhausted = false;
        let mut solved = Vec::new();
        if let Some(session) = session.filter(|_| !is_beyond(self.problem, self.scopes[0], pair)) {
            let others = other_outputs(session, pair, most)?;
            exhausted = others.exhausted;
            solved.extend(others.pairs.iter().map(|other| (self.with_input_of(pair, other), Engine::Solver)));
            if solved.is_empty() && exhausted {
                return Ok((solved, Some(PositiveKind::Functional)));
            }
        }
        let mut all = Vec::new();
        // What the solver gave is all there is, if it says so.
        if self.walks && !exhausted && (most > 1 || solved.is_empty()) {
            let edited = self.edited(pair, most, random);
            all.extend(edited.into_iter().map(|pair| (pair, Engine::Random)));
        }
        for (position, other) in solved.into_iter().enumerate() {
            all.insert((2 * position + 1).min(all.len()), other);
        }
        let kind = (!all.is_empty()).then_some(PositiveKind::Relational);
        Ok((all, kind))
    }

    /// Says of each test whether its output is the only correct one, and finds further tests with the inputs of these, so
    /// many at most. The large and diverse ones come first.
    pub fn classify(
        &self,
        session: Option<&Session<'_>>,
        drafts: &mut [Draft],
        most: usize,
        pools: &mut Pools<'_>,
    ) -> Result<Vec<Draft>, Failure> {
        let mut found = Vec::new();
        for wanted in [Kind::Diverse, Kind::Large, Kind::Small, Kind::Smallest] {
            for draft in drafts.iter_mut().filter(|draft| draft.kind == wanted) {
                let more = MEMBERS.min(most - found.len());
                let (others, kind) = self.others(session, &draft.pair, (CHOICE * more).max(1), &mut pools.random)?;
                draft.positive_kind = kind;
                found.extend(self.members(draft, others, more, pools));
            }
        }
        Ok(found)
    }

    /// Tests of the bucket that these outputs make.
    fn members(&self, draft: &Draft, others: Outputs, most: usize, pools: &mut Pools<'_>) -> Vec<Draft> {
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
        members
    }

    /// The output of a pair with the input of another, which is the same but for orders that say nothing.
    fn with_input_of(&self, input: &[Concrete], output: &[Concrete]) -> Vec<Concrete> {
        let sides = self.replay.problem().predicate.iter().flat_map(|predicate| &predicate.params);
        let values = sides.zip(input.iter().zip(output));
        values.map(|(param, (from, to))| if param.side == Side::Input { from } else { to }.clone()).collect()
    }

    /// Other correct outputs, found by edits of the output, no two of which are equal.
    fn edited(&self, pair: &[Concrete], most: usize, random: &mut Rng) -> Vec<Vec<Concrete>> {
        let scope = self.scopes[usize::from(is_beyond(self.problem, self.scopes[0], pair))];
        let mut walker = Walker::new(self.replay, scope);
        let params = self.replay.problem().predicate.iter().flat_map(|predicate| &predicate.params).enumerate();
        let outputs: Vec<usize> =
            params.filter(|(_, param)| param.side == Side::Output).map(|(position, _)| position).collect();
        let form = |walker: &Walker<'_>, pair: &[Concrete]| -> Vec<Concrete> {
            walker.forms().sorted(pair).iter().map(plain).collect()
        };
        let mut known = BTreeSet::from([form(&walker, pair)]);
        let mut here = pair.to_vec();
        let mut found: Vec<Vec<Concrete>> = Vec::new();
        for _ in 0..EDITS {
            if found.len() == most {
                break;
            }
            let Some(edited) = walker.editor().edit_params(&here, &outputs, random) else { continue };
            if self.with_input_of(pair, &edited) != edited {
                continue;
            }
            let Some(bucket) = walker.judge().bucket(&edited) else { continue };
            if !is_positive(self.problem, bucket) {
                continue;
            }
            here.clone_from(&edited);
            if known.insert(form(&walker, &edited)) {
                found.push(edited);
            }
        }
        found
    }
}
