//! Takes an expression apart to find the smallest part that decides.

use lang::ast::{BoolOp, CompareOp, Expr, ExprKind, UnaryOp};
use lang::builtins::Builtin;
use lang::resolve::Resolution;

use super::difference::{difference, duplicates};
use super::trace::Tracer;
use super::{DecidingReason, Where};
use crate::fault::Result;
use crate::frame::Frame;
use crate::truth::truth;
use crate::value::Value;

/// Longer values are cut.
const SHOWN: usize = 100;

impl Tracer<'_, '_> {
    /// Why an expression is false, or true if `wanted`. The expression has been found to be so.
    pub fn why(&mut self, expr: &Expr, wanted: bool, frame: &mut Frame) -> Result<Where> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.why(inner, !wanted, frame),
            ExprKind::Boolean(op, items) if (*op == BoolOp::Or) == wanted => {
                for item in items {
                    if self.test(item, frame)? == wanted {
                        return self.why(item, wanted, frame);
                    }
                }
                Ok(self.whole(expr, wanted))
            }
            // All operands together decide.
            ExprKind::Boolean(_, items) => {
                let mut reasons = Vec::new();
                for item in items {
                    // Why a helper is true would be explained with its own variables, out of their scope.
                    let is_helper = matches!(&item.kind, ExprKind::Call(call) if self.helper(call).is_some());
                    let place =
                        if wanted && is_helper { self.whole(item, wanted) } else { self.why(item, wanted, frame)? };
                    reasons.push(place.reason());
                }
                Ok(self.place(expr.span, DecidingReason::Sentence(reasons.join(", and "))))
            }
            ExprKind::Conditional(parts) => {
                let branch = if self.test(&parts.test, frame)? { &parts.then } else { &parts.otherwise };
                self.why(branch, wanted, frame)
            }
            ExprKind::Compare(first, links) => self.compared(expr, first, links, wanted, frame),
            ExprKind::Call(call) => self.called(expr, call, wanted, frame),
            _ => self.valued(expr, wanted, frame),
        }
    }

    /// An expression that is taken apart no further, with its value where that says more than its truth.
    pub fn valued(&mut self, expr: &Expr, wanted: bool, frame: &mut Frame) -> Result<Where> {
        let value = self.eval(expr, frame)?;
        let is_plain = matches!(expr.kind, ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Subscript(..));
        let says_more = !matches!(value, Value::Bool(_) | Value::Iter(_) | Value::Function(_));
        if is_plain || (says_more && truth(&value)? == wanted) {
            let (text, value) = (self.text(expr.span), self.show(&value));
            return Ok(self.place(expr.span, DecidingReason::Sentence(format!("{text} is {value}"))));
        }
        Ok(self.whole(expr, wanted))
    }

    pub fn whole(&self, expr: &Expr, wanted: bool) -> Where {
        self.place(expr.span, if wanted { DecidingReason::IsTrue } else { DecidingReason::IsFalse })
    }

    fn compared(
        &mut self,
        expr: &Expr,
        first: &Expr,
        links: &[(CompareOp, Expr)],
        wanted: bool,
        frame: &mut Frame,
    ) -> Result<Where> {
        let mut left = (first, self.eval(first, frame)?);
        for (op, operand) in links {
            let right = (operand, self.eval(operand, frame)?);
            let single = links.len() == 1;
            if single || (!wanted && !self.machine.compare(*op, &left.1, &right.1)?) {
                return Ok(self.link(expr, *op, (left.0, &left.1), (right.0, &right.1), wanted));
            }
            left = right;
        }
        Ok(self.whole(expr, wanted))
    }

    fn link(&self, expr: &Expr, op: CompareOp, left: (&Expr, &Value), right: (&Expr, &Value), wanted: bool) -> Where {
        if !wanted
            && op == CompareOp::Equal
            && let Some(text) = self.repeated(left.0, right.0)
        {
            return self.place(expr.span, DecidingReason::Sentence(text));
        }
        let (a, b) = (self.operand(left), self.operand(right));
        let relation = match (op, wanted) {
            (CompareOp::Equal | CompareOp::Is, true) | (CompareOp::NotEqual | CompareOp::IsNot, false) => "equals",
            (CompareOp::Equal | CompareOp::Is, false) | (CompareOp::NotEqual | CompareOp::IsNot, true) => {
                "differs from"
            }
            (CompareOp::In, true) | (CompareOp::NotIn, false) => "is in",
            (CompareOp::In, false) | (CompareOp::NotIn, true) => "is not in",
            (CompareOp::Less, true) | (CompareOp::GreaterEqual, false) => "is less than",
            (CompareOp::Greater, true) | (CompareOp::LessEqual, false) => "is greater than",
            (CompareOp::LessEqual, true) | (CompareOp::Greater, false) => "is at most",
            (CompareOp::GreaterEqual, true) | (CompareOp::Less, false) => "is at least",
        };
        let found = if wanted { None } else { difference(op, left.1, right.1) };
        let why = match found {
            Some(found) => DecidingReason::Fails(found.text(&|value| self.show(value))),
            None => DecidingReason::Sentence(format!("{a} {relation} {b}")),
        };
        self.place(expr.span, why)
    }

    /// `len(set(xs)) == len(xs)`: says what is repeated instead of comparing two numbers.
    fn repeated(&self, left: &Expr, right: &Expr) -> Option<String> {
        let (set, list) = match (self.length_of_set(left), self.length_of_set(right)) {
            (Some(inner), None) => (inner, right),
            (None, Some(inner)) => (inner, left),
            _ => return None,
        };
        let list = self.argument_of(list, &[Builtin::Len])?;
        let text = self.text(list.span);
        if text != self.text(set.span) {
            return None;
        }
        let (value, positions) = duplicates(self.pair.param(&text)?)?;
        Some(format!("{} stands at positions {} of {text}", self.show(&value), list_of(&positions)))
    }

    fn length_of_set<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        self.argument_of(self.argument_of(expr, &[Builtin::Len])?, &[Builtin::Set, Builtin::FrozenSet])
    }

    /// The only argument of a call of one of these built-ins.
    fn argument_of<'e>(&self, expr: &'e Expr, builtins: &[Builtin]) -> Option<&'e Expr> {
        let ExprKind::Call(call) = &expr.kind else { return None };
        match (self.problem.resolutions.get(call.function.id), &*call.args) {
            (Some(Resolution::Builtin(builtin)), [arg]) if builtins.contains(&builtin) => Some(arg),
            _ => None,
        }
    }

    /// An operand as written, with its value where that says more.
    fn operand(&self, (expr, value): (&Expr, &Value)) -> String {
        let (text, value) = (self.text(expr.span), self.show(value));
        let literal = matches!(expr.kind, ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Str(_));
        if literal || text == value { value } else { format!("{text} ({value})") }
    }

    pub fn show(&self, value: &Value) -> String {
        let text = self.pair.show(self.machine.program, value);
        if text.chars().count() > SHOWN {
            return format!("{}…", text.chars().take(SHOWN).collect::<String>());
        }
        text
    }
}

fn list_of(positions: &[usize]) -> String {
    let texts: Vec<String> = positions.iter().map(ToString::to_string).collect();
    match &*texts {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
