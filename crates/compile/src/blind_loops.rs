//! `for` statements in which the order of an unordered list cannot show.
//!
//! Such a loop only looks for an item: its body changes nothing that lasts, every `return` in it returns the same
//! constant, and nothing in it raises. Whether it returns does not depend on the order then. What does depend on it are the
//! variables of the loop afterwards: they are *stale*, and reading one shows the order.

use lang::ast::walk::blocks;
use lang::ast::{Expr, ExprKind, Stmt, StmtKind};
use lang::resolve::VarId;

use crate::arrangement::OrderSources;
use crate::iterate::Carried;
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl<'p> Machine<'p> {
    /// Runs a loop over a value, blindly if that is possible. `run` is given what must be called before each item.
    pub fn looking_for_an_item(
        &mut self,
        target: &'p Expr,
        iterable: &Value,
        body: &'p [Stmt],
        run: impl FnOnce(&mut Self, &dyn Fn(&mut Self)) -> Result<()>,
    ) -> Result<()> {
        let mut own = Vec::new();
        self.target_vars(target, &mut own);
        let sources = self.list_sources(iterable).filter(|_| returns_one_constant(body));
        let mut inner = Vec::new();
        self.inner_targets(body, &mut inner);
        let stale: Vec<(VarId, OrderSources)> =
            own.iter().filter_map(|var| self.stale.get(var).map(|sources| (*var, sources.clone()))).collect();
        let Some(sources) = sources else {
            run(self, &|this| this.refresh(&own))?;
            self.stale.extend(stale);
            return Ok(());
        };
        let frame = self.frame();
        let before = self.state.frames[frame].clone();
        self.blindly_if(|this| {
            run(this, &|this| {
                this.refresh(&own);
                this.stale.extend(inner.iter().map(|var| (*var, sources.clone())));
            })?;
            let now = &this.state.frames[frame];
            let changed = before.values.iter().zip(&now.values).enumerate().filter(|(_, (a, b))| !a.is_same(b));
            let places: Vec<usize> = own.iter().chain(&inner).filter_map(|var| this.slot(*var).ok()).collect();
            let lasting = changed.into_iter().any(|(place, _)| !places.contains(&place));
            Ok((!lasting).then_some(()))
        })?;
        self.stale.extend(stale);
        self.stale.extend(own.into_iter().chain(inner).map(|var| (var, sources.clone())));
        Ok(())
    }

    fn refresh(&mut self, vars: &[VarId]) {
        vars.iter().for_each(|var| drop(self.stale.remove(var)));
    }

    /// The unordered lists that decide the order of a list, unless the order of sets does as well.
    fn list_sources(&self, iterable: &Value) -> Option<OrderSources> {
        match iterable.single() {
            Some(Alt::Object(id)) => self.unordered.get(id).filter(|sources| !sources.sets).cloned(),
            _ => None,
        }
    }

    /// The variables of the loops inside.
    fn inner_targets(&self, body: &[Stmt], vars: &mut Vec<VarId>) {
        for stmt in body {
            if let StmtKind::For { target, .. } = &stmt.kind {
                self.target_vars(target, vars);
            }
            blocks(stmt).into_iter().for_each(|block| self.inner_targets(block, vars));
        }
    }
}

/// What the rounds of a loop leave for those behind them, as far as its statements show.
pub(crate) fn carried(body: &[Stmt]) -> Carried {
    let of_one = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Pass
        | StmtKind::Continue
        | StmtKind::Break
        | StmtKind::Return(_)
        | StmtKind::Assert { .. }
        | StmtKind::Raise { .. } => Carried::Nothing,
        StmtKind::If { .. } | StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Try(_) => {
            blocks(stmt).into_iter().map(carried).max().unwrap_or(Carried::Nothing)
        }
        // A method that is called for its effect, such as `append`.
        StmtKind::Expr(_) | StmtKind::Delete(_) => Carried::Containers,
        StmtKind::Assign { targets, .. } if targets.iter().any(is_inside_container) => Carried::Containers,
        StmtKind::AugmentedAssign { target, .. } if is_inside_container(target) => Carried::Containers,
        _ => Carried::Values,
    };
    body.iter().map(of_one).max().unwrap_or(Carried::Nothing)
}

fn is_inside_container(target: &Expr) -> bool {
    matches!(target.kind, ExprKind::Subscript { .. } | ExprKind::Attribute(..))
}

/// Whether the body of a loop goes through all items, unless it returns, and then always the same.
fn returns_one_constant(body: &[Stmt]) -> bool {
    let mut returned = Vec::new();
    only_returns(body, true, &mut returned) && returned.windows(2).all(|two| two[0] == two[1])
}

/// Collects what is returned. `false` if it is not a truth value, or if the loop may end or hand out items in other ways.
fn only_returns(body: &[Stmt], breaks_it: bool, returned: &mut Vec<bool>) -> bool {
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::Return(Some(Expr { kind: ExprKind::Bool(truth), .. })) => {
            returned.push(*truth);
            true
        }
        StmtKind::Break => !breaks_it,
        StmtKind::Return(_)
        | StmtKind::Yield(_)
        | StmtKind::YieldFrom(_)
        | StmtKind::Function(_)
        | StmtKind::With(_) => false,
        StmtKind::For { body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
            only_returns(body, false, returned) && only_returns(otherwise, breaks_it, returned)
        }
        _ => blocks(stmt).into_iter().all(|block| only_returns(block, breaks_it, returned)),
    })
}
