//! Methods of dicts, and of `Counter` and `defaultdict` where they are the same.

use circuit::Lit;
use lang::builtins::Exception;
use lang::methods::{DictMethod, OrderedDictMethod, PlainDictMethod};

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Entry, Object, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    pub(super) fn dict_method(&mut self, id: ObjectId, method: DictMethod, arguments: &Arguments) -> Result<Value> {
        let positional = &arguments.positional;
        match method {
            DictMethod::Get => self.get_method(id, &positional[0], arguments.get(1)),
            DictMethod::Pop => self.pop_method(id, &positional[0], arguments.get(1)),
            DictMethod::SetDefault => self.setdefault_method(id, &positional[0], arguments.get(1)),
            DictMethod::Items => Ok(Value::of(Alt::View(ViewKind::Items, id))),
            DictMethod::Keys => Ok(Value::of(Alt::View(ViewKind::Keys, id))),
            DictMethod::Values => Ok(Value::of(Alt::View(ViewKind::Values, id))),
            DictMethod::PopItem => self.popitem_method(id, true),
            DictMethod::Copy => {
                let mut copy = self.dict(id)?;
                copy.entries.retain(|entry| entry.present != Lit::FALSE);
                Ok(Value::object(self.allocate(Object::Dict(copy))))
            }
            DictMethod::Clear => {
                let mut dict = self.dict(id)?;
                dict.removals += u32::from(!dict.entries.is_empty());
                dict.entries.clear();
                self.put(id, Object::Dict(dict));
                Ok(Value::none())
            }
        }
    }

    pub(super) fn plain_dict_method(
        &mut self,
        id: ObjectId,
        method: PlainDictMethod,
        arguments: &Arguments,
    ) -> Result<Value> {
        match method {
            PlainDictMethod::FromKeys => {
                // The class makes the new dict, so that a `defaultdict` forgets what makes its missing values.
                let kind = match self.dict(id)?.kind {
                    DictKind::Default(_) => DictKind::Default(Value::none()),
                    DictKind::Plain | DictKind::Counter | DictKind::Ordered => DictKind::Plain,
                };
                self.dict_from_keys(kind, arguments)
            }
            PlainDictMethod::Update => self.update_method(id, arguments),
        }
    }

    pub(super) fn ordered_dict_method(
        &mut self,
        id: ObjectId,
        method: OrderedDictMethod,
        arguments: &Arguments,
    ) -> Result<Value> {
        let positional = &arguments.positional;
        match method {
            OrderedDictMethod::FromKeys => self.dict_from_keys(DictKind::Ordered, arguments),
            OrderedDictMethod::MoveToEnd => {
                let last = self.at_the_end(arguments.get(1))?;
                self.check_hashable(&positional[0])?;
                if self.is_dead() {
                    return Ok(Value::never());
                }
                self.at_either_end(last, |this, last| this.move_to_end(id, &positional[0], last))
            }
            OrderedDictMethod::Pop => {
                // Unlike a dict, it hashes the key even if it is empty.
                self.check_hashable(&positional[0])?;
                if self.is_dead() {
                    return Ok(Value::never());
                }
                self.pop_method(id, &positional[0], arguments.get(1))
            }
            OrderedDictMethod::PopItem => {
                let last = self.at_the_end(arguments.get(0))?;
                self.at_either_end(last, |this, last| this.popitem_method(id, last))
            }
            OrderedDictMethod::SetDefault => self.setdefault_method(id, &positional[0], arguments.get(1)),
        }
    }

    /// What `last=` says.
    fn at_the_end(&mut self, last: Option<&Value>) -> Result<Lit> {
        last.map_or(Ok(Lit::TRUE), |last| self.truth(last))
    }

    fn at_either_end(&mut self, last: Lit, mut action: impl FnMut(&mut Self, bool) -> Result<Value>) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        let mark = self.held.len();
        let mut cases = Vec::new();
        for (when, last) in [(last, true), (!last, false)] {
            if let Some(value) = self.under(when, |this| action(this, last))? {
                self.hold(&value);
                cases.push((when, value));
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    fn move_to_end(&mut self, id: ObjectId, key: &Value, last: bool) -> Result<Value> {
        let mut dict = self.dict(id)?;
        let (found, value) = self.dict_find(&dict, key)?;
        self.raise(!found, Exception::KeyError);
        if self.is_dead() {
            return Ok(Value::never());
        }
        // The key stays the one that was put in: `True` or 1.
        let mut keys = Vec::new();
        for entry in &mut dict.entries {
            let same = self.equal(&entry.key, key)?;
            let here = self.circuit.and(entry.present, same);
            if here != Lit::FALSE {
                keys.push((here, entry.key.clone()));
                entry.present = self.circuit.and(entry.present, !here);
                dict.removals += 1;
            }
        }
        let key = self.choose(&keys)?;
        let entry = Entry { present: found, key, value };
        if last {
            dict.entries.push(entry);
        } else {
            dict.entries.insert(0, entry);
        }
        dict.entries.retain(|entry| entry.present != Lit::FALSE);
        self.put(id, Object::Dict(dict));
        Ok(Value::none())
    }

    fn get_method(&mut self, id: ObjectId, key: &Value, default: Option<&Value>) -> Result<Value> {
        self.check_hashable(key)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let dict = self.dict(id)?;
        let (found, value) = self.dict_find(&dict, key)?;
        let none = Value::none();
        let missing = default.unwrap_or(&none);
        let value = self.ite(found, &value, missing)?;
        self.remember_read(&dict, key, missing, &value);
        Ok(value)
    }

    fn pop_method(&mut self, id: ObjectId, key: &Value, default: Option<&Value>) -> Result<Value> {
        let dict = self.dict(id)?;
        // CPython does not even hash the key if the dict is empty.
        let any = self.dict_has_any(&dict);
        self.under(any, |this| this.check_hashable(key))?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let (found, value) = self.dict_remove(id, key)?;
        match default {
            Some(default) => self.ite(found, &value, default),
            None => {
                self.raise(!found, Exception::KeyError);
                Ok(value)
            }
        }
    }

    fn setdefault_method(&mut self, id: ObjectId, key: &Value, default: Option<&Value>) -> Result<Value> {
        self.check_hashable(key)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let mut dict = self.dict(id)?;
        let (found, value) = self.dict_find(&dict, key)?;
        let default = default.cloned().unwrap_or_else(Value::none);
        if found != Lit::TRUE {
            dict.entries.push(Entry { present: !found, key: key.clone(), value: default.clone() });
            self.put(id, Object::Dict(dict));
        }
        self.ite(found, &value, &default)
    }

    /// The entry that was put in last, or first.
    fn popitem_method(&mut self, id: ObjectId, from_the_end: bool) -> Result<Value> {
        let mut dict = self.dict(id)?;
        let mut none_behind = Lit::TRUE;
        let mut cases = Vec::new();
        let entries = dict.entries.iter_mut();
        let entries: Vec<&mut Entry> = if from_the_end { entries.rev().collect() } else { entries.collect() };
        for entry in entries {
            let last = self.circuit.and(none_behind, entry.present);
            if last == Lit::FALSE {
                continue;
            }
            cases.push((last, Value::tuple(vec![entry.key.clone(), entry.value.clone()])));
            entry.present = self.circuit.and(entry.present, !last);
            dict.removals += 1;
            none_behind = self.circuit.and(none_behind, !last);
        }
        self.raise(none_behind, Exception::KeyError);
        self.put(id, Object::Dict(dict));
        self.choose(&cases)
    }

    pub fn update_method(&mut self, id: ObjectId, arguments: &Arguments) -> Result<Value> {
        let mut dict: Dict = self.dict(id)?;
        match arguments.positional.first() {
            Some(source) => self.locking(id, source, |this| this.dict_fill(&mut dict, arguments))?,
            None => self.dict_fill(&mut dict, arguments)?,
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        if let Some(source) = arguments.positional.first() {
            self.refuse_own_source(id, source)?;
        }
        self.put(id, Object::Dict(dict));
        Ok(Value::none())
    }
}
