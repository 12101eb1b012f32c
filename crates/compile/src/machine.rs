//! Executes the language on symbolic values.
//!
//! All branches are executed, each under the path that leads to it, and joined where they meet. The state of a branch
//! means something only on its path; joining picks by a literal that distinguishes the branches. What raises leaves the
//! path; what a `try` catches is taken up again by its handlers (`tries.rs`).
//!
//! Invariant: on the path, state and values are those of CPython. Guarded by `tests/agrees_with_eval.rs`.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use circuit::{Circuit, Deadline, Lit};
use lang::ast::{Expr, ExprId, FuncId, Span};
use lang::builtins::Exception;
use lang::problem::Problem;
use lang::resolve::VarId;
use lang::submission::hides_builtin;
use pairs::Concrete;

use crate::arrangement::{Arrangement, BehindStops, OrderSources, SetOrder, ShownOrders};
use crate::atoms::AtomMode;
use crate::bags::Bags;
use crate::construct::Construct;
use crate::effects::BeforeCall;
use crate::increments::Increments;
use crate::layout::Constraint;
use crate::nodes::Nodes;
use crate::numbers::Ladders;
use crate::objects::{Key, Object, Seq};
use crate::pace::{CompileProgress, CompileWatch, Due, Pace};
use crate::places::Places;
use crate::probe::Blur;
use crate::refusal::{Refusal, RefusalKind, Result};
use crate::state::{Exit, State};
use crate::tries::{Escape, TryScope};
use crate::unknown::OnRefusal;
use crate::value::{Alt, ObjectId, Value};

/// Statements executed and elements iterated over, in all branches together.
const MAX_STEPS: u64 = 4_000_000;
/// Calls inside each other beyond which what surrounds a call per node is asked about, too.
const DEPTH_WITHOUT_OUTER: u32 = 60;
/// Gates: more would take gigabytes of memory.
const MAX_GATES: usize = 24_000_000;

/// A question about a circuit counts as one step per this many gates.
const GATES_PER_STEP: u64 = 256;
/// One step per this much work of the solver, in addition.
const WORK_PER_STEP: u64 = 40;

pub(crate) struct Machine<'p> {
    pub problem: &'p Problem,
    pub places: Rc<Places<'p>>,
    pub circuit: Circuit,
    pub state: State,
    /// When the region being executed (a call, a comprehension) was entered. What happens inside is expressed without
    /// it, so that equal work gives equal gates wherever it is done.
    pub context: Lit,
    /// When execution is here, given the context: reached, and nothing raised before.
    pub path: Lit,
    /// The calls under way, innermost last.
    pub calls: Vec<CallExits>,
    /// What was raised, and on which path.
    pub raised: Vec<Raise>,
    pub on_refusal: OnRefusal,
    /// Refusals that ended a path, taken out of what was raised.
    pub unknown: Vec<Raise>,
    /// The `try` statements under way, innermost last.
    pub tries: Vec<TryScope>,
    pub next_try: u32,
    /// The generator whose code is executed, by number; 0 outside of all.
    pub generator: u32,
    /// The exceptions of the handlers under way, innermost last.
    pub handling: Vec<Value>,
    /// What cached functions returned for arguments that are known.
    pub cached: HashMap<(u32, Vec<Key>), Value>,
    /// How often a call or a loop was left early.
    pub leaves: u64,
    /// Values of expressions being evaluated: references that no variable holds.
    pub held: Vec<Value>,
    /// Values being collected, and those of generators that wait while their consumer has its turn.
    pub kept: Vec<Vec<Value>>,
    /// The iterators that are groups of a `groupby`.
    pub groups: BTreeSet<ObjectId>,
    /// Counters by value.
    pub bags: Bags,
    /// Numbers read from dicts.
    pub increments: Increments,
    /// Numbers by thresholds.
    pub ladders: Ladders,
    /// The defaults of each record's fields.
    pub record_defaults: Vec<Vec<Value>>,
    /// By record: its methods and what else its class holds.
    pub record_members: Vec<Option<ObjectId>>,
    /// The class of `object()`.
    pub object_class: Option<ObjectId>,
    /// What `__hash__` of each instance said when it was first asked.
    pub hashes: HashMap<ObjectId, Value>,
    /// Pairs of neighboring presences of input lists, of which the first follows from the second.
    pub lengths: HashSet<(Lit, Lit)>,
    /// Presences of the possible elements of input sets, with how many of them can be true.
    pub at_most: Vec<(HashSet<Lit>, usize)>,
    /// Expressions that a test makes unknown.
    pub overrides: HashMap<ExprId, (Lit, Blur)>,
    /// The statement or expression being executed.
    pub span: Span,
    pub steps: u64,
    pub step_limit: u64,
    pub gate_limit: usize,
    pub pace: Pace,
    pub watch: CompileWatch,
    /// The function that is being compiled, and its number.
    pub current: Option<(FuncId, usize)>,
    /// Its arguments, as positions of the predicate's parameters.
    pub params: Vec<usize>,
    /// What holds of every pair that counts: preconditions that were compiled before. `None` if all pairs count.
    pub assumed: Option<Lit>,
    pub next_object: u32,
    pub next_closure: u32,
    /// The nodes of the parameter whose value is being made.
    pub pool: Vec<Value>,
    /// Nodes, and what is known about them.
    pub nodes: Nodes,
    /// Tells NaNs apart.
    pub next_nan: u32,
    pub depth: u32,
    /// The instances whose text is being made.
    pub showing: Vec<ObjectId>,
    /// What functions can do with atoms.
    pub atoms: AtomMode,
    /// Containers that must not be read now.
    pub locked: Vec<ObjectId>,
    /// The order in which sets and unordered lists are iterated over.
    pub arrangement: Arrangement,
    /// The orders that were chosen for sets of a submission.
    pub set_orders: Vec<SetOrder>,
    /// What the inputs that choose orders satisfy.
    pub order_constraints: Vec<Constraint>,
    /// Whether it matters in which order something is iterated over.
    pub compares_orders: bool,
    /// What iterates next does not show the order of its items: see `blindly`.
    pub blind: bool,
    /// The current blind consumer takes each item on its own: see `iterate.rs`.
    pub independent: bool,
    /// How many rounds the loops around make together, counting those over possible elements.
    pub rounds: usize,
    /// What the current consumer asks of items behind the one at which it stops.
    pub behind_stops: BehindStops,
    /// What the current consumer has met without showing its order.
    pub met: OrderSources,
    /// What was read in a way that may show its order.
    pub shown: RefCell<ShownOrders>,
    /// Variables that a loop left behind which did not show the order of its items: reading one does.
    pub stale: HashMap<VarId, OrderSources>,
    /// The lists of arguments that have no order but are laid out in one, by the first literal of their cells.
    pub free_lists: HashSet<Lit>,
    /// Lists whose order is that of something that has none.
    pub unordered: HashMap<ObjectId, OrderSources>,
    /// The objects that existed before the call, and what it changes of them.
    pub before_call: BeforeCall,
    /// Decides whether a path can be taken at all, where unrolling asks.
    pub oracle: Option<Box<dyn Oracle + 'p>>,
}

/// What was raised.
#[derive(Clone, Debug)]
pub(crate) struct Raise {
    pub when: Lit,
    pub exception: Exception,
    pub at: Span,
    /// The generator whose code raised it, or a function that it called.
    pub generator: u32,
    /// Whether it is an instance of a class of the file.
    pub own: bool,
    /// What the handlers of a `try` around need.
    pub escape: Option<Box<Escape>>,
    /// Nothing was raised: what happens here is not known, for this reason.
    pub unknown: Option<Rc<Refusal>>,
}

/// The ways out of a call and of its loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallExits {
    pub returned: Option<Exit>,
    pub loops: Vec<LoopExits>,
    /// A generator whose consumer did not come back on every path.
    pub abandoned: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LoopExits {
    pub broken: Option<Exit>,
    pub continued: Option<Exit>,
}

/// A function of the file, called with parameters of the predicate.
#[derive(Clone, Copy, Debug)]
pub struct PairCall<'a> {
    pub function: FuncId,
    /// For each of its own parameters, the position of the predicate's.
    pub params: &'a [usize],
    /// Only pairs that satisfy the preconditions before it count.
    pub only_valid: bool,
    pub deadline: Deadline,
}

/// Whether a literal can be true for any pair of the scope.
pub trait Oracle {
    /// `true` where it does not know, such as after the deadline.
    fn is_possible(&mut self, circuit: &Circuit, lit: Lit, deadline: Deadline) -> bool;

    /// How much work all answers so far have taken, in tenths of a microsecond or so, but counted: the same on every machine.
    fn work(&self) -> u64 {
        0
    }

    /// A pair that satisfies the literal, for which the function does not end, and where it is then. Not every such pair
    /// is found.
    fn never_ends(&mut self, _circuit: &Circuit, _lit: Lit, _function: PairCall<'_>) -> Option<(Vec<Concrete>, Span)> {
        None
    }

    /// The same for a question that is asked once and is worth more effort.
    fn can_happen(&mut self, circuit: &Circuit, lit: Lit, deadline: Deadline) -> bool {
        self.is_possible(circuit, lit, deadline)
    }
}

impl<'p> Machine<'p> {
    pub fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            places: Rc::new(Places::new(problem)),
            circuit: Circuit::default(),
            state: State::new(problem),
            context: Lit::TRUE,
            path: Lit::TRUE,
            calls: Vec::new(),
            raised: Vec::new(),
            on_refusal: OnRefusal::EndCompilation,
            unknown: Vec::new(),
            tries: Vec::new(),
            next_try: 0,
            generator: 0,
            handling: Vec::new(),
            cached: HashMap::new(),
            leaves: 0,
            held: Vec::new(),
            kept: Vec::new(),
            groups: BTreeSet::new(),
            bags: Bags::default(),
            increments: Increments::default(),
            ladders: Ladders::default(),
            record_defaults: vec![Vec::new(); problem.records.len()],
            record_members: vec![None; problem.records.len()],
            object_class: None,
            hashes: HashMap::new(),
            lengths: HashSet::new(),
            at_most: Vec::new(),
            overrides: HashMap::new(),
            span: Span::default(),
            steps: 0,
            step_limit: MAX_STEPS,
            gate_limit: MAX_GATES,
            pace: Pace::default(),
            watch: CompileWatch::default(),
            current: None,
            params: Vec::new(),
            assumed: Some(Lit::TRUE),
            next_object: 0,
            next_closure: 0,
            pool: Vec::new(),
            nodes: Nodes::default(),
            next_nan: 0,
            depth: 0,
            showing: Vec::new(),
            atoms: AtomMode::default(),
            locked: Vec::new(),
            arrangement: Arrangement::default(),
            set_orders: Vec::new(),
            order_constraints: Vec::new(),
            compares_orders: false,
            blind: false,
            independent: false,
            rounds: 1,
            behind_stops: BehindStops::default(),
            met: OrderSources::default(),
            shown: RefCell::default(),
            stale: HashMap::new(),
            free_lists: HashSet::new(),
            unordered: HashMap::new(),
            before_call: BeforeCall::default(),
            oracle: None,
        }
    }

    /// The expression with this number.
    pub fn expr(&self, id: ExprId) -> Result<&'p Expr> {
        match self.places.expr(id) {
            Some(expr) => Ok(expr),
            None => self.inconsistent("an expression that is not in the file"),
        }
    }

    /// Nothing that follows is ever reached.
    pub fn is_dead(&self) -> bool {
        self.path == Lit::FALSE
    }

    pub fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps > self.step_limit || self.circuit.len() > self.gate_limit {
            return self.refuse(RefusalKind::Steps);
        }
        match self.pace.step() {
            Due::Nothing => {}
            Due::Report => self.report(),
            Due::Stop => return Err(Box::new(self.out_of_time())),
        }
        Ok(())
    }

    /// Moves to a place of the file. The library has none: what happens there happens where the file calls it.
    pub fn stand_at(&mut self, span: Span) {
        if !span.is_library() {
            self.span = span;
        }
    }

    /// Gives up on this function.
    pub fn refuse<T>(&self, kind: impl Into<RefusalKind>) -> Result<T> {
        Err(Box::new(Refusal { at: self.span, kind: kind.into() }))
    }

    /// Gives up because the compiler contradicts itself. `what` is what it found instead of what must be there.
    pub fn inconsistent<T>(&self, what: &'static str) -> Result<T> {
        self.refuse(RefusalKind::Internal { what })
    }

    /// Gives up if this can be reached.
    pub fn refuse_if(&mut self, when: Lit, kind: impl Into<RefusalKind>) -> Result<()> {
        let when = self.circuit.and(self.path, when);
        if self.is_possible(when) { self.refuse(kind) } else { Ok(()) }
    }

    /// Tells whoever watches how far it is.
    pub fn report(&self) {
        let Some((function, number)) = self.current else { return };
        let problem = self.problem;
        let reference = problem.predicate.as_ref().is_some_and(|predicate| predicate.has_reference);
        self.watch.report(CompileProgress {
            function,
            name: &problem.module.function(function).name.name,
            number,
            functions: problem.preconditions.len() + problem.subproperties.len() + usize::from(reference),
            steps: self.pace.steps,
            orders: self.compares_orders,
        });
    }

    pub fn out_of_time(&self) -> Refusal {
        // The module's own code comes before any function; there is no name for it.
        let name = self.current.map(|(function, _)| &self.problem.module.function(function).name);
        let function = name.map_or_else(|| "the module".into(), |name| name.name.clone());
        Refusal { at: name.map_or(Span::default(), |name| name.span), kind: RefusalKind::Time { function } }
    }

    /// Whether this can be true in the context, as far as is known.
    pub fn is_possible(&mut self, lit: Lit) -> bool {
        let whole = self.counting(lit);
        if !self.is_satisfiable(whole) {
            return false;
        }
        // What was compiled for one node holds wherever the node is, unless nothing but its surroundings ends it.
        if self.nodes.outer == Lit::TRUE || self.depth < DEPTH_WITHOUT_OUTER {
            return true;
        }
        let whole = self.circuit.and(self.nodes.outer, whole);
        let possible = self.is_satisfiable(whole);
        self.nodes.used_outer |= !possible;
        possible
    }

    fn is_satisfiable(&mut self, lit: Lit) -> bool {
        match (lit, &mut self.oracle) {
            (Lit::FALSE, _) => false,
            (Lit::TRUE, _) | (_, None) => true,
            (lit, Some(oracle)) => {
                let before = oracle.work();
                let possible = oracle.is_possible(&self.circuit, lit, self.pace.deadline);
                let work = oracle.work() - before;
                self.note_work(work);
                possible
            }
        }
    }

    /// Counts the work of an answer. That on a submission is limited, which must not depend on the clock.
    pub fn note_work(&mut self, work: u64) {
        if self.problem.module.is_executed {
            self.steps += self.circuit.len() as u64 / GATES_PER_STEP + work / WORK_PER_STEP;
        }
        self.pace.look();
    }

    /// The literal in the context, for pairs that count.
    fn counting(&mut self, lit: Lit) -> Lit {
        let whole = self.circuit.and(self.context, lit);
        self.circuit.and(self.assumed.unwrap_or(Lit::TRUE), whole)
    }

    /// Gives up if the function does not end for a pair that comes here.
    pub fn refuse_endless(&mut self) -> Result<()> {
        let here = self.counting(self.path);
        let (Some((function, _)), Some(oracle)) = (self.current, &mut self.oracle) else { return Ok(()) };
        let call = PairCall {
            function,
            params: &self.params,
            only_valid: self.assumed.is_some(),
            deadline: self.pace.deadline,
        };
        let before = oracle.work();
        let pair = oracle.never_ends(&self.circuit, here, call);
        let work = oracle.work() - before;
        self.note_work(work);
        match pair {
            Some((pair, at)) => {
                let function = self.problem.module.function(function).name.name.clone();
                Err(Box::new(Refusal { at, kind: RefusalKind::Endless { function, pair } }))
            }
            None => Ok(()),
        }
    }

    /// Raises an exception where the literal is true; execution goes on where it is not.
    pub fn raise(&mut self, when: Lit, exception: Exception) {
        self.raise_with(when, exception, None);
    }

    /// The same with the exception object, if there is one already.
    pub fn raise_with(&mut self, when: Lit, exception: Exception, value: Option<Value>) {
        let here = self.circuit.and(self.path, when);
        let whole = self.circuit.and(self.context, here);
        if whole != Lit::FALSE {
            self.note_exception(whole, exception);
            self.note_raise(here, whole, exception, value);
        }
        if whole != Lit::FALSE || when == Lit::TRUE {
            self.path = self.circuit.and(self.path, !when);
        }
    }

    /// Executes something as a region of its own. The action gives the paths on which it ends regularly, apart from the
    /// one it ends on; they matter only if something was raised.
    pub fn region<T>(&mut self, action: impl FnOnce(&mut Self) -> Result<(T, Option<Lit>)>) -> Result<T> {
        let (context, path) = (self.context, self.path);
        let mark = self.raised.len();
        self.context = self.circuit.and(context, path);
        let in_try = self.enter_in_try(path);
        self.path = Lit::TRUE;
        let (result, other) = action(self)?;
        self.leave_in_try(in_try);
        let ends = match other {
            Some(other) => self.circuit.or(self.path, other),
            None => self.path,
        };
        self.context = context;
        self.path = if self.raised.len() > mark { self.circuit.and(path, ends) } else { path };
        Ok(result)
    }

    /// Raises on all of the path.
    pub fn raise_always(&mut self, exception: Exception) -> Value {
        self.raise(Lit::TRUE, exception);
        Value::never()
    }

    /// Does something where the guard holds, and joins the result with the state as it was where it does not.
    pub fn under<T>(&mut self, guard: Lit, action: impl FnOnce(&mut Self) -> Result<T>) -> Result<Option<T>> {
        if guard == Lit::TRUE {
            return action(self).map(Some);
        }
        let before = self.path;
        let inside = self.circuit.and(before, guard);
        if inside == Lit::FALSE {
            return Ok(None);
        }
        let state = self.state.clone();
        self.path = inside;
        let result = action(self)?;
        let lost = self.circuit.and(inside, !self.path);
        if self.is_dead() {
            self.state = state;
        } else {
            let changed = std::mem::take(&mut self.state);
            self.state = self.join(guard, changed, state)?;
        }
        self.path = self.circuit.and(before, !lost);
        Ok(Some(result))
    }

    /// Does one thing where the literal is true and another where it is not. `None` for what is never reached.
    pub fn either<T>(
        &mut self,
        when: Lit,
        then: impl FnOnce(&mut Self) -> Result<T>,
        otherwise: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(Option<T>, Option<T>)> {
        match when {
            Lit::TRUE => return Ok((Some(then(self)?), None)),
            Lit::FALSE => return Ok((None, Some(otherwise(self)?))),
            _ => {}
        }
        let before = self.path;
        let state = self.state.clone();
        let yes = self.circuit.and(before, when);
        let no = self.circuit.and(before, !when);
        self.path = yes;
        let first = if yes == Lit::FALSE { None } else { Some(then(self)?) };
        let (first_path, first_state) = (self.path, std::mem::replace(&mut self.state, state));
        self.path = no;
        let second = if no == Lit::FALSE { None } else { Some(otherwise(self)?) };
        let second_path = self.path;
        if second_path == Lit::FALSE {
            self.state = first_state;
        } else if first_path != Lit::FALSE {
            let second_state = std::mem::take(&mut self.state);
            self.state = self.join(when, first_state, second_state)?;
        }
        let lost_first = self.circuit.and(yes, !first_path);
        let lost_second = self.circuit.and(no, !second_path);
        let rest = self.circuit.and(before, !lost_first);
        self.path = self.circuit.and(rest, !lost_second);
        // What a constant path says is worth more than the general form.
        if first_path == Lit::FALSE {
            self.path = second_path;
        } else if second_path == Lit::FALSE {
            self.path = first_path;
        }
        Ok((first, second))
    }

    /// Keeps a value's objects from being taken for unshared while something else is evaluated.
    pub fn hold(&mut self, value: &Value) {
        self.held.push(value.clone());
    }

    pub fn release(&mut self, mark: usize) {
        self.held.truncate(mark);
    }

    /// Starts a collection of values, whose objects are not to be taken for unshared until it ends. Unlike `hold`, it may
    /// be added to from anywhere inside.
    pub fn keep(&mut self) -> usize {
        self.kept.push(Vec::new());
        self.kept.len() - 1
    }

    pub fn keep_value(&mut self, place: usize, value: &Value) {
        if let Some(kept) = self.kept.get_mut(place) {
            kept.push(value.clone());
        }
    }

    pub fn keep_only(&mut self, place: usize, value: &Value) {
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = vec![value.clone()];
        }
    }

    pub fn end_keep(&mut self, place: usize) {
        self.kept.truncate(place);
    }

    pub fn allocate(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.next_object);
        self.next_object += 1;
        self.state.heap.put(id, Rc::new(object));
        id
    }

    pub fn new_list(&mut self, seq: Seq) -> Value {
        Value::object(self.allocate(Object::List(seq)))
    }

    /// The object. On its path there is one for every reference.
    pub fn object(&self, id: ObjectId) -> Result<Rc<Object>> {
        self.show_order(id);
        self.object_in_any_order(id)
    }

    /// The same for what does not show the order of a list.
    pub fn object_in_any_order(&self, id: ObjectId) -> Result<Rc<Object>> {
        if self.locked.contains(&id) {
            return self.refuse(Construct::IteratorOverItself);
        }
        match self.state.heap.get(id) {
            Some(object) => Ok(Rc::clone(object)),
            None => self.inconsistent("an object that does not exist on this path"),
        }
    }

    /// Collects what a container is updated from, before it is updated. Python updates it item by item, so where items are
    /// made on the way, nothing that makes them may look at the container.
    pub fn locking<T>(
        &mut self,
        id: ObjectId,
        source: &Value,
        collect: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let made = |alt: &Alt| match alt {
            Alt::Object(source) => matches!(self.state.heap.get(*source).map(|it| &**it), Some(Object::Iter(_))),
            _ => false,
        };
        if source.alts().iter().any(|(_, alt)| made(alt)) { self.locked(id, collect) } else { collect(self) }
    }

    /// Does something during which an object must not be read.
    pub fn locked<T>(&mut self, id: ObjectId, action: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.locked.push(id);
        let result = action(self)?;
        self.locked.pop();
        Ok(result)
    }

    pub fn put(&mut self, id: ObjectId, mut object: Object) {
        self.note_change(id);
        if let Object::Set(set) = &mut object
            && let Some(Object::Set(old)) = self.state.heap.get(id).map(|old| &**old)
        {
            set.removals = old.removals + u32::from(set.may_lack_some_of(old));
        }
        self.state.heap.put(id, Rc::new(object));
    }

    /// The frame of the code being executed.
    pub fn frame(&self) -> usize {
        self.state.frames.len() - 1
    }

    pub fn slot(&self, var: VarId) -> Result<usize> {
        match self.places.slot(self.state.frames[self.frame()].owner, var) {
            Some(slot) => Ok(slot),
            None => self.inconsistent("a variable that has no place"),
        }
    }

    pub fn variable(&self, var: VarId) -> Result<&Value> {
        let slot = self.slot(var)?;
        Ok(&self.state.frames[self.frame()].values[slot])
    }

    /// Puts a value, or a cell, where the variable is kept.
    pub fn set_slot(&mut self, var: VarId, value: Value) -> Result<()> {
        let slot = self.slot(var)?;
        let frame = self.frame();
        Rc::make_mut(&mut self.state.frames[frame]).values[slot] = value;
        Ok(())
    }

    /// Reads a variable; one without a value raises.
    pub fn read_variable(&mut self, var: VarId) -> Result<Value> {
        if let Some(sources) = self.stale.get(&var) {
            self.shown.borrow_mut().add_derived(sources);
        }
        let is_own = self.problem.resolutions.var(var).owner == self.state.frames[self.frame()].owner;
        let mut value = self.variable(var)?.clone();
        if let Some(Alt::Cell(cell)) = value.single() {
            let Object::Cell(inner) = &*self.object(*cell)? else { return self.inconsistent("not a cell") };
            value = inner.clone();
        }
        let exception = if is_own { Exception::UnboundLocalError } else { Exception::NameError };
        Ok(self.bound(value, exception))
    }

    fn bound(&mut self, value: Value, exception: Exception) -> Value {
        let unbound = value.alts().iter().find(|(_, alt)| matches!(alt, Alt::Unbound)).map(|(lit, _)| *lit);
        let Some(unbound) = unbound else { return value };
        self.raise(unbound, exception);
        Value::choice(value.alts().iter().filter(|(_, alt)| !matches!(alt, Alt::Unbound)).cloned().collect())
    }

    pub fn write_variable(&mut self, var: VarId, value: Value) -> Result<()> {
        if let Some(Alt::Cell(cell)) = self.variable(var)?.single() {
            let cell = *cell;
            self.put(cell, Object::Cell(value));
            Ok(())
        } else {
            self.set_slot(var, value)
        }
    }

    pub fn read_global(&mut self, index: usize) -> Result<Value> {
        let mut value = self.state.globals[index].clone();
        if let Some(Alt::Cell(cell)) = value.single() {
            let Object::Cell(inner) = &*self.object(*cell)? else { return self.inconsistent("not a cell") };
            value = inner.clone();
        }
        // Where a variable of the file has no value, Python finds the built-in of that name.
        if hides_builtin(&self.problem.resolutions.globals[index].name) {
            let unbound = value.alts().iter().filter(|(_, alt)| matches!(alt, Alt::Unbound)).map(|(lit, _)| *lit);
            let unbound = self.circuit.any(unbound.collect::<Vec<_>>());
            self.refuse_if(unbound, Construct::UnknownName)?;
        }
        Ok(self.bound(value, Exception::NameError))
    }

    /// A variable that functions assign to lives in a cell, so that what they leave behind counts as an effect.
    pub fn write_global(&mut self, index: usize, value: Value) {
        if let Some(Alt::Cell(cell)) = self.state.globals[index].single() {
            let cell = *cell;
            self.put(cell, Object::Cell(value));
        } else {
            Rc::make_mut(&mut self.state.globals)[index] = value;
        }
    }
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("gates", &self.circuit.len()).finish_non_exhaustive()
    }
}
