//! Turns a resolved syntax tree into a [`Program`].
//!
//! Total: what is outside the language becomes [`Op::Outside`], a fault only where it is reached. Whether a file may
//! be run at all is decided by the checker, not by this module.

mod calls;
mod classes;
mod conditions;
mod expressions;
pub(crate) mod function;
mod loops;
mod matching;
mod statements;
mod targets;
mod tries;

use std::collections::HashMap;
use std::sync::Arc;

use lang::ast::{Class, Expr, ExprKind, FuncId, StmtKind};
use lang::globals::GlobalKind;
use lang::problem::{Problem, RecordClass, RecordKind};
use lang::resolve::{Owner, Resolution};

use crate::code::{
    CodeId, Constant, EnumCode, FieldPlace, FunctionCode, Op, Operand, Program, PropertyCode, RecordCode, Symbol,
    keyword,
};
use crate::dunder;
use function::FunctionBuilder;

/// Builds the program of a problem file.
pub(crate) fn build(problem: &Problem) -> Program {
    let mut builder = Builder { problem, program: Program::default(), symbols: HashMap::new() };
    for name in keyword::NAMES {
        builder.symbol(name);
    }
    builder.program.is_submission = problem.module.is_executed;
    // Special names stand at fixed places behind the keywords.
    while builder.program.names.len() < dunder::FIRST {
        builder.program.names.push("".into());
    }
    for name in dunder::NAMES {
        builder.symbol(name);
    }
    builder.program.overloads = overloads(problem);
    builder.records();
    builder.program.codes.resize_with(problem.module.functions.len(), FunctionCode::default);
    builder.program.globals = problem.resolutions.globals.iter().map(|global| global.name.clone()).collect();
    builder.start();
    builder.program.rebinds_globals = !problem.resolutions.rebound.is_empty();
    builder.properties();
    builder.program
}

/// What all functions of a program share.
pub(crate) struct Builder<'a> {
    pub problem: &'a Problem,
    pub program: Program,
    symbols: HashMap<Arc<str>, Symbol>,
}

impl<'a> Builder<'a> {
    /// Goes on with a finished program: `explain` adds pieces of code to it.
    pub fn resume(problem: &'a Problem, program: Program) -> Self {
        let symbols = (0..).map(Symbol).zip(&program.names).map(|(symbol, name)| (name.clone(), symbol)).collect();
        Self { problem, program, symbols }
    }

    pub fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(name) {
            return *symbol;
        }
        let symbol = Symbol(index(self.program.names.len()));
        let name: Arc<str> = name.into();
        self.program.names.push(name.clone());
        self.symbols.insert(name, symbol);
        symbol
    }

    /// The operand of a constant; equal ones share a place.
    pub fn constant(&mut self, constant: Constant) -> Operand {
        // It may be the name of an attribute, for `getattr`.
        if let Constant::Str(text) = &constant
            && self.problem.resolutions.has_classes()
            && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            self.symbol(&text.clone());
        }
        let constants = &mut self.program.constants;
        let position = constants.iter().position(|known| *known == constant).unwrap_or_else(|| {
            constants.push(constant);
            constants.len() - 1
        });
        // A file of one mebibyte holds fewer than 2¹⁵ different constants in sensible programs; one that holds more
        // reuses the last, which `Builder::overflow` turns into a fault.
        u16::try_from(position).unwrap_or(u16::MAX) | crate::code::CONSTANT
    }

    /// Where a field of that name stands in the first class that has it.
    pub fn field_place(&self, name: Symbol) -> FieldPlace {
        let mut places = self.program.records.iter().enumerate().filter_map(|(class, record)| {
            let position = record.fields.iter().position(|field| *field == name)?;
            Some(FieldPlace { class: u8::try_from(class).ok()?, position: u8::try_from(position).ok()? })
        });
        places.next().unwrap_or(FieldPlace { class: u8::MAX, position: u8::MAX })
    }

    pub fn outside(&mut self, what: impl Into<Box<str>>) -> Op {
        self.program.outside.push(what.into());
        Op::Outside(index(self.program.outside.len() - 1))
    }

    pub fn add_code(&mut self, mut code: FunctionCode) -> CodeId {
        code.id = CodeId(index(self.program.codes.len()));
        let id = code.id;
        self.program.codes.push(code);
        id
    }

    fn records(&mut self) {
        for record in &self.problem.records {
            let fields = record.fields.iter().map(|field| self.symbol(&field.name)).collect();
            self.program.records.push(RecordCode {
                name: record.name.clone(),
                fields,
                is_tuple: record.kind == RecordKind::NamedTuple,
                is_member: record.kind == RecordKind::Enum,
                enumeration: self.enumeration(record),
                defaults: record.fields.iter().filter(|field| field.default.is_some()).count(),
            });
            self.program.orderable_records.push(record.kind == RecordKind::Dataclass { order: true });
        }
    }

    /// What is linked for an enumeration.
    fn enumeration(&self, record: &RecordClass) -> Option<EnumCode> {
        let part = |part: &str| {
            let name = format!("{}.{part}", record.name);
            let place = self.problem.resolutions.globals.iter().position(|global| *global.name == *name);
            place.and_then(|place| u32::try_from(place).ok())
        };
        if record.kind != RecordKind::Enum {
            return None;
        }
        Some(EnumCode { members: part("__members__")?, by_name: part("__by_name__")?, of_value: part("__of_value__")? })
    }

    /// The module's own code: it fills the globals.
    fn start(&mut self) {
        let problem = self.problem;
        let mut function = FunctionBuilder::new(self, Owner::Module);
        for stmt in &problem.module.body {
            function.span = stmt.span;
            match &stmt.kind {
                StmtKind::Function(id) => function.define_global(*id),
                StmtKind::Class(class) => {
                    function.record_defaults(class);
                    function.module_class(class);
                }
                _ if problem.module.is_executed => {
                    function.statement(stmt);
                }
                StmtKind::Assign { targets, .. } if targets.iter().all(|target| is_constant(problem, target)) => {
                    function.statement(stmt);
                }
                StmtKind::AnnotatedAssign { target, value: Some(_), .. } if is_constant(problem, target) => {
                    function.statement(stmt);
                }
                _ => {}
            }
        }
        let none = function.constant(Constant::None);
        function.emit(Op::Return(none));
        let code = function.finish();
        self.program.start = self.add_code(code);
    }

    fn properties(&mut self) {
        let mutating = self.mutating_functions();
        // A function that the module keeps in a constant can be called from anywhere.
        let kept = mutating[self.program.start.0 as usize];
        for property in self.problem.preconditions.iter().chain(&self.problem.subproperties) {
            self.program.properties.push(PropertyCode {
                name: property.name.clone(),
                function: property.function,
                params: property.params.clone(),
                mutates: kept || mutating[property.function.index()],
            });
        }
    }

    /// Which functions change something in place, themselves or through a function they mention.
    fn mutating_functions(&self) -> Vec<bool> {
        let codes = &self.program.codes;
        let mut mutates: Vec<bool> = codes.iter().map(|code| code.mutates).collect();
        loop {
            let before = mutates.clone();
            for (index, code) in codes.iter().enumerate() {
                mutates[index] |= code.mentions.iter().any(|callee| before[callee.index()]);
            }
            if mutates == before {
                return mutates;
            }
        }
    }
}

impl FunctionBuilder<'_, '_> {
    /// A function at module level becomes a global, even where it is called directly: it may be passed around.
    fn define_global(&mut self, id: FuncId) {
        let closure = self.decorated_function(id);
        if let Some(Resolution::Global(global)) = self.problem().resolutions.function_names[id.index()] {
            if !self.problem().resolutions.decorated[id.index()] {
                self.builder.program.codes[id.index()].global = Some(global.0);
            }
            self.emit(Op::StoreGlobal(global.0, closure));
        }
        self.release(0);
    }

    /// A class of the module, unless it is an atom or has nothing beside its fields.
    fn module_class(&mut self, class: &Class) {
        let resolved = self.problem().resolutions.class(class.id);
        if resolved.name.is_some() || !resolved.attributes.is_empty() {
            self.class_statement(class);
        }
        self.release(0);
    }

    /// The global of a record class holds the tuple of its fields' defaults; the class itself is a constant.
    fn record_defaults(&mut self, class: &Class) {
        let globals = &self.problem().resolutions.globals;
        let Some(position) = globals.iter().position(|global| global.name == class.name.name) else { return };
        if !matches!(globals[position].kind, GlobalKind::Record(_)) {
            return;
        }
        let defaults = class.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::AnnotatedAssign { value: Some(value), .. } => Some(value),
            _ => None,
        });
        let defaults: Vec<&Expr> = defaults.collect();
        if !defaults.is_empty() {
            let first = self.consecutive(&defaults);
            self.emit(Op::Tuple(first, first, count(defaults.len())));
            self.emit(Op::StoreGlobal(index(position), first));
        }
        self.release(0);
    }
}

/// Whether some class defines how its instances are compared or hashed.
fn overloads(problem: &Problem) -> bool {
    let names = ["__eq__", "__hash__", "__lt__", "__le__", "__gt__", "__ge__"];
    let attributes = problem.resolutions.classes.iter().flat_map(|class| &class.attributes);
    attributes.into_iter().any(|(name, _)| names.contains(&&**name))
}

fn is_constant(problem: &Problem, target: &Expr) -> bool {
    match &target.kind {
        ExprKind::Name(_) => match problem.resolutions.get(target.id) {
            Some(Resolution::Global(id)) => problem.resolutions.global(id).kind == GlobalKind::Constant,
            _ => false,
        },
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().all(|item| is_constant(problem, item)),
        ExprKind::Starred(inner) => is_constant(problem, inner),
        _ => false,
    }
}

/// Sizes are bounded by the size of a problem file, which is far below 2³².
pub(crate) fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// How many registers an instruction spans. Functions that need more than 2¹⁵ are replaced by a fault.
pub(crate) fn count(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
