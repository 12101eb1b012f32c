//! Calls: of module-level functions, built-ins, methods and values.

use lang::ast::{Call, Comprehension, ComprehensionKind, Expr, ExprKind, FuncId};
use lang::builtins::Builtin;
use lang::globals::GlobalKind;
use lang::methods::Method;
use lang::resolve::Resolution;

use super::function::FunctionBuilder;
use super::{count, index};
use crate::code::{CallShape, Callee, CodeId, Op, Reg};

impl FunctionBuilder<'_, '_> {
    pub fn call(&mut self, expr: &Expr, call: &Call, to: Reg) {
        match self.problem().resolutions.get(call.function.id) {
            Some(Resolution::Builtin(Builtin::Super)) if self.super_call(call, to) => {}
            Some(Resolution::Builtin(builtin)) => self.builtin_call(builtin, expr, call, to),
            Some(Resolution::Global(id)) => match self.problem().resolutions.global(id).kind {
                GlobalKind::Function(function) => self.function_call(function, call, to),
                _ => self.value_call(call, to),
            },
            None => match &call.function.kind {
                ExprKind::Attribute(base, attribute) => {
                    let method = Method::by_name(&attribute.name);
                    self.code.mutates |= method.is_some_and(Method::mutates);
                    // It may be a method of a class.
                    self.code.mutates |= self.problem().resolutions.has_classes();
                    let name = self.builder.symbol(&attribute.name);
                    self.with_leader(base, call, Callee::Method(method, name), to);
                }
                _ => self.value_call(call, to),
            },
            Some(_) => self.value_call(call, to),
        }
    }

    /// What is called is only known when it runs: it may change anything.
    fn value_call(&mut self, call: &Call, to: Reg) {
        self.code.mutates = true;
        self.with_leader(&call.function, call, Callee::Value, to);
    }

    /// A call whose callee or receiver is in the register before the arguments.
    fn with_leader(&mut self, leader: &Expr, call: &Call, callee: Callee, to: Reg) {
        let first = self.temporary();
        let mark = self.mark();
        self.into(leader, first);
        self.release(mark);
        if let Callee::Method(_, name) = callee
            && call.args.iter().chain(call.keywords.iter().map(|keyword| &keyword.value)).any(may_raise)
        {
            self.emit(Op::CheckAttribute(first, name));
        }
        let (args_plain, size) = self.arguments(call);
        let op = match (args_plain, callee) {
            (true, Callee::Value) => Op::CallValue(to, first, size),
            (true, Callee::Method(..)) => {
                let shape = self.shape(callee, call);
                Op::CallMethod(to, first, size, shape)
            }
            _ => {
                let shape = self.shape(callee, call);
                Op::CallShaped(to, first, shape)
            }
        };
        self.emit(op);
    }

    /// Evaluates the arguments into the next registers; returns whether they are plain, and how many.
    fn arguments(&mut self, call: &Call) -> (bool, u16) {
        let keywords = call.keywords.iter().map(|keyword| &keyword.value);
        let all: Vec<&Expr> = call.args.iter().chain(keywords).collect();
        let registers: Vec<Reg> = all.iter().map(|_| self.temporary()).collect();
        for (index, (arg, register)) in all.iter().zip(&registers).enumerate() {
            let mark = self.mark();
            let ExprKind::Starred(inner) = &arg.kind else {
                self.into(arg, *register);
                // So are the entries of a mapping.
                let keyword = index.checked_sub(call.args.len()).and_then(|index| call.keywords.get(index));
                if keyword.is_some_and(|keyword| keyword.spread) && all[index + 1..].iter().any(|arg| may_raise(arg)) {
                    let entries = self.temporary();
                    self.emit(Op::NewDict(entries));
                    self.emit(Op::Merge(entries, *register));
                    self.emit(Op::Move(*register, entries));
                }
                self.release(mark);
                continue;
            };
            self.into(inner, *register);
            self.release(mark);
            // Python takes the items before it goes on, unless there are no other positional arguments.
            if call.args.len() > 1 && all[index + 1..].iter().any(|arg| may_raise(arg)) {
                self.emit(Op::CallBuiltin(*register, *register, 1, Builtin::Tuple));
            }
        }
        let plain = call.keywords.is_empty() && !call.args.iter().any(is_starred);
        (plain, count(all.len()))
    }

    fn shape(&mut self, callee: Callee, call: &Call) -> u32 {
        let spread = call.args.iter().map(|arg| matches!(arg.kind, ExprKind::Starred(_))).collect();
        let keywords = call.keywords.iter().map(|keyword| self.builder.symbol(&keyword.name.name)).collect();
        let calls = &mut self.builder.program.calls;
        calls.push(CallShape { callee, spread, keywords });
        index(calls.len() - 1)
    }

    fn function_call(&mut self, function: FuncId, call: &Call, to: Reg) {
        let params = &self.problem().module.function(function).params;
        let exact = call.keywords.is_empty()
            && call.args.len() == params.len()
            && params.iter().all(|param| !param.keyword_only)
            && !call.args.iter().any(|arg| matches!(arg.kind, ExprKind::Starred(_)));
        if !exact {
            self.value_call(call, to);
            return;
        }
        self.code.mentions.push(function);
        let args: Vec<&Expr> = call.args.iter().collect();
        let first = self.consecutive(&args);
        self.emit(Op::CallFunction(to, first, count(args.len()), CodeId::of(function)));
    }

    fn builtin_call(&mut self, builtin: Builtin, expr: &Expr, call: &Call, to: Reg) {
        if let Some(generator) = self.consumed(call) {
            match builtin {
                Builtin::All | Builtin::Any => self.truth_value(expr, to),
                Builtin::Sorted => {
                    let first = self.temporary();
                    let mark = self.mark();
                    self.collected(Builtin::List, generator, first);
                    self.release(mark);
                    let keywords: Vec<&Expr> = call.keywords.iter().map(|keyword| &keyword.value).collect();
                    self.consecutive(&keywords);
                    let shape = self.shape(Callee::Builtin(builtin), call);
                    self.emit(Op::CallShaped(to, first, shape));
                }
                _ => self.collected(builtin, generator, to),
            }
            return;
        }
        match (&*call.args, builtin) {
            ([arg], Builtin::Len | Builtin::Set) if call.keywords.is_empty() && !is_starred(arg) => {
                let operand = self.operand(arg);
                self.emit(if builtin == Builtin::Len { Op::Len(to, operand) } else { Op::MakeSet(to, operand) });
            }
            ([], Builtin::Set | Builtin::List | Builtin::Dict) if call.keywords.is_empty() => {
                self.emit(match builtin {
                    Builtin::Set => Op::NewSet(to),
                    Builtin::List => Op::NewList(to),
                    _ => Op::NewDict(to),
                });
            }
            _ => {
                let first = self.temporary();
                self.release(self.mark() - 1);
                let (plain, size) = self.arguments(call);
                let op = if plain {
                    Op::CallBuiltin(to, first, size, builtin)
                } else {
                    let shape = self.shape(Callee::Builtin(builtin), call);
                    Op::CallShaped(to, first, shape)
                };
                self.emit(op);
            }
        }
    }

    /// The generator that this call runs immediately.
    fn consumed<'e>(&self, call: &'e Call) -> Option<&'e Comprehension> {
        let [arg] = &*call.args else { return None };
        match &arg.kind {
            ExprKind::Comprehension(generator)
                if generator.kind == ComprehensionKind::Generator && !self.problem().resolutions.escapes(arg.id) =>
            {
                Some(generator)
            }
            _ => None,
        }
    }

    /// `all(… for …)` or `any(… for …)`.
    pub fn quantifier<'e>(&self, call: &'e Call) -> Option<(Builtin, &'e Comprehension)> {
        match self.problem().resolutions.get(call.function.id) {
            Some(Resolution::Builtin(builtin @ (Builtin::All | Builtin::Any))) => {
                self.consumed(call).map(|generator| (builtin, generator))
            }
            _ => None,
        }
    }

    /// `seen.add(x)` and `xs.append(x)` as statements; `false` if the expression is something else.
    pub fn push_call(&mut self, expr: &Expr) -> bool {
        let ExprKind::Call(call) = &expr.kind else { return false };
        let (ExprKind::Attribute(base, attribute), [arg]) = (&call.function.kind, &*call.args) else { return false };
        let Some(method @ (Method::Add | Method::Append)) = Method::by_name(&attribute.name) else { return false };
        // The receiver's attribute is looked up before the argument is evaluated, so only arguments that cannot fail
        // may be evaluated first.
        let simple = matches!(arg.kind, ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Str(_)) && !self.rebinding;
        let Some(receiver) = self.plain_target(base) else { return false };
        if !simple || !call.keywords.is_empty() {
            return false;
        }
        self.code.mutates = true;
        self.operand(base);
        let operand = self.operand(arg);
        self.emit(Op::Push(method, receiver, operand));
        true
    }
}

/// Whether evaluating an argument could fail.
fn may_raise(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::Lambda(_) => false,
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().any(may_raise),
        _ => true,
    }
}

fn is_starred(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Starred(_))
}
