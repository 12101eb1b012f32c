//! Pairs up to renaming of atoms: one form for all pairs that differ only in names.
//!
//! Atoms in lists are numbered by first occurrence, as `compile::symmetry` does. Atoms that occur only in sets are told
//! apart by where they occur, refined until nothing changes; among those still alike all numberings are tried and the
//! least form is taken. Where these are many, as in the large scope, one atom is numbered at a time and the rest is refined
//! again, and atoms that can be exchanged are tried once.

use std::collections::{BTreeMap, BTreeSet};

use crate::Concrete;
use lang::problem::{AtomId, Side};

use crate::form::{Form, Forms};

/// Numberings tried at most without refining in between.
const MOST_NUMBERINGS: usize = 1_000;
/// Numberings tried at most with it. Beyond, two forms of one pair may differ; a pair is then at worst taken twice.
const MOST_REFINED: usize = 500;

type Numbering = BTreeMap<(AtomId, u32), u32>;

impl Forms {
    /// A pair that is the same for all that are renamings of each other and have outputs that Python calls equal: the
    /// order of entries in dicts of the output says nothing. A subproperty may go by it all the same.
    pub fn canonical(&self, pair: &[Concrete]) -> Vec<Concrete> {
        self.up_to_equality().as_ref().unwrap_or(self).exact(pair)
    }

    /// A pair that is the same for all that are renamings of each other.
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
            let mut search = Refining { forms: self, pair, best: None, tried: 0 };
            search.number(&mut numbering, &rest);
            return search.best.unwrap_or_else(|| pair.to_vec());
        }
        let mut best: Option<Vec<Concrete>> = None;
        number(&classes, &mut numbering, &mut |numbering| {
            let renamed = self.rename(pair, &|atom| numbering.get(&atom).copied().unwrap_or(atom.1));
            if best.as_ref().is_none_or(|best| renamed < *best) {
                best = Some(renamed);
            }
        });
        best.unwrap_or_else(|| pair.to_vec())
    }

    /// The pair with its lists without order sorted. Names stay.
    pub fn sorted(&self, pair: &[Concrete]) -> Vec<Concrete> {
        self.rename(pair, &|atom| atom.1)
    }

    fn rename(&self, pair: &[Concrete], number: &dyn Fn((AtomId, u32)) -> u32) -> Vec<Concrete> {
        pair.iter().zip(&self.params).map(|(value, (_, form))| rename(form, value, number)).collect()
    }
}

/// Numbers the atoms of lists in order; notes those of sets and of dicts without order.
fn ordered_atoms(form: &Form, value: &Concrete, numbering: &mut Numbering, rest: &mut BTreeSet<(AtomId, u32)>) {
    match (form, value) {
        (Form::Leaf, Concrete::Atom(ty, id)) => {
            let next = numbering.keys().filter(|(known, _)| known == ty).count();
            numbering.entry((*ty, *id)).or_insert_with(|| u32::try_from(next).unwrap_or(u32::MAX));
        }
        (Form::Optional(inner), value) => ordered_atoms(inner, value, numbering, rest),
        (Form::Parts(parts), Concrete::Tuple(values) | Concrete::Record(_, values)) => {
            parts.iter().zip(values).for_each(|(part, value)| ordered_atoms(part, value, numbering, rest));
        }
        (Form::List(element), Concrete::List(values)) => {
            values.iter().for_each(|value| ordered_atoms(element, value, numbering, rest));
        }
        (Form::Dict(key, value), Concrete::Dict(entries)) => {
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

/// Groups of atoms that nothing tells apart, in an order that does not depend on names.
fn classes(
    forms: &Forms,
    pair: &[Concrete],
    numbering: &Numbering,
    rest: &BTreeSet<(AtomId, u32)>,
) -> Vec<Vec<(AtomId, u32)>> {
    // The colour of an atom: its number, or its class so far.
    let mut colours: BTreeMap<(AtomId, u32), u32> = rest.iter().map(|atom| (*atom, 1_000_000)).collect();
    colours.extend(numbering.iter().map(|(atom, number)| (*atom, *number)));
    for _ in 0..rest.len() {
        let mut signatures: BTreeMap<(AtomId, u32), Vec<Concrete>> = BTreeMap::new();
        for atom in rest {
            // The pair as this atom sees it: itself marked, all others by their colour.
            let seen = forms.rename(pair, &|other| {
                if other == *atom { u32::MAX } else { colours.get(&other).copied().unwrap_or(0) }
            });
            signatures.insert(*atom, seen);
        }
        let mut kinds: Vec<(u32, &Vec<Concrete>)> =
            rest.iter().map(|atom| (colours[atom], &signatures[atom])).collect();
        kinds.sort();
        kinds.dedup();
        let next: BTreeMap<(AtomId, u32), u32> = rest
            .iter()
            .map(|atom| {
                let position = kinds.binary_search(&(colours[atom], &signatures[atom])).unwrap_or(0);
                (*atom, 1_000_000 + u32::try_from(position).unwrap_or(0))
            })
            .collect();
        let unchanged = rest.iter().all(|atom| next[atom] == colours[atom]);
        colours.extend(next);
        if unchanged {
            break;
        }
    }
    let mut groups: BTreeMap<(AtomId, u32), Vec<(AtomId, u32)>> = BTreeMap::new();
    for atom in rest {
        groups.entry((atom.0, colours[atom])).or_default().push(*atom);
    }
    groups.into_values().collect()
}

/// How many numberings keep the order of the classes.
fn numberings(classes: &[Vec<(AtomId, u32)>]) -> usize {
    let factorial = |number: usize| (1..=number).fold(1, usize::saturating_mul);
    classes.iter().fold(1, |product, class| product.saturating_mul(factorial(class.len())))
}

/// Numbers one atom at a time and refines the classes of the others each time.
struct Refining<'a> {
    forms: &'a Forms,
    pair: &'a [Concrete],
    best: Option<Vec<Concrete>>,
    tried: usize,
}

impl Refining<'_> {
    fn number(&mut self, numbering: &mut Numbering, rest: &BTreeSet<(AtomId, u32)>) {
        if self.tried >= MOST_REFINED {
            return;
        }
        let classes = classes(self.forms, self.pair, numbering, rest);
        let Some(class) = classes.first() else {
            self.tried += 1;
            let renamed = self.renamed(numbering, 0);
            if self.best.as_ref().is_none_or(|best| renamed < *best) {
                self.best = Some(renamed);
            }
            return;
        };
        let mut representatives: Vec<(AtomId, u32)> = Vec::new();
        for atom in class {
            if !representatives.iter().any(|other| self.are_twins(*atom, *other)) {
                representatives.push(*atom);
            }
        }
        let next = u32::try_from(numbering.keys().filter(|(ty, _)| *ty == class[0].0).count()).unwrap_or(u32::MAX);
        // What the pair looks like with this atom numbered and the others all alike tells some of them apart.
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

    /// The pair is the same with the two exchanged.
    fn are_twins(&self, one: (AtomId, u32), other: (AtomId, u32)) -> bool {
        let exchanged = |atom: (AtomId, u32)| match atom {
            atom if atom == one => other.1,
            atom if atom == other => one.1,
            (_, id) => id,
        };
        self.forms.rename(self.pair, &exchanged) == self.forms.rename(self.pair, &|atom| atom.1)
    }

    /// With the numbers so far, and another one for all that have none.
    fn renamed(&self, numbering: &Numbering, otherwise: u32) -> Vec<Concrete> {
        self.forms.rename(self.pair, &|atom| numbering.get(&atom).copied().unwrap_or(otherwise))
    }
}

/// Calls with every numbering that keeps the order of the classes.
fn number(classes: &[Vec<(AtomId, u32)>], numbering: &mut Numbering, visit: &mut dyn FnMut(&Numbering)) {
    let Some((class, later)) = classes.split_first() else {
        visit(numbering);
        return;
    };
    let Some(first) = class.first() else { return number(later, numbering, visit) };
    let next = numbering.keys().filter(|(ty, _)| *ty == first.0).count();
    for position in 0..class.len() {
        let mut rest = class.clone();
        let atom = rest.remove(position);
        numbering.insert(atom, u32::try_from(next).unwrap_or(u32::MAX));
        let remaining: Vec<Vec<(AtomId, u32)>> = std::iter::once(rest).chain(later.iter().cloned()).collect();
        let remaining: Vec<Vec<(AtomId, u32)>> = remaining.into_iter().filter(|class| !class.is_empty()).collect();
        number(&remaining, numbering, visit);
        numbering.remove(&atom);
    }
}

/// With other names, and lists without order sorted again: their order says nothing.
fn rename(form: &Form, value: &Concrete, number: &dyn Fn((AtomId, u32)) -> u32) -> Concrete {
    let all = |forms: &[Form], values: &[Concrete]| -> Vec<Concrete> {
        forms.iter().zip(values).map(|(form, value)| rename(form, value, number)).collect()
    };
    match (form, value) {
        (Form::Unordered, Concrete::List(items)) => {
            let mut items: Vec<Concrete> = items.iter().map(|item| item.rename(number)).collect();
            items.sort();
            Concrete::List(items)
        }
        (Form::Optional(inner), value) => rename(inner, value, number),
        (Form::Parts(parts), Concrete::Tuple(values)) => Concrete::Tuple(all(parts, values)),
        (Form::Parts(parts), Concrete::Record(class, values)) => Concrete::Record(*class, all(parts, values)),
        (Form::List(element), Concrete::List(values)) => {
            Concrete::List(values.iter().map(|value| rename(element, value, number)).collect())
        }
        (Form::Dict(key, value), Concrete::Dict(entries)) => {
            Concrete::Dict(entries.iter().map(|(k, v)| (rename(key, k, number), rename(value, v, number))).collect())
        }
        (Form::Entries(key, value), Concrete::Dict(entries)) => {
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

    /// A small generator, so that this crate needs no other.
    fn shuffle(ids: &mut [u32], seed: &mut u64) {
        for at in (1..ids.len()).rev() {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ids.swap(at, usize::try_from(*seed >> 33).expect("a number") % (at + 1));
        }
    }

    fn atom(id: u32) -> Concrete {
        Concrete::Atom(AtomId(0), id)
    }

    fn pair(edges: &[(u32, u32)], set: &[u32]) -> Vec<Concrete> {
        let edges = edges.iter().map(|(from, to)| Concrete::Tuple(vec![atom(*from), atom(*to)]));
        let set = set.iter().map(|id| atom(*id)).collect();
        vec![Concrete::List(edges.collect()), Concrete::Set { elements: set, frozen: false }]
    }

    #[test]
    fn entries_of_outputs_say_nothing_by_their_order() {
        let dict = Form::Dict(Box::new(Form::Leaf), Box::new(Form::Leaf));
        let words = Form::List(Box::new(Form::Leaf));
        let table = |entries: &[(u32, i64)]| {
            Concrete::Dict(entries.iter().map(|(id, number)| (atom(*id), Concrete::Int(*number))).collect())
        };
        let pair = |words: &[u32], entries: &[(u32, i64)]| {
            vec![Concrete::List(words.iter().map(|id| atom(*id)).collect()), table(entries)]
        };
        let one = pair(&[0, 1, 1], &[(0, 1), (1, 2)]);
        let (turned, renamed) = (pair(&[0, 1, 1], &[(1, 2), (0, 1)]), pair(&[2, 0, 0], &[(0, 2), (2, 1)]));
        let other = pair(&[0, 1, 1], &[(0, 2), (1, 1)]);
        let forms = Forms { params: vec![(Side::Input, words.clone()), (Side::Output, dict.clone())] };
        for same in [&turned, &renamed] {
            assert_eq!(forms.canonical(&one), forms.canonical(same));
            assert_ne!(forms.exact(&one), forms.exact(same));
        }
        assert_ne!(forms.canonical(&one), forms.canonical(&other));
        // What goes through an input may go by its order, and give another output.
        let forms = Forms { params: vec![(Side::Output, words), (Side::Input, dict)] };
        assert_ne!(forms.canonical(&one), forms.canonical(&turned));
    }

    #[test]
    fn many_atoms_that_are_alike_have_one_form() {
        let forms = Forms { params: vec![(Side::Input, Form::Unordered), (Side::Output, Form::Set)] };
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
        let known: BTreeSet<Vec<Concrete>> = different.iter().map(|pair| forms.canonical(pair)).collect();
        assert_eq!(known.len(), different.len());
        let mut seed = 1;
        for (number, pair) in different.iter().enumerate() {
            for _ in 0..20 {
                let mut ids: Vec<u32> = (0..10).collect();
                shuffle(&mut ids, &mut seed);
                let renamed: Vec<Concrete> =
                    pair.iter().map(|value| value.rename(&|(_, id)| ids[id as usize])).collect();
                assert_eq!(forms.canonical(&renamed), forms.canonical(pair), "{number}");
            }
        }
    }
}
