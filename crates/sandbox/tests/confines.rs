//! What a confined program can and cannot do, tried by small Python programs.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use sandbox::{
    Confined, Layers, MemoryLimit, Policy, ProgramSpec, SandboxLevel, folder_size, session_usage, spawn, support_of,
    usage,
};

/// An interpreter, by its real path, and the files it needs.
struct Python {
    program: String,
    read: Vec<PathBuf>,
}

impl Python {
    fn here() -> &'static Self {
        static HERE: std::sync::OnceLock<Python> = std::sync::OnceLock::new();
        HERE.get_or_init(Self::find)
    }

    fn find() -> Self {
        let ask = "import sys; print(sys.executable); print(sys.base_prefix)";
        let answer = Command::new("python3").args(["-I", "-c", ask]).output().expect("python3 is there");
        let answer = String::from_utf8(answer.stdout).expect("paths are text");
        let mut lines = answer.lines().map(str::to_owned);
        let program = lines.next().expect("an executable");
        let program = std::fs::canonicalize(program).expect("it is there").display().to_string();
        Self { program, read: vec![Path::new(&lines.next().expect("a prefix")).join("lib")] }
    }
}

const LAUNCHER: &str = env!("CARGO_BIN_EXE_custodiet-confine");
const OTHER_USER: u32 = 65_534;

/// All layers that this machine offers.
fn layers() -> Layers {
    static HERE: std::sync::OnceLock<Layers> = std::sync::OnceLock::new();
    *HERE.get_or_init(|| support_of(Some(Path::new(LAUNCHER))).layers().expect("a sandbox"))
}

/// A folder that is removed when this value is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-confines-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        if layers().other_user {
            std::os::unix::fs::chown(&path, Some(OTHER_USER), Some(OTHER_USER))
                .expect("a folder of the program's user");
        }
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn policy(scratch: &Path) -> Policy {
    Policy {
        layers: layers(),
        read: Vec::new(),
        execute: Vec::new(),
        write: vec![scratch.to_owned()],
        remove: true,
        memory: 512 << 20,
        memory_limit: MemoryLimit::AddressSpace,
        file_size: 1 << 20,
        open_files: 64,
        processes: false,
        forks: false,
        user: layers().other_user.then_some(OTHER_USER),
    }
}

fn start(code: &str, scratch: &Path, change: impl FnOnce(&mut Policy)) -> Confined {
    let python = Python::here();
    let mut policy = policy(scratch);
    policy.read.extend(python.read.iter().cloned());
    change(&mut policy);
    let program = ProgramSpec {
        command: [&*python.program, "-I", "-S", "-c", code].map(str::to_owned).to_vec(),
        env: BTreeMap::from([("LANG".to_owned(), "C.UTF-8".to_owned())]),
        folder: scratch.to_owned(),
    };
    spawn(Some(Path::new(LAUNCHER)), &policy, &program).expect("the launcher starts")
}

/// Everything that the program printed, errors included.
fn run_with(code: &str, scratch: &Path, change: impl FnOnce(&mut Policy)) -> String {
    let mut confined = start(code, scratch, change);
    let (stdin, mut stdout, mut stderr) = confined.streams().expect("streams");
    drop(stdin);
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    stdout.read_to_end(&mut out).expect("output");
    stderr.read_to_end(&mut errors).expect("errors");
    let started = Instant::now();
    while confined.try_wait().is_none() && started.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let status = confined.kill().map_or_else(String::new, |end| end.status.to_string());
    let text = [out, errors].concat();
    format!("{}[{status}]", String::from_utf8_lossy(&text))
}

fn run(name: &str, code: &str) -> String {
    let folder = Folder::new(name);
    run_with(code, &folder.0, |_| {})
}

/// Without namespaces other files and processes exist, and it takes the other layers to protect them.
fn run_without_namespaces(name: &str, code: &str) -> String {
    let folder = Folder::new(name);
    if layers().other_user {
        std::os::unix::fs::chown(&folder.0, Some(0), Some(0)).expect("our own folder");
    }
    run_with(code, &folder.0, |policy| {
        policy.layers.namespaces = None;
        // The interpreter may be one that only root can use.
        policy.user = None;
    })
}

/// The code raises this exception, or an `OSError` with this error number.
#[track_caller]
fn refused(name: &str, code: &str, how: &str) {
    let body = code.replace('\n', "\n    ");
    let code = format!(
        "import ctypes, os, sys\nlibc = ctypes.CDLL(None, use_errno=True)\n\
         def call(*numbers):\n    if libc.syscall(*numbers) == -1:\n        raise OSError(ctypes.get_errno(), '')\n\
         try:\n    {body}\nexcept BaseException as error:\n    \
         import errno\n    print(errno.errorcode.get(getattr(error, 'errno', None), type(error).__name__))\n\
         else:\n    print('done')"
    );
    assert_eq!(run_without_namespaces(name, &code), format!("{how}\n[exit status: 0]"), "{name}: {body}");
}

#[test]
fn ordinary_programs_run() {
    let code = "import collections, dataclasses, itertools, json, math, random, re, threading, typing\n\
                done = []\nthread = threading.Thread(target=lambda: done.append(1))\nthread.start()\nthread.join()\n\
                open('note', 'w').write('x' * 10)\nimport os, tempfile\nos.mkdir('folder')\nos.rename('note', 'folder/note')\n\
                print(done, open('folder/note').read(), os.listdir('.'), sum(range(1000)))";
    assert_eq!(run("ordinary", code), "[1] xxxxxxxxxx ['folder'] 499500\n[exit status: 0]");
}

#[test]
fn files_elsewhere_cannot_be_read_or_changed() {
    let folder = Folder::new("secrets");
    let secret = folder.0.join("secret");
    std::fs::write(&secret, "expected answers").expect("a secret");
    let secret = format!("{:?}", secret.display().to_string());
    for (name, code) in [
        ("read", format!("open({secret})")),
        ("list", format!("os.listdir(os.path.dirname({secret}))")),
        ("write", format!("open({secret}, 'a')")),
        ("remove", format!("os.remove({secret})")),
        ("rename", format!("os.rename({secret}, 'mine')")),
        ("symlink", format!("os.symlink({secret}, 'link')\nopen('link')")),
        ("passwd", "open('/etc/passwd')".to_owned()),
        ("environ", "open(f'/proc/{os.getppid()}/environ')".to_owned()),
        ("memory", "open(f'/proc/{os.getppid()}/mem', 'rb')".to_owned()),
        ("self", "os.listdir('/proc/self/fd')".to_owned()),
        ("shm", "open('/dev/shm/x', 'w')".to_owned()),
        ("tmp", "open('/tmp/custodiet-was-here', 'w')".to_owned()),
        ("exec", "os.execv('/bin/sh', ['sh', '-c', 'true'])".to_owned()),
    ] {
        refused(name, &code, "EACCES");
    }
    for (name, code) in [
        ("chmod", format!("os.chmod({secret}, 0)")),
        ("chown", format!("os.chown({secret}, 0, 0)")),
        ("utime", format!("os.utime({secret})")),
        ("truncate", format!("os.truncate({secret}, 0)")),
        ("hard link", format!("os.link({secret}, 'link')")),
        ("fifo", "os.mkfifo('fifo')".to_owned()),
        ("xattr", format!("os.setxattr({secret}, 'user.x', b'')")),
        ("library", "os.open(os.__file__, os.O_RDONLY | os.O_TRUNC)".to_owned()),
    ] {
        refused(name, &code, "EPERM");
    }
    assert_eq!(std::fs::read_to_string(folder.0.join("secret")).expect("it is still there"), "expected answers");
}

/// With and without Landlock: nothing exists but what the policy names, under its usual path, and nothing else can be changed.
#[test]
fn in_namespaces_there_is_nothing_else() {
    if layers().namespaces.is_none() {
        return;
    }
    let outside = Folder::new("outside");
    std::fs::write(outside.0.join("secret"), "expected answers").expect("a file");
    let folder = Folder::new("inside");
    let code = format!(
        "import os, sys\n\
         print(os.getpid(), os.getppid(), os.path.realpath(sys.executable) == sys.executable, os.listdir('.'))\n\
         print(sorted(set(os.listdir('/')) - {{'lib', 'lib64', 'lib32', 'libx32', 'usr', 'nix', 'etc', 'dev', 'tmp', 'root'}}))\n\
         print(os.listdir('/tmp'), sorted(os.listdir('/dev')), os.path.exists('/proc/self'), os.path.exists({secret:?}))\n\
         open('note', 'w').write('x')\n\
         for path in ['/new', '/tmp/new', '/usr/new', '/usr/lib/new', '/dev/new', {scratch:?} + '/../new']:\n    \
         try:\n        open(path, 'w')\n        print('done', path)\n    except OSError:\n        pass",
        secret = outside.0.join("secret").display().to_string(),
        scratch = folder.0.display().to_string(),
    );
    let expected = format!(
        "2 0 True []\n[]\n['{}'] ['full', 'null', 'random', 'urandom', 'zero'] False False\n[exit status: 0]",
        folder.0.file_name().expect("a name").to_string_lossy()
    );
    for landlock in [layers().landlock, false] {
        let said = run_with(&code, &folder.0, |policy| policy.layers.landlock = landlock);
        if landlock {
            // Landlock does not let it list the root.
            assert!(said.contains("PermissionError"), "{said}");
        } else {
            assert_eq!(said, expected);
        }
        let _ = std::fs::remove_file(folder.0.join("note"));
    }
}

#[test]
fn there_is_no_network() {
    for (name, code) in [
        ("tcp", "import socket; socket.socket()"),
        ("udp", "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"),
        ("unix", "import socket; socket.socket(socket.AF_UNIX)"),
        ("netlink", "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)"),
    ] {
        refused(name, code, "EPERM");
    }
    refused("datagrams", "import socket; socket.socketpair(type=socket.SOCK_DGRAM)", "ENOSYS");
    refused("uring", "call(425, 8, 0)", "EPERM");
}

#[test]
fn other_processes_cannot_be_touched() {
    for (name, code) in [
        ("fork", "os.fork()"),
        ("spawn", "import subprocess; subprocess.run(['/bin/true'])"),
        ("kill the parent", "os.kill(os.getppid(), 9)"),
        ("kill all", "os.kill(-1, 9)"),
        ("kill the group", "os.kill(0, 9)"),
        ("limits of the parent", "import resource; resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))"),
        ("ptrace", "call(101, 16, os.getppid(), 0, 0)"),
        ("read memory", "call(310, os.getppid(), 0, 0, 0, 0, 0)"),
        ("session", "os.setsid()"),
        ("namespaces", "call(272, 0x10000000)"),
        ("affinity", "os.sched_setaffinity(os.getppid(), {0})"),
        ("niceness", "os.setpriority(os.PRIO_PROCESS, os.getppid(), 5)"),
        ("user", "os.setuid(1)"),
        ("bpf", "call(321, 0, 0, 0)"),
        ("keys", "call(250, 0, 0)"),
        ("mount", "call(165, 0, 0, 0, 0, 0)"),
        ("memory for nobody", "os.memfd_create('x')"),
    ] {
        refused(name, code, "EPERM");
    }
    refused("clone3", "call(435, 0, 0)", "ENOSYS");
    refused("outliving the parent", "call(157, 1, 0, 0, 0, 0)", "ENOSYS");
    refused("signals by files", "import fcntl; fcntl.fcntl(0, 8, os.getppid())", "ENOSYS");
    for (name, code) in [
        ("session of the parent", "os.getsid(os.getppid())"),
        ("group of the parent", "os.getpgid(os.getppid())"),
        ("niceness of the parent", "os.getpriority(os.PRIO_PROCESS, os.getppid())"),
        ("niceness of a user", "os.getpriority(os.PRIO_USER, 0)"),
    ] {
        refused(name, code, "ENOSYS");
    }
    let own = "os.getsid(0), os.getpgid(os.getpid()), os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0), \
               os.sched_getscheduler(0), os.sched_getparam(0)";
    refused("of itself", own, "done");
    let clock = "import time; time.clock_gettime(%s)";
    let of_parent = clock.replace("%s", "(~os.getppid() << 3) | 2");
    refused("the processor time of another process", &of_parent, "EPERM");
    refused("waiting for it", "call(230, (~os.getppid() << 3) | 2, 0, bytes(16), 0)", "EPERM");
    refused("a timer for it", "call(222, (~os.getppid() << 3) | 2, 0, bytes(8))", "EPERM");
    let of_thread = "import threading, time; time.clock_gettime(time.pthread_getcpuclockid(threading.get_ident()))";
    refused("of itself", &clock.replace("%s", "-6"), "done");
    refused("of a thread", of_thread, "done");
    refused("the 32-bit way", "call(0x40000000 + 41, 2, 1, 0)", "ENOSYS");
}

#[test]
fn memory_files_and_descriptors_are_limited() {
    refused("memory", "x = bytearray(1 << 30)", "MemoryError");
    refused("shared memory", "import mmap; mmap.mmap(-1, 1 << 30)", "ENOMEM");
    refused("a long file", "open('long', 'wb').write(b'x' * (2 << 20))", "EFBIG");
    refused("many files", "[open('/dev/null') for _ in range(1000)]", "EMFILE");
    // The limit on open files applies to each table of descriptors.
    refused("another table of descriptors", "call(436, 2000, 2001, 2)", "EPERM");
    refused("closing a range", "call(436, 2000, 2001, 0); call(436, 2000, 2001, 4)", "done");
    refused("a thread with another table", "call(56, 0x10900, 0, 0, 0, 0)", "EPERM");
    refused("raise the limit", "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))", "ValueError");
}

/// At a limit of one byte the kernel starts no handler of crashes, at zero it does.
#[test]
fn a_crash_starts_nothing() {
    let is_one = "import resource; assert resource.getrlimit(resource.RLIMIT_CORE) == (1, 1)";
    // A user who may have no images at all cannot be given this limit.
    let may_be_set = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE)[1] != 0)";
    let outside = Command::new("python3").args(["-c", may_be_set]).output().expect("python3 is there");
    if String::from_utf8_lossy(&outside.stdout).contains("True") {
        refused("no image", is_one, "done");
    }
    refused("lower", "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))", "ValueError");
    refused("lower by the older call", "call(160, 4, bytes(16))", "EPERM");
    refused("lower by the newer call", "call(302, 0, 4, bytes(16), 0)", "EPERM");
    refused("ask", "call(302, 0, 4, 0, bytes(16)); call(97, 4, bytes(16))", "done");
}

#[test]
fn nothing_outlives_its_end() {
    let folder = Folder::new("endless");
    let mut confined =
        start("import signal\nsignal.signal(15, 1)\nprint('on', flush=True)\nwhile True: pass", &folder.0, |_| {});
    let (_stdin, mut stdout, _stderr) = confined.streams().expect("streams");
    stdout.read_exact(&mut [0; 3]).expect("it runs");
    let started = Instant::now();
    while usage(confined.pid()).expect("it runs").cpu < Duration::from_millis(200) {
        assert!(started.elapsed() < Duration::from_mins(1), "it uses no time");
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = confined.pid();
    assert_eq!(confined.kill().expect("a status").status.to_string(), "signal: 9 (SIGKILL)");
    assert_eq!(usage(pid), None);
}

/// When the thread that started the program ends, so does the program.
#[test]
fn it_dies_with_its_parent() {
    let folder = Folder::new("orphan");
    let path = folder.0.clone();
    let pid = std::thread::spawn(move || {
        let mut confined = start("import time\nprint('on', flush=True)\ntime.sleep(600)", &path, |_| {});
        let (stdin, mut stdout, _stderr) = confined.streams().expect("streams");
        stdout.read_exact(&mut [0; 3]).expect("it runs");
        std::mem::forget(stdin);
        let pid = confined.pid();
        std::mem::forget(confined);
        pid
    })
    .join()
    .expect("the thread ends");
    let started = Instant::now();
    while std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z ")) {
        assert!(started.elapsed() < Duration::from_mins(1), "it lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn processes_can_be_allowed_and_end_together() {
    let folder = Folder::new("family");
    let mut confined = family("time.sleep(600)", &folder.0);
    confined.kill();
    wait_until_gone(confined.session());
}

/// The first process exits by itself.
#[test]
fn children_do_not_outlive_the_first() {
    let folder = Folder::new("orphans");
    let mut confined = family("input()", &folder.0);
    let started = Instant::now();
    while confined.try_wait().is_none() {
        assert!(started.elapsed() < Duration::from_mins(1), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
    wait_until_gone(confined.session());
}

/// A process whose child sleeps. The streams are closed.
fn family(then: &str, folder: &Path) -> Confined {
    let code = format!("import os, time\nif os.fork() == 0:\n    print('on', flush=True)\n    time.sleep(600)\n{then}");
    let mut confined = start(&code, folder, |policy| policy.processes = true);
    let (_stdin, stdout, _stderr) = confined.streams().expect("streams");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line).expect("the child runs");
    assert_eq!(line, "on\n");
    confined
}

fn wait_until_gone(session: u32) {
    let started = Instant::now();
    while session_usage(session).memory > 0 {
        assert!(started.elapsed() < Duration::from_mins(1), "the child lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Disk space is counted by listing files, so no file may disappear from the list while it takes space.
#[test]
fn what_was_written_stays() {
    let folder = Folder::new("stays");
    let code = "import os\nopen('kept', 'w').close()\nos.mkdir('folder')\n\
                for what in [lambda: os.remove('kept'), lambda: os.rename('kept', 'other'), lambda: os.rmdir('folder'),\n             \
                lambda: os.open('.', os.O_TMPFILE | os.O_RDWR)]:\n    \
                try:\n        what()\n        print('done')\n    except OSError as error:\n        print(error.errno)";
    let said = run_with(code, &folder.0, |policy| policy.remove = false);
    assert_eq!(said, "1\n1\n1\n1\n[exit status: 0]");
}

#[test]
fn what_cannot_be_started_says_why() {
    let folder = Folder::new("nothing");
    let text = run_with("", &folder.0, |policy| {
        policy.write.clear();
        policy.file_size = u64::MAX;
    });
    assert_eq!(text, "[exit status: 0]");
    let program =
        ProgramSpec { command: vec!["/no/such/program".to_owned()], env: BTreeMap::new(), folder: folder.0.clone() };
    let mut confined = spawn(Some(Path::new(LAUNCHER)), &policy(&folder.0), &program).expect("the launcher starts");
    let (_stdin, mut stdout, _stderr) = confined.streams().expect("streams");
    let mut said = String::new();
    stdout.read_to_string(&mut said).expect("text");
    let error = confined.failure(said.as_bytes()).expect("the launcher reports it");
    assert!(error.reason.starts_with("cannot start `/no/such/program`: "), "{error}");
    assert_eq!(confined.failure(br#"{"failed": "forged", "started": null, "token": 1}"#), None);
}

/// Only root can switch users. The system's interpreter is world-readable.
#[test]
fn reduced_sandbox_is_another_user() {
    let system = Path::new("/usr/bin/python3");
    if !layers().other_user || !system.exists() {
        return;
    }
    let folder = Folder::new("reduced");
    let secret = folder.0.join("secret");
    std::fs::write(&secret, "x").expect("a secret");
    std::fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o600)).expect("mode");
    let code = format!(
        "import os\nprint(os.getuid(), os.getgroups())\n\
         for what in [lambda: open({:?}), lambda: os.fork(), lambda: os.kill(os.getppid(), 9), lambda: os.setuid(0)]:\n    \
         try:\n        what()\n        print('done')\n    except OSError as error:\n        print(error.errno)",
        secret.display().to_string()
    );
    let program = ProgramSpec {
        command: ["/usr/bin/python3", "-I", "-S", "-c", &code].map(str::to_owned).to_vec(),
        env: BTreeMap::new(),
        folder: "/".into(),
    };
    let reduced = Layers { level: SandboxLevel::Reduced, landlock: false, namespaces: None, other_user: true };
    let policy = Policy { layers: reduced, ..policy(&folder.0) };
    // Only root has to be able to execute the launcher: it switches users afterwards.
    let mut confined = spawn(Some(Path::new(LAUNCHER)), &policy, &program).expect("it starts");
    let (_stdin, mut stdout, _stderr) = confined.streams().expect("streams");
    let mut said = String::new();
    stdout.read_to_string(&mut said).expect("text");
    assert_eq!(said, "65534 []\n13\n1\n1\n1\n");
}

#[test]
fn folders_are_measured() {
    let folder = Folder::new("measured");
    std::fs::create_dir(folder.0.join("a")).expect("a folder");
    std::fs::write(folder.0.join("a/b"), vec![1; 100_000]).expect("a file");
    let (bytes, entries) = folder_size(&folder.0, 1 << 30);
    assert!(bytes >= 100_000 && entries == 2, "{bytes} bytes, {entries} entries");
    assert!(folder_size(&folder.0, 50_000).0 > 50_000);
}
