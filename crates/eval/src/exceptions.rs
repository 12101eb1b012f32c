//! Exceptions as values: what `except … as e` binds and `raise e` raises.
//!
//! A [`Fault`] holds no values, so that it can leave the thread. The exception that one carries waits in the machine;
//! a number says which fault it belongs to. An exception that the evaluator itself raises becomes a value only when it
//! is caught.
//!
//! Invariant: the arguments of an exception are CPython's, or looking at them is refused. Guarded by
//! `tests/conformance.rs` (`try.md`).

use std::rc::Rc;

use lang::builtins::{Builtin, Exception};

use crate::calls::Arguments;
use crate::classes::Special;
use crate::code::{FunctionCode, Symbol};
use crate::dunder::Dunder;
use crate::fault::{Carried, Fault, Raised, Result, outside, type_error};
use crate::frame::Course;
use crate::machine::Machine;
use crate::questions::class_name;
use crate::value::{Items, Value, put};

/// An exception object: equal to itself and nothing else.
#[derive(Debug)]
pub struct ExceptionValue {
    pub class: Exception,
    /// `None` if CPython's text is not known.
    pub args: Option<Items>,
}

/// Messages of the evaluator that are those of every CPython, letter by letter.
const EXACT: &[(Exception, &str)] = &[
    (Exception::IndexError, "list index out of range"),
    (Exception::IndexError, "tuple index out of range"),
    (Exception::IndexError, "list assignment index out of range"),
    (Exception::IndexError, "pop from empty list"),
    (Exception::IndexError, "pop index out of range"),
    (Exception::ValueError, "list.remove(x): x not in list"),
];

/// What some exceptions of Python have.
const EXCEPTION_ATTRIBUTES: &[&str] = &[
    "add_note",
    "characters_written",
    "code",
    "derive",
    "encoding",
    "end",
    "end_lineno",
    "end_offset",
    "errno",
    "exceptions",
    "filename",
    "filename2",
    "lineno",
    "message",
    "msg",
    "name",
    "obj",
    "object",
    "offset",
    "path",
    "print_file_and_line",
    "reason",
    "split",
    "start",
    "strerror",
    "subgroup",
    "text",
    "value",
    "with_traceback",
];

impl Value {
    pub fn exception(class: Exception, args: Option<Items>) -> Self {
        Self::Exception(Rc::new(ExceptionValue { class, args }))
    }
}

impl ExceptionValue {
    /// `e.args`
    pub(crate) fn args(&self) -> Result<Value> {
        match &self.args {
            Some(args) => Ok(Value::Tuple(Rc::new(args.clone()))),
            None => outside(format!(
                "the text of a built-in {} is looked at; it depends on the version of Python",
                self.class
            )),
        }
    }

    fn message(&self) -> String {
        let texts: Vec<String> = self.args.iter().flatten().map(crate::repr::message).collect();
        texts.join(", ")
    }
}

/// The class of an exception class, if the value is one.
pub(crate) fn class_of(value: &Value) -> Option<Exception> {
    match value {
        Value::Builtin(Builtin::Exception(class)) => Some(*class),
        _ => None,
    }
}

impl Machine<'_> {
    /// Raises an exception object, or an exception of a class.
    #[cold]
    pub(crate) fn raise_value<T>(&mut self, value: &Value) -> Result<T> {
        if let Value::Type(_) | Value::Instance(_) = value {
            return self.raise_own(value);
        }
        let value = match (value, class_of(value)) {
            (_, Some(class)) => Value::exception(class, Some(Items::new())),
            (Value::Exception(_), None) => value.clone(),
            _ => return type_error("exceptions must derive from BaseException"),
        };
        let Value::Exception(exception) = &value else { return outside("an exception of an unknown kind") };
        let (class, message) = (exception.class, exception.message());
        self.next_carried += 1;
        self.carried = Some((self.next_carried, value.clone()));
        let carried = Carried(self.next_carried);
        Err(Box::new(Fault::Raised(Raised { exception: class, message, at: None, carried })))
    }

    /// Raises an instance of one of the file's own exception classes, or one that the class makes.
    #[cold]
    fn raise_own<T>(&mut self, value: &Value) -> Result<T> {
        let value = match value {
            Value::Type(class) if class.exception.is_some() => {
                self.instantiate(&class.clone(), Arguments::default())?
            }
            other => other.clone(),
        };
        let Value::Instance(instance) = &value else {
            return type_error("exceptions must derive from BaseException");
        };
        let Some(exception) = instance.class.exception else {
            return type_error("exceptions must derive from BaseException");
        };
        let args = instance.attributes.borrow().get(Dunder::Args.symbol()).cloned();
        let texts: Vec<String> =
            args.iter().flat_map(|args| args.as_tuple().unwrap_or_default()).map(crate::repr::message).collect();
        self.next_carried += 1;
        self.carried = Some((self.next_carried, value.clone()));
        let carried = Carried(self.next_carried);
        Err(Box::new(Fault::Raised(Raised { exception, message: texts.join(", "), at: None, carried })))
    }

    pub(crate) fn exception_attribute(&self, exception: &ExceptionValue, name: Symbol) -> Result<Value> {
        match &*self.program.names[name.0 as usize] {
            "args" => exception.args(),
            name if EXCEPTION_ATTRIBUTES.contains(&name) || name.starts_with("__") => {
                outside(format!("`{name}` of an exception is outside the language"))
            }
            name => crate::fault::raise(Exception::AttributeError, format!("the exception has no attribute '{name}'")),
        }
    }

    /// `raise value from cause`; nothing can look at the cause afterwards.
    #[cold]
    pub(crate) fn raise_from<T>(&mut self, value: &Value, cause: &Value) -> Result<T> {
        let own = |value: &Value| match value {
            Value::Instance(instance) => instance.class.exception.is_some(),
            Value::Type(class) => class.exception.is_some(),
            _ => false,
        };
        let is_cause = matches!(cause, Value::None | Value::Exception(_)) || class_of(cause).is_some() || own(cause);
        let is_exception = matches!(value, Value::Exception(_)) || class_of(value).is_some() || own(value);
        if is_exception && !is_cause {
            return type_error("exception causes must derive from BaseException");
        }
        self.raise_value(value)
    }

    /// Goes on at the handler of a fault, if there is one.
    #[cold]
    pub(crate) fn handle(
        &mut self,
        code: &FunctionCode,
        regs: &mut [Value],
        course: &mut Course,
        fault: Box<Fault>,
    ) -> Result<()> {
        let Fault::Raised(raised) = &*fault else { return Err(fault) };
        let label = crate::build::index(course.pc.saturating_sub(1));
        let found = code.handlers.iter().find(|handler| handler.start <= label && label < handler.end);
        let Some(handler) = found else { return Err(fault) };
        let exception = match self.carried.take_if(|(number, _)| *number == raised.carried.0) {
            Some((_, exception)) => exception,
            None => Value::exception(raised.exception, arguments(raised)),
        };
        put(&mut regs[handler.register as usize], exception);
        course.pc = handler.target as usize;
        Ok(())
    }

    /// What a `with` starts with: the bound `__exit__` of its manager, and what `__enter__` returns.
    #[cold]
    pub(crate) fn enter_block(&mut self, manager: &Value) -> Result<[Value; 2]> {
        let found = match manager {
            Value::Instance(instance) => {
                let class = &instance.class;
                class.find(Dunder::Enter.symbol()).zip(class.find(Dunder::Exit.symbol())).zip(Some(class))
            }
            _ => None,
        };
        let Some(((enter, exit), class)) = found else {
            let name = class_name(manager);
            return type_error(format!("'{name}' object does not support the context manager protocol"));
        };
        let enter = self.bind_found(enter, manager, class)?;
        let exit = self.bind_found(exit, manager, class)?;
        let entered = self.call_value(&enter, Arguments::default())?;
        Ok([exit, entered])
    }

    /// Calls a bound `__exit__` for a block that no exception ended.
    pub(crate) fn exit_block(&mut self, exit: &Value) -> Result<()> {
        let positional = [const { Value::None }; 3].into_iter().collect();
        self.call_value(exit, Arguments { positional, keywords: Vec::new() }).map(drop)
    }

    /// Calls a bound `__exit__` with an exception. Whether it suppresses it.
    #[cold]
    pub(crate) fn suppresses(&mut self, exit: &Value, exception: &Value) -> Result<bool> {
        let traceback = Value::Special(Rc::new(Special::Traceback));
        let positional = [self.type_of(exception)?, exception.clone(), traceback].into_iter().collect();
        let answer = self.call_value(exit, Arguments { positional, keywords: Vec::new() })?;
        self.truth_of(&answer)
    }

    /// Whether a handler of these classes catches an exception.
    #[cold]
    pub(crate) fn catches(&self, exception: &Value, classes: &Value) -> Result<bool> {
        let (class, own) = match exception {
            Value::Exception(exception) => (exception.class, None),
            Value::Instance(instance) if let Some(class) = instance.class.exception => (class, Some(&instance.class)),
            _ => return outside("an exception of an unknown kind"),
        };
        let all: &[Value] = match classes {
            Value::Tuple(classes) => classes,
            class => std::slice::from_ref(class),
        };
        let mut caught = false;
        for handled in all {
            match (class_of(handled), handled) {
                (Some(handled), _) => caught |= class.is_a(handled),
                (None, Value::Type(handled)) if handled.exception.is_some() => {
                    caught |= own.is_some_and(|own| own.is_below(handled));
                }
                _ => {
                    return type_error("catching classes that do not inherit from BaseException is not allowed");
                }
            }
        }
        Ok(caught)
    }
}

/// The arguments of an exception that the evaluator raised.
fn arguments(raised: &Raised) -> Option<Items> {
    match raised.exception {
        Exception::StopIteration | Exception::AssertionError if raised.message.is_empty() => Some(Items::new()),
        class if EXACT.contains(&(class, &*raised.message)) => Some(Items::from_iter([Value::str(&raised.message)])),
        _ => None,
    }
}
