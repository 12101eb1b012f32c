//! Which bounds the types of a pair ask for, and what the values are once the bounds are given.
//!
//! A type asks for the number of each atom type, the range of each `NewType`, one length per nesting level of a
//! container (tuples and `| None` do not count as levels), and a range for plain integers. Fields of records are bounded on
//! their own, under `Record_field`, wherever the record occurs.

use thiserror::Error;

use super::{Bound, Domain, PairTypes, Scope};
use crate::problem::{AtomId, NumberId, RecordId};
use crate::types::{Type, TypeNames};

/// A bound that the pairs of a problem ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The keyword of `scope(…)`.
    pub key: String,
    pub kind: NeedKind,
    /// Where the bounded value stands; `None` for atoms and `NewType`s.
    pub place: Option<BoundedPlace>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedKind {
    Atoms(AtomId),
    Number(NumberId),
    /// Containers, this many nested in each other.
    Lengths(usize),
    /// Plain integers.
    Range,
    /// Containers beside plain integers: no bound can say both.
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundedPlace {
    /// An index into [`PairTypes::params`].
    Param(usize),
    Field {
        record: RecordId,
        field: usize,
    },
}

/// The greatest count a bound may have. Beyond it no claim could be checked and no pair be built.
pub const MAX_COUNT: usize = 1_000_000;
/// The greatest distance of a range's ends from zero.
pub const MAX_NUMBER: i64 = 1_000_000_000_000;

/// Types nested deeper, or with more parts, are refused before they exhaust the machine.
const MAX_DEPTH: usize = 64;
const MAX_PARTS: usize = 20_000;

/// All bounds a scope must give: atoms, numbers, fields, parameters, each in the order of the file.
pub fn needs(types: PairTypes<'_>) -> Vec<Need> {
    let mut reached = Reached::new(types.names);
    for param in types.params {
        reached.visit(&param.ty);
    }
    let names = types.names;
    let mut needs = Vec::new();
    for (index, atom) in (0..).zip(names.atoms).filter(|(index, _)| reached.atoms[usize::from(*index)]) {
        needs.push(Need { key: atom.name.to_string(), kind: NeedKind::Atoms(AtomId(index)), place: None });
    }
    for (index, number) in (0..).zip(names.numbers).filter(|(index, _)| reached.numbers[usize::from(*index)]) {
        needs.push(Need { key: number.name.to_string(), kind: NeedKind::Number(NumberId(index)), place: None });
    }
    for (index, record) in (0..).zip(names.records).filter(|(index, _)| reached.records[usize::from(*index)]) {
        for (field, declared) in record.fields.iter().enumerate() {
            let place = Some(BoundedPlace::Field { record: RecordId(index), field });
            let key = field_key(&record.name, &declared.name);
            needs.extend(kind_of(&declared.ty).map(|kind| Need { key, kind, place }));
        }
    }
    for (index, param) in types.params.iter().enumerate() {
        let (key, place) = (param.name.to_string(), Some(BoundedPlace::Param(index)));
        needs.extend(kind_of(&param.ty).map(|kind| Need { key, kind, place }));
    }
    needs
}

/// `Person_age`, the key that bounds a field.
pub fn field_key(record: &str, field: &str) -> String {
    format!("{record}_{field}")
}

impl Need {
    /// A modest bound of the right shape, for messages: `Vertex=4`, `companies=(3, 3)`, `Id=range(5)`.
    pub fn example(&self) -> String {
        let bound = match self.kind {
            NeedKind::Atoms(_) | NeedKind::Lengths(1) => Bound::Counts(vec![4]),
            NeedKind::Lengths(levels) => Bound::Counts(vec![3; levels]),
            NeedKind::Number(_) | NeedKind::Range | NeedKind::Both => Bound::Range(0, 5),
        };
        format!("{}={bound}", self.key)
    }

    /// What is wrong with a bound for this need, if it has the wrong shape.
    pub fn misfit(&self, bound: &Bound) -> Option<BoundMismatch> {
        let key = || self.key.clone();
        match (self.kind, bound) {
            (NeedKind::Atoms(_), Bound::Counts(counts)) if counts.len() == 1 => None,
            (NeedKind::Atoms(_), _) => Some(BoundMismatch::Atoms { key: key() }),
            (NeedKind::Number(_) | NeedKind::Range, Bound::Range(..)) | (NeedKind::Both, _) => None,
            (NeedKind::Number(_), Bound::Counts(_)) => Some(BoundMismatch::IntegerType { key: key() }),
            (NeedKind::Range, Bound::Counts(_)) => Some(BoundMismatch::Integer { key: key() }),
            (NeedKind::Lengths(_), Bound::Range(..)) => Some(BoundMismatch::Container { key: key() }),
            (NeedKind::Lengths(levels), Bound::Counts(counts)) if counts.len() == levels => None,
            (NeedKind::Lengths(levels), Bound::Counts(counts)) => {
                Some(BoundMismatch::Depth { key: key(), levels, given: counts.len() })
            }
        }
    }
}

/// Why a bound is not one for what it is meant to bound.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoundMismatch {
    #[error("`{key}` is an atom type: its bound is how many there are in a pair")]
    Atoms { key: String },
    #[error("`{key}` is an integer type: its bound is a range")]
    IntegerType { key: String },
    #[error("`{key}` is an integer: its bound is a range")]
    Integer { key: String },
    #[error("`{key}` is a container: its bound is the greatest length")]
    Container { key: String },
    #[error("`{key}` is {} and has {given} {}", depth(*levels), if *given == 1 { "bound" } else { "bounds" })]
    Depth { key: String, levels: usize, given: usize },
}

fn depth(levels: usize) -> String {
    if levels == 1 { "one container".to_owned() } else { format!("{levels} containers deep") }
}

/// Every value within `small` is within `large`; both have the same shape.
pub fn contains(large: &Bound, small: &Bound) -> bool {
    match (large, small) {
        (Bound::Counts(large), Bound::Counts(small)) => {
            large.len() == small.len() && large.iter().zip(small).all(|(large, small)| small <= large)
        }
        (Bound::Range(low, high), Bound::Range(small_low, small_high)) => low <= small_low && small_high <= high,
        _ => false,
    }
}

/// Why no scope can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbounded {
    /// No bound under this key, or one of the wrong shape.
    Missing(String),
    /// This parameter's type has too many parts, or records that hold themselves.
    TooLarge(usize),
    /// This parameter's type is not one a pair can have.
    BadType(usize),
}

/// The scope that these bounds describe.
pub fn apply(types: PairTypes<'_>, bounds: Vec<(String, Bound)>) -> Result<Scope, Unbounded> {
    let mut scope = Scope { atoms: Vec::new(), params: Vec::new(), bounds };
    for atom in types.names.atoms {
        let count = match scope.bound(&atom.name) {
            Some(Bound::Counts(counts)) => counts.first().copied().unwrap_or_default(),
            _ => 0,
        };
        scope.atoms.push(count);
    }
    let mut domains = Domains { names: types.names, scope: &scope, param: 0, parts: 0 };
    let mut params = Vec::new();
    for (index, param) in types.params.iter().enumerate() {
        domains.param = index;
        params.push(domains.of(&param.ty, &param.name, 0, 0)?);
    }
    scope.params = params;
    Ok(scope)
}

struct Domains<'a> {
    names: TypeNames<'a>,
    scope: &'a Scope,
    param: usize,
    parts: usize,
}

impl Domains<'_> {
    /// `level` containers of the bound `key` are around this type; `depth` types in all.
    fn of(&mut self, ty: &Type, key: &str, level: usize, depth: usize) -> Result<Domain, Unbounded> {
        self.parts += 1;
        if depth > MAX_DEPTH || self.parts > MAX_PARTS {
            return Err(Unbounded::TooLarge(self.param));
        }
        let bad = Unbounded::BadType(self.param);
        let inside = |this: &mut Self, ty: &Type| this.of(ty, key, level + 1, depth + 1).map(Box::new);
        Ok(match ty {
            Type::Bool => Domain::Bool,
            Type::Int => self.range(key)?,
            Type::Atom(id) => Domain::Atom(*id),
            Type::Number(id) => self.range(&self.names.numbers.get(usize::from(id.0)).ok_or(bad)?.name)?,
            Type::Literal(values) => Domain::Literal(values.clone()),
            Type::Tuple(items) => {
                Domain::Tuple(items.iter().map(|item| self.of(item, key, level, depth + 1)).collect::<Result<_, _>>()?)
            }
            Type::List(element) => Domain::List { max: self.length(key, level)?, element: inside(self, element)? },
            Type::Unordered(element) => {
                Domain::Unordered { max: self.length(key, level)?, element: inside(self, element)? }
            }
            Type::Set(element) => {
                Domain::Set { max: self.length(key, level)?, element: inside(self, element)?, frozen: false }
            }
            Type::FrozenSet(element) => {
                Domain::Set { max: self.length(key, level)?, element: inside(self, element)?, frozen: true }
            }
            Type::Dict(key_type, value) => Domain::Dict {
                max: self.length(key, level)?,
                key: inside(self, key_type)?,
                value: inside(self, value)?,
            },
            Type::Record(id) => {
                let record = self.names.records.get(usize::from(id.0)).ok_or(bad)?;
                let fields = record.fields.iter();
                let fields =
                    fields.map(|field| self.of(&field.ty, &field_key(&record.name, &field.name), 0, depth + 1));
                Domain::Record { record: *id, fields: fields.collect::<Result<_, _>>()? }
            }
            Type::Union(members) => match members.as_slice() {
                [Type::None, other] => Domain::Optional(Box::new(self.of(other, key, level, depth + 1)?)),
                _ => return Err(bad),
            },
            _ => return Err(bad),
        })
    }

    fn range(&self, key: &str) -> Result<Domain, Unbounded> {
        match self.scope.bound(key) {
            Some(Bound::Range(start, stop)) => Ok(Domain::Int { low: *start, high: stop - 1 }),
            _ => Err(Unbounded::Missing(key.to_owned())),
        }
    }

    fn length(&self, key: &str, level: usize) -> Result<usize, Unbounded> {
        match self.scope.bound(key) {
            Some(Bound::Counts(counts)) => counts.get(level).copied().ok_or_else(|| Unbounded::Missing(key.to_owned())),
            _ => Err(Unbounded::Missing(key.to_owned())),
        }
    }
}

/// The declared types that occur in pairs.
pub(crate) struct Reached<'a> {
    names: TypeNames<'a>,
    pub(crate) atoms: Vec<bool>,
    pub(crate) numbers: Vec<bool>,
    pub(crate) records: Vec<bool>,
}

impl<'a> Reached<'a> {
    pub(crate) fn new(names: TypeNames<'a>) -> Self {
        let (atoms, numbers, records) = (names.atoms.len(), names.numbers.len(), names.records.len());
        Self { names, atoms: vec![false; atoms], numbers: vec![false; numbers], records: vec![false; records] }
    }

    pub(crate) fn visit<'b>(&mut self, ty: &'b Type)
    where
        'a: 'b,
    {
        let names = self.names;
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            match ty {
                Type::Atom(id) => mark(&mut self.atoms, id.0),
                Type::Number(id) => mark(&mut self.numbers, id.0),
                Type::Record(id) if self.records.get(usize::from(id.0)) == Some(&false) => {
                    mark(&mut self.records, id.0);
                    waiting.extend(names.records[usize::from(id.0)].fields.iter().map(|field| &field.ty));
                }
                _ => waiting.extend(ty.parts()),
            }
        }
    }
}

fn mark(seen: &mut [bool], id: u16) {
    if let Some(seen) = seen.get_mut(usize::from(id)) {
        *seen = true;
    }
}

/// What a parameter or field of this type asks for under its own name.
fn kind_of(ty: &Type) -> Option<NeedKind> {
    match (levels(ty), has_plain_int(ty)) {
        (0, false) => None,
        (0, true) => Some(NeedKind::Range),
        (levels, false) => Some(NeedKind::Lengths(levels)),
        (_, true) => Some(NeedKind::Both),
    }
}

/// How many containers are nested in each other.
fn levels(ty: &Type) -> usize {
    let here = usize::from(is_container(ty));
    here + ty.parts().into_iter().map(levels).max().unwrap_or_default()
}

/// An `int` outside all containers: one that this very place can bound.
fn has_plain_int(ty: &Type) -> bool {
    *ty == Type::Int || (!is_container(ty) && ty.parts().into_iter().any(has_plain_int))
}

fn is_container(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Unordered(_) | Type::Set(_) | Type::FrozenSet(_) | Type::Dict(..))
}
