//! Statements and assignment targets.

use lang::ast::{self, Expr, ExprKind, StmtKind};
use lang::builtins::Builtin;
use lang::resolve::Resolution;

use super::Builder;
use crate::code::{Augment, Block, For, Node, Op, Place, Stmt, Target, While};

impl Builder<'_> {
    pub(super) fn block(&mut self, stmts: &[ast::Stmt]) -> Block {
        let stmts = stmts.iter().map(|stmt| self.statement(stmt)).collect();
        self.add_block(stmts)
    }

    fn optional_block(&mut self, stmts: &[ast::Stmt]) -> Option<Block> {
        (!stmts.is_empty()).then(|| self.block(stmts))
    }

    pub(super) fn statement(&mut self, stmt: &ast::Stmt) -> Stmt {
        Stmt { span: stmt.span, op: self.operation(stmt) }
    }

    fn operation(&mut self, stmt: &ast::Stmt) -> Op {
        match &stmt.kind {
            StmtKind::Pass | StmtKind::Nonlocal(_) | StmtKind::AnnotatedAssign { value: None, .. } => Op::Pass,
            StmtKind::Expr(value) => Op::Expr(self.expression(value)),
            StmtKind::Assign { targets, value } => {
                let value = self.expression(value);
                match &**targets {
                    [target] => Op::Assign(self.target(target), value),
                    _ => Op::AssignMany(targets.iter().map(|target| self.target(target)).collect(), value),
                }
            }
            StmtKind::AnnotatedAssign { target, value: Some(value), .. } => {
                let value = self.expression(value);
                Op::Assign(self.target(target), value)
            }
            StmtKind::AugmentedAssign { target, op, value } => {
                self.mutates = true;
                let place = self.place(target);
                let value = self.expression(value);
                Op::Augment(Box::new(Augment { place, op: *op, value }))
            }
            StmtKind::Delete(targets) => {
                self.mutates = true;
                Op::Delete(targets.iter().map(|target| self.subscript_parts(target)).collect())
            }
            StmtKind::If { test, then, otherwise } => {
                Op::If(self.expression(test), self.block(then), self.optional_block(otherwise))
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                let iterable = self.expression(iterable);
                let target = self.target(target);
                Op::For(Box::new(For {
                    target,
                    iterable,
                    body: self.block(body),
                    otherwise: self.optional_block(otherwise),
                }))
            }
            StmtKind::While { test, body, otherwise } => {
                let test = self.expression(test);
                Op::While(Box::new(While { test, body: self.block(body), otherwise: self.optional_block(otherwise) }))
            }
            StmtKind::Break => Op::Break,
            StmtKind::Continue => Op::Continue,
            StmtKind::Return(value) => Op::Return(self.optional(value.as_ref())),
            StmtKind::Assert { test, message } => {
                Op::Assert(self.expression(test), message.as_ref().map(|message| self.expression(message)))
            }
            StmtKind::Raise(value) => self.raise(value),
            StmtKind::Yield(value) => Op::Yield(self.optional(value.as_ref())),
            StmtKind::YieldFrom(value) => Op::YieldFrom(self.expression(value)),
            StmtKind::Function(id) => {
                let node = self.make_function(*id);
                match self.problem.resolutions.function_names[id.index()] {
                    Some(Resolution::Var(var)) => Op::Define(self.variable_target(var), node),
                    _ => Op::Expr(node),
                }
            }
            StmtKind::Error | StmtKind::Class(_) | StmtKind::Import { .. } | StmtKind::TypeAlias { .. } => {
                Op::Expr(Node::Outside("a statement outside the language".into()))
            }
        }
    }

    fn optional(&mut self, value: Option<&Expr>) -> Node {
        value.map_or(Node::None, |value| self.expression(value))
    }

    fn raise(&mut self, value: &Expr) -> Op {
        let (class, args): (&Expr, &[Expr]) = match &value.kind {
            ExprKind::Call(call) => (&call.function, &call.args),
            _ => (value, &[]),
        };
        match self.problem.resolutions.get(class.id) {
            Some(Resolution::Builtin(Builtin::Exception(exception))) => {
                Op::Raise(exception, args.iter().map(|arg| self.expression(arg)).collect())
            }
            _ => Op::RaiseOther(self.expression(value)),
        }
    }

    pub(super) fn target(&mut self, target: &Expr) -> Target {
        match &target.kind {
            ExprKind::Name(_) => match self.problem.resolutions.get(target.id) {
                Some(Resolution::Var(var)) => self.variable_target(var),
                Some(Resolution::Global(global)) => Target::Global(global.0),
                _ => self.outside_target(),
            },
            ExprKind::Tuple(items) | ExprKind::List(items) => self.unpack(items),
            ExprKind::Subscript(..) => {
                self.mutates = true;
                Target::Subscript(Box::new(self.subscript_parts(target)))
            }
            _ => self.outside_target(),
        }
    }

    fn outside_target(&mut self) -> Target {
        let outside = || Node::Outside("an assignment target outside the language".into());
        Target::Subscript(Box::new((outside(), outside())))
    }

    fn variable_target(&mut self, var: lang::resolve::VarId) -> Target {
        let slot = self.slot(var);
        if self.problem.resolutions.var(var).captured { Target::Cell(slot) } else { Target::Local(slot) }
    }

    fn unpack(&mut self, items: &[Expr]) -> Target {
        let starred = items.iter().position(|item| matches!(item.kind, ExprKind::Starred(_)));
        let mut targets = items.iter().map(|item| match &item.kind {
            ExprKind::Starred(inner) => self.target(inner),
            _ => self.target(item),
        });
        match starred {
            None => Target::Unpack(targets.collect()),
            Some(position) => {
                let before = targets.by_ref().take(position).collect();
                let Some(middle) = targets.next() else { return Target::Unpack(before) };
                Target::UnpackStar(before, Box::new(middle), targets.collect())
            }
        }
    }

    fn subscript_parts(&mut self, target: &Expr) -> (Node, Node) {
        match &target.kind {
            ExprKind::Subscript(base, index) => (self.expression(base), self.index_node(index)),
            _ => (Node::Outside("a target outside the language".into()), Node::None),
        }
    }

    fn place(&mut self, target: &Expr) -> Place {
        match &target.kind {
            ExprKind::Subscript(..) => {
                let (base, index) = self.subscript_parts(target);
                Place::Subscript(base, index)
            }
            _ => Place::Variable(self.expression(target), self.target(target)),
        }
    }

    /// The index of an assignment or deletion: a slice is a value of its own there.
    fn index_node(&mut self, index: &Expr) -> Node {
        match &index.kind {
            ExprKind::Slice(slice) => Node::SliceIndex(Box::new(self.slice(slice))),
            _ => self.expression(index),
        }
    }
}
