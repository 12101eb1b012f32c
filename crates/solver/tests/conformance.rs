//! The conformance suite of solvers: every test runs for every solver.

mod formulas;

use std::time::{Duration, Instant};

use fastrand::Rng;
use formulas::{add, pigeons, random_clause, random_lit, random_three_sat, satisfiable};
use solver::{SolveResult, Solver, SolverKind, SolverLimits, minimize_core, solver};

macro_rules! for_all_solvers {
    ($($test:ident)*) => {
        mod cadical {
            $(#[test] fn $test() { super::$test(super::SolverKind::Cadical) })*
        }
        mod batsat {
            $(#[test] fn $test() { super::$test(super::SolverKind::Batsat) })*
        }
    };
}

for_all_solvers! {
    nothing_is_satisfiable
    variables_are_numbered
    empty_clause_is_unsatisfiable
    units_are_kept
    odd_clauses_are_understood
    assumptions_last_for_one_call
    contradictory_assumptions_are_the_core
    cores_are_cores
    cores_are_minimized
    models_outlast_new_clauses
    clauses_are_added_between_calls
    conflicts_are_limited
    time_is_limited
    random_formulas_are_decided
    hints_change_no_answer
    work_is_counted
}

fn none() -> SolverLimits {
    SolverLimits::default()
}

fn nothing_is_satisfiable(kind: SolverKind) {
    let mut solver = solver(kind);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Sat);
    assert!(!solver.value(1) && solver.value(-1) && !solver.value(1000));
    let var = solver.new_var();
    assert_eq!(solver.solve(&[var], &none()), SolveResult::Sat);
    assert!(solver.value(var) && !solver.value(-var));
}

fn variables_are_numbered(kind: SolverKind) {
    let mut solver = solver(kind);
    assert_eq!([solver.new_var(), solver.new_var(), solver.new_var()], [1, 2, 3]);
    assert_eq!(solver.var_count(), 3);
    // What is used without being asked for is known from then on.
    solver.add_clause(&[-7, 2]);
    assert_eq!((solver.var_count(), solver.new_var()), (7, 8));
    assert_eq!(solver.solve(&[-9], &none()), SolveResult::Sat);
    assert_eq!(solver.new_var(), 10);
}

fn empty_clause_is_unsatisfiable(kind: SolverKind) {
    let mut solver = solver(kind);
    let var = solver.new_var();
    solver.add_clause(&[]);
    assert_eq!(solver.solve(&[var], &none()), SolveResult::Unsat);
    assert_eq!(solver.failed(), []);
    solver.add_clause(&[var]);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Unsat);
}

fn units_are_kept(kind: SolverKind) {
    let mut solver = solver(kind);
    add(&mut *solver, &[vec![1], vec![-2], vec![2, -1, 3]]);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Sat);
    assert_eq!([1, 2, 3].map(|var| solver.value(var)), [true, false, true]);
    assert_eq!(solver.solve(&[-3], &none()), SolveResult::Unsat);
    assert_eq!(solver.failed(), [-3]);
    solver.add_clause(&[-1]);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Unsat);
    assert_eq!(solver.failed(), []);
}

fn odd_clauses_are_understood(kind: SolverKind) {
    let mut solver = solver(kind);
    add(&mut *solver, &[vec![1, -1], vec![2, 2], vec![3, -3, 3, -2]]);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Sat);
    assert!(solver.value(2));
    assert_eq!(solver.solve(&[-2, -2], &none()), SolveResult::Unsat);
    assert_eq!(solver.failed(), [-2]);
}

fn assumptions_last_for_one_call(kind: SolverKind) {
    let mut solver = solver(kind);
    add(&mut *solver, &[vec![1, 2], vec![-1, -2]]);
    for assumptions in [[1, -2], [-1, 2]] {
        assert_eq!(solver.solve(&assumptions, &none()), SolveResult::Sat);
        assert!(assumptions.iter().all(|&lit| solver.value(lit)));
    }
    assert_eq!(solver.solve(&[1, 2], &none()), SolveResult::Unsat);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Sat);
}

fn contradictory_assumptions_are_the_core(kind: SolverKind) {
    let mut solver = solver(kind);
    add(&mut *solver, &[vec![1, 2, 3]]);
    assert_eq!(solver.solve(&[3, 1, 2, -1], &none()), SolveResult::Unsat);
    assert_eq!(solver.failed(), [1, -1]);
    assert_eq!(solver.solve(&[5, -5], &none()), SolveResult::Unsat, "also of variables in no clause");
    assert_eq!(solver.failed(), [5, -5]);
}

/// A formula in which each clause holds only if its selector, above `vars`, is assumed.
fn selected(solver: &mut dyn Solver, vars: i32, clauses: &[Vec<i32>]) -> Vec<i32> {
    let selectors: Vec<i32> = (vars + 1..).take(clauses.len()).collect();
    for (clause, selector) in clauses.iter().zip(&selectors) {
        solver.add_clause(&[&clause[..], &[-selector]].concat());
    }
    selectors
}

fn cores_are_cores(kind: SolverKind) {
    let mut unsatisfiable = 0;
    for seed in 0..100 {
        let clauses = random_three_sat(&mut Rng::with_seed(seed), 8, 45);
        let mut solver = solver(kind);
        let selectors = selected(&mut *solver, 8, &clauses);
        if solver.solve(&selectors, &none()) == SolveResult::Sat {
            continue;
        }
        unsatisfiable += 1;
        let core = solver.failed();
        assert!(core.iter().all(|lit| selectors.contains(lit)) && core.is_sorted());
        assert_eq!(solver.solve(&core, &none()), SolveResult::Unsat, "seed {seed}");
        let chosen: Vec<Vec<i32>> =
            selectors.iter().zip(&clauses).filter(|(lit, _)| core.contains(lit)).map(|(_, c)| c.clone()).collect();
        assert!(!satisfiable(8, &chosen, &[]), "seed {seed}");
    }
    assert!(unsatisfiable > 50);
}

fn cores_are_minimized(kind: SolverKind) {
    for seed in 0..40 {
        let clauses = random_three_sat(&mut Rng::with_seed(seed), 6, 40);
        let mut solver = solver(kind);
        let selectors = selected(&mut *solver, 6, &clauses);
        if solver.solve(&selectors, &none()) == SolveResult::Sat {
            continue;
        }
        let (core, minimal) = minimize_core(&mut *solver, &selectors, &none());
        assert!(minimal);
        let chosen = |without: Option<i32>| -> Vec<Vec<i32>> {
            let kept = |lit: &i32| core.contains(lit) && Some(*lit) != without;
            selectors.iter().zip(&clauses).filter(|(lit, _)| kept(lit)).map(|(_, clause)| clause.clone()).collect()
        };
        assert!(!satisfiable(6, &chosen(None), &[]), "seed {seed}");
        assert!(core.iter().all(|&lit| satisfiable(6, &chosen(Some(lit)), &[])), "seed {seed}");
        // Without time to try, nothing is removed.
        let stopped = SolverLimits::time(Duration::ZERO);
        assert_eq!(minimize_core(&mut *solver, &selectors, &stopped), (selectors, false));
    }
}

fn models_outlast_new_clauses(kind: SolverKind) {
    let mut solver = solver(kind);
    (0..4).for_each(|_| _ = solver.new_var());
    // All sixteen models, each excluded while it is read.
    for _ in 0..16 {
        assert_eq!(solver.solve(&[], &none()), SolveResult::Sat);
        let model: Vec<i32> = (1..=4).map(|var| if solver.value(var) { var } else { -var }).collect();
        let blocked: Vec<i32> = model.iter().map(|lit| -lit).collect();
        solver.add_clause(&blocked);
        assert!(model.iter().all(|&lit| solver.value(lit)));
        solver.new_var();
    }
    assert_eq!(solver.solve(&[], &none()), SolveResult::Unsat);
}

fn clauses_are_added_between_calls(kind: SolverKind) {
    // Chains of implications, longer and longer, over variables that an earlier call may have eliminated.
    let mut solver = solver(kind);
    for length in 2..60 {
        solver.add_clause(&[1 - length, length]);
        assert_eq!(solver.solve(&[1, -length], &none()), SolveResult::Unsat);
        assert_eq!(solver.failed(), [1, -length]);
        assert_eq!(solver.solve(&[1], &none()), SolveResult::Sat);
        assert!(solver.value(length));
    }
}

fn conflicts_are_limited(kind: SolverKind) {
    let mut solver = solver(kind);
    add(&mut *solver, &pigeons(9));
    assert_eq!(solver.solve(&[], &SolverLimits::conflicts(20)), SolveResult::Unknown);
    assert_eq!(solver.failed(), []);
    assert!(solver.stats().conflicts <= 60, "{:?}", solver.stats());
    assert_eq!(solver.solve(&[], &SolverLimits::conflicts(20)), SolveResult::Unknown);
    // The solver can still be used, and the limit is gone.
    add(&mut *solver, &[vec![1], vec![10]]);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Unsat);
}

fn time_is_limited(kind: SolverKind) {
    let mut solver = solver(kind);
    add(&mut *solver, &pigeons(14));
    for milliseconds in [0, 50] {
        let start = Instant::now();
        assert_eq!(solver.solve(&[], &SolverLimits::time(Duration::from_millis(milliseconds))), SolveResult::Unknown);
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(2), "{taken:?}");
    }
    assert_eq!(
        solver.solve(&[-1, -2], &SolverLimits { conflicts: Some(5), ..SolverLimits::time(Duration::MAX) }),
        SolveResult::Unknown
    );
}

fn random_formulas_are_decided(kind: SolverKind) {
    let mut answers = [0, 0];
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let clauses = random_three_sat(&mut random, 10, 44);
        let assumptions = random_clause(&mut random, 10, 2);
        let mut solver = solver(kind);
        add(&mut *solver, &clauses);
        let expected = satisfiable(10, &clauses, &assumptions);
        let answer = solver.solve(&assumptions, &none());
        assert_eq!(answer, if expected { SolveResult::Sat } else { SolveResult::Unsat }, "seed {seed}");
        answers[usize::from(expected)] += 1;
        if expected {
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| solver.value(lit))));
            assert!(assumptions.iter().all(|&lit| solver.value(lit)));
        } else {
            assert!(!satisfiable(10, &clauses, &solver.failed()), "seed {seed}");
        }
    }
    assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
}

fn hints_change_no_answer(kind: SolverKind) {
    for seed in 0..60 {
        let mut random = Rng::with_seed(seed);
        let clauses = random_three_sat(&mut random, 8, 34);
        let mut solver = solver(kind);
        solver.set_seed(random.u64(..));
        solver.set_phase(random_lit(&mut random, 8));
        add(&mut *solver, &clauses);
        solver.set_seed(random.u64(..));
        solver.set_phase(random_lit(&mut random, 12));
        solver.unset_phase(3);
        let expected = satisfiable(8, &clauses, &[]);
        assert_eq!(solver.solve(&[], &none()) == SolveResult::Sat, expected, "seed {seed}");
    }
}

fn work_is_counted(kind: SolverKind) {
    let mut solver = solver(kind);
    let clauses = pigeons(6);
    add(&mut *solver, &clauses);
    assert_eq!(solver.solve(&[], &none()), SolveResult::Unsat);
    let stats = solver.stats();
    assert_eq!((stats.clauses, stats.variables), (clauses.len() as u64, 42));
    assert!(stats.conflicts > 10 && stats.decisions > 10 && stats.propagations > 100, "{stats:?}");
    assert!(format!("{solver:?}").contains("conflicts"));
}

#[test]
fn phases_are_followed_by_cadical() {
    for seed in 0..20 {
        let mut random = Rng::with_seed(seed);
        let mut solver = solver(SolverKind::Cadical);
        let wanted: Vec<i32> = (1..=30).map(|var| if random.bool() { var } else { -var }).collect();
        // What is wanted satisfies them, so no other value must be chosen.
        for pair in wanted.windows(2) {
            solver.add_clause(&[pair[0], -pair[1]]);
        }
        wanted.iter().for_each(|&lit| solver.set_phase(lit));
        assert_eq!(solver.solve(&[], &none()), SolveResult::Sat);
        assert!(wanted.iter().all(|&lit| solver.value(lit)), "seed {seed}");
    }
}
