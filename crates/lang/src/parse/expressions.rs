//! Expressions.

use std::collections::HashSet;
use std::sync::Arc;

use num_bigint::BigInt;
use ruff_python_ast::{self as py, StringLiteralValue};
use ruff_text_size::Ranged;

use super::outside::Construct;
use super::{Lowering, MAX_DEPTH, ident};
use crate::ast::{
    BinaryOp, BoolOp, Call, Clause, CompareOp, Comprehension, ComprehensionKind, Conditional, DictItem, Expr, ExprKind,
    Ident, Keyword, Slice, UnaryOp,
};

/// Python refuses longer decimal literals.
const MAX_DIGITS: usize = 4300;

impl Lowering<'_> {
    pub(super) fn expr(&mut self, expr: &py::Expr) -> Expr {
        let lowered = self.deeper(expr, |this| this.guarded(ExprKind::Error, |this| this.expr_kind(expr)));
        // The id is taken after those of the parts.
        self.expr_of(expr, lowered.unwrap_or(ExprKind::Error))
    }

    pub(super) fn boxed(&mut self, expr: &py::Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn optional(&mut self, expr: Option<&py::Expr>) -> Option<Expr> {
        expr.map(|expr| self.expr(expr))
    }

    pub(super) fn exprs(&mut self, exprs: &[py::Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    /// Elements of a display or arguments of a call, where `*xs` may stand.
    pub(super) fn items(&mut self, items: &[py::Expr]) -> Vec<Expr> {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&mut self, item: &py::Expr) -> Expr {
        let py::Expr::Starred(starred) = item else { return self.expr(item) };
        let inner = self.boxed(&starred.value);
        self.expr_of(item, ExprKind::Starred(inner))
    }

    fn expr_kind(&mut self, expr: &py::Expr) -> ExprKind {
        match expr {
            py::Expr::NoneLiteral(_) => ExprKind::None,
            py::Expr::BooleanLiteral(literal) => ExprKind::Bool(literal.value),
            py::Expr::NumberLiteral(literal) => self.number(literal),
            py::Expr::StringLiteral(literal) => self.string(expr, &literal.value),
            py::Expr::EllipsisLiteral(_) => ExprKind::Ellipsis,
            py::Expr::FString(string) => self.f_string(string),
            py::Expr::Name(name) if name.id.is_empty() => ExprKind::Error,
            py::Expr::Name(name) => ExprKind::Name(self.private(name.id.as_str())),
            py::Expr::Tuple(tuple) => ExprKind::Tuple(self.items(&tuple.elts)),
            py::Expr::List(list) => ExprKind::List(self.items(&list.elts)),
            py::Expr::Set(set) => ExprKind::Set(self.items(&set.elts)),
            py::Expr::Dict(dict) => ExprKind::Dict(dict.items.iter().map(|item| self.dict_item(item)).collect()),
            py::Expr::ListComp(comp) => self.comprehension(ComprehensionKind::List, &comp.elt, None, &comp.generators),
            py::Expr::SetComp(comp) => self.comprehension(ComprehensionKind::Set, &comp.elt, None, &comp.generators),
            py::Expr::Generator(comp) => {
                self.comprehension(ComprehensionKind::Generator, &comp.elt, None, &comp.generators)
            }
            py::Expr::DictComp(comp) => match &comp.key {
                Some(key) => self.comprehension(ComprehensionKind::Dict, key, Some(&comp.value), &comp.generators),
                // `{**d for d in ds}`; reported as too new a grammar.
                None => ExprKind::Error,
            },
            py::Expr::UnaryOp(unary) => ExprKind::Unary(unary_op(unary.op), self.boxed(&unary.operand)),
            py::Expr::BinOp(binary) => self.binary(expr, binary),
            py::Expr::BoolOp(boolean) => ExprKind::Boolean(bool_op(boolean.op), self.exprs(&boolean.values)),
            py::Expr::Compare(compare) => self.compare(compare),
            py::Expr::If(conditional) => {
                // Python evaluates the test first; ids follow the text all the same.
                let then = self.expr(&conditional.body);
                let test = self.expr(&conditional.test);
                let otherwise = self.expr(&conditional.orelse);
                ExprKind::Conditional(Box::new(Conditional { test, then, otherwise }))
            }
            py::Expr::Call(call) => self.call(call),
            py::Expr::Attribute(attribute) => {
                let base = self.boxed(&attribute.value);
                ExprKind::Attribute(base, self.private_ident(&attribute.attr))
            }
            py::Expr::Subscript(subscript) => {
                let base = self.boxed(&subscript.value);
                ExprKind::Subscript(base, Box::new(self.index(&subscript.slice)))
            }
            py::Expr::Lambda(lambda) => self.lambda(lambda),
            py::Expr::Named(named) => self.walrus(expr, named),
            py::Expr::Starred(_) => {
                self.syntax(
                    expr,
                    "`*` is not allowed here",
                    "`*xs` belongs in a call, a display such as `[*xs]`, or a target",
                );
                ExprKind::Error
            }
            py::Expr::Slice(_) => {
                self.outside(expr, Construct::SlicesInTuple);
                ExprKind::Error
            }
            py::Expr::TString(_) => self.outside_expr(expr, Construct::TString),
            py::Expr::BytesLiteral(_) => self.outside_expr(expr, Construct::Bytes),
            py::Expr::Await(_) => self.outside_expr(expr, Construct::Await),
            py::Expr::Yield(_) | py::Expr::YieldFrom(_) => self.outside_expr(expr, Construct::YieldExpression),
            // Only in notebooks; the parser has reported it.
            py::Expr::IpyEscapeCommand(_) => ExprKind::Error,
        }
    }

    pub(super) fn outside_expr(&mut self, expr: &py::Expr, construct: Construct) -> ExprKind {
        self.outside(expr, construct);
        ExprKind::Error
    }

    fn number(&mut self, literal: &py::ExprNumberLiteral) -> ExprKind {
        match &literal.value {
            py::Number::Float(value) => return ExprKind::Float(*value),
            py::Number::Complex { .. } => self.outside(literal, Construct::Complex),
            py::Number::Int(int) => {
                if let Some(small) = int.as_u64() {
                    return ExprKind::Int(BigInt::from(small));
                }
                if let Some(value) = big_int(&int.to_string()) {
                    return ExprKind::Int(value);
                }
                self.syntax(literal, "an integer of more than 4300 digits", "write it as a power or in hexadecimal");
            }
        }
        ExprKind::Error
    }

    fn string(&mut self, expr: &py::Expr, value: &StringLiteralValue) -> ExprKind {
        let value = value.to_str();
        if self.has_surrogate(value, expr) {
            return self.outside_expr(expr, Construct::Surrogate);
        }
        ExprKind::Str(Arc::from(value))
    }

    fn dict_item(&mut self, item: &py::DictItem) -> DictItem {
        match &item.key {
            Some(key) => {
                let key = self.expr(key);
                DictItem::Pair(key, self.expr(&item.value))
            }
            None => DictItem::Spread(self.expr(&item.value)),
        }
    }

    fn comprehension(
        &mut self,
        kind: ComprehensionKind,
        element: &py::Expr,
        value: Option<&py::Expr>,
        generators: &[py::Comprehension],
    ) -> ExprKind {
        if let py::Expr::Starred(_) = element {
            // `[*xs for xs in xss]`; reported as too new a grammar.
            return ExprKind::Error;
        }
        let outer_names = self.comprehension_names.len();
        let mut names = Vec::new();
        for generator in generators {
            target_names(&generator.target, 0, &mut names);
        }
        self.comprehension_names.extend(names.into_iter().map(str::to_owned));
        let element = self.expr(element);
        let value = self.optional(value);
        let clauses = generators.iter().map(|generator| self.clause(generator)).collect();
        self.comprehension_names.truncate(outer_names);
        ExprKind::Comprehension(Box::new(Comprehension { kind, element, value, clauses }))
    }

    fn clause(&mut self, clause: &py::Comprehension) -> Clause {
        if clause.is_async {
            self.outside(clause, Construct::AsyncStatement);
        }
        let target = self.target(&clause.target);
        let outer = std::mem::replace(&mut self.here.in_iterable, true);
        let iterable = self.expr(&clause.iter);
        self.here.in_iterable = outer;
        Clause { target, iterable, conditions: self.exprs(&clause.ifs) }
    }

    fn binary(&mut self, expr: &py::Expr, binary: &py::ExprBinOp) -> ExprKind {
        let Some(op) = self.binary_op(expr, binary.op) else { return ExprKind::Error };
        let left = self.boxed(&binary.left);
        let right = self.boxed(&binary.right);
        ExprKind::Binary(op, left, right)
    }

    /// The operator; `@` is reported.
    pub(super) fn binary_op(&mut self, range: impl Ranged, op: py::Operator) -> Option<BinaryOp> {
        Some(match op {
            py::Operator::Add => BinaryOp::Add,
            py::Operator::Sub => BinaryOp::Subtract,
            py::Operator::Mult => BinaryOp::Multiply,
            py::Operator::FloorDiv => BinaryOp::FloorDivide,
            py::Operator::Mod => BinaryOp::Modulo,
            py::Operator::Pow => BinaryOp::Power,
            py::Operator::LShift => BinaryOp::ShiftLeft,
            py::Operator::RShift => BinaryOp::ShiftRight,
            py::Operator::BitAnd => BinaryOp::BitAnd,
            py::Operator::BitOr => BinaryOp::BitOr,
            py::Operator::BitXor => BinaryOp::BitXor,
            py::Operator::Div => BinaryOp::Divide,
            py::Operator::MatMult => {
                self.outside(range.range(), Construct::MatrixProduct);
                return None;
            }
        })
    }

    fn compare(&mut self, compare: &py::ExprCompare) -> ExprKind {
        let left = self.boxed(&compare.left);
        let mut links = Vec::with_capacity(compare.ops.len());
        for (op, right) in compare.ops.iter().zip(&compare.comparators) {
            links.push((compare_op(*op), self.expr(right)));
        }
        ExprKind::Compare(left, links)
    }

    fn call(&mut self, call: &py::ExprCall) -> ExprKind {
        let function = self.expr(&call.func);
        let (mut args, keywords) = self.arguments(&call.arguments);
        if let [ty, _] = &mut args[..]
            && self.names_import(&call.func, "typing", "cast")
        {
            // A type need not be a value of the language, and nothing looks at it.
            ty.kind = ExprKind::None;
        }
        ExprKind::Call(Box::new(Call { function, args, keywords }))
    }

    /// In the order of the text: `*xs` may follow a keyword.
    pub(super) fn arguments(&mut self, arguments: &py::Arguments) -> (Vec<Expr>, Vec<Keyword>) {
        let (mut args, mut keywords) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for argument in arguments.iter_source_order() {
            let keyword = match argument {
                py::ArgOrKeyword::Arg(arg) => {
                    args.push(self.item(arg));
                    continue;
                }
                py::ArgOrKeyword::Keyword(keyword) => keyword,
            };
            let Some(name) = &keyword.arg else {
                let name = Ident { name: Arc::from("**"), span: super::span(keyword) };
                keywords.push(Keyword { name, value: self.expr(&keyword.value), spread: true });
                continue;
            };
            let name = ident(name);
            if !seen.insert(name.name.clone()) {
                self.syntax(keyword, format!("argument `{}` is given twice", name.name), "remove one of them");
            }
            keywords.push(Keyword { name, value: self.expr(&keyword.value), spread: false });
        }
        (args, keywords)
    }

    fn index(&mut self, index: &py::Expr) -> Expr {
        let py::Expr::Slice(slice) = index else { return self.expr(index) };
        let lower = self.optional(slice.lower.as_deref());
        let upper = self.optional(slice.upper.as_deref());
        let step = self.optional(slice.step.as_deref());
        self.expr_of(index, ExprKind::Slice(Box::new(Slice { lower, upper, step })))
    }

    fn walrus(&mut self, expr: &py::Expr, named: &py::ExprNamed) -> ExprKind {
        let py::Expr::Name(name) = &*named.target else { return ExprKind::Error };
        if self.here.in_iterable {
            self.syntax(
                expr,
                "`:=` cannot be used in the iterable of a comprehension",
                "assign to the name on a line before",
            );
        } else if self.comprehension_names.iter().any(|known| known == name.id.as_str()) {
            let message = format!("`:=` cannot assign to `{}`, which the comprehension loops over", name.id);
            self.syntax(expr, message, "use another name");
        }
        let target = self.boxed(&named.target);
        ExprKind::Walrus(target, self.boxed(&named.value))
    }
}

/// The names a comprehension loops over.
fn target_names<'a>(target: &'a py::Expr, depth: usize, names: &mut Vec<&'a str>) {
    match target {
        py::Expr::Name(name) => names.push(name.id.as_str()),
        py::Expr::Starred(starred) if depth < MAX_DEPTH => target_names(&starred.value, depth + 1, names),
        py::Expr::Tuple(py::ExprTuple { elts, .. }) | py::Expr::List(py::ExprList { elts, .. })
            if depth < MAX_DEPTH =>
        {
            for item in elts {
                target_names(item, depth + 1, names);
            }
        }
        _ => {}
    }
}

/// The value of a literal too large for a `u64`, or `None` if Python refuses it.
fn big_int(literal: &str) -> Option<BigInt> {
    let digits: String = literal.chars().filter(|c| *c != '_').collect();
    let (radix, digits) = match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ if digits.len() > MAX_DIGITS => return None,
        _ => (10, &digits[..]),
    };
    BigInt::parse_bytes(digits.as_bytes(), radix)
}

fn unary_op(op: py::UnaryOp) -> UnaryOp {
    match op {
        py::UnaryOp::Invert => UnaryOp::Invert,
        py::UnaryOp::Not => UnaryOp::Not,
        py::UnaryOp::UAdd => UnaryOp::Positive,
        py::UnaryOp::USub => UnaryOp::Negative,
    }
}

fn bool_op(op: py::BoolOp) -> BoolOp {
    match op {
        py::BoolOp::And => BoolOp::And,
        py::BoolOp::Or => BoolOp::Or,
    }
}

fn compare_op(op: py::CmpOp) -> CompareOp {
    match op {
        py::CmpOp::Eq => CompareOp::Equal,
        py::CmpOp::NotEq => CompareOp::NotEqual,
        py::CmpOp::Lt => CompareOp::Less,
        py::CmpOp::LtE => CompareOp::LessEqual,
        py::CmpOp::Gt => CompareOp::Greater,
        py::CmpOp::GtE => CompareOp::GreaterEqual,
        py::CmpOp::In => CompareOp::In,
        py::CmpOp::NotIn => CompareOp::NotIn,
        py::CmpOp::Is => CompareOp::Is,
        py::CmpOp::IsNot => CompareOp::IsNot,
    }
}
