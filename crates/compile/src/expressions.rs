//! Expressions.

use std::rc::Rc;
use std::sync::Arc;

use circuit::Lit;
use lang::ast::{BoolOp, CompareOp, Comprehension, ComprehensionKind, Conversion, DictItem, Expr, ExprKind, UnaryOp};
use lang::globals::GlobalKind;
use lang::problem::{RecordId, RecordKind};
use lang::resolve::{Owner, Resolution, VarId};
use num_traits::ToPrimitive;

use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Object, Seq, Set, Source};
use crate::refusal::Result;
use crate::state::Frame;
use crate::value::{Alt, Value};

impl<'p> Machine<'p> {
    pub fn evaluate(&mut self, expr: &'p Expr) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        let span = self.span;
        self.stand_at(expr.span);
        let value = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || self.expression(expr));
        if value.is_ok() {
            self.span = span;
        }
        value
    }

    fn expression(&mut self, expr: &'p Expr) -> Result<Value> {
        if let Some((bit, blur)) = self.overrides.get(&expr.id).cloned() {
            return self.blurred(expr, bit, &blur);
        }
        match &expr.kind {
            ExprKind::FString(parts) => {
                let mut row = Seq::default();
                for part in parts {
                    let text = self.evaluate(part)?;
                    if self.is_dead() {
                        return Ok(Value::never());
                    }
                    row.slots.extend(self.shown_row(&text, false)?.slots);
                }
                self.text_value(row)
            }
            ExprKind::Formatted(formatted) => {
                let mut value = self.evaluate(&formatted.value)?;
                if self.is_dead() {
                    return Ok(Value::never());
                }
                match formatted.conversion {
                    Conversion::None => {}
                    Conversion::Str => value = self.str_of(&value)?,
                    Conversion::Repr => value = self.repr_of(&value)?,
                }
                let mark = self.held.len();
                self.hold(&value);
                let spec = match &formatted.spec {
                    Some(spec) => self.evaluate(spec)?,
                    None => Value::of(Alt::Str("".into())),
                };
                self.release(mark);
                if self.is_dead() {
                    return Ok(Value::never());
                }
                let row = self.formatted_row(&value, &spec)?;
                if self.is_dead() { Ok(Value::never()) } else { self.text_value(row) }
            }
            ExprKind::Error | ExprKind::Message(_) | ExprKind::Ellipsis | ExprKind::Slice(_) | ExprKind::Starred(_) => {
                self.refuse(Construct::OtherExpression)
            }
            ExprKind::None => Ok(Value::none()),
            ExprKind::Bool(truth) => Ok(Value::of(Alt::Bool(*truth))),
            ExprKind::Int(number) => match number.to_i128() {
                Some(number) if number.unsigned_abs() < 1 << 100 => Ok(Value::int(number)),
                _ => self.refuse(LargeValue::Integer),
            },
            ExprKind::Float(number) => Ok(Value::of(Alt::Float(number.to_bits()))),
            ExprKind::Str(text) => Ok(Value::of(Alt::Str(Arc::clone(text)))),
            ExprKind::Name(_) => self.name(expr),
            ExprKind::Tuple(items) => {
                let seq = self.display(items, true)?;
                self.tuple_of(&seq)
            }
            ExprKind::List(items) => {
                let seq = self.display(items, true)?;
                Ok(self.new_list(seq))
            }
            ExprKind::Set(items) => self.set_display(items),
            ExprKind::Dict(items) => self.dict_display(items),
            ExprKind::Comprehension(comprehension) => self.comprehension(expr, comprehension),
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let truth = self.condition(inner)?;
                Ok(Value::truth(!truth))
            }
            ExprKind::Unary(op, inner) => {
                let value = self.evaluate(inner)?;
                self.unary(*op, &value)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = self.two(left, right)?;
                self.binary(*op, &left, &right)
            }
            ExprKind::Boolean(op, operands) => {
                let first = self.evaluate(&operands[0])?;
                self.boolean(*op == BoolOp::And, first, &operands[1..])
            }
            ExprKind::Compare(first, links) => {
                let first = self.evaluate(first)?;
                self.comparison(first, links)
            }
            ExprKind::Conditional(conditional) => {
                let test = self.condition(&conditional.test)?;
                let (then, otherwise) = self.either(
                    test,
                    |this| this.evaluate(&conditional.then),
                    |this| this.evaluate(&conditional.otherwise),
                )?;
                self.pick(test, then, otherwise)
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Attribute(base, attribute) => match self.problem.resolutions.get(expr.id) {
                Some(Resolution::Builtin(builtin)) => Ok(Value::of(Alt::Builtin(builtin))),
                Some(Resolution::Global(_)) => self.name(expr),
                Some(_) => self.refuse(Construct::OtherAttribute),
                None => {
                    let base = self.evaluate(base)?;
                    self.attribute(&base, &attribute.name)
                }
            },
            ExprKind::Subscript(base, index) => match &index.kind {
                ExprKind::Slice(slice) => {
                    let base = self.evaluate(base)?;
                    let mark = self.held.len();
                    self.hold(&base);
                    let bounds = self.slice_bounds(slice)?;
                    self.release(mark);
                    self.slice(&base, &bounds)
                }
                _ => {
                    let (base, index) = self.two(base, index)?;
                    self.subscript(&base, &index)
                }
            },
            ExprKind::Lambda(id) => self.make_function(*id),
            ExprKind::Walrus(target, value) => {
                let value = self.evaluate(value)?;
                self.assign(target, value.clone())?;
                Ok(value)
            }
        }
    }

    /// Evaluates two operands, left before right.
    pub fn two(&mut self, left: &'p Expr, right: &'p Expr) -> Result<(Value, Value)> {
        let left = self.evaluate(left)?;
        let mark = self.held.len();
        self.hold(&left);
        let right = self.evaluate(right)?;
        self.release(mark);
        Ok((left, right))
    }

    /// One of two values, of which either may never have been reached.
    pub fn pick(&mut self, when: Lit, then: Option<Value>, otherwise: Option<Value>) -> Result<Value> {
        match (then, otherwise) {
            (Some(then), Some(otherwise)) => self.ite(when, &then, &otherwise),
            (Some(value), None) | (None, Some(value)) => Ok(value),
            (None, None) => Ok(Value::never()),
        }
    }

    fn name(&mut self, expr: &'p Expr) -> Result<Value> {
        match self.problem.resolutions.get(expr.id) {
            Some(Resolution::Var(var)) => self.read_variable(var),
            Some(Resolution::Builtin(builtin)) => Ok(Value::of(Alt::Builtin(builtin))),
            Some(Resolution::Global(id)) => match &self.problem.resolutions.global(id).kind {
                GlobalKind::Record(record) => Ok(Value::of(Alt::Class(*record))),
                GlobalKind::Number(number) => Ok(Value::of(Alt::Number(*number))),
                GlobalKind::Function(_) | GlobalKind::Constant | GlobalKind::Class => self.read_global(id.index()),
                GlobalKind::Module(_) => self.refuse(Construct::ModuleAsValue),
                _ => self.inconsistent("a name that has no value"),
            },
            _ => self.refuse(Construct::UnknownName),
        }
    }

    fn boolean(&mut self, is_and: bool, first: Value, rest: &'p [Expr]) -> Result<Value> {
        let Some((next, rest)) = rest.split_first() else { return Ok(first) };
        let truth = self.truth(&first)?;
        let goes_on = if is_and { truth } else { !truth };
        let mark = self.held.len();
        self.hold(&first);
        let second = self.under(goes_on, |this| {
            let next = this.evaluate(next)?;
            this.boolean(is_and, next, rest)
        })?;
        self.release(mark);
        match second {
            Some(second) => self.ite(goes_on, &second, &first),
            None => Ok(first),
        }
    }

    fn comparison(&mut self, first: Value, links: &'p [(CompareOp, Expr)]) -> Result<Value> {
        let Some(((op, next), rest)) = links.split_first() else { return Ok(first) };
        let mark = self.held.len();
        self.hold(&first);
        let next = self.evaluate(next)?;
        self.release(mark);
        let result = self.compare_value(*op, &first, &next)?;
        if rest.is_empty() {
            return Ok(result);
        }
        let holds = self.truth(&result)?;
        let second = self.under(holds, |this| this.comparison(next, rest))?;
        match second {
            Some(second) => self.ite(holds, &second, &result),
            None => Ok(result),
        }
    }

    /// The items of a display. Those of a set have no order, which does not show in another set.
    fn display(&mut self, items: &'p [Expr], ordered: bool) -> Result<Seq> {
        let mark = self.held.len();
        let mut seq = Seq::default();
        for item in items {
            if let ExprKind::Starred(inner) = &item.kind {
                let iterable = self.evaluate(inner)?;
                if ordered {
                    self.refuse_set_order(&iterable)?;
                }
                let slots = if ordered { self.items(&iterable)? } else { self.blindly(|this| this.items(&iterable))? };
                for slot in slots {
                    self.hold(&slot.value);
                    seq.slots.push(slot);
                }
            } else {
                let value = self.evaluate(item)?;
                self.hold(&value);
                seq.push(Lit::TRUE, value);
            }
        }
        self.release(mark);
        Ok(seq)
    }

    fn set_display(&mut self, items: &'p [Expr]) -> Result<Value> {
        let seq = self.display(items, false)?;
        let mut set = Set::default();
        for slot in seq.slots {
            self.under(slot.present, |this| this.set_add(&mut set, slot.present, &slot.value))?;
        }
        Ok(Value::object(self.allocate(Object::Set(set))))
    }

    fn dict_display(&mut self, items: &'p [DictItem]) -> Result<Value> {
        let mark = self.held.len();
        let dict = Dict::new(DictKind::Plain);
        let id = self.allocate(Object::Dict(dict));
        let result = Value::object(id);
        self.hold(&result);
        // Python evaluates a run of `key: value` items before it puts them in.
        let mut run: Vec<(Value, Value)> = Vec::new();
        for item in items {
            match item {
                DictItem::Pair(key, value) => {
                    let (key, value) = self.two(key, value)?;
                    self.hold(&key);
                    self.hold(&value);
                    run.push((key, value));
                }
                DictItem::Spread(mapping) => {
                    for (key, value) in run.drain(..) {
                        self.dict_set(id, &key, &value)?;
                    }
                    let mapping = self.evaluate(mapping)?;
                    self.dict_spread(id, &mapping)?;
                }
            }
        }
        for (key, value) in run {
            self.dict_set(id, &key, &value)?;
        }
        self.release(mark);
        Ok(result)
    }

    fn comprehension(&mut self, expr: &'p Expr, comprehension: &'p Comprehension) -> Result<Value> {
        let first = self.evaluate(&comprehension.clauses[0].iterable)?;
        if comprehension.kind == ComprehensionKind::Generator {
            if self.problem.resolutions.escapes(expr.id) {
                self.check_iterable(&first)?;
                let free = self.problem.resolutions.free(Owner::Generator(expr.id));
                let cells: Vec<Value> = free.iter().map(|var| self.variable(*var).cloned()).collect::<Result<_>>()?;
                return Ok(self.new_iter(Source::Expression { expr: expr.id, cells: cells.into(), first }));
            }
            self.check_iterable(&first)?;
            return Ok(self.new_iter(Source::Inline { expr: expr.id, first }));
        }
        self.collect(comprehension, first)
    }

    /// Runs a comprehension as a region of its own; returns when it was stopped.
    pub fn gather(
        &mut self,
        comprehension: &'p Comprehension,
        first: Value,
        body: &mut dyn FnMut(&mut Self) -> Result<Lit>,
    ) -> Result<Lit> {
        let mark = self.held.len();
        self.hold(&first);
        let stopped = self.region(|this| {
            this.fresh_cells(comprehension)?;
            let stopped = this.clauses(&comprehension.clauses, Some(first), body)?;
            Ok((stopped, None))
        })?;
        self.release(mark);
        Ok(stopped)
    }

    fn collect(&mut self, comprehension: &'p Comprehension, first: Value) -> Result<Value> {
        match (comprehension.kind, &comprehension.value) {
            (ComprehensionKind::Set, _) => {
                let mut set = Set::default();
                self.blindly(|this| {
                    this.gather(comprehension, first, &mut |this| {
                        let item = this.evaluate(&comprehension.element)?;
                        let path = this.path;
                        this.set_add(&mut set, path, &item)?;
                        Ok(Lit::FALSE)
                    })
                })?;
                Ok(Value::object(self.allocate(Object::Set(set))))
            }
            (ComprehensionKind::Dict, Some(value)) => {
                let mut dict = Dict::new(DictKind::Plain);
                let place = self.keep();
                self.gather(comprehension, first, &mut |this| {
                    let (key, value) = this.two(&comprehension.element, value)?;
                    this.check_hashable(&key)?;
                    if !this.is_dead() {
                        this.keep_value(place, &key);
                        this.keep_value(place, &value);
                        let path = this.path;
                        this.dict_put(&mut dict, path, &key, &value)?;
                    }
                    Ok(Lit::FALSE)
                })?;
                self.end_keep(place);
                Ok(Value::object(self.allocate(Object::Dict(dict))))
            }
            _ => {
                self.in_order_of_items(|this| {
                    let mut seq = Seq::default();
                    // An element may hold references that joins must see.
                    let place = this.keep();
                    this.gather(comprehension, first, &mut |this| {
                        let item = this.evaluate(&comprehension.element)?;
                        this.keep_value(place, &item);
                        seq.push(this.path, item);
                        Ok(Lit::FALSE)
                    })?;
                    this.end_keep(place);
                    Ok(Object::List(seq))
                })
            }
        }
    }

    /// The loops of a comprehension, outermost first. `first` is the value of the outermost iterable.
    pub fn clauses(
        &mut self,
        clauses: &'p [lang::ast::Clause],
        first: Option<Value>,
        body: &mut dyn FnMut(&mut Self) -> Result<Lit>,
    ) -> Result<Lit> {
        let blind = std::mem::take(&mut self.blind);
        let Some((clause, rest)) = clauses.split_first() else { return body(self) };
        let iterable = match first {
            Some(first) => first,
            None => self.evaluate(&clause.iterable)?,
        };
        let mark = self.held.len();
        self.hold(&iterable);
        self.blind = blind;
        let stopped = self.for_each_until(&iterable, &mut |this, item| {
            this.assign(&clause.target, item)?;
            if this.is_dead() {
                return Ok(Lit::FALSE);
            }
            this.conditions(&clause.conditions, &mut |this| {
                this.blind = blind;
                this.clauses(rest, None, body)
            })
        })?;
        self.blind = false;
        self.release(mark);
        Ok(stopped)
    }

    fn conditions(&mut self, conditions: &'p [Expr], body: &mut dyn FnMut(&mut Self) -> Result<Lit>) -> Result<Lit> {
        let Some((condition, rest)) = conditions.split_first() else { return body(self) };
        let holds = self.condition(condition)?;
        let stop = self.under(holds, |this| this.conditions(rest, body))?;
        Ok(match stop {
            Some(stop) => self.circuit.and(holds, stop),
            None => Lit::FALSE,
        })
    }

    /// The variables of a comprehension that lambdas in it share are new each time it runs.
    pub fn fresh_cells(&mut self, comprehension: &'p Comprehension) -> Result<()> {
        let mut vars = Vec::new();
        for clause in &comprehension.clauses {
            self.target_vars(&clause.target, &mut vars);
        }
        for var in vars {
            if self.problem.resolutions.var(var).captured {
                let cell = self.allocate(Object::Cell(Value::of(Alt::Unbound)));
                self.set_slot(var, Value::of(Alt::Cell(cell)))?;
            } else {
                self.set_slot(var, Value::of(Alt::Unbound))?;
            }
        }
        Ok(())
    }

    pub fn target_vars(&self, target: &Expr, vars: &mut Vec<VarId>) {
        match &target.kind {
            ExprKind::Name(_) => {
                if let Some(Resolution::Var(var)) = self.problem.resolutions.get(target.id) {
                    vars.push(var);
                }
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|item| self.target_vars(item, vars));
            }
            ExprKind::Starred(inner) => self.target_vars(inner, vars),
            _ => {}
        }
    }

    /// A frame in which only the variables of surrounding functions have a value.
    pub fn empty_frame(&self, owner: Owner, cells: &[Value]) -> Frame {
        let mut values = vec![Value::of(Alt::Unbound); self.places.size(owner)];
        for (var, cell) in self.problem.resolutions.free(owner).iter().zip(cells) {
            if let Some(slot) = self.places.slot(owner, *var) {
                values[slot] = cell.clone();
            }
        }
        Frame { owner, values }
    }

    /// Puts the shared variables of the frame being executed into cells.
    pub fn own_cells(&mut self, owner: Owner) -> Result<()> {
        for var in self.problem.resolutions.owned(owner) {
            if self.problem.resolutions.var(*var).captured {
                let value = self.variable(*var)?.clone();
                let cell = self.allocate(Object::Cell(value));
                self.set_slot(*var, Value::of(Alt::Cell(cell)))?;
            }
        }
        Ok(())
    }

    pub fn is_named_tuple(&self, class: RecordId) -> bool {
        self.problem.records[usize::from(class.0)].kind == RecordKind::NamedTuple
    }

    /// `x.name`: a field, or a method as a value.
    pub fn attribute(&mut self, base: &Value, name: &str) -> Result<Value> {
        let mut cases = Vec::new();
        if base.alts().len() > 1 && self.has_instance(base)? {
            for (lit, part, class) in self.by_class(base)? {
                let value = match class {
                    Some(_) => self.instance_attribute(lit, &part, name)?,
                    None => self.under(lit, |this| this.attribute(&part, name))?.unwrap_or_else(Value::never),
                };
                cases.push((lit, value));
            }
            return self.choose(&cases);
        }
        for (lit, alt) in base.alts() {
            match alt {
                Alt::Record(class, fields) => {
                    let declared = &self.problem.records[usize::from(class.0)].fields;
                    match declared.iter().position(|field| *field.name == *name) {
                        Some(position) => cases.push((*lit, fields[position].clone())),
                        None => self.missing_attribute(*lit, alt, name, &mut cases)?,
                    }
                }
                Alt::Exception(_, parts) => cases.push((*lit, self.exception_attribute(*lit, parts, name)?)),
                _ => self.missing_attribute(*lit, alt, name, &mut cases)?,
            }
        }
        self.choose(&cases)
    }

    fn missing_attribute(&mut self, lit: Lit, alt: &Alt, name: &str, cases: &mut Vec<(Lit, Value)>) -> Result<()> {
        match self.method_of(alt, name)? {
            Some(method) => cases.push((lit, Value::of(Alt::Method(Rc::new((Value::of(alt.clone()), method)))))),
            None => match self.own_attribute(lit, alt, name)? {
                Some(value) => cases.push((lit, value)),
                None => self.no_attribute(lit, alt, name)?,
            },
        }
        Ok(())
    }

    /// Raises, unless Python has an attribute there that the language does not have.
    pub fn no_attribute(&mut self, lit: Lit, alt: &Alt, name: &str) -> Result<()> {
        let type_name = match alt {
            Alt::Str(_) => "str",
            Alt::Bool(_) | Alt::Int(_) | Alt::Bits(_) => "int",
            Alt::Tuple(_) => "tuple",
            Alt::Record(..) => "record",
            Alt::FrozenSet(_) => "frozenset",
            Alt::Range(_) => "range",
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::List(_) => "list",
                Object::Set(_) => "set",
                Object::Dict(dict) => match dict.kind {
                    DictKind::Plain => "dict",
                    DictKind::Counter => "Counter",
                    DictKind::Default(_) => "defaultdict",
                    DictKind::Ordered => "OrderedDict",
                },
                Object::Deque(..) => "deque",
                Object::Iter(_) => "iterator",
                Object::Cell(_) | Object::Instance(_) | Object::Class(_) => "",
            },
            Alt::View(..) => "dict_keys",
            _ => "",
        };
        if lang::attributes::python_has(type_name, name) {
            return self.refuse_if(lit, Construct::OtherAttribute);
        }
        self.raise(lit, lang::builtins::Exception::AttributeError);
        Ok(())
    }
}
