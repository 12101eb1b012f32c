//! Unary and binary operators.

mod counters;
mod dicts;
mod in_place;
mod sets;

use circuit::Lit;
use lang::ast::{BinaryOp, UnaryOp};
use lang::builtins::Exception;

use crate::construct::{Construct, LargeValue};
use crate::equality::tuple_items;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Object, Seq, Set, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, Value};

/// Elements of a repeated sequence at most.
const LONGEST: usize = 100_000;

/// What an operation gives for one combination of operands. What is new is merged into one object.
enum Made {
    Value(Value),
    List(Seq),
    Set(Set),
    FrozenSet(Set),
    Dict(Dict),
    Nothing,
}

impl Machine<'_> {
    pub fn unary(&mut self, op: UnaryOp, value: &Value) -> Result<Value> {
        if self.has_instance(value)? {
            return self.special_unary(op, value);
        }
        let mut results = Results::default();
        for (lit, part) in self.parts(value) {
            let Some(alt) = part.alts().first().map(|(_, alt)| alt.clone()) else { continue };
            let made = self.under(lit, |this| this.unary_of(op, &part, &alt))?;
            results.add(lit, made);
        }
        self.merged(results)
    }

    fn unary_of(&mut self, op: UnaryOp, part: &Value, alt: &Alt) -> Result<Made> {
        match alt {
            alt if alt.is_number() => {
                let (left, op) = match op {
                    UnaryOp::Negative => (0, BinaryOp::Subtract),
                    UnaryOp::Invert => (-1, BinaryOp::Subtract),
                    _ => (0, BinaryOp::Add),
                };
                self.arithmetic(op, &Value::int(left), part).map(Made::Value)
            }
            Alt::Float(bits) if op == UnaryOp::Negative => {
                Ok(Made::Value(Value::of(Alt::Float((-f64::from_bits(*bits)).to_bits()))))
            }
            Alt::Float(_) if op == UnaryOp::Positive => Ok(Made::Value(part.clone())),
            Alt::Atom(..) => self.refuse(Construct::AtomArithmetic),
            Alt::Object(id) => match &*self.object(*id)? {
                Object::Dict(dict) if matches!(dict.kind, DictKind::Counter) && op != UnaryOp::Invert => {
                    self.signed_counter(dict, op == UnaryOp::Negative).map(Made::Dict)
                }
                _ => Ok(self.unsupported()),
            },
            _ => Ok(self.unsupported()),
        }
    }

    fn unsupported(&mut self) -> Made {
        self.raise_always(Exception::TypeError);
        Made::Nothing
    }

    pub fn binary(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        let numbers = |value: &Value| value.alts().iter().all(|(_, alt)| alt.is_number());
        if numbers(left) && numbers(right) {
            return self.arithmetic(op, left, right);
        }
        if self.has_instance(left)? || self.has_instance(right)? {
            return self.special_binary(op, left, right);
        }
        let reals = |value: &Value| value.alts().iter().all(|(_, alt)| crate::floats::is_real(alt));
        if reals(left) && reals(right) && !(numbers(left) && numbers(right)) {
            return self.with_floats(op, left, right);
        }
        let mut results = Results::default();
        let (lefts, rights) = (self.parts(left), self.parts(right));
        for (l, a) in &lefts {
            for (r, b) in &rights {
                let both = self.circuit.and(*l, *r);
                let made = self.under(both, |this| this.binary_parts(op, a, b))?;
                results.add(both, made);
            }
        }
        self.merged(results)
    }

    /// Numbers together, everything else one by one; each with when it is the one.
    pub fn parts(&mut self, value: &Value) -> Vec<(Lit, Value)> {
        let (numbers, others): (Vec<_>, Vec<_>) = value.alts().iter().cloned().partition(|(_, alt)| alt.is_number());
        let mut parts = Vec::new();
        if !numbers.is_empty() {
            let lit = if others.is_empty() { Lit::TRUE } else { self.circuit.any(numbers.iter().map(|(lit, _)| *lit)) };
            parts.push((lit, Value::choice(numbers)));
        }
        parts.extend(others.into_iter().map(|(lit, alt)| (lit, Value::of(alt))));
        parts
    }

    fn binary_parts(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Made> {
        let (Some((_, a)), Some((_, b))) = (left.alts().first(), right.alts().first()) else {
            return Ok(Made::Nothing);
        };
        if a.is_number() && b.is_number() {
            return self.arithmetic(op, left, right).map(Made::Value);
        }
        if crate::floats::is_real(a) && crate::floats::is_real(b) {
            return self.float_arithmetic(op, left, right).map(Made::Value);
        }
        if (matches!(a, Alt::Atom(..)) || matches!(b, Alt::Atom(..))) && !self.is_iterable(a) && !self.is_iterable(b) {
            return self.refuse(Construct::AtomArithmetic);
        }
        if let Some(made) = self.string_operation(op, left, right)? {
            return Ok(made);
        }
        match op {
            BinaryOp::Add => self.concatenated(a, b),
            BinaryOp::Multiply if b.is_number() => self.repeated(a, right),
            BinaryOp::Multiply if a.is_number() => self.repeated(b, left),
            BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                if let Some(made) = self.dict_operation(op, a, b)? {
                    return Ok(made);
                }
                self.set_operator(op, a, b)
            }
            _ => Ok(self.unsupported()),
        }
    }

    pub fn is_iterable(&self, alt: &Alt) -> bool {
        match alt {
            Alt::Tuple(_)
            | Alt::FrozenSet(_)
            | Alt::Range(_)
            | Alt::Object(_)
            | Alt::View(..)
            | Alt::Str(_)
            | Alt::Text(_) => true,
            Alt::Record(class, _) => self.is_named_tuple(*class),
            _ => false,
        }
    }

    fn string_operation(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Option<Made>> {
        let (Some((_, a)), Some((_, b))) = (left.alts().first(), right.alts().first()) else { return Ok(None) };
        let (text, other) = match (crate::text::text_row(a), crate::text::text_row(b)) {
            (Some(a), Some(b)) if op == BinaryOp::Add => {
                let slots = a.slots.into_iter().chain(b.slots).collect();
                return self.text_value(Seq { slots }).map(|text| Some(Made::Value(text)));
            }
            (Some(row), _) if op == BinaryOp::Modulo => {
                // Numbers come together.
                let text = self.by_alternative(right, &mut |this, alt| {
                    let row = this.percent_row(&row, alt)?;
                    if this.is_dead() { Ok(Value::never()) } else { this.text_value(row) }
                })?;
                return Ok(Some(Made::Value(text)));
            }
            (Some(row), None) => (row, right),
            (None, Some(row)) => (row, left),
            _ => return Ok(None),
        };
        if op == BinaryOp::Multiply && other.alts().iter().all(|(_, alt)| alt.is_number()) {
            let row = self.repeated_list(&text, other)?;
            return self.text_value(row).map(|text| Some(Made::Value(text)));
        }
        Ok(None)
    }

    fn concatenated(&mut self, left: &Alt, right: &Alt) -> Result<Made> {
        if self.is_tuple(left) && self.is_tuple(right) {
            let (a, b) = (tuple_items(left), tuple_items(right));
            let items: Vec<Value> = a.iter().chain(&*b).cloned().collect();
            return Ok(Made::Value(Value::tuple(items)));
        }
        if let (Alt::Object(a), Alt::Object(b)) = (left, right) {
            match (&*self.object(*a)?, &*self.object(*b)?) {
                (Object::List(a), Object::List(b)) => {
                    return Ok(Made::List(Seq { slots: a.slots.iter().chain(&b.slots).cloned().collect() }));
                }
                (Object::Deque(a, most), Object::Deque(b, _)) => {
                    let seq = Seq { slots: a.slots.iter().chain(&b.slots).cloned().collect() };
                    let seq = self.cut(seq, *most, true)?;
                    return Ok(Made::Value(Value::object(self.allocate(Object::Deque(seq, *most)))));
                }
                (Object::Dict(_), Object::Dict(_)) => {
                    if let Some(made) = self.dict_operation(BinaryOp::Add, left, right)? {
                        return Ok(made);
                    }
                }
                _ => {}
            }
        }
        Ok(self.unsupported())
    }

    /// A count that fits into 64 bits; others raise.
    fn index_sized(&mut self, count: &Value) -> Result<Value> {
        let is_big = |number: &i128| i64::try_from(*number).is_err();
        let (low, high) = self.bounds(count).unwrap_or((0, 0));
        if !is_big(&low) && !is_big(&high) {
            return Ok(count.clone());
        }
        let mut fitting = Vec::new();
        for (lit, alt) in count.alts() {
            match alt.int() {
                Some(number) if is_big(&number) => self.raise(*lit, Exception::OverflowError),
                Some(_) => fitting.push((*lit, alt.clone())),
                None => return self.refuse(LargeValue::Sequence),
            }
        }
        Ok(Value::choice(fitting))
    }

    fn repeated(&mut self, sequence: &Alt, count: &Value) -> Result<Made> {
        if self.is_tuple(sequence) {
            let items = tuple_items(sequence);
            let count = self.index_sized(count)?;
            let Some(count) = self.listed(&count)? else { return self.refuse(LargeValue::TupleLengths) };
            let mut cases = Vec::new();
            for (lit, alt) in count.alts() {
                let times = if items.is_empty() { 0 } else { usize::try_from(alt.int().unwrap_or(0)).unwrap_or(0) };
                if times.saturating_mul(items.len()) > LONGEST {
                    return self.refuse(LargeValue::Tuple);
                }
                let repeated: Vec<Value> = (0..times).flat_map(|_| items.iter().cloned()).collect();
                cases.push((*lit, Value::tuple(repeated)));
            }
            return self.choose(&cases).map(Made::Value);
        }
        if let Alt::Object(id) = sequence {
            match &*self.object(*id)? {
                Object::List(seq) => return self.repeated_list(seq, count).map(Made::List),
                Object::Deque(seq, most) => {
                    let seq = self.repeated_list(seq, count)?;
                    let seq = self.cut(seq, *most, true)?;
                    return Ok(Made::Value(Value::object(self.allocate(Object::Deque(seq, *most)))));
                }
                _ => {}
            }
        }
        Ok(self.unsupported())
    }

    /// The second copy is there where the count is at least two, and so on.
    fn repeated_list(&mut self, seq: &Seq, count: &Value) -> Result<Seq> {
        let count = &self.index_sized(count)?;
        let (_, high) = self.bounds(count).unwrap_or((0, 0));
        let times = usize::try_from(high.max(0)).unwrap_or(usize::MAX);
        if times.saturating_mul(seq.slots.len()) > LONGEST {
            return self.refuse(LargeValue::List);
        }
        let mut result = Seq::default();
        for copy in 0..if seq.slots.is_empty() { 0 } else { times } {
            let there = self.less(&Value::size(copy), count)?;
            for slot in &seq.slots {
                let present = self.circuit.and(there, slot.present);
                result.push(present, slot.value.clone());
            }
        }
        Ok(result)
    }

    fn set_operator(&mut self, op: BinaryOp, left: &Alt, right: &Alt) -> Result<Made> {
        let is_view = |alt: &Alt| matches!(alt, Alt::View(ViewKind::Keys | ViewKind::Items, _));
        if is_view(left) || is_view(right) {
            return self.view_operator(op, left, right).map(Made::Set);
        }
        let frozen = matches!(left, Alt::FrozenSet(_));
        let (Some(a), Some(b)) = (self.as_set(left)?, self.as_set(right)?) else { return Ok(self.unsupported()) };
        let result = self.set_operation(op, &a, &b)?;
        Ok(if frozen { Made::FrozenSet(result) } else { Made::Set(result) })
    }

    /// One value out of the results of all combinations.
    fn merged(&mut self, results: Results) -> Result<Value> {
        let mut cases = results.values;
        if let Some((lit, seq)) = self.merge_all(results.lists, Self::ite_seq)? {
            cases.push((lit, self.new_list(seq)));
        }
        if let Some((lit, set)) = self.merge_all(results.sets, Self::ite_set)? {
            cases.push((lit, Value::object(self.allocate(Object::Set(set)))));
        }
        if let Some((lit, set)) = self.merge_all(results.frozen, Self::ite_set)? {
            cases.push((lit, Value::of(Alt::FrozenSet(std::rc::Rc::new(set)))));
        }
        for (lit, dict) in results.dicts {
            cases.push((lit, Value::object(self.allocate(Object::Dict(dict)))));
        }
        self.choose(&cases)
    }

    /// Nobody has seen the results yet, so that they can be one object.
    fn merge_all<T>(
        &mut self,
        results: Vec<(Lit, T)>,
        ite: fn(&mut Self, Lit, &T, &T) -> Result<T>,
    ) -> Result<Option<(Lit, T)>> {
        let mut merged: Option<(Lit, T)> = None;
        for (lit, result) in results {
            merged = Some(match merged {
                None => (lit, result),
                Some((before, other)) => (self.circuit.or(before, lit), ite(self, lit, &result, &other)?),
            });
        }
        Ok(merged)
    }
}

/// Results of combinations, by kind.
#[derive(Default)]
struct Results {
    values: Vec<(Lit, Value)>,
    lists: Vec<(Lit, Seq)>,
    sets: Vec<(Lit, Set)>,
    frozen: Vec<(Lit, Set)>,
    dicts: Vec<(Lit, Dict)>,
}

impl Results {
    fn add(&mut self, lit: Lit, made: Option<Made>) {
        match made {
            None | Some(Made::Nothing) => {}
            Some(Made::Value(value)) => self.values.push((lit, value)),
            Some(Made::List(seq)) => self.lists.push((lit, seq)),
            Some(Made::Set(set)) => self.sets.push((lit, set)),
            Some(Made::FrozenSet(set)) => self.frozen.push((lit, set)),
            Some(Made::Dict(dict)) => self.dicts.push((lit, dict)),
        }
    }
}
