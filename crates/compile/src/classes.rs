//! Classes and instances: objects whose attributes are symbolic, joined one by one.
//!
//! A value that may be one of several instances of one class is called once, with that choice as the receiver: reading
//! an attribute chooses, and setting one changes each instance where it is the one.

use std::collections::BTreeMap;
use std::rc::Rc;

use circuit::Lit;
use lang::ast::{Class, ExprKind, FuncId, Name, Stmt, StmtKind};
use lang::builtins::{Builtin, Exception};
use lang::globals::GlobalKind;
use lang::problem::RecordId;
use lang::resolve::{Resolution, VarId};

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::Object;
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// A class of the file, or the methods of a record.
#[derive(Clone, Debug)]
pub(crate) struct ClassObject {
    pub name: Name,
    /// In the order of the search, without the class itself.
    pub ancestors: Vec<ObjectId>,
    pub attributes: Attributes,
    pub exception: Option<Exception>,
    pub is_abstract: bool,
    /// It stands in no function or class.
    pub is_top: bool,
}

pub(crate) type Attributes = BTreeMap<Name, Value>;

#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub class: ObjectId,
    pub attributes: Attributes,
}

/// Values that only code with classes meets.
#[derive(Debug)]
pub(crate) enum Special {
    Bound(Value, Value),
    Static(Value),
    OfClass(Value),
    Property([Value; 3]),
    Abstract(Value),
    /// The class to search behind, and the receiver.
    Super(ObjectId, Value),
    Refine([Value; 3], usize),
    InitException(Value),
    AsDict(Value),
    Make(RecordId),
    /// `hash(x)` of something other than a number.
    Hash(Value),
    /// `id(x)`
    Id(Value),
    /// What `__exit__` gets as its last argument.
    Traceback,
    /// A class that has no name in the language.
    TypeOf(&'static str),
}

impl Special {
    pub fn inner(&self) -> Vec<&Value> {
        match self {
            Self::Bound(a, b) => vec![a, b],
            Self::Static(a)
            | Self::OfClass(a)
            | Self::Abstract(a)
            | Self::Super(_, a)
            | Self::InitException(a)
            | Self::AsDict(a)
            | Self::Hash(a)
            | Self::Id(a) => vec![a],
            Self::Property(parts) | Self::Refine(parts, _) => parts.iter().collect(),
            Self::Make(_) | Self::TypeOf(_) | Self::Traceback => Vec::new(),
        }
    }
}

pub(crate) fn special(special: Special) -> Value {
    Value::of(Alt::Special(Rc::new(special)))
}

impl<'p> Machine<'p> {
    /// Runs the body of a class and makes the class.
    pub fn class_statement(&mut self, class: &'p Class) -> Result<()> {
        let resolutions = &self.problem.resolutions;
        let resolved = resolutions.class(class.id);
        let record = self.record_of(class);
        let mark = self.held.len();
        let mut ancestors = Vec::new();
        let mut exceptions: Vec<Exception> = Vec::new();
        let mut is_abstract = resolved.is_abstract;
        for (base, _) in class.bases.iter().zip(&resolved.bases).filter(|(_, evaluated)| **evaluated) {
            let base = self.evaluate(base)?;
            match base.single() {
                Some(Alt::Object(id)) if let Object::Class(base) = &*self.object(*id)? => {
                    exceptions.extend(base.exception);
                    is_abstract |= base.is_abstract;
                    ancestors.push(*id);
                }
                Some(Alt::Builtin(Builtin::Exception(base))) => exceptions.push(*base),
                _ => return self.refuse(Construct::UnknownBase),
            }
        }
        // The one that is all the others, too.
        let exception = exceptions.iter().copied().find(|own| exceptions.iter().all(|other| own.is_a(*other)));
        if exception.is_none() && !exceptions.is_empty() {
            return self.refuse(Construct::UnknownBase);
        }
        let Some(ancestors) = self.search_order(&ancestors)? else {
            self.raise(Lit::TRUE, Exception::TypeError);
            return Ok(());
        };
        for var in resolved.attributes.iter().map(|(_, var)| *var).chain(resolved.cell) {
            self.fresh_variable(var)?;
        }
        for stmt in &class.body {
            if self.is_dead() {
                return Ok(());
            }
            self.class_member(stmt, record.is_some())?;
        }
        let mut attributes = Attributes::new();
        for (name, var) in &resolved.attributes {
            let mut value = self.variable(*var)?.clone();
            if let Some(Alt::Cell(cell)) = value.single() {
                let Object::Cell(inner) = &*self.object(*cell)? else { return self.inconsistent("not a cell") };
                value = inner.clone();
            }
            if !matches!(value.single(), Some(Alt::Unbound)) {
                attributes.insert(name.clone(), value);
            }
        }
        let object = ClassObject {
            name: class.name.name.clone(),
            is_top: class.is_top,
            ancestors,
            attributes,
            exception,
            is_abstract,
        };
        let id = self.allocate(Object::Class(object));
        let mut made = Value::object(id);
        if let Some(cell) = resolved.cell {
            let value = match record {
                Some(record) => Value::of(Alt::Class(record)),
                None => made.clone(),
            };
            self.write_variable(cell, value)?;
        }
        if let Some(record) = record {
            self.record_members[usize::from(record.0)] = Some(id);
        }
        for (decorator, _) in class.decorators.iter().zip(&resolved.decorators).rev().filter(|(_, called)| **called) {
            let decorator = self.evaluate(decorator)?;
            self.hold(&made);
            made = self.call_value(&decorator, &Arguments::of([made.clone()]))?;
        }
        self.release(mark);
        match resolved.name {
            Some(Resolution::Var(var)) => self.write_variable(var, made),
            Some(Resolution::Global(global)) => {
                self.write_global(global.index(), made);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn record_of(&self, class: &Class) -> Option<RecordId> {
        let resolutions = &self.problem.resolutions;
        if resolutions.class(class.id).name.is_some() {
            return None;
        }
        let global = resolutions.globals.iter().find(|global| global.name == class.name.name)?;
        if let GlobalKind::Record(id) | GlobalKind::Enum(id) = global.kind { Some(id) } else { None }
    }

    fn fresh_variable(&mut self, var: VarId) -> Result<()> {
        let unbound = Value::of(Alt::Unbound);
        if self.problem.resolutions.var(var).captured {
            let cell = self.allocate(Object::Cell(unbound));
            return self.set_slot(var, Value::of(Alt::Cell(cell)));
        }
        self.set_slot(var, unbound)
    }

    fn class_member(&mut self, stmt: &'p Stmt, is_record: bool) -> Result<()> {
        match &stmt.kind {
            StmtKind::AnnotatedAssign { .. } if is_record => Ok(()),
            StmtKind::Expr(expr) if matches!(expr.kind, ExprKind::Str(_) | ExprKind::Ellipsis) => Ok(()),
            StmtKind::Function(id) => self.method_statement(*id),
            _ => self.statement(stmt, None),
        }
    }

    fn method_statement(&mut self, id: FuncId) -> Result<()> {
        let mut value = self.make_function(id)?;
        for decorator in self.problem.module.function(id).decorators.iter().rev() {
            let mark = self.held.len();
            self.hold(&value);
            let decorator = self.evaluate(decorator)?;
            value = self.call_value(&decorator, &Arguments::of([value.clone()]))?;
            self.release(mark);
        }
        match self.problem.resolutions.function_names[id.index()] {
            Some(Resolution::Var(var)) => self.write_variable(var, value),
            _ => Ok(()),
        }
    }

    /// Python's order of search for a class with these bases (C3); `None` if there is none.
    fn search_order(&self, bases: &[ObjectId]) -> Result<Option<Vec<ObjectId>>> {
        let mut lines = Vec::new();
        for base in bases {
            let class = self.class(*base)?;
            lines.push(std::iter::once(*base).chain(class.ancestors.iter().copied()).collect::<Vec<ObjectId>>());
        }
        lines.push(bases.to_vec());
        let mut order = Vec::new();
        loop {
            lines.retain(|line| !line.is_empty());
            if lines.is_empty() {
                return Ok(Some(order));
            }
            let behind = |class: ObjectId| lines.iter().any(|line| line[1..].contains(&class));
            let Some(next) = lines.iter().map(|line| line[0]).find(|class| !behind(*class)) else { return Ok(None) };
            lines.iter_mut().for_each(|line| line.retain(|class| *class != next));
            order.push(next);
        }
    }

    pub fn class(&self, id: ObjectId) -> Result<ClassObject> {
        match &*self.object_in_any_order(id)? {
            Object::Class(class) => Ok(class.clone()),
            _ => self.inconsistent("not a class"),
        }
    }

    /// The instance that an alternative is.
    pub fn instance(&self, alt: &Alt) -> Result<Option<Instance>> {
        let Alt::Object(id) = alt else { return Ok(None) };
        Ok(match &*self.object_in_any_order(*id)? {
            Object::Instance(instance) => Some(instance.clone()),
            _ => None,
        })
    }

    /// The attribute of a class or of the first class behind it that has it.
    pub fn find(&self, class: ObjectId, name: &str) -> Result<Option<Value>> {
        Ok(self.find_from(&self.line(class)?, name)?.map(|(value, _)| value))
    }

    /// The classes that are searched, the class itself first.
    pub fn line(&self, class: ObjectId) -> Result<Vec<ObjectId>> {
        let ancestors = self.class(class)?.ancestors;
        Ok(std::iter::once(class).chain(ancestors).collect())
    }

    pub fn find_from(&self, line: &[ObjectId], name: &str) -> Result<Option<(Value, ObjectId)>> {
        for class in line {
            if let Some(value) = self.class(*class)?.attributes.get(name) {
                if value.alts().iter().any(|(_, alt)| matches!(alt, Alt::Unbound)) {
                    return self.refuse(Construct::MaybeClassAttribute);
                }
                return Ok(Some((value.clone(), *class)));
            }
        }
        Ok(None)
    }

    /// Alternatives that are instances of one class together, everything else one by one.
    pub fn by_class(&mut self, value: &Value) -> Result<Vec<(Lit, Value, Option<ObjectId>)>> {
        let mut groups: Vec<(ObjectId, Vec<(Lit, Alt)>)> = Vec::new();
        let mut parts = Vec::new();
        for (lit, alt) in value.alts() {
            match self.instance(alt)? {
                Some(instance) => match groups.iter_mut().find(|(class, _)| *class == instance.class) {
                    Some((_, alts)) => alts.push((*lit, alt.clone())),
                    None => groups.push((instance.class, vec![(*lit, alt.clone())])),
                },
                None => parts.push((*lit, Value::of(alt.clone()), None)),
            }
        }
        for (class, alts) in groups {
            let lit = if alts.len() == value.alts().len() {
                Lit::TRUE
            } else {
                self.circuit.any(alts.iter().map(|(lit, _)| *lit))
            };
            parts.push((lit, Value::choice(alts), Some(class)));
        }
        Ok(parts)
    }

    /// The only alternative is an instance.
    pub fn is_single_instance(&self, value: &Value) -> Result<bool> {
        match value.single() {
            Some(alt) => Ok(self.instance(alt)?.is_some()),
            None => Ok(false),
        }
    }

    pub fn has_instance(&self, value: &Value) -> Result<bool> {
        for (_, alt) in value.alts() {
            if self.instance(alt)?.is_some() || matches!(alt, Alt::Special(_)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What an attribute of a class is for receivers of that class.
    pub fn bind_found(&mut self, found: &Value, receiver: &Value, class: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, alt) in found.alts() {
            let bound = match alt {
                Alt::Function(_) => special(Special::Bound(receiver.clone(), Value::of(alt.clone()))),
                Alt::Special(it) => match &**it {
                    Special::Static(function) => function.clone(),
                    Special::OfClass(function) => special(Special::Bound(class.clone(), function.clone())),
                    Special::Abstract(function) => self.bind_found(function, receiver, class)?,
                    Special::Property([get, ..]) => {
                        if matches!(get.single(), Some(Alt::None)) {
                            self.raise(*lit, Exception::AttributeError);
                            continue;
                        }
                        let arguments = Arguments::of([receiver.clone()]);
                        match self.under(*lit, |this| this.call_value(get, &arguments))? {
                            Some(value) => value,
                            None => continue,
                        }
                    }
                    _ => Value::of(alt.clone()),
                },
                _ => Value::of(alt.clone()),
            };
            cases.push((*lit, bound));
        }
        self.choose(&cases)
    }

    /// `C(…)`
    pub fn instantiate(&mut self, class: ObjectId, arguments: &Arguments) -> Result<Value> {
        let definition = self.class(class)?;
        if definition.attributes.contains_key("__new__") {
            return self.refuse(Construct::OwnNew);
        }
        if definition.is_abstract && self.is_unfinished(class)? {
            return Ok(self.raise_always(Exception::TypeError));
        }
        let mut attributes = Attributes::new();
        if definition.exception.is_some() {
            attributes.insert("args".into(), Value::tuple(arguments.positional.clone()));
        }
        let value = Value::object(self.allocate(Object::Instance(Instance { class, attributes })));
        let mark = self.held.len();
        self.hold(&value);
        match self.find(class, "__init__")? {
            Some(init) => {
                let bound = self.bind_found(&init, &value, &Value::object(class))?;
                let result = self.call_value(&bound, arguments)?;
                let other = result.alts().iter().filter(|(_, alt)| !matches!(alt, Alt::None)).map(|(lit, _)| *lit);
                let other = self.circuit.any(other.collect::<Vec<_>>());
                self.raise(other, Exception::TypeError);
            }
            None if definition.exception.is_some() && arguments.keywords.is_empty() => {}
            None if arguments.positional.is_empty() && arguments.keywords.is_empty() => {}
            None => {
                self.release(mark);
                return Ok(self.raise_always(Exception::TypeError));
            }
        }
        self.release(mark);
        Ok(value)
    }

    /// Something abstract has no implementation.
    fn is_unfinished(&self, class: ObjectId) -> Result<bool> {
        for holder in self.line(class)? {
            for name in self.class(holder)?.attributes.keys() {
                if self.find(class, name)?.is_some_and(|found| is_abstract(&found)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Calls what only code with classes meets.
    pub fn call_special_value(&mut self, it: &Rc<Special>, arguments: &Arguments) -> Result<Value> {
        match &**it {
            Special::Bound(receiver, function) => {
                let mut positional = vec![receiver.clone()];
                positional.extend(arguments.positional.iter().cloned());
                self.call_value(function, &Arguments { positional, keywords: arguments.keywords.clone() })
            }
            Special::Static(function) | Special::Abstract(function) => self.call_value(function, arguments),
            Special::Refine(parts, part) => match &*arguments.positional {
                [function] => {
                    let mut parts = parts.clone();
                    parts[*part] = function.clone();
                    Ok(special(Special::Property(parts)))
                }
                _ => Ok(self.raise_always(Exception::TypeError)),
            },
            Special::InitException(receiver) => {
                let args = Value::tuple(arguments.positional.clone());
                self.set_own_attribute(receiver, "args", &args)?;
                Ok(Value::none())
            }
            Special::AsDict(record) => {
                let Some(Alt::Record(class, fields)) = record.single() else {
                    return self.inconsistent("not a record");
                };
                let declared = &self.problem.records[usize::from(class.0)].fields;
                let names = declared.iter().map(|field| Value::of(Alt::Str(field.name.clone())));
                let entry = |(key, value): (Value, &Value)| crate::objects::Entry {
                    present: Lit::TRUE,
                    key,
                    value: value.clone(),
                };
                let entries = names.zip(fields.iter()).map(entry).collect();
                let dict =
                    crate::objects::Dict { entries, ..crate::objects::Dict::new(crate::objects::DictKind::Plain) };
                Ok(Value::object(self.allocate(Object::Dict(dict))))
            }
            Special::Make(record) => match &*arguments.positional {
                [items] => {
                    let seq = crate::objects::Seq { slots: self.items(items)? };
                    let items = self.tuple_of(&seq)?;
                    let size = self.problem.records[usize::from(record.0)].fields.len();
                    let mut cases = Vec::new();
                    for (lit, alt) in items.alts() {
                        let items = crate::equality::tuple_items(alt);
                        if items.len() == size {
                            let record = self.new_record(*record, items.to_vec());
                            cases.push((*lit, Value::of(record)));
                        } else {
                            self.raise(*lit, Exception::TypeError);
                        }
                    }
                    self.choose(&cases)
                }
                _ => Ok(self.raise_always(Exception::TypeError)),
            },
            Special::TypeOf(_) => self.refuse(Construct::OtherAttribute),
            _ => Ok(self.raise_always(Exception::TypeError)),
        }
    }
}

fn is_abstract(value: &Value) -> bool {
    value.alts().iter().any(|(_, alt)| match alt {
        Alt::Special(it) => match &**it {
            Special::Abstract(_) => true,
            Special::Property(parts) => parts.iter().any(is_abstract),
            Special::Static(function) | Special::OfClass(function) => is_abstract(function),
            _ => false,
        },
        _ => false,
    })
}
