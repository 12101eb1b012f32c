//! `try`, `raise` and `with`.

use ruff_python_ast as py;

use super::outside::Construct;
use super::statements::keyword;
use super::{Context, Lowering, span};
use crate::ast::{ExprKind, Handler, Stmt, StmtKind, Try, With, WithItem};

impl Lowering<'_> {
    pub(super) fn try_stmt(&mut self, stmt: &py::StmtTry) -> StmtKind {
        if stmt.is_star {
            self.outside(keyword(stmt, "try"), Construct::ExceptStar);
        }
        let outside = self.here;
        let cleans_up = !stmt.finalbody.is_empty();
        let in_cleanup = outside.in_cleanup || cleans_up;
        // A generator that is abandoned inside the block raises `GeneratorExit` there when it is closed.
        let catches_all = stmt.handlers.iter().any(|py::ExceptHandler::ExceptHandler(handler)| {
            handler.type_.as_deref().is_none_or(|classes| names_base(classes, 0))
        });
        let body = self.block_in(Context { in_cleanup: in_cleanup || catches_all, ..outside }, &stmt.body);
        let mut handlers = Vec::new();
        for (index, py::ExceptHandler::ExceptHandler(handler)) in stmt.handlers.iter().enumerate() {
            if handler.type_.is_none() && index + 1 < stmt.handlers.len() {
                self.syntax(handler, "a bare `except` must be the last one", "move it behind the others");
            }
            self.here = outside;
            let classes = handler.type_.as_deref().map(|classes| self.expr(classes));
            let name =
                handler.name.as_ref().map(|name| self.expr_of(name, ExprKind::Name(self.private(name.as_str()))));
            let body = self.block_in(Context { in_cleanup, in_handler: true, ..outside }, &handler.body);
            handlers.push(Handler { classes, name, body, span: span(handler) });
        }
        let otherwise = self.block_in(Context { in_cleanup, ..outside }, &stmt.orelse);
        // What an exception that is under way does to a bare `raise` here is not followed.
        let finally = self.block_in(Context { in_handler: false, ..outside }, &stmt.finalbody);
        self.here = outside;
        StmtKind::Try(Box::new(Try { body, handlers, otherwise, finally }))
    }

    pub(super) fn with(&mut self, stmt: &py::StmtWith) -> StmtKind {
        if stmt.is_async {
            self.outside(keyword(stmt, "async"), Construct::AsyncStatement);
        }
        // Each manager is a block in the one before it.
        if self.depth + stmt.items.len() > super::MAX_DEPTH {
            self.too_deep(span(stmt));
            return StmtKind::Error;
        }
        let outside = self.here;
        let mut items = Vec::new();
        for item in &stmt.items {
            let context = self.expr(&item.context_expr);
            let target = item.optional_vars.as_deref().map(|target| self.target(target));
            items.push(WithItem { context, target });
        }
        // A generator that is abandoned inside the block leaves it when it is closed.
        self.depth += stmt.items.len();
        let body = self.block_in(Context { in_cleanup: true, ..outside }, &stmt.body);
        self.depth -= stmt.items.len();
        self.here = outside;
        StmtKind::With(Box::new(With { items, body }))
    }

    fn block_in(&mut self, context: Context, stmts: &[py::Stmt]) -> Vec<Stmt> {
        self.here = context;
        self.nested_block(stmts)
    }

    pub(super) fn raise(&mut self, raise: &py::StmtRaise) -> StmtKind {
        let exception = raise.exc.as_deref().map(|exception| self.message(exception));
        if exception.is_none() && !self.here.in_handler {
            self.outside(raise, Construct::BareRaise);
            return StmtKind::Error;
        }
        let cause = raise.cause.as_deref().map(|cause| self.expr(cause));
        StmtKind::Raise { exception, cause }
    }
}

/// Whether the classes of a handler hold the one that all exceptions inherit from.
fn names_base(classes: &py::Expr, depth: usize) -> bool {
    match classes {
        py::Expr::Name(name) => matches!(name.id.as_str(), "BaseException" | "GeneratorExit"),
        py::Expr::Tuple(tuple) if depth < super::MAX_DEPTH => {
            tuple.elts.iter().any(|class| names_base(class, depth + 1))
        }
        _ => false,
    }
}
