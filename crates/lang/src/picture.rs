//! How the value of a parameter is drawn: chosen by its type, unless the problem file says `draw(edges="table")`.
//!
//! This says what fits a type; `pairs::drawing` makes the pictures.

use crate::problem::{PairParam, RecordClass, RecordId, RecordKind};
use crate::types::{Type, TypeNames};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PictureKind {
    /// Nodes with an arrow for each pair.
    Graph,
    /// Nodes with a line for each pair.
    Undirected,
    Tree,
    /// Cells side by side.
    Row,
    /// Two columns with lines between them.
    Matching,
    /// A row for each element.
    Table,
    /// No picture: the call says it.
    Text,
}

impl PictureKind {
    pub const ALL: [Self; 7] =
        [Self::Graph, Self::Undirected, Self::Tree, Self::Row, Self::Matching, Self::Table, Self::Text];

    /// The word that a problem file uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Graph => "graph",
            Self::Undirected => "undirected",
            Self::Tree => "tree",
            Self::Row => "row",
            Self::Matching => "matching",
            Self::Table => "table",
            Self::Text => "text",
        }
    }

    /// How a parameter is drawn.
    pub fn of(names: TypeNames<'_>, param: &PairParam) -> Self {
        param.draw.unwrap_or_else(|| Self::of_type(names, &param.ty))
    }

    /// How values of a type are drawn if the file says nothing.
    pub fn of_type(names: TypeNames<'_>, ty: &Type) -> Self {
        if holds_nodes(names.records, ty) {
            return Self::Tree;
        }
        match (without_none(ty), element(ty)) {
            (Type::Dict(..), _) => Self::Table,
            (_, Some(element)) => match parts(names.records, element) {
                Some(parts) if endpoints(names, &parts).is_some() => Self::Graph,
                Some(parts) if are_two_sides(names, &parts) => Self::Matching,
                Some(_) => Self::Table,
                None if self::element(element).is_some() => Self::Table,
                None => Self::Row,
            },
            _ => Self::Row,
        }
    }

    /// Whether values of a type can be drawn so.
    pub fn fits(self, names: TypeNames<'_>, ty: &Type) -> bool {
        let has_parts = |least: usize| {
            let parts = element(ty).and_then(|element| parts(names.records, element));
            parts.is_some_and(|parts| parts.len() >= least)
        };
        match self {
            Self::Graph | Self::Undirected | Self::Matching => has_parts(2),
            Self::Tree => holds_nodes(names.records, ty),
            Self::Row => !holds_nodes(names.records, ty) && !matches!(without_none(ty), Type::Dict(..)),
            Self::Table => {
                let is_nested = element(ty).is_some_and(|inner| element(inner).is_some());
                !holds_nodes(names.records, ty)
                    && (has_parts(1) || is_nested || matches!(without_none(ty), Type::Dict(..)))
            }
            Self::Text => true,
        }
    }
}

/// The type without `None`.
pub fn without_none(ty: &Type) -> &Type {
    let Type::Union(members) = ty else { return ty };
    match members.iter().filter(|member| **member != Type::None).collect::<Vec<_>>().as_slice() {
        [only] => only,
        _ => ty,
    }
}

/// The type of the elements of a list or a set.
pub fn element(ty: &Type) -> Option<&Type> {
    match without_none(ty) {
        Type::List(element) | Type::Unordered(element) | Type::Set(element) | Type::FrozenSet(element) => Some(element),
        _ => None,
    }
}

/// A part of a tuple or a record, with the name of the field.
pub type Part<'a> = (Option<&'a str>, &'a Type);

/// The parts of a tuple or a record.
pub fn parts<'a>(records: &'a [RecordClass], ty: &'a Type) -> Option<Vec<Part<'a>>> {
    match without_none(ty) {
        Type::Tuple(items) => Some(items.iter().map(|item| (None, item)).collect()),
        Type::Record(id) => {
            let class = records.get(usize::from(id.0)).filter(|class| class.kind != RecordKind::Enum)?;
            Some(class.fields.iter().map(|field| (Some(&*field.name), &field.ty)).collect())
        }
        _ => None,
    }
}

/// The two parts that are connected: the only two of one type of atoms or whole numbers.
pub fn endpoints(names: TypeNames<'_>, parts: &[Part<'_>]) -> Option<(usize, usize)> {
    let same = |one: usize, other: usize| parts[one].1 == parts[other].1 && is_id(names, parts[one].1);
    let pairs = (0..parts.len()).flat_map(|one| (one + 1..parts.len()).map(move |other| (one, other)));
    let mut found = pairs.filter(|(one, other)| same(*one, *other));
    match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Two parts that are names or numbers of different types.
fn are_two_sides(names: TypeNames<'_>, parts: &[Part<'_>]) -> bool {
    match parts {
        [(_, left @ Type::Atom(_)), (_, right @ Type::Atom(_))]
        | [(_, left @ Type::Number(_)), (_, right @ Type::Number(_))] => {
            left != right && is_id(names, left) && is_id(names, right)
        }
        _ => false,
    }
}

/// Atoms, and a `NewType` of `int`.
fn is_id(names: TypeNames<'_>, ty: &Type) -> bool {
    match ty {
        Type::Atom(_) => true,
        Type::Number(id) => {
            names.numbers.get(usize::from(id.0)).is_some_and(|one| one.base == crate::problem::NewTypeBase::Int)
        }
        _ => false,
    }
}

/// Whether values of a type can have nodes: records that can hold themselves.
pub fn holds_nodes(records: &[RecordClass], ty: &Type) -> bool {
    fn walk(records: &[RecordClass], ty: &Type, seen: &mut Vec<RecordId>) -> bool {
        match ty {
            Type::Record(id) if seen.contains(id) => false,
            Type::Record(id) => {
                seen.push(*id);
                records.get(usize::from(id.0)).is_some_and(|class| {
                    class.family.is_some() || class.fields.iter().any(|field| walk(records, &field.ty, seen))
                })
            }
            other => other.parts().into_iter().any(|part| walk(records, part, seen)),
        }
    }
    walk(records, ty, &mut Vec::new())
}
