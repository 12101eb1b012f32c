//! What a submission changes that outlives the call: objects of its module, or its arguments.
//!
//! The grader loads a submission once and calls it many times, while a circuit starts each call from the state after
//! loading. The two agree if no call changes an object that existed before it. Every change of such an object is noted
//! with when it happens; writing the value that is there already counts, too.
//!
//! A cached function keeps what it returned. Its arguments are looked up by equality, so this shows only if equal arguments
//! can be told apart: then calling it counts as a change, too.
//!
//! The statements that are reached are noted as well, and where a `TypeError` or `AttributeError` is raised: to a function that
//! only knows equality, an atom cannot be unpacked, indexed or asked for a method, while the string that a test shows for it can.
//!
//! Invariant: a call that changes such an object has one of the noted literals, and a statement is executed only where its
//! literal is true. Guarded by `prove/tests/adversarial.rs`.

use std::collections::BTreeMap;

use circuit::Lit;
use lang::ast::Span;
use lang::builtins::Exception;

use crate::machine::Machine;
use crate::value::{Alt, ObjectId, Value};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangedThing {
    /// A global variable, a mutable default, an attribute of a class, or anything else the module has made.
    Module,
    /// The argument at this position, or something in it.
    Argument(usize),
}

/// Something that existed before the call is changed.
#[derive(Clone, Copy, Debug)]
pub struct PossibleChange {
    pub when: Lit,
    pub at: Span,
    pub what: ChangedThing,
}

/// A statement of a function, and the pairs for which it is executed.
#[derive(Clone, Copy, Debug)]
pub struct ReachedStatement {
    pub at: Span,
    pub when: Lit,
}

/// The objects that exist before a call, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct BeforeCall {
    /// Numbers below this one are objects of the module.
    module: u32,
    /// Those of each argument are below this one, and not below the one before.
    arguments: Vec<u32>,
    changes: Vec<PossibleChange>,
    /// Where a `TypeError` or `AttributeError` is raised, even if it is caught.
    type_errors: Vec<Lit>,
    /// By place.
    reached: BTreeMap<(u32, u32), Lit>,
}

impl BeforeCall {
    /// The module has been executed, and objects get numbers from this one on.
    pub fn begin(&mut self, module: u32) {
        self.module = module;
        self.arguments.clear();
    }

    /// An argument has been made, and objects get numbers from this one on.
    pub fn argument(&mut self, end: u32) {
        self.arguments.push(end);
    }

    fn what(&self, id: ObjectId) -> Option<ChangedThing> {
        if id.0 < self.module {
            return Some(ChangedThing::Module);
        }
        self.arguments.iter().position(|end| id.0 < *end).map(ChangedThing::Argument)
    }

    pub fn take_type_errors(&mut self) -> Vec<Lit> {
        std::mem::take(&mut self.type_errors)
    }

    pub fn take(&mut self) -> (Vec<PossibleChange>, Vec<ReachedStatement>) {
        let reached = std::mem::take(&mut self.reached).into_iter();
        let reached = reached.map(|((start, end), when)| ReachedStatement { at: Span::new(start, end), when });
        (std::mem::take(&mut self.changes), reached.collect())
    }
}

impl Machine<'_> {
    /// Notes that the code writes to an object.
    pub fn note_change(&mut self, id: ObjectId) {
        if let Some(what) = self.before_call.what(id) {
            self.note(what);
        }
    }

    fn note(&mut self, what: ChangedThing) {
        let when = self.circuit.and(self.context, self.path);
        let change = PossibleChange { when, at: self.span, what };
        let known = |known: &PossibleChange| known.when == when && known.at == change.at && known.what == what;
        if when != Lit::FALSE && !self.before_call.changes.iter().any(known) {
            self.before_call.changes.push(change);
        }
    }

    /// Notes that a cached function is called.
    pub fn note_cached_call(&mut self, arguments: &[&Value]) {
        if self.is_submission() && !arguments.iter().all(|value| equal_is_same(value)) {
            self.note(ChangedThing::Module);
        }
    }

    /// Notes that an exception is raised.
    pub fn note_exception(&mut self, when: Lit, exception: Exception) {
        if self.is_submission() && matches!(exception, Exception::TypeError | Exception::AttributeError) {
            self.before_call.type_errors.push(when);
        }
    }

    /// Notes that a statement is executed.
    pub fn note_statement(&mut self, at: Span) {
        if at.is_library() {
            return;
        }
        let when = self.circuit.and(self.context, self.path);
        let known = self.before_call.reached.get(&(at.start, at.end)).copied().unwrap_or(Lit::FALSE);
        let either = self.circuit.or(known, when);
        self.before_call.reached.insert((at.start, at.end), either);
    }
}

/// Whether no two values that are equal to Python can be told apart. `1` and `True` can, and so can sets, by their order.
fn equal_is_same(value: &Value) -> bool {
    value.alts().iter().all(|(_, alt)| match alt {
        Alt::None | Alt::Int(_) | Alt::Bits(_) | Alt::Str(_) | Alt::Text(_) | Alt::Atom(..) => true,
        Alt::Tuple(items) => items.iter().all(equal_is_same),
        _ => false,
    })
}
