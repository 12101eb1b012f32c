//! `repr` and `str`: values as Python writes them.

use std::rc::Rc;

use lang::builtins::Exception;
use lang::parse::TEXT_OF_FIELDS;
use lang::text::quoted;

use super::digits;
use crate::classes::Instance;
use crate::dunder::Dunder;
use crate::fault::{Result, outside, too_large, type_error};
use crate::limits;
use crate::machine::Machine;
use crate::numbers::as_big;
use crate::operators::MAX_ELEMENTS;
use crate::value::{Dict, DictKind, Record, Value, ViewKind};

/// What writing a value takes of the levels that CPython counts, for itself and for what its class calls.
fn levels(value: &Value) -> u32 {
    match value {
        Value::Record(record) if record.is_tuple => 2,
        Value::Record(_) => 3,
        Value::FrozenSet(_) | Value::Set(_) | Value::View(_) => 2,
        _ => 1,
    }
}

impl Machine<'_> {
    /// `str(value)`
    pub(crate) fn text_of(&mut self, value: &Value) -> Result<String> {
        match value {
            Value::Str(text) => Ok(text.to_string()),
            Value::Exception(exception) => {
                let args = exception.args()?;
                match args.as_tuple().unwrap_or_default() {
                    [] => Ok(String::new()),
                    [key] if exception.class == Exception::KeyError => self.repr_of(key),
                    [message] => self.text_of(message),
                    _ => self.repr_of(&args),
                }
            }
            Value::Instance(_) => match self.call_special(value, Dunder::StrText, &[])? {
                Some(text) => shown(&text, "__str__"),
                None => self.text_of_exception(value),
            },
            Value::Record(record) if !record.is_member => match self.own_text(value, Dunder::StrText)? {
                Some(text) => shown(&text, "__str__"),
                None => self.repr_of(value),
            },
            Value::Record(record) => {
                let class = &self.program.records[usize::from(record.class.0)].name;
                let Some(Value::Str(name)) = record.fields.first() else { return outside("the text of this member") };
                Ok(format!("{class}.{name}"))
            }
            other => self.repr_of(other),
        }
    }

    /// Calls a special method that the class of a record defines; `None` if it does not.
    pub(crate) fn own_text(&mut self, value: &Value, name: Dunder) -> Result<Option<Value>> {
        let Value::Record(record) = value else { return Ok(None) };
        let members = self.record_members.get(usize::from(record.class.0)).cloned().flatten();
        let Some((class, found)) = members.and_then(|class| class.find(name.symbol()).map(|found| (class, found)))
        else {
            return Ok(None);
        };
        self.call_found(found, value, &class, std::iter::empty()).map(Some)
    }

    /// The text of an own exception is that of its arguments, whatever its `__repr__`.
    fn text_of_exception(&mut self, value: &Value) -> Result<String> {
        let Value::Instance(instance) = value else { return self.repr_of(value) };
        let Some(exception) = instance.class.exception else { return self.repr_of(value) };
        let args = instance.attributes.borrow().get(Dunder::Args.symbol()).cloned();
        match args.as_ref().and_then(Value::as_tuple) {
            Some([]) => Ok(String::new()),
            Some([key]) if exception.is_a(Exception::KeyError) => self.repr_of(key),
            Some([message]) => self.text_of(message),
            Some(_) => self.repr_of(&args.unwrap_or(Value::None)),
            None => outside("the text of an exception whose arguments are not known"),
        }
    }

    /// `repr(value)`
    pub(crate) fn repr_of(&mut self, value: &Value) -> Result<String> {
        let mut out = String::new();
        let outer = std::mem::take(&mut self.writing);
        let written = self.write(value, &mut out);
        self.writing = outer;
        written?;
        Ok(out)
    }

    fn write(&mut self, value: &Value, out: &mut String) -> Result<()> {
        self.step()?;
        if out.len() > MAX_ELEMENTS {
            return too_large("a string");
        }
        let address = match value {
            Value::Tuple(_) | Value::FrozenSet(_) | Value::Record(_) | Value::View(_) => 0,
            Value::List(items) => Rc::as_ptr(items).addr(),
            Value::Set(set) => Rc::as_ptr(set).addr(),
            Value::Dict(dict) => Rc::as_ptr(dict).addr(),
            _ => return self.write_parts(value, out),
        };
        if address != 0 && self.writing.contains(&address) {
            return outside("the text of a value that contains itself");
        }
        self.writing.push(address);
        limits::within(levels(value), || self.write_parts(value, out))?;
        self.writing.pop();
        Ok(())
    }

    fn write_parts(&mut self, value: &Value, out: &mut String) -> Result<()> {
        match value {
            Value::None => out.push_str("None"),
            Value::Bool(true) => out.push_str("True"),
            Value::Bool(false) => out.push_str("False"),
            Value::Int(_) | Value::Big(_) => out.push_str(&digits(&as_big(value).unwrap_or_default())?),
            Value::Str(text) => {
                for c in text.chars().filter(|c| !c.is_ascii()) {
                    super::facts(c)?;
                }
                out.push_str(&quoted(text));
            }
            Value::Tuple(items) if items.len() == 1 => self.write_row("(", items, ",)", out)?,
            Value::Tuple(items) => self.write_row("(", items, ")", out)?,
            Value::List(items) => {
                let items = items.borrow().clone();
                self.write_row("[", &items, "]", out)?;
            }
            Value::Set(set) => {
                let items: Vec<Value> = set.borrow().keys().cloned().collect();
                self.write_set(value, &items, "", out)?;
            }
            Value::FrozenSet(set) => {
                let items: Vec<Value> = set.keys().cloned().collect();
                self.write_set(value, &items, "frozenset", out)?;
            }
            Value::Dict(dict) => self.write_dict(dict, out)?,
            Value::Float(number) => out.push_str(&lang::floats::text(*number)),
            Value::Instance(instance) => self.write_instance(value, instance, out)?,
            Value::Exception(exception) => {
                let args = exception.args()?;
                let class = exception.class.to_string();
                self.write_exception(&class, args.as_tuple().unwrap_or_default(), out)?;
            }
            Value::Record(record) => match self.own_text(value, Dunder::ReprText)? {
                Some(text) => out.push_str(&shown(&text, "__repr__")?),
                None => self.write_record(record, out)?,
            },
            Value::Range(range) if range.step == 1 => {
                write_to(out, format_args!("range({}, {})", range.start, range.stop));
            }
            Value::Range(range) => {
                write_to(out, format_args!("range({}, {}, {})", range.start, range.stop, range.step));
            }
            Value::View(view) => {
                let (name, items): (_, Vec<Value>) = match view.kind {
                    ViewKind::Keys => ("dict_keys([", view.dict.table.borrow().keys().cloned().collect()),
                    ViewKind::Values => ("dict_values([", view.dict.table.borrow().values().cloned().collect()),
                    ViewKind::Items => {
                        let table = view.dict.table.borrow();
                        let pairs = table.iter().map(|(key, value)| Value::pair(key.clone(), value.clone()));
                        ("dict_items([", pairs.collect())
                    }
                };
                self.write_row(name, &items, "])", out)?;
            }
            Value::Atom(_) => return outside("the text of an atom; atoms only have equality"),
            _ => return outside("the text of a function or an iterator, which shows where it is in memory"),
        }
        Ok(())
    }

    fn write_row(&mut self, open: &str, items: &[Value], close: &str, out: &mut String) -> Result<()> {
        out.push_str(open);
        for (position, item) in items.iter().enumerate() {
            if position > 0 {
                out.push_str(", ");
            }
            self.write(item, out)?;
        }
        out.push_str(close);
        Ok(())
    }

    fn write_set(&mut self, set: &Value, items: &[Value], name: &str, out: &mut String) -> Result<()> {
        self.reject_set_order(set, "made into a string")?;
        match (items.is_empty(), name) {
            (true, "") => out.push_str("set()"),
            (true, name) => write_to(out, format_args!("{name}()")),
            (false, "") => self.write_row("{", items, "}", out)?,
            (false, name) => self.write_row(&format!("{name}({{"), items, "})", out)?,
        }
        Ok(())
    }

    fn write_dict(&mut self, dict: &Dict, out: &mut String) -> Result<()> {
        let mut entries: Vec<(Value, Value)> =
            dict.table.borrow().iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let close = match &dict.kind {
            DictKind::Plain => "",
            DictKind::Counter if entries.is_empty() => {
                out.push_str("Counter()");
                return Ok(());
            }
            DictKind::Counter => {
                // The largest counts come first.
                if !entries.iter().all(|(_, count)| crate::numbers::is_number(count)) {
                    return outside("the text of a Counter whose counts are not numbers");
                }
                entries.sort_by_key(|(_, count)| std::cmp::Reverse(as_big(count)));
                out.push_str("Counter(");
                ")"
            }
            DictKind::Ordered => {
                return outside("the text of an OrderedDict, which differs between versions of Python");
            }
            DictKind::Default(factory) => {
                out.push_str("defaultdict(");
                match factory {
                    Value::None => out.push_str("None"),
                    Value::Builtin(builtin) if is_class(builtin.name()) => {
                        write_to(out, format_args!("<class '{}'>", builtin.name()));
                    }
                    _ => return outside("the text of a function, which shows where it is in memory"),
                }
                out.push_str(", ");
                ")"
            }
        };
        out.push('{');
        for (position, (key, value)) in entries.iter().enumerate() {
            if position > 0 {
                out.push_str(", ");
            }
            self.write(key, out)?;
            out.push_str(": ");
            self.write(value, out)?;
        }
        out.push('}');
        out.push_str(close);
        Ok(())
    }

    fn write_instance(&mut self, value: &Value, instance: &Rc<Instance>, out: &mut String) -> Result<()> {
        match instance.class.find(Dunder::ReprText.symbol()) {
            Some(found) => {
                if self.is_generated(&found) && self.showing.contains(&instance.number) {
                    return outside("the text of an object that contains itself");
                }
                self.showing.push(instance.number);
                let text = self.call_special(value, Dunder::ReprText, &[]);
                self.showing.pop();
                out.push_str(&shown(&text?.unwrap_or(Value::None), "__repr__")?);
                Ok(())
            }
            None if instance.class.exception.is_some() => {
                let args = instance.attributes.borrow().get(Dunder::Args.symbol()).cloned();
                let Some(args) = args.as_ref().and_then(Value::as_tuple) else {
                    return outside("the text of an exception whose arguments are not known");
                };
                self.write_exception(&instance.class.name, args, out)
            }
            None => outside("the text of an object without `__repr__`, which shows where it is in memory"),
        }
    }

    /// Whether `dataclass` made this `__repr__`.
    fn is_generated(&self, found: &Value) -> bool {
        let Value::Function(closure) = found else { return false };
        let first = self.program.codes[closure.function.index()].params.first();
        first.is_some_and(|param| *self.program.names[param.name.0 as usize] == *TEXT_OF_FIELDS)
    }

    fn write_exception(&mut self, class: &str, args: &[Value], out: &mut String) -> Result<()> {
        self.write_row(&format!("{class}("), args, ")", out)
    }

    fn write_record(&mut self, record: &Record, out: &mut String) -> Result<()> {
        let code = &self.program.records[usize::from(record.class.0)];
        if let (true, [Value::Str(name), value]) = (record.is_member, &record.fields[..]) {
            write_to(out, format_args!("<{}.{name}: ", code.name));
            self.write(value, out)?;
            out.push('>');
            return Ok(());
        }
        write_to(out, format_args!("{}(", code.name));
        for (position, (name, field)) in code.fields.iter().zip(&record.fields).enumerate() {
            let separator = if position > 0 { ", " } else { "" };
            write_to(out, format_args!("{separator}{}=", self.program.names[name.0 as usize]));
            self.write(field, out)?;
        }
        out.push(')');
        Ok(())
    }
}

/// What `__str__` or `__repr__` gave.
fn shown(text: &Value, method: &str) -> Result<String> {
    match text {
        Value::Str(text) => Ok(text.to_string()),
        other => type_error(format!("{method} returned non-string (type {})", other.type_name())),
    }
}

fn is_class(name: &str) -> bool {
    matches!(name, "int" | "str" | "bool" | "list" | "tuple" | "dict" | "set" | "frozenset")
}

fn write_to(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = std::fmt::Write::write_fmt(out, text);
}
