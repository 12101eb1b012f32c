//! Assignment targets.

use lang::ast::{Expr, ExprKind};
use lang::resolve::{Resolution, VarId};

use super::count;
use super::function::FunctionBuilder;
use crate::code::{Op, Operand, Reg};

impl FunctionBuilder<'_, '_> {
    /// `a = b = value`
    pub fn assign_all(&mut self, targets: &[Expr], value: &Expr) {
        if let [target] = targets
            && let Some(var) = self.plain_variable(target)
        {
            let register = self.register(var);
            if writes_once(value) && !self.rebinding {
                self.into(value, register);
            } else {
                let operand = self.operand(value);
                self.move_to(register, operand);
            }
            self.note_assigned(var);
            return;
        }
        let operand = self.operand(value);
        for target in targets {
            self.assign(target, operand);
        }
    }

    /// A variable of this frame that lives in its register.
    fn plain_variable(&self, target: &Expr) -> Option<VarId> {
        match self.problem().resolutions.get(target.id) {
            Some(Resolution::Var(var)) if !self.is_captured(var) => Some(var),
            _ => None,
        }
    }

    /// The register that a loop can write its variable to.
    pub fn plain_target(&self, target: &Expr) -> Option<Reg> {
        match target.kind {
            ExprKind::Name(_) => self.plain_variable(target).map(|var| self.register(var)),
            _ => None,
        }
    }

    pub fn move_to(&mut self, register: Reg, operand: Operand) {
        if self.is_temporary(operand) {
            self.emit(Op::Take(register, operand));
        } else {
            self.emit(Op::Move(register, operand));
        }
    }

    pub fn store(&mut self, var: VarId, operand: Operand) {
        let register = self.register(var);
        if self.is_captured(var) {
            self.emit(Op::StoreCell(register, operand));
        } else {
            self.emit(Op::Move(register, operand));
            self.note_assigned(var);
        }
    }

    pub fn assign(&mut self, target: &Expr, operand: Operand) {
        match &target.kind {
            ExprKind::Name(_) => match self.problem().resolutions.get(target.id) {
                Some(Resolution::Var(var)) => self.store(var, operand),
                Some(Resolution::Global(global)) => self.emit(Op::StoreGlobal(global.0, operand)),
                _ => self.outside_target(),
            },
            ExprKind::Tuple(items) | ExprKind::List(items) => self.unpack(items, operand),
            ExprKind::Subscript(..) => {
                self.code.mutates = true;
                let (base, index) = self.subscript(target);
                self.emit(Op::SetIndex(base, index, operand));
            }
            ExprKind::Attribute(base, name) => {
                self.code.mutates = true;
                let base = self.operand(base);
                let name = self.builder.symbol(&name.name);
                self.emit(Op::SetAttribute(base, name, operand));
            }
            _ => self.outside_target(),
        }
    }

    fn outside_target(&mut self) {
        let op = self.builder.outside("an assignment target outside the language");
        self.emit(op);
    }

    fn unpack(&mut self, items: &[Expr], operand: Operand) {
        let mark = self.mark();
        let registers: Vec<Reg> = items.iter().map(|_| self.temporary()).collect();
        let first = registers.first().copied().unwrap_or(0);
        match items.iter().position(|item| matches!(item.kind, ExprKind::Starred(_))) {
            None => self.emit(Op::Unpack(operand, first, count(items.len()))),
            Some(star) => {
                let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
                self.emit(Op::UnpackStar(operand, first, byte(star), byte(items.len() - star - 1)));
            }
        }
        for (item, register) in items.iter().zip(registers) {
            match &item.kind {
                ExprKind::Starred(inner) => self.assign(inner, register),
                _ => self.assign(item, register),
            }
        }
        self.release(mark);
    }

    /// Base and index of a subscript that is written to or deleted.
    pub fn subscript(&mut self, target: &Expr) -> (Operand, Operand) {
        let ExprKind::Subscript(base, index) = &target.kind else {
            self.outside_target();
            return (0, 0);
        };
        let base = self.operand(base);
        let index = match &index.kind {
            ExprKind::Slice(slice) => self.slice(slice),
            _ => self.operand(index),
        };
        (base, index)
    }
}

/// Whether evaluating into a register writes it once, at the end, so that it may be a variable the expression reads.
fn writes_once(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::None
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::Name(_)
        | ExprKind::Binary(..)
        | ExprKind::Unary(..)
        | ExprKind::Attribute(..)
        | ExprKind::Subscript(..) => true,
        ExprKind::Compare(_, links) => links.len() == 1,
        _ => false,
    }
}
