//! Hostile and broken submissions, each with what must become of it. `attacks/README.md` describes their headers.
//!
//! Every fixture is graded in a small world with a fellow student's submission, a suite and results. Afterwards the world
//! is as it was, nothing runs and nothing is left, and an honest submission is graded in the same place as it deserves.
//! All of this happens in the full sandbox; if we are root, also as an ordinary user, and in the reduced sandbox. Attacks
//! that say so must succeed where there is no sandbox: one that can never succeed shows nothing.

#[cfg(target_os = "linux")]
#[path = "attacks/expect.rs"]
mod expect;
#[cfg(target_os = "linux")]
#[path = "attacks/ordinary.rs"]
mod ordinary;
#[cfg(target_os = "linux")]
#[path = "attacks/world.rs"]
mod world;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    sandbox::confine_if_asked();
    linux::run();
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::mpsc::{Sender, channel};
    use std::thread::JoinHandle;

    use libtest_mimic::{Arguments, Failed, Trial};
    use runner::exam::Exam;
    use runner::grade::Graded;
    use sandbox::{Level, support};

    use crate::expect::{Expectation, Fixture};
    use crate::ordinary::{self, Child};
    use crate::world::{Machine, World, processes_in};

    const SUITE: &str = include_str!("../../../docs/examples/toposort-suite.json");

    pub fn run() {
        let mut arguments = Arguments::from_args();
        // Many wait, and what counts is time on the processor.
        arguments.test_threads.get_or_insert(6);
        let base = Folder::new();
        let fixtures = ordinary::fixtures();
        let support = support();
        assert!(support.landlock.is_some(), "the attacks need a kernel with Landlock (Linux 5.13 or later)");
        let child = support.root.then(|| Child::start(&base.0, &fixtures));
        let machine = Machine::new(&base.0, child.as_ref().map(|child| &child.programs));
        let setting = Arc::new(Setting { base: base.0.clone(), exam: exam(), machine });
        let (jobs, compiling) = compiling(setting.clone());
        let name = if ordinary::is_child() { "user" } else { "full" };
        let mut trials = Vec::new();
        for path in fixtures {
            let fixture = Arc::new(Fixture::read(&path));
            // What `custodiet setup` installs need not be there.
            let absent = setting.machine.is_optional(&path) && setting.machine.has(&path).is_err();
            let kind = if absent { "not installed" } else { "" };
            let mut add = |name: &str, level: Level| {
                let (attack, setting, jobs) = (fixture.clone(), setting.clone(), jobs.clone());
                let place = format!("{name}-{}", fixture.name);
                let run = move || trial(&attack, &setting, level, &place, &jobs);
                let trial = Trial::test(format!("{name}/{}", fixture.name), run);
                trials.push(trial.with_ignored_flag(absent).with_kind(kind));
            };
            // What only troubles its own worker does so in every sandbox. Python shows it; others need not again.
            let everywhere =
                fixture.is_about_the_system() || path.extension().is_some_and(|extension| extension == "py");
            if everywhere || !ordinary::is_child() {
                add(name, Level::Full);
            }
            if fixture.succeeds_without_sandbox {
                add(&format!("{name}-without"), Level::None);
            }
            if everywhere && support.root {
                add("reduced", Level::Reduced);
            }
        }
        let conclusion = libtest_mimic::run(&arguments, trials);
        drop(jobs);
        compiling.join().expect("it ends");
        let child_passed = child.is_none_or(Child::finish);
        let ours = processes_in(&base.0);
        assert!(ours.is_empty(), "processes are left: {ours:?}");
        drop(base);
        if conclusion.has_failed() || !child_passed {
            std::process::exit(101);
        }
    }

    struct Setting {
        base: PathBuf,
        exam: Exam,
        machine: Machine,
    }

    /// An attack, and whom to tell what became of it.
    type Job = (Arc<Fixture>, Sender<Result<(), String>>);

    /// Two tests of the example suite, one to be accepted and one to be rejected.
    fn exam() -> Exam {
        let mut suite = suite::read::read(SUITE.as_bytes().to_vec()).expect("the example is a suite");
        let problem = suite::read::problem(&suite).expect("it holds its problem");
        let mut wanted = vec![true, false];
        for bucket in &mut suite.buckets {
            bucket.tests.retain(|test| {
                let count = wanted.len();
                wanted.retain(|expect| *expect != test.expect);
                wanted.len() < count
            });
        }
        Exam::new(&problem, &suite, 1).expect("an exam")
    }

    fn trial(
        fixture: &Arc<Fixture>,
        setting: &Setting,
        level: Level,
        place: &str,
        jobs: &Sender<Job>,
    ) -> Result<(), Failed> {
        setting.machine.has(&fixture.path)?;
        if setting.machine.is_compiled(&fixture.path) {
            let (tell, told) = channel();
            jobs.send((fixture.clone(), tell))?;
            return Ok(told.recv()??);
        }
        let mut world = World::new(&setting.base, place, level, &setting.machine);
        if let Some(time) = fixture.time {
            world.allow(time);
        }
        Ok(attack(&mut world, fixture, setting, level)?)
    }

    /// Where all attacks run that are compiled. It takes long to start a compiler, and a warm one must serve hostile texts,
    /// too. It ends with the thread that started it, so this is one thread.
    fn compiling(setting: Arc<Setting>) -> (Sender<Job>, JoinHandle<()>) {
        let (jobs, asked) = channel::<Job>();
        let thread = std::thread::spawn(move || {
            let make = || World::new(&setting.base, "full-compiling", Level::Full, &setting.machine);
            let mut world = None;
            for (fixture, tell) in asked {
                let attacked = attack(world.get_or_insert_with(make), &fixture, &setting, Level::Full);
                if attacked.is_err() {
                    world = None;
                }
                // Whoever asked waits for it.
                let _ = tell.send(attacked);
            }
        });
        (jobs, thread)
    }

    fn attack(world: &mut World, fixture: &Fixture, setting: &Setting, level: Level) -> Result<(), String> {
        let exam = &setting.exam;
        if level == Level::None {
            let graded = world.grade(exam, &fixture.path);
            return check(&Expectation::read("accepted"), &graded, exam, "without a sandbox");
        }
        let before = world.state();
        let graded = world.grade(exam, &fixture.path);
        check(fixture.expect(level), &graded, exam, "the attack")?;
        check_texts(&graded, fixture)?;
        if fixture.unstable.is_some_and(|unstable| unstable == graded.unstable.is_empty()) {
            return Err(format!("unstable: {:?}", graded.unstable));
        }
        world.is_still(&before)?;
        world.clear()?;
        let honest = world.honest(exam)?;
        let right = honest.iter().zip(&exam.order).all(|(outcome, test)| !outcome.is_wrong(exam.tests[*test].expect));
        if honest.len() != exam.order.len() || !right {
            return Err(format!("an honest submission afterwards: {honest:?}"));
        }
        world.clear()
    }

    fn check(expect: &Expectation, graded: &Graded, exam: &Exam, what: &str) -> Result<(), String> {
        let wrong = |why: String| {
            let printed: String = graded.printed.chars().take(2000).collect();
            Err(format!("{what}: expected {expect}, but {why}\nit printed: {printed}"))
        };
        match &graded.loaded {
            Err(why) if expect.could_not_run(why) => Ok(()),
            Err(why) => wrong(format!("it could not run: {why:?}")),
            Ok(_) => {
                let answers: Vec<_> =
                    exam.order.iter().map(|test| (&graded.outcomes[*test], exam.tests[*test].expect)).collect();
                if expect.outcomes(&answers) { Ok(()) } else { wrong(format!("it was {answers:?}")) }
            }
        }
    }

    /// Whatever it says, nothing is long, and nothing speaks of files that are not its own.
    fn check_texts(graded: &Graded, fixture: &Fixture) -> Result<(), String> {
        for outcome in &graded.outcomes {
            if outcome.detail().chars().count() > 1200 {
                return Err("a message is too long".to_owned());
            }
            if let runner::Outcome::Raised(raised) = outcome
                && raised.file.as_ref().is_some_and(|file| *file != fixture.name)
            {
                return Err(format!("an exception in {:?}", raised.file));
            }
        }
        if graded.printed.len() > 40 << 10 { Err("too much of what it printed is kept".to_owned()) } else { Ok(()) }
    }

    /// For all that is made; removed with this value.
    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Self {
            let path = std::env::temp_dir().join(format!("custodiet-attacks-{}", std::process::id()));
            std::fs::create_dir_all(&path).expect("a folder");
            Self(std::fs::canonicalize(path).expect("it is there"))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
