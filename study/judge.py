"""Asks a predicate about pairs, in this process, and says where it is wrong.

A right answer is the Boolean that is expected. Everything else is wrong: the other Boolean, a value that is no Boolean, an
exception, and a call that takes longer than `PATIENCE` seconds of CPU time. A timer looks in from time to time whether the loop
still asks about the same pair, so that a call costs nothing extra. Predicates of the corpus are ours; nothing here is a
sandbox. `start` is called once in each process that judges; an interruption is the business of its parent.
"""

import gc
import inspect
import itertools
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from types import FrameType
from typing import Any

Copy = Callable[[tuple[Any, ...]], tuple[Any, ...]]
Function = Callable[..., Any]

PATIENCE = 0.05
MEMORY = 6 << 30


class Unanswered(BaseException):
    """The predicate took too long. Not an `Exception`, so that few predicates catch it."""


def start() -> None:
    """Sets the limits of this process."""
    gc.freeze()
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))
    sys.setrecursionlimit(600)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGVTALRM, look_in)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, PATIENCE)


# Each loop below has a number of its own, so that no two calls look the same.
loops = itertools.count()
asked_before: tuple[int, int] | None = None


def look_in(_: int, frame: FrameType | None) -> None:
    """Ends a call that was going on when we last looked in."""
    global asked_before
    called = None
    while frame is not None and frame.f_code not in LOOPS:
        called, frame = frame, frame.f_back
    # Between two calls, and while the next pair is made, there is nothing to end, and nobody would catch it.
    is_asked = called is not None and not called.f_code.co_flags & inspect.CO_GENERATOR
    here = frame.f_locals if frame is not None and is_asked else {}
    asked = (here["loop"], here["number"]) if "loop" in here and "number" in here else None
    if asked is not None and asked == asked_before:
        asked_before = None
        raise Unanswered
    asked_before = asked


def function(source: str) -> Function:
    """The predicate of a source text."""
    namespace: dict[str, Any] = {"__name__": "submission"}
    exec(compile(source, "<predicate>", "exec"), namespace)
    return namespace["is_valid"]


def first_wrong(asked: Function, expect: bool, pairs: Iterable[tuple[Any, ...]], copy: Copy) -> int | None:
    """The first of the pairs, all with one right answer, that the predicate is wrong on."""
    loop = next(loops)  # noqa: F841  (seen by `look_in`)
    for number, pair in enumerate(pairs):
        try:
            answer = asked(*copy(pair))
        except BaseException:
            return number
        if answer is not expect:
            return number
    return None


def all_wrong(asked: Function, tests: Sequence[tuple[tuple[Any, ...], bool]], copy: Copy) -> int:
    """The tests that the predicate is wrong on, as bits. After a call that does not end, the rest is not asked."""
    loop = next(loops)  # noqa: F841  (seen by `look_in`)
    wrong = 0
    for number, (pair, expect) in enumerate(tests):
        try:
            answer = asked(*copy(pair))
        except Unanswered:
            return wrong | 1 << number
        except BaseException:
            answer = None
        if answer is not expect:
            wrong |= 1 << number
    return wrong


LOOPS = {first_wrong.__code__, all_wrong.__code__}
