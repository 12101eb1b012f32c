//! Operations on two known integers.

use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::construct::{Construct, LargeValue};
use crate::refusal::RefusalKind;
use crate::value::Alt;

/// No integer has more bits than this.
pub(super) const MOST_BITS: u32 = 100;

/// What an operation on two known integers gives. The order is that of the cases in the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Computed {
    Truth(bool),
    Number(i128),
    Raises(Exception),
    Refused(NoNumber),
}

/// Why an operation on two known integers has no result here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NoNumber {
    NegativePower,
    LargeModulus,
    LargeInteger,
    NotListed,
}

impl From<NoNumber> for RefusalKind {
    fn from(reason: NoNumber) -> Self {
        match reason {
            NoNumber::LargeModulus => LargeValue::Modulus.into(),
            NoNumber::LargeInteger => LargeValue::Integer.into(),
            NoNumber::NegativePower => Construct::NegativePower.into(),
            NoNumber::NotListed => Self::Internal { what: "not a listed number" },
        }
    }
}

/// Whether a number is small enough to be calculated with.
pub(super) fn fits(number: i128) -> bool {
    number.unsigned_abs() <= 1 << MOST_BITS
}

/// `left op right` for two listed numbers.
pub(super) fn apply(op: BinaryOp, left: &Alt, right: &Alt) -> Computed {
    if let (Alt::Bool(a), Alt::Bool(b)) = (left, right) {
        match op {
            BinaryOp::BitAnd => return Computed::Truth(a & b),
            BinaryOp::BitOr => return Computed::Truth(a | b),
            BinaryOp::BitXor => return Computed::Truth(a ^ b),
            _ => {}
        }
    }
    let (Some(a), Some(b)) = (left.int(), right.int()) else { return Computed::Refused(NoNumber::NotListed) };
    integers(op, a, b)
}

fn integers(op: BinaryOp, a: i128, b: i128) -> Computed {
    let result = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        // `/` gives a float; see `floats`.
        BinaryOp::Divide => return Computed::Refused(NoNumber::NotListed),
        BinaryOp::FloorDivide | BinaryOp::Modulo if b == 0 => return Computed::Raises(Exception::ZeroDivisionError),
        BinaryOp::FloorDivide => Some(floor_divide(a, b)),
        BinaryOp::Modulo => Some(a - b * floor_divide(a, b)),
        BinaryOp::Power if b < 0 => {
            return if a == 0 {
                Computed::Raises(Exception::ZeroDivisionError)
            } else {
                Computed::Refused(NoNumber::NegativePower)
            };
        }
        BinaryOp::Power => power(a, b),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if b < 0 => return Computed::Raises(Exception::ValueError),
        BinaryOp::ShiftLeft if a == 0 => Some(0),
        BinaryOp::ShiftLeft => power(2, b).and_then(|factor| a.checked_mul(factor)),
        BinaryOp::ShiftRight => Some(a >> b.min(127)),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
    };
    match result {
        Some(number) if fits(number) => Computed::Number(number),
        _ => Computed::Refused(NoNumber::LargeInteger),
    }
}

/// Python floors the quotient, the processor truncates it.
pub(super) fn floor_divide(a: i128, b: i128) -> i128 {
    let inexact = a % b != 0 && (a < 0) != (b < 0);
    a / b - i128::from(inexact)
}

fn power(base: i128, exponent: i128) -> Option<i128> {
    match (base, exponent) {
        (_, 0) | (1, _) => Some(1),
        (0, _) => Some(0),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

/// `pow(base, exponent, modulus)`
pub(super) fn power_modulo(base: i128, exponent: i128, modulus: i128) -> Computed {
    if modulus == 0 {
        return Computed::Raises(Exception::ValueError);
    }
    // Products of residues must not overflow.
    if modulus.unsigned_abs() > 1 << 60 {
        return Computed::Refused(NoNumber::LargeModulus);
    }
    let size = modulus.abs();
    let mut base = base.rem_euclid(size);
    if exponent < 0 {
        match inverse(base, size) {
            Some(inverse) => base = inverse,
            None => return Computed::Raises(Exception::ValueError),
        }
    }
    let (mut result, mut left) = (1 % size, exponent.unsigned_abs());
    while left > 0 {
        if left & 1 == 1 {
            result = result * base % size;
        }
        base = base * base % size;
        left >>= 1;
    }
    // The result has the sign of the modulus.
    Computed::Number(if modulus < 0 && result > 0 { result + modulus } else { result })
}

/// By Euclid's algorithm.
fn inverse(number: i128, modulus: i128) -> Option<i128> {
    let (mut r, mut next_r, mut s, mut next_s) = (modulus, number, 0, 1);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (s, next_s) = (next_s, s - quotient * next_s);
    }
    (r == 1).then(|| s.rem_euclid(modulus))
}
