"""Measures `custodiet discover`: removes each error subproperty of each bundled problem, and looks whether it is proposed again.

    python3 study/discovery.py                     # all problems; writes study/discovery.md
    python3 study/discovery.py --problem toposort  # one problem, and only prints
    python3 study/discovery.py --work DIR          # keeps what was measured; remove DIR after a change

For each error subproperty, the problem file is written without it, and without the functions that only it calls. Predicates that
make the mistake, and others that do not, are graded with `custodiet grade`; then `custodiet discover` proposes. Each predicate is the
whole problem file with another predicate, a formula over the subproperties: the removed one alone, in place of what it is mistaken
for, beside each required subproperty; and for the others, all required subproperties but one.

A proposal is *equal* if the solver finds no bucket of the whole problem file in which only one of the two fails. It is *equal where it
matters* if this is so in every bucket where the subproperties hold that the removed one implies: whoever checks the removed one
checks these, too, so that both explain the same predicates. Both are decided by `custodiet analyze` on a file with both.
"""

import argparse
import ast
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "study" / "discovery.md"
# Why a mistake is not proposed again, by problem and name; for people, and checked against what is measured.
MISSES = json.loads((ROOT / "study" / "discovery_misses.json").read_text(encoding="utf-8"))


def declared(tree, decorator):
    """The functions with a decorator, by name, and the decorators."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for own in node.decorator_list:
                called = own.func if isinstance(own, ast.Call) else own
                if isinstance(called, ast.Name) and called.id == decorator:
                    found[node.name] = (node, own)
    return found


def keyword(decorator, name):
    """The list of names that a decorator is given."""
    for given in getattr(decorator, "keywords", []):
        if given.arg == name:
            return ast.literal_eval(given.value)
    return []


def names_in(node):
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def without(text, removed):
    """The file without some functions."""
    lines = text.splitlines(keepends=True)
    for node in reversed(ast.parse(text).body):
        if isinstance(node, ast.FunctionDef) and node.name in removed:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            del lines[first - 1 : node.end_lineno]
    return "".join(lines)


def only_for(text, name):
    """A function, and the plain functions that nothing else needs."""
    removed = {name}
    while True:
        tree = ast.parse(text)
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        used = set()
        for node in tree.body:
            if not (isinstance(node, ast.FunctionDef) and node.name in removed):
                used |= names_in(node)
        needed = set().union(*(names_in(functions[one]) for one in removed))
        more = {
            one for one in needed & set(functions) if not functions[one].decorator_list and one not in used and one not in removed
        }
        if not more:
            return removed
        removed |= more


def groups(tree):
    """The members of each group."""
    found = {}
    for node in tree.body:
        call = getattr(node, "value", None)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "group":
            found[ast.literal_eval(call.args[0])] = ast.literal_eval(call.args[1])
    return found


def predicates(text, name):
    """Predicates that make the mistake, and others: their names and texts."""
    tree = ast.parse(text)
    required = declared(tree, "subproperty")
    node, decorator = declared(tree, "error_subproperty")[name]
    members = groups(tree)
    mistaken = [one for given in keyword(decorator, "instead_of") for one in members.get(given, [given])]
    formulas = {"alone": [name], "instead": [one for one in required if one not in mistaken] + [name]}
    for one in required:
        formulas[f"beside_{one}"] = [one, name]
    for one in required:
        formulas[f"other_without_{one}"] = [other for other in required if other != one]
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    params = {one: [arg.arg for arg in node.args.args] for one, node in functions.items()}
    predicate = next(one for one, node in functions.items() if not node.decorator_list and has_sides(node))
    plain = without(text, {predicate})
    signature = f"def {predicate}({', '.join(params[predicate])}):\n"
    for key, formula in formulas.items():
        calls = " and ".join(f"bool({one}({', '.join(params[one])}))" for one in formula) or "True"
        yield key, f"{stripped(plain)}\n\n{signature}    return {calls}\n"


def has_sides(node):
    return any(
        isinstance(arg.annotation, ast.Subscript) and getattr(arg.annotation.value, "id", "") in ("Input", "Output")
        for arg in node.args.args
    )


def stripped(text):
    """The file as a student could have written it: without what declares a problem."""
    tree = ast.parse(text)
    body = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = []
        is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        is_import = isinstance(node, ast.ImportFrom) and node.module == "custodiet"
        if is_call or is_import:
            continue
        if isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") == "Atom" for base in node.bases):
            body.append(ast.parse(f"{node.name} = object").body[0])
            continue
        body.append(node)
    tree.body = body
    prelude = "from __future__ import annotations\n"
    rest = ast.unparse(tree)
    return prelude + rest.replace("from __future__ import annotations\n", "")


class Failed(Exception):
    """A command did not do what it should."""


def run(command, codes=(0,)):
    finished = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, NO_COLOR="1"), timeout=900)
    if finished.returncode not in codes:
        raise Failed(f"{' '.join(map(str, command))}: {finished.stderr.strip()[-400:]}")
    return finished.stdout


def buckets(binary, file):
    """The concretizable buckets: in each, the names that fail."""
    report = json.loads(run([binary, "analyze", file, "--json"], codes=(0, 1)))
    return [set(fails) for fails in report["concretizable"]]


def verdict(found, removed, proposal):
    """How a proposal relates to the removed subproperty, from the buckets of a file with both."""
    names = set().union(*found) - {removed, proposal}
    implied = [one for one in names if all(one not in fails for fails in found if removed not in fails)]
    if all((removed in fails) == (proposal in fails) for fails in found):
        return "equal"
    inside = [fails for fails in found if not any(one in fails for one in implied)]
    if all((removed in fails) == (proposal in fails) for fails in inside):
        return "equal where it matters"
    return "different"


def measure(binary, file, name, work):
    """One removed error subproperty."""
    text = file.read_text(encoding="utf-8")
    folder = work / f"{file.stem}-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "class").mkdir(parents=True)
    problem = folder / file.name
    problem.write_text(without(text, only_for(text, name)), encoding="utf-8")
    count = 0
    for key, predicate in predicates(text, name):
        (folder / "class" / f"{key}.py").write_text(predicate, encoding="utf-8")
        count += not key.startswith("other")
    started = time.monotonic()
    run([binary, "grade", problem, folder / "class", "-o", folder / "results", "--no-prove"], codes=(0, 1))
    report = json.loads(run([binary, "discover", folder / "results", "--json"]))
    seconds = time.monotonic() - started
    makers = [one for one in report["submissions"]["unexplained"] if not one.startswith("other")]
    row = {
        "problem": file.stem,
        "removed": name,
        "makers": count,
        "unexplained": len(makers),
        "candidates": report["candidates"],
        "verdict": "nothing proposed" if makers else "never shown",
        "seconds": round(seconds, 1),
    }
    best = None
    for number, proposal in enumerate(report["proposals"][:3], 1):
        both = folder / f"both-{number}" / file.name
        both.parent.mkdir()
        own = proposal["source"].replace(proposal["name"], f"proposed_{number}")
        both.write_text(f"{text}\n\n{own}", encoding="utf-8")
        try:
            said = verdict(buckets(binary, both), name, f"proposed_{number}")
        except Failed as failed:
            said = f"not decided: {failed}"
        ranks = ["equal", "equal where it matters", "different"]
        rank = ranks.index(said) if said in ranks else len(ranks)
        if best is None or rank < best[0]:
            best = (rank, said, number, proposal)
    if best:
        _, said, number, proposal = best
        explained = [one for one in proposal["exactly"] if not one.startswith("other")]
        proved = [one for one in proposal["proved"] if not one.startswith("other")]
        row |= {
            "verdict": said,
            "number": number,
            "origin": proposal["origin"],
            "explained": len(explained),
            "proved": len(proved),
            "source": proposal["source"],
        }
    return row


def table(rows):
    good = [row for row in rows if row["verdict"].startswith("equal")]
    same = sum(row["verdict"] == "equal" for row in good)
    shown = [row for row in rows if row["verdict"] != "never shown"]
    lines = [
        f"{len(good)} of {len(rows)} removed error subproperties are proposed again ({len(good) / len(rows):.2f}): {same} by a function that is "
        f"proved equal, {len(good) - same} by one that is proved equal where it matters. In {len(rows) - len(shown)} cases, no test shows the mistake.",
        "",
        "| problem | removed | makers | unexplained | explained exactly | proved | proposal | as | result |",
        "|---|---|---:|---:|---:|---:|---:|---|---|",
    ]
    for row in rows:
        cells = [row["problem"], f"`{row['removed']}`", row["makers"], row["unexplained"], row.get("explained", 0), row.get("proved", 0)]
        cells += [row.get("number", "–"), row.get("origin", "–"), row["verdict"]]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    misses = [row for row in rows if row not in good]
    lines += ["", "Why the others are missed:", ""]
    for row in misses:
        why = MISSES.get(f"{row['problem']}.{row['removed']}", "not explained yet")
        lines.append(f"- {row['problem']}, `{row['removed']}`: {why}")
    return "\n".join(lines) + "\n"


def measured(work):
    """What an earlier run in the same folder has measured."""
    rows = work / "rows.jsonl"
    lines = rows.read_text(encoding="utf-8").splitlines() if rows.exists() else []
    return {(row["problem"], row["removed"]): row for row in map(json.loads, lines)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problem", action="append")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=pathlib.Path, default=None)
    args = parser.parse_args()
    binary = os.environ.get("CUSTODIET", ROOT / "target" / "debug" / "custodiet")
    files = sorted((ROOT / "problems").glob("*.py"))
    chosen = [file for file in files if not args.problem or file.stem in args.problem]
    cases = [
        (file, name) for file in chosen for name in declared(ast.parse(file.read_text(encoding="utf-8")), "error_subproperty")
    ]
    with tempfile.TemporaryDirectory() as temporary:
        work = args.work or pathlib.Path(temporary)
        work.mkdir(parents=True, exist_ok=True)

        known = measured(work)

        def one(case):
            if (case[0].stem, case[1]) in known:
                return known[case[0].stem, case[1]]
            try:
                row = measure(binary, *case, work)
                with (work / "rows.jsonl").open("a", encoding="utf-8") as rows:
                    rows.write(json.dumps(row) + "\n")
                return row
            except (Failed, subprocess.TimeoutExpired) as failed:
                print(f"{case[0].stem} {case[1]}: {failed}", file=sys.stderr, flush=True)
                return {"problem": case[0].stem, "removed": case[1], "makers": 0, "unexplained": 0, "verdict": "not measured"}

        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            rows = list(pool.map(one, cases))
    text = table(rows)
    if args.problem:
        print(text)
    else:
        OUTPUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
