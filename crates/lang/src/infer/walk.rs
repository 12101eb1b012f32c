//! The parts of expressions and statements, for passes that look at all of them alike.

use crate::ast::{DictItem, Expr, ExprKind, FuncId, Module, Stmt, StmtKind};

/// The expressions directly inside an expression. Bodies of lambdas are not; their defaults are.
pub(super) fn children<'a>(module: &'a Module, expr: &'a Expr, each: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Message(items)
        | ExprKind::Tuple(items)
        | ExprKind::List(items)
        | ExprKind::Set(items)
        | ExprKind::Boolean(_, items) => items.iter().for_each(each),
        ExprKind::Dict(items) => items.iter().for_each(|item| match item {
            DictItem::Pair(key, value) => {
                each(key);
                each(value);
            }
            DictItem::Spread(value) => each(value),
        }),
        ExprKind::Starred(inner) | ExprKind::Unary(_, inner) | ExprKind::Attribute(inner, _) => each(inner),
        ExprKind::Comprehension(comprehension) => {
            for clause in &comprehension.clauses {
                each(&clause.iterable);
                each(&clause.target);
                clause.conditions.iter().for_each(&mut *each);
            }
            each(&comprehension.element);
            comprehension.value.iter().for_each(each);
        }
        ExprKind::Binary(_, left, right) | ExprKind::Subscript(left, right) | ExprKind::Walrus(left, right) => {
            each(left);
            each(right);
        }
        ExprKind::Compare(first, links) => {
            each(first);
            for (_, operand) in links {
                each(operand);
            }
        }
        ExprKind::Conditional(conditional) => {
            each(&conditional.test);
            each(&conditional.then);
            each(&conditional.otherwise);
        }
        ExprKind::Call(call) => {
            each(&call.function);
            call.args.iter().for_each(&mut *each);
            call.keywords.iter().for_each(|keyword| each(&keyword.value));
        }
        ExprKind::Slice(slice) => [&slice.lower, &slice.upper, &slice.step].into_iter().flatten().for_each(each),
        ExprKind::Lambda(id) => defaults(module, *id, each),
        ExprKind::Error
        | ExprKind::None
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Str(_)
        | ExprKind::Ellipsis
        | ExprKind::Name(_) => {}
    }
}

/// The defaults of a function's parameters, which are evaluated where the function is defined.
pub(super) fn defaults<'a>(module: &'a Module, id: FuncId, each: &mut dyn FnMut(&'a Expr)) {
    module.function(id).params.iter().filter_map(|param| param.default.as_ref()).for_each(each);
}

/// The expressions directly inside the statements of a block and of the blocks inside it. Bodies of nested
/// functions and annotations are not.
pub(super) fn block<'a>(module: &'a Module, body: &'a [Stmt], each: &mut dyn FnMut(&'a Expr)) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Expr(value) | StmtKind::Raise(value) | StmtKind::YieldFrom(value) => each(value),
            StmtKind::Assign { targets, value } => {
                each(value);
                targets.iter().for_each(&mut *each);
            }
            StmtKind::AnnotatedAssign { target, value, .. } => {
                value.iter().for_each(&mut *each);
                each(target);
            }
            StmtKind::AugmentedAssign { target, value, .. } => {
                each(target);
                each(value);
            }
            StmtKind::Delete(targets) => targets.iter().for_each(&mut *each),
            StmtKind::If { test, then: body, otherwise } | StmtKind::While { test, body, otherwise } => {
                each(test);
                block(module, body, each);
                block(module, otherwise, each);
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                each(iterable);
                each(target);
                block(module, body, each);
                block(module, otherwise, each);
            }
            StmtKind::Return(value) | StmtKind::Yield(value) => value.iter().for_each(&mut *each),
            StmtKind::Assert { test, message } => {
                each(test);
                message.iter().for_each(&mut *each);
            }
            StmtKind::Function(id) => defaults(module, *id, each),
            StmtKind::Error
            | StmtKind::Pass
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Nonlocal(_)
            | StmtKind::Class(_)
            | StmtKind::Import { .. }
            | StmtKind::TypeAlias { .. } => {}
        }
    }
}
