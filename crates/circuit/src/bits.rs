//! Two's complement words made of literals, the least significant bit first.
//!
//! Operations take words and return words or literals. Arithmetic wraps at the width of the wider operand; the other is extended, by
//! its sign if the operation is signed. A caller that must avoid overflow extends first: by one bit for a sum, to the sum
//! of the widths for a product. The empty word is zero.
//!
//! Invariant: every operation agrees with integer arithmetic modulo 2 to the width. Guarded by the tests below, on all
//! words of small widths.

use crate::circuit::Circuit;
use crate::lit::Lit;

/// The low `width` bits of a number.
pub fn from_const(value: i128, width: usize) -> Vec<Lit> {
    (0..width).map(|bit| Lit::constant(value >> bit.min(127) & 1 == 1)).collect()
}

/// The word in `width` bits: truncated, or extended by its sign.
pub fn sign_extend(word: &[Lit], width: usize) -> Vec<Lit> {
    extend(word, width, sign(word))
}

/// The word in `width` bits: truncated, or extended by zeros.
pub fn zero_extend(word: &[Lit], width: usize) -> Vec<Lit> {
    extend(word, width, Lit::FALSE)
}

/// Whether the word is negative.
pub fn sign(word: &[Lit]) -> Lit {
    word.last().copied().unwrap_or(Lit::FALSE)
}

fn extend(word: &[Lit], width: usize, with: Lit) -> Vec<Lit> {
    (0..width).map(|bit| word.get(bit).copied().unwrap_or(with)).collect()
}

fn same_width(a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let width = a.len().max(b.len());
    (sign_extend(a, width), sign_extend(b, width))
}

/// `a + b`
pub fn add(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (a, b) = same_width(a, b);
    add_carry(circuit, &a, &b, Lit::FALSE).0
}

/// `a - b`
pub fn sub(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (a, b) = same_width(a, b);
    add_carry(circuit, &a, &invert(&b), Lit::TRUE).0
}

/// `-a`
pub fn neg(circuit: &mut Circuit, a: &[Lit]) -> Vec<Lit> {
    sub(circuit, &[], a)
}

/// Each bit negated: `-a - 1`.
pub fn invert(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|&bit| !bit).collect()
}

/// `a * b`
pub fn mul(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (a, b) = same_width(a, b);
    let width = a.len();
    let mut sum = vec![Lit::FALSE; width];
    for (shift, &bit) in b.iter().enumerate() {
        let partial: Vec<Lit> = a[..width - shift].iter().map(|&other| circuit.and(other, bit)).collect();
        let (high, _) = add_carry(circuit, &sum[shift..], &partial, Lit::FALSE);
        sum.splice(shift.., high);
    }
    sum
}

/// `a << by`, in the width of `a`.
pub fn shift_left(a: &[Lit], by: usize) -> Vec<Lit> {
    (0..a.len()).map(|bit| bit.checked_sub(by).map_or(Lit::FALSE, |from| a[from])).collect()
}

/// `a == b`
pub fn equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let (a, b) = same_width(a, b);
    let same: Vec<Lit> = a.iter().zip(&b).map(|(&a, &b)| circuit.iff(a, b)).collect();
    circuit.all(same)
}

/// `a < b`, signed.
pub fn less(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let (mut a, mut b) = same_width(a, b);
    // The sign bit has the opposite weight.
    if let (Some(of_a), Some(of_b)) = (a.last_mut(), b.last_mut()) {
        (*of_a, *of_b) = (*of_b, *of_a);
    }
    below(circuit, &a, &b)
}

/// `a <= b`, signed.
pub fn less_equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    !less(circuit, b, a)
}

/// `a < b`, unsigned.
pub fn less_unsigned(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len().max(b.len());
    below(circuit, &zero_extend(a, width), &zero_extend(b, width))
}

fn below(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    // From the lowest bit: where the bits differ, the higher one decides.
    a.iter().zip(b).fold(Lit::FALSE, |so_far, (&a, &b)| {
        let same = circuit.iff(a, b);
        circuit.ite(same, so_far, b)
    })
}

/// `then` if `condition`, `otherwise` if not.
pub fn ite(circuit: &mut Circuit, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Vec<Lit> {
    let (then, otherwise) = same_width(then, otherwise);
    then.iter().zip(&otherwise).map(|(&then, &otherwise)| circuit.ite(condition, then, otherwise)).collect()
}

/// `a // b` and `a % b`, unsigned. Division by zero gives all ones, and `a` as the remainder.
pub fn udivrem(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let width = a.len().max(b.len());
    let a = zero_extend(a, width);
    // One more bit, because the remainder is doubled before it is compared.
    let b = zero_extend(b, width + 1);
    let mut quotient = vec![Lit::FALSE; width];
    let mut remainder = vec![Lit::FALSE; width + 1];
    for bit in (0..width).rev() {
        remainder.pop();
        remainder.insert(0, a[bit]);
        // No borrow: it fits once more.
        let (difference, fits) = add_carry(circuit, &remainder, &invert(&b), Lit::TRUE);
        quotient[bit] = fits;
        remainder = ite(circuit, fits, &difference, &remainder);
    }
    remainder.truncate(width);
    (quotient, remainder)
}

/// The sum of two words of one width, and the carry out of it.
fn add_carry(circuit: &mut Circuit, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Vec<Lit>, Lit) {
    let sum = a
        .iter()
        .zip(b)
        .map(|(&a, &b)| {
            let half = circuit.xor(a, b);
            let both = circuit.and(a, b);
            let passed = circuit.and(half, carry);
            let bit = circuit.xor(half, carry);
            carry = circuit.or(both, passed);
            bit
        })
        .collect();
    (sum, carry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::eval_bool;

    const MAX: usize = 4;

    fn signed(bits: impl Iterator<Item = bool>) -> i128 {
        let bits: Vec<bool> = bits.collect();
        let sign = bits.last().map_or(0, |&negative| -i128::from(negative) << bits.len());
        bits.iter().enumerate().fold(sign, |sum, (bit, &set)| sum + (i128::from(set) << bit))
    }

    fn wrap(value: i128, width: usize) -> i128 {
        signed((0..width).map(|bit| value >> bit & 1 == 1))
    }

    fn unsigned(value: i128, width: usize) -> i128 {
        value & ((1 << width) - 1)
    }

    /// Checks for all small widths and all values of two words that `build` computes what `expected` returns.
    fn check(build: impl Fn(&mut Circuit, &[Lit], &[Lit]) -> Vec<Lit>, expected: impl Fn(usize, i128, i128) -> i128) {
        for (of_a, of_b) in (0..=MAX).flat_map(|a| (0..=MAX).map(move |b| (a, b))) {
            let mut circuit = Circuit::new();
            let a: Vec<Lit> = (0..of_a).map(|_| circuit.input()).collect();
            let b: Vec<Lit> = (0..of_b).map(|_| circuit.input()).collect();
            let result = build(&mut circuit, &a, &b);
            for row in 0u32..1 << (of_a + of_b) {
                let inputs: Vec<bool> = (0..of_a + of_b).map(|bit| row >> bit & 1 == 1).collect();
                let (x, y) = (signed(inputs[..of_a].iter().copied()), signed(inputs[of_a..].iter().copied()));
                let got = signed(result.iter().map(|&lit| eval_bool(&circuit, lit, &inputs)));
                let wanted = wrap(expected(of_a.max(of_b), x, y), result.len());
                assert_eq!(got, wanted, "widths {of_a} and {of_b}, values {x} and {y}");
            }
        }
    }

    #[test]
    fn sums_differences_products() {
        check(add, |width, a, b| wrap(a + b, width));
        check(sub, |width, a, b| wrap(a - b, width));
        check(mul, |width, a, b| wrap(a * b, width));
        check(|circuit, a, _| neg(circuit, a), |_, a, _| -a);
        check(|circuit, a, b| add(circuit, &sign_extend(a, MAX + 1), b), |_, a, b| a + b);
        check(|circuit, a, b| mul(circuit, &sign_extend(a, 2 * MAX), b), |_, a, b| a * b);
    }

    #[test]
    fn comparisons() {
        check(|circuit, a, b| vec![equal(circuit, a, b)], |_, a, b| i128::from(a == b));
        check(|circuit, a, b| vec![less(circuit, a, b)], |_, a, b| i128::from(a < b));
        check(|circuit, a, b| vec![less_equal(circuit, a, b)], |_, a, b| i128::from(a <= b));
    }

    #[test]
    fn unsigned_operations_read_the_sign_as_a_bit() {
        for (of_a, of_b) in (1..=MAX).flat_map(|a| (1..=MAX).map(move |b| (a, b))) {
            let mut circuit = Circuit::new();
            let a: Vec<Lit> = (0..of_a).map(|_| circuit.input()).collect();
            let b: Vec<Lit> = (0..of_b).map(|_| circuit.input()).collect();
            let below = less_unsigned(&mut circuit, &a, &b);
            let (quotient, remainder) = udivrem(&mut circuit, &a, &b);
            let width = of_a.max(of_b);
            assert_eq!((quotient.len(), remainder.len()), (width, width));
            for row in 0..1i128 << (of_a + of_b) {
                let inputs: Vec<bool> = (0..of_a + of_b).map(|bit| row >> bit & 1 == 1).collect();
                let (x, y) = (row & ((1 << of_a) - 1), row >> of_a);
                let value = |word: &[Lit]| {
                    let bits = word.iter().map(|&lit| eval_bool(&circuit, lit, &inputs));
                    unsigned(signed(bits), word.len())
                };
                assert_eq!(eval_bool(&circuit, below, &inputs), x < y);
                let expected = if y == 0 { ((1 << width) - 1, x) } else { (x / y, x % y) };
                assert_eq!((value(&quotient), value(&remainder)), expected, "{x} by {y}");
            }
        }
    }

    #[test]
    fn words_are_moved_and_chosen() {
        check(|_, a, _| shift_left(a, 2), |_, a, _| a << 2);
        check(|_, a, _| sign_extend(a, 7), |_, a, _| a);
        check(|_, a, _| invert(a), |_, a, _| -a - 1);
        check(|circuit, a, b| ite(circuit, sign(a), a, b), |_, a, b| if a < 0 { a } else { b });
    }

    #[test]
    fn constants_are_their_bits() {
        for value in -20..20 {
            for width in [0, 1, 3, 6, 130] {
                let word = from_const(value, width);
                assert_eq!(word.len(), width);
                assert_eq!(signed(word.iter().take(100).map(|&lit| lit == Lit::TRUE)), wrap(value, width.min(100)));
            }
        }
        let mut circuit = Circuit::new();
        let product = mul(&mut circuit, &from_const(-7, 8), &from_const(9, 8));
        assert_eq!(product, from_const(-63, 8));
        assert_eq!(circuit.len(), 1, "arithmetic on constants makes no gates");
    }
}
