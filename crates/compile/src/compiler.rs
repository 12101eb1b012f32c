//! From a problem and a scope to one circuit: an output per precondition, subproperty and possible exception.

use std::time::Duration;

use circuit::{Circuit, Lit};
use lang::ast::{FuncId, Span};
use lang::builtins::Exception;
use lang::problem::{Problem, Property};
use lang::scope::Scope;

use crate::deadline::Deadline;
use crate::equalities::equalities;
use crate::layout::{Block, Constraint, Layout};
use crate::machine::Machine;
use crate::oracle::SolverOracle;
use crate::refusal::Refusal;
use crate::state::State;
use crate::symmetry::break_symmetry;

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Leave out most pairs that are renamings of others.
    pub symmetry: bool,
    /// How long each function may take. Nothing else depends on the clock.
    pub time: Option<Duration>,
}

impl Default for Options {
    fn default() -> Self {
        Self { symmetry: true, time: None }
    }
}

/// What a function says of a pair.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// It returns something true.
    pub holds: Lit,
    /// It raises; at most one of these is true.
    pub faults: Vec<Fault>,
    /// It raises something.
    pub raises: Lit,
}

#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub exception: Exception,
    pub when: Lit,
    pub at: Span,
}

/// A problem compiled at one scope.
#[derive(Debug)]
pub struct Compiled {
    pub circuit: Circuit,
    pub layout: Layout,
    pub constraints: Vec<Constraint>,
    /// In the order of the file.
    pub preconditions: Vec<Outcome>,
    pub subproperties: Vec<Outcome>,
    /// Of the reference predicate, where there is one.
    pub reference: Option<Outcome>,
}

/// Compiles functions of one problem over the bits of one pair.
#[derive(Debug)]
pub struct Compiler<'p> {
    machine: Machine<'p>,
    pub layout: Layout,
    pub constraints: Vec<Constraint>,
    /// After the module's own code.
    start: State,
    time: Option<Duration>,
}

impl<'p> Compiler<'p> {
    pub fn new(problem: &'p Problem, scope: &Scope, options: Options) -> Result<Self, Refusal> {
        let mut machine = Machine::new(problem);
        let mut constraints = Vec::new();
        let layout = Layout::new(problem, scope, &mut machine.circuit, &mut constraints).map_err(|fault| {
            let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
            let at = params.into_iter().find(|param| param.name == fault.param).map_or(Span::default(), |p| p.span);
            Refusal { at, reason: format!("`{}` {}", fault.param, fault.reason) }
        })?;
        if options.symmetry {
            break_symmetry(&layout, &mut machine.circuit, &mut constraints);
        }
        equalities(&mut machine, &layout, &mut constraints).map_err(|refusal| *refusal)?;
        // Without symmetry: the circuit must be right for the pairs that are left out too.
        let known = constraints.iter().filter(|constraint| constraint.block != Block::Symmetry).cloned().collect();
        machine.oracle = Some(Box::new(SolverOracle::new(known)));
        machine.start().map_err(|refusal| *refusal)?;
        let start = machine.state.clone();
        Ok(Self { machine, layout, constraints, start, time: options.time })
    }

    /// A precondition or subproperty.
    pub fn property(&mut self, property: &Property) -> Result<Outcome, Refusal> {
        self.function(property.function, &property.params)
    }

    /// Any module-level function; `params` says which of the predicate's parameters each of its own is.
    pub fn function(&mut self, function: FuncId, params: &[usize]) -> Result<Outcome, Refusal> {
        self.machine.deadline = Deadline::after(self.time);
        let outcome = self.run(function, params);
        if self.machine.deadline.is_missed()
            && let Some(time) = self.time
        {
            let name = &self.machine.problem.module.function(function).name;
            let reason = format!(
                "`{}` takes longer than {} s to compile: make the scope smaller, or allow more time",
                name.name,
                time.as_secs_f64()
            );
            return Err(Refusal { at: name.span, reason });
        }
        outcome.map_err(|refusal| *refusal)
    }

    fn run(&mut self, function: FuncId, params: &[usize]) -> crate::refusal::Result<Outcome> {
        let machine = &mut self.machine;
        machine.state = self.start.clone();
        machine.held.clear();
        machine.calls.clear();
        // What the module itself raised, every call raises.
        let start_path = machine.path;
        let own = machine.raised.clone();
        let mut args = Vec::new();
        for param in params {
            let arg = machine.argument(&self.layout.params[*param].place)?;
            args.push(arg);
        }
        let value = machine.call_function(function, &args)?;
        let truth = machine.truth(&value)?;
        let raised = std::mem::replace(&mut machine.raised, own);
        machine.path = start_path;
        let circuit = &mut machine.circuit;
        let raises = circuit.any(raised.iter().map(|raise| raise.when));
        let holds = circuit.and(truth, !raises);
        let faults =
            raised.iter().map(|raise| Fault { exception: raise.exception, when: raise.when, at: raise.at }).collect();
        Ok(Outcome { holds, faults, raises })
    }

    pub fn circuit(&mut self) -> &mut Circuit {
        &mut self.machine.circuit
    }

    /// Compiles all that the problem file declares. What cannot be compiled is told at once.
    pub fn problem(mut self) -> Result<Compiled, Vec<Refusal>> {
        let problem = self.machine.problem;
        let mut refusals = Vec::new();
        let mut all = |this: &mut Self, properties: &[Property]| -> Vec<Outcome> {
            let mut outcomes = Vec::new();
            for property in properties {
                match this.property(property) {
                    Ok(outcome) => outcomes.push(outcome),
                    Err(refusal) => refusals.push(refusal),
                }
            }
            outcomes
        };
        let preconditions = all(&mut self, &problem.preconditions);
        let subproperties = all(&mut self, &problem.subproperties);
        let mut reference = None;
        if let Some(predicate) = problem.predicate.as_ref().filter(|predicate| predicate.has_reference) {
            let params: Vec<usize> = (0..predicate.params.len()).collect();
            match self.function(predicate.function, &params) {
                Ok(outcome) => reference = Some(outcome),
                Err(refusal) => refusals.push(refusal),
            }
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        Ok(Compiled {
            circuit: self.machine.circuit,
            layout: self.layout,
            constraints: self.constraints,
            preconditions,
            subproperties,
            reference,
        })
    }
}
