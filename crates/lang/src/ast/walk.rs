//! Visits the expressions inside an expression or a statement.

use super::{DictItem, Expr, ExprKind, Stmt, StmtKind};

/// Calls `visit` for the expression and everything inside it. The bodies of lambdas are functions, not part of it.
pub fn sub_expressions<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    visit(expr);
    children(expr, &mut |child| sub_expressions_dyn(child, visit));
}

fn sub_expressions_dyn<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    children(expr, &mut |child| sub_expressions_dyn(child, visit));
}

/// Calls `visit` for the expressions directly inside an expression, in the order of the source.
pub fn children<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Message(items)
        | ExprKind::Tuple(items)
        | ExprKind::List(items)
        | ExprKind::Set(items)
        | ExprKind::Boolean(_, items) => items.iter().for_each(visit),
        ExprKind::Dict(items) => {
            for item in items {
                match item {
                    DictItem::Pair(key, value) => {
                        visit(key);
                        visit(value);
                    }
                    DictItem::Spread(value) => visit(value),
                }
            }
        }
        ExprKind::Starred(inner) | ExprKind::Unary(_, inner) | ExprKind::Attribute(inner, _) => visit(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Subscript(left, right) | ExprKind::Walrus(left, right) => {
            visit(left);
            visit(right);
        }
        ExprKind::Compare(first, links) => {
            visit(first);
            links.iter().for_each(|(_, operand)| visit(operand));
        }
        ExprKind::Conditional(parts) => {
            visit(&parts.then);
            visit(&parts.test);
            visit(&parts.otherwise);
        }
        ExprKind::Call(call) => {
            visit(&call.function);
            call.args.iter().for_each(&mut *visit);
            call.keywords.iter().for_each(|keyword| visit(&keyword.value));
        }
        ExprKind::Slice(slice) => [&slice.lower, &slice.upper, &slice.step].into_iter().flatten().for_each(visit),
        ExprKind::Comprehension(comprehension) => {
            visit(&comprehension.element);
            comprehension.value.iter().for_each(&mut *visit);
            for clause in &comprehension.clauses {
                visit(&clause.target);
                visit(&clause.iterable);
                clause.conditions.iter().for_each(&mut *visit);
            }
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

/// Calls `visit` for the expressions of a statement itself; those of statements nested in it are left out.
pub fn own_expressions<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Assign { targets, value } => {
            targets.iter().for_each(&mut *visit);
            visit(value);
        }
        StmtKind::AnnotatedAssign { target, value, .. } => {
            visit(target);
            value.iter().for_each(visit);
        }
        StmtKind::AugmentedAssign { target, value, .. } => {
            visit(target);
            visit(value);
        }
        StmtKind::Delete(targets) => targets.iter().for_each(visit),
        StmtKind::If { test, .. } | StmtKind::While { test, .. } => visit(test),
        StmtKind::For { target, iterable, .. } => {
            visit(target);
            visit(iterable);
        }
        StmtKind::Expr(value) | StmtKind::Raise(value) | StmtKind::YieldFrom(value) => visit(value),
        StmtKind::Return(value) | StmtKind::Yield(value) => value.iter().for_each(visit),
        StmtKind::Assert { test, message } => {
            visit(test);
            message.iter().for_each(visit);
        }
        StmtKind::Error
        | StmtKind::Pass
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Nonlocal(_)
        | StmtKind::Function(_)
        | StmtKind::Class(_)
        | StmtKind::Import { .. }
        | StmtKind::TypeAlias { .. } => {}
    }
}
