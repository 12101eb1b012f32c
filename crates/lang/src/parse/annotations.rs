//! Annotations: expressions in which a string stands for the expression inside it.

use ruff_python_ast as py;
use ruff_python_parser::parse_string_annotation;

use super::{Lowering, depth};
use crate::ast::{BinaryOp, Expr, ExprKind};

impl Lowering<'_> {
    /// `Vertex`, `"Vertex"`, `list["Edge"]`: an annotation or the value of a `type` statement.
    pub(super) fn annotation(&mut self, expr: &py::Expr) -> Expr {
        if self.whole.is_some() {
            return self.error_expr(expr);
        }
        match expr {
            py::Expr::StringLiteral(literal) => self.forward_reference(expr, literal),
            py::Expr::Subscript(subscript) if !self.is_literal(&subscript.value) => {
                self.annotation_node(expr, |this| {
                    let base = Box::new(this.annotation(&subscript.value));
                    ExprKind::Subscript(base, Box::new(this.annotation(&subscript.slice)))
                })
            }
            py::Expr::Tuple(tuple) => self.annotation_node(expr, |this| ExprKind::Tuple(this.annotations(&tuple.elts))),
            py::Expr::List(list) => self.annotation_node(expr, |this| ExprKind::List(this.annotations(&list.elts))),
            py::Expr::BinOp(binary) if binary.op == py::Operator::BitOr => self.annotation_node(expr, |this| {
                let left = Box::new(this.annotation(&binary.left));
                ExprKind::Binary(BinaryOp::BitOr, left, Box::new(this.annotation(&binary.right)))
            }),
            _ => self.expr(expr),
        }
    }

    fn annotations(&mut self, exprs: &[py::Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.annotation(expr)).collect()
    }

    fn annotation_node(&mut self, expr: &py::Expr, lower: impl FnOnce(&mut Self) -> ExprKind) -> Expr {
        let kind = self.deeper(expr, lower);
        self.expr_of(expr, kind.unwrap_or(ExprKind::Error))
    }

    /// A string that is not an expression stays a string; `declare` reports that it is not a type.
    fn forward_reference(&mut self, expr: &py::Expr, literal: &py::ExprStringLiteral) -> Expr {
        let Some(string) = literal.as_single_part_string() else { return self.expr(expr) };
        // With escapes in it the places of the parts would be wrong.
        let plain = self.text[string.content_range()] == *string.value;
        if depth::too_deep(&string.value).is_some() || !plain {
            return self.expr(expr);
        }
        match parse_string_annotation(self.text, string) {
            Ok(parsed) => {
                let inner = &parsed.syntax().body;
                self.deeper(expr, |this| this.annotation(inner)).unwrap_or_else(|| self.error_expr(expr))
            }
            Err(_) => self.expr(expr),
        }
    }

    /// `Literal`, under whatever name it was imported.
    fn is_literal(&self, base: &py::Expr) -> bool {
        match base {
            py::Expr::Name(name) => self.literal_names.iter().any(|known| **known == *name.id.as_str()),
            py::Expr::Attribute(attribute) => attribute.attr.as_str() == "Literal",
            _ => false,
        }
    }
}
