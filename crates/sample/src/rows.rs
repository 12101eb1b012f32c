//! Values as rows of bits, one bit for each input of the circuit, as simulation takes them.
//!
//! The counterpart of [`Space`] in the other notation: rows are drawn directly, without a value in between, and small spaces
//! are tabulated once. Guarded by `tests/space.rs`: the rows are exactly the encoded values of the space.

use std::collections::BTreeMap;

use circuit::{Circuit, Lit};
use compile::layout::Place;
use fastrand::Rng;
use pairs::Concrete;

use crate::space::{Cardinality, Space, SpaceKind, Weights};
use crate::trees::Trees;

/// Spaces with at most this many values are tabulated.
const MOST_LISTED: usize = 1 << 16;

/// The values of one place.
#[derive(Clone, Debug)]
pub struct Rows {
    pub count: Cardinality,
    pub(crate) kind: RowKind,
    /// The words of a row that belong to this place, for each value, if there are few values.
    table: Option<Table>,
}

#[derive(Clone, Debug)]
struct Table {
    first: usize,
    width: usize,
    words: Vec<u64>,
}

/// A bit of a row; the constant has none.
pub(crate) type Bit = Option<usize>;

#[derive(Clone, Debug)]
pub(crate) enum RowKind {
    Listed(Vec<Bit>),
    Bits(Vec<Bit>),
    Optional {
        some: Bit,
        none: Bit,
        inner: Box<Rows>,
        cases: Weights,
    },
    CircuitParts(Vec<Rows>),
    List {
        cells: Vec<(Bit, Rows)>,
        lengths: Weights,
    },
    Subset {
        elements: Vec<Bit>,
        sizes: Weights,
    },
    Dict {
        entries: Vec<(Bit, Rows, Rows)>,
        lengths: Weights,
    },
    Union {
        alternatives: Vec<(Bit, Rows)>,
        cases: Weights,
    },
    /// Drawn as values, and encoded.
    Trees {
        trees: Box<Trees>,
        place: Box<Place>,
        bits: BTreeMap<Lit, usize>,
    },
}

/// Sets a bit.
pub(crate) fn set(row: &mut [u64], bit: Bit) {
    if let Some(bit) = bit {
        row[bit / 64] |= 1 << (bit % 64);
    }
}

pub(crate) fn is_set(row: &[u64], bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

impl Rows {
    /// The rows of a place, restricted to the values of a space, which may have fewer elements and atoms than the place
    /// has room for. Ranges of numbers must be the same.
    pub fn new(circuit: &Circuit, place: &Place, space: &Space) -> Self {
        Self::build(circuit, place, space, true)
    }

    fn build(circuit: &Circuit, place: &Place, space: &Space, listed: bool) -> Self {
        let bit = |lit: &Lit| circuit.input_of(*lit);
        let parts = |places: &[Place], spaces: &[Space], listed: bool| -> Vec<Self> {
            places.iter().zip(spaces).map(|(place, space)| Self::build(circuit, place, space, listed)).collect()
        };
        // If the whole is tabulated, its parts need not be.
        let listed = listed && space.count.at_most(MOST_LISTED).is_none();
        let kind = match (place, &space.kind) {
            (Place::Optional { some, none, inner }, SpaceKind::Optional(space)) => RowKind::Optional {
                some: bit(some),
                none: bit(none),
                cases: Weights::new(vec![Cardinality::ONE, space.count]),
                inner: Box::new(Self::build(circuit, inner, space, listed)),
            },
            (Place::Tuple(places), SpaceKind::Tuple(spaces))
            | (Place::Record(_, places), SpaceKind::Record(_, spaces)) => {
                RowKind::CircuitParts(parts(places, spaces, listed))
            }
            (Place::List(cells), SpaceKind::List { element, lengths })
            | (Place::Text(cells), SpaceKind::Text { element, lengths }) => RowKind::List {
                cells: cells[..lengths.longest().min(cells.len())]
                    .iter()
                    .map(|(there, cell)| (bit(there), Self::build(circuit, cell, element, listed)))
                    .collect(),
                lengths: lengths.clone(),
            },
            (
                Place::Unordered(elements, _) | Place::Set { elements, .. },
                SpaceKind::Unordered { element, sizes } | SpaceKind::Set { element, sizes, .. },
            ) => {
                let elements = elements.iter().filter(|(_, value)| element.contains(value));
                RowKind::Subset { elements: elements.map(|(lit, _)| bit(lit)).collect(), sizes: sizes.clone() }
            }
            (Place::Dict(entries), SpaceKind::Dict { key, value, lengths }) => {
                let entry = |(there, k, v): &(Lit, Place, Place)| {
                    (bit(there), Self::build(circuit, k, key, false), Self::build(circuit, v, value, listed))
                };
                let entries = &entries[..lengths.longest().min(entries.len())];
                RowKind::Dict { entries: entries.iter().map(entry).collect(), lengths: lengths.clone() }
            }
            (Place::Union(places), SpaceKind::Union(spaces, weights)) => RowKind::Union {
                alternatives: places
                    .iter()
                    .zip(spaces)
                    .map(|((lit, place), space)| (bit(lit), Self::build(circuit, place, space, listed)))
                    .collect(),
                cases: weights.clone(),
            },
            (Place::Nodes { .. }, SpaceKind::Nodes { trees, .. }) => {
                let mut lits = Vec::new();
                place.literals(&mut lits);
                let bits = lits.iter().filter_map(|lit| Some((*lit, circuit.input_of(*lit)?))).collect();
                RowKind::Trees { trees: Box::new(trees.clone()), place: Box::new(place.clone()), bits }
            }
            (Place::Bits { lits, .. }, _) => RowKind::Bits(lits.iter().map(bit).collect()),
            (Place::Listed(values), _) => {
                let values = values.iter().filter(|(_, value)| space.contains(value));
                RowKind::Listed(values.map(|(lit, _)| bit(lit)).collect())
            }
            // Layout and space come from domains of the same type, so other combinations do not occur.
            _ => RowKind::Listed(Vec::new()),
        };
        let mut rows = Self { count: space.count, kind, table: None };
        if !listed && !matches!(rows.kind, RowKind::Listed(_)) {
            rows.list();
        }
        rows
    }

    fn list(&mut self) {
        let Some(count) = self.count.at_most(MOST_LISTED) else { return };
        let mut bits = Vec::new();
        self.bits(&mut bits);
        let (Some(first), Some(last)) = (bits.iter().min(), bits.iter().max()) else { return };
        let (first, width) = (first / 64, last / 64 - first / 64 + 1);
        let mut words = Vec::with_capacity(count * width);
        let mut row = vec![0; first + width];
        for rank in 0..count {
            row.fill(0);
            self.unrank(rank as u128, &mut row);
            words.extend_from_slice(&row[first..]);
        }
        self.table = Some(Table { first, width, words });
    }

    /// All bits of the place.
    pub(crate) fn bits(&self, out: &mut Vec<usize>) {
        match &self.kind {
            RowKind::Listed(bits) | RowKind::Bits(bits) | RowKind::Subset { elements: bits, .. } => {
                out.extend(bits.iter().flatten());
            }
            RowKind::Optional { some, none, inner, .. } => {
                out.extend(some.iter().chain(none));
                inner.bits(out);
            }
            RowKind::CircuitParts(parts) => parts.iter().for_each(|part| part.bits(out)),
            RowKind::List { cells, .. } => cells.iter().for_each(|(there, cell)| {
                out.extend(there);
                cell.bits(out);
            }),
            RowKind::Union { alternatives, .. } => alternatives.iter().for_each(|(there, rows)| {
                out.extend(there);
                rows.bits(out);
            }),
            RowKind::Trees { bits, .. } => out.extend(bits.values()),
            RowKind::Dict { entries, .. } => entries.iter().for_each(|(there, key, value)| {
                out.extend(there);
                key.bits(out);
                value.bits(out);
            }),
        }
    }

    /// Adds the bits of a value drawn at random, all equally likely.
    pub fn draw(&self, random: &mut Rng, row: &mut [u64]) {
        if let Some(table) = &self.table {
            let rank = random.usize(0..table.words.len() / table.width);
            let words = &table.words[rank * table.width..][..table.width];
            row[table.first..].iter_mut().zip(words).for_each(|(word, bits)| *word |= bits);
            return;
        }
        match &self.kind {
            RowKind::Listed(bits) => set(row, bits[random.usize(0..bits.len())]),
            RowKind::Bits(bits) => {
                let number = random.u128(0..self.count.exact.unwrap_or(1));
                number_bits(bits, number, row);
            }
            RowKind::Optional { some, none, inner, cases } => {
                if cases.draw(random) == 0 {
                    set(row, *none);
                } else {
                    set(row, *some);
                    inner.draw(random, row);
                }
            }
            RowKind::CircuitParts(parts) => parts.iter().for_each(|part| part.draw(random, row)),
            RowKind::List { cells, lengths } => {
                for (there, cell) in &cells[..lengths.draw(random)] {
                    set(row, *there);
                    cell.draw(random, row);
                }
            }
            RowKind::Union { alternatives, cases } => {
                let (there, rows) = &alternatives[cases.draw(random)];
                set(row, *there);
                rows.draw(random, row);
            }
            RowKind::Trees { trees, place, bits } => encode(place, bits, &trees.draw(random), row),
            RowKind::Subset { elements, sizes } => {
                // Floyd's method: each subset of the size is equally likely.
                let size = sizes.draw(random);
                for last in elements.len() - size..elements.len() {
                    let one = random.usize(0..=last);
                    let is_new = elements[one].is_some_and(|bit| !is_set(row, bit));
                    set(row, elements[if is_new { one } else { last }]);
                }
            }
            RowKind::Dict { entries, lengths } => {
                let mut used = Vec::new();
                for (before, (there, key, value)) in entries[..lengths.draw(random)].iter().enumerate() {
                    let left = key.count.exact.unwrap_or(u128::MAX) - before as u128;
                    set(row, *there);
                    key.unrank(skip(&mut used, random.u128(0..left)), row);
                    value.draw(random, row);
                }
            }
        }
    }

    /// Adds the bits of the value with this rank, which is less than the count, which is exact.
    pub fn unrank(&self, rank: u128, row: &mut [u64]) {
        let index = |rank: u128| usize::try_from(rank).unwrap_or(usize::MAX);
        if let Some(table) = &self.table {
            let words = &table.words[index(rank) * table.width..][..table.width];
            row[table.first..].iter_mut().zip(words).for_each(|(word, bits)| *word |= bits);
            return;
        }
        match &self.kind {
            RowKind::Listed(bits) => set(row, bits[index(rank)]),
            RowKind::Bits(bits) => number_bits(bits, rank, row),
            RowKind::Optional { some, none, inner, .. } => match rank.checked_sub(1) {
                None => set(row, *none),
                Some(rank) => {
                    set(row, *some);
                    inner.unrank(rank, row);
                }
            },
            RowKind::CircuitParts(parts) => {
                let mut rank = rank;
                parts.iter().for_each(|part| part.unrank(digit(&mut rank, part.count), row));
            }
            RowKind::List { cells, lengths } => {
                let (length, mut rank) = lengths.find(rank);
                for (there, cell) in &cells[..length] {
                    set(row, *there);
                    cell.unrank(digit(&mut rank, cell.count), row);
                }
            }
            RowKind::Union { alternatives, cases } => {
                let (case, rank) = cases.find(rank);
                let (there, rows) = &alternatives[case];
                set(row, *there);
                rows.unrank(rank, row);
            }
            RowKind::Trees { trees, place, bits } => encode(place, bits, &trees.at(rank), row),
            RowKind::Subset { elements, sizes } => {
                let (size, rank) = sizes.find(rank);
                combination(elements.len(), size, rank, |element| set(row, elements[element]));
            }
            RowKind::Dict { entries, lengths } => {
                let (length, mut rank) = lengths.find(rank);
                let mut used = Vec::new();
                for (before, (there, key, value)) in entries[..length].iter().enumerate() {
                    let left = Cardinality { exact: key.count.exact.map(|count| count - before as u128), log2: 0.0 };
                    set(row, *there);
                    key.unrank(skip(&mut used, digit(&mut rank, left)), row);
                    value.unrank(digit(&mut rank, value.count), row);
                }
            }
        }
    }
}

fn encode(place: &Place, bits: &BTreeMap<Lit, usize>, value: &Concrete, row: &mut [u64]) {
    for lit in place.encoded(value).unwrap_or_default() {
        set(row, bits.get(&lit).copied());
    }
}

fn number_bits(bits: &[Bit], number: u128, row: &mut [u64]) {
    bits.iter().enumerate().filter(|(position, _)| number >> position & 1 == 1).for_each(|(_, bit)| set(row, *bit));
}

/// Takes the last digit of a number in a mixed base.
fn digit(rank: &mut u128, base: Cardinality) -> u128 {
    let base = base.exact.unwrap_or(u128::MAX).max(1);
    let digit = *rank % base;
    *rank /= base;
    digit
}

/// Takes the number at this position among those that are not used yet.
fn skip(used: &mut Vec<u128>, position: u128) -> u128 {
    let mut number = position;
    for known in used.iter() {
        if *known <= number {
            number += 1;
        }
    }
    let place = used.partition_point(|known| *known < number);
    used.insert(place, number);
    number
}

/// The combination with this rank of `size` out of `0..number`.
fn combination(number: usize, size: usize, mut rank: u128, mut visit: impl FnMut(usize)) {
    let mut left = size;
    for element in 0..number {
        if left == 0 {
            return;
        }
        // The number of combinations that contain this element.
        let with = binomial(number - element - 1, left - 1);
        if rank < with {
            visit(element);
            left -= 1;
        } else {
            rank -= with;
        }
    }
}

fn binomial(n: usize, k: usize) -> u128 {
    let mut result: u128 = 1;
    for i in 0..k.min(n) {
        // Larger ones do not occur, since the rank fits.
        result = result.saturating_mul((n - i) as u128) / (i as u128 + 1);
    }
    if k > n { 0 } else { result }
}
