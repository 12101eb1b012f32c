//! What every expression may be, as far as it can be known without running the file, and what is definitely wrong.
//!
//! Takes a declared and resolved problem; returns a [`Type`] for every expression and variable, and diagnostics. It runs the
//! functions of the file on abstract values: unions of simple types and of objects, one object for each place that
//! makes one (`value`, `heap`). Functions run once per combination of argument values (`context`), variables are
//! followed statement by statement (`env`, `statements`), and all of it is repeated until nothing new is found. Then
//! the contexts that can be reached run a last time, and what fails is noted (`faults`).
//!
//! Invariant: no false alarm. An error is reported only if the operation fails for every value it can meet, in every
//! context that reaches it; one unknown value silences it. Guarded by `tests/no_false_positive.rs`.
//!
//! Invariant: the work is bounded, whatever the program. A file that would need more than `MAX_STEPS` is not judged.

mod arguments;
mod atoms;
mod builtins;
mod calls;
mod classes;
mod compare;
mod comprehensions;
mod context;
mod dicts;
mod displays;
mod elements;
mod env;
mod expressions;
mod faults;
mod heap;
mod iterators;
mod methods;
mod narrowing;
mod opaque;
mod operators;
mod output;
mod roots;
mod set_order;
mod shapes;
mod statements;
mod storage;
mod strings;
mod targets;
mod tries;
mod value;
pub(crate) mod walk;

use std::collections::{BTreeSet, HashMap};

use crate::ast::ExprId;
use crate::diagnostic::{Code, Diagnostic};
use crate::problem::Problem;
use crate::resolve::VarId;
use crate::types::Type;

use context::{Contexts, CtxId};
use env::Env;
use faults::Findings;
use heap::{CellId, Heap, SiteKey};
use opaque::Opaque;
use output::TypeCache;
use statements::LoopExits;
use storage::Storage;
use tries::Tries;
use value::{SiteId, Val, Values};

/// How many expressions are evaluated before the analysis gives up.
const MAX_STEPS: u64 = 1_000_000;

/// The inferred types, by `ExprId` and by `VarId`. What never runs is `Unknown`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Types {
    pub exprs: Vec<Type>,
    pub vars: Vec<Type>,
}

impl Types {
    pub fn expr(&self, id: ExprId) -> &Type {
        self.exprs.get(id.index()).unwrap_or(&Type::Unknown)
    }

    pub fn var(&self, id: VarId) -> &Type {
        self.vars.get(id.index()).unwrap_or(&Type::Unknown)
    }
}

/// Infers the types of a problem and reports what is definitely wrong.
pub fn infer(problem: &Problem, diagnostics: &mut Vec<Diagnostic>) -> Types {
    let opaque = opaque::find(problem, diagnostics);
    let mut analysis = Inference::new(problem, opaque);
    analysis.settle();
    if analysis.exhausted() {
        let (exprs, vars) = (problem.module.expr_count as usize, problem.resolutions.vars.len());
        return Types { exprs: vec![Type::Unknown; exprs], vars: vec![Type::Unknown; vars] };
    }
    analysis.never_returning(diagnostics);
    analysis.report(diagnostics)
}

/// A record class, as far as its instances are concerned: all of them share their fields.
#[derive(Debug)]
struct RecordCells {
    fields: Vec<CellId>,
    escaped: bool,
}

#[derive(Debug)]
struct Inference<'a> {
    problem: &'a Problem,
    opaque: Opaque,
    values: Values,
    heap: Heap,
    site_index: HashMap<SiteKey, SiteId>,
    contexts: Contexts,
    roots: Vec<CtxId>,
    /// Contexts that must run again. The newest runs first: it is the callee.
    queue: BTreeSet<CtxId>,
    /// By `VarId`.
    storage: Vec<Storage>,
    shared: Vec<CellId>,
    /// By `GlobalId`.
    globals: Vec<CellId>,
    /// By `FuncId` and parameter.
    defaults: Vec<Vec<CellId>>,
    /// By `RecordId`.
    records: Vec<RecordCells>,
    // The context that runs now.
    current: CtxId,
    env: Env,
    loops: Vec<LoopExits>,
    tries: Tries<'a>,
    /// In code that runs only when somebody asks for its next value.
    lazy: bool,
    report: Option<Findings>,
    steps: u64,
}

impl<'a> Inference<'a> {
    fn new(problem: &'a Problem, opaque: Opaque) -> Self {
        let mut analysis = Self {
            problem,
            opaque,
            values: Values::new(),
            heap: Heap::default(),
            site_index: HashMap::new(),
            contexts: Contexts::default(),
            roots: Vec::new(),
            queue: BTreeSet::new(),
            storage: storage::plan(&problem.module, &problem.resolutions),
            shared: Vec::new(),
            globals: Vec::new(),
            defaults: Vec::new(),
            records: Vec::new(),
            current: CtxId::MODULE,
            env: Env::default(),
            loops: Vec::new(),
            tries: Tries::new(problem),
            lazy: false,
            report: None,
            steps: 0,
        };
        analysis.shared = problem.resolutions.vars.iter().map(|_| analysis.new_cell(Val::BOTTOM)).collect();
        analysis.globals = problem.resolutions.globals.iter().map(|_| analysis.new_cell(Val::BOTTOM)).collect();
        for function in &problem.module.functions {
            let cells = function.params.iter().map(|_| analysis.new_cell(Val::BOTTOM)).collect();
            analysis.defaults.push(cells);
        }
        for record in &problem.records {
            let fields = record.fields.iter().map(|_| analysis.new_cell(Val::BOTTOM)).collect();
            analysis.records.push(RecordCells { fields, escaped: false });
        }
        for (index, record) in problem.records.iter().enumerate() {
            for (field, declared) in record.fields.iter().enumerate() {
                let val = analysis.of_type(&declared.ty);
                analysis.write(analysis.records[index].fields[field], val);
            }
        }
        analysis
    }

    /// Runs contexts until nothing changes.
    fn settle(&mut self) {
        self.forget_constants();
        let module = self.new_context(None, &[]);
        self.roots.push(module);
        self.add_declared_roots();
        self.run_queue();
        if self.add_other_roots(false) {
            self.run_queue();
        }
        if self.add_other_roots(true) {
            self.run_queue();
        }
    }

    fn run_queue(&mut self) {
        while let Some(context) = self.queue.pop_last() {
            if self.exhausted() {
                return;
            }
            self.spend(1);
            self.run(context);
        }
    }

    /// Runs all contexts that can be reached once more, noting types and faults.
    fn report(mut self, diagnostics: &mut Vec<Diagnostic>) -> Types {
        let (exprs, vars) = (self.problem.module.expr_count as usize, self.problem.resolutions.vars.len());
        // What is only asked while reporting (does this list certainly hold something?) settles in the first round.
        for _ in 0..2 {
            self.steps = 0;
            self.report = Some(Findings::new(exprs, vars));
            self.contexts.to_visit = self.roots.clone();
            self.contexts.reached = self.roots.iter().copied().collect();
            while let Some(context) = self.contexts.to_visit.pop() {
                self.run(context);
            }
        }
        let Some(report) = self.report.take() else { return Types::default() };
        let mut cache = TypeCache::default();
        let mut of = |val: &Option<Val>| val.map_or(Type::Unknown, |val| self.type_of(val, &mut cache));
        let types = Types {
            exprs: report.exprs.iter().map(&mut of).collect(),
            vars: report.vars.iter().map(&mut of).collect(),
        };
        let is_new =
            |found: &Diagnostic| found.primary.as_ref().is_none_or(|label| !self.opaque.reported.contains(&label.span));
        let in_file = |found: &Diagnostic| found.primary.as_ref().is_none_or(|label| !label.span.is_library());
        diagnostics.extend(report.into_diagnostics().filter(is_new).filter(in_file));
        types
    }

    /// Warns of properties that have no answer.
    fn never_returning(&self, diagnostics: &mut Vec<Diagnostic>) {
        for property in self.problem.preconditions.iter().chain(&self.problem.subproperties) {
            let contexts = self.contexts_of(property.function);
            let result = |id: &CtxId| self.peek_cell(self.context(*id).result);
            let function = self.problem.module.function(property.function);
            let judged = !function.is_generator && !self.opaque.functions[property.function.index()];
            if judged && !contexts.is_empty() && contexts.iter().all(|id| result(id) == Val::NONE) {
                let message = format!("`{}` never returns a value", property.name);
                diagnostics.push(
                    Diagnostic::warning(Code::NeverReturns, function.name.span, message)
                        .label("always returns `None`, which counts as false")
                        .help("return the answer: `return …`"),
                );
            }
        }
    }

    fn spend(&mut self, steps: u64) {
        self.steps += steps;
    }

    fn exhausted(&self) -> bool {
        self.steps > MAX_STEPS
    }
}

#[cfg(test)]
mod tests;
