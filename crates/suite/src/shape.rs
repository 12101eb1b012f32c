//! What sets pairs apart: sizes, repetition, atoms, where they fail.
//!
//! A *place* is an element without which something that fails would hold. It is found by taking out each element of each
//! list and set of the pair, one at a time, and asking `eval` again.

use std::collections::BTreeSet;

use compile::Concrete;
use lang::problem::Problem;
use pairs::form::Form;
use pairs::renaming::atoms;
use pairs::size::leaves;
use pairs::{Bucket, Forms, Judge, Judged};

/// A pair in a few words. Two pairs of one problem have the same slots, whatever is in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    slots: Vec<String>,
}

impl Shape {
    pub fn of(problem: &Problem, forms: &Forms, judge: &mut Judge<'_>, pair: &[Concrete], bucket: Bucket) -> Self {
        let mut slots = Vec::new();
        for (name, value) in names(problem).zip(pair) {
            sizes(name, value, &mut slots);
        }
        if !problem.atoms.is_empty() {
            slots.push(counted(distinct_atoms(pair), "atom"));
        }
        slots.extend(places(problem, forms, judge, pair, bucket));
        Self { slots }
    }

    pub fn slots(&self) -> &[String] {
        &self.slots
    }

    /// What there is to say.
    pub fn words(&self) -> Vec<String> {
        self.slots.iter().filter(|slot| !slot.is_empty()).cloned().collect()
    }
}

fn names(problem: &Problem) -> impl Iterator<Item = &str> {
    problem.predicate.iter().flat_map(|predicate| &predicate.params).map(|param| &*param.name)
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn distinct_atoms(pair: &[Concrete]) -> usize {
    let mut known = BTreeSet::new();
    pair.iter().for_each(|value| {
        atoms(value, &mut |ty, id| {
            known.insert((ty, id));
        });
    });
    known.len()
}

/// How large a parameter is, and whether it repeats itself.
fn sizes(name: &str, value: &Concrete, slots: &mut Vec<String>) {
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
    let repeats = distinct.len() < items.len();
    slots.push(if repeats { format!("repeats in {name}") } else { String::new() });
    // Numbers that occur in different elements: ties, where something is sorted.
    let mut numbers = BTreeSet::new();
    let mut equal = false;
    for item in distinct {
        leaves(item, &mut |leaf| {
            if let Concrete::Int(number) = leaf {
                equal |= !numbers.insert(*number);
            }
        });
    }
    slots.push(if equal { format!("equal numbers in {name}") } else { String::new() });
}

fn elements(value: &Concrete) -> Option<Vec<&Concrete>> {
    match value {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => Some(items.iter().collect()),
        Concrete::Dict(entries) => Some(entries.iter().map(|(key, _)| key).collect()),
        _ => None,
    }
}

/// Where it fails, and whether in one place or in several.
fn places(problem: &Problem, forms: &Forms, judge: &mut Judge<'_>, pair: &[Concrete], bucket: Bucket) -> Vec<String> {
    if bucket.size() == 0 {
        return vec![String::new(); forms.params.len() + 1];
    }
    let mut slots = Vec::new();
    let mut found = 0;
    for (param, name) in names(problem).enumerate() {
        let mut regions: Vec<&str> = Vec::new();
        let length = elements(&pair[param]).map_or(0, |items| items.len());
        for position in 0..length {
            let mut without = pair.to_vec();
            take_out(&mut without[param], position);
            let Judged::In(other) = judge.judge(&without) else { continue };
            if bucket.0 & !other.0 == 0 {
                continue;
            }
            found += 1;
            let region = match (&forms.params[param].1, position) {
                (Form::List(_), 0) if length > 1 => "at the beginning of",
                (Form::List(_), last) if last + 1 == length && length > 1 => "at the end of",
                (Form::List(_), _) if length > 1 => "in the middle of",
                _ => "in",
            };
            if !regions.contains(&region) {
                regions.push(region);
            }
        }
        slots.push(match regions.as_slice() {
            [] => String::new(),
            [region] => format!("fails {region} {name}"),
            _ => format!("fails {} {name}", regions.join(" and ").replace(" of and", " and")),
        });
    }
    slots.push(if found == 0 { "fails in several places".to_owned() } else { String::new() });
    slots
}

fn take_out(value: &mut Concrete, position: usize) {
    match value {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => {
            items.remove(position);
        }
        Concrete::Dict(entries) => {
            entries.remove(position);
        }
        _ => {}
    }
}
