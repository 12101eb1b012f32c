//! `//` and `%` of words. Python rounds down, and the remainder has the sign of the divisor.

use circuit::{Lit, bits};
use lang::builtins::Exception;

use super::concrete::floor_divide;
use super::width;
use super::words::both;
use crate::machine::Machine;
use crate::value::{Bits, Value};

impl Machine<'_> {
    /// The quotient, or the remainder; raises where the divisor is zero.
    pub(super) fn divide(&mut self, quotient: bool, a: &Bits, b: &Bits) -> Value {
        if b.low <= 0 && b.high >= 0 {
            let divides = self.circuit.any(b.lits.iter().copied());
            self.raise(!divides, Exception::ZeroDivisionError);
            if self.is_dead() {
                return Value::never();
            }
        }
        let (low, high) = if quotient { quotient_bounds(a, b) } else { remainder_bounds(a, b) };
        if b.low == b.high && b.low > 0 && b.low.count_ones() == 1 {
            return self.divide_by_power(quotient, a, b.low, (low, high));
        }
        let width = width(a.low.min(b.low), a.high.max(b.high)) + 1;
        let (wide_a, wide_b) = both(a, b, width);
        let (sign_a, sign_b) = (known_sign(a), known_sign(b));
        let (size_a, size_b) = (self.magnitude(sign_a, &wide_a), self.magnitude(sign_b, &wide_b));
        let (times, left) = bits::udivrem(&mut self.circuit, &size_a, &size_b);
        let differ = self.circuit.xor(sign_a, sign_b);
        let inexact = self.circuit.any(left.iter().copied());
        let rounds = self.circuit.and(differ, inexact);
        let lits = if quotient {
            // Away from zero where the signs differ and something is left.
            let more = bits::add(&mut self.circuit, &times, &[rounds, Lit::FALSE]);
            let minus = bits::neg(&mut self.circuit, &more);
            bits::ite(&mut self.circuit, differ, &minus, &more)
        } else {
            let other = bits::sub(&mut self.circuit, &size_b, &left);
            let size = bits::ite(&mut self.circuit, rounds, &other, &left);
            let minus = bits::neg(&mut self.circuit, &size);
            bits::ite(&mut self.circuit, sign_b, &minus, &size)
        };
        self.number_in_bits(&lits, low, high)
    }

    /// The word without its sign.
    fn magnitude(&mut self, sign: Lit, word: &[Lit]) -> Vec<Lit> {
        let minus = bits::neg(&mut self.circuit, word);
        bits::ite(&mut self.circuit, sign, &minus, word)
    }

    /// A power of two only cuts the word.
    fn divide_by_power(&mut self, quotient: bool, a: &Bits, divisor: i128, bounds: (i128, i128)) -> Value {
        let shift = divisor.trailing_zeros() as usize;
        let wide = bits::sign_extend(&a.lits, a.lits.len().max(shift + 1));
        let (rest, whole) = wide.split_at(shift);
        if quotient {
            return self.number_in_bits(whole, bounds.0, bounds.1);
        }
        let rest = bits::zero_extend(rest, shift + 1);
        self.number_in_bits(&rest, bounds.0, bounds.1)
    }
}

fn known_sign(word: &Bits) -> Lit {
    if word.low >= 0 {
        Lit::FALSE
    } else if word.high < 0 {
        Lit::TRUE
    } else {
        bits::sign(&word.lits)
    }
}

/// The quotient is monotone in each operand, on each side of zero.
fn quotient_bounds(a: &Bits, b: &Bits) -> (i128, i128) {
    let divisors = [b.low, b.high, -1, 1];
    let divisors = divisors.iter().filter(|divisor| **divisor != 0 && (b.low..=b.high).contains(divisor));
    let quotients: Vec<i128> = divisors.flat_map(|by| [floor_divide(a.low, *by), floor_divide(a.high, *by)]).collect();
    (quotients.iter().min().copied().unwrap_or(0), quotients.iter().max().copied().unwrap_or(0))
}

fn remainder_bounds(a: &Bits, b: &Bits) -> (i128, i128) {
    if a.low >= 0 && b.low > 0 {
        return (if a.high < b.low { a.low } else { 0 }, a.high.min(b.high - 1));
    }
    ((b.low + 1).min(0), (b.high - 1).max(0))
}
