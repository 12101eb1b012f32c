//! Which bounds the types of a pair ask for, and what the values are once the bounds are given.
//!
//! A type asks for the number of each atom type, the range or alphabet of each `NewType`, one length per nesting level of a
//! container (tuples and `| None` do not count as levels), a range for plain integers, an alphabet for plain strings, and the
//! number of nodes of each family of records that can hold themselves. Fields of records are bounded on their own, under
//! `Record_field`, wherever the record occurs.

use std::sync::Arc;

use thiserror::Error;

use super::{Bound, Domain, NodeClass, NodeFamily, NodePool, PairTypes, Scope};
use crate::problem::{AtomId, NewTypeBase, NumberId, RecordId, RecordKind};
use crate::types::{Literal, Type, TypeNames};

/// A bound that the pairs of a problem ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The keyword of `scope(…)`.
    pub key: String,
    pub kind: NeedKind,
    /// Where the bounded value stands; `None` for types.
    pub place: Option<BoundedPlace>,
    /// A scope may leave it out.
    pub optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedKind {
    Atoms(AtomId),
    Number(NumberId),
    /// Nodes of a family in a parameter, all of them or inside each other.
    Nodes,
    Depth,
    /// Containers, this many nested in each other.
    Lengths(usize),
    /// A `NewType` over `str`.
    Word(NumberId),
    /// Plain integers.
    Range,
    /// Plain strings.
    Text,
    /// Containers, plain integers and plain strings, two of them or all: no bound can say both.
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

/// The greatest number of nodes. Each is an object inside another one in JSON, and readers of JSON limit the depth.
pub const MAX_NODES: usize = 50;

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
        needs.push(Need {
            key: atom.name.to_string(),
            kind: NeedKind::Atoms(AtomId(index)),
            place: None,
            optional: false,
        });
    }
    for (index, number) in (0..).zip(names.numbers).filter(|(index, _)| reached.numbers[usize::from(*index)]) {
        let kind = match number.base {
            NewTypeBase::Int => NeedKind::Number(NumberId(index)),
            NewTypeBase::Str => NeedKind::Word(NumberId(index)),
        };
        needs.push(Need { key: number.name.to_string(), kind, place: None, optional: false });
    }
    let mut depths = Vec::new();
    for (index, record) in (0..).zip(names.records).filter(|(index, _)| reached.records[usize::from(*index)]) {
        if let Some(key) = record.family.as_ref().map(ToString::to_string)
            && needs.iter().all(|need| need.key != key)
        {
            depths.push(depth_key(&key));
            needs.push(Need { key, kind: NeedKind::Nodes, place: None, optional: false });
        }
        if record.kind == RecordKind::Enum {
            continue;
        }
        for (field, declared) in record.fields.iter().enumerate() {
            let place = Some(BoundedPlace::Field { record: RecordId(index), field });
            let key = field_key(&record.name, &declared.name);
            let optional = is_counted(&declared.ty, names);
            needs.extend(kind_of(&declared.ty).map(|kind| Need { key, kind, place, optional }));
        }
    }
    for (index, param) in types.params.iter().enumerate() {
        let (key, place) = (param.name.to_string(), Some(BoundedPlace::Param(index)));
        let optional = is_counted(&param.ty, names);
        needs.extend(kind_of(&param.ty).map(|kind| Need { key, kind, place, optional }));
    }
    for key in depths {
        if needs.iter().all(|need| need.key != key) {
            needs.push(Need { key, kind: NeedKind::Depth, place: None, optional: true });
        }
    }
    needs
}

/// `Node_depth`, the key that bounds how many nodes are inside each other.
pub fn depth_key(family: &str) -> String {
    format!("{family}_depth")
}

/// `Person_age`, the key that bounds a field.
pub fn field_key(record: &str, field: &str) -> String {
    format!("{record}_{field}")
}

impl Need {
    /// A modest bound of the right shape, for messages: `Vertex=4`, `companies=(3, 3)`, `Id=range(5)`, `Word=('ab', 3)`.
    pub fn example(&self) -> String {
        let bound = match self.kind {
            NeedKind::Atoms(_) | NeedKind::Nodes | NeedKind::Lengths(1) => Bound::Counts(vec![4]),
            NeedKind::Depth => Bound::Counts(vec![3]),
            NeedKind::Lengths(levels) => Bound::Counts(vec![3; levels]),
            NeedKind::Number(_) | NeedKind::Range | NeedKind::Both => Bound::Range(0, 5),
            NeedKind::Word(_) | NeedKind::Text => Bound::Text("ab".into(), 3),
        };
        format!("{}={bound}", self.key)
    }

    /// What is wrong with a bound for this need, if it has the wrong shape.
    pub fn misfit(&self, bound: &Bound) -> Option<BoundMismatch> {
        let key = || self.key.clone();
        match (self.kind, bound) {
            (NeedKind::Atoms(_), Bound::Counts(counts)) if counts.len() == 1 => None,
            (NeedKind::Atoms(_), _) => Some(BoundMismatch::Atoms { key: key() }),
            (NeedKind::Nodes | NeedKind::Depth, Bound::Counts(counts)) if counts.len() == 1 => {
                (counts[0] > MAX_NODES).then(|| BoundMismatch::ManyNodes { key: key() })
            }
            (NeedKind::Nodes | NeedKind::Depth, _) => Some(BoundMismatch::Nodes { key: key() }),
            (NeedKind::Number(_) | NeedKind::Range, Bound::Range(..))
            | (NeedKind::Word(_) | NeedKind::Text, Bound::Text(..))
            | (NeedKind::Both, _) => None,
            (NeedKind::Word(_), _) => Some(BoundMismatch::StringType { key: key() }),
            (NeedKind::Text, _) => Some(BoundMismatch::String { key: key() }),
            (NeedKind::Number(_), _) => Some(BoundMismatch::IntegerType { key: key() }),
            (NeedKind::Range, _) => Some(BoundMismatch::Integer { key: key() }),
            (NeedKind::Lengths(_), Bound::Range(..) | Bound::Text(..)) => Some(BoundMismatch::Container { key: key() }),
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
    #[error("`{key}` counts nodes: its bound is how many there are in a parameter")]
    Nodes { key: String },
    #[error("`{key}` counts nodes: its bound is at most {MAX_NODES}")]
    ManyNodes { key: String },
    #[error("`{key}` is an integer type: its bound is a range")]
    IntegerType { key: String },
    #[error("`{key}` is an integer: its bound is a range")]
    Integer { key: String },
    #[error("`{key}` is a string type: its bound is an alphabet and the greatest length")]
    StringType { key: String },
    #[error("`{key}` is a string: its bound is an alphabet and the greatest length")]
    String { key: String },
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
        (Bound::Text(alphabet, max), Bound::Text(small, small_max)) => {
            small_max <= max && small.chars().all(|c| alphabet.contains(c))
        }
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
    let mut domains = Domains { names: types.names, scope: &scope, param: 0, parts: 0, pool: empty_pool() };
    let mut params = Vec::new();
    for (index, param) in types.params.iter().enumerate() {
        domains.param = index;
        let inner = domains.of(&param.ty, &param.name, 0, 0)?;
        let mut pool = std::mem::replace(&mut domains.pool, empty_pool());
        params.push(if pool.classes.is_empty() {
            inner
        } else {
            pool.cut_depths();
            Domain::Nodes { pool: Arc::new(pool), inner: Box::new(inner) }
        });
    }
    scope.params = params;
    Ok(scope)
}

struct Domains<'a> {
    names: TypeNames<'a>,
    scope: &'a Scope,
    param: usize,
    parts: usize,
    /// The nodes that the parameter can hold, so far.
    pool: NodePool,
}

fn empty_pool() -> NodePool {
    NodePool { families: Vec::new(), classes: Vec::new() }
}

impl NodePool {
    /// No family is deeper than it has nodes.
    fn cut_depths(&mut self) {
        self.families.iter_mut().for_each(|family| family.depth = family.depth.min(family.most));
    }
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
            Type::Str => self.text(key)?,
            Type::Atom(id) => Domain::Atom(*id),
            Type::Number(id) => {
                let number = self.names.numbers.get(usize::from(id.0)).ok_or(bad)?;
                match number.base {
                    NewTypeBase::Int => self.range(&number.name)?,
                    NewTypeBase::Str => self.text(&number.name)?,
                }
            }
            Type::Literal(values) => Domain::Literal(values.clone()),
            Type::Tuple(items) => {
                Domain::Tuple(items.iter().map(|item| self.of(item, key, level, depth + 1)).collect::<Result<_, _>>()?)
            }
            Type::List(element) => {
                let max = match self.length(key, level) {
                    Err(_) if is_counted(ty, self.names) => self.all_nodes(),
                    length => length?,
                };
                Domain::List { max, element: inside(self, element)? }
            }
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
            Type::Record(id) if self.is_node(*id) => Domain::Node(vec![self.node_class(*id, depth)?]),
            Type::Record(id) => {
                let record = self.names.records.get(usize::from(id.0)).ok_or(bad)?;
                if record.kind == RecordKind::Enum {
                    let members = (0..).zip(&record.choices);
                    return Ok(Domain::Literal(
                        members.map(|(index, member)| Literal::Member(*id, index, member.name.clone())).collect(),
                    ));
                }
                let fields = record.fields.iter();
                let fields =
                    fields.map(|field| self.of(&field.ty, &field_key(&record.name, &field.name), 0, depth + 1));
                Domain::Record { record: *id, fields: fields.collect::<Result<_, _>>()? }
            }
            Type::Union(members) => match members.as_slice() {
                [Type::None, other] => Domain::Optional(Box::new(self.of(other, key, level, depth + 1)?)),
                [Type::None, others @ ..] => Domain::Optional(Box::new(self.alternatives(others, depth)?)),
                others => self.alternatives(others, depth)?,
            },
            _ => return Err(bad),
        })
    }

    /// One of several records.
    fn alternatives(&mut self, types: &[Type], depth: usize) -> Result<Domain, Unbounded> {
        let mut records = Vec::new();
        for ty in types {
            match ty {
                Type::Record(id) => records.push(*id),
                _ => return Err(Unbounded::BadType(self.param)),
            }
        }
        if records.iter().any(|id| self.is_node(*id)) {
            return Ok(Domain::Node(records.iter().map(|id| self.node_class(*id, depth)).collect::<Result<_, _>>()?));
        }
        Ok(Domain::Union(types.iter().map(|ty| self.of(ty, "", 0, depth + 1)).collect::<Result<_, _>>()?))
    }

    fn is_node(&self, id: RecordId) -> bool {
        self.names.records.get(usize::from(id.0)).is_some_and(|record| record.family.is_some())
    }

    /// The position of a record among the classes of the pool.
    fn node_class(&mut self, id: RecordId, depth: usize) -> Result<usize, Unbounded> {
        if let Some(known) = self.pool.class_of(id) {
            return Ok(known);
        }
        let bad = Unbounded::BadType(self.param);
        let record = self.names.records.get(usize::from(id.0)).ok_or_else(|| bad.clone())?;
        let key = record.family.as_ref().ok_or(bad)?.to_string();
        let known = self.pool.families.iter().position(|family| family.key == key);
        let family = match known {
            Some(known) => known,
            None => {
                let depth = self.count(&depth_key(&key)).unwrap_or(usize::MAX);
                self.pool.families.push(NodeFamily { most: self.count(&key)?, depth, key });
                self.pool.families.len() - 1
            }
        };
        let class = self.pool.classes.len();
        self.pool.classes.push(NodeClass { record: id, family, fields: Vec::new() });
        let fields = record.fields.iter();
        let fields = fields.map(|field| self.of(&field.ty, &field_key(&record.name, &field.name), 0, depth + 1));
        let fields = fields.collect::<Result<_, _>>()?;
        self.pool.classes[class].fields = fields;
        Ok(class)
    }

    /// The nodes of all families that the scope bounds.
    fn all_nodes(&self) -> usize {
        let mut keys: Vec<&str> = self.names.records.iter().filter_map(|record| record.family.as_deref()).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().filter_map(|key| self.count(key).ok()).sum()
    }

    fn count(&self, key: &str) -> Result<usize, Unbounded> {
        match self.scope.bound(key) {
            Some(Bound::Counts(counts)) => counts.first().copied().ok_or_else(|| Unbounded::Missing(key.to_owned())),
            _ => Err(Unbounded::Missing(key.to_owned())),
        }
    }

    fn range(&self, key: &str) -> Result<Domain, Unbounded> {
        match self.scope.bound(key) {
            Some(Bound::Range(start, stop)) => Ok(Domain::Int { low: *start, high: stop - 1 }),
            _ => Err(Unbounded::Missing(key.to_owned())),
        }
    }

    fn text(&self, key: &str) -> Result<Domain, Unbounded> {
        match self.scope.bound(key) {
            Some(Bound::Text(alphabet, max)) => {
                let letters = alphabet.chars().map(|c| Literal::Str(c.to_string().into())).collect();
                Ok(Domain::Text { element: Box::new(Domain::Literal(letters)), max: *max })
            }
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
                    let record = &names.records[usize::from(id.0)];
                    if record.kind != RecordKind::Enum {
                        waiting.extend(record.fields.iter().map(|field| &field.ty));
                    }
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
    match (levels(ty), has_plain(ty, &Type::Int), has_plain(ty, &Type::Str)) {
        (0, false, false) => None,
        (0, true, false) => Some(NeedKind::Range),
        (0, false, true) => Some(NeedKind::Text),
        (levels, false, false) => Some(NeedKind::Lengths(levels)),
        _ => Some(NeedKind::Both),
    }
}

/// A list that needs no bound of its own, since each of its elements has a node.
fn is_counted(ty: &Type, names: TypeNames<'_>) -> bool {
    match ty {
        Type::List(element) => has_node(element, names, 0),
        Type::Union(members) => {
            members.iter().filter(|member| **member != Type::None).all(|member| is_counted(member, names))
        }
        _ => false,
    }
}

/// Whether every value of a type holds a node.
fn has_node(ty: &Type, names: TypeNames<'_>, depth: usize) -> bool {
    match ty {
        Type::Record(id) => names.records.get(usize::from(id.0)).is_some_and(|record| {
            record.family.is_some()
                || (depth < MAX_DEPTH && record.fields.iter().any(|field| has_node(&field.ty, names, depth + 1)))
        }),
        Type::Tuple(parts) => parts.iter().any(|part| has_node(part, names, depth + 1)),
        Type::Union(members) => members.iter().all(|member| has_node(member, names, depth + 1)),
        _ => false,
    }
}

/// How many containers are nested in each other.
fn levels(ty: &Type) -> usize {
    let here = usize::from(is_container(ty));
    here + ty.parts().into_iter().map(levels).max().unwrap_or_default()
}

/// An `int` or `str` outside all containers: one that this very place can bound.
fn has_plain(ty: &Type, plain: &Type) -> bool {
    ty == plain || (!is_container(ty) && ty.parts().into_iter().any(|part| has_plain(part, plain)))
}

fn is_container(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Unordered(_) | Type::Set(_) | Type::FrozenSet(_) | Type::Dict(..))
}
