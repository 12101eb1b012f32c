//! The hash table behind sets and dicts: entries in insertion order, found by scanning while they are few and through
//! an index when they are many.
//!
//! Most sets of a small pair hold fewer than ten elements; scanning their hashes beats any index and saves its
//! allocation. `benches/` has the comparison.

use hashbrown::HashTable;

use crate::compare::{equal, hash};
use crate::fault::Result;
use crate::value::Value;

/// Up to this many entries no index is kept.
const SCANNED: usize = 12;

#[derive(Clone, Debug)]
pub struct Table<V> {
    entries: Vec<Entry<V>>,
    index: Option<HashTable<u32>>,
}

#[derive(Clone, Debug)]
struct Entry<V> {
    hash: u64,
    key: Value,
    value: V,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { entries: Vec::new(), index: None }
    }
}

impl<V> Table<V> {
    pub fn with_capacity(capacity: usize) -> Self {
        Self { entries: Vec::with_capacity(capacity.min(64)), index: None }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.index = None;
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

    /// Keys with their hashes, which another table can use again.
    pub fn hashed_keys(&self) -> impl Iterator<Item = (u64, &Value)> {
        self.entries.iter().map(|entry| (entry.hash, &entry.key))
    }

    /// The entry at a position of the insertion order.
    pub fn at(&self, position: usize) -> Option<(&Value, &V)> {
        self.entries.get(position).map(|entry| (&entry.key, &entry.value))
    }

    #[inline]
    pub fn place(&self, key: &Value) -> Result<Option<usize>> {
        self.find(hash(key)?, key)
    }

    #[inline]
    pub fn contains(&self, key: &Value) -> Result<bool> {
        Ok(self.find(hash(key)?, key)?.is_some())
    }

    pub fn contains_hashed(&self, hash: u64, key: &Value) -> Result<bool> {
        Ok(self.find(hash, key)?.is_some())
    }

    pub fn get(&self, key: &Value) -> Result<Option<&V>> {
        Ok(self.find(hash(key)?, key)?.map(|position| &self.entries[position].value))
    }

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
        let found = self.find(hash(key)?, key)?;
        Ok(found.map(|position| self.remove_at(position)))
    }

    pub fn pop_last(&mut self) -> Option<(Value, V)> {
        let last = self.len().checked_sub(1)?;
        Some(self.remove_at(last))
    }

    /// Keeps the entries that satisfy `keep`, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &mut V) -> bool) {
        self.entries.retain_mut(|entry| keep(&entry.key, &mut entry.value));
        self.rebuild();
    }

    fn remove_at(&mut self, position: usize) -> (Value, V) {
        let entry = self.entries.remove(position);
        self.rebuild();
        (entry.key, entry.value)
    }

    #[inline]
    fn push(&mut self, hash: u64, key: Value, value: V) {
        let position = self.entries.len();
        if position == 0 {
            // Most sets of a small pair stay below this: one allocation instead of three.
            self.entries.reserve(6);
        }
        self.entries.push(Entry { hash, key, value });
        if position >= SCANNED {
            self.index_last(hash, position);
        }
    }

    #[inline(never)]
    fn index_last(&mut self, hash: u64, position: usize) {
        match &mut self.index {
            Some(index) => {
                let entries = &self.entries;
                index.insert_unique(hash, position_u32(position), |other| entries[*other as usize].hash);
            }
            None => self.rebuild(),
        }
    }

    fn rebuild(&mut self) {
        if self.entries.len() <= SCANNED {
            self.index = None;
            return;
        }
        let mut index = HashTable::with_capacity(self.entries.len() * 2);
        let entries = &self.entries;
        for (position, entry) in entries.iter().enumerate() {
            index.insert_unique(entry.hash, position_u32(position), |other| entries[*other as usize].hash);
        }
        self.index = Some(index);
    }

    #[inline]
    fn find(&self, hash: u64, key: &Value) -> Result<Option<usize>> {
        if self.index.is_some() {
            return self.find_indexed(hash, key);
        }
        for (position, entry) in self.entries.iter().enumerate() {
            if entry.hash == hash && equal(&entry.key, key)? {
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
                && equal(&entry.key, key).unwrap_or_else(|error| {
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
    pub fn from_items(items: &[Value]) -> Result<Self> {
        let mut table = Self::with_capacity(items.len());
        for item in items {
            table.add(item.clone())?;
        }
        Ok(table)
    }

    #[inline]
    pub fn add(&mut self, key: Value) -> Result<()> {
        self.insert(key, ())
    }

    pub fn is_subset(&self, other: &Table<()>) -> Result<bool> {
        if self.len() > other.len() {
            return Ok(false);
        }
        for (hash, key) in self.hashed_keys() {
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
