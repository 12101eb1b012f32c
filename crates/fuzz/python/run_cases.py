"""Runs programs of the problem language in CPython, many in one process.

Reads JSON lines `{"id", "source", "cases": n}`; for each answers one line `{"id", "results": [...]}` with, for each of
`case_0()` to `case_(n-1)()`, the canonical form of its value, `!ClassName` for an exception, or `!!timeout`. A program
that CPython does not compile gets `{"id", "error": message}`. Every case runs in a namespace of its own.

With `"spans": [[line, column, end_line, end_column], ...]` (columns in bytes) the answer has `"executed": [bool, ...]`:
whether any case evaluated something inside the span.
"""

import contextlib
import dis
import io
import json
import resource
import signal
import sys
import types
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "crates" / "eval" / "tests" / "cpython")]

from canon import canon  # noqa: E402

# Of the processor, so that a busy machine changes nothing.
SECONDS = 2.0
# The process dies of a case that spends this much inside one built-in function, where no alarm is heard.
DEADLY_SECONDS = 4.0
MEMORY = 1 << 30
# Lines that define nothing that a case could change: they are executed once for all cases of a program.
SHARED = ("import ", "from ", "@", "class ", " ", "#")


class Timeout(BaseException):
    """Not an `Exception`: the program cannot have raised it."""


def main():
    warnings.simplefilter("ignore")
    sys.set_int_max_str_digits(0)
    signal.signal(signal.SIGPROF, on_alarm)
    sys.modules["program"] = types.ModuleType("program")  # dataclasses look up the module of their annotations
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        try:
            # What a program prints is not part of its answers.
            with contextlib.redirect_stdout(io.StringIO()):
                answer |= run(request["source"], request["cases"], request.get("spans"))
        except Exception as error:
            answer["error"] = f"{type(error).__name__}: {error}"
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def run(source, cases, spans):
    shared, own = split(source)
    namespace = {"__name__": "program"}
    exec(compile(shared, "program", "exec"), namespace)
    code = compile(own, "program", "exec")
    tracer = Tracer() if spans else None
    results = [result(code, namespace, case, tracer) for case in range(cases)]
    if tracer is None:
        return {"results": results}
    return {"results": results, "executed": [tracer.touched(*span) for span in spans]}


def split(source):
    """The beginning that all cases share, and the rest, in its old place."""
    lines = source.split("\n")
    end = next((i for i, line in enumerate(lines) if line and not line.startswith(SHARED)), len(lines))
    return "\n".join(lines[:end]), "\n" * end + "\n".join(lines[end:])


def result(code, namespace, case, tracer):
    try:
        return timed(code, dict(namespace), case, tracer)
    except Timeout:
        return "!!timeout"
    except Exception as error:
        return f"!{type(error).__name__}"


def timed(code, names, case, tracer):
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.setitimer(signal.ITIMER_VIRTUAL, DEADLY_SECONDS)
    try:
        exec(code, names)
        if tracer is not None:
            sys.settrace(tracer.trace)
        # JSON has no half of a surrogate pair; neither has the language.
        return canon(names[f"case_{case}"]()).encode("utf-8", "backslashreplace").decode()
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def on_alarm(_signal, _frame):
    raise Timeout


class Tracer:
    """Knows the places of the source that were evaluated."""

    # Others, jumps among them, stand at places that they have little to do with.
    EVALUATING = ("LOAD_", "BINARY_", "UNARY_", "CALL", "COMPARE_OP", "CONTAINS_OP", "IS_OP", "UNPACK_")

    def __init__(self):
        self.places = set()
        self.positions = {}

    def trace(self, frame, event, _argument):
        if frame.f_code.co_filename != "program":
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if event == "opcode":
            code = frame.f_code
            if code not in self.positions:
                self.positions[code] = {
                    i.offset: tuple(i.positions) for i in dis.get_instructions(code) if i.opname.startswith(self.EVALUATING)
                }
            self.places.add(self.positions[code].get(frame.f_lasti))
        return self.trace

    def touched(self, line, column, end_line, end_column):
        return any(
            (line, column) <= (first, start) and (last, end) <= (end_line, end_column)
            for first, last, start, end in self.places - {None}
            if None not in (first, last, start, end)
        )


if __name__ == "__main__":
    main()
