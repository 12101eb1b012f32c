//! Comparisons and truth values, the quick ones first.

use lang::ast::CompareOp;

use crate::compare::{equal, ordered};
use crate::fault::Result;
use crate::identity::is_same;
use crate::machine::Machine;
use crate::special::is_special;
use crate::truth::truth;
use crate::value::Value;

impl Machine<'_> {
    #[inline]
    pub(crate) fn compare(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match (left, right) {
            (Value::Int(a), Value::Int(b))
                if !matches!(op, CompareOp::In | CompareOp::NotIn | CompareOp::Is | CompareOp::IsNot) =>
            {
                Ok(compare_ints(op, *a, *b))
            }
            (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty && op == CompareOp::Equal => Ok(a.id == b.id),
            (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty && op == CompareOp::NotEqual => Ok(a.id != b.id),
            _ => self.compare_any(op, left, right),
        }
    }

    #[inline(never)]
    fn compare_any(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        if (is_special(left) || is_special(right)) && !matches!(op, CompareOp::In | CompareOp::NotIn) {
            let value = self.compare_value(op, left, right)?;
            return self.truth_of(&value);
        }
        if self.program.overloads {
            return self.asking(|this| this.compare_plain(op, left, right));
        }
        self.compare_plain(op, left, right)
    }

    /// A comparison whose value may be anything.
    #[inline(never)]
    pub(crate) fn compare_value(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Value> {
        Ok(match op {
            CompareOp::In => Value::Bool(self.contains(right, left)?),
            CompareOp::NotIn => Value::Bool(!self.contains(right, left)?),
            CompareOp::Is => Value::Bool(is_same(left, right)?),
            CompareOp::IsNot => Value::Bool(!is_same(left, right)?),
            _ => return self.rich_compare(op, left, right),
        })
    }

    fn compare_plain(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match op {
            CompareOp::Equal => equal(left, right),
            CompareOp::NotEqual => Ok(!equal(left, right)?),
            CompareOp::In => self.contains(right, left),
            CompareOp::NotIn => Ok(!self.contains(right, left)?),
            CompareOp::Is => is_same(left, right),
            CompareOp::IsNot => Ok(!is_same(left, right)?),
            _ => ordered(op, left, right, &self.program.orderable_records),
        }
    }
}

/// Every comparison but `in`, as the set of orders in which it holds: no jump depends on the operator.
#[inline]
fn compare_ints(op: CompareOp, a: i64, b: i64) -> bool {
    const LESS: u8 = 1;
    const SAME: u8 = 2;
    const GREATER: u8 = 4;
    let holds = match op {
        CompareOp::Equal => SAME,
        CompareOp::NotEqual => LESS | GREATER,
        CompareOp::Less => LESS,
        CompareOp::LessEqual => LESS | SAME,
        CompareOp::Greater => GREATER,
        CompareOp::GreaterEqual => SAME | GREATER,
        CompareOp::Is | CompareOp::IsNot | CompareOp::In | CompareOp::NotIn => 0,
    };
    let order = if a < b { LESS } else { SAME } << u8::from(a > b);
    holds & order != 0
}

impl Machine<'_> {
    #[inline]
    pub(super) fn quick_truth(&mut self, value: &Value) -> Result<bool> {
        match value {
            Value::Bool(truth) => Ok(*truth),
            Value::Instance(_) | Value::Special(_) => self.truth_of(value),
            _ => truth(value),
        }
    }

    /// `-value` and the like.
    #[inline(never)]
    pub(super) fn unary(&mut self, op: lang::ast::UnaryOp, value: &Value) -> Result<Value> {
        if is_special(value) {
            return self.special_unary(op, value);
        }
        crate::numbers::unary(op, value)
    }
}
