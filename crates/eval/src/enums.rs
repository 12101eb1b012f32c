//! The class of an enumeration as a value: iterated over, indexed, called, and asked for its members.
//!
//! Its members are globals that `lang::library::enums` links; [`EnumCode`] says which. Guarded by `tests/md/enums.md`.

use lang::problem::RecordId;

use crate::calls::Arguments;
use crate::code::{EnumCode, Symbol};
use crate::fault::Result;
use crate::machine::Machine;
use crate::value::Value;

impl Machine<'_> {
    fn enumeration(&self, class: RecordId) -> Option<EnumCode> {
        self.program.records.get(usize::from(class.0))?.enumeration
    }

    fn part_of(&self, value: &Value, part: impl Fn(EnumCode) -> u32) -> Option<Value> {
        let Value::Class(class) = value else { return None };
        let global = part(self.enumeration(*class)?);
        self.globals.get(global as usize).filter(|value| !matches!(value, Value::Unbound)).cloned()
    }

    /// The members of an enumeration, in order, as a tuple.
    pub(crate) fn members(&self, value: &Value) -> Option<Value> {
        self.part_of(value, |code| code.members)
    }

    /// The members of an enumeration as a dict.
    pub(crate) fn members_by_name(&self, value: &Value) -> Option<Value> {
        self.part_of(value, |code| code.by_name)
    }

    /// The function that finds a member by its value, unless it is called to make one: later no member is made.
    pub(crate) fn finds_member(&self, class: RecordId, arguments: &Arguments) -> Option<Value> {
        let makes = arguments.positional.is_empty() && arguments.keywords.len() == 2;
        if makes && self.members(&Value::Class(class)).is_none() {
            None
        } else {
            self.part_of(&Value::Class(class), |code| code.of_value)
        }
    }

    /// `Color.RED` where `Color` is a value.
    pub(crate) fn member_named(&mut self, class: RecordId, name: Symbol) -> Result<Option<Value>> {
        let name = Value::str(&self.program.names[name.0 as usize]);
        self.member_by_text(class, &name)
    }

    /// The same by a name that may stand nowhere else in the file.
    pub(crate) fn member_by_text(&mut self, class: RecordId, name: &Value) -> Result<Option<Value>> {
        let Some(Value::Dict(ref members)) = self.members_by_name(&Value::Class(class)) else { return Ok(None) };
        Ok(members.table.borrow().get(name)?.cloned())
    }
}
