//! The values that a pair holds.
//!
//! A value is plain data: it knows neither the evaluator nor circuits. The rest of the workspace looks inside with
//! [`Concrete::children`], [`Concrete::visit`] and [`Concrete::map`]; only code that treats kinds of values differently
//! matches on them.

use std::collections::BTreeMap;

use lang::problem::{AtomId, RecordId};
use lang::types::Literal;

/// A value that a pair can hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Concrete {
    None,
    Bool(bool),
    Int(i64),
    Str(std::sync::Arc<str>),
    /// A member of an enumeration: its class, its position and its name.
    Member(RecordId, u16, std::sync::Arc<str>),
    Atom(AtomId, u32),
    Tuple(Vec<Concrete>),
    Record(RecordId, Vec<Concrete>),
    /// A record that can hold records of its own kind.
    Node(RecordId, Vec<Concrete>),
    List(Vec<Concrete>),
    /// A string of a pair: its characters, each a `Str`. A `Literal` is a `Str` as a whole.
    Text(Vec<Concrete>),
    /// In ascending order.
    Set {
        elements: Vec<Concrete>,
        frozen: bool,
    },
    /// In order of insertion.
    Dict(Vec<(Concrete, Concrete)>),
}

impl From<&Literal> for Concrete {
    fn from(literal: &Literal) -> Self {
        match literal {
            Literal::Bool(truth) => Self::Bool(*truth),
            Literal::Int(number) => Self::Int(*number),
            Literal::Str(text) => Self::Str(text.clone()),
            Literal::Member(class, index, name) => Self::Member(*class, *index, name.clone()),
        }
    }
}

impl Concrete {
    /// A set of these, in ascending order.
    pub fn set(mut elements: Vec<Self>, frozen: bool) -> Self {
        elements.sort();
        Self::Set { elements, frozen }
    }

    /// A string of a pair.
    pub fn text(text: &str) -> Self {
        Self::Text(text.chars().map(|c| Self::Str(c.to_string().into())).collect())
    }

    /// The string that a value is; `None` for other values.
    pub fn as_text(&self) -> Option<String> {
        match self {
            Self::Str(text) => Some(text.to_string()),
            Self::Text(characters) => characters.iter().map(Self::as_text).collect(),
            _ => None,
        }
    }

    /// The elements of a list, or the characters of a string.
    pub fn row_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::List(items) | Self::Text(items) => Some(items),
            _ => None,
        }
    }

    /// The values directly inside, in order; the entries of a dict are keys and values in turn.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        let (items, entries): (&[Self], &[(Self, Self)]) = match self {
            Self::None | Self::Bool(_) | Self::Int(_) | Self::Str(_) | Self::Member(..) | Self::Atom(..) => (&[], &[]),
            Self::Tuple(items)
            | Self::Record(_, items)
            | Self::Node(_, items)
            | Self::List(items)
            | Self::Text(items)
            | Self::Set { elements: items, .. } => (items, &[]),
            Self::Dict(entries) => (&[], entries),
        };
        items.iter().chain(entries.iter().flat_map(|(key, value)| [key, value]))
    }

    /// The same as [`Self::children`], to be changed. Elements of a set that were changed may be out of order.
    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let (items, entries): (&mut [Self], &mut [(Self, Self)]) = match self {
            Self::None | Self::Bool(_) | Self::Int(_) | Self::Str(_) | Self::Member(..) | Self::Atom(..) => {
                (&mut [], &mut [])
            }
            Self::Tuple(items)
            | Self::Record(_, items)
            | Self::Node(_, items)
            | Self::List(items)
            | Self::Text(items)
            | Self::Set { elements: items, .. } => (items, &mut []),
            Self::Dict(entries) => (&mut [], entries),
        };
        items.iter_mut().chain(entries.iter_mut().flat_map(|(key, value)| [key, value]))
    }

    /// The same value with each child replaced. A set is sorted again.
    #[must_use]
    pub fn map(&self, mut child: impl FnMut(&Self) -> Self) -> Self {
        let mut all = |items: &[Self]| -> Vec<Self> { items.iter().map(&mut child).collect() };
        match self {
            Self::None | Self::Bool(_) | Self::Int(_) | Self::Str(_) | Self::Member(..) | Self::Atom(..) => {
                self.clone()
            }
            Self::Tuple(items) => Self::Tuple(all(items)),
            Self::Record(class, items) => Self::Record(*class, all(items)),
            Self::Node(class, items) => Self::Node(*class, all(items)),
            Self::List(items) => Self::List(all(items)),
            Self::Text(items) => Self::Text(all(items)),
            Self::Set { elements, frozen } => Self::set(all(elements), *frozen),
            Self::Dict(entries) => Self::Dict(entries.iter().map(|(key, value)| (child(key), child(value))).collect()),
        }
    }

    /// Whether a value of this kind cannot hold others.
    pub fn is_leaf(&self) -> bool {
        matches!(self, Self::None | Self::Bool(_) | Self::Int(_) | Self::Str(_) | Self::Member(..) | Self::Atom(..))
    }

    /// The number of elements of a list or set, of characters of a string, or of entries of a dict; `None` for values that
    /// are not collections.
    #[expect(clippy::len_without_is_empty, reason = "a value that is not a collection is neither empty nor not")]
    pub fn len(&self) -> Option<usize> {
        match self {
            Self::List(items) | Self::Text(items) | Self::Set { elements: items, .. } => Some(items.len()),
            Self::Dict(entries) => Some(entries.len()),
            _ => None,
        }
    }

    /// Visits the value and everything inside it, outermost first.
    pub fn visit(&self, visitor: &mut dyn FnMut(&Self)) {
        visitor(self);
        self.children().for_each(|child| child.visit(visitor));
    }

    /// Whether the value or something inside it satisfies a condition.
    pub fn any(&self, is_wanted: &dyn Fn(&Self) -> bool) -> bool {
        is_wanted(self) || self.children().any(|child| child.any(is_wanted))
    }

    /// Visits the atoms, in order.
    pub fn visit_atoms(&self, visitor: &mut dyn FnMut(AtomId, u32)) {
        self.visit(&mut |value| {
            if let Self::Atom(ty, id) = value {
                visitor(*ty, *id);
            }
        });
    }

    /// The value with its atoms renumbered.
    #[must_use]
    pub fn rename(&self, number: &dyn Fn((AtomId, u32)) -> u32) -> Self {
        match self {
            Self::Atom(ty, id) => Self::Atom(*ty, number((*ty, *id))),
            other => other.map(|child| child.rename(number)),
        }
    }
}

/// Renumbers the atoms of a pair in the order in which a reader encounters them. Only names change.
pub fn in_reading_order(pair: &[Concrete]) -> Vec<Concrete> {
    let mut numbering: BTreeMap<(AtomId, u32), u32> = BTreeMap::new();
    let mut visit = |ty: AtomId, id: u32| {
        let next = numbering.keys().filter(|(known, _)| *known == ty).count();
        numbering.entry((ty, id)).or_insert_with(|| u32::try_from(next).unwrap_or(u32::MAX));
    };
    pair.iter().for_each(|value| value.visit_atoms(&mut visit));
    pair.iter().map(|value| value.rename(&|atom| numbering.get(&atom).copied().unwrap_or(atom.1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Concrete {
        let atom = |id| Concrete::Atom(AtomId(0), id);
        Concrete::Tuple(vec![
            Concrete::set(vec![atom(2), atom(0)], false),
            Concrete::Dict(vec![(atom(2), Concrete::List(vec![Concrete::Int(7), Concrete::None]))]),
        ])
    }

    #[test]
    fn a_visit_covers_everything_in_order() {
        let mut seen = Vec::new();
        sample().visit(&mut |value| seen.push(format!("{value:?}").chars().take(5).collect::<String>()));
        let expected = ["Tuple", "Set {", "Atom(", "Atom(", "Dict(", "Atom(", "List(", "Int(7", "None"];
        assert_eq!(seen, expected);
    }

    #[test]
    fn sets_are_sorted_again() {
        let turned = sample().rename(&|(_, id)| 9 - id);
        let Concrete::Tuple(parts) = &turned else { panic!("a tuple") };
        assert_eq!(parts[0], Concrete::set(vec![Concrete::Atom(AtomId(0), 7), Concrete::Atom(AtomId(0), 9)], false));
        assert_eq!(turned.rename(&|(_, id)| 9 - id), sample());
    }

    #[test]
    fn names_are_in_reading_order() {
        let atom = |id| Concrete::Atom(AtomId(0), id);
        let list = |ids: &[u32]| Concrete::List(ids.iter().map(|id| atom(*id)).collect());
        assert_eq!(in_reading_order(&[list(&[5, 3]), list(&[3, 9])]), [list(&[0, 1]), list(&[1, 2])]);
    }
}
