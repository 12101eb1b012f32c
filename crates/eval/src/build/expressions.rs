//! Expressions: evaluated into a register, or left in place.

use lang::ast::{self, ComprehensionKind, DictItem, Expr, ExprKind, UnaryOp};
use lang::builtins::Builtin;
use lang::globals::GlobalKind;
use lang::methods::Method;
use lang::resolve::Resolution;
use num_traits::ToPrimitive;

use super::count;
use super::function::FunctionBuilder;
use crate::code::{Constant, Op, Operand, Reg};

impl FunctionBuilder<'_, '_> {
    /// Where the value of an expression is: its variable, a constant, or a fresh register.
    pub fn operand(&mut self, expr: &Expr) -> Operand {
        if let Some(constant) = literal(expr) {
            return self.constant(constant);
        }
        if let ExprKind::Name(_) | ExprKind::Attribute(..) = &expr.kind {
            match self.problem().resolutions.get(expr.id) {
                // A variable that something later in the statement may rebind is read now.
                Some(Resolution::Var(var)) if !self.is_captured(var) && !self.rebinding => {
                    let register = self.register(var);
                    self.check(var, register);
                    return register;
                }
                Some(Resolution::Builtin(builtin)) => return self.constant(Constant::Builtin(builtin)),
                _ => {}
            }
        }
        let register = self.temporary();
        let mark = self.mark();
        self.into(expr, register);
        self.release(mark);
        register
    }

    /// Evaluates for the effects alone.
    pub fn discard(&mut self, expr: &Expr) {
        let mark = self.mark();
        if !self.push_call(expr) {
            self.operand(expr);
        }
        self.release(mark);
    }

    fn check(&mut self, var: lang::resolve::VarId, register: Reg) {
        if !self.assigned.contains(&var) {
            let name = self.problem().resolutions.var(var).name.clone();
            let name = self.builder.symbol(&name);
            self.emit(Op::Check(register, name));
        }
    }

    /// Evaluates into a register.
    pub fn into(&mut self, expr: &Expr, to: Reg) {
        if let Some(constant) = literal(expr) {
            let operand = self.constant(constant);
            self.emit(Op::Move(to, operand));
            return;
        }
        match &expr.kind {
            ExprKind::Name(name) => self.name(expr, name, to),
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => self.display(expr, items, to),
            ExprKind::Dict(items) => self.dict(items, to),
            ExprKind::Message(parts) => {
                let parts: Vec<&Expr> = parts.iter().collect();
                let first = self.consecutive(&parts);
                self.emit(Op::Message(to, first, count(parts.len())));
            }
            ExprKind::FString(parts) => {
                let parts: Vec<&Expr> = parts.iter().collect();
                let first = self.consecutive(&parts);
                self.emit(Op::Concat(to, first, count(parts.len())));
            }
            ExprKind::Formatted(formatted) => self.formatted(formatted, to),
            ExprKind::Comprehension(comprehension) => match comprehension.kind {
                ComprehensionKind::Generator => self.generator(expr, comprehension, to),
                _ => self.comprehension(comprehension, to),
            },
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let inner = self.operand(inner);
                self.emit(Op::Not(to, inner));
            }
            ExprKind::Unary(op, inner) => {
                let inner = self.operand(inner);
                self.emit(Op::Unary(*op, to, inner));
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.operand(left);
                let right = self.operand(right);
                self.emit(Op::Binary(*op, to, left, right));
            }
            ExprKind::Boolean(op, items) => self.boolean(*op, items, to),
            ExprKind::Compare(first, links) => match &**links {
                [(op, second)] => {
                    let left = self.operand(first);
                    let right = self.operand(second);
                    self.emit(Op::Compare(*op, to, left, right));
                }
                _ => self.truth_value(expr, to),
            },
            ExprKind::Conditional(parts) => {
                let (other, end) = (self.label(), self.label());
                self.jump_if(&parts.test, false, other);
                self.branch(&parts.then, to);
                self.jump(Op::Jump(0), end);
                self.place(other);
                self.branch(&parts.otherwise, to);
                self.place(end);
            }
            ExprKind::Call(call) => self.call(expr, call, to),
            ExprKind::Attribute(base, attribute) => self.attribute(expr, base, attribute, to),
            ExprKind::Subscript(base, index) => {
                let base = self.operand(base);
                let op = match &index.kind {
                    ExprKind::Slice(slice) => {
                        let lower = self.slice_part(slice.lower.as_ref());
                        let upper = self.slice_part(slice.upper.as_ref());
                        Op::GetSlice(to, base, lower, upper, self.slice_part(slice.step.as_ref()))
                    }
                    _ => Op::Index(to, base, self.operand(index)),
                };
                self.emit(op);
            }
            ExprKind::Lambda(id) => {
                let closure = self.make_function(*id);
                self.move_to(to, closure);
            }
            ExprKind::Walrus(target, value) => {
                let value = self.operand(value);
                self.emit(Op::Move(to, value));
                let assigned = self.assigned.clone();
                self.assign(target, to);
                // Whether it runs may depend on a condition around it.
                self.assigned = assigned;
            }
            _ => {
                let op = self.builder.outside("an expression outside the language");
                self.emit(op);
            }
        }
    }

    /// `format(value, spec)`, after `str` or `repr` if the conversion says so.
    fn formatted(&mut self, formatted: &ast::Formatted, to: Reg) {
        let first = self.temporary();
        let spec = self.temporary();
        let mark = self.mark();
        self.into(&formatted.value, first);
        self.release(mark);
        match formatted.conversion {
            ast::Conversion::None => {}
            ast::Conversion::Str => self.emit(Op::CallBuiltin(first, first, 1, Builtin::Str)),
            ast::Conversion::Repr => self.emit(Op::CallBuiltin(first, first, 1, Builtin::Repr)),
        }
        let arguments = match &formatted.spec {
            Some(expr) => {
                self.into(expr, spec);
                self.release(mark);
                2
            }
            None => 1,
        };
        self.emit(Op::CallBuiltin(to, first, arguments, Builtin::Format));
    }

    /// A part that may not be evaluated: what it assigns counts for nothing afterwards.
    fn branch(&mut self, expr: &Expr, to: Reg) {
        let mark = self.mark();
        self.into(expr, to);
        self.release(mark);
    }

    fn name(&mut self, expr: &Expr, name: &str, to: Reg) {
        let problem = self.problem();
        let op = match problem.resolutions.get(expr.id) {
            Some(Resolution::Var(var)) => {
                let register = self.register(var);
                if self.is_captured(var) {
                    let own = problem.resolutions.var(var).owner == self.owner;
                    Op::LoadCell(to, register, self.builder.symbol(name), own)
                } else {
                    self.check(var, register);
                    Op::Move(to, register)
                }
            }
            Some(Resolution::Global(id)) => match &problem.resolutions.global(id).kind {
                GlobalKind::Function(function) => {
                    self.code.mentions.push(*function);
                    Op::LoadGlobal(to, id.0)
                }
                GlobalKind::Constant | GlobalKind::Class => Op::LoadGlobal(to, id.0),
                GlobalKind::Record(record) => Op::Move(to, self.constant(Constant::Class(*record))),
                GlobalKind::Number(_) => Op::Move(to, self.constant(Constant::Identity)),
                GlobalKind::Builtin(builtin) => Op::Move(to, self.constant(Constant::Builtin(*builtin))),
                _ => self.builder.outside(format!("`{name}` is not a value")),
            },
            Some(Resolution::Builtin(builtin)) => Op::Move(to, self.constant(Constant::Builtin(builtin))),
            Some(Resolution::Unknown) | None => self.builder.outside(format!("unknown name `{name}`")),
        };
        self.emit(op);
    }

    fn attribute(&mut self, expr: &Expr, base: &Expr, attribute: &ast::Ident, to: Reg) {
        let op = match self.problem().resolutions.get(expr.id) {
            Some(Resolution::Builtin(builtin)) => Op::Move(to, self.constant(Constant::Builtin(builtin))),
            // `heapq.heappush`: a function of the library.
            Some(Resolution::Global(_)) => return self.name(expr, &attribute.name, to),
            Some(_) => self.builder.outside(format!("`{}` is outside the language", attribute.name)),
            None => {
                // A method that is not called here may be called elsewhere, and a property is called here.
                self.code.mutates |= self.problem().resolutions.has_classes();
                self.code.mutates |= Method::by_name(&attribute.name).is_some_and(Method::mutates);
                let base = self.operand(base);
                let name = self.builder.symbol(&attribute.name);
                Op::Field(to, base, name, self.builder.field_place(name))
            }
        };
        self.emit(op);
    }

    fn display(&mut self, expr: &Expr, items: &[Expr], to: Reg) {
        // What comparing may ask for must not lose the items.
        let one_by_one = self.builder.program.overloads && matches!(expr.kind, ExprKind::Set(_));
        if one_by_one || items.iter().any(|item| matches!(item.kind, ExprKind::Starred(_))) {
            self.spread_display(expr, items, to);
            return;
        }
        let items: Vec<&Expr> = items.iter().collect();
        let first = self.consecutive(&items);
        let size = count(items.len());
        self.emit(match &expr.kind {
            ExprKind::Tuple(_) => Op::Tuple(to, first, size),
            ExprKind::List(_) => Op::List(to, first, size),
            _ => Op::Set(to, first, size),
        });
    }

    fn spread_display(&mut self, expr: &Expr, items: &[Expr], to: Reg) {
        let is_set = matches!(expr.kind, ExprKind::Set(_));
        let result = self.result_register(to);
        self.emit(if is_set { Op::NewSet(result) } else { Op::NewList(result) });
        for item in items {
            let mark = self.mark();
            let op = match &item.kind {
                ExprKind::Starred(inner) => {
                    let value = self.operand(inner);
                    if is_set { Op::InsertAll(result, value) } else { Op::Extend(result, value) }
                }
                _ => {
                    let value = self.operand(item);
                    if is_set { Op::Insert(result, value) } else { Op::Append(result, value) }
                }
            };
            self.emit(op);
            self.release(mark);
        }
        if matches!(expr.kind, ExprKind::Tuple(_)) {
            self.emit(Op::ListToTuple(result));
        }
        self.take_result(to, result);
    }

    fn dict(&mut self, items: &[DictItem], to: Reg) {
        let pairs: Option<Vec<[&Expr; 2]>> = items.iter().map(pair).collect();
        // Up to this many pairs CPython evaluates everything before it hashes the first key.
        if let Some(pairs) = pairs.filter(|_| items.len() <= 15 && !self.builder.program.overloads) {
            let first = self.consecutive(&pairs.iter().flatten().copied().collect::<Vec<_>>());
            self.emit(Op::Dict(to, first, count(items.len())));
            return;
        }
        let result = self.result_register(to);
        self.emit(Op::NewDict(result));
        let mut rest = items;
        while let Some(first) = rest.first() {
            let mark = self.mark();
            if let DictItem::Spread(value) = first {
                let value = self.operand(value);
                self.emit(Op::Merge(result, value));
                rest = &rest[1..];
            } else {
                let run: Vec<[&Expr; 2]> = rest.iter().map_while(pair).take(17).collect();
                rest = &rest[run.len()..];
                self.dict_run(&run, result);
            }
            self.release(mark);
        }
        self.take_result(to, result);
    }

    /// Adds a run of pairs: one by one if they are many, else everything is evaluated before the first key is hashed.
    fn dict_run(&mut self, run: &[[&Expr; 2]], result: Reg) {
        if run.len() > 15 || self.builder.program.overloads {
            for [key, value] in run {
                let mark = self.mark();
                let key = self.operand(key);
                let value = self.operand(value);
                self.emit(Op::SetKey(result, key, value));
                self.release(mark);
            }
            return;
        }
        let part = self.temporary();
        let flat: Vec<&Expr> = run.iter().flatten().copied().collect();
        let first = self.consecutive(&flat);
        self.emit(Op::Dict(part, first, count(run.len())));
        self.emit(Op::Merge(result, part));
    }

    /// Where a value is built bit by bit that finally goes to a register: a variable keeps its old value until then.
    pub fn result_register(&mut self, to: Reg) -> Reg {
        if self.is_temporary(to) { to } else { self.temporary() }
    }

    pub fn take_result(&mut self, to: Reg, result: Reg) {
        if to != result {
            self.emit(Op::Take(to, result));
        }
    }

    fn slice_part(&mut self, part: Option<&Expr>) -> Operand {
        match part {
            Some(expr) => self.operand(expr),
            None => self.constant(Constant::None),
        }
    }

    /// A slice as an index that is written to or deleted.
    pub fn slice(&mut self, slice: &ast::Slice) -> Operand {
        let result = self.temporary();
        let parts = [self.temporary(), self.temporary(), self.temporary()];
        for (part, register) in [&slice.lower, &slice.upper, &slice.step].into_iter().zip(parts) {
            match part {
                Some(expr) => self.into(expr, register),
                None => {
                    let none = self.constant(Constant::None);
                    self.emit(Op::Move(register, none));
                }
            }
        }
        self.emit(Op::Slice(result, parts[0]));
        result
    }
}

/// The constant an expression is.
fn literal(expr: &Expr) -> Option<Constant> {
    Some(match &expr.kind {
        ExprKind::None => Constant::None,
        ExprKind::Bool(truth) => Constant::Bool(*truth),
        ExprKind::Int(number) => match number.to_i64() {
            Some(small) => Constant::Int(small),
            None => Constant::Big(number.clone()),
        },
        ExprKind::Float(number) => Constant::Float(number.to_bits()),
        ExprKind::Str(text) => Constant::Str(text.clone()),
        // `-3` is a number, not an operation on one.
        ExprKind::Unary(UnaryOp::Negative, inner) => match &inner.kind {
            ExprKind::Int(number) => Constant::Int(number.to_i64()?.checked_neg()?),
            _ => return None,
        },
        _ => return None,
    })
}

/// Key and value, unless a mapping is spread.
fn pair(item: &DictItem) -> Option<[&Expr; 2]> {
    match item {
        DictItem::Pair(key, value) => Some([key, value]),
        DictItem::Spread(_) => None,
    }
}
