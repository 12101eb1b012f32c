//! Attributes of instances, classes and records.

use circuit::Lit;
use lang::builtins::{Builtin, Exception};
use lang::problem::RecordId;

use crate::calls::Arguments;
use crate::classes::{Special, special};
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::Object;
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// What every object has, and what has no circuit as a value.
const OF_OBJECT: &[&str] = &[
    "__eq__",
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__hash__",
    "__init__",
    "__new__",
    "__repr__",
    "__str__",
    "__dict__",
    "__doc__",
    "__module__",
    "__setattr__",
    "__delattr__",
    "__getattribute__",
    "__format__",
    "__reduce__",
    "__sizeof__",
    "__init_subclass__",
    "__subclasshook__",
    "__dir__",
    "__mro__",
    "__bases__",
    "__qualname__",
];

impl Machine<'_> {
    /// An attribute of a value that has classes behind it; `None` if it has none, or no such attribute.
    pub fn own_attribute(&mut self, lit: Lit, alt: &Alt, name: &str) -> Result<Option<Value>> {
        if name == "__class__" {
            return self.type_of(alt).map(Some);
        }
        match alt {
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::Instance(_) => self.instance_attribute(lit, &Value::of(alt.clone()), name).map(Some),
                Object::Class(_) => self.class_attribute(lit, *id, name),
                Object::Deque(_, most) if name == "maxlen" => Ok(Some(most.map_or(Value::none(), Value::size))),
                _ => Ok(None),
            },
            Alt::Record(class, _) => self.record_attribute(alt, *class, name),
            Alt::Class(class) => self.record_class_attribute(*class, name),
            Alt::Special(it) => match &**it {
                Special::Super(after, receiver) => self.super_attribute(lit, *after, receiver, name).map(Some),
                Special::Property(parts) => {
                    let part = ["getter", "setter", "deleter"].iter().position(|it| *it == name);
                    Ok(part.map(|part| special(Special::Refine(parts.clone(), part))))
                }
                Special::TypeOf(text) if name == "__name__" => match *text {
                    "NoneType" | "function" | "deque" | "property" => Ok(Some(Value::of(Alt::Str((*text).into())))),
                    _ => self.refuse(Construct::ObjectAttribute),
                },
                Special::Traceback => self.refuse(Construct::ExceptionAttribute),
                _ => Ok(None),
            },
            Alt::Builtin(builtin) if name == "__name__" => Ok(Some(Value::of(Alt::Str(builtin.name().into())))),
            Alt::Function(closure) if name == "__name__" => {
                let name = self.problem.module.function(closure.function).name.name.clone();
                Ok(Some(Value::of(Alt::Str(name))))
            }
            _ => Ok(None),
        }
    }

    /// An attribute of instances of one class. Where there is none, that raises.
    pub fn instance_attribute(&mut self, lit: Lit, receiver: &Value, name: &str) -> Result<Value> {
        let Some((_, first)) = receiver.alts().first() else { return Ok(Value::never()) };
        let Some(first) = self.instance(first)? else { return self.inconsistent("not an instance") };
        let class = first.class;
        let found = self.find(class, name)?;
        if let Some(found) = &found
            && is_property(found)
        {
            let bound = self.under(lit, |this| this.bind_found(found, receiver, &Value::object(class)))?;
            return Ok(bound.unwrap_or_else(Value::never));
        }
        let mut cases = Vec::new();
        let mut missing = Vec::new();
        for (when, alt) in receiver.alts() {
            let Some(instance) = self.instance(alt)? else { return self.inconsistent("not an instance") };
            let Some(own) = instance.attributes.get(name) else {
                missing.push(*when);
                continue;
            };
            let unbound = own.alts().iter().find(|(_, alt)| matches!(alt, Alt::Unbound)).map(|(lit, _)| *lit);
            let Some(unbound) = unbound else {
                cases.push((*when, own.clone()));
                continue;
            };
            missing.push(self.circuit.and(*when, unbound));
            let bound = own.alts().iter().filter(|(_, alt)| !matches!(alt, Alt::Unbound)).cloned().collect();
            cases.push((self.circuit.and(*when, !unbound), Value::choice(bound)));
        }
        let missing = self.circuit.any(missing);
        if missing != Lit::FALSE {
            let here = self.circuit.and(lit, missing);
            match found {
                Some(found) => {
                    let bound = self.under(here, |this| this.bind_found(&found, receiver, &Value::object(class)))?;
                    cases.extend(bound.map(|bound| (missing, bound)));
                }
                None if self.find(class, "__getattr__")?.is_some() => {
                    let text = Value::of(Alt::Str(name.into()));
                    let got = self.under(here, |this| this.call_special(receiver, class, "__getattr__", &[text]))?;
                    cases.extend(got.flatten().map(|value| (missing, value)));
                }
                None if OF_OBJECT.contains(&name) => self.refuse_if(here, Construct::ObjectAttribute)?,
                None => self.raise(here, Exception::AttributeError),
            }
        }
        self.choose(&cases)
    }

    fn class_attribute(&mut self, lit: Lit, class: ObjectId, name: &str) -> Result<Option<Value>> {
        match self.find(class, name)? {
            Some(found) => Ok(Some(self.through_class(&found, &Value::object(class))?)),
            None if name == "__qualname__" && !self.class(class)?.is_top => self.refuse(Construct::TextOfOther),
            None if matches!(name, "__name__" | "__qualname__") => {
                Ok(Some(Value::of(Alt::Str(self.class(class)?.name))))
            }
            None if OF_OBJECT.contains(&name) => {
                self.refuse_if(lit, Construct::ObjectAttribute)?;
                Ok(None)
            }
            None => Ok(None),
        }
    }

    /// What an attribute of a class is for the class itself.
    fn through_class(&mut self, found: &Value, class: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, alt) in found.alts() {
            let value = match alt {
                Alt::Special(it) => match &**it {
                    Special::Static(function) | Special::Abstract(function) => function.clone(),
                    Special::OfClass(function) => special(Special::Bound(class.clone(), function.clone())),
                    _ => Value::of(alt.clone()),
                },
                _ => Value::of(alt.clone()),
            };
            cases.push((*lit, value));
        }
        self.choose(&cases)
    }

    fn record_attribute(&mut self, alt: &Alt, record: RecordId, name: &str) -> Result<Option<Value>> {
        if let Some(members) = self.record_members[usize::from(record.0)]
            && let Some(found) = self.find(members, name)?
        {
            let receiver = Value::of(alt.clone());
            return self.bind_found(&found, &receiver, &Value::of(Alt::Class(record))).map(Some);
        }
        if self.is_named_tuple(record) && name == "_asdict" {
            return Ok(Some(special(Special::AsDict(Value::of(alt.clone())))));
        }
        if self.is_named_tuple(record) && name == "_fields" {
            return Ok(Some(self.field_names(record)));
        }
        // A member has the other members of its class as attributes, too.
        if name.starts_with('_') { Ok(None) } else { self.part_of_enumeration(record, name) }
    }

    fn record_class_attribute(&mut self, record: RecordId, name: &str) -> Result<Option<Value>> {
        if let Some(members) = self.record_members[usize::from(record.0)]
            && let Some(found) = self.find(members, name)?
        {
            return self.through_class(&found, &Value::of(Alt::Class(record))).map(Some);
        }
        if self.is_named_tuple(record) && name == "_fields" {
            return Ok(Some(self.field_names(record)));
        }
        if self.is_named_tuple(record) && name == "_make" {
            return Ok(Some(special(Special::Make(record))));
        }
        if name == "__name__" {
            return Ok(Some(Value::of(Alt::Str(self.problem.records[usize::from(record.0)].name.clone()))));
        }
        if self.is_enumeration(record) && !name.starts_with('_') {
            return self.part_of_enumeration(record, name);
        }
        Ok(None)
    }

    fn field_names(&self, record: RecordId) -> Value {
        let fields = &self.problem.records[usize::from(record.0)].fields;
        Value::tuple(fields.iter().map(|field| Value::of(Alt::Str(field.name.clone()))).collect::<Vec<_>>())
    }

    fn super_attribute(&mut self, lit: Lit, after: ObjectId, receiver: &Value, name: &str) -> Result<Value> {
        let mut cases = Vec::new();
        for (when, part, class) in self.by_class(receiver)? {
            let here = self.circuit.and(lit, when);
            let start = match (class, part.single()) {
                (Some(class), _) => class,
                (None, Some(Alt::Object(id))) => *id,
                _ => return self.refuse(Construct::OtherAttribute),
            };
            let line = self.line(start)?;
            let behind: Vec<ObjectId> = line.into_iter().skip_while(|it| *it != after).skip(1).collect();
            let found = self.find_from(&behind, name)?.map(|(value, _)| value);
            let value = match (found, class) {
                (Some(found), Some(_)) => {
                    self.under(here, |this| this.bind_found(&found, &part, &Value::object(start)))?
                }
                (Some(found), None) => Some(self.through_class(&found, &part)?),
                (None, _) if name == "__init__" && self.class(start)?.exception.is_some() => {
                    Some(special(Special::InitException(part.clone())))
                }
                (None, _) if name == "__init__" => Some(Value::of(Alt::Builtin(Builtin::Object))),
                (None, _) if name == "__setattr__" => {
                    let set = Value::of(Alt::Builtin(Builtin::ObjectSetattr));
                    Some(special(Special::Bound(part.clone(), set)))
                }
                (None, _) if OF_OBJECT.contains(&name) => {
                    self.refuse_if(here, Construct::ObjectAttribute)?;
                    None
                }
                (None, _) => {
                    self.raise(here, Exception::AttributeError);
                    None
                }
            };
            cases.extend(value.map(|value| (when, value)));
        }
        self.choose(&cases)
    }

    /// `base.name = value`
    pub fn set_attribute(&mut self, base: &Value, name: &str, value: &Value) -> Result<()> {
        self.each_receiver(base, |this, part, class| {
            let Some(class) = class else { return this.set_plain_attribute(part, name, value) };
            if this.find(class, "__setattr__")?.is_some() {
                let text = Value::of(Alt::Str(name.into()));
                return this.call_special(part, class, "__setattr__", &[text, value.clone()]).map(drop);
            }
            this.set_plain_attribute(part, name, value)
        })
    }

    /// Does something with the instances of each class, and with everything else one by one.
    fn each_receiver(
        &mut self,
        base: &Value,
        mut action: impl FnMut(&mut Self, &Value, Option<ObjectId>) -> Result<()>,
    ) -> Result<()> {
        for (lit, part, class) in self.by_class(base)? {
            if self.is_dead() {
                break;
            }
            self.under(lit, |this| action(this, &part, class))?;
        }
        Ok(())
    }

    /// The same without a look at `__setattr__`, for what [`Self::by_class`] keeps together.
    pub fn set_plain_attribute(&mut self, part: &Value, name: &str, value: &Value) -> Result<()> {
        let Some((_, first)) = part.alts().first() else { return Ok(()) };
        if let Some(instance) = self.instance(first)? {
            if let Some(found) = self.find(instance.class, name)?
                && let Some(parts) = property(&found)
            {
                if matches!(parts[1].single(), Some(Alt::None)) {
                    self.raise(Lit::TRUE, Exception::AttributeError);
                    return Ok(());
                }
                return self.call_value(&parts[1], &Arguments::of([part.clone(), value.clone()])).map(drop);
            }
            if !self.has_slot(instance.class, name)? {
                self.raise(Lit::TRUE, Exception::AttributeError);
                return Ok(());
            }
            return self.set_own_attribute(part, name, value);
        }
        match first {
            Alt::Object(id) => {
                if let Object::Class(class) = &*self.object(*id)? {
                    let mut class = class.clone();
                    class.attributes.insert(name.into(), value.clone());
                    self.put(*id, Object::Class(class));
                    return Ok(());
                }
                self.raise(Lit::TRUE, Exception::AttributeError);
            }
            Alt::Record(class, _) if !self.is_named_tuple(*class) => {
                self.raise(Lit::TRUE, Exception::FrozenInstanceError);
            }
            Alt::Class(_) | Alt::Function(_) => return self.refuse(Construct::AssignTarget),
            _ => self.raise(Lit::TRUE, Exception::AttributeError),
        }
        Ok(())
    }

    /// Sets an attribute of each instance where it is the one.
    pub fn set_own_attribute(&mut self, part: &Value, name: &str, value: &Value) -> Result<()> {
        let single = part.alts().len() == 1;
        for (lit, alt) in part.alts() {
            let (Alt::Object(id), Some(mut instance)) = (alt, self.instance(alt)?) else {
                return self.inconsistent("not an instance");
            };
            let new = if single {
                value.clone()
            } else {
                let old = instance.attributes.get(name).cloned().unwrap_or_else(|| Value::of(Alt::Unbound));
                self.ite(*lit, value, &old)?
            };
            instance.attributes.insert(name.into(), new);
            self.put(*id, Object::Instance(instance));
        }
        Ok(())
    }

    /// Where all classes have `__slots__`, instances have no other attributes.
    fn has_slot(&mut self, class: ObjectId, name: &str) -> Result<bool> {
        for holder in self.line(class)? {
            let holder = self.class(holder)?;
            let Some(slots) = holder.attributes.get("__slots__").cloned() else {
                return Ok(&*holder.name != "object" || !holder.attributes.is_empty());
            };
            let is_name = |value: &Value| matches!(value.single(), Some(Alt::Str(known)) if **known == *name);
            if is_name(&slots)
                || (!matches!(slots.single(), Some(Alt::Str(_)))
                    && self.items(&slots)?.iter().any(|slot| is_name(&slot.value)))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `del base.name`
    pub fn delete_attribute(&mut self, base: &Value, name: &str) -> Result<()> {
        self.each_receiver(base, |this, part, class| {
            let Some(class) = class else {
                let exception = match part.single() {
                    Some(Alt::Record(class, _)) if !this.is_named_tuple(*class) => Exception::FrozenInstanceError,
                    Some(Alt::Object(id)) if matches!(&*this.object(*id)?, Object::Class(_)) => {
                        return this.refuse(Construct::DeleteTarget);
                    }
                    _ => Exception::AttributeError,
                };
                this.raise(Lit::TRUE, exception);
                return Ok(());
            };
            if this.find(class, "__delattr__")?.is_some() {
                let text = Value::of(Alt::Str(name.into()));
                return this.call_special(part, class, "__delattr__", &[text]).map(drop);
            }
            if let Some(found) = this.find(class, name)?
                && let Some(parts) = property(&found)
            {
                if matches!(parts[2].single(), Some(Alt::None)) {
                    this.raise(Lit::TRUE, Exception::AttributeError);
                    return Ok(());
                }
                return this.call_value(&parts[2], &Arguments::of([part.clone()])).map(drop);
            }
            let mut missing = Vec::new();
            for (lit, alt) in part.alts() {
                let Some(instance) = this.instance(alt)? else { continue };
                let unbound = match instance.attributes.get(name) {
                    None => Lit::TRUE,
                    Some(own) => {
                        own.alts().iter().find(|(_, alt)| matches!(alt, Alt::Unbound)).map_or(Lit::FALSE, |(l, _)| *l)
                    }
                };
                missing.push(this.circuit.and(*lit, unbound));
            }
            let missing = this.circuit.any(missing);
            this.raise(missing, Exception::AttributeError);
            if this.is_dead() {
                return Ok(());
            }
            this.set_own_attribute(part, name, &Value::of(Alt::Unbound))
        })
    }
}

fn property(value: &Value) -> Option<[Value; 3]> {
    match value.single() {
        Some(Alt::Special(it)) => match &**it {
            Special::Property(parts) => Some(parts.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn is_property(value: &Value) -> bool {
    property(value).is_some()
}
