//! One function under construction: registers, labels, instructions.

use std::collections::{HashMap, HashSet};

use lang::ast::{Expr, ExprKind, FuncId, Span};
use lang::problem::Problem;
use lang::resolve::{Owner, VarId};

use super::tries::Cleanup;
use super::{Builder, count};
use crate::code::{CONSTANT, CodeId, Constant, FunctionCode, Label, Op, Operand, Param, Reg, StandsFor};

/// Functions that need more registers or constants than this are faults, not programs.
const MAX_REGISTERS: usize = 0x7000;

pub(crate) struct FunctionBuilder<'b, 'a> {
    pub builder: &'b mut Builder<'a>,
    pub owner: Owner,
    pub code: FunctionCode,
    /// The statement that instructions now belong to.
    pub span: Span,
    registers: HashMap<VarId, Reg>,
    /// The first register behind the variables.
    first_temporary: usize,
    next_temporary: usize,
    /// The iterator the next loop takes.
    pub next_iterator: u16,
    /// Variables that surely have a value here.
    pub assigned: HashSet<VarId>,
    /// An assignment expression in this statement may rebind a variable between two reads.
    pub rebinding: bool,
    pub loops: Vec<LoopLabels>,
    /// The cleanups that leaving this place runs, outermost first.
    pub cleanups: Vec<Cleanup>,
    /// The registers with the exceptions that the handlers around caught.
    pub caught: Vec<Reg>,
    /// Variables that `del` or a handler may leave without a value: they are checked wherever they are read.
    pub deleted: HashSet<VarId>,
    /// Jumps whose target is not known yet.
    patches: Vec<(usize, usize)>,
    labels: Vec<Option<Label>>,
}

/// Where `break` and `continue` go, as label numbers.
#[derive(Clone, Copy)]
pub(crate) struct LoopLabels {
    pub next: usize,
    pub end: usize,
    pub is_while: bool,
}

impl<'b, 'a> FunctionBuilder<'b, 'a> {
    pub fn new(builder: &'b mut Builder<'a>, owner: Owner) -> Self {
        Self::with_reserved(builder, owner, 0)
    }

    /// The first registers are reserved for arguments that are not variables.
    pub fn with_reserved(builder: &'b mut Builder<'a>, owner: Owner, reserved: usize) -> Self {
        let resolutions = &builder.problem.resolutions;
        let mut registers = HashMap::new();
        for var in resolutions.owned(owner).iter().chain(resolutions.free(owner)) {
            registers.insert(*var, count(reserved + registers.len()));
        }
        let first_temporary = reserved + registers.len();
        let free = resolutions.free(owner).iter().map(|var| registers[var]).collect();
        Self {
            builder,
            owner,
            code: FunctionCode { registers: first_temporary, free, ..FunctionCode::default() },
            span: Span::default(),
            registers,
            first_temporary,
            next_temporary: first_temporary,
            next_iterator: 0,
            assigned: HashSet::new(),
            rebinding: false,
            loops: Vec::new(),
            cleanups: Vec::new(),
            caught: Vec::new(),
            deleted: HashSet::new(),
            patches: Vec::new(),
            labels: Vec::new(),
        }
    }

    pub fn problem(&self) -> &'a Problem {
        self.builder.problem
    }

    pub fn register(&self, var: VarId) -> Reg {
        self.registers.get(&var).copied().unwrap_or(0)
    }

    pub fn is_captured(&self, var: VarId) -> bool {
        self.problem().resolutions.var(var).captured
    }

    /// A fresh register for an intermediate value.
    pub fn temporary(&mut self) -> Reg {
        let register = self.next_temporary;
        self.next_temporary += 1;
        self.code.registers = self.code.registers.max(self.next_temporary);
        count(register)
    }

    /// How many temporaries are in use.
    pub fn mark(&self) -> usize {
        self.next_temporary - self.first_temporary
    }

    /// Gives back all temporaries above a mark.
    pub fn release(&mut self, mark: usize) {
        self.next_temporary = self.first_temporary + mark;
    }

    pub fn is_temporary(&self, operand: Operand) -> bool {
        operand & CONSTANT == 0 && usize::from(operand) >= self.first_temporary
    }

    pub fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
    }

    pub fn here(&self) -> Label {
        super::index(self.code.ops.len())
    }

    pub fn label(&mut self) -> usize {
        self.labels.push(None);
        self.labels.len() - 1
    }

    pub fn place(&mut self, label: usize) {
        self.labels[label] = Some(self.here());
    }

    /// Notes that a variable has a value from here on.
    pub fn note_assigned(&mut self, var: VarId) {
        if !self.deleted.contains(&var) {
            self.assigned.insert(var);
        }
    }

    /// Emits a jump to a label that may be placed later.
    pub fn jump(&mut self, op: Op, label: usize) {
        self.patches.push((self.code.ops.len(), label));
        self.emit(op);
    }

    pub fn constant(&mut self, constant: Constant) -> Operand {
        self.builder.constant(constant)
    }

    /// Evaluates expressions into neighboring fresh registers and returns the first.
    pub fn consecutive(&mut self, exprs: &[&Expr]) -> Reg {
        let registers: Vec<Reg> = exprs.iter().map(|_| self.temporary()).collect();
        for (expr, register) in exprs.iter().zip(&registers) {
            let mark = self.mark();
            self.into(expr, *register);
            self.release(mark);
        }
        registers.first().copied().unwrap_or(0)
    }

    /// The finished code.
    pub fn finish(mut self) -> FunctionCode {
        for (position, label) in std::mem::take(&mut self.patches) {
            let target = self.labels[label].unwrap_or(0);
            set_target(&mut self.code.ops[position], target);
        }
        for handler in &mut self.code.handlers {
            handler.target = self.labels[handler.target as usize].unwrap_or(0);
        }
        self.code.cells = self.own_cells();
        let checked = self.code.ops.iter().filter_map(|op| match op {
            Op::Check(register, _) => Some(*register),
            _ => None,
        });
        let cells = self.code.cells.iter().copied().filter(|cell| usize::from(*cell) >= self.code.params.len());
        self.code.fresh = checked.chain(cells).collect();
        self.code.fresh.sort_unstable();
        self.code.fresh.dedup();
        self.code.is_plain = self.code.cells.is_empty() && !self.code.is_generator;
        if self.code.registers > MAX_REGISTERS || self.builder.program.constants.len() > MAX_REGISTERS {
            let op = self.builder.outside("a function too large to evaluate");
            self.code.ops = vec![op];
            self.code.spans = vec![Span::default()];
        }
        self.code
    }

    /// Variables that live in cells from the start; those of comprehensions get theirs when the comprehension starts.
    fn own_cells(&self) -> Vec<Reg> {
        let owned = self.problem().resolutions.owned(self.owner);
        owned.iter().filter(|var| self.is_captured(**var)).map(|var| self.register(*var)).collect()
    }

    /// Builds a function and returns the operand that holds its closure.
    pub fn make_function(&mut self, id: FuncId) -> Operand {
        let problem = self.problem();
        let function = problem.module.function(id);
        let defaults: Vec<&Expr> = function.params.iter().filter_map(|param| param.default.as_ref()).collect();
        let mark = self.mark();
        let closure = self.temporary();
        let first = self.consecutive(&defaults);
        let mut inner = FunctionBuilder::new(self.builder, Owner::Function(id));
        inner.code.name = function.name.name.clone();
        inner.code.is_generator = function.is_generator;
        if function.is_generator && function.span.is_library() {
            inner.code.stands_for = StandsFor::of(&function.name.name);
        }
        inner.code.positional = function.params.iter().filter(|param| !param.keyword_only).count();
        inner.params(function);
        inner.find_deleted(&function.body);
        let params = problem.resolutions.params[id.index()].iter().copied();
        inner.assigned = params.filter(|var| !inner.deleted.contains(var)).collect();
        inner.span = function.span;
        inner.block(&function.body);
        let none = inner.constant(Constant::None);
        inner.emit(Op::Return(none));
        let mut code = inner.finish();
        self.absorb(&code);
        code.id = CodeId::of(id);
        code.mentions.sort_unstable();
        code.mentions.dedup();
        let default_count = count(defaults.len());
        self.builder.program.codes[id.index()] = code;
        let shape = self.closure_shape(CodeId::of(id), id, default_count, Owner::Function(id));
        self.release(mark);
        let closure_register = self.temporary();
        debug_assert_eq!(closure, closure_register);
        self.emit(Op::Closure(closure, first, shape));
        closure
    }

    /// A function after its decorators: they are evaluated first, and called from the last to the first.
    pub fn decorated_function(&mut self, id: FuncId) -> Operand {
        if !self.problem().resolutions.decorated[id.index()] {
            return self.make_function(id);
        }
        self.code.mutates = true;
        let decorators: Vec<&Expr> = self.problem().module.function(id).decorators.iter().collect();
        let result = self.temporary();
        let first = usize::from(self.consecutive(&decorators));
        let closure = self.make_function(id);
        self.emit(Op::Move(result, closure));
        let (callee, arg) = (self.temporary(), self.temporary());
        for position in (0..decorators.len()).rev() {
            self.emit(Op::Move(callee, count(first + position)));
            self.emit(Op::Move(arg, result));
            self.emit(Op::CallValue(result, callee, 1));
        }
        result
    }

    fn params(&mut self, function: &lang::ast::Function) {
        let mut defaults = 0;
        for param in &function.params {
            let default = param.default.is_some().then_some(defaults);
            defaults += usize::from(param.default.is_some());
            let name = self.builder.symbol(&param.name.name);
            self.code.params.push(Param {
                name,
                default,
                positional_only: param.positional_only,
                collects: param.collects,
            });
        }
    }

    /// What a nested function does, the one around it does too.
    pub fn absorb(&mut self, inner: &FunctionCode) {
        self.code.mutates |= inner.mutates;
        self.code.mentions.extend(&inner.mentions);
    }

    pub fn closure_shape(&mut self, code: CodeId, function: FuncId, defaults: u16, owner: Owner) -> u32 {
        let free = self.problem().resolutions.free(owner);
        let captures = free.iter().map(|var| self.register(*var)).collect();
        let closures = &mut self.builder.program.closures;
        closures.push(crate::code::ClosureShape { code, function, defaults, captures });
        super::index(closures.len() - 1)
    }

    /// Whether an expression holds `:=` outside lambdas.
    pub fn rebinds(expr: &Expr) -> bool {
        let mut found = false;
        lang::ast::walk::sub_expressions(expr, &mut |inner| found |= matches!(inner.kind, ExprKind::Walrus(..)));
        found
    }
}

fn set_target(op: &mut Op, label: Label) {
    match op {
        Op::Jump(target)
        | Op::Loop(target)
        | Op::JumpIf(_, target)
        | Op::JumpUnless(_, target)
        | Op::JumpCompare { target, .. }
        | Op::JumpIn { target, .. }
        | Op::JumpPairIn { target, .. }
        | Op::Iterate(_, _, target)
        | Op::IterateBuiltin(_, _, _, _, target)
        | Op::Next(_, _, target)
        | Op::NextPair(_, _, _, target)
        | Op::JumpUncaught(_, _, target)
        | Op::JumpUnsuppressed(_, _, target)
        | Op::JumpUnmatched(_, _, target) => *target = label,
        _ => {}
    }
}
