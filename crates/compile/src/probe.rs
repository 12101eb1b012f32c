//! Executes single functions symbolically, for tests: some literals of the file are made unknown, and what the circuit
//! says for each choice is compared with what `eval` says of the file with the literals replaced.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use circuit::{Circuit, Lit};
use lang::ast::{Expr, ExprId, ExprKind, StmtKind};
use lang::builtins::Exception;
use lang::problem::{AtomId, Problem};

use crate::iterate::view_slots;
use crate::machine::{Machine, Oracle, Raise};
use crate::objects::{DictKind, Heap, Object, Seq, Set, ViewKind};
use crate::refusal::{Refusal, Result};
use crate::value::{Alt, Value};

/// Tests ask about many small programs; one that takes more is given up.
const MOST_STEPS: u64 = 30_000;

/// What an expression of the file is taken for, depending on input bits.
#[derive(Clone, Debug)]
pub enum Blur {
    /// An integer literal: this one where the bit is set.
    Int(i128),
    /// `True` or `False`: negated where the bit is set.
    Bool,
    /// A list display: without this element where the bit is set.
    Drop(usize),
}

/// What a function returns, for every choice of the bits.
#[derive(Debug)]
pub struct Answers<'p> {
    problem: &'p Problem,
    circuit: Circuit,
    value: Value,
    heap: Heap,
    raised: Vec<Raise>,
}

/// Calls a module-level function, with `atoms` many atoms as its arguments. Each blur has an input bit of its own.
pub fn probe<'p>(
    problem: &'p Problem,
    function: &str,
    atoms: u32,
    blurs: &BTreeMap<ExprId, Blur>,
    oracle: Option<Box<dyn Oracle + 'p>>,
) -> std::result::Result<Answers<'p>, Refusal> {
    run(problem, function, atoms, blurs, oracle).map_err(|refusal| *refusal)
}

fn run<'p>(
    problem: &'p Problem,
    function: &str,
    atoms: u32,
    blurs: &BTreeMap<ExprId, Blur>,
    oracle: Option<Box<dyn Oracle + 'p>>,
) -> Result<Answers<'p>> {
    let mut machine = Machine::new(problem);
    machine.oracle = oracle;
    machine.step_limit = MOST_STEPS;
    let mut overrides = HashMap::new();
    for (id, blur) in blurs {
        overrides.insert(*id, (machine.circuit.input(), blur.clone()));
    }
    machine.overrides = overrides;
    machine.start()?;
    let found = problem.module.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(id) if *problem.module.function(*id).name.name == *function => Some(*id),
        _ => None,
    });
    let Some(id) = found else { return machine.inconsistent("no such function") };
    let args: Vec<Value> = (0..atoms).map(|atom| Value::of(Alt::Atom(AtomId(0), atom))).collect();
    let value = if machine.is_dead() { Value::never() } else { machine.call_function(id, &args)? };
    Ok(Answers { problem, circuit: machine.circuit, value, heap: machine.state.heap, raised: machine.raised })
}

impl<'p> Machine<'p> {
    /// What a blurred expression is.
    pub(crate) fn blurred(&mut self, expr: &'p Expr, bit: Lit, blur: &Blur) -> Result<Value> {
        match (blur, &expr.kind) {
            (Blur::Int(other), ExprKind::Int(number)) => {
                let number = i128::try_from(number).unwrap_or(0);
                self.ite(bit, &Value::int(*other), &Value::int(number))
            }
            (Blur::Bool, ExprKind::Bool(truth)) => {
                let value = self.circuit.xor(bit, Lit::constant(*truth));
                Ok(Value::truth(value))
            }
            (Blur::Drop(position), ExprKind::List(items)) => {
                let mut seq = Seq::default();
                let mark = self.held.len();
                for (index, item) in items.iter().enumerate() {
                    if index == *position {
                        if let Some(value) = self.under(!bit, |this| this.evaluate(item))? {
                            self.hold(&value);
                            seq.push(!bit, value);
                        }
                    } else {
                        let value = self.evaluate(item)?;
                        self.hold(&value);
                        seq.push(Lit::TRUE, value);
                    }
                }
                self.release(mark);
                Ok(self.new_list(seq))
            }
            _ => self.inconsistent("a blur that does not fit"),
        }
    }
}

impl Answers<'_> {
    pub fn gates(&self) -> usize {
        self.circuit.and_count()
    }

    /// The answer for one choice of the bits, in the form of CPython's answers: a canonical text or `!Exception`.
    pub fn answer(&self, bits: &[bool], atoms: &dyn Fn(u32) -> String) -> String {
        let simulated = simulate(&self.circuit, bits);
        let holds = |lit: Lit| simulated[lit.node().index()] != lit.is_negated();
        let raised: Vec<Exception> =
            self.raised.iter().filter(|raise| holds(raise.when)).map(|raise| raise.exception).collect();
        match &*raised {
            [] => {}
            [exception] => return format!("!{}", exception.name()),
            several => return format!("!!several exceptions {several:?}"),
        }
        let mut text = String::new();
        Writer { answers: self, holds: &holds, atoms, depth: 0 }.value(&self.value, &mut text);
        text
    }
}

fn simulate(circuit: &Circuit, bits: &[bool]) -> Vec<bool> {
    let mut values = vec![false; circuit.len()];
    for index in 0..circuit.len() {
        let Ok(number) = u32::try_from(index) else { break };
        values[index] = match circuit.fan_in(circuit::NodeId(number)) {
            circuit::Node::False => false,
            circuit::Node::Input(input) => bits.get(input as usize).copied().unwrap_or(false),
            circuit::Node::And(a, b) => {
                (values[a.node().index()] != a.is_negated()) && (values[b.node().index()] != b.is_negated())
            }
        };
    }
    values
}

struct Writer<'a> {
    answers: &'a Answers<'a>,
    holds: &'a dyn Fn(Lit) -> bool,
    atoms: &'a dyn Fn(u32) -> String,
    depth: usize,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value, out: &mut String) {
        if self.depth > 200 {
            out.push('…');
            return;
        }
        let taken: Vec<&Alt> = value.alts().iter().filter(|(lit, _)| (self.holds)(*lit)).map(|(_, alt)| alt).collect();
        self.depth += 1;
        match &*taken {
            [alt] => self.alt(alt, out),
            [] => out.push_str("!!no alternative"),
            _ => out.push_str("!!several alternatives"),
        }
        self.depth -= 1;
    }

    fn alt(&mut self, alt: &Alt, out: &mut String) {
        match alt {
            Alt::None => out.push_str("None"),
            Alt::Bool(true) => out.push_str("True"),
            Alt::Bool(false) => out.push_str("False"),
            Alt::Int(number) => {
                let _ = write!(out, "{number}");
            }
            Alt::Bits(bits) => {
                let mut number: i128 = 0;
                for (position, lit) in bits.lits.iter().enumerate() {
                    if (self.holds)(*lit) {
                        let sign = if position + 1 == bits.lits.len() { -1 } else { 1 };
                        number += sign << position;
                    }
                }
                let outside = if number < bits.low || number > bits.high { "!!out of bounds " } else { "" };
                let _ = write!(out, "{outside}{number}");
            }
            Alt::Float(bits) => out.push_str(&lang::floats::text(f64::from_bits(*bits))),
            Alt::Str(text) => out.push_str(&serde_json_string(text)),
            Alt::Text(row) => {
                let mut text = String::new();
                for slot in row.slots.iter().filter(|slot| (self.holds)(slot.present)) {
                    let taken: Vec<&Alt> =
                        slot.value.alts().iter().filter(|(lit, _)| (self.holds)(*lit)).map(|(_, alt)| alt).collect();
                    match &*taken {
                        [Alt::Str(letter)] if letter.chars().count() == 1 => text.push_str(letter),
                        _ => text.push_str("!!no character"),
                    }
                }
                out.push_str(&serde_json_string(&text));
            }
            Alt::Atom(_, id) => out.push_str(&(self.atoms)(*id)),
            Alt::Tuple(items) => self.sequence("(", &items.iter().collect::<Vec<_>>(), ")", out),
            Alt::Record(class, items) => {
                let record = &self.answers.problem.records[usize::from(class.0)];
                let _ = write!(out, "{}(", record.name);
                for (position, (field, item)) in record.fields.iter().zip(items.iter()).enumerate() {
                    let separator = if position > 0 { ", " } else { "" };
                    let _ = write!(out, "{separator}{}=", field.name);
                    self.value(item, out);
                }
                out.push(')');
            }
            Alt::FrozenSet(set) => self.set("frozenset", set, out),
            Alt::Range(parts) => self.sequence("range(", &parts.iter().collect::<Vec<_>>(), ")", out),
            Alt::View(kind, id) => {
                let name = match kind {
                    ViewKind::Keys => "<dict_keys ",
                    ViewKind::Values => "<dict_values ",
                    ViewKind::Items => "<dict_items ",
                };
                if let Some(Object::Dict(dict)) = self.answers.heap.get(*id).map(|object| &**object) {
                    let slots = view_slots(dict, *kind);
                    let items: Vec<&Value> =
                        slots.iter().filter(|slot| (self.holds)(slot.present)).map(|slot| &slot.value).collect();
                    self.sequence(name, &items, ">", out);
                }
            }
            Alt::Object(id) => match self.answers.heap.get(*id).map(|object| &**object) {
                Some(Object::List(seq)) => {
                    let items: Vec<&Value> =
                        seq.slots.iter().filter(|slot| (self.holds)(slot.present)).map(|slot| &slot.value).collect();
                    self.sequence("[", &items, "]", out);
                }
                Some(Object::Deque(seq, most)) => {
                    let items: Vec<&Value> =
                        seq.slots.iter().filter(|slot| (self.holds)(slot.present)).map(|slot| &slot.value).collect();
                    self.sequence("deque([", &items, "]", out);
                    if let Some(most) = most {
                        let _ = write!(out, ", maxlen={most}");
                    }
                    out.push(')');
                }
                Some(Object::Set(set)) => self.set("set", set, out),
                Some(Object::Dict(dict)) => {
                    let name = match dict.kind {
                        DictKind::Plain => "dict",
                        DictKind::Counter => "Counter",
                        DictKind::Default(_) => "defaultdict",
                        DictKind::Ordered => "OrderedDict",
                    };
                    let _ = write!(out, "{{{name}: ");
                    let mut separator = "";
                    for entry in dict.entries.iter().filter(|entry| (self.holds)(entry.present)) {
                        out.push_str(separator);
                        separator = ", ";
                        self.value(&entry.key, out);
                        out.push_str(": ");
                        self.value(&entry.value, out);
                    }
                    out.push('}');
                }
                Some(Object::Iter(_)) => out.push_str("<iterator>"),
                Some(Object::Instance(_) | Object::Class(_)) => out.push_str("<function>"),
                Some(Object::Cell(_)) | None => out.push_str("!!no object"),
            },
            Alt::Function(_) | Alt::Builtin(_) | Alt::Class(_) | Alt::Number(_) | Alt::Method(_) | Alt::Special(_) => {
                out.push_str("<function>");
            }
            Alt::Exception(class, parts) => {
                out.push_str(class.name());
                self.value(&parts[0], out);
            }
            Alt::Unbound | Alt::Cell(_) | Alt::Raise(..) => out.push_str("!!no value"),
        }
    }

    fn sequence(&mut self, open: &str, items: &[&Value], close: &str, out: &mut String) {
        out.push_str(open);
        for (position, item) in items.iter().enumerate() {
            if position > 0 {
                out.push_str(", ");
            }
            self.value(item, out);
        }
        out.push_str(close);
    }

    fn set(&mut self, name: &str, set: &Set, out: &mut String) {
        let mut texts = Vec::new();
        for slot in set.slots().iter().filter(|slot| (self.holds)(slot.present)) {
            let mut text = String::new();
            self.value(&slot.value, &mut text);
            texts.push(text);
        }
        texts.sort();
        let _ = write!(out, "{{{name}: {}}}", texts.join(", "));
    }
}

fn serde_json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
