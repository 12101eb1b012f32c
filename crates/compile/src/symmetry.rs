//! Atoms of one type are interchangeable: of all pairs that differ only by a renaming, few need to be looked at.
//!
//! Values are numbered in order of their first occurrence in the cells of lists, outputs first: a cell may hold value
//! `v` only if an earlier cell holds `v - 1`. Atoms that occur only in sets come next: `v` occurs only if `v - 1` does.
//! Where no atom of a type can be in a cell, no two of them may be exchanged so that the literals of the elements, read
//! in order, become greater.
//!
//! Why no bucket is lost: every pair can be renamed so that all hold, by numbering its atoms in that order, of all
//! such numberings by the one whose literals are greatest; and no function of the language can tell a pair from its renaming, unless the order in which a set is iterated over decides
//! its answer. Guarded by `tests/symmetry.rs`.

use std::collections::HashMap;

use circuit::{Circuit, Lit};
use lang::problem::{AtomId, Side};

use crate::layout::{Block, Constraint, Layout, Place, atom_count};
use pairs::concrete::Concrete;

/// Why no bucket is lost, for those who read the clauses.
pub const WHY: &str = "number the atoms of a pair in the order in which they first occur, in the cells of outputs, then \
    in those of inputs, then in sets, and if all occur in sets only, so that the literals of their elements, read in order, \
    are greatest: the renamed pair satisfies these clauses. No function of the language can tell a \
    pair from its renaming, since atoms are only compared for equality and no answer may depend on the order of a set; \
    so both are in the same bucket.";

/// The clauses that leave few of the pairs that are renamings of each other.
pub(crate) fn break_symmetry(layout: &Layout, circuit: &mut Circuit, constraints: &mut Vec<Constraint>) {
    let types = u16::try_from(layout.atoms.len()).unwrap_or(u16::MAX);
    for ty in (0..types).map(AtomId) {
        let count = atom_count(layout, ty);
        if count > 1 {
            break_type(layout, ty, count, circuit, constraints);
        }
    }
}

fn break_type(layout: &Layout, ty: AtomId, count: usize, circuit: &mut Circuit, constraints: &mut Vec<Constraint>) {
    let mut found = Occurrences { ty, count, cells: Vec::new(), elsewhere: vec![Vec::new(); count], sets: Vec::new() };
    let outputs = layout.params.iter().filter(|param| param.side == Side::Output);
    let inputs = layout.params.iter().filter(|param| param.side == Side::Input);
    outputs.chain(inputs).for_each(|param| found.place(&param.place));
    let mut add = |clause: Vec<Lit>| constraints.push(Constraint { block: Block::Symmetry, clause });
    // For each value, whether it occurred so far.
    let mut seen = vec![Lit::FALSE; count];
    for cell in &found.cells {
        for value in 1..count {
            if cell[value] != Lit::FALSE {
                if seen[value - 1] == Lit::FALSE {
                    add(vec![!cell[value]]);
                } else {
                    add(vec![!cell[value], seen[value - 1]]);
                }
            }
        }
        for value in 0..count {
            seen[value] = circuit.or(seen[value], cell[value]);
        }
    }
    let anywhere: Vec<Lit> = seen
        .iter()
        .zip(&found.elsewhere)
        .map(|(seen, elsewhere)| {
            let elsewhere = circuit.any(elsewhere.iter().copied());
            circuit.or(*seen, elsewhere)
        })
        .collect();
    if found.elsewhere.iter().any(|lits| !lits.is_empty()) {
        for value in 1..count {
            add(vec![!anywhere[value], anywhere[value - 1]]);
        }
    }
    if found.cells.is_empty() {
        for (first, second) in (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second))) {
            let atoms = [first, second].map(|atom| u32::try_from(atom).unwrap_or(u32::MAX));
            let Some(pairs) = exchanged(&found.sets, ty, atoms) else { continue };
            // Both occur, and what was read so far is the same after the exchange.
            let mut same = anywhere[second];
            for (own, other) in pairs {
                add(vec![!same, own, !other]);
                let equal = circuit.or(!own, other);
                same = circuit.and(same, equal);
            }
        }
    }
}

/// For each element that an exchange of two atoms changes, its literal and that of what it becomes; each two once. `None`
/// if it becomes something that is not an element.
fn exchanged(sets: &[&[(Lit, Concrete)]], ty: AtomId, atoms: [u32; 2]) -> Option<Vec<(Lit, Lit)>> {
    let mut pairs = Vec::new();
    for elements in sets {
        let places: HashMap<&Concrete, usize> = elements.iter().map(|(_, value)| value).zip(0..).collect();
        for (position, (lit, value)) in elements.iter().enumerate() {
            let other = *places.get(&exchange(value, ty, atoms))?;
            if position < other {
                pairs.push((*lit, elements[other].0));
            }
        }
    }
    Some(pairs)
}

/// The value with two atoms of a type exchanged.
fn exchange(value: &Concrete, ty: AtomId, [first, second]: [u32; 2]) -> Concrete {
    let all = |items: &[Concrete]| items.iter().map(|item| exchange(item, ty, [first, second])).collect::<Vec<_>>();
    match value {
        Concrete::Atom(own, id) if *own == ty && *id == first => Concrete::Atom(ty, second),
        Concrete::Atom(own, id) if *own == ty && *id == second => Concrete::Atom(ty, first),
        Concrete::None
        | Concrete::Bool(_)
        | Concrete::Int(_)
        | Concrete::Str(_)
        | Concrete::Member(..)
        | Concrete::Atom(..) => value.clone(),
        Concrete::Tuple(items) => Concrete::Tuple(all(items)),
        Concrete::Record(class, items) => Concrete::Record(*class, all(items)),
        Concrete::Node(class, items) => Concrete::Node(*class, all(items)),
        Concrete::List(items) => Concrete::List(all(items)),
        Concrete::Text(items) => Concrete::Text(all(items)),
        Concrete::Set { elements, frozen } => {
            let mut elements = all(elements);
            elements.sort();
            Concrete::Set { elements, frozen: *frozen }
        }
        Concrete::Dict(entries) => {
            let rename = |value: &Concrete| exchange(value, ty, [first, second]);
            Concrete::Dict(entries.iter().map(|(key, value)| (rename(key), rename(value))).collect())
        }
    }
}

/// Where the atoms of one type occur.
struct Occurrences<'a> {
    ty: AtomId,
    count: usize,
    /// For each cell, the literal of each value.
    cells: Vec<Vec<Lit>>,
    /// For each value, the elements of sets that hold it.
    elsewhere: Vec<Vec<Lit>>,
    /// All sets and lists without order.
    sets: Vec<&'a [(Lit, Concrete)]>,
}

impl<'a> Occurrences<'a> {
    fn place(&mut self, place: &'a Place) {
        match place {
            Place::Listed(values) => {
                let mut cell = vec![Lit::FALSE; self.count];
                let mut any = false;
                for (lit, value) in values {
                    if let Concrete::Atom(ty, id) = value
                        && *ty == self.ty
                    {
                        cell[*id as usize] = *lit;
                        any = true;
                    }
                }
                if any {
                    self.cells.push(cell);
                }
            }
            Place::Bits { .. } | Place::Node(_) => {}
            Place::Optional { inner, .. } => self.place(inner),
            Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| self.place(part)),
            Place::List(cells) | Place::Text(cells) | Place::Union(cells) => {
                cells.iter().for_each(|(_, cell)| self.place(cell));
            }
            Place::Nodes { pool, inner, .. } => {
                self.place(inner);
                let classes = pool.iter().flat_map(|node| &node.classes);
                classes.flat_map(|class| &class.fields).for_each(|field| self.place(field));
            }
            Place::Dict(entries) => entries.iter().for_each(|(_, key, value)| {
                self.place(key);
                self.place(value);
            }),
            Place::Unordered(elements, _) | Place::Set { elements, .. } => {
                self.sets.push(elements);
                for (lit, element) in elements {
                    let mut atoms = Vec::new();
                    atoms_of(element, self.ty, &mut atoms);
                    atoms.sort_unstable();
                    atoms.dedup();
                    atoms.into_iter().for_each(|atom| self.elsewhere[atom as usize].push(*lit));
                }
            }
        }
    }
}

/// The atoms of one type in a value, in order of occurrence.
pub fn atoms_of(value: &Concrete, ty: AtomId, atoms: &mut Vec<u32>) {
    match value {
        Concrete::Atom(own, id) if *own == ty => atoms.push(*id),
        Concrete::None
        | Concrete::Bool(_)
        | Concrete::Int(_)
        | Concrete::Str(_)
        | Concrete::Member(..)
        | Concrete::Atom(..) => {}
        Concrete::Tuple(items)
        | Concrete::Record(_, items)
        | Concrete::Node(_, items)
        | Concrete::List(items)
        | Concrete::Text(items) => {
            items.iter().for_each(|item| atoms_of(item, ty, atoms));
        }
        Concrete::Set { elements, .. } => elements.iter().for_each(|item| atoms_of(item, ty, atoms)),
        Concrete::Dict(entries) => entries.iter().for_each(|(key, value)| {
            atoms_of(key, ty, atoms);
            atoms_of(value, ty, atoms);
        }),
    }
}
