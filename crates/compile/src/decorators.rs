//! Decorators, `functools.cache` among them.
//!
//! A cached function is called each time, since what it returned before would be a choice among all calls so far. That
//! is the same if it changes nothing and returns nothing that can be changed, which is checked; and where its arguments
//! are known, it is called once.

use std::rc::Rc;

use circuit::Lit;
use lang::ast::FuncId;
use lang::builtins::{Builtin, Exception};

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::Key;
use crate::refusal::Result;
use crate::value::{Alt, Closure, Value};

impl Machine<'_> {
    /// A function after its decorators: they are evaluated first, and called from the last to the first.
    pub fn decorated_function(&mut self, id: FuncId) -> Result<Value> {
        if !self.problem.resolutions.decorated[id.index()] {
            return self.make_function(id);
        }
        let mark = self.held.len();
        let mut decorators = Vec::new();
        for decorator in &self.problem.module.function(id).decorators {
            let value = self.evaluate(decorator)?;
            self.hold(&value);
            decorators.push(value);
        }
        let mut result = self.make_function(id)?;
        for decorator in decorators.iter().rev() {
            self.hold(&result);
            result = self.call_value(decorator, &Arguments::of([result]))?;
        }
        self.release(mark);
        Ok(result)
    }

    /// `cache(f)` and `lru_cache(f)`; `lru_cache(maxsize)` gives a decorator.
    pub fn cached_function(&mut self, builtin: Builtin, function: Option<&Value>) -> Result<Value> {
        match function.map(Value::single) {
            Some(Some(Alt::Function(closure))) => {
                self.next_closure += 1;
                let closure = Closure { cached: true, number: self.next_closure, ..(**closure).clone() };
                Ok(Value::of(Alt::Function(Rc::new(closure))))
            }
            None | Some(Some(Alt::None | Alt::Int(_) | Alt::Bool(_))) if builtin == Builtin::LruCache => {
                Ok(Value::of(Alt::Builtin(Builtin::Cache)))
            }
            None | Some(Some(Alt::None | Alt::Int(_) | Alt::Bool(_) | Alt::Str(_) | Alt::Tuple(_))) => {
                Ok(self.raise_always(Exception::TypeError))
            }
            _ => self.refuse(Construct::CachedOther),
        }
    }

    pub fn call_cached(&mut self, closure: &Rc<Closure>, arguments: &Arguments) -> Result<Value> {
        let all = arguments.positional.iter().chain(arguments.keywords.iter().map(|(_, value)| value));
        for value in all.clone() {
            self.check_hashable(value)?;
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        self.note_cached_call(&all.clone().collect::<Vec<_>>());
        let known: Option<Vec<Key>> =
            if arguments.keywords.is_empty() { all.map(|value| self.known_key(value)).collect() } else { None };
        let place = known.map(|keys| (closure.number, keys));
        if let Some(result) = place.as_ref().and_then(|place| self.cached.get(place)) {
            return Ok(result.clone());
        }
        let (path, heap) = (self.path, self.state.heap.clone());
        let (objects, raised) = (self.next_object, self.raised.len());
        let plain = Closure { cached: false, ..(**closure).clone() };
        let result = self.call_closure(&Rc::new(plain), arguments)?;
        if self.state.heap.differing(&heap).into_iter().any(|id| id.0 < objects) {
            return self.refuse(Construct::CachedEffects);
        }
        if result.alts().iter().any(|(_, alt)| matches!(alt, Alt::Object(_) | Alt::View(..))) {
            return self.refuse(Construct::CachedObject);
        }
        if let Some(place) = place
            && self.path == path
            && self.raised.len() == raised
            && result.single().is_some_and(Alt::is_scalar)
        {
            self.cached.insert(place, result.clone());
        }
        Ok(result)
    }

    /// The value, if nothing about it is unknown.
    fn known_key(&mut self, value: &Value) -> Option<Key> {
        match &*self.keys(value)? {
            [(Lit::TRUE, key, _)] => Some(key.clone()),
            _ => None,
        }
    }
}
