//! Smaller reasons: cores without what they do not need.

use crate::{Answer, Limits, Solver};

/// Removes literals from a core one by one, as long as the rest still suffices. With a limit, which holds for each
/// trial, what could not be decided stays. Also says whether everything was decided: then no literal of the result can
/// be left out.
///
/// Invariant: what is given back is a core if `core` is one. Guarded by `tests/conformance.rs`.
pub fn minimize_core(solver: &mut dyn Solver, core: &[i32], limits: &Limits) -> (Vec<i32>, bool) {
    let mut core = core.to_vec();
    let (mut needed, mut minimal) = (0, true);
    while needed < core.len() {
        let mut rest = core.clone();
        rest.remove(needed);
        match solver.solve(&rest, limits) {
            // The solver keeps their order, and what is needed stays in front: no smaller core is without it.
            Answer::Unsat => {
                let failed = solver.failed();
                needed = core[..needed].iter().filter(|lit| failed.contains(lit)).count();
                core = failed;
            }
            Answer::Sat => needed += 1,
            Answer::Unknown => {
                needed += 1;
                minimal = false;
            }
        }
    }
    (core, minimal)
}
