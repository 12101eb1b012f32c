//! `functools.cache` and `lru_cache`: functions that remember what they returned.
//!
//! Nothing is forgotten, whatever `maxsize` says: a function that computes from its arguments cannot show it.

use std::cell::RefCell;
use std::rc::Rc;

use lang::builtins::Builtin;

use crate::builtins::is_callable;
use crate::calls::Arguments;
use crate::fault::{Result, type_error};
use crate::machine::Machine;
use crate::table::Table;
use crate::value::Value;

#[derive(Debug)]
pub struct CachedFunction {
    function: Value,
    results: RefCell<Table<Value>>,
}

impl CachedFunction {
    pub(crate) fn parts_mut(&mut self) -> (&mut Value, &mut Table<Value>) {
        (&mut self.function, self.results.get_mut())
    }
}

/// `cache(f)` and `lru_cache(f)`; `lru_cache(maxsize)` gives a decorator.
pub(crate) fn cached(builtin: Builtin, arguments: &Arguments) -> Result<Value> {
    match arguments.positional.first() {
        Some(function) if is_callable(function) => {
            let results = RefCell::default();
            Ok(Value::Cached(Rc::new(CachedFunction { function: function.clone(), results })))
        }
        None | Some(Value::None | Value::Int(_) | Value::Bool(_)) if builtin == Builtin::LruCache => {
            Ok(Value::Builtin(Builtin::Cache))
        }
        _ => type_error("the first argument must be callable"),
    }
}

impl Machine<'_> {
    #[inline(never)]
    pub(crate) fn call_cached(&mut self, cached: &CachedFunction, arguments: Arguments) -> Result<Value> {
        let mut key: Vec<Value> = arguments.positional.to_vec();
        for (name, value) in &arguments.keywords {
            key.push(Value::pair(Value::str(self.name_of(*name)), value.clone()));
        }
        // Keywords stand apart from positional arguments that look like them.
        let key = Value::tuple([Value::tuple(key), Value::Int(arguments.positional.len().try_into().unwrap_or(0))]);
        if let Some(known) = cached.results.borrow().get(&key)? {
            return Ok(known.clone());
        }
        let result = self.call_value(&cached.function, arguments)?;
        cached.results.borrow_mut().insert(key, result.clone())?;
        Ok(result)
    }
}
