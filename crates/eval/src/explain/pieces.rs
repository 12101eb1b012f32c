//! A program with a piece of code for every expression, statement and loop target, so that a function can be run step
//! by step on one frame.

use std::collections::HashMap;

use lang::ast::{Expr, ExprId, ExprKind, FuncId, Function, Span, Stmt, StmtKind, walk};
use lang::problem::Problem;
use lang::resolve::Owner;

use crate::build::Builder;
use crate::build::function::FunctionBuilder;
use crate::code::{CodeId, Constant, FunctionCode, Op, Program, Reg};

#[derive(Debug, Default)]
pub(super) struct Pieces {
    exprs: HashMap<ExprId, CodeId>,
    stmts: HashMap<Span, CodeId>,
    /// The code that assigns a loop's target, and the register it takes the value from.
    targets: HashMap<ExprId, (CodeId, Reg)>,
    /// Enough registers and iterators for every piece.
    pub registers: usize,
    pub iterators: usize,
}

impl Pieces {
    pub fn expr(&self, expr: &Expr) -> Option<CodeId> {
        self.exprs.get(&expr.id).copied()
    }

    pub fn stmt(&self, stmt: &Stmt) -> Option<CodeId> {
        self.stmts.get(&stmt.span).copied()
    }

    pub fn target(&self, target: &Expr) -> Option<(CodeId, Reg)> {
        self.targets.get(&target.id).copied()
    }
}

pub(super) fn build(problem: &Problem) -> (Program, Pieces) {
    let program = crate::build::build(problem);
    let mut maker =
        Maker { builder: Builder::resume(problem, program), pieces: Pieces::default(), owner: Owner::Module };
    for (id, function) in (0..).map(FuncId).zip(&problem.module.functions) {
        if !function.span.is_library() {
            maker.owner = Owner::Function(id);
            maker.function(function);
        }
    }
    let Maker { builder, mut pieces, .. } = maker;
    pieces.registers = builder.program.codes.iter().map(|code| code.registers).max().unwrap_or(0);
    pieces.iterators = builder.program.codes.iter().map(|code| code.iterators).max().unwrap_or(0);
    (builder.program, pieces)
}

struct Maker<'a> {
    builder: Builder<'a>,
    pieces: Pieces,
    owner: Owner,
}

impl Maker<'_> {
    fn function(&mut self, function: &Function) {
        self.block(&function.body);
    }

    fn block(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &Stmt) {
        walk::own_expressions(stmt, &mut |expr| self.expressions(expr));
        match &stmt.kind {
            StmtKind::If { then: body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
                self.block(body);
                self.block(otherwise);
            }
            StmtKind::For { target, body, otherwise, .. } => {
                self.target(target);
                self.block(body);
                self.block(otherwise);
            }
            _ => {
                let code = self.piece(|function| {
                    function.statement(stmt);
                    None
                });
                self.pieces.stmts.insert(stmt.span, code);
            }
        }
    }

    fn expressions(&mut self, expr: &Expr) {
        walk::sub_expressions(expr, &mut |inner| {
            if let ExprKind::Comprehension(comprehension) = &inner.kind {
                comprehension.clauses.iter().for_each(|clause| self.target(&clause.target));
            }
            if !matches!(inner.kind, ExprKind::Starred(_) | ExprKind::Slice(_)) {
                let code = self.piece(|function| {
                    let result = function.temporary();
                    function.span = inner.span;
                    function.rebinding = true;
                    function.into(inner, result);
                    Some(result)
                });
                self.pieces.exprs.insert(inner.id, code);
            }
        });
    }

    fn target(&mut self, target: &Expr) {
        let mut item = 0;
        let code = self.piece(|function| {
            item = function.temporary();
            function.assign(target, item);
            None
        });
        self.pieces.targets.insert(target.id, (code, item));
    }

    /// A piece of code that gives a register's value, or nothing.
    fn piece(&mut self, make: impl FnOnce(&mut FunctionBuilder<'_, '_>) -> Option<Reg>) -> CodeId {
        let mut function = FunctionBuilder::new(&mut self.builder, self.owner);
        let result = make(&mut function);
        let result = match result {
            Some(register) => register,
            None => function.constant(Constant::None),
        };
        function.emit(Op::Return(result));
        let code: FunctionCode = function.finish();
        self.builder.add_code(code)
    }
}
