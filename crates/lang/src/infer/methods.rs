//! Attributes and methods.

use crate::ast::Name;
use crate::diagnostic::Code;
use crate::methods::{
    ListMethod, Method, NamedTupleMethod, RangeMethod, Receiver, ReceiverMethod, SetQuery, SetUpdate, TupleMethod,
    UNSUPPORTED_ATTRIBUTES, ViewMethod,
};
use crate::problem::RecordKind;
use crate::suggest::closest;

use super::Inference;
use super::arguments::{Arg, Args};
use super::expressions::Want;
use super::faults::{InferResult, OperationError};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Callable, Item, SiteId, Val};

/// The row of the table of methods that a kind of thing belongs to.
fn receiver(shape: Shape) -> Option<Receiver> {
    Some(match shape {
        Shape::Object(_, kind) => match kind {
            ObjectKind::List | ObjectKind::Unordered => Receiver::List,
            ObjectKind::Tuple | ObjectKind::TupleOf => Receiver::Tuple,
            ObjectKind::Set => Receiver::Set,
            ObjectKind::FrozenSet => Receiver::FrozenSet,
            ObjectKind::Dict => Receiver::Dict,
            ObjectKind::DefaultDict => Receiver::DefaultDict,
            ObjectKind::Counter => Receiver::Counter,
            ObjectKind::OrderedDict => Receiver::OrderedDict,
            ObjectKind::Keys => Receiver::Keys,
            ObjectKind::Values => Receiver::Values,
            ObjectKind::Items => Receiver::Items,
            ObjectKind::Iterator | ObjectKind::SetIterator => return None,
        },
        Shape::Range => Receiver::Range,
        Shape::Str => Receiver::Str,
        Shape::NamedTuple(_) => Receiver::NamedTuple,
        Shape::Unknown
        | Shape::None
        | Shape::Bool
        | Shape::Int
        | Shape::Atom(_)
        | Shape::Dataclass(..)
        | Shape::Function => return None,
    })
}

fn method_of(shape: Shape, name: &str) -> Option<ReceiverMethod> {
    Method::by_name(name)?.of(receiver(shape)?)
}

impl<'a> Inference<'a> {
    /// `x.name`: a field, or a method as a value.
    pub fn attribute(&mut self, item: Item, name: &Name) -> InferResult<'a> {
        if let Some(field) = self.field(item, name) {
            return Ok(field);
        }
        if let Some(unknown) = self.of_the_class(item, name) {
            return Ok(unknown);
        }
        let shape = self.shape(item);
        if shape == Shape::Range && matches!(&**name, "start" | "stop" | "step") {
            return Ok(Val::INT);
        }
        let Some(method) = method_of(shape, name) else { return Err(self.no_attribute(shape, name)) };
        if method == ReceiverMethod::SetUpdate(SetUpdate::Pop) {
            let whole = self.values.one(item);
            self.in_order(whole, At::new(crate::ast::ExprId(0)), "`pop`")?;
        }
        let method = self.values.callable(Callable::Method(item, method));
        Ok(self.values.one(method))
    }

    /// An attribute that the class of a record has beside the fields.
    fn of_the_class(&mut self, item: Item, name: &str) -> Option<Val> {
        // A member of an enumeration has the other members as attributes, too.
        if let Shape::Dataclass(id, _) = self.shape(item)
            && self.problem.records[usize::from(id.0)].choices.iter().any(|member| *member.name == *name)
        {
            return Some(self.values.one(Item::Record(id)));
        }
        match item {
            Item::Record(id) if self.is_member(id, name) => Some(self.unknown_of(item)),
            Item::RecordClass(_) => Some(Val::UNKNOWN),
            Item::Record(_) if name == "__class__" => Some(Val::UNKNOWN),
            Item::Record(id)
                if matches!(name, "_asdict" | "_fields" | "_make")
                    && self.problem.records[usize::from(id.0)].kind == RecordKind::NamedTuple =>
            {
                Some(self.unknown_of(item))
            }
            _ => None,
        }
    }

    /// What is known of a method of the file: nothing, and it may do anything with its receiver.
    fn unknown_of(&mut self, item: Item) -> Val {
        let whole = self.values.one(item);
        self.escape(whole);
        Val::UNKNOWN
    }

    fn field(&mut self, item: Item, name: &Name) -> Option<Val> {
        let Item::Record(id) = item else { return None };
        let record = self.problem.records.get(usize::from(id.0))?;
        let index = record.fields.iter().position(|field| field.name == *name)?;
        Some(self.read(self.records[usize::from(id.0)].fields[index]))
    }

    fn no_attribute(&self, shape: Shape, name: &str) -> OperationError<'a> {
        let noun = self.noun(shape);
        match shape {
            Shape::Unknown => return OperationError::new(Code::UnknownAttribute, "unknown attribute", "", ""),
            _ if name.starts_with("__") || UNSUPPORTED_ATTRIBUTES.contains(&name) => {
                let (message, label) = (format!("`{name}` is outside the language"), format!("is {noun}"));
                return OperationError::new(Code::Outside, message, label, "use an operator or a built-in function");
            }
            _ => {}
        }
        let record = match shape {
            Shape::Dataclass(id, _) | Shape::NamedTuple(id) => self.problem.records.get(usize::from(id.0)),
            _ => None,
        };
        let mut known: Vec<&str> = record.iter().flat_map(|record| &record.fields).map(|field| &*field.name).collect();
        if record.is_none() {
            for name in receiver(shape).into_iter().flat_map(Receiver::method_names) {
                known.push(name);
            }
        }
        let help = match closest(name, known.iter().copied()) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => match (shape, name) {
                (Shape::Object(_, ObjectKind::List | ObjectKind::Unordered), "push" | "add") => {
                    "write `append`".to_owned()
                }
                (Shape::Object(_, ObjectKind::Set), "append" | "push") => "write `add`".to_owned(),
                (Shape::Object(_, ObjectKind::List | ObjectKind::Unordered), "length" | "size") => {
                    "write `len(xs)`".to_owned()
                }
                (Shape::None, _) => "check `is None` first".to_owned(),
                _ if known.is_empty() => "it has no attributes; use an operator or a built-in function".to_owned(),
                _ => format!("it has {}", known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
            },
        };
        let what = if record.is_some() { "field" } else { "method" };
        let message = format!("{noun} has no {what} `{name}`");
        OperationError::new(Code::UnknownAttribute, message, format!("is {noun}"), help)
    }

    /// `x.name(…)`
    pub fn method(&mut self, item: Item, name: &Name, args: &Args<'a>, at: At) -> InferResult<'a> {
        if let Some(field) = self.field(item, name) {
            return self.call_value(field, args, at, Want::default());
        }
        if let Some(unknown) = self.of_the_class(item, name) {
            return self.call_value(unknown, args, at, Want::default());
        }
        let shape = self.shape(item);
        match method_of(shape, name) {
            Some(method) => self.call_method(item, method, args, at),
            None => Err(self.no_attribute(shape, name)),
        }
    }

    pub fn call_method(&mut self, item: Item, method: ReceiverMethod, args: &Args<'a>, at: At) -> InferResult<'a> {
        args.fit(method.name(), method.signature())?;
        let whole = self.values.one(item);
        match (method, item) {
            (ReceiverMethod::ListMethod(method), Item::Object(site)) => self.list_method(site, method, args, at),
            (ReceiverMethod::SetQuery(method), Item::Object(site)) => self.set_query(site, method, args, at),
            (ReceiverMethod::SetUpdate(method), Item::Object(site)) => self.set_update(site, method, args, at),
            (ReceiverMethod::DictMethod(method), Item::Object(site)) => self.dict_method(site, method, args, at),
            (ReceiverMethod::PlainDictMethod(method), Item::Object(site)) => {
                self.plain_dict_method(site, method, args, at)
            }
            (ReceiverMethod::OrderedDictMethod(method), Item::Object(site)) => {
                self.ordered_dict_method(site, method, args, at)
            }
            (ReceiverMethod::CounterMethod(method), Item::Object(site)) => self.counter_method(site, method, args, at),
            (
                ReceiverMethod::ListMethod(_)
                | ReceiverMethod::DequeMethod(_)
                | ReceiverMethod::SetQuery(_)
                | ReceiverMethod::SetUpdate(_)
                | ReceiverMethod::DictMethod(_)
                | ReceiverMethod::PlainDictMethod(_)
                | ReceiverMethod::OrderedDictMethod(_)
                | ReceiverMethod::CounterMethod(_),
                _,
            ) => Ok(Val::UNKNOWN),
            (
                ReceiverMethod::TupleMethod(TupleMethod::Count | TupleMethod::Index)
                | ReceiverMethod::RangeMethod(RangeMethod::Count | RangeMethod::Index),
                _,
            ) => {
                let element = self.elements(whole, at)?;
                self.search(element, args)
            }
            (ReceiverMethod::NamedTupleMethod(NamedTupleMethod::ReplaceFields), _) => {
                self.replace_fields(item, &args.keywords)
            }
            (ReceiverMethod::StrMethod(method), _) => self.str_method(method, args, at),
            (ReceiverMethod::ViewMethod(ViewMethod::IsDisjoint), _) => {
                let element = self.elements(whole, at)?;
                self.with_others(element, args, at)?;
                Ok(Val::BOOL)
            }
        }
    }

    /// `index` and `count`.
    fn search(&mut self, element: Val, args: &Args<'a>) -> InferResult<'a> {
        if let Some(arg) = args.get(0) {
            self.sought(arg, element)?;
        }
        Ok(Val::INT)
    }

    /// Checks an argument that is looked for among elements.
    pub fn sought(&mut self, arg: Arg<'a>, elements: Val) -> InferResult<'a> {
        let constant = arg.expr.is_some_and(Self::is_constant);
        let culprit = arg.expr.filter(|_| self.atom_of(arg.val).is_none());
        self.lookup(arg.val, elements, constant).map_err(|fault| fault.about(culprit))
    }

    fn list_method(&mut self, site: SiteId, method: ListMethod, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.load(site, 0);
        let given = |index: usize| args.get(index).map_or(Val::BOTTOM, |arg| arg.val);
        match method {
            ListMethod::Append => self.store(site, 0, given(0)),
            ListMethod::Insert => self.store(site, 0, given(1)),
            ListMethod::Extend => {
                if let Some(arg) = args.get(0) {
                    self.in_order(arg.val, at, "`extend`").map_err(|fault| fault.about(arg.expr))?;
                }
                let more = self.elements_at(args, 0, at)?;
                self.store(site, 0, more);
            }
            ListMethod::Remove => {
                self.unfill(site);
                if let Some(arg) = args.get(0) {
                    self.sought(arg, element)?;
                }
            }
            ListMethod::Sort => {
                let whole = self.values.one(Item::Object(site));
                self.sortable(args.keyword("key"), whole, element, None, at)?;
            }
            ListMethod::Pop => {
                self.unfill(site);
                return Ok(element);
            }
            ListMethod::Clear => self.unfill(site),
            ListMethod::Reverse => {}
            ListMethod::Copy => return Ok(self.alloc(at, ObjectKind::List, &[element])),
            ListMethod::Count | ListMethod::Index => return self.search(element, args),
        }
        Ok(Val::NONE)
    }

    fn set_query(&mut self, site: SiteId, method: SetQuery, args: &Args<'a>, at: At) -> InferResult<'a> {
        let whole = self.values.one(Item::Object(site));
        let element = self.elements(whole, at)?;
        let kind = self.kind(site);
        match method {
            SetQuery::Copy => Ok(self.alloc(at, kind, &[element])),
            SetQuery::IsDisjoint | SetQuery::IsSubset | SetQuery::IsSuperset => {
                self.with_others(element, args, at)?;
                Ok(Val::BOOL)
            }
            SetQuery::Difference => {
                self.with_others(element, args, at)?;
                Ok(self.alloc(at, kind, &[element]))
            }
            SetQuery::Intersection | SetQuery::SymmetricDifference | SetQuery::Union => {
                let all = self.with_others(element, args, at)?;
                Ok(self.alloc(at, kind, &[all]))
            }
        }
    }

    fn set_update(&mut self, site: SiteId, method: SetUpdate, args: &Args<'a>, at: At) -> InferResult<'a> {
        let whole = self.values.one(Item::Object(site));
        let element = self.elements(whole, at)?;
        match method {
            SetUpdate::Add => {
                let new = args.get(0).map_or(Val::BOTTOM, |arg| arg.val);
                self.hashable(new).map_err(|fault| fault.about(args.get(0).and_then(|arg| arg.expr)))?;
                self.store(site, 0, new);
            }
            SetUpdate::Discard | SetUpdate::Remove => {
                self.unfill(site);
                if let Some(arg) = args.get(0) {
                    if !self.all_are(arg.val, |shape| shape.kind() == Some(ObjectKind::Set)) {
                        self.hashable(arg.val).map_err(|fault| fault.about(arg.expr))?;
                    }
                    self.sought(arg, element)?;
                }
            }
            SetUpdate::Clear => self.unfill(site),
            SetUpdate::Pop => {
                self.unfill(site);
                self.in_order(whole, at, "`pop`")?;
                return Ok(element);
            }
            SetUpdate::Update => {
                let all = self.with_others(element, args, at)?;
                self.store(site, 0, all);
            }
            SetUpdate::IntersectionUpdate | SetUpdate::SymmetricDifferenceUpdate => {
                self.unfill(site);
                let all = self.with_others(element, args, at)?;
                self.store(site, 0, all);
            }
            SetUpdate::DifferenceUpdate => {
                self.unfill(site);
                self.with_others(element, args, at)?;
            }
        }
        Ok(Val::NONE)
    }

    /// The elements of a set and of the iterables that a method of it takes.
    fn with_others(&mut self, element: Val, args: &Args<'a>, at: At) -> InferResult<'a> {
        let mut all = element;
        if let Some(rest) = args.rest {
            let other = self.elements(rest, at).unwrap_or(Val::BOTTOM);
            all = self.join(all, other);
        }
        for arg in &args.list {
            let other = self.elements(arg.val, at).map_err(|fault| fault.about(arg.expr))?;
            self.hashable_elements(arg.val, other, arg.expr)?;
            self.sought(Arg { val: other, expr: arg.expr }, element)?;
            all = self.join(all, other);
        }
        Ok(all)
    }
}
