//! Visits the expressions inside an expression or a statement.

use super::{DictItem, Expr, ExprKind, Pattern, PatternKind, Stmt, StmtKind};

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
        | ExprKind::FString(items)
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
        ExprKind::Formatted(formatted) => {
            visit(&formatted.value);
            formatted.spec.iter().for_each(visit);
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
        | ExprKind::Float(_)
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
        StmtKind::Expr(value) | StmtKind::YieldFrom(value) => visit(value),
        StmtKind::Raise { exception, cause } => exception.iter().chain(cause).for_each(visit),
        StmtKind::Try(stmt) => {
            for handler in &stmt.handlers {
                handler.classes.iter().chain(&handler.name).for_each(&mut *visit);
            }
        }
        StmtKind::Match(stmt) => {
            visit(&stmt.subject);
            for case in &stmt.cases {
                pattern_expressions(&case.pattern, visit);
                case.guard.iter().for_each(&mut *visit);
            }
        }
        StmtKind::With(stmt) => {
            for item in &stmt.items {
                visit(&item.context);
                item.target.iter().for_each(&mut *visit);
            }
        }
        StmtKind::Return(value) | StmtKind::Yield(value) => value.iter().for_each(visit),
        StmtKind::Assert { test, message } => {
            visit(test);
            message.iter().for_each(visit);
        }
        StmtKind::Class(class) => {
            class.decorators.iter().for_each(&mut *visit);
            class.bases.iter().for_each(visit);
        }
        StmtKind::Error
        | StmtKind::Pass
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Nonlocal(_)
        | StmtKind::Global(_)
        | StmtKind::Function(_)
        | StmtKind::Import { .. }
        | StmtKind::TypeAlias { .. } => {}
    }
}

/// The blocks of a statement, in the order of the source. Functions and classes have none here.
pub fn blocks(stmt: &Stmt) -> Vec<&[Stmt]> {
    match &stmt.kind {
        StmtKind::If { then: body, otherwise, .. }
        | StmtKind::For { body, otherwise, .. }
        | StmtKind::While { body, otherwise, .. } => vec![body, otherwise],
        StmtKind::Try(stmt) => {
            let handlers = stmt.handlers.iter().map(|handler| &*handler.body);
            let rest: [&[Stmt]; 2] = [&stmt.otherwise, &stmt.finally];
            std::iter::once(&*stmt.body).chain(handlers).chain(rest).collect()
        }
        StmtKind::Match(stmt) => stmt.cases.iter().map(|case| &*case.body).collect(),
        StmtKind::With(stmt) => vec![&stmt.body],
        _ => Vec::new(),
    }
}

/// Calls `visit` for the expressions of a pattern, the names it captures included.
pub fn pattern_expressions<'a>(pattern: &'a Pattern, visit: &mut dyn FnMut(&'a Expr)) {
    match &pattern.kind {
        PatternKind::Error | PatternKind::Anything => {}
        PatternKind::Value(value) | PatternKind::Singleton(value) => visit(value),
        PatternKind::Capture(inner, name) => {
            if let Some(inner) = inner {
                pattern_expressions(inner, visit);
            }
            visit(name);
        }
        PatternKind::Star(name) => name.iter().for_each(visit),
        PatternKind::Sequence(items) | PatternKind::Or(items) => {
            items.iter().for_each(|item| pattern_expressions(item, visit));
        }
        PatternKind::Mapping(entries, rest) => {
            for (key, value) in entries {
                visit(key);
                pattern_expressions(value, visit);
            }
            rest.iter().for_each(visit);
        }
        PatternKind::Class(class) => {
            visit(&class.class);
            class.positional.iter().for_each(|item| pattern_expressions(item, visit));
            class.keywords.iter().for_each(|(_, item)| pattern_expressions(item, visit));
        }
    }
}

/// Calls `visit` for the names that a pattern captures, as expressions.
pub fn captures<'a>(pattern: &'a Pattern, visit: &mut dyn FnMut(&'a Expr)) {
    match &pattern.kind {
        PatternKind::Error | PatternKind::Anything | PatternKind::Value(_) | PatternKind::Singleton(_) => {}
        PatternKind::Capture(inner, name) => {
            if let Some(inner) = inner {
                captures(inner, visit);
            }
            visit(name);
        }
        PatternKind::Star(name) => name.iter().for_each(visit),
        PatternKind::Sequence(items) | PatternKind::Or(items) => items.iter().for_each(|item| captures(item, visit)),
        PatternKind::Mapping(entries, rest) => {
            entries.iter().for_each(|(_, value)| captures(value, visit));
            rest.iter().for_each(visit);
        }
        PatternKind::Class(class) => {
            class.positional.iter().for_each(|item| captures(item, visit));
            class.keywords.iter().for_each(|(_, item)| captures(item, visit));
        }
    }
}
