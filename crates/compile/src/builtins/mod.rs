//! Built-in functions, by kind.

mod collections;
mod itertools;
mod lazy;
mod numbers;
mod relations;
mod rows;
mod sequences;

use std::rc::Rc;

use lang::builtins::{Builtin, Exception, LazyBuiltin};

use self::numbers::Extreme;
use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{DictKind, Object};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// The arguments are held by the caller.
    pub fn call_builtin(&mut self, builtin: Builtin, arguments: &Arguments) -> Result<Value> {
        self.step()?;
        let Some(arguments) = arguments.fitted(builtin.signature()) else {
            return Ok(self.raise_always(Exception::TypeError));
        };
        let positional = &*arguments.positional;
        match builtin {
            Builtin::Abs => self.abs_builtin(&positional[0]),
            Builtin::Bool => self.bool_builtin(arguments.get(0)),
            Builtin::Divmod => self.divmod_builtin(&positional[0], &positional[1]),
            Builtin::Int => self.int_builtin(&arguments),
            Builtin::Max => self.extreme(Extreme::Max, arguments),
            Builtin::Min => self.extreme(Extreme::Min, arguments),
            Builtin::Pow => self.power(&positional[0], &positional[1], arguments.get(2)),
            Builtin::Sum => self.sum(&positional[0], arguments.get(1)),
            Builtin::All => self.quantifier(&positional[0], false),
            Builtin::Any => self.quantifier(&positional[0], true),
            Builtin::Len => self.by_alternative(&positional[0], &mut |this, alt| this.len_of(alt)),
            Builtin::List => self.in_order_of_items(|this| this.sequence_of(arguments.get(0)).map(Object::List)),
            Builtin::Tuple => {
                let seq = self.sequence_of(arguments.get(0))?;
                self.tuple_of(&seq)
            }
            Builtin::Next => self.by_alternative(&positional[0], &mut |this, alt| this.next_of(alt, arguments.get(1))),
            Builtin::Range => self.range_builtin(positional),
            Builtin::Sorted => self.sorted_builtin(arguments),
            Builtin::Enumerate => self.enumerate_builtin(&arguments),
            Builtin::Filter => self.filter_builtin(arguments.positional),
            Builtin::Iter => self.iter_builtin(&arguments),
            Builtin::Map => self.map_builtin(arguments.positional),
            Builtin::Reversed => self.reversed_builtin(arguments.positional),
            Builtin::Zip => self.zip_builtin(arguments),
            Builtin::Counter => self.counter_builtin(&arguments),
            Builtin::DefaultDict => self.default_dict(arguments),
            Builtin::Dict => self.new_dict(DictKind::Plain, &arguments),
            Builtin::DictFromKeys => self.dict_from_keys(DictKind::Plain, &arguments),
            Builtin::FrozenSet => {
                let set = self.set_of(arguments.get(0))?;
                Ok(Value::of(Alt::FrozenSet(Rc::new(set))))
            }
            Builtin::Set => {
                let set = self.set_of(arguments.get(0))?;
                Ok(Value::object(self.allocate(Object::Set(set))))
            }
            Builtin::Replace => self.replace(&positional[0], &arguments.keywords),
            Builtin::Accumulate => self.accumulate_builtin(arguments),
            Builtin::Chain => Ok(self.itertools_iter(LazyBuiltin::Chain, arguments.positional)),
            Builtin::ChainFromIterable => {
                self.check_iterable(&positional[0])?;
                Ok(self.itertools_iter(LazyBuiltin::ChainFromIterable, arguments.positional))
            }
            Builtin::Combinations => self.combinations_builtin(&arguments),
            Builtin::Pairwise => {
                self.refuse_set_order(&positional[0])?;
                self.check_iterable(&positional[0])?;
                Ok(self.itertools_iter(LazyBuiltin::Pairwise, arguments.positional))
            }
            Builtin::Permutations => self.permutations_builtin(&arguments),
            Builtin::Product => self.product_builtin(arguments),
            Builtin::Closure => self.relation(&positional[0], None),
            Builtin::Reachable => self.relation(&positional[0], Some(&positional[1])),
            Builtin::Exception(_) => self.refuse(Construct::ExceptionAsValue),
        }
    }
}
