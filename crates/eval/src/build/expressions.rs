//! Expressions.

use lang::ast::{self, BoolOp, CompareOp, ComprehensionKind, Expr, ExprKind, UnaryOp};
use lang::globals::GlobalKind;
use lang::resolve::Resolution;
use num_traits::ToPrimitive;

use super::Builder;
use crate::code::{Constant, DictEntry, Display, Item, Node, SliceNode};

impl Builder<'_> {
    pub(super) fn expression(&mut self, expr: &Expr) -> Node {
        let node = self.bare_expression(expr);
        if self.places { Node::At(expr.span, Box::new(node)) } else { node }
    }

    fn bare_expression(&mut self, expr: &Expr) -> Node {
        match &expr.kind {
            ExprKind::Error | ExprKind::Ellipsis | ExprKind::Slice(_) | ExprKind::Starred(_) => {
                Node::Outside("an expression outside the language".into())
            }
            ExprKind::None => Node::None,
            ExprKind::Bool(truth) => Node::Bool(*truth),
            ExprKind::Int(number) => match number.to_i64() {
                Some(small) => Node::Int(small),
                None => self.constant(Constant::Big(number.clone())),
            },
            ExprKind::Str(text) => self.constant(Constant::Str(text.clone())),
            ExprKind::Message(parts) => Node::Message(self.expressions(parts)),
            ExprKind::Name(name) => self.name(expr, name),
            ExprKind::Tuple(items) => self.display(Display::Tuple, items),
            ExprKind::List(items) => self.display(Display::List, items),
            ExprKind::Set(items) => self.display(Display::Set, items),
            ExprKind::Dict(items) => Node::Dict(items.iter().map(|item| self.dict_entry(item)).collect()),
            ExprKind::Comprehension(comprehension) => match comprehension.kind {
                ComprehensionKind::List => self.collect(Display::List, comprehension),
                ComprehensionKind::Set => self.collect(Display::Set, comprehension),
                ComprehensionKind::Dict => Node::DictComprehension(Box::new(self.comprehension(comprehension))),
                ComprehensionKind::Generator => self.generator(expr, comprehension),
            },
            ExprKind::Unary(UnaryOp::Not, inner) => Node::Not(Box::new(self.expression(inner))),
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary(op, left, right) => {
                Node::Binary(*op, Box::new((self.expression(left), self.expression(right))))
            }
            ExprKind::Boolean(BoolOp::And, items) => Node::And(self.expressions(items)),
            ExprKind::Boolean(BoolOp::Or, items) => Node::Or(self.expressions(items)),
            ExprKind::Compare(first, links) => self.compare(first, links),
            ExprKind::Conditional(parts) => {
                let test = self.expression(&parts.test);
                Node::If(Box::new((test, self.expression(&parts.then), self.expression(&parts.otherwise))))
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Attribute(base, attribute) => match self.problem.resolutions.get(expr.id) {
                Some(Resolution::Builtin(builtin)) => Node::Builtin(builtin),
                Some(_) => Node::Outside(format!("`{}` is outside the language", attribute.name).into()),
                None => {
                    let base = self.expression(base);
                    Node::Field(Box::new(base), self.symbol(&attribute.name))
                }
            },
            ExprKind::Subscript(base, index) => {
                let base = self.expression(base);
                match &index.kind {
                    ExprKind::Slice(slice) => Node::Slice(Box::new((base, self.slice(slice)))),
                    _ => Node::Index(Box::new((base, self.expression(index)))),
                }
            }
            ExprKind::Lambda(id) => self.make_function(*id),
            ExprKind::Walrus(target, value) => {
                let value = self.expression(value);
                Node::Walrus(Box::new((self.target(target), value)))
            }
        }
    }

    pub(super) fn expressions(&mut self, items: &[Expr]) -> Box<[Node]> {
        items.iter().map(|item| self.expression(item)).collect()
    }

    fn name(&mut self, expr: &Expr, name: &str) -> Node {
        match self.problem.resolutions.get(expr.id) {
            Some(Resolution::Var(var)) => {
                let slot = self.slot(var);
                let info = self.problem.resolutions.var(var);
                let name = self.symbol(name);
                if info.captured {
                    Node::Cell { slot, name, own: info.owner == self.frame().owner }
                } else {
                    Node::Local(slot, name)
                }
            }
            Some(Resolution::Global(id)) => match &self.problem.resolutions.global(id).kind {
                GlobalKind::Function(function) => {
                    self.calls.push(*function);
                    Node::Global(id.0)
                }
                GlobalKind::Constant => Node::Global(id.0),
                GlobalKind::Record(record) => Node::Class(*record),
                GlobalKind::Number(_) => Node::Identity,
                GlobalKind::Builtin(builtin) => Node::Builtin(*builtin),
                _ => Node::Outside(format!("`{name}` is not a value").into()),
            },
            Some(Resolution::Builtin(builtin)) => Node::Builtin(builtin),
            Some(Resolution::Unknown) | None => Node::Outside(format!("unknown name `{name}`").into()),
        }
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expr) -> Node {
        // `-3` is a number, not an operation on one.
        match (op, self.expression(inner)) {
            (UnaryOp::Negative, Node::Int(number)) if number != i64::MIN => Node::Int(-number),
            (_, node) => Node::Unary(op, Box::new(node)),
        }
    }

    fn compare(&mut self, first: &Expr, links: &[(CompareOp, Expr)]) -> Node {
        let first = self.expression(first);
        let mut links: Vec<(CompareOp, Node)> =
            links.iter().map(|(op, operand)| (*op, self.expression(operand))).collect();
        if links.len() == 1
            && let Some((op, second)) = links.pop()
        {
            let simple =
                matches!(second, Node::Local(..) | Node::Int(_) | Node::Constant(_) | Node::Bool(_) | Node::None);
            let operands = Box::new((first, second));
            return if simple { Node::CompareSimple(op, operands) } else { Node::Compare(op, operands) };
        }
        Node::Chain(Box::new((first, links.into())))
    }

    fn collect(&mut self, display: Display, comprehension: &ast::Comprehension) -> Node {
        Node::Comprehension(display, Box::new(self.comprehension(comprehension)))
    }

    fn display(&mut self, display: Display, items: &[Expr]) -> Node {
        if items.iter().any(|item| matches!(item.kind, ExprKind::Starred(_))) {
            return Node::Spread(display, self.items(items));
        }
        let nodes = self.expressions(items);
        match display {
            Display::Tuple => Node::Tuple(nodes),
            Display::List => Node::List(nodes),
            Display::Set | Display::FrozenSet => Node::Set(nodes),
        }
    }

    pub(super) fn items(&mut self, items: &[Expr]) -> Box<[Item]> {
        items
            .iter()
            .map(|item| match &item.kind {
                ExprKind::Starred(inner) => Item { node: self.expression(inner), spread: true },
                _ => Item { node: self.expression(item), spread: false },
            })
            .collect()
    }

    fn dict_entry(&mut self, item: &ast::DictItem) -> DictEntry {
        match item {
            ast::DictItem::Pair(key, value) => DictEntry::Pair(self.expression(key), self.expression(value)),
            ast::DictItem::Spread(value) => DictEntry::Spread(self.expression(value)),
        }
    }

    pub(super) fn slice(&mut self, slice: &ast::Slice) -> SliceNode {
        let mut part = |part: &Option<Expr>| part.as_ref().map(|part| self.expression(part));
        SliceNode { lower: part(&slice.lower), upper: part(&slice.upper), step: part(&slice.step) }
    }
}
