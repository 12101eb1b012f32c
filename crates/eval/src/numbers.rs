//! Integer arithmetic of any size: 64 bits while they suffice, big integers beyond.

use lang::ast::{BinaryOp, UnaryOp};
use lang::builtins::Exception;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::fault::{Result, outside, raise, too_large, type_error, value_error};
use crate::value::Value;

/// Integers beyond this many bits are not computed.
const MAX_BITS: u64 = 1 << 22;

pub(crate) fn add(left: &Value, right: &Value) -> Result<Value> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(*b) => Ok(Value::Int(sum)),
        _ => match (as_big(left), as_big(right)) {
            (Some(a), Some(b)) => Ok(Value::big(a + b)),
            _ => type_error("unsupported operand type(s) for +"),
        },
    }
}

pub(crate) fn as_big(value: &Value) -> Option<BigInt> {
    match value {
        Value::Big(number) => Some((**number).clone()),
        other => other.as_int().map(BigInt::from),
    }
}

pub(crate) fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Bool(_) | Value::Big(_))
}

/// What an operation on integers beyond 64 bits takes, in steps: the time, and the memory of the result.
pub(crate) fn cost(op: BinaryOp, left: &Value, right: &Value) -> usize {
    let words = |value: &Value| match value {
        Value::Big(number) => number.bits() / 64 + 1,
        _ => 1,
    };
    let (a, b) = (words(left), words(right));
    let cost = match op {
        BinaryOp::Multiply => a.saturating_mul(b).isqrt().saturating_mul(a.max(b).isqrt()) / 32 + a.midpoint(b),
        BinaryOp::FloorDivide | BinaryOp::Modulo | BinaryOp::Divide => {
            b.saturating_mul(a.saturating_sub(b) + 1) / 64 + a / 2
        }
        // The result of a power or a shift has as many words as its size says, which is bounded.
        BinaryOp::Power => match right {
            Value::Int(exponent) => {
                let words = a.saturating_mul(exponent.unsigned_abs()) / if a == 1 { 8 } else { 1 };
                let words = words.min(MAX_BITS / 64);
                words.saturating_mul(words.isqrt()) / 32 + words / 2
            }
            _ => a,
        },
        BinaryOp::ShiftLeft => match right {
            Value::Int(shift) => a.midpoint(shift.unsigned_abs().min(MAX_BITS) / 64),
            _ => a,
        },
        _ => a.max(b) / 2,
    };
    usize::try_from(cost).unwrap_or(usize::MAX)
}

/// `left op right` for two numbers.
pub(crate) fn arithmetic(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if let (Value::Bool(a), Value::Bool(b)) = (left, right) {
        match op {
            BinaryOp::BitAnd => return Ok(Value::Bool(a & b)),
            BinaryOp::BitOr => return Ok(Value::Bool(a | b)),
            BinaryOp::BitXor => return Ok(Value::Bool(a ^ b)),
            _ => {}
        }
    }
    if let (Some(a), Some(b)) = (left.as_int(), right.as_int())
        && let Some(small) = small(op, a, b)
    {
        return Ok(Value::Int(small));
    }
    match (as_big(left), as_big(right)) {
        (Some(a), Some(b)) if op == BinaryOp::Divide => crate::floats::quotient(&a, &b),
        (Some(a), Some(b)) if op == BinaryOp::Power && b.is_negative() => crate::floats::negative_power(&a, &b),
        (Some(a), Some(b)) => big(op, &a, &b).map(Value::big),
        _ => type_error(format!("unsupported operand type(s) for {}", op.symbol())),
    }
}

/// The result where 64 bits hold it and nothing is exceptional.
fn small(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        BinaryOp::Divide => None,
        // Python floors the quotient, the processor truncates it.
        BinaryOp::FloorDivide => {
            let quotient = a.checked_div(b)?;
            let inexact = a.checked_rem(b)? != 0 && (a < 0) != (b < 0);
            Some(quotient - i64::from(inexact))
        }
        // The remainder takes the sign of the divisor.
        BinaryOp::Modulo => {
            let remainder = a.checked_rem(b)?;
            Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
        }
        BinaryOp::Power => a.checked_pow(u32::try_from(b).ok()?),
        BinaryOp::ShiftLeft => {
            let shift = u32::try_from(b).ok().filter(|shift| *shift < 63)?;
            a.checked_mul(1_i64 << shift)
        }
        BinaryOp::ShiftRight => u32::try_from(b).ok().map(|shift| a >> shift.min(63)),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
    }
}

fn big(op: BinaryOp, a: &BigInt, b: &BigInt) -> Result<BigInt> {
    match op {
        // Sums, too: each is only one bit longer, but there can be many.
        BinaryOp::Add | BinaryOp::Subtract if a.bits().max(b.bits()) > MAX_BITS => too_large("an integer"),
        BinaryOp::Add => Ok(a + b),
        BinaryOp::Subtract => Ok(a - b),
        BinaryOp::Multiply if a.bits() + b.bits() > MAX_BITS => too_large("an integer"),
        BinaryOp::Multiply => Ok(a * b),
        BinaryOp::Divide | BinaryOp::FloorDivide | BinaryOp::Modulo if b.is_zero() => {
            raise(Exception::ZeroDivisionError, "integer division or modulo by zero")
        }
        // `/` of integers is a float, made elsewhere.
        BinaryOp::Divide | BinaryOp::FloorDivide => Ok(a.div_floor(b)),
        BinaryOp::Modulo => Ok(a.mod_floor(b)),
        BinaryOp::Power => power(a, b),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if b.is_negative() => value_error("negative shift count"),
        BinaryOp::ShiftLeft if a.is_zero() => Ok(BigInt::zero()),
        BinaryOp::ShiftLeft => match b.to_u64() {
            Some(shift) if shift.saturating_add(a.bits()) <= MAX_BITS => Ok(a << shift),
            _ => too_large("an integer"),
        },
        BinaryOp::ShiftRight => match b.to_u64() {
            Some(shift) => Ok(a >> shift),
            None => Ok(if a.is_negative() { BigInt::from(-1) } else { BigInt::zero() }),
        },
        BinaryOp::BitAnd => Ok(a & b),
        BinaryOp::BitOr => Ok(a | b),
        BinaryOp::BitXor => Ok(a ^ b),
    }
}

fn power(base: &BigInt, exponent: &BigInt) -> Result<BigInt> {
    let trivial = base.bits() <= 1;
    match exponent.to_u64() {
        // -1, 0 and 1 have powers of any exponent.
        _ if trivial => {
            let odd = exponent.is_odd();
            Ok(if exponent.is_zero() || (base.is_negative() && !odd) { BigInt::from(1) } else { base.clone() })
        }
        Some(exponent) if base.bits().saturating_mul(exponent) <= MAX_BITS => match u32::try_from(exponent) {
            Ok(exponent) => Ok(base.pow(exponent)),
            Err(_) => too_large("an integer"),
        },
        _ => too_large("an integer"),
    }
}

/// `pow(base, exponent, modulus)`
pub(crate) fn power_modulo(base: &Value, exponent: &Value, modulus: &Value) -> Result<Value> {
    let (Some(base), Some(exponent), Some(modulus)) = (as_big(base), as_big(exponent), as_big(modulus)) else {
        return type_error("unsupported operand type(s) for pow()");
    };
    if modulus.is_zero() {
        return value_error("pow() 3rd argument cannot be 0");
    }
    // Every bit of the exponent takes a multiplication and a division.
    let words = usize::try_from(modulus.bits() / 64 + 1).unwrap_or(usize::MAX);
    let bits = usize::try_from(exponent.bits()).unwrap_or(usize::MAX);
    crate::limits::spend(words.saturating_mul(words).saturating_mul(bits / 16 + 1))?;
    if !exponent.is_negative() {
        return Ok(Value::big(base.modpow(&exponent, &modulus)));
    }
    let positive = modulus.abs();
    match base.mod_floor(&positive).modinv(&positive) {
        Some(inverse) => Ok(Value::big(inverse.modpow(&-exponent, &modulus))),
        None => value_error("base is not invertible for the given modulus"),
    }
}

#[inline(never)]
pub(crate) fn unary(op: UnaryOp, value: &Value) -> Result<Value> {
    match (value, op) {
        (Value::Atom(_), _) => outside("arithmetic on an atom; atoms only have equality"),
        (Value::Float(number), UnaryOp::Negative) => Ok(crate::floats::made(-number)),
        (Value::Float(number), UnaryOp::Positive) => Ok(Value::Float(*number)),
        (Value::Dict(dict), UnaryOp::Positive | UnaryOp::Negative) if dict.is_counter() => {
            crate::methods::counter::signed(&dict.table.borrow(), op == UnaryOp::Negative)
        }
        _ => match (as_big(value), op) {
            (Some(number), UnaryOp::Negative) => Ok(Value::big(-number)),
            (Some(number), UnaryOp::Positive) => Ok(Value::big(number)),
            (Some(number), UnaryOp::Invert) => Ok(Value::big(-number - 1)),
            _ => type_error(format!("bad operand type for unary {}: '{}'", op.symbol(), value.type_name())),
        },
    }
}
