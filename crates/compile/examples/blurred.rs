//! Generated programs with unknown literals: circuits against `eval`, as many as one likes.
//!
//! `cargo run --release -p custodiet-compile --example blurred -- 0..1000 [--reasons]`

#[path = "../tests/blur/mod.rs"]
mod blur;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let range = args.first().and_then(|text| text.split_once("..")).unwrap_or(("0", "1000"));
    let (first, last): (u64, u64) = (range.0.parse().unwrap_or(0), range.1.parse().unwrap_or(1000));
    let mut tally = blur::Tally::default();
    for seed in first..last {
        let before = tally.disagreements.len();
        blur::compare(seed, &mut tally);
        tally.disagreements[before..].iter().for_each(|disagreement| println!("{disagreement}"));
        if tally.disagreements.len() >= 20 {
            break;
        }
    }
    let refused: u64 = tally.refused.values().sum();
    println!(
        "{} programs, {} cases compiled, {refused} refused, {} answers compared, {} disagreements",
        tally.programs,
        tally.cases,
        tally.answers,
        tally.disagreements.len()
    );
    if args.iter().any(|arg| arg == "--reasons") {
        let mut reasons: Vec<(u64, String)> =
            tally.refused.into_iter().map(|(reason, count)| (count, reason)).collect();
        reasons.sort();
        reasons.iter().rev().take(60).for_each(|(count, reason)| println!("{count:>7}  {reason}"));
    }
}
