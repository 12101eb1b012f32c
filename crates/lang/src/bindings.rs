//! Which names a function binds: parameters apart, everything it assigns anywhere in its body.

use std::collections::BTreeSet;

use crate::ast::{Clause, DictItem, Expr, ExprKind, Function, Ident, Module, Name, Stmt, StmtKind};

#[derive(Debug, Default)]
pub struct Bound {
    pub names: BTreeSet<Name>,
    pub nonlocals: Vec<Ident>,
}

/// The names a function binds itself. Nested functions and the targets of comprehensions bind their own.
pub fn bound_names(module: &Module, function: &Function) -> Bound {
    let mut bound = Bound::default();
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

fn block(module: &Module, body: &[Stmt], bound: &mut Bound) {
    body.iter().for_each(|stmt| statement(module, stmt, bound));
}

fn statement(module: &Module, stmt: &Stmt, bound: &mut Bound) {
    match &stmt.kind {
        StmtKind::Assign { targets, value } => {
            for target in targets {
                target_names(target, &mut bound.names);
                walrus(target, bound);
            }
            walrus(value, bound);
        }
        StmtKind::AnnotatedAssign { target, value, .. } => {
            target_names(target, &mut bound.names);
            walrus(target, bound);
            value.iter().for_each(|value| walrus(value, bound));
        }
        StmtKind::AugmentedAssign { target, value, .. } => {
            target_names(target, &mut bound.names);
            walrus(target, bound);
            walrus(value, bound);
        }
        StmtKind::Delete(targets) => targets.iter().for_each(|target| walrus(target, bound)),
        StmtKind::If { test, then: body, otherwise } | StmtKind::While { test, body, otherwise } => {
            walrus(test, bound);
            block(module, body, bound);
            block(module, otherwise, bound);
        }
        StmtKind::For { target, iterable, body, otherwise } => {
            target_names(target, &mut bound.names);
            walrus(iterable, bound);
            block(module, body, bound);
            block(module, otherwise, bound);
        }
        StmtKind::Expr(value) | StmtKind::Raise(value) | StmtKind::YieldFrom(value) => walrus(value, bound),
        StmtKind::Return(value) | StmtKind::Yield(value) => value.iter().for_each(|value| walrus(value, bound)),
        StmtKind::Assert { test, message } => {
            walrus(test, bound);
            message.iter().for_each(|message| walrus(message, bound));
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
        StmtKind::Error
        | StmtKind::Pass
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Class(_)
        | StmtKind::Import { .. }
        | StmtKind::TypeAlias { .. } => {}
    }
}

/// Finds `name := …` anywhere in an expression: inside comprehensions too, since it binds in the function around
/// them, but not inside lambdas.
fn walrus(expr: &Expr, bound: &mut Bound) {
    match &expr.kind {
        ExprKind::Walrus(target, value) => {
            target_names(target, &mut bound.names);
            walrus(value, bound);
        }
        ExprKind::Message(items) | ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => {
            each_walrus(items, bound)
        }
        ExprKind::Boolean(_, items) => each_walrus(items, bound),
        ExprKind::Dict(items) => {
            for item in items {
                match item {
                    DictItem::Pair(key, value) => {
                        walrus(key, bound);
                        walrus(value, bound);
                    }
                    DictItem::Spread(value) => walrus(value, bound),
                }
            }
        }
        ExprKind::Starred(inner) | ExprKind::Unary(_, inner) | ExprKind::Attribute(inner, _) => walrus(inner, bound),
        ExprKind::Binary(_, left, right) | ExprKind::Subscript(left, right) => {
            walrus(left, bound);
            walrus(right, bound);
        }
        ExprKind::Compare(first, links) => {
            walrus(first, bound);
            links.iter().for_each(|(_, operand)| walrus(operand, bound));
        }
        ExprKind::Conditional(conditional) => {
            walrus(&conditional.test, bound);
            walrus(&conditional.then, bound);
            walrus(&conditional.otherwise, bound);
        }
        ExprKind::Call(call) => {
            walrus(&call.function, bound);
            each_walrus(&call.args, bound);
            call.keywords.iter().for_each(|keyword| walrus(&keyword.value, bound));
        }
        ExprKind::Slice(slice) => {
            [&slice.lower, &slice.upper, &slice.step].into_iter().flatten().for_each(|part| walrus(part, bound));
        }
        ExprKind::Comprehension(comprehension) => {
            comprehension.clauses.iter().for_each(|clause| clause_walrus(clause, bound));
            walrus(&comprehension.element, bound);
            comprehension.value.iter().for_each(|value| walrus(value, bound));
        }
        ExprKind::Lambda(_)
        | ExprKind::Error
        | ExprKind::None
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Str(_)
        | ExprKind::Ellipsis
        | ExprKind::Name(_) => {}
    }
}

fn each_walrus(items: &[Expr], bound: &mut Bound) {
    items.iter().for_each(|item| walrus(item, bound));
}

fn clause_walrus(clause: &Clause, bound: &mut Bound) {
    walrus(&clause.iterable, bound);
    clause.conditions.iter().for_each(|condition| walrus(condition, bound));
}
