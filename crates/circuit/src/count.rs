//! Unary numbers: how many of some literals are true.
//!
//! In a [`Unary`], `number[k]` is true if and only if the number is at least `k + 1`. So a comparison with a constant is
//! a single literal, which suits cardinality bounds.
//!
//! Invariant: a unary number is monotone, `number[k + 1]` implies `number[k]`, on every assignment; all operations rely
//! on it. Guarded by the tests below, on every assignment of up to seven literals.

use crate::circuit::Circuit;
use crate::lit::Lit;

/// `number[k]`: the number is at least `k + 1`. Its length is its largest possible value.
pub type Unary = Vec<Lit>;

/// As many literals are counted one after the other.
const MOST_IN_SEQUENCE: usize = 24;

/// How many of the literals are true. Its length is the number of literals that are not constant false.
pub fn count(circuit: &mut Circuit, lits: &[Lit]) -> Unary {
    count_up_to(circuit, lits, lits.len())
}

/// How many of the literals are true, or `max` if there are more.
pub fn count_up_to(circuit: &mut Circuit, lits: &[Lit], max: usize) -> Unary {
    // Constants first: they need no gates, and a sum with them is a shift.
    let certain = lits.iter().filter(|&&lit| lit == Lit::TRUE).count();
    let open: Vec<Lit> = lits.iter().copied().filter(|lit| !lit.is_const()).collect();
    let mut number = vec![Lit::TRUE; certain.min(max)];
    let rest = totalizer(circuit, &open, max - number.len());
    number.extend(rest);
    number
}

/// Few literals one after the other, so that numbers of which one continues the other share their gates; many as the sum
/// of two halves.
fn totalizer(circuit: &mut Circuit, lits: &[Lit], max: usize) -> Unary {
    if lits.len() <= MOST_IN_SEQUENCE {
        return lits.iter().fold(Vec::new(), |sum, lit| add_up_to(circuit, &sum, &[*lit], max));
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let (left, right) = (totalizer(circuit, left, max), totalizer(circuit, right, max));
    add_up_to(circuit, &left, &right, max)
}

/// The sum.
pub fn add(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Unary {
    add_up_to(circuit, a, b, a.len() + b.len())
}

/// The sum, or `max` if it is more.
pub fn add_up_to(circuit: &mut Circuit, a: &[Lit], b: &[Lit], max: usize) -> Unary {
    (1..=max.min(a.len() + b.len()))
        .map(|total| {
            // The sum is at least `total` if for some split, one part is reached by `a` and the rest by `b`.
            let parts: Vec<Lit> = (total.saturating_sub(b.len())..=total.min(a.len()))
                .map(|part| circuit.and(at_least(a, part), at_least(b, total - part)))
                .collect();
            circuit.any(parts)
        })
        .collect()
}

/// The number is `least` or more.
pub fn at_least(number: &[Lit], least: usize) -> Lit {
    match least.checked_sub(1) {
        None => Lit::TRUE,
        Some(index) => number.get(index).copied().unwrap_or(Lit::FALSE),
    }
}

/// The number is `most` or less.
pub fn at_most(number: &[Lit], most: usize) -> Lit {
    number.get(most).map_or(Lit::TRUE, |&more| !more)
}

/// The number is `value`.
pub fn exactly(circuit: &mut Circuit, number: &[Lit], value: usize) -> Lit {
    circuit.and(at_least(number, value), at_most(number, value))
}

/// The constant `value`.
pub fn from_const(value: usize) -> Unary {
    vec![Lit::TRUE; value]
}

/// `a == b`
pub fn equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let (below, above) = (less(circuit, a, b), less(circuit, b, a));
    circuit.and(!below, !above)
}

/// `a < b`
pub fn less(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    // Some bound is reached by `b` and not by `a`. Among bounds with equal literals of `b` only the highest matters, among
    // those with equal literals of `a` only the lowest: by monotonicity the others imply it. So a constant on one side
    // leaves a single literal.
    let mut bounds: Vec<(Lit, Lit)> = Vec::new();
    for least in 1..=b.len() {
        let bound = (at_least(a, least), at_least(b, least));
        match bounds.last_mut() {
            Some(last) if last.1 == bound.1 => *last = bound,
            Some(last) if last.0 == bound.0 => {}
            _ => bounds.push(bound),
        }
    }
    let reached: Vec<Lit> = bounds.into_iter().map(|(a, b)| circuit.and(b, !a)).collect();
    circuit.any(reached)
}

/// `a <= b`
pub fn less_equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    !less(circuit, b, a)
}

/// `then` if `condition`, `otherwise` if not.
pub fn ite(circuit: &mut Circuit, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Unary {
    (1..=then.len().max(otherwise.len()))
        .map(|least| circuit.ite(condition, at_least(then, least), at_least(otherwise, least)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::eval_bool;

    fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
        (0..1usize << count).map(move |row| (0..count).map(|bit| row >> bit & 1 == 1).collect())
    }

    /// The value of a unary number; it must be monotone.
    fn value(circuit: &Circuit, number: &[Lit], inputs: &[bool]) -> usize {
        let bits: Vec<bool> = number.iter().map(|&lit| eval_bool(circuit, lit, inputs)).collect();
        assert!(bits.is_sorted_by(|a, b| a >= b), "{bits:?}");
        bits.iter().filter(|&&bit| bit).count()
    }

    fn trues(inputs: &[bool]) -> usize {
        inputs.iter().filter(|&&input| input).count()
    }

    #[test]
    fn counts_count() {
        for size in 0..=7 {
            for max in 0..=size + 1 {
                let mut circuit = Circuit::new();
                let lits: Vec<Lit> = (0..size).map(|_| circuit.input()).collect();
                let full = count(&mut circuit, &lits);
                let cut = count_up_to(&mut circuit, &lits, max);
                assert_eq!((full.len(), cut.len()), (size, size.min(max)));
                for inputs in assignments(size) {
                    assert_eq!(value(&circuit, &full, &inputs), trues(&inputs));
                    assert_eq!(value(&circuit, &cut, &inputs), trues(&inputs).min(max));
                }
            }
        }
    }

    #[test]
    fn many_literals_are_counted() {
        let mut circuit = Circuit::new();
        let lits: Vec<Lit> = (0..3 * MOST_IN_SEQUENCE).map(|_| circuit.input()).collect();
        let number = count(&mut circuit, &lits);
        let cut = count_up_to(&mut circuit, &lits, 5);
        for step in 1..=lits.len() {
            let inputs: Vec<bool> = (0..lits.len()).map(|input| input % step == 0 || input * step % 7 == 3).collect();
            assert_eq!(value(&circuit, &number, &inputs), trues(&inputs));
            assert_eq!(value(&circuit, &cut, &inputs), trues(&inputs).min(5));
        }
    }

    #[test]
    fn a_count_continues_that_of_its_beginning() {
        let mut circuit = Circuit::new();
        let lits: Vec<Lit> = (0..MOST_IN_SEQUENCE).map(|_| circuit.input()).collect();
        let all = count(&mut circuit, &lits);
        let gates = circuit.len();
        for end in 0..lits.len() {
            let _ = count(&mut circuit, &lits[..end]);
        }
        assert_eq!((all.len(), circuit.len()), (lits.len(), gates));
    }

    #[test]
    fn constants_and_repetitions_are_counted() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input(), circuit.input());
        let lits = [a, Lit::TRUE, a, !a, Lit::FALSE, b, !b, Lit::TRUE];
        let number = count(&mut circuit, &lits);
        assert_eq!(number.len(), 7);
        let cut = count_up_to(&mut circuit, &lits, 1);
        assert_eq!(cut, [Lit::TRUE]);
        for inputs in assignments(2) {
            assert_eq!(value(&circuit, &number, &inputs), 4 + usize::from(inputs[0]));
        }
    }

    #[test]
    fn sums_and_comparisons_agree_with_numbers() {
        let mut circuit = Circuit::new();
        let lits: Vec<Lit> = (0..7).map(|_| circuit.input()).collect();
        let (a, b) = (count(&mut circuit, &lits[..3]), count(&mut circuit, &lits[3..]));
        let sum = add(&mut circuit, &a, &b);
        let (same, below) = (equal(&mut circuit, &a, &b), less(&mut circuit, &a, &b));
        let (at_or_below, above) = (less_equal(&mut circuit, &a, &b), less(&mut circuit, &b, &a));
        let chosen = ite(&mut circuit, lits[0], &a, &b);
        let exact: Vec<Lit> = (0..6).map(|value| exactly(&mut circuit, &b, value)).collect();
        for inputs in assignments(7) {
            let (x, y) = (trues(&inputs[..3]), trues(&inputs[3..]));
            let holds = |lit| eval_bool(&circuit, lit, &inputs);
            assert_eq!(value(&circuit, &sum, &inputs), x + y);
            assert_eq!((holds(same), holds(below)), (x == y, x < y));
            assert_eq!((holds(at_or_below), holds(above)), (x <= y, x > y));
            assert_eq!(value(&circuit, &chosen, &inputs), if inputs[0] { x } else { y });
            for (bound, &exact) in exact.iter().enumerate() {
                assert_eq!(holds(exact), y == bound);
                assert_eq!(holds(at_least(&b, bound)), y >= bound);
                assert_eq!(holds(at_most(&b, bound)), y <= bound);
            }
        }
    }

    #[test]
    fn comparisons_with_constants_need_no_gates() {
        let mut circuit = Circuit::new();
        let lits: Vec<Lit> = (0..4).map(|_| circuit.input()).collect();
        let number = count(&mut circuit, &lits);
        let before = circuit.len();
        assert_eq!(less_equal(&mut circuit, &from_const(2), &number), number[1]);
        assert_eq!(less(&mut circuit, &number, &from_const(2)), !number[1]);
        assert_eq!(less(&mut circuit, &from_const(2), &number), number[2]);
        assert_eq!(circuit.len(), before);
        let exact = exactly(&mut circuit, &number, 2);
        assert_eq!(equal(&mut circuit, &number, &from_const(2)), exact);
    }
}
