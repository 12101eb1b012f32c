//! Which system calls a program may make: seccomp.
//!
//! Two filters. The first lists what is allowed; all else answers that there is no such call, which is what programs
//! expect of calls that are newer than their kernel. The second names what people ask for and must not have, and answers
//! that it is not permitted. It is the one thing that the first still lets happen: `seccomp` itself is on both lists.
//!
//! Landlock decides about files by their path. What it does not see is refused here: networks, other processes, modes and
//! owners of files, memory that counts for nobody.

use std::collections::BTreeMap;

use rustix::process::Pid;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use crate::policy::Policy;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Whether the kernel can filter calls.
pub fn available() -> bool {
    rustix::thread::secure_computing_mode().is_ok()
}

/// The filters, in the order in which they are to be applied.
pub fn filters(policy: &Policy, pid: Pid) -> Result<Vec<BpfProgram>, String> {
    let pid = u64::from(pid.as_raw_nonzero().get().cast_unsigned());
    let (processes, writes) = (policy.processes, !policy.write.is_empty());
    let absent = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    let not_permitted = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let allowed = program(allowed(processes, writes, pid)?, absent, SeccompAction::Allow)?;
    // The filter that is applied last decides which error is seen.
    let refused = program(refused(processes, writes, pid)?, SeccompAction::Allow, not_permitted)?;
    Ok(vec![allowed, refused])
}

pub fn apply(filter: &BpfProgram) -> Result<(), String> {
    seccompiler::apply_filter(filter).map_err(|error| format!("seccomp: {error}"))
}

fn program(rules: Rules, otherwise: SeccompAction, matching: SeccompAction) -> Result<BpfProgram, String> {
    let arch = std::env::consts::ARCH.try_into().map_err(|error| format!("seccomp: {error}"))?;
    let filter = SeccompFilter::new(rules, otherwise, matching, arch);
    filter.and_then(TryInto::try_into).map_err(|error| format!("seccomp: {error}"))
}

/// Threads are made with this flag, processes without it.
const THREAD: u64 = libc::CLONE_THREAD as u64;
const NAMESPACES: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u64;

/// `fcntl` that concerns the descriptor itself. Not: who gets signals about it.
const DESCRIPTORS: &[libc::c_int] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_GETPIPE_SZ,
];

const QUESTIONS_TO_STREAMS: &[u64] = &[libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX];

/// Calls whose first argument is a process, and is to be this one.
const ABOUT_ONESELF: &[libc::c_long] = &[libc::SYS_getpgid, libc::SYS_getsid];

/// What a process may say about itself.
const OF_ITSELF: &[libc::c_int] = &[
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    libc::PR_GET_DUMPABLE,
    libc::PR_CAPBSET_READ,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_SECCOMP,
    libc::PR_GET_KEEPCAPS,
];

fn allowed(processes: bool, writes: bool, pid: u64) -> Result<Rules, String> {
    let mut rules: Rules = ALLOWED.iter().chain(ALLOWED_HERE).map(|call| (*call, Vec::new())).collect();
    if writes {
        rules.extend(WRITES.iter().chain(WRITES_HERE).map(|call| (*call, Vec::new())));
    }
    let mut when = |call: libc::c_long, rule: Vec<SeccompRule>| rules.insert(call, rule);
    if processes {
        when(libc::SYS_clone, vec![rule(&[has(0, NAMESPACES, 0)?])?]);
        for call in PROCESSES {
            when(*call, Vec::new());
        }
    } else {
        when(libc::SYS_clone, vec![rule(&[has(0, THREAD | NAMESPACES, THREAD)?])?]);
    }
    when(libc::SYS_kill, vec![rule(&[is(0, pid)?])?]);
    when(libc::SYS_tgkill, vec![rule(&[is(0, pid)?])?]);
    when(libc::SYS_prlimit64, one_of(0, &[0, pid])?);
    // Of others, answers would tell who is there. "No such call" is what the C library expects where it asks for a thread.
    for call in ABOUT_ONESELF {
        when(*call, one_of(0, &[0, pid])?);
    }
    let of_process = is(0, u64::from(libc::PRIO_PROCESS))?;
    when(libc::SYS_getpriority, vec![rule(&[of_process.clone(), is(1, 0)?])?, rule(&[of_process, is(1, pid)?])?]);
    when(libc::SYS_fcntl, one_of(1, &DESCRIPTORS.iter().map(|command| unsigned(*command)).collect::<Vec<_>>())?);
    when(libc::SYS_ioctl, one_of(1, QUESTIONS_TO_STREAMS)?);
    when(libc::SYS_prctl, one_of(0, &OF_ITSELF.iter().map(|option| unsigned(*option)).collect::<Vec<_>>())?);
    // Streams only: datagrams can be sent to any address.
    let stream = has(1, 0xf, unsigned(libc::SOCK_STREAM))?;
    when(libc::SYS_socketpair, vec![rule(&[is(0, unsigned(libc::AF_UNIX))?, stream])?]);
    Ok(rules)
}

fn refused(processes: bool, writes: bool, pid: u64) -> Result<Rules, String> {
    let mut rules: Rules = REFUSED.iter().chain(REFUSED_HERE).map(|call| (*call, Vec::new())).collect();
    if !writes {
        rules.extend(WRITES.iter().chain(WRITES_HERE).map(|call| (*call, Vec::new())));
    }
    let mut when = |call: libc::c_long, rule: Vec<SeccompRule>| rules.insert(call, rule);
    if !processes {
        when(libc::SYS_clone, vec![rule(&[has(0, THREAD, 0)?])?]);
        for call in FORKS {
            when(*call, Vec::new());
        }
    }
    when(libc::SYS_kill, vec![rule(&[is_not(0, pid)?])?]);
    when(libc::SYS_tgkill, vec![rule(&[is_not(0, pid)?])?]);
    when(libc::SYS_prlimit64, vec![rule(&[is_not(0, 0)?, is_not(0, pid)?])?]);
    when(libc::SYS_openat, refused_ways_to_open(2, writes)?);
    #[cfg(target_arch = "x86_64")]
    when(libc::SYS_open, refused_ways_to_open(1, writes)?);
    Ok(rules)
}

/// `flags` is the number of the argument that holds them.
fn refused_ways_to_open(flags: u8, writes: bool) -> Result<Vec<SeccompRule>, String> {
    let all_of = |bits: libc::c_int| rule(&[has(flags, unsigned(bits), unsigned(bits))?]);
    if !writes {
        return [libc::O_WRONLY, libc::O_RDWR, libc::O_CREAT, libc::O_TRUNC, libc::O_TMPFILE]
            .map(all_of)
            .into_iter()
            .collect();
    }
    // Opening a file to read it can empty it. Early versions of Landlock see only the reading.
    let empties = rule(&[has(flags, unsigned(libc::O_ACCMODE | libc::O_TRUNC), unsigned(libc::O_TRUNC))?])?;
    // A file without a name takes space that nobody sees.
    Ok(vec![empties, all_of(libc::O_TMPFILE)?])
}

fn unsigned(number: libc::c_int) -> u64 {
    u64::from(number.cast_unsigned())
}

fn rule(conditions: &[SeccompCondition]) -> Result<SeccompRule, String> {
    SeccompRule::new(conditions.to_vec()).map_err(|error| format!("seccomp: {error}"))
}

fn condition(argument: u8, operator: Is, value: u64) -> Result<SeccompCondition, String> {
    SeccompCondition::new(argument, Width::Dword, operator, value).map_err(|error| format!("seccomp: {error}"))
}

fn is(argument: u8, value: u64) -> Result<SeccompCondition, String> {
    condition(argument, Is::Eq, value)
}

fn is_not(argument: u8, value: u64) -> Result<SeccompCondition, String> {
    condition(argument, Is::Ne, value)
}

/// Of the bits of `mask`, exactly `bits` are set.
fn has(argument: u8, mask: u64, bits: u64) -> Result<SeccompCondition, String> {
    condition(argument, Is::MaskedEq(mask), bits)
}

fn one_of(argument: u8, values: &[u64]) -> Result<Vec<SeccompRule>, String> {
    values.iter().map(|value| rule(&[is(argument, *value)?])).collect()
}

macro_rules! calls {
    ($($name:ident)*) => { &[$(libc::$name),*] };
}

/// What every program may do. The kernel answers most of these without running the filter.
const ALLOWED: &[libc::c_long] = calls![
    SYS_read SYS_write SYS_readv SYS_writev SYS_pread64 SYS_pwrite64 SYS_preadv SYS_pwritev SYS_preadv2 SYS_pwritev2
    SYS_close SYS_close_range SYS_lseek SYS_fstat SYS_newfstatat SYS_statx SYS_statfs SYS_fstatfs SYS_getdents64 SYS_openat
    SYS_faccessat SYS_faccessat2 SYS_readlinkat SYS_getcwd SYS_chdir SYS_fchdir
    SYS_fsync SYS_fdatasync SYS_fadvise64 SYS_sendfile SYS_umask
    SYS_dup SYS_dup3 SYS_flock SYS_pipe2 SYS_ppoll SYS_pselect6 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait
    SYS_epoll_pwait2 SYS_eventfd2 SYS_timerfd_create SYS_timerfd_settime SYS_timerfd_gettime SYS_signalfd4
    SYS_mmap SYS_munmap SYS_mremap SYS_mprotect SYS_madvise SYS_brk SYS_msync SYS_mincore SYS_munlock SYS_membarrier
    SYS_futex SYS_set_robust_list SYS_get_robust_list SYS_rseq SYS_set_tid_address
    SYS_gettid SYS_getpid SYS_getppid SYS_getuid SYS_geteuid SYS_getgid SYS_getegid SYS_getgroups
    SYS_getresuid SYS_getresgid SYS_capget
    SYS_clock_gettime SYS_clock_getres SYS_clock_nanosleep SYS_gettimeofday SYS_nanosleep SYS_times
    SYS_timer_create SYS_timer_settime SYS_timer_gettime SYS_timer_getoverrun SYS_timer_delete SYS_getitimer SYS_setitimer
    SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn SYS_rt_sigpending SYS_rt_sigtimedwait SYS_rt_sigsuspend
    SYS_sigaltstack SYS_restart_syscall
    SYS_sched_yield SYS_sched_getaffinity SYS_sched_getparam SYS_sched_getscheduler SYS_sched_get_priority_max
    SYS_sched_get_priority_min SYS_getcpu
    SYS_execve SYS_exit SYS_exit_group SYS_wait4 SYS_waitid
    SYS_uname SYS_sysinfo SYS_getrusage SYS_getrandom SYS_seccomp
    SYS_sendto SYS_recvfrom SYS_recvmsg SYS_shutdown SYS_getsockopt SYS_setsockopt SYS_getsockname SYS_getpeername
];

/// Older names of the same, on processors that have them.
#[cfg(target_arch = "x86_64")]
const ALLOWED_HERE: &[libc::c_long] = calls![
    SYS_open SYS_stat SYS_lstat SYS_access SYS_readlink SYS_getdents SYS_poll SYS_select SYS_pipe SYS_dup2 SYS_epoll_create SYS_epoll_wait SYS_eventfd SYS_signalfd
    SYS_arch_prctl SYS_getpgrp SYS_alarm SYS_pause SYS_time SYS_getrlimit SYS_setrlimit
];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_HERE: &[libc::c_long] = &[];

/// Where files may be written. `fallocate` is not among them: it takes space faster than anyone can watch.
const WRITES: &[libc::c_long] = calls![
    SYS_mkdirat SYS_unlinkat SYS_renameat SYS_renameat2 SYS_symlinkat SYS_ftruncate SYS_copy_file_range
];
#[cfg(target_arch = "x86_64")]
const WRITES_HERE: &[libc::c_long] = calls![SYS_creat SYS_mkdir SYS_rmdir SYS_unlink SYS_rename SYS_symlink];
#[cfg(not(target_arch = "x86_64"))]
const WRITES_HERE: &[libc::c_long] = &[];

/// Where processes may be started.
#[cfg(target_arch = "x86_64")]
const FORKS: &[libc::c_long] = calls![SYS_fork SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[libc::c_long] = &[];
const PROCESSES: &[libc::c_long] = FORKS;

/// What is refused with a word that people understand. All of it would be refused without this list.
const REFUSED: &[libc::c_long] = calls![
    SYS_socket SYS_connect SYS_bind SYS_listen SYS_accept SYS_accept4 SYS_sendmsg SYS_sendmmsg SYS_recvmmsg
    SYS_tkill SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo SYS_pidfd_open SYS_pidfd_send_signal SYS_pidfd_getfd
    SYS_ptrace SYS_process_vm_readv SYS_process_vm_writev SYS_process_madvise SYS_kcmp
    SYS_fchmod SYS_fchmodat SYS_fchown SYS_fchownat SYS_utimensat SYS_setxattr SYS_lsetxattr SYS_fsetxattr
    SYS_removexattr SYS_lremovexattr SYS_fremovexattr SYS_truncate SYS_linkat SYS_mknodat
    SYS_mount SYS_umount2 SYS_pivot_root SYS_chroot SYS_unshare SYS_setns SYS_fsopen SYS_fsmount SYS_move_mount SYS_open_tree
    SYS_bpf SYS_perf_event_open SYS_userfaultfd SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register
    SYS_keyctl SYS_add_key SYS_request_key SYS_memfd_create SYS_memfd_secret SYS_open_by_handle_at SYS_name_to_handle_at
    SYS_personality SYS_shmget SYS_shmat SYS_shmctl SYS_semget SYS_semop SYS_msgget SYS_msgsnd SYS_mq_open SYS_mq_unlink
    SYS_setsid SYS_setpgid SYS_setuid SYS_setgid SYS_setreuid SYS_setregid SYS_setresuid SYS_setresgid SYS_setgroups
    SYS_setfsuid SYS_setfsgid SYS_capset SYS_setpriority SYS_ioprio_set SYS_sched_setaffinity SYS_sched_setscheduler
    SYS_sched_setparam SYS_sched_setattr SYS_mlock SYS_mlockall SYS_mlock2 SYS_migrate_pages SYS_move_pages
    SYS_inotify_init1 SYS_inotify_add_watch SYS_fanotify_init SYS_fanotify_mark SYS_quotactl SYS_syslog SYS_acct
    SYS_reboot SYS_kexec_load SYS_init_module SYS_finit_module SYS_delete_module SYS_swapon SYS_swapoff
    SYS_settimeofday SYS_clock_settime SYS_adjtimex SYS_clock_adjtime SYS_sethostname SYS_setdomainname SYS_vhangup
    SYS_splice SYS_vmsplice SYS_tee SYS_execveat SYS_seccomp
];

#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[libc::c_long] = calls![
    SYS_chmod SYS_chown SYS_lchown SYS_utime SYS_utimes SYS_futimesat SYS_link SYS_mknod SYS_inotify_init SYS_iopl SYS_ioperm
    SYS_modify_ldt SYS_uselib SYS_ustat
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[libc::c_long] = &[];
