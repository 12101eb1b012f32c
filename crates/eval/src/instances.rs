//! Making classes and instances, their attributes, and calls through them.

use std::cell::RefCell;
use std::rc::Rc;

use lang::builtins::{Builtin, Exception};
use lang::problem::RecordId;
use smallvec::SmallVec;

use crate::calls::Arguments;
use crate::classes::{Attributes, ClassObject, Instance, Special, ancestors};
use crate::code::Symbol;
use crate::dunder::{self, Dunder};
use crate::fault::{Result, outside, raise, type_error};
use crate::machine::Machine;
use crate::questions::class_name;
use crate::value::{DictKind, Value};

/// What `object` defines, beside the names in [`dunder::NAMES`] up to this one.
const OBJECT_NAMES: &[&str] = &[
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
const OF_OBJECT: usize = Dunder::Hash as usize + 1;

/// What objects take, in steps, by their memory.
const INSTANCE_STEPS: usize = 6;
const CLASS_STEPS: usize = 16;

fn special(special: Special) -> Value {
    Value::Special(Rc::new(special))
}

impl Machine<'_> {
    /// Makes the class of a class statement. Its bases are in the registers from `first` on.
    #[inline(never)]
    pub(crate) fn make_class(&mut self, registers: &[Value], first: usize, index: u32) -> Result<Value> {
        let code = &self.program.classes[index as usize];
        let mut bases = Vec::new();
        let mut exceptions: Vec<Exception> = Vec::new();
        for base in &registers[first..first + usize::from(code.bases)] {
            match base {
                Value::Type(class) => {
                    exceptions.extend(class.exception);
                    bases.push(class.clone());
                }
                Value::Builtin(Builtin::Exception(base)) => exceptions.push(*base),
                other => return outside(format!("a class derives from a value of type {}", other.type_name())),
            }
        }
        // Their order takes looking for each of them behind all others.
        let above: usize = bases.iter().map(|base| base.ancestors.len() + 1).sum();
        self.charge(CLASS_STEPS + above.saturating_mul(above) / 8)?;
        // The one that is all the others, too.
        let exception = exceptions.iter().copied().find(|own| exceptions.iter().all(|other| own.is_a(*other)));
        if exception.is_none() && !exceptions.is_empty() {
            return outside("a class that derives from several unrelated exceptions");
        }
        let Some(ancestors) = ancestors(&bases) else {
            return type_error("Cannot create a consistent method resolution order (MRO)");
        };
        let mut attributes = Attributes::default();
        for (name, register) in &code.members {
            let value = match &registers[*register as usize] {
                Value::Cell(cell) => cell.borrow().clone(),
                other => other.clone(),
            };
            if !matches!(value, Value::Unbound) {
                attributes.set(*name, value);
            }
        }
        for name in [Dunder::New] {
            if attributes.get(name.symbol()).is_some() {
                return outside(format!("`{}` of a class", name.name()));
            }
        }
        let class = Rc::new(ClassObject {
            name: code.name.clone(),
            is_top: code.is_top,
            exception,
            is_abstract: code.is_abstract || bases.iter().any(|base| base.is_abstract),
            bases,
            ancestors,
            attributes: RefCell::new(attributes),
        });
        if let Some(record) = code.record {
            let index = usize::from(record.0);
            if self.record_members.len() <= index {
                self.record_members.resize(index + 1, None);
            }
            self.record_members[index] = Some(class);
            return Ok(Value::Class(record));
        }
        Ok(Value::Type(class))
    }

    pub(crate) fn new_instance(&mut self, class: &Rc<ClassObject>) -> Rc<Instance> {
        self.next_closure += 1;
        let instance =
            Rc::new(Instance { class: class.clone(), attributes: RefCell::default(), number: self.next_closure });
        self.instances.push(Rc::downgrade(&instance));
        instance
    }

    /// Forgets what instances hold, so that those which hold each other are released.
    pub(crate) fn release_instances(&mut self) {
        for instance in self.instances.drain(..) {
            if let Some(instance) = instance.upgrade() {
                let attributes = std::mem::take(&mut *instance.attributes.borrow_mut());
                drop(attributes);
            }
        }
    }

    /// `C(…)`
    pub(crate) fn instantiate(&mut self, class: &Rc<ClassObject>, arguments: Arguments) -> Result<Value> {
        self.charge(INSTANCE_STEPS)?;
        if class.is_abstract {
            self.check_implemented(class)?;
        }
        let instance = self.new_instance(class);
        let value = Value::Instance(instance.clone());
        if class.exception.is_some() {
            let args = Value::tuple(arguments.positional.iter().cloned());
            instance.attributes.borrow_mut().set(Dunder::Args.symbol(), args);
        }
        match class.find(Dunder::Init.symbol()) {
            Some(init) => {
                let bound = self.bind_found(init, &value, class)?;
                match self.call_value(&bound, arguments)? {
                    Value::None => {}
                    other => {
                        return type_error(format!("__init__() should return None, not '{}'", class_name(&other)));
                    }
                }
            }
            None if class.exception.is_some() && arguments.keywords.is_empty() => {}
            None if arguments.positional.is_empty() && arguments.keywords.is_empty() => {}
            None => return type_error(format!("{}() takes no arguments", class.name)),
        }
        Ok(value)
    }

    fn check_implemented(&self, class: &Rc<ClassObject>) -> Result<()> {
        for holder in std::iter::once(class).chain(&class.ancestors) {
            let names: Vec<Symbol> = holder.attributes.borrow().iter().map(|(name, _)| name).collect();
            for name in names {
                if class.find(name).is_some_and(|found| is_abstract(&found)) {
                    let method = &self.program.names[name.0 as usize];
                    return type_error(format!(
                        "Can't instantiate abstract class {} without an implementation for abstract method '{method}'",
                        class.name
                    ));
                }
            }
        }
        Ok(())
    }

    /// What an attribute of a class is for an instance.
    pub(crate) fn bind_found(&mut self, found: Value, receiver: &Value, class: &Rc<ClassObject>) -> Result<Value> {
        match &found {
            Value::Function(_) => Ok(special(Special::Bound(receiver.clone(), found))),
            Value::Special(it) => match &**it {
                Special::Static(function) => Ok(function.clone()),
                Special::OfClass(function) => {
                    let class = self.class_value(receiver, class);
                    Ok(special(Special::Bound(class, function.clone())))
                }
                Special::Abstract(function) => self.bind_found(function.clone(), receiver, class),
                Special::Property([get, ..]) => match get {
                    Value::None => raise(Exception::AttributeError, "property has no getter"),
                    get => self.call_value(&get.clone(), Arguments::one(receiver.clone())),
                },
                _ => Ok(found),
            },
            _ => Ok(found),
        }
    }

    fn class_value(&self, receiver: &Value, class: &Rc<ClassObject>) -> Value {
        match receiver {
            Value::Record(record) => Value::Class(record.class),
            Value::Instance(instance) => Value::Type(instance.class.clone()),
            Value::Type(_) | Value::Class(_) => receiver.clone(),
            _ => Value::Type(class.clone()),
        }
    }

    /// Calls an attribute of a class for an instance.
    pub(crate) fn call_found(
        &mut self,
        found: Value,
        receiver: &Value,
        class: &Rc<ClassObject>,
        args: impl Iterator<Item = Value>,
    ) -> Result<Value> {
        if let Value::Function(_) = found {
            let positional = std::iter::once(receiver.clone()).chain(args).collect();
            return self.call_value(&found, Arguments { positional, keywords: Vec::new() });
        }
        let bound = self.bind_found(found, receiver, class)?;
        self.call_value(&bound, Arguments { positional: args.collect(), keywords: Vec::new() })
    }

    /// Calls a method of an instance or record by name, if the name is one of its class.
    pub(crate) fn own_method(&mut self, receiver: &Value, name: Symbol) -> Option<(Value, Rc<ClassObject>)> {
        let class = match receiver {
            Value::Instance(instance) => {
                if instance.attributes.borrow().get(name).is_some() {
                    return None;
                }
                instance.class.clone()
            }
            Value::Record(record) => self.record_members.get(usize::from(record.class.0))?.clone()?,
            _ => return None,
        };
        match class.find(name)? {
            found @ Value::Function(_) => Some((found, class)),
            _ => None,
        }
    }

    /// An attribute of something that has classes behind it; `None` if it has no such attribute.
    #[inline(never)]
    pub(crate) fn own_attribute(&mut self, value: &Value, name: Symbol) -> Result<Option<Value>> {
        if name == Dunder::Class.symbol() {
            return self.type_of(value).map(Some);
        }
        match value {
            Value::Instance(instance) => {
                let found = instance.class.find(name);
                if let Some(found) = &found
                    && is_property(found)
                {
                    return self.bind_found(found.clone(), value, &instance.class).map(Some);
                }
                if let Some(own) = instance.attributes.borrow().get(name) {
                    return Ok(Some(own.clone()));
                }
                if let Some(found) = found {
                    return self.bind_found(found, value, &instance.class).map(Some);
                }
                if instance.class.find(Dunder::GetAttr.symbol()).is_some() {
                    let text = Value::str(&self.program.names[name.0 as usize]);
                    return self.call_special(value, Dunder::GetAttr, &[text]);
                }
                self.object_attribute(name)
            }
            Value::Type(class) => match class.find(name) {
                Some(found) => Ok(Some(self.class_attribute(found, value))),
                None if name == Dunder::Name.symbol() || (class.is_top && name == Dunder::QualName.symbol()) => {
                    Ok(Some(Value::str(&class.name)))
                }
                None => self.object_attribute(name),
            },
            Value::Record(record) => self.record_attribute(value, record.class, record.is_tuple, name),
            Value::Class(record) => self.record_class_attribute(*record, name),
            Value::Special(it) => self.special_attribute(it, name),
            Value::Deque(deque) if name == Dunder::MaxLen.symbol() => {
                let most = deque.most.and_then(|most| i64::try_from(most).ok());
                Ok(Some(most.map_or(Value::None, Value::Int)))
            }
            Value::Builtin(builtin) if name == Dunder::Name.symbol() => Ok(Some(Value::str(builtin.name()))),
            Value::Function(closure) if name == Dunder::Name.symbol() => {
                Ok(Some(Value::str(&self.program.codes[closure.function.index()].name)))
            }
            _ => Ok(None),
        }
    }

    /// What every object has: not values of the language, apart from what operators use.
    fn object_attribute(&self, name: Symbol) -> Result<Option<Value>> {
        let text = &self.program.names[name.0 as usize];
        if name == Dunder::Args.symbol() {
            return Ok(None);
        }
        let is_special = OBJECT_NAMES.contains(&&**text) || dunder::NAMES[..OF_OBJECT].contains(&&**text);
        if is_special {
            return outside(format!("`{text}` as an attribute"));
        }
        Ok(None)
    }

    fn class_attribute(&self, found: Value, class: &Value) -> Value {
        match &found {
            Value::Special(it) => match &**it {
                Special::Static(function) | Special::Abstract(function) => function.clone(),
                Special::OfClass(function) => special(Special::Bound(class.clone(), function.clone())),
                _ => found,
            },
            _ => found,
        }
    }

    fn record_attribute(
        &mut self,
        value: &Value,
        record: RecordId,
        is_tuple: bool,
        name: Symbol,
    ) -> Result<Option<Value>> {
        let members = self.record_members.get(usize::from(record.0)).cloned().flatten();
        if let Some(class) = members
            && let Some(found) = class.find(name)
        {
            return self.bind_found(found, value, &class).map(Some);
        }
        if is_tuple && name == Dunder::AsDict.symbol() {
            return Ok(Some(special(Special::AsDict(value.clone()))));
        }
        if is_tuple && name == Dunder::Fields.symbol() {
            return Ok(Some(self.field_names(record)));
        }
        // A member has the other members of its class as attributes, too.
        self.member_named(record, name)
    }

    fn record_class_attribute(&mut self, record: RecordId, name: Symbol) -> Result<Option<Value>> {
        let members = self.record_members.get(usize::from(record.0)).cloned().flatten();
        if let Some(found) = members.and_then(|class| class.find(name)) {
            return Ok(Some(self.class_attribute(found, &Value::Class(record))));
        }
        let is_tuple = self.program.records[usize::from(record.0)].is_tuple;
        if is_tuple && name == Dunder::Fields.symbol() {
            return Ok(Some(self.field_names(record)));
        }
        if is_tuple && name == Dunder::Make.symbol() {
            return Ok(Some(special(Special::Make(record))));
        }
        if name == Dunder::Name.symbol() {
            return Ok(Some(Value::str(&self.program.records[usize::from(record.0)].name)));
        }
        if let Some(member) = self.member_named(record, name)? {
            return Ok(Some(member));
        }
        self.object_attribute(name)
    }

    fn field_names(&self, record: RecordId) -> Value {
        let fields = &self.program.records[usize::from(record.0)].fields;
        Value::tuple(fields.iter().map(|field| Value::str(&self.program.names[field.0 as usize])))
    }

    fn special_attribute(&mut self, it: &Rc<Special>, name: Symbol) -> Result<Option<Value>> {
        match &**it {
            Special::Super(class, receiver) => {
                let start = match receiver {
                    Value::Instance(instance) => instance.class.clone(),
                    Value::Type(class) => class.clone(),
                    _ => return Ok(None),
                };
                match (start.find_after(class, name), receiver) {
                    (Some(found), Value::Type(_)) => Ok(Some(self.class_attribute(found, receiver))),
                    (Some(found), _) => self.bind_found(found, receiver, &start).map(Some),
                    (None, _) if name == Dunder::Init.symbol() && start.exception.is_some() => {
                        Ok(Some(special(Special::InitException(receiver.clone()))))
                    }
                    (None, _) if name == Dunder::Init.symbol() => Ok(Some(Value::Builtin(Builtin::Object))),
                    (None, _) if name == Dunder::SetAttr.symbol() => {
                        Ok(Some(special(Special::Bound(receiver.clone(), Value::Builtin(Builtin::ObjectSetattr)))))
                    }
                    (None, _) => self.object_attribute(name),
                }
            }
            Special::Property(_) => {
                let part = [Dunder::Getter, Dunder::Setter, Dunder::Deleter].iter().position(|it| it.symbol() == name);
                Ok(part.map(|part| special(Special::Refine(Value::Special(it.clone()), part))))
            }
            Special::TypeOf(text) if name == Dunder::Name.symbol() => match *text {
                "NoneType" | "function" | "deque" | "property" => Ok(Some(Value::str(text))),
                _ => outside("the name of a class that has no name in the language"),
            },
            Special::Traceback => outside("an attribute of a traceback"),
            _ => self.object_attribute(name),
        }
    }

    /// `base.name = value`
    #[inline(never)]
    pub(crate) fn set_attribute(&mut self, base: &Value, name: Symbol, value: Value) -> Result<()> {
        if let Value::Instance(_) = base {
            let text = Value::str(&self.program.names[name.0 as usize]);
            if self.call_special(base, Dunder::SetAttr, &[text, value.clone()])?.is_some() {
                return Ok(());
            }
        }
        self.set_plain_attribute(base, name, value)
    }

    /// The same without a look at `__setattr__`.
    pub(crate) fn set_plain_attribute(&mut self, base: &Value, name: Symbol, value: Value) -> Result<()> {
        match base {
            Value::Instance(instance) => {
                if let Some(Value::Special(it)) = &instance.class.find(name)
                    && let Special::Property([_, set, _]) = &**it
                {
                    return match set {
                        Value::None => raise(Exception::AttributeError, "property has no setter"),
                        set => self.call_value(&set.clone(), Arguments::two(base.clone(), value)).map(drop),
                    };
                }
                self.check_slots(&instance.class, name)?;
                instance.attributes.borrow_mut().set(name, value);
                Ok(())
            }
            Value::Type(class) => {
                self.dirty = true;
                class.attributes.borrow_mut().set(name, value);
                Ok(())
            }
            Value::Record(record) if !record.is_tuple => {
                raise(Exception::FrozenInstanceError, "cannot assign to field")
            }
            Value::Class(_) => outside("assignment to an attribute of a record class"),
            Value::Function(_) => outside("assignment to an attribute of a function"),
            other => self.no_place(other, name),
        }
    }

    fn no_place<T>(&self, value: &Value, name: Symbol) -> Result<T> {
        let text = &self.program.names[name.0 as usize];
        let class = class_name(value);
        raise(Exception::AttributeError, format!("'{class}' object has no attribute '{text}' that can be set"))
    }

    /// Where all classes have `__slots__`, instances have no other attributes.
    fn check_slots(&mut self, class: &Rc<ClassObject>, name: Symbol) -> Result<()> {
        if &*class.name == "object" && class.attributes.borrow().iter().next().is_none() {
            return self.no_place(&Value::Type(class.clone()), name);
        }
        let slots = Dunder::Slots.symbol();
        if class.attributes.borrow().get(slots).is_none() {
            return Ok(());
        }
        let text = self.program.names[name.0 as usize].clone();
        for holder in std::iter::once(class).chain(&class.ancestors) {
            let Some(names) = holder.attributes.borrow().get(slots).cloned() else { return Ok(()) };
            let names = if let Value::Str(_) = names { vec![names] } else { self.collect(&names)? };
            if names.iter().any(|known| matches!(known, Value::Str(known) if ***known == *text)) {
                return Ok(());
            }
        }
        self.no_place(&Value::Type(class.clone()), name)
    }

    /// `del base.name`
    #[inline(never)]
    pub(crate) fn delete_attribute(&mut self, base: &Value, name: Symbol) -> Result<()> {
        match base {
            Value::Instance(instance) => {
                let text = Value::str(&self.program.names[name.0 as usize]);
                if self.call_special(base, Dunder::DelAttr, &[text])?.is_some() {
                    return Ok(());
                }
                if let Some(Value::Special(it)) = &instance.class.find(name)
                    && let Special::Property([_, _, delete]) = &**it
                {
                    return match delete {
                        Value::None => raise(Exception::AttributeError, "property has no deleter"),
                        delete => self.call_value(&delete.clone(), Arguments::one(base.clone())).map(drop),
                    };
                }
                match instance.attributes.borrow_mut().remove(name) {
                    Some(_) => Ok(()),
                    None => self.no_place(base, name),
                }
            }
            Value::Type(class) => {
                self.dirty = true;
                match class.attributes.borrow_mut().remove(name) {
                    Some(_) => Ok(()),
                    None => self.no_place(base, name),
                }
            }
            Value::Record(record) if !record.is_tuple => raise(Exception::FrozenInstanceError, "cannot delete field"),
            other => self.no_place(other, name),
        }
    }

    /// Calls what only code with classes meets.
    #[inline(never)]
    pub(crate) fn call_special_value(&mut self, it: &Rc<Special>, arguments: Arguments) -> Result<Value> {
        match &**it {
            Special::Bound(receiver, function) => {
                let mut positional: SmallVec<[Value; 3]> = SmallVec::with_capacity(arguments.positional.len() + 1);
                positional.push(receiver.clone());
                positional.extend(arguments.positional);
                self.call_value(function, Arguments { positional, keywords: arguments.keywords })
            }
            Special::Static(function) | Special::Abstract(function) => self.call_value(function, arguments),
            Special::Refine(property, part) => {
                let (Value::Special(it), [function]) = (property, &*arguments.positional) else {
                    return type_error("a property takes a function");
                };
                let Special::Property(parts) = &**it else { return type_error("not a property") };
                let mut parts = parts.clone();
                parts[*part] = function.clone();
                Ok(special(Special::Property(parts)))
            }
            Special::InitException(receiver) => {
                if let Value::Instance(instance) = receiver {
                    let args = Value::tuple(arguments.positional);
                    instance.attributes.borrow_mut().set(Dunder::Args.symbol(), args);
                }
                Ok(Value::None)
            }
            Special::AsDict(Value::Record(record)) => {
                let names = self.field_names(record.class);
                let names = names.as_tuple().unwrap_or_default().to_vec();
                let mut table = crate::table::Table::default();
                for (name, value) in names.into_iter().zip(&record.fields) {
                    table.insert(name, value.clone())?;
                }
                Ok(Value::dict(DictKind::Plain, table))
            }
            Special::Make(record) => match &*arguments.positional {
                [items] => {
                    let items = self.collect(items)?;
                    let size = self.program.records[usize::from(record.0)].fields.len();
                    if items.len() != size {
                        return type_error(format!("Expected {size} arguments, got {}", items.len()));
                    }
                    let arguments = Arguments { positional: items.into_iter().collect(), keywords: Vec::new() };
                    self.call_value(&Value::Class(*record), arguments)
                }
                _ => type_error("_make() takes one iterable"),
            },
            Special::TypeOf(name) => outside(format!("a call of the type `{name}`")),
            _ => type_error("object is not callable"),
        }
    }
}

pub(crate) fn is_property(value: &Value) -> bool {
    matches!(value, Value::Special(it) if matches!(**it, Special::Property(_)))
}

fn is_abstract(value: &Value) -> bool {
    match value {
        Value::Special(it) => match &**it {
            Special::Abstract(_) => true,
            Special::Property(parts) => parts.iter().any(is_abstract),
            Special::Static(function) | Special::OfClass(function) => is_abstract(function),
            _ => false,
        },
        _ => false,
    }
}
