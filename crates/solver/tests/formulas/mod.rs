//! Formulas for tests: random ones from fixed seeds, hard ones, and a brute-force decision of small ones.

#![allow(dead_code, reason = "each test file uses some")]

use fastrand::Rng;
use solver::Solver;

pub fn random_lit(rng: &mut Rng, vars: i32) -> i32 {
    let var = rng.i32(1..=vars);
    if rng.bool() { -var } else { var }
}

pub fn random_clause(rng: &mut Rng, vars: i32, width: usize) -> Vec<i32> {
    (0..width).map(|_| random_lit(rng, vars)).collect()
}

pub fn random_three_sat(rng: &mut Rng, vars: i32, clauses: usize) -> Vec<Vec<i32>> {
    (0..clauses).map(|_| random_clause(rng, vars, 3)).collect()
}

/// Whether the assignment in the bits of `row` makes the literal true.
pub fn holds(row: u32, lit: i32) -> bool {
    (row >> (lit.abs() - 1) & 1 == 1) == (lit > 0)
}

/// Whether some assignment satisfies all clauses and assumptions.
pub fn satisfiable(vars: i32, clauses: &[Vec<i32>], assumptions: &[i32]) -> bool {
    (0..1 << vars).any(|row| {
        assumptions.iter().all(|&lit| holds(row, lit))
            && clauses.iter().all(|clause| clause.iter().any(|&lit| holds(row, lit)))
    })
}

/// The pigeonhole principle: one more pigeon than holes, no two in one hole. Unsatisfiable and hard.
pub fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| var(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for one in 0..=holes {
            clauses.extend((0..one).map(|other| vec![-var(one, hole), -var(other, hole)]));
        }
    }
    clauses
}

pub fn add(solver: &mut dyn Solver, clauses: &[Vec<i32>]) {
    clauses.iter().for_each(|clause| solver.add_clause(clause));
}
