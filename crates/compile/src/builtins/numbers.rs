//! `abs bool divmod int max min pow sum`

mod extremes;
mod sums;

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::{Builtin, Exception};

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub fn number_builtin(&mut self, builtin: Builtin, arguments: &Arguments) -> Result<Value> {
        let mut arguments = arguments.clone();
        match builtin {
            Builtin::Sum => return self.sum(arguments),
            Builtin::Min | Builtin::Max => return self.extreme(builtin, arguments),
            _ => {}
        }
        let modulus = if builtin == Builtin::Pow { arguments.keyword("mod") } else { None };
        let (least, most) = match builtin {
            Builtin::Abs => (1, 1),
            Builtin::Divmod => (2, 2),
            Builtin::Pow => (2, if modulus.is_some() { 2 } else { 3 }),
            _ => (0, 1),
        };
        if !fit(&arguments, least, most) {
            return Ok(self.raise_always(Exception::TypeError));
        }
        match (builtin, &*arguments.positional) {
            (Builtin::Abs, [value]) => {
                let number = self.only_numbers(value, "arithmetic on an atom, which only has equality")?;
                if self.is_dead() { Ok(Value::never()) } else { self.absolute(&number) }
            }
            (Builtin::Bool, []) => Ok(Value::truth(Lit::FALSE)),
            (Builtin::Bool, [value]) => {
                let truth = self.truth(value)?;
                Ok(Value::truth(truth))
            }
            (Builtin::Int, []) => Ok(Value::int(0)),
            (Builtin::Int, [value]) => {
                for (lit, alt) in value.alts() {
                    if matches!(alt, Alt::Str(_)) {
                        self.refuse_if(*lit, "a string read as a number")?;
                    }
                }
                let number = self.only_numbers(value, "an atom read as a number")?;
                self.arithmetic(BinaryOp::Add, &Value::int(0), &number)
            }
            (Builtin::Divmod, [left, right]) => {
                let (left, right) = self.two_numbers(left, right);
                let quotient = self.arithmetic(BinaryOp::FloorDivide, &left, &right)?;
                let remainder = self.arithmetic(BinaryOp::Modulo, &left, &right)?;
                if self.is_dead() { Ok(Value::never()) } else { Ok(Value::tuple([quotient, remainder])) }
            }
            (Builtin::Pow, [base, exponent, rest @ ..]) => {
                self.power(base, exponent, modulus.as_ref().or(rest.first()))
            }
            _ => Ok(self.raise_always(Exception::TypeError)),
        }
    }

    /// The alternatives that are numbers; the others raise.
    fn only_numbers(&mut self, value: &Value, atom: &str) -> Result<Value> {
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
    fn power(&mut self, base: &Value, exponent: &Value, modulus: Option<&Value>) -> Result<Value> {
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

/// Between so many values by position, and no keyword left.
fn fit(arguments: &Arguments, least: usize, most: usize) -> bool {
    arguments.keywords.is_empty() && (least..=most).contains(&arguments.positional.len())
}
