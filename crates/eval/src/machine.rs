//! Runs a [`Program`]: globals, limits, the way in.
//!
//! Every evaluation starts from the file as freshly loaded: what a function leaves behind in a mutable default or a
//! module-level list is gone with the next [`Machine::call`].

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use lang::ast::FuncId;
use lang::builtins::Exception;
use smallvec::SmallVec;

use crate::calls::Arguments;
use crate::classes::{ClassObject, Instance};
use crate::code::{Constant, Program};
use crate::fault::{Fault, Result, raise, type_error};
use crate::frame::Frame;
use crate::limits;
use crate::set_order::SetOrder;
use crate::value::{DictKind, Value, copy};

/// Steps are loop iterations, calls, and elements copied at once.
pub const DEFAULT_STEPS: u64 = 20_000_000;

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "marks that do not exclude each other")]
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) constants: Rc<[Value]>,
    pub(crate) globals: Vec<Value>,
    /// Something at module level is mutable, so that every evaluation must make it anew.
    volatile: bool,
    start_fault: Option<Box<Fault>>,
    step_limit: u64,
    pub(crate) steps_left: u64,
    pub(crate) depth: u32,
    pub(crate) next_closure: u64,
    /// Frames of calls that have ended, for the next ones.
    #[expect(clippy::vec_box, reason = "frames move at every call, and a pointer moves faster")]
    pub(crate) frames: Vec<Box<Frame>>,
    /// Names of keywords that no code has: [`crate::code::Symbol`]s behind those of the program.
    pub(crate) more_names: Vec<Rc<str>>,
    /// The exception object that the last fault with one carries, and its number.
    pub(crate) carried: Option<(u64, Value)>,
    pub(crate) next_carried: u64,
    /// The last generator that ran ended with a yield.
    pub(crate) yielded: bool,
    /// A generator returned a value, which a `StopIteration` may hold.
    pub(crate) generator_value: bool,
    /// The order in which sets are iterated over, if not that of their tables.
    pub(crate) set_order: Option<SetOrder>,
    /// By record: its methods and what else its class holds.
    pub(crate) record_members: Vec<Option<Rc<ClassObject>>>,
    /// The class of `object()`.
    pub(crate) object_class: Rc<ClassObject>,
    /// The instances of this evaluation.
    pub(crate) instances: Vec<Weak<Instance>>,
    /// An attribute of a class was set: the next evaluation must make the classes anew.
    pub(crate) dirty: bool,
    /// The containers whose text is being written, by address, from the outermost on; 0 for one that cannot contain itself.
    pub(crate) writing: Vec<usize>,
    /// How many iterators ask each other for a value at the moment.
    pub(crate) chained: u32,
    /// The instances whose `__repr__` is under way.
    pub(crate) showing: Vec<u64>,
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
            more_names: Vec::new(),
            carried: None,
            next_carried: 0,
            yielded: false,
            generator_value: false,
            set_order: None,
            record_members: Vec::new(),
            object_class: crate::reflection::object_class(),
            instances: Vec::new(),
            dirty: false,
            writing: Vec::new(),
            chained: 0,
            showing: Vec::new(),
        };
        machine.start();
        machine.volatile = program.rebinds_globals
            || machine.globals.iter().any(is_mutable)
            || machine.record_members.iter().flatten().any(|class| holds_mutable(class));
        machine
    }

    /// Sets how many loop iterations and calls one evaluation may take.
    #[must_use]
    pub fn with_step_limit(mut self, limit: u64) -> Self {
        self.step_limit = limit;
        self
    }

    /// Iterates over sets in another order, as another run of Python might: from here on, and at module level again.
    #[must_use]
    pub fn with_set_order(mut self, order: SetOrder) -> Self {
        self.set_order = Some(order);
        self.start();
        self
    }

    /// Why the module's own code has no value, if so: then no function of the file can be called.
    pub fn start_fault(&self) -> Option<&Fault> {
        self.start_fault.as_deref()
    }

    /// Calls a module-level function by name.
    pub fn call(&mut self, name: &str, args: &[Value]) -> Result<Value> {
        let found = self.program.codes.iter().position(|code| code.global.is_some() && &*code.name == name);
        match found.and_then(|index| u32::try_from(index).ok()) {
            Some(index) => self.call_id(FuncId(index), args),
            None => raise(Exception::NameError, format!("name '{name}' is not defined")),
        }
    }

    /// Calls a module-level function, with the file as freshly loaded.
    pub fn call_id(&mut self, function: FuncId, args: &[Value]) -> Result<Value> {
        self.refresh()?;
        let code = &self.program.codes[function.index()];
        if code.params.len() == args.len() && code.positional == args.len() {
            let mut frame = self.frame_with(code, &mut []);
            for (register, arg) in frame.regs.iter_mut().zip(args) {
                copy(register, arg);
            }
            return if code.is_plain { self.enter_plain(code, frame) } else { self.enter(code, frame) };
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
        let args: SmallVec<[Value; 3]> = code
            .params
            .iter()
            .map(|param| if code.mutates { crate::copy::deep_copy(&pair[*param]) } else { pair[*param].clone() })
            .collect();
        let result = self.call_id(code.function, &args)?;
        self.truth_of(&result)
    }

    /// The names of the properties [`Machine::holds`] takes positions of.
    pub fn property_names(&self) -> impl Iterator<Item = &str> {
        self.program.properties.iter().map(|property| &*property.name)
    }

    fn refresh(&mut self) -> Result<()> {
        if let Some(fault) = &self.start_fault {
            return Err(fault.clone());
        }
        if !self.instances.is_empty() {
            self.release_instances();
        }
        if self.volatile || self.dirty {
            self.start();
        }
        self.begin();
        self.showing.clear();
        Ok(())
    }

    fn begin(&mut self) {
        self.steps_left = self.step_limit;
        self.depth = 0;
        self.chained = 0;
        self.writing.clear();
        limits::begin(self.step_limit);
        limits::enter(0);
    }

    fn start(&mut self) {
        self.begin();
        self.dirty = false;
        self.globals.clear();
        self.globals.resize(self.program.globals.len(), Value::Unbound);
        let code = &self.program.codes[self.program.start.0 as usize];
        let frame = self.frame_with(code, &mut []);
        if let Err(fault) = self.enter(code, frame) {
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
            None => self.out_of_steps(),
        }
    }

    /// Counts as many steps as elements are copied at once, which bounds the memory of an evaluation too.
    #[inline]
    pub(crate) fn charge(&mut self, elements: usize) -> Result<()> {
        match self.steps_left.checked_sub(elements as u64) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => self.out_of_steps(),
        }
    }

    /// Charges for a container that was just copied or built at once.
    pub(crate) fn charged(&mut self, value: Value) -> Result<Value> {
        self.charge(usize::try_from(crate::builtins::len(&value)?).unwrap_or(usize::MAX))?;
        Ok(value)
    }

    #[cold]
    pub(crate) fn out_of_steps(&self) -> Result<()> {
        Err(Box::new(Fault::Steps { limit: self.step_limit, at: None }))
    }
}

#[inline(never)]
pub(crate) fn cell(value: Value) -> Value {
    Value::Cell(Rc::new(RefCell::new(value)))
}

fn constant_value(constant: &Constant) -> Value {
    match constant {
        Constant::None => Value::None,
        Constant::Bool(truth) => Value::Bool(*truth),
        Constant::Int(number) => Value::Int(*number),
        Constant::Big(number) => Value::big(number.clone()),
        Constant::Float(bits) => Value::Float(f64::from_bits(*bits)),
        Constant::Str(text) => Value::str(text),
        Constant::Builtin(builtin) => Value::Builtin(*builtin),
        Constant::Class(class) => Value::Class(*class),
        Constant::Identity => Value::Identity,
        Constant::Unbound => Value::Unbound,
    }
}

/// Whether an evaluation could leave a trace in this value.
fn is_mutable(value: &Value) -> bool {
    is_mutable_at(value, 0)
}

fn is_mutable_at(value: &Value, depth: u32) -> bool {
    let is_mutable = |value: &Value| is_mutable_at(value, depth + 1);
    match value {
        // Making such a value anew is always right.
        _ if depth > 100 => true,
        Value::List(_)
        | Value::Deque(_)
        | Value::Set(_)
        | Value::Dict(_)
        | Value::View(_)
        | Value::Iter(_)
        | Value::Cached(_)
        | Value::Cell(_)
        | Value::Special(_) => true,
        Value::Tuple(items) => items.iter().any(is_mutable),
        Value::Record(record) => record.fields.iter().any(is_mutable),
        Value::Instance(instance) => &*instance.class.name != "object",
        Value::Type(class) => holds_mutable_at(class, depth),
        Value::Method(method) => is_mutable(&method.0),
        Value::Exception(exception) => exception.args.iter().flatten().any(is_mutable),
        Value::Function(closure) => closure.defaults.iter().any(is_mutable) || closure.cells.iter().any(is_mutable),
        _ => false,
    }
}

/// Whether an attribute of a class is mutable. Attributes that are set later are noticed by `Machine::dirty`.
fn holds_mutable(class: &ClassObject) -> bool {
    holds_mutable_at(class, 0)
}

fn holds_mutable_at(class: &ClassObject, depth: u32) -> bool {
    let is_mutable = |value: &Value| is_mutable_at(value, depth + 1);
    class.attributes.borrow().iter().any(|(_, value)| match value {
        // Their cells hold the class itself.
        Value::Function(closure) => closure.defaults.iter().any(is_mutable),
        Value::Special(_) => false,
        other => is_mutable(other),
    })
}

impl crate::value::Dict {
    pub fn is_counter(&self) -> bool {
        matches!(self.kind, DictKind::Counter)
    }
}
