//! Where each variable is kept during the analysis.
//!
//! A variable that only its own function touches, at once, is followed statement by statement. One that a nested
//! function shares, or that a lazy generator reads later, is one growing cell.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Expr, ExprId, ExprKind, FuncId, Module};
use crate::resolve::{Owner, Resolution, Resolutions, VarId};

use super::walk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    /// A slot of the function's state.
    Local(u32),
    /// One cell per context of its function.
    Context,
    /// One cell.
    Shared,
}

/// The function whose code an expression belongs to; `None` for the module.
type Home = Option<FuncId>;

#[derive(Debug, Default)]
struct Uses {
    generators: BTreeMap<ExprId, Home>,
    used_in: Vec<BTreeSet<Home>>,
    /// Assigned by `:=` in a comprehension, so perhaps many times by one expression.
    repeated: BTreeSet<VarId>,
}

/// By `VarId`; and the functions that are mentioned outside their own bodies, by `FuncId`.
pub(super) fn plan(module: &Module, resolutions: &Resolutions) -> Vec<Storage> {
    let mut uses = Uses { used_in: vec![BTreeSet::new(); resolutions.vars.len()], ..Uses::default() };
    walk::block(module, &module.body, &mut |expr| uses.visit(module, resolutions, expr, None, false));
    for (id, function) in (0..).map(FuncId).zip(&module.functions) {
        walk::block(module, &function.body, &mut |expr| uses.visit(module, resolutions, expr, Some(id), false));
    }
    let mut slots: BTreeMap<Home, u32> = BTreeMap::new();
    let vars = (0..).map(VarId).zip(&resolutions.vars);
    vars.map(|(id, var)| {
        let home = match var.owner {
            Owner::Module => None,
            Owner::Function(function) => Some(function),
            Owner::Generator(expr) => uses.generators.get(&expr).copied().flatten(),
        };
        if uses.used_in[id.index()].iter().any(|used| *used != home) {
            Storage::Shared
        } else if var.captured || uses.repeated.contains(&id) {
            Storage::Context
        } else {
            let slot = slots.entry(home).or_default();
            *slot += 1;
            Storage::Local(*slot - 1)
        }
    })
    .collect()
}

impl Uses {
    fn visit<'a>(&mut self, module: &'a Module, resolutions: &Resolutions, expr: &'a Expr, home: Home, looped: bool) {
        let mut inside = looped;
        match &expr.kind {
            ExprKind::Name(_) => {
                if let Some(Resolution::Var(var)) = resolutions.get(expr.id) {
                    self.used_in[var.index()].insert(home);
                }
            }
            ExprKind::Comprehension(_) => {
                inside = true;
                self.generators.insert(expr.id, home);
            }
            ExprKind::Walrus(target, _) if looped => {
                if let Some(Resolution::Var(var)) = resolutions.get(target.id) {
                    self.repeated.insert(var);
                }
            }
            _ => {}
        }
        walk::children(module, expr, &mut |child| self.visit(module, resolutions, child, home, inside));
    }
}
