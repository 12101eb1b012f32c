//! Calls: of module-level functions, built-ins, methods and values.

use lang::ast::{Call, Comprehension, Expr, ExprKind};
use lang::builtins::Builtin;
use lang::globals::GlobalKind;
use lang::resolve::Resolution;

use super::Builder;
use crate::code::{Args, Display, Fold, MethodCall, Node};
use crate::methods::Method;

impl Builder<'_> {
    pub(super) fn call(&mut self, call: &Call) -> Node {
        match self.problem.resolutions.get(call.function.id) {
            Some(Resolution::Builtin(builtin)) => self.builtin_call(builtin, call),
            Some(Resolution::Global(id)) => match self.problem.resolutions.global(id).kind {
                GlobalKind::Function(function) => self.function_call(function, call),
                _ => self.value_call(call),
            },
            _ => match &call.function.kind {
                ExprKind::Attribute(base, attribute) if self.problem.resolutions.get(call.function.id).is_none() => {
                    let receiver = self.expression(base);
                    let method = Method::by_name(&attribute.name);
                    self.mutates |= method.is_some_and(Method::mutates);
                    let name = self.symbol(&attribute.name);
                    let args = self.args(call);
                    let slot = match receiver {
                        Node::Local(slot, _)
                            if args.plain && call.args.len() == 1 && rebinds_nothing(&call.args[0]) =>
                        {
                            Some(slot)
                        }
                        _ => None,
                    };
                    let call = Box::new(MethodCall { receiver, method, name, args });
                    match (slot, method) {
                        (Some(slot), Some(method @ (Method::Add | Method::Append))) => Node::Push(method, slot, call),
                        _ => Node::CallMethod(call),
                    }
                }
                _ => self.value_call(call),
            },
        }
    }

    fn value_call(&mut self, call: &Call) -> Node {
        let function = self.expression(&call.function);
        Node::Call(Box::new((function, self.args(call))))
    }

    fn function_call(&mut self, function: lang::ast::FuncId, call: &Call) -> Node {
        let module = &self.problem.module;
        let params = &module.function(function).params;
        let exact = call.keywords.is_empty()
            && call.args.len() == params.len()
            && params.iter().all(|param| !param.keyword_only)
            && !call.args.iter().any(|arg| matches!(arg.kind, ExprKind::Starred(_)));
        if exact {
            self.calls.push(function);
            return Node::CallFunction(function, self.expressions(&call.args));
        }
        self.value_call(call)
    }

    fn builtin_call(&mut self, builtin: Builtin, call: &Call) -> Node {
        if let [arg] = &*call.args
            && let ExprKind::Comprehension(generator) = &arg.kind
            && generator.kind == lang::ast::ComprehensionKind::Generator
            && !self.problem.resolutions.escapes(arg.id)
        {
            return self.fold(builtin, generator, call);
        }
        let args = self.args(call);
        if builtin == Builtin::Len && args.plain && args.positional.len() == 1 {
            let mut items = args.positional.into_vec();
            if let Some(item) = items.pop() {
                return Node::Len(Box::new(item.node));
            }
            return Node::None;
        }
        Node::CallBuiltin(builtin, Box::new(args))
    }

    /// A built-in that consumes a generator on the spot.
    fn fold(&mut self, builtin: Builtin, generator: &Comprehension, call: &Call) -> Node {
        let comprehension = self.comprehension(generator);
        let keywords = self.keywords(call);
        if keywords.is_empty() {
            let fold = match builtin {
                Builtin::All => Some(Fold::All),
                Builtin::Any => Some(Fold::Any),
                Builtin::Sum => Some(Fold::Sum),
                _ => None,
            };
            if let Some(fold) = fold {
                return Node::Fold(fold, Box::new(comprehension));
            }
            let display = match builtin {
                Builtin::List => Some(Display::List),
                Builtin::Tuple => Some(Display::Tuple),
                Builtin::Set => Some(Display::Set),
                Builtin::FrozenSet => Some(Display::FrozenSet),
                _ => None,
            };
            if let Some(display) = display {
                return Node::Comprehension(display, Box::new(comprehension));
            }
        }
        let args = Args { positional: Box::default(), keywords, plain: false };
        Node::FoldWith(builtin, Box::new((comprehension, args)))
    }

    fn args(&mut self, call: &Call) -> Args {
        let positional = self.items(&call.args);
        let keywords = self.keywords(call);
        let plain = keywords.is_empty() && positional.iter().all(|item| !item.spread);
        Args { positional, keywords, plain }
    }

    fn keywords(&mut self, call: &Call) -> Box<[(crate::code::Symbol, Node)]> {
        call.keywords.iter().map(|keyword| (self.symbol(&keyword.name.name), self.expression(&keyword.value))).collect()
    }
}

/// Whether an expression surely holds no `:=`.
fn rebinds_nothing(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Str(_) | ExprKind::Bool(_) | ExprKind::None => true,
        ExprKind::Tuple(items) => items.iter().all(rebinds_nothing),
        ExprKind::Attribute(base, _) => rebinds_nothing(base),
        ExprKind::Subscript(base, index) => rebinds_nothing(base) && rebinds_nothing(index),
        _ => false,
    }
}
