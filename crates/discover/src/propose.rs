//! From evidence to proposals: candidates that explain most, each with its name and what the solver says about it.
//!
//! What may raise within the scope, depends on an order that Python leaves open, or equals a subproperty is refused, and the
//! search begins again without it.

use std::collections::BTreeSet;

use lang::problem::{Problem, PropertyKind};
use pairs::{Bucket, SubpropertySet};

use crate::candidate::{Candidate, CandidateOrigin};
use crate::evidence::Evidence;
use crate::fit::{Explained, Explanations, ProposalFit, explain};
use crate::pool::CandidatePool;
use crate::proposal::{Proposal, with_proposal};
use crate::relations::{Relations, relations};
use crate::shapes;

/// How many candidates may be refused.
const MOST_REFUSED: usize = 40;

/// A proposal with everything that is known about it.
#[derive(Debug)]
pub struct Proposed {
    pub proposal: Proposal,
    pub origin: CandidateOrigin,
    /// Its place in the pool.
    pub candidate: usize,
    /// For each unexplained submission.
    pub explained: Vec<Explained>,
    /// The unexplained submissions for which it is proposed.
    pub members: Vec<usize>,
    pub relations: Relations,
    /// The problem file with it.
    pub text: String,
}

#[derive(Debug, Default)]
pub struct Proposals {
    pub list: Vec<Proposed>,
    pub explanations: Explanations,
}

impl Proposed {
    pub fn count(&self, how: Explained) -> usize {
        self.explained.iter().filter(|explained| **explained == how).count()
    }
}

/// The proposals for some evidence. `refused` collects candidates that cannot be subproperties.
pub fn propose(evidence: &Evidence<'_>, pool: &CandidatePool, refused: &mut BTreeSet<usize>) -> Proposals {
    let mut known: Vec<(usize, Relations)> = Vec::new();
    loop {
        let is_over = refused.len() > MOST_REFUSED;
        let is_known = |candidate: usize| known.iter().any(|(other, _)| *other == candidate);
        let is_refused = |candidate: usize| refused.contains(&candidate) || is_over && !is_known(candidate);
        let explanations = explain(evidence, pool, &is_refused);
        let mut fresh = false;
        for fit in &explanations.proposals {
            if known.iter().any(|(candidate, _)| *candidate == fit.candidate) {
                continue;
            }
            match decided(evidence.problem, &pool.candidates[fit.candidate]) {
                Some(found) => known.push((fit.candidate, found)),
                None => {
                    refused.insert(fit.candidate);
                    fresh = true;
                }
            }
        }
        if !fresh {
            let mut taken = BTreeSet::new();
            let list = explanations.proposals.iter().filter_map(|fit| {
                let (_, relations) = known.iter().find(|(candidate, _)| *candidate == fit.candidate)?;
                let named = proposed(evidence, pool, &explanations, fit, relations, &taken)?;
                taken.insert(named.proposal.name.clone());
                Some(named)
            });
            let list = list.collect();
            return Proposals { list, explanations };
        }
    }
}

/// What the solver says about a candidate; `None` if it cannot be a proposal.
fn decided(problem: &Problem, candidate: &Candidate) -> Option<Relations> {
    let proposal = Proposal::new(problem, candidate, (&[], &[]), &BTreeSet::new());
    let text = with_proposal(problem, &proposal).ok()?;
    let found = relations(problem, &proposal, &text, candidate.of).ok()??;
    found.equals.is_none().then_some(found)
}

fn proposed(
    evidence: &Evidence<'_>,
    pool: &CandidatePool,
    explanations: &Explanations,
    fit: &ProposalFit,
    relations: &Relations,
    taken: &BTreeSet<String>,
) -> Option<Proposed> {
    let (problem, candidate) = (evidence.problem, &pool.candidates[fit.candidate]);
    let (instead_of, stricter_than) = stands_for(evidence, explanations, fit, candidate, relations);
    let proposal = Proposal::new(problem, candidate, (&instead_of, &stricter_than), taken);
    let text = with_proposal(problem, &proposal).ok()?;
    Some(Proposed {
        proposal,
        origin: candidate.origin,
        candidate: fit.candidate,
        explained: fit.explained.clone(),
        members: fit.members.clone(),
        relations: relations.clone(),
        text,
    })
}

/// The required subproperties that a proposal is mistaken for, and those that it makes too strict.
fn stands_for(
    evidence: &Evidence<'_>,
    explanations: &Explanations,
    fit: &ProposalFit,
    candidate: &Candidate,
    relations: &Relations,
) -> (Vec<usize>, Vec<usize>) {
    let properties = &evidence.problem.subproperties;
    let is_required =
        |position: &usize| properties.get(*position).is_some_and(|property| property.kind == PropertyKind::Required);
    let own: Vec<usize> = candidate.of.into_iter().filter(is_required).collect();
    if !relations.follows_from_correctness {
        let implied = || relations.implies.iter().copied().filter(is_required).collect();
        return (Vec::new(), if own.is_empty() { implied() } else { own });
    }
    if !own.is_empty() {
        return (own, Vec::new());
    }
    // What some member does not check, and the proposal tells apart where as little else as possible fails.
    let last = properties.len();
    let required = |bucket: &Bucket| -> SubpropertySet { bucket.failing().iter().filter(is_required).collect() };
    let rejects = |position: &usize| {
        let with: Vec<(SubpropertySet, bool)> = relations
            .buckets
            .iter()
            .filter(|bucket| bucket.fails(*position))
            .map(|bucket| (required(bucket), bucket.fails(last)))
            .collect();
        let is_least =
            |fails: &SubpropertySet| !with.iter().any(|(other, _)| other != fails && other.is_subset(*fails));
        with.iter().any(|(fails, rejected)| *rejected && is_least(fails))
    };
    let is_unchecked = |position: &usize| {
        fit.members.iter().any(|member| {
            let submission = &evidence.submissions[explanations.unexplained[*member]];
            submission.answered(true).any(|pair| evidence.pairs[pair].bucket.fails(*position))
        })
    };
    let all = (0..properties.len()).filter(is_required).filter(rejects).filter(is_unchecked);
    (all.collect(), Vec::new())
}

/// The named shapes of a problem that are none of its subproperties, for its author to choose from.
pub fn named_shapes(problem: &Problem, pool: &CandidatePool, most: usize) -> Vec<Proposed> {
    let mut found: Vec<Proposed> = Vec::new();
    let mut taken = BTreeSet::new();
    let is_required = |position: &usize| problem.subproperties[*position].kind == PropertyKind::Required;
    let all = pool.candidates.iter().enumerate();
    // Of the parts of a tuple or record, too many combinations are nobody's mistake.
    let is_plain =
        |candidate: &Candidate| candidate.origin == CandidateOrigin::Shape && !candidate.text("shape").contains("[one");
    for (number, candidate) in all.filter(|(_, candidate)| is_plain(candidate)) {
        if found.len() >= most {
            break;
        }
        let Some(relations) = decided(problem, candidate) else { continue };
        // What holds for every pair, or for none, is no mistake that anyone makes; what implies correctness demands more than that.
        let last = problem.subproperties.len();
        let (fails, holds) = (
            relations.buckets.iter().any(|bucket| bucket.fails(last)),
            relations.buckets.iter().any(|bucket| !bucket.fails(last)),
        );
        let is_known = found.iter().any(|other| other.relations.buckets == relations.buckets);
        let is_weaker = relations.implied_by.iter().any(is_required) || relations.follows_from_correctness;
        let is_stricter = relations.implies.iter().any(is_required) && candidate.slug != shapes::EMPTY.slug;
        let is_related = is_weaker || is_stricter || candidate.slug == shapes::NOT_EMPTY.slug;
        if !fails || !holds || is_known || !is_related {
            continue;
        }
        let implied: Vec<usize> =
            if relations.follows_from_correctness { Vec::new() } else { relations.implies.clone() };
        let stricter: Vec<usize> = implied.into_iter().filter(is_required).collect();
        let instead: Vec<usize> = if relations.follows_from_correctness {
            relations.implied_by.iter().copied().filter(is_required).collect()
        } else {
            Vec::new()
        };
        let proposal = Proposal::new(problem, candidate, (&instead, &stricter), &taken);
        let Ok(text) = with_proposal(problem, &proposal) else { continue };
        taken.insert(proposal.name.clone());
        found.push(Proposed {
            proposal,
            origin: candidate.origin,
            candidate: number,
            explained: Vec::new(),
            members: Vec::new(),
            relations,
            text,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use lang::load::{Mode, load};
    use lang::source::Source;
    use pairs::convert::values;

    use super::*;
    use crate::evidence::{EvidencePair, ObservedSubmission};

    type TestPredicate = fn(&[i64], &[i64]) -> bool;

    const PROBLEM: &str = r#""""Keep what is not too large."""
from typing import NewType
from custodiet import Input, Output, scope, subproperty

N = NewType("N", int)

def is_valid(items: Input[list[N]], kept: Output[list[N]]) -> bool: ...

scope(N=range(3), items=2, kept=2)

@subproperty
def subset(items, kept):
    """Whatever is kept was there."""
    return all(item in items for item in kept)

@subproperty
def ascending(kept):
    """What is kept ascends."""
    return all(a <= b for a, b in zip(kept, kept[1:]))
"#;

    fn problem() -> Problem {
        let loaded = load(Source::new("keep.py", PROBLEM), Mode::Problem);
        assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
        loaded.problem
    }

    /// All pairs of lists of at most two numbers below three, and what a predicate says of each.
    fn evidence<'p>(problem: &'p Problem, predicates: &[TestPredicate]) -> Evidence<'p> {
        let lists: Vec<Vec<i64>> = std::iter::once(Vec::new())
            .chain((0..3).map(|a| vec![a]))
            .chain((0..3).flat_map(|a| (0..3).map(move |b| vec![a, b])))
            .collect();
        let concrete =
            |list: &[i64]| pairs::Concrete::List(list.iter().map(|one| pairs::Concrete::Int(*one)).collect());
        let replay = decide::Replay::new(problem);
        let mut evaluator = replay.evaluator();
        let (mut found, mut accepts) = (Vec::new(), vec![Vec::new(); predicates.len()]);
        for (items, kept) in lists.iter().flat_map(|items| lists.iter().map(move |kept| (items, kept))) {
            let pair = vec![concrete(items), concrete(kept)];
            let bucket = evaluator.bucket(&pair).expect("no function raises");
            found.push(EvidencePair { pair, bucket });
            for (predicate, accepts) in predicates.iter().zip(&mut accepts) {
                accepts.push(Some(predicate(items, kept)));
            }
        }
        let named = accepts.into_iter().enumerate();
        let submissions = named.map(|(at, accepts)| ObservedSubmission { name: at.to_string(), accepts }).collect();
        Evidence { problem, pairs: found, submissions }
    }

    fn proposals(problem: &Problem, evidence: &Evidence<'_>) -> Proposals {
        let models: Vec<_> = evidence.pairs.iter().filter_map(|pair| values(problem, &pair.pair)).collect();
        propose(evidence, &CandidatePool::new(problem, &models), &mut BTreeSet::new())
    }

    #[test]
    fn a_length_is_proposed_for_those_who_compare_lengths() {
        let problem = problem();
        let evidence = evidence(
            &problem,
            &[
                |items, kept| items.len() == kept.len(),
                |items, kept| items.len() == kept.len() && kept.is_sorted(),
                |items, kept| kept.iter().all(|one| items.contains(one)) && kept.is_sorted(),
            ],
        );
        let found = proposals(&problem, &evidence);
        assert_eq!(found.explanations.unexplained, [0, 1]);
        let [one] = &found.list[..] else { panic!("{:?}", found.list) };
        assert_eq!((&*one.proposal.name, one.count(Explained::Exactly)), ("same_length", 2));
        assert!(one.proposal.source.contains("return len(items) == len(kept)"), "{}", one.proposal.source);
        assert!(one.text.contains("from custodiet import error_subproperty\n"));
        assert!(!one.relations.follows_from_correctness);
    }

    #[test]
    fn a_mistake_in_a_bound_is_stricter_than_the_subproperty() {
        let problem = problem();
        let evidence = evidence(&problem, &[|_, kept| kept.windows(2).all(|two| two[0] < two[1])]);
        let found = proposals(&problem, &evidence);
        let [one] = &found.list[..] else { panic!("{:?}", found.list) };
        assert_eq!(one.explained, [Explained::Exactly]);
        assert!(!one.relations.follows_from_correctness);
    }

    #[test]
    fn two_mistakes_are_explained_together() {
        let problem = problem();
        let evidence = evidence(
            &problem,
            &[
                |items, kept| items.len() == kept.len(),
                |items, _| !items.is_empty(),
                |items, kept| items.len() == kept.len() && !items.is_empty(),
            ],
        );
        let found = proposals(&problem, &evidence);
        let names: Vec<&str> = found.list.iter().map(|one| &*one.proposal.name).collect();
        assert!(names.contains(&"same_length") && names.contains(&"not_empty"), "{names:?}");
        assert_eq!(found.explanations.together[2].len(), 2);
    }

    #[test]
    fn nothing_is_proposed_for_formulas_over_the_subproperties() {
        let problem = problem();
        let evidence = evidence(&problem, &[|_, kept| kept.is_sorted(), |_, _| true, |_, _| false]);
        let found = proposals(&problem, &evidence);
        assert!(found.list.is_empty() && found.explanations.unexplained.is_empty());
    }
}
