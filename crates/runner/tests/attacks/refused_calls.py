# Makes system calls that no predicate needs, with arguments that mean nothing. Each must be refused before it is looked at.
# expect: rejected
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
CALLS = {
    "ptrace": 101, "syslog": 103, "personality": 135, "ustat": 136, "modify_ldt": 154, "pivot_root": 155, "adjtimex": 159,
    "chroot": 161, "acct": 163, "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168,
    "reboot": 169, "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173, "init_module": 175,
    "delete_module": 176, "quotactl": 179, "lookup_dcookie": 212, "io_setup": 206, "io_submit": 209, "mbind": 237,
    "set_mempolicy": 238, "mq_open": 240, "mq_unlink": 241, "kexec_load": 246, "add_key": 248, "request_key": 249,
    "keyctl": 250, "ioprio_set": 251, "migrate_pages": 256, "unshare": 272, "splice": 275, "tee": 276, "vmsplice": 278,
    "move_pages": 279, "perf_event_open": 298, "fanotify_init": 300, "name_to_handle_at": 303, "open_by_handle_at": 304,
    "clock_adjtime": 305, "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312,
    "finit_module": 313, "sched_setattr": 314, "seccomp": 317, "memfd_create": 319, "kexec_file_load": 320, "bpf": 321,
    "execveat": 322, "userfaultfd": 323, "pkey_alloc": 330, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432,
    "fspick": 433, "pidfd_open": 434, "clone3": 435, "openat2": 437, "pidfd_getfd": 438, "process_madvise": 440,
    "mount_setattr": 442, "landlock_create_ruleset": 444, "landlock_restrict_self": 446, "memfd_secret": 447,
    "process_mrelease": 448, "set_mempolicy_home_node": 450, "fchmodat2": 452, "futex_wait": 455, "shmget": 29,
    "shmat": 30, "shmctl": 31, "semget": 64, "semop": 65, "msgget": 68, "msgsnd": 69, "socket": 41, "connect": 42,
    "accept": 43, "sendmsg": 46, "bind": 49, "listen": 50, "fork": 57, "vfork": 58, "chmod": 90, "fchmod": 91, "chown": 92,
    "setuid": 105, "setgid": 106, "setpgid": 109, "setsid": 112, "setgroups": 116, "capset": 126, "mknod": 133,
    "setpriority": 141, "mlock": 149, "vhangup": 153, "tkill": 200, "sendmmsg": 307, "fallocate": 285,
}  # fmt: skip


def is_valid(edges, order):
    if os.uname().machine != "x86_64":
        return False
    for name, number in CALLS.items():
        if libc.syscall(number, -1, -1, -1, -1, -1, -1) != -1 or ctypes.get_errno() not in (1, 38):
            print(name, ctypes.get_errno())
            return True
    return False
