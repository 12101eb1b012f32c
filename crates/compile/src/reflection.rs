//! `isinstance`, `type`, `hasattr`, `is` and what else asks values about themselves.

use std::rc::Rc;

use circuit::Lit;
use lang::builtins::{Builtin, Exception};
use lang::problem::RecordKind;

use crate::calls::Arguments;
use crate::classes::{Instance, Special, special};
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{DictKind, Object};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    /// The built-ins about classes, attributes and identity.
    pub fn reflect(&mut self, builtin: Builtin, arguments: &Arguments) -> Result<Value> {
        let first = arguments.get(0).cloned().unwrap_or_else(Value::none);
        match builtin {
            Builtin::IsInstance => {
                let class = self.type_of_value(&first)?;
                let holds = self.is_subclass(&class, &arguments.positional[1])?;
                Ok(Value::truth(holds))
            }
            Builtin::IsSubclass => {
                let holds = self.is_subclass(&first, &arguments.positional[1])?;
                Ok(Value::truth(holds))
            }
            Builtin::Type => self.type_of_value(&first),
            Builtin::Callable => {
                let mut parts = Vec::new();
                for (lit, alt) in first.alts() {
                    if self.is_callable(alt)? {
                        parts.push(*lit);
                    }
                }
                Ok(Value::truth(self.circuit.any(parts)))
            }
            Builtin::Hasattr => {
                let (_, missing) = self.named_attribute(&first, &arguments.positional[1])?;
                Ok(Value::truth(!missing))
            }
            Builtin::Getattr => {
                let (found, missing) = self.named_attribute(&first, &arguments.positional[1])?;
                match arguments.get(2) {
                    Some(default) => self.ite(missing, default, &found),
                    None => {
                        self.raise(missing, Exception::AttributeError);
                        Ok(found)
                    }
                }
            }
            Builtin::Setattr | Builtin::ObjectSetattr => {
                let name = self.attribute_name(&arguments.positional[1])?;
                let value = &arguments.positional[2];
                if builtin == Builtin::Setattr {
                    self.set_attribute(&first, &name, value)?;
                } else {
                    for (lit, part, _) in self.by_class(&first)? {
                        self.under(lit, |this| this.set_plain_attribute(&part, &name, value))?;
                    }
                }
                Ok(Value::none())
            }
            Builtin::Delattr => {
                let name = self.attribute_name(&arguments.positional[1])?;
                self.delete_attribute(&first, &name)?;
                Ok(Value::none())
            }
            Builtin::Hash => self.hash_builtin(&first),
            Builtin::Id => Ok(special(Special::Id(first))),
            Builtin::Object => {
                let class = self.object_class();
                let instance = Instance { class, attributes: crate::classes::Attributes::new() };
                Ok(Value::object(self.allocate(Object::Instance(instance))))
            }
            Builtin::StaticMethod => Ok(special(Special::Static(first))),
            Builtin::ClassMethod => Ok(special(Special::OfClass(first))),
            Builtin::AbstractMethod => Ok(special(Special::Abstract(first))),
            Builtin::Property => {
                let part = |index: usize| arguments.get(index).cloned().unwrap_or_else(Value::none);
                Ok(special(Special::Property([part(0), part(1), part(2)])))
            }
            Builtin::Super => match arguments.positional.first().and_then(Value::single) {
                Some(Alt::Object(class)) if arguments.positional.len() == 2 => {
                    Ok(special(Special::Super(*class, arguments.positional[1].clone())))
                }
                _ => self.refuse(Construct::OtherExpression),
            },
            _ => Ok(self.raise_always(Exception::TypeError)),
        }
    }

    /// The class of `object()`, made when it is first needed.
    fn object_class(&mut self) -> ObjectId {
        let known = self.object_class.filter(|id| self.state.heap.get(*id).is_some());
        known.unwrap_or_else(|| {
            let class = crate::classes::ClassObject {
                name: "object".into(),
                ancestors: Vec::new(),
                attributes: crate::classes::Attributes::new(),
                exception: None,
                is_abstract: false,
                is_top: true,
            };
            let id = self.allocate(Object::Class(class));
            self.object_class = Some(id);
            id
        })
    }

    pub fn type_of_value(&mut self, value: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, alt) in value.alts() {
            cases.push((*lit, self.type_of(alt)?));
        }
        self.choose(&cases)
    }

    /// `type(value)`
    pub fn type_of(&mut self, alt: &Alt) -> Result<Value> {
        let builtin = |builtin: Builtin| Ok(Value::of(Alt::Builtin(builtin)));
        match alt {
            Alt::Bool(_) => builtin(Builtin::Bool),
            Alt::Int(_) | Alt::Bits(_) => builtin(Builtin::Int),
            Alt::Float(_) => builtin(Builtin::Float),
            Alt::Str(_) | Alt::Text(_) => builtin(Builtin::Str),
            Alt::Tuple(_) => builtin(Builtin::Tuple),
            Alt::FrozenSet(_) => builtin(Builtin::FrozenSet),
            Alt::Range(_) => builtin(Builtin::Range),
            Alt::Record(class, _) => Ok(Value::of(Alt::Class(*class))),
            Alt::Class(class) if self.is_enumeration(*class) => Ok(special(Special::TypeOf("EnumType"))),
            Alt::Class(_) => builtin(Builtin::Type),
            Alt::Builtin(it) if is_class(*it) => builtin(Builtin::Type),
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::List(_) => builtin(Builtin::List),
                Object::Deque(..) => Ok(special(Special::TypeOf("deque"))),
                Object::Set(_) => builtin(Builtin::Set),
                Object::Dict(dict) => builtin(match dict.kind {
                    DictKind::Plain => Builtin::Dict,
                    DictKind::Counter => Builtin::Counter,
                    DictKind::Default(_) => Builtin::DefaultDict,
                    DictKind::Ordered => Builtin::OrderedDict,
                }),
                Object::Instance(instance) if Some(instance.class) == self.object_class => builtin(Builtin::Object),
                Object::Instance(instance) => Ok(Value::object(instance.class)),
                Object::Class(_) => builtin(Builtin::Type),
                Object::Iter(_) | Object::Cell(_) => Ok(special(Special::TypeOf("iterator"))),
            },
            Alt::Atom(..) => self.refuse(Construct::TypeOfAtom),
            Alt::Special(it) if matches!(**it, Special::Hash(_) | Special::Id(_)) => builtin(Builtin::Int),
            // A class that has no name here.
            Alt::Special(it) if matches!(**it, Special::TypeOf(_)) => builtin(Builtin::Type),
            Alt::Exception(class, _) => builtin(Builtin::Exception(*class)),
            Alt::Special(it) if matches!(**it, Special::Traceback) => Ok(special(Special::TypeOf("traceback"))),
            Alt::Special(it) if matches!(**it, Special::Property(_)) => Ok(special(Special::TypeOf("property"))),
            Alt::None => Ok(special(Special::TypeOf("NoneType"))),
            Alt::Function(_) => Ok(special(Special::TypeOf("function"))),
            Alt::View(..) => Ok(special(Special::TypeOf("view"))),
            _ => Ok(special(Special::TypeOf("method"))),
        }
    }

    fn is_subclass(&mut self, class: &Value, of: &Value) -> Result<Lit> {
        let mut cases = Vec::new();
        for (r, of) in of.alts() {
            if let Alt::Tuple(items) = of {
                // Python looks at them one after the other.
                let mut found = Lit::FALSE;
                for item in items.iter() {
                    let asked = self.circuit.and(*r, !found);
                    let is = self.under(asked, |this| this.is_subclass(class, item))?;
                    found = self.circuit.or(found, is.unwrap_or(Lit::FALSE));
                }
                cases.push(self.circuit.and(*r, found));
                continue;
            }
            if !self.is_class_alt(of)? {
                self.raise(*r, Exception::TypeError);
                continue;
            }
            for (l, class) in class.alts() {
                if !self.is_class_alt(class)? {
                    self.raise(*l, Exception::TypeError);
                    continue;
                }
                if self.is_under(class, of)? {
                    cases.push(self.circuit.and(*l, *r));
                }
            }
        }
        Ok(self.circuit.any(cases))
    }

    fn is_under(&self, class: &Alt, of: &Alt) -> Result<bool> {
        Ok(match (class, of) {
            (Alt::Object(class), Alt::Object(of)) => self.line(*class)?.contains(of),
            (Alt::Object(class), Alt::Builtin(Builtin::Exception(of))) => {
                self.class(*class)?.exception.is_some_and(|exception| derives(exception, *of))
            }
            (Alt::Builtin(Builtin::Exception(class)), Alt::Builtin(Builtin::Exception(of))) => derives(*class, *of),
            (_, Alt::Builtin(Builtin::Object))
            | (Alt::Builtin(Builtin::Bool), Alt::Builtin(Builtin::Int))
            | (
                Alt::Builtin(Builtin::Counter | Builtin::DefaultDict | Builtin::OrderedDict),
                Alt::Builtin(Builtin::Dict),
            ) => true,
            (Alt::Class(class), Alt::Builtin(Builtin::Tuple)) => self.is_named_tuple(*class),
            (Alt::Special(class), Alt::Builtin(Builtin::Type)) => matches!(**class, Special::TypeOf("EnumType")),
            (Alt::Special(a), Alt::Special(b)) => same_type(a, b),
            (class, of) => class.order(of).is_eq(),
        })
    }

    fn is_class_alt(&self, alt: &Alt) -> Result<bool> {
        Ok(match alt {
            Alt::Class(_) => true,
            Alt::Builtin(builtin) => is_class(*builtin),
            Alt::Object(id) => matches!(&*self.object_in_any_order(*id)?, Object::Class(_)),
            Alt::Special(it) => matches!(**it, Special::TypeOf(_)),
            _ => false,
        })
    }

    fn is_callable(&self, alt: &Alt) -> Result<bool> {
        Ok(match alt {
            Alt::Function(_) | Alt::Class(_) | Alt::Number(_) | Alt::Method(_) => true,
            Alt::Builtin(builtin) => *builtin != Builtin::NotImplemented,
            Alt::Object(id) => match &*self.object_in_any_order(*id)? {
                Object::Class(_) => true,
                Object::Instance(instance) => self.find(instance.class, "__call__")?.is_some(),
                _ => false,
            },
            Alt::Special(it) => !matches!(
                **it,
                Special::Property(_)
                    | Special::OfClass(_)
                    | Special::Super(..)
                    | Special::Hash(_)
                    | Special::Id(_)
                    | Special::Traceback
            ),
            _ => false,
        })
    }

    fn attribute_name(&mut self, name: &Value) -> Result<String> {
        match name.single() {
            Some(Alt::Str(text)) => Ok(text.to_string()),
            _ => self.refuse(Construct::UnknownAttributeName),
        }
    }

    /// An attribute, and where there is none. A property that raises is refused.
    pub fn named_attribute(&mut self, value: &Value, name: &Value) -> Result<(Value, Lit)> {
        let name = self.attribute_name(name)?;
        let raised = self.raised.len();
        let path = self.path;
        let found = self.attribute(value, &name)?;
        let own = self.raised.split_off(raised);
        if own.iter().any(|raise| raise.exception != Exception::AttributeError) {
            return self.refuse(Construct::PropertyRaises);
        }
        let missing = self.circuit.any(own.iter().map(|raise| raise.when).collect::<Vec<_>>());
        self.path = path;
        Ok((found, missing))
    }

    /// `is`. Of equal numbers, strings and tuples Python may make one object or two: that is refused.
    pub fn is_same(&mut self, left: &Value, right: &Value) -> Result<Lit> {
        let mut cases = Vec::new();
        for (l, a) in left.alts() {
            for (r, b) in right.alts() {
                let both = self.circuit.and(*l, *r);
                if both == Lit::FALSE {
                    continue;
                }
                let same = self.is_same_alt(both, a, b)?;
                cases.push(self.circuit.and(both, same));
            }
        }
        Ok(self.circuit.any(cases))
    }

    fn is_same_alt(&mut self, both: Lit, a: &Alt, b: &Alt) -> Result<Lit> {
        match (a, b) {
            (Alt::Int(x), Alt::Int(y)) if x != y || (-5..=256).contains(x) => Ok(Lit::constant(x == y)),
            (Alt::Bool(_), Alt::Int(_) | Alt::Bits(_)) | (Alt::Int(_) | Alt::Bits(_), Alt::Bool(_)) => Ok(Lit::FALSE),
            (Alt::Str(x), Alt::Str(y)) if x != y || x.len() <= 1 => Ok(Lit::constant(x == y)),
            (Alt::Tuple(x), Alt::Tuple(y)) if x.is_empty() && y.is_empty() => Ok(Lit::TRUE),
            (Alt::Record(class, _), Alt::Record(..))
                if self.problem.records[usize::from(class.0)].kind == RecordKind::Enum =>
            {
                self.equal(&Value::of(a.clone()), &Value::of(b.clone()))
            }
            (Alt::Record(_, x), Alt::Record(_, y)) if self.nodes.is_given(x) && self.nodes.is_given(y) => {
                Ok(Lit::constant(x.node == y.node))
            }
            // What a call gave that was used again is one object here and two in Python.
            (Alt::Tuple(x), Alt::Tuple(y)) if Rc::ptr_eq(x, y) && !self.nodes.reused => Ok(Lit::TRUE),
            (Alt::Record(_, x), Alt::Record(_, y)) if Rc::ptr_eq(x.shared(), y.shared()) && !self.nodes.reused => {
                Ok(Lit::TRUE)
            }
            (Alt::FrozenSet(x), Alt::FrozenSet(y)) if Rc::ptr_eq(x, y) && !self.nodes.reused => Ok(Lit::TRUE),
            (Alt::Int(_) | Alt::Bits(_), Alt::Int(_) | Alt::Bits(_))
            | (Alt::Str(_) | Alt::Text(_), Alt::Str(_) | Alt::Text(_))
            | (Alt::Float(_), Alt::Float(_))
            | (Alt::Atom(..), Alt::Atom(..))
            | (Alt::Tuple(_), Alt::Tuple(_))
            | (Alt::Record(..), Alt::Record(..))
            | (Alt::FrozenSet(_), Alt::FrozenSet(_))
            | (Alt::Range(_), Alt::Range(_)) => {
                let small = |alt: &Alt| {
                    matches!(alt, Alt::Bits(bits) if bits.low >= -5 && bits.high <= 256)
                        || matches!(alt, Alt::Int(n) if (-5..=256).contains(n))
                };
                let equal = self.equal(&Value::of(a.clone()), &Value::of(b.clone()))?;
                if small(a) || small(b) {
                    return Ok(equal);
                }
                let undecided = self.circuit.and(both, equal);
                self.refuse_if(undecided, Construct::IdentityOfEqual)?;
                Ok(Lit::FALSE)
            }
            (Alt::Special(x), Alt::Special(y))
                if !Rc::ptr_eq(x, y) && matches!((&**x, &**y), (Special::Traceback, Special::Traceback)) =>
            {
                self.refuse(Construct::IdentityOfEqual)
            }
            (Alt::Special(x), Alt::Special(y)) => match (&**x, &**y) {
                // One name here for several types of Python.
                (Special::TypeOf("iterator" | "method" | "view"), Special::TypeOf(_)) if same_type(x, y) => {
                    self.refuse(Construct::TypeOfHelper)
                }
                _ => Ok(Lit::constant(Rc::ptr_eq(x, y) || same_type(x, y))),
            },
            (Alt::Exception(..), Alt::Exception(..)) => self.equal(&Value::of(a.clone()), &Value::of(b.clone())),
            (Alt::Method(x), Alt::Method(y)) => Ok(Lit::constant(Rc::ptr_eq(x, y))),
            (Alt::View(..), Alt::View(..)) => self.refuse(Construct::IdentityOfEqual),
            _ => Ok(Lit::constant(a.order(b).is_eq())),
        }
    }
}

fn same_type(a: &Special, b: &Special) -> bool {
    matches!((a, b), (Special::TypeOf(a), Special::TypeOf(b)) if a == b)
}

fn is_class(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Bool
            | Builtin::Float
            | Builtin::Int
            | Builtin::Str
            | Builtin::Tuple
            | Builtin::List
            | Builtin::Set
            | Builtin::FrozenSet
            | Builtin::Dict
            | Builtin::Counter
            | Builtin::DefaultDict
            | Builtin::OrderedDict
            | Builtin::Range
            | Builtin::Object
            | Builtin::Type
            | Builtin::Exception(_)
    )
}

fn derives(class: Exception, of: Exception) -> bool {
    let mut class = class;
    while class != of {
        let parent = class.parent();
        if parent == class {
            return false;
        }
        class = parent;
    }
    true
}
