//! This program again, as another run of the grader. It says what happened on its standard output, one line for each step.

use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sandbox::{ControlGroups, GroupLimits};

use crate::limits::DAEMONS;
use crate::world::{self, MIB};

/// The first argument by which the program knows what it is.
pub const ARGUMENT: &str = "__helper";

pub fn run(words: &[String]) -> ExitCode {
    let done = match words {
        [mode, user, next, files @ ..] if mode == "enter" => enter(user, next, files),
        [mode] if mode == "hold" => hold(),
        [mode] if mode == "cycle" => cycle(),
        [mode] if mode == "limit" => limit(),
        [mode] if mode == "abandon" => abandon(),
        _ => Err(format!("unknown helper {words:?}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("error {message}");
            ExitCode::FAILURE
        }
    }
}

/// Enters a group, and becomes another helper with the ID of a user.
fn enter(user: &str, next: &str, files: &[String]) -> Result<(), String> {
    for file in files {
        fs::write(file, "0").map_err(|error| format!("{file}: {error}"))?;
    }
    let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
    if let Ok(user) = user.parse() {
        command.uid(user).gid(user);
    }
    Err(command.args([ARGUMENT, next]).exec().to_string())
}

fn made() -> Result<ControlGroups, String> {
    let groups = ControlGroups::create().map_err(|reason| format!("{reason}\nhelp {}", reason.help()))?;
    println!("made");
    Ok(groups)
}

/// Makes a group, and waits to be killed or for the end of its input.
fn hold() -> Result<(), String> {
    let groups = made()?;
    let held = world::group(&groups, "held", 64 * MIB, 10)?;
    for folder in world::folders(&held) {
        println!("run {}", folder.parent().unwrap_or(&folder).display());
    }
    println!("holding");
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    Ok(())
}

fn own_groups() -> String {
    fs::read_to_string("/proc/self/cgroup").unwrap_or_default().replace('\n', " ")
}

/// Makes groups and drops them: everything must be as it was. A group outlives the value that made it.
fn cycle() -> Result<(), String> {
    println!("before {}", own_groups());
    for _ in 0..2 {
        let groups = made()?;
        let last =
            groups.group("last", GroupLimits { memory: MIB, processes: 1 }).map_err(|error| error.to_string())?;
        drop(groups);
        if !world::folders(&last).iter().all(|folder| folder.is_dir()) {
            return Err("a group was removed while it was in use".into());
        }
    }
    println!("after {}", own_groups());
    Ok(())
}

/// Limits a program.
fn limit() -> Result<(), String> {
    let groups = made()?;
    let small = world::group(&groups, "small", 64 * MIB, 10)?;
    let program = world::python(&small, "user", "held = bytearray(b'x') * (165 << 20)\nprint('ready')\n")?;
    world::eventually("the kernel kills", || small.oom_kills() > 0)?;
    println!("killed after {:?}", program.said());
    Ok(())
}

/// Ends while its groups are in use, as after Ctrl-C, and another thread still starts programs in them.
fn abandon() -> Result<(), String> {
    println!("before {}", own_groups());
    let groups = Arc::new(made()?);
    let held = world::group(&groups, "held", 300 * MIB, 100)?;
    let program = world::python(&held, "abandon", DAEMONS)?;
    world::eventually("six run", || program.said().contains("ready") && world::members(&held).len() == 6)?;
    let found = world::members(&held);
    let (late, ending) = (groups.clone(), AtomicBool::new(false));
    let started = std::thread::scope(|scope| {
        let starting = scope.spawn(|| {
            let mut started = Vec::new();
            while !ending.load(Ordering::SeqCst) {
                let sleeper = Command::new("sleep").arg("300").stdout(Stdio::null()).spawn();
                let Ok(mut sleeper) = sleeper else { continue };
                let entered = late.group(&format!("late-{}", started.len()), GroupLimits { memory: MIB, processes: 9 });
                let entered = entered.and_then(|group| group.add(sleeper.id()).map(|()| std::mem::forget(group)));
                if entered.is_err() {
                    let _ = sleeper.kill();
                }
                started.push((sleeper, entered.is_ok()));
            }
            started
        });
        std::thread::sleep(Duration::from_millis(50));
        groups.abandon();
        ending.store(true, Ordering::SeqCst);
        starting.join().unwrap_or_default()
    });
    world::eventually("none of them runs", || !found.iter().any(|pid| world::runs(*pid)))?;
    for (mut sleeper, entered) in started {
        let is_gone = || !world::runs(sleeper.id());
        world::eventually(if entered { "what entered is killed" } else { "what did not is killed here" }, is_gone)?;
        let _ = sleeper.wait();
    }
    let mut sleeper = Command::new("sleep").arg("300").spawn().map_err(|error| error.to_string())?;
    let entered = held.add(sleeper.id());
    let _ = (sleeper.kill(), sleeper.wait());
    if entered.is_ok() || groups.group("later", GroupLimits { memory: MIB, processes: 1 }).is_ok() {
        return Err("something entered after the end".into());
    }
    drop(program);
    println!("after {}", own_groups());
    // The process ends now, without giving anything back.
    std::process::exit(0)
}
