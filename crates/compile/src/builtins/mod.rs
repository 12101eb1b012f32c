//! Built-in functions, by kind.

mod collections;
mod groups;
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
use crate::machine::Machine;
use crate::objects::{DictKind, Object};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// The arguments are held by the caller.
    pub fn call_builtin(&mut self, builtin: Builtin, arguments: &Arguments) -> Result<Value> {
        self.step()?;
        let Some(mut arguments) = arguments.fitted(builtin.signature()) else {
            return Ok(self.raise_always(Exception::TypeError));
        };
        self.enumerations_as_tuples(builtin, &mut arguments)?;
        let positional = &*arguments.positional;
        match builtin {
            Builtin::Abs => self.abs_builtin(&positional[0]),
            Builtin::Bool => self.bool_builtin(arguments.get(0)),
            Builtin::Divmod => self.divmod_builtin(&positional[0], &positional[1]),
            Builtin::Int => self.int_builtin(&arguments),
            Builtin::Float => self.float_builtin(arguments.get(0)),
            Builtin::Round => self.round_builtin(&arguments),
            Builtin::CopyCopy => self.copied(&positional[0], false),
            Builtin::DeepCopy => self.copied(&positional[0], true),
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
            | Builtin::Trunc => self.math_builtin(builtin, arguments),
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
            Builtin::Print => Ok(Value::none()),
            Builtin::Cache | Builtin::LruCache => self.cached_function(builtin, arguments.get(0)),
            Builtin::Wraps => Ok(Value::of(Alt::Number(lang::problem::NumberId(u16::MAX)))),
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
            Builtin::Deque => self.deque_builtin(&arguments),
            Builtin::Dict => self.new_dict(DictKind::Plain, &arguments),
            Builtin::DictFromKeys => self.dict_from_keys(DictKind::Plain, &arguments),
            Builtin::OrderedDict => self.new_dict(DictKind::Ordered, &arguments),
            Builtin::OrderedFromKeys => self.dict_from_keys(DictKind::Ordered, &arguments),
            Builtin::FrozenSet => {
                let set = self.set_of(arguments.get(0))?;
                Ok(Value::of(Alt::FrozenSet(Rc::new(set))))
            }
            Builtin::Set => {
                let set = self.set_of(arguments.get(0))?;
                Ok(Value::object(self.allocate(Object::Set(set))))
            }
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
            | Builtin::Type => self.reflect(builtin, &arguments),
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
            Builtin::GroupBy => {
                self.refuse_set_order(&positional[0])?;
                self.check_iterable(&positional[0])?;
                let key = arguments.get(1).cloned().unwrap_or_else(Value::none);
                Ok(self.itertools_iter(LazyBuiltin::GroupBy, vec![positional[0].clone(), key]))
            }
            Builtin::Permutations => self.permutations_builtin(&arguments),
            Builtin::Product => self.product_builtin(arguments),
            Builtin::Closure => self.relation(&positional[0], None),
            Builtin::Reachable => self.relation(&positional[0], Some(&positional[1])),
            Builtin::Chr => self.chr_builtin(&positional[0]),
            Builtin::Ord => self.ord_builtin(&positional[0]),
            Builtin::Str => match arguments.get(0) {
                _ if positional.len() > 1 => Ok(self.raise_always(Exception::TypeError)),
                Some(value) => self.str_of(value),
                None => Ok(Value::of(Alt::Str("".into()))),
            },
            Builtin::Repr => self.repr_of(&positional[0]),
            Builtin::Format => self.format_builtin(&arguments),
            Builtin::StrMakeTrans => self.make_trans(&arguments),
            Builtin::StrMethod(method) => self.unbound_str_method(method, &arguments),
            Builtin::Exception(_) => self.inconsistent("an exception that is not made"),
        }
    }
}
