//! Mutable objects with symbolic contents.
//!
//! A sequence is a row of slots, each there or not: a filter only clears `present`, an append under a condition adds a
//! slot that is there when the condition holds. Positions are counted only where an index asks for them. Dicts are rows
//! of entries in order of insertion, by the same idea. Sets have no order, so theirs is free: elements whose possible
//! values can be listed are kept by value, one literal each.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use circuit::Lit;
use lang::ast::ExprId;
use lang::problem::{AtomId, RecordId};

use crate::classes::{ClassObject, Instance};
use crate::construct::Construct;
use crate::value::{ObjectId, Value};

#[derive(Clone, Debug)]
pub(crate) enum Object {
    List(Seq),
    /// `collections.deque`, with its `maxlen`.
    Deque(Seq, Option<usize>),
    Set(Set),
    Dict(Dict),
    Cell(Value),
    Iter(Iter),
    Instance(Instance),
    Class(ClassObject),
}

/// A row of slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seq {
    pub slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub present: Lit,
    /// Means something only where the slot is present.
    pub value: Value,
}

impl Seq {
    /// All present.
    pub fn of(values: impl IntoIterator<Item = Value>) -> Self {
        Self { slots: values.into_iter().map(|value| Slot { present: Lit::TRUE, value }).collect() }
    }

    pub fn push(&mut self, present: Lit, value: Value) {
        if present != Lit::FALSE {
            self.slots.push(Slot { present, value });
        }
    }

    /// How many elements there are, and which is which, is known.
    pub fn is_fixed(&self) -> bool {
        self.slots.iter().all(|slot| slot.present == Lit::TRUE)
    }

    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.slots.iter().map(|slot| &slot.value)
    }
}

/// A hashable value without anything symbolic in it, up to `==`: `True` is 1, a `NamedTuple` is its tuple.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    None,
    Int(i128),
    /// A float that equals no integer, by its bits.
    Float(u64),
    Str(Arc<str>),
    Atom(AtomId, u32),
    Tuple(Vec<Key>),
    Record(RecordId, Vec<Key>),
    FrozenSet(Vec<Key>),
    /// A function, class or built-in, by what it is.
    Thing(String),
}

impl Key {
    /// The comparison that Python would need to distinguish these, and the language does not have: an atom with something
    /// other than an atom of its type. Their names decide whether they are equal.
    pub fn clash(&self, other: &Self) -> Option<Construct> {
        match (self, other) {
            (Self::Atom(a, _), Self::Atom(b, _)) if a != b => Some(Construct::AtomsOfTwoTypes),
            (Self::Atom(..), Self::Int(_) | Self::Float(_) | Self::Str(_))
            | (Self::Int(_) | Self::Float(_) | Self::Str(_), Self::Atom(..)) => Some(Construct::AtomWithOther),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => clash_in_rows(a, b),
            (Self::Record(c, a), Self::Record(d, b)) if c == d => clash_in_rows(a, b),
            (Self::FrozenSet(a), Self::FrozenSet(b)) => a.iter().find_map(|a| b.iter().find_map(|b| a.clash(b))),
            _ => None,
        }
    }
}

/// Items are compared up to the first that differ.
fn clash_in_rows(a: &[Key], b: &[Key]) -> Option<Construct> {
    for (a, b) in a.iter().zip(b) {
        if let Some(clash) = a.clash(b) {
            return Some(clash);
        }
        if a != b {
            break;
        }
    }
    None
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Set {
    /// By value: when it is an element, and the element as it was put in (`True` or 1).
    pub keyed: BTreeMap<Key, (Lit, Value)>,
    /// Elements with too many possible values. No two that are present are equal, nor equal to a keyed one.
    pub loose: Vec<Slot>,
    /// How often something may have been removed, as for a dict.
    pub removals: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Dict {
    pub kind: DictKind,
    /// In order of insertion. The keys of those present differ.
    pub entries: Vec<Entry>,
    /// How often something may have been removed. What is removed and put back leaves no other trace here, but Python notices.
    pub removals: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum DictKind {
    Plain,
    Counter,
    /// With the function that makes missing values, or `None`.
    Default(Value),
    Ordered,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub present: Lit,
    pub key: Value,
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ViewKind {
    Keys,
    Values,
    Items,
}

/// An iterator: an iterable that can be consumed once.
#[derive(Clone, Debug)]
pub(crate) struct Iter {
    pub source: Source,
    /// Nothing was taken from it yet. Symbolic, since branches may differ.
    pub fresh: Lit,
    /// What is left, where it is not fresh: items in order, each to be taken at most once. An item may be an exception
    /// that its computation raises.
    pub rest: Seq,
    /// The objects that `rest` was worked out from, as they were. If one changes later, so might the items.
    pub watched: Vec<(ObjectId, Rc<Object>)>,
}

/// Where a fresh iterator takes its items from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Nothing but `rest`.
    Rest,
    /// An iterable value, iterated over on demand.
    Value(Value),
    /// A generator expression consumed immediately, in the frame it stands in, with the value of its first iterable.
    Inline { expr: ExprId, first: Value },
    /// A generator expression with the cells it uses and the value of its first iterable.
    Expression { expr: ExprId, cells: Rc<[Value]>, first: Value },
    /// A call of a generator function: closure and the values of its parameters.
    Call { closure: Rc<crate::value::Closure>, args: Rc<[Value]> },
    /// `map`, `zip` and similar: the built-in with its arguments.
    Builtin { builtin: lang::builtins::LazyBuiltin, args: Rc<[Value]> },
}

impl Object {
    /// The values directly inside, for finding references.
    pub fn inner(&self) -> Vec<&Value> {
        match self {
            Self::List(seq) | Self::Deque(seq, _) => seq.values().collect(),
            Self::Set(set) => set.inner(),
            Self::Dict(dict) => {
                let mut inner: Vec<&Value> = dict.entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect();
                if let DictKind::Default(factory) = &dict.kind {
                    inner.push(factory);
                }
                inner
            }
            Self::Cell(value) => vec![value],
            Self::Instance(instance) => instance.attributes.values().collect(),
            Self::Class(class) => class.attributes.values().collect(),
            Self::Iter(iter) => {
                let mut inner: Vec<&Value> = iter.rest.values().collect();
                match &iter.source {
                    Source::Rest => {}
                    Source::Value(value) | Source::Inline { first: value, .. } => inner.push(value),
                    Source::Expression { cells, first, .. } => {
                        inner.extend(cells.iter());
                        inner.push(first);
                    }
                    Source::Call { closure, args } => {
                        inner.extend(args.iter());
                        inner.extend(closure.cells.iter().chain(&closure.defaults));
                    }
                    Source::Builtin { args, .. } => inner.extend(args.iter()),
                }
                inner
            }
        }
    }
}

impl Set {
    /// Whether an element of another set may be missing here: it is there on other terms.
    pub fn may_lack_some_of(&self, old: &Self) -> bool {
        let keyed = |(key, (lit, _)): (&Key, &(Lit, Value))| self.keyed.get(key).is_none_or(|(now, _)| now != lit);
        let same = |a: &Slot, b: &Slot| a.present == b.present && a.value.is_same(&b.value);
        old.keyed.iter().any(keyed) || old.loose.iter().any(|slot| !self.loose.iter().any(|now| same(now, slot)))
    }

    pub fn inner(&self) -> Vec<&Value> {
        self.keyed.values().map(|(_, value)| value).chain(self.loose.iter().map(|slot| &slot.value)).collect()
    }

    /// All possible elements, each with when it is one.
    pub fn slots(&self) -> Vec<Slot> {
        let keyed = self.keyed.values().map(|(present, value)| Slot { present: *present, value: value.clone() });
        keyed.chain(self.loose.iter().cloned()).collect()
    }
}

/// All objects, in chunks that copies share: a copy costs little, and so does finding what differs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    chunks: Rc<Vec<Rc<Chunk>>>,
}

type Chunk = Vec<Option<Rc<Object>>>;

const CHUNK: usize = 32;

impl Heap {
    pub fn get(&self, id: ObjectId) -> Option<&Rc<Object>> {
        let index = id.0 as usize;
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)?.as_ref()
    }

    pub fn put(&mut self, id: ObjectId, object: Rc<Object>) {
        self.set(id, Some(object));
    }

    fn set(&mut self, id: ObjectId, object: Option<Rc<Object>>) {
        let index = id.0 as usize;
        let chunks = Rc::make_mut(&mut self.chunks);
        if chunks.len() <= index / CHUNK {
            chunks.resize_with(index / CHUNK + 1, Rc::default);
        }
        let chunk = Rc::make_mut(&mut chunks[index / CHUNK]);
        if chunk.len() <= index % CHUNK {
            chunk.resize_with(index % CHUNK + 1, || None);
        }
        chunk[index % CHUNK] = object;
    }

    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).flatten().map(|object| &**object)
    }

    /// The objects that are not the same in both.
    pub fn differing(&self, other: &Self) -> Vec<ObjectId> {
        if Rc::ptr_eq(&self.chunks, &other.chunks) {
            return Vec::new();
        }
        let mut differing = Vec::new();
        for index in 0..self.chunks.len().max(other.chunks.len()) {
            let (ours, theirs) = (self.chunks.get(index), other.chunks.get(index));
            if let (Some(ours), Some(theirs)) = (ours, theirs)
                && Rc::ptr_eq(ours, theirs)
            {
                continue;
            }
            for within in 0..CHUNK {
                let Ok(id) = u32::try_from(index * CHUNK + within) else { break };
                let id = ObjectId(id);
                let same = match (self.get(id), other.get(id)) {
                    (Some(ours), Some(theirs)) => Rc::ptr_eq(ours, theirs),
                    (None, None) => true,
                    _ => false,
                };
                if !same {
                    differing.push(id);
                }
            }
        }
        differing
    }
}
