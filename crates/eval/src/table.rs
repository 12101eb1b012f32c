//! The hash table behind sets and dicts: entries in insertion order, found by their bit while the keys are small
//! scalars, by scanning while they are few, and through an index when they are many.
//!
//! The keys of small pairs are mostly atoms and integers below 64. While a table holds one kind of them only, one word
//! says exactly which: membership is a test of a bit, inclusion one operation on two words.
//!
//! Invariant: `bits` is exact unless the kind is [`MIXED`]; there is an index exactly if the kind is [`MIXED`] and the
//! entries are more than [`SCANNED`].

use hashbrown::HashTable;

use crate::compare::{equal, hash, hash_pair, hash_scalar, same_or_equal};
use crate::fault::Result;
use crate::value::Value;

/// Up to this many entries no index is kept.
const SCANNED: usize = 12;

/// What the keys of a table have in common.
pub(crate) type KeyKind = u32;

const EMPTY: KeyKind = 0;
const INTS: KeyKind = 1;
/// Atoms of a type are this plus the type's number.
const ATOMS: KeyKind = 2;
const MIXED: KeyKind = KeyKind::MAX;

/// The kind and the bit of a key that is a small scalar.
#[inline]
pub(crate) fn small(key: &Value) -> Option<(KeyKind, u64)> {
    match key {
        Value::Atom(atom) if atom.id < 64 => Some((ATOMS + KeyKind::from(atom.ty.0), 1 << atom.id)),
        Value::Int(number @ 0..64) => Some((INTS, 1 << number)),
        _ => None,
    }
}

#[derive(Clone, Debug)]
pub struct Table<V> {
    entries: Vec<Entry<V>>,
    bits: u64,
    kind: KeyKind,
    /// How often something was removed, for iterators over sets.
    removals: u32,
    index: Option<Box<HashTable<u32>>>,
}

#[derive(Clone, Debug)]
struct Entry<V> {
    hash: u64,
    key: Value,
    value: V,
}

impl<V> Default for Table<V> {
    #[inline]
    fn default() -> Self {
        Self { entries: Vec::new(), bits: 0, kind: EMPTY, removals: 0, index: None }
    }
}

impl<V> Table<V> {
    pub fn with_capacity(capacity: usize) -> Self {
        Self { entries: Vec::with_capacity(capacity.min(64)), bits: 0, kind: EMPTY, removals: 0, index: None }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All keys are small scalars of one kind.
    pub(crate) fn is_simple(&self) -> bool {
        self.kind != MIXED
    }

    pub fn clear(&mut self) {
        self.removals = self.removals.wrapping_add(u32::from(!self.is_empty()));
        self.entries.clear();
        self.rebuild();
    }

    /// Something else after each removal.
    pub fn removals(&self) -> u32 {
        self.removals
    }

    /// Becomes another table, in which elements of this one may be missing.
    pub fn replace_by(&mut self, other: Self, may_lack_some: bool) {
        let removals = self.removals.wrapping_add(u32::from(may_lack_some));
        *self = other;
        self.removals = removals;
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.entries.iter().map(|entry| &entry.key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.entries.iter().map(|entry| &entry.value)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Value, &V)> + ExactSizeIterator {
        self.entries.iter().map(|entry| (&entry.key, &entry.value))
    }

    /// For its destructor.
    #[inline]
    pub(crate) fn take_entries(&mut self) -> impl Iterator<Item = impl Sized> {
        self.entries.drain(..)
    }

    /// For those who take the table apart: keys must not change otherwise.
    pub(crate) fn entries_mut(&mut self) -> impl Iterator<Item = (&mut Value, &mut V)> {
        self.entries.iter_mut().map(|entry| (&mut entry.key, &mut entry.value))
    }

    /// Keys with their hashes, which another table can use again.
    pub fn hashed_keys(&self) -> impl Iterator<Item = (u64, &Value)> {
        self.entries.iter().map(|entry| (entry.hash, &entry.key))
    }

    /// The entry at a position of the insertion order.
    #[inline]
    pub fn at(&self, position: usize) -> Option<(&Value, &V)> {
        self.entries.get(position).map(|entry| (&entry.key, &entry.value))
    }

    #[inline]
    pub fn place(&self, key: &Value) -> Result<Option<usize>> {
        self.find(hash(key)?, key)
    }

    #[inline]
    pub fn contains(&self, key: &Value) -> Result<bool> {
        if let Some((kind, bit)) = small(key)
            && kind == self.kind
        {
            return Ok(self.bits & bit != 0);
        }
        if self.is_empty() && key.is_scalar() {
            return Ok(false);
        }
        self.contains_hashed(hash(key)?, key)
    }

    pub fn contains_hashed(&self, hash: u64, key: &Value) -> Result<bool> {
        Ok(self.find(hash, key)?.is_some())
    }

    #[inline]
    pub fn get(&self, key: &Value) -> Result<Option<&V>> {
        self.get_hashed(hash(key)?, key)
    }

    #[inline]
    pub fn get_hashed(&self, hash: u64, key: &Value) -> Result<Option<&V>> {
        Ok(self.find(hash, key)?.map(|position| &self.entries[position].value))
    }

    pub fn get_mut(&mut self, key: &Value) -> Result<Option<&mut V>> {
        Ok(self.find(hash(key)?, key)?.map(|position| &mut self.entries[position].value))
    }

    /// Sets the value of a key; a key that is there keeps its place and its first spelling (`True` stays `True`).
    #[inline]
    pub fn insert(&mut self, key: Value, value: V) -> Result<()> {
        let hash = hash(&key)?;
        self.insert_hashed(hash, key, value)
    }

    #[inline]
    pub fn insert_hashed(&mut self, hash: u64, key: Value, value: V) -> Result<()> {
        match self.find(hash, &key)? {
            Some(position) => self.entries[position].value = value,
            None => self.push(hash, key, value),
        }
        Ok(())
    }

    /// Removes a key; what stands behind it moves up.
    pub fn remove(&mut self, key: &Value) -> Result<Option<(Value, V)>> {
        let Some(position) = self.find(hash(key)?, key)? else { return Ok(None) };
        if position + 1 == self.len() {
            return Ok(self.pop_last());
        }
        // Everything that is known about the others is made anew.
        crate::limits::spend(self.len())?;
        Ok(Some(self.remove_at(position)))
    }

    pub fn pop_last(&mut self) -> Option<(Value, V)> {
        let entry = self.entries.pop()?;
        if let Some(index) = &mut self.index {
            let last = position_u32(self.entries.len());
            if let Ok(found) = index.find_entry(entry.hash, |position| *position == last) {
                found.remove();
            }
            if self.entries.len() <= SCANNED {
                self.index = None;
            }
        } else if self.kind != MIXED {
            self.bits &= !small(&entry.key).map_or(0, |(_, bit)| bit);
        }
        if self.entries.is_empty() {
            self.kind = EMPTY;
        }
        Some((entry.key, entry.value))
    }

    /// Keeps the entries that satisfy `keep`, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &mut V) -> bool) {
        self.entries.retain_mut(|entry| keep(&entry.key, &mut entry.value));
        self.rebuild();
    }

    fn remove_at(&mut self, position: usize) -> (Value, V) {
        let entry = self.entries.remove(position);
        self.removals = self.removals.wrapping_add(1);
        self.rebuild();
        (entry.key, entry.value)
    }

    /// Adds a key that is not there.
    #[inline]
    pub fn push(&mut self, hash: u64, key: Value, value: V) {
        match small(&key) {
            Some((kind, bit)) if kind == self.kind || self.kind == EMPTY => {
                self.kind = kind;
                self.bits |= bit;
                self.push_entry(hash, key, value);
            }
            _ => self.push_mixed(hash, key, value),
        }
    }

    #[expect(clippy::inline_always, reason = "a call would pass the key over the stack")]
    #[inline(always)]
    fn push_entry(&mut self, hash: u64, key: Value, value: V) {
        if self.entries.len() == self.entries.capacity() {
            self.grow();
        }
        self.entries.push(Entry { hash, key, value });
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        // Most sets of a small pair stay below the first step: one allocation instead of three.
        self.entries.reserve_exact(self.entries.len().max(6));
    }

    fn push_mixed(&mut self, hash: u64, key: Value, value: V) {
        self.push_entry(hash, key, value);
        let position = self.entries.len() - 1;
        match &mut self.index {
            Some(index) => {
                let entries = &self.entries;
                index.insert_unique(hash, position_u32(position), |other| entries[*other as usize].hash);
            }
            None => {
                self.kind = MIXED;
                if position >= SCANNED {
                    self.build_index();
                }
            }
        }
    }

    /// Makes everything anew that is known about the entries.
    fn rebuild(&mut self) {
        self.index = None;
        self.bits = 0;
        self.kind = EMPTY;
        for entry in &self.entries {
            match small(&entry.key) {
                Some((kind, bit)) if kind == self.kind || self.kind == EMPTY => {
                    self.kind = kind;
                    self.bits |= bit;
                }
                _ => {
                    self.kind = MIXED;
                    break;
                }
            }
        }
        if self.kind == MIXED && self.entries.len() > SCANNED {
            self.build_index();
        }
    }

    fn build_index(&mut self) {
        let mut index = HashTable::with_capacity(self.entries.len() * 2);
        let entries = &self.entries;
        for (position, entry) in entries.iter().enumerate() {
            index.insert_unique(entry.hash, position_u32(position), |other| entries[*other as usize].hash);
        }
        self.index = Some(Box::new(index));
    }

    #[inline]
    fn find(&self, hash: u64, key: &Value) -> Result<Option<usize>> {
        if self.kind != MIXED {
            if let Some((kind, bit)) = small(key)
                && kind == self.kind
            {
                let there = self.bits & bit != 0;
                return Ok(if there { self.entries.iter().position(|entry| entry.hash == hash) } else { None });
            }
        } else if self.index.is_some() {
            return self.find_indexed(hash, key);
        }
        self.scan(hash, key)
    }

    fn scan(&self, hash: u64, key: &Value) -> Result<Option<usize>> {
        for (position, entry) in self.entries.iter().enumerate() {
            if entry.hash == hash && same_or_equal(&entry.key, key)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    #[inline(never)]
    fn find_indexed(&self, hash: u64, key: &Value) -> Result<Option<usize>> {
        let Some(index) = &self.index else { return Ok(None) };
        let mut fault = None;
        let found = index.find(hash, |position| {
            let entry = &self.entries[*position as usize];
            entry.hash == hash
                && same_or_equal(&entry.key, key).unwrap_or_else(|error| {
                    fault = Some(error);
                    true
                })
        });
        match fault {
            Some(fault) => Err(fault),
            None => Ok(found.map(|position| *position as usize)),
        }
    }
}

impl Table<()> {
    /// The small scalars of one kind with these bits, in increasing order. `like` is of that kind.
    pub(crate) fn of_small(like: &Value, bits: u64) -> Self {
        let mut table = Self::with_capacity(bits.count_ones() as usize);
        let mut left = bits;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let key = match like {
                Value::Atom(atom) => Value::atom(atom.ty, bit),
                _ => Value::Int(i64::from(bit)),
            };
            table.push(hash_scalar(&key), key, ());
        }
        table
    }

    pub fn from_items(items: &[Value]) -> Result<Self> {
        let mut table = Self::with_capacity(items.len());
        table.add_all(items)?;
        Ok(table)
    }

    /// Adds copies of keys.
    #[inline]
    pub fn add_all(&mut self, items: &[Value]) -> Result<()> {
        for item in items {
            self.add_ref(item)?;
        }
        Ok(())
    }

    #[inline]
    pub fn add(&mut self, key: Value) -> Result<()> {
        self.insert(key, ())
    }

    /// Whether the tuple of two scalars is there, without making it.
    pub fn contains_pair(&self, first: &Value, second: &Value) -> Result<bool> {
        if self.kind == MIXED && self.index.is_none() && first.is_scalar() && second.is_scalar() {
            let hash = hash_pair(first, second)?;
            for entry in &self.entries {
                if entry.hash == hash
                    && let Some([a, b]) = entry.key.as_tuple()
                {
                    if equal(a, first)? && equal(b, second)? {
                        return Ok(true);
                    }
                } else if entry.hash == hash {
                    return self.contains(&Value::pair(first.clone(), second.clone()));
                }
            }
            return Ok(false);
        }
        self.contains(&Value::pair(first.clone(), second.clone()))
    }

    /// Adds a copy of a key; a key that is there is not copied.
    #[inline]
    pub fn add_ref(&mut self, key: &Value) -> Result<()> {
        // The value is rebuilt from its parts, which costs less than a clone.
        match *key {
            Value::Atom(atom) if atom.id < 64 && self.admits(ATOMS + KeyKind::from(atom.ty.0)) => {
                self.add_small(1 << atom.id, hash_scalar(key), Value::Atom(atom));
                Ok(())
            }
            Value::Int(number @ 0..64) if self.admits(INTS) => {
                self.add_small(1 << number, hash_scalar(key), Value::Int(number));
                Ok(())
            }
            _ => self.add_mixed(key),
        }
    }

    /// Whether all keys, with one more of this kind, are of this kind.
    #[inline]
    fn admits(&mut self, kind: KeyKind) -> bool {
        if self.kind == EMPTY {
            self.kind = kind;
        }
        self.kind == kind
    }

    #[expect(clippy::inline_always, reason = "a call would pass the key over the stack")]
    #[inline(always)]
    fn add_small(&mut self, bit: u64, hash: u64, key: Value) {
        if self.bits & bit == 0 {
            self.bits |= bit;
            self.push_entry(hash, key, ());
        } else {
            std::mem::forget(key);
        }
    }

    #[inline(never)]
    fn add_mixed(&mut self, key: &Value) -> Result<()> {
        let hash = hash(key)?;
        if self.find(hash, key)?.is_none() {
            self.push_mixed(hash, key.clone(), ());
        }
        Ok(())
    }

    /// The position of a key, which is added if it is not there.
    pub fn position_of(&mut self, key: &Value) -> Result<usize> {
        let hash = hash(key)?;
        if let Some(position) = self.find(hash, key)? {
            return Ok(position);
        }
        self.push(hash, key.clone(), ());
        Ok(self.len() - 1)
    }

    pub fn is_subset(&self, other: &Table<()>) -> Result<bool> {
        if self.len() > other.len() {
            return Ok(false);
        }
        if self.kind == other.kind && self.kind != MIXED {
            return Ok(self.bits & !other.bits == 0);
        }
        for (position, (hash, key)) in self.hashed_keys().enumerate() {
            crate::limits::tick(position)?;
            if !other.contains_hashed(hash, key)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Tables are limited to far fewer entries by the step limit.
fn position_u32(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
