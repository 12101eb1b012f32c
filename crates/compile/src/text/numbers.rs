//! Numbers as strings, and back: `ord`, `chr`, `str` and `int`.

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::Exception;
use lang::text::unicode::{self, Facts};

use super::{character, letters};
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::Seq;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub fn ord_builtin(&mut self, value: &Value) -> Result<Value> {
        let Some(row) = self.text_argument(value)? else { return Ok(Value::never()) };
        let lengths = self.exact_lengths(&row);
        let one = lengths.get(1).copied().unwrap_or(Lit::FALSE);
        self.raise(!one, Exception::TypeError);
        let Some(slot) = row.slots.first().filter(|_| !self.is_dead()) else { return Ok(Value::never()) };
        let codes = letters(&slot.value).map(|(lit, c)| (lit, Alt::Int(i128::from(u32::from(c))))).collect();
        Ok(self.narrow(codes))
    }

    pub fn chr_builtin(&mut self, value: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, alt) in value.alts() {
            let listed = match alt {
                Alt::Bits(_) => match self.listed(&Value::of(alt.clone()))? {
                    Some(listed) => listed,
                    None => return self.refuse(Construct::StringByNumber),
                },
                Alt::Atom(..) => {
                    self.refuse_if(*lit, Construct::AtomAsString)?;
                    continue;
                }
                alt if alt.is_number() => Value::of(alt.clone()),
                _ => {
                    self.raise(*lit, Exception::TypeError);
                    continue;
                }
            };
            for (when, alt) in listed.alts() {
                let when = self.circuit.and(*lit, *when);
                let code = alt.int().unwrap_or(-1);
                match u32::try_from(code).ok().and_then(char::from_u32) {
                    Some(c) => cases.push((when, character(c))),
                    None if i32::try_from(code).is_err() => self.raise(when, Exception::OverflowError),
                    None if (0xd800..0xe000).contains(&code) => self.refuse_if(when, Construct::Surrogate)?,
                    None => self.raise(when, Exception::ValueError),
                }
            }
        }
        cases.retain(|(lit, _)| *lit != Lit::FALSE);
        self.choose(&cases)
    }

    /// `int(value)`, of which some alternatives are strings.
    pub fn int_of_texts(&mut self, value: &Value, base: Option<&Value>) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, part) in self.parts(value) {
            let number = self.under(lit, |this| match (part.single().and_then(super::text_row), base) {
                (Some(row), None) => this.int_of_text(&row),
                (Some(row), Some(base)) => this.int_in_base(&row, base),
                (None, None) if part.alts().iter().all(|(_, alt)| alt.is_number()) => {
                    this.arithmetic(BinaryOp::Add, &Value::int(0), &part)
                }
                (None, None) if matches!(part.single(), Some(Alt::Atom(..))) => this.refuse(Construct::NumberFromAtom),
                (None, _) => Ok(this.raise_always(Exception::TypeError)),
            })?;
            cases.extend(number.map(|number| (lit, number)));
        }
        self.choose(&cases)
    }

    /// Strings that can be listed, in a base that is known.
    fn int_in_base(&mut self, row: &Seq, base: &Value) -> Result<Value> {
        let texts = self.listed_texts(row, 256);
        let (Some(texts), Some(base)) = (texts, base.single()) else {
            return self.refuse(Construct::NumberFromString);
        };
        let base = match base.int() {
            Some(base) => u32::try_from(base).ok().filter(|base| *base == 0 || (2..=36).contains(base)),
            None => return Ok(self.raise_always(Exception::TypeError)),
        };
        let Some(base) = base else { return Ok(self.raise_always(Exception::ValueError)) };
        let mut cases = Vec::new();
        for (text, lit) in texts {
            match lang::text::parse_integer(&text, base).map(i128::try_from) {
                Some(Ok(number)) if number.unsigned_abs() < 1 << 100 => cases.push((lit, Value::int(number))),
                Some(_) => self.refuse_if(lit, crate::construct::LargeValue::Integer)?,
                None => self.raise(lit, Exception::ValueError),
            }
        }
        self.choose(&cases)
    }

    /// `int(text)`, in base 10.
    pub fn int_of_text(&mut self, row: &Seq) -> Result<Value> {
        let text = self.dense(row)?;
        let size = text.slots.len();
        let mut spaces = Vec::new();
        for slot in &text.slots {
            spaces.push(self.letter_is(&slot.value, &Facts::is_space)?);
        }
        // White space at both ends goes.
        let mut keep = vec![Lit::TRUE; size];
        for backward in [false, true] {
            let mut all_go = Lit::TRUE;
            for step in 0..size {
                let position = if backward { size - 1 - step } else { step };
                let here = self.circuit.implies(text.slots[position].present, spaces[position]);
                all_go = self.circuit.and(all_go, here);
                keep[position] = self.circuit.and(keep[position], !all_go);
            }
        }
        let stripped = self.kept_letters(&text, &keep);
        let text = self.dense(&stripped)?;
        let (mut number, mut negative) = (Value::int(0), Lit::FALSE);
        let (mut wrong, mut digits) = (Lit::FALSE, Lit::FALSE);
        // Whether the character before is a digit.
        let mut after_digit = Lit::FALSE;
        for (position, slot) in text.slots.iter().enumerate() {
            self.step()?;
            let mut values: Vec<(Lit, Value)> = Vec::new();
            for (lit, c) in letters(&slot.value) {
                if let Some(digit) = unicode::decimal(c) {
                    values.push((lit, Value::int(i128::from(digit))));
                }
            }
            let all = values.len() == slot.value.alts().len();
            let is_digit = if all { Lit::TRUE } else { self.circuit.any(values.iter().map(|(lit, _)| *lit)) };
            let underscore = self.is_letter(&slot.value, '_');
            let sign = if position == 0 {
                let minus = self.is_letter(&slot.value, '-');
                negative = self.circuit.and(slot.present, minus);
                let plus = self.is_letter(&slot.value, '+');
                self.circuit.or(minus, plus)
            } else {
                Lit::FALSE
            };
            // An underscore stands between two digits.
            let fine_underscore = self.circuit.and(underscore, after_digit);
            let fine = self.circuit.any([is_digit, fine_underscore, sign]);
            let fault = self.circuit.and(slot.present, !fine);
            wrong = self.circuit.or(wrong, fault);
            let present_digit = self.circuit.and(slot.present, is_digit);
            if !values.is_empty() {
                let digit = self.choose(&values)?;
                let tens = self.arithmetic(BinaryOp::Multiply, &number, &Value::int(10))?;
                let sum = self.arithmetic(BinaryOp::Add, &tens, &digit)?;
                number = self.ite(present_digit, &sum, &number)?;
            }
            digits = self.circuit.or(digits, present_digit);
            // At the end there must be a digit.
            after_digit = self.circuit.ite(slot.present, is_digit, after_digit);
        }
        let missing = self.circuit.or(!digits, !after_digit);
        let invalid = self.circuit.or(wrong, missing);
        self.raise(invalid, Exception::ValueError);
        if self.is_dead() {
            return Ok(Value::never());
        }
        let minus = self.arithmetic(BinaryOp::Subtract, &Value::int(0), &number)?;
        self.ite(negative, &minus, &number)
    }
}
