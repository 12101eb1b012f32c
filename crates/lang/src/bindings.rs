//! Which names a function binds: parameters apart, everything it assigns anywhere in its body.

use std::collections::BTreeSet;

use crate::ast::{Expr, ExprKind, Function, Ident, Module, Name, Stmt, StmtKind, walk};

#[derive(Debug, Default)]
pub struct BoundNames {
    pub names: BTreeSet<Name>,
    pub nonlocals: Vec<Ident>,
    pub globals: Vec<Ident>,
}

/// The names a function binds itself. Nested functions and the targets of comprehensions bind their own.
pub fn bound_names(module: &Module, function: &Function) -> BoundNames {
    let mut bound = BoundNames::default();
    block(module, &function.body, &mut bound);
    for ident in bound.nonlocals.iter().chain(&bound.globals) {
        bound.names.remove(&ident.name);
    }
    bound
}

/// The names that statements bind, as those of a function do.
pub fn names_in(module: &Module, body: &[Stmt]) -> BTreeSet<Name> {
    let mut bound = BoundNames::default();
    block(module, body, &mut bound);
    bound.names
}

/// The names an assignment target binds.
pub fn target_names(target: &Expr, names: &mut BTreeSet<Name>) {
    match &target.kind {
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(|item| target_names(item, names)),
        ExprKind::Starred(inner) => target_names(inner, names),
        _ => {}
    }
}

fn block(module: &Module, body: &[Stmt], bound: &mut BoundNames) {
    body.iter().for_each(|stmt| statement(module, stmt, bound));
}

fn statement(module: &Module, stmt: &Stmt, bound: &mut BoundNames) {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().for_each(|target| target_names(target, &mut bound.names)),
        StmtKind::AnnotatedAssign { target, .. } | StmtKind::AugmentedAssign { target, .. } => {
            target_names(target, &mut bound.names);
        }
        StmtKind::Delete(targets) => targets.iter().for_each(|target| target_names(target, &mut bound.names)),
        StmtKind::For { target, .. } => target_names(target, &mut bound.names),
        StmtKind::Try(stmt) => {
            let names = stmt.handlers.iter().filter_map(|handler| handler.name.as_ref());
            names.for_each(|name| target_names(name, &mut bound.names));
        }
        StmtKind::Match(stmt) => {
            for case in &stmt.cases {
                walk::captures(&case.pattern, &mut |name| target_names(name, &mut bound.names));
            }
        }
        StmtKind::With(stmt) => {
            let targets = stmt.items.iter().filter_map(|item| item.target.as_ref());
            targets.for_each(|target| target_names(target, &mut bound.names));
        }
        StmtKind::Nonlocal(names) => bound.nonlocals.extend(names.iter().cloned()),
        StmtKind::Global(names) => bound.globals.extend(names.iter().cloned()),
        StmtKind::Class(class) => {
            bound.names.insert(class.name.name.clone());
        }
        StmtKind::Function(id) => {
            let function = module.function(*id);
            bound.names.insert(function.name.name.clone());
            let defaults = function.params.iter().filter_map(|param| param.default.as_ref());
            defaults.chain(&function.decorators).for_each(|expr| walrus(expr, bound));
        }
        _ => {}
    }
    walk::blocks(stmt).into_iter().for_each(|inner| block(module, inner, bound));
    walk::own_expressions(stmt, &mut |expr| walrus(expr, bound));
}

/// Finds `name := …` anywhere in an expression: inside comprehensions too, since it binds in the function around
/// them, but not inside lambdas.
fn walrus(expr: &Expr, bound: &mut BoundNames) {
    walk::sub_expressions(expr, &mut |inner| {
        if let ExprKind::Walrus(target, _) = &inner.kind {
            target_names(target, &mut bound.names);
        }
    });
}
