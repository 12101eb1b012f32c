//! Random sequences of calls to all solvers: clauses, phases, assumptions, limits and cores in any order. The solvers must
//! agree with each other and with brute force.

mod formulas;

use fastrand::Rng;
use formulas::{random_clause, random_lit, satisfiable};
use solver::{SolveResult, Solver, SolverKind, SolverLimits, minimize_core, solver};

const VARS: i32 = 9;

#[test]
fn random_uses_agree() {
    let mut results = [0, 0, 0];
    for seed in 0..250 {
        let mut random = Rng::with_seed(seed);
        let mut solvers = SolverKind::ALL.map(solver);
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        for _ in 0..60 {
            match random.usize(..10) {
                0..6 => {
                    let width = if random.usize(..12) == 0 { 1 } else { 2 + random.usize(..3) };
                    let clause = random_clause(&mut random, VARS, width);
                    solvers.iter_mut().for_each(|solver| solver.add_clause(&clause));
                    clauses.push(clause);
                }
                6 => solvers.iter_mut().for_each(|solver| {
                    let lit = random_lit(&mut random, VARS);
                    if lit % 2 == 0 { solver.set_phase(lit) } else { solver.unset_phase(lit.abs()) }
                }),
                _ => {
                    let width = random.usize(..5);
                    let assumptions = random_clause(&mut random, VARS, width);
                    let limits =
                        if random.usize(..4) == 0 { SolverLimits::conflicts(1) } else { SolverLimits::default() };
                    for solver in &mut solvers {
                        let result = solve(&mut **solver, &clauses, &assumptions, &limits);
                        results[result as usize] += 1;
                    }
                }
            }
        }
    }
    assert!(results.iter().all(|&count| count > 50), "every result occurs: {results:?}");
}

fn solve(solver: &mut dyn Solver, clauses: &[Vec<i32>], assumptions: &[i32], limits: &SolverLimits) -> SolveResult {
    let result = solver.solve(assumptions, limits);
    let context = format!("{solver:?}, {clauses:?}, {assumptions:?}");
    match result {
        SolveResult::Sat => {
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| solver.value(lit))), "{context}");
            assert!(assumptions.iter().all(|&lit| solver.value(lit)), "{context}");
        }
        SolveResult::Unsat => {
            let core = solver.failed();
            assert!(core.iter().all(|lit| assumptions.contains(lit)), "{context}");
            assert!(!satisfiable(VARS, clauses, &core), "{context}");
            let (least, _) = minimize_core(solver, &core, &SolverLimits::default());
            assert!(!satisfiable(VARS, clauses, &least), "{context}");
            for &lit in &least {
                let rest: Vec<i32> = least.iter().copied().filter(|&other| other != lit).collect();
                assert!(satisfiable(VARS, clauses, &rest), "{context}");
            }
        }
        SolveResult::Unknown => assert!(limits.conflicts.is_some(), "{context}"),
    }
    result
}
