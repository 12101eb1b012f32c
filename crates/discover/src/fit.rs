//! Which candidates explain which submissions, and a short list of those that explain most.
//!
//! First those that explain most submissions exactly, each of which is explained once; then those that explain most of what is
//! left. Candidates that explain the same are in the order of [`Candidate::rank`](crate::Candidate::rank).

use std::collections::BTreeSet;

use eval::Value;
use pairs::convert::values;

use crate::evidence::Evidence;
use crate::pool::{CandidateAnswer, CandidatePool};

/// At most this many proposals.
const MOST: usize = 12;
/// A part of what is unexplained that is too small to be worth a proposal: one in this many pairs.
const SMALLEST_PART: usize = 4;

/// How far a candidate explains a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Explained {
    NotAtAll,
    Partly,
    Exactly,
}

/// A candidate, and what it explains.
#[derive(Clone, Debug)]
pub struct ProposalFit {
    /// Its place in the pool.
    pub candidate: usize,
    /// For each unexplained submission, in the order of [`Explanations::unexplained`].
    pub explained: Vec<Explained>,
    /// The unexplained submissions for which it is proposed.
    pub members: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Explanations {
    /// The submissions of the evidence that no formula over the subproperties explains.
    pub unexplained: Vec<usize>,
    pub proposals: Vec<ProposalFit>,
    /// For each unexplained submission that no single proposal explains exactly, the numbers of those that do together; empty for
    /// the others.
    pub together: Vec<Vec<usize>>,
    /// For each unexplained submission, the candidates that explain it exactly, the preferred one first.
    pub exact: Vec<Vec<usize>>,
    /// How many candidates were tried.
    pub tried: usize,
}

/// What is to be explained about a submission.
struct Open {
    accepted: Vec<usize>,
    residue: Vec<usize>,
}

/// What a candidate explains: for each open submission the pairs of its residue for which it fails; `None` if it also fails for an
/// accepted one.
struct Fit {
    candidate: usize,
    parts: Vec<Option<BTreeSet<usize>>>,
}

/// Finds proposals. What `refused` says of a candidate leaves it out.
pub fn explain(evidence: &Evidence<'_>, pool: &CandidatePool, refused: &dyn Fn(usize) -> bool) -> Explanations {
    let submissions = &evidence.submissions;
    let unexplained: Vec<usize> =
        (0..submissions.len()).filter(|at| evidence.is_unexplained(&submissions[*at])).collect();
    let open: Vec<Open> = unexplained
        .iter()
        .map(|at| {
            let submission = &submissions[*at];
            let residue = evidence.residue(submission, &evidence.plain(submission));
            Open { accepted: submission.answered(true).collect(), residue }
        })
        .collect();
    let tried = pool.candidates.len();
    if open.is_empty() {
        return Explanations { tried, ..Explanations::default() };
    }
    let fits = fits(evidence, pool, &open, refused);
    let (proposals, together) = chosen(&fits, &open);
    let is_exact = |fit: &Fit, at: usize| explained(fit, at, &open[at]) == Explained::Exactly;
    let exact = (0..open.len())
        .map(|at| {
            let preferred =
                proposals.iter().filter(|one| one.explained[at] == Explained::Exactly).map(|one| one.candidate);
            let mut all: Vec<usize> = preferred.collect();
            let others = fits.iter().filter(|fit| is_exact(fit, at)).map(|fit| fit.candidate);
            for other in others {
                if !all.contains(&other) {
                    all.push(other);
                }
            }
            all
        })
        .collect();
    Explanations { unexplained, proposals, together, exact, tried }
}

fn explained(fit: &Fit, at: usize, open: &Open) -> Explained {
    match &fit.parts[at] {
        Some(part) if part.len() == open.residue.len() => Explained::Exactly,
        Some(part) if !part.is_empty() => Explained::Partly,
        _ => Explained::NotAtAll,
    }
}

/// Evaluates the candidates: first on accepted pairs, which leave few of them.
fn fits(evidence: &Evidence<'_>, pool: &CandidatePool, open: &[Open], refused: &dyn Fn(usize) -> bool) -> Vec<Fit> {
    let problem = evidence.problem;
    let given: Vec<Option<Vec<Value>>> = evidence.pairs.iter().map(|pair| values(problem, &pair.pair)).collect();
    let mut accepted: Vec<(usize, Vec<usize>)> = (0..given.len())
        .map(|pair| (pair, (0..open.len()).filter(|at| open[*at].accepted.contains(&pair)).collect()))
        .collect();
    let others: Vec<usize> = accepted.iter().filter(|(_, by)| by.is_empty()).map(|(pair, _)| *pair).collect();
    accepted.retain(|(_, by)| !by.is_empty());
    accepted.sort_by_key(|(pair, by)| (std::cmp::Reverse(by.len()), *pair));
    let mut runner = pool.runner();
    let mut found = Vec::new();
    for candidate in (0..pool.candidates.len()).filter(|candidate| !refused(*candidate)) {
        let mut alive = vec![true; open.len()];
        let mut answers = vec![None; given.len()];
        let mut ask = |pair: usize| {
            let answer = given[pair].as_ref().map_or(CandidateAnswer::Unusable, |own| runner.answer(candidate, own));
            answers[pair] = Some(answer);
            answer
        };
        let is_usable = accepted.iter().all(|(pair, by)| match ask(*pair) {
            CandidateAnswer::Holds => true,
            CandidateAnswer::Fails => {
                by.iter().for_each(|at| alive[*at] = false);
                alive.contains(&true)
            }
            CandidateAnswer::Unusable => false,
        });
        // No proposal raises.
        if !is_usable || others.iter().any(|pair| ask(*pair) == CandidateAnswer::Unusable) {
            continue;
        }
        let part = |at: usize| {
            let fails = |pair: &&usize| answers[**pair] == Some(CandidateAnswer::Fails);
            alive[at].then(|| open[at].residue.iter().filter(fails).copied().collect())
        };
        let parts: Vec<Option<BTreeSet<usize>>> = (0..open.len()).map(part).collect();
        if parts.iter().flatten().any(|part| !part.is_empty()) {
            found.push(Fit { candidate, parts });
        }
    }
    found
}

/// The proposals, and for each open submission those that explain it together, if no single one does.
fn chosen(fits: &[Fit], open: &[Open]) -> (Vec<ProposalFit>, Vec<Vec<usize>>) {
    let mut left: Vec<bool> = vec![true; open.len()];
    let mut used: Vec<&Fit> = Vec::new();
    let mut proposals = Vec::new();
    let proposal = |fit: &Fit, members: Vec<usize>| ProposalFit {
        candidate: fit.candidate,
        explained: (0..open.len()).map(|at| explained(fit, at, &open[at])).collect(),
        members,
    };
    while proposals.len() < MOST {
        let members = |fit: &Fit| -> Vec<usize> {
            (0..open.len()).filter(|at| left[*at] && explained(fit, *at, &open[*at]) == Explained::Exactly).collect()
        };
        let best = fits.iter().map(|fit| (fit, members(fit))).rev().max_by_key(|(_, members)| members.len());
        let Some((fit, members)) = best.filter(|(_, members)| !members.is_empty()) else { break };
        members.iter().for_each(|at| left[*at] = false);
        used.push(fit);
        proposals.push(proposal(fit, members));
    }
    let mut rest: Vec<BTreeSet<usize>> = open.iter().map(|open| open.residue.iter().copied().collect()).collect();
    for fit in &used {
        take(fit, &mut rest);
    }
    while proposals.len() < MOST {
        let gains = |fit: &Fit, at: usize| -> usize {
            let part = fit.parts[at].as_ref().filter(|_| left[at]);
            let gain = part.map_or(0, |part| part.intersection(&rest[at]).count());
            if gain * SMALLEST_PART >= open[at].residue.len() { gain } else { 0 }
        };
        let members = |fit: &Fit| -> Vec<usize> { (0..open.len()).filter(|at| gains(fit, *at) > 0).collect() };
        let weight = |fit: &Fit, members: &[usize]| -> usize { members.iter().map(|at| gains(fit, *at)).sum() };
        let all = fits.iter().map(|fit| (fit, members(fit)));
        let best = all.rev().max_by_key(|(fit, members)| (members.len(), weight(fit, members)));
        let Some((fit, members)) = best.filter(|(_, members)| !members.is_empty()) else { break };
        take(fit, &mut rest);
        used.push(fit);
        proposals.push(proposal(fit, members));
    }
    let helps = |fit: &Fit, at: usize| fit.parts[at].as_ref().is_some_and(|part| !part.is_empty());
    let together = |at: usize| -> Vec<usize> {
        let all = (0..used.len()).filter(|number| helps(used[*number], at));
        if left[at] && rest[at].is_empty() { all.collect() } else { Vec::new() }
    };
    let together = (0..open.len()).map(together).collect();
    (proposals, together)
}

/// Leaves out what a candidate explains.
fn take(fit: &Fit, rest: &mut [BTreeSet<usize>]) {
    for (rest, part) in rest.iter_mut().zip(&fit.parts) {
        if let Some(part) = part {
            rest.retain(|pair| !part.contains(pair));
        }
    }
}
