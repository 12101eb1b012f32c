//! From a problem and a scope to one circuit: an output per precondition, subproperty and possible exception.

use std::cell::RefCell;
use std::collections::BTreeSet;

use circuit::{Circuit, Deadline, Lit};
use lang::ast::{FuncId, Span};
use lang::builtins::Exception;
use lang::problem::{Problem, Property};
use lang::scope::Scope;

use crate::arrangement::{Arrangement, BehindStops, Exchange, LookBehind, OrderSources, ShownOrders};
use crate::atoms::AtomMode;
use crate::effects::{PossibleChange, ReachedStatement};
use crate::equalities::equalities;
use crate::layout::{Constraint, FreeList, Layout, ListOrder};
use crate::machine::{Machine, Oracle, Raise};
use crate::nodes::Nodes;
use crate::pace::{CompileWatch, Pace};
use crate::refusal::{Refusal, RefusalKind};
use crate::state::State;
use crate::symmetry::break_symmetry;
use crate::unknown::OnRefusal;
use crate::value::{Alt, Value};

#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Leave out most pairs that are renamings of others.
    pub symmetry: bool,
    /// Whether pairs come with an order of their unordered lists.
    pub order: ListOrder,
    /// When to give up. Nothing else depends on the clock.
    pub deadline: Deadline,
    pub watch: CompileWatch,
    /// Subproperties are compiled for pairs that satisfy the preconditions. For other pairs the circuit may then say
    /// anything, if a loop would go on.
    pub only_valid: bool,
    /// What functions can do with atoms. Without [`AtomMode::Equality`], `symmetry` would leave out pairs that matter.
    pub atoms: AtomMode,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            symmetry: true,
            order: ListOrder::None,
            deadline: Deadline::NONE,
            watch: CompileWatch::default(),
            only_valid: true,
            atoms: AtomMode::Equality,
        }
    }
}

/// What a function answers for a pair, as literals of the circuit.
#[derive(Clone, Debug)]
pub struct CompiledFunction {
    /// It returns something true.
    pub holds: Lit,
    /// It raises; at most one of these is true.
    pub faults: Vec<PossibleException>,
    /// It raises something.
    pub raises: Lit,
}

/// What a submission answers for a pair, as literals of the circuit: exactly one of all these is true.
#[derive(Clone, Debug)]
pub struct CompiledAnswer {
    /// It returns `True`.
    pub accepts: Lit,
    /// It returns `False`.
    pub rejects: Lit,
    /// It returns something else.
    pub other: Lit,
    /// It raises; at most one of these is true.
    pub faults: Vec<PossibleException>,
    /// What it does is not known; at most one of these is true.
    pub unknown: Vec<UnknownAnswer>,
}

/// What a submission does with a pair whose unordered lists come in any order, as literals of the circuit.
#[derive(Clone, Debug)]
pub struct CompiledSubmission {
    /// With sets in the order of their elements' values.
    pub answer: CompiledAnswer,
    /// With sets in an order that further inputs choose, if the order of sets may show in the answer.
    pub any_sets: Option<CompiledAnswer>,
    /// What a call changes that outlives it.
    pub changes: Vec<PossibleChange>,
    /// The statements that a call reaches, by place.
    pub reached: Vec<ReachedStatement>,
    /// Where a `TypeError` or `AttributeError` is raised, even if it is caught. Unless atoms are values, the values that a
    /// submission receives for them may raise none there.
    pub type_errors: Vec<Lit>,
    /// The unordered lists of arguments whose order may show in the answer, by the first literal of their cells. `None` if
    /// nothing is known about that.
    pub shown_lists: Option<BTreeSet<Lit>>,
}

impl CompiledAnswer {
    /// Nothing is known.
    fn none(refusal: Refusal) -> Self {
        let unknown = vec![UnknownAnswer { when: Lit::TRUE, refusal }];
        Self { accepts: Lit::FALSE, rejects: Lit::FALSE, other: Lit::FALSE, faults: Vec::new(), unknown }
    }
}

/// Where what a submission does for some pairs has no circuit, such as a loop that does not end.
#[derive(Clone, Debug)]
pub struct UnknownAnswer {
    pub when: Lit,
    pub refusal: Refusal,
}

/// Where the answer of a function depends on orders that Python leaves open.
#[derive(Clone, Debug)]
pub struct InAnyOrder {
    /// In the order of the pair.
    pub answer: CompiledFunction,
    /// Where another order gives another answer.
    pub differs: Vec<(Lit, OtherOrder)>,
}

/// How the other order differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherOrder {
    /// Two neighbors of an unordered list are exchanged.
    Exchanged(Exchange),
    /// Sets come in another order.
    Sets,
}

/// An exception that a function raises for some pairs.
#[derive(Clone, Copy, Debug)]
pub struct PossibleException {
    pub exception: Exception,
    pub when: Lit,
    pub at: Span,
}

/// A problem compiled at one scope.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub circuit: Circuit,
    pub layout: Layout,
    pub constraints: Vec<Constraint>,
    /// In the order of the file.
    pub preconditions: Vec<CompiledFunction>,
    pub subproperties: Vec<CompiledFunction>,
    /// Of the reference predicate, where there is one.
    pub reference: Option<CompiledFunction>,
    /// Steps that the preconditions and subproperties took to compile.
    pub steps: u64,
}

/// Compiles functions of one problem over the bits of one pair.
#[derive(Debug)]
pub struct Compiler<'p> {
    machine: Machine<'p>,
    pub layout: Layout,
    pub constraints: Vec<Constraint>,
    deadline: Deadline,
    /// The number of functions that were begun.
    begun: usize,
    start: Start,
    /// The module's own code iterates over a set in a way that may show its order.
    start_shown: ShownOrders,
    fresh: Vec<Vec<Value>>,
}

/// After the module's own code.
#[derive(Clone, Debug)]
struct Start {
    state: State,
    record_defaults: Vec<Vec<Value>>,
    path: Lit,
    raised: Vec<Raise>,
    nodes: Nodes,
}

impl Start {
    fn of(machine: &mut Machine<'_>) -> Result<Self, Refusal> {
        machine.start().map_err(|refusal| *refusal)?;
        Ok(Self {
            state: std::mem::take(&mut machine.state),
            record_defaults: std::mem::take(&mut machine.record_defaults),
            path: std::mem::replace(&mut machine.path, Lit::TRUE),
            raised: std::mem::take(&mut machine.raised),
            nodes: machine.nodes.after_start(),
        })
    }
}

impl<'p> Compiler<'p> {
    /// Without an oracle that says whether a loop or recursion can go on: what does not end by itself is refused.
    pub fn new(problem: &'p Problem, scope: &Scope, options: CompileOptions) -> Result<Self, Refusal> {
        Self::asking(problem, scope, options, |_, _| None)
    }

    /// With something that says whether a loop or recursion can go on.
    pub fn with_oracle(
        problem: &'p Problem,
        scope: &Scope,
        options: CompileOptions,
        oracle: impl FnOnce(&Layout, &[Constraint]) -> Box<dyn Oracle + 'p>,
    ) -> Result<Self, Refusal> {
        Self::asking(problem, scope, options, |layout, constraints| Some(oracle(layout, constraints)))
    }

    fn asking(
        problem: &'p Problem,
        scope: &Scope,
        options: CompileOptions,
        oracle: impl FnOnce(&Layout, &[Constraint]) -> Option<Box<dyn Oracle + 'p>>,
    ) -> Result<Self, Refusal> {
        let mut machine = Machine::new(problem);
        machine.pace = Pace::new(options.deadline);
        machine.watch = options.watch;
        machine.atoms = options.atoms;
        machine.assumed = options.only_valid.then_some(Lit::TRUE);
        let mut constraints = Vec::new();
        let layout = Layout::new(problem, scope, options.order, &mut machine.circuit, &mut constraints).map_err(
            |(param, reason)| {
                let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
                let at = params.into_iter().find(|known| known.name == param).map_or(Span::default(), |p| p.span);
                Refusal { at, kind: RefusalKind::Layout { param, reason } }
            },
        )?;
        if options.symmetry && machine.atoms == AtomMode::Equality {
            break_symmetry(&layout, &mut machine.circuit, &mut constraints);
        }
        equalities(&mut machine, &layout, &mut constraints).map_err(|refusal| *refusal)?;
        machine.oracle = oracle(&layout, &constraints);
        let fresh = machine.record_defaults.clone();
        machine.compares_orders = options.order == ListOrder::Any;
        let start = Start::of(&mut machine)?;
        let start_shown = machine.shown.take();
        let free = layout.params.iter().flat_map(|param| &param.free);
        machine.free_lists = free.filter_map(|list| list.cells.first().copied()).collect();
        Ok(Self { machine, layout, constraints, deadline: options.deadline, begun: 0, start, start_shown, fresh })
    }

    /// A precondition or subproperty.
    pub fn property(&mut self, property: &Property) -> Result<CompiledFunction, Refusal> {
        self.function(property.function, &property.params)
    }

    /// A precondition. What is compiled after it is compiled for pairs that satisfy it.
    pub fn precondition(&mut self, property: &Property) -> Result<CompiledFunction, Refusal> {
        let outcome = self.property(property)?;
        self.assume(outcome.holds);
        Ok(outcome)
    }

    /// From now on, functions are compiled for pairs of which this holds.
    fn assume(&mut self, holds: Lit) {
        let machine = &mut self.machine;
        machine.assumed = machine.assumed.map(|assumed| machine.circuit.and(assumed, holds));
    }

    /// The same for something that another compiler found out about pairs of the same scope, laid out alike, such as the
    /// preconditions of the problem that a submission is for.
    pub fn assume_from(&mut self, other: &Circuit, holds: Lit) {
        let imported = self.machine.circuit.import(other, &[holds]);
        imported.into_iter().for_each(|holds| self.assume(holds));
    }

    /// Any module-level function; `params` says which of the predicate's parameters each of its own is.
    pub fn function(&mut self, function: FuncId, params: &[usize]) -> Result<CompiledFunction, Refusal> {
        self.begin(function, params);
        let outcome = self.run(function, params, Arrangement::AsLaidOut);
        self.in_time(outcome)
    }

    /// The same for what the function returns, and not only whether that is true.
    pub fn answer(&mut self, function: FuncId, params: &[usize]) -> Result<CompiledAnswer, Refusal> {
        self.begin(function, params);
        let outcome = self.answered(function, params, Arrangement::AsLaidOut);
        self.in_time(outcome)
    }

    /// The same for a precondition; what is compiled after it is compiled for pairs that satisfy it.
    pub fn precondition_in_any_order(&mut self, function: FuncId, params: &[usize]) -> Result<InAnyOrder, Refusal> {
        let outcome = self.in_any_order(function, params)?;
        self.assume(outcome.answer.holds);
        Ok(outcome)
    }

    /// The same compared with other orders of unordered lists, which must be laid out in any order, and of sets. Adds
    /// inputs that choose the order of sets, and constraints for them.
    pub fn in_any_order(&mut self, function: FuncId, params: &[usize]) -> Result<InAnyOrder, Refusal> {
        self.begin(function, params);
        let run = |this: &mut Self, arrangement| this.run(function, params, arrangement);
        let outcome = self.in_orders(params, run, Self::differs);
        self.end_orders();
        let outcome = outcome.map(|(answer, differs)| InAnyOrder { answer, differs });
        self.in_time(outcome)
    }

    /// What a submission returns, and where another order gives another answer, or only one of the two is known. Adds inputs and constraints like
    /// [`Self::in_any_order`].
    pub fn answer_in_any_order(
        &mut self,
        function: FuncId,
        params: &[usize],
    ) -> Result<(CompiledAnswer, Vec<(Lit, OtherOrder)>), Refusal> {
        self.begin(function, params);
        let run = |this: &mut Self, arrangement| this.answered(function, params, arrangement);
        let outcome = self.in_orders(params, run, Self::answers_differ);
        self.end_orders();
        self.in_time(outcome)
    }

    /// What a submission does, in every order of unordered lists, which must be laid out in any order, and of sets. Adds
    /// inputs and constraints like [`Self::in_any_order`].
    pub fn submission(&mut self, function: FuncId, params: &[usize]) -> Result<CompiledSubmission, Refusal> {
        self.begin(function, params);
        let run = |this: &mut Self, arrangement| this.answered(function, params, arrangement);
        let first = self.in_first_order(&run);
        let compiled = first.map(|(answer, ShownOrders { sources: shown, all_sets: all })| {
            // In another order of sets, other lists may show.
            let shown_lists = (!shown.sets).then(|| shown.lists.clone());
            let any_sets = shown.sets.then(|| {
                let answer = run(self, Arrangement::AnySets { all });
                answer.unwrap_or_else(|refusal| CompiledAnswer::none(*refusal))
            });
            let (changes, reached) = self.machine.before_call.take();
            let type_errors = self.machine.before_call.take_type_errors();
            CompiledSubmission { answer, any_sets, changes, reached, type_errors, shown_lists }
        });
        self.end_orders();
        self.in_time(compiled)
    }

    fn end_orders(&mut self) {
        self.machine.behind_stops = BehindStops::default();
        self.constraints.append(&mut self.machine.order_constraints);
    }

    /// A result that came too late must not depend on how fast the machine was.
    fn in_time<T>(&self, outcome: crate::refusal::Result<T>) -> Result<T, Refusal> {
        if self.machine.pace.is_late() {
            return Err(self.machine.out_of_time());
        }
        outcome.map_err(|refusal| *refusal)
    }

    fn begin(&mut self, function: FuncId, params: &[usize]) {
        self.begun += 1;
        self.machine.params = params.to_vec();
        self.machine.pace = Pace::new(self.deadline);
        self.machine.current = Some((function, self.begun));
        self.machine.report();
    }

    /// Runs a function in the order of the pair, and in other orders; where the outcomes differ.
    fn in_orders<T>(
        &mut self,
        params: &[usize],
        run: impl Fn(&mut Self, Arrangement) -> crate::refusal::Result<T>,
        differs: impl Fn(&mut Self, &T, &T) -> Lit,
    ) -> crate::refusal::Result<(T, Vec<(Lit, OtherOrder)>)> {
        let (answer, ShownOrders { sources: shown, all_sets: all }) = self.in_first_order(&run)?;
        let mut others = Vec::new();
        let free = params.iter().flat_map(|param| self.layout.params[*param].free.clone());
        let is_shown = |list: &FreeList| list.cells.first().is_some_and(|first| shown.lists.contains(first));
        let lists: Vec<FreeList> = free.filter(is_shown).collect();
        for FreeList { cells } in lists {
            for (position, second) in cells.iter().enumerate().skip(1) {
                let exchange = Exchange { list: cells[0], position: position - 1 };
                let other = run(self, Arrangement::Exchanged(exchange))?;
                let both = differs(self, &answer, &other);
                let both = self.machine.circuit.and(both, *second);
                others.push((both, OtherOrder::Exchanged(exchange)));
            }
        }
        if shown.sets {
            let other = run(self, Arrangement::AnySets { all })?;
            others.push((differs(self, &answer, &other), OtherOrder::Sets));
        }
        others.retain(|(lit, _)| *lit != Lit::FALSE);
        Ok((answer, others))
    }

    /// Runs a function in the order of the pair, and finds out which orders may show in the outcome.
    fn in_first_order<T>(
        &mut self,
        run: &impl Fn(&mut Self, Arrangement) -> crate::refusal::Result<T>,
    ) -> crate::refusal::Result<(T, ShownOrders)> {
        let first = |this: &mut Self, look: LookBehind| {
            this.machine.shown = RefCell::new(this.start_shown.clone());
            this.machine.behind_stops = BehindStops { look, ..BehindStops::default() };
            this.machine.steps = 0;
            run(this, Arrangement::AsLaidOut)
        };
        let mut answer = first(self, LookBehind::Yes);
        if self.machine.behind_stops.look == LookBehind::Failed {
            answer = first(self, LookBehind::No);
        }
        Ok((answer?, self.machine.shown.take()))
    }

    fn run(
        &mut self,
        function: FuncId,
        params: &[usize],
        arrangement: Arrangement,
    ) -> crate::refusal::Result<CompiledFunction> {
        let (value, mut faults) = self.returned(function, params, arrangement)?;
        let machine = &mut self.machine;
        let truth = machine.truth(&value)?;
        faults.extend(self.faults());
        let circuit = &mut self.machine.circuit;
        let raises = circuit.any(faults.iter().map(|fault| fault.when));
        let holds = circuit.and(truth, !raises);
        Ok(CompiledFunction { holds, faults, raises })
    }

    /// What was raised since this was last asked.
    fn faults(&mut self) -> Vec<PossibleException> {
        let mut raised = std::mem::take(&mut self.machine.raised);
        self.machine.unknown.extend(raised.extract_if(.., |raise| raise.unknown.is_some()));
        let fault = |raise: &Raise| PossibleException { exception: raise.exception, when: raise.when, at: raise.at };
        raised.iter().map(fault).collect()
    }

    /// What was given up since this was last asked.
    fn unknown(&mut self) -> Vec<UnknownAnswer> {
        let unknown = |raise: Raise| {
            let refusal = raise.unknown.as_deref().cloned()?;
            Some(UnknownAnswer { when: raise.when, refusal })
        };
        std::mem::take(&mut self.machine.unknown).into_iter().filter_map(unknown).collect()
    }

    /// What a function returns, and what it raises.
    fn returned(
        &mut self,
        function: FuncId,
        params: &[usize],
        arrangement: Arrangement,
    ) -> crate::refusal::Result<(Value, Vec<PossibleException>)> {
        let start = match arrangement {
            Arrangement::AnySets { .. } if self.start_shown.sources.sets => {
                self.machine.arrangement = arrangement;
                self.machine.state = State::new(self.machine.problem);
                self.machine.record_defaults.clone_from(&self.fresh);
                &Start::of(&mut self.machine).map_err(Box::new)?
            }
            _ => &self.start,
        };
        // Each run has all the steps it may take.
        if arrangement != Arrangement::AsLaidOut {
            self.machine.steps = 0;
        }
        let machine = &mut self.machine;
        machine.arrangement = arrangement;
        machine.state = start.state.clone();
        machine.record_defaults.clone_from(&start.record_defaults);
        machine.path = start.path;
        // What the module itself raised, every call raises.
        machine.raised.clone_from(&start.raised);
        // A function that was refused leaves things behind.
        machine.context = Lit::TRUE;
        machine.depth = 0;
        machine.held.clear();
        machine.kept.clear();
        machine.locked.clear();
        machine.calls.clear();
        machine.tries.clear();
        machine.generator = 0;
        machine.cached.clear();
        machine.handling.clear();
        machine.blind = false;
        machine.independent = false;
        machine.behind_stops = BehindStops { look: machine.behind_stops.look, ..BehindStops::default() };
        machine.rounds = 1;
        machine.met = OrderSources::default();
        machine.unordered.clear();
        machine.stale.clear();
        machine.nodes = start.nodes.after_start();
        machine.before_call.begin(machine.next_object);
        let mut args = Vec::new();
        for param in params {
            let arg = machine.argument(&self.layout.params[*param].place)?;
            machine.before_call.argument(machine.next_object);
            args.push(arg);
        }
        machine.nodes.given = machine.nodes.last;
        let value = machine.call_function(function, &args)?;
        Ok((value, self.faults()))
    }

    fn answered(
        &mut self,
        function: FuncId,
        params: &[usize],
        arrangement: Arrangement,
    ) -> crate::refusal::Result<CompiledAnswer> {
        self.machine.on_refusal = OnRefusal::EndPath;
        let returned = self.returned(function, params, arrangement);
        self.machine.on_refusal = OnRefusal::EndCompilation;
        let unknown = self.unknown();
        let (value, faults) = returned?;
        let circuit = &mut self.machine.circuit;
        let when = faults.iter().map(|fault| fault.when).chain(unknown.iter().map(|unknown| unknown.when));
        let raises = circuit.any(when);
        let mut of = |wanted: bool| {
            let alts = value.alts().iter().filter(|(_, alt)| matches!(alt, Alt::Bool(truth) if *truth == wanted));
            let lit = circuit.any(alts.map(|(lit, _)| *lit));
            circuit.and(lit, !raises)
        };
        let (accepts, rejects) = (of(true), of(false));
        let other = !circuit.any([accepts, rejects, raises]);
        Ok(CompiledAnswer { accepts, rejects, other, faults, unknown })
    }

    fn answers_differ(&mut self, one: &CompiledAnswer, other: &CompiledAnswer) -> Lit {
        let circuit = &mut self.machine.circuit;
        let rejects = circuit.xor(one.rejects, other.rejects);
        let others = circuit.xor(one.other, other.other);
        let [a, b] = [one, other].map(|answer| circuit.any(answer.unknown.iter().map(|unknown| unknown.when)));
        let unknown = circuit.xor(a, b);
        let as_function = |answer: &CompiledAnswer| CompiledFunction {
            holds: answer.accepts,
            faults: answer.faults.clone(),
            raises: Lit::FALSE,
        };
        let rest = self.differs(&as_function(one), &as_function(other));
        self.machine.circuit.any([rejects, others, unknown, rest])
    }

    /// When two outcomes are not the same answer.
    fn differs(&mut self, one: &CompiledFunction, other: &CompiledFunction) -> Lit {
        let circuit = &mut self.machine.circuit;
        let exceptions: BTreeSet<Exception> =
            one.faults.iter().chain(&other.faults).map(|fault| fault.exception).collect();
        let mut differs = vec![circuit.xor(one.holds, other.holds)];
        for exception in exceptions {
            let [a, b] = [one, other].map(|outcome| {
                let faults = outcome.faults.iter().filter(|fault| fault.exception == exception);
                circuit.any(faults.map(|fault| fault.when))
            });
            differs.push(circuit.xor(a, b));
        }
        circuit.any(differs)
    }

    pub fn circuit(&mut self) -> &mut Circuit {
        &mut self.machine.circuit
    }

    pub fn into_circuit(self) -> Circuit {
        self.machine.circuit
    }

    /// The steps that the last function took, even if it was refused.
    pub fn steps_of_last(&self) -> u64 {
        self.machine.pace.steps
    }

    /// The work that the last run of a function took, in steps: what it asked the oracle is part of it.
    pub fn work_of_last(&self) -> u64 {
        self.machine.steps
    }

    /// For the functions that are compiled from now on.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// How many steps all functions together may take; beyond, they are refused.
    pub fn limit_steps(&mut self, most: u64) {
        self.machine.step_limit = self.machine.step_limit.min(most);
    }

    /// How large the circuit may become; beyond, functions are refused.
    pub fn limit_gates(&mut self, most: usize) {
        self.machine.gate_limit = self.machine.gate_limit.min(most);
    }

    /// Compiles everything the problem file declares. All refusals are collected.
    pub fn problem(mut self) -> Result<Compiled, Vec<Refusal>> {
        let problem = self.machine.problem;
        let mut refusals = Vec::new();
        let mut keep =
            |outcome: Result<CompiledFunction, Refusal>| outcome.map_err(|refusal| refusals.push(refusal)).ok();
        let preconditions =
            problem.preconditions.iter().filter_map(|property| keep(self.precondition(property))).collect();
        let subproperties = problem.subproperties.iter().filter_map(|property| keep(self.property(property))).collect();
        let steps = self.machine.steps;
        let mut reference = None;
        if let Some(predicate) = problem.predicate.as_ref().filter(|predicate| predicate.has_reference) {
            let params: Vec<usize> = (0..predicate.params.len()).collect();
            match self.function(predicate.function, &params) {
                Ok(outcome) => reference = Some(outcome),
                Err(refusal) => refusals.push(refusal),
            }
        }
        // Once time is up, everything is refused; the first one says enough.
        if let Some(late) = refusals.iter().position(|refusal| matches!(refusal.kind, RefusalKind::Time { .. })) {
            refusals.truncate(late + 1);
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
            steps,
        })
    }
}
