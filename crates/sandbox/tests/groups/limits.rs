//! What is counted and limited.

use std::time::Duration;

use sandbox::{ControlGroups, GroupKind};

use crate::world::{MIB, Outcome, Test, ensure, eventually, folders, group, members, python, resident, runs};

pub const TESTS: &[Test] = &[
    Test { name: "children_are_counted_together", lacking: |_| None, run: children },
    Test {
        name: "memory_after_the_first_thread_has_exited_is_counted",
        lacking: first_thread_lacks,
        run: first_thread,
    },
    Test { name: "shared_memory_is_counted", lacking: |_| None, run: shared_memory },
    Test { name: "files_in_memory_are_counted", lacking: |_| None, run: files_in_memory },
    Test { name: "files_of_tmpfs_are_counted", lacking: tmpfs_lacks, run: tmpfs },
    Test { name: "socket_buffers_are_counted", lacking: |_| None, run: sockets },
    Test { name: "a_fork_bomb_stays_small_and_is_killed", lacking: |_| None, run: fork_bomb },
    Test { name: "threads_are_limited", lacking: |_| None, run: threads },
    Test { name: "kill_leaves_nothing", lacking: |_| None, run: kill },
    Test { name: "dropping_leaves_nothing", lacking: |_| None, run: dropping },
    Test { name: "a_process_can_be_added", lacking: |_| None, run: adding },
    Test { name: "processor_time_is_counted", lacking: |_| None, run: processor_time },
    Test { name: "names_are_checked", lacking: |_| None, run: names },
];

/// A program that holds about 160 MiB fits into 400 MiB, where they are seen, and is killed by the kernel in 80 MiB.
fn counts(groups: &ControlGroups, name: &str, code: &str) -> Outcome {
    let code = format!("import os, time\n{code}\nprint('ready')\ntime.sleep(300)");
    let large = group(groups, name, 400 * MIB, 100)?;
    let program = python(&large, name, &code)?;
    eventually("the program is ready", || program.said().contains("ready"))?;
    let usage = large.usage().ok_or("no usage")?;
    ensure((160 * MIB..400 * MIB).contains(&usage.memory), || format!("{usage:?}"))?;
    ensure(usage.peak.is_none_or(|peak| peak >= usage.memory), || format!("{usage:?}"))?;
    ensure(large.oom_kills() == 0 && large.limit_hits() == 0, || "it was killed too early".into())?;
    ensure(large.kill(), || "kill did not finish".into())?;
    drop((large, program));
    let small = group(groups, name, 80 * MIB, 100)?;
    let program = python(&small, name, &code)?;
    eventually("the kernel kills", || small.oom_kills() > 0)?;
    ensure(small.limit_hits() > 0, || "the limit was not reached".into())?;
    ensure(!program.said().contains("ready"), || "all of the memory fits".into())?;
    let usage = small.usage().ok_or("no usage")?;
    ensure(usage.memory <= 80 * MIB && usage.peak.is_none_or(|peak| peak <= 80 * MIB), || format!("{usage:?}"))?;
    if groups.kind() == GroupKind::V2 {
        eventually("the whole group is killed", || members(&small).is_empty())?;
    }
    ensure(small.kill(), || "kill did not finish".into())
}

/// Each of eight children has 20 MiB, far below either limit.
fn children(groups: &ControlGroups) -> Outcome {
    counts(
        groups,
        "children",
        "for _ in range(8):\n    ready, told = os.pipe()\n    if os.fork() == 0:\n        held = bytearray(b'x') * (20 << 20)\n\
         \x20       os.write(told, b'x')\n        time.sleep(300)\n    os.close(told)\n    assert os.read(ready, 1)",
    )
}

fn first_thread_lacks(_: GroupKind) -> Option<&'static str> {
    (!cfg!(target_arch = "x86_64")).then_some("x86-64 only")
}

/// 60 is `exit`, which ends one thread only. It says `ready` in advance: a thread that has exited cannot.
fn first_thread(groups: &ControlGroups) -> Outcome {
    counts(
        groups,
        "first-thread",
        "import ctypes, threading\ndef hold():\n    time.sleep(0.5)\n    held = bytearray(b'x') * (165 << 20)\n\
         \x20   print('ready')\n    time.sleep(300)\nthreading.Thread(target=hold).start()\n\
         ctypes.CDLL(None).syscall(60, 0)",
    )
}

fn shared_memory(groups: &ControlGroups) -> Outcome {
    counts(
        groups,
        "shared",
        "import mmap\nheld = mmap.mmap(-1, 165 << 20)\nfor at in range(0, 165 << 20, 4096): held[at] = 1",
    )
}

/// Nothing of it is resident in the program.
fn files_in_memory(groups: &ControlGroups) -> Outcome {
    counts(groups, "memfd", "held = os.memfd_create('x')\nfor _ in range(165): os.write(held, bytes(1 << 20))")
}

fn tmpfs_lacks(_: GroupKind) -> Option<&'static str> {
    let mounts = std::fs::read_to_string("/proc/mounts").unwrap_or_default();
    let is_tmpfs = mounts.lines().any(|line| line.split(' ').skip(1).take(2).eq(["/dev/shm", "tmpfs"]));
    (!is_tmpfs).then_some("no tmpfs at /dev/shm")
}

fn tmpfs(groups: &ControlGroups) -> Outcome {
    counts(
        groups,
        "tmpfs",
        "name = '/dev/shm/custodiet-groups-%d' % os.getpid()\nheld = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL)\n\
         os.unlink(name)\nfor _ in range(165): os.write(held, bytes(1 << 20))",
    )
}

/// The kernel may refuse buffers beyond the limit before it kills, so that is accepted, too.
fn sockets(groups: &ControlGroups) -> Outcome {
    let code = "import os, resource, socket, time\n\
                hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n\
                resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))\n\
                held, sent = [], 0\n\
                while sent < 60 << 20:\n\
                \x20   pair = socket.socketpair()\n\
                \x20   pair[0].setblocking(False)\n\
                \x20   held.append(pair)\n\
                \x20   try:\n\
                \x20       while True: sent += pair[0].send(bytes(1 << 16))\n\
                \x20   except BlockingIOError: pass\n\
                print('ready')\n\
                time.sleep(300)\n";
    let large = group(groups, "sockets", 400 * MIB, 100)?;
    let program = python(&large, "sockets", code)?;
    eventually("the program is ready", || program.said().contains("ready"))?;
    let (usage, own) = (large.usage().ok_or("no usage")?, resident(program.id()));
    ensure(usage.memory >= 60 * MIB && own < 40 * MIB, || format!("{own} bytes are resident of {usage:?}"))?;
    drop((large, program));
    let small = group(groups, "sockets", 40 * MIB, 100)?;
    let mut program = python(&small, "sockets", code)?;
    eventually("the program ends", || program.has_exited())?;
    ensure(!program.said().contains("ready"), || "all of the memory fits".into())?;
    ensure(small.limit_hits() > 0 || small.oom_kills() > 0, || "the limit was not reached".into())
}

/// A process has no memory and no files any more when it leaves its group, but it exists for a moment longer.
fn none_runs(processes: &[u32]) -> Outcome {
    eventually("none of them runs", || !processes.iter().any(|pid| runs(*pid)))
}

fn fork_bomb(groups: &ControlGroups) -> Outcome {
    let code = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n";
    let bomb = group(groups, "bomb", 300 * MIB, 20)?;
    let program = python(&bomb, "bomb", code)?;
    let processes = || bomb.usage().map_or(0, |usage| usage.processes);
    eventually("there are 20 processes", || processes() == 20)?;
    for _ in 0..50 {
        ensure(processes() <= 20, || format!("{} processes", processes()))?;
        std::thread::sleep(Duration::from_millis(5));
    }
    let found = members(&bomb);
    ensure(found.len() > 10 && found.contains(&program.id()), || format!("{found:?}"))?;
    ensure(bomb.kill(), || "kill did not finish".into())?;
    ensure(members(&bomb).is_empty(), || format!("{:?} are left", members(&bomb)))?;
    none_runs(&found)
}

fn threads(groups: &ControlGroups) -> Outcome {
    let code = "import threading, time\nmade = 0\ntry:\n    while made < 50:\n\
                \x20       threading.Thread(target=time.sleep, args=(300,), daemon=True).start()\n        made += 1\n\
                except RuntimeError: pass\nprint('made', made, flush=True)\ntime.sleep(300)\n";
    let few = group(groups, "threads", 300 * MIB, 10)?;
    let program = python(&few, "threads", code)?;
    eventually("the program is ready", || program.said().contains("made"))?;
    ensure(program.said() == "made 9\n", || program.said())?;
    ensure(few.usage().is_some_and(|usage| usage.processes == 10), || format!("{:?}", few.usage()))
}

/// Daemons: in other sessions, without a parent that is ours, deaf to every signal that can be ignored.
pub const DAEMONS: &str = "import os, signal, time\nfor number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)\n\
                       for _ in range(5):\n    if os.fork() == 0:\n        os.setsid()\n\
                       \x20       if os.fork() == 0: time.sleep(300)\n        os._exit(0)\nprint('ready')\ntime.sleep(300)\n";

fn kill(groups: &ControlGroups) -> Outcome {
    let daemons = group(groups, "daemons", 300 * MIB, 100)?;
    // The second time shows that a group can be used again.
    for _ in 0..2 {
        let program = python(&daemons, "daemons", DAEMONS)?;
        eventually("six run", || program.said().contains("ready") && members(&daemons).len() == 6)?;
        let found = members(&daemons);
        ensure(daemons.kill(), || "kill did not finish".into())?;
        ensure(members(&daemons).is_empty(), || format!("{:?} are left", members(&daemons)))?;
        none_runs(&found)?;
        ensure(daemons.oom_kills() == 0, || "our kill counts as one of the kernel".into())?;
    }
    Ok(())
}

fn dropping(groups: &ControlGroups) -> Outcome {
    let dropped = group(groups, "dropped", 300 * MIB, 100)?;
    let program = python(&dropped, "dropped", DAEMONS)?;
    eventually("six run", || program.said().contains("ready") && members(&dropped).len() == 6)?;
    let (found, folders) = (members(&dropped), folders(&dropped));
    ensure(!folders.is_empty() && folders.iter().all(|folder| folder.is_dir()), || "no folders".into())?;
    drop(dropped);
    none_runs(&found)?;
    ensure(!folders.iter().any(|folder| folder.exists()), || format!("{folders:?} are left"))
}

fn adding(groups: &ControlGroups) -> Outcome {
    let (first, second) = (group(groups, "first", 300 * MIB, 10)?, group(groups, "second", 300 * MIB, 10)?);
    let program = python(&first, "adding", "import time\nprint('ready')\ntime.sleep(300)\n")?;
    // In version 1 it enters one hierarchy after the other.
    eventually("the program is ready", || program.said().contains("ready"))?;
    ensure(members(&first) == [program.id()], || "it is not in the first group".into())?;
    second.add(program.id()).map_err(|error| error.to_string())?;
    ensure(members(&first).is_empty() && members(&second) == [program.id()], || "it was not moved".into())?;
    ensure(second.add(std::process::id()).is_err() && second.add(0).is_err(), || "we were moved".into())?;
    drop(first);
    ensure(runs(program.id()), || "another group was killed".into())
}

fn processor_time(groups: &ControlGroups) -> Outcome {
    let code = "import os, time\nif os.fork() == 0:\n    while time.process_time() < 0.5: pass\n    os._exit(0)\n\
                os.wait()\nprint('ready')\ntime.sleep(300)\n";
    let busy = group(groups, "busy", 300 * MIB, 10)?;
    let program = python(&busy, "busy", code)?;
    eventually("the program is ready", || program.said().contains("ready"))?;
    let cpu = busy.usage().ok_or("no usage")?.cpu;
    // Version 1 counts it only where cpuacct is mounted.
    let is_plausible = |cpu: Duration| (Duration::from_millis(500)..Duration::from_mins(1)).contains(&cpu);
    ensure(cpu.map_or(groups.kind() == GroupKind::V1, is_plausible), || format!("{cpu:?}"))
}

fn names(groups: &ControlGroups) -> Outcome {
    for name in ["", "..", "a/b", "../a", "a b", "a\n", "memory.max", "ä", &"a".repeat(101)] {
        ensure(group(groups, name, MIB, 1).is_err(), || format!("{name:?} was accepted"))?;
    }
    let only = group(groups, "only", MIB, 1)?;
    ensure(group(groups, "only", MIB, 1).is_err(), || "a name was given twice".into())?;
    ensure(folders(&only).iter().all(|folder| folder.is_dir()), || "the first one was removed".into())
}
