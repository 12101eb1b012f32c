"""Calls a predicate on pairs, in this process, and reports where it is wrong.

The correct answer is the expected Boolean. Everything else is wrong: the other Boolean, a value that is not a Boolean, an
exception, and a call that executes more than `LINES` lines. The limit counts lines rather than seconds, so that an answer does not
depend on the machine. Because counting is slow, a timer checks from time to time whether the loop is still at the same pair; only
such a call is ended and repeated with counting. Predicates of the corpus are ours, so nothing here is a sandbox. `start` is called
once in each process that judges; interruptions are handled by its parent.
"""

import gc
import inspect
import itertools
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from types import FrameType
from typing import Any

Copy = Callable[[tuple[Any, ...]], tuple[Any, ...]]
Function = Callable[..., Any]

# No call executes that many lines in twice the timer interval, in CPU seconds (a line takes about 10 ns), so a call that is not
# counted has executed fewer. A call with few but slow lines is ended after many timer ticks.
LINES = 5_000_000
LOOK = 0.01
MOST_LOOKS = 1_000
MEMORY = 6 << 30


class Unanswered(BaseException):
    """Ends a call. Not an `Exception`, so that few predicates catch it; the answers of those that do are ignored."""


def start() -> None:
    """Sets the limits of this process."""
    gc.freeze()
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))
    sys.setrecursionlimit(600)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGVTALRM, look_in)
    signal.setitimer(signal.ITIMER_VIRTUAL, LOOK, LOOK)


# Each loop below has a number of its own, so that no two calls look the same.
loops = itertools.count()
seen: tuple[int, int] | None = None
"""The call that was running at the last tick of the timer."""
looks = 0
"""How many ticks have seen the same call."""
patience = 1
"""How many ticks a call may take."""
was_ended = False


def look_in(_: int, frame: FrameType | None) -> None:
    """Ends a call that takes too long."""
    global seen, looks, was_ended
    called = None
    while frame is not None and frame.f_code not in CALLERS:
        called, frame = frame, frame.f_back
    # Before and after a call, and while the next pair is built, there is nothing to end, and nothing would catch it.
    in_call = called is not None and not called.f_code.co_flags & inspect.CO_GENERATOR
    if frame is not None and frame.f_code is counted.__code__:
        frame = frame.f_back
    here = frame.f_locals if frame is not None and in_call else {}
    current = (here["loop"], here["number"]) if "loop" in here and "number" in here else None
    looks, seen = looks + 1 if current == seen else 0, current
    if current is not None and looks >= patience:
        if looks > 2 * MOST_LOOKS:
            os._exit(1)  # It catches everything that is raised. The parent treats this as a crash.
        was_ended = True
        raise Unanswered


def counted(predicate: Function, pair: tuple[Any, ...], copy: Copy, most: int) -> tuple[Any, bool]:
    """The answer, and whether it took more lines than allowed."""
    global seen, looks, patience, was_ended
    lines = 0

    def count(frame: FrameType, event: str, _: Any) -> Function | None:
        global patience
        nonlocal lines
        if frame.f_code is look_in.__code__:
            return None
        if event == "line":
            lines += 1
            if lines > most:
                patience = 0  # A predicate that catches this is no longer counted.
                raise Unanswered
        return count

    looks, patience, was_ended = 0, MOST_LOOKS, False
    answer = None
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 1)  # This function is between the loop and the predicate.
    try:
        arguments = copy(pair)
        sys.settrace(count)
        answer = predicate(*arguments)
    except BaseException:
        pass
    sys.settrace(None)
    sys.setrecursionlimit(depth)
    too_long = was_ended or lines > most
    seen, looks, patience, was_ended = None, 0, 1, False
    return answer, too_long


def function(source: str) -> Function:
    """The predicate of a source text."""
    namespace: dict[str, Any] = {"__name__": "submission"}
    exec(compile(source, "<predicate>", "exec"), namespace)
    return namespace["is_valid"]


def first_wrong(predicate: Function, expect: bool, pairs: Iterable[tuple[Any, ...]], copy: Copy) -> int | None:
    """The first of the pairs, all with the same correct answer, on which the predicate is wrong."""
    loop = next(loops)  # noqa: F841  (seen by `look_in`)
    for number, pair in enumerate(pairs):
        try:
            answer = predicate(*copy(pair))
        except BaseException:
            answer = None
        if was_ended:
            answer, too_long = counted(predicate, pair, copy, LINES)
            if too_long:
                return number
        if answer is not expect:
            return number
    return None


def all_wrong(
    predicate: Function, tests: Sequence[tuple[tuple[Any, ...], bool]], copy: Copy, lines: int | None = None
) -> tuple[int, bool]:
    """The tests on which the predicate is wrong, as bits, and whether the last of them took too long: then the rest are skipped.
    With a number of lines, every call is counted."""
    loop = next(loops)  # noqa: F841  (seen by `look_in`)
    wrong = 0
    for number, (pair, expect) in enumerate(tests):
        answer = None
        if lines is None:
            try:
                answer = predicate(*copy(pair))
            except BaseException:
                pass
        if lines is not None or was_ended:
            answer, too_long = counted(predicate, pair, copy, LINES if lines is None else lines)
            if too_long:
                return wrong | 1 << number, True
        if answer is not expect:
            wrong |= 1 << number
    return wrong, False


CALLERS = {first_wrong.__code__, all_wrong.__code__, counted.__code__}
