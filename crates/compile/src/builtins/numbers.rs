//! `abs bool divmod int max min pow sum`

mod extremes;
mod sums;

pub(super) use extremes::Extreme;

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub(super) fn abs_builtin(&mut self, value: &Value) -> Result<Value> {
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
        for (lit, alt) in value.map_or(&[][..], Value::alts) {
            if matches!(alt, Alt::Str(_)) {
                self.refuse_if(*lit, Construct::NumberFromString)?;
            }
        }
        // Only a string has a base.
        if arguments.get(1).is_some() {
            return Ok(self.raise_always(Exception::TypeError));
        }
        let Some(value) = value else { return Ok(Value::int(0)) };
        let number = self.only_numbers(value, Construct::NumberFromAtom)?;
        self.arithmetic(BinaryOp::Add, &Value::int(0), &number)
    }

    pub(super) fn divmod_builtin(&mut self, left: &Value, right: &Value) -> Result<Value> {
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
