//! What may be assigned to or deleted.

use ruff_python_ast as py;
use ruff_text_size::Ranged;

use super::Lowering;
use crate::ast::{Expr, ExprKind};

impl Lowering<'_> {
    /// The target of an assignment, a loop or a comprehension.
    pub(super) fn target(&mut self, target: &py::Expr) -> Expr {
        if let py::Expr::Starred(_) = target {
            self.syntax(target, "a starred target must be in a list or tuple", "write `first, *rest = xs`");
            return self.error_expr(target);
        }
        self.target_item(target)
    }

    fn target_item(&mut self, target: &py::Expr) -> Expr {
        if matches!(target, py::Expr::Name(_) | py::Expr::Subscript(_) | py::Expr::Attribute(_)) {
            return self.expr(target);
        }
        let kind = self.deeper(target, |this| match target {
            py::Expr::Tuple(tuple) => ExprKind::Tuple(this.target_items(target, &tuple.elts)),
            py::Expr::List(list) => ExprKind::List(this.target_items(target, &list.elts)),
            py::Expr::Starred(starred) => {
                let inner = this.target(&starred.value);
                ExprKind::Starred(Box::new(inner))
            }
            // The parser has reported it.
            _ => ExprKind::Error,
        });
        self.expr_of(target, kind.unwrap_or(ExprKind::Error))
    }

    fn target_items(&mut self, target: impl Ranged, items: &[py::Expr]) -> Vec<Expr> {
        if items.iter().filter(|item| item.is_starred_expr()).count() > 1 {
            self.syntax(target, "two starred names in one target", "star one of them only");
        }
        items.iter().map(|item| self.target_item(item)).collect()
    }

    /// The targets of a `del`, flattened: each is a subscript, an attribute or a name.
    pub(super) fn delete_targets(&mut self, targets: &[py::Expr], lowered: &mut Vec<Expr>) {
        for target in targets {
            match target {
                py::Expr::Subscript(_) | py::Expr::Attribute(_) => lowered.push(self.expr(target)),
                py::Expr::Name(name) if !name.id.is_empty() => lowered.push(self.expr(target)),
                py::Expr::Tuple(py::ExprTuple { elts, .. }) | py::Expr::List(py::ExprList { elts, .. }) => {
                    self.deeper(target, |this| this.delete_targets(elts, lowered));
                }
                _ => {}
            }
        }
    }
}
