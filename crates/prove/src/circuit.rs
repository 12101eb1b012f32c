//! A submission and its problem in one circuit, over the bits of the same pair.
//!
//! Takes a loaded submission; gives the circuit in the first view of atoms ([`AtomMode`]) that suffices for what the
//! submission does with them.

use circuit::{Circuit, Lit};
use compile::{
    AtomMode, CompileOptions, CompiledAnswer, CompiledSubmission, Constraint, Layout, ListOrder, Refusal, RefusalKind,
};
use decide::Query;
use decide::size::Sizes;
use decision::Claim;
use lang::ast::{FuncId, Span};
use lang::problem::{AtomKind, PropertyKind};
use lang::submission::SubmissionProgram;
use solver::{SolveResult, SolverKind, SolverLimits};

use crate::decided_problem::DecidedProblem;
use crate::limits::{Budget, ProofLimits};
use crate::sorted::sorted;

/// A submission compiled in one view of atoms.
#[derive(Debug)]
pub(crate) struct SubmissionCircuit {
    pub mode: AtomMode,
    /// Steps that the compiler took.
    pub steps: u64,
    pub circuit: Circuit,
    pub layout: Layout,
    pub constraints: Vec<Constraint>,
    pub sizes: Sizes,
    pub compiled: CompiledSubmission,
    /// Where all preconditions hold and no subproperty raises.
    pub regular: Lit,
    /// Where each subproperty holds.
    pub subproperties: Vec<Lit>,
    /// In any order of sets.
    pub wrong: WrongAnswers,
    /// With sets in the order of their values, if their order may show.
    pub wrong_in_one_order: Option<WrongAnswers>,
    /// What it does is not known.
    pub unknown: Lit,
    /// Where another order of sets gives another answer.
    pub order_shows: Lit,
    /// Where the answer is known and wrong.
    pub is_wrong: Lit,
    /// Where the answer is wrong, or unknown.
    pub not_correct: Lit,
    /// Where unordered lists whose order does not show in the answer are sorted.
    pub sorted: Lit,
}

/// Where the answer is known and wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrongAnswers {
    /// If the predicate must accept.
    positive: Lit,
    /// If it must reject.
    negative: Lit,
}

impl WrongAnswers {
    fn new(circuit: &mut Circuit, answer: &CompiledAnswer) -> Self {
        let raises: Vec<Lit> = answer.faults.iter().map(|fault| fault.when).collect();
        let raises = circuit.any(raises);
        let unusable = circuit.or(raises, answer.other);
        Self { positive: circuit.or(unusable, answer.rejects), negative: circuit.or(unusable, answer.accepts) }
    }

    pub fn of(self, positive: bool) -> Lit {
        if positive { self.positive } else { self.negative }
    }
}

impl SubmissionCircuit {
    /// In the first mode that suffices.
    pub fn new(
        decided: &DecidedProblem<'_>,
        submission: &SubmissionProgram,
        kinds: &[AtomKind],
        (limits, budget): (&ProofLimits, &mut Budget),
    ) -> Result<Self, Refusal> {
        let modes = [AtomMode::Equality, AtomMode::Order, AtomMode::Values(kinds.to_vec())];
        let modes = if kinds.is_empty() { &modes[..1] } else { &modes[..] };
        let mut last = Self::in_mode(decided, submission, &modes[0], (limits, &mut *budget));
        for mode in &modes[1..] {
            match &last {
                Err(Refusal { kind: RefusalKind::Unsupported(construct), .. }) if construct.is_about_atoms() => {}
                Ok(circuit) if circuit.may_take_atoms_for_values((limits, &mut *budget)) => {}
                _ => break,
            }
            last = Self::in_mode(decided, submission, mode, (limits, &mut *budget));
        }
        last
    }

    /// In the mode of a claim, whether or not another one suffices.
    pub fn with_claim(
        decided: &DecidedProblem<'_>,
        submission: &SubmissionProgram,
        (claim, kinds): (Claim, &[AtomKind]),
        limits: &ProofLimits,
    ) -> Result<Self, Refusal> {
        let mode = match claim {
            Claim::Equality => AtomMode::Equality,
            Claim::Order => AtomMode::Order,
            Claim::Values => AtomMode::Values(kinds.to_vec()),
        };
        Self::in_mode(decided, submission, &mode, (limits, &mut Budget::new(limits)))
    }

    fn in_mode(
        decided: &DecidedProblem<'_>,
        submission: &SubmissionProgram,
        mode: &AtomMode,
        (limits, budget): (&ProofLimits, &mut Budget),
    ) -> Result<Self, Refusal> {
        let options = CompileOptions {
            // Only where names play no part; otherwise the compiler leaves symmetry out.
            symmetry: true,
            order: ListOrder::Any,
            deadline: limits.deadline,
            atoms: mode.clone(),
            ..CompileOptions::default()
        };
        let problem = &submission.problem;
        let mut compiler = decide::compiler(problem, &decided.scope, options)?;
        compiler.limit_steps(budget.steps);
        compiler.limit_gates(limits.gates);
        compiler.assume_from(&decided.compiled.circuit, decided.valid);
        let ask = submission.ask().unwrap_or(FuncId(0));
        let params: Vec<usize> = (0..decided.scope.params.len()).collect();
        let compiled = compiler.submission(ask, &params);
        let steps = compiler.work_of_last();
        budget.steps = budget.steps.saturating_sub(steps);
        let compiled = compiled?;
        let layout = compiler.layout.clone();
        let constraints = std::mem::take(&mut compiler.constraints);
        let mut circuit = compiler.into_circuit();
        // The compiler looks at the limit only between steps.
        if circuit.and_count() > limits.gates {
            return Err(Refusal { at: Span::default(), kind: RefusalKind::Steps });
        }
        let mut roots = vec![decided.regular];
        roots.extend(decided.compiled.subproperties.iter().map(|outcome| outcome.holds));
        let mut imported = circuit.import(&decided.compiled.circuit, &roots);
        let regular = imported.remove(0);
        let sizes = Sizes::new(&mut circuit, &layout);
        let wrong = WrongAnswers::new(&mut circuit, compiled.any_sets.as_ref().unwrap_or(&compiled.answer));
        let one = compiled.any_sets.is_some().then_some(&compiled.answer);
        let wrong_in_one_order = one.map(|answer| WrongAnswers::new(&mut circuit, answer));
        let unknown = compiled.any_sets.as_ref().unwrap_or(&compiled.answer).unknown.iter();
        let unknown = circuit.any(unknown.map(|unknown| unknown.when).collect::<Vec<_>>());
        let required = decided.problem.subproperties.iter().zip(&imported);
        let required = required.filter(|(property, _)| property.kind == PropertyKind::Required);
        let positive = circuit.all(required.map(|(_, holds)| *holds).collect::<Vec<_>>());
        let is_wrong = circuit.ite(positive, wrong.positive, wrong.negative);
        let not_correct = circuit.or(is_wrong, unknown);
        let order_shows = match &compiled.any_sets {
            Some(other) => differ(&mut circuit, &compiled.answer, other),
            None => Lit::FALSE,
        };
        let sorted = match &compiled.shown_lists {
            Some(shown) => sorted(&mut circuit, &layout, |list| shown.contains(&list)),
            None => Lit::TRUE,
        };
        Ok(Self {
            mode: mode.clone(),
            steps,
            circuit,
            layout,
            constraints,
            sizes,
            compiled,
            regular,
            subproperties: imported,
            wrong,
            wrong_in_one_order,
            unknown,
            order_shows,
            is_wrong,
            not_correct,
            sorted,
        })
    }

    /// Whether an atom may be unpacked, indexed or asked for a method for some valid pair, which some names allow and others do
    /// not: then an exception shows it.
    fn may_take_atoms_for_values(&self, (limits, budget): (&ProofLimits, &mut Budget)) -> bool {
        let mut query = Query::new(SolverKind::Cadical, &self.circuit, &self.constraints, true);
        query.limits = SolverLimits { ticks: Some(limits.ticks), deadline: limits.deadline, ..SolverLimits::default() };
        query.assert(&self.circuit, self.regular);
        let type_errors = self.compiled.type_errors.iter().filter(|when| **when != Lit::FALSE);
        let clause: Vec<i32> = type_errors.map(|when| query.assumption(&self.circuit, *when)).collect();
        if clause.is_empty() {
            return false;
        }
        query.add_clause(&clause);
        query.ticks_left = Some(budget.ticks);
        let result = query.solve(&[]);
        budget.ticks = query.ticks_left.unwrap_or(0);
        result != SolveResult::Unsat
    }

    pub fn claim(&self) -> Claim {
        match self.mode {
            AtomMode::Equality => Claim::Equality,
            AtomMode::Order => Claim::Order,
            AtomMode::Values(_) => Claim::Values,
        }
    }

    /// Whether the kinds of atoms play no part.
    pub fn holds_for_all_kinds(&self) -> bool {
        !matches!(self.mode, AtomMode::Values(_))
    }

    /// The answer in every order of sets.
    pub fn answer(&self) -> &CompiledAnswer {
        self.compiled.any_sets.as_ref().unwrap_or(&self.compiled.answer)
    }
}

/// Where two answers are known and not the same.
fn differ(circuit: &mut Circuit, one: &CompiledAnswer, other: &CompiledAnswer) -> Lit {
    let known = [one, other].map(|answer| circuit.any(answer.unknown.iter().map(|unknown| unknown.when)));
    let accepts = circuit.xor(one.accepts, other.accepts);
    let rejects = circuit.xor(one.rejects, other.rejects);
    let differ = circuit.or(accepts, rejects);
    circuit.all([differ, !known[0], !known[1]])
}
