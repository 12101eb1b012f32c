//! Hostile and broken submissions, each with its expected outcome. `attacks/README.md` describes their headers.
//!
//! Every fixture is graded in a small world with another student's submission, a suite and results. Afterwards the world must
//! be unchanged, no process may run, nothing may be left behind, and an honest submission must be graded correctly in the same
//! place. All of this happens in every sandbox that this machine offers: all layers together, Landlock and namespaces alone, the
//! reduced one, with fork servers and without; as an ordinary user, and as root if we are. Attacks that are marked so must succeed
//! without a sandbox: one that can never succeed proves nothing.

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
    use runner::grade::SubmissionRun;
    use runner::prepared::PreparedSuite;
    use sandbox::{ControlGroups, Layers, SandboxLevel, Support, support};

    use crate::expect::{Expectation, Fixture, is_right};
    use crate::ordinary::{self, Child};
    use crate::world::{Machine, SandboxKind, World, processes_in};

    const SUITE: &str = include_str!("../../../docs/examples/toposort-suite.json");

    pub fn run() {
        let mut arguments = Arguments::from_args();
        // Many of them wait, and only processor time counts.
        arguments.test_threads.get_or_insert(6);
        let base = Folder::new();
        let fixtures = ordinary::fixtures();
        let support = support();
        assert!(support.landlock.is_some(), "the attacks need a kernel with Landlock (Linux 5.13 or later)");
        let child = support.root.then(|| Child::start(&base.0, &fixtures));
        let machine = Machine::new(&base.0, child.as_ref().map(|child| &child.programs));
        let setting = Arc::new(Setting { base: base.0.clone(), suite: prepared(), machine });
        let (jobs, compiling) = compiling(setting.clone());
        let sandboxes = sandboxes(support);
        let mut trials = Vec::new();
        for path in fixtures {
            let fixture = Arc::new(Fixture::read(&path));
            // Languages that `custodiet setup` installs may be missing.
            let absent = setting.machine.is_optional(&path) && setting.machine.has(&path).is_err();
            let kind = if absent { "not installed" } else { "" };
            for (sandbox, which) in &sandboxes {
                let is_python = path.extension().is_some_and(|extension| extension == "py");
                if !which.includes(&fixture, is_python) {
                    continue;
                }
                let (attack, setting, jobs) = (fixture.clone(), setting.clone(), jobs.clone());
                let sandbox = sandbox.clone();
                let trial = Trial::test(format!("{}/{}", sandbox.name, fixture.name), move || {
                    trial(&attack, &setting, &sandbox, &jobs)
                });
                trials.push(trial.with_ignored_flag(absent).with_kind(kind));
            }
        }
        if !ordinary::is_child() {
            for name in ["calls.py", "state.py"] {
                let setting = setting.clone();
                trials.push(Trial::test(format!("forked-as-started/{name}"), move || {
                    forked_as_started(name, &setting).map_err(Failed::from)
                }));
            }
        }
        for (sandbox, _) in sandboxes.iter().filter(|(sandbox, _)| sandbox.layers.level != SandboxLevel::None) {
            let (sandbox, setting) = (sandbox.clone(), setting.clone());
            let name = format!("{}/compilers/greedy", sandbox.name);
            trials.push(Trial::test(name, move || Ok(greedy_compiler(&sandbox, &setting)?)));
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

    /// Which attacks run in a sandbox.
    enum Attacks {
        All,
        Python,
        /// An attack on its own worker works the same in every sandbox, so it is tried in all of them for Python only.
        PythonAndSystem,
        System,
        /// Those that must succeed there.
        Successful,
    }

    impl Attacks {
        fn includes(&self, fixture: &Fixture, is_python: bool) -> bool {
            match self {
                Self::All => true,
                Self::Python => is_python,
                Self::PythonAndSystem => is_python || fixture.is_about_the_system(),
                Self::System => fixture.is_about_the_system(),
                Self::Successful => fixture.succeeds_without_sandbox,
            }
        }
    }

    /// All sandboxes that this machine and this user can have: every layer by itself, and all together.
    fn sandboxes(support: Support) -> Vec<(SandboxKind, Attacks)> {
        let best = support.layers().expect("a sandbox");
        let user = if ordinary::is_child() { "user" } else { "full" };
        let kind = |name: &str, layers: Layers| {
            let name = name.to_owned();
            SandboxKind { name, layers, cold_start: false, groups: None }
        };
        // If there are none, the program says so, and the attacks show that they are not needed.
        let groups = ControlGroups::create().inspect_err(|why| println!("no control groups: {why}")).ok().map(Arc::new);
        let mut sandboxes = vec![
            (
                SandboxKind { groups, ..kind(user, best) },
                if ordinary::is_child() { Attacks::PythonAndSystem } else { Attacks::All },
            ),
            (kind(&format!("{user}-without"), Layers::NONE), Attacks::Successful),
            (kind(&format!("{user}-landlock"), Layers { namespaces: None, ..best }), Attacks::System),
        ];
        if best.namespaces.is_some() {
            let namespaces = Layers { landlock: false, ..best };
            sandboxes.push((kind(&format!("{user}-namespaces"), namespaces), Attacks::System));
        }
        if support.root {
            let reduced = Layers { level: SandboxLevel::Reduced, landlock: false, namespaces: None, other_user: true };
            sandboxes.push((kind("reduced", reduced), Attacks::PythonAndSystem));
            sandboxes.push((SandboxKind { cold_start: true, ..kind("cold", best) }, Attacks::Python));
        }
        sandboxes
    }

    struct Setting {
        base: PathBuf,
        suite: PreparedSuite,
        machine: Machine,
    }

    /// An attack, and where to send its result.
    type Job = (Arc<Fixture>, Sender<Result<(), String>>);

    /// Two tests of the example suite, one to be accepted and one to be rejected.
    fn prepared() -> PreparedSuite {
        let mut suite = suite::read::read(SUITE.as_bytes().to_vec()).expect("the example is a suite");
        let problem = suite::read::problem(&suite).expect("it contains its problem");
        let mut wanted = vec![true, false];
        for bucket in &mut suite.buckets {
            bucket.tests.retain(|test| {
                let count = wanted.len();
                wanted.retain(|expect| *expect != test.expect);
                wanted.len() < count
            });
        }
        PreparedSuite::new(&problem, &suite, 1).expect("a suite that can be run")
    }

    fn trial(
        fixture: &Arc<Fixture>,
        setting: &Setting,
        sandbox: &SandboxKind,
        jobs: &Sender<Job>,
    ) -> Result<(), Failed> {
        setting.machine.has(&fixture.path)?;
        if setting.machine.is_compiled(&fixture.path) {
            let (sender, receiver) = channel();
            jobs.send((fixture.clone(), sender))?;
            return Ok(receiver.recv()??);
        }
        let place = format!("{}-{}", sandbox.name, fixture.name);
        let mut world = World::new(&setting.base, &place, sandbox, &setting.machine);
        world.allow(fixture.time);
        Ok(attack(&mut world, fixture, setting, sandbox.layers)?)
    }

    /// Runs all attacks that have to be compiled. A compiler takes long to start, and a warm one must survive hostile sources,
    /// too. It dies with the thread that started it, so this is a single thread.
    fn compiling(setting: Arc<Setting>) -> (Sender<Job>, JoinHandle<()>) {
        let (jobs, received) = channel::<Job>();
        let thread = std::thread::spawn(move || {
            let layers = support().layers().expect("a sandbox");
            let sandbox = SandboxKind { name: "full".to_owned(), layers, cold_start: false, groups: None };
            let make = || World::new(&setting.base, "full-compiling", &sandbox, &setting.machine);
            let mut world = None;
            for (fixture, sender) in received {
                let attacked = attack(world.get_or_insert_with(make), &fixture, &setting, layers);
                if attacked.is_err() {
                    world = None;
                }
                // The sender waits for it.
                let _ = sender.send(attacked);
            }
        });
        (jobs, thread)
    }

    fn attack(world: &mut World, fixture: &Fixture, setting: &Setting, layers: Layers) -> Result<(), String> {
        let suite = &setting.suite;
        if layers.level == SandboxLevel::None {
            let graded = world.grade(suite, &fixture.path);
            return check(&Expectation::read("accepted"), &graded, suite, "without a sandbox");
        }
        let before = world.state();
        let graded = world.grade(suite, &fixture.path);
        check(fixture.expect(layers), &graded, suite, "the attack")?;
        check_texts(&graded, fixture)?;
        if let Some(text) = fixture.prints.as_ref().filter(|text| !graded.printed.contains(*text)) {
            return Err(format!("it must print {text:?}, but printed {:?}", graded.printed));
        }
        if fixture.unstable.is_some_and(|unstable| unstable == graded.unstable.is_empty()) {
            return Err(format!("unstable: {:?}", graded.unstable));
        }
        world.is_still(&before)?;
        world.clear()?;
        let honest = world.honest(suite)?;
        let right = honest.iter().zip(&suite.order).all(|(outcome, test)| is_right(outcome, suite.tests[*test].expect));
        if honest.len() != suite.order.len() || !right {
            return Err(format!("an honest submission afterwards: {honest:?}"));
        }
        world.clear()
    }

    fn check(expect: &Expectation, graded: &SubmissionRun, suite: &PreparedSuite, what: &str) -> Result<(), String> {
        let wrong = |why: String| {
            let printed: String = graded.printed.chars().take(2000).collect();
            Err(format!("{what}: expected {expect}, but {why}\nit printed: {printed}"))
        };
        match &graded.loaded {
            Err(why) if expect.could_not_run(why) => Ok(()),
            Err(why) => wrong(format!("it could not run: {why:?}")),
            Ok(_) => {
                let answers: Vec<_> =
                    suite.order.iter().map(|test| (&graded.outcomes[*test], suite.tests[*test].expect)).collect();
                if expect.outcomes(&answers) { Ok(()) } else { wrong(format!("it was {answers:?}")) }
            }
        }
    }

    /// The processes of a compiler share its memory limit, and none is left.
    fn greedy_compiler(sandbox: &SandboxKind, setting: &Setting) -> Result<(), String> {
        let adapter = ordinary::compilers().join("greedy");
        let place = format!("{}-greedy", sandbox.name);
        let mut world = World::new(&setting.base, &place, sandbox, &setting.machine);
        let adapter = world.copy_of(&adapter);
        let before = world.state();
        let graded = world.grade_with(&setting.suite, &adapter, "program.greedy");
        match &graded.loaded {
            Err(why) if Expectation::read("could_not_run out_of_memory").could_not_run(why) => world.is_still(&before),
            other => Err(format!("{other:?}")),
        }
    }

    /// A worker that was forked is confined like one that was started, and finds its process in the same state.
    fn forked_as_started(name: &str, setting: &Setting) -> Result<(), String> {
        let program = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks/same").join(name);
        let layers = support().layers().expect("a sandbox");
        for layers in [layers, Layers { namespaces: None, ..layers }] {
            let printed = [false, true].map(|cold_start| {
                let kind = SandboxKind { name: name.to_owned(), layers, cold_start, groups: None };
                let place = format!("same-{cold_start}-{}-{name}", layers.namespaces.is_some());
                let mut world = World::new(&setting.base, &place, &kind, &setting.machine);
                // The first worker of a server is not like the others: the server has not waited for any before.
                world.grade(&setting.suite, &program);
                let graded = world.grade(&setting.suite, &program);
                if graded.outcomes.iter().any(|outcome| outcome.word() != "accepted") {
                    let last = graded.printed.lines().last().unwrap_or_default();
                    return format!("{:?}: {:?}, and last it printed {last}", graded.loaded, graded.outcomes);
                }
                graded.printed.replace(&place, "PLACE")
            });
            // What it printed for the first test: all of it together is cut.
            let first_call = |text: &String| {
                let lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
                let end = lines.iter().skip(1).position(|line| Some(line) == lines.first());
                lines.into_iter().take(end.map_or(usize::MAX, |end| end + 1)).collect::<Vec<_>>()
            };
            let [forked, started] = printed.each_ref().map(first_call);
            if forked.len() < 10 || forked != started {
                let differing: Vec<_> =
                    forked.iter().zip(&started).filter(|(forked, started)| forked != started).collect();
                return Err(format!("differences: {differing:#?}; started: {}", started.join("\n")));
            }
        }
        Ok(())
    }

    /// Whatever the submission sends, no text is long, and no place is outside the submission.
    fn check_texts(graded: &SubmissionRun, fixture: &Fixture) -> Result<(), String> {
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
        if graded.printed.len() > 40 << 10 { Err("too much of its output is kept".to_owned()) } else { Ok(()) }
    }

    /// For everything that the tests create. Removed when this value is dropped.
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
