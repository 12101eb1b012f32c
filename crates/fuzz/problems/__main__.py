"""Fuzzes the tool with whole problem files: `python3 crates/fuzz/problems --binary target/debug/custodiet`.

Kept cases come first, with every command. Then come random problems, from `--seed` on: all of them are analyzed, and
the other commands take turns. A disagreement is shrunk and written to `--output`; the exit code is then 1.
"""

import argparse
import os
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "python"))

from generate import problem  # noqa: E402
from oracle import TooLarge, Truth  # noqa: E402
from shrink import shrink  # noqa: E402
from tool import COMMANDS, OTHERS, VARIANTS, Session  # noqa: E402


def examine(binary, source, seed, commands=None):
    """Runs some commands on a problem; returns the truth, the report, and the command of each disagreement."""
    rng = random.Random(seed)
    truth = Truth(source)
    with tempfile.TemporaryDirectory(prefix="custodiet-fuzz-") as folder:
        session = Session(binary, folder, truth, rng)
        wrong = []
        # Suites take longest, then `why`, which also looks at larger scopes.
        others = rng.sample([c for c in OTHERS if c != "why" or rng.random() < 0.4], 2)
        suites = rng.choices([["suite both"], ["suite random"], ["suite solver"], []], [1, 1, 3, 15])[0]
        chosen = commands or [rng.choice(list(VARIANTS)), *suites, *others]
        for command in chosen:
            before = len(session.report.wrong)
            accepted = session.run(command)
            wrong += [(command, *found) for found in session.report.wrong[before:]]
            if not accepted and commands is None and not truth.dependent:
                break
    return truth, session.report, wrong


def one(binary, seed, most_pairs):
    """One random problem: counts and disagreements."""
    source = problem(seed, most_pairs)
    counts = Counter(problems=1)
    started = time.process_time()
    try:
        truth, report, wrong = examine(binary, source, seed)
    except TooLarge:
        return Counter(skipped=1), Counter(), Counter(), [], []
    counts.update(
        pairs=truth.pair_count, dependent=bool(truth.dependent), raising=bool(truth.raising), buckets=len(truth.buckets)
    )
    counts.update(oracle_milliseconds=int(1000 * (time.process_time() - started)))
    slow = [name for name in report.undecided if name.startswith("no answer within")]
    return counts, report.claims, report.undecided, [(seed, source, wrong)] if wrong else [], [(seed, n) for n in slow]


def keep(binary, folder, seen, seed, source, wrong):
    """Shrinks a problem and writes it with what is wrong about it."""
    command, kind, _ = wrong[0]

    def still_wrong(text):
        for attempt in range(3 if command in ("explain", "classify", "compare", "why") else 1):
            found = examine(binary, text, seed + attempt, [command])[2]
            if any(f[:2] == (command, kind) for f in found):
                return True
        return False

    # The first few of a kind are made small; the others are only written.
    seen[command, kind] += 1
    small = shrink(source, still_wrong) if seen[command, kind] <= 2 else source
    said = next(
        (text for c, k, text in examine(binary, small, seed, [command])[2] if (c, k) == (command, kind)), wrong[0][2]
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"seed_{seed}.py"
    path.write_text(small)
    path.with_suffix(".txt").write_text("".join(f"{command} · {kind}: {said}\n" for said in [said]) + "\n\n" + source)
    if seen[command, kind] <= 2:
        print(f"\nDISAGREEMENT, seed {seed}: {command} · {kind}: {said[:1500]}\n--- {path}\n{small}", flush=True)


def kept_cases(binary):
    """Runs every command on every kept case; returns the counts and whether all agree."""
    agreed, counts, claims, undecided = True, Counter(), Counter(), Counter()
    for path in sorted((HERE / "kept").glob("*.py")):
        truth, report, wrong = examine(binary, path.read_text(), 0, COMMANDS)
        counts.update(kept=1, pairs=truth.pair_count)
        claims.update(report.claims)
        undecided.update(report.undecided)
        for command, kind, text in wrong:
            agreed = False
            print(f"\nDISAGREEMENT in {path.name}: {command} · {kind}: {text}", flush=True)
    return agreed, counts, claims, undecided


def arguments():
    parser = argparse.ArgumentParser(prog="fuzz/problems", description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True, help="the tool")
    parser.add_argument("--problems", type=int, default=500, metavar="N", help="number of random problems [500]")
    parser.add_argument("--seed", type=int, default=0, help="the first seed [0]")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes [1]")
    parser.add_argument("--most-pairs", type=int, default=3000, help="pairs of a problem, at most [3000]")
    parser.add_argument(
        "--output", type=pathlib.Path, default=pathlib.Path("target/fuzz-problems"), help="folder for disagreements"
    )
    return parser.parse_args()


def main():
    options = arguments()
    binary = str(pathlib.Path(options.binary).resolve())
    started = time.monotonic()
    agreed, counts, claims, undecided = kept_cases(binary)
    seen = Counter()
    seeds = range(options.seed, options.seed + options.problems)
    with ProcessPoolExecutor(options.jobs) as pool:
        for done in pool.map(one, [binary] * len(seeds), seeds, [options.most_pairs] * len(seeds), chunksize=4):
            counts.update(done[0])
            claims.update(done[1])
            undecided.update(done[2])
            for seed, command in done[4]:
                print(f"seed {seed}: {command}", flush=True)
            for seed, source, wrong in done[3]:
                agreed = False
                keep(binary, options.output, seen, seed, source, wrong)
            if counts["problems"] % 500 == 0:
                print(
                    f"{counts['problems']} problems, {counts['pairs']} pairs, {time.monotonic() - started:.0f} s",
                    flush=True,
                )
    counts["disagreements"] = sum(seen.values())
    for (command, kind), number in sorted(seen.items()):
        print(f"{number} problems: {command} · {kind}")
    for title, counter in (("counts", counts), ("claims", claims), ("undecided", undecided)):
        print(f"\n{title}: {sum(claims.values()) if counter is claims else ''}")
        for name, number in sorted(counter.items()):
            print(f"  {number:>10}  {name}")
    print(f"\n{'all claims agree' if agreed else 'SOME CLAIMS ARE WRONG'} ({time.monotonic() - started:.0f} s)")
    return 0 if agreed else 1


if __name__ == "__main__":
    # Sets of texts must iterate alike in every process, so that a seed always gives the same answers.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    sys.exit(main())
