//! Minimization of cores.

use crate::{SolveResult, Solver, SolverLimits};

/// Removes literals from a core one by one as long as the rest still suffices. The limits apply to each trial; a literal
/// stays if its trial is undecided. Also returns whether every trial was decided, so that the result is minimal.
///
/// Invariant: the result is a core if `core` is one. Guarded by `tests/conformance.rs`.
pub fn minimize_core(solver: &mut dyn Solver, core: &[i32], limits: &SolverLimits) -> (Vec<i32>, bool) {
    let mut core = core.to_vec();
    let (mut needed, mut minimal) = (0, true);
    while needed < core.len() {
        let mut rest = core.clone();
        rest.remove(needed);
        match solver.solve(&rest, limits) {
            // The solver keeps the order, so needed literals stay in front: no smaller core lacks them.
            SolveResult::Unsat => {
                let failed = solver.failed();
                needed = core[..needed].iter().filter(|lit| failed.contains(lit)).count();
                core = failed;
            }
            SolveResult::Sat => needed += 1,
            SolveResult::Unknown => {
                needed += 1;
                minimal = false;
            }
        }
    }
    (core, minimal)
}
