//! The module's own code: constants, functions, defaults of records.

use lang::ast::{Class, Expr, ExprKind, Stmt, StmtKind};
use lang::globals::GlobalKind;
use lang::resolve::{Owner, Resolution};

use crate::machine::{CallExits, Machine};
use crate::objects::Object;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl<'p> Machine<'p> {
    /// Executes the module.
    pub fn start(&mut self) -> Result<()> {
        let frame = self.empty_frame(Owner::Module, &[]);
        self.state.frames.push(frame.into());
        self.calls.push(CallExits::default());
        for global in &self.problem.resolutions.rebound {
            let cell = self.allocate(Object::Cell(Value::of(Alt::Unbound)));
            self.write_global(global.index(), Value::of(Alt::Cell(cell)));
        }
        for stmt in &self.problem.module.body {
            if self.is_dead() {
                break;
            }
            self.module_statement(stmt)?;
        }
        self.calls.pop();
        Ok(())
    }

    fn module_statement(&mut self, stmt: &'p Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Function(_) => self.statement(stmt, None),
            StmtKind::Class(class) => {
                self.defaults_of(class)?;
                let resolved = self.problem.resolutions.class(class.id);
                if resolved.name.is_some() || !resolved.attributes.is_empty() {
                    self.span = stmt.span;
                    self.class_statement(class)?;
                }
                Ok(())
            }
            _ if self.problem.module.is_executed => self.statement(stmt, None),
            StmtKind::Assign { targets, .. } if targets.iter().all(|target| self.is_constant(target)) => {
                self.statement(stmt, None)
            }
            StmtKind::AnnotatedAssign { target, value: Some(_), .. } if self.is_constant(target) => {
                self.statement(stmt, None)
            }
            _ => Ok(()),
        }
    }

    fn defaults_of(&mut self, class: &'p Class) -> Result<()> {
        let globals = &self.problem.resolutions.globals;
        let record = globals.iter().find(|global| global.name == class.name.name).map(|global| &global.kind);
        let Some(GlobalKind::Record(record)) = record else { return Ok(()) };
        for stmt in &class.body {
            if let StmtKind::AnnotatedAssign { value: Some(value), .. } = &stmt.kind {
                let value = self.evaluate(value)?;
                self.record_defaults[usize::from(record.0)].push(value);
            }
        }
        Ok(())
    }

    fn is_constant(&self, target: &Expr) -> bool {
        let resolutions = &self.problem.resolutions;
        match &target.kind {
            ExprKind::Name(_) => match resolutions.get(target.id) {
                Some(Resolution::Global(id)) => resolutions.global(id).kind == GlobalKind::Constant,
                _ => false,
            },
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().all(|item| self.is_constant(item)),
            ExprKind::Starred(inner) => self.is_constant(inner),
            _ => false,
        }
    }
}
