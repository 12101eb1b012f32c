//! Takes an expression apart to find the smallest part that decides.

use lang::ast::{CompareOp, Span};
use lang::builtins::Builtin;

use super::Where;
use super::difference::{difference, duplicates};
use super::trace::Tracer;
use crate::code::{Clause, Comprehension, Fold, Node};
use crate::fault::Result;
use crate::value::Value;

impl Tracer<'_, '_> {
    /// Why an expression is false, or true if `wanted`. The expression has been found to be so.
    pub fn why(&mut self, node: &Node, wanted: bool, frame: &mut [Value]) -> Result<Where> {
        match node {
            Node::At(span, inner) => {
                let outer = self.span.replace(*span);
                let found = self.why(inner, wanted, frame);
                self.span = outer;
                found
            }
            Node::Not(inner) => self.why(inner, !wanted, frame),
            Node::And(items) if !wanted => self.first(items, false, frame),
            Node::Or(items) if wanted => self.first(items, true, frame),
            Node::Fold(Fold::All, parts) if !wanted => self.quantified(parts, false, frame),
            Node::Fold(Fold::Any, parts) if wanted => self.quantified(parts, true, frame),
            Node::Fold(Fold::Any, _) => Ok(self.here(format!("{} finds no such case", self.shown()))),
            Node::Fold(Fold::All, _) => Ok(self.here(format!("{} holds of all", self.shown()))),
            Node::Compare(op, operands) | Node::CompareSimple(op, operands) => {
                let left = self.machine.eval(&operands.0, frame)?;
                let right = self.machine.eval(&operands.1, frame)?;
                self.compared(*op, (&operands.0, &left), (&operands.1, &right), wanted)
            }
            Node::Chain(parts) if !wanted => {
                let mut left_node = &parts.0;
                let mut left = self.machine.eval(left_node, frame)?;
                for (op, right_node) in &parts.1 {
                    let right = self.machine.eval(right_node, frame)?;
                    if !self.machine.compare(*op, &left, &right)? {
                        return self.compared(*op, (left_node, &left), (right_node, &right), false);
                    }
                    (left_node, left) = (right_node, right);
                }
                Ok(self.whole(wanted))
            }
            Node::If(parts) => {
                let branch = if self.machine.test(&parts.0, frame)? { &parts.1 } else { &parts.2 };
                self.why(branch, wanted, frame)
            }
            Node::CallFunction(function, args) if !wanted => {
                let args = self.machine.eval_items(args, frame)?;
                match self.explain_call(*function, args)? {
                    Some(mut place) => {
                        let mut bindings = self.bindings.clone();
                        bindings.append(&mut place.bindings);
                        Ok(Where { bindings, ..place })
                    }
                    None => Ok(self.whole(wanted)),
                }
            }
            _ => {
                let value = self.machine.eval(node, frame)?;
                if matches!(value, Value::Bool(_)) {
                    return Ok(self.whole(wanted));
                }
                let text = self.show(&value);
                Ok(self.here(format!("{} is {text}", self.shown())))
            }
        }
    }

    /// The first operand whose truth is `wanted`.
    fn first(&mut self, items: &[Node], wanted: bool, frame: &mut [Value]) -> Result<Where> {
        for item in items {
            if self.machine.test(item, frame)? == wanted {
                return self.why(item, wanted, frame);
            }
        }
        Ok(self.whole(wanted))
    }

    /// The first element that decides `all` or `any`.
    fn quantified(&mut self, parts: &Comprehension, wanted: bool, frame: &mut [Value]) -> Result<Where> {
        let depth = self.bindings.len();
        let found = self.search(&parts.clauses, &parts.element, wanted, frame)?;
        self.bindings.truncate(depth);
        Ok(found.unwrap_or_else(|| self.whole(wanted)))
    }

    fn search(
        &mut self,
        clauses: &[Clause],
        element: &Node,
        wanted: bool,
        frame: &mut [Value],
    ) -> Result<Option<Where>> {
        let Some((clause, rest)) = clauses.split_first() else {
            return if self.machine.test(element, frame)? == wanted {
                self.why(element, wanted, frame).map(Some)
            } else {
                Ok(None)
            };
        };
        let mut iter = self.iterate(&clause.iterable, frame)?;
        let mut index = 0;
        'next: while self.machine.next_into(&mut iter, &clause.target, frame)? {
            self.machine.step()?;
            let position = index;
            index += 1;
            for condition in &clause.conditions {
                if !self.machine.test(condition, frame)? {
                    continue 'next;
                }
            }
            let depth = self.bindings.len();
            self.bind(&clause.target, &clause.iterable, position, frame);
            if let Some(found) = self.search(rest, element, wanted, frame)? {
                return Ok(Some(found));
            }
            self.bindings.truncate(depth);
        }
        Ok(None)
    }

    fn compared(
        &mut self,
        op: CompareOp,
        left: (&Node, &Value),
        right: (&Node, &Value),
        wanted: bool,
    ) -> Result<Where> {
        if !wanted
            && op == CompareOp::Equal
            && let Some(text) = self.repeated(left, right)
        {
            return Ok(self.here(text));
        }
        let (a, b) = (self.operand(left), self.operand(right));
        let relation = match (op, wanted) {
            (CompareOp::Equal, true) | (CompareOp::NotEqual, false) => "equals",
            (CompareOp::Equal, false) | (CompareOp::NotEqual, true) => "differs from",
            (CompareOp::In, true) | (CompareOp::NotIn, false) => "is in",
            (CompareOp::In, false) | (CompareOp::NotIn, true) => "is not in",
            (CompareOp::Is, true) | (CompareOp::IsNot, false) => "is",
            (CompareOp::Is, false) | (CompareOp::IsNot, true) => "is not",
            (op, wanted) => {
                let words = if wanted { "holds" } else { "does not hold" };
                let text = match difference(op, left.1, right.1).filter(|_| !wanted) {
                    Some(found) => format!("{}: {}", self.shown(), found.text(&|value| self.show(value))),
                    None => format!("{a} {} {b} {words}", op.symbol()),
                };
                return Ok(self.here(text));
            }
        };
        let mut text = format!("{a} {relation} {b}");
        if let Some(found) = difference(op, left.1, right.1).filter(|_| relation == "differs from") {
            text = format!("{text}; {}", found.text(&|value| self.show(value)));
        }
        Ok(self.here(text))
    }

    /// `len(set(xs)) == len(xs)`: says what is repeated instead of comparing two numbers.
    fn repeated(&self, left: (&Node, &Value), right: (&Node, &Value)) -> Option<String> {
        let (set, list) = match (self.length_of_set(left.0), self.length_of_set(right.0)) {
            (Some(inner), None) => (inner, right.0),
            (None, Some(inner)) => (inner, left.0),
            _ => return None,
        };
        let list = match strip(list) {
            Node::Len(inner) => &**inner,
            _ => return None,
        };
        let text = self.text_of(list);
        if text.is_empty() || text != self.text_of(set) {
            return None;
        }
        let name = self.pair.param(&text)?;
        let (value, positions) = duplicates(name)?;
        Some(format!("{} stands at positions {} of {text}", self.show(&value), list_of(&positions)))
    }

    fn length_of_set<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        let Node::Len(inner) = strip(node) else { return None };
        match strip(inner) {
            Node::CallBuiltin(Builtin::Set | Builtin::FrozenSet, args) => {
                args.positional.first().map(|item| &item.node)
            }
            _ => None,
        }
    }

    /// An operand as written, with its value where that says more.
    fn operand(&self, (node, value): (&Node, &Value)) -> String {
        let (text, value_text) = (self.text_of(node), self.show(value));
        if text.is_empty()
            || text == value_text
            || matches!(strip(node), Node::Int(_) | Node::Bool(_) | Node::None | Node::Constant(_))
        {
            return value_text;
        }
        format!("{text} ({value_text})")
    }

    fn whole(&self, wanted: bool) -> Where {
        self.here(format!("{} is {}", self.shown(), if wanted { "true" } else { "false" }))
    }

    fn here(&self, reason: String) -> Where {
        self.place(self.span.unwrap_or(Span::new(0, 0)), reason)
    }

    /// The current expression as written.
    fn shown(&self) -> String {
        let span = self.span.unwrap_or(Span::new(0, 0));
        self.place(span, String::new()).expression
    }

    pub fn show(&self, value: &Value) -> String {
        let text = self.pair.show(self.machine.program, value);
        if text.chars().count() > 120 { format!("{}…", text.chars().take(119).collect::<String>()) } else { text }
    }
}

fn strip(node: &Node) -> &Node {
    match node {
        Node::At(_, inner) => strip(inner),
        other => other,
    }
}

fn list_of(positions: &[usize]) -> String {
    let texts: Vec<String> = positions.iter().map(ToString::to_string).collect();
    match &*texts {
        [first, last] => format!("{first} and {last}"),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        [] => String::new(),
    }
}
