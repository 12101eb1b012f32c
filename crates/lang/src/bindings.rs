//! Which names a function binds: parameters apart, everything it assigns anywhere in its body.

use std::collections::BTreeSet;

use crate::ast::{Expr, ExprKind, Function, Ident, Module, Name, Stmt, StmtKind, walk};

#[derive(Debug, Default)]
pub struct BoundNames {
    pub names: BTreeSet<Name>,
    pub nonlocals: Vec<Ident>,
}

/// The names a function binds itself. Nested functions and the targets of comprehensions bind their own.
pub fn bound_names(module: &Module, function: &Function) -> BoundNames {
    let mut bound = BoundNames::default();
    block(module, &function.body, &mut bound);
    for ident in &bound.nonlocals {
        bound.names.remove(&ident.name);
    }
    bound
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
        StmtKind::If { then: body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
            block(module, body, bound);
            block(module, otherwise, bound);
        }
        StmtKind::For { target, body, otherwise, .. } => {
            target_names(target, &mut bound.names);
            block(module, body, bound);
            block(module, otherwise, bound);
        }
        StmtKind::Nonlocal(names) => bound.nonlocals.extend(names.iter().cloned()),
        StmtKind::Function(id) => {
            let function = module.function(*id);
            bound.names.insert(function.name.name.clone());
            function
                .params
                .iter()
                .filter_map(|param| param.default.as_ref())
                .for_each(|default| walrus(default, bound));
        }
        _ => {}
    }
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
