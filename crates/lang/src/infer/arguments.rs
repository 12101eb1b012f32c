//! The arguments of a call, and how they meet parameters.

use crate::ast::{Call, Collects, Expr, ExprKind, FuncId, Name, Param};
use crate::diagnostic::Code;
use crate::signature::{ArgumentCount, ArgumentError, Signature};
use crate::suggest::closest;

use super::Inference;
use super::displays::Star;
use super::expressions::Want;
use super::faults::{InferResult, OperationError};
use super::value::Val;

#[derive(Clone, Copy, Debug)]
pub(super) struct Arg<'a> {
    pub val: Val,
    /// `None` for what a built-in hands to a function.
    pub expr: Option<&'a Expr>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Args<'a> {
    pub list: Vec<Arg<'a>>,
    /// After a `*xs` of unknown length: everything that may follow, all together.
    pub rest: Option<Val>,
    pub keywords: Vec<(Name, Arg<'a>)>,
    /// A `*xs` that cannot be spread.
    failed: bool,
    /// A `**mapping`: other keywords may come from it.
    pub open: bool,
}

/// The arguments of a call whose order does not show in its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnyOrder {
    No,
    First,
    All,
}

impl AnyOrder {
    pub fn all_if(condition: bool) -> Self {
        if condition { Self::All } else { Self::No }
    }
}

impl<'a> Args<'a> {
    pub fn of(vals: impl IntoIterator<Item = Val>) -> Self {
        Self { list: vals.into_iter().map(|val| Arg { val, expr: None }).collect(), ..Self::default() }
    }

    /// The argument at a position, or what a star may put there.
    pub fn get(&self, index: usize) -> Option<Arg<'a>> {
        self.list.get(index).copied().or(self.rest.map(|val| Arg { val, expr: None }))
    }

    pub fn keyword(&self, name: &str) -> Option<Arg<'a>> {
        self.keywords.iter().find(|(known, _)| &**known == name).map(|(_, arg)| *arg)
    }

    /// The argument at a position or by a name.
    pub fn named(&self, index: usize, name: &str) -> Option<Arg<'a>> {
        self.keyword(name).or_else(|| self.get(index))
    }

    /// Whether the call is never made, since an argument has no value.
    pub fn are_impossible(&self) -> bool {
        self.failed || self.vals().any(Val::is_bottom)
    }

    pub fn vals(&self) -> impl Iterator<Item = Val> {
        self.list.iter().map(|arg| arg.val).chain(self.rest).chain(self.keywords.iter().map(|(_, arg)| arg.val))
    }

    /// Checks the arguments of a built-in function or method.
    pub fn fit(&self, name: &str, signature: &Signature) -> InferResult<'a, ()> {
        let quoted = format!("`{name}`");
        let keywords: Vec<&str> = self.keywords.iter().map(|(name, _)| &**name).collect();
        let count = ArgumentCount { least: signature.required, most: signature.most() };
        // The elements of a `*xs` may fill the parameters that nothing else does.
        let spread = self.rest.is_some();
        let by_name = keywords.iter().filter(|keyword| signature.named.contains(keyword)).count();
        if self.open {
            return Ok(());
        }
        if !spread && self.list.len() + by_name < signature.required {
            return Err(wrong_count(&quoted, count, self.list.len()));
        }
        match signature.place(self.list.len(), &keywords) {
            Ok(_) => Ok(()),
            Err(ArgumentError::Count { .. } | ArgumentError::Missing { .. }) if spread && self.fits_below(count) => {
                Ok(())
            }
            Err(ArgumentError::Count { takes, given }) => Err(wrong_count(&quoted, takes, given)),
            Err(ArgumentError::UnknownKeyword { keyword }) => {
                Err(no_keyword(&quoted, keywords[keyword], signature.keywords()).about(self.keywords[keyword].1.expr))
            }
            Err(ArgumentError::GivenTwice { keyword }) => {
                Err(given_twice(&quoted, keywords[keyword]).about(self.keywords[keyword].1.expr))
            }
            Err(ArgumentError::Missing { name }) => Err(missing(&quoted, name, count, self.list.len())),
        }
    }

    /// Checks how many fields of a record are given by position.
    pub fn fit_fields(&self, name: &str, count: ArgumentCount) -> InferResult<'a, ()> {
        let given = self.list.len();
        if !self.fits_below(count) || (self.rest.is_none() && !self.open && given < count.least) {
            return Err(wrong_count(&format!("`{name}`"), count, given));
        }
        Ok(())
    }

    fn fits_below(&self, count: ArgumentCount) -> bool {
        count.most.is_none_or(|most| self.list.len() <= most)
    }
}

impl<'a> Inference<'a> {
    /// Evaluates the arguments from left to right. `any_order` says for which of them the order does not show in the
    /// result, `taken` from which of them the call takes items.
    pub fn eval_args(&mut self, call: &'a Call, any_order: AnyOrder, taken: Option<usize>) -> Args<'a> {
        let mut args = Args::default();
        for (index, arg) in call.args.iter().enumerate() {
            let any = any_order == AnyOrder::All || (any_order == AnyOrder::First && index == 0);
            if let ExprKind::Starred(inner) = &arg.kind {
                self.eval_star_arg(inner, any, &mut args);
                continue;
            }
            let val = self.eval_with(arg, Want { any_order: any, taken: taken == Some(index), site: None });
            match args.rest {
                None => args.list.push(Arg { val, expr: Some(arg) }),
                Some(rest) => args.rest = Some(self.join(rest, val)),
            }
        }
        for keyword in &call.keywords {
            let val = self.eval(&keyword.value);
            if keyword.spread {
                self.escape(val);
                args.open = true;
                continue;
            }
            args.keywords.push((keyword.name.name.clone(), Arg { val, expr: Some(&keyword.value) }));
        }
        args
    }

    fn eval_star_arg(&mut self, inner: &'a Expr, any_order: bool, args: &mut Args<'a>) {
        let star = if any_order { self.eval_unordered_star(inner) } else { self.eval_star(inner, "a call with `*`") };
        let element = match star {
            Star::Parts(parts) if args.rest.is_none() => {
                args.list.extend(parts.into_iter().map(|val| Arg { val, expr: Some(inner) }));
                return;
            }
            Star::Parts(parts) => self.join_all(parts),
            Star::Elements(element) => element,
            Star::Failed => {
                args.failed = true;
                return;
            }
        };
        // An empty `*xs` adds no argument.
        if !element.is_bottom() || args.rest.is_some() {
            args.rest = Some(self.join(args.rest.unwrap_or(Val::BOTTOM), element));
        }
    }

    /// A value for each parameter of a function of the file.
    pub fn bind(&mut self, id: FuncId, args: &Args<'a>) -> InferResult<'a, Vec<Val>> {
        let function = self.problem.module.function(id);
        let name = if function.is_lambda { "this lambda" } else { &*function.name.name };
        let quoted = if function.is_lambda { name.to_owned() } else { format!("`{name}`") };
        let positional = function.params.iter().filter(|param| !param.keyword_only).count();
        let required = function.params.iter().filter(|param| !param.keyword_only && param.default.is_none()).count();
        let count = ArgumentCount { least: required, most: Some(positional) };
        let collects = |kind: Collects| function.params.iter().any(|param| param.collects == Some(kind));
        let more = args.list.iter().skip(positional).chain(args.keywords.iter().map(|(_, arg)| arg));
        if function.params.iter().any(|param| param.collects.is_some()) {
            more.map(|arg| arg.val).chain(args.rest).for_each(|val| self.escape(val));
        }
        if args.list.len() > positional && !collects(Collects::Positional) {
            return Err(wrong_count(&quoted, count, args.list.len()));
        }
        let mut bound: Vec<Option<Val>> = vec![None; function.params.len()];
        for (slot, arg) in bound.iter_mut().take(positional).zip(&args.list) {
            *slot = Some(arg.val);
        }
        for (keyword, arg) in &args.keywords {
            let named =
                |param: &Param| param.name.name == *keyword && !param.positional_only && param.collects.is_none();
            let Some(index) = function.params.iter().position(named) else {
                if collects(Collects::Keywords) {
                    continue;
                }
                let names =
                    function.params.iter().filter(|param| !param.positional_only).map(|param| &*param.name.name);
                return Err(no_keyword(&quoted, keyword, names).about(arg.expr));
            };
            if bound[index].replace(arg.val).is_some() {
                return Err(given_twice(&quoted, keyword).about(arg.expr));
            }
        }
        let mut result = Vec::with_capacity(bound.len());
        for (index, (param, given)) in function.params.iter().zip(bound).enumerate() {
            let default = match &param.default {
                Some(_) => Some(self.read(self.defaults[id.index()][index])),
                None => None,
            };
            let star = args.rest.filter(|_| !param.keyword_only);
            if param.collects.is_some() {
                result.push(Val::UNKNOWN);
                continue;
            }
            if args.open && given.is_none() {
                result.push(Val::UNKNOWN);
                continue;
            }
            result.push(match (given, star, default) {
                (None, Some(rest), Some(default)) => self.join(rest, default),
                (Some(val), _, _) | (None, Some(val), None) | (None, None, Some(val)) => val,
                (None, None, None) => {
                    return Err(missing(&quoted, &param.name.name, count, args.list.len()));
                }
            });
        }
        Ok(result)
    }
}

fn wrong_count<'a>(name: &str, takes: ArgumentCount, given: usize) -> OperationError<'a> {
    let verb = if given == 1 { "was" } else { "were" };
    let message = format!("{name} takes {takes}, but {given} {verb} given");
    OperationError::new(Code::WrongArguments, message, format!("takes {takes}"), "pass the arguments it takes")
}

pub(super) fn no_keyword<'a, 'n>(
    name: &str,
    keyword: &str,
    known: impl Iterator<Item = &'n str>,
) -> OperationError<'a> {
    let known: Vec<&str> = known.collect();
    let help = match closest(keyword, known.iter().copied()) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None if known.is_empty() => "pass the arguments by position".to_owned(),
        None => {
            format!("the names are {}", known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
        }
    };
    let message = format!("{name} has no argument named `{keyword}`");
    OperationError::new(Code::WrongArguments, message, format!("goes to `{keyword}`, which {name} does not have"), help)
}

pub(super) fn given_twice<'a>(name: &str, keyword: &str) -> OperationError<'a> {
    let message = format!("{name} gets two values for its argument `{keyword}`");
    let help = "pass it once, by position or by name";
    OperationError::new(Code::WrongArguments, message, "is the second value", help)
}

fn missing<'a>(name: &str, param: &str, takes: ArgumentCount, given: usize) -> OperationError<'a> {
    let message = format!("{name} needs an argument for `{param}`");
    let verb = if given == 1 { "was" } else { "were" };
    let label = format!("takes {takes} by position, but {given} {verb} given");
    OperationError::new(Code::WrongArguments, message, label, "pass the arguments it needs")
}
