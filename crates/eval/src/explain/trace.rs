//! Follows a function to the `return` that decides.

use lang::ast::{FuncId, Span};
use lang::source::Source;

use super::{Binding, Where};
use crate::code::{Block, For, Node, Op, Stmt, Target};
use crate::fault::Result;
use crate::iterators::Iter;
use crate::machine::{Machine, Slots, make_cells};
use crate::pair::Pair;
use crate::statements::Flow;
use crate::truth::truth;
use crate::value::Value;

/// Helpers are followed this deep.
const MAX_CALLS: usize = 8;

pub(super) struct Tracer<'m, 'p> {
    pub machine: &'m mut Machine<'p>,
    pub source: &'m Source,
    pub pair: &'m Pair,
    /// The loop variables that matter now, outermost first.
    pub bindings: Vec<Binding>,
    /// The innermost expression with a place.
    pub span: Option<Span>,
    /// The function being followed.
    function: FuncId,
    calls: usize,
}

/// How a traced block ended.
enum Traced {
    Flow(Flow),
    /// A `return` of a false value, explained.
    Decided(Where),
}

impl<'m, 'p> Tracer<'m, 'p> {
    pub fn new(machine: &'m mut Machine<'p>, source: &'m Source, pair: &'m Pair) -> Self {
        Self { machine, source, pair, bindings: Vec::new(), span: None, function: FuncId(0), calls: 0 }
    }

    /// Why the call is false; `None` if it is true.
    pub fn explain_call(&mut self, function: FuncId, args: Vec<Value>) -> Result<Option<Where>> {
        if self.calls >= MAX_CALLS {
            return Ok(None);
        }
        let code = &self.machine.program.functions[function.index()];
        if code.is_generator || code.params.len() != args.len() {
            return Ok(None);
        }
        let mut slots: Slots = args;
        slots.resize(code.slots, Value::Unbound);
        make_cells(code, &mut slots);
        self.calls += 1;
        let outer = std::mem::take(&mut self.bindings);
        let caller = std::mem::replace(&mut self.function, function);
        let result = self.block(code.body, &mut slots, None);
        self.function = caller;
        self.bindings = outer;
        self.calls -= 1;
        Ok(match result? {
            Traced::Decided(place) => Some(place),
            Traced::Flow(_) => None,
        })
    }

    /// Runs a block; `test` is the condition that led into it.
    fn block(&mut self, block: Block, frame: &mut [Value], test: Option<(&Node, bool)>) -> Result<Traced> {
        let program = self.machine.program;
        for stmt in &program.blocks[block.0 as usize] {
            match self.statement(stmt, frame, test)? {
                Traced::Flow(Flow::Next) => {}
                other => return Ok(other),
            }
        }
        Ok(Traced::Flow(Flow::Next))
    }

    fn optional_block(
        &mut self,
        block: Option<Block>,
        frame: &mut [Value],
        test: Option<(&Node, bool)>,
    ) -> Result<Traced> {
        block.map_or(Ok(Traced::Flow(Flow::Next)), |block| self.block(block, frame, test))
    }

    fn statement(&mut self, stmt: &Stmt, frame: &mut [Value], test: Option<(&Node, bool)>) -> Result<Traced> {
        match &stmt.op {
            Op::Return(node) => self.returned(node, stmt.span, frame, test),
            Op::If(condition, then, otherwise) => {
                let holds = self.machine.test(condition, frame)?;
                let branch = if holds { Some(*then) } else { *otherwise };
                self.optional_block(branch, frame, Some((condition, holds)))
            }
            Op::For(parts) => self.run_for(parts, frame),
            Op::While(parts) => {
                while self.machine.test(&parts.test, frame)? {
                    self.machine.step()?;
                    match self.block(parts.body, frame, Some((&parts.test, true)))? {
                        Traced::Flow(Flow::Next | Flow::Continue) => {}
                        Traced::Flow(Flow::Break) => return Ok(Traced::Flow(Flow::Next)),
                        other => return Ok(other),
                    }
                }
                self.optional_block(parts.otherwise, frame, None)
            }
            Op::Break => Ok(Traced::Flow(Flow::Break)),
            Op::Continue => Ok(Traced::Flow(Flow::Continue)),
            _ => {
                self.machine.simple(stmt, frame)?;
                Ok(Traced::Flow(Flow::Next))
            }
        }
    }

    fn run_for(&mut self, parts: &For, frame: &mut [Value]) -> Result<Traced> {
        let mut iter = self.machine.iterate(&parts.iterable, frame)?;
        let depth = self.bindings.len();
        let mut index = 0;
        while self.machine.next_into(&mut iter, &parts.target, frame)? {
            self.machine.step()?;
            self.bind(&parts.target, &parts.iterable, index, frame);
            match self.block(parts.body, frame, None)? {
                Traced::Flow(Flow::Next | Flow::Continue) => {}
                Traced::Flow(Flow::Break) => {
                    self.bindings.truncate(depth);
                    return Ok(Traced::Flow(Flow::Next));
                }
                other => return Ok(other),
            }
            self.bindings.truncate(depth);
            index += 1;
        }
        self.optional_block(parts.otherwise, frame, None)
    }

    /// Notes the variables of a loop.
    pub fn bind(&mut self, target: &Target, iterable: &Node, index: usize, frame: &[Value]) {
        let of = self.text_of(iterable);
        let ordered =
            !matches!(self.shape(iterable, frame), Some(Value::Set(_) | Value::FrozenSet(_) | Value::Dict(_)));
        let single = matches!(target, Target::Local(_) | Target::Cell(_));
        // What counts for itself needs no second number, and a call's result has no place people can look at.
        let plain = of.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        let index = (single && ordered && plain).then_some(index);
        self.bind_names(target, &of, index, frame);
    }

    fn shape(&self, iterable: &Node, frame: &[Value]) -> Option<Value> {
        match iterable {
            Node::At(_, inner) => self.shape(inner, frame),
            Node::Local(slot, _) => frame.get(*slot as usize).cloned(),
            _ => None,
        }
    }

    fn bind_names(&mut self, target: &Target, of: &str, index: Option<usize>, frame: &[Value]) {
        match target {
            Target::Local(slot) | Target::Cell(slot) => {
                let value = match frame.get(*slot as usize) {
                    Some(Value::Cell(cell)) => cell.borrow().clone(),
                    Some(value) => value.clone(),
                    None => return,
                };
                if let Some(name) = self.name_of(*slot) {
                    self.bindings.push(Binding { name, value, index, of: of.to_owned() });
                }
            }
            Target::Unpack(targets) => targets.iter().for_each(|target| self.bind_names(target, of, None, frame)),
            _ => {}
        }
    }

    fn name_of(&self, slot: u32) -> Option<String> {
        let program = self.machine.program;
        let name = program.functions[self.function.index()].slot_names.get(slot as usize)?;
        Some(program.names[name.0 as usize].to_string())
    }

    /// A `return`: explained if what it returns is false.
    fn returned(
        &mut self,
        node: &Node,
        span: Span,
        frame: &mut [Value],
        test: Option<(&Node, bool)>,
    ) -> Result<Traced> {
        let constant = matches!(node, Node::None | Node::Bool(_))
            || matches!(node, Node::At(_, inner) if matches!(**inner, Node::None | Node::Bool(_)));
        if constant {
            let value = self.machine.eval(node, frame)?;
            if truth(&value)? {
                return Ok(Traced::Flow(Flow::Return(value)));
            }
            self.span = Some(span);
            return Ok(Traced::Decided(match test {
                Some((condition, holds)) => self.why(condition, holds, frame)?,
                None => self.place(span, "this line is reached".to_owned()),
            }));
        }
        let value = self.machine.eval(node, frame)?;
        if truth(&value)? {
            return Ok(Traced::Flow(Flow::Return(value)));
        }
        self.span = Some(span);
        Ok(Traced::Decided(self.why(node, false, frame)?))
    }

    /// The next elements of an iterable, for the quantifiers in `reasons`.
    pub fn iterate(&mut self, node: &Node, frame: &mut [Value]) -> Result<Iter> {
        self.machine.iterate(node, frame)
    }

    pub fn text_of(&self, node: &Node) -> String {
        match node {
            Node::At(span, _) => one_line(self.source.slice(*span)),
            _ => String::new(),
        }
    }

    pub fn place(&self, span: Span, reason: String) -> Where {
        Where {
            line: self.source.line(span.start),
            expression: one_line(self.source.slice(span)),
            bindings: self.bindings.clone(),
            reason,
        }
    }
}

/// Source text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
