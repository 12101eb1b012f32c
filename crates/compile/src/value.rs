//! Symbolic values: a value of Python that is not known yet, as a choice between alternatives.
//!
//! Each alternative has a literal that says when it is the one. A list cell over five atoms is five alternatives; a
//! length is one per possible length; a constant is one with the literal `true`. An operation on such values is the
//! concrete operation on every combination, merged.
//!
//! Invariants, wherever the path of the machine is taken: the literals exclude each other, and one of them is true.
//! A value holds at most one alternative per [`AltKey`], sorted by it, and none with the literal `false`.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use circuit::Lit;
use lang::ast::FuncId;
use lang::builtins::{Builtin, Exception};
use lang::methods::ReceiverMethod;
use lang::problem::{AtomId, NumberId, RecordId};

use crate::classes::Special;
use crate::objects::{Seq, Set, ViewKind};

/// Where a mutable object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObjectId(pub u32);

#[derive(Clone, Debug)]
pub(crate) struct Value(Rc<[(Lit, Alt)]>);

/// One alternative.
#[derive(Clone, Debug)]
pub(crate) enum Alt {
    /// A variable without a value. Only variables hold it.
    Unbound,
    None,
    Bool(bool),
    Int(i128),
    /// An integer with too many possible values to list.
    Bits(Rc<Bits>),
    /// A float, by its bits. Never a NaN.
    Float(u64),
    Str(Arc<str>),
    /// A string with too many possible values to list: its characters.
    Text(Rc<Seq>),
    Atom(AtomId, u32),
    Tuple(Rc<[Value]>),
    Record(RecordId, Fields),
    FrozenSet(Rc<Set>),
    /// Start, stop and step.
    Range(Rc<[Value; 3]>),
    /// A list, set, dict or iterator.
    Object(ObjectId),
    /// `d.keys()` and similar.
    View(ViewKind, ObjectId),
    /// The cell of a variable that functions share. Only variables hold it.
    Cell(ObjectId),
    Function(Rc<Closure>),
    Builtin(Builtin),
    Class(RecordId),
    /// A `NewType` over `int`: called, it gives back its argument.
    Number(NumberId),
    /// `xs.append` as a value.
    Method(Rc<(Value, ReceiverMethod)>),
    /// An exception object: its arguments, a tuple, or `None` if they are not known; and a number that is its identity.
    Exception(Exception, Rc<[Value; 2]>),
    Special(Rc<Special>),
    /// Not a value: what computing an item of an iterator raises, once it is asked for; and whether the iterator, asked
    /// again, would go on with the next item, as those do that are written in C.
    Raise(Exception, bool),
}

/// The fields of a record.
///
/// Nodes, records that can hold themselves, are known by number: two nodes stay two alternatives, so that a function of a
/// node is compiled once per node. The fields of other records are merged.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    values: Rc<[Value]>,
    /// 0 for records that are not nodes.
    pub node: u32,
    /// Refers, at any depth, to something that can change, or to a set, a function, a method or an exception.
    pub holds_objects: bool,
}

impl Fields {
    pub fn numbered(values: Vec<Value>, node: u32) -> Self {
        let holds_objects = values.iter().any(Value::holds_objects);
        Self { values: values.into(), node, holds_objects }
    }

    pub fn shared(&self) -> &Rc<[Value]> {
        &self.values
    }
}

impl From<Vec<Value>> for Fields {
    fn from(values: Vec<Value>) -> Self {
        Self::numbered(values, 0)
    }
}

impl std::ops::Deref for Fields {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.values
    }
}

/// An integer in two's complement, least significant bit first, the last bit its sign.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    pub lits: Vec<Lit>,
    /// Bounds on the value, both included; the width is the least that holds both.
    pub low: i128,
    pub high: i128,
}

#[derive(Clone, Debug)]
pub(crate) struct Closure {
    /// Tells closures apart.
    pub number: u32,
    pub function: FuncId,
    /// The cells of its free variables, in the order of `Resolutions::free`.
    pub cells: Vec<Value>,
    /// For each parameter with a default, in order.
    pub defaults: Vec<Value>,
    /// `functools.cache` made it.
    pub cached: bool,
}

/// What makes two alternatives the same one: equal scalars, tuples of one length, records of one class, the same node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum AltKey<'a> {
    Unbound,
    None,
    Bool(bool),
    Int(i128),
    Bits,
    Float(u64),
    Str(&'a str),
    Text,
    Atom(AtomId, u32),
    Tuple(usize),
    Record(RecordId, u32),
    FrozenSet,
    Range,
    Object(ObjectId),
    View(ViewKind, ObjectId),
    Cell(ObjectId),
    Function(u32),
    Builtin(&'static str),
    Class(RecordId),
    Number(NumberId),
    Method(usize),
    Exception(Exception),
    Special(usize),
    Raise(Exception, bool),
}

impl Alt {
    fn shape(&self) -> AltKey<'_> {
        match self {
            Self::Unbound => AltKey::Unbound,
            Self::None => AltKey::None,
            Self::Bool(truth) => AltKey::Bool(*truth),
            Self::Int(number) => AltKey::Int(*number),
            Self::Bits(_) => AltKey::Bits,
            Self::Float(bits) => AltKey::Float(*bits),
            Self::Str(text) => AltKey::Str(text),
            Self::Text(_) => AltKey::Text,
            Self::Atom(ty, id) => AltKey::Atom(*ty, *id),
            Self::Tuple(items) => AltKey::Tuple(items.len()),
            Self::Record(class, fields) => AltKey::Record(*class, fields.node),
            Self::FrozenSet(_) => AltKey::FrozenSet,
            Self::Range(_) => AltKey::Range,
            Self::Object(id) => AltKey::Object(*id),
            Self::View(kind, id) => AltKey::View(*kind, *id),
            Self::Cell(id) => AltKey::Cell(*id),
            Self::Function(closure) => AltKey::Function(closure.number),
            Self::Builtin(builtin) => AltKey::Builtin(builtin.name()),
            Self::Class(id) => AltKey::Class(*id),
            Self::Number(id) => AltKey::Number(*id),
            Self::Method(method) => AltKey::Method(Rc::as_ptr(method).addr()),
            Self::Exception(class, _) => AltKey::Exception(*class),
            Self::Special(special) => AltKey::Special(Rc::as_ptr(special).addr()),
            Self::Raise(exception, goes_on) => AltKey::Raise(*exception, *goes_on),
        }
    }

    /// The order of alternatives inside a value; equal means one alternative.
    pub fn order(&self, other: &Self) -> Ordering {
        self.shape().cmp(&other.shape())
    }

    /// Says everything by its shape: nothing inside it is symbolic.
    pub fn is_scalar(&self) -> bool {
        !matches!(
            self,
            Self::Bits(_)
                | Self::Text(_)
                | Self::Tuple(_)
                | Self::Record(..)
                | Self::FrozenSet(_)
                | Self::Range(_)
                | Self::Method(_)
                | Self::Exception(..)
                | Self::Special(_)
        )
    }

    pub fn int(&self) -> Option<i128> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Bool(truth) => Some(i128::from(*truth)),
            _ => None,
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Int(_) | Self::Bool(_) | Self::Bits(_))
    }
}

impl Value {
    /// No value at all: of what is never reached.
    pub fn never() -> Self {
        Self(Rc::from([]))
    }

    pub fn of(alt: Alt) -> Self {
        Self(Rc::from([(Lit::TRUE, alt)]))
    }

    pub fn none() -> Self {
        Self::of(Alt::None)
    }

    pub fn int(number: i128) -> Self {
        Self::of(Alt::Int(number))
    }

    pub fn size(number: usize) -> Self {
        // A length fits by far.
        Self::int(i128::try_from(number).unwrap_or(i128::MAX))
    }

    pub fn tuple(items: impl Into<Rc<[Value]>>) -> Self {
        Self::of(Alt::Tuple(items.into()))
    }

    pub fn object(id: ObjectId) -> Self {
        Self::of(Alt::Object(id))
    }

    /// `True` where the literal is.
    pub fn truth(lit: Lit) -> Self {
        match lit {
            Lit::TRUE => Self::of(Alt::Bool(true)),
            Lit::FALSE => Self::of(Alt::Bool(false)),
            lit => Self(Rc::from([(!lit, Alt::Bool(false)), (lit, Alt::Bool(true))])),
        }
    }

    /// From alternatives of different shapes, in any order.
    pub fn choice(mut alts: Vec<(Lit, Alt)>) -> Self {
        alts.retain(|(lit, _)| *lit != Lit::FALSE);
        alts.sort_by(|(_, a), (_, b)| a.order(b));
        debug_assert!(alts.windows(2).all(|pair| pair[0].1.order(&pair[1].1).is_lt()), "an alternative stands twice");
        Self(alts.into())
    }

    pub fn alts(&self) -> &[(Lit, Alt)] {
        &self.0
    }

    pub fn is_never(&self) -> bool {
        self.0.is_empty()
    }

    /// The only alternative, if there is one.
    pub fn single(&self) -> Option<&Alt> {
        match &*self.0 {
            [(_, alt)] => Some(alt),
            _ => None,
        }
    }

    /// Whether it refers, at any depth, to something that can change, or to a set, a function or a method.
    pub fn holds_objects(&self) -> bool {
        self.0.iter().any(|(_, alt)| match alt {
            Alt::Tuple(items) => items.iter().any(Self::holds_objects),
            Alt::Record(_, fields) => fields.holds_objects,
            Alt::Range(parts) => parts.iter().any(Self::holds_objects),
            Alt::FrozenSet(_)
            | Alt::Object(_)
            | Alt::View(..)
            | Alt::Cell(_)
            | Alt::Function(_)
            | Alt::Method(_)
            | Alt::Exception(..)
            | Alt::Special(_) => true,
            _ => false,
        })
    }

    /// Whether one of the alternatives is a node.
    pub fn has_nodes(&self) -> bool {
        self.0.iter().any(|(_, alt)| matches!(alt, Alt::Record(_, fields) if fields.node > 0))
    }

    /// Where the alternatives are in memory.
    pub fn address(&self) -> usize {
        self.0.as_ptr().addr()
    }

    /// The same alternatives, in the same memory.
    pub fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
