//! Preconditions and subproperties: decorated functions whose parameters are the predicate's.

use crate::ast::{Call, Expr, ExprKind, FuncId, Function, Ident, Span};
use crate::diagnostic::{Code, Diagnostic};
use crate::problem::{MOST_SUBPROPERTIES, PairParam, Predicate, Property, PropertyKind, Side, display_name};
use crate::suggest::{did_you_mean, listed};

use super::names::Names;
use super::references::{Reference, names_in};
use super::{MAX_ITEMS, bad, callee, doc, outside, too_many};

/// A property as declared; what it refers to is resolved when all are known.
pub(super) struct Declared {
    pub(super) property: Property,
    pub(super) instead_of: Vec<Reference>,
    pub(super) stricter_than: Vec<Reference>,
}

/// All properties in the order of the file.
pub(super) struct Properties {
    pub(super) all: Vec<Declared>,
}

impl Properties {
    pub(super) fn subproperties(&self) -> impl Iterator<Item = &Property> {
        self.all
            .iter()
            .map(|declared| &declared.property)
            .filter(|property| property.kind != PropertyKind::Precondition)
    }

    /// Preconditions, subproperties.
    pub(super) fn split(self) -> (Vec<Property>, Vec<Property>) {
        let all = self.all.into_iter().map(|declared| declared.property);
        all.partition(|property| property.kind == PropertyKind::Precondition)
    }
}

/// Which kind of property a decorator declares.
pub(super) fn property_kind(names: &Names<'_>, decorator: &Expr) -> Option<PropertyKind> {
    match &*names.vocabulary(callee(decorator))? {
        "precondition" => Some(PropertyKind::Precondition),
        "subproperty" => Some(PropertyKind::Required),
        "error_subproperty" => Some(PropertyKind::Error),
        _ => None,
    }
}

/// Reads all properties. `params` are the predicate's, `None` if there is no predicate to compare with.
pub(super) fn read(names: &Names<'_>, params: Option<&[PairParam]>, diagnostics: &mut Vec<Diagnostic>) -> Properties {
    let mut all: Vec<Declared> = Vec::new();
    for id in names.functions() {
        let function = names.module.function(id);
        let kind = decorators(names, function, diagnostics);
        let Some((kind, decorator)) = kind else { continue };
        if all.len() >= MAX_ITEMS {
            diagnostics.push(too_many(function.name.span, "properties"));
            break;
        }
        let declared = property(names, id, kind, decorator, params, diagnostics);
        if let Some(same) = all.iter().map(|known| &known.property).find(|known| looks_like(known, &declared.property))
        {
            let shown = display_name(&declared.property.name, kind);
            diagnostics.push(
                Diagnostic::error(
                    Code::DuplicateName,
                    function.name.span,
                    format!("`{shown}` is too similar to the name of another property"),
                )
                .also(same.span, "too similar to this one")
                .help("case and underscores do not show in reports; rename one of them"),
            );
        }
        all.push(declared);
    }
    Properties { all }
}

fn looks_like(a: &Property, b: &Property) -> bool {
    a.name.to_lowercase() == b.name.to_lowercase()
}

/// The one decorator that declares a property. Reports all others.
fn decorators<'a>(
    names: &Names<'_>,
    function: &'a Function,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(PropertyKind, &'a Expr)> {
    let mut found: Option<(PropertyKind, &Expr)> = None;
    for decorator in &function.decorators {
        let target = callee(decorator);
        match (property_kind(names, decorator), &target.kind) {
            (_, ExprKind::Error) => {}
            (Some(_), _) if found.is_some() => diagnostics.push(bad(
                decorator.span,
                format!("`{}` is declared twice", function.name.name),
                "leave one of `@precondition`, `@subproperty` and `@error_subproperty`",
            )),
            (Some(kind), target_kind) => {
                found = Some((kind, decorator));
                if let ExprKind::Name(name) = target_kind
                    && names.missing_import(target)
                {
                    diagnostics.push(names.unknown(name, target.span));
                }
            }
            (None, ExprKind::Name(name)) if names.meaning(target).is_none() && !names.is_refused(name) => {
                diagnostics.push(unknown_decorator(names, name, target.span));
            }
            (None, _) => diagnostics.push(outside(
                decorator.span,
                "this decorator is outside the language",
                "write `@precondition`, `@subproperty` or `@error_subproperty`, or call the function where you need it",
            )),
        }
    }
    found
}

fn unknown_decorator(names: &Names<'_>, name: &str, span: Span) -> Diagnostic {
    let diagnostic = names.unknown(name, span);
    match did_you_mean(name, ["precondition", "subproperty", "error_subproperty"]) {
        Some(suggestion) => diagnostic.help(suggestion),
        None => diagnostic,
    }
}

fn property(
    names: &Names<'_>,
    id: FuncId,
    kind: PropertyKind,
    decorator: &Expr,
    params: Option<&[PairParam]>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Declared {
    let function = names.module.function(id);
    let name = &function.name;
    let doc = doc(function.docstring.as_ref());
    let property = Property {
        name: name.name.clone(),
        kind,
        function: id,
        params: params.map(|params| parameters(function, kind, params, diagnostics)).unwrap_or_default(),
        doc,
        hint: None,
        instead_of: Vec::new(),
        stricter_than: Vec::new(),
        span: name.span,
    };
    if property.doc.is_none() && kind != PropertyKind::Precondition {
        diagnostics.push(
            Diagnostic::warning(
                Code::NoDocstring,
                name.span,
                format!("subproperty `{}` has no docstring; students would see only its name", name.name),
            )
            .help("say in one sentence what holds: `\"\"\"The output repeats nothing.\"\"\"`"),
        );
    }
    if function.is_generator {
        diagnostics.push(bad(
            name.span,
            format!("`{}` yields instead of returning", name.name),
            "a property returns a Boolean: use `return`",
        ));
    }
    let mut declared = Declared { property, instead_of: Vec::new(), stricter_than: Vec::new() };
    if let ExprKind::Call(call) = &decorator.kind {
        options(call, kind, &mut declared, diagnostics);
    }
    declared
}

/// Which of the predicate's parameters the function names.
fn parameters(
    function: &Function,
    kind: PropertyKind,
    params: &[PairParam],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<usize> {
    let mut indexes = Vec::new();
    for param in &function.params {
        if param.collects.is_some() {
            let help = "name the parameters of the predicate that it needs, without a star";
            let message = "a property with a starred parameter is outside the language";
            diagnostics.push(outside(param.name.span, message, help));
            continue;
        }
        let name = &param.name;
        match params.iter().position(|known| known.name == name.name) {
            Some(index) => indexes.push(index),
            None => diagnostics.push(unknown_parameter(function, name, params)),
        }
        if param.keyword_only {
            diagnostics.push(bad(
                name.span,
                format!("parameter `{}` is by keyword only", name.name),
                "remove the `*` from the signature; parameters are matched by name anyway",
            ));
        }
        if let Some(default) = &param.default {
            diagnostics.push(bad(
                default.span,
                format!("parameter `{}` has a default", name.name),
                "a pair gives every parameter a value; remove the default",
            ));
        }
    }
    let names_output = indexes.iter().any(|index| params[*index].side == Side::Output);
    if kind != PropertyKind::Precondition && !names_output && indexes.len() == function.params.len() {
        let output = params.iter().find(|param| param.side == Side::Output).map_or("the output", |param| &*param.name);
        diagnostics.push(
            Diagnostic::warning(
                Code::IgnoresOutput,
                function.name.span,
                format!("subproperty `{}` ignores the output", function.name.name),
            )
            .help(format!("name an output among its parameters, such as `{output}`, or make it a `@precondition`")),
        );
    }
    indexes
}

fn unknown_parameter(function: &Function, name: &Ident, params: &[PairParam]) -> Diagnostic {
    let known = || params.iter().map(|param| &*param.name);
    let help = did_you_mean(&name.name, known())
        .unwrap_or_else(|| format!("a property names parameters of the predicate: {}", listed(known())));
    Diagnostic::error(
        Code::UnknownParameter,
        name.span,
        format!("`{}` takes `{}`, which the predicate does not have", function.name.name, name.name),
    )
    .help(help)
}

/// `hint=…`, `instead_of=[…]`, `stricter_than=[…]`.
fn options(call: &Call, kind: PropertyKind, declared: &mut Declared, diagnostics: &mut Vec<Diagnostic>) {
    let word = match kind {
        PropertyKind::Precondition => "precondition",
        PropertyKind::Required => "subproperty",
        PropertyKind::Error => "error_subproperty",
    };
    for arg in call.args.iter().filter(|arg| !matches!(arg.kind, ExprKind::Error)) {
        diagnostics.push(bad(
            arg.span,
            format!("`@{word}` takes keywords only"),
            format!("write `@{word}(hint=\"…\")`"),
        ));
    }
    for keyword in &call.keywords {
        match (&*keyword.name.name, kind) {
            ("hint", _) => match &keyword.value.kind {
                ExprKind::Str(text) if !text.trim().is_empty() => declared.property.hint = Some(text.to_string()),
                ExprKind::Error => {}
                _ => diagnostics.push(bad(
                    keyword.value.span,
                    "a hint is a string in quotes",
                    format!("write `@{word}(hint=\"…\")`"),
                )),
            },
            ("instead_of", PropertyKind::Error) => {
                declared.instead_of = names_in("instead_of", &keyword.value, diagnostics);
            }
            ("stricter_than", PropertyKind::Error) => {
                declared.stricter_than = names_in("stricter_than", &keyword.value, diagnostics);
            }
            (option @ ("instead_of" | "stricter_than"), _) => diagnostics.push(bad(
                keyword.name.span,
                format!("only an error subproperty has `{option}`"),
                "write `@error_subproperty(…)` if this recognizes a mistake, else remove it",
            )),
            (option, _) => {
                let known: &[&str] =
                    if kind == PropertyKind::Error { &["hint", "instead_of", "stricter_than"] } else { &["hint"] };
                let help = did_you_mean(option, known.iter().copied());
                diagnostics.push(bad(
                    keyword.name.span,
                    format!("`@{word}` has no option `{option}`"),
                    help.unwrap_or_else(|| format!("it takes {}", listed(known))),
                ));
            }
        }
    }
}

/// Subproperties are bits of one word, so their number is limited.
pub(super) fn limit_subproperties(properties: &Properties, diagnostics: &mut Vec<Diagnostic>) {
    let number = properties.subproperties().count();
    if let Some(first) = properties.subproperties().nth(MOST_SUBPROPERTIES) {
        let message = format!("a problem has at most {MOST_SUBPROPERTIES} subproperties, and this one has {number}");
        diagnostics.push(
            Diagnostic::error(Code::TooManySubproperties, first.span, message)
                .label("the first one beyond the limit")
                .help("remove some, or combine with `and` those you need not distinguish"),
        );
    }
}

/// A decomposition needs something that defines correctness.
pub(super) fn demand_subproperty(
    properties: &Properties,
    predicate: Option<&Predicate>,
    names: &Names<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if properties.subproperties().any(|property| property.kind == PropertyKind::Required) {
        return;
    }
    let (message, help) = if properties.subproperties().next().is_none() {
        (
            "the file declares no subproperty",
            "write what correct means as functions that return a Boolean, each below `@subproperty`",
        )
    } else {
        (
            "the file declares error subproperties only",
            "error subproperties recognize mistakes; write what correct means as functions below `@subproperty`",
        )
    };
    let span = predicate.map(|predicate| names.module.function(predicate.function).name.span);
    diagnostics.push(match span {
        Some(span) => {
            Diagnostic::error(Code::NoSubproperty, span, message).label("nothing defines when it holds").help(help)
        }
        None => Diagnostic::whole_file(Code::NoSubproperty, message).help(help),
    });
}
