//! Calls: frames, arguments, closures, records and generators.

use std::rc::Rc;

use lang::ast::Collects;
use lang::builtins::Exception;
use lang::methods::Method;
use lang::problem::RecordId;
use lang::submission::hides_builtin;
use smallvec::SmallVec;

use crate::code::{Callee, FunctionCode, Param, RecordCode, Reg, Symbol, keyword};
use crate::fault::{Result, outside, raise, type_error};
use crate::frame::{Course, Frame, Room, clear, refresh};
use crate::iterators::Iter;
use crate::iterators::generator::Resumable;
use crate::limits::{self, MAX_LEVELS};
use crate::machine::{Machine, cell};
use crate::methods::method_of;
use crate::table::Table;
use crate::value::{Closure, DictKind, Record, Value, take};

/// Values and keywords of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub positional: SmallVec<[Value; 3]>,
    pub keywords: Vec<(Symbol, Value)>,
}

impl Arguments {
    pub fn one(value: Value) -> Self {
        Self { positional: SmallVec::from_iter([value]), keywords: Vec::new() }
    }

    pub fn two(first: Value, second: Value) -> Self {
        Self { positional: SmallVec::from_iter([first, second]), keywords: Vec::new() }
    }
}

/// The first calls fit into any thread's stack.
const UNCHECKED_DEPTH: u32 = 6;

/// What a frame that outlives its call takes, in steps.
fn frame_size(code: &FunctionCode) -> usize {
    4 + code.registers + 4 * code.iterators
}

/// What a call needs of the native stack at most.
const RED_ZONE: usize = 256 * 1024;
const STACK_CHUNK: usize = 4 * 1024 * 1024;

impl<'p> Machine<'p> {
    /// A frame whose first registers hold the arguments, which are taken.
    #[expect(clippy::inline_always, reason = "part of every call from outside")]
    #[inline(always)]
    pub(crate) fn frame_with(&mut self, code: &FunctionCode, args: &mut [Value]) -> Box<Frame> {
        let mut frame = self.frames.pop().unwrap_or_else(|| Box::new(Frame::roomy()));
        frame.fit(code);
        refresh(&mut frame.regs, code);
        for (register, arg) in frame.regs.iter_mut().zip(args) {
            std::mem::swap(register, arg);
        }
        frame
    }

    /// Runs a function whose parameters are in the first registers of its frame.
    pub(crate) fn enter(&mut self, code: &'p FunctionCode, mut frame: Box<Frame>) -> Result<Value> {
        if code.is_plain && !self.is_deep() {
            return self.enter_plain(code, frame);
        }
        self.step()?;
        let result = self.enter_other(code, &mut frame);
        frame.reset(code);
        self.frames.push(frame);
        result
    }

    /// The same for a function that needs no preparation.
    #[expect(clippy::inline_always, reason = "part of every call from outside")]
    #[inline(always)]
    pub(crate) fn enter_plain(&mut self, code: &'p FunctionCode, mut frame: Box<Frame>) -> Result<Value> {
        self.step()?;
        let constants = Rc::clone(&self.constants);
        let (regs, more_regs) = frame.regs.split_at_mut(code.registers);
        let (iters, more_iters) = frame.iters.split_at_mut(code.iterators);
        let room = Room { regs: more_regs, iters: more_iters };
        let mut course = Course::from(0);
        self.depth += 1;
        let ended = self.instructions(code, regs, iters, room, &constants, &mut course);
        self.depth -= 1;
        clear(regs, iters);
        self.frames.push(frame);
        ended?;
        Ok(course.value)
    }

    /// A function that needs preparation, or care for the native stack.
    #[inline(never)]
    fn enter_other(&mut self, code: &'p FunctionCode, frame: &mut Frame) -> Result<Value> {
        for register in &code.cells {
            let register = &mut frame.regs[*register as usize];
            *register = cell(take(register));
        }
        if code.is_generator {
            self.charge(frame_size(code))?;
            let frame = frame.detach(code);
            return Ok(Value::iter(Iter::Generator(Box::new(Resumable::new(code.id, frame)))));
        }
        self.depth += 1;
        let result = self.run_deep(code, frame);
        self.depth -= 1;
        result
    }

    #[inline]
    pub(crate) fn is_deep(&self) -> bool {
        self.depth >= UNCHECKED_DEPTH
    }

    /// Makes sure that the native stack suffices.
    #[inline(never)]
    pub(crate) fn run_deep(&mut self, code: &'p FunctionCode, frame: &mut Frame) -> Result<Value> {
        if self.depth > MAX_LEVELS {
            return raise(Exception::RecursionError, "maximum recursion depth exceeded");
        }
        let outer = limits::enter(self.depth);
        let result = stacker::maybe_grow(RED_ZONE, STACK_CHUNK, || self.run(code, frame));
        limits::enter(outer);
        result
    }

    pub(crate) fn taken(&self, registers: &mut [Value]) -> Arguments {
        let positional = registers.iter_mut().map(take).collect();
        Arguments { positional, keywords: Vec::new() }
    }

    /// Calls any value.
    pub(crate) fn call_value(&mut self, callee: &Value, arguments: Arguments) -> Result<Value> {
        match callee {
            Value::Function(closure) => self.call_closure(closure, arguments),
            Value::Builtin(builtin) => self.call_builtin(*builtin, arguments),
            Value::Class(class) => match self.finds_member(*class, &arguments) {
                Some(function) => self.call_value(&function, arguments),
                None => self.make_record(*class, arguments),
            },
            Value::Method(method) => self.call_method(&method.0, method.1, arguments),
            Value::Cached(cached) => self.call_cached(cached, arguments),
            Value::Type(class) => self.instantiate(&class.clone(), arguments),
            Value::Special(special) => self.call_special_value(&special.clone(), arguments),
            Value::Instance(_) => self.call_instance(callee, arguments),
            Value::Identity => match (arguments.positional.len(), arguments.keywords.is_empty()) {
                (1, true) => Ok(arguments.positional[0].clone()),
                _ => type_error("NewType takes exactly one argument"),
            },
            other => type_error(format!("'{}' object is not callable", other.type_name())),
        }
    }

    /// Calls a value with one argument, as `key=` and `map` do.
    pub(crate) fn call_one(&mut self, callee: &Value, arg: Value) -> Result<Value> {
        if let Value::Function(closure) = callee {
            let code = &self.program.codes[closure.function.index()];
            if code.params.len() == 1 && code.positional == 1 {
                let frame = self.frame_with(code, &mut [arg]);
                return self.enter_closure(code, closure, frame);
            }
        }
        self.call_value(callee, Arguments::one(arg))
    }

    fn call_closure(&mut self, closure: &Rc<Closure>, arguments: Arguments) -> Result<Value> {
        let code = &self.program.codes[closure.function.index()];
        let mut args = self.bind(code, &closure.defaults, arguments)?;
        let frame = self.frame_with(code, &mut args);
        self.enter_closure(code, closure, frame)
    }

    fn enter_closure(&mut self, code: &'p FunctionCode, closure: &Closure, mut frame: Box<Frame>) -> Result<Value> {
        for (register, cell) in code.free.iter().zip(&closure.cells) {
            frame.regs[*register as usize] = cell.clone();
        }
        self.enter(code, frame)
    }

    /// Matches arguments with parameters, by Python's rules.
    fn bind(&self, code: &FunctionCode, defaults: &[Value], arguments: Arguments) -> Result<Vec<Value>> {
        let Arguments { positional, keywords } = arguments;
        let collector = |kind: Collects| code.params.iter().position(|param| param.collects == Some(kind));
        let (rest, named) = (collector(Collects::Positional), collector(Collects::Keywords));
        if positional.len() > code.positional && rest.is_none() {
            return type_error(format!(
                "{}() takes {} positional arguments but {} were given",
                code.name,
                code.positional,
                positional.len()
            ));
        }
        let mut values: Vec<Value> = positional.into_vec();
        let more = values.split_off(code.positional.min(values.len()));
        let given = values.len();
        values.resize(code.params.len(), Value::Unbound);
        if let Some(rest) = rest {
            values[rest] = Value::tuple(more);
        }
        let mut others = Table::default();
        for (name, value) in keywords {
            let text = self.name_of(name);
            let is_named = |param: &Param| param.name == name && !param.positional_only && param.collects.is_none();
            let Some(position) = code.params.iter().position(is_named) else {
                if named.is_some() {
                    others.insert(Value::str(text), value)?;
                    continue;
                }
                return type_error(format!("{}() got an unexpected keyword argument '{text}'", code.name));
            };
            if position < given || !matches!(values[position], Value::Unbound) {
                return type_error(format!("{}() got multiple values for argument '{text}'", code.name));
            }
            values[position] = value;
        }
        if let Some(named) = named {
            values[named] = Value::dict(DictKind::Plain, others);
        }
        for (value, param) in values.iter_mut().zip(&code.params) {
            if matches!(value, Value::Unbound) {
                let Some(default) = param.default else {
                    let name = &self.program.names[param.name.0 as usize];
                    return type_error(format!("{}() missing 1 required positional argument: '{name}'", code.name));
                };
                *value = defaults[default].clone();
            }
        }
        Ok(values)
    }

    /// The receiver comes first, then the arguments.
    #[inline(never)]
    pub(crate) fn method_of(&mut self, registers: &mut [Value], shape: u32) -> Result<Value> {
        let Callee::Method(method, name) = self.program.calls[shape as usize].callee else { return Ok(Value::None) };
        if let Some(result) =
            method.filter(|_| !self.program.overloads).and_then(|it| crate::methods::quick(it, registers))
        {
            return result;
        }
        let receiver = take(&mut registers[0]);
        let arguments = self.taken(&mut registers[1..]);
        self.named_method(&receiver, method, name, arguments)
    }

    fn named_method(
        &mut self,
        receiver: &Value,
        method: Option<Method>,
        name: Symbol,
        arguments: Arguments,
    ) -> Result<Value> {
        match method.and_then(|method| method_of(receiver, method)) {
            Some(method) if !self.is_field(receiver, name) => self.call_method(receiver, method, arguments),
            _ => {
                if let Some((found, _)) = self.own_method(receiver, name) {
                    let mut positional: SmallVec<[Value; 3]> = SmallVec::with_capacity(arguments.positional.len() + 1);
                    positional.push(receiver.clone());
                    positional.extend(arguments.positional);
                    return self.call_value(&found, Arguments { positional, keywords: arguments.keywords });
                }
                let callee = self.attribute(receiver, name)?;
                self.call_value(&callee, arguments)
            }
        }
    }

    /// A call with `*xs` or keywords.
    #[inline(never)]
    pub(crate) fn call_shaped(&mut self, registers: &mut [Value], first: Reg, shape: u32) -> Result<Value> {
        let shape = &self.program.calls[shape as usize];
        let mut next = first as usize;
        let mut take = || {
            next += 1;
            std::mem::replace(&mut registers[next - 1], Value::Unbound)
        };
        let leader = match shape.callee {
            Callee::Builtin(builtin) => Value::Builtin(builtin),
            Callee::Value | Callee::Method(..) => take(),
        };
        let mut arguments = Arguments::default();
        for spread in &shape.spread {
            let value = take();
            if *spread {
                self.reject_set_order(&value, "spread into arguments")?;
                arguments.positional.extend(self.collect(&value)?);
            } else {
                arguments.positional.push(value);
            }
        }
        for name in &shape.keywords {
            let value = take();
            if *name == keyword::SPREAD {
                self.spread_keywords(&value, &mut arguments)?;
            } else {
                arguments.keywords.push((*name, value));
            }
        }
        match shape.callee {
            Callee::Method(method, name) => self.named_method(&leader, method, name, arguments),
            _ => self.call_value(&leader, arguments),
        }
    }

    /// `**mapping` in a call.
    #[inline(never)]
    fn spread_keywords(&mut self, mapping: &Value, arguments: &mut Arguments) -> Result<()> {
        let Value::Dict(dict) = mapping else {
            return type_error(format!("argument after ** must be a mapping, not {}", mapping.type_name()));
        };
        self.charge(dict.table.borrow().len())?;
        let entries: Vec<(Value, Value)> =
            dict.table.borrow().iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        for (key, value) in entries {
            limits::spend(arguments.keywords.len() + self.program.names.len() + self.more_names.len())?;
            let Value::Str(text) = &key else { return type_error("keywords must be strings") };
            let name = self.symbol(text);
            if arguments.keywords.iter().any(|(known, _)| *known == name) {
                return type_error(format!("got multiple values for keyword argument '{text}'"));
            }
            arguments.keywords.push((name, value));
        }
        Ok(())
    }

    /// The symbol of a name that is known only when it is used.
    fn symbol(&mut self, text: &str) -> Symbol {
        let names = self.program.names.iter().map(|name| &**name).chain(self.more_names.iter().map(|name| &**name));
        let position = names.into_iter().position(|known| known == text).unwrap_or_else(|| {
            self.more_names.push(text.into());
            self.program.names.len() + self.more_names.len() - 1
        });
        Symbol(crate::build::index(position))
    }

    /// The text of a symbol.
    pub(crate) fn name_of(&self, symbol: Symbol) -> &str {
        let index = symbol.0 as usize;
        match self.program.names.get(index) {
            Some(name) => name,
            None => self.more_names.get(index - self.program.names.len()).map_or("", |name| name),
        }
    }

    fn make_record(&mut self, class: RecordId, arguments: Arguments) -> Result<Value> {
        let code = &self.program.records[usize::from(class.0)];
        let size = code.fields.len();
        if arguments.positional.len() > size {
            return type_error(format!("{} takes {size} values", code.name));
        }
        let mut fields = crate::value::Items::from_iter(arguments.positional);
        let given = fields.len();
        fields.resize(size, Value::Unbound);
        for (name, value) in arguments.keywords {
            match code.fields.iter().position(|field| *field == name) {
                Some(position) if position >= given && matches!(fields[position], Value::Unbound) => {
                    fields[position] = value;
                }
                _ => return type_error(format!("{} got an unexpected or repeated field", code.name)),
            }
        }
        if fields.iter().any(|field| matches!(field, Value::Unbound)) {
            let defaults = self.record_defaults(code);
            let first = size - code.defaults;
            for (position, field) in fields.iter_mut().enumerate() {
                if matches!(field, Value::Unbound) {
                    match position.checked_sub(first).and_then(|index| defaults.get(index)) {
                        Some(default) => *field = default.clone(),
                        None => return type_error(format!("{} misses a field", code.name)),
                    }
                }
            }
        }
        Ok(Value::Record(Rc::new(Record {
            class,
            is_tuple: code.is_tuple,
            is_node: false,
            is_member: code.is_member,
            fields,
        })))
    }

    fn record_defaults(&self, code: &RecordCode) -> Vec<Value> {
        let position = self.program.globals.iter().position(|name| *name == code.name);
        match position.map(|position| &self.globals[position]) {
            Some(Value::Tuple(defaults)) => defaults.to_vec(),
            _ => Vec::new(),
        }
    }

    #[inline(never)]
    pub(crate) fn make_closure(&mut self, registers: &mut [Value], first: Reg, shape: u32) -> Value {
        let shape = &self.program.closures[shape as usize];
        let defaults = &registers[first as usize..first as usize + shape.defaults as usize];
        let defaults = if shape.defaults == 0 { Box::default() } else { defaults.into() };
        let cells = shape.captures.iter().map(|register| registers[*register as usize].clone()).collect();
        self.next_closure += 1;
        Value::Function(Rc::new(Closure { function: shape.function, defaults, cells, number: self.next_closure }))
    }

    /// A generator expression over `first`.
    #[inline(never)]
    pub(crate) fn make_generator(&mut self, registers: &[Value], first: &Value, shape: u32) -> Result<Value> {
        let first = self.iter(first)?;
        let shape = &self.program.closures[shape as usize];
        let code = &self.program.codes[shape.code.0 as usize];
        self.charge(frame_size(code))?;
        let mut frame = Frame::default();
        frame.fit(code);
        frame.regs[0] = Value::iter(first);
        for register in &code.cells {
            frame.regs[*register as usize] = cell(Value::Unbound);
        }
        for (register, capture) in code.free.iter().zip(&shape.captures) {
            frame.regs[*register as usize] = registers[*capture as usize].clone();
        }
        Ok(Value::iter(Iter::Generator(Box::new(Resumable::new(shape.code, frame)))))
    }

    /// A field of a record, or a method not called yet.
    #[inline(never)]
    pub(crate) fn attribute(&mut self, value: &Value, name: Symbol) -> Result<Value> {
        if let Value::Record(record) = value {
            let fields = &self.program.records[usize::from(record.class.0)].fields;
            if let Some(position) = fields.iter().position(|field| *field == name) {
                return Ok(record.fields[position].clone());
            }
        }
        if let Value::Exception(exception) = value {
            return self.exception_attribute(exception, name);
        }
        if let Some(found) = self.own_attribute(value, name)? {
            return Ok(found);
        }
        self.method_value(value, name)
    }

    #[inline(never)]
    fn method_value(&self, value: &Value, name: Symbol) -> Result<Value> {
        let text = &self.program.names[name.0 as usize];
        if let Value::Cached(_) = value {
            return outside(format!("`{text}` of a cached function is outside the language"));
        }
        match Method::by_name(text).and_then(|method| method_of(value, method)) {
            Some(method) => Ok(Value::Method(Rc::new((value.clone(), method)))),
            None => no_attribute(value, text),
        }
    }

    fn is_field(&self, value: &Value, name: Symbol) -> bool {
        let Value::Record(record) = value else { return false };
        self.program.records[usize::from(record.class.0)].fields.contains(&name)
    }

    #[cold]
    pub(crate) fn unbound_local<T>(&self, name: Symbol) -> Result<T> {
        let name = &self.program.names[name.0 as usize];
        let text = format!("cannot access local variable '{name}' where it is not associated with a value");
        raise(Exception::UnboundLocalError, text)
    }

    #[cold]
    pub(crate) fn unbound_free<T>(&self, name: Symbol) -> Result<T> {
        let name = &self.program.names[name.0 as usize];
        let text = format!("cannot access free variable '{name}' where it is not associated with a value");
        raise(Exception::NameError, text)
    }

    #[cold]
    pub(crate) fn unbound_global<T>(&self, global: u32) -> Result<T> {
        let name = &self.program.globals[global as usize];
        if hides_builtin(name) {
            return outside(format!("the built-in `{name}`, which a variable of the file has or had the name of"));
        }
        raise(Exception::NameError, format!("name '{name}' is not defined"))
    }
}

#[cold]
pub(crate) fn no_attribute<T>(value: &Value, name: &str) -> Result<T> {
    if lang::attributes::python_has(value.type_name(), name) {
        return outside(format!("`{name}` of {} is outside the language", value.type_name()));
    }
    let class = crate::questions::class_name(value);
    raise(Exception::AttributeError, format!("'{class}' object has no attribute '{name}'"))
}
