//! Integers: listed while there are few possible values, in bits beyond.

mod concrete;
mod division;
mod ladder;
mod table;
mod words;

use std::rc::Rc;

use circuit::{Lit, bits};

use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Bits, Value};

pub(crate) use ladder::Ladders;

/// As many integers are kept as alternatives; more become bits.
pub(crate) const MOST_LISTED: usize = 48;

/// How many bits hold all numbers between two, sign included.
pub(crate) fn width(low: i128, high: i128) -> usize {
    let bits =
        |number: i128| 129 - if number < 0 { (!number).leading_zeros() } else { number.leading_zeros() } as usize;
    bits(low).max(bits(high))
}

impl Machine<'_> {
    /// One number in bits out of alternatives that are numbers and exclude each other.
    pub fn bits_of(&mut self, numbers: &[(Lit, Alt)]) -> Bits {
        let ranges: Vec<(i128, i128)> = numbers.iter().filter_map(|(_, alt)| range_of(alt)).collect();
        let low = ranges.iter().map(|(low, _)| *low).min().unwrap_or(0);
        let high = ranges.iter().map(|(_, high)| *high).max().unwrap_or(0);
        let width = width(low, high);
        let mut lits = Vec::with_capacity(width);
        let words: Vec<(Lit, Vec<Lit>)> = numbers
            .iter()
            .map(|(lit, alt)| match alt {
                Alt::Bits(word) => (*lit, bits::sign_extend(&word.lits, width)),
                _ => (*lit, bits::from_const(alt.int().unwrap_or(0), width)),
            })
            .collect();
        for position in 0..width {
            let mut parts = Vec::new();
            for (lit, word) in &words {
                parts.push(self.circuit.and(*lit, word[position]));
            }
            lits.push(self.circuit.any(parts));
        }
        Bits { lits, low, high }
    }

    pub fn equal_bits(&mut self, left: &Alt, right: &Alt) -> Result<Lit> {
        self.step()?;
        let (a, b) = (self.bits_of(&[(Lit::TRUE, left.clone())]), self.bits_of(&[(Lit::TRUE, right.clone())]));
        if a.high < b.low || b.high < a.low {
            return Ok(Lit::FALSE);
        }
        let width = a.lits.len().max(b.lits.len());
        let (a, b) = (bits::sign_extend(&a.lits, width), bits::sign_extend(&b.lits, width));
        Ok(bits::equal(&mut self.circuit, &a, &b))
    }

    /// The least and greatest of a number's possible values; `None` if there is none.
    pub fn bounds(&self, value: &Value) -> Option<(i128, i128)> {
        let ranges = value.alts().iter().filter_map(|(_, alt)| range_of(alt));
        ranges.reduce(|(low, high), (l, h)| (low.min(l), high.max(h)))
    }

    /// `left < right` of two numbers.
    pub fn less(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        self.step()?;
        let listed = |value: &Value| value.alts().iter().all(|(_, alt)| alt.int().is_some());
        if let Some(less) = self.less_ladders(left, right) {
            return Ok(less);
        }
        if listed(left) && listed(right) {
            return Ok(self.less_listed(left, right));
        }
        let (Some((a_low, a_high)), Some((b_low, b_high))) = (self.bounds(left), self.bounds(right)) else {
            return Ok(Lit::FALSE);
        };
        if a_high < b_low {
            return Ok(Lit::TRUE);
        }
        if a_low >= b_high {
            return Ok(Lit::FALSE);
        }
        let (a, b) = (self.bits_of(left.alts()), self.bits_of(right.alts()));
        let width = a.lits.len().max(b.lits.len());
        let (a, b) = (bits::sign_extend(&a.lits, width), bits::sign_extend(&b.lits, width));
        Ok(bits::less(&mut self.circuit, &a, &b))
    }

    /// For each value of the left operand, the right one is one of the greater ones.
    fn less_listed(&mut self, left: &Value, right: &Value) -> Lit {
        let mut greater: Vec<(i128, Lit)> =
            right.alts().iter().filter_map(|(lit, alt)| alt.int().map(|number| (number, *lit))).collect();
        greater.sort_by_key(|(number, _)| -number);
        let mut smaller: Vec<(i128, Lit)> =
            left.alts().iter().filter_map(|(lit, alt)| alt.int().map(|number| (number, *lit))).collect();
        smaller.sort_by_key(|(number, _)| -number);
        let mut parts = Vec::new();
        let mut above = Lit::FALSE;
        let mut next = greater.iter().peekable();
        for (number, lit) in smaller {
            while let Some((other, when)) = next.peek() {
                if *other <= number {
                    break;
                }
                above = self.circuit.or(above, *when);
                next.next();
            }
            // All that is possible lies above: nothing needs to be asked of the right operand.
            let beyond = if next.peek().is_none() { Lit::TRUE } else { above };
            parts.push(self.circuit.and(lit, beyond));
        }
        self.circuit.any(parts)
    }

    /// A number in bits as a value: listed if it lies between close bounds.
    pub fn number_in_bits(&mut self, lits: &[Lit], low: i128, high: i128) -> Value {
        if low == high {
            return Value::int(low);
        }
        let mut lits = bits::sign_extend(lits, width(low, high));
        // The sign is known from the bounds where the gates do not show it.
        if let Some(sign) = lits.last_mut() {
            if low >= 0 {
                *sign = Lit::FALSE;
            } else if high < 0 {
                *sign = Lit::TRUE;
            }
        }
        let word = Bits { lits, low, high };
        match self.spelled(&word) {
            Some(listed) => listed,
            None => Value::of(Alt::Bits(Rc::new(word))),
        }
    }

    /// All values between the bounds of a number in bits, if they are few.
    fn spelled(&mut self, word: &Bits) -> Option<Value> {
        let few = i128::try_from(MOST_LISTED).unwrap_or(0);
        if word.high - word.low >= few {
            return None;
        }
        let mut alts = Vec::new();
        for number in word.low..=word.high {
            let constant = bits::from_const(number, word.lits.len());
            // From the top, so that neighbors share their gates.
            let mut same = Lit::TRUE;
            for (bit, wanted) in word.lits.iter().zip(&constant).rev() {
                same = self.circuit.and(same, bit.negate_if(*wanted == Lit::FALSE));
            }
            alts.push((same, Alt::Int(number)));
        }
        Some(Value::choice(alts))
    }

    /// The number with every possible value listed, if they are few.
    pub fn listed(&mut self, number: &Value) -> Result<Option<Value>> {
        if number.alts().iter().all(|(_, alt)| alt.int().is_some()) {
            return Ok(Some(number.clone()));
        }
        let mut cases = Vec::new();
        for (lit, alt) in number.alts() {
            match alt {
                Alt::Bits(word) => match self.spelled(word) {
                    Some(listed) => cases.push((*lit, listed)),
                    None => return Ok(None),
                },
                _ => cases.push((*lit, Value::of(alt.clone()))),
            }
        }
        self.choose(&cases).map(Some)
    }
}

/// The least and greatest value of one alternative.
pub(crate) fn range_of(alt: &Alt) -> Option<(i128, i128)> {
    match alt {
        Alt::Bits(word) => Some((word.low, word.high)),
        _ => alt.int().map(|number| (number, number)),
    }
}
