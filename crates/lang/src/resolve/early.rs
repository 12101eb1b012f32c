//! Names in the body of a class that are read where the body may not have assigned them.
//!
//! A function that reads its variable too early raises; the body of a class finds a variable of the same name outside instead.
//! So which variable is meant depends on what was executed. Takes the body of a class; gives the reads of names that it binds
//! which no assignment is certain to precede. Assignments inside blocks and expressions are not certain. An assignment in a block
//! counts for the rest of that block.

use std::collections::BTreeSet;

use crate::ast::{Expr, ExprId, ExprKind, Module, Name, Stmt, StmtKind, walk};
use crate::bindings::{names_in, target_names};

pub(super) fn early_reads(module: &Module, body: &[Stmt]) -> BTreeSet<ExprId> {
    let mut reads = EarlyReads { module, bound: names_in(module, body), reads: BTreeSet::new() };
    reads.block(body, &BTreeSet::new());
    reads.reads
}

struct EarlyReads<'a> {
    module: &'a Module,
    bound: BTreeSet<Name>,
    reads: BTreeSet<ExprId>,
}

impl EarlyReads<'_> {
    fn block(&mut self, body: &[Stmt], before: &BTreeSet<Name>) {
        let mut assigned = before.clone();
        for stmt in body {
            self.stmt(stmt, &mut assigned);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, assigned: &mut BTreeSet<Name>) {
        let blocks = walk::blocks(stmt);
        // What a loop deletes is gone when its head is evaluated again.
        removed(stmt, &mut |name| {
            assigned.remove(name);
        });
        let mut stored = BTreeSet::new();
        targets(stmt, &mut |target| stores(target, &mut stored));
        walk::own_expressions(stmt, &mut |expr| self.reads_in(expr, &stored, assigned));
        if let StmtKind::Function(id) = &stmt.kind {
            let function = self.module.function(*id);
            let defaults = function.params.iter().filter_map(|param| param.default.as_ref());
            defaults.chain(&function.decorators).for_each(|expr| self.reads_in(expr, &stored, assigned));
        }
        if let StmtKind::Class(class) = &stmt.kind {
            let keywords = class.keywords.iter().map(|keyword| &keyword.value);
            let parts = class.bases.iter().chain(&class.decorators).chain(keywords);
            parts.for_each(|expr| self.reads_in(expr, &stored, assigned));
        } else {
            blocks.into_iter().for_each(|block| self.block(block, assigned));
        }
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().for_each(|target| target_names(target, assigned)),
            StmtKind::AnnotatedAssign { target, value: Some(_), .. } | StmtKind::AugmentedAssign { target, .. } => {
                target_names(target, assigned);
            }
            StmtKind::Function(id) => {
                assigned.insert(self.module.function(*id).name.name.clone());
            }
            StmtKind::Class(class) => {
                assigned.insert(class.name.name.clone());
            }
            _ => {}
        }
    }

    fn reads_in(&mut self, expr: &Expr, stored: &BTreeSet<ExprId>, assigned: &BTreeSet<Name>) {
        walk::sub_expressions(expr, &mut |inner| {
            if let ExprKind::Name(name) = &inner.kind
                && self.bound.contains(name)
                && !assigned.contains(name)
                && !stored.contains(&inner.id)
            {
                self.reads.insert(inner.id);
            }
        });
    }
}

/// The targets that a statement assigns to without reading them, walrus expressions included.
fn targets<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } | StmtKind::Delete(targets) => targets.iter().for_each(&mut *visit),
        StmtKind::AnnotatedAssign { target, .. } | StmtKind::For { target, .. } => visit(target),
        StmtKind::Try(stmt) => stmt.handlers.iter().filter_map(|it| it.name.as_ref()).for_each(&mut *visit),
        StmtKind::With(stmt) => stmt.items.iter().filter_map(|it| it.target.as_ref()).for_each(&mut *visit),
        StmtKind::Match(stmt) => stmt.cases.iter().for_each(|case| walk::captures(&case.pattern, visit)),
        _ => {}
    }
    walk::own_expressions(stmt, &mut |expr| {
        walk::sub_expressions(expr, &mut |inner| {
            if let ExprKind::Walrus(target, _) = &inner.kind {
                visit(target);
            }
        });
    });
}

fn stores(target: &Expr, stored: &mut BTreeSet<ExprId>) {
    match &target.kind {
        ExprKind::Name(_) => {
            stored.insert(target.id);
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(|item| stores(item, stored)),
        ExprKind::Starred(inner) => stores(inner, stored),
        _ => {}
    }
}

/// The names that a statement, or one inside it, may delete. The name of a handled exception is deleted at its end.
fn removed(stmt: &Stmt, visit: &mut dyn FnMut(&Name)) {
    let mut names = BTreeSet::new();
    match &stmt.kind {
        StmtKind::Delete(targets) => targets.iter().for_each(|target| target_names(target, &mut names)),
        StmtKind::Try(stmt) => {
            let handlers = stmt.handlers.iter().filter_map(|handler| handler.name.as_ref());
            handlers.for_each(|name| target_names(name, &mut names));
        }
        _ => {}
    }
    names.iter().for_each(&mut *visit);
    if !matches!(stmt.kind, StmtKind::Class(_) | StmtKind::Function(_)) {
        walk::blocks(stmt).into_iter().flatten().for_each(|inner| removed(inner, visit));
    }
}
