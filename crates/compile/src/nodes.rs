//! Nodes: records that can hold themselves, as alternatives of their own.
//!
//! A place of a tree is a choice among the nodes of a pool (`layout::nodes`). What a function does with a tree it mostly does
//! with one node, and calls itself for the nodes inside. So a call whose argument is a choice among nodes is compiled once per
//! node, and what it gave is used again wherever the same node, beside equal other arguments, is passed: trees of eight nodes
//! have thousands of paths but eight nodes. Records that functions build are nodes, too, until they are too many.
//!
//! A call is used again only if nothing that it could read has changed since, if it changed nothing itself, and if its result
//! does not depend on where it was made. Objects in its result are copied, since each call of Python makes new ones.
//!
//! Invariant: where a call is used again, compiling it again would give equal values. Guarded by
//! `decide/tests/nodes.rs`.

use std::collections::HashMap;
use std::rc::Rc;

use circuit::Lit;
use lang::ast::FuncId;
use lang::problem::RecordId;

use crate::arrangement::Arrangement;
use crate::layout::NodePlace;
use crate::machine::{Machine, Raise};
use crate::objects::Object;
use crate::refusal::{RefusalKind, Result};
use crate::state::State;
use crate::value::{Alt, Closure, Fields, ObjectId, Value};

mod copies;
mod lists;

use copies::same_value;

/// Calls inside each other after which a solver is asked whether another one is possible.
const DEPTH_UNASKED: u32 = 4;
/// More nodes that functions have built become one whose fields are choices.
const MOST_BUILT: usize = 24;

/// What the machine knows about nodes. Everything but the numbers is forgotten with each function.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    /// The last number given to a node.
    pub last: u32,
    /// The last number of a node of the module, before those of the pair.
    before: u32,
    /// The last number of a node of the pair.
    pub given: u32,
    /// When the calls that are compiled for one node are made.
    pub outer: Lit,
    /// Something was left out because of where a call is made.
    pub used_outer: bool,
    /// A call was used again.
    pub reused: bool,
    /// When the nodes of the pair are there, by number.
    used: HashMap<u32, Lit>,
    calls: HashMap<CallKey, Vec<Rc<Known>>>,
    equal: HashMap<(u32, u32), Lit>,
    /// Functions that change what they are given, or have no circuit apart from where they are called.
    apart: Vec<FuncId>,
}

impl Default for Nodes {
    fn default() -> Self {
        Self {
            last: 0,
            before: 0,
            given: 0,
            outer: Lit::TRUE,
            used_outer: false,
            reused: false,
            used: HashMap::new(),
            calls: HashMap::new(),
            equal: HashMap::new(),
            apart: Vec::new(),
        }
    }
}

impl Nodes {
    /// What functions have to know about the nodes of the module: their numbers are taken.
    pub fn after_start(&self) -> Self {
        Self { last: self.last, before: self.last, reused: self.reused, ..Self::default() }
    }

    /// Whether a record is a node of the pair.
    pub fn is_given(&self, fields: &Fields) -> bool {
        fields.node > self.before && fields.node <= self.given
    }
}

/// A call that was compiled.
#[derive(Debug)]
struct Known {
    args: Vec<Value>,
    /// What it could read, as it was.
    read: Objects,
    globals: Rc<Vec<Value>>,
    result: Value,
    /// New objects in the result.
    made: Objects,
    /// What it raises, relative to the call, and when it returns.
    raised: Vec<Raise>,
    returns: Lit,
    /// The generator whose code made the call, by number.
    generator: u32,
}

/// Objects, each as it was at one time.
type Objects = Vec<(ObjectId, Rc<Object>)>;

/// A function's number, and the numbers of the arguments that are single nodes.
type CallKey = (u32, Vec<u32>);

impl Machine<'_> {
    /// A new record; a node if records of its class can hold themselves.
    pub fn new_record(&mut self, class: RecordId, fields: Vec<Value>) -> Alt {
        let is_node = self.problem.records[usize::from(class.0)].family.is_some();
        Alt::Record(class, if is_node { self.new_node(fields) } else { fields.into() })
    }

    fn new_node(&mut self, fields: Vec<Value>) -> Fields {
        self.nodes.last += 1;
        Fields::numbered(fields, self.nodes.last)
    }

    /// Makes the nodes of a pool, the last one first: each can only hold later ones.
    pub fn node_values(&mut self, pool: &[NodePlace]) -> Result<()> {
        self.pool = vec![Value::never(); pool.len()];
        for (number, node) in pool.iter().enumerate().rev() {
            let mut alts = Vec::new();
            for class in &node.classes {
                let mut fields = Vec::new();
                for field in &class.fields {
                    fields.push(self.argument(field)?);
                }
                let fields = self.new_node(fields);
                self.nodes.used.insert(fields.node, class.when);
                alts.push((class.when, Alt::Record(class.record, fields)));
            }
            self.pool[number] = if let [(_, only)] = &*alts { Value::of(only.clone()) } else { Value::choice(alts) };
        }
        Ok(())
    }

    /// One of the nodes of the pool.
    pub fn node_choice(&mut self, choices: &[(Lit, usize)]) -> Result<Value> {
        let cases: Vec<(Lit, Value)> =
            choices.iter().filter_map(|(lit, number)| Some((*lit, self.pool.get(*number)?.clone()))).collect();
        self.choose(&cases)
    }

    /// Too many nodes that functions have built become one.
    pub fn fewer_nodes(&mut self, mut alts: Vec<(Lit, Alt)>) -> Result<Vec<(Lit, Alt)>> {
        loop {
            let given = self.nodes.given;
            let is_built = |alt: &Alt| matches!(alt, Alt::Record(_, fields) if fields.node > given);
            if alts.iter().filter(|(_, alt)| is_built(alt)).count() <= MOST_BUILT {
                return Ok(alts);
            }
            let Some((_, Alt::Record(class, _))) = alts.iter().find(|(_, alt)| is_built(alt)) else { return Ok(alts) };
            let class = *class;
            let is_own = |alt: &Alt| is_built(alt) && matches!(alt, Alt::Record(own, _) if *own == class);
            let (own, mut rest): (Vec<_>, Vec<_>) = alts.into_iter().partition(|(_, alt)| is_own(alt));
            if own.len() < 2 {
                rest.extend(own);
                rest.sort_by(|(_, a), (_, b)| a.order(b));
                return Ok(rest);
            }
            let count = self.problem.records[usize::from(class.0)].fields.len();
            let mut fields = Vec::new();
            for position in 0..count {
                let cases: Vec<(Lit, Value)> = own
                    .iter()
                    .filter_map(|(lit, alt)| match alt {
                        Alt::Record(_, fields) => Some((*lit, fields.get(position)?.clone())),
                        _ => None,
                    })
                    .collect();
                fields.push(self.choose(&cases)?);
            }
            let lit = self.circuit.any(own.iter().map(|(lit, _)| *lit));
            rest.push((lit, Alt::Record(class, self.new_node(fields))));
            rest.sort_by(|(_, a), (_, b)| a.order(b));
            alts = rest;
        }
    }

    /// Whether two records of one class are equal. Of two nodes this is asked once.
    pub fn equal_fields(&mut self, left: &Fields, right: &Fields) -> Result<Lit> {
        if Rc::ptr_eq(left.shared(), right.shared()) && !left.holds_objects {
            return Ok(Lit::TRUE);
        }
        let known = left.node > 0 && right.node > 0 && !left.holds_objects && !right.holds_objects;
        if !known {
            return self.equal_items(left, right);
        }
        let key = (left.node.min(right.node), left.node.max(right.node));
        if let Some(lit) = self.nodes.equal.get(&key) {
            return Ok(*lit);
        }
        self.step()?;
        let path = self.path;
        let lit = self.equal_items(left, right)?;
        // What raises on the way is not remembered.
        if self.path == path {
            self.nodes.equal.insert(key, lit);
        }
        Ok(lit)
    }

    /// Calls a function for each node that its arguments can be.
    pub fn call_per_node(&mut self, closure: &Rc<Closure>, args: &[Value]) -> Result<Value> {
        // What a `try` around catches needs the state of where it was raised.
        let sets = matches!(self.arrangement, Arrangement::AnySets { .. });
        if self.nodes.apart.contains(&closure.function)
            || self.blind
            || sets
            || self.is_dead()
            || !self.tries.is_empty()
        {
            return self.call_bound(closure, args);
        }
        let mut cases = vec![(Lit::TRUE, Vec::new())];
        for arg in args {
            let mut longer = Vec::new();
            for (when, known) in &cases {
                for (lits, value) in per_node(arg) {
                    let lit = self.circuit.any(lits);
                    let lit = self.circuit.and(*when, lit);
                    if lit != Lit::FALSE {
                        let mut known: Vec<Value> = known.clone();
                        known.push(value);
                        longer.push((lit, known));
                    }
                }
            }
            cases = longer;
        }
        if let [(_, args)] = &*cases {
            return self.call_once(closure, args);
        }
        let mark = self.held.len();
        let mut results = Vec::new();
        for (lit, args) in &cases {
            self.step()?;
            let possible = self.circuit.and(self.path, *lit);
            if possible == Lit::FALSE {
                continue;
            }
            if let Some(value) = self.under(*lit, |this| this.call_once(closure, args))? {
                self.hold(&value);
                results.push((*lit, value));
            }
        }
        self.release(mark);
        self.choose(&results)
    }

    /// Calls a function with these arguments, or uses an equal call again.
    fn call_once(&mut self, closure: &Rc<Closure>, args: &[Value]) -> Result<Value> {
        let Some(read) = self.readable(closure, args) else { return self.call_bound(closure, args) };
        let key = (closure.number, args.iter().map(single_node).collect());
        let known = self.nodes.calls.get(&key).and_then(|calls| {
            let is_same = |known: &&Rc<Known>| {
                known.args.iter().zip(args).all(|(known, arg)| same_value(known, arg))
                    && same_objects(&known.read, &read)
                    && same_globals(&known.globals, &self.state.globals)
            };
            calls.iter().find(is_same).map(Rc::clone)
        });
        if let Some(known) = known {
            let result = self.copied_result(&known.result, &known.made);
            self.nodes.reused = true;
            self.returned(&known.raised, known.returns, known.generator);
            return Ok(result);
        }
        if self.depth >= DEPTH_UNASKED && !self.is_possible(self.path) {
            self.path = Lit::FALSE;
            return Ok(Value::never());
        }
        self.call_apart(closure, args, read, key)
    }

    /// Calls a function as if the call were always made; remembers it if it is of use elsewhere.
    fn call_apart(&mut self, closure: &Rc<Closure>, args: &[Value], read: Objects, key: CallKey) -> Result<Value> {
        let (context, path, outer) = (self.context, self.path, self.nodes.outer);
        let used_outer = std::mem::take(&mut self.nodes.used_outer);
        let (mark, first) = (self.raised.len(), self.next_object);
        let before = self.snapshot();
        let here = self.circuit.and(context, path);
        self.nodes.outer = self.circuit.and(outer, here);
        // Where a node is not there, its fields mean nothing.
        let there: Vec<Lit> = key.1.iter().filter_map(|node| self.nodes.used.get(node).copied()).collect();
        (self.context, self.path) = (self.circuit.all(there), Lit::TRUE);
        let result = self.call_bound(closure, args).and_then(|result| {
            self.pack_lists(first, &result)?;
            Ok(result)
        });
        let (returns, depends) = (self.path, self.nodes.used_outer);
        (self.context, self.path, self.nodes.outer) = (context, path, outer);
        self.nodes.used_outer = used_outer | depends;
        let raised = self.raised.split_off(mark.min(self.raised.len()));
        let result = match result {
            Ok(result) => result,
            Err(refusal) if is_about_a_construct(&refusal.kind) => {
                // Where the call is made, what was refused may never be reached.
                self.restore(before);
                self.nodes.apart.push(closure.function);
                return self.call_bound(closure, args);
            }
            Err(refusal) => return Err(refusal),
        };
        let unchanged =
            read.iter().all(|(id, object)| self.state.heap.get(*id).is_some_and(|now| Rc::ptr_eq(now, object)))
                && same_globals(&before.state.globals, &self.state.globals);
        if !unchanged {
            self.nodes.apart.push(closure.function);
        }
        let made = if unchanged && !depends { self.made_since(first, &result) } else { None };
        if let Some(made) = made {
            let (args, globals, result) = (args.to_vec(), before.state.globals, result.clone());
            let known =
                Known { args, read, globals, result, made, raised: raised.clone(), returns, generator: self.generator };
            self.nodes.calls.entry(key).or_default().push(Rc::new(known));
        }
        self.returned(&raised, returns, self.generator);
        Ok(result)
    }

    /// Raises what a call raised, where it is made. What its own code raised, the generator raises that makes it.
    fn returned(&mut self, raised: &[Raise], returns: Lit, made_in: u32) {
        let here = self.circuit.and(self.context, self.path);
        for raise in raised {
            let when = self.circuit.and(here, raise.when);
            if when != Lit::FALSE {
                let generator = if raise.generator == made_in { self.generator } else { raise.generator };
                self.raised.push(Raise { when, generator, ..raise.clone() });
            }
        }
        if !raised.is_empty() || returns == Lit::FALSE {
            self.path = self.circuit.and(self.path, returns);
        }
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: self.state.clone(),
            lengths: [self.held.len(), self.kept.len(), self.locked.len(), self.calls.len(), self.tries.len()],
            depth: self.depth,
            rounds: self.rounds,
            modes: [self.blind, self.independent],
        }
    }

    /// Forgets what a call that was refused has left behind.
    fn restore(&mut self, before: Snapshot) {
        let [held, kept, locked, calls, tries] = before.lengths;
        self.state = before.state;
        self.held.truncate(held);
        self.kept.truncate(kept);
        self.locked.truncate(locked);
        self.calls.truncate(calls);
        self.tries.truncate(tries);
        self.depth = before.depth;
        self.rounds = before.rounds;
        [self.blind, self.independent] = before.modes;
    }
}

/// The machine before a call.
struct Snapshot {
    state: State,
    lengths: [usize; 5],
    depth: u32,
    rounds: usize,
    modes: [bool; 2],
}

/// Not about time, steps or a bug: what has no circuit here may have one elsewhere.
fn is_about_a_construct(kind: &RefusalKind) -> bool {
    matches!(kind, RefusalKind::Unsupported(_) | RefusalKind::UnlistedOperand { .. } | RefusalKind::TooLarge(_))
}

fn same_globals(known: &Rc<Vec<Value>>, now: &Rc<Vec<Value>>) -> bool {
    Rc::ptr_eq(known, now) || known.iter().zip(now.iter()).all(|(known, now)| known.is_same(now))
}

fn same_objects(known: &Objects, now: &Objects) -> bool {
    known.len() == now.len() && known.iter().zip(now).all(|((a, x), (b, y))| a == b && Rc::ptr_eq(x, y))
}

/// The number of the node that a value is, or 0.
fn single_node(value: &Value) -> u32 {
    match value.single() {
        Some(Alt::Record(_, fields)) => fields.node,
        _ => 0,
    }
}

/// A value as one alternative per node, and all others as one more.
fn per_node(value: &Value) -> Vec<(Vec<Lit>, Value)> {
    if !value.has_nodes() || value.alts().len() == 1 {
        return vec![(vec![Lit::TRUE], value.clone())];
    }
    let (nodes, rest): (Vec<_>, Vec<_>) =
        value.alts().iter().cloned().partition(|(_, alt)| matches!(alt, Alt::Record(_, fields) if fields.node > 0));
    let mut cases: Vec<(Vec<Lit>, Value)> = nodes.into_iter().map(|(lit, alt)| (vec![lit], Value::of(alt))).collect();
    let lits = rest.iter().map(|(lit, _)| *lit).collect();
    match &*rest {
        [] => {}
        [(_, only)] => cases.push((lits, Value::of(only.clone()))),
        _ => cases.push((lits, Value::choice(rest))),
    }
    cases
}
