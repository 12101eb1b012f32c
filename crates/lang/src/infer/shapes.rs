//! What kind of thing an item is, as far as operations distinguish kinds, and what messages call it.

use crate::problem::{AtomId, NewTypeBase, RecordId, RecordKind};
use crate::types::Literal;

use super::Inference;
use super::atoms::noun;
use super::heap::ObjectKind;
use super::value::{Item, SiteId, Val};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Unknown,
    None,
    Bool,
    Int,
    Str,
    Atom(AtomId),
    Range,
    Object(SiteId, ObjectKind),
    Dataclass(RecordId, bool),
    NamedTuple(RecordId),
    Function,
}

impl Shape {
    pub fn is_number(self) -> bool {
        matches!(self, Shape::Bool | Shape::Int)
    }

    pub fn kind(self) -> Option<ObjectKind> {
        match self {
            Shape::Object(_, kind) => Some(kind),
            _ => None,
        }
    }
}

impl Inference<'_> {
    pub fn shape(&self, item: Item) -> Shape {
        match item {
            Item::Unknown => Shape::Unknown,
            Item::None => Shape::None,
            Item::Bool => Shape::Bool,
            Item::Int => Shape::Int,
            Item::Number(id) => match self.problem.numbers.get(usize::from(id.0)).map(|number| number.base) {
                Some(NewTypeBase::Str) => Shape::Str,
                _ => Shape::Int,
            },
            Item::Str => Shape::Str,
            Item::Atom(id) => Shape::Atom(id),
            Item::Literal(index) => match self.values.literal_value(index) {
                Literal::Bool(_) => Shape::Bool,
                Literal::Int(_) => Shape::Int,
                Literal::Str(_) => Shape::Str,
                Literal::Member(id, ..) => Shape::Dataclass(*id, false),
            },
            Item::Range => Shape::Range,
            Item::Object(site) => Shape::Object(site, self.kind(site)),
            Item::Record(id) => match self.problem.records.get(usize::from(id.0)).map(|record| record.kind) {
                Some(RecordKind::Dataclass { order }) => Shape::Dataclass(id, order),
                Some(RecordKind::NamedTuple) => Shape::NamedTuple(id),
                Some(RecordKind::Enum) => Shape::Dataclass(id, false),
                None => Shape::Unknown,
            },
            Item::Function(_) | Item::RecordClass(_) | Item::NumberClass(_) | Item::Callable(_) => Shape::Function,
        }
    }

    /// The shape of a value that has but one.
    pub fn only_shape(&self, val: Val) -> Option<Shape> {
        let items = self.values.items(val);
        let shape = self.shape(*items.first()?);
        items.iter().all(|item| self.shape(*item) == shape).then_some(shape)
    }

    /// Whether every thing the value may be is so. Of no value and of an unknown one nothing is so.
    pub fn all_are(&self, val: Val, test: impl Fn(Shape) -> bool) -> bool {
        let items = self.values.items(val);
        !items.is_empty() && items.iter().all(|item| test(self.shape(*item)))
    }

    /// The positions of a tuple of known length.
    pub fn positions(&mut self, shape: Shape) -> Option<Vec<Val>> {
        match shape {
            Shape::Object(site, ObjectKind::Tuple) => {
                Some((0..self.cell_count(site)).map(|index| self.load(site, index)).collect())
            }
            Shape::NamedTuple(id) => Some(self.fields(id)),
            _ => None,
        }
    }

    pub fn fields(&mut self, id: RecordId) -> Vec<Val> {
        let cells = self.records[usize::from(id.0)].fields.clone();
        cells.into_iter().map(|cell| self.read(cell)).collect()
    }

    /// What people call it: `a list`.
    pub fn noun(&self, shape: Shape) -> String {
        match shape {
            Shape::Unknown => "a value".to_owned(),
            Shape::None => "`None`".to_owned(),
            Shape::Bool => "a Boolean".to_owned(),
            Shape::Int => "an integer".to_owned(),
            Shape::Str => "a string".to_owned(),
            Shape::Atom(id) => noun(self.atom_name(id)),
            Shape::Range => "a range".to_owned(),
            Shape::Object(_, kind) => kind_noun(kind).to_owned(),
            Shape::Dataclass(id, _) | Shape::NamedTuple(id) => noun(self.record_name(id)),
            Shape::Function => "a function".to_owned(),
        }
    }

    pub fn atom_name(&self, id: AtomId) -> &str {
        self.problem.atoms.get(usize::from(id.0)).map_or("Atom", |atom| &atom.name)
    }

    pub fn record_name(&self, id: RecordId) -> &str {
        self.problem.records.get(usize::from(id.0)).map_or("record", |record| &record.name)
    }
}

fn kind_noun(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Tuple | ObjectKind::TupleOf => "a tuple",
        ObjectKind::List | ObjectKind::Unordered => "a list",
        ObjectKind::Set => "a set",
        ObjectKind::FrozenSet => "a frozenset",
        ObjectKind::Dict => "a dict",
        ObjectKind::Counter => "a `Counter`",
        ObjectKind::DefaultDict => "a `defaultdict`",
        ObjectKind::OrderedDict => "an `OrderedDict`",
        ObjectKind::Iterator | ObjectKind::SetIterator => "an iterator",
        ObjectKind::Keys | ObjectKind::Values | ObjectKind::Items => "a view of a dict",
    }
}
