//! The functions of `math`.

use lang::builtins::{Builtin, Exception};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::calls::Arguments;
use crate::fault::{Result, outside, raise, too_large, type_error, value_error};
use crate::floats::{as_float, is_real, made, to_int};
use crate::machine::Machine;
use crate::numbers::as_big;
use crate::value::Value;

/// Factorials and binomials beyond this are not computed.
const MAX_FACTORS: u64 = 20_000;

impl Machine<'_> {
    pub(super) fn math(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Value> {
        let values = &arguments.positional;
        match builtin {
            Builtin::Gcd => self.folded(values, BigInt::zero(), num_integer::Integer::gcd),
            Builtin::Lcm => self.folded(values, BigInt::one(), num_integer::Integer::lcm),
            Builtin::Factorial | Builtin::Comb | Builtin::Perm => {
                let product = match builtin {
                    Builtin::Factorial => factorial(&values[0]),
                    Builtin::Comb => comb(&values[0], &values[1]),
                    _ => perm(&values[0], arguments.get(1)),
                }?;
                self.charge(words(&product))?;
                Ok(product)
            }
            Builtin::Isqrt => match integer(&values[0])? {
                number if number.is_negative() => value_error("isqrt() argument must be nonnegative"),
                number => {
                    let words = bits(&number) / 64;
                    self.charge(words.saturating_mul(words) / 16)?;
                    Ok(Value::big(number.sqrt()))
                }
            },
            Builtin::Floor => rounded(&values[0], f64::floor),
            Builtin::Ceil => rounded(&values[0], f64::ceil),
            Builtin::Trunc => rounded(&values[0], f64::trunc),
            Builtin::IsInf => Ok(Value::Bool(real(&values[0])?.is_infinite())),
            Builtin::IsNan => Ok(Value::Bool(real(&values[0])?.is_nan())),
            Builtin::IsFinite => Ok(Value::Bool(real(&values[0])?.is_finite())),
            Builtin::Fabs => Ok(made(real(&values[0])?.abs())),
            Builtin::Sqrt => match real(&values[0])? {
                number if number < 0.0 => value_error("math domain error"),
                number => Ok(made(number.sqrt())),
            },
            Builtin::Exp => match real(&values[0])? {
                number if number.is_finite() && number.exp().is_infinite() => {
                    raise(Exception::OverflowError, "math range error")
                }
                number => Ok(made(number.exp())),
            },
            Builtin::Log => {
                let number = logarithm(&values[0], f64::ln)?;
                match arguments.get(1) {
                    None => Ok(made(number)),
                    Some(base) => match logarithm(base, f64::ln)? {
                        0.0 => raise(Exception::ZeroDivisionError, "float division by zero"),
                        base => Ok(made(number / base)),
                    },
                }
            }
            Builtin::Log2 => Ok(made(logarithm(&values[0], f64::log2)?)),
            Builtin::Log10 => Ok(made(logarithm(&values[0], f64::log10)?)),
            Builtin::MathPow => math_pow(real(&values[0])?, real(&values[1])?),
            Builtin::IsClose => self.is_close(&mut arguments),
            Builtin::Prod => self.prod(&mut arguments),
            _ => outside("not a function of `math`"),
        }
    }

    fn is_close(&mut self, arguments: &mut Arguments) -> Result<Value> {
        let (a, b) = (real(&arguments.positional[0])?, real(&arguments.positional[1])?);
        let mut tolerances = [1e-9, 0.0];
        for (name, value) in &arguments.keywords {
            let index = usize::from(&*self.program.names[name.0 as usize] == "abs_tol");
            tolerances[index] = real(value)?;
        }
        let [relative, absolute] = tolerances;
        if relative < 0.0 || absolute < 0.0 {
            return value_error("tolerances must be non-negative");
        }
        if a == b {
            return Ok(Value::Bool(true));
        }
        if a.is_infinite() || b.is_infinite() {
            return Ok(Value::Bool(false));
        }
        let difference = (b - a).abs();
        let close = difference <= (relative * b).abs() || difference <= (relative * a).abs() || difference <= absolute;
        Ok(Value::Bool(close))
    }

    fn folded(&mut self, values: &[Value], start: BigInt, fold: impl Fn(&BigInt, &BigInt) -> BigInt) -> Result<Value> {
        let mut result = start;
        for value in values {
            let number = integer(value)?;
            // Bit by bit, each for all words.
            let bits = bits(&result).max(bits(&number));
            self.charge((bits / 64).saturating_mul(bits / 16))?;
            result = fold(&result, &number);
        }
        Ok(Value::big(result.abs()))
    }

    fn prod(&mut self, arguments: &mut Arguments) -> Result<Value> {
        let mut product = arguments.keywords.pop().map_or(Value::Int(1), |(_, start)| start);
        let mut iter = self.iter(&arguments.positional[0])?;
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            product = self.binary(lang::ast::BinaryOp::Multiply, &product, &item)?;
        }
        Ok(product)
    }
}

fn integer(value: &Value) -> Result<BigInt> {
    match as_big(value) {
        Some(number) => Ok(number),
        None if matches!(value, Value::Atom(_)) => outside("arithmetic on an atom; atoms only have equality"),
        None => type_error(format!("'{}' object cannot be interpreted as an integer", value.type_name())),
    }
}

fn real(value: &Value) -> Result<f64> {
    match value {
        Value::Atom(_) => outside("arithmetic on an atom; atoms only have equality"),
        _ => as_float(value),
    }
}

/// The bits of a number.
fn bits(number: &BigInt) -> usize {
    usize::try_from(number.bits()).unwrap_or(usize::MAX)
}

/// What the memory of a number takes, in steps.
fn words(value: &Value) -> usize {
    if let Value::Big(number) = value { bits(number) / 64 } else { 0 }
}

fn factors(count: &BigInt) -> Result<u64> {
    match count.to_u64().filter(|count| *count <= MAX_FACTORS) {
        Some(count) => Ok(count),
        None => too_large("an integer"),
    }
}

/// Pays for the time of a product of `count` factors of this many bits, each of which makes the product longer.
fn pay(count: u64, bits: usize) -> Result<()> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if count.saturating_mul(bits) > 1 << 22 {
        return too_large("an integer");
    }
    let words = bits / 64 + 1;
    crate::limits::spend(count.saturating_mul(count).saturating_mul(words * words) / 32)
}

fn factorial(value: &Value) -> Result<Value> {
    let number = integer(value)?;
    if number.is_negative() {
        return value_error("factorial() not defined for negative values");
    }
    pay(factors(&number)?, 16)?;
    Ok(Value::big((1..=factors(&number)?).map(BigInt::from).product()))
}

/// The product of `count` factors from `n` down.
fn falling(n: &BigInt, count: u64) -> BigInt {
    (0..count).map(|index| n - BigInt::from(index)).product()
}

fn comb(n: &Value, k: &Value) -> Result<Value> {
    let (n, k) = (integer(n)?, integer(k)?);
    if n.is_negative() || k.is_negative() {
        return value_error("must be a non-negative integer");
    }
    if k > n {
        return Ok(Value::Int(0));
    }
    let least = factors(&k.clone().min(&n - k))?;
    pay(least, bits(&n))?;
    Ok(Value::big(falling(&n, least) / (1..=least).map(BigInt::from).product::<BigInt>()))
}

fn perm(n: &Value, k: Option<&Value>) -> Result<Value> {
    let Some(k) = k.filter(|k| !matches!(k, Value::None)) else { return factorial(n) };
    let (n, k) = (integer(n)?, integer(k)?);
    if n.is_negative() || k.is_negative() {
        return value_error("must be a non-negative integer");
    }
    if k > n {
        return Ok(Value::Int(0));
    }
    pay(factors(&k)?, bits(&n))?;
    Ok(Value::big(falling(&n, factors(&k)?)))
}

fn rounded(value: &Value, round: impl Fn(f64) -> f64) -> Result<Value> {
    match value {
        Value::Float(number) => to_int(*number, round),
        Value::Atom(_) => outside("arithmetic on an atom; atoms only have equality"),
        _ => match as_big(value) {
            Some(number) => Ok(Value::big(number)),
            None => type_error(format!("must be real number, not {}", value.type_name())),
        },
    }
}

fn logarithm(value: &Value, log: impl Fn(f64) -> f64) -> Result<f64> {
    if is_real(value)
        && let Some(number) = as_big(value)
        && number.bits() > 1000
    {
        return too_large("an integer");
    }
    match real(value)? {
        number if number <= 0.0 => value_error("math domain error"),
        number => Ok(log(number)),
    }
}

fn math_pow(a: f64, b: f64) -> Result<Value> {
    let result = a.powf(b);
    let finite = a.is_finite() && b.is_finite();
    if finite && result.is_nan() || a == 0.0 && b < 0.0 && b.is_finite() {
        return value_error("math domain error");
    }
    if finite && result.is_infinite() {
        return raise(Exception::OverflowError, "math range error");
    }
    Ok(made(result))
}
