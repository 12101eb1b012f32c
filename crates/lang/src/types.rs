//! Types: of the parameters as declared, and of expressions as inferred.

use std::fmt;

use crate::problem::{AtomId, AtomType, NumberId, NumberType, Problem, RecordClass, RecordId};

/// What is known about a value before the program runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// Nothing is known. No diagnostic may rest on it.
    Unknown,
    /// No value at all: the type of an empty list's elements, of a call that never returns.
    Never,
    None,
    Bool,
    Int,
    Str,
    Atom(AtomId),
    /// A `NewType` over `int`.
    Number(NumberId),
    /// `Literal["(", ")"]`: one of these values.
    Literal(Vec<Literal>),
    Tuple(Vec<Type>),
    /// A tuple of any length.
    TupleOf(Box<Type>),
    List(Box<Type>),
    /// `Unordered[list[T]]`: a list whose order and repetition mean nothing.
    Unordered(Box<Type>),
    Set(Box<Type>),
    FrozenSet(Box<Type>),
    Dict(Box<Type>, Box<Type>),
    Counter(Box<Type>),
    DefaultDict(Box<Type>, Box<Type>),
    Record(RecordId),
    Range,
    /// A lazy one: generators, `zip`, `map` and similar.
    Iterator(Box<Type>),
    /// `d.keys()`, `d.values()`, `d.items()`; holds the type of an element.
    Keys(Box<Type>),
    Values(Box<Type>),
    Items(Box<Type>, Box<Type>),
    Function,
    /// Two or more, flattened, sorted, without `Unknown` and `Never`.
    Union(Vec<Type>),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    Bool(bool),
    Int(i64),
    Str(std::sync::Arc<str>),
    /// A member of an enumeration: its class, its position and its name.
    Member(RecordId, u16, std::sync::Arc<str>),
}

impl Type {
    /// The least type that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Never, other) => other,
            (this, Self::Never) => this,
            (this, other) if this == other => this,
            (this, other) => {
                let mut members = this.into_members();
                members.extend(other.into_members());
                members.sort();
                members.dedup();
                Self::Union(members)
            }
        }
    }

    /// The alternatives: the members of a union, or the type itself.
    pub fn members(&self) -> &[Type] {
        match self {
            Self::Union(members) => members,
            Self::Never => &[],
            other => std::slice::from_ref(other),
        }
    }

    /// The types this one is written with: of elements, keys, values, alternatives. The fields of a record are not.
    pub fn parts(&self) -> Vec<&Type> {
        match self {
            Self::Tuple(parts) | Self::Union(parts) => parts.iter().collect(),
            Self::TupleOf(part)
            | Self::List(part)
            | Self::Unordered(part)
            | Self::Set(part)
            | Self::FrozenSet(part)
            | Self::Counter(part)
            | Self::Iterator(part)
            | Self::Keys(part)
            | Self::Values(part) => vec![part],
            Self::Dict(key, value) | Self::DefaultDict(key, value) | Self::Items(key, value) => vec![key, value],
            Self::Unknown
            | Self::Never
            | Self::None
            | Self::Bool
            | Self::Int
            | Self::Str
            | Self::Atom(_)
            | Self::Number(_)
            | Self::Literal(_)
            | Self::Record(_)
            | Self::Range
            | Self::Function => Vec::new(),
        }
    }

    fn into_members(self) -> Vec<Type> {
        match self {
            Self::Union(members) => members,
            other => vec![other],
        }
    }
}

/// The declared types of a file, by which a [`Type`] can be written as its author would.
#[derive(Clone, Copy, Debug)]
pub struct TypeNames<'a> {
    pub atoms: &'a [AtomType],
    pub numbers: &'a [NumberType],
    pub records: &'a [RecordClass],
}

impl<'a> TypeNames<'a> {
    pub fn of(problem: &'a Problem) -> Self {
        Self { atoms: &problem.atoms, numbers: &problem.numbers, records: &problem.records }
    }

    /// The type in Python's notation: `list[tuple[Vertex, Vertex]]`.
    pub fn show<'b>(self, ty: &'b Type) -> ShownType<'b>
    where
        'a: 'b,
    {
        ShownType { names: self, ty }
    }

    fn list(self, f: &mut fmt::Formatter<'_>, before: &str, items: &[&Type], after: &str) -> fmt::Result {
        f.write_str(before)?;
        for (index, item) in items.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{}", self.show(item))?;
        }
        f.write_str(after)
    }
}

/// Made by [`TypeNames::show`].
#[derive(Clone, Copy, Debug)]
pub struct ShownType<'a> {
    names: TypeNames<'a>,
    ty: &'a Type,
}

impl fmt::Display for ShownType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names;
        match self.ty {
            Type::Unknown => f.write_str("Any"),
            Type::Never => f.write_str("Never"),
            Type::None => f.write_str("None"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Str => f.write_str("str"),
            Type::Atom(id) => f.write_str(names.atoms.get(usize::from(id.0)).map_or("Atom", |atom| &atom.name)),
            Type::Number(id) => f.write_str(names.numbers.get(usize::from(id.0)).map_or("int", |number| &number.name)),
            Type::Record(id) => {
                f.write_str(names.records.get(usize::from(id.0)).map_or("record", |record| &record.name))
            }
            Type::Literal(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "Literal[{}]", values.join(", "))
            }
            Type::Tuple(items) if items.is_empty() => f.write_str("tuple[()]"),
            Type::Tuple(items) => names.list(f, "tuple[", &items.iter().collect::<Vec<_>>(), "]"),
            Type::TupleOf(item) => names.list(f, "tuple[", &[item], ", ...]"),
            Type::List(item) => names.list(f, "list[", &[item], "]"),
            Type::Unordered(item) => names.list(f, "Unordered[list[", &[item], "]]"),
            Type::Set(item) => names.list(f, "set[", &[item], "]"),
            Type::FrozenSet(item) => names.list(f, "frozenset[", &[item], "]"),
            Type::Dict(key, value) => names.list(f, "dict[", &[key, value], "]"),
            Type::Counter(item) => names.list(f, "Counter[", &[item], "]"),
            Type::DefaultDict(key, value) => names.list(f, "defaultdict[", &[key, value], "]"),
            Type::Range => f.write_str("range"),
            Type::Iterator(item) => names.list(f, "Iterator[", &[item], "]"),
            Type::Keys(item) => names.list(f, "dict_keys[", &[item], "]"),
            Type::Values(item) => names.list(f, "dict_values[", &[item], "]"),
            Type::Items(key, value) => names.list(f, "dict_items[", &[key, value], "]"),
            Type::Function => f.write_str("function"),
            Type::Union(members) => {
                // `None` last, as people write it.
                let (nones, others): (Vec<&Type>, Vec<&Type>) = members.iter().partition(|ty| **ty == Type::None);
                for (index, ty) in others.into_iter().chain(nones).enumerate() {
                    let separator = if index == 0 { "" } else { " | " };
                    write!(f, "{separator}{}", names.show(ty))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(true) => f.write_str("True"),
            Self::Bool(false) => f.write_str("False"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Str(text) => write!(f, "{text:?}"),
            Self::Member(_, _, name) => f.write_str(name),
        }
    }
}
