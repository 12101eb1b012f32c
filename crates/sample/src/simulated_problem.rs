//! A problem at a scope, compiled for simulation without a solver.

use circuit::{Circuit, Deadline, Lit};
use compile::layout::Layout;
use compile::{CompileOptions, Compiled, CompiledFunction, Compiler, Refusal};
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::Concrete;

use crate::oracle::Exhaustive;
use crate::rows::Rows;
use crate::space::Space;

/// If compiling takes more steps, evaluating pairs one by one is faster.
const MOST_STEPS: u64 = 400_000;

#[derive(Clone, Debug)]
pub(crate) struct SimulatedProblem {
    pub circuit: Circuit,
    pub layout: Layout,
    /// The values of each parameter.
    pub rows: Vec<Rows>,
    pub sides: Vec<Side>,
    /// The number of words of a row.
    pub width: usize,
    /// Preconditions on inputs alone, and the others.
    pub of_inputs: Vec<Lit>,
    pub of_pairs: Vec<Lit>,
    pub subproperties: Vec<CompiledFunction>,
}

/// A compiler that needs no solver.
pub(crate) fn compiler<'p>(
    problem: &'p Problem,
    scope: &Scope,
    options: CompileOptions,
) -> Result<Compiler<'p>, Refusal> {
    let spaces = spaces(scope);
    Compiler::with_oracle(problem, scope, options, |layout, _| Box::new(Exhaustive::new(layout, spaces)))
}

fn spaces(scope: &Scope) -> Vec<Space> {
    scope.params.iter().map(|domain| Space::new(domain, &scope.atoms)).collect()
}

impl SimulatedProblem {
    pub fn new(problem: &Problem, scope: &Scope, deadline: Deadline) -> Result<Self, Vec<Refusal>> {
        let options = CompileOptions { symmetry: false, deadline, ..CompileOptions::default() };
        let compiler = compiler(problem, scope, options).map_err(|refusal| vec![refusal])?;
        Self::with_compiler(problem, scope, compiler)
    }

    pub fn with_compiler(problem: &Problem, scope: &Scope, mut compiler: Compiler<'_>) -> Result<Self, Vec<Refusal>> {
        compiler.limit_steps(MOST_STEPS);
        let mut refusals = Vec::new();
        let mut keep =
            |outcome: Result<CompiledFunction, Refusal>| outcome.map_err(|refusal| refusals.push(refusal)).ok();
        let preconditions: Vec<CompiledFunction> =
            problem.preconditions.iter().filter_map(|property| keep(compiler.precondition(property))).collect();
        let subproperties: Vec<CompiledFunction> =
            problem.subproperties.iter().filter_map(|property| keep(compiler.property(property))).collect();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let circuit = compiler.circuit().clone();
        let layout = compiler.layout.clone();
        Ok(Self::with_circuit(problem, &spaces(scope), circuit, layout, preconditions, subproperties))
    }

    /// The same circuit for pairs of a scope with fewer elements and atoms.
    #[must_use]
    pub fn restricted(&self, scope: &Scope) -> Self {
        let spaces = spaces(scope);
        let rows = self.layout.params.iter().zip(&spaces);
        let rows = rows.map(|(param, space)| Rows::new(&self.circuit, &param.place, space)).collect();
        Self { rows, ..self.clone() }
    }

    /// The same from a circuit that is there already. Nothing if it is so large that evaluating pairs one by one is the
    /// better way.
    pub fn from_compiled(problem: &Problem, scope: &Scope, compiled: &Compiled) -> Option<Self> {
        if compiled.steps > MOST_STEPS {
            return None;
        }
        let Compiled { circuit, layout, preconditions, subproperties, .. } = compiled.clone();
        Some(Self::with_circuit(problem, &spaces(scope), circuit, layout, preconditions, subproperties))
    }

    fn with_circuit(
        problem: &Problem,
        spaces: &[Space],
        circuit: Circuit,
        layout: Layout,
        preconditions: Vec<CompiledFunction>,
        subproperties: Vec<CompiledFunction>,
    ) -> Self {
        let sides: Vec<Side> = layout.params.iter().map(|param| param.side).collect();
        let (mut of_inputs, mut of_pairs) = (Vec::new(), Vec::new());
        for (property, outcome) in problem.preconditions.iter().zip(preconditions) {
            let inputs_only = property.params.iter().all(|param| sides[*param] == Side::Input);
            if inputs_only { &mut of_inputs } else { &mut of_pairs }.push(outcome.holds);
        }
        let rows = layout.params.iter().zip(spaces).map(|(param, space)| Rows::new(&circuit, &param.place, space));
        Self {
            rows: rows.collect(),
            width: circuit.input_count().div_ceil(64).max(1),
            sides,
            of_inputs,
            of_pairs,
            subproperties,
            layout,
            circuit,
        }
    }

    /// The pair that a row stands for.
    pub fn pair(&self, row: &[u64]) -> Vec<Concrete> {
        let holds = |lit: Lit| match self.circuit.input_of(lit) {
            Some(input) => crate::rows::is_set(row, input) != lit.is_negated(),
            None => lit == Lit::TRUE,
        };
        self.layout.decode(&holds)
    }

    pub fn params(&self, side: Side) -> impl Iterator<Item = &Rows> {
        self.rows.iter().zip(&self.sides).filter(move |(_, own)| **own == side).map(|(rows, _)| rows)
    }
}
