//! Times every subproperty of a problem on pairs from a file: `eval_speed PROBLEM.py PAIRS.json ROUNDS`.
//!
//! Prints nanoseconds of CPU time a call as JSON. `benches/eval_vs_cpython.py` runs it beside CPython.

use std::hint::black_box;
use std::path::Path;

/// The allocator of the `custodiet` binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use eval::{Machine, Pair, Program, Value};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, problem, pairs, rounds] = &*args else {
        eprintln!("usage: eval_speed PROBLEM.py PAIRS.json ROUNDS");
        std::process::exit(2);
    };
    let rounds: usize = rounds.parse().expect("ROUNDS is a number");
    let loaded = lang::load::load_file(Path::new(problem));
    assert!(!loaded.has_errors(), "the problem file has errors: see `custodiet check`");
    let problem = loaded.problem;
    let text = std::fs::read_to_string(pairs).expect("PAIRS.json can be read");
    let json: Vec<serde_json::Value> = serde_json::from_str(&text).expect("PAIRS.json is JSON");
    let pairs: Vec<Pair> =
        json.iter().map(|pair| Pair::read(&problem, pair).expect("a pair of this problem")).collect();

    let program = Program::new(&problem);
    let mut machine = Machine::new(&program);
    let mut times = serde_json::Map::new();
    for property in &problem.subproperties {
        let calls: Vec<Vec<Value>> = pairs
            .iter()
            .map(|pair| property.params.iter().map(|param| pair.values[*param].clone()).collect())
            .collect();
        let start = cpu_nanoseconds();
        for _ in 0..rounds {
            for call in &calls {
                black_box(machine.call_id(property.function, black_box(call))).expect("a subproperty does not raise");
            }
        }
        let calls = i64::try_from(rounds * calls.len()).expect("fewer than 2⁶³ calls");
        // Tenths are enough, and whole numbers of them are exact.
        let tenths = i32::try_from((cpu_nanoseconds() - start) * 10 / calls).expect("less than seconds a call");
        let nanoseconds = f64::from(tenths) / 10.0;
        times.insert(property.name.to_string(), nanoseconds.into());
    }
    println!("{}", serde_json::Value::Object(times));
}

/// CPU time of this thread: on a busy machine the wall clock measures the neighbors.
fn cpu_nanoseconds() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}
