//! The predicate: the function whose parameters are all marked `Input[…]` or `Output[…]`.

use crate::ast::{Expr, ExprKind, FuncId, Function, Param};
use crate::builtins::Builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::GlobalKind;
use crate::load::Mode;
use crate::problem::{PairParam, Predicate, Side};
use crate::source::Source;
use crate::types::Type;

use super::annotation::side;
use super::names::Names;
use super::properties::property_kind;
use super::reader::{TypePosition, TypeReader};
use super::{is_empty_body, limited};

const EXAMPLE: &str = "write the signature of the predicate that people are asked for, for example \
                       `def is_valid(xs: Input[list[Item]], ys: Output[list[Item]]) -> bool: ...`";

/// The function that declares the predicate. Reports if there is none, or more than one.
pub(super) fn find(names: &Names<'_>, mode: Mode, diagnostics: &mut Vec<Diagnostic>) -> Option<FuncId> {
    let marked = |param: &Param| param.annotation.as_ref().is_some_and(|annotation| side(names, annotation).is_some());
    let is_property =
        |function: &Function| function.decorators.iter().any(|decorator| property_kind(names, decorator).is_some());
    let functions = || names.functions().filter(|id| !is_property(names.module.function(*id)));
    let candidates: Vec<FuncId> =
        functions().filter(|id| names.module.function(*id).params.iter().any(marked)).collect();
    let name = |id: FuncId| &names.module.function(id).name;

    let fully = |id: &&FuncId| names.module.function(**id).params.iter().all(marked);
    let named_so = |id: &&FuncId| &*name(**id).name == "is_valid";
    let chosen = candidates
        .iter()
        .find(|id| fully(id) && named_so(id))
        .or_else(|| candidates.iter().find(fully))
        .or_else(|| candidates.iter().find(named_so))
        .or(candidates.first());
    if let Some(chosen) = chosen {
        for other in candidates.iter().filter(|id| *id != chosen) {
            diagnostics.push(
                Diagnostic::error(
                    Code::SeveralPredicates,
                    name(*other).span,
                    format!("`{}` looks like a second predicate", name(*other).name),
                )
                .label("has parameters marked `Input` or `Output`")
                .also(name(*chosen).span, "taken as the predicate")
                .help("a problem has one predicate; leave `Input` and `Output` out everywhere else"),
            );
        }
        return Some(*chosen);
    }
    if mode == Mode::Language {
        return None;
    }
    let unmarked = functions().find(|id| &*name(*id).name == "is_valid");
    if unmarked.is_none() {
        diagnostics.push(Diagnostic::whole_file(Code::NoPredicate, "the file declares no predicate").help(EXAMPLE));
    }
    unmarked
}

/// Reads the signature. A parameter without a mark is reported once and kept, so that no follow-up errors appear.
pub(super) fn read(
    source: &Source,
    id: FuncId,
    reader: &mut TypeReader<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Predicate> {
    let function = reader.names.module.function(id);
    let params = limited(&function.params, "parameters", function.name.span, diagnostics);
    signature_faults(reader.names, function, diagnostics);
    let params: Vec<PairParam> = params.iter().map(|param| pair_param(source, param, reader)).collect();
    if params.is_empty() {
        return None;
    }
    let has_reference = !is_empty_body(&function.body);
    Some(Predicate { name: function.name.name.clone(), function: id, params, has_reference })
}

fn pair_param(source: &Source, param: &Param, reader: &mut TypeReader<'_>) -> PairParam {
    let (side, ty, annotation) = match param.annotation.as_ref().and_then(|annotation| side(reader.names, annotation)) {
        Some((side, inner)) => {
            let annotation = source.slice(inner.span).split_whitespace().collect::<Vec<_>>().join(" ");
            (side, reader.read(inner, TypePosition::Pair), annotation)
        }
        None => (Side::Output, Type::Unknown, String::new()),
    };
    PairParam { name: param.name.name.clone(), side, ty, annotation, draw: None, span: param.name.span }
}

fn signature_faults(names: &Names<'_>, function: &Function, diagnostics: &mut Vec<Diagnostic>) {
    let name = &function.name;
    let fault = |span, message: String| Diagnostic::error(Code::BadSignature, span, message);
    if function.params.is_empty() {
        diagnostics.push(fault(name.span, format!("predicate `{}` has no parameters", name.name)).help(EXAMPLE));
    }
    let mut sides = Vec::new();
    for param in &function.params {
        let param_name = &param.name.name;
        let found = param.annotation.as_ref().and_then(|annotation| side(names, annotation));
        let written = match (&found, &param.annotation) {
            (None, Some(annotation)) => missing_mark(names, param, annotation),
            (None, None) => Some(
                fault(param.name.span, format!("parameter `{param_name}` of the predicate has no type"))
                    .label("input or output?")
                    .help(format!("write `{param_name}: Input[…]` or `{param_name}: Output[…]` with its type")),
            ),
            (Some(_), Some(annotation)) => missing_import(names, annotation),
            (Some(_), None) => None,
        };
        diagnostics.extend(written);
        sides.extend(found.map(|(side, _)| side));
        if let Some(default) = &param.default {
            diagnostics.push(
                fault(default.span, format!("parameter `{param_name}` of the predicate has a default"))
                    .help("a pair gives every parameter a value; remove the default"),
            );
        }
        if param.collects.is_some() {
            diagnostics.push(
                fault(param.name.span, format!("parameter `{param_name}` of the predicate takes any number of values"))
                    .help("name the parameters one by one, without a star"),
            );
        } else if param.keyword_only {
            diagnostics.push(
                fault(param.name.span, format!("parameter `{param_name}` of the predicate is by keyword only"))
                    .help("remove the `*` from the signature"),
            );
        }
    }
    if sides.len() == function.params.len() && !sides.is_empty() {
        for (side, mark) in [(Side::Input, "Input"), (Side::Output, "Output")] {
            if !sides.contains(&side) {
                let message = format!("predicate `{}` has no {}", name.name, mark.to_lowercase());
                diagnostics.push(fault(name.span, message).help(format!(
                    "a predicate relates inputs to outputs: mark at least one parameter as `{mark}[…]`"
                )));
            }
        }
    }
    if function.is_generator {
        diagnostics.push(
            fault(name.span, format!("predicate `{}` yields instead of returning", name.name))
                .help("return a Boolean, or leave the body as `...`"),
        );
    }
    if let Some(returns) = &function.returns
        && !matches!(returns.kind, ExprKind::Error)
        && !matches!(names.meaning(returns), Some(GlobalKind::Builtin(Builtin::Bool)))
    {
        diagnostics.push(fault(returns.span, "a predicate returns a Boolean".into()).help("write `-> bool`"));
    }
}

/// A parameter whose annotation is not `Input[…]` or `Output[…]`.
fn missing_mark(names: &Names<'_>, param: &Param, annotation: &Expr) -> Option<Diagnostic> {
    let name = &param.name.name;
    if matches!(annotation.kind, ExprKind::Error) {
        return None;
    }
    let bare = names.vocabulary(annotation).filter(|word| matches!(&**word, "Input" | "Output"));
    let (message, help) = match bare {
        Some(mark) => (
            format!("`{mark}` does not say what `{name}` is"),
            format!("write `{name}: {mark}[list[Item]]` with its type"),
        ),
        None => (
            format!("parameter `{name}` of the predicate is neither input nor output"),
            format!("write `{name}: Input[…]` or `{name}: Output[…]` around its type"),
        ),
    };
    Some(Diagnostic::error(Code::BadSignature, annotation.span, message).help(help))
}

fn missing_import(names: &Names<'_>, annotation: &Expr) -> Option<Diagnostic> {
    let ExprKind::Subscript(base, _) = &annotation.kind else { return None };
    let ExprKind::Name(name) = &base.kind else { return None };
    names.missing_import(base).then(|| names.unknown(name, base.span))
}

/// Whether a type could be read at all.
pub(super) fn is_known(ty: &Type) -> bool {
    *ty != Type::Unknown && ty.parts().into_iter().all(is_known)
}
