//! What a test that came out true or false says about variables.

use crate::ast::{BoolOp, CompareOp, Expr, ExprKind, UnaryOp};
use crate::resolve::Resolution;
use crate::types::Literal;

use super::Inference;
use super::shapes::Shape;
use super::storage::Storage;
use super::value::{Item, Val};

impl<'a> Inference<'a> {
    /// Goes on in the state in which the test, already evaluated, came out as `truth`.
    pub fn assume(&mut self, test: &'a Expr, truth: bool) {
        if !self.env.live {
            return;
        }
        match &test.kind {
            ExprKind::Bool(value) => self.env.live = *value == truth,
            ExprKind::Int(value) => self.env.live = (value.sign() != num_bigint::Sign::NoSign) == truth,
            ExprKind::None => self.env.live = !truth,
            ExprKind::Unary(UnaryOp::Not, inner) => self.assume(inner, !truth),
            ExprKind::Boolean(op, operands) => self.assume_boolean(*op, operands, truth),
            ExprKind::Name(_) => self.narrow(test, |this, val| if truth { this.truthy(val) } else { this.falsy(val) }),
            ExprKind::Walrus(target, _) => self.assume(target, truth),
            ExprKind::Call(_) => self.forget_tested(test),
            ExprKind::Compare(left, links) => {
                self.forget_tested(test);
                let [(op, right)] = &links[..] else { return };
                let same = match op {
                    CompareOp::Is | CompareOp::Equal => truth,
                    CompareOp::IsNot | CompareOp::NotEqual => !truth,
                    _ => return,
                };
                if matches!(right.kind, ExprKind::None) {
                    let subject = if let ExprKind::Walrus(target, _) = &left.kind { target } else { left };
                    self.narrow(subject, |this, val| this.filter(val, |_, item| (item == Item::None) == same));
                }
            }
            _ => {}
        }
    }

    fn assume_boolean(&mut self, op: BoolOp, operands: &'a [Expr], truth: bool) {
        if (op == BoolOp::And) == truth {
            for operand in operands {
                self.assume(operand, truth);
            }
            return;
        }
        // One of them came out as `truth`, those before it otherwise.
        let mut rest = self.save_env();
        self.env.live = false;
        for operand in operands {
            let others = std::mem::replace(&mut self.env, rest.clone());
            self.assume(operand, truth);
            let here = std::mem::replace(&mut self.env, rest);
            self.assume(operand, !truth);
            rest = std::mem::replace(&mut self.env, others);
            self.join_env(here);
        }
    }

    /// Replaces what a variable holds by a part of it. If nothing is left, this point is never reached.
    pub fn narrow(&mut self, subject: &'a Expr, part: impl FnOnce(&mut Self, Val) -> Val) {
        if let Some(Resolution::Var(var)) = self.problem.resolutions.get(subject.id)
            && let Storage::Local(slot) = self.storage[var.index()]
        {
            let old = self.env.get(slot);
            let new = part(self, old);
            self.env.set(slot, new);
            self.env.live = !new.is_bottom();
        }
    }

    fn filter(&mut self, val: Val, keep: impl Fn(&Self, Item) -> bool) -> Val {
        let kept =
            self.values.items(val).iter().copied().filter(|item| *item == Item::Unknown || keep(self, *item)).collect();
        self.values.of(kept)
    }

    /// The part of a value that may be true.
    pub fn truthy(&mut self, val: Val) -> Val {
        self.filter(val, |this, item| match item {
            Item::None => false,
            Item::Literal(index) => match this.values.literal_value(index) {
                Literal::Bool(value) => *value,
                Literal::Int(value) => *value != 0,
                Literal::Str(text) => !text.is_empty(),
                Literal::Member(..) => true,
            },
            _ => true,
        })
    }

    /// The part of a value that may be false.
    pub fn falsy(&mut self, val: Val) -> Val {
        self.filter(val, |this, item| match item {
            Item::Literal(index) => match this.values.literal_value(index) {
                Literal::Bool(value) => !*value,
                Literal::Int(value) => *value == 0,
                Literal::Str(text) => text.is_empty(),
                Literal::Member(..) => false,
            },
            _ => !matches!(this.shape(item), Shape::Function | Shape::Dataclass(..)),
        })
    }
}
