//! The smallest pair with a property, proven so: each number of the size order is made small in turn.

use circuit::{Circuit, Lit};
use compile::Concrete;
use compile::layout::{Layout, Place};
use solver::Answer;

use crate::query::Query;
use crate::size::{Sizes, measure};

/// The smallest pair that satisfies the assumptions; `None` if there is none, or the solver gave up before finding one.
/// The second part says whether it is proven to be the smallest.
pub fn smallest(
    query: &mut Query,
    circuit: &Circuit,
    layout: &Layout,
    sizes: &Sizes,
    assumptions: &[i32],
) -> Option<(Vec<Concrete>, bool)> {
    if query.solve(assumptions) != Answer::Sat {
        return None;
    }
    let mut search =
        Search { best: query.pair(layout), query, circuit, layout, assumptions: assumptions.to_vec(), proven: true };
    for (index, number) in [&sizes.elements, &sizes.input_elements, &sizes.atoms].into_iter().enumerate() {
        search.unary(number, index);
    }
    search.binary(&sizes.integers);
    for param in &layout.params {
        search.lexicographic(&param.place);
    }
    Some((search.best, search.proven))
}

struct Search<'a> {
    query: &'a mut Query,
    circuit: &'a Circuit,
    layout: &'a Layout,
    /// What was asked for, and what was reached so far.
    assumptions: Vec<i32>,
    best: Vec<Concrete>,
    proven: bool,
}

impl Search<'_> {
    /// Whether this can be had as well; if so it is kept.
    fn attempt(&mut self, lit: Lit) -> bool {
        let assumption = self.query.assumption(self.circuit, lit);
        self.assumptions.push(assumption);
        let answer = self.query.solve(&self.assumptions);
        if answer == Answer::Sat {
            self.best = self.query.pair(self.layout);
            return true;
        }
        self.proven &= answer == Answer::Unsat;
        self.assumptions.pop();
        false
    }

    fn keep(&mut self, lit: Lit) {
        let assumption = self.query.assumption(self.circuit, lit);
        self.assumptions.push(assumption);
    }

    fn unary(&mut self, number: &[Lit], index: usize) {
        loop {
            let now = usize::try_from(measure(self.layout, &self.best)[index]).unwrap_or(usize::MAX);
            // One less than now.
            let Some(lit) = now.checked_sub(1).and_then(|less| number.get(less)) else { break };
            if !self.attempt(!*lit) {
                if let Some(more) = number.get(now) {
                    self.keep(!*more);
                }
                break;
            }
        }
        let now = usize::try_from(measure(self.layout, &self.best)[index]).unwrap_or(usize::MAX);
        if now == 0
            && let Some(more) = number.first()
        {
            self.keep(!*more);
        }
    }

    fn binary(&mut self, number: &[Lit]) {
        for (position, lit) in number.iter().enumerate().rev() {
            let now = measure(self.layout, &self.best)[3];
            if now >> position & 1 == 0 {
                self.keep(!*lit);
            } else if !self.attempt(!*lit) {
                self.keep(*lit);
            }
        }
    }

    /// The first value that can be had, place by place.
    fn lexicographic(&mut self, place: &Place) {
        match place {
            Place::Listed(values) => self.first_of(&values.iter().map(|(lit, _)| *lit).collect::<Vec<_>>()),
            Place::Bits { lits, .. } => {
                for lit in lits.iter().rev() {
                    self.prefer(!*lit);
                }
            }
            Place::Optional { some, none, inner } => {
                if !self.prefer(*none) && self.holds(*some) {
                    self.lexicographic(inner);
                }
            }
            Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| self.lexicographic(part)),
            Place::List(cells) => {
                for (there, cell) in cells {
                    if self.prefer(!*there) {
                        break;
                    }
                    self.lexicographic(cell);
                }
            }
            Place::Unordered(elements, _) | Place::Set { elements, .. } => {
                elements.iter().for_each(|(lit, _)| {
                    self.prefer(*lit);
                });
            }
            Place::Dict(entries) => {
                for (there, key, value) in entries {
                    if self.prefer(!*there) {
                        break;
                    }
                    self.lexicographic(key);
                    self.lexicographic(value);
                }
            }
        }
    }

    /// Whether an input is true in the best pair.
    fn holds(&self, lit: Lit) -> bool {
        let set = self.layout.encode(&self.best).unwrap_or_default();
        lit == Lit::TRUE || set.contains(&lit)
    }

    /// Fixes a literal of the layout, true if that can be had.
    fn prefer(&mut self, lit: Lit) -> bool {
        let positive = if lit.is_negated() { !lit } else { lit };
        if self.holds(positive) != lit.is_negated() {
            self.keep(lit);
            return true;
        }
        if self.attempt(lit) {
            return true;
        }
        self.keep(!lit);
        false
    }

    fn first_of(&mut self, lits: &[Lit]) {
        let Some(now) = lits.iter().position(|lit| self.holds(*lit)) else { return };
        for (index, lit) in lits.iter().enumerate() {
            if index == now {
                self.keep(*lit);
                return;
            }
            if self.attempt(*lit) {
                return;
            }
        }
    }
}
