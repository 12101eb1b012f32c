//! The values of the language.
//!
//! Sixteen bytes each; compound values are shared by reference count, mutable ones through a `RefCell` whose borrows
//! never outlive one operation.
//!
//! Invariants: an integer is [`Value::Int`] exactly if it fits into 64 bits; [`Value::Unbound`] and [`Value::Cell`]
//! live in frames only and never reach an operation.

use std::cell::RefCell;
use std::rc::Rc;

use lang::ast::FuncId;
use lang::builtins::Builtin;
use lang::methods::ReceiverMethod;
use lang::problem::{AtomId, EnumValue, Problem, RecordId, RecordKind};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use smallvec::SmallVec;

use crate::caching::CachedFunction;
use crate::classes::{ClassObject, Instance, Special};
use crate::exceptions::ExceptionValue;
use crate::iterators::Iter;
use crate::iterators::dict::Removals;
use crate::methods::deque::Deque;
use crate::table::Table;

/// Short tuples and records need no second allocation.
pub type Items = SmallVec<[Value; 2]>;

#[derive(Debug)]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    Atom(Atom),
    /// The bits of a NaN say which one it is.
    Float(f64),
    Builtin(Builtin),
    /// A record class, called to make a record.
    Class(RecordId),
    /// A `NewType`: the identity.
    Identity,
    /// A variable that has no value yet.
    #[doc(hidden)]
    Unbound,
    // From here on values are shared; standing together makes `Value::is_scalar` one comparison.
    Big(Rc<BigInt>),
    Str(Rc<Box<str>>),
    Tuple(Rc<Items>),
    Record(Rc<Record>),
    List(Rc<RefCell<Vec<Value>>>),
    Set(Rc<RefCell<Table<()>>>),
    FrozenSet(Rc<Table<()>>),
    Dict(Rc<Dict>),
    Range(Rc<Range>),
    View(Rc<View>),
    Iter(Rc<RefCell<Iter>>),
    Deque(Rc<Deque>),
    Function(Rc<Closure>),
    /// `xs.append` without a call.
    Method(Rc<(Value, ReceiverMethod)>),
    Exception(Rc<ExceptionValue>),
    /// What `functools.cache` returns.
    Cached(Rc<CachedFunction>),
    Instance(Rc<Instance>),
    /// A class of the file that is not a record.
    Type(Rc<ClassObject>),
    Special(Rc<Special>),
    /// A captured variable.
    #[doc(hidden)]
    Cell(Rc<RefCell<Value>>),
}

/// A value of an atom type: equal to itself and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    pub ty: AtomId,
    pub id: u32,
}

#[derive(Debug)]
pub struct Record {
    pub class: RecordId,
    /// A `NamedTuple` compares, hashes and unpacks as a tuple.
    pub is_tuple: bool,
    /// Can hold records of its own kind; set for values of pairs only.
    pub is_node: bool,
    /// A member of an enumeration.
    pub is_member: bool,
    pub fields: Items,
}

#[derive(Debug)]
pub struct Dict {
    pub kind: DictKind,
    pub table: RefCell<Table<Value>>,
    /// What running iterators correct their position by.
    pub removals: RefCell<Removals>,
}

impl Dict {
    pub fn new(kind: DictKind) -> Rc<Self> {
        Self::with_table(kind, Table::default())
    }

    pub fn with_table(kind: DictKind, table: Table<Value>) -> Rc<Self> {
        Rc::new(Self { kind, table: RefCell::new(table), removals: RefCell::default() })
    }

    pub fn remove(&self, key: &Value) -> crate::fault::Result<Option<(Value, Value)>> {
        let Some(place) = self.table.borrow().place(key)? else { return Ok(None) };
        self.removals.borrow_mut().add(key, Some(place));
        self.table.borrow_mut().remove(key)
    }

    pub fn remove_last(&self) -> Option<(Value, Value)> {
        let (key, value) = self.table.borrow_mut().pop_last()?;
        self.removals.borrow_mut().add(&key, None);
        Some((key, value))
    }

    pub fn clear(&self) {
        self.table.borrow_mut().clear();
        self.removals.borrow_mut().add_all();
    }

    /// A dict with the same entries.
    pub fn copy(&self, kind: DictKind) -> Rc<Self> {
        let copy = Self::with_table(kind, self.table.borrow().clone());
        copy.removals.borrow_mut().inherit(&self.removals.borrow());
        copy
    }

    /// To be called before the entries of another dict come in. CPython may copy its table into an empty one.
    pub fn inherit(&self, from: &Dict) {
        if !std::ptr::eq(self, from) && self.table.borrow().is_empty() {
            self.removals.borrow_mut().forget_gaps();
            self.removals.borrow_mut().inherit(&from.removals.borrow());
        }
    }
}

#[derive(Clone, Debug)]
pub enum DictKind {
    Plain,
    Counter,
    /// `defaultdict`: what makes a missing value; `None` where it was made without.
    Default(Value),
    /// `OrderedDict`
    Ordered,
}

#[derive(Debug)]
pub struct Range {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewKind {
    Keys,
    Values,
    Items,
}

#[derive(Debug)]
pub struct View {
    pub kind: ViewKind,
    pub dict: Rc<Dict>,
}

#[derive(Debug)]
pub struct Closure {
    pub function: FuncId,
    pub defaults: Box<[Value]>,
    /// The cells of the captured variables, in the order of the function's `free` slots.
    pub cells: Box<[Value]>,
    /// Makes functions distinguishable without looking at addresses.
    pub number: u64,
}

impl Clone for Value {
    /// By hand, so that the values that fill small pairs are copied without a call.
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Int(number) => Self::Int(*number),
            Self::Atom(atom) => Self::Atom(*atom),
            Self::Bool(truth) => Self::Bool(*truth),
            Self::None => Self::None,
            _ => self.clone_shared(),
        }
    }
}

/// Overwrites a value. Where the old one is a scalar, as most are, no destructor is called, and the new one is written
/// in place, without a detour over the stack.
#[expect(clippy::inline_always, reason = "a call would pass the value over the stack")]
#[inline(always)]
pub(crate) fn put(place: &mut Value, value: Value) {
    if !place.is_scalar() {
        release(place);
    }
    std::mem::forget(std::mem::replace(place, value));
}

/// Like `put` of a clone, but the commonest values are written right into their place.
#[inline]
pub(crate) fn copy(place: &mut Value, from: &Value) {
    if !place.is_scalar() {
        release(place);
    }
    std::mem::forget(match from {
        Value::Int(number) => std::mem::replace(place, Value::Int(*number)),
        Value::Atom(atom) => std::mem::replace(place, Value::Atom(*atom)),
        Value::Bool(truth) => std::mem::replace(place, Value::Bool(*truth)),
        Value::Tuple(items) => std::mem::replace(place, Value::Tuple(Rc::clone(items))),
        Value::Record(record) => std::mem::replace(place, Value::Record(Rc::clone(record))),
        Value::List(items) => std::mem::replace(place, Value::List(Rc::clone(items))),
        Value::Set(set) => std::mem::replace(place, Value::Set(Rc::clone(set))),
        _ => std::mem::replace(place, from.clone_shared()),
    });
}

/// Takes a value out of a register that is no longer needed.
#[expect(clippy::inline_always, reason = "a call would pass the value over the stack")]
#[inline(always)]
pub(crate) fn take(place: &mut Value) -> Value {
    std::mem::replace(place, Value::Unbound)
}

#[inline(never)]
pub(crate) fn release(place: &mut Value) {
    drop(take(place));
}

impl Value {
    /// Whether the value holds no reference, so that it needs no destructor.
    #[inline]
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(
            self,
            Self::None
                | Self::Bool(_)
                | Self::Int(_)
                | Self::Atom(_)
                | Self::Float(_)
                | Self::Builtin(_)
                | Self::Class(_)
                | Self::Identity
                | Self::Unbound
        )
    }

    #[inline(never)]
    fn clone_shared(&self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Bool(truth) => Self::Bool(*truth),
            Self::Int(number) => Self::Int(*number),
            Self::Atom(atom) => Self::Atom(*atom),
            Self::Float(number) => Self::Float(*number),
            Self::Big(number) => Self::Big(number.clone()),
            Self::Str(text) => Self::Str(text.clone()),
            Self::Tuple(items) => Self::Tuple(items.clone()),
            Self::Record(record) => Self::Record(record.clone()),
            Self::List(items) => Self::List(items.clone()),
            Self::Set(set) => Self::Set(set.clone()),
            Self::FrozenSet(set) => Self::FrozenSet(set.clone()),
            Self::Dict(dict) => Self::Dict(dict.clone()),
            Self::Range(range) => Self::Range(range.clone()),
            Self::View(view) => Self::View(view.clone()),
            Self::Iter(iter) => Self::Iter(iter.clone()),
            Self::Deque(deque) => Self::Deque(deque.clone()),
            Self::Function(closure) => Self::Function(closure.clone()),
            Self::Builtin(builtin) => Self::Builtin(*builtin),
            Self::Class(class) => Self::Class(*class),
            Self::Identity => Self::Identity,
            Self::Method(method) => Self::Method(method.clone()),
            Self::Exception(exception) => Self::Exception(exception.clone()),
            Self::Cached(cached) => Self::Cached(cached.clone()),
            Self::Instance(instance) => Self::Instance(instance.clone()),
            Self::Type(class) => Self::Type(class.clone()),
            Self::Special(special) => Self::Special(special.clone()),
            Self::Unbound => Self::Unbound,
            Self::Cell(cell) => Self::Cell(cell.clone()),
        }
    }
}

impl Range {
    pub fn len(&self) -> i64 {
        let (start, stop, step) = (i128::from(self.start), i128::from(self.stop), i128::from(self.step));
        let span = if step > 0 { stop - start } else { start - stop };
        if span <= 0 { 0 } else { i64::try_from((span - 1) / step.abs() + 1).unwrap_or(i64::MAX) }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at `index`, which is below the length.
    pub fn at(&self, index: i64) -> i64 {
        self.start.wrapping_add(index.wrapping_mul(self.step))
    }
}

impl Value {
    pub fn str(text: &str) -> Self {
        Self::Str(Rc::new(text.into()))
    }

    pub fn tuple(items: impl IntoIterator<Item = Value>) -> Self {
        Self::Tuple(Rc::new(items.into_iter().collect()))
    }

    pub fn pair(first: Value, second: Value) -> Self {
        Self::Tuple(Rc::new(SmallVec::from_buf([first, second])))
    }

    /// A set or frozenset of these; elements that cannot be hashed are a fault.
    pub fn set_of(items: impl IntoIterator<Item = Value>, frozen: bool) -> crate::fault::Result<Self> {
        let mut table = Table::default();
        for item in items {
            table.add(item)?;
        }
        Ok(if frozen { Self::frozenset(table) } else { Self::set(table) })
    }

    /// A dict with these entries, in their order.
    pub fn dict_of(entries: impl IntoIterator<Item = (Value, Value)>) -> crate::fault::Result<Self> {
        let mut table = Table::default();
        for (key, value) in entries {
            table.insert(key, value)?;
        }
        Ok(Self::dict(DictKind::Plain, table))
    }

    /// A record of a problem's class.
    pub fn record_of(problem: &Problem, class: RecordId, fields: impl IntoIterator<Item = Value>) -> Self {
        let record = problem.records.get(usize::from(class.0));
        let is_tuple = record.is_some_and(|record| record.kind == RecordKind::NamedTuple);
        let is_node = record.is_some_and(|record| record.family.is_some());
        let is_member = record.is_some_and(|record| record.kind == RecordKind::Enum);
        Self::Record(Rc::new(Record { class, is_tuple, is_node, is_member, fields: fields.into_iter().collect() }))
    }

    /// A member of an enumeration of a problem.
    pub fn member(problem: &Problem, class: RecordId, index: usize) -> Option<Self> {
        let member = problem.records.get(usize::from(class.0))?.choices.get(index)?;
        Some(Self::record_of(problem, class, [Self::str(&member.name), Self::of_enum_value(&member.value)]))
    }

    fn of_enum_value(value: &EnumValue) -> Self {
        match value {
            EnumValue::None => Self::None,
            EnumValue::Bool(truth) => Self::Bool(*truth),
            EnumValue::Int(number) => Self::big(number.clone()),
            EnumValue::Float(number) => Self::Float(*number),
            EnumValue::Str(text) => Self::str(text),
            EnumValue::Tuple(items) => Self::tuple(items.iter().map(Self::of_enum_value)),
        }
    }

    pub fn list(items: Vec<Value>) -> Self {
        Self::List(Rc::new(RefCell::new(items)))
    }

    pub fn set(table: Table<()>) -> Self {
        Self::Set(Rc::new(RefCell::new(table)))
    }

    pub fn frozenset(table: Table<()>) -> Self {
        Self::FrozenSet(Rc::new(table))
    }

    pub fn dict(kind: DictKind, table: Table<Value>) -> Self {
        Self::Dict(Dict::with_table(kind, table))
    }

    pub fn iter(iter: Iter) -> Self {
        Self::Iter(Rc::new(RefCell::new(iter)))
    }

    pub fn atom(ty: AtomId, id: u32) -> Self {
        Self::Atom(Atom { ty, id })
    }

    /// An integer of any size, in its one representation.
    pub fn big(number: BigInt) -> Self {
        match number.to_i64() {
            Some(small) => Self::Int(small),
            None => Self::Big(Rc::new(number)),
        }
    }

    /// The number, for values that are integers to Python: `True` is 1.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        }
    }

    /// The items of a tuple or a `NamedTuple`.
    pub fn as_tuple(&self) -> Option<&[Value]> {
        match self {
            Self::Tuple(items) => Some(items),
            Self::Record(record) if record.is_tuple => Some(&record.fields),
            _ => None,
        }
    }

    /// The class as Python names it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::None => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) | Self::Big(_) => "int",
            Self::Atom(_) => "atom",
            Self::Float(_) => "float",
            Self::Str(_) => "str",
            Self::Tuple(_) => "tuple",
            Self::Record(_) => "record",
            Self::List(_) => "list",
            Self::Set(_) => "set",
            Self::FrozenSet(_) => "frozenset",
            Self::Dict(dict) => match dict.kind {
                DictKind::Plain => "dict",
                DictKind::Counter => "Counter",
                DictKind::Default(_) => "defaultdict",
                DictKind::Ordered => "OrderedDict",
            },
            Self::Range(_) => "range",
            Self::View(view) => match view.kind {
                ViewKind::Keys => "dict_keys",
                ViewKind::Values => "dict_values",
                ViewKind::Items => "dict_items",
            },
            Self::Iter(_) => "iterator",
            Self::Deque(_) => "collections.deque",
            Self::Function(_) => "function",
            Self::Cached(_) => "functools._lru_cache_wrapper",
            Self::Builtin(_) | Self::Method(_) => "builtin_function_or_method",
            Self::Exception(exception) => exception.class.name(),
            Self::Class(_) | Self::Type(_) => "type",
            Self::Instance(_) => "instance",
            Self::Special(special) => match &**special {
                Special::Bound(..) => "method",
                Special::Property(_) => "property",
                Special::Super(..) => "super",
                Special::Hash(_) | Special::Id(_) => "int",
                Special::TypeOf(_) => "type",
                Special::Traceback => "traceback",
                Special::Static(_) | Special::Abstract(_) => "function",
                Special::OfClass(_) => "classmethod",
                Special::Refine(..) | Special::InitException(_) | Special::AsDict(_) | Special::Make(_) => {
                    "builtin_function_or_method"
                }
            },
            Self::Identity => "NewType",
            Self::Unbound | Self::Cell(_) => "unbound",
        }
    }
}
