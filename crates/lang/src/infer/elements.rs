//! Iterating over values, unpacking them, and using them as keys.

use crate::ast::Expr;
use crate::diagnostic::Code;

use super::Inference;
use super::faults::{InferResult, OperationError, Tally};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Item, Val};

/// The parts of an unpacked value.
#[derive(Debug)]
pub(super) struct Parts {
    pub before: Vec<Val>,
    /// What a starred target takes, all together.
    pub middle: Val,
    pub after: Vec<Val>,
}

/// How many parts are wanted: before, and after a star if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub before: usize,
    pub star: bool,
    pub after: usize,
}

impl<'a> Inference<'a> {
    /// Applies an operation to everything the value may be.
    pub fn each(&mut self, val: Val, mut op: impl FnMut(&mut Self, Item) -> InferResult<'a>) -> InferResult<'a> {
        let mut tally = Tally::new();
        for item in self.values.items(val).iter() {
            let outcome = match item {
                Item::Unknown => Ok(Val::UNKNOWN),
                // The class of an enumeration is a container as well.
                Item::RecordClass(id) if self.is_enum(*id) => Ok(op(self, *item).unwrap_or(Val::UNKNOWN)),
                _ => op(self, *item),
            };
            tally.add(self, outcome);
        }
        tally.finish()
    }

    /// The elements of an iterable.
    pub fn elements(&mut self, val: Val, at: At) -> InferResult<'a> {
        self.each(val, |this, item| this.elements_of(item, at))
    }

    fn elements_of(&mut self, item: Item, at: At) -> InferResult<'a> {
        if let Item::RecordClass(id) = item
            && self.is_enum(id)
        {
            return Ok(self.values.one(Item::Record(id)));
        }
        let shape = self.shape(item);
        if let Some(parts) = self.positions(shape) {
            return Ok(self.join_all(parts));
        }
        match shape {
            Shape::Object(site, ObjectKind::Items) => {
                let pair = [self.load(site, 0), self.load(site, 1)];
                Ok(self.pair(at, pair))
            }
            Shape::Object(site, _) => Ok(self.load(site, 0)),
            Shape::Range => Ok(Val::INT),
            Shape::Atom(atom) => {
                Err(self.atom_fault(atom, "is not iterable", "an atom holds nothing; iterate over a list of atoms"))
            }
            Shape::Str => Ok(Val::STR),
            other => Err(self.wrong(
                other,
                "is not iterable",
                "iterate over a list, a tuple, a set, a dict, a string or a range",
            )),
        }
    }

    /// A tuple of two, or nothing if a part of it can be nothing.
    pub fn pair(&mut self, at: At, pair: [Val; 2]) -> Val {
        if pair.iter().any(|part| part.is_bottom()) {
            return Val::BOTTOM;
        }
        self.alloc(at.inner(), ObjectKind::Tuple, &pair)
    }

    /// The fault of a `TypeError`: ``a list cannot be called``.
    pub fn wrong(&self, shape: Shape, what: &str, help: &str) -> OperationError<'a> {
        let noun = self.noun(shape);
        OperationError::new(Code::WrongType, format!("{noun} {what}"), format!("is {noun}"), help)
    }

    /// Takes a value apart into as many parts as wanted.
    pub fn unpack(&mut self, val: Val, wanted: Wanted, at: At) -> InferResult<'a, Parts> {
        let mut parts = Parts {
            before: vec![Val::BOTTOM; wanted.before],
            middle: Val::BOTTOM,
            after: vec![Val::BOTTOM; wanted.after],
        };
        if wanted.star || wanted.before > 1 {
            self.in_order(val, at, "unpacking")?;
        }
        self.each(val, |this, item| this.unpack_item(item, wanted, at, &mut parts))?;
        if val.is_unknown() {
            let all = parts.before.iter_mut().chain(&mut parts.after).chain([&mut parts.middle]);
            for part in all {
                *part = self.join(*part, Val::UNKNOWN);
            }
        }
        Ok(parts)
    }

    fn unpack_item(&mut self, item: Item, wanted: Wanted, at: At, parts: &mut Parts) -> InferResult<'a> {
        let shape = self.shape(item);
        if let Some(positions) = self.positions(shape) {
            let least = wanted.before + wanted.after;
            let given = positions.len();
            if given < least || (given > least && !wanted.star) {
                let message = format!("{least} {} to unpack, but the tuple holds {given}", plural(least, "value"));
                let label = format!("holds {given} {}", plural(given, "value"));
                return Err(OperationError::new(
                    Code::WrongType,
                    message,
                    label,
                    "write as many targets as there are values",
                ));
            }
            let rest = given - wanted.after;
            for (index, position) in positions.into_iter().enumerate() {
                let part = if index < wanted.before {
                    &mut parts.before[index]
                } else if index >= rest {
                    &mut parts.after[index - rest]
                } else {
                    &mut parts.middle
                };
                *part = self.join(*part, position);
            }
            return Ok(Val::NONE);
        }
        let element = self.elements_of(item, at)?;
        for part in parts.before.iter_mut().chain(&mut parts.after).chain([&mut parts.middle]) {
            *part = self.join(*part, element);
        }
        Ok(Val::NONE)
    }

    /// The parts of something that must hold two, such as what `dict` is made from.
    pub fn unpack_pair(&mut self, val: Val, at: At) -> InferResult<'a, [Val; 2]> {
        let parts = self.unpack(val, Wanted { before: 2, star: false, after: 0 }, at)?;
        Ok([parts.before[0], parts.before[1]])
    }

    /// Checks that a value can be an element of a set or a key.
    pub fn hashable(&mut self, val: Val) -> InferResult<'a> {
        match self.unhashable(val, 0) {
            Some(shape) => {
                let noun = self.noun(shape);
                let message = format!("{noun} cannot be hashed");
                let label = "cannot be in a set or a key of a dict";
                let help = match shape.kind() {
                    Some(ObjectKind::List | ObjectKind::Unordered) => "use a tuple instead",
                    Some(ObjectKind::Set) => "use a `frozenset` instead",
                    _ => "use something that cannot change, such as a tuple of its items",
                };
                Err(OperationError::new(Code::WrongType, message, label, help))
            }
            None => Ok(val),
        }
    }

    /// What makes a value impossible to hash, if it always is.
    fn unhashable(&mut self, val: Val, depth: u32) -> Option<Shape> {
        if depth > 6 {
            return None;
        }
        let mut found = None;
        for item in self.values.items(val).iter() {
            self.spend(1);
            let shape = self.shape(*item);
            found = Some(match shape {
                Shape::Object(_, ObjectKind::Tuple) | Shape::NamedTuple(_) => {
                    let parts = self.positions(shape)?;
                    parts.into_iter().find_map(|part| self.unhashable(part, depth + 1))?
                }
                Shape::Dataclass(id, _) => {
                    let fields = self.fields(id);
                    fields.into_iter().find_map(|field| self.unhashable(field, depth + 1))?
                }
                Shape::Object(
                    _,
                    ObjectKind::TupleOf
                    | ObjectKind::FrozenSet
                    | ObjectKind::Values
                    | ObjectKind::Iterator
                    | ObjectKind::SetIterator,
                ) => {
                    return None;
                }
                Shape::Object(..) => shape,
                _ => return None,
            });
        }
        found
    }

    /// Whether the author wrote the value out: a number, a string, or a display of them.
    pub fn is_constant(expr: &Expr) -> bool {
        use crate::ast::ExprKind;
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Str(_) | ExprKind::Bool(_) => true,
            ExprKind::Unary(_, inner) => Self::is_constant(inner),
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => {
                items.iter().any(Self::is_constant)
            }
            _ => false,
        }
    }
}

pub(super) fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}
