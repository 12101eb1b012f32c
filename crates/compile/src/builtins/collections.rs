//! `set frozenset dict dict.fromkeys Counter defaultdict OrderedDict replace`

use std::collections::BTreeSet;
use std::sync::Arc;

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Object, Set, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub(super) fn set_of(&mut self, iterable: Option<&Value>) -> Result<Set> {
        match iterable {
            Some(iterable) => self.set_from(iterable),
            None => Ok(Set::default()),
        }
    }

    pub(super) fn counter_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let mut counter = Dict::new(DictKind::Counter);
        self.count_all(&mut counter, arguments, BinaryOp::Add)?;
        Ok(Value::object(self.allocate(Object::Dict(counter))))
    }

    /// The set of an iterable's elements.
    pub fn set_from(&mut self, iterable: &Value) -> Result<Set> {
        if let Some(alt @ (Alt::FrozenSet(_) | Alt::Object(_))) = iterable.single()
            && let Some(set) = self.as_set(alt)?
        {
            return Ok((*set).clone());
        }
        if let Some(set) = self.set_of_cells(iterable)? {
            return Ok(set);
        }
        let mut set = Set::default();
        let place = self.keep();
        self.consume(iterable, &mut |this, item| {
            this.check_hashable(&item)?;
            let path = this.path;
            this.keep_value(place, &item);
            this.set_add(&mut set, path, &item)?;
            Ok(Lit::FALSE)
        })?;
        self.end_keep(place);
        Ok(set)
    }

    /// The set of a list whose elements have more possible values than there are elements: kept as the elements
    /// that are not equal to an earlier one.
    fn set_of_cells(&mut self, iterable: &Value) -> Result<Option<Set>> {
        let Some(Alt::Object(id)) = iterable.single() else { return Ok(None) };
        // Which elements are in the set does not depend on their order.
        let object = self.object_in_any_order(*id)?;
        let Object::List(seq) = &*object else { return Ok(None) };
        let mut keys = BTreeSet::new();
        for slot in &seq.slots {
            if slot.value.alts().iter().any(|(_, alt)| !matches!(alt, Alt::Tuple(_) | Alt::Record(..))) {
                return Ok(None);
            }
            let Some(own) = self.keys(&slot.value) else { return Ok(None) };
            keys.extend(own.into_iter().map(|(_, key, _)| key));
        }
        if keys.len() <= seq.slots.len() {
            return Ok(None);
        }
        let mut set = Set::default();
        for slot in &seq.slots {
            self.check_hashable(&slot.value)?;
            let known = self.set_has(&set, &slot.value)?;
            let present = self.circuit.and(slot.present, !known);
            set.loose.push(Slot { present, value: slot.value.clone() });
        }
        Ok(Some(set))
    }

    pub(super) fn new_dict(&mut self, kind: DictKind, arguments: &Arguments) -> Result<Value> {
        let mut dict = Dict::new(kind);
        self.dict_fill(&mut dict, arguments)?;
        Ok(Value::object(self.allocate(Object::Dict(dict))))
    }

    pub fn dict_from_keys(&mut self, kind: DictKind, arguments: &Arguments) -> Result<Value> {
        let value = arguments.get(1).cloned().unwrap_or_else(Value::none);
        self.in_order_of_items(|this| {
            let mut dict = Dict::new(kind);
            for slot in this.hashable_items(&arguments.positional[0])? {
                this.dict_put(&mut dict, slot.present, &slot.value, &value)?;
            }
            Ok(Object::Dict(dict))
        })
    }

    pub(super) fn default_dict(&mut self, mut arguments: Arguments) -> Result<Value> {
        let factory = if arguments.positional.is_empty() { Value::none() } else { arguments.positional.remove(0) };
        for (lit, alt) in factory.alts() {
            let callable = matches!(
                alt,
                Alt::None | Alt::Function(_) | Alt::Builtin(_) | Alt::Class(_) | Alt::Number(_) | Alt::Method(_)
            );
            if !callable {
                self.raise(*lit, Exception::TypeError);
            }
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        self.new_dict(DictKind::Default(factory), &arguments)
    }

    /// `replace(record, field=value)`
    pub(super) fn replace(&mut self, record: &Value, changes: &[(Arc<str>, Value)]) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, alt) in record.alts() {
            let changed = self.under(*lit, |this| match alt {
                Alt::Record(class, _) if !this.is_named_tuple(*class) => Ok(this.with_fields(alt, changes)),
                _ => Ok(this.raise_always(Exception::TypeError)),
            })?;
            cases.extend(changed.map(|value| (*lit, value)));
        }
        self.choose(&cases)
    }
}
