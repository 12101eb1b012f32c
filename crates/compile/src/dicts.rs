//! Dicts: rows of entries in order of insertion.

use circuit::Lit;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Entry, Object, Slot, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Dict {
    pub fn new(kind: DictKind) -> Self {
        Self { kind, entries: Vec::new(), removals: 0 }
    }
}

impl Machine<'_> {
    pub fn dict(&self, id: ObjectId) -> Result<Dict> {
        match &*self.object(id)? {
            Object::Dict(dict) => Ok(dict.clone()),
            _ => self.inconsistent("not a dict"),
        }
    }

    /// The dict that an alternative is, if it is one.
    pub fn as_dict(&self, alt: &Alt) -> Result<Option<Dict>> {
        let Alt::Object(id) = alt else { return Ok(None) };
        Ok(match &*self.object(*id)? {
            Object::Dict(dict) => Some(dict.clone()),
            _ => None,
        })
    }

    /// When there is an entry.
    pub fn dict_has_any(&mut self, dict: &Dict) -> Lit {
        self.circuit.any(dict.entries.iter().map(|entry| entry.present))
    }

    /// For each entry, when it is the one of a key, which is hashable. No two are at once.
    fn dict_matches(&mut self, dict: &Dict, key: &Value) -> Result<Vec<Lit>> {
        let mut matches = Vec::with_capacity(dict.entries.len());
        for entry in &dict.entries {
            let same = if entry.present == Lit::FALSE { Lit::FALSE } else { self.key_equal(&entry.key, key)? };
            matches.push(self.circuit.and(entry.present, same));
            if matches.last() == Some(&Lit::TRUE) {
                break;
            }
        }
        Ok(matches)
    }

    /// Whether a dict has a key, which is hashable, and the value it has there.
    pub fn dict_find(&mut self, dict: &Dict, key: &Value) -> Result<(Lit, Value)> {
        let matches = self.dict_matches(dict, key)?;
        let cases: Vec<(Lit, Value)> = matches
            .iter()
            .zip(&dict.entries)
            .filter(|(here, _)| **here != Lit::FALSE)
            .map(|(here, entry)| (*here, entry.value.clone()))
            .collect();
        let found = self.circuit.any(matches);
        Ok((found, self.choose(&cases)?))
    }

    /// `d[key] = value`; raises where the key cannot be hashed.
    pub fn dict_set(&mut self, id: ObjectId, key: &Value, value: &Value) -> Result<()> {
        self.check_hashable(key)?;
        if self.is_dead() {
            return Ok(());
        }
        let mut dict = self.dict(id)?;
        self.dict_put(&mut dict, Lit::TRUE, key, value)?;
        self.put(id, Object::Dict(dict));
        Ok(())
    }

    /// Puts a value in where the literal is true. The key is hashable.
    pub fn dict_put(&mut self, dict: &mut Dict, when: Lit, key: &Value, value: &Value) -> Result<()> {
        let matches = self.dict_matches(dict, key)?;
        let here: Vec<Lit> = matches.iter().map(|here| self.circuit.and(when, *here)).collect();
        let of_new = match self.increment_entries(dict, when, key, value)? {
            Some(of_new) => of_new,
            None => {
                for (here, entry) in here.iter().zip(&mut dict.entries) {
                    if *here != Lit::FALSE {
                        entry.value = self.ite(*here, value, &entry.value)?;
                    }
                }
                value.clone()
            }
        };
        let value = &of_new;
        let known = self.circuit.any(matches);
        let new = self.circuit.and(when, !known);
        if new == Lit::FALSE {
            return Ok(());
        }
        // Where the last possible entry is missing and has this very key, it would come back at the same place.
        if let Some(last) = dict.entries.iter_mut().rfind(|entry| entry.present != Lit::FALSE)
            && self.key_equal(&last.key, key)? == Lit::TRUE
        {
            last.value = self.ite(last.present, &last.value, value)?;
            last.key = self.ite(last.present, &last.key, key)?;
            last.present = self.circuit.or(last.present, new);
            return Ok(());
        }
        dict.entries.push(Entry { present: new, key: key.clone(), value: value.clone() });
        Ok(())
    }

    /// Removes a hashable key; returns whether it was there, and its value.
    pub fn dict_remove(&mut self, id: ObjectId, key: &Value) -> Result<(Lit, Value)> {
        let mut dict = self.dict(id)?;
        let result = self.dict_find(&dict, key)?;
        let matches = self.dict_matches(&dict, key)?;
        for (here, entry) in matches.iter().zip(&mut dict.entries) {
            let left = self.circuit.and(entry.present, !*here);
            dict.removals += u32::from(left != entry.present);
            entry.present = left;
        }
        self.put(id, Object::Dict(dict));
        Ok(result)
    }

    /// `{**mapping}`
    pub fn dict_spread(&mut self, id: ObjectId, mapping: &Value) -> Result<()> {
        let mut dict = self.dict(id)?;
        for (lit, alt) in mapping.alts() {
            match self.as_dict(alt)? {
                Some(source) => self.dict_merge(&mut dict, *lit, &source)?,
                None => self.raise(*lit, Exception::TypeError),
            }
        }
        self.put(id, Object::Dict(dict));
        Ok(())
    }

    /// Puts all entries of another dict in, where the literal is true.
    pub fn dict_merge(&mut self, dict: &mut Dict, when: Lit, source: &Dict) -> Result<()> {
        for entry in &source.entries {
            self.step()?;
            let when = self.circuit.and(when, entry.present);
            if when != Lit::FALSE {
                self.dict_put(dict, when, &entry.key, &entry.value)?;
            }
        }
        Ok(())
    }

    /// Fills a dict from a mapping or an iterable of pairs, then from keywords: `dict(…)` and `update`.
    pub fn dict_fill(&mut self, dict: &mut Dict, arguments: &Arguments) -> Result<()> {
        if let Some(source) = arguments.positional.first() {
            let mut iterable = Vec::new();
            for (lit, alt) in source.alts() {
                match self.as_dict(alt)? {
                    Some(source) => self.dict_merge(dict, *lit, &source)?,
                    None => iterable.push((*lit, alt.clone())),
                }
            }
            for (lit, alt) in iterable {
                let pairs = self.under(lit, |this| this.pairs(&Value::of(alt)))?;
                for (when, key, value) in pairs.unwrap_or_default() {
                    let when = self.circuit.and(lit, when);
                    self.dict_put(dict, when, &key, &value)?;
                }
            }
        }
        for (name, value) in &arguments.keywords {
            self.dict_put(dict, Lit::TRUE, &Value::of(Alt::Str(name.clone())), value)?;
        }
        Ok(())
    }

    /// The pairs of an iterable, the first of each hashable.
    fn pairs(&mut self, iterable: &Value) -> Result<Vec<(Lit, Value, Value)>> {
        let mut pairs = Vec::new();
        let place = self.keep();
        self.region(|this| {
            this.for_each(iterable, &mut |this, item| {
                let (key, value) = this.pair_of(&item)?;
                this.check_hashable(&key)?;
                if !this.is_dead() {
                    this.keep_value(place, &item);
                    pairs.push((this.path, key, value));
                }
                Ok(Lit::FALSE)
            })?;
            Ok(((), None))
        })?;
        self.end_keep(place);
        Ok(pairs)
    }

    /// The two elements of a pair; anything else raises.
    pub fn pair_of(&mut self, item: &Value) -> Result<(Value, Value)> {
        if let Some(Alt::Tuple(parts)) = item.single()
            && let [first, second] = &**parts
        {
            return Ok((first.clone(), second.clone()));
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (lit, alt) in item.alts() {
            let pair = self.under(*lit, |this| {
                let value = Value::of(alt.clone());
                this.refuse_set_order(&value)?;
                let slots = this.items(&value)?;
                if this.is_dead() {
                    return Ok(None);
                }
                let slots = this.dense(&crate::objects::Seq { slots })?.slots;
                let has = |index: usize| slots.get(index).map_or(Lit::FALSE, |slot: &Slot| slot.present);
                let fits = this.circuit.and(has(1), !has(2));
                this.raise(!fits, Exception::ValueError);
                Ok(if this.is_dead() { None } else { Some((slots[0].value.clone(), slots[1].value.clone())) })
            })?;
            if let Some((a, b)) = pair.flatten() {
                first.push((*lit, a));
                second.push((*lit, b));
            }
        }
        Ok((self.choose(&first)?, self.choose(&second)?))
    }

    /// Refuses if the source of an update reads the dict during iteration.
    pub fn refuse_own_source(&mut self, id: ObjectId, source: &Value) -> Result<()> {
        for (lit, alt) in source.alts() {
            let looks = match alt {
                Alt::View(kind, of) => *of == id && *kind != ViewKind::Items,
                _ => false,
            };
            if looks {
                self.refuse_if(*lit, Construct::UpdateFromItself)?;
            }
        }
        Ok(())
    }
}
