//! The size order of pairs as numbers of the circuit; `pairs::size` says what it is.

use circuit::{Circuit, Lit, bits, count};
use compile::Concrete;
use compile::layout::{Layout, Place};
use lang::problem::{AtomId, Side};
use pairs::size::{count_elements, leaves};

pub use pairs::size::measure;

/// What is made small first, as numbers of the circuit.
#[derive(Debug)]
pub struct Sizes {
    pub elements: Vec<Lit>,
    pub input_elements: Vec<Lit>,
    pub atoms: Vec<Lit>,
    /// In binary, least significant first.
    pub integers: Vec<Lit>,
}

impl Sizes {
    pub fn new(circuit: &mut Circuit, layout: &Layout) -> Self {
        let mut all = Vec::new();
        let mut input = Vec::new();
        for param in &layout.params {
            let start = all.len();
            elements(&param.place, &mut all);
            if param.side == Side::Input {
                input.extend_from_slice(&all[start..]);
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
        Self {
            elements: count::count(circuit, &all),
            input_elements: count::count(circuit, &input),
            atoms: count::count(circuit, &atoms),
            integers: sum(circuit, words),
        }
    }
}

/// A literal per element, as often as it counts.
fn elements(place: &Place, out: &mut Vec<Lit>) {
    match place {
        Place::Listed(_) | Place::Bits { .. } => {}
        Place::Optional { inner, .. } => elements(inner, out),
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| elements(part, out)),
        Place::List(cells) => cells.iter().for_each(|(there, cell)| {
            out.push(*there);
            elements(cell, out);
        }),
        Place::Unordered(possible, _) | Place::Set { elements: possible, .. } => {
            for (lit, value) in possible {
                for _ in 0..=count_elements(value) {
                    out.push(*lit);
                }
            }
        }
        Place::Dict(entries) => entries.iter().for_each(|(there, key, value)| {
            out.push(*there);
            elements(key, out);
            elements(value, out);
        }),
    }
}

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
        Place::Bits { .. } => {}
        Place::Optional { inner, .. } => occurrences(inner, ty, out),
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| occurrences(part, ty, out)),
        Place::List(cells) => cells.iter().for_each(|(_, cell)| occurrences(cell, ty, out)),
        Place::Unordered(possible, _) | Place::Set { elements: possible, .. } => {
            for (lit, value) in possible {
                leaves(value, &mut |leaf| {
                    if let Concrete::Atom(own, id) = leaf
                        && *own == ty
                    {
                        out[*id as usize].push(*lit);
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

/// Unsigned words: the absolute value of each integer, 0 where it is not there, which is where `there` is false.
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
            // The bits of a place that is not there say `low`.
            let word = bits::ite(circuit, negative, &negated, &value);
            out.push(word.iter().map(|bit| circuit.and(there, *bit)).collect());
        }
        Place::Optional { some, inner, .. } => integers(circuit, inner, *some, out),
        Place::Tuple(parts) | Place::Record(_, parts) => {
            parts.iter().for_each(|part| integers(circuit, part, there, out));
        }
        Place::List(cells) => cells.iter().for_each(|(there, cell)| integers(circuit, cell, *there, out)),
        Place::Unordered(possible, _) | Place::Set { elements: possible, .. } => {
            for (lit, value) in possible {
                let mut weight = 0;
                leaves(value, &mut |leaf| {
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
