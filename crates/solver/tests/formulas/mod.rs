//! Formulas for tests: random ones from fixed seeds, hard ones, and what they are by trying all assignments.

#![allow(dead_code, reason = "each test file uses some")]

use solver::Solver;

/// `SplitMix64`.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % bound
    }

    pub fn lit(&mut self, vars: i32) -> i32 {
        let var = 1 + i32::try_from(self.below(usize::try_from(vars).expect("positive"))).expect("small");
        if self.below(2) == 1 { -var } else { var }
    }

    pub fn clause(&mut self, vars: i32, width: usize) -> Vec<i32> {
        (0..width).map(|_| self.lit(vars)).collect()
    }

    pub fn three_sat(&mut self, vars: i32, clauses: usize) -> Vec<Vec<i32>> {
        (0..clauses).map(|_| self.clause(vars, 3)).collect()
    }
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

/// That one pigeon more than there are holes has a hole to itself.
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
