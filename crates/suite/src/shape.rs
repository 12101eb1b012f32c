//! What sets pairs apart: sizes, repetition, atoms, where they fail.

use std::collections::BTreeSet;

use lang::problem::Problem;
use pairs::form::Form;
use pairs::{Bucket, Concrete, Forms, Judge};

use crate::places::{Failure, failures};

/// A pair in a few words. Two pairs of one bucket have the same slots, whatever is in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Sizes, repetition, atoms.
    slots: Vec<String>,
    /// Where it fails, and what that counts.
    places: Vec<(String, u64)>,
    words: Vec<String>,
}

impl Shape {
    pub fn of(problem: &Problem, forms: &Forms, judge: &mut Judge<'_>, pair: &[Concrete], bucket: Bucket) -> Self {
        let mut slots = Vec::new();
        for ((name, value), (_, form)) in names(problem).zip(pair).zip(&forms.params) {
            sizes(name, value, form, &mut slots);
        }
        if !problem.atoms.is_empty() {
            slots.push(counted(distinct_atoms(pair), "atom"));
        }
        let failures = failures(problem, forms, judge, pair, bucket);
        let words = slots.iter().cloned().chain(failures.iter().map(Failure::words));
        let words = words.filter(|word| !word.is_empty()).collect();
        Self { slots, places: failures.iter().flat_map(Failure::slots).collect(), words }
    }

    pub fn slots(&self) -> &[String] {
        &self.slots
    }

    pub fn places(&self) -> &[(String, u64)] {
        &self.places
    }

    /// What there is to say.
    pub fn words(&self) -> Vec<String> {
        self.words.clone()
    }
}

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

/// How large a parameter is, and whether it repeats itself.
fn sizes(name: &str, value: &Concrete, form: &Form, slots: &mut Vec<String>) {
    match value {
        Concrete::Int(number) => slots.push(match number {
            0 => format!("{name} is 0"),
            1 => format!("{name} is 1"),
            2.. => format!("{name} above 1"),
            _ => format!("{name} below 0"),
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
        repeats(&items, matches!(form, Form::List(_))).map_or(String::new(), |how| format!("repeats in {name}{how}")),
    );
    // Numbers that occur in different elements: ties, where something is sorted.
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

/// Whether an element occurs twice, and where there is an order, how far from itself.
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

pub fn elements(value: &Concrete) -> Option<Vec<&Concrete>> {
    match value {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => Some(items.iter().collect()),
        Concrete::Dict(entries) => Some(entries.iter().map(|(key, _)| key).collect()),
        _ => None,
    }
}
