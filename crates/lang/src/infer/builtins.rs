//! What built-in functions accept and return.

use crate::ast::{BinaryOp, Expr};
use crate::builtins::Builtin;
use crate::diagnostic::Code;

use super::Inference;
use super::arguments::{Arg, Args};
use super::expressions::Want;
use super::faults::{InferResult, OperationError};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::Val;

impl<'a> Inference<'a> {
    pub fn call_builtin(&mut self, builtin: Builtin, args: &Args<'a>, at: At, want: Want) -> InferResult<'a> {
        args.fit(builtin.name(), builtin.signature())?;
        match builtin {
            Builtin::Chr => self.number(args.get(0), "`chr`").map(|_| Val::STR),
            Builtin::Ord => self.texts(args, 1, "has no code").map(|_| Val::INT),
            Builtin::Str | Builtin::Repr | Builtin::Format => self.shown(args, at),
            Builtin::StrMakeTrans => Ok(self.alloc(at, ObjectKind::Dict, &[Val::INT, Val::UNKNOWN])),
            Builtin::StrMethod(method) => self.unbound_str_method(method, args, at),
            Builtin::Abs => self.number(args.get(0), "`abs`"),
            Builtin::Int => self.integer(args),
            Builtin::Bool => match args.get(0) {
                Some(arg) => self.truth(arg.val).map_err(|fault| fault.about(arg.expr)),
                None => Ok(Val::BOOL),
            },
            Builtin::All | Builtin::Any => {
                let element = self.elements_at(args, 0, at)?;
                self.truth_of_elements(element).map_err(|fault| fault.about(first_expr(args)))
            }
            Builtin::Divmod => self.divmod(args, at),
            Builtin::Pow => self.pow(args, at),
            Builtin::Range => {
                for index in 0..args.list.len() {
                    self.number(args.get(index), "`range`")?;
                }
                Ok(Val::RANGE)
            }
            Builtin::Len => self.length(args),
            Builtin::Sum => self.sum(args, at),
            Builtin::Min | Builtin::Max => self.extreme(builtin, args, at),
            Builtin::Sorted => {
                let element = self.elements_at(args, 0, at)?;
                let source = args.get(0).map_or(Val::BOTTOM, |arg| arg.val);
                self.sortable(args.keyword("key"), source, element, first_expr(args), at)?;
                let list = self.alloc(at, ObjectKind::List, &[element]);
                Ok(self.fill(list, self.is_filled(source)))
            }
            Builtin::List | Builtin::Tuple => self.sequence(builtin, args, at, want),
            Builtin::Set | Builtin::FrozenSet => {
                let element = if args.get(0).is_some() { self.elements_at(args, 0, at)? } else { Val::BOTTOM };
                let source = args.get(0).map_or(Val::BOTTOM, |arg| arg.val);
                self.hashable_elements(source, element, first_expr(args))?;
                let kind = if builtin == Builtin::Set { ObjectKind::Set } else { ObjectKind::FrozenSet };
                let set = self.alloc(at, kind, &[element]);
                Ok(self.fill(set, self.is_filled(source)))
            }
            Builtin::Dict => self.make_dict(args, at),
            Builtin::DictFromKeys => self.dict_from_keys(ObjectKind::Dict, args, at),
            Builtin::OrderedDict => self.make_ordered_dict(args, at),
            Builtin::OrderedFromKeys => self.dict_from_keys(ObjectKind::OrderedDict, args, at),
            Builtin::Counter => self.make_counter(args, at),
            Builtin::DefaultDict => self.make_default_dict(args, at),
            Builtin::Deque => self.make_deque(args, at),
            Builtin::Replace => {
                let record = args.get(0).map_or(Val::UNKNOWN, |arg| arg.val);
                self.each(record, |this, item| match this.shape(item) {
                    Shape::NamedTuple(_) => {
                        Err(this.wrong(this.shape(item), "is not a dataclass", "write `p._replace(x=1)`"))
                    }
                    _ => this.replace_fields(item, &args.keywords),
                })
            }
            Builtin::Closure => self.closure(args, at),
            Builtin::Reachable => self.reachable(args, at),
            Builtin::Exception(_) => Ok(Val::UNKNOWN),
            Builtin::IsInstance | Builtin::IsSubclass | Builtin::Callable | Builtin::Hasattr => Ok(Val::BOOL),
            Builtin::Hash => {
                let arg = args.get(0);
                self.hashable(arg.map_or(Val::UNKNOWN, |arg| arg.val))
                    .map_err(|fault| fault.about(first_expr(args)))?;
                Ok(Val::UNKNOWN)
            }
            // What is done with floats, copies and classes is not followed.
            Builtin::AbstractMethod
            | Builtin::ClassMethod
            | Builtin::Delattr
            | Builtin::Getattr
            | Builtin::Id
            | Builtin::NotImplemented
            | Builtin::Object
            | Builtin::ObjectSetattr
            | Builtin::Property
            | Builtin::Setattr
            | Builtin::StaticMethod
            | Builtin::Super
            | Builtin::Type
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
            | Builtin::Trunc => {
                args.vals().for_each(|val| self.escape(val));
                Ok(Val::UNKNOWN)
            }
            Builtin::Iter => self.iterate(args, at, want),
            Builtin::Next => self.next(args, at),
            Builtin::Print => Ok(Val::NONE),
            Builtin::Cache | Builtin::LruCache | Builtin::Wraps => {
                args.vals().for_each(|val| self.escape(val));
                Ok(Val::UNKNOWN)
            }
            Builtin::Reversed => self.reversed(args, at),
            Builtin::Enumerate => self.enumerate(args, at),
            Builtin::Zip => self.zip(args, at),
            Builtin::Map => self.map(args, at, want),
            Builtin::Filter => self.filter_elements(args, at, want),
            Builtin::Chain => Ok(self.chain(args, at)),
            Builtin::ChainFromIterable => Ok(self.chain_from_iterable(args, at)),
            Builtin::Accumulate => self.accumulate(args, at),
            Builtin::Pairwise => self.pairwise(args, at),
            Builtin::GroupBy => self.groupby(args, at),
            Builtin::Combinations => self.combinations(args, at),
            Builtin::Permutations => self.permutations(args, at),
            Builtin::Product => self.product(args, at),
        }
    }

    /// The elements of an argument.
    pub fn elements_at(&mut self, args: &Args<'a>, index: usize, at: At) -> InferResult<'a> {
        let Some(arg) = args.get(index).or_else(|| args.keyword("iterable")) else { return Ok(Val::UNKNOWN) };
        self.elements(arg.val, at).map_err(|fault| fault.about(arg.expr))
    }

    /// Checks that an argument of `function` is a number.
    fn number(&mut self, arg: Option<Arg<'a>>, function: &str) -> InferResult<'a> {
        let Some(arg) = arg else { return Ok(Val::UNKNOWN) };
        let outcome = self.each(arg.val, |this, item| match this.shape(item) {
            Shape::Bool | Shape::Int => Ok(Val::INT),
            Shape::Atom(atom) => Err(this.atom_arithmetic(atom)),
            other => {
                let message = format!("{function} does not accept {}", this.noun(other));
                Err(OperationError::new(
                    Code::WrongType,
                    message,
                    format!("is {}", this.noun(other)),
                    "it takes integers",
                ))
            }
        });
        outcome.map_err(|fault| fault.about(arg.expr))
    }

    fn integer(&mut self, args: &Args<'a>) -> InferResult<'a> {
        let Some(arg) = args.get(0) else { return Ok(Val::INT) };
        let outcome = self.each(arg.val, |this, item| match this.shape(item) {
            Shape::Bool | Shape::Int | Shape::Str => Ok(Val::INT),
            Shape::Atom(atom) => {
                let help = "if it is a number, declare a bounded integer with `NewType`";
                Err(this.atom_fault(atom, "is not a number", help))
            }
            other => Err(this.wrong(other, "cannot become an integer", "`int` takes integers, Booleans and strings")),
        });
        outcome.map_err(|fault| fault.about(arg.expr))
    }

    fn divmod(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let (Some(a), Some(b)) = (args.get(0), args.get(1)) else { return Ok(Val::UNKNOWN) };
        let part = self.binary(BinaryOp::FloorDivide, a.val, b.val, at, false).map_err(|fault| fault.about(a.expr))?;
        Ok(self.alloc(at, ObjectKind::Tuple, &[part, part]))
    }

    fn pow(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let (Some(a), Some(b)) = (args.named(0, "base"), args.named(1, "exp")) else { return Ok(Val::UNKNOWN) };
        self.binary(BinaryOp::Power, a.val, b.val, at, false).map_err(|fault| fault.about(a.expr))
    }

    fn length(&mut self, args: &Args<'a>) -> InferResult<'a> {
        let Some(arg) = args.get(0) else { return Ok(Val::UNKNOWN) };
        let outcome = self.each(arg.val, |this, item| match this.shape(item) {
            Shape::Range | Shape::NamedTuple(_) | Shape::Str => Ok(Val::INT),
            Shape::Object(_, kind) if !matches!(kind, ObjectKind::Iterator | ObjectKind::SetIterator) => Ok(Val::INT),
            Shape::Atom(atom) => {
                Err(this.atom_fault(atom, "has no length", "an atom holds nothing; count the elements of a list"))
            }
            other @ Shape::Object(..) => {
                Err(this.wrong(other, "has no length", "make a list of it first: `len(list(xs))`"))
            }
            other => Err(this.wrong(
                other,
                "has no length",
                "`len` takes a list, a tuple, a set, a dict, a string or a range",
            )),
        });
        outcome.map_err(|fault| fault.about(arg.expr))
    }

    fn sum(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.elements_at(args, 0, at)?;
        let start = args.named(1, "start").map_or(Val::INT, |arg| arg.val);
        if element.is_bottom() {
            return Ok(start);
        }
        if let Some(atom) = self.only_atoms(element) {
            let label = format!("holds `{}` values, which only have equality", self.atom_name(atom));
            return Err(self.atom_arithmetic(atom).saying(label).about(first_expr(args)));
        }
        let source = args.get(0).map_or(Val::BOTTOM, |arg| arg.val);
        let first = self.binary(BinaryOp::Add, start, element, at, false);
        let first = first.map_err(|fault| fault.about(first_expr(args)));
        let first = self.for_elements(source, first, Val::BOTTOM)?;
        let more = self.binary(BinaryOp::Add, first, element, at, false).unwrap_or(Val::BOTTOM);
        let sums = [start, first, more];
        Ok(self.join_all(sums))
    }

    fn extreme(&mut self, builtin: Builtin, args: &Args<'a>, at: At) -> InferResult<'a> {
        let key = args.keyword("key");
        if args.list.len() == 1 && args.rest.is_none() {
            let element = self.elements_at(args, 0, at)?;
            self.sortable(key, args.list[0].val, element, first_expr(args), at)?;
            let default = args.keyword("default").map_or(Val::BOTTOM, |arg| arg.val);
            return Ok(self.join(element, default));
        }
        if key.is_none_or(|key| key.val == Val::NONE)
            && let [a, b, ..] = args.list[..]
        {
            let symbol = if builtin == Builtin::Min { "<" } else { ">" };
            self.ordered(symbol, a.val, b.val).map_err(|fault| fault.about(a.expr))?;
        }
        let vals: Vec<Val> = args.list.iter().map(|arg| arg.val).chain(args.rest).collect();
        let element = self.join_all(vals);
        self.sortable(key, Val::BOTTOM, element, first_expr(args), at)?;
        Ok(element)
    }

    /// Checks that the elements of `source` can be put in order, by a key if there is one.
    pub fn sortable(
        &mut self,
        key: Option<Arg<'a>>,
        source: Val,
        element: Val,
        subject: Option<&'a Expr>,
        at: At,
    ) -> InferResult<'a> {
        let Some(key) = key.filter(|key| key.val != Val::NONE) else {
            return match self.atom_in_order(element, element) {
                Some((atom, _)) => Err(self.atom_ordered(atom, true).about(subject)),
                None => Ok(element),
            };
        };
        let compared = self.call_back(key.val, &[element], at).map_err(|fault| fault.about(key.expr));
        let compared = self.for_elements(source, compared, Val::BOTTOM)?;
        match self.atom_in_order(compared, compared) {
            Some((atom, _)) => {
                let label = format!("gives `{}` values, which only have equality", self.atom_name(atom));
                Err(self.atom_ordered(atom, true).saying(label).about(key.expr))
            }
            None => Ok(element),
        }
    }

    /// What is in a deque is not followed.
    fn make_deque(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        if let Some(arg) = args.named(0, "iterable") {
            self.in_order(arg.val, at, "the result of `deque`").map_err(|fault| fault.about(arg.expr))?;
            self.elements(arg.val, at).map_err(|fault| fault.about(arg.expr))?;
        }
        args.vals().for_each(|val| self.escape(val));
        Ok(Val::UNKNOWN)
    }

    fn sequence(&mut self, builtin: Builtin, args: &Args<'a>, at: At, want: Want) -> InferResult<'a> {
        let Some(arg) = args.get(0) else {
            return Ok(if builtin == Builtin::List {
                self.alloc(at, ObjectKind::List, &[Val::BOTTOM])
            } else {
                self.alloc(at, ObjectKind::Tuple, &[])
            });
        };
        if !want.any_order {
            let what = format!("the result of `{}`", builtin.name());
            self.in_order(arg.val, at, &what).map_err(|fault| fault.about(arg.expr))?;
        }
        if builtin == Builtin::Tuple
            && let Some(shape) = self.only_shape(arg.val)
            && let Some(positions) = self.positions(shape)
        {
            return Ok(self.alloc(at, ObjectKind::Tuple, &positions));
        }
        let element = self.elements_at(args, 0, at)?;
        let made =
            self.alloc(at, if builtin == Builtin::List { ObjectKind::List } else { ObjectKind::TupleOf }, &[element]);
        Ok(self.fill(made, self.is_filled(arg.val)))
    }

    /// Checks that the elements of `source` can be in a set or keys.
    pub fn hashable_elements(&mut self, source: Val, element: Val, subject: Option<&'a Expr>) -> InferResult<'a> {
        let outcome = self.hashable(element);
        let outcome = outcome.map_err(|fault| fault.saying("holds values that cannot be hashed").about(subject));
        self.for_elements(source, outcome, element)
    }

    fn closure(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some(ends) = self.edges(args, at)? else { return Ok(Val::UNKNOWN) };
        let pair = self.pair(at, ends);
        Ok(self.alloc(at, ObjectKind::Set, &[pair]))
    }

    fn reachable(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some([from, to]) = self.edges(args, at)? else { return Ok(Val::UNKNOWN) };
        if let Some(start) = args.named(1, "start") {
            self.lookup(start.val, from, start.expr.is_some_and(Self::is_constant))
                .map_err(|fault| fault.about(start.expr))?;
        }
        Ok(self.alloc(at, ObjectKind::Set, &[to]))
    }

    /// The sources and the targets of the edges of a relation.
    fn edges(&mut self, args: &Args<'a>, at: At) -> InferResult<'a, Option<[Val; 2]>> {
        let Some(edges) = args.named(0, "edges") else { return Ok(None) };
        let element = self.elements(edges.val, at).map_err(|fault| fault.about(edges.expr))?;
        let pair = self.unpack_pair(element, at).map_err(|fault| fault.about(edges.expr));
        self.for_elements(edges.val, pair, [Val::BOTTOM; 2]).map(Some)
    }
}

pub(super) fn first_expr<'a>(args: &Args<'a>) -> Option<&'a Expr> {
    args.list.first().and_then(|arg| arg.expr)
}
