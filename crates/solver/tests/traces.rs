//! Random uses of all solvers at once: clauses, variables, assumptions, limits and cores in any order. They must agree
//! with each other and with trying all assignments.

mod formulas;

use formulas::{Random, satisfiable};
use solver::{Answer, Kind, Limits, Solver, minimize_core, solver};

const VARS: i32 = 9;

#[test]
fn random_uses_agree() {
    let mut answers = [0, 0, 0];
    for seed in 0..250 {
        let mut random = Random(seed);
        let mut solvers = Kind::ALL.map(solver);
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        for _ in 0..60 {
            match random.below(10) {
                0..6 => {
                    let width = if random.below(12) == 0 { 1 } else { 2 + random.below(3) };
                    let clause = random.clause(VARS, width);
                    solvers.iter_mut().for_each(|solver| solver.add_clause(&clause));
                    clauses.push(clause);
                }
                6 => solvers.iter_mut().for_each(|solver| {
                    let lit = random.lit(VARS);
                    if lit % 2 == 0 { solver.set_phase(lit) } else { solver.unset_phase(lit.abs()) }
                }),
                _ => {
                    let width = random.below(5);
                    let assumptions = random.clause(VARS, width);
                    let limits = if random.below(4) == 0 { Limits::conflicts(1) } else { Limits::default() };
                    for solver in &mut solvers {
                        let answer = solve(&mut **solver, &clauses, &assumptions, &limits);
                        answers[answer as usize] += 1;
                    }
                }
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 50), "each answer is seen: {answers:?}");
}

fn solve(solver: &mut dyn Solver, clauses: &[Vec<i32>], assumptions: &[i32], limits: &Limits) -> Answer {
    let answer = solver.solve(assumptions, limits);
    let context = format!("{solver:?}, {clauses:?}, {assumptions:?}");
    match answer {
        Answer::Sat => {
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| solver.value(lit))), "{context}");
            assert!(assumptions.iter().all(|&lit| solver.value(lit)), "{context}");
        }
        Answer::Unsat => {
            let core = solver.failed();
            assert!(core.iter().all(|lit| assumptions.contains(lit)), "{context}");
            assert!(!satisfiable(VARS, clauses, &core), "{context}");
            let (least, _) = minimize_core(solver, &core, &Limits::default());
            assert!(!satisfiable(VARS, clauses, &least), "{context}");
            for &lit in &least {
                let rest: Vec<i32> = least.iter().copied().filter(|&other| other != lit).collect();
                assert!(satisfiable(VARS, clauses, &rest), "{context}");
            }
        }
        Answer::Unknown => assert!(limits.conflicts.is_some(), "{context}"),
    }
    answer
}
