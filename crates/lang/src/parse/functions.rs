//! Functions, lambdas, parameters and docstrings.

use std::collections::HashSet;
use std::sync::Arc;

use ruff_python_ast as py;
use ruff_text_size::{Ranged, TextRange};

use super::outside::Construct;
use super::{BlockKind, Context, Lowering, span};
use crate::ast::{Collects, ExprKind, FuncId, Function, Ident, Param, Stmt, StmtKind};

impl Lowering<'_> {
    pub(super) fn function(&mut self, def: &py::StmtFunctionDef) -> FuncId {
        let id = self.reserve_function(def);
        if def.is_async {
            self.outside(&def.name, Construct::AsyncStatement);
        }
        if let Some(params) = &def.type_params {
            self.outside(&**params, Construct::GenericParameters);
        }
        let decorators = def.decorator_list.iter().map(|decorator| self.expr(&decorator.expression)).collect();
        let params = self.params(&def.parameters);
        let returns = def.returns.as_deref().map(|returns| self.annotation(returns));
        let (docstring, rest) = split_docstring(&def.body);
        let (body, is_generator) = self.function_body(|this| this.block(rest));
        self.functions[id.index()] = Function {
            name: self.private_ident(&def.name),
            params,
            returns,
            decorators,
            docstring,
            body,
            is_generator,
            is_lambda: false,
            span: span(def),
        };
        id
    }

    pub(super) fn lambda(&mut self, lambda: &py::ExprLambda) -> ExprKind {
        let id = self.reserve_function(lambda);
        let params = lambda.parameters.as_deref().map(|params| self.params(params)).unwrap_or_default();
        let (value, is_generator) = self.function_body(|this| this.expr(&lambda.body));
        let start = lambda.range().start();
        let name = Ident { name: Arc::from("<lambda>"), span: span(TextRange::at(start, 6.into())) };
        let body = vec![Stmt { span: value.span, kind: StmtKind::Return(Some(value)) }];
        self.functions[id.index()] = Function {
            name,
            params,
            returns: None,
            decorators: Vec::new(),
            docstring: None,
            body,
            is_generator,
            is_lambda: true,
            span: span(lambda),
        };
        ExprKind::Lambda(id)
    }

    /// Lowers the inside of a function; says too whether it yields.
    fn function_body<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let outside = self.here;
        self.here = Context { place: BlockKind::Function, in_iterable: outside.in_iterable, ..Context::default() };
        let yields = std::mem::replace(&mut self.yields, false);
        let names = std::mem::take(&mut self.comprehension_names);
        let body = lower(self);
        self.comprehension_names = names;
        self.here = outside;
        (body, std::mem::replace(&mut self.yields, yields))
    }

    fn params(&mut self, parameters: &py::Parameters) -> Vec<Param> {
        let mut params = Vec::new();
        for param in &parameters.posonlyargs {
            let param = self.param(param);
            params.push(Param { positional_only: true, ..param });
        }
        for param in &parameters.args {
            let param = self.param(param);
            params.push(param);
        }
        if let Some(param) = &parameters.vararg {
            params.push(self.collecting_param(param, Collects::Positional));
        }
        for param in &parameters.kwonlyargs {
            let param = self.param(param);
            params.push(Param { keyword_only: true, ..param });
        }
        if let Some(param) = &parameters.kwarg {
            params.push(self.collecting_param(param, Collects::Keywords));
        }
        let mut seen = HashSet::new();
        for param in &params {
            if !seen.insert(&param.name.name) {
                let message = format!("parameter `{}` stands there twice", param.name.name);
                self.syntax(super::text_range(param.name.span), message, "rename one of them");
            }
        }
        params
    }

    fn param(&mut self, param: &py::ParameterWithDefault) -> Param {
        let annotation = param.parameter.annotation.as_deref().map(|annotation| self.annotation(annotation));
        let default = param.default.as_deref().map(|default| self.expr(default));
        Param {
            name: self.private_ident(&param.parameter.name),
            annotation,
            default,
            keyword_only: false,
            positional_only: false,
            collects: None,
        }
    }

    fn collecting_param(&mut self, param: &py::Parameter, collects: Collects) -> Param {
        let annotation = param.annotation.as_deref().map(|annotation| self.annotation(annotation));
        let name = self.private_ident(&param.name);
        Param { name, annotation, default: None, keyword_only: true, positional_only: false, collects: Some(collects) }
    }
}

/// The docstring, cleaned, and the statements after it.
pub(super) fn split_docstring(body: &[py::Stmt]) -> (Option<String>, &[py::Stmt]) {
    if let [py::Stmt::Expr(stmt), rest @ ..] = body
        && let py::Expr::StringLiteral(literal) = &*stmt.value
    {
        return (Some(clean_docstring(literal.value.to_str())), rest);
    }
    (None, body)
}

/// Does what `inspect.cleandoc` does: tabs become spaces, the common margin of all lines but the first goes, and so
/// do blank lines at both ends.
fn clean_docstring(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| expand_tabs(line.trim_end_matches('\r'))).collect();
    let indent_of = |line: &String| line.len() - line.trim_start().len();
    let margin = lines.iter().skip(1).filter(|line| !line.trim().is_empty()).map(indent_of).min().unwrap_or(0);
    let mut cleaned: Vec<&str> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let line = if index == 0 { line.trim_start() } else { line.get(margin..).unwrap_or_default() };
        cleaned.push(line.trim_end());
    }
    while cleaned.last().is_some_and(|line| line.is_empty()) {
        cleaned.pop();
    }
    let blank = cleaned.iter().take_while(|line| line.is_empty()).count();
    cleaned.split_off(blank).join("\n")
}

fn expand_tabs(line: &str) -> String {
    let mut expanded = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        let width = if c == '\t' { 8 - column % 8 } else { 1 };
        if c == '\t' {
            expanded.extend(std::iter::repeat_n(' ', width));
        } else {
            expanded.push(c);
        }
        column += width;
    }
    expanded
}
