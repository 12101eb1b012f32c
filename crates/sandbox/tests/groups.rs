//! Control groups, tried with small Python programs that use memory and processes in every way that polling misses.
//!
//! Where the machine has no control groups for us, the tests are listed as ignored, with the reason, and only that reason is
//! tested. `CUSTODIET_REQUIRE_GROUPS=1` makes this a failure. As root, some tests start themselves again as an ordinary user.

#[cfg(target_os = "linux")]
#[path = "groups/helper.rs"]
mod helper;
#[cfg(target_os = "linux")]
#[path = "groups/limits.rs"]
mod limits;
#[cfg(target_os = "linux")]
#[path = "groups/runs.rs"]
mod runs;
#[cfg(target_os = "linux")]
#[path = "groups/world.rs"]
mod world;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use std::sync::Arc;

    use libtest_mimic::{Arguments, Trial};
    use sandbox::ControlGroups;

    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, words @ ..] = &words[..]
        && first == helper::ARGUMENT
    {
        return helper::run(words);
    }
    let arguments = Arguments::from_args();
    if arguments.list {
        let listed = limits::TESTS.iter().chain(runs::TESTS).map(|test| Trial::test(test.name, || Ok(())));
        return libtest_mimic::run(&arguments, listed.collect()).exit_code();
    }
    let groups = ControlGroups::create().map(Arc::new);
    let mut trials = vec![match &groups {
        Ok(groups) => {
            let groups = groups.clone();
            Trial::test("groups_are_made_once", move || Ok(runs::made_once(&groups)?))
        }
        Err(reason) => {
            eprintln!("\nno control groups: {reason}\nhelp: {}\n", reason.help());
            let reason = reason.clone();
            Trial::test("the_reason_has_a_way_out", move || Ok(runs::has_a_way_out(&reason)?))
        }
    }];
    for test in limits::TESTS.iter().chain(runs::TESTS) {
        let lacking = match &groups {
            Ok(groups) => (test.lacking)(groups.kind()),
            Err(_) => Some("no control groups"),
        };
        let shared = groups.as_ref().ok().cloned();
        let run = move || match shared {
            Some(groups) => Ok((test.run)(&groups)?),
            None => Err("there are no control groups".into()),
        };
        trials.push(Trial::test(test.name, run).with_ignored_flag(lacking.is_some()).with_kind(lacking.unwrap_or("")));
    }
    let required = std::env::var_os("CUSTODIET_REQUIRE_GROUPS").is_some();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if required && groups.is_err() {
        eprintln!("control groups are required, and there are none");
        return std::process::ExitCode::FAILURE;
    }
    drop(groups);
    conclusion.exit_code()
}
