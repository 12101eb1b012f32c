"""Forks a worker for each submission, as docs/adapters.md describes.

Everything that a worker imports has been imported by then, so a worker starts in about a millisecond. The server never sees a
submission or a test: these come through the streams of its processes, which inherit nothing that could tell them about others.

`serve` returns in each new process, which then goes on as if it had just been started.
"""

import ctypes
import gc
import json
import os
import sys
from _socket import AF_UNIX, CMSG_LEN, MSG_CMSG_CLOEXEC, SCM_RIGHTS, SOCK_SEQPACKET, SOL_SOCKET, socket

KILL = 9
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
SECCOMP_SET_MODE_FILTER = 1
STEP = 8  # the bytes of an instruction; the last four are its constant
STREAMS = 3


class Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def serve():
    control = socket(AF_UNIX, SOCK_SEQPACKET, 0, os.dup(0))
    standard_input_is_empty()
    libc = ctypes.CDLL(None, use_errno=True)
    try:
        confinement = json.loads(control.recv(1 << 18))
        filters = [bytes.fromhex(text) for text in confinement["filters"]]
        filters = [(steps, places(steps, confinement["process"])) for steps in filters]
        let_others_look_into_this_process(False, libc)
        gc.collect()
        gc.freeze()
        send(control, "serving", True)
    except Exception as error:
        send(control, "failed", f"{type(error).__name__}: {error}")
        raise
    server = os.getpid()
    while True:
        message, streams = receive(control)
        if not message:
            os._exit(0)
        process = os.fork()
        if process == 0:
            try:
                die_with(server, libc)
                let_others_look_into_this_process(True, libc)
                take(streams, control)
                for steps, own in filters:
                    install(for_this_process(steps, own), confinement["seccomp"], libc)
                send(control, "ready", True)
            except BaseException as error:
                send(control, "failed", f"{type(error).__name__}: {error}")
                os._exit(1)
            control.close()
            del sys.orig_argv[-1]  # that this is a server
            return
        for stream in streams:
            os.close(stream)
        _, status, used = os.wait4(process, 0)
        send(control, "exited", [status, used.ru_maxrss])


def standard_input_is_empty():
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def send(control, kind, content):
    control.send(json.dumps({kind: content}).encode())


def receive(control):
    size = STREAMS * 4
    message, ancillary, _, _ = control.recvmsg(64, CMSG_LEN(size), MSG_CMSG_CLOEXEC)
    for level, kind, content in ancillary:
        if (level, kind, len(content)) == (SOL_SOCKET, SCM_RIGHTS, size):
            return message, [int.from_bytes(content[at : at + 4], sys.byteorder) for at in range(0, size, 4)]
    return b"", []


def prctl(option, value, libc):
    if libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


def let_others_look_into_this_process(allowed, libc):
    """Processes of the same user can read each other's memory, files and environment. Not those of the server."""
    prctl(PR_SET_DUMPABLE, int(allowed), libc)


def die_with(server, libc):
    prctl(PR_SET_PDEATHSIG, KILL, libc)
    if os.getppid() != server:
        os._exit(1)


def take(streams, control):
    """Makes these the standard streams, and closes everything else but the socket."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, control.fileno())
    os.closerange(control.fileno() + 1, 256)


def places(steps, placeholder):
    """Where the constants of a filter are the placeholder. Found once, not in each process, where it would take half a millisecond."""
    constant = placeholder.to_bytes(4, sys.byteorder)
    return [at for at in range(STEP - 4, len(steps), STEP) if steps[at : at + 4] == constant]


def for_this_process(steps, own):
    """The filter with this process's id in these places."""
    number = os.getpid().to_bytes(4, sys.byteorder)
    steps = bytearray(steps)
    for at in own:
        steps[at : at + 4] = number
    return bytes(steps)


def install(steps, call, libc):
    program = Filter(len(steps) // STEP, steps)
    if libc.syscall(call, SECCOMP_SET_MODE_FILTER, 0, ctypes.byref(program)) != 0:
        raise OSError(ctypes.get_errno(), "cannot filter system calls")
