//! The contract of the generator: its programs run in CPython, terminate soon, give the same results under every hash
//! seed, raise sometimes, and reach every production.

use std::collections::BTreeSet;
use std::io;

use fuzz::coverage::Coverage;
use fuzz::cpython::{Cpython, CpythonAnswer, Request};
use fuzz::{FuzzProgram, generate, productions};

const PROGRAMS: u64 = 1500;

fn results(programs: &[FuzzProgram], hash_seed: u32) -> io::Result<Vec<String>> {
    let requests: Vec<Request<'_>> =
        programs.iter().map(|program| Request { source: &program.source, cases: program.cases, places: &[] }).collect();
    let answers = Cpython::start(hash_seed)?.ask_all(&requests)?;
    let mut all = Vec::new();
    for (program, answer) in programs.iter().zip(answers) {
        match answer {
            CpythonAnswer::Ran { results, .. } => all.extend(results),
            CpythonAnswer::Refused(message) => panic!("program {}: {message}\n{}", program.seed, program.source),
        }
    }
    Ok(all)
}

#[test]
fn the_order_of_sets_does_not_show() -> io::Result<()> {
    let programs: Vec<FuzzProgram> = (0..PROGRAMS).map(generate).collect();
    let (first, second) = (results(&programs, 0)?, results(&programs, 99)?);
    let owners: Vec<u64> = programs.iter().flat_map(|program| vec![program.seed; program.cases]).collect();
    for ((first, second), owner) in first.iter().zip(&second).zip(owners) {
        assert_eq!(first, second, "program {owner}");
    }
    let share = |holds: fn(&&String) -> bool| first.iter().filter(holds).count() * 100 / first.len();
    let raising = share(|result| result.starts_with('!'));
    assert!((15..=35).contains(&raising), "{raising} % of the cases raise");
    assert_eq!(share(|result| result.starts_with("!!")), 0);
    let distinct = first.iter().collect::<BTreeSet<_>>().len();
    assert!(distinct * 10 > first.len() * 7, "only {distinct} results in {} cases", first.len());
    Ok(())
}

#[test]
fn a_seed_always_gives_the_same_program() {
    let again = |seed| generate(seed).source;
    assert!((0..50).all(|seed| again(seed) == again(seed)));
    let distinct: BTreeSet<String> = (0..500).map(again).collect();
    assert_eq!(distinct.len(), 500);
}

#[test]
fn every_production_is_used() {
    let mut used = Coverage::default();
    for seed in 0..12_000 {
        used.add(&generate(seed).used);
    }
    let rare: Vec<_> = used.rarest(&productions()).into_iter().filter(|(_, count)| *count < 5).collect();
    assert!(rare.is_empty(), "{rare:?}");
}
