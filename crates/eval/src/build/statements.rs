//! Statements.

use lang::ast::{self, Expr, ExprKind, Stmt, StmtKind};
use lang::builtins::Exception;
use lang::resolve::Resolution;

use super::count;
use super::function::{FunctionBuilder, LoopLabels};
use super::loops::LoopItem;
use super::tries::Leaving;
use crate::code::{Constant, Op, Operand};

/// Whether control can leave a piece of code at its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    Falls,
    Leaves,
}

impl FunctionBuilder<'_, '_> {
    pub fn block(&mut self, stmts: &[Stmt]) -> Ends {
        let mut ends = Ends::Falls;
        for stmt in stmts {
            if self.statement(stmt) == Ends::Leaves {
                ends = Ends::Leaves;
            }
        }
        ends
    }

    pub fn statement(&mut self, stmt: &Stmt) -> Ends {
        let outer = std::mem::replace(&mut self.span, stmt.span);
        self.rebinding = rebinds(stmt);
        let mark = self.mark();
        let ends = self.operation(stmt);
        self.release(mark);
        self.rebinding = false;
        self.span = outer;
        ends
    }

    fn operation(&mut self, stmt: &Stmt) -> Ends {
        match &stmt.kind {
            StmtKind::Pass
            | StmtKind::Expr(Expr { kind: ExprKind::Ellipsis, .. })
            | StmtKind::Nonlocal(_)
            | StmtKind::Global(_)
            | StmtKind::AnnotatedAssign { value: None, .. } => {}
            StmtKind::Expr(value) => self.discard(value),
            StmtKind::Assign { targets, value } => self.assign_all(targets, value),
            StmtKind::AnnotatedAssign { target, value: Some(value), .. } => {
                self.assign_all(std::slice::from_ref(target), value);
            }
            StmtKind::AugmentedAssign { target, op, value } => self.augment(target, *op, value),
            StmtKind::Delete(targets) => {
                self.code.mutates = true;
                for target in targets {
                    if let ExprKind::Attribute(base, name) = &target.kind {
                        let base = self.operand(base);
                        let name = self.builder.symbol(&name.name);
                        self.emit(Op::DeleteAttribute(base, name));
                    } else if matches!(target.kind, ExprKind::Subscript(..)) {
                        let (base, index) = self.subscript(target);
                        self.emit(Op::DeleteIndex(base, index));
                    } else {
                        self.operand(target);
                        self.unbind(target);
                    }
                }
            }
            StmtKind::If { test, then, otherwise } => return self.conditional(test, then, otherwise),
            StmtKind::For { target, iterable, body, otherwise } => self.for_loop(target, iterable, body, otherwise),
            StmtKind::While { test, body, otherwise } => self.while_loop(test, body, otherwise),
            StmtKind::Break | StmtKind::Continue => {
                self.leave(if matches!(stmt.kind, StmtKind::Break) { Leaving::Break } else { Leaving::Continue });
                return Ends::Leaves;
            }
            StmtKind::Return(Some(value)) if self.cleanups.is_empty() && self.is_condition(value) => {
                let fails = self.label();
                self.jump_if(value, false, fails);
                self.return_truth(true);
                self.place(fails);
                self.return_truth(false);
                return Ends::Leaves;
            }
            StmtKind::Return(value) => {
                let value = self.optional(value.as_ref());
                self.leave(Leaving::Return(value));
                return Ends::Leaves;
            }
            StmtKind::Assert { test, message } => self.assertion(test, message.as_ref()),
            StmtKind::Raise { exception, cause } => {
                self.raise(exception.as_ref(), cause.as_ref());
                return Ends::Leaves;
            }
            StmtKind::Try(stmt) => return self.try_stmt(stmt),
            StmtKind::With(stmt) => return self.with_stmt(&stmt.items, &stmt.body),
            StmtKind::Match(stmt) => return self.match_stmt(stmt),
            StmtKind::Yield(value) => {
                let value = self.optional(value.as_ref());
                self.emit(Op::Yield(value));
            }
            StmtKind::YieldFrom(value) => self.yield_from(value),
            StmtKind::Function(id) => {
                let closure = self.decorated_function(*id);
                match self.problem().resolutions.function_names[id.index()] {
                    Some(Resolution::Var(var)) => self.store(var, closure),
                    Some(Resolution::Global(global)) => self.emit(Op::StoreGlobal(global.0, closure)),
                    _ => {}
                }
            }
            StmtKind::Class(class) => self.class_statement(class),
            StmtKind::Error | StmtKind::Import { .. } | StmtKind::TypeAlias { .. } => {
                let op = self.builder.outside("a statement outside the language");
                self.emit(op);
            }
        }
        Ends::Falls
    }

    fn return_truth(&mut self, truth: bool) {
        let truth = self.constant(Constant::Bool(truth));
        self.emit(Op::Return(truth));
    }

    fn optional(&mut self, value: Option<&Expr>) -> Operand {
        match value {
            Some(value) => self.operand(value),
            None => self.constant(Constant::None),
        }
    }

    fn conditional(&mut self, test: &Expr, then: &[Stmt], otherwise: &[Stmt]) -> Ends {
        let (other, end) = (self.label(), self.label());
        self.jump_if(test, false, other);
        let before = self.assigned.clone();
        let then_ends = self.block(then);
        let after_then = std::mem::replace(&mut self.assigned, before);
        if !otherwise.is_empty() && then_ends == Ends::Falls {
            self.jump(Op::Jump(0), end);
        }
        self.place(other);
        let other_ends = self.block(otherwise);
        self.place(end);
        match (then_ends, other_ends) {
            (Ends::Leaves, Ends::Leaves) => return Ends::Leaves,
            (Ends::Leaves, Ends::Falls) => {}
            (Ends::Falls, Ends::Leaves) => self.assigned = after_then,
            (Ends::Falls, Ends::Falls) => self.assigned.retain(|var| after_then.contains(var)),
        }
        Ends::Falls
    }

    fn for_loop(&mut self, target: &Expr, iterable: &Expr, body: &[Stmt], otherwise: &[Stmt]) {
        let (start, next, end) = (self.label(), self.label(), self.label());
        let before = self.assigned.clone();
        let iterator = self.start_loop(iterable, next);
        self.place(start);
        let item = self.loop_target(target);
        self.loop_body(body, LoopLabels { next, end, is_while: false });
        self.place(next);
        self.next_value(iterator, item, start);
        self.assigned = before;
        self.block(otherwise);
        self.place(end);
    }

    fn while_loop(&mut self, test: &Expr, body: &[Stmt], otherwise: &[Stmt]) {
        let (next, finished, end) = (self.label(), self.label(), self.label());
        let before = self.assigned.clone();
        self.place(next);
        self.jump_if(test, false, finished);
        self.loop_body(body, LoopLabels { next, end, is_while: true });
        self.jump(Op::Loop(0), next);
        self.place(finished);
        self.assigned.clone_from(&before);
        self.block(otherwise);
        self.assigned = before;
        self.place(end);
    }

    fn loop_body(&mut self, body: &[Stmt], labels: LoopLabels) {
        let rebinding = std::mem::take(&mut self.rebinding);
        self.loops.push(labels);
        self.block(body);
        self.loops.pop();
        self.rebinding = rebinding;
    }

    fn yield_from(&mut self, value: &Expr) {
        let (start, next) = (self.label(), self.label());
        let iterator = self.start_loop(value, next);
        let item = self.temporary();
        self.place(start);
        self.emit(Op::Yield(item));
        self.place(next);
        self.next_value(iterator, LoopItem::One(item), start);
    }

    fn assertion(&mut self, test: &Expr, message: Option<&Expr>) {
        let holds = self.label();
        self.jump_if(test, true, holds);
        let messages: Vec<&Expr> = message.into_iter().collect();
        let first = self.consecutive(&messages);
        let size = count(messages.len());
        self.emit(match message {
            Some(Expr { kind: ExprKind::Message(_), .. }) => Op::RaiseText(Exception::AssertionError, first, size),
            _ => Op::Raise(Exception::AssertionError, first, size),
        });
        self.place(holds);
    }

    fn augment(&mut self, target: &Expr, op: ast::BinaryOp, value: &Expr) {
        self.code.mutates = true;
        if let ExprKind::Subscript(..) = &target.kind {
            let (base, index) = self.subscript(target);
            let result = self.temporary();
            self.emit(Op::Index(result, base, index));
            let value = self.operand(value);
            self.emit(Op::InPlace(op, result, result, value));
            self.emit(Op::SetIndex(base, index, result));
            return;
        }
        if let ExprKind::Attribute(base, name) = &target.kind {
            let base = self.operand(base);
            let name = self.builder.symbol(&name.name);
            let result = self.temporary();
            self.emit(Op::Field(result, base, name, self.builder.field_place(name)));
            let value = self.operand(value);
            self.emit(Op::InPlace(op, result, result, value));
            self.emit(Op::SetAttribute(base, name, result));
            return;
        }
        let old = self.operand(target);
        let value = self.operand(value);
        let result = self.temporary();
        self.emit(Op::InPlace(op, result, old, value));
        self.assign(target, result);
    }
}

/// Whether an assignment expression stands in the statement itself, nested statements apart.
fn rebinds(stmt: &Stmt) -> bool {
    let mut found = false;
    ast::walk::own_expressions(stmt, &mut |expr| found |= FunctionBuilder::rebinds(expr));
    found
}
