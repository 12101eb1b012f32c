//! Where things of the syntax tree are found: expressions by number, variables in frames.

use std::collections::HashMap;

use lang::ast::{Expr, ExprId, Module, Stmt, StmtKind, walk};
use lang::problem::Problem;
use lang::resolve::{Owner, VarId};

#[derive(Debug)]
pub(crate) struct Places<'p> {
    exprs: Vec<Option<&'p Expr>>,
    slots: HashMap<(Owner, VarId), usize>,
    sizes: HashMap<Owner, usize>,
}

impl<'p> Places<'p> {
    pub fn new(problem: &'p Problem) -> Self {
        let mut places = Self {
            exprs: vec![None; problem.module.expr_count as usize],
            slots: HashMap::new(),
            sizes: HashMap::new(),
        };
        places.module(&problem.module);
        for (index, _) in problem.module.functions.iter().enumerate() {
            let id = u32::try_from(index).unwrap_or(u32::MAX);
            places.owner(problem, Owner::Function(lang::ast::FuncId(id)));
        }
        for index in 0..problem.module.expr_count {
            places.owner(problem, Owner::Generator(ExprId(index)));
        }
        places.owner(problem, Owner::Module);
        places
    }

    pub fn expr(&self, id: ExprId) -> Option<&'p Expr> {
        self.exprs.get(id.index()).copied().flatten()
    }

    pub fn slot(&self, owner: Owner, var: VarId) -> Option<usize> {
        self.slots.get(&(owner, var)).copied()
    }

    /// How many variables a frame holds.
    pub fn size(&self, owner: Owner) -> usize {
        self.sizes.get(&owner).copied().unwrap_or(0)
    }

    fn owner(&mut self, problem: &Problem, owner: Owner) {
        let resolutions = &problem.resolutions;
        let vars = resolutions.owned(owner).iter().chain(resolutions.free(owner));
        let mut size = 0;
        for var in vars {
            self.slots.insert((owner, *var), size);
            size += 1;
        }
        if size > 0 {
            self.sizes.insert(owner, size);
        }
    }

    fn module(&mut self, module: &'p Module) {
        self.block(&module.body);
        for function in &module.functions {
            self.block(&function.body);
            function.params.iter().filter_map(|param| param.default.as_ref()).for_each(|default| self.add(default));
            function.decorators.iter().for_each(|decorator| self.add(decorator));
        }
    }

    fn block(&mut self, block: &'p [Stmt]) {
        for stmt in block {
            walk::own_expressions(stmt, &mut |expr| self.add(expr));
            walk::blocks(stmt).into_iter().for_each(|block| self.block(block));
            if let StmtKind::Class(class) = &stmt.kind {
                self.block(&class.body);
            }
        }
    }

    fn add(&mut self, expr: &'p Expr) {
        self.exprs[expr.id.index()] = Some(expr);
        let mut children = Vec::new();
        walk::children(expr, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.add(child));
    }
}
