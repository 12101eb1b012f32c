//! `is`: whether two values are one object.
//!
//! Exact for everything that can change, for instances, classes, functions and records. Of equal numbers, strings and
//! tuples CPython may make one object or two; where it is free to, the answer is a fault. It is not free for the
//! integers from -5 to 256, which it keeps.

use std::rc::Rc;

use crate::classes::Special;
use crate::compare::equal;
use crate::fault::{Result, outside};
use crate::value::Value;

pub(crate) fn is_same(left: &Value, right: &Value) -> Result<bool> {
    Ok(match (left, right) {
        (Value::None, Value::None) | (Value::Identity, Value::Identity) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) if a != b || (-5..=256).contains(a) => a == b,
        (Value::Int(_), Value::Int(_)) => return unspecified("integers"),
        (Value::Atom(a), Value::Atom(b)) if a == b => return unspecified("atoms"),
        (Value::Big(a), Value::Big(b)) => Rc::ptr_eq(a, b) || (a == b && unspecified("integers")?),
        (Value::Str(a), Value::Str(b)) => a == b && (a.len() <= 1 || unspecified("strings")?),
        (Value::Tuple(a), Value::Tuple(b)) => {
            Rc::ptr_eq(a, b) || (a.is_empty() && b.is_empty()) || (equal(left, right)? && unspecified("tuples")?)
        }
        (Value::FrozenSet(a), Value::FrozenSet(b)) => {
            Rc::ptr_eq(a, b) || (equal(left, right)? && unspecified("frozensets")?)
        }
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() && unspecified("floats")?,
        (Value::Deque(a), Value::Deque(b)) => Rc::ptr_eq(a, b),
        (Value::Exception(a), Value::Exception(b)) => Rc::ptr_eq(a, b),
        (Value::Cached(a), Value::Cached(b)) => Rc::ptr_eq(a, b),
        (Value::Range(a), Value::Range(b)) => Rc::ptr_eq(a, b),
        (Value::Record(a), Value::Record(b)) if a.is_member && b.is_member => {
            a.class == b.class && equal(&a.fields[0], &b.fields[0])?
        }
        (Value::Record(a), Value::Record(b)) => Rc::ptr_eq(a, b),
        (Value::List(a), Value::List(b)) => Rc::ptr_eq(a, b),
        (Value::Set(a), Value::Set(b)) => Rc::ptr_eq(a, b),
        (Value::Dict(a), Value::Dict(b)) => Rc::ptr_eq(a, b),
        (Value::View(a), Value::View(b)) => Rc::ptr_eq(a, b),
        (Value::Iter(a), Value::Iter(b)) => Rc::ptr_eq(a, b),
        (Value::Function(a), Value::Function(b)) => Rc::ptr_eq(a, b),
        (Value::Method(a), Value::Method(b)) => Rc::ptr_eq(a, b),
        (Value::Instance(a), Value::Instance(b)) => Rc::ptr_eq(a, b),
        (Value::Type(a), Value::Type(b)) => Rc::ptr_eq(a, b),
        (Value::Builtin(a), Value::Builtin(b)) => a == b,
        (Value::Class(a), Value::Class(b)) => a == b,
        (Value::Special(a), Value::Special(b)) => match (&**a, &**b) {
            (Special::TypeOf("iterator"), Special::TypeOf("iterator")) => {
                return outside("comparing the types of iterators: Python has a type for each kind of iterator");
            }
            (Special::TypeOf(a), Special::TypeOf(b)) => a == b,
            (Special::Traceback, Special::Traceback) => Rc::ptr_eq(a, b) || unspecified("tracebacks")?,
            _ => Rc::ptr_eq(a, b),
        },
        _ => false,
    })
}

#[cold]
fn unspecified(what: &str) -> Result<bool> {
    outside(format!("`is` between equal {what}: whether they are one object is up to Python; compare with `==`"))
}
