//! The built-in functions, and those of `itertools`, `collections`, `dataclasses` and `custodiet`.

mod lazy;
mod math;
mod relations;
pub(crate) mod sorting;

use std::rc::Rc;

use lang::builtins::{Builtin, Exception, LazyBuiltin};
use lang::signature::{ArgumentError, Signature};
use num_traits::Signed;

use self::sorting::Extreme;
use crate::calls::Arguments;
use crate::code::Symbol;
use crate::dunder::Dunder;
use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::iterators::{Iter, SharedIter};
use crate::machine::Machine;
use crate::table::Table;
use crate::value::{Dict, DictKind, Items, Range, Record, Value};

impl Arguments {
    /// Takes a keyword's value out.
    pub(crate) fn keyword(&mut self, name: Symbol) -> Option<Value> {
        let position = self.keywords.iter().position(|(given, _)| *given == name)?;
        Some(self.keywords.remove(position).1)
    }

    /// The value of a parameter, `None` if it was not given.
    pub(crate) fn take(&mut self, position: usize) -> Value {
        match self.positional.get_mut(position) {
            None | Some(Value::Unbound) => Value::None,
            Some(value) => std::mem::replace(value, Value::None),
        }
    }

    pub(crate) fn get(&self, position: usize) -> Option<&Value> {
        self.positional.get(position).filter(|value| !matches!(value, Value::Unbound))
    }
}

#[cold]
fn misfit<T>(name: &str, error: ArgumentError) -> Result<T> {
    type_error(format!("{name}() {error}"))
}

#[inline(never)]
pub(crate) fn len(value: &Value) -> Result<i64> {
    let length = match value {
        Value::List(items) => items.borrow().len(),
        Value::Tuple(items) => items.len(),
        Value::Deque(deque) => deque.len(),
        Value::Set(set) => set.borrow().len(),
        Value::FrozenSet(set) => set.len(),
        Value::Dict(dict) => dict.table.borrow().len(),
        Value::Range(range) => return Ok(range.len()),
        Value::View(view) => view.dict.table.borrow().len(),
        Value::Record(record) if record.is_tuple => record.fields.len(),
        Value::Str(text) => crate::text::length(text),
        Value::Atom(_) => return outside("the length of an atom; atoms only have equality"),
        other => return type_error(format!("object of type '{}' has no len()", other.type_name())),
    };
    Ok(i64::try_from(length).unwrap_or(i64::MAX))
}

pub(crate) fn make_range(arguments: &Arguments) -> Result<Range> {
    let part = |position: usize| match arguments.get(position) {
        Some(value) => range_part(value).map(Some),
        None => Ok(None),
    };
    let (first, second, step) = (part(0)?.unwrap_or(0), part(1)?, part(2)?.unwrap_or(1));
    if step == 0 {
        return value_error("range() arg 3 must not be zero");
    }
    Ok(match second {
        Some(stop) => Range { start: first, stop, step },
        None => Range { start: 0, stop: first, step },
    })
}

fn range_part(value: &Value) -> Result<i64> {
    match value {
        Value::Big(_) => outside("a range beyond 64 bits"),
        Value::Atom(_) => outside("a range of atoms; atoms only have equality"),
        other => match other.as_int() {
            Some(number) => Ok(number),
            None => type_error(format!("'{}' object cannot be interpreted as an integer", other.type_name())),
        },
    }
}

impl Machine<'_> {
    /// Checks the arguments of a built-in function or method. Afterwards every argument stands at the position of its
    /// parameter, and only keyword-only parameters are left among the keywords.
    pub(crate) fn fit(&self, name: &str, signature: &Signature, arguments: &mut Arguments) -> Result<()> {
        if !arguments.keywords.is_empty() {
            return self.fit_keywords(name, signature, arguments);
        }
        match signature.accepts(arguments.positional.len()) {
            Ok(()) => Ok(()),
            Err(error) => misfit(name, error),
        }
    }

    #[inline(never)]
    fn fit_keywords(&self, name: &str, signature: &Signature, arguments: &mut Arguments) -> Result<()> {
        let names: Vec<&str> = arguments.keywords.iter().map(|(name, _)| self.name_of(*name)).collect();
        let positions = match signature.place(arguments.positional.len(), &names) {
            Ok(positions) => positions,
            Err(error) => return misfit(name, error),
        };
        for ((name, value), position) in std::mem::take(&mut arguments.keywords).into_iter().zip(positions) {
            let Some(position) = position else {
                arguments.keywords.push((name, value));
                continue;
            };
            if arguments.positional.len() <= position {
                arguments.positional.resize(position + 1, Value::Unbound);
            }
            arguments.positional[position] = value;
        }
        Ok(())
    }

    pub(crate) fn call_builtin(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Value> {
        self.fit(builtin.name(), builtin.signature(), &mut arguments)?;
        if self.program.overloads && compares(builtin) {
            self.collect_iterators(&mut arguments)?;
            return self.asking(|this| this.fitted_builtin(builtin, arguments.clone()));
        }
        self.fitted_builtin(builtin, arguments)
    }

    /// Iterators among the arguments as lists, so that what is done with them can be started again.
    pub(crate) fn collect_iterators(&mut self, arguments: &mut Arguments) -> Result<()> {
        for value in &mut arguments.positional {
            if let Value::Iter(_) | Value::Instance(_) = value
                && crate::iterators::is_iterable(value)
            {
                *value = Value::list(self.collect(value)?);
            }
        }
        Ok(())
    }

    fn fitted_builtin(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Value> {
        if compares(builtin) {
            self.charge(crate::vm::TABLE_STEPS)?;
        }
        match builtin {
            Builtin::Range => Ok(Value::Range(Rc::new(make_range(&arguments)?))),
            Builtin::Accumulate => self.lazy(LazyBuiltin::Accumulate, arguments),
            Builtin::Chain => self.lazy(LazyBuiltin::Chain, arguments),
            Builtin::ChainFromIterable => self.lazy(LazyBuiltin::ChainFromIterable, arguments),
            Builtin::Combinations => self.lazy(LazyBuiltin::Combinations, arguments),
            Builtin::Enumerate => self.lazy(LazyBuiltin::Enumerate, arguments),
            Builtin::Filter => self.lazy(LazyBuiltin::Filter, arguments),
            Builtin::Map => self.lazy(LazyBuiltin::Map, arguments),
            Builtin::GroupBy => self.lazy(LazyBuiltin::GroupBy, arguments),
            Builtin::Pairwise => self.lazy(LazyBuiltin::Pairwise, arguments),
            Builtin::Permutations => self.lazy(LazyBuiltin::Permutations, arguments),
            Builtin::Product => self.lazy(LazyBuiltin::Product, arguments),
            Builtin::Reversed => self.lazy(LazyBuiltin::Reversed, arguments),
            Builtin::Zip => self.lazy(LazyBuiltin::Zip, arguments),
            Builtin::Len => Ok(Value::Int(self.len_of(&arguments.positional[0])?)),
            Builtin::All => self.quantifier(&arguments.positional[0], false),
            Builtin::Any => self.quantifier(&arguments.positional[0], true),
            Builtin::Sum => self.sum(&arguments),
            Builtin::Min => self.extreme(Extreme::Min, arguments),
            Builtin::Max => self.extreme(Extreme::Max, arguments),
            Builtin::Sorted => self.sorted(arguments),
            Builtin::Abs => match self.call_special(&arguments.positional[0], Dunder::Abs, &[])? {
                Some(value) => Ok(value),
                None => absolute(&arguments.positional[0]),
            },
            Builtin::Divmod => {
                let (a, b) = (&arguments.positional[0], &arguments.positional[1]);
                if !crate::floats::is_real(a) || !crate::floats::is_real(b) {
                    return type_error("unsupported operand type(s) for divmod()");
                }
                let quotient = self.binary(lang::ast::BinaryOp::FloorDivide, a, b)?;
                Ok(Value::pair(quotient, self.binary(lang::ast::BinaryOp::Modulo, a, b)?))
            }
            Builtin::Pow => {
                if let [base, exponent] = &arguments.positional[..]
                    && crate::numbers::is_number(base)
                {
                    self.charge(crate::numbers::cost(lang::ast::BinaryOp::Power, base, exponent))?;
                }
                pow(arguments)
            }
            Builtin::Int => integer(&arguments),
            Builtin::Float => crate::floats::float(arguments.get(0)),
            Builtin::Round => crate::floats::round(&arguments.positional[0], arguments.get(1)),
            Builtin::CopyCopy => {
                let copy = crate::copy::shallow(&arguments.positional[0])?;
                self.charge(usize::try_from(len(&copy).unwrap_or(0)).unwrap_or(usize::MAX))?;
                Ok(copy)
            }
            Builtin::DeepCopy => {
                let (copy, elements) = crate::copy::deep(&arguments.positional[0])?;
                self.charge(elements)?;
                Ok(copy)
            }
            Builtin::Ceil
            | Builtin::Comb
            | Builtin::Exp
            | Builtin::Fabs
            | Builtin::Factorial
            | Builtin::Floor
            | Builtin::Gcd
            | Builtin::IsClose
            | Builtin::IsFinite
            | Builtin::IsInf
            | Builtin::IsNan
            | Builtin::Isqrt
            | Builtin::Lcm
            | Builtin::Log
            | Builtin::Log10
            | Builtin::Log2
            | Builtin::Perm
            | Builtin::MathPow
            | Builtin::Prod
            | Builtin::Sqrt
            | Builtin::Trunc => self.math(builtin, arguments),
            Builtin::Bool => Ok(Value::Bool(match arguments.get(0) {
                Some(value) => self.truth_of(value)?,
                None => false,
            })),
            Builtin::List => Ok(Value::list(self.sequence_items(&arguments)?)),
            Builtin::Tuple => Ok(Value::Tuple(Rc::new(Items::from_vec(self.sequence_items(&arguments)?)))),
            Builtin::Set => Ok(Value::set(self.set_items(&arguments)?)),
            Builtin::FrozenSet => Ok(Value::frozenset(self.set_items(&arguments)?)),
            Builtin::Dict => {
                let dict = Dict::new(DictKind::Plain);
                self.fill(&dict, arguments)?;
                Ok(Value::Dict(dict))
            }
            Builtin::DictFromKeys => self.dict_from_keys(DictKind::Plain, &arguments),
            Builtin::OrderedDict => {
                let dict = Dict::new(DictKind::Ordered);
                self.fill(&dict, arguments)?;
                Ok(Value::Dict(dict))
            }
            Builtin::OrderedFromKeys => self.dict_from_keys(DictKind::Ordered, &arguments),
            Builtin::Counter => self.make_counter(arguments),
            Builtin::Deque => {
                self.charge(2 * crate::vm::TABLE_STEPS)?;
                self.make_deque(&arguments)
            }
            Builtin::DefaultDict => {
                let factory =
                    if arguments.positional.is_empty() { Value::None } else { arguments.positional.remove(0) };
                if !is_callable(&factory) && !matches!(factory, Value::None) {
                    return type_error("first argument must be callable or None");
                }
                let dict = Dict::new(DictKind::Default(factory));
                self.fill(&dict, arguments)?;
                Ok(Value::Dict(dict))
            }
            Builtin::Iter => self.iter_builtin(&arguments),
            Builtin::Next => self.next_builtin(&arguments),
            Builtin::Print => Ok(Value::None),
            Builtin::Cache | Builtin::LruCache => crate::caching::cached(builtin, &arguments),
            Builtin::Wraps => Ok(Value::Identity),
            Builtin::Replace => self.replace(&arguments),
            Builtin::Closure => self.closure(&arguments.positional[0]),
            Builtin::Reachable => self.reachable(&arguments.positional[0], &arguments.positional[1]),
            Builtin::Chr => crate::text::character(&arguments.positional[0]),
            Builtin::Ord => crate::text::code(&arguments.positional[0]),
            Builtin::Str => self.str_builtin(&arguments),
            Builtin::Repr => {
                let text = self.repr_of(&arguments.positional[0])?;
                self.new_text(&text)
            }
            Builtin::Format => self.format_builtin(&arguments),
            Builtin::StrMakeTrans => self.make_trans(&arguments),
            Builtin::StrMethod(method) => self.unbound_str_method(method, arguments),
            Builtin::Exception(class) if arguments.keywords.is_empty() => {
                self.charge(crate::vm::TABLE_STEPS)?;
                Ok(Value::exception(class, Some(arguments.positional.into_iter().collect())))
            }
            Builtin::Exception(class) => type_error(format!("{class}() takes no keyword arguments")),
            Builtin::AbstractMethod
            | Builtin::Callable
            | Builtin::ClassMethod
            | Builtin::Delattr
            | Builtin::Getattr
            | Builtin::Hasattr
            | Builtin::Hash
            | Builtin::Id
            | Builtin::IsInstance
            | Builtin::IsSubclass
            | Builtin::NotImplemented
            | Builtin::Object
            | Builtin::ObjectSetattr
            | Builtin::Property
            | Builtin::Setattr
            | Builtin::StaticMethod
            | Builtin::Super
            | Builtin::Type => self.reflect(builtin, arguments),
        }
    }

    fn str_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        if arguments.positional.len() > 1 {
            return type_error("decoding str is not supported");
        }
        let text = match arguments.get(0) {
            Some(value) => self.text_of(value)?,
            None => String::new(),
        };
        self.new_text(&text)
    }

    fn format_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let spec = match arguments.get(1) {
            None => "",
            Some(Value::Str(spec)) => spec,
            Some(other) => return type_error(format!("format() argument 2 must be str, not {}", other.type_name())),
        };
        let text = self.formatted(&arguments.positional[0], spec)?;
        self.new_text(&text)
    }

    fn lazy(&mut self, builtin: LazyBuiltin, arguments: Arguments) -> Result<Value> {
        Ok(Value::iter(self.lazy_builtin(builtin, arguments)?))
    }

    /// The items of `list(…)` and `tuple(…)`.
    fn sequence_items(&mut self, arguments: &Arguments) -> Result<Vec<Value>> {
        let Some(value) = arguments.get(0) else { return Ok(Vec::new()) };
        self.reject_set_order(value, "made into a sequence")?;
        self.collect(value)
    }

    fn set_items(&mut self, arguments: &Arguments) -> Result<Table<()>> {
        match arguments.get(0) {
            Some(value) => self.set_from(value),
            None => Ok(Table::default()),
        }
    }

    pub(crate) fn dict_from_keys(&mut self, kind: DictKind, arguments: &Arguments) -> Result<Value> {
        let value = arguments.get(1).cloned().unwrap_or(Value::None);
        let mut iter = self.iter(&arguments.positional[0])?;
        let mut table = Table::default();
        while let Some(key) = self.next(&mut iter)? {
            self.step()?;
            table.insert(key, value.clone())?;
        }
        Ok(Value::dict(kind, table))
    }

    fn iter_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let value = &arguments.positional[0];
        if let Some(sentinel) = arguments.get(1) {
            if !is_callable(value) {
                return type_error("iter(v, w): v must be callable");
            }
            return Ok(Value::iter(Iter::Until(value.clone(), sentinel.clone())));
        }
        if let Value::Iter(_) = value {
            return Ok(value.clone());
        }
        if let Value::Instance(_) = value
            && let Some(own) = self.call_special(value, Dunder::Iter, &[])?
        {
            return Ok(own);
        }
        self.reject_set_order(value, "made into an iterator")?;
        Ok(Value::iter(self.iter(value)?))
    }

    fn quantifier(&mut self, value: &Value, stop_at: bool) -> Result<Value> {
        let mut iter = self.iter(value)?;
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            if self.truth_of(&item)? == stop_at {
                return Ok(Value::Bool(stop_at));
            }
        }
        Ok(Value::Bool(!stop_at))
    }

    fn sum(&mut self, arguments: &Arguments) -> Result<Value> {
        let mut total = arguments.get(1).cloned().unwrap_or(Value::Int(0));
        if matches!(total, Value::Str(_)) {
            return type_error("sum() can't sum strings [use ''.join(seq) instead]");
        }
        let mut iter = self.iter(&arguments.positional[0])?;
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            total = self.add_to_sum(&total, &item)?;
        }
        Ok(total)
    }

    fn next_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        if let Value::Instance(_) = &arguments.positional[0] {
            return match (self.call_special(&arguments.positional[0], Dunder::Next, &[]), arguments.get(1)) {
                (Ok(Some(value)), _) => Ok(value),
                (Ok(None), _) => type_error("'instance' object is not an iterator"),
                (Err(fault), Some(default)) if fault.is(Exception::StopIteration) => Ok(default.clone()),
                (Err(fault), _) => Err(fault),
            };
        }
        let Value::Iter(iter) = &arguments.positional[0] else {
            return type_error(format!("'{}' object is not an iterator", arguments.positional[0].type_name()));
        };
        let mut shared = Iter::Shared(SharedIter(iter.clone()));
        match (self.next(&mut shared)?, arguments.get(1)) {
            (Some(value), _) => Ok(value),
            (None, Some(default)) => Ok(default.clone()),
            (None, None) if self.generator_value => raise(Exception::StopIteration, "a value"),
            (None, None) => raise(Exception::StopIteration, ""),
        }
    }

    /// Fills a dict from a mapping or an iterable of pairs, then from keywords.
    pub(crate) fn fill(&mut self, dict: &Dict, arguments: Arguments) -> Result<()> {
        if let Some(source) = arguments.positional.first() {
            if let Value::Dict(source) = source {
                self.charge(source.table.borrow().len())?;
                let entries = source.table.borrow().clone();
                dict.inherit(source);
                for (key, value) in entries.iter() {
                    dict.table.borrow_mut().insert(key.clone(), value.clone())?;
                }
            } else {
                let mut iter = self.iter(source)?;
                while let Some(item) = self.next(&mut iter)? {
                    self.step()?;
                    let (key, value) = self.pair_of(&item)?;
                    dict.table.borrow_mut().insert(key, value)?;
                }
            }
        }
        for (name, value) in arguments.keywords {
            let name = Value::str(self.name_of(name));
            dict.table.borrow_mut().insert(name, value)?;
        }
        Ok(())
    }

    /// The two elements of a key-value pair.
    fn pair_of(&mut self, item: &Value) -> Result<(Value, Value)> {
        if !crate::iterators::is_iterable(item) {
            return type_error("cannot convert dictionary update sequence element to a sequence");
        }
        self.reject_set_order(item, "taken for a key and its value")?;
        let parts = self.collect(item)?;
        match <[Value; 2]>::try_from(parts) {
            Ok([key, value]) => Ok((key, value)),
            Err(parts) => {
                value_error(format!("dictionary update sequence element has length {}; 2 is required", parts.len()))
            }
        }
    }

    fn replace(&mut self, arguments: &Arguments) -> Result<Value> {
        match arguments.positional.first() {
            Some(Value::Record(record)) if !record.is_tuple => self.with_fields(record, &arguments.keywords),
            _ => type_error("replace() should be called on dataclass instances"),
        }
    }

    /// A copy of a record with some fields changed.
    pub(crate) fn with_fields(&self, record: &Rc<Record>, changes: &[(Symbol, Value)]) -> Result<Value> {
        let code = &self.program.records[usize::from(record.class.0)];
        let mut fields = record.fields.clone();
        for (name, value) in changes {
            match code.fields.iter().position(|field| field == name) {
                Some(position) => fields[position] = value.clone(),
                // A dataclass complains through its constructor, a NamedTuple itself.
                None if record.is_tuple => {
                    return value_error(format!("Got unexpected field names: ['{}']", self.name_of(*name)));
                }
                None => return type_error(format!("{} got an unexpected keyword argument", code.name)),
            }
        }
        Ok(Value::Record(Rc::new(Record {
            class: record.class,
            is_tuple: record.is_tuple,
            is_node: false,
            is_member: record.is_member,
            fields,
        })))
    }
}

/// The built-ins that compare or hash what they get, apart from those that ask item by item.
fn compares(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Set
            | Builtin::FrozenSet
            | Builtin::Dict
            | Builtin::DictFromKeys
            | Builtin::Counter
            | Builtin::DefaultDict
            | Builtin::OrderedDict
            | Builtin::OrderedFromKeys
            | Builtin::Closure
            | Builtin::Reachable
    )
}

pub(crate) fn is_callable(value: &Value) -> bool {
    matches!(
        value,
        Value::Function(_)
            | Value::Builtin(_)
            | Value::Class(_)
            | Value::Method(_)
            | Value::Identity
            | Value::Cached(_)
            | Value::Type(_)
            | Value::Special(_)
            | Value::Instance(_)
    )
}

fn pow(mut arguments: Arguments) -> Result<Value> {
    let (base, exponent, modulus) = (arguments.take(0), arguments.take(1), arguments.take(2));
    if !matches!(modulus, Value::None) {
        return crate::numbers::power_modulo(&base, &exponent, &modulus);
    }
    if !crate::floats::is_real(&base) || !crate::floats::is_real(&exponent) {
        return type_error("unsupported operand type(s) for ** or pow()");
    }
    if matches!(base, Value::Float(_)) || matches!(exponent, Value::Float(_)) {
        return crate::floats::arithmetic(lang::ast::BinaryOp::Power, &base, &exponent);
    }
    crate::numbers::arithmetic(lang::ast::BinaryOp::Power, &base, &exponent)
}

fn absolute(value: &Value) -> Result<Value> {
    match value {
        Value::Atom(_) => outside("arithmetic on an atom; atoms only have equality"),
        Value::Float(number) => Ok(crate::floats::made(number.abs())),
        _ => match crate::numbers::as_big(value) {
            Some(number) => Ok(Value::big(number.abs())),
            None => type_error(format!("bad operand type for abs(): '{}'", value.type_name())),
        },
    }
}

fn integer(arguments: &Arguments) -> Result<Value> {
    match arguments.get(0) {
        Some(Value::Str(text)) => crate::text::integer(text, arguments.get(1)),
        // Only a string has a base.
        _ if arguments.get(1).is_some() => type_error("int() can't convert non-string with explicit base"),
        None => Ok(Value::Int(0)),
        Some(Value::Atom(_)) => outside("an atom is converted to a number; atoms only have equality"),
        Some(Value::Float(number)) => crate::floats::to_int(*number, f64::trunc),
        Some(value) => match crate::numbers::as_big(value) {
            Some(number) => Ok(Value::big(number)),
            None => type_error(format!("int() argument must be a number, not '{}'", value.type_name())),
        },
    }
}
