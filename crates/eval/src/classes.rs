//! Classes, their instances, and what attribute lookup finds in them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use lang::builtins::Exception;

use crate::code::Symbol;
use crate::value::Value;

/// A class of the file.
#[derive(Debug)]
pub struct ClassObject {
    pub name: Arc<str>,
    pub bases: Vec<Rc<ClassObject>>,
    /// In the order of the search, without the class itself.
    pub ancestors: Vec<Rc<ClassObject>>,
    pub(crate) attributes: RefCell<Attributes>,
    /// The built-in exception it derives from.
    pub exception: Option<Exception>,
    /// `ABC` is among its bases, or theirs.
    pub is_abstract: bool,
    /// It stands in no function or class.
    pub is_top: bool,
}

/// Attributes in the order in which they were first set.
#[derive(Debug, Default, Clone)]
pub(crate) struct Attributes(Vec<(Symbol, Value)>);

impl Attributes {
    pub fn get(&self, name: Symbol) -> Option<&Value> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    pub fn set(&mut self, name: Symbol, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, place)) => *place = value,
            None => self.0.push((name, value)),
        }
    }

    pub fn remove(&mut self, name: Symbol) -> Option<Value> {
        let position = self.0.iter().position(|(known, _)| *known == name)?;
        Some(self.0.remove(position).1)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

#[derive(Debug)]
pub struct Instance {
    pub class: Rc<ClassObject>,
    pub(crate) attributes: RefCell<Attributes>,
    /// Makes instances distinguishable without looking at addresses.
    pub number: u64,
}

/// Values that only code with classes meets.
#[derive(Debug)]
pub enum Special {
    /// `instance.method`: the receiver and the function.
    Bound(Value, Value),
    Static(Value),
    OfClass(Value),
    /// What gets, sets and deletes it.
    Property([Value; 3]),
    Abstract(Value),
    /// `super()`: what comes after the class in the search, for the receiver.
    Super(Rc<ClassObject>, Value),
    /// `hash(x)` of something other than a number: equal for equal values, and otherwise unspecified.
    Hash(u64),
    /// `id(x)`: the value itself, compared by identity.
    Id(Value),
    /// `x.setter` of a property: which of its parts it sets.
    Refine(Value, usize),
    /// `super().__init__` where a built-in exception comes next.
    InitException(Value),
    /// `record._asdict` and `Record._make`
    AsDict(Value),
    Make(lang::problem::RecordId),
    /// What `__exit__` gets as its last argument.
    Traceback,
    /// The class of values that have no name in the language, as `type(None)`.
    TypeOf(&'static str),
}

impl ClassObject {
    /// The attribute of the class or of the first class behind it that has it.
    pub(crate) fn find(&self, name: Symbol) -> Option<Value> {
        if let Some(found) = self.attributes.borrow().get(name) {
            return Some(found.clone());
        }
        self.ancestors.iter().find_map(|class| class.attributes.borrow().get(name).cloned())
    }

    /// What comes after a class in the search that starts here.
    pub(crate) fn find_after(self: &Rc<Self>, after: &Rc<ClassObject>, name: Symbol) -> Option<Value> {
        let order = std::iter::once(self).chain(&self.ancestors);
        let mut rest = order.skip_while(|class| !Rc::ptr_eq(class, after)).skip(1);
        rest.find_map(|class| class.attributes.borrow().get(name).cloned())
    }

    pub(crate) fn is_below(self: &Rc<Self>, other: &Rc<ClassObject>) -> bool {
        Rc::ptr_eq(self, other) || self.ancestors.iter().any(|class| Rc::ptr_eq(class, other))
    }
}

/// Python's order of search for a class with these bases (C3); `None` if there is none.
pub(crate) fn ancestors(bases: &[Rc<ClassObject>]) -> Option<Vec<Rc<ClassObject>>> {
    let line = |class: &Rc<ClassObject>| {
        std::iter::once(Rc::clone(class)).chain(class.ancestors.iter().cloned()).collect::<Vec<_>>()
    };
    let mut lines: Vec<Vec<Rc<ClassObject>>> = bases.iter().map(line).collect();
    lines.push(bases.to_vec());
    let mut order = Vec::new();
    loop {
        lines.retain(|line| !line.is_empty());
        if lines.is_empty() {
            return Some(order);
        }
        let behind =
            |class: &Rc<ClassObject>| lines.iter().any(|line| line[1..].iter().any(|it| Rc::ptr_eq(it, class)));
        let next = lines.iter().map(|line| &line[0]).find(|class| !behind(class))?.clone();
        for line in &mut lines {
            line.retain(|class| !Rc::ptr_eq(class, &next));
        }
        order.push(next);
    }
}

impl ClassObject {
    /// The attribute, and how far away the class is that has it.
    pub(crate) fn find_with_class(&self, name: Symbol) -> Option<(Value, usize)> {
        if let Some(found) = self.attributes.borrow().get(name) {
            return Some((found.clone(), 0));
        }
        let mut behind = self.ancestors.iter().enumerate();
        behind.find_map(|(index, class)| class.attributes.borrow().get(name).map(|it| (it.clone(), index + 1)))
    }

    /// The class that has the attribute.
    pub(crate) fn find_owner(self: &Rc<Self>, name: Symbol) -> Option<Rc<ClassObject>> {
        let mut order = std::iter::once(self).chain(&self.ancestors);
        order.find(|class| class.attributes.borrow().get(name).is_some()).cloned()
    }
}
