//! Loops: of statements, comprehensions, and generators that their consumer runs immediately.

use lang::ast::{Comprehension, ComprehensionKind, Expr, ExprKind, FuncId};
use lang::builtins::Builtin;
use lang::methods::Method;
use lang::resolve::{Owner, Resolution, VarId};

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

/// Where a loop puts its values.
#[derive(Clone, Copy)]
pub(crate) enum LoopItem {
    One(Reg),
    Pair(Reg, Reg),
}

impl FunctionBuilder<'_, '_> {
    /// Starts a loop and returns its iterator. [`FunctionBuilder::next_value`] ends the loop, at the label `next`: a loop
    /// takes its values at its end, so that an iteration costs one instruction beside its body.
    pub fn start_loop(&mut self, iterable: &Expr, next: usize) -> u16 {
        let mark = self.mark();
        let op = match self.lazy_call(iterable) {
            Some((builtin, args)) => {
                let first = self.consecutive(&args);
                let size = u8::try_from(args.len()).unwrap_or(u8::MAX);
                Op::IterateBuiltin(self.next_iterator, first, size, builtin, 0)
            }
            None => {
                let operand = self.operand(iterable);
                Op::Iterate(self.next_iterator, operand, 0)
            }
        };
        self.jump(op, next);
        self.release(mark);
        self.take_iterator()
    }

    fn take_iterator(&mut self) -> u16 {
        let iterator = self.next_iterator;
        self.next_iterator += 1;
        self.code.iterators = self.code.iterators.max(usize::from(self.next_iterator));
        iterator
    }

    /// `range(…)`, `enumerate(…)` and similar, called plainly: they need no iterator object.
    fn lazy_call<'e>(&self, iterable: &'e Expr) -> Option<(Builtin, Vec<&'e Expr>)> {
        let ExprKind::Call(call) = &iterable.kind else { return None };
        let Some(Resolution::Builtin(builtin)) = self.problem().resolutions.get(call.function.id) else { return None };
        let lazy = builtin.lazy().is_some() || builtin == Builtin::Range;
        let plain = call.keywords.is_empty() && !call.args.iter().any(|arg| matches!(arg.kind, ExprKind::Starred(_)));
        let few = call.args.len() < usize::from(u8::MAX);
        (lazy && plain && few).then(|| (builtin, call.args.iter().collect()))
    }

    /// What stands at the start of a loop's body: the value goes from where the loop puts it into the target.
    pub fn loop_target(&mut self, target: &Expr) -> LoopItem {
        let item = if let Some(register) = self.plain_target(target) {
            LoopItem::One(register)
        } else if let ExprKind::Tuple(items) = &target.kind
            && let [first, second] = &**items
            && let (Some(first), Some(second)) = (self.plain_target(first), self.plain_target(second))
        {
            LoopItem::Pair(first, second)
        } else {
            let mark = self.mark();
            let item = self.temporary();
            self.assign(target, item);
            self.release(mark);
            LoopItem::One(item)
        };
        let mut vars = Vec::new();
        self.target_vars(target, &mut vars);
        vars.into_iter().for_each(|var| self.note_assigned(var));
        item
    }

    /// The end of a loop: the next value and back to the body, if there is one.
    pub fn next_value(&mut self, iterator: u16, item: LoopItem, body: usize) {
        let op = match item {
            LoopItem::One(register) => Op::Next(iterator, register, 0),
            LoopItem::Pair(first, second) => Op::NextPair(iterator, first, second, 0),
        };
        self.jump(op, body);
        self.next_iterator -= 1;
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
        let result = self.result_register(to);
        let (op, sink) = match comprehension.kind {
            ComprehensionKind::Set => (Op::NewSet(result), Sink::Set(result)),
            ComprehensionKind::Dict => (Op::NewDict(result), Sink::Dict(result)),
            ComprehensionKind::List | ComprehensionKind::Generator => (Op::NewList(result), Sink::List(result)),
        };
        self.emit(op);
        self.clauses(comprehension, sink);
        self.take_result(to, result);
    }

    /// `list(… for …)` and similar: the built-in and the generator it runs to the end at once.
    pub fn collected(&mut self, builtin: Builtin, generator: &Comprehension, to: Reg) {
        let result = self.result_register(to);
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
        self.take_result(to, result);
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
        if self.collect_at_once(comprehension, 0, sink) {
            return;
        }
        self.fresh_cells(comprehension);
        let next = self.label();
        let first = self.start_loop(&comprehension.clauses[0].iterable, next);
        let start = self.here();
        self.clause(comprehension, 0, first, next, sink);
        if comprehension.kind == ComprehensionKind::Generator && !matches!(sink, Sink::Yield) {
            let stop = self.here();
            self.code.generator_bodies.push((start, stop));
        }
        self.release(mark);
        self.assigned = assigned;
    }

    fn clause(&mut self, comprehension: &Comprehension, position: usize, iterator: u16, next: usize, sink: Sink) {
        let clause = &comprehension.clauses[position];
        let body = self.label();
        self.place(body);
        let item = self.loop_target(&clause.target);
        for condition in &clause.conditions {
            self.jump_if(condition, false, next);
        }
        if self.collect_at_once(comprehension, position + 1, sink) {
            // The last loop is one instruction.
        } else if let Some(inner) = comprehension.clauses.get(position + 1) {
            let inner_next = self.label();
            let inner = self.start_loop(&inner.iterable, inner_next);
            self.clause(comprehension, position + 1, inner, inner_next, sink);
        } else {
            self.element(comprehension, sink);
        }
        self.place(next);
        self.next_value(iterator, item, body);
    }

    /// A last loop that collects its elements, or a field of each, is one instruction: `{… for x in xs}` with the
    /// element `x` or `x.field` and no condition. Nothing can look at the loop's variable then.
    fn collect_at_once(&mut self, comprehension: &Comprehension, position: usize, sink: Sink) -> bool {
        let Some(clause) = comprehension.clauses.get(position) else { return false };
        let (Sink::Set(result) | Sink::List(result)) = sink else { return false };
        let last = position + 1 == comprehension.clauses.len();
        let resolutions = &self.problem().resolutions;
        let var = resolutions.get(clause.target.id);
        if !last
            || !clause.conditions.is_empty()
            || self.plain_target(&clause.target).is_none()
            || self.lazy_call(&clause.iterable).is_some()
            || resolutions.has_classes()
        {
            return false;
        }
        let mark = self.mark();
        match &comprehension.element.kind {
            ExprKind::Name(_) if resolutions.get(comprehension.element.id) == var && matches!(sink, Sink::Set(_)) => {
                let iterable = self.operand(&clause.iterable);
                self.emit(Op::InsertAll(result, iterable));
            }
            ExprKind::Attribute(base, attribute)
                if matches!(base.kind, ExprKind::Name(_)) && resolutions.get(base.id) == var =>
            {
                self.code.mutates |= Method::by_name(&attribute.name).is_some_and(Method::mutates);
                let iterable = self.operand(&clause.iterable);
                let name = self.builder.symbol(&attribute.name);
                let place = self.builder.field_place(name);
                self.emit(Op::CollectFields(result, iterable, name, place));
            }
            _ => return false,
        }
        self.release(mark);
        true
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
        let next = self.label();
        let iterator = self.next_iterator;
        self.jump(Op::Iterate(iterator, 0, 0), next);
        let first = self.take_iterator();
        self.clause(comprehension, 0, first, next, Sink::Yield);
        let none = self.constant(Constant::None);
        self.emit(Op::Return(none));
    }
}
