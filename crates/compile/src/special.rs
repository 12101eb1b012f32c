//! Operators on instances, by their special methods and Python's rules of dispatch.

use std::rc::Rc;

use circuit::Lit;
use lang::ast::{BinaryOp, CompareOp, UnaryOp};
use lang::builtins::{Builtin, Exception};

use crate::calls::Arguments;
use crate::classes::Special;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// An operand, with its class if it is an instance.
type Operand<'v> = (&'v Value, Option<ObjectId>);

/// A method that is asked for the result of an operator.
struct Offer {
    receiver: Value,
    class: ObjectId,
    method: String,
    other: Value,
    /// `!=` by `==`
    negated: bool,
}

/// The name of an operator's method, without underscores.
fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Subtract => "sub",
        BinaryOp::Multiply => "mul",
        BinaryOp::Divide => "truediv",
        BinaryOp::FloorDivide => "floordiv",
        BinaryOp::Modulo => "mod",
        BinaryOp::Power => "pow",
        BinaryOp::ShiftLeft => "lshift",
        BinaryOp::ShiftRight => "rshift",
        BinaryOp::BitAnd => "and",
        BinaryOp::BitOr => "or",
        BinaryOp::BitXor => "xor",
    }
}

/// The method of a comparison, and the one that the other operand is asked by.
fn comparison_names(op: CompareOp) -> [&'static str; 2] {
    match op {
        CompareOp::Less => ["__lt__", "__gt__"],
        CompareOp::LessEqual => ["__le__", "__ge__"],
        CompareOp::Greater => ["__gt__", "__lt__"],
        CompareOp::GreaterEqual => ["__ge__", "__le__"],
        CompareOp::NotEqual => ["__ne__", "__ne__"],
        _ => ["__eq__", "__eq__"],
    }
}

impl Machine<'_> {
    /// Calls a special method of instances of one class; `None` if the class has none.
    pub fn call_special(
        &mut self,
        receiver: &Value,
        class: ObjectId,
        name: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        let Some(found) = self.find(class, name)? else { return Ok(None) };
        if matches!(found.single(), Some(Alt::None)) {
            return Ok(Some(self.raise_always(Exception::TypeError)));
        }
        let mark = self.held.len();
        self.hold(receiver);
        args.iter().for_each(|arg| self.hold(arg));
        let bound = self.bind_found(&found, receiver, &Value::object(class))?;
        let value = self.call_value(&bound, &Arguments::of(args))?;
        self.release(mark);
        Ok(Some(value))
    }

    /// Calls a special method of whatever has one; the rest goes to `otherwise`, one alternative at a time.
    pub fn special_or(
        &mut self,
        base: &Value,
        name: &str,
        args: &[Value],
        otherwise: &mut dyn FnMut(&mut Self, &Value) -> Result<Value>,
    ) -> Result<Value> {
        let mut cases = Vec::new();
        let mark = self.held.len();
        for (lit, part, class) in self.by_class(base)? {
            let value = self.under(lit, |this| match class {
                Some(class) => match this.call_special(&part, class, name, args)? {
                    Some(value) => Ok(value),
                    None => Ok(this.raise_always(Exception::TypeError)),
                },
                None => otherwise(this, &part),
            })?;
            if let Some(value) = value {
                self.hold(&value);
                cases.push((lit, value));
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    /// Does something with each combination of operands, instances of one class together.
    fn dispatch(
        &mut self,
        left: &Value,
        right: &Value,
        action: &mut dyn FnMut(&mut Self, Operand<'_>, Operand<'_>) -> Result<Value>,
    ) -> Result<Value> {
        let (lefts, rights) = (self.by_class(left)?, self.by_class(right)?);
        let mut cases = Vec::new();
        let mark = self.held.len();
        self.hold(left);
        self.hold(right);
        for (l, a, of_a) in &lefts {
            for (r, b, of_b) in &rights {
                let both = self.circuit.and(*l, *r);
                if let Some(value) = self.under(both, |this| action(this, (a, *of_a), (b, *of_b)))? {
                    self.hold(&value);
                    cases.push((both, value));
                }
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    /// Asks one method after the other until one knows the answer.
    fn ask(&mut self, offers: &[Offer], fallback: &mut dyn FnMut(&mut Self) -> Result<Value>) -> Result<Value> {
        let Some((offer, rest)) = offers.split_first() else { return fallback(self) };
        let args = std::slice::from_ref(&offer.other);
        let Some(value) = self.call_special(&offer.receiver, offer.class, &offer.method, args)? else {
            return self.ask(rest, fallback);
        };
        let is_unknown = |alt: &Alt| matches!(alt, Alt::Builtin(Builtin::NotImplemented));
        let unknown = value.alts().iter().find(|(_, alt)| is_unknown(alt)).map_or(Lit::FALSE, |(lit, _)| *lit);
        let mut known = Value::choice(value.alts().iter().filter(|(_, alt)| !is_unknown(alt)).cloned().collect());
        let mark = self.held.len();
        self.hold(&known);
        if offer.negated {
            let truth = self.under(!unknown, |this| this.truth(&known))?.unwrap_or(Lit::FALSE);
            known = Value::truth(!truth);
        }
        if unknown == Lit::FALSE {
            self.release(mark);
            return Ok(known);
        }
        let other = self.under(unknown, |this| this.ask(rest, fallback))?;
        self.release(mark);
        self.pick(unknown, other, Some(known).filter(|known| !known.is_never()))
    }

    /// Whether the right operand is asked first: its class is below the left one's and defines the method anew.
    fn right_first(&self, left: Option<ObjectId>, right: Option<ObjectId>, name: &str) -> Result<bool> {
        let (Some(a), Some(b)) = (left, right) else { return Ok(false) };
        let line = self.line(b)?;
        if a == b || !line.contains(&a) {
            return Ok(false);
        }
        let of_a = self.find_from(&self.line(a)?, name)?.map(|(_, class)| class);
        let of_b = self.find_from(&line, name)?.map(|(_, class)| class);
        Ok(of_b.is_some() && of_a != of_b)
    }

    fn offers(&self, left: Operand<'_>, right: Operand<'_>, names: [&str; 2], same_class: bool) -> Result<Vec<Offer>> {
        let offer = |this: &Self, receiver: Operand<'_>, name: &str, other: &Value| -> Result<Option<Offer>> {
            let Some(class) = receiver.1 else { return Ok(None) };
            let negated = name == "__ne__" && this.find(class, name)?.is_none();
            let method = if negated { "__eq__" } else { name };
            Ok(Some(Offer {
                receiver: receiver.0.clone(),
                class,
                method: method.into(),
                other: other.clone(),
                negated,
            }))
        };
        let ours = offer(self, left, names[0], right.0)?;
        let theirs = offer(self, right, names[1], left.0)?;
        Ok(if self.right_first(left.1, right.1, names[1])? {
            theirs.into_iter().chain(ours).collect()
        } else if left.1.is_some() && left.1 == right.1 && !same_class {
            ours.into_iter().collect()
        } else {
            ours.into_iter().chain(theirs).collect()
        })
    }

    /// `left op right` where one may be an instance.
    pub fn special_binary(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        let name = binary_name(op);
        let names = [format!("__{name}__"), format!("__r{name}__")];
        self.dispatch(left, right, &mut |this, a, b| {
            if op == BinaryOp::Modulo && a.1.is_none() && a.0.alts().iter().any(|(_, alt)| alt.is_text()) {
                return this.by_alternative(a.0, &mut |this, left| this.text_modulo(left, b.0));
            }
            if a.1.is_none() && b.1.is_none() {
                if [a.0, b.0].iter().any(|it| matches!(it.single(), Some(Alt::Special(_)))) {
                    return this.special_arithmetic(a.0, b.0);
                }
                return this.binary(op, a.0, b.0);
            }
            let offers = this.offers(a, b, [&names[0], &names[1]], false)?;
            this.ask(&offers, &mut |this| Ok(this.raise_always(Exception::TypeError)))
        })
    }

    /// A string formats whatever it is given, and asks no other class.
    fn text_modulo(&mut self, left: &Alt, right: &Value) -> Result<Value> {
        let Some(text) = crate::text::text_row(left) else {
            return self.special_binary(BinaryOp::Modulo, &Value::of(left.clone()), right);
        };
        self.by_alternative(right, &mut |this, alt| {
            let row = this.percent_row(&text, alt)?;
            if this.is_dead() { Ok(Value::never()) } else { this.text_value(row) }
        })
    }

    fn special_arithmetic(&mut self, left: &Value, right: &Value) -> Result<Value> {
        let is_number = |value: &Value| match value.single() {
            Some(Alt::Special(it)) => matches!(**it, Special::Hash(_) | Special::Id(_)),
            _ => false,
        };
        if is_number(left) || is_number(right) {
            return self.refuse(Construct::HashArithmetic);
        }
        Ok(self.raise_always(Exception::TypeError))
    }

    /// `old op= value` where `old` may be an instance.
    pub fn special_in_place(&mut self, op: BinaryOp, old: &Value, value: &Value) -> Result<Value> {
        let name = format!("__i{}__", binary_name(op));
        self.dispatch(old, value, &mut |this, a, b| {
            let Some(class) = a.1 else {
                let special = [a.0, b.0].iter().any(|it| matches!(it.single(), Some(Alt::Special(_))));
                return if special || b.1.is_some() {
                    this.special_binary(op, a.0, b.0)
                } else {
                    this.in_place(op, a.0, b.0)
                };
            };
            let own = Offer { receiver: a.0.clone(), class, method: name.clone(), other: b.0.clone(), negated: false };
            this.ask(&[own], &mut |this| this.special_binary(op, a.0, b.0))
        })
    }

    pub fn special_unary(&mut self, op: UnaryOp, value: &Value) -> Result<Value> {
        let name = match op {
            UnaryOp::Negative => "__neg__",
            UnaryOp::Positive => "__pos__",
            _ => "__invert__",
        };
        self.special_or(value, name, &[], &mut |this, part| {
            if matches!(part.single(), Some(Alt::Special(_))) {
                return this.special_arithmetic(part, part);
            }
            this.unary(op, part)
        })
    }

    /// A comparison whose value may be anything.
    pub fn compare_value(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Value> {
        let plain = matches!(op, CompareOp::In | CompareOp::NotIn | CompareOp::Is | CompareOp::IsNot);
        if plain || !(self.has_instance(left)? || self.has_instance(right)?) {
            let holds = self.compare(op, left, right)?;
            return Ok(Value::truth(holds));
        }
        self.rich_compare(op, left, right)
    }

    pub fn rich_compare(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<Value> {
        let names = comparison_names(op);
        self.dispatch(left, right, &mut |this, a, b| {
            let special = |value: &Value| matches!(value.single(), Some(Alt::Special(_)));
            if a.1.is_none() && b.1.is_none() && !special(a.0) && !special(b.0) {
                let holds = this.compare(op, a.0, b.0)?;
                return Ok(Value::truth(holds));
            }
            let offers = this.offers(a, b, names, true)?;
            this.ask(&offers, &mut |this| match op {
                CompareOp::Equal => Ok(Value::truth(this.same_or_equal(a.0, b.0)?)),
                CompareOp::NotEqual => Ok(Value::truth(!this.same_or_equal(a.0, b.0)?)),
                _ => Ok(this.raise_always(Exception::TypeError)),
            })
        })
    }

    /// Equality of what defines none: identity, except that hashes and identities are compared by what they are of.
    pub fn same_or_equal(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        if let (Some(Alt::Special(a)), Some(Alt::Special(b))) = (left.single(), right.single()) {
            match (&**a, &**b) {
                (Special::Hash(a), Special::Hash(b)) => return self.equal(a, b),
                (Special::Id(a), Special::Id(b)) => return self.is_same(a, b),
                (Special::Bound(a, f), Special::Bound(b, g)) => {
                    let (receiver, function) = (self.is_same(a, b)?, self.is_same(f, g)?);
                    return Ok(self.circuit.and(receiver, function));
                }
                _ => {}
            }
        }
        let is_number = |value: &Value| matches!(value.single(), Some(Alt::Special(it)) if matches!(**it, Special::Hash(_) | Special::Id(_)));
        if is_number(left) != is_number(right)
            && [left, right].iter().any(|it| it.alts().iter().any(|(_, alt)| alt.is_number()))
        {
            return self.refuse(Construct::HashArithmetic);
        }
        self.is_same(left, right)
    }

    /// Equality inside containers, where Python decides by its own rules when to ask. So asking must not show.
    pub fn equal_instances(&mut self, left: &Alt, right: &Alt) -> Result<Lit> {
        let (a, b) = (Value::of(left.clone()), Value::of(right.clone()));
        let mut defined = false;
        for alt in [left, right] {
            if let Some(instance) = self.instance(alt)? {
                defined |= self.find(instance.class, "__eq__")?.is_some();
            }
        }
        if !defined {
            return self.same_or_equal(&a, &b);
        }
        if left.order(right).is_eq() {
            return Ok(Lit::TRUE);
        }
        self.unseen(|this| {
            let value = this.rich_compare(CompareOp::Equal, &a, &b)?;
            this.truth(&value)
        })
    }

    /// Runs code of the file that must neither raise nor change anything.
    pub fn unseen<T>(&mut self, action: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let raised = self.raised.len();
        let (path, state) = (self.path, self.state.clone());
        let result = self.unchanging(action)?;
        if self.raised.len() > raised {
            return self.refuse(Construct::ComparisonRaises);
        }
        self.state = state;
        self.path = path;
        Ok(result)
    }

    /// Runs code of the file that must not change anything.
    pub fn unchanging<T>(&mut self, action: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = self.state.clone();
        let next = self.next_object;
        let result = action(self)?;
        if self.is_dead() {
            return Ok(result);
        }
        let same = |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b));
        let (old, new) = (&before.frames, &self.state.frames);
        let changed = !Rc::ptr_eq(&before.globals, &self.state.globals) && !same(&before.globals, &self.state.globals)
            || old.iter().zip(new).any(|(a, b)| !Rc::ptr_eq(a, b) && !same(&a.values, &b.values))
            || self.state.heap.differing(&before.heap).into_iter().any(|id| id.0 < next);
        if changed {
            return self.refuse(Construct::ComparisonChanges);
        }
        Ok(result)
    }

    /// Whether an instance counts as true.
    pub fn instance_truth(&mut self, alt: &Alt, class: ObjectId) -> Result<Lit> {
        let receiver = Value::of(alt.clone());
        if let Some(value) = self.call_special(&receiver, class, "__bool__", &[])? {
            let mut parts = Vec::new();
            for (lit, alt) in value.alts() {
                match alt {
                    Alt::Bool(true) => parts.push(*lit),
                    Alt::Bool(false) => {}
                    _ => self.raise(*lit, Exception::TypeError),
                }
            }
            return Ok(self.circuit.any(parts));
        }
        match self.instance_len(&receiver, class)? {
            Some(length) => self.truth(&length),
            None => Ok(Lit::TRUE),
        }
    }

    /// `__len__`, if there is one.
    pub fn instance_len(&mut self, receiver: &Value, class: ObjectId) -> Result<Option<Value>> {
        let Some(length) = self.call_special(receiver, class, "__len__", &[])? else { return Ok(None) };
        let others = length.alts().iter().filter(|(_, alt)| !alt.is_number()).map(|(lit, _)| *lit);
        let others = self.circuit.any(others.collect::<Vec<_>>());
        self.raise(others, Exception::TypeError);
        // `len` gives an integer, whatever the method gives.
        let number = |(lit, alt): &(Lit, Alt)| {
            let alt = if let Alt::Bool(truth) = alt { Alt::Int(i128::from(*truth)) } else { alt.clone() };
            alt.is_number().then_some((*lit, alt))
        };
        let numbers = Value::choice(length.alts().iter().filter_map(number).collect());
        if self.is_dead() {
            return Ok(Some(Value::never()));
        }
        let negative = self.compare(CompareOp::Less, &numbers, &Value::int(0))?;
        self.raise(negative, Exception::ValueError);
        Ok(Some(numbers))
    }

    /// What an instance is iterated over by.
    pub fn instance_iter(&mut self, alt: &Alt, class: ObjectId) -> Result<Value> {
        let receiver = Value::of(alt.clone());
        let Some(iterator) = self.call_special(&receiver, class, "__iter__", &[])? else {
            if self.find(class, "__getitem__")?.is_some() {
                return self.refuse(Construct::OwnIterator);
            }
            return Ok(self.raise_always(Exception::TypeError));
        };
        let mut iterators = Vec::new();
        for (lit, alt) in iterator.alts() {
            if let Some(own) = self.instance(alt)? {
                if self.find(own.class, "__next__")?.is_some() {
                    return self.refuse(Construct::OwnIterator);
                }
                self.raise(*lit, Exception::TypeError);
            } else if self.is_iterator(alt)? {
                iterators.push((*lit, alt.clone()));
            } else {
                self.raise(*lit, Exception::TypeError);
            }
        }
        Ok(Value::choice(iterators))
    }

    fn is_iterator(&self, alt: &Alt) -> Result<bool> {
        let Alt::Object(id) = alt else { return Ok(false) };
        Ok(matches!(&*self.object_in_any_order(*id)?, crate::objects::Object::Iter(_)))
    }

    /// `value in container` of instances of one class.
    pub fn instance_contains(&mut self, container: &Value, class: ObjectId, value: &Value) -> Result<Lit> {
        if let Some(answer) = self.call_special(container, class, "__contains__", std::slice::from_ref(value))? {
            return self.truth(&answer);
        }
        let mut cases = Vec::new();
        for (lit, alt) in container.alts() {
            let found = self.under(*lit, |this| {
                let iterator = this.instance_iter(alt, class)?;
                this.contains(&iterator, value)
            })?;
            if let Some(found) = found {
                cases.push(self.circuit.and(*lit, found));
            }
        }
        Ok(self.circuit.any(cases))
    }

    /// `__call__`
    pub fn call_instance(&mut self, alt: &Alt, class: ObjectId, arguments: &Arguments) -> Result<Value> {
        let Some(found) = self.find(class, "__call__")? else { return Ok(self.raise_always(Exception::TypeError)) };
        let bound = self.bind_found(&found, &Value::of(alt.clone()), &Value::object(class))?;
        self.call_value(&bound, arguments)
    }
}
