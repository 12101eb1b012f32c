//! `draw(edges="graph", order="row")`: how parameters of the predicate are drawn.

use crate::ast::{ExprKind, Keyword};
use crate::diagnostic::{Code, Diagnostic};
use crate::picture::PictureKind;
use crate::problem::PairParam;
use crate::suggest::did_you_mean;
use crate::types::TypeNames;

use super::names::Names;
use super::predicate::is_known;
use super::statements::{Called, called};
use super::{bad, limited};

const EXAMPLE: &str = "write `draw(edges=\"graph\", order=\"row\")`";

/// Marks the parameters that the file wants to be drawn in another way than their types suggest.
pub(super) fn read(
    names: &Names<'_>,
    types: TypeNames<'_>,
    params: &mut [PairParam],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<&Keyword> = Vec::new();
    for stmt in &names.module.body {
        let Some((Called::Draw, call)) = called(names, stmt) else { continue };
        if !call.args.is_empty() || call.keywords.is_empty() {
            diagnostics.push(bad(call.function.span, "`draw` takes parameters by name", EXAMPLE));
        }
        for keyword in limited(&call.keywords, "pictures", call.function.span, diagnostics) {
            if let Some(earlier) = seen.iter().find(|earlier| earlier.name.name == keyword.name.name) {
                let message = format!("`draw` names `{}` twice", keyword.name.name);
                diagnostics.push(
                    Diagnostic::error(Code::DuplicateName, keyword.name.span, message)
                        .also(earlier.name.span, "first named here")
                        .help("remove one of them"),
                );
                continue;
            }
            seen.push(keyword);
            match picture(types, params, keyword) {
                Ok((place, kind)) => params[place].draw = Some(kind),
                Err(fault) => diagnostics.extend(fault),
            }
        }
    }
}

/// Which parameter is drawn in which way. The error is `None` if another stage has reported it.
fn picture(
    types: TypeNames<'_>,
    params: &[PairParam],
    keyword: &Keyword,
) -> Result<(usize, PictureKind), Option<Diagnostic>> {
    let name = &keyword.name.name;
    let Some((place, param)) = params.iter().enumerate().find(|(_, param)| param.name == *name) else {
        let message = format!("the predicate has no parameter `{name}`");
        let help = did_you_mean(name, params.iter().map(|param| &*param.name)).unwrap_or_else(|| EXAMPLE.to_owned());
        return Err(Some(Diagnostic::error(Code::UnknownParameter, keyword.name.span, message).help(help)));
    };
    let words = || PictureKind::ALL.map(|kind| format!("\"{}\"", kind.word())).join(", ");
    let span = keyword.value.span;
    let word = match &keyword.value.kind {
        ExprKind::Str(word) => word,
        ExprKind::Error => return Err(None),
        _ => {
            return Err(Some(bad(
                span,
                "a picture is chosen by its name, in quotes",
                format!("write one of {}", words()),
            )));
        }
    };
    let Some(kind) = PictureKind::ALL.into_iter().find(|kind| kind.word() == &**word) else {
        let message = format!("there is no picture `{word}`");
        return Err(Some(bad(span, message, format!("write one of {}", words()))));
    };
    if !is_known(&param.ty) {
        return Err(None);
    }
    if !kind.fits(types, &param.ty) {
        let fitting = PictureKind::ALL.into_iter().filter(|kind| kind.fits(types, &param.ty));
        let fitting = fitting.map(|kind| format!("\"{}\"", kind.word())).collect::<Vec<_>>().join(" or ");
        let message = format!("`{name}` is `{}`, which cannot be drawn as `{word}`", types.show(&param.ty));
        return Err(Some(bad(span, message, format!("write {fitting}"))));
    }
    Ok((place, kind))
}
