//! What the analysis knows of a value: a set of abstract things it may be, interned so that joins are cheap.

use std::collections::HashMap;
use std::rc::Rc;

use crate::ast::FuncId;
use crate::builtins::Builtin;
use crate::methods::ReceiverMethod;
use crate::problem::{AtomId, NumberId, RecordId};
use crate::types::Literal;

/// An object made at one place of the program in one context: an index into the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SiteId(pub u32);

/// One thing a value may be. Containers are places on the heap, so that all names of one object see its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Item {
    /// Anything at all, objects that have escaped to unknown code included.
    Unknown,
    None,
    Bool,
    Int,
    Str,
    Atom(AtomId),
    Number(NumberId),
    /// One value of a `Literal[…]`: an index into [`Values::literals`].
    Literal(u32),
    Range,
    Record(RecordId),
    Object(SiteId),
    Function(FuncId),
    RecordClass(RecordId),
    NumberClass(NumberId),
    /// A built-in function or a bound method: an index into [`Values::callables`].
    Callable(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Callable {
    Builtin(Builtin),
    Method(Item, ReceiverMethod),
}

/// A set of items. Equal sets have equal ids. With `Unknown` there is nothing else in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Val(u32);

impl Val {
    /// No value: what never runs, the elements of what is empty.
    pub const BOTTOM: Val = Val(0);
    pub const UNKNOWN: Val = Val(1);
    pub const NONE: Val = Val(2);
    pub const BOOL: Val = Val(3);
    pub const INT: Val = Val(4);
    pub const STR: Val = Val(5);
    pub const RANGE: Val = Val(6);

    pub fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }

    pub fn is_bottom(self) -> bool {
        self == Self::BOTTOM
    }
}

#[derive(Debug)]
pub(super) struct Values {
    sets: Vec<Rc<[Item]>>,
    index: HashMap<Rc<[Item]>, Val>,
    joins: HashMap<(Val, Val), Val>,
    literals: Vec<Literal>,
    callables: Vec<Callable>,
    callable_index: HashMap<Callable, u32>,
}

impl Values {
    pub fn new() -> Self {
        let mut values = Self {
            sets: Vec::new(),
            index: HashMap::new(),
            joins: HashMap::new(),
            literals: Vec::new(),
            callables: Vec::new(),
            callable_index: HashMap::new(),
        };
        // In the order of the constants of `Val`.
        values.intern(Vec::new());
        for item in [Item::Unknown, Item::None, Item::Bool, Item::Int, Item::Str, Item::Range] {
            values.one(item);
        }
        values
    }

    pub fn items(&self, val: Val) -> Rc<[Item]> {
        self.sets[val.0 as usize].clone()
    }

    pub fn one(&mut self, item: Item) -> Val {
        self.intern(vec![item])
    }

    /// `items` may be in any order.
    pub fn of(&mut self, mut items: Vec<Item>) -> Val {
        items.sort_unstable();
        items.dedup();
        self.intern(items)
    }

    /// The least value that holds both. Who joins objects with an unknown value must let them escape.
    pub fn join(&mut self, a: Val, b: Val) -> Val {
        if a == b || b.is_bottom() {
            return a;
        }
        if a.is_bottom() {
            return b;
        }
        if a == Val::UNKNOWN || b == Val::UNKNOWN {
            return Val::UNKNOWN;
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.joins.get(&key) {
            return *known;
        }
        let items = self.items(a).iter().chain(self.items(b).iter()).copied().collect();
        let joined = self.of(items);
        self.joins.insert(key, joined);
        joined
    }

    /// How many things it may be; all literals together count as one.
    pub fn width(&self, val: Val) -> usize {
        let items = &self.sets[val.0 as usize];
        let literals = items.iter().filter(|item| matches!(item, Item::Literal(_))).count();
        items.len() - literals.saturating_sub(1)
    }

    pub fn literal(&mut self, literal: &Literal) -> Item {
        let known = self.literals.iter().position(|known| known == literal);
        let index = known.unwrap_or_else(|| {
            self.literals.push(literal.clone());
            self.literals.len() - 1
        });
        Item::Literal(number(index))
    }

    pub fn literal_value(&self, index: u32) -> &Literal {
        &self.literals[index as usize]
    }

    pub fn callable(&mut self, callable: Callable) -> Item {
        if let Some(known) = self.callable_index.get(&callable) {
            return Item::Callable(*known);
        }
        let index = number(self.callables.len());
        self.callables.push(callable.clone());
        self.callable_index.insert(callable, index);
        Item::Callable(index)
    }

    pub fn callable_value(&self, index: u32) -> &Callable {
        &self.callables[index as usize]
    }

    fn intern(&mut self, items: Vec<Item>) -> Val {
        let items: Rc<[Item]> = items.into();
        if let Some(known) = self.index.get(&items) {
            return *known;
        }
        let val = Val(number(self.sets.len()));
        self.sets.push(items.clone());
        self.index.insert(items, val);
        val
    }
}

/// An index as it is stored. The budget of steps keeps every table far below the limit.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
