//! Prints generated programs: `cargo run -p custodiet-fuzz --example programs -- 0..20`, with `--json` as requests
//! for `run_cases.py`.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let json = args.iter().any(|arg| arg == "--json");
    let range = args.iter().find_map(|arg| {
        let (from, to) = arg.split_once("..")?;
        Some((from.parse::<u64>().ok()?, to.parse::<u64>().ok()?))
    });
    let Some((from, to)) = range else {
        eprintln!("usage: programs FROM..TO [--json]");
        return ExitCode::from(2);
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for seed in from..to {
        let program = fuzz::generate(seed);
        let written = if json {
            writeln!(out, "{}", serde_json::json!({"id": seed, "source": program.source, "cases": program.cases}))
        } else {
            writeln!(out, "# program {seed}\n{}", program.source)
        };
        if written.is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
