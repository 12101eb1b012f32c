//! From what the analysis knows to the types other stages read.

use std::collections::HashMap;

use crate::types::{Literal, Type};

use super::Inference;
use super::heap::ObjectKind;
use super::value::{Item, SiteId, Val};

/// Deeper types, wider unions and larger trees than these are `Unknown`.
const MAX_DEPTH: u32 = 6;
const MAX_MEMBERS: usize = 8;
const MAX_SIZE: usize = 64;

/// Types of values, with their sizes. What depth remains is part of the key: a cut-off type is not the whole one.
#[derive(Debug, Default)]
pub(super) struct TypeCache {
    known: HashMap<(Val, u32), (Type, usize)>,
}

impl Inference<'_> {
    pub fn type_of(&self, val: Val, cache: &mut TypeCache) -> Type {
        self.sized_type(val, 0, cache).0
    }

    fn sized_type(&self, val: Val, depth: u32, cache: &mut TypeCache) -> (Type, usize) {
        if val.is_unknown() || depth > MAX_DEPTH {
            return (Type::Unknown, 1);
        }
        if let Some(known) = cache.known.get(&(val, depth)) {
            return known.clone();
        }
        let result = self.new_type(val, depth, cache);
        cache.known.insert((val, depth), result.clone());
        result
    }

    fn new_type(&self, val: Val, depth: u32, cache: &mut TypeCache) -> (Type, usize) {
        let items = self.values.items(val);
        let mut literals: Vec<Literal> = Vec::new();
        let mut members: Vec<Type> = Vec::new();
        let mut total = 1;
        // Objects of one kind are one type: a list of this or that, not this list or that list.
        let mut objects: Vec<(ObjectKind, Vec<SiteId>)> = Vec::new();
        for item in items.iter() {
            match item {
                Item::Literal(index) => match self.values.literal_value(*index) {
                    Literal::Bool(_) => members.push(Type::Bool),
                    other => literals.push(other.clone()),
                },
                Item::Object(site) => {
                    let kind = self.shown_kind(*site);
                    let cells = self.cell_count(*site);
                    let same = |(other, sites): &&mut (ObjectKind, Vec<SiteId>)| {
                        *other == kind && self.cell_count(sites[0]) == cells
                    };
                    match objects.iter_mut().find(same) {
                        Some((_, sites)) => sites.push(*site),
                        None => objects.push((kind, vec![*site])),
                    }
                }
                other => members.push(simple_type(*other)),
            }
        }
        if !literals.is_empty() {
            literals.sort();
            members.push(Type::Literal(literals));
        }
        for (kind, sites) in objects {
            let mut parts = Vec::new();
            for index in 0..self.cell_count(sites[0]) {
                let part = sites.iter().map(|site| self.sized_type(self.peek(*site, index), depth + 1, cache));
                let (part, part_size) =
                    part.fold((Type::Never, 0), |(all, sum), (ty, size)| (all.join(ty), sum + size));
                total += part_size;
                parts.push(narrowed(part));
            }
            members.push(object_type(kind, parts));
        }
        if total > MAX_SIZE {
            return (Type::Unknown, 1);
        }
        (narrowed(members.into_iter().fold(Type::Never, Type::join)), total)
    }

    fn shown_kind(&self, site: SiteId) -> ObjectKind {
        match self.kind(site) {
            ObjectKind::SetIterator => ObjectKind::Iterator,
            kind => kind,
        }
    }
}

fn narrowed(ty: Type) -> Type {
    if ty.members().len() > MAX_MEMBERS { Type::Unknown } else { ty }
}

fn simple_type(item: Item) -> Type {
    match item {
        Item::None => Type::None,
        Item::Bool => Type::Bool,
        Item::Int => Type::Int,
        Item::Str => Type::Str,
        Item::Atom(id) => Type::Atom(id),
        Item::Number(id) => Type::Number(id),
        Item::Range => Type::Range,
        Item::Record(id) => Type::Record(id),
        Item::Function(_) | Item::RecordClass(_) | Item::NumberClass(_) | Item::Callable(_) => Type::Function,
        Item::Unknown | Item::Literal(_) | Item::Object(_) => Type::Unknown,
    }
}

fn object_type(kind: ObjectKind, parts: Vec<Type>) -> Type {
    if kind == ObjectKind::Tuple {
        return Type::Tuple(parts);
    }
    let mut parts = parts.into_iter();
    let mut part = || Box::new(parts.next().unwrap_or(Type::Never));
    match kind {
        ObjectKind::Tuple => Type::Unknown,
        ObjectKind::TupleOf => Type::TupleOf(part()),
        ObjectKind::List => Type::List(part()),
        ObjectKind::Unordered => Type::Unordered(part()),
        ObjectKind::Set => Type::Set(part()),
        ObjectKind::FrozenSet => Type::FrozenSet(part()),
        ObjectKind::Counter => Type::Counter(part()),
        ObjectKind::Dict | ObjectKind::OrderedDict => Type::Dict(part(), part()),
        ObjectKind::DefaultDict => Type::DefaultDict(part(), part()),
        ObjectKind::Iterator | ObjectKind::SetIterator => Type::Iterator(part()),
        ObjectKind::Keys => Type::Keys(part()),
        ObjectKind::Values => Type::Values(part()),
        ObjectKind::Items => Type::Items(part(), part()),
    }
}
