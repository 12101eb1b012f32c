//! Floats, where they are one of a few: every combination of the operands is computed, and equal results are one
//! alternative. What would have too many is refused.
//!
//! A NaN is equal to nothing, but containers find the same one again: its bits say which one it is.

use std::collections::BTreeMap;

use circuit::Lit;
use lang::ast::{BinaryOp, CompareOp};
use lang::builtins::Exception;

use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

pub(crate) mod math;

/// As many combinations of operands are computed.
const MOST_COMBINATIONS: usize = 4096;
/// As many possible values a float may have.
const MOST_FLOATS: usize = 256;
/// Beyond these, a float cannot hold every integer.
const EXACT: u128 = 1 << 53;

/// A known number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Real {
    Int(i128),
    Float(f64),
}

/// What an operation on known numbers gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Truth(bool),
    Int(i128),
    /// By its bits.
    Float(u64),
    Raises(Exception),
    NotANumber,
    TooLarge,
    Complex,
}

impl Outcome {
    pub fn float(number: f64) -> Self {
        if number.is_nan() { Self::NotANumber } else { Self::Float(number.to_bits()) }
    }
}

impl Real {
    pub fn of(alt: &Alt) -> Option<Self> {
        match alt {
            Alt::Float(bits) => Some(Self::Float(f64::from_bits(*bits))),
            _ => alt.int().map(Self::Int),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "rounded to the nearest, as Python does")]
    pub fn float(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

/// Whether an alternative is an integer or a float.
pub(crate) fn is_real(alt: &Alt) -> bool {
    alt.is_number() || matches!(alt, Alt::Float(_))
}

pub(crate) fn has_float(value: &Value) -> bool {
    value.alts().iter().any(|(_, alt)| matches!(alt, Alt::Float(_)))
}

pub(crate) fn is_nan(alt: &Alt) -> bool {
    matches!(alt, Alt::Float(bits) if f64::from_bits(*bits).is_nan())
}

/// The integer that a float equals.
pub(crate) fn integer_of(number: f64) -> Option<i128> {
    (number.is_finite() && number.fract() == 0.0 && number.abs() < 1e30).then(|| cut(number))
}

#[expect(clippy::cast_possible_truncation, reason = "only called for numbers that fit")]
fn cut(number: f64) -> i128 {
    number as i128
}

/// `int`, `floor` and similar, by how to round.
pub(crate) fn rounded(number: f64, round: fn(f64) -> f64) -> Outcome {
    if number.is_nan() {
        return Outcome::Raises(Exception::ValueError);
    }
    if number.is_infinite() {
        return Outcome::Raises(Exception::OverflowError);
    }
    let number = round(number);
    if number.abs() < 1e30 { Outcome::Int(cut(number)) } else { Outcome::TooLarge }
}

impl Machine<'_> {
    /// The value with every float that equals an integer as that integer; to be compared with integers only.
    pub fn as_integers(&mut self, value: &Value) -> Value {
        if !has_float(value) {
            return value.clone();
        }
        let mut alts: Vec<(Lit, Alt)> = Vec::new();
        for (lit, alt) in value.alts() {
            let whole = match alt {
                Alt::Float(bits) => integer_of(f64::from_bits(*bits)).map(Alt::Int),
                _ => None,
            };
            let alt = whole.unwrap_or_else(|| alt.clone());
            match alts.iter_mut().find(|(_, known)| known.order(&alt).is_eq()) {
                Some((when, _)) => *when = self.circuit.or(*when, *lit),
                None => alts.push((*lit, alt)),
            }
        }
        Value::choice(alts)
    }

    /// A function of known numbers, for every combination of the possible ones. Values that are no numbers raise.
    pub fn by_listed(&mut self, operands: &[Value], apply: &dyn Fn(&[Real]) -> Outcome) -> Result<Value> {
        let mut rows: Vec<(Lit, Vec<Real>)> = vec![(Lit::TRUE, Vec::new())];
        for operand in operands {
            let mut reals = Vec::new();
            for (lit, alt) in operand.alts() {
                match alt {
                    Alt::Atom(..) => self.refuse_if(*lit, Construct::AtomArithmetic)?,
                    alt if !is_real(alt) => self.raise(*lit, Exception::TypeError),
                    alt => reals.push((*lit, alt.clone())),
                }
            }
            if self.is_dead() {
                return Ok(Value::never());
            }
            let Some(reals) = self.listed(&Value::choice(reals))? else { return self.refuse(Construct::FloatOfMany) };
            if rows.len() * reals.alts().len() > MOST_COMBINATIONS {
                return self.refuse(Construct::FloatOfMany);
            }
            let mut longer = Vec::new();
            for (when, row) in &rows {
                for (lit, alt) in reals.alts() {
                    let Some(real) = Real::of(alt) else { return self.refuse(Construct::FloatOfMany) };
                    let both = self.circuit.and(*when, *lit);
                    if both != Lit::FALSE {
                        longer.push((both, row.iter().copied().chain([real]).collect()));
                    }
                }
            }
            rows = longer;
        }
        let mut groups: BTreeMap<Outcome, Vec<Lit>> = BTreeMap::new();
        for (when, row) in rows {
            self.step()?;
            groups.entry(apply(&row)).or_default().push(when);
        }
        self.of_outcomes(groups)
    }

    /// A NaN that is not the same as any other.
    pub fn new_nan(&mut self) -> Alt {
        self.next_nan += 1;
        Alt::Float(f64::NAN.to_bits() | u64::from(self.next_nan))
    }

    fn of_outcomes(&mut self, groups: BTreeMap<Outcome, Vec<Lit>>) -> Result<Value> {
        if groups.keys().filter(|outcome| matches!(outcome, Outcome::Float(_))).count() > MOST_FLOATS {
            return self.refuse(Construct::FloatOfMany);
        }
        let mut alts = Vec::new();
        for (outcome, lits) in groups {
            let lit = self.circuit.any(lits);
            match outcome {
                Outcome::Truth(truth) => alts.push((lit, Alt::Bool(truth))),
                Outcome::Int(number) => alts.push((lit, Alt::Int(number))),
                Outcome::Float(bits) => alts.push((lit, Alt::Float(bits))),
                Outcome::Raises(exception) => self.raise(lit, exception),
                Outcome::NotANumber => alts.push((lit, self.new_nan())),
                Outcome::TooLarge => self.refuse_if(lit, LargeValue::Integer)?,
                Outcome::Complex => self.refuse_if(lit, Construct::ComplexPower)?,
            }
        }
        Ok(self.narrow(alts))
    }

    /// `left op right` of numbers, some of which are floats: those that are not stay integers.
    pub fn with_floats(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        let (lefts, rights) = (self.integers_and_floats(left), self.integers_and_floats(right));
        let mut cases = Vec::new();
        for (l, a) in &lefts {
            for (r, b) in &rights {
                let both = self.circuit.and(*l, *r);
                let floats = has_float(a) || has_float(b);
                let value =
                    self.under(
                        both,
                        |this| {
                            if floats { this.float_arithmetic(op, a, b) } else { this.arithmetic(op, a, b) }
                        },
                    )?;
                cases.extend(value.map(|value| (both, value)));
            }
        }
        self.choose(&cases)
    }

    /// The integers together, and the floats together.
    fn integers_and_floats(&mut self, value: &Value) -> Vec<(Lit, Value)> {
        let (floats, numbers): (Vec<_>, Vec<_>) =
            value.alts().iter().cloned().partition(|(_, alt)| matches!(alt, Alt::Float(_)));
        let mut kinds = Vec::new();
        for alts in [numbers, floats] {
            if !alts.is_empty() {
                let whole = alts.len() == value.alts().len();
                let lit = if whole { Lit::TRUE } else { self.circuit.any(alts.iter().map(|(lit, _)| *lit)) };
                kinds.push((lit, Value::choice(alts)));
            }
        }
        kinds
    }

    /// `left op right` where one is a float, or the result is.
    pub fn float_arithmetic(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        // What stays an integer need not be listed.
        let whole = |value: &Value| value.alts().iter().all(|(_, alt)| alt.is_number());
        if op == BinaryOp::Power && whole(left) && whole(right) {
            let negative = |alt: &Alt| alt.int().is_some_and(|number| number < 0);
            let (below, rest): (Vec<_>, Vec<_>) = right.alts().iter().cloned().partition(|(_, alt)| negative(alt));
            if below.is_empty() {
                return self.arithmetic(op, left, right);
            }
            let when = self.circuit.any(below.iter().map(|(lit, _)| *lit));
            let small = self.under(when, |this| {
                this.by_listed(&[left.clone(), Value::choice(below)], &|row| applied(op, row[0], row[1]))
            })?;
            let other = if rest.is_empty() {
                None
            } else {
                self.under(!when, |this| this.arithmetic(op, left, &Value::choice(rest)))?
            };
            return self.pick(when, small, other);
        }
        self.by_listed(&[left.clone(), right.clone()], &|row| applied(op, row[0], row[1]))
    }

    /// Whether an integer and a float are equal.
    pub fn equal_to_float(&mut self, number: &Alt, float: f64) -> Result<Lit> {
        match integer_of(float) {
            Some(whole) => match number.int() {
                Some(number) => Ok(Lit::constant(number == whole)),
                None => self.equal_bits(number, &Alt::Int(whole)),
            },
            None => Ok(Lit::FALSE),
        }
    }

    /// `left op right`, both numbers, at least one a single float.
    pub fn ordered_floats(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Lit> {
        let float = |value: &Value| match value.single() {
            Some(Alt::Float(bits)) => Some(f64::from_bits(*bits)),
            _ => None,
        };
        match (float(left), float(right)) {
            (Some(a), Some(b)) => Ok(Lit::constant(match op {
                CompareOp::Less => a < b,
                CompareOp::LessEqual => a <= b,
                CompareOp::Greater => a > b,
                _ => a >= b,
            })),
            (Some(a), None) => {
                let mirrored = match op {
                    CompareOp::Less => CompareOp::Greater,
                    CompareOp::LessEqual => CompareOp::GreaterEqual,
                    CompareOp::Greater => CompareOp::Less,
                    _ => CompareOp::LessEqual,
                };
                self.int_with_float(mirrored, right, a)
            }
            (_, Some(b)) => self.int_with_float(op, left, b),
            (None, None) => self.inconsistent("not a float"),
        }
    }

    /// `number op float`: an integer below 2.5 is at most 2.
    fn int_with_float(&mut self, op: CompareOp, number: &Value, float: f64) -> Result<Lit> {
        if float.is_nan() {
            return Ok(Lit::FALSE);
        }
        let (below, above) = (float.floor(), float.ceil());
        let far = |bound: f64| (bound.abs() >= 1e30).then_some(bound > 0.0);
        if let Some(positive) = far(float) {
            return Ok(Lit::constant(positive == matches!(op, CompareOp::Less | CompareOp::LessEqual)));
        }
        let bound = |bound: f64| Value::int(cut(bound));
        match op {
            CompareOp::Less => self.less(number, &bound(above)),
            CompareOp::LessEqual => Ok(!self.less(&bound(below), number)?),
            CompareOp::Greater => self.less(&bound(below), number),
            _ => Ok(!self.less(number, &bound(above))?),
        }
    }
}

/// `left op right` of two known numbers.
fn applied(op: BinaryOp, left: Real, right: Real) -> Outcome {
    if let (Real::Int(a), Real::Int(b)) = (left, right) {
        return match op {
            BinaryOp::Divide if b == 0 => Outcome::Raises(Exception::ZeroDivisionError),
            BinaryOp::Divide if a.unsigned_abs() > EXACT || b.unsigned_abs() > EXACT => Outcome::TooLarge,
            BinaryOp::Divide => Outcome::float(left.float() / right.float()),
            BinaryOp::Power if b < 0 => powered(left.float(), right.float()),
            _ => Outcome::TooLarge,
        };
    }
    let (a, b) = (left.float(), right.float());
    match op {
        BinaryOp::Add => Outcome::float(a + b),
        BinaryOp::Subtract => Outcome::float(a - b),
        BinaryOp::Multiply => Outcome::float(a * b),
        BinaryOp::Divide | BinaryOp::FloorDivide | BinaryOp::Modulo if b == 0.0 => {
            Outcome::Raises(Exception::ZeroDivisionError)
        }
        BinaryOp::Divide => Outcome::float(a / b),
        BinaryOp::FloorDivide => Outcome::float(quotient_and_rest(a, b).0),
        BinaryOp::Modulo => Outcome::float(quotient_and_rest(a, b).1),
        BinaryOp::Power => powered(a, b),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
            Outcome::Raises(Exception::TypeError)
        }
    }
}

/// As CPython's `float_divmod`: the rest has the sign of the divisor, the quotient is a whole number.
fn quotient_and_rest(a: f64, b: f64) -> (f64, f64) {
    let exact = a % b;
    let (rest, quotient) = if exact == 0.0 {
        (0.0_f64.copysign(b), (a - exact) / b)
    } else if (b < 0.0) == (exact < 0.0) {
        (exact, (a - exact) / b)
    } else {
        (exact + b, (a - exact) / b - 1.0)
    };
    if quotient == 0.0 {
        return (0.0_f64.copysign(a / b), rest);
    }
    let floor = quotient.floor();
    (if quotient - floor > 0.5 { floor + 1.0 } else { floor }, rest)
}

fn powered(a: f64, b: f64) -> Outcome {
    let result = a.powf(b);
    if b == 0.0 || a == 1.0 {
        return Outcome::float(1.0);
    }
    if a == 0.0 && b < 0.0 {
        return Outcome::Raises(Exception::ZeroDivisionError);
    }
    if a < 0.0 && a.is_finite() && b.is_finite() && b.fract() != 0.0 {
        return Outcome::Complex;
    }
    if result.is_infinite() && a.is_finite() && b.is_finite() {
        return Outcome::Raises(Exception::OverflowError);
    }
    Outcome::float(result)
}
