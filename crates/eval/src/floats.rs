//! Floats, as CPython computes with them.
//!
//! A NaN is equal to nothing, but containers find the same one again: what it is the same as is kept in its bits, and
//! every operation that gives a NaN makes a new one.

use std::cell::Cell;
use std::cmp::Ordering;

use lang::ast::BinaryOp;
use lang::builtins::Exception;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::numbers::{as_big, is_number};
use crate::value::Value;

/// The bits of a NaN, without those that tell it from others.
const QUIET: u64 = 0x7ff8_0000_0000_0000;

thread_local! {
    static NEXT_NAN: Cell<u64> = const { Cell::new(1) };
}

/// A float as a value; a NaN is a new one.
pub(crate) fn made(number: f64) -> Value {
    if !number.is_nan() {
        return Value::Float(number);
    }
    let next = NEXT_NAN.get();
    NEXT_NAN.set((next + 1) & ((1 << 50) - 1));
    Value::Float(f64::from_bits(QUIET | next))
}

/// Whether a value is a float or an integer.
pub(crate) fn is_real(value: &Value) -> bool {
    matches!(value, Value::Float(_)) || is_number(value)
}

/// The value of a float or an integer as a float; an integer that is too large raises.
pub(crate) fn as_float(value: &Value) -> Result<f64> {
    match value {
        Value::Float(number) => Ok(*number),
        Value::Int(number) => Ok(to_float_small(*number)),
        other => match as_big(other).map(|number| number.to_f64()) {
            Some(Some(number)) if number.is_finite() => Ok(number),
            Some(_) => raise(Exception::OverflowError, "int too large to convert to float"),
            None => type_error(format!("must be real number, not {}", value.type_name())),
        },
    }
}

#[expect(clippy::cast_precision_loss, reason = "rounded to the nearest, as Python does")]
fn to_float_small(number: i64) -> f64 {
    number as f64
}

/// The integer that a finite float is, cut at the point.
pub(crate) fn truncated(number: f64) -> BigInt {
    BigInt::from_f64(number.trunc()).unwrap_or_default()
}

/// `left op right`, where at least one is a float and both are numbers.
pub(crate) fn arithmetic(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor)
    {
        return type_error(format!("unsupported operand type(s) for {}", op.symbol()));
    }
    let (a, b) = (as_float(left)?, as_float(right)?);
    match op {
        BinaryOp::Add => Ok(made(a + b)),
        BinaryOp::Subtract => Ok(made(a - b)),
        BinaryOp::Multiply => Ok(made(a * b)),
        BinaryOp::Divide if b == 0.0 => raise(Exception::ZeroDivisionError, "float division by zero"),
        BinaryOp::Divide => Ok(made(a / b)),
        BinaryOp::FloorDivide if b == 0.0 => raise(Exception::ZeroDivisionError, "float floor division by zero"),
        BinaryOp::FloorDivide => Ok(made(divided(a, b).0)),
        BinaryOp::Modulo if b == 0.0 => raise(Exception::ZeroDivisionError, "float modulo"),
        BinaryOp::Modulo => Ok(made(divided(a, b).1)),
        _ => power(a, b),
    }
}

/// The floored quotient and the remainder, which takes the sign of the divisor.
fn divided(a: f64, b: f64) -> (f64, f64) {
    let mut remainder = a % b;
    let mut quotient = (a - remainder) / b;
    if remainder == 0.0 {
        remainder = 0.0_f64.copysign(b);
    } else if (b < 0.0) != (remainder < 0.0) {
        remainder += b;
        quotient -= 1.0;
    }
    let floored = if quotient == 0.0 {
        0.0_f64.copysign(a / b)
    } else {
        let floor = quotient.floor();
        if quotient - floor > 0.5 { floor + 1.0 } else { floor }
    };
    (floored, remainder)
}

fn power(a: f64, b: f64) -> Result<Value> {
    if b == 0.0 || a == 1.0 {
        return Ok(Value::Float(1.0));
    }
    if a.is_nan() || b.is_nan() {
        return Ok(made(f64::NAN));
    }
    if a == 0.0 && b < 0.0 {
        return raise(Exception::ZeroDivisionError, "0.0 cannot be raised to a negative power");
    }
    if a < 0.0 && a.is_finite() && b.is_finite() && b.fract() != 0.0 {
        return outside("a power of a negative number with a fraction is a complex number, and there are none");
    }
    let result = a.powf(b);
    if result.is_infinite() && a.is_finite() && b.is_finite() {
        return raise(Exception::OverflowError, "(34, 'Numerical result out of range')");
    }
    Ok(made(result))
}

/// `a ** b` of two integers, `b` negative.
pub(crate) fn negative_power(base: &BigInt, exponent: &BigInt) -> Result<Value> {
    let (base, exponent) = (Value::big(base.clone()), Value::big(exponent.clone()));
    power(as_float(&base)?, as_float(&exponent)?)
}

/// `a / b` of two integers: the float that is nearest to the quotient.
pub(crate) fn quotient(a: &BigInt, b: &BigInt) -> Result<Value> {
    if b.is_zero() {
        return raise(Exception::ZeroDivisionError, "division by zero");
    }
    if a.bits() <= 53 && b.bits() <= 53 {
        let (a, b) = (a.to_f64().unwrap_or(0.0), b.to_f64().unwrap_or(1.0));
        return Ok(Value::Float(a / b));
    }
    let negative = a.is_negative() != b.is_negative();
    let (a, b) = (a.abs(), b.abs());
    // 66 bits of the quotient or more, the last of which says whether anything was cut off: enough to round once.
    let shift = 66 + i64::try_from(b.bits()).unwrap_or(0) - i64::try_from(a.bits()).unwrap_or(0);
    // Below the least exponent a float has fewer bits, so that the rounding must happen there.
    let shift = shift.min(1076);
    let (mut whole, rest) =
        if shift >= 0 { (a << shift.unsigned_abs()).div_rem(&b) } else { a.div_rem(&(b << shift.unsigned_abs())) };
    if !rest.is_zero() {
        whole |= BigInt::from(1);
    }
    let number = whole.to_f64().unwrap_or(f64::INFINITY);
    let scaled = scale(number, -shift);
    if scaled.is_infinite() {
        return raise(Exception::OverflowError, "integer division result too large for a float");
    }
    Ok(Value::Float(if negative { -scaled } else { scaled }))
}

/// `number * 2 ** exponent`, exact as long as the result is.
fn scale(mut number: f64, mut exponent: i64) -> f64 {
    while exponent > 1000 && number.is_finite() {
        number *= 2.0_f64.powi(1000);
        exponent -= 1000;
    }
    while exponent < -1000 && number != 0.0 {
        number *= 2.0_f64.powi(-1000);
        exponent += 1000;
    }
    number * 2.0_f64.powi(i32::try_from(exponent.clamp(-1000, 1000)).unwrap_or(0))
}

/// The order of two numbers of which at least one is a float; `None` beside a NaN.
pub(crate) fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Float(a), _) => order_with_int(*a, &as_big(right)?),
        (_, Value::Float(b)) => order_with_int(*b, &as_big(left)?).map(Ordering::reverse),
        _ => None,
    }
}

fn order_with_int(number: f64, int: &BigInt) -> Option<Ordering> {
    if number.is_nan() {
        return None;
    }
    if number.is_infinite() {
        return Some(if number > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    let floor = BigInt::from_f64(number.floor())?;
    Some(floor.cmp(int).then(if number.fract() == 0.0 { Ordering::Equal } else { Ordering::Greater }))
}

/// The integer that a float equals, if there is one.
pub(crate) fn integer_of(number: f64) -> Option<Value> {
    (number.is_finite() && number.fract() == 0.0).then(|| Value::big(truncated(number)))
}

/// `int(number)`, `math.trunc`, `math.floor` and `math.ceil`, by how to round.
pub(crate) fn to_int(number: f64, round: impl Fn(f64) -> f64) -> Result<Value> {
    if number.is_nan() {
        return value_error("cannot convert float NaN to integer");
    }
    if number.is_infinite() {
        return raise(Exception::OverflowError, "cannot convert float infinity to integer");
    }
    Ok(Value::big(truncated(round(number))))
}

/// `float(value)`
pub(crate) fn float(value: Option<&Value>) -> Result<Value> {
    match value {
        None => Ok(Value::Float(0.0)),
        Some(Value::Float(number)) => Ok(Value::Float(*number)),
        Some(Value::Str(text)) => match lang::floats::read(text) {
            Some(number) => Ok(made(number)),
            None => value_error(format!("could not convert string to float: {text:?}")),
        },
        Some(Value::Atom(_)) => outside("an atom is converted to a number; atoms only have equality"),
        Some(value) if is_number(value) => as_float(value).map(Value::Float),
        Some(value) => {
            type_error(format!("float() argument must be a string or a real number, not '{}'", value.type_name()))
        }
    }
}

/// `round(number, digits)`
pub(crate) fn round(number: &Value, digits: Option<&Value>) -> Result<Value> {
    let digits = match digits {
        None | Some(Value::None) => None,
        Some(value) => match value.as_int() {
            Some(digits) => Some(digits),
            None if matches!(value, Value::Big(_)) => Some(i64::MAX),
            None => {
                let name = value.type_name();
                return type_error(format!("'{name}' object cannot be interpreted as an integer"));
            }
        },
    };
    match (number, digits) {
        (Value::Float(number), None) => to_int(*number, f64::round_ties_even),
        (Value::Float(number), Some(digits)) => rounded(*number, digits),
        (Value::Atom(_), _) => outside("arithmetic on an atom; atoms only have equality"),
        _ => match (as_big(number), digits) {
            (Some(number), None) => Ok(Value::big(number)),
            (Some(number), Some(digits)) if digits >= 0 => Ok(Value::big(number)),
            (Some(number), Some(digits)) => match u32::try_from(digits.unsigned_abs()) {
                Ok(zeros) if u64::from(zeros) <= number.bits() => {
                    let unit = BigInt::from(10).pow(zeros);
                    Ok(Value::big(half_even(&number, &unit) * unit))
                }
                _ => Ok(Value::Int(0)),
            },
            _ => type_error(format!("type {} doesn't define __round__ method", number.type_name())),
        },
    }
}

/// The integer nearest to `number / unit`, an even one in the middle.
fn half_even(number: &BigInt, unit: &BigInt) -> BigInt {
    let (quotient, rest) = number.div_mod_floor(unit);
    match (rest * 2_u8).cmp(unit) {
        Ordering::Less => quotient,
        Ordering::Greater => quotient + 1_u8,
        Ordering::Equal => {
            if quotient.is_odd() {
                quotient + 1_u8
            } else {
                quotient
            }
        }
    }
}

/// A float to a number of decimals.
fn rounded(number: f64, digits: i64) -> Result<Value> {
    if !number.is_finite() || digits > 323 || number == 0.0 {
        return Ok(Value::Float(number));
    }
    if digits < -308 {
        return Ok(Value::Float(0.0_f64.copysign(number)));
    }
    let result: f64 = match usize::try_from(digits) {
        Ok(digits) => format!("{number:.digits$}").parse().unwrap_or(number),
        Err(_) => {
            // What is behind the point decides only between two integers that are equally far away.
            let unit = BigInt::from(10).pow(u32::try_from(digits.unsigned_abs()).unwrap_or(0));
            let twice = truncated(number.abs() * 2.0);
            let inexact = (number.abs() * 2.0).fract() != 0.0;
            let (quotient, rest) = twice.div_rem(&(&unit * 2_u8));
            let up = match rest.cmp(&unit) {
                Ordering::Less => false,
                Ordering::Greater => true,
                Ordering::Equal => inexact || quotient.is_odd(),
            };
            let rounded = (quotient + u8::from(up)) * unit;
            rounded.to_f64().unwrap_or(f64::INFINITY).copysign(number)
        }
    };
    if result.is_infinite() {
        return raise(Exception::OverflowError, "rounded value too large to represent");
    }
    Ok(Value::Float(result))
}
