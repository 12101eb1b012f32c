//! Python's truth values.

use crate::fault::{Result, outside};
use crate::value::Value;

#[inline(never)]
pub fn truth(value: &Value) -> Result<bool> {
    Ok(match value {
        Value::Bool(truth) => *truth,
        Value::None => false,
        Value::Int(number) => *number != 0,
        Value::Float(number) => *number != 0.0,
        Value::Str(text) => !text.is_empty(),
        Value::Tuple(items) => !items.is_empty(),
        Value::Record(record) => !record.is_tuple || !record.fields.is_empty(),
        Value::List(items) => !items.borrow().is_empty(),
        Value::Deque(deque) => deque.len() > 0,
        Value::Set(set) => !set.borrow().is_empty(),
        Value::FrozenSet(set) => !set.is_empty(),
        Value::Dict(dict) => !dict.table.borrow().is_empty(),
        Value::Range(range) => !range.is_empty(),
        Value::View(view) => !view.dict.table.borrow().is_empty(),
        Value::Atom(_) => return outside("the truth value of an atom is tested; atoms only have equality"),
        Value::Big(_)
        | Value::Iter(_)
        | Value::Function(_)
        | Value::Builtin(_)
        | Value::Class(_)
        | Value::Identity
        | Value::Method(_)
        | Value::Exception(_)
        | Value::Cached(_)
        | Value::Instance(_)
        | Value::Type(_)
        | Value::Special(_)
        | Value::Unbound
        | Value::Cell(_) => true,
    })
}
