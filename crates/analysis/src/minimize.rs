//! The smallest formula that accepts and rejects what it must.
//!
//! In: buckets (as sets of failing subproperties) that must be accepted and buckets that must be rejected; the formula may say
//! anything about all others. Out: a [`Formula`] with the fewest literals; among those, the one with the fewest parts; then
//! conjunctive before disjunctive; then the first in the order of the file. Up to [`EXACT`] subproperties the result is proven
//! minimal. With more, a greedy search finds a short formula, which agrees all the same.
//!
//! The exact search computes all prime implicants (cubes without a bucket to reject that cannot grow), then a cover of the
//! buckets to accept of least cost, by branch and bound. The conjunctive form is the negation of the disjunctive form of the
//! opposite.

use pairs::SubpropertySet;

use crate::formula::{Formula, FormulaForm, FormulaLiteral, FormulaPart};

/// Up to this many subproperties, the formula is proven to be the smallest.
pub const EXACT: usize = 8;

/// The search for a cover stops here; functions that come from predicates need a few hundred steps.
const STEPS: usize = 2_000_000;

/// A formula, and whether it is known to be the smallest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalFormula {
    pub formula: Formula,
    pub exact: bool,
}

/// `yes` and `no` are disjoint sets of failing subproperties among the first `count`.
pub fn minimize(count: usize, yes: &[SubpropertySet], no: &[SubpropertySet]) -> MinimalFormula {
    let conjunctive = cover(count, no, yes, FormulaForm::Conjunctive);
    let disjunctive = cover(count, yes, no, FormulaForm::Disjunctive);
    let exact = conjunctive.exact && disjunctive.exact;
    let rank = |formula: &Formula| (formula.literals(), formula.parts.len(), formula.form);
    let formula = if rank(&conjunctive.formula) <= rank(&disjunctive.formula) {
        conjunctive.formula
    } else {
        disjunctive.formula
    };
    MinimalFormula { formula, exact }
}

/// The buckets in which, of the subproperties in `fixed`, exactly those in `fails` fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cube {
    fixed: SubpropertySet,
    fails: SubpropertySet,
}

impl Cube {
    fn contains(self, bucket: SubpropertySet) -> bool {
        bucket & self.fixed == self.fails
    }

    fn cost(self) -> usize {
        self.fixed.len()
    }

    /// As a part of the formula; of its negation if it is conjunctive.
    fn part(self, form: FormulaForm) -> FormulaPart {
        let negated = |position: usize| self.fails.contains(position) == (form == FormulaForm::Disjunctive);
        self.fixed.iter().map(|position| FormulaLiteral { position, negated: negated(position) }).collect()
    }
}

fn cover(count: usize, on: &[SubpropertySet], off: &[SubpropertySet], form: FormulaForm) -> MinimalFormula {
    let mut on = on.to_vec();
    on.sort_unstable();
    on.dedup();
    let (chosen, exact) = if count <= EXACT {
        let mut primes = primes(count, &on, off);
        primes.sort_by_cached_key(|cube| cube.part(form));
        least_cover(&primes, &on)
    } else {
        (greedy_cover(count, &on, off), false)
    };
    let mut parts: Vec<FormulaPart> = chosen.into_iter().map(|cube| cube.part(form)).collect();
    parts.sort();
    MinimalFormula { formula: Formula { form, parts }, exact }
}

/// The largest cubes that contain a bucket of `on` and none of `off`.
fn primes(count: usize, on: &[SubpropertySet], off: &[SubpropertySet]) -> Vec<Cube> {
    // A cube is a number with a digit for each subproperty: 0 holds, 1 fails, 2 free.
    let powers: Vec<usize> = (0..=count).map(|power| 3usize.pow(u32::try_from(power).unwrap_or(0))).collect();
    let digit = |cube: usize, position: usize| cube / powers[position] % 3;
    let mut state = vec![(false, false); powers[count]];
    let number = |fails: SubpropertySet| fails.iter().map(|position| powers[position]).sum::<usize>();
    for fails in off {
        state[number(*fails)].0 = true;
    }
    for fails in on {
        state[number(*fails)].1 = true;
    }
    // Both halves of a cube come before it, so its state follows from theirs.
    for cube in 0..state.len() {
        if let Some(position) = (0..count).find(|position| digit(cube, *position) == 2) {
            let (left, right) = (state[cube - 2 * powers[position]], state[cube - powers[position]]);
            state[cube] = (left.0 || right.0, left.1 || right.1);
        }
    }
    let grown = |cube: usize, position: usize| cube + (2 - digit(cube, position)) * powers[position];
    let is_prime = |cube: &usize| {
        let (has_off, has_on) = state[*cube];
        let grows = |position: usize| digit(*cube, position) != 2 && !state[grown(*cube, position)].0;
        !has_off && has_on && !(0..count).any(grows)
    };
    let cube = |number: usize| {
        let with = |digits: &[usize]| (0..count).filter(|at| digits.contains(&digit(number, *at))).collect();
        Cube { fixed: with(&[0, 1]), fails: with(&[1]) }
    };
    (0..state.len()).filter(is_prime).map(cube).collect()
}

/// Literals, parts, and the positions of the primes in order: the least is the best.
type Cost = (usize, usize, Vec<usize>);

/// The cheapest primes that contain all of `on`; the first in order among equally cheap ones.
fn least_cover(primes: &[Cube], on: &[SubpropertySet]) -> (Vec<Cube>, bool) {
    let rows: Vec<Vec<usize>> =
        on.iter().map(|fails| (0..primes.len()).filter(|prime| primes[*prime].contains(*fails)).collect()).collect();
    let mut search = Search { costs: primes.iter().map(|prime| prime.cost()).collect(), best: None, steps: 0 };
    search.go(&rows, Vec::new());
    let chosen = search.best.map_or(Vec::new(), |(_, _, chosen)| chosen);
    (chosen.into_iter().map(|prime| primes[prime]).collect(), search.steps <= STEPS)
}

struct Search {
    costs: Vec<usize>,
    best: Option<Cost>,
    steps: usize,
}

impl Search {
    /// `rows`: for each bucket that is not covered yet, the primes that may cover it.
    fn go(&mut self, rows: &[Vec<usize>], mut chosen: Vec<usize>) {
        self.steps += 1;
        if self.steps > STEPS && self.best.is_some() {
            return;
        }
        let rows = self.reduced(rows, &mut chosen);
        let Some(row) = rows.iter().min_by_key(|row| row.len()) else {
            chosen.sort_unstable();
            let cost = (chosen.iter().map(|prime| self.costs[*prime]).sum(), chosen.len(), chosen);
            if self.best.as_ref().is_none_or(|best| cost < *best) {
                self.best = Some(cost);
            }
            return;
        };
        let spent: usize = chosen.iter().map(|prime| self.costs[*prime]).sum();
        let (cost, parts) = self.bound(&rows);
        if let Some(best) = &self.best
            && (spent + cost, chosen.len() + parts) > (best.0, best.1)
        {
            return;
        }
        let row = row.clone();
        for (index, prime) in row.iter().enumerate() {
            // Combinations with a prime that was tried before were tried then.
            let tried = &row[..index];
            let rest: Vec<Vec<usize>> = rows
                .iter()
                .filter(|row| !row.contains(prime))
                .map(|row| row.iter().copied().filter(|prime| !tried.contains(prime)).collect())
                .collect();
            if rest.iter().any(Vec::is_empty) {
                continue;
            }
            let mut chosen = chosen.clone();
            chosen.push(*prime);
            self.go(&rest, chosen);
        }
    }

    /// Takes forced choices and drops dominated ones until nothing changes.
    fn reduced(&self, rows: &[Vec<usize>], chosen: &mut Vec<usize>) -> Vec<Vec<usize>> {
        let mut rows = rows.to_vec();
        loop {
            if let Some(only) = rows.iter().find(|row| row.len() == 1).map(|row| row[0]) {
                chosen.push(only);
                rows.retain(|row| !row.contains(&only));
                continue;
            }
            // A row that every choice for another row covers anyway.
            rows.sort_by(|left, right| left.len().cmp(&right.len()).then_with(|| left.cmp(right)));
            let mut kept: Vec<Vec<usize>> = Vec::new();
            for row in rows {
                if !kept.iter().any(|other| other.iter().all(|prime| row.contains(prime))) {
                    kept.push(row);
                }
            }
            rows = kept;
            // A prime that another one dominates: it covers at least as much, costs no more and comes no later.
            let mut columns: Vec<(usize, Vec<usize>)> = Vec::new();
            for (index, row) in rows.iter().enumerate() {
                for prime in row {
                    match columns.binary_search_by_key(prime, |(prime, _)| *prime) {
                        Ok(found) => columns[found].1.push(index),
                        Err(place) => columns.insert(place, (*prime, vec![index])),
                    }
                }
            }
            let worse = |(prime, covers): &(usize, Vec<usize>)| {
                columns.iter().any(|(other, more)| {
                    let cheaper = self.costs[*other] < self.costs[*prime];
                    let first = self.costs[*other] == self.costs[*prime] && other < prime;
                    (cheaper || first) && covers.iter().all(|row| more.contains(row))
                })
            };
            let gone: Vec<usize> = columns.iter().filter(|column| worse(column)).map(|(prime, _)| *prime).collect();
            if gone.is_empty() {
                return rows;
            }
            for row in &mut rows {
                row.retain(|prime| !gone.contains(prime));
            }
        }
    }

    /// A lower bound on literals and parts: rows that share no prime need one each.
    fn bound(&self, rows: &[Vec<usize>]) -> (usize, usize) {
        let mut used: Vec<usize> = Vec::new();
        let (mut cost, mut parts) = (0, 0);
        for row in rows {
            if row.iter().any(|prime| used.contains(prime)) {
                continue;
            }
            cost += row.iter().map(|prime| self.costs[*prime]).min().unwrap_or(0);
            parts += 1;
            used.extend(row);
        }
        (cost, parts)
    }
}

/// A cover by cubes that are grown one subproperty at a time, the last of the file first.
fn greedy_cover(count: usize, on: &[SubpropertySet], off: &[SubpropertySet]) -> Vec<Cube> {
    let all = SubpropertySet::first(count);
    let mut grown: Vec<Cube> = Vec::new();
    for fails in on {
        let mut cube = Cube { fixed: all, fails: *fails };
        for position in (0..count).rev() {
            let wider = Cube { fixed: cube.fixed.without(position), fails: cube.fails.without(position) };
            if !off.iter().any(|fails| wider.contains(*fails)) {
                cube = wider;
            }
        }
        if !grown.contains(&cube) {
            grown.push(cube);
        }
    }
    let mut left = on.to_vec();
    let mut chosen: Vec<Cube> = Vec::new();
    while !left.is_empty() {
        // The one that covers most per literal.
        let gain = |cube: &Cube| left.iter().filter(|fails| cube.contains(**fails)).count();
        let better =
            |one: &Cube, other: &Cube| (gain(one) * other.cost().max(1)).cmp(&(gain(other) * one.cost().max(1)));
        let Some(best) = grown.iter().rev().copied().max_by(|one, other| better(one, other)) else { break };
        left.retain(|fails| !best.contains(*fails));
        chosen.push(best);
    }
    chosen
}
