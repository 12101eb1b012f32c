//! `isinstance`, `type`, `hasattr` and what else asks values about themselves.

use std::rc::Rc;

use lang::builtins::{Builtin, Exception};
use lang::methods::Method;
use lang::problem::RecordId;

use crate::calls::Arguments;
use crate::classes::{ClassObject, Special};
use crate::code::Symbol;
use crate::dunder::Dunder;
use crate::fault::{Result, outside, type_error};
use crate::machine::Machine;
use crate::value::{DictKind, Value};

fn special(special: Special) -> Value {
    Value::Special(Rc::new(special))
}

impl Machine<'_> {
    /// The built-ins about classes, attributes and identity.
    #[inline(never)]
    pub(crate) fn reflect(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Value> {
        let first = arguments.positional.first().cloned().unwrap_or(Value::None);
        match builtin {
            Builtin::IsInstance => {
                let class = self.type_of(&first)?;
                self.is_subclass(&class, &arguments.positional[1]).map(Value::Bool)
            }
            Builtin::IsSubclass => {
                if !is_class(&first) {
                    return type_error("issubclass() arg 1 must be a class");
                }
                self.is_subclass(&first, &arguments.positional[1]).map(Value::Bool)
            }
            Builtin::Type => self.type_of(&first),
            Builtin::Callable => Ok(Value::Bool(self.is_callable(&first))),
            Builtin::Hasattr => {
                let found = self.get_named(&first, &arguments.positional[1]);
                match found {
                    Ok(_) => Ok(Value::Bool(true)),
                    Err(fault) if is_attribute_error(&fault) => Ok(Value::Bool(false)),
                    Err(fault) => Err(fault),
                }
            }
            Builtin::Getattr => match (self.get_named(&first, &arguments.positional[1]), arguments.get(2)) {
                (Err(fault), Some(default)) if is_attribute_error(&fault) => Ok(default.clone()),
                (found, _) => found,
            },
            Builtin::Setattr | Builtin::ObjectSetattr => {
                let value = arguments.take(2);
                let Some(name) = self.known_name(&arguments.positional[1])? else {
                    return outside("`setattr` with a name that stands nowhere in the file");
                };
                if builtin == Builtin::Setattr {
                    self.set_attribute(&first, name, value)?;
                } else {
                    self.set_plain_attribute(&first, name, value)?;
                }
                Ok(Value::None)
            }
            Builtin::Delattr => match self.known_name(&arguments.positional[1])? {
                Some(name) => self.delete_attribute(&first, name).map(|()| Value::None),
                None => crate::calls::no_attribute(&first, "that name"),
            },
            Builtin::Hash => match &first {
                Value::Bool(truth) => Ok(Value::Int(i64::from(*truth))),
                Value::Int(number) => Ok(Value::Int(hash_of_int(*number))),
                _ => Ok(special(Special::Hash(self.hash_value(&first)?))),
            },
            Builtin::Id => Ok(special(Special::Id(first))),
            Builtin::Object => {
                let class = self.object_class.clone();
                Ok(Value::Instance(self.new_instance(&class)))
            }
            Builtin::StaticMethod => Ok(special(Special::Static(first))),
            Builtin::ClassMethod => Ok(special(Special::OfClass(first))),
            Builtin::AbstractMethod => Ok(special(Special::Abstract(first))),
            Builtin::Property => {
                Ok(special(Special::Property([arguments.take(0), arguments.take(1), arguments.take(2)])))
            }
            Builtin::Super => match &*arguments.positional {
                [Value::Type(class), receiver] => Ok(special(Special::Super(class.clone(), receiver.clone()))),
                _ => outside("`super` with other arguments than a class and an instance"),
            },
            _ => type_error(format!("'{}' object is not callable", builtin.name())),
        }
    }

    /// `type(value)`
    pub(crate) fn type_of(&self, value: &Value) -> Result<Value> {
        let builtin = |builtin: Builtin| Ok(Value::Builtin(builtin));
        match value {
            Value::Instance(instance) if Rc::ptr_eq(&instance.class, &self.object_class) => builtin(Builtin::Object),
            Value::Instance(instance) => Ok(Value::Type(instance.class.clone())),
            Value::Record(record) => Ok(Value::Class(record.class)),
            Value::Bool(_) => builtin(Builtin::Bool),
            Value::Int(_) | Value::Big(_) => builtin(Builtin::Int),
            Value::Float(_) => builtin(Builtin::Float),
            Value::Str(_) => builtin(Builtin::Str),
            Value::Tuple(_) => builtin(Builtin::Tuple),
            Value::List(_) => builtin(Builtin::List),
            Value::Set(_) => builtin(Builtin::Set),
            Value::FrozenSet(_) => builtin(Builtin::FrozenSet),
            Value::Range(_) => builtin(Builtin::Range),
            Value::Dict(dict) => builtin(match dict.kind {
                DictKind::Plain => Builtin::Dict,
                DictKind::Counter => Builtin::Counter,
                DictKind::Default(_) => Builtin::DefaultDict,
                DictKind::Ordered => Builtin::OrderedDict,
            }),
            Value::Atom(_) => outside("the type of an atom; atoms only have equality"),
            Value::Class(_) if self.members(value).is_some() => Ok(special(Special::TypeOf("EnumType"))),
            Value::Type(_) | Value::Class(_) => builtin(Builtin::Type),
            Value::Exception(exception) => builtin(Builtin::Exception(exception.class)),
            Value::Builtin(it) if is_class(&Value::Builtin(*it)) => builtin(Builtin::Type),
            Value::Special(it) if matches!(**it, Special::Hash(_) | Special::Id(_)) => builtin(Builtin::Int),
            // A class that has no name here.
            Value::Special(it) if matches!(**it, Special::TypeOf(_)) => builtin(Builtin::Type),
            other => Ok(special(Special::TypeOf(other.type_name()))),
        }
    }

    fn is_subclass(&self, class: &Value, of: &Value) -> Result<bool> {
        if let Value::Tuple(classes) = of {
            for of in classes.iter() {
                if self.is_subclass(class, of)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if !is_class(of) {
            return type_error("isinstance() arg 2 must be a type or a tuple of types");
        }
        Ok(match (class, of) {
            (Value::Type(class), Value::Type(of)) => class.is_below(of),
            (Value::Type(class), Value::Builtin(Builtin::Exception(of))) => {
                class.exception.is_some_and(|exception| derives(exception, *of))
            }
            (Value::Builtin(Builtin::Exception(class)), Value::Builtin(Builtin::Exception(of))) => derives(*class, *of),
            (Value::Special(class), Value::Builtin(Builtin::Type))
                if matches!(**class, Special::TypeOf("EnumType")) =>
            {
                true
            }
            (_, Value::Builtin(Builtin::Object))
            | (Value::Builtin(Builtin::Bool), Value::Builtin(Builtin::Int))
            | (
                Value::Builtin(Builtin::Counter | Builtin::DefaultDict | Builtin::OrderedDict),
                Value::Builtin(Builtin::Dict),
            ) => true,
            (Value::Class(class), Value::Builtin(Builtin::Tuple)) => {
                self.program.records[usize::from(class.0)].is_tuple
            }
            _ => crate::identity::is_same(class, of)?,
        })
    }

    fn is_callable(&self, value: &Value) -> bool {
        match value {
            Value::Instance(instance) => instance.class.find(Dunder::Call.symbol()).is_some(),
            Value::Builtin(Builtin::NotImplemented) => false,
            Value::Type(_) => true,
            Value::Special(it) => !matches!(
                **it,
                Special::Property(_)
                    | Special::OfClass(_)
                    | Special::Super(..)
                    | Special::Hash(_)
                    | Special::Id(_)
                    | Special::Traceback
            ),
            other => crate::builtins::is_callable(other),
        }
    }

    /// The name that a string is, if it stands anywhere in the file.
    fn known_name(&self, name: &Value) -> Result<Option<Symbol>> {
        let Value::Str(text) = name else { return type_error("attribute name must be string") };
        let position = self.program.names.iter().position(|known| **known == ***text);
        Ok(position.and_then(|position| u32::try_from(position).ok()).map(Symbol))
    }

    fn get_named(&mut self, value: &Value, name: &Value) -> Result<Value> {
        let Value::Str(text) = name else { return type_error("attribute name must be string") };
        match self.known_name(name)? {
            Some(name) => self.attribute(value, name),
            None if let Some(class) = class_of(value)
                && let Some(member) = self.member_by_text(class, name)? =>
            {
                Ok(member)
            }
            // What no code of the file names may still be a method that values have.
            None => match Method::by_name(text).and_then(|method| crate::methods::method_of(value, method)) {
                Some(method) => Ok(Value::Method(Rc::new((value.clone(), method)))),
                None => crate::calls::no_attribute(value, text),
            },
        }
    }
}

/// The class whose members are attributes of a value.
fn class_of(value: &Value) -> Option<RecordId> {
    match value {
        Value::Class(class) => Some(*class),
        Value::Record(record) => Some(record.class),
        _ => None,
    }
}

fn is_attribute_error(fault: &crate::fault::Fault) -> bool {
    fault.is(Exception::AttributeError) || fault.is(Exception::FrozenInstanceError)
}

fn derives(class: Exception, of: Exception) -> bool {
    let mut class = class;
    loop {
        if class == of {
            return true;
        }
        let parent = class.parent();
        if parent == class {
            return false;
        }
        class = parent;
    }
}

/// Whether a value is a class, as far as the language knows classes.
pub(crate) fn is_class(value: &Value) -> bool {
    match value {
        Value::Type(_) | Value::Class(_) => true,
        Value::Special(it) => matches!(**it, Special::TypeOf(_)),
        Value::Builtin(builtin) => matches!(
            builtin,
            Builtin::Bool
                | Builtin::Float
                | Builtin::Int
                | Builtin::Str
                | Builtin::Tuple
                | Builtin::List
                | Builtin::Set
                | Builtin::FrozenSet
                | Builtin::Dict
                | Builtin::Counter
                | Builtin::DefaultDict
                | Builtin::OrderedDict
                | Builtin::Range
                | Builtin::Object
                | Builtin::Type
                | Builtin::Exception(_)
        ),
        _ => false,
    }
}

/// CPython's hash of an integer that fits into 64 bits.
fn hash_of_int(number: i64) -> i64 {
    const MODULUS: i64 = (1 << 61) - 1;
    match number % MODULUS {
        -1 => -2,
        hash => hash,
    }
}

/// The class of `object()`.
pub(crate) fn object_class() -> Rc<ClassObject> {
    Rc::new(ClassObject {
        name: "object".into(),
        bases: Vec::new(),
        ancestors: Vec::new(),
        attributes: std::cell::RefCell::default(),
        exception: None,
        is_abstract: false,
        is_top: true,
    })
}
