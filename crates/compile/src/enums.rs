//! The class of an enumeration as a value: iterated over, indexed, called, and asked for its members.
//!
//! Its members are globals that `lang::library::enums` links. Guarded by the cases of `enums.md`.

use lang::builtins::Builtin;
use lang::problem::{RecordId, RecordKind};

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub fn is_enumeration(&self, class: RecordId) -> bool {
        self.problem.records[usize::from(class.0)].kind == RecordKind::Enum
    }

    /// A global that belongs to an enumeration.
    pub fn part_of_enumeration(&mut self, class: RecordId, part: &str) -> Result<Option<Value>> {
        match self.place_of_part(class, part) {
            Some(index) => self.read_global(index).map(Some),
            None => Ok(None),
        }
    }

    fn place_of_part(&self, class: RecordId, part: &str) -> Option<usize> {
        let name = format!("{}.{part}", self.problem.records[usize::from(class.0)].name);
        let globals = &self.problem.resolutions.globals;
        globals.iter().position(|global| self.is_enumeration(class) && *global.name == *name)
    }

    /// Whether the members are still being made.
    fn members_are_missing(&self, class: RecordId) -> bool {
        let place = self.place_of_part(class, "__members__");
        place.is_none_or(|index| matches!(self.state.globals[index].single(), Some(Alt::Unbound)))
    }

    /// The members of an enumeration, in order, as a tuple.
    pub fn members(&mut self, class: RecordId) -> Result<Option<Value>> {
        self.part_of_enumeration(class, "__members__")
    }

    /// The members of an enumeration as a dict.
    pub fn members_by_name(&mut self, class: RecordId) -> Result<Option<Value>> {
        self.part_of_enumeration(class, "__by_name__")
    }

    /// The function that finds a member by its value, unless the class is called to make one: later no member is made.
    pub fn finds_member(&mut self, class: RecordId, arguments: &Arguments) -> Result<Option<Value>> {
        let makes = arguments.positional.is_empty() && arguments.keywords.len() == 2;
        if makes && self.members_are_missing(class) {
            return Ok(None);
        }
        self.part_of_enumeration(class, "__of_value__")
    }

    /// Replaces enumerations by their members where a built-in iterates over its argument.
    pub fn enumerations_as_tuples(&mut self, builtin: Builtin, arguments: &mut Arguments) -> Result<()> {
        let iterated = match builtin {
            Builtin::Max | Builtin::Min if arguments.positional.len() > 1 => return Ok(()),
            Builtin::Map | Builtin::Filter => 1..arguments.positional.len(),
            Builtin::Chain | Builtin::Zip | Builtin::Product => 0..arguments.positional.len(),
            Builtin::Accumulate
            | Builtin::All
            | Builtin::Any
            | Builtin::ChainFromIterable
            | Builtin::Closure
            | Builtin::Combinations
            | Builtin::Counter
            | Builtin::Deque
            | Builtin::Dict
            | Builtin::DictFromKeys
            | Builtin::Enumerate
            | Builtin::FrozenSet
            | Builtin::GroupBy
            | Builtin::Iter
            | Builtin::Len
            | Builtin::List
            | Builtin::Max
            | Builtin::Min
            | Builtin::OrderedDict
            | Builtin::OrderedFromKeys
            | Builtin::Pairwise
            | Builtin::Permutations
            | Builtin::Prod
            | Builtin::Reachable
            | Builtin::Reversed
            | Builtin::Set
            | Builtin::Sorted
            | Builtin::Sum
            | Builtin::Tuple => 0..1,
            _ => return Ok(()),
        };
        for argument in arguments.positional.iter_mut().take(iterated.end).skip(iterated.start) {
            let is_class = |alt: &Alt| matches!(alt, Alt::Class(class) if self.is_enumeration(*class));
            if !argument.alts().iter().any(|(_, alt)| is_class(alt)) {
                continue;
            }
            let mut cases = Vec::new();
            for (lit, alt) in argument.alts() {
                let members = match alt {
                    Alt::Class(class) => self.members(*class)?,
                    _ => None,
                };
                cases.push((*lit, members.unwrap_or_else(|| Value::of(alt.clone()))));
            }
            *argument = self.choose(&cases)?;
        }
        Ok(())
    }
}
