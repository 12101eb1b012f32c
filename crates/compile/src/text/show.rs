//! `str` and `repr`: values as text.

use circuit::Lit;
use lang::builtins::Exception;
use lang::problem::{RecordId, RecordKind};
use lang::text::escaped;
use lang::text::unicode::Facts;

use super::{letters, row_of};
use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Object, Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    /// `str(value)`
    pub fn str_of(&mut self, value: &Value) -> Result<Value> {
        let row = self.shown_row(value, false)?;
        self.text_value(row)
    }

    /// `repr(value)`
    pub fn repr_of(&mut self, value: &Value) -> Result<Value> {
        let row = self.shown_row(value, true)?;
        self.text_value(row)
    }

    /// The text of a value as a row.
    pub fn shown_row(&mut self, value: &Value, quoted: bool) -> Result<Seq> {
        self.step()?;
        let mut rows = Vec::new();
        for (lit, alt) in value.alts() {
            let row = match alt {
                Alt::Float(number) => row_of(&lang::floats::text(f64::from_bits(*number))),
                Alt::Object(id) if matches!(&*self.object(*id)?, Object::Instance(_)) => {
                    let mark = self.held.len();
                    self.hold(value);
                    let row = self.under(*lit, |this| this.row_of_instance(alt, quoted))?;
                    self.release(mark);
                    let Some(row) = row else { continue };
                    row
                }
                Alt::Str(text) if quoted => self.quoted_row(&row_of(text))?,
                Alt::Text(row) if quoted => self.quoted_row(row)?,
                Alt::Str(text) => row_of(text),
                Alt::Text(row) => (**row).clone(),
                Alt::None => row_of("None"),
                Alt::Bool(true) => row_of("True"),
                Alt::Bool(false) => row_of("False"),
                Alt::Int(number) => row_of(&number.to_string()),
                Alt::Bits(_) => {
                    let Some(listed) = self.listed(&Value::of(alt.clone()))? else {
                        return self.refuse(Construct::StringByNumber);
                    };
                    self.shown_row(&listed, quoted)?
                }
                Alt::Tuple(items) => {
                    let close = if items.len() == 1 { ",)" } else { ")" };
                    self.row_of_items("(", &Seq::of(items.iter().cloned()).slots, close)?
                }
                Alt::Record(class, items) if self.problem.records[usize::from(class.0)].kind == RecordKind::Enum => {
                    let class = self.problem.records[usize::from(class.0)].name.clone();
                    let (open, close) = if quoted { ("<", ">") } else { ("", "") };
                    let mut row = row_of(&format!("{open}{class}."));
                    row.slots.extend(self.shown_row(&items[0], false)?.slots);
                    if quoted {
                        row.slots.extend(row_of(": ").slots);
                        row.slots.extend(self.shown_row(&items[1], true)?.slots);
                    }
                    row.slots.extend(row_of(close).slots);
                    row
                }
                Alt::Record(class, _) if let Some(text) = self.own_text(*lit, alt, *class, quoted)? => {
                    self.text_argument(&text)?.unwrap_or_default()
                }
                Alt::Record(class, items) => {
                    let record = &self.problem.records[usize::from(class.0)];
                    let names: Vec<String> = record.fields.iter().map(|field| format!("{}=", field.name)).collect();
                    let mut row = row_of(&format!("{}(", record.name));
                    for (position, (name, item)) in names.iter().zip(items.iter()).enumerate() {
                        let separator = if position > 0 { ", " } else { "" };
                        row.slots.extend(row_of(&format!("{separator}{name}")).slots);
                        row.slots.extend(self.shown_row(item, true)?.slots);
                    }
                    row.slots.extend(row_of(")").slots);
                    row
                }
                // Python writes `[...]` for a list inside itself.
                Alt::Object(id) if self.showing.contains(id) => return self.refuse(Construct::TextOfOther),
                Alt::Object(id) => {
                    self.showing.push(*id);
                    let row = match &*self.object(*id)? {
                        Object::List(seq) => self.row_of_items("[", &seq.slots.clone(), "]"),
                        Object::Dict(dict) if matches!(dict.kind, DictKind::Plain) => self.row_of_dict(&dict.clone()),
                        _ => self.refuse(Construct::TextOfOther),
                    };
                    self.showing.pop();
                    row?
                }
                Alt::Atom(..) => return self.refuse(Construct::AtomAsString),
                _ => return self.refuse(Construct::TextOfOther),
            };
            rows.push((*lit, row));
        }
        Ok(self.merged_rows(&rows))
    }

    /// What a method that the class of a record defines gives; `None` if it defines none.
    fn own_text(&mut self, lit: Lit, alt: &Alt, class: RecordId, quoted: bool) -> Result<Option<Value>> {
        let Some(members) = self.record_members[usize::from(class.0)] else { return Ok(None) };
        let methods: &[&str] = if quoted { &["__repr__"] } else { &["__str__", "__repr__"] };
        for method in methods {
            if let Some(found) = self.find(members, method)? {
                let receiver = Value::of(alt.clone());
                let mark = self.held.len();
                self.hold(&receiver);
                let text = self.under(lit, |this| {
                    let bound = this.bind_found(&found, &receiver, &Value::of(Alt::Class(class)))?;
                    this.call_value(&bound, &Arguments::default())
                })?;
                self.release(mark);
                return Ok(Some(text.unwrap_or_else(Value::never)));
            }
        }
        Ok(None)
    }

    /// What `__str__` or `__repr__` of an instance gives.
    fn row_of_instance(&mut self, alt: &Alt, quoted: bool) -> Result<Seq> {
        let Some(class) = self.instance(alt)?.map(|instance| instance.class) else {
            return self.refuse(Construct::TextOfOther);
        };
        let Alt::Object(id) = alt else { return self.refuse(Construct::TextOfOther) };
        // An object inside itself is `...` where `dataclass` made the method, and has no text otherwise.
        if self.showing.contains(id) {
            return self.refuse(Construct::TextOfOther);
        }
        self.showing.push(*id);
        let row = self.row_by_methods(alt, class, quoted);
        self.showing.pop();
        row
    }

    fn row_by_methods(&mut self, alt: &Alt, class: ObjectId, quoted: bool) -> Result<Seq> {
        let methods: &[&str] = if quoted { &["__repr__"] } else { &["__str__", "__repr__"] };
        for method in methods {
            if !quoted && *method == "__repr__" && self.class(class)?.exception.is_some() {
                break;
            }
            if let Some(text) = self.call_special(&Value::of(alt.clone()), class, method, &[])? {
                if self.is_dead() {
                    return Ok(Seq::default());
                }
                return Ok(self.text_argument(&text)?.unwrap_or_default());
            }
        }
        let Some(exception) = self.class(class)?.exception else { return self.refuse(Construct::TextOfOther) };
        let args = self.instance(alt)?.and_then(|instance| instance.attributes.get("args").cloned());
        let items = match args.as_ref().and_then(Value::single) {
            Some(Alt::Tuple(items)) => items.to_vec(),
            _ => return self.refuse(Construct::TextOfOther),
        };
        match &*items {
            _ if quoted => {
                let name = self.class(class)?.name;
                self.row_of_items(&format!("{name}("), &Seq::of(items).slots, ")")
            }
            [] => Ok(Seq::default()),
            [key] if exception.is_a(Exception::KeyError) => self.shown_row(key, true),
            [message] => self.shown_row(message, false),
            _ => self.row_of_items("(", &Seq::of(items).slots, ")"),
        }
    }

    fn row_of_items(&mut self, open: &str, items: &[Slot], close: &str) -> Result<Seq> {
        let mut row = row_of(open);
        let mut earlier = Lit::FALSE;
        for item in items {
            let inner = self.shown_row(&item.value, true)?;
            let between = self.circuit.and(item.present, earlier);
            row_of(", ").slots.into_iter().for_each(|slot| row.push(between, slot.value));
            for slot in inner.slots {
                let present = self.circuit.and(item.present, slot.present);
                row.push(present, slot.value);
            }
            earlier = self.circuit.or(earlier, item.present);
        }
        row.slots.extend(row_of(close).slots);
        Ok(row)
    }

    fn row_of_dict(&mut self, dict: &Dict) -> Result<Seq> {
        let mut row = row_of("{");
        let mut earlier = Lit::FALSE;
        for entry in &dict.entries {
            let (key, value) = (self.shown_row(&entry.key, true)?, self.shown_row(&entry.value, true)?);
            let between = self.circuit.and(entry.present, earlier);
            row_of(", ").slots.into_iter().for_each(|slot| row.push(between, slot.value));
            for slot in key.slots.into_iter().chain(row_of(": ").slots).chain(value.slots) {
                let present = self.circuit.and(entry.present, slot.present);
                row.push(present, slot.value);
            }
            earlier = self.circuit.or(earlier, entry.present);
        }
        row.slots.extend(row_of("}").slots);
        Ok(row)
    }

    /// Single quotes, unless there is one inside and no double one.
    fn quoted_row(&mut self, text: &Seq) -> Result<Seq> {
        let (mut single, mut double) = (Vec::new(), Vec::new());
        for slot in &text.slots {
            let (one, two) = (self.is_letter(&slot.value, '\''), self.is_letter(&slot.value, '"'));
            single.push(self.circuit.and(slot.present, one));
            double.push(self.circuit.and(slot.present, two));
        }
        let (single, double) = (self.circuit.any(single), self.circuit.any(double));
        let doubled = self.circuit.and(single, !double);
        let quote = self.merged_rows(&[(!doubled, row_of("'")), (doubled, row_of("\""))]);
        let quote: Vec<Slot> =
            quote.slots.into_iter().map(|slot| Slot { present: Lit::TRUE, value: slot.value }).collect();
        let mut row = Seq { slots: quote.clone() };
        for slot in &text.slots {
            let mut rows = Vec::new();
            for (lit, c) in letters(&slot.value) {
                if !Facts::of(c).is_known() {
                    return self.refuse(Construct::UnknownCharacter);
                }
                if c == '\'' {
                    rows.push((self.circuit.and(lit, doubled), row_of("'")));
                    rows.push((self.circuit.and(lit, !doubled), row_of("\\'")));
                } else {
                    rows.push((lit, row_of(&escaped(c, '\''))));
                }
            }
            rows.retain(|(lit, _)| *lit != Lit::FALSE);
            for inner in self.merged_rows(&rows).slots {
                let present = self.circuit.and(slot.present, inner.present);
                row.push(present, inner.value);
            }
        }
        row.slots.extend(quote);
        Ok(row)
    }
}
