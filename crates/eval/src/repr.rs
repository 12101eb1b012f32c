//! How values look: `canon`, the form in which answers are compared with CPython's, and `Display` text for people.

use std::fmt::Write;

use crate::code::Program;
use crate::value::{Atom, DictKind, Record, Value, ViewKind};
use lang::problem::AtomId;

/// How atoms are named in text.
pub type AtomNames<'a> = &'a dyn Fn(Atom) -> String;

/// A form of a value that is the same for equal values of the same types, whatever the order of sets. Atoms are
/// written by `atoms`.
pub fn canon(program: &Program, value: &Value, atoms: AtomNames<'_>) -> String {
    let mut out = String::new();
    Writer { program, atoms, canonical: true, depth: 0, names_of_members: false, most: MOST }.value(value, &mut out);
    out
}

/// A value as Python source.
pub fn repr(program: &Program, value: &Value, atoms: AtomNames<'_>) -> String {
    beginning(program, value, atoms, MOST)
}

/// As much of a value as fits into a given number of bytes.
fn beginning(program: &Program, value: &Value, atoms: AtomNames<'_>, most: usize) -> String {
    let mut out = String::new();
    Writer { program, atoms, canonical: false, depth: 0, names_of_members: false, most }.value(value, &mut out);
    out
}

/// A value as Python source, as submissions receive it: a member of an enumeration is a string, its name.
pub fn repr_as_given(program: &Program, value: &Value, atoms: AtomNames<'_>) -> String {
    let mut out = String::new();
    Writer { program, atoms, canonical: false, depth: 0, names_of_members: true, most: MOST }.value(value, &mut out);
    out
}

/// The text of an exception's argument. Only people read it.
pub(crate) fn message(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        other => message_repr(other),
    }
}

pub(crate) fn message_repr(value: &Value) -> String {
    let atoms = |atom: Atom| format!("{ATOM}{}.{}{ATOM}", atom.ty.0, atom.id);
    beginning(&Program::default(), value, &atoms, MOST_IN_MESSAGE)
}

/// Around an atom in the text of a message, where its name is not known yet. No text people write has it.
const ATOM: char = '\u{f8ff}';

/// A message with the names of its atoms.
pub(crate) fn named(message: &str, atoms: AtomNames<'_>) -> String {
    let atom = |text: &str| {
        let (ty, id) = text.split_once('.')?;
        Some(Atom { ty: AtomId(ty.parse().ok()?), id: id.parse().ok()? })
    };
    let parts = message.split(ATOM).enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { atom(part) } else { None }.map_or(part.to_owned(), atoms)).collect()
}

/// More of a value than this is not written.
const MOST: usize = 64 << 20;
const MOST_IN_MESSAGE: usize = 4000;

struct Writer<'a> {
    program: &'a Program,
    atoms: AtomNames<'a>,
    canonical: bool,
    depth: usize,
    /// Members of enumerations as strings.
    names_of_members: bool,
    /// Beyond this many bytes, `…` stands for the rest.
    most: usize,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value, out: &mut String) {
        // Only a value that contains itself gets this deep, or one that was made to.
        if self.depth > 200 || out.len() > self.most {
            out.push('…');
            return;
        }
        self.depth += 1;
        self.any(value, out);
        self.depth -= 1;
    }

    fn any(&mut self, value: &Value, out: &mut String) {
        match value {
            Value::None => out.push_str("None"),
            Value::Bool(true) => out.push_str("True"),
            Value::Bool(false) => out.push_str("False"),
            Value::Int(number) => number_text(out, number),
            Value::Big(number) => number_text(out, number),
            Value::Float(number) => out.push_str(&lang::floats::text(*number)),
            Value::Str(text) => out.push_str(&quoted(text)),
            Value::Atom(atom) => out.push_str(&(self.atoms)(*atom)),
            Value::Tuple(items) => {
                let close = if items.len() == 1 && !self.canonical { ",)" } else { ")" };
                self.sequence("(", items.iter(), close, out);
            }
            Value::List(items) => self.sequence("[", items.borrow().iter(), "]", out),
            Value::Deque(deque) => {
                self.sequence("deque([", deque.items.borrow().iter(), "]", out);
                if let Some(most) = deque.most {
                    let _ = write!(out, ", maxlen={most}");
                }
                out.push(')');
            }
            Value::Set(set) => self.set("set", set.borrow().keys(), out),
            Value::FrozenSet(set) => self.set("frozenset", set.keys(), out),
            Value::Dict(dict) => {
                let table = dict.table.borrow();
                let name = match dict.kind {
                    DictKind::Plain => "dict",
                    DictKind::Counter => "Counter",
                    DictKind::Default(_) => "defaultdict",
                    DictKind::Ordered => "OrderedDict",
                };
                self.dict(name, table.iter(), out);
            }
            Value::Record(record) => self.record(record, out),
            Value::Range(range) if self.canonical || range.step != 1 => {
                let _ = write!(out, "range({}, {}, {})", range.start, range.stop, range.step);
            }
            Value::Range(range) => {
                let _ = write!(out, "range({}, {})", range.start, range.stop);
            }
            Value::View(view) => {
                let table = view.dict.table.borrow();
                let _ = write!(out, "<{} ", value.type_name());
                let items: Vec<Value> = match view.kind {
                    ViewKind::Keys => table.keys().cloned().collect(),
                    ViewKind::Values => table.values().cloned().collect(),
                    ViewKind::Items => table.iter().map(|(k, v)| Value::pair(k.clone(), v.clone())).collect(),
                };
                self.sequence("", items.iter(), ">", out);
            }
            Value::Iter(_) => out.push_str("<iterator>"),
            Value::Exception(exception) => {
                out.push_str(exception.class.name());
                let args = exception.args.as_deref().unwrap_or_default();
                self.sequence("(", args.iter(), ")", out);
            }
            _ => out.push_str("<function>"),
        }
    }

    fn sequence<'v>(&mut self, open: &str, items: impl Iterator<Item = &'v Value>, close: &str, out: &mut String) {
        out.push_str(open);
        for (position, item) in items.enumerate() {
            if position > 0 {
                out.push_str(", ");
            }
            self.value(item, out);
            if out.len() > self.most {
                break;
            }
        }
        out.push_str(close);
    }

    fn set<'v>(&mut self, name: &str, keys: impl ExactSizeIterator<Item = &'v Value>, out: &mut String) {
        let empty = keys.len() == 0;
        let mut texts: Vec<String> = Vec::new();
        let mut size = out.len();
        for key in keys {
            let mut text = String::new();
            self.value(key, &mut text);
            size += text.len();
            texts.push(text);
            if size > self.most {
                break;
            }
        }
        if self.canonical {
            texts.sort();
        }
        let inner = texts.join(", ");
        let _ = match (self.canonical, name, empty) {
            (true, ..) => write!(out, "{{{name}: {inner}}}"),
            (false, _, true) => write!(out, "{name}()"),
            (false, "set", false) => write!(out, "{{{inner}}}"),
            (false, ..) => write!(out, "{name}({{{inner}}})"),
        };
    }

    fn dict<'v>(&mut self, name: &str, entries: impl Iterator<Item = (&'v Value, &'v Value)>, out: &mut String) {
        if self.canonical {
            let _ = write!(out, "{{{name}: ");
        } else if name == "dict" {
            out.push('{');
        } else {
            let _ = write!(out, "{name}({{");
        }
        for (position, (key, value)) in entries.enumerate() {
            if position > 0 {
                out.push_str(", ");
            }
            self.value(key, out);
            out.push_str(": ");
            self.value(value, out);
            if out.len() > self.most {
                break;
            }
        }
        out.push_str(if self.canonical || name == "dict" { "}" } else { "})" });
    }

    fn record(&mut self, record: &Record, out: &mut String) {
        let program = self.program;
        let Some(code) = program.records.get(usize::from(record.class.0)) else {
            self.sequence("(", record.fields.iter(), ")", out);
            return;
        };
        if let (true, false, Some(Value::Str(name))) = (record.is_member, self.canonical, record.fields.first()) {
            if self.names_of_members {
                self.value(&Value::Str(name.clone()), out);
            } else {
                let _ = write!(out, "{}.{name}", code.name);
            }
            return;
        }
        let _ = write!(out, "{}(", code.name);
        for (position, (name, field)) in code.fields.iter().zip(&record.fields).enumerate() {
            if position > 0 {
                out.push_str(", ");
            }
            let _ = write!(out, "{}=", program.names[name.0 as usize]);
            self.value(field, out);
        }
        out.push(')');
    }
}

fn number_text(out: &mut String, number: &impl std::fmt::Display) {
    let _ = write!(out, "{number}");
}

/// A string in double quotes, as JSON writes it.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
