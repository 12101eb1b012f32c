//! Built-in functions, by kind.

mod collections;
mod itertools;
mod lazy;
mod numbers;
mod relations;
mod rows;
mod sequences;

use lang::builtins::Builtin;

use crate::calls::Arguments;
use crate::iterate::Body;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::Value;

/// Between `least` and `most` values by position, and no keyword.
pub(crate) fn fits(arguments: &Arguments, least: usize, most: usize) -> bool {
    arguments.keywords.is_empty() && (least..=most).contains(&arguments.positional.len())
}

impl<'p> Machine<'p> {
    /// The arguments are held by the caller.
    pub fn call_builtin(&mut self, builtin: Builtin, arguments: &Arguments) -> Result<Value> {
        self.step()?;
        match builtin {
            Builtin::Abs
            | Builtin::Bool
            | Builtin::Divmod
            | Builtin::Int
            | Builtin::Max
            | Builtin::Min
            | Builtin::Pow
            | Builtin::Sum => self.number_builtin(builtin, arguments),
            Builtin::All
            | Builtin::Any
            | Builtin::Len
            | Builtin::List
            | Builtin::Next
            | Builtin::Range
            | Builtin::Sorted
            | Builtin::Tuple => self.sequence_builtin(builtin, arguments),
            Builtin::Enumerate | Builtin::Filter | Builtin::Iter | Builtin::Map | Builtin::Reversed | Builtin::Zip => {
                self.lazy_builtin(builtin, arguments)
            }
            Builtin::Counter
            | Builtin::DefaultDict
            | Builtin::Dict
            | Builtin::DictFromKeys
            | Builtin::FrozenSet
            | Builtin::Replace
            | Builtin::Set => self.collection_builtin(builtin, arguments),
            Builtin::Accumulate
            | Builtin::Chain
            | Builtin::ChainFromIterable
            | Builtin::Combinations
            | Builtin::Pairwise
            | Builtin::Permutations
            | Builtin::Product => self.itertools_builtin(builtin, arguments),
            Builtin::Closure | Builtin::Reachable => self.relation(builtin, arguments),
            Builtin::Exception(_) => self.refuse("an exception as a value"),
        }
    }

    /// The items of an iterator that a lazy built-in made, in order.
    pub fn lazy_items(&mut self, builtin: Builtin, args: &[Value], body: Body<'_, 'p>) -> Result<()> {
        match builtin {
            Builtin::Enumerate | Builtin::Filter | Builtin::Iter | Builtin::Map | Builtin::Reversed | Builtin::Zip => {
                self.lazy_sequence_items(builtin, args, body)
            }
            _ => self.itertools_items(builtin, args, body),
        }
    }
}
