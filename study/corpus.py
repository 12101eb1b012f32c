"""The predicates of the study: correct ones, their mutants, and faulty ones written by hand.

`corpus/PROBLEM/correct/` contains six correct predicates in different styles. Each is the ancestor of a *family* of mutants.
`corpus/PROBLEM/faulty/` contains predicates with the mistakes of novices. A third of all is *held out*: two of the six families as a
whole, so that no held-out mutant has a sibling among the others, and a third of those written by hand.
"""

import functools
import hashlib
import random
from dataclasses import dataclass
from pathlib import Path

import mutants

PROBLEMS = ("sortacle", "matcher", "toposort", "dedupe", "merge", "intervals")
PAPER = PROBLEMS[:3]
FOLDER = Path(__file__).resolve().parent / "corpus"
SEED = 2026
PER_FAMILY = 175
HELD_OUT_FAMILIES = 2
LEARN, HELD_OUT = "learned from", "held out"


@dataclass(frozen=True)
class Predicate:
    problem: str
    name: str
    origin: str  # "correct", "mutant" or "by hand"
    part: str  # LEARN or HELD_OUT
    source: str
    operator: str = ""  # for a mutant: the change
    line: int = 0  # for a mutant: the line in its ancestor

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()[:20]

    @property
    def mistake(self) -> str:
        """What is wrong with it, in words."""
        if self.origin == "mutant":
            return f"{self.operator}, line {self.line}"
        return self.source.split('"""')[1].strip() if self.source.startswith('"""') else ""


def drawn(things: list[str], count: int, *seed: object) -> set[str]:
    """A sample of `count` things, the same for the same seed."""
    return set(random.Random(":".join(map(str, (SEED, *seed)))).sample(sorted(things), count))


@functools.cache
def correct(problem: str) -> tuple[Predicate, ...]:
    """The correct predicates, ancestors of the mutants."""
    sources = files(problem, "correct")
    held_out = drawn(list(sources), HELD_OUT_FAMILIES, problem, "families")
    return tuple(
        Predicate(problem, name, "correct", HELD_OUT if name in held_out else LEARN, source)
        for name, source in sources.items()
    )


@functools.cache
def corpus(problem: str, quick: bool = False) -> tuple[Predicate, ...]:
    """All predicates that may be faulty; in a quick run, few mutants but all hand-written ones."""
    per_family = 20 if quick else PER_FAMILY
    found = []
    for ancestor in correct(problem):
        family = mutants.family(ancestor.source, PER_FAMILY, SEED)
        chosen = drawn([str(i) for i in range(len(family))], min(per_family, len(family)), problem, ancestor.name)
        for number, mutant in enumerate(family):
            if str(number) in chosen:
                name = f"{ancestor.name}-{number:03}"
                found.append(
                    Predicate(problem, name, "mutant", ancestor.part, mutant.source, mutant.operator, mutant.line)
                )
    sources = files(problem, "faulty")
    held_out = drawn(list(sources), len(sources) // 3, problem, "by hand")
    for name, source in sources.items():
        found.append(Predicate(problem, name, "by hand", HELD_OUT if name in held_out else LEARN, source))
    return without_repeats(found)


def without_repeats(predicates: list[Predicate]) -> tuple[Predicate, ...]:
    """Each text once: mutants of two ancestors may be the same."""
    seen: dict[str, Predicate] = {}
    for predicate in predicates:
        seen.setdefault(predicate.digest, predicate)
    return tuple(seen.values())


def files(problem: str, folder: str) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted((FOLDER / problem / folder).glob("*.py"))}
