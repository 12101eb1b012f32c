//! Functions, lambdas, comprehensions and generator expressions.

use std::mem;

use lang::ast::{self, ComprehensionKind, ExprKind, FuncId};
use lang::resolve::{Owner, VarId};

use super::Builder;
use crate::code::{
    Clause, Comprehension, Function, GeneratorCode, GeneratorId, MakeGenerator, Node, Param, Slot, Symbol,
};

impl Builder<'_> {
    /// Builds a function and gives the node that makes its closure.
    pub(super) fn make_function(&mut self, id: FuncId) -> Node {
        let problem = self.problem;
        let function = problem.module.function(id);
        let given: Vec<&ast::Expr> = function.params.iter().filter_map(|param| param.default.as_ref()).collect();
        let defaults: Vec<Node> = given.into_iter().map(|default| self.expression(default)).collect();
        let free = self.function_code(id, function);
        self.make_closure(id, defaults, &free)
    }

    fn function_code(&mut self, id: FuncId, function: &ast::Function) -> Vec<VarId> {
        let vars = self.problem.resolutions.params[id.index()].clone();
        self.push_frame(Owner::Function(id));
        let outer_calls = mem::take(&mut self.calls);
        let outer_mutates = mem::take(&mut self.mutates);
        let params = self.params(function, &vars);
        let body = self.block(&function.body);
        let mut calls = mem::replace(&mut self.calls, outer_calls);
        calls.sort_unstable();
        calls.dedup();
        let mutates = mem::replace(&mut self.mutates, outer_mutates);
        // What a nested function does, the one around it does too.
        self.calls.extend(&calls);
        self.mutates |= mutates;
        let Some(frame) = self.frames.pop() else { return Vec::new() };
        let cells = self.own_cells(&frame, &vars);
        let free = frame.free.iter().map(|var| frame.slots[var]).collect();
        let slot_names = self.slot_names(&frame);
        self.program.functions[id.index()] = Function {
            has_cells: !cells.is_empty() || params.iter().any(|param| param.in_cell),
            name: function.name.name.clone(),
            positional: function.params.iter().filter(|param| !param.keyword_only).count(),
            params,
            slots: frame.count as usize,
            slot_names,
            cells,
            free,
            body,
            is_generator: function.is_generator,
            global: None,
            mutates,
            calls,
        };
        frame.free
    }

    fn slot_names(&mut self, frame: &super::Frame) -> Vec<Symbol> {
        let mut by_slot: Vec<(Slot, VarId)> = frame.slots.iter().map(|(var, slot)| (*slot, *var)).collect();
        by_slot.sort_unstable();
        by_slot.into_iter().map(|(_, var)| self.symbol(&self.problem.resolutions.var(var).name)).collect()
    }

    fn params(&mut self, function: &ast::Function, vars: &[VarId]) -> Vec<Param> {
        let mut defaults = 0;
        let mut params = Vec::new();
        for (param, var) in function.params.iter().zip(vars) {
            let default = param.default.is_some().then_some(defaults);
            defaults += usize::from(param.default.is_some());
            params.push(Param {
                name: self.symbol(&param.name.name),
                slot: self.slot(*var),
                in_cell: self.problem.resolutions.var(*var).captured,
                default,
                positional_only: param.positional_only,
            });
        }
        params
    }

    pub(super) fn comprehension(&mut self, comprehension: &ast::Comprehension) -> Comprehension {
        let first = self.expression(&comprehension.clauses[0].iterable);
        let vars = self.clause_vars(comprehension);
        self.frame().comprehension_vars.extend(&vars);
        let (clauses, element, value) = self.clauses(comprehension, first);
        let captured = vars.iter().filter(|var| self.problem.resolutions.var(**var).captured).copied();
        let captured: Vec<VarId> = captured.collect();
        let cells = captured.into_iter().map(|var| self.slot(var)).collect();
        let is_generator = comprehension.kind == ComprehensionKind::Generator;
        Comprehension { clauses, element, value, cells, is_generator }
    }

    /// A generator expression as an object of its own.
    pub(super) fn generator(&mut self, expr: &ast::Expr, comprehension: &ast::Comprehension) -> Node {
        let first = self.expression(&comprehension.clauses[0].iterable);
        self.push_frame(Owner::Generator(expr.id));
        // The state machine is handed the first iterator; nothing is evaluated for it inside.
        let (clauses, element, _) = self.clauses(comprehension, Node::None);
        let Some(frame) = self.frames.pop() else { return Node::None };
        let cells = self.own_cells(&frame, &[]);
        let free: Vec<Slot> = frame.free.iter().map(|var| frame.slots[var]).collect();
        self.program.generators.push(GeneratorCode { slots: frame.count as usize, cells, free, clauses, element });
        let code = GeneratorId(super::index(self.program.generators.len() - 1));
        let captures = frame.free.iter().map(|var| self.slot(*var)).collect();
        Node::Generator(Box::new(MakeGenerator { code, first, captures }))
    }

    fn clauses(&mut self, comprehension: &ast::Comprehension, first: Node) -> (Box<[Clause]>, Node, Option<Node>) {
        let mut first = Some(first);
        let mut clauses = Vec::new();
        for clause in &comprehension.clauses {
            let iterable = match first.take() {
                Some(first) => first,
                None => self.expression(&clause.iterable),
            };
            let target = self.target(&clause.target);
            let conditions = clause.conditions.iter().map(|condition| self.expression(condition)).collect();
            clauses.push(Clause { target, iterable, conditions });
        }
        let element = self.expression(&comprehension.element);
        let value = comprehension.value.as_ref().map(|value| self.expression(value));
        (clauses.into(), element, value)
    }

    fn clause_vars(&self, comprehension: &ast::Comprehension) -> Vec<VarId> {
        let mut vars = Vec::new();
        comprehension.clauses.iter().for_each(|clause| self.target_vars(&clause.target, &mut vars));
        vars
    }

    fn target_vars(&self, target: &ast::Expr, vars: &mut Vec<VarId>) {
        match &target.kind {
            ExprKind::Name(_) => {
                if let Some(lang::resolve::Resolution::Var(var)) = self.problem.resolutions.get(target.id) {
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
}
