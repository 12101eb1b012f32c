//! The solver with what it is asked about one submission.

use circuit::Lit;
use decide::{Query, smallest};
use decision::{DecidedPair, PairPurpose};
use lang::problem::AtomKind;
use lang::submission::SubmissionProgram;
use pairs::{Bucket, Concrete};
use solver::{SolveResult, SolverKind, SolverLimits};

use crate::checks;
use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;
use crate::limits::ProofLimits;

pub(crate) struct Prover<'a, 'p> {
    pub decided: &'a DecidedProblem<'p>,
    pub submission: &'a SubmissionProgram,
    pub circuit: &'a SubmissionCircuit,
    /// How atoms are shown in pairs that this prover finds.
    pub kinds: &'a [AtomKind],
    limits: SolverLimits,
    /// Conflicts of all questions together.
    all_conflicts: u64,
    questions: Questions,
    /// A solver of its own for small pairs: other questions are answered faster without the clauses of the size order.
    small: Option<Questions>,
    pub pairs: Vec<DecidedPair>,
}

/// A solver, and its variables.
struct Questions {
    query: Query,
    /// Where each subproperty holds.
    selectors: Vec<i32>,
}

impl Questions {
    fn new(circuit: &SubmissionCircuit, limits: SolverLimits) -> Self {
        let gates = &circuit.circuit;
        // Where more than equality counts, there are no clauses that break symmetry.
        let mut query = Query::new(SolverKind::Cadical, gates, &circuit.constraints, true);
        query.limits = limits;
        query.assert(gates, circuit.regular);
        let selectors = circuit.subproperties.iter().map(|holds| query.both(gates, *holds)).collect();
        Self { query, selectors }
    }

    /// Assumptions: a pair of the bucket for which these are true.
    fn assumptions(&mut self, circuit: &SubmissionCircuit, bucket: Option<Bucket>, lits: &[Lit]) -> Vec<i32> {
        let selectors = self.selectors.iter().enumerate();
        let in_bucket = |bucket: Bucket| {
            selectors.map(move |(position, var)| if bucket.fails(position) { -*var } else { *var }).collect()
        };
        let mut all: Vec<i32> = bucket.map_or_else(Vec::new, in_bucket);
        all.extend(lits.iter().map(|lit| self.query.assumption(&circuit.circuit, *lit)));
        all
    }
}

impl<'a, 'p> Prover<'a, 'p> {
    pub fn new(
        decided: &'a DecidedProblem<'p>,
        submission: &'a SubmissionProgram,
        circuit: &'a SubmissionCircuit,
        kinds: &'a [AtomKind],
        limits: &ProofLimits,
    ) -> Self {
        let all_conflicts = limits.all_conflicts;
        let limits = SolverLimits { conflicts: Some(limits.conflicts), deadline: limits.deadline };
        let questions = Questions::new(circuit, limits);
        Self { decided, submission, circuit, kinds, limits, all_conflicts, questions, small: None, pairs: Vec::new() }
    }

    pub fn deadline(&self) -> circuit::Deadline {
        self.limits.deadline
    }

    /// Whether there is a pair, in this bucket or in any, for which these are true.
    pub fn ask(&mut self, bucket: Option<Bucket>, lits: &[Lit]) -> SolveResult {
        if lits.contains(&Lit::FALSE) {
            return SolveResult::Unsat;
        }
        let assumptions = self.questions.assumptions(self.circuit, bucket, lits);
        let query = &mut self.questions.query;
        let left = self.all_conflicts.saturating_sub(query.stats().conflicts);
        query.limits.conflicts = self.limits.conflicts.map(|most| most.min(left));
        if left == 0 { SolveResult::Unknown } else { query.solve(&assumptions) }
    }

    /// The same for one literal and any bucket.
    pub fn can_be(&mut self, lit: Lit) -> SolveResult {
        self.ask(None, &[lit])
    }

    /// The pair of the last model, and its bucket.
    pub fn found(&self) -> (Bucket, Vec<Concrete>) {
        let Questions { query, selectors } = &self.questions;
        let failing = selectors.iter().enumerate().filter(|(_, selector)| !query.value(**selector));
        (Bucket::of(failing.map(|(position, _)| position)), query.pair(&self.circuit.layout))
    }

    /// The smallest pair of a bucket for which these are true, and whether it is proven smallest.
    pub fn smallest(&mut self, bucket: Bucket, lits: &[Lit]) -> Option<(Vec<Concrete>, bool)> {
        let (circuit, limits) = (self.circuit, self.limits);
        let small = self.small.get_or_insert_with(|| Questions::new(circuit, limits));
        let assumptions = small.assumptions(circuit, Some(bucket), lits);
        smallest(&mut small.query, &circuit.circuit, &circuit.layout, &circuit.sizes, &assumptions, None)
    }

    /// Adds a pair to be run, and returns its position.
    pub fn add(&mut self, bucket: Bucket, pair: &[Concrete], purpose: PairPurpose) -> usize {
        let predicted = checks::predicted(self.circuit, std::slice::from_ref(&pair.to_vec())).pop().flatten();
        self.pairs.push(checks::pair_of(self.decided, (bucket, pair), self.kinds, predicted, purpose));
        self.pairs.len() - 1
    }
}
