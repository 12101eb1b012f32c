//! `float`, `round` and the functions of `math`, of numbers that are known or one of a few.

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::{Builtin, Exception};

use super::{Outcome, Real, rounded};
use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub fn math_builtin(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Value> {
        match builtin {
            Builtin::Prod => return self.product_of(&arguments.positional[0], arguments.keywords.pop()),
            Builtin::IsClose => return self.is_close(&arguments),
            Builtin::Floor | Builtin::Ceil | Builtin::Trunc
                if arguments.positional[0].alts().iter().all(|(_, alt)| alt.is_number()) =>
            {
                return self.arithmetic(BinaryOp::Add, &Value::int(0), &arguments.positional[0]);
            }
            Builtin::Perm if arguments.get(1).is_some_and(|k| matches!(k.single(), Some(Alt::None))) => {
                arguments.positional.truncate(1);
            }
            _ => {}
        }
        self.by_listed(&arguments.positional, &|row| applied(builtin, row))
    }

    /// `float(value)`
    pub fn float_builtin(&mut self, value: Option<&Value>) -> Result<Value> {
        let Some(value) = value else { return Ok(Value::of(Alt::Float(0.0_f64.to_bits()))) };
        let (mut cases, mut reals) = (Vec::new(), Vec::new());
        for (lit, alt) in value.alts() {
            match alt {
                Alt::Str(text) => match lang::floats::read(text) {
                    Some(number) if number.is_nan() => cases.push((*lit, Value::of(self.new_nan()))),
                    Some(number) => cases.push((*lit, Value::of(Alt::Float(number.to_bits())))),
                    None => self.raise(*lit, Exception::ValueError),
                },
                Alt::Atom(..) => self.refuse_if(*lit, Construct::NumberFromAtom)?,
                alt if super::is_real(alt) => reals.push((*lit, alt.clone())),
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        if !reals.is_empty() {
            let lit = self.circuit.any(reals.iter().map(|(lit, _)| *lit));
            let reals = Value::choice(reals);
            let value = self.under(lit, |this| this.by_listed(&[reals], &|row| Outcome::float(row[0].float())))?;
            cases.extend(value.map(|value| (lit, value)));
        }
        self.choose(&cases)
    }

    /// `round(number, digits)`
    pub fn round_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let number = &arguments.positional[0];
        let digits = arguments.get(1).filter(|digits| !matches!(digits.single(), Some(Alt::None)));
        let Some(digits) = digits else {
            if number.alts().iter().all(|(_, alt)| alt.is_number()) {
                return self.arithmetic(BinaryOp::Add, &Value::int(0), number);
            }
            return self.by_listed(std::slice::from_ref(number), &|row| match row[0] {
                Real::Int(number) => Outcome::Int(number),
                Real::Float(number) => rounded(number, f64::round_ties_even),
            });
        };
        if digits.alts().iter().any(|(_, alt)| matches!(alt, Alt::None)) {
            return self.refuse(Construct::RoundToUnknown);
        }
        self.by_listed(&[number.clone(), digits.clone()], &|row| match (row[0], row[1]) {
            (Real::Int(number), Real::Int(digits)) => round_int(number, digits),
            (Real::Float(number), Real::Int(digits)) => round_float(number, digits),
            (_, Real::Float(_)) => Outcome::Raises(Exception::TypeError),
        })
    }

    fn product_of(&mut self, iterable: &Value, start: Option<(std::sync::Arc<str>, Value)>) -> Result<Value> {
        let mut product = start.map_or_else(|| Value::int(1), |(_, start)| start);
        let slots = self.items(iterable)?;
        for slot in slots {
            if self.is_dead() {
                return Ok(Value::never());
            }
            let more = self.under(slot.present, |this| this.binary(BinaryOp::Multiply, &product, &slot.value))?;
            product = self.pick(slot.present, more, (slot.present != Lit::TRUE).then_some(product))?;
        }
        Ok(product)
    }

    fn is_close(&mut self, arguments: &Arguments) -> Result<Value> {
        let float = |number: f64| Value::of(Alt::Float(number.to_bits()));
        let mut operands = vec![arguments.positional[0].clone(), arguments.positional[1].clone()];
        for (name, default) in [("rel_tol", 1e-9), ("abs_tol", 0.0)] {
            let given = arguments.keywords.iter().find(|(keyword, _)| **keyword == *name);
            operands.push(given.map_or_else(|| float(default), |(_, value)| value.clone()));
        }
        self.by_listed(&operands, &|row| {
            let [a, b, relative, absolute] = [row[0].float(), row[1].float(), row[2].float(), row[3].float()];
            if relative < 0.0 || absolute < 0.0 {
                return Outcome::Raises(Exception::ValueError);
            }
            if a == b {
                return Outcome::Truth(true);
            }
            let apart = (b - a).abs();
            let finite = a.is_finite() && b.is_finite();
            let allowed = [(relative * b).abs(), (relative * a).abs(), absolute];
            Outcome::Truth(finite && allowed.iter().any(|allowed| apart <= *allowed))
        })
    }
}

fn round_int(number: i128, digits: i128) -> Outcome {
    if digits >= 0 {
        return Outcome::Int(number);
    }
    let Some(unit) = u32::try_from(-digits).ok().and_then(|zeros| 10_i128.checked_pow(zeros)) else {
        return Outcome::Int(0);
    };
    let (quotient, rest) = (number.div_euclid(unit), number.rem_euclid(unit));
    let up = rest * 2 > unit || rest * 2 == unit && quotient % 2 != 0;
    Outcome::Int((quotient + i128::from(up)) * unit)
}

fn round_float(number: f64, digits: i128) -> Outcome {
    match usize::try_from(digits) {
        _ if !number.is_finite() || number == 0.0 || digits > 323 => Outcome::float(number),
        Ok(digits) => match format!("{number:.digits$}").parse::<f64>() {
            Ok(rounded) => Outcome::float(rounded),
            Err(_) => Outcome::TooLarge,
        },
        // To tens, hundreds and so on: what is behind the point decides only in the middle between two of them.
        Err(_) if number.abs() >= 1e30 => Outcome::TooLarge,
        Err(_) => {
            let Some(unit) = u32::try_from(-digits).ok().and_then(|zeros| 10_i128.checked_pow(zeros)) else {
                return Outcome::float(0.0_f64.copysign(number));
            };
            let (twice, rest) = (super::cut(number.abs() * 2.0), (number.abs() * 2.0).fract());
            let (quotient, above) = (twice / (unit * 2), twice % (unit * 2));
            let up = above > unit || above == unit && (rest != 0.0 || quotient % 2 != 0);
            Outcome::float(Real::Int((quotient + i128::from(up)) * unit).float().copysign(number))
        }
    }
}

fn applied(builtin: Builtin, row: &[Real]) -> Outcome {
    match builtin {
        Builtin::Gcd | Builtin::Lcm | Builtin::Factorial | Builtin::Comb | Builtin::Perm | Builtin::Isqrt => {
            let mut numbers = Vec::new();
            for real in row {
                match real {
                    Real::Int(number) => numbers.push(*number),
                    Real::Float(_) => return Outcome::Raises(Exception::TypeError),
                }
            }
            of_integers(builtin, &numbers).unwrap_or(Outcome::TooLarge)
        }
        Builtin::Floor | Builtin::Ceil | Builtin::Trunc => match row[0] {
            Real::Int(number) => Outcome::Int(number),
            Real::Float(number) => match builtin {
                Builtin::Floor => rounded(number, f64::floor),
                Builtin::Ceil => rounded(number, f64::ceil),
                _ => rounded(number, f64::trunc),
            },
        },
        _ => of_float(builtin, row[0].float(), row.get(1).map(|real| real.float())),
    }
}

/// `None` where the numbers grow too large.
fn of_integers(builtin: Builtin, numbers: &[i128]) -> Option<Outcome> {
    let negative = numbers.iter().any(|number| *number < 0);
    Some(Outcome::Int(match builtin {
        Builtin::Gcd => numbers.iter().fold(0, |a, b| common(a, *b)),
        Builtin::Lcm => {
            let mut result: i128 = 1;
            for number in numbers {
                let divisor = common(result, *number);
                result = if divisor == 0 { 0 } else { (result / divisor).checked_mul(*number)?.abs() };
            }
            result
        }
        _ if negative => return Some(Outcome::Raises(Exception::ValueError)),
        Builtin::Factorial => falling(numbers[0], numbers[0])?,
        Builtin::Perm if numbers.len() == 1 => falling(numbers[0], numbers[0])?,
        Builtin::Perm => falling(numbers[0], numbers[1])?,
        Builtin::Comb if numbers[1] > numbers[0] => 0,
        Builtin::Comb => {
            let chosen = numbers[1].min(numbers[0] - numbers[1]);
            falling(numbers[0], chosen)? / falling(chosen, chosen)?
        }
        _ => {
            let mut root = super::integer_of(Real::Int(numbers[0]).float().sqrt().floor())?;
            while root.checked_mul(root)? > numbers[0] {
                root -= 1;
            }
            while (root + 1).checked_mul(root + 1)? <= numbers[0] {
                root += 1;
            }
            root
        }
    }))
}

fn common(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn falling(n: i128, count: i128) -> Option<i128> {
    let mut product: i128 = 1;
    for index in 0..count {
        product = product.checked_mul(n - index)?;
        if product == 0 {
            break;
        }
    }
    (product.unsigned_abs() <= 1 << 100).then_some(product)
}

fn of_float(builtin: Builtin, number: f64, second: Option<f64>) -> Outcome {
    let domain = Outcome::Raises(Exception::ValueError);
    match builtin {
        Builtin::IsInf => Outcome::Truth(number.is_infinite()),
        Builtin::IsNan => Outcome::Truth(number.is_nan()),
        Builtin::IsFinite => Outcome::Truth(number.is_finite()),
        Builtin::Fabs => Outcome::float(number.abs()),
        Builtin::Sqrt if number < 0.0 => domain,
        Builtin::Sqrt => Outcome::float(number.sqrt()),
        Builtin::Exp if number.is_finite() && number.exp().is_infinite() => Outcome::Raises(Exception::OverflowError),
        Builtin::Exp => Outcome::float(number.exp()),
        Builtin::MathPow => {
            let exponent = second.unwrap_or(1.0);
            let (result, finite) = (number.powf(exponent), number.is_finite() && exponent.is_finite());
            if finite && result.is_nan() || number == 0.0 && exponent < 0.0 && exponent.is_finite() {
                return domain;
            }
            if finite && result.is_infinite() {
                return Outcome::Raises(Exception::OverflowError);
            }
            Outcome::float(result)
        }
        _ if number <= 0.0 || second.is_some_and(|base| base <= 0.0) => domain,
        Builtin::Log2 => Outcome::float(number.log2()),
        Builtin::Log10 => Outcome::float(number.log10()),
        _ => match second.map(f64::ln) {
            None => Outcome::float(number.ln()),
            Some(0.0) => Outcome::Raises(Exception::ZeroDivisionError),
            Some(base) => Outcome::float(number.ln() / base),
        },
    }
}
