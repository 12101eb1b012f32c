//! Turns a resolved syntax tree into a [`Program`].
//!
//! Total: what is outside the language becomes [`Node::Outside`], a fault only where it is reached. Whether a file may
//! be run at all is the checker's word, not this module's.

mod calls;
mod expressions;
mod functions;
mod statements;

use std::collections::HashMap;
use std::sync::Arc;

use lang::ast::{FuncId, StmtKind};
use lang::globals::{GlobalId, GlobalKind};
use lang::problem::{Problem, RecordKind};
use lang::resolve::{Owner, VarId};

use crate::code::{
    Block, Constant, Function, MakeClosure, Node, Op, Program, PropertyCode, RecordCode, Slot, Stmt, Symbol,
};
use crate::code::{Target, keyword};

/// Builds the program of a problem file. With `places` every expression knows where it stands in the source.
pub fn build(problem: &Problem, places: bool) -> Program {
    let mut builder = Builder {
        problem,
        places,
        program: Program::default(),
        symbols: HashMap::new(),
        frames: Vec::new(),
        calls: Vec::new(),
        mutates: false,
    };
    keyword::NAMES.iter().for_each(|name| {
        builder.symbol(name);
    });
    builder.records();
    builder.program.functions.resize_with(problem.module.functions.len(), Function::default);
    builder.program.globals = problem.resolutions.globals.iter().map(|global| global.name.clone()).collect();
    builder.start();
    builder.properties();
    builder.program
}

/// The variables of the function being built.
struct Frame {
    owner: Owner,
    slots: HashMap<VarId, Slot>,
    free: Vec<VarId>,
    count: Slot,
    /// Variables of comprehensions: their cells are made by the comprehension.
    comprehension_vars: Vec<VarId>,
}

struct Builder<'a> {
    problem: &'a Problem,
    places: bool,
    program: Program,
    symbols: HashMap<Arc<str>, Symbol>,
    /// Innermost last.
    frames: Vec<Frame>,
    /// Of the function being built: module-level functions it refers to, and whether it changes anything in place.
    calls: Vec<FuncId>,
    mutates: bool,
}

impl Builder<'_> {
    fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(name) {
            return *symbol;
        }
        let symbol = Symbol(index(self.program.names.len()));
        let name: Arc<str> = name.into();
        self.program.names.push(name.clone());
        self.symbols.insert(name, symbol);
        symbol
    }

    fn constant(&mut self, constant: Constant) -> Node {
        self.program.constants.push(constant);
        Node::Constant(index(self.program.constants.len() - 1))
    }

    fn add_block(&mut self, stmts: Vec<Stmt>) -> Block {
        self.program.blocks.push(stmts.into());
        Block(index(self.program.blocks.len() - 1))
    }

    fn push_frame(&mut self, owner: Owner) {
        self.frames.push(Frame {
            owner,
            slots: HashMap::new(),
            free: Vec::new(),
            count: 0,
            comprehension_vars: Vec::new(),
        });
    }

    fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.push_frame(Owner::Module);
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The slot of a variable in the frame being built; a surrounding function's variable becomes a free one.
    fn slot(&mut self, var: VarId) -> Slot {
        let owner = self.problem.resolutions.var(var).owner;
        let frame = self.frame();
        if let Some(slot) = frame.slots.get(&var) {
            return *slot;
        }
        let slot = frame.count;
        frame.count += 1;
        frame.slots.insert(var, slot);
        if owner != frame.owner {
            frame.free.push(var);
        }
        slot
    }

    /// The slots of own variables that live in cells from the start of the function, parameters apart.
    fn own_cells(&self, frame: &Frame, params: &[VarId]) -> Vec<Slot> {
        let mut cells: Vec<Slot> = frame
            .slots
            .iter()
            .filter(|(var, _)| {
                let info = self.problem.resolutions.var(**var);
                info.captured
                    && info.owner == frame.owner
                    && !params.contains(var)
                    && !frame.comprehension_vars.contains(var)
            })
            .map(|(_, slot)| *slot)
            .collect();
        cells.sort_unstable();
        cells
    }

    fn records(&mut self) {
        for record in &self.problem.records {
            let fields = record.fields.iter().map(|field| self.symbol(&field.name)).collect();
            self.program.records.push(RecordCode {
                name: record.name.clone(),
                fields,
                is_tuple: record.kind == RecordKind::NamedTuple,
                defaults: record.fields.iter().filter(|field| field.default.is_some()).count(),
            });
            self.program.orderable_records.push(record.kind == RecordKind::Dataclass { order: true });
        }
    }

    /// The module's own code: it fills the globals.
    fn start(&mut self) {
        self.push_frame(Owner::Module);
        let mut stmts = Vec::new();
        for stmt in &self.problem.module.body {
            match &stmt.kind {
                StmtKind::Function(id) => stmts.push(self.define_global(*id, stmt.span)),
                StmtKind::Class(class) => stmts.extend(self.record_defaults(class)),
                StmtKind::Assign { targets, value } if targets.iter().all(|target| self.is_constant(target)) => {
                    stmts.push(self.statement(stmt));
                    let _ = value;
                }
                StmtKind::AnnotatedAssign { target, value: Some(_), .. } if self.is_constant(target) => {
                    stmts.push(self.statement(stmt));
                }
                _ => {}
            }
        }
        let start = self.add_block(stmts);
        self.program.start = start;
        let frame = self.frames.pop();
        self.program.start_slots = frame.map_or(0, |frame| frame.count as usize);
    }

    /// A function at module level becomes a global, even where it is called directly: it may be passed around.
    fn define_global(&mut self, id: FuncId, span: lang::ast::Span) -> Stmt {
        let node = self.make_function(id);
        let global = match self.problem.resolutions.function_names[id.index()] {
            Some(lang::resolve::Resolution::Global(global)) => Some(global.0),
            _ => None,
        };
        self.program.functions[id.index()].global = global;
        let op = match global {
            Some(global) => Op::Define(Target::Global(global), node),
            None => Op::Expr(node),
        };
        Stmt { span, op }
    }

    fn is_constant(&self, target: &lang::ast::Expr) -> bool {
        use lang::ast::ExprKind;
        use lang::resolve::Resolution;
        match &target.kind {
            ExprKind::Name(_) => match self.problem.resolutions.get(target.id) {
                Some(Resolution::Global(id)) => self.problem.resolutions.global(id).kind == GlobalKind::Constant,
                _ => false,
            },
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().all(|item| self.is_constant(item)),
            ExprKind::Starred(inner) => self.is_constant(inner),
            _ => false,
        }
    }

    /// The defaults of a record's fields, kept as a hidden function's defaults would be: evaluated once.
    fn record_defaults(&mut self, class: &lang::ast::Class) -> Option<Stmt> {
        let position = self.problem.resolutions.globals.iter().position(|global| global.name == class.name.name)?;
        let GlobalKind::Record(_) = self.problem.resolutions.globals[position].kind else { return None };
        let mut defaults = Vec::new();
        for stmt in &class.body {
            if let StmtKind::AnnotatedAssign { value: Some(value), .. } = &stmt.kind {
                defaults.push(self.expression(value));
            }
        }
        if defaults.is_empty() {
            return None;
        }
        // The global of a record class holds the tuple of its defaults; the class itself is a constant.
        let target = Target::Global(GlobalId(index(position)).0);
        Some(Stmt { span: class.span, op: Op::Define(target, Node::Tuple(defaults.into())) })
    }

    fn properties(&mut self) {
        let mutating = self.mutating_functions();
        for property in self.problem.preconditions.iter().chain(&self.problem.subproperties) {
            self.program.properties.push(PropertyCode {
                name: property.name.clone(),
                function: property.function,
                params: property.params.clone(),
                mutates: mutating[property.function.index()],
            });
        }
    }

    /// Which functions change something in place, themselves or through a function they mention.
    fn mutating_functions(&self) -> Vec<bool> {
        let functions = &self.program.functions;
        let mut mutates: Vec<bool> = functions.iter().map(|function| function.mutates).collect();
        loop {
            let before = mutates.clone();
            for (index, function) in functions.iter().enumerate() {
                mutates[index] |= function.calls.iter().any(|callee| before[callee.index()]);
            }
            if mutates == before {
                return mutates;
            }
        }
    }

    fn make_closure(&mut self, function: FuncId, defaults: Vec<Node>, free: &[VarId]) -> Node {
        let captures = free.iter().map(|var| self.slot(*var)).collect();
        Node::Closure(Box::new(MakeClosure { function, defaults: defaults.into(), captures }))
    }
}

/// Sizes are bounded by the size of a problem file, which is far below 2³².
fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
