//! Why a call is true or false: quantifiers, helpers of the file, questions about sets.

use lang::ast::{Call, Clause, Expr, ExprKind, FuncId};
use lang::builtins::Builtin;
use lang::globals::GlobalKind;
use lang::methods::Method;
use lang::resolve::Resolution;

use super::trace::Tracer;
use super::{Binding, DecidingReason, Where};
use crate::compare::is_set_like;
use crate::fault::Result;
use crate::frame::Frame;
use crate::table::Table;
use crate::truth::truth;
use crate::value::Value;

impl Tracer<'_, '_> {
    pub fn called(&mut self, expr: &Expr, call: &Call, wanted: bool, frame: &mut Frame) -> Result<Where> {
        if let Some((builtin, values)) = self.quantifier(call) {
            // `all` is decided by one false element, `any` by one true one; the rest says nothing in particular.
            if (builtin == Builtin::Any) == wanted {
                let depth = self.bindings.len();
                let found = match &values.kind {
                    ExprKind::Comprehension(generator) => {
                        self.search(&generator.clauses, &generator.element, wanted, frame)?
                    }
                    _ => self.deciding_element(expr, values, wanted, frame)?,
                };
                self.bindings.truncate(depth);
                return Ok(found.unwrap_or_else(|| self.whole(expr, wanted)));
            }
            let text = self.text(expr.span);
            let words = if wanted { "holds of every element" } else { "finds no element" };
            return Ok(self.place(expr.span, DecidingReason::Sentence(format!("{text} {words}"))));
        }
        if let Some(place) = self.followed(call, wanted, frame)? {
            return Ok(place);
        }
        if !wanted && let Some(place) = self.set_question(expr, call, frame)? {
            return Ok(place);
        }
        self.valued(expr, wanted, frame)
    }

    /// `all(…)` or `any(…)`, and what it iterates over.
    fn quantifier<'e>(&self, call: &'e Call) -> Option<(Builtin, &'e Expr)> {
        let resolution = self.problem.resolutions.get(call.function.id);
        let Some(Resolution::Builtin(builtin @ (Builtin::All | Builtin::Any))) = resolution else { return None };
        match &*call.args {
            [values] if !matches!(values.kind, ExprKind::Starred(_)) => Some((builtin, values)),
            _ => None,
        }
    }

    /// The first element whose truth is `wanted`, of `all(xs)` or `all(map(f, xs))`.
    fn deciding_element(
        &mut self,
        expr: &Expr,
        values: &Expr,
        wanted: bool,
        frame: &mut Frame,
    ) -> Result<Option<Where>> {
        let (function, source) = match self.mapped(values) {
            Some((function, source)) => (Some(function), source),
            None => (None, values),
        };
        let callee = function.map(|function| self.eval(function, frame)).transpose()?;
        let iterated = self.eval(source, frame)?;
        let places = match iterated {
            Value::List(_) | Value::Tuple(_) => format!(" of {}", self.text(source.span)),
            _ => String::new(),
        };
        let mut iter = self.machine.iter(&iterated)?;
        let mut index = 0;
        while let Some(item) = self.machine.next(&mut iter)? {
            self.machine.step()?;
            let value = match &callee {
                Some(callee) => self.machine.call_one(callee, item.clone())?,
                None => item.clone(),
            };
            if truth(&value)? == wanted {
                let at = if places.is_empty() { String::new() } else { format!(" (index {index}{places})") };
                let why = match function {
                    Some(function) => {
                        if let Some(place) = self.followed_element(function, &item, index, source, wanted)? {
                            return Ok(Some(place));
                        }
                        let name = self.text(function.span);
                        let name = if let ExprKind::Lambda(_) = function.kind { format!("({name})") } else { name };
                        let sentence = format!("{name}({}) is {}{at}", self.show(&item), self.show(&value));
                        DecidingReason::Sentence(sentence)
                    }
                    None => {
                        let because = format!("{} is in {}{at}", self.show(&value), self.text(source.span));
                        if wanted { DecidingReason::Holds(because) } else { DecidingReason::Fails(because) }
                    }
                };
                return Ok(Some(self.place(expr.span, why)));
            }
            index += 1;
        }
        Ok(None)
    }

    /// The function and the iterable of `map(f, xs)`.
    fn mapped<'e>(&self, expr: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
        let ExprKind::Call(call) = &expr.kind else { return None };
        match (self.problem.resolutions.get(call.function.id), &*call.args) {
            (Some(Resolution::Builtin(Builtin::Map)), [function, values])
                if !matches!(function.kind, ExprKind::Starred(_)) && !matches!(values.kind, ExprKind::Starred(_)) =>
            {
                Some((function, values))
            }
            _ => None,
        }
    }

    /// Why a function of the file has this truth of an element: its parameter stands for the loop variable.
    fn followed_element(
        &mut self,
        function: &Expr,
        item: &Value,
        index: usize,
        source: &Expr,
        wanted: bool,
    ) -> Result<Option<Where>> {
        let Some(id) = self.function_named(function) else { return Ok(None) };
        let Some(place) = self.explain_call(id, vec![item.clone()], wanted)? else { return Ok(None) };
        let name = match self.problem.module.function(id).params.first() {
            Some(param) => param.name.name.to_string(),
            None => return Ok(None),
        };
        let is_plain = matches!(source.kind, ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Subscript(..));
        let round = index;
        let index = is_plain.then_some(index);
        let binding = Binding { name, value: item.clone(), index, of: self.text(source.span), round, nth: 0 };
        let mut bindings = self.bindings.clone();
        bindings.push(binding);
        bindings.extend(place.bindings);
        Ok(Some(Where { bindings, ..place }))
    }

    fn function_named(&self, expr: &Expr) -> Option<FuncId> {
        let Some(Resolution::Global(global)) = self.problem.resolutions.get(expr.id) else { return None };
        match self.problem.resolutions.global(global).kind {
            GlobalKind::Function(function) => {
                Some(function).filter(|id| !self.problem.module.function(*id).span.is_library())
            }
            _ => None,
        }
    }

    /// The function of the file that is called.
    pub fn helper(&self, call: &Call) -> Option<FuncId> {
        self.function_named(&call.function).filter(|_| call.keywords.is_empty())
    }

    /// A call of a function of the file: why that function is false, or true if `wanted`.
    fn followed(&mut self, call: &Call, wanted: bool, frame: &mut Frame) -> Result<Option<Where>> {
        let Some(function) = self.helper(call) else { return Ok(None) };
        let mut args = Vec::new();
        for arg in &call.args {
            args.push(self.eval(arg, frame)?);
        }
        Ok(self.explain_call(function, args, wanted)?.map(|mut place| {
            let mut bindings = self.bindings.clone();
            bindings.append(&mut place.bindings);
            Where { bindings, ..place }
        }))
    }

    /// `a.issubset(b)` and similar, where it is false.
    fn set_question(&mut self, expr: &Expr, call: &Call, frame: &mut Frame) -> Result<Option<Where>> {
        let ExprKind::Attribute(base, method) = &call.function.kind else { return Ok(None) };
        let (Some(method @ (Method::IsSubset | Method::IsSuperset | Method::IsDisjoint)), [arg]) =
            (Method::by_name(&method.name), &*call.args)
        else {
            return Ok(None);
        };
        if matches!(arg.kind, ExprKind::Starred(_)) {
            return Ok(None);
        }
        let (left, right) = (self.eval(base, frame)?, self.eval(arg, frame)?);
        if !is_set_like(&left) {
            return Ok(None);
        }
        let (left, right) = (self.machine.collect(&left)?, self.machine.collect(&right)?);
        let (left, right) = (Table::from_items(&left)?, Table::from_items(&right)?);
        let (these, those, common) = match method {
            Method::IsSubset => (&left, &right, false),
            Method::IsSuperset => (&right, &left, false),
            _ => (&left, &right, true),
        };
        let mut found = Vec::new();
        for key in these.keys() {
            if those.contains(key)? == common {
                found.push(self.show(key));
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        found.truncate(5);
        let (base, arg) = (self.text(base.span), self.text(arg.span));
        let who = match method {
            Method::IsSubset => format!("only {base} has"),
            Method::IsSuperset => format!("only {arg} has"),
            _ => format!("{base} and {arg} both have"),
        };
        let because = format!("{who} {}", found.join(", "));
        Ok(Some(self.place(expr.span, DecidingReason::Fails(because))))
    }

    /// The first element whose truth is `wanted`.
    fn search(&mut self, clauses: &[Clause], element: &Expr, wanted: bool, frame: &mut Frame) -> Result<Option<Where>> {
        let Some((clause, rest)) = clauses.split_first() else {
            return if self.test(element, frame)? == wanted {
                self.why(element, wanted, frame).map(Some)
            } else {
                Ok(None)
            };
        };
        let iterated = self.eval(&clause.iterable, frame)?;
        let mut iter = self.machine.iter(&iterated)?;
        let mut index = 0;
        'next: while self.next_into(&mut iter, &clause.target, frame)? {
            let here = index;
            index += 1;
            for condition in &clause.conditions {
                if !self.test(condition, frame)? {
                    continue 'next;
                }
            }
            let depth = self.bindings.len();
            self.bind(&clause.target, (&clause.iterable, &iterated), here, frame);
            if let Some(found) = self.search(rest, element, wanted, frame)? {
                return Ok(Some(found));
            }
            self.bindings.truncate(depth);
        }
        Ok(None)
    }
}
