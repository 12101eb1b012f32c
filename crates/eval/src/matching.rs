//! `match`: whether a value fits a pattern, and what the pattern captures.
//!
//! The values of a pattern are in registers before it is tried; what it captures goes to registers, too, and to the
//! variables only once the whole pattern fits.

use std::rc::Rc;

use lang::builtins::Builtin;

use crate::classes::ClassObject;
use crate::code::{PatternCode, Reg, StarCode, Symbol};
use crate::dunder::Dunder;
use crate::fault::{Result, outside, type_error, value_error};
use crate::machine::Machine;
use crate::value::{Dict, DictKind, Value, put};

impl<'p> Machine<'p> {
    #[inline(never)]
    pub(crate) fn matches(&mut self, subject: Reg, pattern: u32, regs: &mut [Value]) -> Result<bool> {
        let subject = regs[subject as usize].clone();
        let program = self.program;
        self.fits(&program.patterns[pattern as usize], &subject, regs)
    }

    fn fits(&mut self, pattern: &'p PatternCode, value: &Value, regs: &mut [Value]) -> Result<bool> {
        self.step()?;
        match pattern {
            PatternCode::Anything => Ok(true),
            PatternCode::Value(register) => {
                let expected = regs[*register as usize].clone();
                self.asking(|_| crate::compare::equal(value, &expected))
            }
            PatternCode::Singleton(register) => Ok(match (value, &regs[*register as usize]) {
                (Value::None, Value::None) => true,
                (Value::Bool(a), Value::Bool(b)) => a == b,
                _ => false,
            }),
            PatternCode::Capture(inner, register) => {
                if let Some(inner) = inner
                    && !self.fits(inner, value, regs)?
                {
                    return Ok(false);
                }
                put(&mut regs[*register as usize], value.clone());
                Ok(true)
            }
            PatternCode::Or(alternatives) => {
                for alternative in alternatives {
                    if self.fits(alternative, value, regs)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            PatternCode::Sequence { before, star, after } => self.fits_sequence(before, *star, after, value, regs),
            PatternCode::Mapping(entries, rest) => self.fits_mapping(entries, *rest, value, regs),
            PatternCode::Class { class, positional, keywords } => {
                let class = regs[*class as usize].clone();
                let names: Vec<Symbol> = keywords.iter().map(|(name, _)| *name).collect();
                let Some(parts) = self.class_parts(&class, positional.len(), &names, value)? else { return Ok(false) };
                for (part, pattern) in parts.iter().zip(positional.iter().chain(keywords.iter().map(|(_, it)| it))) {
                    if !self.fits(pattern, part, regs)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn fits_sequence(
        &mut self,
        before: &'p [PatternCode],
        star: StarCode,
        after: &'p [PatternCode],
        value: &Value,
        regs: &mut [Value],
    ) -> Result<bool> {
        let size = match value {
            Value::List(items) => items.borrow().len(),
            Value::Tuple(items) => items.len(),
            Value::Record(record) if record.is_tuple => record.fields.len(),
            Value::Range(range) => usize::try_from(range.len()).unwrap_or(usize::MAX),
            Value::Deque(_) => usize::try_from(crate::builtins::len(value)?).unwrap_or(usize::MAX),
            _ => return Ok(false),
        };
        let least = before.len() + after.len();
        if size < least || (star == StarCode::Missing && size > least) {
            return Ok(false);
        }
        let items = self.collect(value)?;
        let (first, rest) = items.split_at(before.len());
        let (middle, last) = rest.split_at(size - least);
        for (pattern, item) in before.iter().zip(first) {
            if !self.fits(pattern, item, regs)? {
                return Ok(false);
            }
        }
        if let StarCode::Captured(register) = star {
            put(&mut regs[register as usize], Value::list(middle.to_vec()));
        }
        for (pattern, item) in after.iter().zip(last) {
            if !self.fits(pattern, item, regs)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fits_mapping(
        &mut self,
        entries: &'p [(Reg, PatternCode)],
        rest: Option<Reg>,
        value: &Value,
        regs: &mut [Value],
    ) -> Result<bool> {
        let Value::Dict(dict) = value else { return Ok(false) };
        if dict.table.borrow().len() < entries.len() {
            return Ok(false);
        }
        let mut found = Vec::new();
        for (index, (key, _)) in entries.iter().enumerate() {
            let key = &regs[*key as usize];
            for (other, _) in &entries[..index] {
                if crate::compare::equal(key, &regs[*other as usize])? {
                    return value_error("mapping pattern checks duplicate key");
                }
            }
            match dict.table.borrow().get(key)? {
                Some(value) => found.push(value.clone()),
                None => return Ok(false),
            }
        }
        for ((_, pattern), part) in entries.iter().zip(&found) {
            if !self.fits(pattern, part, regs)? {
                return Ok(false);
            }
        }
        if let Some(rest) = rest {
            let others = Dict::with_table(DictKind::Plain, dict.table.borrow().clone());
            for (key, _) in entries {
                others.remove(&regs[*key as usize])?;
            }
            put(&mut regs[rest as usize], Value::Dict(others));
        }
        Ok(true)
    }

    /// What the patterns of a class meet, positional ones first, or `None` if the value is not an instance of it or lacks
    /// an attribute. Python asks for all attributes before it tries a pattern.
    fn class_parts(
        &mut self,
        class: &Value,
        positional: usize,
        keywords: &[Symbol],
        value: &Value,
    ) -> Result<Option<Vec<Value>>> {
        let (names, itself) = match class {
            Value::Type(class) => match value {
                Value::Instance(instance) if instance.class.is_below(class) => {
                    (self.match_args(class, positional)?, false)
                }
                _ => return Ok(None),
            },
            Value::Class(id) => {
                let Value::Record(record) = value else { return Ok(None) };
                if record.class != *id {
                    return Ok(None);
                }
                let code = &self.program.records[usize::from(id.0)];
                if positional > if code.is_member { 0 } else { code.fields.len() } {
                    return type_error("too many positional sub-patterns");
                }
                (code.fields[..positional].to_vec(), false)
            }
            Value::Builtin(builtin) => {
                let Some(is_instance) = is_instance(value, *builtin) else {
                    return type_error("called match pattern must be a class");
                };
                if let (Value::Atom(_), Builtin::Int | Builtin::Str) = (value, builtin) {
                    return outside("an atom is matched with a class");
                }
                if !is_instance {
                    return Ok(None);
                }
                if positional > usize::from(matches_itself(*builtin)) {
                    return type_error("too many positional sub-patterns");
                }
                (Vec::new(), positional == 1)
            }
            _ => return type_error("called match pattern must be a class"),
        };
        let mut parts: Vec<Value> = itself.then(|| value.clone()).into_iter().collect();
        let mut seen: Vec<Symbol> = Vec::new();
        for name in names.iter().chain(keywords) {
            if seen.contains(name) {
                return type_error("got multiple sub-patterns for one attribute");
            }
            seen.push(*name);
            if name.0 as usize >= self.program.names.len() {
                return Ok(None);
            }
            match self.attribute(value, *name) {
                Ok(part) => parts.push(part),
                Err(fault) if fault.is(lang::builtins::Exception::AttributeError) => return Ok(None),
                Err(fault) => return Err(fault),
            }
        }
        Ok(Some(parts))
    }

    /// The attributes that positional patterns of a class of the file meet.
    fn match_args(&mut self, class: &Rc<ClassObject>, positional: usize) -> Result<Vec<Symbol>> {
        if positional == 0 {
            return Ok(Vec::new());
        }
        let found = class.find(Dunder::MatchArgs.symbol());
        let names = match &found {
            Some(Value::Tuple(names)) => names,
            Some(_) => return type_error("__match_args__ must be a tuple"),
            None => return type_error(format!("{}() accepts 0 positional sub-patterns", class.name)),
        };
        if names.len() < positional {
            return type_error("too many positional sub-patterns");
        }
        let mut symbols = Vec::new();
        for name in names.iter().take(positional) {
            let Value::Str(name) = name else { return type_error("__match_args__ elements must be strings") };
            let symbol = self.program.names.iter().position(|known| **known == ***name);
            // A name that stands nowhere else in the file is that of no attribute.
            let nowhere = u32::try_from(self.program.names.len()).unwrap_or(u32::MAX);
            symbols.push(Symbol(symbol.and_then(|symbol| u32::try_from(symbol).ok()).unwrap_or(nowhere)));
        }
        Ok(symbols)
    }
}

/// Whether the positional pattern of a built-in class meets the value itself.
fn matches_itself(class: Builtin) -> bool {
    matches!(
        class,
        Builtin::Int
            | Builtin::Bool
            | Builtin::Str
            | Builtin::List
            | Builtin::Tuple
            | Builtin::Set
            | Builtin::FrozenSet
            | Builtin::Dict
            | Builtin::Counter
            | Builtin::DefaultDict
            | Builtin::OrderedDict
            | Builtin::Float
    )
}

/// Whether a value is an instance of a built-in class; `None` if it is not a class.
fn is_instance(value: &Value, class: Builtin) -> Option<bool> {
    Some(match class {
        Builtin::Int => matches!(value, Value::Int(_) | Value::Big(_) | Value::Bool(_)),
        Builtin::Bool => matches!(value, Value::Bool(_)),
        Builtin::Str => matches!(value, Value::Str(_)),
        Builtin::List => matches!(value, Value::List(_)),
        Builtin::Tuple => match value {
            Value::Record(record) => record.is_tuple,
            other => matches!(other, Value::Tuple(_)),
        },
        Builtin::Set => matches!(value, Value::Set(_)),
        Builtin::FrozenSet => matches!(value, Value::FrozenSet(_)),
        Builtin::Dict => matches!(value, Value::Dict(_)),
        Builtin::Counter => matches!(value, Value::Dict(dict) if matches!(dict.kind, DictKind::Counter)),
        Builtin::DefaultDict => matches!(value, Value::Dict(dict) if matches!(dict.kind, DictKind::Default(_))),
        Builtin::OrderedDict => matches!(value, Value::Dict(dict) if matches!(dict.kind, DictKind::Ordered)),
        Builtin::Range => matches!(value, Value::Range(_)),
        Builtin::Float => matches!(value, Value::Float(_)),
        Builtin::Object => true,
        Builtin::Deque => matches!(value, Value::Deque(_)),
        Builtin::Exception(class) => match value {
            Value::Exception(exception) => exception.class.is_a(class),
            Value::Instance(instance) => instance.class.exception.is_some_and(|own| own.is_a(class)),
            _ => false,
        },
        _ => return None,
    })
}
