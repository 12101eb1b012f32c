//! Proofs are written and accepted; everything else is rejected.

mod formulas;

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use circuit::{Circuit, Encoder, Lit, bits};
use fastrand::Rng;
use formulas::{pigeons, random_three_sat, satisfiable};
use solver::dimacs::Cnf;
use solver::proof::{ProofFault, ProveError, check, prove};
use solver::{SolveResult, SolverKind, SolverLimits, solver};
use tempfile::TempDir;

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn file_count(directory: &TempDir) -> usize {
    fs::read_dir(directory.path()).expect("the directory exists").count()
}

fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    let mut cnf = Cnf::new();
    clauses.iter().for_each(|clause| cnf.add_clause(clause));
    cnf
}

/// The text of a proof, if the clauses contradict each other.
fn proof_of(directory: &TempDir, cnf: &Cnf) -> Option<String> {
    let path = directory.path().join("proof.lrat");
    match prove(cnf, &path, &SolverLimits::default()).expect("it can be written") {
        SolveResult::Unsat => {
            let text = fs::read_to_string(&path).expect("a proof");
            fs::remove_file(&path).expect("it is there");
            Some(text)
        }
        SolveResult::Sat => None,
        SolveResult::Unknown => panic!("there is no limit"),
    }
}

#[test]
fn proofs_of_random_formulas_are_accepted() {
    let directory = temporary();
    let mut proved = 0;
    for seed in 0..150 {
        let mut random = Rng::with_seed(seed);
        let vars = random.i32(5..95);
        let ratio = 5 + random.usize(..2);
        let clauses = random_three_sat(&mut random, vars, vars.unsigned_abs() as usize * ratio);
        let cnf = cnf(&clauses);
        let mut other = solver(SolverKind::Batsat);
        formulas::add(&mut *other, &clauses);
        let expected = other.solve(&[], &SolverLimits::default());
        let proof = proof_of(&directory, &cnf);
        assert_eq!(proof.is_some(), expected == SolveResult::Unsat, "seed {seed}");
        if let Some(proof) = proof {
            assert_eq!(check(&cnf, proof.as_bytes()), Ok(()), "seed {seed}");
            proved += 1;
        }
        assert_eq!(file_count(&directory), 0, "nothing is left behind");
    }
    assert!(proved > 75, "{proved}");
}

#[test]
fn proofs_of_hard_formulas_are_believed() {
    let directory = temporary();
    // Pigeons, and that multiplication commutes: inprocessing has something to do.
    let mut circuit = Circuit::new();
    let [a, b] = [(); 2].map(|()| (0..5).map(|_| circuit.input()).collect::<Vec<Lit>>());
    let (left, right) = (bits::mul(&mut circuit, &a, &b), bits::mul(&mut circuit, &b, &a));
    let same = bits::equal(&mut circuit, &left, &right);
    let mut products = Cnf::new();
    Encoder::new().assert(&circuit, !same, &mut products);
    for cnf in [cnf(&pigeons(7)), products] {
        let proof = proof_of(&directory, &cnf).expect("a contradiction");
        assert!(proof.lines().count() > 100 && proof.contains(" d "), "{} lines", proof.lines().count());
        assert_eq!(check(&cnf, proof.as_bytes()), Ok(()));
    }
}

#[test]
fn trivial_contradictions_are_accepted() {
    let directory = temporary();
    for clauses in [vec![vec![]], vec![vec![1], vec![-1]], vec![vec![1, 1], vec![2, -2], vec![-1], vec![]]] {
        let cnf = cnf(&clauses);
        let proof = proof_of(&directory, &cnf).expect("a contradiction");
        assert_eq!(check(&cnf, proof.as_bytes()), Ok(()), "{clauses:?}: {proof}");
    }
}

#[test]
fn undecided_formulas_leave_no_file() {
    let directory = temporary();
    let path = directory.path().join("proof.lrat");
    let hard = cnf(&pigeons(12));
    for limits in
        [SolverLimits::conflicts(10), SolverLimits::time(Duration::from_millis(30)), SolverLimits::time(Duration::ZERO)]
    {
        assert_eq!(prove(&hard, &path, &limits).expect("it can be written"), SolveResult::Unknown);
    }
    assert_eq!(prove(&cnf(&[vec![1]]), &path, &SolverLimits::default()).expect("it can be written"), SolveResult::Sat);
    assert_eq!(file_count(&directory), 0);
    // A name that looks like a compressed file is not special.
    let compressed = directory.path().join("proof.gz");
    let contradiction = cnf(&[vec![1], vec![-1]]);
    assert_eq!(
        prove(&contradiction, &compressed, &SolverLimits::default()).expect("it can be written"),
        SolveResult::Unsat
    );
    assert!(fs::read_to_string(compressed).is_ok());
    let nowhere = directory.path().join("nowhere").join("proof.lrat");
    assert!(matches!(prove(&hard, &nowhere, &SolverLimits::default()), Err(ProveError::Write { .. })));
}

/// All clauses over two variables: 1 to 4.
fn square() -> Cnf {
    cnf(&[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]])
}

#[test]
fn invalid_proofs_are_rejected_with_their_line() {
    let good = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    assert_eq!(check(&square(), good.as_bytes()), Ok(()));
    assert_eq!(check(&square(), good.trim_end().as_bytes()), Ok(()), "the last line break may be missing");
    let repetitive = "5 1 0 1 1 2 0\n6 0 5 5 3 4 0\n";
    assert_eq!(check(&square(), repetitive.as_bytes()), Ok(()), "a hint may say what is known");
    for (proof, line, fault) in [
        ("", 1, ProofFault::NoEmptyClause),
        ("5 1 0 1 2 0\n", 2, ProofFault::NoEmptyClause),
        ("5 1 0 1 2 0\n\n", 2, ProofFault::Incomplete),
        ("5 1 0 1 2", 1, ProofFault::Incomplete),
        ("5 1 0", 1, ProofFault::Incomplete),
        ("5 1 0 1 2 0 7\n", 1, ProofFault::TooLong),
        ("5 d 1 0 2 0\n", 1, ProofFault::TooLong),
        ("x\n", 1, ProofFault::NotANumber("x".to_owned())),
        ("5 + 0\n", 1, ProofFault::NotANumber("+".to_owned())),
        ("5 1 0 - 0\n", 1, ProofFault::NotANumber("-".to_owned())),
        ("9999999999999999999 0 1 0\n", 1, ProofFault::NotANumber("9999999999999999999".to_owned())),
        ("4 1 0 1 2 0\n", 1, ProofFault::Order { id: 4, last: 4 }),
        ("5 1 0 1 2 0\n5 2 0 1 3 0\n", 2, ProofFault::Order { id: 5, last: 5 }),
        ("-5 1 0 1 2 0\n", 1, ProofFault::Order { id: -5, last: 4 }),
        ("5 3 0 1 2 0\n", 1, ProofFault::Literal(3)),
        ("5 -2147483648 0 1 2 0\n", 1, ProofFault::Literal(-2_147_483_648)),
        ("5 5000000000 0 1 2 0\n", 1, ProofFault::Literal(5_000_000_000)),
        ("5 1 -1 0 1 2 0\n", 1, ProofFault::Tautology(-1)),
        ("5 1 0 1 5 0\n", 1, ProofFault::UnknownClause(5)),
        ("5 1 0 1 2 0\n5 d 1 0\n6 0 5 1 0\n", 3, ProofFault::UnknownClause(1)),
        ("5 d 1 1 0\n", 1, ProofFault::UnknownClause(1)),
        ("5 1 0 1 -2 0\n", 1, ProofFault::Rat(-2)),
        ("5 0 1 2 0\n", 1, ProofFault::NotUnit(1)),
        ("5 1 0 1 3 2 0\n", 1, ProofFault::NotUnit(3)),
        ("5 1 0 1 2 3 0\n", 1, ProofFault::MoreHints),
        ("5 1 0 1 0\n", 1, ProofFault::NoConflict),
        ("5 1 0 0\n", 1, ProofFault::NoConflict),
        ("5 1 2 0 0\n", 1, ProofFault::NoConflict),
    ] {
        let error = check(&square(), proof.as_bytes()).expect_err(proof);
        assert_eq!((error.line, error.fault), (line, fault), "{proof:?}");
    }
    let error = check(&square(), &b"5 \xff\n"[..]).expect_err("not text");
    assert_eq!(error.to_string(), "line 1: `\u{fffd}` is not a number");
}

#[test]
fn satisfiable_clauses_have_no_proof() {
    // A valid proof of another formula.
    let directory = temporary();
    let mut clauses = pigeons(4);
    let proof = proof_of(&directory, &cnf(&clauses)).expect("a contradiction");
    for index in 0..clauses.len() {
        let removed = std::mem::replace(&mut clauses[index], vec![1, -1]);
        assert!(check(&cnf(&clauses), proof.as_bytes()).is_err(), "without clause {index}");
        clauses[index] = removed;
    }
}

#[test]
fn changed_proofs_are_rejected_or_still_proofs() {
    let directory = temporary();
    let mut accepted = 0;
    for seed in 0..12 {
        let mut random = Rng::with_seed(seed);
        let clauses = random_three_sat(&mut random, 12, 90);
        let cnf = cnf(&clauses);
        let Some(proof) = proof_of(&directory, &cnf) else { continue };
        assert!(!satisfiable(12, &clauses, &[]));
        assert!(is_proof(&clauses, &proof), "the naive checker accepts it too");
        for _ in 0..1500 {
            let changed = change(&mut random, &proof);
            if check(&cnf, &changed[..]).is_ok() {
                let text = String::from_utf8(changed).expect("digits");
                assert!(is_proof(&clauses, &text), "seed {seed}: {text}");
                accepted += usize::from(text != proof);
            }
        }
    }
    assert!(accepted > 100, "some changes are harmless: {accepted}");
}

/// One to three random changes: of bytes, words or lines.
fn change(random: &mut Rng, proof: &str) -> Vec<u8> {
    let mut text = proof.as_bytes().to_vec();
    for _ in 0..=random.usize(..3) {
        if text.is_empty() {
            break;
        }
        let at = random.usize(..text.len());
        let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let (one, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
        match random.usize(..8) {
            0 => text[at] = b"0123456789 -d\n\xff"[random.usize(..15)],
            1 => _ = text.remove(at),
            2 => text.insert(at, b"0123456789 -d\n"[random.usize(..14)]),
            3 => text.truncate(at),
            4 => {
                lines.swap(one, other);
                text = lines.concat();
            }
            5 => {
                lines.remove(one);
                text = lines.concat();
            }
            6 => {
                let copy = lines[one].clone();
                lines.insert(other, copy);
                text = lines.concat();
            }
            _ => {
                let mut words: Vec<&[u8]> = lines[one].split(|&byte| byte == b' ').collect();
                let (from, to) = (random.usize(..words.len()), random.usize(..words.len()));
                words.swap(from, to);
                lines[one] = words.join(&b' ');
                text = lines.concat();
            }
        }
    }
    text
}

/// Whether each added clause, up to the empty one, follows by unit propagation from all known clauses, ignoring hints.
/// Shares no code with the checker.
fn is_proof(clauses: &[Vec<i32>], proof: &str) -> bool {
    let mut known: BTreeMap<String, Vec<i32>> =
        clauses.iter().enumerate().map(|(index, clause)| ((index + 1).to_string(), clause.clone())).collect();
    for line in proof.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.get(1) == Some(&"d") {
            for id in words[2..].iter().filter(|id| **id != "0") {
                // Numbers may have leading zeros.
                known.remove(id.trim_start_matches('0'));
            }
            continue;
        }
        let lits = words[1..].iter().map(|word| word.parse::<i32>().expect("a literal"));
        let clause: Vec<i32> = lits.take_while(|&lit| lit != 0).collect();
        if !follows(&known, &clause) {
            return false;
        }
        if clause.is_empty() {
            return true;
        }
        known.insert(words[0].trim_start_matches('0').to_owned(), clause);
    }
    false
}

fn follows(known: &BTreeMap<String, Vec<i32>>, clause: &[i32]) -> bool {
    let mut truths: Vec<i32> = clause.iter().map(|lit| -lit).collect();
    loop {
        let before = truths.len();
        for clause in known.values() {
            let open: Vec<i32> = clause.iter().copied().filter(|lit| !truths.contains(&-lit)).collect();
            match open[..] {
                [] => return true,
                [lit, ref rest @ ..] if rest.iter().all(|&other| other == lit) && !truths.contains(&lit) => {
                    truths.push(lit);
                }
                _ => {}
            }
        }
        if truths.len() == before {
            return false;
        }
    }
}

#[test]
fn arbitrary_bytes_are_rejected() {
    let alphabet = b"0123456789 -d\n\t\r\x00\xff";
    let mut random = Rng::with_seed(7);
    for _ in 0..20_000 {
        let length = random.usize(..60);
        let bytes: Vec<u8> = (0..length).map(|_| alphabet[random.usize(..alphabet.len())]).collect();
        assert!(check(&square(), &bytes[..]).is_err(), "{bytes:?}");
    }
}
