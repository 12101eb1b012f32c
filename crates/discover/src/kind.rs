//! The kinds of values that terms have: the types of the language, as far as operations depend on them.

use lang::problem::{Problem, RecordId, RecordKind};
use lang::types::Type;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Int,
    /// Something that is only compared for equality: an atom, a string, a truth value.
    Plain(Type),
    Tuple(Vec<Kind>),
    Record(RecordId),
    /// If it is not ordered, nothing may depend on the order of its elements.
    List {
        element: Box<Kind>,
        ordered: bool,
    },
    Set(Box<Kind>),
    Dict(Box<Kind>, Box<Kind>),
    /// An element that may be `None`.
    Optional(Box<Kind>),
    /// Nothing is done with it.
    Other,
}

impl Kind {
    /// Of a type without `None`.
    pub fn of(problem: &Problem, ty: &Type) -> Self {
        let list =
            |element: &Type, ordered| Self::List { element: Box::new(Self::of_element(problem, element)), ordered };
        match ty {
            Type::Int => Self::Int,
            Type::Number(id) if !problem.is_word(*id) => Self::Int,
            Type::Number(_) => Self::Plain(Type::Str),
            Type::Bool | Type::Str | Type::Atom(_) | Type::Literal(_) => Self::Plain(ty.clone()),
            Type::Tuple(parts) => Self::Tuple(parts.iter().map(|part| Self::of(problem, part)).collect()),
            Type::Record(id) => {
                let class = &problem.records[usize::from(id.0)];
                if class.kind == RecordKind::Enum {
                    Self::Plain(ty.clone())
                } else if class.family.is_some() {
                    Self::Other
                } else {
                    Self::Record(*id)
                }
            }
            Type::List(element) | Type::TupleOf(element) => list(element, true),
            Type::Unordered(element) => list(element, false),
            Type::Set(element) | Type::FrozenSet(element) => Self::Set(Box::new(Self::of(problem, element))),
            Type::Dict(key, value) => Self::Dict(Box::new(Self::of(problem, key)), Box::new(Self::of(problem, value))),
            Type::Union(members) => {
                let mut some = members.iter().filter(|member| **member != Type::None);
                match (some.next(), some.next()) {
                    (Some(only), None) => Self::of(problem, only),
                    _ => Self::Other,
                }
            }
            _ => Self::Other,
        }
    }

    /// Of an element, which may be `None`.
    fn of_element(problem: &Problem, ty: &Type) -> Self {
        let kind = Self::of(problem, ty);
        if is_optional(ty) && kind != Self::Other { Self::Optional(Box::new(kind)) } else { kind }
    }

    /// What is iterated over, and whether its order means something.
    pub fn elements(&self) -> Option<(&Kind, bool)> {
        match self {
            Self::List { element, ordered } => Some((element, *ordered)),
            Self::Set(element) => Some((element, false)),
            _ => None,
        }
    }

    /// Whether values can be elements of sets.
    pub fn is_hashable(&self) -> bool {
        match self {
            Self::Int | Self::Plain(_) | Self::Record(_) => true,
            Self::Tuple(parts) => parts.iter().all(Self::is_hashable),
            Self::Optional(kind) => kind.is_hashable(),
            Self::List { .. } | Self::Set(_) | Self::Dict(..) | Self::Other => false,
        }
    }
}

/// Whether a value may be `None`.
pub fn is_optional(ty: &Type) -> bool {
    matches!(ty, Type::Union(members) if members.contains(&Type::None))
}
