//! The methods of lists, tuples, sets, dicts, Counters, ranges, records and strings.

pub(crate) mod counter;
pub(crate) mod deque;
mod dict;
mod list;
pub(crate) mod set;
mod str;

use lang::methods::{Method, NamedTupleMethod, OrderedDictMethod, Receiver, ReceiverMethod};

use crate::calls::Arguments;
use crate::fault::Result;
use crate::iterators::{Iter, SharedIter};
use crate::machine::Machine;
use crate::table::Table;
use crate::value::{DictKind, Value, ViewKind};

/// The method of that name that a value has.
pub(crate) fn method_of(value: &Value, method: Method) -> Option<ReceiverMethod> {
    method.of(receiver(value)?)
}

/// The row of the table of methods that a value belongs to.
fn receiver(value: &Value) -> Option<Receiver> {
    Some(match value {
        Value::List(_) => Receiver::List,
        Value::Tuple(_) => Receiver::Tuple,
        Value::Record(record) if record.is_tuple => Receiver::NamedTuple,
        Value::Range(_) => Receiver::Range,
        Value::Str(_) => Receiver::Str,
        Value::Set(_) => Receiver::Set,
        Value::FrozenSet(_) => Receiver::FrozenSet,
        Value::Dict(dict) => match dict.kind {
            DictKind::Plain => Receiver::Dict,
            DictKind::Default(_) => Receiver::DefaultDict,
            DictKind::Counter => Receiver::Counter,
            DictKind::Ordered => Receiver::OrderedDict,
        },
        Value::Deque(_) => Receiver::Deque,
        Value::View(view) => match view.kind {
            ViewKind::Keys => Receiver::Keys,
            ViewKind::Values => Receiver::Values,
            ViewKind::Items => Receiver::Items,
        },
        Value::None
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Atom(_)
        | Value::Float(_)
        | Value::Builtin(_)
        | Value::Class(_)
        | Value::Identity
        | Value::Unbound
        | Value::Big(_)
        | Value::Record(_)
        | Value::Iter(_)
        | Value::Function(_)
        | Value::Method(_)
        | Value::Exception(_)
        | Value::Cached(_)
        | Value::Instance(_)
        | Value::Type(_)
        | Value::Special(_)
        | Value::Cell(_) => return None,
    })
}

/// The commonest calls that only look: the receiver comes first, then the arguments. They stay in their registers.
pub(crate) fn quick(method: Method, registers: &[Value]) -> Option<Result<Value>> {
    match (method, registers) {
        (Method::Count, [Value::List(items), value]) => Some(list::count(&items.borrow(), value)),
        (Method::Index, [Value::List(items), value]) => Some(list::index(&items.borrow(), value)),
        (Method::Get, [Value::Dict(dict), key, rest @ ..]) if rest.len() < 2 => {
            let found = match dict.table.borrow().get(key) {
                Ok(found) => found.or(rest.first()).map_or(Value::None, Value::clone),
                Err(fault) => return Some(Err(fault)),
            };
            Some(Ok(found))
        }
        _ => None,
    }
}

/// Whether a method compares or hashes. `sort` asks for itself.
fn compares(method: ReceiverMethod) -> bool {
    match method {
        ReceiverMethod::ListMethod(_) => matches!(method.name(), "index" | "count" | "remove"),
        ReceiverMethod::RangeMethod(_) | ReceiverMethod::NamedTupleMethod(_) => false,
        _ => true,
    }
}

/// Whether a method iterates over its arguments. Others take them as they are.
fn iterates(method: ReceiverMethod) -> bool {
    match method {
        ReceiverMethod::SetUpdate(method) => !matches!(method.name(), "add" | "discard" | "remove"),
        ReceiverMethod::SetQuery(_)
        | ReceiverMethod::ViewMethod(_)
        | ReceiverMethod::PlainDictMethod(_)
        | ReceiverMethod::OrderedDictMethod(OrderedDictMethod::FromKeys)
        | ReceiverMethod::CounterMethod(_) => true,
        ReceiverMethod::DequeMethod(_)
        | ReceiverMethod::DictMethod(_)
        | ReceiverMethod::ListMethod(_)
        | ReceiverMethod::NamedTupleMethod(_)
        | ReceiverMethod::OrderedDictMethod(_)
        | ReceiverMethod::RangeMethod(_)
        | ReceiverMethod::StrMethod(_)
        | ReceiverMethod::TupleMethod(_) => false,
    }
}

/// Whether a method changes its receiver with each item of its arguments.
fn adds_one_by_one(method: ReceiverMethod) -> bool {
    match method {
        ReceiverMethod::SetUpdate(_) => matches!(method.name(), "update" | "difference_update"),
        ReceiverMethod::PlainDictMethod(_) | ReceiverMethod::CounterMethod(_) => {
            matches!(method.name(), "update" | "subtract")
        }
        _ => false,
    }
}

/// Asks everything that a method of a set or dict may ask, before it changes anything. A method that does not iterate asks
/// about its first argument only, a key.
fn warm(receiver: &Value, arguments: &Arguments, iterates: bool) -> Result<()> {
    let mut table = Table::default();
    let most = if iterates { usize::MAX } else { 1 };
    for value in std::iter::once(receiver).chain(arguments.positional.iter().take(most)) {
        match value {
            Value::Set(set) => set.borrow().keys().try_for_each(|key| table.add_ref(key))?,
            Value::Dict(dict) => dict.table.borrow().keys().try_for_each(|key| table.add_ref(key))?,
            // What cannot be hashed is an error of the method itself.
            Value::List(items) if iterates && !matches!(receiver, Value::List(_)) => {
                for item in items.borrow().iter() {
                    match table.add_ref(item) {
                        Err(fault) if fault.is(lang::builtins::Exception::TypeError) => return Ok(()),
                        other => other?,
                    }
                }
            }
            Value::Instance(_) if matches!(receiver, Value::Set(_) | Value::Dict(_)) => match table.add_ref(value) {
                Err(fault) if fault.is(lang::builtins::Exception::TypeError) => {}
                other => other?,
            },
            _ => {}
        }
    }
    Ok(())
}

impl Machine<'_> {
    /// Calls a method that [`method_of`] found for this receiver.
    pub(crate) fn call_method(
        &mut self,
        receiver: &Value,
        method: ReceiverMethod,
        mut arguments: Arguments,
    ) -> Result<Value> {
        self.fit(method.name(), method.signature(), &mut arguments)?;
        if self.program.overloads && compares(method) {
            if iterates(method) {
                if adds_one_by_one(method) && arguments.positional.iter().any(|it| matches!(it, Value::Iter(_))) {
                    return self.one_by_one(receiver, method, arguments);
                }
                self.collect_iterators(&mut arguments)?;
            }
            return self.asking(|this| {
                warm(receiver, &arguments, iterates(method))?;
                this.fitted_method(receiver, method, arguments.clone())
            });
        }
        self.fitted_method(receiver, method, arguments)
    }

    /// The items of an iterator come in as they are asked for: what is asked may look at the receiver.
    fn one_by_one(&mut self, receiver: &Value, method: ReceiverMethod, arguments: Arguments) -> Result<Value> {
        for source in arguments.positional {
            let Value::Iter(iter) = &source else {
                self.call_method(receiver, method, Arguments::one(source))?;
                continue;
            };
            let mut items = Iter::Shared(SharedIter(iter.clone()));
            while let Some(item) = self.next(&mut items)? {
                self.call_method(receiver, method, Arguments::one(Value::list(vec![item])))?;
            }
        }
        if !arguments.keywords.is_empty() {
            let named = Arguments { keywords: arguments.keywords, ..Arguments::default() };
            self.call_method(receiver, method, named)?;
        }
        Ok(Value::None)
    }

    fn fitted_method(&mut self, receiver: &Value, method: ReceiverMethod, arguments: Arguments) -> Result<Value> {
        match (method, receiver) {
            (ReceiverMethod::ListMethod(method), Value::List(items)) => self.list_method(items, method, arguments),
            (ReceiverMethod::DequeMethod(method), Value::Deque(deque)) => self.deque_method(deque, method, arguments),
            (ReceiverMethod::SetUpdate(method), Value::Set(set)) => self.set_update(set, method, arguments),
            (ReceiverMethod::SetQuery(method), _) => self.set_query(receiver, method, &arguments),
            (ReceiverMethod::ViewMethod(method), _) => self.view_method(receiver, method, &arguments),
            (ReceiverMethod::DictMethod(method), Value::Dict(dict)) => self.dict_method(dict, method, arguments),
            (ReceiverMethod::PlainDictMethod(method), Value::Dict(dict)) => {
                self.plain_dict_method(dict, method, arguments)
            }
            (ReceiverMethod::OrderedDictMethod(method), Value::Dict(dict)) => {
                self.ordered_dict_method(dict, method, arguments)
            }
            (ReceiverMethod::CounterMethod(method), Value::Dict(dict)) => self.counter_method(dict, method, arguments),
            (ReceiverMethod::RangeMethod(method), Value::Range(range)) => self.range_method(range, method, &arguments),
            (ReceiverMethod::StrMethod(method), Value::Str(text)) => self.str_method(text, method, &arguments),
            (ReceiverMethod::TupleMethod(method), _) => {
                list::tuple_method(receiver.as_tuple().unwrap_or_default(), method, &arguments)
            }
            (ReceiverMethod::NamedTupleMethod(NamedTupleMethod::ReplaceFields), Value::Record(record)) => {
                self.with_fields(record, &arguments.keywords)
            }
            (
                ReceiverMethod::ListMethod(_)
                | ReceiverMethod::DequeMethod(_)
                | ReceiverMethod::SetUpdate(_)
                | ReceiverMethod::DictMethod(_)
                | ReceiverMethod::PlainDictMethod(_)
                | ReceiverMethod::OrderedDictMethod(_)
                | ReceiverMethod::CounterMethod(_)
                | ReceiverMethod::RangeMethod(_)
                | ReceiverMethod::StrMethod(_)
                | ReceiverMethod::NamedTupleMethod(_),
                _,
            ) => crate::calls::no_attribute(receiver, method.name()),
        }
    }
}
