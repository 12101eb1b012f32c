//! Methods of lists, tuples, ranges, sets, dicts, records and strings.

mod counter;
mod deque;
mod dict;
mod list;
mod record;
mod set;
mod str;

use circuit::Lit;
use lang::builtins::Exception;
use lang::methods::{Method, NamedTupleMethod, Receiver, ReceiverMethod};

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{DictKind, Object, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// The method of that name that a value has.
    pub fn method_of(&self, alt: &Alt, name: &str) -> Result<Option<ReceiverMethod>> {
        let Some(method) = Method::by_name(name) else { return Ok(None) };
        Ok(self.receiver(alt)?.and_then(|receiver| method.of(receiver)))
    }

    /// The row of the table of methods that a value belongs to.
    fn receiver(&self, alt: &Alt) -> Result<Option<Receiver>> {
        Ok(Some(match alt {
            Alt::Tuple(_) => Receiver::Tuple,
            Alt::Record(class, _) if self.is_named_tuple(*class) => Receiver::NamedTuple,
            Alt::Range(_) => Receiver::Range,
            Alt::Str(_) | Alt::Text(_) => Receiver::Str,
            Alt::FrozenSet(_) => Receiver::FrozenSet,
            Alt::View(ViewKind::Keys, _) => Receiver::Keys,
            Alt::View(ViewKind::Values, _) => Receiver::Values,
            Alt::View(ViewKind::Items, _) => Receiver::Items,
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::List(_) => Receiver::List,
                Object::Deque(..) => Receiver::Deque,
                Object::Set(_) => Receiver::Set,
                Object::Dict(dict) => match dict.kind {
                    DictKind::Plain => Receiver::Dict,
                    DictKind::Default(_) => Receiver::DefaultDict,
                    DictKind::Counter => Receiver::Counter,
                    DictKind::Ordered => Receiver::OrderedDict,
                },
                Object::Iter(_) | Object::Cell(_) | Object::Instance(_) | Object::Class(_) => return Ok(None),
            },
            Alt::Unbound
            | Alt::None
            | Alt::Bool(_)
            | Alt::Int(_)
            | Alt::Bits(_)
            | Alt::Float(_)
            | Alt::Atom(..)
            | Alt::Record(..)
            | Alt::Cell(_)
            | Alt::Function(_)
            | Alt::Builtin(_)
            | Alt::Class(_)
            | Alt::Number(_)
            | Alt::Method(_)
            | Alt::Exception(..)
            | Alt::Special(_)
            | Alt::Raise(..) => return Ok(None),
        }))
    }

    /// Calls a method, or a field that holds a function. Where there is none, that raises.
    pub fn call_method(&mut self, receiver: &Value, name: &str, arguments: &Arguments) -> Result<Value> {
        self.step()?;
        if let Some(alt) = receiver.single() {
            return self.call_method_of(alt, name, arguments);
        }
        let mut cases = Vec::new();
        let mark = self.held.len();
        for (lit, part, class) in self.by_class(receiver)? {
            let value = self.under(lit, |this| match (class, part.single()) {
                (None, Some(alt)) => this.call_method_of(alt, name, arguments),
                _ => {
                    let callee = this.instance_attribute(Lit::TRUE, &part, name)?;
                    this.call_value(&callee, arguments)
                }
            })?;
            if let Some(value) = value {
                self.hold(&value);
                cases.push((lit, value));
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    fn call_method_of(&mut self, alt: &Alt, name: &str, arguments: &Arguments) -> Result<Value> {
        if let Alt::Record(class, fields) = alt {
            let declared = &self.problem.records[usize::from(class.0)].fields;
            if let Some(position) = declared.iter().position(|field| *field.name == *name) {
                return self.call_value(&fields[position].clone(), arguments);
            }
        }
        match self.method_of(alt, name)? {
            Some(method) => self.call_receiver_method(alt, method, arguments),
            None => match self.own_attribute(Lit::TRUE, alt, name)? {
                Some(callee) => self.call_value(&callee, arguments),
                None => {
                    self.no_attribute(Lit::TRUE, alt, name)?;
                    Ok(Value::never())
                }
            },
        }
    }

    /// Calls a method that was taken as a value: its receiver is a single alternative.
    pub fn call_bound_method(
        &mut self,
        receiver: &Value,
        method: ReceiverMethod,
        arguments: &Arguments,
    ) -> Result<Value> {
        self.step()?;
        match receiver.single() {
            Some(alt) => self.call_receiver_method(alt, method, arguments),
            None => self.inconsistent("a method with several receivers"),
        }
    }

    fn call_receiver_method(&mut self, alt: &Alt, method: ReceiverMethod, arguments: &Arguments) -> Result<Value> {
        let Some(arguments) = arguments.fitted(method.signature()) else {
            return Ok(self.raise_always(Exception::TypeError));
        };
        match (method, alt) {
            (ReceiverMethod::TupleMethod(method), _) => self.tuple_method(alt, method, &arguments),
            (ReceiverMethod::NamedTupleMethod(NamedTupleMethod::ReplaceFields), _) => {
                Ok(self.with_fields(alt, &arguments.keywords))
            }
            (ReceiverMethod::StrMethod(method), _) => {
                self.str_method(&crate::text::text_row(alt).unwrap_or_default(), method, &arguments)
            }
            (ReceiverMethod::RangeMethod(method), Alt::Range(parts)) => self.range_method(parts, method, &arguments),
            (ReceiverMethod::SetQuery(method), _) => self.set_query(alt, method, &arguments),
            (ReceiverMethod::ViewMethod(method), _) => self.view_method(alt, method, &arguments),
            (ReceiverMethod::SetUpdate(method), Alt::Object(id)) => self.set_update(*id, method, &arguments.positional),
            (ReceiverMethod::ListMethod(method), Alt::Object(id)) => self.list_method(*id, method, arguments),
            (ReceiverMethod::DequeMethod(method), Alt::Object(id)) => self.deque_method(*id, method, arguments),
            (ReceiverMethod::DictMethod(method), Alt::Object(id)) => self.dict_method(*id, method, &arguments),
            (ReceiverMethod::PlainDictMethod(method), Alt::Object(id)) => {
                self.plain_dict_method(*id, method, &arguments)
            }
            (ReceiverMethod::OrderedDictMethod(method), Alt::Object(id)) => {
                self.ordered_dict_method(*id, method, &arguments)
            }
            (ReceiverMethod::CounterMethod(method), Alt::Object(id)) => self.counter_method(*id, method, &arguments),
            (
                ReceiverMethod::RangeMethod(_)
                | ReceiverMethod::SetUpdate(_)
                | ReceiverMethod::ListMethod(_)
                | ReceiverMethod::DequeMethod(_)
                | ReceiverMethod::DictMethod(_)
                | ReceiverMethod::PlainDictMethod(_)
                | ReceiverMethod::OrderedDictMethod(_)
                | ReceiverMethod::CounterMethod(_),
                _,
            ) => self.inconsistent("a method of another receiver"),
        }
    }
}
