//! `abs bool divmod int max min pow sum`

mod extremes;
mod sums;

pub(super) use extremes::Extreme;

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::floats::{Outcome, Real};
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub(super) fn abs_builtin(&mut self, value: &Value) -> Result<Value> {
        if self.has_instance(value)? {
            return self.special_or(value, "__abs__", &[], &mut |this, part| this.abs_builtin(part));
        }
        if crate::floats::has_float(value) {
            return self.by_listed(std::slice::from_ref(value), &|row| match row[0] {
                Real::Int(number) => Outcome::Int(number.abs()),
                Real::Float(number) => Outcome::float(number.abs()),
            });
        }
        let number = self.only_numbers(value, Construct::AtomArithmetic)?;
        if self.is_dead() { Ok(Value::never()) } else { self.absolute(&number) }
    }

    pub(super) fn bool_builtin(&mut self, value: Option<&Value>) -> Result<Value> {
        match value {
            None => Ok(Value::truth(Lit::FALSE)),
            Some(value) => {
                let truth = self.truth(value)?;
                Ok(Value::truth(truth))
            }
        }
    }

    pub(super) fn int_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let value = arguments.get(0);
        if let Some(texts) = value
            && texts.alts().iter().any(|(_, alt)| alt.is_text())
        {
            return self.int_of_texts(texts, arguments.get(1));
        }
        // Only a string has a base.
        if arguments.get(1).is_some() {
            return Ok(self.raise_always(Exception::TypeError));
        }
        let Some(value) = value else { return Ok(Value::int(0)) };
        if crate::floats::has_float(value) {
            return self.by_listed(std::slice::from_ref(value), &|row| match row[0] {
                Real::Int(number) => Outcome::Int(number),
                Real::Float(number) => crate::floats::rounded(number, f64::trunc),
            });
        }
        let number = self.only_numbers(value, Construct::NumberFromAtom)?;
        self.arithmetic(BinaryOp::Add, &Value::int(0), &number)
    }

    pub(super) fn divmod_builtin(&mut self, left: &Value, right: &Value) -> Result<Value> {
        let reals = |value: &Value| value.alts().iter().all(|(_, alt)| crate::floats::is_real(alt));
        if (crate::floats::has_float(left) || crate::floats::has_float(right)) && reals(left) && reals(right) {
            let quotient = self.binary(BinaryOp::FloorDivide, left, right)?;
            let remainder = self.binary(BinaryOp::Modulo, left, right)?;
            return if self.is_dead() { Ok(Value::never()) } else { Ok(Value::tuple([quotient, remainder])) };
        }
        let (left, right) = self.two_numbers(left, right);
        let quotient = self.arithmetic(BinaryOp::FloorDivide, &left, &right)?;
        let remainder = self.arithmetic(BinaryOp::Modulo, &left, &right)?;
        if self.is_dead() { Ok(Value::never()) } else { Ok(Value::tuple([quotient, remainder])) }
    }

    /// The alternatives that are numbers; the others raise.
    fn only_numbers(&mut self, value: &Value, atom: Construct) -> Result<Value> {
        let mut numbers = Vec::new();
        for (lit, alt) in value.alts() {
            match alt {
                alt if alt.is_number() => numbers.push((*lit, alt.clone())),
                Alt::Atom(..) => self.refuse_if(*lit, atom)?,
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        Ok(Value::choice(numbers))
    }

    /// Two operands of a function that knows numbers only.
    fn two_numbers(&mut self, left: &Value, right: &Value) -> (Value, Value) {
        let mut numbers = [Vec::new(), Vec::new()];
        for (part, value) in numbers.iter_mut().zip([left, right]) {
            for (lit, alt) in value.alts() {
                if alt.is_number() {
                    part.push((*lit, alt.clone()));
                } else {
                    self.raise(*lit, Exception::TypeError);
                }
            }
        }
        let [left, right] = numbers;
        (Value::choice(left), Value::choice(right))
    }

    /// `pow`: a modulus of `None` is none.
    pub(super) fn power(&mut self, base: &Value, exponent: &Value, modulus: Option<&Value>) -> Result<Value> {
        let modulus = modulus.cloned().unwrap_or_else(Value::none);
        let mut cases = Vec::new();
        for (lit, part) in self.parts(&modulus) {
            let value = self.under(lit, |this| {
                let float = crate::floats::has_float(base) || crate::floats::has_float(exponent);
                if float && matches!(part.single(), Some(Alt::None)) {
                    return this.binary(BinaryOp::Power, base, exponent);
                }
                let (base, exponent) = this.two_numbers(base, exponent);
                if matches!(part.single(), Some(Alt::None)) {
                    return this.arithmetic(BinaryOp::Power, &base, &exponent);
                }
                let (modulus, _) = this.two_numbers(&part, &part);
                if this.is_dead() {
                    return Ok(Value::never());
                }
                this.power_modulo(&base, &exponent, &modulus)
            })?;
            if let Some(value) = value {
                cases.push((lit, value));
            }
        }
        self.choose(&cases)
    }
}
