//! Runs a [`Program`]: globals, calls, limits.
//!
//! Every evaluation starts from the file as freshly loaded: what a function leaves behind in a mutable default or a
//! module-level list is gone with the next [`Machine::call`].

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use lang::ast::FuncId;
use lang::builtins::Exception;
use smallvec::SmallVec;

use crate::code::{Constant, Function, Node, Program, Symbol};
use crate::fault::{Fault, Result, raise, type_error};
use crate::iterators::Iter;
use crate::iterators::generator::Resumable;
use crate::statements::Flow;
use crate::truth::truth;
use crate::value::{Closure, DictKind, Record, Value};

/// Steps are loop iterations and calls.
pub const DEFAULT_STEPS: u64 = 50_000_000;

/// CPython's own limit.
const MAX_DEPTH: u32 = 1000;

/// The first calls fit into any thread's stack.
const UNCHECKED_DEPTH: u32 = 6;

/// What a call needs of the native stack at most, given how deep the parser lets expressions nest.
const RED_ZONE: usize = 768 * 1024;
const STACK_CHUNK: usize = 8 * 1024 * 1024;

/// A frame; machines keep used ones for the next call.
pub(crate) type Slots = Vec<Value>;

/// Values and keywords of a call.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub positional: SmallVec<[Value; 3]>,
    pub keywords: Vec<(Symbol, Value)>,
}

#[derive(Debug)]
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) constants: Vec<Value>,
    pub(crate) globals: Vec<Value>,
    /// Something at module level is mutable, so that every evaluation must make it anew.
    volatile: bool,
    start_fault: Option<Box<Fault>>,
    step_limit: u64,
    steps_left: u64,
    depth: u32,
    next_closure: u64,
    /// Frames of calls that have ended.
    frames: Vec<Slots>,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program) -> Self {
        let constants = program.constants.iter().map(constant_value).collect();
        let mut machine = Self {
            program,
            constants,
            globals: Vec::new(),
            volatile: false,
            start_fault: None,
            step_limit: DEFAULT_STEPS,
            steps_left: DEFAULT_STEPS,
            depth: 0,
            next_closure: 0,
            frames: Vec::new(),
        };
        machine.start();
        machine.volatile = machine.globals.iter().any(is_mutable);
        machine
    }

    /// Sets how many loop iterations and calls one evaluation may take.
    #[must_use]
    pub fn with_step_limit(mut self, limit: u64) -> Self {
        self.step_limit = limit;
        self
    }

    /// Why the module's own code has no value, if so: then no function of the file can be called.
    pub fn start_fault(&self) -> Option<&Fault> {
        self.start_fault.as_deref()
    }

    /// Calls a module-level function by name.
    pub fn call(&mut self, name: &str, args: &[Value]) -> Result<Value> {
        let found =
            self.program.functions.iter().position(|function| function.global.is_some() && &*function.name == name);
        match found.and_then(|index| u32::try_from(index).ok()) {
            Some(index) => self.call_id(FuncId(index), args),
            None => raise(Exception::NameError, format!("name '{name}' is not defined")),
        }
    }

    /// Calls a module-level function, with the file as freshly loaded.
    pub fn call_id(&mut self, function: FuncId, args: &[Value]) -> Result<Value> {
        self.refresh()?;
        let code = &self.program.functions[function.index()];
        if code.params.len() == args.len() && code.positional == args.len() {
            let mut slots = self.new_frame();
            slots.extend_from_slice(args);
            return self.enter(code, slots);
        }
        let arguments = Arguments { positional: args.iter().cloned().collect(), keywords: Vec::new() };
        match code.global.map(|global| self.globals[global as usize].clone()) {
            Some(callee) => self.call_value(&callee, arguments),
            None => type_error("not a module-level function"),
        }
    }

    /// Whether a precondition or subproperty holds of a pair, by its position among the preconditions followed by the
    /// subproperties. `pair` holds the values of the predicate's parameters, which stay as they are.
    pub fn holds(&mut self, property: usize, pair: &[Value]) -> Result<bool> {
        let code = &self.program.properties[property];
        let args: SmallVec<[Value; 4]> = code
            .params
            .iter()
            .map(|param| if code.mutates { crate::copy::deep_copy(&pair[*param]) } else { pair[*param].clone() })
            .collect();
        let result = self.call_id(code.function, &args)?;
        truth(&result)
    }

    /// The names of the properties [`Machine::holds`] takes positions of.
    pub fn property_names(&self) -> impl Iterator<Item = &str> {
        self.program.properties.iter().map(|property| &*property.name)
    }

    fn refresh(&mut self) -> Result<()> {
        if let Some(fault) = &self.start_fault {
            return Err(fault.clone());
        }
        if self.volatile {
            self.start();
        }
        self.steps_left = self.step_limit;
        self.depth = 0;
        Ok(())
    }

    fn start(&mut self) {
        self.steps_left = self.step_limit;
        self.depth = 0;
        self.globals.clear();
        self.globals.resize(self.program.globals.len(), Value::Unbound);
        let mut slots = vec![Value::Unbound; self.program.start_slots];
        if let Err(fault) = self.block(self.program.start, &mut slots) {
            self.start_fault = Some(fault);
        }
    }

    /// Counts one step.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<()> {
        match self.steps_left.checked_sub(1) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(Box::new(Fault::Steps { limit: self.step_limit, at: None })),
        }
    }

    fn new_frame(&mut self) -> Slots {
        self.frames.pop().unwrap_or_default()
    }

    /// Runs a function whose parameters stand in the first slots of its frame.
    fn enter(&mut self, code: &'p Function, mut slots: Slots) -> Result<Value> {
        self.step()?;
        slots.resize(code.slots, Value::Unbound);
        if code.has_cells {
            make_cells(code, &mut slots);
        }
        if code.is_generator {
            return Ok(Value::iter(Iter::Generator(Box::new(Resumable::new(slots, code.body)))));
        }
        self.depth += 1;
        let flow = if self.depth <= UNCHECKED_DEPTH {
            self.block(code.body, &mut slots)
        } else {
            self.enter_deep(code, &mut slots)
        };
        self.depth -= 1;
        slots.clear();
        self.frames.push(slots);
        match flow? {
            Flow::Return(value) => Ok(value),
            _ => Ok(Value::None),
        }
    }

    /// A call far down: makes sure that the native stack suffices.
    #[inline(never)]
    fn enter_deep(&mut self, code: &'p Function, slots: &mut [Value]) -> Result<Flow> {
        if self.depth > MAX_DEPTH {
            return raise(Exception::RecursionError, "maximum recursion depth exceeded");
        }
        stacker::maybe_grow(RED_ZONE, STACK_CHUNK, || self.block(code.body, slots))
    }

    /// A module-level function called with all its parameters by position.
    pub(crate) fn call_direct(&mut self, function: FuncId, args: &[Node], frame: &mut [Value]) -> Result<Value> {
        let code = &self.program.functions[function.index()];
        let mut slots = self.new_frame();
        for arg in args {
            slots.push(self.eval(arg, frame)?);
        }
        if let Some(global) = code.global
            && matches!(self.globals[global as usize], Value::Unbound)
        {
            return raise(Exception::NameError, format!("name '{}' is not defined", code.name));
        }
        self.enter(code, slots)
    }

    /// Calls any value.
    pub(crate) fn call_value(&mut self, callee: &Value, arguments: Arguments) -> Result<Value> {
        match callee {
            Value::Function(closure) => self.call_closure(closure, arguments),
            Value::Builtin(builtin) => self.call_builtin(*builtin, arguments),
            Value::Class(class) => self.make_record(*class, arguments),
            Value::Method(method) => self.call_method(&method.0, method.1, arguments),
            Value::Identity => match (arguments.positional.into_iter().next(), arguments.keywords.is_empty()) {
                (Some(value), true) => Ok(value),
                _ => type_error("NewType takes exactly one argument"),
            },
            other => type_error(format!("'{}' object is not callable", other.type_name())),
        }
    }

    /// Calls a value with one argument, as `key=` and `map` do.
    pub(crate) fn call_one(&mut self, callee: &Value, arg: Value) -> Result<Value> {
        if let Value::Function(closure) = callee {
            let code = &self.program.functions[closure.function.index()];
            if code.params.len() == 1 && code.positional == 1 {
                let mut slots = self.new_frame();
                slots.push(arg);
                return self.enter_closure(code, closure, slots);
            }
        }
        self.call_value(callee, Arguments { positional: SmallVec::from_iter([arg]), keywords: Vec::new() })
    }

    fn call_closure(&mut self, closure: &Rc<Closure>, arguments: Arguments) -> Result<Value> {
        let code = &self.program.functions[closure.function.index()];
        let slots = self.bind(code, &closure.defaults, arguments)?;
        self.enter_closure(code, closure, slots)
    }

    fn enter_closure(&mut self, code: &'p Function, closure: &Closure, mut slots: Slots) -> Result<Value> {
        if !closure.cells.is_empty() {
            slots.resize(code.slots, Value::Unbound);
            for (slot, cell) in code.free.iter().zip(&closure.cells) {
                slots[*slot as usize] = cell.clone();
            }
        }
        self.enter(code, slots)
    }

    /// Matches arguments with parameters, by Python's rules.
    fn bind(&self, code: &Function, defaults: &[Value], arguments: Arguments) -> Result<Slots> {
        let Arguments { positional, keywords } = arguments;
        if positional.len() > code.positional {
            return type_error(format!(
                "{}() takes {} positional arguments but {} were given",
                code.name,
                code.positional,
                positional.len()
            ));
        }
        let mut slots: Slots = positional.into_iter().collect();
        let given = slots.len();
        slots.resize(code.params.len(), Value::Unbound);
        for (name, value) in keywords {
            let Some(position) = code.params.iter().position(|param| param.name == name && !param.positional_only)
            else {
                let name = &self.program.names[name.0 as usize];
                return type_error(format!("{}() got an unexpected keyword argument '{name}'", code.name));
            };
            if position < given || !matches!(slots[position], Value::Unbound) {
                let name = &self.program.names[name.0 as usize];
                return type_error(format!("{}() got multiple values for argument '{name}'", code.name));
            }
            slots[position] = value;
        }
        for (slot, param) in slots.iter_mut().zip(&code.params) {
            if matches!(slot, Value::Unbound) {
                match param.default {
                    Some(default) => *slot = defaults[default].clone(),
                    None => {
                        let name = &self.program.names[param.name.0 as usize];
                        return type_error(format!("{}() missing 1 required positional argument: '{name}'", code.name));
                    }
                }
            }
        }
        Ok(slots)
    }

    fn make_record(&mut self, class: lang::problem::RecordId, arguments: Arguments) -> Result<Value> {
        let code = &self.program.records[usize::from(class.0)];
        let count = code.fields.len();
        if arguments.positional.len() > count {
            return type_error(format!("{} takes {count} values", code.name));
        }
        let mut fields = crate::value::Items::from_iter(arguments.positional);
        let given = fields.len();
        fields.resize(count, Value::Unbound);
        for (name, value) in arguments.keywords {
            match code.fields.iter().position(|field| *field == name) {
                Some(position) if position >= given && matches!(fields[position], Value::Unbound) => {
                    fields[position] = value
                }
                _ => return type_error(format!("{} got an unexpected or repeated field", code.name)),
            }
        }
        if fields.iter().any(|field| matches!(field, Value::Unbound)) {
            let defaults = self.record_defaults(code);
            let first = count - code.defaults;
            for (position, field) in fields.iter_mut().enumerate() {
                if matches!(field, Value::Unbound) {
                    match position.checked_sub(first).and_then(|index| defaults.get(index)) {
                        Some(default) => *field = default.clone(),
                        None => return type_error(format!("{} misses a field", code.name)),
                    }
                }
            }
        }
        Ok(Value::Record(Rc::new(Record { class, is_tuple: code.is_tuple, fields })))
    }

    fn record_defaults(&self, code: &crate::code::RecordCode) -> Vec<Value> {
        let position = self.program.globals.iter().position(|name| *name == code.name);
        match position.map(|position| &self.globals[position]) {
            Some(Value::Tuple(defaults)) => defaults.to_vec(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn new_closure(&mut self, function: FuncId, defaults: Box<[Value]>, cells: Box<[Value]>) -> Value {
        self.next_closure += 1;
        Value::Function(Rc::new(Closure { function, defaults, cells, number: Cell::new(self.next_closure) }))
    }
}

/// Puts captured variables into cells.
pub(crate) fn make_cells(code: &Function, slots: &mut [Value]) {
    for param in code.params.iter().filter(|param| param.in_cell) {
        let slot = param.slot as usize;
        slots[slot] = cell(std::mem::replace(&mut slots[slot], Value::Unbound));
    }
    for slot in &code.cells {
        slots[*slot as usize] = cell(Value::Unbound);
    }
}

pub(crate) fn cell(value: Value) -> Value {
    Value::Cell(Rc::new(RefCell::new(value)))
}

fn constant_value(constant: &Constant) -> Value {
    match constant {
        Constant::Big(number) => Value::big(number.clone()),
        Constant::Str(text) => Value::str(text),
    }
}

/// Whether an evaluation could leave a trace in this value.
fn is_mutable(value: &Value) -> bool {
    match value {
        Value::List(_) | Value::Set(_) | Value::Dict(_) | Value::View(_) | Value::Iter(_) | Value::Cell(_) => true,
        Value::Tuple(items) => items.iter().any(is_mutable),
        Value::Record(record) => record.fields.iter().any(is_mutable),
        Value::Method(method) => is_mutable(&method.0),
        Value::Function(closure) => closure.defaults.iter().any(is_mutable) || closure.cells.iter().any(is_mutable),
        _ => false,
    }
}

impl crate::value::Dict {
    pub fn is_counter(&self) -> bool {
        matches!(self.kind, DictKind::Counter)
    }
}
