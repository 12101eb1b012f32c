//! The types of the generator. A wanted type guides which expression is written; types are not checked.

use crate::generator::Gen;
use crate::module::{GenFunction, GenParam, GenParamKind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    None,
    Bool,
    Int,
    Str,
    /// `None` or an integer.
    Optional,
    /// Any of several hashable types.
    Mixed,
    Tuple(Vec<Ty>),
    /// A tuple of any length.
    TupleOf(Box<Ty>),
    List(Box<Ty>),
    Set(Box<Ty>),
    FrozenSet(Box<Ty>),
    Dict(Box<Ty>, Box<Ty>),
    Counter(Box<Ty>),
    DefaultDict(Box<Ty>, Box<Ty>),
    /// An index into the records of the module.
    Record(usize),
    Range,
    /// An iterator, never over a set.
    Iter(Box<Ty>),
    Keys(Box<Ty>),
    Values(Box<Ty>),
    Items(Box<Ty>, Box<Ty>),
    Func(Vec<Ty>, Box<Ty>),
    /// The result of a helper, which is only shown.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenRecordKind {
    Frozen { order: bool },
    NamedTuple,
}

#[derive(Clone, Debug)]
pub struct GenRecord {
    pub name: String,
    pub kind: GenRecordKind,
    pub fields: Vec<GenField>,
}

#[derive(Clone, Debug)]
pub struct GenField {
    pub name: String,
    pub ty: Ty,
    pub default: Option<String>,
}

impl Ty {
    pub fn list(element: Ty) -> Self {
        Self::List(Box::new(element))
    }

    pub fn set(element: Ty) -> Self {
        Self::Set(Box::new(element))
    }

    pub fn dict(key: Ty, value: Ty) -> Self {
        Self::Dict(Box::new(key), Box::new(value))
    }

    pub fn iter(element: Ty) -> Self {
        Self::Iter(Box::new(element))
    }

    pub fn pair(first: Ty, second: Ty) -> Self {
        Self::Tuple(vec![first, second])
    }

    pub fn is_hashable(&self, records: &[GenRecord]) -> bool {
        match self {
            Self::None
            | Self::Bool
            | Self::Int
            | Self::Str
            | Self::Optional
            | Self::Mixed
            | Self::Range
            | Self::FrozenSet(_) => true,
            Self::Tuple(items) => items.iter().all(|item| item.is_hashable(records)),
            Self::TupleOf(item) => item.is_hashable(records),
            Self::Record(index) => records[*index].fields.iter().all(|field| field.ty.is_hashable(records)),
            _ => false,
        }
    }

    /// Any two values can be compared with `<`, and the order is total.
    pub fn is_orderable(&self, records: &[GenRecord]) -> bool {
        match self {
            Self::Bool | Self::Int | Self::Str => true,
            Self::Tuple(items) => items.iter().all(|item| item.is_orderable(records)),
            Self::TupleOf(item) | Self::List(item) => item.is_orderable(records),
            Self::Record(index) => {
                let record = &records[*index];
                record.kind != (GenRecordKind::Frozen { order: false })
                    && record.fields.iter().all(|field| field.ty.is_orderable(records))
            }
            _ => false,
        }
    }

    /// The elements of a `for` loop over a value, if their order is known.
    pub fn element(&self) -> Option<Ty> {
        match self {
            Self::List(item) | Self::TupleOf(item) | Self::Iter(item) | Self::Keys(item) | Self::Values(item) => {
                Some((**item).clone())
            }
            Self::Dict(key, _) | Self::DefaultDict(key, _) | Self::Counter(key) => Some((**key).clone()),
            Self::Items(key, value) => Some(Self::pair((**key).clone(), (**value).clone())),
            Self::Range => Some(Self::Int),
            Self::Tuple(items) if !items.is_empty() && items.iter().all(|item| *item == items[0]) => {
                Some(items[0].clone())
            }
            _ => None,
        }
    }

    pub fn has_len(&self) -> bool {
        matches!(
            self,
            Self::List(_)
                | Self::Tuple(_)
                | Self::TupleOf(_)
                | Self::Set(_)
                | Self::FrozenSet(_)
                | Self::Dict(..)
                | Self::DefaultDict(..)
                | Self::Counter(_)
                | Self::Range
                | Self::Keys(_)
                | Self::Values(_)
                | Self::Items(..)
        )
    }

    /// Key and value of any kind of dict.
    pub fn mapping(&self) -> Option<(Ty, Ty)> {
        match self {
            Self::Dict(key, value) | Self::DefaultDict(key, value) => Some(((**key).clone(), (**value).clone())),
            Self::Counter(key) => Some(((**key).clone(), Self::Int)),
            _ => None,
        }
    }

    /// How Python annotates it, where it can.
    pub fn annotation(&self, records: &[GenRecord]) -> Option<String> {
        let of = |name: &str, item: &Ty| Some(format!("{name}[{}]", item.annotation(records)?));
        Some(match self {
            Self::None => "None".into(),
            Self::Bool => "bool".into(),
            Self::Int => "int".into(),
            Self::Str => "str".into(),
            Self::Optional => "int | None".into(),
            Self::Tuple(items) if !items.is_empty() => {
                let items: Option<Vec<String>> = items.iter().map(|item| item.annotation(records)).collect();
                format!("tuple[{}]", items?.join(", "))
            }
            Self::TupleOf(item) => format!("tuple[{}, ...]", item.annotation(records)?),
            Self::List(item) => return of("list", item),
            Self::Set(item) => return of("set", item),
            Self::FrozenSet(item) => return of("frozenset", item),
            Self::Dict(key, value) => format!("dict[{}, {}]", key.annotation(records)?, value.annotation(records)?),
            Self::Record(index) => records[*index].name.clone(),
            Self::Range => "range".into(),
            _ => return None,
        })
    }

    /// The beginning of a variable's name.
    pub fn prefix(&self) -> &'static str {
        match self {
            Self::None => "z",
            Self::Bool => "b",
            Self::Int => "n",
            Self::Str => "w",
            Self::Optional => "o",
            Self::Mixed => "m",
            Self::Tuple(_) | Self::TupleOf(_) => "t",
            Self::List(_) => "xs",
            Self::Set(_) => "s",
            Self::FrozenSet(_) => "fs",
            Self::Dict(..) => "d",
            Self::Counter(_) => "c",
            Self::DefaultDict(..) => "dd",
            Self::Record(_) => "p",
            Self::Range => "r",
            Self::Iter(_) => "it",
            Self::Keys(_) | Self::Values(_) | Self::Items(..) => "view",
            Self::Func(..) => "f",
            Self::Any => "any",
        }
    }
}

/// The type of a function that can be passed around.
pub fn signature(function: &GenFunction) -> Option<Ty> {
    let usual = |param: &GenParam| param.bound.is_none() && param.kind != GenParamKind::KeywordOnly;
    if !function.params.iter().all(usual) || function.cost > 50 || function.wild || function.params.len() > 2 {
        return None;
    }
    let params = function.params.iter().map(|param| param.ty.clone()).collect();
    Some(Ty::Func(params, Box::new(function.returns.clone())))
}

impl Gen {
    /// Chooses a few types that most of the program is about, so that its variables interact.
    pub fn focus_on_types(&mut self) {
        self.focus.clear();
        let records = self.module.records.len();
        let record = Ty::Record(self.random.below(records.max(1)));
        let is_key = records > 0 && record.is_hashable(&self.module.records);
        let first = if is_key && self.random.percent(50) { record } else { self.hashable_ty(1) };
        let second = if self.random.percent(60) { Ty::Int } else { self.hashable_ty(0) };
        let pair = Ty::pair(first.clone(), second.clone());
        let boxed = Box::new(first.clone());
        let candidates = [
            Ty::list(first.clone()),
            Ty::list(first.clone()),
            Ty::list(second.clone()),
            Ty::set(first.clone()),
            Ty::dict(first.clone(), second.clone()),
            Ty::dict(first.clone(), Ty::list(second.clone())),
            Ty::Counter(boxed.clone()),
            Ty::TupleOf(boxed.clone()),
            Ty::list(pair.clone()),
            pair,
            Ty::list(Ty::list(first.clone())),
            Ty::DefaultDict(boxed.clone(), Box::new(self.default_ty())),
            Ty::FrozenSet(boxed),
        ];
        let chosen: Vec<Ty> = (0..3).map(|_| candidates[self.random.below(candidates.len())].clone()).collect();
        self.focus = chosen;
        self.focus.extend([first, second]);
    }

    /// One of the types the program is about, more often than not.
    fn focused(&mut self, fits: impl Fn(&Ty) -> bool) -> Option<Ty> {
        let found: Vec<&Ty> = self.focus.iter().filter(|ty| fits(ty)).collect();
        if found.is_empty() || self.random.percent(35) {
            return None;
        }
        Some(found[self.random.below(found.len())].clone())
    }

    /// A type of which there are literals: what an argument may have.
    pub fn data_ty(&mut self, depth: u32) -> Ty {
        let records = self.module.records.len();
        if depth == 0 {
            return self.plain_ty();
        }
        if let Some(ty) = self.focused(|_| true) {
            return ty;
        }
        match self.random.below(if records > 0 { 36 } else { 33 }) {
            0..=8 => self.plain_ty(),
            9..=10 => self.tuple_ty(depth),
            11 => Ty::TupleOf(Box::new(self.data_ty(depth - 1))),
            12..=20 => Ty::list(self.data_ty(depth - 1)),
            21..=23 => Ty::set(self.hashable_ty(depth - 1)),
            24 => Ty::FrozenSet(Box::new(self.hashable_ty(depth - 1))),
            25..=28 => Ty::dict(self.hashable_ty(depth - 1), self.data_ty(depth - 1)),
            29..=30 => Ty::Counter(Box::new(self.hashable_ty(depth - 1))),
            31 => Ty::DefaultDict(Box::new(self.hashable_ty(depth - 1)), Box::new(self.default_ty())),
            32 => Ty::Range,
            _ => Ty::Record(self.random.below(records)),
        }
    }

    /// A type a local variable may have.
    pub fn local_ty(&mut self, depth: u32) -> Ty {
        match self.random.below(40) {
            0..=2 => Ty::iter(self.data_ty(1)),
            3 => Ty::Keys(Box::new(self.hashable_ty(0))),
            4 => Ty::Values(Box::new(self.data_ty(1))),
            5 => Ty::Items(Box::new(self.hashable_ty(0)), Box::new(self.data_ty(1))),
            6 => self.func_ty(),
            _ => self.data_ty(depth),
        }
    }

    pub fn plain_ty(&mut self) -> Ty {
        if let Some(ty) =
            self.focused(|ty| matches!(ty, Ty::Int | Ty::Str | Ty::Bool | Ty::Optional | Ty::Mixed | Ty::Record(_)))
        {
            return ty;
        }
        match self.random.below(20) {
            0..=10 => Ty::Int,
            11..=12 => Ty::Bool,
            13..=15 => Ty::Str,
            16..=17 => Ty::Optional,
            18 => Ty::Mixed,
            _ => Ty::pair(Ty::Int, Ty::Int),
        }
    }

    pub fn hashable_ty(&mut self, depth: u32) -> Ty {
        let records = self.module.records.len();
        let known = self.module.records.clone();
        if let Some(ty) = self.focused(|ty| ty.is_hashable(&known) && *ty != Ty::Range) {
            return ty;
        }
        match self.random.below(20) {
            10..=12 => Ty::Str,
            13 => Ty::Bool,
            14 => Ty::Optional,
            15 => Ty::Mixed,
            16..=17 => Ty::pair(Ty::Int, if depth > 0 { Ty::Str } else { Ty::Int }),
            18 if depth > 0 => Ty::FrozenSet(Box::new(Ty::Int)),
            19 if records > 0 => {
                let ty = Ty::Record(self.random.below(records));
                if ty.is_hashable(&self.module.records) { ty } else { Ty::Int }
            }
            _ => Ty::Int,
        }
    }

    /// A type whose values have a total order.
    pub fn orderable_ty(&mut self) -> Ty {
        match self.random.below(10) {
            0..=4 => Ty::Int,
            5 => Ty::Bool,
            6..=7 => Ty::Str,
            8 => Ty::pair(Ty::Int, Ty::Int),
            _ => Ty::list(Ty::Int),
        }
    }

    /// What a `defaultdict` may make by itself.
    pub fn default_ty(&mut self) -> Ty {
        match self.random.below(5) {
            0..=1 => Ty::Int,
            2 => Ty::list(Ty::Int),
            3 => Ty::set(Ty::Int),
            _ => Ty::dict(Ty::Int, Ty::Int),
        }
    }

    pub fn func_ty(&mut self) -> Ty {
        let known: Vec<Ty> = self.module.functions.iter().filter_map(signature).collect();
        if !known.is_empty() && self.random.percent(40) {
            return known[self.random.below(known.len())].clone();
        }
        let params = (0..=self.random.below(2)).map(|_| self.plain_ty()).collect();
        Ty::Func(params, Box::new(self.plain_ty()))
    }

    fn tuple_ty(&mut self, depth: u32) -> Ty {
        let length = [0, 1, 2, 2, 2, 3, 3][self.random.below(7)];
        Ty::Tuple((0..length).map(|_| self.data_ty(depth - 1)).collect())
    }
}
