//! Families of positive tests: one input with several correct outputs.
//!
//! A common mistake in property-based testing is to compare the output with *the* correct one. Such a predicate is correct on
//! functional inputs, which have one correct output, and too strict on relational ones, which have several. A single positive
//! test does not show the difference, since the output may happen to be the one that the predicate computes. Two or more
//! correct outputs for the same input do: whichever the predicate computes, it rejects another.
//!
//! For inputs of the small scope the solver finds other outputs, or proves that there are none, which makes the test
//! functional. Beyond that scope, and if the solver gives up, random edits of the output find some; finding none proves
//! nothing, so such a test is never called functional.

use std::collections::BTreeSet;

use decide::tests_of_bucket::{is_functional, other_outputs};
use decide::{DecideError, Session};
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::equality::plain;
use pairs::{Bucket, Concrete, Replay, is_beyond, is_positive};
use sample::Walker;

use crate::fill::TestDraft;
use crate::pools::Pools;
use suite::format::{PositiveKind, TestKind, TestSource};

/// The number of edits that are tried to find other outputs for an input.
const EDITS: usize = 400;
/// The greatest number of tests that are added to one to make a family.
const MEMBERS: usize = 3;
/// The number of outputs that are asked of the solver for each one that is wanted: some are equal up to renaming.
const CHOICE: usize = 4;

/// Pairs with one input, and the engine that found each.
type Outputs = Vec<(Vec<Concrete>, TestSource)>;

#[derive(Debug)]
pub struct Families<'a> {
    pub problem: &'a Problem,
    /// The small and the large scope.
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

    /// Other correct outputs for the input of a pair, of both engines in turn; and whether the pair is functional or
    /// relational, if that is known. A pair beyond the small scope is never called functional.
    fn others(
        &self,
        session: Option<&Session<'_>>,
        pair: &[Concrete],
        most: usize,
        random: &mut Rng,
    ) -> Result<(Outputs, Option<PositiveKind>), DecideError> {
        let mut exhausted = false;
        let mut solved = Vec::new();
        if let Some(session) = session.filter(|_| !is_beyond(self.problem, self.scopes[0], pair)) {
            let others = other_outputs(session, pair, most)?;
            exhausted = others.exhausted;
            solved.extend(others.pairs.iter().map(|other| (self.with_input_of(pair, other), TestSource::Solver)));
            if solved.is_empty() && exhausted {
                return Ok((solved, Some(PositiveKind::Functional)));
            }
        }
        let mut all = Vec::new();
        // If the solver listed all outputs, there is nothing to search for.
        if self.walks && !exhausted && (most > 1 || solved.is_empty()) {
            let edited = self.edited(pair, most, random);
            all.extend(edited.into_iter().map(|pair| (pair, TestSource::Random)));
        }
        for (position, other) in solved.into_iter().enumerate() {
            all.insert((2 * position + 1).min(all.len()), other);
        }
        let kind = (!all.is_empty()).then_some(PositiveKind::Relational);
        Ok((all, kind))
    }

    /// Decides for each test whether it is functional or relational, and finds at most `most` further tests with the same
    /// inputs, first those of large and diverse tests.
    pub fn classify(
        &self,
        session: Option<&Session<'_>>,
        drafts: &mut [TestDraft],
        most: usize,
        pools: &mut Pools<'_>,
    ) -> Result<Vec<TestDraft>, DecideError> {
        let mut found = Vec::new();
        for wanted in [TestKind::Diverse, TestKind::Large, TestKind::Small, TestKind::Smallest] {
            for draft in drafts.iter_mut().filter(|draft| draft.kind == wanted) {
                let more = MEMBERS.min(most - found.len());
                let (others, kind) = self.others(session, &draft.pair, (CHOICE * more).max(1), &mut pools.random)?;
                draft.positive_kind = kind;
                found.extend(self.members(session, draft, others, more, pools)?);
            }
        }
        Ok(found)
    }

    /// The tests of the bucket with these outputs.
    fn members(
        &self,
        session: Option<&Session<'_>>,
        draft: &TestDraft,
        others: Outputs,
        most: usize,
        pools: &mut Pools<'_>,
    ) -> Result<Vec<TestDraft>, DecideError> {
        let mut members = Vec::new();
        let from_beyond = is_beyond(self.problem, self.scopes[0], &draft.pair);
        for (pair, engine) in others {
            if members.len() == most {
                break;
            }
            if self.replay.check_bucket(&pair, self.bucket).is_err() {
                // Correct, but in another positive bucket.
                continue;
            }
            let Some(candidate) = pools.candidate(pair, engine) else { continue };
            let beyond = is_beyond(self.problem, self.scopes[0], &candidate.pair);
            let kind = match draft.kind {
                _ if beyond => TestKind::Large,
                TestKind::Smallest | TestKind::Small => TestKind::Small,
                TestKind::Diverse | TestKind::Large => TestKind::Diverse,
            };
            // The pair that it was found from is another correct output, unless that is beyond the scope and this one is not.
            let positive_kind = match session {
                _ if beyond || !from_beyond => Some(PositiveKind::Relational),
                Some(session) => is_functional(session, &candidate.pair)?
                    .map(|functional| if functional { PositiveKind::Functional } else { PositiveKind::Relational }),
                None => None,
            };
            members.push(TestDraft {
                pair: candidate.pair,
                canonical: candidate.canonical,
                engine,
                kind,
                proven: None,
                positive_kind,
                shape: candidate.shape.words(),
            });
        }
        Ok(members)
    }

    /// The output of a pair with the input of another one, which differs only in orders that do not matter.
    fn with_input_of(&self, input: &[Concrete], output: &[Concrete]) -> Vec<Concrete> {
        let sides = self.replay.problem().predicate.iter().flat_map(|predicate| &predicate.params);
        let values = sides.zip(input.iter().zip(output));
        values.map(|(param, (from, to))| if param.side == Side::Input { from } else { to }.clone()).collect()
    }

    /// Other correct outputs, all different, found by edits of the output.
    fn edited(&self, pair: &[Concrete], most: usize, random: &mut Rng) -> Vec<Vec<Concrete>> {
        let scope = self.scopes[usize::from(is_beyond(self.problem, self.scopes[0], pair))];
        let mut walker = Walker::new(self.replay, scope);
        let params = self.replay.problem().predicate.iter().flat_map(|predicate| &predicate.params).enumerate();
        let outputs: Vec<usize> =
            params.filter(|(_, param)| param.side == Side::Output).map(|(position, _)| position).collect();
        let form = |walker: &Walker<'_>, pair: &[Concrete]| -> Vec<Concrete> {
            walker.structure().sorted(pair).iter().map(plain).collect()
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
            let Some(bucket) = walker.evaluator().bucket(&edited) else { continue };
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
