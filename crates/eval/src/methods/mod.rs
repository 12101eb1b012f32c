//! The methods of lists, tuples, sets, dicts, Counters, ranges and records.

pub(crate) mod counter;
mod dict;
mod list;
mod set;

use crate::calls::Arguments;
use crate::fault::Result;
use crate::machine::Machine;
use crate::value::{DictKind, Value, ViewKind};

macro_rules! methods {
    ($($variant:ident = $name:literal,)*) => {
        /// A method by its name; which values have it says [`Method::applies_to`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Method { $($variant,)* }

        impl Method {
            pub fn by_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

methods! {
    Add = "add",
    Append = "append",
    Clear = "clear",
    Copy = "copy",
    Count = "count",
    Difference = "difference",
    DifferenceUpdate = "difference_update",
    Discard = "discard",
    Elements = "elements",
    Extend = "extend",
    Get = "get",
    Index = "index",
    Insert = "insert",
    Intersection = "intersection",
    IntersectionUpdate = "intersection_update",
    IsDisjoint = "isdisjoint",
    IsSubset = "issubset",
    IsSuperset = "issuperset",
    Items = "items",
    Keys = "keys",
    MostCommon = "most_common",
    Pop = "pop",
    PopItem = "popitem",
    Remove = "remove",
    ReplaceFields = "_replace",
    Reverse = "reverse",
    SetDefault = "setdefault",
    Sort = "sort",
    Subtract = "subtract",
    SymmetricDifference = "symmetric_difference",
    SymmetricDifferenceUpdate = "symmetric_difference_update",
    Total = "total",
    Union = "union",
    Update = "update",
    Values = "values",
}

impl Method {
    /// Whether values of this kind have the method.
    pub(crate) fn applies_to(self, value: &Value) -> bool {
        match value {
            Value::List(_) => matches!(
                self,
                Self::Append
                    | Self::Clear
                    | Self::Copy
                    | Self::Count
                    | Self::Extend
                    | Self::Index
                    | Self::Insert
                    | Self::Pop
                    | Self::Remove
                    | Self::Reverse
                    | Self::Sort
            ),
            Value::Tuple(_) | Value::Range(_) => matches!(self, Self::Count | Self::Index),
            Value::Record(record) => record.is_tuple && matches!(self, Self::Count | Self::Index | Self::ReplaceFields),
            Value::Set(_) => self.reads_sets() || self.changes_sets(),
            Value::FrozenSet(_) => self.reads_sets(),
            Value::Dict(dict) => {
                let counter = matches!(self, Self::Elements | Self::MostCommon | Self::Subtract | Self::Total);
                (counter && matches!(dict.kind, DictKind::Counter))
                    || matches!(
                        self,
                        Self::Clear
                            | Self::Copy
                            | Self::Get
                            | Self::Items
                            | Self::Keys
                            | Self::Pop
                            | Self::PopItem
                            | Self::SetDefault
                            | Self::Update
                            | Self::Values
                    )
            }
            Value::View(view) => view.kind != ViewKind::Values && self == Self::IsDisjoint,
            _ => false,
        }
    }

    fn reads_sets(self) -> bool {
        matches!(
            self,
            Self::Copy
                | Self::Difference
                | Self::Intersection
                | Self::IsDisjoint
                | Self::IsSubset
                | Self::IsSuperset
                | Self::SymmetricDifference
                | Self::Union
        )
    }

    fn changes_sets(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Clear
                | Self::DifferenceUpdate
                | Self::Discard
                | Self::IntersectionUpdate
                | Self::Pop
                | Self::Remove
                | Self::SymmetricDifferenceUpdate
                | Self::Update
        )
    }

    /// Whether some value is changed by it.
    pub(crate) fn mutates(self) -> bool {
        self.changes_sets()
            || matches!(
                self,
                Self::Append
                    | Self::Extend
                    | Self::Insert
                    | Self::PopItem
                    | Self::Reverse
                    | Self::SetDefault
                    | Self::Sort
                    | Self::Subtract
            )
    }
}

/// The commonest calls that only look: the receiver stands first, then the arguments. They stay in their registers.
pub(crate) fn quick(method: Method, registers: &[Value]) -> Option<Result<Value>> {
    match (method, registers) {
        (Method::Count, [Value::List(items), value]) => Some(list::count(&items.borrow(), value)),
        (Method::Index, [Value::List(items), value]) => Some(list::index(&items.borrow(), value)),
        (Method::Get, [Value::Dict(dict), key, rest @ ..]) if rest.len() < 2 => {
            let found = match dict.table.borrow().get(key) {
                Ok(found) => found.or(rest.first()).map_or(Value::None, Value::clone),
                Err(fault) => return Some(Err(fault)),
            };
            Some(Ok(found))
        }
        _ => None,
    }
}

impl Machine<'_> {
    pub(crate) fn call_method(&mut self, receiver: &Value, method: Method, arguments: Arguments) -> Result<Value> {
        match receiver {
            Value::List(items) => self.list_method(items, method, arguments),
            Value::Set(_) | Value::FrozenSet(_) | Value::View(_) => self.set_method(receiver, method, arguments),
            Value::Dict(dict) => self.dict_method(dict, method, arguments),
            Value::Record(record) if method == Method::ReplaceFields => {
                if !arguments.positional.is_empty() {
                    return crate::fault::type_error("_replace() takes keywords only");
                }
                self.with_fields(record, &arguments.keywords)
            }
            _ => self.sequence_method(receiver, method, &arguments),
        }
    }
}
