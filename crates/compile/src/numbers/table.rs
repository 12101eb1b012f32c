//! Operations on listed numbers: every combination, merged by result.

use std::collections::BTreeMap;

use circuit::Lit;
use lang::ast::BinaryOp;

use super::MOST_LISTED;
use super::concrete::{self, Computed};
use crate::construct::Construct;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

/// As many combinations are tried at most.
const MOST_COMBINATIONS: usize = 2500;

impl Machine<'_> {
    /// `left op right` of two numbers.
    pub fn arithmetic(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        if self.is_dead() || left.is_never() || right.is_never() {
            return Ok(Value::never());
        }
        self.step()?;
        let negative = |alt: &Alt| matches!(alt, Alt::Int(number) if *number < 0);
        if op == BinaryOp::Divide || op == BinaryOp::Power && right.alts().iter().any(|(_, alt)| negative(alt)) {
            return self.float_arithmetic(op, left, right);
        }
        if let Some(value) = self.table(left, right, &|a, b| concrete::apply(op, a, b))? {
            let shifted = match (op, left.alts(), right.alts()) {
                (BinaryOp::Add, _, [(_, Alt::Int(by))]) => Some((left, *by)),
                (BinaryOp::Add, [(_, Alt::Int(by))], _) => Some((right, *by)),
                (BinaryOp::Subtract, _, [(_, Alt::Int(by))]) => Some((left, -*by)),
                _ => None,
            };
            if let Some((number, by)) = shifted {
                self.remember_shifted(number, by, &value);
                self.remember_increment(number, by, &value);
            }
            return Ok(value);
        }
        match op {
            BinaryOp::Power | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.by_cases(op, left, right),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                // Two truths give a truth.
                let (truths, other) = (truths(left), truths(right));
                let lits = [&truths, &other].map(|value| value.alts().iter().map(|(lit, _)| *lit).collect::<Vec<_>>());
                let [first, second] = lits.map(|lits| self.circuit.any(lits));
                let both = self.circuit.and(first, second);
                let words = self.words(op, left, right)?;
                if both == Lit::FALSE {
                    return Ok(words);
                }
                let truth = self.arithmetic(op, &truths, &other)?;
                self.ite(both, &truth, &words)
            }
            _ => self.words(op, left, right),
        }
    }

    /// `pow(base, exponent, modulus)`; all are numbers.
    pub fn power_modulo(&mut self, base: &Value, exponent: &Value, modulus: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        let listed = (self.listed(exponent)?, self.listed(modulus)?);
        let (Some(exponent), Some(modulus)) = listed else { return self.refuse(Construct::PowByLargeNumbers) };
        for (lit, alt) in modulus.alts() {
            let modulus = alt.int().unwrap_or(0);
            let apply = |a: &Alt, b: &Alt| concrete::power_modulo(a.int().unwrap_or(0), b.int().unwrap_or(0), modulus);
            let value = self.under(*lit, |this| {
                // Only the residue matters, and there are fewer of them.
                let base = match this.listed(base)? {
                    Some(base) => base,
                    None if modulus == 0 => Value::int(0),
                    None => this.arithmetic(BinaryOp::Modulo, base, &Value::int(modulus.abs()))?,
                };
                let Some(base) = this.listed(&base)? else { return this.refuse(Construct::PowOfLargeNumbers) };
                match this.table(&base, &exponent, &apply)? {
                    Some(value) => Ok(value),
                    None => this.refuse(Construct::PowOfLargeNumbers),
                }
            })?;
            if let Some(value) = value {
                cases.push((*lit, value));
            }
        }
        self.choose(&cases)
    }

    /// The operation on every combination; `None` if bits suit it better.
    pub(super) fn table(
        &mut self,
        left: &Value,
        right: &Value,
        apply: &dyn Fn(&Alt, &Alt) -> Computed,
    ) -> Result<Option<Value>> {
        let (lefts, rights) = (left.alts(), right.alts());
        if lefts.len() * rights.len() > MOST_COMBINATIONS
            || lefts.iter().chain(rights).any(|(_, alt)| alt.int().is_none())
        {
            return Ok(None);
        }
        let combinations = combinations(left, right);
        let mut groups: BTreeMap<Computed, Vec<(usize, usize)>> = BTreeMap::new();
        for (i, j) in &combinations {
            groups.entry(apply(&lefts[*i].1, &rights[*j].1)).or_default().push((*i, *j));
        }
        let single = lefts.len() == 1 || rights.len() == 1;
        let numbers = groups.keys().filter(|outcome| matches!(outcome, Computed::Number(_))).count();
        if numbers > MOST_LISTED && !single {
            return Ok(None);
        }
        let all = Sizes::of(left, right, &combinations);
        let mut alts = Vec::new();
        for (outcome, group) in groups {
            let lit = self.any_of(left, right, &all, &group);
            match outcome {
                Computed::Truth(truth) => alts.push((lit, Alt::Bool(truth))),
                Computed::Number(number) => alts.push((lit, Alt::Int(number))),
                Computed::Raises(exception) => self.raise(lit, exception),
                Computed::Refused(reason) => self.refuse_if(lit, reason)?,
            }
        }
        alts.retain(|(lit, _)| *lit != Lit::FALSE);
        // What is listed already may stay so: a count compares best by its possible values.
        Ok(Some(Value::choice(alts)))
    }

    /// One of the combinations of a group. Where an operand decides alone, nothing is asked of the other.
    fn any_of(&mut self, left: &Value, right: &Value, all: &Sizes, group: &[(usize, usize)]) -> Lit {
        if group.len() == all.total {
            return Lit::TRUE;
        }
        let own = Sizes::of(left, right, group);
        let mut parts = Vec::new();
        for (j, (lit, _)) in right.alts().iter().enumerate() {
            if own.of_right[j] > 0 && own.of_right[j] == all.of_right[j] {
                parts.push(*lit);
            }
        }
        for (i, (lit, _)) in left.alts().iter().enumerate() {
            if own.of_left[i] > 1 && own.of_left[i] == all.of_left[i] {
                parts.push(*lit);
            }
        }
        for (i, j) in group {
            let decided =
                own.of_right[*j] == all.of_right[*j] || (own.of_left[*i] > 1 && own.of_left[*i] == all.of_left[*i]);
            if !decided {
                parts.push(self.circuit.and(left.alts()[*i].0, right.alts()[*j].0));
            }
        }
        self.circuit.any(parts)
    }
}

/// How many combinations there are, for each alternative of each operand too.
struct Sizes {
    total: usize,
    of_left: Vec<usize>,
    of_right: Vec<usize>,
}

impl Sizes {
    fn of(left: &Value, right: &Value, combinations: &[(usize, usize)]) -> Self {
        let (mut of_left, mut of_right) = (vec![0; left.alts().len()], vec![0; right.alts().len()]);
        for (i, j) in combinations {
            of_left[*i] += 1;
            of_right[*j] += 1;
        }
        Self { total: combinations.len(), of_left, of_right }
    }
}

/// The alternatives that are `True` or `False`.
fn truths(value: &Value) -> Value {
    Value::choice(value.alts().iter().filter(|(_, alt)| matches!(alt, Alt::Bool(_))).cloned().collect())
}

/// The combinations that may occur: alternatives with the same literal go together, and with no other.
fn combinations(left: &Value, right: &Value) -> Vec<(usize, usize)> {
    let partner = |lit: Lit, others: &Value| match lit {
        Lit::TRUE => None,
        _ => others.alts().iter().position(|(other, _)| *other == lit),
    };
    let of_left: Vec<Option<usize>> = left.alts().iter().map(|(lit, _)| partner(*lit, right)).collect();
    let of_right: Vec<Option<usize>> = right.alts().iter().map(|(lit, _)| partner(*lit, left)).collect();
    let mut found = Vec::new();
    for (i, other) in of_left.iter().enumerate() {
        for (j, back) in of_right.iter().enumerate() {
            if other.is_none_or(|only| only == j) && back.is_none_or(|only| only == i) {
                found.push((i, j));
            }
        }
    }
    found
}
