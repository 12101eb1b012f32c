//! Calls: of functions of the file, lambdas, records, built-ins and methods.

use crate::ast::{Call, Expr, ExprKind};
use crate::builtins::Builtin;
use crate::problem::RecordId;
use crate::signature::{ArgumentCount, Signature};

use super::Inference;
use super::arguments::{AnyOrder, Arg, Args, given_twice, no_keyword};
use super::expressions::Want;
use super::faults::{InferResult, Role};
use super::heap::{At, ObjectKind};
use super::set_order::{OrderUse, order_use};
use super::shapes::Shape;
use super::value::{Callable, Item, Val};

/// The argument that a built-in iterates over during the call. A lazy one does so once items are taken from it.
fn taken_argument(builtin: Builtin, count: usize, taken: bool) -> Option<usize> {
    match builtin {
        Builtin::Min | Builtin::Max => (count == 1).then_some(0),
        Builtin::All
        | Builtin::Any
        | Builtin::Combinations
        | Builtin::Counter
        | Builtin::Deque
        | Builtin::Dict
        | Builtin::FrozenSet
        | Builtin::List
        | Builtin::Next
        | Builtin::Permutations
        | Builtin::Set
        | Builtin::Sorted
        | Builtin::Sum
        | Builtin::Tuple => Some(0),
        Builtin::Enumerate | Builtin::GroupBy | Builtin::Iter | Builtin::Pairwise | Builtin::Zip => taken.then_some(0),
        Builtin::Filter | Builtin::Map => taken.then_some(1),
        Builtin::Abs
        | Builtin::Accumulate
        | Builtin::Bool
        | Builtin::Cache
        | Builtin::Chain
        | Builtin::Chr
        | Builtin::ChainFromIterable
        | Builtin::Closure
        | Builtin::Float
        | Builtin::Round
        | Builtin::CopyCopy
        | Builtin::DeepCopy
        | Builtin::Ceil
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
        | Builtin::Trunc
        | Builtin::DefaultDict
        | Builtin::DictFromKeys
        | Builtin::OrderedDict
        | Builtin::OrderedFromKeys
        | Builtin::Divmod
        | Builtin::Exception(_)
        | Builtin::Format
        | Builtin::Int
        | Builtin::Len
        | Builtin::LruCache
        | Builtin::Ord
        | Builtin::Pow
        | Builtin::Print
        | Builtin::Product
        | Builtin::Range
        | Builtin::Reachable
        | Builtin::Replace
        | Builtin::Repr
        | Builtin::Reversed
        | Builtin::Str
        | Builtin::StrMakeTrans
        | Builtin::StrMethod(_)
        | Builtin::Wraps
        | Builtin::AbstractMethod
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
        | Builtin::Type => None,
    }
}

impl<'a> Inference<'a> {
    pub fn eval_call(&mut self, expr: &'a Expr, call: &'a Call, want: Want) -> Val {
        if let ExprKind::Attribute(base, method) = &call.function.kind
            && self.problem.resolutions.get(call.function.id).is_none()
        {
            let receiver = self.eval(base);
            let on_sets = self.all_are(receiver, |shape| shape.kind().is_some_and(ObjectKind::is_set_like));
            let args = self.eval_args(call, AnyOrder::all_if(on_sets), None);
            if receiver.is_bottom() || args.are_impossible() {
                return Val::BOTTOM;
            }
            if receiver.is_unknown() {
                args.vals().for_each(|val| self.escape(val));
            }
            let at = At::new(expr.id);
            let outcome = self.each(receiver, |this, item| this.method(item, &method.name, &args, at));
            return self.check(method.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(base))));
        }
        let callee = self.eval(&call.function);
        let builtin = self.only_builtin(callee);
        let any_order = builtin.map_or(AnyOrder::No, |builtin| match (builtin, order_use(builtin)) {
            (Builtin::Min | Builtin::Max, _) => AnyOrder::all_if(call.args.len() == 1),
            (_, OrderUse::Ignored) => AnyOrder::First,
            (_, OrderUse::PassedOn) => AnyOrder::all_if(want.any_order),
            (_, OrderUse::Visible) => AnyOrder::No,
        });
        let taken = builtin.and_then(|builtin| taken_argument(builtin, call.args.len(), want.taken));
        let args = self.eval_args(call, any_order, taken);
        if callee.is_bottom() || args.are_impossible() {
            return Val::BOTTOM;
        }
        let outcome = self.call_value(callee, &args, At::new(expr.id), want);
        self.check(call.function.span, Role::Operation, outcome.map_err(|fault| fault.about(Some(&call.function))))
    }

    pub fn call_value(&mut self, callee: Val, args: &Args<'a>, at: At, want: Want) -> InferResult<'a> {
        if callee.is_unknown() {
            args.vals().for_each(|val| self.escape(val));
        }
        self.each(callee, |this, item| this.call_item(item, args, at, want))
    }

    /// What a built-in gets when it calls a function it was given.
    pub fn call_back(&mut self, callee: Val, args: &[Val], at: At) -> InferResult<'a> {
        if args.iter().any(|arg| arg.is_bottom()) {
            return Ok(Val::BOTTOM);
        }
        self.call_value(callee, &Args::of(args.iter().copied()), at.inner(), Want::default())
    }

    fn call_item(&mut self, item: Item, args: &Args<'a>, at: At, want: Want) -> InferResult<'a> {
        match item {
            Item::Function(id) => {
                let bound = self.bind(id, args)?;
                Ok(self.call_function(id, bound))
            }
            Item::RecordClass(id) if self.is_enum(id) && args.list.len() == 1 => Ok(self.values.one(Item::Record(id))),
            Item::RecordClass(id) if self.is_enum(id) && args.keywords.len() != 2 => Ok(Val::UNKNOWN),
            Item::RecordClass(id) => self.make_record(id, args),
            Item::NumberClass(id) => {
                args.fit("NewType", &Signature::exactly(1))?;
                let val = args.get(0).map_or(Val::UNKNOWN, |arg| arg.val);
                let is_text = self.shape(Item::Number(id)) == Shape::Str;
                let fits = |shape: Shape| if is_text { shape == Shape::Str } else { shape.is_number() };
                if self.all_are(val, fits) { Ok(self.values.one(Item::Number(id))) } else { Ok(val) }
            }
            Item::Callable(index) => match self.values.callable_value(index).clone() {
                Callable::Builtin(builtin) => self.call_builtin(builtin, args, at, want),
                Callable::Method(receiver, method) => self.call_method(receiver, method, args, at),
            },
            other => Err(self.wrong(
                self.shape(other),
                "cannot be called",
                "call a function; to take an element, write `xs[i]`",
            )),
        }
    }

    fn make_record(&mut self, id: RecordId, args: &Args<'a>) -> InferResult<'a> {
        let record = &self.problem.records[usize::from(id.0)];
        let name = format!("`{}`", record.name);
        let least = record.fields.iter().filter(|field| field.default.is_none()).count();
        let count = record.fields.len();
        let names = || record.fields.iter().map(|field| &*field.name);
        let least = if args.keywords.is_empty() { least } else { 0 };
        args.fit_fields(&record.name, ArgumentCount { least, most: Some(count) })?;
        let mut given: Vec<Option<Val>> = vec![None; count];
        for (slot, arg) in given.iter_mut().zip(&args.list) {
            *slot = Some(arg.val);
        }
        for (keyword, arg) in &args.keywords {
            let Some(index) = names().position(|field| field == &**keyword) else {
                return Err(no_keyword(&name, keyword, names()).about(arg.expr));
            };
            if given[index].replace(arg.val).is_some() {
                return Err(given_twice(&name, keyword).about(arg.expr));
            }
        }
        for (index, (field, val)) in record.fields.iter().zip(given).enumerate() {
            match val.or(args.rest) {
                Some(val) => self.store_field(id, index, val),
                None if args.open => self.store_field(id, index, Val::UNKNOWN),
                None if field.default.is_some() => {}
                None => {
                    let message = format!("{name} needs an argument for its field `{}`", field.name);
                    let help = "pass a value for every field that has no default";
                    return Err(super::faults::OperationError::new(
                        crate::diagnostic::Code::WrongArguments,
                        message,
                        format!("has no default for `{}`", field.name),
                        help,
                    ));
                }
            }
        }
        Ok(self.values.one(Item::Record(id)))
    }

    /// `replace(p, x=1)` and `p._replace(x=1)`.
    pub fn replace_fields(&mut self, item: Item, changes: &[(crate::ast::Name, Arg<'a>)]) -> InferResult<'a> {
        let Item::Record(id) = item else {
            return Err(self.wrong(self.shape(item), "has no fields to replace", "`replace` takes a record"));
        };
        let fields = &self.problem.records[usize::from(id.0)].fields;
        for (name, arg) in changes {
            let Some(index) = fields.iter().position(|field| field.name == *name) else {
                let record = format!("`{}`", self.record_name(id));
                return Err(no_keyword(&record, name, fields.iter().map(|field| &*field.name)).about(arg.expr));
            };
            self.store_field(id, index, arg.val);
        }
        Ok(self.values.one(item))
    }
}
