//! Built-in functions that return iterators, and those that take from one.

use crate::ast::BinaryOp;

use super::Inference;
use super::arguments::{Arg, Args};
use super::builtins::first_expr;
use super::expressions::Want;
use super::faults::InferResult;
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::targets::constant;
use super::value::Val;

/// Tuples longer than this are tuples of any length.
const MAX_TUPLE: i64 = 8;

impl<'a> Inference<'a> {
    pub fn enumerate(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.ordered_elements(args, 0, at, "`enumerate`")?;
        let pair = self.pair(at, [Val::INT, element]);
        Ok(self.alloc(at, ObjectKind::Iterator, &[pair]))
    }

    pub fn pairwise(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.ordered_elements(args, 0, at, "`pairwise`")?;
        let pair = self.pair(at, [element, element]);
        Ok(self.alloc(at, ObjectKind::Iterator, &[pair]))
    }

    /// Pairs of a key and an iterator, which is not followed.
    pub fn groupby(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.ordered_elements(args, 0, at, "`groupby`")?;
        let function = args.named(1, "key").filter(|function| function.val != Val::NONE);
        let key = match function {
            Some(function) if !element.is_bottom() => {
                self.call_back(function.val, &[element], at).unwrap_or(Val::BOTTOM)
            }
            _ => element,
        };
        self.escape(element);
        let pair = self.pair(at, [key, Val::UNKNOWN]);
        Ok(self.alloc(at, ObjectKind::Iterator, &[pair]))
    }

    pub fn combinations(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.ordered_elements(args, 0, at, "`combinations`")?;
        let tuple = self.tuple_of(element, args.named(1, "r"), at);
        Ok(self.alloc(at, ObjectKind::Iterator, &[tuple]))
    }

    pub fn permutations(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.elements_at(args, 0, at)?;
        let length = args.named(1, "r").filter(|length| length.val != Val::NONE);
        let tuple = match length {
            Some(length) => self.tuple_of(element, Some(length), at),
            None => self.alloc(at.inner(), ObjectKind::TupleOf, &[element]),
        };
        let source = args.named(0, "iterable").map_or(Val::UNKNOWN, |arg| arg.val);
        Ok(self.iterator(at, tuple, &[source]))
    }

    /// The elements of an argument whose order will be seen.
    fn ordered_elements(&mut self, args: &Args<'a>, index: usize, at: At, what: &str) -> InferResult<'a> {
        if let Some(arg) = args.named(index, "iterable") {
            self.in_order(arg.val, at, what).map_err(|fault| fault.about(arg.expr))?;
        }
        self.elements_at(args, index, at)
    }

    pub fn iterate(&mut self, args: &Args<'a>, at: At, want: Want) -> InferResult<'a> {
        let Some(arg) = args.get(0) else { return Ok(Val::UNKNOWN) };
        if args.list.len() > 1 {
            return Ok(Val::UNKNOWN);
        }
        // The iterator of an iterator is itself, so that what is taken from one is gone from the other.
        if self.all_are(arg.val, |shape| matches!(shape.kind(), Some(ObjectKind::Iterator | ObjectKind::SetIterator))) {
            return Ok(arg.val);
        }
        if !want.any_order {
            self.in_order(arg.val, at, "taking from `iter`").map_err(|fault| fault.about(arg.expr))?;
        }
        let element = self.elements_at(args, 0, at)?;
        Ok(self.iterator(at, element, &[arg.val]))
    }

    pub fn next(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some(arg) = args.get(0) else { return Ok(Val::UNKNOWN) };
        self.in_order(arg.val, at, "the result of `next`").map_err(|fault| fault.about(arg.expr))?;
        let outcome = self.each(arg.val, |this, item| match this.shape(item) {
            Shape::Object(site, ObjectKind::Iterator | ObjectKind::SetIterator) => Ok(this.load(site, 0)),
            other => Err(this.wrong(other, "is not an iterator", "write `next(iter(xs))`, or `xs[0]`")),
        });
        let element = outcome.map_err(|fault| fault.about(arg.expr))?;
        let default = args.list.get(1).map_or(Val::BOTTOM, |arg| arg.val);
        Ok(self.join(element, default))
    }

    pub fn reversed(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some(arg) = args.get(0) else { return Ok(Val::UNKNOWN) };
        let outcome = self.each(arg.val, |this, item| {
            let shape = this.shape(item);
            let help = "reverse a list or a tuple; `sorted(xs, reverse=True)` takes any iterable";
            if let Shape::Object(
                _,
                ObjectKind::Set | ObjectKind::FrozenSet | ObjectKind::Iterator | ObjectKind::SetIterator,
            ) = shape
            {
                return Err(this.wrong(shape, "cannot be reversed", help));
            }
            let whole = this.values.one(item);
            this.elements(whole, at)
        });
        let element = outcome.map_err(|fault| fault.about(arg.expr))?;
        Ok(self.alloc(at, ObjectKind::Iterator, &[element]))
    }

    pub fn zip(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let mut parts = Vec::new();
        for index in 0..args.list.len() {
            parts.push(self.ordered_elements(args, index, at, "`zip`")?);
        }
        let tuple = match args.rest {
            Some(rest) => {
                self.in_order(rest, at, "`zip`")?;
                parts.push(self.elements(rest, at).unwrap_or(Val::BOTTOM));
                let element = self.join_all(parts);
                self.alloc(at.inner(), ObjectKind::TupleOf, &[element])
            }
            None if parts.is_empty() || parts.iter().any(|part| part.is_bottom()) => Val::BOTTOM,
            None => self.alloc(at.inner(), ObjectKind::Tuple, &parts),
        };
        Ok(self.alloc(at, ObjectKind::Iterator, &[tuple]))
    }

    pub fn map(&mut self, args: &Args<'a>, at: At, want: Want) -> InferResult<'a> {
        let Some(function) = args.get(0) else { return Ok(Val::UNKNOWN) };
        let several = args.list.len() > 2;
        let mut parts = Vec::new();
        let mut sources = Vec::new();
        for index in 1..args.list.len() {
            let part = if several {
                self.ordered_elements(args, index, at, "`map`")?
            } else {
                self.elements_at(args, index, at)?
            };
            parts.push(part);
            sources.push(args.list[index].val);
        }
        if args.rest.is_some() {
            args.vals().for_each(|val| self.escape(val));
            return Ok(self.alloc(at, ObjectKind::Iterator, &[Val::UNKNOWN]));
        }
        let result = self.call_back(function.val, &parts, at).map_err(|fault| fault.about(function.expr));
        let filled = sources.iter().all(|source| self.is_filled(*source));
        let result = if filled { self.for_taken(want, sources[0], result)? } else { result.unwrap_or(Val::BOTTOM) };
        let iterator = self.iterator(at, result, &sources);
        Ok(self.fill(iterator, filled))
    }

    pub fn filter_elements(&mut self, args: &Args<'a>, at: At, want: Want) -> InferResult<'a> {
        let Some(function) = args.get(0) else { return Ok(Val::UNKNOWN) };
        let source = args.get(1).map_or(Val::UNKNOWN, |arg| arg.val);
        let mut element = self.elements_at(args, 1, at)?;
        if function.val == Val::NONE {
            self.truth_of_elements(element).map_err(|fault| fault.about(args.get(1).and_then(|arg| arg.expr)))?;
            element = self.truthy(element);
        } else if !element.is_bottom() {
            let answer = self.call_back(function.val, &[element], at).map_err(|fault| fault.about(function.expr));
            let answer = self.for_taken(want, source, answer)?;
            self.truth(answer).map_err(|fault| fault.about(function.expr))?;
        }
        Ok(self.iterator(at, element, &[source]))
    }

    /// Iterates over its arguments on demand only, so that a wrong one does not certainly fail.
    pub fn chain(&mut self, args: &Args<'a>, at: At) -> Val {
        let sources: Vec<Val> = args.list.iter().map(|arg| arg.val).chain(args.rest).collect();
        self.chained(&sources, at)
    }

    pub fn chain_from_iterable(&mut self, args: &Args<'a>, at: At) -> Val {
        let outer = args.list.iter().map(|arg| arg.val).chain(args.rest);
        let sources: Vec<Val> = outer.map(|val| self.elements(val, at).unwrap_or(Val::BOTTOM)).collect();
        self.chained(&sources, at)
    }

    fn chained(&mut self, sources: &[Val], at: At) -> Val {
        let parts: Vec<Val> = sources.iter().map(|val| self.elements(*val, at).unwrap_or(Val::BOTTOM)).collect();
        let element = self.join_all(parts);
        self.iterator(at, element, sources)
    }

    pub fn accumulate(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let element = self.ordered_elements(args, 0, at, "`accumulate`")?;
        let initial = args.keyword("initial").filter(|initial| initial.val != Val::NONE);
        let start = initial.map_or(element, |initial| initial.val);
        let iterator = self.alloc(at, ObjectKind::Iterator, &[start]);
        let total = self.elements(iterator, at)?;
        let function = args.named(1, "func").filter(|function| function.val != Val::NONE);
        // One element alone is never combined.
        let next = match function {
            Some(function) => self.call_back(function.val, &[total, element], at).unwrap_or(Val::BOTTOM),
            None if element.is_bottom() => Val::BOTTOM,
            None => match self.binary(BinaryOp::Add, total, element, at.inner(), false) {
                Ok(next) => next,
                Err(fault) if self.only_atoms(element).is_some() => return Err(fault.about(first_expr(args))),
                Err(_) => Val::BOTTOM,
            },
        };
        Ok(self.alloc(at, ObjectKind::Iterator, &[next]))
    }

    pub fn product(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let mut parts = Vec::new();
        for index in 0..args.list.len() {
            parts.push(self.elements_at(args, index, at)?);
        }
        let repeat = match args.keyword("repeat") {
            None => Some(1),
            Some(arg) => arg.expr.and_then(constant).filter(|repeat| (0..=MAX_TUPLE).contains(repeat)),
        };
        let sources: Vec<Val> = args.list.iter().map(|arg| arg.val).chain(args.rest).collect();
        let tuple = match (repeat, args.rest) {
            (Some(repeat), None) => {
                let count = usize::try_from(repeat).unwrap_or(1);
                let positions: Vec<Val> = parts.iter().copied().cycle().take(parts.len() * count).collect();
                if positions.iter().any(|position| position.is_bottom()) {
                    Val::BOTTOM
                } else {
                    self.alloc(at.inner(), ObjectKind::Tuple, &positions)
                }
            }
            (_, rest) => {
                if let Some(rest) = rest {
                    parts.push(self.elements(rest, at).unwrap_or(Val::BOTTOM));
                }
                let element = self.join_all(parts);
                self.alloc(at.inner(), ObjectKind::TupleOf, &[element])
            }
        };
        Ok(self.iterator(at, tuple, &sources))
    }

    /// A tuple of `length` elements.
    fn tuple_of(&mut self, element: Val, length: Option<Arg<'a>>, at: At) -> Val {
        let count =
            length.and_then(|length| length.expr).and_then(constant).filter(|count| (0..=MAX_TUPLE).contains(count));
        match count.and_then(|count| usize::try_from(count).ok()) {
            Some(count) if count > 0 && element.is_bottom() => Val::BOTTOM,
            Some(count) => self.alloc(at.inner(), ObjectKind::Tuple, &vec![element; count]),
            None => self.alloc(at.inner(), ObjectKind::TupleOf, &[element]),
        }
    }
}
