//! `scope(…)` and `scope.large(…)`: bounds as written, checked against what the types of a pair ask for.

use std::collections::HashSet;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::ast::{Call, Expr, ExprKind, Ident, Span};
use crate::builtins::Builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::GlobalKind;
use crate::load::Mode;
use crate::problem::RecordKind;
use crate::scope::needs::{MAX_COUNT, MAX_NUMBER, Need, NeedKind, Reached, Unbounded, apply, contains, needs};
use crate::scope::{Bound, PairTypes, Scope, check_alphabet};
use crate::suggest::closest;

use super::names::Names;
use super::predicate::is_known;
use super::statements::{Called, called};
use super::unneeded;
use super::{bad, limited};

/// One `scope(…)` call.
struct Written {
    span: Span,
    bounds: Vec<Given>,
    /// Keys whose bound was faulty: they are not missing.
    faulty: Vec<String>,
}

/// What the bounds of a scope are compared with.
pub(super) struct Wanted<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) types: PairTypes<'a>,
    pub(super) needs: &'a [Need],
    /// All types of pairs could be read. If not, a bound that seems to be for nothing may be for what could not.
    pub(super) complete: bool,
}

struct Given {
    key: Ident,
    bound: Bound,
    span: Span,
}

/// The small and the large scope. What is missing in the large one is as in the small one.
pub(super) fn read(
    names: &Names<'_>,
    types: PairTypes<'_>,
    mode: Mode,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Scope, Scope) {
    let needs = needs(types);
    let complete = unboundable(&needs, types, diagnostics) && all_known(types);
    let wanted = Wanted { names, types, needs: &needs, complete };
    let small = written(names, Called::Scope, diagnostics);
    let large = written(names, Called::LargeScope, diagnostics);
    let Some(small) = small.map(|small| checked(small, &wanted, diagnostics)) else {
        if let Some(large) = large {
            checked(large, &wanted, diagnostics);
        }
        if needs.iter().all(|need| need.optional) && complete {
            let scope = applied(types, Vec::new(), Span::default(), diagnostics);
            return (scope.clone(), scope);
        }
        if mode == Mode::Problem && needs.iter().any(|need| need.kind != NeedKind::Both && !need.optional) {
            diagnostics.push(no_scope(types, &needs));
        }
        return (Scope::default(), Scope::default());
    };
    let missing = missing_bounds(&small, &needs, diagnostics);
    let bounds: Vec<(String, Bound)> =
        small.bounds.iter().map(|given| (given.key.name.to_string(), given.bound.clone())).collect();
    let mut large_bounds = bounds.clone();
    if let Some(large) = large {
        let large = checked(large, &wanted, diagnostics);
        for given in large.bounds {
            if let Some(fault) = smaller(&given, &small) {
                diagnostics.push(fault);
            } else if let Some((_, bound)) = large_bounds.iter_mut().find(|(key, _)| *key == *given.key.name) {
                *bound = given.bound;
            } else if needs.iter().any(|need| need.optional && need.key == *given.key.name) {
                diagnostics.push(only_large(&given));
            }
        }
    }
    if missing || !complete {
        let partly = |bounds| Scope { bounds, ..Scope::default() };
        return (partly(bounds), partly(large_bounds));
    }
    let scope = applied(types, bounds, small.span, diagnostics);
    let large_scope = applied(types, large_bounds, small.span, &mut Vec::new());
    (scope, large_scope)
}

/// Scopes of a file without a usable predicate: only the bounds themselves can be checked.
pub(super) fn read_alone(names: &Names<'_>, diagnostics: &mut Vec<Diagnostic>) -> (Scope, Scope) {
    let mut bounds_of = |which| {
        let written = written(names, which, diagnostics).map_or_else(Vec::new, |written| written.bounds);
        let bounds = written.into_iter().map(|given| (given.key.name.to_string(), given.bound)).collect();
        Scope { bounds, ..Scope::default() }
    };
    (bounds_of(Called::Scope), bounds_of(Called::LargeScope))
}

/// Finds and reads the one call of `scope` or `scope.large`.
fn written(names: &Names<'_>, which: Called, diagnostics: &mut Vec<Diagnostic>) -> Option<Written> {
    let word = if which == Called::Scope { "scope" } else { "scope.large" };
    let mut first: Option<Written> = None;
    for stmt in &names.module.body {
        let Some((found, call)) = called(names, stmt) else { continue };
        if found != which {
            continue;
        }
        match &first {
            Some(first) => diagnostics.push(
                Diagnostic::error(Code::DuplicateName, call.function.span, format!("`{word}` is declared twice"))
                    .also(first.span, "first declared here")
                    .help("write all bounds into one call"),
            ),
            None => first = Some(bounds_in(names, word, call, diagnostics)),
        }
    }
    first
}

fn bounds_in(names: &Names<'_>, word: &str, call: &Call, diagnostics: &mut Vec<Diagnostic>) -> Written {
    let mut written = Written { span: call.function.span, bounds: Vec::new(), faulty: Vec::new() };
    for arg in call.args.iter().filter(|arg| !matches!(arg.kind, ExprKind::Error)) {
        diagnostics.push(bad(
            arg.span,
            format!("`{word}` takes bounds by name"),
            format!("write `{word}(Vertex=5, edges=5)`"),
        ));
    }
    if call.args.is_empty() && call.keywords.is_empty() {
        diagnostics.push(bad(
            call.function.span,
            format!("`{word}` has no bounds"),
            format!("write `{word}(Vertex=5, edges=5)`, or remove it"),
        ));
    }
    for keyword in limited(&call.keywords, "bounds", call.function.span, diagnostics) {
        // Python itself rejects a repeated keyword.
        let again = written.bounds.iter().any(|given| given.key.name == keyword.name.name);
        match bound(names, &keyword.value) {
            _ if again => {}
            Ok(bound) => written.bounds.push(Given { key: keyword.name.clone(), bound, span: keyword.value.span }),
            Err(fault) => {
                written.faulty.push(keyword.name.name.to_string());
                diagnostics.extend(fault);
            }
        }
    }
    written
}

/// Reads `5`, `(3, 3)`, `range(5)`, `range(1, 5)`, `("ab", 3)`. The error is `None` if `parse` has reported it.
fn bound(names: &Names<'_>, value: &Expr) -> Result<Bound, Option<Diagnostic>> {
    match &value.kind {
        ExprKind::Tuple(items) if items.is_empty() => {
            Err(Some(bad(value.span, "a bound without a number", "write one number per level of nesting, `(3, 3)`")))
        }
        ExprKind::Tuple(items) if matches!(items[0].kind, ExprKind::Str(_)) => text(names, value, items),
        ExprKind::Str(_) => Err(Some(bad(
            value.span,
            "an alphabet without a length",
            "write the characters and the greatest length, `(\"ab\", 3)`",
        ))),
        ExprKind::Tuple(items) => {
            Ok(Bound::Counts(items.iter().map(|item| count(names, item)).collect::<Result<_, _>>()?))
        }
        ExprKind::Call(call) if matches!(names.meaning(&call.function), Some(GlobalKind::Builtin(Builtin::Range))) => {
            range(names, value, call)
        }
        _ => Ok(Bound::Counts(vec![count(names, value)?])),
    }
}

/// An alphabet and the greatest length.
fn text(names: &Names<'_>, whole: &Expr, items: &[Expr]) -> Result<Bound, Option<Diagnostic>> {
    let [Expr { kind: ExprKind::Str(alphabet), span, .. }, max] = items else {
        return Err(Some(bad(whole.span, "strings are bounded by an alphabet and a length", "write `(\"ab\", 3)`")));
    };
    let fault = |message: String, help: &str| Some(Diagnostic::error(Code::EmptyScope, *span, message).help(help));
    check_alphabet(alphabet).map_err(|reason| fault(reason.to_string(), reason.way_out()))?;
    Ok(Bound::Text(alphabet.clone(), count(names, max)?))
}

fn count(names: &Names<'_>, expr: &Expr) -> Result<usize, Option<Diagnostic>> {
    let number = integer(names, expr)?;
    if number.is_zero() || number.is_negative() {
        let message = format!("a bound of {number} leaves no room");
        return Err(Some(Diagnostic::error(Code::EmptyScope, expr.span, message).help("a bound is at least 1")));
    }
    number.to_usize().filter(|count| *count <= MAX_COUNT).ok_or_else(|| {
        let message = format!("a bound of more than {MAX_COUNT} cannot be searched");
        Some(
            Diagnostic::error(Code::ContradictoryScope, expr.span, message)
                .help("small bounds find nearly all mistakes; start with 4 or 5"),
        )
    })
}

fn range(names: &Names<'_>, whole: &Expr, call: &Call) -> Result<Bound, Option<Diagnostic>> {
    let contradictory =
        |span, message: &str, help: &str| Some(Diagnostic::error(Code::ContradictoryScope, span, message).help(help));
    let (start, stop) = match (call.args.as_slice(), call.keywords.as_slice()) {
        ([stop], []) => (BigInt::ZERO, integer(names, stop)?),
        ([start, stop], []) => (integer(names, start)?, integer(names, stop)?),
        ([_, _, step, ..], _) => {
            return Err(contradictory(
                step.span,
                "a range of a scope has no step",
                "write `range(a, b)`; demand the rest in a `@precondition`",
            ));
        }
        _ => return Err(Some(bad(whole.span, "a range has a start and an end", "write `range(5)` or `range(1, 5)`"))),
    };
    if start >= stop {
        let message = "this range is empty";
        return Err(Some(
            Diagnostic::error(Code::EmptyScope, whole.span, message)
                .help("the end of a `range` is not part of it: `range(1, 5)` is 1, 2, 3, 4"),
        ));
    }
    let limited = |number: BigInt| number.to_i64().filter(|number| number.abs() <= MAX_NUMBER);
    match (limited(start), limited(stop)) {
        (Some(start), Some(stop)) => Ok(Bound::Range(start, stop)),
        _ => Err(contradictory(
            whole.span,
            "the numbers of this range are too large",
            "small ranges find nearly all mistakes; start with `range(5)`",
        )),
    }
}

fn integer(names: &Names<'_>, expr: &Expr) -> Result<BigInt, Option<Diagnostic>> {
    if let Some(value) = names.constant_int(expr) {
        return Ok(value);
    }
    Err(match &expr.kind {
        ExprKind::Error => None,
        ExprKind::Bool(_) => Some(
            Diagnostic::error(Code::EmptyScope, expr.span, "a Boolean is not a bound")
                .help("a bound is a whole number, a tuple of them, or a `range`"),
        ),
        ExprKind::Name(name) if names.meaning(expr).is_none() && !names.is_refused(name) => {
            Some(names.unknown(name, expr.span))
        }
        _ => Some(bad(
            expr.span,
            "a bound must be a constant",
            "write the number itself, a `range`, or a constant such as `LIMIT = 5`",
        )),
    })
}

/// Drops the bounds that fit nothing, and says why.
fn checked(mut written: Written, wanted: &Wanted<'_>, diagnostics: &mut Vec<Diagnostic>) -> Written {
    let mut kept = Vec::new();
    for given in written.bounds {
        let key = &given.key;
        let Some(need) = wanted.needs.iter().find(|need| *need.key == *key.name) else {
            diagnostics.extend(unneeded::explain(key, wanted));
            // A misspelled bound is not reported as missing, too.
            written
                .faulty
                .extend(closest(&key.name, wanted.needs.iter().map(|need| need.key.as_str())).map(str::to_owned));
            continue;
        };
        match need.misfit(&given.bound) {
            None => kept.push(given),
            Some(misfit) => {
                diagnostics.push(
                    Diagnostic::error(Code::ContradictoryScope, given.span, misfit.to_string())
                        .help(format!("write for example `{}`", need.example())),
                );
                written.faulty.push(key.name.to_string());
            }
        }
    }
    written.bounds = kept;
    written
}

/// All types of pairs could be read.
fn all_known(types: PairTypes<'_>) -> bool {
    let mut reached = Reached::new(types.names);
    types.params.iter().for_each(|param| reached.visit(&param.ty));
    let records = types.names.records.iter().zip(reached.records).filter(|(_, reached)| *reached);
    // The members of an enumeration are known, whatever their values are.
    let records = records.filter(|(record, _)| record.kind != RecordKind::Enum);
    let mut fields = records.flat_map(|(record, _)| &record.fields);
    types.params.iter().all(|param| is_known(&param.ty)) && fields.all(|field| is_known(&field.ty))
}

/// Reports the bounds that the types ask for and the scope does not give.
fn missing_bounds(small: &Written, needs: &[Need], diagnostics: &mut Vec<Diagnostic>) -> bool {
    let given = |need: &&Need| small.bounds.iter().any(|given| *given.key.name == need.key);
    let missing: Vec<&Need> = needs.iter().filter(|need| !need.optional && !given(need)).collect();
    let silent = |need: &&&Need| small.faulty.contains(&need.key) || need.kind == NeedKind::Both;
    let told: Vec<&&Need> = missing.iter().filter(|need| !silent(need)).collect();
    if !told.is_empty() {
        let keys: Vec<String> = told.iter().map(|need| format!("`{}`", need.key)).collect();
        let examples: Vec<String> = told.iter().map(|need| need.example()).collect();
        diagnostics.push(
            Diagnostic::error(
                Code::MissingBound,
                small.span,
                format!("the scope has no bound for {}", keys.join(", ")),
            )
            .help(format!("add `{}`", examples.join(", "))),
        );
    }
    !missing.is_empty()
}

fn no_scope(types: PairTypes<'_>, needs: &[Need]) -> Diagnostic {
    let examples: Vec<String> =
        needs.iter().filter(|need| need.kind != NeedKind::Both && !need.optional).map(Need::example).collect();
    let help = format!("add `scope({})` below the predicate", examples.join(", "));
    let message = "the file declares no scope";
    match types.params.first() {
        Some(param) => Diagnostic::error(Code::NoScope, param.span, message).label("how large can it be?").help(help),
        None => Diagnostic::whole_file(Code::NoScope, message).help(help),
    }
}

/// Reports places that hold containers beside plain integers, and names that stand for two things. False if there
/// are any.
fn unboundable(needs: &[Need], types: PairTypes<'_>, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let before = diagnostics.len();
    let mut keys = HashSet::new();
    for need in needs {
        let is_new = keys.insert(&need.key);
        let Some(span) = need.place.and_then(|place| types.span(place)) else { continue };
        if need.kind == NeedKind::Both {
            diagnostics.push(
                Diagnostic::error(Code::MissingBound, span, format!("one bound cannot bound two kinds of things: `{}`", need.key))
                    .label("holds containers, plain integers or plain strings, and not only one of them")
                    .help("give integers and strings types of their own, `Id = NewType(\"Id\", int)`, and bound them: `scope(Id=range(5))`"),
            );
        }
        if !is_new {
            diagnostics.push(
                Diagnostic::error(
                    Code::DuplicateName,
                    span,
                    format!("a bound for `{}` could mean two things", need.key),
                )
                .help("rename the parameter or field; a scope bounds types, parameters and `Record_field` by name"),
            );
        }
    }
    diagnostics.len() == before
}

/// The small scope has no such bound, so the large one would not contain it.
fn only_large(large: &Given) -> Diagnostic {
    let key = &large.key.name;
    Diagnostic::error(Code::ContradictoryScope, large.span, format!("only the large scope bounds `{key}`"))
        .help(format!("bound `{key}` in `scope(…)`, too: the large scope contains the small one"))
}

fn smaller(large: &Given, small: &Written) -> Option<Diagnostic> {
    let below = small.bounds.iter().find(|given| given.key.name == large.key.name)?;
    if contains(&large.bound, &below.bound) {
        return None;
    }
    let message = format!("the large scope of `{}` does not contain the small one", large.key.name);
    Some(
        Diagnostic::error(Code::ContradictoryScope, large.span, message)
            .label(format!("`{}` is less than `{}`", large.bound, below.bound))
            .also(below.span, "the small one")
            .help(format!("write at least `{}={}`", large.key.name, below.bound)),
    )
}

fn applied(types: PairTypes<'_>, bounds: Vec<(String, Bound)>, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Scope {
    let partly = Scope { bounds: bounds.clone(), ..Scope::default() };
    apply(types, bounds).unwrap_or_else(|fault| {
        let culprit = |index: usize| types.params.get(index).map_or(span, |param| param.span);
        match fault {
            Unbounded::TooLarge(param) => diagnostics.push(
                Diagnostic::error(Code::BadType, culprit(param), "this type is too large")
                    .help("a pair needs few parts; use lists instead of many records in records"),
            ),
            // Reported at the type or the bound.
            Unbounded::BadType(_) | Unbounded::Missing(_) => {}
        }
        partly
    })
}
