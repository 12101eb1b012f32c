//! Calls: arguments, functions, records, and whatever else can be called.

use std::rc::Rc;
use std::sync::Arc;

use circuit::Lit;
use lang::ast::{Call, Collects, ComprehensionKind, ExprKind, FuncId};
use lang::builtins::{Builtin, Exception};
use lang::problem::{RecordId, RecordKind};
use lang::resolve::{Owner, Resolution};
use lang::signature::Signature;

use crate::construct::Construct;
use crate::machine::{CallExits, Machine};
use crate::objects::{Dict, DictKind, Entry, Object, Seq, Source};
use crate::refusal::Result;
use crate::state::{Exit, Frame};
use crate::value::{Alt, Closure, Value};

/// CPython's own limit.
const MAX_DEPTH: u32 = 1000;
/// Calls inside each other after which a solver is asked whether another one is possible.
const DEPTH_UNASKED: u32 = 4;

/// Values and keywords of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub positional: Vec<Value>,
    pub keywords: Vec<(Arc<str>, Value)>,
}

impl Arguments {
    pub fn of(positional: impl Into<Vec<Value>>) -> Self {
        Self { positional: positional.into(), keywords: Vec::new() }
    }

    /// The arguments of a call of a built-in function or method, each at the position of its parameter. Only those of
    /// keyword-only parameters remain keywords. `None` if the call raises `TypeError`.
    pub fn fitted(&self, signature: &Signature) -> Option<Self> {
        let keywords: Vec<&str> = self.keywords.iter().map(|(name, _)| &**name).collect();
        let positions = signature.place(self.positional.len(), &keywords).ok()?;
        let mut fitted = Self::of(self.positional.clone());
        for ((name, value), position) in self.keywords.iter().zip(positions) {
            let Some(position) = position else {
                fitted.keywords.push((Arc::clone(name), value.clone()));
                continue;
            };
            if fitted.positional.len() <= position {
                fitted.positional.resize(position + 1, Value::never());
            }
            fitted.positional[position] = value.clone();
        }
        Some(fitted)
    }

    /// The argument at a position, if it was given.
    pub fn get(&self, position: usize) -> Option<&Value> {
        self.positional.get(position).filter(|value| !value.is_never())
    }

    /// Takes a keyword argument.
    pub fn keyword(&mut self, name: &str) -> Option<Value> {
        let position = self.keywords.iter().position(|(known, _)| **known == *name)?;
        Some(self.keywords.remove(position).1)
    }
}

impl<'p> Machine<'p> {
    pub fn call(&mut self, call: &'p Call) -> Result<Value> {
        let mark = self.held.len();
        if let (ExprKind::Attribute(base, attribute), None) =
            (&call.function.kind, self.problem.resolutions.get(call.function.id))
        {
            let receiver = self.evaluate(base)?;
            self.hold(&receiver);
            self.check_attribute(&receiver, &attribute.name)?;
            let arguments = self.arguments(call)?;
            let result = self
                .with_each(&arguments, &mut |this, arguments| this.call_method(&receiver, &attribute.name, arguments));
            self.release(mark);
            return result;
        }
        if let (Some(Resolution::Builtin(builtin @ (Builtin::All | Builtin::Any))), [argument], true) =
            (self.problem.resolutions.get(call.function.id), &*call.args, call.keywords.is_empty())
            && let ExprKind::Comprehension(comprehension) = &argument.kind
            && comprehension.kind == ComprehensionKind::Generator
        {
            return self.quantify(comprehension, builtin == Builtin::Any);
        }
        if let Some((class, first)) = self.problem.resolutions.super_vars(call.function.id) {
            let class = self.read_variable(class)?;
            let receiver = self.read_variable(first)?;
            return self.call_builtin(Builtin::Super, &Arguments::of([class, receiver]));
        }
        let callee = self.evaluate(&call.function)?;
        self.hold(&callee);
        let arguments = self.arguments(call)?;
        let result = self.with_each(&arguments, &mut |this, arguments| this.call_value(&callee, arguments));
        self.release(mark);
        result
    }

    /// Python looks an attribute up before it evaluates the arguments.
    fn check_attribute(&mut self, receiver: &Value, name: &str) -> Result<()> {
        for (lit, alt) in receiver.alts() {
            if matches!(alt, Alt::Exception(..)) {
                return self.refuse(Construct::ExceptionAttribute);
            }
            if self.may_have(alt, name)? {
                continue;
            }
            let is_field = match alt {
                Alt::Record(class, _) => {
                    self.problem.records[usize::from(class.0)].fields.iter().any(|field| *field.name == *name)
                }
                _ => false,
            };
            if !is_field && self.method_of(alt, name)?.is_none() {
                self.no_attribute(*lit, alt, name)?;
            }
        }
        Ok(())
    }

    /// Whether a value that has classes behind it has an attribute. Where only a part of its alternatives has it, it is
    /// found missing later.
    fn may_have(&mut self, alt: &Alt, name: &str) -> Result<bool> {
        Ok(match alt {
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::Instance(instance) => {
                    instance.attributes.contains_key(name)
                        || self.find(instance.class, name)?.is_some()
                        || self.find(instance.class, "__getattr__")?.is_some()
                        || name.starts_with("__")
                }
                Object::Class(_) => self.find(*id, name)?.is_some() || name.starts_with("__"),
                _ => false,
            },
            Alt::Special(_) => true,
            Alt::Class(_) | Alt::Record(..) => {
                let record = match alt {
                    Alt::Class(class) | Alt::Record(class, _) => *class,
                    _ => return Ok(false),
                };
                let members = match self.record_members[usize::from(record.0)] {
                    Some(members) => self.find(members, name)?.is_some(),
                    None => false,
                };
                let member = self.is_enumeration(record);
                members || member || (self.is_named_tuple(record) && matches!(name, "_asdict" | "_make"))
            }
            _ => false,
        })
    }

    /// Evaluates the arguments; the caller releases what is held. As many cases as there may be numbers of arguments.
    fn arguments(&mut self, call: &'p Call) -> Result<Vec<(Lit, Arguments)>> {
        let mut positional = Seq::default();
        // With no other positional argument, its items are taken at the call.
        let mut only = None;
        for arg in &call.args {
            if let (ExprKind::Starred(inner), 1) = (&arg.kind, call.args.len()) {
                let iterable = self.evaluate(inner)?;
                self.hold(&iterable);
                only = Some(iterable);
            } else if let ExprKind::Starred(inner) = &arg.kind {
                let iterable = self.evaluate(inner)?;
                for slot in self.items(&iterable)? {
                    self.hold(&slot.value);
                    positional.slots.push(slot);
                }
            } else {
                let value = self.evaluate(arg)?;
                self.hold(&value);
                positional.push(Lit::TRUE, value);
            }
        }
        let mut keywords = Vec::new();
        for keyword in &call.keywords {
            let value = self.evaluate(&keyword.value)?;
            self.hold(&value);
            if keyword.spread {
                self.spread_keywords(&value, &mut keywords)?;
                continue;
            }
            keywords.push((Arc::clone(&keyword.name.name), value));
        }
        if let Some(iterable) = only {
            for slot in self.items(&iterable)? {
                self.hold(&slot.value);
                positional.slots.push(slot);
            }
        }
        if positional.is_fixed() {
            let positional = positional.slots.into_iter().map(|slot| slot.value).collect();
            return Ok(vec![(Lit::TRUE, Arguments { positional, keywords })]);
        }
        let of_each_length = self.tuple_of(&positional)?;
        let case = |(lit, alt): &(Lit, Alt)| {
            (*lit, Arguments { positional: crate::equality::tuple_items(alt).to_vec(), keywords: keywords.clone() })
        };
        Ok(of_each_length.alts().iter().map(case).collect())
    }

    /// `**mapping` in a call: its keys must be known. What is not a mapping of strings raises.
    fn spread_keywords(&mut self, mapping: &Value, keywords: &mut Vec<(Arc<str>, Value)>) -> Result<()> {
        let dict = match mapping.single() {
            Some(alt) => self.as_dict(alt)?,
            None if mapping.is_never() => return Ok(()),
            None => return self.refuse(Construct::UnknownKeywords),
        };
        let fits = match dict {
            Some(dict) => self.spread_entries(dict, keywords)?,
            None => false,
        };
        if !fits {
            self.raise(Lit::TRUE, Exception::TypeError);
        }
        Ok(())
    }

    /// `false` if a key is not a string, or given already.
    fn spread_entries(&mut self, dict: Dict, keywords: &mut Vec<(Arc<str>, Value)>) -> Result<bool> {
        for entry in dict.entries {
            if entry.present != Lit::TRUE {
                return self.refuse(Construct::UnknownKeywords);
            }
            let name = match entry.key.single() {
                Some(Alt::Str(name)) => Arc::clone(name),
                Some(_) => return Ok(false),
                None => return self.refuse(Construct::UnknownKeywords),
            };
            self.hold(&entry.value);
            if keywords.iter().any(|(known, _)| *known == name) {
                return Ok(false);
            }
            keywords.push((name, entry.value));
        }
        Ok(true)
    }

    /// Calls something with the arguments of each case.
    fn with_each(
        &mut self,
        cases: &[(Lit, Arguments)],
        action: &mut dyn FnMut(&mut Self, &Arguments) -> Result<Value>,
    ) -> Result<Value> {
        if let [(_, arguments)] = cases {
            return action(self, arguments);
        }
        let mark = self.held.len();
        let mut results = Vec::new();
        for (lit, arguments) in cases {
            if let Some(value) = self.under(*lit, |this| action(this, arguments))? {
                self.hold(&value);
                results.push((*lit, value));
            }
        }
        self.release(mark);
        self.choose(&results)
    }

    /// Calls whatever the value is.
    pub fn call_value(&mut self, callee: &Value, arguments: &Arguments) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        if let Some(alt) = callee.single() {
            return self.call_alt(alt, arguments);
        }
        let mut cases = Vec::new();
        for (lit, alt) in callee.alts() {
            if let Some(value) = self.under(*lit, |this| this.call_alt(alt, arguments))? {
                self.hold(&value);
                cases.push((*lit, value));
            }
        }
        self.release(self.held.len() - cases.len());
        self.choose(&cases)
    }

    fn call_alt(&mut self, callee: &Alt, arguments: &Arguments) -> Result<Value> {
        match callee {
            Alt::Function(closure) if closure.cached => {
                let closure = Rc::clone(closure);
                self.call_cached(&closure, arguments)
            }
            Alt::Function(closure) => {
                let closure = Rc::clone(closure);
                self.call_closure(&closure, arguments)
            }
            Alt::Builtin(Builtin::Exception(class)) => {
                if !arguments.keywords.is_empty() {
                    return Ok(self.raise_always(Exception::TypeError));
                }
                let args = Value::tuple(arguments.positional.clone());
                Ok(self.new_exception(*class, args))
            }
            Alt::Builtin(builtin) => self.call_builtin(*builtin, arguments),
            Alt::Class(class) => match self.finds_member(*class, arguments)? {
                Some(function) => self.call_value(&function, arguments),
                None => Ok(self.make_record(*class, arguments)),
            },
            Alt::Special(special) => self.call_special_value(&Rc::clone(special), arguments),
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::Class(_) => self.instantiate(*id, arguments),
                Object::Instance(instance) => self.call_instance(callee, instance.class, arguments),
                _ => Ok(self.raise_always(Exception::TypeError)),
            },
            Alt::Method(method) => self.call_bound_method(&method.0, method.1, arguments),
            Alt::Number(_) => match (&*arguments.positional, arguments.keywords.is_empty()) {
                ([value], true) => Ok(value.clone()),
                _ => Ok(self.raise_always(Exception::TypeError)),
            },
            _ => Ok(self.raise_always(Exception::TypeError)),
        }
    }

    pub fn call_closure(&mut self, closure: &Rc<Closure>, arguments: &Arguments) -> Result<Value> {
        let function = self.problem.module.function(closure.function);
        let Some(args) = self.bind(closure, arguments) else { return Ok(self.raise_always(Exception::TypeError)) };
        if function.is_generator {
            return Ok(self.new_iter(Source::Call { closure: Rc::clone(closure), args: args.into() }));
        }
        if args.iter().any(Value::has_nodes) {
            return self.call_per_node(closure, &args);
        }
        self.call_bound(closure, &args)
    }

    /// Calls a function with a value for each parameter.
    pub fn call_bound(&mut self, closure: &Closure, args: &[Value]) -> Result<Value> {
        let frame = self.new_frame(Owner::Function(closure.function), closure.function, args, &closure.cells)?;
        self.run_function(closure.function, frame)
    }

    /// Calls a module-level function.
    pub fn call_function(&mut self, id: FuncId, args: &[Value]) -> Result<Value> {
        let frame = self.new_frame(Owner::Function(id), id, args, &[])?;
        self.run_function(id, frame)
    }

    pub fn new_frame(&mut self, owner: Owner, id: FuncId, args: &[Value], cells: &[Value]) -> Result<Frame> {
        let mut frame = self.empty_frame(owner, cells);
        for (var, arg) in self.problem.resolutions.params[id.index()].iter().zip(args) {
            let Some(slot) = self.places.slot(owner, *var) else {
                return self.inconsistent("a parameter without a place");
            };
            frame.values[slot] = arg.clone();
        }
        for var in self.problem.resolutions.owned(owner) {
            if self.problem.resolutions.var(*var).captured
                && let Some(slot) = self.places.slot(owner, *var)
            {
                let cell = self.allocate(Object::Cell(frame.values[slot].clone()));
                frame.values[slot] = Value::of(Alt::Cell(cell));
            }
        }
        Ok(frame)
    }

    /// Whether another call is possible inside those under way; raises where they are too many.
    pub fn can_go_deeper(&mut self) -> Result<bool> {
        self.step()?;
        if self.depth >= MAX_DEPTH {
            self.raise(Lit::TRUE, Exception::RecursionError);
        } else if self.depth >= DEPTH_UNASKED && !self.is_possible(self.path) {
            self.path = Lit::FALSE;
        }
        Ok(!self.is_dead())
    }

    fn run_function(&mut self, id: FuncId, frame: Frame) -> Result<Value> {
        if !self.can_go_deeper()? {
            return Ok(Value::never());
        }
        let span = self.span;
        let body = &self.problem.module.function(id).body;
        self.state.frames.push(Rc::new(frame));
        self.calls.push(CallExits::default());
        self.depth += 1;
        let result = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || {
            self.region(|this| {
                this.block(body, None)?;
                let waiting = this.calls.pop().and_then(|call| call.returned);
                let Some(exit) = waiting else { return Ok((Value::none(), None)) };
                if this.is_dead() {
                    this.state = exit.state;
                    this.path = exit.when;
                    return Ok((exit.value, None));
                }
                let end = Exit { when: this.path, state: std::mem::take(&mut this.state), value: Value::none() };
                let joined = this.add_exit(Some(exit), end)?;
                this.state = joined.state;
                this.path = joined.when;
                Ok((joined.value, None))
            })
        })?;
        self.depth -= 1;
        self.state.frames.pop();
        self.span = span;
        Ok(result)
    }

    /// Matches arguments with parameters, by Python's rules; `None` if they do not fit.
    fn bind(&mut self, closure: &Closure, arguments: &Arguments) -> Option<Vec<Value>> {
        let function = self.problem.module.function(closure.function);
        let places = function.params.iter().filter(|param| !param.keyword_only).count();
        let collector = |kind: Collects| function.params.iter().position(|param| param.collects == Some(kind));
        let (rest, others) = (collector(Collects::Positional), collector(Collects::Keywords));
        if arguments.positional.len() > places && rest.is_none() {
            return None;
        }
        let mut values: Vec<Option<Value>> = arguments.positional.iter().take(places).cloned().map(Some).collect();
        values.resize(function.params.len(), None);
        let mut entries = Vec::new();
        for (name, value) in &arguments.keywords {
            let named = |param: &lang::ast::Param| {
                *param.name.name == **name && !param.positional_only && param.collects.is_none()
            };
            let Some(position) = function.params.iter().position(named) else {
                others?;
                let key = Value::of(Alt::Str(Arc::clone(name)));
                entries.push(Entry { present: Lit::TRUE, key, value: value.clone() });
                continue;
            };
            if values[position].replace(value.clone()).is_some() {
                return None;
            }
        }
        if let Some(rest) = rest {
            let more: Vec<Value> = arguments.positional.iter().skip(places).cloned().collect();
            values[rest] = Some(Value::tuple(more));
        }
        if let Some(others) = others {
            let dict = Dict { entries, ..Dict::new(DictKind::Plain) };
            values[others] = Some(Value::object(self.allocate(Object::Dict(dict))));
        }
        let mut defaults = closure.defaults.iter();
        for (value, param) in values.iter_mut().zip(&function.params) {
            let default = if param.default.is_some() { defaults.next() } else { None };
            if value.is_none() {
                *value = Some(default?.clone());
            }
        }
        values.into_iter().collect()
    }

    pub fn make_function(&mut self, id: FuncId) -> Result<Value> {
        let function = self.problem.module.function(id);
        let mark = self.held.len();
        let mut defaults = Vec::new();
        for default in function.params.iter().filter_map(|param| param.default.as_ref()) {
            let value = self.evaluate(default)?;
            self.hold(&value);
            defaults.push(value);
        }
        self.release(mark);
        let free = self.problem.resolutions.free(Owner::Function(id));
        let cells = free.iter().map(|var| self.variable(*var).cloned()).collect::<Result<_>>()?;
        self.next_closure += 1;
        let closure = Closure { number: self.next_closure, function: id, cells, defaults, cached: false };
        Ok(Value::of(Alt::Function(Rc::new(closure))))
    }

    fn make_record(&mut self, class: RecordId, arguments: &Arguments) -> Value {
        let record = &self.problem.records[usize::from(class.0)];
        let size = record.fields.len();
        if arguments.positional.len() > size {
            return self.raise_always(Exception::TypeError);
        }
        let mut fields: Vec<Option<Value>> = arguments.positional.iter().cloned().map(Some).collect();
        fields.resize(size, None);
        for (name, value) in &arguments.keywords {
            match record.fields.iter().position(|field| *field.name == **name) {
                Some(position) if fields[position].is_none() => fields[position] = Some(value.clone()),
                _ => return self.raise_always(Exception::TypeError),
            }
        }
        let defaults = self.record_defaults[usize::from(class.0)].clone();
        let first = size - defaults.len().min(size);
        for (position, field) in fields.iter_mut().enumerate() {
            if field.is_none() {
                *field = position.checked_sub(first).and_then(|index| defaults.get(index).cloned());
            }
        }
        match fields.into_iter().collect::<Option<Vec<Value>>>() {
            // A member of an enumeration is nothing but its fields.
            Some(fields) if record.kind == RecordKind::Enum => Value::of(Alt::Record(class, fields.into())),
            Some(fields) => Value::of(self.new_record(class, fields)),
            None => self.raise_always(Exception::TypeError),
        }
    }
}
