//! Operators on instances, by their special methods and Python's rules of dispatch.

use lang::ast::{BinaryOp, CompareOp, UnaryOp};
use lang::builtins::{Builtin, Exception};

use crate::calls::Arguments;
use crate::classes::Special;
use crate::dunder::Dunder;
use crate::fault::{Result, outside, raise, type_error};
use crate::iterators::{Iter, SharedIter};
use crate::machine::Machine;
use crate::questions::class_name;
use crate::value::Value;

fn is_not_implemented(value: &Value) -> bool {
    matches!(value, Value::Builtin(Builtin::NotImplemented))
}

/// Whether an operator has to look at special methods.
pub(crate) fn is_special(value: &Value) -> bool {
    matches!(value, Value::Instance(_) | Value::Special(_))
}

fn hash_of(value: &Value) -> Option<u64> {
    match value {
        Value::Special(special) => match &**special {
            Special::Hash(hash) => Some(*hash),
            _ => None,
        },
        Value::Int(number) => Some(number.cast_unsigned()),
        _ => None,
    }
}

impl Machine<'_> {
    /// Calls a special method of the value's class; `None` if it has none.
    pub(crate) fn call_special(&mut self, value: &Value, name: Dunder, args: &[Value]) -> Result<Option<Value>> {
        let Value::Instance(instance) = value else { return Ok(None) };
        let Some(found) = instance.class.find(name.symbol()) else { return Ok(None) };
        if let Value::None = found {
            return type_error(format!("'{}' object does not support {}", instance.class.name, name.name()));
        }
        let class = instance.class.clone();
        self.call_found(found, value, &class, args.iter().cloned()).map(Some)
    }

    /// The same, where `NotImplemented` counts as none.
    fn offer(&mut self, value: &Value, name: Dunder, other: &Value) -> Result<Option<Value>> {
        let answer = self.call_special(value, name, std::slice::from_ref(other))?;
        Ok(answer.filter(|answer| !is_not_implemented(answer)))
    }

    /// Whether the right operand is asked first: its class is below the left one's and defines the method anew.
    fn right_first(left: &Value, right: &Value, reflected: Dunder) -> bool {
        let (Value::Instance(a), Value::Instance(b)) = (left, right) else { return false };
        if std::rc::Rc::ptr_eq(&a.class, &b.class) || !b.class.is_below(&a.class) {
            return false;
        }
        let symbol = reflected.symbol();
        let places = [&a.class, &b.class].map(|class| class.find_owner(symbol));
        match places {
            [Some(a), Some(b)] => !std::rc::Rc::ptr_eq(&a, &b),
            [None, Some(_)] => true,
            _ => false,
        }
    }

    /// `left op right` where at least one is special.
    #[inline(never)]
    pub(crate) fn special_binary(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        if let Some(hash) = combined_hash(op, left, right)? {
            return Ok(hash);
        }
        // A string formats whatever it is given, and asks no other class.
        if op == BinaryOp::Modulo && matches!(left, Value::Str(_)) {
            return self.string_operation(op, left, right);
        }
        let [method, reflected, _] = Dunder::of_binary(op);
        let same_class = matches!((left, right), (Value::Instance(a), Value::Instance(b))
            if std::rc::Rc::ptr_eq(&a.class, &b.class));
        let right_first = Self::right_first(left, right, reflected);
        if right_first && let Some(value) = self.offer(right, reflected, left)? {
            return Ok(value);
        }
        if let Some(value) = self.offer(left, method, right)? {
            return Ok(value);
        }
        if !right_first
            && !same_class
            && let Some(value) = self.offer(right, reflected, left)?
        {
            return Ok(value);
        }
        let (symbol, a, b) = (op.symbol(), class_name(left), class_name(right));
        type_error(format!("unsupported operand type(s) for {symbol}: '{a}' and '{b}'"))
    }

    /// `old op= value`
    pub(crate) fn special_in_place(&mut self, op: BinaryOp, old: &Value, value: &Value) -> Result<Value> {
        let [_, _, method] = Dunder::of_binary(op);
        match self.offer(old, method, value)? {
            Some(result) => Ok(result),
            None => self.special_binary(op, old, value),
        }
    }

    #[inline(never)]
    pub(crate) fn special_unary(&mut self, op: UnaryOp, value: &Value) -> Result<Value> {
        let called = match Dunder::of_unary(op) {
            Some(name) => self.call_special(value, name, &[])?,
            None => None,
        };
        match called {
            Some(result) => Ok(result),
            None => type_error(format!("bad operand type for unary {}: '{}'", op.symbol(), class_name(value))),
        }
    }

    /// A comparison operator where at least one operand is special. The result may be anything.
    #[inline(never)]
    pub(crate) fn rich_compare(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Value> {
        let Some([method, reflected]) = Dunder::of_comparison(op) else { return Ok(Value::None) };
        let right_first = Self::right_first(left, right, reflected);
        if right_first && let Some(value) = self.offer_comparison(right, reflected, left)? {
            return Ok(value);
        }
        if let Some(value) = self.offer_comparison(left, method, right)? {
            return Ok(value);
        }
        if !right_first && let Some(value) = self.offer_comparison(right, reflected, left)? {
            return Ok(value);
        }
        match op {
            CompareOp::Equal => Ok(Value::Bool(compare_special(left, right)?)),
            CompareOp::NotEqual => Ok(Value::Bool(!compare_special(left, right)?)),
            _ => {
                let (symbol, a, b) = (op.symbol(), class_name(left), class_name(right));
                type_error(format!("'{symbol}' not supported between instances of '{a}' and '{b}'"))
            }
        }
    }

    /// `!=` is the opposite of `==` where only that is defined.
    fn offer_comparison(&mut self, value: &Value, name: Dunder, other: &Value) -> Result<Option<Value>> {
        if name == Dunder::Ne
            && let Value::Instance(instance) = value
            && instance.class.find(Dunder::Ne.symbol()).is_none()
        {
            return Ok(match self.offer(value, Dunder::Eq, other)? {
                Some(equal) => Some(Value::Bool(!self.truth_of(&equal)?)),
                None => None,
            });
        }
        self.offer(value, name, other)
    }

    /// The truth of any value.
    #[inline(never)]
    pub(crate) fn truth_of(&mut self, value: &Value) -> Result<bool> {
        if !is_special(value) {
            return crate::truth::truth(value);
        }
        match self.call_special(value, Dunder::Bool, &[])? {
            Some(Value::Bool(truth)) => return Ok(truth),
            Some(other) => {
                return type_error(format!("__bool__ should return bool, returned {}", class_name(&other)));
            }
            None => {}
        }
        if hash_of(value).is_some() {
            return outside("the truth value of a hash");
        }
        Ok(match self.special_len(value)? {
            Some(length) => length != 0,
            None => true,
        })
    }

    /// `__len__`, if there is one.
    pub(crate) fn special_len(&mut self, value: &Value) -> Result<Option<i64>> {
        match self.call_special(value, Dunder::Len, &[])? {
            None => Ok(None),
            Some(length) => match length.as_int() {
                Some(length) if length >= 0 => Ok(Some(length)),
                Some(_) => raise(Exception::ValueError, "__len__() should return >= 0"),
                None => type_error(format!("'{}' object cannot be interpreted as an integer", class_name(&length))),
            },
        }
    }

    /// `len(value)` of any value.
    #[inline(never)]
    pub(crate) fn len_of(&mut self, value: &Value) -> Result<i64> {
        if let Value::Instance(instance) = value {
            return match self.special_len(value)? {
                Some(length) => Ok(length),
                None => type_error(format!("object of type '{}' has no len()", instance.class.name)),
            };
        }
        match self.members(value) {
            Some(members) => crate::builtins::len(&members),
            None => crate::builtins::len(value),
        }
    }

    /// `iter(value)` of an instance.
    pub(crate) fn special_iter(&mut self, value: &Value) -> Result<Iter> {
        let Value::Instance(instance) = value else {
            return type_error(format!("'{}' object is not iterable", value.type_name()));
        };
        if let Some(iterator) = self.call_special(value, Dunder::Iter, &[])? {
            return match &iterator {
                Value::Iter(iter) => Ok(Iter::Shared(SharedIter(iter.clone()))),
                Value::Instance(own) if own.class.find(Dunder::Next.symbol()).is_some() => Ok(Iter::Own(iterator)),
                other => type_error(format!("iter() returned non-iterator of type '{}'", class_name(other))),
            };
        }
        if instance.class.find(Dunder::GetItem.symbol()).is_some() {
            return Ok(Iter::Indexed(value.clone(), 0));
        }
        type_error(format!("'{}' object is not iterable", instance.class.name))
    }

    /// The next item of an instance's iterator.
    pub(crate) fn next_own(&mut self, iter: &mut Iter) -> Result<Option<Value>> {
        self.step()?;
        let (result, end) = match iter {
            Iter::Own(value) => {
                let value = value.clone();
                (self.call_special(&value, Dunder::Next, &[]), Exception::StopIteration)
            }
            Iter::Indexed(value, position) => {
                let (value, index) = (value.clone(), *position);
                *position += 1;
                (self.call_special(&value, Dunder::GetItem, &[Value::Int(index)]), Exception::IndexError)
            }
            _ => return Ok(None),
        };
        match result {
            Ok(item) => Ok(item),
            Err(fault) if fault.is(end) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// `value in container` of an instance.
    pub(crate) fn special_contains(&mut self, container: &Value, value: &Value) -> Result<bool> {
        if let Some(answer) = self.call_special(container, Dunder::Contains, std::slice::from_ref(value))? {
            return self.truth_of(&answer);
        }
        let mut iter = match self.special_iter(container) {
            Ok(iter) => iter,
            Err(fault) if fault.is(Exception::TypeError) => {
                return type_error(format!("argument of type '{}' is not iterable", class_name(container)));
            }
            Err(fault) => return Err(fault),
        };
        while let Some(item) = self.next(&mut iter)? {
            if self.equal_values(&item, value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `base[index]`, `base[index] = value` and `del base[index]`, by the method of that name.
    pub(crate) fn special_item(&mut self, base: &Value, name: Dunder, args: &[Value]) -> Result<Value> {
        if args.iter().any(|arg| matches!(arg, Value::Cell(_))) {
            return outside("a slice of an instance");
        }
        match self.call_special(base, name, args)? {
            Some(value) => Ok(value),
            None => {
                let what = match name {
                    Dunder::SetItem => "does not support item assignment",
                    Dunder::DelItem => "does not support item deletion",
                    _ => "is not subscriptable",
                };
                type_error(format!("'{}' object {what}", class_name(base)))
            }
        }
    }

    /// Calls an instance.
    pub(crate) fn call_instance(&mut self, callee: &Value, arguments: Arguments) -> Result<Value> {
        let Value::Instance(instance) = callee else { return type_error("not callable") };
        match instance.class.find(Dunder::Call.symbol()) {
            Some(found) => {
                let class = instance.class.clone();
                let bound = self.bind_found(found, callee, &class)?;
                self.call_value(&bound, arguments)
            }
            None => type_error(format!("'{}' object is not callable", instance.class.name)),
        }
    }
}

/// Hashes may be combined, and nothing else.
fn combined_hash(op: BinaryOp, left: &Value, right: &Value) -> Result<Option<Value>> {
    let is_hash = |value: &Value| matches!(value, Value::Special(it) if matches!(**it, Special::Hash(_)));
    if !is_hash(left) && !is_hash(right) {
        return Ok(None);
    }
    let (Some(a), Some(b)) = (hash_of(left), hash_of(right)) else { return Ok(None) };
    let hash = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::BitXor => a ^ b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitAnd => a & b,
        _ => return outside("arithmetic on a hash other than `+`, `-`, `*`, `^`, `|` and `&`"),
    };
    Ok(Some(Value::Special(std::rc::Rc::new(Special::Hash(hash)))))
}

/// Equality of values that define none: identity, except that hashes and identities are compared as numbers.
pub(crate) fn compare_special(left: &Value, right: &Value) -> Result<bool> {
    if let (Value::Special(a), Value::Special(b)) = (left, right) {
        match (&**a, &**b) {
            (Special::Hash(a), Special::Hash(b)) => return Ok(a == b),
            (Special::Id(a), Special::Id(b)) => return crate::identity::is_same(a, b),
            (Special::Bound(a, f), Special::Bound(b, g)) => {
                return Ok(crate::identity::is_same(a, b)? && crate::identity::is_same(f, g)?);
            }
            _ => {}
        }
    }
    if matches!((left, right), (Value::Special(it), Value::Int(_)) | (Value::Int(_), Value::Special(it))
        if matches!(**it, Special::Hash(_) | Special::Id(_)))
    {
        return outside("a hash or an identity is compared with a number");
    }
    crate::identity::is_same(left, right)
}
