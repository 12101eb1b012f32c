//! Analyzes a problem and prints figures. `cargo run --release -p custodiet-decide --example analyze -- FILE [SCOPE [--tests|--refute|--refute-of SMALLER]]`

use std::time::{Duration, Instant};

use decide::{DecideSettings, Session, analyze};
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::implications::Implication;
use solver::SolverLimits;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let started = Instant::now();
    let loaded = lang::load::load_file(args[0].as_ref());
    let problem = &loaded.problem;
    let scope = match args.get(1) {
        Some(text) => lang::scope::override_bounds(problem, text).expect("a scope"),
        None => problem.scope.clone(),
    };
    let mut settings = DecideSettings::default();
    if std::env::var("BATSAT").is_ok() {
        settings.solver = solver::SolverKind::Batsat;
    }
    if let (Some("--refute-of"), Some(smaller)) = (args.get(2).map(String::as_str), args.get(3)) {
        let smaller = lang::scope::override_bounds(problem, smaller).expect("a scope");
        let mut session = Session::new(problem, &smaller, &settings).expect("a session");
        let analysis = analyze(&mut session).expect("an analysis");
        refute(problem, &scope, &settings, &analysis.implications);
        return;
    }
    let mut session = match Session::new(problem, &scope, &settings) {
        Ok(session) => session,
        Err(decide::DecideError::Refused(refusals)) => {
            for refusal in refusals {
                println!("{}:{}: {}", args[0], problem.source.line(refusal.at.start), refusal);
            }
            return;
        }
        Err(failure) => {
            println!("{failure}");
            return;
        }
    };
    let analysis = match analyze(&mut session) {
        Ok(analysis) => analysis,
        Err(failure) => {
            println!("{failure}");
            return;
        }
    };
    let buckets: Vec<String> = analysis.concretizable.iter().map(|(bucket, _)| format!("{bucket:?}")).collect();
    println!("{} buckets: {}", buckets.len(), buckets.join(" "));
    for implication in &analysis.implications {
        let star = if analysis.basis.contains(implication) { "*" } else { " " };
        println!("{star} {} -> {}", names(implication.hold), names(implication.then).replace('&', "|"));
    }
    println!("complete {:?} difference {:?}", analysis.complete, analysis.difference);
    for raising in &analysis.raises {
        println!("raises {} {} {}", raising.function, raising.exception, pairs::pair_json(problem, &raising.pair));
    }
    println!("{:?}", analysis.figures);
    let times: Vec<String> = analysis.times.iter().map(|(name, time)| format!("{name} {time:.3?}")).collect();
    println!("{} in all {:.3?}", times.join(", "), started.elapsed());
    session
        .order_undecided
        .iter()
        .for_each(|id| println!("order undecided: {}", problem.module.function(*id).name.name));
    if args.get(2).is_some_and(|arg| arg == "--tests") {
        let started = Instant::now();
        let mut count = 0;
        for (bucket, _) in &analysis.concretizable {
            let counts = decide::tests_of_bucket::TestCounts::default();
            match decide::tests_of_bucket::tests_of(&mut session, *bucket, counts, 1) {
                Ok(tests) => count += tests.small.len() + tests.diverse.len(),
                Err(failure) => println!("{failure}"),
            }
        }
        println!("{count} tests in {:.3?}", started.elapsed());
    }
    if args.get(2).is_some_and(|arg| arg == "--refute") {
        refute(problem, &scope, &settings, &analysis.implications);
    }
}

/// Times the refutation of each implication alone, in a fresh solver.
fn refute(problem: &Problem, scope: &Scope, settings: &DecideSettings, implications: &[Implication]) {
    let blueprint = Session::new(problem, scope, settings).expect("a session").blueprint();
    for implication in implications {
        let limits = SolverLimits::time(Duration::from_mins(1));
        let mut fresh = blueprint.session(problem, DecideSettings { limits, ..settings.clone() });
        let violated = |p: usize| {
            let var = fresh.selectors[p];
            implication.hold.contains(p).then_some(var).or(implication.then.contains(p).then_some(-var))
        };
        let assumptions: Vec<i32> = (0..fresh.subproperty_count()).filter_map(violated).collect();
        let started = Instant::now();
        let answer = fresh.query.solve(&assumptions);
        println!(
            "{} -> {} {answer:?} {} conflicts {:.3?}",
            names(implication.hold),
            names(implication.then),
            fresh.query.stats().conflicts,
            started.elapsed()
        );
    }
}

fn names(set: pairs::SubpropertySet) -> String {
    let positions: Vec<String> = set.iter().map(|p| format!("p{}", p + 1)).collect();
    positions.join("&")
}
