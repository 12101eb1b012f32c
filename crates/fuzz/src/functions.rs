//! Functions of the module: plain, recursive, generators, with defaults of all kinds.

use crate::code::Snippet;
use crate::generator::{Gen, GenVar};
use crate::module::{GenFunction, GenParam, GenParamKind};
use crate::types::Ty;

impl Gen {
    /// Defines another function that later ones may call.
    pub fn helper(&mut self) {
        match self.random.below(10) {
            0..=2 => self.plain_helper(),
            3..=4 => self.generator_helper(),
            5 => self.recursive_helper(),
            _ => self.idiom(),
        }
    }

    fn plain_helper(&mut self) {
        let mut params = self.params();
        self.odd_params(&mut params);
        let returns = self.data_ty(2);
        let name = self.fresh("helper");
        self.define(&name, &params, &returns, |g| {
            let count = 1 + g.random.below(3);
            g.statements(count);
            let ty = g.returns.clone().unwrap_or(Ty::Int);
            if g.random.one_in(25) {
                g.used.count("function without return");
                return;
            }
            let value = g.expr(&ty, 3);
            g.emit(&format!("return {}", value.text));
        });
    }

    fn generator_helper(&mut self) {
        let params = self.params();
        let element = self.plain_ty();
        let name = self.fresh("gen");
        self.define(&name, &params, &Ty::iter(element.clone()), |g| {
            g.used.count("generator function");
            g.returns = None;
            g.yields = Some(element.clone());
            let note = g.has_note && g.random.percent(50);
            if note {
                g.emit("note(\"start\")");
            }
            let count = 1 + g.random.below(3);
            g.statements(count);
            let value = g.expr(&element, 2);
            g.emit(&format!("yield {}", value.text));
            if note {
                g.emit("note(\"between\")");
            }
            if g.random.percent(60) {
                let items = g.iterable(&element, 2);
                g.emit(&format!("yield from {}", items.text));
            }
        });
    }

    fn recursive_helper(&mut self) {
        let ty = self.data_ty(1);
        let carried = self.data_ty(1);
        let name = self.fresh("rec");
        let params = vec![GenParam::new("n", Ty::Int).bounded(6), GenParam::new("v", carried.clone())];
        let header = format!("def {name}(n, v):");
        self.function_text(&header, &params, &ty, |g| {
            g.used.count("recursive function");
            let base = g.repeated(6, |g| g.expr(&ty, 2));
            g.emit("if n <= 0:");
            g.indented(|g| g.emit(&format!("return {}", base.text)));
            g.repeated(6, |g| {
                let count = g.random.below(2);
                g.statements(count);
                let next = Snippet::atom(format!(
                    "{name}(n - {}, {})",
                    g.random.pick(&["1", "1", "2"]),
                    g.stored(&carried, 2).text
                ));
                let below = g.bind(ty.clone());
                g.emit(&format!("{below} = {}", next.text));
                if g.random.percent(30) {
                    let again = Snippet::atom(format!("{name}(n - 2, v)"));
                    let other = g.bind(ty.clone());
                    g.emit(&format!("{other} = {}", again.text));
                }
                let value = g.stored(&ty, 3);
                g.emit(&format!("return {}", value.text));
            });
        });
        self.register(name, params, ty, 80);
    }

    fn params(&mut self) -> Vec<GenParam> {
        (0..=self.random.below(3))
            .map(|_| {
                let ty = if self.random.one_in(12) { self.func_ty() } else { self.data_ty(2) };
                let name = self.fresh(ty.prefix());
                GenParam::new(name, ty)
            })
            .collect()
    }

    /// Defaults, `/` and `*`.
    fn odd_params(&mut self, params: &mut [GenParam]) {
        if self.random.percent(30) {
            for param in params.iter_mut().skip(1) {
                param.has_default = true;
            }
        }
        if params.len() > 1 && self.random.one_in(8) {
            params[0].kind = GenParamKind::PositionalOnly;
        }
        if params.len() > 1 && self.random.one_in(8) {
            let last = params.len() - 1;
            params[last].kind = GenParamKind::KeywordOnly;
        }
    }

    /// Writes a function and makes it known.
    pub fn define(&mut self, name: &str, params: &[GenParam], returns: &Ty, write: impl FnOnce(&mut Self)) {
        let header = self.header(name, params, returns);
        let cost = self.function_text(&header, params, returns, write);
        self.register(name.to_owned(), params.to_vec(), returns.clone(), cost);
    }

    fn register(&mut self, name: String, params: Vec<GenParam>, returns: Ty, cost: u32) {
        let wild = self.wild;
        self.module.functions.push(GenFunction { name, params, returns, cost, wild });
    }

    fn header(&mut self, name: &str, params: &[GenParam], returns: &Ty) -> String {
        let annotated = self.random.percent(30);
        let mut texts = Vec::new();
        for (i, param) in params.iter().enumerate() {
            if param.kind == GenParamKind::KeywordOnly {
                texts.push("*".to_owned());
            }
            let annotation = if annotated { self.annotated(&param.ty) } else { None };
            let default = if param.has_default {
                self.used.count(if matches!(param.ty, Ty::List(_) | Ty::Dict(..) | Ty::Set(_)) {
                    "mutable default"
                } else {
                    "default"
                });
                Some(self.unbinding(|g| g.literal(&param.ty, 1)).text)
            } else {
                None
            };
            texts.push(match (annotation, default) {
                (Some(annotation), Some(default)) => format!("{}: {annotation} = {default}", param.name),
                (Some(annotation), None) => format!("{}: {annotation}", param.name),
                (None, Some(default)) => format!("{}={default}", param.name),
                (None, None) => param.name.clone(),
            });
            if param.kind == GenParamKind::PositionalOnly
                && params.get(i + 1).is_none_or(|next| next.kind != GenParamKind::PositionalOnly)
            {
                self.used.count("positional only parameter");
                texts.push("/".to_owned());
            }
        }
        let result = if annotated { returns.annotation(&self.module.records) } else { None };
        let result = result.map_or(String::new(), |annotation| format!(" -> {annotation}"));
        format!("def {name}({}){result}:", texts.join(", "))
    }

    /// The annotation of a parameter; a list is also annotated as `Iterable` and the like.
    fn annotated(&mut self, ty: &Ty) -> Option<String> {
        let text = ty.annotation(&self.module.records)?;
        let Some(inside) = text.strip_prefix("list[") else { return Some(text) };
        if !self.random.one_in(4) {
            return Some(text);
        }
        let (name, module) =
            if self.random.percent(50) { ("Sequence", "typing") } else { ("Iterable", "collections.abc") };
        self.module.import(format!("from {module} import {name}"));
        Some(format!("{name}[{inside}"))
    }

    /// Writes a function into the module; returns the estimate of its steps.
    pub fn function_text(
        &mut self,
        header: &str,
        params: &[GenParam],
        returns: &Ty,
        write: impl FnOnce(&mut Self),
    ) -> u32 {
        let outer = std::mem::take(&mut self.vars);
        let constants: Vec<GenVar> = outer.iter().filter(|var| is_constant(&var.name)).cloned().collect();
        self.vars = constants;
        for param in params {
            self.vars.push(GenVar { name: param.name.clone(), ty: param.ty.clone(), assignable: true });
        }
        (self.cost, self.wild, self.tame, self.times, self.loops, self.budget) = (1, false, false, 1, 0, 90);
        self.returns = Some(returns.clone());
        self.yields = None;
        self.in_loop = false;
        let lines = std::mem::take(&mut self.lines);
        self.indent = 0;
        self.emit(header);
        if self.random.one_in(20) {
            self.used.count("docstring");
            self.indented(|g| g.emit("\"\"\"What it does.\"\"\""));
        }
        self.indented(write);
        let text = std::mem::replace(&mut self.lines, lines);
        self.module.text.extend(text);
        self.module.text.push(String::new());
        self.vars = outer;
        (self.returns, self.yields) = (None, None);
        self.cost
    }
}

/// Constants of the module are written in capitals.
pub fn is_constant(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase())
}
