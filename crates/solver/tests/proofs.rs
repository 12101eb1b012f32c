//! Proofs are written and believed; what is not a proof is not believed.

mod formulas;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use circuit::{Circuit, Encoder, Lit, bits};
use formulas::{Random, pigeons, satisfiable};
use solver::dimacs::Cnf;
use solver::proof::{Fault, ProveError, check, prove};
use solver::{Answer, Kind, Limits, solver};

/// A directory of the test's own, removed with all that is in it.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory for temporary files");
        Directory(path)
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).expect("it was made").count()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    let mut cnf = Cnf::new();
    clauses.iter().for_each(|clause| cnf.add_clause(clause));
    cnf
}

/// The text of a proof, if the clauses contradict each other.
fn proof_of(directory: &Directory, cnf: &Cnf) -> Option<String> {
    let path = directory.0.join("proof.lrat");
    match prove(cnf, &path, &Limits::default()).expect("it can be written") {
        Answer::Unsat => {
            let text = fs::read_to_string(&path).expect("a proof");
            fs::remove_file(&path).expect("it is there");
            Some(text)
        }
        Answer::Sat => None,
        Answer::Unknown => panic!("there is no limit"),
    }
}

#[test]
fn proofs_of_random_formulas_are_believed() {
    let directory = Directory::new("random");
    let mut proved = 0;
    for seed in 0..150 {
        let mut random = Random(seed);
        let vars = 5 + i32::try_from(random.below(90)).expect("small");
        let ratio = 5 + random.below(2);
        let clauses = random.three_sat(vars, vars.unsigned_abs() as usize * ratio);
        let cnf = cnf(&clauses);
        let mut other = solver(Kind::Batsat);
        formulas::add(&mut *other, &clauses);
        let expected = other.solve(&[], &Limits::default());
        let proof = proof_of(&directory, &cnf);
        assert_eq!(proof.is_some(), expected == Answer::Unsat, "seed {seed}");
        if let Some(proof) = proof {
            assert_eq!(check(&cnf, proof.as_bytes()), Ok(()), "seed {seed}");
            proved += 1;
        }
        assert_eq!(directory.files(), 0, "nothing is left behind");
    }
    assert!(proved > 75, "{proved}");
}

#[test]
fn proofs_of_hard_formulas_are_believed() {
    let directory = Directory::new("hard");
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
fn trivial_contradictions_are_believed() {
    let directory = Directory::new("trivial");
    for clauses in [vec![vec![]], vec![vec![1], vec![-1]], vec![vec![1, 1], vec![2, -2], vec![-1], vec![]]] {
        let cnf = cnf(&clauses);
        let proof = proof_of(&directory, &cnf).expect("a contradiction");
        assert_eq!(check(&cnf, proof.as_bytes()), Ok(()), "{clauses:?}: {proof}");
    }
}

#[test]
fn what_is_not_decided_leaves_no_file() {
    let directory = Directory::new("limits");
    let path = directory.0.join("proof.lrat");
    let hard = cnf(&pigeons(12));
    for limits in [Limits::conflicts(10), Limits::time(Duration::from_millis(30)), Limits::time(Duration::ZERO)] {
        assert_eq!(prove(&hard, &path, &limits).expect("it can be written"), Answer::Unknown);
    }
    assert_eq!(prove(&cnf(&[vec![1]]), &path, &Limits::default()).expect("it can be written"), Answer::Sat);
    assert_eq!(directory.files(), 0);
    // A name that looks compressed is a name.
    let compressed = directory.0.join("proof.gz");
    let contradiction = cnf(&[vec![1], vec![-1]]);
    assert_eq!(prove(&contradiction, &compressed, &Limits::default()).expect("it can be written"), Answer::Unsat);
    assert!(fs::read_to_string(compressed).is_ok());
    let nowhere = directory.0.join("nowhere").join("proof.lrat");
    assert!(matches!(prove(&hard, &nowhere, &Limits::default()), Err(ProveError::Write { .. })));
}

/// All clauses over two variables: 1 to 4.
fn square() -> Cnf {
    cnf(&[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]])
}

#[test]
fn lies_are_refused_with_their_line() {
    let good = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    assert_eq!(check(&square(), good.as_bytes()), Ok(()));
    assert_eq!(check(&square(), good.trim_end().as_bytes()), Ok(()), "the last line break may be missing");
    let repetitive = "5 1 0 1 1 2 0\n6 0 5 5 3 4 0\n";
    assert_eq!(check(&square(), repetitive.as_bytes()), Ok(()), "a hint may say what is known");
    for (proof, line, fault) in [
        ("", 1, Fault::NoEmptyClause),
        ("5 1 0 1 2 0\n", 2, Fault::NoEmptyClause),
        ("5 1 0 1 2 0\n\n", 2, Fault::Incomplete),
        ("5 1 0 1 2", 1, Fault::Incomplete),
        ("5 1 0", 1, Fault::Incomplete),
        ("5 1 0 1 2 0 7\n", 1, Fault::TooLong),
        ("5 d 1 0 2 0\n", 1, Fault::TooLong),
        ("x\n", 1, Fault::NotANumber("x".to_owned())),
        ("5 + 0\n", 1, Fault::NotANumber("+".to_owned())),
        ("5 1 0 - 0\n", 1, Fault::NotANumber("-".to_owned())),
        ("9999999999999999999 0 1 0\n", 1, Fault::NotANumber("9999999999999999999".to_owned())),
        ("4 1 0 1 2 0\n", 1, Fault::Order { id: 4, last: 4 }),
        ("5 1 0 1 2 0\n5 2 0 1 3 0\n", 2, Fault::Order { id: 5, last: 5 }),
        ("-5 1 0 1 2 0\n", 1, Fault::Order { id: -5, last: 4 }),
        ("5 3 0 1 2 0\n", 1, Fault::Literal(3)),
        ("5 -2147483648 0 1 2 0\n", 1, Fault::Literal(-2_147_483_648)),
        ("5 5000000000 0 1 2 0\n", 1, Fault::Literal(5_000_000_000)),
        ("5 1 -1 0 1 2 0\n", 1, Fault::Tautology(-1)),
        ("5 1 0 1 5 0\n", 1, Fault::UnknownClause(5)),
        ("5 1 0 1 2 0\n5 d 1 0\n6 0 5 1 0\n", 3, Fault::UnknownClause(1)),
        ("5 d 1 1 0\n", 1, Fault::UnknownClause(1)),
        ("5 1 0 1 -2 0\n", 1, Fault::Rat(-2)),
        ("5 0 1 2 0\n", 1, Fault::NotUnit(1)),
        ("5 1 0 1 3 2 0\n", 1, Fault::NotUnit(3)),
        ("5 1 0 1 2 3 0\n", 1, Fault::MoreHints),
        ("5 1 0 1 0\n", 1, Fault::NoConflict),
        ("5 1 0 0\n", 1, Fault::NoConflict),
        ("5 1 2 0 0\n", 1, Fault::NoConflict),
    ] {
        let error = check(&square(), proof.as_bytes()).expect_err(proof);
        assert_eq!((error.line, error.fault), (line, fault), "{proof:?}");
    }
    let error = check(&square(), &b"5 \xff\n"[..]).expect_err("not text");
    assert_eq!(error.to_string(), "line 1: `\u{fffd}` is not a number");
}

#[test]
fn satisfiable_clauses_have_no_proof() {
    // A true proof of something else.
    let directory = Directory::new("other");
    let mut clauses = pigeons(4);
    let proof = proof_of(&directory, &cnf(&clauses)).expect("a contradiction");
    for index in 0..clauses.len() {
        let removed = std::mem::replace(&mut clauses[index], vec![1, -1]);
        assert!(check(&cnf(&clauses), proof.as_bytes()).is_err(), "without clause {index}");
        clauses[index] = removed;
    }
}

#[test]
fn changed_proofs_are_refused_or_still_proofs() {
    let directory = Directory::new("changed");
    let mut accepted = 0;
    for seed in 0..12 {
        let mut random = Random(seed);
        let clauses = random.three_sat(12, 90);
        let cnf = cnf(&clauses);
        let Some(proof) = proof_of(&directory, &cnf) else { continue };
        assert!(!satisfiable(12, &clauses, &[]));
        assert!(is_proof(&clauses, &proof), "the naive checker believes it too");
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
fn change(random: &mut Random, proof: &str) -> Vec<u8> {
    let mut text = proof.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        if text.is_empty() {
            break;
        }
        let at = random.below(text.len());
        let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        match random.below(8) {
            0 => text[at] = b"0123456789 -d\n\xff"[random.below(15)],
            1 => _ = text.remove(at),
            2 => text.insert(at, b"0123456789 -d\n"[random.below(14)]),
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
                let (from, to) = (random.below(words.len()), random.below(words.len()));
                words.swap(from, to);
                lines[one] = words.join(&b' ');
                text = lines.concat();
            }
        }
    }
    text
}

/// Whether each added clause follows by unit propagation from all clauses there are, hints or not, until the empty one.
/// Shares nothing with the checker.
fn is_proof(clauses: &[Vec<i32>], proof: &str) -> bool {
    let mut known: BTreeMap<String, Vec<i32>> =
        clauses.iter().enumerate().map(|(index, clause)| ((index + 1).to_string(), clause.clone())).collect();
    for line in proof.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.get(1) == Some(&"d") {
            for id in words[2..].iter().filter(|id| **id != "0") {
                // A number may be written with zeros in front.
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
fn arbitrary_bytes_do_no_harm() {
    let alphabet = b"0123456789 -d\n\t\r\x00\xff";
    let mut random = Random(7);
    for _ in 0..20_000 {
        let length = random.below(60);
        let bytes: Vec<u8> = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        assert!(check(&square(), &bytes[..]).is_err(), "{bytes:?}");
    }
}
