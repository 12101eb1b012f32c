//! Compares what the solver says with what the submission itself answered.
//!
//! A difference on a pair whose answer the circuit predicts, or a wrong answer in a bucket that is proved correct, is a
//! contradiction, and no verdict survives it. A pair on which the submission was not run, or did not come to an end, proves
//! nothing: what rests on it is undecided.

use std::collections::BTreeSet;

use crate::FORMAT;
use crate::answer::{Answer, GivenAnswer};
use crate::confirmed::{ConfirmedBucket, ConfirmedDecision, ProofContradiction, ProofVerdict, ProofWitness};
use crate::raw::{DecidedPair, Decision, ProofFinding, Reason, SolverVerdict, Undecided};

/// What may be said after the submission was run on the decision's pairs; `given` has one answer for each of them.
pub fn confirm(decision: Decision, given: &[GivenAnswer]) -> ConfirmedDecision {
    let not_run = GivenAnswer::NotRun("it was not run".to_owned());
    let answers: Vec<&GivenAnswer> =
        (0..decision.pairs.len()).map(|position| given.get(position).unwrap_or(&not_run)).collect();
    if let Some(contradiction) = contradiction(&decision, &answers) {
        let message =
            "the submission answered otherwise than predicted, which is a fault of Custodiet; please report it";
        let reason = Reason::new(Undecided::Contradiction, message);
        let fails = decision.buckets.into_iter().map(|bucket| bucket.fails);
        let withdrawn = ConfirmedDecision::undecided(fails, &reason);
        return ConfirmedDecision { contradiction: Some(Box::new(contradiction)), ..withdrawn };
    }
    let confirming =
        Confirming { pairs: &decision.pairs, answers: &answers, open: unchecked(&decision.pairs, &answers) };
    let buckets = decision.buckets.iter().map(|bucket| ConfirmedBucket {
        fails: bucket.fails.clone(),
        verdict: confirming.verdict(&bucket.fails, &bucket.verdict),
    });
    let compared = decision.pairs.iter().zip(&answers);
    let compared =
        compared.filter(|(pair, given)| pair.predicted.is_some() && matches!(given, GivenAnswer::Answered(_))).count();
    ConfirmedDecision {
        format: FORMAT,
        claim: decision.claim,
        buckets: buckets.collect(),
        findings: decision.findings.iter().filter(|finding| is_confirmed(finding, &answers)).cloned().collect(),
        compared,
        behaves_like: None,
        equal_to: None,
        contradiction: None,
    }
}

/// Whether the submission itself did what a finding says that it does for some pair.
fn is_confirmed(finding: &ProofFinding, answers: &[&GivenAnswer]) -> bool {
    let gave = |wanted: &dyn Fn(&Answer) -> bool| {
        answers.iter().any(|given| matches!(given, GivenAnswer::Answered(answer) if wanted(answer)))
    };
    match finding {
        ProofFinding::Raises { exception, .. } => gave(&|answer| answer.agrees(&Answer::Raised(exception.clone()))),
        ProofFinding::NotBoolean => gave(&|answer| matches!(answer, Answer::NotBoolean(_))),
        ProofFinding::SetOrder
        | ProofFinding::InputOrder { .. }
        | ProofFinding::ChangesArgument { .. }
        | ProofFinding::Unreachable { .. } => true,
    }
}

/// The first pair on which the submission contradicts the solver.
fn contradiction(decision: &Decision, answers: &[&GivenAnswer]) -> Option<ProofContradiction> {
    let correct: BTreeSet<&[String]> = decision
        .buckets
        .iter()
        .filter(|bucket| bucket.verdict == SolverVerdict::Correct)
        .map(|bucket| bucket.fails.as_slice())
        .collect();
    let contradicts = |(pair, given): &(&DecidedPair, &&GivenAnswer)| {
        // Not coming to an end within the limits contradicts nothing: the machine may be slow.
        let GivenAnswer::Answered(answer) = given else { return false };
        let unpredicted = pair.predicted.as_ref().is_some_and(|predicted| !predicted.agrees(answer));
        *answer != Answer::NoAnswer
            && (unpredicted || correct.contains(pair.fails.as_slice()) && !answer.is_right(pair.expect))
    };
    let (pair, given) = decision.pairs.iter().zip(answers).find(contradicts)?;
    Some(ProofContradiction { pair: pair.clone(), given: (*given).clone() })
}

/// Why the circuit has not been compared with the submission as it should have been.
fn unchecked(pairs: &[DecidedPair], answers: &[&GivenAnswer]) -> Option<Reason> {
    let mut predicted = pairs.iter().zip(answers).filter(|(pair, _)| pair.predicted.is_some());
    predicted.find_map(|(_, given)| match given {
        GivenAnswer::Answered(Answer::NoAnswer) => {
            let message = "the submission took too long, or too much memory, for one of the pairs it was compared on";
            Some(Reason::new(Undecided::NotRun, message))
        }
        GivenAnswer::Answered(_) => None,
        GivenAnswer::NotRun(why) => Some(Reason::new(Undecided::NotRun, why.clone())),
    })
}

struct Confirming<'a> {
    pairs: &'a [DecidedPair],
    answers: &'a [&'a GivenAnswer],
    open: Option<Reason>,
}

impl Confirming<'_> {
    fn verdict(&self, fails: &[String], verdict: &SolverVerdict) -> ProofVerdict {
        match verdict {
            // A wrong answer in a correct bucket is a contradiction. One that does not end is a mistake, too.
            SolverVerdict::Correct => match &self.open {
                None => ProofVerdict::Correct,
                Some(reason) => ProofVerdict::Undecided(reason.clone()),
            },
            SolverVerdict::Wrong { witness, smallest } => match self.wrong(*witness, *smallest) {
                Some(witness) => ProofVerdict::Wrong(Box::new(witness)),
                None => self.reproduced(fails).unwrap_or_else(|| {
                    let message = "the submission was not run on the pair that shows its mistake";
                    ProofVerdict::Undecided(Reason::new(Undecided::NotRun, message))
                }),
            },
            SolverVerdict::Undecided(reason) => {
                self.reproduced(fails).unwrap_or_else(|| ProofVerdict::Undecided(reason.clone()))
            }
        }
    }

    /// A pair of the bucket that was answered wrongly, whatever it was run for.
    fn reproduced(&self, fails: &[String]) -> Option<ProofVerdict> {
        let mut of_bucket = (0..self.pairs.len()).filter(|position| self.pairs[*position].fails == fails);
        of_bucket.find_map(|position| self.wrong(position, false)).map(|witness| ProofVerdict::Wrong(Box::new(witness)))
    }

    /// The witness at a position, if the submission itself answered it wrongly.
    fn wrong(&self, position: usize, smallest: bool) -> Option<ProofWitness> {
        let pair = self.pairs.get(position)?;
        let GivenAnswer::Answered(answer) = self.answers[position] else { return None };
        // The circuit says that it comes to an end; on this machine it was too slow.
        let slow = *answer == Answer::NoAnswer && pair.predicted.as_ref().is_some_and(|predicted| predicted != answer);
        (!slow && !answer.is_right(pair.expect)).then(|| ProofWitness {
            input: pair.input.clone(),
            output: pair.output.clone(),
            atoms: pair.atoms.clone(),
            expect: pair.expect,
            answer: answer.clone(),
            // If it did not end, the size order was not searched for that.
            smallest: smallest && *answer != Answer::NoAnswer,
            beyond_scope: false,
        })
    }
}
