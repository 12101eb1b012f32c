//! Functions are analyzed once per context: per tuple of argument values, up to a limit.
//!
//! A context runs until nothing it read changes any more. A call never runs its callee: it takes what is known of the
//! result so far, and the caller runs again when more is known. So recursion needs no care and the stack stays flat.

use std::collections::{BTreeSet, HashMap};

use crate::ast::{ExprId, FuncId};
use crate::resolve::VarId;

use super::Inference;
use super::env::Env;
use super::heap::CellId;
use super::value::{Item, Val, number};

/// More contexts of one function than this are one.
const MAX_CONTEXTS: usize = 12;
/// A recursive call nested this deep joins the context of its caller.
const MAX_ANCESTORS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CtxId(u32);

impl CtxId {
    /// The module's own code.
    pub const MODULE: CtxId = CtxId(0);
}

#[derive(Debug)]
pub(super) struct Context {
    pub function: Option<FuncId>,
    pub params: Vec<CellId>,
    pub result: CellId,
    /// What a generator function yields, and the iterator that gives it.
    pub yields: CellId,
    pub iterator: Val,
    /// The context of the first call.
    caller: CtxId,
    /// The result goes to code that is not known.
    escaped: bool,
}

#[derive(Debug, Default)]
pub(super) struct Contexts {
    all: Vec<Context>,
    /// Several keys may share a context.
    index: HashMap<(FuncId, Vec<Val>), CtxId>,
    by_function: Vec<Vec<CtxId>>,
    /// The state at the head of each loop, which only grows.
    heads: HashMap<(CtxId, ExprId), Env>,
    /// Variables that a lazy generator may read later.
    variables: HashMap<(CtxId, VarId), CellId>,
    /// While reporting: the contexts that can be reached, and those of them still to visit.
    pub reached: BTreeSet<CtxId>,
    pub to_visit: Vec<CtxId>,
}

impl Inference<'_> {
    pub fn context(&self, id: CtxId) -> &Context {
        &self.contexts.all[id.0 as usize]
    }

    pub fn has_context(&self, function: FuncId) -> bool {
        !self.contexts.by_function[function.index()].is_empty()
    }

    pub fn contexts_of(&self, function: FuncId) -> &[CtxId] {
        &self.contexts.by_function[function.index()]
    }

    pub fn new_context(&mut self, function: Option<FuncId>, args: &[Val]) -> CtxId {
        let id = CtxId(number(self.contexts.all.len()));
        let params = args.iter().map(|arg| self.new_cell(*arg)).collect();
        let (result, yields) = (self.new_cell(Val::BOTTOM), self.new_cell(Val::BOTTOM));
        let iterator = Item::Object(self.new_iterator(yields));
        let iterator = self.values.one(iterator);
        let caller = self.current;
        self.contexts.all.push(Context { function, params, result, yields, iterator, caller, escaped: false });
        let functions = self.problem.module.functions.len();
        self.contexts.by_function.resize_with(functions, Vec::new);
        if let Some(function) = function {
            self.contexts.by_function[function.index()].push(id);
        }
        self.queue.insert(id);
        id
    }

    /// What a call of a function of the file gives, with a value for each of its parameters.
    pub fn call_function(&mut self, function: FuncId, args: Vec<Val>) -> Val {
        if args.iter().any(|arg| arg.is_bottom()) {
            return Val::BOTTOM;
        }
        let id = self.context_for(function, args);
        self.reach(id);
        if self.problem.module.function(function).is_generator {
            return self.context(id).iterator;
        }
        let result = self.context(id).result;
        self.read(result)
    }

    /// While reporting: notes that a context is called.
    fn reach(&mut self, id: CtxId) {
        if self.report.is_some() && self.contexts.reached.insert(id) {
            self.contexts.to_visit.push(id);
        }
    }

    /// A call by code that is not known, with anything.
    pub fn call_from_outside(&mut self, function: FuncId) {
        let args = vec![Val::UNKNOWN; self.problem.module.function(function).params.len()];
        let id = self.context_for(function, args);
        self.reach(id);
        let context = &mut self.contexts.all[id.0 as usize];
        if !std::mem::replace(&mut context.escaped, true) {
            let results = [context.result, context.yields];
            for cell in results {
                let value = self.peek_cell(cell);
                self.escape(value);
            }
        }
    }

    fn context_for(&mut self, function: FuncId, args: Vec<Val>) -> CtxId {
        let key = (function, args);
        if let Some(known) = self.contexts.index.get(&key) {
            return *known;
        }
        let id = match self.shared_context(function) {
            Some(shared) => {
                for (index, arg) in key.1.iter().enumerate() {
                    let cell = self.context(shared).params[index];
                    self.write(cell, *arg);
                }
                shared
            }
            None => self.new_context(Some(function), &key.1),
        };
        self.contexts.index.insert(key, id);
        id
    }

    /// The context that a call with new arguments shares, if it gets none of its own.
    fn shared_context(&self, function: FuncId) -> Option<CtxId> {
        let mut ancestor = self.current;
        for _ in 0..MAX_ANCESTORS {
            let context = self.context(ancestor);
            if context.function == Some(function) {
                return Some(ancestor);
            }
            if ancestor == context.caller {
                break;
            }
            ancestor = context.caller;
        }
        let contexts = self.contexts_of(function);
        contexts.last().copied().filter(|_| contexts.len() >= MAX_CONTEXTS)
    }

    pub fn give_result(&mut self, value: Val) {
        let cell = self.context(self.current).result;
        self.give(cell, value);
    }

    pub fn give_yield(&mut self, value: Val) {
        let cell = self.context(self.current).yields;
        self.give(cell, value);
    }

    fn give(&mut self, cell: CellId, value: Val) {
        self.write(cell, value);
        if self.context(self.current).escaped {
            self.escape(value);
        }
    }

    /// The cell of a variable that is not tracked statement by statement, in the context that runs now.
    pub fn context_variable(&mut self, var: VarId) -> CellId {
        let key = (self.current, var);
        if let Some(cell) = self.contexts.variables.get(&key) {
            return *cell;
        }
        let cell = self.new_cell(Val::BOTTOM);
        self.contexts.variables.insert(key, cell);
        cell
    }

    /// Goes on from all states in which the loop was ever entered or repeated.
    pub fn enter_loop(&mut self, id: ExprId) {
        let key = (self.current, id);
        if let Some(head) = self.contexts.heads.remove(&key) {
            self.join_env(head);
        }
        let env = self.save_env();
        self.contexts.heads.insert(key, env);
    }

    /// Notes the state at the end of the loop's body. If it is new, the context runs again.
    pub fn repeat_loop(&mut self, id: ExprId) {
        if !self.env.live {
            return;
        }
        let key = (self.current, id);
        let Some(head) = self.contexts.heads.remove(&key) else { return };
        self.join_env(head.clone());
        if !self.env.same_as(&head) {
            self.queue.insert(self.current);
        }
        let env = self.save_env();
        self.contexts.heads.insert(key, env);
    }
}
