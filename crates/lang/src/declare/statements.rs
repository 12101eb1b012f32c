//! Statements at module level: declarations only, since nothing of the file is executed.

use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::diagnostic::{Code, Diagnostic};

use super::names::Names;

pub(super) fn check(names: &Names<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for stmt in &names.module.body {
        match &stmt.kind {
            StmtKind::Expr(expr) => diagnostics.extend(expression(names, expr)),
            StmtKind::Assign { targets, .. } => diagnostics.extend(targets.iter().find_map(target)),
            StmtKind::AnnotatedAssign { target: to, .. } => diagnostics.extend(target(to)),
            // `parse` has reported these: they stand for what only Python has, or may only stand in a function.
            StmtKind::If { test, .. } if matches!(test.kind, ExprKind::Error) => {}
            StmtKind::Return(_)
            | StmtKind::Yield(_)
            | StmtKind::YieldFrom(_)
            | StmtKind::Error
            // These declare.
            | StmtKind::Pass
            | StmtKind::Function(_)
            | StmtKind::Class(_)
            | StmtKind::Import { .. }
            | StmtKind::TypeAlias { .. } => {}
            _ => diagnostics.push(impure(stmt)),
        }
    }
}

/// `scope`, `group` or `draw` where an expression statement calls one of them: `scope.large(…)` is `scope`, too.
pub(super) fn called<'a>(names: &Names<'_>, stmt: &'a Stmt) -> Option<(Called, &'a crate::ast::Call)> {
    let StmtKind::Expr(expr) = &stmt.kind else { return None };
    let ExprKind::Call(call) = &expr.kind else { return None };
    Some((declaration(names, &call.function)?, call))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    Scope,
    LargeScope,
    Group,
    Draw,
}

fn declaration(names: &Names<'_>, function: &Expr) -> Option<Called> {
    if let ExprKind::Attribute(base, member) = &function.kind
        && &*member.name == "large"
        && names.vocabulary(base).as_deref() == Some("scope")
    {
        return Some(Called::LargeScope);
    }
    match &*names.vocabulary(function)? {
        "scope" => Some(Called::Scope),
        "group" => Some(Called::Group),
        "draw" => Some(Called::Draw),
        _ => None,
    }
}

fn expression(names: &Names<'_>, expr: &Expr) -> Option<Diagnostic> {
    let diagnostic = || {
        Diagnostic::error(Code::ImpureModule, expr.span, "an expression at module level declares nothing")
            .help("remove it, or move it into a function; a problem file is read, not run")
    };
    match &expr.kind {
        ExprKind::Error | ExprKind::Ellipsis | ExprKind::Str(_) => None,
        ExprKind::Call(call) => match declaration(names, &call.function) {
            Some(Called::LargeScope) => missing_import(names, base(&call.function)),
            Some(_) => missing_import(names, &call.function),
            None => Some(misspelt(names, &call.function).unwrap_or_else(diagnostic)),
        },
        _ => Some(diagnostic()),
    }
}

fn base(function: &Expr) -> &Expr {
    match &function.kind {
        ExprKind::Attribute(base, _) => base,
        _ => function,
    }
}

fn missing_import(names: &Names<'_>, expr: &Expr) -> Option<Diagnostic> {
    match &expr.kind {
        ExprKind::Name(name) if names.missing_import(expr) => Some(names.unknown(name, expr.span)),
        _ => None,
    }
}

/// `scopes(Vertex=5)`, `scope.big(Vertex=5)`.
fn misspelt(names: &Names<'_>, function: &Expr) -> Option<Diagnostic> {
    match &function.kind {
        ExprKind::Attribute(base, member) if names.vocabulary(base).as_deref() == Some("scope") => Some(
            Diagnostic::error(Code::UnknownAttribute, member.span, format!("`scope` has no `{}`", member.name))
                .help("write `scope(…)` or `scope.large(…)`"),
        ),
        ExprKind::Name(name) if names.meaning(function).is_none() && !names.is_refused(name) => {
            Some(names.unknown(name, function.span))
        }
        _ => None,
    }
}

fn target(target: &Expr) -> Option<Diagnostic> {
    match &target.kind {
        ExprKind::Name(_) | ExprKind::Error => None,
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().find_map(self::target),
        ExprKind::Starred(inner) => self::target(inner),
        _ => Some(
            Diagnostic::error(Code::ImpureModule, target.span, "a constant cannot be changed after it is created")
                .label("changes a value at module level")
                .help("write the whole value in one assignment, for example with a comprehension"),
        ),
    }
}

fn impure(stmt: &Stmt) -> Diagnostic {
    let (what, help) = match &stmt.kind {
        StmtKind::If { test, .. } if mentions(test, "__name__") => {
            ("`if __name__ == …` at module level", "remove it; a problem file is read, not run")
        }
        StmtKind::If { test, .. } if mentions(test, "TYPE_CHECKING") => (
            "`if TYPE_CHECKING` at module level",
            "import without the condition; what a problem file may import is cheap",
        ),
        StmtKind::If { .. } => {
            ("`if` at module level", "use a conditional expression, `x = a if b else c`, or a function")
        }
        StmtKind::For { .. } | StmtKind::While { .. } => {
            ("a loop at module level", "use a comprehension, or move the loop into a function")
        }
        StmtKind::AugmentedAssign { .. } => ("a change of a constant", "write the whole value in one assignment"),
        StmtKind::Delete(_) => ("`del` at module level", "remove it"),
        StmtKind::Assert { .. } => {
            ("`assert` at module level", "if it states what inputs must satisfy, make it a `@precondition`")
        }
        StmtKind::Raise { .. } => ("`raise` at module level", "remove it"),
        StmtKind::Try(_) => ("`try` at module level", "move it into a function"),
        StmtKind::With(_) => ("`with` at module level", "move it into a function"),
        StmtKind::Match(_) => ("`match` at module level", "use a conditional expression, or a function"),
        _ => ("a statement at module level", "move it into a function"),
    };
    Diagnostic::error(Code::ImpureModule, stmt.span, format!("{what} is not a declaration")).help(help)
}

fn mentions(test: &Expr, name: &str) -> bool {
    match &test.kind {
        ExprKind::Name(found) => &**found == name,
        ExprKind::Attribute(_, member) => &*member.name == name,
        ExprKind::Compare(left, _) => mentions(left, name),
        _ => false,
    }
}
