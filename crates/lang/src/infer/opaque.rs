//! Functions that hold something the language does not have.
//!
//! What the author meant there is not known: statements were left out of the tree, parameters too. Such a function may do
//! anything to what it gets and give anything back, and what raises in it is not judged, so that one mistake is reported
//! once.

use std::collections::BTreeSet;

use crate::ast::{FuncId, Span, Stmt, StmtKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::problem::{Problem, RecordId};
use crate::resolve::{Owner, VarId};

use super::Inference;
use super::storage::Storage;
use super::value::{Item, Val};

#[derive(Debug, Default)]
pub(super) struct Opaque {
    /// By `FuncId`.
    pub functions: Vec<bool>,
    /// By `RecordId`.
    records: Vec<bool>,
    /// Code that was left out may have set the constants of the module.
    pub constants: bool,
    /// Where earlier stages have reported errors.
    pub reported: BTreeSet<Span>,
}

impl Opaque {
    pub fn is_record(&self, record: RecordId) -> bool {
        self.records.get(usize::from(record.0)).copied().unwrap_or(true)
    }
}

/// Looks for what earlier stages have reported.
pub(super) fn find(problem: &Problem, diagnostics: &[Diagnostic]) -> Opaque {
    let module = &problem.module;
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let places = errors.filter_map(|diagnostic| Some((diagnostic.code, diagnostic.primary.as_ref()?.span)));
    let (mut reported, mut outside) = (BTreeSet::new(), BTreeSet::new());
    let mut twice = false;
    for (code, span) in places {
        reported.insert(span);
        twice |= code == Code::DuplicateName;
        if matches!(code, Code::Syntax | Code::Outside | Code::DuplicateName) {
            outside.insert(span.start);
        }
    }
    let functions = module.functions.iter().map(|function| {
        let start =
            function.decorators.iter().map(|decorator| decorator.span.start).fold(function.span.start, u32::min);
        outside.range(start..function.span.end.max(start)).next().is_some()
    });
    let functions = functions.collect();
    let mut records = vec![false; problem.records.len()];
    for class in
        module.body.iter().filter_map(|stmt| if let StmtKind::Class(class) = &stmt.kind { Some(class) } else { None })
    {
        let start = class.decorators.iter().map(|decorator| decorator.span.start).fold(class.span.start, u32::min);
        let faulty = reported.range(Span::new(start, 0)..Span::new(class.span.end, 0)).next().is_some();
        for (record, opaque) in problem.records.iter().zip(&mut records) {
            *opaque |= faulty && record.name == class.name.name;
        }
    }
    let left_out =
        module.functions.iter().any(|function| holds_error(&function.body)) || module.body.iter().any(is_block);
    Opaque { functions, records, constants: left_out || twice, reported }
}

fn holds_error(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Error => true,
        _ => crate::ast::walk::blocks(stmt).into_iter().any(holds_error),
    })
}

/// A statement of the module that is not a declaration; it is not run.
fn is_block(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Error) || !crate::ast::walk::blocks(stmt).is_empty()
}

impl Inference<'_> {
    /// A function as a value.
    pub fn function_value(&mut self, id: FuncId) -> Val {
        if self.opaque.functions[id.index()] {
            self.call_from_outside(id);
            return Val::UNKNOWN;
        }
        self.values.one(Item::Function(id))
    }

    /// Goes on after a statement that is not known: every variable may have changed.
    pub fn after_unknown_statement(&mut self) {
        let Some(function) = self.context(self.current).function else { return };
        let vars = (0..).map(VarId).zip(&self.problem.resolutions.vars);
        let own: Vec<VarId> =
            vars.filter(|(_, var)| var.owner == Owner::Function(function)).map(|(id, _)| id).collect();
        self.spend(self.problem.resolutions.vars.len() as u64);
        for var in own {
            if let Storage::Local(slot) = self.storage[var.index()] {
                self.escape(self.env.get(slot));
            }
            self.write_var(var, Val::UNKNOWN);
        }
        self.give_result(Val::UNKNOWN);
        self.give_yield(Val::UNKNOWN);
    }

    /// Forgets the constants, if code that is not known may have set them.
    pub fn forget_constants(&mut self) {
        if self.opaque.constants {
            for index in 0..self.globals.len() {
                self.write(self.globals[index], Val::UNKNOWN);
            }
        }
    }
}
