//! Arithmetic in two's complement, in words wide enough for every result.

use circuit::{Lit, bits};
use lang::ast::BinaryOp;
use lang::builtins::Exception;

use super::concrete::{Computed, MOST_BITS, fits};
use super::width;
use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::refusal::{RefusalKind, Result};
use crate::value::{Alt, Bits, Value};

impl Machine<'_> {
    /// One word for a number.
    pub(super) fn word(&mut self, number: &Value) -> Bits {
        self.bits_of(number.alts())
    }

    /// An operation that has a circuit for operands of any kind.
    pub(super) fn words(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        let (a, b) = (self.word(left), self.word(right));
        match op {
            BinaryOp::Add => {
                let (low, high) = self.within(a.low.checked_add(b.low), a.high.checked_add(b.high))?;
                let (x, y) = both(&a, &b, width(low, high));
                let sum = bits::add(&mut self.circuit, &x, &y);
                Ok(self.number_in_bits(&sum, low, high))
            }
            BinaryOp::Subtract => {
                let (low, high) = self.within(a.low.checked_sub(b.high), a.high.checked_sub(b.low))?;
                let (x, y) = both(&a, &b, width(low, high));
                let difference = bits::sub(&mut self.circuit, &x, &y);
                Ok(self.number_in_bits(&difference, low, high))
            }
            BinaryOp::Multiply => self.product(&a, &b),
            BinaryOp::FloorDivide | BinaryOp::Modulo => Ok(self.divide(op == BinaryOp::FloorDivide, &a, &b)),
            _ => Ok(self.bitwise(op, &a, &b)),
        }
    }

    /// Refuses bounds that are too far apart.
    fn within(&self, low: Option<i128>, high: Option<i128>) -> Result<(i128, i128)> {
        match (low, high) {
            (Some(low), Some(high)) if fits(low) && fits(high) => Ok((low, high)),
            _ => self.refuse(LargeValue::Integer),
        }
    }

    fn product(&mut self, a: &Bits, b: &Bits) -> Result<Value> {
        let corners = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
        let products: Option<Vec<i128>> = corners.iter().map(|(x, y)| x.checked_mul(*y)).collect();
        let products = products.unwrap_or_default();
        let (low, high) = self.within(products.iter().min().copied(), products.iter().max().copied())?;
        // A constant as the second factor makes rows of gates only where it has a one.
        let (a, b) = if a.low == a.high { (b, a) } else { (a, b) };
        let width = width(low, high).max(width(a.low, a.high)).max(width(b.low, b.high)) + 1;
        let x = bits::sign_extend(&a.lits, width);
        if b.low == b.high && b.low < 0 {
            let product = bits::mul(&mut self.circuit, &x, &bits::from_const(-b.low, width));
            let product = bits::neg(&mut self.circuit, &product);
            return Ok(self.number_in_bits(&product, low, high));
        }
        let y = bits::sign_extend(&b.lits, width);
        let product = bits::mul(&mut self.circuit, &x, &y);
        Ok(self.number_in_bits(&product, low, high))
    }

    fn bitwise(&mut self, op: BinaryOp, a: &Bits, b: &Bits) -> Value {
        let width = a.lits.len().max(b.lits.len());
        let (x, y) = both(a, b, width);
        let pairs = x.into_iter().zip(y);
        let lits: Vec<Lit> = match op {
            BinaryOp::BitAnd => pairs.map(|(x, y)| self.circuit.and(x, y)).collect(),
            BinaryOp::BitOr => pairs.map(|(x, y)| self.circuit.or(x, y)).collect(),
            _ => pairs.map(|(x, y)| self.circuit.xor(x, y)).collect(),
        };
        let (most, both_positive) = ((1 << (width - 1)) - 1, a.low >= 0 && b.low >= 0);
        let (low, high) = match op {
            BinaryOp::BitAnd if both_positive => (0, a.high.min(b.high)),
            BinaryOp::BitAnd if a.low >= 0 => (0, a.high),
            BinaryOp::BitAnd if b.low >= 0 => (0, b.high),
            _ if both_positive => (0, most),
            _ => (-most - 1, most),
        };
        self.number_in_bits(&lits, low, high)
    }

    /// `**` and shifts: one case for each value of the right operand.
    pub(super) fn by_cases(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        let Some(right) = self.listed(right)? else {
            return self.refuse(RefusalKind::UnlistedOperand { operator: op.symbol() });
        };
        let mut cases = Vec::new();
        for (lit, alt) in right.alts() {
            let by = alt.int().unwrap_or(0);
            if by < 0 {
                self.by_negative(op, left, *lit)?;
                continue;
            }
            let value = self.under(*lit, |this| this.by_constant(op, left, by))?;
            if let Some(value) = value {
                cases.push((*lit, value));
            }
        }
        self.choose(&cases)
    }

    fn by_negative(&mut self, op: BinaryOp, left: &Value, when: Lit) -> Result<()> {
        if op != BinaryOp::Power {
            self.raise(when, Exception::ValueError);
            return Ok(());
        }
        let zero = self.equal(left, &Value::int(0))?;
        let raises = self.circuit.and(when, zero);
        self.raise(raises, Exception::ZeroDivisionError);
        self.refuse_if(when, Construct::NegativePower)
    }

    fn by_constant(&mut self, op: BinaryOp, left: &Value, by: i128) -> Result<Value> {
        let small = u32::try_from(by).ok().filter(|by| *by <= MOST_BITS);
        match (op, small) {
            (BinaryOp::ShiftRight, _) => {
                let a = self.word(left);
                let by = by.min(126);
                let lits = &a.lits[usize::try_from(by).unwrap_or(0).min(a.lits.len() - 1)..];
                Ok(self.number_in_bits(lits, a.low >> by, a.high >> by))
            }
            (_, None) => {
                let zero = self.equal(left, &Value::int(0))?;
                self.refuse_if(!zero, LargeValue::Integer)?;
                Ok(Value::int(0))
            }
            (BinaryOp::ShiftLeft, Some(by)) => self.arithmetic(BinaryOp::Multiply, left, &Value::int(1 << by)),
            (_, Some(by)) => {
                let mut result = Value::int(1);
                for _ in 0..by {
                    result = self.arithmetic(BinaryOp::Multiply, &result, left)?;
                }
                Ok(result)
            }
        }
    }

    /// `abs` of a number.
    pub fn absolute(&mut self, number: &Value) -> Result<Value> {
        let of_one = |alt: &Alt, _: &Alt| Computed::Number(alt.int().unwrap_or(0).abs());
        if let Some(value) = self.table(number, &Value::int(0), &of_one)? {
            return Ok(value);
        }
        let a = self.word(number);
        if a.low >= 0 {
            return Ok(self.number_in_bits(&a.lits, a.low, a.high));
        }
        let most = a.high.max(-a.low);
        let x = bits::sign_extend(&a.lits, width(-most, most));
        let minus = bits::neg(&mut self.circuit, &x);
        let lits = bits::ite(&mut self.circuit, bits::sign(&x), &minus, &x);
        Ok(self.number_in_bits(&lits, (-a.high).max(0), most))
    }
}

/// Both operands in one width.
pub(super) fn both(a: &Bits, b: &Bits, width: usize) -> (Vec<Lit>, Vec<Lit>) {
    (bits::sign_extend(&a.lits, width), bits::sign_extend(&b.lits, width))
}
