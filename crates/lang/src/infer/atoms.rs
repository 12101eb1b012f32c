//! Atoms have equality and a hash and nothing else: errors of other uses, and where comparisons reach an atom.

use crate::diagnostic::Code;
use crate::problem::AtomId;

use super::Inference;
use super::faults::{InferResult, OperationError};
use super::heap::ObjectKind;
use super::shapes::Shape;
use super::value::{Item, Val};

/// Containers nested deeper than this are not looked into.
const MAX_DEPTH: u32 = 6;

impl<'a> Inference<'a> {
    /// The fault of doing with an atom what only numbers allow.
    pub fn atom_arithmetic(&self, atom: AtomId) -> OperationError<'a> {
        let name = self.atom_name(atom);
        let label = format!("is {}, which only has equality", noun(name));
        OperationError::new(Code::AtomOrdered, "atoms have no arithmetic", label, number_help(name))
    }

    /// The fault of asking an atom for something it does not have. `what` goes on: `an atom …`.
    pub fn atom_fault(&self, atom: AtomId, what: &str, help: &str) -> OperationError<'a> {
        let label = format!("is {}, which only has equality", noun(self.atom_name(atom)));
        OperationError::new(Code::AtomOrdered, format!("an atom {what}"), label, help)
    }

    /// The fault of ordering values in which these atoms are met.
    pub fn atom_ordered(&self, atom: AtomId, inside: bool) -> OperationError<'a> {
        let name = self.atom_name(atom);
        let label = if inside {
            format!("holds `{name}` values, which only have equality")
        } else {
            format!("is {}, which only has equality", noun(name))
        };
        OperationError::new(Code::AtomOrdered, "atoms cannot be ordered", label, number_help(name))
    }

    /// Checks that a value may stand where only its truth counts.
    pub fn truth(&mut self, val: Val) -> InferResult<'a> {
        if let Some(atom) = self.only_atoms(val) {
            let label = format!("is {}, which only has equality", noun(self.atom_name(atom)));
            return Err(truth_fault(label));
        }
        Ok(Val::BOOL)
    }

    /// The same for the elements of an iterable.
    pub fn truth_of_elements(&mut self, elements: Val) -> InferResult<'a> {
        if let Some(atom) = self.only_atoms(elements) {
            let label = format!("holds `{}` values, which only have equality", self.atom_name(atom));
            return Err(truth_fault(label));
        }
        Ok(Val::BOOL)
    }

    /// An atom type, if the value can be nothing but atoms.
    pub fn only_atoms(&self, val: Val) -> Option<AtomId> {
        let items = self.values.items(val);
        let first = match items.first() {
            Some(Item::Atom(id)) => *id,
            _ => return None,
        };
        items.iter().all(|item| matches!(item, Item::Atom(_))).then_some(first)
    }

    /// An atom type that is always met when two such values are put in order.
    pub fn atom_in_order(&mut self, left: Val, right: Val) -> Option<(AtomId, bool)> {
        self.atom_in_order_at(left, right, 0)
    }

    fn atom_in_order_at(&mut self, left: Val, right: Val, depth: u32) -> Option<(AtomId, bool)> {
        if depth > MAX_DEPTH || left.is_unknown() || right.is_unknown() {
            return None;
        }
        let mut found = None;
        for a in self.values.items(left).iter() {
            for b in self.values.items(right).iter() {
                self.spend(1);
                found = Some(self.atom_in_items(*a, *b, depth)?);
            }
        }
        found
    }

    fn atom_in_items(&mut self, a: Item, b: Item, depth: u32) -> Option<(AtomId, bool)> {
        let inside = |found: (AtomId, bool)| (found.0, true);
        match (self.shape(a), self.shape(b)) {
            (Shape::Atom(id), _) | (_, Shape::Atom(id)) => Some((id, false)),
            (Shape::Object(a, k), Shape::Object(b, l))
                if (k.is_list() && l.is_list()) || (k, l) == (ObjectKind::TupleOf, ObjectKind::TupleOf) =>
            {
                let (a, b) = (self.load(a, 0), self.load(b, 0));
                self.atom_in_order_at(a, b, depth + 1).map(inside)
            }
            (Shape::Dataclass(a, true), Shape::Dataclass(b, true)) if a == b => {
                let fields = self.fields(a);
                fields.into_iter().find_map(|field| self.atom_in_order_at(field, field, depth + 1)).map(inside)
            }
            (a, b) => {
                let (a, b) = (self.positions(a)?, self.positions(b)?);
                a.into_iter().zip(b).find_map(|(a, b)| self.atom_in_order_at(a, b, depth + 1)).map(inside)
            }
        }
    }

    /// Whether comparing two such values always compares an atom with something that is not an atom of its type.
    pub fn clash(&mut self, left: Val, right: Val) -> bool {
        self.clash_at(left, right, 0)
    }

    fn clash_at(&mut self, left: Val, right: Val, depth: u32) -> bool {
        let unclear = left.is_bottom() || right.is_bottom() || depth > MAX_DEPTH;
        if unclear || left.is_unknown() || right.is_unknown() {
            return false;
        }
        let (left, right) = (self.values.items(left), self.values.items(right));
        left.iter().all(|a| right.iter().all(|b| self.clash_items(*a, *b, depth)))
    }

    fn clash_items(&mut self, a: Item, b: Item, depth: u32) -> bool {
        self.spend(1);
        match (self.shape(a), self.shape(b)) {
            (Shape::Atom(a), Shape::Atom(b)) => a != b,
            (Shape::Atom(_), other) | (other, Shape::Atom(_)) => {
                matches!(other, Shape::Bool | Shape::Int | Shape::Str)
            }
            (Shape::Object(a, k), Shape::Object(b, l)) if comparable(k, l) => {
                let cells = self.cell_count(a).min(self.cell_count(b));
                (0..cells).any(|index| {
                    let (a, b) = (self.load(a, index), self.load(b, index));
                    self.clash_at(a, b, depth + 1)
                })
            }
            (a, b) => match (self.positions(a), self.positions(b)) {
                (Some(a), Some(b)) if a.len() == b.len() => {
                    a.into_iter().zip(b).any(|(a, b)| self.clash_at(a, b, depth + 1))
                }
                _ => false,
            },
        }
    }

    /// The fault of comparing what clashes. `constant`: one side is written out in the program.
    pub fn clash_fault(&self, left: Val, right: Val, constant: bool) -> OperationError<'a> {
        let (left, right) = (self.atom_of(left), self.atom_of(right));
        let name = left.or(right).map_or("Atom", |atom| self.atom_name(atom));
        let label = format!("cannot be compared with {}", noun(name));
        if left.is_some() && right.is_some() && left != right {
            let help = "values of two atom types never mean the same; use one type for both, or compare something else";
            return OperationError::new(Code::AtomConstant, "atoms of different types are compared", label, help);
        }
        let other = if constant { "a constant" } else { "something that is not an atom" };
        let message = format!("an atom is compared with {other}");
        let help = format!(
            "{} is just a name; compare it with values of the pair, or declare a `Literal` or \
             `{name} = NewType(\"{name}\", int)`",
            noun(name)
        );
        OperationError::new(Code::AtomConstant, message, label, help)
    }

    /// An atom type that a value may be or hold.
    pub fn atom_of(&self, val: Val) -> Option<AtomId> {
        self.values.items(val).iter().find_map(|item| self.atom_within(*item, 0))
    }

    fn atom_within(&self, item: Item, depth: u32) -> Option<AtomId> {
        let look = |val: Val| self.values.items(val).iter().find_map(|item| self.atom_within(*item, depth + 1));
        match item {
            Item::Atom(id) => Some(id),
            Item::Object(site) if depth <= MAX_DEPTH => {
                (0..self.cell_count(site)).find_map(|index| look(self.peek(site, index)))
            }
            Item::Record(id) if depth <= MAX_DEPTH => {
                self.records[usize::from(id.0)].fields.iter().find_map(|cell| look(self.peek_cell(*cell)))
            }
            _ => None,
        }
    }
}

/// Kinds that can be equal, and are compared cell by cell.
fn comparable(a: ObjectKind, b: ObjectKind) -> bool {
    (a == b && !matches!(a, ObjectKind::Tuple | ObjectKind::Values | ObjectKind::Iterator | ObjectKind::SetIterator))
        || (a.is_list() && b.is_list())
        || (a.is_mapping() && b.is_mapping())
        || (a.is_set_like() && b.is_set_like() && a != ObjectKind::Items && b != ObjectKind::Items)
}

fn truth_fault<'a>(label: String) -> OperationError<'a> {
    let help = "compare it with `==`, or with `is None` where it may be missing";
    OperationError::new(Code::AtomOrdered, "atoms have no truth value", label, help)
}

fn number_help(name: &str) -> String {
    let noun = noun(name);
    format!(
        "{noun} is just a name; if its value matters, declare a bounded integer: `{name} = NewType(\"{name}\", int)`"
    )
}

/// ``a `Vertex` ``, ``an `Item` ``
pub(super) fn noun(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} `{name}`")
}
