"""EVALUATION.md: every table and figure, written from the measurements. No number in it is typed by hand.

`TABLES` names the tables; `study/run --table NAME` prints one. Only the tables `rq5`, `suite-times` and `machine` and the figure
of times depend on the machine; everything else is the same, byte for byte, for the same program and seed.
"""

import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import figures
import judge
import measure
import peers
import scopes
import suites
import times
from corpus import HELD_OUT, LEARN, PER_FAMILY, SEED, correct
from measure import PARTS, Studied, score
from problem import ROOT, digest
from truth import BEYOND, LABELED

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "figures"
# What `proofs.py` writes.
PROOFS = HERE / "proofs.md"
# What `crosshair.py` writes.
CROSSHAIR = HERE / "crosshair.md"
# What `discovery.py` writes.
DISCOVERY = HERE / "discovery.md"
MISSED_CELLS = HERE / "missed_cells.tsv"
RIVALS = ["independent", "solver", "random", "hypothesis", "ensemble"]


@dataclass(frozen=True)
class Study:
    """All problems, and the measurements of times and of missed mistakes."""

    problems: list[Studied]
    rarity: dict[str, list[list[int]]]
    ours: dict[str, dict[str, list[float]]]
    theirs: dict[str, dict[str, list[float]]]
    whole: dict[str, dict[str, float]]
    excluded: dict[str, set[str]]


def share(part: int, whole: int) -> str:
    """A share with four digits, never rounded up to 1."""
    if whole == 0:
        return "–"
    return "1" if part == whole else f"{min(part / whole, 0.9999):.4f}"


def table(head: list[str], rows: list[list[Any]], left: int = 1) -> str:
    """A Markdown table; all columns but the first `left` are right-aligned."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(['---'] * left + ['---:'] * (len(head) - left))}|"]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def fails(names: list[str]) -> str:
    return ", ".join(names) or "nothing fails"


def several(buckets: list[str], most: int) -> str:
    """The first few, and how many more there are."""
    more = [f"and {len(buckets) - most} more"] if len(buckets) > most else []
    return " / ".join(buckets[:most] + more)


def overview(studied: list[Studied], part: str) -> str:
    """Every suite on a part of the corpus."""
    rows = []
    for each in studied:
        for place, suite in enumerate(each.suites):
            found = score(each, place, PARTS[part])
            rows.append([each.problem.name, suite.title, found["tests"], *shares_of(found), found["fingerprints"]])
    head = ["problem", "suite", "tests", "caught", "share caught", "recall of cells", "exact fingerprints", "distinct"]
    return table(head, rows, left=2)


def shares_of(found: dict[str, Any]) -> list[str]:
    return [
        f"{found['caught']} of {found['faulty']}",
        share(found["caught"], found["faulty"]),
        share(found["shown"], found["cells"]),
        share(found["exact"], found["with_cells"]),
    ]


def together(studied: list[Studied], part: str) -> str:
    """Suites of the default size on all problems together."""
    rows = []
    for name in ("ensemble", "solver", "random", "hypothesis", "near-valid", "focused", "staff", "independent"):
        if not all(each.has(name) for each in studied):
            continue
        total: dict[str, int] = {}
        for each in studied:
            for key, value in score(each, each.suite(name), PARTS[part]).items():
                if isinstance(value, int):
                    total[key] = total.get(key, 0) + value
        rows.append([name, total["tests"], *shares_of(total)])
    return table(["suite", "tests", "caught", "share caught", "recall of cells", "exact fingerprints"], rows)


def scope_table(study: Study) -> str:
    rows = []
    for each in study.problems:
        name = each.problem.name
        bounds = ", ".join(f"{key} {value}" for key, value in scopes.FULL[name].items())
        kinds = " and ".join(kind.__name__ for kind in scopes.kinds(name)) or "no atoms"
        counted = "labeled" if name in LABELED else "up to renaming" if scopes.kinds(name) else "all"
        buckets = f"{len(each.pairs['sizes'])} of {len(each.concretizable)}"
        rows.append([name, bounds, counted, kinds, f"{each.pairs['pairs']:,}", f"{each.pairs['asked']:,}", buckets])
    head = ["problem", "at most", "pairs are", "atoms shown as", "pairs", "calls per predicate", "buckets reached"]
    return table(head, rows, left=4)


def corpus_table(study: Study) -> str:
    rows = []
    for each in study.problems:
        mutants = [p for p in each.predicates if p.origin == "mutant"]
        second = [p for p in mutants if " + " in p.operator]
        beyond = [p for p in each.faulty if not each.truths[p.digest].cells]
        rows.append(
            [
                each.problem.name,
                len(correct(each.problem.name)),
                len(mutants) - len(second),
                len(second),
                len(each.predicates) - len(mutants),
                len(each.equivalent),
                len(each.faulty),
                len(beyond),
                len(each.part(LEARN)),
                len(each.part(HELD_OUT)),
                sum(len(each.truths[p.digest].cells) for p in each.faulty),
            ]
        )
    rows.append(["all", *(sum(column) for column in list(zip(*rows))[1:])])
    head = ["problem", "correct", "mutants, one change", "two changes", "by hand", "set aside", "faulty", "only beyond the scope"]
    return table([*head, "learned from", "held out", "wrong cells"], rows)


def by_operator(study: Study) -> dict[str, list[int]]:
    """For each operator, how many mutants involve it, and how many of them are faulty."""
    counts: dict[str, list[int]] = {}
    for each in study.problems:
        for predicate in each.predicates:
            if predicate.origin == "mutant":
                for operator in predicate.operator.split(" + "):
                    entry = counts.setdefault(operator, [0, 0])
                    entry[0] += 1
                    entry[1] += each.truths[predicate.digest].faulty
    return counts


def operator_table(study: Study) -> str:
    counts = by_operator(study)
    ranked = sorted(counts.items(), key=lambda entry: (-entry[1][0], entry[0]))
    return table(["operator", "mutants involving it", "of which faulty"], [[name, *found] for name, found in ranked])


def two(difference: list[int]) -> str:
    return f"{difference[0]};{difference[1]}"


def rq1(study: Study) -> str:
    rows = []
    pairs = [("solver", "independent"), ("hypothesis", "independent"), ("hypothesis", "solver"), ("ensemble", "hypothesis")]
    for each in study.problems:
        for row in measure.by_group(each, RIVALS, study.excluded[each.problem.name]):
            found = [row["found"][name] for name in RIVALS]
            rows.append([each.problem.name, row["group"], *found, *(two(row["differences"][f"{a};{b}"]) for a, b in pairs)])
    head = ["problem", "group", "I", "S", "R", "H", "E", "±(S; I)", "±(H; I)", "±(H; S)", "±(E; H)"]
    return table(head, rows, left=2)


def rq3(study: Study) -> str:
    rows = []
    rivals = ["solver", "random", "hypothesis", "ensemble"]
    for each in study.problems:
        found = measure.against(each, "staff", rivals)
        row = [each.problem.name, len(each.faulty), found["found"]["staff"]]
        for name in rivals:
            row += [found["found"][name], two(found["differences"][name])]
        rows.append([*row, found["only_staff"]])
    head = ["problem", "faulty", "staff", "S", "±(S; staff)", "R", "±(R; staff)", "H", "±(H; staff)", "E", "±(E; staff)"]
    return table([*head, "only staff"], rows)


def between(bounds: list[int]) -> str:
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]} to {bounds[1]}"


def rq4(study: Study) -> str:
    rows = []
    for each in study.problems:
        every = 2 ** len(each.problem.subproperties)
        for name in ("solver", "random", "hypothesis", "ensemble"):
            found = measure.needed(each, each.suite(name))
            caught = len(each.caught(each.suite(name), each.faulty))
            focused = len(each.caught(each.suite(name), each.faulty, set().union(*each.groups.values()) | each.positive))
            fewest = between(found["fewest_buckets"])
            rows.append(
                [each.problem.name, name, every, len(each.concretizable), found["buckets"], caught, focused, fewest]
                + [found["tests"], between(found["fewest_tests"])]
            )
    head = ["problem", "suite", "power set", "concretizable", "buckets with tests", "caught", "by focused and positive buckets"]
    return table([*head, "fewest buckets for all caught", "tests", "fewest tests for all caught"], rows, left=2)


def rq5(study: Study) -> str:
    rows = []
    for what, label in (("1", "1 test"), ("10", "10 tests"), ("contradictory", "contradictory")):
        for name in study.ours:
            row = [name, label]
            for found in (study.ours[name].get(what, []), study.theirs[name].get(what, [])):
                numbers = times.summary(found)
                columns = ("min", "avg", "max", "deviation")
                row += [f"{numbers[column]:.2f}" if numbers["count"] else "–" for column in columns]
            rows.append(row)
    head = ["problem", "N", *(f"{who} {what}" for who in ("ours", "H") for what in ("min", "avg", "max", "dev."))]
    return table(head, rows, left=2)


def whole_suites(study: Study) -> str:
    rows = []
    for each in study.problems:
        name = each.problem.name
        row = [name]
        for method in suites.ENGINES:
            row.append(f"{study.whole[name][method]:.2f}")
        rows.append([*row, f"{sum(study.theirs[name]['10']):.0f}"])
    return table(["problem", *(f"{method}" for method in suites.ENGINES), "Hypothesis"], rows)


def fingerprint_table(study: Study) -> str:
    rows = []
    for each in study.problems:
        truth = measure.clusters(each, None)
        row = [each.problem.name, len(truth)]
        for name in ("solver", "random", "hypothesis", "ensemble"):
            row.append(len(measure.clusters(each, each.suite(name))))
        largest = truth[0]
        row += [largest["predicates"], sum(1 for cluster in truth if cluster["predicates"] == 1)]
        rows.append(row)
    head = ["problem", "ground truth", "S", "R", "H", "E", "predicates in the largest cluster", "clusters of one"]
    return table(head, rows)


def clusters_table(study: Study) -> str:
    rows = []
    for each in study.problems:
        for cluster in measure.clusters(each, each.suite("ensemble"))[:3]:
            shown = several([fails(names) for names in cluster["buckets"]], 3)
            rows.append([each.problem.name, shown, cluster["predicates"]])
    return table(["problem", "wrong where exactly these fail", "predicates"], rows, left=2)


def missed_predicates(study: Study) -> str:
    rows = []
    for each in study.problems:
        for miss in measure.misses(each, each.suite("ensemble")):
            others = [
                name
                for name in ("solver", "random", "focused", "hypothesis", "near-valid", "staff", "independent")
                if each.wrong[each.suite(name)][miss["digest"]]
            ]
            where = several([fails(names) for names in miss["cells"]], 2) or "only beyond the scope"
            rows.append([each.problem.name, miss["predicate"], miss["part"], miss["mistake"], where, f"`{miss['pair']}`", ", ".join(others) or "none"])
    head = ["problem", "predicate", "part", "what is wrong with it", "buckets", "a pair that shows it", "other suites of 10 tests that catch it"]
    return table(head, rows, left=7) if rows else "None."


def rarity_table(study: Study) -> str:
    """How rare the mistakes of missed cells are: the share of the bucket's calls that show them."""
    limits = [(0.001, "at most 1 in 1,000"), (0.01, "1 in 100"), (0.05, "1 in 20"), (0.2, "1 in 5"), (1.0, "more often")]
    rows = []
    for each in study.problems:
        counts = [0] * len(limits)
        for wrong, calls in study.rarity[each.problem.name]:
            counts[next(i for i, (limit, _) in enumerate(limits) if wrong <= limit * calls)] += 1
        found = score(each, each.suite("ensemble"))
        rows.append([each.problem.name, found["cells"], found["cells"] - found["shown"], *counts])
    return table(["problem", "wrong cells", "missed", *(label for _, label in limits)], rows)


def missed_cells(study: Study) -> str:
    """Every missed cell, tab-separated."""
    lines = ["problem\tpredicate\tpart\twhat is wrong with it\tbucket\twrong on\tof pairs\ta pair that shows it"]
    for each in study.problems:
        cells = measure.missed_cells(each, each.suite("ensemble"))
        for (predicate, bucket), (wrong, calls) in zip(cells, study.rarity[each.problem.name]):
            pair = each.truths[predicate.digest].cells[bucket]
            names = fails(each.problem.names(bucket))
            parts = [each.problem.name, predicate.name, predicate.part, predicate.mistake, names, wrong, calls, pair]
            lines.append("\t".join(str(part).replace("\n", " ") for part in parts))
    return "\n".join(lines) + "\n"


def machine(_: Study) -> str:
    def first_line(*command: str) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]

    processor = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":")[1].strip() for line in processor if line.startswith("model name")), "unknown")
    rows = [
        ["processor", f"{model}, {os.cpu_count()} cores"],
        ["memory", f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"],
        ["system", f"{platform.system()} {platform.machine()}"],
        ["Python", platform.python_version()],
        ["Rust", first_line("rustc", "--version")],
        ["Custodiet", f"{first_line(str(suites.program()), '--version')}, program {digest(suites.program().resolve())}"],
        ["Hypothesis", peers.VERSION],
        ["seed of the corpus and of the other suites", SEED],
        ["seed of our suites", 0],
    ]
    return table(["what", "which"], rows, left=2)


TABLES = {
    "scopes": scope_table,
    "corpus": corpus_table,
    "operators": operator_table,
    "held-out": lambda study: together(study.problems, "held out"),
    "learned": lambda study: together(study.problems, "learned from"),
    "held-out-by-problem": lambda study: overview_default(study, "held out"),
    "rq1": rq1,
    "rq3": rq3,
    "rq4": rq4,
    "rq5": rq5,
    "suite-times": whole_suites,
    "recall": lambda study: overview(study.problems, "all"),
    "fingerprints": fingerprint_table,
    "clusters": clusters_table,
    "missed": missed_predicates,
    "rarity": rarity_table,
    "machine": machine,
}


def overview_default(study: Study, part: str) -> str:
    rows = []
    for each in study.problems:
        for name in ("ensemble", "solver", "random", "hypothesis", "near-valid"):
            found = score(each, each.suite(name), PARTS[part])
            rows.append([each.problem.name, name, found["tests"], *shares_of(found)])
    return table(["problem", "suite", "tests", "caught", "share caught", "recall of cells", "exact fingerprints"], rows, left=2)


def write(study: Study) -> None:
    """EVALUATION.md, the figures and the list of missed cells."""
    text = (HERE / "evaluation.template.md").read_text("utf-8")
    words = {
        "per_family": PER_FAMILY,
        "operators": len(by_operator(study)),
        "beyond": f"{BEYOND:,}",
        "lines": f"{judge.LINES:,}",
        "limit": f"{suites.HYPOTHESIS_LIMIT:,}",
        "limit_gallery": f"{suites.HYPOTHESIS_LIMIT_GALLERY:,}",
        "excluded": ", ".join(f"{name} {len(found)}" for name, found in study.excluded.items()),
    }
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", str(value))
    # Runs of their own: `proofs.py` and `crosshair.py`.
    text = text.replace("{proofs}", PROOFS.read_text("utf-8").rstrip("\n"))
    text = text.replace("{crosshair}", CROSSHAIR.read_text("utf-8").rstrip("\n"))
    text = text.replace("{discovery}", DISCOVERY.read_text("utf-8").rstrip("\n"))
    for name, made in TABLES.items():
        placeholder = f"{{table {name}}}"
        if text.count(placeholder) != 1:
            raise RuntimeError(f"evaluation.template.md must contain {placeholder} exactly once")
        text = text.replace(placeholder, f"{made(study)}\n\n`study/run --table {name}`")
    FIGURES.mkdir(exist_ok=True)
    for name, drawn in drawings(study).items():
        suites.written(FIGURES / name, drawn)
    suites.written(MISSED_CELLS, missed_cells(study))
    suites.written(ROOT / "EVALUATION.md", text)


def drawings(study: Study) -> dict[str, str]:
    def lines(part: str, whole: str) -> dict[str, list[figures.Line]]:
        found: dict[str, list[figures.Line]] = {}
        for each in study.problems:
            found[each.problem.name] = []
            for method in figures.STYLES:
                places = [i for i, suite in enumerate(each.suites) if suite.name == method]
                scores = [score(each, i) for i in places]
                points = [(entry["per_bucket"], entry[part] / entry[whole]) for entry in scores]
                found[each.problem.name].append(figures.Line(method, points))
        return found

    spent = {
        name: {"ensemble": study.ours[name]["10"], "hypothesis": study.theirs[name]["10"]} for name in study.ours
    }
    return {
        "caught.svg": figures.shares("Share of faulty predicates caught", lines("caught", "faulty"), 0.8),
        "recall.svg": figures.shares("Share of wrong cells shown (recall)", lines("shown", "cells"), 0.5),
        "times.svg": figures.times("CPU seconds for 10 tests of one bucket", spent),
    }
