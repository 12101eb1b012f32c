//! Equality, order and hashes, as Python defines them.
//!
//! Invariant: values that are equal have equal hashes (`True` and `1`, a `NamedTuple` and the tuple of its fields).

use std::cmp::Ordering;
use std::rc::Rc;

use lang::ast::CompareOp;

use crate::classes::Special;
use crate::fault::{Result, outside, type_error};
use crate::limits;
use crate::table::Table;
use crate::value::{Dict, DictKind, Range, Value, View, ViewKind};

/// What comparing dataclasses takes of CPython's levels: their own method, and the tuples of their fields.
const DATACLASS_LEVELS: u32 = 3;

#[inline]
pub fn equal(left: &Value, right: &Value) -> Result<bool> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => Ok(a == b),
        (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty => Ok(a.id == b.id),
        _ => equal_compound(left, right),
    }
}

/// `equal`, or the same: what containers ask of their elements and keys. It differs for a NaN only.
#[inline]
pub fn same_or_equal(left: &Value, right: &Value) -> Result<bool> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => Ok(a == b),
        (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty => Ok(a.id == b.id),
        (Value::Float(a), Value::Float(b)) => Ok(a == b || a.to_bits() == b.to_bits()),
        _ => equal_compound(left, right),
    }
}

/// Tuples and records first, which sets and lists of small pairs hold.
#[inline(never)]
fn equal_compound(left: &Value, right: &Value) -> Result<bool> {
    match (left, right) {
        (Value::Tuple(a), Value::Tuple(b)) => Ok(Rc::ptr_eq(a, b) || equal_items(a, b, 1)?),
        (Value::Record(a), Value::Record(b)) if a.class == b.class && !a.is_tuple => {
            Ok(Rc::ptr_eq(a, b) || equal_items(&a.fields, &b.fields, DATACLASS_LEVELS)?)
        }
        _ => equal_at(left, right, 0),
    }
}

#[inline(never)]
fn equal_at(left: &Value, right: &Value, depth: u32) -> Result<bool> {
    if depth > limits::FREE_LEVELS {
        return limits::deep(depth, 0, || equal_parts(left, right, depth));
    }
    equal_parts(left, right, depth)
}

fn equal_parts(left: &Value, right: &Value, depth: u32) -> Result<bool> {
    Ok(match (left, right) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty => a.id == b.id,
        (Value::Atom(_), Value::Atom(_)) => return outside("atoms of different types are compared"),
        (Value::Atom(_), Value::Int(_) | Value::Bool(_) | Value::Str(_) | Value::Big(_) | Value::Float(_))
        | (Value::Int(_) | Value::Bool(_) | Value::Str(_) | Value::Big(_) | Value::Float(_), Value::Atom(_)) => {
            return outside("an atom is compared with a value that is not an atom");
        }
        (Value::Int(_) | Value::Bool(_), Value::Int(_) | Value::Bool(_)) => left.as_int() == right.as_int(),
        // Containers look whether two are the same first, which matters for a NaN only.
        (Value::Float(a), Value::Float(b)) => a == b || depth > 0 && a.to_bits() == b.to_bits(),
        (Value::Float(_), _) | (_, Value::Float(_)) => crate::floats::order(left, right) == Some(Ordering::Equal),
        (Value::None, Value::None) | (Value::Identity, Value::Identity) => true,
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => {
            limits::spend_text(if a.len() == b.len() { a.len() } else { 0 })?;
            a == b
        }
        (Value::Record(a), Value::Record(b)) if !a.is_tuple || !b.is_tuple => {
            a.class == b.class
                && a.is_tuple == b.is_tuple
                && (Rc::ptr_eq(a, b) || equal_items(&a.fields, &b.fields, depth + DATACLASS_LEVELS)?)
        }
        (Value::Tuple(_) | Value::Record(_), Value::Tuple(_) | Value::Record(_)) => {
            match (left.as_tuple(), right.as_tuple()) {
                (Some(a), Some(b)) => std::ptr::eq(a, b) || equal_items(a, b, depth + 1)?,
                _ => false,
            }
        }
        (Value::List(a), Value::List(b)) => Rc::ptr_eq(a, b) || equal_items(&a.borrow(), &b.borrow(), depth + 1)?,
        (Value::Deque(a), Value::Deque(b)) => Rc::ptr_eq(a, b) || equal_items(&a.to_vec(), &b.to_vec(), depth + 1)?,
        (Value::Set(a), Value::Set(b)) => Rc::ptr_eq(a, b) || equal_sets(&a.borrow(), &b.borrow(), depth)?,
        (Value::Set(a), Value::FrozenSet(b)) => equal_sets(&a.borrow(), b, depth)?,
        (Value::FrozenSet(a), Value::Set(b)) => equal_sets(a, &b.borrow(), depth)?,
        (Value::FrozenSet(a), Value::FrozenSet(b)) => Rc::ptr_eq(a, b) || equal_sets(a, b, depth)?,
        (Value::Dict(a), Value::Dict(b)) => Rc::ptr_eq(a, b) || equal_dicts(a, b, depth)?,
        (Value::Range(a), Value::Range(b)) => equal_ranges(a, b),
        (Value::View(a), Value::View(b)) if a.kind == ViewKind::Values || b.kind == ViewKind::Values => {
            Rc::ptr_eq(a, b)
        }
        (Value::View(view), Value::View(_) | Value::Set(_) | Value::FrozenSet(_)) if view.kind != ViewKind::Values => {
            view.dict.table.borrow().len() == set_size(right) && limits::within(depth + 1, || contained(left, right))?
        }
        (Value::Set(_) | Value::FrozenSet(_), Value::View(view)) if view.kind != ViewKind::Values => {
            view.dict.table.borrow().len() == set_size(left) && limits::within(depth + 1, || contained(left, right))?
        }
        (Value::Iter(a), Value::Iter(b)) => Rc::ptr_eq(a, b),
        (Value::Function(a), Value::Function(b)) => Rc::ptr_eq(a, b),
        (Value::Builtin(a), Value::Builtin(b)) => a == b,
        (Value::Class(a), Value::Class(b)) => a == b,
        (Value::Instance(_), _) | (_, Value::Instance(_)) => {
            return crate::questions::compare_instances(CompareOp::Equal, left, right);
        }
        (Value::Type(a), Value::Type(b)) => Rc::ptr_eq(a, b),
        (Value::Special(_), _) | (_, Value::Special(_)) => return crate::special::compare_special(left, right),
        (Value::Method(a), Value::Method(b)) => a.1 == b.1 && identical(&a.0, &b.0),
        (Value::Exception(a), Value::Exception(b)) => Rc::ptr_eq(a, b),
        (Value::Cached(a), Value::Cached(b)) => Rc::ptr_eq(a, b),
        _ => false,
    })
}

fn identical(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::List(a), Value::List(b)) => Rc::ptr_eq(a, b),
        (Value::Set(a), Value::Set(b)) => Rc::ptr_eq(a, b),
        (Value::Dict(a), Value::Dict(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

#[inline]
fn equal_items(left: &[Value], right: &[Value], depth: u32) -> Result<bool> {
    if left.len() != right.len() {
        return Ok(false);
    }
    if left.len() > limits::FREE_ELEMENTS {
        return equal_many(left, right, depth);
    }
    equal_few(left, right, depth)
}

/// A part at a time, each of which is counted once it was equal.
#[inline(never)]
fn equal_many(left: &[Value], right: &[Value], depth: u32) -> Result<bool> {
    for (a, b) in left.chunks(limits::FREE_ELEMENTS).zip(right.chunks(limits::FREE_ELEMENTS)) {
        if !equal_few(a, b, depth)? {
            return Ok(false);
        }
        limits::spend(a.len())?;
    }
    Ok(true)
}

#[expect(clippy::inline_always, reason = "small pairs spend their time here")]
#[inline(always)]
fn equal_few(left: &[Value], right: &[Value], depth: u32) -> Result<bool> {
    for (a, b) in left.iter().zip(right) {
        let same = match (a, b) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Atom(a), Value::Atom(b)) if a.ty == b.ty => a.id == b.id,
            _ => equal_at(a, b, depth)?,
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

fn equal_sets(left: &Table<()>, right: &Table<()>, depth: u32) -> Result<bool> {
    if left.len() != right.len() {
        return Ok(false);
    }
    // Looking for an element may compare further sets.
    if left.is_simple() { left.is_subset(right) } else { limits::within(depth + 1, || left.is_subset(right)) }
}

fn equal_dicts(left: &Dict, right: &Dict, depth: u32) -> Result<bool> {
    let (a, b) = (left.table.borrow(), right.table.borrow());
    // A missing key of a Counter counts as zero.
    let counters = left.is_counter() && right.is_counter();
    if a.len() != b.len() && !counters {
        return Ok(false);
    }
    // Two OrderedDicts are equal if their keys come in the same order, too.
    let ordered = matches!((&left.kind, &right.kind), (DictKind::Ordered, DictKind::Ordered));
    if ordered {
        for (one, other) in a.keys().zip(b.keys()) {
            if !equal_at(one, other, depth + 1)? {
                return Ok(false);
            }
        }
    }
    for (position, ((hash, key), value)) in a.hashed_keys().zip(a.values()).enumerate() {
        limits::tick(position)?;
        let other = match b.get_hashed(hash, key)? {
            Some(other) => other,
            None if counters => &Value::Int(0),
            None => return Ok(false),
        };
        if !equal_at(value, other, depth + 1)? {
            return Ok(false);
        }
    }
    if counters {
        for ((hash, key), value) in b.hashed_keys().zip(b.values()) {
            if !a.contains_hashed(hash, key)? && !equal_at(value, &Value::Int(0), depth + 1)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn equal_ranges(a: &Range, b: &Range) -> bool {
    let (m, n) = (a.len(), b.len());
    m == n && (m == 0 || (a.start == b.start && (m == 1 || a.step == b.step)))
}

/// The elements of a view of keys or items as a set.
pub fn view_set(view: &View) -> Result<Table<()>> {
    let table = view.dict.table.borrow();
    let mut set = Table::with_capacity(table.len());
    for ((hash, key), value) in table.hashed_keys().zip(table.values()) {
        match view.kind {
            ViewKind::Keys => set.insert_hashed(hash, key.clone(), ())?,
            ViewKind::Items => set.add(Value::pair(key.clone(), value.clone()))?,
            ViewKind::Values => return type_error("dict_values is not a set"),
        }
    }
    Ok(set)
}

/// A copy of what is a set to Python's set operators.
pub fn as_set(value: &Value) -> Result<Table<()>> {
    match value {
        Value::Set(set) => Ok(set.borrow().clone()),
        Value::FrozenSet(set) => Ok((**set).clone()),
        Value::View(view) => view_set(view),
        other => type_error(format!("{} is not a set", other.type_name())),
    }
}

pub fn is_set_like(value: &Value) -> bool {
    match value {
        Value::Set(_) | Value::FrozenSet(_) => true,
        Value::View(view) => view.kind != ViewKind::Values,
        _ => false,
    }
}

/// `left op right` for `<`, `<=`, `>`, `>=`.
#[inline]
pub fn ordered(op: CompareOp, left: &Value, right: &Value, orderable_records: &[bool]) -> Result<bool> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => return Ok(holds(op, a.cmp(b))),
        (Value::Set(a), Value::Set(b)) => return compare_sets(op, &a.borrow(), &b.borrow()),
        _ => {}
    }
    Order { orderable_records }.compare(op, left, right, 0)
}

struct Order<'a> {
    /// By record: whether it was declared with `order=True`.
    orderable_records: &'a [bool],
}

impl Order<'_> {
    fn compare(&self, op: CompareOp, left: &Value, right: &Value, depth: u32) -> Result<bool> {
        if depth > limits::FREE_LEVELS {
            return limits::deep(depth, 0, || self.compare_parts(op, left, right, depth));
        }
        self.compare_parts(op, left, right, depth)
    }

    fn compare_parts(&self, op: CompareOp, left: &Value, right: &Value, depth: u32) -> Result<bool> {
        match (left, right) {
            (Value::Int(_) | Value::Bool(_) | Value::Big(_), Value::Int(_) | Value::Bool(_) | Value::Big(_)) => {
                Ok(holds(op, compare_numbers(left, right)))
            }
            (Value::Float(_), other) | (other, Value::Float(_)) if crate::floats::is_real(other) => {
                Ok(crate::floats::order(left, right).is_some_and(|order| holds(op, order)))
            }
            (Value::Str(a), Value::Str(b)) => {
                limits::spend_text(a.len().min(b.len()))?;
                Ok(holds(op, a.cmp(b)))
            }
            (Value::List(a), Value::List(b)) => self.sequences(op, &a.borrow(), &b.borrow(), depth + 1),
            (Value::Deque(a), Value::Deque(b)) => self.sequences(op, &a.to_vec(), &b.to_vec(), depth + 1),
            (Value::Record(a), Value::Record(b)) if !a.is_tuple || !b.is_tuple => {
                let orderable = self.orderable_records.get(usize::from(a.class.0)).copied().unwrap_or(false);
                if a.class == b.class && orderable {
                    return self.sequences(op, &a.fields, &b.fields, depth + DATACLASS_LEVELS);
                }
                unorderable(op, left, right)
            }
            (Value::Instance(_), _) | (_, Value::Instance(_)) => crate::questions::compare_instances(op, left, right),
            (Value::Special(_), _) | (_, Value::Special(_)) => outside("a hash, an identity or a class is ordered"),
            (Value::Atom(_), _) | (_, Value::Atom(_)) => outside("atoms are ordered; they only have equality"),
            (Value::Dict(a), Value::Dict(b)) if a.is_counter() && b.is_counter() => {
                compare_counters(op, &a.table.borrow(), &b.table.borrow())
            }
            _ => {
                if let (Some(a), Some(b)) = (left.as_tuple(), right.as_tuple()) {
                    return self.sequences(op, a, b, depth + 1);
                }
                if is_set_like(left) && is_set_like(right) {
                    return limits::within(depth + 1, || compare_set_like(op, left, right));
                }
                unorderable(op, left, right)
            }
        }
    }

    fn sequences(&self, op: CompareOp, left: &[Value], right: &[Value], depth: u32) -> Result<bool> {
        for (position, (a, b)) in left.iter().zip(right).enumerate() {
            limits::tick(position)?;
            if !equal_at(a, b, depth)? {
                return self.compare(op, a, b, depth);
            }
        }
        Ok(holds(op, left.len().cmp(&right.len())))
    }
}

fn unorderable(op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    let (symbol, a, b) = (op.symbol(), left.type_name(), right.type_name());
    type_error(format!("'{symbol}' not supported between instances of '{a}' and '{b}'"))
}

fn holds(op: CompareOp, ordering: Ordering) -> bool {
    match op {
        CompareOp::Less => ordering.is_lt(),
        CompareOp::LessEqual => ordering.is_le(),
        CompareOp::Greater => ordering.is_gt(),
        CompareOp::GreaterEqual => ordering.is_ge(),
        _ => false,
    }
}

fn compare_numbers(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Big(a), Value::Big(b)) => a.cmp(b),
        // A big integer is beyond every small one, on its own side of zero.
        (Value::Big(a), _) => a.sign().cmp(&num_bigint::Sign::NoSign),
        (_, Value::Big(b)) => num_bigint::Sign::NoSign.cmp(&b.sign()),
        _ => left.as_int().cmp(&right.as_int()),
    }
}

/// Order of sets is inclusion.
fn compare_sets(op: CompareOp, left: &Table<()>, right: &Table<()>) -> Result<bool> {
    match op {
        CompareOp::LessEqual => left.is_subset(right),
        CompareOp::Less => Ok(left.len() < right.len() && left.is_subset(right)?),
        CompareOp::GreaterEqual => right.is_subset(left),
        CompareOp::Greater => Ok(right.len() < left.len() && right.is_subset(left)?),
        _ => Ok(false),
    }
}

/// [`compare_sets`] where views take part, whose items need not be hashable.
fn compare_set_like(op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    let (a, b) = (set_size(left), set_size(right));
    match op {
        CompareOp::LessEqual => Ok(a <= b && contained(left, right)?),
        CompareOp::Less => Ok(a < b && contained(left, right)?),
        CompareOp::GreaterEqual => Ok(b <= a && contained(right, left)?),
        CompareOp::Greater => Ok(b < a && contained(right, left)?),
        _ => Ok(false),
    }
}

fn set_size(value: &Value) -> usize {
    match value {
        Value::Set(set) => set.borrow().len(),
        Value::FrozenSet(set) => set.len(),
        Value::View(view) => view.dict.table.borrow().len(),
        _ => 0,
    }
}

/// Whether every element of one set or view is in the other.
fn contained(left: &Value, right: &Value) -> Result<bool> {
    let elements: Vec<Value> = match left {
        Value::Set(set) => set.borrow().keys().cloned().collect(),
        Value::FrozenSet(set) => set.keys().cloned().collect(),
        Value::View(view) => {
            let table = view.dict.table.borrow();
            match view.kind {
                ViewKind::Items => table.iter().map(|(key, value)| Value::pair(key.clone(), value.clone())).collect(),
                _ => table.keys().cloned().collect(),
            }
        }
        _ => return Ok(false),
    };
    for element in &elements {
        if !set_like_contains(right, element)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `element in container`, for a set or a view.
pub(crate) fn set_like_contains(container: &Value, element: &Value) -> Result<bool> {
    match container {
        Value::Set(set) => set.borrow().contains(element),
        Value::FrozenSet(set) => set.contains(element),
        Value::View(view) => {
            let table = view.dict.table.borrow();
            match (view.kind, element.as_tuple()) {
                (ViewKind::Items, Some([key, value])) => match table.get(key)? {
                    Some(found) => equal(found, value),
                    None => Ok(false),
                },
                (ViewKind::Items, _) => Ok(false),
                _ => table.contains(element),
            }
        }
        _ => Ok(false),
    }
}

/// Order of Counters is inclusion of multisets; a missing key counts as zero. Python asks about the keys of the left one first,
/// which shows where counts cannot be compared.
fn compare_counters(op: CompareOp, left: &Table<Value>, right: &Table<Value>) -> Result<bool> {
    let all = |holds: &dyn Fn(&Value, &Value) -> Result<bool>| -> Result<bool> {
        for key in left.keys().chain(right.keys()) {
            let zero = Value::Int(0);
            let (a, b) = (left.get(key)?, right.get(key)?);
            if !holds(a.unwrap_or(&zero), b.unwrap_or(&zero))? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let included = |op: CompareOp| all(&|a, b| ordered(op, a, b, &[]));
    match op {
        CompareOp::LessEqual | CompareOp::GreaterEqual => included(op),
        CompareOp::Less => Ok(included(CompareOp::LessEqual)? && !all(&equal)?),
        CompareOp::Greater => Ok(included(CompareOp::GreaterEqual)? && !all(&equal)?),
        _ => Ok(false),
    }
}

#[inline]
pub fn hash(value: &Value) -> Result<u64> {
    match value {
        Value::Int(_) | Value::Atom(_) => Ok(hash_scalar(value)),
        _ => hash_outer(value),
    }
}

/// How deep a part of a value is.
#[derive(Clone, Copy, Default)]
struct HashDepth {
    levels: u32,
    /// Of these, what CPython counts: the methods of dataclasses.
    counted: u32,
}

impl HashDepth {
    fn below(self, counted: u32) -> Self {
        Self { levels: self.levels + 1, counted: self.counted + counted }
    }
}

fn hash_at(value: &Value, depth: HashDepth) -> Result<u64> {
    if depth.levels > limits::FREE_LEVELS {
        return limits::deep(depth.counted, depth.levels, || hash_compound(value, depth));
    }
    hash_compound(value, depth)
}

/// The hash of an integer or atom.
#[inline]
pub(crate) fn hash_scalar(value: &Value) -> u64 {
    match value {
        Value::Int(number) => mix(number.cast_unsigned()),
        Value::Atom(atom) => mix(u64::from(atom.id) | 1 << 40),
        _ => 0,
    }
}

/// The hash of the tuple of two values.
#[inline]
pub(crate) fn hash_pair(first: &Value, second: &Value) -> Result<u64> {
    Ok(combine(combine(TUPLE, hash(first)?), hash(second)?))
}

/// Where the hash of a tuple starts.
const TUPLE: u64 = 7;

/// Tuples and records of scalars first, which sets of small pairs hold.
#[inline(never)]
fn hash_outer(value: &Value) -> Result<u64> {
    let (seed, items) = match value {
        Value::Tuple(items) => (TUPLE, &**items),
        Value::Record(record) if !record.is_tuple => (11 + u64::from(record.class.0), &record.fields),
        _ => return hash_compound(value, HashDepth::default()),
    };
    let mut hash = seed;
    for item in items {
        match item {
            Value::Int(_) | Value::Atom(_) => hash = combine(hash, hash_scalar(item)),
            _ => return hash_compound(value, HashDepth::default()),
        }
    }
    if items.len() > limits::FREE_ELEMENTS {
        limits::spend(items.len())?;
    }
    Ok(hash)
}

#[inline(never)]
fn hash_compound(value: &Value, depth: HashDepth) -> Result<u64> {
    Ok(match value {
        Value::None => 0x1234_5678_9abc_def1,
        Value::Bool(truth) => mix(u64::from(*truth)),
        Value::Int(number) => mix(number.cast_unsigned()),
        Value::Atom(atom) => mix(u64::from(atom.id) | 1 << 40),
        Value::Float(number) => match crate::floats::integer_of(*number) {
            Some(integer) => hash(&integer)?,
            None => mix(number.to_bits() ^ 1 << 42),
        },
        Value::Big(number) => number.iter_u64_digits().fold(3, |seed, digit| combine(seed, mix(digit))),
        Value::Str(text) if text.len() > 256 => {
            limits::spend_text(text.len() * 8)?;
            text.bytes().fold(5, |seed, byte| combine(seed, u64::from(byte)))
        }
        Value::Str(text) => text.bytes().fold(5, |seed, byte| combine(seed, u64::from(byte))),
        Value::Tuple(items) => hash_items(TUPLE, items, depth.below(0))?,
        Value::Record(record) if record.is_tuple => hash_items(TUPLE, &record.fields, depth.below(0))?,
        // Python hashes the name of a member.
        Value::Record(record) if record.is_member && !record.fields.is_empty() => hash(&record.fields[0])?,
        Value::Record(record) => hash_items(11 + u64::from(record.class.0), &record.fields, depth.below(2))?,
        // The order of insertion must not matter.
        Value::FrozenSet(set) => set.hashed_keys().fold(13, |sum: u64, (hash, _)| sum.wrapping_add(mix(hash))),
        Value::Range(range) => mix(range.len().cast_unsigned()),
        Value::Function(closure) => mix(closure.number),
        Value::Builtin(builtin) => builtin.name().bytes().fold(17, |seed, byte| combine(seed, u64::from(byte))),
        Value::Class(class) => mix(u64::from(class.0) | 1 << 41),
        Value::Identity => 19,
        Value::Iter(_) | Value::Method(_) | Value::Exception(_) | Value::Cached(_) => {
            return outside("an iterator, method or exception is used as a key");
        }
        Value::List(_) | Value::Deque(_) | Value::Set(_) | Value::Dict(_) | Value::View(_) => {
            return type_error(format!("unhashable type: '{}'", value.type_name()));
        }
        Value::Instance(_) => return crate::questions::hash_instance(value),
        Value::Type(class) => mix(std::ptr::from_ref(&**class).addr() as u64),
        Value::Special(special) => match &**special {
            Special::Hash(hash) => mix(*hash),
            Special::Id(of) => identity_hash(of),
            Special::TypeOf(name) => name.bytes().fold(23, |seed, byte| combine(seed, u64::from(byte))),
            _ => return outside("a method or descriptor is used as a key"),
        },
        Value::Unbound | Value::Cell(_) => return type_error("unbound"),
    })
}

/// A hash that is the same for what is one object.
fn identity_hash(value: &Value) -> u64 {
    match value {
        Value::Instance(instance) => mix(instance.number),
        Value::List(it) => mix(Rc::as_ptr(it).addr() as u64),
        Value::Set(it) => mix(Rc::as_ptr(it).addr() as u64),
        Value::Dict(it) => mix(Rc::as_ptr(it).addr() as u64),
        Value::Record(it) => mix(Rc::as_ptr(it).addr() as u64),
        _ => 29,
    }
}

#[inline]
fn hash_items(seed: u64, items: &[Value], depth: HashDepth) -> Result<u64> {
    let mut seed = seed;
    if items.len() > limits::FREE_ELEMENTS {
        limits::spend(items.len())?;
    }
    for item in items {
        let hash = match item {
            Value::Int(_) | Value::Atom(_) => hash_scalar(item),
            _ => hash_at(item, depth)?,
        };
        seed = combine(seed, hash);
    }
    Ok(seed)
}

#[inline]
fn mix(number: u64) -> u64 {
    let product = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}

#[inline]
fn combine(seed: u64, hash: u64) -> u64 {
    (seed.rotate_left(5) ^ hash).wrapping_mul(0x517c_c1b7_2722_0a95)
}
