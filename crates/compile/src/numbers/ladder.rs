//! Numbers by thresholds: counts, lengths, and what is chosen among them or shifted by a constant.
//!
//! A listed number has a literal for each of its values; a count also has one for each threshold that it reaches. Comparing
//! thresholds tells a solver at once what follows for each of them, where comparing values makes it try all of them. So a
//! value remembers its thresholds as long as they are known.
//!
//! Invariant: wherever the value is one of its alternatives, it is at least `low + k + 1` if and only if `steps[k]`.

use std::collections::HashMap;

use circuit::Lit;
use circuit::count::{self, Unary};

use super::MOST_LISTED;
use crate::machine::Machine;
use crate::value::{Alt, Value};

/// `low`, and one more for each step that is true.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    low: i128,
    steps: Unary,
    /// The place of a value that this number is, or one more where the literal is true.
    counted: Option<(usize, Lit)>,
}

/// The thresholds of values, by their place in memory.
#[derive(Debug, Default)]
pub(crate) struct Ladders {
    /// The values are kept as well, so that nothing else gets their addresses.
    known: HashMap<usize, (Value, Ladder)>,
}

impl Ladder {
    fn of(low: i128, steps: Unary) -> Self {
        Self { low, steps, counted: None }
    }

    fn high(&self) -> i128 {
        self.low + i128::try_from(self.steps.len()).unwrap_or(i128::MAX)
    }

    /// When the number is `least` or more.
    fn at_least(&self, least: i128) -> Lit {
        match usize::try_from(least - self.low - 1) {
            Err(_) => Lit::TRUE,
            Ok(step) => self.steps.get(step).copied().unwrap_or(Lit::FALSE),
        }
    }
}

impl Machine<'_> {
    /// The thresholds of a number, where they are known.
    fn ladder(&self, value: &Value) -> Option<Ladder> {
        match value.alts() {
            [(_, Alt::Int(number))] => Some(Ladder::of(*number, Vec::new())),
            [(not, Alt::Int(low)), (lit, Alt::Int(high))] if *not == !*lit && low + 1 == *high => {
                Some(Ladder::of(*low, vec![*lit]))
            }
            _ => self.ladders.known.get(&value.address()).map(|(_, ladder)| ladder.clone()),
        }
    }

    /// A number by its thresholds.
    fn of_ladder(&mut self, ladder: Ladder) -> Value {
        let mut alts = Vec::new();
        for number in ladder.low..=ladder.high() {
            let lit = self.circuit.and(ladder.at_least(number), !ladder.at_least(number + 1));
            alts.push((lit, Alt::Int(number)));
        }
        let value = Value::choice(alts);
        if value.alts().len() > 1 {
            self.ladders.known.insert(value.address(), (value.clone(), ladder));
        }
        value
    }

    /// A unary number as a value.
    pub fn number_of(&mut self, unary: &[Lit]) -> Value {
        self.of_ladder(Ladder::of(0, unary.to_vec()))
    }

    /// A number shifted by a constant keeps its thresholds.
    pub(super) fn remember_shifted(&mut self, value: &Value, by: i128, shifted: &Value) {
        if let Some(ladder) = self.ladder(value)
            && shifted.alts().len() > 1
        {
            let ladder = Ladder::of(ladder.low + by, ladder.steps);
            self.ladders.known.insert(shifted.address(), (shifted.clone(), ladder));
        }
    }

    /// Whether two numbers are equal, if the thresholds of both are known.
    pub fn equal_ladders(&mut self, left: &Value, right: &Value) -> Option<Lit> {
        let (a, b) = self.both(left, right)?;
        let (below, above) = (self.below(&a, &b), self.below(&b, &a));
        Some(self.circuit.and(!below, !above))
    }

    /// `left < right`, if the thresholds of both are known.
    pub fn less_ladders(&mut self, left: &Value, right: &Value) -> Option<Lit> {
        let (a, b) = self.both(left, right)?;
        Some(self.below(&a, &b))
    }

    /// The thresholds of two numbers, neither of which is a constant.
    fn both(&self, left: &Value, right: &Value) -> Option<(Ladder, Ladder)> {
        if left.alts().len() < 2 || right.alts().len() < 2 {
            return None;
        }
        Some((self.ladder(left)?, self.ladder(right)?))
    }

    fn below(&mut self, a: &Ladder, b: &Ladder) -> Lit {
        let mut parts = Vec::new();
        for least in a.low.min(b.low) + 1..=b.high() {
            parts.push(self.circuit.and(b.at_least(least), !a.at_least(least)));
        }
        self.circuit.any(parts)
    }

    /// The number whose literal is true, if the thresholds of all are known and one of them is not a constant.
    pub fn choose_ladder(&mut self, cases: &[(Lit, &Value)]) -> Option<Value> {
        if !cases.iter().any(|(_, value)| value.alts().len() > 1) {
            return None;
        }
        let ladders: Vec<(Lit, Ladder)> =
            cases.iter().map(|(lit, value)| Some((*lit, self.ladder(value)?))).collect::<Option<_>>()?;
        let low = ladders.iter().map(|(_, ladder)| ladder.low).min()?;
        let high = ladders.iter().map(|(_, ladder)| ladder.high()).max()?;
        if high - low >= i128::try_from(MOST_LISTED).unwrap_or(0) {
            return None;
        }
        if let [(when, then), (not, otherwise)] = &ladders[..]
            && *not == !*when
        {
            let base = cases[1].1;
            let one_more = then.low == otherwise.low + 1 && then.steps == otherwise.steps;
            let counted = match then.counted {
                Some((address, lit)) if address == base.address() => Some(self.circuit.and(*when, lit)),
                _ => one_more.then_some(*when),
            };
            if let Some(lit) = counted {
                // One more where the literal is true: as if it had been counted with the others.
                let steps = count::add(&mut self.circuit, &otherwise.steps, &[lit]);
                let ladder = Ladder { low: otherwise.low, steps, counted: Some((base.address(), lit)) };
                return Some(self.of_ladder(ladder));
            }
        }
        let mut steps = Vec::new();
        for least in low + 1..=high {
            steps.push(match &ladders[..] {
                [(when, then), (not, otherwise)] if *not == !*when => {
                    self.circuit.ite(*when, then.at_least(least), otherwise.at_least(least))
                }
                _ => {
                    let mut parts = Vec::new();
                    for (lit, ladder) in &ladders {
                        parts.push(self.circuit.and(*lit, ladder.at_least(least)));
                    }
                    self.circuit.any(parts)
                }
            });
        }
        Some(self.of_ladder(Ladder::of(low, steps)))
    }
}
