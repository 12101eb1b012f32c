//! Generated programs with unknown literals: the circuit of each case, for every choice, says what `eval` says.
//!
//! `cargo run --release -p custodiet-compile --example blurred -- 0..200000` runs as many as one likes.

mod blur;

use blur::Tally;

/// About six cases a program, and up to eight choices a case.
const PROGRAMS: u64 = 5000;

#[test]
fn generated_programs() {
    // Two threads: circuits are independent of each other.
    let halves: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = [0, 1].map(|half| scope.spawn(move || run(half))).into_iter().collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker")).collect()
    });
    let disagreements: Vec<&String> = halves.iter().flat_map(|tally| &tally.disagreements).collect();
    assert!(disagreements.is_empty(), "{}", disagreements[0]);
    let cases: u64 = halves.iter().map(|tally| tally.cases).sum();
    let answers: u64 = halves.iter().map(|tally| tally.answers).sum();
    let refused: u64 = halves.iter().flat_map(|tally| tally.refused.values()).sum();
    assert!(answers >= 60_000, "only {answers} answers were compared");
    assert!(refused * 8 < cases, "{refused} cases have no circuit, {cases} have one");
}

fn run(half: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in (half..PROGRAMS).step_by(2) {
        blur::compare(seed, &mut tally);
        if !tally.disagreements.is_empty() {
            break;
        }
    }
    tally
}
