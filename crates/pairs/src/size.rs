//! The size order of pairs, which defines the smallest pair of a bucket.
//!
//! Pairs are compared by the number of elements, counted recursively; then by the elements of the input; then by distinct
//! atoms; then by the sum of absolute integers; then lexicographically, parameter by parameter. Every element of a list, set
//! or dict and every character of a string counts as one, and so do the elements inside it, and every node of a tree; the
//! parts of a tuple or record are not elements.
//!
//! In lexicographic order, a list comes before its extensions; of two sets, the one that contains the first element in which
//! they differ comes first; trees are compared node by node, a node before those inside it; and `None` comes before everything
//! else. Names do not matter: pairs are compared with their atoms
//! numbered as in `renaming`.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use lang::problem::{RecordId, Side};

use crate::Concrete;
use crate::nodes::rows;
use crate::structure::{PairStructure, ValueStructure, fields_of};

impl PairStructure {
    /// The number of elements, elements of the input and distinct atoms, and the sum of absolute integers.
    pub fn measure(&self, pair: &[Concrete]) -> [u64; 4] {
        measure(self.params.iter().map(|(side, _)| *side).zip(pair))
    }

    /// The size order. Pairs that are renamings of each other are equal.
    pub fn compare(&self, left: &[Concrete], right: &[Concrete]) -> Ordering {
        let measured = self.measure(left).cmp(&self.measure(right));
        measured.then_with(|| self.compare_exact(&self.exact(left), &self.exact(right)))
    }

    /// The size order of pairs that measure the same, given their [`PairStructure::exact`] forms.
    pub fn compare_exact(&self, left: &[Concrete], right: &[Concrete]) -> Ordering {
        let params = self.params.iter().zip(left.iter().zip(right));
        first_difference(params.map(|((_, form), (left, right))| lexicographic(form, left, right)))
    }
}

/// The number of elements, elements of the input and distinct atoms, and the sum of absolute integers.
pub fn measure<'a>(values: impl Iterator<Item = (Side, &'a Concrete)>) -> [u64; 4] {
    let mut measured = [0; 4];
    let mut atoms = BTreeSet::new();
    for (side, value) in values {
        let elements = count_elements(value);
        measured[0] += elements;
        if side == Side::Input {
            measured[1] += elements;
        }
        value.visit(&mut |inside| match inside {
            Concrete::Atom(ty, id) => {
                atoms.insert((*ty, *id));
            }
            Concrete::Int(number) => measured[3] += number.unsigned_abs(),
            _ => {}
        });
    }
    measured[2] = atoms.len() as u64;
    measured
}

/// Elements of a value, counted recursively.
pub fn count_elements(value: &Concrete) -> u64 {
    let here = u64::from(matches!(value, Concrete::Node(..)));
    here + value.len().unwrap_or(0) as u64 + value.children().map(count_elements).sum::<u64>()
}

fn lexicographic(form: &ValueStructure, left: &Concrete, right: &Concrete) -> Ordering {
    match (form, left, right) {
        (ValueStructure::Literals(values), ..) => {
            let position = |value: &Concrete| values.iter().position(|known| known == value);
            position(left).cmp(&position(right))
        }
        (ValueStructure::Optional(inner), ..) => match (left, right) {
            (Concrete::None, _) | (_, Concrete::None) => left.cmp(right),
            _ => lexicographic(inner, left, right),
        },
        (
            ValueStructure::Parts(structure),
            Concrete::Tuple(left) | Concrete::Record(_, left),
            Concrete::Tuple(right) | Concrete::Record(_, right),
        ) => {
            let parts = structure.iter().zip(left.iter().zip(right));
            first_difference(parts.map(|(form, (left, right))| lexicographic(form, left, right)))
        }
        (ValueStructure::Union(classes), Concrete::Record(one, left), Concrete::Record(other, right)) => {
            records(classes, (*one, left), (*other, right))
        }
        (ValueStructure::Nodes(classes, inner), ..) => {
            let (left, right) = (rows(left), rows(right));
            let rows = left.iter().zip(&right).enumerate();
            first_difference(rows.map(|(index, rows)| match rows {
                (Concrete::Node(one, left), Concrete::Node(other, right)) if index > 0 => {
                    records(classes, (*one, left), (*other, right))
                }
                (left, right) => lexicographic(inner, left, right),
            }))
        }
        (ValueStructure::List(element), Concrete::List(left), Concrete::List(right))
        | (ValueStructure::List(element), Concrete::Text(left), Concrete::Text(right)) => {
            let items = left.iter().zip(right).map(|(left, right)| lexicographic(element, left, right));
            first_difference(items).then(left.len().cmp(&right.len()))
        }
        (ValueStructure::Unordered(element), Concrete::List(left), Concrete::List(right)) => {
            let sorted = |items: &[Concrete]| -> Vec<Concrete> {
                items.iter().map(|item| element.reordered(item, &mut <[Concrete]>::sort)).collect()
            };
            sets(&sorted(left), &sorted(right))
        }
        (ValueStructure::Set, Concrete::Set { elements: left, .. }, Concrete::Set { elements: right, .. }) => {
            sets(left, right)
        }
        (ValueStructure::Dict(key, value), Concrete::Dict(left), Concrete::Dict(right)) => {
            let entries = left.iter().zip(right).map(|((k, v), (other_k, other_v))| {
                lexicographic(key, k, other_k).then_with(|| lexicographic(value, v, other_v))
            });
            first_difference(entries).then(left.len().cmp(&right.len()))
        }
        _ => left.cmp(right),
    }
}

/// Records by their class, in the order of the types, then by their fields.
fn records(
    classes: &[(RecordId, Vec<ValueStructure>)],
    (one, left): (RecordId, &[Concrete]),
    (other, right): (RecordId, &[Concrete]),
) -> Ordering {
    if one != other {
        let position = |class: RecordId| classes.iter().position(|(known, _)| *known == class);
        return position(one).cmp(&position(other));
    }
    let parts = fields_of(classes, one).iter().zip(left.iter().zip(right));
    first_difference(parts.map(|(form, (left, right))| lexicographic(form, left, right)))
}

/// The set that contains the first element in which they differ comes first.
fn sets(left: &[Concrete], right: &[Concrete]) -> Ordering {
    let sorted = |items: &[Concrete]| {
        let mut items = items.to_vec();
        items.sort();
        items
    };
    let (left, right) = (sorted(left), sorted(right));
    let items = left.iter().zip(&right).map(|(left, right)| left.cmp(right));
    first_difference(items).then(right.len().cmp(&left.len()))
}

fn first_difference(mut parts: impl Iterator<Item = Ordering>) -> Ordering {
    parts.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use lang::problem::AtomId;

    use super::*;

    fn atoms(ids: &[u32]) -> Vec<Concrete> {
        ids.iter().map(|id| Concrete::Atom(AtomId(0), *id)).collect()
    }

    fn set(ids: &[u32]) -> Concrete {
        Concrete::Set { elements: atoms(ids), frozen: false }
    }

    #[test]
    fn the_order_is_the_documented_one() {
        let structure = PairStructure {
            params: vec![
                (Side::Input, ValueStructure::List(Box::new(ValueStructure::Leaf))),
                (Side::Output, ValueStructure::List(Box::new(ValueStructure::Leaf))),
            ],
        };
        let ints = |numbers: &[i64]| Concrete::List(numbers.iter().map(|number| Concrete::Int(*number)).collect());
        let list = |ids: &[u32]| Concrete::List(atoms(ids));
        // Each is smaller than the next.
        let ascending = [
            [list(&[]), list(&[])],
            [list(&[]), list(&[3])],
            [ints(&[0]), list(&[])],
            [ints(&[0]), ints(&[0])],
            [ints(&[-1]), ints(&[0])],
            [ints(&[0]), ints(&[-1])],
            [ints(&[0]), ints(&[1])],
            [list(&[2]), list(&[2])],
            [list(&[0]), list(&[1])],
        ];
        for pairs in ascending.windows(2) {
            assert_eq!(structure.compare(&pairs[0], &pairs[1]), Ordering::Less, "{pairs:?}");
            assert_eq!(structure.compare(&pairs[1], &pairs[0]), Ordering::Greater, "{pairs:?}");
        }
        assert_eq!(structure.compare(&[list(&[4]), list(&[7])], &[list(&[1]), list(&[0])]), Ordering::Equal);
    }

    #[test]
    fn of_two_sets_the_one_with_the_first_difference_comes_first() {
        let order = |left: &[u32], right: &[u32]| lexicographic(&ValueStructure::Set, &set(left), &set(right));
        assert_eq!(order(&[0, 1], &[0]), Ordering::Less);
        assert_eq!(order(&[0], &[1, 2]), Ordering::Less);
        assert_eq!(order(&[1], &[0]), Ordering::Greater);
        let literals = ValueStructure::Literals(vec![Concrete::Int(2), Concrete::Int(1)]);
        assert_eq!(lexicographic(&literals, &Concrete::Int(2), &Concrete::Int(1)), Ordering::Less);
        let optional = ValueStructure::Optional(Box::new(literals));
        assert_eq!(lexicographic(&optional, &Concrete::None, &Concrete::Int(2)), Ordering::Less);
    }
}
