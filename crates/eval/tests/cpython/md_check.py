"""Checks the Markdown conformance tests against CPython, so that no expected value can be wrong.

    python3 md_check.py DIR          prints `N cases, M wrong`; exit code 1 when any is wrong
    python3 md_check.py DIR --json   prints every case with what CPython gives, for the harness to compare
    python3 md_check.py DIR --count  prints the number of cases of each file

The notation of the tests is explained in the chapter `notation.md`. The `custodiet` package must be on PYTHONPATH.
"""

import argparse
import ast
import contextlib
import io
import json
import re
import sys
import warnings
from pathlib import Path

from canon import canon

MARK = re.compile(r"^(?P<code>.*?)\s+# (?P<mark>=>|raises:|error:) (?P<text>.*\S)\s*$")
KINDS = {"=>": "value", "raises:": "raises", "error:": "error"}
ATOMS = re.compile(r"^# atoms: (?P<names>.*)$")
# What an expected value may be built with, besides displays, constants and the records of its block.
BUILDERS = {"set", "frozenset", "range", "Counter", "defaultdict", "list", "int"}


class Malformed(Exception):
    """A test that is not written in the notation."""


def blocks(text):
    """The Python blocks of a Markdown text, each with the line number of its first line."""
    lines = text.splitlines()
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and line == "```python":
            start = number + 1
        elif start is not None and line.startswith("```"):
            yield start, lines[start - 1 : number - 1]
            start = None
    if start is not None:
        raise Malformed(f"{start - 1}: the block is never closed")


def cases_of(name, start, lines):
    """The cases of one block."""
    source = "\n".join(lines) + "\n"
    atoms = [atom for line in lines if (found := ATOMS.match(line)) for atom in found["names"].split()]
    marked = [(i, found) for i, line in enumerate(lines) if (found := MARK.match(line))]
    kinds = {KINDS[found["mark"]] for _, found in marked}
    if not marked:
        raise Malformed(f"{start}: the block has no case")
    if "error" in kinds:
        if kinds != {"error"}:
            raise Malformed(f"{start}: errors and other cases in one block")
        if all(found["text"] != "syntax" for _, found in marked):
            compile(source, name, "exec")
        prelude = source
    else:
        own_lines(source, start, {i for i, _ in marked})
        kept = set(range(len(lines))) - {i for i, _ in marked}
        prelude = "\n".join(line if i in kept else "" for i, line in enumerate(lines)) + "\n"
    for i, found in marked:
        yield {
            "file": name,
            "line": start + i,
            "block": source,
            "prelude": prelude,
            "expr": found["code"],
            "kind": KINDS[found["mark"]],
            "expected": found["text"],
            "atoms": atoms,
            "canon": None,
        }


def own_lines(source, start, marked):
    """Every marked line is one top-level expression, and every top-level expression is marked."""
    expressions = set()
    for statement in ast.parse(source).body:
        first, last = statement.lineno - 1, statement.end_lineno - 1
        if isinstance(statement, ast.Expr):
            if first != last or first not in marked:
                raise Malformed(f"{start + first}: an expression that is not a case on one line")
            expressions.add(first)
    for line in marked - expressions:
        raise Malformed(f"{start + line}: a mark on a line that is not an expression")


def namespace(case):
    """A fresh execution of the prelude, with the atoms."""
    names = {"__name__": "__main__"}
    try:
        exec(compile(case["prelude"], case["file"], "exec"), names)
    except Exception as error:
        raise Malformed(f"{case['line']}: the prelude raises {type(error).__name__}: {error}") from error
    for atom in case["atoms"]:
        if atom in names:
            raise Malformed(f"{case['line']}: the prelude defines the atom {atom}")
        names[atom] = atom
    return names


def literal(case, names):
    """The expected value, which must be written out and not computed."""
    tree = ast.parse(case["expected"], mode="eval")
    for node in ast.walk(tree):
        computed = isinstance(node, (ast.BinOp, ast.BoolOp, ast.Compare, ast.Subscript, ast.Attribute, ast.Lambda))
        if isinstance(node, ast.Name):
            is_record = isinstance(names.get(node.id), type)
            computed = node.id not in BUILDERS and node.id not in case["atoms"] and not is_record
        if computed:
            raise Malformed(f"{case['line']}: the expected value is computed")
    return eval(case["expected"], names)


def verdict(case):
    """What is wrong with the case under CPython, or None; fills in the canonical form of its value."""
    if case["kind"] == "error":
        return None
    names = namespace(case)
    try:
        case["canon"] = canon(eval(case["expr"], names))
        actual = case["canon"]
    except Exception as error:
        actual = type(error).__name__
        if case["kind"] == "value":
            return f"raises {actual}: {error}"
    expected = canon(literal(case, namespace(case))) if case["kind"] == "value" else case["expected"]
    return None if actual == expected else f"CPython gives {actual}, expected {expected}"


def check(directory):
    """All cases, and the messages about those that are wrong."""
    cases, wrong = [], []
    for path in sorted(directory.glob("*.md")):
        try:
            chapter = [
                case
                for start, lines in blocks(path.read_text(encoding="utf-8"))
                for case in cases_of(path.name, start, lines)
            ]
        except (Malformed, SyntaxError) as fault:
            wrong.append(f"{path.name}:{fault}")
            continue
        if not chapter:
            wrong.append(f"{path.name}: no case")
        for case in chapter:
            try:
                # What a case prints is not part of its value.
                with contextlib.redirect_stdout(io.StringIO()):
                    fault = verdict(case)
            except (Malformed, SyntaxError) as malformed:
                fault = str(malformed)
            if fault is not None:
                wrong.append(f"{path.name}:{case['line']}: {case['expr']}: {fault}")
        cases.extend(chapter)
    return cases, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--json", action="store_true", help="print the cases with what CPython gives")
    parser.add_argument("--count", action="store_true", help="print the number of cases of each file")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    sys.set_int_max_str_digits(0)
    cases, wrong = check(options.directory)
    if options.json:
        json.dump(cases, sys.stdout, ensure_ascii=False, indent=1)
        print()
    elif options.count:
        for name in sorted({case["file"] for case in cases}):
            print(f"{sum(case['file'] == name for case in cases):5} {name}")
    for message in wrong:
        print(message, file=sys.stderr)
    summary = f"{len(cases)} cases, {len(wrong)} wrong"
    print(summary, file=sys.stderr if options.json else sys.stdout)
    return 1 if wrong or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
