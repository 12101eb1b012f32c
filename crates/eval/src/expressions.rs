//! Evaluates expressions.

use lang::ast::{CompareOp, UnaryOp};
use lang::builtins::{Builtin, Exception};
use smallvec::SmallVec;

use crate::code::{Args, DictEntry, Display, Item, MethodCall, Node, SliceNode, Symbol};
use crate::compare::{equal, ordered};
use crate::fault::{Result, outside, raise, type_error};
use crate::iterators::Iter;
use crate::iterators::generator::Lazy;
use crate::machine::{Arguments, Machine};
use crate::methods::Method;
use crate::table::Table;
use crate::truth::truth;
use crate::value::{DictKind, Items, Value};

impl Machine<'_> {
    /// Dispatches only: what an expression does is in a function of its own, so that this one stays small.
    #[inline]
    pub(crate) fn eval(&mut self, node: &Node, frame: &mut [Value]) -> Result<Value> {
        match node {
            Node::Local(slot, name) => match &frame[*slot as usize] {
                Value::Unbound => self.unbound_local(*name),
                value => Ok(value.clone()),
            },
            Node::Int(number) => Ok(Value::Int(*number)),
            _ => self.eval_other(node, frame),
        }
    }

    #[inline(never)]
    fn eval_other(&mut self, node: &Node, frame: &mut [Value]) -> Result<Value> {
        match node {
            Node::Bool(truth) => Ok(Value::Bool(*truth)),
            Node::None => Ok(Value::None),
            Node::Constant(index) => Ok(self.constants[*index as usize].clone()),
            Node::CompareSimple(op, operands) => Ok(Value::Bool(self.test_simple(*op, operands, frame)?)),
            Node::Compare(op, operands) => Ok(Value::Bool(self.test_compare(*op, operands, frame)?)),
            Node::Not(inner) => Ok(Value::Bool(!self.test(inner, frame)?)),
            Node::Fold(fold, comprehension) => self.fold(*fold, comprehension, frame),
            Node::Index(parts) => self.index(&parts.0, &parts.1, frame),
            Node::Field(base, name) => self.field(base, *name, frame),
            Node::Binary(op, operands) => self.eval_binary(*op, operands, frame),
            Node::CallFunction(function, args) => self.call_direct(*function, args, frame),
            Node::Len(inner) => Ok(Value::Int(self.len_of(inner, frame)?)),
            Node::CallBuiltin(builtin, args) => self.eval_builtin(*builtin, args, frame),
            Node::Push(method, slot, call) => self.push(*method, *slot, call, frame),
            Node::CallMethod(call) => self.eval_method(call, frame),
            Node::Comprehension(display, comprehension) => self.comprehend(*display, comprehension, frame),
            Node::Tuple(items) => self.eval_tuple(items, frame),
            Node::List(items) => Ok(Value::list(self.eval_items::<Vec<Value>>(items, frame)?)),
            Node::And(items) => self.and_or(items, false, frame),
            Node::Or(items) => self.and_or(items, true, frame),
            Node::If(parts) => {
                let branch = if self.test(&parts.0, frame)? { &parts.1 } else { &parts.2 };
                self.eval(branch, frame)
            }
            _ => self.eval_rare(node, frame),
        }
    }

    fn eval_binary(&mut self, op: lang::ast::BinaryOp, operands: &(Node, Node), frame: &mut [Value]) -> Result<Value> {
        let left = self.eval(&operands.0, frame)?;
        let right = self.eval(&operands.1, frame)?;
        self.binary(op, &left, &right)
    }

    #[inline(never)]
    fn eval_tuple(&mut self, items: &[Node], frame: &mut [Value]) -> Result<Value> {
        if let [first, second] = items {
            let first = self.eval(first, frame)?;
            return Ok(Value::pair(first, self.eval(second, frame)?));
        }
        Ok(Value::Tuple(std::rc::Rc::new(self.eval_items(items, frame)?)))
    }

    #[inline(never)]
    fn field(&mut self, base: &Node, name: Symbol, frame: &mut [Value]) -> Result<Value> {
        match peek(&self.constants, base, frame) {
            Some(value) => self.attribute(value, name),
            None => {
                let value = self.eval(base, frame)?;
                self.attribute(&value, name)
            }
        }
    }

    #[inline(never)]
    fn eval_rare(&mut self, node: &Node, frame: &mut [Value]) -> Result<Value> {
        Ok(match node {
            Node::Cell { slot, name, own } => match &frame[*slot as usize] {
                Value::Cell(cell) => match &*cell.borrow() {
                    Value::Unbound if *own => return self.unbound_local(*name),
                    Value::Unbound => return self.unbound_free(*name),
                    value => value.clone(),
                },
                _ => return self.unbound_free(*name),
            },
            Node::Global(global) => match &self.globals[*global as usize] {
                Value::Unbound => {
                    let name = &self.program.globals[*global as usize];
                    return raise(Exception::NameError, format!("name '{name}' is not defined"));
                }
                value => value.clone(),
            },
            Node::Builtin(builtin) => Value::Builtin(*builtin),
            Node::Class(class) => Value::Class(*class),
            Node::Identity => Value::Identity,
            Node::Set(items) => {
                let mut table = Table::with_capacity(items.len());
                for item in items {
                    table.add(self.eval(item, frame)?)?;
                }
                Value::set(table)
            }
            Node::Spread(display, items) => self.spread(*display, items, frame)?,
            Node::Dict(entries) => self.dict_display(entries, frame)?,
            Node::Unary(op, inner) => {
                let value = self.eval(inner, frame)?;
                match op {
                    UnaryOp::Not => Value::Bool(!truth(&value)?),
                    _ => crate::numbers::unary(*op, &value)?,
                }
            }
            Node::Chain(_) => return self.chain(node, frame),
            Node::Slice(parts) => {
                let base = self.eval(&parts.0, frame)?;
                let slice = self.slice_value(&parts.1, frame)?;
                crate::subscript::get_slice(&base, &slice)?
            }
            Node::SliceIndex(slice) => self.slice_value(slice, frame)?,
            Node::Call(call) => {
                let callee = self.eval(&call.0, frame)?;
                let arguments = self.arguments(&call.1, frame)?;
                self.call_value(&callee, arguments)?
            }
            Node::DictComprehension(comprehension) => self.comprehend_dict(comprehension, frame)?,
            Node::FoldWith(builtin, parts) => {
                let mut arguments = self.arguments(&parts.1, frame)?;
                let items = self.comprehend(Display::List, &parts.0, frame)?;
                arguments.positional.push(items);
                self.call_builtin(*builtin, arguments)?
            }
            Node::Generator(make) => {
                let first = self.iterate(&make.first, frame)?;
                let captures = make.captures.iter().map(|slot| frame[*slot as usize].clone());
                let code = &self.program.generators[make.code.0 as usize];
                Value::iter(Iter::Lazy(Box::new(Lazy::new(make.code, code, first, captures))))
            }
            Node::Closure(make) => {
                let defaults: Vec<Value> = self.eval_items(&make.defaults, frame)?;
                let cells = make.captures.iter().map(|slot| frame[*slot as usize].clone()).collect();
                self.new_closure(make.function, defaults.into(), cells)
            }
            Node::Walrus(parts) => {
                let value = self.eval(&parts.1, frame)?;
                self.assign(&parts.0, value.clone(), frame)?;
                value
            }
            Node::Outside(what) => return outside(what.to_string()),
            Node::Message(parts) => {
                let mut text = String::new();
                for part in parts {
                    text.push_str(&crate::repr::message(&self.eval(part, frame)?));
                }
                Value::str(&text)
            }
            Node::At(_, inner) => return self.eval(inner, frame),
            other => unreachable_node(other),
        })
    }

    /// The truth of an expression, without making a value where none is needed.
    #[inline]
    pub(crate) fn test(&mut self, node: &Node, frame: &mut [Value]) -> Result<bool> {
        match node {
            Node::CompareSimple(op, operands) => self.test_simple(*op, operands, frame),
            Node::Compare(op, operands) => self.test_compare(*op, operands, frame),
            Node::Bool(truth) => Ok(*truth),
            Node::Not(inner) => Ok(!self.test(inner, frame)?),
            Node::And(items) => {
                for item in items {
                    if !self.test(item, frame)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Or(items) => {
                for item in items {
                    if self.test(item, frame)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Local(slot, name) => match &frame[*slot as usize] {
                Value::Unbound => self.unbound_local(*name),
                value => truth(value),
            },
            Node::At(_, inner) => self.test(inner, frame),
            _ => truth(&self.eval(node, frame)?),
        }
    }

    #[inline(never)]
    fn test_compare(&mut self, op: CompareOp, operands: &(Node, Node), frame: &mut [Value]) -> Result<bool> {
        let left = self.eval(&operands.0, frame)?;
        let right = self.eval(&operands.1, frame)?;
        self.compare_any(op, &left, &right)
    }

    /// The right operand is a variable or a constant: both are compared where they stand.
    #[inline(never)]
    fn test_simple(&mut self, op: CompareOp, operands: &(Node, Node), frame: &mut [Value]) -> Result<bool> {
        let evaluated;
        let left = match &operands.0 {
            Node::Local(slot, _) => &frame[*slot as usize],
            other => {
                evaluated = self.eval(other, frame)?;
                &evaluated
            }
        };
        let number;
        let right = match &operands.1 {
            Node::Local(slot, _) => &frame[*slot as usize],
            Node::Int(constant) => {
                number = Value::Int(*constant);
                &number
            }
            Node::Constant(index) => &self.constants[*index as usize],
            Node::Bool(truth) => {
                number = Value::Bool(*truth);
                &number
            }
            _ => &Value::None,
        };
        match (op, left, right) {
            (CompareOp::Equal, Value::Int(a), Value::Int(b)) => Ok(a == b),
            (CompareOp::NotEqual, Value::Int(a), Value::Int(b)) => Ok(a != b),
            (CompareOp::Less, Value::Int(a), Value::Int(b)) => Ok(a < b),
            (CompareOp::LessEqual, Value::Int(a), Value::Int(b)) => Ok(a <= b),
            (CompareOp::Greater, Value::Int(a), Value::Int(b)) => Ok(a > b),
            (CompareOp::GreaterEqual, Value::Int(a), Value::Int(b)) => Ok(a >= b),
            (CompareOp::In, Value::Int(_) | Value::Atom(_) | Value::Tuple(_) | Value::Record(_), Value::Set(set)) => {
                set.borrow().contains(left)
            }
            (
                CompareOp::NotIn,
                Value::Int(_) | Value::Atom(_) | Value::Tuple(_) | Value::Record(_),
                Value::Set(set),
            ) => Ok(!set.borrow().contains(left)?),
            (_, Value::Unbound, _) | (_, _, Value::Unbound | Value::Iter(_)) => self.test_compare(op, operands, frame),
            _ => self.compare(op, left, right),
        }
    }

    #[inline]
    pub(crate) fn compare(&self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match op {
            CompareOp::Equal => equal(left, right),
            CompareOp::NotEqual => Ok(!equal(left, right)?),
            CompareOp::In => self.contains(right, left),
            CompareOp::NotIn => Ok(!self.contains(right, left)?),
            CompareOp::Is => Ok(is_same(left, right)),
            CompareOp::IsNot => Ok(!is_same(left, right)),
            _ => ordered(op, left, right, &self.program.orderable_records),
        }
    }

    /// [`Machine::compare`], and searches in iterators, which run them.
    fn compare_any(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        match (op, right) {
            (CompareOp::In | CompareOp::NotIn, Value::Iter(_)) => {
                Ok(self.search(left, right)? == (op == CompareOp::In))
            }
            _ => self.compare(op, left, right),
        }
    }

    fn chain(&mut self, node: &Node, frame: &mut [Value]) -> Result<Value> {
        let Node::Chain(parts) = node else { return Ok(Value::None) };
        let mut left = self.eval(&parts.0, frame)?;
        for (op, operand) in &parts.1 {
            let right = self.eval(operand, frame)?;
            if !self.compare_any(*op, &left, &right)? {
                return Ok(Value::Bool(false));
            }
            left = right;
        }
        Ok(Value::Bool(true))
    }

    #[inline(never)]
    fn and_or(&mut self, items: &[Node], stop_at: bool, frame: &mut [Value]) -> Result<Value> {
        let mut result = Value::None;
        for (position, item) in items.iter().enumerate() {
            result = self.eval(item, frame)?;
            if position + 1 < items.len() && truth(&result)? == stop_at {
                break;
            }
        }
        Ok(result)
    }

    pub(crate) fn eval_items<C: Extend<Value> + Default>(&mut self, nodes: &[Node], frame: &mut [Value]) -> Result<C> {
        let mut items = C::default();
        for node in nodes {
            items.extend([self.eval(node, frame)?]);
        }
        Ok(items)
    }

    #[inline(never)]
    fn index(&mut self, base: &Node, index: &Node, frame: &mut [Value]) -> Result<Value> {
        // Reading an element of a list in a variable needs no copy of the list's reference.
        if let Node::Local(slot, _) = base
            && matches!(frame[*slot as usize], Value::List(_) | Value::Tuple(_))
            && matches!(index, Node::Int(_) | Node::Local(..))
        {
            let position = self.eval(index, frame)?;
            return crate::subscript::get_sequence(&frame[*slot as usize], &position);
        }
        let base = self.eval(base, frame)?;
        let index = self.eval(index, frame)?;
        self.get_item(&base, &index)
    }

    #[inline(never)]
    fn len_of(&mut self, node: &Node, frame: &mut [Value]) -> Result<i64> {
        match peek(&self.constants, node, frame) {
            Some(value) => crate::builtins::len(value),
            None => {
                let value = self.eval(node, frame)?;
                crate::builtins::len(&value)
            }
        }
    }

    /// A field of a record, or a method not called yet.
    fn attribute(&self, value: &Value, name: Symbol) -> Result<Value> {
        if let Value::Record(record) = value {
            let fields = &self.program.records[usize::from(record.class.0)].fields;
            if let Some(position) = fields.iter().position(|field| *field == name) {
                return Ok(record.fields[position].clone());
            }
        }
        let text = &self.program.names[name.0 as usize];
        match Method::by_name(text) {
            Some(method) if method.applies_to(value) => Ok(Value::Method(std::rc::Rc::new((value.clone(), method)))),
            _ => no_attribute(value, text),
        }
    }

    #[inline(never)]
    fn eval_method(&mut self, call: &MethodCall, frame: &mut [Value]) -> Result<Value> {
        let receiver = self.eval(&call.receiver, frame)?;
        match call.method {
            Some(method) if method.applies_to(&receiver) && !self.is_field(&receiver, call.name) => {
                let arguments = self.arguments(&call.args, frame)?;
                self.call_method(&receiver, method, arguments)
            }
            _ => {
                let callee = self.attribute(&receiver, call.name)?;
                let arguments = self.arguments(&call.args, frame)?;
                self.call_value(&callee, arguments)
            }
        }
    }

    /// Adds to a set, or appends to a list, that stands in a variable.
    #[inline(never)]
    fn push(&mut self, method: Method, slot: u32, call: &MethodCall, frame: &mut [Value]) -> Result<Value> {
        let fits =
            matches!((&frame[slot as usize], method), (Value::Set(_), Method::Add) | (Value::List(_), Method::Append));
        if !fits {
            return self.eval_method(call, frame);
        }
        let value = match &*call.args.positional {
            [item] => self.eval(&item.node, frame)?,
            _ => Value::None,
        };
        match &frame[slot as usize] {
            Value::Set(set) => set.borrow_mut().add(value)?,
            Value::List(items) => items.borrow_mut().push(value),
            _ => {}
        }
        Ok(Value::None)
    }

    fn is_field(&self, value: &Value, name: Symbol) -> bool {
        let Value::Record(record) = value else { return false };
        self.program.records[usize::from(record.class.0)].fields.contains(&name)
    }

    #[inline(never)]
    fn eval_builtin(&mut self, builtin: Builtin, args: &Args, frame: &mut [Value]) -> Result<Value> {
        if args.plain
            && let [item] = &*args.positional
        {
            match builtin {
                Builtin::Set => return Ok(Value::set(self.table_of(&item.node, frame)?)),
                Builtin::FrozenSet => return Ok(Value::frozenset(self.table_of(&item.node, frame)?)),
                Builtin::All => return self.all_any(&item.node, false, frame),
                Builtin::Any => return self.all_any(&item.node, true, frame),
                _ => {}
            }
        }
        let arguments = self.arguments(args, frame)?;
        self.call_builtin(builtin, arguments)
    }

    fn table_of(&mut self, node: &Node, frame: &mut [Value]) -> Result<Table<()>> {
        match peek(&self.constants, node, frame) {
            Some(Value::List(items)) => table_from(&items.borrow()),
            Some(Value::Tuple(items)) => table_from(items),
            _ => {
                let mut iter = self.iterate(node, frame)?;
                self.table_from_iter(&mut iter)
            }
        }
    }

    fn all_any(&mut self, node: &Node, stop_at: bool, frame: &mut [Value]) -> Result<Value> {
        let mut iter = self.iterate(node, frame)?;
        while let Some(item) = self.next(&mut iter)? {
            if truth(&item)? == stop_at {
                return Ok(Value::Bool(stop_at));
            }
        }
        Ok(Value::Bool(!stop_at))
    }

    #[inline(never)]
    pub(crate) fn arguments(&mut self, args: &Args, frame: &mut [Value]) -> Result<Arguments> {
        let mut arguments = Arguments::default();
        for item in &args.positional {
            if item.spread {
                let value = self.eval(&item.node, frame)?;
                crate::iterators::reject_set_order(&value, "spread into arguments")?;
                arguments.positional.extend(self.collect(&value)?);
            } else {
                arguments.positional.push(self.eval(&item.node, frame)?);
            }
        }
        for (name, node) in &args.keywords {
            arguments.keywords.push((*name, self.eval(node, frame)?));
        }
        Ok(arguments)
    }

    fn spread(&mut self, display: Display, items: &[Item], frame: &mut [Value]) -> Result<Value> {
        let mut values = Vec::new();
        for item in items {
            let value = self.eval(&item.node, frame)?;
            if item.spread {
                if display != Display::Set {
                    crate::iterators::reject_set_order(&value, "spread into a list or tuple")?;
                }
                values.extend(self.collect(&value)?);
            } else {
                values.push(value);
            }
        }
        Ok(match display {
            Display::Tuple => Value::Tuple(std::rc::Rc::new(Items::from_vec(values))),
            Display::List => Value::list(values),
            Display::Set => Value::set(table_from(&values)?),
            Display::FrozenSet => Value::frozenset(table_from(&values)?),
        })
    }

    fn dict_display(&mut self, entries: &[DictEntry], frame: &mut [Value]) -> Result<Value> {
        let mut table = Table::with_capacity(entries.len());
        for entry in entries {
            match entry {
                DictEntry::Pair(key, value) => {
                    let key = self.eval(key, frame)?;
                    let value = self.eval(value, frame)?;
                    table.insert(key, value)?;
                }
                DictEntry::Spread(node) => {
                    let value = self.eval(node, frame)?;
                    let Value::Dict(dict) = &value else {
                        return type_error(format!("'{}' object is not a mapping", value.type_name()));
                    };
                    for ((hash, key), value) in dict.table.borrow().hashed_keys().zip(dict.table.borrow().values()) {
                        table.insert_hashed(hash, key.clone(), value.clone())?;
                    }
                }
            }
        }
        Ok(Value::dict(DictKind::Plain, table))
    }

    /// A slice as a tuple of its three parts, `None` where one is missing.
    fn slice_value(&mut self, slice: &SliceNode, frame: &mut [Value]) -> Result<Value> {
        let mut parts: SmallVec<[Value; 3]> = SmallVec::new();
        for part in [&slice.lower, &slice.upper, &slice.step] {
            parts.push(match part {
                Some(node) => self.eval(node, frame)?,
                None => Value::None,
            });
        }
        Ok(crate::subscript::slice_marker(parts))
    }

    #[cold]
    fn unbound_local<T>(&self, name: Symbol) -> Result<T> {
        let name = &self.program.names[name.0 as usize];
        let text = format!("cannot access local variable '{name}' where it is not associated with a value");
        raise(Exception::UnboundLocalError, text)
    }

    #[cold]
    fn unbound_free<T>(&self, name: Symbol) -> Result<T> {
        let name = &self.program.names[name.0 as usize];
        let text = format!("cannot access free variable '{name}' where it is not associated with a value");
        raise(Exception::NameError, text)
    }
}

/// The value of a variable or constant without a copy; `None` for everything else, unbound variables included.
pub(crate) fn peek<'a>(constants: &'a [Value], node: &Node, frame: &'a [Value]) -> Option<&'a Value> {
    match node {
        Node::Local(slot, _) => match &frame[*slot as usize] {
            Value::Unbound => None,
            value => Some(value),
        },
        Node::Constant(index) => Some(&constants[*index as usize]),
        _ => None,
    }
}

pub(crate) fn table_from(items: &[Value]) -> Result<Table<()>> {
    let mut table = Table::with_capacity(items.len());
    for item in items {
        table.add(item.clone())?;
    }
    Ok(table)
}

#[cold]
pub(crate) fn no_attribute<T>(value: &Value, name: &str) -> Result<T> {
    raise(Exception::AttributeError, format!("'{}' object has no attribute '{name}'", value.type_name()))
}

/// `is`, whose right operand is `None`, `True` or `False`.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::None, Value::None) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        _ => false,
    }
}

#[cold]
fn unreachable_node(node: &Node) -> Value {
    debug_assert!(false, "{node:?} is evaluated by `eval`");
    Value::None
}
