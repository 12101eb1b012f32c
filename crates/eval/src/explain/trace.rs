//! Follows a function to the `return` that decides.

use lang::ast::{Expr, ExprKind, FuncId, Span, Stmt, StmtKind, walk};
use lang::problem::Problem;

use super::pieces::Pieces;
use super::{Binding, DecidingReason, Where};
use crate::fault::{Result, type_error};
use crate::frame::Frame;
use crate::iterators::Iter;
use crate::machine::{Machine, cell};
use crate::pair::Pair;
use crate::truth::truth;
use crate::value::Value;

/// Helpers are followed this deep.
const MAX_CALLS: usize = 8;

pub(super) struct Tracer<'m, 'p> {
    pub machine: &'m mut Machine<'p>,
    pieces: &'m Pieces,
    pub problem: &'m Problem,
    pub pair: &'m Pair,
    /// The loop variables that matter now, outermost first.
    pub bindings: Vec<Binding>,
    calls: usize,
    /// What the followed function is found to return, and the question is why.
    wanted: bool,
}

/// The condition that led into a block.
type Reached<'e> = Option<(&'e Expr, bool)>;

/// How a traced block ended.
enum Traced {
    Next,
    Break,
    Continue,
    /// The `return` that decides, with the reason if there is one.
    Decided(Option<Where>),
    /// A `return` of the other truth: the analysis of parts has failed.
    Astray,
}

impl<'m, 'p> Tracer<'m, 'p> {
    pub fn new(machine: &'m mut Machine<'p>, pieces: &'m Pieces, problem: &'m Problem, pair: &'m Pair) -> Self {
        Self { machine, pieces, problem, pair, bindings: Vec::new(), calls: 0, wanted: false }
    }

    /// Why the call is false, or true if `wanted`; `None` if it is not, or cannot be followed.
    pub fn explain_call(&mut self, function: FuncId, args: Vec<Value>, wanted: bool) -> Result<Option<Where>> {
        let code = &self.machine.program.codes[function.index()];
        if self.calls >= MAX_CALLS || code.is_generator || code.params.len() != args.len() {
            return Ok(None);
        }
        let mut frame = Frame { regs: args, ..Frame::default() };
        frame.regs.resize(self.pieces.registers, Value::Unbound);
        frame.iters.resize_with(self.pieces.iterators, || Iter::Exhausted);
        for register in &code.cells {
            let register = *register as usize;
            frame.regs[register] = cell(std::mem::replace(&mut frame.regs[register], Value::Unbound));
        }
        self.calls += 1;
        let outer = (std::mem::take(&mut self.bindings), std::mem::replace(&mut self.wanted, wanted));
        let body = &self.problem.module.function(function).body;
        let result = self.block(body, &mut frame, None);
        (self.bindings, self.wanted) = outer;
        self.calls -= 1;
        Ok(match result? {
            Traced::Decided(place) => place,
            _ => None,
        })
    }

    /// The value of an expression.
    pub fn eval(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Value> {
        match self.pieces.expr(expr) {
            Some(code) => self.run(code, frame),
            None => type_error("not an expression"),
        }
    }

    pub fn test(&mut self, expr: &Expr, frame: &mut Frame) -> Result<bool> {
        truth(&self.eval(expr, frame)?)
    }

    fn run(&mut self, code: crate::code::CodeId, frame: &mut Frame) -> Result<Value> {
        frame.pc = 0;
        let code = &self.machine.program.codes[code.0 as usize];
        self.machine.run(code, frame)
    }

    fn block(&mut self, stmts: &[Stmt], frame: &mut Frame, reached: Reached<'_>) -> Result<Traced> {
        for stmt in stmts {
            match self.statement(stmt, frame, reached)? {
                Traced::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Traced::Next)
    }

    fn statement(&mut self, stmt: &Stmt, frame: &mut Frame, reached: Reached<'_>) -> Result<Traced> {
        match &stmt.kind {
            StmtKind::Return(value) => self.returned(value.as_ref(), stmt.span, frame, reached),
            StmtKind::If { test, then, otherwise } => {
                let holds = self.test(test, frame)?;
                self.block(if holds { then } else { otherwise }, frame, Some((test, holds)))
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                let iterated = self.eval(iterable, frame)?;
                let mut iter = self.machine.iter(&iterated)?;
                let depth = self.bindings.len();
                let mut index = 0;
                while self.next_into(&mut iter, target, frame)? {
                    self.bind(target, (iterable, &iterated), index, frame);
                    let traced = self.block(body, frame, None)?;
                    if let Traced::Decided(_) | Traced::Astray = traced {
                        return Ok(traced);
                    }
                    self.bindings.truncate(depth);
                    if let Traced::Break = traced {
                        return Ok(Traced::Next);
                    }
                    index += 1;
                }
                self.block(otherwise, frame, None)
            }
            StmtKind::While { test, body, otherwise } => {
                while self.test(test, frame)? {
                    self.machine.step()?;
                    match self.block(body, frame, Some((test, true)))? {
                        Traced::Next | Traced::Continue => {}
                        Traced::Break => return Ok(Traced::Next),
                        decided => return Ok(decided),
                    }
                }
                self.block(otherwise, frame, Some((test, false)))
            }
            // Which way these are left is not followed.
            StmtKind::Try(_) | StmtKind::Match(_) | StmtKind::With(_) if leaves(stmt) => Ok(Traced::Astray),
            StmtKind::Break => Ok(Traced::Break),
            StmtKind::Continue => Ok(Traced::Continue),
            _ => {
                if let Some(code) = self.pieces.stmt(stmt) {
                    self.run(code, frame)?;
                }
                Ok(Traced::Next)
            }
        }
    }

    /// The next value of a loop into its target; `false` at the end.
    pub fn next_into(&mut self, iter: &mut Iter, target: &Expr, frame: &mut Frame) -> Result<bool> {
        self.machine.step()?;
        let Some(item) = self.machine.next(iter)? else { return Ok(false) };
        if let Some((code, register)) = self.pieces.target(target) {
            frame.regs[register as usize] = item;
            self.run(code, frame)?;
        }
        Ok(true)
    }

    /// A `return`: explained if it returns what is wanted.
    fn returned(
        &mut self,
        value: Option<&Expr>,
        span: Span,
        frame: &mut Frame,
        reached: Reached<'_>,
    ) -> Result<Traced> {
        let holds = match value {
            Some(value) => self.test(value, frame)?,
            None => false,
        };
        if holds != self.wanted {
            return Ok(Traced::Astray);
        }
        let place = match (value, reached) {
            (Some(value), _) if !matches!(value.kind, ExprKind::Bool(_) | ExprKind::None) => {
                Some(self.why(value, holds, frame)?)
            }
            (_, Some((condition, holds))) => Some(self.why(condition, holds, frame)?),
            // `return True` at the end says only that nothing before it was decisive.
            _ if holds => None,
            _ => Some(self.place(span, DecidingReason::Sentence("this line is reached".to_owned()))),
        };
        Ok(Traced::Decided(place))
    }

    /// Notes the variables of a loop.
    pub fn bind(&mut self, target: &Expr, (iterable, iterated): (&Expr, &Value), round: usize, frame: &mut Frame) {
        let of = self.text(iterable.span);
        // A set has no positions, and the result of a call is nothing people can look up.
        let has_places = matches!(iterated, Value::List(_) | Value::Tuple(_));
        let looked_at = matches!(iterable.kind, ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Subscript(..));
        let single = matches!(target.kind, ExprKind::Name(_));
        let index = (has_places && looked_at && single).then_some(round);
        let first = self.bindings.len();
        self.bind_names(target, &of, index, frame);
        for (nth, binding) in self.bindings.iter_mut().skip(first).enumerate() {
            (binding.round, binding.nth) = (round, nth);
        }
    }

    fn bind_names(&mut self, target: &Expr, of: &str, index: Option<usize>, frame: &mut Frame) {
        match &target.kind {
            ExprKind::Name(name) => {
                if let Ok(value) = self.eval(target, frame) {
                    let (name, of) = (name.to_string(), of.to_owned());
                    self.bindings.push(Binding { name, value, index, of, round: 0, nth: 0 });
                }
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|item| self.bind_names(item, of, None, frame));
            }
            ExprKind::Starred(inner) => self.bind_names(inner, of, None, frame),
            _ => {}
        }
    }

    /// Source text on one line.
    pub fn text(&self, span: Span) -> String {
        self.problem.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub fn place(&self, span: Span, why: DecidingReason) -> Where {
        Where {
            line: self.problem.source.line(span.start),
            expression: self.text(span),
            bindings: self.bindings.clone(),
            why,
        }
    }
}

/// Whether a statement holds another that leaves it.
fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue)
        || walk::blocks(stmt).into_iter().flatten().any(leaves)
}
