//! Circuits as clauses: the models of the clauses are exactly the assignments that satisfy the circuit.

use circuit::{Circuit, Encoder, Lit, Polarity, eval_bool};
use fastrand::Rng;
use solver::{Feed, SolveResult, SolverKind, SolverLimits, solver};

const INPUTS: usize = 6;

fn random_circuit(random: &mut Rng) -> (Circuit, Vec<Lit>) {
    let mut circuit = Circuit::new();
    let mut lits: Vec<Lit> = (0..INPUTS).map(|_| circuit.input()).collect();
    for _ in 0..40 {
        let [a, b, c] = [(); 3].map(|()| lits[random.usize(..lits.len())].negate_if(random.bool()));
        lits.push(match random.usize(..4) {
            0 => circuit.and(a, b),
            1 => circuit.xor(a, b),
            2 => circuit.ite(a, b, c),
            _ => circuit.any([a, b, c]),
        });
    }
    (circuit, lits)
}

fn rows() -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << INPUTS).map(|row| (0..INPUTS).map(|bit| row >> bit & 1 == 1).collect())
}

#[test]
fn models_are_the_satisfying_assignments() {
    for kind in SolverKind::ALL {
        for seed in 0..100 {
            let mut random = Rng::with_seed(seed);
            let (circuit, lits) = random_circuit(&mut random);
            let root = lits[lits.len() - 1];
            let (mut encoder, mut solver) = (Encoder::new(), solver(kind));
            encoder.declare_inputs(&circuit, &mut solver);
            encoder.assert(&circuit, root, &mut solver);
            let mut found = Vec::new();
            while solver.solve(&[], &SolverLimits::default()) == SolveResult::Sat {
                let model: Vec<bool> = circuit
                    .inputs()
                    .iter()
                    .map(|&input| encoder.var(input).is_some_and(|var| solver.value(var)))
                    .collect();
                let other: Vec<Lit> =
                    circuit.inputs().iter().zip(&model).map(|(input, &value)| input.lit().negate_if(value)).collect();
                encoder.clause(&circuit, &other, &mut Feed(&mut *solver));
                found.push(model);
            }
            found.sort();
            let mut expected: Vec<Vec<bool>> = rows().filter(|row| eval_bool(&circuit, root, row)).collect();
            expected.sort();
            assert_eq!(found, expected, "seed {seed}");
        }
    }
}

#[test]
fn assumed_literals_mean_their_functions() {
    for kind in SolverKind::ALL {
        for seed in 0..60 {
            let mut random = Rng::with_seed(seed);
            let (circuit, lits) = random_circuit(&mut random);
            let (mut encoder, mut solver) = (Encoder::new(), solver(kind));
            // One after the other: later ones share variables with earlier ones, in other polarities.
            for _ in 0..8 {
                let lit = lits[random.usize(..lits.len())].negate_if(random.bool());
                let assumed = encoder.lit(&circuit, lit, Polarity::Positive, &mut solver);
                let expected = rows().any(|row| eval_bool(&circuit, lit, &row));
                assert_eq!(
                    solver.solve(&[assumed], &SolverLimits::default()) == SolveResult::Sat,
                    expected,
                    "seed {seed}"
                );
                if expected {
                    let value = |input| encoder.var(input).is_some_and(|var| solver.value(var));
                    let row: Vec<bool> = circuit.inputs().iter().map(|&input| value(input)).collect();
                    assert!(eval_bool(&circuit, lit, &row), "seed {seed}");
                }
            }
        }
    }
}
