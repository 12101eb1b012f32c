//! Shrinks a pair without leaving its bucket.
//!
//! People learn from the smallest pair that shows a mistake, so a pair that was drawn or walked to is reduced before anyone
//! sees it. The method is greedy descent: list every pair that a single edit makes smaller in the size order, smallest
//! first, move to the first one that `eval` puts into the same bucket, and start over.
//!
//! Greedy descent gets stuck in local minima if edits are too simple: deleting an element of the input alone usually leaves
//! the bucket, because the output still mentions it. Hence the compound edits, which delete one element from each of two
//! containers, everything that contains an atom, a list element together with all numbers that refer to its position, or a
//! row and a column of every matrix. Unlike Hypothesis, which shrinks the random choices that produced a value, this works
//! on the value itself: pairs also come from the solver, and no choices produced those.
//!
//! Invariant: no single edit listed by [`smaller`] leads from the result to a smaller pair of the bucket. Guarded by
//! `tests/shrinking.rs`, which also measures how often the true minimum is reached.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use lang::problem::AtomId;
use lang::scope::{Domain, Scope};
use pairs::{Bucket, Concrete, PairEvaluator, PairStructure};

use crate::matrix_edits::{is_nested, remove_row_and_cells};
use crate::positions::{remove_row_number, remove_with_positions};
use crate::sites::{Path, get, get_mut, remove, remove_containing, sites, tidy};
use crate::tree_edits::{children, replace_all};

/// Domains with at most this many values are tried completely when a value is replaced.
const MOST_TRIED: usize = 64;

/// A locally minimal pair of the bucket, reached from this one.
pub fn shrink(
    scope: &Scope,
    structure: &PairStructure,
    evaluator: &mut PairEvaluator<'_>,
    pair: &[Concrete],
    bucket: Bucket,
) -> Vec<Concrete> {
    let mut here = pair.to_vec();
    loop {
        let next = descent(scope, structure, &here).find(|next| evaluator.is_in(next, bucket));
        match next {
            Some(next) => here = next,
            None => return here,
        }
    }
}

/// All smaller pairs inside the scope that are a single edit away, smallest first.
///
/// An edit deletes an element, or one from each of two containers; deletes everything that contains an atom; deletes one or
/// two elements of a list together with everything that mentions their positions; deletes a row and a column of all lists of
/// lists; renames an atom to another one, or changes a number to another one wherever it occurs; replaces a value by another
/// one of its domain or of the pair; swaps or moves elements of a list; replaces a subtree by one inside it or by nothing, once,
/// everywhere, or together with one of another parameter.
pub fn smaller(scope: &Scope, structure: &PairStructure, pair: &[Concrete]) -> Vec<Vec<Concrete>> {
    descent(scope, structure, pair).collect()
}

/// The same one by one: comparing pairs of equal measure is expensive, and seldom needed.
fn descent(scope: &Scope, structure: &PairStructure, pair: &[Concrete]) -> impl Iterator<Item = Vec<Concrete>> {
    let mut edits = Edits { scope, pair, sites: sites(scope, pair), found: BTreeSet::new() };
    edits.deletions();
    edits.atoms();
    edits.numbers();
    edits.rows();
    edits.positions();
    edits.replacements();
    edits.orders();
    edits.trees();
    let measured = structure.measure(pair);
    let sizes = edits.found.into_iter().map(|edited| (structure.measure(&edited), edited));
    let mut found: Vec<([u64; 4], Vec<Concrete>)> = sizes.filter(|(size, _)| *size <= measured).collect();
    found.sort();
    let exact = OnceCell::new();
    found.into_iter().filter_map(move |(size, edited)| {
        let is_smaller = size < measured || {
            let exact = exact.get_or_init(|| structure.exact(pair));
            structure.compare_exact(&structure.exact(&edited), exact) == Ordering::Less
        };
        is_smaller.then_some(edited)
    })
}

struct Edits<'a> {
    scope: &'a Scope,
    pair: &'a [Concrete],
    sites: Vec<(Path, &'a Domain)>,
    found: BTreeSet<Vec<Concrete>>,
}

impl Edits<'_> {
    fn add(&mut self, edit: impl FnOnce(&mut Vec<Concrete>) -> Option<()>) {
        let mut edited = self.pair.to_vec();
        if edit(&mut edited).is_some()
            && let Some(edited) = tidy(self.scope, edited)
            && edited != self.pair
        {
            self.found.insert(edited);
        }
    }

    /// The elements of all containers: the address of the container, and the position.
    fn elements(&self) -> Vec<(Path, usize)> {
        let mut elements = Vec::new();
        let mut seen = BTreeSet::new();
        for (path, domain) in &self.sites {
            if matches!(domain, Domain::Optional(_)) || !seen.insert(path) {
                continue;
            }
            let number = get(self.pair, path).and_then(Concrete::len).unwrap_or(0);
            elements.extend((0..number).map(|position| (path.clone(), position)));
        }
        elements
    }

    fn deletions(&mut self) {
        let elements = self.elements();
        for (index, (path, position)) in elements.iter().enumerate() {
            self.add(|pair| {
                remove(get_mut(pair, path)?, *position);
                Some(())
            });
            for (other, place) in &elements[index + 1..] {
                // Of two elements of one container, the later one is deleted first; nothing inside a deleted element is.
                let inside = |inner: &Path, outer: &Path, position: usize| {
                    inner.len() > outer.len() && inner.starts_with(outer) && inner[outer.len()] >= position
                };
                if inside(other, path, *position) {
                    continue;
                }
                self.add(|pair| {
                    remove(get_mut(pair, other)?, *place);
                    remove(get_mut(pair, path)?, *position);
                    Some(())
                });
            }
        }
    }

    fn atoms(&mut self) {
        let mut known: BTreeSet<(AtomId, u32)> = BTreeSet::new();
        self.pair.iter().for_each(|value| {
            value.visit_atoms(&mut |ty, id| {
                known.insert((ty, id));
            });
        });
        for (ty, from) in &known {
            self.add(|pair| {
                let is_gone = |part: &Concrete| *part == Concrete::Atom(*ty, *from);
                pair.iter_mut().for_each(|value| remove_containing(value, &is_gone));
                Some(())
            });
            for (_, to) in known.iter().filter(|(own, to)| own == ty && to != from) {
                let rename = |atom: (AtomId, u32)| if atom == (*ty, *from) { *to } else { atom.1 };
                self.add(|pair| {
                    pair.iter_mut().for_each(|value| *value = value.rename(&rename));
                    Some(())
                });
            }
        }
    }

    fn numbers(&mut self) {
        let ints: Vec<(Path, i64)> = self
            .sites
            .iter()
            .filter_map(|(path, _)| match get(self.pair, path) {
                Some(Concrete::Int(number)) => Some((path.clone(), *number)),
                _ => None,
            })
            .collect();
        let known: BTreeSet<i64> = ints.iter().map(|(_, number)| *number).collect();
        for from in &known {
            for to in nearer(*from).into_iter().chain(known.iter().copied()) {
                for all in [false, true] {
                    self.add(|pair| {
                        for (path, number) in &ints {
                            if number == from || (all && number >= from) {
                                *get_mut(pair, path)? = Concrete::Int(number + to - from);
                            }
                        }
                        Some(())
                    });
                }
            }
        }
    }

    fn rows(&mut self) {
        let nested: Vec<usize> = (0..self.pair.len()).filter(|param| is_nested(&self.scope.params[*param])).collect();
        let mut values = BTreeSet::new();
        for param in &nested {
            self.pair[*param].visit(&mut |leaf| {
                values.insert(leaf.clone());
            });
        }
        let most = nested.iter().filter_map(|param| self.pair[*param].len()).max().unwrap_or(0);
        for place in 0..most {
            self.add(|pair| remove_row_number(pair, &nested, place));
            for gone in values.iter().map(Some).chain([None]) {
                self.add(|pair| {
                    nested.iter().for_each(|param| {
                        remove_row_and_cells(&mut pair[*param], place, gone);
                    });
                    Some(())
                });
            }
        }
    }

    fn positions(&mut self) {
        for param in 0..self.pair.len() {
            let (Concrete::List(items) | Concrete::Text(items)) = &self.pair[param] else { continue };
            for first in 0..items.len() {
                for number in 1..=2 {
                    self.add(|pair| remove_with_positions(pair, param, first, number));
                }
            }
        }
    }

    fn replacements(&mut self) {
        for (path, domain) in self.sites.clone() {
            let Some(now) = get(self.pair, &path) else { continue };
            let mut others: BTreeSet<Concrete> = self
                .sites
                .iter()
                .filter(|(_, own)| *own == domain)
                .filter_map(|(path, _)| get(self.pair, path).cloned())
                .collect();
            if matches!(domain, Domain::Optional(_)) {
                others.insert(Concrete::None);
            }
            if let Concrete::Int(number) = now {
                others.extend(nearer(*number).into_iter().map(Concrete::Int));
            }
            others.extend(pairs::domain::values(domain, &self.scope.atoms, MOST_TRIED).unwrap_or_default());
            for other in others {
                self.add(|pair| {
                    *get_mut(pair, &path)? = other;
                    Some(())
                });
            }
        }
    }

    /// Replaces subtrees by one inside them or by nothing: everywhere, and in two places at once.
    fn trees(&mut self) {
        let is_node = |path: &Path| matches!(get(self.pair, path), Some(Concrete::Node(..)));
        let nodes: Vec<Path> = self
            .sites
            .iter()
            .filter(|(path, domain)| matches!(domain, Domain::Node(_)) && is_node(path))
            .map(|(path, _)| path.clone())
            .collect();
        let smaller = |path: &Path| -> Vec<Concrete> {
            let inside = get(self.pair, path).map(children).unwrap_or_default();
            inside.into_iter().cloned().chain([Concrete::None]).collect()
        };
        let all: Vec<(Path, Vec<Concrete>)> = nodes.iter().map(|path| (path.clone(), smaller(path))).collect();
        for (index, (path, news)) in all.iter().enumerate() {
            let Some(old) = get(self.pair, path).cloned() else { continue };
            for new in news {
                self.add(|pair| {
                    pair.iter_mut().for_each(|value| replace_all(value, &old, new));
                    Some(())
                });
                for (other, others) in all[index + 1..].iter().filter(|(other, _)| other[0] != path[0]) {
                    for second in others {
                        self.add(|pair| {
                            *get_mut(pair, path)? = new.clone();
                            *get_mut(pair, other)? = second.clone();
                            Some(())
                        });
                    }
                }
            }
        }
    }

    fn orders(&mut self) {
        for (path, _) in self.sites.clone() {
            let number = match get(self.pair, &path) {
                Some(Concrete::List(items) | Concrete::Text(items)) => items.len(),
                Some(Concrete::Dict(entries)) => entries.len(),
                _ => continue,
            };
            for one in 0..number {
                for other in (0..number).filter(|other| *other != one) {
                    self.add(|pair| {
                        match get_mut(pair, &path)? {
                            Concrete::List(items) | Concrete::Text(items) => items.swap(one, other),
                            Concrete::Dict(entries) => entries.swap(one, other),
                            _ => return None,
                        }
                        Some(())
                    });
                    self.add(|pair| {
                        let items = get_mut(pair, &path)?.row_mut()?;
                        let item = items.remove(one);
                        items.insert(other, item);
                        Some(())
                    });
                }
            }
        }
    }
}

/// Numbers closer to zero, and the opposite number.
fn nearer(number: i64) -> Vec<i64> {
    [0, number / 2, number - number.signum(), -number].into_iter().filter(|other| *other != number).collect()
}
