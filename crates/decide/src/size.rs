//! The size order of pairs as a row of literals of the circuit. `pairs::size` defines the order.

use circuit::{Circuit, Lit, bits, count};
use compile::layout::{Layout, NodePlace, Place};
use lang::problem::{AtomId, Side};
use pairs::Concrete;
use pairs::size::count_elements;

/// The size order in the circuit.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// The number of elements, in unary.
    pub elements: Vec<Lit>,
    /// Of two pairs, the smaller one has the first of these literals in which they differ. The numbers come first, then
    /// the values.
    pub row: Vec<Lit>,
    /// For each literal about a number: which number, and when the literal is true.
    conditions: Vec<(usize, Condition)>,
}

#[derive(Clone, Copy, Debug)]
enum Condition {
    AtMost(u64),
    /// This bit is 0.
    BitIsZero(usize),
}

impl Sizes {
    pub fn new(circuit: &mut Circuit, layout: &Layout) -> Self {
        let (mut elements, mut input) = (Vec::new(), Vec::new());
        for param in &layout.params {
            let mut here = Vec::new();
            elements_of(&param.place, &mut here);
            // Pairs of the scope have no more elements, and counting further would take many more gates.
            let here = count::count_up_to(circuit, &here, most_elements(&param.place));
            elements = count::add(circuit, &elements, &here);
            if param.side == Side::Input {
                input = count::add(circuit, &input, &here);
            }
        }
        let mut atoms = Vec::new();
        for (ty, number) in (0..).map(AtomId).zip(&layout.atoms) {
            let mut occurs: Vec<Vec<Lit>> = vec![Vec::new(); *number];
            layout.params.iter().for_each(|param| occurrences(&param.place, ty, &mut occurs));
            for lits in occurs {
                atoms.push(circuit.any(lits));
            }
        }
        let mut words = Vec::new();
        layout.params.iter().for_each(|param| integers(circuit, &param.place, Lit::TRUE, &mut words));
        let (mut row, mut conditions) = (Vec::new(), Vec::new());
        for (number, counted) in [elements.clone(), input, count::count(circuit, &atoms)].iter().enumerate() {
            row.extend(counted.iter().rev().map(|more| !*more));
            conditions.extend((0..counted.len() as u64).rev().map(|most| (number, Condition::AtMost(most))));
        }
        let integers = sum(circuit, words);
        row.extend(integers.iter().rev().map(|bit| !*bit));
        conditions.extend((0..integers.len()).rev().map(|bit| (3, Condition::BitIsZero(bit))));
        layout.params.iter().for_each(|param| values(&param.place, &mut row));
        Self { elements, row, conditions }
    }

    /// How many literals of the row are about numbers.
    pub fn numbers(&self) -> usize {
        self.conditions.len()
    }

    /// The lengths of the prefixes of the row that cover the number of elements, all numbers, and the values as well.
    pub fn stages(&self) -> [usize; 3] {
        [self.elements.len(), self.numbers(), self.row.len()]
    }

    /// Literals that together fix the size of a pair, given that no pair is smaller.
    pub fn exactly(&self, size: [u64; 4]) -> Vec<Lit> {
        let lits = self.row.iter().enumerate().take(self.numbers());
        lits.filter_map(|(position, lit)| match (self.is_good(position, size), self.conditions[position].1) {
            (true, _) => Some(*lit),
            (false, Condition::BitIsZero(_)) => Some(!*lit),
            (false, Condition::AtMost(_)) => None,
        })
        .collect()
    }

    /// Whether pairs of this size have the literal at a position among the numbers.
    pub fn is_good(&self, position: usize, size: [u64; 4]) -> bool {
        let (number, condition) = self.conditions[position];
        match condition {
            Condition::AtMost(most) => size[number] <= most,
            Condition::BitIsZero(bit) => size[number] >> bit & 1 == 0,
        }
    }
}

/// The literals of a place that make a value smaller if they are true, most significant first.
fn values(place: &Place, out: &mut Vec<Lit>) {
    match place {
        Place::Listed(listed) => out.extend(listed.iter().map(|(lit, _)| *lit)),
        Place::Bits { lits, .. } => out.extend(lits.iter().rev().map(|lit| !*lit)),
        Place::Optional { none, inner, .. } => {
            out.push(*none);
            values(inner, out);
        }
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| values(part, out)),
        Place::List(cells) | Place::Text(cells) => cells.iter().for_each(|(there, cell)| {
            out.push(!*there);
            values(cell, out);
        }),
        Place::Union(alternatives) => {
            out.extend(alternatives.iter().map(|(lit, _)| *lit));
            alternatives.iter().for_each(|(_, place)| values(place, out));
        }
        // Node by node: which node stands in a place follows from the places before.
        Place::Nodes { pool, inner, .. } => {
            values(inner, out);
            for node in pool.iter() {
                out.extend(node.classes.iter().map(|class| class.when));
                node.classes.iter().flat_map(|class| &class.fields).for_each(|field| values(field, out));
            }
        }
        Place::Node(_) => {}
        Place::Unordered(elements, _) | Place::Set { elements, .. } => out.extend(elements.iter().map(|(lit, _)| *lit)),
        Place::Dict(entries) => entries.iter().for_each(|(there, key, value)| {
            out.push(!*there);
            values(key, out);
            values(value, out);
        }),
    }
}

/// One literal for each element; an element with elements inside counts that often.
fn elements_of(place: &Place, out: &mut Vec<Lit>) {
    match place {
        Place::Listed(_) | Place::Bits { .. } | Place::Node(_) => {}
        Place::Optional { inner, .. } => elements_of(inner, out),
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| elements_of(part, out)),
        Place::List(cells) | Place::Text(cells) => cells.iter().for_each(|(there, cell)| {
            out.push(*there);
            elements_of(cell, out);
        }),
        Place::Union(alternatives) => alternatives.iter().for_each(|(_, place)| elements_of(place, out)),
        Place::Nodes { pool, inner, .. } => {
            elements_of(inner, out);
            for node in pool.iter() {
                out.push(node.used);
                node.classes.iter().flat_map(|class| &class.fields).for_each(|field| elements_of(field, out));
            }
        }
        Place::Unordered(possible, _) | Place::Set { elements: possible, .. } => {
            for (lit, value) in possible {
                for _ in 0..=count_elements(value) {
                    out.push(*lit);
                }
            }
        }
        Place::Dict(entries) => entries.iter().for_each(|(there, key, value)| {
            out.push(*there);
            elements_of(key, out);
            elements_of(value, out);
        }),
    }
}

/// The greatest number of elements of a value of a place.
fn most_elements(place: &Place) -> usize {
    match place {
        Place::Listed(_) | Place::Bits { .. } | Place::Node(_) => 0,
        Place::Optional { inner, .. } => most_elements(inner),
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().map(most_elements).sum(),
        Place::List(cells) | Place::Text(cells) => cells.iter().map(|(_, cell)| 1 + most_elements(cell)).sum(),
        Place::Union(alternatives) => alternatives.iter().map(|(_, place)| most_elements(place)).max().unwrap_or(0),
        Place::Nodes { pool, inner, .. } => {
            let node = |node: &NodePlace| {
                let classes = node.classes.iter().map(|class| class.fields.iter().map(most_elements).sum::<usize>());
                1 + classes.max().unwrap_or(0)
            };
            most_elements(inner) + pool.iter().map(node).sum::<usize>()
        }
        Place::Unordered(possible, most) | Place::Set { elements: possible, most, .. } => {
            let mut counts: Vec<usize> = possible
                .iter()
                .map(|(_, value)| usize::try_from(1 + count_elements(value)).unwrap_or(usize::MAX))
                .collect();
            counts.sort_unstable_by(|left, right| right.cmp(left));
            counts.iter().take(*most).sum()
        }
        Place::Dict(entries) => {
            entries.iter().map(|(_, key, value)| 1 + most_elements(key) + most_elements(value)).sum()
        }
    }
}

/// For each atom of a type, the literals under which it occurs in a place.
pub(crate) fn occurrences(place: &Place, ty: AtomId, out: &mut [Vec<Lit>]) {
    match place {
        Place::Listed(values) => {
            for (lit, value) in values {
                if let Concrete::Atom(own, id) = value
                    && *own == ty
                {
                    out[*id as usize].push(*lit);
                }
            }
        }
        Place::Bits { .. } | Place::Node(_) => {}
        Place::Optional { inner, .. } => occurrences(inner, ty, out),
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| occurrences(part, ty, out)),
        Place::List(cells) | Place::Text(cells) => cells.iter().for_each(|(_, cell)| occurrences(cell, ty, out)),
        Place::Union(alternatives) => alternatives.iter().for_each(|(_, place)| occurrences(place, ty, out)),
        Place::Nodes { pool, inner, .. } => {
            occurrences(inner, ty, out);
            let classes = pool.iter().flat_map(|node| &node.classes);
            classes.flat_map(|class| &class.fields).for_each(|field| occurrences(field, ty, out));
        }
        Place::Unordered(possible, _) | Place::Set { elements: possible, .. } => {
            for (lit, value) in possible {
                value.visit_atoms(&mut |own, id| {
                    if own == ty {
                        out[id as usize].push(*lit);
                    }
                });
            }
        }
        Place::Dict(entries) => entries.iter().for_each(|(_, key, value)| {
            occurrences(key, ty, out);
            occurrences(value, ty, out);
        }),
    }
}

/// Adds the absolute value of each integer as an unsigned word, 0 if the integer is absent (`there` is false).
fn integers(circuit: &mut Circuit, place: &Place, there: Lit, out: &mut Vec<Vec<Lit>>) {
    match place {
        Place::Listed(values) => {
            let weights: Vec<(Lit, u64)> = values
                .iter()
                .filter_map(|(lit, value)| match value {
                    Concrete::Int(number) => Some((*lit, number.unsigned_abs())),
                    _ => None,
                })
                .collect();
            out.push(chosen(circuit, &weights));
        }
        Place::Bits { low, high, lits } => {
            let width = lits.len() + 2 + (64 - low.unsigned_abs().max(high.unsigned_abs()).leading_zeros() as usize);
            let offset = bits::zero_extend(lits, width);
            let value = bits::add(circuit, &offset, &bits::from_const(i128::from(*low), width));
            let negated = bits::neg(circuit, &value);
            let negative = bits::sign(&value);
            // The bits of an absent place encode `low`, so they must be masked.
            let word = bits::ite(circuit, negative, &negated, &value);
            out.push(word.iter().map(|bit| circuit.and(there, *bit)).collect());
        }
        Place::Optional { some, inner, .. } => integers(circuit, inner, *some, out),
        Place::Tuple(parts) | Place::Record(_, parts) => {
            parts.iter().for_each(|part| integers(circuit, part, there, out));
        }
        Place::List(cells) | Place::Text(cells) => {
            cells.iter().for_each(|(there, cell)| integers(circuit, cell, *there, out));
        }
        Place::Union(alternatives) => {
            alternatives.iter().for_each(|(lit, place)| integers(circuit, place, *lit, out));
        }
        Place::Nodes { pool, inner, .. } => {
            integers(circuit, inner, there, out);
            for class in pool.iter().flat_map(|node| &node.classes) {
                class.fields.iter().for_each(|field| integers(circuit, field, class.when, out));
            }
        }
        Place::Node(_) => {}
        Place::Unordered(possible, _) | Place::Set { elements: possible, .. } => {
            for (lit, value) in possible {
                let mut weight = 0;
                value.visit(&mut |leaf| {
                    if let Concrete::Int(number) = leaf {
                        weight += number.unsigned_abs();
                    }
                });
                out.push(chosen(circuit, &[(*lit, weight)]));
            }
        }
        Place::Dict(entries) => entries.iter().for_each(|(there, key, value)| {
            integers(circuit, key, *there, out);
            integers(circuit, value, *there, out);
        }),
    }
}

/// The weight whose literal is true, 0 if none is.
fn chosen(circuit: &mut Circuit, weights: &[(Lit, u64)]) -> Vec<Lit> {
    let width = weights.iter().map(|(_, weight)| 64 - weight.leading_zeros() as usize).max().unwrap_or(0);
    (0..width)
        .map(|bit| {
            let lits: Vec<Lit> =
                weights.iter().filter(|(_, weight)| weight >> bit & 1 == 1).map(|(lit, _)| *lit).collect();
            circuit.any(lits)
        })
        .collect()
}

/// The sum of unsigned words.
fn sum(circuit: &mut Circuit, words: Vec<Vec<Lit>>) -> Vec<Lit> {
    let mut words: Vec<Vec<Lit>> = words.into_iter().filter(|word| !word.is_empty()).collect();
    while words.len() > 1 {
        let mut next = Vec::new();
        for pair in words.chunks(2) {
            next.push(match pair {
                [a, b] => {
                    let width = a.len().max(b.len()) + 1;
                    bits::add(circuit, &bits::zero_extend(a, width), &bits::zero_extend(b, width))
                }
                _ => pair[0].clone(),
            });
        }
        words = next;
    }
    words.pop().unwrap_or_default()
}
