//! Canonical forms: one form for all pairs that differ only in the names of their atoms.
//!
//! Atoms in lists are numbered by first occurrence, as in `compile::symmetry`. Atoms that occur only in sets have no first
//! occurrence, so this is graph canonization in miniature: atoms are partitioned by where they occur, and the partition is
//! refined until it is stable. Among atoms that are still indistinguishable all numberings are tried, and the least form
//! wins. If there are too many numberings, as in the large scope, the search numbers one atom at a time and refines again
//! after each, and tries only one of several interchangeable atoms.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use lang::problem::{AtomId, Side};

use crate::Concrete;
use crate::nodes::rows;
use crate::structure::{PairStructure, Row, ValueStructure, fields_of, mapped_rows, visit_rows};

/// The greatest number of numberings that are tried without refining in between.
const MOST_NUMBERINGS: usize = 1_000;
/// The same with refining. Beyond this limit a pair may have two forms; at worst, a suite then holds it twice.
const MOST_REFINED: usize = 500;

/// An atom: its type and its number.
type AtomRef = (AtomId, u32);
/// A new number for each atom.
type Numbering = BTreeMap<AtomRef, u32>;

impl PairStructure {
    /// The same for all pairs that are renamings of each other and whose outputs Python calls equal, so the order of
    /// entries in dicts of the output is ignored. A subproperty may still depend on that order.
    pub fn canonical(&self, pair: &[Concrete]) -> Vec<Concrete> {
        self.up_to_equality().as_ref().unwrap_or(self).exact(pair)
    }

    /// The same for all pairs that are renamings of each other.
    pub fn exact(&self, pair: &[Concrete]) -> Vec<Concrete> {
        let mut numbering = Numbering::new();
        let mut rest = BTreeSet::new();
        for wanted in [Side::Output, Side::Input] {
            for ((_, form), value) in self.params.iter().zip(pair).filter(|((side, _), _)| *side == wanted) {
                ordered_atoms(form, value, &mut numbering, &mut rest);
            }
        }
        rest.retain(|atom| !numbering.contains_key(atom));
        let classes = classes(self, pair, &numbering, &rest);
        if numberings(&classes) > MOST_NUMBERINGS {
            let mut search = Refining { structure: self, pair, best: None, tried: 0 };
            search.number(&mut numbering, &rest);
            return search.best.unwrap_or_else(|| pair.to_vec());
        }
        let mut best: Option<Vec<Concrete>> = None;
        for numbering in numberings_of(&classes, &numbering) {
            let renamed = self.rename(pair, &|atom| numbering.get(&atom).copied().unwrap_or(atom.1));
            if best.as_ref().is_none_or(|best| renamed < *best) {
                best = Some(renamed);
            }
        }
        best.unwrap_or_else(|| pair.to_vec())
    }

    /// The pair with its unordered lists sorted. Names stay.
    pub fn sorted(&self, pair: &[Concrete]) -> Vec<Concrete> {
        self.rename(pair, &|atom| atom.1)
    }

    fn rename(&self, pair: &[Concrete], number: &dyn Fn(AtomRef) -> u32) -> Vec<Concrete> {
        pair.iter().zip(&self.params).map(|(value, (_, form))| rename(form, value, number)).collect()
    }
}

/// Numbers the atoms of lists in order; collects those of sets and unordered dicts in `rest`.
fn ordered_atoms(form: &ValueStructure, value: &Concrete, numbering: &mut Numbering, rest: &mut BTreeSet<AtomRef>) {
    match (form, value) {
        (ValueStructure::Leaf, Concrete::Atom(ty, id)) => {
            let next = next_number(numbering, *ty);
            numbering.entry((*ty, *id)).or_insert(next);
        }
        (ValueStructure::Optional(inner), value) => ordered_atoms(inner, value, numbering, rest),
        (ValueStructure::Parts(parts), Concrete::Tuple(values) | Concrete::Record(_, values)) => {
            parts.iter().zip(values).for_each(|(part, value)| ordered_atoms(part, value, numbering, rest));
        }
        (ValueStructure::Union(classes), Concrete::Record(class, values)) => {
            let parts = fields_of(classes, *class).iter().zip(values);
            parts.for_each(|(part, value)| ordered_atoms(part, value, numbering, rest));
        }
        (ValueStructure::Nodes(classes, inner), value) => visit_rows(&rows(value), &mut |row| match row {
            Row::Outer(value) => ordered_atoms(inner, value, numbering, rest),
            Row::Node(class, values) => {
                let parts = fields_of(classes, class).iter().zip(values);
                parts.for_each(|(part, value)| ordered_atoms(part, value, numbering, rest));
            }
        }),
        (ValueStructure::List(element), Concrete::List(values)) => {
            values.iter().for_each(|value| ordered_atoms(element, value, numbering, rest));
        }
        (ValueStructure::Dict(key, value), Concrete::Dict(entries)) => {
            for (k, v) in entries {
                ordered_atoms(key, k, numbering, rest);
                ordered_atoms(value, v, numbering, rest);
            }
        }
        (_, value) => value.visit_atoms(&mut |ty, id| {
            rest.insert((ty, id));
        }),
    }
}

/// Groups of indistinguishable atoms, in an order that does not depend on names.
fn classes(
    structure: &PairStructure,
    pair: &[Concrete],
    numbering: &Numbering,
    rest: &BTreeSet<AtomRef>,
) -> Vec<Vec<AtomRef>> {
    // The color of an atom: its number, or its class so far.
    let mut colors: BTreeMap<AtomRef, u32> = rest.iter().map(|atom| (*atom, 1_000_000)).collect();
    colors.extend(numbering.iter().map(|(atom, number)| (*atom, *number)));
    for _ in 0..rest.len() {
        let mut signatures: BTreeMap<AtomRef, Vec<Concrete>> = BTreeMap::new();
        for atom in rest {
            // The pair as this atom sees it: itself marked, all others by their color.
            let seen = structure.rename(pair, &|other| {
                if other == *atom { u32::MAX } else { colors.get(&other).copied().unwrap_or(0) }
            });
            signatures.insert(*atom, seen);
        }
        let mut kinds: Vec<(u32, &Vec<Concrete>)> = rest.iter().map(|atom| (colors[atom], &signatures[atom])).collect();
        kinds.sort();
        kinds.dedup();
        let distinguished = kinds.len() == rest.len();
        let next: BTreeMap<AtomRef, u32> = rest
            .iter()
            .map(|atom| {
                let position = kinds.binary_search(&(colors[atom], &signatures[atom])).unwrap_or(0);
                (*atom, 1_000_000 + u32::try_from(position).unwrap_or(0))
            })
            .collect();
        let unchanged = rest.iter().all(|atom| next[atom] == colors[atom]);
        colors.extend(next);
        // Colors come first in the order of kinds, so atoms that all differ keep theirs.
        if unchanged || distinguished {
            break;
        }
    }
    let mut groups: BTreeMap<AtomRef, Vec<AtomRef>> = BTreeMap::new();
    for atom in rest {
        groups.entry((atom.0, colors[atom])).or_default().push(*atom);
    }
    groups.into_values().collect()
}

/// The number of numberings that keep the order of the classes.
fn numberings(classes: &[Vec<AtomRef>]) -> usize {
    let factorial = |number: usize| (1..=number).fold(1, usize::saturating_mul);
    classes.iter().fold(1, |product, class| product.saturating_mul(factorial(class.len())))
}

/// Numbers one atom at a time and refines the classes of the others each time.
struct Refining<'a> {
    structure: &'a PairStructure,
    pair: &'a [Concrete],
    best: Option<Vec<Concrete>>,
    tried: usize,
}

impl Refining<'_> {
    fn number(&mut self, numbering: &mut Numbering, rest: &BTreeSet<AtomRef>) {
        if self.tried >= MOST_REFINED {
            return;
        }
        let classes = classes(self.structure, self.pair, numbering, rest);
        let Some(class) = classes.first() else {
            self.tried += 1;
            let renamed = self.renamed(numbering, 0);
            if self.best.as_ref().is_none_or(|best| renamed < *best) {
                self.best = Some(renamed);
            }
            return;
        };
        let mut representatives: Vec<AtomRef> = Vec::new();
        for atom in class {
            if !representatives.iter().any(|other| self.are_twins(*atom, *other)) {
                representatives.push(*atom);
            }
        }
        let next = next_number(numbering, class[0].0);
        // Numbering one atom and giving all others the same number already distinguishes some of them.
        let mut looks = Vec::new();
        for atom in representatives {
            numbering.insert(atom, next);
            looks.push((self.renamed(numbering, 1_000_000), atom));
            numbering.remove(&atom);
        }
        looks.sort();
        let least = looks.first().map(|(look, _)| look.clone());
        for (look, atom) in looks {
            if Some(look) == least {
                let mut rest = rest.clone();
                rest.remove(&atom);
                numbering.insert(atom, next);
                self.number(numbering, &rest);
                numbering.remove(&atom);
            }
        }
    }

    /// Whether exchanging two atoms leaves the pair unchanged.
    fn are_twins(&self, one: AtomRef, other: AtomRef) -> bool {
        let exchanged = |atom: AtomRef| match atom {
            atom if atom == one => other.1,
            atom if atom == other => one.1,
            (_, id) => id,
        };
        self.structure.rename(self.pair, &exchanged) == self.structure.rename(self.pair, &|atom| atom.1)
    }

    /// The pair with the numbers assigned so far, and `otherwise` for all other atoms.
    fn renamed(&self, numbering: &Numbering, otherwise: u32) -> Vec<Concrete> {
        self.structure.rename(self.pair, &|atom| numbering.get(&atom).copied().unwrap_or(otherwise))
    }
}

/// The numberings that keep the order of the classes: each numbers the atoms of a class in some order.
fn numberings_of(classes: &[Vec<AtomRef>], fixed: &Numbering) -> impl Iterator<Item = Numbering> {
    let orders = classes.iter().map(|class| class.iter().copied().permutations(class.len()));
    orders.multi_cartesian_product().map(|order| {
        let mut numbering = fixed.clone();
        for atom in order.into_iter().flatten() {
            let next = next_number(&numbering, atom.0);
            numbering.insert(atom, next);
        }
        numbering
    })
}

/// The first number that no atom of a type has.
fn next_number(numbering: &Numbering, ty: AtomId) -> u32 {
    u32::try_from(numbering.keys().filter(|(known, _)| *known == ty).count()).unwrap_or(u32::MAX)
}

/// Renames atoms, then sorts unordered lists again.
fn rename(form: &ValueStructure, value: &Concrete, number: &dyn Fn(AtomRef) -> u32) -> Concrete {
    let all = |structure: &[ValueStructure], values: &[Concrete]| -> Vec<Concrete> {
        structure.iter().zip(values).map(|(form, value)| rename(form, value, number)).collect()
    };
    match (form, value) {
        (ValueStructure::Unordered(element), Concrete::List(items)) => {
            let mut items: Vec<Concrete> = items.iter().map(|item| rename(element, item, number)).collect();
            items.sort();
            Concrete::List(items)
        }
        (ValueStructure::Optional(inner), value) => rename(inner, value, number),
        (ValueStructure::Parts(parts), Concrete::Tuple(values)) => Concrete::Tuple(all(parts, values)),
        (ValueStructure::Parts(parts), Concrete::Record(class, values)) => Concrete::Record(*class, all(parts, values)),
        (ValueStructure::Union(classes), Concrete::Record(class, values)) => {
            Concrete::Record(*class, all(fields_of(classes, *class), values))
        }
        (ValueStructure::Nodes(classes, inner), value) => mapped_rows(value, &mut |row| match row {
            Row::Outer(value) => rename(inner, value, number),
            Row::Node(class, values) => Concrete::Node(class, all(fields_of(classes, class), values)),
        }),
        (ValueStructure::List(element), Concrete::List(values)) => {
            Concrete::List(values.iter().map(|value| rename(element, value, number)).collect())
        }
        (ValueStructure::Dict(key, value), Concrete::Dict(entries)) => {
            Concrete::Dict(entries.iter().map(|(k, v)| (rename(key, k, number), rename(value, v, number))).collect())
        }
        (ValueStructure::Entries(key, value), Concrete::Dict(entries)) => {
            let renamed = entries.iter().map(|(k, v)| (rename(key, k, number), rename(value, v, number)));
            let mut entries: Vec<(Concrete, Concrete)> = renamed.collect();
            entries.sort();
            Concrete::Dict(entries)
        }
        (_, value) => value.rename(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(id: u32) -> Concrete {
        Concrete::Atom(AtomId(0), id)
    }

    fn pair(edges: &[(u32, u32)], set: &[u32]) -> Vec<Concrete> {
        let edges = edges.iter().map(|(from, to)| Concrete::Tuple(vec![atom(*from), atom(*to)]));
        let set = set.iter().map(|id| atom(*id)).collect();
        vec![Concrete::List(edges.collect()), Concrete::Set { elements: set, frozen: false }]
    }

    #[test]
    fn the_order_of_entries_in_outputs_does_not_matter() {
        let dict = ValueStructure::Dict(Box::new(ValueStructure::Leaf), Box::new(ValueStructure::Leaf));
        let words = ValueStructure::List(Box::new(ValueStructure::Leaf));
        let table = |entries: &[(u32, i64)]| {
            Concrete::Dict(entries.iter().map(|(id, number)| (atom(*id), Concrete::Int(*number))).collect())
        };
        let pair = |words: &[u32], entries: &[(u32, i64)]| {
            vec![Concrete::List(words.iter().map(|id| atom(*id)).collect()), table(entries)]
        };
        let one = pair(&[0, 1, 1], &[(0, 1), (1, 2)]);
        let (turned, renamed) = (pair(&[0, 1, 1], &[(1, 2), (0, 1)]), pair(&[2, 0, 0], &[(0, 2), (2, 1)]));
        let other = pair(&[0, 1, 1], &[(0, 2), (1, 1)]);
        let structure = PairStructure { params: vec![(Side::Input, words.clone()), (Side::Output, dict.clone())] };
        for same in [&turned, &renamed] {
            assert_eq!(structure.canonical(&one), structure.canonical(same));
            assert_ne!(structure.exact(&one), structure.exact(same));
        }
        assert_ne!(structure.canonical(&one), structure.canonical(&other));
        // A program may depend on the order of an input, and give another output.
        let structure = PairStructure { params: vec![(Side::Output, words), (Side::Input, dict)] };
        assert_ne!(structure.canonical(&one), structure.canonical(&turned));
    }

    #[test]
    fn pairs_with_many_similar_atoms_have_one_form() {
        let structure = PairStructure {
            params: vec![
                (Side::Input, ValueStructure::Unordered(Box::new(ValueStructure::Leaf))),
                (Side::Output, ValueStructure::Set),
            ],
        };
        let ring: Vec<(u32, u32)> = (0..9).map(|id| (id, (id + 1) % 9)).collect();
        let different = [
            pair(&[(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)], &[]),
            pair(&[(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)], &[0]),
            pair(&[(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)], &[1]),
            pair(&ring, &[]),
            pair(&[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (6, 7), (7, 8), (8, 6)], &[]),
            pair(&[], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
            pair(&[(0, 1)], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
            pair(&[(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7)], &[]),
        ];
        let known: BTreeSet<Vec<Concrete>> = different.iter().map(|pair| structure.canonical(pair)).collect();
        assert_eq!(known.len(), different.len());
        let mut random = fastrand::Rng::with_seed(1);
        for (number, pair) in different.iter().enumerate() {
            for _ in 0..20 {
                let mut ids: Vec<u32> = (0..10).collect();
                random.shuffle(&mut ids);
                let renamed: Vec<Concrete> =
                    pair.iter().map(|value| value.rename(&|(_, id)| ids[id as usize])).collect();
                assert_eq!(structure.canonical(&renamed), structure.canonical(pair), "{number}");
            }
        }
    }
}
