"""Checks the first line of every submission in this folder against what the submission does, in plain CPython.

    PYTHONPATH=python python3 check.py PROBLEMS [--only PROBLEM] [--pairs N] [--seed N] [--jobs N] [-v]

PROBLEMS is the folder of the problem files. Submissions are loaded with the Python adapter's own loader, each in a process
of its own, and run on the pairs of `pairs.py`. What is right is what the problem file's subproperties say. A submission
marked faulty must be wrong in the ways its line names (accepts, rejects, raises, returns, loops) and in no other way.
Exit code 1 if anything differs.
"""

import argparse
import collections
import contextlib
import importlib.util
import json
import os
import signal
import sys
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
ADAPTER = HERE.parents[3] / "adapters" / "python" / "worker.py"
WAYS = ("accepts", "rejects", "raises", "returns", "loops")
SECONDS = 0.2
LOOPS = 6


class TimeUp(BaseException):
    pass


def ring(*_):
    raise TimeUp


def worker():
    spec = importlib.util.spec_from_file_location("adapter_worker", ADAPTER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def submissions(problem):
    """Each source file and each folder: its name, its folder and the source files in it."""
    for path in sorted((HERE / problem).iterdir()):
        if path.suffix == ".py":
            yield path.name, path.parent, [path.name]
        elif path.is_dir() and path.name != "__pycache__":
            yield path.name, path, sorted(str(file.relative_to(path)) for file in path.rglob("*.py"))


def mark(folder, files):
    """The first line of the only file, or of the file that has one of the marks."""
    for file in files:
        line = (folder / file).read_text().split("\n", 1)[0]
        for kind in ("correct", "faulty", "broken", "not provable"):
            if line.removeprefix("# ").split(":")[0] == kind:
                return kind, line.partition(":")[2].strip()
    return None, ""


def ways(description):
    """The ways in which a faulty submission says it is wrong: the first word of each part."""
    return {part.split()[0] for part in description.split(";")}


def judge(problem, folder, files, pairs):
    """How a submission answers: the failure to load it, or how often it is wrong in which way, with an example each."""
    adapter = worker()
    orders = {**problem.orders, "submission": str(folder), "files": files, "support": None, "build": None, "seed": 1}
    submission = adapter.Submission(orders)
    try:
        predicate = submission.load()
    except adapter.Failed as failed:
        return {"failed": failed.report["why"] + ": " + failed.report["message"]}
    decode = adapter.decoder(submission)
    wrong, accepted = {}, set()
    for arguments, shown, fails in pairs:
        values = decode(arguments)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            given = predicate(*values)
        except TimeUp:
            given = "loops"
        except BaseException as error:
            given = f"raises {adapter.class_name(error)}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if given is (not fails):
            continue
        way = {True: "accepts", False: "rejects"}.get(given) if isinstance(given, bool) else None
        if way is None:
            way = given.split()[0] if isinstance(given, str) and given.startswith(("loops", "raises ")) else "returns"
        count, example = wrong.get(way, (0, None))
        wrong[way] = (count + 1, example or f"{shown} gives {given!r}")
        if way == "accepts":
            accepted.add(fails)
        if way == "loops" and wrong[way][0] == LOOPS:
            break
    return {"wrong": wrong, "accepted": sorted(accepted)}


def in_process(problem, folder, files, pairs):
    """Starts `judge` in a process of its own; returns its id and where its result can be read."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return child, reader
    os.close(reader)
    signal.signal(signal.SIGPROF, ring)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.argv[:] = [""]
    try:
        result = judge(problem, folder, files, pairs)
    except BaseException:
        result = {"trouble": traceback.format_exc()}
    with contextlib.suppress(OSError), os.fdopen(writer, "w") as stream:
        json.dump(result, stream)
    os._exit(0)


def complaint(kind, description, result):
    """What is wrong with the mark of a submission, or None."""
    if "trouble" in result:
        return result["trouble"]
    if kind is None:
        return "its first line names no truth"
    if kind == "broken":
        return None if "failed" in result else "is loaded without an error"
    if "failed" in result:
        return f"cannot be loaded: {result['failed']}"
    wrong = result["wrong"]
    observed = "; ".join(f"{way} ({count}: {example})" for way, (count, example) in sorted(wrong.items()))
    if kind == "correct":
        return f"is wrong: {observed}" if wrong else None
    if kind == "faulty":
        named = ways(description)
        if not named <= set(WAYS) or any(len(part.split()) == 1 for part in description.split(";")):
            return f"has a part that does not begin with one of {WAYS}, or says no more than that"
        return None if named == set(wrong) else f"is wrong in other ways: {observed or 'none'}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("problems", type=Path)
    parser.add_argument("--only")
    parser.add_argument("--pairs", type=int, default=2000, help="how many pairs of each problem")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-v", action="store_true", help="say which subproperties each submission misses")
    options = parser.parse_args()
    sys.path[:0] = [str(options.problems.resolve()), str(HERE)]
    from pairs import Problem

    total, complaints = collections.Counter(), 0
    for name in sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"):
        if options.only not in (None, name):
            continue
        problem = Problem(name, options.problems, options.seed)
        pairs = problem.pairs(options.pairs)
        counts, running = collections.Counter(), []
        waiting = list(submissions(name))
        while waiting or running:
            while waiting and len(running) < options.jobs:
                entry = waiting.pop(0)
                running.append((entry, *in_process(problem, *entry[1:], pairs)))
            (title, folder, files), child, reader = running.pop(0)
            with os.fdopen(reader) as stream:
                text = stream.read()
            os.waitpid(child, 0)
            result = json.loads(text) if text else {"trouble": "ended without a result"}
            kind, description = mark(folder, files)
            counts[kind] += 1
            said = complaint(kind, description, result)
            if said:
                complaints += 1
                print(f"{name}/{title}: {said}")
            elif options.v:
                missed = set().union(*result.get("accepted", [])) if result.get("accepted") else set()
                print(f"{name}/{title}: {kind}: {description} {sorted(missed) or ''}")
        total += counts
        valid = sum(not fails for _, _, fails in pairs)
        shown = ", ".join(f"{counts[kind]} {kind}" for kind in ("correct", "faulty", "broken", "not provable"))
        print(f"{name}: {counts.total()} submissions ({shown}); {len(pairs)} pairs, {valid} correct")
    shown = ", ".join(f"{total[kind]} {kind}" for kind in ("correct", "faulty", "broken", "not provable"))
    print(f"all: {total.total()} submissions ({shown}); {complaints} wrong")
    sys.exit(bool(complaints))


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "1":
        # The pairs are the same in every run.
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "1"})
    main()
