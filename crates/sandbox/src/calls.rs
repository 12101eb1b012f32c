//! Which system calls a program may make: seccomp.
//!
//! Two filters. The first is an allow list; every other call fails with `ENOSYS`, which programs expect of calls that are newer
//! than their kernel. The second lists calls that programs ask for and must not have; these fail with `EPERM`. To install it,
//! the first filter has to allow `seccomp` itself, so `seccomp` is on both lists.
//!
//! Landlock controls access to files by their path. What it does not cover is denied here: networks, other processes, modes,
//! owners and locks of files, memory that no limit counts, such as large buffers of sockets, and tables of descriptors other
//! than the one of the process: the limit on open files applies to each table.

use std::collections::BTreeMap;

use rustix::process::Pid;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is, SeccompCondition,
    SeccompFilter, SeccompRule,
};

use crate::policy::Policy;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Whether the kernel can filter calls.
pub fn available() -> bool {
    rustix::thread::secure_computing_mode().is_ok()
}

/// The filters, in the order in which they must be applied, for the process with this id.
pub fn filters(policy: &Policy, pid: Pid) -> Result<Vec<BpfProgram>, BackendError> {
    let grants = Grants {
        processes: policy.processes,
        writes: !policy.write.is_empty(),
        removal: policy.remove,
        forks: policy.forks,
        pid: u64::from(pid.as_raw_nonzero().get().cast_unsigned()),
    };
    let absent = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    let not_permitted = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let allowed = program(grants.allowed()?, absent, SeccompAction::Allow)?;
    // If both filters deny a call, the one applied last decides the error.
    let refused = program(grants.refused()?, SeccompAction::Allow, not_permitted)?;
    Ok(vec![allowed, refused])
}

/// What a policy grants that not every program has.
#[expect(clippy::struct_excessive_bools, reason = "one for each grant")]
struct Grants {
    processes: bool,
    writes: bool,
    removal: bool,
    /// A fork server: the processes that it starts inherit its filters and get their own in addition. So its filters must allow
    /// what theirs do, whatever their ids, and the calls by which they confine themselves.
    forks: bool,
    pid: u64,
}

fn program(rules: Rules, otherwise: SeccompAction, matching: SeccompAction) -> Result<BpfProgram, BackendError> {
    SeccompFilter::new(rules, otherwise, matching, std::env::consts::ARCH.try_into()?)?.try_into()
}

/// `clone` with this flag creates a thread, without it a process.
const THREAD: u64 = libc::CLONE_THREAD as u64;
/// Without this flag a thread has a table of descriptors of its own, and may open as many again.
const SHARED_DESCRIPTORS: u64 = libc::CLONE_FILES as u64;
/// With this flag `close_range` gives the thread such a table.
const OWN_DESCRIPTORS: u64 = libc::CLOSE_RANGE_UNSHARE as u64;
const NAMESPACES: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u64;

/// `fcntl` commands that concern the descriptor itself. Not those that choose who gets signals about it.
const DESCRIPTORS: &[libc::c_int] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_OFD_GETLK,
    libc::F_GETPIPE_SZ,
];

/// `fcntl` commands that lock a file. A file that can be read can be locked, and all submissions read the same ones.
const LOCKS: &[libc::c_int] = &[libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

const STREAM_QUERIES: &[u64] = &[libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX];

/// Data out of band.
const URGENT: u64 = libc::MSG_OOB as u64;

/// Calls whose first argument is a clock. The processor time of every process is one, which anyone may read.
const CLOCK_CALLS: &[libc::c_long] =
    &[libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_clock_nanosleep, libc::SYS_timer_create];

/// Calls whose first argument is a process and must be this one.
const OWN_PROCESS_ONLY: &[libc::c_long] = &[libc::SYS_getpgid, libc::SYS_getsid];

/// `prctl` options that concern only the process itself.
const PRCTL_OPTIONS: &[libc::c_int] = &[
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

impl Grants {
    fn allowed(&self) -> Result<Rules, BackendError> {
        let mut rules: Rules = ALLOWED.iter().chain(ALLOWED_HERE).map(|call| (*call, Vec::new())).collect();
        if self.writes {
            rules.extend(WRITES.iter().chain(WRITES_HERE).map(|call| (*call, Vec::new())));
        }
        if self.removes() {
            rules.extend(REMOVALS.iter().chain(REMOVALS_HERE).map(|call| (*call, Vec::new())));
        }
        let mut when = |call: libc::c_long, rule: Vec<SeccompRule>| rules.insert(call, rule);
        if self.processes || self.forks {
            when(libc::SYS_clone, vec![rule(&[has(0, NAMESPACES, 0)?])?]);
            for call in FORKS {
                when(*call, Vec::new());
            }
        } else {
            let thread = THREAD | SHARED_DESCRIPTORS;
            when(libc::SYS_clone, vec![rule(&[has(0, thread | NAMESPACES, thread)?])?]);
        }
        when(libc::SYS_close_range, vec![rule(&[has(2, OWN_DESCRIPTORS, 0)?])?]);
        when(libc::SYS_kill, self.of_own_process(&[])?);
        when(libc::SYS_tgkill, self.of_own_process(&[])?);
        when(libc::SYS_prlimit64, self.of_own_process(&[0])?);
        // Answers about other processes would reveal that they exist. The C library expects `ENOSYS` where it asks about a thread.
        for call in OWN_PROCESS_ONLY {
            when(*call, self.of_own_process(&[0])?);
        }
        let of_process = is(0, u64::from(libc::PRIO_PROCESS))?;
        let mut priorities = vec![rule(&[of_process.clone(), is(1, 0)?])?];
        priorities.push(rule(&if self.forks { vec![of_process] } else { vec![of_process, is(1, self.pid)?] })?);
        when(libc::SYS_getpriority, priorities);
        when(libc::SYS_fcntl, one_of(1, &DESCRIPTORS.iter().map(|command| unsigned(*command)).collect::<Vec<_>>())?);
        when(libc::SYS_ioctl, one_of(1, STREAM_QUERIES)?);
        let own = PRCTL_OPTIONS.iter().chain(if self.forks {
            &[libc::PR_SET_PDEATHSIG, libc::PR_SET_DUMPABLE][..]
        } else {
            &[]
        });
        when(libc::SYS_prctl, one_of(0, &own.map(|option| unsigned(*option)).collect::<Vec<_>>())?);
        // Streams only: a datagram socket can send to any address.
        let stream = has(1, 0xf, unsigned(libc::SOCK_STREAM))?;
        when(libc::SYS_socketpair, vec![rule(&[is(0, unsigned(libc::AF_UNIX))?, stream])?]);
        Ok(rules)
    }

    fn refused(&self) -> Result<Rules, BackendError> {
        let mut rules: Rules = REFUSED.iter().chain(REFUSED_HERE).map(|call| (*call, Vec::new())).collect();
        if !self.writes {
            rules.extend(WRITES.iter().chain(WRITES_HERE).map(|call| (*call, Vec::new())));
        }
        if !self.removes() {
            rules.extend(REMOVALS.iter().chain(REMOVALS_HERE).map(|call| (*call, Vec::new())));
        }
        if !self.forks {
            rules.insert(libc::SYS_seccomp, Vec::new());
        }
        let mut when = |call: libc::c_long, rule: Vec<SeccompRule>| rules.insert(call, rule);
        if !self.processes && !self.forks {
            when(libc::SYS_clone, vec![rule(&[has(0, THREAD, 0)?])?, rule(&[has(0, SHARED_DESCRIPTORS, 0)?])?]);
            for call in FORKS {
                when(*call, Vec::new());
            }
        }
        when(libc::SYS_close_range, vec![rule(&[has(2, OWN_DESCRIPTORS, OWN_DESCRIPTORS)?])?]);
        // Sockets of this kind have code of their own for it, which nothing needs, and through which sandboxes were left.
        for (call, flags) in [(libc::SYS_sendto, 3), (libc::SYS_recvfrom, 3), (libc::SYS_recvmsg, 2)] {
            when(call, vec![rule(&[has(flags, URGENT, URGENT)?])?]);
        }
        for call in CLOCK_CALLS {
            when(*call, vec![of_other_clocks()?]);
        }
        // Lower, it would let a crash start a program of the machine.
        let image = u64::from(libc::RLIMIT_CORE);
        let mut limits = vec![rule(&[is(1, image)?, is_given(2)?])?];
        if !self.forks {
            when(libc::SYS_kill, vec![rule(&[is_not(0, self.pid)?])?]);
            when(libc::SYS_tgkill, vec![rule(&[is_not(0, self.pid)?])?]);
            limits.push(rule(&[is_not(0, 0)?, is_not(0, self.pid)?])?);
        }
        when(libc::SYS_prlimit64, limits);
        #[cfg(target_arch = "x86_64")]
        when(libc::SYS_setrlimit, vec![rule(&[is(0, image)?])?]);
        when(libc::SYS_fcntl, one_of(1, &LOCKS.iter().map(|command| unsigned(*command)).collect::<Vec<_>>())?);
        when(libc::SYS_openat, refused_open_flags(2, self.writes)?);
        #[cfg(target_arch = "x86_64")]
        when(libc::SYS_open, refused_open_flags(1, self.writes)?);
        Ok(rules)
    }

    fn removes(&self) -> bool {
        self.writes && self.removal
    }

    /// Rules for a call whose first argument is this process, or one of `others`.
    fn of_own_process(&self, others: &[u64]) -> Result<Vec<SeccompRule>, BackendError> {
        let ids: Vec<u64> = others.iter().copied().chain([self.pid]).collect();
        if self.forks { Ok(Vec::new()) } else { one_of(0, &ids) }
    }
}

/// Clocks of processes and devices: negative numbers, made of the complement of an id, three bits below it, and zeros for "not a
/// thread". The kernel looks only for threads of the caller. An id of zero is the caller.
fn of_other_clocks() -> Result<SeccompRule, BackendError> {
    const NEGATIVE: u64 = 1 << 31;
    const THREAD_CLOCK: u64 = 4;
    let mut conditions = vec![has(0, NEGATIVE | THREAD_CLOCK, NEGATIVE)?];
    for own in [-8, -7, -6] {
        conditions.push(is_not(0, unsigned(own))?);
    }
    rule(&conditions)
}

/// `flags` is the position of the argument that holds the flags.
fn refused_open_flags(flags: u8, writes: bool) -> Result<Vec<SeccompRule>, BackendError> {
    let all_of = |bits: libc::c_int| rule(&[has(flags, unsigned(bits), unsigned(bits))?]);
    if !writes {
        return [libc::O_WRONLY, libc::O_RDWR, libc::O_CREAT, libc::O_TRUNC, libc::O_TMPFILE]
            .map(all_of)
            .into_iter()
            .collect();
    }
    // A file opened for reading can be truncated. Early versions of Landlock check only the reading.
    let empties = rule(&[has(flags, unsigned(libc::O_ACCMODE | libc::O_TRUNC), unsigned(libc::O_TRUNC))?])?;
    // A file without a name takes space that cannot be seen.
    Ok(vec![empties, all_of(libc::O_TMPFILE)?])
}

fn unsigned(number: libc::c_int) -> u64 {
    u64::from(number.cast_unsigned())
}

fn rule(conditions: &[SeccompCondition]) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(conditions.to_vec())
}

fn condition(argument: u8, operator: Is, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, Width::Dword, operator, value)
}

fn is(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    condition(argument, Is::Eq, value)
}

fn is_not(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    condition(argument, Is::Ne, value)
}

/// A pointer that is not null.
fn is_given(argument: u8) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, Width::Qword, Is::Ne, 0)
}

/// Of the bits in `mask`, exactly `bits` are set.
fn has(argument: u8, mask: u64, bits: u64) -> Result<SeccompCondition, BackendError> {
    condition(argument, Is::MaskedEq(mask), bits)
}

fn one_of(argument: u8, values: &[u64]) -> Result<Vec<SeccompRule>, BackendError> {
    values.iter().map(|value| rule(&[is(argument, *value)?])).collect()
}

macro_rules! calls {
    ($($name:ident)*) => { &[$(libc::$name),*] };
}

/// What every program may do. For most of these the kernel does not even run the filter.
const ALLOWED: &[libc::c_long] = calls![
    SYS_read SYS_write SYS_readv SYS_writev SYS_pread64 SYS_pwrite64 SYS_preadv SYS_pwritev SYS_preadv2 SYS_pwritev2
    SYS_close SYS_lseek SYS_fstat SYS_newfstatat SYS_statx SYS_statfs SYS_fstatfs SYS_getdents64 SYS_openat
    SYS_faccessat SYS_faccessat2 SYS_readlinkat SYS_getcwd SYS_chdir SYS_fchdir
    SYS_fsync SYS_fdatasync SYS_fadvise64 SYS_sendfile SYS_umask
    SYS_dup SYS_dup3 SYS_pipe2 SYS_ppoll SYS_pselect6 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait
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
    SYS_sendto SYS_recvfrom SYS_recvmsg SYS_shutdown SYS_getsockopt SYS_getsockname SYS_getpeername
];

/// Older equivalents, on architectures that have them.
#[cfg(target_arch = "x86_64")]
const ALLOWED_HERE: &[libc::c_long] = calls![
    SYS_open SYS_stat SYS_lstat SYS_access SYS_readlink SYS_getdents SYS_poll SYS_select SYS_pipe SYS_dup2 SYS_epoll_create SYS_epoll_wait SYS_eventfd SYS_signalfd
    SYS_arch_prctl SYS_getpgrp SYS_alarm SYS_pause SYS_time SYS_getrlimit SYS_setrlimit
];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_HERE: &[libc::c_long] = &[];

/// Allowed if files may be written. Not `fallocate`: it takes space faster than the folder can be watched.
const WRITES: &[libc::c_long] = calls![
    SYS_mkdirat SYS_symlinkat SYS_ftruncate SYS_copy_file_range
];
#[cfg(target_arch = "x86_64")]
const WRITES_HERE: &[libc::c_long] = calls![SYS_creat SYS_mkdir SYS_symlink];
#[cfg(not(target_arch = "x86_64"))]
const WRITES_HERE: &[libc::c_long] = &[];

/// Allowed if written files may be removed.
const REMOVALS: &[libc::c_long] = calls![SYS_unlinkat SYS_renameat SYS_renameat2];
#[cfg(target_arch = "x86_64")]
const REMOVALS_HERE: &[libc::c_long] = calls![SYS_rmdir SYS_unlink SYS_rename];
#[cfg(not(target_arch = "x86_64"))]
const REMOVALS_HERE: &[libc::c_long] = &[];

/// Allowed if processes may be started.
#[cfg(target_arch = "x86_64")]
const FORKS: &[libc::c_long] = calls![SYS_fork SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[libc::c_long] = &[];

/// Denied with `EPERM`, which people understand. All of these would be denied with `ENOSYS` without this list.
const REFUSED: &[libc::c_long] = calls![
    SYS_socket SYS_connect SYS_bind SYS_listen SYS_accept SYS_accept4 SYS_sendmsg SYS_sendmmsg SYS_recvmmsg SYS_setsockopt
    SYS_flock
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
    SYS_splice SYS_vmsplice SYS_tee SYS_execveat
];

#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[libc::c_long] = calls![
    SYS_chmod SYS_chown SYS_lchown SYS_utime SYS_utimes SYS_futimesat SYS_link SYS_mknod SYS_inotify_init SYS_iopl SYS_ioperm
    SYS_modify_ldt SYS_uselib SYS_ustat
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[libc::c_long] = &[];
