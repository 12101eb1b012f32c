//! The parts of expressions and blocks as a function's own code: with the defaults of the functions it defines, which
//! are evaluated there, and without their bodies.

use crate::ast::walk::{blocks, children as sub_expressions, own_expressions};
use crate::ast::{Expr, ExprKind, FuncId, Module, Stmt, StmtKind};

/// The expressions directly inside an expression.
pub(crate) fn children<'a>(module: &'a Module, expr: &'a Expr, each: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Lambda(id) => defaults(module, *id, each),
        _ => sub_expressions(expr, each),
    }
}

/// The expressions directly inside the statements of a block and of the blocks inside it.
pub(crate) fn block<'a>(module: &'a Module, body: &'a [Stmt], each: &mut dyn FnMut(&'a Expr)) {
    for stmt in body {
        own_expressions(stmt, each);
        blocks(stmt).into_iter().for_each(|inner| block(module, inner, each));
        match &stmt.kind {
            StmtKind::Function(id) => {
                module.function(*id).decorators.iter().for_each(&mut *each);
                defaults(module, *id, each);
            }
            StmtKind::Class(class) => block(module, &class.body, each),
            _ => {}
        }
    }
}

fn defaults<'a>(module: &'a Module, id: FuncId, each: &mut dyn FnMut(&'a Expr)) {
    let function = module.function(id);
    function.params.iter().filter_map(|param| param.default.as_ref()).chain(&function.decorators).for_each(each);
}
