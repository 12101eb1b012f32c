//! The shape of a pair: what distinguishes it from other pairs of its bucket.
//!
//! Ten tests of a bucket should not be ten times the same test. To choose different ones ([`PairShape::slots`]) and to tell
//! people what is special about each ([`PairShape::words`]), a pair is summarized by a few features: the size of each parameter,
//! whether and how it repeats elements, whether different elements contain equal numbers (ties, if something is sorted), the
//! number of atoms, and where the failing subproperties fail ([`crate::places`]).
//!
//! Features are words in fixed slots rather than coordinates of a metric: two pairs either agree in a slot or they do not,
//! and a value is novel or it is not. That makes novelty easy to count, needs no weights between incomparable quantities, and
//! the same words serve as the explanation in the suite file.

use std::collections::BTreeSet;

use lang::problem::Problem;
use pairs::structure::ValueStructure;
use pairs::{Bucket, Concrete, PairEvaluator, PairStructure};

use crate::places::{FailureSite, failures};

/// A pair in a few words. All pairs of one bucket have the same slots, with different contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairShape {
    /// Sizes, repetition, atoms.
    slots: Vec<String>,
    /// Where it fails, and the weight of each.
    places: Vec<(String, u64)>,
    words: Vec<String>,
}

impl PairShape {
    pub fn of(
        problem: &Problem,
        structure: &PairStructure,
        evaluator: &mut PairEvaluator<'_>,
        pair: &[Concrete],
        bucket: Bucket,
    ) -> Self {
        // Elements that differ only in orders that do not matter are equal, and every stored order gives the same shape.
        let pair = &*structure.sorted(pair);
        let mut slots = Vec::new();
        for ((name, value), (_, form)) in names(problem).zip(pair).zip(&structure.params) {
            sizes(name, value, form, &mut slots);
        }
        if !problem.atoms.is_empty() {
            slots.push(counted(distinct_atoms(pair), "atom"));
        }
        let failures = failures(problem, structure, evaluator, pair, bucket);
        let words = slots.iter().cloned().chain(failures.iter().map(FailureSite::words));
        let words = words.filter(|word| !word.is_empty()).collect();
        Self { slots, places: failures.iter().flat_map(FailureSite::slots).collect(), words }
    }

    pub fn slots(&self) -> &[String] {
        &self.slots
    }

    pub fn places(&self) -> &[(String, u64)] {
        &self.places
    }

    /// The description in the suite file.
    pub fn words(&self) -> Vec<String> {
        self.words.clone()
    }
}

/// The names of the parameters.
pub fn names(problem: &Problem) -> impl Iterator<Item = &str> {
    problem.predicate.iter().flat_map(|predicate| &predicate.params).map(|param| &*param.name)
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn distinct_atoms(pair: &[Concrete]) -> usize {
    let mut known = BTreeSet::new();
    pair.iter().for_each(|value| {
        value.visit_atoms(&mut |ty, id| {
            known.insert((ty, id));
        });
    });
    known.len()
}

/// Describes the size of a parameter, and its repetitions.
fn sizes(name: &str, value: &Concrete, form: &ValueStructure, slots: &mut Vec<String>) {
    match value {
        Concrete::Int(number) => slots.push(match number {
            0 => format!("{name} is 0"),
            1 => format!("{name} is 1"),
            2.. => format!("{name} above 1"),
            _ => format!("{name} below 0"),
        }),
        Concrete::Node(..) => slots.push(match pairs::nodes::count_nodes(value) {
            1 => format!("{name} is one node"),
            number => format!("{number} nodes in {name}"),
        }),
        Concrete::Record(_, parts) | Concrete::Tuple(parts) => {
            let length = |part: &Concrete| elements(part).map(|part| part.len().to_string());
            let lengths: Vec<String> = parts.iter().filter_map(length).collect();
            slots.push(if lengths.is_empty() { String::new() } else { format!("{} in {name}", lengths.join(" and ")) });
        }
        _ => {
            let number = elements(value).map(|items| items.len());
            slots.push(match number {
                None => String::new(),
                Some(0) => format!("{name} empty"),
                Some(number) => format!("{number} in {name}"),
            });
        }
    }
    let items = elements(value).unwrap_or_default();
    let distinct: BTreeSet<&Concrete> = items.iter().copied().collect();
    slots.push(
        repeats(&items, matches!(form, ValueStructure::List(_)))
            .map_or(String::new(), |how| format!("repeats in {name}{how}")),
    );
    // Numbers that occur in different elements are ties, if something is sorted.
    let mut numbers = BTreeSet::new();
    let mut equal = false;
    for item in distinct {
        item.visit(&mut |leaf| {
            if let Concrete::Int(number) = leaf {
                equal |= !numbers.insert(*number);
            }
        });
    }
    slots.push(if equal { format!("equal numbers in {name}") } else { String::new() });
}

/// Whether an element occurs twice, and if there is an order, whether side by side.
fn repeats(items: &[&Concrete], ordered: bool) -> Option<&'static str> {
    let (mut adjacent, mut apart) = (false, false);
    for (position, item) in items.iter().enumerate() {
        match items[position + 1..].iter().position(|other| other == item) {
            Some(0) => adjacent = true,
            Some(_) => apart = true,
            None => {}
        }
    }
    match (adjacent, apart) {
        (false, false) => None,
        _ if !ordered => Some(""),
        (true, false) => Some(", side by side"),
        (false, true) => Some(", apart"),
        (true, true) => Some(", side by side and apart"),
    }
}

/// The elements of a list or set, the characters of a string, or the keys of a dict; `None` for other values.
pub fn elements(value: &Concrete) -> Option<Vec<&Concrete>> {
    match value {
        Concrete::List(items) | Concrete::Text(items) | Concrete::Set { elements: items, .. } => {
            Some(items.iter().collect())
        }
        Concrete::Dict(entries) => Some(entries.iter().map(|(key, _)| key).collect()),
        _ => None,
    }
}
