//! Loops: of statements, comprehensions, and generators that their consumer runs on the spot.

use lang::ast::{Comprehension, ComprehensionKind, Expr, ExprKind, FuncId};
use lang::builtins::Builtin;
use lang::resolve::{Owner, Resolution, VarId};

use super::count;
use super::function::FunctionBuilder;
use crate::code::{Constant, Op, Operand, Reg};

/// What becomes of the elements of a comprehension.
#[derive(Clone, Copy)]
enum Sink {
    List(Reg),
    Set(Reg),
    Dict(Reg),
    Sum(Reg),
    /// Jumps to the label if the element's truth is the given one.
    Jump(bool, usize),
    Yield,
}

impl FunctionBuilder<'_, '_> {
    /// Starts a loop and gives its iterator. The caller gives it back by decreasing `next_iterator`.
    pub fn start_loop(&mut self, iterable: &Expr) -> u16 {
        let mark = self.mark();
        let op = match self.lazy_call(iterable) {
            Some((builtin, args)) => {
                let first = self.consecutive(&args);
                Op::IterateBuiltin(self.next_iterator, first, count(args.len()), builtin)
            }
            None => {
                let operand = self.operand(iterable);
                Op::Iterate(self.next_iterator, operand)
            }
        };
        self.emit(op);
        self.release(mark);
        self.take_iterator()
    }

    fn take_iterator(&mut self) -> u16 {
        let iterator = self.next_iterator;
        self.next_iterator += 1;
        self.code.iterators = self.code.iterators.max(usize::from(self.next_iterator));
        iterator
    }

    /// `range(…)`, `enumerate(…)` and their like, called plainly: they need no iterator object.
    fn lazy_call<'e>(&self, iterable: &'e Expr) -> Option<(Builtin, Vec<&'e Expr>)> {
        let ExprKind::Call(call) = &iterable.kind else { return None };
        let Some(Resolution::Builtin(builtin)) = self.problem().resolutions.get(call.function.id) else { return None };
        let lazy = matches!(
            builtin,
            Builtin::Range
                | Builtin::Enumerate
                | Builtin::Zip
                | Builtin::Map
                | Builtin::Filter
                | Builtin::Reversed
                | Builtin::Combinations
                | Builtin::Permutations
                | Builtin::Product
                | Builtin::Pairwise
                | Builtin::Chain
                | Builtin::Accumulate
        );
        let plain = call.keywords.is_empty() && !call.args.iter().any(|arg| matches!(arg.kind, ExprKind::Starred(_)));
        (lazy && plain).then(|| (builtin, call.args.iter().collect()))
    }

    /// The next value into a target, or a jump to the label.
    pub fn next_into(&mut self, iterator: u16, target: &Expr, finished: usize) {
        if let Some(register) = self.plain_target(target) {
            self.jump(Op::Next(iterator, register, 0), finished);
        } else if let ExprKind::Tuple(items) = &target.kind
            && let [first, second] = &**items
            && let (Some(first), Some(second)) = (self.plain_target(first), self.plain_target(second))
        {
            self.jump(Op::NextPair(iterator, first, second, 0), finished);
        } else {
            let mark = self.mark();
            let item = self.temporary();
            self.jump(Op::Next(iterator, item, 0), finished);
            self.assign(target, item);
            self.release(mark);
        }
        let mut vars = Vec::new();
        self.target_vars(target, &mut vars);
        self.assigned.extend(vars);
    }

    fn target_vars(&self, target: &Expr, vars: &mut Vec<VarId>) {
        match &target.kind {
            ExprKind::Name(_) => {
                if let Some(Resolution::Var(var)) = self.problem().resolutions.get(target.id) {
                    vars.push(var);
                }
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|item| self.target_vars(item, vars));
            }
            ExprKind::Starred(inner) => self.target_vars(inner, vars),
            _ => {}
        }
    }

    /// A list, set or dict comprehension.
    pub fn comprehension(&mut self, comprehension: &Comprehension, to: Reg) {
        let result = self.temporary();
        let (op, sink) = match comprehension.kind {
            ComprehensionKind::Set => (Op::NewSet(result), Sink::Set(result)),
            ComprehensionKind::Dict => (Op::NewDict(result), Sink::Dict(result)),
            ComprehensionKind::List | ComprehensionKind::Generator => (Op::NewList(result), Sink::List(result)),
        };
        self.emit(op);
        self.clauses(comprehension, sink);
        self.emit(Op::Take(to, result));
    }

    /// `list(… for …)` and its like: the built-in and the generator it runs to the end at once.
    pub fn collected(&mut self, builtin: Builtin, generator: &Comprehension, to: Reg) {
        let result = self.temporary();
        let (op, sink) = match builtin {
            Builtin::Set | Builtin::FrozenSet => (Op::NewSet(result), Sink::Set(result)),
            Builtin::Sum => {
                let zero = self.constant(Constant::Int(0));
                (Op::Move(result, zero), Sink::Sum(result))
            }
            _ => (Op::NewList(result), Sink::List(result)),
        };
        self.emit(op);
        self.clauses(generator, sink);
        match builtin {
            Builtin::Tuple => self.emit(Op::ListToTuple(result)),
            Builtin::FrozenSet => self.emit(Op::SetToFrozen(result)),
            _ => {}
        }
        self.emit(Op::Take(to, result));
    }

    pub fn jump_if_all(&mut self, generator: &Comprehension, sense: bool, label: usize) {
        let skip = self.label();
        self.clauses(generator, Sink::Jump(false, if sense { skip } else { label }));
        if sense {
            self.jump(Op::Jump(0), label);
        }
        self.place(skip);
    }

    pub fn jump_if_any(&mut self, generator: &Comprehension, sense: bool, label: usize) {
        let skip = self.label();
        self.clauses(generator, Sink::Jump(true, if sense { label } else { skip }));
        if !sense {
            self.jump(Op::Jump(0), label);
        }
        self.place(skip);
    }

    /// The loops of a comprehension around its element.
    fn clauses(&mut self, comprehension: &Comprehension, sink: Sink) {
        let assigned = self.assigned.clone();
        let mark = self.mark();
        let first = self.start_loop(&comprehension.clauses[0].iterable);
        let start = self.here();
        self.fresh_cells(comprehension);
        let end = self.label();
        self.clause(comprehension, 0, first, sink, end);
        self.place(end);
        if comprehension.kind == ComprehensionKind::Generator && !matches!(sink, Sink::Yield) {
            let stop = self.here();
            self.code.generator_bodies.push((start, stop));
        }
        self.release(mark);
        self.assigned = assigned;
    }

    fn clause(&mut self, comprehension: &Comprehension, position: usize, iterator: u16, sink: Sink, finished: usize) {
        let clause = &comprehension.clauses[position];
        let next = self.label();
        self.place(next);
        self.next_into(iterator, &clause.target, finished);
        for condition in &clause.conditions {
            self.jump_if(condition, false, next);
        }
        if let Some(inner) = comprehension.clauses.get(position + 1) {
            let inner = self.start_loop(&inner.iterable);
            self.clause(comprehension, position + 1, inner, sink, next);
        } else {
            self.element(comprehension, sink);
            self.jump(Op::Loop(0), next);
        }
        self.next_iterator -= 1;
    }

    fn element(&mut self, comprehension: &Comprehension, sink: Sink) {
        let mark = self.mark();
        if let Sink::Jump(sense, label) = sink {
            self.jump_if(&comprehension.element, sense, label);
            self.release(mark);
            return;
        }
        let element = self.operand(&comprehension.element);
        let op = match (sink, &comprehension.value) {
            (Sink::Dict(result), Some(value)) => {
                let value = self.operand(value);
                Op::SetKey(result, element, value)
            }
            (Sink::Set(result) | Sink::Dict(result), _) => Op::Insert(result, element),
            (Sink::Sum(result), _) => Op::AddSum(result, element),
            (Sink::List(result), _) => Op::Append(result, element),
            (Sink::Yield | Sink::Jump(..), _) => Op::Yield(element),
        };
        self.emit(op);
        self.release(mark);
    }

    /// Captured loop variables get a fresh cell each time the comprehension starts.
    fn fresh_cells(&mut self, comprehension: &Comprehension) {
        let mut vars = Vec::new();
        comprehension.clauses.iter().for_each(|clause| self.target_vars(&clause.target, &mut vars));
        for var in vars {
            if self.is_captured(var) {
                let register = self.register(var);
                self.emit(Op::NewCell(register));
            }
        }
    }

    /// A generator expression as an object: a function of its own that yields, over an iterator made here.
    pub fn generator(&mut self, expr: &Expr, comprehension: &Comprehension, to: Reg) {
        let operand: Operand = self.operand(&comprehension.clauses[0].iterable);
        let owner = Owner::Generator(expr.id);
        let mut inner = FunctionBuilder::with_reserved(self.builder, owner, 1);
        inner.code.is_generator = true;
        inner.code.name = "<genexpr>".into();
        inner.span = self.span;
        inner.generator_body(comprehension);
        let code = inner.finish();
        self.absorb(&code);
        let code = self.builder.add_code(code);
        let shape = self.closure_shape(code, FuncId(0), 0, owner);
        self.emit(Op::Generator(to, operand, shape));
    }

    fn generator_body(&mut self, comprehension: &Comprehension) {
        let end = self.label();
        let iterator = self.next_iterator;
        self.emit(Op::Iterate(iterator, 0));
        let first = self.take_iterator();
        self.clause(comprehension, 0, first, Sink::Yield, end);
        self.place(end);
        let none = self.constant(Constant::None);
        self.emit(Op::Return(none));
    }
}
