//! Analyzes a problem and prints figures. `cargo run --release -p custodiet-decide --example analyze -- FILE [SCOPE [--tests|--refute]]`

use std::time::Instant;

use decide::{DecideSettings, Session, analyze};

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
    let names = |set: pairs::SubpropertySet| {
        let positions: Vec<String> = set.iter().map(|p| format!("p{}", p + 1)).collect();
        positions.join("&")
    };
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
        for implication in &analysis.implications {
            let mut fresh = Session::new(problem, &scope, &settings).expect("again");
            let assumptions: Vec<i32> = (0..fresh.subproperty_count())
                .filter_map(|p| {
                    let var = fresh.selectors[p];
                    if implication.hold.contains(p) {
                        Some(var)
                    } else if implication.then.contains(p) {
                        Some(-var)
                    } else {
                        None
                    }
                })
                .collect();
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
}
