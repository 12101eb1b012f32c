//! Conditions: expressions that decide where to go on.

use lang::ast::{BoolOp, CompareOp, Expr, ExprKind, UnaryOp};
use lang::builtins::Builtin;

use super::function::FunctionBuilder;
use crate::code::{Constant, Op, Operand, Reg};

impl FunctionBuilder<'_, '_> {
    /// Jumps to the label if the truth of the expression is `sense`.
    pub fn jump_if(&mut self, expr: &Expr, sense: bool, label: usize) {
        let mark = self.mark();
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.jump_if(inner, !sense, label),
            ExprKind::Boolean(op, items) => {
                // `and` is decided by the first false operand, `or` by the first true one.
                let decides = *op == BoolOp::Or;
                if decides == sense {
                    items.iter().for_each(|item| self.jump_if(item, sense, label));
                } else if let Some((last, rest)) = items.split_last() {
                    let skip = self.label();
                    rest.iter().for_each(|item| self.jump_if(item, decides, skip));
                    self.jump_if(last, sense, label);
                    self.place(skip);
                }
            }
            ExprKind::Compare(first, links) => self.jump_if_chain(first, links, sense, label),
            ExprKind::Call(call) => match self.quantifier(call) {
                Some((Builtin::All, generator)) => self.jump_if_all(generator, sense, label),
                Some((_, generator)) => self.jump_if_any(generator, sense, label),
                None => self.jump_if_value(expr, sense, label),
            },
            _ => self.jump_if_value(expr, sense, label),
        }
        self.release(mark);
    }

    fn jump_if_value(&mut self, expr: &Expr, sense: bool, label: usize) {
        let operand = self.operand(expr);
        let op = if sense { Op::JumpIf(operand, 0) } else { Op::JumpUnless(operand, 0) };
        self.jump(op, label);
    }

    fn jump_if_chain(&mut self, first: &Expr, links: &[(CompareOp, Expr)], sense: bool, label: usize) {
        if let (ExprKind::Tuple(items), [(op @ (CompareOp::In | CompareOp::NotIn), container)]) = (&first.kind, links)
            && let [first, second] = &**items
            && !items.iter().any(|item| matches!(item.kind, ExprKind::Starred(_)))
        {
            let (first, second) = (self.operand(first), self.operand(second));
            let container = self.operand(container);
            let sense = sense == (*op == CompareOp::In);
            self.jump(Op::JumpPairIn { sense, first, second, container, target: 0 }, label);
            return;
        }
        let skip = self.label();
        let mut left: Operand = self.operand(first);
        for (position, (op, operand)) in links.iter().enumerate() {
            let right = self.operand(operand);
            let last = position + 1 == links.len();
            let (jump_sense, target) = if last { (sense, label) } else { (false, if sense { skip } else { label }) };
            let jump = match op {
                CompareOp::In => Op::JumpIn { sense: jump_sense, value: left, container: right, target: 0 },
                CompareOp::NotIn => Op::JumpIn { sense: !jump_sense, value: left, container: right, target: 0 },
                _ => Op::JumpCompare { op: *op, sense: jump_sense, left, right, target: 0 },
            };
            self.jump(jump, target);
            left = right;
        }
        self.place(skip);
    }

    /// Whether an expression decides something step by step and its value is `True` or `False`. A single comparison is
    /// an instruction of its own.
    pub fn is_condition(&self, expr: &Expr) -> bool {
        let is_truth = |expr: &Expr| matches!(expr.kind, ExprKind::Compare(..)) || self.is_condition(expr);
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.is_condition(inner),
            ExprKind::Boolean(_, items) => items.iter().all(is_truth),
            ExprKind::Call(call) => self.quantifier(call).is_some(),
            _ => false,
        }
    }

    /// The truth of a condition as a value.
    pub fn truth_value(&mut self, expr: &Expr, to: Reg) {
        let (fails, end) = (self.label(), self.label());
        self.jump_if(expr, false, fails);
        self.answer(true, to);
        self.jump(Op::Jump(0), end);
        self.place(fails);
        self.answer(false, to);
        self.place(end);
    }

    fn answer(&mut self, truth: bool, to: Reg) {
        let constant = self.constant(Constant::Bool(truth));
        self.emit(Op::Move(to, constant));
    }

    /// `and` and `or` as values: the operand that decides.
    pub fn boolean(&mut self, op: BoolOp, items: &[Expr], to: Reg) {
        let end = self.label();
        let result = self.temporary();
        let assigned = self.assigned.clone();
        for (position, item) in items.iter().enumerate() {
            let mark = self.mark();
            self.into(item, result);
            self.release(mark);
            if position + 1 < items.len() {
                let jump = if op == BoolOp::Or { Op::JumpIf(result, 0) } else { Op::JumpUnless(result, 0) };
                self.jump(jump, end);
            }
        }
        self.assigned = assigned;
        self.place(end);
        self.emit(Op::Take(to, result));
    }
}
