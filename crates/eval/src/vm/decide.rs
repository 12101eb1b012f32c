//! Comparisons and truth values, the quick ones first.

use lang::ast::CompareOp;

use crate::compare::{equal, ordered};
use crate::fault::Result;
use crate::machine::Machine;
use crate::truth::truth;
use crate::value::Value;

impl Machine<'_> {
    #[inline]
    pub(crate) fn compare(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match (left, right) {
            (Value::Int(a), Value::Int(b)) if !matches!(op, CompareOp::In | CompareOp::NotIn) => {
                Ok(compare_ints(op, *a, *b))
            }
            (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty && op == CompareOp::Equal => Ok(a.id == b.id),
            (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty && op == CompareOp::NotEqual => Ok(a.id != b.id),
            _ => self.compare_any(op, left, right),
        }
    }

    #[inline(never)]
    fn compare_any(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match op {
            CompareOp::Equal => equal(left, right),
            CompareOp::NotEqual => Ok(!equal(left, right)?),
            CompareOp::In => self.contains(right, left),
            CompareOp::NotIn => Ok(!self.contains(right, left)?),
            CompareOp::Is => Ok(is_same(left, right)),
            CompareOp::IsNot => Ok(!is_same(left, right)),
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
        CompareOp::NotEqual | CompareOp::IsNot => LESS | GREATER,
        CompareOp::Less => LESS,
        CompareOp::LessEqual => LESS | SAME,
        CompareOp::Greater => GREATER,
        CompareOp::GreaterEqual => SAME | GREATER,
        CompareOp::Is | CompareOp::In | CompareOp::NotIn => 0,
    };
    let order = if a < b { LESS } else { SAME } << u8::from(a > b);
    holds & order != 0
}

/// `is`, whose right operand is `None`, `True` or `False`.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::None, Value::None) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        _ => false,
    }
}

#[inline]
pub(super) fn quick_truth(value: &Value) -> Result<bool> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        _ => truth(value),
    }
}
