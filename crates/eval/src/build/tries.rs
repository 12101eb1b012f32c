//! `try`, `with`, `raise`, and leaving blocks that clean up.
//!
//! The code of a `finally` exists once. Whoever leaves its block notes the way out in a register, and the value in
//! another; behind the cleanup, the way is taken up again.

use lang::ast::{CompareOp, Expr, ExprKind, Handler, Stmt, StmtKind, Try, WithItem, walk};
use lang::builtins::Builtin;
use lang::resolve::Resolution;

use super::count;
use super::function::{FunctionBuilder, LoopLabels};
use super::statements::Ends;
use crate::code::{Constant, HandlerCode, Op, Operand, Reg};

/// A way out of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaving {
    Return(Operand),
    Break,
    Continue,
}

impl Leaving {
    /// What the register of the cleanup holds; 0 stands for the end of the block, and 1 for an exception.
    fn number(self) -> i64 {
        match self {
            Self::Return(_) => 2,
            Self::Break => 3,
            Self::Continue => 4,
        }
    }
}

/// Code that runs whenever a block is left.
#[derive(Debug)]
pub(crate) struct Cleanup {
    start: usize,
    /// The number of the way out.
    way: Reg,
    /// What is returned or raised.
    value: Reg,
    /// How many loops are around it.
    loops: usize,
    /// The ways that are taken.
    taken: Vec<Leaving>,
}

impl FunctionBuilder<'_, '_> {
    pub fn try_stmt(&mut self, stmt: &Try) -> Ends {
        if stmt.finally.is_empty() {
            return self.try_except(stmt);
        }
        self.with_cleanup(|this| this.try_except(stmt), |this| this.block(&stmt.finally))
    }

    fn try_except(&mut self, stmt: &Try) -> Ends {
        if stmt.handlers.is_empty() {
            return self.block(&stmt.body);
        }
        let caught = self.temporary();
        let (handler, end) = (self.label(), self.label());
        let before = self.assigned.clone();
        let start = self.here();
        let mut ends = self.block(&stmt.body);
        self.catch(start, handler, caught);
        if ends == Ends::Falls {
            ends = self.block(&stmt.otherwise);
        } else {
            self.block(&stmt.otherwise);
        }
        let mut after = (ends == Ends::Falls).then(|| self.assigned.clone());
        self.jump(Op::Jump(0), end);
        self.place(handler);
        self.caught.push(caught);
        for handler in &stmt.handlers {
            self.assigned.clone_from(&before);
            if self.handler(handler, caught, end) == Ends::Falls {
                match &mut after {
                    Some(after) => after.retain(|var| self.assigned.contains(var)),
                    None => after = Some(self.assigned.clone()),
                }
            }
        }
        self.caught.pop();
        self.emit(Op::Reraise(caught));
        self.place(end);
        match after {
            Some(after) => {
                self.assigned = after;
                Ends::Falls
            }
            None => Ends::Leaves,
        }
    }

    /// Sends the exceptions of the instructions from `start` to here to a label.
    fn catch(&mut self, start: u32, label: usize, register: Reg) {
        let end = self.here();
        // The target is the number of the label until `finish` knows its place.
        self.code.handlers.push(HandlerCode { start, end, target: super::index(label), register });
    }

    fn handler(&mut self, handler: &Handler, caught: Reg, end: usize) -> Ends {
        let next = self.label();
        if let Some(classes) = &handler.classes {
            let mark = self.mark();
            let classes = self.operand(classes);
            self.jump(Op::JumpUncaught(caught, classes, 0), next);
            self.release(mark);
        }
        let ends = match &handler.name {
            None => self.block(&handler.body),
            Some(name) => {
                self.assign(name, caught);
                let body = |this: &mut Self| this.block(&handler.body);
                self.with_cleanup(body, |this| {
                    this.unbind(name);
                    Ends::Falls
                })
            }
        };
        self.jump(Op::Jump(0), end);
        self.place(next);
        ends
    }

    /// Code, and what runs whenever it is left.
    fn with_cleanup(&mut self, body: impl FnOnce(&mut Self) -> Ends, clean: impl FnOnce(&mut Self) -> Ends) -> Ends {
        let (way, value) = (self.temporary(), self.temporary());
        let (raised, start, end) = (self.label(), self.label(), self.label());
        let before = self.assigned.clone();
        self.cleanups.push(Cleanup { start, way, value, loops: self.loops.len(), taken: Vec::new() });
        let first = self.here();
        let ends = body(self);
        self.catch(first, raised, value);
        self.note_way(way, 0);
        self.jump(Op::Jump(0), start);
        self.place(raised);
        self.note_way(way, 1);
        self.place(start);
        let taken = self.cleanups.pop().map(|cleanup| cleanup.taken).unwrap_or_default();
        let after = std::mem::replace(&mut self.assigned, before);
        if clean(self) == Ends::Leaves {
            return Ends::Leaves;
        }
        self.assigned.extend(after);
        self.unless_way(way, 0, end, CompareOp::Equal);
        self.take_up(way, taken);
        self.emit(Op::Reraise(value));
        self.place(end);
        ends
    }

    /// Goes on behind a cleanup with the way out that was noted.
    fn take_up(&mut self, way: Reg, taken: Vec<Leaving>) {
        for leaving in taken {
            let other = self.label();
            self.unless_way(way, leaving.number(), other, CompareOp::NotEqual);
            self.leave(leaving);
            self.place(other);
        }
    }

    /// Every way out of the block calls `__exit__`. Where it suppresses an exception, nothing is known to be assigned.
    pub fn with_stmt(&mut self, items: &[WithItem], body: &[Stmt]) -> Ends {
        let Some((item, rest)) = items.split_first() else { return self.block(body) };
        self.code.mutates = true;
        let (exit, entered, way, value) = (self.temporary(), self.temporary(), self.temporary(), self.temporary());
        let mark = self.mark();
        let manager = self.operand(&item.context);
        self.emit(Op::Enter(exit, entered, manager));
        self.release(mark);
        let (raised, unsuppressed, start, end) = (self.label(), self.label(), self.label(), self.label());
        let before = self.assigned.clone();
        self.cleanups.push(Cleanup { start, way, value, loops: self.loops.len(), taken: Vec::new() });
        let first = self.here();
        if let Some(target) = &item.target {
            self.assign(target, entered);
        }
        self.with_stmt(rest, body);
        self.catch(first, raised, value);
        self.note_way(way, 0);
        self.jump(Op::Jump(0), start);
        self.place(raised);
        self.jump(Op::JumpUnsuppressed(exit, value, 0), unsuppressed);
        self.jump(Op::Jump(0), end);
        self.place(unsuppressed);
        self.emit(Op::Reraise(value));
        self.place(start);
        let taken = self.cleanups.pop().map(|cleanup| cleanup.taken).unwrap_or_default();
        self.assigned = before;
        self.emit(Op::Exit(exit));
        self.unless_way(way, 0, end, CompareOp::Equal);
        self.take_up(way, taken);
        self.place(end);
        Ends::Falls
    }

    fn note_way(&mut self, way: Reg, number: i64) {
        let number = self.constant(Constant::Int(number));
        self.emit(Op::Move(way, number));
    }

    /// Jumps if the comparison of the way with a number holds.
    fn unless_way(&mut self, way: Reg, number: i64, label: usize, op: CompareOp) {
        let right = self.constant(Constant::Int(number));
        self.jump(Op::JumpCompare { op, sense: true, left: way, right, target: 0 }, label);
    }

    /// Leaves the function or the innermost loop, through the cleanups on the way.
    pub fn leave(&mut self, leaving: Leaving) {
        let loops = self.loops.len();
        let is_return = matches!(leaving, Leaving::Return(_));
        if let Some(cleanup) = self.cleanups.last_mut().filter(|cleanup| is_return || cleanup.loops == loops) {
            let (start, way, value) = (cleanup.start, cleanup.way, cleanup.value);
            // What is returned waits in the register of the cleanup.
            let later = if is_return { Leaving::Return(value) } else { leaving };
            if !cleanup.taken.iter().any(|known| known.number() == later.number()) {
                cleanup.taken.push(later);
            }
            if let Leaving::Return(operand) = leaving
                && operand != value
            {
                self.emit(Op::Move(value, operand));
            }
            self.note_way(way, leaving.number());
            self.jump(Op::Jump(0), start);
            return;
        }
        match (leaving, self.loops.last().copied()) {
            (Leaving::Return(value), _) => self.emit(Op::Return(value)),
            (Leaving::Break, Some(LoopLabels { end, .. })) => self.jump(Op::Jump(0), end),
            (Leaving::Continue, Some(LoopLabels { next, is_while, .. })) => {
                self.jump(if is_while { Op::Loop(0) } else { Op::Jump(0) }, next);
            }
            (_, None) => {}
        }
    }

    /// Takes a variable's value away.
    pub fn unbind(&mut self, target: &Expr) {
        let unbound = self.constant(Constant::Unbound);
        self.assign(target, unbound);
    }

    /// Looks for variables that may lose their value.
    pub fn find_deleted(&mut self, block: &[Stmt]) {
        for stmt in block {
            let targets: Vec<&Expr> = match &stmt.kind {
                StmtKind::Delete(targets) => targets.iter().collect(),
                StmtKind::Try(stmt) => stmt.handlers.iter().filter_map(|handler| handler.name.as_ref()).collect(),
                _ => Vec::new(),
            };
            for target in targets {
                if let Some(Resolution::Var(var)) = self.problem().resolutions.get(target.id) {
                    self.deleted.insert(var);
                }
            }
            walk::blocks(stmt).into_iter().for_each(|block| self.find_deleted(block));
        }
    }

    pub fn raise(&mut self, exception: Option<&Expr>, cause: Option<&Expr>) {
        let Some(value) = exception else {
            let caught = self.caught.last().copied();
            let op = caught.map_or_else(|| self.builder.outside("`raise` without an exception"), Op::Reraise);
            self.emit(op);
            return;
        };
        let (class, args): (&Expr, &[Expr]) = match &value.kind {
            ExprKind::Call(call) if call.keywords.is_empty() => (&call.function, &call.args),
            _ => (value, &[]),
        };
        let starred = args.iter().any(|arg| matches!(arg.kind, ExprKind::Starred(_)));
        if let (Some(Resolution::Builtin(Builtin::Exception(exception))), None, false) =
            (self.problem().resolutions.get(class.id), cause, starred)
        {
            let is_text = args.iter().any(|arg| matches!(arg.kind, ExprKind::Message(_)));
            let args: Vec<&Expr> = args.iter().collect();
            let (first, size) = (self.consecutive(&args), count(args.len()));
            let op = if is_text { Op::RaiseText } else { Op::Raise };
            self.emit(op(exception, first, size));
            return;
        }
        let value = self.operand(value);
        let cause = match cause {
            Some(cause) => self.operand(cause),
            None => self.constant(Constant::None),
        };
        self.emit(Op::RaiseValue(value, cause));
    }
}
