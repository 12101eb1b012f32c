//! The solver with what it is asked about one submission.

use std::collections::{BTreeMap, BTreeSet};

use circuit::Lit;
use decide::{Query, smallest};
use decision::{DecidedPair, PairPurpose};
use lang::problem::AtomKind;
use lang::submission::SubmissionProgram;
use pairs::{Bucket, Concrete};
use solver::{SolveResult, SolverKind, SolverLimits, Stats};

use crate::checks;
use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;
use crate::limits::{Budget, ProofLimits};
use crate::phases::{ProofPhase, ProofWatch, ProofWork};

/// A question about a finding may take this much less than one about a verdict.
const SHARE_OF_FINDINGS: u64 = 10;

pub(crate) struct Prover<'a, 'p> {
    pub decided: &'a DecidedProblem<'p>,
    pub submission: &'a SubmissionProgram,
    pub circuit: &'a SubmissionCircuit,
    /// How atoms are shown in pairs that this prover finds.
    pub kinds: &'a [AtomKind],
    watch: ProofWatch,
    limits: SolverLimits,
    budget: &'a mut Budget,
    /// About all pairs.
    questions: Questions,
    /// About pairs whose lists are sorted where their order does not show, unless these are all pairs.
    sorted: Option<Questions>,
    /// The same for small pairs: other questions are answered faster without the clauses of the size order.
    small: Option<Questions>,
    /// For each bucket that the last search for pairs found one in, that pair.
    pub shown: BTreeMap<Bucket, Vec<Concrete>>,
    pub pairs: Vec<DecidedPair>,
}

/// A solver, and its variables.
struct Questions {
    query: Query,
    /// Where each subproperty holds.
    selectors: Vec<i32>,
}

impl Questions {
    fn new(circuit: &SubmissionCircuit, limits: SolverLimits, sorted: bool) -> Self {
        let gates = &circuit.circuit;
        // Where more than equality counts, there are no clauses that break symmetry.
        let mut query = Query::new(SolverKind::Cadical, gates, &circuit.constraints, true);
        query.limits = limits;
        query.assert(gates, circuit.regular);
        if sorted {
            query.assert(gates, circuit.sorted);
        }
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

    /// An assumption: a pair of none of these buckets. Clauses that are no longer assumed cost little.
    fn outside<'b>(&mut self, buckets: impl Iterator<Item = &'b Bucket>) -> i32 {
        let active = self.query.new_var();
        for bucket in buckets {
            let selectors = self.selectors.iter().enumerate();
            let mut clause: Vec<i32> =
                selectors.map(|(position, var)| if bucket.fails(position) { *var } else { -*var }).collect();
            clause.push(-active);
            self.query.add_clause(&clause);
        }
        active
    }

    fn solve(&mut self, assumptions: &[i32], left: &mut u64) -> SolveResult {
        self.query.ticks_left = Some(*left);
        let result = self.query.solve(assumptions);
        *left = self.query.ticks_left.unwrap_or(0);
        result
    }

    /// The bucket of the last model.
    fn bucket(&self) -> Bucket {
        let failing = self.selectors.iter().enumerate().filter(|(_, selector)| !self.query.value(**selector));
        Bucket::of(failing.map(|(position, _)| position))
    }
}

impl<'a, 'p> Prover<'a, 'p> {
    pub fn new(
        decided: &'a DecidedProblem<'p>,
        submission: &'a SubmissionProgram,
        circuit: &'a SubmissionCircuit,
        kinds: &'a [AtomKind],
        (limits, budget): (&ProofLimits, &'a mut Budget),
    ) -> Self {
        let watch = limits.watch;
        let limits = SolverLimits { ticks: Some(limits.ticks), deadline: limits.deadline, ..SolverLimits::default() };
        let questions = Questions::new(circuit, limits, false);
        let sorted = (circuit.sorted != Lit::TRUE).then(|| Questions::new(circuit, limits, true));
        let (small, shown, pairs) = (None, BTreeMap::new(), Vec::new());
        Self { decided, submission, circuit, kinds, watch, limits, budget, questions, sorted, small, shown, pairs }
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
        self.questions.solve(&assumptions, &mut self.budget.ticks)
    }

    /// The same about the answer, which does not depend on the order of lists that may be sorted.
    pub fn ask_about_answer(&mut self, bucket: Bucket, lits: &[Lit]) -> SolveResult {
        if lits.contains(&Lit::FALSE) {
            return SolveResult::Unsat;
        }
        let questions = self.sorted.as_mut().unwrap_or(&mut self.questions);
        let assumptions = questions.assumptions(self.circuit, Some(bucket), lits);
        questions.solve(&assumptions, &mut self.budget.ticks)
    }

    /// For each of some buckets, whether it has a pair for which this is true. Something about the answer, as above.
    ///
    /// One question is about all of them, again without those in which a pair was found, until there is none. Only if the
    /// solver gives up, each of the rest is asked about on its own.
    pub fn where_possible(&mut self, lit: Lit, among: &[Bucket]) -> BTreeMap<Bucket, SolveResult> {
        let mut results: BTreeMap<Bucket, SolveResult> =
            among.iter().map(|bucket| (*bucket, SolveResult::Unsat)).collect();
        self.shown.clear();
        if lit == Lit::FALSE || among.is_empty() {
            return results;
        }
        let mut open: BTreeSet<Bucket> = among.iter().copied().collect();
        for (bucket, pair) in self.shown_by_checks(lit) {
            if open.remove(&bucket) {
                results.insert(bucket, SolveResult::Sat);
                self.shown.insert(bucket, pair);
            }
        }
        let gave_up = loop {
            if open.is_empty() {
                return results;
            }
            let (circuit, decided) = (self.circuit, self.decided);
            let questions = self.sorted.as_mut().unwrap_or(&mut self.questions);
            let outside = decided.buckets.iter().filter(|bucket| !open.contains(bucket));
            let active = questions.outside(outside);
            let assumptions = [active, questions.query.assumption(&circuit.circuit, lit)];
            match questions.solve(&assumptions, &mut self.budget.ticks) {
                SolveResult::Unsat => break false,
                SolveResult::Unknown => break true,
                SolveResult::Sat => {
                    let bucket = questions.bucket();
                    results.insert(bucket, SolveResult::Sat);
                    self.shown.insert(bucket, questions.query.pair(&circuit.layout));
                    if !open.remove(&bucket) {
                        break true;
                    }
                }
            }
        };
        if gave_up {
            for bucket in open {
                let result = self.ask_about_answer(bucket, &[lit]);
                results.insert(bucket, result);
            }
        }
        results
    }

    /// Pairs for which this is true, among those on which every submission is compared.
    fn shown_by_checks(&self, lit: Lit) -> Vec<(Bucket, Vec<Concrete>)> {
        // Orders of sets are inputs that those pairs do not have.
        if self.circuit.compiled.any_sets.is_some() {
            return Vec::new();
        }
        let checks = &self.decided.checks;
        let pairs: Vec<Vec<Concrete>> = checks.iter().map(|(_, pair)| pair.clone()).collect();
        let shown = checks::where_true(self.circuit, lit, &pairs);
        checks.iter().zip(shown).filter(|(_, shown)| *shown).map(|(check, _)| check.clone()).collect()
    }

    /// From now on, no question is worth much: verdicts do not depend on the answers.
    pub fn expect_less(&mut self) {
        let limits = self.limits;
        self.questions.query.limits =
            SolverLimits { ticks: limits.ticks.map(|ticks| ticks / SHARE_OF_FINDINGS), ..limits };
    }

    /// Says that a phase begins.
    pub fn enters(&self, phase: ProofPhase) {
        let solvers = std::iter::once(&self.questions).chain(&self.sorted).chain(&self.small);
        let mut work =
            ProofWork { steps: self.circuit.steps, gates: self.circuit.circuit.and_count(), ..ProofWork::default() };
        for Stats { conflicts, ticks, .. } in solvers.map(|questions| questions.query.stats()) {
            work.conflicts += conflicts;
            work.ticks += ticks;
        }
        self.watch.enters(phase, work);
    }

    /// The same for one literal and any bucket.
    pub fn can_be(&mut self, lit: Lit) -> SolveResult {
        self.ask(None, &[lit])
    }

    /// The pair of the last model, and its bucket.
    pub fn found(&self) -> (Bucket, Vec<Concrete>) {
        (self.questions.bucket(), self.questions.query.pair(&self.circuit.layout))
    }

    /// The smallest pair of a bucket for which these are true, and whether it is proven smallest.
    pub fn smallest(&mut self, bucket: Bucket, lits: &[Lit]) -> Option<(Vec<Concrete>, bool)> {
        self.enters(ProofPhase::Smallest);
        let (circuit, limits) = (self.circuit, self.limits);
        let small = self.small.get_or_insert_with(|| Questions::new(circuit, limits, true));
        let assumptions = small.assumptions(circuit, Some(bucket), lits);
        small.query.ticks_left = Some(self.budget.small_ticks);
        let found = smallest(&mut small.query, &circuit.circuit, &circuit.layout, &circuit.sizes, &assumptions, None);
        self.budget.small_ticks = small.query.ticks_left.unwrap_or(0);
        self.enters(ProofPhase::Buckets);
        found
    }

    /// Adds a pair to be run, and returns its position.
    pub fn add(&mut self, bucket: Bucket, pair: &[Concrete], purpose: PairPurpose) -> usize {
        let predicted = checks::predicted(self.circuit, std::slice::from_ref(&pair.to_vec())).pop().flatten();
        self.pairs.push(checks::pair_of(self.decided, (bucket, pair), self.kinds, predicted, purpose));
        self.pairs.len() - 1
    }
}
