//! What a run does to the groups around it: nothing that remains.
//!
//! Another run is this program again, in a group that the test has made for it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use sandbox::{ControlGroup, ControlGroups, GroupKind, NoControlGroups};

use crate::helper;
use crate::world::{MIB, Outcome, Test, ensure, eventually, folders, group, members, python};

pub const TESTS: &[Test] = &[
    Test { name: "a_run_restores_its_group", lacking: |_| None, run: restores },
    Test { name: "a_run_that_is_abandoned_leaves_nothing", lacking: |_| None, run: abandoned },
    Test { name: "only_leftovers_of_killed_runs_are_removed", lacking: |_| None, run: leftovers },
    Test { name: "a_killed_run_is_cleaned_up_by_the_next", lacking: |_| None, run: killed_run },
    Test { name: "a_shared_group_has_a_way_out", lacking: |_| None, run: shared },
    Test { name: "an_ordinary_user_can_use_a_delegated_group", lacking: not_root, run: delegated },
    Test { name: "an_ordinary_user_without_a_group_has_a_way_out", lacking: not_root, run: not_delegated },
];

const NOBODY: u32 = 65_534;

fn not_root(_: GroupKind) -> Option<&'static str> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    (!is_root).then_some("root only")
}

pub fn made_once(_: &ControlGroups) -> Outcome {
    let second = ControlGroups::create().err();
    ensure(second == Some(NoControlGroups::AlreadyMade), || format!("{second:?}"))
}

pub fn has_a_way_out(reason: &NoControlGroups) -> Outcome {
    let (message, help) = (reason.to_string(), reason.help());
    ensure(message.contains("control group") && help.len() > 20, || format!("{message}; {help}"))
}

/// Another run, killed when this value is dropped. Its program is where every user can start it.
struct Other {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    program: PathBuf,
}

impl Other {
    fn start(place: &ControlGroup, name: &str, user: Option<u32>, mode: &str) -> Result<Self, String> {
        let program = std::env::temp_dir().join(format!("custodiet-groups-{}-{name}-program", std::process::id()));
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        fs::copy(own, &program).map_err(|error| error.to_string())?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())?;
        let user = user.map_or("same".to_owned(), |user| user.to_string());
        let mut child = Command::new(&program)
            .args([helper::ARGUMENT, "enter", &user, mode])
            .args(place.entry_files())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let lines = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, lines, program })
    }

    /// What it says until a line starts with a word, or until it ends.
    fn until(&mut self, word: &str) -> String {
        let mut text = String::new();
        while self.lines.read_line(&mut text).is_ok_and(|length| length > 0) {
            if text.lines().last().is_some_and(|line| line.starts_with(word)) {
                break;
            }
        }
        text
    }

    fn all(&mut self) -> String {
        self.until("\0")
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_file(&self.program);
    }
}

/// The folders in the folders of a group.
fn inner(place: &ControlGroup) -> BTreeSet<PathBuf> {
    let entries = folders(place).into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn subtree(folder: &Path) -> String {
    fs::read_to_string(folder.join("cgroup.subtree_control")).unwrap_or_default()
}

/// What follows a word at the beginning of a line.
fn after<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' ')).collect()
}

fn restores(groups: &ControlGroups) -> Outcome {
    let place = group(groups, "restores", 300 * MIB, 50)?;
    let said = Other::start(&place, "restores", None, "cycle")?.all();
    let (before, after) = (after(&said, "before"), after(&said, "after"));
    ensure(before.len() == 1 && before == after, || said.clone())?;
    ensure(before[0].contains("group-restores"), || said.clone())?;
    ensure(inner(&place).is_empty(), || format!("{:?} is left", inner(&place)))?;
    ensure(folders(&place).iter().all(|folder| subtree(folder).trim().is_empty()), || "it still limits groups".into())
}

fn abandoned(groups: &ControlGroups) -> Outcome {
    let place = group(groups, "abandoned", 300 * MIB, 200)?;
    let said = Other::start(&place, "abandoned", None, "abandon")?.all();
    let (before, after) = (after(&said, "before"), after(&said, "after"));
    ensure(before.len() == 1 && before == after, || said.clone())?;
    ensure(inner(&place).is_empty(), || format!("{:?} is left", inner(&place)))
}

fn start_of(pid: u32) -> String {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = status.rsplit_once(')').map_or("", |(_, fields)| fields);
    fields.split_whitespace().nth(19).unwrap_or("0").to_owned()
}

/// Prepared groups of a live run, of dead runs, of a run that had our process ID before, and of others.
fn leftovers(groups: &ControlGroups) -> Outcome {
    let place = group(groups, "leftovers", 300 * MIB, 50)?;
    let namespace = fs::metadata("/proc/self/ns/pid").map_err(|error| error.to_string())?.ino();
    let (own, mut dead) = (std::process::id(), Command::new("true").spawn().map_err(|error| error.to_string())?);
    let (dead, _) = (dead.id(), dead.wait());
    let start = start_of(own);
    let name = |namespace: u64, pid: u32, start: &str, random: u32| {
        format!("custodiet-{namespace}-{pid}-{start}-{random:016x}")
    };
    let (live, reused) = (name(namespace, own, &start, 1), name(namespace, own, "1", 2));
    let (empty, occupied) = (name(namespace, dead, "5", 3), name(namespace, dead, "5", 4));
    let (elsewhere, unlike) = (name(namespace + 1, dead, "5", 5), format!("custodiet-{namespace}-{dead}-5-6"));
    let make = |path: PathBuf| fs::create_dir(&path).map_err(|error| format!("{}: {error}", path.display()));
    let mut sleeper = Command::new("sleep").arg("300").spawn().map_err(|error| error.to_string())?;
    let prepared = folders(&place).iter().try_for_each(|folder| {
        for name in [&live, &reused, &empty, &occupied, &elsewhere, &unlike] {
            make(folder.join(name))?;
        }
        make(folder.join(&empty).join("group-a"))?;
        make(folder.join(&occupied).join("group-a"))?;
        make(folder.join(&occupied).join("group-b"))?;
        make(folder.join("other"))?;
        let entry = folder.join(&occupied).join("group-a/cgroup.procs");
        fs::write(entry, sleeper.id().to_string()).map_err(|error| error.to_string())
    });
    let said = prepared.and_then(|()| Ok(Other::start(&place, "leftovers", None, "cycle")?.all()));
    let survived = sleeper.try_wait().is_ok_and(|exit| exit.is_none());
    let (found, _, _) = (inner(&place), sleeper.kill(), sleeper.wait());
    let said = said?;
    ensure(!after(&said, "after").is_empty(), || said)?;
    ensure(survived, || "a process of a killed run was killed".into())?;
    let expected: BTreeSet<PathBuf> = folders(&place)
        .iter()
        .flat_map(|folder| [&live, &occupied, &elsewhere, &unlike, "other"].map(|name| folder.join(name)))
        .collect();
    ensure(found == expected, || format!("found {found:#?}, expected {expected:#?}"))
}

fn killed_run(groups: &ControlGroups) -> Outcome {
    let place = group(groups, "killed", 300 * MIB, 50)?;
    let mut first = Other::start(&place, "killed", None, "hold")?;
    let said = first.until("holding");
    let runs: Vec<PathBuf> = after(&said, "run").into_iter().map(PathBuf::from).collect();
    ensure(!runs.is_empty() && runs.iter().all(|run| run.join("group-held").is_dir()), || said.clone())?;
    first.kill();
    eventually("the group is empty", || members(&place).is_empty())?;
    ensure(runs.iter().all(|run| run.is_dir()), || "a killed run left nothing, so this test shows nothing".into())?;
    if groups.kind() == GroupKind::V2 {
        // Nobody can enter a group that limits groups below. systemd removes such a group; here it is made usable by hand.
        for folder in runs.iter().cloned().chain(folders(&place)) {
            let file = folder.join("cgroup.subtree_control");
            fs::write(&file, "-memory -pids").map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    let said = Other::start(&place, "killed-next", None, "cycle")?.all();
    ensure(!after(&said, "after").is_empty(), || said)?;
    ensure(inner(&place).is_empty(), || format!("{:?} is left", inner(&place)))
}

/// Only version 2 forbids it.
fn shared(groups: &ControlGroups) -> Outcome {
    let place = group(groups, "shared-place", 300 * MIB, 50)?;
    let program = python(&place, "shared-place", "import time\nprint('ready')\ntime.sleep(300)\n")?;
    eventually("it is there", || program.said().contains("ready") && members(&place) == [program.id()])?;
    let said = Other::start(&place, "shared-place", None, "cycle")?.all();
    match groups.kind() {
        GroupKind::V1 => ensure(!after(&said, "after").is_empty(), || said),
        GroupKind::V2 => {
            let help = after(&said, "help").concat();
            ensure(
                said.contains("shared with other processes") && help.contains("systemd-run --user --scope"),
                || said,
            )?;
            ensure(inner(&place).is_empty() && members(&place) == [program.id()], || "something changed".into())
        }
    }
}

fn delegated(groups: &ControlGroups) -> Outcome {
    let place = group(groups, "delegated", 300 * MIB, 50)?;
    for folder in folders(&place) {
        // What systemd gives to the user.
        for name in ["", "cgroup.procs", "cgroup.threads", "cgroup.subtree_control", "tasks"] {
            let path = if name.is_empty() { folder.clone() } else { folder.join(name) };
            if path.exists() {
                chown(&path, Some(NOBODY), Some(NOBODY)).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
    }
    let said = Other::start(&place, "delegated", Some(NOBODY), "limit")?.all();
    ensure(said == "made\nkilled after \"\"\n", || said)?;
    ensure(inner(&place).is_empty(), || format!("{:?} is left", inner(&place)))
}

fn not_delegated(groups: &ControlGroups) -> Outcome {
    let place = group(groups, "not-delegated", 300 * MIB, 50)?;
    let said = Other::start(&place, "not-delegated", Some(NOBODY), "cycle")?.all();
    let help = after(&said, "help").concat();
    ensure(said.contains("is not delegated") && help.contains("systemd-run --user --scope"), || said)?;
    ensure(inner(&place).is_empty(), || format!("{:?} is left", inner(&place)))
}
