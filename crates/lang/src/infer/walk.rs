//! The parts of expressions and blocks as a function's own code: with the defaults of the functions it defines, which
//! are evaluated there, and without their bodies.

use crate::ast::walk::{children as sub_expressions, own_expressions};
use crate::ast::{Expr, ExprKind, FuncId, Module, Stmt, StmtKind};

/// The expressions directly inside an expression.
pub(super) fn children<'a>(module: &'a Module, expr: &'a Expr, each: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Lambda(id) => defaults(module, *id, each),
        _ => sub_expressions(expr, each),
    }
}

/// The expressions directly inside the statements of a block and of the blocks inside it.
pub(super) fn block<'a>(module: &'a Module, body: &'a [Stmt], each: &mut dyn FnMut(&'a Expr)) {
    for stmt in body {
        own_expressions(stmt, each);
        match &stmt.kind {
            StmtKind::If { then: body, otherwise, .. }
            | StmtKind::For { body, otherwise, .. }
            | StmtKind::While { body, otherwise, .. } => {
                block(module, body, each);
                block(module, otherwise, each);
            }
            StmtKind::Function(id) => defaults(module, *id, each),
            _ => {}
        }
    }
}

fn defaults<'a>(module: &'a Module, id: FuncId, each: &mut dyn FnMut(&'a Expr)) {
    module.function(id).params.iter().filter_map(|param| param.default.as_ref()).for_each(each);
}
